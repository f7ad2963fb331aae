"""Processes of others, and boxes of guests."""
import contextlib
import pathlib
import subprocess

# A user namespace in which no other can be made: there guests have no whole box.
UNBOXED = ['unshare', '--user', '--map-root-user', 'sh', '-c', 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"', 'sh']


def works(command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, **options).returncode == 0


def can_box(**options):
    """Whether this machine lets anyone make a box. Asked of another program than ours, so that a fault of ours is not taken for a lack of the machine."""
    return works(['unshare', '--user', '--map-root-user', '--pid', '--mount', '--net', '--ipc', '--uts', '--cgroup', '--fork', '--mount-proc', 'true'], **options)


def unboxed():
    """Returns what to put before a command so that its guests have no whole box: nothing, where there is none anyway."""
    return UNBOXED if works([*UNBOXED, 'true']) else []


def find_processes(name, is_wanted):
    """Returns the processes of which a file below /proc is wanted, by its bytes."""
    found = []
    for path in pathlib.Path('/proc').glob(f'[0-9]*/{name}'):
        with contextlib.suppress(OSError):  # it ended while we looked, or is somebody else's
            if is_wanted(path.read_bytes()):
                found.append(int(path.parent.name))
    return found


def guests_of(runner):
    """Returns the processes whose environment says that this runner started them."""
    return find_processes('environ', lambda text: f'NEBEL_GUEST={runner}-'.encode() in text)


def running(*words):
    """Returns the processes that have all these words in their command line."""
    return find_processes('cmdline', lambda text: all(word.encode() in text for word in words))


def is_alive(pid):
    """Whether a process runs; the first process of a container may take seconds to notice that one has ended."""
    try:
        return pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()[0] != 'Z'
    except OSError:
        return False


def cpu_ticks(pid):
    """Returns the user and system time of a process in ticks of the clock."""
    fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()
    return int(fields[11]) + int(fields[12])
