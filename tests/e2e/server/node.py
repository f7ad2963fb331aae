"""A PostgreSQL and a node of nebel serve for tests: both are children of the test, so that it can kill and reap them."""
import contextlib
import argparse
import asyncio
import glob
import http.client
import json
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import traceback
import xml.etree.ElementTree as tree

import websockets

PROGRAMS = sorted(glob.glob('/usr/lib/postgresql/*/bin'))[-1]
TOKEN = 'operator-token-of-the-tests-0123456789'
BOTS_TOKEN = 'bots-token-of-the-tests-0123456789'
START_SECONDS = 90
BUSY_SECONDS = 60
# Bars of speed hold by hand and in long runs. The gate sets NEBEL_BARS=no: it must not depend on the speed of a machine, so there it is enough that things come.
HAS_BARS = os.environ.get('NEBEL_BARS') != 'no'
LATE_SECONDS = 120


class Connection(websockets.WebSocketClientProtocol):
    """A WebSocket that may be closed though the node has ended it a moment before."""

    async def close(self, *words, **options):
        with contextlib.suppress(websockets.ConnectionClosed):
            await super().close(*words, **options)


def assert_within(seconds, bar):
    """Fails if something took longer than `bar` seconds."""
    assert seconds <= (bar if HAS_BARS else bar + LATE_SECONDS), f'{seconds} s, at most {bar}'


def wait_until(is_true, what):
    """Looks again and again; a test that waits too long fails."""
    end = time.monotonic() + START_SECONDS
    while not is_true():
        if time.monotonic() > end:
            raise AssertionError(f'nothing came: {what}')
        time.sleep(0.02)


@contextlib.contextmanager
def preloaded(folder, code):
    """Programs that start meanwhile meet these functions before those of the C library."""
    source, library = folder / 'preloaded.c', folder / 'preloaded.so'
    source.write_text('#define _GNU_SOURCE\n#include <dlfcn.h>\n' + code)
    subprocess.run(['cc', '-shared', '-fPIC', '-o', library, source, '-ldl'], check=True)
    os.environ['LD_PRELOAD'] = str(library)
    try:
        yield
    finally:
        del os.environ['LD_PRELOAD']


class Database:
    """PostgreSQL in a folder, as the user postgres if we are root."""

    def __init__(self, folder, schema):
        self.folder, self.process = folder, None
        self.user = pwd.getpwnam('postgres') if os.geteuid() == 0 else None
        folder.mkdir()
        if self.user:
            os.chown(folder, self.user.pw_uid, self.user.pw_gid)
        self.log = open(folder.parent / 'postgres.log', 'a')
        self.call('initdb', '-D', folder / 'data', '-A', 'trust', '-U', 'nebel', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions')
        self.start()
        self.schema = schema
        self.call('createdb', '-h', folder, '-U', 'nebel', 'nebel')
        self.sqitch('deploy')
        self.connection = f'host={folder} user=nebel dbname=nebel'

    def options(self):
        if not self.user:
            return {}
        return {'user': self.user.pw_uid, 'group': self.user.pw_gid, 'extra_groups': []}

    def call(self, program, *arguments):
        subprocess.run([f'{PROGRAMS}/{program}', *map(str, arguments)], check=True, stdout=self.log, stderr=self.log, cwd='/', **self.options())

    def sqitch(self, verb, *options, database='nebel'):
        subprocess.run(['sqitch', '--chdir', self.schema, verb, '--quiet', *options, f'db:pg://nebel@/{database}?host={self.folder}'], check=True,
                       stdout=self.log, stderr=self.log, env={**os.environ, 'SQITCH_FULLNAME': 'nebel', 'SQITCH_EMAIL': 'nebel@localhost'})

    def start(self):
        def is_ready():
            if self.process is None or self.process.poll() is not None:  # processes of a killed one may still hold its memory
                self.process = subprocess.Popen([f'{PROGRAMS}/postgres', '-D', self.folder / 'data', '-c', 'listen_addresses=', '-c',
                                                 f'unix_socket_directories={self.folder}'], stdout=self.log, stderr=self.log, cwd='/',
                                                **self.options())
            return subprocess.run([f'{PROGRAMS}/pg_isready', '-q', '-h', self.folder]).returncode == 0
        wait_until(is_ready, 'PostgreSQL')

    def kill(self):
        self.process.kill()
        self.process.wait()

    def dump(self, path):
        """A backup while the database is used."""
        with open(path, 'wb') as backup:
            subprocess.run([f'{PROGRAMS}/pg_dump', '-h', self.folder, '-U', 'nebel', '-Fc', 'nebel'], check=True, stdout=backup, stderr=self.log)

    def restore(self, path):
        """The database as it was when it was dumped."""
        self.call('dropdb', '-h', self.folder, '-U', 'nebel', 'nebel')
        self.call('createdb', '-h', self.folder, '-U', 'nebel', 'nebel')
        subprocess.run([f'{PROGRAMS}/pg_restore', '-h', self.folder, '-U', 'nebel', '-d', 'nebel', '--exit-on-error', str(path)], check=True,
                       stdout=self.log, stderr=self.log)

    def rows(self, query, database='nebel'):
        """The lines of an answer, each as its fields."""
        done = subprocess.run(['psql', '-h', self.folder, '-U', 'nebel', '-d', database, '-AtF', '\t', '-c', query], check=True,
                              capture_output=True, text=True)
        return [line.split('\t') for line in done.stdout.splitlines()]


    def attempt(self, query, role):
        """What psql says of a query with the rights of a role."""
        return subprocess.run(['psql', '-h', self.folder, '-U', 'nebel', '-d', 'nebel', '-c', query], capture_output=True, text=True,
                              env={**os.environ, 'PGOPTIONS': f'-c role={role}'})


class Unix(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__('localhost', timeout=60)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self.path))


class Program:
    """A program of ours that runs, with its log."""

    def __init__(self, log, command):
        self.log, self.command, self.process = log, command, None

    def start(self):
        with open(self.log, 'a') as log:
            self.process = subprocess.Popen([str(word) for word in self.command], stdout=log, stderr=log)
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Ends it in good order; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)


class Listener(Program):
    """One that listens on a unix socket: a node or an office."""
    health = '/health'

    def __init__(self, socket, log, command):
        super().__init__(log, command)
        self.socket = socket

    def start(self, is_open=True):
        super().start()
        if is_open:
            self.wait_open()

    def wait_open(self):
        wait_until(self.is_open, f'{self.command[1]} at its socket')

    def is_open(self):
        try:
            return self.ask('GET', self.health)[0] == 200
        except OSError:
            return False

    def ask(self, method, path, body=None, token=None, headers=()):
        connection = Unix(self.socket)
        try:
            connection.request(method, path, body, {**({'Authorization': f'Bearer {token}'} if token else {}), **dict(headers)})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except http.client.HTTPException as problem:
            raise OSError(str(problem)) from problem
        finally:
            connection.close()


class Server(Listener):
    """A node."""

    def __init__(self, nebel, folder, database, options=(), pace=1000):
        """With a pace that no test reaches, unless it says otherwise: most send tries as fast as they are answered."""
        (folder / 'token').write_text(TOKEN + '\n')
        self.bots_token = folder / 'bots-token'
        self.bots_token.write_text(BOTS_TOKEN + '\n')
        self.database = database
        socket = folder / 'nebel.sock'
        super().__init__(socket, folder / 'server.log', [nebel, 'serve', '--database', database.connection, '--socket', socket,
                                                         '--operator-token', folder / 'token', '--bots-token', self.bots_token, '--pace', str(pace), *options])

    def make_game(self, game='kriegspiel(board=4x4)', **clock):
        """Asks again, as it is told, while the node is busy: on a machine with much other work it may be for seconds."""
        end = time.monotonic() + BUSY_SECONDS
        status, text = self.ask('POST', '/api/game', json.dumps({'game': game, **clock}), TOKEN)
        while status == 503 and time.monotonic() < end:
            time.sleep(0.2)
            status, text = self.ask('POST', '/api/game', json.dumps({'game': game, **clock}), TOKEN)
        assert status == 201, (status, text)
        return json.loads(text)

    def connect(self, path='/seat', socket=None, **options):
        options.setdefault('close_timeout', 1)  # a test that ends without closing it waits so long
        options.setdefault('create_protocol', Connection)
        return websockets.unix_connect(str(socket or self.socket), f'ws://localhost{path}', compression=None, **options)

    def figures(self):
        lines = self.ask('GET', '/metrics', token=TOKEN)[1].splitlines()
        return {line.split()[0]: int(line.split()[1]) for line in lines if not line.startswith('#')}


class Office(Listener):
    health = '/api/health'

    def __init__(self, nebel, folder, database, options=()):
        socket = folder / 'office.sock'
        super().__init__(socket, folder / 'office.log', [nebel, 'office', '--database', database.connection, '--socket', socket,
                                                         '--secret', folder / 'office-secret', *options])


class Node:
    """A database, a server, an office and a folder, all gone at the end. Whoever needs server or office starts it."""

    def __init__(self, nebel, source, options=(), office_options=(), pace=1000):
        self.source = pathlib.Path(source)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='nebel-server-'))
        self.folder.chmod(0o755)
        self.database = self.server = self.office = None
        try:
            self.database = Database(self.folder / 'pg', pathlib.Path(source) / 'deploy/schema')
            self.server = Server(nebel, self.folder, self.database, options, pace)
            self.office = Office(nebel, self.folder, self.database, office_options)
        except BaseException:
            self.end()
            raise

    def __enter__(self):
        return self

    def __exit__(self, kind, problem, trace):
        for part in (self.server, self.office):
            if problem and part and part.log.exists():
                print(part.log.read_text()[-2000:])
        self.end()

    def check_end(self):
        for part in (self.server, self.office):
            status = part.stop() if part.process else 0
            assert status == 0, status

    def end(self):
        for part in (self.server, self.office, self.database):
            if part and part.process and part.process.poll() is None:
                part.kill()
        shutil.rmtree(self.folder)


def is_of_a_pause(line):
    """On a busy machine all clocks of a node may stand still for a while, which is told to every seat."""
    return line == 'resume' or line.startswith('pause ')


async def hear(connection, seconds=60, with_pauses=False):
    """The next line."""
    while True:
        line = await asyncio.wait_for(connection.recv(), seconds)
        if with_pauses or not is_of_a_pause(line):
            return line


async def join(server, token, since=0, socket=None, **options):
    """A seated connection, and all lines up to `joined`, the greeting aside."""
    connection = await server.connect(socket=socket, **options)
    assert await hear(connection) == 'nebel 1'
    await connection.send(f'join 1 {token} {since}')
    lines = []
    while not lines or not lines[-1].startswith(('joined', 'quit')):
        lines.append(await hear(connection))
    return connection, lines


def hearings(lines):
    """What was heard, of all that a join brought: without the game, the own tries and the end."""
    return [line for line in lines if ' hear ' in line]


def arguments(doc):
    """What every test of a node is told: the program, the sources, a file for the results."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('nebel')
    parser.add_argument('source')
    parser.add_argument('--junit', help='a file for the results')
    parser.add_argument('--only', default='', help='tests whose names hold this')
    return parser


class Skipped(Exception):
    """A test that this machine cannot run; the text says what it lacks. For a check that expects the test it is a failure."""


class Results:
    """Counts tests, prints each, and writes them as a JUnit file if one is named."""

    def __init__(self, suite, plan):
        self.path, self.only, self.failed = plan.junit, plan.only, 0
        self.suite = tree.Element('testsuite', name=suite)

    def run(self, name, test, is_needed=False):
        """Whatever a test raises fails it alone. With --only, tests of other names are not run unless others need them."""
        if self.only not in name and not is_needed:
            return
        case = tree.SubElement(self.suite, 'testcase', classname=self.suite.get('name'), name=name)
        try:
            told = test()
            print(f'ok: {name}{": " + told if told else ""}', flush=True)
        except Skipped as lack:
            tree.SubElement(case, 'skipped')
            print(f'skipped: {name}: {lack}', flush=True)
        except Exception:
            self.failed += 1
            tree.SubElement(case, 'failure')
            print(f'failed: {name}', flush=True)
            traceback.print_exc()

    def end(self):
        """The exit status."""
        if self.path:
            tree.ElementTree(self.suite).write(self.path)
        return 1 if self.failed else 0
