"""`nebel gtp` from outside: the sessions of its page, and whole games against GNU Go through a controller that tells both every move, as GTP
controllers do."""
import os
import re
import signal
import subprocess

import pytest
from support.processes import guests_of
from support.programs import ROOT, find_witness
from support.waiting import wait_until

PAGE = ROOT / 'docs/protocol/gtp.md'
SESSIONS = re.findall(r'```text\n# (.*)\n((?:[<>].*\n)+)```', PAGE.read_text())
TURNS_MAX = 400
GNUGO = ['--mode', 'gtp', '--quiet', '--level', '0', '--chinese-rules', '--forbid-suicide', '--positional-superko', '--never-resign']


class Engine:
    """A program at the other end of GTP."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        """Returns the lines of the answer."""
        self.process.stdin.write(command + '\n')
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) not in ('\n', ''):
            lines.append(line.rstrip())
        return lines or ['']

    def tell(self, command):
        """Returns what the one line of the answer says, which must not be a refusal."""
        answer = self.ask(command)[0]
        assert answer.startswith('='), f'{command}: {answer}'
        return answer[1:].strip().lower()

    def quit(self):
        """Leaves; returns the status it ended with."""
        self.tell('quit')
        return self.close()

    def kill(self):
        self.process.kill()
        self.close()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait()


def test_the_page_has_sessions():
    assert len(SESSIONS) >= 3


@pytest.mark.parametrize('head, body', SESSIONS, ids=[head for head, _ in SESSIONS])
def test_a_session_is_as_the_page_says(nebel, blesses, head, body):
    engine, lines = Engine(nebel.path, 'gtp', *head.split()), []
    for line in body.splitlines():
        if line.startswith('> '):
            lines += [line, *(f'< {answer}' for answer in engine.ask(line[2:]))]
    engine.close()
    if blesses:
        PAGE.write_text(PAGE.read_text().replace(f'# {head}\n{body}', '\n'.join([f'# {head}', *lines, ''])))
    assert lines == body.splitlines()


def play_game(engines, size):
    """Plays a game through both, Black's engine first; returns how many moves it had."""
    for engine in engines:
        for command in (f'boardsize {size}', 'clear_board', 'komi 7.5'):
            engine.tell(command)
    passes = turn = 0
    while passes < 2 and turn < TURNS_MAX:
        color = ('black', 'white')[turn % 2]
        move = engines[turn % 2].tell(f'genmove {color}')
        if move == 'resign':
            break
        engines[1 - turn % 2].tell(f'play {color} {move}')
        passes = passes + 1 if move == 'pass' else 0
        turn += 1
    return turn


def stones_seen(engine):
    """Returns the stones of both colours that a player sees on its board."""
    seen = {'X': set(), 'O': set()}
    for row in engine.ask('showboard')[1:]:
        if row.strip()[0].isdigit():
            number, *cells = row.split()
            for column, cell in zip('abcdefghjklmnopqrst', cells):
                seen.get(cell, set()).add(column + number)
    return seen


@pytest.mark.parametrize('size, is_black', [(5, False), (7, True), (9, False), (6, True)])
def test_a_game_against_gnu_go_goes_to_its_end_and_both_have_the_same_stones(nebel, size, is_black):
    ours, theirs = Engine(nebel.path, 'gtp', 'go-best', '--nodes', '100'), Engine(find_witness('gnugo'), *GNUGO)
    turns = play_game([ours, theirs] if is_black else [theirs, ours], size)
    assert turns > size, f'{turns} turns'
    seen = stones_seen(ours)
    assert any(seen.values())
    for mark, color in (('X', 'black'), ('O', 'white')):
        assert not seen[mark] or seen[mark] == set(theirs.tell(f'list_stones {color}').split())
    theirs.quit()
    assert ours.quit() == 0


@pytest.mark.parametrize('leave', [Engine.quit, Engine.kill])
def test_no_gnu_go_survives_the_player_that_asks_it(nebel, leave):
    engine = Engine(nebel.path, 'gtp', 'go-pimc(engine=gnugo,boards=2)')
    engine.tell('boardsize 7')
    engine.tell('genmove black')
    guests = guests_of(engine.process.pid)
    for guest in guests:
        os.kill(guest, signal.SIGKILL)
    engine.tell('play white a1')
    move, others = engine.tell('genmove black'), guests_of(engine.process.pid)
    assert move and len(guests) == len(others) == 1 and guests != others, f'one that was killed is not replaced: {move} {guests} {others}'
    leave(engine)
    wait_until(lambda: not guests_of(engine.process.pid), 'a GNU Go survives', seconds=10)


def test_a_line_that_is_too_long_is_refused_and_the_next_one_read(nebel):
    assert nebel.run('gtp go-random', input='name ' + 'x' * 100000 + '\n7 name\n').stdout == '? the line is too long\n\n=7 go-random\n\n'
