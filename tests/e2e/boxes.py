"""Boxes of guests, for the tests of them: whether this machine lets anyone make one, and runs without."""
import subprocess

# A user namespace in which no other can be made: there guests have no whole box.
UNBOXED = ['unshare', '--user', '--map-root-user', 'sh', '-c',
           'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"', 'sh']


def works(command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          check=False, **options).returncode == 0


def can_box(**options):
    """Asked of another program than ours, so that a fault of ours is not taken for a lack of the machine."""
    return works(['unshare', '--user', '--map-root-user', '--pid', '--mount', '--net', '--ipc', '--uts', '--cgroup',
                  '--fork', '--mount-proc', 'true'], **options)


def unboxed():
    """What to put before a command so that its guests have no whole box: nothing, where there is none anyway."""
    return UNBOXED if works([*UNBOXED, 'true']) else []
