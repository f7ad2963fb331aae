#!/usr/bin/python3
"""Games that somebody has made long: seats join from any number and hear all of it, nobody is sent more than is read, and journal, archive and review work.

usage: history.py NEBEL SOURCE [--turns N] [--seconds N] [--only TEXT] [--junit FILE]

    --turns N     of 508 refused tries (default 4; 40 are 40,640 tries of both seats, 20,320 of one)
    --seconds N   within which a seat has heard all of it; 60 unless told, for a machine of any speed"""
import asyncio
import subprocess
import sys
import time

from archive import number_of, wait_filed
from node import HAS_BARS, Node, Results, arguments, hear, join

REFUSED = 508  # before each move; the law allows 512 tries
FLOOD_S = 2  # within which the other seat has heard all that one seat tried
GAME = 'kriegspiel(rules=cincinnati)'  # both seats hear of impossible tries
# White's pawns go to the fourth rank, then a rook walks through the second and third: no position comes back three times.
PAWNS = [f'{file}{rank}{file}{rank + 1}' for rank in (2, 3) for file in 'abcdefgh']
WALK = ['a1', *2 * ['a2', *(f'{file}3' for file in 'abcdefgh'), *(f'{file}2' for file in 'hgfedcb')]]
MOVES = {'white': PAWNS + [one + other for one, other in zip(WALK, WALK[1:])], 'black': ['g8h6', 'h6g8'] * 20}


def lengthen(node, made, turns, floods=('white', 'black')):
    """Adds moves, and refused tries of the seats that flood, to the journal of a new game, as a node would have written them. Returns how many rows there are."""
    game = number_of(made)
    assert node.database.rows(f'SELECT count(*) FROM nebel.journal WHERE game = {game}') == [['1']]
    owner = node.database.rows(f'SELECT node FROM nebel.journal WHERE game = {game}')[0][0]
    lines, now = [], node.database.rows(f'SELECT line FROM nebel.journal WHERE game = {game}')[0][0]
    at, began, refs = 0, int(now.split()[3]), {'white': 0, 'black': 0}
    for turn in range(turns):
        for seat in ('white', 'black'):
            for attempt in ['a1h8'] * REFUSED * (seat in floods) + [MOVES[seat][turn]]:
                at, refs[seat] = at + 10, refs[seat] + 1
                lines.append(f'{seat} try {attempt} {refs[seat]} {at} {began + at}')
    values = '\n'.join(f'{game}\t{number}\t{owner}\t{line}' for number, line in enumerate(lines, 1))
    subprocess.run(['psql', '-q', '-h', node.database.folder, '-U', 'nebel', '-d', 'nebel', '-c',
                    'COPY nebel.journal (game, number, node, line) FROM STDIN'], input=values, text=True, check=True)
    return len(lines)


async def read(node, token, since):
    """What a join brings, how long it takes, and how long it takes to its first line."""
    begin = time.monotonic()
    connection = await node.server.connect(max_queue=None)
    await hear(connection)
    await connection.send(f'join 1 {token} {since}')
    lines = []
    while not lines or not lines[-1].startswith(('joined', 'quit')):
        lines.append(await hear(connection))
    return connection, lines, time.monotonic() - begin


def numbers(lines):
    return [int(line.split()[0]) for line in lines if ' hear ' in line]


class World:
    def __init__(self, node, plan):
        self.node, self.plan = node, plan
        self.made, self.flooded = node.server.make_game(GAME), node.server.make_game(GAME)
        node.server.stop()
        self.rows = lengthen(node, self.made, plan.turns)
        self.flooded_rows = lengthen(node, self.flooded, plan.turns, ('white',))
        node.server.start()


async def a_seat_hears_a_long_game_from_any_number(world):
    node, told = world.node, {}
    for seat in ('white', 'black'):
        connection, lines, seconds = await read(node, world.made[seat], 0)
        told[seat] = lines
        last = int(lines[-1].split()[1])
        assert lines[-1].startswith('joined') and numbers(lines) == list(range(1, last + 1)), lines[-1]
        assert last > world.rows and seconds < world.plan.seconds, (last, world.rows, seconds)
        await connection.close()
    whole, slowest = seconds, 0.0
    last = int(told['black'][-1].split()[1])
    for since in (1, last // 3, last // 2, last - 1100, last - 1, last):
        connection, lines, seconds = await read(node, world.made['black'], max(since, 0))
        slowest = max(slowest, seconds)
        heard = [line for line in lines if ' hear ' in line]
        assert heard == [line for line in told['black'] if ' hear ' in line][max(since, 0):], since
        await connection.close()
    return f'{last} hearings, from 0 within {whole:.2f} s, the slowest of six others {slowest:.2f} s'


async def the_other_seat_hears_a_flood(world):
    """One seat has tried in vain all the time; the other joins from the beginning."""
    connection, lines, seconds = await read(world.node, world.flooded['black'], 0)
    assert lines[-1].startswith('joined') and len(numbers(lines)) > world.flooded_rows, lines[-1]
    assert not HAS_BARS or seconds < FLOOD_S, seconds
    await connection.close()
    return f'{len(numbers(lines))} hearings within {seconds:.2f} s'


async def who_does_not_read_is_sent_no_more(world):
    """A client joins a long game and reads nothing; the node keeps a part for it, answers others, and goes on when it reads."""
    node = world.node
    lazy = await node.server.connect(max_queue=1, read_limit=1024)
    await hear(lazy)
    await lazy.send(f"join 1 {world.made['white']} 0")
    await asyncio.sleep(0.5)
    other, lines, _ = await read(node, world.made['black'], 0)
    await other.send('99999 1 draw')  # it has heard more; a stale word is answered
    while ' error stale ' not in (line := await hear(other)):
        assert ' 99999 ' not in line, line
    assert node.server.figures()['nebel_slow_readers_total'] == 0
    heard = []
    while not heard or not heard[-1].startswith('joined'):
        heard.append(await hear(lazy))
    assert numbers(heard) == list(range(1, len(numbers(heard)) + 1))
    await lazy.close()
    await other.close()


async def an_old_answer_is_told_again(world):
    connection, _ = await join(world.node.server, world.made['black'], 1)
    for ref in (1, world.rows // 3, world.rows // 2 - REFUSED):
        await connection.send(f'{ref} 1 try a1h8')
        while f' {ref} ' not in (line := await hear(connection)):
            pass
        assert line.split()[1] == str(ref) and ' hear ' in line, line
        await asyncio.sleep(0.5)  # a repeated line counts as 20
    await connection.close()


async def such_a_game_is_filed_and_reviewed(world):
    """The record in the archive has every try; the office gives it to everybody, and replay reads it."""
    node = world.node
    connection, lines = await join(node.server, world.made['white'], 1)
    await connection.send(f'{10 ** 6} {lines[-1].split()[1]} resign')
    while ' over ' not in await hear(connection):
        pass
    await connection.close()
    identity, *_, record = wait_filed(node, number_of(world.made))
    assert len(record['events']) == world.rows + 1, len(record['events'])
    node.office.start()
    begin = time.monotonic()
    status, text = node.office.ask('GET', f'/api/game/{int(identity) % 2 ** 64:016x}' if identity.lstrip('-').isdigit() else f'/api/game/{identity}')
    seconds = time.monotonic() - begin
    assert status == 200 and text.count('a1h8') == world.rows - 2 * world.plan.turns, (status, text[:200])
    path = node.folder / 'record.json'
    path.write_text(text)
    done = subprocess.run([node.server.command[0], 'replay', path, '--view', 'umpire'], capture_output=True, text=True)
    assert done.returncode == 0 and len(done.stdout.splitlines()) >= world.rows, done.stderr
    # Who comes later still hears all of it, from the journal.
    node.server.stop()
    node.server.start()
    connection, lines, _ = await read(node, world.made['black'], 0)
    assert lines[-1].startswith('joined') and len(numbers(lines)) > world.rows
    assert (await hear(connection)).startswith('quit over')
    return f'{len(text)} bytes of JSON in {seconds:.2f} s'


TESTS = (a_seat_hears_a_long_game_from_any_number, the_other_seat_hears_a_flood, who_does_not_read_is_sent_no_more, an_old_answer_is_told_again, such_a_game_is_filed_and_reviewed)


def main():
    parser = arguments(__doc__)
    parser.add_argument('--turns', type=int, default=4)
    parser.add_argument('--seconds', type=float, default=60)
    plan = parser.parse_args()
    results = Results('history', plan)
    with Node(plan.nebel, plan.source) as node:
        node.server.start()
        world = World(node, plan)
        for test in TESTS:
            name = test.__name__.replace('_', ' ')
            results.run(name, lambda test=test: asyncio.run(asyncio.wait_for(test(world), 300)))
        results.run('the server ends in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
