"""Many games at once: `VectorEnv` steps n games by one call, into NumPy arrays that stay the same.

    >>> import nebel
    >>> env = nebel.VectorEnv('kriegspiel(board=silverman4x4)', 64, seed=1)
    >>> observations, infos = env.reset()
    >>> observations.shape, infos['action_mask'].shape
    ((64, 26, 4, 4), (64, 240))
    >>> for _ in range(100):
    ...     observations, rewards, terminations, truncations, infos = env.step(env.sample())
"""
from __future__ import annotations

from typing import Any, Mapping

import numpy as np

from nebel.game import Game, load_game
from nebel.native import NebelError, check, ffi, lib, opened


class VectorEnv:
    """`n` games of one kind. Row i of each array is about game i and the player to move there (`current_player`). A game that ends begins anew
    in the same step: `terminations` and `rewards` are then those of the game that ended, and the rest shows the new one.

    The arrays are written anew by each step; copy what you keep. `observations=False`, `masks=False` and `lists=False` leave arrays out, which makes
    steps faster. `arrays` may name arrays of your own to be written into, such as shared memory: a mapping from names (`observations`,
    `action_mask`, `legal_actions`, `legal_counts`, `current_player`, `terminations`, `rewards`, `refused`) to C-contiguous arrays."""

    def __init__(self, game: Game | str, n: int, seed: int = 0, *, observations: bool = True, masks: bool = True,
                 lists: bool = True, arrays: Mapping[str, np.ndarray] | None = None) -> None:
        self.game = load_game(game) if isinstance(game, str) else game
        self.num_envs = n
        self._handle = opened(lib.nebel_batch_create(self.game._handle, n) if n > 0 else ffi.NULL, ffi.new('char[]', b'a VectorEnv needs a game or more'),
                              lib.nebel_batch_destroy)
        wanted: dict[str, tuple[str, type, tuple[int, ...]]] = {
            'current_player': ('to_move', np.int8, (n,)),
            'terminations': ('is_over', np.uint8, (n,)),
            'rewards': ('rewards', np.int8, (n, 2)),
            'refused': ('is_refused', np.uint8, (n,)),
        }
        if observations:
            wanted['observations'] = ('planes', np.uint8, (n, *self.game.shape))
        if masks:
            wanted['action_mask'] = ('masks', np.uint8, (n, self.game.actions))
        if lists:
            wanted['legal_actions'] = ('actions', np.int32, (n, self.game.actions_max))
            wanted['legal_counts'] = ('counts', np.uint32, (n,))
        given = dict(arrays or {})
        self._struct = ffi.new('nebel_arrays *')
        self._views: list[Any] = []
        self.arrays: dict[str, np.ndarray] = {}
        for name, (field, kind, shape) in wanted.items():
            self.arrays[name] = self._use(field, given.pop(name, None), kind, shape)
        if given:
            raise NebelError(f'there is no array {", ".join(given)}; there are {", ".join(wanted)}')
        self.observations = self.arrays.get('observations')
        self.rewards = self.arrays['rewards']
        self.terminations = self.arrays['terminations'].view(bool)
        self.truncations = np.zeros(n, bool)
        self.infos = {name: self.arrays[name] for name in wanted if name not in ('observations', 'rewards', 'terminations')}
        self._sampled = np.empty(n, np.int32)
        self._sampled_view = ffi.from_buffer('int32_t[]', self._sampled)
        self._seed = ffi.new('uint64_t *', seed)
        self.reset()

    def _use(self, field: str, array: np.ndarray | None, kind: type, shape: tuple[int, ...]) -> np.ndarray:
        if array is None:
            array = np.zeros(shape, kind)
        if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous or not array.flags.writeable:
            raise NebelError(f'an array for {field} has the shape {shape} and the type {np.dtype(kind)}, is C-contiguous and can be written to')
        item = ffi.typeof(self._struct[0]).fields
        view = ffi.from_buffer(ffi.getctype(dict(item)[field].type.item, '[]'), array)
        self._views.append(view)
        setattr(self._struct, field, view)
        return array

    @property
    def tries(self) -> int:
        """How many tries were judged so far."""
        return int(lib.nebel_batch_tries(self._handle))

    def reset(self, seed: int | None = None) -> tuple[np.ndarray | None, dict[str, np.ndarray]]:
        """Begins all games anew; `seed` sets the chance of `sample`."""
        if seed is not None:
            self._seed[0] = seed
        lib.nebel_batch_reset(self._handle, self._struct)
        return self.observations, self.infos

    def step(self, actions: np.ndarray) -> tuple[np.ndarray | None, np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]]:
        """Tries an action in each game: observations, rewards of both players, terminations, truncations (never any) and infos."""
        if actions is self._sampled:
            view = self._sampled_view
        else:
            actions = np.ascontiguousarray(actions, np.int32)
            if actions.shape != (self.num_envs,):
                raise NebelError(f'step needs {self.num_envs} actions, one for each game')
            view = ffi.from_buffer('int32_t[]', actions)
        error = lib.nebel_batch_step(self._handle, view, self._struct)
        if error:
            check(error)
        return self.observations, self.rewards, self.terminations, self.truncations, self.infos

    def sample(self) -> np.ndarray:
        """An action for each game, all that its player can try equally likely. The array is written anew by the next call."""
        lib.nebel_batch_sample(self._handle, self._seed, self._sampled_view)
        return self._sampled
