#!/usr/bin/env python3
"""Checks that every public header compiles alone, as C99, C17 and C++11, without a warning.

usage: tests/e2e/lib/headers.py INCLUDE-DIRECTORY"""
import pathlib
import shutil
import subprocess
import sys

LANGUAGES = (
    (('gcc', 'clang'), 'c', ('c99', 'c17')),
    (('g++', 'clang++'), 'c++', ('c++11',)),
)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    headers = sorted(pathlib.Path(sys.argv[1]).rglob('*.h'))
    tried = failed = 0
    for compilers, language, standards in LANGUAGES:
        present = [compiler for compiler in compilers if shutil.which(compiler)]
        if not present or not headers:
            sys.exit(f'nothing to try: needs headers in {sys.argv[1]} and one of {" ".join(compilers)} (tools/setup)')
        for compiler, standard, header in ((c, s, h) for c in present for s in standards for h in headers):
            # Read from a file of its own, a header would be warned about as a main file.
            done = subprocess.run([compiler, '-x', language, f'-std={standard}', '-pedantic', '-Wall', '-Wextra', '-Werror',
                                   '-fsyntax-only', '-I', sys.argv[1], '-'], text=True,
                                  input=f'#include <{header.relative_to(sys.argv[1])}>\n', stderr=subprocess.PIPE)
            tried += 1
            if done.returncode != 0:
                failed += 1
                print(f'{compiler} -std={standard} {header}:\n{done.stderr}')
    print(f'{tried} compilations, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
