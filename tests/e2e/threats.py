#!/usr/bin/python3
"""Checks docs/internals/threats.md: threats are numbered, each names a test, the test's file exists, and the lists in ci/expected have the test.

usage: threats.py SOURCE"""
import pathlib
import re
import sys

PAGE = 'docs/internals/threats.md'


def expected_names(source):
    """Returns the names of all tests that a check runs, with spaces for underscores and without the suite or program before them."""
    lines = [line for path in source.glob('ci/expected/*.txt') if path.name != 'removed.txt' for line in path.read_text().splitlines()]
    return {re.sub(r'.*?(?: / |: | > )', '', line, count=count).replace('_', ' ') for line in lines for count in (1, 2)}


def tests_of(cell, known):
    """Yields (file, name) of a cell such as "`a.py`: first_name, second_name; `b.c`: a name with spaces, and a comma"."""
    for part in cell.strip().split('; '):
        path, _, names = part.partition(': ')
        for name in [names] if names in known else names.split(', '):
            yield path.strip('`'), name


def problems(source):
    known = expected_names(source)
    rows = re.findall(r'^\| (\d+) \|[^|]+\|[^|]+\|([^|]+)\|$', (source / PAGE).read_text(), re.MULTILINE)
    yield from (f'{number} is not the number of threat {i}' for i, (number, _) in enumerate(rows, 1) if int(number) != i)
    for number, cell in rows:
        for path, name in tests_of(cell, known):
            if not (source / path).is_file():
                yield f'threat {number}: there is no {path}'
            elif name.replace('_', ' ') not in known or ('_' in name and name not in (source / path).read_text()):
                yield f'threat {number}: {path} has no test "{name}"'


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = list(problems(pathlib.Path(sys.argv[1])))
    print('\n'.join(found) or 'every threat has its tests')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
