#!/usr/bin/python3
"""Plays at a node through a real nginx with TLS (deploy/nginx.conf): players and bots by `nebel connect`, a person by `nebel play --server`,
on the screen and in lines. nginx and the node are ended in the middle of games, programs are killed and started again; what is not
trusted is refused.

usage: doors.py NEBEL SOURCE [--only TEXT] [--junit FILE]"""
import asyncio
import contextlib
import os
import pathlib
import pwd
import queue
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import warnings

import websockets

from hostile import OTHER_PROTOCOLS, UPGRADE
from lobby import Visitor
from node import TOKEN, Node, Results, arguments, hear, wait_until

GAME_SECONDS = 240
SMALL = 'kriegspiel(board=silverman4x4)'


def call(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **options)


class Authority:
    """Signs certificates, as a club may that has no public one."""

    def __init__(self, folder):
        self.folder, self.certificate = folder, folder / 'authority.pem'
        folder.mkdir()
        call('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=an authority of the tests',
             '-keyout', folder / 'authority.key', '-out', self.certificate)

    def sign(self, folder, name):
        folder.mkdir()
        call('openssl', 'req', '-newkey', 'rsa:2048', '-nodes', '-subj', f'/CN={name}', '-keyout', folder / 'privkey.pem', '-out', folder / 'request')
        (folder / 'names').write_text(f'subjectAltName=DNS:{name}\n')
        call('openssl', 'x509', '-req', '-days', '2', '-in', folder / 'request', '-CA', self.certificate, '-CAkey', self.folder / 'authority.key',
             '-CAcreateserial', '-extfile', folder / 'names', '-out', folder / 'fullchain.pem')


class Proxy:
    """nginx by deploy/nginx.conf, filled in."""

    def __init__(self, source, folder, server, certificates, site):
        self.folder, self.process = folder / 'proxy', None
        self.folder.mkdir()
        with socket.create_server(('127.0.0.1', 0)) as free:
            self.port = free.getsockname()[1]
        words = {'USER': pwd.getpwuid(os.geteuid()).pw_name, 'RUN': self.folder, 'PORT': f'127.0.0.1:{self.port}', 'NAME': 'localhost',
                 'CERTIFICATES': certificates, 'SOCKET': server.socket, 'OFFICE': folder / 'office.sock', 'SITE': site}
        text = (pathlib.Path(source) / 'deploy/nginx.conf').read_text()
        lines = [line for line in text.splitlines() if not line.startswith('#')]
        filled = re.sub(r'@([A-Z]+)@', lambda match: str(words[match[1]]), '\n'.join(lines))
        assert '@' not in re.sub(r'#.*', '', filled), 'a word is not filled in'
        self.configuration = self.folder / 'nginx.conf'
        self.configuration.write_text(filled + '\n')
        self.url = f'wss://localhost:{self.port}'

    def command(self, *more):
        return ['nginx', '-c', str(self.configuration), '-e', str(self.folder / 'start.log'), *more]

    def start(self):
        self.process = subprocess.Popen(self.command('-g', 'daemon off;'), stderr=subprocess.DEVNULL)
        wait_until(self.is_open, 'nginx')

    def is_open(self):
        with contextlib.suppress(OSError), socket.create_connection(('127.0.0.1', self.port), 1):
            return True
        return False

    def stop(self):
        """Ends it at once, with all its connections."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=30)


class Program:
    """A program of a seat: its output is read by a thread, so that a test can wait for a line."""
    all = []

    def __init__(self, words, environment=None, folder=None):
        self.process = subprocess.Popen([str(word) for word in words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, bufsize=1, env={**os.environ, **(environment or {})}, cwd=folder)
        self.said, self.lines = [], queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        Program.all.append(self)

    def read(self):
        for line in self.process.stdout:
            self.said.append(line.rstrip('\n'))
            self.lines.put(self.said[-1])

    def wait_for(self, pattern, seconds=60):
        end = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f'nothing said {pattern}: {self.said}') from None
            if re.search(pattern, line):
                return line

    def say(self, line):
        self.process.stdin.write(line + '\n')
        self.process.stdin.flush()

    def end(self, seconds=GAME_SECONDS):
        """Waits for its end: the exit status, what it said, and its complaints."""
        try:
            status = self.process.wait(timeout=seconds)
        finally:
            self.kill()
        self.reader.join()
        return status, self.said, self.process.stderr.read()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Club:
    """A node, nginx before it with a web page, and two authorities of which one has signed nginx's certificate."""

    def __init__(self, node, nebel, source, site):
        self.node, self.nebel, self.source = node, nebel, source
        self.authority, self.stranger = Authority(node.folder / 'authority'), Authority(node.folder / 'stranger')
        self.authority.sign(node.folder / 'certificates', 'localhost')
        self.proxy = Proxy(source, node.folder, node.server, node.folder / 'certificates', site)

    def make_game(self, game=SMALL, **clock):
        """Opens a game; the tokens of its seats in files."""
        made = self.node.server.make_game(game, **clock)
        files = {}
        for seat in ('white', 'black'):
            files[seat] = self.node.folder / f'{made["game"]}.{seat}'
            files[seat].write_text(made[seat] + '\n')
        return files

    def wait_for_rows(self, count=8):
        """Waits until games have gone on by so many rows of the journal: an opening, moves, refusals."""
        def rows():
            return int(self.node.database.rows('SELECT count(*) FROM nebel.journal')[0][0])
        wanted = rows() + count
        wait_until(lambda: rows() >= wanted, f'{count} rows of the journal')

    def wait_for_seats(self, count):
        wait_until(lambda: self.node.server.figures()['nebel_seats_connected'] == count, f'{count} seats with a connection')

    def door(self, token, authority=None):
        return ['--server', self.proxy.url, '--token', f'@{token}', '--authority', (authority or self.authority).certificate]

    def connect(self, player, token, *more):
        return Program([self.nebel, 'connect', player, *self.door(token), *more])

    def sit(self, token, *more):
        return Program([self.nebel, 'play', *self.door(token), *more])


def results_of(*programs):
    """Both played to the end and say the same result."""
    ends = [program.end() for program in programs]
    for status, said, complaint in ends:
        assert status == 0, (status, said, complaint)
    results = {re.sub('^(white|black): ', '', said[-1]) for _, said, _ in ends}
    assert len(results) == 1 and re.match(r'over \S+ winner (white|black|none)$', results.copy().pop()), results
    return results.pop()


# --- Whole games ------------------------------------------------------------------------------------

def two_players_play_through_tls(club):
    tokens = club.make_game(base_ms=60000)
    return results_of(club.connect('capturer', tokens['white']), club.connect('mcts-c', tokens['black'], '--movetime', 20))


def a_game_of_go_is_played(club):
    tokens = club.make_game('phantom-go(size=5)')
    return results_of(club.connect('go-flat', tokens['white'], '--nodes', 50), club.connect('go-random', tokens['black']))


def a_bot_plays(club):
    tokens = club.make_game(base_ms=60000)
    bot = f'cmd:python3 {club.source}/examples/bot.py'
    return results_of(club.connect(bot, tokens['black']), club.connect('random', tokens['white']))


async def pair_guests(club):
    """Two guests who meet in the lobby through nginx; the tokens of their seats in files."""
    context = ssl.create_default_context(cafile=club.authority.certificate)
    guests = []
    for _ in range(2):
        connection = await websockets.connect(f'{club.proxy.url}/lobby', ssl=context)
        assert await hear(connection) == 'nebel 1'
        await connection.send('guest')
        assert (await hear(connection)).startswith('you ')
        await connection.send(f'seek any 60000+0 any {SMALL}')
        guests.append(Visitor(club.node.server, connection))
    files = []
    for guest in guests:
        token, colour, _ = await guest.hear_game()
        files.append(club.node.folder / f'guest.{colour}')
        files[-1].write_text(token + '\n')
        await guest.close()
    return files


def two_guests_meet_and_let_players_play(club):
    return results_of(*(club.connect('random', token) for token in asyncio.run(pair_guests(club))))


def a_person_plays_in_lines(club):
    """Tries what it can by chance; in the end it resigns."""
    tokens = club.make_game(base_ms=600000)
    opponent, person, chance = club.connect('random', tokens['black']), club.sit(tokens['white'], '--lines'), random.Random(1)
    person.wait_for("White's move")
    tried = 0
    while not any('game is over' in line for line in person.said):
        person.say('tries')
        listed = person.wait_for('You can try|There is nothing|game is over')
        words = re.sub(r'.*: (.*)\.', r'\1', listed).split(', ')
        tried += 1
        if 'You can try' not in listed or tried > 100:
            person.say('resign')
            person.say('y')
            person.wait_for('game is over')
        else:
            person.say(chance.choice(words))
            # A refusal, the opponent's move, or the end.
            person.wait_for(r"Illegal|^\d+\. White's move|game is over")
    person.say('quit')
    status, said, complaint = person.end()
    assert status == 0 and not complaint, (status, said, complaint)
    assert re.search(rf'look at: https://localhost:{club.proxy.port}/#/game/[0-9a-f]{{16}}$', said[-1]), said
    status, said, complaint = opponent.end()
    assert status == 0, (status, said, complaint)
    return f'{tried} tries, {said[-1]}'


class Terminal:
    """A terminal of tmux with the program on its screen."""

    def __init__(self, folder, words):
        self.socket = folder / 'tmux'
        self.tmux('-f', '/dev/null', 'new-session', '-d', '-x', '100', '-y', '30', *map(str, words))

    def tmux(self, *words):
        return call('tmux', '-S', self.socket, *words, env={**os.environ, 'LC_ALL': 'C.UTF-8'}).stdout

    def shows(self, pattern):
        return re.search(pattern, self.tmux('capture-pane', '-p'))

    def wait_for(self, pattern):
        wait_until(lambda: self.shows(pattern), pattern)

    def close(self):
        with contextlib.suppress(subprocess.CalledProcessError):
            self.tmux('kill-server')


def a_person_plays_on_the_screen(club):
    tokens = club.make_game('kriegspiel', base_ms=600000)
    opponent = club.connect('random', tokens['black'])
    with contextlib.closing(Terminal(club.node.folder, [club.nebel, 'play', *club.door(tokens['white']), '--letters'])) as terminal:
        terminal.wait_for('Your move.')
        terminal.tmux('send-keys', 'e2e4', 'Enter')
        terminal.wait_for(r'(?s) 1 +e2e4 .*\n.* 1   .*Your move')  # a move of the other would end what is said of the connection
        club.proxy.stop()
        terminal.wait_for('The connection is lost')
        club.proxy.start()
        terminal.wait_for('The connection is back.')
        terminal.tmux('send-keys', 'resign', 'Enter')
        terminal.wait_for('Resign the game')
        terminal.tmux('send-keys', 'y')
        terminal.wait_for('Black has won.')
        terminal.tmux('send-keys', 'q')
    assert opponent.end()[0] == 0


def the_guide_works_as_written(club):
    """The commands of docs/guides/bot-on-a-server.md, in a folder with the examples and a program called nebel."""
    folder = club.node.folder / 'guide'
    (folder / 'build/release').mkdir(parents=True)
    for name in ('examples', 'deploy/schema'):  # copied: the box of a bot has its folder, and not the one that a link would lead to
        shutil.copytree(pathlib.Path(club.source) / name, folder / name)
    (folder / 'build/release/nebel').symlink_to(club.nebel)
    text = (pathlib.Path(club.source) / 'docs/guides/bot-on-a-server.md').read_text()
    path, serve, *rest = ['\n'.join(re.sub('^    ', '', line) for line in block.splitlines())
                          for block in re.findall(r'(?:^    .*\n)+', text, re.M)]
    assert path.startswith('export PATH=') and serve == 'nebel serve --dev desk', (path, serve)
    environment = {'PATH': f'{folder}/build/release:{os.environ["PATH"]}'}
    server = Program(['nebel', 'serve', '--dev', 'desk'], environment, folder)
    server.wait_for('^listening on ', GAME_SECONDS)
    done = subprocess.run(['bash', '-euc', '\n'.join(rest)], capture_output=True, text=True, cwd=folder, env={**os.environ, **environment}, timeout=GAME_SECONDS)
    server.process.send_signal(signal.SIGTERM)
    assert server.end(60)[0] == 0
    ends = re.findall(r'^(white|black): (over \S+ winner \S+)$', done.stdout, re.M)
    assert done.returncode == 0 and len(ends) == 2 and ends[0][1] == ends[1][1], (done.returncode, done.stdout, done.stderr)
    return ends[0][1]


# --- What breaks ------------------------------------------------------------------------------------

def a_game_goes_on_when_nginx_and_the_node_are_ended(club):
    tokens = club.make_game('kriegspiel', base_ms=600000)
    programs = [club.connect('mcts-c', tokens[seat], '--movetime', 40) for seat in ('white', 'black')]
    club.wait_for_rows()
    club.proxy.stop()
    for program in programs:
        program.wait_for('connection lost')
    club.proxy.start()
    for program in programs:
        program.wait_for('connection restored')
    club.node.server.kill()
    for program in programs:
        program.wait_for('connection lost')
    club.node.server.start()
    for program in programs:
        program.wait_for('connection restored')
    return results_of(*programs)


def a_program_that_is_started_again_goes_on(club):
    tokens = club.make_game('kriegspiel', base_ms=600000)
    other = club.connect('capturer', tokens['black'])
    for _ in range(3):
        program = club.connect('mcts-c', tokens['white'], '--movetime', 40)
        club.wait_for_rows()
        program.kill()
    return results_of(club.connect('capturer', tokens['white']), other)


def who_is_patient_for_no_time_gives_up(club):
    tokens = club.make_game()
    club.wait_for_seats(0)
    program = club.connect('random', tokens['black'], '--patience', 0)
    club.wait_for_seats(1)
    club.proxy.stop()
    try:
        status, said, complaint = program.end(60)
        assert status == 1 and 'does not answer' in complaint, (status, said, complaint)
    finally:
        club.proxy.start()


# --- What is refused --------------------------------------------------------------------------------

def assert_refused(program, status, pattern):
    got, said, complaint = program.end(60)
    assert got == status and re.fullmatch(r'nebel: [^\n]+\n', complaint) and re.search(pattern, complaint), (got, said, complaint)


def what_is_not_trusted_is_refused(club):
    tokens = club.make_game()
    seat = ['--server', club.proxy.url, '--token', f'@{tokens["white"]}']
    for words in (['connect', 'random'], ['play', '--lines']):
        assert_refused(Program([club.nebel, *words, *seat]), 1, 'certificate .* --authority FILE')
        assert_refused(Program([club.nebel, *words, *seat, '--authority', club.stranger.certificate]), 1, 'certificate .* --authority FILE')
    assert_refused(Program([club.nebel, 'connect', 'random', '--server', f'wss://127.0.0.1:{club.proxy.port}', '--token', f'@{tokens["white"]}',
                            '--authority', club.authority.certificate]), 1, 'certificate')
    assert_refused(Program([club.nebel, 'connect', 'random', *seat, '--authority', '/dev/null']), 2, 'no file of certificates')


def errors_say_what_to_do(club):
    tokens = club.make_game()
    door = club.door(tokens['white'])
    (club.node.folder / 'empty').write_text('')
    cases = [
        (['connect', 'random', '--server', 'localhost', '--token', 'x'], 2, 'give ws://HOST:PORT'),
        (['connect', 'random', '--token', 'x'], 2, '--server'),
        (['connect', *door], 2, 'nebel players lists them'),
        (['connect', 'nobody', *door], 2, 'nebel players lists them'),
        (['connect', 'go-flat', *door], 1, 'nebel players lists others'),
        (['connect', 'random', '--server', club.proxy.url], 2, 'NEBEL_TOKEN'),
        (['connect', 'random', '--server', club.proxy.url, '--token', 'two words'], 2, 'printed for each seat'),
        (['connect', 'random', '--server', club.proxy.url, '--token', f'@{club.node.folder}/empty'], 2, 'first line must be the token'),
        (['connect', 'random', '--server', f'unix:{club.node.folder}/nothing.sock', '--token', 'x'], 1, 'does a server run there'),
        (['connect', 'random', '--server', f'unix:{club.node.server.socket}', '--token', 'x'], 1, 'ask whoever opened the game'),
        (['connect', 'random', '--server', f'unix:{club.node.server.socket}', '--token', '-x'], 1, 'ask whoever opened the game'),
        (['connect', 'random', '--token', '--server', f'unix:{club.node.server.socket}'], 2, '--token needs a value'),
        (['play', 'random', *door], 2, 'nebel connect'),
        (['play', '--clock', '3+2', *door], 2, 'leave out --clock'),
    ]
    for words, status, pattern in cases:
        assert_refused(Program([club.nebel, *words]), status, pattern)


def a_token_may_be_in_the_environment(club):
    tokens = club.make_game(base_ms=60000)
    words = [club.nebel, 'connect', 'random', '--server', f'unix:{club.node.server.socket}']
    programs = [Program(words, {'NEBEL_TOKEN': tokens[seat].read_text().strip()}) for seat in tokens]
    return results_of(*programs)


def a_seat_that_another_program_takes_is_left(club):
    tokens = club.make_game()
    club.wait_for_seats(0)
    first = club.connect('random', tokens['black'])
    club.wait_for_seats(1)
    second = club.connect('random', tokens['black'])
    assert_refused(first, 1, 'joined by another connection')
    second.kill()


# --- The proxy --------------------------------------------------------------------------------------

def ask(club, method, path, body=b'', **headers):
    """The status of a request through nginx."""
    return ask_all(club, method, path, body, **headers)[0]


def ask_all(club, method, path, body=b'', **headers):
    """A request through nginx: its status and its headers."""
    context = ssl.create_default_context(cafile=club.authority.certificate)
    with socket.create_connection(('127.0.0.1', club.proxy.port), 20) as plain, context.wrap_socket(plain, server_hostname='localhost') as tls:
        more = ''.join(f'{name.replace("_", "-")}: {value}\r\n' for name, value in headers.items())
        head = f'{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {TOKEN}\r\n{more}Content-Length: {len(body)}\r\n\r\n'
        tls.sendall(head.encode() + body)
        answer = b''
        with contextlib.suppress(OSError):
            while part := tls.recv(4096):
                answer += part
    head = answer.partition(b'\r\n\r\n')[0].decode()
    pairs = (line.split(': ', 1) for line in head.split('\r\n')[1:])
    return int(answer.split()[1]), {name.lower(): value for name, value in pairs}


def the_proxy_opens_what_it_should(club):
    assert ask(club, 'GET', '/health') == 200
    assert ask(club, 'POST', '/api/game', b'{"game": "kriegspiel"}') == 201
    assert ask(club, 'POST', '/api/game', b'x' * 3000) == 413
    assert ask(club, 'GET', '/metrics') == 404
    assert ask(club, 'GET', '/') == 200
    assert ask(club, 'GET', '/nebel.sock') == 404


def every_answer_has_the_headers_of_security(club):
    """Those that a browser goes by, on pages, answers to programs, refusals and errors of the proxy itself."""
    data, page = 'default-src', 'frame-ancestors'
    for method, path, status, kind, caching, policy in (
            ('GET', '/', 200, 'text/html; charset=utf-8', 'no-cache', page), ('GET', '/none.html', 404, 'text/html', 'no-cache', page),
            ('GET', '/assets/none.js', 404, 'text/html', 'immutable', page), ('DELETE', '/', 403, 'text/html', 'no-cache', page),
            ('GET', '/health', 200, 'text/plain; charset=utf-8', 'no-store', data), ('GET', '/api/game', 405, 'application/json', 'no-store', data),
            ('GET', '/api/game/0123456789abcdef', 502, 'text/html', '', data), ('GET', '/metrics', 404, 'text/html', 'no-cache', page)):
        got, headers = ask_all(club, method, path)
        about = (path, got, headers)
        assert got == status and headers['content-type'].startswith(kind), about
        assert caching in headers.get('cache-control', ''), about
        assert headers['content-security-policy'].startswith(policy) and "frame-ancestors 'none'" in headers['content-security-policy'], about
        assert headers['x-content-type-options'] == 'nosniff' and headers['referrer-policy'] == 'no-referrer', about
        assert headers['strict-transport-security'] == 'max-age=31536000; includeSubDomains', about
        assert headers.get('content-disposition') == ('attachment; filename="api.json"' if kind == 'application/json' else None), about
        assert headers['server'] == 'nginx', about


def only_new_tls_is_spoken(club):
    """TLS 1.2 with forward secrecy, or 1.3; nothing before, and no plain HTTP."""
    def greet(minimum, maximum, ciphers=None):
        context = ssl.create_default_context(cafile=club.authority.certificate)
        with warnings.catch_warnings():
            warnings.simplefilter('ignore', DeprecationWarning)  # old versions are what we look for
            context.minimum_version, context.maximum_version = minimum, maximum
        if ciphers:
            context.set_ciphers(ciphers)
        with socket.create_connection(('127.0.0.1', club.proxy.port), 20) as plain, context.wrap_socket(plain, server_hostname='localhost') as tls:
            return tls.version(), tls.cipher()[0]

    assert greet(ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3)[0] == 'TLSv1.3'
    version, cipher = greet(ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2)
    assert version == 'TLSv1.2' and cipher.startswith('ECDHE-') and 'GCM' in cipher, cipher
    for versions, ciphers in (((ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1), 'ALL:@SECLEVEL=0'), ((ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2), 'AES128-SHA'),
                              ((ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2), 'ECDHE-RSA-AES128-SHA256')):
        try:
            raise AssertionError(f'{ciphers}: {greet(*versions, ciphers)}')
        except ssl.SSLError:
            pass
    with socket.create_connection(('127.0.0.1', club.proxy.port), 20) as plain:
        plain.sendall(b'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
        assert b' 400 ' in plain.recv(4096).split(b'\r\n')[0]


def no_other_protocol_passes_the_proxy(club):
    """The node is never asked for HTTP/2, whatever a client asks the proxy for."""
    context = ssl.create_default_context(cafile=club.authority.certificate)

    def first_line(opening):
        with socket.create_connection(('127.0.0.1', club.proxy.port), 20) as plain, context.wrap_socket(plain, server_hostname='localhost') as tls:
            tls.sendall(opening)
            with contextlib.suppress(OSError):
                return tls.recv(4096).split(b'\r\n')[0]
        return b''

    for opening in (opening for opening in OTHER_PROTOCOLS if b'GET /seat ' in opening or b'GET ' not in opening):
        answer = first_line(opening)
        assert b' 101 ' not in answer and (not answer or answer.startswith(b'HTTP/1.')), (opening, answer)
    assert b' 101 ' in first_line(UPGRADE)


def a_page_of_another_site_cannot_use_up_limits(club):
    """Browsers say from where they ask. What a page of another site sends does not reach the office, which is away here; links to it do."""
    for method, site, status in (('POST', 'cross-site', 403), ('DELETE', 'cross-site', 403), ('GET', 'cross-site', 502), ('POST', 'same-origin', 502), ('POST', 'none', 502)):
        got = ask(club, method, '/api/session', b'{}' if method == 'POST' else b'', Sec_Fetch_Site=site)
        assert got == status, (method, site, got)
    assert ask(club, 'POST', '/api/session', b'{}') == 502, 'a program says nothing of it'


def the_log_of_the_proxy_names_nobody(club):
    """Neither who asked nor for what: something that is not there, and a program behind that is away."""
    assert ask(club, 'GET', '/asked-for-nothing') == 404
    assert ask(club, 'GET', '/api/asked-for-the-office') == 502
    log = (club.proxy.folder / 'error.log').read_text()
    assert 'client' not in log and 'asked-for' not in log, log


def the_proxy_has_limits_by_address(club):
    """The connections of one address, and how fast it may ask."""
    context = ssl.create_default_context(cafile=club.authority.certificate)
    with contextlib.ExitStack() as stack:
        for _ in range(45):
            plain = stack.enter_context(socket.create_connection(('127.0.0.1', club.proxy.port), 20))
            tls = stack.enter_context(context.wrap_socket(plain, server_hostname='localhost'))
            tls.sendall(b'GET /seat HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
                        b'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n')
            answer = tls.recv(4096)
            if b' 429 ' in answer:
                break
            assert b' 101 ' in answer, answer
        else:
            raise AssertionError('one address opened 45 connections')
    wait_until(lambda: ask(club, 'GET', '/health') == 200, 'the proxy to forget')
    statuses = [ask(club, 'GET', '/health') for _ in range(60)]
    assert 429 in statuses, statuses


TESTS = (two_players_play_through_tls, a_game_of_go_is_played, a_bot_plays, two_guests_meet_and_let_players_play, a_person_plays_in_lines, a_person_plays_on_the_screen,
         the_guide_works_as_written, a_game_goes_on_when_nginx_and_the_node_are_ended, a_program_that_is_started_again_goes_on, who_is_patient_for_no_time_gives_up,
         what_is_not_trusted_is_refused, errors_say_what_to_do, a_token_may_be_in_the_environment, a_seat_that_another_program_takes_is_left,
         the_proxy_opens_what_it_should, every_answer_has_the_headers_of_security, only_new_tls_is_spoken, no_other_protocol_passes_the_proxy,
         a_page_of_another_site_cannot_use_up_limits, the_log_of_the_proxy_names_nobody, the_proxy_has_limits_by_address)


def run(test, club):
    """Ends what a test leaves running."""
    try:
        return test(club)
    finally:
        while Program.all:
            Program.all.pop().kill()


def main():
    plan = arguments(__doc__).parse_args()
    results = Results('doors', plan)
    os.environ.pop('NEBEL_TOKEN', None)
    with Node(plan.nebel, plan.source) as node:
        node.server.start()
        site = node.folder / 'site'
        site.mkdir()
        (site / 'index.html').write_text('<!doctype html><title>a page</title>\n')
        club = Club(node, plan.nebel, plan.source, site)
        try:
            results.run('the configuration of nginx is sound', lambda: call(*club.proxy.command('-t')) and None)
            club.proxy.start()
            for test in TESTS:
                results.run(test.__name__.replace('_', ' '), lambda test=test: run(test, club))
        finally:
            club.proxy.stop()
        results.run('the server ends in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
