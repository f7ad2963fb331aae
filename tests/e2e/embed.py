#!/usr/bin/env python3
"""Checks the library as those who embed it meet it: installs the build into a folder of its own, compiles examples/embed.c
against what lies there and nothing else, runs it, and compares what it says.

usage: tests/e2e/embed.py SOURCE-ROOT BUILD-DIRECTORY COMPILER-AND-FLAGS...

The flags are those a program must share with an instrumented library, such as -fsanitize=address."""
import difflib
import os
import pathlib
import subprocess
import sys
import tempfile


def call(command, **more):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    if done.returncode != 0:
        sys.exit(f'{" ".join(map(str, command))} failed with {done.returncode}:\n{done.stdout}')
    return done.stdout


def only(root, name):
    found = list(root.rglob(name))
    if len(found) != 1:
        sys.exit(f'the installed tree holds {len(found)} files {name}, not one')
    return found[0].parent


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    source, build, compiler = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    here = source / 'tests/e2e'
    with tempfile.TemporaryDirectory() as folder:
        root, program = pathlib.Path(folder) / 'root', pathlib.Path(folder) / 'embed'
        call(['meson', 'install', '-C', build, '--no-rebuild', '--quiet', '--destdir', root])
        environment = {**os.environ, 'PKG_CONFIG_PATH': str(only(root, 'nebel.pc')), 'PKG_CONFIG_SYSROOT_DIR': str(root),
                       'LD_LIBRARY_PATH': str(only(root, 'libnebel.so'))}
        flags = call(['pkg-config', '--cflags', '--libs', 'nebel'], env=environment).split()
        call([*compiler, '-std=c99', '-Wall', '-Wextra', '-Werror', source / 'examples/embed.c', *flags, '-o', program])
        said = call([program], env=environment, input=(here / 'embed_tries.txt').read_text())
    expected = (here / 'embed_heard.txt').read_text()
    sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), said.splitlines(True), 'expected', 'said'))
    return 0 if said == expected else 1


if __name__ == '__main__':
    sys.exit(main())
