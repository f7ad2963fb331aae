#!/usr/bin/python3
"""Measures what the delays of a seat's own answers tell of tries in other games.

usage: probe.py NEBEL SOURCE [--events N] [--cell NAME]... [--seed N] [--beat-ms N] [--only TEXT] [--junit FILE]

    --events N     so many hidden tries, and as many controls, in each cell (default 4000, some twelve minutes a cell)
    --cell NAME    quiet-same, quiet, load, proxy; may be given again (default: all four)
    --seed N       of the moments and of which of them have a hidden try (default 1)

A spy plays White in twelve games and sends one refused try after the other; in four more it plays both seats and moves. At moments drawn by chance
somebody else, in a game of its own, sends a try that is refused and that nobody else hears, or, with the same chance, a line that is refused without a row
of the journal. The spy does not see which. Three delays are measured: until a refused try is answered, until a move is answered, and until the opponent
hears of it. For each moment they are the sum of the three around it, and how many of these came a beat late. The area under the curve (AUC) of the sums is
0.5 if they tell nothing.

  quiet-same   the spy and the other in one process, at the socket of the node
  quiet        in two processes
  load         in two processes, while forty other seats send ten tries a second each
  proxy        the same through nginx

A cell passes if for each delay the 99 % interval of the AUC contains 0.5 and lies within 0.47 to 0.53, and the shares of late ones differ by at most 0.3
points of a hundred. A cell that misses is run once more with another seed, and both are printed."""
import asyncio
import bisect
import json
import math
import random
import statistics
import subprocess
import sys
import time

import websockets

from hostile import Proxy
from node import Node, Results, arguments, hear, join

SPY_GAMES, MOVED_GAMES = 12, 4
MOVES = ('b1c3', 'b8c6', 'c3b1', 'c6b8')  # in a ruleset that knows no repetition
PLIES_MAX = 1900  # the law allows 2,000
REFUSED, ANSWERED, HEARD = 'refused tries', 'moves', 'moves at the opponent'
TRIES_MAX = 480  # of a turn; the law allows 512
GAP_S = (0.06, 0.12)  # between two moments
LOAD_SEATS, LOAD_PAUSE_S = 40, 0.1
CELLS = ('quiet-same', 'quiet', 'load', 'proxy')
LATE = 0.6  # of a beat more than the usual delay


# --- Seats ----------------------------------------------------------------------------------------

class Door:
    """A node as its clients meet it, at its socket or at a port of nginx."""

    def __init__(self, server, port=0):
        self.server, self.port = server, port

    def make_game(self, game='kriegspiel'):
        return self.server.make_game(game)

    def connect(self, path='/seat', **options):
        if not self.port:
            return self.server.connect(path, **options)
        return websockets.connect(f'ws://127.0.0.1:{self.port}{path}', compression=None)


class Seat:
    """A seat that can send refused tries for ever: in another game when a turn has had as many as the law allows."""

    def __init__(self, door):
        self.door = door

    async def begin(self):
        made = await asyncio.to_thread(self.door.make_game)
        self.connection, _ = await join(self.door, made['white'])
        self.ref = 0

    async def send(self, heard, attempt):
        """The delay of the answer, and when it came."""
        if self.ref >= TRIES_MAX:
            await self.connection.close()
            await self.begin()
        self.ref += 1
        begin = time.monotonic()
        await self.connection.send(f'{self.ref} {heard} try {attempt}')
        while str(self.ref) not in (await hear(self.connection)).split()[:2]:
            pass
        return begin, time.monotonic() - begin


class Moved:
    """A game of which the spy plays both seats, and every try is a move: in another game when it has had as many as the law allows."""

    def __init__(self, door):
        self.door = door

    async def begin(self):
        made = await asyncio.to_thread(self.door.make_game, 'kriegspiel(rules=berkeley)')
        self.seats = [(await join(self.door, made[name]))[0] for name in ('white', 'black')]
        self.heard, self.ply = [1, 1], 0

    async def take(self, seat):
        """When the seat heard of a move."""
        line = await hear(self.seats[seat])
        assert ' hear ' in line, line
        self.heard[seat] = int(line.split()[0])
        return time.monotonic()

    async def move(self):
        """When a move was sent, when it was answered, and when the opponent heard of it."""
        if self.ply >= PLIES_MAX:
            for connection in self.seats:
                await connection.close()
            await self.begin()
        mover, attempt = self.ply % 2, MOVES[self.ply % 4]
        self.ply += 1
        begin = time.monotonic()
        await self.seats[mover].send(f'{(self.ply + 1) // 2} {self.heard[mover]} try {attempt}')
        return begin, *await asyncio.gather(self.take(mover), self.take(1 - mover))


async def act(seat, is_hidden):
    """Of the other: a refused try, or a line that says it heard more than it was told, which is refused without a row."""
    await seat.send(1 if is_hidden else 9999, 'e2d3')


async def other(door, moments):
    """A seat at a time has one line on its way; the next moment may be sooner than its answer."""
    seats = [Seat(door) for _ in range(4)]
    for seat in seats:
        await seat.begin()
    began = []
    running = set()
    for index, (moment, is_hidden) in enumerate(moments):
        await asyncio.sleep(max(0.0, moment - time.monotonic()))
        began.append(time.monotonic())
        task = asyncio.create_task(act(seats[index % len(seats)], is_hidden))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    return began


async def spy(door, logs, is_ending):
    seat = Seat(door)
    await seat.begin()
    while not is_ending.is_set():
        logs[REFUSED].append(await seat.send(1, 'a1a2'))


async def move(door, logs, is_ending):
    game = Moved(door)
    await game.begin()
    while not is_ending.is_set():
        begin, answered, heard = await game.move()
        logs[ANSWERED].append((begin, answered - begin))
        logs[HEARD].append((begin, heard - begin))


# --- The other, and load, as programs of their own ------------------------------------------------

async def load(door):
    async def one(delay):
        seat = Seat(door)
        await asyncio.sleep(delay)
        await seat.begin()
        while True:
            await seat.send(1, 'a1a2')
            await asyncio.sleep(LOAD_PAUSE_S)
    await asyncio.gather(*(one(LOAD_PAUSE_S * index / LOAD_SEATS) for index in range(LOAD_SEATS)))


def run_apart(node, port, what, moments=()):
    """The same as a program of its own; its moments are read from a file."""
    path = node.folder / 'moments.json'
    path.write_text(json.dumps(moments))
    code = ('import asyncio, json, sys; sys.path.insert(0, sys.argv[1]); import probe, node;'
            ' server = node.Server.__new__(node.Server); server.socket = sys.argv[2]; door = probe.Door(server, int(sys.argv[3]));'
            ' began = asyncio.run(probe.load(door) if sys.argv[4] == "load" else probe.other(door, json.load(open(sys.argv[5])))); print(json.dumps(began))')
    return subprocess.Popen([sys.executable, '-c', code, str(node.source / 'tests/e2e/server'), str(node.server.socket), str(port), what, str(path)],
                            stdout=subprocess.PIPE, text=True)


# --- A cell ---------------------------------------------------------------------------------------

def area(ones, others):
    """AUC of two samples, and the half width of its 99 % interval (Hanley and McNeil)."""
    ordered = sorted(others)
    wins = sum((bisect.bisect_left(ordered, one) + bisect.bisect_right(ordered, one)) / 2 for one in ones)
    auc = wins / (len(ones) * len(ordered))
    first, second = auc / (2 - auc), 2 * auc * auc / (1 + auc)
    variance = (auc * (1 - auc) + (len(ones) - 1) * (first - auc * auc) + (len(ordered) - 1) * (second - auc * auc)) / (len(ones) * len(ordered))
    return auc, 2.576 * math.sqrt(variance)


def features(log, began, beat_s):
    """Of each moment: the sum of three delays, and how many were late."""
    log = sorted(log)
    starts, usual = [begin for begin, _ in log], statistics.median(delay for _, delay in log)
    sums, late = [], []
    for moment in began:
        at = bisect.bisect_left(starts, moment)
        around = [delay for _, delay in log[max(0, at - 1):at + 2]]
        sums.append(sum(around))
        late.append(sum(delay > usual + LATE * beat_s for delay in around) / max(1, len(around)))
    return sums, late, usual


async def measure(node, cell, events, seed):
    proxy = Proxy(node) if cell == 'proxy' else None
    port = proxy.port if proxy else 0
    door, rng = Door(node.server, port), random.Random(seed)
    loader = run_apart(node, port, 'load') if cell in ('load', 'proxy') else None
    logs, is_ending = {name: [] for name in (REFUSED, ANSWERED, HEARD)}, asyncio.Event()
    spies = [asyncio.create_task(work(door, logs, is_ending)) for work, games in ((spy, SPY_GAMES), (move, MOVED_GAMES)) for _ in range(games)]
    try:
        begin, moments = time.monotonic() + 8, []
        kinds = [True] * events + [False] * events
        rng.shuffle(kinds)
        for is_hidden in kinds:
            begin += rng.uniform(*GAP_S)
            moments.append((begin, is_hidden))
        if cell == 'quiet-same':
            began = await other(door, moments)
        else:
            apart = run_apart(node, port, 'other', moments)
            text, _ = await asyncio.to_thread(apart.communicate)
            assert apart.returncode == 0, 'the other died'
            began = json.loads(text)
        await asyncio.sleep(0.5)
    finally:
        is_ending.set()
        ends = await asyncio.gather(*spies, return_exceptions=True)
        if loader:
            assert loader.poll() is None, 'the load ended before its time'
            loader.kill()
            loader.wait()
        if proxy:
            proxy.end()
    assert ends == [None] * len(spies), ends
    return logs, began, kinds


def judge(log, began, kinds, beat_s):
    """Whether the delays of a log tell nothing, and its figures."""
    sums, late, usual = features(log, began, beat_s)
    split = [[value for value, kind in zip(values, kinds) if kind == is_hidden] for values in (sums, late) for is_hidden in (True, False)]
    auc, half = area(split[0], split[1])
    shares = [100 * statistics.mean(values) for values in split[2:]]
    told = (f'AUC {auc:.3f} ({auc - half:.3f} to {auc + half:.3f}), late {shares[0]:.2f} and {shares[1]:.2f} of a hundred, '
            f'{len(log)} delays, median {1000 * usual:.1f} ms')
    is_fine = auc - half <= 0.5 <= auc + half and 0.47 <= auc - half and auc + half <= 0.53 and abs(shares[0] - shares[1]) <= 0.3
    return is_fine, told


def probe(plan, cell):
    told = []
    for seed in (plan.seed, plan.seed + 1000):
        with Node(plan.nebel, plan.source) as node:
            node.server.start()
            logs, began, kinds = asyncio.run(measure(node, cell, plan.events, seed))
        judged = {name: judge(log, began, kinds, plan.beat_ms / 1000) for name, log in logs.items()}
        told += [f'\n  seed {seed}, {name}: {text}' for name, (_, text) in judged.items()]
        is_fine = all(is_fine for is_fine, _ in judged.values())
        if is_fine:
            break
    assert is_fine, ''.join(told)
    return ''.join(told)


def main():
    parser = arguments(__doc__)
    parser.add_argument('--events', type=int, default=4000)
    parser.add_argument('--cell', action='append', choices=CELLS)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--beat-ms', type=float, default=25)
    plan = parser.parse_args()
    results = Results('probe', plan)
    for cell in plan.cell or CELLS:
        results.run(f'delays tell nothing of hidden tries: {cell}', lambda cell=cell: probe(plan, cell))
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
