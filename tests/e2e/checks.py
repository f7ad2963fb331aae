"""Counting checks, for tests from outside: a line a check, and the number of both sorts at the end."""
import collections

counts = collections.Counter()


def check(name, problem):
    """Counts one check; `problem` is empty if it passed, or says what is wrong."""
    counts['failed' if problem else 'passed'] += 1
    print(f'failed: {name}: {problem}' if problem else f'passed: {name}', flush=True)


def conclude():
    """Prints the counts; the status to exit with."""
    print(f'{counts["passed"]} passed, {counts["failed"]} failed')
    return 1 if counts['failed'] or not counts['passed'] else 0
