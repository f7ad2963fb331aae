#!/usr/bin/env python3
"""Checks `nebel belief` and `nebel analyse` from outside: rows, maps, JSON, tables, and errors that help.

usage: tests/e2e/belief.py BINARY      (in the source tree: it follows examples/game.pgn)

Prints one line a check, then `N passed, M failed`; exits 1 if anything failed."""
import collections
import json
import math
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

SECONDS = 60
GAME = 'examples/game.pgn'
GO_GAME = 'examples/phantom-go.sgf'
TURNS = {'white': 10, 'black': 9}  # of the example
FIGURES = pathlib.Path(__file__).resolve().parents[2] / 'tools/figures/metaposition-figures'

# Lines that are not understood (2) or fail (1), and the words that tell why.
ERRORS = {
    'no record': ('belief --seat white', 2, 'name a record'),
    'no seat': (f'belief {GAME}', 2, '--seat white or --seat black'),
    'an unknown seat': (f'belief {GAME} --seat red', 2, 'white, black or a name'),
    'a missing record': ('belief nosuch.pgn --seat white', 2, 'cannot open the record nosuch.pgn: No such file'),
    'a file that is no record': ('belief README.md --seat white', 1, r'line \d+: '),
    'a game that is not there': (f'belief {GAME} --seat white --game 2', 1, 'no game 2 in this file, only 1'),
    'a limit too small': (f'belief {GAME} --seat white --limit 1', 2, 'from 10 to 1000000'),
    'an unknown policy': (f'belief {GAME} --seat white --policy bold', 2, 'uniform, capturer, mcts'),
    'a move that is not there': (f'belief {GAME} --seat white --at 70', 2, 'no turn of white at move 70'),
    'two records': (f'belief {GAME} {GAME} --seat white', 2, '--density and --forecast take several'),
    'forecasts of another player': (f'belief --forecast mcts-c {GAME} --seat white', 2, "for fog, not 'mcts-c'"),
    'forecasts of nobody': (f'belief --forecast nobody {GAME} --seat white', 2, 'nobody'),
    'sizes without a table': (f'belief {GAME} --seat white --sizes', 2, 'for --table'),
    'two tables at a time': (f'belief --table {GAME} --seat white --sizes --observed', 2, 'give one of them'),
    'a table with maps': (f'belief --table {GAME} --seat white --at 3', 2, 'leave out --at'),
    'a table of nothing': ('belief --table --seat white', 2, 'name one or more files'),
    'bad limits': (f'belief --table {GAME} --seat white --limits 1000,few', 2, 'as in 1000,10000'),
    'no seat to analyse': (f'analyse {GAME}', 2, '--seat white or --seat black'),
    'a move that is not there to analyse': (f'analyse {GAME} --seat black --move 10', 2, 'no turn of black at move 10'),
    'an unknown player': (f'analyse {GAME} --seat white --player nobody', 2, 'nobody'),
    'a player of another game': (f'analyse {GAME} --seat white --player negamax', 2, 'negamax'),
    'a metaposition in JSON': (f'belief {GAME} --seat white --metaposition --json', 2, 'leave out --json'),
    'a turn of Go that is not there': (f'analyse {GO_GAME} --seat white --limit 50 --move 1', 2, 'no turn of white at move 1'),
    'a policy for Go': (f'analyse {GO_GAME} --seat white --policy capturer', 2, 'for Kriegspiel'),
    'nodes for nobody': (f'analyse {GAME} --seat white --nodes 5', 2, '--player'),
}

OPEN_GAME = '[Game "chess(board=8x8)"]\n\n1. e4 e5 2. Nf3 *\n'
OWN_RECORD = '[View "white"]\n\n{[%hear 0.000 opening own]} {[%own e2e4] [%hear 1.000 played]} *\n'

counts = collections.Counter()


def check(name, problem):
    """Counts one check; `problem` is empty if it passed, or says what is wrong."""
    counts['failed' if problem else 'passed'] += 1
    print(f'failed: {name}: {problem}' if problem else f'passed: {name}', flush=True)


class Nebel:
    def __init__(self, binary):
        self.binary = binary

    def run(self, line):
        return subprocess.run([self.binary, *shlex.split(line)], capture_output=True, text=True, timeout=SECONDS)

    def read(self, line):
        done = self.run(line)
        if done.returncode:
            raise RuntimeError(f'nebel {line}: exit {done.returncode}: {done.stderr.strip()}')
        return done.stdout


def rows_of(text):
    """The rows of `nebel belief`: move, boards, exact, sampled or guessed, and four figures."""
    found = re.findall(r'^ *(\d+) +(\d+) (exact|sampled|guessed) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)$', text, re.M)
    return [(int(row[0]), int(row[1]), row[2], *map(float, row[3:])) for row in found]


def rows_problem(rows, turns):
    if [row[0] for row in rows] != list(range(1, turns + 1)):
        return f'moves {[row[0] for row in rows]}'
    for move, boards, kind, weight, king, loss, brier in rows:
        if kind == 'exact' and not (boards and weight > 0):
            return f'move {move}: the truth is not in an exact set'
        if not (weight <= king <= 1 and 0 <= brier <= 1):
            return f'move {move}: weight {weight}, king {king}, Brier {brier}'
        if abs(math.exp(-loss) - 0.99 * king - 0.01 / 64) > 0.002:
            return f'move {move}: chance {king} is no loss of {loss}'
    return ''


def mean_problem(text, rows):
    found = re.search(r'^mean of (\d+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)$', text, re.M)
    if not found:
        return 'no line of means'
    for column, shown in enumerate(map(float, found.groups()[1:]), 3):
        mean = sum(row[column] for row in rows) / len(rows)
        if abs(mean - shown) > 0.001:
            return f'column {column}: {shown}, not {mean}'
    return ''


def maps_of(text):
    """Two maps as squares: {'e8': '74'}; without the star of the truth."""
    maps = ({}, {})
    for line in re.findall(r'^[1-8] .*$', text, re.M):
        line = line.ljust(76)
        for number, start in enumerate((2, 40)):
            for file in range(8):
                maps[number]['abcdefgh'[file] + line[0]] = line[start + 4 * file:start + 4 * file + 3].strip()
    return maps


def check_metapositions(nebel):
    page = pathlib.Path('docs/engines/metapositions.md').read_text()
    drawing = re.search(r'^```\n(8  .*?)```$', page, re.M | re.S)
    text = nebel.read(f'belief {GAME} --seat white --metaposition --at 4')
    check('the metaposition of its page is the one that is drawn', '' if drawing and drawing[1] in text else text)
    for seat, turns in TURNS.items():
        text = nebel.read(f'belief {GAME} --seat {seat} --metaposition')
        held = re.findall(r'^ *(\d+) .*  held$', text, re.M)
        check(f'no metaposition of {seat} rules out the truth',
              '' if list(map(int, held)) == list(range(1, turns + 1)) else text)


def check_figures(nebel):
    """Of the example by hand: 18 moves, 5 of them with a call; nine of each seat, with one and two refused tries."""
    for seat, turns, tries in (('Anna', 10, '1.111'), ('Otto', 9, '1.222')):
        done = subprocess.run([FIGURES, nebel.binary, GAME, '--seat', seat], capture_output=True, text=True, timeout=SECONDS)
        wanted = fr'1 games, {turns} turns of {seat}: {tries} .* tries a move, .* 27\.8 .* % of moves heard with a call'
        check(f'tools/figures/metaposition-figures counts the tries and calls of {seat}',
              '' if re.match(wanted, done.stdout) and not done.returncode else done.stdout + done.stderr)
    done = subprocess.run([FIGURES, nebel.binary, GAME, '--seat', 'Anna', '--moves', '50-60'], capture_output=True, text=True,
                          timeout=SECONDS)
    check('and prints no figures of no moves', '' if done.returncode and 'no game has any' in done.stderr else done.stdout + done.stderr)


def check_belief(nebel):
    for seat, turns in TURNS.items():
        text = nebel.read(f'belief {GAME} --seat {seat}')
        rows = rows_of(text)
        check(f'a sound row for each turn of {seat}', rows_problem(rows, turns))
        check(f'the means of {seat} are those of the rows', mean_problem(text, rows) if rows else 'no rows')
        check(f'deaths and revivals of {seat} are told',
              '' if re.search(r'^\d+ deaths, \d+ revivals$', text, re.M) else text)
    named, coloured = (nebel.read(f'belief {GAME} --seat {who}') for who in ('Anna', 'white'))
    check('a seat may be told by its name', '' if named == coloured else 'not the same')
    check('the same seed gives the same sample',
          '' if nebel.read(f'belief {GAME} --seat white --limit 300 --seed 5') ==
          nebel.read(f'belief {GAME} --seat white --limit 300 --seed 5') else 'not the same')
    check('another seed gives another sample',
          '' if rows_of(nebel.read(f'belief {GAME} --seat white --limit 300 --seed 5')) !=
          rows_of(nebel.read(f'belief {GAME} --seat white --limit 300 --seed 6')) else 'the same')


def check_dead_pools(nebel):
    """A pool without a board gives no map."""
    with tempfile.TemporaryDirectory() as folder:
        pgn, sgf = pathlib.Path(folder) / 'games.pgn', pathlib.Path(folder) / 'games.sgf'
        nebel.read(f'match capturer random --games 2 --nodes 10 --seed 1 --pgn {pgn}')
        nebel.read(f"match go-random go-random --game 'phantom-go(size=5)' --games 2 --nodes 10 --seed 1 --pgn {sgf}")
        games = {'Turn': f'{sgf} --game 1 --seat black --limit 10', 'Move': f'{pgn} --game 2 --seat black --limit 10'}
        for unit, game in games.items():
            text = nebel.read(f'belief {game}')
            dead = [int(row[0]) for row in re.findall(r'^ *(\d+) +0 (\w+)', text, re.M) if row[1] == 'dead']
            living = [int(row) for row in re.findall(r'^ *(\d+) +[1-9]\d* \w+ +\d', text, re.M)]
            check(f'a dead pool is called dead: {unit}', '' if dead and not re.search(r' 0 (exact|sampled|guessed)', text) else text)
            if not dead or not living:
                continue
            last = max(living)
            check(f'the last map is of the last pool with a board: {unit}',
                  '' if re.search(rf'^{unit} {last}[:,;]', text, re.M) else text)
            check(f'a dead last pool is told: {unit}',
                  '' if (f'{unit} {dead[-1]}: no board is left' in text) == (dead[-1] > last) else text)
            text = nebel.read(f'belief {game} --at {dead[-1]}')
            check(f'no map is drawn from a dead pool: {unit}',
                  '' if f'{unit} {dead[-1]}: no board is left' in text and 'truly are' not in text else text)
            said = json.loads(nebel.read(f'belief {game} --at {dead[-1]} --json'))
            check(f'nor in JSON: {unit}',
                  '' if said['at'] == dead[-1] and all(said.get(key) is None for key in ('king', 'men', 'stones')) else str(said))
            done = nebel.run(f'belief {game} --at 999')
            check(f'a turn that is not there is no success: {unit}',
                  '' if done.returncode == 2 and 'no turn of black at move 999' in done.stderr else done.stdout)
        text = nebel.read(f'belief {games["Move"]} --at 60')
        guessed = re.search(r'^ +60 +\d+ guessed', text, re.M)
        check('maps of guesses are called so', '' if guessed and 'Move 60, from guessed boards; ' in text else text)


def check_maps(nebel):
    king, men = maps_of(nebel.read(f'belief {GAME} --seat white --at 4'))
    check('at move 4 the king must be on e8', '' if king['e8'] == '100' and king['d8'] == '.' else str(king))
    check('own men are letters', '' if (king['e1'], men['f3']) == ('K', 'N') else str(men))
    check('where a man was lost stands its captor', '' if men['d5'] == '100' else men['d5'])
    check('without a terminal there are no colours',
          '' if '\033' not in nebel.read(f'belief {GAME} --seat white') else 'escapes')


def check_json(nebel):
    read = json.loads(nebel.read(f'belief {GAME} --seat black --at 5 --json'))
    rows = rows_of(nebel.read(f'belief {GAME} --seat black'))
    check('JSON has the rows of the text',
          '' if [(turn['move'], turn['boards']) for turn in read['turns']] == [row[:2] for row in rows] else
          str(read['turns']))
    check('the map of the king sums to 1', '' if abs(sum(read['king'].values()) - 1) < 1e-9 else str(read['king']))
    check('JSON has the move asked for', '' if read['at'] == 5 and read['seat'] == 'black' else str(read))


def check_table(nebel):
    rows = rows_of(nebel.read(f'belief {GAME} --seat white --limit 1000'))
    text = nebel.read(f'belief --table {GAME} {GAME} --seat white --limits 500,1000')
    check('a table for each limit', '' if re.findall(r'at most (\d+) boards', text) == ['500', '1000'] else text)
    row = re.search(r'at most 1000 .*?\| 1-5 \| 10 \| \S+ \| \S+ \| \S+ \| ([\d.]+) \|', text, re.S)
    mean = sum(row[4] for row in rows[:5]) / 5
    check('two games of one record have twice its turns and its mean',
          '' if row and abs(float(row[1]) - mean) < 0.02 else f'{mean}: {text}')
    sizes = nebel.read(f'belief --table {GAME} --seat white --sizes --limits 1000')
    exact = [row[1] for row in rows if row[2] == 'exact']
    found = [int(size) for size in re.findall(r'^\| \d+ \| 1 \| 1\.00 \| (\d+) \| \1 \| \1 \|$', sizes, re.M)]
    check('the sizes of exact sets are those of the rows', '' if exact and found == exact else f'{exact}: {sizes}')
    check('a set that has outgrown the limit is more',
          '' if re.search(r'^\| 15 \| 1 \| 0\.00 \| more \| more \| more \|$', sizes, re.M) else sizes)
    observed = nebel.read(f'belief --table {GAME} --seat white --observed --limits 1000')
    found = re.findall(r'^\| \d+ \| 1 \| 0 \| (\d+) \| (\d+) \| (\d+) \| [\d.]+ % \(.*\) \|$', observed, re.M)
    check('last-observation boards are looked for in the same exact sets',
          '' if [int(size) for size, _, _ in found] == exact else f'{exact}: {observed}')
    check('some are drawn, and never more are inside',
          '' if found and all(int(drawn) >= int(inside) and int(drawn) for _, drawn, inside in found) else observed)


def check_analysis(nebel):
    text = nebel.read(f'analyse {GAME} --seat white --player capturer --nodes 1')
    blocks = text.split('\nMove ')[1:]
    check('one block a turn', '' if len(blocks) == TURNS['white'] else text)
    check('at move 1 all is known',
          '' if 'Certain: king e8, queen d8' in blocks[0] and 'a3-h3' in blocks[0] else blocks[0])
    check('each try is compared with the player',
          '' if text.count('  Tried ') == text.count('capturer would have tried ') == 10 else text)
    refusal = re.search(r'Tried b2c3, legal with chance 0\.\d+; refused: .*?(\d+\.\d+) bits '
                        r'\((\d+) boards, then (\d+)\)', blocks[7])
    check('a refusal that was not certain tells something',
          '' if refusal and float(refusal[1]) > 0 and int(refusal[3]) < int(refusal[2]) else blocks[7])
    one = nebel.read(f'analyse {GAME} --seat white --player capturer --nodes 1 --move 8')
    boards = nebel.read(f"analyse {GAME} --seat white --player 'meta(checks=1)' --nodes 600 --move 8")
    nodes = re.findall(r'\((\d+) nodes, (\d+) of them on full boards\)\.', boards)
    check('nodes on full boards are told apart',
          '' if len(nodes) == 2 and all(0 < int(some) <= int(every) for every, some in nodes) else boards)
    check('meta has none', '' if 'full boards' not in nebel.read(f'analyse {GAME} --seat white --player meta --nodes 600 --move 8')
          else 'full boards')
    check('one turn alone is the same', '' if one.split('\nMove ')[1:] == [blocks[7].rstrip('\n') + '\n'] else one)


def check_go_analysis(nebel):
    text = nebel.read(f'analyse {GO_GAME} --seat white --limit 300 --move 22 --player go-flat --nodes 50')
    check('of Go one turn is shown', '' if re.findall(r'^Turn (\d+):', text, re.M) == ['22'] else text)
    refusal = re.search(r'Tried b2, legal with chance 0\.\d+; refused: informative, [\d.]+ bits \((\d+) boards, then '
                        r'(\d+)\); a stone is there with chance 1\.00, (0\.\d+) before\.', text)
    check('a refusal of Go tells a stone', '' if refusal and int(refusal[2]) < int(refusal[1]) else text)
    check('each try of Go is compared with the player',
          '' if text.count('  Tried ') == text.count('go-flat would have tried ') == 2 else text)
    later = nebel.read(f'analyse {GO_GAME} --seat white --limit 300 --move 24')
    check('it is remembered', '' if re.search(r'certainly enemy stones, of \d+: b2', later) else later)


def check_go_table(nebel):
    with tempfile.TemporaryDirectory() as folder:
        games = f'{folder}/games.sgf'
        nebel.read(f"match go-random go-random --game 'phantom-go(size=5)' --games 2 --pgn {games}")
        mean = re.search(r'^mean of (\d+) +([\d.]+) +([\d.]+)$', nebel.read(f'belief {games} --seat black --limit 200'), re.M)
        row = re.search(r'^\| all \| (\d+) \| \S+ \| \S+ \| ([\d.]+) \| ([\d.]+) \| [\d.]+ \| ([\d.]+) \|',
                        nebel.read(f'belief --table {games} --seat black --limit 200 --games 1'), re.M)
        check('a table of one game of Go has the means of its rows',
              '' if mean and row and mean[1] == row[1] and abs(float(mean[2]) - float(row[2])) < 1e-4 and
              abs(float(mean[3]) - float(row[4])) < 1e-4 else f'{mean}: {row}')
        sizes = nebel.read(f'belief --table {games} --seat white --sizes --limit 300')
        check('after one black stone there are 25 boards',
              '' if re.search(r'^\| 1 \| 2 \| 1\.00 \| 25 \| 25 \| 25 \|$', sizes, re.M) else sizes)
        for line, words in ((f'belief --table {games} {GAME} --seat white --limit 50', 'give files of one of them'),
                            (f'belief --table {games} --seat white --observed', 'for Kriegspiel')):
            check(f'a table that cannot be: nebel {line}', error_problem(nebel.run(line), 2, words))


def error_problem(done, status, words):
    if done.returncode != status:
        return f'exit {done.returncode}, not {status}: {done.stderr!r}'
    if done.stdout:
        return f'standard output is not empty: {done.stdout!r}'
    if not re.fullmatch(r'nebel: [^\n]+\n', done.stderr) or not re.search(words, done.stderr):
        return f'not one line with `{words}`: {done.stderr!r}'
    return ''


def check_errors(nebel):
    for name, (line, status, words) in ERRORS.items():
        check(f'{name}: nebel {line}', error_problem(nebel.run(line), status, words))
    for name, record, words in (('open chess hides nothing', OPEN_GAME, 'nothing is hidden'),
                                ("a seat's own record has no truth", OWN_RECORD, "white's own record")):
        with tempfile.NamedTemporaryFile('w', suffix='.pgn') as file:
            file.write(record)
            file.flush()
            check(name, error_problem(nebel.run(f'belief {file.name} --seat white'), 1, words))


def forecast_sums(text):
    """Of each kind of forecast: how many there were, how many came true, and the sum of their chances."""
    sums = [[0, 0, 0.0] for _ in range(3)]
    for row in re.findall(r'^\| 0\.\d-\d\.\d \|(.*)\|$', text, re.M):
        cells = [cell.strip() for cell in row.split('|')]
        for kind, (count, mean, share) in enumerate(zip(cells[::3], cells[1::3], cells[2::3])):
            if mean:
                sums[kind][0] += int(count)
                sums[kind][1] += round(int(count) * float(share))
                sums[kind][2] += int(count) * float(mean)
    return sums


def check_forecasts(nebel):
    """White of the example has ten tries, one of them refused; of the nine replies one captures and one gives check."""
    fitted, uniform = (forecast_sums(nebel.read(f"belief --forecast '{player}' {GAME} --seat white"))
                       for player in ('fog', 'fog(model=uniform)'))
    for name, sums in (('fog', fitted), ('one without a model of the opponent', uniform)):
        found = [(count, came_true) for count, came_true, _ in sums]
        check(f'the forecasts of {name} are compared with what came',
              '' if found == [(10, 9), (9, 1), (9, 1)] else str(found))
    check('the model of the opponent makes other forecasts of captures',
          '' if abs(fitted[1][2] - uniform[1][2]) > 0.05 else f'{fitted[1][2]}, {uniform[1][2]}')


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    nebel = Nebel(str(pathlib.Path(sys.argv[1]).resolve()))
    try:
        for checks in (check_belief, check_metapositions, check_figures, check_maps, check_json, check_table, check_forecasts,
                       check_analysis, check_go_analysis, check_go_table, check_errors):
            checks(nebel)
    except (OSError, RuntimeError, subprocess.TimeoutExpired) as error:
        check('the checks can be run to their end', str(error))
    print(f'{counts["passed"]} passed, {counts["failed"]} failed')
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
