#!/usr/bin/env python3
"""Asks Stockfish, as a witness, whether our lists of legal moves are right.

usage: tests/oracle/stockfish.py LIST_LEGAL [--positions N] [--seed N]

LIST_LEGAL prints positions of random games with our legal moves; Stockfish lists its own for the
same positions, and each difference is printed. The last line counts the positions, the moves, the
differences, how many of the moves were castling, en passant and promotions, and in how many of the
positions the side to move was in check. Exits 1 on any difference, and also if one of these kinds
never occurred, for then nothing was witnessed about it."""
import argparse
import os
import re
import shutil
import subprocess
import sys

MOVE = re.compile(r'^([a-h][1-8][a-h][1-8][qrbn]?): 1$')
KINDS = ('castling', 'en passant', 'promotions', 'in check')


def find_stockfish():
    # Debian keeps it where the superuser's PATH does not look.
    found = shutil.which('stockfish', path=os.environ.get('PATH', '') + ':/usr/games')
    return found or sys.exit('stockfish: Stockfish is missing; '
                             'install the package stockfish (tools/setup does)')


def list_ours(program, positions, seed):
    """Returns pairs of a FEN and our set of moves."""
    command = [program, str(positions), str(seed)]
    try:
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f'stockfish: cannot list our moves: {error}')
    pairs = []
    for line in run.stdout.splitlines():
        fen, separator, moves = line.partition(';')
        if not separator or len(set(moves.split())) != len(moves.split()):
            sys.exit(f'stockfish: not a FEN, `;` and moves without repeats: {line}')
        pairs.append((fen, set(moves.split())))
    if len(pairs) != positions:
        sys.exit(f'stockfish: asked {program} for {positions} positions, got {len(pairs)}')
    return pairs


def list_theirs(program, fens):
    """Returns Stockfish's set of moves for each position, whether it sees a check there, and a
    complaint if it died on the way, as it does on an unsound position; else None."""
    script = ''.join(f'position fen {fen}\nd\ngo perft 1\n' for fen in fens) + 'quit\n'
    run = subprocess.run([program], input=script, stdout=subprocess.PIPE, text=True, check=False)
    # Stockfish counts in a thread of its own, so `d` may speak before the last count has ended.
    # Each of the two keeps its own order: read them as two streams.
    moves, lists, checks = set(), [], []
    for line in run.stdout.splitlines():
        if found := MOVE.match(line):
            moves.add(found[1])
        elif line.startswith('Nodes searched:'):
            lists.append(moves)
            moves = set()
        elif line.startswith('Checkers:'):
            checks.append(line.strip() != 'Checkers:')
    if run.returncode == 0 and len(fens) == len(lists) == len(checks):
        return lists, checks, None
    reached = min(max(len(lists), len(checks)), len(fens) - 1)
    return lists, checks, (f'Stockfish ended with status {run.returncode} at position '
                           f'{reached + 1} of {len(fens)}; look at: {fens[reached]}')


def men_of(fen):
    """Returns the board as a mapping from square names to FEN letters."""
    men = {}
    for rank, row in zip('87654321', fen.split()[0].split('/')):
        letters = ''.join('.' * int(c) if c.isdigit() else c for c in row)
        men.update((file + rank, man) for file, man in zip('abcdefgh', letters) if man != '.')
    return men


def count_kinds(fen, moves, kinds):
    men, passant = men_of(fen), fen.split()[3]
    for move in moves:
        man, files = men.get(move[:2], '').lower(), ord(move[2]) - ord(move[0])
        kinds['castling'] += man == 'k' and abs(files) == 2
        kinds['en passant'] += man == 'p' and files != 0 and move[2:4] == passant
        kinds['promotions'] += len(move) == 5


def read_arguments():
    parser = argparse.ArgumentParser(description='Compares our legal moves with Stockfish.')
    parser.add_argument('list_legal', metavar='LIST_LEGAL', help='the program that lists our moves')
    parser.add_argument('--positions', type=int, default=10000, metavar='N',
                        help='how many (default 10000)')
    parser.add_argument('--seed', type=int, default=1, metavar='N',
                        help='of the random games (default 1)')
    arguments = parser.parse_args()
    if arguments.positions < 1:
        parser.error('--positions must be at least 1')
    return arguments


def main():
    arguments = read_arguments()
    witness = find_stockfish()
    pairs = list_ours(arguments.list_legal, arguments.positions, arguments.seed)
    lists, checks, complaint = list_theirs(witness, [fen for fen, _ in pairs])

    compared = differences = 0
    kinds = dict.fromkeys(KINDS, 0)
    for (fen, ours), theirs, is_check in zip(pairs, lists, checks):
        compared += 1
        if ours != theirs:
            differences += 1
            print(f'{fen}\n  only we say:         {" ".join(sorted(ours - theirs)) or "-"}'
                  f'\n  only Stockfish says: {" ".join(sorted(theirs - ours)) or "-"}')
        count_kinds(fen, theirs, kinds)
        kinds['in check'] += is_check
    if complaint:
        print(complaint)
    absent = [kind for kind in KINDS if kinds[kind] == 0]
    if absent:
        print(f'nothing was seen of {", ".join(absent)}: ask for more --positions, '
              'or look at list_legal')
    print(f'{compared} positions, {sum(map(len, lists))} moves, {differences} differences '
          f'({", ".join(f"{kind} {kinds[kind]}" for kind in KINDS)})')
    return 1 if differences or absent or complaint else 0


if __name__ == '__main__':
    sys.exit(main())
