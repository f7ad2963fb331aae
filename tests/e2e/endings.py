"""The tables of endings and the program that plays them: a table is made again as it is, and fog wins with it.

Games with few nodes; the same seeds give the same games."""
import re

import pytest
from support.programs import read, run

# Lines that are not understood, and the words that tell what to do next.
ERRORS = {
    'material that cannot stand': ('--material QQ', 'write it as in KQK'),
    'an unknown option': ('--rules icc', 'endings --help'),
    'a number that is none': ('--games many', 'a whole number'),
    'an unknown player': ('--player nobody', "'nobody'"),
}


def test_the_table_of_kqk_is_made_again_byte_for_byte(build, source, tmp_path):
    read([build / 'src/solve_ending', 'KQK', tmp_path / 'kqk.table'])
    assert (tmp_path / 'kqk.table').read_bytes() == (source / 'src/engine/kriegspiel_search/endings/kqk.table').read_bytes(), 'it differs'


@pytest.mark.parametrize('material, wanted', [('KQK', 10), ('KRK', 10), ('KBBK', 9)])
def test_fog_wins(build, material, wanted):
    said = read([build / 'tests/endings', '--material', material, '--games', '10', '--nodes', '200'])
    won = round(float(re.search(r'won ([0-9.]+) %', said)[1]) / 10)
    assert won >= wanted, f'it won {won} of 10'


@pytest.mark.parametrize('words, wanted', ERRORS.values(), ids=ERRORS)
def test_an_error_tells_what_to_do(build, words, wanted):
    done = run([build / 'tests/endings', *words.split()])
    assert done.returncode and wanted in done.stderr, f'exit {done.returncode}, {done.stderr!r}'
