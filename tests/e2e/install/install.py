#!/usr/bin/python3
"""Does what docs/guides/operating.md says, word for word, on bare Debian 12 systems with a systemd of their own: installs a server and plays there, upgrades one
with running games, moves games to another machine from a backup and from an archived log. Needs root, debootstrap and systemd-nspawn.

usage: install.py SOURCE FOLDER [--junit FILE] [--only TEXT]      FOLDER keeps the bare system and packages for the next time"""
import argparse
import asyncio
import contextlib
import glob
import json
import pathlib
import re
import shutil
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'server'))

from door import Door, Players, Restored, Thinker, inside
from guide import GUIDE, blocks
from house import Person
from machine import Machine, bare_debian, call
from node import Results

GAMES = 4
UNITS = ('nebel', 'nebel-office', 'nebel-bots', 'nebel-proxy')
CHARGED_MAX_SECONDS = 2  # that a clock may run too long while machines are exchanged
SCORES = {'nebel': 0.6, 'nebel-office': 1.4, 'nebel-bots': 0.7, 'nebel-proxy': 2.5}  # as the guide has them


class Site:
    """Packages, blocks of the guide, and machines that are gone at the end."""

    def __init__(self, source, folder):
        self.source, self.folder = source, folder
        self.blocks, self.machines = blocks(), contextlib.ExitStack()
        self.bare = bare_debian(folder)

    # --- Packages ---

    def make_package(self):
        """By the guide, on this machine."""
        call('bash', '-euo', 'pipefail', '-c', self.blocks['package'], cwd=self.source)
        (self.package,) = glob.glob(f'{self.source}/build/nebel_*.deb')
        return pathlib.Path(self.package).name

    def make_old_package(self):
        """Of the sources before the tables changed last; it is installed by the guide of that time."""
        commit = call('git', '-C', self.source, 'log', '-1', '--follow', '--diff-filter=M', '--format=%H^', '--', 'deploy/schema/sqitch.plan').strip()
        tree = self.folder / 'old'
        if not tree.exists():
            call('git', '-C', self.source, 'worktree', 'prune')
            call('git', '-C', self.source, 'worktree', 'add', '--detach', tree.resolve(), commit)
        call('git', '-C', tree, 'checkout', '-q', '--detach', '-f', call('git', '-C', self.source, 'rev-parse', commit).strip())
        self.old_blocks = blocks(tree / GUIDE.relative_to(self.source))
        call(f'{self.source}/tools/make-deb', tree, f'{self.source}/build/web/site')
        (self.old_package,) = glob.glob(f'{tree}/build/nebel_*.deb')
        return pathlib.Path(self.old_package).name

    # --- Machines ---

    def new_machine(self, name, package, guide):
        machine = Machine(self.folder, name, self.bare)
        self.machines.callback(machine.end)
        shutil.copy(package, machine.root / 'root')
        machine.fetch('cd /root\n' + guide['install'] + '\napt-get install -y sudo')
        machine.start()
        self.do(machine, 'install', guide=guide)
        return machine

    def do(self, machine, *names, guide=None):
        """Blocks of the guide; what the last one says."""
        for name in names:
            said = machine.run((guide or self.blocks)[name])
        return said

    def new_server(self, name, package, guide):
        machine = self.new_machine(name, package, guide)
        self.do(machine, 'roles', 'tables', 'secrets', 'proxy', 'start', guide=guide)
        try:
            inside(machine, lambda: Door(machine).wait_open())
        except AssertionError as problem:
            raise AssertionError(machine.run('journalctl --no-pager -n 50 -u "nebel*"')) from problem
        return machine


def unit_time(machine, moment):
    """When the node stopped or started, as time.monotonic counts."""
    return int(machine.run(f'systemctl show -p {moment}TimestampMonotonic --value nebel')) / 1e6


# --- Installing -------------------------------------------------------------------------------------

def a_server_is_installed(site):
    site.club = machine = site.new_server('club', site.package, site.blocks)
    said = site.do(machine, 'look')
    assert said.split('\n')[:5] == ['active'] * 4 + ['ok'] and '"health":"ok"' in said, said


def units_are_sound_and_closed(site):
    for unit in UNITS:
        said = site.club.run(f'systemd-analyze verify {unit}.service 2>&1')
        assert not said, said
        score = re.search(r'Overall exposure level for \S+: ([0-9.]+)', site.club.run(f'systemd-analyze security --no-pager {unit}.service'))[1]
        assert float(score) <= SCORES[unit], (unit, score)
        assert site.club.run(f'systemctl show -p NRestarts --value {unit}').strip() == '0', f'{unit} was started again'
    failed = site.club.run('systemctl list-units --failed --no-legend --plain').split()
    assert not any('nebel' in word or 'postgresql' in word for word in failed), failed
    return ', '.join(f'{unit} {score}' for unit, score in SCORES.items())


def the_program_is_hardened(site):
    """As the package brings it: no fixed address, no table that can be overwritten, guarded stacks and fortified calls."""
    for program in ('usr/bin/nebel', 'usr/libexec/nebel/nebel-server'):
        said = call('readelf', '--wide', '--file-header', '--dynamic', '--program-headers', '--symbols', '--dyn-syms', site.club.root / program)
        for pattern in (r'Type:\s+DYN', r'BIND_NOW|NOW', 'GNU_RELRO', '__stack_chk_fail', r'__\w+_chk'):
            assert re.search(pattern, said), (program, pattern)


def parts_are_users_that_own_nothing(site):
    for unit, user in (('nebel', 'nebel'), ('nebel-office', 'nebel'), ('nebel-bots', 'nebel_bots')):
        said = site.club.run(f'ps -o user:32= -p $(systemctl show -p MainPID --value {unit})').strip()
        assert said == user, (unit, said)
    for path in ('/etc/nebel/operator-token', '/etc/nebel/bots-token', '/etc/nebel/tls/privkey.pem', '/run/nebel/nebel.sock', '/run/nebel-office/office.sock'):
        assert site.club.run(f"runuser -u nobody -- test -r {path} && echo readable || echo closed").strip() == 'closed', path


def a_game_of_the_operator_is_played(site):
    """Two players of the package connect through nginx, by the name in its certificate."""
    made = json.loads(site.do(site.club, 'game'))
    said = play_both(site.club, made['white'], made['black'])
    assert re.search(r'over \S+ winner', said), said
    return said.splitlines()[-1]


def play_both(machine, white, black):
    player = 'nebel connect capturer --server wss://club.example --authority /etc/nebel/tls/fullchain.pem --token'
    return machine.run(f'{player} {white} & {player} {black}; wait')


def a_guest_plays_a_house_bot(site):
    async def challenge():
        person = await Person.guest(Door(site.club))
        bots = await person.bots()
        name = min((words[2], name) for name, words in bots.items() if words[3] == 'kriegspiel')[1]
        answer = await person.challenge(f'{name} white 30000+0 kriegspiel')
        await person.close()
        assert isinstance(answer, list), answer
        return answer
    token, _, name = inside(site.club, lambda: asyncio.run(challenge()))
    said = site.club.run(f'nebel connect capturer --server wss://club.example --authority /etc/nebel/tls/fullchain.pem --token {token}')
    assert re.search(r'over \S+', said), said
    return f'{name}: {said.splitlines()[-1]}'


def somebody_registers_and_logs_in(site):
    person = {'name': 'ada', 'password': 'four umpires eat soup'}
    door = Door(site.club)
    status, text = inside(site.club, lambda: door.ask('POST', '/api/account', json.dumps(person)))
    assert status == 201, (status, text)
    status, text = inside(site.club, lambda: door.ask('POST', '/api/session', json.dumps(person)))
    assert status == 201, (status, text)


def the_first_operator_is_admitted(site):
    said = site.do(site.club, 'admin')
    assert 'eva' in said and 'chessclub' in said and 'first operator' in said, said
    said = site.club.run('useradd mallory; cd /; runuser -u mallory -- sudo -n -u nebel nebel admin games 2>&1 || echo refused')
    assert said.endswith('refused\n'), said


def the_page_is_there(site):
    status, text = inside(site.club, lambda: Door(site.club).ask('GET', '/'))
    assert status == 200 and '<title>' in text, (status, text)
    for path in re.findall(r'(?:src|href)="\.?(/assets/[^"]+)"', text):
        assert inside(site.club, lambda path=path: Door(site.club).ask('GET', path)[0]) == 200, path


def a_machine_that_starts_again_goes_on(site):
    """Everything on it is killed in the middle of games. All units are enabled: nobody has to start anything."""
    with Players(site.club, GAMES) as players:
        players.wait_for(50)
        site.club.cut()
        players.is_ending = True
    matches, heard = players.matches, players.heard()
    site.club.start()
    running = Restored(site.club).check(matches, heard)
    return f'{running} games went on'


# --- Upgrading --------------------------------------------------------------------------------------

def an_upgrade_with_running_games_loses_nothing(site):
    machine = site.new_server('older', site.old_package, site.old_blocks)
    before = machine.rows('SELECT count(*) FROM sqitch.changes')
    thinker = Thinker(machine)
    with Players(machine, GAMES) as players:
        players.wait_for(100)
        for old in glob.glob(f'{machine.root}/root/nebel_*.deb'):
            machine.run(f'rm /root/{pathlib.Path(old).name}')
        shutil.copy(site.package, pathlib.Path(f'/proc/{machine.leader}/root/root'))
        running = sum(not seat.is_over for match in players.matches for seat in match.seats) // 2
        site.do(machine, 'logins', 'upgrade')
        thinker.stopped = unit_time(machine, 'InactiveEnter')
        late, away = thinker.charged_too_much(machine, unit_time(machine, 'ActiveEnter'))
        players.wait_for(100)
    players.check()
    after = machine.rows('SELECT count(*) FROM sqitch.changes')
    assert int(after[0][0]) > int(before[0][0]), 'no table has changed'
    assert machine.run('dpkg-query -W -f "\\${Version}" nebel') in site.package
    assert late < CHARGED_MAX_SECONDS, late
    machine.halt()
    return f'{running} games went on, {players.acknowledged} commands acknowledged; {away:.1f} s away, {max(late, 0):.2f} s of them charged'


# --- Backups ----------------------------------------------------------------------------------------

def copy_backups(source, target, *names):
    for name in names:
        target.run(f'rm -rf /var/backups/{name}')
        call('cp', '-a', f'{source.root}/var/backups/{name}', f'/proc/{target.leader}/root/var/backups/')


def backups_are_made_while_people_play(site):
    club = site.club
    with Players(club, GAMES) as players:
        players.wait_for(50)
        site.do(club, 'archiving')
        players.wait_for(50)
        site.do(club, 'base')
        players.wait_for(50)
        site.thinker = Thinker(club)
        site.at_backup = players.heard()
        site.do(club, 'backup')
        site.thinker.stop()
        players.wait_for(100)
        site.at_archive = players.heard()
        segment = club.rows('SELECT pg_walfile_name(pg_current_wal_lsn())')[0][0]
        club.wait_for(lambda: (club.root / 'var/backups/nebel-wal' / segment).exists(), 'the log in the archive')
        players.wait_for(20)
        club.cut()
        players.is_ending = True
    site.matches = players.matches
    return f'{len(site.matches)} games; {sum(site.at_backup.values())} lines heard before the backup, {sum(site.at_archive.values())} before the last file of the log'


def another_machine_goes_on_from_the_backup(site):
    other = site.new_machine('other', site.package, site.blocks)
    site.do(other, 'roles')
    other.run('useradd eva; cd /; runuser -u postgres -- psql -q -c "CREATE ROLE eva ROLE nebel"')
    copy_backups(site.club, other, 'nebel.backup', 'nebel-etc.tar.gz')
    site.do(other, 'restore')
    late, away = site.thinker.charged_too_much(other, unit_time(other, 'ActiveEnter'))
    running = Restored(other).check(site.matches, site.at_backup)
    assert running and late < CHARGED_MAX_SECONDS, (running, late)
    status, text = inside(other, lambda: Door(other).ask('POST', '/api/session', json.dumps({'name': 'ada', 'password': 'four umpires eat soup'})))
    assert status == 201, (status, text)
    other.halt()
    return f'{running} games went on; {away:.0f} s away, {max(late, 0):.2f} s of them charged'


def another_machine_goes_on_from_the_archived_log(site):
    third = site.new_machine('third', site.package, site.blocks)
    site.do(third, 'roles')
    copy_backups(site.club, third, 'nebel-base', 'nebel-wal', 'nebel-etc.tar.gz')
    site.do(third, 'rewind')
    running = Restored(third).check(site.matches, site.at_archive)
    assert running, 'no game went on'
    third.halt()
    return f'{running} games went on'


TESTS = (a_server_is_installed, units_are_sound_and_closed, the_program_is_hardened, parts_are_users_that_own_nothing, a_game_of_the_operator_is_played, a_guest_plays_a_house_bot,
         somebody_registers_and_logs_in, the_first_operator_is_admitted, the_page_is_there, a_machine_that_starts_again_goes_on, backups_are_made_while_people_play, another_machine_goes_on_from_the_backup,
         another_machine_goes_on_from_the_archived_log, an_upgrade_with_running_games_loses_nothing)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('source', type=pathlib.Path)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--junit', help='a file for the results')
    parser.add_argument('--only', default='', help='tests whose names have this word')
    plan = parser.parse_args()
    results = Results('install', plan)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # machines end with us
    site = Site(plan.source.resolve(), plan.folder)
    with site.machines:
        results.run('the package is made', site.make_package, is_needed=True)
        results.run('so is the one before the tables changed', site.make_old_package, is_needed=True)
        for test in TESTS:
            results.run(test.__name__.replace('_', ' '), lambda test=test: test(site))
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
