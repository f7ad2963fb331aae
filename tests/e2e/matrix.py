#!/usr/bin/env python3
"""The matrix: every command that reads a record or a game string, over Kriegspiel on 8x8 and on 4x4, open chess and
Phantom Go, and over records in every format. A cell is one command line. It works, or it is refused in one sentence with
the documented exit status; it never crashes and it ends soon. Tables say which of these each cell must do.

usage: tests/e2e/matrix.py NEBEL SOURCE_ROOT

The formats are PGN or SGF and JSON, each for the umpire's record and for those of both seats. `nebel` writes a seat's record as
JSON only, so the seats' PGN and SGF are made here from that, as docs/formats tells.

Prints one line for each cell that failed, then `N cells passed, M failed`; exits 1 if any failed."""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from checks import check, conclude

SECONDS = 30  # for one cell; alone none takes two, but the machine may be busy and the build may have sanitizers

# The columns of all tables. `game` is the game string. `short` is the same game, where necessary from a position in which few
# moves are left, for players that are slow on a whole board. `opener` moves first. The record is game `number` of the pair that
# `players` play with `seed`.
Game = collections.namedtuple('Game', 'game short opener players seed number suffix')
GAMES = {
    'kriegspiel': Game('kriegspiel(rules=icc)', 'kriegspiel(rules=icc,fen=r3k2r/8/8/8/8/8/8/R3K2R_w_KQkq_-_94_60)', 'white',
                       ('mcts-c', 'random'), 7, 2, 'pgn'),
    'small': Game('kriegspiel(board=4x4)', 'kriegspiel(board=4x4)', 'white', ('capturer', 'random'), 1, 1, 'pgn'),
    'chess': Game('chess', 'chess', 'white', ('negamax', 'random'), 1, 1, 'pgn'),
    'go': Game('phantom-go(size=5)', 'phantom-go(size=5)', 'black', ('go-flat', 'go-random'), 1, 1, 'sgf'),
}
SEATS = ('white', 'black')
TURNS = {'white': 2, 'black': 3}  # one that each has in every game; Go counts the turns of both

# What a cell can answer: the exit status, and a pattern. If the status is 0 the pattern is found in the output and
# standard error has at most NOTES; otherwise the output is empty, and the pattern is found in the one sentence.
ANSWERS = {
    'works': (0, r'\S'),
    'object': (0, r'\A\{".*\}\s*\Z'),
    'move': (0, r'(?m)^(try|= ) ?[a-h][1-8]'),
    'refuse': (0, r'(?m)^refuse this player does not play this game$'),
    'own': (1, r"this is (white|black)'s own record"),
    'open': (1, r'nothing is hidden in this game'),
    'few': (1, r'no game( of \S+)? can be counted'),
    'no-go': (2, r'is for Kriegspiel alone, and this is a game of phantom-go$'),
    'option': (2, r'(--metaposition|--observed|--policy) is for Kriegspiel'),
    'go-only': (2, r'is for Phantom Go alone, and this is a game of (kriegspiel|chess)$'),
    'seat': (2, r"this is a seat's own record"),
    'gtp': (2, r'(kriegspiel|chess) is not played by GTP'),
    'player': (2, r'does not play (this game|kriegspiel|chess|phantom-go)\b'),
}
# Lines of progress, and the warning of a machine without boxes for bots.
NOTES = re.compile(r'\d+ of \d+ (games|steps)\b.*|game \d+ of \d+, move .*|(step|cell) \d+ of \d+: .*|nebel: warning: guests run without a whole box .*')
SENTENCE = re.compile(r'nebel: [^\n]+\n')
CRASH = re.compile(r'Sanitizer|runtime error|Assertion|stack smashing')

# Commands that read a record: what they answer, game by game, to the umpire's record, to a seat's own, and to the other seat's
# if that is not the same. A line with {seat} is run for both seats.
ALL_WORK = 'works works works works'
ALL_OBJECT = 'object object object object'
ALL_OWN = 'own own own own'
READERS = (
    ('replay {record}', ALL_WORK, ALL_WORK),
    ('replay {record} --game 1', ALL_WORK, ALL_WORK),
    ('replay {record} --json', ALL_OBJECT, ALL_OBJECT),
    ('replay {record} --view umpire', ALL_WORK, ALL_OWN),
    ('replay {record} --view umpire --json', ALL_OBJECT, ALL_OWN),
    ('replay {record} --view {seat}', ALL_WORK, ALL_WORK, ALL_OWN),
    ('replay {record} --view {seat} --json', ALL_OBJECT, ALL_OBJECT, ALL_OWN),
    ('belief {record} --seat {seat} --limit 200', 'works works open works', ALL_OWN),
    ('belief {record} --seat {seat} --limit 200 --json', 'object object open object', ALL_OWN),
    ('belief {record} --seat {seat} --limit 200 --at {turn}', 'works works open works', ALL_OWN),
    ('belief {record} --seat {seat} --limit 200 --policy capturer', 'works works open option', ALL_OWN),
    ('belief {record} --seat {seat} --limit 200 --table', 'works works open works', ALL_OWN),
    ('belief {record} --seat {seat} --limits 100,200 --table', 'works works open works', ALL_OWN),
    ('belief {record} --seat {seat} --limit 200 --table --sizes', 'works works open works', ALL_OWN),
    ('belief {record} --seat {seat} --limit 200 --table --observed', 'works works open option', ALL_OWN),
    ('belief {record} --seat {seat} --metaposition', 'works works open option', ALL_OWN),
    ('belief {record} --seat {seat} --metaposition --at {turn}', 'works works open option', ALL_OWN),
    ('belief {record} --seat {seat} --density', 'works works open no-go', 'own own own no-go'),
    ('belief {record} --seat {seat} --density --model none', 'works works open no-go', 'own own own no-go'),
    ('belief {record} --seat {seat} --forecast fog(boards=5,further=0)', 'works works open no-go', 'own own own no-go'),
    ('analyse {record} --seat {seat} --limit 200', 'works works open works', ALL_OWN),
    ('analyse {record} --seat {seat} --limit 200 --policy capturer', 'works works open option', ALL_OWN),
    ('analyse {record} --seat {seat} --limit 200 --move {turn}', 'works works open works', ALL_OWN),
    ('analyse {record} --seat {seat} --limit 200 --nodes 20 --player random', 'works works open works', ALL_OWN),
    ('analyse {record} --seat {seat} --limit 200 --nodes 20 --player mcts-c', 'works works player player', ALL_OWN),
    ('analyse {record} --seat {seat} --limit 200 --nodes 20 --player negamax', 'player player open player', ALL_OWN),
    ('analyse {record} --seat {seat} --limit 200 --nodes 20 --player go-flat', 'player player player works', ALL_OWN),
    ('explain {record} --seat {seat}', 'works works open no-go', 'own own own no-go'),
    ('explain {record} --seat {seat} --at {turn}', 'works works open no-go', 'own own own no-go'),
    ('explain {record} --seat {seat} --player fog', 'works works open no-go', 'own own own no-go'),
    ('lab mistakes {record} --playouts 2', 'go-only go-only go-only works', 'go-only go-only go-only seat'),
    ('lab model build {record} -o /dev/null', 'works few works no-go', 'few few few no-go'),
    ('lab model build {record} --player random -o /dev/null', 'works few works no-go', 'few few few no-go'),
    ('lab policy fit {record} -o /dev/null', 'works works few no-go', 'few few few no-go'),
    ('lab policy test {record}', 'works works few no-go', 'few few few no-go'),
)
# Which games each player plays. There must be a row for every player of `nebel players`, but not for cmd:.
PLAYERS = {
    'random': 'works works works works',
    'capturer': 'works works player player',
    'negamax': 'player player works player',
    'los': 'works works player player',
    'aos': 'works works player player',
    'aosp': 'works works player player',
    'hs': 'works works player player',
    'pimc': 'works works player player',
    'ismcts1': 'works works works player',
    'ismcts2': 'works works works works',
    'meta': 'works works player player',
    'fog': 'works works player player',
    'mcts-a': 'works works player player',
    'mcts-b': 'works works player player',
    'mcts-c': 'works works player player',
    'mcts-bc': 'works works player player',
    'uci': 'player player works player',
    'go-random': 'player player player works',
    'go-flat': 'player player player works',
    'go-mcts': 'player player player works',
    'go-nested': 'player player player works',
    'go-two-level': 'player player player works',
    'go-hybrid': 'player player player works',
    'go-best': 'player player player works',
    'go-pimc': 'player player player works',
}

# Other commands that read a game string, by --game, in their input or in a file: the line, its input, the answers.
LEAVE = 'help\nresign\ny\nreview\nquit\n'
BOT = 'nebel 1\nnewgame {game} seat {opener} seed 1\nping\nhear opening own\ngo nodes 2\nquit\n'
GTP = 'genmove b\nshowboard\nquit\n'
SPEAKERS = (
    ('tournament random random random --game {game} --games 2 --nodes 2', '', ALL_WORK),
    ('tournament random mcts-c random --game {short} --games 2 --nodes 2', '', 'works works player player'),
    ('tournament random negamax random --game {game} --games 2 --nodes 2', '', 'player player works player'),
    ('tournament random go-flat random --game {game} --games 2 --nodes 2', '', 'player player player works'),
    ('lab tune ismcts2 --ranges c=0.1..2 --game {short} --nodes 2 --games 2 --steps 1', '', ALL_WORK),
    ('lab tune mcts-c --ranges c=0.1..2 --game {short} --nodes 2 --games 2 --steps 1', '', 'works works player player'),
    ('play --lines --game {game} --seed 1 --nodes 20', LEAVE, ALL_WORK),
    ('play --lines --game {game} --seed 1 --nodes 20 --seat black', 'quit\ny\n', ALL_WORK),
    ('play random --lines --game {game} --seed 1 --pgn /dev/null', LEAVE, ALL_WORK),
    ('play mcts-c --lines --game {game} --seed 1 --nodes 20', LEAVE, 'works works player player'),
    ('play negamax --lines --game {game} --seed 1 --nodes 20', LEAVE, 'player player works player'),
    ('play go-flat --lines --game {game} --seed 1 --nodes 20', LEAVE, 'player player player works'),
    ('bot random', BOT, 'move move move move'),
    ('bot mcts-c', BOT, 'move move refuse refuse'),
    ('bot negamax', BOT, 'refuse refuse move refuse'),
    ('bot go-flat', BOT, 'refuse refuse refuse move'),
    ('gtp random --game {game} --seed 1 --nodes 20', GTP, 'gtp gtp gtp move'),
    ('gtp go-flat --game {game} --seed 1 --nodes 20', GTP, 'gtp gtp gtp move'),
    ('gtp mcts-c --game {game} --seed 1 --nodes 20', GTP, 'gtp gtp gtp player'),
    ('lab run random-{name}.txt --results random-{name}', '', ALL_WORK),
    ('lab run mcts-c-{name}.txt --results mcts-c-{name}', '', 'works works player player'),
    ('lab run negamax-{name}.txt --results negamax-{name}', '', 'player player works player'),
    ('lab run go-flat-{name}.txt --results go-flat-{name}', '', 'player player player works'),
)
LAB_PLAYERS = ('random', 'mcts-c', 'negamax', 'go-flat')
EXPERIMENT = '''title tiny
question Does it end?
game {game}
players {player} against random
limits nodes 2
games 2
opening random:1
seed 1
'''

# check-bot has games of its own; these are its checks of ours.
BOT_CHECKS = ('kriegspiel(rules=icc,board=8x8) as white', 'kriegspiel(rules=rand,board=silverman4x4) as white',
              'chess(board=8x8) as white', 'phantom-go(size=9,komi=7.5) as black')

# Commands that read neither a record nor a game string. Any other must have a cell.
OUTSIDE = {'admin', 'archive', 'bench', 'bots', 'completion', 'connect', 'doctor', 'learn', 'office', 'perft', 'players', 'rules', 'serve', 'words'}

Cell = collections.namedtuple('Cell', 'words input answer')


class Nebel:
    """The program, at work in a folder that holds the records and experiments."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder

    def run(self, words, said=''):
        return subprocess.run([self.binary, *words], input=said, capture_output=True, timeout=SECONDS, cwd=self.folder,
                              encoding='utf-8', errors='replace', check=False)

    def read(self, *words):
        done = self.run(words)
        if done.returncode:
            sys.exit(f'nebel {" ".join(words)}: exit {done.returncode}, {done.stderr.strip()}')
        return done.stdout


# --- Records -------------------------------------------------------------------------------------------------------


def seat_pgn(record):
    """A seat's record in JSON as PGN."""
    tags = {'View': record['view'], 'Game': record['game'], 'Result': record['result'], 'White': record['tags']['white'],
            'Black': record['tags']['black']}
    lines = [f'[{name} "{value}"]' for name, value in tags.items()] + ['']
    for heard in record['heard']:
        own = f'[%own {heard["own"]}] ' if 'own' in heard else ''
        lines.append(f'{{{own}[%hear {heard["after_ms"] / 1000:.3f} {heard["hear"]}]}}')
    return '\n'.join([*lines, record['result'], ''])


def seat_sgf(record):
    """A seat's record in JSON as SGF. Own moves and lost stones, which SGF shows to other programs, are left out."""
    nodes = ''.join(f'\n;XH[{heard["after_ms"]} {heard.get("own", "-")} {heard["hear"]}]' for heard in record['heard'])
    tags = record['tags']
    return f'(;FF[4]GM[1]SZ[5]XG[{record["game"]}]XV[{record["view"]}]PB[{tags["black"]}]PW[{tags["white"]}]{nodes})\n'


def game_of(text, number):
    """One game of a file of PGN or SGF, counted from 1."""
    begin = '(;FF' if text.startswith('(;FF') else '[Event '
    return begin + text.split(begin)[number]


def make_records(nebel, name):
    """Plays a game and writes it in every format. Maps a view to the names of its files."""
    game = GAMES[name]
    both, native = f'{name}.both', f'{name}.umpire.{game.suffix}'
    nebel.read('match', *game.players, *fill('--game {game} --games 2 --nodes 20 --seed {seed} --pgn', game._asdict()), both)
    (nebel.folder / native).write_text(game_of((nebel.folder / both).read_text(), game.number))
    files = {view: [f'{name}.{view}.{game.suffix}', f'{name}.{view}.json'] for view in ('umpire', *SEATS)}
    for view, (by_game, by_json) in files.items():
        text = nebel.read('replay', native, '--view', view, '--json')
        (nebel.folder / by_json).write_text(text)
        if view in SEATS:
            write_seat(nebel, by_game, json.loads(text))
    return files


def write_seat(nebel, name, record):
    """Writes a seat's record as PGN or SGF, which must be read as the same record."""
    (nebel.folder / name).write_text((seat_sgf if name.endswith('sgf') else seat_pgn)(record))
    heard = json.loads(nebel.read('replay', name, '--json'))['heard']
    check(f'{name} tells what was heard', None if heard == record['heard'] else heard, is_quiet=True)


def make_experiments(folder):
    for name, game in GAMES.items():
        for player in LAB_PLAYERS:
            (folder / f'{player}-{name}.txt').write_text(EXPERIMENT.format(game=game.short, player=player))


# --- Cells ---------------------------------------------------------------------------------------------------------


def columns(answers):
    """The names of the games, each with its answer of a row."""
    return zip(GAMES, answers.split(), strict=True)


def fill(line, values):
    return [word.format(**values) for word in line.split()]


def reader_cells(records):
    for line, of_umpire, of_own, *of_other in READERS:
        for seat, other in (SEATS, SEATS[::-1]) if '{seat}' in line else (SEATS,):
            for view, row in (('umpire', of_umpire), (seat, of_own), (other, *(of_other or [of_own]))):
                for name, answer in columns(row):
                    for record in records[name][view]:
                        yield Cell(fill(line, {'record': record, 'seat': seat, 'turn': TURNS[seat]}), '', answer)


def match_cells():
    """Each player against `random`, which plays every game; both are named first once."""
    for player, answers in PLAYERS.items():
        for name, answer in columns(answers):
            for pair in ((player, 'random'), ('random', player)):
                options = fill('--game {short} --games 2 --nodes 2 --opening random:1', GAMES[name]._asdict())
                yield Cell(['match', *pair, *options], '', answer)


def log_cells(bot):
    """A bot against `random` in every game, and its dialogue."""
    for name, game in GAMES.items():
        options = fill('--game {short} --games 2 --nodes 2 --opening random:1 --log logs-{name}', {'name': name, **game._asdict()})
        yield Cell(['match', 'random', f'cmd:{sys.executable} {bot}', *options], '', 'works')


def speaker_cells():
    for line, said, answers in SPEAKERS:
        for name, answer in columns(answers):
            values = {'name': name, **GAMES[name]._asdict()}
            yield Cell(fill(line, values), said.format(**values), answer)


def bot_check_cells(bot):
    for only in BOT_CHECKS:
        yield Cell(['check-bot', str(bot), '--only', only], '', 'works')


# --- Answers -------------------------------------------------------------------------------------------------------


def problem_of(done, answer):
    """What is wrong with an answer, or None."""
    status, pattern = ANSWERS[answer]
    lines = done.stderr.splitlines()
    if done.returncode < 0 or done.returncode > 2 or CRASH.search(done.stderr):
        return f'it crashed with status {done.returncode}: {done.stderr[:1000]!r}'
    if done.returncode != status:
        return f'{answer!r} is status {status}, not {done.returncode}: {done.stderr[:300]!r}'
    if not status:
        noise = [line for line in lines if not NOTES.fullmatch(line)]
        return f'it says {noise[0]!r} on standard error' if noise else unless_found(pattern, done.stdout)
    if done.stdout:
        return f'it is refused and yet prints {done.stdout[:100]!r}'
    if not SENTENCE.fullmatch(done.stderr):
        return f'{done.stderr[:300]!r} is not one sentence'
    return unless_found(pattern, done.stderr.rstrip('\n'))


def unless_found(pattern, text):
    return None if re.search(pattern, text) else f'{text[:300]!r} does not have {pattern!r}'


def problem_of_cell(nebel, cell):
    try:
        return problem_of(nebel.run(cell.words, cell.input), cell.answer)
    except subprocess.TimeoutExpired:
        return f'it is still running after {SECONDS} s'


def problem_of_commands(nebel, cells):
    """Every command is in the matrix, or known to need no cell."""
    commands = set(re.findall(r'^  ([a-z-]+(?: [a-z-]+)?) {2,}[a-z]', re.sub(r'(?m)^  nebel .*', '', nebel.read('--help')), re.M))
    return difference(commands - OUTSIDE, {next(name for name in (' '.join(cell.words[:2]), cell.words[0]) if name in commands) for cell in cells})


def problem_of_players(nebel):
    listed = re.findall(r'^([a-z0-9-]+) +\S', nebel.read('players').split('\n\n')[0], re.M)
    return difference(set(listed), set(PLAYERS))


def difference(there, tested):
    """What is in one set alone, or None."""
    return f'only one of program and table has {" ".join(sorted(there ^ tested))}' if there ^ tested else None


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    binary, root = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        nebel = Nebel(binary, pathlib.Path(folder))
        make_experiments(nebel.folder)
        records = {name: make_records(nebel, name) for name in GAMES}
        cells = [*reader_cells(records), *match_cells(), *log_cells(root / 'examples/bot.py'), *speaker_cells(), *bot_check_cells(root / 'examples/bot.py')]
        for cell, problem in zip(cells, pool.map(lambda cell: problem_of_cell(nebel, cell), cells)):
            check(shlex.join(['nebel', *cell.words]), problem, is_quiet=True)
        check('every command', problem_of_commands(nebel, cells), is_quiet=True)
        check('every player', problem_of_players(nebel), is_quiet=True)
    return conclude('cells ')


if __name__ == '__main__':
    sys.exit(main())
