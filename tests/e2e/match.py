#!/usr/bin/env python3
"""Checks nebel match, tournament and tune from outside: figures, hashes, PGN, errors, and runners that are killed.

usage: tests/e2e/match.py BINARY [--moments N]

  --moments N   kill the runner this many times (default 5; make campaign asks for 20)

A runner is killed when its match file has reached a chosen size, so nothing here waits for a clock. Prints one line a
check, then `N passed, M failed`; exits 1 if anything failed."""
import argparse
import json
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

from commands import Nebel, check, counts

LEADS = pathlib.Path(__file__).resolve().parents[2] / 'tools/figures/leads'
SMALL = "match random capturer --game 'kriegspiel(board=5x5)' --games 60 --nodes 1"
WHOLE_BOARD = "match random capturer --game 'kriegspiel(rules=icc)' --games 40 --nodes 1"
# Slow enough to be caught in the act: some seconds, and a pair takes a small part of one.
SLOW = "match 'negamax(depth=3)' 'negamax(depth=2)' --game chess --games 60 --nodes 3000"

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
        self.report = json.loads(self.nebel.read(self.words(more)))
        return self

    def start(self, more=''):
        return subprocess.Popen([self.nebel.binary, *shlex.split(self.words(more))], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def size(self):
        return self.file.stat().st_size if self.file.exists() else 0

    def wait_for(self, process, size):
        """Until the match file is that large, or the process has ended."""
        while self.size() < size and process.poll() is None:
            os.sched_yield()

    def difference(self, other):
        """What makes this run another match than `other`; empty if nothing does."""
        timeless = [{key: value for key, value in run.report.items() if 'second' not in key} for run in (self, other)]
        if timeless[0] != timeless[1]:
            return f'{timeless[0]} is not {timeless[1]}'
        if self.file.read_bytes() != other.file.read_bytes():
            return 'the match files differ'
        return '' if self.pgn.read_bytes() == other.pgn.read_bytes() else 'the PGNs differ'


def check_json(nebel):
    reports = [json.loads(nebel.read(f'{SMALL} --json --concurrency {threads}')) for threads in (1, 2, 5)]
    missing = KEYS - set(reports[0])
    check('the report has all figures', f'missing: {missing}' if missing else '')
    games = sum(reports[0][key] for key in ('wins', 'losses', 'draws'))
    check('wins, losses and draws are all games', '' if games == 60 == reports[0]['games'] else str(reports[0]))
    pairs, causes = sum(reports[0]['pentanomial']), sum(reports[0]['draws_by_cause'].values())
    check('the pentanomial has all pairs', '' if pairs == 30 else f'{pairs}')
    check('every draw has a cause', '' if causes == reports[0]['draws'] else f'{causes}')
    check('the hash is the same at every concurrency',
          '' if len({report['hash'] for report in reports}) == 1 else str([report['hash'] for report in reports]))
    timed = json.loads(nebel.read(f'{SMALL} --games 2 --movetime 1 --json'))
    check('a match that the machine has a part in has no hash', '' if timed['hash'] is None else timed['hash'])


def check_pgn(nebel, folder):
    witness = shutil.which('pgn-extract', path=os.environ.get('PATH', '') + ':/usr/games')
    if not witness:
        check('pgn-extract is there', 'apt-get install pgn-extract')
        return
    run = Run(nebel, WHOLE_BOARD, folder).finish()
    text = run.pgn.read_text()
    games = len(re.findall(r'^\[Event ', text, re.M))
    check('the PGN has all games', '' if games == run.report['games'] == 40 else f'{games}')
    said = subprocess.run([witness, '-r', str(run.pgn)], capture_output=True, text=True, check=False).stderr
    check('pgn-extract reads them all', '' if '40 games matched out of 40' in said else said)
    check('the PGN has the refused tries', '' if '[%try ' in text else text[:400])
    whites = re.findall(r'^\[White "(\w+)"', text, re.M)
    check('colours are swapped', '' if whites == ['random', 'capturer'] * 20 else str(whites))


def check_leads(nebel, folder):
    run = Run(nebel, WHOLE_BOARD, folder).finish()
    said = subprocess.run([LEADS, nebel.binary, str(run.pgn), '--seat', 'capturer'], capture_output=True, text=True, check=False)
    score = {name: tuple(map(int, ends)) for name, *ends in re.findall(r'^(\w[\w ]*?) +won (\d+), lost (\d+), drawn (\d+)', said.stdout, re.M)}
    ends = tuple(run.report[key] for key in ('losses', 'wins', 'draws'))  # random's wins are its losses
    check('tools/figures/leads counts the games', '' if score.get('as played') == ends else said.stdout + said.stderr)
    check('tools/figures/leads finds leads', '' if 0 < sum(score.get('led by 9', ())) <= sum(ends) else said.stdout + said.stderr)


def check_killed(nebel, folder, whole, moments):
    """Kills one match again and again; it must end as the one that nothing disturbed."""
    killed = Run(nebel, SLOW, folder)
    sizes = sorted(random.Random(1).randrange(whole.size() * 9 // 10) for _ in range(moments))
    hits = 0
    for moment, size in enumerate(sizes):
        process = killed.start(f'--resume --concurrency {1 + moment % 2}')
        killed.wait_for(process, size)
        process.kill()
        process.communicate()
        hits += process.returncode == -signal.SIGKILL
    killed.finish('--resume')
    check(f'killed {hits} of {moments} times, a match is the same', killed.difference(whole) if hits else
          'it was never caught in the act')


def check_damaged_end(nebel, folder, whole):
    lines = whole.file.read_bytes().splitlines(keepends=True)
    ends = {'half a record': lines[-3][:len(lines[-3]) // 2], 'no record': b'', 'a doubled record': lines[-4],
            'half a doubled record': lines[-4][:40]}
    for name, end in ends.items():
        run = Run(nebel, SLOW, folder)
        run.file.write_bytes(b''.join(lines[:-3]) + end)
        check(f'a match file that ends in {name} is taken up', run.finish('--resume').difference(whole))


def check_further(nebel, folder, whole):
    run = Run(nebel, f'{SLOW} --games 50', folder).finish()
    run.line = SLOW
    check('a match may be taken further', run.finish('--resume').difference(whole))


def check_full_disk(nebel, folder, whole):
    """The disk is full in the middle of a record; with room again, the match goes on."""
    run = Run(nebel, SLOW, folder)
    limit = whole.size() // 2

    def fill_disk():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run([nebel.binary, *shlex.split(f'{SLOW} -o {run.file}')], capture_output=True, text=True,
                          check=False, preexec_fn=fill_disk)
    check('a full disk is a failure', '' if done.returncode == 1 and 'is the disk full?' in done.stderr else
          f'exit {done.returncode}, {done.stderr!r}')
    check('with room again the match goes on', run.finish('--resume').difference(whole))


def check_interrupt(nebel, folder, whole):
    run = Run(nebel, SLOW, folder)
    process = run.start()
    run.wait_for(process, whole.size() // 4)
    process.send_signal(signal.SIGINT)
    report = json.loads(process.communicate()[0])
    check('Ctrl-C ends a match with a report', '' if process.returncode == 0 and 0 < report['games'] < 60 else
          f'exit {process.returncode}, {report}')
    check('and it can be taken up again', run.finish('--resume').difference(whole))


def check_plot(nebel, folder):
    picture = folder / 'ladder.svg'
    nebel.read(f'tournament random capturer random --games 2 --nodes 1 --plot {picture}')
    drawn = picture.read_text()
    check('a tournament is drawn', '' if '<svg' in drawn and 'capturer' in drawn else drawn[:200])
    check('its script is beside it', '' if 'xerrorbars' in picture.with_suffix('.gp').read_text() else 'it is not')


def check_tuning(nebel, folder):
    """A tuning whose file was torn in the middle of a step comes to the same answer; another's file is left alone."""
    line = "lab tune ismcts2 --ranges c=0.1..2 --nodes 5 --steps 4 --game 'kriegspiel(board=silverman4x4)'"
    whole, torn = folder / 'whole', folder / 'torn'
    answer = nebel.read(f'{line} -o {whole}')
    torn.write_bytes(whole.read_bytes()[:-20])
    again = nebel.read(f'{line} -o {torn}')
    check('a torn tuning goes on', '' if again == answer and torn.read_bytes() == whole.read_bytes() else again)
    other = nebel.run(f'{line} --seed 2 -o {whole}')
    check('a tuning of other settings is refused', '' if other.returncode == 1 and
          'other settings' in other.stderr and torn.read_bytes() == whole.read_bytes() else other.stderr)
    rival = nebel.read(f'{line} --against capturer --steps 1')
    check('both settings can meet a third player', '' if '1 of 1 steps' in rival else rival)


def check_errors(nebel, folder):
    nebel.read(f'{SMALL} -o {folder}/other.match')
    (folder / 'letter').write_text('Dear Nebel,\n')
    for name, (line, status, remedy) in ERRORS.items():
        done = nebel.run(line.format(folder))
        right = done.returncode == status and not done.stdout and re.fullmatch(r'nebel: [^\n]+\n', done.stderr)
        check(f'{name}: nebel {line}', '' if right and re.search(remedy, done.stderr) else
              f'exit {done.returncode}, {done.stdout!r}, {done.stderr!r}')
    pgn = folder / 'old.pgn'
    pgn.write_text('what was there')
    nebel.run(f'{SMALL} -o {folder}/other.match --pgn {pgn}')
    check('a match that cannot begin leaves the old PGN', '' if pgn.read_text() == 'what was there' else 'it is gone')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('binary')
    parser.add_argument('--moments', type=int, default=5)
    wanted = parser.parse_args()
    nebel = Nebel(str(pathlib.Path(wanted.binary).resolve()))
    with tempfile.TemporaryDirectory() as root:

        def folder(name):
            path = pathlib.Path(root) / name
            path.mkdir()
            return path

        check_json(nebel)
        check_errors(nebel, folder('errors'))
        check_pgn(nebel, folder('pgn'))
        check_leads(nebel, folder('leads'))
        check_plot(nebel, folder('plot'))
        check_tuning(nebel, folder('tuning'))
        whole = Run(nebel, SLOW, folder('whole')).finish()
        check_killed(nebel, folder('killed'), whole, wanted.moments)
        check_damaged_end(nebel, folder('damaged'), whole)
        check_further(nebel, folder('further'), whole)
        check_full_disk(nebel, folder('full'), whole)
        check_interrupt(nebel, folder('interrupted'), whole)
    print(f'{counts["passed"]} passed, {counts["failed"]} failed')
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
