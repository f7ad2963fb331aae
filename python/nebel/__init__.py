"""Nebel for Python: an exact umpire of Kriegspiel, Phantom Go and open chess, for search and learning.

    >>> import nebel
    >>> game = nebel.load_game('kriegspiel')
    >>> state = game.new_initial_state()
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[-1])
    >>> state.ending()
    'stalemate'

`load_game` and `State` have the shape of OpenSpiel, `VectorEnv` steps many games at once, `nebel.aec` has the shape of PettingZoo, `Bot` is a
program for the bot protocol, `Player` is one of our own players, `Belief` what a player can believe, `Record` a written game, `match` measures, and
`nebel.plot` draws. docs/python.md is the guide."""
from nebel import aec, plot
from nebel.belief import Belief
from nebel.bot import Bot
from nebel.game import TERMINAL, Game, Seat, State, load_game, random_playout
from nebel.match import MatchResult, match, play
from nebel.native import BLACK, WHITE, NebelError, lib, text_of
from nebel.player import Choice, Player, players
from nebel.record import Record, read_records
from nebel.vector import VectorEnv

__version__ = text_of(lib.nebel_version())
__all__ = ['BLACK', 'Belief', 'Bot', 'Choice', 'Game', 'MatchResult', 'NebelError', 'Player', 'Record', 'Seat', 'State', 'TERMINAL', 'VectorEnv',
           'WHITE', 'aec', 'load_game', 'match', 'play', 'players', 'plot', 'random_playout', 'read_records']
