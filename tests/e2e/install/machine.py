"""Bare Debian 12 systems, each with a systemd of its own, for tests of an installation. They have no network but their loopback: packages are fetched before
they start, and whoever wants to be their client enters their network."""
import contextlib
import ctypes
import os
import pathlib
import shutil
import signal
import subprocess
import time

LIBC = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNET = 0x40000000
HALT = signal.SIGRTMIN + 4  # that is how systemd as pid 1 is told
SECONDS = 120


def call(*words, **options):
    """A program that must succeed; what it says."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        raise AssertionError(f'{" ".join(map(str, words))[:300]} ended with {done.returncode}:\n{done.stdout[-3000:]}')
    return done.stdout


def bare_debian(folder):
    """What debootstrap makes, with the package sources of this machine; made once."""
    root = folder / 'bare'
    if not (root / 'is-complete').exists():
        shutil.rmtree(root, ignore_errors=True)
        (folder / 'archives').mkdir(parents=True, exist_ok=True)
        call('debootstrap', f'--cache-dir={(folder / "archives").resolve()}', 'bookworm', root)
        (root / 'etc/apt/sources.list').unlink(missing_ok=True)
        for part in ('sources.list.d', 'apt.conf.d', 'trusted.gpg.d'):
            shutil.copytree(f'/etc/apt/{part}', root / 'etc/apt' / part, dirs_exist_ok=True)
        (root / 'etc/apt/apt.conf.d/docker-clean').unlink(missing_ok=True)
        shutil.copy('/etc/resolv.conf', root / 'etc/resolv.conf')
        call('chroot', root, 'apt-get', '-q', 'update')
        (root / 'is-complete').touch()
    return root


class Machine:
    """A copy of the bare system. What it changes is thrown away at the end."""

    def __init__(self, folder, name, bare):
        self.folder, self.name = (folder / name).resolve(), name
        self.process = self.leader = None
        self.clear()
        for part in ('changes', 'work', 'root'):
            (self.folder / part).mkdir(parents=True)
        self.root = self.folder / 'root'
        call('mount', '-t', 'overlay', 'overlay', '-o', f'lowerdir={bare.resolve()},upperdir={self.folder}/changes,workdir={self.folder}/work', self.root)
        self.archives = (folder / 'archives').resolve()
        self.mount_archives()
        (self.root / 'etc/hostname').write_text(name + '\n')
        (self.root / 'etc/hosts').write_text('127.0.0.1 localhost club.example\n')

    def mount_archives(self):
        """Packages that one machine has fetched the next need not fetch again."""
        call('mount', '--bind', self.archives, self.root / 'var/cache/apt/archives')

    def fetch(self, command):
        """What `apt-get install` of a command will want, while there is a network."""
        call('chroot', self.root, 'bash', '-euc', command.replace('apt-get install -y', 'apt-get -q -d install -y'))

    def start(self):
        log = open(self.folder / 'console.log', 'w')
        self.process = subprocess.Popen(['systemd-nspawn', '--quiet', '--register=no', '--keep-unit', '--private-network', '--boot', f'--machine=nebel-{self.name}',
                                         f'--bind={self.archives}:/var/cache/apt/archives', f'--directory={self.root}'],
                                        stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.wait_for(lambda: self.find_leader() and self.is_up(), 'systemd')

    def find_leader(self):
        children = pathlib.Path(f'/proc/{self.process.pid}/task/{self.process.pid}/children').read_text().split()
        self.leader = int(children[0]) if children else None
        return self.leader

    def is_up(self):
        done = subprocess.run(self.command('systemctl is-system-running'), capture_output=True, text=True)
        return done.stdout.strip() in ('running', 'degraded')

    def wait_for(self, is_true, what):
        end = time.monotonic() + SECONDS
        while not is_true():
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f'{self.name}: nothing came: {what}\n' + (self.folder / 'console.log').read_text(errors='replace')[-2000:])
            time.sleep(0.2)

    def command(self, script):
        return ['nsenter', f'--target={self.leader}', '--all', '--wdns=/root', 'env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'DEBIAN_FRONTEND=noninteractive',
                'bash', '-euo', 'pipefail', '-c', script]

    def run(self, script):
        """Commands in a shell of root; what they say."""
        return call(*self.command(script), stdin=subprocess.DEVNULL)

    def rows(self, query):
        """The lines of an answer of the database, each as its fields."""
        out = subprocess.run(self.command(f"cd / && runuser -u postgres -- psql -AtXF '\t' nebel -c \"{query}\""), check=True, capture_output=True, text=True).stdout
        return [line.split('\t') for line in out.splitlines()]

    def enter_network(self):
        """From now on sockets of this thread, and of those that it starts, are the machine's."""
        descriptor = os.open(f'/proc/{self.leader}/ns/net', os.O_RDONLY | os.O_CLOEXEC)
        try:
            if LIBC.setns(descriptor, CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), 'setns')
        finally:
            os.close(descriptor)

    def halt(self):
        """In good order."""
        if self.process and self.process.poll() is None:
            os.kill(self.leader, HALT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(SECONDS)
        self.cut()

    def cut(self):
        """Kills everything at once."""
        if self.process and self.process.poll() is None:
            if self.leader:
                os.kill(self.leader, signal.SIGKILL)
            self.process.wait(SECONDS)

    def clear(self):
        for part in ('root/var/cache/apt/archives', 'root'):
            subprocess.run(['umount', '-l', str(self.folder / part)], stderr=subprocess.DEVNULL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def end(self):
        self.cut()
        self.clear()
