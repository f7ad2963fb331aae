#!/usr/bin/env python3
"""Checks tools/queue from outside: killed, stopped and moved to another clone it loses no game and doubles none.

usage: tests/e2e/lab_queue.py BINARY SOURCE-ROOT

Plays in repositories of its own. Prints one line a check; exits 1 if anything failed."""
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SECONDS = 120
EXPERIMENT = """\
title Small
question Does it run?
game kriegspiel(rules=icc)
players {players}
limits {limits}
games {games}
opening random:2
seed 5
"""
# The first is long enough to be stopped twice; none of the games depends on the machine.
EXPERIMENTS = {'long': {'players': 'mcts-c against meta', 'limits': 'nodes 1000', 'games': 60},
               'short': {'players': 'capturer against random', 'limits': 'nodes 1', 'games': 40}}
failed = []


def check(name, problem):
    if problem:
        failed.append(name)
    print(f'failed: {name}: {problem}' if problem else f'passed: {name}', flush=True)


def call(*command, cwd, check=True):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, timeout=SECONDS, encoding='utf-8')
    if check and done.returncode:
        raise RuntimeError(f'{command}: exit {done.returncode}: {done.stdout}{done.stderr}')
    return done


def wait_for(condition, what):
    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f'waited {SECONDS} s for {what}')
        time.sleep(0.02)


class Clone:
    def __init__(self, folder, binary):
        self.folder, self.binary = folder, binary

    def queue(self, *words, check=True):
        return call('tools/queue', *words, '--program', self.binary, cwd=self.folder, check=check)

    def matches(self, folder):
        return {path.name: path.read_bytes() for path in sorted((self.folder / folder).glob('*/*.match'))}

    def games(self):
        return 2 * sum(data.count(b'\npair ') for data in self.matches('build/queue/results').values())

    def kill(self):
        os.kill(int((self.folder / 'build/queue/pid').read_text()), signal.SIGKILL)


def make_clone(folder, binary, root):
    for place in ('tools', 'experiments'):
        (folder / place).mkdir(parents=True)
    for name in ('queue', 'builds.py', 'match_files.py'):
        shutil.copy(root / 'tools' / name, folder / 'tools')
    for name, values in EXPERIMENTS.items():
        (folder / f'experiments/{name}.txt').write_text(EXPERIMENT.format(**values))
    (folder / 'experiments/queue.list').write_text(f'commit {"0" * 40}\nplay long\nplay short\n')
    (folder / '.gitignore').write_text('/build/\n*.match\n__pycache__/\n')
    call('git', 'init', '--quiet', cwd=folder)
    call('git', 'config', 'user.name', 'tester', cwd=folder)
    call('git', 'config', 'user.email', 'tester@localhost', cwd=folder)
    call('git', 'add', '.', cwd=folder)
    call('git', 'commit', '--quiet', '-m', 'begin', cwd=folder)
    return Clone(folder, binary)


def unbroken(binary, folder):
    """The match files of runs that nothing interrupts."""
    shutil.copytree(folder / 'experiments', folder / 'alone/experiments')
    for name in EXPERIMENTS:
        call(binary, 'lab', 'run', name, cwd=folder / 'alone')
    return {path.name: path.read_bytes() for path in sorted((folder / 'alone/results').glob('*/*.match'))}


def check_killed(clone):
    clone.queue('start', '--nice', '0')
    wait_for(lambda: clone.games() >= 4, 'games')
    clone.kill()
    clone.queue('start', '--nice', '0')
    before = clone.games()
    wait_for(lambda: clone.games() > before, 'more games after a kill')
    twice = clone.queue('start', check=False)
    check('a queue that runs is not started twice', '' if twice.returncode == 1 and 'runs already' in twice.stderr else twice.stderr)


def check_stopped(clone):
    began = time.monotonic()
    clone.queue('stop')
    took = time.monotonic() - began
    games = clone.games()
    time.sleep(0.5)
    check('a stopped queue plays no more', '' if clone.games() == games else f'{games} games, then {clone.games()}')
    check('it had not played everything', '' if 0 < games < 60 else f'{games} games in {took:.1f} s')
    said = clone.queue('status').stdout
    check('its status tells what is next', '' if 'stopped' in said and 'next long' in said and 'of   100' in said else said)


def check_moved(clone, other, expected):
    clone.queue('commit')
    tree = call('git', 'show', '--name-only', '--format=', cwd=clone.folder).stdout.split()
    check('only match files are committed', '' if tree and all(path.endswith('.match') for path in tree) else tree)
    call('git', 'clone', '--quiet', clone.folder, other.folder, cwd=clone.folder.parent)
    other.queue('start', '--nice', '0', '--jobs', '2')
    other.queue('wait')
    found = other.matches('results')
    check('every game is there once, as in an unbroken run', '' if found == expected else {name: len(data) for name, data in found.items()})
    said = other.queue('status').stdout
    check('then nothing is left', '' if '100 of   100' in said and 'nothing is left' in said else said)


def check_wall_clock(clone):
    path = clone.folder / 'experiments/short.txt'
    path.write_text(EXPERIMENT.format(**EXPERIMENTS['short'] | {'limits': 'movetime 10'}))
    done = clone.queue('start', check=False)
    check('a wall clock is refused', '' if done.returncode == 1 and 'wall clock' in done.stderr else done.stderr)


def main():
    binary, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as place:
        clone = make_clone(pathlib.Path(place, 'one'), binary, root)
        other = Clone(pathlib.Path(place, 'two'), binary)
        try:
            expected = unbroken(binary, clone.folder)
            check_killed(clone)
            check_stopped(clone)
            check_moved(clone, other, expected)
            check_wall_clock(clone)
        finally:
            for one in (clone, other):
                with contextlib.suppress(OSError, ValueError, RuntimeError):
                    one.queue('stop', check=False)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
