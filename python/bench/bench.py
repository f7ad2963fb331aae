#!/usr/bin/env python3
"""Measures how many tries a CPU second Python makes, beside bare C in the same run, and prints one JSON object.

usage: bench.py BARE-C-PROGRAM [--game GAME] [--seconds S] [--rounds N]

Each rate is the median of N rounds of S CPU seconds, and the rounds of all rates alternate, so that a busy machine slows all of them."""
import argparse
import json
import random
import statistics
import subprocess
import time

import numpy as np

import nebel
from nebel import aec


def rate(run, seconds):
    """Tries a CPU second of a function that makes some tries and says how many."""
    tries, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        tries += run()
    return tries / (time.process_time() - start)


def state_loop(game, rng):
    """One random game by State."""
    state = game.new_initial_state()
    tries = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng() * len(actions))])
        tries += 1
    return tries


def aec_loop(env, rng):
    """One random game by aec.Env, with observations and masks."""
    env.reset()
    tries = 0
    while env.agents:
        _, _, is_over, _, info = env.last()
        if is_over:
            env.step(None)
            continue
        actions = info['legal_actions']
        env.step(actions[int(rng() * len(actions))])
        tries += 1
    return tries


def vector_loop(env, rng, rows):
    """A hundred steps of a VectorEnv, with actions chosen by NumPy from the lists."""
    actions, counts = env.infos['legal_actions'], env.infos['legal_counts']
    for _ in range(100):
        env.step(actions[rows, (rng.random(len(rows)) * counts).astype(np.intp)])
    return 100 * len(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('bare')
    parser.add_argument('--game', default='kriegspiel')
    parser.add_argument('--seconds', type=float, default=1)
    parser.add_argument('--rounds', type=int, default=5)
    options = parser.parse_args()
    game = nebel.load_game(options.game)
    rng, numbers, rows = random.Random(1).random, np.random.default_rng(1), np.arange(256)
    env = aec.env(game)
    with_tensors, without = nebel.VectorEnv(game, 256), nebel.VectorEnv(game, 256, observations=False, masks=False)
    loops = {
        'state': lambda: state_loop(game, rng),
        'aec': lambda: aec_loop(env, rng),
        'vector_256_with_tensors': lambda: vector_loop(with_tensors, numbers, rows),
        'vector_256': lambda: vector_loop(without, numbers, rows),
    }
    found = {name: [] for name in loops}
    bare = []
    for _ in range(options.rounds):
        for name, loop in loops.items():
            found[name].append(rate(loop, options.seconds))
        done = subprocess.run([options.bare, options.game, str(options.seconds)], check=True, text=True, stdout=subprocess.PIPE)
        bare.append(json.loads(done.stdout))
    print(json.dumps({
        'game': game.string,
        'unit': 'tries a CPU second, median',
        'rounds': options.rounds,
        'python': {name: round(statistics.median(rates)) for name, rates in found.items()},
        'c': {name: round(statistics.median(one[name] for one in bare)) for name in bare[0]},
    }))


if __name__ == '__main__':
    main()
