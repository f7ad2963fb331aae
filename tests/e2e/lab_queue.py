"""tools/queue from outside: killed, stopped and moved to another clone it loses no game and doubles none. It plays in repositories of its own."""
import contextlib
import os
import shutil
import signal
import time

import pytest
from support.programs import read, run
from support.waiting import wait_until

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


def matches_in(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob('*/*.match'))}


class Clone:
    def __init__(self, folder, nebel):
        self.folder, self.nebel = folder, nebel

    def try_queue(self, *words):
        return run(['tools/queue', *words, '--program', self.nebel.path], cwd=self.folder)

    def queue(self, *words):
        return read(['tools/queue', *words, '--program', self.nebel.path], cwd=self.folder)

    def games(self):
        return 2 * sum(data.count(b'\npair ') for data in matches_in(self.folder / 'build/queue/results').values())

    def kill(self):
        os.kill(int((self.folder / 'build/queue/pid').read_text()), signal.SIGKILL)


@pytest.fixture
def clone(nebel, source, tmp_path):
    folder = tmp_path / 'one'
    for place in ('tools', 'experiments'):
        (folder / place).mkdir(parents=True)
    for name in ('queue', 'builds.py', 'match_files.py'):
        shutil.copy(source / 'tools' / name, folder / 'tools')
    for name, values in EXPERIMENTS.items():
        (folder / f'experiments/{name}.txt').write_text(EXPERIMENT.format(**values))
    (folder / 'experiments/queue.list').write_text(f'commit {"0" * 40}\nplay long\nplay short\n')
    (folder / '.gitignore').write_text('/build/\n*.match\n__pycache__/\n')
    for words in ('init --quiet', 'config user.name tester', 'config user.email tester@localhost', 'add .', 'commit --quiet -m begin'):
        read(['git', *words.split()], cwd=folder)
    yield from ended(Clone(folder, nebel))


@pytest.fixture
def other(nebel, tmp_path):
    yield from ended(Clone(tmp_path / 'two', nebel))


def ended(clone):
    """Yields a clone and stops its queue after the test."""
    yield clone
    with contextlib.suppress(OSError):
        clone.try_queue('stop')


def test_a_queue_that_is_killed_stopped_and_moved_plays_every_game_once(nebel, clone, other, tmp_path):
    shutil.copytree(clone.folder / 'experiments', tmp_path / 'alone/experiments')
    for name in EXPERIMENTS:
        nebel.at(tmp_path / 'alone').read(f'lab run {name}')

    clone.queue('start', '--nice', '0')
    wait_until(lambda: clone.games() >= 4, 'no games')
    clone.kill()
    clone.queue('start', '--nice', '0')
    before = clone.games()
    wait_until(lambda: clone.games() > before, 'no games after a kill')
    twice = clone.try_queue('start')
    assert twice.returncode == 1 and 'runs already' in twice.stderr, twice.stderr

    clone.queue('stop')
    games = clone.games()
    time.sleep(0.5)
    assert clone.games() == games, 'a stopped queue plays on'
    assert 0 < games < 60, f'{games} games: it was never stopped in the middle'
    said = clone.queue('status')
    assert 'stopped' in said and 'next long' in said and 'of   100' in said, said

    clone.queue('commit')
    committed = read(['git', 'show', '--name-only', '--format='], cwd=clone.folder).split()
    assert committed and all(path.endswith('.match') for path in committed), committed
    read(['git', 'clone', '--quiet', clone.folder, other.folder])
    other.queue('start', '--nice', '0', '--jobs', '2')
    other.queue('wait')
    found, expected = matches_in(other.folder / 'results'), matches_in(tmp_path / 'alone/results')
    assert expected and found == expected, {name: len(data) for name, data in found.items()}
    said = other.queue('status')
    assert '100 of   100' in said and 'nothing is left' in said, said


def test_a_wall_clock_is_refused(clone):
    (clone.folder / 'experiments/short.txt').write_text(EXPERIMENT.format(**EXPERIMENTS['short'] | {'limits': 'movetime 10'}))
    done = clone.try_queue('start')
    assert done.returncode == 1 and 'wall clock' in done.stderr, done.stderr
