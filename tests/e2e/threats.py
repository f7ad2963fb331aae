"""docs/internals/threats.md: threats are numbered, each names a test, the test's file exists, and the lists in ci/expected have the test."""
import re

import pytest
from support.programs import ROOT

ROWS = re.findall(r'^\| (\d+) \|[^|]+\|[^|]+\|([^|]+)\|$', (ROOT / 'docs/internals/threats.md').read_text(), re.MULTILINE)


@pytest.fixture(scope='module')
def known(source):
    """Returns the names of all tests that a check runs, with spaces for underscores and without the suite or program before them."""
    lines = [line for path in source.glob('ci/expected/*.txt') if path.name != 'removed.txt' for line in path.read_text().splitlines()]
    return {re.sub(r'.*?(?: / |: | > )', '', line, count=count).replace('_', ' ') for line in lines for count in (1, 2)}


def test_threats_are_numbered():
    assert [int(number) for number, _ in ROWS] == list(range(1, len(ROWS) + 1)) and ROWS


@pytest.mark.parametrize('cell', [cell for _, cell in ROWS], ids=[number for number, _ in ROWS])
def test_a_threat_has_a_test(source, known, cell):
    """A cell is such as "`a.py`: first_name, second_name; `b.c`: a name with spaces, and a comma"."""
    for part in cell.strip().split('; '):
        path, _, names = part.partition(': ')
        file = source / path.strip('`')
        assert file.is_file(), f'there is no {path}'
        for name in [names] if names in known else names.split(', '):
            assert name.replace('_', ' ') in known and ('_' not in name or name in file.read_text()), f'{path} has no test "{name}"'
