#!/usr/bin/env python3
"""Shows files that somebody made up to every command that reads records or experiments: none may crash, none may send
the terminal anything that it would obey, and a file without an end is not read for ever.

usage: tests/e2e/hostile_records.py BINARY RECORDS

Prints one line a check, then `N passed, M failed`; exits 1 if anything failed."""
import pathlib
import re
import subprocess
import sys

from checks import check, conclude

COMMANDS = (
    'replay {}', 'replay {} --json', 'replay {} --view white', 'replay {} --view umpire', 'replay {} --view black --json',
    'belief {} --seat white', 'belief {} --seat black --limit 100', 'analyse {} --seat white --limit 100',
    'belief {} --seat white --forecast fog(boards=5,further=0)',
    'explain {} --seat black', 'lab model build {} -o /dev/null', 'lab policy fit {} -o /dev/null', 'lab policy test {}', 'lab mistakes {}', 'lab run {}')
STATUSES = (0, 1, 2)  # fine, failed, misused; a crash is none of them
SECONDS = 120
# Any control character but the end of a line, in one byte or as UTF-8 has those above 127.
OBEYED = re.compile(rb'[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]')


def problem_of(done):
    if done.returncode not in STATUSES:
        return f'status {done.returncode}: {done.stderr[-300:]!r}'
    if done.returncode and not done.stderr:
        return f'status {done.returncode} without a word'
    found = OBEYED.search(done.stdout + done.stderr)
    return f'it prints {found[0]!r}' if found else None


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    nebel, records = sys.argv[1], sorted(pathlib.Path(sys.argv[2]).iterdir())
    for record in records:
        for command in COMMANDS:
            words = [word.format(record) for word in command.split()]
            done = subprocess.run([nebel, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False)
            check(command.format(record.name), problem_of(done))
    endless = subprocess.run([nebel, 'replay', '/dev/zero'], stdin=subprocess.DEVNULL, capture_output=True,
                             timeout=SECONDS, check=False)
    check('a file without an end', None if b'File too large' in endless.stderr else endless.stderr[-300:])
    return conclude()


if __name__ == '__main__':
    sys.exit(main())
