"""Hostile bots lose their game with a stated reason, the next game goes on, and nothing of them is left behind; bots which reach out of
their box get nothing and do their opponent no harm.

What must become of each stands in bots/reasons.txt and bots/intrusions.txt. Intruders play as root, if this test runs as root, and as
an ordinary user, from a folder that only the user may enter."""
import contextlib
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import warnings

import pytest
from support.processes import can_box, guests_of, is_alive, running, unboxed
from support.programs import ROOT, run
from support.tables import read_rows

BOTS = ROOT / 'tests/e2e/bots'
HOSTILE, INTRUDERS = read_rows(BOTS / 'reasons.txt'), read_rows(BOTS / 'intrusions.txt')
PATIENCE_MS = 60000  # for bots that fail otherwise than by being slow, as a busy machine may be too
CLOCK_MS = 500  # for the bot that answers after its flag
RUN_SECONDS = 120
USER = 64321  # an ordinary user, made up
FORFEIT = 'ending 131'
# Modes that need no file to write to, and so can be played in a box too.
WITH_NOTES = ('orphan', 'nameless-orphan', 'grandchild', 'brood', 'crashes-once')
IS_ROOT = os.geteuid() == 0


def identity(user):
    return {'user': user, 'group': user, 'extra_groups': []} if IS_ROOT and user else {}


def boxed_users():
    """The users as whom intruders are boxed here; on a machine that lets nobody make user namespaces there is none."""
    users = {'root': 0, 'an ordinary user': USER} if IS_ROOT else {'an ordinary user': os.geteuid()}
    return {who: user for who, user in users.items() if can_box(**identity(user))}


USERS = boxed_users()
if not USERS or not unboxed():
    warnings.warn(f'not run: intruders {"without" if USERS else "in"} a box; this machine does not let one make user namespaces, or forbid them')


def patience_for(reason):
    """How long a bot is waited for: what the reason says, if it is that."""
    slow = re.search(r'within (\d+) ms', reason)
    return slow[1] if slow else str(PATIENCE_MS)


@pytest.mark.parametrize('mode, ending, reason, is_boxed', [(*row, is_boxed) for row in HOSTILE for is_boxed in (False, True)
                                                            if not is_boxed or row[0] not in WITH_NOTES])
def test_a_hostile_bot_loses_and_leaves_nothing_behind(build, tmp_path, mode, ending, reason, is_boxed):
    notes = tmp_path / 'notes'
    words = ['kriegspiel(rules=icc)', f'cmd:{BOTS}/hostile.py {mode} {notes}', 'random', '--games', '2', '--patience', patience_for(reason)]
    runner = subprocess.Popen([*([] if is_boxed else unboxed()), build / 'tests/play', *words, *(['--clock', str(CLOCK_MS)] if mode == 'late' else [])],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    out, complaint = runner.communicate(timeout=RUN_SECONDS)
    noted = notes.read_text().split() if notes.exists() else []
    left = guests_of(runner.pid) + [pid for pid in noted if is_alive(pid)] + running(str(notes))
    lines = out.splitlines()
    assert runner.returncode == 0 and not complaint and len(lines) == 3, f'exit {runner.returncode}, {complaint!r}, {lines}'
    assert not left, f'left behind: {left}'
    assert noted or mode not in WITH_NOTES, 'it had no children to leave behind'
    assert re.fullmatch(f'winner black, ending {ending}, attempts \\d+, reason: .*', lines[0]), f'the first game ended otherwise: {lines[0]}'
    assert reason in lines[0] if reason else lines[0].endswith('reason: '), f'another reason was stated: {lines[0]}'
    if mode == 'crashes-once':
        assert lines[1].endswith('reason: '), f'the second game did not go on: {lines[1]}'


@contextlib.contextmanager
def make_house(program, user):
    """A folder of the user's own with the bots, the runner, and what the bots must not reach."""
    with tempfile.TemporaryDirectory(dir='/var/tmp') as place, contextlib.ExitStack() as stack:
        place = pathlib.Path(place)
        shutil.copy(program, place / 'play')
        shutil.copy(BOTS / 'intruder.py', place)
        shutil.copy('/usr/bin/id', place / 'setuid-id')
        for name, kind in (('socket', socket.SOCK_STREAM), ('datagrams', socket.SOCK_DGRAM)):
            server = stack.enter_context(socket.socket(socket.AF_UNIX, kind))
            server.bind(str(place / name))
            if kind == socket.SOCK_STREAM:
                server.listen()
        server = stack.enter_context(socket.create_server(('127.0.0.1', 0)))
        (place / 'port').write_text(str(server.getsockname()[1]))
        if IS_ROOT:
            for path in (place, *place.iterdir()):
                os.chown(path, user, user)
            os.chown(place / 'setuid-id', 0, 0)
        (place / 'setuid-id').chmod(0o4755)
        place.chmod(0o700)
        yield place


@pytest.fixture(scope='module')
def houses(build):
    with contextlib.ExitStack() as stack:
        yield {user: stack.enter_context(make_house(build / 'tests/play', user)) for user in {*USERS.values(), os.geteuid()}}


def intrude(place, mode, seat, user, before):
    pids = re.sub(r'\D', '', os.readlink('/proc/self/ns/pid'))
    bots = [f'cmd:./intruder.py {mode} {pids} {place}', f'cmd:./intruder.py victim {pids} {place}']
    return run([*before, place / 'play', 'kriegspiel(rules=icc)', *bots[::-1 if seat else 1], '--opening', '2', '--seed', '7', '--patience', PATIENCE_MS],
               RUN_SECONDS, cwd=place, env={**os.environ, 'PATH': '/usr/bin:/bin', 'NEBEL_TEST_SECRET': 'open-sesame'}, **identity(user))


if USERS:
    @pytest.mark.parametrize('who', USERS)
    @pytest.mark.parametrize('mode, reason, seat', [(mode, reason, seat) for i, (mode, reason, _) in enumerate(INTRUDERS)
                                                    for seat in (range(2) if mode == 'forges' else [i % 2])])
    def test_an_intruder_gets_nothing_out_of_its_box(houses, mode, reason, seat, who):
        place = houses[USERS[who]]
        done = intrude(place, mode, seat, USERS[who], [])
        game = re.match(r'winner (\w+), (ending \d+), attempts \d+, reason: (.*)', done.stdout)
        assert done.returncode == 0 and not done.stderr and game, f'exit {done.returncode}, {done.stderr!r}, {done.stdout}'
        winner, ending, said = game.groups()
        assert 'got ' not in said
        if ending == FORFEIT:
            assert winner == ('white', 'black')[not seat] and said == reason, f'{winner} won: {said}'
        assert not running(str(place), mode), 'it is still running'


if unboxed():
    # That the intruder gets something where there is no box shows that it does try.
    @pytest.mark.parametrize('mode, gets', [(mode, gets) for mode, _, gets in INTRUDERS])
    def test_an_intruder_without_a_box_gets_what_it_reaches_for(houses, mode, gets):
        said = intrude(houses[os.geteuid()], mode, 0, os.geteuid(), unboxed()).stdout
        assert f"it answered 'got {gets}" in said if gets != '-' else 'got ' not in said, said
