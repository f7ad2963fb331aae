"""What a player can believe: boards with weights, as NumPy arrays.

    >>> import nebel
    >>> game = nebel.load_game('kriegspiel')
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.string_to_action('e2e4'))
    >>> belief = nebel.Belief(game, 'black')
    >>> belief.follow(state)
    >>> belief
    <Belief of black: 20 boards, all that are possible>
    >>> float(belief.density()[0, 3, 4].round(3))  # a pawn on e4
    0.05
"""
from __future__ import annotations

import numpy as np

from nebel.game import Chance, Game, State, seed_from
from nebel.native import NO_ACTION, SEATS, NebelError, check, ffi, lib, opened, seat_number

BOARDS_MIN = lib.NEBEL_BELIEF_BOARDS_MIN


class Belief:
    """What the player in a seat can hold possible, from its hearings alone. At most `boards` boards; a sample if there are more."""

    def __init__(self, game: Game, seat: int | str, boards: int = 1000, seed: int = 0) -> None:
        if boards < BOARDS_MIN:
            raise NebelError(f'a belief needs {BOARDS_MIN} boards or more')
        self.game = game
        self.seat = seat_number(seat)
        pointer = lib.nebel_belief_create(game._handle, self.seat, boards, seed)
        self._handle = opened(pointer, None, lib.nebel_belief_destroy)

    def __len__(self) -> int:
        return int(lib.nebel_belief_count(self._handle))

    def __repr__(self) -> str:
        kind = 'all that are possible' if self.is_exact else 'guessed' if self.is_guessed else 'a sample'
        return f'<Belief of {SEATS[self.seat]}: {len(self)} boards, {kind}>'

    @property
    def is_exact(self) -> bool:
        """Whether every possible board is there."""
        return bool(lib.nebel_belief_is_exact(self._handle))

    @property
    def is_guessed(self) -> bool:
        """Whether the boards agree with what is known now, but perhaps not with all that was heard."""
        return bool(lib.nebel_belief_is_guessed(self._handle))

    def follow(self, state: State) -> None:
        """Takes in everything that its seat has heard in a state since the last call."""
        check(lib.nebel_belief_follow(self._handle, state._handle))

    def hear(self, line: str, own: str | None = None) -> None:
        """Takes in one hearing, as a line of the bot protocol; `own` is the own try that it answers.

        >>> import nebel
        >>> belief = nebel.Belief(nebel.load_game('kriegspiel'), 'black')
        >>> belief.hear('opening other')
        >>> belief.hear('moved')
        >>> len(belief)
        20
        """
        hearing = ffi.new('nebel_hearing *')
        check(lib.nebel_hearing_read(line.encode(), self.seat, hearing))
        action = NO_ACTION if own is None else self.game.string_to_action(own)
        check(lib.nebel_belief_hear(self._handle, action, hearing))

    def weights(self) -> np.ndarray:
        """The weight of each board; they sum to 1."""
        weights = np.empty(len(self))
        lib.nebel_belief_boards(self._handle, ffi.NULL, ffi.from_buffer('double[]', weights), len(self))
        return weights

    def boards(self) -> np.ndarray:
        """The boards, by number, rank and file, as `State.men` writes them."""
        men = np.empty((len(self), self.game.ranks, self.game.files), np.uint8)
        lib.nebel_belief_boards(self._handle, ffi.from_buffer('uint8_t[]', men), ffi.NULL, len(self))
        return men

    def density(self) -> np.ndarray:
        """How likely enemy men are, by kind, rank and file. Kinds are pawn, knight, bishop, rook, queen, king; in Go there is one."""
        chances = np.empty((self.game.kinds, self.game.ranks, self.game.files))
        lib.nebel_belief_density(self._handle, ffi.from_buffer('double[]', chances))
        return chances

    def sample(self, chance: Chance = None) -> State:
        """A state of one board, drawn by its weight; see `State.resample_from_infostate`."""
        seed = ffi.new('uint64_t *', seed_from(chance))
        return self._state(lib.nebel_belief_draw(self._handle, seed))

    def state(self, index: int) -> State:
        """The state of one board, by its number."""
        if not 0 <= index < len(self):
            raise IndexError(f'the belief has {len(self)} boards, and no board {index}')
        return self._state(lib.nebel_belief_state(self._handle, index))

    def _state(self, pointer: object) -> State:
        if pointer == ffi.NULL:
            raise NebelError('the belief has no board')
        return State(self.game, opened(pointer, None, lib.nebel_state_destroy))

    def _repr_svg_(self) -> str:
        from nebel import plot
        return plot.heat(self.density().sum(axis=0))._repr_svg_()
