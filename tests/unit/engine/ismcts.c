// Tree search over what a seat may hear: its arithmetic against the formula, its bounds, its play,
// and the random games beneath it.
#include "engine/core/ismcts.h"
#include "engine/core/pool.h"
#include "engine/kriegspiel_search/playout.h"
#include "engine/players/roster.h"
#include "games/chess/fen.h"
#include "property/third_game/tictactoe.h"
#include "unit/miser.h"
#include "unit/read_game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Budget no_limit = {0};

// --- A game made up for counting -----------------------------------------------------------------

// One turn, two boards: KEEP is legal on both and draws, TAKE on the second alone and is won or
// lost. The search hands the rules on unread, so they tell the test which board was drawn.
enum { KEEP = 1, TAKE = 2 };

typedef struct Coin {
    char *drawn;
    uint8_t winner; // by TAKE
} Coin;

static const Coin *coin_of(const Rules *rules)
{
    return (const Coin *)rules;
}

static void coin_revive(const Rules *rules, const void *board, void *truth)
{
    *(char *)truth = *coin_of(rules)->drawn = *(const char *)board;
}

static void coin_judge(const Rules *rules, void *truth, Try attempt, Hearing to[2])
{
    (void)truth;
    to[0] = to[1] = (Hearing){.event = HEARD_MOVE,
                              .verdict = VERDICT_PLAYED,
                              .ending = 1,
                              .winner = attempt == TAKE ? coin_of(rules)->winner : WINNER_NONE};
}

static uint8_t coin_seat(const void *truth)
{
    (void)truth;
    return 0;
}

static uint64_t coin_key(const void *board)
{
    return *(const unsigned char *)board;
}

static const Game coin_game = {.name = "coin",
                               .truth_bytes = 1,
                               .tries_max = 2,
                               .judge = coin_judge,
                               .seat_to_move = coin_seat};

static const BeliefModel coin_model = {
    .game = &coin_game, .board_bytes = 1, .revive = coin_revive, .key = coin_key};

static uint32_t coin_legal(const Rules *rules, const void *truth, Try *out)
{
    (void)rules;
    out[0] = KEEP;
    out[1] = TAKE;
    return *(const char *)truth ? 2 : 1;
}

// Made-up games are played to their end, so a leaf tells nothing.
static double no_value(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                       Rng *rng, Meter *meter)
{
    (void)context;
    (void)rules;
    (void)truth;
    (void)seat;
    (void)rng;
    (void)meter;
    return 0;
}

// What the formula says of a try, from the counts before the visit in which it is available once
// more.
static double formula(const IsmctsEdge *edge, double c)
{
    return edge->mean + c * sqrt(log(edge->available + 1.0) / edge->visits);
}

static IsmctsEdge edge_to(const Ismcts *search, Try attempt)
{
    IsmctsEdge edges[2];
    const uint32_t count = ismcts_edges(search, edges);
    for (uint32_t i = 0; i < count; i++)
        if (edges[i].attempt == attempt)
            return edges[i];
    return (IsmctsEdge){0};
}

// One iteration, watched: what was legal grew in availability, and of that the untried or the best
// was visited.
static void watch_iteration(Ismcts *search, Rng *rng, Meter *meter, const char *drawn)
{
    const IsmctsEdge keep = edge_to(search, KEEP), take = edge_to(search, TAKE);
    ismcts_iterate(search, rng, meter);
    const IsmctsEdge kept = edge_to(search, KEEP), taken = edge_to(search, TAKE);
    assert_int_equal(kept.visits + taken.visits, keep.visits + take.visits + 1);
    if (keep.visits)
        assert_int_equal(kept.available, keep.available + 1);
    if (take.visits)
        assert_int_equal(taken.available, take.available + (*drawn ? 1 : 0));
    if (!*drawn)
        assert_int_equal(kept.visits, keep.visits + 1);
    else if (keep.visits && !take.visits)
        assert_int_equal(taken.visits, 1);
    else if (!keep.visits && take.visits)
        assert_int_equal(kept.visits, 1);
    else if (keep.visits && formula(&keep, 1.5) > formula(&take, 1.5))
        assert_int_equal(kept.visits, keep.visits + 1);
    else if (keep.visits && formula(&keep, 1.5) < formula(&take, 1.5))
        assert_int_equal(taken.visits, take.visits + 1);
}

static void fill_coin(Boards *boards)
{
    static const char cells[2] = {0, 1};
    assert_true(boards_init(boards, &memory_heap, &coin_model, 2));
    assert_true(boards_add(boards, &cells[0], 0.75));
    assert_true(boards_add(boards, &cells[1], 0.25));
}

// Watches 2000 iterations and looks at what has come of them.
static void watch_coin(uint8_t winner, const Boards *boards)
{
    char drawn = 0;
    const Coin coin = {&drawn, winner};
    const IsmctsPlan plan = {.model = &coin_model,
                             .rules = (const Rules *)&coin,
                             .leaf = {coin_legal, no_value, NULL},
                             .exploration = 1.5,
                             .nodes_max = 10,
                             .boards_max = 2};
    Ismcts *search = ismcts_create(&memory_heap, &plan);
    assert_non_null(search);
    ismcts_begin(search, boards);
    Rng rng = rng_from_seed(5);
    Meter meter = meter_begin(&no_limit, 0);
    unsigned seconds = 0;
    for (unsigned i = 0; i < 2000; i++) {
        watch_iteration(search, &rng, &meter, &drawn);
        seconds += drawn == 1;
    }
    const IsmctsEdge keep = edge_to(search, KEEP), take = edge_to(search, TAKE);
    assert_in_range(seconds, 420, 580); // a quarter, give or take four deviations
    assert_in_range(take.available, seconds - 1, seconds);
    assert_true(keep.mean == 0.5 && take.mean == (winner == WINNER_FIRST ? 1 : 0));
    assert_int_equal(ismcts_best(search, &rng).attempt, KEEP); // the most visited, not the best
    ismcts_destroy(search);
}

static void a_try_competes_only_where_it_is_legal(void **state)
{
    (void)state;
    Boards boards;
    fill_coin(&boards);
    watch_coin(WINNER_FIRST, &boards);
    watch_coin(WINNER_SECOND, &boards);
    boards_done(&boards);
}

// --- A game made up for hearing ------------------------------------------------------------------

// The same two boards. ASK is answered by which it is; then the seat must NAME it, each by its own
// try.
enum { ASK = 1, NAME = 2 };

typedef struct Riddle {
    char board, is_asked;
} Riddle;

static void riddle_revive(const Rules *rules, const void *board, void *truth)
{
    (void)rules;
    *(Riddle *)truth = (Riddle){.board = *(const char *)board};
}

static void riddle_judge(const Rules *rules, void *truth, Try attempt, Hearing to[2])
{
    (void)rules;
    Riddle *riddle = truth;
    to[0] = to[1] = (Hearing){.event = HEARD_ANSWER, .count = (uint8_t)riddle->board};
    if (riddle->is_asked) {
        to[0].ending = to[1].ending = 1;
        to[0].winner = to[1].winner =
            attempt == NAME + riddle->board ? WINNER_FIRST : WINNER_SECOND;
    }
    riddle->is_asked = 1;
}

static uint32_t riddle_legal(const Rules *rules, const void *truth, Try *out)
{
    (void)rules;
    const bool is_asked = ((const Riddle *)truth)->is_asked;
    out[0] = is_asked ? NAME : ASK;
    out[1] = NAME + 1;
    return is_asked ? 2 : 1;
}

// Were both answers one node, no plan could win more than the three quarters of the likelier board.
static void what_is_heard_tells_plans_apart(void **state)
{
    (void)state;
    const Game game = {.name = "riddle",
                       .truth_bytes = sizeof(Riddle),
                       .tries_max = 2,
                       .judge = riddle_judge,
                       .seat_to_move = coin_seat};
    const BeliefModel model = {
        .game = &game, .board_bytes = 1, .revive = riddle_revive, .key = coin_key};
    const IsmctsPlan plan = {.model = &model,
                             .leaf = {riddle_legal, no_value, NULL},
                             .exploration = 0.5,
                             .nodes_max = 20,
                             .boards_max = 2};
    Boards boards;
    fill_coin(&boards);
    Ismcts *search = ismcts_create(&memory_heap, &plan);
    assert_non_null(search);
    ismcts_begin(search, &boards);
    Rng rng = rng_from_seed(1);
    Meter meter = meter_begin(&no_limit, 0);
    for (unsigned i = 0; i < 3000; i++)
        ismcts_iterate(search, &rng, &meter);
    assert_int_equal(edge_to(search, ASK).visits, 3000);
    assert_true(edge_to(search, ASK).mean > 0.95);
    ismcts_destroy(search);
    boards_done(&boards);
}

// --- Tic-tac-toe: nothing but the seam -----------------------------------------------------------

enum { SQUARES = 9, TRUTH_ROOM = 64 };

static uint32_t seam_legal(const Rules *rules, const void *truth, Try *out)
{
    uint32_t count = 0;
    for (Try attempt = 1; attempt <= SQUARES; attempt++) {
        char after[TRUTH_ROOM];
        Hearing to[2];
        memcpy(after, truth, tictactoe_game.truth_bytes);
        tictactoe_game.judge(rules, after, attempt, to);
        if (to[tictactoe_game.seat_to_move(truth)].verdict == VERDICT_PLAYED)
            out[count++] = attempt;
    }
    return count;
}

static double seam_value(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                         Rng *rng, Meter *meter)
{
    (void)context;
    (void)meter;
    char at[TRUTH_ROOM];
    Hearing to[2] = {{0}};
    memcpy(at, truth, tictactoe_game.truth_bytes);
    while (!to[seat].ending) {
        Try tries[SQUARES];
        const uint32_t count = seam_legal(rules, at, tries);
        tictactoe_game.judge(rules, at, tries[rng_below(rng, count)], to);
    }
    return ismcts_value_of_end(to[seat].winner, seat);
}

// One seat searches, the other tries anything.
typedef struct Duel {
    Rules *rules;
    char truth[TRUTH_ROOM], view[TRUTH_ROOM];
    uint8_t seat;
    Rng rng;
    Pool *pool;
    Ismcts *search;
    Hearing to[2];
} Duel;

static void duel_begin(Duel *duel, uint8_t seat, uint64_t seed, uint32_t nodes_max)
{
    const Game *game = &tictactoe_game;
    char why[100];
    Text message = TEXT_IN(why);
    Spec spec;
    *duel = (Duel){.seat = seat, .rng = rng_from_seed(seed)};
    assert_true(game->truth_bytes <= TRUTH_ROOM && game->view_bytes <= TRUTH_ROOM);
    duel->rules = calloc(1, game->rules_bytes);
    assert_int_equal(spec_parse("tictactoe", &spec), SPEC_OK);
    assert_true(game->read(&spec, duel->rules, &message));
    const PoolPlan pool = {.limit = 5000, .seed = seed};
    const IsmctsPlan plan = {.model = &tictactoe_belief_model,
                             .rules = duel->rules,
                             .seat = seat,
                             .leaf = {seam_legal, seam_value, NULL},
                             .exploration = 0.75,
                             .nodes_max = nodes_max,
                             .boards_max = pool.limit};
    duel->pool = pool_create(&memory_heap, &tictactoe_belief_model, duel->rules, seat, &pool);
    duel->search = ismcts_create(&memory_heap, &plan);
    assert_true(duel->pool && duel->search);
    game->deal(duel->rules, duel->truth, duel->to);
    game->sit(duel->rules, !seat, duel->view);
    game->hear(duel->rules, duel->view, TRY_NONE, &duel->to[!seat]);
    assert_true(pool_hear_all(duel->pool, TRY_NONE, &duel->to[seat]));
}

static void duel_end(Duel *duel)
{
    pool_destroy(duel->pool);
    ismcts_destroy(duel->search);
    free(duel->rules);
}

static Try search_try(Duel *duel, unsigned iterations)
{
    Meter meter = meter_begin(&no_limit, 0);
    ismcts_begin(duel->search, pool_boards(duel->pool));
    for (unsigned i = 0; i < iterations; i++)
        ismcts_iterate(duel->search, &duel->rng, &meter);
    return ismcts_best(duel->search, &duel->rng).attempt;
}

static Try random_try(Duel *duel)
{
    Try tries[SQUARES];
    const uint32_t count = tictactoe_game.tries(duel->rules, duel->view, tries);
    return tries[rng_below(&duel->rng, count)];
}

static void duel_step(Duel *duel, unsigned iterations)
{
    const Game *game = &tictactoe_game;
    const bool searches = game->seat_to_move(duel->truth) == duel->seat;
    const Try attempt = searches ? search_try(duel, iterations) : random_try(duel);
    game->judge(duel->rules, duel->truth, attempt, duel->to);
    const Hearing *heard = &duel->to[duel->seat], *other = &duel->to[!duel->seat];
    if (other->event)
        game->hear(duel->rules, duel->view, searches ? TRY_NONE : attempt, other);
    if (heard->event)
        assert_true(pool_hear_all(duel->pool, searches ? attempt : TRY_NONE, heard));
}

static void it_beats_random_at_tictactoe(void **state)
{
    (void)state;
    double score = 0;
    for (unsigned game = 0; game < 100; game++) {
        Duel duel;
        duel_begin(&duel, game % 2, game, 10000);
        while (!duel.to[duel.seat].ending)
            duel_step(&duel, 300);
        const uint8_t winner = duel.to[duel.seat].winner;
        score += winner == WINNER_NONE ? 0.5 : winner == duel.seat + 1;
        duel_end(&duel);
    }
    assert_true(score >= 75); // equals would get 50, give or take 5
}

static void the_tree_keeps_within_its_bound(void **state)
{
    (void)state;
    static const uint32_t bounds[] = {ISMCTS_NODES_MIN, 3, 50, 1000};
    for (unsigned i = 0; i < COUNT_OF(bounds); i++) {
        Duel duel;
        IsmctsEdge edges[SQUARES];
        uint32_t visits = 0;
        duel_begin(&duel, 0, i, bounds[i]);
        assert_int_not_equal(search_try(&duel, 3000), TRY_NONE);
        assert_int_equal(ismcts_node_count(duel.search), bounds[i]);
        const uint32_t count = ismcts_edges(duel.search, edges);
        for (uint32_t edge = 0; edge < count; edge++)
            visits += edges[edge].visits;
        assert_int_equal(visits, 3000); // a full tree still learns
        duel_end(&duel);
    }
}

// --- Players on a chess board --------------------------------------------------------------------

typedef struct Match {
    const Game *game;
    KriegspielRules rules;
    Umpire truth;
    Player *players[2];
    Hearing to[2];
} Match;

static PlayerError match_begin(Match *m, const Memory *memory, const char *game,
                               const char *const names[2], uint64_t seed)
{
    char why[200];
    Text message = TEXT_IN(why);
    *m = (Match){0};
    m->game = read_game(game, &m->rules);
    m->game->deal((const Rules *)&m->rules, &m->truth, m->to);
    PlayerError error = PLAYER_OK;
    for (uint8_t seat = 0; seat < 2 && !error; seat++) {
        const Seating seating = {
            .game = m->game, .rules = (const Rules *)&m->rules, .seat = seat, .seed = seed + seat};
        m->players[seat] = roster_open(memory, names[seat], &message);
        error = m->players[seat] ? player_sit(m->players[seat], &seating) : PLAYER_ERR_MEMORY;
        error = error ? error : player_hear(m->players[seat], TRY_NONE, &m->to[seat]);
    }
    return error;
}

static PlayerError match_step(Match *m, const Budget *budget, Choice *choice)
{
    const uint8_t seat = m->truth.truth.to_move;
    PlayerError error = player_choose(m->players[seat], budget, choice);
    if (error)
        return error;
    assert_true(
        attempt_is_possible(&m->truth.turn, m->truth.rules, &m->truth.own, choice->attempt));
    m->game->judge((const Rules *)&m->rules, &m->truth, choice->attempt, m->to);
    error = player_hear(m->players[seat], choice->attempt, &m->to[seat]);
    if (!error && m->to[!seat].event)
        error = player_hear(m->players[!seat], TRY_NONE, &m->to[!seat]);
    return error;
}

static void match_end(Match *m)
{
    player_destroy(m->players[0]);
    player_destroy(m->players[1]);
}

// White is behind, and the rook mates on d8.
static void a_certain_mate_in_one_is_found(void **state)
{
    (void)state;
    static const char *const games[] = {"kriegspiel(fen=6k1/5ppp/8/8/8/8/q4PPP/3R2K1_w)",
                                        "chess(fen=6k1/5ppp/8/8/8/8/q4PPP/3R2K1_w)"};
    static const char *const names[][2] = {{"ismcts1", "random"}, {"ismcts2", "random"}};
    const Budget budget = {.nodes = 2000};
    for (unsigned i = 0; i < 4; i++) {
        Match m;
        Choice choice;
        assert_int_equal(match_begin(&m, &memory_heap, games[i / 2], names[i % 2], i), PLAYER_OK);
        assert_int_equal(match_step(&m, &budget, &choice), PLAYER_OK);
        assert_int_equal(m.truth.ending, ENDING_MATE);
        assert_int_equal(choice.nodes, 2000);
        assert_true(choice.value == 1);
        match_end(&m);
    }
}

static void the_same_seed_plays_the_same_game(void **state)
{
    (void)state;
    static const char *const names[2] = {"ismcts1(pool=300,nodes=2000)",
                                         "ismcts2(pool=300,nodes=2000,plies=200)"};
    const Budget budget = {.nodes = 60};
    Try played[2][60] = {{0}};
    for (unsigned run = 0; run < 2; run++) {
        Match m;
        Choice choice;
        assert_int_equal(match_begin(&m, &memory_heap, "kriegspiel", names, 11), PLAYER_OK);
        for (unsigned i = 0; i < 60 && !m.truth.ending; i++) {
            assert_int_equal(match_step(&m, &budget, &choice), PLAYER_OK);
            played[run][i] = choice.attempt;
        }
        match_end(&m);
    }
    assert_memory_equal(played[0], played[1], sizeof played[0]);
}

// Tries are possible and games go on under every ruleset and on every board; a pool so small also
// runs dry.
static void they_play_every_ruleset_on_every_board(void **state)
{
    (void)state;
    static const char *const names[2] = {"ismcts1(pool=10,nodes=100)",
                                         "ismcts2(pool=10,nodes=100,plies=20)"};
    const Budget budget = {.nodes = 3};
    for (unsigned i = 0; i < ruleset_count * chess_board_count; i++) {
        char text[80];
        Text game = TEXT_IN(text);
        Match m;
        Choice choice;
        text_format(&game, "kriegspiel(rules=%s,board=%s)", rulesets[i % ruleset_count].name,
                    chess_boards[i / ruleset_count].name);
        assert_int_equal(match_begin(&m, &memory_heap, text, names, i), PLAYER_OK);
        for (unsigned step = 0; step < 30 && !m.truth.ending; step++)
            assert_int_equal(match_step(&m, &budget, &choice), PLAYER_OK);
        match_end(&m);
    }
}

static bool play_with(Miser *miser)
{
    static const char *const names[2] = {"ismcts1(pool=10,nodes=50)",
                                         "ismcts2(pool=10,nodes=50,plies=5)"};
    const Memory memory = miser_memory(miser);
    const Budget budget = {.nodes = 2};
    Match m;
    Choice choice;
    PlayerError error = match_begin(&m, &memory, "kriegspiel(board=silverman4x4)", names, 3);
    for (unsigned i = 0; i < 12 && !error && !m.truth.ending; i++)
        error = match_step(&m, &budget, &choice);
    match_end(&m);
    assert_true(error == PLAYER_OK || error == PLAYER_ERR_MEMORY);
    return error == PLAYER_OK;
}

static void refused_memory_is_an_error(void **state)
{
    (void)state;
    assert_refusals_are_seen(play_with, 40);
}

static uint64_t ticking_us(void *context)
{
    return *(uint64_t *)context += 1000;
}

static void a_budget_ends_the_search(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"ismcts1", "random"}, {"ismcts2", "random"}};
    uint64_t now_us = 0;
    const Clocks clocks = {ticking_us, ticking_us, &now_us};
    atomic_bool stopped;
    atomic_init(&stopped, true);
    const struct {
        Budget budget;
        uint64_t min, max;
    } cases[] = {
        {{.nodes = 5}, 5, 5},
        {{.cpu_ms = 1, .clocks = &clocks}, 1, NODES_BETWEEN_CLOCKS},
        {{.move_ms = 1, .clocks = &clocks}, 1, NODES_BETWEEN_CLOCKS},
        {{.is_stopped = &stopped}, 1, 1},
        {{.nodes = 0}, 100, 10000}, // no limit at all still ends
    };
    for (unsigned i = 0; i < 2 * COUNT_OF(cases); i++) {
        Match m;
        Choice choice;
        assert_int_equal(
            match_begin(&m, &memory_heap, "kriegspiel(board=silverman4x4)", names[i % 2], i),
            PLAYER_OK);
        assert_int_equal(match_step(&m, &cases[i / 2].budget, &choice), PLAYER_OK);
        assert_in_range(choice.nodes, cases[i / 2].min, cases[i / 2].max);
        match_end(&m);
    }
}

// --- Random games --------------------------------------------------------------------------------

// Moves that end the game at once for White, of all: by the list of moves, which knows nothing of
// the way they are drawn.
static double share_of_mates(const Position *position)
{
    MoveList legal;
    uint32_t mates = 0;
    chess_list_legal(position, &legal);
    for (uint32_t i = 0; i < legal.count; i++) {
        Position after;
        position_after(position, legal.moves[i], &after);
        mates += position_checkers(&after, BLACK) && !chess_count_legal(&after);
    }
    return (double)mates / legal.count;
}

static void random_games_draw_every_move_alike(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "k7/2P5/K7/8/8/8/8/8 w - - 0 1",          // two of four promotions mate
        "6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 0 1", // one slide of many
        "k7/8/K7/8/8/8/7P/1Q6 w - - 0 1",         // one step of a queen, among pawns
        "kb6/p7/8/3Pp3/8/8/6B1/7K w - e6 0 1",    // a pawn's step, and its capture in passing
    };
    const Playout playout = {.plies_max = 2};
    Rng rng = rng_from_seed(1);
    for (unsigned i = 0; i < COUNT_OF(fens); i++) {
        enum { GAMES = 20000 };
        Position position;
        Meter meter = meter_begin(&no_limit, 0);
        unsigned wins = 0;
        assert_int_equal(position_from_fen(slice_of(fens[i]), NULL, &position), FEN_OK);
        const double share = share_of_mates(&position);
        for (unsigned game = 0; game < GAMES; game++)
            wins += playout_winner(&playout, &rulesets[0], &position, &rng, &meter) == WINNER_FIRST;
        assert_true(share > 0);
        const double deviation = sqrt(share * (1 - share) * GAMES);
        assert_true(fabs(wins - share * GAMES) <= 4 * deviation);
    }
}

static void a_random_game_ends_as_the_ruleset_says(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        uint32_t plies_max;
        uint8_t winner;
    } cases[] = {
        {"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 10, WINNER_FIRST},
        {"6K1/8/8/8/8/8/5PPP/r5k1 w - - 0 1", 10, WINNER_NONE}, // not mate: it goes on to the cap
        {"k7/2Q5/K7/8/8/8/8/8 b - - 0 1", 10, WINNER_NONE},     // stalemate
        {"k7/8/K7/8/8/8/8/8 w - - 0 1", 10, WINNER_NONE},       // dead
        {"k7/8/KQ6/8/8/8/8/8 w - - 100 60", 10, WINNER_NONE},   // fifty moves
        {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, WINNER_NONE},  // too long
    };
    Rng rng = rng_from_seed(2);
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const Playout playout = {.plies_max = cases[i].plies_max};
        Meter meter = meter_begin(&no_limit, 0);
        Position position;
        assert_int_equal(position_from_fen(slice_of(cases[i].fen), NULL, &position), FEN_OK);
        assert_int_equal(playout_winner(&playout, &rulesets[0], &position, &rng, &meter),
                         cases[i].winner);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_try_competes_only_where_it_is_legal),
        cmocka_unit_test(what_is_heard_tells_plans_apart),
        cmocka_unit_test(it_beats_random_at_tictactoe),
        cmocka_unit_test(the_tree_keeps_within_its_bound),
        cmocka_unit_test(a_certain_mate_in_one_is_found),
        cmocka_unit_test(the_same_seed_plays_the_same_game),
        cmocka_unit_test(they_play_every_ruleset_on_every_board),
        cmocka_unit_test(refused_memory_is_an_error),
        cmocka_unit_test(a_budget_ends_the_search),
        cmocka_unit_test(random_games_draw_every_move_alike),
        cmocka_unit_test(a_random_game_ends_as_the_ruleset_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
