"""Bots that the tests give to the program."""
import shlex
import sys

from support.programs import ROOT


def telltale(*words):
    """Returns the command of a bot of bots/telltale.py."""
    return shlex.join([sys.executable, '-I', '-S', str(ROOT / 'tests/e2e/bots/telltale.py'), *map(str, words)])
