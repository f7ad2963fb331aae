"""Chess engines in matches from outside: they play, they are killed and come back, they fail with a reason, and nothing of them is left
behind.

The environment may tell how often Stockfish is killed during a match (KILLS; by hand 60), and how many seconds lie between at least (EVERY)."""
import contextlib
import json
import os
import re
import signal
import subprocess
import threading

import pytest
from support.processes import cpu_ticks, guests_of

KILLS, EVERY = int(os.environ.get('KILLS', 3)), float(os.environ.get('EVERY', 1))
SECONDS_MAX = 300  # of any match; builds with sanitizers take their time
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


class Killer(threading.Thread):
    """Kills what a runner has started, again and again, and counts."""

    def __init__(self, runner):
        super().__init__(daemon=True)
        self.runner, self.kills = runner, 0
        self.is_over, self.is_sated = threading.Event(), threading.Event()

    def run(self):
        while not self.is_over.wait(EVERY):
            for pid in guests_of(self.runner):
                with contextlib.suppress(ProcessLookupError, FileNotFoundError):
                    # An engine has had the time it takes to start and to think a little, by its own clock: on a busy machine
                    # that comes late, and an engine that is never let start is another fault than the one looked for.
                    if cpu_ticks(pid) > BEGIN_SECONDS * os.sysconf('SC_CLK_TCK'):
                        os.kill(pid, signal.SIGKILL)
                        self.kills += 1
            if self.kills >= KILLS:
                self.is_sated.set()

    def end(self):
        self.is_over.set()
        self.join()
        return self.kills


def start(nebel, *words):
    return nebel.start(['match', *words, '--json'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8',
                       env={**os.environ, 'NEBEL_CONFIG': '/dev/null'})


def finish(match):
    """Returns the report of a match, of which nothing may be left."""
    out, complaint = match.communicate(timeout=SECONDS_MAX)
    left = guests_of(match.pid)
    assert match.returncode == 0, f'exit {match.returncode}: {complaint}'
    assert not left, f'left behind: {left}'
    return json.loads(out)


@pytest.mark.parametrize('player', ['uci(nodes=100)', 'uci(engine=gnuchess,depth=1)'])
def test_an_engine_beats_random(nebel, player):
    report = finish(start(nebel, player, 'random', '--game', 'chess', '--games', '4'))
    assert report['wins'] == 4, report


def test_a_match_with_an_engine_replays(nebel):
    """The same nodes give the same games, whichever thread plays them and whatever its engine has seen before."""
    hashes = [finish(start(nebel, 'pimc(engine=stockfish,boards=2)', 'random', '--games', '6', '--nodes', '100000', '--concurrency', threads))['hash']
              for threads in ('1', '2')]
    assert hashes[0] and hashes[0] == hashes[1]


@pytest.fixture
def engine(tmp_path, monkeypatch):
    """Where the config looks for Stockfish."""
    engine = tmp_path / "an engine's"
    (tmp_path / 'config').write_text(f'engine.stockfish {engine}\n')
    monkeypatch.setenv('NEBEL_CONFIG', str(tmp_path / 'config'))
    return engine


def test_a_missing_engine_is_said_at_once(nebel, engine):
    done = nebel.run('match uci random --game chess --json')
    assert done.returncode == 2 and 'nebel doctor says what to do' in done.stderr, f'exit {done.returncode}, {done.stderr}'


@pytest.mark.parametrize('deed, reason', WRONG_ENGINES.values(), ids=WRONG_ENGINES)
def test_a_wrong_engine_loses(nebel, engine, deed, reason):
    engine.write_text(FAKE.format(deed))
    engine.chmod(0o755)
    done = nebel.run('match uci random --game chess --games 2 --patience 300')
    assert re.search(r'^forfeits uci 2$', done.stdout, re.M) and re.search(reason, done.stdout), done.stdout + done.stderr


@pytest.mark.parametrize('words', [('pimc(engine=stockfish)', 'random', '--cpu', '20'), ('uci', 'negamax(depth=2)', '--game', 'chess', '--movetime', '50')],
                         ids=['pimc with Stockfish', 'Stockfish itself'])
def test_nobody_loses_a_game_because_engines_were_killed(nebel, words):
    match = start(nebel, *words, '--games', '100000')
    killer = Killer(match.pid)
    killer.start()
    killer.is_sated.wait(SECONDS_MAX)
    match.send_signal(signal.SIGINT)  # it ends after the games in play, which are still disturbed
    report = finish(match)
    kills, games = killer.end(), report['wins'] + report['losses'] + report['draws']
    assert not sum(report['forfeits']), report['forfeits']
    assert kills >= KILLS and games, f'only {kills} kills in {games} games'
