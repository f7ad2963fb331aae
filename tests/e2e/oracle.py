#!/usr/bin/env python3
"""Checks the oracle match from outside: without help it plays the games of `nebel match`, and each oracle does what it says.

usage: tests/e2e/oracle.py ORACLE NEBEL

A few games with few nodes; the same seeds give the same games. Prints one line a check, then `N passed, M failed`; exits 1 if
anything failed."""
import json
import pathlib
import subprocess
import sys
import tempfile

from checks import check, conclude

GAMES, NODES, AGAINST = 4, 300, 100
LIMITS = f'--games {GAMES} --nodes {NODES} --seed 3'

# Lines that are not understood, and the words that tell what to do next.
ERRORS = {
    'an unknown oracle': ('--oracle all', 'none, new-tree, density, audit and both'),
    'an unknown option': ('--rules icc', 'oracle --help'),
    'a missing value': ('--games', 'a value is missing'),
    'an odd number of games': ('--games 3', 'an even number'),
    'a player that cannot be helped': ('--player random', 'mcts-b, mcts-c or mcts-bc'),
    'an unknown player': ('--against nobody', "'nobody'"),
}


def play(program, words):
    """What a match of the oracle found."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'result.json'
        line = f'{LIMITS} --against-nodes {AGAINST} --json {path} {words}'
        subprocess.run([program, *line.split()], stdout=subprocess.DEVNULL, check=True, timeout=100)
        return json.loads(path.read_text())


def plain_match(nebel):
    done = subprocess.run([nebel, 'match', 'mcts-c', 'meta(checks=1)', *LIMITS.split(), '--limits-b', f'nodes {AGAINST}',
                           '--json'], stdout=subprocess.PIPE, check=True, timeout=100)
    return json.loads(done.stdout)


def differences(found, wanted, names):
    return ', '.join(f'{name} is {found[name]}, not {wanted[name]}' for name in names if found[name] != wanted[name])


def losing_share(result):
    return result['losing'] / result['legal']


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, nebel = sys.argv[1:]
    results = {name: play(program, f'--oracle {name}') for name in ('none', 'new-tree', 'density', 'audit', 'both')}
    none, density, audit, both = (results[name] for name in ('none', 'density', 'audit', 'both'))
    check('without help the games are those of nebel match',
          differences(none, plain_match(nebel), ('hash', 'wins', 'losses', 'draws', 'pentanomial', 'attempts')))
    check('every oracle changes the games',
          '' if len({result['hash'] for result in results.values()}) == len(results) else 'two hashes are equal')
    check('a true density makes fewer tries illegal',
          '' if density['legal'] * none['choices'] > none['legal'] * density['choices'] else str(density))
    check('a true density makes fewer tries lose men',
          '' if losing_share(density) < losing_share(none) else f'{losing_share(density)}, {losing_share(none)}')
    check('only the audit replaces tries, and every one that it vetoes',
          '' if none['replaced'] == density['replaced'] == 0 and audit['replaced'] == audit['losing'] > 0 and
          both['replaced'] == both['losing'] > 0 else str(results))
    check('a part of the truth is another density',
          '' if play(program, '--oracle density --share 50')['hash'] != density['hash'] else 'the same games')
    for name, (words, wanted) in ERRORS.items():
        done = subprocess.run([program, *words.split()], capture_output=True, encoding='utf-8', check=False, timeout=20)
        check(name, '' if done.returncode == 2 and wanted in done.stderr else f'exit {done.returncode}, {done.stderr!r}')
    return conclude()


if __name__ == '__main__':
    sys.exit(main())
