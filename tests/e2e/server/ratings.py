#!/usr/bin/python3
"""Checks rated games as people meet them: who may play them, what they do to both ratings, once each whatever is killed meanwhile, and what everybody may ask of ratings.

usage: ratings.py NEBEL SOURCE [--kills N] [--only TEXT] [--junit FILE]

    --kills N   so many games are followed by a kill of the node or the database (default 6)"""
import asyncio
import contextlib
import json
import math
import random
import subprocess
import sys

import websockets

from accounts import Person
from archive import locked, public_id
from house import Ear, install
from lobby import Visitor
from node import Node, Results, arguments, assert_within, hear, join, wait_until

USUAL = 'kriegspiel(rules=icc,board=8x8)'
RATED = f'any 60000+1000 0-9998 rated {USUAL}'  # whoever names a range does not wait for near ratings
OPENING = ('e2e4', 'e7e5', 'g1f3', 'b8c6')  # two moves of each side
NEW = (1500.0, 350.0, 0.06)


# --- Glicko-2, written a second time ---------------------------------------------------------------

def glicko(own, other, score, tau=0.5):
    """Glickman (2013) for one game and no time since the last, with bisection for the volatility."""
    scale = 400 / math.log(10)
    mu, phi, sigma = (own[0] - 1500) / scale, own[1] / scale, own[2]
    g = 1 / math.sqrt(1 + 3 * (other[1] / scale) ** 2 / math.pi ** 2)
    e = 1 / (1 + math.exp(-g * (mu - (other[0] - 1500) / scale)))
    v = 1 / (g * g * e * (1 - e))
    delta = v * g * (score - e)

    def f(x):
        s = math.exp(x)
        return s * (delta ** 2 - phi ** 2 - v - s) / (2 * (phi ** 2 + v + s) ** 2) - (x - math.log(sigma ** 2)) / tau ** 2
    low, high = -20.0, 5.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    square = 1 / (1 / phi ** 2 + 1 / v)  # between two games of a test hardly any time goes by
    return 1500 + scale * (mu + square * g * (score - e)), scale * math.sqrt(square), math.exp(low / 2)


# --- People who play -------------------------------------------------------------------------------

class Rival:
    """Somebody with an account, in the lobby."""

    def __init__(self, node, address=None):
        self.node = node
        self.person = Person(node, address=address).register()
        self.name = self.person.name

    async def come(self):
        self.visitor = await Visitor.guest(self.node.server, self.person.token)
        return self

    @property
    def number(self):
        return self.node.database.rows(f"SELECT number FROM nebel.person WHERE name = '{self.name}'")[0][0]

    def standing(self, scope='all', pool='icc'):
        rows = self.node.database.rows(f"SELECT rating, deviation, volatility FROM nebel.rating WHERE person = {self.number} AND scope = '{scope}' AND pool = '{pool}'")
        return tuple(map(float, rows[0])) if rows else None

    def steps(self):
        return self.node.database.rows(f'SELECT scope, number, rating FROM nebel.rating_step WHERE person = {self.number} ORDER BY scope, number')

    async def close(self):
        await self.visitor.close()


async def rivals(node, count=2):
    return [await Rival(node).come() for _ in range(count)]


async def meet(one, other, terms=RATED):
    """A game of two who seek the same; the tokens of White and Black, White's rival first."""
    await one.visitor.seek(terms)
    await other.visitor.seek(terms)
    seats = [await rival.visitor.hear_game() for rival in (one, other)]
    return [(rival, seat[0]) for rival, seat in sorted(zip((one, other), seats), key=lambda pair: pair[1][1], reverse=True)]


class Board:
    """The two seats of a game."""

    def __init__(self, connections, lines):
        self.connections, self.heard, self.refs = connections, [1, 1], [0, 0]
        self.id = public_id(lines)

    @classmethod
    async def sit(cls, node, tokens):
        joined = [await join(node.server, token) for token in tokens]
        return cls([connection for connection, _ in joined], joined[0][1])

    async def act(self, seat, action):
        self.refs[seat] += 1
        await self.connections[seat].send(f'{self.refs[seat]} {self.heard[seat]} {action}')
        for index, connection in enumerate(self.connections):
            self.heard[index] += 1
            line = await hear(connection)
            assert ' hear ' in line, line

    async def open(self, moves=OPENING):
        for ply, move in enumerate(moves):
            await self.act(ply % 2, f'try {move}')
        return self

    async def end(self, node, action='resign', seat=1):
        """Ends the game and waits until it is filed; its row in a list."""
        await self.act(seat, action)
        return await self.filed(node)

    async def filed(self, node):
        for connection in self.connections:
            with contextlib.suppress(websockets.ConnectionClosed):  # a node that was killed says no goodbye
                await connection.close()
        await asyncio.to_thread(wait_until, lambda: node.office.ask('GET', f'/api/game/{self.id}')[0] == 200, 'the record')
        return node.database.rows(f"SELECT is_rated, result, reason FROM nebel.finished WHERE id = {int(self.id, 16)}")[0]


async def play(node, one, other, moves=OPENING, terms=RATED):
    """A rated game that is resigned by Black after these moves; White, Black and the row."""
    (white, first), (black, second) = await meet(one, other, terms)
    board = await (await Board.sit(node, [first, second])).open(moves)
    return white, black, await board.end(node)


def check_once(node):
    """Every rated game has moved each rating of its players once, and every rating is its last step."""
    twice = node.database.rows('SELECT game FROM nebel.rating_step GROUP BY game, person, scope HAVING count(*) <> 1')
    games = node.database.rows('SELECT id, (SELECT count(*) FROM nebel.rating_step WHERE game = id) FROM nebel.finished WHERE is_rated')
    odd = node.database.rows('SELECT person FROM nebel.rating WHERE EXISTS (SELECT FROM nebel.rating_step AS s WHERE s.person = rating.person) AND (games <> (SELECT count(*) FROM nebel.rating_step AS s WHERE (s.person, s.pool, s.scope) ='
                             ' (rating.person, rating.pool, rating.scope)) OR rating <> (SELECT s.rating FROM nebel.rating_step AS s WHERE (s.person, s.pool, s.scope)'
                             ' = (rating.person, rating.pool, rating.scope) AND number = games))')
    assert not twice and not odd and all(count == '4' for _, count in games), (twice, odd, games)
    return len(games)


# --- Games ----------------------------------------------------------------------------------------

async def a_rated_game_moves_both_ratings_as_published(node):
    one, other = await rivals(node)
    before = {rival: NEW for rival in (one, other)}
    for _ in range(3):
        white, black, row = await play(node, one, other)
        assert row == ['t', '1-0', 'resigned'], row
        expected = {white: glicko(before[white], before[black], 1), black: glicko(before[black], before[white], 0)}
        for rival in (one, other):
            for scope in ('all', 'people'):
                got = rival.standing(scope)
                assert all(abs(a - b) < 1e-3 for a, b in zip(got, expected[rival])), (scope, got, expected[rival])
            assert rival.standing('bots') is None
        before = expected
        await asyncio.sleep(0.5)  # at most five actions a second
    assert len(one.steps()) == 6, one.steps()
    return ', '.join(f'{before[rival][0]:.1f}' for rival in (one, other))


async def nothing_moves_while_a_game_runs(node):
    one, other = await rivals(node)
    (white, first), (_, second) = await meet(one, other)
    board = await (await Board.sit(node, [first, second])).open()
    await asyncio.sleep(2.5)  # longer than between two looks of the keeper
    assert one.standing() is None and other.standing() is None
    assert (await board.end(node))[0] == 't' and one.standing() and other.standing()


async def the_record_says_that_a_game_was_rated(node):
    one, other = await rivals(node)
    (_, first), (_, second) = await meet(one, other)
    board = await (await Board.sit(node, [first, second])).open()
    await board.end(node)
    assert json.loads(node.office.ask('GET', f'/api/game/{board.id}')[1])['tags']['event'] == 'rated game'
    games = json.loads(node.office.ask('GET', f'/api/games?player={one.name}')[1])['games']
    assert [game['rated'] for game in games] == [True], games


async def games_that_tell_nothing_do_not_count(node):
    """Called off before both have moved, and resigned before each has moved twice."""
    one, other = await rivals(node)
    for moves, action, expected in ((OPENING[:1], 'abort', ['f', '*', 'aborted']), ((), 'resign', ['f', '1-0', 'resigned']), (OPENING[:3], 'resign', ['f', '1-0', 'resigned'])):
        (_, first), (_, second) = await meet(one, other)
        board = await (await Board.sit(node, [first, second])).open(moves)
        row = await board.end(node, action)
        assert row == expected, (row, expected)
        await asyncio.sleep(0.5)
    assert not one.steps() and not other.steps()


async def draws_count_half(node):
    one, other = await rivals(node)
    (white, first), (black, second) = await meet(one, other)
    board = await (await Board.sit(node, [first, second])).open()
    await board.act(0, 'draw')
    row = await board.end(node, 'accept')
    assert row[:2] == ['t', '1/2-1/2'], row
    assert abs(white.standing()[0] - 1500) < 1e-6 and white.standing()[1] < 300, white.standing()


async def a_rematch_of_a_rated_game_is_rated(node):
    one, other = await rivals(node)
    (white, first), (black, second) = await meet(one, other)
    board = await (await Board.sit(node, [first, second])).open()
    await board.end(node)
    await white.visitor.say(f'rematch {first}')
    await black.visitor.say(f'rematch {second}')
    seats = [(await rival.visitor.hear_game())[0] for rival in (black, white)]
    board = await (await Board.sit(node, seats)).open()
    assert (await board.end(node))[0] == 't'
    assert len(one.steps()) == 4, one.steps()


async def casual_games_move_nothing(node):
    one, other = await rivals(node)
    _, _, row = await play(node, one, other, terms=f'any 60000+1000 any {USUAL}')
    assert row[0] == 'f' and not one.steps()


async def a_bot_has_a_rating_too(node):
    """The person's against bots moves, and the bot's against people."""
    [one] = await rivals(node, 1)
    ear = await Ear.open(node.server)
    await one.visitor.say(f'challenge bot-kriegspiel-1 white 60000+1000 rated {USUAL}')
    token, colour, name = await one.visitor.hear_game()
    bots_token, line = await ear.lease()
    assert line.startswith('game ') and (colour, name) == ('white', 'bot-kriegspiel-1'), line
    board = await (await Board.sit(node, [token, bots_token])).open()
    assert (await board.end(node))[0] == 't'
    await ear.call('leave')
    await ear.close()
    assert one.standing('bots') == one.standing() and one.standing('people') is None
    bot = node.database.rows("SELECT scope, rating < 1500 FROM nebel.rating JOIN nebel.person ON number = person WHERE name = 'bot-kriegspiel-1' ORDER BY scope")
    assert bot == [['all', 't'], ['people', 't']], bot


# --- Who may --------------------------------------------------------------------------------------

async def guests_play_no_rated_games(node):
    guest = await Visitor.guest(node.server)
    await guest.say(f'seek {RATED}')
    await guest.hear('error seek account ')
    one, = await rivals(node, 1)
    seek = await one.visitor.seek(RATED)
    await guest.say(f'take {seek}')
    await guest.hear('error take account ')
    await one.visitor.say('unseek')
    await guest.close()


async def two_of_one_address_play_no_rated_game(node):
    """Also not when one of them has a session elsewhere."""
    one = await Rival(node, '192.0.2.7').come()
    other = await Rival(node, '192.0.2.8').come()
    seek = await one.visitor.seek(RATED)
    again = Person(node, other.name, '192.0.2.7')
    again.keep(again.must(201, 'POST', '/api/session', name=other.name, password='four umpires eat soup'))
    await other.close()
    await other.come()
    await other.visitor.say(f'take {seek}')
    await other.visitor.hear('error take pair ')
    assert node.database.rows(f"SELECT count(DISTINCT address) FROM nebel.session WHERE person = {other.number}") == [['2']]
    await one.visitor.say('unseek')


async def a_seek_for_anybody_waits_for_near_ratings_first(node):
    one, other = await rivals(node)
    for rival, rating in ((one, 1500), (other, 1650)):
        set_rating(node, rival.number, 'all', rating, pool='icc')
        await rival.close()
        await rival.come()
        await rival.visitor.seek(f'any 60000+1000 any rated {USUAL}')
    start = asyncio.get_running_loop().time()
    await one.visitor.hear_game()
    took = asyncio.get_running_loop().time() - start
    assert took >= 4.5, took  # 100 at first, 10 more a second
    assert_within(took, 8)
    return f'after {took:.1f} s'


# --- Once -----------------------------------------------------------------------------------------

async def end_and(node, one, other, do):
    """A rated game is resigned while nobody can write ratings; then something happens."""
    (_, first), (_, second) = await meet(one, other)
    board = await (await Board.sit(node, [first, second])).open()
    with locked(node, 'nebel.rating'):
        await board.act(1, 'resign')
        await asyncio.to_thread(wait_until, lambda: node.database.rows("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pid <> pg_backend_pid()"),
                                'the keeper at the lock')
        do()
    return board


async def a_node_that_dies_before_the_ratings_leaves_them_to_the_next(node):
    one, other = await rivals(node)
    board = await end_and(node, one, other, node.server.kill)
    node.server.start()
    assert (await board.filed(node))[0] == 't'
    check_once(node)
    assert len(one.steps()) == len(other.steps()) == 2


async def a_database_that_dies_before_the_ratings_loses_nothing(node):
    one, other = await rivals(node)
    board = await end_and(node, one, other, node.database.kill)
    node.database.start()
    node.server.wait_open()
    node.office.wait_open()
    assert (await board.filed(node))[0] == 't'
    check_once(node)
    assert len(one.steps()) == len(other.steps()) == 2


async def two_nodes_rate_a_game_once(node):
    one, other = await rivals(node)
    second = None

    def start_second():
        nonlocal second
        second = subprocess.Popen([str(word) for word in node.server.command] + ['--socket', str(node.folder / 'second.sock')], stderr=subprocess.DEVNULL)
        wait_until(lambda: len(node.database.rows("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pid <> pg_backend_pid()")) == 2, 'both keepers')
    board = await end_and(node, one, other, start_second)
    assert (await board.filed(node))[0] == 't'
    check_once(node)
    assert len(one.steps()) == len(other.steps()) == 2
    second.terminate()
    assert second.wait(30) == 0
    node.server.kill()  # the second node has taken its games over
    node.server.start()


async def kills_at_any_moment_count_a_game_once(node, kills, seed=1):
    rng = random.Random(seed)
    for number in range(kills):
        one, other = await rivals(node)
        (_, first), (_, second) = await meet(one, other)
        board = await (await Board.sit(node, [first, second])).open()
        await board.act(1, 'resign')
        await asyncio.sleep(rng.random() * 0.03)
        part = (node.server, node.database)[number % 2]
        part.kill()
        part.start()
        node.server.wait_open()
        node.office.wait_open()
        assert (await board.filed(node))[0] == 't'
        assert len(one.steps()) == len(other.steps()) == 2, (one.steps(), other.steps())
    return f'{kills} kills, {check_once(node)} rated games'


# --- What is shown --------------------------------------------------------------------------------

async def the_lobby_shows_the_new_rating_at_once(node):
    one, other = await rivals(node)
    stranger = await Visitor.connect(node.server)
    await stranger.watch()

    async def shown(rival):
        await rival.visitor.seek(f'any 70000+0 2500-2600 rated {USUAL}')
        line = await stranger.hear('seek ')
        await rival.visitor.say('unseek')
        await stranger.hear('gone ')
        return line.split()[3]
    assert await shown(one) == '1500?'
    await play(node, one, other)
    await stranger.hear_until('gone ')
    while await shown(one) == '1500?':  # until the node is told
        await asyncio.sleep(0.5)
    assert await shown(one) == f'{round(one.standing()[0])}?', one.standing()
    node.database.rows(f"UPDATE nebel.rating SET deviation = 80 WHERE person = {one.number}")
    await one.close()
    await one.come()
    assert await shown(one) == f'{round(one.standing()[0])}', 'a certain rating has no mark'
    await stranger.close()


def ask(node, path):
    status, text = node.office.ask('GET', path)
    return status, json.loads(text)


def best(node, query):
    status, answer = ask(node, f'/api/leaderboard?{query}')
    assert status == 200, answer
    return [(player['name'], player['rating']) for player in answer['players']]


def set_rating(node, number, scope, rating, deviation=60, weeks=0, pool='english'):
    node.database.rows(f"INSERT INTO nebel.rating (person, pool, scope, rating, deviation, volatility, games, moved) VALUES ({number}, '{pool}', '{scope}', {rating}, {deviation},"
                       f" 0.06, 20, now() - {weeks} * interval '1 week')")


async def the_leaderboard_has_people_and_bots_apart_and_together(node):
    people = [Rival(node) for _ in range(4)]
    bot = node.database.rows("SELECT number FROM nebel.person WHERE name = 'bot-kriegspiel-2'")[0][0]
    for rival, rating, among_people in zip(people, (1700, 1800, 1900, 2400), (1750, 1650, 1850, 2400)):
        set_rating(node, rival.number, 'all', rating, 200 if rating == 2400 else 60)
        set_rating(node, rival.number, 'people', among_people, 200 if rating == 2400 else 60)
    set_rating(node, bot, 'all', 1850)
    set_rating(node, bot, 'people', 1850)
    names = [rival.name for rival in people]
    assert best(node, 'game=english') == [(names[2], 1900), ('bot-kriegspiel-2', 1850), (names[1], 1800), (names[0], 1700)]
    assert best(node, 'game=english&among=people') == [(names[2], 1850), (names[0], 1750), (names[1], 1650)]
    assert best(node, 'game=english&among=bots') == [('bot-kriegspiel-2', 1850)]
    assert best(node, 'game=no-such-rules') == []
    for query in ('', 'game=', 'among=people', 'game=english&among=all+of+them', "game=x'--", 'games=english', f"game={'x' * 100}"):
        status, answer = ask(node, f'/api/leaderboard?{query}')
        assert status == 400 and answer['error'], (query, answer)


async def who_does_not_play_grows_uncertain_and_leaves_the_list(node):
    [one] = await rivals(node, 1)
    set_rating(node, one.number, 'all', 2800, 60, weeks=20)
    deviation = math.sqrt(60 ** 2 + 20 * (0.06 * 400 / math.log(10)) ** 2)
    status, answer = ask(node, f'/api/player/{one.name}/ratings')
    assert status == 200 and [(row['game'], row['among'], row['rating'], row['deviation'], row['provisional']) for row in answer['ratings']] == [
        ('english', 'all', 2800, round(deviation), False)], (answer, deviation)
    assert (one.name, 2800) in best(node, 'game=english')
    node.database.rows(f"UPDATE nebel.rating SET moved = now() - interval '90 weeks' WHERE person = {one.number}")
    assert ask(node, f'/api/player/{one.name}/ratings')[1]['ratings'][0]['provisional']
    assert (one.name, 2800) not in best(node, 'game=english')


async def a_player_has_a_history(node):
    one, other = await rivals(node)
    for _ in range(2):
        await play(node, one, other)
        await asyncio.sleep(0.5)
    status, answer = ask(node, f'/api/player/{one.name}/history?game=icc&among=all')
    ratings = [round(float(row[2])) for row in one.steps() if row[0] == 'all']
    assert status == 200 and [step['rating'] for step in answer['steps']] == ratings, (answer, ratings)
    assert all(ask(node, f"/api/game/{step['id']}")[0] == 200 and step['at'].endswith('Z') for step in answer['steps'])
    assert len(ask(node, f'/api/player/{one.name}/history')[1]['steps']) == 4
    assert ask(node, '/api/player/nobody-here/history')[1] == {'name': 'nobody-here', 'steps': []}
    assert ask(node, '/api/player/nobody-here/ratings')[1] == {'name': 'nobody-here', 'ratings': []}
    for path in ("/api/player/x'y/history", f'/api/player/{one.name}/history?among=x', f'/api/player/{one.name}/ratings?before=3'):
        assert ask(node, path)[0] == 400, path
    exported = one.person.must(200, 'GET', '/api/export')
    assert len(exported['history']) == 4 and len(exported['ratings']) == 2, exported


async def who_deletes_the_account_has_no_rating(node):
    one, other = await rivals(node)
    (white, first), (black, second) = await meet(one, other)
    board = await (await Board.sit(node, [first, second])).open()
    await board.end(node)
    number = one.number
    one.person.must(200, 'POST', '/api/account/delete', password='four umpires eat soup')
    assert not node.database.rows(f'SELECT FROM nebel.rating WHERE person = {number}') and not node.database.rows(f'SELECT FROM nebel.rating_step WHERE person = {number}')
    assert len(other.steps()) == 2


async def the_office_cannot_move_ratings(node):
    for query in ("UPDATE nebel.rating SET rating = 3000", 'SELECT * FROM nebel.rated_game', "INSERT INTO nebel.rating_step VALUES (1)", 'DELETE FROM nebel.rating_step',
                  "SELECT nebel.file_game(1, 1, '', '', 0, 0, '*', '', '', '[]')"):
        done = node.database.attempt(query, 'nebel_office')
        assert done.returncode and 'permission denied' in done.stderr, (query, done.stdout, done.stderr)


TESTS = (a_rated_game_moves_both_ratings_as_published, nothing_moves_while_a_game_runs, the_record_says_that_a_game_was_rated, games_that_tell_nothing_do_not_count,
         draws_count_half, a_rematch_of_a_rated_game_is_rated, casual_games_move_nothing, a_bot_has_a_rating_too, guests_play_no_rated_games,
         two_of_one_address_play_no_rated_game, a_seek_for_anybody_waits_for_near_ratings_first, a_node_that_dies_before_the_ratings_leaves_them_to_the_next, a_database_that_dies_before_the_ratings_loses_nothing,
         two_nodes_rate_a_game_once, kills_at_any_moment_count_a_game_once, the_lobby_shows_the_new_rating_at_once,
         the_leaderboard_has_people_and_bots_apart_and_together, who_does_not_play_grows_uncertain_and_leaves_the_list, a_player_has_a_history,
         who_deletes_the_account_has_no_rating, the_office_cannot_move_ratings)


def main():
    parser = arguments(__doc__)
    parser.add_argument('--kills', type=int, default=6)
    plan = parser.parse_args()
    results = Results('ratings', plan)
    with Node(plan.nebel, plan.source) as node:
        node.server.start()
        node.office.start()
        install(plan.nebel, node.database)
        for test in TESTS:
            values = (plan.kills,) if test is kills_at_any_moment_count_a_game_once else ()
            results.run(test.__name__.replace('_', ' '), lambda test=test, values=values: asyncio.run(asyncio.wait_for(test(node, *values), 300)))
        results.run('server and office end in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
