"""Reads the colours of every screen, as tools/figures/draw-screen plays them: all that is written must stand out from what is behind it.

Where a screen leaves the ground to the terminal, that may be black or white, and the ink must be readable on both. The measure is
the contrast ratio of the Web Content Accessibility Guidelines, which ask for 3 of large text and of signs."""
import importlib.machinery
import importlib.util

import pytest
from support.programs import ROOT

RATIO_MIN = 3
FILLING = set(' .·')  # squares and points of which there is nothing to read


def load_drawing():
    loader = importlib.machinery.SourceFileLoader('draw_screen', str(ROOT / 'tools/figures/draw-screen'))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader('draw_screen', loader))
    loader.exec_module(module)
    return module


drawing = load_drawing()


def luminance(color):
    parts = [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def unreadable(captured, height):
    """Yields what cannot be read: the words, and the colours. The terminal's own ink on its own ground is its own affair."""
    pen = drawing.Pen(None)
    for line in captured.split('\n')[:height]:
        for _, text, (ink, ground, _) in drawing.runs(line, pen):
            if set(text) <= FILLING or not (ink or ground):
                continue
            for ink_here in [ink] if ink else ['#000000', '#ffffff']:
                for ground_here in [ground] if ground else ['#000000', '#ffffff']:
                    if ratio(ink_here, ground_here) < RATIO_MIN:
                        yield f'{text.strip()!r} {ink_here} on {ground_here}: {ratio(ink_here, ground_here):.1f}'


@pytest.mark.parametrize('scene', drawing.SCENES)
def test_a_screen_can_be_read(nebel, scene):
    captured, _, height = drawing.capture(nebel.path, scene)
    found = list(dict.fromkeys(unreadable(captured, height)))
    assert not found, '; '.join(found)
