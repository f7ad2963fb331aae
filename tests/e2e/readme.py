#!/usr/bin/env python3
"""Checks that what the README shows as output is what nebel prints, and that what it names is there.

usage: tests/e2e/readme.py BINARY README

In a block of the README marked `console`, a line that begins with `$ build/release/nebel` is a
command, and the lines after it must stand in its output one after the other; `...` skips any number
of lines. Elsewhere every `nebel COMMAND` must be a command whose help has the options named after it, every
`make TARGET` a target of the Makefile, and every link inside the repository a file.
Prints one line a command, then `N passed, M failed`; exits 1 if anything failed."""
import pathlib
import re
import shlex
import subprocess
import sys

PROMPT = '$ build/release/nebel '
COMMANDS_MIN = 3  # one for each view of a game


def commands_in(readme):
    """Each command with the lines that follow it."""
    found = []
    for block in re.findall(r'^```console\n(.*?)^```$', readme.read_text(), re.M | re.S):
        for line in block.splitlines():
            if line.startswith(PROMPT):
                found.append((line.removeprefix(PROMPT), []))
            else:
                found[-1][1].append(line)
    return found


def stand_in(expected, printed):
    """Whether the expected lines stand in what was printed, gaps only where `...` allows them."""
    if not expected:
        return True
    if expected[0] == '...':
        return any(stand_in(expected[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and expected[0] == printed[0] and stand_in(expected[1:], printed[1:])


def problem_of(binary, command, expected):
    done = subprocess.run([binary, *shlex.split(command)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    if done.returncode or done.stderr:
        return f'exit {done.returncode}, {done.stderr.strip()}'
    if not any(line != '...' for line in expected):
        return 'the README shows no output'
    return '' if stand_in(expected, done.stdout.splitlines()) else f'it prints\n{done.stdout}'


def help_of(binary, command):
    done = subprocess.run([binary, 'help', *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding='utf-8')
    return '' if done.returncode else done.stdout


def named_in(binary, readme):
    """Each command, target and link that the README names outside of `console` blocks, with what is wrong with it."""
    text = re.sub(r'^```.*?^```$', '', readme.read_text(), flags=re.M | re.S)
    makefile = (readme.parent / 'Makefile').read_text()
    for line in re.findall(r'`nebel ([^`]+)`', text) + re.findall(r'^    build/release/nebel (.+)', text, re.M):
        command, *words = line.split()
        explained = help_of(binary, [] if command == 'help' else [command])
        if words:  # of two words, or a command and its argument
            explained = help_of(binary, [command, words[0]]) or explained
        lacking = [word for word in words if word.startswith('--') and word not in explained]
        yield f'nebel {line}', '' if explained and not lacking else f'no such command, or no option {lacking}'
    for target in re.findall(r'`make ([a-z-]+)`', text) + re.findall(r'^    make ([a-z-]+)', text, re.M):
        yield f'make {target}', '' if re.search(rf'^{target}:', makefile, re.M) else 'no such target'
    for link in re.findall(r'\]\(([^):#]+)[)#]', text):
        yield link, '' if (readme.parent / link).exists() else 'no such file'


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    binary, readme = sys.argv[1], pathlib.Path(sys.argv[2])
    commands = commands_in(readme)
    problems = [(command, problem_of(binary, command, lines)) for command, lines in commands]
    problems += named_in(binary, readme)
    if len(commands) < COMMANDS_MIN:
        problems.append(('the README', f'it shows {len(commands)} commands, not {COMMANDS_MIN}'))
    for command, problem in problems:
        print(f'failed: {command}: {problem}' if problem else f'passed: {command}')
    failed = sum(1 for command, problem in problems if problem)
    print(f'{len(problems) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
