#!/usr/bin/env python3
"""Checks what a match tells about itself and about its bots: how far it is, what Ctrl-C does, which bot cannot start, what each
bot was told and said, and who failed.

usage: tests/e2e/match_bots.py BINARY

Every step at a terminal (tmux) waits for a marker on the screen and never for a time. Prints one line a check, then
`N passed, M failed`; exits 1 if anything failed."""
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from commands import Nebel, check, counts
from support.terminal import Terminal

Missing = AssertionError

# A bot by what it does on its turn; it writes to standard error which files of logs/ it can see.
BOT = '''import os, random, resource, sys, time
tries = []
for line in sys.stdin:
    verb, *words = line.split()
    if verb == 'nebel':
        print('id name b\\nwant tries\\nready', flush=True)
    elif verb == 'ping':
        print('pong', flush=True)
    elif verb == 'tries':
        tries = words
    elif verb == 'go':
        print('seen', *sorted(os.listdir('logs')), file=sys.stderr, flush=True)
        {}
        print('try', random.choice(tries), flush=True)
'''
DEEDS = {
    'plays': 'pass',
    'spins': 'resource.setrlimit(resource.RLIMIT_CPU, (1, 3))\n        while True: pass',
    'sleeps': 'time.sleep(0.3)',
}
SLOW = 'match mcts-c mcts-c --games 4 --nodes 100000000'


def write_bots(folder):
    (folder / 'logs').mkdir()
    for name, deed in DEEDS.items():
        (folder / f'{name}.py').write_text(BOT.format(deed))
    (folder / 'dies').write_text('#!/bin/sh\necho a reason >&2\nexit 3\n')
    (folder / 'refuses').write_text('#!/bin/sh\nread x; echo ready\nread x; echo refuse never\nread x\n')
    for name in ('dies', 'refuses'):
        (folder / name).chmod(0o755)


class Here(Nebel):
    """Runs nebel in a folder."""

    def __init__(self, binary, folder):
        super().__init__(binary)
        self.folder = folder

    def run(self, line, **streams):
        return super().run(line, cwd=self.folder, **streams)


def bot(name):
    return f"'cmd:{sys.executable} -I -S {name}.py'"


# --- Bots that cannot start ------------------------------------------------------------------------

def check_starts(nebel):
    for name, reason in (('nowhere', 'it was not found'), ('dies', 'it exited with status 3'),
                         ('refuses', "it refused the game: 'never'")):
        for command in ('match', 'tournament'):
            done = nebel.run(f'{command} random cmd:./{name} --games 2 -o kept.match')
            check(f'a bot that cannot play is refused before the first game: {command}, {name}',
                  '' if done.returncode == 1 and not done.stdout and f'cmd:./{name} cannot play: {reason}' in done.stderr and
                  not (nebel.folder / 'kept.match').exists() else f'exit {done.returncode}, {done.stdout!r}, {done.stderr!r}')
    done = nebel.run('match random cmd:./dies --games 2 --log start')
    log = (nebel.folder / 'start/start-2.log').read_text()
    check('the log of a bot that cannot start has its standard error', '' if done.returncode == 1 and '! a reason' in log else log)


# --- Logs --------------------------------------------------------------------------------------------

def check_logs(nebel):
    done = nebel.run(f"match {bot('plays')} {bot('plays')} --game 'kriegspiel(board=silverman4x4)' --games 4 --log logs")
    if done.returncode:
        check('a match keeps the dialogues of its bots', done.stderr)
        return
    logs = {path.name: path.read_text() for path in (nebel.folder / 'logs').iterdir()}
    expected = {f'game-{game}-{seat}.log' for game in range(1, 5) for seat in ('white', 'black')} | {'start-1.log', 'start-2.log'}
    check('there is a log for each bot and game', '' if set(logs) == expected else str(sorted(logs)))
    for words in (r'> nebel 1', r'< ready', r'> newgame kriegspiel\(.*seat white seed', r'! seen', r'< try ', r'> hear .*over', r'> quit'):
        check(f'a log has: {words}', '' if re.search(rf'^ *\d+ {words}', logs['game-1-white.log'], re.M) else logs['game-1-white.log'])
    seen = [(name, line) for name, text in logs.items() for line in re.findall(r'! seen(.*)', text)]
    leaks = [(name, line) for name, line in seen if name.rsplit('-', 1)[0] + '-' in line]
    check('no bot finds the log of a game that it plays', str(leaks[:3]) if leaks or not seen else '')
    done = nebel.run('match random random --games 2 --log logs')
    check('a log without a bot is refused', '' if done.returncode == 2 and 'cmd: player' in done.stderr else done.stderr)
    (nebel.folder / 'file').write_text('')
    done = nebel.run('match random cmd:./dies --games 2 --log file')
    check('a log where none can be is refused', '' if done.returncode and 'file' in done.stderr else done.stderr)


# --- The report --------------------------------------------------------------------------------------

def check_report(nebel):
    done = nebel.run('match random capturer --games 3 --nodes 1')
    check('an odd number of games is said to become even', '' if done.returncode == 0 and
          '--games 3 plays 4' in done.stderr and done.stdout.startswith('4 of 4 games') else done.stderr + done.stdout)
    check('pairs are told in words', '' if re.search(r'^pairs +\d+ with 0 points, \d+ with 0.5, \d+ with 1, \d+ with 1.5, \d+ with 2$',
                                                     done.stdout, re.M) else done.stdout)
    check('nElo is told in words', '' if re.search(r'^nElo .*, Elo scaled by how results vary$', done.stdout, re.M) else done.stdout)
    check('no likelihood ratio without a test', done.stdout if 'LLR' in done.stdout else '')
    done = nebel.run('match random capturer --games 4 --nodes 1 --sprt 0,10')
    check('a likelihood ratio with a test', '' if re.search('^LLR ', done.stdout, re.M) and not done.stderr else done.stdout)


def check_failures(nebel):
    small = "--game 'kriegspiel(board=silverman4x4)' --games 2 --opening random:0"
    name = bot('spins').strip("'")
    said = nebel.read(f"match random {bot('spins')} {small}")
    check('the bot that used its CPU time is named', '' if f'forfeits {name} 2\nlast by  {name}: it used up its CPU time\n' in said else said)
    name = bot('sleeps').strip("'")
    said = nebel.read(f"match random {bot('sleeps')} {small} --clock 0.1+0")
    check('the bot that lost on time is named', '' if f'\non time  lost by {name} 2\n' in said else said)


# --- At a terminal ------------------------------------------------------------------------------------

def check_terminal(nebel, width, height):
    size = f'{width}x{height}'
    with Terminal(width, height) as terminal:
        for command, games in ((SLOW, 4), (f'{SLOW} --concurrency 2', 4)):
            terminal.line('clear')
            terminal.line(f'{nebel.binary} {command}')
            terminal.wait(rf'^game 1 of {games}, move \d+, \d+ s')
            terminal.wait(rf'^game 1 of {games}, move \d+, [1-9]\d* s' + ('; 1 more in play' if '--concurrency' in command else '$'))
            check(f'a match says at once which game it plays, at {size}: {command}', '')
            terminal.keys('C-c')
            terminal.wait('finishing the games in play; again to stop now')
            check(f'the first Ctrl-C is answered at once, at {size}', '')
            terminal.keys('C-c')
            terminal.wait_for_shell()
            terminal.line('echo "[status $?]"')
            terminal.wait(r'\[status 130\]')
            check(f'the second Ctrl-C ends the match, at {size}', '')


def catches(pid, number):
    """Whether a process has a handler for a signal."""
    status = pathlib.Path(f'/proc/{pid}/status').read_text()
    return int(re.search(r'^SigCgt:\s*(\w+)', status, re.M)[1], 16) >> (number - 1) & 1


def check_plain_interrupt(nebel):
    """Without a terminal the sentence comes as a line."""
    with subprocess.Popen([nebel.binary, *SLOW.split()], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          encoding='utf-8') as process:
        while process.poll() is None and not catches(process.pid, signal.SIGINT):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        said = process.stderr.readline()
        process.kill()
    check('Ctrl-C is answered without a terminal', '' if said == 'nebel: finishing the games in play; again to stop now\n' else said)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name:
        nebel = Here(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(name))
        write_bots(nebel.folder)
        try:
            check_starts(nebel)
            check_report(nebel)
            check_failures(nebel)
            check_logs(nebel)
            check_plain_interrupt(nebel)
            for width, height in ((80, 24), (120, 40)):
                check_terminal(nebel, width, height)
        except (Missing, OSError, RuntimeError, subprocess.SubprocessError) as error:
            check('the checks can be run to their end', str(error))
    print(f'{counts["passed"]} passed, {counts["failed"]} failed')
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
