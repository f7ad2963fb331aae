"""Players play from Python what they play in C: src/engine/players/players.txt has a hash of short games of each player, which are played again here."""
import hashlib
import re

import pytest

import nebel
from conftest import IS_LONG, ROOT
from nebel.native import ffi, lib, text_of

TURNS, NODES, SEED, TRIES_MAX = 40, 50, 1, 1024
OTHER_NODES = {'meta': 1000, 'mcts-c': 1000}
GAMES = ('kriegspiel', 'chess', 'phantom-go')
QUICK = ('random', 'capturer', 'negamax', 'los', 'aos', 'ismcts2', 'meta', 'mcts-c', 'go-flat', 'go-mcts', 'go-best')
WORD = (1 << 64) - 1


def versions():
    """The latest signature of each player that the library has."""
    found = {}
    for line in (ROOT / 'src/engine/players/players.txt').read_text().splitlines():
        words = line.split()
        if len(words) == 2 and '@' in words[0]:
            found[words[0].split('@')[0]] = words[1]
    return {name: signature for name, signature in found.items() if name in nebel.players()}


class Xoshiro:
    """The chance of C, from base/rng.h."""

    def __init__(self, seed):
        self.state = []
        for _ in range(4):
            seed = seed + 0x9E3779B97F4A7C15 & WORD
            word = seed
            word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
            word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
            self.state.append(word ^ word >> 31)

    def below(self, limit):
        """A number below a limit."""
        s = self.state
        result = self.turn(s[1] * 5 & WORD, 7) * 9 & WORD
        shifted = s[1] << 17 & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = self.turn(s[3], 45)
        return (result >> 32) * limit >> 32

    @staticmethod
    def turn(word, by):
        """Rotates a word."""
        return (word << by | word >> 64 - by) & WORD


def hash_word(signature, word):
    """FNV-1a, from base/hash.h."""
    for shift in range(0, 64, 8):
        signature = (signature ^ word >> shift & 0xFF) * 0x100000001B3 & WORD
    return signature


def code(game, attempt):
    """The number of a try inside the library, from its text."""
    def square(text):
        return ord(text[0]) - ord('a') + 8 * (int(text[1]) - 1)
    if game.kinds == 1:
        return 362 if attempt == 'pass' else 'abcdefghjklmnopqrst'.index(attempt[0]) + 19 * (int(attempt[1:]) - 1) + 1
    if attempt == 'any?':
        return 1 | 1 << 6
    return square(attempt) | square(attempt[2:]) << 6 | ('pnbrqk'.index(attempt[4]) << 12 if attempt[4:] else 0)


class Umpire:
    """The tries of the other seat, in the order in which C lists them, which decides what chance picks."""

    def __init__(self, game):
        self.game, self.to = game, ffi.new('nebel_hearing[2]')
        self.handle = ffi.gc(lib.nebel_umpire_create(game._handle, self.to), lib.nebel_umpire_destroy)

    def tries(self):
        """All tries."""
        room = ffi.new('nebel_try[]', TRIES_MAX)
        return [text_of(room[i].text) for i in range(lib.nebel_umpire_tries(self.handle, room, TRIES_MAX))]

    def follow(self, player, attempt):
        """Judges a try."""
        assert lib.nebel_umpire_try(self.handle, player, attempt.encode(), self.to) == 0


def short_game(game, player, nodes, signature):
    """The player in the first seat, chance in the second."""
    state, umpire, chance = game.new_initial_state(), Umpire(game), Xoshiro(SEED)
    turns = 0
    while turns < TURNS and not state.is_terminal():
        seat = state.current_player()
        if seat == 0:
            choice = player.choose(state, nodes)
            signature = hash_word(signature, 0 if choice.action < 0 else code(game, game.action_to_string(choice.action)))
            turns += 1
            if choice.action < 0:
                break
            attempt = game.action_to_string(choice.action)
        else:
            tries = umpire.tries()
            attempt = tries[chance.below(len(tries))]
        state.apply_action(game.string_to_action(attempt))
        umpire.follow(seat, attempt)
    return signature


def signature_of(string):
    """The hash of a player's short games, as player_signature finds it."""
    player, signature, kind = nebel.Player(string), 0xCBF29CE484222325, string.partition('(')[0]
    nodes = OTHER_NODES.get(kind, NODES)
    for name in (*GAMES, *other_games(kind)):
        game = nebel.load_game(name)
        try:
            player.restart(game, 0, SEED)
        except nebel.NebelError:
            continue
        signature = short_game(game, player, nodes, signature)
    return f'{signature:016x}'


def other_games(kind):
    """Games that players.c adds for one player."""
    return re.findall(rf'\{{"{kind}", "([^"]*)"\}}', (ROOT / 'src/engine/players/signature_players.c').read_text())


def settings_of(name):
    """The player itself, and settings that print_signatures.c counts as players of their own."""
    source = (ROOT / 'src/engine/players/print_signatures.c').read_text()
    return [name] + re.findall(rf'"({name}\([^"]*)"', source)


@pytest.mark.parametrize('name', [name for name in versions() if IS_LONG or name in QUICK])
def test_players_play_as_in_c(name):
    found = [signature_of(string) for string in settings_of(name)]
    signature = found[0] if len(found) == 1 else hashlib.sha256(' '.join(found).encode()).hexdigest()[:16]
    assert signature == versions()[name]
