"""The oracle match from outside: without help it plays the games of `nebel match`, and each oracle does what it says.

A few games with few nodes; the same seeds give the same games."""
import json

import pytest
from support.programs import read, run

AGAINST = 100
LIMITS = '--games 4 --nodes 300 --seed 3'

# Lines that are not understood, and the words that tell what to do next.
ERRORS = {
    'an unknown oracle': ('--oracle all', 'none, new-tree, density, audit and both'),
    'an unknown option': ('--rules icc', 'oracle --help'),
    'a missing value': ('--games', 'a value is missing'),
    'an odd number of games': ('--games 3', 'an even number'),
    'a player that cannot be helped': ('--player random', 'mcts-b, mcts-c or mcts-bc'),
    'an unknown player': ('--against nobody', "'nobody'"),
}


def play(build, folder, words):
    """Returns what a match of the oracle found."""
    path = folder / 'result.json'
    read([build / 'tests/oracle', *f'{LIMITS} --against-nodes {AGAINST} --json {path} {words}'.split()])
    return json.loads(path.read_text())


@pytest.fixture(scope='module')
def results(build, folder):
    return {name: play(build, folder, f'--oracle {name}') for name in ('none', 'new-tree', 'density', 'audit', 'both')}


def test_without_help_the_games_are_those_of_nebel_match(nebel, results):
    plain = nebel.read_json(f"match mcts-c 'meta(checks=1)' {LIMITS} --limits-b 'nodes {AGAINST}' --json")
    for name in ('hash', 'wins', 'losses', 'draws', 'pentanomial', 'attempts'):
        assert results['none'][name] == plain[name], name


def test_every_oracle_changes_the_games(results):
    assert len({result['hash'] for result in results.values()}) == len(results)


def test_a_true_density_makes_fewer_tries_illegal_and_fewer_lose_men(results):
    none, density = results['none'], results['density']
    assert density['legal'] / density['choices'] > none['legal'] / none['choices']
    assert density['losing'] / density['legal'] < none['losing'] / none['legal']


def test_only_the_audit_replaces_tries_and_every_one_that_it_vetoes(results):
    assert results['none']['replaced'] == results['density']['replaced'] == 0
    for name in ('audit', 'both'):
        assert results[name]['replaced'] == results[name]['losing'] > 0, name


def test_a_part_of_the_truth_is_another_density(build, folder, results):
    assert play(build, folder, '--oracle density --share 50')['hash'] != results['density']['hash']


@pytest.mark.parametrize('words, wanted', ERRORS.values(), ids=ERRORS)
def test_an_error_tells_what_to_do(build, words, wanted):
    done = run([build / 'tests/oracle', *words.split()])
    assert done.returncode == 2 and wanted in done.stderr, f'exit {done.returncode}, {done.stderr!r}'
