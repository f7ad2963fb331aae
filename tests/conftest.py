"""What all tests by pytest share: the programs of a build and the root of the sources. Meson runs each file as one test.

usage: /usr/bin/python3 -m pytest tests/e2e/match.py [--build build/debug] [-k WORDS]"""
import pathlib
import shutil
import tempfile

import pytest

from support.programs import ROOT, Nebel


def pytest_addoption(parser):
    parser.addoption('--build', type=pathlib.Path, default=ROOT / 'build/debug', help='the build whose programs are tested')
    parser.addoption('--compiler', default='cc', help='the C compiler, with the flags that a program must share with an instrumented library')
    parser.addoption('--bless', action='store_true', help='write what is said into the page that should say it; read the difference before you believe it')


def pytest_configure(config):
    """Lets no folder of a test outlive the run."""
    if not config.option.basetemp:
        config.option.basetemp = tempfile.mkdtemp(prefix='nebel-')


def pytest_unconfigure(config):
    shutil.rmtree(config.option.basetemp, ignore_errors=True)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport():
    """Counts a test that was skipped as failed: what is not tried is not known to work."""
    report = (yield).get_result()
    if report.skipped:
        report.outcome = 'failed'


@pytest.fixture(scope='session')
def build(request):
    return request.config.getoption('--build').resolve()


@pytest.fixture(scope='session')
def source():
    return ROOT


@pytest.fixture(scope='session')
def nebel(build):
    return Nebel(build / 'src/cmd/nebel')


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    """A folder that the tests of a file share."""
    return tmp_path_factory.mktemp('shared')


@pytest.fixture(scope='session')
def compiler(request):
    return request.config.getoption('--compiler').split()


@pytest.fixture
def blesses(request):
    return request.config.getoption('--bless')
