"""Clients of a server on another machine, through its nginx with TLS: what tests/e2e/server/kills.py plays with, at a distance."""
import asyncio
import http.client
import json
import socket
import ssl
import threading
import time

import websockets

from kills import Seat, World
from node import hear, hearings, join

NAME = 'club.example'
PAUSE_SECONDS = 0.05  # between two tries of a game
OPEN_SECONDS = 60


class Here(http.client.HTTPSConnection):
    """By the name of the certificate, at the address of this machine."""

    def connect(self):
        self.sock = self._context.wrap_socket(socket.create_connection(('127.0.0.1', self.port), self.timeout), server_hostname=self.host)


class Door:
    """The address of a server; whoever uses it is in the network of its machine."""

    def __init__(self, machine):
        self.machine = machine
        self.token = machine.run('cat /etc/nebel/operator-token').strip()
        self.context = ssl.create_default_context(cadata=machine.run('cat /etc/nebel/tls/fullchain.pem'))

    def ask(self, method, path, body=None, token=None):
        """The answer, once the proxy lets it through: all players of a test have one address, whose requests it limits."""
        end = time.monotonic() + OPEN_SECONDS
        while True:
            status, text = self.ask_once(method, path, body, token)
            if status != 429 or '<center>nginx' not in text or time.monotonic() > end:
                return status, text
            time.sleep(0.5)

    def ask_once(self, method, path, body, token):
        connection = Here(NAME, context=self.context, timeout=20)
        try:
            connection.request(method, path, body, {'Authorization': f'Bearer {token}'} if token else {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except http.client.HTTPException as problem:
            raise OSError(str(problem)) from problem
        finally:
            connection.close()

    def make_game(self, game='kriegspiel(board=4x4)', **clock):
        status, text = self.ask('POST', '/api/game', json.dumps({'game': game, **clock}), self.token)
        assert status == 201, (status, text)
        return json.loads(text)

    def connect(self, path='/seat', socket=None, **options):
        options.setdefault('close_timeout', 1)
        return websockets.connect(f'wss://{NAME}{path}', host='127.0.0.1', port=443, ssl=self.context, server_hostname=NAME, compression=None,
                                  **options)

    def wait_open(self):
        end = time.monotonic() + OPEN_SECONDS
        while time.monotonic() < end:
            try:
                if self.ask('GET', '/health')[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.2)  # the proxy lets an address ask ten times a second
        raise AssertionError('the server does not open')


def inside(machine, work):
    """Does some work in the network of a machine; what it returns."""
    done = {}

    def run():
        try:
            machine.enter_network()
            done['result'] = work()
        except BaseException as problem:
            done['problem'] = problem

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if 'problem' in done:
        raise done['problem']
    return done['result']


class Plan:
    seed = 1


class Node:
    """What World calls a node."""

    def __init__(self, machine):
        self.server, self.database = Door(machine), machine


class Players(World):
    """Games at a machine, one after the other, until they are told to end. They come back after whatever happens there."""

    def __init__(self, machine, games):
        super().__init__(Node(machine), Plan)
        self.machine, self.games, self.problem = machine, games, None
        self.thread = threading.Thread(target=self.run_thread)

    def run_thread(self):
        try:
            self.machine.enter_network()
            asyncio.run(self.play_all())
        except BaseException as problem:
            self.problem = problem

    async def play_all(self):
        await asyncio.gather(*(self.play() for _ in range(self.games)))

    async def talk(self, seat, connection):
        while not seat.is_done() and not self.is_ending:
            command = seat.command()
            if command:
                await asyncio.sleep(PAUSE_SECONDS)
                await connection.send(command)
            self.acknowledged += seat.take(await hear(connection, 10))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *problem):
        self.is_ending = True
        self.thread.join()

    def wait_for(self, count):
        """Until so many more commands are acknowledged."""
        until, end = self.acknowledged + count, time.monotonic() + 120
        while self.acknowledged < until:
            assert not self.problem and time.monotonic() < end, f'nobody plays on: {self.problem}'
            time.sleep(0.01)

    def heard(self):
        """How much each seat has heard by now; all of it is durable."""
        return {seat.token: len(seat.lines) for match in list(self.matches) for seat in match.seats}

    def check(self):
        """Nothing that was acknowledged is lost, nothing is doubled."""
        assert not self.problem, self.problem
        inside(self.machine, lambda: asyncio.run(super(Players, self).check()))


class Returned(Seat):
    """A seat whose client has nothing but its token."""

    def take(self, line):
        words = line.split(' ')
        if len(words) > 2 and words[1] == 'did':
            self.sent[int(words[0])] = ' '.join(words[2:])
            self.ref = max(self.ref, int(words[0]))
            return False
        if words[0] == 'quit':
            raise OSError(line)  # comes again
        return super().take(line)


class Restored(World):
    """Games at a machine that has them from a backup of another one."""

    def __init__(self, machine):
        super().__init__(Node(machine), Plan)
        self.machine = machine

    def check(self, matches, heard):
        """What each seat had heard by then is told again, word for word; games that were not over are played to their end. How many those are."""
        return inside(self.machine, lambda: asyncio.run(self.check_all(matches, heard)))

    async def check_all(self, matches, heard):
        self.node.server.wait_open()
        running = 0
        for match in matches:
            running += await self.check_match(match, heard)
        return running

    async def check_match(self, match, heard):
        is_over = False
        for seat in match.seats:
            connection, lines = await join(self.node.server, seat.token)
            await connection.close()
            told, count = hearings(lines), heard.get(seat.token, 0)
            if not count and lines[-1].startswith('quit token'):
                return 0  # it was opened later
            assert told[:count] == seat.lines[:count], f'lost: {seat.lines[:count]}, told is {told}'
            is_over = any(' over ' in line for line in told)
        if is_over:
            return 0
        seats = [Returned(seat.token, seat.index, self.rng) for seat in match.seats]
        await asyncio.wait_for(asyncio.gather(*(self.play_seat(seat) for seat in seats)), 120)
        assert all(seat.is_over for seat in seats)
        return 1


# --- Clocks -----------------------------------------------------------------------------------------

BASE_MS = 600000


class Thinker:
    """White thinks in a game with clocks, while its machine is exchanged."""

    def __init__(self, machine):
        self.made = inside(machine, lambda: Door(machine).make_game(base_ms=BASE_MS))
        self.began = time.monotonic()

    def stop(self):
        """The server may stand still from now on."""
        self.stopped = time.monotonic()

    def charged_too_much(self, machine, started):
        """By how many seconds White's clock has run longer than it could play, if the server was started then; and for how long it could not."""
        def resign():
            door = Door(machine)
            door.wait_open()
            return asyncio.run(self.resign(door))
        left_ms = inside(machine, resign)
        played = (self.stopped - self.began) + (time.monotonic() - started)
        return (BASE_MS - left_ms) / 1000 - played, started - self.stopped

    async def resign(self, door):
        connection, lines = await join(door, self.made['white'])
        heard = int(lines[-1].split(' ')[1])
        await connection.send(f'9 {heard} resign')
        words = (await hear(connection)).split(' ')
        await connection.close()
        assert 'resigned' in words, words
        return int(words[2])
