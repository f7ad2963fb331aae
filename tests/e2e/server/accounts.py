#!/usr/bin/python3
"""Checks the office of a server: every route for everybody who may ask and who may not, and what PostgreSQL refuses its role.

usage: accounts.py NEBEL SOURCE [--only TEXT] [--junit FILE]"""
import asyncio
import contextlib
import itertools
import json
import multiprocessing
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

import websockets

from lobby import SMALL, Visitor
from mailer import Mailer
from node import HAS_BARS, Node, Office, Results, Skipped, arguments, assert_within, hear, join, wait_until

PASSWORD = 'four umpires eat soup'
REVOKED_SECONDS = 1
numbers = itertools.count(1)


class Person:
    """Somebody who asks the office, from an address of its own."""

    def __init__(self, node, name=None, address=None):
        number = next(numbers)
        self.node, self.token, self.device = node, None, ''
        self.name = name or 'ada-' + ''.join('abcdefghjk'[int(digit)] for digit in f'{number:04}')
        self.address = address or f'198.51.{number // 250}.{number % 250}'

    def ask(self, method, path, bearer=None, **body):
        status, text = self.node.office.ask(method, path, json.dumps(body) if method == 'POST' else None, bearer or self.token,
                                            {'X-Real-IP': self.address})
        return status, json.loads(text)

    def must(self, status, method, path, **body):
        got, answer = self.ask(method, path, **body)
        assert got == status, (method, path, got, answer)
        return answer

    def register(self, password=PASSWORD, **more):
        self.keep(self.must(201, 'POST', '/api/account', name=self.name, password=password, **more))
        return self

    def log_in(self, password=PASSWORD):
        """A second session, by the same device."""
        other = Person(self.node, self.name, self.address)
        other.keep(other.must(201, 'POST', '/api/session', name=self.name, password=password, device=self.device))
        return other

    def keep(self, answer):
        assert answer['name'] == self.name and len(answer['token']) == 43, answer
        self.token, self.device = answer['token'], answer['device']

    def sessions(self):
        return self.must(200, 'GET', '/api/session')['sessions']


# --- The frame --------------------------------------------------------------------------------------

def routes_answer_by_their_methods(node):
    for method, path, status in (('GET', '/api/health', 200), ('POST', '/api/health', 405), ('DELETE', '/api/health', 405), ('PUT', '/api/health', 405),
                                 ('GET', '/', 404), ('GET', '/api', 404), ('GET', '/api/health/', 404), ('GET', '/api/health?x=1', 200),
                                 ('DELETE', '/api/nothing', 404)):
        got, text = node.office.ask(method, path)
        assert got == status, (method, path, got, text)
        assert status == 200 or set(json.loads(text)) == {'error'}, text


def without_a_database_it_says_so_and_comes_back(node):
    node.database.kill()  # its processes end a moment after it
    try:
        wait_until(lambda: node.office.ask('GET', '/api/health')[0] == 503, 'an answer without a database')
        text = node.office.ask('GET', '/api/health')[1]
        assert 'database is away' in text, text
    finally:
        node.database.start()
    node.office.wait_open()


def its_role_reads_nothing_of_a_game(node):
    """PostgreSQL itself refuses, whatever the office might ask."""
    for table in ('journal', 'live_game', 'seat_token', 'node'):
        for query in (f'SELECT * FROM nebel.{table}', f'DELETE FROM nebel.{table}', f'SELECT count(*) FROM nebel.{table}'):
            done = node.database.attempt(query, 'nebel_office')
            assert done.returncode and 'permission denied' in done.stderr, (query, done.stdout, done.stderr)


# --- Tables -----------------------------------------------------------------------------------------

def guests_of_before_keep_their_tokens_and_seats(node):
    """The change of the tables there and back, with guests of a server of before."""
    database = node.database
    hashes = [f"sha256('{word}')" for word in ('guest one', 'guest two', 'seat one', 'seat two')]
    database.call('createdb', '-h', database.folder, '-U', 'nebel', 'before')
    database.sqitch('deploy', '--to', 'guests', database='before')
    database.rows(f"INSERT INTO nebel.guest (number, hash, name, expires) VALUES (1, {hashes[0]}, 'a', now() + interval '9 days'), (2, {hashes[1]}, 'b', "
                  f"now() + interval '9 days'); INSERT INTO nebel.guest_seat VALUES (7, 0, 1, {hashes[2]}), (7, 1, 2, {hashes[3]}); INSERT INTO "
                  f"nebel.seat_token VALUES ({hashes[2]}, 7, 0, now() + interval '1 day'), ({hashes[3]}, 7, 1, now() + interval '1 day')", 'before')
    seats = 'SELECT guest.name, guest.hash, game, seat, guest_seat.hash FROM nebel.guest JOIN nebel.guest_seat ON guest = number ORDER BY name'
    before = database.rows(seats, 'before')
    database.sqitch('deploy', database='before')
    database.sqitch('verify', database='before')
    after = database.rows('SELECT p.name, s.hash, t.game, t.seat, t.hash FROM nebel.person AS p JOIN nebel.session AS s ON s.person = p.number '
                          'JOIN nebel.seat_token AS t ON t.session = s.hash JOIN nebel.person_seat AS o ON o.person = p.number AND o.game = t.game '
                          'AND o.seat = t.seat ORDER BY name', 'before')
    assert after == before and len(before) == 2, (before, after)
    database.sqitch('revert', '--to', 'guests', '-y', database='before')
    assert database.rows(seats, 'before') == before


# --- Accounts ---------------------------------------------------------------------------------------

def who_registers_is_logged_in(node):
    ada = Person(node).register()
    account = ada.must(200, 'GET', '/api/account')
    assert account['name'] == ada.name and account['account'] and not account['bot'] and account['email'] is None, account
    assert [session['this'] for session in ada.sessions()] == [True]
    stored = node.database.rows(f"SELECT password FROM nebel.account JOIN nebel.person ON number = person WHERE name = '{ada.name}'")[0][0]
    assert stored.startswith('$argon2id$v=19$m=19456,t=2,p=1$') and PASSWORD not in stored, stored


def names_and_passwords_are_checked(node):
    taken = Person(node, 'Oskar').register()
    for name, password, status in (('oskar', PASSWORD, 409), ('O5kar', PASSWORD, 409), ('O-skar', PASSWORD, 409), ('admin', PASSWORD, 400),
                                   ('bot-oskar', PASSWORD, 400), ('quiet-bishop-417', PASSWORD, 400), ('x', PASSWORD, 400), ('oskars', 'short', 400),
                                   ('oskars', 'passwordpassword', 400), ('oskars', '', 400), ('oskars', 'oskars has a name', 400)):
        got, answer = Person(node).ask('POST', '/api/account', name=name, password=password)
        assert got == status and set(answer) == {'error'}, (name, password, got, answer)
    for body in ('', '[]', '{', '{"name": 7}', '{"name": "a", "name": "b"}', '"x"'):
        got, text = node.office.ask('POST', '/api/account', body, headers={'X-Real-IP': f'203.0.113.{len(body)}'})
        assert got == 400, (body, got, text)
    assert taken.log_in().name == 'Oskar'


def a_guest_who_registers_keeps_its_games(node):
    """The guest's own session ends; the seats are told to the new one."""
    async def play():
        guest, other = await Visitor.guest(node.server), await Visitor.guest(node.server)
        for visitor in (guest, other):
            await visitor.seek()
        seat = await guest.hear_game()
        await other.hear_game()
        ada = Person(node).register(guest=guest.token)
        assert ada.must(200, 'GET', '/api/account')['account']
        assert (await guest.hear_until('quit'))[-1].startswith('quit token ')
        again = await Visitor.guest(node.server, ada.token)
        assert again.name == ada.name and again.token == ada.token
        await again.say('games')
        token, colour, opponent = await again.hear_game()
        assert (colour, opponent) == (seat[1], other.name) and token != seat[0]
        _, lines = await join(node.server, token)
        assert lines[-1].startswith('joined 1 '), lines
        _, lines = await join(node.server, seat[0])
        assert lines[-1].startswith('quit token '), lines
        # The opponent's list has the new name.
        await other.say('games')
        assert (await other.hear_game())[2] == ada.name
    asyncio.run(asyncio.wait_for(play(), 60))


def a_bot_is_marked_by_its_name(node):
    bot = Person(node, 'bot-ada')
    assert bot.ask('POST', '/api/account', name='ada-bot', password=PASSWORD, bot=True)[0] == 400
    bot.register(bot=True)
    assert bot.must(200, 'GET', '/api/account')['bot']
    with contextlib.suppress(subprocess.CalledProcessError):
        node.database.rows("UPDATE nebel.person SET is_bot = false WHERE name = 'bot-ada'")
        raise AssertionError('a bot is not marked')


def an_unknown_name_and_a_wrong_password_look_the_same(node):
    ada = Person(node).register()
    wrong = Person(node).ask('POST', '/api/session', name=ada.name, password=PASSWORD + 'x')
    unknown = Person(node).ask('POST', '/api/session', name='nobody-has-this', password=PASSWORD)
    assert wrong == unknown and wrong[0] == 401, (wrong, unknown)

    def seconds(name):
        begin = time.monotonic()
        assert Person(node).ask('POST', '/api/session', name=name, password=PASSWORD + 'y')[0] == 401
        return time.monotonic() - begin
    people = [Person(node).register() for _ in range(4)]  # a name takes few logins
    known, strange = [], []
    for i in range(8):
        time.sleep(0.5)  # strangers are few a second
        known.append(seconds(people[i % 4].name))
        strange.append(seconds(f'strange{"abcdefgh"[i]}'))
    ratio = sorted(known)[4] / sorted(strange)[4]
    bar = 2 if HAS_BARS else 8  # a name that is not there and costs nothing is a hundred times faster
    assert 1 / bar < ratio < bar, ratio
    return f'median {1000 * sorted(known)[4]:.1f} and {1000 * sorted(strange)[4]:.1f} ms'


def the_limit_by_name_reads_what_the_login_reads(node):
    """A NUL behind the object made the limit count a name of nobody."""
    ada = Person(node).register()
    statuses = []
    for i in range(12):
        time.sleep(0.21)  # strangers are few a second
        body = json.dumps({'name': ada.name, 'password': PASSWORD}) + '\0'
        statuses.append(node.office.ask('POST', '/api/session', body, headers={'X-Real-IP': f'203.0.113.{100 + i}'})[0])
    assert set(statuses) == {400}, statuses
    assert node.office.ask('POST', '/api/reset', '{"name": "ada"}\0', headers={'X-Real-IP': '203.0.113.99'})[0] == 400


def a_password_is_changed_and_other_sessions_end(node):
    ada = Person(node).register()
    other = ada.log_in()
    assert ada.ask('POST', '/api/password', old='wrong', new='seven bishops sing loud')[0] == 403
    assert ada.ask('POST', '/api/password', old=PASSWORD, new='short')[0] == 400
    assert ada.must(200, 'POST', '/api/password', old=PASSWORD, new='seven bishops sing loud') == {'ended': 1}
    assert other.ask('GET', '/api/account')[0] == 401 and ada.ask('GET', '/api/account')[0] == 200
    assert ada.ask('POST', '/api/session', name=ada.name, password=PASSWORD, device=ada.device)[0] == 401
    ada.log_in('seven bishops sing loud')


def marks_of_devices_give_no_more_guesses(node):
    """Whoever knew the password once may have many marks, which outlive it. Behind the limit by name they are those of strangers."""
    ada = Person(node).register()
    marks = [ada.log_in().device for _ in range(5)]
    ada.must(200, 'POST', '/api/password', old=PASSWORD, new='seven bishops sing loud')
    eve = Person(node)
    statuses = [eve.ask('POST', '/api/session', name=ada.name, password=f'guess number {i}', device=mark)[0] for mark in marks for i in range(10)]
    assert set(statuses) == {401, 429} and 30 - len(marks) <= statuses.count(401) < 45, statuses
    return f'{statuses.count(401)} of {len(statuses)} guesses'


def sessions_are_listed_and_ended(node):
    ada = Person(node).register()
    others = [ada.log_in() for _ in range(3)]
    listed = ada.sessions()
    assert len(listed) == 4 and [session['this'] for session in listed] == [True, False, False, False], listed
    assert ada.must(200, 'DELETE', f'/api/session/{listed[1]["session"]}') == {'ended': 1}
    assert [other.ask('GET', '/api/account')[0] for other in others].count(401) == 1
    assert ada.ask('DELETE', f'/api/session/{listed[1]["session"]}')[0] == 404
    assert ada.ask('DELETE', '/api/session/nonsense')[0] == 404
    eve = Person(node).register()
    assert eve.ask('DELETE', f'/api/session/{listed[2]["session"]}')[0] == 404, 'it is not hers'
    assert ada.must(200, 'DELETE', '/api/session/others') == {'ended': 2}
    assert ada.must(200, 'DELETE', '/api/session/this') == {'ended': 1}
    assert ada.ask('GET', '/api/session')[0] == 401


def tokens_for_programs_have_scopes(node):
    ada = Person(node).register()
    for body in ({'label': 'x', 'scopes': []}, {'label': 'x', 'scopes': ['all']}, {'label': '', 'scopes': ['play']}, {'label': 'x' * 61, 'scopes': ['play']},
                 {'label': 'x', 'scopes': ['play'], 'days': 0}, {'label': 'x', 'scopes': ['play'], 'days': 366}, {'label': 'x', 'scopes': 'play'}, {}):
        assert ada.ask('POST', '/api/token', **body)[0] == 400, body
    play = ada.must(201, 'POST', '/api/token', label='my bot', scopes=['play'])['token']
    read = ada.must(201, 'POST', '/api/token', label='my script', scopes=['read'], days=1)['token']
    assert ada.ask('GET', '/api/account', bearer=play)[0] == 403 and ada.ask('GET', '/api/account', bearer=read)[0] == 200
    for token in (play, read):
        assert ada.ask('GET', '/api/session', bearer=token)[0] == 403
        assert ada.ask('POST', '/api/token', bearer=token, label='x', scopes=['play'])[0] == 403
        assert ada.ask('POST', '/api/password', bearer=token, old=PASSWORD, new='seven bishops sing loud')[0] == 403

    async def hello(token):
        visitor = await Visitor.connect(node.server)
        await visitor.say(f'hello {token}')
        return (await visitor.hear()).split()[0]
    assert [asyncio.run(hello(token)) for token in (play, read)] == ['you', 'error']
    assert {(session['label'], session['scopes']) for session in ada.sessions() if session['kind'] == 'token'} == {('my bot', 'play'), ('my script', 'read')}


def what_is_held_is_exported(node):
    ada = Person(node).register(label='a test')
    ada.must(201, 'POST', '/api/token', label='my bot', scopes=['play'])
    export = ada.must(200, 'GET', '/api/export')
    assert export['account']['name'] == ada.name and {session['label'] for session in export['sessions']} == {'a test', 'my bot'}, export
    text = json.dumps(export)
    assert ada.token not in text and 'argon2' not in text and ada.address not in text, text


def a_deleted_account_is_gone_and_its_name_held(node):
    ada = Person(node).register()
    number = node.database.rows(f"SELECT number FROM nebel.person WHERE name = '{ada.name}'")[0][0]
    assert ada.ask('POST', '/api/account/delete', password='wrong')[0] == 403
    ada.must(200, 'POST', '/api/account/delete', password=PASSWORD)
    assert ada.ask('GET', '/api/account')[0] == 401
    assert Person(node).ask('POST', '/api/session', name=ada.name, password=PASSWORD)[0] == 401
    assert Person(node).ask('POST', '/api/account', name=ada.name, password=PASSWORD)[0] == 409
    left = node.database.rows(f'SELECT name FROM nebel.person WHERE number = {number}')[0][0]
    assert left.startswith('former-'), left
    for table in ('account', 'session', 'mail_token'):
        assert not node.database.rows(f'SELECT FROM nebel.{table} WHERE person = {number}'), table
    node.database.rows("UPDATE nebel.held_name SET until = now()")
    Person(node, ada.name).register()


def check_routes(node, table, wait_seconds=0):
    """Asks each route as nobody, somebody with a made up token, a guest, a token with each scope, and a person; `table` has a status for each. Bodies are empty, so that nothing is
    done. Waits so long before each POST."""
    async def make_guest():
        return (await Visitor.guest(node.server)).token
    ada = Person(node).register()
    roles = {'nobody': None, 'made up': 'x' * 43, 'guest': asyncio.run(make_guest()),
             'play': ada.must(201, 'POST', '/api/token', label='p', scopes=['play'])['token'],
             'read': ada.must(201, 'POST', '/api/token', label='r', scopes=['read'])['token'], 'person': ada.token}
    for method, path, *expected in table:
        for (role, token), status in zip(roles.items(), expected):
            time.sleep(wait_seconds if method == 'POST' else 0)
            got, answer = Person(node).ask(method, path, bearer=token)
            assert got == status, (method, path, role, got, answer)


def every_route_asks_who_it_is(node):
    table = (
        ('GET', '/api/health', 200, 200, 200, 200, 200, 200),
        ('POST', '/api/account', 400, 400, 400, 400, 400, 400),
        ('POST', '/api/session', 401, 401, 401, 401, 401, 401),
        ('GET', '/api/account', 401, 401, 200, 403, 200, 200),
        ('GET', '/api/export', 401, 401, 200, 403, 200, 200),
        ('GET', '/api/session', 401, 401, 403, 403, 403, 200),
        ('DELETE', '/api/session/1', 401, 401, 403, 403, 403, 404),
        ('POST', '/api/token', 401, 401, 403, 403, 403, 400),
        ('POST', '/api/password', 401, 401, 403, 403, 403, 400),
        ('POST', '/api/account/delete', 401, 401, 403, 403, 403, 403),
        ('POST', '/api/email', 401, 401, 403, 403, 403, 400 if node.mailer else 404),
        ('DELETE', '/api/email', 401, 401, 403, 403, 403, 200),
        ('POST', '/api/email/confirm', 404, 404, 404, 404, 404, 404),
        ('POST', '/api/reset', 202, 202, 429, 429, 429, 429),  # two an hour for one name
        ('POST', '/api/reset/confirm', 400, 400, 400, 400, 400, 400),
    )
    check_routes(node, table, 0.2)  # strangers may ask five times a second
    source = (node.source / 'src/server/accounts/routes.c').read_text()
    known = set(re.findall(r'\{NET_(GET|POST|DELETE), NET_(?:PUBLIC|PERSON), "([^"]+)"', source))
    tested = {(method, path.replace('/1', '/*')) for method, path, *_ in table}
    assert {route for route in known if route[1].split('/')[2] in OWN_ROUTES} == tested, known ^ tested


# --- Mail -------------------------------------------------------------------------------------------

def an_address_is_proved_by_a_link(node):
    if not node.mailer:
        raise Skipped('OpenSMTPD needs root')
    ada = Person(node).register()
    for email in ('', 'ada', 'ada@', '@example.org', 'a b@example.org', 'a@b@c', 'ada@example.org\nBcc: eve@example.org', 'x' * 250 + '@a.b'):
        assert Person(node, ada.name).ask('POST', '/api/email', bearer=ada.token, email=email, password=PASSWORD)[0] in (400, 429), email
    ada = Person(node).register()
    email = f'{ada.name}@example.org'
    assert ada.ask('POST', '/api/email', email=email, password='wrong')[0] == 403
    ada.must(202, 'POST', '/api/email', email=email, password=PASSWORD)
    assert ada.must(200, 'GET', '/api/account')['email'] is None, 'it is not proved yet'
    text, token = node.mailer.read(email)
    assert ada.name in text and PASSWORD not in text and 'From: Nebel <nebel@club.example>' in text, text
    assert Person(node).ask('POST', '/api/reset/confirm', token=token, password='seven bishops sing loud')[0] == 404, 'it is for another purpose'
    assert Person(node).must(200, 'POST', '/api/email/confirm', token=token) == {'name': ada.name}
    assert ada.must(200, 'GET', '/api/account')['email'] == email
    assert Person(node).ask('POST', '/api/email/confirm', token=token)[0] == 404, 'it works once'
    ada.must(200, 'DELETE', '/api/email')
    assert ada.must(200, 'GET', '/api/account')['email'] is None


def a_password_is_reset_by_a_link(node):
    if not node.mailer:
        raise Skipped('OpenSMTPD needs root')
    ada = Person(node).register()
    email = f'{ada.name}@example.org'
    ada.must(202, 'POST', '/api/email', email=email, password=PASSWORD)
    Person(node).must(200, 'POST', '/api/email/confirm', token=node.mailer.read(email)[1])
    without = Person(node).register()
    answers = [Person(node).ask('POST', '/api/reset', name=name) for name in (ada.name, without.name, 'nobody-has-this')]
    assert answers == 3 * [(202, {'sent': True})], answers
    token = node.mailer.read(email)[1]
    assert not node.mailer.sink.mails
    assert Person(node).ask('POST', '/api/reset/confirm', token=token, password='short')[0] == 400
    Person(node).must(200, 'POST', '/api/reset/confirm', token=token, password='seven bishops sing loud')
    assert ada.ask('GET', '/api/account')[0] == 401, 'all sessions have ended'
    assert Person(node).ask('POST', '/api/reset/confirm', token=token, password='nine pawns go to town')[0] == 404
    assert ada.ask('POST', '/api/session', name=ada.name, password=PASSWORD, device=ada.device)[0] == 401
    again = ada.log_in('seven bishops sing loud')
    Person(node).must(202, 'POST', '/api/reset', name=ada.name)
    token = node.mailer.read(email)[1]
    node.database.rows('UPDATE nebel.mail_token SET expires = now()')
    assert Person(node).ask('POST', '/api/reset/confirm', token=token, password='nine pawns go to town')[0] == 404, 'it is too old'
    assert Person(node).ask('POST', '/api/reset', name=ada.name)[0] == 429, 'two an hour'
    assert again.ask('GET', '/api/account')[0] == 200


def links_end_with_what_they_were_asked_by(node):
    """Whoever asked for a link with an old password, or has an old mailbox, gets nothing by it after the owner has changed that."""
    if not node.mailer:
        raise Skipped('OpenSMTPD needs root')

    def ask_for_link(session, email):
        session.must(202, 'POST', '/api/email', email=email, password=PASSWORD)
        return node.mailer.read(email)[1]

    def ask_for_reset(name, email):
        Person(node).must(202, 'POST', '/api/reset', name=name)
        return node.mailer.read(email)[1]

    def is_dead(path, token, **more):
        return Person(node).ask('POST', path, token=token, **more)[0] == 404

    ada, grace = Person(node).register(), Person(node).register()
    eve = ask_for_link(ada.log_in(), 'eve@example.net')
    ada.must(200, 'POST', '/api/password', old=PASSWORD, new='seven bishops sing loud')
    assert is_dead('/api/email/confirm', eve), 'a link that was asked for with the old password'
    email, later = f'{grace.name}@example.org', f'{grace.name}@example.com'
    Person(node).must(200, 'POST', '/api/email/confirm', token=ask_for_link(grace, email))
    reset, confirm = ask_for_reset(grace.name, email), ask_for_link(grace, later)
    Person(node).must(200, 'POST', '/api/email/confirm', token=confirm)
    assert is_dead('/api/reset/confirm', reset, password='nine pawns go to town'), 'a link in the old mailbox'
    eve, reset = ask_for_link(grace.log_in(), 'eve@example.net'), ask_for_reset(grace.name, later)
    Person(node).must(200, 'POST', '/api/reset/confirm', token=reset, password='seven bishops sing loud')
    assert is_dead('/api/email/confirm', eve), 'a link that was asked for before a reset'


def a_reset_holds_up_no_other_mail(node):
    """Else the delay of an own request would tell whether a name has an address. This mail server says nothing to whoever connects, until the test ends."""
    ada, eve = Person(node).register(), Person(node).register()
    node.database.rows(f"UPDATE nebel.account SET email = 'a@example.org' FROM nebel.person WHERE number = person AND name = '{ada.name}'")
    with contextlib.ExitStack() as stack:
        silent = stack.enter_context(socket.create_server(('127.0.0.1', 0)))
        silent.settimeout(60)
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix='nebel-office-')))
        url = f'smtp://127.0.0.1:{silent.getsockname()[1]}'
        office = Office(node.office.command[0], folder, node.database, ('--mail', url, '--mail-from', 'nebel@club.example', '--site', 'https://club.example/'))
        office.start()
        stack.callback(office.kill)
        waiting = []
        for i in range(2):  # so many threads send mail
            assert office.ask('POST', '/api/reset', json.dumps({'name': ada.name}), headers={'X-Real-IP': f'203.0.113.{i}'})[0] == 202
            waiting.append(stack.enter_context(silent.accept()[0]))
        assert office.ask('POST', '/api/email', json.dumps({'email': 'e@example.org', 'password': 'wrong'}), eve.token)[0] == 403
        for connection in waiting:
            connection.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                raise AssertionError(f'the answer came after a mail was given up: {connection.recv(1)}')


# --- Sessions that end --------------------------------------------------------------------------------

async def seconds_until_ended(connections, beginning='quit token '):
    """How long it takes until each connection has been told a line that begins so and is closed; and that line."""
    begin = time.monotonic()
    for connection in connections:
        lines = []
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                lines.append(await hear(connection))
        assert lines and lines[-1].startswith(beginning), lines
    return time.monotonic() - begin, lines[-1]


async def open_connections(node, session):
    """A connection to the lobby and one to a seat of a running game."""
    own, other = await Visitor.guest(node.server, session.token), await Visitor.guest(node.server)
    for visitor in (own, other):
        await visitor.seek(f'any none any {SMALL}')
    seat, _ = await join(node.server, (await own.hear_game())[0])
    return [own.connection, seat], other


def a_token_that_has_expired_takes_no_seat(node):
    """Nobody is told when a token ends by itself; its seats end with it."""
    async def play():
        ada = Person(node).register()
        token = ada.must(201, 'POST', '/api/token', label='a bot', scopes=['play'], days=1)['token']
        own, other = await Visitor.guest(node.server, token), await Visitor.guest(node.server)
        for visitor in (own, other):
            await visitor.seek(f'any none any {SMALL}')
        seat = (await own.hear_game())[0]
        assert (await join(node.server, seat))[1][-1].startswith('joined ')
        node.database.rows("UPDATE nebel.session SET expires = now() WHERE label = 'a bot'")
        assert (await join(node.server, seat))[1][-1].startswith('quit token ')
        visitor = await Visitor.connect(node.server)
        await visitor.say(f'hello {token}')
        await visitor.hear('error hello token ')
    asyncio.run(asyncio.wait_for(play(), 60))


def a_revoked_session_is_dead_within_a_second(node):
    async def measure(end):
        ada = Person(node).register()
        session = ada.log_in()
        connections, _ = await open_connections(node, session)
        end(ada, session)
        waited, _ = await seconds_until_ended(connections)
        assert_within(waited, REVOKED_SECONDS)
        visitor = await Visitor.connect(node.server)
        await visitor.say(f'hello {session.token}')
        assert (await visitor.hear()).startswith('error hello token ')
        return waited

    def by_number(ada, session):
        number = next(item['session'] for item in session.sessions() if item['this'])
        ada.must(200, 'DELETE', f'/api/session/{number}')

    ways = {'one': by_number, 'others': lambda ada, _: ada.must(200, 'DELETE', '/api/session/others'),
            'this': lambda _, session: session.must(200, 'DELETE', '/api/session/this'),
            'password': lambda ada, _: ada.must(200, 'POST', '/api/password', old=PASSWORD, new='seven bishops sing loud'),
            'deletion': lambda ada, _: ada.must(200, 'POST', '/api/account/delete', password=PASSWORD)}
    told = []
    for name, end in ways.items():
        time.sleep(0.2)
        told.append(f'{name} {1000 * asyncio.run(asyncio.wait_for(measure(end), 60)):.0f}')
    return ', '.join(told) + ' ms'


def what_ended_while_the_node_was_cut_off_ends_too(node):
    """The node's connections to the database are cut, and the session ends before they are back."""
    async def play():
        ada = Person(node).register()
        connections, _ = await open_connections(node, ada.log_in())
        node.database.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'nebel node'; "
                           "DELETE FROM nebel.session WHERE kind = 'login' AND person = (SELECT number FROM nebel.person WHERE name = '" + ada.name + "')")
        return (await seconds_until_ended(connections))[0]
    return f'{1000 * asyncio.run(asyncio.wait_for(play(), 60)):.0f} ms'


# --- A spray of logins --------------------------------------------------------------------------------

SPRAY_A_SECOND = 10000 / 60
HONEST_A_SECOND = 10
PEOPLE_A_SECOND = 4  # so that nobody logs in more often than it may
WHOLE_SECONDS = 60
SHORT_SHARE, SHORT_SLACK = 0.9, 0.1  # a short run has too few logins for a p99, and runs beside other tests


async def post(node, path, body, address):
    """The status of a request, and how long it took."""
    begin = time.monotonic()
    reader, writer = await asyncio.open_unix_connection(str(node.office.socket))
    text = json.dumps(body)
    writer.write(f'POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Real-IP: {address}\r\nContent-Length: {len(text)}\r\nConnection: close\r\n\r\n{text}'.encode())
    status = int((await reader.readline()).split()[1])
    await reader.read()
    writer.close()
    return status, time.monotonic() - begin


async def at_pace(a_second, seconds, begin_one):
    """Begins so many a second, whether those before have ended or not; all their results."""
    start, tasks = time.monotonic(), []
    for i in range(int(a_second * seconds)):
        await asyncio.sleep(max(0, start + i / a_second - time.monotonic()))
        tasks.append(asyncio.create_task(begin_one(i)))
    return await asyncio.gather(*tasks)


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def a_spray_does_not_hold_up_honest_logins(node):
    people = []
    for _ in range(PEOPLE_A_SECOND * node.spray_seconds):
        time.sleep(0.21)
        people.append(Person(node).register())

    async def log_in(i):
        person = people[i % len(people)]
        return await post(node, '/api/session', {'name': person.name, 'password': PASSWORD, 'device': person.device}, person.address)

    async def spray(i):
        """A thousand addresses; every other try is at the name of somebody who is honest."""
        name = people[i % len(people)].name if i % 2 else f'victim{i}'
        return await post(node, '/api/session', {'name': name, 'password': f'guess number {i}'}, f'203.0.{i % 1000 // 250}.{i % 250}')

    def spray_all(pipe):
        pipe.send(asyncio.run(at_pace(SPRAY_A_SECOND, node.spray_seconds, spray)))
    quiet = asyncio.run(at_pace(HONEST_A_SECOND, node.spray_seconds, log_in))
    # In a process of its own, so that the honest do not wait for the client of the others.
    near, far = multiprocessing.Pipe()
    sprayer = multiprocessing.get_context('fork').Process(target=spray_all, args=(far,))
    sprayer.start()
    honest = asyncio.run(at_pace(HONEST_A_SECOND, node.spray_seconds, log_in))
    sprayed = near.recv()
    sprayer.join()
    for statuses in (quiet, honest):
        # On a machine that has no core for passwords the lanes are full, and honest ones are asked to come again.
        assert {201} <= {status for status, _ in statuses} <= ({201} if HAS_BARS else {201, 503}), [status for status, _ in statuses]
    counts = {status: sum(1 for got, _ in sprayed if got == status) for status in {got for got, _ in sprayed}}
    assert set(counts) <= {401, 429, 503} and counts.get(401, 0) < (5 + 1) * node.spray_seconds + 30, counts
    share, slack = (0.99, 0) if node.spray_seconds >= WHOLE_SECONDS else (SHORT_SHARE, SHORT_SLACK)
    before, after = (quantile([seconds for _, seconds in some], share) for some in (quiet, honest))
    assert_within(after, 2 * before + slack)
    return (f'{len(sprayed)} in {node.spray_seconds} s, of them {counts}; honest p{100 * share:.0f} {1000 * before:.0f} ms alone, {1000 * after:.0f} ms beside it, '
            f'median {1000 * quantile([s for _, s in quiet], 0.5):.0f} and {1000 * quantile([s for _, s in honest], 0.5):.0f}')


def refusals_are_counted_in_the_log(node):
    """Once a minute, and at the end."""
    def stop():
        assert node.office.stop() == 0
        found = [json.loads(line) for line in node.office.log.read_text().splitlines() if '"refused"' in line]
        node.office.start()
        return found

    before = len(stop())
    for _ in range(3):
        assert Person(node).ask('POST', '/api/session', name='nobody-here', password='wrong it is, all of it')[0] == 401
    assert Person(node).ask('POST', '/api/account', name='x')[0] == 400
    # A minute may end between the requests; the lines together tell all of them.
    kinds = ('done', 'unknown', 'forbidden', 'often', 'bad', 'failed')
    lines = stop()[before:]
    assert all(set(line) == {'time', 'event', *kinds} for line in lines), lines
    counts = {kind: sum(line[kind] for line in lines) for kind in kinds}
    assert counts == {'done': counts['done'], 'unknown': 3, 'forbidden': 0, 'often': 0, 'bad': 1, 'failed': 0}, lines


def nothing_secret_is_logged(node):
    for log in (node.office.log, node.server.log):
        text = log.read_text()
        for word in (PASSWORD, 'ada', '198.51', 'argon', 'bearer'):
            assert word not in text, (log, word)


OWN_ROUTES = ('health', 'account', 'session', 'export', 'token', 'password', 'email', 'reset')
TESTS = (routes_answer_by_their_methods, without_a_database_it_says_so_and_comes_back, its_role_reads_nothing_of_a_game,
         guests_of_before_keep_their_tokens_and_seats, who_registers_is_logged_in, names_and_passwords_are_checked,
         a_guest_who_registers_keeps_its_games, a_bot_is_marked_by_its_name, an_unknown_name_and_a_wrong_password_look_the_same,
         a_password_is_changed_and_other_sessions_end, marks_of_devices_give_no_more_guesses, sessions_are_listed_and_ended, tokens_for_programs_have_scopes, what_is_held_is_exported,
         a_deleted_account_is_gone_and_its_name_held, every_route_asks_who_it_is, an_address_is_proved_by_a_link, a_password_is_reset_by_a_link,
         links_end_with_what_they_were_asked_by, a_reset_holds_up_no_other_mail, the_limit_by_name_reads_what_the_login_reads,
         a_token_that_has_expired_takes_no_seat, a_revoked_session_is_dead_within_a_second,
         what_ended_while_the_node_was_cut_off_ends_too, a_spray_does_not_hold_up_honest_logins, refusals_are_counted_in_the_log, nothing_secret_is_logged)


def run(node, mailer, plan, results):
    node.spray_seconds, node.mailer = plan.spray, mailer
    try:
        if mailer:
            mailer.start()
        node.server.start()
        node.office.start()
        for test in TESTS:
            results.run(test.__name__.replace('_', ' '), lambda test=test: test(node))
        results.run('server and office end in good order', node.check_end)
    finally:
        if mailer:
            mailer.stop()


def main():
    parser = arguments(__doc__)
    parser.add_argument('--spray', type=int, default=10, help='seconds of a spray of logins (10)')
    plan = parser.parse_args()
    results = Results('accounts', plan)
    with tempfile.TemporaryDirectory(prefix='nebel-mail-') as folder:
        mailer = Mailer(pathlib.Path(folder)) if Mailer.can_run() else None
        options = ('--mail', mailer.url, '--mail-from', 'nebel@club.example', '--site', 'https://club.example/') if mailer else ()
        with Node(plan.nebel, plan.source, office_options=options) as node:
            run(node, mailer, plan, results)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
