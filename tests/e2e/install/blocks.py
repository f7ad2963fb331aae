#!/usr/bin/python3
"""Checks the blocks of docs/guides/operating.md without a bare system: bash can read them, they are all run by tests/e2e/install/install.py, and what they name is in the package or in
the configuration.

usage: blocks.py SOURCE"""
import pathlib
import re
import subprocess
import sys

from guide import blocks


def problems(source):
    found = blocks()
    tests = (source / 'tests/e2e/install/install.py').read_text()
    units = {path.stem for path in source.glob('deploy/*.service')} | {'nginx', 'postgresql'}
    words = set(re.findall(r'@[A-Z]+@', re.sub(r'^#.*$', '', (source / 'deploy/nginx.conf').read_text(), flags=re.M)))
    package = {'/usr/share/nebel/db': 'deploy/schema', '/usr/share/nebel/nginx.conf': 'deploy/nginx.conf', '/usr/share/nebel/site': 'web/index.html'}
    if len(found) < 10:
        yield f'only {len(found)} blocks'
    for name, text in found.items():
        read = subprocess.run(['bash', '-n'], input=text, capture_output=True, text=True)
        if read.returncode:
            yield f'{name}: {read.stderr.strip()}'
        if f"'{name}'" not in tests:
            yield f'{name} is run by no test'
        for line in re.findall(r'^systemctl (?:\S+ )*?(?:start|stop|restart|reload|enable --now|disable --now|is-active) (.*)$', text, re.M):
            yield from (f'{name}: there is no unit {unit}' for unit in line.split() if unit not in units)
        for path in re.findall(r'/usr/share/nebel/[\w.-]+', text):
            if path not in package or not (source / package[path]).exists():
                yield f'{name}: {path} is not in the package'
        for path in re.findall(r'^(tools/[\w-]+)$', text, re.M):
            if not (source / path).exists():
                yield f'{name}: there is no {path}'
    given = set(re.findall(r'@[A-Z]+@', found.get('proxy', '')))
    if given != words:
        yield f'proxy fills in {sorted(given)}, and nginx.conf has {sorted(words)}'


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = list(problems(pathlib.Path(sys.argv[1])))
    print('\n'.join(found) or f'{len(blocks())} blocks')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
