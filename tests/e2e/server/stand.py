#!/usr/bin/python3
"""A node with its PostgreSQL and its office, and nginx with TLS before it that serves the web page (deploy/nginx.conf): what tests in a browser need. Prints its
address, then obeys lines of its standard input, answers each by a line of JSON, and ends with its input:

    game BASE INCREMENT GAME     opens a game; {"game": ID, "white": TOKEN, "black": TOKEN}
    kill PART, start PART        ends nginx (`proxy`) or the node (`server`) at once, and starts it again
    bots N                       house bots, and a worker that plays N games at once; 0 ends it
    pause, go on                 the node stands still, and goes on
    crowd N                      from now on so many other games are played
    rate NAME N                  somebody with an account has so many rated games behind it, copies of one that is filed
    admin WORDS                  what an operator does by nebel admin; what that prints

usage: stand.py NEBEL SOURCE SITE"""
import json
import shlex
import signal
import subprocess
import sys

from crowd import Crowd
from doors import Club
from house import Worker, install, wait_for_slots
from node import Node


def open_game(club, words):
    base, increment, game = words.split(' ', 2)
    clock = {'base_ms': int(base), 'increment_ms': int(increment)} if int(base) else {}
    return club.node.server.make_game(game, **clock)


WORKERS = []  # one at most


def end_bots():
    while WORKERS:
        WORKERS.pop().stop()


def play_bots(club, words):
    node = club.node
    end_bots()
    if not node.database.rows('SELECT FROM house.bot LIMIT 1'):
        install(club.nebel, node.database)
    if int(words):
        WORKERS.append(Worker(club.nebel, node, int(words)).start())
    wait_for_slots(node, int(words))


def rate(club, words):
    """The rating rises and falls, and grows certain."""
    name, count = words.split(' ')
    club.node.database.rows(f"""
        CREATE TEMP TABLE step AS SELECT number AS person, i, ('x' || substr(md5(name || i), 1, 15))::bit(60)::bigint AS id, 1500 + 12 * i + 90 * sin(i) AS rating,
            70 + 280 * exp(-i / 8.0) AS deviation, now() - (({count} - i) || ' days')::interval AS at
        FROM nebel.person, generate_series(1, {count}) AS i WHERE name = '{name}';
        INSERT INTO nebel.finished (id, game, rules, ruleset, base_ms, increment_ms, result, reason, began, ended, is_rated, record)
        SELECT step.id, -step.id, rules, ruleset, base_ms, increment_ms, result, reason, at, at, true, record FROM step, (SELECT * FROM nebel.finished LIMIT 1) AS one;
        INSERT INTO nebel.rating (person, pool, scope, rating, deviation, volatility, games, moved)
        SELECT person, 'icc', scope, rating, deviation, 0.06, i, at FROM step, unnest('{{all,people}}'::text[]) AS scope WHERE i = {count}
        ON CONFLICT (person, pool, scope) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, games = excluded.games;
        DELETE FROM nebel.rating_step WHERE person IN (SELECT person FROM step) AND scope <> 'bots';
        INSERT INTO nebel.rating_step (person, pool, scope, number, game, rating, deviation, at)
        SELECT person, 'icc', scope, i, id, rating, deviation, at FROM step, unnest('{{all,people}}'::text[]) AS scope""")


def administer(club, words):
    return subprocess.run([club.nebel, 'admin', *shlex.split(words), '--database', club.node.database.connection], check=True, capture_output=True, text=True).stdout


ORDERS = {
    'admin': administer,
    'bots': play_bots,
    'game': open_game,
    'kill proxy': lambda club, _: club.proxy.stop(),
    'start proxy': lambda club, _: club.proxy.start(),
    'kill server': lambda club, _: club.node.server.kill(),
    'start server': lambda club, _: club.node.server.start(),
    'pause': lambda club, _: club.node.server.process.send_signal(signal.SIGSTOP),
    'crowd': lambda club, games: Crowd(club.node.server, int(games)).start(),
    'rate': rate,
    'go on': lambda club, _: club.node.server.process.send_signal(signal.SIGCONT),
}


def obey(club, line):
    order = next(order for order in ORDERS if line == order or line.startswith(order + ' '))
    print(json.dumps(ORDERS[order](club, line[len(order) + 1:])), flush=True)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    nebel, source, site = sys.argv[1:]
    with Node(nebel, source) as node:
        node.server.start()
        node.office.start()
        club = Club(node, nebel, source, site)
        try:
            club.proxy.start()
            print(json.dumps(f'https://localhost:{club.proxy.port}'), flush=True)
            for line in sys.stdin:
                obey(club, line.rstrip('\n'))
        finally:
            end_bots()
            club.proxy.stop()


if __name__ == '__main__':
    main()
