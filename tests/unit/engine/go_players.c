// Players of Phantom Go and what is beneath them: imagined boards, playouts counted, and whole games through the seam.
#include "base/os/threads.h"
#include "engine/phantom_go/belief_model.h"
#include "engine/phantom_go/evaluator.h"
#include "engine/phantom_go/flat.h"
#include "engine/phantom_go/known.h"
#include "engine/phantom_go/mcts.h"
#include "engine/phantom_go/nested.h"
#include "engine/phantom_go/sampler.h"
#include "engine/players/roster.h"
#include "games/registry/games.h"
#include "unit/miser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Games ---------------------------------------------------------------------------------------

static const PhantomRules small = {.size = 5, .half_komi = 1, .has = {[PHANTOM_SUPERKO] = true}};
static const PhantomRules middle = {.size = 7, .half_komi = 15, .has = {[PHANTOM_SUPERKO] = true}};

static const Rules *as_rules(const PhantomRules *rules)
{
    return (const Rules *)rules;
}

static Player *open_player(const char *string)
{
    char why[200];
    Text message = TEXT_IN(why);
    Player *player = roster_open(&memory_heap, string, &message);
    if (!player)
        fail_msg("%s: %s", string, why);
    return player;
}

typedef struct Played {
    uint8_t winner, ending;
    uint32_t attempts, refused;
    uint64_t nodes;
    uint64_t signature; // of all tries
} Played;

static void tell(Player *const players[2], uint8_t mover, Try own, const Hearing to[2])
{
    for (uint8_t seat = 0; seat < 2; seat++)
        if (to[seat].event)
            assert_int_equal(player_hear(players[seat], seat == mover ? own : TRY_NONE, &to[seat]),
                             PLAYER_OK);
}

// White sits in seat 0.
static Played play_game(Player *const players[2], const PhantomRules *rules, const Budget *budget,
                        uint64_t seed)
{
    const Game *game = &phantom_go_game;
    PhantomTruth truth;
    Hearing to[2];
    Played played = {0};
    game->deal(as_rules(rules), &truth, to);
    for (uint8_t seat = 0; seat < 2; seat++) {
        const Seating seating = {
            .game = game, .rules = as_rules(rules), .seat = seat, .seed = seed + seat};
        assert_int_equal(player_sit(players[seat], &seating), PLAYER_OK);
    }
    tell(players, 2, TRY_NONE, to);
    while (!truth.ending) {
        const uint8_t seat = game->seat_to_move(&truth);
        Choice choice = {0};
        assert_int_equal(player_choose(players[seat], budget, &choice), PLAYER_OK);
        assert_int_equal(choice.kind, EVENT_TRY);
        assert_true(choice.value >= 0 && choice.value <= 1);
        game->judge(as_rules(rules), &truth, choice.attempt, to);
        assert_int_not_equal(to[seat].verdict, VERDICT_IMPOSSIBLE);
        tell(players, seat, choice.attempt, to);
        played.attempts++;
        played.refused += to[seat].verdict == VERDICT_ILLEGAL;
        played.nodes += choice.nodes;
        played.signature = (played.signature ^ choice.attempt) * UINT64_C(0x9e3779b97f4a7c15);
        played.winner = to[seat].winner;
    }
    played.ending = truth.ending;
    return played;
}

static Played play_strings(const char *white, const char *black, const PhantomRules *rules,
                           uint64_t nodes, uint64_t seed)
{
    Player *players[2] = {open_player(white), open_player(black)};
    const Budget budget = {.nodes = nodes};
    const Played played = play_game(players, rules, &budget, seed);
    player_destroy(players[0]);
    player_destroy(players[1]);
    return played;
}

// How many of so many games, colours in turn, the first wins.
static unsigned wins_of(const char *first, const char *second, const PhantomRules *rules,
                        uint64_t nodes, unsigned games)
{
    unsigned wins = 0;
    for (unsigned i = 0; i < games; i++) {
        const bool is_black = i % 2;
        const Played played = play_strings(is_black ? second : first, is_black ? first : second,
                                           rules, nodes, 100 + i);
        wins += played.winner == (is_black ? WINNER_SECOND : WINNER_FIRST);
    }
    return wins;
}

// --- Imagined boards -----------------------------------------------------------------------------

static unsigned spot_of(const char *text)
{
    return go_spot(go_point_from_text(slice_of(text)));
}

static GoSet set_of(const char *const *points)
{
    GoSet set = {0};
    for (; *points; points++)
        go_set_add(&set, spot_of(*points));
    return set;
}

static PhantomView view_with(const char *const *own, const char *const *refused, unsigned enemies)
{
    const GoSet told = set_of(refused);
    return (PhantomView){.own = set_of(own),
                         .refused = told,
                         .marked = told,
                         .enemies = (uint16_t)enemies,
                         .size = 5,
                         .seat = GO_BLACK,
                         .to_move = GO_BLACK};
}

static void assert_chains_breathe(const GoBoard *board)
{
    for (unsigned row = 0; row < board->size; row++)
        for (unsigned column = 0; column < board->size; column++) {
            const GoPoint point = go_point(column, row);
            if (go_board_at(board, point) < GO_EMPTY)
                assert_true(board->liberties[board->chain[point]] != 0);
        }
}

static void an_imagined_board_has_all_stones_and_every_chain_a_liberty(void **state)
{
    (void)state;
    const PhantomView view =
        view_with((const char *[]){"c3", "c2", "a1", NULL}, (const char *[]){"b2", "d4", NULL}, 12);
    for (unsigned kind = 0; kind < 2; kind++) {
        GoSampler sampler;
        Rng rng = rng_from_seed(1);
        go_sampler_begin(&sampler, &view, (GoRefused)kind);
        for (unsigned i = 0; i < 2000; i++) {
            GoBoard board;
            GoSet own;
            go_sampler_draw(&sampler, &rng, &board);
            go_board_stones(&board, GO_BLACK, &own);
            assert_memory_equal(&own, &view.own, sizeof own);
            assert_int_equal(board.stones[GO_WHITE], 12);
            assert_int_equal(board.to_move, GO_BLACK);
            assert_chains_breathe(&board);
        }
    }
}

static void a_board_without_room_gets_fewer_stones(void **state)
{
    (void)state;
    const PhantomView view = view_with((const char *[]){"c3", NULL}, (const char *[]){NULL}, 24);
    GoSampler sampler;
    GoBoard board;
    Rng rng = rng_from_seed(1);
    go_sampler_begin(&sampler, &view, GO_REFUSED_STONE);
    go_sampler_draw(&sampler, &rng, &board);
    assert_in_range(board.stones[GO_WHITE], 15, 23);
    assert_chains_breathe(&board);
}

// How often of 4000 boards a point has a white stone.
static unsigned count_stones(const GoSampler *sampler, const char *point)
{
    Rng rng = rng_from_seed(2);
    unsigned count = 0;
    for (unsigned i = 0; i < 4000; i++) {
        GoBoard board;
        go_sampler_draw(sampler, &rng, &board);
        count += go_board_at(&board, go_point_from_text(slice_of(point))) == GO_WHITE;
    }
    return count;
}

static void a_refused_point_has_a_stone_and_the_rest_are_alike(void **state)
{
    (void)state;
    const PhantomView view =
        view_with((const char *[]){"c3", NULL}, (const char *[]){"c4", NULL}, 4);
    GoSampler sampler;
    go_sampler_begin(&sampler, &view, GO_REFUSED_STONE);
    assert_int_equal(count_stones(&sampler, "c4"), 4000);
    // Three stones on 23 points: 522 of 4000 each, give or take 21.
    assert_in_range(count_stones(&sampler, "a1"), 420, 624);
    assert_in_range(count_stones(&sampler, "e4"), 420, 624);
    assert_in_range(count_stones(&sampler, "c2"), 420, 624);
}

static void refused_unknown_keeps_suicide_possible(void **state)
{
    (void)state;
    // With a stone on a2 and one on b1 a1 is suicide; else it must be a stone.
    const PhantomView view =
        view_with((const char *[]){"c3", NULL}, (const char *[]){"a1", NULL}, 8);
    GoSampler sampler;
    Rng rng = rng_from_seed(3);
    unsigned suicides = 0;
    go_sampler_begin(&sampler, &view, GO_REFUSED_UNKNOWN);
    for (unsigned i = 0; i < 4000; i++) {
        GoBoard board;
        go_sampler_draw(&sampler, &rng, &board);
        const GoVerdict verdict = go_board_judge(&board, go_point(0, 0));
        assert_int_not_equal(verdict, GO_LEGAL);
        suicides += verdict == GO_SUICIDE;
    }
    assert_in_range(suicides, 100, 1500);
}

static void points_can_be_known_and_weighed(void **state)
{
    (void)state;
    const PhantomView view = view_with((const char *[]){"c3", NULL}, (const char *[]){NULL}, 3);
    const GoSet sure = set_of((const char *[]){"d3", NULL});
    const GoSet clear = set_of((const char *[]){"b3", NULL});
    uint16_t weights[GO_SPOTS];
    for (unsigned i = 0; i < GO_SPOTS; i++)
        weights[i] = 20000;
    weights[spot_of("a5")] = 60000;
    GoSampler sampler;
    go_sampler_begin_knowing(&sampler, &view, &sure, &clear, weights);
    assert_int_equal(count_stones(&sampler, "d3"), 4000);
    assert_int_equal(count_stones(&sampler, "b3"), 0);
    const unsigned heavy = count_stones(&sampler, "a5"), light = count_stones(&sampler, "e5");
    assert_true(heavy > 2 * light && heavy < 4 * light);
}

// --- Counting ------------------------------------------------------------------------------------

static void assert_near(double value, double wanted)
{
    assert_true(fabs(value - wanted) < 1e-12);
}

static GoArm arm_of(const double *own, unsigned own_count, const double *amaf, unsigned amaf_count)
{
    GoArm arm = {.visits = own_count, .amaf_visits = amaf_count};
    for (unsigned i = 0; i < own_count; i++)
        arm.sum += own[i];
    for (unsigned i = 0; i < amaf_count; i++)
        arm.amaf_sum += amaf[i];
    return arm;
}

static const double thesis_own[] = {12, 25, -20, 11, 13, -16, -10, 13};
static const double thesis_amaf[] = {12, 4, 5, -8};

static void alpha_amaf_gives_the_value_of_the_example(void **state)
{
    (void)state;
    const GoArm arm = arm_of(thesis_own, 8, thesis_amaf, 4);
    const GoFlatPlan plan = {.amaf = 0.7};
    assert_near(go_arm_value(&plan, &arm), 3.425);
}

static void rave_trusts_own_playouts_more_and_more(void **state)
{
    (void)state;
    const GoArm arm = arm_of(thesis_own, 8, thesis_amaf, 4);
    const GoArm unseen = arm_of(thesis_own, 8, NULL, 0), untried = arm_of(NULL, 0, thesis_amaf, 4);
    const GoFlatPlan plan = {.amaf = 1, .rave = 32}, spent = {.amaf = 1, .rave = 8};
    assert_near(go_arm_value(&plan, &arm), 0.75 * 3.25 + 0.25 * 3.5);
    assert_near(go_arm_value(&spent, &arm), 3.5);
    assert_near(go_arm_value(&plan, &unseen), 3.5);
    assert_near(go_arm_value(&plan, &untried), 3.25);
}

static void draw_copy(const void *context, Rng *rng, GoBoard *board)
{
    (void)rng;
    *board = *(const GoBoard *)context;
}

static GoSet all_spots(unsigned size)
{
    GoSet set = {0};
    for (unsigned row = 0; row < size; row++)
        for (unsigned column = 0; column < size; column++)
            go_set_add(&set, row * GO_SIZE_MAX + column);
    return set;
}

static void put_stones(GoBoard *board, GoColor color, const char *const *points)
{
    for (; *points; points++)
        go_board_put(board, color, go_point_from_text(slice_of(*points)));
}

// White's four stones in the middle hang on d3.
static GoBoard hanging_board(void)
{
    GoBoard board;
    go_board_init(&board, 5);
    put_stones(&board, GO_WHITE, (const char *[]){"b3", "c3", "c2", "b2", "a5", NULL});
    put_stones(&board, GO_BLACK,
               (const char *[]){"a2", "a3", "b4", "c4", "d2", "b1", "c1", "e5", NULL});
    return board;
}

static void every_way_of_searching_takes_what_hangs(void **state)
{
    (void)state;
    static const GoFlatPlan ways[] = {
        {.amaf = 1},
        {.amaf = 1, .ucb = 1},
        {.amaf = 0.7},
        {.amaf = 1, .ucb = 0.5, .rave = 100},
        {.amaf = 1, .is_mogo = true},
        {.amaf = 1, .counts_points = true},
    };
    const GoBoard board = hanging_board();
    GoFlat *flat = malloc(sizeof *flat);
    for (unsigned i = 0; i < COUNT_OF(ways); i++) {
        GoFlatPlan plan = ways[i];
        Rng rng = rng_from_seed(i);
        double value;
        plan.rules = &small;
        plan.source = (GoSource){draw_copy, &board};
        plan.candidates = all_spots(5);
        go_flat_begin(flat, &plan);
        for (unsigned playout = 0; playout < 3000; playout++)
            go_flat_step(flat, &rng);
        assert_int_equal(go_flat_best(flat, &rng, &value), go_point(3, 2));
        assert_true(value > 0.5);
        assert_int_equal(flat->playouts, 3000);
        for (unsigned point = 0; point < GO_POINTS; point++) // occupied points are never played
            assert_true(!flat->arms[point].visits || board.color[point] == GO_EMPTY);
    }
    free(flat);
}

static void without_ucb_all_candidates_are_played_alike_and_with_it_the_best_more(void **state)
{
    (void)state;
    const GoBoard board = hanging_board();
    GoFlatPlan plan = {
        .rules = &small, .source = {draw_copy, &board}, .candidates = all_spots(5), .amaf = 1};
    GoFlat *flat = malloc(sizeof *flat);
    for (unsigned has_ucb = 0; has_ucb < 2; has_ucb++) {
        Rng rng = rng_from_seed(1);
        uint32_t min = UINT32_MAX, max = 0;
        plan.ucb = has_ucb ? 0.5 : 0;
        go_flat_begin(flat, &plan);
        for (unsigned playout = 0; playout < 2000; playout++)
            go_flat_step(flat, &rng);
        for (unsigned i = 0; i < flat->count; i++) {
            const uint32_t visits = flat->arms[flat->points[i]].visits;
            min = visits && visits < min ? visits : min;
            max = visits > max ? visits : max;
        }
        assert_true(has_ucb ? max > 3 * min : max - min <= 1);
        assert_true(!has_ucb || flat->arms[go_point(3, 2)].visits == max);
    }
    free(flat);
}

static void all_moves_as_first_are_counted_once_and_for_their_side(void **state)
{
    (void)state;
    GoBoard board;
    go_board_init(&board, 5);
    const GoFlatPlan plan = {
        .rules = &small, .source = {draw_copy, &board}, .candidates = all_spots(5), .amaf = 0.5};
    GoFlat *flat = malloc(sizeof *flat);
    Rng rng = rng_from_seed(4);
    go_flat_begin(flat, &plan);
    go_flat_step(flat, &rng);
    for (unsigned i = 0; i < GO_POINTS; i++) {
        const GoArm *own = &flat->arms[i], *other = &flat->replies[i];
        assert_true(own->visits + own->amaf_visits + other->amaf_visits <= 1);
        assert_true(other->visits == 0);
    }
    free(flat);
}

// --- Trees ---------------------------------------------------------------------------------------

// The hanging board as Black sees it when every stone of White's was refused to it.
static PhantomView hanging_view(const GoBoard *board)
{
    PhantomView view = {.enemies = board->stones[GO_WHITE], .size = 5, .seat = 1, .to_move = 1};
    go_board_stones(board, GO_BLACK, &view.own);
    go_board_stones(board, GO_WHITE, &view.marked);
    return view;
}

static void a_poll_has_the_mean_over_boards_on_which_a_point_is_legal(void **state)
{
    (void)state;
    GoBoard empty, taken;
    const GoPoint a = go_point(0, 0), b = go_point(1, 1), c = go_point(2, 2);
    static GoPoll poll;
    GoSet candidates = {0};
    double value;
    Rng rng = rng_from_seed(1);
    go_board_init(&empty, 5);
    go_board_init(&taken, 5);
    go_board_put(&taken, GO_WHITE, a);
    poll = (GoPoll){0};
    assert_int_equal(go_poll_best(&poll, &candidates, &rng, &value), GO_NONE);
    go_poll_add(&poll, &empty, &(GoAdvice){2, {a, b}, {0.6, 1}});
    go_poll_add(&poll, &taken, &(GoAdvice){1, {c}, {1}});
    const GoPoint points[] = {a, b, c};
    for (unsigned i = 0; i < COUNT_OF(points); i++)
        go_set_add(&candidates, go_spot(points[i]));
    assert_int_equal(go_poll_best(&poll, &candidates, &rng, &value), a); // 0.6; the others 0.5
    assert_true(value > 0.59 && value < 0.61);
    go_set_drop(&candidates, go_spot(a));
    unsigned seen = 0;
    for (unsigned i = 0; i < 50; i++)
        seen |= go_poll_best(&poll, &candidates, &rng, &value) == b ? 1 : 2;
    assert_int_equal(seen, 3);
    assert_int_equal(poll.boards, 2);
}

static void a_tree_takes_what_hangs_and_stops_growing_when_it_is_full(void **state)
{
    (void)state;
    const GoBoard board = hanging_board();
    const PhantomView view = hanging_view(&board);
    GoSampler sampler;
    go_sampler_begin(&sampler, &view, GO_REFUSED_STONE);
    for (unsigned is_late = 0; is_late < 2; is_late++)
        for (uint32_t nodes_max = 30; nodes_max <= 5000; nodes_max += 4970) {
            GoTree *tree = go_tree_create(&memory_heap, nodes_max);
            GoTreePlan plan = {.rules = &small,
                               .candidates = all_spots(5),
                               .guesses_late = is_late,
                               .exploration = 0.5,
                               .nodes_max = nodes_max};
            go_set_subtract(&plan.candidates, &view.marked);
            Rng rng = rng_from_seed(6);
            double value;
            go_tree_begin(tree, &plan, &sampler);
            assert_int_equal(go_tree_best(tree, &rng, &value), GO_NONE);
            for (unsigned i = 0; i < 3000; i++)
                go_tree_iterate(tree, &rng);
            assert_true(go_tree_node_count(tree) <= nodes_max);
            const GoPoint best = go_tree_best(tree, &rng, &value);
            assert_true(value > 0 && value <= 1);
            if (!is_late) // late guesses put stones, so nothing is ever taken on the way down
                assert_int_equal(best, go_point(3, 2));
            go_tree_destroy(tree);
        }
}

// Black may not take, so the opponent's best first move saves the four stones. Stones are guessed by these counts.
static void a_tree_counts_where_the_opponent_first_plays(void **state)
{
    (void)state;
    enum { ITERATIONS = 3000 };
    const GoBoard board = hanging_board();
    const PhantomView view = hanging_view(&board);
    const GoPoint saves = go_point(3, 2);
    GoTreePlan plan = {.rules = &small,
                       .candidates = all_spots(5),
                       .by_frequency = true,
                       .exploration = 0.5,
                       .nodes_max = 5000};
    GoTree *tree = go_tree_create(&memory_heap, plan.nodes_max);
    GoSampler sampler;
    Rng rng = rng_from_seed(6);
    uint32_t all = 0;
    go_set_subtract(&plan.candidates, &view.marked);
    go_set_drop(&plan.candidates, go_spot(saves));
    go_sampler_begin(&sampler, &view, GO_REFUSED_STONE);
    go_tree_begin(tree, &plan, &sampler);
    for (unsigned i = 0; i < ITERATIONS; i++)
        go_tree_iterate(tree, &rng);
    for (unsigned spot = 0; spot < 25; spot++)
        all += go_tree_reply_count(tree, go_point(spot % 5, spot / 5));
    assert_int_equal(all, ITERATIONS);
    for (unsigned spot = 0; spot < 25; spot++) {
        const GoPoint point = go_point(spot % 5, spot / 5);
        assert_true(point == saves ||
                    go_tree_reply_count(tree, point) < go_tree_reply_count(tree, saves));
    }
    go_tree_destroy(tree);
}

static void a_truth_lists_open_points_and_passes_when_there_are_none(void **state)
{
    (void)state;
    const Game *game = &phantom_go_game;
    PhantomTruth truth;
    Hearing to[2];
    Try tries[PHANTOM_TRIES_MAX];
    game->deal(as_rules(&small), &truth, to);
    assert_int_equal(go_truth_list_open(as_rules(&small), &truth, tries), 25);
    truth.legal = (GoSet){0};
    assert_int_equal(go_truth_list_open(as_rules(&small), &truth, tries), 1);
    assert_int_equal(tries[0], PHANTOM_PASS);
    truth.ending = 1;
    assert_int_equal(go_truth_list_open(as_rules(&small), &truth, tries), 0);
}

static void a_random_end_of_a_won_game_is_worth_more(void **state)
{
    (void)state;
    PhantomTruth truth;
    Hearing to[2];
    const Budget budget = {0};
    Meter meter = meter_begin(&budget, 0);
    Rng rng = rng_from_seed(7);
    double sums[2] = {0, 0};
    phantom_go_game.deal(as_rules(&small), &truth, to);
    truth.game.board = hanging_board();
    for (unsigned i = 0; i < 200; i++)
        for (uint8_t seat = 0; seat < 2; seat++)
            sums[seat] += go_truth_value_end(NULL, as_rules(&small), &truth, seat, &rng, &meter);
    assert_true(sums[GO_BLACK] > 1.3 * sums[GO_WHITE]);
}

// --- Games of searchers --------------------------------------------------------------------------

static void games_of_searchers_end_count_their_playouts_and_stop_with_the_budget(void **state)
{
    (void)state;
    static const Budget budget = {0};
    GoFlat *inner = malloc(sizeof *inner);
    GoPoint *trace = malloc(GO_PLAYOUT_MOVES_MAX * sizeof *trace);
    for (unsigned kind = 0; kind < 4; kind++) {
        Meter meter = meter_begin(&budget, 0);
        const bool is_cut = kind >= 2, is_nested = kind % 2;
        GoNest nest = {.rules = &small,
                       .level = 1,
                       .each = 1,
                       .amaf = 1,
                       .seat = GO_BLACK,
                       .nodes_max = is_cut ? 50 : UINT64_MAX,
                       .meter = &meter,
                       .inner = inner};
        Rng rng = rng_from_seed(8);
        GoBoard board = hanging_board();
        GoBoard again = board;
        const unsigned moves = is_nested ? go_nest_play_nested(&nest, &board, &rng, trace)
                                         : go_nest_play_two_level(&nest, &board, &rng, trace);
        assert_in_range(moves, 2, 5 * 25);
        assert_true(is_cut ? nest.nodes <= 51 + 25 : nest.nodes > 100);
        for (unsigned i = 0; i < moves; i++) // the trace is the game
            if (trace[i])
                go_board_play(&again, trace[i]);
            else
                go_board_pass(&again);
        assert_memory_equal(again.color, board.color, sizeof board.color);
    }
    free(inner);
    free(trace);
}

// Black can take four stones by d3. One playout a move does not tell much, but more than chance; the budget is enough for
// one choice, and the rest of the game is light.
static void a_nested_game_takes_what_hangs(void **state)
{
    (void)state;
    static const Budget budget = {0};
    GoPoint *trace = malloc(GO_PLAYOUT_MOVES_MAX * sizeof *trace);
    static const PhantomRules harsh = {.size = 5, .half_komi = 31};
    unsigned taken[2] = {0, 0};
    Rng rng = rng_from_seed(9);
    for (unsigned i = 0; i < 3000; i++) {
        Meter meter = meter_begin(&budget, 0);
        GoNest nest = {.rules = &harsh, .level = 1, .nodes_max = 10, .meter = &meter};
        GoBoard board = hanging_board(), light = board;
        (void)go_nest_play_nested(&nest, &board, &rng, trace);
        taken[0] += trace[0] == go_point(3, 2);
        (void)go_playout_light_traced(&light, &rng, trace);
        taken[1] += trace[0] == go_point(3, 2);
    }
    if (taken[0] <= taken[1] + 40) // twice what chance would make of it
        fail_msg("%u and by chance %u", taken[0], taken[1]);
    free(trace);
}

// --- What moves cost -----------------------------------------------------------------------------

static double mean_cost(const GoBoard *board, GoPoint made)
{
    enum { TIMES = 20 };
    Rng rng = rng_from_seed(11);
    double sum = 0;
    for (unsigned i = 0; i < TIMES; i++)
        sum += go_cost(board, made, 50, &rng);
    return sum / TIMES;
}

static void to_leave_what_hangs_costs_points_and_to_take_it_costs_none(void **state)
{
    (void)state;
    const GoBoard board = hanging_board();
    const double taken = mean_cost(&board, go_point(3, 2)),
                 left = mean_cost(&board, go_point(4, 0));
    const double passed = mean_cost(&board, GO_NONE);
    if (fabs(taken) > 1 || left < 4 || passed < 4)
        fail_msg("taken %.2f, left %.2f, passed %.2f", taken, left, passed);
}

static void where_nothing_is_left_a_pass_costs_nothing(void **state)
{
    (void)state;
    GoBoard board;
    Rng rng = rng_from_seed(12);
    go_board_init(&board, 5);
    for (unsigned row = 0; row < 5; row++)
        for (unsigned column = 0; column < 5; column++)
            if ((row != 0 || column != 0) && (row != 4 || column != 4))
                go_board_put(&board, GO_BLACK, go_point(column, row));
    assert_near(go_cost(&board, GO_NONE, 5, &rng), 0);
}

// --- Points that are known -----------------------------------------------------------------------

static Hearing refused_to(uint8_t seat)
{
    return (Hearing){.event = HEARD_REFUSAL, .verdict = VERDICT_ILLEGAL, .seat = seat};
}

static void a_refused_point_is_known_unless_it_may_be_suicide_or_ko(void **state)
{
    (void)state;
    GoKnown known;
    PhantomView view = view_with((const char *[]){"c3", NULL}, (const char *[]){NULL}, 5);
    const Hearing heard = refused_to(1);
    go_known_begin(&known, &view);
    go_known_hear(&known, &view, (Try)(spot_of("a2") + 1), &heard);
    go_known_hear(&known, &view, (Try)(spot_of("b1") + 1), &heard);
    assert_true(go_set_has(&known.sure, spot_of("a2")) && go_set_has(&known.sure, spot_of("b1")));
    go_known_hear(&known, &view, (Try)(spot_of("a1") + 1), &heard);
    assert_false(go_set_has(&known.sure, spot_of("a1")));
    go_set_add(&view.lost, spot_of("e5"));
    go_known_hear(&known, &view, (Try)(spot_of("e5") + 1), &heard);
    assert_false(go_set_has(&known.sure, spot_of("e5")));
}

static void stones_stand_around_what_was_lost(void **state)
{
    (void)state;
    GoKnown known;
    PhantomView view = view_with((const char *[]){"c3", NULL}, (const char *[]){NULL}, 5);
    view.lost = set_of((const char *[]){"c2", "c1", NULL});
    const Hearing heard = {.event = HEARD_MOVE, .verdict = VERDICT_PLAYED, .seat = 0};
    go_known_begin(&known, &view);
    go_known_hear(&known, &view, TRY_NONE, &heard);
    const GoSet around = set_of((const char *[]){"b2", "d2", "b1", "d1", NULL});
    assert_memory_equal(&known.sure, &around, sizeof around);
    assert_memory_equal(&known.clear, &view.lost, sizeof view.lost);
    view.lost = (GoSet){0};
    go_known_hear(&known, &view, TRY_NONE, &heard);
    assert_true(go_set_is_empty(&known.clear));
}

static void what_may_have_been_taken_is_no_longer_known(void **state)
{
    (void)state;
    GoKnown known;
    const PhantomView view = view_with((const char *[]){"c3", NULL}, (const char *[]){NULL}, 5);
    go_known_begin(&known, &view);
    known.sure = set_of((const char *[]){"b3", "d3", "d4", "e4", "a1", NULL});
    Hearing heard = {.event = HEARD_MOVE, .verdict = VERDICT_PLAYED, .seat = 1, .stones = 1};
    go_known_hear(&known, &view, (Try)(spot_of("c3") + 1), &heard);
    const GoSet left = set_of((const char *[]){"d3", "d4", "e4", "a1", NULL});
    assert_memory_equal(&known.sure, &left, sizeof left);
    heard.stones = 2; // none of those we know, so unseen ones, and what they were bound to
    go_known_hear(&known, &view, (Try)(spot_of("c3") + 1), &heard);
    const GoSet far = set_of((const char *[]){"e4", "a1", NULL});
    assert_memory_equal(&known.sure, &far, sizeof far);
}

// Random players are refused suicides far more often than others are, and even so.
static void what_is_known_is_nearly_always_true(void **state)
{
    (void)state;
    static const PhantomRules plain = {.size = 5, .half_komi = 1};
    const Game *game = &phantom_go_game;
    unsigned known_count = 0, wrong_count = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        PhantomTruth truth;
        Hearing to[2];
        PhantomView views[2];
        GoKnown known[2];
        Try tries[PHANTOM_TRIES_MAX];
        Rng rng = rng_from_seed(seed);
        game->deal(as_rules(&plain), &truth, to);
        for (uint8_t seat = 0; seat < 2; seat++) {
            game->sit(as_rules(&plain), seat, &views[seat]);
            go_known_begin(&known[seat], &views[seat]);
        }
        for (unsigned i = 0; i < 300 && !truth.ending; i++) {
            const uint8_t mover = game->seat_to_move(&truth);
            const uint32_t count = game->tries(as_rules(&plain), &views[mover], tries);
            const Try attempt = tries[rng_below(&rng, count)];
            game->judge(as_rules(&plain), &truth, attempt, to);
            for (uint8_t seat = 0; seat < 2; seat++) {
                const Try own = seat == mover ? attempt : TRY_NONE;
                if (!to[seat].event)
                    continue;
                game->hear(as_rules(&plain), &views[seat], own, &to[seat]);
                go_known_hear(&known[seat], &views[seat], own, &to[seat]);
            }
            GoSet stones;
            go_board_stones(&truth.game.board, GO_WHITE, &stones);
            GoSet wrong = known[GO_BLACK].sure;
            go_set_subtract(&wrong, &stones);
            known_count += go_set_count(&known[GO_BLACK].sure);
            wrong_count += go_set_count(&wrong);
        }
    }
    assert_true(known_count > 5000);
    if (20 * wrong_count > known_count)
        fail_msg("%u of %u", wrong_count, known_count);
}

// --- Crews ---------------------------------------------------------------------------------------

static void a_crew_plays_all_the_playouts_of_its_budget(void **state)
{
    (void)state;
    const GoBoard board = hanging_board();
    const GoFlatPlan plan = {
        .rules = &small, .source = {draw_copy, &board}, .candidates = all_spots(5), .amaf = 1};
    const Budget budget = {.nodes = 1001};
    for (uint32_t threads = 1; threads <= 3; threads++) {
        GoThreads crew;
        double value, again;
        assert_true(go_threads_init(&crew, &memory_heap, &crew_threads, threads));
        const Budget share = go_threads_share(&crew, &budget);
        const Meter meter = meter_begin(&share, 0);
        Rng rng = rng_from_seed(5);
        const GoFlat *flat = go_threads_run(&crew, &plan, budget.nodes, &meter, 0, &rng);
        assert_int_equal(flat->playouts, 1001);
        const GoPoint best = go_flat_best(flat, &rng, &value);
        rng = rng_from_seed(5);
        flat = go_threads_run(&crew, &plan, budget.nodes, &meter, 0, &rng);
        assert_int_equal(go_flat_best(flat, &rng, &again), best);
        assert_true(value == again);
        go_threads_done(&crew);
    }
}

// A clock that goes a millisecond at every look.
static uint64_t tick(void *context)
{
    return *(uint64_t *)context += 1000;
}

static void a_budget_of_time_ends_and_its_cpu_time_is_shared(void **state)
{
    (void)state;
    uint64_t now = 0;
    const Clocks clocks = {tick, tick, &now};
    const GoThreads crew = {.threads = 4};
    const Budget budget = {.cpu_ms = 10, .move_ms = 7, .clocks = &clocks};
    const Budget share = go_threads_share(&crew, &budget);
    assert_int_equal(share.cpu_ms, 2);
    assert_int_equal(share.move_ms, 7);
    assert_true(player_nodes_max(&budget, 0) == UINT64_MAX);
    assert_int_equal(player_nodes_max(&(Budget){0}, 0), 10000);

    Player *player = open_player("go-flat");
    const Seating seating = {.game = &phantom_go_game, .rules = as_rules(&small), .seat = 1};
    const Budget timed = {.cpu_ms = 10, .clocks = &clocks};
    Choice choice;
    assert_int_equal(player_sit(player, &seating), PLAYER_OK);
    assert_int_equal(player_choose(player, &timed, &choice), PLAYER_OK);
    assert_in_range(choice.nodes, 100, 200);
    player_destroy(player);
}

// --- Players -------------------------------------------------------------------------------------

static void the_better_players_beat_chance(void **state)
{
    (void)state;
    assert_int_equal(wins_of("go-flat", "go-random", &middle, 500, 4), 4);
    assert_int_equal(wins_of("go-best", "go-random", &middle, 300, 4), 4);
    assert_int_equal(wins_of("go-pimc", "go-random", &middle, 1000, 4), 4);
}

static void every_player_plays_to_the_end(void **state)
{
    (void)state;
    static const char *const players[] = {"go-pimc",
                                          "go-pimc(boards=2,playouts=1)",
                                          "go-mcts",
                                          "go-mcts(guess=early)",
                                          "go-mcts(guess=early,stones=frequent)",
                                          "ismcts2(pool=50,nodes=1000)",
                                          "go-nested",
                                          "go-nested(level=2,ucb=1,rave=10)",
                                          "go-two-level(each=1)",
                                          "go-hybrid(each=1,unseen=3)",
                                          "go-best(pool=50)",
                                          "go-best(known=0,prior=0,playout=mogo)"};
    for (unsigned i = 0; i < COUNT_OF(players); i++) {
        const Played first = play_strings(players[i], "go-random", &small, 100, 1);
        const Played again = play_strings(players[i], "go-random", &small, 100, 1);
        assert_true(first.signature == again.signature);
        assert_true(first.refused > 0);
    }
}

static void the_same_seed_plays_the_same_game(void **state)
{
    (void)state;
    static const char *const players[] = {"go-flat", "go-pimc", "go-flat(threads=2,ucb=1,rave=50)",
                                          "go-flat(refused=unknown,playout=mogo,score=points)"};
    for (unsigned i = 0; i < COUNT_OF(players); i++) {
        const Played first = play_strings(players[i], "go-random", &small, 60, 1);
        const Played again = play_strings(players[i], "go-random", &small, 60, 1);
        const Played other = play_strings(players[i], "go-random", &small, 60, 2);
        assert_true(first.signature == again.signature);
        assert_true(first.signature != other.signature);
    }
}

// Black has two eyes, a1 and c1, and all else; White has nothing.
static void a_player_passes_when_nothing_is_left_but_own_eyes(void **state)
{
    (void)state;
    static const char *const players[] = {"go-random",    "go-flat",   "go-mcts", "go-nested",
                                          "go-two-level", "go-hybrid", "go-best", "go-pimc"};
    for (unsigned i = 0; i < COUNT_OF(players); i++) {
        Player *player = open_player(players[i]);
        const Seating seating = {.game = &phantom_go_game, .rules = as_rules(&small), .seat = 1};
        const Budget budget = {.nodes = 50};
        Choice choice;
        assert_int_equal(player_sit(player, &seating), PLAYER_OK);
        PhantomView *view = player->view;
        view->own = all_spots(5);
        go_set_drop(&view->own, spot_of("a1"));
        go_set_drop(&view->own, spot_of("c1"));
        assert_int_equal(player_choose(player, &budget, &choice), PLAYER_OK);
        assert_int_equal(choice.attempt, PHANTOM_PASS);
        go_set_drop(&view->own, spot_of("c2"));
        assert_int_equal(player_choose(player, &budget, &choice), PLAYER_OK);
        assert_int_not_equal(choice.attempt, PHANTOM_PASS);
        player_destroy(player);
    }
}

static bool sit_down(Miser *miser, const char *string)
{
    const Memory memory = miser_memory(miser);
    char why[200];
    Text message = TEXT_IN(why);
    Player *player = roster_open(&memory, string, &message);
    const Seating seating = {.game = &phantom_go_game, .rules = as_rules(&small), .seat = 1};
    const Budget budget = {.nodes = 20};
    Choice choice;
    const bool is_fine =
        player && !player_sit(player, &seating) && !player_choose(player, &budget, &choice);
    player_destroy(player);
    return is_fine;
}

static bool sit_flat(Miser *miser)
{
    return sit_down(miser, "go-flat(threads=2)");
}

static bool sit_mcts(Miser *miser)
{
    return sit_down(miser, "go-mcts");
}

static bool sit_best(Miser *miser)
{
    return sit_down(miser, "go-best(pool=20)");
}

static bool sit_ismcts(Miser *miser)
{
    return sit_down(miser, "ismcts2(pool=20,nodes=100)");
}

static void a_player_without_memory_says_so(void **state)
{
    (void)state;
    assert_refusals_are_seen(sit_flat, 4);
    assert_refusals_are_seen(sit_mcts, 4);
    assert_refusals_are_seen(sit_best, 6);
    assert_refusals_are_seen(sit_ismcts, 6);
}

static void they_play_phantom_go_alone(void **state)
{
    (void)state;
    static const char *const players[] = {"go-random",    "go-flat",   "go-mcts", "go-nested",
                                          "go-two-level", "go-hybrid", "go-best", "go-pimc"};
    char why[200];
    for (unsigned i = 0; i < COUNT_OF(players); i++) {
        Text message = TEXT_IN(why);
        assert_true(roster_check(&memory_heap, players[i], &phantom_go_game, &message));
        assert_false(
            roster_check(&memory_heap, players[i], game_by_name(slice_of("chess")), &message));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_imagined_board_has_all_stones_and_every_chain_a_liberty),
        cmocka_unit_test(a_board_without_room_gets_fewer_stones),
        cmocka_unit_test(a_refused_point_has_a_stone_and_the_rest_are_alike),
        cmocka_unit_test(refused_unknown_keeps_suicide_possible),
        cmocka_unit_test(points_can_be_known_and_weighed),
        cmocka_unit_test(alpha_amaf_gives_the_value_of_the_example),
        cmocka_unit_test(rave_trusts_own_playouts_more_and_more),
        cmocka_unit_test(every_way_of_searching_takes_what_hangs),
        cmocka_unit_test(without_ucb_all_candidates_are_played_alike_and_with_it_the_best_more),
        cmocka_unit_test(all_moves_as_first_are_counted_once_and_for_their_side),
        cmocka_unit_test(a_poll_has_the_mean_over_boards_on_which_a_point_is_legal),
        cmocka_unit_test(a_tree_takes_what_hangs_and_stops_growing_when_it_is_full),
        cmocka_unit_test(a_tree_counts_where_the_opponent_first_plays),
        cmocka_unit_test(a_truth_lists_open_points_and_passes_when_there_are_none),
        cmocka_unit_test(a_random_end_of_a_won_game_is_worth_more),
        cmocka_unit_test(games_of_searchers_end_count_their_playouts_and_stop_with_the_budget),
        cmocka_unit_test(a_nested_game_takes_what_hangs),
        cmocka_unit_test(to_leave_what_hangs_costs_points_and_to_take_it_costs_none),
        cmocka_unit_test(where_nothing_is_left_a_pass_costs_nothing),
        cmocka_unit_test(a_refused_point_is_known_unless_it_may_be_suicide_or_ko),
        cmocka_unit_test(stones_stand_around_what_was_lost),
        cmocka_unit_test(what_may_have_been_taken_is_no_longer_known),
        cmocka_unit_test(what_is_known_is_nearly_always_true),
        cmocka_unit_test(a_crew_plays_all_the_playouts_of_its_budget),
        cmocka_unit_test(a_budget_of_time_ends_and_its_cpu_time_is_shared),
        cmocka_unit_test(the_better_players_beat_chance),
        cmocka_unit_test(every_player_plays_to_the_end),
        cmocka_unit_test(the_same_seed_plays_the_same_game),
        cmocka_unit_test(a_player_passes_when_nothing_is_left_but_own_eyes),
        cmocka_unit_test(a_player_without_memory_says_so),
        cmocka_unit_test(they_play_phantom_go_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
