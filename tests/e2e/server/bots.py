#!/usr/bin/python3
"""Checks house bots with a real node, PostgreSQL and workers: challenges, quotas, games to their end, workers that end, are killed and come back, many
games at once, and what a worker may not do.

usage: bots.py NEBEL SOURCE [--kills N] [--seed N] [--only TEXT] [--junit FILE]

    --kills N   so many kills of workers while games are played (default 20)"""
import asyncio
import contextlib
import os
import pathlib
import random
import subprocess
import sys

from house import Ear, Person, Worker, install, slots, token_hash, wait_for_slots
from node import BOTS_TOKEN, Node, Results, arguments, assert_within, hear, join, wait_until

SMALL = 'kriegspiel(board=silverman4x4)'
LEASE_SECONDS, KILLED_LEASE_SECONDS = 600, 2  # no lease runs out while a test waits, save those of workers that are killed
RULES_END = ('mate', 'stalemate', 'repetition', 'fifty', 'dead', 'material', 'length', 'passes', 'score', 'resigned', 'agreed')


class House:
    """A node with bots and workers."""

    def __init__(self, node, plan):
        self.node, self.nebel, self.plan, self.workers = node, plan.nebel, plan, []

    async def work(self, *concurrencies):
        """Starts workers, one for each number, and waits until they are there."""
        started = [Worker(self.nebel, self.node, count).start() for count in concurrencies]
        self.workers += started
        await asyncio.to_thread(wait_for_slots, self.node, sum(concurrencies))
        return started

    def rest(self):
        """No worker is left, and nobody believes so: those that were killed, and a test that spoke as one, have not said that they leave."""
        for worker in self.workers:
            if worker.process.poll() is None:
                worker.stop()
        self.workers = []
        self.lapse()
        wait_for_slots(self.node, 0)
        self.set_lease(LEASE_SECONDS)

    async def play(self, seat, player='capturer'):
        """A player takes the person's seat to the end; how the game ended."""
        command = [self.nebel, 'connect', player, '--server', f'unix:{self.node.server.socket}']
        process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, 'NEBEL_TOKEN': seat[0]})
        try:
            text = (await process.communicate())[0].decode()
        finally:
            if process.returncode is None:  # the test has failed elsewhere
                process.kill()
                await process.wait()
        assert process.returncode == 0, text
        return text.splitlines()[-1].split()[2]

    def rows(self, query):
        return self.node.database.rows(query)

    def count(self, query):
        return int(self.rows(f'SELECT count(*) FROM {query}')[0][0])

    async def wait_count(self, query, count):
        await asyncio.to_thread(wait_until, lambda: self.count(query) == count, f'{count} rows of {query}')

    def set_lease(self, seconds):
        self.rows(f'UPDATE house.setting SET lease_seconds = {seconds}')

    def lapse(self):
        """All leases run out now, and no worker has been seen for long."""
        self.rows("UPDATE house.worker SET seen = '-infinity'")
        self.rows("UPDATE house.game SET ready = now() WHERE worker IS NOT NULL")


# --- Challenges -----------------------------------------------------------------------------------

async def bots_are_listed_by_level(house):
    person = await Person.guest(house.node.server)
    bots = await person.bots()
    levels = {game: [int(bot[2]) for bot in bots.values() if bot[3] == game] for game in ('kriegspiel', 'phantom-go')}
    assert len(levels['kriegspiel']) >= 6 and len(levels['phantom-go']) >= 3, levels
    assert all(sorted(numbers) == numbers for numbers in levels.values()) and all(name.startswith('bot-') for name in bots), bots
    assert bots['bot-kriegspiel-2'][4] == 'level 2, casual', bots['bot-kriegspiel-2']
    assert {bot[0] for bot in bots.values()} == {'busy'}, 'nobody plays them'
    await house.work(1)
    assert {bot[0] for bot in (await person.bots()).values()} == {'free'}


async def a_challenge_says_openly_what_is_wrong(house):
    person = await Person.guest(house.node.server)
    assert await person.challenge(f'bot-kriegspiel-1 any none {SMALL}') == 'busy'  # without workers
    await house.work(4)
    for terms, code in (('bot-nobody any none kriegspiel', 'bot'), ('bot-kriegspiel-1 any none phantom-go', 'game'),
                        ('bot-kriegspiel-1 any none kriegspiel(fen=4k3/8/8/8/8/8/4P3/4K3_w)', 'game'), ('bot-kriegspiel-1 any none checkers', 'game'),
                        ('bot-kriegspiel-1 any 1000+0 kriegspiel', 'clock'), (f'{person.name} any none kriegspiel', 'bot')):
        assert await person.challenge(terms) == code, (terms, code)
        await asyncio.sleep(0.25)


async def every_level_plays_to_the_end(house):
    """Each bot a game on a small board, against a weak player; three at a time."""
    await house.work(3)
    person = [await Person.guest(house.node.server) for _ in range(3)]
    names = iter([name for name in await person[0].bots()])
    ends = []

    async def work(one):
        for name in names:
            game, player = ('phantom-go(size=5)', 'go-random') if 'go' in name else (SMALL, 'capturer')
            seat = await one.challenge(f'{name} any 300000+1000 {game}')
            assert seat[2] == name, seat
            ends.append(await house.play(seat, player))

    await asyncio.gather(*(work(one) for one in person))
    assert len(ends) >= 9 and set(ends) <= set(RULES_END), ends
    await house.wait_count('house.game', 0)
    return f'{len(ends)} games: ' + ', '.join(sorted(set(ends)))


async def a_bot_always_wants_a_rematch(house):
    await house.work(1)
    person = await Person.guest(house.node.server)
    seat = await person.challenge(f'bot-kriegspiel-1 white none {SMALL}')
    await house.play(seat)
    await house.wait_count('house.game', 0)
    await person.say(f'rematch {seat[0]}')
    again = await person.hear_game()
    assert again[1:] == ['black', 'bot-kriegspiel-1'] and again[0] != seat[0], again
    await person.say('games')
    assert (await person.hear_until('games'))[0] == 'game ' + ' '.join(again)
    await house.play(again)


async def a_bot_pauses_once_a_turn_by_chance(house):
    """The times from the person's move to the bot's: never longer than the pace, and not all alike."""
    pace_ms, seconds = 300, []
    house.rows(f'UPDATE house.bot SET pace_ms = {pace_ms}')
    try:
        await house.work(1)
        person = await Person.guest(house.node.server)
        seat = await person.challenge('bot-kriegspiel-1 white none kriegspiel')
        connection, lines = await join(house.node.server, seat[0])
        heard = int(lines[-1].split()[1])
        for ref, move in enumerate([f'{file}2{file}3' for file in 'abcdefgh'] + [f'{file}3{file}4' for file in 'abcdefgh'], 1):
            await connection.send(f'{ref} {heard} try {move}')
            words = (await hear(connection)).split()
            began, heard = asyncio.get_running_loop().time(), int(words[0])
            if 'played' in words:
                heard = int((await hear(connection)).split()[0])
                seconds.append(asyncio.get_running_loop().time() - began)
        await connection.send(f'99 {heard} resign')
        assert ' over resigned ' in await hear(connection)
    finally:
        house.rows('UPDATE house.bot SET pace_ms = 0')
    assert max(seconds) - min(seconds) > 0.05, seconds
    assert_within(max(seconds), 0.001 * pace_ms + 0.5)
    return f'{1000 * min(seconds):.0f} to {1000 * max(seconds):.0f} ms in {len(seconds)} turns'


# --- Quotas ---------------------------------------------------------------------------------------

async def a_person_has_two_games_with_bots(house):
    await house.work(4)
    one, other = await Person.guest(house.node.server), await Person.guest(house.node.server)
    seats = [await one.challenge(f'bot-kriegspiel-1 white none {SMALL}') for _ in range(2)]
    assert await one.challenge(f'bot-kriegspiel-2 white none {SMALL}') == 'many'
    seats.append(await other.challenge(f'bot-kriegspiel-1 white none {SMALL}'))
    await house.play(seats[0])
    await house.wait_count('house.game', 2)
    seats[0] = await one.challenge(f'bot-kriegspiel-2 white none {SMALL}')
    for seat in seats:
        await house.play(seat)


async def a_bot_has_so_many_games(house):
    await house.work(4)
    house.rows("UPDATE house.bot SET games_max = 1 FROM nebel.person WHERE number = person AND name = 'bot-kriegspiel-1'")
    try:
        one, other = await Person.guest(house.node.server), await Person.guest(house.node.server)
        seat = await one.challenge(f'bot-kriegspiel-1 white none {SMALL}')
        assert await other.challenge(f'bot-kriegspiel-1 white none {SMALL}') == 'busy'
        bots = await other.bots()
        assert (bots['bot-kriegspiel-1'][0], bots['bot-kriegspiel-2'][0]) == ('busy', 'free'), bots
        await house.play(seat)
        await house.wait_count('house.game', 0)
        assert (await other.bots())['bot-kriegspiel-1'][0] == 'free'
    finally:
        house.rows('UPDATE house.bot SET games_max = 20')


async def short_of_workers_challenges_are_refused_and_games_go_on(house):
    worker, = await house.work(2)
    people = [await Person.guest(house.node.server) for _ in range(3)]
    seats = [await person.challenge(f'bot-kriegspiel-2 white none {SMALL}') for person in people[:2]]
    assert await people[2].challenge(f'bot-kriegspiel-2 white none {SMALL}') == 'busy'
    assert {bot[0] for bot in (await people[2].bots()).values()} == {'busy'}
    await asyncio.to_thread(worker.kill)
    house.lapse()
    assert slots(house.node) == 0
    assert await people[2].challenge(f'bot-kriegspiel-2 white none {SMALL}') == 'busy'
    await house.work(1)  # one place for two games that go on
    assert await people[2].challenge(f'bot-kriegspiel-2 white none {SMALL}') == 'busy'
    ends = await asyncio.gather(*(house.play(seat) for seat in seats))
    await house.wait_count('house.game', 0)
    seat = await people[2].challenge(f'bot-kriegspiel-2 white none {SMALL}')
    return ', '.join([*ends, await house.play(seat)])


async def twenty_games_at_once(house):
    await house.work(20)
    people = [await Person.guest(house.node.server) for _ in range(10)]
    seats = [await person.challenge('bot-kriegspiel-3 any none kriegspiel(board=6x6)') for person in people for _ in range(2)]
    assert house.count('house.running') == 20
    assert await (await Person.guest(house.node.server)).challenge(f'bot-kriegspiel-4 any none {SMALL}') == 'busy'
    await house.wait_count('house.game WHERE worker IS NOT NULL', 20)
    ends = await asyncio.gather(*(house.play(seat) for seat in seats))
    assert set(ends) <= set(RULES_END), ends
    await house.wait_count('house.game', 0)
    return ', '.join(sorted(set(ends)))


# --- Workers that end -----------------------------------------------------------------------------

async def a_worker_that_ends_gives_its_games_back(house):
    first, = await house.work(2)
    person = await Person.guest(house.node.server)
    seat = await person.challenge(f'bot-kriegspiel-2 black none {SMALL}')
    connection, _ = await join(house.node.server, seat[0])
    assert ' hear moved' in await hear(connection)  # the bot has begun
    tokens = house.count('nebel.seat_token')
    assert await asyncio.to_thread(first.stop) == 0
    assert house.count('house.game WHERE worker IS NULL AND ready <= now() AND hash IS NULL') == 1
    assert house.count('nebel.seat_token') == tokens - 1 and slots(house.node) == 0
    await connection.close()
    await house.work(1)
    return await house.play(seat)


async def games_outlive_the_server_and_the_database(house):
    await house.work(2)
    person = await Person.guest(house.node.server)
    seats = [await person.challenge('bot-kriegspiel-5 any none kriegspiel') for _ in range(2)]
    playing = [asyncio.create_task(house.play(seat)) for seat in seats]
    await house.wait_count(f'''(SELECT FROM nebel.journal JOIN nebel.person_seat USING (game) JOIN nebel.person ON person.number = person
                               WHERE name = '{person.name}' GROUP BY game HAVING count(*) > 6) AS begun''', 2)  # everybody sits
    house.node.server.kill()
    await asyncio.to_thread(house.node.server.start)
    house.node.database.kill()
    await asyncio.to_thread(house.node.database.start)
    ends = await asyncio.gather(*playing)
    assert set(ends) <= set(RULES_END), ends
    await house.wait_count('house.game', 0)
    await asyncio.to_thread(house.node.server.wait_open)
    return ', '.join(ends)


class Campaign:
    """People play bots one game after the other while workers are killed."""

    def __init__(self, house):
        self.house, self.rng = house, random.Random(house.plan.seed)
        self.ends, self.busy, self.is_ending = [], 0, False

    async def play(self, number):
        person = await Person.guest(self.house.node.server)
        while not self.is_ending:
            bot = self.rng.choice(('bot-kriegspiel-2', 'bot-kriegspiel-3', 'bot-kriegspiel-5'))
            seat = await person.challenge(f'{bot} any none kriegspiel')
            if isinstance(seat, str):
                assert seat in ('busy', 'fast', 'many'), seat
                self.busy += 1
                await asyncio.sleep(0.3)
                continue
            self.ends.append(await self.house.play(seat))

    async def kill(self):
        """Kills a worker in the middle of a game, and starts it again."""
        worker = self.rng.choice(self.house.workers)
        for _ in range(100):
            if self.house.count('house.game WHERE worker IS NOT NULL AND ready > clock_timestamp()'):
                break
            await asyncio.sleep(0.05)
        await asyncio.sleep(self.rng.uniform(0, 0.4))
        await asyncio.to_thread(worker.kill)
        await asyncio.sleep(self.rng.uniform(0, 0.3))
        worker.start()

    async def run(self):
        people = [asyncio.create_task(self.play(number)) for number in range(4)]
        try:
            for _ in range(self.house.plan.kills):
                await self.kill()
        finally:
            self.is_ending = True
        await asyncio.wait_for(asyncio.gather(*people), 600)


def count_leases(house):
    return (house.node.folder / 'bots.log').read_text().count(' plays\n')


async def killed_workers_lose_no_game(house):
    house.set_lease(KILLED_LEASE_SECONDS)
    await house.work(3, 3, 3)
    before = count_leases(house)
    campaign = Campaign(house)
    await campaign.run()
    leases, games = count_leases(house) - before, len(campaign.ends)
    assert set(campaign.ends) <= set(RULES_END), campaign.ends
    assert games, 'nothing was played'
    await house.wait_count('house.game WHERE EXISTS (SELECT FROM nebel.live_game WHERE live_game.game = house.game.game)', 0)
    for worker in house.workers:
        assert await asyncio.to_thread(worker.stop) == 0
    assert house.count('nebel.live_game') == 0 and house.count('house.game WHERE worker IS NOT NULL AND ready > now()') == 0
    left = processes_at(house.node.server.socket)
    assert not left, left
    return f'{house.plan.kills} kills, {games} games, {leases - games} leases taken over, {campaign.busy} challenges refused; ' + ', '.join(sorted(set(campaign.ends)))


def processes_at(socket):
    """Clients of a server that run, by their command lines."""
    found = []
    for path in pathlib.Path('/proc').glob('[0-9]*/cmdline'):
        with contextlib.suppress(OSError):
            words = path.read_bytes().decode(errors='replace').split('\0')
            if 'connect' in words and any(str(socket) in word for word in words):
                found.append(words)
    return found


# --- What a worker may not do ---------------------------------------------------------------------

async def workers_need_their_token_and_hold_no_login(house):
    server = house.node.server
    for lines, code in ((['bots 1 no-token'], 'token'), (['bots 1'], 'token'), ([f'bots 2 {BOTS_TOKEN}'], 'version'), (['enrol 1'], 'form'),
                        ([f'bots 1 {BOTS_TOKEN}', 'read nebel.journal'], 'form'), ([f'bots 1 {BOTS_TOKEN}', 'enrol'], 'form'),
                        ([f'bots 1 {BOTS_TOKEN}', 'renew 1 2 3'], 'form'), ([f'bots 1 {BOTS_TOKEN}', 'renew 1 ' + 'x' * 300], 'form'),
                        ([f'bots 1 {BOTS_TOKEN}', 'done 1 2 3 4 5'], 'form'), ([f'bots 1 {BOTS_TOKEN}', 'enrol 1', 'enrol 1'], 'flood')):
        connection = await server.connect('/bots')
        for line in lines:
            await connection.send(line)
        heard = []
        while not heard or not heard[-1].startswith('quit '):
            heard.append(await hear(connection))
        assert heard[-1].startswith(f'quit {code} '), (lines, heard)
        await connection.close()
    ear = await Ear.open(server)
    for line, answer in (('enrol many', 'error form '), (f'renew 999 {ear.key}', 'unknown '), ('renew 1;2 x', 'error form '), (f'lease {ear.number} {ear.key} x', 'error form '),
                         (f'lease {ear.number} none {token_hash("x")}', 'unknown'), (f'done {ear.number} none 1 failed', 'done')):
        assert (await ear.ask(line)).startswith(answer), line
    await ear.call('leave')
    await ear.close()
    assert house.rows('SELECT rolname FROM pg_roles WHERE rolcanlogin') == [['nebel']], 'logins'


async def a_worker_has_only_its_own_leases_and_no_token_is_stored(house):
    one, other = await Ear.open(house.node.server), await Ear.open(house.node.server)
    person = await Person.guest(house.node.server)
    seat = await person.challenge(f'bot-kriegspiel-1 white none {SMALL}')
    token, line = await one.lease()
    kind, game, bot, nodes, _, _, player = line.split(' ')
    assert (kind, bot, player, nodes) == ('game', 'bot-kriegspiel-1', 'random', '1'), line
    assert (await other.lease())[1] == 'wait', 'a game that is leased'
    await other.call('done', game, 'played')
    assert await other.call('renew') == f'held {LEASE_SECONDS}' and await one.call('renew') == f'held {LEASE_SECONDS} {game}'
    _, lines = await join(house.node.server, token)
    assert ' seat black ' in lines[0], lines
    text = '\n'.join('\t'.join(row) for table in ('nebel.seat_token', 'nebel.session', 'nebel.journal', 'house.game', 'house.worker')
                     for row in house.rows(f'SELECT * FROM {table}'))
    for secret in (token, seat[0], one.key, BOTS_TOKEN):
        assert secret not in text and secret.encode().hex() not in text
    house.lapse()
    second, line = await other.lease()
    assert line.split(' ')[1] == game, line
    assert await one.call('renew') == f'held {LEASE_SECONDS}', 'the first one has nothing any more'
    _, lines = await join(house.node.server, token)
    assert lines[-1].startswith('quit token'), lines
    connection, lines = await join(house.node.server, second)
    assert lines[-1].startswith('joined 1 '), lines
    await connection.send('1 1 resign')
    assert ' over resigned ' in await hear(connection)
    await other.call('done', game, 'played')
    await house.wait_count('house.game', 0)
    for ear in (one, other):
        await ear.call('leave')
        await ear.close()


TESTS = (bots_are_listed_by_level, a_challenge_says_openly_what_is_wrong, every_level_plays_to_the_end, a_bot_always_wants_a_rematch,
         a_bot_pauses_once_a_turn_by_chance, a_person_has_two_games_with_bots, a_bot_has_so_many_games, short_of_workers_challenges_are_refused_and_games_go_on, twenty_games_at_once,
         a_worker_that_ends_gives_its_games_back, games_outlive_the_server_and_the_database, killed_workers_lose_no_game, workers_need_their_token_and_hold_no_login,
         a_worker_has_only_its_own_leases_and_no_token_is_stored)


def main():
    parser = arguments(__doc__)
    parser.add_argument('--kills', type=int, default=20)
    parser.add_argument('--seed', type=int, default=1)
    plan = parser.parse_args()
    results = Results('bots', plan)
    with Node(plan.nebel, plan.source) as node:
        node.server.start()
        install(plan.nebel, node.database)
        house = House(node, plan)
        house.set_lease(LEASE_SECONDS)
        for test in TESTS:
            results.run(test.__name__.replace('_', ' '), lambda test=test: asyncio.run(asyncio.wait_for(test(house), 600 + 20 * plan.kills)))
            house.rest()
        results.run('the server ends in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
