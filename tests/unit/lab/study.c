// Studies of a record: a row for every own turn, tries judged as a slow count judges them, and no truth in the pool.
#include "base/rng.h"
#include "games/kriegspiel/open_chess.h"
#include "lab/study/pool_turn.h"
#include "unit/miser.h"
#include "unit/read_game.h"

#include <math.h>

// A record in the making.
typedef struct Fixture {
    KriegspielRules rules;
    Umpire umpire;
    Entries entries;
} Fixture;

static void open_record(Fixture *fixture, const char *game_string)
{
    Hearing to[2];
    *fixture = (Fixture){0};
    const Game *game = read_game(game_string, &fixture->rules);
    game->deal((const Rules *)&fixture->rules, &fixture->umpire, to);
}

static void add_entry(Fixture *fixture, uint8_t kind, uint8_t seat, Try attempt)
{
    const Entry entry = {.kind = kind, .seat = seat, .attempt = attempt};
    assert_true(entries_add(&fixture->entries, &memory_heap, entry));
}

static void add_try(Fixture *fixture, Try attempt)
{
    Reply reply;
    const uint8_t seat = fixture->umpire.truth.to_move;
    assert_int_equal(umpire_try(&fixture->umpire, seat, attempt, &reply), UMPIRE_OK);
    add_entry(fixture, EVENT_TRY, seat, attempt);
}

static void add_tries(Fixture *fixture, const char *words)
{
    for (Slice rest = slice_of(words); rest.length;)
        add_try(fixture, try_from_text(slice_take(&rest, " ")));
}

static void add_random_tries(Fixture *fixture, uint64_t seed, unsigned count)
{
    Rng rng = rng_from_seed(seed);
    Try tries[TRIES_MAX];
    for (unsigned i = 0; i < count && !fixture->umpire.ending; i++)
        add_try(fixture, tries[rng_below(&rng, umpire_tries(&fixture->umpire, tries))]);
}

static void close_record(Fixture *fixture)
{
    entries_done(&fixture->entries, &memory_heap);
}

static StudyError follow_by(const Fixture *fixture, uint8_t seat, PoolPlan pool,
                            const StudySink *sink)
{
    const StudyPlan plan = {.game = kriegspiel_rules_game(&fixture->rules),
                            .rules = (const Rules *)&fixture->rules,
                            .entries = &fixture->entries,
                            .seat = seat,
                            .pool = pool};
    return study_game(&plan, &memory_heap, sink);
}

static StudyError follow(const Fixture *fixture, uint8_t seat, uint32_t limit,
                         const StudySink *sink)
{
    return follow_by(fixture, seat, (PoolPlan){.limit = limit, .seed = 7}, sink);
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

// --- Turns ---------------------------------------------------------------------------------------

typedef struct Rows {
    uint32_t count, stop_at, last_move;
    uint32_t empty, guessed;
} Rows;

static bool check_row(void *context, const StudyTurn *studied)
{
    const PoolTurn judged = pool_turn(studied), *turn = &judged;
    Rows *rows = context;
    assert_int_equal(turn->move, rows->last_move + 1);
    rows->last_move = turn->move;
    rows->count++;
    if (turn->is_exact)
        assert_true(turn->quality.truth_weight > 0 && turn->quality.king_chance > 0);
    assert_true(turn->quality.truth_weight <= turn->quality.king_chance + 1e-9);
    return rows->count != rows->stop_at;
}

static uint32_t count_turns(const Fixture *fixture, uint8_t seat)
{
    const Umpire *umpire = &fixture->umpire;
    const bool is_turn = umpire->truth.to_move == seat && !umpire->ending;
    return (umpire->plies + (seat == WHITE)) / 2 + is_turn;
}

static void every_own_turn_has_a_row_and_an_exact_pool_the_truth(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        Fixture fixture;
        open_record(&fixture, seed % 3 ? "kriegspiel" : "kriegspiel(board=4x5)");
        add_random_tries(&fixture, seed, 60);
        for (uint8_t seat = 0; seat < 2; seat++) {
            Rows rows = {0};
            const StudySink sink = {.turn = check_row, .context = &rows};
            assert_int_equal(follow(&fixture, seat, 500, &sink), STUDY_OK);
            assert_int_equal(rows.count, count_turns(&fixture, seat));
        }
        close_record(&fixture);
    }
}

static void a_sink_can_end_the_walk(void **state)
{
    (void)state;
    Fixture fixture;
    Rows rows = {.stop_at = 2};
    const StudySink sink = {.turn = check_row, .context = &rows};
    open_record(&fixture, "kriegspiel");
    add_tries(&fixture, "e2e4 e7e5 g1f3 b8c6 f1c4");
    assert_int_equal(follow(&fixture, WHITE, 1000, &sink), STUDY_OK);
    assert_int_equal(rows.count, 2);
    close_record(&fixture);
}

static void moves_after_the_end_of_the_game_are_passed_over(void **state)
{
    (void)state;
    Fixture fixture;
    Rows rows = {0};
    const StudySink sink = {.turn = check_row, .context = &rows};
    open_record(&fixture, "kriegspiel");
    add_tries(&fixture, "f2f3 e7e5 g2g4 d8h4");
    add_entry(&fixture, EVENT_TRY, WHITE, try_from_text(slice_of("e2e4")));
    assert_int_equal(follow(&fixture, WHITE, 1000, &sink), STUDY_OK);
    assert_int_equal(rows.count, 2);
    close_record(&fixture);
}

// --- Tries ---------------------------------------------------------------------------------------

// What a slow count says of the first try of the turn.
typedef struct Forecast {
    const Fixture *fixture;
    uint8_t seat;
    uint32_t own;     // own tries told of so far
    bool is_fresh;    // the forecast is of the next one
    double chance;    // that it is legal
    double left_bits; // the entropy of what remains if it is not
    uint32_t left;
    unsigned refused, played; // of those compared
} Forecast;

static Try next_own(const Forecast *forecast)
{
    const Entries *entries = &forecast->fixture->entries;
    uint32_t seen = 0;
    for (uint32_t i = 0; i < entries->count; i++)
        if (entries->list[i].seat == forecast->seat && seen++ == forecast->own)
            return entries->list[i].attempt;
    return TRY_NONE;
}

static bool make_forecast(void *context, const StudyTurn *studied)
{
    const PoolTurn judged = pool_turn(studied), *turn = &judged;
    Forecast *forecast = context;
    const Try next = next_own(forecast);
    const Boards *boards = turn->boards;
    double sum = 0, bits = 0;
    forecast->left = 0;
    for (uint32_t i = 0; i < boards->count; i++) {
        const KriegspielBoard *board = boards_at(boards, i);
        if (chess_is_legal(&board->position, next))
            continue;
        sum += boards->weights[i];
        bits -= boards->weights[i] * log2(boards->weights[i]);
        forecast->left++;
    }
    forecast->chance = 1 - sum;
    forecast->left_bits = bits / sum + log2(sum); // of the weights divided by their sum
    forecast->is_fresh = true;
    return true;
}

static bool compare_try(void *context, const StudiedTry *tried)
{
    Forecast *forecast = context;
    assert_int_equal(tried->attempt, next_own(forecast));
    forecast->own++;
    if (forecast->is_fresh && !tried->is_redrawn) {
        assert_true(is_near(tried->legal_chance, forecast->chance));
        if (tried->heard.event == HEARD_REFUSAL) {
            assert_int_equal(tried->after, forecast->left);
            assert_true(is_near(tried->bits_after, forecast->left_bits));
            forecast->refused++;
        } else {
            assert_true(tried->legal_chance > 0);
            forecast->played++;
        }
    }
    forecast->is_fresh = false;
    return true;
}

static void a_try_is_judged_as_a_slow_count_judges_it(void **state)
{
    (void)state;
    unsigned refused = 0, played = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        Fixture fixture;
        open_record(&fixture, "kriegspiel");
        add_random_tries(&fixture, seed, 60);
        Forecast forecast = {.fixture = &fixture, .seat = seed % 2};
        const StudySink sink = {
            .turn = make_forecast, .attempt = compare_try, .context = &forecast};
        assert_int_equal(follow(&fixture, forecast.seat, 600, &sink), STUDY_OK);
        refused += forecast.refused;
        played += forecast.played;
        close_record(&fixture);
    }
    assert_true(refused >= 20 && played >= 50);
}

static bool keep_try(void *context, const StudiedTry *tried)
{
    *(StudiedTry *)context = *tried;
    return true;
}

static void a_try_that_own_men_forbid_has_no_chance_and_tells_nothing(void **state)
{
    (void)state;
    Fixture fixture;
    StudiedTry tried;
    const StudySink sink = {.attempt = keep_try, .context = &tried};
    open_record(&fixture, "kriegspiel");
    add_tries(&fixture, "e2e4 e7e5 b1d2");
    assert_int_equal(follow(&fixture, WHITE, 1000, &sink), STUDY_OK);
    assert_true(is_near(tried.legal_chance, 0));
    assert_true(is_near(tried.bits_before, tried.bits_after));
    assert_true(tried.bits_before > 1);
    close_record(&fixture);
}

static void a_question_is_always_allowed(void **state)
{
    (void)state;
    Fixture fixture;
    StudiedTry tried;
    const StudySink sink = {.attempt = keep_try, .context = &tried};
    open_record(&fixture, "kriegspiel(rules=berkeley-any)");
    add_tries(&fixture, "e2e4 d7d5 any?");
    assert_int_equal(follow(&fixture, WHITE, 1000, &sink), STUDY_OK);
    assert_int_equal(tried.heard.event, HEARD_ANSWER);
    assert_true(is_near(tried.legal_chance, 1));
    assert_true(tried.after < tried.before);
    close_record(&fixture);
}

// --- Silence -------------------------------------------------------------------------------------

typedef struct Trace {
    uint64_t boards; // a hash of all boards at all turns
    uint64_t truth;  // the key of the last true position
    uint32_t heard;
} Trace;

static bool trace_turn(void *context, const StudyTurn *studied)
{
    const PoolTurn judged = pool_turn(studied), *turn = &judged;
    Trace *trace = context;
    for (uint32_t i = 0; i < turn->boards->count; i++)
        trace->boards = trace->boards * 31 +
                        kriegspiel_belief_model.key(boards_at(turn->boards, i)) + turn->is_exact;
    trace->truth = turn->truth->key;
    return true;
}

static bool trace_heard(void *context, const void *view, Try own, const Hearing *heard)
{
    (void)view;
    (void)own;
    ((Trace *)context)->heard += heard->event != HEARD_NOTHING;
    return true;
}

static Trace trace_of(const char *words)
{
    Fixture fixture;
    Trace trace = {0};
    const StudySink sink = {.turn = trace_turn, .hear = trace_heard, .context = &trace};
    open_record(&fixture, "kriegspiel");
    add_tries(&fixture, words);
    assert_int_equal(follow(&fixture, WHITE, 500, &sink), STUDY_OK);
    close_record(&fixture);
    return trace;
}

static void records_that_sound_alike_give_the_same_boards(void **state)
{
    (void)state;
    // Different moves, different refused tries of Black's, one sound.
    const Trace one = trace_of("e2e4 a7a6 g1f3 a6a5 f1e2 h7h6 e1g1 b8c6");
    const Trace other = trace_of("e2e4 a7b6 h7h6 g1f3 h6h5 f1e2 h5g4 a7a6 e1g1 g8f6");
    assert_true(one.truth != other.truth);
    assert_int_equal(one.boards, other.boards);
    assert_int_equal(one.heard, 9);
    assert_int_equal(other.heard, 9);
    const Trace louder = trace_of("e2e4 d7d5 g1f3 a6a5 d5e4 h7h6 e1g1 b8c6");
    assert_true(one.boards != louder.boards);
}

// --- What goes wrong -----------------------------------------------------------------------------

static void what_is_no_record_of_a_phantom_game_is_an_error(void **state)
{
    (void)state;
    const StudySink sink = {0};
    Fixture fixture;
    open_record(&fixture, "kriegspiel");
    add_entry(&fixture, EVENT_TRY, BLACK, try_from_text(slice_of("e7e5")));
    assert_int_equal(follow(&fixture, WHITE, 100, &sink), STUDY_ERR_RECORD);
    close_record(&fixture);
    open_record(&fixture, "chess");
    assert_int_equal(follow(&fixture, WHITE, 100, &sink), STUDY_ERR_GAME);
    close_record(&fixture);
    for (StudyError error = STUDY_OK; error < STUDY_ERR_COUNT; error++)
        assert_true(study_error_text(error)[0]);
}

static bool follow_with(Miser *miser)
{
    static const StudySink sink = {0};
    const Memory memory = miser_memory(miser);
    Fixture fixture;
    open_record(&fixture, "kriegspiel");
    add_random_tries(&fixture, 3, 30);
    const StudyPlan plan = {.game = &kriegspiel_game,
                            .rules = (const Rules *)&fixture.rules,
                            .entries = &fixture.entries,
                            .pool = {.limit = 50, .seed = 1}};
    const StudyError error = study_game(&plan, &memory, &sink);
    assert_true(error == STUDY_OK || error == STUDY_ERR_MEMORY);
    close_record(&fixture);
    return error == STUDY_OK;
}

static void memory_that_is_refused_is_seen(void **state)
{
    (void)state;
    assert_refusals_are_seen(follow_with, 10);
}

static bool check_empty(void *context, const StudyTurn *studied)
{
    const PoolTurn judged = pool_turn(studied), *turn = &judged;
    Rows *rows = context;
    if (turn->boards->count)
        return true;
    rows->empty++;
    assert_true(is_near(turn->quality.truth_weight, 0) && is_near(turn->quality.king_chance, 0));
    assert_true(is_near(turn->quality.king_log_loss, -log(KING_FLOOR / 64)));
    assert_true(is_near(turn->quality.brier, bits_count(turn->truth->color[BLACK]) / 64.0));
    return true;
}

// A pool that never goes back stays dead.
static void an_empty_pool_is_scored_as_believing_in_nothing(void **state)
{
    (void)state;
    Rows rows = {0};
    for (uint64_t seed = 1; seed <= 40 && !rows.empty; seed++) {
        Fixture fixture;
        const StudySink sink = {.turn = check_empty, .context = &rows};
        const PoolPlan plan = {.limit = 10, .cut = 5, .seed = 7};
        open_record(&fixture, "kriegspiel");
        add_random_tries(&fixture, seed, 120);
        assert_int_equal(follow_by(&fixture, WHITE, plan, &sink), STUDY_OK);
        close_record(&fixture);
    }
    assert_true(rows.empty > 0);
}

static bool count_guessed(void *context, const StudyTurn *studied)
{
    const PoolTurn judged = pool_turn(studied), *turn = &judged;
    Rows *rows = context;
    rows->empty += turn->boards->count == 0;
    rows->guessed += turn->is_guessed;
    assert_false(turn->is_guessed && turn->is_exact);
    return true;
}

static void the_smallest_pool_has_a_board_at_every_turn(void **state)
{
    (void)state;
    Rows rows = {0};
    for (uint64_t seed = 1; seed <= 12; seed++) {
        Fixture fixture;
        const StudySink sink = {.turn = count_guessed, .context = &rows};
        open_record(&fixture, "kriegspiel");
        add_random_tries(&fixture, seed, 120);
        assert_int_equal(follow(&fixture, WHITE, 10, &sink), STUDY_OK);
        close_record(&fixture);
    }
    assert_true(rows.guessed > 10);
    assert_int_equal(rows.empty, 0);
}

static void sums_have_means(void **state)
{
    (void)state;
    const Boards none = {0}, two = {.count = 2};
    PoolSums sums = {0};
    assert_true(is_near(pool_sums_mean(&sums).brier, 0));
    const PoolTurn poor = {.boards = &none, .quality = {.king_log_loss = 8, .brier = 0.25}};
    const PoolTurn good = {
        .boards = &two, .is_exact = true, .quality = {.truth_weight = 0.5, .king_chance = 1}};
    pool_sums_add(&sums, &poor);
    pool_sums_add(&sums, &good);
    const Quality mean = pool_sums_mean(&sums);
    assert_true(is_near(mean.truth_weight, 0.25) && is_near(mean.king_chance, 0.5));
    assert_true(is_near(mean.king_log_loss, 4) && is_near(mean.brier, 0.125));
    assert_int_equal(sums.turns, 2);
    assert_int_equal(sums.exact + sums.found + sums.empty, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_own_turn_has_a_row_and_an_exact_pool_the_truth),
        cmocka_unit_test(a_sink_can_end_the_walk),
        cmocka_unit_test(moves_after_the_end_of_the_game_are_passed_over),
        cmocka_unit_test(a_try_is_judged_as_a_slow_count_judges_it),
        cmocka_unit_test(a_try_that_own_men_forbid_has_no_chance_and_tells_nothing),
        cmocka_unit_test(a_question_is_always_allowed),
        cmocka_unit_test(records_that_sound_alike_give_the_same_boards),
        cmocka_unit_test(what_is_no_record_of_a_phantom_game_is_an_error),
        cmocka_unit_test(memory_that_is_refused_is_seen),
        cmocka_unit_test(an_empty_pool_is_scored_as_believing_in_nothing),
        cmocka_unit_test(the_smallest_pool_has_a_board_at_every_turn),
        cmocka_unit_test(sums_have_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
