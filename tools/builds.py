"""Builds of earlier commits, below build/old: for each the program, and the signatures of its players. tools/old-player plays in them, and tools/queue."""
import contextlib
import fcntl
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILDS = ROOT / 'build/old'
RELEASE = {'buildtype': 'release', 'b_ndebug': 'true', 'b_lto': 'true'}
LEFT_OUT = {'tests': 'false', 'server': 'disabled', 'python': 'disabled'}  # where the commit has such an option


class BuildError(Exception):
    pass


def call(*command, cwd=ROOT):
    """Returns what a command prints."""
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    if done.returncode:
        said = (done.stdout + done.stderr).strip()[-2000:]
        raise BuildError(f'{" ".join(map(str, command))}: exit status {done.returncode}: {said}')
    return done.stdout


@contextlib.contextmanager
def locked():
    """While one builds, others wait."""
    BUILDS.mkdir(parents=True, exist_ok=True)
    with open(BUILDS / 'lock', 'w') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build(commit, folder):
    if subprocess.run(('git', 'cat-file', '-e', commit), cwd=ROOT, stderr=subprocess.DEVNULL).returncode:
        raise BuildError(f'commit {commit} is not in this clone: git fetch --unshallow fetches all of them')
    tree, made = folder / 'tree', folder / 'tree/build/release'
    if call('git', 'worktree', 'list', '--porcelain').count(f'worktree {tree}\n'):
        call('git', 'worktree', 'remove', '--force', tree)  # left by a build that was interrupted
    call('git', 'worktree', 'add', '--force', '--detach', tree, commit)
    try:
        options = (tree / 'meson_options.txt').read_text()
        chosen = RELEASE | {key: value for key, value in LEFT_OUT.items() if f"option('{key}'" in options}
        call('meson', 'setup', made, *(f'-D{key}={value}' for key, value in chosen.items()), cwd=tree)
        call('ninja', '-C', made, 'src/cmd/nebel', 'src/print_signatures', cwd=tree)
        players = call(tree / 'tools/behaviour', '--players', made / 'src/cmd/nebel', cwd=tree)
        (made / 'src/cmd/nebel').replace(folder / 'nebel')
        (folder / 'players').write_text(players)
    finally:
        call('git', 'worktree', 'remove', '--force', tree)


def build_once(commit, who):
    """Returns the folder of a commit, with `nebel` and `players`; builds them if they are not there. The caller holds the lock."""
    folder = BUILDS / commit
    folder.mkdir(exist_ok=True)
    if not (folder / 'players').exists():
        print(f'{who}: building {commit[:12]}', file=sys.stderr)
        build(commit, folder)
    return folder
