#!/usr/bin/python3
"""Runs tests/load/bench_server, small, and checks that its figures agree with each other and that it leaves nothing behind.

usage: bench.py NEBEL SOURCE [--only TEXT] [--junit FILE]"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from node import HAS_BARS, Results, arguments, wait_until

GAMES, IDLE, RATE, SECONDS = 6, 4, 40, 2


def start(plan, folder, *options):
    program = pathlib.Path(plan.nebel).resolve().parents[2] / 'tests/load/bench_server'
    words = [program, '--games', GAMES, '--idle', IDLE, '--rate', RATE, '--seconds', SECONDS, *options]
    return subprocess.Popen(list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, 'TMPDIR': str(folder)})


def figures_agree(plan, folder):
    process = start(plan, folder, '--json')
    text, complaint = process.communicate(timeout=300)
    assert process.returncode == 0, complaint
    figures = json.loads(text)
    assert figures['sockets'] == 2 * GAMES + IDLE, figures
    assert figures['tries'] == figures['played'] + figures['refused'] and abs(figures['tries'] - RATE * SECONDS) <= 2, figures
    assert figures['played'] > 0 and figures['refused'] > 0, figures
    assert not figures['errors'] and not (HAS_BARS and (figures['unanswered'] or figures['busy'])), figures
    late, late_ms = sum(figures['late_by_second'].values()), figures['late_ms']
    assert late <= figures['tries'] and ((late > 0) == (figures['max_ms'] > late_ms) or abs(figures['max_ms'] - late_ms) < 0.01), figures
    assert 0 < figures['p50_ms'] <= figures['p99_ms'] <= figures['max_ms'], figures
    assert figures['bytes_per_row'] > 20 and figures['bare_us_per_try']['postgresql'] > 0, figures
    assert not list(folder.iterdir()), 'the folder is still there'
    return f"p50 {figures['p50_ms']} ms, p99 {figures['p99_ms']} ms"


def an_interrupt_leaves_nothing(plan, folder):
    process = start(plan, folder)
    wait_until(lambda: list(folder.glob('*/front.sock')), 'nginx')
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 1, process.returncode
    assert not list(folder.iterdir()), 'the folder is still there'
    left = subprocess.run(['pgrep', '-f', str(folder)], stdout=subprocess.PIPE, text=True).stdout.split()
    assert not left, f'processes {left} are still there'


def main():
    plan = arguments(__doc__).parse_args()
    results = Results('bench', plan)
    for test in (figures_agree, an_interrupt_leaves_nothing):
        with tempfile.TemporaryDirectory(prefix='nebel-') as folder:
            os.chmod(folder, 0o755)
            results.run(test.__name__.replace('_', ' '), lambda test=test, folder=folder: test(plan, pathlib.Path(folder)))
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
