"""`nebel lab` from outside: experiments listed, played, taken up again and reported, and errors that help.

Pages are compared with those in docs/results, which must be what the results kept under results/ make."""
import json
import os
import pty
import re
import shutil
import subprocess

import pytest
from support.programs import Nebel, read, run

EXPERIMENT = """\
# Small, and different in every cell.
title Small
source Nobody (1900), table 1
question Does it run?
game kriegspiel(rules=icc)
game kriegspiel(rules=rand)
players capturer(pawn_tries={0,1}) against random
published 18 4 378 where pawn_tries=0
limits nodes 1
games 40
opening random:2
seed 5
curves material observed:4
"""

# A stranger's file: its programs are shown and asked about before anything runs.
STRANGER = """\
title Strange
question What does it run?
game kriegspiel(rules=icc)
players cmd:./bot\x1b[2J against random
players random against cmd:./bot\x1b[2J
limits nodes 1
games 2
opening random:1
seed 1
"""

# What is added to the file, and what the complaint then says of its fourteenth line.
BAD_LINES = {
    'an unknown key': ('colour red', 'a line begins with title'),
    'an unknown player': ('players nobody against random', "'nobody'"),
    'a wrong option': ('players capturer(x=1) against random', 'x'),
    'a player of another game': ('players negamax against random', 'negamax does not play kriegspiel'),
    'an unknown ruleset': ('game kriegspiel(rules=nosuch)', 'nosuch'),
    'braces that do not match': ('players capturer(pawn_tries={0,1) against random', 'in braces'),
}

# Lines that are not understood, and the words that tell what to do next.
ERRORS = {
    'no verb': ('lab', 'nebel lab list, run NAME'),
    'an unknown verb': ('lab dance', 'list, run NAME, gather NAME, verify NAME, plan and report'),
    'no file': ('lab run', 'nebel lab list lists them'),
    'a missing file': ('lab run nosuch.txt', 'cannot read the experiment nosuch.txt: No such file'),
    'a file of another name': ('lab run ./small.md', 'NAME.txt'),
    'an unknown name': ('lab run large', "no experiment 'large' in the folder experiments; nebel lab list"),
    'two names where one is wanted': ('lab run small large', "'large' is one argument too many"),
    'a name that cannot be planned': ('lab plan small large', "no experiment 'large'"),
    'nothing to verify': ('lab verify', 'nebel lab verify NAME; nebel lab list lists them'),
    'no results to verify': ('lab verify small --results nothing', 'nebel lab run small plays it'),
    'a bad scale': ('lab run experiments/small.txt --scale 0', 'a number above 0'),
    'a bad concurrency': ('lab run experiments/small.txt --concurrency 0', 'from 1 to'),
    'a share above their number': ('lab run small --share 5/4', 'which of how many, as in 2/4'),
    'a share of nothing': ('lab run small --share 1/0', 'which of how many'),
    'a share that replaces': ('lab run small --share 1/4 --replace', 'remove the folder of a share'),
    'a missing folder': ('lab list nosuch', 'cannot read the folder nosuch: No such file'),
}

class Lab(Nebel):
    """The program in a folder with one experiment."""

    def results(self, folder='results', ending='json'):
        """The results by name, without what depends on the clock."""
        read = {}
        for path in sorted((self.folder / folder / 'small').glob('*.' + ending)):
            text = path.read_text()
            if ending == 'json':
                text = re.sub(r'"(seconds|games_per_second|attempts_per_second)":[^,}]*', '', text)
            read[path.name] = text
        return read


@pytest.fixture(scope='module')
def lab(nebel, folder):
    (folder / 'experiments').mkdir()
    (folder / 'experiments/small.txt').write_text(EXPERIMENT)
    return Lab(nebel.path, folder)


@pytest.fixture(scope='module')
def whole(lab):
    """The results of the experiment in the folder `results`."""
    said = lab.read('lab run experiments/small.txt --concurrency 2')
    assert len(re.findall(r'^- capturer\(pawn_tries=[01]\) against random', said.split('\nVerdict\n\n')[1], re.M)) == 4, said
    return lab.results()


def test_experiments_are_listed_in_the_order_of_their_names(lab):
    said = lab.read('lab list')
    assert re.search(r'^small +4 +0 of 160 +\d+ s +Small$', said, re.M), said
    assert lab.read('lab list experiments') == said, 'list takes another folder'
    (lab.folder / 'named').mkdir()
    for name in ['small-two', 'small', 'large']:
        (lab.folder / f'named/{name}.txt').write_text(EXPERIMENT)
    assert re.findall(r'^(?:small|large)\S*', lab.read('lab list named'), re.M) == ['large', 'small', 'small-two'], 'list is in the order of the names'


def test_a_run_plays_every_cell_and_again_the_same(lab, whole):
    assert len(whole) == 8, 'run leaves a result and curves a cell'
    assert {json.loads(path.read_text())['games'] for path in (lab.folder / 'results/small').glob('*.json')} == {40}, 'every cell has all its games'
    lab.read('lab run experiments/small.txt --results again')
    assert lab.results('again') == whole, 'run again elsewhere, with one thread, gives the same results'
    versions = {tuple(json.loads(path.read_text())['versions'])
                for path in (lab.folder / 'results/small').glob('*.json') if '.curves' not in path.name}
    assert len(versions) == 1, versions
    listed = lab.read('players')
    assert [re.sub(' [0-9a-f]{16}$', '', version) for version in versions.pop()] == [
        name + re.search(rf'^{name} +(@[0-9]+)', listed, re.M)[1] for name in ('capturer', 'random')]
    assert count_runs(lab, 'results') == 1, 'the circumstances are noted once'
    before = {path: path.stat().st_mtime_ns for path in (lab.folder / 'results/small').iterdir()}
    lab.read('lab run experiments/small.txt')
    after = {path: path.stat().st_mtime_ns for path in (lab.folder / 'results/small').glob('*.json*')}
    assert after == {path: before[path] for path in after}, 'a finished run is left as it is'


def test_older_curves_are_made_again_from_the_games(lab, whole):
    """Curves from before tries and calls were counted are made again where the games are still there."""
    lab.read('lab run experiments/small.txt --results again')
    for path in (lab.folder / 'again/small').glob('*.curves.json'):
        counts = json.loads(path.read_text())
        older = {name: counts[name] for name in counts if name not in ('tries_a_move', 'calls', 'rise')}
        path.write_text(json.dumps(older, separators=(',', ':')) + '\n')
    assert lab.results('again') != whole, 'nothing was left out'
    lab.read('lab run experiments/small.txt --results again')
    assert lab.results('again') == whole, 'and are made again from the games'


def count_runs(lab, folder):
    return len((lab.folder / folder / 'small/runs.jsonl').read_text().splitlines())


def test_a_run_is_taken_further_from_a_torn_file(lab, whole):
    lab.read('lab run experiments/small.txt --results part --scale 0.25')
    part = lab.results('part')
    assert set(part) == set(whole), 'a scaled run has the same cells'
    assert {json.loads(path.read_text())['games'] for path in (lab.folder / 'part/small').glob('*.json')} == {10}, 'a quarter of forty games is ten'
    torn = sorted((lab.folder / 'part/small').glob('*.match'))[0]
    torn.write_bytes(torn.read_bytes()[:-25])
    lab.read('lab run experiments/small.txt --results part')
    assert lab.results('part') == whole, 'taken further from a torn match file, it ends as the whole did'
    assert count_runs(lab, 'part') == 2, 'both runs are noted'
    lab.read('lab run experiments/small.txt --results part --scale 0.25')
    assert lab.results('part') == whole, 'a smaller scale takes nothing away'
    said = lab.read('lab list --results part')
    assert re.search(r'^small +4 +160 of 160 +- +Small$', said, re.M), said


def test_shares_are_gathered_into_the_plain_run(lab, whole):
    matches = lab.results('results', 'match')
    for share in (1, 4, 2):
        lab.read(f'lab run small --results shared --share {share}/4')
    done = lab.run('lab gather small --results shared')
    assert done.returncode == 1 and 'what there is has been gathered' in done.stderr, f'exit {done.returncode}, {done.stderr}'
    assert done.stdout.count('share-3-of-4') == 4 and 'has not begun' in done.stdout, done.stdout
    assert games_of(lab, 'shared/small') == [4] * 4, 'what comes before it is gathered'
    lab.read('lab run small --results shared --share 3/4 --scale 0.5')
    torn = sorted((lab.folder / 'shared/small/share-3-of-4').glob('*.match'))[0]
    torn.write_bytes(torn.read_bytes()[:-25])
    done = lab.run('lab gather small --results shared')
    assert done.returncode == 1 and f'{torn.name} has 1 of its 5 pairs; the next line is torn' in done.stdout, f'exit {done.returncode}, {done.stdout}{done.stderr}'
    assert torn.read_bytes()[-1:] != b'\n', 'it was cut'
    lab.read('lab run small --results shared --share 3/4')
    said = lab.read('lab gather small --results shared')
    assert '\nVerdict\n' in said, said
    assert lab.results('shared', 'match') == matches, 'four shares are the plain run, byte for byte'
    assert lab.results('shared') == whole, 'with the same counts and curves'
    assert count_runs(lab, 'shared') == 2, 'runs on one machine are one'
    lab.read('lab gather small --results shared')
    assert lab.results('shared', 'match') == matches, 'gathering again changes nothing'
    damaged = sorted((lab.folder / 'shared/small/share-2-of-4').glob('*.match'))[0]
    lines = damaged.read_bytes().splitlines(keepends=True)
    damaged.write_bytes(b''.join(lines[:-3] + [b'pair 1 | nonsense\n'] + lines[-2:]))
    for kept in (lab.folder / 'shared/small').glob('*.match'):
        kept.unlink()
    for kept in (lab.folder / 'shared/small').glob('*.json'):
        kept.unlink()
    done = lab.run('lab gather small --results shared')
    assert done.returncode == 1 and 'the match file is damaged' in done.stderr, f'exit {done.returncode}, {done.stderr}'
    lab.read('lab run small --results shared --share 1/3 --scale 0.1')
    done = lab.run('lab gather small --results shared')
    assert done.returncode == 1 and 'several divisions' in done.stderr, f'exit {done.returncode}, {done.stderr}'
    done = lab.run('lab gather small')
    assert done.returncode == 1 and 'has no shares' in done.stderr, f'exit {done.returncode}, {done.stderr}'
    (lab.folder / 'guests.txt').write_text(STRANGER)
    done = lab.run('lab run guests.txt --share 1/2')
    assert done.returncode == 2 and 'secrets of one run' in done.stderr, f'exit {done.returncode}, {done.stderr}'


def games_of(lab, folder):
    """The games of each cell that has counts, smallest first."""
    return sorted(json.loads(path.read_text())['games'] for path in (lab.folder / folder).glob('*[0-9a-f].json'))


def copy_without_matches(lab, folder):
    """What a clone of the repository has: the results without their match files."""
    shutil.copytree(lab.folder / 'results/small', lab.folder / folder / 'small', ignore=shutil.ignore_patterns('*.match'))
    return lab.folder / folder / 'small'


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_run_never_replaces_a_result_by_a_shorter_one(lab, whole):
    """A run never replaces a result by a shorter one."""
    clone = copy_without_matches(lab, 'clone')
    before = contents(clone)
    said = lab.read('lab run experiments/small.txt --results clone --scale 0.1')
    assert contents(clone) == before, 'a shorter run leaves longer results without match files as they are'
    assert said.startswith('clone/small has as many games or more: this run is written to build/lab/small '), said
    assert games_of(lab, 'build/lab/small') == [4] * 4, 'there are its games'
    said = lab.read('lab run experiments/small.txt --results clone')
    assert contents(clone) == before, 'a run of which all games are there plays nothing'
    assert '--replace plays them anew' in said.splitlines()[0], said
    sorted(clone.glob('*[0-9a-f].json'))[0].unlink()
    said = lab.read('lab run experiments/small.txt --results clone --scale 0.1')
    assert (games_of(lab, 'clone/small'), said.count('(played before)')) == ([4, 40, 40, 40], 3), 'only the cell that is missing is played'
    lab.read('lab run experiments/small.txt --results clone')
    assert games_of(lab, 'clone/small') == [40] * 4, 'and is extended by its match file'
    said = lab.read('lab list --results build/lab')
    assert re.search(r'^small +4 +16 of 160 +\d+ s +Small$', said, re.M), said
    for path in (lab.folder / 'build/lab/small').glob('*.match'):
        path.unlink()
    copy_without_matches(lab, 'other')
    done = lab.run('lab run experiments/small.txt --results other --scale 0.1')
    assert done.returncode == 1 and 'other/small and build/lab/small have as many games' in done.stderr, f'exit {done.returncode}, {done.stderr!r}'


def test_counts_of_more_games_are_kept_until_a_run_has_as_many(lab, whole):
    """Counts of more games than a run has are kept until it has as many; so too if it is interrupted."""
    lab.read('lab run experiments/small.txt --results fewer --scale 0.25')
    for path in (lab.folder / 'results/small').glob('*[0-9a-f].json'):
        shutil.copy(path, lab.folder / 'fewer/small')
    said = lab.read('lab run experiments/small.txt --results fewer --scale 0.5')
    assert games_of(lab, 'fewer/small') == [40] * 4, 'counts of more games are kept'
    assert len(re.findall(r'^fewer/small/\S+.json keeps its 40 games', said, re.M)) == 4, 'and each is named'
    before = contents(lab.folder / 'fewer/small')
    lab.read('lab run experiments/small.txt --results fewer')
    changed = {name for name, text in contents(lab.folder / 'fewer/small').items() if text != before[name]}
    assert changed >= {name for name in before if re.search(r'[0-9a-f]\.json$', name)}, 'with as many games they are not written'


def test_replace_moves_what_was_there_away(lab, whole):
    clone = copy_without_matches(lab, 'replaced')
    before = contents(clone)
    runs = (clone / 'runs.jsonl').read_text()
    (clone / 'runs.jsonl').write_text(re.sub('"commit":"[^"]*"', '"commit":"earlier"', runs))
    said = lab.read('lab run experiments/small.txt --results replaced --scale 0.1 --replace')
    assert games_of(lab, 'replaced/small') == [4] * 4, '--replace replaces by a shorter run'
    moved = lab.folder / 'build/lab/small.replaced-1'
    assert str(moved.relative_to(lab.folder)) in said and set(contents(moved)) == set(before), said
    assert 'earlier' not in (clone / 'runs.jsonl').read_text(), 'not only the new run is noted'
    lab.read('lab run experiments/small.txt --results replaced --scale 0.1 --replace')
    assert games_of(lab, 'build/lab/small.replaced-2') == [4] * 4, 'a second time it takes another name'


def test_verify_plays_results_again_and_shows_what_differs(lab, whole):
    before = contents(lab.folder / 'results/small')
    said = lab.read('lab verify small --concurrency 2')
    assert said.count(', 40 games: identical, hash ') == 4 and said.endswith('small: identical in 4 cells, 160 games\n'), said
    assert re.match(r'played on \S+ by the program of commit \S+, the same as this one$', said, re.M), said
    said = lab.read('lab verify experiments/small.txt --scale 0.25')
    assert said.count(', the first 8 of 40 games: identical') == 4 and said.endswith('small: identical in 4 cells, 32 games\n'), said
    assert contents(lab.folder / 'results/small') == before, 'verify writes nothing'

    altered = copy_without_matches(lab, 'altered')
    victim = sorted(altered.glob('*[0-9a-f].json'))[0]
    result = json.loads(victim.read_text())
    result['hash'] = '0' * 16
    result['prefix_hashes'][3] = '0' * 16
    victim.write_text(json.dumps(result))
    runs = altered / 'runs.jsonl'
    runs.write_text(re.sub('"(commit|signature)":"[^"]*"', r'"\1":"0123456789abcdef"', runs.read_text()))
    done = lab.run('lab verify small --results altered')
    assert done.returncode == 1 and done.stdout.count(': differs\n') == 1, f'exit {done.returncode}, {done.stdout}'
    for words in ('  results: hash 0000000000000000, ', 'the first 8 games are the same, the first 16 are not',
                  'small: 1 of 4 cells differ; the results are of another commit'):
        assert words in done.stdout
    assert re.match(r'played .* signature 0123456789abcdef; .*: the umpire has changed since$', done.stdout, re.M), done.stdout
    assert lab.run('lab verify small --results altered --scale 0.2').returncode == 0, 'it is not'
    for path in altered.glob('*[0-9a-f].json'):
        result = json.loads(path.read_text())
        del result['prefix_hashes']
        path.write_text(json.dumps(result))
    runs.write_text(re.sub(',"signature":"[^"]*"', '', runs.read_text()))
    done = lab.run('lab verify small --results altered --scale 0.2')
    assert done.returncode == 2 and 'without --scale' in done.stderr and done.stderr.count('\n') == 1, f'exit {done.returncode}, {done.stderr!r}'
    said = lab.run('lab verify small --results altered').stdout
    assert said.count(': identical') == 3 and 'before results stated a signature' in said, said

    (lab.folder / 'experiments/timed.txt').write_text(EXPERIMENT.replace('nodes 1', 'movetime 1').replace('games 40', 'games 2'))
    lab.read('lab run timed')
    done = lab.run('lab verify timed')
    assert done.returncode == 2 and 'limited by time' in done.stderr and done.stderr.count('\n') == 1, f'exit {done.returncode}, {done.stderr!r}'
    (lab.folder / 'experiments/timed.txt').unlink()


def test_a_kept_experiment_of_the_repository_is_identical(lab, source):
    """One experiment whose players need no search: all its games take two seconds."""
    done = lab.run(f'lab verify {source}/experiments/foret-2019-table-4.1.txt --results {source}/results')
    assert done.returncode == 0 and 'identical in 2 cells, 8000 games' in done.stdout, f'exit {done.returncode}, {done.stdout} {done.stderr}'


# The paper is made up. A player makes half of the points against itself, as it does in that paper, so the true difference is 0.
PLANNED = """\
title Planned
source Nobody (1900)
question What does a verdict cost?
game kriegspiel(rules=icc)
players random against random
published 6.4% 6.4% 87.2%
limits nodes 1
games 40
opening random:2
seed 5
"""


def test_the_games_that_a_plan_names_decide_the_verdict(lab):
    """The games that the plan names decide the verdict in a run of so many."""
    (lab.folder / 'planned.txt').write_text(PLANNED)
    row = r'^planned +(\d+) of 1 +(\d+)  (\S.*?) +(\d+)  (-|\d+ s)$'
    first = re.search(row, lab.read('lab plan ./planned.txt --results planned'), re.M)
    needed = int(first[4])
    assert first.group(1, 2) == ('1', '40') and needed > 40 and first[3].endswith(' s'), first[0]
    (lab.folder / 'planned.txt').write_text(PLANNED.replace('games 40', f'games {4 * (needed // 2)}'))
    lab.read('lab run planned.txt --results planned')
    after = re.search(row, lab.read('lab plan ./planned.txt --results planned'), re.M)
    assert after.group(1, 2, 3, 4, 5) == ('0', '0', '-', '0', '-'), 'with twice as many games it is decided'
    said = lab.read('lab plan --results nothing').splitlines()
    assert said[1].startswith('small ') and said[2].startswith('all '), '\n'.join(said)


def test_a_run_that_goes_on_with_games_of_another_version_says_so(lab):
    lab.read('lab run experiments/small.txt --results older --scale 0.1')
    runs = lab.folder / 'older/small/runs.jsonl'
    runs.write_text(re.sub('"commit":"[^"]*"', '"commit":"earlier"', runs.read_text()))
    said = lab.read('lab run experiments/small.txt --results older --scale 0.2')
    assert said.startswith('older/small was begun by the program of commit earlier; this one is of commit '), said


def files_of(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob('*') if path.is_file()}


def test_a_report_has_a_page_with_pictures_and_an_index(lab, whole):
    lab.read('lab report -o pages')
    pages = lab.folder / 'pages'
    names = files_of(pages)
    assert names == {'README.md', 'strengths.txt', 'small.md', 'plots/small.gp', 'plots/small.svg', 'plots/small-curves.gp',
                     'plots/small-curves.svg'}
    page = (pages / 'small.md').read_text()
    missing = [part for part in ('Does it run?', 'Nobody (1900), table 1', '| 400 | 4.5 % (2.9 to 7.0)',
                                 'nebel lab run experiments/small.txt', '(plots/small.svg)') if part not in page]
    answer = page.split('## Answer\n\n')[1].split('\n![')[0]
    said = lab.read('lab run small').split('\nVerdict\n\n')[1]
    assert said == answer.replace('**', ''), 'the verdict of a run is that of the page'
    assert not missing, missing
    assert re.search(r'\(small.md\).* 4 of 4 .* in \d', (pages / 'README.md').read_text()), (pages / 'README.md').read_text()
    assert '<svg' in (pages / 'plots/small.svg').read_text(), 'no <svg'
    lab.read('lab report -o other')
    assert {name for name in names if (pages / name).read_bytes() != (lab.folder / 'other' / name).read_bytes()} == set(), 'the same results make the same pages'
    done = lab.run('lab report -o without', env={**os.environ, 'PATH': '/nowhere'})
    assert done.returncode == 1 and 'install gnuplot-nox' in done.stderr, f'exit {done.returncode}, {done.stderr!r}'
    assert (lab.folder / 'without/small.md').read_text() == page and not (lab.folder / 'without/plots/small.svg').exists()
    lab.read('lab report --results nothing -o empty')
    assert [path.name for path in (lab.folder / 'empty').iterdir()] == ['README.md', 'strengths.txt'], 'what was not played has a row and no page'


def test_the_index_has_a_row_for_every_item_of_a_paper(lab, whole):
    listed = lab.folder / 'experiments/papers.list'
    listed.write_text('paper Nobody (1900)\nitem table 1\nfrom small where pawn_tries=0\nitem table 2\nnote never printed\n')
    lab.read('lab report -o papers')
    index = (lab.folder / 'papers/README.md').read_text()
    assert re.search(r'^\| 1 \| Nobody \(1900\), table 1 \| [0-9.]+ to [0-9.]+ \| 51.7 \| 80 \| 400 \|.*\(small.md\)', index, re.M), index[:1500]
    assert '| **undecided**; never printed |' in index, index[:1500]
    for line, remedy in (('from nosuch', "line 6: there is no experiment 'nosuch'"), ('colour red', 'line 6: a line begins with paper')):
        whole = listed.read_text()
        listed.write_text(whole + line + '\n')
        done = lab.run('lab report -o papers')
        assert done.returncode == 2 and remedy in done.stderr, done.stderr
        listed.write_text(whole)
    listed.unlink()


def test_an_archive_keeps_every_byte_of_the_games(lab, whole, source):
    """Games of a finished experiment are packed the same way each time, come back as they were, and a changed byte is found."""
    def archive(*words):
        return run([source / 'tools/archive-results', *words, '--results', lab.folder / 'results'], stderr=subprocess.STDOUT)
    folder = lab.folder / 'results/small'
    packed = folder / 'games.tar.zst'
    games = {path: path.read_bytes() for path in folder.glob('*.match')}
    archives = []
    for _ in range(2):
        archive('pack', 'small')
        archives.append(packed.read_bytes())
        assert not list(folder.glob('*.match')), 'packed match files are there'
        done = archive('check')
        assert done.returncode == 0 and f'{len(games)} of {len(games)} match files' in done.stdout, done.stdout
        archive('unpack', 'small')
        assert {path: path.read_bytes() for path in folder.glob('*.match')} == games, 'unpacked match files differ'
        done = archive('pack', 'small')
        assert done.returncode == 1 and 'games.tar.zst already' in done.stdout, done.stdout
        packed.unlink()
    assert archives[0] == archives[1], 'the same match files make another archive'
    packed.write_bytes(archives[0][:len(archives[0]) // 2])
    done = archive('check')
    assert done.returncode == 1 and f'{packed} cannot be read' in done.stdout, done.stdout
    packed.unlink()
    victim, whole = sorted(games.items())[0]
    victim.write_bytes(whole.replace(b'seed', b'sead'))
    done = archive('check')
    assert done.returncode == 1 and victim.name in done.stdout, done.stdout
    victim.write_bytes(whole)
    counts = victim.with_suffix('.json')
    said = counts.read_text()
    counts.write_text(re.sub('"games": *[0-9]+', '"games": 2', said))
    done = archive('pack', 'small')
    assert done.returncode == 1 and counts.name in done.stdout, done.stdout
    counts.write_text(said)


def test_which_changed_files_make_a_build_one_of_no_commit(tmp_path, source):
    """Which changed files make a build one of no commit."""
    checkout = tmp_path / 'checkout'
    def git(*words):
        return read(['git', '-C', checkout, '-c', 'user.name=n', '-c', 'user.email=n@n', *words]).strip()
    files = {checkout / 'src/a.c': True, checkout / 'meson.build': True, checkout / 'src/engine/players/strengths.txt': True,
             checkout / 'results/a.match': False, checkout / 'docs/a.md': False, checkout / 'docs/results/a.md': False,
             checkout / 'docs/results/plots/a.svg': False}
    for path in files:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('1\n')
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--message', 'all')
    commit = git('rev-parse', '--short=12', 'HEAD')
    for path, is_of_program in files.items():
        path.write_text('2\n')
        said = run([source / 'tools/name-commit'], cwd=checkout).stdout
        assert said == f'{commit}{"-dirty" * is_of_program}\n', path
        path.write_text('1\n')


def test_what_is_damaged_or_cannot_be_written_is_a_failure(lab, whole):
    victim = sorted((lab.folder / 'results/small').glob('*.json'))[0]
    text = victim.read_text()
    victim.write_text(text[:100])
    done = lab.run('lab report -o damaged')
    assert done.returncode == 1 and victim.name in done.stderr, done.stderr
    victim.write_text(text)
    done = lab.run('lab run experiments/small.txt --results /proc/nowhere')
    assert done.returncode == 1 and 'cannot make the folder' in done.stderr, done.stderr
    done = lab.run('lab report -o /proc/nowhere')
    assert done.returncode == 1 and 'cannot make the folder' in done.stderr, done.stderr


@pytest.mark.parametrize('line, remedy', ERRORS.values(), ids=ERRORS)
def test_an_error_tells_what_to_do(lab, line, remedy):
    done = lab.run(line)
    assert done.returncode == 2 and remedy in done.stderr and done.stderr.count('\n') == 1, f'exit {done.returncode}, {done.stderr!r}'


@pytest.mark.parametrize('line, words', BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_of_an_experiment_is_named(lab, line, words):
    (lab.folder / 'bad.txt').write_text(EXPERIMENT + line + '\n')
    done = lab.run('lab run bad.txt --results refused')
    assert done.returncode == 2 and done.stderr.startswith('nebel: bad.txt: line 14: ') and words in done.stderr, f'exit {done.returncode}, {done.stderr!r}'
    assert not (lab.folder / 'refused').exists()


def answer_at_terminal(lab, line, answer):
    """What is said at a terminal where a question is answered, and the exit status."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(lab.folder)
        os.execv(lab.path, ['nebel', *line.split()])
    said = b''
    while b'[y/N] ' not in said:
        said += os.read(terminal, 4096)
    os.write(terminal, answer.encode() + b'\n')
    try:
        while chunk := os.read(terminal, 4096):
            said += chunk
    except OSError:
        pass  # a terminal ends so
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(terminal)
    return said.decode(), status


def test_a_strangers_programs_are_shown_and_asked_about(lab, source):
    (lab.folder / 'strange.txt').write_text(STRANGER)
    shutil.copy(source / 'examples/bot.py', lab.folder / 'bot\x1b[2J')  # a box may hide where it came from
    done = lab.run('lab run strange.txt --results strange')
    assert done.returncode == 2 and '--allow-commands' in done.stderr and not (lab.folder / 'strange').exists(), f'exit {done.returncode}, {done.stderr!r}'
    assert done.stderr.count('cmd:./bot?[2J\n') == 1 and '\x1b' not in done.stderr, repr(done.stderr)
    for answer, right in (('n', 'nothing was run'), ('', 'nothing was run'), ('y', r'1/2 .*2 games')):
        said, status = answer_at_terminal(lab, f'lab run strange.txt --results strange{answer}', answer)
        assert re.search(right, said) and status == (answer != 'y') and (lab.folder / f'strange{answer}').exists() == (answer == 'y'), f'exit {status}, {said!r}'
    done = lab.run('lab run strange.txt --results allowed --allow-commands')
    assert done.returncode == 0 and '2/2' in done.stdout, f'exit {done.returncode}, {done.stderr!r}'


def test_the_pages_of_the_repository_are_what_its_results_make(lab, source):
    """Pictures are left out: another gnuplot may draw other bytes."""
    lab.read(f'lab report {source}/experiments --results {source}/results -o repository')
    made, kept = ({name: (folder / name).read_text() for name in files_of(folder) if not name.endswith('.svg')}
                  for folder in (lab.folder / 'repository', source / 'docs/results'))
    kept['strengths.txt'] = (source / 'src/engine/players/strengths.txt').read_text()
    stale = [name for name in made.keys() | kept.keys() if made.get(name) != kept.get(name)]
    assert not stale, f'run nebel lab report for {stale}'
