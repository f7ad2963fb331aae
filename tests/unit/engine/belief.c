// The laws of belief: the truth is in the exact set, every board of a pool reproduces everything that was heard unless it is
// called a guess, and a pool that has died comes back.
#include "base/rng.h"
#include "engine/core/history.h"
#include "engine/core/particle_set.h"
#include "engine/core/pool.h"
#include "engine/kriegspiel_belief/belief_model.h"
#include "engine/kriegspiel_belief/metaposition.h"
#include "engine/kriegspiel_belief/policy.h"
#include "property/third_game/tictactoe.h"
#include "unit/check.h"

#include <stdlib.h>
#include <string.h>

// A game at random between two seats, of which one keeps a pool.
typedef struct Follow {
    const BeliefModel *model;
    const Game *game;
    Rules *rules;
    void *truth, *views[2], *board;
    Try *tries;
    Rng rng;
    Pool *pool;
    bool is_impatient; // leaves the pool's work undone
    void *start;       // the board the game began with
    uint8_t seat;
    SeatLog log;
    Hearing to[2];
} Follow;

static void *allocate(size_t bytes)
{
    void *memory = calloc(1, bytes);
    assert_non_null(memory);
    return memory;
}

static void hear(Follow *f, Try own, const Hearing *heard)
{
    if (heard->event == HEARD_NOTHING)
        return;
    assert_true(f->is_impatient ? pool_hear(f->pool, own, heard)
                                : pool_hear_all(f->pool, own, heard));
    assert_true(seat_log_add(&f->log, &memory_heap, (Heard){.own = own, .hearing = *heard}));
}

static void begin(Follow *f, const BeliefModel *model, const char *text, uint8_t seat,
                  uint64_t seed, uint32_t limit)
{
    char why[200];
    Text message = TEXT_IN(why);
    Spec spec;
    const Game *game = model->game;
    *f = (Follow){.model = model, .game = game, .rng = rng_from_seed(seed), .seat = seat};
    f->rules = allocate(game->rules_bytes);
    assert_int_equal(spec_parse(text, &spec), SPEC_OK);
    if (!game->read(&spec, f->rules, &message))
        fail_msg("%s", why);
    f->truth = allocate(game->truth_bytes);
    f->board = allocate(model->board_bytes);
    f->tries = allocate(game->tries_max * sizeof(Try));
    const PoolPlan plan = {.limit = limit, .seed = seed};
    f->pool = pool_create(&memory_heap, model, f->rules, seat, &plan);
    assert_non_null(f->pool);
    game->deal(f->rules, f->truth, f->to);
    f->start = allocate(model->board_bytes);
    model->imagine(f->rules, f->truth, f->start);
    for (uint8_t i = 0; i < 2; i++) {
        f->views[i] = allocate(game->view_bytes);
        game->sit(f->rules, i, f->views[i]);
        game->hear(f->rules, f->views[i], TRY_NONE, &f->to[i]);
    }
    hear(f, TRY_NONE, &f->to[seat]);
}

static void step(Follow *f)
{
    const Game *game = f->game;
    const uint8_t mover = game->seat_to_move(f->truth);
    const uint32_t count = game->tries(f->rules, f->views[mover], f->tries);
    const Try attempt = f->tries[rng_below(&f->rng, count)];
    game->judge(f->rules, f->truth, attempt, f->to);
    game->hear(f->rules, f->views[mover], attempt, &f->to[mover]);
    game->hear(f->rules, f->views[!mover], TRY_NONE, &f->to[!mover]);
    hear(f, mover == f->seat ? attempt : TRY_NONE, &f->to[f->seat]);
}

static void end(Follow *f)
{
    pool_destroy(f->pool);
    seat_log_done(&f->log, &memory_heap);
    free(f->rules);
    free(f->truth);
    free(f->board);
    free(f->start);
    free(f->tries);
    free(f->views[0]);
    free(f->views[1]);
}

static double weight_of_truth(Follow *f)
{
    const Boards *boards = pool_boards(f->pool);
    f->model->imagine(f->rules, f->truth, f->board);
    const uint32_t place = boards_find(boards, f->board);
    return place < boards->count ? boards->weights[place] : 0;
}

static void assert_weights(const Boards *boards)
{
    double sum = 0;
    for (uint32_t i = 0; i < boards->count; i++) {
        assert_true(boards->weights[i] > 0);
        sum += boards->weights[i];
    }
    assert_true(boards->count == 0 || (sum > 1 - 1e-9 && sum < 1 + 1e-9));
}

// As long as the set is exact it holds the truth.
static void follow_exactly(const BeliefModel *model, const char *text, uint64_t seed,
                           unsigned steps)
{
    Follow f;
    begin(&f, model, text, seed % 2, seed, 20000);
    for (unsigned i = 0; i < steps && !f.to[f.seat].ending && pool_is_exact(f.pool); i++) {
        step(&f);
        assert_weights(pool_boards(f.pool));
        if (pool_is_exact(f.pool) && !f.to[f.seat].ending)
            assert_true(weight_of_truth(&f) > 0);
    }
    end(&f);
}

static void the_truth_is_in_the_exact_set(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ruleset_count; i++) {
        char memory[80];
        Text text = TEXT_IN(memory), small = TEXT_IN(memory);
        text_format(&text, "kriegspiel(rules=%s)", rulesets[i].name);
        follow_exactly(&kriegspiel_belief_model, memory, i, 40);
        text_format(&small, "kriegspiel(rules=%s,board=silverman4x4)", rulesets[i].name);
        follow_exactly(&kriegspiel_belief_model, memory, i + 1, 200);
    }
    for (unsigned seed = 0; seed < 20; seed++)
        follow_exactly(&tictactoe_belief_model, "tictactoe", seed, 40);
}

// Goes through the log by the seam alone: a board agrees with it if some history leads there. Through the last few
// entries that is looked at directly: own answers must come out the same on the board.
static void assert_agrees_with_own_answers(Follow *f, const void *board)
{
    const uint32_t count = f->log.count;
    const Heard *last = &f->log.list[count - 1];
    if (last->own == TRY_NONE || last->hearing.event != HEARD_REFUSAL)
        return;
    memcpy(f->board, board, f->model->board_bytes);
    assert_int_equal(f->model->keep(f->rules, f->board, 1, last->own, &last->hearing), 1);
}

static void a_sampled_pool_agrees_with_what_was_heard(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        Follow f;
        begin(&f, &kriegspiel_belief_model, "kriegspiel", seed % 2, seed, 300);
        for (unsigned i = 0; i < 120 && !f.to[f.seat].ending; i++) {
            step(&f);
            const Boards *boards = pool_boards(f.pool);
            const KriegspielView *view = f.views[f.seat];
            assert_true(boards->count <= 300);
            assert_weights(boards);
            for (uint32_t j = 0; j < boards->count; j++) {
                const KriegspielBoard *board = boards_at(boards, j);
                const OwnMen men = own_men_of(&board->position, f.seat);
                assert_int_equal(men.all, view->own.all);
                assert_memory_equal(men.kind, view->own.kind, sizeof men.kind);
                assert_agrees_with_own_answers(&f, board);
            }
        }
        end(&f);
    }
}

// What a lower bound leaves still agrees with what was heard, and a higher one lets the pool grow again up to its limit.
static void a_bound_makes_a_pool_smaller(void **state)
{
    (void)state;
    enum { LIMIT = 1000, BOUND = 150 };
    Follow f;
    begin(&f, &kriegspiel_belief_model, "kriegspiel(rules=icc)", WHITE, 5, LIMIT);
    while (pool_is_exact(f.pool))
        step(&f);
    assert_true(pool_boards(f.pool)->count > BOUND);
    pool_bound(f.pool, BOUND);
    for (unsigned i = 0; i < 6; i++)
        step(&f);
    const uint32_t bounded = pool_boards(f.pool)->count;
    assert_in_range(bounded, 1, BOUND);
    assert_weights(pool_boards(f.pool));
    for (uint32_t i = 0; i < bounded; i++)
        assert_agrees_with_own_answers(&f, boards_at(pool_boards(f.pool), i));
    pool_bound(f.pool, 10 * LIMIT);
    for (unsigned i = 0; i < 6; i++)
        step(&f);
    assert_in_range(pool_boards(f.pool)->count, BOUND + 1, LIMIT);
    end(&f);
}

// Small pools die often; they must not stay dead.
static void a_pool_comes_back(void **state)
{
    (void)state;
    uint32_t revivals = 0, turns = 0, empty = 0;
    for (uint64_t seed = 0; seed < 6; seed++) {
        Follow f;
        begin(&f, &kriegspiel_belief_model, "kriegspiel(board=losalamos6x6)", seed % 2, seed, 60);
        for (unsigned i = 0; i < 200 && !f.to[f.seat].ending; i++) {
            step(&f);
            turns++;
            empty += pool_boards(f.pool)->count == 0;
        }
        revivals += pool_counts(f.pool).revivals;
        end(&f);
    }
    assert_true(revivals > 20);
    assert_true(turns > 600 && empty == 0);
}

// Whatever a pool that is too small calls its own without calling it a guess is in the set of all that is possible.
static void only_guesses_may_be_impossible(void **state)
{
    (void)state;
    uint32_t proven = 0, guessed = 0, returns = 0, wrong = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        Follow f, all;
        begin(&f, &kriegspiel_belief_model, "kriegspiel(board=silverman4x4)", seed % 2, seed, 2);
        f.is_impatient = true;
        begin(&all, &kriegspiel_belief_model, "kriegspiel(board=silverman4x4)", seed % 2, seed,
              30000);
        bool was_guessed = false;
        for (unsigned i = 0; i < 60 && !f.to[f.seat].ending && pool_is_exact(all.pool); i++) {
            step(&f);
            step(&all);
            assert_true(pool_work(f.pool, 600));
            const Boards *boards = pool_boards(f.pool), *possible = pool_boards(all.pool);
            const bool is_guessed = pool_is_guessed(f.pool);
            uint32_t outside = 0;
            for (uint32_t j = 0; pool_is_exact(all.pool) && j < boards->count; j++)
                outside += boards_find(possible, boards_at(boards, j)) == possible->count;
            assert_true(is_guessed || outside == 0);
            proven += !is_guessed;
            guessed += is_guessed;
            wrong += outside;
            returns += was_guessed && !is_guessed;
            was_guessed = is_guessed;
        }
        end(&f);
        end(&all);
    }
    assert_true(proven > 100 && guessed > 20 && wrong > 3 && returns > 5);
}

// Guesses are within what the metaposition leaves, and sound as the turn did. Those around boards differ from them.
static void guesses_agree_with_their_turn(void **state)
{
    (void)state;
    static const char *const games[] = {"kriegspiel", "kriegspiel(rules=berkeley-any)",
                                        "kriegspiel(rules=rand,board=losalamos6x6)"};
    for (uint64_t seed = 0; seed < 6; seed++) {
        Follow f;
        begin(&f, &kriegspiel_belief_model, games[seed % 3], seed % 2, seed, 300);
        for (unsigned i = 0; i < 70 && !f.to[f.seat].ending; i++)
            step(&f);
        const FallbackPlan plan = {.rules = f.rules,
                                   .seat = f.seat,
                                   .log = &f.log,
                                   .position = fallback_turn(&f.log, f.seat, f.log.count, true)};
        Metaposition meta;
        metaposition_begin(&meta, (const KriegspielRules *)f.rules, f.seat);
        for (uint32_t i = 0; i < plan.position; i++)
            metaposition_hear(&meta, f.log.list[i].own, &f.log.list[i].hearing);
        Fallback *guess = kriegspiel_fallback.create(&memory_heap, &plan);
        Boards anywhere, around;
        assert_true(guess && boards_init(&anywhere, &memory_heap, f.model, 100) &&
                    boards_init(&around, &memory_heap, f.model, 100));
        kriegspiel_fallback.draw(guess, NULL, 0, 2000, &f.rng, &anywhere);
        kriegspiel_fallback.draw(guess, anywhere.boards, anywhere.count, 2000, &f.rng, &around);
        assert_true(anywhere.count > 50 && around.count > 50);
        uint32_t different = 0;
        for (uint32_t i = 0; i < around.count; i++) {
            const KriegspielBoard *board = boards_at(&around, i);
            assert_true(metaposition_holds(&meta, &board->position));
            assert_int_equal(board->position.to_move, f.seat);
            assert_true(board->position.key == position_key(&board->position));
            different += boards_find(&anywhere, board) == anywhere.count;
        }
        assert_true(different > around.count / 2);
        for (uint32_t i = 0; i < anywhere.count; i++)
            assert_true(metaposition_holds(&meta, boards_at(&anywhere, i)));
        boards_done(&anywhere);
        boards_done(&around);
        kriegspiel_fallback.destroy(guess);
        end(&f);
    }
}

// A history that is found puts an end to guesses, however many there are.
static void a_history_is_worth_more_than_guesses(void **state)
{
    (void)state;
    uint32_t found = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        Follow f;
        begin(&f, &kriegspiel_belief_model, "kriegspiel(board=silverman4x4)", seed % 2, seed, 3);
        f.is_impatient = true;
        for (unsigned i = 0; i < 60 && !f.to[f.seat].ending && !pool_is_guessed(f.pool); i++) {
            step(&f);
            assert_true(pool_work(f.pool, 600));
        }
        const uint32_t before = pool_counts(f.pool).generated;
        const bool was_guessed = pool_is_guessed(f.pool);
        assert_true(pool_generate(f.pool, 1, 20000));
        if (was_guessed && pool_counts(f.pool).generated > before) {
            assert_false(pool_is_guessed(f.pool));
            assert_int_equal(pool_boards(f.pool)->count, 1);
            found++;
        }
        end(&f);
    }
    assert_true(found > 0);
}

// Where the seat's turn began, and the latest moment of it, in a log whose turns alternate.
static void own_turns_are_found_in_a_log(void **state)
{
    (void)state;
    Heard list[] = {
        {.hearing = {.event = HEARD_OPENING, .seat = 0}},
        {.hearing = {.event = HEARD_REFUSAL}},
        {.hearing = {.event = HEARD_MOVE, .seat = 0}},
        {.hearing = {.event = HEARD_MOVE, .seat = 1}},
        {.hearing = {.event = HEARD_REFUSAL}},
        {.hearing = {.event = HEARD_MOVE, .seat = 0}},
    };
    const SeatLog log = {.list = list, .count = COUNT_OF(list)};
    assert_int_equal(fallback_turn(&log, 0, 6, true), 4);
    assert_int_equal(fallback_turn(&log, 0, 6, false), 5);
    assert_int_equal(fallback_turn(&log, 0, 5, false), 5);
    assert_int_equal(fallback_turn(&log, 0, 3, true), 1);
    assert_int_equal(fallback_turn(&log, 1, 2, true), 0);
    assert_int_equal(fallback_turn(&log, 1, 6, false), 6);
    assert_int_equal(fallback_turn(&log, 1, 5, false), 3);
}

// A pool that is drawn anew in small pieces never does more at once than it may, and comes back too.
static void a_revival_goes_on_in_pieces(void **state)
{
    (void)state;
    enum { LIMIT = 60, PIECE = 40, MOST = PIECE + 300 }; // a history is not put down half way
    uint32_t revivals = 0, turns = 0, empty = 0, pieces = 0;
    for (uint64_t seed = 0; seed < 6; seed++) {
        Follow f;
        begin(&f, &kriegspiel_belief_model, "kriegspiel(board=losalamos6x6)", seed % 2, seed,
              LIMIT);
        f.is_impatient = true;
        for (unsigned i = 0; i < 200 && !f.to[f.seat].ending; i++) {
            step(&f);
            const uint64_t before = pool_counts(f.pool).expanded;
            pieces += pool_is_reviving(f.pool);
            assert_true(pool_work(f.pool, PIECE));
            assert_in_range(pool_counts(f.pool).expanded - before, 0, MOST);
            assert_weights(pool_boards(f.pool));
            turns++;
            empty += pool_boards(f.pool)->count == 0;
        }
        revivals += pool_counts(f.pool).revivals;
        end(&f);
    }
    assert_true(revivals > 20 && pieces > 2 * revivals / 3);
    assert_in_range(empty, 1, turns / 4);
}

// Taken up board by board, a hearing leads to the very same boards as all at once.
static void a_hearing_can_be_put_down(void **state)
{
    (void)state;
    Follow f;
    begin(&f, &kriegspiel_belief_model, "kriegspiel", 0, 5, 10);
    for (unsigned i = 0; i < 60; i++)
        step(&f);
    for (uint32_t cut = 0; cut <= 100; cut += 100) {
        const ParticlePlan plan = {
            .model = f.model, .rules = f.rules, .limit = 200, .cut = cut, .seed = 3};
        ParticleSet whole, pieces;
        assert_true(particles_init(&whole, &memory_heap, &plan));
        assert_true(particles_init(&pieces, &memory_heap, &plan));
        boards_add(&whole.now, f.start, 1);
        boards_add(&pieces.now, f.start, 1);
        uint32_t put_down = 0;
        for (uint32_t i = 0; i < f.log.count; i++) {
            particles_hear_all(&whole, f.log.list[i].own, &f.log.list[i].hearing);
            particles_hear(&pieces, f.log.list[i].own, &f.log.list[i].hearing);
            while (!particles_work(&pieces, 1))
                put_down++;
            assert_int_equal(whole.now.count, pieces.now.count);
            for (uint32_t j = 0; j < whole.now.count; j++)
                assert_true(whole.now.keys[j] == pieces.now.keys[j] &&
                            whole.now.weights[j] == pieces.now.weights[j]);
        }
        assert_true(!whole.is_exact && put_down > 200);
        particles_done(&whole);
        particles_done(&pieces);
    }
    end(&f);
}

static void boards_are_drawn_by_weight(void **state)
{
    (void)state;
    double weights[] = {0.5, 0.001, 0.249, 0.25};
    const Boards boards = {.count = 4, .weights = weights};
    BoardDraw draws[100];
    for (unsigned tenth = 0; tenth < 10; tenth++) {
        const uint32_t drawn = boards_draw(&boards, tenth / 10.0, 100, draws);
        uint32_t marks = 0;
        for (uint32_t i = 0; i < drawn; i++) {
            const double share = 100 * weights[draws[i].index];
            assert_true(draws[i].times > share - 1 && draws[i].times < share + 1);
            assert_true(i == 0 || draws[i].index > draws[i - 1].index);
            marks += draws[i].times;
        }
        assert_int_equal(marks, 100);
    }
}

static void a_scattering_step_leaves_no_place_out(void **state)
{
    (void)state;
    static bool is_seen[3000];
    for (uint32_t count = 1; count < 3000; count += count < 300 ? 1 : 97) {
        const uint32_t scatter = scatter_step(count);
        memset(is_seen, 0, sizeof is_seen);
        for (uint32_t i = 0, place = count / 2; i < count; i++, place = (place + scatter) % count) {
            assert_false(is_seen[place]);
            is_seen[place] = true;
        }
    }
}

// A history that is found plays through the whole log: the exact set has the board it leads to.
static void histories_lead_to_boards_of_the_exact_set(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        Follow f;
        begin(&f, &kriegspiel_belief_model, "kriegspiel(board=silverman4x4)", 0, seed, 50000);
        for (unsigned i = 0; i < 14 && !f.to[0].ending; i++)
            step(&f);
        const HistoryPlan plan = {
            .model = f.model, .rules = f.rules, .seat = 0, .log = &f.log, .expansions = 5000};
        for (unsigned i = 0; i < 20 && pool_is_exact(f.pool) && !f.to[0].ending; i++) {
            uint32_t spent = 0;
            assert_int_equal(history_find(&plan, &memory_heap, f.start, 0, &f.rng, f.board, &spent),
                             HISTORY_FOUND);
            const Boards *boards = pool_boards(f.pool);
            assert_true(boards_find(boards, f.board) < boards->count);
        }
        end(&f);
    }
}

// Random histories that agree with the log are independent draws from the exact set, each board by its weight: no other
// board comes up, and each as often as it should, within five standard deviations.
static void random_histories_draw_boards_by_weight(void **state)
{
    (void)state;
    enum { WANTED = 4000 };
    for (uint64_t seed = 0; seed < 6; seed++) {
        Follow f;
        begin(&f, &kriegspiel_belief_model, "kriegspiel(board=5x5)", seed % 2, seed, 50000);
        for (unsigned i = 0; i < 8 && !f.to[0].ending; i++)
            step(&f);
        const HistoryPlan plan = {
            .model = f.model, .rules = f.rules, .seat = f.seat, .log = &f.log};
        const Boards *boards = pool_boards(f.pool);
        uint32_t *found = allocate(boards->count * sizeof *found), agreed = 0, spent = 0;
        void *board = allocate(2 * f.model->board_bytes);
        assert_true(pool_is_exact(f.pool) && !f.to[0].ending);
        while (agreed < WANTED) {
            if (!history_draw(&plan, f.start, &f.rng, board, &spent))
                continue;
            const uint32_t place = boards_find(boards, board);
            assert_true(place < boards->count);
            found[place]++;
            agreed++;
        }
        assert_true(spent >= agreed);
        for (uint32_t i = 0; i < boards->count; i++) {
            const double mean = WANTED * boards->weights[i];
            const double off = found[i] - mean;
            assert_true(off * off < 25 * (mean + 1));
        }
        free(found);
        free(board);
        end(&f);
    }
}

// An impossible try tells nothing, and a refused one told twice tells nothing new.
static void a_try_that_tells_nothing_costs_no_board(void **state)
{
    (void)state;
    static const char *const names[] = {"icc", "berkeley", "berkeley-any", "english", "rand"};
    for (unsigned i = 0; i < COUNT_OF(names); i++) {
        char memory[80];
        Text text = TEXT_IN(memory);
        Follow f;
        text_format(&text, "kriegspiel(rules=%s,fen=4k3/8/8/3p4/8/8/4P3/4K3_w)", names[i]);
        begin(&f, &kriegspiel_belief_model, memory, 0, 7, 5000);
        static const char *const tries[] = {"a1a2", "e2d3", "e2d3"};
        for (unsigned t = 0; t < COUNT_OF(tries); t++) {
            const Try attempt = f.game->try_from_text(slice_of(tries[t]));
            f.game->judge(f.rules, f.truth, attempt, f.to);
            assert_int_equal(f.to[0].event, HEARD_REFUSAL);
            hear(&f, attempt, &f.to[0]);
            assert_int_equal(pool_boards(f.pool)->count, 1);
        }
        end(&f);
    }
}

// Chances sum to one; what the policy likes is likelier.
static void a_policy_gives_chances(void **state)
{
    (void)state;
    static const PolicyLogs logs = {.logs = {[POLICY_RECAPTURE + ROOK] = 3}};
    Policy policy = {0};
    policy_add(&policy, &logs, 1);
    KriegspielBoard board = {.lost_at = 0};
    assert_int_equal(
        position_from_fen(slice_of("4k3/P7/8/3p4/2P5/8/8/R3K2R w KQ - 0 1"), NULL, &board.position),
        FEN_OK);
    board.lost_at = (uint8_t)(square_from_text("h7") + 1); // the rook on h1 can take back
    MoveList replies;
    float chances[MOVES_MAX];
    chess_list_legal(&board.position, &replies);
    policy_chances(NULL, &board, &replies, chances);
    for (uint32_t i = 0; i < replies.count; i++)
        assert_true(chances[i] == 1.0f / (float)replies.count);
    policy_chances(&policy, &board, &replies, chances);
    float sum = 0, plain = 0, recapture = 0, strike = 0;
    for (uint32_t i = 0; i < replies.count; i++) {
        const Move move = replies.moves[i];
        sum += chances[i];
        assert_true(chances[i] > 0);
        plain = move == try_from_text(slice_of("c4c5")) ? chances[i] : plain;
        recapture = move == try_from_text(slice_of("h1h7")) ? chances[i] : recapture;
        strike = move == try_from_text(slice_of("c4d5")) ? chances[i] : strike;
    }
    assert_true(sum > 0.999f && sum < 1.001f);
    assert_true(recapture > plain && strike == plain);
}

// The policy named capturer takes back whenever it can, and has no other preference.
static void the_capturer_policy_takes_back(void **state)
{
    (void)state;
    const PolicyLogs *logs = NULL, *uniform = &(const PolicyLogs){0};
    assert_true(policy_find(slice_of("uniform"), &uniform) && !uniform);
    assert_true(policy_find(slice_of("capturer"), &logs) && logs);
    assert_false(policy_find(slice_of("nobody"), &logs));
    Policy policy = {0};
    policy_add(&policy, logs, 1);
    KriegspielBoard board = {.lost_at = 0};
    assert_int_equal(
        position_from_fen(slice_of("4k3/7p/8/8/8/6P1/8/R3K2R w KQ - 0 1"), NULL, &board.position),
        FEN_OK);
    MoveList replies;
    float chances[MOVES_MAX];
    chess_list_legal(&board.position, &replies);
    policy_chances(&policy, &board, &replies, chances);
    for (uint32_t i = 0; i < replies.count; i++)
        assert_true(chances[i] > 0.99f / (float)replies.count);
    board.lost_at = (uint8_t)(square_from_text("h7") + 1);
    policy_chances(&policy, &board, &replies, chances);
    for (uint32_t i = 0; i < replies.count; i++)
        assert_true(replies.moves[i] == try_from_text(slice_of("h1h7")) ? chances[i] > 0.999f
                                                                        : chances[i] < 0.001f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_truth_is_in_the_exact_set),
        cmocka_unit_test(a_sampled_pool_agrees_with_what_was_heard),
        cmocka_unit_test(a_bound_makes_a_pool_smaller),
        cmocka_unit_test(a_pool_comes_back),
        cmocka_unit_test(only_guesses_may_be_impossible),
        cmocka_unit_test(guesses_agree_with_their_turn),
        cmocka_unit_test(a_history_is_worth_more_than_guesses),
        cmocka_unit_test(own_turns_are_found_in_a_log),
        cmocka_unit_test(a_revival_goes_on_in_pieces),
        cmocka_unit_test(a_hearing_can_be_put_down),
        cmocka_unit_test(boards_are_drawn_by_weight),
        cmocka_unit_test(a_scattering_step_leaves_no_place_out),
        cmocka_unit_test(histories_lead_to_boards_of_the_exact_set),
        cmocka_unit_test(random_histories_draw_boards_by_weight),
        cmocka_unit_test(a_try_that_tells_nothing_costs_no_board),
        cmocka_unit_test(a_policy_gives_chances),
        cmocka_unit_test(the_capturer_policy_takes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
