#!/usr/bin/env python3
"""Compares what the shared library exports with tests/e2e/lib/symbols.txt, the list of its promises, and checks that the
matrix of calls and games has every one of them, and that the library can start no process or thread and open no file.

usage: tests/e2e/lib/symbols.py LIBRARY LIST MATRIX..."""
import pathlib
import re
import subprocess
import sys

# What a library must not do in its host's process.
FORBIDDEN = re.compile(r'(v?fork|exec\w*|posix_spawn\w*|system|popen|pthread_create|thrd_create|f?open(64)?|socket|clock_gettime|time)(@|$)')


def imports(library):
    listed = subprocess.run(['nm', '-D', '--undefined-only', library], check=True, text=True, stdout=subprocess.PIPE)
    return [line.split()[-1] for line in listed.stdout.splitlines()]


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    listed = subprocess.run(['nm', '-D', '--defined-only', sys.argv[1]], check=True, text=True, stdout=subprocess.PIPE)
    exported = {line.split()[-1] for line in listed.stdout.splitlines()}
    promised = pathlib.Path(sys.argv[2]).read_text().split()
    added, removed = sorted(exported - set(promised)), sorted(set(promised) - exported)
    for name in added:
        print(f'+ {name}: exported but not promised. If it is meant to be public, add it to {sys.argv[2]} and raise '
              'the minor version; if not, take NEBEL_API away.')
    for name in removed:
        print(f'- {name}: promised but not exported. Programs that use it would break. Bring it back, or take it off '
              f'{sys.argv[2]} and raise the major version.')
    matrix = ''.join(pathlib.Path(path).read_text() for path in sys.argv[3:])
    called = set(re.findall(r'\bnebel_\w+', matrix))
    uncalled = sorted(set(promised) - called)
    for name in uncalled:
        print(f'{name}: not in the matrix; call it in one of {" ".join(sys.argv[3:])} with every game')
    forbidden = [name for name in imports(sys.argv[1]) if FORBIDDEN.match(name)]
    for name in forbidden:
        print(f'{name}: imported; a library starts nothing, opens nothing and reads no clock in its host')
    if promised != sorted(set(promised)):
        print(f'{sys.argv[2]} is not sorted, or has a name twice')
        return 1
    print(f'{len(exported)} exported, {len(promised)} promised')
    return 1 if added or removed or uncalled or forbidden else 0


if __name__ == '__main__':
    sys.exit(main())
