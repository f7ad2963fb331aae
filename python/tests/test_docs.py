"""The examples in the docstrings run as they are printed."""
import doctest
import importlib
import pkgutil

import pytest

import nebel

MODULES = ['nebel'] + [f'nebel.{module.name}' for module in pkgutil.iter_modules(nebel.__path__) if not module.name.startswith('_')]


@pytest.mark.parametrize('name', MODULES)
def test_examples_of_docstrings(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0 and result.attempted > (name == 'nebel.bot')


def test_everything_public_has_a_docstring():
    bare = []
    for name in MODULES:
        module = importlib.import_module(name)
        for label, value in vars(module).items():
            if label.startswith('_') or getattr(value, '__module__', None) != name:
                continue
            bare += [f'{name}.{label}'] if not value.__doc__ else []
            if isinstance(value, type):
                bare += [f'{name}.{label}.{part}' for part, member in vars(value).items()
                         if not part.startswith('_') and (callable(member) or isinstance(member, property)) and not member.__doc__]
    assert bare == []
