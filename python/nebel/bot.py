"""Bots: a class with one method becomes a program that `nebel match` can play against, and an agent of `nebel.match`.

    import nebel

    class MyBot(nebel.Bot):
        name = 'my bot'

        def choose(self):
            return self.rng.choice(self.tries)

    if __name__ == '__main__':
        MyBot().run()
"""
from __future__ import annotations

import random
import sys
from typing import Any, TextIO

from nebel.game import Game, Seat
from nebel.native import SEATS, NebelError, check, ffi, lib, opened, seat_number, text_of

LIST_MAX = 1024
ANSWERS = ('played', 'illegal', 'impossible', 'any')  # first words of lines that answer an own try
ACTIONS = ('draw', 'accept', 'decline', 'resign')


class Bot:
    """A player that you write. Override `choose`, which returns a try such as `e2e4`, or `resign`, `draw`, `accept` or `decline`. When it is called,
    these are up to date:

        seat      'white' or 'black'
        game      the Game
        tries     everything that can be tried now, as texts
        refused   what was refused in this turn
        men       own men: 'ke1', 'pe2'; in Go stones: 'd4'
        heard     everything heard, as (own try or None, line of the bot protocol)
        rng       a random.Random with the seed of this game
        limits    what `go` said: {'nodes': 1000}

    `begin` and `hear` may be overridden too; they are called for each game and each hearing. In `nebel.match` there are no offers and no
    resignations: there a bot can only try.

    >>> class First(Bot):
    ...     def choose(self):
    ...         return self.tries[0]
    >>> import nebel
    >>> nebel.match(First(), 'random', 'kriegspiel(board=silverman4x4)', games=2).games
    2
    """

    name = 'a bot in Python'

    game: Game
    seat: str
    heard: list[tuple[str | None, str]]
    rng: random.Random
    limits: dict[str, int]

    def choose(self) -> str:
        """The next try. Override this."""
        raise NotImplementedError('override choose()')

    def begin(self) -> None:
        """Called when a game begins."""

    def hear(self, own: str | None, line: str) -> None:
        """Called for each hearing, with the own try that it answers."""

    # --- What a bot knows ---

    def _list(self, call: Any, kind: str, *arguments: Any) -> list[str]:
        room = ffi.new(f'{kind}[]', LIST_MAX)
        return [text_of(room[i].text) for i in range(call(self._known, *arguments, room, LIST_MAX))]

    @property
    def tries(self) -> list[str]:
        """Everything that can be tried now."""
        return self._list(lib.nebel_seat_tries, 'nebel_try')

    @property
    def refused(self) -> list[str]:
        """Own tries that were refused in this turn."""
        return self._list(lib.nebel_seat_refusals, 'nebel_try')

    @property
    def men(self) -> list[str]:
        """The own men."""
        return self._list(lib.nebel_seat_men, 'nebel_man', seat_number(self.seat))

    def enemy_took(self) -> str | None:
        """The square on which the other player has just taken a man; None if it has not."""
        words = self.heard[-1][1].split() if self.heard else []
        refusals = len(self.refused)
        if refusals and len(self.heard) > refusals:
            words = self.heard[-1 - refusals][1].split()
        if words[:1] == ['moved'] and 'capture' in words:
            return words[words.index('capture') + 2]
        return None

    # --- As an agent of nebel.match ---

    def restart(self, game: Game, seat: int | str, seed: int = 0) -> None:
        """Begins a game."""
        self.game = game
        self.seat = SEATS[seat_number(seat)]
        self.heard = []
        self.rng = random.Random(seed)
        self.limits = {}
        self._known = opened(lib.nebel_seat_create(game._handle, seat_number(seat)), None, lib.nebel_seat_destroy)
        self.begin()

    def _take(self, own: str | None, line: str) -> None:
        hearing = ffi.new('nebel_hearing *')
        check(lib.nebel_hearing_read(line.encode(), seat_number(self.seat), hearing))
        check(lib.nebel_seat_hear(self._known, ffi.NULL if own is None else own.encode(), hearing))
        self.heard.append((own, line))
        self.hear(own, line)

    def step(self, seat: Seat) -> int:
        """Its action, after it has heard what is new."""
        for own, line in seat.hearings(len(self.heard)):
            self._take(own, line)
        return self.game.string_to_action(self.choose())

    # --- As a program ---

    def run(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        """Speaks the bot protocol on standard input and output until it is told to quit."""
        out = sink or sys.stdout
        last: str | None = None
        for line in source or sys.stdin:
            verb, _, rest = line.strip().partition(' ')
            if verb == 'nebel':
                print(f'id name {self.name}\nready', file=out, flush=True)
            elif verb == 'newgame':
                if not self._begin_game(rest, out):
                    continue
                last = None
            elif verb == 'opening':
                last = rest
            elif verb == 'hear':
                own = last if rest.split()[0] in ANSWERS else None
                self._take(own, rest)
            elif verb == 'go':
                words = rest.split()
                self.limits = {key: int(value) for key, value in zip(words[::2], words[1::2])}
                last = self.choose()
                print(last if last in ACTIONS else f'try {last}', file=out, flush=True)
            elif verb == 'ping':
                print('pong', file=out, flush=True)
            elif verb == 'quit':
                return

    def _begin_game(self, rest: str, out: TextIO) -> bool:
        words = rest.split()
        try:
            self.restart(Game(words[0]), words[words.index('seat') + 1], int(words[words.index('seed') + 1]))
        except NebelError as why:
            print(f'refuse {why}', file=out, flush=True)
            return False
        return True
