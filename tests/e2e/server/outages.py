#!/usr/bin/python3
"""What seats meet while the database fails in ways that kills.py does not have: a leader that changes its place, a table that somebody
has locked, a disk that is slow or full, a database that is gone for seconds.

usage: outages.py NEBEL SOURCE [--slow SECONDS]... [--lost-ms N] [--only TEXT] [--junit FILE]

    --slow SECONDS   for which each flush of the disk waits; may be given again (default 0.1 and 3)
    --lost-ms N      that a clock may lose by an outage (default 100; 1500 where there are no bars of speed)

In each outage White has sent a try that is refused, and waits. The clocks of the game stand still, both seats are told so in the same
words, /health and the figures say why, no new game is opened; afterwards the refusal arrives, and the clocks run again."""
import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time

from archive import locked
from node import HAS_BARS, TOKEN, Database, Node, Results, arguments, hear, join, preloaded, wait_until

CHURN_THREADS = 8
OUTAGE_S = 4
BASE_MS = 60000
PAUSE = 'pause store the server cannot save moves; all clocks stand still until it can'
# Preloaded into PostgreSQL: each flush waits for as many milliseconds as a file says.
SLOW_DISK = r'''
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_for_disk(void)
{
    unsigned ms = 0;
    FILE *file = fopen("DELAY", "re");
    if (!file)
        return;
    if (fscanf(file, "%u", &ms) == 1 && ms)
        usleep(ms * 1000);
    fclose(file);
}

int fdatasync(int file)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    wait_for_disk();
    return real(file);
}
'''


class Churn:
    """Threads that open and close sockets of the node all the time, so that it reuses the numbers of its files."""

    def __init__(self, path):
        self.path, self.is_ending, self.count = str(path), threading.Event(), 0
        self.threads = [threading.Thread(target=self.run) for _ in range(CHURN_THREADS)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *problem):
        self.is_ending.set()
        for thread in self.threads:
            thread.join()

    def run(self):
        while not self.is_ending.is_set():
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as client:
                client.connect(self.path)
                client.sendall(b'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
                self.count += 1
            time.sleep(0.005)


def a_leader_behind_another_host_is_found_again(plan):
    """The first host of the connection never leads; the second is restarted five times while clients come and go."""
    with Node(plan.nebel, plan.source) as node:
        standby = Database(node.folder / 'standby', node.source / 'deploy/schema')
        try:
            standby.rows("ALTER SYSTEM SET default_transaction_read_only = on")
            standby.rows("SELECT pg_reload_conf()")
            node.server.command[node.server.command.index('--database') + 1] = (
                f'host={standby.folder},{node.database.folder} user=nebel dbname=nebel target_session_attrs=read-write')
            node.server.start()
            with Churn(node.server.socket) as churn:
                for restart in range(5):
                    node.database.kill()
                    node.database.start()
                    seen = churn.count
                    wait_until(lambda seen=seen: churn.count > seen + 300 or node.server.process.poll() is not None, 'clients that come and go')
                    assert node.server.process.poll() is None, f'the node ended at restart {restart + 1}: {node.server.process.returncode}'
                    node.server.wait_open()
            node.check_end()
        finally:
            standby.kill()
        return f'{churn.count} clients came and went'


# --- Clocks that stand still ----------------------------------------------------------------------

class Game:
    """Two seats, both of which have played a move, and what each was told of pauses."""

    def __init__(self, node):
        self.node = node
        self.told = {'white': [], 'black': []}
        self.waiting = {'white': [], 'black': []}

    async def begin(self):
        made = await asyncio.to_thread(self.node.server.make_game, 'kriegspiel', base_ms=BASE_MS)
        self.seats = {name: (await join(self.node.server, made[name]))[0] for name in ('white', 'black')}
        self.left_ms = BASE_MS
        await self.play('white', '1 1 try e2e4')
        await self.play('black', '1 2 try e7e5')
        return self

    async def wait_for(self, name, is_it):
        """The first line that is wanted and was not waited for yet, and when that was."""
        waiting = self.waiting[name]
        while not any(map(is_it, waiting)):
            line = await hear(self.seats[name], 30, with_pauses=True)
            waiting.append(line)
            if line.startswith(('pause', 'resume')):
                self.told[name].append(line)
        found = next(line for line in waiting if is_it(line))
        waiting.remove(found)
        return found, time.monotonic()

    async def play(self, name, line):
        """Plays a move: the clock that the mover is shown, and when both have heard."""
        other = 'black' if name == 'white' else 'white'
        await self.seats[name].send(line)
        heard, _ = await self.wait_for(name, lambda line: ' hear played' in line)
        await self.wait_for(other, lambda line: ' hear moved' in line)
        return int(heard.split()[2 if name == 'white' else 3]), time.monotonic()


async def stand_still(node, outage, plan):
    """An outage while White waits for a refusal. `outage` begins it, yields, and ends it."""
    game = await Game(node).begin()
    before_ms, _ = await game.play('white', '2 3 try d2d4')
    _, turn = await game.play('black', '2 4 try d7d5')  # White's clock runs from here
    async with outage(node):
        sent = time.monotonic()
        await game.seats['white'].send('3 5 try a2b3')
        for name in game.seats:
            await game.wait_for(name, lambda line: line.startswith('pause'))
        status, text = node.server.ask('GET', '/health')
        assert status == 503 and 'clocks stand still' in text, (status, text)
        assert node.server.figures()['nebel_clocks_stopped'] == 1
        status, text = node.server.ask('POST', '/api/game', '{"game": "kriegspiel"}', TOKEN)
        assert status == 503 and 'ask again' in text, (status, text)
        await asyncio.sleep(max(0.0, sent + OUTAGE_S - time.monotonic()))
    line, heard = await game.wait_for('white', lambda line: ' 3 ' in line and ' hear illegal' in line)
    for name in game.seats:
        await game.wait_for(name, lambda line: line == 'resume')
    resumed = time.monotonic()
    after_ms, _ = await game.play('white', '4 6 try h2h3')
    own_ms = 1000 * (sent - turn + max(resumed, heard) - min(resumed, heard))
    lost_ms = before_ms - after_ms - own_ms
    assert game.told['white'] == game.told['black'] == [PAUSE, 'resume'], game.told
    assert lost_ms <= plan.lost_ms, (lost_ms, plan.lost_ms)
    for connection in game.seats.values():
        await connection.close()
    return f'away for {heard - sent:.1f} s, {before_ms - after_ms} ms charged, of these {max(0, lost_ms):.0f} lost by the outage'


def clocks_stand_still_though_nobody_tries(plan):
    """Else a pause would tell that somebody in this or another game had sent a try."""
    async def watch(node):
        made = await asyncio.to_thread(node.server.make_game, 'kriegspiel', base_ms=BASE_MS)
        seats = [(await join(node.server, made[name]))[0] for name in ('white', 'black')]
        async with journal_locked(node):
            told = [await hear(seat, with_pauses=True) for seat in seats]
        told += [await hear(seat, with_pauses=True) for seat in seats]
        assert told == [PAUSE, PAUSE, 'resume', 'resume'], told
        for seat in seats:
            await seat.close()

    with Node(plan.nebel, plan.source) as node:
        node.server.start()
        asyncio.run(asyncio.wait_for(watch(node), 120))


@contextlib.asynccontextmanager
async def journal_locked(node):
    """Somebody holds a lock that no row can pass, as some repairs of a table do."""
    with locked(node, 'nebel.journal', 'SHARE'):
        yield


@contextlib.asynccontextmanager
async def gone(node):
    node.database.kill()
    try:
        yield
    finally:
        await asyncio.to_thread(node.database.start)


@contextlib.asynccontextmanager
async def full(node):
    """No byte is left on the volume of the database, which needs new files for its log."""
    filler = node.folder / 'filler'
    with open(filler, 'wb') as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
    end = time.monotonic() + 30
    while time.monotonic() < end and subprocess.run(
            ['psql', '-qAt', '-h', node.database.folder, '-U', 'nebel', '-d', 'nebel', '-c', "SELECT pg_logical_emit_message(true, 'a', 'b')", '-c', 'SELECT pg_switch_wal()'],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
        pass
    try:
        yield
    finally:
        filler.unlink()
        await asyncio.to_thread(node.database.start)  # it may have ended; a supervisor starts it again


def slowly(seconds):
    @contextlib.asynccontextmanager
    async def slow(node):
        """Each flush of the disk takes so long."""
        delay = node.folder / 'delay'
        delay.write_text(f'{int(1000 * seconds)}\n')
        try:
            yield
            await asyncio.sleep(seconds)  # a whole flush, whoever gives up meanwhile
        finally:
            delay.write_text('0\n')
    return slow


def outage_test(outage):
    def test(plan):
        with Node(plan.nebel, plan.source) as node:
            node.server.start()
            return asyncio.run(asyncio.wait_for(stand_still(node, outage, plan), 120))
    return test


def slow_test(seconds):
    def test(plan):
        with Node(plan.nebel, plan.source) as node:
            delay = node.folder / 'delay'
            delay.write_text('0\n')
            node.database.kill()
            with preloaded(node.folder, SLOW_DISK.replace('DELAY', str(delay))):
                node.database.start()
            node.server.start()
            return asyncio.run(asyncio.wait_for(stand_still(node, slowly(seconds), plan), 120))
    return test


def full_test(plan):
    """On a small volume of its own; mounting it needs root."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=260m,mode=755', 'tmpfs', folder], check=True)
        before, tempfile.tempdir = tempfile.tempdir, folder
        try:
            return outage_test(full)(plan)
        finally:
            tempfile.tempdir = before
            subprocess.run(['umount', '--lazy', folder], check=True)  # its log is still open


TESTS = {'a leader behind another host is found again': a_leader_behind_another_host_is_found_again,
         'clocks stand still though nobody tries': clocks_stand_still_though_nobody_tries,
         'clocks stand still while a table is locked': outage_test(journal_locked),
         'clocks stand still while the database is gone': outage_test(gone),
         'clocks stand still while the volume is full': full_test}


def main():
    parser = arguments(__doc__)
    parser.add_argument('--slow', type=float, action='append')
    parser.add_argument('--lost-ms', type=float, default=100 if HAS_BARS else 1500)
    plan = parser.parse_args()
    tests = TESTS | {f'clocks stand still while a flush takes {seconds:g} s': slow_test(seconds) for seconds in plan.slow or (0.1, 3)}
    results = Results('outages', plan)
    for name, test in tests.items():
        results.run(name, lambda test=test: test(plan))
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
