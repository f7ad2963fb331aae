// What one seat knows from its hearings: turns, refusals, men taken, phantoms and offers, in every game.
#include "games/seat/seat.h"

#include "games/kriegspiel/open_chess.h"
#include "games/phantom_go/phantom_go.h"
#include "games/registry/games.h"
#include "property/third_game/tictactoe.h"
#include "unit/check.h"
#include "unit/miser.h"

#include <string.h>

typedef struct Fixture {
    const Game *game;
    AnyRules rules;
    AnyTruth truth;
    Seat seats[2];
} Fixture;

static const Rules *rules_of(const Fixture *fixture)
{
    return (const Rules *)&fixture->rules;
}

static void tell_both(Fixture *fixture, Try attempt, const Hearing to[2])
{
    for (uint8_t seat = 0; seat < 2; seat++) {
        const Try own = hearing_own(&to[seat], seat, attempt);
        if (to[seat].event == HEARD_NOTHING)
            continue;
        assert_true(seat_can_hear(&fixture->seats[seat], own, &to[seat]));
        assert_true(seat_hear(&fixture->seats[seat], own, &to[seat]));
    }
}

static void begin(Fixture *fixture)
{
    Hearing to[2];
    for (uint8_t seat = 0; seat < 2; seat++)
        seat_init(&fixture->seats[seat], &memory_heap, fixture->game, rules_of(fixture), seat);
    fixture->game->deal(rules_of(fixture), &fixture->truth, to);
    tell_both(fixture, TRY_NONE, to);
}

static void sit(Fixture *fixture, const char *game_string)
{
    char why[200];
    Text message = TEXT_IN(why);
    memset(fixture, 0, sizeof *fixture);
    fixture->game = game_read(game_string, &fixture->rules, &message);
    if (!fixture->game)
        fail_msg("%s", why);
    begin(fixture);
}

static void stand_up(Fixture *fixture)
{
    for (uint8_t seat = 0; seat < 2; seat++)
        seat_done(&fixture->seats[seat]);
}

// Lets the seats in turn try each word of `tries`.
static void play(Fixture *fixture, const char *tries)
{
    Slice rest = slice_of(tries);
    while (rest.length) {
        const Try attempt = fixture->game->try_from_text(slice_take(&rest, " "));
        Hearing to[2];
        assert_int_not_equal(attempt, TRY_NONE);
        fixture->game->judge(rules_of(fixture), &fixture->truth, attempt, to);
        tell_both(fixture, attempt, to);
    }
}

static void mark(Seat *seat, const char *man)
{
    unsigned spot;
    SeatMan kind;
    assert_true(seat_man_from_text(seat, slice_of(man), &spot, &kind));
    assert_int_equal(seat_mark(seat, spot, kind), SEAT_OK);
}

// All phantoms of a seat, or all men of `side` that it sees, as text.
static void assert_men(const Seat *seat, int side, const char *expected)
{
    char memory[256];
    Text text = TEXT_IN(memory);
    for (unsigned spot = 0; spot < SEAT_SPOTS; spot++) {
        const SeatMan man =
            side < 0 ? seat->phantoms[spot] : seat_man_at(seat, (uint8_t)side, spot);
        if (!man)
            continue;
        text_add(&text, text.length ? " " : "");
        seat_man_to_text(seat, spot, man, &text);
    }
    assert_string_equal(memory, expected);
}

static void assert_phantoms(const Seat *seat, const char *expected)
{
    assert_men(seat, -1, expected);
}

static void assert_refusals(const Seat *seat, const char *expected)
{
    Try tries[ATTEMPTS_MAX];
    char memory[256];
    Text text = TEXT_IN(memory);
    const uint32_t count = seat_refusals(seat, tries);
    for (uint32_t i = 0; i < count; i++) {
        text_add(&text, i ? " " : "");
        seat->game->try_to_text(tries[i], &text);
    }
    assert_string_equal(memory, expected);
}

// Turns as "w1: 0+2", the seat and number of each, its first entry and how many it has.
static void assert_turns(const Seat *seat, const char *expected)
{
    char memory[256];
    Text text = TEXT_IN(memory);
    for (SeatTurn turn = {0}; seat_next_turn(seat, &turn);)
        text_format(&text, "%s%c%u: %u+%u", text.length ? ", " : "", "wb"[turn.seat], turn.number,
                    turn.first, turn.count);
    assert_string_equal(memory, expected);
}

// --- Turns ---------------------------------------------------------------------------------------

static void the_log_is_divided_into_turns(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel");
    assert_turns(&fixture.seats[0], "w1: 0+1");
    play(&fixture, "e2e4 d7d5 e4d3 e4f5");
    assert_int_equal(seat_to_move(&fixture.seats[0]), 0);
    assert_turns(&fixture.seats[0], "w1: 0+2, b1: 2+1, w2: 3+2");
    play(&fixture, "e4d5");
    assert_turns(&fixture.seats[0], "w1: 0+2, b1: 2+1, w2: 3+3, b2: 6+0");
    assert_turns(&fixture.seats[1], "w1: 0+2, b1: 2+1, w2: 3+1, b2: 4+0");
    assert_int_equal(seat_to_move(&fixture.seats[0]), 1);
    stand_up(&fixture);
}

static void whoever_begins_has_turn_one(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "phantom-go(size=5)");
    play(&fixture, "c3 c4 b2");
    assert_turns(&fixture.seats[0], "b1: 0+2, w1: 2+1, b2: 3+1, w2: 4+0");
    stand_up(&fixture);
}

static void no_turn_follows_the_end(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel");
    play(&fixture, "f2f3 e7e5 g2g4 d8h4");
    assert_true(seat_is_over(&fixture.seats[0]));
    assert_int_equal(seat_to_move(&fixture.seats[0]), 1); // who had the last turn
    assert_turns(&fixture.seats[0], "w1: 0+2, b1: 2+1, w2: 3+1, b2: 4+1");
    stand_up(&fixture);
}

static void refusals_are_those_of_this_turn(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel(fen=4k3/8/8/p7/8/8/8/R3K3_w)");
    play(&fixture, "a1a8 a1a6 a1a8");
    assert_refusals(&fixture.seats[0], "a1a8 a1a6");
    assert_refusals(&fixture.seats[1], "");
    play(&fixture, "a1a5");
    assert_refusals(&fixture.seats[0], "");
    play(&fixture, "e8e7 a5a8");
    assert_refusals(&fixture.seats[0], "");
    stand_up(&fixture);
}

static void a_seat_lists_the_umpires_tries(void **state)
{
    (void)state;
    Fixture fixture;
    Try tries[TRIES_MAX];
    sit(&fixture, "kriegspiel(fen=4k3/8/8/p7/8/8/8/R3K3_w)");
    const uint32_t before = seat_tries(&fixture.seats[0], tries);
    play(&fixture, "a1a8");
    assert_int_equal(seat_tries(&fixture.seats[0], tries), before - 1);
    stand_up(&fixture);
}

// --- Men -----------------------------------------------------------------------------------------

static void what_was_taken_is_counted_as_told(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel");
    play(&fixture, "e2e4 d7d5 e4d5 d8d5 b1c3 d5g2 f1g2");
    const SeatTaken by_white = seat_taken(&fixture.seats[0], 0);
    const SeatTaken by_black = seat_taken(&fixture.seats[0], 1);
    assert_memory_equal(&by_white, (&(SeatTaken){.men = 2, .pawns = 1, .pieces = 1}),
                        sizeof by_white);
    assert_memory_equal(&by_black, (&(SeatTaken){.men = 2, .pawns = 2}), sizeof by_black);
    stand_up(&fixture);
    sit(&fixture, "phantom-go(size=5)");
    play(&fixture, "a1 a2 c3 b1");
    assert_int_equal(seat_taken(&fixture.seats[1], 0).stones, 1);
    assert_int_equal(seat_taken(&fixture.seats[1], 1).stones, 0);
    stand_up(&fixture);
}

static void a_seat_sees_its_own_men_and_no_others(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel(board=silverman4x4)");
    assert_men(&fixture.seats[0], 0, "ra1 qb1 kc1 rd1 pa2 pb2 pc2 pd2");
    assert_men(&fixture.seats[0], 1, "");
    stand_up(&fixture);
    sit(&fixture, "chess(fen=4k3/8/8/8/8/8/4P3/4K3_w)");
    assert_men(&fixture.seats[0], 0, "ke1 pe2");
    assert_men(&fixture.seats[0], 1, "ke8");
    stand_up(&fixture);
    sit(&fixture, "phantom-go(size=5)");
    play(&fixture, "c3 c4 b2");
    assert_men(&fixture.seats[1], 1, "b2 c3");
    assert_men(&fixture.seats[1], 0, "");
    stand_up(&fixture);
}

static void phantoms_are_the_seats_own_notes(void **state)
{
    (void)state;
    Fixture fixture;
    unsigned spot = 0;
    sit(&fixture, "kriegspiel");
    mark(&fixture.seats[0], "nf6");
    mark(&fixture.seats[0], "Qd8");
    assert_phantoms(&fixture.seats[0], "nf6 qd8");
    assert_phantoms(&fixture.seats[1], "");
    assert_true(seat_spot_from_text(&fixture.seats[0], slice_of("e2"), &spot));
    assert_int_equal(seat_mark(&fixture.seats[0], spot, 1), SEAT_ERR_OWN);
    assert_true(seat_spot_from_text(&fixture.seats[0], slice_of("f6"), &spot));
    seat_unmark(&fixture.seats[0], spot);
    assert_phantoms(&fixture.seats[0], "qd8");
    seat_unmark_all(&fixture.seats[0]);
    assert_phantoms(&fixture.seats[0], "");
    stand_up(&fixture);
    sit(&fixture, "chess");
    assert_int_equal(seat_mark(&fixture.seats[0], spot, 1), SEAT_ERR_OPEN);
    stand_up(&fixture);
}

static void phantoms_that_a_hearing_proves_wrong_vanish(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel(fen=4k3/3p4/8/4P3/8/8/8/4K3_b)");
    mark(&fixture.seats[0], "pd5");
    mark(&fixture.seats[0], "nd6");
    mark(&fixture.seats[0], "ke8");
    play(&fixture, "d7d5 e5d6"); // en passant: the pawn was taken on d5, and d6 has an own pawn
    assert_phantoms(&fixture.seats[0], "ke8");
    stand_up(&fixture);
    sit(&fixture, "phantom-go(size=5)");
    mark(&fixture.seats[1], "c3");
    mark(&fixture.seats[1], "c4");
    play(&fixture, "c3 c4");
    assert_phantoms(&fixture.seats[1], "c4");
    stand_up(&fixture);
}

static void words_that_name_no_man_of_this_board_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"kriegspiel(board=silverman4x4)", "ne5"},
        {"kriegspiel", "xd5"},
        {"kriegspiel", "d5"},
        {"kriegspiel", "nd55"},
        {"kriegspiel", ""},
        {"phantom-go(size=5)", "f3"},
        {"phantom-go(size=5)", "nd5"},
        {"phantom-go", ""},
    };
    for (unsigned i = 0; i < COUNT_OF(wrong); i++) {
        Fixture fixture;
        unsigned spot = 77;
        SeatMan man = 77;
        sit(&fixture, wrong[i][0]);
        assert_false(seat_man_from_text(&fixture.seats[0], slice_of(wrong[i][1]), &spot, &man));
        assert_true(spot == 77 && man == 77);
        stand_up(&fixture);
    }
}

// --- Hearing -------------------------------------------------------------------------------------

static void an_offer_stands_until_it_is_answered(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel");
    Seat *white = &fixture.seats[0];
    assert_true(seat_hear(white, TRY_NONE, &(Hearing){.event = HEARD_OFFER, .seat = 0}));
    assert_false(white->has_offer); // it is its own
    assert_true(seat_hear(white, TRY_NONE, &(Hearing){.event = HEARD_OFFER, .seat = 1}));
    assert_true(white->has_offer);
    play(&fixture, "e2e4");
    assert_false(white->has_offer);
    stand_up(&fixture);
}

static void what_cannot_be_heard_now_is_known(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel");
    Seat *white = &fixture.seats[0], fresh;
    const Hearing opening = white->log.list[0].hearing;
    const Hearing moved = {.event = HEARD_MOVE, .verdict = VERDICT_PLAYED, .seat = 1};
    assert_false(seat_can_hear(white, TRY_NONE, &opening)); // a second time
    assert_false(seat_can_hear(white, TRY_NONE, &moved));   // out of turn
    seat_init(&fresh, &memory_heap, fixture.game, rules_of(&fixture), 0);
    assert_true(seat_can_hear(&fresh, TRY_NONE, &opening));
    assert_false(seat_can_hear(&fresh, TRY_NONE,
                               &(Hearing){.event = HEARD_OFFER, .seat = 1})); // before the opening
    seat_done(&fresh);
    stand_up(&fixture);
}

static void a_refusal_of_memory_changes_nothing(void **state)
{
    (void)state;
    Miser miser = {.refuse_at = 1};
    const Memory memory = miser_memory(&miser);
    Fixture fixture;
    Seat poor;
    sit(&fixture, "kriegspiel");
    seat_init(&poor, &memory, fixture.game, rules_of(&fixture), 0);
    const Seat before = poor;
    assert_false(seat_hear(&poor, TRY_NONE, &fixture.seats[0].log.list[0].hearing));
    assert_memory_equal(&before.view, &poor.view, sizeof poor.view);
    assert_int_equal(poor.log.count, 0);
    seat_done(&poor);
    assert_int_equal(miser.held, 0);
    stand_up(&fixture);
}

static void a_game_without_a_row_is_heard_and_has_no_spots(void **state)
{
    (void)state;
    Fixture fixture = {.game = &tictactoe_game};
    unsigned spot;
    SeatMan man;
    begin(&fixture);
    assert_int_equal(fixture.seats[0].log.count, 1);
    assert_false(seat_has_spot(&fixture.seats[0], 0));
    assert_int_equal(seat_man_at(&fixture.seats[0], 0, 0), 0);
    assert_false(seat_man_from_text(&fixture.seats[0], slice_of("a1"), &spot, &man));
    assert_false(seat_spot_from_text(&fixture.seats[0], slice_of("a1"), &spot));
    stand_up(&fixture);
}

// All signs of a seat as text: "c3x e1+", each by the letter of its sign.
static void assert_signs(const Seat *seat, const char *expected)
{
    static const struct {
        uint8_t sign;
        char letter;
    } letters[] = {{SIGN_REFUSED, 'x'}, {SIGN_CAPTURED, '*'}, {SIGN_CHECK, '+'},
                   {SIGN_PAWN, '^'},    {SIGN_MOVED, '>'},    {SIGN_DOUBT, '?'}};
    uint8_t signs[SEAT_SPOTS];
    char memory[512];
    Text text = TEXT_IN(memory);
    seat_signs(seat, signs);
    for (unsigned spot = 0; spot < SEAT_SPOTS; spot++) {
        if (!signs[spot])
            continue;
        text_add(&text, text.length ? " " : "");
        const size_t before = text.length;
        seat_man_to_text(seat, spot, 1, &text);
        if (memory[before] == 'p' && seat->game != &phantom_go_game) { // only the spot
            memmove(&memory[before], &memory[before + 1], text.length - before);
            text.length--;
        }
        for (unsigned i = 0; i < COUNT_OF(letters); i++)
            if (signs[spot] & letters[i].sign)
                text_add_char(&text, letters[i].letter);
    }
    assert_string_equal(memory, expected);
}

static void signs_last_as_long_as_they_matter(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel");
    assert_signs(&fixture.seats[0], "");
    play(&fixture, "e2e4 d7d5 a2b3 e4d5");
    assert_signs(&fixture.seats[0], "e4> d5*>"); // the refusal of a2b3 went with its turn
    assert_signs(&fixture.seats[1], "d5*> d7>");
    play(&fixture, "d8d5 e1e2 b1c3 a7a6 c3d5 a6a5 g1h3");
    assert_int_equal(seat_pawn_tries(&fixture.seats[1]), 0);
    stand_up(&fixture);
    sit(&fixture, "kriegspiel(fen=4k3/8/8/8/8/4n3/4P3/3RK3_b)");
    play(&fixture, "e3c2");
    assert_signs(&fixture.seats[0], "e1+ c2+ g2+ d3+ f3+");
    play(&fixture, "e1d2");
    assert_signs(&fixture.seats[0], "e1> d2>");
    stand_up(&fixture);
}

static void signs_of_pawns_and_counts_of_tries_come_from_the_call(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel(rules=rand,fen=4k3/8/8/3p1p2/4P3/8/8/4K3_w)");
    assert_signs(&fixture.seats[0], "e4^");
    assert_int_equal(seat_pawn_tries(&fixture.seats[0]), 1);
    stand_up(&fixture);
    sit(&fixture, "kriegspiel(fen=4k3/8/8/3p1p2/4P3/8/8/4K3_w)");
    assert_signs(&fixture.seats[0], "");
    assert_int_equal(seat_pawn_tries(&fixture.seats[0]), 2);
    stand_up(&fixture);
    sit(&fixture, "kriegspiel(rules=berkeley-any,fen=4k3/8/8/3p1p2/4P3/8/8/4K3_w)");
    assert_int_equal(seat_pawn_tries(&fixture.seats[0]), 0);
    play(&fixture, "any?");
    assert_int_equal(seat_pawn_tries(&fixture.seats[0]), 1);
    assert_int_equal(seat_pawn_tries(&fixture.seats[1]), 1); // who hears the answer too
    stand_up(&fixture);
}

static void signs_of_go_are_points(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "phantom-go(size=5)");
    play(&fixture, "b1 a1 c3 b1");
    assert_signs(&fixture.seats[0], "a1> b1x?");
    assert_signs(&fixture.seats[1], "c3>");
    play(&fixture, "e5 a2"); // which takes a1
    assert_signs(&fixture.seats[0], "a1* b1? e5>");
    assert_signs(&fixture.seats[1], "a2>"); // the captor is not told where
    play(&fixture, "pass");
    assert_signs(&fixture.seats[0], "b1?");
    stand_up(&fixture);
}

static void a_told_move_is_the_last_one_known(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "chess");
    play(&fixture, "e2e4");
    assert_signs(&fixture.seats[0], "e2> e4>");
    assert_signs(&fixture.seats[1], "e2> e4>");
    stand_up(&fixture);
    Fixture without_row = {.game = &tictactoe_game};
    begin(&without_row);
    assert_signs(&without_row.seats[0], "");
    assert_int_equal(seat_pawn_tries(&without_row.seats[0]), 0);
    stand_up(&without_row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_last_as_long_as_they_matter),
        cmocka_unit_test(signs_of_pawns_and_counts_of_tries_come_from_the_call),
        cmocka_unit_test(signs_of_go_are_points),
        cmocka_unit_test(a_told_move_is_the_last_one_known),
        cmocka_unit_test(the_log_is_divided_into_turns),
        cmocka_unit_test(whoever_begins_has_turn_one),
        cmocka_unit_test(no_turn_follows_the_end),
        cmocka_unit_test(refusals_are_those_of_this_turn),
        cmocka_unit_test(a_seat_lists_the_umpires_tries),
        cmocka_unit_test(what_was_taken_is_counted_as_told),
        cmocka_unit_test(a_seat_sees_its_own_men_and_no_others),
        cmocka_unit_test(phantoms_are_the_seats_own_notes),
        cmocka_unit_test(phantoms_that_a_hearing_proves_wrong_vanish),
        cmocka_unit_test(words_that_name_no_man_of_this_board_are_refused),
        cmocka_unit_test(an_offer_stands_until_it_is_answered),
        cmocka_unit_test(what_cannot_be_heard_now_is_known),
        cmocka_unit_test(a_refusal_of_memory_changes_nothing),
        cmocka_unit_test(a_game_without_a_row_is_heard_and_has_no_spots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
