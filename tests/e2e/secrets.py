#!/usr/bin/env python3
"""Checks what a guest can learn in a match that it should not: seeds, openings, secrets, and its own past.

usage: tests/e2e/secrets.py BINARY

Guests tell what they were told through the reasons of their forfeits, which stand in the match file. What they should
have been told is derived here from the secret that the file has at its end, by hashlib. Prints one line a check, then
`N passed, M failed`; exits 1 if anything failed."""
import fcntl
import hashlib
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile

from commands import Nebel, check, counts

WORD, GOLDEN = (1 << 64) - 1, 0x9e3779b97f4a7c15
SECRET = '000102030405060708090a0b0c0d0e0f'
GAMES = 40
FOR_PLAYER, FOR_OPENING = 0, 1


def guest(word):
    telltale = pathlib.Path(__file__).resolve().parent / 'telltale.py'
    return 'cmd:' + shlex.join([sys.executable, '-I', '-S', str(telltale), word])


# --- What a spy computes -----------------------------------------------------------------------------

def mix(word):
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9 & WORD
    word = (word ^ word >> 27) * 0x94d049bb133111eb & WORD
    return word ^ word >> 31


def unshift(word, by):
    undone = word
    for _ in range(64 // by):
        undone = word ^ undone >> by
    return undone


def unmix(word):
    word = unshift(word, 31) * pow(0x94d049bb133111eb, -1, 1 << 64) & WORD
    word = unshift(word, 27) * pow(0xbf58476d1ce4e5b9, -1, 1 << 64) & WORD
    return unshift(word, 30)


def purpose(game, player):
    return 1 + 2 * game + player


def spied(own, game, player):
    """The opponent's seed, if both came from --seed."""
    state = (unmix(own) - GOLDEN & WORD) ^ purpose(game, player) ^ purpose(game, 1 - player)
    return mix(state + GOLDEN & WORD)


def seeded(seed, pair, game, player):
    """A seed of a match of our own players."""
    state = mix(seed + GOLDEN & WORD) ^ pair
    state = mix(state + GOLDEN & WORD) ^ purpose(game, player)
    return mix(state + GOLDEN & WORD)


def keyed(secret, pair, use, game, player):
    """A seed of a match with guests."""
    message = b'nebel stream 1\0' + pair.to_bytes(8, 'little') + bytes([use, game, player])
    return int.from_bytes(hashlib.blake2b(message, key=bytes.fromhex(secret), digest_size=32).digest()[:8], 'little')


# --- Matches -----------------------------------------------------------------------------------------

class Kept:
    """A match file, line by line. Kill -9 may leave a part of a line behind, which counts for nothing."""

    def __init__(self, path):
        self.bytes = path.read_bytes()
        self.lines = self.bytes.decode().split('\n')[:-1]
        self.secrets = self.of('secret')

    def of(self, verb):
        return [line.split()[1] for line in self.lines if line.startswith(verb + ' ')]

    def reasons(self):
        """By pair and game, what the forfeits were for."""
        games = {}
        for line in self.lines:
            if line.startswith('pair '):
                number, *parts = line.split(' | ')
                for game, part in enumerate(parts[:2]):
                    games[int(number.split()[1]), game] = part.partition(' ; ')[2]
        return games


def line_of(first, second, path, more=''):
    return f'match {shlex.quote(first)} {shlex.quote(second)} --games {GAMES} --nodes 1 -o {path} {more}'


def play(nebel, first, second, path, more=''):
    nebel.read(line_of(first, second, path, more))
    return Kept(path)


def check_seeds(nebel, folder):
    """A spy in the first place, then in the second: what it is told, and what it makes of it."""
    own, others, told = {}, {}, {}
    for player in (0, 1):
        players = (guest('seed'), 'random')[::1 if player == 0 else -1]
        kept = play(nebel, *players, folder / f'seeds{player}.match')
        check(f'a match with a guest in place {player + 1} tells one secret',
              '' if len(kept.secrets) == 1 and kept.lines[-1].startswith('secret ') else str(kept.secrets))
        for place, reason in kept.reasons().items():
            told[player, place] = int(re.search(r"(?:refused the game: '(\d+)')?$", reason)[1] or 0)
            own[player, place] = keyed(kept.secrets[0], place[0], FOR_PLAYER, place[1], player)
            others[player, place] = keyed(kept.secrets[0], place[0], FOR_PLAYER, place[1], 1 - player)
    check('guests are told the seeds that the secret gives', '' if told == own else
          f'{min(told.values())} to {max(told.values())} are others')
    hits = sum(spied(seed, place[1], player) == others[player, place] for (player, place), seed in told.items())
    check(f'a spy predicts {hits} of {len(told)} seeds of its opponent from its own', '' if hits == 0 else 'it should none')
    guesses = {seeded(seed, pair, game, player) for seed in range(200) for pair in range(GAMES // 2)
               for game in (0, 1) for player in (0, 1)}
    forged = len(guesses & {*told.values(), *others.values()})
    check('no seed is that of a match with --seed 0 to 199', '' if forged == 0 else f'{forged} are')
    check('the spy can spy', '' if spied(seeded(1, 7, 1, 0), 1, 0) == seeded(1, 7, 1, 1) else 'its arithmetic is wrong')


def check_openings(nebel, folder):
    """White in both games is a guest, another one each time, which tells the opening it was given."""
    bot = guest('opening')
    reasons = play(nebel, bot, bot, folder / 'openings.match', f'--secret {SECRET}').reasons()
    told = {place: re.search(r"it answered 'told (\d+) (\S+ \S+)', which is no action", reason)
            for place, reason in reasons.items()}
    if not all(told.values()):
        check('guests tell their openings', str(reasons))
        return
    check('a process sees one newgame', '' if {found[1] for found in told.values()} == {'1'} else str(reasons))
    alike = sum(told[pair, 0][2] == told[pair, 1][2] for pair in range(GAMES // 2))
    check(f'White of game 2 has the moves of game 1 in {alike} of {GAMES // 2} pairs',
          '' if alike <= 1 else 'two moves of about twenty each agree in one pair of 400')


def check_replay(nebel, folder):
    bot = f'cmd:{nebel.binary} bot random'
    first = play(nebel, bot, 'capturer', folder / 'first.match', f'--pgn {folder}/first.pgn')
    again = play(nebel, bot, 'capturer', folder / 'again.match',
                 f'--pgn {folder}/again.pgn --concurrency 2 --secret {first.secrets[0]}')
    check('--secret plays a match again', '' if first.bytes == again.bytes else 'the files differ')
    check('its PGN too', '' if (folder / 'first.pgn').read_bytes() == (folder / 'again.pgn').read_bytes() else 'they differ')
    check('the PGN does not tell the secret', '' if first.secrets[0].encode() not in
          (folder / 'first.pgn').read_bytes() else 'it does')
    other = play(nebel, bot, 'capturer', folder / 'other.match')
    check('without it another match is played', '' if other.secrets != first.secrets and
          other.of('pair') == first.of('pair') and other.lines[10:-1] != first.lines[10:-1] else 'it is the same')
    seeded_match = folder / 'seeded.match'
    play(nebel, 'random', 'capturer', seeded_match)
    check('a match of our own players has a seed and no secret', '' if b'\nseed 1\n' in seeded_match.read_bytes() and
          b'secret' not in seeded_match.read_bytes() else 'it has not')


def stop(nebel, path, signal_number):
    """Ends a match with a guest in the middle, once its file has some pairs."""
    words = line_of(f'cmd:{nebel.binary} bot random', 'capturer', path, f'--games 4000 --secret {SECRET}')
    process = subprocess.Popen([nebel.binary, *shlex.split(words)], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and (not path.exists() or path.read_bytes().count(b'\npair ') < 4):  # three whole ones
        os.sched_yield()
    before = path.read_bytes()
    process.send_signal(signal_number)
    process.wait()
    with path.open() as file:
        # A guest that was being started when its runner was killed holds the file for a moment longer.
        fcntl.flock(file, fcntl.LOCK_EX)
    return before, Kept(path)


def take_up(nebel, path, more_pairs=2):
    pairs = len(Kept(path).of('pair'))
    words = line_of(f'cmd:{nebel.binary} bot random', 'capturer', path,
                    f'--resume --json --games {2 * (pairs + more_pairs)}')
    return json.loads(nebel.read(words)), pairs


def check_stopped(nebel, folder):
    path = folder / 'interrupted.match'
    before, kept = stop(nebel, path, signal.SIGINT)
    check('the secret is not in the file while the match runs', '' if SECRET.encode() not in before and
          b'secret' not in before and b'\nrun 0 | ' in before else before.decode())
    check('Ctrl-C tells the secret', '' if kept.secrets == [SECRET] else str(kept.secrets))
    report, _ = take_up(nebel, path)
    kept = Kept(path)
    check('a run that takes it up has a secret of its own', '' if len(set(kept.secrets)) == 2 and
          report['secret'] == kept.secrets[1] and report['secretless_pairs'] == 0 else f'{report}, {kept.secrets}')

    path = folder / 'killed.match'
    _, kept = stop(nebel, path, signal.SIGKILL)
    check('kill -9 loses the secret', '' if not kept.secrets and SECRET.encode() not in kept.bytes else str(kept.secrets))
    report, pairs = take_up(nebel, path)
    check('and the report says so', '' if report['secretless_pairs'] == pairs and pairs >= 3 and
          len(Kept(path).secrets) == 1 else str(report))


def check_old_files(nebel, folder):
    """A file with guests from before secrets: its settings name the seed, and no runs stand in it."""
    bot, path = f'cmd:{nebel.binary} bot random', folder / 'old.match'
    kept = play(nebel, bot, 'capturer', path)
    old = ''.join(line.replace('streams keyed 1', 'seed 1') + '\n' for line in kept.lines
                  if not line.startswith(('run ', 'secret ')))
    path.write_text(old)
    report = json.loads(nebel.read(line_of(bot, 'capturer', path, '--resume --json')))
    check('an old file with a guest is reported', '' if report['games'] == GAMES and report['secretless_pairs'] == 0 and
          path.read_text() == old else str(report))
    done = nebel.run(line_of(bot, 'capturer', path, f'--resume --games {GAMES + 2}'))
    check('and not taken further', '' if done.returncode == 1 and f'--games {GAMES} reports' in done.stderr and
          path.read_text() == old else f'exit {done.returncode}, {done.stderr}')


def check_play(nebel, folder):
    """The seed of a game against a player, which the record tells: from the system, unless it is named."""
    seeds = []
    for more in ('', '', '--seed 5'):
        nebel.read(f"play random --lines --game 'kriegspiel(board=4x4)' --pgn {folder}/play.pgn {more}")
        seeds.append(int(re.search(r'"nebel play --seed (\d+)"', (folder / 'play.pgn').read_text())[1]))
    check('nebel play draws a seed that no clock tells', '' if seeds[0] != seeds[1] and min(seeds[:2]) >> 44 else str(seeds))
    check('or takes the one that is named', '' if seeds[2] == 5 else str(seeds))


def check_errors(nebel):
    for name, line, remedy in (
            ('a secret of our own players', f'match random capturer --secret {SECRET}', 'decided by --seed'),
            ('a secret that is none', 'match random cmd:./bot --secret 12', '32 hexadecimal digits')):
        done = nebel.run(line)
        check(name, '' if done.returncode == 2 and remedy in done.stderr else f'exit {done.returncode}, {done.stderr}')


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    nebel = Nebel(str(pathlib.Path(sys.argv[1]).resolve()))
    with tempfile.TemporaryDirectory() as root:
        folder = pathlib.Path(root)
        for part in (check_seeds, check_openings, check_replay, check_stopped, check_old_files, check_play):
            part(nebel, folder)
        check_errors(nebel)
    print(f'{counts["passed"]} passed, {counts["failed"]} failed')
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
