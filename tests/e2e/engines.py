#!/usr/bin/env python3
"""Checks chess engines in matches from outside: they play, they are killed and come back, they fail with a reason, and
nothing of them is left behind.

usage: tests/e2e/engines.py BINARY [--kills N] [--every N]

  --kills N     how often Stockfish is killed during a match of pimc (default 3; by hand 60)
  --every N     seconds between two kills at least (default 1)

Prints one line a check, then `N passed, M failed`; exits 1 if anything failed."""
import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading

from commands import check, counts

SECONDS_MAX = 300  # of any match; builds with sanitizers take their time
MARKER = b'NEBEL_GUEST='
BEGIN_SECONDS = 0.5  # Stockfish needs 0.3 s of CPU time to start

# Engines that the config names for stockfish: what they do at `go`, and the reason their player then loses for.
WRONG_ENGINES = {
    'moves illegally': ('echo bestmove e2e5', 'stockfish: it answered with an illegal move'),
    'says nothing': (':', 'stockfish: it did not answer in time'),
    'crashes': ('kill -SEGV $$', r'stockfish: it crashed \(signal 11\)'),
    'leaves': ('exit 4', 'stockfish: it exited with status 4'),
}
FAKE = '''#!/bin/sh
while read -r v w; do case $v in uci) echo uciok;; isready) echo readyok;; go) {};; esac; done
'''


def marked_by(runner):
    """Processes whose environment says that this runner started them."""
    found = []
    for environ in pathlib.Path('/proc').glob('[0-9]*/environ'):
        try:
            if MARKER + f'{runner}-'.encode() in environ.read_bytes():
                found.append(int(environ.parent.name))
        except OSError:
            continue  # it ended while we looked, or is somebody else's
    return found


def has_begun(pid):
    """Whether an engine has had the time it takes to start and to think a little, by its own clock: on a busy machine
    that comes late, and an engine that is never let start is another fault than the one looked for."""
    fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK') > BEGIN_SECONDS


class Killer(threading.Thread):
    """Kills what a runner has started, again and again, and counts."""

    def __init__(self, runner, every, most):
        super().__init__(daemon=True)
        self.runner, self.every, self.most, self.kills = runner, every, most, 0
        self.is_over, self.is_sated = threading.Event(), threading.Event()

    def run(self):
        while not self.is_over.wait(self.every):
            for pid in marked_by(self.runner):
                try:
                    if has_begun(pid):
                        os.kill(pid, signal.SIGKILL)
                        self.kills += 1
                except (ProcessLookupError, FileNotFoundError):
                    continue
            if self.kills >= self.most:
                self.is_sated.set()

    def end(self):
        self.is_over.set()
        self.join()
        return self.kills


class Match:
    """A match in a process of its own, with a config of its own."""

    def __init__(self, binary, *words, config='/dev/null'):
        self.process = subprocess.Popen([binary, 'match', *words, '--json'], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8',
                                        env={**os.environ, 'NEBEL_CONFIG': str(config)})

    def finish(self):
        out, self.complaint = self.process.communicate(timeout=SECONDS_MAX)
        self.left = marked_by(self.process.pid)
        self.report = json.loads(out) if self.process.returncode == 0 else {}
        return self

    def problem(self):
        if not self.report:
            return f'exit {self.process.returncode}: {self.complaint}'
        return f'left behind: {self.left}' if self.left else ''

    def games(self):
        return sum(self.report[key] for key in ('wins', 'losses', 'draws'))


def check_play(binary):
    for player in ('uci(nodes=100)', 'uci(engine=gnuchess,depth=1)'):
        match = Match(binary, player, 'random', '--game', 'chess', '--games', '4').finish()
        problem = match.problem() or (match.report['wins'] != 4 and f'it won {match.report["wins"]} games of 4')
        check(f'{player} beats random', problem)


def check_replay(binary):
    """The same nodes give the same games, whichever thread plays them and whatever its engine has seen before."""
    hashes = [Match(binary, 'pimc(engine=stockfish,boards=2)', 'random', '--games', '6', '--nodes', '100000',
                    '--concurrency', threads).finish().report.get('hash') for threads in ('1', '2')]
    check('a match with an engine replays', '' if hashes[0] and hashes[0] == hashes[1] else f'hashes {hashes}')


def check_wrong(binary, folder):
    config, engine = folder / 'config', folder / "an engine's"
    config.write_text(f'engine.stockfish {engine}\n')
    match = Match(binary, 'uci', 'random', '--game', 'chess', config=config).finish()
    check('a missing engine is said at once', '' if match.process.returncode == 2 and
          'nebel doctor says what to do' in match.complaint else match.complaint)
    for name, (deed, reason) in WRONG_ENGINES.items():
        engine.write_text(FAKE.format(deed))
        engine.chmod(0o755)
        done = subprocess.run([binary, 'match', 'uci', 'random', '--game', 'chess', '--games', '2', '--patience',
                               '300'], capture_output=True, encoding='utf-8', timeout=SECONDS_MAX, check=False,
                              env={**os.environ, 'NEBEL_CONFIG': str(config)})
        fine = re.search(r'^forfeits uci 2$', done.stdout, re.M) and re.search(reason, done.stdout)
        check(f'an engine that {name} loses', '' if fine else done.stdout + done.stderr)


def check_kills(binary, name, kills, every, *words):
    """Nobody may lose because engines were killed, nor may anything be left of them."""
    match = Match(binary, *words, '--games', '100000')
    killer = Killer(match.process.pid, every, kills)
    killer.start()
    killer.is_sated.wait(SECONDS_MAX)
    match.process.send_signal(signal.SIGINT)  # it ends after the games in play, which are still disturbed
    match.finish()
    done = killer.end()
    problem = match.problem()
    if not problem and sum(match.report['forfeits']):
        problem = f'forfeits {match.report["forfeits"]}'
    if not problem and (done < kills or not match.games()):
        problem = f'only {done} kills in {match.games()} games'
    check(f'{name}: {done} kills, {match.games() if match.report else 0} games, no game lost for them', problem)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('binary')
    parser.add_argument('--kills', type=int, default=3)
    parser.add_argument('--every', type=float, default=1)
    wanted = parser.parse_args()
    binary = str(pathlib.Path(wanted.binary).resolve())
    check_play(binary)
    check_replay(binary)
    with tempfile.TemporaryDirectory() as folder:
        check_wrong(binary, pathlib.Path(folder))
    check_kills(binary, 'pimc with Stockfish', wanted.kills, wanted.every, 'pimc(engine=stockfish)', 'random',
                '--cpu', '20')
    check_kills(binary, 'Stockfish itself', wanted.kills, wanted.every, 'uci', 'negamax(depth=2)', '--game', 'chess',
                '--movetime', '50')
    print(f'{counts["passed"]} passed, {counts["failed"]} failed')
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
