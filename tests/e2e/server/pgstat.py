#!/usr/bin/python3
"""Databases tell nothing of hidden tries. A node's cluster has no login but the node's own; a farm's login is in another cluster. Some runs have no hidden
tries, others many; around each run everything is read that a login may read: all relations that it may select from, and all functions that it may execute
without arguments or with an oid. No column may tell the two kinds of runs apart (AUC under 0.9; one that does is tried again with other runs). The same look by
a login that is planted in the node's cluster must find the counters. What a worker of house bots and an operator can ask is compared as well.

usage: pgstat.py NEBEL SOURCE [--runs N] [--tries N] [--seed N] [--only TEXT] [--junit FILE]

    --runs N    so many runs without hidden tries, and as many with (default 6; the whole test has 10); 0 to look at logins alone
    --tries N   so many hidden tries a run (default 200; the whole test has 1000)"""
import asyncio
import contextlib
import json
import os
import pathlib
import random
import re
import subprocess
import sys

from house import Ear, Person, install
from node import Database, Node, Results, Server, arguments, hear, join, wait_until

GAMES = 40  # share the tries, so that no seat tries faster than it may
AUC_MAX = 0.9
FLUSH_MS = 2200  # PostgreSQL shows what a connection did a second later, with its next transaction: the node has one a second
PASSES = 3  # a column that separates by chance does not do so in all of them
ROWS_MAX = 400  # of longer relations, and of the catalogs, only the length and whether anything changed is looked at
FARMER, SPY, OPERATOR = 'ada', 'spy', 'eva'
SKIPPED = pathlib.Path(__file__).with_name('pgstat-skipped.txt')


# --- Everything that a login may read ---------------------------------------------------------------

RELATIONS = """SELECT format('%I.%I', nspname, relname), nspname = 'pg_catalog' AND relkind = 'r' FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'v', 'm', 'p', 'f', 'S') AND has_schema_privilege('{login}', nspname, 'USAGE')
        AND has_any_column_privilege('{login}', pg_class.oid, 'SELECT') ORDER BY 1"""
FUNCTIONS = """SELECT format('%I.%I', nspname, proname), pronargs > 0 FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
    WHERE prokind = 'f' AND has_schema_privilege('{login}', nspname, 'USAGE') AND has_function_privilege('{login}', pg_proc.oid, 'EXECUTE')
        AND (pronargs = 0 OR pronargs = 1 AND proargtypes[0] IN ('oid'::regtype, 'regclass'::regtype, 'regrole'::regtype, 'regnamespace'::regtype)) ORDER BY 1"""
CATALOG = 'SELECT jsonb_build_object(\'rows\', count(*), \'hash\', sum(hashtextextended(t::text, 0))::text) FROM {} AS t'
OIDS = """SELECT oid FROM pg_database UNION SELECT oid FROM pg_authid WHERE rolname !~ '^pg_' UNION
    SELECT pg_class.oid FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE (nspname, relname) IN (('nebel', 'journal'), ('nebel', 'journal_pkey'), ('nebel', 'node'), ('farm', 'unit'), ('farm', 'worker_id_seq'))"""


def read_skipped():
    """Names of relations, functions and their columns, each with a reason."""
    lines = [line.split(None, 1) for line in SKIPPED.read_text().splitlines() if line and not line.startswith('#')]
    assert all(len(line) == 2 for line in lines), 'a name without a reason'
    return {line[0] for line in lines}


def number_of(value):
    """A value as a number: a counter, a WAL position, a transaction; None for what is none."""
    if isinstance(value, (bool, int, float)):
        return float(value)
    if isinstance(value, str):
        if re.fullmatch('[0-9A-F]{1,8}/[0-9A-F]{1,8}', value):
            high, low = value.split('/')
            return float(int(high, 16) << 32 | int(low, 16))
        if match := re.fullmatch(r'(\d{1,20})(:\d*:[\d,]*)?', value):
            return float(match.group(1))
    return None


class Look:
    """A login that reads everything it may, by a connection of its own each time."""

    def __init__(self, database, login):
        self.database, self.login = database, login
        skipped = read_skipped()
        self.queries = {name: (CATALOG if is_catalog == 't' else 'SELECT to_jsonb(t) FROM {} AS t').format(name)
                        for name, is_catalog in database.rows(RELATIONS.format(login=login)) if name not in skipped}
        self.relations = len(self.queries)
        oids = [row[0] for row in database.rows(OIDS)]
        for name, takes_oid in database.rows(FUNCTIONS.format(login=login)):
            if name in skipped:
                continue
            for oid in oids if takes_oid == 't' else ['']:
                self.queries[f'{name}({oid})'] = f'SELECT to_jsonb(f) FROM {name}({oid}) AS f'
        self.skipped = skipped

    def read(self):
        """Every value by relation or function, row and column. One that is refused is missing."""
        script = ''.join(f'\\echo @{name}\n{query};\n' for name, query in self.queries.items())
        done = subprocess.run(['psql', '-h', self.database.folder, '-U', self.login, '-d', 'nebel', '-qAtX', '-P', 'null=null'], input=script, capture_output=True, text=True,
                              env={**os.environ, 'PGOPTIONS': '-c statement_timeout=20s -c client_min_messages=error'})
        values, rows, name = {}, {}, None
        for line in done.stdout.splitlines():
            if line.startswith('@'):
                name = line[1:]
            else:
                rows.setdefault(name, []).append(line)
        assert rows, done.stderr
        for name, lines in rows.items():
            self.add(values, name, lines)
        self.answered = len(rows)
        return values

    def add(self, values, name, lines):
        values[name, '', 'rows'] = len(lines)
        values[name, '', 'all'] = '\n'.join(sorted(lines))
        if len(lines) > ROWS_MAX:
            return
        for place, line in enumerate(lines):
            row = json.loads(line)
            row = row if isinstance(row, dict) else {'value': row}
            key = ' '.join(str(row[column]) for column in row if re.fullmatch('(.*name|relid|indexrelid|datid|funcid|oid|slot|type|pid)', column)) or str(place)
            for column, value in row.items():
                if f'{name}.{column}' not in self.skipped:
                    values[name, key, column] = value


def change_of(before, after):
    """How much a number has grown; of anything else whether it is another one."""
    numbers = number_of(before), number_of(after)
    return numbers[1] - numbers[0] if None not in numbers else float(before != after)


def auc(some, others):
    """How well a column separates: 0.5 is not at all, 1 is always."""
    wins = sum((other > one) + 0.5 * (other == one) for one in some for other in others) / (len(some) * len(others))
    return max(wins, 1 - wins)


# --- Runs -------------------------------------------------------------------------------------------

class Seats:
    """Seats of running games that try in vain, or accept a draw that nobody has offered, which the node answers without a row."""

    def __init__(self, node):
        self.node, self.seats = node, []

    async def open(self):
        for _ in range(GAMES):
            connection, lines = await join(self.node.server, self.node.server.make_game()['white'])
            self.seats.append([connection, 1, int(lines[-1].split()[1])])

    async def send(self, seat, is_try):
        connection, ref, heard = seat
        seat[1] = ref + 1
        await connection.send(f'{ref} {heard} try a1d4' if is_try else f'{ref} {heard} accept')
        line = await hear(connection)
        assert line.endswith(' hear illegal') if is_try else line.startswith(f'{ref} error '), line
        seat[2] += is_try

    async def run(self, tries, is_try):
        async def work(seat, count):
            for _ in range(count):
                await self.send(seat, is_try)
        before = self.count()
        await asyncio.gather(*(work(seat, tries // GAMES) for seat in self.seats))
        rows, expected = self.count() - before, is_try * (tries // GAMES * GAMES)
        assert rows == expected, (rows, expected)
        alive_ms = self.alive_ms()
        await asyncio.to_thread(wait_until, lambda: self.alive_ms() > alive_ms + FLUSH_MS, 'statistics of the last batch')

    def alive_ms(self):
        return int(self.node.database.rows('SELECT max(alive_ms) FROM nebel.node')[0][0])

    def count(self):
        return int(self.node.database.rows("SELECT count(*) FROM nebel.journal WHERE line LIKE '% try %'")[0][0])  # a bot that left forfeits meanwhile

    async def close(self):
        for connection, _, _ in self.seats:
            await connection.close()


async def compare(seats, read, plan, number):
    """The columns that separate runs, with their AUC. `read` returns values by name."""
    kinds = [False, True] * plan.runs
    random.Random(f'{plan.seed} {number}').shuffle(kinds)
    changes = {False: [], True: []}
    after = await read()
    for kind in kinds:
        before = after
        await seats.run(plan.tries, kind)
        after = await read()
        changes[kind].append({name: change_of(before.get(name), after.get(name)) for name in before.keys() | after.keys()})
    names = set().union(*changes[False], *changes[True])
    found = {name: auc(*([run.get(name, 0.0) for run in changes[kind]] for kind in (False, True))) for name in names}
    return {name: value for name, value in found.items() if value >= AUC_MAX}, len(names)


async def find_separating(seats, read, plan, passes):
    """The columns that separate in every pass, and how many were looked at in the last one."""
    separating = None
    for number in range(passes):
        found, count = await compare(seats, read, plan, number)
        separating = found if separating is None else {name: found[name] for name in found if name in separating}
        if not separating:
            break
    return separating, count


def name_columns(separating):
    return ', '.join(sorted({f'{name}.{column}' for name, _, column in separating})[:12])


class Stand:
    """A node, its running games, and a farm in a cluster of its own."""

    def __init__(self, node, plan):
        self.node, self.plan = node, plan
        self.farm = Database(node.folder / 'farm', pathlib.Path(plan.source) / 'deploy/schema')
        self.farm.rows(f"CREATE ROLE {FARMER} LOGIN; SELECT farm.admit('{FARMER}')")

    async def separate(self, read, passes=PASSES):
        seats = Seats(self.node)
        await seats.open()
        try:
            return await find_separating(seats, read, self.plan, passes)
        finally:
            await seats.close()

    async def look(self, database, login, passes=PASSES):
        look = Look(database, login)

        async def read():
            return await asyncio.to_thread(look.read)
        return *await self.separate(read, passes), look


# --- Tests ------------------------------------------------------------------------------------------

def logins_of(database):
    return [row[0] for row in database.rows('SELECT rolname FROM pg_roles WHERE rolcanlogin ORDER BY 1')]


async def no_login_is_in_the_nodes_cluster_but_its_own(stand):
    database = stand.node.database
    assert logins_of(database) == ['nebel'], logins_of(database)
    done = subprocess.run(['psql', '-h', database.folder, '-U', 'nebel_office', '-d', 'nebel', '-c', 'LISTEN nebel_rated'], capture_output=True, text=True)
    assert done.returncode and 'is not permitted to log in' in done.stderr, done.stderr


async def a_farms_login_sees_no_hidden_try(stand):
    separating, count, look = await stand.look(stand.farm, FARMER)
    assert not separating, name_columns(separating)
    assert count > 1000 and look.relations > 100, (count, look.relations)
    return f'{look.relations} relations, {look.answered} of {len(look.queries)} queries answered, {count} columns of rows'


async def a_login_in_the_nodes_cluster_would_count_them(stand):
    """The planted counter: the same look finds it."""
    database = stand.node.database
    database.rows(f'CREATE ROLE {SPY} LOGIN')
    try:
        separating, count, _ = await stand.look(database, SPY, 1)
    finally:
        database.rows(f'DROP ROLE {SPY}')
    found = {f'{name}.{column}' for name, _, column in separating}
    for column in ('pg_catalog.pg_stat_all_tables.n_tup_ins', 'pg_catalog.pg_stat_database.tup_inserted'):
        assert column in found, (column, name_columns(separating))
    return f'{len(separating)} of {count} columns of rows separate, of {len(found)} columns, such as {name_columns(separating)}'


async def workers_and_operators_are_told_nothing_of_them(stand):
    """All that a worker of house bots may ask, and all lists of nebel admin, are the same with hidden tries and without."""
    node = stand.node
    node.database.rows(f'CREATE ROLE {OPERATOR} ROLE nebel')
    admin = [stand.plan.nebel, 'admin']
    more = ['--database', node.database.connection]
    subprocess.run([*admin, 'admit', OPERATOR, '--reason', 'a test', *more], check=True, capture_output=True)
    ear = await Ear.open(node.server, 2)
    person = await Person.guest(node.server)
    await person.challenge('bot-kriegspiel-1 white none kriegspiel(board=silverman4x4)')
    token, line = await ear.lease()
    assert line.startswith('game '), line

    async def read():
        values = {('bots', '', 'renew'): await ear.call('renew')}
        values['bots', '', 'lease'] = (await ear.lease())[1]
        values['bots', '', 'wakes'] = ear.wakes
        for words in (['games'], ['reports', '--all'], ['audit'], ['account', person.name], ['find', person.name], ['game', '0000000000000001']):
            done = await asyncio.to_thread(subprocess.run, [*admin, *words, '--json', *more], capture_output=True, text=True,
                                           env={**os.environ, 'SUDO_UID': '1000', 'SUDO_USER': OPERATOR})
            values['admin', '', words[0]] = done.stdout + done.stderr
        return values
    separating, count = await stand.separate(read)
    await ear.call('leave')
    await ear.close()
    assert not separating, name_columns(separating)
    return f'{count} answers'


async def a_node_waits_until_foreign_logins_are_gone(stand):
    server, database = stand.node.server, stand.node.database
    assert server.stop() == 0
    nodes = database.rows('SELECT count(*) FROM nebel.node')
    database.rows(f'CREATE ROLE {SPY} LOGIN')
    server.start(is_open=False)
    words = f'drop them, or name them by --trust: {SPY}'
    await asyncio.to_thread(wait_until, lambda: words in server.log.read_text(), 'the complaint of the node')
    assert not server.is_open() and database.rows('SELECT count(*) FROM nebel.node') == nodes
    database.rows(f'DROP ROLE {SPY}')
    await asyncio.to_thread(server.wait_open)
    assert server.figures()['nebel_store_seen'] == 0
    database.rows(f'CREATE ROLE {SPY} LOGIN')
    await asyncio.to_thread(wait_until, lambda: server.figures()['nebel_store_seen'] == 1, 'the figure of a login that came later')
    server.make_game()
    assert server.stop() == 0
    trusting = Server(stand.plan.nebel, stand.node.folder, database, ['--trust', f'somebody, {SPY}'])
    trusting.start()
    assert trusting.figures()['nebel_store_seen'] == 0 and trusting.stop() == 0
    database.rows(f'DROP ROLE {SPY}')
    server.start()


async def a_farm_refuses_a_nodes_cluster(stand):
    database = stand.node.database
    database.call('createdb', '-h', database.folder, '-U', 'nebel', 'other')
    database.sqitch('deploy', database='other')
    submit = "INSERT INTO farm.experiment (name, description, scale) VALUES ('x', 'x', 1)"
    database.rows(f'CREATE ROLE {SPY}')
    for name in ('nebel', 'other'):  # the node's own database, and another one beside it
        for query in (submit, f"SELECT farm.admit('{SPY}')", "SELECT farm.enrol('x', 'x', 'x', 'x', 1, 1)"):
            done = subprocess.run(['psql', '-h', database.folder, '-U', 'nebel', '-d', name, '-c', query], capture_output=True, text=True)
            assert done.returncode and 'give the farm a cluster of its own' in done.stderr, (name, query, done.stderr)
    database.rows(f'DROP ROLE {SPY}')
    stand.farm.rows(submit)


DOORS = (a_node_waits_until_foreign_logins_are_gone, a_farm_refuses_a_nodes_cluster, no_login_is_in_the_nodes_cluster_but_its_own)
LOOKS = (a_farms_login_sees_no_hidden_try, workers_and_operators_are_told_nothing_of_them, a_login_in_the_nodes_cluster_would_count_them)


def main():
    parser = arguments(__doc__)
    parser.add_argument('--runs', type=int, default=6)
    parser.add_argument('--tries', type=int, default=200)
    parser.add_argument('--seed', type=int, default=1)
    plan = parser.parse_args()
    results = Results('pgstat', plan)
    with Node(plan.nebel, plan.source) as node, contextlib.ExitStack() as stack:
        node.server.start()
        install(plan.nebel, node.database)
        stand = Stand(node, plan)
        stack.callback(stand.farm.kill)
        for test in DOORS + (LOOKS if plan.runs else ()):
            results.run(test.__name__.replace('_', ' '), lambda test=test: asyncio.run(asyncio.wait_for(test(stand), 1800)))
        results.run('the server ends in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
