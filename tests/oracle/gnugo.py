"""GNU Go, as a witness, has the same legal points and the same counts of Go.

The program list_go prints random games on boards from 5x5 to 19x19 with our legal points in some of their positions and our count of boards
that are played out. GNU Go plays the same games, half of the positions with simple ko and half with positional superko, lists its own legal
points, and scores the final boards by area. It judges for itself which stones are dead, while we count all as alive, so a board on which it
finds dead stones is set aside and counted as such.

Too little is witnessed if no empty point was forbidden as suicide, by ko or by superko, or if more than a twentieth of the boards were set
aside. The environment may tell how many positions (POSITIONS) and boards (COUNTS) of which games (SEED)."""
import collections
import os

import pytest
from support.programs import find_witness, read, run

POSITIONS, COUNTS, SEED = (int(os.environ.get(name, number)) for name, number in (('POSITIONS', 600), ('COUNTS', 60), ('SEED', 1)))
KINDS = {'suicide', 'ko', 'superko'}
KO_RULES = {'ko': '--simple-ko', 'superko': '--positional-superko'}
ASIDE_MAX = 0.05

Seen = collections.namedtuple('Seen', 'line answers game')


def commands_for(line):
    """The GTP that plays or asks what one of our lines says."""
    verb, _, rest = line.partition(' ')
    if verb == 'game':
        return [f'boardsize {rest}', 'komi 0']
    if verb == 'legal':
        return [f'all_legal {rest.split()[0]}']
    if verb == 'count':
        return ['final_score', 'final_status_list dead']
    return [line]


def ask_theirs(lines, ko):
    """Returns GNU Go's answers to each line."""
    commands = [commands_for(line) for line in lines]
    script = ''.join(f'{command}\n' for group in commands for command in group) + 'quit\n'
    done = run([find_witness('gnugo'), '--mode', 'gtp', '--quiet', '--level', '0', '--chinese-rules', '--forbid-suicide', KO_RULES[ko]], input=script, seconds=None)
    answers = iter(done.stdout.split('\n\n'))
    groups = [[next(answers, '') for _ in group] for group in commands]
    reached = next((i for i, group in enumerate(groups) if '' in group), None)
    assert done.returncode == 0 and reached is None, f'GNU Go ended with status {done.returncode} at: {lines[-1 if reached is None else reached][:80]}'
    return groups


@pytest.fixture(scope='module')
def seen(build):
    """Returns all lines with GNU Go's answers and the moves before them."""
    found = []
    for part, ko in enumerate(KO_RULES):
        shares = [(number + part) // 2 for number in (POSITIONS, COUNTS)]
        lines, game = read([build / 'tests/list_go', *shares, SEED + part, ko], seconds=None).splitlines(), []
        assert [sum(line.startswith(word) for line in lines) for word in ('legal', 'count')] == shares
        for line, answers in zip(lines, ask_theirs(lines, ko)):
            if line.startswith('game'):
                game = []
            found.append(Seen(line, answers, ' '.join(game)))
            if line.split()[0] not in ('game', 'legal', 'count'):
                game.append(line)
    return found


def starting(seen, verb):
    return [one for one in seen if one.line.startswith(verb + ' ')]


def margin_of(score):
    """Black's points less White's, from `B+3.0`, `W+3.0` or `0`."""
    side, _, points = score.partition('+')
    return float(points) * (1 if side == 'B' else -1) if points else float(score)


def assert_none(different):
    assert not different, f'{len(different)} differ:\n' + '\n'.join(f'{one.game}\n  we say: {one.line}\n  GNU Go says: {one.answers}' for one in different[:10])


def test_gnu_go_plays_every_move(seen):
    assert_none([one for one in seen if not all(answer.startswith('=') for answer in one.answers)])


def test_both_have_the_same_legal_points(seen):
    assert_none([one for one in starting(seen, 'legal')
                 if set(one.line.split(' | ')[0].split()[2:]) != set(one.answers[0].removeprefix('=').lower().split()) - {'pass'}])


def test_every_kind_of_forbidden_point_was_seen(seen):
    groups = [group.split() for one in starting(seen, 'legal') for group in one.line.split(' | ')[1:]]
    assert {kind for kind, *points in groups if points} == KINDS


def test_both_count_the_same(seen):
    boards = starting(seen, 'count')
    counted = [one for one in boards if not one.answers[1].removeprefix('=').strip()]
    assert_none([one for one in counted if margin_of(one.answers[0].removeprefix('=').strip()) != int(one.line.split()[1])])
    assert len(boards) - len(counted) <= ASIDE_MAX * len(boards), f'only {len(counted)} of {len(boards)} have no dead stones'
