#!/usr/bin/python3
"""Checks the office of a server: every route for everybody who may ask and who may not, and what PostgreSQL refuses its role.

usage: accounts.py NEBEL SOURCE [--junit FILE] [--only WORD]"""
import json
import subprocess
import sys

from node import Node, Results, arguments


# --- The frame --------------------------------------------------------------------------------------

def routes_answer_by_their_methods(node):
    for method, path, status in (('GET', '/api/health', 200), ('POST', '/api/health', 405), ('DELETE', '/api/health', 405), ('PUT', '/api/health', 405),
                                 ('GET', '/', 404), ('GET', '/api', 404), ('GET', '/api/health/', 404), ('GET', '/api/health?x=1', 200),
                                 ('DELETE', '/api/nothing', 404)):
        got, text = node.office.ask(method, path)
        assert got == status, (method, path, got, text)
        assert status == 200 or set(json.loads(text)) == {'error'}, text


def without_a_database_it_says_so_and_comes_back(node):
    node.database.kill()
    status, text = node.office.ask('GET', '/api/health')
    assert status == 503 and 'database is away' in text, (status, text)
    node.database.start()
    node.office.wait_open()


def its_role_reads_nothing_of_a_game(node):
    """PostgreSQL itself refuses, whatever the office might ask."""
    for table in ('journal', 'live_game', 'seat_token', 'node'):
        for query in (f'SELECT * FROM nebel.{table}', f'DELETE FROM nebel.{table}', f'SELECT count(*) FROM nebel.{table}'):
            done = subprocess.run(['psql', '-h', node.database.folder, '-U', 'nebel_office', '-d', 'nebel', '-c', query], capture_output=True, text=True)
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


TESTS = (routes_answer_by_their_methods, without_a_database_it_says_so_and_comes_back, its_role_reads_nothing_of_a_game, guests_of_before_keep_their_tokens_and_seats)


def main():
    parser = arguments(__doc__)
    parser.add_argument('--only', default='', help='tests with this word in their name')
    plan = parser.parse_args()
    results = Results('accounts', plan.junit)
    with Node(plan.nebel, plan.source) as node:
        node.office.start()
        for test in TESTS:
            if plan.only in test.__name__:
                results.run(test.__name__.replace('_', ' '), lambda test=test: test(node))
        results.run('the office ends in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
