"""Stockfish, as a witness, has the same legal moves in positions of random games.

Nothing is witnessed about castling, en passant, promotions or check if none of them occurred. The environment may tell how many positions
(POSITIONS) of which games (SEED)."""
import os
import re

import pytest
from support.programs import find_witness, read, run

POSITIONS, SEED = (int(os.environ.get(name, number)) for name, number in (('POSITIONS', 10000), ('SEED', 1)))
MOVE = re.compile(r'^([a-h][1-8][a-h][1-8][qrbn]?): 1$')


def list_ours(program):
    """Returns pairs of a FEN and our set of moves."""
    pairs = []
    for line in read([program, POSITIONS, SEED], seconds=None).splitlines():
        fen, separator, moves = line.partition(';')
        assert separator and len(set(moves.split())) == len(moves.split()), f'not a FEN, `;` and moves without repeats: {line}'
        pairs.append((fen, set(moves.split())))
    assert len(pairs) == POSITIONS
    return pairs


def list_theirs(fens):
    """Returns Stockfish's set of moves for each position, and whether it sees a check there. It dies on an unsound position."""
    script = ''.join(f'position fen {fen}\nd\ngo perft 1\n' for fen in fens) + 'quit\n'
    done = run([find_witness('stockfish')], input=script, seconds=None)
    # Stockfish counts in a thread of its own, so `d` may speak before the last count has ended.
    # Each of the two keeps its own order: read them as two streams.
    moves, lists, checks = set(), [], []
    for line in done.stdout.splitlines():
        if found := MOVE.match(line):
            moves.add(found[1])
        elif line.startswith('Nodes searched:'):
            lists.append(moves)
            moves = set()
        elif line.startswith('Checkers:'):
            checks.append(line.strip() != 'Checkers:')
    reached = min(max(len(lists), len(checks)), len(fens) - 1)
    assert done.returncode == 0 and len(fens) == len(lists) == len(checks), f'it ended with status {done.returncode}; look at: {fens[reached]}'
    return lists, checks


def men_of(fen):
    """Returns the board as a mapping from square names to FEN letters."""
    men = {}
    for rank, row in zip('87654321', fen.split()[0].split('/')):
        letters = ''.join('.' * int(c) if c.isdigit() else c for c in row)
        men.update((file + rank, man) for file, man in zip('abcdefgh', letters) if man != '.')
    return men


def kind_of(fen, men, move):
    man, files = men.get(move[:2], '').lower(), ord(move[2]) - ord(move[0])
    if man == 'k' and abs(files) == 2:
        return 'castling'
    if man == 'p' and files != 0 and move[2:4] == fen.split()[3]:
        return 'en passant'
    return 'promotion' if len(move) == 5 else 'other'


@pytest.fixture(scope='module')
def lists(build):
    """Returns FEN, our moves, theirs, and whether it is check, for each position."""
    pairs = list_ours(build / 'tests/list_legal')
    return [(*pair, *theirs) for pair, theirs in zip(pairs, zip(*list_theirs([fen for fen, _ in pairs])))]


def test_both_have_the_same_moves(lists):
    different = [f'{fen}: only we say {ours - theirs}, only Stockfish says {theirs - ours}' for fen, ours, theirs, _ in lists if ours != theirs]
    assert not different, f'{len(different)} differ:\n' + '\n'.join(different[:20])


def test_every_kind_of_move_was_seen(lists):
    assert {kind_of(fen, men, move) for fen, _, theirs, _ in lists for men in [men_of(fen)] for move in theirs} == {
        'castling', 'en passant', 'promotion', 'other'}
    assert {is_check for *_, is_check in lists} == {False, True}
