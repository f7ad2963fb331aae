#!/usr/bin/env python3
"""Information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) in sixty lines, measured against random.

    python3 python/examples/ismcts.py --games 200

Each iteration plays a world that the player holds possible to its end. What it has heard names a node, which worlds that sound alike share."""
import argparse
import math
import random

import nebel


class IsMcts:
    def __init__(self, iterations=200, exploration=0.7, boards=200):
        self.iterations, self.exploration, self.boards = iterations, exploration, boards

    def restart(self, game, seat, seed):
        self.player, self.rng = seat, random.Random(seed)

    def step(self, seat):
        self.tree = {}  # what was heard -> {action: [visits, sum of returns]}
        for _ in range(self.iterations):
            self.iterate(seat.resample(self.rng, self.boards))
        root = self.tree[seat.information_state_string()]
        return max(root, key=root.get)  # most visits

    def iterate(self, world):
        path = []
        while not world.is_terminal():
            actions = world.legal_actions()
            if world.current_player() != self.player:
                world.apply_action(self.rng.choice(actions))
                continue
            node = self.tree.setdefault(world.information_state_string(self.player), {})
            untried = [action for action in actions if action not in node]
            action = self.rng.choice(untried) if untried else self.most_promising(node, actions)
            path.append(node.setdefault(action, [0, 0.0]))
            world.apply_action(action)
            if untried:
                break
        value = nebel.random_playout(world, self.rng)[self.player]
        for edge in path:
            edge[:] = edge[0] + 1, edge[1] + value

    def most_promising(self, node, actions):
        total = math.log(sum(visits for visits, _ in node.values()))
        return max(actions, key=lambda action: node[action][1] / node[action][0] + self.exploration * math.sqrt(total / node[action][0]))


def main():
    parser = argparse.ArgumentParser(description='Measures IS-MCTS against random.')
    parser.add_argument('--game', default='kriegspiel(board=silverman4x4)')
    parser.add_argument('--games', type=int, default=200)
    options = parser.parse_args()
    print(nebel.match(IsMcts(), 'random', options.game, options.games, seed=1))


if __name__ == '__main__':
    main()
