"""Silence: states in which a player has heard the same give it the same bytes, in every array, string and tensor.

Short random games often sound alike. All states are grouped by what a player has heard; each is compared with the first of its group, and
those whose boards differ are counted as twins."""
import random
import sys

import pytest

import nebel
from conftest import TWINS

TRIES_MAX = 10
GAMES = ('kriegspiel(board=silverman4x4)', 'kriegspiel(rules=rand,board=silverman4x4)', 'kriegspiel(rules=berkeley-any,board=4x5)',
         'kriegspiel(rules=english,board=5x5)', 'kriegspiel', 'phantom-go(size=5)', 'phantom-go(size=5,tries_heard=yes,points_to_both=yes)')
LIVES = 64


def surface(state, player):
    """Every byte that a player gets of a state."""
    seat = state.seat(player)
    return (seat.observation_tensor().tobytes(), seat.observation_string(), tuple(seat.legal_actions()), seat.legal_actions_mask().tobytes(),
            state.current_player(), tuple(state.returns()), state.ending(), tuple(seat.hearings()))


def rows(env, index):
    """Every byte of a row of a VectorEnv."""
    return tuple(array[index].tobytes() for name, array in env.arrays.items() if name not in ('refused', 'terminations', 'rewards'))


@pytest.mark.parametrize('string', GAMES)
def test_what_sounds_alike_looks_alike(string):
    game, rng = nebel.load_game(string), random.Random(string)
    first, twins, states = {}, 0, [game.new_initial_state() for _ in range(LIVES)]
    env = nebel.VectorEnv(game, LIVES)
    games = 0
    while twins < TWINS // len(GAMES) and games < 40 * TWINS:
        actions = [rng.choice(state.legal_actions()) for state in states]
        for i, state in enumerate(states):
            state.apply_action(actions[i])
        env.step(actions)
        for i, state in enumerate(states):
            if state.is_terminal():
                states[i] = game.new_initial_state()
                continue
            for player in (0, 1):
                heard = player, state.information_state_string(player)
                seen = surface(state, player), rows(env, i) if state.current_player() == player else None
                truth = state.men().tobytes()
                if heard not in first:
                    first[heard] = seen, truth
                    continue
                assert first[heard][0] == seen, f'{string}, {heard}: {state.history_str()}'
                twins += first[heard][1] != truth
        games += LIVES
        if states[0].move_number() >= TRIES_MAX:
            states = [game.new_initial_state() for _ in range(LIVES)]
            env.reset()
    print(f'{string}: {twins} twins', file=sys.stderr)
    assert twins >= TWINS // len(GAMES)


@pytest.mark.parametrize('string', GAMES)
def test_a_possible_world_answers_as_the_truth_does(string):
    """A state that was drawn from a belief, and the true one, give the player the same as long as they answer alike."""
    game, rng = nebel.load_game(string), random.Random(string)
    compared = 0
    while compared < TWINS // 40:
        state = game.new_initial_state()
        for _ in range(rng.randrange(8)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        player = state.current_player()
        world = state.resample_from_infostate(player, rng, 64)
        while state.information_state_string(player) == world.information_state_string(player):
            assert surface(state, player) == surface(world, player)
            compared += 1
            if state.is_terminal() or state.current_player() != player:
                break
            action = rng.choice(state.legal_actions())
            state.apply_action(action)
            world.apply_action(action)
