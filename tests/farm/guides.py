#!/usr/bin/python3
"""Runs the commands of docs/guides/laptop.md and docs/guides/team.md as they stand there, in a folder with the program, the experiments and the schema; for the team with a PostgreSQL.

usage: tests/farm/guides.py BINARY SOURCE-ROOT      (make check-farm)

Prints one line a check, then `N passed, M failed`; exits 1 if anything failed."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'server'))
import node  # noqa: E402

WAIT_SECONDS = 300


def blocks(page):
    """The commands of a page, a text for each block. Those that set variables of the reader's machine are left out."""
    found = ['\n'.join(re.sub('^    ', '', line) for line in block.splitlines()) for block in re.findall(r'(?:^    .*\n)+', page.read_text(), re.M)]
    return [block for block in found if not block.startswith('export ')]


def follow(source, nebel, name, folder, variables):
    """What the commands of a guide print; an exception if one fails."""
    (folder / 'bin').mkdir()
    (folder / 'bin/nebel').symlink_to(nebel)
    for part in ('experiments', 'db'):
        shutil.copytree(source / part, folder / part)
    environment = {**os.environ, **variables, 'PATH': f'{folder / "bin"}:{os.environ["PATH"]}', 'SQITCH_FULLNAME': 'nebel', 'SQITCH_EMAIL': 'nebel@localhost'}
    done = subprocess.run(['bash', '-euc', '\n'.join(blocks(source / f'docs/guides/{name}.md'))], cwd=folder, env=environment, capture_output=True,
                          encoding='utf-8', timeout=WAIT_SECONDS, check=False)
    return done.returncode, done.stdout + done.stderr


def laptop(source, nebel, folder):
    status, said = follow(source, nebel, 'laptop', folder, {})
    is_done = status == 0 and said.count('\nVerdict\n') == 3 and 'identical' in said and (folder / 'pages/foret-2019-table-4.1.md').exists()
    return '' if is_done else said[-2000:]


def team(source, nebel, folder):
    database = node.Database(folder / 'pg', source / 'db')
    try:
        database.call('dropdb', '-h', folder / 'pg', '-U', 'nebel', 'nebel')  # the guide makes its own
        os.mkdir(folder / 'guide')
        variables = {'PGHOST': str(folder / 'pg'), 'PGDATABASE': 'nebel', 'PGUSER': 'nebel'}
        status, said = follow(source, nebel, 'team', folder / 'guide', variables)
        plain = subprocess.run([nebel, 'lab', 'run', 'foret-2019-table-4.1', '--scale', '0.01', '--results', 'plain'], cwd=folder / 'guide',
                               capture_output=True, encoding='utf-8', timeout=WAIT_SECONDS, check=True)
        kept, expected = ({path.name: path.read_bytes() for path in (folder / f'guide/{name}/foret-2019-table-4.1').glob('*.match')}
                          for name in ('team', 'plain'))
        if status != 0 or '\nVerdict\n' not in said or 'submitted' not in said:
            return said[-2000:]
        return '' if kept == expected and kept else f'the match files differ from the plain run: {plain.stdout}'
    finally:
        database.kill()


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    nebel, source = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    failed = 0
    for guide in (laptop, team):
        with tempfile.TemporaryDirectory(prefix='nebel-guide-') as name:
            folder = pathlib.Path(name)
            folder.chmod(0o755)
            try:
                problem = guide(source, nebel, folder)
            except (OSError, AssertionError, subprocess.SubprocessError) as error:
                problem = f'{error!r} {getattr(error, "stderr", "") or ""}'
        failed += bool(problem)
        print(f'failed: the guide {guide.__name__} works as written: {problem}' if problem else f'passed: the guide {guide.__name__} works as written',
              flush=True)
    print(f'{2 - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
