// The laws that every Game and its BeliefModel must keep, tested through these two interfaces alone.
#include "base/rng.h"
#include "engine/kriegspiel_belief/belief_model.h"
#include "engine/phantom_go/belief_model.h"
#include "tictactoe.h"
#include "unit/check.h"

#include <stdlib.h>
#include <string.h>

enum { BELIEF_MAX = 4000, SLOT_COUNT = 1 << 14, STEPS_MAX = 400 };

// A set of boards without repetition: what a seat holds possible.
typedef struct Belief {
    const BeliefModel *model;
    size_t count;
    bool is_lost; // outgrew its memory; no longer followed
    char *boards;
    uint64_t keys[SLOT_COUNT]; // a hash table; 0 is a free slot
} Belief;

typedef struct Match {
    const BeliefModel *model;
    const Game *game;
    Rules *rules;
    void *truth, *copy, *views[2], *board;
    Try *tries;
    Belief belief[2];
    Rng rng;
} Match;

static void *allocate(size_t bytes)
{
    void *memory = calloc(1, bytes);
    assert_non_null(memory);
    return memory;
}

static void begin(Match *match, const BeliefModel *model, const char *text, uint64_t seed)
{
    const Game *game = model->game;
    char why[200];
    Text message = TEXT_IN(why);
    Spec spec;
    *match = (Match){.model = model, .game = game, .rng = rng_from_seed(seed)};
    match->rules = allocate(game->rules_bytes);
    assert_int_equal(spec_parse(text, &spec), SPEC_OK);
    if (!game->read(&spec, match->rules, &message))
        fail_msg("%s", why);
    match->truth = allocate(game->truth_bytes);
    match->copy = allocate(game->truth_bytes);
    match->board = allocate(model->board_bytes);
    match->tries = allocate(game->tries_max * sizeof(Try));
    for (unsigned seat = 0; seat < 2; seat++) {
        match->views[seat] = allocate(game->view_bytes);
        match->belief[seat].model = model;
        match->belief[seat].boards = allocate(model->board_bytes * BELIEF_MAX);
    }
}

static void end(Match *match)
{
    for (unsigned seat = 0; seat < 2; seat++) {
        free(match->belief[seat].boards);
        free(match->views[seat]);
    }
    free(match->tries);
    free(match->board);
    free(match->copy);
    free(match->truth);
    free(match->rules);
}

static void belief_clear(Belief *belief)
{
    belief->count = 0;
    memset(belief->keys, 0, sizeof belief->keys);
}

// The slot that holds the board's key, or would.
static uint64_t *belief_slot(Belief *belief, const void *board, uint64_t *key)
{
    *key = belief->model->key(board) | 1;
    size_t slot = *key >> 40;
    while (belief->keys[slot % SLOT_COUNT] && belief->keys[slot % SLOT_COUNT] != *key)
        slot++;
    return &belief->keys[slot % SLOT_COUNT];
}

static void belief_add(void *context, const void *board, float chance)
{
    assert_true(chance > 0 && chance <= 1);
    Belief *belief = context;
    uint64_t key;
    uint64_t *slot = belief_slot(belief, board, &key);
    if (*slot == key || belief->is_lost)
        return;
    if (belief->count == BELIEF_MAX) {
        belief->is_lost = true;
        return;
    }
    *slot = key;
    memcpy(belief->boards + belief->count * belief->model->board_bytes, board,
           belief->model->board_bytes);
    belief->count++;
}

// Moves a seat's belief on by what it heard.
static void belief_hear(Match *match, unsigned seat, Try own, const Hearing *heard)
{
    const BeliefModel *model = match->model;
    Belief *belief = &match->belief[seat];
    if (belief->is_lost || heard->event == HEARD_NOTHING)
        return;
    const size_t before = belief->count;
    char *old = allocate(model->board_bytes * BELIEF_MAX);
    memcpy(old, belief->boards, model->board_bytes * before);
    belief_clear(belief);
    if (own != TRY_NONE) {
        const size_t kept = model->keep(match->rules, old, before, own, heard);
        for (size_t i = 0; i < kept; i++)
            belief_add(belief, old + i * model->board_bytes, 1);
        assert_true(kept <= before);
    } else {
        const BoardSink sink = {belief_add, belief};
        model->expand(match->rules, old, before, heard, NULL, &sink);
    }
    free(old);
}

static void assert_belief_holds_truth(Match *match, unsigned seat, const Hearing *heard)
{
    Belief *belief = &match->belief[seat];
    uint64_t key;
    match->model->imagine(match->rules, match->truth, match->board);
    if (belief->is_lost || *belief_slot(belief, match->board, &key) == key)
        return;
    char memory[200];
    Text game = TEXT_IN(memory);
    match->game->write(match->rules, &game);
    text_add(&game, ": heard");
    match->game->say(match->rules, heard, &game);
    fail_msg("%s: seat %u holds %zu boards, and the truth is none of them", memory, seat,
             belief->count);
}

// Judges on the truth and on a copy of it: a fork must hear the same.
static void judge_twice(Match *match, Try attempt, Hearing to[2])
{
    const Game *game = match->game;
    Hearing again[2];
    memcpy(match->copy, match->truth, game->truth_bytes);
    game->judge(match->rules, match->copy, attempt, again);
    game->judge(match->rules, match->truth, attempt, to);
    assert_memory_equal(to, again, sizeof again);
}

static void assert_texts(const Match *match, Try attempt, const Hearing *heard)
{
    char memory[200];
    Text text = TEXT_IN(memory);
    match->game->try_to_text(attempt, &text);
    assert_int_equal(match->game->try_from_text(slice_of(memory)), attempt);
    Text words = TEXT_IN(memory);
    match->game->say(match->rules, heard, &words);
    assert_true(words.length > 0 && !words.cut);
}

// What is said to a seat, it can hear; and a view that has heard that the game is over hears nothing more.
static void hear(Match *match, unsigned ear, Try own, const Hearing *heard)
{
    const Game *game = match->game;
    void *view = match->views[ear];
    if (heard->event != HEARD_NOTHING)
        assert_true(game->can_hear(match->rules, view, own, heard));
    game->hear(match->rules, view, own, heard);
    if (heard->ending)
        assert_false(game->can_hear(match->rules, view, own, heard));
}

static void deal(Match *match, Hearing to[2])
{
    const Game *game = match->game;
    game->deal(match->rules, match->truth, to);
    match->model->imagine(match->rules, match->truth, match->board);
    for (uint8_t seat = 0; seat < 2; seat++) {
        game->sit(match->rules, seat, match->views[seat]);
        hear(match, seat, TRY_NONE, &to[seat]);
        belief_clear(&match->belief[seat]);
        match->belief[seat].is_lost = false;
        belief_add(&match->belief[seat], match->board, 1);
    }
}

// One attempt, heard by both seats; returns how many beliefs were compared with the truth.
static unsigned step(Match *match, Try attempt, Hearing to[2])
{
    const Game *game = match->game;
    const unsigned seat = game->seat_to_move(match->truth);
    unsigned followed = 0;
    judge_twice(match, attempt, to);
    for (unsigned ear = 0; ear < 2; ear++) {
        const Try own = ear == seat ? attempt : TRY_NONE;
        hear(match, ear, own, &to[ear]);
        belief_hear(match, ear, own, &to[ear]);
        assert_belief_holds_truth(match, ear, &to[ear]);
        followed += !match->belief[ear].is_lost;
    }
    return followed;
}

// Plays one game of random tries.
static unsigned play(Match *match)
{
    const Game *game = match->game;
    Hearing to[2];
    unsigned followed = 0;
    deal(match, to);
    for (unsigned steps = 0; !to[0].ending && steps < STEPS_MAX; steps++) {
        const unsigned seat = game->seat_to_move(match->truth);
        assert_int_equal(game->tries(match->rules, match->views[!seat], match->tries), 0);
        const uint32_t count = game->tries(match->rules, match->views[seat], match->tries);
        assert_in_range(count, 1, game->tries_max);
        const Try attempt = match->tries[rng_below(&match->rng, count)];
        followed += step(match, attempt, to);
        // What is in a seat's own list is never impossible.
        assert_true(to[seat].event != HEARD_NOTHING && to[seat].verdict != VERDICT_IMPOSSIBLE);
        assert_texts(match, attempt, &to[seat]);
    }
    return followed;
}

static void play_many(const BeliefModel *model, const char *text, unsigned games,
                      unsigned least_followed)
{
    unsigned followed = 0;
    for (unsigned i = 0; i < games; i++) {
        Match match;
        begin(&match, model, text, i + 1);
        followed += play(&match);
        end(&match);
    }
    assert_true(followed >= least_followed);
}

static void tictactoe_goes_through_every_door(void **state)
{
    (void)state;
    play_many(&tictactoe_belief_model, "tictactoe", 60, 800);
    play_many(&tictactoe_belief_model, "tictactoe(first=1)", 60, 800);
}

static void kriegspiel_goes_through_every_door_under_every_ruleset(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ruleset_count; i++) {
        char memory[100];
        Text text = TEXT_IN(memory);
        text_format(&text, "kriegspiel(rules=%s,board=silverman4x4)", rulesets[i].name);
        play_many(&kriegspiel_belief_model, memory, 4, 20);
    }
    play_many(&kriegspiel_belief_model, "kriegspiel", 2, 10);
    play_many(&kriegspiel_belief_model, "kriegspiel(rules=english,board=reduced4x4)", 4, 20);
}

// With few men the exact set stays small to the end: fifty moves,
// repetition and en passant come up.
static void small_endings_are_followed_to_the_end(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "4k3/3p4/8/4P3/8/8/8/4K3_w_-_-_90",
        "3k/4/4/KR2_w",
        "r3k3/8/8/8/8/8/7P/4K2R_w_Kq",
        "4k3/8/8/8/4p3/8/3P4/4K3_w",
    };
    for (unsigned i = 0; i < COUNT_OF(fens) * ruleset_count; i++) {
        char memory[100];
        Text text = TEXT_IN(memory);
        text_format(&text, "kriegspiel(rules=%s,fen=%s)", rulesets[i / COUNT_OF(fens)].name,
                    fens[i % COUNT_OF(fens)]);
        play_many(&kriegspiel_belief_model, memory, 2, 10);
    }
}

// Boards have no past: a game that ends by repetition or by too many attempts must
// not cost a seat the truth.
static void endings_that_only_the_past_decides_cost_no_board(void **state)
{
    (void)state;
    static const char *const shuffle[] = {"e1d1", "e8d8", "d1e1", "d8e8"};
    Match match;
    Hearing to[2];
    begin(&match, &kriegspiel_belief_model, "kriegspiel(fen=4k3/8/8/8/8/8/4P3/4K3_w)", 1);
    deal(&match, to);
    for (unsigned i = 0; !to[0].ending; i++)
        step(&match, match.game->try_from_text(slice_of(shuffle[i % 4])), to);
    assert_int_equal(to[0].ending, ENDING_REPETITION);
    end(&match);

    begin(&match, &kriegspiel_belief_model, "kriegspiel(fen=4k3/8/8/8/8/8/4P3/4K3_w)", 1);
    deal(&match, to);
    while (!to[0].ending)
        step(&match, match.game->try_from_text(slice_of("h1h8")), to);
    assert_int_equal(to[0].ending, ENDING_ATTEMPTS);
    assert_int_equal(to[1].event, HEARD_END);
    assert_int_equal(match.belief[1].count, 1);
    end(&match);
}

// A seat that sees everything holds one board possible, and it is the truth.
static void open_chess_leaves_one_board(void **state)
{
    (void)state;
    play_many(&open_chess_belief_model, "chess", 3, 50);
    play_many(&open_chess_belief_model, "chess(board=silverman4x4)", 4, 10);
    Match match;
    Hearing to[2];
    begin(&match, &open_chess_belief_model, "chess(board=gardner5x5)", 5);
    deal(&match, to);
    for (unsigned i = 0; i < 60 && !to[0].ending; i++) {
        const unsigned seat = match.game->seat_to_move(match.truth);
        const uint32_t count = match.game->tries(match.rules, match.views[seat], match.tries);
        step(&match, match.tries[rng_below(&match.rng, count)], to);
        assert_int_equal(to[0].event, HEARD_MOVE);
        assert_int_equal(match.belief[0].count, 1);
        assert_int_equal(match.belief[1].count, 1);
    }
    end(&match);
}

static void phantom_go_goes_through_every_door_under_every_switch(void **state)
{
    (void)state;
    static const char *const strings[] = {
        "phantom-go(size=5)",
        "phantom-go(size=5,superko=no,tries_heard=yes,points_to_both=yes)",
        "phantom-go(size=5,reasons_given=yes,atari_calls=yes,score=territory,komi=0)",
        "phantom-go",
        "phantom-go(size=19)",
    };
    for (unsigned i = 0; i < COUNT_OF(strings); i++)
        play_many(&phantom_go_belief_model, strings[i], 3, 3);
}

static void believe_the_truth(Match *match)
{
    match->model->imagine(match->rules, match->truth, match->board);
    for (unsigned seat = 0; seat < 2; seat++) {
        belief_clear(&match->belief[seat]);
        match->belief[seat].is_lost = false;
        belief_add(&match->belief[seat], match->board, 1);
    }
}

// Whole games outgrow any exact set; so here each step begins anew at the truth, and the truth must come out.
static void every_step_of_phantom_go_keeps_the_truth(void **state)
{
    (void)state;
    static const char *const strings[] = {
        "phantom-go(size=5)", "phantom-go(size=7,superko=no,tries_heard=yes,points_to_both=yes)",
        "phantom-go(size=6,reasons_given=yes,atari_calls=yes,score=territory,komi=0)"};
    for (unsigned i = 0; i < 12; i++) {
        Match match;
        Hearing to[2];
        begin(&match, &phantom_go_belief_model, strings[i % COUNT_OF(strings)], i);
        deal(&match, to);
        for (unsigned steps = 0; !to[0].ending && steps < STEPS_MAX; steps++) {
            believe_the_truth(&match);
            const unsigned seat = match.game->seat_to_move(match.truth);
            const uint32_t count = match.game->tries(match.rules, match.views[seat], match.tries);
            assert_int_equal(step(&match, match.tries[rng_below(&match.rng, count)], to), 2);
        }
        end(&match);
    }
}

// The superko of the past is not held against a board that has none: a seat that is refused a point for it keeps the truth.
static void a_refusal_for_a_board_come_back_costs_no_board(void **state)
{
    (void)state;
    static const char *const tries[] = {"a2", "c2", "b2", "d1", "c1", "a1", "pass", "b1"};
    Match match;
    Hearing to[2];
    begin(&match, &phantom_go_belief_model, "phantom-go(size=5)", 1);
    deal(&match, to);
    for (unsigned i = 0; i < COUNT_OF(tries); i++)
        step(&match, match.game->try_from_text(slice_of(tries[i])), to);
    believe_the_truth(&match);
    assert_int_equal(step(&match, match.game->try_from_text(slice_of("c1")), to), 2);
    assert_int_equal(to[1].verdict, VERDICT_ILLEGAL);
    assert_int_equal(step(&match, match.game->try_from_text(slice_of("e5")), to), 2);
    assert_int_equal(to[1].verdict, VERDICT_PLAYED);
    end(&match);
}

// A revived board is the truth again, but for its past.
static void reviving_what_was_imagined_changes_nothing_heard(void **state)
{
    (void)state;
    Match match;
    begin(&match, &kriegspiel_belief_model, "kriegspiel(rules=rand,board=gardner5x5)", 3);
    const Game *game = match.game;
    Hearing to[2], again[2];
    deal(&match, to);
    for (unsigned step = 0; step < 60 && !to[0].ending; step++) {
        match.model->imagine(match.rules, match.truth, match.board);
        match.model->revive(match.rules, match.board, match.copy);
        const unsigned seat = game->seat_to_move(match.truth);
        const uint32_t count = game->tries(match.rules, match.views[seat], match.tries);
        const Try attempt = match.tries[rng_below(&match.rng, count)];
        game->judge(match.rules, match.copy, attempt, again);
        game->judge(match.rules, match.truth, attempt, to);
        assert_memory_equal(to, again, sizeof to);
        game->hear(match.rules, match.views[seat], attempt, &to[seat]);
        game->hear(match.rules, match.views[!seat], TRY_NONE, &to[!seat]);
    }
    end(&match);
}

static void a_broken_option_is_refused(void **state)
{
    (void)state;
    char why[200];
    Text message = TEXT_IN(why);
    Spec spec;
    char rules[8] = "old";
    assert_int_equal(spec_parse("tictactoe(first=2)", &spec), SPEC_OK);
    assert_false(tictactoe_game.read(&spec, (Rules *)(void *)rules, &message));
    assert_string_equal(rules, "old");
    assert_true(message.length > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tictactoe_goes_through_every_door),
        cmocka_unit_test(kriegspiel_goes_through_every_door_under_every_ruleset),
        cmocka_unit_test(small_endings_are_followed_to_the_end),
        cmocka_unit_test(endings_that_only_the_past_decides_cost_no_board),
        cmocka_unit_test(open_chess_leaves_one_board),
        cmocka_unit_test(phantom_go_goes_through_every_door_under_every_switch),
        cmocka_unit_test(every_step_of_phantom_go_keeps_the_truth),
        cmocka_unit_test(a_refusal_for_a_board_come_back_costs_no_board),
        cmocka_unit_test(reviving_what_was_imagined_changes_nothing_heard),
        cmocka_unit_test(a_broken_option_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
