#!/usr/bin/env python3
"""Runs the programs of a check and compares the tests that they report with a list of those that the check expects, by name: ci/expected/CHECK.txt.

A check fails if one of its programs ends with another status than 0, dies by a signal, takes longer than its limit, leaves no results, or leaves results that are
older than its start; if a test failed, was skipped or is missing; if a test ran that the list lacks. Each fault is printed by name. In a script of tools/:

    check = Check('server')
    check.run('talk', ['tests/e2e/server/talk.py', '--junit', check.file('talk')], seconds=300)
    sys.exit(check.conclude())

usage: ci/results.py --accept CHECK...      shows what the last sound runs of these checks change in their lists, and writes the lists

A sound run is one whose only faults are names. A list has a line for each test. A list that begins with `include OTHER` has the tests of the list OTHER: of the suites
of a line `only SUITE...` alone, of no suite of a line `no SUITE...`, without those of the lines `without NAME`. Suites stand before a name as Meson has them:
`unit+threads / fog: a_try_is_chosen`."""
import contextlib
import difflib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import xml.etree.ElementTree as tree

ROOT = pathlib.Path(__file__).resolve().parent.parent
LISTS = ROOT / 'ci/expected'
RESULTS = ROOT / 'build/results'
PASSED, FAILED, SKIPPED = 'passed', 'failed', 'skipped'
NAMES_SHOWN_MAX = 40
END_SECONDS = 10
SECONDS_MAX = int(os.environ.get('CHECK_SECONDS_MAX', 24 * 3600))  # of one program, whatever its check allows


def suites_of(name):
    return set(name.split(' / ')[0].split('+'))


def read_lines_of_list(lines):
    """The names of a list."""
    names = set()
    for line in lines:
        verb, _, rest = line.partition(' ')
        if verb == 'include':
            names |= read_list(rest)
        elif verb in ('only', 'no'):
            names = {name for name in names if bool(suites_of(name) & set(rest.split())) == (verb == 'only')}
        elif verb == 'without':
            names.discard(rest)
        elif line and verb != '#':
            names.add(line)
    return names


def read_list(check):
    """The names that a check expects."""
    return read_lines_of_list((LISTS / f'{check}.txt').read_text().splitlines())


def write_list(path, names):
    """Writes a list with other names and shows the difference; its comments, `include`, `only` and `no` stay."""
    old = path.read_text().splitlines() if path.exists() else []
    head = [line for line in old if line.startswith(('# ', 'include ', 'only ', 'no '))]
    base = read_lines_of_list(head)
    new = [*head, *(f'without {name}' for name in sorted(base - names)), *sorted(names - base)]
    print('\n'.join(difflib.unified_diff(old, new, str(path), str(path), lineterm='', n=0)) or f'{path}: no change')
    path.write_text('\n'.join(new) + '\n')


def read_junit(path):
    """Name and state of each test of a JUnit file."""
    for suite in tree.parse(path).iter('testsuite'):
        for case in suite.findall('testcase'):
            bad = any(case.find(kind) is not None for kind in ('failure', 'error'))
            state = FAILED if bad else SKIPPED if case.find('skipped') is not None else PASSED
            yield case.get('classname') or suite.get('name'), ' '.join(case.get('name').split()), state


def read_printed(text):
    """Name and state of each line `passed: NAME`, `passed: NAME (FIGURES)` or `failed: NAME: PROBLEM`."""
    for name in re.findall(r'^passed: (.*?)(?: \([^()]*\))?$', text, re.M):
        yield '', name, PASSED
    for name in re.findall(r'^failed: (.*?)(?:: .*)?$', text, re.M):
        yield '', name, FAILED


def fault_of(status):
    """Says how a program ended."""
    return f'died by {signal.Signals(-status).name}' if status < 0 else f'ended with status {status}'


def kill_group(process, number=signal.SIGKILL):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def end_group(process):
    """Ends a program with all that it has started: a check among them first ends its own programs. Returns what it has printed if that is captured."""
    kill_group(process, signal.SIGTERM)
    try:
        return process.communicate(timeout=END_SECONDS)[0]
    except subprocess.TimeoutExpired:
        kill_group(process)
        return process.communicate()[0]


class Check:
    """One run of one check. `run` may be called from several threads."""

    def __init__(self, name, root=ROOT):
        self.name, self.root, self.folder = name, root, RESULTS / name
        self.tests, self.faults, self.running, self.lock = {}, [], set(), threading.Lock()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, self.end)

    def end(self, number, _):
        """Ends with all programs that run."""
        for process in list(self.running):
            kill_group(process)
        os._exit(128 + number)

    def file(self, part):
        """Where a program of the check leaves its results."""
        return self.folder / f'{part}.junit.xml'

    def fault(self, text):
        """Notes why the check fails."""
        with self.lock:
            self.faults.append(text)
        print(f'{self.name}: {text}', flush=True)

    def note(self, name, state=PASSED):
        """Notes the state of a test that the check itself made."""
        with self.lock:
            if name in self.tests:
                self.faults.append(f'two tests are named {name}')
            self.tests[name] = state

    def run(self, part, command, seconds, result=None, is_printed=False, name_of=None, **options):
        """Runs a program with a limit of time and reads its results: the lines `passed: NAME` that it prints if `is_printed`, else the JUnit file `result`, which is
        file(part) unless told. `name_of` makes the name of a test from its suite and its name."""
        began = self.folder / f'{part}.began'
        began.touch()  # by the clock of the file system
        text = self.call(part, command, seconds, is_printed, **options)
        found = list(read_printed(text)) if is_printed else self.read(part, result or self.file(part), began)
        if not found:
            self.fault(f'{part}: left no results')
        for suite, name, state in found:
            self.note(name_of(suite, name) if name_of else f'{part}: {name}', state)

    def call(self, part, command, seconds, is_captured=False, status=0, **options):
        """Runs a program, which must end with `status`, in a group of processes of its own; kills the group if the program does not or takes too long. Returns what it
        printed if that is captured."""
        seconds = min(seconds, SECONDS_MAX)
        try:
            process = subprocess.Popen([str(word) for word in command], start_new_session=True, text=True, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE if is_captured else None, **{'cwd': self.root, **options})
        except OSError as error:
            self.fault(f'{part}: cannot be started: {error}')
            return ''
        self.running.add(process)
        problem = ''
        try:
            text = process.communicate(timeout=seconds)[0]
            problem = '' if process.returncode == status else fault_of(process.returncode)
        except subprocess.TimeoutExpired:
            problem = f'had not ended after {seconds} s'
            text = end_group(process)
        self.running.discard(process)
        if problem:
            kill_group(process)
            self.fault(f'{part}: {problem}')
        if is_captured:
            print(text, end='', flush=True)
        return text or ''

    def read(self, part, path, began):
        path = pathlib.Path(path)
        if not path.exists():
            return []
        if path.stat().st_mtime_ns < began.stat().st_mtime_ns:
            self.fault(f'{part}: its results are older than its start: {path}')
            return []
        try:
            return list(read_junit(path))
        except tree.ParseError as error:
            self.fault(f'{part}: its results cannot be read: {error}')
            return []

    def conclude(self, is_expected=None):
        """Prints every fault, then `N passed, N failed`. Returns the status to exit with. `is_expected` chooses from the list, for a run of a part of a check."""
        expected = {name for name in read_list(self.name) if not is_expected or is_expected(name)} if (LISTS / f'{self.name}.txt').exists() else set()
        states = {state: sorted(name for name, of in self.tests.items() if of == state) for state in (PASSED, FAILED, SKIPPED)}
        missing, unknown = sorted(expected - set(self.tests)), sorted(set(self.tests) - expected)
        is_sound = not self.faults and not states[FAILED] and not states[SKIPPED] and self.tests
        if is_sound and not is_expected:
            (self.folder / 'names.txt').write_text('\n'.join(sorted(self.tests)) + '\n')
        print(f'== {self.name}')
        for fault in self.faults:
            print(f'failed: {fault}')
        for word, names in (('failed', states[FAILED]), ('skipped', states[SKIPPED]), ('missing', missing),
                            (f'not in ci/expected/{self.name}.txt', unknown)):
            for name in names[:NAMES_SHOWN_MAX]:
                print(f'{word}: {name}')
            if len(names) > NAMES_SHOWN_MAX:
                print(f'{word}: {len(names) - NAMES_SHOWN_MAX} more')
        if is_sound and (missing or unknown):
            print(f'if the list is to change: ci/results.py --accept {self.name}')
        bad = len(self.faults) + len(states[FAILED]) + len(states[SKIPPED]) + len(missing) + len(unknown)
        if not self.tests:
            bad += 1
            print('failed: no test ran')
        counts = f'{len(states[PASSED])} passed, {bad} failed'
        (self.folder / 'counts.txt').write_text(counts + '\n')
        print(counts, flush=True)
        return 1 if bad else 0


def accept(name):
    names = RESULTS / name / 'names.txt'
    if not names.exists():
        sys.exit(f'results: {names} is not there: the last run of {name} was not sound, or there was none; run the check first')
    LISTS.mkdir(exist_ok=True)
    write_list(LISTS / f'{name}.txt', set(names.read_text().splitlines()))


def main():
    if len(sys.argv) < 3 or sys.argv[1] != '--accept':
        sys.exit(__doc__)
    for name in sys.argv[2:]:
        accept(name)


if __name__ == '__main__':
    main()
