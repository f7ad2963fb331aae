#!/usr/bin/env python3
"""Checks that files last and commands end: a result that is reported has been handed to the disk, a pipe is refused where
a file is to be kept, and SIGTERM ends every command though its work would take hours.

usage: tests/e2e/durable.py BINARY

Prints one line a check, then `N passed, M failed`; exits 1 if anything failed."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from checks import check, conclude

SECONDS = 60  # more than any of this takes on a busy machine, and less than any of the work that is stopped
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


def words_of(nebel, command, path):
    return [nebel, *(word.format(path) for word in command.split())]


def pipe_problem(nebel, command, folder):
    pipe = folder / 'pipe'
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    try:
        done = subprocess.run(words_of(nebel, command, pipe), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return 'it waits for a reader'
    if done.returncode not in (1, 2) or 'is a pipe' not in done.stderr:
        return f'status {done.returncode}: {done.stderr[-200:]}'
    return None


def sync_problem(nebel, command, path):
    """The disk must have the file before the report is printed."""
    trace = path.with_suffix('.trace')
    done = subprocess.run(['strace', '-f', '-y', '-e', 'trace=fsync,write', '-o', trace, *words_of(nebel, command, path)],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, check=False, env=QUICK)
    if done.returncode:
        return f'status {done.returncode}: {done.stderr[-200:]}'
    calls = trace.read_text().splitlines()
    synced = [i for i, call in enumerate(calls) if re.search(rf'fsync\(\d+<{re.escape(str(path))}(\.new)?>', call)]
    written = [i for i, call in enumerate(calls) if re.search(rf'write\(\d+<{re.escape(str(path))}(\.new)?>', call)]
    said = [i for i, call in enumerate(calls) if re.search(r'write\(1<', call)]
    if not synced or not written:
        return 'it is never synced' if written else 'it is never written'
    if synced[-1] < written[-1]:
        return 'something is written after the last sync'
    return 'the report comes before the sync' if said and said[-1] < synced[-1] else None


def wait_for(path, process):
    """Waits until the work has made its file."""
    while process.poll() is None and not (path.exists() and (path.is_dir() or path.stat().st_size)):
        time.sleep(0.01)


def ending_problem(nebel, command, folder):
    path = folder / 'kept'
    with subprocess.Popen(words_of(nebel, command, path), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        if '{}' in command:
            wait_for(path, process)
        if process.poll() is not None:
            return f'it ended by itself, with status {process.returncode}'
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            return 'it goes on'
    return None


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    nebel = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / 'slow.txt').write_text(EXPERIMENT)
        (folder / 'sleeper').write_text(SLEEPER)
        (folder / 'sleeper').chmod(0o755)
        for what, command in KEEPERS.items():
            check(f'no pipe for {what}', pipe_problem(nebel, command, folder))
        for what, command in KEEPERS.items():
            if what != 'a game':  # which is never played to its end here
                check(f'the disk has {what}', sync_problem(nebel, command, folder / what.replace(' ', '-')))
        for what, command in ENDLESS.items():
            shutil.rmtree(folder / 'kept', ignore_errors=True)
            (folder / 'kept').unlink(missing_ok=True)
            check(f'SIGTERM ends {what}', ending_problem(nebel, command, folder))
    return conclude()


if __name__ == '__main__':
    sys.exit(main())
