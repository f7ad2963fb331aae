"""Games and states, in the shape of OpenSpiel: `load_game`, `Game`, `State`.

    >>> import nebel
    >>> game = nebel.load_game('kriegspiel(board=silverman4x4)')
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.string_to_action('a2b3'))
    >>> print(state.information_state_string(1))
    opening other tries 6
    moved capture pawn b3 check long
    <BLANKLINE>

Two differences from other games: a try may be refused, and then the same player tries again; and a player's legal actions are those that
it does not know to be impossible, not those that would be played."""
from __future__ import annotations

import random
from typing import Any, Callable, Iterator, Union

import numpy as np

from nebel.native import NO_ACTION, TEXT_BYTES, NebelError, check, ffi, lib, opened, seat_number, text_of, written

TERMINAL = -4  # what current_player returns after the end, as in OpenSpiel
DEFAULT_BOARDS = 500  # of the beliefs behind State.resample_from_infostate

Chance = Union[None, int, random.Random, np.random.Generator, Callable[[], float]]

_to_move, _actions, _try = lib.nebel_state_to_move, lib.nebel_state_actions, lib.nebel_py_try
_observe, _mask, _unpack = lib.nebel_state_observe, lib.nebel_state_mask, ffi.unpack
_new_actions = ffi.typeof('int32_t[]')


def seed_from(chance: Chance) -> int:
    """A seed from whatever a caller has for chance: a number, a generator, or a function that draws from 0 to below 1.

    >>> seed_from(7)
    7
    """
    if chance is None:
        return random.getrandbits(63)
    if isinstance(chance, (int, np.integer)):
        return int(chance) & (1 << 64) - 1
    if isinstance(chance, random.Random):
        return chance.getrandbits(63)
    if isinstance(chance, np.random.Generator):
        return int(chance.integers(1 << 63))
    return int(chance() * (1 << 53))


class Game:
    """A game with its rules. Make one with `load_game`.

    >>> game = load_game('phantom-go(size=5)')
    >>> game.num_distinct_actions(), game.observation_tensor_shape()
    (26, [13, 5, 5])
    """

    def __init__(self, name: str) -> None:
        why = ffi.new('char[]', TEXT_BYTES)
        self._handle = opened(lib.nebel_game_open(name.encode(), why, TEXT_BYTES), why, lib.nebel_game_close)
        shape = lib.nebel_game_shape(self._handle)
        self.actions: int = shape.actions
        self.actions_max: int = shape.actions_max
        self.ranks: int = shape.ranks
        self.files: int = shape.files
        self.kinds: int = shape.kinds
        self.planes: tuple[str, ...] = tuple(text_of(lib.nebel_game_plane(self._handle, i)) for i in range(shape.planes))
        self.shape: tuple[int, int, int] = (shape.planes, shape.ranks, shape.files)
        text = ffi.new('char[]', TEXT_BYTES)
        lib.nebel_game_string(self._handle, text, TEXT_BYTES)
        self.string: str = text_of(text)
        self._texts: dict[int, str] = {}

    def __repr__(self) -> str:
        return f'nebel.load_game({self.string!r})'

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.string == self.string

    def __hash__(self) -> int:
        return hash(self.string)

    def __reduce__(self) -> Any:
        return Game, (self.string,)

    def new_initial_state(self) -> 'State':
        """The first state."""
        return State(self, opened(lib.nebel_state_create(self._handle), None, lib.nebel_state_destroy))

    def deserialize_state(self, text: str) -> 'State':
        """A state from `State.serialize`.

        >>> game = load_game('kriegspiel')
        >>> state = game.new_initial_state()
        >>> state.apply_action(state.string_to_action('e2e4'))
        >>> game.deserialize_state(state.serialize()).history_str()
        'e2e4'
        """
        why = ffi.new('char[]', TEXT_BYTES)
        pointer = lib.nebel_state_read(self._handle, text.encode(), why, TEXT_BYTES)
        return State(self, opened(pointer, why, lib.nebel_state_destroy))

    def num_players(self) -> int:
        """Always 2."""
        return 2

    def num_distinct_actions(self) -> int:
        """How many actions there are in all; they are numbered from 0."""
        return self.actions

    def max_game_length(self) -> int:
        """No game has more tries, refused ones included. Most have far fewer."""
        return int(lib.NEBEL_MOVES_MAX * lib.NEBEL_REFUSALS_MAX)

    def min_utility(self) -> float:
        """Of a lost game."""
        return -1.0

    def max_utility(self) -> float:
        """Of a won game."""
        return 1.0

    def utility_sum(self) -> float:
        """What one player wins the other loses."""
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        """Planes, ranks and files; `planes` says what each plane holds."""
        return list(self.shape)

    def observation_tensor_size(self) -> int:
        """The number of bytes in an observation."""
        return self.shape[0] * self.shape[1] * self.shape[2]

    def action_to_string(self, action: int) -> str:
        """The try that an action stands for.

        >>> load_game('phantom-go(size=9)').action_to_string(81)
        'pass'
        """
        if action not in self._texts:
            attempt = ffi.new('nebel_try *')
            if not lib.nebel_action_text(self._handle, action, attempt):
                raise NebelError(f'{action} is no action; there are {self.actions}, from 0')
            self._texts[action] = text_of(attempt.text)
        return self._texts[action]

    def string_to_action(self, attempt: str) -> int:
        """The action of a try such as e2e4, e7e8q, any?, d4 or pass."""
        action = lib.nebel_action_read(self._handle, attempt.encode())
        if action == NO_ACTION:
            raise NebelError(f'{attempt!r} is no try of {self.string}')
        return int(action)


def load_game(name: str, parameters: dict[str, Any] | None = None) -> Game:
    """A game by its string, or by a name and parameters; `nebel rules` lists them.

    >>> load_game('kriegspiel', {'board': 'silverman4x4', 'rules': 'rand'})
    nebel.load_game('kriegspiel(rules=rand,board=silverman4x4)')
    """
    if parameters:
        name += '(' + ','.join(f'{key}={value}' for key, value in parameters.items()) + ')'
    return Game(name)


class State:
    """A game in play. What it gives of a player (actions, masks, tensors, texts) depends only on what that player has heard; `history`,
    `men`, `serialize` and `record` are the umpire's, for nobody at the table.

    >>> state = load_game('kriegspiel').new_initial_state()
    >>> state.current_player(), len(state.legal_actions())
    (0, 34)
    """

    __slots__ = ('_game', '_handle', '_room', '_beliefs', '_player')

    def __init__(self, game: Game, handle: Any) -> None:
        self._game = game
        self._handle = handle
        self._player: int = _to_move(handle)  # -1 after the end
        self._room: Any = None
        self._beliefs: dict[tuple[int, int], Any] | None = None

    def get_game(self) -> Game:
        """The game that it is a state of."""
        return self._game

    # --- The turn ---

    def current_player(self) -> int:
        """0 for White, 1 for Black, TERMINAL after the end."""
        player = self._player
        return player if player >= 0 else TERMINAL

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._player < 0

    def is_chance_node(self) -> bool:
        """Never: the umpire draws no lots."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Never: players take turns."""
        return False

    def is_player_node(self) -> bool:
        """Whether a player is to move."""
        return self._player >= 0

    def num_players(self) -> int:
        """Always 2."""
        return 2

    def num_distinct_actions(self) -> int:
        """As of its game."""
        return self._game.actions

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What the player to move can try, in ascending order; nothing for the other player, and after the end."""
        if player is not None and player != self._player:
            return []
        room = self._room
        if room is None:
            room = self._room = ffi.new(_new_actions, self._game.actions_max)
        return _unpack(room, _actions(self._handle, room, self._game.actions_max))

    def legal_actions_mask(self, player: int | None = None) -> np.ndarray:
        """The same as bytes, 1 for what can be tried.

        >>> int(load_game('kriegspiel').new_initial_state().legal_actions_mask().sum())
        34
        """
        mask = np.zeros(self._game.actions, np.uint8)
        if self._player >= 0 and player in (None, self._player):
            _mask(self._handle, ffi.from_buffer('uint8_t[]', mask))
        return mask

    def apply_action(self, action: int) -> None:
        """The player to move tries an action. If it is refused, the same player is still to move."""
        player = _try(self._handle, action)
        if player < -1:
            check(-2 - player)
        self._player = player

    def child(self, action: int) -> 'State':
        """A copy in which an action was tried."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def clone(self) -> 'State':
        """A copy, from now on independent."""
        return State(self._game, opened(lib.nebel_state_copy(self._handle), None, lib.nebel_state_destroy))

    __copy__ = clone

    def __deepcopy__(self, memo: Any) -> 'State':
        return self.clone()

    def __reduce__(self) -> Any:
        return _revive, (self._game, self.serialize())

    def action_to_string(self, *player_and_action: int) -> str:
        """The try of an action; takes an action, or a player and an action."""
        return self._game.action_to_string(player_and_action[-1])

    def string_to_action(self, *player_and_attempt: Any) -> int:
        """The action of a try; takes a try, or a player and a try."""
        return self._game.string_to_action(player_and_attempt[-1])

    # --- The outcome ---

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser, else 0; all 0 while the game goes on."""
        outcome = lib.nebel_state_outcome(self._handle)
        return [float(outcome.returns[0]), float(outcome.returns[1])]

    rewards = returns

    def player_return(self, player: int) -> float:
        """The return of one player."""
        return self.returns()[seat_number(player)]

    def ending(self) -> str:
        """Why the game ended: mate, stalemate, dead, fifty, repetition, length, attempts, passes; empty while it goes on."""
        return text_of(lib.nebel_ending_text(lib.nebel_state_outcome(self._handle).ending))

    # --- What a player knows ---

    def _seat(self, player: int | str | None) -> int:
        if player is not None:
            return seat_number(player)
        if self._player < 0:
            raise NebelError('the game is over, so nobody is to move; say which player you mean')
        return self._player

    def observation_tensor(self, player: int | str | None = None) -> np.ndarray:
        """What a player knows now, as planes of small numbers; `Game.planes` says what each holds. The player to move if none is named.

        >>> state = load_game('kriegspiel').new_initial_state()
        >>> state.observation_tensor(0)[0, 1].tolist()  # own pawns, on the second rank
        [1, 1, 1, 1, 1, 1, 1, 1]
        """
        planes = np.empty(self._game.shape, np.uint8)
        check(_observe(self._handle, self._seat(player), ffi.from_buffer('uint8_t[]', planes)))
        return planes

    def observation_string(self, player: int | str | None = None) -> str:
        """What a player knows now, as text: its men, the refused tries of this turn, and what it heard since its last move."""
        return written(lib.nebel_state_observation, self._handle, self._seat(player))

    def information_state_string(self, player: int | str | None = None) -> str:
        """Everything that a player has heard, a line for each hearing, with its own try before a colon."""
        return written(lib.nebel_state_information, self._handle, self._seat(player))

    def resample_from_infostate(self, player: int | str, chance: Chance = None, boards: int = DEFAULT_BOARDS) -> 'State':
        """A state that could be the true one, for all that a player has heard: drawn by its weight from a belief of at most `boards` boards.
        The belief is kept and follows this state. In the new state the other player knows its own men, and has heard nothing.

        >>> state = load_game('kriegspiel').new_initial_state()
        >>> state.apply_action(state.string_to_action('e2e4'))
        >>> world = state.resample_from_infostate(1, 3)
        >>> world.information_state_string(1) == state.information_state_string(1)
        True
        """
        return self.belief(player, boards).sample(chance)

    def belief(self, player: int | str, boards: int = DEFAULT_BOARDS) -> Any:
        """What a player can believe: a `Belief` that follows this state."""
        from nebel.belief import Belief
        seat = seat_number(player)
        if self._beliefs is None:
            self._beliefs = {}
        if (seat, boards) not in self._beliefs:
            self._beliefs[seat, boards] = Belief(self._game, seat, boards)
        belief = self._beliefs[seat, boards]
        belief.follow(self)
        return belief

    def seat(self, player: int | str) -> 'Seat':
        """What one player may ask of this state, and nothing else."""
        return Seat(self, seat_number(player))

    # --- The truth ---

    def history(self) -> list[int]:
        """All actions that were tried, refused ones included."""
        count = ffi.new('uint32_t *')
        check(lib.nebel_state_history(self._handle, ffi.NULL, 0, count))
        room = ffi.new(_new_actions, max(count[0], 1))
        check(lib.nebel_state_history(self._handle, room, count[0], count))
        return _unpack(room, count[0]) if count[0] else []

    def history_str(self) -> str:
        """The same as tries."""
        return ' '.join(map(self._game.action_to_string, self.history()))

    def move_number(self) -> int:
        """How many actions were tried."""
        return len(self.history())

    def men(self) -> np.ndarray:
        """Who stands where, by rank and file: 0 nobody, 1 to 6 White's pawn, knight, bishop, rook, queen and king, 7 to 12 Black's; in Go 1
        for White's stones and 2 for Black's."""
        men = np.empty((self._game.ranks, self._game.files), np.uint8)
        lib.nebel_state_men(self._handle, ffi.from_buffer('uint8_t[]', men))
        return men

    def serialize(self) -> str:
        """The state as text, for `Game.deserialize_state`; a state from `resample_from_infostate` has no past and cannot be written."""
        return written(lib.nebel_state_write, self._handle)

    def record(self, **tags: str) -> Any:
        """The umpire's record, with tags such as white='Anna'; see `nebel.Record`."""
        from nebel.record import Record
        return Record.of_state(self, tags)

    def __repr__(self) -> str:
        turn = f'{("White", "Black")[self._player]} to move' if self._player >= 0 else f'over: {self.ending()}'
        return f'<State of {self._game.string}, {turn}>'

    def __str__(self) -> str:
        letters = '.PNBRQKpnbrqk' if self._game.kinds > 1 else '.OX'
        return '\n'.join(''.join(letters[man] for man in rank) for rank in self.men()[::-1])

    def _repr_svg_(self) -> str:
        from nebel import plot
        return plot.board(self)._repr_svg_()


class Seat:
    """What one player may ask of a state. Hand this to a program that plays, and it cannot look at the truth by accident.

    >>> seat = load_game('kriegspiel').new_initial_state().seat('black')
    >>> seat.player, seat.has_turn(), seat.legal_actions()
    (1, False, [])
    """

    __slots__ = ('_state', '_handle', 'player', 'game')

    def __init__(self, state: State, player: int) -> None:
        self._state = state
        self._handle = state._handle
        self.player = player
        self.game = state._game

    def has_turn(self) -> bool:
        """Whether the player is to move."""
        return self._state._player == self.player

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._state._player < 0

    def legal_actions(self) -> list[int]:
        """What the player can try; nothing if it is not its turn."""
        return self._state.legal_actions(self.player)

    def legal_actions_mask(self) -> np.ndarray:
        """The same as bytes."""
        return self._state.legal_actions_mask(self.player)

    def observation_tensor(self) -> np.ndarray:
        """As of `State`."""
        return self._state.observation_tensor(self.player)

    def observation_string(self) -> str:
        """As of `State`."""
        return self._state.observation_string(self.player)

    def information_state_string(self) -> str:
        """As of `State`."""
        return self._state.information_state_string(self.player)

    def hearings(self, first: int = 0) -> list[tuple[str | None, str]]:
        """What was heard, from the hearing number `first` on: the own try that it answers, or None, and the line of the bot protocol.

        >>> state = load_game('kriegspiel').new_initial_state()
        >>> state.apply_action(state.string_to_action('e2e4'))
        >>> state.seat('white').hearings()
        [(None, 'opening own'), ('e2e4', 'played')]
        """
        own, hearing, line = ffi.new('int32_t *'), ffi.new('nebel_hearing *'), ffi.new('char[]', TEXT_BYTES)
        found: list[tuple[str | None, str]] = []
        for index in range(first, lib.nebel_state_heard(self._handle, self.player)):
            lib.nebel_state_hearing(self._handle, self.player, index, own, hearing)
            lib.nebel_hearing_line(hearing, self.player, line, TEXT_BYTES)
            found.append((None if own[0] == NO_ACTION else self.game.action_to_string(own[0]), text_of(line)))
        return found

    def resample(self, chance: Chance = None, boards: int = DEFAULT_BOARDS) -> State:
        """A state that could be the true one; see `State.resample_from_infostate`."""
        return self._state.resample_from_infostate(self.player, chance, boards)

    def belief(self, boards: int = DEFAULT_BOARDS) -> Any:
        """What the player can believe; see `State.belief`."""
        return self._state.belief(self.player, boards)


def _revive(game: Game, text: str) -> State:
    return game.deserialize_state(text)


def random_playout(state: State, rng: random.Random) -> list[float]:
    """Plays a state to its end by chance, and returns the returns.

    >>> import random
    >>> random_playout(load_game('kriegspiel(board=silverman4x4)').new_initial_state(), random.Random(1))
    [0.0, 0.0]
    """
    while state._player >= 0:
        state.apply_action(rng.choice(state.legal_actions()))
    return state.returns()


def states_of(game: Game, actions: list[int]) -> Iterator[State]:
    """All states on the way of some actions, the first included."""
    state = game.new_initial_state()
    yield state.clone()
    for action in actions:
        state.apply_action(action)
        yield state.clone()
