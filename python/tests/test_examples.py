"""The three examples and the guide do what they say, in short."""
import doctest
import importlib.util
import os
import subprocess
import sys

import numpy as np
import pytest

import nebel
from conftest import IS_LONG, ROOT

GAME = 'kriegspiel(board=silverman4x4)'


def load(name):
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f'python/examples/{name}.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lines(name):
    """How many lines an example has."""
    return len((ROOT / f'python/examples/{name}.py').read_text().splitlines())


def test_a_bot_in_twenty_lines_beats_random():
    assert lines('bot') <= 20
    result = nebel.match(load('bot').Recapturer(), 'random', GAME, games=200, seed=1)
    assert result.interval[0] > 0.5, str(result)


def test_is_mcts_in_sixty_lines_beats_random():
    assert lines('ismcts') <= 60
    result = nebel.match(load('ismcts').IsMcts(60), 'random', GAME, games=200 if IS_LONG else 16, seed=1)
    assert result.interval[0] > 0.5, str(result)


def test_the_learner_improves():
    learner, game, rng = load('learner'), nebel.load_game(GAME), np.random.default_rng(1)
    learner.BATCH = 1024
    weights = learner.new_weights(game)
    adam, env, seats = learner.Adam(weights.shape), nebel.VectorEnv(game, learner.GAMES, seed=1), np.arange(learner.GAMES) % 2
    state = {'paths': [[] for _ in range(learner.GAMES)], 'usual': 0.0}
    before = learner.measure(game, weights, 400 if IS_LONG else 100, 1)
    for _ in range(200 if IS_LONG else 20):
        learner.train(weights, adam, env, seats, state, rng)
    after = learner.measure(game, weights, 400 if IS_LONG else 100, 1)
    assert after.interval[0] > before.interval[1] if IS_LONG else after.score > before.score, f'{before}\n{after}'


def test_the_guide_runs_as_it_is_printed():
    result = doctest.testfile(str(ROOT / 'docs/python.md'), module_relative=False)
    assert result.failed == 0 and result.attempted > 20


@pytest.mark.skipif(not IS_LONG, reason='forty games of check-bot; make check-python runs it')
def test_check_bot_finds_no_fault():
    command = f'env PYTHONPATH={os.environ["PYTHONPATH"]} {sys.executable} {ROOT}/python/examples/bot.py'
    done = subprocess.run([ROOT / 'build/debug/src/cmd/nebel', 'check-bot', command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT)
    assert done.returncode == 0, done.stdout
