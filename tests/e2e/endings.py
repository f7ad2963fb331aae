#!/usr/bin/env python3
"""Checks the tables of endings and the program that plays them: a table is made again as it is, and fog wins with it.

usage: tests/e2e/endings.py ENDINGS SOLVE_ENDING TABLES

Games with few nodes; the same seeds give the same games. Prints one line a check, then `N passed, M failed`; exits 1 if
anything failed."""
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import check, conclude

# Lines that are not understood, and the words that tell what to do next.
ERRORS = {
    'material that cannot stand': ('--material QQ', 'write it as in KQK'),
    'an unknown option': ('--rules icc', 'endings --help'),
    'a number that is none': ('--games many', 'a whole number'),
    'an unknown player': ('--player nobody', "'nobody'"),
}


def won(program, material, games):
    """How many of some games fog wins."""
    done = subprocess.run([program, '--material', material, '--games', str(games), '--nodes', '200'], stdout=subprocess.PIPE,
                          check=True, timeout=200, text=True)
    return round(games * float(re.search(r'won ([0-9.]+) %', done.stdout).group(1)) / 100)


def made_again(solver, table):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / table.name
        subprocess.run([solver, table.stem.upper(), path], check=True, timeout=200)
        return path.read_bytes() == table.read_bytes()


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, solver, tables = sys.argv[1:]
    check('the table of KQK is made again byte for byte',
          '' if made_again(solver, pathlib.Path(tables) / 'kqk.table') else 'it differs')
    for material, wanted in (('KQK', 10), ('KRK', 10), ('KBBK', 9)):
        count = won(program, material, 10)
        check(f'fog wins {material}', '' if count >= wanted else f'it won {count} of 10')
    for name, (words, wanted) in ERRORS.items():
        done = subprocess.run([program, *words.split()], stderr=subprocess.PIPE, text=True, timeout=100)
        check(name, '' if done.returncode and wanted in done.stderr else f'it said {done.stderr!r}')
    conclude()


if __name__ == '__main__':
    main()
