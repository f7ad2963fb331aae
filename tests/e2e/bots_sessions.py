#!/usr/bin/env python3
"""Checks docs/protocol/bot.md against what is really said: its worked sessions line by line, and its table of what
each ruleset lets a bot hear.

usage: tests/e2e/bots_sessions.py PAGE PLAY NEBEL GOOD-BOT [--bless]

A session is a block of the page that begins with a line `# PLAYER as SEAT of GAME, seed N`, options of PLAY after it.
That game is played with a wiretap between the runner and `nebel bot PLAYER`; what both said must be the block.
--bless writes what was said into the page; read the difference before you believe it. Prints a line a check, then
`N passed, M failed`; exits 1 if anything failed."""
import difflib
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import threading

SESSION = re.compile(r'(?m)^```text\n# (\S+) as (white|black) of (\S+), seed (\d+)((?: --\S+ \d+)*)\n((?:[<>] .*\n)*)```$')
RUN_SECONDS = 120
# How each game is played to hear all that can be heard in it: with a good opponent, with one that often guesses, and
# with pawns alone, which take each other en passant.
PAWNS = 'fen=4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3_w'
GAMES_GOOD, GAMES_GUESSED, GAMES_OF_PAWNS = 15, 3, 15
# What every ruleset says, and what no table of rulesets is about.
COMMON = {'opening own', 'opening other', 'played', 'moved', 'end own', 'end other', 'offer', 'other offer', 'decline',
          'other decline'}


def tap(log, command):
    """Stands between a runner and a bot, and writes down what passes."""
    with open(log, 'w') as file, subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                                  encoding='utf-8') as bot:
        def relay(source, target, mark):
            for line in source:
                file.write(f'{mark} {line}')
                file.flush()
                target.write(line)
                target.flush()
        answers = threading.Thread(target=relay, args=(bot.stdout, sys.stdout, '<'))
        answers.start()
        relay(sys.stdin, bot.stdin, '>')
        bot.stdin.close()
        answers.join()


def guess():
    """A bot that often tries what it could have ruled out."""
    import random
    tries, squares = [], [file + rank for file in 'abcdefgh' for rank in '12345678']
    for line in sys.stdin:
        verb, *words = line.split()
        if verb == 'nebel':
            print('id name guess\nwant tries\nready', flush=True)
        elif verb == 'newgame':
            random.seed(words[words.index('seed') + 1])
        elif verb == 'tries':
            tries = words
        elif verb == 'go':
            guessed = random.choice(squares) + random.choice(squares)
            print('try', guessed if random.random() < 0.1 else random.choice(tries), flush=True)
        elif verb == 'ping':
            print('pong', flush=True)


def play(program, game, white, black, *options):
    """Without a box, in which bots could not write down what they heard."""
    from boxes import unboxed  # not at the top: the bots of this file have no such module
    done = subprocess.run([*unboxed(), program, game, white, black, *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=RUN_SECONDS, encoding='utf-8')
    if done.returncode or done.stderr:
        raise RuntimeError(f'{program} {game} {white} {black}: exit {done.returncode}, {done.stderr.strip()}')


def script(*words):
    return 'cmd:' + shlex.join([sys.executable, '-I', '-S', __file__, *words])


def hold_session(program, nebel, player, seat, game, seed, options):
    with tempfile.NamedTemporaryFile('r') as log:
        bot = script('--tap', log.name, nebel, 'bot', player)
        seats = [bot, 'random'] if seat == 'white' else ['random', bot]
        play(program, game, *seats, '--seed', seed, *options.split())
        return log.read()


def first_difference(block, said):
    return next(line for line in difflib.unified_diff(block.splitlines(), said.splitlines(), 'page', 'said', n=0,
                                                      lineterm='') if line[:3] not in ('---', '+++', '@@ '))


def check_sessions(page, program, nebel):
    """A problem for each session, and the page as it should be."""
    problems = {}

    def replace(session):
        player, seat, game, seed, options, block = session.groups()
        said = hold_session(program, nebel, player, seat, game, seed, options)
        name = f'session: {player} as {seat} of {game}'
        problems[name] = '' if said == block else 'first difference: ' + first_difference(block, said)
        return session[0].replace(f'\n{block}```', f'\n{said}```')
    text = SESSION.sub(replace, page.read_text())
    problems['the page has sessions'] = '' if problems else 'there is none'
    return problems, text


def words_of(hearing):
    """The parts of a hearing that are words of a ruleset."""
    hearing = re.sub(r' over .*', '', hearing)
    pairs = re.findall(r'\b(?:opening|other any|other|any|end|capture|check) \w+', hearing)
    singles = re.findall(r'\b(?:illegal|impossible|as|passant|promoted|tries|(?<!capture )pawn)\b', hearing)
    return {*pairs, *singles} - {'other any'}


def with_pawns(game):
    return f'{game[:-1]},{PAWNS})' if game.endswith(')') else f'{game}({PAWNS})'


def heard_words(program, good_bot, game):
    words = set()
    guesser = script('--guess').removeprefix('cmd:')
    for played, opponent, games in ((game, good_bot, GAMES_GOOD), (game, guesser, GAMES_GUESSED),
                                    (with_pawns(game), good_bot, GAMES_OF_PAWNS)):
        with tempfile.NamedTemporaryFile('r') as first, tempfile.NamedTemporaryFile('r') as second:
            play(program, played, f'cmd:tee -a {first.name} | {good_bot}', f'cmd:tee -a {second.name} | {opponent}',
                 '--games', str(games))
            for line in {*first, *second}:
                if line.startswith('hear '):
                    words |= words_of(line[5:].strip())
    return words - COMMON


def check_table(page, program, good_bot):
    rows = re.findall(r'^\| `((?:kriegspiel|chess)\S*)` \| (.+) \|$', page.read_text(), re.M)
    problems = {'the table has every ruleset': '' if len(rows) == 9 else f'it has {len(rows)} rows'}
    for game, cell in rows:
        said, heard = set(re.findall(r'`([^`]+)`', cell)), heard_words(program, good_bot, game)
        problems[f'what is heard in {game}'] = '; '.join(
            part for part in (f'only on the page: {sorted(said - heard)}' if said - heard else '',
                              f'only heard: {sorted(heard - said)}' if heard - said else '') if part)
    return problems


def main():
    if sys.argv[1:2] == ['--tap']:
        return tap(sys.argv[2], sys.argv[3:])
    if sys.argv[1:2] == ['--guess']:
        return guess()
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    page, program, nebel, good_bot = pathlib.Path(sys.argv[1]), *sys.argv[2:5]
    problems, text = check_sessions(page, program, nebel)
    if '--bless' in sys.argv:
        page.write_text(text)
        return 0
    problems |= check_table(page, program, good_bot)
    for name, problem in problems.items():
        print(f'failed: {name}: {problem}' if problem else f'passed: {name}')
    failed = sum(bool(problem) for problem in problems.values())
    print(f'{len(problems) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
