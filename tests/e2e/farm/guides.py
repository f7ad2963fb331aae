#!/usr/bin/python3
"""Runs the commands of docs/guides/laptop.md, cluster.md and team.md as they stand there, in a folder with the program, the experiments and the schema; for the cluster with a
Slurm, for the team with a PostgreSQL.

usage: tests/e2e/farm/guides.py BINARY SOURCE-ROOT      (make check-farm)

Prints one line a check, then `N passed, M failed`; exits 1 if anything failed."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ('server', '')]
import node  # noqa: E402
import slurm  # noqa: E402
from checks import check, conclude  # noqa: E402

WAIT_SECONDS = 900


def blocks(page):
    """The commands of a page, a text for each block. Those that set variables of the reader's machine are left out."""
    found = ['\n'.join(re.sub('^    ', '', line) for line in block.splitlines()) for block in re.findall(r'(?:^    .*\n)+', page.read_text(), re.M)]
    return [block for block in found if not block.startswith('export ')]


def follow(source, nebel, name, folder, variables):
    """What the commands of a guide print; an exception if one fails."""
    (folder / 'bin').mkdir()
    (folder / 'bin/nebel').symlink_to(nebel)
    for part in ('experiments', 'deploy/schema'):
        shutil.copytree(source / part, folder / part)
    environment = {**os.environ, **variables, 'PATH': f'{folder / "bin"}:{os.environ["PATH"]}', 'SQITCH_FULLNAME': 'nebel', 'SQITCH_EMAIL': 'nebel@localhost'}
    done = subprocess.run(['bash', '-euc', '\n'.join(blocks(source / f'docs/guides/{name}.md'))], cwd=folder, env=environment, capture_output=True,
                          encoding='utf-8', timeout=WAIT_SECONDS, check=False)
    return done.returncode, done.stdout + done.stderr


def laptop(source, nebel, folder):
    status, said = follow(source, nebel, 'laptop', folder, {})
    is_done = status == 0 and said.count('\nVerdict\n') == 3 and 'identical' in said and (folder / 'pages/foret-2019-table-4.1.md').exists()
    return '' if is_done else said[-2000:]


def plain_run(nebel, folder):
    """The match files of the experiment that the guides play, played by one process."""
    subprocess.run([nebel, 'lab', 'run', 'foret-2019-table-4.1', '--scale', '0.01', '--results', 'plain'], cwd=folder,
                   capture_output=True, encoding='utf-8', timeout=WAIT_SECONDS, check=True)
    return slurm.matches(folder / 'plain/foret-2019-table-4.1')


def differs(nebel, folder, *results):
    """What is wrong if some results are not those of a plain run."""
    expected = plain_run(nebel, folder)
    others = [name for name in results if slurm.matches(folder / name / 'foret-2019-table-4.1') != expected]
    return f'not the games of a plain run: {" ".join(others)}' if others or not expected else ''


def cluster(source, nebel, folder):
    with slurm.Cluster(folder) as machines:
        os.mkdir(folder / 'guide')
        status, said = follow(source, nebel, 'cluster', folder / 'guide', machines.environment)
    if status != 0 or said.count('\nVerdict\n') != 2:
        return said[-2000:]
    return differs(nebel, folder / 'guide', 'shared', 'parallel')


def team(source, nebel, folder):
    database = node.Database(folder / 'pg', source / 'deploy/schema')
    try:
        database.call('dropdb', '-h', folder / 'pg', '-U', 'nebel', 'nebel')  # the guide makes its own
        os.mkdir(folder / 'guide')
        variables = {'PGHOST': str(folder / 'pg'), 'PGDATABASE': 'nebel', 'PGUSER': 'nebel'}
        status, said = follow(source, nebel, 'team', folder / 'guide', variables)
        if status != 0 or '\nVerdict\n' not in said or 'submitted' not in said:
            return said[-2000:]
        return differs(nebel, folder / 'guide', 'team')
    finally:
        database.kill()


GUIDES = (laptop, cluster, team)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    nebel, source = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    for guide in GUIDES:
        with tempfile.TemporaryDirectory(prefix='nebel-guide-') as name:
            folder = pathlib.Path(name)
            folder.chmod(0o755)
            try:
                problem = guide(source, nebel, folder)
            except (OSError, AssertionError, RuntimeError, subprocess.SubprocessError) as error:
                problem = f'{error!r} {getattr(error, "stderr", "") or ""}'
        check(f'the guide {guide.__name__} works as written', problem)
    return conclude()


if __name__ == '__main__':
    sys.exit(main())
