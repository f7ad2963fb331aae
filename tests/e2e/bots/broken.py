#!/usr/bin/env -S python3 -I -S
"""Bots that break the protocol, each in one way: what nebel check-bot must name.

usage: tests/e2e/bots/broken.py FAULT      (see FAULTS)

Underneath all of them is the same good bot; a fault replaces one of its answers. `none` breaks nothing. It draws
its tries with a few lines of its own, since importing random takes as long as a whole conversation."""
import os
import signal
import sys
import time


class Bot:
    """The good bot, with a method for each thing it does. Verbs it does not know it passes over."""

    def __init__(self):
        self.tries, self.games, self.last, self.state = [], 0, None, 1

    def draw(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return self.tries[(self.state >> 33) % len(self.tries)]

    def say(self, line):
        print(line, flush=True)

    def nebel(self, words):
        self.say('id name broken bot')
        self.options()
        self.say('want tries')
        self.say('ready')

    def options(self):
        self.say('option name k type number default 3 min 1 max 20')

    def newgame(self, words):
        self.games += 1
        self.state = int(words[words.index('seed') + 1])

    def take_tries(self, words):
        self.tries = words

    def hear(self, words):
        pass

    def go(self, words):
        self.last = self.draw()
        self.say(f'try {self.last}')

    def stop(self, words):
        pass

    def ping(self, words):
        self.say('pong')

    def quit(self, words):
        sys.exit(0)

    def unknown(self, words):
        pass

    def run(self):
        verbs = {'nebel': self.nebel, 'newgame': self.newgame, 'tries': self.take_tries, 'hear': self.hear,
                 'go': self.go, 'stop': self.stop, 'ping': self.ping, 'quit': self.quit}
        for line in sys.stdin:
            verb, *words = line.split()
            verbs.get(verb, self.unknown)(words)
        self.end_of_input()

    def end_of_input(self):
        pass


def replaced(**methods):
    """A bot in which these methods are others."""
    return type('Broken', (Bot,), methods)


def saying(line):
    return lambda self, words: self.say(line)


def hang(self, words=None):
    while True:
        time.sleep(3600)


def repeat_refused(self, words):
    if self.last not in self.all:
        self.last = self.draw()
    self.say(f'try {self.last}')


def keep_all_tries(self, words):
    self.tries = self.all = self.tries or words


def slow_with_clock(self, words):
    if 'wtime' in words:
        time.sleep(2.6)
    Bot.go(self, words)


def think_till_the_end(self, words):
    if '60000' in words:
        hang(self)
    Bot.go(self, words)


def hear_the_end(self, words):
    if 'over' in words:
        self.say('info text good game')
        self.say('resign')


def forget_men(self, words):
    if self.games < 2:
        Bot.take_tries(self, words)


def talk_into_a_buffer(self, line):
    print(line)


def crash(self, words):
    os.kill(os.getpid(), signal.SIGSEGV)


def flood(self, words):
    sys.stdout.write('info text still thinking\n' * 20000)
    Bot.go(self, words)


def half_a_line(self, words):
    sys.stdout.write('try e2')
    sys.stdout.flush()
    hang(self)


FAULTS = {
    'none': Bot,
    'never-ready': replaced(nebel=saying('id name broken bot')),
    'nameless': replaced(nebel=lambda self, words: (self.say('want tries'), self.say('ready'))),
    'chatty-greeting': replaced(options=lambda self: self.say('hello')),
    'option-out-of-range': replaced(options=lambda self: self.say('option name k type number default 30 min 1 max 20')),
    'option-twice': replaced(options=lambda self: (Bot.options(self), Bot.options(self))),
    'option-of-no-type': replaced(options=lambda self: self.say('option name k type spin default 3')),
    'option-without-its-word': replaced(options=lambda self: self.say('option name k type choice default mean var vote')),
    'no-pong': replaced(ping=lambda self, words: None),
    'complains-of-verbs': replaced(unknown=saying('error unknown verb')),
    'answers-stray-stop': replaced(stop=saying('resign')),
    'stays-after-quit': replaced(quit=hang),
    'ends-with-status': replaced(quit=lambda self, words: sys.exit(3)),
    'outlives-its-input': replaced(end_of_input=hang),
    'two-answers': replaced(go=lambda self, words: (Bot.go(self, words), Bot.go(self, words))),
    'bare-move': replaced(go=lambda self, words: self.say(self.draw())),
    'algebraic': replaced(go=saying('try Nf3')),
    'repeats-refused': replaced(go=repeat_refused, take_tries=keep_all_tries),
    'always-asks': replaced(go=saying('ask any')),
    'accepts-nothing': replaced(go=saying('accept')),
    'offers-for-ever': replaced(go=saying('draw')),
    'oversleeps': replaced(go=slow_with_clock),
    'deaf-to-stop': replaced(go=think_till_the_end),
    'crashes': replaced(newgame=crash),
    'throws': replaced(newgame=lambda self, words: sys.exit(1)),
    'long-line': replaced(go=lambda self, words: self.say('info text ' + 'x' * 2000)),
    'nul': replaced(go=lambda self, words: self.say('try e2\0e4')),
    'floods': replaced(go=flood),
    'half-a-line': replaced(go=half_a_line),
    'talks-after-the-end': replaced(hear=hear_the_end),
    'buffers': replaced(say=talk_into_a_buffer),
    'one-game-only': replaced(take_tries=forget_men),
    'refuses-all': replaced(newgame=saying('refuse I only play Go')),
    'boasts': replaced(go=lambda self, words: (self.say('info value 7'), Bot.go(self, words))),
}

if __name__ == '__main__':
    sys.stderr = open(os.devnull, 'w')
    sys.stdout.reconfigure(write_through=False)  # whatever the environment says
    FAULTS[sys.argv[1]]().run()
