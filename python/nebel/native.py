"""The library behind the package: what all modules need of it. Programs use the other modules."""
from __future__ import annotations

from typing import Any, Callable

from nebel._nebel import ffi as ffi
from nebel._nebel import lib as lib

WHITE, BLACK, UMPIRE = 0, 1, 2
SEATS = ('white', 'black')
TEXT_BYTES = lib.NEBEL_TEXT_BYTES
NO_ACTION = lib.NEBEL_NO_ACTION


class NebelError(ValueError):
    """Something that was asked for cannot be done; the message says why and what would be right."""


def text_of(pointer: Any) -> str:
    """A C string as a str."""
    return ffi.string(pointer).decode()


def check(error: int) -> None:
    """Raises the library's error, if it is one."""
    if error:
        raise NebelError(text_of(lib.nebel_error_text(error)))


def opened(pointer: Any, why: Any, close: Callable[[Any], None]) -> Any:
    """A new handle that is closed when nobody holds it; or an error with the library's sentence."""
    if pointer == ffi.NULL:
        raise NebelError(text_of(why) if why is not None else 'there is no memory')
    return ffi.gc(pointer, close)


def written(call: Callable[..., int], *arguments: Any) -> str:
    """The text that a call hands over."""
    out = ffi.new('char **')
    check(call(*arguments, out))
    try:
        return text_of(out[0])
    finally:
        lib.nebel_free(out[0])


def seat_number(seat: int | str) -> int:
    """0 or 1 for a seat that is named by its number or its word.

    >>> seat_number('black')
    1
    """
    if seat in SEATS:
        return SEATS.index(seat)
    if seat in (WHITE, BLACK):
        return int(seat)
    raise NebelError(f'there is no seat {seat!r}; seats are 0 and 1, or white and black')
