#!/usr/bin/env -S python3 -I -S
"""Bots that mean harm, each in one way. What a runner must survive.

usage: tests/e2e/bots/hostile.py MODE FILE      (see MODES)

They greet and sit down like good bots, and turn nasty at their first `go`. Processes that they leave behind write
their number to FILE, so that a test can look for them; `crashes-once` notes there that it has crashed."""
import os
import signal
import sys
import time


def say(line):
    sys.stdout.write(line + '\n')
    sys.stdout.flush()


def sleep_for_ever():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(3600)


def note_process():
    with open(sys.argv[2], 'a') as file:
        file.write(f'{os.getpid()}\n')


def crash(tries):
    os.kill(os.getpid(), signal.SIGSEGV)


def flood(tries):
    while True:
        sys.stdout.write('info text more\n' * 100)


def babble(tries):
    while True:
        sys.stdout.write('blah ' * 1000)


def half_a_line(tries):
    sys.stdout.write('try e2')
    sys.stdout.flush()
    sleep_for_ever()


def half_a_line_and_end(tries):
    sys.stdout.write('try e2')
    sys.stdout.flush()
    os._exit(0)


def deaf(tries):
    os.kill(os.getpid(), signal.SIGSTOP)


def close_output(tries):
    os.close(1)
    sleep_for_ever()


def late(tries):
    time.sleep(0.6)
    say(f'try {tries[0]}')


def bear(outlives):
    """A process of another session, then the crash of its parent."""
    if os.fork() == 0:
        os.setsid()
        note_process()
        outlives()
    while not os.path.exists(sys.argv[2]) or not os.path.getsize(sys.argv[2]):
        time.sleep(0.01)
    crash(None)


def orphan(tries):
    bear(sleep_for_ever)


def nameless_orphan(tries):
    bear(lambda: os.execve(sys.executable, [sys.executable, '-I', '-S', '-c', 'import time; time.sleep(3600)'], {}))


def grandchild(tries):
    def bear_again():
        if os.fork() == 0:
            os.setsid()
            note_process()
        sleep_for_ever()
    bear(bear_again)


def brood(tries):
    for _ in range(20):
        if os.fork() == 0:
            note_process()
            sleep_for_ever()
    sleep_for_ever()


def crash_once(tries):
    if os.path.exists(sys.argv[2]):
        say(f'try {tries[0]}')
        return
    note_process()
    crash(tries)


MODES = {
    'hangs': lambda tries: sleep_for_ever(),
    'crashes': crash,
    'exits': lambda tries: sys.exit(3),
    'floods': flood,
    'babbles': babble,
    'half-a-line': half_a_line,
    'half-a-line-and-end': half_a_line_and_end,
    'nul': lambda tries: say('try e2\0e4'),
    'nonsense': lambda tries: say('\x1b[31mcheckmate!'),
    'no-try': lambda tries: say('try me'),
    'impossible': lambda tries: say('try a1a8'),
    'accepts-nothing': lambda tries: say('accept'),
    'two-answers': lambda tries: say(f'try {tries[0]}\ntry {tries[0]}'),
    'deaf': deaf,
    'closes-its-output': close_output,
    'late': late,
    'orphan': orphan,
    'nameless-orphan': nameless_orphan,
    'grandchild': grandchild,
    'brood': brood,
    'crashes-once': crash_once,
}


def main():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    tries = []
    for line in sys.stdin:
        verb, *words = line.split()
        if verb == 'nebel':
            say('id name hostile bot\nwant tries\nready')
        elif verb == 'ping':
            say('pong')
        elif verb == 'tries':
            tries = words
        elif verb == 'go':
            MODES[sys.argv[1]](tries)


if __name__ == '__main__':
    main()
