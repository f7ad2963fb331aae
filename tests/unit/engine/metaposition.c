// The law of metapositions, that nothing possible is ruled out, against sets that are known exactly; and one test for
// each thing that a call teaches. Whole games against the truth are in tests/property/metapositions.c.
#include "engine/kriegspiel_belief/metaposition.h"
#include "base/rng.h"
#include "engine/core/pool.h"
#include "engine/kriegspiel_belief/belief_model.h"
#include "games/chess/fill.h"
#include "unit/check.h"

#include <string.h>

enum { POOL_LIMIT = 2000 };

typedef struct TurnContext {
    KriegspielRules rules;
    Umpire umpire;
    Metaposition meta; // of seat `seat`
    Pool *pool;        // NULL if none is wanted
    uint8_t seat;
    Hearing heard; // by that seat, last
} TurnContext;

static void hear(TurnContext *context, Try own, const Hearing *heard)
{
    if (heard->event == HEARD_NOTHING)
        return;
    context->heard = *heard;
    metaposition_hear(&context->meta, own, heard);
    if (context->pool)
        assert_true(pool_hear(context->pool, own, heard));
}

static void begin(TurnContext *context, const char *text, uint8_t seat, bool has_pool)
{
    char why[160];
    Text message = TEXT_IN(why);
    Spec spec;
    Hearing to[2];
    *context = (TurnContext){.seat = seat};
    assert_int_equal(spec_parse(text, &spec), SPEC_OK);
    if (!kriegspiel_game.read(&spec, (Rules *)&context->rules, &message))
        fail_msg("%s", why);
    const PoolPlan plan = {.limit = POOL_LIMIT, .seed = 1};
    if (has_pool)
        context->pool = pool_create(&memory_heap, &kriegspiel_belief_model,
                                    (const Rules *)&context->rules, seat, &plan);
    metaposition_begin(&context->meta, &context->rules, seat);
    umpire_open(&context->umpire, context->rules.ruleset, &context->rules.setup.start, to);
    hear(context, TRY_NONE, &to[seat]);
}

static Verdict attempt(TurnContext *context, Try chosen)
{
    const Color mover = context->umpire.truth.to_move;
    Reply reply;
    assert_int_equal(umpire_try(&context->umpire, mover, chosen, &reply), UMPIRE_OK);
    hear(context, mover == context->seat ? chosen : TRY_NONE, &reply.to[context->seat]);
    assert_true(metaposition_holds(&context->meta, &context->umpire.truth));
    return reply.verdict;
}

// Tries in turn, of both seats, separated by blanks.
static void attempts(TurnContext *context, const char *words)
{
    for (Slice rest = slice_of(words); rest.length;)
        attempt(context, try_from_text(slice_take(&rest, " ")));
}

static Bits square(const char *name)
{
    return bit(square_from_text(name));
}

static void play_at_random(TurnContext *context, Rng *rng)
{
    Try tries[TRIES_MAX];
    const uint32_t count = umpire_tries(&context->umpire, tries);
    attempt(context, tries[rng_below(rng, count)]);
}

// --- Against exact sets --------------------------------------------------------------------------

static void assert_holds_all(const TurnContext *context)
{
    const Boards *boards = pool_boards(context->pool);
    for (uint32_t i = 0; i < boards->count; i++)
        assert_true(metaposition_holds(&context->meta,
                                       &((const KriegspielBoard *)boards_at(boards, i))->position));
}

static void follow_exactly(const char *text, uint64_t seed, unsigned steps)
{
    TurnContext context;
    Rng rng = rng_from_seed(seed);
    begin(&context, text, seed % 2, true);
    for (unsigned i = 0; i < steps && !context.umpire.ending; i++) {
        play_at_random(&context, &rng);
        if (!pool_is_exact(context.pool))
            break;
        assert_holds_all(&context);
    }
    pool_destroy(context.pool);
}

static void every_board_of_an_exact_set_is_held(void **state)
{
    static const char *const games[] = {
        "board=8x8",        "board=silverman4x4",        "board=gardner5x5",
        "board=reduced4x4", "fen=7k/8/8/8/8/8/6PP/K7_w", "fen=4k3/pp6/8/2P5/8/8/8/4K2R_b_K"};
    (void)state;
    for (unsigned i = 0; i < ruleset_count; i++)
        for (unsigned j = 0; j < COUNT_OF(games); j++) {
            char memory[100];
            Text text = TEXT_IN(memory);
            text_format(&text, "kriegspiel(rules=%s,%s)", rulesets[i].name, games[j]);
            for (unsigned seed = 0; seed < 4; seed++)
                follow_exactly(memory, i + seed, 60);
        }
}

// The squares a pool of boards has for the enemy's king.
static Bits kings_of(const TurnContext *context)
{
    const Boards *boards = pool_boards(context->pool);
    Bits kings = 0;
    for (uint32_t i = 0; i < boards->count; i++)
        kings |= position_men(&((const KriegspielBoard *)boards_at(boards, i))->position,
                              other_color(context->seat), KING);
    return kings;
}

static void against_a_bare_king_it_is_the_exact_set(void **state)
{
    static const char *const games[] = {"kriegspiel(fen=8/8/4k3/8/8/8/8/K6R_w)",
                                        "kriegspiel(fen=8/8/4k3/8/8/8/8/KQ6_w)",
                                        "kriegspiel(fen=8/8/4k3/8/8/8/8/KB1B4_w)",
                                        "kriegspiel(rules=rand,fen=8/8/4k3/8/8/8/P7/K7_w)"};
    (void)state;
    unsigned compared = 0;
    for (unsigned i = 0; i < COUNT_OF(games); i++)
        for (unsigned seed = 0; seed < 10; seed++) {
            TurnContext context;
            Rng rng = rng_from_seed(seed);
            begin(&context, games[i], WHITE, true);
            for (unsigned j = 0; j < 60 && !context.umpire.ending; j++) {
                play_at_random(&context, &rng);
                if (context.umpire.ending || chess_is_dead(&context.umpire.truth))
                    break;
                // Mate and stalemate would have been called, which a metaposition does not look at.
                assert_true((kings_of(&context) & ~context.meta.men[KING]) == 0);
                compared += kings_of(&context) == context.meta.men[KING];
            }
            pool_destroy(context.pool);
        }
    assert_true(compared > 500);
}

// --- What calls teach ----------------------------------------------------------------------------

static void in_the_beginning_only_pawns_and_knights_can_have_moved(void **state)
{
    (void)state;
    TurnContext context;
    begin(&context, "kriegspiel", WHITE, false);
    assert_int_equal(metaposition_certain(&context.meta), UINT64_C(0xffff) << 48);
    attempts(&context, "e2e4 g8f6");
    const Bits left = square("b8") | square("g8") | UINT64_C(0xff) << 48;
    assert_int_equal(metaposition_certain(&context.meta), (UINT64_C(0xffff) << 48) & ~left);
    assert_int_equal(context.meta.men[KNIGHT], square("b8") | square("g8") | square("a6") |
                                                   square("c6") | square("f6") | square("h6"));
    assert_int_equal(context.meta.men[QUEEN], square("d8"));
}

static void a_path_that_was_passed_is_empty(void **state)
{
    (void)state;
    TurnContext context;
    begin(&context, "kriegspiel(fen=4k3/8/8/8/8/7r/8/K6R_w)", WHITE, false);
    attempts(&context, "a1a2 h3d3 h1h8");
    const Bits file = UINT64_C(0x8080808080808080);
    assert_int_equal(metaposition_possible(&context.meta) & file, 0);
    assert_int_equal(metaposition_age(&context.meta, file), 0);
}

static void a_refused_slide_finds_who_alone_may_be_in_the_way(void **state)
{
    (void)state;
    TurnContext context;
    begin(&context, "kriegspiel(fen=4k3/7p/8/8/8/8/8/K6R_w)", WHITE, false);
    attempts(&context, "a1a2 h7h5");
    assert_false(metaposition_certain(&context.meta) & square("h5"));
    attempts(&context, "h1h6"); // only the pawn on h5 can have stopped it, or one on h6 or h7
    assert_int_equal(context.umpire.truth.to_move, WHITE);
    attempts(&context, "a2a1 h5h4 h1h5");
    assert_true(metaposition_certain(&context.meta) & square("h4"));
    assert_int_equal(context.meta.men[PAWN], square("h4"));
}

static void silence_on_pawn_tries_empties_what_pawns_strike(void **state)
{
    (void)state;
    TurnContext context;
    begin(&context, "kriegspiel(fen=3qk3/8/8/8/4P3/8/8/K7_b)", WHITE, false);
    attempts(&context, "d8d7");
    const Bits struck = square("d5") | square("f5");
    assert_int_equal(metaposition_possible(&context.meta) & struck, 0);
    begin(&context, "kriegspiel(rules=parker2005,fen=3qk3/8/8/8/4P3/8/8/K7_b)", WHITE, false);
    attempts(&context, "d8d7");
    assert_true(metaposition_possible(&context.meta) & struck);
}

static void a_pawn_try_that_only_one_square_explains_is_there(void **state)
{
    (void)state;
    TurnContext context;
    begin(&context, "kriegspiel(fen=4k3/2n5/8/8/4P3/8/8/K7_b)", WHITE, false);
    attempts(&context, "c7d5");
    assert_int_equal(context.meta.men[KNIGHT], square("d5"));
    assert_true(metaposition_certain(&context.meta) & square("d5"));
}

static void a_try_of_his_names_his_pawn(void **state)
{
    (void)state;
    TurnContext context;
    begin(&context, "kriegspiel(rules=rand,fen=4k3/8/3p4/8/8/8/4N3/K7_b)", WHITE, false);
    attempts(&context, "e8e7 e2c3 d6d5 c3e4");
    assert_int_equal(context.meta.men[PAWN], square("d5"));
    assert_true(metaposition_certain(&context.meta) & square("d5"));
}

static void a_check_tells_where_his_king_may_be_and_silence_where_not(void **state)
{
    (void)state;
    TurnContext context;
    begin(&context, "kriegspiel(fen=8/8/4k3/8/8/8/8/K6R_w)", WHITE, false);
    attempts(&context, "a1a2 e6e7 a2a1 e7f7");
    const Bits file = UINT64_C(0x2020202020202020), kings = context.meta.men[KING];
    attempts(&context, "h1f1");
    assert_int_equal(context.meta.men[KING], kings & file);
    attempts(&context, "f7e7 f1h1");
    assert_int_equal(context.meta.men[KING] & chess_rook_rays[square_from_text("h1")], 0);
}

static void the_checker_is_known_if_only_one_can_be_it(void **state)
{
    (void)state;
    TurnContext context;
    begin(&context, "kriegspiel(fen=4k3/8/8/7r/8/8/8/K7_b)", WHITE, false);
    attempts(&context, "h5a5");
    assert_int_equal(context.meta.men[ROOK], square("a5"));
    assert_int_equal(context.heard.checks, CHECK_FILE);
    assert_true(metaposition_certain(&context.meta) & square("a5"));
}

static void who_took_stands_where_it_took(void **state)
{
    (void)state;
    TurnContext context;
    begin(&context, "kriegspiel(fen=4k3/8/8/7r/8/8/N7/1K6_b)", WHITE, false);
    attempts(&context, "h5h2 b1a1 h2a2");
    assert_true(metaposition_certain(&context.meta) & square("a2"));
    assert_false(context.meta.men[KING] & square("a2"));
    assert_int_equal(context.meta.men[ROOK] & ~square("a2") & square("h2"), 0);
    assert_int_equal(context.meta.quiet_max, 0);
}

static void a_king_refused_a_step_finds_the_bare_king(void **state)
{
    (void)state;
    TurnContext context;
    begin(&context, "kriegspiel(fen=8/8/8/3k4/8/3K4/8/7R_w)", WHITE, false);
    attempts(&context, "h1h2 d5d6 d3d4 d6c6");
    assert_int_equal(attempt(&context, try_from_text(slice_of("d4c5"))), VERDICT_ILLEGAL);
    assert_int_equal(context.meta.men[KING] & ~chess_king_steps[square_from_text("c5")], 0);
}

static void an_impossible_try_teaches_nothing(void **state)
{
    (void)state;
    TurnContext context;
    begin(&context, "kriegspiel", WHITE, false);
    attempts(&context, "e2e4 e7e5");
    const Metaposition before = context.meta;
    attempts(&context, "a1a5"); // over the own pawn; the word is that for illegal
    assert_memory_equal(&before, &context.meta, sizeof before);
}

static void pawns_are_counted_where_their_kind_is_told(void **state)
{
    (void)state;
    TurnContext context;
    begin(&context, "kriegspiel", WHITE, false);
    attempts(&context, "e2e4 d7d5 e4d5");
    assert_int_equal(context.meta.max[PAWN], 7);
    assert_int_equal(context.meta.pawns_min, 7);
    assert_int_equal(context.meta.count, 15);
    begin(&context, "kriegspiel(rules=parker2005)", WHITE, false);
    attempts(&context, "b1c3 b8c6 c3d5 c6e5 d5e7");
    assert_int_equal(context.meta.count, 15);
    assert_int_equal(context.meta.pawns_min, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_board_of_an_exact_set_is_held),
        cmocka_unit_test(against_a_bare_king_it_is_the_exact_set),
        cmocka_unit_test(in_the_beginning_only_pawns_and_knights_can_have_moved),
        cmocka_unit_test(a_path_that_was_passed_is_empty),
        cmocka_unit_test(a_refused_slide_finds_who_alone_may_be_in_the_way),
        cmocka_unit_test(silence_on_pawn_tries_empties_what_pawns_strike),
        cmocka_unit_test(a_pawn_try_that_only_one_square_explains_is_there),
        cmocka_unit_test(a_try_of_his_names_his_pawn),
        cmocka_unit_test(a_check_tells_where_his_king_may_be_and_silence_where_not),
        cmocka_unit_test(the_checker_is_known_if_only_one_can_be_it),
        cmocka_unit_test(who_took_stands_where_it_took),
        cmocka_unit_test(a_king_refused_a_step_finds_the_bare_king),
        cmocka_unit_test(an_impossible_try_teaches_nothing),
        cmocka_unit_test(pawns_are_counted_where_their_kind_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
