"""Every call of the package with every game."""
import copy
import inspect
import io
import pickle

import numpy as np
import pytest

import nebel
from conftest import GAMES, advance
from nebel import aec, plot

TRIES = 40


def public(cls):
    """The public methods and properties of a class that the package defines."""
    return {name for name, value in inspect.getmembers(cls) if not name.startswith('_') and (callable(value) or isinstance(value, property))}


STATE_CALLS = {
    'get_game': lambda s: s.get_game(),
    'current_player': lambda s: s.current_player(),
    'is_terminal': lambda s: s.is_terminal(),
    'is_chance_node': lambda s: s.is_chance_node(),
    'is_simultaneous_node': lambda s: s.is_simultaneous_node(),
    'is_player_node': lambda s: s.is_player_node(),
    'num_players': lambda s: s.num_players(),
    'num_distinct_actions': lambda s: s.num_distinct_actions(),
    'legal_actions': lambda s: s.legal_actions(),
    'legal_actions_mask': lambda s: s.legal_actions_mask().tolist(),
    'apply_action': lambda s: s.is_terminal() or s.clone().apply_action(s.legal_actions()[0]),
    'child': lambda s: s.is_terminal() or s.child(s.legal_actions()[-1]).history(),
    'clone': lambda s: s.clone().history(),
    'action_to_string': lambda s: [s.action_to_string(a) for a in range(s.num_distinct_actions())],
    'string_to_action': lambda s: [s.string_to_action(s.action_to_string(0, a)) for a in s.legal_actions()],
    'returns': lambda s: s.returns(),
    'rewards': lambda s: s.rewards(),
    'player_return': lambda s: [s.player_return(p) for p in (0, 1)],
    'ending': lambda s: s.ending(),
    'observation_tensor': lambda s: [s.observation_tensor(p).tolist() for p in (0, 1)],
    'observation_string': lambda s: [s.observation_string(p) for p in (0, 1)],
    'information_state_string': lambda s: [s.information_state_string(p) for p in ('white', 'black')],
    'resample_from_infostate': lambda s: s.is_terminal() or s.resample_from_infostate(s.current_player(), 1, 32).men().tolist(),
    'belief': lambda s: s.is_terminal() or len(s.belief(s.current_player(), 32)),
    'seat': lambda s: s.seat(0).player,
    'history': lambda s: s.history(),
    'history_str': lambda s: s.history_str(),
    'move_number': lambda s: s.move_number(),
    'men': lambda s: s.men().tolist(),
    'serialize': lambda s: s.serialize(),
    'record': lambda s: s.record(white='Anna').write('json'),
}


def test_the_table_has_every_call_of_a_state():
    assert set(STATE_CALLS) == public(nebel.State)


def test_states(game, rng):
    state = game.new_initial_state()
    for _ in range(4):
        again = game.deserialize_state(state.serialize())
        for name, call in STATE_CALLS.items():
            assert call(state) == call(again), name
        for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert other.history() == state.history()
        assert repr(state) and str(state) and state._repr_svg_().startswith('<svg')
        advance(state, rng, TRIES // 4)


def test_games(game):
    assert game.num_players() == 2 and game.utility_sum() == game.min_utility() + game.max_utility() == 0
    assert game.observation_tensor_size() == int(np.prod(game.observation_tensor_shape()))
    assert len(game.planes) == game.shape[0] and len(set(game.planes)) == len(game.planes)
    assert game.max_game_length() > 1000 and game.num_distinct_actions() == game.actions
    assert nebel.load_game(game.string) == game == pickle.loads(pickle.dumps(game))
    assert eval(repr(game), {'nebel': nebel}) == game
    assert [game.string_to_action(game.action_to_string(a)) for a in range(game.actions)] == list(range(game.actions))


SEAT_CALLS = {'has_turn', 'is_terminal', 'legal_actions', 'observation_string', 'information_state_string'}


def test_seats(game, rng):
    state = advance(game.new_initial_state(), rng, TRIES)
    for player in (0, 1):
        seat = state.seat(player)
        for name in SEAT_CALLS:
            getattr(seat, name)()
        assert seat.legal_actions_mask().sum() == len(seat.legal_actions())
        assert (seat.observation_tensor() == state.observation_tensor(player)).all()
        lines = [line if own is None else f'{own}: {line}' for own, line in seat.hearings()]
        assert '\n'.join(lines) + '\n' == seat.information_state_string()
        if seat.has_turn():
            assert seat.resample(1, 32).information_state_string(player) == seat.information_state_string()
            assert len(seat.belief(32)) > 0
    assert public(nebel.Seat) == SEAT_CALLS | {'legal_actions_mask', 'observation_tensor', 'hearings', 'resample', 'belief'}


def test_vectors_step_as_states_do(game, rng):
    env = nebel.VectorEnv(game, 3, seed=5)
    states = [game.new_initial_state() for _ in range(3)]
    for _ in range(TRIES):
        actions = env.sample().copy()
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert not truncations.any()
        for i, state in enumerate(states):
            mover = state.current_player()
            state.apply_action(int(actions[i]))
            assert terminations[i] == state.is_terminal() and rewards[i].tolist() == state.returns()
            assert infos['refused'][i] == (state.current_player() == mover and 'illegal' in state.seat(mover).hearings()[-1][1])
            if state.is_terminal():
                state = states[i] = game.new_initial_state()
            assert infos['current_player'][i] == state.current_player()
            assert (observations[i] == state.observation_tensor()).all()
            assert (infos['action_mask'][i] == state.legal_actions_mask()).all()
            count = infos['legal_counts'][i]
            assert sorted(infos['legal_actions'][i][:count].tolist()) == state.legal_actions()
            assert (infos['legal_actions'][i][count:] == -1).all()
    assert env.tries == 3 * TRIES
    env.reset(seed=1)
    assert env.infos['current_player'].tolist() == [game.new_initial_state().current_player()] * 3


def test_vectors_write_into_arrays_of_the_caller():
    mine = {'observations': np.zeros((2, 26, 4, 4), np.uint8), 'rewards': np.zeros((2, 2), np.int8)}
    env = nebel.VectorEnv('kriegspiel(board=silverman4x4)', 2, arrays=mine)
    assert env.observations is mine['observations'] and mine['observations'].any()
    with pytest.raises(nebel.NebelError, match='shape'):
        nebel.VectorEnv('kriegspiel', 2, arrays=mine)
    with pytest.raises(nebel.NebelError, match='no array nonsense'):
        nebel.VectorEnv('kriegspiel', 2, arrays={'nonsense': mine['rewards']})
    with pytest.raises(nebel.NebelError, match='a game or more'):
        nebel.VectorEnv('kriegspiel', 0)
    with pytest.raises(nebel.NebelError):
        env.step(np.array([0, -1]))
    with pytest.raises(nebel.NebelError, match='2 actions'):
        env.step(np.array([0]))
    small = nebel.VectorEnv('kriegspiel', 2, observations=False, masks=False, lists=False)
    assert small.step(small.sample())[0] is None and set(small.infos) == {'current_player', 'refused'}


def test_cycles_of_agents(game, rng):
    env = aec.env(game)
    env.reset(seed=1)
    state = game.new_initial_state()
    turns = 0
    for agent in env.agent_iter(TRIES):
        observation, reward, termination, truncation, info = env.last()
        assert not truncation and agent in env.possible_agents
        if termination:
            env.step(None)
            continue
        assert agent == aec.AGENTS[state.current_player()]
        assert (observation['observation'] == state.observation_tensor()).all()
        assert (observation['action_mask'] == state.legal_actions_mask()).all()
        assert env.observation_space(agent)['observation'].contains(observation['observation'])
        other = env.observe(aec.AGENTS[1 - state.current_player()])
        assert not other['action_mask'].any()
        action = env.action_space(agent).sample(observation['action_mask'])
        assert action in info['legal_actions'] and env.action_space(agent).contains(action)
        env.step(action)
        state.apply_action(action)
        turns += 1
    assert turns and env.unwrapped is env and env.max_num_agents == 2 and env.render() and env.close() is None
    assert aec.env(game, render_mode='svg').render().startswith('<svg')


@pytest.mark.parametrize('game', ['kriegspiel(board=silverman4x4)', 'phantom-go(size=5)'])
def test_the_rewards_of_all_steps_add_up_to_the_result(game):
    env = aec.env(game)
    for seed in range(20):
        env.reset(seed=seed)
        summed = dict.fromkeys(aec.AGENTS, 0.0)
        received = dict.fromkeys(aec.AGENTS, 0.0)
        for agent in env.agent_iter():
            observation, reward, termination, _, _ = env.last()
            received[agent] += reward
            env.step(None if termination else env.action_space(agent).sample(observation['action_mask']))
            for name, of_step in env.rewards.items():
                summed[name] += of_step
        assert summed == received == dict(zip(aec.AGENTS, env.state.returns()))


def test_a_cycle_ends_with_both_agents():
    env = aec.env('kriegspiel(board=silverman4x4)')
    with pytest.raises(nebel.NebelError, match='goes on'):
        env.step(None)
    seen = {}
    for agent in env.agent_iter():
        _, reward, termination, _, info = env.last(observe=False)
        if termination:
            seen[agent] = reward
            with pytest.raises(nebel.NebelError, match='has ended'):
                env.step(0)
        env.step(None if termination else info['legal_actions'][-1])
    assert set(seen) == {'white', 'black'} and sum(seen.values()) == 0 and env.num_agents == 0


def test_beliefs(game, rng):
    state = game.new_initial_state()
    beliefs = [nebel.Belief(game, seat, 40, seed=2) for seat in (0, 1)]
    for _ in range(12):
        advance(state, rng, 1)
        for belief in beliefs:
            belief.follow(state)
            if state.current_player() != belief.seat:
                continue
            weights, boards, density = belief.weights(), belief.boards(), belief.density()
            assert len(belief) == len(weights) == len(boards) > 0 and abs(weights.sum() - 1) < 1e-9
            enemies = boards > game.kinds if belief.seat == 0 else (boards > 0) & (boards <= game.kinds)
            assert np.allclose((weights[:, None, None] * enemies).sum(axis=0), density.sum(axis=0))
            assert repr(belief) and belief._repr_svg_().startswith('<svg') and not (belief.is_exact and belief.is_guessed)
            world = belief.state(len(belief) - 1)
            assert (world.men() == boards[-1]).all()
            assert world.information_state_string(belief.seat) == state.information_state_string(belief.seat)
            assert world.legal_actions() == state.legal_actions()
            with pytest.raises(nebel.NebelError, match='past'):
                world.serialize()
            with pytest.raises(nebel.NebelError, match='past'):
                world.record()
            with pytest.raises(IndexError):
                belief.state(len(belief))
            advance(belief.sample(rng), rng, 10)


def test_the_truth_is_in_an_exact_belief(game, rng):
    state = game.new_initial_state()
    for _ in range(6):
        advance(state, rng, 1)
        if state.is_terminal():
            break
        belief = state.belief(state.current_player(), 500)
        if belief.is_exact:
            assert any((board == state.men()).all() for board in belief.boards())


def test_players_and_bots_play(game):
    class First(nebel.Bot):
        def choose(self):
            assert isinstance(self.men, list) and self.seat in ('white', 'black') and not set(self.refused) & set(self.tries)
            self.enemy_took()
            return self.tries[0]
    state = game.new_initial_state()
    bot, player = First(), nebel.Player('random')
    bot.restart(game, state.current_player(), 1)
    player.restart(game, 1 - state.current_player(), 2)
    for _ in range(TRIES):
        if state.is_terminal():
            break
        agent = bot if aec.AGENTS[state.current_player()] == bot.seat else player
        state.apply_action(agent.step(state.seat(state.current_player())))
    assert state.move_number() > 0


def test_records(game, rng):
    state = advance(game.new_initial_state(), rng, TRIES)
    form = 'sgf' if game.kinds == 1 else 'pgn'
    record = state.record(white='Anna', black='Bert')
    for name in (form, 'json'):
        read = list(nebel.read_records(record.write(name) + record.write(name)))
        assert [again.actions for again in read] == [state.history()] * 2
        assert read[0].game == game and read[0].view == 'umpire' and read[0].tags['white'] == 'Anna' and read[0].result == record.result
        assert [s.history_str() for s in read[0].states()][-1] == state.history_str()
        seen = next(nebel.read_records(record.write(name, 'black')))
        assert seen.view == 'black' and seen.actions == []
        with pytest.raises(nebel.NebelError):
            seen.write(name, 'white')
    with pytest.raises(nebel.NebelError, match='no format'):
        record.write('docx')
    with pytest.raises(nebel.NebelError, match='no tag'):
        state.record(nonsense='x')


def test_records_are_saved(tmp_path):
    record = nebel.load_game('kriegspiel').new_initial_state().record()
    record.save(tmp_path / 'game.pgn')
    assert next(nebel.read_records(tmp_path / 'game.pgn')).write('pgn') == record.write('pgn')


def test_pictures(game, rng, tmp_path):
    state = advance(game.new_initial_state(), rng, 10)
    for picture in (plot.board(state), plot.board(state, 'white'), plot.heat(np.random.default_rng(1).random((game.ranks, game.files)), state.men())):
        assert picture.text.startswith('<svg') and picture.text.rstrip().endswith('</svg>')
        picture.save(tmp_path / 'picture.svg')
        assert (tmp_path / 'picture.svg').read_text() == picture._repr_svg_()


def test_every_player_plays(rng):
    played = 0
    for name, summary in nebel.players().items():
        assert summary
        for string in ('kriegspiel(board=silverman4x4)', 'chess', 'phantom-go(size=5)'):
            game, player = nebel.load_game(string), nebel.Player(name, nodes=20)
            try:
                player.restart(game, 0, seed=1)
            except nebel.NebelError:
                continue
            state = game.new_initial_state()
            for _ in range(6):
                if state.is_terminal():
                    break
                state.apply_action(player.step(state) if state.current_player() == 0 else rng.choice(state.legal_actions()))
            played += 1
    assert played >= len(nebel.players())


def test_a_bot_speaks_the_protocol():
    class First(nebel.Bot):
        name = 'first'

        def choose(self):
            return self.tries[0]
    said = io.StringIO()
    First().run(io.StringIO('nebel 1\nnewgame kriegspiel(board=silverman4x4) seat white seed 1\nping\nhear opening own tries 6\n'
                            'opening a2b3\nhear played capture pawn b3 check long\nhear moved capture pawn b3 tries 5\ngo nodes 5\nquit\n'), said)
    assert said.getvalue().splitlines()[:3] == ['id name first', 'ready', 'pong']
    assert said.getvalue().splitlines()[3].startswith('try ')


def test_a_bot_refuses_a_game_that_it_cannot_read():
    said = io.StringIO()
    nebel.Bot().run(io.StringIO('newgame tiddlywinks seat white seed 1\n'), said)
    assert said.getvalue().startswith('refuse there is no game')


def test_matches():
    result = nebel.match('capturer', 'random', 'kriegspiel(board=silverman4x4)', games=9, nodes=1, seed=1)
    low, high = result.interval
    assert result.games == 10 and low <= result.score <= high and 'games' in str(result) and result.tries > 0
    again = nebel.match('capturer', 'random', 'kriegspiel(board=silverman4x4)', games=9, nodes=1, seed=1)
    assert again == result


def test_errors_say_what_to_do():
    game = nebel.load_game('kriegspiel')
    state = game.new_initial_state()
    for call, words in ((lambda: nebel.load_game('tiddlywinks'), 'there are: kriegspiel chess phantom-go'),
                        (lambda: nebel.Player('nobody'), 'no player'),
                        (lambda: nebel.Player('pimc(engine=stockfish)'), 'no other programs'),
                        (lambda: nebel.Belief(game, 2), 'no seat'),
                        (lambda: nebel.Belief(game, 0, 1), '32 boards'),
                        (lambda: state.apply_action(-1), 'no try'),
                        (lambda: state.apply_action(game.actions), 'no try'),
                        (lambda: game.action_to_string(-1), 'no action'),
                        (lambda: game.string_to_action('hello'), 'no try'),
                        (lambda: state.observation_tensor(2), 'no seat'),
                        (lambda: nebel.Player('go-flat').restart(game, 0), 'does not play'),
                        (lambda: nebel.Player('random').choose(state), 'sits in no game'),
                        (lambda: nebel.Belief(nebel.load_game('chess'), 0).follow(state), 'another game'),
                        (lambda: nebel.load_game('chess').deserialize_state(state.serialize()), 'another game')):
        with pytest.raises(nebel.NebelError, match=words):
            call()
    assert len(GAMES) > 40
