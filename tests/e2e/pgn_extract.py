#!/usr/bin/env python3
"""Checks that pgn-extract, a program of the chess world, accepts the PGN we write: every game, every move.

usage: tests/e2e/pgn_extract.py RECORDS-PROGRAM [GAMES]"""
import os
import re
import shutil
import subprocess
import sys
import tempfile


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    records, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    witness = shutil.which('pgn-extract', path=os.environ.get('PATH', '') + ':/usr/games')
    if not witness:
        sys.exit('pgn-extract is missing: apt-get install pgn-extract')
    with tempfile.NamedTemporaryFile(suffix='.pgn') as pgn:
        subprocess.run([records, '--print', str(games)], stdout=pgn, check=True)
        # -r reads and checks without writing; it names the moves it does not understand.
        said = subprocess.run([witness, '-r', pgn.name], capture_output=True, text=True, check=False).stderr
    matched = re.search(r'(\d+) games matched out of (\d+)', said)
    complaints = [line for line in said.splitlines() if re.search(r'(?i)error|unknown|illegal|fail|missing', line)]
    print('\n'.join(complaints))
    print(f'{matched[0] if matched else said}, {len(complaints)} complaints')
    return 0 if matched and int(matched[1]) == int(matched[2]) == games and not complaints else 1


if __name__ == '__main__':
    sys.exit(main())
