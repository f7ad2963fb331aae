#!/usr/bin/python3
"""Checks how order is kept at a server: the operator's command line and its audit log, suspended accounts, reports, blocks, limits, and whether the page
on privacy is true.

usage: order.py NEBEL SOURCE [--only TEXT] [--junit FILE]"""
import asyncio
import json
import os
import re
import subprocess
import sys
import time

from accounts import PASSWORD, Person, check_routes, open_connections, seconds_until_ended
from lobby import SMALL, Visitor, resign
from node import Node, Results, arguments, assert_within, hear, join, wait_until

OPERATOR = 'eva'
LOGIN = 'somebody'  # a login of PostgreSQL is no operator
CLOSED_SECONDS = 1
ENDED_SECONDS = 5


class Operator:
    """Somebody who uses nebel admin by sudo, or the owner of the database."""

    def __init__(self, node, name=OPERATOR):
        self.node, self.variables = node, {'SUDO_UID': '1000', 'SUDO_USER': name} if name else {}

    def run(self, *words):
        return subprocess.run([self.node.nebel, 'admin', *words, '--database', self.node.database.connection], capture_output=True, text=True,
                              env={**os.environ, **self.variables})

    def do(self, *words):
        """What it prints; it must succeed."""
        done = self.run(*words)
        assert done.returncode == 0 and not done.stderr, (words, done.stdout, done.stderr)
        return done.stdout

    def ask(self, *words):
        return json.loads(self.do(*words, '--json'))

    def fail(self, *words, status=1):
        """What it complains of; it must fail."""
        done = self.run(*words)
        assert done.returncode == status and not done.stdout, (words, done)
        return done.stderr


def audit_of(node):
    return node.database.rows('SELECT operator, act, target, reason FROM nebel.audit ORDER BY number')


def number_of(node, name):
    return node.database.rows(f"SELECT number FROM nebel.person WHERE name = '{name}'")[0][0]


async def play_a_game(node, one, other):
    """Two persons play a game, which the first one resigns; its public id, when it is filed."""
    visitors = [await Visitor.guest(node.server, person.token) for person in (one, other)]
    clock = f'{60000 + node.next_clock()}+0'  # nobody else seeks the same
    for visitor in visitors:
        await visitor.seek(f'any {clock} any {SMALL}')
    seats = [await visitor.hear_game() for visitor in visitors]
    await resign(node, seats[0])
    for visitor in visitors:
        await visitor.close()
    ids = f"SELECT lpad(to_hex(id), 16, '0') FROM nebel.finished WHERE base_ms = {clock.split('+')[0]}"
    wait_until(lambda: node.database.rows(ids), 'a game in the archive')
    return node.database.rows(ids)[0][0], seats


def play(node, one, other):
    return asyncio.run(asyncio.wait_for(play_a_game(node, one, other), 60))


# --- Operators --------------------------------------------------------------------------------------

def only_who_is_admitted_is_an_operator(node):
    eva, owner = Operator(node), Operator(node, None)
    complaint = eva.fail('find', 'x')
    assert 'permission denied' in complaint and 'nebel admin admit NAME' in complaint, complaint
    node.database.rows(f'CREATE ROLE {LOGIN} LOGIN')
    for name in ('nobody-there', LOGIN):
        assert 'CREATE ROLE ' in owner.fail('admit', name, '--reason', 'a test')
    node.database.rows(f'DROP ROLE {LOGIN}')
    for name, why in (('nobody-there', 'nebel admin admit NAME'), ('a b\\', 'role "a b\\" does not exist'), ('x' * 300, 'too long')):
        assert why in Operator(node, name).fail('find', 'x'), name
    done = subprocess.run([node.nebel, 'admin', 'find', 'x', '--database', node.database.connection + " options='-c role=none'"], capture_output=True, text=True,
                          env={**os.environ, **eva.variables})
    assert done.returncode == 1 and 'permission denied' in done.stderr, done  # nobody says himself who he is
    assert owner.do('admit', OPERATOR, '--reason', 'first operator') == 'eva may use nebel admin\n'
    assert eva.ask('find', 'nobody-has-this') == []
    assert 'permission denied' in eva.fail('admit', 'nebel_office', '--reason', 'for a friend')
    owner.do('dismiss', OPERATOR, '--reason', 'a test')
    assert 'permission denied' in eva.fail('find', 'x')
    owner.do('admit', OPERATOR, '--reason', 'again')
    assert [row[:3] for row in audit_of(node)] == [['nebel', act, 'eva'] for act in ('admit', 'dismiss', 'admit')]


def an_operators_role_reads_no_table(node):
    tables = [row[0] for row in node.database.rows("SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname IN ('nebel', 'house', 'farm')")]
    assert 'nebel.journal' in tables and 'nebel.audit' in tables
    for table in tables:
        for query in (f'SELECT * FROM {table}', f'DELETE FROM {table}'):
            done = node.database.attempt(query, OPERATOR)
            assert done.returncode and 'permission denied' in done.stderr, (query, done)
    return f'{len(tables)} tables'


def nobody_changes_the_audit_log(node):
    assert audit_of(node)
    for login in ('nebel', 'nebel_office', OPERATOR):
        for query in ("UPDATE nebel.audit SET reason = 'none'", 'DELETE FROM nebel.audit', 'TRUNCATE nebel.audit'):
            done = node.database.attempt(query, login)
            assert done.returncode and ('not changed and not removed' in done.stderr or 'permission denied' in done.stderr), (login, query, done)


def every_verb_has_help_and_says_what_is_wrong(node):
    eva = Operator(node)
    listed = eva.run('help').stdout
    source = (node.source / 'src/cmd/server_commands.c').read_text()
    verbs = re.sub(r'"\s*"', '', re.search(r'argument = (".*?"),', source, re.S).group(1)).strip('"').split('|')
    for verb in verbs[1:]:
        help = eva.run('help', verb).stdout
        assert re.search(rf'\n      .*nebel admin {verb}\b', help) and help in listed, (verb, help)
    man = (node.source / 'docs/man/nebel-admin.1').read_text()
    assert {verb for verb in verbs[1:] if f'.It Cm {verb}\n' in man or f'.It Cm {verb} ' in man} == set(verbs[1:])
    for words, complaint in ((('suspend', 'x', '--days', '0', '--reason', 'y'), '--days is a number'), (('rename', 'x', 'admin', '--reason', 'y'), 'reserved'),
                             (('rename', 'x', '--reason', 'y'), 'NAME NEW'), (('game', '12'), '16 digits'), (('close', 'x', '--reason', 'y'), 'number'),
                             (('lift', 'x', '--reason', 'two\nlines'), 'one line'), (('lift', 'x', '--reason', 'y' * 301), '300 bytes'),
                             (('mail', 'x', '--email', 'none', '--reason', 'y'), '--email'), (('audit', '--limit', '0'), '--limit'), (('games', 'x'), 'as in')):
        said = eva.fail(*words, status=2)
        assert complaint in said and 'nebel admin' in said, (words, said)
    return f'{len(verbs) - 1} verbs'


# --- Names and accounts -----------------------------------------------------------------------------

def names_are_found_renamed_and_reserved(node):
    eva, ada = Operator(node), Person(node, 'Rude-word').register()
    assert [row['name'] for row in eva.ask('find', 'rude')] == ['Rude-word']
    assert [row['name'] for row in eva.ask('find', 'rudew0rd')] == ['Rude-word'], 'it looks like it'
    assert 'taken or held' in eva.fail('rename', 'rude-word', Person(node, 'Takenname').register().name, '--reason', 'insulting')
    eva.do('rename', 'rude-word', 'Nicename', '--reason', 'insulting')
    assert ada.must(200, 'GET', '/api/account')['name'] == 'Nicename'
    assert Person(node).ask('POST', '/api/account', name='rude-word', password=PASSWORD)[0] == 409, 'it is held'
    eva.do('reserve', 'chessclub', '--reason', 'ours')
    assert Person(node).ask('POST', '/api/account', name='Chess-Club', password=PASSWORD)[0] == 409
    assert eva.ask('find', 'chessclub')[0]['kind'] == 'held until never'
    eva.do('release', 'chessclub', '--reason', 'not ours')
    assert 'not held' in eva.fail('release', 'chessclub', '--reason', 'again')
    Person(node, 'Chess-Club').register()
    assert 'nobody is called nobody' in eva.fail('rename', 'nobody-x', 'Some-other', '--reason', 'a test')


def accounts_are_shown_logged_out_and_deleted(node):
    eva, ada = Operator(node), Person(node).register()
    other = ada.log_in()
    shown = eva.ask('account', ada.name.upper())
    assert (shown['name'], shown['kind'], shown['sessions'], shown['email'], shown['open_reports']) == (ada.name, 'account', 2, None, 0), shown
    assert 'argon' not in json.dumps(shown)
    assert f'name: {ada.name}\nkind: account\n' in eva.do('account', ada.name)
    eva.do('logout', ada.name, '--reason', 'a stolen laptop')
    assert [person.ask('GET', '/api/account')[0] for person in (ada, other)] == [401, 401]
    eva.do('mail', ada.name, '--email', 'ada@example.org', '--reason', 'lost the old one')
    assert eva.ask('account', ada.name)['email'] == 'ada@example.org'
    eva.do('mail', ada.name, '--reason', 'asked for it')
    assert eva.ask('account', ada.name)['email'] is None
    number = number_of(node, ada.name)
    eva.do('delete', ada.name, '--reason', 'asked for it by letter')
    assert node.database.rows(f'SELECT name FROM nebel.person WHERE number = {number}')[0][0].startswith('former-')
    assert 'nothing called' in eva.fail('account', ada.name)
    assert [(row['act'], row['operator']) for row in eva.ask('audit', ada.name)] == [(act, OPERATOR) for act in ('delete', 'forget mail', 'set mail', 'logout')]
    guest = asyncio.run(Visitor.guest(node.server)).name
    assert 'has no account' in eva.fail('delete', guest, '--reason', 'a test') and eva.ask('account', guest)['kind'] == 'guest'


def an_act_and_its_row_are_one_transaction(node):
    """What fails in the middle leaves neither; the same key again does it once."""
    ada = Person(node).register()
    before = len(audit_of(node))
    done = node.database.attempt(f"SELECT admin.suspend('a key', '{ada.name}', 3, repeat('x', 400))", OPERATOR)
    assert done.returncode and len(audit_of(node)) == before, done
    assert ada.ask('GET', '/api/account')[0] == 200
    for _ in range(2):
        node.database.rows(f"SELECT admin.log_out('one key', '{ada.name}', 'twice')")
    assert len(audit_of(node)) == before + 1
    other = ada.log_in()
    node.database.rows(f"SELECT admin.log_out('one key', '{ada.name}', 'twice')")
    assert other.ask('GET', '/api/account')[0] == 200, 'it was done before'


# --- Suspended --------------------------------------------------------------------------------------

def who_is_suspended_is_told_why_and_closed_within_a_second(node):
    eva, ada = Operator(node), Person(node).register()

    async def measure():
        connections, _ = await open_connections(node, ada)
        begin = time.monotonic()
        eva.do('suspend', ada.name, '--days', '7', '--reason', 'insults, großer Lärm')
        lines = [await seconds_until_ended([connection], 'quit suspended ') for connection in connections]
        visitor = await Visitor.connect(node.server)
        await visitor.say(f'hello {ada.token}')
        assert (await visitor.hear()).startswith('error hello token ')
        return time.monotonic() - begin, [line for _, line in lines]
    waited, lines = asyncio.run(asyncio.wait_for(measure(), 60))
    assert_within(waited, CLOSED_SECONDS)
    for line in lines:
        assert re.fullmatch(r'quit suspended \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ insults, großer Lärm', line), line
    assert ada.ask('GET', '/api/account')[0] == 401
    status, answer = ada.ask('POST', '/api/session', name=ada.name, password=PASSWORD, device=ada.device)
    assert status == 403 and answer['suspended']['reason'] == 'insults, großer Lärm' and answer['suspended']['until'] == lines[0].split()[2], answer
    assert Person(node).ask('POST', '/api/session', name=ada.name, password=PASSWORD + 'x') == (401, {'error': 'name or password is wrong'}), 'who may not know'
    eva.do('lift', ada.name, '--reason', 'has apologised')
    assert 'is not suspended' in eva.fail('lift', ada.name, '--reason', 'again')
    ada.log_in()
    return f'{1000 * waited:.0f} ms'


def a_suspension_ends_by_itself_or_never(node):
    eva, ada = Operator(node), Person(node).register()
    eva.do('suspend', ada.name, '--days', 'never', '--reason', 'cheating')
    assert ada.ask('POST', '/api/session', name=ada.name, password=PASSWORD, device=ada.device)[1]['suspended'] == {'until': 'never', 'reason': 'cheating'}
    assert eva.ask('account', ada.name)['suspended_until'] == 'never cheating'
    node.database.rows('UPDATE nebel.suspension SET until = now()')
    ada.log_in()


def a_session_beside_a_suspension_is_good_for_nothing(node):
    """A login that was on its way while the person was suspended."""
    ada = Person(node).register()
    node.database.rows(f"INSERT INTO nebel.suspension (person, reason, until) VALUES ({number_of(node, ada.name)}, 'x', 'infinity')")
    assert ada.ask('GET', '/api/account')[0] == 401

    async def hello():
        visitor = await Visitor.connect(node.server)
        await visitor.say(f'hello {ada.token}')
        return await visitor.hear()
    assert asyncio.run(hello()).startswith('error hello token ')


# --- Games ------------------------------------------------------------------------------------------

def of_a_running_game_an_operator_sees_who_and_when(node):
    eva, ada, bob = Operator(node), Person(node).register(), Person(node).register()

    async def run():
        visitors = [await Visitor.guest(node.server, person.token) for person in (ada, bob)]
        for visitor in visitors:
            await visitor.seek(f'any 600000+7000 any {SMALL}')
        seats = [await visitor.hear_game() for visitor in visitors]
        connections = [(await join(node.server, seat[0]))[0] for seat in seats]
        white = connections[0 if seats[0][1] == 'white' else 1]
        own = [row for row in eva.ask('games') if {row['white'], row['black']} == {ada.name, bob.name}]
        assert len(own) == 1 and set(own[0]) == {'game', 'white', 'black', 'began', 'clock'} and own[0]['clock'] == '600000+7000', own
        game = own[0]['game']
        # Nothing that happens there changes what an operator is shown.
        before = eva.do('games'), eva.do('game', game), eva.do('account', ada.name)
        await white.send('1 1 try b2a3')
        while ' hear ' not in await hear(white):
            pass
        assert (eva.do('games'), eva.do('game', game), eva.do('account', ada.name)) == before
        assert node.office.ask('GET', f'/api/game/{game}')[0] == 404
        begin = time.monotonic()
        eva.do('end', game, '--reason', 'both asked for it')
        for connection in connections:
            line = ''
            while ' over ' not in line:
                line = await hear(connection)
            assert ' over aborted' in line, line
        return game, time.monotonic() - begin
    game, waited = asyncio.run(asyncio.wait_for(run(), 60))
    assert_within(waited, ENDED_SECONDS)
    wait_until(lambda: node.office.ask('GET', f'/api/game/{game}')[0] == 200, 'the game in the archive')
    shown = eva.ask('game', game)
    assert (shown['result'], shown['reason'], shown['rated'], shown['reports']) == ('*', 'aborted', False, 0), shown
    assert 'not running' in eva.fail('end', game, '--reason', 'again')
    assert 'there is no such game' in eva.fail('game', '0' * 16)
    return f'ended after {waited:.1f} s'


def a_game_ends_though_the_node_was_away(node):
    eva, ada, bob = Operator(node), Person(node).register(), Person(node).register()

    async def begin():
        visitors = [await Visitor.guest(node.server, person.token) for person in (ada, bob)]
        for visitor in visitors:
            await visitor.seek(f'any 600000+8000 any {SMALL}')
        return [await visitor.hear_game() for visitor in visitors]
    asyncio.run(asyncio.wait_for(begin(), 60))
    game = next(row['game'] for row in eva.ask('games') if ada.name in (row['white'], row['black']))
    node.server.kill()
    eva.do('end', game, '--reason', 'a test')
    node.server.start()
    wait_until(lambda: node.office.ask('GET', f'/api/game/{game}')[0] == 200, 'the end of the game')


# --- Reports ----------------------------------------------------------------------------------------

def a_report_reaches_the_operator_and_is_closed(node):
    eva, ada, bob = Operator(node), Person(node).register(), Person(node).register()
    game, _ = play(node, ada, bob)
    assert ada.must(201, 'POST', '/api/report', game=game, kind='cheating', text='he saw\x1b[2J my men') == {'reported': True}
    ada.must(201, 'POST', '/api/report', name=bob.name, kind='insult', text='ü' * 500)
    ada.must(201, 'POST', '/api/report', name=bob.name, kind='insult', text='said it again')  # the same one
    own = [row for row in eva.ask('reports') if row['reporter'] == ada.name]
    assert [(row['about'], row['game'], row['kind']) for row in own] == [(bob.name, game, 'cheating'), (bob.name, None, 'insult')], own
    assert own[1]['words'] == 'said it again'
    number = str(own[0]['number'])
    assert '\x1b' not in eva.do('report', number) and 'he saw?[2J my men' in eva.do('report', number)
    assert eva.ask('account', bob.name)['open_reports'] == 2
    eva.do('close', number, '--reason', 'nothing found')
    assert 'closed already' in eva.fail('close', number, '--reason', 'again') and 'there is no report' in eva.fail('close', '99999', '--reason', 'x')
    assert [row['number'] for row in eva.ask('reports') if row['reporter'] == ada.name] == [own[1]['number']]
    closed = next(row for row in eva.ask('reports', '--all') if row['number'] == own[0]['number'])
    assert (closed['closed_by'], closed['note']) == (OPERATOR, 'nothing found'), closed
    # What was closed half a year ago is gone.
    node.database.rows(f"UPDATE nebel.report SET closed = now() - interval '181 days' WHERE number = {number}")
    node.database.rows('SELECT nebel.tidy_order()')
    assert 'nothing called' in eva.fail('report', number)


def reports_are_checked(node):
    ada, bob = Person(node).register(), Person(node).register()
    for body, status in (({}, 400), ({'name': bob.name, 'game': '0' * 16, 'kind': 'other'}, 400), ({'name': bob.name, 'kind': 'rude'}, 400),
                         ({'game': 'x', 'kind': 'other'}, 400), ({'name': bob.name, 'kind': 'other', 'text': 'x' * 501}, 400),
                         ({'name': 'nobody-has-this', 'kind': 'other'}, 404), ({'name': ada.name, 'kind': 'other'}, 404), ({'game': '0' * 16, 'kind': 'other'}, 404)):
        asker = Person(node)
        assert asker.ask('POST', '/api/report', bearer=ada.log_in().token, **body)[0] == status, (body, status)

    async def running():
        """A game that is not over cannot be reported: it does not exist."""
        connections, _ = await open_connections(node, ada)
        games = [row['game'] for row in Operator(node).ask('games') if ada.name in (row['white'], row['black'])]
        assert len(games) == 1 and ada.ask('POST', '/api/report', game=games[0], kind='other')[0] == 404
        for connection in connections:
            await connection.close()
    asyncio.run(asyncio.wait_for(running(), 60))


# --- Blocks -----------------------------------------------------------------------------------------

def who_is_blocked_is_not_paired_and_not_told(node):
    ada, bob = Person(node).register(), Person(node).register()

    async def run():
        one, other = [await Visitor.guest(node.server, person.token) for person in (ada, bob)]
        stranger = await Visitor.connect(node.server)
        terms = f'any {60000 + node.next_clock()}+0 any {SMALL}'
        await stranger.watch()
        await other.watch()
        number = await one.seek(terms)
        await other.hear(f'seek {number} ')
        ada.must(200, 'POST', '/api/block', name=bob.name)
        await other.hear(f'gone {number}')  # as if it were withdrawn
        await other.say(f'take {number}')
        assert (await other.hear()).startswith('error take gone ')
        mine = await other.seek(terms)
        await stranger.hear_until(f'seek {mine} ')
        ada.must(200, 'DELETE', f'/api/block/{bob.name}')
        assert (await one.hear_game())[2] == bob.name and (await other.hear_game())[2] == ada.name
        # A list is read with the next hello too.
        ada.must(200, 'POST', '/api/block', name=bob.name)
        await one.close()
        again = await Visitor.guest(node.server, ada.token)
        mine = await other.seek(terms)
        assert mine not in ' '.join(await again.watch())
        await again.say(f'take {mine}')
        assert (await again.hear_until('error take '))[-1].startswith('error take gone ')
    asyncio.run(asyncio.wait_for(run(), 60))
    assert [row['name'] for row in ada.must(200, 'GET', '/api/block')['blocks']] == [bob.name]
    # Nothing that the blocked one can ask tells of it.
    assert bob.must(200, 'GET', '/api/block') == {'blocks': []} and ada.name not in json.dumps(bob.must(200, 'GET', '/api/export')['blocks'])


def blocks_are_checked_and_limited(node):
    ada, bob = Person(node).register(), Person(node).register()
    for name in ('nobody-has-this', ada.name, ''):
        assert ada.ask('POST', '/api/block', name=name)[0] == 404, name
    for _ in range(2):
        ada.must(200, 'POST', '/api/block', name=bob.name)
    ada.must(200, 'DELETE', f'/api/block/{bob.name}')
    assert ada.ask('DELETE', f'/api/block/{bob.name}')[0] == 404
    number = number_of(node, ada.name)
    node.database.rows(f"INSERT INTO nebel.person (number, name, expires) SELECT 5000 + i, 'crowd-' || i, 'infinity' FROM generate_series(1, 200) AS i; "
                       f'INSERT INTO nebel.block (person, blocked) SELECT {number}, 5000 + i FROM generate_series(1, 200) AS i')
    assert ada.ask('POST', '/api/block', name=bob.name)[0] == 409
    assert len(ada.must(200, 'GET', '/api/block')['blocks']) == 200
    node.database.rows('DELETE FROM nebel.person WHERE number BETWEEN 5001 AND 5200')


def a_later_session_accepts_a_rematch(node):
    ada, bob = Person(node).register(), Person(node).register()

    async def run():
        _, seats = await play_a_game(node, ada, bob)
        one = await Visitor.guest(node.server, ada.token)
        await one.say(f'rematch {seats[0][0]}')
        await one.hear('asked ')
        later = await Visitor.guest(node.server, bob.log_in().token)
        token = (await later.hear('rematch ')).split()[1]
        await later.say(f'rematch {token}')
        assert (await later.hear_game())[2] == ada.name and (await one.hear_game())[2] == bob.name
    asyncio.run(asyncio.wait_for(run(), 60))


# --- Routes and limits ------------------------------------------------------------------------------

def every_route_asks_who_it_is(node):
    table = (('POST', '/api/report', 401, 401, 400, 403, 403, 400), ('POST', '/api/block', 401, 401, 404, 403, 403, 404),
             ('GET', '/api/block', 401, 401, 200, 403, 403, 200), ('DELETE', '/api/block/nobody', 401, 401, 404, 403, 403, 404))
    check_routes(node, table)
    source = (node.source / 'src/server/accounts/routes.c').read_text()
    known = set(re.findall(r'\{NET_(GET|POST|DELETE), NET_(?:PUBLIC|PERSON), "(/api/(?:report|block)[^"]*)"', source))
    assert known == {(method, path.replace('nobody', '*')) for method, path, *_ in table}, known


def strangers_share_no_limit_of_sessions(node):
    for method, path in (('GET', '/api/export'), ('POST', '/api/block')):
        statuses = {Person(node).ask(method, path)[0] for _ in range(40)}  # a session may 30 times
        assert statuses == {401}, (path, statuses)


def rows_of(page, heading):
    """The rows of the table below a heading of a page of docs, each as its cells."""
    text = page.read_text().split(f'\n{heading}\n', 1)[1].split('\n## ', 1)[0]
    return [[cell.strip() for cell in line.strip('|').split('|')] for line in text.splitlines() if line.startswith('|')][2:]


def each_limit_of_the_office_bites(node):
    """As often as docs/limits.md says somebody may ask; the next one is refused, and another one is not."""
    ada, bob = Person(node).register(), Person(node).register()

    def fresh():
        return ada.log_in().token
    ways = {
        'login address': lambda person, _: person.ask('POST', '/api/session', name=f'ghost{next(node.numbers)}', password=PASSWORD),
        'login name': lambda _, key: Person(node).ask('POST', '/api/session', name=key, password=PASSWORD),
        'login device': lambda _, key: Person(node).ask('POST', '/api/session', name=bob.name, password=PASSWORD, device=bob.device),
        'register address': lambda person, _: person.ask('POST', '/api/account', name='x', password='x'),
        'password session': lambda _, key: Person(node).ask('POST', '/api/password', bearer=key, old='x', new='x'),
        'mail address': lambda person, _: person.ask('POST', '/api/email/confirm', token='x'),
        'mail name': lambda _, key: Person(node).ask('POST', '/api/reset', name=key),
        'report session': lambda _, key: Person(node).ask('POST', '/api/report', bearer=key),
        'report address': lambda person, _: person.ask('POST', '/api/report', bearer=f'made-up-{next(node.numbers)}'),
        'block session': lambda _, key: Person(node).ask('POST', '/api/block', bearer=key, name=''),
        'export session': lambda _, key: Person(node).ask('GET', '/api/export', bearer=key),
    }
    slow = {'login address', 'login name', 'register address', 'mail address'}  # they are strangers too
    rows = rows_of(node.source / 'docs/limits.md', '## The accounts service')
    elsewhere = {'strangers', 'mail', 'login devices'}  # all people together: tests/unit/server/office.c; many devices: tests/e2e/server/accounts.py
    source = (node.source / 'src/server/accounts/limits.c').read_text()
    kinds = dict(re.findall(r'\{"([a-z ]+)", (\{\d+, \d+\}, \d+)\}', source))
    assert {row[0] for row in rows} == set(kinds), set(kinds) ^ {row[0] for row in rows}
    assert set(ways) | elsewhere == set(kinds), set(ways) ^ set(kinds)
    for kind, _, _, at_once, every in rows:
        back, room, cost = map(int, re.findall(r'\d+', kinds[kind]))
        assert (int(at_once), every) == (room // cost, f'{cost / back:g} s'), (kind, at_once, every)
        if kind in elsewhere:
            continue
        person = Person(node)
        key = fresh() if kind.endswith('session') else f'somebody{next(node.numbers)}'
        statuses = []
        for _ in range(int(at_once) + 2):
            time.sleep(0.21 if kind in slow else 0)
            statuses.append(ways[kind](person, key)[0])
        first = statuses.index(429) if 429 in statuses else None
        # While it asks, some may come back.
        assert first is not None and int(at_once) <= first <= int(at_once) + 1, (kind, statuses)
        if kind != 'login device':
            other = ways[kind](Person(node), fresh() if kind.endswith('session') else f'another{next(node.numbers)}')
            assert other[0] != 429, (kind, other)
    return f'{len(ways)} of {len(kinds)} kinds'


def the_other_limits_are_those_of_the_sources(node):
    """Each row names a constant or a statement that has the number, and a test that is there."""
    page = node.source / 'docs/limits.md'
    sources = '\n'.join(path.read_text() for folder in ('server', 'cmd') for path in (node.source / 'src' / folder).rglob('*.[ch]'))
    tests = '\n'.join(path.read_text() for folder in ('unit', 'e2e/server') for path in (node.source / 'tests' / folder).rglob('*.*') if path.suffix in ('.c', '.py'))
    rows = rows_of(page, '## Persons') + rows_of(page, '## The lobby and seats')
    for _, much, where, test in rows:
        name = where.strip('`')
        values = re.findall(rf'\b{name}\s*=\s*(\d+)\b', sources)
        if name.startswith('ACCOUNTS_'):
            statement = sources[sources.index(f'[{name}] ='):].split('\n    [', 1)[0]
            values = re.findall(r'\d+', statement) + [str(int(number) + 1) for number in re.findall(r'OFFSET (\d+)', statement)]
        assert much in values, (name, much, values)
        assert re.search(rf'\b(void|def) {test}\(', tests), test
    return f'{len(rows)} rows'


def a_person_reports_twenty_times_a_day(node):
    ada = Person(node).register()
    names = [Person(node).register().name for _ in range(2)]
    number = number_of(node, ada.name)
    node.database.rows(f"INSERT INTO nebel.report (reporter, about, kind, text, closed) SELECT {number}, NULL, 'other', i::text, now() FROM generate_series(1, 19) AS i")
    assert ada.ask('POST', '/api/report', name=names[0], kind='other')[0] == 201
    assert ada.ask('POST', '/api/report', name=names[1], kind='other')[0] == 429
    node.database.rows("UPDATE nebel.report SET made = now() - interval '25 hours'")
    assert ada.ask('POST', '/api/report', name=names[1], kind='other')[0] == 201


# --- Privacy ----------------------------------------------------------------------------------------

NOT_PERSONAL = {'nebel.setting', 'nebel.node', 'house.setting'}  # nodes and settings


def the_page_on_privacy_names_every_table(node):
    """Each table of the server that is not known to hold nothing of persons stands in a row of the page, and no other does."""
    tables = {row[0] for row in node.database.rows("SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname IN ('nebel', 'house')")}
    source = (node.source / 'web/src/screens/privacy.tsx').read_text()
    named = re.findall(r"'((?:nebel|house)\.[a-z_]+)'", source)
    assert len(named) == len(set(named)) and set(named) == tables - NOT_PERSONAL, set(named) ^ (tables - NOT_PERSONAL)
    # None of those that are left out refers to a person or a session, or has a column that could.
    columns = {(table, column) for table, column in node.database.rows(
        "SELECT table_schema || '.' || table_name, column_name FROM information_schema.columns WHERE table_schema IN ('nebel', 'house')")}
    assert not [pair for pair in columns if pair[0] in NOT_PERSONAL and re.fullmatch('person|name|e?mail|address|login|operator|hash|reason|text', pair[1])]
    return f'{len(named)} tables'


def old_addresses_are_dropped(node):
    """A session of 31 days ago, and one of 29; the office tidies when it starts, and each hour."""
    young, old = Person(node).register(), Person(node).register()
    for person, days in ((young, 29), (old, 31)):
        node.database.rows(f"UPDATE nebel.session SET created = now() - interval '{days} days' WHERE person = {number_of(node, person.name)}")
    node.office.stop()
    node.office.start()
    held = f"SELECT count(*) FROM nebel.session WHERE address IS NOT NULL AND created < now() - interval '30 days'"
    wait_until(lambda: node.database.rows(held) == [['0']], 'addresses that are forgotten')
    assert node.database.rows(f'SELECT address IS NULL FROM nebel.session WHERE person = {number_of(node, young.name)}') == [['f']]
    assert old.ask('GET', '/api/account')[0] == 200, 'the session itself goes on'


def the_export_has_games_reports_and_blocks(node):
    ada, bob = Person(node).register(), Person(node).register()
    game, _ = play(node, ada, bob)
    ada.must(201, 'POST', '/api/report', game=game, kind='stalling', text='slow')
    ada.must(200, 'POST', '/api/block', name=bob.name)
    export = ada.must(200, 'GET', '/api/export')
    assert set(export) == {'account', 'sessions', 'ratings', 'history', 'games', 'reports', 'blocks'} and export['account']['name'] == ada.name, export
    assert [(row['id'], {row['white'], row['black']}) for row in export['games']] == [(game, {ada.name, bob.name})], export['games']
    assert [(row['name'], row['game'], row['text'], row['closed']) for row in export['reports']] == [(bob.name, game, 'slow', False)], export['reports']
    assert [row['name'] for row in export['blocks']] == [bob.name]
    theirs = bob.must(200, 'GET', '/api/export')
    assert theirs['reports'] == theirs['blocks'] == [] and len(theirs['games']) == 1, theirs
    ada.must(200, 'POST', '/api/account/delete', password=PASSWORD)
    assert not node.database.rows('SELECT FROM nebel.block WHERE person IN (SELECT number FROM nebel.person WHERE starts_with(name, \'former-\'))')


def an_export_has_ten_thousand_games(node):
    ada = Person(node).register()
    number = number_of(node, ada.name)
    node.database.rows("INSERT INTO nebel.finished (id, game, white, rules, ruleset, base_ms, increment_ms, result, reason, began, ended, record) "
                       f"SELECT 7000000 + i, 7000000 + i, {number}, 'kriegspiel', 'icc', 0, 0, '*', 'aborted', now(), now() - i * interval '1 second', '' "
                       'FROM generate_series(0, 10000) AS i')
    games = ada.must(200, 'GET', '/api/export')['games']
    assert len(games) == 10000 and games[0]['id'] == f'{7000000:016x}', len(games)
    node.database.rows('DELETE FROM nebel.finished WHERE id BETWEEN 7000000 AND 7010000')


def a_person_has_fifty_logins(node):
    ada = Person(node).register()
    number = number_of(node, ada.name)
    node.database.rows("INSERT INTO nebel.session (hash, person, kind, expires, created) SELECT sha256(i::text::bytea), "
                       f"{number}, 'login', now() + interval '1 day', now() - i * interval '1 hour' FROM generate_series(1, 49) AS i")
    assert len(ada.sessions()) == 50
    other = ada.log_in()
    assert len(other.sessions()) == 50 and ada.ask('GET', '/api/account')[0] == 200, 'the oldest gives way'


def nothing_secret_is_logged(node):
    for log in (node.office.log, node.server.log):
        text = log.read_text()
        for word in (PASSWORD, 'insults', 'ada-', OPERATOR):
            assert word not in text, (log, word)


TESTS = (only_who_is_admitted_is_an_operator, an_operators_role_reads_no_table, nobody_changes_the_audit_log, every_verb_has_help_and_says_what_is_wrong,
         names_are_found_renamed_and_reserved, accounts_are_shown_logged_out_and_deleted, an_act_and_its_row_are_one_transaction,
         who_is_suspended_is_told_why_and_closed_within_a_second, a_suspension_ends_by_itself_or_never, a_session_beside_a_suspension_is_good_for_nothing,
         of_a_running_game_an_operator_sees_who_and_when, a_game_ends_though_the_node_was_away, a_report_reaches_the_operator_and_is_closed,
         reports_are_checked, who_is_blocked_is_not_paired_and_not_told, blocks_are_checked_and_limited, a_later_session_accepts_a_rematch,
         every_route_asks_who_it_is, strangers_share_no_limit_of_sessions, each_limit_of_the_office_bites, the_other_limits_are_those_of_the_sources, a_person_reports_twenty_times_a_day, the_page_on_privacy_names_every_table,
         old_addresses_are_dropped, the_export_has_games_reports_and_blocks, an_export_has_ten_thousand_games, a_person_has_fifty_logins, nothing_secret_is_logged)


def main():
    plan = arguments(__doc__).parse_args()
    results = Results('order', plan)
    with Node(plan.nebel, plan.source) as node:
        clocks = iter(range(1, 100000))
        node.nebel, node.next_clock, node.numbers = plan.nebel, lambda: next(clocks), iter(range(1, 100000))
        node.database.rows(f'CREATE ROLE {OPERATOR} ROLE nebel')
        node.server.start()
        node.office.start()
        for test in TESTS:
            results.run(test.__name__.replace('_', ' '), lambda test=test: test(node), is_needed=test is TESTS[0])
        results.run('server and office end in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
