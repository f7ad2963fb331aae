"""Games in the shape of PettingZoo's agent-environment cycle, without a need for that package.

    >>> from nebel import aec
    >>> env = aec.env('kriegspiel(board=silverman4x4)')
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     env.step(None if termination else info['legal_actions'][0])
    >>> env.agents
    []
"""
from __future__ import annotations

import random
from typing import Any, Iterator

import numpy as np

from nebel.game import Game, State, load_game
from nebel.native import NebelError, check, ffi, lib

AGENTS = ('white', 'black')
NUMBERS = {'white': 0, 'black': 1}

_look, _observe = lib.nebel_py_look, lib.nebel_state_observe
_from_buffer, _bytes = ffi.from_buffer, ffi.typeof('uint8_t[]')
_empty = np.empty


class Discrete:
    """The actions of an agent: 0 to below `n`."""

    def __init__(self, n: int, seed: int | None = None) -> None:
        self.n = n
        self._rng = random.Random(seed)

    def __repr__(self) -> str:
        return f'Discrete({self.n})'

    def contains(self, action: Any) -> bool:
        """Whether it is an action."""
        return 0 <= action < self.n

    def sample(self, mask: np.ndarray | None = None) -> int:
        """Any action, or any of a mask."""
        if mask is None:
            return self._rng.randrange(self.n)
        return int(self._rng.choice(np.flatnonzero(mask)))


class Box:
    """The observations of an agent: arrays of bytes of one shape."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape
        self.low, self.high = 0, 255
        self.dtype = np.dtype(np.uint8)

    def __repr__(self) -> str:
        return f'Box(0, 255, {self.shape}, uint8)'

    def contains(self, array: np.ndarray) -> bool:
        """Whether it is an observation."""
        return array.shape == self.shape and array.dtype == self.dtype


class Env:
    """A game as an environment for the agents `white` and `black`. An observation is a dict of `observation`, the planes of what the agent
    knows, and `action_mask`; the info of the agent to move has `legal_actions` as a list."""

    metadata = {'name': 'nebel', 'render_modes': ['ansi', 'svg'], 'is_parallelizable': False}

    def __init__(self, game: Game | str, render_mode: str | None = None) -> None:
        self.game = load_game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._shape = self.game.shape
        self._planes = self.game.observation_tensor_size()
        self._actions = {agent: Discrete(self.game.actions) for agent in AGENTS}
        self._box = Box(self.game.shape)
        self.reset()

    @property
    def unwrapped(self) -> 'Env':
        """Itself."""
        return self

    @property
    def num_agents(self) -> int:
        """Agents that still play."""
        return len(self.agents)

    max_num_agents = 2

    def action_space(self, agent: str) -> Discrete:
        """The actions of an agent."""
        return self._actions[agent]

    def observation_space(self, agent: str) -> dict[str, Box]:
        """What an observation holds."""
        return {'observation': self._box, 'action_mask': Box((self.game.actions,))}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; `seed` sets the chance of the action spaces."""
        if seed is not None:
            self._actions = {agent: Discrete(self.game.actions, seed + number) for agent, number in NUMBERS.items()}
        self.state: State = self.game.new_initial_state()
        self.agents = list(AGENTS)
        self.rewards = {agent: 0.0 for agent in AGENTS}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in AGENTS}
        self.truncations = {agent: False for agent in AGENTS}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.state._player]
        self._is_over = False

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent knows now."""
        planes = self._planes
        both = _empty(planes + self.game.actions, np.uint8)
        view = _from_buffer(_bytes, both)
        state = self.state
        number = NUMBERS[agent]
        if state._player == number:
            _look(state._handle, number, view, view + planes)
        else:
            check(_observe(state._handle, number, view))
            both[planes:] = 0
        return {'observation': both[:planes].reshape(self._shape), 'action_mask': both[planes:]}

    def last(self, observe: bool = True) -> tuple[dict[str, np.ndarray] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last turn, termination, truncation and info of the selected agent."""
        agent = self.agent_selection
        info = self.infos[agent]
        if not self._is_over and 'legal_actions' not in info:
            info['legal_actions'] = self.state.legal_actions()
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], info)

    def step(self, action: int | None) -> None:
        """The selected agent acts; after the end with None, which takes it out of the game."""
        agent = self.agent_selection
        if self._is_over:
            self._leave(agent, action)
            return
        if action is None:
            raise NebelError('the game goes on, so an agent must act; None is for agents whose game has ended')
        state = self.state
        state.apply_action(action)
        self.infos[agent] = {}
        player = state._player
        if player >= 0:
            self.agent_selection = AGENTS[player]
        else:
            self._end(agent)

    def _end(self, agent: str) -> None:
        self._is_over = True
        self.rewards = dict(zip(AGENTS, self.state.returns()))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {name: True for name in AGENTS}
        self.infos = {name: {'ending': self.state.ending()} for name in AGENTS}
        self.agent_selection = AGENTS[1 - NUMBERS[agent]]

    def _leave(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise NebelError('the game has ended; step(None) takes the agent out')
        self.agents.remove(agent)
        tables: tuple[dict[str, Any], ...] = (self._cumulative_rewards, self.terminations, self.truncations, self.infos)
        for table in tables:
            del table[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)  # the result was the reward of the last action, not of this step
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agent, again and again, until all are out of the game."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> str:
        """The umpire's board, which no agent may see: as text, or as SVG if render_mode is svg."""
        return self.state._repr_svg_() if self.render_mode == 'svg' else str(self.state)

    def close(self) -> None:
        """Nothing to do."""


def env(game: Game | str, **options: Any) -> Env:
    """An environment of a game."""
    return Env(game, **options)
