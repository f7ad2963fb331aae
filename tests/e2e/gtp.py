#!/usr/bin/env python3
"""Checks `nebel gtp` from outside: the sessions of its page, and whole games against GNU Go through a controller that tells
both every move, as GTP controllers do.

usage: tests/e2e/gtp.py BINARY PAGE [--games N] [--bless]

  --games N   games against GNU Go (default 4)
  --bless     write the player's answers into the page's sessions; read the diff before you believe it

Prints one line a check, then `N passed, M failed`; exits 1 if anything failed."""
import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

from commands import check, counts
from engines import marked_by

SESSION = re.compile(r'```text\n# (.*)\n((?:[<>].*\n)+)```')
TURNS_MAX = 400
END_SECONDS = 10  # in which what was killed must be gone
GNUGO = ['--mode', 'gtp', '--quiet', '--level', '0', '--chinese-rules', '--forbid-suicide', '--positional-superko',
         '--never-resign']


class Engine:
    """A program at the other end of GTP."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        """The lines of the answer."""
        self.process.stdin.write(command + '\n')
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) not in ('\n', ''):
            lines.append(line.rstrip())
        return lines or ['']

    def tell(self, command):
        """What the one line of the answer says; an error if it is a refusal."""
        answer = self.ask(command)[0]
        if not answer.startswith('='):
            raise RuntimeError(f'{command}: {answer}')
        return answer[1:].strip().lower()

    def quit(self):
        """Leaves; the status it ended with."""
        self.tell('quit')
        return self.close()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait()


def play_session(binary, head, body):
    """The session with the answers that are really given."""
    player, *options = head.split()
    engine = Engine([binary, 'gtp', player, *options])
    lines = []
    for line in body.splitlines():
        if line.startswith('> '):
            lines.append(line)
            lines += [f'< {answer}' for answer in engine.ask(line[2:])]
    engine.close()
    return ''.join(line + '\n' for line in lines)


def check_sessions(binary, page, blesses):
    text = page.read_text(encoding='utf-8')
    found = SESSION.findall(text)
    check('the page has sessions', '' if len(found) >= 3 else f'{len(found)} of them')
    for head, body in found:
        real = play_session(binary, head, body)
        if blesses:
            text = text.replace(f'# {head}\n{body}', f'# {head}\n{real}')
        check(f'the session of {head} is as the page says', '' if real == body else real)
    if blesses:
        page.write_text(text, encoding='utf-8')


def play_game(engines, size):
    """A game through both, Black's engine first; returns how many moves it had."""
    for engine in engines:
        for command in (f'boardsize {size}', 'clear_board', 'komi 7.5'):
            engine.tell(command)
    passes = turn = 0
    while passes < 2 and turn < TURNS_MAX:
        color = ('black', 'white')[turn % 2]
        move = engines[turn % 2].tell(f'genmove {color}')
        if move == 'resign':
            break
        engines[1 - turn % 2].tell(f'play {color} {move}')
        passes = passes + 1 if move == 'pass' else 0
        turn += 1
    return turn


def same_stones(ours, theirs):
    """Whether GNU Go has stones wherever the player sees its own."""
    seen = {'X': set(), 'O': set()}
    rows = [line for line in ours.ask('showboard')[1:] if line.strip()[0].isdigit()]
    for row in rows:
        number, *cells = row.split()
        for column, cell in zip('abcdefghjklmnopqrst', cells):
            seen.get(cell, set()).add(column + number)
    return all(not seen[mark] or seen[mark] == set(theirs.tell(f'list_stones {color}').split())
               for mark, color in (('X', 'black'), ('O', 'white'))) and any(seen.values())


def check_games(binary, gnugo, games):
    for i in range(games):
        size = (5, 7, 9, 6)[i % 4]
        ours, theirs = Engine([binary, 'gtp', 'go-best', '--nodes', '100']), Engine([gnugo, *GNUGO])
        turns, why = 0, ''
        try:
            turns = play_game([ours, theirs] if i % 2 else [theirs, ours], size)
            is_same = same_stones(ours, theirs)
            status = ours.quit()
            theirs.quit()
        except (RuntimeError, BrokenPipeError) as error:
            why, is_same, status = str(error), False, None
        check(f'a game against GNU Go on {size}x{size} goes to its end', why or ('' if turns > size else f'{turns} turns'))
        check('and both have the same stones in it', '' if is_same else 'they have not')
        check('and the player leaves when it is told to', '' if status == 0 else f'status {status}')


def is_gone(runner):
    """Whether nothing that a runner started is left, soon after its end."""
    end = time.monotonic() + END_SECONDS
    while marked_by(runner) and time.monotonic() < end:
        time.sleep(0.05)
    return not marked_by(runner)


def check_children(binary):
    """A player that asks GNU Go: whatever becomes of either, no process is left behind."""
    for name, leave in {'quits': Engine.quit, 'is killed': lambda engine: engine.process.kill() or engine.close()}.items():
        engine = Engine([binary, 'gtp', 'go-pimc(engine=gnugo,boards=2)'])
        engine.tell('boardsize 7')
        engine.tell('genmove black')
        guests = marked_by(engine.process.pid)
        for guest in guests:
            os.kill(guest, signal.SIGKILL)
        engine.tell('play white a1')
        move = engine.tell('genmove black')
        others = marked_by(engine.process.pid)
        check('a GNU Go that was killed is replaced in the middle of a game',
              '' if move and len(guests) == len(others) == 1 and guests != others else f'{move} {guests} {others}')
        leave(engine)
        check(f'no GNU Go survives a player that {name}', '' if is_gone(engine.process.pid) else 'one does')


def check_long_line(binary):
    run = subprocess.run([binary, 'gtp', 'go-random'], input='name ' + 'x' * 100000 + '\n7 name\n', text=True,
                         stdout=subprocess.PIPE, check=False)
    right = '? the line is too long\n\n=7 go-random\n\n'
    check('a line that is too long is refused and the next one read', '' if run.stdout == right else run.stdout[:200])


def main():
    parser = argparse.ArgumentParser(description='Checks nebel gtp.')
    parser.add_argument('binary')
    parser.add_argument('page', type=pathlib.Path)
    parser.add_argument('--games', type=int, default=4)
    parser.add_argument('--bless', action='store_true')
    arguments = parser.parse_args()
    gnugo = shutil.which('gnugo', path=os.environ.get('PATH', '') + ':/usr/games')
    if not gnugo:
        sys.exit('gtp: GNU Go is missing; install the package gnugo (tools/setup does)')
    check_sessions(arguments.binary, arguments.page, arguments.bless)
    check_games(arguments.binary, gnugo, arguments.games)
    check_children(arguments.binary)
    check_long_line(arguments.binary)
    print(f'{counts["passed"]} passed, {counts["failed"]} failed')
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
