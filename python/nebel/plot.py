"""Boards, heat maps and curves as SVG, which a notebook shows and a browser opens.

    >>> import nebel
    >>> picture = nebel.plot.board(nebel.load_game('kriegspiel').new_initial_state())
    >>> picture.text[:4]
    '<svg'
"""
from __future__ import annotations

import pathlib
from typing import Any, Sequence
from xml.sax.saxutils import escape

import numpy as np

CELL = 40
MARGIN = 18
GLYPHS = ' ♙♘♗♖♕♔♟♞♝♜♛♚'
LIGHT, DARK, WOOD, INK = '#f0d9b5', '#b58863', '#e2b56f', '#222222'
FONT = 'font-family="DejaVu Sans, sans-serif"'


class Svg:
    """A picture. A notebook shows it; `save` writes a file."""

    def __init__(self, text: str) -> None:
        self.text = text

    def _repr_svg_(self) -> str:
        return self.text

    def save(self, path: str | pathlib.Path) -> None:
        """Writes the picture to a file."""
        pathlib.Path(path).write_text(self.text)


def _svg(width: float, height: float, parts: Sequence[str]) -> Svg:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}">'
    return Svg('\n'.join([head, f'<rect width="{width:g}" height="{height:g}" fill="white"/>', *parts, '</svg>\n']))


def _text(x: float, y: float, size: float, text: str, anchor: str = 'middle', color: str = INK) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{color}" {FONT}>{escape(text)}</text>'


def _file_names(files: int, is_go: bool) -> str:
    return ('abcdefghjklmnopqrst' if is_go else 'abcdefgh')[:files]


def _frame(ranks: int, files: int, is_go: bool) -> list[str]:
    names = _file_names(files, is_go)
    bottom = ranks * CELL + MARGIN - 5
    return ([_text(MARGIN + file * CELL + CELL / 2, bottom, 11, names[file]) for file in range(files)]
            + [_text(MARGIN / 2, (ranks - rank) * CELL - CELL / 2 + 4, 11, str(rank + 1)) for rank in range(ranks)])


def _cells(ranks: int, files: int, is_go: bool) -> list[str]:
    parts = []
    for rank in range(ranks):
        for file in range(files):
            color = WOOD if is_go else LIGHT if (rank + file) % 2 else DARK
            x, y = MARGIN + file * CELL, (ranks - 1 - rank) * CELL
            parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{color}"/>')
            if is_go:
                parts.append(f'<path d="M{x} {y + CELL // 2}h{CELL}M{x + CELL // 2} {y}v{CELL}" stroke="{INK}" stroke-width="0.6"/>')
    return parts


def _men(men: np.ndarray, is_go: bool) -> list[str]:
    ranks = men.shape[0]
    parts = []
    for rank, file in np.argwhere(men):
        x, y = MARGIN + file * CELL + CELL / 2, (ranks - 1 - rank) * CELL + CELL / 2
        man = int(men[rank, file])
        if is_go:
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{CELL * 0.45:g}" fill="{("white", "black")[man - 1]}" stroke="{INK}"/>')
        else:
            parts.append(_text(x, y + 11, 32, GLYPHS[man]))
    return parts


def board(what: Any, player: int | str | None = None) -> Svg:
    """The umpire's board of a state, or with `player` the men that this player sees; or an array as `State.men` gives it.

    >>> import nebel
    >>> '♔' in board(nebel.load_game('kriegspiel').new_initial_state(), 'white').text
    True
    """
    if isinstance(what, np.ndarray):
        men, is_go = what, what.max(initial=0) <= 2 and min(what.shape) > 8
    else:
        game = what.get_game()
        men, is_go = what.men(), game.kinds == 1
        if player is not None:
            men = _seen(what, player)
    ranks, files = men.shape
    return _svg(files * CELL + 2 * MARGIN, ranks * CELL + MARGIN + 4, _cells(ranks, files, is_go) + _men(men, is_go) + _frame(ranks, files, is_go))


def _seen(state: Any, player: int | str) -> np.ndarray:
    from nebel.native import seat_number
    game, seat = state.get_game(), seat_number(player)
    planes = state.observation_tensor(seat)
    men = np.zeros((game.ranks, game.files), np.uint8)
    for index, name in enumerate(game.planes):
        if index < game.kinds and name.startswith('own'):
            men[planes[index] > 0] = 1 + index + seat * game.kinds
        elif name.startswith('enemy') and game.kinds <= index < 2 * game.kinds and game.kinds > 1:
            men[planes[index] > 0] = 1 + index - game.kinds + (1 - seat) * game.kinds
    return men


def heat(chances: np.ndarray, men: np.ndarray | None = None) -> Svg:
    """A heat map of chances by rank and file, with men on top if they are given.

    >>> heat(np.eye(4)).text.count('100')
    4
    """
    ranks, files = chances.shape
    is_go = files > 8
    parts = []
    for rank in range(ranks):
        for file in range(files):
            chance = float(min(1, max(0, chances[rank, file])))
            x, y = MARGIN + file * CELL, (ranks - 1 - rank) * CELL
            fade = round(255 * (1 - chance ** 0.5))
            parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#ff{fade:02x}{fade:02x}" stroke="#cccccc"/>')
            if chance >= 0.005:
                parts.append(_text(x + CELL / 2, y + CELL / 2 + 4, 11, f'{100 * chance:.0f}'))
    parts += _men(men, is_go) if men is not None else []
    return _svg(files * CELL + 2 * MARGIN, ranks * CELL + MARGIN + 4, parts + _frame(ranks, files, is_go))


def curve(xs: Sequence[float], ys: Sequence[float], low: Sequence[float] | None = None, high: Sequence[float] | None = None, *,
          x_label: str = '', y_label: str = '', y_range: tuple[float, float] = (0.0, 1.0)) -> Svg:
    """A curve with its interval as a band.

    >>> curve([0, 1, 2], [0.5, 0.6, 0.8]).text.count('<polyline')
    1
    """
    width, height, left, bottom = 560.0, 320.0, 52.0, 44.0
    x_max = max(xs) or 1

    def at(x: float, y: float) -> str:
        share = (y - y_range[0]) / (y_range[1] - y_range[0])
        return f'{left + (width - left - 24) * x / x_max:.1f},{(height - bottom) - (height - bottom - 16) * share:.1f}'

    parts = []
    for step in range(5):
        value = y_range[0] + (y_range[1] - y_range[0]) * step / 4
        y = at(0, value).split(',')[1]
        parts.append(f'<path d="M{left} {y}H{width - 24}" stroke="#dddddd"/>')
        parts.append(_text(left - 6, float(y) + 4, 11, f'{value:.3g}', 'end'))
        x = at(x_max * step / 4, 0).split(',')[0]
        parts.append(_text(float(x), height - bottom + 16, 11, f'{x_max * step / 4:.3g}'))
    if low is not None and high is not None:
        band = [at(x, y) for x, y in zip(xs, high)] + [at(x, y) for x, y in reversed(list(zip(xs, low)))]
        parts.append(f'<polygon points="{" ".join(band)}" fill="#4477aa" fill-opacity="0.2"/>')
    parts.append(f'<polyline points="{" ".join(map(at, xs, ys))}" fill="none" stroke="#4477aa" stroke-width="2"/>')
    parts.append(_text(width / 2, height - 8, 12, x_label))
    parts.append(f'<g transform="rotate(-90 12 {height / 2})">{_text(12, height / 2 + 4, 12, y_label)}</g>')
    return _svg(width, height, parts)
