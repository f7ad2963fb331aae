"""A student's first evening: follows docs/guides/first-bot.md with the code that stands there, then makes a mistake and finds it in the log
of a match."""
import re
import shutil
import subprocess

import pytest

MATCH = "match cmd:./mybot.py random --games 2 --game 'kriegspiel(board=silverman4x4)'"


@pytest.fixture
def student(nebel, source, tmp_path):
    shutil.copy(source / 'examples/bot.py', tmp_path / 'mybot.py')
    return nebel.at(tmp_path)


def say(student, line):
    done = student.run(line, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def add_idea(bot, guide):
    """Puts the branches of the guide into the bot instead of its own, and the line that goes before the loop."""
    text = bot.read_text()
    idea = re.search(r'```python\n(.*?)```', guide.read_text(encoding='utf-8'), re.S)[1]
    begin, end = text.index("        elif verb == 'hear':"), text.index("        elif verb == 'ping':")
    bot.write_text((text[:begin] + idea + text[end:]).replace('    tries = []\n', '    tries = []\n    lost_at = None\n'))


def test_the_smallest_bot_has_no_faults_and_plays(student):
    status, said = say(student, 'check-bot ./mybot.py')
    assert status == 0, said
    status, said = say(student, MATCH)
    assert status == 0 and '2 of 2 games' in said, said


def test_a_mistake_is_found_in_the_log(student, source):
    bot = student.folder / 'mybot.py'
    add_idea(bot, source / 'docs/guides/first-bot.md')
    status, said = say(student, 'check-bot ./mybot.py')
    assert status == 0, f'the bot with the idea of the guide has faults: {said}'
    bot.write_text(bot.read_text().replace("attempt[2:4] == lost_at]", "attempt[2:4] == lost_at]\n            back += tries[len(tries)]"))
    status, said = say(student, f'{MATCH} --log logs')
    assert 'cmd:./mybot.py: it exited with status 1' in said, said
    logs = [path.read_text(errors='replace') for path in (student.folder / 'logs').rglob('*') if path.is_file()]
    assert any('Traceback' in log and 'IndexError: list index out of range' in log for log in logs), '\n'.join(logs)
