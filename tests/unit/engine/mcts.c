// The referee that is imagined, the tree above it, and the players.
#include "engine/kriegspiel_search/mcts.h"
#include "base/hash.h"
#include "engine/kriegspiel_belief/density.h"
#include "engine/players/roster.h"
#include "unit/rules_of.h"

#include <math.h>
#include <string.h>

static DensityTracker tracker;
static CallModel calls;
static BeliefState belief;
static TurnContext context;

static const Budget no_limit = {0};

// White's first turn in a position that White is told.
static void begin(const KriegspielRules *rules)
{
    const Hearing opening = {.event = HEARD_OPENING};
    tracker_begin(&tracker, rules, WHITE, NULL);
    tracker_hear(&tracker, TRY_NONE, &opening);
    calls = (CallModel){.rules = rules,
                        .motion = &tracker.motion,
                        .retaliation = 0.8F,
                        .check_taken = 0.3F,
                        .capture = 0.15F,
                        .worth = {1, 1, 1, 1, 1, 0},
                        .pawn_worth = 1,
                        .piece_worth = 1,
                        .mates_bare_king = true,
                        .weighs_control = true,
                        .guards = true};
    belief =
        (BeliefState){.own = tracker.view.own, .density = tracker.density, .last = tracker.last};
    turn_context_init(&context, &calls, &belief);
}

static TryOutcomes outcomes_of(const char *attempt)
{
    TryOutcomes outcomes;
    turn_context_try(&context, try_of(attempt), &outcomes);
    return outcomes;
}

// --- The referee ---------------------------------------------------------------------------------------------

static void a_free_man_is_worth_taking_and_a_guarded_one_less(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=4k3/1p6/p7/8/8/7r/8/RR5K_w");
    begin(&rules);
    assert_true(outcomes_of("a1a6").legal == 1);
    assert_true(outcomes_of("a1a6").piece == 0 && outcomes_of("a1a6").pawn == 1);
    const float guarded = outcomes_worth(&(TryOutcomes){.legal = 0});
    assert_true(guarded == 0);
    const TryOutcomes taking = outcomes_of("a1a6"), waiting = outcomes_of("a1a2");
    assert_true(taking.taken[0] > 0.5F);
    assert_true(taking.pawn_worth > waiting.silent_worth);
}

// The knight on d4 is attacked by a pawn; c3 would guard it with a pawn, and the pawn is what a guard would take.
static void who_takes_a_guarded_man_is_lost_for_what_he_is(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=7k/8/8/4p3/3N4/8/2P5/7K_w");
    begin(&rules);
    calls.worth[KNIGHT] = 3;
    calls.worth[PAWN] = calls.pawn_worth = 1;
    calls.piece_worth = 3;
    turn_context_init(&context, &calls, &belief);
    const unsigned knight = move_from(try_of("d4b5"));
    assert_float_equal(context.losses[knight][0], 3, 1e-4);
    assert_float_equal(context.losses[knight][1], 2, 1e-4);
    assert_true(outcomes_of("c2c3").silent_worth > outcomes_of("c2c4").silent_worth);
    assert_true(outcomes_of("d4b5").silent_worth > outcomes_of("c2c3").silent_worth);
    calls.guards = false;
    turn_context_init(&context, &calls, &belief);
    assert_float_equal(outcomes_of("c2c3").silent_worth, outcomes_of("h1h2").silent_worth, 1e-4);
}

static void a_king_takes_nothing_that_is_guarded(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=8/8/8/3k4/3B4/2P5/8/7K_w");
    begin(&rules);
    const unsigned bishop = move_from(try_of("d4a7"));
    assert_true(context.forecast.control[bishop] == 1);
    assert_true(context.losses[bishop][0] > 0);
    assert_true(context.losses[bishop][1] == 0);
}

static void without_control_all_squares_are_alike(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=7k/8/8/4p3/8/1N6/8/7K_w");
    begin(&rules);
    const TryOutcomes into = outcomes_of("b3d4"), away = outcomes_of("b3c1");
    assert_true(into.silent_worth < away.silent_worth - 0.05F);
    calls.weighs_control = false;
    turn_context_init(&context, &calls, &belief);
    assert_float_equal(outcomes_of("b3d4").silent_worth, outcomes_of("b3c1").silent_worth, 1e-5);
}

static void mate_is_seen_and_wins(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=k7/8/1K6/8/8/8/8/7R_w");
    begin(&rules);
    assert_true(context.risks.is_bare);
    const TryOutcomes mate = outcomes_of("h1h8");
    assert_true(mate.check == 1 && mate.mate == 1);
    assert_true(outcomes_worth(&mate) > 15);
}

static void stalemate_is_worth_nothing(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=k7/8/1K6/8/8/8/8/2Q5_w");
    begin(&rules);
    const TryOutcomes stale = outcomes_of("c1c7"), quiet = outcomes_of("c1d1");
    assert_true(stale.stalemate[TAKES_NOTHING] == 1 && quiet.stalemate[TAKES_NOTHING] == 0);
    assert_true(fabsf(outcomes_worth(&stale)) < 0.001F);
    assert_true(outcomes_worth(&quiet) > 1);
}

// By some rules who cannot move has lost.
static void stalemate_is_worth_what_the_rules_say(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("rules=rand,fen=k7/8/1K6/8/8/8/8/2Q5_w");
    begin(&rules);
    const TryOutcomes stale = outcomes_of("c1c7");
    assert_true(outcomes_worth(&stale) == CALL_MODEL_WIN);
}

// The pawns stand fast, and so the king must have somewhere to go.
static void blocked_pawns_do_not_save_from_stalemate(void **state)
{
    (void)state;
    const KriegspielRules blocked = rules_of("fen=k7/8/8/p7/P7/8/8/1R1Q3K_w"),
                          loose = rules_of("fen=k7/8/8/p7/8/8/8/1R1Q3K_w");
    begin(&blocked);
    assert_true(outcomes_of("d1d7").stalemate[TAKES_NOTHING] > 0.8F);
    assert_true(outcomes_of("d1e1").stalemate[TAKES_NOTHING] == 0);
    begin(&loose);
    assert_true(outcomes_of("d1d7").stalemate[TAKES_NOTHING] < 0.2F);
}

// The last man that could move is taken, and the king has nowhere to go.
static void the_last_mover_is_not_taken_from_a_stuck_king(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *attempt;
        unsigned takes;
        float min, max;
    } taken[] = {{"fen=k7/8/8/8/8/3Q4/8/1R1n3K_w", "d3d1", TAKES_PIECE, 0, 0.01F},
                 {"fen=k7/7R/8/8/8/8/8/1R1n1Q1K_w", "f1d1", TAKES_PIECE, 0.8F, 1},
                 {"fen=k7/7R/8/8/8/8/8/1R1nnQ1K_w", "f1e1", TAKES_PIECE, 0, 0.1F},
                 {"fen=k7/7R/8/8/8/3p4/8/1R3Q1K_w", "f1d3", TAKES_PAWN, 0.8F, 1},
                 {"fen=k7/7R/8/8/2p5/3p4/8/1R3Q1K_w", "f1d3", TAKES_PAWN, 0, 0.2F}};
    for (unsigned i = 0; i < COUNT_OF(taken); i++) {
        const KriegspielRules rules = rules_of(taken[i].rules);
        begin(&rules);
        const float chance = outcomes_of(taken[i].attempt).stalemate[taken[i].takes];
        if (chance < taken[i].min || chance > taken[i].max)
            fail_msg("%s: stalemate with %g", taken[i].rules, (double)chance);
    }
}

// Six queens to none are less than mate.
static void mate_is_worth_more_than_any_men(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=7k/8/p7/8/8/8/Q1QQQQQ1/6K1_w");
    begin(&rules);
    calls.worth[QUEEN] = 3;
    turn_context_init(&context, &calls, &belief);
    assert_true(context.balance > CALL_MODEL_WIN);
    const TryOutcomes outcomes = outcomes_of("g1h1");
    assert_true(outcomes.silent_worth > CALL_MODEL_WIN / 2.0F &&
                outcomes.silent_worth < CALL_MODEL_WIN);
}

static void a_back_rank_mate_is_seen_among_other_men(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=6k1/5ppp/8/8/8/8/8/R5K1_w");
    begin(&rules);
    const TryOutcomes mate = outcomes_of("a1a8");
    assert_true(mate.check > 0.9F && mate.mate > 0.9F);
}

// Somebody may take the checker, or come between: three times in seven a piece is one that can. A king takes whom nobody guards.
static void what_may_save_a_king_makes_mate_less_likely(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *attempt;
        float max;
    } saved[] = {{"fen=6k1/5ppp/8/8/8/8/8/R5Kb_w", "a1a8", 0.6F},
                 {"fen=6k1/3r1ppp/8/8/8/8/8/R5K1_w", "a1a8", 0.3F},
                 {"fen=6Nk/7p/8/8/8/8/8/K1B5_w", "c1b2", 0}};
    for (unsigned i = 0; i < COUNT_OF(saved); i++) {
        const KriegspielRules rules = rules_of(saved[i].rules);
        begin(&rules);
        const TryOutcomes outcomes = outcomes_of(saved[i].attempt);
        assert_true(outcomes.check > 0.9F);
        if (outcomes.mate > saved[i].max)
            fail_msg("%s: mate with %g", saved[i].rules, (double)outcomes.mate);
    }
}

static void messages_are_drawn_as_often_as_they_are_likely(void **state)
{
    (void)state;
    enum { DRAWS = 20000 };
    const KriegspielRules rules = rules_of("fen=4k3/1p6/p7/8/8/7r/8/RR5K_w");
    Rng rng = rng_from_seed(3);
    begin(&rules);
    belief.density.pieces[try_of("a1a3") >> 6 & 63] = 0.3F; // as if not certain
    turn_context_init(&context, &calls, &belief);
    const Move move = try_of("a1a5");
    TryOutcomes outcomes;
    turn_context_try(&context, move, &outcomes);
    unsigned refused = 0, taken = 0;
    double sum = 0;
    for (unsigned i = 0; i < DRAWS; i++) {
        float chance, worth;
        const CallMessage message =
            risks_draw(&context.risks, move, &outcomes, &rng, &chance, &worth);
        assert_true(chance > 0 && chance <= 1);
        refused += message.is_refused;
        taken += message.lost_at != 0;
        sum += worth;
    }
    assert_true(fabs((double)refused / DRAWS - (1 - outcomes.legal)) < 0.02);
    assert_true(taken > 0);
    assert_true(fabs(sum / DRAWS - outcomes_worth(&outcomes)) < 0.05);
}

static void a_rook_that_has_castled_is_not_taken_where_it_stood(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=4k3/8/8/8/8/7r/8/4K2R_w_K");
    Rng rng = rng_from_seed(5);
    begin(&rules);
    const TryOutcomes outcomes = outcomes_of("e1g1");
    for (unsigned i = 0; i < 200; i++) {
        float chance, worth;
        const CallMessage message =
            risks_draw_played(&context.risks, try_of("e1g1"), &outcomes, &rng, &chance, &worth);
        assert_int_equal(message.lost_at, 0);
    }
}

static void a_message_leads_to_the_next_turn(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=8x8");
    begin(&rules);
    BeliefState after = belief;
    const CallMessage lost = {.lost_at = (uint8_t)(square_from_text("e4") + 1), .tries = 1};
    belief_state_move_on(&after, &calls, try_of("e2e4"), lost);
    assert_int_equal(bits_count(after.own.all), 15);
    assert_int_equal(after.move_number, 1);
    const CallMessage refused = {.is_refused = 1};
    after = belief;
    belief_state_move_on(&after, &calls, try_of("e2d3"), refused);
    assert_memory_equal(&after.own, &belief.own, sizeof after.own);
    assert_int_equal(after.move_number, 0);
}

static void hearings_are_known_again_as_messages(void **state)
{
    (void)state;
    CallMessage message;
    Hearing answer = {.event = HEARD_MOVE, .captured = CAPTURED_PAWN, .checks = CHECK_FILE};
    Hearing reply = {.event = HEARD_MOVE, .seat = 1, .capture_at = 5, .count = 2};
    assert_true(message_of(&answer, &reply, &message));
    assert_int_equal(message.captured, CAPTURED_PAWN);
    assert_int_equal(message.checks, CHECK_PLAIN);
    assert_int_equal(message.lost_at, 5);
    assert_int_equal(message.tries, 1);
    reply.checks = CHECK_KNIGHT;
    assert_false(message_of(&answer, &reply, &message));
    assert_false(message_of(&answer, NULL, &message));
    answer = (Hearing){.event = HEARD_REFUSAL};
    assert_true(message_of(&answer, NULL, &message));
    assert_true(message.is_refused);
}

static void promotions_are_queens_and_questions_are_left_out(void **state)
{
    (void)state;
    Try tries[] = {TRY_ANY, try_of("a7a8n"), try_of("a7a8q"), try_of("b2b3")};
    assert_int_equal(call_model_keep_tries(&chess_boards[0], tries, COUNT_OF(tries)), 2);
    assert_int_equal(tries[0], try_of("a7a8q"));
    assert_int_equal(tries[1], try_of("b2b3"));
}

// --- The tree ------------------------------------------------------------------------------------------------

static Mcts *search_for(MctsMethod method, MctsBackup backup, unsigned moves, unsigned iterations,
                        uint32_t turns)
{
    const MctsPlan plan = {.calls = &calls,
                           .method = method,
                           .backup = backup,
                           .moves = moves,
                           .exploration = 0.1F,
                           .turns_max = turns};
    Mcts *search = mcts_create(&memory_heap, &plan);
    Meter meter = meter_begin(&no_limit, 0);
    Rng rng = rng_from_seed(5);
    Try tries[TRIES_MAX];
    uint32_t count = kriegspiel_game.tries((const Rules *)tracker.rules, &tracker.view, tries);
    assert_non_null(search);
    count = call_model_keep_tries(&chess_boards[0], tries, count);
    mcts_begin(search, &belief, tries, count, TRY_NONE, NULL, &meter);
    for (unsigned i = 0; i < iterations; i++)
        mcts_iterate(search, &rng, &meter);
    return search;
}

static MctsEdge best_of(const Mcts *search)
{
    MctsEdge edges[TRIES_MAX];
    const uint32_t count = mcts_edges(search, edges);
    MctsEdge best = edges[0];
    for (uint32_t i = 1; i < count; i++)
        if (edges[i].visits > best.visits)
            best = edges[i];
    return best;
}

static void every_method_finds_a_mate_in_one(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=k7/8/1K6/8/8/8/8/7R_w");
    static const struct {
        MctsMethod method;
        MctsBackup backup;
        unsigned moves;
    } cases[] = {{MCTS_C, MCTS_MAX, 1},  {MCTS_C, MCTS_MAX_ALL, 1}, {MCTS_C, MCTS_MEAN, 1},
                 {MCTS_B, MCTS_MEAN, 1}, {MCTS_B, MCTS_MEAN, 3},    {MCTS_BC, MCTS_MEAN, 2}};
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        begin(&rules);
        Mcts *search = search_for(cases[i].method, cases[i].backup, cases[i].moves, 400, 1000);
        assert_int_equal(best_of(search).attempt, try_of("h1h8"));
        mcts_destroy(search);
    }
}

static float value_of(const Mcts *search, const char *attempt)
{
    MctsEdge edges[TRIES_MAX];
    const uint32_t count = mcts_edges(search, edges);
    for (uint32_t i = 0; i < count; i++)
        if (edges[i].attempt == try_of(attempt))
            return edges[i].value;
    fail_msg("%s is not among the tries", attempt);
    return 0;
}

// One visit to each try: a pawn that nobody guards is taken, or the men are even still. From a8 the rook is kept away by the
// pawn, and after that refusal any other move may follow.
static void a_simulation_counts_the_men_that_are_left(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=7k/8/p7/8/8/8/8/R6K_w");
    begin(&rules);
    Try tries[TRIES_MAX];
    const unsigned count =
        kriegspiel_game.tries((const Rules *)tracker.rules, &tracker.view, tries);
    Mcts *search = search_for(MCTS_B, MCTS_MEAN, 1, count, 1000);
    assert_float_equal(value_of(search, "a1a6"), 1, 1e-4);
    assert_float_equal(value_of(search, "a1c1"), 0, 1e-4);
    assert_true(value_of(search, "a1a8") >= -1 && value_of(search, "a1a8") <= 1);
    mcts_destroy(search);
}

static void visits_add_up_and_the_tree_stops_growing_when_it_is_full(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=8x8");
    begin(&rules);
    Mcts *search = search_for(MCTS_C, MCTS_MAX, 1, 300, MCTS_TURNS_MIN);
    MctsEdge edges[TRIES_MAX];
    const uint32_t count = mcts_edges(search, edges);
    uint64_t visits = 0;
    for (uint32_t i = 0; i < count; i++)
        visits += edges[i].visits;
    assert_int_equal(visits, count + 300);
    assert_true(mcts_turn_count(search) <= MCTS_TURNS_MIN);
    mcts_destroy(search);
}

// A refusal keeps all but the try that was refused; an answer keeps what is below it.
static void what_was_thought_is_kept_for_the_next_turn(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=8x8");
    begin(&rules);
    Mcts *search = search_for(MCTS_C, MCTS_MAX, 1, 400, 4000);
    const uint32_t turns = mcts_turn_count(search);
    const Try best = best_of(search).attempt;
    const CallMessage quiet = {0}, refused = {.is_refused = 1};
    Try tries[TRIES_MAX];
    Turn fresh;
    turn_begin(&fresh);
    uint32_t count = attempts_list(&fresh, rules.ruleset, &belief.own, tries);
    uint32_t other = 0;
    while (tries[other] == best)
        other++;
    const Try gone = tries[other];
    tries[other] = tries[--count];
    Meter meter = meter_begin(&no_limit, 0);
    mcts_begin(search, &belief, tries, count, gone, &refused, &meter);
    assert_int_equal(mcts_turn_count(search), turns);
    MctsEdge edges[TRIES_MAX];
    assert_int_equal(mcts_edges(search, edges), count);
    assert_int_equal(best_of(search).attempt, best);
    BeliefState after = belief;
    belief_state_move_on(&after, &calls, best, quiet);
    count = attempts_list(&fresh, rules.ruleset, &after.own, tries);
    mcts_begin(search, &after, tries, count, best, &quiet, &meter);
    assert_int_equal(mcts_turn_count(search), turns);
    const CallMessage strange = {.captured = CAPTURED_PIECE, .checks = CHECK_PLAIN, .lost_at = 1};
    mcts_begin(search, &after, tries, count, best, &strange, &meter);
    assert_int_equal(mcts_turn_count(search), 1);
    mcts_destroy(search);
}

// --- The players ---------------------------------------------------------------------------------------------

typedef struct Played {
    unsigned winner;
    uint64_t hash; // of all tries
} Played;

static Played play(const char *white, const char *black, const KriegspielRules *rules,
                   uint64_t nodes, unsigned plies)
{
    Played played = {.hash = HASH_START};
    char memory[256];
    Text complaint = TEXT_IN(memory);
    const char *const names[2] = {white, black};
    Player *players[2];
    Umpire umpire;
    Hearing to[2];
    const Budget budget = {.nodes = nodes};
    umpire_open(&umpire, rules->ruleset, &rules->setup.start, to);
    for (unsigned i = 0; i < 2; i++) {
        players[i] = roster_open(&memory_heap, names[i], &complaint);
        assert_non_null(players[i]);
        const Seating seating = {
            .game = &kriegspiel_game, .rules = (const Rules *)rules, .seat = i, .seed = 11 + i};
        assert_int_equal(player_sit(players[i], &seating), PLAYER_OK);
        assert_int_equal(player_hear(players[i], TRY_NONE, &to[i]), PLAYER_OK);
    }
    while (!umpire.ending && umpire.plies < plies) {
        const uint8_t seat = umpire.truth.to_move;
        Choice choice;
        Reply reply;
        assert_int_equal(player_choose(players[seat], &budget, &choice), PLAYER_OK);
        assert_int_equal(umpire_try(&umpire, seat, choice.attempt, &reply), UMPIRE_OK);
        assert_int_not_equal(reply.verdict, VERDICT_IMPOSSIBLE);
        played.hash = hash_word(played.hash, choice.attempt);
        for (unsigned i = 0; i < 2; i++)
            if (reply.to[i].event != HEARD_NOTHING)
                assert_int_equal(
                    player_hear(players[i], i == seat ? choice.attempt : TRY_NONE, &reply.to[i]),
                    PLAYER_OK);
    }
    for (unsigned i = 0; i < 2; i++)
        player_destroy(players[i]);
    played.winner = umpire.winner;
    return played;
}

static unsigned play_game(const char *white, const char *black, const KriegspielRules *rules,
                          uint64_t nodes, unsigned plies)
{
    return play(white, black, rules, nodes, plies).winner;
}

static uint64_t hash_play(const char *player, const KriegspielRules *rules)
{
    return play(player, "capturer", rules, 500, 30).hash;
}

static void play_briefly(unsigned board, unsigned ruleset)
{
    static const char *const names[] = {"mcts-c", "mcts-b(k=2)", "mcts-bc(k=2)",
                                        "mcts-c(threads=2)"};
    char memory[128];
    Text text = TEXT_IN(memory);
    text_format(&text, "board=%s,rules=%s", chess_boards[board].name, rulesets[ruleset].name);
    const KriegspielRules rules = rules_of(memory);
    play_game(names[(board + ruleset) % COUNT_OF(names)], "random", &rules, 60, 24);
}

static void they_play_on_every_board_and_under_every_ruleset(void **state)
{
    (void)state;
    for (unsigned board = 0; board < chess_board_count; board++)
        play_briefly(board, board % ruleset_count);
    for (unsigned ruleset = 0; ruleset < ruleset_count; ruleset++)
        play_briefly(0, ruleset);
}

static void method_a_plays_too(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=silverman4x4"), large = rules_of("board=8x8");
    play_game("mcts-a", "random", &rules, 20, 40);
    play_game("random", "mcts-a(model=none)", &large, 5, 12);
}

static void a_rook_and_king_mate_a_bare_king(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=4k3/8/8/8/8/8/8/RR2K3_w");
    assert_int_equal(play_game("mcts-c", "random", &rules, 3000, 200), WINNER_FIRST);
}

static void a_bare_king_is_hunted_by_his_squares(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=8/8/8/4k3/8/8/8/3QK3_w");
    assert_int_equal(play_game("mcts-c", "random", &rules, 500, 120), WINNER_FIRST);
    assert_int_equal(play_game("mcts-b", "random", &rules, 500, 120), WINNER_FIRST);
}

static void a_part_that_is_left_out_changes_the_play(void **state)
{
    (void)state;
    static const char *const parts[] = {"control=0", "guards=0",  "spread=0",       "retaliation=0",
                                        "capture=0", "worth=one", "backup=max-all", "backup=mean"};
    const KriegspielRules rules = rules_of("board=8x8");
    const uint64_t whole = hash_play("mcts-c", &rules);
    assert_int_equal(hash_play("mcts-c", &rules), whole);
    for (unsigned i = 0; i < COUNT_OF(parts); i++) {
        char memory[64];
        Text text = TEXT_IN(memory);
        text_format(&text, "mcts-c(%s)", parts[i]);
        if (hash_play(memory, &rules) == whole)
            fail_msg("%s plays like the whole", memory);
    }
    assert_int_not_equal(hash_play("mcts-b(quiescence=0)", &rules), hash_play("mcts-b", &rules));
}

// --- The players of the paper ----------------------------------------------------------------------

// The same turn for the paper's players.
static void begin_paper(const KriegspielRules *rules)
{
    begin(rules);
    call_model_follow_paper(&calls);
    turn_context_init(&context, &calls, &belief);
}

static void the_paper_knows_no_mates_and_counts_men(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=k7/7p/1K6/8/8/8/8/6QR_w");
    begin_paper(&rules);
    const TryOutcomes mate = outcomes_of("g1g8");
    assert_true(mate.check == 1 && mate.mate == 0);
    assert_true(balance_worth(&calls, 12) == 12);
    calls.is_paper = false;
    turn_context_init(&context, &calls, &belief);
    assert_true(outcomes_of("g1g8").mate > 0.5F && balance_worth(&calls, 12) < 12);
}

// A bishop far from every enemy is taken as surely as one beside them: the chances are constants.
static void the_paper_has_constant_chances(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=7k/8/p7/8/2B4p/8/8/7K_w");
    begin_paper(&rules);
    assert_float_equal(outcomes_of("c4a6").taken[TAKEN_CAPTURER], 0.8, 1e-6);
    assert_float_equal(outcomes_of("c4d5").taken[TAKEN_CHECKER], 0.3, 1e-6);
    // The next capture of a string is answered by control alone: nobody guards a6.
    belief.last.capture_at = (uint8_t)(move_to(try_of("c4a6")) + 1);
    turn_context_init(&context, &calls, &belief);
    assert_true(outcomes_of("c4a6").taken[TAKEN_CAPTURER] == outcomes_of("c4a6").control);
    assert_true(outcomes_of("c4a6").control == 0);
}

// Without free refusals the paper's C values a try that cannot be legal by what the turn is worth then, not last.
static void the_paper_has_refusals_among_the_messages(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=7k/8/p7/8/8/8/8/R6K_w");
    begin_paper(&rules);
    Mcts *search = search_for(MCTS_C, MCTS_MAX, 1, 200, 1000);
    assert_true(value_of(search, "a1a8") > -CALL_MODEL_WIN / 2);
    mcts_destroy(search);
    begin(&rules);
    search = search_for(MCTS_C, MCTS_MAX, 1, 200, 1000);
    assert_true(value_of(search, "a1a8") == -CALL_MODEL_WIN);
    mcts_destroy(search);
}

static OptionValues values_of(const char *player)
{
    char memory[100];
    Text message = TEXT_IN(memory);
    Player *opened = roster_open(&memory_heap, player, &message);
    assert_non_null(opened);
    const OptionValues values = opened->options;
    player_destroy(opened);
    return values;
}

// "The programs are all identical outside the simulation task, with the single exception of the UCT exploration parameter c."
static void in_the_paper_b_and_c_differ_in_c_alone(void **state)
{
    (void)state;
    const PlayerOption *b = roster_kind(slice_of("mcts-b"))->options;
    const PlayerOption *c = roster_kind(slice_of("mcts-c"))->options;
    const OptionValues of_b = values_of("mcts-b(paper=1)"), of_c = values_of("mcts-c(paper=1)");
    unsigned common = 0;
    for (unsigned i = 0; c[i].name && b[i].name && strcmp(b[i].name, c[i].name) == 0; i++) {
        assert_true((of_b.values[i] == of_c.values[i]) == (strcmp(c[i].name, "c") != 0));
        common++;
    }
    assert_int_equal(common, options_count(c) - 1); // all but C's backup
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_man_is_worth_taking_and_a_guarded_one_less),
        cmocka_unit_test(who_takes_a_guarded_man_is_lost_for_what_he_is),
        cmocka_unit_test(a_king_takes_nothing_that_is_guarded),
        cmocka_unit_test(without_control_all_squares_are_alike),
        cmocka_unit_test(mate_is_seen_and_wins),
        cmocka_unit_test(stalemate_is_worth_nothing),
        cmocka_unit_test(stalemate_is_worth_what_the_rules_say),
        cmocka_unit_test(blocked_pawns_do_not_save_from_stalemate),
        cmocka_unit_test(the_last_mover_is_not_taken_from_a_stuck_king),
        cmocka_unit_test(mate_is_worth_more_than_any_men),
        cmocka_unit_test(a_back_rank_mate_is_seen_among_other_men),
        cmocka_unit_test(what_may_save_a_king_makes_mate_less_likely),
        cmocka_unit_test(messages_are_drawn_as_often_as_they_are_likely),
        cmocka_unit_test(a_rook_that_has_castled_is_not_taken_where_it_stood),
        cmocka_unit_test(a_message_leads_to_the_next_turn),
        cmocka_unit_test(hearings_are_known_again_as_messages),
        cmocka_unit_test(promotions_are_queens_and_questions_are_left_out),
        cmocka_unit_test(every_method_finds_a_mate_in_one),
        cmocka_unit_test(a_simulation_counts_the_men_that_are_left),
        cmocka_unit_test(visits_add_up_and_the_tree_stops_growing_when_it_is_full),
        cmocka_unit_test(what_was_thought_is_kept_for_the_next_turn),
        cmocka_unit_test(they_play_on_every_board_and_under_every_ruleset),
        cmocka_unit_test(method_a_plays_too),
        cmocka_unit_test(a_rook_and_king_mate_a_bare_king),
        cmocka_unit_test(a_bare_king_is_hunted_by_his_squares),
        cmocka_unit_test(a_part_that_is_left_out_changes_the_play),
        cmocka_unit_test(the_paper_knows_no_mates_and_counts_men),
        cmocka_unit_test(the_paper_has_constant_chances),
        cmocka_unit_test(the_paper_has_refusals_among_the_messages),
        cmocka_unit_test(in_the_paper_b_and_c_differ_in_c_alone),
    };
    return cmocka_run_group_tests_name("mcts", tests, NULL, NULL);
}
