"""Waiting for what is so, never for a time."""
import time

SECONDS = 120  # a machine under load takes its time
POLL_SECONDS = 0.01


def wait_until(is_so, what, seconds=SECONDS):
    """Waits until something is so; fails with what did not come. `what` may be a function that tells it."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f'waited {seconds} s: {what() if callable(what) else what}'
        time.sleep(POLL_SECONDS)
