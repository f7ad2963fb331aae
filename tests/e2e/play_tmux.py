"""Plays nebel as a person would: at a terminal (tmux) by keyboard, and in line mode through a pipe.

Every step waits for a marker on the screen and never for a time. Games against a player are found in line mode first, from fixed seeds, and
then typed at the terminal, where they must end the same way."""
import os
import pathlib
import random
import re
import signal
import subprocess

import pytest
from support.terminal import Terminal, answered
from support.waiting import wait_until

SEEDS = range(1, 400)
MATE_SCRIPT = ['e2e4', 'Bc4', 'd1h5', 'h5f7']  # against one who does not see it coming
SMALL_GAME = 'kriegspiel(board=silverman4x4)'
SMALL_LINES_MAX = 40
CHECKED_GAME = 'kriegspiel(fen=q6k/8/8/8/3p4/8/2P5/4K3_w)'
GO_TYPED = ['e5', 'c3', 'g7'] + ['pass'] * 12
LESSONS = ['a1a5', 'e4d5', 'e2d1', 'e4f5', 'e3d5', 'b1b8']  # what solves each of them


@pytest.fixture
def terminal():
    with Terminal(80, 24) as made:
        yield made


@pytest.fixture(params=[(80, 24), (120, 40)], ids=['80x24', '120x40'])
def any_terminal(request):
    with Terminal(*request.param) as made:
        yield made


def play_lines(nebel, options, lines):
    """Plays a game through a pipe; returns what nebel says to these lines."""
    done = nebel.run(f'play --lines {options}', input='\n'.join([*lines, '']))
    assert done.returncode == 0 and not done.stderr, f'nebel play {options}: exit {done.returncode}, {done.stderr}'
    return done.stdout


class Pipe:
    """A game through a pipe, line by line."""

    def __init__(self, nebel, options):
        self.process = nebel.start(f'play --lines {options}', stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding='utf-8')
        self.said = []

    def tell(self, line):
        self.process.stdin.write(line + '\n')
        self.process.stdin.flush()

    def ask(self, line, marker):
        """Sends a line and reads until a line that matches, or the end of the game."""
        self.tell(line)
        while True:
            said = self.process.stdout.readline()
            assert said, f'{marker!r} was not said: {self.said[-5:]}'
            self.said.append(said.rstrip('\n'))
            if re.search(marker, said) or 'The game is over' in said:
                return said

    def end(self):
        self.process.communicate('quit\n')
        return self.process.returncode


def random_game(nebel, options, seed, lines_max):
    """Plays by chance from the tries that nebel lists. Returns the lines typed and what was said; None if it takes longer."""
    chance, typed, pipe = random.Random(seed), [], Pipe(nebel, options)
    while len(typed) < lines_max:
        said = pipe.ask('tries', 'You can try')
        if 'The game is over' in said:
            break
        typed.append(chance.choice(re.findall(r'[a-h][1-8][a-h][1-8][qrbn]?', said)))
        pipe.tell(typed[-1])
    if not any('The game is over' in line for line in pipe.said):
        pipe.process.kill()
        pipe.process.communicate()
        return None
    assert pipe.end() == 0
    return typed, '\n'.join(pipe.said)


def own_tries(said):
    """The own tries that were answered, with the numbers of their moves: ('4.2', 'e2e4')."""
    return re.findall(r'^([\d.]+)\. You try (\S+)\. ', said, re.M)


def find_mate(nebel, options):
    """Returns a seed with which the script mates, and what line mode says of that game."""
    for seed in SEEDS:
        said = play_lines(nebel, f'{options} --seed {seed}', [*MATE_SCRIPT, 'quit', 'y'])
        if 'Checkmate. White wins.' in said:
            return seed, said
    raise AssertionError(f'{MATE_SCRIPT} never mates')


def test_line_mode_answers_every_command(nebel):
    said = play_lines(nebel, '--seed 5', ['board', 'clocks', 'mark nd5', 'board', 'tries', 'hello', 'Nf3', 'log', 'resign', 'n', 'resign', 'y',
                                          'review', 'quit'])
    for words in ('You are White; Black is capturer', 'king e1; queen d1; rooks a1, h1', 'There is no clock.',
                  'Your marks: knight d5.', 'You can try 34 things', 'no move and no command', '1. You try g1f3.',
                  'Resign the game?', 'White resigns. Black wins.', 'The game is over', '1. White tries g1f3', "Black's men: king"):
        assert words in said
    assert not set(said) & set('\x1b\r\b'), 'line mode moves the cursor or has colours'


def test_a_seed_gives_the_same_game_and_the_end_of_the_input_ends_it(nebel):
    once, again = (play_lines(nebel, '--seed 11', MATE_SCRIPT) for _ in range(2))
    assert once == again and once.startswith('kriegspiel(')


def test_a_players_thinking_is_on_its_clock(nebel):
    said = play_lines(nebel, "'negamax(depth=20)' --game chess --clock 10s+0s", ['e4', 'clocks', 'quit', 'y'])
    assert re.search(r'Black has 0:0\d', said), said


@pytest.mark.parametrize('player, game', [('go-flat', 'phantom-go('), ('negamax', 'chess('), ('random', 'kriegspiel('), ("'go-mcts(c=1)'", 'phantom-go(')])
def test_a_player_is_played_at_its_own_game(nebel, player, game):
    assert play_lines(nebel, f'{player} --nodes 10', ['quit', 'y']).startswith(game)


def test_the_record_of_a_game_can_be_replayed(nebel, tmp_path):
    play_lines(nebel, f'--seed 5 --pgn {tmp_path}/game.pgn', ['e4', 'resign', 'y'])
    assert 'white  resigns' in nebel.read(f'replay {tmp_path}/game.pgn')


def type_game(terminal, typed, said):
    """Types lines and waits for each to be answered as in line mode."""
    answers = iter(own_tries(said))
    for line in typed:
        number, own = next(answers)
        terminal.line(line)
        terminal.wait(answered(number, own))


@pytest.fixture(scope='module')
def small(nebel):
    """A seed with which a game by chance ends soon, what is typed in it, and what line mode says."""
    for seed in SEEDS:
        game = random_game(nebel, f"--game '{SMALL_GAME}' --seed {seed}", seed, SMALL_LINES_MAX)
        if game:
            return seed, *game
    raise AssertionError('no seed gives a short game')


def test_a_game_goes_from_the_first_key_to_its_review(nebel, terminal, tmp_path):
    seed, said = find_mate(nebel, 'capturer')
    terminal.line(f'cd {tmp_path}; {nebel.path} play capturer --seed {seed}')
    terminal.wait('Your move')
    terminal.keys('Up', 'Enter')
    terminal.wait(r'The pawn of e2')
    terminal.keys('Up', 'Up', 'Enter')
    terminal.wait(answered(1, 'e2e4'))
    terminal.keys('Up', 'Space', 'Space')
    terminal.wait(r'\[♞\]')
    resize(terminal)
    for line, (number, own) in zip(MATE_SCRIPT[1:], own_tries(said)[1:]):
        terminal.line(line)
        terminal.wait(answered(number, own))
    terminal.wait('White has won')
    review(terminal, tmp_path)
    terminal.wait('White has won')
    terminal.keys('q')
    terminal.wait(re.escape(Terminal.PROMPT.strip()))


def resize(terminal):
    terminal.resize(120, 40)
    terminal.wait('R▐▙█▟▌ N ▗█▄')  # large men, each with its letter
    terminal.resize(50, 12)
    terminal.wait('Please make the window 64 x 20')
    terminal.resize(80, 24)
    terminal.wait(r'♖  ♘  ♗  ♕  ♔')


def review(terminal, folder):
    """Sees the game just played again."""
    terminal.keys('Enter')
    terminal.wait('The umpire sees')
    terminal.keys('Tab')
    screen = terminal.wait('White sees')
    steps = int(re.search(r'(\d+) of \1', screen)[1])
    for step in reversed(range(steps)):
        terminal.keys('Left')
        terminal.wait(rf' {step} of {steps}')
    terminal.resize(120, 40)
    terminal.wait('White sees +Black sees +The umpire sees')
    terminal.resize(80, 24)
    terminal.keys('s')
    terminal.wait(r'Saved as nebel-.*\.pgn')
    saved = list(folder.glob('nebel-*.pgn'))
    assert len(saved) == 1 and 'Qxf7#' in saved[0].read_text(), saved
    terminal.keys('q')


def test_the_end_of_a_game_has_an_analysis_a_rematch_and_a_closing_line(nebel, any_terminal):
    terminal = any_terminal
    terminal.line(f'clear; {nebel.path} play random --seed 3')
    terminal.wait('Your move')
    terminal.line('e2d3')
    terminal.line('e2e4')
    terminal.wait(answered(1.2, 'e2e4'))
    terminal.line('resign')
    terminal.keys('y')
    terminal.wait(r'(?s)Black has won.*a: analysis  r: rematch')
    terminal.keys('a')
    screen = terminal.wait(r'Move 2: ')
    assert re.search(r'(?s)What White could have known.*enemy men, per cent.*Move \d', screen), screen
    terminal.keys('Home', 'Right')
    terminal.wait(r'(?s)1 of \d.*Tried e2d3, .*refused.*mcts-c would')
    terminal.keys('Tab')
    terminal.wait('What Black could have known')
    terminal.keys('a', 'q')
    terminal.wait('Black has won')
    terminal.keys('r')
    terminal.wait('you are Black')
    terminal.wait('Your move')
    terminal.line('quit')
    terminal.keys('y')
    screen = terminal.wait(r'(?s)To see it again: nebel replay.*' + Terminal.PROMPT.strip()).replace('\n', '')
    path = re.search(r'nebel replay (\S+?\.pgn)', screen)[1]
    kept = sorted(pathlib.Path(path).parent.glob('*'))
    assert pathlib.Path(path) in kept, f'{path}: {kept}'
    terminal.line(f'clear; {nebel.path} replay {path}')
    terminal.wait('(?s)random - a person.*Material: White 39, Black 39')


def test_on_the_first_evening_a_game_is_played_and_the_choices_are_remembered(nebel, any_terminal):
    """`nebel play` and Enter, a game to its mate, review, analysis, rematch."""
    terminal = any_terminal
    seed, said = find_mate(nebel, '--level 2 --pace 0')
    terminal.line(f'clear; {nebel.path} play --seed {seed} --pace 0')
    terminal.wait(r'(?s)Opponent +level 2 of 8.*Enter: play')
    terminal.keys('Enter')
    terminal.wait(r'(?s)you are White.*Black  level 2, casual.*Your move')
    type_game(terminal, MATE_SCRIPT, said)
    terminal.wait(r'(?s)Checkmate.*White has won.*Enter: review')
    terminal.keys('Enter')
    terminal.wait(r'The umpire sees')
    terminal.keys('a')
    terminal.wait('What White could have known')
    terminal.keys('q')
    terminal.wait('White has won')
    terminal.keys('r')
    terminal.wait(r'(?s)you are Black.*White  level 2, casual.*Your move')
    terminal.line('quit')
    terminal.keys('y')
    terminal.wait('To see it again: nebel replay')
    terminal.line(f'clear; {nebel.path} play')
    terminal.wait('Enter: play')
    terminal.keys('7', 'Down', 'Down', 'Right', 'Enter')
    terminal.wait(r'(?s)you are Black.*(White is thinking|Your move)')
    terminal.line('quit')
    terminal.keys('y')
    terminal.wait_for_shell()
    terminal.line(f'clear; {nebel.path} play')
    terminal.wait(r'(?s)level 7 of 8: expert.*You play +Black')
    terminal.keys('q')
    terminal.wait_for_shell()


def test_every_level_sits_down_and_answers(nebel):
    listed = nebel.read('players --levels').splitlines()
    assert len(listed) == 18, 'nine opponents for each of two games'
    for line in listed:
        game, level = line.split()[:2]
        seat = 'white' if game == 'phantom-go' else 'black'  # the one that does not begin
        pace = 30 * (level == '2')  # a wait in one, since all wait alike
        said = play_lines(nebel, f'--level {level} --game {game} --seat {seat} --seed 1 --movetime 20 --pace {pace}', ['quit', 'y'])
        assert f' is level {level}, ' in said and re.search('^1[.] ', said, re.M), said


@pytest.mark.parametrize('width, height, clock, name', [
    (80, 24, '', 'level 9, strongest +The'), (80, 24, '--clock 90m+0s', '9 strongest 1:30:00 +The'),
    (120, 40, '--clock 90m+0s', 'level 9, strongest +1:30:00 +The')])
def test_the_name_of_a_level_stands_whole_beside_the_board(nebel, width, height, clock, name):
    with Terminal(width, height) as terminal:
        terminal.line(f'{nebel.path} play --level 9 {clock}')
        terminal.wait(f'^  Black  {name} umpire says')


def test_a_review_goes_from_game_to_game(nebel, source, terminal, tmp_path):
    many = tmp_path / 'many.pgn'
    many.write_text(3 * ((source / 'examples/game.pgn').read_text() + '\n'))
    terminal.line(f'{nebel.path} replay {many} --game 2')
    terminal.wait('game 2/3')
    terminal.keys('n')
    terminal.wait('game 3/3')
    terminal.keys('n')
    terminal.wait('This is the last game of the file')
    terminal.keys('p')
    terminal.wait('game 2/3')
    terminal.keys('q')
    terminal.wait_for_shell()


def test_replay_opens_the_review_on_a_terminal_and_prints_into_a_pipe(nebel, source):
    record = source / 'examples/game.pgn'
    with Terminal(120, 40) as terminal:
        terminal.line(f'{nebel.path} replay {record}')
        terminal.wait('White sees +Black sees +The umpire sees')
        terminal.keys('Home', 'Right')
        terminal.wait(' 1 of ')
        terminal.keys('q')
        terminal.wait(re.escape(Terminal.PROMPT.strip()))
        terminal.line(f'{nebel.path} replay {record} | cat')
        terminal.wait('^   9    black  g7g5 +White.s move.\n +white  resigns')


def test_a_whole_game_on_a_small_board_is_as_in_line_mode(nebel, terminal, small):
    seed, typed, said = small
    terminal.line(f"{nebel.path} play --ascii --game '{SMALL_GAME}' --seed {seed}")
    terminal.wait('Your move')
    type_game(terminal, typed, said)
    terminal.wait('has won|Drawn')
    terminal.keys('q')


def find_go_end(nebel):
    """Returns a seed with which random's pass meets one of ours soon, and what line mode says of that game."""
    for seed in range(1, 200):
        said = play_lines(nebel, f'random --game phantom-go --seat black --seed {seed}', GO_TYPED)
        if 'Two passes' in said and 'Illegal' not in said:
            return seed, said
    raise AssertionError('no game of Go with two passes')


def test_a_whole_game_of_phantom_go_is_played_and_kept(nebel, terminal, tmp_path):
    seed, said = find_go_end(nebel)
    result = re.search(r'Two passes. (\w+) wins', said)[1]
    terminal.line(f'cd {tmp_path}; {nebel.path} play random --game phantom-go --seat black --seed {seed} --pgn game.sgf')
    terminal.wait('Your move')
    terminal.keys('Up', 'Enter')
    terminal.wait(answered(1, 'e5'))
    terminal.wait(r'\[●\]')
    terminal.keys('Right', 'Space')
    terminal.wait(r'\[!\]')
    for line, (number, own) in zip(GO_TYPED[1:], own_tries(said)[1:]):
        terminal.line(line)
        terminal.wait(answered(number, own))
    terminal.wait(f'{result} has won')
    terminal.keys('Enter')
    terminal.wait('White sees +Black sees +The truth')
    terminal.keys('Home')
    terminal.wait('0 of 1')
    terminal.keys('q')
    terminal.wait(f'{result} has won')
    terminal.keys('q')
    terminal.wait_for_shell()
    assert (tmp_path / 'game.sgf').read_text().startswith('(;FF[4]GM[1]')


def test_a_status_goes_with_its_cause(nebel, any_terminal):
    """A sentence about a move that came too early goes when the turn comes."""
    terminal = any_terminal
    terminal.line(f"{nebel.path} play 'negamax(depth=20)' --game chess --movetime 5000")
    terminal.wait('Your move')
    terminal.line('e2e4')
    terminal.wait('is thinking')
    terminal.line('d2d4')
    terminal.wait("It is Black's turn")
    screen = terminal.wait(r'(?s) 1 +e2e4.*\n.* 1   .*Your move')
    assert "It is Black's turn" not in screen and '> d2d4_' in screen, screen


def hand_over(terminal, to):
    """Changes places; the page between tells nothing but whose turn it is."""
    terminal.wait('Your move is made')
    terminal.keys('Enter')
    page = terminal.wait(f'Hand the keyboard to {to}')
    words = set(page.split()) - set(f'Hand the keyboard to {to}. {to}: press Enter when nobody else can see the screen.'.split())
    assert not words, words
    terminal.keys('Enter')
    terminal.wait(f'{to} is at the keyboard')


def test_what_was_heard_is_drawn_by_signs_on_grounds_for_its_turn(nebel, any_terminal):
    terminal = any_terminal
    terminal.line(f"{nebel.path} play --hotseat --letters --game '{CHECKED_GAME}'")
    terminal.wait('White is at the keyboard')
    terminal.line('c2c3')
    hand_over(terminal, 'Black')
    terminal.line('a8e8')
    hand_over(terminal, 'White')
    terminal.wait(r'\+ check  › last move')
    terminal.line('c3c4')
    screen = terminal.wait('× refused')
    assert (screen.count('+') - 1, screen.count('×') - 1, screen.count('›') - 1) == (8, 1, 2), screen
    grounds = set(re.findall(r'\x1b\[[\d;]*48;5;(160|166|64)m', terminal.tmux('capture-pane', '-e', '-p', '-t', 'play')))
    assert len(grounds) == 3, grounds
    terminal.line('e1d1')
    screen = terminal.wait('Your move is made')
    assert 'refused' not in screen and '+ check' not in screen, screen


@pytest.mark.parametrize('options, bells', [('--alert bell', 1), ('', 0)])
def test_a_refused_try_rings_if_wished(nebel, terminal, tmp_path, options, bells):
    """The bytes that nebel writes have a bell, and without the option none."""
    written = tmp_path / 'written'
    terminal.tmux('pipe-pane', '-O', '-t', 'play', f'cat > {tmp_path}/draft; mv {tmp_path}/draft {written}')
    terminal.line(f'clear; {nebel.path} play --hotseat {options}')
    terminal.wait('White is at the keyboard')
    terminal.line('e2d3')
    terminal.wait('refused')
    terminal.line('quit')
    terminal.keys('y')
    terminal.wait_for_shell()
    terminal.tmux('pipe-pane', '-t', 'play')
    wait_until(written.exists, 'the bytes are not written')
    assert written.read_bytes().count(b'\a') == bells


def press(terminal, column, row, button=0):
    """Presses a button and releases it, as a terminal reports them."""
    keys = [f'{byte:02x}' for up in (button, 3) for byte in (0x1b, ord('['), ord('M'), 32 + up, 33 + column, 33 + row)]
    terminal.tmux('send-keys', '-t', 'play', '-H', *keys)


def test_the_mouse_moves_and_marks(nebel, terminal):
    terminal.line(f'{nebel.path} play capturer --seed 1')
    terminal.wait('Your move')
    press(terminal, 2 + 2 + 3 * 4 + 1, 5 + 6)
    terminal.wait('The pawn of e2')
    press(terminal, 2 + 2 + 3 * 4 + 1, 5 + 4)
    terminal.wait(answered(1, 'e2e4'))
    press(terminal, 2 + 2 + 3 * 3 + 1, 5 + 3, button=2)
    terminal.wait(r'\[♟\]')


def test_two_people_play_a_whole_game_at_one_keyboard(nebel, terminal):
    terminal.line(f"{nebel.path} play --hotseat --game 'kriegspiel(rules=berkeley-any)'")
    terminal.wait('White is at the keyboard')
    terminal.line('f2f3')
    hand_over(terminal, 'Black')
    terminal.line('any?')
    terminal.wait('Any. No.')
    terminal.line('e7e5')
    hand_over(terminal, 'White')
    terminal.line('g2g4')
    hand_over(terminal, 'Black')
    terminal.line('Qh4')
    terminal.wait('Checkmate. Black wins.')
    terminal.keys('q')


def test_all_lessons_are_solved_at_the_terminal(nebel, terminal):
    terminal.line(f'{nebel.path} learn')
    for number, line in enumerate(LESSONS, 1):
        terminal.wait(f'Lesson {number} of {len(LESSONS)}.*you are White')
        terminal.line(line)
        terminal.wait('The umpire sees +Done')
        terminal.keys('Enter')
    terminal.wait(re.escape(Terminal.PROMPT.strip()))


def test_all_lessons_are_solved_in_line_mode(nebel):
    said = nebel.run('learn --lines', input='\n\n'.join([*LESSONS, ''])).stdout
    assert said.count('\nDone.\n') == len(LESSONS) and 'last lesson' in said, said


def signals():
    """The sanitizers keep SIGSEGV for themselves."""
    kept = 'allow_user_segv_handler=0' in os.environ.get('ASAN_OPTIONS', '')
    return [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGABRT, *([] if kept else [signal.SIGSEGV])]


@pytest.fixture
def modes(terminal):
    """The modes and the state of a terminal that has to be given back."""
    terminal.line('ulimit -c 0')
    return terminal.modes('before'), terminal.state()


def assert_given_back(terminal, modes, mark):
    assert (terminal.modes(mark), terminal.state()) == modes


@pytest.mark.parametrize('number', signals(), ids=lambda number: number.name)
def test_the_terminal_is_given_back_after_a_signal(nebel, terminal, modes, number):
    terminal.line(f'{nebel.path} play capturer --seed 1')
    terminal.wait('Your move')
    os.kill(terminal.child(), number)
    wait_for_status(terminal, 128 + number)
    assert_given_back(terminal, modes, 'after')


def wait_for_status(terminal, status):
    terminal.wait_for_shell()
    terminal.line('echo "[status $?]"')
    terminal.wait(rf'\[status {status}\]')


def test_a_terminal_that_cannot_move_its_cursor_is_told_what_to_do(nebel, terminal):
    terminal.line(f'TERM=dumb {nebel.path} play')
    terminal.wait('nebel play --lines needs none')


def test_a_suspended_game_gives_the_terminal_back_and_goes_on(nebel, terminal, modes):
    terminal.line(f'clear; {nebel.path} play capturer --seed 1')
    terminal.wait('Your move')
    terminal.keys('C-z')
    terminal.wait('Stopped')
    assert_given_back(terminal, modes, 'stopped')
    terminal.line('fg')
    terminal.wait('Your move')
    terminal.line('e4')
    terminal.wait(' 1 +e2e4 ')
    terminal.line('quit')
    terminal.wait('Leave the game unfinished')
    terminal.keys('y')
    wait_for_status(terminal, 0)
    assert_given_back(terminal, modes, 'ended')


def test_a_game_that_is_ended_from_outside_is_kept(nebel, terminal, tmp_path):
    """A window that is closed in the middle of a game must not cost the record."""
    pgn = tmp_path / 'game.pgn'
    terminal.line(f'{nebel.path} play capturer --seed 1 --pgn {pgn}')
    terminal.wait('Your move')
    terminal.line('e4')
    terminal.wait(answered(1, 'e2e4'))
    os.kill(terminal.child(), signal.SIGHUP)
    terminal.wait_for_shell()
    assert '1. e4' in pgn.read_text()
