"""nebel check-bot passes good bots, and names the fault of every broken one.

The faults and what must be said of each stand in bots/sentences.txt."""
import concurrent.futures
import runpy

import pytest
from support.programs import ROOT
from support.tables import read_rows

BROKEN = ROOT / 'tests/e2e/bots/broken.py'
ROWS = read_rows(ROOT / 'tests/e2e/bots/sentences.txt')
# A good bot may be as slow as the machine; a broken one must be waited for.
GOOD_PATIENCE_MS, BROKEN_PATIENCE_MS = 60000, 2000
RUN_SECONDS = 240
# The fault that only shows after all checks.
EVERY_GAME = 'a game'


@pytest.fixture(scope='module')
def checks(nebel, build, source):
    """Starts all checks, four at a time since bots wait; each test takes its own."""
    good = {'C': build / 'tests/example_bot', 'Python': source / 'examples/bot.py', 'no fault': f'{BROKEN} none'}
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        def start(command, patience_ms, *options):
            return pool.submit(nebel.run, ['check-bot', command, '--patience', patience_ms, *options], seconds=RUN_SECONDS)
        started = {name: start(command, GOOD_PATIENCE_MS) for name, command in good.items()}
        yield started | {fault: start(f'{BROKEN} {fault}', BROKEN_PATIENCE_MS, *([] if check == EVERY_GAME else ['--only', check]))
                         for fault, check, _ in ROWS}


def test_every_fault_has_a_sentence():
    assert {fault for fault, *_ in ROWS} == set(runpy.run_path(BROKEN)['FAULTS']) - {'none'}


@pytest.mark.parametrize('bot', ['C', 'Python', 'no fault'])
def test_a_good_bot_has_no_faults(checks, bot):
    done = checks[bot].result()
    assert done.returncode == 0 and not done.stderr and ' 0 faults' in done.stdout, f'exit {done.returncode}, {done.stderr!r}: ' + ' / '.join(
        line for line in done.stdout.splitlines() if not line.startswith('ok: '))


@pytest.mark.parametrize('fault, check, sentence', ROWS)
def test_a_fault_is_named(checks, fault, check, sentence):
    done = checks[fault].result()
    faults = [line for line in done.stdout.splitlines() if line.startswith('fault: ')]
    assert done.returncode == 1, f'exit {done.returncode}: {done.stderr}'
    assert any(line.startswith(f'fault: {check}: ') and sentence in line for line in faults), ' / '.join(faults[:3])
