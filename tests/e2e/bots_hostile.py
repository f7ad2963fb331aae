#!/usr/bin/env python3
"""Checks that hostile bots lose their game with a stated reason, that the next game goes on, and that nothing of
them is left behind; and that bots which reach out of their box get nothing and do their opponent no harm.

usage: tests/e2e/bots_hostile.py PLAY HOSTILE-DIRECTORY

PLAY plays games of each bot. What must become of them stands in HOSTILE-DIRECTORY/reasons.txt and intrusions.txt.
Intruders play as root, if this test runs as root, and as an ordinary user, from a folder that only the user may enter.
Prints a line a bot, then `N passed, M failed`; exits 1 if anything failed."""
import contextlib
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile

from boxes import can_box, unboxed

PATIENCE_MS = 60000  # for bots that fail otherwise than by being slow, as a busy machine may be too
CLOCK_MS = 500  # for the bot that answers after its flag
RUN_SECONDS = 120
MARKER = b'NEBEL_GUEST='
USER = 64321  # an ordinary user, made up
FORFEIT = 'ending 131'
# Modes that need no file to write to, and so can be played in a box too.
WITH_NOTES = ('orphan', 'nameless-orphan', 'grandchild', 'brood', 'crashes-once')


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


def is_running(words):
    """Whether a process has all these words in its command line."""
    for cmdline in pathlib.Path('/proc').glob('[0-9]*/cmdline'):
        with contextlib.suppress(OSError):
            found = cmdline.read_bytes()
            if all(word.encode() in found for word in words):
                return True
    return False


def patience_for(reason):
    """How long a bot is waited for: what the reason says, if it is that."""
    slow = re.search(r'within (\d+) ms', reason)
    return slow[1] if slow else str(PATIENCE_MS)


def play(program, hostile, row, notes, before):
    mode, _, reason = row
    clock = ['--clock', str(CLOCK_MS)] if mode == 'late' else []
    runner = subprocess.Popen([*before, program, 'kriegspiel(rules=icc)', f'cmd:{hostile} {mode} {notes}', 'random',
                               '--games', '2', '--patience', patience_for(reason), *clock], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    out, err = runner.communicate(timeout=RUN_SECONDS)
    return runner, out.splitlines(), err


def left_behind(runner, notes):
    noted = notes.read_text().split() if notes.exists() else []
    named = [str(notes)] if is_running([str(notes)]) else []
    return marked_by(runner.pid) + [pid for pid in noted if is_alive(pid)] + named


def problem_of(program, folder, row, before):
    mode, ending, reason = row
    with tempfile.TemporaryDirectory() as place:
        notes = pathlib.Path(place) / 'notes'
        runner, lines, err = play(program, folder / 'hostile.py', row, notes, before)
        left = left_behind(runner, notes)
        noted = notes.exists()
    if runner.returncode or err or len(lines) != 3:
        return f'exit {runner.returncode}, {err!r}, {lines}'
    if left:
        return f'left behind: {left}'
    if mode in WITH_NOTES and not noted:
        return 'it had no children to leave behind'
    if not re.fullmatch(f'winner black, ending {ending}, attempts \\d+, reason: .*', lines[0]):
        return f'the first game ended otherwise: {lines[0]}'
    if reason not in lines[0] or (not reason and not lines[0].endswith('reason: ')):
        return f'another reason was stated: {lines[0]}'
    if mode == 'crashes-once' and not lines[1].endswith('reason: '):
        return f'the second game did not go on: {lines[1]}'
    return ''


# --- Intruders -------------------------------------------------------------------------------------------


@contextlib.contextmanager
def house(program, folder, user):
    """A folder of the user's own with the bots, the runner, and what the bots must not reach."""
    with tempfile.TemporaryDirectory(dir='/var/tmp') as place, contextlib.ExitStack() as stack:
        place = pathlib.Path(place)
        shutil.copy(program, place / 'play')
        shutil.copy(folder / 'intruder.py', place)
        shutil.copy('/usr/bin/id', place / 'setuid-id')
        for name, kind in (('socket', socket.SOCK_STREAM), ('datagrams', socket.SOCK_DGRAM)):
            server = stack.enter_context(socket.socket(socket.AF_UNIX, kind))
            server.bind(str(place / name))
            if kind == socket.SOCK_STREAM:
                server.listen()
        server = stack.enter_context(socket.create_server(('127.0.0.1', 0)))
        (place / 'port').write_text(str(server.getsockname()[1]))
        if os.geteuid() == 0:
            for path in (place, *place.iterdir()):
                os.chown(path, user, user)
            os.chown(place / 'setuid-id', 0, 0)
        (place / 'setuid-id').chmod(0o4755)
        place.chmod(0o700)
        yield place


def intrude(place, mode, seat, user, before):
    pids = re.sub(r'\D', '', os.readlink('/proc/self/ns/pid'))
    bots = [f'cmd:./intruder.py {mode} {pids} {place}', f'cmd:./intruder.py victim {pids} {place}']
    as_user = {'user': user, 'group': user, 'extra_groups': []} if os.geteuid() == 0 and user else {}
    return subprocess.run([*before, place / 'play', 'kriegspiel(rules=icc)', *bots[::-1 if seat else 1], '--opening', '2',
                           '--seed', '7', '--patience', str(PATIENCE_MS)], cwd=place,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=RUN_SECONDS, encoding='utf-8', check=False,
                          env={**os.environ, 'PATH': '/usr/bin:/bin', 'NEBEL_TEST_SECRET': 'open-sesame'}, **as_user)


def problem_of_intruder(place, row, seat, user):
    mode, reason, _ = row
    done = intrude(place, mode, seat, user, [])
    game = re.match(r'winner (\w+), (ending \d+), attempts \d+, reason: (.*)', done.stdout)
    if done.returncode or done.stderr or not game:
        return f'exit {done.returncode}, {done.stderr!r}, {done.stdout}'
    winner, ending, said = game.groups()
    if 'got ' in said:
        return said
    if ending == FORFEIT and (winner != ('white', 'black')[not seat] or said != reason):
        return f'{winner} won: {said}'
    if is_running([str(place), mode]):
        return 'it is still running'
    return ''


def problem_without_box(place, row, user):
    """That the intruder gets something where there is no box shows that it does try."""
    mode, _, gets = row
    said = intrude(place, mode, 0, user, unboxed()).stdout
    return '' if (f"it answered 'got {gets}" in said if gets != '-' else 'got ' not in said) else said


def check_intruders(program, folder, rows):
    """(name, problem) of every intruder, and a sentence for each half that cannot be run here."""
    as_root = os.geteuid() == 0
    for user, who in ((0, 'as root'), (USER if as_root else os.geteuid(), 'as an ordinary user')):
        if user == 0 and not as_root:
            print('not run: intruders as root; this test does not run as root')
            continue
        identity = {'user': user, 'group': user, 'extra_groups': []} if as_root and user else {}
        if not can_box(**identity):
            print(f'not run: intruders in a box {who}; this machine does not let one make user namespaces')
            continue
        with house(program, folder, user) as place:
            for row in rows:
                for seat in range(2) if row[0] == 'forges' else [rows.index(row) % 2]:
                    yield f'{row[0]} {who}, seat {seat}', problem_of_intruder(place, row, seat, user)
    if not unboxed():
        print('not run: intruders without a box; there is no way to forbid one')
        return
    with house(program, folder, os.geteuid()) as place:
        for row in rows:
            yield f'{row[0]} without a box', problem_without_box(place, row, os.geteuid())


# --- All -------------------------------------------------------------------------------------------------


def read_rows(path):
    return [tuple(part.strip() for part in line.split('|')) for line in path.read_text().splitlines()
            if line and not line.startswith('#')]


def check_hostile(program, folder, rows):
    for row in rows:
        yield f'{row[0]}, without a box', problem_of(program, folder, row, unboxed())
        if row[0] not in WITH_NOTES:
            yield row[0], problem_of(program, folder, row, [])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    failed = count = 0
    for name, problem in (*check_hostile(program, folder, read_rows(folder / 'reasons.txt')),
                          *check_intruders(program, folder, read_rows(folder / 'intrusions.txt'))):
        failed += bool(problem)
        count += 1
        print(f'failed: {name}: {problem}' if problem else f'passed: {name}', flush=True)
    print(f'{count - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
