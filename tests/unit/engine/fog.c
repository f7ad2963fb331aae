// What fog is made of: what boards remember, policies and the model of an opponent, exchanges, and tries one step ahead.
#include "base/os/threads.h"
#include "engine/kriegspiel_belief/policy.h"
#include "engine/kriegspiel_search/evaluate.h"
#include "engine/kriegspiel_search/two_step.h"
#include "unit/check.h"

#include <math.h>
#include <string.h>

static Move move_of(const char *text)
{
    return try_from_text(slice_of(text));
}

static KriegspielBoard board_of(const char *fen)
{
    KriegspielBoard board = {0};
    assert_int_equal(position_from_fen(slice_of(fen), NULL, &board.position), FEN_OK);
    return board;
}

// --- What is remembered, and what it tells ----------------------------------------------------------

// Men that capture are known, men that move are not; those that never moved may be guessed.
static void a_board_remembers_who_showed_himself(void **state)
{
    (void)state;
    KriegspielBoard start = board_of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), taken = {0}, moved = {0};
    start.still = position_occupied(&start.position);
    const unsigned d5 = square_from_text("d5"), e8 = square_from_text("e8");
    kriegspiel_remember(&start, move_of("e4d5"), (uint8_t)(d5 + 1), &taken);
    position_after(&start.position, move_of("e4d5"), &taken.position);
    assert_true(taken.shown == bit(d5));
    assert_true(taken.still == (bit(square_from_text("e1")) | bit(e8)));
    assert_int_equal(taken.latest[WHITE][0], d5 + 1);
    kriegspiel_remember(&taken, move_of("e8d7"), 0, &moved);
    assert_true(moved.shown == bit(d5) && !bits_has(moved.still, e8));
    assert_int_equal(moved.latest[BLACK][0], square_from_text("d7") + 1);
    assert_int_equal(moved.latest[WHITE][0], d5 + 1);
}

static bool has_term(const KriegspielBoard *board, const char *move, unsigned term)
{
    const PolicyMen men = policy_men(board);
    uint16_t terms[POLICY_MOVE_TERMS];
    const unsigned count = policy_terms(&men, board, move_of(move), terms);
    for (unsigned i = 0; i < count; i++)
        if (terms[i] == term)
            return true;
    return false;
}

// The term of a capture says what the seat can know of the man.
static void a_capture_is_told_by_what_is_known_of_the_man(void **state)
{
    (void)state;
    enum { H8 = 63 };
    static const struct {
        bool is_shown, is_still;
        uint8_t latest[LATEST_MOVES], lost_at;
        unsigned term;
    } cases[] = {
        {.term = POLICY_TAKE_HIDDEN},
        {.is_still = true, .term = POLICY_TAKE_STILL},
        {.latest = {H8 + 1}, .term = POLICY_TAKE_FRESH},
        {.latest = {1, 2, H8 + 1}, .term = POLICY_TAKE_RECENT},
        {.is_shown = true, .latest = {H8 + 1}, .term = POLICY_TAKE_SHOWN},
        {.is_shown = true, .lost_at = H8 + 1, .term = POLICY_RECAPTURE},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        KriegspielBoard board = board_of("3k3n/8/8/8/8/8/8/3K3R w - - 0 1");
        board.shown = cases[i].is_shown ? bit(H8) : 0;
        board.still = cases[i].is_still ? bit(H8) : 0;
        board.lost_at = cases[i].lost_at;
        memcpy(board.latest[BLACK], cases[i].latest, LATEST_MOVES);
        assert_true(has_term(&board, "h1h8", cases[i].term + ROOK));
        for (unsigned term = POLICY_RECAPTURE; term < POLICY_CHECK; term++) {
            assert_true(term == cases[i].term + ROOK || !has_term(&board, "h1h8", term));
            assert_false(has_term(&board, "h1h7", term));
        }
    }
}

// A man goes where others guard it and leaves what it guards: both are seen by the own men alone.
static void a_move_is_told_by_the_guards_of_the_own_men(void **state)
{
    (void)state;
    const KriegspielBoard board = board_of("4k3/4r3/8/8/3P4/5N2/6P1/4K3 w - - 0 1");
    static const struct {
        const char *move;
        unsigned term;
        bool has;
    } cases[] = {
        {"f3e5", POLICY_TO_PAWN_GUARD + KNIGHT, true}, // the pawn on d4
        {"f3e5", POLICY_TO_GUARD + KNIGHT, false},
        {"f3h4", POLICY_TO_PAWN_GUARD + KNIGHT, false},
        {"f3d2", POLICY_TO_GUARD + KNIGHT, true}, // the king
        {"f3e5", POLICY_FROM_GUARD + KNIGHT, true},
        {"d4d5", POLICY_FROM_GUARD + PAWN, true}, // the knight
        {"f3h4", POLICY_LEAVE, true},             // d4; g2 is left, and guarded from h4
        {"f3h4", POLICY_GUARD, true},
        {"f3e5", POLICY_LEAVE, true},
        {"f3e5", POLICY_GUARD, false},
        {"e1d2", POLICY_LEAVE, false},
        {"f3d2", POLICY_CHECK + KNIGHT, false},
        {"f3h4", POLICY_REACH + 1, true}, // three squares instead of six
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++)
        assert_true(has_term(&board, cases[i].move, cases[i].term) == cases[i].has);
}

// What the memo remembers of one board is forgotten at the next, and chances are the same with and without it.
static void a_memo_changes_no_chance(void **state)
{
    (void)state;
    static const char *const boards[] = {
        "r3k2r/pp1q1ppp/2n2n2/2b1p3/8/2N2N2/PP2PPPP/R1BQKB1R b KQkq - 0 1",
        "r3k2r/pp1q1ppp/2n2n2/2b1p3/6Q1/2N2N2/PP2PPPP/R1B1KB1R b KQkq - 0 1",
        "4k3/1P6/8/3p4/4P3/8/p7/4K3 b - - 0 1"};
    static PolicyMemo memo;
    static Policy policy;
    for (unsigned i = 0; fitted_policies[i].name; i++)
        policy_add(&policy, &fitted_policies[i].logs, 0.2f);
    for (unsigned i = 0; i < COUNT_OF(boards); i++) {
        const KriegspielBoard board = board_of(boards[i]);
        MoveList replies;
        float plain[MOVES_MAX], remembered[MOVES_MAX];
        chess_list_legal(&board.position, &replies);
        policy_chances(&policy, &board, &replies, plain);
        if (i != 1) // its men are those of the first
            policy_memo_begin(&memo, &board);
        for (unsigned again = 0; again < 2; again++) {
            policy_chances_by_memo(&policy, &memo, &board, &replies, remembered);
            assert_memory_equal(plain, remembered, replies.count * sizeof *plain);
        }
    }
}

// --- Policies ---------------------------------------------------------------------------------------

static void a_policy_is_read_as_it_is_written(void **state)
{
    (void)state;
    assert_true(fitted_policies[0].name);
    for (unsigned i = 0; fitted_policies[i].name; i++) {
        Text text = text_growing(&memory_heap);
        char why[200];
        Text message = TEXT_IN(why);
        PolicyLogs read;
        policy_write(&fitted_policies[i].logs, &text);
        assert_true(policy_read((Slice){text.start, text.length}, &read, &message));
        for (unsigned term = 0; term < POLICY_TERMS; term++)
            assert_true(fabsf(read.logs[term] - fitted_policies[i].logs.logs[term]) < 0.006f);
        text_done(&text);
    }
}

static void a_wrong_policy_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "policy\n",
                                        "nebel policy 1\nrecapture 3\n",
                                        "nebel policy 1\nrecapture x 3\n",
                                        "nebel policy 1\ncastle 3 4\n",
                                        "nebel policy 1\ncastle nan\n",
                                        "nebel policy 1\nfrom p 1 2 3\n",
                                        "nebel policy 1\nwait 3\n"};
    for (unsigned i = 0; i < COUNT_OF(wrong); i++) {
        char why[200] = "";
        Text message = TEXT_IN(why);
        PolicyLogs untouched = {.logs = {77}};
        assert_false(policy_read(slice_of(wrong[i]), &untouched, &message));
        assert_true(untouched.logs[0] == 77 && why[0]);
    }
}

// Nothing legal is impossible, whatever the policies say, and all chances sum to one.
static void what_is_left_goes_to_all_moves_alike(void **state)
{
    (void)state;
    const KriegspielBoard board = board_of("4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1");
    const PolicyLogs takes = {.logs = {[POLICY_TAKE_HIDDEN + PAWN] = 20}};
    Policy policy = {0};
    MoveList replies;
    float chances[MOVES_MAX], sum = 0;
    policy_add(&policy, &takes, 0.9f);
    chess_list_legal(&board.position, &replies);
    policy_chances(&policy, &board, &replies, chances);
    for (uint32_t i = 0; i < replies.count; i++) {
        sum += chances[i];
        assert_true(replies.moves[i] == move_of("d5e4")
                        ? chances[i] > 0.9f
                        : fabsf(chances[i] - 0.1f / (float)replies.count) < 0.001f);
    }
    assert_true(fabsf(sum - 1) < 0.001f);
}

// Who takes whenever he can is not the player that never does: the shares say so soon, and none of them vanishes.
static void the_model_follows_what_is_heard(void **state)
{
    (void)state;
    static OpponentModel model;
    const KriegspielBoard board = board_of("4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1");
    const PolicyLogs takes = {.logs = {[POLICY_TAKE_HIDDEN + PAWN] = 10}},
                     waits = {.logs = {[POLICY_TAKE_HIDDEN + PAWN] = -10}};
    Boards boards;
    assert_true(boards_init(&boards, &memory_heap, &kriegspiel_belief_model, 4));
    assert_true(boards_add(&boards, &board, 1));
    opponent_model_begin(&model, &rulesets[0], BLACK, 1);
    assert_true(model.policy.count >= 2);
    model.policy.count = 0;
    policy_add(&model.policy, &takes, 0.4f);
    policy_add(&model.policy, &waits, 0.4f);
    Hearing heard = {.event = HEARD_MOVE,
                     .verdict = VERDICT_PLAYED,
                     .seat = BLACK,
                     .captured = CAPTURED_PAWN,
                     .capture_at = (uint8_t)(square_from_text("e4") + 1)};
    for (unsigned i = 0; i < 3; i++)
        opponent_model_hear(&model, &boards, &heard);
    assert_true(model.policy.shares[0] > 0.9f && model.policy.shares[1] > 0.005f);
    heard.capture_at = (uint8_t)(square_from_text("a1") + 1); // on no board
    const float before = model.policy.shares[0];
    opponent_model_hear(&model, &boards, &heard);
    assert_true(model.policy.shares[0] == before);
    boards_done(&boards);
}

// --- Exchanges --------------------------------------------------------------------------------------

static void an_exchange_is_counted_to_its_end(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *move;
        int value;
    } cases[] = {
        {"4k3/8/8/3p4/8/8/3R4/3K4 w - - 0 1", "d2d5", 100},                // nobody takes back
        {"4k3/8/4p3/3p4/8/8/3R4/3K4 w - - 0 1", "d2d5", 100 - 500},        // a pawn does
        {"3rk3/8/4p3/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 320 - 500},      // and better not again
        {"3rk3/8/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 320},              // a rook behind the rook
        {"4k3/8/4p3/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 950 - 100},        // a pawn for a queen
        {"4k3/8/8/3n4/2b5/8/3R4/3RK3 w - - 0 1", "d2d5", 320 - 500 + 330}, // the bishop is retaken
        {"8/8/2k5/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 320}, // a king does not take what is guarded
        {"8/8/2k5/3n4/8/8/3R4/4K3 w - - 0 1", "d2d5", 320 - 500},       // what is not, it does
        {"4k3/8/4p3/8/8/8/3R4/3K4 w - - 0 1", "d2d5", -500},            // onto an empty square
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 320 + 950 - 100}, // a promotion
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const KriegspielBoard board = board_of(cases[i].fen);
        const int value = exchange_value(&board.position, move_of(cases[i].move));
        if (value != cases[i].value)
            fail_msg("%s %s is worth %d, not %d", cases[i].fen, cases[i].move, value,
                     cases[i].value);
    }
}

// --- One step ---------------------------------------------------------------------------------------

static const Budget no_limit = {0};

static void add_board(OneStep *step, const KriegspielBoard *board, Meter *meter)
{
    assert_int_equal(one_step_add(step, &board, 1, &team_of_one, meter), 1);
}

// The best of all tries that are legal on the first of some boards, none of which is likelier than another.
static Try best_on(const char *const *fens, unsigned count, const OneStepTry **best)
{
    static OneStep step;
    Meter meter = meter_begin(&no_limit, WHITE);
    MoveList tries;
    const OneStepPlan plan = {.threat = 0.4, .caution = 1};
    const KriegspielBoard first = board_of(fens[0]);
    chess_list_legal(&first.position, &tries);
    one_step_begin(&step, &plan, tries.moves, tries.count);
    for (unsigned i = 0; i < count; i++) {
        const KriegspielBoard board = board_of(fens[i]);
        add_board(&step, &board, &meter);
    }
    assert_int_equal(meter.nodes, (uint64_t)tries.count * count);
    const uint32_t index = one_step_choose(&step);
    assert_true(index < step.count);
    *best = &step.tries[index];
    return step.tries[index].attempt;
}

static void the_best_try_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *fens[2], *best;
    } cases[] = {
        {{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"}, "a1a8"}, // mate
        {{"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"}, "e4d5"}, // a queen
        {{"k7/8/8/8/8/8/1r6/K7 w - - 0 1"}, "a1b2"},     // the last rook
        {{"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/5q2/4P3/8/8/4K3 w - - 0 1"}, "e4d5"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const OneStepTry *best;
        const Try attempt = best_on(cases[i].fens, cases[i].fens[1] ? 2 : 1, &best);
        if (attempt != move_of(cases[i].best))
            fail_msg("case %u: not %s", i, cases[i].best);
    }
}

// A try that is refused on one of two boards costs nothing: the other try follows.
static void a_refusal_is_followed_by_the_next_try(void **state)
{
    (void)state;
    static const char *const fens[] = {"4k3/8/8/3q1q2/4P3/8/8/4K3 w - - 0 1",
                                       "4k3/8/8/5q2/4P3/8/8/4K3 w - - 0 1"};
    const OneStepTry *best;
    const Try attempt = best_on(fens, COUNT_OF(fens), &best);
    assert_int_equal(attempt, move_of("e4d5"));
    // Where it is refused the other queen falls, and he has none left.
    assert_true(best->legal == 0.5 && best->worth > best->value + 300);
}

static void no_more_boards_than_there_is_room_for(void **state)
{
    (void)state;
    static OneStep step;
    const KriegspielBoard board = board_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    const Try tries[] = {move_of("e1e2"), TRY_ANY};
    Meter meter = meter_begin(&no_limit, WHITE);
    const OneStepPlan plan = {.caution = 1};
    one_step_begin(&step, &plan, tries, COUNT_OF(tries));
    assert_int_equal(step.count, 1);             // not the question
    assert_int_equal(one_step_choose(&step), 1); // no board, no choice
    for (unsigned i = 0; i < ONE_STEP_BOARDS_MAX; i++)
        add_board(&step, &board, &meter);
    const KriegspielBoard *const more[] = {&board};
    assert_int_equal(one_step_add(&step, more, 1, &team_of_one, &meter), 0);
    assert_int_equal(one_step_choose(&step), 0);
}

// --- Two steps --------------------------------------------------------------------------------------

// The best of two tries on some boards, two steps ahead; each board comes eight times. Threats do not count.
static Try best_further(const char *const *fens, unsigned count, const char *const words[2],
                        TwoStep *two)
{
    enum { TIMES = 8 };
    static OneStep step;
    static KriegspielBoard boards[2];
    Meter meter = meter_begin(&no_limit, WHITE);
    const Try tries[] = {move_of(words[0]), move_of(words[1])};
    TwoStepBoards further = {.count = TIMES * count};
    const OneStepPlan plan = {.caution = 1};
    assert_true(count <= COUNT_OF(boards));
    for (unsigned i = 0; i < count; i++)
        boards[i] = board_of(fens[i]);
    one_step_begin(&step, &plan, tries, COUNT_OF(tries));
    for (unsigned i = 0; i < further.count; i++) {
        further.boards[i] = &boards[i % count];
        further.shares[i] = (float)(i / count) / TIMES;
        add_board(&step, further.boards[i], &meter);
    }
    const OwnMen own = own_men_of(&boards[0].position, WHITE);
    const uint32_t best = two_step_choose(two, &step, one_step_choose(&step), &rulesets[0], &own,
                                          &further, &team_of_one, &meter);
    assert_true(best < step.count && meter.nodes > COUNT_OF(tries) * further.count);
    return step.tries[best].attempt;
}

static void two_steps_see_a_fork(void **state)
{
    (void)state;
    static TwoStep two;
    static const char *const fork[] = {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1"};
    static const char *const tries[] = {"d5b4", "d5c7"};
    assert_int_equal(best_further(fork, COUNT_OF(fork), tries, &two), move_of("d5c7"));
}

// A pawn stands on c5 or on g5, and nothing tells which: the knight takes one of the two squares, and finds the pawn in half of the cases at most.
static void the_next_try_does_not_know_the_board(void **state)
{
    (void)state;
    static TwoStep two;
    static const char *const fens[] = {"k7/p7/8/2p5/2P1N1P1/8/8/K7 w - - 0 1",
                                       "k7/p7/8/6p1/2P1N1P1/8/8/K7 w - - 0 1"};
    static const char *const tries[] = {"a1b1", "a1a2"};
    double most[2]; // for one board, for two
    for (unsigned count = 1; count <= 2; count++) {
        (void)best_further(fens, count, tries, &two);
        most[count - 1] = two.ranked[0]->gain;
    }
    assert_true(most[1] < most[0] - 40);
}

static void without_boards_one_step_decides(void **state)
{
    (void)state;
    static TwoStep two;
    static OneStep step;
    const KriegspielBoard board = board_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    const Try tries[] = {move_of("e1e2"), move_of("e1d1")};
    Meter meter = meter_begin(&no_limit, WHITE);
    const OwnMen own = own_men_of(&board.position, WHITE);
    const TwoStepBoards none = {0};
    one_step_begin(&step, &(OneStepPlan){.caution = 1}, tries, COUNT_OF(tries));
    add_board(&step, &board, &meter);
    const uint32_t best = one_step_choose(&step);
    assert_int_equal(
        two_step_choose(&two, &step, best, &rulesets[0], &own, &none, &team_of_one, &meter), best);
}

// --- Threads -----------------------------------------------------------------------------------------

typedef struct Valued {
    OneStep step;
    TwoStep two;
    uint64_t nodes;
    uint32_t chosen;
} Valued;

// Values all tries on boards that differ in a knight of his, one and two steps ahead.
static void value_by(const Team *team, uint64_t nodes, Valued *valued)
{
    static const char *const fens[] = {
        "r3kb1r/pp3ppp/2n2n2/3p4/3P4/2N2N2/PP3PPP/R1B1KB1R w KQkq - 0 8",
        "r3kb1r/pp3ppp/5n2/n2p4/3P4/2N2N2/PP3PPP/R1B1KB1R w KQkq - 0 8",
        "r3kb1r/pp3ppp/2n5/3p4/3Pn3/2N2N2/PP3PPP/R1B1KB1R w KQkq - 0 8",
    };
    enum { BOARDS = 48 };
    static KriegspielBoard boards[COUNT_OF(fens)];
    static TwoStepBoards further;
    const Budget budget = {.nodes = nodes};
    Meter meter = meter_begin(&budget, WHITE);
    for (unsigned i = 0; i < COUNT_OF(fens); i++)
        boards[i] = board_of(fens[i]);
    further.count = BOARDS;
    for (unsigned i = 0; i < BOARDS; i++) {
        further.boards[i] = &boards[i % COUNT_OF(boards)];
        further.shares[i] = (float)i / BOARDS;
    }
    MoveList tries;
    chess_list_legal(&boards[0].position, &tries);
    memset(valued, 0, sizeof *valued);
    one_step_begin(&valued->step, &(OneStepPlan){.threat = 0.4, .caution = 1}, tries.moves,
                   tries.count);
    (void)one_step_add(&valued->step, further.boards, BOARDS, team, &meter);
    const OwnMen own = own_men_of(&boards[0].position, WHITE);
    const uint32_t best = one_step_choose(&valued->step);
    valued->chosen = two_step_choose(&valued->two, &valued->step, best, &rulesets[0], &own,
                                     &further, team, &meter);
    valued->nodes = meter.nodes;
}

static void threads_change_no_number(void **state)
{
    (void)state;
    static Valued alone, together;
    static const uint64_t limits[] = {0,    1,    40,   333,  1500, 2000, 2500,
                                      3000, 3500, 4000, 5000, 6000, 8000, 9999};
    for (unsigned i = 0; i < COUNT_OF(limits); i++)
        for (unsigned threads = 2; threads <= 3; threads++) {
            value_by(&team_of_one, limits[i], &alone);
            value_by(&(Team){&crew_threads, threads}, limits[i], &together);
            assert_int_equal(together.step.boards, alone.step.boards);
            assert_int_equal(together.chosen, alone.chosen);
            assert_memory_equal(together.step.tries, alone.step.tries, sizeof alone.step.tries);
            assert_memory_equal(together.step.values, alone.step.values, sizeof alone.step.values);
            assert_int_equal(together.two.count, alone.two.count);
            for (unsigned k = 0; k < TWO_STEP_TRIES_MAX; k++)
                assert_true(together.two.tries[k].gain == alone.two.tries[k].gain);
            assert_true(limits[i] || together.nodes == alone.nodes);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_remembers_who_showed_himself),
        cmocka_unit_test(a_capture_is_told_by_what_is_known_of_the_man),
        cmocka_unit_test(a_move_is_told_by_the_guards_of_the_own_men),
        cmocka_unit_test(a_memo_changes_no_chance),
        cmocka_unit_test(a_policy_is_read_as_it_is_written),
        cmocka_unit_test(a_wrong_policy_is_refused),
        cmocka_unit_test(what_is_left_goes_to_all_moves_alike),
        cmocka_unit_test(the_model_follows_what_is_heard),
        cmocka_unit_test(an_exchange_is_counted_to_its_end),
        cmocka_unit_test(the_best_try_is_found),
        cmocka_unit_test(a_refusal_is_followed_by_the_next_try),
        cmocka_unit_test(no_more_boards_than_there_is_room_for),
        cmocka_unit_test(two_steps_see_a_fork),
        cmocka_unit_test(the_next_try_does_not_know_the_board),
        cmocka_unit_test(without_boards_one_step_decides),
        cmocka_unit_test(threads_change_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
