#!/usr/bin/env python3
"""Checks `nebel lab` from outside: experiments listed, played, taken up again and reported, and errors that help.

usage: tests/e2e/lab.py BINARY SOURCE-ROOT

Everything is written into a temporary folder. Pages are compared with those in docs/results, which must be what
the results kept under results/ make. Prints one line a check, then `N passed, M failed`; exits 1 if anything
failed."""
import collections
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile

SECONDS = 120

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

counts = collections.Counter()


def check(name, problem):
    """Counts one check; `problem` is empty if it passed, or says what is wrong."""
    counts['failed' if problem else 'passed'] += 1
    print(f'failed: {name}: {problem}' if problem else f'passed: {name}', flush=True)


class Lab:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        (folder / 'experiments').mkdir()
        (folder / 'experiments/small.txt').write_text(EXPERIMENT)

    def run(self, line, **environment):
        return subprocess.run([self.binary, *line.split()], cwd=self.folder, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=SECONDS, encoding='utf-8',
                              env={**os.environ, **environment}, check=False)

    def read(self, line):
        done = self.run(line)
        if done.returncode or 'nebel: ' in done.stderr:
            raise RuntimeError(f'nebel {line}: exit {done.returncode}, {done.stderr.strip()}')
        return done.stdout

    def results(self, folder='results', ending='json'):
        """The results by name, without what depends on the clock."""
        read = {}
        for path in sorted((self.folder / folder / 'small').glob('*.' + ending)):
            text = path.read_text()
            if ending == 'json':
                text = re.sub(r'"(seconds|games_per_second|attempts_per_second)":[^,}]*', '', text)
            read[path.name] = text
        return read


def difference(found, wanted):
    return '' if found == wanted else f'found {found!r}, wanted {wanted!r}'


def check_list(lab):
    said = lab.read('lab list')
    check('list names the experiment, its cells and games',
          '' if re.search(r'^small +4 +0 of 160 +\d+ s +Small$', said, re.M) else said)
    check('list takes another folder', difference(lab.read('lab list experiments'), said))
    (lab.folder / 'named').mkdir()
    for name in ['small-two', 'small', 'large']:
        (lab.folder / f'named/{name}.txt').write_text(EXPERIMENT)
    check('list is in the order of the names',
          difference(re.findall(r'^(?:small|large)\S*', lab.read('lab list named'), re.M), ['large', 'small', 'small-two']))


def check_list_of_results(lab):
    said = lab.read('lab list --results part')
    check('list counts the games that were played and has nothing left',
          '' if re.search(r'^small +4 +160 of 160 +- +Small$', said, re.M) else said)
    said = lab.read('lab list --results build/lab')
    check('and the time of those that are left', '' if re.search(r'^small +4 +16 of 160 +\d+ s +Small$', said, re.M) else said)


def check_run(lab):
    said = lab.read('lab run experiments/small.txt --concurrency 2')
    check('a run ends with its verdict on each cell',
          difference(len(re.findall(r'^- capturer\(pawn_tries=[01]\) against random', said.split('\nVerdict\n\n')[1], re.M)), 4))
    whole = lab.results()
    check('run leaves a result and curves a cell', difference(len(whole), 8))
    check('every cell has all its games',
          difference({json.loads(path.read_text())['games']
                      for path in (lab.folder / 'results/small').glob('*.json')}, {40}))
    lab.read('lab run experiments/small.txt --results again')
    check('run again elsewhere, with one thread, gives the same results', difference(lab.results('again'), whole))
    versions = {tuple(json.loads(path.read_text())['versions'])
                for path in (lab.folder / 'results/small').glob('*.json') if '.curves' not in path.name}
    check('every result names the versions of its players',
          '' if len(versions) == 1 and [re.sub(' [0-9a-f]{16}$', '', version) for version in versions.pop()] ==
          [re.search(rf'^{name} +(@[0-9]+)', lab.read('players'), re.M).expand(rf'{name}\1') for name in ('capturer', 'random')]
          else str(versions))
    check('the circumstances are noted once', difference(count_runs(lab, 'results'), 1))
    before = {path: path.stat().st_mtime_ns for path in (lab.folder / 'results/small').iterdir()}
    lab.read('lab run experiments/small.txt')
    after = {path: path.stat().st_mtime_ns for path in (lab.folder / 'results/small').glob('*.json*')}
    check('a finished run is left as it is',
          difference(after, {path: before[path] for path in after}))
    return whole


def check_older_curves(lab, whole):
    """Curves from before tries and calls were counted are made again where the games are still there."""
    for path in (lab.folder / 'again/small').glob('*.curves.json'):
        counts = json.loads(path.read_text())
        older = {name: counts[name] for name in counts if name not in ('tries_a_move', 'calls', 'rise')}
        path.write_text(json.dumps(older, separators=(',', ':')) + '\n')
    check('curves can lack what was not counted then', '' if lab.results('again') != whole else 'nothing was left out')
    lab.read('lab run experiments/small.txt --results again')
    check('and are made again from the games', difference(lab.results('again'), whole))


def count_runs(lab, folder):
    return len((lab.folder / folder / 'small/runs.jsonl').read_text().splitlines())


def check_resume(lab, whole):
    lab.read('lab run experiments/small.txt --results part --scale 0.25')
    part = lab.results('part')
    check('a scaled run has the same cells', difference(set(part), set(whole)))
    check('a quarter of forty games is ten',
          difference({json.loads(path.read_text())['games']
                      for path in (lab.folder / 'part/small').glob('*.json')}, {10}))
    torn = sorted((lab.folder / 'part/small').glob('*.match'))[0]
    torn.write_bytes(torn.read_bytes()[:-25])
    lab.read('lab run experiments/small.txt --results part')
    check('taken further from a torn match file, it ends as the whole did', difference(lab.results('part'), whole))
    check('both runs are noted', difference(count_runs(lab, 'part'), 2))
    lab.read('lab run experiments/small.txt --results part --scale 0.25')
    check('a smaller scale takes nothing away', difference(lab.results('part'), whole))


def check_shares(lab, whole):
    matches = lab.results('results', 'match')
    for share in (1, 4, 2):
        lab.read(f'lab run small --results shared --share {share}/4')
    done = lab.run('lab gather small --results shared')
    check('a missing share is named',
          '' if done.returncode == 1 and done.stdout.count('share-3-of-4') == 4 and 'has not begun' in done.stdout
          and 'what there is has been gathered' in done.stderr else f'exit {done.returncode}, {done.stdout}{done.stderr}')
    check('what comes before it is gathered', difference(games_of(lab, 'shared/small'), [4] * 4))
    lab.read('lab run small --results shared --share 3/4 --scale 0.5')
    torn = sorted((lab.folder / 'shared/small/share-3-of-4').glob('*.match'))[0]
    torn.write_bytes(torn.read_bytes()[:-25])
    done = lab.run('lab gather small --results shared')
    check('a torn share is named',
          '' if done.returncode == 1 and re.search(rf'{torn.name} has 1 of its 5 pairs; the next line is torn', done.stdout)
          else f'exit {done.returncode}, {done.stdout}{done.stderr}')
    check('a file of a share is left as it is', '' if torn.read_bytes()[-1:] != b'\n' else 'it was cut')
    lab.read('lab run small --results shared --share 3/4')
    said = lab.read('lab gather small --results shared')
    check('gathering all shares ends with the verdict', '' if '\nVerdict\n' in said else said)
    check('four shares are the plain run, byte for byte', difference(lab.results('shared', 'match'), matches))
    check('with the same counts and curves', difference(lab.results('shared'), whole))
    check('runs on one machine are one', difference(count_runs(lab, 'shared'), 2))  # one of them was of half the games
    lab.read('lab gather small --results shared')
    check('gathering again changes nothing', difference(lab.results('shared', 'match'), matches))
    damaged = sorted((lab.folder / 'shared/small/share-2-of-4').glob('*.match'))[0]
    lines = damaged.read_bytes().splitlines(keepends=True)
    damaged.write_bytes(b''.join(lines[:-3] + [b'pair 1 | nonsense\n'] + lines[-2:]))
    for kept in (lab.folder / 'shared/small').glob('*.match'):
        kept.unlink()
    for kept in (lab.folder / 'shared/small').glob('*.json'):
        kept.unlink()
    done = lab.run('lab gather small --results shared')
    check('a damaged share is refused', '' if done.returncode == 1 and 'the match file is damaged' in done.stderr
          else f'exit {done.returncode}, {done.stderr}')
    lab.read('lab run small --results shared --share 1/3 --scale 0.1')
    done = lab.run('lab gather small --results shared')
    check('shares of several divisions are refused', '' if done.returncode == 1 and 'several divisions' in done.stderr
          else f'exit {done.returncode}, {done.stderr}')
    done = lab.run('lab gather small')
    check('without shares there is nothing to gather', '' if done.returncode == 1 and 'has no shares' in done.stderr
          else f'exit {done.returncode}, {done.stderr}')
    (lab.folder / 'guests.txt').write_text(STRANGER)
    done = lab.run('lab run guests.txt --share 1/2')
    check('programs behind cmd: do not play in shares', '' if done.returncode == 2 and 'secrets of one run' in done.stderr
          else f'exit {done.returncode}, {done.stderr}')


def games_of(lab, folder):
    """The games of each cell that has counts, smallest first."""
    return sorted(json.loads(path.read_text())['games'] for path in (lab.folder / folder).glob('*[0-9a-f].json'))


def copy_without_matches(lab, folder):
    """What a clone of the repository has: the results without their match files."""
    shutil.copytree(lab.folder / 'results/small', lab.folder / folder / 'small', ignore=shutil.ignore_patterns('*.match'))
    return lab.folder / folder / 'small'


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def check_nothing_is_shortened(lab):
    """A run never replaces a result by a shorter one."""
    clone = copy_without_matches(lab, 'clone')
    before = contents(clone)
    said = lab.read('lab run experiments/small.txt --results clone --scale 0.1')
    check('a shorter run leaves longer results without match files as they are', difference(contents(clone), before))
    check('it says where it writes instead',
          '' if said.startswith('clone/small has as many games or more: this run is written to build/lab/small ') else said)
    check('there are its games', difference(games_of(lab, 'build/lab/small'), [4] * 4))
    said = lab.read('lab run experiments/small.txt --results clone')
    check('a run of which all games are there plays nothing', difference(contents(clone), before))
    check('and says how to play them anew', '' if '--replace plays them anew' in said.splitlines()[0] else said)
    sorted(clone.glob('*[0-9a-f].json'))[0].unlink()
    said = lab.read('lab run experiments/small.txt --results clone --scale 0.1')
    check('only the cell that is missing is played',
          difference((games_of(lab, 'clone/small'), said.count('(played before)')), ([4, 40, 40, 40], 3)))
    lab.read('lab run experiments/small.txt --results clone')
    check('and is extended by its match file', difference(games_of(lab, 'clone/small'), [40] * 4))
    for path in (lab.folder / 'build/lab/small').glob('*.match'):
        path.unlink()
    copy_without_matches(lab, 'other')
    done = lab.run('lab run experiments/small.txt --results other --scale 0.1')
    check('if the other folder is taken too, nothing is played',
          '' if done.returncode == 1 and 'other/small and build/lab/small have as many games' in done.stderr
          else f'exit {done.returncode}, {done.stderr!r}')


def check_counts_are_kept(lab):
    """Counts of more games than a run has are kept until it has as many; so too if it is interrupted."""
    lab.read('lab run experiments/small.txt --results fewer --scale 0.25')
    for path in (lab.folder / 'results/small').glob('*[0-9a-f].json'):
        shutil.copy(path, lab.folder / 'fewer/small')
    said = lab.read('lab run experiments/small.txt --results fewer --scale 0.5')
    check('counts of more games are kept', difference(games_of(lab, 'fewer/small'), [40] * 4))
    check('and each is named', difference(len(re.findall(r'^fewer/small/\S+.json keeps its 40 games', said, re.M)), 4))
    before = contents(lab.folder / 'fewer/small')
    lab.read('lab run experiments/small.txt --results fewer')
    check('with as many games they are written', difference(
        {name for name, text in contents(lab.folder / 'fewer/small').items() if text != before[name]} >=
        {name for name in before if re.search(r'[0-9a-f]\.json$', name)}, True))


def check_replace(lab):
    clone = copy_without_matches(lab, 'replaced')
    before = contents(clone)
    runs = (clone / 'runs.jsonl').read_text()
    (clone / 'runs.jsonl').write_text(re.sub('"commit":"[^"]*"', '"commit":"earlier"', runs))
    said = lab.read('lab run experiments/small.txt --results replaced --scale 0.1 --replace')
    check('--replace replaces by a shorter run', difference(games_of(lab, 'replaced/small'), [4] * 4))
    moved = lab.folder / 'build/lab/small.replaced-1'
    check('and moves what was there away', '' if str(moved.relative_to(lab.folder)) in said and
          set(contents(moved)) == set(before) else said)
    check('only the new run is noted', difference('earlier' in (clone / 'runs.jsonl').read_text(), False))
    lab.read('lab run experiments/small.txt --results replaced --scale 0.1 --replace')
    check('a second time it takes another name',
          difference(games_of(lab, 'build/lab/small.replaced-2'), [4] * 4))


def check_verify(lab):
    before = contents(lab.folder / 'results/small')
    said = lab.read('lab verify small --concurrency 2')
    check('verify finds all cells identical', '' if said.count(', 40 games: identical, hash ') == 4 and
          said.endswith('small: identical in 4 cells, 160 games\n') else said)
    check('it names the program', '' if re.match(r'played on \S+ by the program of commit \S+, the same as this one$', said, re.M)
          else said)
    said = lab.read('lab verify experiments/small.txt --scale 0.25')
    check('a part is the largest power of two that is hashed', '' if said.count(', the first 8 of 40 games: identical') == 4 and
          said.endswith('small: identical in 4 cells, 32 games\n') else said)
    check('verify writes nothing', difference(contents(lab.folder / 'results/small'), before))

    altered = copy_without_matches(lab, 'altered')
    victim = sorted(altered.glob('*[0-9a-f].json'))[0]
    result = json.loads(victim.read_text())
    result['hash'] = '0' * 16
    result['prefix_hashes'][3] = '0' * 16
    victim.write_text(json.dumps(result))
    runs = altered / 'runs.jsonl'
    runs.write_text(re.sub('"(commit|signature)":"[^"]*"', r'"\1":"0123456789abcdef"', runs.read_text()))
    done = lab.run('lab verify small --results altered')
    check('what differs is shown, with exit 1', '' if done.returncode == 1 and done.stdout.count(': differs\n') == 1 and
          '  results: hash 0000000000000000, ' in done.stdout and
          'the first 8 games are the same, the first 16 are not' in done.stdout and
          'small: 1 of 4 cells differ; the results are of another commit' in done.stdout
          else f'exit {done.returncode}, {done.stdout}')
    check('another signature is named',
          '' if re.match(r'played .* signature 0123456789abcdef; .*: the umpire has changed since$', done.stdout, re.M)
          else done.stdout)
    check('a part before the difference is identical',
          '' if lab.run('lab verify small --results altered --scale 0.2').returncode == 0 else 'it is not')
    for path in altered.glob('*[0-9a-f].json'):
        result = json.loads(path.read_text())
        del result['prefix_hashes']
        path.write_text(json.dumps(result))
    runs.write_text(re.sub(',"signature":"[^"]*"', '', runs.read_text()))
    done = lab.run('lab verify small --results altered --scale 0.2')
    check('a part of an old result is refused', '' if done.returncode == 2 and 'without --scale' in done.stderr and
          done.stderr.count('\n') == 1 else f'exit {done.returncode}, {done.stderr!r}')
    said = lab.run('lab verify small --results altered').stdout
    check('an old result is compared as a whole', '' if said.count(': identical') == 3 and
          'before results stated a signature' in said else said)

    (lab.folder / 'experiments/timed.txt').write_text(EXPERIMENT.replace('nodes 1', 'movetime 1').replace('games 40', 'games 2'))
    lab.read('lab run timed')
    done = lab.run('lab verify timed')
    check('games that were limited by time are refused', '' if done.returncode == 2 and 'limited by time' in done.stderr and
          done.stderr.count('\n') == 1 else f'exit {done.returncode}, {done.stderr!r}')
    (lab.folder / 'experiments/timed.txt').unlink()


def check_results_of_the_repository(lab, root):
    """One experiment whose players need no search: all its games take two seconds."""
    done = lab.run(f'lab verify {root}/experiments/foret-2019-table-4.1.txt --results {root}/results')
    check('a kept experiment of the repository is identical', '' if done.returncode == 0 and
          'identical in 2 cells, 8000 games' in done.stdout else f'exit {done.returncode}, {done.stdout} {done.stderr}')


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


def check_plan(lab):
    """The games that the plan names decide the verdict in a run of so many."""
    (lab.folder / 'planned.txt').write_text(PLANNED)
    row = r'^planned +(\d+) of 1 +(\d+)  (\S.*?) +(\d+)  (-|\d+ s)$'
    first = re.search(row, lab.read('lab plan ./planned.txt --results planned'), re.M)
    needed = int(first[4])
    check('what was not played is planned from the paper', '' if first.group(1, 2) == ('1', '40') and needed > 40 and
          first[3].endswith(' s') else first[0])
    (lab.folder / 'planned.txt').write_text(PLANNED.replace('games 40', f'games {4 * (needed // 2)}'))
    lab.read('lab run planned.txt --results planned')
    after = re.search(row, lab.read('lab plan ./planned.txt --results planned'), re.M)
    check('with twice as many games it is decided', difference(after.group(1, 2, 3, 4, 5), ('0', '0', '-', '0', '-')))
    said = lab.read('lab plan --results nothing').splitlines()
    check('without names all experiments are planned', '' if said[1].startswith('small ') and said[2].startswith('all ')
          else '\n'.join(said))


def check_other_version(lab):
    lab.read('lab run experiments/small.txt --results older --scale 0.1')
    runs = lab.folder / 'older/small/runs.jsonl'
    runs.write_text(re.sub('"commit":"[^"]*"', '"commit":"earlier"', runs.read_text()))
    said = lab.read('lab run experiments/small.txt --results older --scale 0.2')
    check('a run that goes on with games of another version says so',
          '' if said.startswith('older/small was begun by the program of commit earlier; this one is of commit ') else said)


def files_of(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob('*') if path.is_file()}


def check_report(lab):
    lab.read('lab report -o pages')
    pages = lab.folder / 'pages'
    names = files_of(pages)
    check('report writes a page, scripts, pictures and the index',
          difference(names, {'README.md', 'strengths.txt', 'small.md', 'plots/small.gp', 'plots/small.svg', 'plots/small-curves.gp',
                             'plots/small-curves.svg'}))
    page = (pages / 'small.md').read_text()
    missing = [part for part in ('Does it run?', 'Nobody (1900), table 1', '| 400 | 4.5 % (2.9 to 7.0)',
                                 'nebel lab run experiments/small.txt', '(plots/small.svg)') if part not in page]
    answer = page.split('## Answer\n\n')[1].split('\n![')[0]
    said = lab.read('lab run small').split('\nVerdict\n\n')[1]
    check('the verdict of a run is that of the page', difference(said, answer.replace('**', '')))
    check('the page has what it must', f'it lacks {missing}' if missing else '')
    check('the index has a verdict', '' if re.search(r'\(small.md\).* 4 of 4 .* in \d', (pages / 'README.md').read_text())
          else (pages / 'README.md').read_text())
    check('the picture is one', '' if '<svg' in (pages / 'plots/small.svg').read_text() else 'no <svg')
    lab.read('lab report -o other')
    check('the same results make the same pages',
          difference({name for name in names if (pages / name).read_bytes() != (lab.folder / 'other' / name).read_bytes()},
                     set()))
    done = lab.run('lab report -o without', PATH='/nowhere')
    check('without gnuplot the pages are written, and how to install it is said',
          '' if done.returncode == 1 and 'install gnuplot-nox' in done.stderr and
          (lab.folder / 'without/small.md').read_text() == page and not (lab.folder / 'without/plots/small.svg').exists()
          else f'exit {done.returncode}, {done.stderr!r}')
    lab.read('lab report --results nothing -o empty')
    check('what was not played has a row and no page',
          difference([path.name for path in (lab.folder / 'empty').iterdir()], ['README.md', 'strengths.txt']))


def check_papers(lab):
    listed = lab.folder / 'experiments/papers.list'
    listed.write_text('paper Nobody (1900)\nitem table 1\nfrom small where pawn_tries=0\nitem table 2\nnote never printed\n')
    lab.read('lab report -o papers')
    index = (lab.folder / 'papers/README.md').read_text()
    check('the index has a row for every item of a paper',
          '' if re.search(r'^\| 1 \| Nobody \(1900\), table 1 \| [0-9.]+ to [0-9.]+ \| 51.7 \| 80 \| 400 \|.*\(small.md\)', index, re.M) and
          '| **undecided**; never printed |' in index else index[:1500])
    for line, remedy in (('from nosuch', "line 6: there is no experiment 'nosuch'"), ('colour red', 'line 6: a line begins with paper')):
        whole = listed.read_text()
        listed.write_text(whole + line + '\n')
        done = lab.run('lab report -o papers')
        check(f'in the list of papers, {line!r} is named with its line',
              '' if done.returncode == 2 and remedy in done.stderr else done.stderr)
        listed.write_text(whole)
    listed.unlink()


def check_archive(lab, root):
    """Games of a finished experiment are packed the same way each time, come back as they were, and a changed byte is found."""
    def archive(*words):
        return subprocess.run([root / 'tools/archive-results', *words, '--results', lab.folder / 'results'], encoding='utf-8',
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS, check=False)
    folder = lab.folder / 'results/small'
    packed = folder / 'games.tar.zst'
    games = {path: path.read_bytes() for path in folder.glob('*.match')}
    archives = []
    for _ in range(2):
        archive('pack', 'small')
        archives.append(packed.read_bytes())
        check('packed match files are removed', ''.join(map(str, folder.glob('*.match'))))
        done = archive('check')
        check('an archive is checked', '' if done.returncode == 0 and f'{len(games)} of {len(games)} match files' in done.stdout else done.stdout)
        archive('unpack', 'small')
        check('unpacked match files are as they were', difference({path: path.read_bytes() for path in folder.glob('*.match')}, games))
        done = archive('pack', 'small')
        check('an archive is not written again', '' if done.returncode == 1 and 'games.tar.zst already' in done.stdout else done.stdout)
        packed.unlink()
    check('the same match files make the same archive', difference(archives[0] == archives[1], True))
    victim, whole = sorted(games.items())[0]
    victim.write_bytes(whole.replace(b'seed', b'sead'))
    done = archive('check')
    check('a changed match file is named', '' if done.returncode == 1 and victim.name in done.stdout else done.stdout)
    victim.write_bytes(whole)
    counts = victim.with_suffix('.json')
    said = counts.read_text()
    counts.write_text(re.sub('"games": *[0-9]+', '"games": 2', said))
    done = archive('pack', 'small')
    check('an experiment with games that are not counted is not packed', '' if done.returncode == 1 and counts.name in done.stdout else done.stdout)
    counts.write_text(said)


def check_commit_name(lab, root):
    """Which changed files make a build one of no commit."""
    checkout = lab.folder / 'checkout'
    def git(*words):
        return subprocess.run(['git', '-C', checkout, '-c', 'user.name=n', '-c', 'user.email=n@n', *words], capture_output=True, text=True,
                              timeout=SECONDS, check=True).stdout.strip()
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
        said = subprocess.run([root / 'tools/name-commit'], cwd=checkout, capture_output=True, text=True, timeout=SECONDS,
                              check=False).stdout
        check(f'a build with a changed {path.relative_to(checkout)} is {"not " if is_of_program else ""}of its commit',
              difference(said, f'{commit}{"-dirty" * is_of_program}\n'))
        path.write_text('1\n')


def check_damage(lab):
    victim = sorted((lab.folder / 'results/small').glob('*.json'))[0]
    text = victim.read_text()
    victim.write_text(text[:100])
    done = lab.run('lab report -o damaged')
    check('a damaged result is named', '' if done.returncode == 1 and victim.name in done.stderr else done.stderr)
    victim.write_text(text)
    done = lab.run('lab run experiments/small.txt --results /proc/nowhere')
    check('a folder that cannot be made is a failure',
          '' if done.returncode == 1 and 'cannot make the folder' in done.stderr else done.stderr)
    done = lab.run('lab report -o /proc/nowhere')
    check('pages that cannot be written are a failure',
          '' if done.returncode == 1 and 'cannot make the folder' in done.stderr else done.stderr)


def check_errors(lab):
    for name, (line, remedy) in ERRORS.items():
        done = lab.run(line)
        check(f'{name}: nebel {line}', '' if done.returncode == 2 and remedy in done.stderr and
              done.stderr.count('\n') == 1 else f'exit {done.returncode}, {done.stderr!r}')
    bad = lab.folder / 'bad.txt'
    for name, (line, words) in BAD_LINES.items():
        bad.write_text(EXPERIMENT + line + '\n')
        done = lab.run('lab run bad.txt --results refused')
        check(f'{name} is named with its line',
              '' if done.returncode == 2 and done.stderr.startswith('nebel: bad.txt: line 14: ') and
              words in done.stderr and not (lab.folder / 'refused').exists()
              else f'exit {done.returncode}, {done.stderr!r}')


def answer_at_terminal(lab, line, answer):
    """What is said at a terminal where a question is answered, and the exit status."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(lab.folder)
        os.execv(lab.binary, ['nebel', *line.split()])
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


def check_consent(lab, root):
    (lab.folder / 'strange.txt').write_text(STRANGER)
    shutil.copy(root / 'examples/bot.py', lab.folder / 'bot\x1b[2J')  # a box may hide where it came from
    done = lab.run('lab run strange.txt --results strange')
    check("a stranger's programs are not run without a terminal",
          '' if done.returncode == 2 and '--allow-commands' in done.stderr and not (lab.folder / 'strange').exists()
          else f'exit {done.returncode}, {done.stderr!r}')
    check('they are shown once each, without what a terminal obeys',
          '' if done.stderr.count('cmd:./bot?[2J\n') == 1 and '\x1b' not in done.stderr else repr(done.stderr))
    for answer, right in (('n', 'nothing was run'), ('', 'nothing was run'), ('y', r'1/2 .*2 games')):
        said, status = answer_at_terminal(lab, f'lab run strange.txt --results strange{answer}', answer)
        check(f'at a terminal, answered {answer!r}', '' if re.search(right, said) and status == (answer != 'y') and
              (lab.folder / f'strange{answer}').exists() == (answer == 'y') else f'exit {status}, {said!r}')
    done = lab.run('lab run strange.txt --results allowed --allow-commands')
    check('--allow-commands runs them', '' if done.returncode == 0 and '2/2' in done.stdout
          else f'exit {done.returncode}, {done.stderr!r}')


def check_pages_of_the_repository(lab, root):
    """Pictures are left out: another gnuplot may draw other bytes."""
    lab.read(f'lab report {root}/experiments --results {root}/results -o repository')
    made, kept = ({name: (folder / name).read_text() for name in files_of(folder) if not name.endswith('.svg')}
                  for folder in (lab.folder / 'repository', root / 'docs/results'))
    kept['strengths.txt'] = (root / 'src/engine/players/strengths.txt').read_text()
    stale = [name for name in made.keys() | kept.keys() if made.get(name) != kept.get(name)]
    check('docs/results is what the results make', f'run nebel lab report for {stale}' if stale else '')


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        lab = Lab(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(folder))
        try:
            check_list(lab)
            whole = check_run(lab)
            check_older_curves(lab, whole)
            check_shares(lab, whole)
            check_resume(lab, whole)
            check_nothing_is_shortened(lab)
            check_counts_are_kept(lab)
            check_replace(lab)
            check_list_of_results(lab)
            check_other_version(lab)
            check_verify(lab)
            check_plan(lab)
            check_report(lab)
            check_papers(lab)
            check_archive(lab, pathlib.Path(sys.argv[2]).resolve())
            check_commit_name(lab, pathlib.Path(sys.argv[2]).resolve())
            check_damage(lab)
            check_errors(lab)
            check_consent(lab, pathlib.Path(sys.argv[2]).resolve())
            check_results_of_the_repository(lab, pathlib.Path(sys.argv[2]).resolve())
            check_pages_of_the_repository(lab, pathlib.Path(sys.argv[2]).resolve())
        except (OSError, RuntimeError, subprocess.TimeoutExpired) as error:
            check('the checks can be run to their end', str(error))
    print(f'{counts["passed"]} passed, {counts["failed"]} failed')
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
