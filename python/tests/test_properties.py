"""Properties that hold for whatever is drawn (hypothesis): no text breaks a reader, and copies of all kinds agree."""
import io

from hypothesis import given, settings
from hypothesis import strategies as st

import nebel
from conftest import GAMES, IS_LONG

settings.register_profile('nebel', max_examples=300 if IS_LONG else 40, deadline=None, derandomize=True)
settings.load_profile('nebel')

games = st.sampled_from(GAMES)
picks = st.lists(st.integers(0, 10**6), max_size=60)


def played(string, numbers):
    """The state after tries that the numbers pick."""
    state = nebel.load_game(string).new_initial_state()
    for number in numbers:
        if state.is_terminal():
            break
        actions = state.legal_actions()
        state.apply_action(actions[number % len(actions)])
    return state


@given(games, picks)
def test_a_state_survives_text_copies_and_records(string, numbers):
    state = played(string, numbers)
    game = state.get_game()
    record = next(nebel.read_records(state.record().write('json')))
    for again in (state.clone(), game.deserialize_state(state.serialize()), list(record.states())[-1]):
        for player in (0, 1):
            assert again.information_state_string(player) == state.information_state_string(player)
            assert again.observation_string(player) == state.observation_string(player)
            assert (again.observation_tensor(player) == state.observation_tensor(player)).all()
        assert (again.men() == state.men()).all() and again.returns() == state.returns()
        assert again.legal_actions() == state.legal_actions()


@given(games, picks)
def test_masks_lists_and_returns_agree(string, numbers):
    state = played(string, numbers)
    mask, actions = state.legal_actions_mask(), state.legal_actions()
    assert sorted(set(actions)) == actions and mask.nonzero()[0].tolist() == actions
    assert bool(actions) != state.is_terminal() and sum(state.returns()) == 0
    other = 1 - max(state.current_player(), 0)
    assert state.legal_actions(other) == [] and not state.legal_actions_mask(other).any()


@given(games, picks, st.integers(-2**31, 2**31 - 1))
def test_any_number_is_an_action_or_refused(string, numbers, action):
    state = played(string, numbers)
    before = state.history()
    try:
        state.apply_action(action)
        assert state.history() == before + [action]
    except nebel.NebelError:
        assert state.history() == before


@given(st.text(max_size=80))
def test_no_text_breaks_a_reader(text):
    game = nebel.load_game('kriegspiel')
    text = text.replace('\0', '')
    for read in (nebel.load_game, game.deserialize_state, game.string_to_action, lambda t: list(nebel.read_records(t)), nebel.Player,
                 nebel.Belief(game, 0, 32).hear, lambda t: game.deserialize_state(game.new_initial_state().serialize() + t)):
        try:
            read(text)
        except (nebel.NebelError, UnicodeEncodeError):
            pass


@given(st.lists(st.sampled_from(['nebel 1', 'newgame kriegspiel seat white seed 1', 'newgame phantom-go(size=5) seat black seed 2',
                                 'newgame x seat white seed 1', 'ping', 'setoption name k value 3', 'stop', 'nonsense']), max_size=8))
def test_a_bot_answers_greetings_in_any_order(lines):
    said = io.StringIO()
    nebel.Bot().run(io.StringIO('\n'.join(lines) + '\n'), said)
    assert said.getvalue().count('pong') == lines.count('ping')
