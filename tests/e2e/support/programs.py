"""Programs, run with a limit of time."""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
SECONDS = 300  # more than anything takes in a build with sanitizers on a busy machine


def run(command, seconds=SECONDS, **options):
    """Runs a program to its end, without a terminal and without input unless told, and captures what it prints."""
    if 'input' not in options:
        options['stdin'] = subprocess.DEVNULL
    options = {'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE, 'encoding': 'utf-8', **options}
    return subprocess.run([str(word) for word in command], timeout=seconds, check=False, **options)


def read(command, **options):
    """Returns what a program prints that must succeed."""
    done = run(command, **options)
    assert done.returncode == 0, f'{shlex.join(map(str, command))}: exit {done.returncode}: {done.stderr or done.stdout}'
    return done.stdout


def find_witness(name):
    """Returns the path of another's program. Debian keeps games where the superuser's PATH does not look."""
    found = shutil.which(name, path=os.environ.get('PATH', '') + ':/usr/games')
    assert found, f'{name} is missing: apt-get install {name}'
    return found


def assert_refused(done, status, pattern):
    """A line that is not obeyed prints nothing but one sentence that tells why."""
    assert done.returncode == status and not done.stdout, f'exit {done.returncode}, {done.stdout!r}, {done.stderr!r}'
    assert re.fullmatch(r'nebel: [^\n]+\n', done.stderr) and re.search(pattern, done.stderr), f'not one line with {pattern!r}: {done.stderr!r}'


class Nebel:
    """The program, at work in a folder: that of the sources unless told."""

    def __init__(self, path, folder=ROOT):
        self.path, self.folder = str(path), folder

    def at(self, folder):
        return Nebel(self.path, folder)

    def words(self, line):
        return [self.path, *(shlex.split(line) if isinstance(line, str) else map(str, line))]

    def run(self, line, **options):
        return run(self.words(line), **{'cwd': self.folder, **options})

    def read(self, line, **options):
        """Returns the output of a line that must succeed and complain of nothing; on a slow machine it may show how far it is."""
        done = self.run(line, **options)
        assert done.returncode == 0 and 'nebel: ' not in done.stderr, f'nebel {line}: exit {done.returncode}, {done.stderr.strip()}'
        return done.stdout

    def read_json(self, line, **options):
        return json.loads(self.read(line, **options))

    def start(self, line, **options):
        """Starts a line that the test ends."""
        return subprocess.Popen(self.words(line), **{'cwd': self.folder, 'stdin': subprocess.DEVNULL, 'stdout': subprocess.DEVNULL, 'stderr': subprocess.DEVNULL, **options})
