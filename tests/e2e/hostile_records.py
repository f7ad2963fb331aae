"""Shows files that somebody made up to every command that reads records or experiments: none may crash, none may send
the terminal anything that it would obey, and a file without an end is not read for ever."""
import re

import pytest
from support.programs import ROOT

RECORDS = sorted((ROOT / 'tests/fuzz/hostile_records').iterdir())
COMMANDS = (
    'replay {}', 'replay {} --json', 'replay {} --view white', 'replay {} --view umpire', 'replay {} --view black --json',
    'belief {} --seat white', 'belief {} --seat black --limit 100', 'analyse {} --seat white --limit 100',
    'belief {} --seat white --forecast fog(boards=5,further=0)',
    'explain {} --seat black', 'lab model build {} -o /dev/null', 'lab policy fit {} -o /dev/null', 'lab policy test {}', 'lab mistakes {}', 'lab run {}')
STATUSES = (0, 1, 2)  # fine, failed, misused; a crash is none of them
# Any control character but the end of a line, in one byte or as UTF-8 has those above 127.
OBEYED = re.compile(rb'[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]')


@pytest.mark.parametrize('command', COMMANDS)
@pytest.mark.parametrize('record', RECORDS, ids=lambda record: record.name)
def test_a_hostile_file_is_read_or_refused(nebel, tmp_path, record, command):
    done = nebel.run([word.format(record) for word in command.split()], seconds=120, encoding=None, cwd=tmp_path)
    assert done.returncode in STATUSES, f'status {done.returncode}: {done.stderr[-300:]!r}'
    assert done.returncode == 0 or done.stderr, f'status {done.returncode} without a word'
    found = OBEYED.search(done.stdout + done.stderr)
    assert not found, f'it prints {found[0]!r}'


def test_a_file_without_an_end_is_too_large(nebel):
    done = nebel.run('replay /dev/zero', seconds=120, encoding=None)
    assert b'File too large' in done.stderr, f'{done.stderr[-300:]!r}'
