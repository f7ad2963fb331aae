#!/usr/bin/env python3
"""Bots for tests of what bots are told.

usage: tests/e2e/bots/telltale.py seed          refuses every game with the seed it was told: a forfeit's reason is all that a guest can say
       tests/e2e/bots/telltale.py opening       answers with the opening it was told, which is no action
       tests/e2e/bots/telltale.py guess         often tries what it could have ruled out
       tests/e2e/bots/telltale.py tap LOG BOT...    writes down what passes between the runner and another bot"""
import random
import subprocess
import sys
import threading


def tell_seed():
    """Accepts the start before a match, which has no seed."""
    for line in sys.stdin:
        words = line.split()
        if words[0] == 'nebel':
            print('ready', flush=True)
        elif words[0] == 'ping':
            print('pong', flush=True)
        elif words[0] == 'newgame' and words[words.index('seed') + 1] != '0':
            print('refuse', words[words.index('seed') + 1], flush=True)


def tell_opening():
    """Tells at its first turn how many games there were, and its opening."""
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


def guess():
    tries, squares = [], [file + rank for file in 'abcdefgh' for rank in '12345678']
    for line in sys.stdin:
        verb, *words = line.split()
        if verb == 'nebel':
            print('id name guess\nwant tries\nready', flush=True)
        elif verb == 'newgame':
            random.seed(words[words.index('seed') + 1])
        elif verb == 'tries':
            tries = words
        elif verb == 'go':
            guessed = random.choice(squares) + random.choice(squares)
            print('try', guessed if random.random() < 0.1 else random.choice(tries), flush=True)
        elif verb == 'ping':
            print('pong', flush=True)


def tap(log, *command):
    with open(log, 'w') as file, subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                                  encoding='utf-8') as bot:
        def relay(source, target, mark):
            for line in source:
                file.write(f'{mark} {line}')
                file.flush()
                target.write(line)
                target.flush()
        answers = threading.Thread(target=relay, args=(bot.stdout, sys.stdout, '<'))
        answers.start()
        relay(sys.stdin, bot.stdin, '>')
        bot.stdin.close()
        answers.join()


if __name__ == '__main__':
    {'seed': tell_seed, 'opening': tell_opening, 'guess': guess, 'tap': tap}[sys.argv[1]](*sys.argv[2:])
