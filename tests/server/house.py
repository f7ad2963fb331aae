"""House bots for tests: the process `nebel bots`, a worker's login that speaks SQL, and people who challenge bots."""
import hashlib
import secrets
import subprocess

from lobby import Visitor
from node import Program, wait_until

LOGIN = 'bots'  # of workers: it may execute their functions and nothing else
MARK = 'end-of-answer'


def install(nebel, database):
    """The usual bots, which do not pause, and a login for workers."""
    done = subprocess.run([nebel, 'bots', '--install', '--database', database.connection], check=True, capture_output=True, text=True)
    database.rows('UPDATE house.bot SET pace_ms = 0')
    database.rows(f'CREATE ROLE {LOGIN} LOGIN')
    database.rows(f"SELECT house.admit('{LOGIN}')")
    return done.stdout.splitlines()


class Worker(Program):
    """`nebel bots`, by the login of workers."""

    def __init__(self, nebel, node, concurrency):
        super().__init__(node.folder / 'bots.log',
                         [nebel, 'bots', '--database', f'host={node.database.folder} user={LOGIN} dbname=nebel', '--server', f'unix:{node.server.socket}',
                          '--concurrency', concurrency])

    def pid(self):
        return self.process.pid


def slots(node):
    return int(node.database.rows('SELECT house.slots()')[0][0])


def wait_for_slots(node, count):
    wait_until(lambda: slots(node) == count, f'{count} slots of workers')


def token_hash(token):
    """As src/chance/token.c has it."""
    return hashlib.blake2b(token.encode(), digest_size=32, key=b'nebel token hash 1').hexdigest()


class Login:
    """A session of PostgreSQL by the login of workers. It listens as they do, and keeps every line that it gets."""

    def __init__(self, database):
        self.process = subprocess.Popen(['psql', '-h', database.folder, '-U', LOGIN, '-d', 'nebel', '-AtqX', '-F', ' | ', '-v', 'VERBOSITY=terse'], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.notices = 0

    def ask(self, query):
        """The lines of the answer, refusals included. Notices are counted; psql prints those that came with an answer after it."""
        self.process.stdin.write(f'{query};\nSELECT \'{MARK}\';\n')
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line.rstrip('\n') == MARK:
                break
            if line.startswith('Asynchronous notification'):
                self.notices += 1
            else:
                lines.append(line.rstrip('\n'))
        return lines

    def enrol(self, count):
        self.ask('LISTEN nebel_house')
        self.number, self.key = self.ask(f'SELECT worker, key FROM house.enrol({count})')[0].split(' | ')

    def call(self, function, *values):
        return self.ask(f"SELECT * FROM house.{function}({', '.join([self.number, repr(self.key), *values])})")

    def lease(self):
        """A token that was drawn for it, and the lines of the lease."""
        token = secrets.token_urlsafe(32)
        return token, self.call('lease', f"'\\x{token_hash(token)}'")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


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
