"""Playing and measuring: agents against each other, in this process.

    >>> import nebel
    >>> result = nebel.match('capturer', 'random', 'kriegspiel(board=silverman4x4)', games=20, nodes=1, seed=1)
    >>> result.wins > result.losses
    True

An agent is a player string, a `Player`, a `Bot`, or any object with `restart(game, seat, seed)` and `step(seat) -> action`; it is handed a `Seat`, which
knows what that player has heard and nothing else."""
from __future__ import annotations

import math
from dataclasses import dataclass
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
    """How a match ended, for the first agent."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
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
        """Of the score, 95 %, by Wilson's formula as if each game were won or lost on its own; draws and exchanged seats make it wider than need be.

        >>> MatchResult(wins=10).interval[1]
        1.0
        """
        n, z, mean = self.games, NORMAL_95, self.score
        centre = (mean + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
        return max(0.0, centre - half), min(1.0, centre + half)

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
    return result
