// Chess engines as guests: what they are shown, what they say, and what they can do to us.
//
// Stockfish and GNU Chess are real here; those that hang, lie and crash are a few lines of shell.
#include "engine/external/child.h"
#include "engine/external/gtp.h"
#include "engine/external/program.h"
#include "engine/external/uci_check.h"
#include "engine/external/uci_evaluator.h"
#include "engine/external/uci_player.h"
#include "engine/kriegspiel_players/sampling.h"
#include "engine/kriegspiel_search/alphabeta.h"
#include "engine/players/roster.h"
#include "games/chess/fen.h"
#include "games/chess/legal.h"
#include "games/chess/notation.h"
#include "games/kriegspiel/open_chess.h"
#include "unit/children.h"
#include "unit/miser.h"
#include "unit/read_game.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SHORT_MS = 200, LONG_MS = 60000 };

static const char start_fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
static const char *const engine_names[] = {"stockfish", "gnuchess"};

static Position read_fen(const char *fen)
{
    Position position;
    assert_int_equal(position_from_fen(slice_of(fen), NULL, &position), FEN_OK);
    return position;
}

static const Budget endless = {0};

// --- Evaluators ----------------------------------------------------------------------------------

static UciEvaluator *open_plan(const UciEvaluatorPlan *plan)
{
    char why[200];
    Text message = TEXT_IN(why);
    UciEvaluator *evaluator = uci_evaluator_create(&memory_heap, plan);
    assert_non_null(evaluator);
    if (!uci_evaluator_begin(evaluator, &message))
        fail_msg("%s", why);
    return evaluator;
}

static UciEvaluator *open_limited(const char *name, unsigned depth, unsigned nodes,
                                  unsigned children)
{
    char memory[PROGRAM_COMMAND_MAX], why[200];
    Text command = TEXT_IN(memory), message = TEXT_IN(why);
    const UciEngine *engine = uci_engine(slice_of(name));
    if (!uci_command(engine, &command, &message))
        fail_msg("%s", why);
    const UciEvaluatorPlan plan = {
        .uci = {.engine = engine, .command = memory, .patience_ms = LONG_MS},
        .depth = depth,
        .nodes = nodes,
        .children = children,
        .native_depth = 1};
    return open_plan(&plan);
}

static UciEvaluator *open_real(const char *name, unsigned depth, unsigned children)
{
    return open_limited(name, depth, 0, children);
}

// An engine of few words; DO is what it does at `go`.
#define FAKE(DO)                                                                         \
    "while read -r v w; do case $v in uci) echo uciok;; isready) echo readyok;; go) " DO \
    ";; esac; done"

static UciEvaluator *open_fake(const char *command, uint32_t patience_ms)
{
    const UciEvaluatorPlan plan = {
        .uci = {.engine = &uci_engines[0], .command = command, .patience_ms = patience_ms},
        .children = 1,
        .native_depth = 1};
    return open_plan(&plan);
}

typedef struct Valued {
    MoveList list;
    int values[MOVES_MAX];
} Valued;

static bool value_all(UciEvaluator *evaluator, const Position *position, Meter *meter,
                      Valued *valued)
{
    const Evaluator interface = uci_evaluator_interface(evaluator);
    chess_list_legal(position, &valued->list);
    return interface.value_moves(interface.context, position, valued->list.moves,
                                 valued->list.count, meter, valued->values);
}

static bool value_fen(UciEvaluator *evaluator, const char *fen, Valued *valued)
{
    const Position position = read_fen(fen);
    Meter meter = meter_begin(&endless, 0);
    return value_all(evaluator, &position, &meter, valued);
}

static int value_of(const Valued *valued, const char *move)
{
    for (uint32_t i = 0; i < valued->list.count; i++)
        if (valued->list.moves[i] == move_from_uci(slice_of(move)))
            return valued->values[i];
    fail_msg("%s was not valued", move);
    return 0;
}

static int best_of(const Valued *valued)
{
    int best = -VALUE_MAX;
    for (uint32_t i = 0; i < valued->list.count; i++)
        best = valued->values[i] > best ? valued->values[i] : best;
    return best;
}

// --- Lines ---------------------------------------------------------------------------------------

static void an_info_line_is_read_for_what_it_says(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        bool is_info, has_value;
        int value;
        uint32_t nodes;
        const char *move;
    } cases[] = {
        {"info depth 1 multipv 2 score cp -31 nodes 49 pv a2a3 e7e5", true, true, -31, 49, "a2a3"},
        {"info score mate 1 pv g6g7", true, true, MATE_VALUE, 0, "g6g7"},
        {"info score mate 3 pv g6g7", true, true, MATE_VALUE - 2, 0, "g6g7"},
        {"info score mate -2 pv a7a8q", true, true, -MATE_VALUE + 2, 0, "a7a8q"},
        {"info depth 0 score mate 0", true, true, -MATE_VALUE, 0, ""},
        {"info depth 5 score cp -13 upperbound nodes 100 pv e2e4", true, false, -13, 100, "e2e4"},
        {"info depth 5 score cp -13 lowerbound pv e2e4", true, false, -13, 0, "e2e4"},
        {"info score cp 999999999 pv e2e4", true, true, 20000, 0, "e2e4"},
        {"info score cp -999999999 pv e2e4", true, true, -20000, 0, "e2e4"},
        {"info score mate 999999999 pv e2e4", true, true, MATE_VALUE - 999, 0, "e2e4"},
        {"info score cp 99999999999999999999 pv e2e4", true, false, 0, 0, "e2e4"},
        {"info score cp x pv e2e4", true, false, 0, 0, "e2e4"},
        {"info score cp pv e2e4", true, false, 0, 0, ""},
        {"info score", true, false, 0, 0, ""},
        {"info nodes -4 pv", true, false, 0, 0, ""},
        {"info string score cp 5 pv e2e4", true, false, 0, 0, ""},
        {"info score cp 5 pv z9z9", true, true, 5, 0, ""},
        {"bestmove e2e4", false, false, 0, 0, ""},
        {"", false, false, 0, 0, ""},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        UciInfo info = {0};
        assert_int_equal(uci_read_info(slice_of(cases[i].line), &info), cases[i].is_info);
        assert_int_equal(info.has_value, cases[i].has_value);
        if (info.has_value)
            assert_int_equal(info.value, cases[i].value);
        assert_int_equal(info.nodes, cases[i].nodes);
        assert_int_equal(info.move, move_from_uci(slice_of(cases[i].move)));
    }
}

// --- What they are shown -------------------------------------------------------------------------

static void sound_positions_have_no_fault(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(3);
    for (unsigned game = 0; game < 30; game++) {
        Position position = read_fen(start_fen);
        for (unsigned ply = 0; ply < 120; ply++) {
            MoveList legal;
            Position after;
            assert_int_equal(uci_check(&position), UCI_FAULT_NONE);
            chess_list_legal(&position, &legal);
            if (!legal.count)
                break;
            position_after(&position, legal.moves[rng_below(&rng, legal.count)], &after);
            position = after;
        }
    }
}

static void put(Position *position, Color color, Kind kind, unsigned square)
{
    for (unsigned i = 0; i < KIND_COUNT; i++)
        position->kind[i] &= ~bit(square);
    position->color[WHITE] &= ~bit(square);
    position->color[BLACK] &= ~bit(square);
    position->color[color] |= bit(square);
    position->kind[kind] |= bit(square);
}

static void clear(Position *position, Bits squares)
{
    for (unsigned i = 0; i < KIND_COUNT; i++)
        position->kind[i] &= ~squares;
    position->color[WHITE] &= ~squares;
    position->color[BLACK] &= ~squares;
}

// Each breaks the first position of a game in one way, by chance in which.
static void break_board(Position *position, Rng *rng)
{
    position->board = (uint8_t)(1 + rng_below(rng, 255));
}

static void break_men(Position *position, Rng *rng)
{
    position->kind[rng_below(rng, KIND_COUNT)] ^= bit(rng_below(rng, SQUARE_COUNT));
}

static void break_colors(Position *position, Rng *rng)
{
    position->color[rng_below(rng, 2)] ^= bit(rng_below(rng, SQUARE_COUNT));
}

static void lose_king(Position *position, Rng *rng)
{
    clear(position, position_men(position, (Color)rng_below(rng, 2), KING));
}

static void add_king(Position *position, Rng *rng)
{
    put(position, (Color)rng_below(rng, 2), KING, 16 + rng_below(rng, 32));
}

static void add_men(Position *position, Rng *rng)
{
    put(position, (Color)rng_below(rng, 2), (Kind)(KNIGHT + rng_below(rng, 4)),
        16 + rng_below(rng, 32));
}

static void raise_pawn(Position *position, Rng *rng)
{
    static const unsigned squares[] = {1, 2, 3, 5, 6, 57, 58, 59, 61, 62}; // no king or rook
    const unsigned square = squares[rng_below(rng, COUNT_OF(squares))];
    put(position, square < 8 ? WHITE : BLACK, PAWN, square);
}

static void break_castling(Position *position, Rng *rng)
{
    static const unsigned corners[] = {0, 7, 56, 63};
    clear(position, bit(corners[rng_below(rng, 4)]));
}

static void break_turn(Position *position, Rng *rng)
{
    position->to_move = (uint8_t)(2 + rng_below(rng, 254));
}

static void break_passant(Position *position, Rng *rng)
{
    const uint32_t drawn = rng_below(rng, 255);
    position->passant = (Square)(drawn < SQUARE_NONE ? drawn : drawn + 1);
}

// A knight or queen where it attacks the king of the side not to move, in place of a man of its own
// colour.
static void leave_check(Position *position, Rng *rng)
{
    static const unsigned squares[] = {43, 45};  // d6 and f6
    clear(position, bit(8 + rng_below(rng, 8))); // a pawn, to make room among sixteen
    put(position, WHITE, KNIGHT, squares[rng_below(rng, 2)]);
}

static void a_thousand_broken_positions_are_never_sent(void **state)
{
    (void)state;
    static void (*const breakers[])(Position *, Rng *) = {
        break_board, break_men,      break_colors, lose_king,     add_king,   add_men,
        raise_pawn,  break_castling, break_turn,   break_passant, leave_check};
    enum { BROKEN = 1001 };
    unsigned seen[UCI_FAULT_COUNT] = {0};
    Rng rng = rng_from_seed(1);
    // What it would be sent kills it, and would be counted.
    UciEvaluator *evaluator = open_fake(FAKE("kill -9 $$"), LONG_MS);
    for (unsigned i = 0; i < BROKEN; i++) {
        Position position = read_fen(start_fen);
        Meter meter = meter_begin(&endless, 0);
        Move move = move_from_uci(slice_of("e2e4"));
        int value = 77;
        breakers[i % COUNT_OF(breakers)](&position, &rng);
        seen[uci_check(&position)]++;
        const Evaluator interface = uci_evaluator_interface(evaluator);
        assert_false(interface.value_moves(interface.context, &position, &move, 1, &meter, &value));
        assert_int_equal(value, 77);
    }
    const UciCounts counts = uci_evaluator_counts(evaluator);
    assert_int_equal(counts.faulty, BROKEN);
    assert_int_equal(counts.failed + counts.valued, 0);
    for (unsigned fault = UCI_FAULT_BOARD; fault < UCI_FAULT_EIGHT; fault++)
        assert_true(seen[fault] > 0); // or nothing was shown about it
    uci_evaluator_destroy(evaluator);
}

static void nine_pawns_are_valued_by_ourselves(void **state)
{
    (void)state;
    Valued valued;
    UciEvaluator *evaluator = open_fake(FAKE("kill -9 $$"), LONG_MS);
    assert_true(value_fen(evaluator, "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", &valued));
    assert_true(best_of(&valued) > 800);
    assert_int_equal(uci_evaluator_counts(evaluator).faulty, 1);
    uci_evaluator_destroy(evaluator);
}

// --- What they say -------------------------------------------------------------------------------

static void both_engines_know_who_is_ahead(void **state)
{
    (void)state;
    for (unsigned i = 0; i < COUNT_OF(engine_names); i++) {
        Valued valued;
        UciEvaluator *evaluator = open_real(engine_names[i], 0, 1);
        assert_true(value_fen(evaluator, "4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1", &valued));
        assert_true(best_of(&valued) > 500);
        assert_true(value_fen(evaluator, "4k3/8/8/8/8/8/4P3/3QK3 b - - 0 1", &valued));
        assert_true(best_of(&valued) < -500);
        assert_true(value_fen(evaluator, "3qk3/4p3/8/8/8/8/8/4K3 b - - 0 1", &valued));
        assert_true(best_of(&valued) > 500);
        assert_int_equal(uci_evaluator_counts(evaluator).valued, 3);
        uci_evaluator_destroy(evaluator);
    }
}

static void both_engines_know_mate_and_stalemate(void **state)
{
    (void)state;
    for (unsigned i = 0; i < COUNT_OF(engine_names); i++) {
        Valued valued;
        UciEvaluator *evaluator = open_real(engine_names[i], 2, 1);
        assert_true(value_fen(evaluator, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", &valued));
        assert_int_equal(value_of(&valued, "g6g7"), MATE_VALUE);
        assert_true(value_of(&valued, "g6g1") < MATE_VALUE);
        assert_true(value_fen(evaluator, "7k/8/4K1Q1/8/8/8/8/8 w - - 0 1", &valued));
        assert_int_equal(value_of(&valued, "e6f7"), 0);
        // g2g4 lets the queen in.
        assert_true(value_fen(
            evaluator, "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", &valued));
        assert_true(value_of(&valued, "g2g4") < -MATE_VALUE + 10);
        assert_true(value_of(&valued, "e2e4") > -1000);
        uci_evaluator_destroy(evaluator);
    }
}

static void few_nodes_are_enough_for_every_move(void **state)
{
    (void)state;
    Valued valued;
    UciEvaluator *evaluator = open_limited("stockfish", 0, 100, 1);
    assert_true(value_fen(
        evaluator, "1n1qk2r/rpp1ppbn/3p2pp/Q7/1PPP1P1B/P6P/1RbNP1P1/4KBNR w K - 7 17", &valued));
    assert_int_equal(uci_evaluator_counts(evaluator).valued, 1);
    assert_true(value_of(&valued, "a5h5") < value_of(&valued, "a5a7")); // a queen lost, a rook won
    uci_evaluator_destroy(evaluator);
}

static void several_children_share_the_moves(void **state)
{
    (void)state;
    for (unsigned i = 0; i < COUNT_OF(engine_names); i++) {
        Valued valued;
        UciEvaluator *evaluator = open_real(engine_names[i], 0, 3);
        const int one = find_child(0);
        assert_true(one && find_child(one));
        assert_true(value_fen(evaluator, start_fen, &valued));
        assert_true(value_fen(evaluator, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", &valued));
        assert_int_equal(value_of(&valued, "g6g7"), MATE_VALUE);
        assert_true(value_fen(evaluator, "7k/7p/7P/8/8/8/8/K7 b - - 0 1", &valued)); // one move
        assert_int_equal(valued.list.count, 1);
        assert_int_equal(uci_evaluator_counts(evaluator).valued, 3);
        uci_evaluator_destroy(evaluator);
    }
}

// --- What they cost ------------------------------------------------------------------------------

static uint64_t frozen_us(void *context)
{
    (void)context;
    return 5000;
}

static void a_meter_counts_what_is_done_elsewhere(void **state)
{
    (void)state;
    const Clocks frozen = {frozen_us, frozen_us, NULL};
    const Budget by_cpu = {.cpu_ms = 10, .clocks = &frozen};
    Meter meter = meter_begin(&by_cpu, 0);
    assert_int_equal(meter_left_us(&meter), 10000);
    assert_false(meter_charge(&meter, 7, 4000));
    assert_int_equal(meter_left_us(&meter), 6000);
    assert_int_equal(meter.nodes, 7);
    assert_true(meter_charge(&meter, 0, 6000));
    assert_int_equal(meter_left_us(&meter), 0);
    assert_true(meter_charge(&meter, 0, UINT64_MAX)); // and does not wrap around
    const Budget by_wall = {.move_ms = 10, .clocks = &frozen};
    meter = meter_begin(&by_wall, 0);
    assert_false(meter_charge(&meter, 0, 60000)); // CPU time alone does not move the clock
    assert_int_equal(meter_left_us(&meter), 10000);
    const Budget by_nodes = {.nodes = 10};
    meter = meter_begin(&by_nodes, 0);
    assert_true(meter_left_us(&meter) == UINT64_MAX);
    assert_false(meter_charge(&meter, 9, 60000));
    assert_true(meter_charge(&meter, 1, 0));
}

static void the_cpu_time_of_the_child_is_charged(void **state)
{
    (void)state;
    enum { LIMIT_MS = 400 }; // some thousand positions
    Valued valued;
    const Budget budget = {.cpu_ms = LIMIT_MS, .clocks = &clocks};
    const Position position = read_fen(start_fen);
    UciEvaluator *evaluator = open_real("stockfish", 1, 1);
    const int pid = find_child(0);
    const uint64_t before_us = cpu_us_of(pid);
    Meter meter = meter_begin(&budget, 0);
    while (!meter.is_spent)
        (void)value_all(evaluator, &position, &meter, &valued);
    const uint64_t used_us = cpu_us_of(pid) - before_us;
    assert_true(used_us < LIMIT_MS * 1000 * 5 / 4);
    assert_true(uci_evaluator_counts(evaluator).valued > 0);
    assert_true(meter.nodes > 0);
    uci_evaluator_destroy(evaluator);
}

static void a_search_ends_with_the_budget(void **state)
{
    (void)state;
    Valued valued;
    const Budget budget = {.move_ms = 100, .clocks = &clocks};
    const Position position = read_fen(start_fen);
    UciEvaluator *evaluator = open_real("stockfish", 30, 1);
    Meter meter = meter_begin(&budget, 0);
    assert_false(value_all(evaluator, &position, &meter, &valued)); // it would take minutes
    assert_true(meter.is_spent);
    assert_int_equal(uci_evaluator_counts(evaluator).failed, 0);
    uci_evaluator_destroy(evaluator);
}

static void a_search_ends_when_it_is_wanted_now(void **state)
{
    (void)state;
    Valued valued;
    atomic_bool is_stopped = true;
    const Budget budget = {.is_stopped = &is_stopped};
    const Position position = read_fen(start_fen);
    UciEvaluator *evaluator = open_real("stockfish", 30, 1);
    Meter meter = meter_begin(&budget, 0);
    assert_false(value_all(evaluator, &position, &meter, &valued));
    assert_int_equal(uci_evaluator_counts(evaluator).failed, 0);
    uci_evaluator_destroy(evaluator);
}

// --- What they can do to us ----------------------------------------------------------------------

static void expect_native(UciEvaluator *evaluator, const char *fen)
{
    Valued valued, native;
    const Position position = read_fen(fen);
    NativeEvaluator own = {.depth = 1};
    const Evaluator interface = evaluator_native(&own);
    Meter meter = meter_begin(&endless, 0);
    chess_list_legal(&position, &native.list);
    assert_true(interface.value_moves(interface.context, &position, native.list.moves,
                                      native.list.count, &meter, native.values));
    assert_true(value_fen(evaluator, fen, &valued));
    assert_int_equal(valued.list.count, native.list.count);
    for (uint32_t i = 0; i < native.list.count; i++) {
        char move[MOVE_TEXT_MAX];
        Text text = TEXT_IN(move);
        move_to_uci(native.list.moves[i], &text);
        assert_int_equal(value_of(&valued, move), native.values[i]);
    }
}

// Four positions, so that an engine that never answers has not failed for good.
static const char *const some_fens[] = {
    start_fen,
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1",
    "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
};

static void expect_harmless(const char *command, uint32_t patience_ms)
{
    UciEvaluator *evaluator = open_fake(command, patience_ms);
    for (unsigned i = 0; i < COUNT_OF(some_fens); i++)
        expect_native(evaluator, some_fens[i]);
    assert_int_equal(uci_evaluator_counts(evaluator).failed, COUNT_OF(some_fens));
    uci_evaluator_destroy(evaluator);
}

static void engines_that_fail_do_no_harm(void **state)
{
    (void)state;
    expect_harmless(FAKE("kill -SEGV $$"), LONG_MS);
    expect_harmless(FAKE("exit 0"), LONG_MS);
    expect_harmless(FAKE(":"), SHORT_MS);
    expect_harmless(FAKE("exec >&-; sleep 1000"), LONG_MS);
    expect_harmless(FAKE("printf 'info \\0\\n'"), LONG_MS);
    expect_harmless(FAKE("head -c 20000 /dev/zero | tr '\\0' x"), LONG_MS);
    expect_harmless(FAKE("while :; do echo info depth 1; done"), SHORT_MS);
}

static void engines_that_lie_do_no_harm(void **state)
{
    (void)state;
    expect_harmless(FAKE("echo bestmove e2e4"), LONG_MS);
    expect_harmless(FAKE("echo bestmove"), LONG_MS);
    expect_harmless(FAKE("echo info score cp 5 pv e2e4; echo bestmove e2e4"), LONG_MS);
    expect_harmless(FAKE("echo garbage; echo info score mate x pv e2e4; echo info score cp 1 pv "
                         "a1h8; echo info nodes 99999999999999999999; echo bestmove h8h8"),
                    LONG_MS);
}

static void a_value_out_of_all_bounds_is_bounded(void **state)
{
    (void)state;
    Valued valued;
    UciEvaluator *evaluator = open_fake(FAKE("for m in a2a3 a2a4 e1d1 e1d2 e1f1 e1f2 e1e2; do echo "
                                             "info score cp 888888888 pv $m; done; "
                                             "echo bestmove e1d1"),
                                        LONG_MS);
    assert_true(value_fen(evaluator, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", &valued));
    assert_int_equal(best_of(&valued), 20000);
    assert_int_equal(uci_evaluator_counts(evaluator).valued, 1);
    uci_evaluator_destroy(evaluator);
}

static void a_position_that_killed_is_not_sent_again(void **state)
{
    (void)state;
    UciEvaluator *evaluator = open_fake(FAKE("kill -9 $$"), LONG_MS);
    for (unsigned i = 0; i < 20; i++)
        expect_native(evaluator, start_fen);
    const UciCounts counts = uci_evaluator_counts(evaluator);
    assert_int_equal(counts.failed, 1);
    assert_int_equal(counts.quarantined, 19);
    uci_evaluator_destroy(evaluator);
}

static void an_engine_that_only_fails_says_so(void **state)
{
    (void)state;
    char why[200];
    Text message = TEXT_IN(why);
    Valued valued;
    UciEvaluator *evaluator = open_fake(FAKE("kill -9 $$"), LONG_MS);
    for (unsigned i = 0; i < COUNT_OF(some_fens); i++)
        assert_true(value_fen(evaluator, some_fens[i], &valued));
    assert_false(uci_evaluator_has_failed(evaluator, &message));
    assert_false(value_fen(evaluator, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", &valued));
    assert_true(uci_evaluator_has_failed(evaluator, &message));
    assert_string_equal(why, "stockfish: it crashed (signal 9)");
    assert_true(uci_evaluator_begin(evaluator, &message)); // another game, another chance
    assert_false(uci_evaluator_has_failed(evaluator, &message));
    uci_evaluator_destroy(evaluator);
}

static void an_engine_that_cannot_start_says_so(void **state)
{
    (void)state;
    static const struct {
        const char *command, *message;
    } cases[] = {
        {"exit 3;", "stockfish: it exited with status 3"},
        {"while read -r v; do :; done", "stockfish: it did not answer in time"},
        {"while read -r v; do echo uciok; done; # and no readyok",
         "stockfish: it did not answer in time"},
        {"while :; do echo id; done", "stockfish: it did not answer in time"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char why[200];
        Text message = TEXT_IN(why);
        const UciEvaluatorPlan plan = {.uci = {.engine = &uci_engines[0],
                                               .command = cases[i].command,
                                               .patience_ms = SHORT_MS},
                                       .children = 2,
                                       .native_depth = 1};
        UciEvaluator *evaluator = uci_evaluator_create(&memory_heap, &plan);
        assert_false(uci_evaluator_begin(evaluator, &message));
        assert_string_equal(why, cases[i].message);
        uci_evaluator_destroy(evaluator);
    }
}

// Kills the child once it has begun to search, which its CPU time tells.
static void *kill_in_search(void *context)
{
    const int pid = *(int *)context;
    const uint64_t before_us = cpu_us_of(pid);
    while (cpu_us_of(pid) < before_us + 20000)
        usleep(1000);
    kill(pid, SIGKILL);
    return NULL;
}

static void a_killed_engine_is_started_again(void **state)
{
    (void)state;
    pthread_t killer;
    Valued valued;
    UciEvaluator *evaluator = open_limited("stockfish", 0, 300000, 1);
    int pid = find_child(0);
    assert_int_equal(pthread_create(&killer, NULL, kill_in_search, &pid), 0);
    expect_native(evaluator, start_fen);
    pthread_join(killer, NULL);
    assert_int_equal(uci_evaluator_counts(evaluator).failed, 1);
    assert_true(value_fen(evaluator, some_fens[2], &valued));
    assert_int_equal(uci_evaluator_counts(evaluator).valued, 1);
    const int other = find_child(0);
    assert_true(other && other != pid);
    uci_evaluator_destroy(evaluator);
}

static void nothing_is_left_of_them(void **state)
{
    (void)state;
    for (unsigned i = 0; i < COUNT_OF(engine_names); i++) {
        UciEvaluator *evaluator = open_real(engine_names[i], 0, 2);
        assert_true(find_child(0) > 0);
        uci_evaluator_destroy(evaluator);
        assert_int_equal(find_child(0), 0);
    }
}

static bool create_three(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    const UciEvaluatorPlan plan = {.uci = {.engine = &uci_engines[0], .command = "true"},
                                   .children = 3};
    UciEvaluator *evaluator = uci_evaluator_create(&memory, &plan);
    uci_evaluator_destroy(evaluator);
    return evaluator != NULL;
}

static void an_evaluator_without_memory_is_none(void **state)
{
    (void)state;
    assert_refusals_are_seen(create_three, 7);
}

// --- In a seat -----------------------------------------------------------------------------------

static Player *open_player(const char *string)
{
    char why[200];
    Text message = TEXT_IN(why);
    Player *player = roster_open(&memory_heap, string, &message);
    if (!player)
        fail_msg("%s", why);
    return player;
}

static KriegspielRules rules;

static PlayerError sit(Player *player, const char *game_text)
{
    const Seating seating = {
        .game = read_game(game_text, &rules), .rules = (const Rules *)&rules, .seed = 1};
    return player_sit(player, &seating);
}

static void hear_move(Player *player, const char *move)
{
    const Hearing heard = {.event = HEARD_MOVE, .played = move_from_uci(slice_of(move))};
    assert_int_equal(player_hear(player, TRY_NONE, &heard), PLAYER_OK);
}

static void expect_choice(Player *player, const Budget *budget, const char *move)
{
    Choice choice;
    assert_int_equal(player_choose(player, budget, &choice), PLAYER_OK);
    assert_int_equal(choice.kind, EVENT_TRY);
    if (move)
        assert_int_equal(choice.attempt, move_from_uci(slice_of(move)));
}

static void an_engine_plays_open_chess(void **state)
{
    (void)state;
    static const char *const players[] = {"uci", "uci(engine=gnuchess)", "uci(depth=2)",
                                          "uci(nodes=500)"};
    static const Budget budgets[] = {
        {.nodes = 500}, {.move_ms = 50, .clocks = &clocks}, {.cpu_ms = 50, .clocks = &clocks}, {0}};
    for (unsigned i = 0; i < COUNT_OF(players); i++) {
        Player *player = open_player(players[i]);
        for (unsigned j = 0; j < COUNT_OF(budgets); j++) {
            assert_int_equal(sit(player, "chess(fen=7k/8/5K2/6Q1/8/8/8/8_w)"), PLAYER_OK);
            hear_move(player, "g5g4");
            hear_move(player, "h8h7"); // nothing was taken: both moves are told
            expect_choice(player, &budgets[j], "g4g7");
        }
        assert_int_equal(sit(player, "chess"), PLAYER_OK);
        hear_move(player, "e2e4");
        hear_move(player, "e7e5");
        expect_choice(player, &budgets[0], NULL);
        player_destroy(player);
    }
}

static void an_engine_in_a_seat_is_started_again(void **state)
{
    (void)state;
    Player *player = open_player("uci");
    assert_int_equal(sit(player, "chess(fen=7k/8/5KQ1/8/8/8/8/8_w)"), PLAYER_OK);
    const int pid = find_child(0);
    kill(pid, SIGKILL);
    expect_choice(player, &(Budget){.nodes = 500}, "g6g7");
    assert_string_equal(player_message(player), "");
    assert_true(find_child(0) != pid);
    player_destroy(player);
    assert_int_equal(find_child(0), 0);
}

static void engines_do_not_play_on_small_boards(void **state)
{
    (void)state;
    Player *player = open_player("uci");
    assert_int_equal(sit(player, "chess(board=5x5)"), PLAYER_ERR_GAME);
    assert_string_equal(player_message(player), "engines play on 8x8 alone");
    player_destroy(player);
    player = open_player("pimc(engine=stockfish)");
    assert_int_equal(sit(player, "kriegspiel(board=5x5)"), PLAYER_ERR_GAME);
    assert_string_equal(player_message(player),
                        "engine=stockfish plays on 8x8 alone, not on gardner5x5");
    player_destroy(player);
}

static void every_sampling_player_can_ask_an_engine(void **state)
{
    (void)state;
    static const struct {
        const char *player, *move;
    } cases[] = {
        {"los(engine=stockfish,boards=5)", NULL}, // to it the king may be anywhere
        {"aosp(engine=stockfish,boards=5)", "g6g7"}, {"hs(engine=stockfish,boards=1)", "g6g7"},
        {"pimc(engine=stockfish,boards=5)", "g6g7"}, {"pimc(engine=gnuchess,boards=5)", "g6g7"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        Player *player = open_player(cases[i].player);
        assert_int_equal(sit(player, "kriegspiel(fen=7k/8/5KQ1/8/8/8/8/8_w)"), PLAYER_OK);
        assert_true(find_child(0) > 0);
        expect_choice(player, &(Budget){.nodes = 100000}, cases[i].move);
        player_destroy(player);
        assert_int_equal(find_child(0), 0);
    }
}

static void every_engine_of_an_option_is_known(void **state)
{
    (void)state;
    for (unsigned i = 0; roster_kinds[i]; i++)
        for (unsigned j = 0; j < options_count(roster_kinds[i]->options); j++) {
            const PlayerOption *option = &roster_kinds[i]->options[j];
            for (unsigned k = 0; strcmp(option->name, "engine") == 0 && option->words[k]; k++)
                assert_true(strcmp(option->words[k], "native") == 0 ||
                            uci_engine(slice_of(option->words[k])) ||
                            gtp_engine(slice_of(option->words[k])));
        }
}

static void an_engine_that_is_not_there_is_said_at_once(void **state)
{
    (void)state;
    static const char *const strings[] = {"uci", "hs(engine=stockfish)"};
    program_set_path(uci_engines[0].name, "/nonexistent/engine");
    for (unsigned i = 0; i < COUNT_OF(strings); i++) {
        char why[200];
        Text message = TEXT_IN(why);
        assert_null(roster_open(&memory_heap, strings[i], &message));
        assert_string_equal(why, "there is no stockfish at /nonexistent/engine to run; nebel "
                                 "doctor says what to do");
    }
    program_set_path(uci_engines[0].name, "");
    player_destroy(open_player("uci"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_info_line_is_read_for_what_it_says),
        cmocka_unit_test(sound_positions_have_no_fault),
        cmocka_unit_test(a_thousand_broken_positions_are_never_sent),
        cmocka_unit_test(nine_pawns_are_valued_by_ourselves),
        cmocka_unit_test(both_engines_know_who_is_ahead),
        cmocka_unit_test(both_engines_know_mate_and_stalemate),
        cmocka_unit_test(few_nodes_are_enough_for_every_move),
        cmocka_unit_test(several_children_share_the_moves),
        cmocka_unit_test(a_meter_counts_what_is_done_elsewhere),
        cmocka_unit_test(the_cpu_time_of_the_child_is_charged),
        cmocka_unit_test(a_search_ends_with_the_budget),
        cmocka_unit_test(a_search_ends_when_it_is_wanted_now),
        cmocka_unit_test(engines_that_fail_do_no_harm),
        cmocka_unit_test(engines_that_lie_do_no_harm),
        cmocka_unit_test(a_value_out_of_all_bounds_is_bounded),
        cmocka_unit_test(a_position_that_killed_is_not_sent_again),
        cmocka_unit_test(an_engine_that_only_fails_says_so),
        cmocka_unit_test(an_engine_that_cannot_start_says_so),
        cmocka_unit_test(a_killed_engine_is_started_again),
        cmocka_unit_test(nothing_is_left_of_them),
        cmocka_unit_test(an_evaluator_without_memory_is_none),
        cmocka_unit_test(an_engine_plays_open_chess),
        cmocka_unit_test(an_engine_in_a_seat_is_started_again),
        cmocka_unit_test(engines_do_not_play_on_small_boards),
        cmocka_unit_test(every_sampling_player_can_ask_an_engine),
        cmocka_unit_test(every_engine_of_an_option_is_known),
        cmocka_unit_test(an_engine_that_is_not_there_is_said_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
