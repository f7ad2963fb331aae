#!/usr/bin/env python3
"""Plays an experiment in four shares under a real Slurm, one of them requeued in mid-game, and gathers them: the result must be the plain
run's, byte for byte.

usage: tests/e2e/farm/slurm.py BINARY      (make check-farm)

Starts munged, slurmctld and slurmd in a temporary folder, on ports of its own, and ends them. Needs root, since slurmd does. Prints one line a check, then
`N passed, M failed`; exits 1 if anything failed."""
import os
import pathlib
import pwd
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from checks import check, conclude  # noqa: E402

WAIT_SECONDS = 600
SHARES = 4
PAIRS = 24  # of both cells
EXPERIMENT = """\
title Shares
question Do four shares play the games of a plain run?
game kriegspiel(rules=icc)
players capturer against meta
players random against mcts-c
limits nodes 2000
games 24
opening random:2
seed 7
"""
JOB = """\
#!/bin/sh
#SBATCH --array=1-{shares} --requeue --open-mode=append --output={folder}/share-%a.log
cd {folder} && exec {nebel} lab run experiments/farm.txt --results shared --share "$SLURM_ARRAY_TASK_ID/{shares}"
"""
CONFIGURATION = """\
ClusterName=nebel
SlurmctldHost={host}(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
SlurmUser=root
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} RealMemory=1000
PartitionName=all Nodes={host} Default=YES
"""


def wait_until(what, is_so):
    end = time.monotonic() + WAIT_SECONDS
    while not is_so():
        if time.monotonic() > end:
            raise RuntimeError(f'{what} did not come')
        time.sleep(0.02)


def free_ports(count):
    sockets = [socket.create_server(('127.0.0.1', 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def read(command, **more):
    return subprocess.run(command, check=True, capture_output=True, encoding='utf-8', timeout=WAIT_SECONDS, **more).stdout


class Cluster:
    """A Slurm of this machine alone."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {**os.environ, 'SLURM_CONF': f'{folder}/slurm.conf'}
        self.started = []

    def __enter__(self):
        host = socket.gethostname().split('.')[0]
        (self.folder / 'slurm.conf').write_text(CONFIGURATION.format(
            host=host, folder=self.folder, ports=free_ports(2), cores=len(os.sched_getaffinity(0))))
        for name in ('state', 'spool'):
            (self.folder / name).mkdir()
        try:
            self.start_munge()
            self.start(['slurmctld', '-D'])
            self.start(['slurmd', '-D'])
            wait_until('an idle node of Slurm', self.is_idle)
        except BaseException:
            self.__exit__()
            raise
        return self

    def start_munge(self):
        munge = self.folder / 'munge'
        owner = pwd.getpwnam('munge')
        munge.mkdir(mode=0o711)
        (munge / 'key').write_bytes(os.urandom(1024))
        (munge / 'key').chmod(0o400)
        for path in (munge, munge / 'key'):
            os.chown(path, owner.pw_uid, owner.pw_gid)
        self.start(['setpriv', '--reuid=munge', '--regid=munge', '--init-groups', 'munged', '--foreground', '--force',
                    *(f'--{name}={munge / file}' for name, file in (('key-file', 'key'), ('socket', 'socket'), ('pid-file', 'pid'),
                                                                    ('log-file', 'log'), ('seed-file', 'seed')))])
        wait_until('the socket of munged', (munge / 'socket').exists)

    def start(self, command):
        self.started.append(subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def is_idle(self):
        done = subprocess.run(['sinfo', '--noheader', '--format=%T'], env=self.environment, capture_output=True, encoding='utf-8',
                              timeout=WAIT_SECONDS, check=False)
        return done.stdout.strip() == 'idle'

    def read(self, *command):
        return read(command, env=self.environment)

    def waiting(self):
        """The numbers of the shares that wait for their turn."""
        return self.read('squeue', '--array', '--noheader', '--states=PENDING', '--format=%K').split()

    def __exit__(self, *_):
        for process in reversed(self.started):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(WAIT_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def matches(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob('*.match'))}


def pairs_of(folder):
    return sum(content.count(b'\npair ') for content in matches(folder).values())


def play_in_shares(cluster, folder, nebel):
    job = folder / 'shares.sh'
    job.write_text(JOB.format(shares=SHARES, folder=folder, nebel=nebel))
    number = cluster.read('sbatch', '--parsable', str(job)).strip()
    share = folder / f'shared/farm/share-2-of-{SHARES}'
    wait_until('a pair of the second share', lambda: pairs_of(share) > 0)
    before = pairs_of(share)
    cluster.read('scontrol', 'requeue', f'{number}_2')
    wait_until('the second share in the queue', lambda: '2' in cluster.waiting())
    check('a share is requeued in mid-game', '' if 0 < before < PAIRS // SHARES else f'it had {before} pairs')
    cluster.read('scontrol', 'update', f'jobid={number}_2', 'starttime=now')  # Slurm lets it wait two minutes
    wait_until('the end of all shares', lambda: not cluster.read('squeue', '--noheader').strip())
    log = (folder / 'share-2.log').read_text()
    check('it goes on and ends', '' if log.count(f'share 2/{SHARES} is played') == 1 else log)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    nebel = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix='nebel-slurm-') as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        (folder / 'experiments').mkdir()
        (folder / 'experiments/farm.txt').write_text(EXPERIMENT)
        try:
            read([nebel, 'lab', 'run', 'farm', '--results', 'plain'], cwd=folder)
            with Cluster(folder) as cluster:
                play_in_shares(cluster, folder, nebel)
            said = read([nebel, 'lab', 'gather', 'farm', '--results', 'shared'], cwd=folder)
            check('gather finds all pairs', '' if re.search('^Verdict$', said, re.M) else said)
            check('the shares are the plain run, byte for byte',
                  '' if matches(folder / 'shared/farm') == matches(folder / 'plain/farm') else 'they differ')
        except (OSError, RuntimeError, subprocess.SubprocessError) as error:
            check('the checks can be run to their end', f'{error} {getattr(error, "stderr", "") or ""}')
    return conclude()


if __name__ == '__main__':
    sys.exit(main())
