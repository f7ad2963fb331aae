#!/usr/bin/python3
"""Silence over sockets. Twins are two games that sound the same to one seat, the ear, though the other seat does different things in them. Each
is played at a node of its own, over real sockets; all that the ear's side can get must be the same: its frames and their order, what it is
told when it comes back, every answer to everybody by HTTP before, during and after the game, and the log. While the game runs, so must what the office
tells of it: record, picture, lists and profiles. Some pairs are games of the lobby: there the frames of three more sockets are compared, the ear's own in the
lobby, a second guest's and a stranger's, and a dump must not change. Some of these are rated games of accounts: there the leaderboard, and the ratings and
their history of everybody who plays, must not move. In others the ear is the worker of a house bot: there everything counts that its login
gets from the node. Of many short pairs every frame is compared, pings and closes too, with what is in them. Then refusals for different
reasons are timed, and their delays compared.

usage: twins.py NEBEL SOURCE [--pairs N] [--short N] [--refusals N] [--seed N] [--only TEXT] [--junit FILE]

    --pairs N      so many pairs of games (default 40)
    --short N      so many short pairs of which every frame is compared (default 200)
    --refusals N   so many refusals are timed (default 3000)

PYTHONPATH must have the module nebel of the build."""
import asyncio
import json
import math
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field

import nebel
import websockets
from websockets.frames import Opcode

import accounts
from house import Ear, Person, install
from lobby import Visitor
from node import Connection, Node, Results, arguments, hear, is_of_a_pause, join

GAMES = ('kriegspiel', 'kriegspiel(board=silverman4x4)', 'kriegspiel(rules=berkeley-any,board=5x5)', 'kriegspiel(rules=cincinnati)',
         'phantom-go(size=5)', 'phantom-go(size=9)')
RATED_GAMES = ('kriegspiel', 'kriegspiel(rules=cincinnati)', 'phantom-go(size=9)')  # on their usual boards
LOBBY_SHARE = 4  # one pair of so many is played once more, in the lobby, and once more by the worker of a bot
RATED_SHARE = 8  # and one of so many as a rated game
NOBODY = '9000-9999'  # a range of ratings that nobody has: such a seek stays open
PROBES = 40  # tries that are looked at for one that fits
TURNS_MAX = 24
SHORT_TURNS = 10
LONG_LINE = 'x' * 1100  # longer than a line may be; the server reads it at once, or it would end the connection with no word
FILED_SECONDS = 60
CLOSED_SECONDS = 60
GUEST_NAME = r'\b(?:[a-z]+-[a-z]+-\d{3}|ada-[a-k]{4})\b'  # and of an account of these tests
AT_ONCE = 32  # pairs, which mostly wait for beats
BASE_MS = 5_000_000  # so long that all times have as many digits
SEATS = ('white', 'black')
ROUTES = [(method, path, token) for method, path in (('GET', '/health'), ('GET', '/metrics'), ('POST', '/api/game'), ('GET', '/api/game'), ('GET', '/seat'), ('GET', '/lobby'),
                                                     ('GET', '/'), ('GET', '/games'))
          for token in (None, 'x')]


# --- Twins ----------------------------------------------------------------------------------------

def heard(state, ear):
    return state.information_state_string(ear)


class Twins:
    """Two runs of one game: lists of (seat, try). The ear does the same in both."""

    def __init__(self, game, ear, rng, turns=TURNS_MAX):
        self.ear, self.rng = ear, rng
        self.game = nebel.load_game(game)
        self.states = [self.game.new_initial_state(), self.game.new_initial_state()]
        self.runs = ([], [])
        for _ in range(turns):
            if self.states[0].is_terminal() or not (self.let_ear() if self.states[0].current_player() == ear else self.let_other()):
                break
        others = [[attempt for seat, attempt in run if seat != ear] for run in self.runs]
        self.differs = others[0] != others[1]

    def probe(self, state, action):
        """What the ear has heard after an action, and whether the turn is over."""
        copy, mover = state.clone(), state.current_player()
        copy.apply_action(action)
        return heard(copy, self.ear), copy.current_player() != mover

    def play(self, run, action):
        state = self.states[run]
        self.runs[run].append((state.current_player(), self.game.action_to_string(action)))
        state.apply_action(action)

    def pick(self, run):
        return self.rng.choice(self.states[run].legal_actions())

    def let_ear(self):
        for _ in range(PROBES):
            action = self.pick(0)
            if self.probe(self.states[0], action) == self.probe(self.states[1], action):
                self.play(0, action)
                self.play(1, action)
                return True
        return False

    def refuse(self, run):
        """The other is refused in one of them, and the ear does not hear it."""
        for _ in range(PROBES):
            action, before = self.pick(run), heard(self.states[run], self.ear)
            if self.probe(self.states[run], action) == (before, False):
                self.play(run, action)
                return

    def let_other(self):
        for run in (0, 1):
            for _ in range(self.rng.randrange(3)):
                self.refuse(run)
        for _ in range(PROBES):
            actions = [self.pick(0), self.pick(1)]
            first, second = (self.probe(state, action) for state, action in zip(self.states, actions))
            if first == second and first[1]:
                self.play(0, actions[0])
                self.play(1, actions[1])
                return True
        return False


# --- One game over sockets ------------------------------------------------------------------------

@dataclass
class Seat:
    connection: object
    heard: int = 0
    ref: int = 0
    got: list = field(default_factory=list)  # frames

    def take(self, line):
        words = line.split(' ')
        self.got.append(line)
        if words[0].isdigit() and words[1] != 'error':
            self.heard = int(words[0])
        return words

    async def act(self, action, heard=None):
        """Sends an action and takes frames until it is answered."""
        self.ref += 1
        await self.connection.send(f'{self.ref} {self.heard if heard is None else heard} {action}')
        while True:
            words = self.take(await hear(self.connection))
            if (words[1] if words[1] != 'error' else words[0]) == str(self.ref):
                return words

    async def settle(self):
        """Takes what was sent to it before now."""
        await (await self.connection.ping())
        while self.connection.messages:
            line = await hear(self.connection, with_pauses=True)
            if not is_of_a_pause(line):
                self.take(line)


def masked(line):
    """A frame without what depends on chance or on the time of day. Times keep their lengths."""
    words = line.split(' ')
    if words[0] == 'newgame':
        return re.sub(r' seed \d+', ' seed #', line)
    if words[0] == 'archive':
        return re.sub(r'[0-9a-f]{16}', '#', line)
    if words[0] == 'joined':
        return f'joined {words[1]} #'
    if len(words) > 4 and words[4] == 'hear':
        words[2:4] = ['#' * len(clock) for clock in words[2:4]]
    return ' '.join(words)


async def raw_bytes(server, method, path, token):
    """The bytes of an answer by HTTP, headers and all."""
    reader, writer = await asyncio.open_unix_connection(server.socket)
    body = b'{"game": "kriegspiel"}' if method == 'POST' else b''
    head = f'{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {len(body)}\r\n'
    writer.write((head + (f'Authorization: Bearer {token}\r\n' if token else '') + '\r\n').encode() + body)
    answer = await asyncio.wait_for(reader.read(), 60)
    writer.close()
    return answer


async def raw_answer(server, method, path, token):
    return f'{method} {path} {token}: {await raw_bytes(server, method, path, token)!r}'


def spoken(attempt):
    return 'ask any' if attempt == 'any?' else f'try {attempt}'


class Visit:
    """A run of twins at a server, and all that the ear's side gets."""
    games, turns = GAMES, TURNS_MAX
    clocked = (0,)  # of three pairs

    def __init__(self, node, twins, run, clock):
        self.node, self.server, self.twins, self.run, self.clock = node, node.server, twins, twins.runs[run], clock
        self.got = []
        self.pings = []  # whose number depends on the time
        self.archive = None  # by which the office will know the game
        self.is_over = False

    async def look(self):
        for route in ROUTES:
            self.got.append(await raw_answer(self.server, *route))
        await self.ask_office()

    def office_paths(self):
        return [f'/api/game/{self.archive}', f'/api/game/{self.archive}/picture.svg']

    def office_tokens(self):
        """Of everybody who may ask: a stranger, and the ear's seat."""
        return [None, self.tokens[self.twins.ear]]

    async def ask_office(self):
        """While the game runs; afterwards everybody may see what differs."""
        for path in () if self.is_over else self.office_paths():
            for number, token in enumerate(self.office_tokens()):
                answer = await raw_answer(self.node.office, 'GET', path, token)
                self.got.append(f'office {number}: {self.masked_answer(answer.split(": ", 1)[1], path)}')

    def masked_answer(self, answer, path):
        return f'{path}: {answer}'.replace(self.archive, '#')

    async def rejoin(self, since):
        """Comes back by another connection, which ends the one before."""
        ear = self.seats[self.twins.ear]
        before, self.got = self.got, []
        ear.connection, lines = await join(self.server, self.tokens[self.twins.ear], since)
        self.got = before + [f'back from {since}'] + [masked(line) for line in lines]

    async def open(self):
        made = await asyncio.to_thread(self.server.make_game, self.twins.game.string, **self.clock)
        self.tokens = [made[seat] for seat in SEATS]

    async def look_around(self, own):
        """After so many actions of the ear's."""
        if own % 9 == 4:
            await self.look()

    async def play(self):
        await self.open()
        self.seats = []
        for token in self.tokens:
            connection, lines = await join(self.server, token)
            self.seats.append(Seat(connection))
            for line in lines:
                self.seats[-1].take(line)
        self.archive = next(line for line in lines if line.startswith('archive ')).split()[1]
        ear, own = self.seats[self.twins.ear], 0
        await self.look()
        for seat, attempt in self.run:
            words = await self.seats[seat].act(spoken(attempt))
            assert words[1] != 'error', words
            for one in self.seats:
                await one.settle()
            self.is_over |= any(' over ' in line for line in ear.got)
            if seat != self.twins.ear:
                continue
            own += 1
            if own % 3 == 1:
                await ear.act('decline')  # there is no offer
            if own % 4 == 2:
                await ear.act(spoken(attempt), ear.heard + 1)  # ahead, stale, or not its turn
            if own % 5 == 3:
                self.take_frames(ear)
                await self.rejoin(0 if own % 2 else ear.heard // 2)
            await self.look_around(own)
        await self.end(ear)
        return self.got

    def take_frames(self, ear):
        self.got += map(masked, ear.got)
        ear.got = []

    async def end(self, ear):
        await ear.settle()
        if not any(' over ' in line for line in ear.got):
            await ear.act('resign')
        self.is_over = True
        self.take_frames(ear)
        await self.rejoin(0)
        await self.look()
        await self.wait_filed()
        for seat in self.seats:
            await seat.connection.close()

    async def wait_filed(self):
        """The next pair must not see it come."""
        end = time.monotonic() + FILED_SECONDS
        while b' 404 ' in (await raw_bytes(self.node.office, 'GET', f'/api/game/{self.archive}', None))[:30]:
            assert time.monotonic() < end, 'the game was not filed'
            await asyncio.sleep(0.02)


class Recorder(Connection):
    """A connection that keeps every frame that it gets, control frames too."""

    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        self.frames = []

    async def read_frame(self, max_size):
        frame = await super().read_frame(max_size)
        self.frames.append(frame)
        return frame


class FrameVisit(Visit):
    """A short game in which every frame counts that the ear's sockets get. After each of its turns the ear loses its connection in another
    way: to another connection, by a frame or line that nobody may send, or by its own will."""
    turns = SHORT_TURNS
    clocked = (0, 1)

    async def play(self):
        await self.open()
        ear, other = self.twins.ear, 1 - self.twins.ear
        self.seats = [Seat(None), Seat(None)]
        self.seats[other] = Seat((await join(self.server, self.tokens[other]))[0], heard=1)
        await self.sit_down()
        ways, own = (self.lose_to_another, self.send_bytes, self.send_long_line, self.close, self.join_twice), 0
        for seat, attempt in self.run:
            words = await self.seats[seat].act(spoken(attempt))
            assert words[1] != 'error', words
            await self.seats[1 - seat].settle()
            if seat == ear:
                await ways[own % len(ways)]()
                own += 1
        await self.send_bytes()
        await self.knock()
        await self.seats[other].connection.close()
        return self.got

    async def sit_down(self):
        connection, lines = await join(self.server, self.tokens[self.twins.ear], create_protocol=Recorder)
        heard = max(int(line.split()[0]) for line in lines if ' hear ' in line)
        self.seats[self.twins.ear] = Seat(connection, heard, self.seats[self.twins.ear].ref)
        while self.clock and not any(frame.opcode is Opcode.PING for frame in connection.frames):
            await (await connection.ping())  # whose answer comes after it

    async def lose_to_another(self):
        before = self.connection
        await self.sit_down()
        await self.take_all(before)

    async def send_bytes(self):
        await self.send_and_return(b'bytes')

    async def send_long_line(self):
        await self.send_and_return(LONG_LINE)

    async def join_twice(self):
        await self.send_and_return(f'join 1 {self.tokens[self.twins.ear]} 0')

    async def close(self):
        await self.connection.close(1000, 'enough')
        await self.take_all(self.connection)
        await self.sit_down()

    async def send_and_return(self, message):
        await self.connection.send(message)
        await self.take_all(self.connection)
        await self.sit_down()

    async def knock(self):
        """What others get who have no seat there: with a wrong token, and in the lobby."""
        for path, answered, last in (('/seat', [], f'join 1 {"x" * 43} 0'), ('/seat', [], 'nonsense'), ('/lobby', [f'hello {"x" * 43}'], b'bytes'),
                                     ('/lobby', [], LONG_LINE)):
            connection = await self.server.connect(path, create_protocol=Recorder)
            await hear(connection)
            for message in answered:
                await connection.send(message)
                await hear(connection)
            await connection.send(last)
            await self.take_all(connection)

    @property
    def connection(self):
        return self.seats[self.twins.ear].connection

    async def take_all(self, connection):
        """Every frame of a connection that has ended, in order. The answers to its own pings aside, and later pings than the first apart."""
        await asyncio.wait_for(connection.wait_closed(), CLOSED_SECONDS)
        is_first = True
        for frame in connection.frames:
            if frame.opcode is Opcode.TEXT and is_of_a_pause(frame.data.decode()):
                continue
            told = f'{frame.opcode.name} {frame.fin:d}{frame.rsv1:d}{frame.rsv2:d}{frame.rsv3:d} '
            told += masked(frame.data.decode()) if frame.opcode is Opcode.TEXT else repr(frame.data)
            if frame.opcode is Opcode.PING and not is_first:
                self.pings.append(told)
            elif frame.opcode is not Opcode.PONG:
                self.got.append(told)
            is_first &= frame.opcode is not Opcode.PING


class LobbyVisit(Visit):
    """The same in a game of two guests, beside sockets of the lobby, which are used all the time."""

    async def people(self):
        """The opponent, the ear's person, and another one."""
        return [await Visitor.guest(self.server) for _ in range(3)]

    async def begin_game(self, opponent, own):
        clock = f"{self.clock['base_ms']}+0" if self.clock else 'none'
        await opponent.say(f'link {SEATS[1 - self.twins.ear]} {clock} {self.twins.game.string}')
        code = (await opponent.hear('link ')).split()[1]
        await own.say(f'follow {code}')

    async def open(self):
        opponent, own, second = await self.people()
        self.visitors = [own, second, await Visitor.connect(self.server)]
        self.names = {visitor.name: word for visitor, word in ((opponent, 'OPPONENT'), (own, 'OWN'), (second, 'SECOND'))}
        for visitor in self.visitors:
            await visitor.watch()
        await second.seek(f'any none {NOBODY} kriegspiel')
        await self.begin_game(opponent, own)
        self.tokens = [None, None]
        for visitor, seat in ((own, self.twins.ear), (opponent, 1 - self.twins.ear)):
            self.tokens[seat] = (await visitor.hear_game())[0]
        await own.seek(f'any none {NOBODY} phantom-go')
        self.opponent = opponent
        self.dump = await self.make_dump()

    async def make_dump(self):
        """What an operator would publish now."""
        path = self.node.folder / 'dump.zst'
        words = [self.server.command[0], 'archive', 'dump', '--all', '--month', time.strftime('%Y-%m', time.gmtime()), '--database', self.node.database.connection,
                 '-o', path]
        await asyncio.to_thread(subprocess.run, [str(word) for word in words], check=True, capture_output=True)
        return path.read_bytes()

    def office_paths(self):
        names = [self.opponent.name, self.visitors[0].name]
        return super().office_paths() + ['/api/games', '/api/account', '/api/export', '/api/block'] + [path + name for name in names for path in ('/api/games?player=', '/api/player/')]

    def office_tokens(self):
        """Another person too, and the ear's own session."""
        return super().office_tokens() + [self.visitors[0].token, self.visitors[1].token]

    async def ask_office(self):
        await super().ask_office()
        assert self.is_over or await self.make_dump() == self.dump, 'a dump has changed while the game ran'

    def masked_answer(self, answer, path):
        """Names, moments and numbers of sessions are drawn, and with them the length of an answer."""
        text = super().masked_answer(answer, path)
        for name, word in self.names.items():
            text = text.replace(name, word)
        text = re.sub(r'"session":"\d+"', '"session":#', text)
        text = re.sub(r'\d{4}-\d\d-\d\dT[\d:]+Z|\d{16}-(?=#|[0-9a-f]{16})', '@', re.sub(GUEST_NAME, 'GUEST', text))
        return re.sub(r'content-length: \d+', 'content-length', re.sub(r'\b[0-9a-f]{16}\b', '#', text))

    def masked_told(self, line):
        """A line of the lobby without tokens, numbers and names, which are drawn."""
        line = re.sub(r'\b[0-9a-f]{16}\b', '#', re.sub(r'[\w-]{43}', '#', line))
        return ' '.join(self.names.get(word, word) for word in line.split(' '))

    async def do(self, number, line, answer):
        """One socket of the lobby says a line and is answered: some answers wait for the database, and what others do then must not come before them."""
        await self.visitors[number].say(line)
        self.got += [f'lobby {number}: {self.masked_told(told)}' for told in await self.visitors[number].hear_until(answer)]

    async def take_told(self):
        """What the sockets of the lobby have got until now."""
        for number, visitor in enumerate(self.visitors):
            await (await visitor.connection.ping())
            while visitor.connection.messages:
                self.got.append(f'lobby {number}: {self.masked_told(await visitor.hear())}')

    async def look_around(self, own):
        """Each socket does something; every line that it gets counts."""
        mine, second, _ = self.visitors
        await self.take_told()
        if own % 3 == 0:
            await self.ask_office()
        if own % 3 == 1:
            await self.do(0, 'games', 'games')
            await self.do(0, f'rematch {self.tokens[self.twins.ear]}', ('error rematch ', 'asked '))
            await self.do(1, f'rematch {self.tokens[self.twins.ear]}', 'error rematch ')
        if own % 3 == 2:
            await self.do(1, 'unseek', 'gone ')
            await self.do(1, f'seek any none {NOBODY} kriegspiel', 'seeking ')
            self.visitors[2] = await Visitor.connect(self.server)
            await self.do(2, 'watch', 'watching')
        await asyncio.sleep(0.5)  # at most five actions a second
        await self.take_told()

    async def end(self, ear):
        await super().end(ear)
        await self.look_around(1)
        await self.look_around(2)
        for number in range(2):
            await self.do(number, 'unseek', 'gone ')  # or the next pair would see the seeks for ten seconds
            await self.take_told()  # or the next socket would take this one's seek for its own
        for visitor in (*self.visitors, self.opponent):
            await visitor.close()


class RatedVisit(LobbyVisit):
    """The same in a rated game of two accounts, each with a rating that is certain."""
    games = RATED_GAMES

    async def people(self):
        self.pool = re.search(r'rules=([^,)]*)|^(phantom-go)', self.twins.game.string)
        self.pool = self.pool[1] or self.pool[2]
        return [await self.rated_person(rating) for rating in (1612, 1540, 1733)]

    async def rated_person(self, rating):
        person = await asyncio.to_thread(accounts.Person(self.node).register)
        self.node.database.rows(f"INSERT INTO nebel.rating (person, pool, scope, rating, deviation, volatility, games, moved) SELECT number, '{self.pool}', scope, {rating}, 60, 0.06,"
                                f" 12, now() FROM nebel.person, unnest('{{all,people}}'::text[]) AS scope WHERE name = '{person.name}'")
        return await Visitor.guest(self.server, person.token)

    async def begin_game(self, opponent, own):
        await opponent.say(f'seek {SEATS[1 - self.twins.ear]} {BASE_MS}+0 0-9998 rated {self.twins.game.string}')
        seek = (await opponent.hear('seeking ')).split()[1]
        await own.say(f'take {seek}')

    def office_paths(self):
        """What casual games are not asked for."""
        names = [self.opponent.name, self.visitors[0].name]
        return [f'/api/leaderboard?game={self.pool}&among={among}' for among in ('all', 'people', 'bots')] + [
            f'/api/player/{name}/{what}' for name in names for what in ('ratings', 'history')] + ['/api/export']

    async def ask_office(self):
        await Visit.ask_office(self)

    async def end(self, ear):
        await super().end(ear)
        rated = self.node.database.rows(f'SELECT is_rated FROM nebel.finished WHERE id = {int(self.archive, 16)}')
        self.got.append(f'rated: {rated}')
        self.node.database.rows('DELETE FROM nebel.rating')  # the next pair begins anew


class WorkerVisit(Visit):
    """The same with the worker of a house bot as the ear: besides the frames of its seat, what it is answered and how often it is woken."""

    async def open(self):
        self.person = await Person.guest(self.server)
        self.worker = await Ear.open(self.server)
        name, clock = self.twins.game.string.split('(')[0], f"{self.clock['base_ms']}+0" if self.clock else 'none'
        seat = await self.person.challenge(f'bot-{name}-1 {SEATS[1 - self.twins.ear]} {clock} {self.twins.game.string}')
        token, line = await self.worker.lease()
        self.game = line.split(' ')[1]
        self.tokens = [token, seat[0]] if self.twins.ear == 0 else [seat[0], token]
        self.take_answer('lease', line)

    def take_answer(self, what, line):
        """A line without the number of the game, which is drawn."""
        self.got.append(f'{what}: {line.replace(self.game, "#")}')

    async def look_around(self, own):
        self.take_answer('renew', await self.worker.call('renew'))
        self.take_answer('lease', (await self.worker.lease())[1])
        self.got.append(f'bots: {await self.person.bots()}')
        await asyncio.sleep(0.25)  # at most five actions a second

    async def end(self, ear):
        await super().end(ear)
        self.take_answer('done', await self.worker.call('done', self.game, 'played'))
        await asyncio.sleep(0.25)
        self.take_answer('leave', await self.worker.call('leave'))
        self.got.append(f'woken {self.worker.wakes} times')
        await self.worker.close()
        await self.person.close()


async def compare_pair(nodes, number, seed, kind=Visit):
    rng = random.Random(f'{seed} {number}')
    twins = Twins(kind.games[number // 2 % len(kind.games)], number % 2, rng, kind.turns)
    clock = {'base_ms': BASE_MS} if number % 3 in kind.clocked else {}
    visits = [kind(node, twins, run, clock) for run, node in enumerate(nodes)]
    one, other = await asyncio.gather(*(visit.play() for visit in visits))
    for first, second in zip(one, other):
        assert first == second, f'pair {number}, {twins.game.string}: {first} and {second}'
    assert len(one) == len(other), f'pair {number}: {len(one)} and {len(other)} frames'
    for first, second in zip(*(visit.pings for visit in visits)):
        assert first == second, f'pair {number}, {twins.game.string}: {first} and {second}'
    return twins.differs, len(one)


async def compare_pairs(nodes, plan, kind, pairs):
    numbers = iter(range(pairs))
    found = []

    async def work():
        for number in numbers:
            found.append(await compare_pair(nodes, number, plan.seed, kind))

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    hidden, frames = sum(differs for differs, _ in found), sum(count for _, count in found)
    assert hidden > 0.8 * pairs, f'only {hidden} of {pairs} pairs hid something'
    return f'{pairs} pairs, {hidden} with something hidden, {frames} frames and answers the same'


async def compare_lonely(nodes, plan, kind, least=4, share=LOBBY_SHARE):
    """One pair after the other: whoever watches the lobby is told of everybody who seeks, and workers are woken by everybody who challenges."""
    found = [await compare_pair(nodes, number, plan.seed, kind) for number in range(max(least, plan.pairs // share))]
    hidden, frames = sum(differs for differs, _ in found), sum(count for _, count in found)
    assert hidden > 0.7 * len(found), f'only {hidden} of {len(found)} pairs hid something'
    return f'{len(found)} pairs, {hidden} with something hidden, {frames} frames and answers the same'


def compare_logs(nodes):
    """What an operator reads does not tell the runs apart."""
    logs = []
    for node in nodes:
        entries = [json.loads(line) for line in node.server.log.read_text().splitlines() if line.startswith('{')]
        logs.append(sorted(str({key: value for key, value in entry.items() if isinstance(value, str) and key not in ('time', 'game')}) for entry in entries))
    assert logs[0] == logs[1], [line for line in logs[0] if line not in logs[1]] + [line for line in logs[1] if line not in logs[0]]
    return f'{len(logs[0])} lines'


# --- Delays ---------------------------------------------------------------------------------------

REASONS = {  # a try that is refused, and why
    'blocked': ('4k3/8/8/8/p7/8/8/R3K3_w', 'a1a8'),
    'pinned': ('k3r3/8/8/8/8/8/4N3/4K3_w', 'e2c3'),
    'into check': ('k2r4/8/8/8/8/8/8/4K3_w', 'e1d1'),
}
TIMERS = 24  # at once
REFUSALS_MAX = 400  # of a game


class Sums:
    """Mean and variance as they come (Welford)."""

    def __init__(self):
        self.count, self.mean, self.squares = 0, 0.0, 0.0

    def add(self, value):
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)

    @property
    def error(self):
        return self.squares / (self.count - 1) / self.count


def welch(one, other):
    return (one.mean - other.mean) / math.sqrt(one.error + other.error)


async def time_refusals(node, plan):
    """Each timer has a game for each reason and takes them by lot, so that nothing but the reason differs."""
    sums = {reason: Sums() for reason in REASONS}
    left = plan.refusals

    async def sit():
        seats = {}
        for reason, (fen, _) in REASONS.items():
            made = await asyncio.to_thread(node.server.make_game, f'kriegspiel(fen={fen})')
            connection, _ = await join(node.server, made['white'])
            seats[reason] = Seat(connection, heard=1)
        return seats

    async def time_them(rng):
        nonlocal left
        while left > 0:
            seats = await sit()
            for _ in range(min(REFUSALS_MAX, math.ceil(left / TIMERS))):
                reason = rng.choice(list(REASONS))
                seat = seats[reason]
                start = time.perf_counter_ns()
                await seat.act(f'try {REASONS[reason][1]}')
                took = time.perf_counter_ns() - start
                assert seat.got.pop().endswith(' hear illegal')
                sums[reason].add(took / 1000)
                left -= 1
                await asyncio.sleep(rng.random() * 0.05)  # slower than a flood, and at no beat
            for seat in seats.values():
                await seat.connection.close()

    await asyncio.gather(*(time_them(random.Random(f'{plan.seed} {i}')) for i in range(TIMERS)))
    names = list(REASONS)
    pairs = [(one, other) for i, one in enumerate(names) for other in names[i + 1:]]
    values = {pair: welch(sums[pair[0]], sums[pair[1]]) for pair in pairs}
    assert all(abs(t) < 4.5 for t in values.values()), values
    means = ', '.join(f'{name} {sums[name].mean:.0f} us' for name in names)
    return f'{sum(one.count for one in sums.values())} refusals: {means}; largest |t| {max(map(abs, values.values())):.2f}'


def main():
    parser = arguments(__doc__)
    parser.add_argument('--pairs', type=int, default=40)
    parser.add_argument('--short', type=int, default=200)
    parser.add_argument('--refusals', type=int, default=3000)
    parser.add_argument('--seed', type=int, default=1)
    plan = parser.parse_args()
    results = Results('twins', plan)
    with Node(plan.nebel, plan.source) as one, Node(plan.nebel, plan.source) as other:
        nodes = (one, other)
        for node in nodes:
            node.server.start()
            node.office.start()
            install(plan.nebel, node.database)
        # First, while games end one after the other: everybody may see in which order they did.
        results.run('lobby, archive and profiles beside such games are the same', lambda: asyncio.run(compare_lonely(nodes, plan, LobbyVisit)))
        results.run('leaderboard, ratings and lobby beside rated games are the same', lambda: asyncio.run(compare_lonely(nodes, plan, RatedVisit, 2, RATED_SHARE)))
        results.run('games that sound the same are the same over sockets', lambda: asyncio.run(compare_pairs(nodes, plan, Visit, plan.pairs)))
        if plan.short:
            results.run('every frame of short games is the same', lambda: asyncio.run(compare_pairs(nodes, plan, FrameVisit, plan.short)))
        results.run('the worker of a bot is told the same in such games', lambda: asyncio.run(compare_lonely(nodes, plan, WorkerVisit)))
        results.run('the logs tell nothing apart', lambda: compare_logs(nodes))
        if plan.refusals:
            results.run('a refusal takes as long for any reason', lambda: asyncio.run(time_refusals(one, plan)))
        for which, node in zip(('first', 'second'), nodes):
            results.run(f'the {which} server ends in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
