#!/usr/bin/env python3
"""Bots that tell what they were told, by the only way a guest has: the reason of its forfeit.

usage: tests/e2e/telltale.py seed|opening"""
import sys


def tell_seed():
    """Refuses every game, and gives the seed it was offered as its reason. It accepts the start before a match, which has none."""
    for line in sys.stdin:
        words = line.split()
        if words[0] == 'nebel':
            print('ready', flush=True)
        elif words[0] == 'ping':
            print('pong', flush=True)
        elif words[0] == 'newgame' and words[words.index('seed') + 1] != '0':
            print('refuse', words[words.index('seed') + 1], flush=True)


def tell_opening():
    """Answers its first turn with what it was told so far, which is no action: how many games, and its opening."""
    games, opening = 0, []
    for line in sys.stdin:
        verb, *words = line.split()
        if verb == 'nebel':
            print('ready', flush=True)
        elif verb == 'newgame':
            games += 1
        elif verb == 'opening':
            opening += words
        elif verb == 'ping':
            print('pong', flush=True)
        elif verb == 'go':
            print('told', games, *opening, flush=True)


if __name__ == '__main__':
    {'seed': tell_seed, 'opening': tell_opening}[sys.argv[1]]()
