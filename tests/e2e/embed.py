"""The library as those who embed it meet it: installs the build into a folder of its own, compiles examples/embed.c against what lies there
and nothing else, runs it, and compares what it says."""
import os

from support.programs import read


def only(root, name):
    found = list(root.rglob(name))
    assert len(found) == 1, f'the installed tree holds {len(found)} files {name}'
    return found[0].parent


def test_an_embedded_table_says_what_is_written_down(build, source, compiler, tmp_path):
    root, program = tmp_path / 'root', tmp_path / 'embed'
    read(['meson', 'install', '-C', build, '--no-rebuild', '--quiet', '--destdir', root])
    environment = {**os.environ, 'PKG_CONFIG_PATH': str(only(root, 'nebel.pc')), 'PKG_CONFIG_SYSROOT_DIR': str(root),
                   'LD_LIBRARY_PATH': str(only(root, 'libnebel.so'))}
    flags = read(['pkg-config', '--cflags', '--libs', 'nebel'], env=environment).split()
    read([*compiler, '-std=c99', '-Wall', '-Wextra', '-Werror', source / 'examples/embed.c', *flags, '-o', program])
    said = read([program], env=environment, input=(source / 'tests/e2e/embed_tries.txt').read_text())
    assert said.splitlines() == (source / 'tests/e2e/embed_heard.txt').read_text().splitlines()
