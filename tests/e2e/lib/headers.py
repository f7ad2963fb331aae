"""Every public header compiles alone, as C99, C17 and C++11, without a warning."""
import shutil

import pytest
from support.programs import ROOT, run

LANGUAGES = (
    (('gcc', 'clang'), 'c', ('c99', 'c17')),
    (('g++', 'clang++'), 'c++', ('c++11',)),
)
HEADERS = sorted((ROOT / 'include').rglob('*.h'))
PRESENT = [(compiler, language, standard) for compilers, language, standards in LANGUAGES for compiler in compilers if shutil.which(compiler)
           for standard in standards]


def test_there_is_a_compiler_of_each_language():
    assert {language for _, language, _ in PRESENT} == {'c', 'c++'}, 'tools/setup installs them'


@pytest.mark.parametrize('compiler, language, standard', PRESENT)
@pytest.mark.parametrize('header', HEADERS, ids=lambda header: header.name)
def test_a_header_compiles_alone(source, header, compiler, language, standard):
    # Read from a file of its own, a header would be warned about as a main file.
    done = run([compiler, '-x', language, f'-std={standard}', '-pedantic', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', '-I', source / 'include', '-'],
               input=f'#include <{header.relative_to(source / "include")}>\n')
    assert done.returncode == 0, done.stderr
