#!/usr/bin/env python3
"""Plays nebel as a person would: at a terminal (tmux) by keyboard, and in line mode through a pipe.

usage: tests/e2e/play_tmux.py BINARY [--measure]

Every step waits for a marker on the screen and never for a time. Games against a player are found in line mode first,
from fixed seeds, and then typed at the terminal, where they must end the same way. Prints one line a check, then
`N passed, M failed`; exits 1 if anything failed. --measure also prints the idle CPU and how fast keys are echoed."""
import collections
import os
import pathlib
import random
import re
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from support.terminal import Terminal, answered
from support.waiting import wait_until

Missing = AssertionError
WAIT_SECONDS = 30  # for a marker; a machine under load takes its time
SEEDS = range(1, 400)
MATE_SCRIPT = ['e2e4', 'Bc4', 'd1h5', 'h5f7']  # against one who does not see it coming
SMALL_GAME = 'kriegspiel(board=silverman4x4)'
SMALL_LINES_MAX = 40
LESSONS = ['a1a5', 'e4d5', 'e2d1', 'e4f5', 'e3d5', 'b1b8']  # what solves each of them

counts = collections.Counter()


def check(name, problem):
    """Counts one check; `problem` is empty if it passed, or says what is wrong."""
    counts['failed' if problem else 'passed'] += 1
    print(f'failed: {name}: {problem}' if problem else f'passed: {name}', flush=True)


# --- Line mode -----------------------------------------------------------------------------------

def play_lines(nebel, options, lines):
    """A game through a pipe: what nebel says to these lines."""
    done = subprocess.run([nebel, 'play', '--lines', *shlex.split(options)], input='\n'.join([*lines, '']),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8', timeout=WAIT_SECONDS)
    if done.returncode or done.stderr:
        raise Missing(f'nebel play {options}: exit {done.returncode}, {done.stderr}')
    return done.stdout


class Pipe:
    """A game through a pipe, line by line."""

    def __init__(self, nebel, options):
        self.process = subprocess.Popen([nebel, 'play', '--lines', *shlex.split(options)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, encoding='utf-8')
        self.said = []

    def ask(self, line, marker):
        """Sends a line and reads until a line that matches, or the end of the game."""
        self.process.stdin.write(line + '\n')
        self.process.stdin.flush()
        while True:
            said = self.process.stdout.readline()
            if not said:
                raise Missing(f'{marker!r} was not said: {self.said[-5:]}')
            self.said.append(said.rstrip('\n'))
            if re.search(marker, said) or 'The game is over' in said:
                return said

    def end(self):
        self.process.stdin.write('quit\n')
        self.process.stdin.close()
        self.process.stdout.read()
        return self.process.wait(WAIT_SECONDS)


def random_game(nebel, options, seed, lines_max):
    """Plays by chance from the tries that nebel lists. The lines typed and what was said; None if it takes longer."""
    chance, typed, pipe = random.Random(seed), [], Pipe(nebel, options)
    while len(typed) < lines_max:
        said = pipe.ask('tries', 'You can try')
        if 'The game is over' in said:
            break
        tries = re.findall(r'[a-h][1-8][a-h][1-8][qrbn]?', said)
        typed.append(chance.choice(tries))
        pipe.process.stdin.write(typed[-1] + '\n')
    if not any('The game is over' in line for line in pipe.said):
        pipe.process.kill()
        pipe.process.wait()
        return None
    status = pipe.end()
    return (typed, pipe.said) if status == 0 else None


def own_tries(said):
    """The own tries that were answered, with the numbers of their moves: ('4.2', 'e2e4')."""
    return re.findall(r'^([\d.]+)\. You try (\S+)\. ', said, re.M)


def check_lines(nebel):
    said = play_lines(nebel, '--seed 5', ['board', 'clocks', 'mark nd5', 'board', 'tries', 'hello', 'Nf3', 'log',
                                          'resign', 'n', 'resign', 'y', 'review', 'quit'])
    for words in ('You are White; Black is capturer', 'king e1; queen d1; rooks a1, h1', 'There is no clock.',
                  'Your marks: knight d5.', 'You can try 34 things', 'no move and no command', '1. You try g1f3.',
                  'Resign the game?', 'White resigns. Black wins.', 'The game is over', '1. White tries g1f3', "Black's men: king"):
        check(f'line mode says: {words}', '' if words in said else said)
    check('line mode moves no cursor and has no colours', '' if not set(said) & set('\x1b\r\b') else repr(said))
    once, again = (play_lines(nebel, '--seed 11', MATE_SCRIPT) for _ in range(2))
    check('a seed gives the same game again', '' if once == again else f'{once}\n{again}')
    check('the end of the input ends the game in peace', '' if once.startswith('kriegspiel(') else once)
    said = play_lines(nebel, "'negamax(depth=20)' --game chess --clock 10s+0s", ['e4', 'clocks', 'quit', 'y'])
    check("a player's thinking is on its clock", '' if re.search(r'Black has 0:0\d', said) else said)
    for player, game in (('go-flat', 'phantom-go('), ('negamax', 'chess('), ('random', 'kriegspiel('), ("'go-mcts(c=1)'", 'phantom-go(')):
        said = play_lines(nebel, f'{player} --nodes 10', ['quit', 'y'])
        check(f'{player} is played at its own game', '' if said.startswith(game) else said)
    with tempfile.TemporaryDirectory() as folder:
        pgn = pathlib.Path(folder) / 'game.pgn'
        play_lines(nebel, f'--seed 5 --pgn {pgn}', ['e4', 'resign', 'y'])
        replayed = subprocess.run([nebel, 'replay', pgn], stdout=subprocess.PIPE, encoding='utf-8').stdout
    check('the record of a game can be replayed', '' if 'white  resigns' in replayed else replayed)


def check_whole_game_in_lines(nebel):
    """Returns the typed lines and the seed, for the terminal."""
    for seed in SEEDS:
        game = random_game(nebel, f"--game '{SMALL_GAME}' --seed {seed}", seed, SMALL_LINES_MAX)
        if game:
            typed, said = game
            check('a whole game on silverman4x4 in line mode', '')
            return seed, typed, '\n'.join(said)
    check('a whole game on silverman4x4 in line mode', 'no seed gives a short one')
    raise Missing('no game')


def find_mate(nebel, options):
    for seed in SEEDS:
        said = play_lines(nebel, f'{options} --seed {seed}', [*MATE_SCRIPT, 'quit', 'y'])
        if 'Checkmate. White wins.' in said:
            return seed, said
    raise Missing(f'{MATE_SCRIPT} never mates')


# --- At the terminal -----------------------------------------------------------------------------

def type_game(terminal, typed, said):
    """Types lines and waits for each to be answered as in line mode."""
    answers = iter(own_tries(said))
    for line in typed:
        number, own = next(answers)
        terminal.line(line)
        terminal.wait(answered(number, own))


def check_game(nebel):
    seed, said = find_mate(nebel, 'capturer')
    with tempfile.TemporaryDirectory() as name, Terminal(80, 24) as terminal:
        folder = pathlib.Path(name)
        terminal.line(f'cd {folder}; {nebel} play capturer --seed {seed}')
        terminal.wait('Your move')
        terminal.keys('Up', 'Enter')
        terminal.wait(r'The pawn of e2')
        terminal.keys('Up', 'Up', 'Enter')
        terminal.wait(answered(1, 'e2e4'))
        check('a move by the arrow keys', '')
        terminal.keys('Up', 'Space', 'Space')
        terminal.wait(r'\[♞\]')
        check('a mark by the space bar', '')
        check_resize(terminal)
        answers = own_tries(said)
        for line, (number, own) in zip(MATE_SCRIPT[1:], answers[1:]):
            terminal.line(line)
            terminal.wait(answered(number, own))
        terminal.wait('White has won')
        check('a whole game against capturer at 80x24', '')
        check_review(terminal, folder)
        terminal.wait('White has won')
        terminal.keys('q')
        terminal.wait(re.escape(Terminal.PROMPT.strip()))


def check_review(terminal, folder):
    """The game just played, seen again."""
    terminal.keys('Enter')
    terminal.wait('The umpire sees')
    terminal.keys('Tab')
    screen = terminal.wait('White sees')
    check('a review has one board at 80 columns', '')
    steps = int(re.search(r'(\d+) of \1', screen)[1])
    for step in reversed(range(steps)):
        terminal.keys('Left')
        terminal.wait(rf' {step} of {steps}')
    check('the arrow keys step through every try', '')
    terminal.resize(120, 40)
    terminal.wait('White sees +Black sees +The umpire sees')
    terminal.resize(80, 24)
    terminal.keys('s')
    terminal.wait(r'Saved as nebel-.*\.pgn')
    saved = list(folder.glob('nebel-*.pgn'))
    check('a review saves the game', '' if len(saved) == 1 and 'Qxf7#' in saved[0].read_text() else str(saved))
    terminal.keys('q')


def check_after(nebel):
    """The end of a game: the analysis inside the review, a rematch with the colours changed, and a closing line."""
    for width, height in ((80, 24), (120, 40)):
        with Terminal(width, height) as terminal:
            terminal.line(f'clear; {nebel} play random --seed 3')
            terminal.wait('Your move')
            terminal.line('e2d3')
            terminal.line('e2e4')
            terminal.wait(answered(1.2, 'e2e4'))
            terminal.line('resign')
            terminal.keys('y')
            terminal.wait(r'(?s)Black has won.*a: analysis  r: rematch')
            terminal.keys('a')
            screen = terminal.wait(r'Move 2: ')
            said = re.search(r'(?s)What White could have known.*enemy men, per cent.*Move \d', screen)
            check(f'an analysis inside the review at {width}x{height}', '' if said else screen)
            terminal.keys('Home', 'Right')
            terminal.wait(r'(?s)1 of \d.*Tried e2d3, .*refused.*mcts-c would')
            check(f'what a try told at {width}x{height}', '')
            terminal.keys('Tab')
            terminal.wait('What Black could have known')
            terminal.keys('a', 'q')
            terminal.wait('Black has won')
            terminal.keys('r')
            terminal.wait('you are Black')
            check(f'a rematch changes the colours at {width}x{height}', '')
            terminal.wait('Your move')
            terminal.line('quit')
            terminal.keys('y')
            screen = terminal.wait(r'(?s)To see it again: nebel replay.*' + Terminal.PROMPT.strip()).replace('\n', '')
            path = re.search(r'nebel replay (\S+?\.pgn)', screen)[1]
            kept = sorted(pathlib.Path(path).parent.glob('*'))
            problem = '' if len(kept) == 2 and str(kept[-1]) == path or pathlib.Path(path) in kept else f'{path}: {kept}'
            check(f'the closing line names the record at {width}x{height}', problem)
            terminal.line(f'clear; {nebel} replay {path}')
            terminal.wait('(?s)random - a person.*Material: White 39, Black 39')
            check(f'and its command shows it at {width}x{height}', '')


def check_evening(nebel):
    """The first evening: `nebel play` and Enter, a game to its mate, review, analysis, rematch; the choices are remembered."""
    seed, said = find_mate(nebel, '--level 2 --pace 0')
    for width, height in ((80, 24), (120, 40)):
        with Terminal(width, height) as terminal:
            terminal.line(f'clear; {nebel} play --seed {seed} --pace 0')
            terminal.wait(r'(?s)Opponent +level 2 of 8.*Enter: play')
            terminal.keys('Enter')
            terminal.wait(r'(?s)you are White.*Black  level 2, casual.*Your move')
            type_game(terminal, MATE_SCRIPT, said)
            terminal.wait(r'(?s)Checkmate.*White has won.*Enter: review')
            check(f'a first game to its mate at {width}x{height}', '')
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
            check(f'a first evening at {width}x{height}', '')
            terminal.line(f'clear; {nebel} play')
            terminal.wait('Enter: play')
            terminal.keys('7', 'Down', 'Down', 'Right', 'Enter')
            terminal.wait(r'(?s)you are Black.*(White is thinking|Your move)')
            terminal.line('quit')
            terminal.keys('y')
            terminal.wait_for_shell()
            terminal.line(f'clear; {nebel} play')
            terminal.wait(r'(?s)level 7 of 8: expert.*You play +Black')
            check(f'the choices are remembered at {width}x{height}', '')
            terminal.keys('q')
            terminal.wait_for_shell()


def check_levels(nebel):
    """Every level sits down and answers."""
    listed = subprocess.run([nebel, 'players', '--levels'], stdout=subprocess.PIPE, encoding='utf-8').stdout.splitlines()
    check('there are nine opponents for each of two games', '' if len(listed) == 18 else str(listed))
    for line in listed:
        game, level = line.split()[:2]
        seat = 'white' if game == 'phantom-go' else 'black'  # the one that does not begin
        pace = 30 * (level == '2')  # a wait in one, since all wait alike
        said = play_lines(nebel, f'--level {level} --game {game} --seat {seat} --seed 1 --movetime 20 --pace {pace}', ['quit', 'y'])
        check(f'level {level} of {game} plays', '' if f' is level {level}, ' in said and re.search('^1[.] ', said, re.M) else said)


def check_level_names(nebel):
    """Who the opponent is stands beside the board whole, with a clock and without."""
    for width, height, clock, name in ((80, 24, '', 'level 9, strongest +The'), (80, 24, '--clock 90m+0s', '9 strongest 1:30:00 +The'),
                                       (120, 40, '--clock 90m+0s', 'level 9, strongest +1:30:00 +The')):
        with Terminal(width, height) as terminal:
            terminal.line(f'{nebel} play --level 9 {clock}')
            terminal.wait(f'^  Black  {name} umpire says')
            check(f'the name of a level at {width}x{height} {clock}', '')


def check_many(nebel):
    """The games of a file of many."""
    example = pathlib.Path(__file__).resolve().parents[2] / 'examples/game.pgn'
    with tempfile.TemporaryDirectory() as folder, Terminal(80, 24) as terminal:
        many = pathlib.Path(folder) / 'many.pgn'
        many.write_text(3 * (example.read_text() + '\n'))
        terminal.line(f'{nebel} replay {many} --game 2')
        terminal.wait('game 2/3')
        terminal.keys('n')
        terminal.wait('game 3/3')
        terminal.keys('n')
        terminal.wait('This is the last game of the file')
        terminal.keys('p')
        terminal.wait('game 2/3')
        terminal.keys('q')
        terminal.wait_for_shell()
        check('a review goes from game to game', '')


def check_replay(nebel):
    record = pathlib.Path(__file__).resolve().parents[2] / 'examples/game.pgn'
    with Terminal(120, 40) as terminal:
        terminal.line(f'{nebel} replay {record}')
        terminal.wait('White sees +Black sees +The umpire sees')
        terminal.keys('Home', 'Right')
        terminal.wait(' 1 of ')
        terminal.keys('q')
        terminal.wait(re.escape(Terminal.PROMPT.strip()))
        terminal.line(f'{nebel} replay {record} | cat')
        terminal.wait('^   9    black  g7g5 +White.s move.\n +white  resigns')
        check('nebel replay opens the review on a terminal, and prints into a pipe', '')


def check_resize(terminal):
    terminal.resize(120, 40)
    terminal.wait('R▐▙█▟▌ N ▗█▄')  # large men, each with its letter
    terminal.resize(50, 12)
    terminal.wait('Please make the window 64 x 20')
    terminal.resize(80, 24)
    terminal.wait(r'♖  ♘  ♗  ♕  ♔')
    check('the window is resized in the middle of a game', '')


def check_small_game(nebel, seed, typed, said):
    with Terminal(80, 24) as terminal:
        terminal.line(f"{nebel} play --ascii --game '{SMALL_GAME}' --seed {seed}")
        terminal.wait('Your move')
        type_game(terminal, typed, said)
        terminal.wait('has won|Drawn')
        check('a whole game on silverman4x4, as in line mode', '')
        terminal.keys('q')


GO_TYPED = ['e5', 'c3', 'g7'] + ['pass'] * 12


def find_go_end(nebel):
    """A seed with which random's pass meets one of ours soon, and what line mode says of that game."""
    for seed in range(1, 200):
        said = play_lines(nebel, f'random --game phantom-go --seat black --seed {seed}', GO_TYPED)
        if 'Two passes' in said and 'Illegal' not in said:
            return seed, said
    raise Missing('no game of Go with two passes')


def check_go(nebel):
    seed, said = find_go_end(nebel)
    result = re.search(r'Two passes. (\w+) wins', said)[1]
    with tempfile.TemporaryDirectory() as name, Terminal(80, 24) as terminal:
        terminal.line(f'cd {name}; {nebel} play random --game phantom-go --seat black --seed {seed} --pgn game.sgf')
        terminal.wait('Your move')
        terminal.keys('Up', 'Enter')
        terminal.wait(answered(1, 'e5'))
        terminal.wait(r'\[●\]')
        terminal.keys('Right', 'Space')
        terminal.wait(r'\[!\]')
        check('a stone by the arrow keys and a mark by the space bar on a board of Go', '')
        answers = own_tries(said)
        for line, (number, own) in zip(GO_TYPED[1:], answers[1:]):
            terminal.line(line)
            terminal.wait(answered(number, own))
        terminal.wait(f'{result} has won')
        check('a whole game of Phantom Go on 9x9 at 80x24', '')
        terminal.keys('Enter')
        terminal.wait('White sees +Black sees +The truth')
        terminal.keys('Home')
        terminal.wait('0 of 1')
        check('the three boards of that game', '')
        terminal.keys('q')
        terminal.wait(f'{result} has won')
        terminal.keys('q')
        terminal.wait_for_shell()
        record = (pathlib.Path(name) / 'game.sgf').read_text()
        check('that game is kept as SGF', '' if record.startswith('(;FF[4]GM[1]') else record)


def hand_over(terminal, to):
    terminal.wait('Your move is made')
    terminal.keys('Enter')
    page = terminal.wait(f'Hand the keyboard to {to}')
    words = set(page.split()) - set(f'Hand the keyboard to {to}. {to}: press Enter when nobody else can see the '
                                    'screen.'.split())
    check(f'nothing but whose turn it is on the page for {to}', ' '.join(words))
    terminal.keys('Enter')
    terminal.wait(f'{to} is at the keyboard')


def check_status(nebel):
    """A sentence about a move that came too early goes when the turn comes."""
    for width, height in ((80, 24), (120, 40)):
        with Terminal(width, height) as terminal:
            terminal.line(f"{nebel} play 'negamax(depth=20)' --game chess --movetime 5000")
            terminal.wait('Your move')
            terminal.line('e2e4')
            terminal.wait('is thinking')
            terminal.line('d2d4')
            terminal.wait("It is Black's turn")
            screen = terminal.wait(r'(?s) 1 +e2e4.*\n.* 1   .*Your move')
            check(f'a status goes with its cause at {width}x{height}',
                  screen if "It is Black's turn" in screen or '> d2d4_' not in screen else '')


CHECKED_GAME = 'kriegspiel(fen=q6k/8/8/8/3p4/8/2P5/4K3_w)'


def check_signs(nebel):
    """What was heard is drawn on the board, for the turn it belongs to, by sign; and the colours differ."""
    for width, height in ((80, 24), (120, 40)):
        with Terminal(width, height) as terminal:
            terminal.line(f"{nebel} play --hotseat --letters --game '{CHECKED_GAME}'")
            terminal.wait('White is at the keyboard')
            terminal.line('c2c3')
            hand_over(terminal, 'Black')
            terminal.line('a8e8')
            hand_over(terminal, 'White')
            terminal.wait(r'\+ check  › last move')
            terminal.line('c3c4')
            screen = terminal.wait('× refused')
            signs = screen.count('+') - 1, screen.count('×') - 1, screen.count('›') - 1
            check(f'signs on the board at {width}x{height}', '' if signs == (8, 1, 2) else f'{signs}\n{screen}')
            grounds = set(re.findall(r'\x1b\[[\d;]*48;5;(160|166|64)m', terminal.tmux('capture-pane', '-e', '-p', '-t', 'play')))
            check(f'each sign has its ground at {width}x{height}', '' if len(grounds) == 3 else str(grounds))
            terminal.line('e1d1')
            screen = terminal.wait('Your move is made')
            check(f'signs go with their turn at {width}x{height}', screen if 'refused' in screen or '+ check' in screen else '')


def check_bell(nebel):
    """A refused try rings if wished: the bytes that nebel writes have a bell, and without the option none."""
    for options, bells in (('--alert bell', 1), ('', 0)):
        with Terminal(80, 24) as terminal, tempfile.TemporaryDirectory() as folder:
            written = pathlib.Path(folder) / 'written'
            terminal.tmux('pipe-pane', '-O', '-t', 'play', f'cat > {folder}/draft; mv {folder}/draft {written}')
            terminal.line(f'clear; {nebel} play --hotseat {options}')
            terminal.wait('White is at the keyboard')
            terminal.line('e2d3')
            terminal.wait('refused')
            terminal.line('quit')
            terminal.keys('y')
            terminal.wait_for_shell()
            terminal.tmux('pipe-pane', '-t', 'play')
            wait_until(written.exists, 'the bytes are not written')
            rung = written.read_bytes().count(b'\a')
            check(f'a refusal rings {bells} times with {options!r}', '' if rung == bells else f'{rung} bells')


def mouse(column, row, button=0):
    """A press of a button and its release as a terminal reports them, for keys of send-keys -H."""
    return [f'{byte:02x}' for up in (button, 3) for byte in (0x1b, ord('['), ord('M'), 32 + up, 33 + column, 33 + row)]


def check_mouse(nebel):
    with Terminal(80, 24) as terminal:
        terminal.line(f'{nebel} play capturer --seed 1')
        terminal.wait('Your move')
        terminal.tmux('send-keys', '-t', 'play', '-H', *mouse(2 + 2 + 3 * 4 + 1, 5 + 6))
        terminal.wait('The pawn of e2')
        terminal.tmux('send-keys', '-t', 'play', '-H', *mouse(2 + 2 + 3 * 4 + 1, 5 + 4))
        terminal.wait(answered(1, 'e2e4'))
        check('a move by the mouse', '')
        terminal.tmux('send-keys', '-t', 'play', '-H', *mouse(2 + 2 + 3 * 3 + 1, 5 + 3, button=2))
        terminal.wait(r'\[♟\]')
        check('a mark by the right button', '')


def check_hot_seat(nebel):
    with Terminal(80, 24) as terminal:
        terminal.line(f"{nebel} play --hotseat --game 'kriegspiel(rules=berkeley-any)'")
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
        check('a whole game between two people under berkeley-any', '')
        terminal.keys('q')


def check_learn(nebel):
    with Terminal(80, 24) as terminal:
        terminal.line(f'{nebel} learn')
        for number, line in enumerate(LESSONS, 1):
            terminal.wait(f'Lesson {number} of {len(LESSONS)}.*you are White')
            terminal.line(line)
            terminal.wait('The umpire sees +Done')
            terminal.keys('Enter')
        terminal.wait(re.escape(Terminal.PROMPT.strip()))
        check('all lessons at the terminal', '')
    done = subprocess.run([nebel, 'learn', '--lines'], input='\n\n'.join([*LESSONS, '']), stdout=subprocess.PIPE,
                          encoding='utf-8', timeout=WAIT_SECONDS)
    said = done.stdout.count('\nDone.\n')
    check('all lessons in line mode',
          '' if said == len(LESSONS) and 'last lesson' in done.stdout else f'{said} done: {done.stdout}')


# --- Giving the terminal back --------------------------------------------------------------------

def signals():
    """The sanitizers keep SIGSEGV for themselves."""
    kept = 'allow_user_segv_handler=0' in os.environ.get('ASAN_OPTIONS', '')
    return [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGABRT, *([] if kept else [signal.SIGSEGV])]


def restored_problem(terminal, modes, state, mark):
    after = terminal.modes(mark)
    if after != modes:
        return f'modes were {modes}, are {after}'
    return '' if terminal.state() == state else f'was {state}, is {terminal.state()}'


def check_restored(nebel):
    with Terminal(80, 24) as terminal:
        terminal.line('ulimit -c 0')
        modes, state = terminal.modes('before'), terminal.state()
        for number in signals():
            terminal.line(f'{nebel} play capturer --seed 1')
            terminal.wait('Your move')
            os.kill(terminal.child(), number)
            terminal.wait_for_shell()
            terminal.line('echo "[status $?]"')
            terminal.wait(rf'\[status {128 + number}\]')
            check(f'the terminal is given back after {number.name}',
                  restored_problem(terminal, modes, state, f'after{number.value}'))
            terminal.line('clear')
        terminal.line(f'TERM=dumb {nebel} play')
        terminal.wait('nebel play --lines needs none')
        check('a terminal that cannot move its cursor is told what to do', '')
        terminal.line('clear')
        terminal.line(f'{nebel} play capturer --seed 1')
        terminal.wait('Your move')
        terminal.keys('C-z')
        terminal.wait('Stopped')
        check('the terminal is given back while suspended', restored_problem(terminal, modes, state, 'stopped'))
        terminal.line('fg')
        terminal.wait('Your move')
        terminal.line('e4')
        terminal.wait(' 1 +e2e4 ')
        check('a suspended game goes on', '')
        terminal.line('quit')
        terminal.wait('Leave the game unfinished')
        terminal.keys('y')
        terminal.wait_for_shell()
        terminal.line('echo "[status $?]"')
        terminal.wait(r'\[status 0\]')
        check('the terminal is given back at the end', restored_problem(terminal, modes, state, 'ended'))


def check_kept(nebel):
    """A window that is closed in the middle of a game must not cost the record."""
    with tempfile.TemporaryDirectory() as folder, Terminal(80, 24) as terminal:
        pgn = pathlib.Path(folder) / 'game.pgn'
        terminal.line(f'{nebel} play capturer --seed 1 --pgn {pgn}')
        terminal.wait('Your move')
        terminal.line('e4')
        terminal.wait(answered(1, 'e2e4'))
        os.kill(terminal.child(), signal.SIGHUP)
        terminal.wait_for_shell()
        kept = pgn.read_text() if pgn.exists() else 'nothing'
        check('a game that is ended from outside is kept', '' if '1. e4' in kept else kept)


# --- Measurements --------------------------------------------------------------------------------

def cpu_seconds(pid):
    fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def measure_idle(nebel):
    with Terminal(80, 24) as terminal:
        terminal.line(f'{nebel} play capturer --seed 1 --clock 60s+0s')
        terminal.wait('0:58')
        pid, began, spent = terminal.child(), time.monotonic(), cpu_seconds(terminal.child())
        terminal.wait('0:48')
        elapsed, used = time.monotonic() - began, cpu_seconds(pid) - spent
        print(f'measured: {used:.2f} s of CPU in {elapsed:.1f} s with a clock running: {100 * used / elapsed:.2f} %')


def echo_ms(terminal, before, after):
    """How long it takes until each of ten letters is on the screen, tmux's own calls included."""
    delays = []
    for letter in 'abcdefghij':
        began = time.monotonic()
        terminal.keys(letter)
        while f'{before}{letter}{after}' not in terminal.screen():
            before_end(began + WAIT_SECONDS)
        delays.append(1000 * (time.monotonic() - began))
        before += letter
    return f'{statistics.median(delays):.0f} ms (longest {max(delays):.0f})'


def before_end(end):
    if time.monotonic() > end:
        raise Missing('a key was not echoed')


def measure_echo(nebel):
    with Terminal(80, 24) as terminal:
        shell = echo_ms(terminal, Terminal.PROMPT, '')
        terminal.keys('C-u')
        terminal.line(f"{nebel} play 'negamax(depth=20)' --game chess --movetime 20000")
        terminal.wait('Your move')
        terminal.line('e2e4')
        terminal.wait('is thinking')
        nebels = echo_ms(terminal, '> ', '_')
        print(f'measured: a key is on the screen after {nebels} while a player thinks; at the prompt of the shell '
              f'after {shell}')


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    nebel = str(pathlib.Path(sys.argv[1]).resolve())
    try:
        check_lines(nebel)
        small = check_whole_game_in_lines(nebel)
        check_game(nebel)
        check_small_game(nebel, *small)
        check_go(nebel)
        check_status(nebel)
        check_signs(nebel)
        check_bell(nebel)
        check_mouse(nebel)
        check_hot_seat(nebel)
        check_evening(nebel)
        check_levels(nebel)
        check_level_names(nebel)
        check_after(nebel)
        check_many(nebel)
        check_replay(nebel)
        check_learn(nebel)
        check_restored(nebel)
        check_kept(nebel)
        if '--measure' in sys.argv:
            measure_idle(nebel)
            measure_echo(nebel)
    except (Missing, OSError, subprocess.SubprocessError) as error:
        check('the checks can be run to their end', str(error))
    print(f'{counts["passed"]} passed, {counts["failed"]} failed')
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
