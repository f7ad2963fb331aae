#!/usr/bin/env python3
"""A tiny learner in NumPy alone: a linear policy for Kriegspiel on 4x4, trained against random (REINFORCE, Williams 1992).

    python3 python/examples/learner.py --seconds 300 --curve curve.svg

What the player knows (its planes) gives each action a logit. After a game the tries of a won game become more likely and those of a lost game
less, the last tries most. Now and then the policy is measured on games of its own, and the curve shows how it scored."""
import argparse
import json
import time

import numpy as np

import nebel

GAME = 'kriegspiel(board=silverman4x4)'
GAMES = 128  # at once
SQUARES = 11  # the planes before `is Black` are about squares
BATCH = 4096  # tries between two steps of the weights
DISCOUNT = 0.95  # of a try for each own try after it
RATE = 0.01


def features(planes):
    """A row of numbers for each observation: the planes of squares, one cell of each plane that is filled with a number, and a one."""
    squares, numbers = planes[:, :SQUARES].reshape(len(planes), -1), planes[:, SQUARES:, 0, 0]
    return np.concatenate([squares, numbers, np.ones((len(planes), 1), np.uint8)], axis=1).astype(np.float32)


def new_weights(game):
    """All tries are equally likely at first."""
    return np.zeros((features(np.zeros((1, *game.shape), np.uint8)).shape[1], game.actions), np.float32)


def chances(weights, rows, masks):
    """The policy: a softmax over the actions that can be tried."""
    logits = np.where(masks, rows @ weights, -np.inf)
    grown = np.exp(logits - logits.max(axis=1, keepdims=True))
    return grown / grown.sum(axis=1, keepdims=True)


def choose(env, weights, seats, rng):
    """An action for each game: by the policy in the learner's seat, by chance in the other. Also which rows are the learner's."""
    actions = env.sample()
    mine = np.flatnonzero(env.infos['current_player'] == seats)
    if len(mine):
        policy = chances(weights, features(env.observations[mine]), env.infos['action_mask'][mine] > 0)
        actions[mine] = np.argmax(policy.cumsum(axis=1) > rng.random((len(mine), 1)) * 0.999999, axis=1)
    return actions, mine


class Adam:
    """Steps of a gradient with a rate of its own for each weight (Kingma and Ba 2015)."""

    def __init__(self, shape):
        self.mean, self.square, self.count = np.zeros(shape, np.float32), np.zeros(shape, np.float32), 0

    def step(self, gradient):
        """How far to go."""
        self.count += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient ** 2 - self.square)
        return RATE * (self.mean / (1 - 0.9 ** self.count)) / (np.sqrt(self.square / (1 - 0.999 ** self.count)) + 1e-8)


def gradient_of(weights, tries, worths):
    """The direction in which tries that were worth more than usual become more likely."""
    planes, masks, actions = (np.array(column) for column in zip(*tries))
    rows = features(planes)
    wrong = -chances(weights, rows, masks > 0)
    wrong[np.arange(len(actions)), actions] += 1
    return rows.T @ (wrong * np.array(worths, np.float32)[:, None]) / len(actions)


def train(weights, adam, env, seats, state, rng):
    """Plays until there are enough tries of ended games, and steps the weights."""
    tries, worths = [], []
    while len(tries) < BATCH:
        actions, mine = choose(env, weights, seats, rng)
        for i in mine:
            state['paths'][i].append((env.observations[i].copy(), env.infos['action_mask'][i].copy(), actions[i]))
        _, rewards, ended, _, _ = env.step(actions)
        for i in np.flatnonzero(ended):
            path, state['paths'][i] = state['paths'][i], []
            gain = rewards[i, seats[i]] - state['usual']
            state['usual'] += 0.01 * gain
            tries += path
            worths += [gain * DISCOUNT ** (len(path) - 1 - at) for at in range(len(path))]
    weights += adam.step(gradient_of(weights, tries, worths))


def measure(game, weights, games, seed):
    """Plays one game in each of so many places, half of them as White."""
    env, rng = nebel.VectorEnv(game, games, seed), np.random.default_rng(seed)
    seats, left, result = np.arange(games) % 2, np.ones(games, bool), nebel.MatchResult()
    while left.any():
        _, rewards, ended, _, _ = env.step(choose(env, weights, seats, rng)[0])
        for i in np.flatnonzero(ended & left):
            reward, left[i] = rewards[i, seats[i]], False
            result.wins, result.draws, result.losses = result.wins + (reward > 0), result.draws + (reward == 0), result.losses + (reward < 0)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seconds', type=float, default=300, help='CPU seconds of training')
    parser.add_argument('--measures', type=int, default=12)
    parser.add_argument('--games', type=int, default=1000, help='of each measurement')
    parser.add_argument('--curve', help='the SVG file to write')
    options = parser.parse_args()
    game, rng = nebel.load_game(GAME), np.random.default_rng(1)
    weights = new_weights(game)
    adam, env, seats = Adam(weights.shape), nebel.VectorEnv(game, GAMES, seed=1), np.arange(GAMES) % 2
    state = {'paths': [[] for _ in range(GAMES)], 'usual': 0.0}
    points, spent = [], 0.0
    for step in range(options.measures + 1):
        while spent < options.seconds * step / options.measures:
            start = time.process_time()
            train(weights, adam, env, seats, state, rng)
            spent += time.process_time() - start
        result = measure(game, weights, options.games, 1000 + step)
        points.append((spent, result.score, *result.interval))
        print(f'{spent:6.1f} s  {result}', flush=True)
    if options.curve:
        seconds, score, low, high = zip(*points)
        nebel.plot.curve(seconds, score, low, high, x_label='CPU seconds of training', y_label='score against random').save(options.curve)
    print(json.dumps({'points': [[round(float(number), 3) for number in point] for point in points]}))


if __name__ == '__main__':
    main()
