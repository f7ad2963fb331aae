"""Builds the package with Meson, from a clone of the whole project: `pip install --no-build-isolation ./python`. Needs no network.

The metadata is in pyproject.toml; here is only what setuptools cannot do itself: the version, and the module in C."""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent.parent
SETUP = ['--buildtype=release', '-Db_ndebug=true', '-Db_lto=true', '-Dtests=false', '-Dpython=enabled']


def version():
    """The version of the project."""
    return re.search(r"version: '([^']+)'", (ROOT / 'meson.build').read_text())[1]


def builder():
    """The Python that Meson shall ask: the one below an environment if it has what is needed, since environments come and go, else this one."""
    below = os.path.realpath(sys.executable)
    has_all = subprocess.run([below, '-c', 'import cffi, numpy'], stderr=subprocess.DEVNULL).returncode == 0
    return below if has_all else sys.executable


class BuildByMeson(build_ext):
    """Lets Meson build the module, and puts it where setuptools wants it."""

    def build_extension(self, ext):
        python = builder()
        build = ROOT / 'build' / f'python-{sys.implementation.cache_tag}-{hashlib.sha256(python.encode()).hexdigest()[:8]}'
        if not (build / 'build.ninja').exists():
            subprocess.run(['meson', 'setup', build, ROOT, *SETUP, f'-Dpython_program={python}'], check=True)
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        subprocess.run(['ninja', '-C', build, f'python/nebel/{target.name}'], check=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(build / 'python/nebel' / target.name, target)


setup(version=version(), ext_modules=[Extension('nebel._nebel', [])], cmdclass={'build_ext': BuildByMeson})
