"""What the shared library exports is what tests/e2e/lib/symbols.txt promises, the matrix of calls and games has every one of them, and the
library can start no process or thread and open no file."""
import re

import pytest
from support.programs import ROOT, read

LIST = ROOT / 'tests/e2e/lib/symbols.txt'
PROMISED = LIST.read_text().split()
# What a library must not do in its host's process.
FORBIDDEN = re.compile(r'(v?fork|exec\w*|posix_spawn\w*|system|popen|pthread_create|thrd_create|f?open(64)?|socket|clock_gettime|time)(@|$)')


@pytest.fixture
def symbols(build):
    def listed(which):
        return {line.split()[-1] for line in read(['nm', '-D', which, build / 'src/lib/libnebel.so']).splitlines()}
    return listed


def test_the_list_is_sorted_and_has_no_name_twice():
    assert PROMISED == sorted(set(PROMISED))


def test_what_is_exported_is_promised(symbols):
    assert not symbols('--defined-only') - set(PROMISED), 'add what is meant to be public to the list and raise the minor version; else take NEBEL_API away'


def test_what_is_promised_is_exported(symbols):
    assert not set(PROMISED) - symbols('--defined-only'), 'programs that use it would break; bring it back, or take it off the list and raise the major version'


def test_the_matrix_calls_all_with_every_game(source):
    matrix = ''.join(path.read_text() for path in (source / 'tests/unit/lib').glob('matrix*.c'))
    assert not set(PROMISED) - set(re.findall(r'\bnebel_\w+', matrix))


def test_the_library_starts_nothing_opens_nothing_and_reads_no_clock(symbols):
    imported = symbols('--undefined-only')
    assert imported and not [name for name in imported if FORBIDDEN.match(name)]
