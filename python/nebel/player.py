"""The players of `nebel players`, in this process and under a limit of nodes.

    >>> import nebel
    >>> sorted(nebel.players())[:3]
    ['aos', 'aosp', 'capturer']
    >>> game = nebel.load_game('kriegspiel')
    >>> player = nebel.Player('hs(pool=100)', nodes=200)
    >>> player.restart(game, 'white', seed=7)
    >>> state = game.new_initial_state()
    >>> state.action_to_string(player.step(state))
    'g1f3'
"""
from __future__ import annotations

from typing import NamedTuple

from nebel.game import Game, Seat, State
from nebel.native import NO_ACTION, TEXT_BYTES, NebelError, check, ffi, lib, opened, seat_number, text_of


class Choice(NamedTuple):
    """What a player decided, and its own estimate from 0 for lost to 1 for won."""
    action: int
    resigns: bool
    value: float
    nodes: int


def players() -> dict[str, str]:
    """All players, with a line about each."""
    found = {}
    index = 0
    while (name := lib.nebel_player_name(index)) != ffi.NULL:
        found[text_of(name)] = text_of(lib.nebel_player_summary(index))
        index += 1
    return found


class Player:
    """A player by its string. `restart` seats it, `step` asks for an action, as OpenSpiel's bots do. It hears only what its seat hears in the
    states that it is shown."""

    def __init__(self, name: str, nodes: int = 0) -> None:
        why = ffi.new('char[]', TEXT_BYTES)
        self.name = name
        self.nodes = nodes
        self.game: Game | None = None
        self._handle = opened(lib.nebel_player_open(name.encode(), why, TEXT_BYTES), why, lib.nebel_player_close)

    def __repr__(self) -> str:
        return f'nebel.Player({self.name!r}, nodes={self.nodes})'

    def restart(self, game: Game, seat: int | str, seed: int = 0) -> None:
        """Begins a game in a seat."""
        error = lib.nebel_player_sit(self._handle, game._handle, seat_number(seat), seed)
        if error == lib.NEBEL_ERR_GAME:
            raise NebelError(f'{self.name} does not play {game.string}')
        check(error)
        self.game = game

    def choose(self, state: State | Seat, nodes: int | None = None) -> Choice:
        """Its decision in a state where it is its turn, after it has heard what is new there. `nodes` limits its work; 0 is 10,000."""
        choice = ffi.new('nebel_choice *')
        check(lib.nebel_player_follow(self._handle, state._handle))
        check(lib.nebel_player_choose(self._handle, self.nodes if nodes is None else nodes, choice))
        return Choice(choice.action, choice.resigns, choice.value, choice.nodes)

    def step(self, state: State | Seat) -> int:
        """The action of its decision."""
        choice = self.choose(state)
        if choice.action == NO_ACTION:
            raise NebelError(f'{self.name} resigns; ask choose() where players may')
        return choice.action
