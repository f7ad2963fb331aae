#!/usr/bin/env python3
"""Checks that hostile bots lose their game with a stated reason, that the next game goes on, and that nothing of
them is left behind.

usage: tests/e2e/bots_hostile.py PLAY HOSTILE-DIRECTORY

PLAY plays two games of each bot against random. The reasons stand in HOSTILE-DIRECTORY/reasons.txt. Prints a line a
bot, then `N passed, M failed`; exits 1 if anything failed."""
import pathlib
import re
import subprocess
import sys
import tempfile

PATIENCE_MS = 1000
CLOCK_MS = 500  # for the bot that answers after its flag
RUN_SECONDS = 120
MARKER = b'NEBEL_GUEST='


def marked_by(runner):
    """Processes whose environment says that this runner started them."""
    found = []
    for environ in pathlib.Path('/proc').glob('[0-9]*/environ'):
        try:
            if MARKER + f'{runner}-'.encode() in environ.read_bytes():
                found.append(environ.parent.name)
        except OSError:
            continue  # it ended while we looked, or is somebody else's
    return found


def is_alive(pid):
    try:
        state = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()[0]
    except OSError:
        return False
    return state != 'Z'


def play(program, hostile, mode, notes):
    clock = ['--clock', str(CLOCK_MS)] if mode == 'late' else []
    runner = subprocess.Popen([program, 'kriegspiel(rules=icc)', f'cmd:{hostile} {mode} {notes}', 'random', '--games',
                               '2', '--patience', str(PATIENCE_MS), *clock], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    out, err = runner.communicate(timeout=RUN_SECONDS)
    return runner, out.splitlines(), err


def left_behind(runner, notes):
    noted = notes.read_text().split() if notes.exists() else []
    return marked_by(runner.pid) + [pid for pid in noted if is_alive(pid)]


def problem_of(program, folder, row):
    mode, ending, reason = row
    with tempfile.TemporaryDirectory() as place:
        notes = pathlib.Path(place) / 'notes'
        runner, lines, err = play(program, folder / 'hostile.py', mode, notes)
        left = left_behind(runner, notes)
        noted = notes.exists()
    if runner.returncode or err or len(lines) != 3:
        return f'exit {runner.returncode}, {err!r}, {lines}'
    if left:
        return f'left behind: {left}'
    if mode in ('orphan', 'nameless-orphan', 'grandchild', 'brood') and not noted:
        return 'it had no children to leave behind'
    if not re.fullmatch(f'winner black, ending {ending}, attempts \\d+, reason: .*', lines[0]):
        return f'the first game ended otherwise: {lines[0]}'
    if reason not in lines[0] or (not reason and not lines[0].endswith('reason: ')):
        return f'another reason was stated: {lines[0]}'
    if mode == 'crashes-once' and not lines[1].endswith('reason: '):
        return f'the second game did not go on: {lines[1]}'
    return ''


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    rows = [tuple(part.strip() for part in line.split('|')) for line in
            (folder / 'reasons.txt').read_text().splitlines() if line and not line.startswith('#')]
    failed = 0
    for row in rows:
        problem = problem_of(program, folder, row)
        failed += bool(problem)
        print(f'failed: {row[0]}: {problem}' if problem else f'passed: {row[0]}', flush=True)
    print(f'{len(rows) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
