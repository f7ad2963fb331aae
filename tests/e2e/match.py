"""nebel match, tournament and tune from outside: figures, hashes, PGN, errors, and runners that are killed.

A runner is killed when its match file has reached a chosen size, so nothing here waits for a clock; the environment may tell how often it
is killed (MOMENTS; make campaign asks for 20)."""
import json
import os
import random
import re
import resource
import signal
import subprocess

import pytest
from support.programs import assert_refused, find_witness, run
from support.waiting import wait_until

MOMENTS = int(os.environ.get('MOMENTS', 5))
SMALL = "match random capturer --game 'kriegspiel(board=5x5)' --games 60 --nodes 1"
WHOLE_BOARD = "match random capturer --game 'kriegspiel(rules=icc)' --games 40 --nodes 1"
# Slow enough to be caught in the act: some seconds, and a pair takes a small part of one.
SLOW = "match 'negamax(depth=3)' 'negamax(depth=2)' --game chess --games 60 --nodes 3000"
TUNING = "lab tune ismcts2 --ranges c=0.1..2 --nodes 5 --steps 4 --game 'kriegspiel(board=silverman4x4)'"

KEYS = {'wins', 'losses', 'draws', 'elo', 'elo_low', 'elo_high', 'pentanomial', 'llr', 'draws_by_cause',
        'games_per_second', 'attempts_per_second', 'hash', 'prefix_hashes'}

# What each error is asked for by, its exit status, and the words that tell what to do next. {} is a folder of its own
# with `other.match`, which belongs to another match, and `letter`, which is no match file.
ERRORS = {
    'an existing match file': (f'{SMALL} -o {{}}/other.match', 1, r'--resume takes it up, or choose another name'),
    'the file of another match': (f'{SMALL} --seed 2 -o {{}}/other.match --resume', 1,
                                  r'another match; give its settings.*begun with .seed 1., not .seed 2.'),
    'a file that is no match file': (f'{SMALL} -o {{}}/letter --resume', 1, r'not a match file; choose another name'),
    'a match file without end': (f'{SMALL} -o /dev/zero --resume', 1, r'not a match file; choose another name'),
    'a match file nowhere': (f'{SMALL} -o {{}}/no/where', 1, r'is the path right'),
    'a match file nowhere to resume': (f'{SMALL} -o {{}}/no/where --resume', 1, r'is the path right'),
    'a folder for a match file': (f'{SMALL} -o {{}} --resume', 1, r'is the path right'),
    'a PGN nowhere': (f'{SMALL} --pgn {{}}/no/where', 1, r'does its folder exist'),
    'a PGN on a full disk': (f'{SMALL} --pgn /dev/full', 1, r'is the disk full'),
    'nothing to resume': (f'{SMALL} --resume', 2, r'-o FILE --resume'),
    'one player': ('match random', 2, r'needs two players, as in'),
    'a lonely tournament': ('tournament random', 2, r'two players or more, as in'),
    'a picture that is no SVG': ('tournament random capturer --plot ladder.png', 2, r"ends in .svg, not 'ladder.png'"),
    'an unknown player': ('match random nosuch', 2, r'nebel players lists them'),
    'a player of another game': ('match random negamax', 2, r'does not play kriegspiel; see nebel players negamax'),
    'an unknown option of a player': ("match random 'capturer(x=1)'", 2, r'recapture'),
    'a clock that cannot be read': (f'{SMALL} --clock 3', 2, r'as in 180\+0'),
    'a clock of no time': (f'{SMALL} --clock 0.0001+0', 2, r'as in 180\+0'),
    'an opening that cannot be read': (f'{SMALL} --opening book', 2, r'random:N with N from 0 to 16'),
    'no games': (f'{SMALL} --games 0', 2, r'a whole number from 1'),
    'hypotheses in the wrong order': (f'{SMALL} --sprt 10,0', 2, r'--sprt 10,0: '),
    'limits of B that are none': (f"{SMALL} --limits-b 'speed 5'", 2, r"as in 'cpu 20', not 'speed 5'"),
    'limits of B beside a clock': (f"{SMALL} --clock 60+0 --limits-b 'cpu 5'", 2, r'a clock is for both sides alike'),
    'a game that is not there': ('match random random --game go', 2, r'go'),
}


class Run:
    """A match of its own in a folder of its own: what it printed, its match file and its PGN."""

    def __init__(self, nebel, line, folder):
        self.nebel, self.line = nebel, line
        self.file, self.pgn = folder / 'kept.match', folder / 'kept.pgn'

    def words(self, more=''):
        return f'{self.line} -o {self.file} --pgn {self.pgn} --json {more}'

    def finish(self, more=''):
        self.report = self.nebel.read_json(self.words(more))
        return self

    def start(self, more=''):
        return self.nebel.start(self.words(more), stdout=subprocess.PIPE)

    def size(self):
        return self.file.stat().st_size if self.file.exists() else 0

    def wait_for(self, process, size):
        """Waits until the match file is that large, or the process has ended."""
        wait_until(lambda: self.size() >= size or process.poll() is not None, lambda: f'the match file has {self.size()} bytes of {size}')

    def assert_same(self, other):
        """Nothing makes this run another match than `other`."""
        ours, theirs = ({key: value for key, value in run.report.items() if 'second' not in key} for run in (self, other))
        assert ours == theirs
        assert self.file.read_bytes() == other.file.read_bytes(), 'the match files differ'
        assert self.pgn.read_bytes() == other.pgn.read_bytes(), 'the PGNs differ'


@pytest.fixture(scope='module')
def whole(nebel, folder):
    """A match that nothing disturbs."""
    return Run(nebel, SLOW, folder).finish()


@pytest.fixture
def slow(nebel, tmp_path):
    """The same match, to be disturbed."""
    return Run(nebel, SLOW, tmp_path)


@pytest.fixture(scope='module')
def recorded(nebel, tmp_path_factory):
    return Run(nebel, WHOLE_BOARD, tmp_path_factory.mktemp('recorded')).finish()


def test_a_report_has_all_figures_and_the_same_hash_at_every_concurrency(nebel):
    reports = [nebel.read_json(f'{SMALL} --json --concurrency {threads}') for threads in (1, 2, 5)]
    report = reports[0]
    assert KEYS <= set(report)
    assert report['wins'] + report['losses'] + report['draws'] == report['games'] == 60
    assert sum(report['pentanomial']) == 30
    assert sum(report['draws_by_cause'].values()) == report['draws']
    assert len({report['hash'] for report in reports}) == 1


def test_a_match_that_the_machine_has_a_part_in_has_no_hash(nebel):
    assert nebel.read_json(f'{SMALL} --games 2 --movetime 1 --json')['hash'] is None


def test_pgn_extract_reads_all_games_with_their_refused_tries(recorded):
    text = recorded.pgn.read_text()
    assert len(re.findall(r'^\[Event ', text, re.M)) == recorded.report['games'] == 40
    said = run([find_witness('pgn-extract'), '-r', recorded.pgn]).stderr
    assert '40 games matched out of 40' in said, said
    assert '[%try ' in text
    assert re.findall(r'^\[White "(\w+)"', text, re.M) == ['random', 'capturer'] * 20


def test_leads_are_counted(nebel, source, recorded):
    said = run([source / 'tools/figures/leads', nebel.path, recorded.pgn, '--seat', 'capturer'])
    score = {name: tuple(map(int, ends)) for name, *ends in re.findall(r'^(\w[\w ]*?) +won (\d+), lost (\d+), drawn (\d+)', said.stdout, re.M)}
    ends = tuple(recorded.report[key] for key in ('losses', 'wins', 'draws'))  # random's wins are its losses
    assert score.get('as played') == ends, said.stdout + said.stderr
    assert 0 < sum(score.get('led by 9', ())) <= sum(ends), said.stdout + said.stderr


def test_a_match_that_is_killed_again_and_again_is_the_same(slow, whole):
    sizes = sorted(random.Random(1).randrange(whole.size() * 9 // 10) for _ in range(MOMENTS))
    hits = 0
    for moment, size in enumerate(sizes):
        process = slow.start(f'--resume --concurrency {1 + moment % 2}')
        slow.wait_for(process, size)
        process.kill()
        process.communicate()
        hits += process.returncode == -signal.SIGKILL
    slow.finish('--resume').assert_same(whole)
    assert hits, 'it was never caught in the act'


@pytest.mark.parametrize('end', ['half a record', 'no record', 'a doubled record', 'half a doubled record'])
def test_a_match_file_with_a_damaged_end_is_taken_up(slow, whole, end):
    lines = whole.file.read_bytes().splitlines(keepends=True)
    ends = {'half a record': lines[-3][:len(lines[-3]) // 2], 'no record': b'', 'a doubled record': lines[-4], 'half a doubled record': lines[-4][:40]}
    slow.file.write_bytes(b''.join(lines[:-3]) + ends[end])
    slow.finish('--resume').assert_same(whole)


def test_a_match_may_be_taken_further(nebel, slow, whole, tmp_path):
    Run(nebel, f'{SLOW} --games 50', tmp_path).finish()
    slow.finish('--resume').assert_same(whole)


def test_a_full_disk_is_a_failure_and_with_room_again_the_match_goes_on(slow, whole):
    """The disk is full in the middle of a record."""
    limit = whole.size() // 2

    def fill_disk():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = slow.nebel.run(f'{SLOW} -o {slow.file}', preexec_fn=fill_disk)
    assert done.returncode == 1 and 'is the disk full?' in done.stderr, f'exit {done.returncode}, {done.stderr!r}'
    slow.finish('--resume').assert_same(whole)


def test_ctrl_c_ends_a_match_with_a_report_and_it_can_be_taken_up(slow, whole):
    process = slow.start()
    slow.wait_for(process, whole.size() // 4)
    process.send_signal(signal.SIGINT)
    report = json.loads(process.communicate()[0])
    assert process.returncode == 0 and 0 < report['games'] < 60, f'exit {process.returncode}, {report}'
    slow.finish('--resume').assert_same(whole)


def test_a_tournament_is_drawn(nebel, tmp_path):
    picture = tmp_path / 'ladder.svg'
    nebel.read(f'tournament random capturer random --games 2 --nodes 1 --plot {picture}')
    drawn = picture.read_text()
    assert '<svg' in drawn and 'capturer' in drawn
    assert 'xerrorbars' in picture.with_suffix('.gp').read_text()


def test_a_torn_tuning_comes_to_the_same_answer_and_anothers_file_is_left_alone(nebel, tmp_path):
    whole, torn = tmp_path / 'whole', tmp_path / 'torn'
    answer = nebel.read(f'{TUNING} -o {whole}')
    torn.write_bytes(whole.read_bytes()[:-20])
    assert nebel.read(f'{TUNING} -o {torn}') == answer
    before = whole.read_bytes()
    assert torn.read_bytes() == before, 'the files differ'
    other = nebel.run(f'{TUNING} --seed 2 -o {whole}')
    assert other.returncode == 1 and 'other settings' in other.stderr and whole.read_bytes() == before, other.stderr


def test_both_settings_of_a_tuning_can_meet_a_third_player(nebel):
    assert '1 of 1 steps' in nebel.read(f'{TUNING} --against capturer --steps 1')


@pytest.fixture(scope='module')
def others(nebel, tmp_path_factory):
    """A folder with a file of another match and one that is none."""
    folder = tmp_path_factory.mktemp('others')
    nebel.read(f'{SMALL} -o {folder}/other.match')
    (folder / 'letter').write_text('Dear Nebel,\n')
    return folder


@pytest.mark.parametrize('line, status, remedy', ERRORS.values(), ids=ERRORS)
def test_an_error_tells_what_to_do(nebel, others, line, status, remedy):
    assert_refused(nebel.run(line.format(others)), status, remedy)


def test_a_match_that_cannot_begin_leaves_the_old_pgn(nebel, others, tmp_path):
    pgn = tmp_path / 'old.pgn'
    pgn.write_text('what was there')
    nebel.run(f'{SMALL} -o {others}/other.match --pgn {pgn}')
    assert pgn.read_text() == 'what was there'
