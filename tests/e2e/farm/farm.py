#!/usr/bin/python3
"""Plays experiments through the farm with a real PostgreSQL: workers are killed, the database is restarted at once, reports come twice, a worker lives three
days ahead, one has another build, one computes wrongly. Every pair must be there once, and the match files must be the plain run's, byte for byte.

usage: tests/e2e/farm/farm.py BINARY OTHER-BUILD SOURCE-ROOT [--kills N] [--games N] [--quick]      (make check-farm)

Prints one line a check, then `N passed, M failed`; exits 1 if anything failed."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ('server', '')]
import node  # noqa: E402
from checks import check, conclude  # noqa: E402

WAIT_SECONDS = 900
EXPERIMENT = """\
title Farm
question Does the farm play the games of a plain run?
game {game}
{players}
limits {limits}
games {games}
opening random:2
seed {seed}
{more}"""
REAL = 'players random against mcts-c\nplayers capturer against meta'  # the other build plays `random` otherwise, so it must come first
QUICK = 'players capturer against random'
COST_ROUNDS, COST_MAX = 3, 1.2  # the goal is 1.05 on a quiet machine
HASH_START, HASH_PRIME = 0xcbf29ce484222325, 0x100000001b3


def seal(body):
    """A line of a match file with its checksum, FNV-1a."""
    value = HASH_START
    for byte in body.encode():
        value = (value ^ byte) * HASH_PRIME & (1 << 64) - 1
    return f'{body} | {value:016x}'


def renumbered(line, number):
    """The same games as another pair of the match."""
    return seal(re.sub(r'^pair \d+', f'pair {number}', line.rsplit(' | ', 1)[0]))


def matches(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob('*.match'))}


def lines_of(folder):
    """The lines of the pairs of an experiment with one cell."""
    content, = matches(folder).values()
    return [line for line in content.decode().splitlines() if line.startswith('pair ')]


class Farm:
    """A folder with a database, experiments and results, and the processes that were started there."""

    def __init__(self, options, folder):
        self.nebel, self.folder, self.started = pathlib.Path(options.nebel).resolve(), folder, []
        self.database = node.Database(folder / 'pg', pathlib.Path(options.source).resolve() / 'deploy/schema')
        (folder / 'experiments').mkdir()
        for login in ('ada', 'eve'):
            self.sql(f"CREATE ROLE {login} LOGIN; SELECT farm.admit('{login}')")

    def login(self, name):
        return f'host={self.folder / "pg"} user={name} dbname=nebel'

    def write(self, name, players, games, nodes, seed=7, more='', game='kriegspiel(rules=icc)', limits=None):
        text = EXPERIMENT.format(game=game, players=players, games=games, limits=limits or f'nodes {nodes}', seed=seed, more=more)
        (self.folder / f'experiments/{name}.txt').write_text(text)

    def run(self, *words, program=None, is_checked=True, room=('lab',)):
        return subprocess.run([str(program or self.nebel), *room, *map(str, words)], cwd=self.folder, check=is_checked, capture_output=True,
                              encoding='utf-8', timeout=WAIT_SECONDS)

    def own(self, *words, **options):
        """A command of the farm's owner."""
        return self.run(*words, '--database', self.database.connection, **options)

    def plain(self, name):
        self.run('run', name, '--results', 'plain')
        return self.folder / 'plain' / name

    def start(self, *words, before=(), program=None, log='log'):
        with open(self.folder / f'{log}.txt', 'a') as file:
            process = subprocess.Popen([*before, str(program or self.nebel), 'lab', *map(str, words)], cwd=self.folder, stdout=file, stderr=file)
        self.started.append(process)
        return process

    def work(self, machine, login='ada', **options):
        return self.start('work', '--database', self.login(login), '--machine', machine, log=machine, **options)

    def keep(self, name):
        return self.start('keep', name, '--database', self.database.connection, log=f'keep-{name}')

    def may(self, login, text):
        """Whether the database lets a login do this."""
        try:
            return self.sql(text, login) is not None
        except RuntimeError:
            return False

    def sql(self, text, login='nebel'):
        """The rows of an answer."""
        done = subprocess.run(['psql', '-h', str(self.folder / 'pg'), '-U', login, '-d', 'nebel', '-qAtX', '-F', '\t', '-v', 'ON_ERROR_STOP=1'],
                              input=text, capture_output=True, encoding='utf-8', timeout=WAIT_SECONDS, check=False)
        if done.returncode:
            raise RuntimeError(f'{text[:200]}: {done.stderr}')
        return [line.split('\t') for line in done.stdout.splitlines()]

    def wait(self, process, what):
        try:
            return process.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired as late:
            raise RuntimeError(f'{what} did not end') from late

    def dismiss(self, *workers):
        """Waits for honest workers, which end when nothing is left to play."""
        for worker in workers:
            status = self.wait(worker, 'a worker')
            if status:
                raise RuntimeError(f'a worker ended with {status}')

    def finish(self, name, keeper):
        """Waits for the keeper; what is wrong with the results, or ''."""
        status = self.wait(keeper, 'the keeper')
        if status:
            return f'the keeper ended with {status}: ' + (self.folder / f'keep-{name}.txt').read_text()[-600:]
        kept, plain = matches(self.folder / 'results' / name), matches(self.folder / 'plain' / name)
        return '' if kept == plain else f'the match files differ: {[len(one) for one in kept.values()]} and {[len(one) for one in plain.values()]}'

    def refused(self):
        return [row[0] for row in self.sql('SELECT name FROM farm.machine WHERE refused IS NOT NULL ORDER BY 1')]

    def reports_of(self, machine):
        return int(self.sql(f"SELECT count(*) FROM farm.report JOIN farm.worker ON worker.id = worker JOIN farm.machine ON machine.id = machine WHERE name = '{machine}'")[0][0])

    def end(self):
        for process in self.started:
            if process.poll() is None:
                process.kill()
                process.wait()
        if self.database.process.poll() is None:
            self.database.kill()


class Puppet:
    """A worker in Python. It plays nothing: it reports lines that the test gives it, true ones and others."""

    def __init__(self, farm, machine, login='eve'):
        self.farm, self.login = farm, login
        self.number, self.key = farm.sql(f"SELECT * FROM farm.enrol('{machine}', 'test', '0', 'test', 1, 1)", login)[0]

    def lease(self):
        """The next unit as its number, first pair and pairs; None if there is none. The proof pair is the true one."""
        while True:
            row, = self.farm.sql(f"SELECT kind, cell, unit, first, pairs FROM farm.lease({self.number}, '{self.key}', NULL)", self.login)
            if row[0] != 'proof':
                return tuple(map(int, row[2:])) if row[0] == 'unit' else None
            proof, = self.farm.sql(f'SELECT proof FROM farm.cell WHERE id = {row[1]}')
            self.report('NULL', proof[0], row[1])

    def report(self, unit, text, cell='NULL'):
        return self.farm.sql(f"SELECT farm.report({self.number}, '{self.key}', {unit}, {cell}, $lines${text}$lines$, 1)", self.login)[0][0]


def text_of(lines):
    return ''.join(line + '\n' for line in lines)


def check_rights(farm):
    tables = ('experiment', 'cell', 'unit', 'worker', 'machine', 'proof', 'report', 'event')
    seen = [table for table in tables if farm.may('ada', f'SELECT count(*) FROM farm.{table}')]
    check('a worker reads no table', ' '.join(seen))
    calls = ("refuse(1, 'why')", "admit('eve')", "dismiss('eve')", "objection(1, 'key')", "take_proof(1, 1, 'line')",
             "count(1, '{}', '{}', true)")
    seen = [call for call in calls if farm.may('ada', f'SELECT farm.{call}')]
    check('a worker calls nothing but three functions', ' '.join(seen))
    farm.sql('CREATE ROLE mallory LOGIN')
    enrol = "SELECT farm.enrol('m', 'b', 's', 'c', 1, 1)"
    check('a stranger calls none, an admitted login may', '' if farm.may('ada', enrol) and not farm.may('mallory', enrol) else 'not so')


def report_thrice(puppet, truth):
    """The answers to three true reports of one unit; none if there is no unit left."""
    unit = puppet.lease()
    if not unit:
        return []
    number, first, pairs = unit
    cell = int(puppet.farm.sql(f'SELECT cell.number FROM farm.cell JOIN farm.unit ON unit.cell = cell.id WHERE unit.id = {number}')[0][0])
    text = text_of(truth[cell][first:first + pairs])
    return [puppet.report(number, text) for _ in range(3)]


def check_kills(farm, kills, games, other):
    """Real games, and everything goes wrong at once."""
    chance = random.Random(11)
    farm.write('kills', REAL, games, 2000)
    farm.plain('kills')
    farm.own('submit', 'kills', '--unit', 2, '--lease', 4)
    units = int(farm.sql('SELECT count(*) FROM farm.unit')[0][0])
    check('the experiment is cut into units', '' if units == 2 * ((games // 2 + 1) // 2) else f'{units} units')
    refused = farm.work('other', program=other)
    check('a worker of another build is refused', '' if farm.wait(refused, 'the other build') == 1
          and 'refuses this build' in (farm.folder / 'other.txt').read_text() else (farm.folder / 'other.txt').read_text())
    keeper = farm.keep('kills')
    puppet = Puppet(farm, 'doubler')
    truth = {index: lines for index, lines in enumerate(
        [line for line in content.decode().splitlines() if line.startswith('pair ')] for content in cells_in_order(farm, 'kills'))}
    answers = report_thrice(puppet, truth)
    check('reports that came three times count once', '' if answers[:1] == ['taken'] and set(answers) <= {'taken', 'late'} else str(answers))
    Puppet(farm, 'vanished').lease()  # and is heard of no more; the kills may all come between two leases
    ahead = farm.work('ahead', before=['faketime', '-f', '+3d']) if shutil.which('faketime') else None
    if ahead:
        node.wait_until(lambda: farm.reports_of('ahead') or ahead.poll() is not None, 'the worker that is three days ahead')
    workers = {name: farm.work(name) for name in ('one', 'two')}
    restarts = {kills // 6, kills // 3}  # early, since the games may be played before the last kill
    killed = restarted = 0
    for kill in range(kills):
        time.sleep(chance.uniform(0.1, 0.6))
        if keeper.poll() is not None:
            break
        name = chance.choice(sorted(workers))
        workers[name].kill()
        workers[name].wait()
        workers[name] = farm.work(name)
        killed += 1
        if kill in restarts:
            restarted += 1
            farm.database.process.send_signal(signal.SIGQUIT)  # as pg_ctl -m immediate does
            farm.database.process.wait()
            farm.database.start()
        else:
            report_thrice(puppet, truth)
    problem = farm.finish('kills', keeper)
    check('real games under kills and restarts are the plain run, byte for byte', problem, f'{games} a cell, {killed} kills, {restarted} restarts')
    check('both restarts came while games were played', '' if restarted == len(restarts) else f'{restarted} came')
    pairs = farm.sql("SELECT cell, sum(pairs), count(*) FROM farm.unit WHERE state = 'checked' GROUP BY cell")
    check('every pair was checked once', '' if [row[1] for row in pairs] == [str(games // 2)] * 2 else str(pairs))
    if ahead:
        check('a worker that is three days ahead plays like the others', '' if farm.reports_of('ahead') else (farm.folder / 'ahead.txt').read_text())
    else:
        check('a worker that is three days ahead plays like the others', 'faketime is missing: tools/setup installs it')
    check('no machine is refused', ' '.join(farm.refused()))
    check('the other build has reported nothing', '' if not farm.reports_of('other') else 'it has')
    farm.dismiss(*workers.values(), *([ahead] if ahead else []))


def cells_in_order(farm, name):
    """The match files of a plain run in the order of cells, which their labels tell."""
    plain = matches(farm.folder / 'plain' / name)
    labels = [row[0] for row in farm.sql(f"SELECT label FROM farm.cell JOIN farm.experiment ON experiment.id = cell.experiment WHERE name = '{name}'"
                                         ' ORDER BY number')]
    for label in labels:
        first, second = re.match(r'(\S+) against (\S+),', label).groups()
        yield next(content for file, content in plain.items() if file.startswith(f'{first}-{second}-'))


def report_broken(farm, name, units, spoil, truth):
    """The first units, reported by a machine that spoils them, and a second report of the last of them; the answer to that."""
    broken, second = Puppet(farm, f'broken-{name}'), Puppet(farm, f'second-{name}', 'ada')
    for _ in range(units):
        number, first, pairs = broken.lease()
        broken.report(number, spoil(first, pairs))
    farm.sql(f'INSERT INTO farm.proof SELECT {second.number}, cell FROM farm.unit WHERE id = {number}')
    return second.report(number, text_of(truth[first:first + pairs]))


def check_broken_machines(farm):
    """A machine whose games do not replay: refused, and all that it reported is played by others."""
    farm.write('others', QUICK, 200, 1, seed=8)
    others = lines_of(farm.plain('others'))
    farm.write('other', QUICK, 200, 1)
    truth = lines_of(farm.plain('other'))
    spoilers = {'other': (80, 1, lambda first, pairs: text_of(renumbered(others[number], number) for number in range(first, first + pairs))),
                'torn': (1, 4, lambda first, pairs: text_of(truth[first:first + pairs])[:-1])}  # some eight of 80 units are played again, of all the records
    problems, answers = [], []
    for name, (units, unit_pairs, spoil) in spoilers.items():
        farm.write(name, QUICK, 200, 1)
        farm.plain(name)
        farm.own('submit', name, '--unit', unit_pairs, '--lease', 60)
        answers.append(report_broken(farm, name, units, spoil, truth))
        keeper, worker = farm.keep(name), farm.work(f'sound-{name}')
        problems.append(farm.finish(name, keeper))
        farm.dismiss(worker)
        said = (farm.folder / f'keep-{name}.txt').read_text()
        check(f'a machine that reports {"a torn record" if name == "torn" else "other games"} is refused and the operator is told',
              '' if f'broken-{name}' in farm.refused() and f'eve on broken-{name} is refused' in said else said)
    check('a second report of a unit is late', '' if answers == ['late', 'late'] else str(answers))
    check('beside them the results are the plain run', '; '.join(filter(None, problems)))
    check('no sound machine is refused', ' '.join(name for name in farm.refused() if not name.startswith('broken')))
    told = farm.work('broken-other', 'eve')
    check('a machine that is refused is told so', '' if farm.wait(told, 'a worker that is refused') == 1
          and 'refuses this machine' in (farm.folder / 'broken-other.txt').read_text() else (farm.folder / 'broken-other.txt').read_text())


def check_sprt(farm):
    pairs = 2000
    farm.write('sprt', QUICK, 2 * pairs, 1, more='sprt 0,20\n')
    decided = len(lines_of(farm.plain('sprt')))
    check('the sequential test of the plain run is decided early', '' if decided < pairs // 4 else f'after {decided} pairs')
    farm.own('submit', 'sprt', '--unit', 2, '--lease', 60)
    keeper, worker = farm.keep('sprt'), farm.work('stopper')
    check('a sequential test ends where the plain run ends', farm.finish('sprt', keeper))
    farm.dismiss(worker)
    closed = farm.sql("SELECT count(*) FROM farm.unit JOIN farm.experiment ON experiment.id = unit.experiment WHERE name = 'sprt' AND unit.state = 'closed'")
    check('and nobody plays the rest', '' if int(closed[0][0]) > 0 else 'all units were played')


def check_other_games(farm):
    """Phantom Go, and a limit of time, with which no two runs play the same."""
    farm.write('go', 'players go-random against random', 20, 1, game='phantom-go(size=5)')
    farm.plain('go')
    farm.own('submit', 'go', '--unit', 3)
    keeper, worker = farm.keep('go'), farm.work('goer')
    check('a match of Phantom Go is the plain run', farm.finish('go', keeper))
    farm.dismiss(worker)
    farm.write('time', QUICK, 16, 1, limits='cpu 5')
    farm.own('submit', 'time', '--unit', 3)
    keeper, worker = farm.keep('time'), farm.work('timer')
    puppet = Puppet(farm, 'late')
    status = farm.wait(keeper, 'the keeper')
    farm.dismiss(worker)
    check('a match with a limit of time has all its pairs', '' if not status and len(lines_of(farm.folder / 'results/time')) == 8 else f'status {status}')
    unit, = farm.sql("SELECT unit.id, unit.cell FROM farm.unit JOIN farm.experiment ON experiment.id = experiment WHERE name = 'time' LIMIT 1")
    farm.sql(f'INSERT INTO farm.proof VALUES ({puppet.number}, {unit[1]})')
    check('and a second report of it is late', '' if puppet.report(unit[0], 'pair 0') == 'late' else 'it is taken')


def check_commands(farm):
    farm.write('gone', QUICK, 40, 1)
    farm.own('submit', 'gone')
    again = farm.own('submit', 'gone', is_checked=False)
    check('an experiment is submitted once', '' if again.returncode == 1 and 'open in the farm already' in again.stderr else again.stderr)
    said = farm.own('watch').stdout
    check('watch shows it', '' if 'gone: 0 of 40 games reported' in said and 'workers on' in said else said)
    farm.own('cancel', 'gone')
    check('a cancelled experiment cannot be kept', '' if farm.own('keep', 'gone', is_checked=False).returncode == 1 else 'it can')
    idle = farm.run('work', '--database', farm.login('ada'))
    check('a worker without work ends', '' if 'nothing is left to play' in idle.stdout else idle.stdout)
    audit = farm.own('audit').stdout
    missing = [word for word in ('submitted', 'enrolled', 'refused', 'expired', 'cancelled', 'done') if f'  {word}' not in audit]
    check('the audit names all that happened', ' '.join(missing))
    commands = [('watch', 'host=/nonexistent dbname=nebel'), ('work', 'host=/nonexistent dbname=nebel'), ('work', farm.login('mallory'))]
    with concurrent.futures.ThreadPoolExecutor() as together:  # each tries for a while
        nowhere, lost, stranger = together.map(lambda words: farm.run(words[0], '--database', words[1], is_checked=False), commands)
    check('a database that is not there is named', '' if nowhere.returncode == 1 and '/nonexistent' in nowhere.stderr
          and '--database' in nowhere.stderr else nowhere.stderr)
    check('also by a worker', '' if lost.returncode == 1 and '--database' in lost.stderr else lost.stderr)
    check('a login that was not admitted is told so', '' if stranger.returncode == 1 and 'permission denied' in stranger.stderr else stranger.stderr)


def cpu_seconds(process):
    """Waits for a process; its CPU time and that of its children."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f'{process.args} ended with {process.returncode}')
    return usage.ru_utime + usage.ru_stime


def check_cost(farm, games):
    """CPU time of the same games by a plain run and by a worker, its proof pairs included; alternating, because a machine is not always equally fast."""
    plain, worked, problems = 0, 0, []
    for number in range(COST_ROUNDS):
        name = f'cost-{number}'
        farm.write(name, 'players mcts-c against meta', games, 1000, seed=number)
        plain += cpu_seconds(farm.start('run', name, '--results', 'plain', '--concurrency', 1))
        farm.own('submit', name)
        keeper = farm.keep(name)
        worked += cpu_seconds(farm.work('cost'))
        problems.append(farm.finish(name, keeper))
    if worked > COST_MAX * plain:
        problems.append(f'{plain} and {worked} s')
    check('games cost little more CPU than in a plain run', ' '.join(filter(None, problems)), f'{COST_ROUNDS * games} games, {worked / plain:.3f} times')


def check_bench(nebel):
    program = pathlib.Path(nebel).resolve().parents[2] / 'tests/load/bench_farm'
    done = subprocess.run([program, '--seconds', '1', '--workers', '100', '--json'], capture_output=True, text=True, timeout=120)
    figures = json.loads(done.stdout)
    check('bench farm prints its figures', '' if figures['workers'] == 100 and figures['calls_per_second'] > 20 and figures['p50_ms'] > 0
          and figures['saturated']['pairs_per_second'] > 0 and figures['pgbench']['pairs_per_second'] > 0 and figures['ratio'] > 0 else done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('nebel')
    parser.add_argument('other', help='the program with other play')
    parser.add_argument('source')
    parser.add_argument('--kills', type=int, default=30)
    parser.add_argument('--games', type=int, default=40, help='of each of two cells')
    parser.add_argument('--quick', action='store_true', help='measure nothing, and leave nothing to chance')
    options = parser.parse_args()
    other = pathlib.Path(options.other).resolve()
    with tempfile.TemporaryDirectory(prefix='nebel-farm-') as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        farm = None
        try:
            farm = Farm(options, folder)
            check_rights(farm)
            check_kills(farm, options.kills, options.games, other)
            check_broken_machines(farm)
            check_sprt(farm)
            check_other_games(farm)
            check_commands(farm)
            if not options.quick:
                check_cost(farm, options.games)
                check_bench(options.nebel)
        except (OSError, RuntimeError, AssertionError, TypeError, subprocess.SubprocessError) as error:
            check('the checks can be run to their end', f'{error!r} {getattr(error, "stderr", "") or ""}')
        finally:
            if farm:
                farm.end()
    check('no process of the farm is left', '' if not farm or all(process.poll() is not None for process in [*farm.started, farm.database.process])
          else 'some run')
    return conclude()


if __name__ == '__main__':
    sys.exit(main())
