"""Many games of chance at a node, for whoever wants to know how it does beside them. In each game the seat to move tries something every four seconds,
as often as in the load of docs/capacity.md."""
import asyncio
import contextlib
import random
import threading

import websockets

from kills import Match
from node import hear, join

TRY_SECONDS = 4
JOINS_AT_ONCE = 20


class Crowd:
    """Plays until its program ends."""

    def __init__(self, server, games):
        self.server, self.games = server, games
        self.rng = random.Random(1)
        self.joined = threading.Semaphore(0)

    def start(self):
        """Returns when all seats have joined."""
        threading.Thread(target=self.run_until_the_node_ends, daemon=True).start()
        for _ in range(2 * self.games):
            assert self.joined.acquire(timeout=120), 'the crowd has not come'

    def run_until_the_node_ends(self):
        with contextlib.suppress(websockets.ConnectionClosed, OSError):
            asyncio.run(self.run())

    async def run(self):
        self.doors = asyncio.Semaphore(JOINS_AT_ONCE)
        await asyncio.gather(*(self.play() for _ in range(self.games)))

    async def play(self):
        """One game after the other, the first one from its seats' joining on."""
        is_first = True
        while True:
            async with self.doors:
                made = await asyncio.to_thread(self.server.make_game)
                seats = Match(made, self.rng).seats
                connections = [await self.join(seat) for seat in seats]
            if is_first:
                self.joined.release(2)
            is_first = False
            await asyncio.gather(*(self.talk(seat, connection) for seat, connection in zip(seats, connections)))

    async def join(self, seat):
        connection, lines = await join(self.server, seat.token, ping_interval=None)
        for line in lines:
            seat.take(line)
        return connection

    async def talk(self, seat, connection):
        while not seat.is_done():
            command = seat.command()
            if command:
                await asyncio.sleep(TRY_SECONDS * 2 * self.rng.random())
                await connection.send(command)
            seat.take(await hear(connection, 1000))
        await connection.close()
