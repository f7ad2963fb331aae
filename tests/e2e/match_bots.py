"""What a match tells about itself and about its bots: how far it is, what Ctrl-C does, which bot cannot start, what each bot was told and
said, and who failed."""
import pathlib
import re
import signal
import subprocess
import sys

import pytest
from support.terminal import Terminal
from support.waiting import wait_until

# A bot by what it does on its turn; it writes to standard error which files of logs/ it can see.
BOT = '''import os, random, resource, sys, time
tries = []
for line in sys.stdin:
    verb, *words = line.split()
    if verb == 'nebel':
        print('id name b\\nwant tries\\nready', flush=True)
    elif verb == 'ping':
        print('pong', flush=True)
    elif verb == 'tries':
        tries = words
    elif verb == 'go':
        print('seen', *sorted(os.listdir('logs')), file=sys.stderr, flush=True)
        {}
        print('try', random.choice(tries), flush=True)
'''
DEEDS = {
    'plays': 'pass',
    'spins': 'resource.setrlimit(resource.RLIMIT_CPU, (1, 3))\n        while True: pass',
    'sleeps': 'time.sleep(0.3)',
}
BROKEN = {
    'dies': '#!/bin/sh\necho a reason >&2\nexit 3\n',
    'refuses': '#!/bin/sh\nread x; echo ready\nread x; echo refuse never\nread x\n',
}
SLOW = 'match mcts-c mcts-c --games 4 --nodes 100000000'
SMALL = "--game 'kriegspiel(board=silverman4x4)' --games 2 --opening random:0"
SENTENCE = 'finishing the games in play; again to stop now'


@pytest.fixture
def here(nebel, tmp_path):
    """The program in a folder with bots."""
    (tmp_path / 'logs').mkdir()
    for name, deed in DEEDS.items():
        (tmp_path / f'{name}.py').write_text(BOT.format(deed))
    for name, text in BROKEN.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    return nebel.at(tmp_path)


def bot(name):
    return f"cmd:{sys.executable} -I -S {name}.py"


@pytest.mark.parametrize('command', ['match', 'tournament'])
@pytest.mark.parametrize('name, reason', [('nowhere', 'it was not found'), ('dies', 'it exited with status 3'), ('refuses', "it refused the game: 'never'")])
def test_a_bot_that_cannot_play_is_refused_before_the_first_game(here, command, name, reason):
    done = here.run(f'{command} random cmd:./{name} --games 2 -o kept.match')
    assert done.returncode == 1 and not done.stdout and f'cmd:./{name} cannot play: {reason}' in done.stderr, f'exit {done.returncode}, {done.stderr!r}'
    assert not (here.folder / 'kept.match').exists()


def test_the_log_of_a_bot_that_cannot_start_has_its_standard_error(here):
    assert here.run('match random cmd:./dies --games 2 --log start').returncode == 1
    assert '! a reason' in (here.folder / 'start/start-2.log').read_text()


def test_there_is_a_log_for_each_bot_and_game(here):
    here.read(f"match '{bot('plays')}' '{bot('plays')}' --game 'kriegspiel(board=silverman4x4)' --games 4 --log logs")
    logs = {path.name: path.read_text() for path in (here.folder / 'logs').iterdir()}
    assert set(logs) == {f'game-{game}-{seat}.log' for game in range(1, 5) for seat in ('white', 'black')} | {'start-1.log', 'start-2.log'}
    for words in (r'> nebel 1', r'< ready', r'> newgame kriegspiel\(.*seat white seed', r'! seen', r'< try ', r'> hear .*over', r'> quit'):
        assert re.search(rf'^ *\d+ {words}', logs['game-1-white.log'], re.M), f'{words!r} is not in {logs["game-1-white.log"]}'
    seen = [(name, line) for name, text in logs.items() for line in re.findall(r'! seen(.*)', text)]
    leaks = [(name, line) for name, line in seen if name.rsplit('-', 1)[0] + '-' in line]
    assert seen and not leaks, f'bots find the logs of games that they play: {leaks[:3]}'


def test_a_log_that_cannot_be_is_refused(here):
    done = here.run('match random random --games 2 --log logs')
    assert done.returncode == 2 and 'cmd: player' in done.stderr, done.stderr
    (here.folder / 'file').write_text('')
    done = here.run('match random cmd:./dies --games 2 --log file')
    assert done.returncode and 'file' in done.stderr, done.stderr


def test_a_report_is_told_in_words(here):
    done = here.run('match random capturer --games 3 --nodes 1')
    assert done.returncode == 0 and '--games 3 plays 4' in done.stderr and done.stdout.startswith('4 of 4 games'), done.stderr + done.stdout
    assert re.search(r'^pairs +\d+ with 0 points, \d+ with 0.5, \d+ with 1, \d+ with 1.5, \d+ with 2$', done.stdout, re.M), done.stdout
    assert re.search(r'^nElo .*, Elo scaled by how results vary$', done.stdout, re.M), done.stdout
    assert 'LLR' not in done.stdout, 'a likelihood ratio without a test'
    done = here.run('match random capturer --games 4 --nodes 1 --sprt 0,10')
    assert re.search('^LLR ', done.stdout, re.M) and not done.stderr, done.stdout + done.stderr


def test_the_bot_that_used_its_cpu_time_is_named(here):
    name = bot('spins')
    said = here.read(f"match random '{name}' {SMALL}")
    assert f'forfeits {name} 2\nlast by  {name}: it used up its CPU time\n' in said, said


def test_the_bot_that_lost_on_time_is_named(here):
    said = here.read(f"match random '{bot('sleeps')}' {SMALL} --clock 0.1+0")
    assert f'\non time  lost by {bot("sleeps")} 2\n' in said, said


@pytest.mark.parametrize('options, more', [('', '$'), (' --concurrency 2', '; 1 more in play')])
@pytest.mark.parametrize('width, height', [(80, 24), (120, 40)])
def test_a_match_at_a_terminal_says_what_it_plays_and_answers_ctrl_c(nebel, width, height, options, more):
    with Terminal(width, height) as terminal:
        terminal.line(f'clear; {nebel.path} {SLOW}{options}')
        terminal.wait(r'^game 1 of 4, move \d+, \d+ s')
        terminal.wait(rf'^game 1 of 4, move \d+, [1-9]\d* s{more}')
        terminal.keys('C-c')
        terminal.wait(SENTENCE)
        terminal.keys('C-c')
        terminal.wait_for_shell()
        terminal.line('echo "[status $?]"')
        terminal.wait(r'\[status 130\]')


def catches(pid, number):
    """Whether a process has a handler for a signal."""
    status = pathlib.Path(f'/proc/{pid}/status').read_text()
    return int(re.search(r'^SigCgt:\s*(\w+)', status, re.M)[1], 16) >> (number - 1) & 1


def test_ctrl_c_is_answered_by_a_line_without_a_terminal(nebel):
    with nebel.start(SLOW, stderr=subprocess.PIPE, encoding='utf-8') as process:
        wait_until(lambda: process.poll() is not None or catches(process.pid, signal.SIGINT), 'no handler for Ctrl-C')
        process.send_signal(signal.SIGINT)
        said = process.stderr.readline()
        process.kill()
    assert said == f'nebel: {SENTENCE}\n'
