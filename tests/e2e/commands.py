#!/usr/bin/env python3
"""Checks nebel from outside: help and man pages agree, examples run, errors help.

usage: tests/e2e/commands.py BINARY MAN-DIRECTORY

The pages of the law are looked for in `rules` beside the man directory. Prints one line a check,
then `N passed, M failed`; exits 1 if anything failed."""
import collections
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

# perft's example counts 193 million sequences, and builds with sanitizers take their time.
EXAMPLE_SECONDS = 300

# What each error is asked for by, and the words that tell what to do next.
ERRORS = {
    'unknown command': ('nosuch', r'nebel --help lists them'),
    'unknown command after help': ('help nosuch', r'nebel --help lists them'),
    'a command with a typo': ('paly', r"no command 'paly'; did you mean play\?$"),
    **{f'the old name of nebel lab {name}': (f'{name} x --help', f'nebel {name} is nebel lab {name} now$') for name in ('mistakes', 'model', 'policy', 'tune')},
    'help of an old name': ('help tune', r'nebel tune is nebel lab tune now$'),
    'word after help of two words': ('help lab tune now', r'one word too many'),
    'an option with a typo': ('match random random --gmae chess', r'no option --gmae; did you mean --game\?$'),
    'a player with a typo': ('match random mcst-c', r"no player 'mcst-c'; did you mean mcts-c\?$"),
    'a player with a typo and options': ("play 'mcst-b(k=2)'", r"no player 'mcst-b'; did you mean mcts-b\?$"),
    'a player to list with a typo': ('players capturre', r"no player 'capturre'; did you mean capturer\?$"),
    'a program without cmd:': ('match random ./mybot.py', r"no player './mybot.py'; a program plays as cmd:./mybot.py$"),
    'a program of this folder without cmd:': ('play mybot.py', r"a program plays as cmd:./mybot.py$"),
    'a ruleset with a typo': ('rules berkley', r"no ruleset 'berkley'; did you mean berkeley\?$"),
    'a game with a ruleset with a typo': ("play --game 'kriegspiel(rules=icx)'", r"no ruleset 'icx'; did you mean icc\?$"),
    'a game with a typo': ('play --game kreigspiel', r'did you mean kriegspiel\?$'),
    'a game without a hint': ('play --game go', r'there are: kriegspiel chess phantom-go$'),
    'unknown option': ('perft --nosuch', r'see nebel perft --help'),
    'missing value': ('perft --fen', r'--fen FEN'),
    'extra argument': ('perft 3 4', r'see nebel perft --help'),
    'unknown board': ('perft 3 --board 9x9', r'nebel rules --boards lists them'),
    'bad FEN': ('perft 3 --fen 8/8/8/8/8/8/8/8', r'each side needs exactly one king'),
    'bad depth': ('perft many', r'a number from 0 to 20'),
    'depth too great': ('perft 21', r'a number from 0 to 20'),
    'missing suite file': ('perft --suite no-such-file', r'cannot open the suite no-such-file: No such file'),
    'empty suite file': ('perft --suite /dev/null', r'FEN;D1 n;D2 n'),
    'suite and depth': ('perft 3 --suite x', r'stands alone'),
    'option for a value': ('perft --fen --json', r'--fen FEN'),
    'option for the value of -o': ('match random random -o --json', r'-o FILE'),
    'a value for an option that takes none': ('perft 2 --json=yes', r'--json takes no value$'),
    'an option with a typo and a value': ('match random random --gmae=chess', r'no option --gmae; did you mean --game\?$'),
    'a value beside its letter': ('lab model build examples/phantom-go.sgf -o/dev/null', r'is for Kriegspiel alone'),
    'an abbreviated option': ('perft 2 --js', r'no option --js'),
    'an unknown letter': ('perft 2 -x', r'no option -x'),
    'what looks like an option after =': ('perft --fen=--json', r"cannot read the position '--json'"),
    'what looks like an option after --': ('perft -- --json', r"a number from 0 to 20, not '--json'"),
    'a negative number after --': ('perft -- -1', r"a number from 0 to 20, not '-1'"),
    'negative depth': ('perft -1', r'a number from 0 to 20'),
    'word after --version': ('--version now', r'one word too many'),
    'word after help': ('help perft now', r'one word too many'),
    'ruleset and --boards': ('rules icc --boards', r'not both'),
    'no record': ('replay', r'name a record'),
    'missing record': ('replay no-such-file', r'cannot open the record no-such-file: No such file'),
    'unknown view': ('replay examples/game.pgn --view red', r'white, black or umpire'),
    'bad game number': ('replay examples/game.pgn --game 0', r'a whole number from 1'),
    'unknown seat': ('play --seat red', r'white, black or random'),
    'no terminal to play on': ('play', r'nebel play --lines'),
    'no verb of an operator': ('admin', r'nebel admin help lists it'),
    'a misspelt verb of an operator': ('admin suspnd oskar', r'did you mean suspend'),
    'an act without a reason': ('admin lift oskar', r'say why: --reason'),
    'a suspension without a term': ('admin suspend oskar --reason rude', r'--days N'),
    'bots of no server': ('bots', r'name the server: --server ws://HOST:PORT'),
    'too many bots at once': ('bots --server unix:x --concurrency 257', r'--concurrency'),
    'hot seat in lines': ('play --hotseat --lines', r'needs a screen'),
    'hot seat with a player': ('play random --hotseat', r'leave out the player'),
    'player of another game': ('play negamax --game kriegspiel', r'nebel players lists others'),
    'bad clock to play with': ('play --clock soon', r'as in 3\+2 or 180s\+2s'),
    'a clock to play with that may be in seconds': ('play --clock 180+0', r'for 180 seconds say 3\+0 or 180s\+0s'),
    'nowhere to keep a game': ('play --lines --pgn no-such-folder/game.pgn', r'does its folder exist'),
    'no such lesson': ('learn 7', r'from 1 to 6'),
    'no terminal to learn on': ('learn', r'nebel learn --lines'),
    'mistakes of what': ('lab mistakes', r'name one or more SGF files'),
    'mistakes of Kriegspiel': ('lab mistakes examples/game.pgn', r'is for Phantom Go alone'),
    'explaining Go': ('explain examples/phantom-go.sgf --seat black', r'is for Kriegspiel alone'),
    'a model of Go': ('lab model build examples/phantom-go.sgf -o /dev/null', r'is for Kriegspiel alone'),
    'a policy of Go': ('lab policy test examples/phantom-go.sgf', r'is for Kriegspiel alone'),
    'a policy for nowhere': ('lab policy fit examples/game.pgn', r'with -o FILE'),
    'a policy of nothing': ('lab policy fit', r'name one or more PGN files'),
    'what to do with a policy': ('lab policy', r'lab policy fit FILE'),
    'a density of Go': ('belief --density examples/phantom-go.sgf --seat white', r'is for Kriegspiel alone'),
    'nothing to tune': ('lab tune ismcts2', r'nebel lab tune ismcts2 --ranges c=0.1..2'),
    'no such number to tune': ('lab tune ismcts2 --ranges z=0..1', r"no number 'z' to tune"),
    'a range the wrong way round': ('lab tune ismcts2 --ranges c=2..1', r'c=LOW\.\.HIGH'),
    'a range beyond the option': ('lab tune ismcts2 --ranges c=0..2000', r'c=LOW\.\.HIGH'),
    'a guest to tune': ('lab tune cmd:./bot --ranges c=0..1', r'can be tuned|nebel players'),
    'a reach too far': ('lab tune ismcts2 --ranges c=0..1 --reach 2', r'up to 0\.5'),
    'unknown ruleset': ('rules nosuch', r'nebel rules lists them'),
    'unknown benchmark': ('bench nosuch', r'there are: umpire table'),
    'bad number of games': ('bench --games 0', r'a whole number from 1'),
}

# A quick line of every command that has --json.
JSON_LINES = {'perft': 'perft 2 --json', 'bench': 'bench umpire --games 1 --json',
              'belief': 'belief examples/game.pgn --seat white --limit 100 --json',
              'doctor': 'doctor --json',
              'match': 'match random capturer --games 2 --nodes 1 --json',
              'replay': 'replay examples/phantom-go.sgf --json',
              'tournament': 'tournament random capturer random --games 2 --nodes 1 --json'}

counts = collections.Counter()


def check(name, problem):
    """Counts one check; `problem` is empty if it passed, or says what is wrong."""
    counts['failed' if problem else 'passed'] += 1
    print(f'failed: {name}: {problem}' if problem else f'passed: {name}', flush=True)


def listed(names):
    return ' '.join(sorted(names))


class Nebel:
    def __init__(self, binary):
        self.binary = binary

    def run(self, line, **streams):
        streams = {'stdout': subprocess.PIPE, **streams}
        return subprocess.run([self.binary, *shlex.split(line)], stdin=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=EXAMPLE_SECONDS, encoding='utf-8',
                              **streams)

    def read(self, line):
        """The output of a line that must succeed and complain of nothing; on a slow machine it may show how far it is."""
        done = self.run(line)
        if done.returncode or 'nebel: ' in done.stderr:
            raise RuntimeError(f'nebel {line}: exit {done.returncode}, {done.stderr.strip()}')
        return done.stdout


def man_options(page):
    return {f'--{name}' for name in re.findall(r'\bFl Fl ([a-z-]+)', page.read_text())}


def commands_in(page):
    """The first list of nebel.1; its later lists name other things in the same way."""
    first_list = page.read_text().split('The commands are:')[-1].split('.El')[0]
    return set(re.findall(r'^\.It Cm (\S+(?: \S+)?)$', first_list, re.M))


def difference(in_help, in_man):
    words = []
    if in_help - in_man:
        words.append(f'only in the help: {listed(in_help - in_man)}')
    if in_man - in_help:
        words.append(f'only in the man page: {listed(in_man - in_help)}')
    return '; '.join(words)


def check_overview(nebel, man):
    """The commands of `nebel --help`, which nebel.1 must list too."""
    overview = nebel.read('--help')
    commands = re.findall(r'^  ([a-z-]+(?: [a-z-]+)?) {2,}[a-z]', re.sub(r'(?m)^  nebel .*', '', overview), re.M)
    page = man / 'nebel.1'
    check('nebel --help lists commands', '' if commands else 'it lists none')
    check('nebel.1 lists the same commands',
          difference(set(commands), commands_in(page)))
    check('nebel.1 and nebel --help have the same options',
          difference(set(re.findall(r'--[a-z]+', overview)), man_options(page)))
    pages = {path.stem.removeprefix('nebel-') for path in man.glob('nebel-*.1')}
    check('every command has a man page and every man page a command',
          difference({command.replace(' ', '-') for command in commands}, pages))
    return commands


# Examples that run until they are ended: what they print when all is well, and options that let them run in another folder.
ENDLESS = {'nebel office --database dbname=nebel --socket office.sock --secret office-secret': (b'listening on ', ()),
           'nebel serve --dev desk': (b'listening on ', ('--schema', 'deploy/schema'))}

# Examples that need a server: what they say without one, or in a build that has none.
SERVED = {'nebel admin account oskar': '--database, or PGHOST and the like|needs nebel-server',
          'nebel archive dump --month 2026-11 --database dbname=nebel': 'there is no dump: |needs nebel-server',
          'nebel connect fog --server unix:desk/nebel.sock --token @white': 'the token cannot be read from white|needs nebel-server',
          'nebel bots --server unix:/run/nebel/nebel.sock --token @/etc/nebel/bots-token': 'the token cannot be read|needs nebel-server'}


def run_endless(nebel, example, sign, options):
    """Starts it in a folder of its own, ends it once it says that it runs, and wants it to end well."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # PostgreSQL may be another user
        words = [os.path.abspath(nebel.binary), *example.split()[1:], *options[:1], *map(os.path.abspath, options[1:])]
        process = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        timer = threading.Timer(EXAMPLE_SECONDS, process.kill)
        timer.start()
        said = process.stdout.readline()
        process.terminate()
        complaint = process.communicate()[1].decode()
        timer.cancel()
    if 'needs nebel-server' in complaint:
        return ''
    return '' if said.startswith(sign) and process.returncode == 0 else f'exit {process.returncode}, {said!r}: {complaint.strip()}'


def run_example(nebel, example):
    words = example.split(maxsplit=1)
    if words[0] != 'nebel':
        return f'it must begin with nebel, not {words[0]}'
    if example in ENDLESS:
        return run_endless(nebel, example, *ENDLESS[example])
    if example in SERVED:
        complaint = nebel.run(words[1]).stderr
        return '' if re.search(SERVED[example], complaint) else complaint
    try:
        done = nebel.run(words[1])
    except subprocess.TimeoutExpired:
        return f'still running after {EXAMPLE_SECONDS} s'
    return f'exit {done.returncode}: {done.stderr.strip()}' if done.returncode else ''


def check_command(nebel, man, command):
    text = nebel.read(f'{command} --help')
    check(f'nebel help {command} says what nebel {command} --help says',
          '' if nebel.read(f'help {command}') == text else 'the texts differ')
    page = man / f'nebel-{command.replace(" ", "-")}.1'
    if page.exists():
        check(f'nebel {command} --help and {page.name} have the same options',
              difference(set(re.findall(r'^  (--[a-z-]+)', text, re.M)), man_options(page)))
    example = re.search(r'^example:\n  (.+)$', text, re.M)
    check(f'nebel {command} --help has an example', '' if example else 'no line after `example:`')
    if example:
        check(f'the example runs: {example[1]}', run_example(nebel, example[1]))


# Lines that say the same.
SAME = (('--help', '-h'), ('--help', 'help'), ('--version', '-V'),
        ('perft --help', 'perft -h'), ('perft --help', 'perft 2 --board 8x8 -h'), ('rules berkeley', 'rules -- berkeley'), ('rules --boards', 'rules --boards --'),
        ('replay examples/game.pgn --view white', 'replay --view=white examples/game.pgn'),
        ('match random capturer --games 2 --nodes 1 --seed 3', 'match --games=2 random --seed=3 capturer --nodes=1'))


def check_same_lines(nebel):
    for line, other in SAME:
        one, two = ([row for row in nebel.read(words).splitlines() if not row.startswith('speed')] for words in (line, other))
        check(f'nebel {other} says what nebel {line} says', '' if one and one == two else f'{one}, {two}')


def error_problem(done, remedy):
    if done.returncode != 2:
        return f'exit {done.returncode}, not 2'
    if done.stdout:
        return f'standard output is not empty: {done.stdout!r}'
    if not re.fullmatch(r'nebel: [^\n]+\n', done.stderr):
        return f'not one line that begins with `nebel: `: {done.stderr!r}'
    if not re.search(remedy, done.stderr):
        return f'it does not say `{remedy}`: {done.stderr.strip()}'
    return ''


def check_errors(nebel):
    for name, (line, remedy) in ERRORS.items():
        check(f'{name}: nebel {line}', error_problem(nebel.run(line), remedy))
    done = nebel.run('')
    check('nebel alone says on standard error how it is used',
          '' if done.returncode == 2 and not done.stdout and 'usage: ' in done.stderr else
          f'exit {done.returncode}, {done.stdout!r}, {done.stderr!r}')


def documented_keys(page):
    """The words marked as keys in what a man page says of --json."""
    item = re.search(r'^\.It Fl Fl json\n(.*?)^\.(?:It|El)', page.read_text(), re.M | re.S)
    return set(re.findall(r'^\.Cm (\S+)', item[1], re.M)) if item else set()


def json_problem(text, keys):
    try:
        read = json.loads(text)
    except json.JSONDecodeError as error:
        return f'{error}: {text!r}'
    if not isinstance(read, dict):
        return f'not an object: {text!r}'
    return '' if set(read) == keys else f'documented {listed(keys)}, printed {listed(read)}'


def check_json(nebel, man, commands):
    have_json = {command for command in commands if '  --json ' in nebel.read(f'{command} --help')}
    untried = (have_json - {'admin'}) ^ set(JSON_LINES)  # that one needs a server: tests/e2e/server/order.py
    check('every --json is tried here', f'have a look at {listed(untried)}' if untried else '')
    for command in sorted(have_json & set(JSON_LINES)):
        line = JSON_LINES[command]
        check(f'one JSON object with the documented keys: nebel {line}',
              json_problem(nebel.read(line), documented_keys(man / f'nebel-{command}.1')))


def check_records(nebel):
    for record in ('examples/game.pgn', 'examples/phantom-go.sgf'):
        for view in ('umpire', 'white', 'black'):
            with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
                file.write(nebel.read(f'replay {record} --view {view} --json'))
                file.flush()
                again = nebel.read(f'replay {file.name}')
            check(f'as JSON and back {record} is the same to {view}',
                  '' if again and again == nebel.read(f'replay {record} --view {view}') else again)


def check_version(nebel):
    text = nebel.read('--version')
    right = r'nebel \d+\.\d+\.\d+\S*\ncommit \S+\nsignature [0-9a-f]{16}\n'
    check('nebel --version has version, commit and signature',
          '' if re.fullmatch(right, text) else repr(text))
    signature = json.loads(nebel.read('bench --games 1 --json'))['signature']
    check('nebel bench prints the same signature', '' if signature in text else signature)


def check_rules(nebel, rules):
    names = re.findall(r'^  ([a-z][a-z0-9-]+) {2,}', nebel.read('rules'), re.M)
    pages = set(re.findall(r'\[([a-z0-9-]+)\]\(\1\.md\)', (rules / 'README.md').read_text()))
    check('nebel rules and docs/rules have the same rulesets', difference(set(names), pages))
    for name in names:
        page = rules / f'{name}.md'
        headings = re.findall(r'^### (.+)$', page.read_text(), re.M) if page.exists() else []
        said = nebel.read(f'rules {name}')
        missing = [heading for heading in headings if heading not in said]
        check(f'nebel rules {name} says every clause of its page',
              f'not said: {missing}' if missing else '' if headings else f'{page} has no clauses')


def check_closed_pipe(nebel):
    """Whoever reads the output may leave, as head does: that is no full disk, and nothing to complain about. A program that
    runs guests ignores SIGPIPE, and so does one whose parent does."""
    for line, restores in (('rules', True), ('rules', False), ('play random --lines', False),
                           (f'match random "cmd:{nebel.binary} bot random" --games 2', True), ('match random random --games 2', False)):
        reader, writer = os.pipe()
        os.close(reader)
        done = nebel.run(line, stdout=writer, restore_signals=restores)
        os.close(writer)
        check(f'a closed pipe is no full disk: nebel {line}, SIGPIPE {"as usual" if restores else "ignored"}',
              '' if done.returncode == -signal.SIGPIPE and not done.stderr else f'exit {done.returncode}: {done.stderr}')


def check_programs(nebel):
    """What needs the libraries of a server is another program, which nebel looks for beside itself, where it is installed and in PATH."""
    server = pathlib.Path(nebel.binary).with_name('nebel-server')
    linked = subprocess.run(['ldd', nebel.binary], capture_output=True, text=True, check=True).stdout
    check('nebel links no library of a server', ' '.join(re.findall(r'lib(?:websockets|uv|pq|curl)\S*', linked)))
    if not server.exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        alone = Nebel(shutil.copy(nebel.binary, folder))
        variables = {**os.environ, 'PATH': folder}
        for line, answer in (('serve', 'nebel serve needs nebel-server, which is not installed'), ('lab watch', 'nebel lab needs nebel-server'),
                             ('play --server unix:x', 'nebel play needs nebel-server')):
            done = alone.run(line, env=variables)
            check(f'without nebel-server: nebel {line}', '' if done.returncode == 1 and answer in done.stderr else f'exit {done.returncode}, {done.stderr}')
        check('its help is there without it', '' if alone.run('help serve', env=variables).returncode == 0 else 'it is not')
        variables['PATH'] = f'{folder}:{server.parent}'
        done = alone.run('serve', env=variables)
        check('nebel finds nebel-server in PATH', error_problem(done, r'name --database'))
    done = Nebel(str(server)).run('match random random')
    check('nebel-server says who has the other commands', error_problem(done, r'type nebel match'))


def check_games(nebel, rules):
    said = nebel.read('rules phantom-go')
    switches = re.findall(r'^\| `(\w+)` \|', (rules / 'phantom-go.md').read_text(), re.M)
    missing = [name for name in [*switches, 'size', 'komi', 'black', 'white'] if f'{name}=' not in said]
    check('nebel rules phantom-go has every option of its page', str(missing) if missing or not switches else '')
    check('nebel rules kriegspiel lists the rulesets', '' if nebel.read('rules kriegspiel') == nebel.read('rules') else 'it does not')
    check('nebel rules chess tells of open chess', '' if 'nothing is hidden' in nebel.read('rules chess') else 'it does not')


def check_full_disk(nebel):
    for line in ('--help', '--version', 'rules', 'perft 1', 'bench --games 1'):
        with open('/dev/full', 'w') as full:
            done = nebel.run(line, stdout=full)
        check(f'a full disk is a failure: nebel {line}',
              '' if done.returncode == 1 and done.stderr.startswith('nebel: ') else
              f'exit {done.returncode}, {done.stderr!r}')


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    nebel, man = Nebel(str(pathlib.Path(sys.argv[1]).resolve())), pathlib.Path(sys.argv[2])
    try:
        commands = check_overview(nebel, man)
        for command in commands:
            check_command(nebel, man, command)
        check_errors(nebel)
        check_same_lines(nebel)
        check_json(nebel, man, commands)
        check_records(nebel)
        check_version(nebel)
        check_rules(nebel, man.parent / 'rules')
        check_games(nebel, man.parent / 'rules')
        check_full_disk(nebel)
        check_closed_pipe(nebel)
        check_programs(nebel)
    except (OSError, RuntimeError, subprocess.TimeoutExpired) as error:
        check('the checks can be run to their end', str(error))
    print(f'{counts["passed"]} passed, {counts["failed"]} failed')
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
