#!/usr/bin/python3
"""Kills the server, its database, or both with SIGKILL at random moments while seats play, and checks every acknowledgement.

usage: kills.py NEBEL SOURCE [--kills N] [--games N] [--seed N] [--only TEXT] [--junit FILE]

    --kills N   so many kills of each kind: server, database, both (default 3)
    --games N   games that are played at a time (default 4)

Each seat sends tries and counts what it is told. A command whose answer was lost is sent again with the same number. In the end
  - each seat's numbers have no gap, and no number was told twice with other words
  - every command that was answered is in the journal, once, and the journal has nothing else but the last command of a seat
  - a seat that comes anew is told exactly what it was told before, word for word

Then, in games with clocks, the time while nobody could play must be charged to nobody."""
import asyncio
import random
import sys
import time

import websockets

from node import Node, Results, arguments, assert_within, hear, hearings, join

TRIES_MAX = 60  # of a game; then a seat resigns, and another game begins
SQUARES = [file + rank for file in 'abcd' for rank in '1234']
DOWNTIME_MAX_MS = 50  # that a clock may be charged
AWAY = (OSError, websockets.WebSocketException, asyncio.TimeoutError, asyncio.IncompleteReadError)


class Seat:
    """One seat of a game: what it heard, and the command that it waits for."""

    def __init__(self, token, index, rng):
        self.token, self.index, self.rng = token, index, rng
        self.lines = []  # heard, by their numbers from 1 on
        self.answered, self.refused = {}, set()  # commands, by their number: what was heard, or an error
        self.ref, self.pending = 0, None
        self.sent = {}  # actions, by their number
        self.is_turn = self.is_over = False

    def take(self, line):
        """A line of the server's. True if it answers the pending command."""
        words = line.split(' ')
        if words[0] in ('newgame', 'archive', 'joined', 'pause', 'resume'):
            return False
        assert words[0] != 'quit', line
        if words[1] == 'did':
            assert self.sent[int(words[0])] == ' '.join(words[2:]), f'{line}, but sent was {self.sent[int(words[0])]}'
            return False
        if words[1] == 'error':
            ref = int(words[0])
            if words[2] == 'busy':
                return False  # send it again
            assert ref not in self.answered, f'command {ref} was taken and refused: {line}'
            self.refused.add(ref)
            return self.settle(ref)
        number, ref = int(words[0]), int(words[1])
        if number <= len(self.lines):
            assert self.lines[number - 1] == line, f'number {number} was told twice: {self.lines[number - 1]} and {line}'
        else:
            assert number == len(self.lines) + 1, f'after {len(self.lines)} came {line}'
            self.lines.append(line)
            self.note(words[5:])
        if ref:
            assert ref not in self.refused, f'command {ref} was refused and taken: {line}'
            self.answered.setdefault(ref, number)
            return self.settle(ref)
        return False

    def note(self, words):
        self.is_over |= 'over' in words
        if words[0] == 'opening':
            self.is_turn = words[1] == 'own'
        elif words[0] in ('played', 'moved'):
            self.is_turn = words[0] == 'moved'

    def settle(self, ref):
        if self.pending and self.pending[0] == ref:
            self.pending = None
            return True
        return False

    def command(self):
        """The pending command, or a new one; None while the other is to move."""
        if not self.pending and self.is_turn and not self.is_over:
            self.ref += 1
            action = 'resign' if self.ref > TRIES_MAX else 'try ' + ''.join(self.rng.sample(SQUARES, 2))
            self.sent[self.ref] = action
            self.pending = (self.ref, f'{self.ref} {len(self.lines)} {action}')
        return self.pending[1] if self.pending else None

    def is_done(self):
        return self.is_over and not self.pending


class Match:
    """A game and its two seats."""

    def __init__(self, made, rng):
        self.number = int(made['game'], 16)
        self.seats = [Seat(made['white'], 0, rng), Seat(made['black'], 1, rng)]

    def check_journal(self, database):
        taken = ([], [])
        rows = database.rows(f'SELECT number, line FROM nebel.journal WHERE game = {self.number} ORDER BY number')
        assert [int(row[0]) for row in rows] == list(range(len(rows))), 'the journal has gaps'
        for _, line in rows:
            words = line.split(' ')
            if words[0] in ('white', 'black'):
                ref = int(words[3] if words[1] == 'try' else words[2])
                taken[words[0] == 'black'].append(ref)
        for seat in self.seats:
            refs = taken[seat.index]
            assert len(set(refs)) == len(refs), f'a command stands twice in the journal of {self.number:x}'
            lost = set(seat.answered) - set(refs)
            assert not lost, f'commands {lost} were acknowledged and are not in the journal of {self.number:x}'
            more = set(refs) - set(seat.answered) - ({seat.pending[0]} if seat.pending else set())
            assert not more, f'commands {more} are in the journal of {self.number:x} and were not acknowledged'

    async def check_seats(self, server):
        for seat in self.seats:
            connection, lines = await join(server, seat.token)
            await connection.close()
            told = hearings(lines)
            assert told[:len(seat.lines)] == seat.lines, f'{self.number:x}: told anew {told}, heard {seat.lines}'


def parts_of(node, kind):
    return {'server': (node.server,), 'database': (node.database,), 'both': (node.database, node.server)}[kind]


def kill(node, kind, rng):
    parts = parts_of(node, kind)
    for part in rng.sample(parts, len(parts)):
        part.kill()


def start(node, kind):
    parts = parts_of(node, kind)
    if node.database in parts:
        node.database.start()
    if node.server in parts:
        node.server.start(is_open=False)


class World:
    def __init__(self, node, plan):
        self.node, self.rng = node, random.Random(plan.seed)
        self.acknowledged = 0
        self.matches, self.is_ending = [], False

    async def play_seat(self, seat):
        """Connects, and connects again, until the game is over."""
        while not seat.is_done() and not self.is_ending:
            try:
                connection, lines = await join(self.node.server, seat.token, len(seat.lines), ping_interval=None)
                try:
                    if lines[-1].startswith('quit busy'):  # the game is being taken over
                        raise OSError(lines[-1])
                    for line in lines:
                        seat.take(line)
                    await self.talk(seat, connection)
                finally:
                    await connection.close()
            except AWAY:
                await asyncio.sleep(0.02)

    async def talk(self, seat, connection):
        sent = None
        while not seat.is_done() and not self.is_ending:
            command = seat.command()
            if command and command != sent:
                await connection.send(command)
                sent = command
            line = await hear(connection, 10)
            self.acknowledged += seat.take(line)
            if ' error busy ' in line:
                sent = None

    async def play(self):
        """One game after the other."""
        while not self.is_ending:
            try:
                made = await asyncio.to_thread(self.node.server.make_game, base_ms=3600000)
            except (OSError, AssertionError):  # the server is away, or its database is
                await asyncio.sleep(0.05)
                continue
            match = Match(made, self.rng)
            self.matches.append(match)
            await asyncio.gather(*(self.play_seat(seat) for seat in match.seats))

    async def wait_for_acks(self, count):
        until = self.acknowledged + count
        while self.acknowledged < until:
            await asyncio.sleep(0.001)

    def kill(self, kind):
        kill(self.node, kind, self.rng)
        start(self.node, kind)

    async def run(self, plan):
        games = [asyncio.create_task(self.play()) for _ in range(plan.games)]
        kinds = ['server', 'database', 'both'] * plan.kills
        self.rng.shuffle(kinds)
        try:
            for kind in kinds:
                await asyncio.wait_for(self.wait_for_acks(self.rng.randrange(5, 80)), 120)
                await asyncio.to_thread(self.kill, kind)
            await asyncio.wait_for(self.wait_for_acks(50), 120)
        finally:
            self.is_ending = True
            await asyncio.gather(*games)

    async def check(self):
        self.node.server.wait_open()
        for match in self.matches:
            match.check_journal(self.node.database)
            await match.check_seats(self.node.server)


def play_and_kill(node, plan):
    node.server.start()
    world = World(node, plan)
    asyncio.run(world.run(plan))
    asyncio.run(world.check())
    heard = sum(len(seat.lines) for match in world.matches for seat in match.seats)
    return (f'{plan.kills} kills each of server, database and both; {len(world.matches)} games, {world.acknowledged} commands '
            f'acknowledged, {heard} lines heard')


# --- Clocks ---------------------------------------------------------------------------------------

BASE_MS = 600000


async def charged_too_much(node, kind, rng):
    """Kills something while White thinks, waits, and starts it again; by how many milliseconds White's clock has run longer than it was
    possible to play."""
    made = await asyncio.to_thread(node.server.make_game, base_ms=BASE_MS)
    white, lines = await join(node.server, made['white'])
    began = time.monotonic()
    thought = int(lines[-1].split(' ')[2]) / 1000  # before it joined
    await asyncio.sleep(rng.uniform(0.05, 0.4))
    if kind == 'database':
        await white.send('1 1 try a1d4')  # so that the node has something to write
        await hear(white)
    await asyncio.to_thread(kill, node, kind, rng)
    killed = time.monotonic()
    await asyncio.sleep(rng.uniform(0.5, 1.5))
    await asyncio.to_thread(start, node, kind)
    opened = time.monotonic()  # not before
    while not node.server.is_open():
        await asyncio.sleep(0.002)
        opened = time.monotonic()
    again, lines = await join(node.server, made['white'])
    heard = int(lines[-1].split(' ')[1])
    await again.send(f'9 {heard} resign')
    words = (await hear(again)).split(' ')
    ended = time.monotonic()
    await again.close()
    assert 'resigned' in words, words
    played = thought + (killed - began) + (ended - opened)
    return BASE_MS - int(words[2]) - 1000 * played


def charge_no_downtime(node, plan):
    rng, worst = random.Random(plan.seed), {}
    for kind in ('server', 'database', 'both'):
        worst[kind] = max(asyncio.run(charged_too_much(node, kind, rng)) for _ in range(plan.kills))
        assert_within(worst[kind] / 1000, DOWNTIME_MAX_MS / 1000)
    return ', '.join(f'{kind} at most {extra:.0f} ms too much' for kind, extra in worst.items())


def main():
    parser = arguments(__doc__)
    parser.add_argument('--kills', type=int, default=3)
    parser.add_argument('--games', type=int, default=4)
    parser.add_argument('--seed', type=int, default=1)
    plan = parser.parse_args()
    results = Results('kills', plan)
    with Node(plan.nebel, plan.source) as node:
        results.run('nothing acknowledged is lost or doubled', lambda: play_and_kill(node, plan))
        results.run('downtime is charged to nobody', lambda: charge_no_downtime(node, plan))
        results.run('the server ends in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
