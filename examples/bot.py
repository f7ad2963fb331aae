#!/usr/bin/env python3
"""The smallest complete bot: it plays any game of Nebel, by chance. Begin your own from here.

    nebel check-bot examples/bot.py
    nebel match cmd:examples/bot.py random --games 10

docs/protocol/bot.md says what else it could hear and do."""
import random
import sys


def say(line):
    print(line, flush=True)  # a runner cannot hear what waits in a buffer


def main():
    tries = []
    for line in sys.stdin:
        verb, *words = line.split()
        if verb == 'nebel':
            say('id name smallest bot in Python')
            say('want tries')
            say('ready')
        elif verb == 'newgame':
            random.seed(words[words.index('seed') + 1])
        elif verb == 'tries':
            tries = words
        elif verb == 'hear':
            pass  # what the umpire said: a bot that thinks would begin here
        elif verb == 'go':
            say(f'try {random.choice(tries)}')
        elif verb == 'ping':
            say('pong')
        elif verb == 'quit':
            break


if __name__ == '__main__':
    main()
