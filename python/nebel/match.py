"""Playing and measuring: agents against each other, in this process.

    >>> import nebel
    >>> result = nebel.match('capturer', 'random', 'kriegspiel(board=silverman4x4)', games=20, nodes=1, seed=1)
    >>> result.wins > result.losses
    True

An agent is a player string, a `Player`, a `Bot`, or any object with `restart(game, seat, seed)` and `step(seat) -> action`; it is handed a `Seat`, which
knows what that player has heard and nothing else."""
from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from nebel.game import Game, State, load_game
from nebel.native import NO_ACTION
from nebel.player import Player

NORMAL_95 = 1.96


def _agent(agent: Any, nodes: int) -> Any:
    return Player(agent, nodes) if isinstance(agent, str) else agent


def play(game: Game | str, white: Any, black: Any, nodes: int = 0, seed: int = 0, state: State | None = None) -> State:
    """Plays one game, and returns its last state. A player that resigns leaves a state that is not terminal.

    >>> play('kriegspiel(board=silverman4x4)', 'random', 'random', seed=3).is_terminal()
    True
    """
    game = load_game(game) if isinstance(game, str) else game
    state = state or game.new_initial_state()
    agents = [_agent(white, nodes), _agent(black, nodes)]
    seats = [state.seat(0), state.seat(1)]
    for number, agent in enumerate(agents):
        agent.restart(game, number, 2 * seed + number)
    while not state.is_terminal():
        player = state.current_player()
        agent = agents[player]
        if isinstance(agent, Player):
            choice = agent.choose(seats[player])
            if choice.resigns:
                break
            action = choice.action if choice.action != NO_ACTION else state.legal_actions()[0]
        else:
            action = agent.step(seats[player])
        state.apply_action(action)
    return state


@dataclass
class MatchResult:
    """How a match ended, for the first agent. Games come in pairs with the seats exchanged, and the interval is that of the pairs' scores."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[float] = field(default_factory=list)  # the score of each pair, from 0 to 1
    tries: int = 0

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """From 0 to 1; a draw counts half."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Of the score, 95 %; from 0 to 1 while there are fewer than two pairs."""
        count = len(self.pairs)
        if count < 2:
            return 0.0, 1.0
        mean = sum(self.pairs) / count
        spread = math.sqrt(sum((pair - mean) ** 2 for pair in self.pairs) / (count - 1) / count)
        return max(0.0, mean - NORMAL_95 * spread), min(1.0, mean + NORMAL_95 * spread)

    def __str__(self) -> str:
        low, high = self.interval
        return (f'{self.games} games: {self.wins} won, {self.draws} drawn, {self.losses} lost; '
                f'score {self.score:.3f}, 95 % from {low:.3f} to {high:.3f}')


def _value(state: State, seat: int) -> float:
    if state.is_terminal():
        return (state.player_return(seat) + 1) / 2
    return 1.0 if state.current_player() != seat else 0.0  # who is to move has resigned


def match(one: Any, other: Any, game: Game | str = 'kriegspiel', games: int = 100, nodes: int = 0, seed: int = 0) -> MatchResult:
    """Plays pairs of games in which the two agents exchange seats; an odd number of games becomes one more."""
    game = load_game(game) if isinstance(game, str) else game
    agents = _agent(one, nodes), _agent(other, nodes)
    result = MatchResult()
    for pair in range((games + 1) // 2):
        values = []
        for swapped in (False, True):
            white, black = agents[::-1] if swapped else agents
            state = play(game, white, black, nodes, 2 * (seed + pair) + swapped)
            values.append(_value(state, int(swapped)))
            result.tries += state.move_number()
        result.wins += values.count(1.0)
        result.draws += values.count(0.5)
        result.losses += values.count(0.0)
        result.pairs.append(sum(values) / 2)
    return result
