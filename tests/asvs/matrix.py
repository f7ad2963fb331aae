#!/usr/bin/python3
"""Checks docs/asvs.md: it has every line of the standard's levels 1 and 2 once, at its level, says how it is kept, and names only tests and files that exist.

usage: matrix.py SOURCE"""
import pathlib
import re
import sys

KEPT = ('yes', 'partly', 'open', 'no', 'does not apply')
TESTS = ('tests/**/*.py', 'tests/**/*.c', 'web/tests/**/*.ts')


def numbers(text):
    """The numbers of `2.6.1` or `2.6.1-2.6.3`."""
    first, _, last = text.partition('-')
    section, start = first.rsplit('.', 1)
    end = last.rsplit('.', 1) if last else (section, start)
    assert end[0] == section, f'{text} goes from one section to another'
    return [f'{section}.{i}' for i in range(int(start), int(end[1]) + 1)]


def required(source):
    """The level of each number."""
    levels = {}
    for line in (source / 'tests/asvs/requirements.txt').read_text().splitlines():
        if not line.startswith('#'):
            text, level = line.split()
            levels |= dict.fromkeys(numbers(text), int(level))
    return levels


def rows(source):
    """The rows of all tables: line, level, whether it is kept, and the reason."""
    for line in (source / 'docs/asvs.md').read_text().splitlines():
        if re.match(r'\| \d', line):
            cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
            assert len(cells) == 4, f'a row has four cells: {line}'
            yield cells


def problems_of_numbers(source):
    wanted = {number: level for number, level in required(source).items() if level <= 2}
    seen = {}
    for text, level, kept, reason in rows(source):
        for number in numbers(text):
            if number in seen:
                yield f'{number} stands there twice'
            if wanted.get(number) != int(level):
                yield f'{number} is of level {wanted.get(number)}, not {level}'
            seen[number] = kept
        if kept.strip('*') not in KEPT:
            yield f'{text}: {kept} is none of {", ".join(KEPT)}'
        if not reason:
            yield f'{text} has neither a test nor a reason'
    yield from (f'{number} is missing' for number in wanted if number not in seen)


def problems_of_tests(source):
    text = (source / 'docs/asvs.md').read_text()
    there = '\n'.join(path.read_text() for pattern in TESTS for path in source.glob(pattern))
    functions = set(re.findall(r'\b([a-z0-9]+(?:_[a-z0-9]+){2,})\(', there))
    for path in set(re.findall(r'`([a-z.]+/[\w./-]+)`', text)):
        if not (source / path).exists():
            yield f'there is no {path}'
    for name in set(re.findall(r'\b[a-z0-9]+(?:_[a-z0-9]+){2,}\b', re.sub(r'`[^`]*`|\([^)]*\)', '', text))):
        if name not in functions:
            yield f'there is no test {name}'


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    source = pathlib.Path(sys.argv[1])
    found = [*problems_of_numbers(source), *problems_of_tests(source)]
    counts = {word: sum(len(numbers(text)) for text, _, kept, _ in rows(source) if kept.strip('*') == word) for word in KEPT}
    print('\n'.join(found) or ', '.join(f'{count} {word}' for word, count in counts.items()))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
