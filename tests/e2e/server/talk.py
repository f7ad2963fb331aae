#!/usr/bin/python3
"""Checks a node as its clients meet it: every route for everybody who may ask and who may not, a game between two seats, seats that come
back, and clients that do not keep the rules.

usage: talk.py NEBEL SOURCE [--only TEXT] [--junit FILE]"""
import asyncio
import contextlib
import statistics
import sys
import time

import websockets

from node import HAS_BARS, TOKEN, Node, Results, Unix, arguments, hear, hearings, join, wait_until

BEAT_S = 0.025
IDLE_S = 1  # between two batches when nobody has a seat
BEATS_MS = 50  # from the beat at which a move is durable to the one at which its answer is read; the clocks wait for both


async def assert_quits(connection, code):
    """The server says why it closes the connection, and does."""
    while True:
        line = await hear(connection)
        if line.startswith('quit'):
            break
    assert line.startswith(f'quit {code} '), line
    with contextlib.suppress(websockets.ConnectionClosed):
        raise AssertionError(await hear(connection))


# --- Routes ---------------------------------------------------------------------------------------

async def routes_answer_those_who_may_ask(node):
    game = '{"game": "kriegspiel"}'
    cases = [
        # method, path, body: status for everybody, with a wrong token, for the operator
        ('GET', '/health', None, 200, 200, 200),
        ('GET', '/metrics', None, 401, 401, 200),
        ('POST', '/api/game', game, 401, 401, 201),
        ('POST', '/api/game', '{"game": "checkers"}', 401, 401, 400),
        ('POST', '/api/game', 'x' * 3000, 401, 401, 413),
        ('GET', '/api/game', None, 405, 405, 405),
        ('PUT', '/api/game', game, 405, 405, 405),
        ('GET', '/seat', None, 405, 405, 405),
        ('GET', '/lobby', None, 405, 405, 405),
        ('GET', '/bots', None, 405, 405, 405),
        ('GET', '/', None, 404, 404, 404),
        ('GET', '/health/../metrics', None, 401, 401, 200),
        ('POST', '/metrics', '', 405, 405, 405),
    ]
    for method, path, body, *expected in cases:
        for token, status in zip((None, TOKEN + 'x', TOKEN), expected):
            got, text = node.server.ask(method, path, body, token)
            assert got == status, (method, path, token, got, text)


async def the_figures_count(node):
    before = node.server.figures()
    node.server.make_game()
    after = node.server.figures()
    assert after['nebel_games'] == before['nebel_games'] + 1
    assert after['nebel_rows_total'] > before['nebel_rows_total']
    assert 0 <= after['nebel_busy_percent'] <= 100


async def sockets_open_on_their_routes_alone(node):
    for path in ('/', '/health', '/seat/7', '/lobby/'):
        try:
            await websockets.unix_connect(str(node.server.socket), f'ws://localhost{path}')
        except (websockets.InvalidStatusCode, websockets.InvalidMessage, OSError):
            continue
        raise AssertionError(f'{path} is a WebSocket')


# --- Games ----------------------------------------------------------------------------------------

async def two_seats_play(node):
    made = node.server.make_game(base_ms=60000, increment_ms=1000)
    white, lines = await join(node.server, made['white'])
    assert lines[0].startswith('newgame kriegspiel(') and ' seat white ' in lines[0] and ' clock 60000+1000 ' in lines[0]
    assert hearings(lines)[0].startswith('1 0 60000 60000 hear opening own')
    black, lines = await join(node.server, made['black'])
    assert hearings(lines)[0].startswith('1 0 60000 60000 hear opening other')
    await white.send('1 1 try a1d4')
    assert (await hear(white)).endswith(' hear illegal')
    await black.send('1 1 try a4a3')
    assert (await hear(black)).startswith('1 error turn ')
    await white.send('2 2 try b2a3')
    line = await hear(white)
    assert line.startswith('3 2 ') and ' hear played capture pawn a3' in line, line
    line = await hear(black)
    assert line.startswith('2 0 ') and ' hear moved capture pawn a3' in line, line
    await black.send('2 2 draw')
    assert ' hear offer' in await hear(black)
    assert ' hear other offer' in await hear(white)
    await white.send('3 4 accept')
    assert ' over agreed winner none' in await hear(white)
    assert ' over agreed winner none' in await hear(black)
    rows = node.database.rows(f"SELECT line FROM nebel.journal WHERE game = {int(made['game'], 16)} ORDER BY number")
    assert [row[0].split()[1] for row in rows[1:]] == ['try', 'try', 'offer', 'accept'], rows
    assert not node.database.rows(f"SELECT 1 FROM nebel.live_game WHERE game = {int(made['game'], 16)}")


@contextlib.asynccontextmanager
async def far_way(node, seconds):
    """A socket that leads to the node, and each byte takes so long in each direction."""
    path = str(node.folder / 'far.sock')

    async def carry(reader, writer):
        loop = asyncio.get_running_loop()
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(4096):
                loop.call_later(seconds, writer.write, data)
        writer.close()

    async def meet(reader, writer):
        to_node, from_node = await asyncio.open_unix_connection(str(node.server.socket))
        await asyncio.gather(carry(reader, from_node), carry(to_node, writer))
    async with await asyncio.start_unix_server(meet, path):
        yield path


async def clocks_wait_for_the_way_to_a_seat(node):
    """Black is 0.3 s away. After two pings, five seconds apart, its clock waits so long."""
    made = node.server.make_game('kriegspiel', base_ms=60000, increment_ms=0)

    async def hear_move(connection):
        while ' hear moved' not in await hear(connection):
            pass
    async with far_way(node, 0.15) as path:
        white, _ = await join(node.server, made['white'])
        black, _ = await join(node.server, made['black'], socket=path)
        await asyncio.sleep(5.1)
        for turn, (first, second) in enumerate((('e2e4', 'e7e5'), ('d2d4', 'd7d5'), ('a2a3', 'a7a6')), 1):
            await white.send(f'{turn} {2 * turn - 1} try {first}')
            await hear_move(black)
            await black.send(f'{turn} {2 * turn} try {second}')
            await hear_move(white)
        await black.close()
    rows = node.database.rows(f"SELECT line FROM nebel.journal WHERE game = {int(made['game'], 16)} ORDER BY number")
    waits = [int(words[6]) if len(words) > 6 else 0 for words in (row[0].split() for row in rows[1:])]
    ways = [wait - BEATS_MS for wait in waits]
    assert ways[0] == 0 and 275 <= ways[4] <= 500, rows
    assert max(ways[1::2]) < (100 if HAS_BARS else 275), rows  # White is near; its pings take some beats on a busy machine


async def a_seat_comes_back_and_hears_what_it_missed(node):
    made = node.server.make_game()
    white, _ = await join(node.server, made['white'])
    for ref in (1, 2, 3):
        await white.send(f'{ref} {ref} try a1d4')
        await hear(white)
    await white.close()
    again, lines = await join(node.server, made['white'], 2)
    assert [line.split()[0] for line in hearings(lines)] == ['3', '4'] and lines[-1].startswith('joined 4 '), lines
    assert [line for line in lines if ' did ' in line] == ['2 did try a1d4', '3 did try a1d4'], lines
    await again.send('3 4 try a1d4')  # a retry: the first answer once more
    assert await hear(again) == hearings(lines)[1]
    other, lines = await join(node.server, made['white'], 4)
    assert [line.split()[0] for line in lines] == ['newgame', 'archive', 'joined'], lines
    await assert_quits(again, 'elsewhere')
    await other.close()


async def a_game_goes_on_after_a_restart(node):
    made = node.server.make_game()
    white, lines = await join(node.server, made['white'])
    await white.send('1 1 try a1d4')
    heard = [*hearings(lines), await hear(white)]
    assert node.server.stop() == 0
    node.server.start()
    white, lines = await join(node.server, made['white'])
    assert hearings(lines) == heard, (lines, heard)
    await white.send('2 2 resign')
    assert ' over resigned winner black' in await hear(white)


async def who_missed_the_end_hears_it_after_a_restart(node):
    made = node.server.make_game(base_ms=60000)
    white, lines = await join(node.server, made['white'])
    heard = hearings(lines)
    for number, action in enumerate(('try a1d4', 'try b2a3', 'resign'), 1):
        await white.send(f'{number} {number} {action}')
        heard.append(await hear(white))
    assert node.server.stop() == 0
    node.server.start()
    white, lines = await join(node.server, made['white'])
    assert hearings(lines) == heard and lines[-1] == 'joined 4 0', (lines, heard)
    await assert_quits(white, 'over')
    black, lines = await join(node.server, made['black'], 1)
    moved, end = hearings(lines)
    assert ' hear moved ' in moved and ' over resigned winner black' in end, lines
    await assert_quits(black, 'over')


async def a_backup_brings_the_games_back(node):
    """As docs/guides/operating.md says: dump while games are played, restore while no node runs."""
    made = node.server.make_game()
    white, lines = await join(node.server, made['white'])
    heard = hearings(lines)
    await white.send('1 1 try a1d4')
    heard.append(await hear(white))
    node.database.dump(node.folder / 'backup')
    await white.send('2 2 try b2a3')  # what comes after the dump is lost
    await hear(white)
    assert node.server.stop() == 0
    node.database.restore(node.folder / 'backup')
    node.server.start()
    white, lines = await join(node.server, made['white'])
    assert hearings(lines) == heard, (lines, heard)
    await white.send('2 2 resign')
    assert ' over resigned winner black' in await hear(white)


async def answers_leave_at_beats(node):
    """A line is read at a beat and answered at the next one at the soonest, even one that is refused without a row."""
    made = node.server.make_game()
    white, _ = await join(node.server, made['white'])
    delays = []
    for ref in range(1, 31):
        sent = time.monotonic()
        await white.send(f'{ref} 9999 try a1d4')
        assert (await hear(white)).startswith(f'{ref} error '), ref
        delays.append(time.monotonic() - sent)
    assert statistics.median(delays) > 0.8 * BEAT_S, delays
    await white.close()


async def batches_tell_nothing_of_tries(node):
    """While anybody has a seat the database is asked at each beat, though nobody tries."""
    made = node.server.make_game()
    white, _ = await join(node.server, made['white'])
    before, begin, count = node.server.figures(), time.monotonic(), 40
    await asyncio.to_thread(wait_until, lambda: node.server.figures()['nebel_batches_total'] >= before['nebel_batches_total'] + count, 'batches without a row')
    assert (time.monotonic() - begin) / count < IDLE_S / 2
    assert node.server.figures()['nebel_rows_total'] == before['nebel_rows_total']
    await white.close()


async def the_log_names_no_try(node):
    text = node.server.log.read_text()
    assert '"game_opened"' in text
    for word in ('try', 'a1d4', 'illegal', 'white', 'black', 'seat'):
        assert word not in text, word


# --- Clients that do not keep the rules -----------------------------------------------------------

async def what_is_no_line_ends_the_connection(node):
    made = node.server.make_game()
    for line, code in (('hello', 'form'), ('join 2 abc 0', 'version'), ('join 1 abc 0', 'token'), ('1 1 try e2e4', 'form'),
                       ('x' * 300, 'form'), ('x' * 1024, 'form'),
                       (f"join 1 {made['white']} 5", 'ahead')):
        connection = await node.server.connect()
        await connection.send(line)
        await assert_quits(connection, code)


async def frames_have_limits(node):
    made = node.server.make_game()
    for frame in ('x' * 1025, 'x' * 100000, b'join', ['join ', '1 x 0']):
        connection, _ = await join(node.server, made['white'])
        try:
            await connection.send(frame)
            while True:
                line = await hear(connection)
                assert not line.startswith('quit') or frame == 'x' * 1025, line
        except websockets.ConnectionClosed:
            pass


async def a_flood_ends_its_connection_and_no_other(node):
    made = node.server.make_game()
    white, _ = await join(node.server, made['white'])
    black, _ = await join(node.server, made['black'])
    with contextlib.suppress(websockets.ConnectionClosed):
        for ref in range(1, 2000):
            await white.send(f'{ref} 1 accept')
    with contextlib.suppress(websockets.ConnectionClosed):
        while not (await hear(white)).startswith('quit flood'):
            pass
    await black.send('1 1 resign')
    assert ' over resigned ' in await hear(black)


async def half_a_request_holds_nobody_up(node):
    half = [Unix(node.server.socket) for _ in range(50)]
    for connection in half:
        connection.connect()
        connection.sock.sendall(b'POST /api/game HTTP/1.1\r\nContent-Le')
    assert node.server.ask('GET', '/health')[0] == 200
    node.server.make_game()
    for connection in half:
        connection.close()


async def a_late_node_opens_no_game_and_plays_on(node):
    """PostgreSQL waits a tenth of a second before each flush, as a disk does that has too much to do."""
    def set_delay(microseconds):
        for setting in (f'commit_delay = {microseconds}', 'commit_siblings = 0'):
            node.database.rows(f'ALTER SYSTEM SET {setting}')
        node.database.rows('SELECT pg_reload_conf()')
    made = node.server.make_game()
    white, _ = await join(node.server, made['white'])

    async def try_often(count, first):
        for ref in range(first, first + count):
            await white.send(f'{ref} {ref} try a1d4')
            assert (await hear(white)).endswith(' hear illegal')
    set_delay(100000)
    await try_often(30, 1)
    assert node.server.figures()['nebel_late'] == 1
    status, text = node.server.ask('POST', '/api/game', '{"game": "kriegspiel"}', TOKEN)
    assert status == 503 and 'ask again' in text, (status, text)
    await try_often(1, 31)
    set_delay(0)
    await try_often(60, 32)
    assert node.server.figures()['nebel_late'] == 0
    node.server.make_game()


async def without_a_database_nothing_is_opened_and_it_comes_back(node):
    made = node.server.make_game()
    white, _ = await join(node.server, made['white'])
    node.database.kill()
    while node.server.is_open():
        await asyncio.sleep(0.01)
    assert node.server.ask('POST', '/api/game', '{"game": "kriegspiel"}', TOKEN)[0] == 503
    await white.send('1 1 try a1d4')
    assert (await hear(white, with_pauses=True)).startswith('pause store ')
    node.database.start()
    assert sorted([(await hear(white, with_pauses=True)).split(' ')[-1] for _ in range(2)]) == ['illegal', 'resume']
    node.server.wait_open()
    node.server.make_game()


TESTS = (routes_answer_those_who_may_ask, the_figures_count, sockets_open_on_their_routes_alone, two_seats_play, clocks_wait_for_the_way_to_a_seat,
         a_seat_comes_back_and_hears_what_it_missed, a_game_goes_on_after_a_restart, who_missed_the_end_hears_it_after_a_restart,
         a_backup_brings_the_games_back, answers_leave_at_beats, batches_tell_nothing_of_tries, what_is_no_line_ends_the_connection,
         frames_have_limits, a_flood_ends_its_connection_and_no_other, half_a_request_holds_nobody_up,
         a_late_node_opens_no_game_and_plays_on,
         without_a_database_nothing_is_opened_and_it_comes_back, the_log_names_no_try)


def main():
    plan = arguments(__doc__).parse_args()
    results = Results('talk', plan)
    with Node(plan.nebel, plan.source) as node:
        node.server.start()
        for test in TESTS:
            results.run(test.__name__.replace('_', ' '), lambda test=test: asyncio.run(asyncio.wait_for(test(node), 200)))
        results.run('the server ends in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
