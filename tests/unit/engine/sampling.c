// Which boards the sampling players ask. An evaluator that writes down what it is shown stands in for a chess program; all
// that is possible is counted out by the umpire himself, from the first position through everything that was heard.
#include "engine/kriegspiel_players/sampling.h"
#include "engine/core/boards.h"
#include "engine/kriegspiel_belief/belief_model.h"
#include "unit/check.h"
#include "unit/rules_of.h"

#include <string.h>

enum { ASKED_MAX = 4096, EXACT_MAX = 4096 };

static const Game *const game = &kriegspiel_game;

// --- The evaluator that writes down ---------------------------------------------------------------

// The boards it was shown, and what it says: `high` for the move `favourite` on the board `chosen`, else `low`.
static struct {
    Position asked[ASKED_MAX];
    uint32_t count;
    Try favourite;
    uint64_t chosen; // key of a position
    int high, low;
} spy;

static bool spy_value(void *context, const Position *position, Move *moves, uint32_t count,
                      Meter *meter, int *values)
{
    (void)context;
    assert_true(spy.count < ASKED_MAX);
    spy.asked[spy.count++] = *position;
    for (uint32_t i = 0; i < count; i++) {
        const bool is_chosen = moves[i] == spy.favourite && position->key == spy.chosen;
        values[i] = is_chosen ? spy.high : moves[i] == spy.favourite ? 0 : spy.low;
    }
    (void)meter_charge(meter, 1, 0);
    return true;
}

static bool spy_begin(void *context, Text *message)
{
    (void)context;
    (void)message;
    return true;
}

static bool spy_has_failed(void *context, Text *message)
{
    (void)context;
    (void)message;
    return false;
}

static void spy_destroy(void *context)
{
    (void)context;
}

static bool open_spy(const Memory *memory, const AdviserPlan *plan, Adviser *adviser, Text *message)
{
    (void)memory;
    (void)plan;
    (void)message;
    *adviser = (Adviser){.evaluator = {spy_value, NULL},
                         .begin = spy_begin,
                         .has_failed = spy_has_failed,
                         .destroy = spy_destroy};
    return true;
}

// --- A game in which White samples and Black tries at random ---------------------------------------------------------

typedef struct Sitting {
    KriegspielRules rules;
    Umpire truth;
    KriegspielView black;
    Player *white;
    SeatLog log; // White's
    Hearing to[2];
    Rng rng;
    Boards exact; // all that is possible to White
} Sitting;

static Player *create(const PlayerKind *kind, const char *string)
{
    char why[200];
    Text message = TEXT_IN(why);
    Spec spec;
    OptionValues options;
    assert_int_equal(spec_parse(string, &spec), SPEC_OK);
    if (!options_read(kind->options, &spec, &options, &message))
        fail_msg("%s", why);
    Player *player = player_create(&memory_heap, kind, &options);
    assert_non_null(player);
    sampling_set_opener(player, open_spy);
    return player;
}

static void white_hears(Sitting *s, Try own)
{
    const Heard heard = {.own = own, .hearing = s->to[WHITE]};
    if (!heard.hearing.event)
        return;
    assert_int_equal(player_hear(s->white, own, &heard.hearing), PLAYER_OK);
    assert_true(seat_log_add(&s->log, &memory_heap, heard));
}

static void begin(Sitting *s, const char *options, const PlayerKind *kind, const char *player,
                  uint64_t seed)
{
    *s = (Sitting){.rules = rules_of(options), .rng = rng_from_seed(seed)};
    s->white = create(kind, player);
    const Seating seating = {.game = game, .rules = (const Rules *)&s->rules, .seed = seed};
    assert_int_equal(player_sit(s->white, &seating), PLAYER_OK);
    assert_true(boards_init(&s->exact, &memory_heap, &kriegspiel_belief_model, EXACT_MAX));
    game->deal(seating.rules, &s->truth, s->to);
    game->sit(seating.rules, BLACK, &s->black);
    game->hear(seating.rules, &s->black, TRY_NONE, &s->to[BLACK]);
    white_hears(s, TRY_NONE);
}

static void end(Sitting *s)
{
    player_destroy(s->white);
    seat_log_done(&s->log, &memory_heap);
    boards_done(&s->exact);
}

static void judge(Sitting *s, Try attempt)
{
    const uint8_t seat = s->truth.truth.to_move;
    const Rules *rules = (const Rules *)&s->rules;
    game->judge(rules, &s->truth, attempt, s->to);
    game->hear(rules, &s->black, seat == BLACK ? attempt : TRY_NONE, &s->to[BLACK]);
    white_hears(s, seat == WHITE ? attempt : TRY_NONE);
}

// White's choice, with the boards it asked about in the spy.
static Choice ask_white(Sitting *s)
{
    const Budget budget = {.nodes = 50000};
    Choice choice;
    spy.count = 0;
    assert_int_equal(player_choose(s->white, &budget, &choice), PLAYER_OK);
    assert_int_equal(choice.boards, spy.count);
    return choice;
}

static void play_black(Sitting *s)
{
    while (!s->truth.ending && s->truth.truth.to_move == BLACK) {
        Try tries[TRIES_MAX];
        const uint32_t count = game->tries((const Rules *)&s->rules, &s->black, tries);
        judge(s, tries[rng_below(&s->rng, count)]);
    }
}

// --- All that is possible, by the umpire alone -----------------------------------------------------------------

static void count_out(Sitting *s, const Umpire *before, uint32_t index);

// Makes an attempt in an imagined game, and goes on if White would have heard what it heard.
static void imagine_attempt(Sitting *s, const Umpire *before, Try attempt, uint32_t index)
{
    Umpire after = *before;
    Hearing to[2];
    game->judge((const Rules *)&s->rules, &after, attempt, to);
    if (memcmp(&to[WHITE], &s->log.list[index].hearing, sizeof to[WHITE]) == 0)
        count_out(s, &after, index + 1);
}

static void count_out(Sitting *s, const Umpire *before, uint32_t index)
{
    if (index == s->log.count) {
        KriegspielBoard board;
        kriegspiel_belief_model.imagine((const Rules *)&s->rules, before, &board);
        assert_true(boards_add(&s->exact, &board, 1));
        return;
    }
    const Heard *heard = &s->log.list[index];
    if (heard->own != TRY_NONE) {
        imagine_attempt(s, before, heard->own, index);
        return;
    }
    MoveList replies;
    chess_list_legal(&before->truth, &replies);
    for (uint32_t i = 0; i < replies.count; i++)
        imagine_attempt(s, before, replies.moves[i], index);
}

static void count_all(Sitting *s)
{
    Umpire start;
    Hearing to[2];
    boards_clear(&s->exact);
    game->deal((const Rules *)&s->rules, &start, to);
    count_out(s, &start, 1); // after the opening
    assert_true(s->exact.count > 0);
}

static bool is_exact(const Sitting *s, const Position *position)
{
    for (uint32_t i = 0; i < s->exact.count; i++) {
        const KriegspielBoard *board = boards_at(&s->exact, i);
        if (board->position.key == position->key)
            return true;
    }
    return false;
}

static uint32_t count_asked_in_exact(const Sitting *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < spy.count; i++)
        count += is_exact(s, &spy.asked[i]);
    return count;
}

// --- The tests --------------------------------------------------------------------------------------

static const char *const starts[] = {
    "rules=icc,fen=4k3/8/8/8/8/8/R7/4K3_w", "rules=icc,fen=4k3/3p4/8/8/4P3/8/8/4K3_w",
    "rules=foret2019,fen=4k3/3p1p2/8/4P3/8/8/8/4K3_w", "rules=rand,fen=3nk3/8/8/8/8/8/3N4/4K3_w"};

// Each asks every possible board once, and no other, at each try of four turns.
static void expect_exact_set(const PlayerKind *kind, const char *player)
{
    uint32_t tries = 0, largest = 0;
    for (unsigned i = 0; i < COUNT_OF(starts); i++) {
        Sitting s;
        begin(&s, starts[i], kind, player, i);
        for (unsigned turn = 0; turn < 4 && !s.truth.ending; turn++) {
            while (!s.truth.ending && s.truth.truth.to_move == WHITE) {
                const Choice choice = ask_white(&s);
                count_all(&s);
                assert_int_equal(count_asked_in_exact(&s), spy.count);
                assert_int_equal(spy.count, s.exact.count);
                largest = s.exact.count > largest ? s.exact.count : largest;
                tries++;
                judge(&s, choice.attempt);
            }
            play_black(&s);
        }
        end(&s);
    }
    assert_true(tries > 12 && largest > 40); // something was compared
}

static void random_histories_find_all_that_is_possible(void **state)
{
    (void)state;
    expect_exact_set(&aos_player, "aos(engine=stockfish)");
}

static void an_exact_pool_has_all_that_is_possible(void **state)
{
    (void)state;
    expect_exact_set(&aosp_player, "aosp(engine=stockfish)");
}

// A lone king near the corner comes back to h8 by several ways, so that h8 has more weight than its share of the boards. A
// move that is good there alone, and elsewhere bad, is the best by weight and not the best if all boards are alike.
static Try best_of_pimc(const char *player)
{
    Sitting s;
    Choice choice;
    const KriegspielRules corner = rules_of("rules=icc,fen=7k/8/8/8/8/8/1P6/1K6_w");
    begin(&s, "rules=icc,fen=7k/8/8/8/8/8/1P6/1K6_w", &pimc_player, player, 1);
    spy.favourite = TRY_NONE;
    for (unsigned turn = 0; turn < 2; turn++) {
        judge(&s, try_of(turn ? "a1b1" : "b1a1"));
        play_black(&s);
    }
    count_all(&s);
    spy.chosen = corner.setup.start.key;
    assert_true(is_exact(&s, &corner.setup.start));
    spy.favourite = try_of("b2b4");
    spy.high = 1000;
    spy.low = 1000 * 4 / (3 * (int)s.exact.count); // between the share and the weight of h8
    choice = ask_white(&s);
    assert_int_equal(spy.count, s.exact.count);
    end(&s);
    return choice.attempt;
}

static void pimc_counts_boards_by_weight_or_alike(void **state)
{
    (void)state;
    assert_int_equal(best_of_pimc("pimc(engine=stockfish)"), try_of("b2b4"));
    assert_int_not_equal(best_of_pimc("pimc(engine=stockfish,draw=uniform)"), try_of("b2b4"));
}

// How many last-observation boards White asks about in its first four turns. All that is possible fits a pool of the usual
// size then, so such a pool is exact.
static uint32_t count_guessed(const char *player)
{
    uint32_t guessed = 0, tries = 0;
    for (unsigned i = 0; i < COUNT_OF(starts); i++) {
        Sitting s;
        begin(&s, starts[i], &hs_player, player, i);
        for (unsigned turn = 0; turn < 4 && !s.truth.ending; turn++) {
            while (!s.truth.ending && s.truth.truth.to_move == WHITE) {
                const Choice choice = ask_white(&s);
                count_all(&s);
                assert_true(count_asked_in_exact(&s) + choice.guessed >= spy.count);
                guessed += choice.guessed;
                tries++;
                judge(&s, choice.attempt);
            }
            play_black(&s);
        }
        end(&s);
    }
    assert_true(tries > 12);
    return guessed;
}

// A pool of 10 boards is soon no longer exact.
static void hs_can_wait_until_its_pool_is_inexact(void **state)
{
    (void)state;
    assert_true(count_guessed("hs(engine=stockfish)") > 0);
    assert_int_equal(count_guessed("hs(engine=stockfish,fill=inexact)"), 0);
    assert_true(count_guessed("hs(engine=stockfish,fill=inexact,pool=10)") > 0);
}

// --- Winning what is won -----------------------------------------------------------------------------

// Plays White against random moves until the game ends; returns how.
static uint8_t play_out(const char *options, const char *player, uint64_t seed)
{
    Sitting s;
    const Budget budget = {.nodes = 3000};
    begin(&s, options, &pimc_player, player, seed);
    while (!s.truth.ending) {
        Choice choice;
        assert_int_equal(player_choose(s.white, &budget, &choice), PLAYER_OK);
        judge(&s, choice.attempt);
        play_black(&s);
    }
    const uint8_t ending = s.truth.ending;
    end(&s);
    return ending;
}

static void a_bare_king_is_mated_if_asked_for(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 3; seed++)
        assert_int_equal(play_out("rules=icc,fen=7k/8/8/8/8/8/8/KR6_w", "pimc(mates=1)", seed),
                         ENDING_MATE);
}

// With 98 quiet plies only the pawn's move does not draw. No capture is left that could.
static void a_pawn_moves_before_fifty_moves_draw(void **state)
{
    (void)state;
    Sitting s;
    const Budget budget = {.nodes = 3000};
    Choice choice;
    begin(&s, "rules=icc,fen=7k/p7/8/8/7B/8/P7/K7_w_-_-_98_80", &pimc_player, "pimc(fifty=1)", 1);
    assert_int_equal(player_choose(s.white, &budget, &choice), PLAYER_OK);
    assert_int_equal(move_from(choice.attempt), square_from_text("a2"));
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_histories_find_all_that_is_possible),
        cmocka_unit_test(an_exact_pool_has_all_that_is_possible),
        cmocka_unit_test(hs_can_wait_until_its_pool_is_inexact),
        cmocka_unit_test(pimc_counts_boards_by_weight_or_alike),
        cmocka_unit_test(a_bare_king_is_mated_if_asked_for),
        cmocka_unit_test(a_pawn_moves_before_fifty_moves_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
