#!/usr/bin/env python3
"""Checks the pages of the library: each header has one, which names each of its calls, and whose program prints what the page says.

usage: tests/e2e/lib/pages.py SOURCE-ROOT LIBRARY COMPILER..."""
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = re.compile(r'^```c\n(.*?)^```\n```\n(.*?)^```$', re.M | re.S)
CALL = re.compile(r'\b(nebel_\w+)\(')


def calls_of(header):
    return {name for declaration in re.findall(r'NEBEL_API[^;]*;', header.read_text()) for name in CALL.findall(declaration)}


def run_program(root, library, compiler, source):
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / 'page'
        command = [*compiler, '-x', 'c', '-std=c99', '-Wall', '-Wextra', '-Werror', '-I', root / 'include', '-', '-x', 'none', library,
                   f'-Wl,-rpath,{library.parent}', '-o', program]
        subprocess.run(command, input=source, text=True, check=True)
        return subprocess.run([program], text=True, check=True, stdout=subprocess.PIPE).stdout


def faults(root, library, compiler):
    for header in sorted((root / 'include/nebel').glob('*.h')):
        page = root / 'docs/api' / (('base' if header.stem == 'nebel' else header.stem) + '.md')
        if not page.exists():
            yield f'{header.name} has no page {page}'
            continue
        text = page.read_text()
        yield from (f'{page}: does not name {name}' for name in sorted(calls_of(header)) if f'`{name}`' not in text)
        if header.stem == 'nebel':
            continue
        programs = PROGRAM.findall(text)
        if not programs:
            yield f'{page}: has no program'
        for source, expected in programs:
            printed = run_program(root, library, compiler, source)
            if printed != expected:
                yield f'{page}: its program prints\n{printed}'


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    found = list(faults(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
