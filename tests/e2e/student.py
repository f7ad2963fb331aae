#!/usr/bin/env python3
"""A student's first evening: follows docs/guides/first-bot.md with the code that stands there, then makes a mistake and finds
it in the log of a match.

usage: tests/e2e/student.py BINARY

Prints one line a check, then `N passed, M failed`; exits 1 if anything failed."""
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GAME = ['--game', 'kriegspiel(board=silverman4x4)']
SECONDS_MAX = 120

counts = collections.Counter()


def check(name, problem):
    """Counts one check; `problem` is empty if it passed, or says what is wrong."""
    counts['failed' if problem else 'passed'] += 1
    print(f'failed: {name}: {problem}' if problem else f'passed: {name}', flush=True)


def run(nebel, folder, *words):
    done = subprocess.run([nebel, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8',
                          timeout=SECONDS_MAX)
    return done.returncode, done.stdout


def with_idea(bot):
    """The bot with the branches of the guide instead of its own, and the line that goes before the loop."""
    guide = (ROOT / 'docs/guides/first-bot.md').read_text(encoding='utf-8')
    idea = re.search(r'```python\n(.*?)```', guide, re.S)[1]
    begin, end = bot.index("        elif verb == 'hear':"), bot.index("        elif verb == 'ping':")
    return (bot[:begin] + idea + bot[end:]).replace('    tries = []\n', '    tries = []\n    lost_at = None\n')


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    nebel = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        bot = folder / 'mybot.py'
        shutil.copy(ROOT / 'examples/bot.py', bot)
        status, said = run(nebel, folder, 'check-bot', './mybot.py')
        check('the smallest bot has no faults', said if status else '')
        status, said = run(nebel, folder, 'match', 'cmd:./mybot.py', 'random', '--games', '2', *GAME)
        check('it plays', said if status or '2 of 2 games' not in said else '')
        bot.write_text(with_idea(bot.read_text()))
        status, said = run(nebel, folder, 'check-bot', './mybot.py')
        check('the bot with the idea of the guide has no faults', said if status else '')
        bot.write_text(bot.read_text().replace("attempt[2:4] == lost_at]", "attempt[2:4] == lost_at]\n            back += tries[len(tries)]"))
        status, said = run(nebel, folder, 'match', 'cmd:./mybot.py', 'random', '--games', '2', '--log', 'logs', *GAME)
        check('a match names the bot that failed', '' if 'cmd:./mybot.py: it exited with status 1' in said else said)
        logs = [path.read_text(errors='replace') for path in (folder / 'logs').rglob('*') if path.is_file()]
        found = any('Traceback' in log and 'IndexError: list index out of range' in log for log in logs)
        check('its traceback is in the log', '' if found else '\n'.join(logs))
    print(f'{counts["passed"]} passed, {counts["failed"]} failed')
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
