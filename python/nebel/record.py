"""Records of games: PGN, SGF and JSON.

    >>> import nebel
    >>> state = nebel.load_game('kriegspiel(board=silverman4x4)').new_initial_state()
    >>> state.apply_action(state.string_to_action('a2b3'))
    >>> record = state.record(white='Anna', black='Bert')
    >>> again = next(nebel.read_records(record.write('pgn')))
    >>> again.tags['white'], again.result, [again.game.action_to_string(action) for action in again.actions]
    ('Anna', '*', ['a2b3'])
"""
from __future__ import annotations

import pathlib
from typing import Any, Iterator, Mapping

from nebel.game import Game, State, states_of
from nebel.native import SEATS, TEXT_BYTES, UMPIRE, NebelError, check, ffi, lib, opened, seat_number, text_of, written

FORMATS = {'pgn': lib.NEBEL_PGN, 'json': lib.NEBEL_JSON, 'sgf': lib.NEBEL_SGF}
TAGS = ('event', 'site', 'date', 'round', 'white', 'black')


def _view_number(view: int | str) -> int:
    return UMPIRE if view in ('umpire', UMPIRE) else seat_number(view)


class Record:
    """One game as it was written down: by the umpire, with every try; or by a player, with what it heard."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        game = opened(lib.nebel_record_game(handle), None, lib.nebel_game_close)
        text = ffi.new('char[]', TEXT_BYTES)
        lib.nebel_game_string(game, text, TEXT_BYTES)
        self.game = Game(text_of(text))

    @classmethod
    def of_state(cls, state: State, tags: Mapping[str, str]) -> 'Record':
        """The umpire's record of a state."""
        pointer = lib.nebel_state_record(state._handle)
        if pointer == ffi.NULL:
            raise NebelError('the state was drawn from a belief, and its past is not known')
        record = cls(ffi.gc(pointer, lib.nebel_record_destroy))
        for name, value in tags.items():
            if name not in TAGS:
                raise NebelError(f'there is no tag {name}; tags are {", ".join(TAGS)}')
            check(lib.nebel_record_set_tag(record._handle, TAGS.index(name), value.encode()))
        return record

    @property
    def view(self) -> str:
        """Whose record it is: white, black or umpire."""
        number = lib.nebel_record_view(self._handle)
        return 'umpire' if number == UMPIRE else SEATS[number]

    @property
    def result(self) -> str:
        """1-0, 0-1, 1/2-1/2, or * for a game that goes on."""
        return text_of(lib.nebel_record_result(self._handle))

    @property
    def tags(self) -> dict[str, str]:
        """Who played, where and when; an unknown tag is empty."""
        return {name: text_of(lib.nebel_record_tag(self._handle, number)) for number, name in enumerate(TAGS)}

    @property
    def actions(self) -> list[int]:
        """The actions of an umpire's record, refused ones included; none of a player's."""
        count = lib.nebel_record_actions(self._handle, self.game._handle, ffi.NULL, 0)
        room = ffi.new('int32_t[]', max(count, 1))
        lib.nebel_record_actions(self._handle, self.game._handle, room, count)
        return ffi.unpack(room, count) if count else []

    def states(self) -> Iterator[State]:
        """All states of an umpire's record, the first included."""
        return states_of(self.game, self.actions)

    def write(self, form: str, view: int | str = 'umpire') -> str:
        """The record as text, as a view saw it: pgn of games on a chess board, sgf of Go, json of all."""
        if form not in FORMATS:
            raise NebelError(f'there is no format {form}; there are {", ".join(FORMATS)}')
        return written(lib.nebel_record_write, self._handle, _view_number(view), FORMATS[form])

    def save(self, path: str | pathlib.Path, view: int | str = 'umpire') -> None:
        """Writes a file, in the format that its name ends in."""
        path = pathlib.Path(path)
        path.write_text(self.write(path.suffix[1:], view))


def _format_of(text: str) -> int:
    start = text.lstrip()[:1]
    return FORMATS['json'] if start == '{' else FORMATS['sgf'] if start == '(' else FORMATS['pgn']


def read_records(source: str | pathlib.Path) -> Iterator[Record]:
    """All records of a text, or of the file at a `pathlib.Path`."""
    text = source.read_text() if isinstance(source, pathlib.Path) else source
    rest = text.encode()
    why = ffi.new('char[]', TEXT_BYTES)
    used = ffi.new('size_t *')
    while rest.strip():
        pointer = lib.nebel_record_read(_format_of(rest.decode()), rest, len(rest), used, why, TEXT_BYTES)
        yield Record(opened(pointer, why, lib.nebel_record_destroy))
        rest = rest[used[0]:]
