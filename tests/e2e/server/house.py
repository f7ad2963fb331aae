"""House bots for tests: the process `nebel bots`, a worker's login that speaks SQL, and people who challenge bots."""
import hashlib
import secrets
import subprocess

from lobby import Visitor
from node import BOTS_TOKEN, Program, hear, wait_until


def install(nebel, database):
    """The usual bots, which do not pause."""
    done = subprocess.run([nebel, 'bots', '--install', '--database', database.connection], check=True, capture_output=True, text=True)
    database.rows('UPDATE house.bot SET pace_ms = 0')
    return done.stdout.splitlines()


class Worker(Program):
    """`nebel bots`."""

    def __init__(self, nebel, node, concurrency):
        super().__init__(node.folder / 'bots.log',
                         [nebel, 'bots', '--server', f'unix:{node.server.socket}', '--token', f'@{node.server.bots_token}', '--concurrency', concurrency])

    def pid(self):
        return self.process.pid


def slots(node):
    return int(node.database.rows('SELECT house.slots()')[0][0])


def wait_for_slots(node, count):
    wait_until(lambda: slots(node) == count, f'{count} slots of workers')


def token_hash(token):
    """As src/base/crypto/token.c has it."""
    return hashlib.blake2b(token.encode(), digest_size=32, key=b'nebel token hash 1').hexdigest()


class Ear:
    """A worker by hand (docs/protocol/bots.md). It keeps every line that it gets."""

    @classmethod
    async def open(cls, server, count=1):
        """One that has enrolled for so many games."""
        self = cls()
        self.connection, self.wakes = await server.connect('/bots'), 0
        assert await self.ask(f'bots 1 {BOTS_TOKEN}') == 'ready'
        word, self.number, self.key = (await self.ask(f'enrol {count}')).split(' ')
        assert word == 'worker', word
        return self

    async def ask(self, line):
        """The answer; lines that only wake a worker are counted."""
        await self.connection.send(line)
        while (answer := await hear(self.connection)) == 'work':
            self.wakes += 1
        return answer

    async def call(self, verb, *words):
        return await self.ask(' '.join((verb, self.number, self.key, *words)))

    async def lease(self):
        """A token that was drawn for it, and the answer."""
        token = secrets.token_urlsafe(32)
        return token, await self.call('lease', token_hash(token))

    async def close(self):
        await self.connection.close()


class Person(Visitor):
    """A guest that challenges bots."""

    async def bots(self):
        """The bots by their names, each with its words: state, rating, level, game and text."""
        await self.say('bots')
        lines = (await self.hear_until('bots'))[:-1]
        return {line.split(' ', 2)[1]: line.split(' ', 6)[2:] for line in lines if line.startswith('bot ')}

    async def challenge(self, terms):
        """The token, colour and opponent of the game, or the code of the error."""
        await self.say(f'challenge {terms}')
        while True:
            words = (await self.hear()).split(' ')
            if words[0] == 'game':
                return words[1:]
            if words[:2] == ['error', 'challenge']:
                return words[2]
