"""What the tests share: the games that every call is made with, and how much is done."""
import os
import pathlib
import random

import pytest

import nebel

ROOT = pathlib.Path(os.environ.get('NEBEL_SOURCE', pathlib.Path(__file__).resolve().parents[2]))
RULESETS = ('icc', 'berkeley', 'berkeley-any', 'cincinnati', 'english', 'rand', 'parker2005', 'foret2019')
SIDES = range(4, 9)
GAMES = (
    [f'kriegspiel(rules={rules})' for rules in RULESETS]
    + [f'kriegspiel(rules={RULESETS[(files + ranks) % len(RULESETS)]},board={files}x{ranks})' for files in SIDES for ranks in SIDES]
    + ['chess', 'chess(board=losalamos6x6)', 'chess(board=silverman4x4)', 'kriegspiel(fen=4k3/P6P/8/8/8/8/p6p/4K3_w)']
    + [f'phantom-go(size={size})' for size in (5, 9, 13, 19)]
    + ['phantom-go(size=7,superko=no,tries_heard=yes)', 'phantom-go(size=7,black=d4)']
)
# How much the long tests do: `make check-python` sets more than CI.
TWINS = int(os.environ.get('NEBEL_TWINS', '2000'))
IS_LONG = bool(os.environ.get('NEBEL_LONG'))


@pytest.fixture(params=GAMES, ids=str)
def game(request):
    """Every game."""
    return nebel.load_game(request.param)


@pytest.fixture
def rng():
    """Chance that is the same in every run."""
    return random.Random(1)


def advance(state, rng, tries):
    """Makes some random tries, as long as the game goes on."""
    for _ in range(tries):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state
