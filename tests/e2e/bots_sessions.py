"""docs/protocol/bot.md against what is really said: its worked sessions line by line, and its table of what each ruleset lets a bot hear.

A session is a block of the page that begins with a line `# PLAYER as SEAT of GAME, seed N`, options of the runner after it. That game is
played with a wiretap between the runner and `nebel bot PLAYER`; what both said must be the block."""
import re

import pytest
from support.bots import telltale
from support.processes import unboxed
from support.programs import ROOT, run

PAGE = ROOT / 'docs/protocol/bot.md'
SESSION = re.compile(r'(?m)^```text\n# (\S+) as (white|black) of (\S+), seed (\d+)((?: --\S+ \d+)*)\n((?:[<>] .*\n)*)```$')
SESSIONS = SESSION.findall(PAGE.read_text())
RULESETS = re.findall(r'^\| `((?:kriegspiel|chess)\S*)` \| (.+) \|$', PAGE.read_text(), re.M)
RULESETS_COUNT = 9
# How each game is played to hear all that can be heard in it: with a good opponent, with one that often guesses, and
# with pawns alone, which take each other en passant.
PAWNS = 'fen=4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3_w'
GAMES_GOOD, GAMES_GUESSED, GAMES_OF_PAWNS = 15, 3, 15
# What every ruleset says, and what no table of rulesets is about.
COMMON = {'opening own', 'opening other', 'played', 'moved', 'end own', 'end other', 'offer', 'other offer', 'decline', 'other decline'}


def play(build, game, white, black, *options):
    """Plays without a box, in which bots could not write down what they heard."""
    done = run([*unboxed(), build / 'tests/play', game, white, black, *options], seconds=120)
    assert done.returncode == 0 and not done.stderr, f'{game} {white} {black}: exit {done.returncode}, {done.stderr.strip()}'


def test_the_page_has_sessions_and_every_ruleset():
    assert SESSIONS and len(RULESETS) == RULESETS_COUNT


@pytest.mark.parametrize('player, seat, game, seed, options, block', SESSIONS, ids=[' '.join(session[:3]) for session in SESSIONS])
def test_a_session_is_as_the_page_says(build, nebel, tmp_path, blesses, player, seat, game, seed, options, block):
    log = tmp_path / 'log'
    bot = 'cmd:' + telltale('tap', log, nebel.path, 'bot', player)
    play(build, game, *([bot, 'random'] if seat == 'white' else ['random', bot]), '--seed', seed, *options.split())
    said = log.read_text()
    if blesses:
        PAGE.write_text(PAGE.read_text().replace(f'\n{block}```', f'\n{said}```'))
    assert said.splitlines() == block.splitlines()


def words_of(hearing):
    """The parts of a hearing that are words of a ruleset."""
    hearing = re.sub(r' over .*', '', hearing)
    pairs = re.findall(r'\b(?:opening|other any|other|any|end|capture|check) \w+', hearing)
    singles = re.findall(r'\b(?:illegal|impossible|as|passant|promoted|tries|(?<!capture )pawn)\b', hearing)
    return {*pairs, *singles} - {'other any'}


def with_pawns(game):
    return f'{game[:-1]},{PAWNS})' if game.endswith(')') else f'{game}({PAWNS})'


@pytest.mark.parametrize('game, cell', RULESETS)
def test_what_is_heard_is_in_the_table(build, tmp_path, game, cell):
    words, good, log = set(), build / 'tests/example_bot', tmp_path / 'log'
    for played, opponent, games in ((game, good, GAMES_GOOD), (game, telltale('guess'), GAMES_GUESSED), (with_pawns(game), good, GAMES_OF_PAWNS)):
        play(build, played, f'cmd:tee -a {log}.1 | {good}', f'cmd:tee -a {log}.2 | {opponent}', '--games', games)
    for number in (1, 2):
        for line in (tmp_path / f'log.{number}').read_text().splitlines():
            if line.startswith('hear '):
                words |= words_of(line[5:].strip())
    assert words - COMMON == set(re.findall(r'`([^`]+)`', cell))
