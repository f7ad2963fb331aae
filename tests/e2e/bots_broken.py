#!/usr/bin/env python3
"""Checks nebel check-bot: it passes the bots it is given, and names the fault of every broken one.

usage: tests/e2e/bots_broken.py NEBEL BROKEN-DIRECTORY GOOD-COMMAND...

The faults and what must be said of each stand in BROKEN-DIRECTORY/sentences.txt. Prints a line a bot, then
`N passed, M failed`; exits 1 if anything failed."""
import concurrent.futures
import pathlib
import subprocess
import sys

# A good bot may be as slow as the machine; a broken one must be waited for.
GOOD_PATIENCE_MS, BROKEN_PATIENCE_MS = 60000, 2000
RUN_SECONDS = 240
# The fault that only shows after all checks.
EVERY_GAME = 'a game'


def check_bot(nebel, command, patience_ms, *options):
    return subprocess.run([nebel, 'check-bot', command, '--patience', str(patience_ms), *options], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=RUN_SECONDS, encoding='utf-8')


def good_problem(nebel, command):
    done = check_bot(nebel, command, GOOD_PATIENCE_MS)
    if done.returncode or done.stderr or ' 0 faults' not in done.stdout:
        return f'exit {done.returncode}, {done.stderr!r}: ' + ' / '.join(
            line for line in done.stdout.splitlines() if not line.startswith('ok: '))
    return ''


def broken_problem(nebel, broken, row):
    fault, check, sentence = row
    only = [] if check == EVERY_GAME else ['--only', check]
    done = check_bot(nebel, f'{broken} {fault}', BROKEN_PATIENCE_MS, *only)
    if done.returncode != 1:
        return f'exit {done.returncode}, not 1'
    faults = [line for line in done.stdout.splitlines() if line.startswith('fault: ')]
    if not any(line.startswith(f'fault: {check}: ') and sentence in line for line in faults):
        return f'nothing like `{check}: ... {sentence}` in ' + ' / '.join(faults[:3])
    return ''


def rows_of(path):
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith('#')]
    return [tuple(part.strip() for part in line.split('|')) for line in lines]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    nebel, folder, good = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    broken, rows = folder / 'broken.py', rows_of(folder / 'sentences.txt')
    known = subprocess.run([sys.executable, '-c', 'import broken; print(*broken.FAULTS)'], cwd=folder,
                           env={'PYTHONDONTWRITEBYTECODE': '1'}, stdout=subprocess.PIPE, encoding='utf-8')
    problems = {'every fault has a sentence': ' '.join(sorted(
        set(known.stdout.split()) ^ {row[0] for row in rows} ^ {'none'}))}
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        futures = {command: pool.submit(good_problem, nebel, command) for command in [*good, f'{broken} none']}
        futures |= {f'broken {row[0]}': pool.submit(broken_problem, nebel, broken, row) for row in rows}
        problems |= {name: future.result() for name, future in futures.items()}
    for name, problem in problems.items():
        print(f'failed: {name}: {problem}' if problem else f'passed: {name}')
    failed = sum(bool(problem) for problem in problems.values())
    print(f'{len(problems) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
