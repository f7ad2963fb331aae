"""Counting checks, for tests from outside: a line a check, and the number of both sorts at the end."""
import collections

counts = collections.Counter()


def check(name, problem, figures='', is_quiet=False):
    """Counts one check; `problem` is empty if it passed, or says what is wrong. Figures are printed after the name, which is the same in every run. A quiet check has
    a line only if it failed."""
    counts['failed' if problem else 'passed'] += 1
    if problem or not is_quiet:
        print(f'failed: {name}: {problem}' if problem else f'passed: {name}', *([f'({figures})'] if figures else []), flush=True)


def conclude(unit=''):
    """Prints the counts, of `unit` if it is given; the status to exit with."""
    print(f'{counts["passed"]} {unit}passed, {counts["failed"]} failed')
    return 1 if counts['failed'] or not counts['passed'] else 0
