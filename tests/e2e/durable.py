"""Files last and commands end: a result that is reported has been handed to the disk, a pipe is refused where a file is to be kept, and
SIGTERM ends every command though its work would take hours."""
import os
import re
import subprocess

import pytest
from support.waiting import wait_until

QUICK = {**os.environ, 'ASAN_OPTIONS': 'allow_user_segv_handler=0:detect_leaks=0'}  # no leaks can be looked for under strace

EXPERIMENT = '''title slow
question Does it end?
game kriegspiel
players mcts-c against mcts-c
limits nodes 100000000
games 2
opening random:0
seed 1
'''

# A bot that starts and never answers.
SLEEPER = '''#!/bin/sh
while read -r verb rest; do
    case $verb in nebel) echo ready;; ping) echo pong;; esac
done
'''

# Commands that are given a file to keep something in.
KEEPERS = {
    'a match file': 'match random random --games 2 --nodes 1 -o {}',
    'a match file to take up': 'match random random --games 2 --nodes 1 -o {} --resume',
    'a PGN': 'match random random --games 2 --nodes 1 --pgn {}',
    'a tournament': 'tournament random random capturer --games 2 --nodes 1 -o {}',
    'a model': 'lab model build examples/game.pgn -o {}',
    'a policy': 'lab policy fit examples/game.pgn -o {}',
    'a game': 'play random --lines --pgn {}',
    'a tuning': 'lab tune ismcts2 --ranges c=0.1..2 --nodes 1 --games 2 --steps 2 --game kriegspiel(board=silverman4x4) -o {}',
}

# Work without an end in sight; the file, if there is one, shows that it has begun.
ENDLESS = {
    'a match': 'match mcts-c mcts-c --games 2 --nodes 100000000 -o {}',
    'a match of two threads': 'match mcts-c mcts-c --games 4 --nodes 100000000 --concurrency 2 -o {}',
    'a match against a sleeper': 'match random cmd:./sleeper --games 2 --patience 100000000 -o {}',
    'a tournament': 'tournament mcts-c mcts-c random --games 2 --nodes 100000000 -o {}',
    'an experiment': 'lab run slow.txt --results {}',
    'a tuning': 'lab tune ismcts2 --ranges c=0.1..2 --nodes 100000000 --games 200 -o {}',
    'a benchmark': 'bench umpire --games 100000000',
    'counting': 'perft 20',
    'a game in lines': 'play random --lines',
    'a lesson in lines': 'learn --lines',
    'a bot': 'bot random',
    'a GTP engine': 'gtp go-random',
}


def fill(command, path):
    return [word.format(path) for word in command.split()]


@pytest.mark.parametrize('command', KEEPERS.values(), ids=KEEPERS)
def test_a_pipe_keeps_nothing(nebel, tmp_path, command):
    pipe = tmp_path / 'pipe'
    os.mkfifo(pipe)
    done = nebel.run(fill(command, pipe), seconds=60)
    assert done.returncode in (1, 2) and 'is a pipe' in done.stderr, f'status {done.returncode}: {done.stderr[-200:]}'


# A game is never played to its end here.
@pytest.mark.parametrize('what', [what for what in KEEPERS if what != 'a game'])
def test_the_disk_has_the_file_before_the_report_is_printed(nebel, tmp_path, what):
    path, trace = tmp_path / 'kept', tmp_path / 'trace'
    words = nebel.words(fill(KEEPERS[what], path))
    done = subprocess.run(['strace', '-f', '-y', '-e', 'trace=fsync,write', '-o', trace, *words], cwd=nebel.folder, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=60, check=False, env=QUICK)
    assert done.returncode == 0, f'status {done.returncode}: {done.stderr[-200:]}'
    calls = trace.read_text().splitlines()
    synced, written, printed = ([i for i, call in enumerate(calls) if re.search(pattern, call)]
                                for pattern in (*(rf'{call}\(\d+<{re.escape(str(path))}(\.new)?>' for call in ('fsync', 'write')), r'write\(1<'))
    assert written and synced, f'written {len(written)} times, synced {len(synced)} times'
    assert synced[-1] > written[-1], 'something is written after the last sync'
    assert not printed or printed[-1] > synced[-1], 'the report comes before the sync'


@pytest.mark.parametrize('command', ENDLESS.values(), ids=ENDLESS)
def test_sigterm_ends(nebel, tmp_path, command):
    (tmp_path / 'slow.txt').write_text(EXPERIMENT)
    (tmp_path / 'sleeper').write_text(SLEEPER)
    (tmp_path / 'sleeper').chmod(0o755)
    kept = tmp_path / 'kept'
    with nebel.start(fill(command, kept), cwd=tmp_path, stdin=subprocess.PIPE) as process:
        try:
            if '{}' in command:
                wait_until(lambda: process.poll() is not None or kept.exists() and (kept.is_dir() or kept.stat().st_size), 'the work does not begin')
            assert process.poll() is None, f'it ended by itself, with status {process.returncode}'
            process.terminate()
            process.wait(60)
        finally:
            process.kill()
