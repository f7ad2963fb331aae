"""What the README shows as output is what nebel prints, and what it names is there.

In a block of the README marked `console`, a line that begins with `$ build/release/nebel` is a command, and the lines after it must
stand in its output one after the other; `...` skips any number of lines. Elsewhere every `nebel COMMAND` must be a command whose help
has the options named after it, every `make TARGET` a target of the Makefile, and every link inside the repository a file."""
import re

import pytest
from support.programs import ROOT

PROMPT = '$ build/release/nebel '
COMMANDS_MIN = 3  # one for each view of a game
README = (ROOT / 'README.md').read_text()
PROSE = re.sub(r'^```.*?^```$', '', README, flags=re.M | re.S)


def commands_shown():
    """Each command with the lines that follow it."""
    found = []
    for block in re.findall(r'^```console\n(.*?)^```$', README, re.M | re.S):
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


def found(*patterns):
    return dict.fromkeys(name for pattern in patterns for name in re.findall(pattern, PROSE, re.M))


def test_the_readme_shows_commands():
    assert len(commands_shown()) >= COMMANDS_MIN


@pytest.mark.parametrize('command, expected', commands_shown())
def test_a_command_prints_what_is_shown(nebel, command, expected):
    done = nebel.run(command)
    assert done.returncode == 0 and not done.stderr, f'exit {done.returncode}, {done.stderr.strip()}'
    assert any(line != '...' for line in expected), 'the README shows no output'
    assert stand_in(expected, done.stdout.splitlines()), f'it prints\n{done.stdout}'


@pytest.mark.parametrize('line', found(r'`nebel ([^`]+)`', r'^    build/release/nebel (.+)'))
def test_a_command_is_there_with_its_options(nebel, line):
    command, *words = line.split()
    pair = nebel.run(f'help {command} {words[0]}') if words else None  # a command of two words
    explained = pair.stdout if pair and pair.returncode == 0 else nebel.read('help' if command == 'help' else f'help {command}')
    lacking = [word for word in words if word.startswith('--') and word not in explained]
    assert not lacking, f'no option {lacking}'


@pytest.mark.parametrize('target', found(r'`make ([a-z-]+)`', r'^    make ([a-z-]+)'))
def test_a_target_of_make_is_there(source, target):
    assert re.search(rf'^{target}:', (source / 'Makefile').read_text(), re.M), 'no such target'


@pytest.mark.parametrize('link', found(r'\]\(([^):#]+)[)#]'))
def test_a_link_leads_to_a_file(source, link):
    assert (source / link).exists(), 'no such file'
