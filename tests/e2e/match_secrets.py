"""What a guest can learn in a match that it should not: seeds, openings, secrets, and its own past.

Guests tell what they were told through the reasons of their forfeits, which stand in the match file. What they should have been told is
derived here from the secret that the file has at its end, by hashlib."""
import fcntl
import hashlib
import re
import shlex
import signal

import pytest
from support.bots import telltale
from support.waiting import wait_until

WORD, GOLDEN = (1 << 64) - 1, 0x9e3779b97f4a7c15
SECRET = '000102030405060708090a0b0c0d0e0f'
GAMES = 40
FOR_PLAYER = 0


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


def own_bot(nebel):
    return f'cmd:{nebel.path} bot random'


def test_the_spy_can_spy():
    assert spied(seeded(1, 7, 1, 0), 1, 0) == seeded(1, 7, 1, 1)


def test_a_spy_learns_its_own_seed_and_no_other(nebel, tmp_path):
    """A spy in the first place, then in the second: what it is told, and what it makes of it."""
    own, others, told = {}, {}, {}
    for player in (0, 1):
        players = ('cmd:' + telltale('seed'), 'random')[::1 if player == 0 else -1]
        kept = play(nebel, *players, tmp_path / f'seeds{player}.match')
        assert len(kept.secrets) == 1 and kept.lines[-1].startswith('secret '), kept.secrets
        for place, reason in kept.reasons().items():
            told[player, place] = int(re.search(r"(?:refused the game: '(\d+)')?$", reason)[1] or 0)
            own[player, place] = keyed(kept.secrets[0], place[0], FOR_PLAYER, place[1], player)
            others[player, place] = keyed(kept.secrets[0], place[0], FOR_PLAYER, place[1], 1 - player)
    assert told == own and len(told) == 2 * GAMES
    assert not any(spied(seed, place[1], player) == others[player, place] for (player, place), seed in told.items())
    guesses = {seeded(seed, pair, game, player) for seed in range(200) for pair in range(GAMES // 2) for game in (0, 1) for player in (0, 1)}
    assert not guesses & {*told.values(), *others.values()}, 'seeds of a match with --seed 0 to 199'


def test_openings_differ_and_a_process_sees_one_game(nebel, tmp_path):
    """White in both games is a guest, another one each time, which tells the opening it was given."""
    bot = 'cmd:' + telltale('opening')
    reasons = play(nebel, bot, bot, tmp_path / 'openings.match', f'--secret {SECRET}').reasons()
    told = {place: re.search(r"it answered 'told (\d+) (\S+ \S+)', which is no action", reason) for place, reason in reasons.items()}
    assert told and all(told.values()), reasons
    assert {found[1] for found in told.values()} == {'1'}, reasons
    alike = sum(told[pair, 0][2] == told[pair, 1][2] for pair in range(GAMES // 2))
    assert alike <= 1, f'White of game 2 has the moves of game 1 in {alike} pairs; two moves of about twenty each agree in one pair of 400'


def test_a_secret_plays_a_match_again(nebel, tmp_path):
    first = play(nebel, own_bot(nebel), 'capturer', tmp_path / 'first.match', f'--pgn {tmp_path}/first.pgn')
    again = play(nebel, own_bot(nebel), 'capturer', tmp_path / 'again.match', f'--pgn {tmp_path}/again.pgn --concurrency 2 --secret {first.secrets[0]}')
    pgn = (tmp_path / 'first.pgn').read_bytes()
    assert first.bytes == again.bytes and pgn == (tmp_path / 'again.pgn').read_bytes()
    assert first.secrets[0].encode() not in pgn, 'the PGN tells the secret'
    other = play(nebel, own_bot(nebel), 'capturer', tmp_path / 'other.match')
    assert other.secrets != first.secrets and other.of('pair') == first.of('pair') and other.lines[10:-1] != first.lines[10:-1]


def test_a_match_of_our_own_players_has_a_seed_and_no_secret(nebel, tmp_path):
    kept = play(nebel, 'random', 'capturer', tmp_path / 'seeded.match')
    assert 'seed 1' in kept.lines and b'secret' not in kept.bytes


def stop(nebel, path, signal_number):
    """Ends a match with a guest in the middle, once its file has some pairs."""
    process = nebel.start(line_of(own_bot(nebel), 'capturer', path, f'--games 4000 --secret {SECRET}'))
    # Three whole pairs.
    wait_until(lambda: process.poll() is not None or path.exists() and path.read_bytes().count(b'\npair ') >= 4, 'no pairs were played')
    before = path.read_bytes()
    process.send_signal(signal_number)
    process.wait()
    with path.open() as file:
        # A guest that was being started when its runner was killed holds the file for a moment longer.
        fcntl.flock(file, fcntl.LOCK_EX)
    return before, Kept(path)


def take_up(nebel, path):
    """Plays two pairs more; returns the report, and how many there were."""
    pairs = len(Kept(path).of('pair'))
    return nebel.read_json(line_of(own_bot(nebel), 'capturer', path, f'--resume --json --games {2 * (pairs + 2)}')), pairs


def test_the_secret_is_told_when_the_match_is_stopped_and_not_before(nebel, tmp_path):
    path = tmp_path / 'interrupted.match'
    before, kept = stop(nebel, path, signal.SIGINT)
    assert SECRET.encode() not in before and b'secret' not in before and b'\nrun 0 | ' in before
    assert kept.secrets == [SECRET]
    report, _ = take_up(nebel, path)
    secrets = Kept(path).secrets
    assert len(set(secrets)) == 2 and report['secret'] == secrets[1] and report['secretless_pairs'] == 0, f'{report}, {secrets}'


def test_a_killed_match_loses_its_secret_and_the_report_says_so(nebel, tmp_path):
    path = tmp_path / 'killed.match'
    _, kept = stop(nebel, path, signal.SIGKILL)
    assert not kept.secrets and SECRET.encode() not in kept.bytes
    report, pairs = take_up(nebel, path)
    assert report['secretless_pairs'] == pairs and pairs >= 3 and len(Kept(path).secrets) == 1, report


def test_an_old_file_with_a_guest_is_reported_and_not_taken_further(nebel, tmp_path):
    """A file from before secrets: its settings name the seed, and no runs stand in it."""
    path = tmp_path / 'old.match'
    kept = play(nebel, own_bot(nebel), 'capturer', path)
    old = ''.join(line.replace('streams keyed 1', 'seed 1') + '\n' for line in kept.lines if not line.startswith(('run ', 'secret ')))
    path.write_text(old)
    report = nebel.read_json(line_of(own_bot(nebel), 'capturer', path, '--resume --json'))
    assert report['games'] == GAMES and report['secretless_pairs'] == 0 and path.read_text() == old, report
    done = nebel.run(line_of(own_bot(nebel), 'capturer', path, f'--resume --games {GAMES + 2}'))
    assert done.returncode == 1 and f'--games {GAMES} reports' in done.stderr and path.read_text() == old, f'exit {done.returncode}, {done.stderr}'


def test_a_game_against_a_player_has_a_seed_of_the_system_unless_it_is_named(nebel, tmp_path):
    seeds = []
    for more in ('', '', '--seed 5'):
        nebel.read(f"play random --lines --game 'kriegspiel(board=4x4)' --pgn {tmp_path}/play.pgn {more}")
        seeds.append(int(re.search(r'"nebel play --seed (\d+)"', (tmp_path / 'play.pgn').read_text())[1]))
    assert seeds[0] != seeds[1] and min(seeds[:2]) >> 44, f'{seeds}: a clock tells them'
    assert seeds[2] == 5


@pytest.mark.parametrize('line, remedy', [
    (f'match random capturer --secret {SECRET}', 'decided by --seed'),
    ('match random cmd:./bot --secret 12', '32 hexadecimal digits')])
def test_a_secret_that_cannot_be_is_refused(nebel, line, remedy):
    done = nebel.run(line)
    assert done.returncode == 2 and remedy in done.stderr, f'exit {done.returncode}, {done.stderr}'
