#!/usr/bin/env python3
"""A bot in twenty lines: it takes back where it was taken from, and else tries anything.

    nebel check-bot python/examples/bot.py
    nebel match cmd:python/examples/bot.py random --games 100"""
import nebel


class Recapturer(nebel.Bot):
    name = 'recapturer in Python'

    def choose(self):
        square = self.enemy_took()
        back = [attempt for attempt in self.tries if square and attempt[2:4] == square]
        return self.rng.choice(back or self.tries)


if __name__ == '__main__':
    Recapturer().run()
