"""Terminals (tmux), for tests and pictures: every step waits for a marker on the screen and never for a time."""
import os
import pathlib
import re
import subprocess
import tempfile

from support.processes import is_alive
from support.waiting import wait_until


class Terminal:
    """A shell in a tmux of its own."""

    PROMPT = 'ready> '

    def __init__(self, width=80, height=24):
        self.folder = tempfile.TemporaryDirectory()
        self.tmux('-f', '/dev/null', 'new', '-d', '-s', 'play', '-x', str(width), '-y', str(height),
                  'env', f'PS1={self.PROMPT}', f'XDG_DATA_HOME={self.folder.name}/data',
                  f'XDG_STATE_HOME={self.folder.name}/state', 'bash', '--norc', '--noprofile')
        self.wait(re.escape(self.PROMPT.strip()))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Ends the shell and what it runs. A program saves its game in the folder when its terminal goes, so the folder
        is removed after the last of them has ended."""
        running = [self.shell(), *self.children()]
        self.tmux('kill-server')
        wait_until(lambda: not any(map(is_alive, running)), 'a program does not end')
        self.folder.cleanup()

    def tmux(self, *words):
        environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'TERM': 'xterm-256color'}
        done = subprocess.run(['tmux', '-u', '-S', f'{self.folder.name}/socket', *words], stdout=subprocess.PIPE,
                              check=True, encoding='utf-8', env=environment)
        return done.stdout

    def screen(self):
        return self.tmux('capture-pane', '-p', '-t', 'play')

    def wait(self, marker):
        """Waits until the screen shows a pattern and stands still, so that it is not half drawn; returns the screen."""
        before = seen = None

        def is_shown():
            nonlocal before, seen
            before, seen = seen, self.screen()
            return seen == before and re.search(marker, seen, re.M)

        wait_until(is_shown, lambda: f'{marker!r} did not appear:\n{seen}')
        return seen

    def keys(self, *names):
        self.tmux('send-keys', '-t', 'play', *names)

    def line(self, text):
        self.tmux('send-keys', '-t', 'play', '-l', text)
        self.keys('Enter')

    def resize(self, width, height):
        self.tmux('resize-window', '-t', 'play', '-x', str(width), '-y', str(height))

    def state(self):
        """What a program must leave as it found it, besides the modes that stty shows."""
        return self.tmux('display-message', '-p', '-t', 'play',
                         '#{alternate_on} #{cursor_flag} #{keypad_cursor_flag} #{keypad_flag}').strip()

    def modes(self, mark):
        self.line(f'echo "{mark}[$(stty -g | cksum)]"')
        return re.search(rf'^{mark}\[(.*?)\]$', self.wait(rf'^{mark}\[.*\]$'), re.M)[1]

    def shell(self):
        return self.tmux('list-panes', '-t', 'play', '-F', '#{pane_pid}').strip()

    def children(self):
        shell = self.shell()
        return pathlib.Path(f'/proc/{shell}/task/{shell}/children').read_text().split()

    def child(self):
        """The process that the shell runs; a marker on the screen has shown that there is one."""
        return int(self.children()[0])

    def wait_for_shell(self):
        """Waits until the shell runs nothing any more."""
        wait_until(lambda: not self.children(), 'the program does not end')


def answered(number, own):
    """The own try in the log and, on the same screen, the turn back again or the game over."""
    return rf'(?s) {re.escape(str(number))} +{own} .*(Your move|has won|Drawn)'
