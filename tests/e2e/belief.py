"""`nebel belief` and `nebel analyse` from outside: rows, maps, JSON, tables, and errors that help. They follow examples/game.pgn."""
import math
import re

import pytest
from support.programs import assert_refused, run

GAME = 'examples/game.pgn'
GO_GAME = 'examples/phantom-go.sgf'
TURNS = {'white': 10, 'black': 9}  # of the example

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

# Records that have nothing to tell, and why.
RECORDS = {
    'open chess': ('[Game "chess(board=8x8)"]\n\n1. e4 e5 2. Nf3 *\n', 'nothing is hidden'),
    "a seat's own record": ('[View "white"]\n\n{[%hear 0.000 opening own]} {[%own e2e4] [%hear 1.000 played]} *\n', "white's own record"),
}


def rows_of(text):
    """The rows of `nebel belief`: move, boards, exact, sampled or guessed, and four figures."""
    found = re.findall(r'^ *(\d+) +(\d+) (exact|sampled|guessed) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)$', text, re.M)
    return [(int(row[0]), int(row[1]), row[2], *map(float, row[3:])) for row in found]


@pytest.mark.parametrize('seat', TURNS)
def test_there_is_a_sound_row_for_each_turn(nebel, seat):
    text = nebel.read(f'belief {GAME} --seat {seat}')
    rows = rows_of(text)
    assert [row[0] for row in rows] == list(range(1, TURNS[seat] + 1))
    for move, boards, kind, weight, king, loss, brier in rows:
        assert kind != 'exact' or boards and weight > 0, f'move {move}: the truth is not in an exact set'
        assert weight <= king <= 1 and 0 <= brier <= 1, f'move {move}: weight {weight}, king {king}, Brier {brier}'
        assert abs(math.exp(-loss) - 0.99 * king - 0.01 / 64) <= 0.002, f'move {move}: chance {king} is no loss of {loss}'
    means = re.search(r'^mean of (\d+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)$', text, re.M)
    for column, shown in enumerate(map(float, means.groups()[1:]), 3):
        assert abs(sum(row[column] for row in rows) / len(rows) - shown) <= 0.001, f'the mean of column {column} is not {shown}'
    assert re.search(r'^\d+ deaths, \d+ revivals$', text, re.M), text


def test_a_seat_may_be_told_by_its_name(nebel):
    assert nebel.read(f'belief {GAME} --seat Anna') == nebel.read(f'belief {GAME} --seat white')


def test_a_seed_gives_the_same_sample_and_another_another(nebel):
    once, again, other = (nebel.read(f'belief {GAME} --seat white --limit 300 --seed {seed}') for seed in (5, 5, 6))
    assert once == again and rows_of(once) != rows_of(other)


def test_the_metaposition_of_its_page_is_the_one_that_is_drawn(nebel, source):
    drawing = re.search(r'^```\n(8  .*?)```$', (source / 'docs/engines/metapositions.md').read_text(), re.M | re.S)
    assert drawing[1] in nebel.read(f'belief {GAME} --seat white --metaposition --at 4')


@pytest.mark.parametrize('seat', TURNS)
def test_no_metaposition_rules_out_the_truth(nebel, seat):
    held = re.findall(r'^ *(\d+) .*  held$', nebel.read(f'belief {GAME} --seat {seat} --metaposition'), re.M)
    assert list(map(int, held)) == list(range(1, TURNS[seat] + 1))


# Of the example by hand: 18 moves, 5 of them with a call; nine of each seat, with one and two refused tries.
@pytest.mark.parametrize('seat, turns, tries', [('Anna', 10, '1.111'), ('Otto', 9, '1.222')])
def test_figures_count_the_tries_and_calls(nebel, source, seat, turns, tries):
    done = run([source / 'tools/figures/metaposition-figures', nebel.path, GAME, '--seat', seat], cwd=source)
    wanted = fr'1 games, {turns} turns of {seat}: {tries} .* tries a move, .* 27\.8 .* % of moves heard with a call'
    assert done.returncode == 0 and re.match(wanted, done.stdout), done.stdout + done.stderr


def test_there_are_no_figures_of_no_moves(nebel, source):
    done = run([source / 'tools/figures/metaposition-figures', nebel.path, GAME, '--seat', 'Anna', '--moves', '50-60'], cwd=source)
    assert done.returncode and 'no game has any' in done.stderr, done.stdout + done.stderr


def maps_of(text):
    """Two maps as squares: {'e8': '74'}; without the star of the truth."""
    maps = ({}, {})
    for line in re.findall(r'^[1-8] .*$', text, re.M):
        line = line.ljust(76)
        for number, start in enumerate((2, 40)):
            for file in range(8):
                maps[number]['abcdefgh'[file] + line[0]] = line[start + 4 * file:start + 4 * file + 3].strip()
    return maps


def test_maps_show_where_men_may_be(nebel):
    text = nebel.read(f'belief {GAME} --seat white --at 4')
    king, men = maps_of(text)
    assert king['e8'] == '100' and king['d8'] == '.', king
    assert (king['e1'], men['f3']) == ('K', 'N'), 'own men are letters'
    assert men['d5'] == '100', 'where a man was lost stands its captor'
    assert '\033' not in text, 'colours without a terminal'


def test_json_has_the_rows_of_the_text(nebel):
    read = nebel.read_json(f'belief {GAME} --seat black --at 5 --json')
    assert [(turn['move'], turn['boards']) for turn in read['turns']] == [row[:2] for row in rows_of(nebel.read(f'belief {GAME} --seat black'))]
    assert abs(sum(read['king'].values()) - 1) < 1e-9
    assert read['at'] == 5 and read['seat'] == 'black'


@pytest.fixture
def rows(nebel):
    return rows_of(nebel.read(f'belief {GAME} --seat white --limit 1000'))


def test_two_games_of_one_record_have_twice_its_turns_and_its_mean(nebel, rows):
    text = nebel.read(f'belief --table {GAME} {GAME} --seat white --limits 500,1000')
    assert re.findall(r'at most (\d+) boards', text) == ['500', '1000']
    row = re.search(r'at most 1000 .*?\| 1-5 \| 10 \| \S+ \| \S+ \| \S+ \| ([\d.]+) \|', text, re.S)
    assert abs(float(row[1]) - sum(row[4] for row in rows[:5]) / 5) < 0.02, text


def test_sizes_and_observed_boards_are_of_the_exact_sets(nebel, rows):
    exact = [row[1] for row in rows if row[2] == 'exact']
    sizes = nebel.read(f'belief --table {GAME} --seat white --sizes --limits 1000')
    assert exact and [int(size) for size in re.findall(r'^\| \d+ \| 1 \| 1\.00 \| (\d+) \| \1 \| \1 \|$', sizes, re.M)] == exact
    assert re.search(r'^\| 15 \| 1 \| 0\.00 \| more \| more \| more \|$', sizes, re.M), f'a set that has outgrown the limit is more: {sizes}'
    observed = nebel.read(f'belief --table {GAME} --seat white --observed --limits 1000')
    found = [tuple(map(int, row)) for row in re.findall(r'^\| \d+ \| 1 \| 0 \| (\d+) \| (\d+) \| (\d+) \| [\d.]+ % \(.*\) \|$', observed, re.M)]
    assert [size for size, _, _ in found] == exact
    assert all(drawn >= inside and drawn for _, drawn, inside in found), observed


@pytest.fixture
def blocks(nebel):
    return nebel.read(f'analyse {GAME} --seat white --player capturer --nodes 1').split('\nMove ')[1:]


def test_an_analysis_has_a_block_a_turn(nebel, blocks):
    assert len(blocks) == TURNS['white']
    assert 'Certain: king e8, queen d8' in blocks[0] and 'a3-h3' in blocks[0], 'at move 1 all is known'
    text = ''.join(blocks)
    assert text.count('  Tried ') == text.count('capturer would have tried ') == 10, text
    one = nebel.read(f'analyse {GAME} --seat white --player capturer --nodes 1 --move 8')
    assert one.split('\nMove ')[1:] == [blocks[7].rstrip('\n') + '\n'], 'one turn alone is another'


def test_a_refusal_that_was_not_certain_tells_something(blocks):
    refusal = re.search(r'Tried b2c3, legal with chance 0\.\d+; refused: .*?(\d+\.\d+) bits \((\d+) boards, then (\d+)\)', blocks[7])
    assert refusal and float(refusal[1]) > 0 and int(refusal[3]) < int(refusal[2]), blocks[7]


def test_nodes_on_full_boards_are_told_apart(nebel):
    boards = nebel.read(f"analyse {GAME} --seat white --player 'meta(checks=1)' --nodes 600 --move 8")
    nodes = re.findall(r'\((\d+) nodes, (\d+) of them on full boards\)\.', boards)
    assert len(nodes) == 2 and all(0 < int(some) <= int(every) for every, some in nodes), boards
    assert 'full boards' not in nebel.read(f'analyse {GAME} --seat white --player meta --nodes 600 --move 8')


def test_a_refusal_of_go_tells_a_stone_that_is_remembered(nebel):
    text = nebel.read(f'analyse {GO_GAME} --seat white --limit 300 --move 22 --player go-flat --nodes 50')
    assert re.findall(r'^Turn (\d+):', text, re.M) == ['22'], text
    refusal = re.search(r'Tried b2, legal with chance 0\.\d+; refused: informative, [\d.]+ bits \((\d+) boards, then '
                        r'(\d+)\); a stone is there with chance 1\.00, (0\.\d+) before\.', text)
    assert refusal and int(refusal[2]) < int(refusal[1]), text
    assert text.count('  Tried ') == text.count('go-flat would have tried ') == 2, text
    later = nebel.read(f'analyse {GO_GAME} --seat white --limit 300 --move 24')
    assert re.search(r'certainly enemy stones, of \d+: b2', later), later


@pytest.fixture
def go_games(nebel, tmp_path):
    games = tmp_path / 'games.sgf'
    nebel.read(f"match go-random go-random --game 'phantom-go(size=5)' --games 2 --pgn {games}")
    return games


def test_a_table_of_one_game_of_go_has_the_means_of_its_rows(nebel, go_games):
    mean = re.search(r'^mean of (\d+) +([\d.]+) +([\d.]+)$', nebel.read(f'belief {go_games} --seat black --limit 200'), re.M)
    row = re.search(r'^\| all \| (\d+) \| \S+ \| \S+ \| ([\d.]+) \| ([\d.]+) \| [\d.]+ \| ([\d.]+) \|',
                    nebel.read(f'belief --table {go_games} --seat black --limit 200 --games 1'), re.M)
    assert mean[1] == row[1] and abs(float(mean[2]) - float(row[2])) < 1e-4 and abs(float(mean[3]) - float(row[4])) < 1e-4, f'{mean}: {row}'


def test_after_one_black_stone_there_are_25_boards(nebel, go_games):
    sizes = nebel.read(f'belief --table {go_games} --seat white --sizes --limit 300')
    assert re.search(r'^\| 1 \| 2 \| 1\.00 \| 25 \| 25 \| 25 \|$', sizes, re.M), sizes


def test_a_table_that_cannot_be_is_refused(nebel, go_games):
    assert_refused(nebel.run(f'belief --table {go_games} {GAME} --seat white --limit 50'), 2, 'give files of one of them')
    assert_refused(nebel.run(f'belief --table {go_games} --seat white --observed'), 2, 'for Kriegspiel')


# A pool without a board gives no map.
@pytest.mark.parametrize('unit, match, which', [
    ('Move', 'match capturer random', '--game 2 --seat black --limit 10'),
    ('Turn', "match go-random go-random --game 'phantom-go(size=5)'", '--game 1 --seat black --limit 10')])
def test_a_dead_pool_is_called_dead_and_gives_no_map(nebel, tmp_path, unit, match, which):
    record = tmp_path / 'games'
    nebel.read(f'{match} --games 2 --nodes 10 --seed 1 --pgn {record}')
    text = nebel.read(f'belief {record} {which}')
    dead = [int(row) for row in re.findall(r'^ *(\d+) +0 dead', text, re.M)]
    living = [int(row) for row in re.findall(r'^ *(\d+) +[1-9]\d* \w+ +\d', text, re.M)]
    assert dead and living and not re.search(r' 0 (exact|sampled|guessed)', text), text
    assert re.search(rf'^{unit} {max(living)}[:,;]', text, re.M), f'the last map is of the last pool with a board: {text}'
    assert (f'{unit} {dead[-1]}: no board is left' in text) == (dead[-1] > max(living)), text
    text = nebel.read(f'belief {record} {which} --at {dead[-1]}')
    assert f'{unit} {dead[-1]}: no board is left' in text and 'truly are' not in text, text
    said = nebel.read_json(f'belief {record} {which} --at {dead[-1]} --json')
    assert said['at'] == dead[-1] and all(said.get(key) is None for key in ('king', 'men', 'stones')), said
    assert_refused(nebel.run(f'belief {record} {which} --at 999'), 2, 'no turn of black at move 999')
    if unit == 'Move':
        text = nebel.read(f'belief {record} {which} --at 60')
        assert re.search(r'^ +60 +\d+ guessed', text, re.M) and 'Move 60, from guessed boards; ' in text, text


@pytest.mark.parametrize('line, status, words', ERRORS.values(), ids=ERRORS)
def test_an_error_tells_what_to_do(nebel, line, status, words):
    assert_refused(nebel.run(line), status, words)


@pytest.mark.parametrize('text, words', RECORDS.values(), ids=RECORDS)
def test_a_record_that_has_nothing_to_tell_is_refused(nebel, tmp_path, text, words):
    (tmp_path / 'record.pgn').write_text(text)
    assert_refused(nebel.run(f'belief {tmp_path}/record.pgn --seat white'), 1, words)


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


def test_forecasts_are_compared_with_what_came(nebel):
    """White of the example has ten tries, one of them refused; of the nine replies one captures and one gives check."""
    fitted, uniform = (forecast_sums(nebel.read(f"belief --forecast '{player}' {GAME} --seat white")) for player in ('fog', 'fog(model=uniform)'))
    for sums in (fitted, uniform):
        assert [(count, came_true) for count, came_true, _ in sums] == [(10, 9), (9, 1), (9, 1)]
    assert abs(fitted[1][2] - uniform[1][2]) > 0.05, 'the model of the opponent makes the same forecasts of captures'
