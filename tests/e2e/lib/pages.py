"""The pages of the library: each header has one, which names each of its calls, and whose program prints what the page says."""
import re

import pytest
from support.programs import ROOT, read

PROGRAM = re.compile(r'^```c\n(.*?)^```\n```\n(.*?)^```$', re.M | re.S)
HEADERS = sorted((ROOT / 'include/nebel').glob('*.h'))


def page_of(header):
    return (ROOT / 'docs/api' / (('base' if header.stem == 'nebel' else header.stem) + '.md')).read_text()


@pytest.mark.parametrize('header', HEADERS, ids=lambda header: header.stem)
def test_a_page_names_every_call_of_its_header(header):
    calls = {name for declaration in re.findall(r'NEBEL_API[^;]*;', header.read_text()) for name in re.findall(r'\b(nebel_\w+)\(', declaration)}
    assert not {name for name in calls if f'`{name}`' not in page_of(header)}


@pytest.mark.parametrize('header', [header for header in HEADERS if header.stem != 'nebel'], ids=lambda header: header.stem)
def test_a_page_has_a_program_that_prints_what_it_says(build, source, compiler, tmp_path, header):
    programs = PROGRAM.findall(page_of(header))
    assert programs, 'no program'
    for text, expected in programs:
        library = build / 'src/lib/libnebel.so'
        read([*compiler, '-x', 'c', '-std=c99', '-Wall', '-Wextra', '-Werror', '-I', source / 'include', '-', '-x', 'none', library,
              f'-Wl,-rpath,{library.parent}', '-o', tmp_path / 'page'], input=text)
        assert read([tmp_path / 'page']) == expected
