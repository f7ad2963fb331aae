"""pgn-extract, a program of the chess world, accepts the PGN we write: every game, every move."""
import re

from support.programs import find_witness, read, run

GAMES = 60


def test_pgn_extract_reads_every_game(build, tmp_path):
    pgn = tmp_path / 'games.pgn'
    pgn.write_text(read([build / 'tests/records', '--print', GAMES]))
    # -r reads and checks without writing; it names the moves it does not understand.
    said = run([find_witness('pgn-extract'), '-r', pgn]).stderr
    assert f'{GAMES} games matched out of {GAMES}' in said, said
    complaints = [line for line in said.splitlines() if re.search(r'(?i)error|unknown|illegal|fail|missing', line)]
    assert not complaints, '\n'.join(complaints)
