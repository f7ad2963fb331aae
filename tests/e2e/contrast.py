#!/usr/bin/env python3
"""Reads the colours of every screen, as tools/figures/draw-screen plays them: all that is written must stand out from what is behind it.

usage: tests/e2e/contrast.py BINARY

Where a screen leaves the ground to the terminal, that may be black or white, and the ink must be readable on both. The measure is
the contrast ratio of the Web Content Accessibility Guidelines, which ask for 3 of large text and of signs. Prints one line a screen,
then `N passed, M failed`; exits 1 if anything failed."""
import importlib.machinery
import importlib.util
import pathlib
import sys

from checks import check, conclude

RATIO_MIN = 3
FILLING = set(' .·')  # squares and points of which there is nothing to read
ROOT = pathlib.Path(__file__).resolve().parents[2]


def load_drawing():
    loader = importlib.machinery.SourceFileLoader('draw_screen', str(ROOT / 'tools/figures/draw-screen'))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader('draw_screen', loader))
    loader.exec_module(module)
    return module


def luminance(color):
    parts = [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def problems(drawing, captured, height):
    """What cannot be read: the words, and the colours. The terminal's own ink on its own ground is its own affair."""
    pen = drawing.Pen(None)
    for line in captured.split('\n')[:height]:
        for _, text, (ink, ground, _) in drawing.runs(line, pen):
            if set(text) <= FILLING or not (ink or ground):
                continue
            for ink_here in [ink] if ink else ['#000000', '#ffffff']:
                for ground_here in [ground] if ground else ['#000000', '#ffffff']:
                    if ratio(ink_here, ground_here) < RATIO_MIN:
                        yield f'{text.strip()!r} {ink_here} on {ground_here}: {ratio(ink_here, ground_here):.1f}'


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    drawing = load_drawing()
    nebel = pathlib.Path(sys.argv[1]).resolve()
    for scene in drawing.SCENES:
        captured, _, height = drawing.capture(nebel, scene)
        check(f'{scene} can be read', '; '.join(dict.fromkeys(problems(drawing, captured, height))))
    return conclude()


if __name__ == '__main__':
    sys.exit(main())
