"""The package as others get it: a wheel, an editable install and the installed tree, all without a network. And its types."""
import os
import pathlib
import subprocess
import sys
import zipfile

import pytest

from conftest import IS_LONG, ROOT

pytestmark = pytest.mark.skipif(not IS_LONG, reason='builds the package three times; make check-python runs it')

PLAY = 'import nebel; s = nebel.load_game("kriegspiel").new_initial_state(); s.apply_action(0); print(nebel.__file__, s.move_number())'
PIP = ['-m', 'pip', '--disable-pip-version-check', '-q']
OFFLINE = ['--no-index', '--no-deps', '--no-build-isolation']


def run(*command, **environment):
    """Runs a command outside of the sources, without the build's own path; returns what it prints."""
    kept = {name: value for name, value in os.environ.items() if name not in ('PYTHONPATH', 'LD_PRELOAD')}
    done = subprocess.run(list(map(str, command)), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd='/', env={**kept, **environment})
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope='module')
def venv(tmp_path_factory):
    """A fresh environment that sees the system's packages; its Python."""
    folder = tmp_path_factory.mktemp('venv')
    run(sys.executable, '-m', 'venv', '--system-site-packages', folder)
    return folder / 'bin/python3'


def test_a_wheel_is_built_and_used_without_a_network(venv, tmp_path):
    run(venv, *PIP, 'wheel', *OFFLINE, ROOT / 'python', '-w', tmp_path)
    wheel, = tmp_path.glob('nebel-*.whl')
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.startswith('nebel/_nebel.') for name in names) and 'nebel/py.typed' in names
    run(venv, *PIP, 'install', *OFFLINE, wheel)
    place, tries = run(venv, '-c', PLAY).split()
    assert 'site-packages' in place and tries == '1'
    run(venv, *PIP, 'uninstall', '-y', 'nebel')


def test_an_editable_install_shows_the_sources(venv):
    run(venv, *PIP, 'install', *OFFLINE, '-e', ROOT / 'python')
    place, tries = run(venv, '-c', PLAY).split()
    assert pathlib.Path(place) == ROOT / 'python/nebel/__init__.py' and tries == '1'
    run(venv, *PIP, 'uninstall', '-y', 'nebel')


def test_the_installed_tree_can_be_imported(tmp_path):
    run('make', '-s', '-C', ROOT, 'install', f'DESTDIR={tmp_path}')
    package, = tmp_path.rglob('nebel/__init__.py')
    assert '/' + str(package.parent.parent.relative_to(tmp_path)) in sys.path  # so it needs no PYTHONPATH without DESTDIR
    place, tries = run(sys.executable, '-c', PLAY, PYTHONPATH=str(package.parent.parent)).split()
    assert place == str(package) and tries == '1'


def test_types_are_right():
    run(sys.executable, '-m', 'mypy', '--config-file', ROOT / 'python/pyproject.toml', ROOT / 'python/nebel')
