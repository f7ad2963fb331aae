#!/usr/bin/python3
"""Checks the lobby of a node as people meet it: guests, seeks, links, pairs whose games are played, rematches, coming back after a lost
connection, a restart and a kill, limits, and what the database holds.

usage: lobby.py NEBEL SOURCE [--only TEXT] [--junit FILE]"""
import asyncio
import re
import sys

from node import LATE_SECONDS, Node, Results, arguments, assert_within, hear, join
from talk import assert_quits

SMALL = 'kriegspiel(board=silverman4x4)'
SMALL_WHOLE = 'kriegspiel(rules=icc,board=silverman4x4)'
AWAY_SECONDS = 10
GAMES = ('kriegspiel', 'kriegspiel(rules=berkeley)', 'kriegspiel(rules=berkeley-any,board=5x5)', 'kriegspiel(rules=cincinnati)', 'kriegspiel(rules=english)',
         'kriegspiel(rules=rand,board=6x6)', 'kriegspiel(rules=parker2005)', 'kriegspiel(rules=foret2019,board=4x4)',
         'kriegspiel(fen=4k3/8/8/8/8/8/4P3/4K3_w)', 'phantom-go(size=5)', 'phantom-go(size=9,komi=7.5)', 'phantom-go(size=19)')


class Visitor:
    """A connection to the lobby."""

    def __init__(self, server, connection):
        self.server, self.connection = server, connection
        self.token = self.name = None

    @classmethod
    async def connect(cls, server):
        visitor = cls(server, await server.connect('/lobby'))
        assert await visitor.hear() == 'nebel 1'
        return visitor

    @classmethod
    async def guest(cls, server, token=None):
        """A new guest, or one that comes back."""
        visitor = await cls.connect(server)
        await visitor.say(f'hello {token}' if token else 'guest')
        word, visitor.token, visitor.name = (await visitor.hear()).split()
        assert word == 'you', word
        return visitor

    async def say(self, line):
        await self.connection.send(line)

    async def hear(self, beginning=''):
        line = await hear(self.connection)
        assert line.startswith(beginning), (line, beginning)
        return line

    async def hear_until(self, beginning):
        """Lines up to the first that begins so."""
        lines = []
        while not lines or not lines[-1].startswith(beginning):
            lines.append(await hear(self.connection))
        return lines

    async def hear_game(self):
        """The token, colour and opponent of a game."""
        return (await self.hear_until('game '))[-1].split()[1:]

    async def watch(self):
        await self.say('watch')
        return (await self.hear_until('watching'))[:-1]

    async def seek(self, terms=f'any none any {SMALL}'):
        await self.say(f'seek {terms}')
        return (await self.hear_until('seeking '))[-1].split()[1]

    async def close(self):
        await self.connection.close()


async def two_guests(node):
    return [await Visitor.guest(node.server), await Visitor.guest(node.server)]


async def paired(node, terms=f'any none any {SMALL}'):
    """Two guests in a game: visitors and seats, White first."""
    visitors = await two_guests(node)
    for visitor in visitors:
        await visitor.seek(terms)
    seats = [await visitor.hear_game() for visitor in visitors]
    if seats[0][1] == 'black':
        visitors, seats = visitors[::-1], seats[::-1]
    assert [seat[1] for seat in seats] == ['white', 'black'], seats
    assert [seat[2] for seat in seats] == [visitors[1].name, visitors[0].name], seats
    return visitors, seats


async def resign(node, seat, ref=1):
    connection, lines = await join(node.server, seat[0])
    heard = max(int(line.split()[0]) for line in lines if ' hear ' in line)
    await connection.send(f'{ref} {heard} resign')
    while ' over resigned ' not in await hear(connection):
        pass
    await connection.close()


# --- Finding each other ---------------------------------------------------------------------------

async def two_guests_find_each_other_and_play(node):
    one, other = await two_guests(node)
    assert re.fullmatch(r'[a-z]+-[a-z]+-\d{3}', one.name) and len(one.token) == 43, (one.name, one.token)
    number = await one.seek(f'white 60000+1000 1400-1600 {SMALL}')
    assert await other.watch() == [f'seek {number} {one.name} 1500? white 60000+1000 {SMALL_WHOLE}']
    await other.say(f'take {number}')
    await one.hear(f'gone {number}')
    await other.hear(f'gone {number}')
    seats = [await one.hear_game(), await other.hear_game()]
    assert seats[0][1:] == ['white', other.name] and seats[1][1:] == ['black', one.name], seats
    white, lines = await join(node.server, seats[0][0])
    assert ' seat white ' in lines[0] and ' clock 60000+1000 ' in lines[0] and SMALL_WHOLE in lines[0], lines
    black, lines = await join(node.server, seats[1][0])
    assert ' seat black ' in lines[0], lines
    await white.send('1 1 try b2a3')
    assert ' hear played ' in await hear(white)
    assert ' hear moved ' in await hear(black)
    await black.send('1 2 resign')
    assert ' over resigned winner white' in await hear(white)


async def equal_seeks_pair(node):
    await paired(node)


async def everybody_who_seeks_the_same_is_paired(node):
    visitors = await asyncio.gather(*(Visitor.guest(node.server) for _ in range(40)))
    await asyncio.gather(*(visitor.say(f'seek any none any {SMALL}') for visitor in visitors))
    seats = await asyncio.gather(*(visitor.hear_game() for visitor in visitors))
    names = {visitor.name: seat[2] for visitor, seat in zip(visitors, seats)}
    assert len(names) == 40 and all(names[names[name]] == name != names[name] for name in names), names
    joined = await asyncio.gather(*(join(node.server, seat[0]) for seat in seats))
    assert all(lines[-1].startswith('joined 1 ') for _, lines in joined)


async def every_game_can_be_sought(node):
    one, other = await two_guests(node)
    for game in GAMES:
        await one.seek(f'white none any {game}')
        await other.seek(f'black none any {game}')
        seat = await one.hear_game()
        await other.hear_game()
        connection, lines = await join(node.server, seat[0])
        rows = node.database.rows("SELECT line FROM nebel.journal JOIN nebel.person_seat USING (game) JOIN nebel.person ON person.number = person "
                                  f"WHERE name = '{one.name}' AND journal.number = 0")
        assert any(row[0].endswith(' ' + lines[0].split()[1]) for row in rows), (game, lines[0], rows)
        await connection.close()
        await asyncio.sleep(0.5)  # at most five actions a second


async def a_link_brings_two_together(node):
    one, other = await two_guests(node)
    await one.say(f'link black none {SMALL}')
    code = (await one.hear('link ')).split()[1]
    assert await other.watch() == []
    stranger = await Visitor.connect(node.server)
    await stranger.say(f'look {code}')
    assert await stranger.hear() == f'look {code} {one.name} 1500? black none {SMALL_WHOLE}'
    await other.say(f'follow {code}')
    assert (await one.hear_game())[1:] == ['black', other.name]
    assert (await other.hear_game())[1:] == ['white', one.name]
    await stranger.say(f'look {code}')
    await stranger.hear('error look gone ')


async def a_stranger_sees_seeks_and_nothing_else(node):
    stranger = await Visitor.connect(node.server)
    assert await stranger.watch() == []
    one, other = await two_guests(node)
    number = await one.seek('any none 2000-3000 phantom-go(size=9)')
    await other.say(f'link any none {SMALL}')
    await other.hear('link ')
    await one.say('unseek')
    assert await stranger.hear() == f'seek {number} {one.name} 1500? any none phantom-go(size=9,komi=7.5)'
    assert await stranger.hear() == f'gone {number}'
    await stranger.say('seek any none any kriegspiel')
    await stranger.hear('error seek guest ')


# --- Coming back ----------------------------------------------------------------------------------

async def a_seek_ends_ten_seconds_after_its_guest_went(node):
    stranger = await Visitor.connect(node.server)
    await stranger.watch()
    one = await Visitor.guest(node.server)
    number = await one.seek()
    await one.close()
    await asyncio.sleep(AWAY_SECONDS / 2)
    again = await Visitor.guest(node.server, one.token)
    assert await again.hear() == f'seeking {number} any none {SMALL_WHOLE}'
    start = asyncio.get_running_loop().time()
    await again.close()
    await stranger.hear('seek ')
    await stranger.hear(f'gone {number}')
    took = asyncio.get_running_loop().time() - start
    assert took >= AWAY_SECONDS - 0.1, took
    assert_within(took, AWAY_SECONDS + 3)
    return f'after {took:.1f} s'


async def who_was_away_hears_of_its_game(node):
    one, other = await two_guests(node)
    await one.seek()
    await one.close()
    await other.seek()
    seat = await other.hear_game()
    again = await Visitor.guest(node.server, one.token)
    assert (await again.hear_game())[2] == other.name
    assert seat[2] == one.name


async def two_pages_of_one_guest_hear_the_same(node):
    one, other = await two_guests(node)
    second = await Visitor.guest(node.server, one.token)
    assert second.name == one.name
    number = await one.seek()
    await second.hear(f'seeking {number} ')
    await other.say(f'take {number}')
    assert await one.hear_game() == await second.hear_game()


async def own_games_are_told_again_with_the_same_token(node):
    visitors, seats = await paired(node)
    for visitor, seat in zip(visitors, seats):
        await visitor.say('games')
        assert await visitor.hear_until('games') == ['game ' + ' '.join(seat), 'games']
    # A seat whose token has expired, and was removed, is told again too.
    game = node.database.rows(f"SELECT game FROM nebel.person_seat JOIN nebel.person ON number = person WHERE name = '{visitors[0].name}'")[0][0]
    node.database.rows(f'DELETE FROM nebel.seat_token WHERE game = {game}')
    _, lines = await join(node.server, seats[0][0])
    assert lines[-1].startswith('quit token'), lines
    await visitors[0].say('games')
    assert (await visitors[0].hear_game()) == seats[0]
    await resign(node, seats[0])
    await visitors[0].say('games')
    assert (await visitors[0].hear_until('games'))[-1] == 'games'
    await visitors[0].say('games')
    assert await visitors[0].hear() == 'games'


async def a_restart_loses_seeks_but_no_guest_and_no_game(node):
    visitors, seats = await paired(node)
    waiting = await Visitor.guest(node.server)
    await waiting.seek('any none any phantom-go')
    node.server.kill()
    node.server.start()
    for visitor, seat in zip(visitors, seats):
        again = await Visitor.guest(node.server, visitor.token)
        assert again.name == visitor.name
        await again.say('games')
        assert await again.hear_until('games') == ['game ' + ' '.join(seat), 'games']
        _, lines = await join(node.server, seat[0])
        assert lines[-1].startswith('joined 1 '), lines
    again = await Visitor.guest(node.server, waiting.token)
    assert await again.watch() == []


async def a_wrong_token_says_to_begin_anew(node):
    visitor = await Visitor.connect(node.server)
    await visitor.say('hello ' + 'x' * 43)
    line = await visitor.hear('error hello token ')
    assert 'say guest' in line, line
    await visitor.say('guest')
    await visitor.hear('you ')


async def a_guest_that_has_expired_is_forgotten(node):
    one = await Visitor.guest(node.server)
    node.database.rows(f"UPDATE nebel.person SET expires = now() WHERE name = '{one.name}'")
    await one.close()
    visitor = await Visitor.connect(node.server)
    await visitor.say(f'hello {one.token}')
    await visitor.hear('error hello token ')
    await visitor.say('guest')
    await visitor.hear('you ')
    assert not node.database.rows(f"SELECT FROM nebel.person WHERE name = '{one.name}'")


# --- Calling off and staying away -----------------------------------------------------------------

async def sit(node, seats):
    """Both seats joined: White's and Black's connections."""
    return [(await join(node.server, seat[0]))[0] for seat in seats]


async def begin(white, black):
    """Both play a move."""
    await white.send('1 1 try b2a3')
    assert ' hear played ' in await hear(white)
    assert ' hear moved ' in await hear(black)
    await black.send('1 2 try a4a3')
    assert ' hear played ' in await hear(black)
    assert ' hear moved ' in await hear(white)


async def a_game_is_called_off_until_both_have_moved(node):
    _, seats = await paired(node)
    white, black = await sit(node, seats)
    await white.send('1 1 try b2a3')
    await hear(white)
    await black.send('1 1 abort')
    assert ' hear moved ' in await hear(black)
    assert ' hear end own over aborted winner none' in await hear(black)
    assert ' hear end other over aborted winner none' in await hear(white)
    _, seats = await paired(node)
    white, black = await sit(node, seats)
    await begin(white, black)
    await white.send('2 3 abort')
    assert (await hear(white)).startswith('2 error begun ')


async def seconds_until(start, connection, text):
    """How long after `start`, which is before the clock of the node starts, a connection hears a text."""
    line = await hear(connection, 190 + LATE_SECONDS)
    assert text in line, line
    return asyncio.get_running_loop().time() - start


async def who_does_not_begin(node):
    """The seat that should is there, and tries in vain."""
    start = asyncio.get_running_loop().time()
    _, seats = await paired(node)
    white, black = await sit(node, seats)
    for ref in range(1, 4):
        await asyncio.sleep(1)
        await white.send(f'{ref} {ref} try a1d4')
        assert ' hear illegal' in await hear(white)
    return await seconds_until(start, black, ' over aborted winner none')


async def who_is_away(node):
    _, seats = await paired(node, f'any 600000+0 any {SMALL}')
    white, black = await sit(node, seats)
    await begin(white, black)
    start = asyncio.get_running_loop().time()
    await white.close()
    return await seconds_until(start, black, ' over forfeit winner black')


async def who_was_away_for_a_while(node):
    """It comes back in time, so its clock alone counts."""
    start = asyncio.get_running_loop().time()
    _, seats = await paired(node, f'any 150000+0 any {SMALL}')
    white, black = await sit(node, seats)
    await begin(white, black)
    await white.close()
    await asyncio.sleep(60)
    await join(node.server, seats[0][0])
    return await seconds_until(start, black, ' over flag winner black')


async def who_stays_away_loses(node):
    begins, away, flag = await asyncio.gather(who_does_not_begin(node), who_is_away(node), who_was_away_for_a_while(node))
    for waited, seconds in ((begins, 60), (away, 120), (flag, 150)):
        assert waited >= seconds - 0.5, (begins, away, flag)
        assert_within(waited, seconds + 2)
    return f'called off after {begins:.1f} s, forfeited after {away:.1f} s, flag after {flag:.1f} s'


# --- Rematches ------------------------------------------------------------------------------------

async def a_rematch_exchanges_colours(node):
    visitors, seats = await paired(node, f'any 60000+0 any {SMALL}')
    await visitors[0].say(f'rematch {seats[0][0]}')
    await visitors[0].hear('error rematch running ')
    await resign(node, seats[0])
    await visitors[0].say(f'rematch {seats[1][0]}')
    await visitors[0].hear('error rematch token ')
    await visitors[0].say(f'rematch {seats[0][0]}')
    assert await visitors[0].hear() == f'asked {seats[0][0]}'
    assert await visitors[1].hear() == f'rematch {seats[1][0]}'
    await visitors[1].say(f'rematch {seats[1][0]}')
    again = [await visitor.hear_game() for visitor in visitors]
    assert [seat[1] for seat in again] == ['black', 'white'], again
    assert {seat[0] for seat in again}.isdisjoint({seat[0] for seat in seats})
    _, lines = await join(node.server, again[1][0])
    assert ' clock 60000+0 ' in lines[0], lines


async def a_rematch_works_after_a_restart(node):
    visitors, seats = await paired(node)
    await resign(node, seats[1])
    assert node.server.stop() == 0
    node.server.start()
    visitors = [await Visitor.guest(node.server, visitor.token) for visitor in visitors]
    for visitor, seat in zip(visitors, seats):
        await visitor.say(f'rematch {seat[0]}')
    again = [await visitor.hear_game() for visitor in visitors]
    assert [seat[1] for seat in again] == ['black', 'white'], again


# --- Limits and the database ----------------------------------------------------------------------

async def limits_are_told_to_the_guest_alone(node):
    one, other = await two_guests(node)
    for _ in range(4):
        await one.say(f'seek white none any {SMALL}')
    lines = [await one.hear() for _ in range(4)]
    assert sum(line.startswith('seeking ') for line in lines) == 3 and lines[3].startswith('error seek many '), lines
    for _ in range(30):
        await one.say('unseek 0123456789abcdef')
    lines = [await one.hear() for _ in range(30)]
    assert lines[0].startswith('error unseek gone ') and lines[-1].startswith('error unseek fast '), lines
    await other.say('unseek 0123456789abcdef')
    await other.hear('error unseek gone ')


async def who_does_not_keep_the_protocol_is_sent_away(node):
    for line in ('hi', 'join 1 abc 0', 'seek any none any', 'take x'):
        visitor = await Visitor.guest(node.server)
        await visitor.say(line)
        await assert_quits(visitor.connection, 'form')
    silent = await Visitor.connect(node.server)
    await assert_quits(silent.connection, 'late')


async def the_database_holds_no_token(node):
    visitors, seats = await paired(node)
    text = '\n'.join('\t'.join(row) for table in ('person', 'person_seat', 'session', 'seat_token', 'journal')
                     for row in node.database.rows(f'SELECT * FROM nebel.{table}'))
    for token in [visitor.token for visitor in visitors] + [seat[0] for seat in seats]:
        assert token not in text and token.encode().hex() not in text
    assert visitors[0].name in text


async def without_a_database_a_guest_waits(node):
    one, other = await two_guests(node)
    await one.seek()
    node.database.kill()
    while node.server.is_open():
        await asyncio.sleep(0.01)
    await other.say(f'seek any none any {SMALL}')
    lines = await other.hear_until('error seek busy ')
    assert not any(line.startswith('game ') for line in lines), lines
    late = await Visitor.connect(node.server)
    await late.say('guest')
    node.database.start()
    await late.hear('you ')
    node.server.wait_open()
    await one.seek()
    await other.seek()
    assert (await one.hear_game())[2] == other.name


async def the_log_names_no_guest(node):
    text = node.server.log.read_text()
    one = await Visitor.guest(node.server)
    for word in ('seek', 'guest', one.name, one.token):
        assert word not in text, word


TESTS = (two_guests_find_each_other_and_play, equal_seeks_pair, everybody_who_seeks_the_same_is_paired, every_game_can_be_sought, a_link_brings_two_together,
         a_stranger_sees_seeks_and_nothing_else, a_seek_ends_ten_seconds_after_its_guest_went, who_was_away_hears_of_its_game,
         two_pages_of_one_guest_hear_the_same, own_games_are_told_again_with_the_same_token, a_restart_loses_seeks_but_no_guest_and_no_game,
         a_wrong_token_says_to_begin_anew, a_guest_that_has_expired_is_forgotten, a_rematch_exchanges_colours, a_rematch_works_after_a_restart,
         limits_are_told_to_the_guest_alone, who_does_not_keep_the_protocol_is_sent_away, the_database_holds_no_token, without_a_database_a_guest_waits,
         a_game_is_called_off_until_both_have_moved, who_stays_away_loses,
         the_log_names_no_guest)


def main():
    plan = arguments(__doc__).parse_args()
    results = Results('lobby', plan)
    with Node(plan.nebel, plan.source) as node:
        node.server.start()
        for test in TESTS:
            results.run(test.__name__.replace('_', ' '), lambda test=test: asyncio.run(asyncio.wait_for(test(node), 200)))
        results.run('the server ends in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
