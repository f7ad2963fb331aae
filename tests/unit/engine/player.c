// Players: what they choose, what they are told, and what their options accept.
#include "engine/core/player.h"
#include "engine/core/courtesy.h"
#include "engine/kriegspiel_players/bare_king_state.h"
#include "engine/kriegspiel_players/players.h"
#include "engine/players/roster.h"
#include "games/kriegspiel/open_chess.h"
#include "unit/read_game.h"

#include <string.h>

static const Budget one_node = {.nodes = 1};

static Player *open_player(const char *string)
{
    char why[200];
    Text message = TEXT_IN(why);
    Player *player = roster_open(&memory_heap, string, &message);
    if (!player)
        fail_msg("%s", why);
    return player;
}

// A game between two players without a table.
typedef struct Game2 {
    const Game *game;
    KriegspielRules rules;
    Umpire truth;
    Player *players[2];
    Hearing to[2];
} Game2;

static void begin(Game2 *g, const char *game, const char *first, const char *second, uint64_t seed)
{
    g->game = read_game(game, &g->rules);
    g->players[0] = open_player(first);
    g->players[1] = open_player(second);
    g->game->deal((const Rules *)&g->rules, &g->truth, g->to);
    for (uint8_t seat = 0; seat < 2; seat++) {
        const Seating seating = {
            .game = g->game, .rules = (const Rules *)&g->rules, .seat = seat, .seed = seed + seat};
        assert_int_equal(player_sit(g->players[seat], &seating), PLAYER_OK);
        assert_int_equal(player_hear(g->players[seat], TRY_NONE, &g->to[seat]), PLAYER_OK);
    }
}

static Try step_within(Game2 *g, const Budget *budget)
{
    const uint8_t seat = g->truth.truth.to_move;
    Choice choice;
    assert_int_equal(player_choose(g->players[seat], budget, &choice), PLAYER_OK);
    assert_int_equal(choice.kind, EVENT_TRY);
    g->game->judge((const Rules *)&g->rules, &g->truth, choice.attempt, g->to);
    assert_int_equal(player_hear(g->players[seat], choice.attempt, &g->to[seat]), PLAYER_OK);
    if (g->to[!seat].event)
        assert_int_equal(player_hear(g->players[!seat], TRY_NONE, &g->to[!seat]), PLAYER_OK);
    return choice.attempt;
}

static Try step(Game2 *g)
{
    return step_within(g, &one_node);
}

static void end(Game2 *g)
{
    player_destroy(g->players[0]);
    player_destroy(g->players[1]);
}

static void random_never_tries_the_impossible(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ruleset_count; i++) {
        char memory[80];
        Text text = TEXT_IN(memory);
        Game2 g;
        text_format(&text, "kriegspiel(rules=%s,board=%s)", rulesets[i].name, chess_boards[i].name);
        begin(&g, memory, "random", "random", i);
        for (unsigned plies = 0; plies < 300 && !g.truth.ending; plies++) {
            const uint8_t seat = g.truth.truth.to_move;
            const Umpire before = g.truth;
            const Try attempt = step(&g);
            assert_true(attempt_is_possible(&before.turn, before.rules, &before.own, attempt));
            assert_int_equal(g.to[seat].seat, seat);
        }
        end(&g);
    }
}

static void the_same_seed_plays_the_same_game(void **state)
{
    (void)state;
    Try played[2][200];
    for (unsigned run = 0; run < 2; run++) {
        Game2 g;
        begin(&g, "kriegspiel", "random", "capturer(pawn_tries=1)", 11);
        for (unsigned i = 0; i < 200; i++)
            played[run][i] = g.truth.ending ? TRY_NONE : step(&g);
        end(&g);
    }
    assert_memory_equal(played[0], played[1], sizeof played[0]);
}

// White's rook takes on d8 with check; Black can take back with the king or the knight, and must try to at once.
static void the_capturer_takes_back(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        Game2 g;
        begin(&g, "kriegspiel(fen=3rk3/1n5p/8/8/8/8/8/3RK3_w)", "random", "capturer", seed);
        const Try take = g.game->try_from_text(slice_of("d1d8"));
        g.game->judge((const Rules *)&g.rules, &g.truth, take, g.to);
        assert_int_equal(player_hear(g.players[0], take, &g.to[0]), PLAYER_OK);
        assert_int_equal(player_hear(g.players[1], TRY_NONE, &g.to[1]), PLAYER_OK);
        assert_int_equal(move_to(step(&g)), square_from_text("d8"));
        end(&g);
    }
}

// Three pawns' diagonals are possible as far as White knows, one is real: it must come before anything else, if asked
// for, and the plain capturer does not care.
static void the_capturer_tries_announced_pawn_captures(void **state)
{
    (void)state;
    static const char game[] = "kriegspiel(fen=4k3/8/8/3p4/2P5/8/8/4K3_w)";
    unsigned diagonals = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        Game2 g;
        begin(&g, game, "capturer(pawn_tries=1)", "random", seed);
        Try attempt = TRY_NONE;
        while (g.truth.truth.to_move == WHITE) {
            attempt = step(&g);
            assert_int_not_equal(move_to(attempt), square_from_text("c5"));
        }
        assert_int_equal(move_to(attempt), square_from_text("d5"));
        end(&g);
        begin(&g, game, "capturer", "random", seed);
        attempt = step(&g);
        diagonals += move_from(attempt) == square_from_text("c4") && move_to(attempt) % 8 != 2;
        end(&g);
    }
    assert_true(diagonals < 40);
}

static void negamax_mates_and_takes(void **state)
{
    (void)state;
    static const struct {
        const char *game, *player, *move;
    } cases[] = {
        {"chess(fen=6k1/5ppp/8/8/8/8/5PPP/3R2K1_w)", "negamax(depth=2)", "d1d8"},
        {"chess(fen=4k3/8/8/3q4/8/2N5/8/4K3_w)", "negamax(depth=1)", "c3d5"},
        {"chess(fen=4k3/8/4p3/3p4/8/2N5/3Q4/4K3_w)", "negamax(depth=2)", NULL},
        {"chess(board=losalamos6x6,fen=k5/6/1Q4/6/6/K5_w)", "negamax(depth=2)", NULL},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const Budget free = {0};
        Game2 g;
        Choice choice;
        begin(&g, cases[i].game, cases[i].player, "random", i);
        assert_int_equal(player_choose(g.players[0], &free, &choice), PLAYER_OK);
        assert_true(chess_is_legal(&g.truth.truth, choice.attempt));
        if (cases[i].move)
            assert_int_equal(choice.attempt, g.game->try_from_text(slice_of(cases[i].move)));
        end(&g);
    }
}

// The knight can take a pawn that is protected: one ply wins a pawn, two plies see the loss.
static void negamax_sees_as_far_as_its_depth(void **state)
{
    (void)state;
    static const char game[] = "chess(fen=4k3/8/4p3/3p4/8/2N5/8/4K3_w)";
    for (unsigned depth = 1; depth <= 2; depth++) {
        const Budget free = {0};
        Game2 g;
        Choice choice;
        begin(&g, game, depth == 1 ? "negamax(depth=1)" : "negamax(depth=2)", "random", 3);
        assert_int_equal(player_choose(g.players[0], &free, &choice), PLAYER_OK);
        const bool takes = choice.attempt == g.game->try_from_text(slice_of("c3d5"));
        assert_int_equal(takes, depth == 1);
        end(&g);
    }
}

static uint64_t ticking_us(void *context)
{
    return *(uint64_t *)context += 1000;
}

static void a_spent_budget_still_gives_a_move(void **state)
{
    (void)state;
    uint64_t now_us = 0;
    const Clocks clocks = {ticking_us, ticking_us, &now_us};
    atomic_bool stopped;
    atomic_init(&stopped, true);
    const Budget budgets[] = {
        {.nodes = 5},
        {.cpu_ms = 1, .clocks = &clocks},
        {.move_ms = 1, .clocks = &clocks},
        {.clock_ms = {30, 30}, .increment_ms = 1, .clocks = &clocks},
        {.is_stopped = &stopped},
    };
    for (unsigned i = 0; i < COUNT_OF(budgets); i++) {
        Game2 g;
        Choice choice;
        begin(&g, "chess", "negamax(depth=20)", "random", i);
        assert_int_equal(player_choose(g.players[0], &budgets[i], &choice), PLAYER_OK);
        assert_true(chess_is_legal(&g.truth.truth, choice.attempt));
        assert_true(choice.nodes <= 3 * NODES_BETWEEN_CLOCKS);
        end(&g);
    }
}

// Plays a move of White's, then one of Black's, and lets White's arrangements hear of both.
static void play_pair(const KriegspielRules *rules, Umpire *umpire, KriegspielView *view,
                      Arrangements *arrangements, const char *white, const char *black)
{
    const char *const moves[] = {white, black};
    for (uint8_t seat = 0; seat < 2; seat++) {
        const Try attempt = try_from_text(slice_of(moves[seat]));
        Reply reply;
        assert_int_equal(umpire_try(umpire, seat, attempt, &reply), 0);
        assert_int_equal(reply.verdict, VERDICT_PLAYED);
        kriegspiel_game.hear((const Rules *)rules, view, seat == 0 ? attempt : TRY_NONE,
                             &reply.to[0]);
        arrangements_hear(arrangements, view, 0, &reply.to[0]);
    }
}

static void own_men_that_come_back_are_counted(void **state)
{
    (void)state;
    KriegspielRules rules;
    const Game *game = read_game("kriegspiel(fen=4k2r/8/8/8/8/8/8/R3K3_w)", &rules);
    Umpire umpire;
    KriegspielView view;
    Hearing to[2];
    Arrangements arrangements = {0};
    const Try there = try_from_text(slice_of("a1a2")), back = try_from_text(slice_of("a2a1"));
    game->deal((const Rules *)&rules, &umpire, to);
    game->sit((const Rules *)&rules, 0, &view);
    game->hear((const Rules *)&rules, &view, TRY_NONE, &to[0]);
    arrangements_hear(&arrangements, &view, 0, &to[0]);
    assert_int_equal(arrangements_before(&arrangements, &view, there), 0);
    play_pair(&rules, &umpire, &view, &arrangements, "a1a2", "h8h7");
    assert_int_equal(arrangements_before(&arrangements, &view, back), 1);
    play_pair(&rules, &umpire, &view, &arrangements, "a2a1", "h7h6");
    assert_int_equal(arrangements_before(&arrangements, &view, there), 1);
    play_pair(&rules, &umpire, &view, &arrangements, "a1a2", "h6h5");
    assert_int_equal(arrangements_before(&arrangements, &view, back), 2);
    play_pair(&rules, &umpire, &view, &arrangements, "a2a1", "h5h1"); // a check
    play_pair(&rules, &umpire, &view, &arrangements, "e1d2", "h1a1"); // and a capture
    assert_int_equal(arrangements.count, 1);
    for (unsigned i = 0; i < 2 * ARRANGEMENTS_MAX; i++) { // it forgets, and does not overflow
        const Hearing moved = {.event = HEARD_MOVE, .seat = 0};
        arrangements_hear(&arrangements, &view, 0, &moved);
    }
    assert_int_equal(arrangements.count, 1 + 2 * ARRANGEMENTS_MAX);
}

// A lone king and a rook: without the option men come back for the third time, with it they do not.
static uint32_t count_third_times(const char *player)
{
    const Budget budget = {.nodes = 300};
    uint32_t third = 0;
    for (uint64_t seed = 0; seed < 3; seed++) {
        Game2 g;
        Arrangements arrangements = {0};
        begin(&g, "kriegspiel(fen=7k/8/8/8/8/8/8/R3K3_w)", player, "random", seed);
        arrangements_hear(&arrangements, g.players[0]->view, 0, &g.to[0]);
        for (unsigned i = 0; i < 150 && !g.truth.ending; i++) {
            const KriegspielView before = *(const KriegspielView *)g.players[0]->view;
            const Try attempt = step_within(&g, &budget);
            const Hearing *heard = &g.to[0];
            const bool is_own_move = heard->event == HEARD_MOVE && heard->seat == 0;
            third += is_own_move && arrangements_before(&arrangements, &before, attempt) >= 2;
            if (heard->event)
                arrangements_hear(&arrangements, g.players[0]->view, 0, heard);
        }
        end(&g);
    }
    return third;
}

static void a_player_can_keep_its_men_from_coming_back(void **state)
{
    (void)state;
    assert_true(count_third_times("hs(boards=1)") > 0);
    assert_int_equal(count_third_times("hs(boards=1,repeat=30000)"), 0);
}

// --- Openings and courtesy ----------------------------------------------------------------------------

// The seat to move plays the first of its tries that is legal.
static void play_first_legal(Game2 *g)
{
    const uint8_t seat = g->truth.truth.to_move;
    Try tries[TRIES_MAX];
    const uint32_t count = umpire_tries(&g->truth, tries);
    for (uint32_t i = 0; i < count && g->truth.truth.to_move == seat; i++) {
        g->game->judge((const Rules *)&g->rules, &g->truth, tries[i], g->to);
        for (uint8_t hearer = 0; hearer < 2; hearer++)
            if (g->to[hearer].event)
                assert_int_equal(player_hear(g->players[hearer],
                                             hearer == seat ? tries[i] : TRY_NONE, &g->to[hearer]),
                                 PLAYER_OK);
    }
}

// Against an opponent who does always the same, no two of its games are alike by move six. At the first move there is but one board, and the option
// alone makes a difference.
static void fog_varies_its_opening(void **state)
{
    (void)state;
    enum { GAMES = 8, MOVES = 6 };
    static const Budget some_nodes = {.nodes = 1500};
    Try played[GAMES][MOVES];
    bool begins_otherwise = false;
    for (unsigned i = 0; i < GAMES; i++) {
        Game2 g;
        begin(&g, "kriegspiel", "fog(pool=100,further=0)", "random", 10 * i);
        for (unsigned move = 0; move < MOVES; move++) {
            while (g.truth.truth.to_move == WHITE)
                played[i][move] = step_within(&g, &some_nodes);
            play_first_legal(&g);
        }
        end(&g);
        for (unsigned k = 0; k < i; k++)
            assert_memory_not_equal(played[i], played[k], sizeof played[i]);
        begins_otherwise = begins_otherwise || played[i][0] != played[0][0];
    }
    assert_true(begins_otherwise);
}

// What a player with this chance to win chooses, and then plays if it is a move.
static uint8_t act_with(Courtesy *courtesy, double value)
{
    const Hearing own = {.event = HEARD_MOVE, .seat = 0}, his = {.event = HEARD_MOVE, .seat = 1};
    Choice choice = {.kind = EVENT_TRY, .attempt = 77, .value = value};
    courtesy_choose(courtesy, 0.05, &choice);
    assert_true((choice.attempt == 77) == (choice.kind == EVENT_TRY));
    if (choice.kind == EVENT_TRY) {
        courtesy_hear(courtesy, 0, &own);
        courtesy_hear(courtesy, 0, &his);
    }
    return choice.kind;
}

static void a_lost_game_is_given_up_after_some_turns(void **state)
{
    (void)state;
    Courtesy courtesy = {0};
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(act_with(&courtesy, 0.01), EVENT_TRY);
    assert_int_equal(act_with(&courtesy, 0.3), EVENT_TRY); // it is not lost any more
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(act_with(&courtesy, 0.01), EVENT_TRY);
    assert_int_equal(act_with(&courtesy, 0.01), EVENT_RESIGN);
}

static void refused_tries_are_one_turn(void **state)
{
    (void)state;
    Courtesy courtesy = {0};
    for (unsigned i = 0; i < 20; i++) {
        Choice choice = {.kind = EVENT_TRY, .value = 0.01};
        courtesy_choose(&courtesy, 0.05, &choice);
        assert_int_equal(choice.kind, EVENT_TRY);
    }
}

static void offers_are_answered_and_made(void **state)
{
    (void)state;
    const Hearing offer = {.event = HEARD_OFFER, .seat = 1};
    Courtesy courtesy = {0};
    courtesy_hear(&courtesy, 0, &offer);
    assert_int_equal(act_with(&courtesy, 0.7), EVENT_TRY);
    assert_int_equal(act_with(&courtesy, 0.2), EVENT_TRY); // the offer fell with the move
    courtesy_hear(&courtesy, 0, &offer);
    assert_int_equal(act_with(&courtesy, 0.2), EVENT_ACCEPT);
    courtesy = (Courtesy){0};
    for (unsigned i = 1; i < 30; i++)
        assert_int_equal(act_with(&courtesy, 0.5), EVENT_TRY);
    assert_int_equal(act_with(&courtesy, 0.5), EVENT_OFFER);
    assert_int_equal(act_with(&courtesy, 0.5), EVENT_TRY); // once
}

static void a_player_says_which_games_it_plays(void **state)
{
    (void)state;
    KriegspielRules rules;
    const Game *game = read_game("chess", &rules);
    Player *player = open_player("capturer");
    const Seating seating = {.game = game, .rules = (const Rules *)&rules};
    assert_int_equal(player_sit(player, &seating), PLAYER_ERR_GAME);
    player_destroy(player);
}

static void options_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *string, *hint;
    } cases[] = {
        {"capturer(pawn_tries=2)", "pawn_tries takes 0 or 1, not '2'"},
        {"negamax(depth=2.5)", "depth takes 1 to 20"},
        {"negamax(depth=nan)", "depth takes 1 to 20"},
        {"negamax(depth=0x3)", "depth takes 1 to 20"},
        {"negamax(speed=1)", "negamax has no option 'speed'; it has depth"},
        {"random(x=1)", "it has none"},
        {"nobody", "nebel players lists them"},
        {"random(", "parentheses"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char why[200];
        Text message = TEXT_IN(why);
        assert_null(roster_open(&memory_heap, cases[i].string, &message));
        assert_non_null(strstr(why, cases[i].hint));
    }
}

// Every type of option, out and back.
static void options_are_written_as_they_are_read(void **state)
{
    (void)state;
    static const char *const words[] = {"mean", "vote", NULL};
    static const double of_paper = 5;
    static const PlayerOption options[] = {
        {"k", OPTION_NUMBER, 3, 1, 20, NULL, ""},
        {"c", OPTION_REAL, 0.7, 0, 10, NULL, ""},
        {"combine", OPTION_CHOICE, 0, 0, 0, words, ""},
        {"on", OPTION_SWITCH, 1, 0, 1, NULL, ""},
        {"paper", OPTION_SWITCH, 0, 0, 1, NULL, ""},
        {"w", OPTION_REAL, 2, 0, 9, NULL, "", &of_paper},
        {0},
    };
    static const char *const texts[] = {
        "x",     "x(k=7)", "x(c=0.25,combine=vote)", "x(k=20,on=0)", "x(paper=1)", "x(paper=1,w=2)",
        "x(w=5)"};
    for (unsigned i = 0; i < COUNT_OF(texts); i++) {
        char memory[100], why[100];
        Text text = TEXT_IN(memory), message = TEXT_IN(why);
        Spec spec;
        OptionValues values;
        assert_int_equal(spec_parse(texts[i], &spec), SPEC_OK);
        assert_true(options_read(options, &spec, &values, &message));
        options_write("x", options, &values, &text);
        assert_string_equal(memory, texts[i]);
    }
    char why[100];
    Text message = TEXT_IN(why);
    Spec spec;
    OptionValues values;
    assert_int_equal(spec_parse("x(combine=sum)", &spec), SPEC_OK);
    assert_false(options_read(options, &spec, &values, &message));
    assert_string_equal(why, "the option combine takes mean or vote, not 'sum'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_never_tries_the_impossible),
        cmocka_unit_test(the_same_seed_plays_the_same_game),
        cmocka_unit_test(the_capturer_takes_back),
        cmocka_unit_test(the_capturer_tries_announced_pawn_captures),
        cmocka_unit_test(negamax_mates_and_takes),
        cmocka_unit_test(negamax_sees_as_far_as_its_depth),
        cmocka_unit_test(a_spent_budget_still_gives_a_move),
        cmocka_unit_test(own_men_that_come_back_are_counted),
        cmocka_unit_test(a_player_can_keep_its_men_from_coming_back),
        cmocka_unit_test(fog_varies_its_opening),
        cmocka_unit_test(a_lost_game_is_given_up_after_some_turns),
        cmocka_unit_test(refused_tries_are_one_turn),
        cmocka_unit_test(offers_are_answered_and_made),
        cmocka_unit_test(a_player_says_which_games_it_plays),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(options_are_written_as_they_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
