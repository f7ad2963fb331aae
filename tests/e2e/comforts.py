#!/usr/bin/env python3
"""Checks completion, other languages, the config file and nebel doctor from outside, in real shells and with engines of all sorts.

usage: tests/e2e/comforts.py BINARY

Prints one line a check, then `N passed, M failed`; exits 1 if anything failed."""
import collections
import json
import os
import pathlib
import pty
import re
import select
import shlex
import subprocess
import sys
import tempfile
import time

from support.processes import can_box, unboxed

SECONDS_MAX = 60  # of anything asked here; builds with sanitizers take their time

# What the script of each shell is called where it is installed.
SCRIPTS = {'bash': 'nebel', 'zsh': '_nebel', 'fish': 'nebel.fish'}

# A line that is typed, and all that may follow when the last word is completed.
COMPLETIONS = {
    'nebel ma': ['match'],
    'nebel --v': ['--version'],
    'nebel help tour': ['tournament'],
    'nebel rules berkeley-': ['berkeley-any'],
    'nebel players cap': ['capturer'],
    'nebel match random neg': ['negamax'],
    'nebel match --game krieg': ['kriegspiel'],
    'nebel perft --board silver': ['silverman4x4'],
    'nebel perft --su': ['--suite'],
    'nebel perft --suite CMakeL': [],
    'nebel perft --suite CONTRIB': ['CONTRIBUTING.md'],
    'nebel perft --fen CONTRIB': [],
    'nebel replay REA': ['README.md'],
    'nebel replay --view bl': ['black'],
    'nebel completion zs': ['zsh'],
    'nebel lab ver': ['verify'],
    'nebel lab mis': ['mistakes'],
    'nebel lab model sh': ['show'],
    'nebel lab model show --ki': ['--kind'],
    'nebel lab tune --rea': ['--reach'],
    'nebel lab tune --scal': [],
    'nebel lab run --scal': ['--scale'],
    'nebel lab verify parker-2005-hs': ['parker-2005-hs-aosp'],
    'nebel lab run experiments/go-flat-r': ['experiments/go-flat-random.txt'],
    'nebel lab run go-flat-r': ['go-flat-random'],
    'nebel lab run --concurrency 2 go-flat-r': ['go-flat-random'],
    'nebel lab run --results docum': [],
}

# Engines that a config may name: what they do, and what the doctor then says.
ENGINES = {
    'answers': ('read line; echo "id name Tame $line"', 'ok', r"Tame uci \(.*/my engine's"),
    'is silent': ('sleep 1000', 'odd', r'it did not answer in time\. Next: apt-get install'),
    'dies': ('exit 3', 'odd', r'it exited with status 3'),
    'paints': (r'printf "id name \033[31mred\007\n"; read line', 'ok', r'\?\[31mred\? \('),
    'is not UTF-8': (r'printf "id name \377\n"; read line', 'ok', '\ufffd \\('),
}

WRONG_CONFIGS = {
    'colour red\n': r'line 1: colour takes auto, always or never',
    '\nengine.sjeng /x\n': r'line 2: there is no key .engine\.sjeng.; there are: engine\.stockfish',
    'engine.gnuchess gnuchess\n': r'line 1: engine\.gnuchess takes a path from /',
}

counts = collections.Counter()


def check(name, problem):
    """Counts one check; `problem` is empty if it passed, or says what is wrong."""
    counts['failed' if problem else 'passed'] += 1
    print(f'failed: {name}: {problem}' if problem else f'passed: {name}', flush=True)


def run(command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=SECONDS_MAX, encoding='utf-8', errors='replace', **options)


def read(command, **options):
    done = run(command, **options)
    if done.returncode or done.stderr:
        raise RuntimeError(f'{command}: exit {done.returncode}, {done.stderr.strip()}')
    return done.stdout


# --- Completion --------------------------------------------------------------------------------------


def ask_bash(script, line):
    words = line.split(' ')
    program = f'''source {shlex.quote(str(script))}
        COMP_WORDS=({' '.join(map(shlex.quote, words))}) COMP_CWORD={len(words) - 1}
        _nebel; printf '%s\\n' "${{COMPREPLY[@]}}"'''
    return read(['bash', '--norc', '-c', program]).split()


def ask_fish(script, line):
    program = f'source {shlex.quote(str(script))}; complete -C {shlex.quote(line)}'
    return [row.split('\t')[0] for row in read(['fish', '--no-config', '-c', program]).splitlines()]


def read_until(terminal, pattern, text=''):
    """What is printed, up to the end of the pattern."""
    end = time.monotonic() + SECONDS_MAX
    while not (found := re.search(pattern, text)):
        if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
            raise RuntimeError(f'zsh did not print {pattern!r} but {text!r}')
        text += os.read(terminal, 4096).decode()
    return found


class Zsh:
    """zsh completes only for people at a keyboard, so it gets one. In place of the completion of the line, what was
    made of it is printed."""

    SETUP = r'''
PROMPT= RPROMPT=; unset zle_bracketed_paste; unsetopt prompt_sp prompt_cr auto_list auto_menu; bindkey -e
fpath=(FOLDER $fpath); autoload -Uz compinit && compinit -u -D
tell() { zle complete-word; BUFFER="print -r -- made ${(qq)BUFFER} end"; zle accept-line }
zle -N tell; bindkey '^I' tell; print rea''dy
'''

    def __init__(self, folder):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execvpe('zsh', ['zsh', '-f', '-i'], {**os.environ, 'TERM': 'dumb'})
        setup = self.SETUP.replace('FOLDER', shlex.quote(str(folder)))
        os.write(self.terminal, setup.encode())
        read_until(self.terminal, 'ready')

    def ask(self, line):
        """The line's last word as it was completed; nothing if it was left as it is."""
        os.write(self.terminal, f'{line}\t'.encode())
        made = read_until(self.terminal, r"made (nebel .*?) *end\r?\n")[1]
        return [] if made == line else [made.split(' ')[-1]]

    def close(self):
        os.write(self.terminal, b'exit\n')
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def check_completions(shell, ask):
    for line, right in COMPLETIONS.items():
        made = ask(line)
        check(f'{shell} completes: {line}', '' if made == right else f'{made}, not {right}')


def check_shells(binary, folder):
    scripts = {}
    for shell, name in SCRIPTS.items():
        scripts[shell] = folder / name
        scripts[shell].write_text(read([binary, 'completion', shell]))
        done = run([shell, '-n', scripts[shell]])
        check(f'{shell} can read its script', done.stderr if done.returncode or done.stderr else '')
    check_completions('bash', lambda line: ask_bash(scripts['bash'], line))
    check_completions('fish', lambda line: ask_fish(scripts['fish'], line))
    zsh = Zsh(folder)
    check_completions('zsh', zsh.ask)
    zsh.close()


def check_all_options(binary, folder):
    """Everything that the help of a command lists is offered."""
    script = folder / SCRIPTS['bash']
    commands = ask_bash(script, 'nebel ')
    commands += re.findall(r'^  (?!nebel)(\S+ \S+)  ', read([binary, '--help']), re.M)
    for command in sorted(set(commands) - {'help', '--help', '--version'}):
        listed = re.findall(r'^  (--?[a-z-]+) ', read([binary, *command.split(), '--help']), re.M)
        offered = ask_bash(script, f'nebel {command} -')
        check(f'every option of nebel {command} is offered',
              '' if sorted(offered) == sorted(listed) else f'{offered}, not {listed}')


# --- The config file and the doctor --------------------------------------------------------------------


class Doctor:
    """nebel doctor in an environment of its own."""

    def __init__(self, binary, folder):
        self.binary = binary
        self.variables = {'HOME': str(folder), 'PATH': '/usr/bin:/bin', 'LC_ALL': 'C.UTF-8', 'TERM': 'xterm'}
        self.variables |= {name: value for name, value in os.environ.items() if name.endswith('SAN_OPTIONS')}
        self.config = folder / '.config/nebel/config'
        self.config.parent.mkdir(parents=True, exist_ok=True)

    def run(self, *arguments, **variables):
        return run([self.binary, 'doctor', *arguments], env={**self.variables, **variables})

    def with_config(self, text, *arguments):
        self.config.write_text(text)
        done = self.run(*arguments)
        self.config.unlink()
        return done


def expect(name, done, status, pattern):
    right = done.returncode == status and not done.stderr and re.search(pattern, done.stdout, re.M)
    check(name, '' if right else f'exit {done.returncode}, {done.stderr!r}, no {pattern!r} in\n{done.stdout}')


def check_doctor(doctor):
    done = doctor.run()
    expect('the doctor finds nothing necessary missing', done, 0, r'^All required parts are in order\.$')
    expect('the umpire answers as it should; if it was changed on purpose, say so in src/cmd/version.h.in', done, 0,
           r'^ok +signature +[0-9a-f]{16}$')
    expect('without a config file the doctor says where it would be', done, 0,
           rf'^ok +config +none.* {re.escape(str(doctor.config))}$')
    expect('an engine in /usr/games is found though PATH does not have it', done, 0,
           r'^ok +stockfish +Stockfish \S+ \(/usr/games/stockfish\)$')
    expect('what is missing comes with the package that has it', doctor.run(PATH='/nonexistent'), 0,
           r'^missing +gnuplot .*Next: apt-get install gnuplot-nox$')
    expect('a locale that is not UTF-8 is odd', doctor.run(LC_ALL='C'), 0, r'^odd +locale .*export LC_ALL=C\.UTF-8$')
    report = json.loads(doctor.run('--json').stdout)
    check('the report as JSON has the same rows', '' if report['healthy'] and
          [row['name'] for row in report['findings']] == re.findall(r'^(?:ok|odd|missing) +(\S+)', done.stdout, re.M)
          else json.dumps(report))


def check_engines(doctor, folder):
    engine = folder / "my engine's"
    for name, (program, state, right) in ENGINES.items():
        engine.write_text(f'#!/bin/sh\n{program}\n')
        engine.chmod(0o755)
        config = f'engine.gnuchess {engine}\n'
        expect(f'an engine that {name} is {state}', doctor.with_config(config), 0, rf'^{state} +gnuchess +.*{right}')
    report = json.loads(doctor.with_config(config, '--json').stdout)
    names = [row['about'] for row in report['findings'] if row['name'] == 'gnuchess']
    check('words that are not UTF-8 can be said in JSON', '' if names == [f'? ({engine})'] else names)
    engine.chmod(0o644)
    expect('an engine that cannot be run is odd', doctor.with_config(config), 0,
           rf'^odd +gnuchess .*cannot be run\. Next: correct engine\.gnuchess in {re.escape(str(doctor.config))}$')


def check_boxes(doctor, folder):
    """Every command that seats a guest says so once where it has no whole box, and is silent where it has one."""
    bot = folder / 'bot'
    bot.write_text('#!/bin/sh\necho refuse everything\n')
    bot.chmod(0o755)
    experiment = folder / 'guests.txt'
    experiment.write_text(f'title T\nquestion Q?\ngame kriegspiel\nplayers cmd:{bot} against random\n'
                          'limits nodes 1\ngames 2\nopening random:1\nseed 1\n')
    lines = {'match': ['match', f'cmd:{bot}', f'cmd:{bot}', '--games', '2'],
             'tournament': ['tournament', f'cmd:{bot}', 'random', '--games', '2'],
             'check-bot': ['check-bot', str(bot)],
             'lab run': ['lab', 'run', str(experiment), '--allow-commands', '--results', str(folder / 'results')],
             'match without guests': ['match', 'random', 'random', '--games', '2']}
    if can_box():
        expect('guests run in a box', doctor.run(), 0, r'^ok +guests +cmd: programs run in a box')
    else:
        print('not run: guests in a box; this machine does not let one make user namespaces')
    if unboxed():
        expect('that there is no box is odd', run([*unboxed(), doctor.binary, 'doctor'], env=doctor.variables), 0,
               r'^odd +guests +.*without a whole box \(cannot make namespaces: .*\. Next: .*max_user_namespaces')
    for before in ([], unboxed()) if can_box() and unboxed() else ():
        for name, line in lines.items():
            said = run([*before, doctor.binary, *line], env=doctor.variables).stderr
            wanted = 1 if before and name != 'match without guests' else 0
            check(f'{name} {"without" if before else "with"} boxes says {"so once" if wanted else "nothing"}',
                  '' if said.count('guests run without a whole box') == wanted == said.count('warning') else repr(said))


def check_config(doctor, folder):
    for text, right in WRONG_CONFIGS.items():
        expect(f'a wrong config is explained: {text!r}', doctor.with_config(text), 1, rf'^odd +config .*{right}')
    named = folder / 'named'
    expect('a file that NEBEL_CONFIG names must be there', doctor.run(NEBEL_CONFIG=str(named)), 1,
           r'^missing +config .*unset NEBEL_CONFIG$')
    named.write_text('colour always\n')
    green = r'^\x1b\[32mok *\x1b\[0m colours +on; the choice is always'
    expect('NEBEL_CONFIG is obeyed', doctor.run(NEBEL_CONFIG=str(named)), 0, green)
    expect('the file overrules NO_COLOR', doctor.run(NEBEL_CONFIG=str(named), NO_COLOR='1'), 0, green)
    below = folder / 'xdg/nebel'
    below.mkdir(parents=True)
    (below / 'config').write_text('# nothing\n')
    expect('XDG_CONFIG_HOME is obeyed', doctor.run(XDG_CONFIG_HOME=str(below.parent)), 0,
           rf'^ok +config +read from {re.escape(str(below))}/config$')


def on_terminal(doctor, **variables):
    """What the doctor prints on a terminal."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(doctor.binary, ['nebel', 'doctor'], {**doctor.variables, **variables})
    text = read_until(terminal, r'(?s).*in order')[0]
    os.waitpid(pid, 0)
    os.close(terminal)
    return text


def check_colours(doctor):
    check('there are colours on a terminal', '' if '\x1b[32mok' in on_terminal(doctor) else 'there are none')
    check('NO_COLOR is respected', '' if '\x1b' not in on_terminal(doctor, NO_COLOR='1') else 'there are colours')
    check('there are none elsewhere', 'there are' if '\x1b' in doctor.run().stdout else '')


def check_words(binary, folder):
    """A translation is made, checked and spoken; what it leaves out is said in English."""
    english = read([binary, 'words'])
    whole, part = folder / 'en.ftl', folder / 'de.ftl'
    whole.write_text(english)
    part.write_text('white = Weiß\nicc-turn = {$colour} ist am Zug.\nturn = Am Zug.\n')
    expect('English is a whole translation', run([binary, 'words', whole]), 0, r': every message is there$')
    done = run([binary, 'words', part])
    right = done.returncode == 1 and 'missing: black\n' in done.stdout and 'line 3: turn: it leaves out' in done.stdout
    check('a check names what a translation lacks', '' if right and 'missing: white\n' not in done.stdout else str(done))
    play = [binary, 'play', 'random', '--lines', '--seed', '1']
    expect('a game is played in another language', run(play, env={**os.environ, 'NEBEL_WORDS': str(part)}), 0,
           r'\. You are Weiß; Black is random\. .*\nWeiß ist am Zug\.$')
    done = run(play, env={**os.environ, 'NEBEL_WORDS': str(folder / 'none.ftl')})
    check('a file of words that is not there is named',
          '' if done.returncode == 2 and re.search(r'cannot read \S*none\.ftl; nebel words >', done.stderr) else str(done))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        doctor = Doctor(binary, folder)
        try:
            check_shells(binary, folder)
            check_all_options(binary, folder)
            check_words(binary, folder)
            check_doctor(doctor)
            check_engines(doctor, folder)
            check_boxes(doctor, folder)
            check_config(doctor, folder)
            check_colours(doctor)
        except (OSError, RuntimeError, ValueError, subprocess.TimeoutExpired) as error:
            check('the checks can be run to their end', f'{type(error).__name__}: {error}')
    print(f'{counts["passed"]} passed, {counts["failed"]} failed')
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
