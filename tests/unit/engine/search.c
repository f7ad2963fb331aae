// Searching full boards, asking many of them, and the boards of the last observation.
#include "base/rng.h"
#include "engine/kriegspiel_belief/last_turn_sampler.h"
#include "engine/kriegspiel_search/alphabeta.h"
#include "engine/kriegspiel_search/board_vote.h"
#include "games/chess/legal.h"
#include "unit/check.h"

#include <string.h>

static const Budget no_limit = {0};

static Position position_of(const char *fen)
{
    Position position;
    assert_int_equal(position_from_fen(slice_of(fen), NULL, &position), FEN_OK);
    return position;
}

static Move move_of(const char *text)
{
    return try_from_text(slice_of(text));
}

// A position after some random moves on a board.
static Position random_position(const Board *board, Rng *rng, unsigned plies)
{
    Position position = position_start(board);
    for (unsigned i = 0; i < plies; i++) {
        MoveList legal;
        chess_list_legal(&position, &legal);
        if (!legal.count)
            break;
        const Position before = position;
        position_after(&before, legal.moves[rng_below(rng, legal.count)], &position);
    }
    return position;
}

// The same position seen from the other side: colours swapped, ranks turned over.
static Position mirrored(const Position *position)
{
    Position mirror = *position;
    mirror.color[WHITE] = __builtin_bswap64(position->color[BLACK]);
    mirror.color[BLACK] = __builtin_bswap64(position->color[WHITE]);
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        mirror.kind[kind] = __builtin_bswap64(position->kind[kind]);
    mirror.to_move = !position->to_move;
    return mirror;
}

static void both_sides_are_valued_alike(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(1);
    for (unsigned i = 0; i < 300; i++) {
        const Position position = random_position(&chess_boards[0], &rng, i % 120);
        const Position mirror = mirrored(&position);
        assert_int_equal(evaluate_position(&position), evaluate_position(&mirror));
        assert_int_equal(evaluate_material(&position), evaluate_material(&mirror));
        Position other = position;
        other.to_move = !position.to_move;
        assert_int_equal(evaluate_position(&position), -evaluate_position(&other));
    }
}

static void the_evaluation_knows_some_chess(void **state)
{
    (void)state;
    static const struct {
        const char *better, *worse; // White to move in both
    } cases[] = {
        {"4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1"},
        {"4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1"},
        {"4k3/p7/8/8/3N4/8/P7/4K3 w - - 0 1", "4k3/p7/8/8/8/8/P7/N3K3 w - - 0 1"},
        {"7k/8/5K2/8/8/8/8/R7 w - - 0 1", "8/8/5K2/8/3k4/8/8/R7 w - - 0 1"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const Position better = position_of(cases[i].better), worse = position_of(cases[i].worse);
        assert_true(evaluate_position(&better) > evaluate_position(&worse));
    }
}

static void a_lead_is_a_chance_to_win(void **state)
{
    (void)state;
    assert_true(winning_chance(0) == 0.5);
    assert_true(winning_chance(MATE_VALUE) == 1);
    assert_true(winning_chance(-MATE_VALUE) >= 0 && winning_chance(-MATE_VALUE) < 1e-9);
    for (int lead = 0; lead < 3000; lead += 100) {
        assert_true(winning_chance(lead + 100) > winning_chance(lead));
        assert_float_equal(winning_chance(lead) + winning_chance(-lead), 1, 1e-9);
    }
}

// Minimax without any cleverness.
static int minimax(const Position *position, unsigned depth)
{
    if (position->quiet_plies >= QUIET_PLIES_MAX || chess_is_dead(position))
        return 0;
    MoveList legal;
    chess_list_legal(position, &legal);
    if (!legal.count)
        return position_checkers(position, position->to_move) ? -MATE_VALUE - (int)depth : 0;
    if (depth == 0)
        return evaluate_material(position);
    int best = -VALUE_MAX;
    for (uint32_t i = 0; i < legal.count; i++) {
        Position after;
        position_after(position, legal.moves[i], &after);
        const int value = -minimax(&after, depth - 1);
        best = value > best ? value : best;
    }
    return best;
}

static void alphabeta_finds_what_minimax_finds(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(2);
    for (unsigned i = 0; i < 60; i++) {
        const Board *board = &chess_boards[i % chess_board_count];
        const Position position = random_position(board, &rng, 5 + i % 60);
        const unsigned depth = 1 + i % 3;
        Meter meter = meter_begin(&no_limit, 0);
        const AlphaBeta search = {.evaluate = evaluate_material, .meter = &meter};
        assert_int_equal(alphabeta_value(&search, &position, -VALUE_MAX, VALUE_MAX, depth),
                         minimax(&position, depth));
    }
}

static int value_of(const Position *position, const char *move, unsigned depth)
{
    Meter meter = meter_begin(&no_limit, 0);
    const AlphaBeta search = {.evaluate = evaluate_material, .is_quiet = true, .meter = &meter};
    Move moves[] = {move_of(move)};
    int values[1];
    assert_true(alphabeta_moves(&search, position, moves, 1, depth, values));
    return values[0];
}

static void captures_are_followed_to_their_end(void **state)
{
    (void)state;
    const Position guarded = position_of("4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1");
    assert_int_equal(value_of(&guarded, "d2d5", 1), -100); // the queen falls, a pawn is left
    const Position loose = position_of("4k3/8/8/3p4/8/8/3Q4/4K3 w - - 0 1");
    assert_int_equal(value_of(&loose, "d2d5", 1), 900);
    const Position mate = position_of("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    assert_true(value_of(&mate, "d1d8", 1) >= MATE_VALUE);
}

static void a_spent_meter_ends_the_search(void **state)
{
    (void)state;
    const Budget little = {.nodes = 50};
    Meter meter = meter_begin(&little, 0);
    const AlphaBeta search = {.evaluate = evaluate_position, .is_quiet = true, .meter = &meter};
    const Position start = position_start(&chess_boards[0]);
    MoveList legal;
    int values[MOVES_MAX];
    chess_list_legal(&start, &legal);
    assert_false(alphabeta_moves(&search, &start, legal.moves, legal.count, 5, values));
    assert_true(meter.nodes <= 60);
}

// On two boards the pawn can take, on one it cannot; a queen's retreat is always possible.
static void a_poll_takes_the_best_mean(void **state)
{
    (void)state;
    static const char *const boards[] = {
        "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1",
        "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
    };
    const Try tries[] = {move_of("e1e2"), move_of("e4d5"), move_of("e4f5"), TRY_ANY};
    NativeEvaluator native = {.depth = 1};
    Meter meter = meter_begin(&no_limit, 0);
    Rng rng = rng_from_seed(1);
    BoardVote vote;
    double value = 0;
    vote_begin(&vote, evaluator_native(&native), VOTE_MEAN, tries, COUNT_OF(tries));
    assert_int_equal(vote_best(&vote, &rng, &value), TRY_NONE);
    for (unsigned i = 0; i < COUNT_OF(boards); i++) {
        const Position board = position_of(boards[i]);
        assert_true(vote_ask(&vote, &board, 1, &meter));
    }
    assert_int_equal(vote.boards, 3);
    assert_int_equal(vote.legal[0], 3);
    assert_int_equal(vote.legal[1], 2);
    assert_int_equal(vote.legal[2], 0);
    assert_int_equal(vote_best(&vote, &rng, &value), move_of("e4d5"));
    assert_true(value > 0);
}

static void a_board_can_count_more_than_once(void **state)
{
    (void)state;
    const Try tries[] = {move_of("e4d5")};
    const Position queen = position_of("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    const Position knight = position_of("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1");
    NativeEvaluator native = {.depth = 1};
    Meter meter = meter_begin(&no_limit, 0);
    Rng rng = rng_from_seed(1);
    BoardVote once, thrice;
    double value = 0, value_thrice = 0;
    vote_begin(&once, evaluator_native(&native), VOTE_MEAN, tries, 1);
    vote_begin(&thrice, evaluator_native(&native), VOTE_MEAN, tries, 1);
    for (unsigned i = 0; i < 3; i++)
        assert_true(vote_ask(&once, &queen, 1, &meter));
    assert_true(vote_ask(&once, &knight, 1, &meter));
    assert_true(vote_ask(&thrice, &queen, 3, &meter));
    assert_true(vote_ask(&thrice, &knight, 1, &meter));
    assert_int_equal(vote_best(&once, &rng, &value), tries[0]);
    assert_int_equal(vote_best(&thrice, &rng, &value_thrice), tries[0]);
    assert_true(value == value_thrice && once.votes[0] == thrice.votes[0]);
    assert_int_equal(thrice.boards, 2);
    assert_int_equal(thrice.legal[0], 4);
}

static void a_penalty_is_taken_off(void **state)
{
    (void)state;
    const Try tries[] = {move_of("e4d5"), move_of("e1e2")};
    const Position board = position_of("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1");
    NativeEvaluator native = {.depth = 1};
    Meter meter = meter_begin(&no_limit, 0);
    Rng rng = rng_from_seed(1);
    for (VoteCombine combine = VOTE_MEAN; combine <= VOTE_COUNT; combine++) {
        BoardVote vote;
        double value = 0;
        vote_begin(&vote, evaluator_native(&native), combine, tries, COUNT_OF(tries));
        assert_true(vote_ask(&vote, &board, 1, &meter));
        assert_int_equal(vote_best(&vote, &rng, &value), tries[0]);
        vote.penalties[0] = 1;
        if (combine == VOTE_MEAN)
            assert_int_equal(vote_best(&vote, &rng, &value), tries[0]);
        vote.penalties[0] = 2000;
        vote.votes[1] = 1;
        assert_int_equal(vote_best(&vote, &rng, &value), tries[1]);
    }
}

// --- Last-observation boards ---------------------------------------------------------------------

// A game at random; whenever it is the seat's turn, boards are drawn and compared with what was heard.
static void check_draws(const KriegspielView *view, const LastTurnSampler *last_turn, Rng *rng,
                        const Umpire *truth, unsigned *drawn)
{
    KriegspielBoard board;
    if (!last_turn_draw(last_turn, view, NULL, rng, &board))
        return;
    ++*drawn;
    Umpire imagined;
    Hearing to[2];
    const OwnMen men = own_men_of(&board.position, view->seat);
    assert_int_equal(men.all, view->own.all);
    assert_int_equal(board.position.key, position_key(&board.position));
    assert_int_equal(position_checkers(&board.position, other_color(view->seat)), 0);
    assert_int_equal(bits_count(board.position.color[!view->seat]),
                     bits_count(truth->truth.color[!view->seat]));
    umpire_open(&imagined, truth->rules, &board.position, to);
    assert_int_equal(to[0].checks, last_turn->last.checks);
    assert_int_equal(to[0].count, last_turn->last.count);
    for (uint32_t i = 0; i < last_turn->refused_count; i++)
        assert_false(chess_allows(&board.position, last_turn->refused[i]));
}

static void observation_boards_agree_with_the_last_turn(void **state)
{
    (void)state;
    unsigned drawn = 0, turns = 0;
    for (unsigned game = 0; game < ruleset_count * 2; game++) {
        Rng rng = rng_from_seed(game);
        const Board *board = &chess_boards[game < ruleset_count ? 0 : 1];
        const KriegspielRules rules = {&rulesets[game % ruleset_count],
                                       {board, position_start(board), true}};
        const Rules *plain = (const Rules *)&rules;
        Umpire truth;
        Hearing to[2];
        KriegspielView view;
        LastTurnSampler last_turn;
        kriegspiel_game.deal(plain, &truth, to);
        kriegspiel_game.sit(plain, WHITE, &view);
        kriegspiel_game.hear(plain, &view, TRY_NONE, &to[WHITE]);
        last_turn_begin(&last_turn, &rules, WHITE);
        last_turn_hear(&last_turn, TRY_NONE, &to[WHITE]);
        for (unsigned step = 0; step < 120 && !truth.ending; step++) {
            Try tries[TRIES_MAX];
            const Color mover = truth.truth.to_move;
            const uint32_t count = umpire_tries(&truth, tries);
            const Try attempt = tries[rng_below(&rng, count)];
            if (mover == WHITE && truth.turn.asked == ASKED_NOT) {
                turns++;
                check_draws(&view, &last_turn, &rng, &truth, &drawn);
            }
            kriegspiel_game.judge(plain, &truth, attempt, to);
            const Try own = mover == WHITE ? attempt : TRY_NONE;
            if (to[WHITE].event) {
                kriegspiel_game.hear(plain, &view, own, &to[WHITE]);
                last_turn_hear(&last_turn, own, &to[WHITE]);
            }
        }
    }
    assert_true(drawn > turns * 3 / 4);
}

// White before its first move, and what it has heard.
typedef struct Beginning {
    KriegspielRules rules;
    KriegspielView view;
    LastTurnSampler last_turn;
} Beginning;

static void begin(Beginning *beginning)
{
    const Board *board = board_by_size(8, 8);
    Umpire truth;
    Hearing to[2];
    beginning->rules = (KriegspielRules){&rulesets[0], {board, position_start(board), true}};
    const Rules *rules = (const Rules *)&beginning->rules;
    kriegspiel_game.deal(rules, &truth, to);
    kriegspiel_game.sit(rules, WHITE, &beginning->view);
    kriegspiel_game.hear(rules, &beginning->view, TRY_NONE, &to[WHITE]);
    last_turn_begin(&beginning->last_turn, &beginning->rules, WHITE);
    last_turn_hear(&beginning->last_turn, TRY_NONE, &to[WHITE]);
}

static void boards_are_consistent_if_their_men_are_possible(void **state)
{
    (void)state;
    enum { DRAWS = 60 };
    Beginning beginning;
    Boards possible;
    begin(&beginning);
    assert_true(boards_init(&possible, &memory_heap, &kriegspiel_belief_model, DRAWS));
    Rng rng = rng_from_seed(3), other = rng_from_seed(4);
    Consistency found =
        consistency_of(&beginning.last_turn, &beginning.view, &possible, DRAWS, &rng);
    assert_in_range(found.drawn, DRAWS / 2, DRAWS);
    assert_int_equal(found.inside, 0); // nothing is possible

    // What the same chance will draw, all but the first, as if a double step had just been made.
    rng = rng_from_seed(3);
    for (unsigned i = 0; i < DRAWS; i++) {
        KriegspielBoard board;
        if (!last_turn_draw(&beginning.last_turn, &beginning.view, NULL, &rng, &board) || i == 0)
            continue;
        board.position.passant = 20;
        board.position.key = position_key(&board.position);
        boards_add(&possible, &board, 1);
    }
    assert_true(possible.count > DRAWS / 2);
    rng = rng_from_seed(3);
    found = consistency_of(&beginning.last_turn, &beginning.view, &possible, DRAWS, &rng);
    assert_int_equal(found.inside, found.drawn - 1);
    found = consistency_of(&beginning.last_turn, &beginning.view, &possible, DRAWS, &other);
    assert_true(found.inside < found.drawn); // other boards
    boards_done(&possible);
}

// How many of the boards at the beginning have two pawns on one file. White has lost nothing, so no pawn has left its file.
static unsigned count_doubled(bool limits_files)
{
    enum { DRAWS = 60, PAWNS = 8 };
    Beginning beginning;
    Rng rng = rng_from_seed(6);
    unsigned doubled = 0;
    begin(&beginning);
    beginning.last_turn.limits_files = limits_files;
    for (unsigned i = 0; i < DRAWS; i++) {
        KriegspielBoard board;
        Bits files = 0;
        if (!last_turn_draw(&beginning.last_turn, &beginning.view, NULL, &rng, &board))
            continue;
        for (Bits pawns = position_men(&board.position, BLACK, PAWN); pawns;)
            files |= bit(square_file(bits_take(&pawns)));
        doubled += bits_count(files) < PAWNS;
    }
    return doubled;
}

static void a_file_holds_no_more_pawns_than_it_can(void **state)
{
    (void)state;
    assert_true(count_doubled(false) > 0);
    assert_int_equal(count_doubled(true), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_can_count_more_than_once),
        cmocka_unit_test(a_penalty_is_taken_off),
        cmocka_unit_test(both_sides_are_valued_alike),
        cmocka_unit_test(the_evaluation_knows_some_chess),
        cmocka_unit_test(a_lead_is_a_chance_to_win),
        cmocka_unit_test(alphabeta_finds_what_minimax_finds),
        cmocka_unit_test(captures_are_followed_to_their_end),
        cmocka_unit_test(a_spent_meter_ends_the_search),
        cmocka_unit_test(a_poll_takes_the_best_mean),
        cmocka_unit_test(observation_boards_agree_with_the_last_turn),
        cmocka_unit_test(boards_are_consistent_if_their_men_are_possible),
        cmocka_unit_test(a_file_holds_no_more_pawns_than_it_can),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
