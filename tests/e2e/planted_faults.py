"""Runs the checks of ci/ in a copy of the tree where each program that they start is a stub, and plants faults into the stubs: every check must pass without a
fault, and fail with each, naming it.

The environment may tell which checks (CHECKS)."""
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest
from support.programs import run

# What a check says of each fault. A stub that is killed, aborts or hangs has left good results before.
FAULTS = {
    'killed': 'died by SIGKILL',
    'aborted': 'died by SIGABRT',
    'hung': 'had not ended after',
    'broken import': 'ended with status 1',
    'yesterday': 'results are older than its start',
    'silent': 'left no results',
    'skipped': 'skipped: ',
    'missing': 'missing: ',
    'failing': 'failed: ',
    'unknown': 'not in ci/expected/',
}
HUNG_SECONDS = 4

STUB = r'''#!/usr/bin/python3
"""Reports the tests of the list ci/expected/CHECK.txt that are its own, all passed, save for the planted fault."""
import json, os, pathlib, sys, time
import xml.etree.ElementTree as tree

plan = json.loads(os.environ['STUB_PLAN'])
root = pathlib.Path(plan['root'])
sys.path.insert(0, str(root / 'ci'))
from results import read_list

words = sys.argv[1:]
check, program = plan['check'], pathlib.Path(sys.argv[0]).stem
if '--version' in words or 'types' in words:
    sys.exit(0)
places = [word.split('=')[-1] for word in words if word.endswith('.junit.xml')]
place = pathlib.Path(places[0]) if places else root / plan['build'] / 'meson-logs/testlog.junit.xml' if program == 'meson' else None
part = {'npm': 'tests', 'meson': 'meson', 'pytest': place and place.name.split('.')[0]}.get(program, program)
fault = plan['fault'] if part == plan['part'] else ''
names = sorted(read_list(check))
if check not in ('web', 'online') and program != 'meson':
    names = [name.partition(': ')[2] for name in names if name.startswith(f'{part}: ')]
if fault == 'broken import':
    import a_module_that_is_missing
if fault == 'silent':
    sys.exit(0)
if fault == 'missing':
    del names[0]
if fault == 'unknown':
    names.append('a test: that nobody knows')


def suite_and_name(name):
    first, _, rest = name.partition(': ')
    if program == 'meson':
        return ('nebel.nebel:' + first, '7 - ' + rest) if rest else ('nebel', 'nebel:' + name)
    if program == 'npm':
        return 'tests/' + first, rest
    return ('python.tests.' + first, rest) if program == 'pytest' else (part, name)


if place:
    suite = tree.Element('testsuite', name=part)
    for i, name in enumerate(names):
        classname, name = suite_and_name(name)
        case = tree.SubElement(suite, 'testcase', classname=classname, name=name)
        if i == 0 and fault in ('skipped', 'failing'):
            tree.SubElement(case, 'skipped' if fault == 'skipped' else 'failure')
    place.parent.mkdir(parents=True, exist_ok=True)
    tree.ElementTree(suite).write(place)
else:
    for i, name in enumerate(names):
        print(f'failed: {name}: 1 and not 2' if i == 0 and fault == 'failing' else f'passed: {name} (3 figures)', flush=True)
if fault == 'yesterday':
    os.utime(place, (time.time() - 86400,) * 2)
if fault == 'killed':
    os.kill(os.getpid(), 9)
if fault == 'aborted':
    os.abort()
if fault == 'hung':
    time.sleep(3600)
'''


# What the checks start that leave no results: each does its part, and then what the plan says.
HELPER = r'''#!/usr/bin/python3
import filecmp, json, os, pathlib, signal, sys, time

plan = json.loads(os.environ['STUB_PLAN'])
root = pathlib.Path(plan['root'])
sys.path.insert(0, str(root / 'ci'))
from results import read_list

program, words = os.path.basename(sys.argv[0]), sys.argv[1:]


def end(part, status=0):
    """Ends as planned, if the fault is in this part."""
    fault = plan['fault'] if part == plan['part'] else ''
    sys.stdout.flush()
    if fault == 'killed':
        os.kill(os.getpid(), signal.SIGKILL)
    if fault == 'aborted':
        os.abort()
    if fault == 'hung':
        time.sleep(3600)
    sys.exit(1 if fault in ('broken import', 'not there') else status)


def put(path):
    """A program of a build: this one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(pathlib.Path(__file__).read_text())
    path.chmod(0o755)


if program == 'git':
    print('\0'.join(str(path.relative_to(root)) for path in (root / 'src').rglob('*.*')) if words[0] == 'ls-files' else '0' * 40)
elif program in ('nm', 'gcc', 'cc', 'clang', 'clang-14', 'aarch64-linux-gnu-gcc'):
    pass
elif program == 'make' or program in ('signature', 'mutants'):
    end(words[0] if program == 'make' else program)
elif program == 'meson':
    build = pathlib.Path(words[1])
    build.mkdir(parents=True, exist_ok=True)
    (build / 'build.ninja').touch()
    if plan['check'] == 'signature':
        put(build / ('web/wasm/print_signatures.wasm' if build.name == 'wasm' else 'src/print_signatures'))
elif program == 'ninja':
    for word in words:
        if plan['check'] == 'mutants':
            put(pathlib.Path(word))
elif program in ('qemu-aarch64', 'node'):
    os.execv(words[-1], [words[-1]])
elif program.startswith('print_signatures'):
    part = sys.argv[0].split('build/')[1].split('/')[0].removeprefix('signature-')
    fault = plan['fault'] if part == plan['part'] else ''
    names = [name.partition(' ')[2] for name in sorted(read_list('signature')) if name.startswith('number ')]
    for i, name in enumerate(names[1:] if fault == 'missing' else [] if fault == 'silent' else names):
        print(name, '0123456789abcdef' if i or fault != 'failing' else '0123456789abcdee')
    end(part)
elif program == 'npx':
    differs = any(not filecmp.cmp(path, root / 'web' / path, shallow=False) for path in pathlib.Path('src').rglob('*.ts*'))
    part = 'leak' if differs else 'unchanged'
    fault = plan['fault'] if part == plan['part'] else ''
    if fault == 'failing':
        differs = not differs
    if fault not in ('silent', 'broken import'):
        print(f'silence: 12 pairs, 12 with something hidden, {3 if differs else 0} differ')
    end(part, int(differs))
else:  # a test of the mutants, in the copy of the tree
    differs = any(not filecmp.cmp(path, root / path) for path in pathlib.Path('src').rglob('*.[ch]'))
    calls = root / 'calls'
    with open(calls, 'a') as log:
        log.write('.')
    if plan['fault'] == 'ever more failing' and calls.stat().st_size > 11:
        sys.exit(1)
    if plan['fault'] == 'failing':
        sys.exit(0)
    if differs:
        end('mutant', 1)
'''


class Tree:
    """A copy of ci/ with the lists, and stubs for all that the checks start."""

    def __init__(self, source, folder):
        self.root, self.programs = folder / 'tree', folder / 'bin'
        shutil.copytree(source / 'ci', self.root / 'ci', ignore=shutil.ignore_patterns('__pycache__'))
        (self.root / 'web').mkdir()
        for name in ('npm', 'meson', 'clang'):
            self.stub(self.programs / name, HELPER if name == 'clang' else STUB)
        for build in ('debug', 'asan'):
            self.stub(self.root / f'build/{build}/python/pytest.py')
        for pattern in ('server', 'farm', 'install'):
            for path in (source / 'tests/e2e' / pattern).glob('*.py'):
                self.stub(self.root / 'tests/e2e' / pattern / path.name)

    def stub(self, path, text=STUB):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def add_helpers(self, source, name):
        """What the checks need that leave no results: programs, sources and patches."""
        for program in ('git', 'nm', 'gcc', 'cc', 'clang-14', 'aarch64-linux-gnu-gcc', 'make', 'meson', 'ninja', 'qemu-aarch64', 'node', 'npx'):
            self.stub(self.programs / program, HELPER)
        if name == 'ci':
            for program in ('signature', 'mutants'):
                self.stub(self.root / 'ci' / program, HELPER)
        if name in ('mutants', 'web-leaks'):
            shutil.copytree(source / 'tests/mutants', self.root / 'tests/mutants')
        if name == 'mutants':
            shutil.copytree(source / 'src', self.root / 'src')
            shutil.copytree(source / 'docs/rules', self.root / 'docs/rules')
        if name == 'web-leaks':
            shutil.copytree(source / 'web', self.root / 'web', dirs_exist_ok=True, ignore=shutil.ignore_patterns('node_modules'))

    def run(self, name, command, part='', fault=''):
        """Returns status and text of a check with a fault in one of its programs."""
        plan = {'root': str(self.root), 'check': name, 'build': 'build/stub', 'part': part, 'fault': fault}
        environment = {**os.environ, 'PATH': f'{self.programs}:{os.environ["PATH"]}', 'STUB_PLAN': json.dumps(plan), 'PYTHONDONTWRITEBYTECODE': '1',
                       'CHECK_SECONDS_MAX': str(HUNG_SECONDS if fault == 'hung' else 60)}
        return run([self.root / 'ci' / command[0], *command[1:]], env=environment, stderr=subprocess.STDOUT)


# Each check of ci/ with the programs that it starts.
CHECKS = {
    'server': (('check-server',), ('lobby', 'archive', 'ratings', 'talk', 'kills', 'doors', 'bots', 'accounts', 'order', 'hostile', 'twins', 'bench', 'outages', 'history', 'pgstat')),
    'python': (('check-python',), ('plain', 'asan')),
    'web': (('check-web',), ('tests',)),
    'online': (('check-online',), ('tests',)),
    'farm': (('check-farm',), ('slurm', 'farm', 'guides')),
    'install': (('check-install',), ('install',)),
    'tests': (('check-suite', 'tests', 'build/stub'), ('meson',)),
}


# Checks whose programs leave no results: by part and fault, what the check says.
OTHERS = {
    'ci': (('gate',), {('tests', 'killed'): 'gcc, all tests: FAILED', ('asan-quick', 'aborted'): 'UBSan: FAILED', ('check-server', 'hung'): '3 kills of each kind: FAILED',
                     ('check-web', 'not there'): 'web page: FAILED', ('signature', 'broken import'): 'signatures: FAILED', ('mutants', 'killed'): 'rule mutants: FAILED'}),
    'signature': (('signature',), {('gcc', 'killed'): 'died by SIGKILL', ('pure', 'aborted'): 'died by SIGABRT', ('clang', 'hung'): 'had not ended after',
                                   ('gcc-O0', 'broken import'): 'ended with status 1', ('wasm', 'silent'): 'printed no signatures', ('gcc', 'missing'): 'failed: number',
                                   ('aarch64', 'failing'): 'failed: number'}),
    'web-leaks': (('web-leaks',), {('unchanged', 'killed'): 'died by SIGKILL', ('leak', 'killed'): 'died by SIGKILL', ('leak', 'aborted'): 'died by SIGABRT',
                                   ('leak', 'hung'): 'had not ended after', ('leak', 'broken import'): 'failed: 01-', ('leak', 'silent'): 'failed: 01-',
                                   ('unchanged', 'failing'): 'failed: unchanged', ('leak', 'failing'): 'failed: 01-'}),
    'mutants': (('mutants', '--leaks', '--sample', '40'), {('mutant', 'killed'): 'failed: leaks/', ('mutant', 'hung'): 'failed: leaks/', ('mutant', 'failing'): 'failed: leaks/',
                                                         ('', 'ever more failing'): 'the unchanged tree fails'}),
}


def cases_of(name):
    """Yields part, fault and what the check says of it; first no fault. Of a check whose programs leave results the first program has all faults, the others are
    killed. What a program prints cannot be of yesterday."""
    yield '', '', ''
    if name in OTHERS:
        yield from ((*case, told_of) for case, told_of in OTHERS[name][1].items())
        return
    is_printed = name == 'farm'
    faults = [fault for fault in FAULTS if not (is_printed and fault in ('yesterday', 'skipped'))]
    for i, part in enumerate(CHECKS[name][1]):
        for fault in faults if i == 0 else ['killed']:
            yield part, fault, FAULTS[fault]


CASES = [(name, *case) for name in os.environ.get('CHECKS', ' '.join([*OTHERS, *CHECKS])).split() for case in cases_of(name)]


def run_case(source, name, part, fault):
    with tempfile.TemporaryDirectory(prefix='nebel-planted-') as folder:
        tree = Tree(source, pathlib.Path(folder))
        if name in OTHERS:
            tree.add_helpers(source, name)
        return tree.run(name, ({**CHECKS, **OTHERS}[name])[0], part, fault)


@pytest.fixture(scope='module')
def outcomes(source):
    """Runs all cases, four at a time; each test takes its own."""
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        yield {case: pool.submit(run_case, source, *case[:3]) for case in CASES}


@pytest.mark.parametrize('case', [case for case in CASES if not case[2]], ids=lambda case: case[0])
def test_a_check_passes_without_a_fault(outcomes, case):
    done = outcomes[case].result()
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize('case', [case for case in CASES if case[2]], ids=lambda case: ', '.join(case[:3]))
def test_a_check_fails_and_names_the_fault(outcomes, case):
    name, _, _, told_of = case
    done = outcomes[case].result()
    told = done.stdout[max(done.stdout.rfind(f'== {name}\n'), 0):]
    assert done.returncode != 0 and ', 0 failed' not in told, f'the check passes: {told}'
    assert any(told_of in line for line in told.splitlines()), f'{told_of!r} is not said: {told}'
