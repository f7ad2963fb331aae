#!/usr/bin/python3
"""Checks the archive as people meet it: every game that is over gets its record, whatever happens to the node, and a running game none; what everybody may
ask of finished games.

usage: archive.py NEBEL SOURCE [--only TEXT] [--junit FILE]"""
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as tree

from lobby import paired, resign
from node import Node, Results, arguments, hear, join, preloaded, wait_until

# Small boards: by chance a game may last thousands of tries, and each is a commit.
GAMES = ('kriegspiel(board=4x4)', 'kriegspiel(rules=berkeley-any,board=silverman4x4)', 'kriegspiel(rules=rand,board=4x4)', 'phantom-go(size=5)',
         'kriegspiel(rules=foret2019,board=reduced4x4)')
UNPACK = ['zstd', '-dcq']
# Preloaded into a node: the wall clock of the machine is an hour ahead of that by which its kernel ends waits.
WRONG_CLOCK = r'''
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int (*real)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const int status = real(clock, now);
    if (clock == CLOCK_REALTIME)
        now->tv_sec += 3600;
    return status;
}
'''


def number_of(made):
    """The number of a game in the database."""
    return int(made['game'], 16)


def filed(node, game):
    """Rows of the archive for a game: what a search shows, and the record."""
    rows = node.database.rows(f"SELECT id, white, black, rules, ruleset, base_ms, increment_ms, result, reason, ended >= began, is_rated, encode(record, 'hex')"
                              f' FROM nebel.finished WHERE game = {game}')
    return [(*row[:-1], json.loads(subprocess.run(UNPACK, input=bytes.fromhex(row[-1]), capture_output=True, check=True).stdout)) for row in rows]


def wait_filed(node, game):
    wait_until(lambda: filed(node, game), f'the record of game {game}')
    rows = filed(node, game)
    assert len(rows) == 1 and node.database.rows(f'SELECT * FROM nebel.ended WHERE game = {game}') == []
    return rows[0]


def journal_events(node, game):
    """The events of a journal as a record has them, without their times."""
    lines = [row[0].split() for row in node.database.rows(f'SELECT line FROM nebel.journal WHERE game = {game} ORDER BY number')]
    events = []
    for words in lines:
        if words[0] in ('white', 'black'):
            events.append({'kind': words[1], 'seat': words[0]} | ({'try': words[2]} if words[1] == 'try' else {}))
    return events


def play(node, game):
    """A whole game between two players that connect."""
    made = node.server.make_game(game)
    players = [subprocess.Popen([str(word) for word in (node.server.command[0], 'connect', 'random', '--server', f'unix:{node.server.socket}')], env=os.environ | {'NEBEL_TOKEN': made[seat]},
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for seat in ('white', 'black')]
    for player in players:
        assert player.wait(200) == 0, player.stderr.read()
        player.stderr.close()
    return number_of(made)


@contextlib.contextmanager
def locked(node, table, mode='ACCESS EXCLUSIVE'):
    """Holds a lock of a table: by default nobody can use it, so that filing waits in the middle."""
    keeper = subprocess.Popen(['psql', '-qAt', '-h', node.database.folder, '-U', 'nebel', '-d', 'nebel'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    keeper.stdin.write(f"BEGIN; LOCK TABLE {table} IN {mode} MODE; SELECT 'locked';\n")
    keeper.stdin.flush()
    assert keeper.stdout.readline() == 'locked\n'
    try:
        yield
    finally:
        keeper.communicate('ROLLBACK;\n')


# --- Filing ---------------------------------------------------------------------------------------

async def whole_games_are_filed_event_by_event(node):
    packed = events = 0
    for number in await asyncio.gather(*(asyncio.to_thread(play, node, game) for game in GAMES)):
        identity, white, black, rules, ruleset, *_, result, reason, in_order, is_rated, record = wait_filed(node, number)
        assert identity != str(number) and (white, black) == ('', '') and in_order == 't' and is_rated == 'f'
        assert record['game'] == rules and (f'rules={ruleset},' in rules or rules.startswith(ruleset)), (rules, ruleset)
        assert record['result'] == result and reason, (record['result'], result)
        own = [{key: event[key] for key in ('kind', 'seat', 'try') if key in event} for event in record['events']]
        assert own == journal_events(node, number), rules
        packed += int(node.database.rows(f'SELECT length(record) FROM nebel.finished WHERE game = {number}')[0][0])
        events += len(own)
    return f'{len(GAMES)} games, {events} events, {packed / events:.1f} bytes an event'


async def the_record_of_a_game_is_what_replay_reads(node):
    number = play(node, GAMES[0])
    record = wait_filed(node, number)[-1]
    path = node.folder / 'record.json'
    path.write_text(json.dumps(record))
    done = subprocess.run([node.server.command[0], 'replay', path, '--view', 'umpire'], capture_output=True, text=True)
    assert done.returncode == 0 and len(done.stdout.splitlines()) >= len(record['events']), (done.stdout, done.stderr)


async def guests_are_named_in_their_games(node):
    visitors, seats = await paired(node, 'any 60000+1000 any kriegspiel(board=silverman4x4)')
    await resign(node, seats[1])
    numbers = [node.database.rows(f"SELECT number FROM nebel.person WHERE name = '{visitor.name}'")[0][0] for visitor in visitors]
    game = node.database.rows(f'SELECT game FROM nebel.person_seat WHERE person = {numbers[0]}')[0][0]
    _, white, black, _, _, base_ms, increment_ms, result, reason, *_, record = wait_filed(node, game)
    assert [white, black] == numbers, (white, black, numbers)
    assert (base_ms, increment_ms, result, reason) == ('60000', '1000', '1-0', 'resigned')
    assert not any(visitor.name in json.dumps(record) for visitor in visitors)
    node.database.rows(f'DELETE FROM nebel.person WHERE number = {numbers[0]}')
    assert wait_filed(node, game)[1:3] == ('', numbers[1]), 'who is removed is nobody'


async def a_game_that_was_called_off_is_filed_without_a_result(node):
    made = node.server.make_game()
    connection, _ = await join(node.server, made['white'])
    await connection.send('1 1 abort')
    while ' over ' not in await hear(connection):
        pass
    assert wait_filed(node, number_of(made))[7:9] == ('*', 'aborted')


async def a_running_game_has_no_row(node):
    made = node.server.make_game()
    connection, _ = await join(node.server, made['white'])
    await connection.send('1 1 try a1a4')
    await hear(connection)
    for _ in range(2):
        await asyncio.sleep(2.5)  # longer than between two looks of the keeper
        for table in ('ended', 'finished'):
            assert node.database.rows(f'SELECT game FROM nebel.{table} WHERE game = {number_of(made)}') == []
        if _ == 0:
            node.server.kill()
            node.server.start()


async def a_node_that_dies_before_the_record_leaves_it_to_the_next(node):
    made = [node.server.make_game() for _ in range(3)]
    with locked(node, 'nebel.finished'):
        for game in made:
            await resign(node, [game['black']])
        assert len(node.database.rows('SELECT game FROM nebel.ended')) == 3
        node.server.kill()
    # What the database was told before, it does; of the others nobody has told it anything.
    assert len(node.database.rows('SELECT game FROM nebel.ended')) >= 2
    node.server.start()
    for game in made:
        assert wait_filed(node, number_of(game))[7] == '1-0'


async def a_database_that_dies_before_the_record_loses_nothing(node):
    made = node.server.make_game()
    with locked(node, 'nebel.finished'):
        await resign(node, [made['white']])
        node.database.kill()
    node.database.start()
    node.server.wait_open()
    assert wait_filed(node, number_of(made))[7] == '0-1'


async def two_nodes_file_a_game_once(node):
    made = node.server.make_game()
    with locked(node, 'nebel.finished'):
        await resign(node, [made['white']])
        second = subprocess.Popen([str(word) for word in node.server.command] + ['--socket', str(node.folder / 'second.sock')], stderr=subprocess.DEVNULL)
        wait_until(lambda: len(node.database.rows("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%nebel.file_game%'"
                                                  ' AND pid <> pg_backend_pid()')) == 2, 'both keepers at the lock')
    wait_filed(node, number_of(made))
    second.terminate()
    assert second.wait(30) == 0
    node.server.kill()  # the second node has taken its games over
    node.server.start()


async def a_journal_that_cannot_be_read_is_set_aside(node):
    node.database.rows("INSERT INTO nebel.journal (game, number, node, line) VALUES (77, 0, 1, 'open 1 7 0 0+0 kriegspiel'), (78, 0, 1,"
                       " 'open 1 7 0 0+0 kriegspiel(rules=icc,board=8x8)'); INSERT INTO nebel.ended (game, began) VALUES (77, now()), (78, now())")
    wait_until(lambda: len(node.database.rows('SELECT game FROM nebel.ended WHERE problem IS NOT NULL')) == 2, 'two problems')
    problems = dict(node.database.rows('SELECT game, problem FROM nebel.ended'))
    assert problems['78'] == 'the game of this journal is not over', problems
    assert '"event": "game_unfiled"' in node.server.log.read_text()
    number = play(node, GAMES[0])  # it holds nobody up
    wait_filed(node, number)
    node.database.rows('DELETE FROM nebel.ended WHERE game IN (77, 78)')


async def a_wall_clock_that_was_set_back_holds_up_nothing(node):
    """The next look of the archive, two seconds later, is not an hour away."""
    node.server.kill()
    with preloaded(node.folder, WRONG_CLOCK):
        node.server.start()
    made = node.server.make_game()
    await resign(node, [made['white']])
    wait_filed(node, number_of(made))
    await asyncio.sleep(1)  # it looks no more
    node.database.rows(f"UPDATE nebel.finished SET ended = now() - interval '8 days' WHERE game = {number_of(made)}")
    wait_until(lambda: node.database.rows(f'SELECT count(*) FROM nebel.journal WHERE game = {number_of(made)}') == [['0']], 'the old journal to go')
    node.server.kill()
    node.server.start()


async def the_journal_of_a_filed_game_is_dropped_after_its_days(node):
    def rows(made):
        return int(node.database.rows(f'SELECT count(*) FROM nebel.journal WHERE game = {number_of(made)}')[0][0])

    old, young, running = (node.server.make_game() for _ in range(3))
    for made in (old, young):
        await resign(node, [made['white']])
        wait_filed(node, number_of(made))
    node.database.rows(f"UPDATE nebel.finished SET ended = now() - interval '8 days' WHERE game = {number_of(old)};"
                       f" UPDATE nebel.finished SET ended = now() - interval '6 days' WHERE game = {number_of(young)};"
                       f" UPDATE nebel.live_game SET began = now() - interval '8 days' WHERE game = {number_of(running)}")
    wait_until(lambda: rows(old) == 0, 'the old journal to go')
    assert rows(young) and rows(running)
    assert wait_filed(node, number_of(old))[7] == '0-1', 'the record stays'
    node.server.kill()  # a node remembers games that ended a moment ago
    node.server.start()
    lines = (await join(node.server, old['white']))[1]
    assert lines[-1].startswith('quit game '), lines
    connection, lines = await join(node.server, young['black'])
    assert any(' over resigned ' in line for line in lines), lines
    await connection.close()
    node.database.rows('UPDATE nebel.setting SET journal_days = NULL')
    node.database.rows(f"UPDATE nebel.finished SET ended = now() - interval '900 days' WHERE game = {number_of(young)}")
    assert node.database.rows('SELECT nebel.drop_journals(100)') == [['0']], 'they are kept for ever'
    node.database.rows('UPDATE nebel.setting SET journal_days = 7')


# --- What everybody may ask ----------------------------------------------------------------------

def ask(node, path):
    status, text = node.office.ask('GET', path)
    return status, json.loads(text)


def public_id(lines):
    return next(line for line in lines if line.startswith('archive ')).split()[1]


async def a_record_is_public_from_the_end_on(node):
    visitors, seats = await paired(node)
    (white, lines), (black, others) = [await join(node.server, seat[0]) for seat in seats]
    identity = public_id(lines)
    assert identity == public_id(others)
    unknown = node.office.ask('GET', '/api/game/0123456789abcdef')
    assert unknown[0] == 404, unknown
    await white.send('1 1 try a1a4')
    await hear(white)
    for path in (f'/api/game/{identity}', f'/api/game/{identity}/picture.svg'):
        assert node.office.ask('GET', path) == unknown
    await white.send('2 2 resign')
    while ' over ' not in await hear(black):
        pass
    wait_until(lambda: node.office.ask('GET', f'/api/game/{identity}')[0] == 200, 'the record')
    record = ask(node, f'/api/game/{identity}')[1]
    assert (record['format'], record['view'], record['result'], len(record['events'])) == ('nebel-record', 'umpire', '0-1', 2)
    assert (record['tags']['white'], record['tags']['black']) == (visitors[0].name, visitors[1].name)
    assert record['tags']['event'] == 'casual game' and len(record['tags']['date'].split('.')) == 3
    status, picture = node.office.ask('GET', f'/api/game/{identity}/picture.svg')
    assert status == 200 and visitors[0].name in tree.fromstring(picture).find('{*}title').text, picture
    again, lines = await join(node.server, seats[0][0])  # also from the journal, and after a restart
    assert public_id(lines) == identity
    for connection in (white, black, again):
        await connection.close()


async def what_is_no_id_is_an_unknown_game(node):
    unknown = node.office.ask('GET', '/api/game/0123456789abcdef')
    for word in ('1', '0', '0000000000000000', 'ffffffffffffffff', '0123456789ABCDEF', "1'--", 'x' * 300, '%C3%A4'):
        assert node.office.ask('GET', f'/api/game/{word}') == unknown, word


def add_games(node, count, white, black, start=0):
    """Copies of a finished game in the database, one a minute, so that there are pages of them."""
    node.database.rows(f"""INSERT INTO nebel.finished (id, game, white, black, rules, ruleset, base_ms, increment_ms, result, reason, began, ended, record)
        SELECT 1000000 + i, -1 - i, {white}, {black}, rules, 'copied', 0, 0, (ARRAY['1-0', '0-1', '1/2-1/2', '*'])[1 + i % 4], reason,
        timestamptz '2020-01-01' + i / 3 * interval '1 minute', timestamptz '2020-01-01' + i / 3 * interval '1 minute', record
        FROM generate_series({start}, {start + count - 1}) AS i, (SELECT * FROM nebel.finished WHERE game > 0 LIMIT 1) AS one""")


def pages(node, query, between=lambda: None):
    """All games of a list, page by page."""
    games, before = [], ''
    while before is not None:
        status, page = ask(node, f'/api/games?{query}{before}')
        assert status == 200, page
        assert len(page['games']) == 20 or 'next' not in page, page
        games += page['games']
        before = f"&before={page['next']}" if 'next' in page else None
        between()
    return games


async def games_are_listed_page_by_page(node):
    visitors, seats = await paired(node)
    await resign(node, seats[1])
    numbers = [node.database.rows(f"SELECT number FROM nebel.person WHERE name = '{visitor.name}'")[0][0] for visitor in visitors]
    wait_until(lambda: ask(node, f'/api/player/{visitors[0].name}')[1]['games'] == 1, 'the first game')
    add_games(node, 70, *numbers)
    games = pages(node, 'rules=copied')
    expected = [f'{1000000 + i:016x}' for i in range(69, -1, -1)]
    assert [game['id'] for game in games] == expected, games  # three end in one moment; ids decide
    assert games[0] | {'white': visitors[0].name, 'black': visitors[1].name, 'result': '0-1', 'rated': False} == games[0]
    added = iter(range(70, 100))
    games = pages(node, 'rules=copied', lambda: add_games(node, 5, *numbers, next(added) * 5))
    assert [game['id'] for game in games] == expected, 'games that come meanwhile move nobody'
    name = visitors[0].name
    assert all(name in (game['white'], game['black']) for game in pages(node, f'player={name}'))
    assert {game['result'] for game in pages(node, f'player={name}&result=won')} == {'1-0'}
    assert {game['result'] for game in pages(node, f'player={visitors[1].name}&result=won')} == {'0-1'}
    assert {game['result'] for game in pages(node, 'rules=copied&result=draw')} == {'1/2-1/2'}
    assert {game['result'] for game in pages(node, 'result=off')} == {'*'}
    assert pages(node, f'player={name}&rules=icc')[0]['reason'] == 'resigned' and pages(node, f'player={name}&rules=rand') == []
    profile = ask(node, f'/api/player/{name}')[1]
    counted = [game['result'] for game in pages(node, f'player={name}')]
    assert (profile['won'], profile['lost'], profile['drawn']) == tuple(map(counted.count, ('1-0', '0-1', '1/2-1/2'))), profile
    assert profile['games'] == len(counted) - counted.count('*')
    node.database.rows("DELETE FROM nebel.finished WHERE ruleset = 'copied'")


async def a_name_that_nobody_has_looks_like_one_without_games(node):
    visitor = (await paired(node))[0][0]
    known, unknown = (node.office.ask('GET', f'/api/player/{name}') for name in (visitor.name, 'no-such-417'))
    assert known[1].replace(visitor.name, 'no-such-417') == unknown[1], (known, unknown)
    assert node.office.ask('GET', f'/api/games?player={visitor.name}') == node.office.ask('GET', '/api/games?player=no-such-417')


async def what_cannot_be_searched_is_said(node):
    for query in ('colour=white', 'result=1-0', 'result=won', 'before=x', 'before=1-', 'before=99999999999999999999-0000000000000001', "player='", 'player=%C3%A4',
                  'rules=' + 'x' * 100):
        status, answer = ask(node, f'/api/games?{query}')
        assert status == 400 and answer['error'], (query, status, answer)
    assert ask(node, '/api/player/%C3%A4')[0] == 400
    for query in ('', '?', '?rules=', '?player=&result=', '?&', '?rules=icc&'):
        assert ask(node, f'/api/games{query}')[0] == 200, (query, ask(node, f'/api/games{query}'))


# --- The dump -------------------------------------------------------------------------------------

def dump(node, *words):
    """The games of a dump, and the file."""
    path = node.folder / 'games.jsonl.zst'
    done = subprocess.run([node.server.command[0], 'archive', 'dump', '--database', node.database.connection, '-o', path, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    subprocess.run(['sha256sum', '-c', '--quiet', 'games.jsonl.zst.sha256'], check=True, cwd=node.folder)
    text = subprocess.run([*UNPACK, path], capture_output=True, check=True, text=True).stdout
    games = [json.loads(line) for line in text.splitlines()]
    assert f' {len(games)} games, {path.stat().st_size} bytes, ' in done.stdout, done.stdout
    return games, text


async def a_month_is_dumped_without_who_was_removed(node):
    visitors, seats = await paired(node)
    await resign(node, seats[1])
    numbers = [node.database.rows(f"SELECT number FROM nebel.person WHERE name = '{visitor.name}'")[0][0] for visitor in visitors]
    wait_until(lambda: ask(node, f'/api/player/{visitors[0].name}')[1]['games'] == 1, 'the game')
    add_games(node, 1234, *numbers)  # more than two pages
    node.database.rows("UPDATE nebel.finished SET is_rated = true WHERE ruleset = 'copied' AND result = '1-0'")
    games, text = dump(node, '--month', '2020-01', '--all')
    assert [game['tags']['site'] for game in games] == [f'{1000000 + i:016x}' for i in range(1234)]
    assert games[0] == ask(node, '/api/game/' + games[0]['tags']['site'])[1]
    assert dump(node, '--month', '2019-12', '--all')[0] == dump(node, '--month', '2020-02', '--all')[0] == []
    rated = dump(node, '--month', '2020-01')[0]
    assert len(rated) == 309 and {game['tags']['event'] for game in rated} == {'rated game'}, len(rated)
    records = node.folder / 'dump.json'
    records.write_text(text.splitlines()[0] + '\n')
    assert subprocess.run([node.server.command[0], 'replay', records], capture_output=True).returncode == 0
    node.database.rows(f'DELETE FROM nebel.person WHERE number = {numbers[0]}')
    text = dump(node, '--month', '2020-01', '--all')[1]
    assert visitors[0].name not in text and visitors[1].name in text
    node.database.rows("DELETE FROM nebel.finished WHERE ruleset = 'copied'")


async def a_dump_that_fails_leaves_no_file(node):
    nebel = node.server.command[0]
    path = node.folder / 'none.zst'
    for words, status, why in ((['--month', '2026-13', '--database', 'x'], 2, 'as in 2026-11'), (['--month', '2026-11'], 2, '--database'),
                               (['--month', '2026-11', '--database', f'host={node.folder} user=nobody'], 1, 'there is no dump'),
                               (['--month', '2026-11', '--database', f'{node.database.connection} options=-csearch_path=x', '-o', '/no/such/folder'], 1, 'cannot be written')):
        done = subprocess.run([nebel, 'archive', 'dump', *words, *([] if '-o' in words else ['-o', path])], capture_output=True, text=True)
        assert done.returncode == status and why in done.stderr, (words, done)
        assert not path.exists() and not (node.folder / 'none.zst.part').exists()


async def the_office_cannot_ask_which_game_it_was(node):
    for query in ('SELECT game FROM nebel.finished', 'SELECT * FROM nebel.finished', 'SELECT * FROM nebel.ended', 'DELETE FROM nebel.finished',
                  "UPDATE nebel.finished SET result = '*'"):
        done = node.database.attempt(query, 'nebel_office')
        assert done.returncode and 'permission denied' in done.stderr, (query, done.stdout, done.stderr)


TESTS = (whole_games_are_filed_event_by_event, the_record_of_a_game_is_what_replay_reads, guests_are_named_in_their_games,
         a_game_that_was_called_off_is_filed_without_a_result, a_running_game_has_no_row, a_node_that_dies_before_the_record_leaves_it_to_the_next,
         a_database_that_dies_before_the_record_loses_nothing, two_nodes_file_a_game_once, a_journal_that_cannot_be_read_is_set_aside,
         a_wall_clock_that_was_set_back_holds_up_nothing, the_journal_of_a_filed_game_is_dropped_after_its_days,
         a_record_is_public_from_the_end_on, what_is_no_id_is_an_unknown_game, games_are_listed_page_by_page, a_name_that_nobody_has_looks_like_one_without_games,
         what_cannot_be_searched_is_said, a_month_is_dumped_without_who_was_removed, a_dump_that_fails_leaves_no_file, the_office_cannot_ask_which_game_it_was)


def main():
    plan = arguments(__doc__).parse_args()
    results = Results('archive', plan)
    with Node(plan.nebel, plan.source) as node:
        node.server.start()
        node.office.start()
        for test in TESTS:
            results.run(test.__name__.replace('_', ' '), lambda test=test: asyncio.run(asyncio.wait_for(test(node), 300)))
        results.run('server and office end in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
