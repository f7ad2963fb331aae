// The player that thinks in metapositions: its weights, predictions, search, hunt, and whole games of it.
#include "engine/kriegspiel_search/bare_king.h"
#include "engine/kriegspiel_search/maximax.h"
#include "engine/kriegspiel_search/metaeval.h"
#include "engine/kriegspiel_search/one_ply_audit.h"
#include "engine/players/roster.h"
#include "unit/check.h"

#include <math.h>

static const Budget no_limit = {0};

// A seat that has heard something.
typedef struct Seat {
    KriegspielRules rules;
    Umpire umpire;
    Metaposition meta;
    PieceWeights piece_weights;
    LastTurnSampler last_turn;
} Seat;

static void read_rules(const char *text, KriegspielRules *rules)
{
    char why[160];
    Text message = TEXT_IN(why);
    Spec spec;
    assert_int_equal(spec_parse(text, &spec), SPEC_OK);
    if (!kriegspiel_game.read(&spec, (Rules *)rules, &message))
        fail_msg("%s", why);
}

static void hear(Seat *seat, Try own, const Hearing *heard)
{
    const Metaposition before = seat->meta;
    metaposition_hear(&seat->meta, own, heard);
    piece_weights_hear(&seat->piece_weights, &before, own, heard, &seat->meta);
    last_turn_hear(&seat->last_turn, own, heard);
}

// White's seat after some tries of both sides.
static void begin(Seat *seat, const char *text, const char *words)
{
    Hearing to[2];
    read_rules(text, &seat->rules);
    metaposition_begin(&seat->meta, &seat->rules, WHITE);
    piece_weights_begin(&seat->piece_weights, &seat->meta);
    last_turn_begin(&seat->last_turn, &seat->rules, WHITE);
    umpire_open(&seat->umpire, seat->rules.ruleset, &seat->rules.setup.start, to);
    hear(seat, TRY_NONE, &to[WHITE]);
    for (Slice rest = slice_of(words); rest.length;) {
        const Try attempt = try_from_text(slice_take(&rest, " "));
        const Color mover = seat->umpire.truth.to_move;
        Reply reply;
        assert_int_equal(umpire_try(&seat->umpire, mover, attempt, &reply), UMPIRE_OK);
        hear(seat, mover == WHITE ? attempt : TRY_NONE, &reply.to[WHITE]);
    }
}

static Move move_of(const char *text)
{
    return try_from_text(slice_of(text));
}

static unsigned square(const char *name)
{
    return square_from_text(name);
}

// --- Weights -------------------------------------------------------------------------------------

static void assert_sound(const Seat *seat)
{
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++) {
        double sum = 0;
        for (unsigned i = 0; i < SQUARE_COUNT; i++) {
            const double weight = seat->piece_weights.at[kind][i];
            assert_true(weight >= 0 && weight <= 1 + 1e-9);
            assert_true(weight == 0 || bits_has(seat->meta.men[kind], i));
            sum += weight;
        }
        assert_true(sum <= seat->piece_weights.number[kind] + seat->meta.count + 1e-6);
        assert_true(kind != KING || sum > 0.5);
    }
}

static void weights_stay_within_what_is_possible(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        char memory[100];
        Text text = TEXT_IN(memory);
        Rng rng = rng_from_seed(i);
        text_format(&text, "kriegspiel(rules=%s,board=%s)", rulesets[i % ruleset_count].name,
                    i % 2 ? "8x8" : "gardner5x5");
        Seat seat;
        begin(&seat, memory, "");
        for (unsigned plies = 0; plies < 300 && !seat.umpire.ending; plies++) {
            Try tries[TRIES_MAX];
            Reply reply;
            const Color mover = seat.umpire.truth.to_move;
            const Try attempt = tries[rng_below(&rng, umpire_tries(&seat.umpire, tries))];
            assert_int_equal(umpire_try(&seat.umpire, mover, attempt, &reply), UMPIRE_OK);
            if (reply.to[WHITE].event)
                hear(&seat, mover == WHITE ? attempt : TRY_NONE, &reply.to[WHITE]);
            assert_sound(&seat);
        }
    }
}

static void most_men_are_still_at_home(void **state)
{
    (void)state;
    Seat seat;
    begin(&seat, "kriegspiel", "e2e4 e7e5 g1f3 b8c6 f1e2 g8f6");
    assert_true(seat.piece_weights.at[KING][square("e8")] > 0.8);
    assert_true(seat.piece_weights.at[ROOK][square("a8")] > 0.8);
    assert_true(piece_weights_solid(&seat.piece_weights, &seat.meta) & bit(square("f7")));
}

static void a_bare_king_weighs_as_its_moves_allow(void **state)
{
    (void)state;
    Seat seat;
    begin(&seat, "kriegspiel(fen=k7/8/8/8/8/8/8/K6R_w)", "h1g1 a8b8");
    assert_true(fabs(seat.piece_weights.at[KING][square("b8")] - 1.0 / 3) < 1e-9);
    assert_true(seat.piece_weights.at[KING][square("a8")] == 0);
}

// --- Predictions ---------------------------------------------------------------------------------

static void only_certain_men_are_predicted_to_be_taken(void **state)
{
    (void)state;
    Seat seat;
    begin(&seat, "kriegspiel(fen=4k3/8/8/3p4/8/8/8/K2R3R_w)", "");
    assert_int_equal(maximax_predict(&seat.meta, move_of("d1d5"), MOVE_NONE).captured,
                     CAPTURED_PAWN);
    assert_int_equal(maximax_predict(&seat.meta, move_of("h1h5"), MOVE_NONE).captured,
                     CAPTURED_NOTHING);
    begin(&seat, "kriegspiel(fen=4k3/7p/8/8/8/8/8/K6R_w)", "a1a2 h7h5");
    assert_int_equal(maximax_predict(&seat.meta, move_of("h1h6"), move_of("h1h7")).captured,
                     CAPTURED_PAWN);
    assert_int_equal(maximax_predict(&seat.meta, move_of("h1h5"), move_of("h1h7")).captured,
                     CAPTURED_NOTHING);
}

static void what_cannot_be_legal_is_not_allowed(void **state)
{
    (void)state;
    Seat seat;
    begin(&seat, "kriegspiel(fen=4k3/8/8/3p4/8/8/4P3/K2R4_w)", "");
    assert_false(maximax_allows(&seat.meta, move_of("d1d6")));
    assert_true(maximax_allows(&seat.meta, move_of("d1d5")));
    assert_false(maximax_allows(&seat.meta, move_of("e2d3")));
    assert_true(maximax_allows(&seat.meta, move_of("e2e4")));
}

// --- Search --------------------------------------------------------------------------------------

static Move best_of(const Seat *seat, bool is_checked, uint64_t nodes, unsigned *depth)
{
    static MaximaxTry tries[TRIES_MAX];
    static const Turn fresh = {0};
    Try list[TRIES_MAX];
    const Budget budget = {.nodes = nodes};
    Meter meter = meter_begin(&budget, WHITE);
    uint32_t count = 0;
    const uint32_t all = attempts_list(&fresh, seat->meta.rules, &seat->meta.own, list);
    for (uint32_t i = 0; i < all; i++)
        if (maximax_allows(&seat->meta, list[i]))
            tries[count++] = (MaximaxTry){.move = list[i]};
    MetaEval eval = {.weights = &meta_weights_2007};
    if (is_checked) {
        eval = (MetaEval){.weights = &meta_weights_checked,
                          .piece_weights = &seat->piece_weights,
                          .solid = piece_weights_solid(&seat->piece_weights, &seat->meta),
                          .guards = piece_weights_guards(&seat->piece_weights, &seat->meta)};
        piece_weights_moves(&seat->piece_weights, &seat->meta, eval.moves);
    }
    const Maximax search = {.eval = eval, .alpha = 0.6, .depth_max = 3, .meter = &meter};
    *depth = maximax(&search, &seat->meta, tries, count);
    for (uint32_t i = 1; i < count; i++)
        assert_true(tries[i - 1].value >= tries[i].value);
    return tries[0].move;
}

static void a_man_that_is_known_and_free_is_taken(void **state)
{
    (void)state;
    Seat seat;
    unsigned depth;
    begin(&seat, "kriegspiel(fen=r3k3/8/8/3q4/8/8/3R4/4K3_w)", "");
    assert_int_equal(best_of(&seat, false, 3000, &depth), move_of("d2d5"));
    assert_int_equal(best_of(&seat, true, 3000, &depth), move_of("d2d5"));
}

static void a_queen_is_not_given_for_a_protected_pawn(void **state)
{
    (void)state;
    Seat seat;
    unsigned depth;
    begin(&seat, "kriegspiel(fen=4k3/5p2/8/8/8/5Q2/8/4K3_w)", "");
    assert_int_not_equal(best_of(&seat, true, 3000, &depth), move_of("f3f7"));
}

// His king might stand on f7, but then nobody else would: who is there is the pawn that takes the queen.
static void a_queen_does_not_mate_among_pawns_at_home(void **state)
{
    (void)state;
    Seat seat;
    unsigned depth;
    begin(&seat, "kriegspiel", "e2e4 d7d6 d1g4 b8d7");
    assert_int_not_equal(best_of(&seat, true, 3000, &depth), move_of("g4e6"));
    assert_false(piece_weights_guards(&seat.piece_weights, &seat.meta) & bit(square("e8")));
    assert_true(piece_weights_guards(&seat.piece_weights, &seat.meta) & bit(square("f7")));
}

// Whoever has spent all time on other things still sends the best of what lies on the table.
static void tries_are_looked_at_even_if_nothing_is_left(void **state)
{
    (void)state;
    Seat seat;
    unsigned depth;
    begin(&seat, "kriegspiel(fen=r3k3/8/8/3q4/8/8/3R4/4K3_w)", "");
    assert_int_equal(best_of(&seat, true, 1, &depth), move_of("d2d5"));
    assert_int_equal(depth, 1);
}

static void a_larger_budget_looks_deeper(void **state)
{
    (void)state;
    Seat seat;
    unsigned shallow, deep;
    begin(&seat, "kriegspiel", "e2e4 e7e5");
    (void)best_of(&seat, false, 100, &shallow);
    (void)best_of(&seat, false, 20000, &deep);
    assert_true(shallow >= 1 && deep > shallow);
}

// Of 2007: his king is on h8, whoever is beside it.
static void a_certain_mate_is_played(void **state)
{
    (void)state;
    Seat seat;
    unsigned depth;
    begin(&seat, "kriegspiel(fen=7k/8/6K1/8/8/8/1P6/R7_w)", "");
    assert_int_equal(best_of(&seat, false, 3000, &depth), move_of("a1a8"));
}

// The progress if White's rook goes to a8 and Black's king is where it begins.
static MatingProgress progress_on_a8(const char *text)
{
    Seat seat;
    begin(&seat, text, "");
    const Bits kings = seat.meta.men[KING];
    own_men_play(&seat.meta.own, move_of("a1a8"));
    assert_true(mating_is_aim(&seat.meta));
    return mating_progress(&seat.meta, kings);
}

// A pinned knight may stand between the rook and the king: that is stalemate and no mate.
static void a_king_behind_its_own_man_counts_as_stalemated(void **state)
{
    (void)state;
    const MatingProgress mated = progress_on_a8("kriegspiel(fen=7k/8/6K1/8/8/8/8/R7_w)");
    const MatingProgress hidden = progress_on_a8("kriegspiel(fen=6nk/8/6K1/8/8/8/8/R7_w)");
    const MatingProgress free = progress_on_a8("kriegspiel(fen=6nk/8/8/6K1/8/8/8/R7_w)");
    assert_true(mated.is_certain && mated.value > 0);
    assert_false(hidden.is_certain || free.is_certain);
    assert_true(hidden.value < free.value && hidden.value < -1000);
}

// One man that may be of any kind attacks no more than a queen does.
static void a_man_of_unknown_kind_is_one_man(void **state)
{
    (void)state;
    Seat seat;
    const MetaEval eval = {.weights = &meta_weights_2007};
    begin(&seat, "kriegspiel(fen=4k3/8/8/8/8/2q5/8/4K2Q_w)", "");
    Metaposition queen = seat.meta;
    queen.men[QUEEN] = seat.meta.empty | queen.men[QUEEN];
    Metaposition any = queen;
    for (Kind kind = KNIGHT; kind < QUEEN; kind++) {
        any.men[kind] = queen.men[QUEEN];
        any.max[kind] = 1;
    }
    assert_true(metaeval(&eval, &any, move_of("h1h2"), false, &any) >=
                metaeval(&eval, &queen, move_of("h1h2"), false, &queen));
}

static void information_may_be_counted_in_two_ways(void **state)
{
    (void)state;
    Seat seat;
    begin(&seat, "kriegspiel", "e2e4 e7e5");
    Metaposition known = seat.meta;
    for (Kind kind = KNIGHT; kind <= QUEEN; kind++)
        known.men[kind] &= ~(UINT64_C(0xff) << 40);
    for (unsigned i = 0; i < AGE_PLANES; i++)
        known.ages[i] = 0;
    for (MetaInfo info = META_INFO_AGE; info <= META_INFO_COUNT; info++) {
        const MetaEval eval = {.weights = &meta_weights_2007, .info = info};
        assert_true(metaeval(&eval, &seat.meta, move_of("d2d4"), false, &known) >
                    metaeval(&eval, &seat.meta, move_of("d2d4"), false, &seat.meta));
    }
}

// --- The hunt ------------------------------------------------------------------------------------

static BareKingTry best_bare_king(const Seat *seat, uint64_t nodes)
{
    static BareKingTry tries[TRIES_MAX];
    static const Turn fresh = {0};
    Try list[TRIES_MAX];
    const Budget budget = {.nodes = nodes};
    Meter meter = meter_begin(&budget, WHITE);
    BareKingSearch bare_king;
    bare_king_begin(&bare_king, &seat->meta, &seat->piece_weights);
    const uint32_t count = attempts_list(&fresh, seat->meta.rules, &seat->meta.own, list);
    for (uint32_t i = 0; i < count; i++)
        tries[i].move = list[i];
    bare_king_search(&bare_king, &meter, tries, count);
    return tries[0];
}

static void a_known_king_is_mated(void **state)
{
    (void)state;
    Seat seat;
    begin(&seat, "kriegspiel(fen=k7/8/1K6/8/8/8/8/2Q5_w)", "");
    assert_true(best_bare_king(&seat, 500).value > BARE_KING_MATE * 0.9);
    begin(&seat, "kriegspiel(fen=k7/7R/8/8/8/8/8/K5R1_w)", "");
    assert_int_equal(best_bare_king(&seat, 500).move, move_of("g1g8"));
}

static void stalemate_is_not_the_way(void **state)
{
    (void)state;
    Seat seat;
    begin(&seat, "kriegspiel(fen=k7/8/2K5/8/8/8/8/1Q6_w)", "");
    const BareKingTry best = best_bare_king(&seat, 500);
    assert_int_not_equal(best.move, move_of("b1b6"));
    assert_true(best.value > 0);
}

// --- Boards --------------------------------------------------------------------------------------

static void draw(const Seat *seat, uint32_t wanted, MetapositionSampler *boards)
{
    Rng rng = rng_from_seed(1);
    const MetapositionSource source = {&seat->meta, &seat->piece_weights, &seat->last_turn, NULL,
                                       0};
    metaposition_sampler_draw(boards, wanted, &source, &rng);
}

static void boards_drawn_are_among_those_that_are_possible(void **state)
{
    (void)state;
    static MetapositionSampler boards;
    Seat seat;
    begin(&seat, "kriegspiel(fen=4k3/p6p/8/3n4/8/8/1P6/R3K2R_w)", "a1a6 d5b4 a6h6 b4c2");
    draw(&seat, 100, &boards);
    assert_true(boards.count > 20);
    bool is_truth_among_them = false;
    for (uint32_t i = 0; i < boards.count; i++) {
        const Position *board = &boards.boards[i];
        assert_true(metaposition_holds(&seat.meta, board));
        assert_int_equal(bits_count(board->color[BLACK]), 4);
        assert_true(position_checkers(board, WHITE)); // which was called
        assert_false(position_checkers(board, BLACK));
        is_truth_among_them |= bits_has(position_men(board, BLACK, KNIGHT), square("c2"));
    }
    assert_true(is_truth_among_them);
}

// A clock on which every look takes a tenth of a millisecond.
static uint64_t tick(void *context)
{
    uint64_t *now = context;
    return *now += 100;
}

static void boards_are_drawn_no_longer_than_there_is_time(void **state)
{
    (void)state;
    static MetapositionSampler boards;
    Seat seat;
    uint64_t now = 0;
    const Clocks clocks = {tick, tick, &now};
    const Budget budget = {.cpu_ms = 1, .clocks = &clocks};
    const Meter meter = meter_begin(&budget, WHITE);
    Rng rng = rng_from_seed(1);
    begin(&seat, "kriegspiel", "");
    MetapositionSource source = {&seat.meta, &seat.piece_weights, &seat.last_turn, &meter, 800};
    metaposition_sampler_draw(&boards, PLACEMENTS_MAX, &source, &rng);
    assert_true(boards.count > 0 && boards.count < PLACEMENTS_MAX);
    source.reserve_us = 1000;
    metaposition_sampler_draw(&boards, PLACEMENTS_MAX, &source, &rng);
    assert_int_equal(boards.count, 0);
}

static void boards_of_many_men_have_about_as_many_of_each_kind(void **state)
{
    (void)state;
    static MetapositionSampler boards;
    Seat seat;
    begin(&seat, "kriegspiel", "e2e4 e7e5 g1f3 b8c6 f1e2 g8f6 b1c3 a7a6");
    draw(&seat, 200, &boards);
    assert_int_equal(boards.count, 200);
    unsigned queens = 0, knights = 0;
    for (uint32_t i = 0; i < boards.count; i++) {
        const Position *board = &boards.boards[i];
        assert_true(metaposition_holds(&seat.meta, board));
        assert_int_equal(bits_count(board->color[BLACK]), 16);
        assert_int_equal(bits_count(position_men(board, BLACK, PAWN)), 8);
        queens += bits_count(position_men(board, BLACK, QUEEN));
        knights += bits_count(position_men(board, BLACK, KNIGHT));
    }
    assert_true(queens > 180 && queens < 220);
    assert_true(knights > 360 && knights < 440);
}

static void a_pinned_pawn_does_not_prevent_stalemate(void **state)
{
    (void)state;
    static MetapositionSampler boards;
    Seat seat;
    begin(&seat, "kriegspiel(fen=2Q5/6R1/3kp1Q1/8/4K3/8/8/8_w)", "");
    draw(&seat, 20, &boards);
    assert_int_equal(boards.count, 20);
    const OnePlyAudit draws = audit_of(&boards, move_of("g7b7"));
    const OnePlyAudit wins = audit_of(&boards, move_of("g7d7"));
    assert_int_equal(draws.legal, 20);
    assert_true(draws.stalemate == 1 && draws.mate == 0);
    assert_true(wins.stalemate == 0 && wins.mate == 1);
    assert_true(audit_value(&wins) > 0 && audit_value(&draws) < -1000);
}

static void the_last_man_who_can_mate_is_dear(void **state)
{
    (void)state;
    static MetapositionSampler boards;
    Seat seat;
    begin(&seat, "kriegspiel(fen=8/8/3k4/7p/8/8/4Q3/K7_w)", "");
    draw(&seat, 20, &boards);
    assert_true(audit_of(&boards, move_of("e2e5")).loss > 500);
    begin(&seat, "kriegspiel(fen=8/8/3k4/7p/3K4/8/4Q3/8_w)", "");
    draw(&seat, 20, &boards);
    assert_true(audit_of(&boards, move_of("e2e5")).loss == 0);
}

static void a_reply_that_mates_us_is_found_and_costs_the_most(void **state)
{
    (void)state;
    static MetapositionSampler boards;
    Seat seat;
    begin(&seat, "kriegspiel(fen=4r1k1/5ppp/8/8/8/8/5PPP/R5K1_w)", "");
    draw(&seat, 20, &boards);
    const OnePlyAudit leaves = audit_of(&boards, move_of("a1a7"));
    const OnePlyAudit airs = audit_of(&boards, move_of("h2h3"));
    assert_true(leaves.mated > 0 && leaves.mated < 1);
    assert_true(airs.mated == 0);
    assert_true(audit_value(&airs) > audit_value(&leaves) + 300);
}

static void mates_by_a_discovery_and_by_a_new_queen_are_found_too(void **state)
{
    (void)state;
    static MetapositionSampler boards;
    Seat seat;
    begin(&seat, "kriegspiel(fen=6k1/8/8/P7/8/8/6PP/rb5K_w)", "");
    draw(&seat, 20, &boards);
    assert_true(audit_of(&boards, move_of("a5a6")).mated > 0);
    assert_true(audit_of(&boards, move_of("h2h3")).mated == 0);
    begin(&seat, "kriegspiel(fen=6k1/8/8/8/8/8/3p1PPP/R5K1_w)", "");
    draw(&seat, 20, &boards);
    assert_true(audit_of(&boards, move_of("a1a7")).mated > 0);
    assert_true(audit_of(&boards, move_of("a1d1")).mated == 0);
}

// --- Whole games ---------------------------------------------------------------------------------

typedef struct Result {
    uint8_t winner, ending;
    uint32_t tries, plies;
} Result;

static Player *open_player(const char *string)
{
    char why[200];
    Text message = TEXT_IN(why);
    Player *player = roster_open(&memory_heap, string, &message);
    if (!player)
        fail_msg("%s", why);
    return player;
}

static Result play(const char *game, const char *first, const char *second, uint64_t nodes,
                   uint64_t seed)
{
    Player *players[2] = {open_player(first), open_player(second)};
    const Budget budget = {.nodes = nodes};
    KriegspielRules rules;
    Umpire umpire;
    Reply reply;
    Result result = {0};
    read_rules(game, &rules);
    umpire_open(&umpire, rules.ruleset, &rules.setup.start, reply.to);
    for (uint8_t i = 0; i < 2; i++) {
        const Seating seating = {&kriegspiel_game, (const Rules *)&rules, i, seed + i, {0}, 0};
        assert_int_equal(player_sit(players[i], &seating), PLAYER_OK);
        assert_int_equal(player_hear(players[i], TRY_NONE, &reply.to[i]), PLAYER_OK);
    }
    while (!umpire.ending) {
        const uint8_t mover = umpire.truth.to_move;
        Choice choice;
        assert_int_equal(player_choose(players[mover], &budget, &choice), PLAYER_OK);
        assert_int_equal(umpire_try(&umpire, mover, choice.attempt, &reply), UMPIRE_OK);
        assert_int_not_equal(reply.verdict, VERDICT_IMPOSSIBLE);
        for (uint8_t i = 0; i < 2; i++)
            if (reply.to[i].event)
                assert_int_equal(
                    player_hear(players[i], i == mover ? choice.attempt : TRY_NONE, &reply.to[i]),
                    PLAYER_OK);
        result.tries += mover == 0;
        result.plies += mover == 0 && reply.verdict == VERDICT_PLAYED;
    }
    result.winner = umpire.winner;
    result.ending = umpire.ending;
    player_destroy(players[0]);
    player_destroy(players[1]);
    return result;
}

static void it_plays_every_ruleset_on_small_and_large_boards(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ruleset_count; i++) {
        char memory[100];
        Text text = TEXT_IN(memory);
        text_format(&text, "kriegspiel(rules=%s,board=%s)", rulesets[i].name, chess_boards[i].name);
        (void)play(memory, "meta", "meta(checks=1)", 60, i);
        (void)play(memory, "meta(checks=1,info=count)", "random", 60, i);
    }
}

static void the_same_seed_plays_the_same_game(void **state)
{
    (void)state;
    const Result a = play("kriegspiel", "meta(checks=1)", "random", 100, 5);
    const Result b = play("kriegspiel", "meta(checks=1)", "random", 100, 5);
    assert_memory_equal(&a, &b, sizeof a);
}

static void it_beats_random_more_often_than_not(void **state)
{
    (void)state;
    unsigned wins = 0;
    for (unsigned seed = 0; seed < 6; seed++) {
        const Result result = play("kriegspiel", "meta(checks=1)", "random", 200, seed);
        wins += result.winner == WINNER_FIRST;
    }
    assert_true(wins >= 5);
}

static void a_bare_king_is_mated_by_a_queen(void **state)
{
    (void)state;
    unsigned wins = 0;
    for (unsigned seed = 0; seed < 8; seed++)
        wins += play("kriegspiel(fen=8/8/4k3/8/8/8/8/KQ6_w)", "meta(checks=1)", "random", 300, seed)
                    .winner == WINNER_FIRST;
    assert_true(wins >= 6);
}

static void without_a_budget_it_ends_by_itself(void **state)
{
    (void)state;
    Player *player = open_player("meta(dynamic=1)");
    KriegspielRules rules;
    Choice choice;
    read_rules("kriegspiel", &rules);
    const Seating seating = {&kriegspiel_game, (const Rules *)&rules, WHITE, 1, {0}, 0};
    const Hearing opening = {.event = HEARD_OPENING, .seat = WHITE};
    assert_int_equal(player_sit(player, &seating), PLAYER_OK);
    assert_int_equal(player_hear(player, TRY_NONE, &opening), PLAYER_OK);
    assert_int_equal(player_choose(player, &no_limit, &choice), PLAYER_OK);
    assert_true(choice.nodes > 0 && choice.value > 0 && choice.value < 1);
    player_destroy(player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_stay_within_what_is_possible),
        cmocka_unit_test(most_men_are_still_at_home),
        cmocka_unit_test(a_bare_king_weighs_as_its_moves_allow),
        cmocka_unit_test(only_certain_men_are_predicted_to_be_taken),
        cmocka_unit_test(what_cannot_be_legal_is_not_allowed),
        cmocka_unit_test(a_man_that_is_known_and_free_is_taken),
        cmocka_unit_test(a_queen_is_not_given_for_a_protected_pawn),
        cmocka_unit_test(a_queen_does_not_mate_among_pawns_at_home),
        cmocka_unit_test(tries_are_looked_at_even_if_nothing_is_left),
        cmocka_unit_test(a_larger_budget_looks_deeper),
        cmocka_unit_test(a_certain_mate_is_played),
        cmocka_unit_test(a_king_behind_its_own_man_counts_as_stalemated),
        cmocka_unit_test(a_man_of_unknown_kind_is_one_man),
        cmocka_unit_test(information_may_be_counted_in_two_ways),
        cmocka_unit_test(a_known_king_is_mated),
        cmocka_unit_test(stalemate_is_not_the_way),
        cmocka_unit_test(boards_drawn_are_among_those_that_are_possible),
        cmocka_unit_test(boards_are_drawn_no_longer_than_there_is_time),
        cmocka_unit_test(boards_of_many_men_have_about_as_many_of_each_kind),
        cmocka_unit_test(a_pinned_pawn_does_not_prevent_stalemate),
        cmocka_unit_test(the_last_man_who_can_mate_is_dear),
        cmocka_unit_test(a_reply_that_mates_us_is_found_and_costs_the_most),
        cmocka_unit_test(mates_by_a_discovery_and_by_a_new_queen_are_found_too),
        cmocka_unit_test(it_plays_every_ruleset_on_small_and_large_boards),
        cmocka_unit_test(the_same_seed_plays_the_same_game),
        cmocka_unit_test(it_beats_random_more_often_than_not),
        cmocka_unit_test(a_bare_king_is_mated_by_a_queen),
        cmocka_unit_test(without_a_budget_it_ends_by_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
