#!/usr/bin/env -S python3 -I -S
"""Bots that reach for what is not theirs, each in one way, and then play on. What a box must keep from them.

usage: tests/e2e/bots/intruder.py MODE PIDS FOLDER      (see MODES)

PIDS is the number of the machine's pid namespace, as in /proc/self/ns/pid; FOLDER is where the bot lies and where the test has
put what it must not reach. A bot that got something says so instead of a try, and loses its game by that."""
import ctypes
import errno
import glob
import mmap
import os
import random
import signal
import socket
import subprocess
import sys
import time

SECRET = b'open-sesame'  # in the environment of the runner
OWN_PIPES = {os.readlink(f'/proc/self/fd/{fd}') for fd in range(3)}
MIB = 1 << 20
libc = ctypes.CDLL(None, use_errno=True)


def is_on_machine():
    """Then what would harm it is not done."""
    return sys.argv[2] in os.readlink('/proc/self/ns/pid')


def others():
    return [int(name) for name in os.listdir('/proc') if name.isdigit() and int(name) != os.getpid()]


def forge():
    """Writes into every pipe of other processes that is not its own."""
    got = ''
    for pipe in glob.glob('/proc/[0-9]*/fd/*'):
        try:
            if os.readlink(pipe).startswith('pipe:') and os.readlink(pipe) not in OWN_PIPES:
                file = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
                os.write(file, b'resign\n')
                got = f'a pipe, {pipe}'
        except OSError:
            continue
    return got


def listen():
    """Reads the pipes of other processes."""
    for pipe in glob.glob('/proc/[0-9]*/fd/*'):
        try:
            if os.readlink(pipe).startswith('pipe:') and os.readlink(pipe) not in OWN_PIPES:
                os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))
                return f'a pipe, {pipe}'
        except OSError:
            continue
    return ''


def look():
    for pid in others():
        try:
            with open(f'/proc/{pid}/cmdline', 'rb') as file:
                if b'victim' in file.read():
                    return f'the opponent, process {pid}'
        except OSError:
            continue
    return ''


def read_environment():
    if SECRET in '\n'.join(os.environ.values()).encode():
        return 'the secret, from the environment'
    for path in glob.glob('/proc/[0-9]*/environ'):
        try:
            with open(path, 'rb') as file:
                if SECRET in file.read():
                    return f'the secret, from {path}'
        except OSError:
            continue
    return ''


def read_memory():
    for pid in others():
        try:
            with open(f'/proc/{pid}/maps') as maps, open(f'/proc/{pid}/mem', 'rb', 0) as memory:
                for line in maps:
                    if '[stack]' in line or '[heap]' in line:
                        begin, end = (int(number, 16) for number in line.split()[0].split('-'))
                        memory.seek(begin)
                        if SECRET in memory.read(end - begin):
                            return f'the secret, from the memory of {pid}'
        except (OSError, ValueError):
            continue
    return ''


def trace():
    attach = 16
    traced = [pid for pid in others() if libc.ptrace(attach, pid, 0, 0) == 0]
    return f'to trace {traced}' if traced else ''


def kill_all():
    if is_on_machine():
        return 'processes of the machine to kill'
    for pid in {-1, os.getppid(), *others(), *range(1, 2000)} - {os.getpid()}:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            continue
    return ''


def bomb():
    """Forks as long as it can, then waits a little for what becomes of it."""
    if is_on_machine():
        return 'processes of the machine to fill'
    count = 0
    try:
        while count < 20000:
            if os.fork() == 0:
                time.sleep(1000)
            count += 1
    except OSError:
        pass
    time.sleep(0.3)
    return f'{count} processes' if count > 200 else ''


def fill_disk():
    if os.access('/var/tmp', os.W_OK):
        return 'the disk of the machine to fill'
    written = 0
    for number in range(100):
        try:
            with open(f'/tmp/{number}', 'wb', 0) as file:
                while True:
                    written += file.write(bytes(MIB))
        except OSError as error:
            if error.errno == errno.ENOSPC:
                break
    return f'{written} bytes of disk' if written > 65 * MIB else ''


def make_files():
    if os.access('/var/tmp', os.W_OK):
        return 'the disk of the machine to fill'
    count = 0
    try:
        while count < 100000:
            os.close(os.open(f'/tmp/file{count}', os.O_CREAT | os.O_WRONLY))
            count += 1
    except OSError:
        pass
    return f'{count} files' if count > 4096 else ''


def eat():
    if is_on_machine():
        return 'the memory of the machine to eat'
    kept = []
    for _ in range(64):
        kept.append(b'x' * (128 * MIB))
    return '8 GB of memory'


def eat_shared():
    """Memory that several processes hold together."""
    if is_on_machine():
        return 'the memory of the machine to eat'
    kept = []
    for _ in range(64):
        kept.append(mmap.mmap(-1, 128 * MIB))
        for page in range(0, 128 * MIB, 4096):
            kept[-1][page] = 1
    return '8 GB of shared memory'


def eat_nameless():
    """Memory behind a file descriptor, which belongs to no process."""
    try:
        os.close(os.memfd_create('nameless'))
    except OSError:
        return ''
    return 'memory that is not counted'


def write_outside():
    for place in (sys.argv[3], '.', '/var/tmp', '/usr', '/etc', '/run', '/proc/sys/kernel', '/sys/kernel'):
        try:
            os.close(os.open(f'{place}/intruder', os.O_CREAT | os.O_WRONLY))
            return f'to write into {place}'
        except OSError:
            continue
    for file in (__file__, '/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', '/etc/passwd', '/proc/self/oom_score_adj'):
        try:
            os.close(os.open(file, os.O_WRONLY))
            return f'to write to {file}'
        except OSError:
            continue
    return ''


def become_root():
    """By a setuid program of root's that the test has laid there, if it could."""
    program = f'{sys.argv[3]}/setuid-id'
    if not os.path.exists(program) or os.geteuid() == 0:
        return ''
    who = subprocess.run([program, '-u'], stdout=subprocess.PIPE, check=False).stdout.strip()
    return 'root' if who == b'0' else ''


def open_devices():
    for device in glob.glob('/dev/[svx]d*') + ['/dev/mem', '/dev/tty', '/dev/kmsg']:
        try:
            os.close(os.open(device, os.O_RDONLY))
            return device
        except OSError:
            continue
    try:
        os.mknod('/tmp/device', 0o600 | 0o020000, os.makedev(1, 1))
        return 'a device of its own'
    except OSError:
        return ''


def leave():
    new_user, new_mounts = 0x10000000, 0x00020000
    if libc.unshare(new_user) == 0 or libc.unshare(new_mounts) == 0:
        return 'namespaces of its own'
    for path in glob.glob('/proc/[0-9]*/ns/*'):
        try:
            file = os.open(path, os.O_RDONLY)
        except OSError:
            continue
        if libc.setns(file, 0) == 0:
            return f'into {path}'
    if libc.mount(b'none', b'/tmp', b'tmpfs', 0, None) == 0 or libc.chroot(b'/') == 0:
        return 'to mount'
    return ''


def connect():
    for family, address in ((socket.AF_UNIX, f'{sys.argv[3]}/socket'), (socket.AF_INET, ('127.0.0.1', int(port())))):
        try:
            with socket.socket(family) as outside:
                outside.connect(address)
                return f'a connection to {address}'
        except OSError:
            continue
    try:
        left, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        left.sendto(b'', f'{sys.argv[3]}/datagrams')
        return 'a datagram out'
    except OSError:
        return ''


def port():
    with open(f'{sys.argv[3]}/port') as file:
        return file.read()


def learn_limits():
    """What any bot may find: nothing here is an attack, and all of it must be so."""
    left, right = socket.socketpair()
    left.send(b'x')
    with open('/tmp/note', 'w') as file, open('/dev/null', 'w') as nothing, open('/dev/urandom', 'rb') as chance:
        file.write('x')
        nothing.write('x')
        found = {'home': os.environ.get('HOME') == '/tmp', 'pair': right.recv(1) == b'x', 'chance': len(chance.read(8)) == 8,
                 'child': subprocess.run(['true'], check=False).returncode == 0,
                 'variables': set(os.environ) <= {'HOME', 'TMPDIR', 'PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'NEBEL_GUEST', 'PWD'},
                 'descriptors': len(os.listdir('/proc/self/fd')) == 9}
    return ' '.join(name for name, is_so in found.items() if not is_so)


MODES = {
    'forges': forge,
    'listens': listen,
    'looks': look,
    'reads-environment': read_environment,
    'reads-memory': read_memory,
    'traces': trace,
    'kills': kill_all,
    'bombs': bomb,
    'fills-disk': fill_disk,
    'makes-files': make_files,
    'eats': eat,
    'eats-shared': eat_shared,
    'eats-nameless': eat_nameless,
    'writes-outside': write_outside,
    'becomes-root': become_root,
    'opens-devices': open_devices,
    'leaves': leave,
    'connects': connect,
    'lives': learn_limits,
    'victim': lambda: '',  # the opponent of the others: it does no harm
}


def main():
    tries, reached = [], False
    for line in sys.stdin:
        verb, *words = line.split()
        if verb == 'nebel':
            print('id name intruder\nwant tries\nready', flush=True)
        elif verb == 'newgame':
            random.seed(int(words[words.index('seed') + 1]))
        elif verb == 'ping':
            print('pong', flush=True)
        elif verb == 'tries':
            tries = words
        elif verb == 'go':
            got = '' if reached else MODES[sys.argv[1]]()
            reached = True
            print(f'got {got}' if got else f'try {random.choice(tries)}', flush=True)
        elif verb == 'quit':
            break


if __name__ == '__main__':
    main()
