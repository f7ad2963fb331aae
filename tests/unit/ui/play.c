// The play room: desks, keys and typed words, whole screens as pictures.
#include "engine/players/levels.h"
#include "games/core/table_replay.h"
#include "games/kriegspiel/open_chess.h"
#include "games/phantom_go/phantom_go.h"
#include "games/registry/games.h"
#include "ui/play/game_ui.h"
#include "ui/play/lessons.h"
#include "ui/play/line_mode.h"
#include "ui/play/review.h"
#include "ui/play/start_screen.h"
#include "ui/play/typed_move.h"
#include "unit/check.h"
#include "unit/miser.h"

#include <string.h>

enum { WIDTH = 80, HEIGHT = 24, WIDTH_MAX = 140, HEIGHT_MAX = 50 };

typedef struct Fixture {
    AnyRules rules;
    GameUi *ui;
    uint64_t now_ms;
    Cell memory[WIDTH_MAX * HEIGHT_MAX];
    char text[CELLS_TEXT_BYTES(WIDTH_MAX, HEIGHT_MAX)];
} Fixture;

static const Game *read_rules(const char *game_string, AnyRules *rules)
{
    char why[200];
    Text message = TEXT_IN(why);
    const Game *game = game_read(game_string, rules, &message);
    if (!game)
        fail_msg("%s", why);
    return game;
}

static void sit(Fixture *fixture, const char *game_string, ClockRule clock, bool white, bool black)
{
    memset(fixture, 0, sizeof *fixture);
    const UiPlan plan = {.game = read_rules(game_string, &fixture->rules),
                         .rules = (const Rules *)&fixture->rules,
                         .clock = clock,
                         .names = {"Anna", "Otto"},
                         .is_person = {white, black}};
    fixture->ui = ui_create(&memory_heap, &plan, 0);
    assert_non_null(fixture->ui);
}

static void sit_as_white(Fixture *fixture, const char *game_string)
{
    sit(fixture, game_string, (ClockRule){0}, true, false);
}

static void type(Fixture *fixture, const char *line)
{
    for (; *line; line++)
        ui_key(fixture->ui, (Key)*line, fixture->now_ms);
    ui_key(fixture->ui, KEY_PRESS_ENTER, fixture->now_ms);
}

static void press(Fixture *fixture, Key key, unsigned times)
{
    while (times--)
        ui_key(fixture->ui, key, fixture->now_ms);
}

static void choose(Fixture *fixture, const char *attempt)
{
    const Choice choice = {.kind = EVENT_TRY, .attempt = try_from_text(slice_of(attempt))};
    ui_choose(fixture->ui, &choice, fixture->now_ms);
}

static Cells draw_size(Fixture *fixture, uint32_t width, uint32_t height)
{
    Cells cells = CELLS_IN(fixture->memory, width, height);
    ui_draw(fixture->ui, (UiLook){.is_ascii = true}, fixture->now_ms, &cells);
    return cells;
}

static const char *screen_of(Fixture *fixture)
{
    const Cells cells = draw_size(fixture, WIDTH, HEIGHT);
    Text text = TEXT_IN(fixture->text);
    cells_to_text(&cells, &text);
    return fixture->text;
}

static void assert_shows(Fixture *fixture, const char *words)
{
    if (!strstr(screen_of(fixture), words))
        fail_msg("'%s' is not on the screen:\n%s", words, fixture->text);
}

static void assert_hides(Fixture *fixture, const char *words)
{
    if (strstr(screen_of(fixture), words))
        fail_msg("'%s' is on the screen:\n%s", words, fixture->text);
}

// The last that the seat at the keyboard received.
static const Heard *last_heard(const Fixture *fixture)
{
    const SeatLog *log = ui_log(fixture->ui, ui_seat(fixture->ui));
    return &log->list[log->count - 1];
}

static void assert_last_own(const Fixture *fixture, const char *attempt)
{
    char memory[8];
    Text text = TEXT_IN(memory);
    try_to_text(last_heard(fixture)->own, &text);
    assert_string_equal(memory, attempt);
}

// --- Clocks --------------------------------------------------------------------------------------

static void clocks_are_read_as_players_write_them(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        ClockRule clock; // without time for what is refused
        const char *words;
    } cases[] = {
        {"3+2", {180000, 2000}, ""},
        {"0.5+0", {30000, 0}, ""},
        {"59+30", {3540000, 30000}, ""},
        {"180s+2s", {180000, 2000}, ""},
        {"90m+30s", {5400000, 30000}, ""},
        {"10s+0.5", {10000, 500}, ""},
        {"180+0", {0}, "180+0 would be 180 minutes; for 180 seconds say 3+0 or 180s+0s, for 180"},
        {"90+1.5", {0}, "say 1.5+1.5 or 90s+1.5s, for 90 minutes 90m+1.5s"},
        {"3000+0", {0}, "say 50+0 or 3000s+0s"},
        {"3", {0}, "as in 3+2 or 180s+2s, not '3'"},
        {"0+2", {0}, "as in 3+2"},
        {"+2", {0}, "as in 3+2"},
        {"3+", {0}, "as in 3+2"},
        {"m+s", {0}, "as in 3+2"},
        {"3h+2", {0}, "as in 3+2"},
        {"3+2+1", {0}, "as in 3+2"},
        {"2000m+0", {0}, "as in 3+2"},
        {"3+4000", {0}, "as in 3+2"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char why[256];
        Text message = TEXT_IN(why);
        ClockRule clock = {77, 77};
        const bool is_read = play_clock_from_text(cases[i].text, &clock, &message);
        const ClockRule expected = is_read ? cases[i].clock : (ClockRule){77, 77};
        assert_int_equal(is_read, cases[i].clock.base_ms > 0);
        assert_memory_equal(&clock, &expected, sizeof clock);
        if (!strstr(why, cases[i].words) || (is_read && why[0]))
            fail_msg("%s: %s", cases[i].text, why);
    }
}

// --- Typing --------------------------------------------------------------------------------------

static void a_typed_move_is_tried(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "e2e4");
    assert_last_own(&fixture, "e2e4");
    assert_true(ui_awaits_player(fixture.ui));
    assert_shows(&fixture, " 1    e2e4  Black's move.");
    ui_destroy(fixture.ui);
}

typedef struct SanCase {
    const char *typed;
    const char *without; // own men that are not there
    TypedMoveError error;
    const char *read; // by its squares
} SanCase;

static const SanCase san_cases[] = {
    {"Nf3", "", TYPED_OK, "g1f3"},
    {"Ngf3", "", TYPED_OK, "g1f3"},
    {"N1f3", "", TYPED_OK, "g1f3"},
    {"Nh5", "", TYPED_ERR_NO_MAN, ""},
    {"e4", "", TYPED_OK, "e2e4"},
    {"e4!?", "", TYPED_OK, "e2e4"},
    {"exd3", "", TYPED_OK, "e2d3"}, // an enemy may stand there
    {"ed3", "", TYPED_OK, "e2d3"},
    {"d3", "", TYPED_ERR_NO_MAN, ""}, // a capture says from where
    {"O-O", "", TYPED_ERR_NO_MAN, ""},
    {"O-O", "g1", TYPED_OK, "e1g1"},
    {"0-0", "g1", TYPED_OK, "e1g1"},
    {"o-o-o", "", TYPED_OK, "e1c1"},
    {"Rd1", "", TYPED_OK, "a1d1"},
    {"Rd1", "e1g1", TYPED_ERR_AMBIGUOUS, ""},
    {"Rad1", "e1g1", TYPED_OK, "a1d1"},
    {"Rhd1+", "e1g1", TYPED_OK, "h1d1"},
    {"b8", "", TYPED_OK, "b7b8"},
    {"b8=Q", "", TYPED_OK, "b7b8q"},
    {"bxa8N", "", TYPED_OK, "b7a8n"},
    {"b8=K", "", TYPED_ERR_NO_MAN, ""},
    {"e2e5", "", TYPED_OK, "e2e5"}, // the umpire's business
    {"any?", "", TYPED_OK, "any?"},
    {"hello", "", TYPED_ERR_WORD, ""},
    {"", "", TYPED_ERR_WORD, ""},
    {"Nf3Nf3Nf3Nf3", "", TYPED_ERR_WORD, ""},
};

static void assert_read(const Rules *rules, const KriegspielView *view, const SanCase *expected)
{
    KriegspielView seen = *view;
    for (const char *square = expected->without; *square; square += 2)
        own_men_lose(&seen.own, square_from_text(square));
    Try tries[TRIES_MAX], attempt = TRY_NONE;
    const uint32_t count = kriegspiel_game.tries(rules, &seen, tries);
    const TypedMoveError error =
        typed_move_read(slice_of(expected->typed), &seen.own, tries, count, &attempt);
    char memory[16] = "";
    Text text = TEXT_IN(memory);
    if (attempt)
        try_to_text(attempt, &text);
    if (error != expected->error || strcmp(memory, expected->read) != 0)
        fail_msg("'%s' without '%s': %s, '%s'", expected->typed, expected->without,
                 words_of(typed_move_error_words(error)), memory);
}

static void san_is_read_against_own_men_alone(void **state)
{
    (void)state;
    AnyRules rules;
    KriegspielView view;
    read_rules("kriegspiel(fen=4k3/1P6/8/8/8/8/4P3/R3K1NR_w_KQ)", &rules);
    kriegspiel_game.sit((const Rules *)&rules, WHITE, &view);
    for (unsigned i = 0; i < COUNT_OF(san_cases); i++)
        assert_read((const Rules *)&rules, &view, &san_cases[i]);
}

static void a_word_that_is_no_move_is_explained(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "hello");
    assert_shows(&fixture, "That is no move and no command");
    type(&fixture, "Nd5");
    assert_shows(&fixture, "None of your men can try that now.");
    assert_int_equal(ui_log(fixture.ui, WHITE)->count, 1);
    ui_destroy(fixture.ui);
}

static void what_is_typed_too_early_stays(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "e2e4");
    type(&fixture, "d2d4");
    assert_shows(&fixture, "It is Black's turn.");
    assert_shows(&fixture, "> d2d4_");
    choose(&fixture, "e7e5");
    press(&fixture, KEY_PRESS_ENTER, 1);
    assert_last_own(&fixture, "d2d4");
    assert_hides(&fixture, "> d2d4_");
    ui_destroy(fixture.ui);
}

static void a_status_ends_with_its_cause(void **state)
{
    (void)state;
    static const struct {
        const char *game, *early, *status;
    } cases[] = {
        {"kriegspiel", "d2d4", "It is Black's turn."},
        {"kriegspiel", "hello", "That is no move and no command"},
        {"chess", "accept", "there is no offer to answer"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        Fixture fixture;
        sit_as_white(&fixture, cases[i].game);
        type(&fixture, "e2e4");
        type(&fixture, cases[i].early);
        assert_shows(&fixture, cases[i].status);
        choose(&fixture, "e7e5");
        assert_hides(&fixture, cases[i].status);
        assert_shows(&fixture, "Your move.");
        ui_destroy(fixture.ui);
    }
}

static void a_man_that_is_taken_is_held_no_more(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel(fen=4k3/8/8/3p4/4P3/8/8/4K3_b)");
    press(&fixture, KEY_PRESS_UP, 3); // the first key shows the cursor, on e2
    press(&fixture, KEY_PRESS_ENTER, 1);
    assert_shows(&fixture, "The pawn of e4");
    choose(&fixture, "d5e4");
    assert_hides(&fixture, "The pawn of e4");
    press(&fixture, KEY_PRESS_UP, 1);
    press(&fixture, KEY_PRESS_ENTER, 1);
    assert_shows(&fixture, "You have no man on e5.");
    ui_destroy(fixture.ui);
}

static void a_refusal_is_said_in_the_rulesets_words(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel(rules=rand)");
    type(&fixture, "e2e5");
    assert_shows(&fixture, "e2e5  Hell, no.");
    assert_int_equal(ui_seat_to_move(fixture.ui), WHITE);
    ui_destroy(fixture.ui);
}

static void backspace_takes_back_a_letter_and_escape_the_line(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    press(&fixture, 'e', 1);
    press(&fixture, '3', 1);
    press(&fixture, KEY_PRESS_BACKSPACE, 1);
    assert_shows(&fixture, "> e_");
    press(&fixture, KEY_PRESS_ESCAPE, 1);
    assert_shows(&fixture, "> _");
    press(&fixture, 'x', 100);
    assert_shows(&fixture, "> xxxxxxxxxxxxxxxxxxxxxxxx_"); // and no further
    ui_destroy(fixture.ui);
}

// --- The cursor, promotion, marks ----------------------------------------------------------------

static void a_man_is_moved_with_the_arrow_keys(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    press(&fixture, KEY_PRESS_UP, 1); // shows the cursor on e2
    assert_shows(&fixture, "[P]");
    press(&fixture, KEY_PRESS_ENTER, 1);
    assert_shows(&fixture, "The pawn of e2");
    press(&fixture, KEY_PRESS_UP, 2);
    press(&fixture, KEY_PRESS_ENTER, 1);
    assert_last_own(&fixture, "e2e4");
    ui_destroy(fixture.ui);
}

static void black_looks_from_the_other_side(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel", (ClockRule){0}, false, true);
    choose(&fixture, "e2e4");
    press(&fixture, KEY_PRESS_UP, 1); // e7
    press(&fixture, KEY_PRESS_LEFT, 1);
    press(&fixture, KEY_PRESS_ENTER, 1);
    press(&fixture, KEY_PRESS_UP, 2);
    press(&fixture, KEY_PRESS_ENTER, 1);
    assert_last_own(&fixture, "f7f5");
    ui_destroy(fixture.ui);
}

static void the_cursor_stays_on_the_board(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel(board=silverman4x4)");
    press(&fixture, KEY_PRESS_LEFT, 20);
    press(&fixture, KEY_PRESS_DOWN, 20);
    press(&fixture, KEY_PRESS_ENTER, 1);
    assert_shows(&fixture, "The rook of a1");
    ui_destroy(fixture.ui);
}

static void a_pawns_last_step_asks_what_it_becomes(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel(fen=8/4P3/8/8/8/k7/8/4K3_w)");
    type(&fixture, "e7e8");
    assert_shows(&fixture, "q: queen  r: rook  b: bishop  n: knight");
    press(&fixture, 'k', 1);
    assert_shows(&fixture, "q: queen");
    press(&fixture, KEY_PRESS_ESCAPE, 1);
    assert_int_equal(ui_log(fixture.ui, WHITE)->count, 1);
    type(&fixture, "e8");
    press(&fixture, 'n', 1);
    assert_last_own(&fixture, "e7e8n");
    ui_destroy(fixture.ui);
}

static void a_mark_is_placed_moved_and_cleared(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    press(&fixture, KEY_PRESS_UP, 2);
    press(&fixture, ' ', 2);
    assert_shows(&fixture, "[n]");
    press(&fixture, KEY_PRESS_ENTER, 1);
    press(&fixture, KEY_PRESS_UP, 3);
    press(&fixture, KEY_PRESS_ENTER, 1);
    assert_shows(&fixture, "[n]");
    press(&fixture, KEY_PRESS_DOWN, 3);
    assert_shows(&fixture, "[?]");
    press(&fixture, KEY_PRESS_UP, 3);
    press(&fixture, KEY_PRESS_BACKSPACE, 1);
    assert_shows(&fixture, "[?]");
    type(&fixture, "mark qe6");
    assert_shows(&fixture, "[q]");
    type(&fixture, "unmark all");
    assert_shows(&fixture, "[?]");
    ui_destroy(fixture.ui);
}

static void a_mark_that_cannot_be_is_explained(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel(board=silverman4x4)");
    type(&fixture, "mark nd5"); // which is not on this board
    assert_shows(&fixture, "Mark a man and a square, as in: mark nd5");
    type(&fixture, "mark d3");
    assert_shows(&fixture, "Mark a man and a square");
    type(&fixture, "unmark");
    assert_shows(&fixture, "Unmark a square");
    type(&fixture, "mark qd4");
    assert_shows(&fixture, "q");
    type(&fixture, "unmark d4");
    type(&fixture, "help");
    assert_shows(&fixture, "What you can do");
    press(&fixture, KEY_PRESS_ENTER, 1);
    press(&fixture, ' ', 1); // shows the cursor
    assert_shows(&fixture, "[P]");
    press(&fixture, KEY_PRESS_UP, 2);
    press(&fixture, KEY_PRESS_ENTER, 1);
    assert_shows(&fixture, "You have no man on c4.");
    ui_destroy(fixture.ui);
}

static void a_mark_goes_where_an_own_man_comes(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "mark pe4");
    type(&fixture, "mark pd2");
    assert_shows(&fixture, "One of your own men stands there.");
    type(&fixture, "e2e4");
    choose(&fixture, "a7a6");
    type(&fixture, "e4e5");
    assert_hides(&fixture, "p  ?");
    ui_destroy(fixture.ui);
}

// --- Draw, resignation, time, failure ------------------------------------------------------------

static void resigning_asks_first(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "resign");
    assert_shows(&fixture, "Resign the game?");
    press(&fixture, 'n', 1);
    assert_false(ui_is_over(fixture.ui));
    type(&fixture, "resign");
    press(&fixture, 'y', 1);
    assert_true(ui_is_over(fixture.ui));
    assert_shows(&fixture, "Black has won.");
    press(&fixture, 's', 1);
    assert_int_equal(ui_take_request(fixture.ui), UI_REQUEST_SAVE);
    assert_int_equal(ui_take_request(fixture.ui), UI_REQUEST_NONE);
    ui_destroy(fixture.ui);
}

static void an_offer_is_answered(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "draw");
    type(&fixture, "draw");
    assert_shows(&fixture, "once between two of its moves");
    type(&fixture, "e2e4");
    const Choice offer = {.kind = EVENT_ACCEPT};
    ui_choose(fixture.ui, &offer, 0);
    assert_true(ui_is_over(fixture.ui));
    assert_shows(&fixture, "Drawn.");
    ui_destroy(fixture.ui);
}

static void an_offer_of_the_others_is_pointed_out(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "e2e4");
    const Choice offer = {.kind = EVENT_OFFER};
    ui_choose(fixture.ui, &offer, 0);
    assert_shows(&fixture, "Black offers a draw: accept, decline, or play on.");
    type(&fixture, "decline");
    assert_hides(&fixture, "accept, decline");
    ui_destroy(fixture.ui);
}

static void an_offer_is_accepted_by_its_word(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "accept");
    assert_shows(&fixture, "there is no offer to answer");
    type(&fixture, "e2e4");
    const Choice offer = {.kind = EVENT_OFFER};
    ui_choose(fixture.ui, &offer, 0);
    type(&fixture, "accept");
    assert_shows(&fixture, "White agrees. Draw.");
    ui_destroy(fixture.ui);
}

static void a_flag_falls_by_itself(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel", (ClockRule){60000, 0}, true, false);
    fixture.now_ms = 45000;
    assert_shows(&fixture, "0:15");
    fixture.now_ms = 59900;
    assert_shows(&fixture, "0:00.1");
    assert_int_equal(ui_next_ms(fixture.ui, fixture.now_ms), 60000);
    ui_tick(fixture.ui, 60000);
    assert_true(ui_is_over(fixture.ui));
    assert_shows(&fixture, "White's flag falls.");
    ui_destroy(fixture.ui);
}

static void a_move_after_the_flag_is_no_move(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel", (ClockRule){60000, 0}, true, false);
    fixture.now_ms = 61000;
    type(&fixture, "e2e4");
    assert_true(ui_is_over(fixture.ui));
    assert_int_equal(last_heard(&fixture)->own, TRY_NONE);
    ui_destroy(fixture.ui);
}

static void nothing_changes_by_itself_without_a_clock(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    assert_true(ui_next_ms(fixture.ui, 1234) == UINT64_MAX);
    type(&fixture, "e2e4");
    assert_int_equal(ui_next_ms(fixture.ui, 1234), 2000); // the seconds of its thought
    ui_destroy(fixture.ui);
}

static void thinking_is_counted_from_the_turn_not_from_the_try(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "e2e4");
    fixture.now_ms = 4000;
    choose(&fixture, "d8h4"); // refused, and White must not see that
    fixture.now_ms = 5500;
    assert_shows(&fixture, "Black is thinking, 5 s");
    ui_destroy(fixture.ui);
}

static void a_player_that_fails_forfeits(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "e2e4");
    const Choice nonsense = {.kind = EVENT_ACCEPT}; // there is no offer
    ui_choose(fixture.ui, &nonsense, 0);
    assert_true(ui_is_over(fixture.ui));
    assert_shows(&fixture, "Otto: there is no offer to answer");
    assert_shows(&fixture, "Black forfeits. White wins.");
    ui_destroy(fixture.ui);
}

static void an_aborted_game_is_not_drawn(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "e2e4");
    const Choice abort_game = {.kind = EVENT_ABORT};
    ui_choose(fixture.ui, &abort_game, 0);
    assert_true(ui_is_over(fixture.ui));
    assert_shows(&fixture, "The game is aborted. No result.");
    assert_shows(&fixture, "The game was aborted.");
    ui_destroy(fixture.ui);
}

static void leaving_asks_first_and_leaves_a_record(void **state)
{
    (void)state;
    Fixture fixture;
    GameRecord record;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "e2e4");
    type(&fixture, "quit");
    assert_shows(&fixture, "Leave the game unfinished?");
    press(&fixture, 'y', 1);
    assert_int_equal(ui_take_request(fixture.ui), UI_REQUEST_LEAVE);
    assert_true(ui_record(fixture.ui, &memory_heap, &record));
    assert_int_equal(record.entries.count, 1);
    assert_string_equal(game_record_result(&record), "*");
    game_record_done(&record, &memory_heap);
    ui_destroy(fixture.ui);
}

// --- Two people ----------------------------------------------------------------------------------

static void the_keyboard_changes_hands_unseen(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel(rules=berkeley-any)", (ClockRule){0}, true, true);
    type(&fixture, "mark qd5");
    type(&fixture, "e2e4");
    assert_shows(&fixture, "Your move is made. Press Enter");
    assert_shows(&fixture, "e2e4");
    press(&fixture, KEY_PRESS_ENTER, 1);
    assert_shows(&fixture, "Hand the keyboard to Black.");
    assert_hides(&fixture, "e2e4");
    press(&fixture, 'x', 1);
    assert_shows(&fixture, "Hand the keyboard to Black.");
    press(&fixture, KEY_PRESS_ENTER, 1);
    assert_shows(&fixture, "Black is at the keyboard");
    assert_hides(&fixture, "e2e4");
    assert_hides(&fixture, "Q");
    ui_destroy(fixture.ui);
}

static void two_hand_overs_look_alike(void **state)
{
    (void)state;
    static const char *const games[2][2] = {{"e2e4", "mark qd5"}, {"g1f3", "mark kh8"}};
    Cell drawn[2][WIDTH * HEIGHT];
    for (unsigned i = 0; i < 2; i++) {
        Fixture fixture;
        sit(&fixture, "kriegspiel", (ClockRule){60000, 0}, true, true);
        type(&fixture, games[i][1]);
        fixture.now_ms = 7000 * i;
        type(&fixture, games[i][0]);
        press(&fixture, KEY_PRESS_ENTER, 1);
        Cells cells = CELLS_IN(drawn[i], WIDTH, HEIGHT);
        ui_draw(fixture.ui, (UiLook){0}, fixture.now_ms, &cells);
        ui_destroy(fixture.ui);
    }
    assert_memory_equal(drawn[0], drawn[1], sizeof drawn[0]);
}

static void clocks_stand_still_while_the_keyboard_changes_hands(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel", (ClockRule){60000, 0}, true, true);
    fixture.now_ms = 5000;
    type(&fixture, "e2e4");
    fixture.now_ms = 900000;
    ui_tick(fixture.ui, fixture.now_ms);
    assert_false(ui_is_over(fixture.ui));
    press(&fixture, KEY_PRESS_ENTER, 2);
    assert_int_equal(ui_clock_ms(fixture.ui, BLACK, fixture.now_ms), 60000);
    assert_int_equal(ui_clock_ms(fixture.ui, WHITE, fixture.now_ms), 55000);
    fixture.now_ms += 2000;
    assert_int_equal(ui_clock_ms(fixture.ui, BLACK, fixture.now_ms), 58000);
    ui_destroy(fixture.ui);
}

// --- Pictures ------------------------------------------------------------------------------------

static void a_whole_screen(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "kriegspiel(board=silverman4x4)", (ClockRule){180000, 0}, true, false);
    fixture.now_ms = 3000;
    type(&fixture, "a2b3");
    choose(&fixture, "b4b3");
    type(&fixture, "mark qb4");
    press(&fixture, KEY_PRESS_UP, 1);
    press(&fixture, 'e', 1);
    const Cells cells = draw_size(&fixture, 64, 20);
    Text text = TEXT_IN(fixture.text);
    cells_to_text(&cells, &text);
    assert_string_equal(fixture.text,
                        "  kriegspiel(rules=icc,board=silverman4x4)       you are White\n"
                        "\n"
                        "  Black  Otto           3:00    The umpire says\n"
                        "  lost 1 pawn                               White's move. 6\n"
                        "                                            pawn tries.\n"
                        "  4  ?  q  ?  ?                  1    a2b3  Black's move. Pawn\n"
                        "  3  ? >?* ?  ?                             at b3 captured.\n"
                        "  2  ?> P [P] P                             Long diagonal\n"
                        "  1  R  Q  K  R                             check.\n"
                        "     a  b  c  d                  1          White's move. Pawn\n"
                        "                                            at b3 captured. 5\n"
                        "  White  Anna           2:57                pawn tries.\n"
                        "  lost 1 pawn\n"
                        "\n"
                        "\n"
                        "\n"
                        "  5 pawn tries  * captured  > last move\n"
                        "  Your move.\n"
                        "  > e_\n"
                        "  Type a move, e4 or Nf3. Arrows, Enter: by hand. ?: help\n");
    ui_destroy(fixture.ui);
}

// Signs for what was heard: a refused try and the line of a check as long as the turn lasts, the square of a capture until the
// next move.
static void what_was_heard_is_on_the_board(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel(fen=q6k/8/8/8/3p4/8/2P5/4K3_w)");
    type(&fixture, "c2c3");
    assert_shows(&fixture, "> last move");
    assert_hides(&fixture, "check");
    choose(&fixture, "a8e8");
    assert_shows(&fixture, "+ check  > last move");
    assert_shows(&fixture, "  5  ?  ?  ?  ?  ?+ ?");
    assert_shows(&fixture, "  1  ?  ?  ?  ?  K+ ?");
    type(&fixture, "c3c4");
    assert_shows(&fixture, "x refused  + check  > last move");
    assert_shows(&fixture, "  4  ?  ?  ?x ?  ?+ ?");
    type(&fixture, "Kd1");
    assert_hides(&fixture, "refused");
    assert_hides(&fixture, "check  >");
    assert_shows(&fixture, "  1  ?  ?  ?  K> ?> ?");
    choose(&fixture, "d4c3");
    assert_shows(&fixture, "  3  ?  ?  ?* ?");
    type(&fixture, "d1d2");
    assert_shows(&fixture, "x refused  * captured  > last move");
    ui_destroy(fixture.ui);
}

static void a_game_that_begins_in_check_shows_its_line(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel(fen=4q2k/8/8/8/8/8/2P1P3/R3K2r_w)");
    assert_shows(&fixture, "  1  R  ?+ ?+ ?+ K+ ?+ ?+ ?+");
    assert_shows(&fixture, "  2  ?  ?  P  ?  P  ?");
    ui_destroy(fixture.ui);
}

static void a_check_is_on_the_king_if_its_kind_is_not_told(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel(rules=foret2019,fen=q6k/8/8/8/8/8/2P5/4K3_w)");
    type(&fixture, "c2c3");
    choose(&fixture, "a8e8");
    assert_shows(&fixture, "  1  ?  ?  ?  ?  K+ ?");
    ui_destroy(fixture.ui);
}

static void a_refusal_is_told_once(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "e2d3");
    assert_true(ui_take_refusal(fixture.ui));
    assert_false(ui_take_refusal(fixture.ui));
    type(&fixture, "e2e4");
    assert_false(ui_take_refusal(fixture.ui));
    choose(&fixture, "e7d6"); // a refusal of the other's, which is not heard
    assert_false(ui_take_refusal(fixture.ui));
    ui_destroy(fixture.ui);
}

// The cell of a square of an 8x8 board at 80x24, for a person who is White.
static UiClick click_at(const char *square, bool is_second)
{
    return (UiClick){WIDTH, HEIGHT, 2 + 2 + 3 * (uint32_t)(square[0] - 'a') + 1,
                     5 + (uint32_t)('8' - square[1]), is_second};
}

static void a_man_is_moved_with_the_mouse(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    ui_click(fixture.ui, click_at("e2", false), 0);
    assert_shows(&fixture, "The pawn of e2");
    ui_click(fixture.ui, (UiClick){WIDTH, HEIGHT, WIDTH - 1, 1, false}, 0); // beside the board
    assert_shows(&fixture, "The pawn of e2");
    ui_click(fixture.ui, click_at("e4", false), 0);
    assert_last_own(&fixture, "e2e4");
    ui_click(fixture.ui, click_at("d5", true), 0);
    assert_shows(&fixture, "[p]");
    ui_destroy(fixture.ui);
}

static void a_stone_is_put_with_the_mouse_on_a_board_that_grows(void **state)
{
    (void)state;
    Fixture fixture;
    sit(&fixture, "phantom-go", (ClockRule){0}, false, true);
    const Cells cells = draw_size(&fixture, 120, 40);
    Text text = TEXT_IN(fixture.text);
    cells_to_text(&cells, &text);
    assert_non_null(strstr(fixture.text, "   5   .     .     .     .     .     ."));
    ui_click(fixture.ui, (UiClick){120, 40, 2 + 3 + 6 * 4 + 2, 5 + 3 * 4 + 1, false}, 0);
    assert_int_equal(last_heard(&fixture)->own, phantom_go_game.try_from_text(slice_of("e5")));
    ui_destroy(fixture.ui);
}

static void a_small_window_asks_for_room(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    const Cells cells = draw_size(&fixture, 40, 10);
    Text text = TEXT_IN(fixture.text);
    cells_to_text(&cells, &text);
    assert_non_null(strstr(fixture.text, "Please make the window 64 x 20."));
    draw_size(&fixture, 1, 1); // and nothing is written outside
    ui_destroy(fixture.ui);
}

static void a_large_window_has_a_large_board(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    const Cells cells = draw_size(&fixture, 120, 40);
    Text text = TEXT_IN(fixture.text);
    cells_to_text(&cells, &text);
    assert_non_null(strstr(fixture.text, "P      P      P      P"));
    ui_destroy(fixture.ui);
}

static void help_is_a_page_and_any_key_goes_back(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    press(&fixture, '?', 1);
    assert_shows(&fixture, "What you can do");
    press(&fixture, 'x', 1);
    assert_shows(&fixture, "> _");
    ui_destroy(fixture.ui);
}

static void open_chess_shows_everything(void **state)
{
    (void)state;
    Fixture fixture;
    sit_as_white(&fixture, "chess");
    type(&fixture, "e2e4");
    choose(&fixture, "e7e5");
    type(&fixture, "mark nd5");
    assert_shows(&fixture, "Nothing is hidden");
    assert_shows(&fixture, "r  n  b  q  k  b  n  r");
    type(&fixture, "Nf3");
    assert_last_own(&fixture, "g1f3");
    ui_destroy(fixture.ui);
}

// --- Lines ---------------------------------------------------------------------------------------

// A game in line mode: what is said to each of some lines, with a player who opens by the given replies.
static void assert_lines(const char *game_string, ClockRule clock, const char *typed,
                         const char *expected)
{
    Fixture fixture;
    Lines lines;
    char memory[4000];
    Text text = TEXT_IN(memory);
    sit(&fixture, game_string, clock, true, false);
    line_mode_open(&lines, fixture.ui, &text);
    for (Slice rest = slice_of(typed); rest.length;) {
        const Slice line = slice_take(&rest, "|");
        if (line.length && line.start[0] == '<') { // the other's move
            const Choice choice = {.kind = EVENT_TRY,
                                   .attempt = try_from_text((Slice){line.start + 1, 4})};
            ui_choose(fixture.ui, &choice, 0);
            line_mode_add_news(&lines, &text);
        } else {
            line_mode_take(&lines, line, 0, &text);
        }
    }
    assert_false(text.cut);
    assert_string_equal(memory, expected);
    ui_destroy(fixture.ui);
}

static void a_game_is_spoken(void **state)
{
    (void)state;
    assert_lines(
        "kriegspiel(fen=1k6/8/8/3p4/8/8/4P3/R3K2R_w_KQ)", (ClockRule){60000, 0},
        "board|clocks|mark nd5|hello|Rd1|e4 |<d5d4|board||resign|y||quit",
        "kriegspiel(rules=icc,board=8x8,fen=1k6/8/8/3p4/8/8/4P3/R3K2R_w_KQ_-_0_1). You are "
        "White; Black is Otto. Type help for help.\n"
        "White's move.\n"
        "Your men: king e1; rooks a1, h1; pawn e2.\n"
        "Your marks: none.\n"
        "You have taken nothing; you have lost nothing.\n"
        "White has 1:00, Black has 1:00.\n"
        "Done.\n"
        "That is no move and no command; ? shows what there is.\n"
        "1. You try a1d1. Black's move.\n"
        "It is Black's turn.\n"
        "1. White's move.\n"
        "Your men: king e1; rooks d1, h1; pawn e2.\n"
        "Your marks: knight d5.\n"
        "You have taken nothing; you have lost nothing.\n"
        "Resign the game?  y: yes  n: no\n"
        "White resigns. Black wins.\n"
        "The game is over. Type review, analysis, rematch, save or quit.\n");
}

static void what_cannot_be_tried_is_not_listed(void **state)
{
    (void)state;
    assert_lines("kriegspiel(fen=8/8/8/8/8/k7/7P/K7_w)", (ClockRule){0},
                 "tries|a1a2|tries|log|clocks",
                 "kriegspiel(rules=icc,board=8x8,fen=8/8/8/8/8/k7/7P/K7_w_-_-_0_1). You are White; "
                 "Black is Otto. Type help for help.\n"
                 "White's move.\n"
                 "You can try 6 things: h2h3, h2h4, h2g3, a1b1, a1a2, a1b2.\n"
                 "1. You try a1a2. Illegal move.\n"
                 "You can try 5 things: h2h3, h2h4, h2g3, a1b1, a1b2.\n"
                 "White's move.\n"
                 "1. You try a1a2. Illegal move.\n"
                 "There is no clock.\n");
}

static void the_failure_of_a_player_is_spoken(void **state)
{
    (void)state;
    Fixture fixture;
    Lines lines;
    char memory[2000];
    Text text = TEXT_IN(memory);
    sit_as_white(&fixture, "kriegspiel");
    line_mode_open(&lines, fixture.ui, &text);
    line_mode_take(&lines, slice_of("e4"), 0, &text);
    ui_fail(fixture.ui, "it exited with status 3", 0);
    line_mode_add_news(&lines, &text);
    assert_non_null(strstr(memory, "Black forfeits. White wins.\n"
                                   "Otto: it exited with status 3\n"
                                   "The game is over."));
    ui_destroy(fixture.ui);
}

static void open_chess_is_spoken_whole(void **state)
{
    (void)state;
    assert_lines("chess(fen=4k3/8/8/8/8/8/4P3/4K3_w)", (ClockRule){0}, "board",
                 "chess(board=8x8,fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1). You are White; Black is "
                 "Otto. Type help for help.\n"
                 "White's move.\n"
                 "Your men: king e1; pawn e2.\n"
                 "Enemy men: king e8.\n"
                 "You have taken nothing; you have lost nothing.\n");
}

static void every_word_of_line_mode_has_its_help(void **state)
{
    (void)state;
    static const char *const words[] = {"any?",  "board: ", "log: ",    "clocks: ", "tries: ",
                                        "mark ", "draw, ",  "resign: ", "help: ",   "quit: "};
    Fixture fixture;
    Lines lines;
    char memory[4000];
    Text text = TEXT_IN(memory);
    sit_as_white(&fixture, "kriegspiel");
    line_mode_open(&lines, fixture.ui, &text);
    line_mode_take(&lines, slice_of("?"), 0, &text);
    for (unsigned i = 0; i < COUNT_OF(words); i++)
        if (!strstr(memory, words[i]))
            fail_msg("'%s' is not in the help:\n%s", words[i], memory);
    ui_destroy(fixture.ui);
}

// --- The review ----------------------------------------------------------------------------------

// White is refused once, Black once, White takes, and Black resigns.
static const char *const reviewed[] = {"e2d3", "e2e4", "e7d6", "d7d5", "e4d5"};

static void play_reviewed(Fixture *fixture, GameRecord *record)
{
    sit_as_white(fixture, "kriegspiel");
    for (unsigned i = 0; i < COUNT_OF(reviewed); i++)
        if (ui_awaits_player(fixture->ui))
            choose(fixture, reviewed[i]);
        else
            type(fixture, reviewed[i]);
    const Choice resigns = {.kind = EVENT_RESIGN};
    ui_choose(fixture->ui, &resigns, 0);
    assert_true(ui_record(fixture->ui, &memory_heap, record));
}

static const char *reviewed_screen(Fixture *fixture, const Review *review, uint32_t width)
{
    Cells cells = CELLS_IN(fixture->memory, width, HEIGHT);
    Text text = TEXT_IN(fixture->text);
    review_draw(review, true, &cells);
    cells_to_text(&cells, &text);
    return fixture->text;
}

static void a_review_steps_through_every_try(void **state)
{
    (void)state;
    Fixture fixture;
    GameRecord record;
    Review review;
    play_reviewed(&fixture, &record);
    review_init(&review, &record);
    assert_non_null(strstr(reviewed_screen(&fixture, &review, WIDTH), "6 of 6"));
    review_key(&review, KEY_PRESS_LEFT);
    const char *screen = reviewed_screen(&fixture, &review, WIDTH);
    assert_non_null(strstr(screen, "5 of 6"));
    assert_non_null(strstr(screen, "2    White  e4d5   Black's move. Pawn at d5"));
    assert_null(strstr(screen, "resigns"));
    assert_non_null(strstr(screen, "The umpire sees"));
    review_key(&review, KEY_PRESS_HOME);
    screen = reviewed_screen(&fixture, &review, WIDTH);
    assert_non_null(strstr(screen, "0 of 6"));
    assert_null(strstr(screen, "e2d3"));
    review_key(&review, KEY_PRESS_RIGHT);
    assert_non_null(strstr(reviewed_screen(&fixture, &review, WIDTH), "w: Illegal move. b: -"));
    review_key(&review, KEY_PRESS_DOWN);
    assert_non_null(strstr(reviewed_screen(&fixture, &review, WIDTH), "6 of 6"));
    game_record_done(&record, &memory_heap);
    ui_destroy(fixture.ui);
}

static void a_review_has_one_board_or_three(void **state)
{
    (void)state;
    Fixture fixture;
    GameRecord record;
    Review review;
    play_reviewed(&fixture, &record);
    review_init(&review, &record);
    const char *wide = reviewed_screen(&fixture, &review, 120);
    assert_non_null(strstr(wide, "White sees"));
    assert_non_null(strstr(wide, "Black sees"));
    assert_non_null(strstr(wide, "The umpire sees"));
    review_key(&review, KEY_PRESS_TAB);
    const char *narrow = reviewed_screen(&fixture, &review, WIDTH);
    assert_non_null(strstr(narrow, "White sees"));
    assert_non_null(strstr(narrow, "8  ?  ?  ?"));
    assert_null(strstr(narrow, "The umpire sees"));
    review_key(&review, KEY_PRESS_TAB);
    assert_non_null(strstr(reviewed_screen(&fixture, &review, WIDTH), "8  r  n  b"));
    game_record_done(&record, &memory_heap);
    ui_destroy(fixture.ui);
}

static void a_review_points_at_the_try(void **state)
{
    (void)state;
    Fixture fixture;
    GameRecord record;
    Review review;
    play_reviewed(&fixture, &record);
    review_init(&review, &record);
    review_key(&review, KEY_PRESS_LEFT); // e4d5
    reviewed_screen(&fixture, &review, WIDTH);
    unsigned marked = 0;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
        marked += (fixture.memory[i].style & STYLE_GROUND) == GROUND_MARKED;
    assert_int_equal(marked, 2 * 3); // two squares of three columns
    game_record_done(&record, &memory_heap);
    ui_destroy(fixture.ui);
}

// An analysis of the record of play_reviewed: White's two turns.
static void make_analysis(Analysis *analysis)
{
    double enemy[SIGN_SPOTS] = {0};
    enemy[60] = 0.63; // e8
    assert_true(analysis_add(analysis, &memory_heap, "Move 1: one board.\n", enemy));
    assert_true(analysis_add(analysis, &memory_heap, "Move 2: no board.\n", NULL));
}

static void a_review_shows_the_analysis_of_the_turn(void **state)
{
    (void)state;
    Fixture fixture;
    GameRecord record;
    Review review;
    Analysis analysis = {0};
    play_reviewed(&fixture, &record);
    review_init(&review, &record);
    review_key(&review, 'a');
    assert_true(review_awaits_analysis(&review));
    review.analyses[WHITE] = &analysis;
    assert_false(review_awaits_analysis(&review));
    assert_non_null(strstr(reviewed_screen(&fixture, &review, WIDTH), "Analysing..."));
    make_analysis(&analysis);
    const char *screen = reviewed_screen(&fixture, &review, WIDTH);
    assert_non_null(strstr(screen, "What White could have known"));
    assert_non_null(strstr(screen, "Move 2: no board."));
    assert_null(strstr(screen, "per cent"));
    review_key(&review, KEY_PRESS_HOME);
    screen = reviewed_screen(&fixture, &review, WIDTH);
    assert_non_null(strstr(screen, "enemy men, per cent"));
    assert_non_null(strstr(screen, " 63*"));
    assert_non_null(strstr(screen, "Move 1: one board."));
    review_key(&review, KEY_PRESS_TAB);
    assert_true(review_awaits_analysis(&review));
    assert_non_null(strstr(reviewed_screen(&fixture, &review, WIDTH), "It has had no turn yet."));
    review_key(&review, KEY_PRESS_ESCAPE);
    assert_false(review.is_done);
    assert_non_null(strstr(reviewed_screen(&fixture, &review, WIDTH), "Material: White 39"));
    analysis_done(&analysis, &memory_heap);
    game_record_done(&record, &memory_heap);
    ui_destroy(fixture.ui);
}

static void a_review_leads_to_other_games(void **state)
{
    (void)state;
    Fixture fixture;
    GameRecord record;
    Review review;
    play_reviewed(&fixture, &record);
    review_init(&review, &record);
    review_key(&review, 'n');
    assert_non_null(strstr(reviewed_screen(&fixture, &review, WIDTH), "There is no other game"));
    review.game = 1;
    review.games = 2;
    assert_non_null(strstr(reviewed_screen(&fixture, &review, WIDTH), "game 1/2  6 of 6"));
    review_key(&review, 'p');
    assert_false(review.is_done);
    review_key(&review, 'n');
    assert_true(review.is_done);
    assert_int_equal(review.go_on, 1);
    game_record_done(&record, &memory_heap);
    ui_destroy(fixture.ui);
}

static void a_game_that_is_over_offers_what_comes_next(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        UiRequest wish;
    } cases[] = {{"", UI_REQUEST_REVIEW},   {"a", UI_REQUEST_ANALYSE},
                 {"r", UI_REQUEST_REMATCH}, {"s", UI_REQUEST_SAVE},
                 {"q", UI_REQUEST_LEAVE},   {"rematch", UI_REQUEST_REMATCH}};
    Fixture fixture;
    sit_as_white(&fixture, "kriegspiel");
    type(&fixture, "resign");
    type(&fixture, "y");
    assert_shows(&fixture, "Enter: review  a: analysis  r: rematch  s: save  q: leave");
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        ui_line(fixture.ui, slice_of(cases[i].line), 0);
        assert_int_equal(ui_take_request(fixture.ui), cases[i].wish);
    }
    ui_destroy(fixture.ui);
}

static void a_review_can_be_saved_and_left(void **state)
{
    (void)state;
    Fixture fixture;
    GameRecord record;
    Review review;
    play_reviewed(&fixture, &record);
    review_init(&review, &record);
    review_key(&review, 's');
    assert_true(review_take_save(&review));
    assert_false(review_take_save(&review));
    review_tell(&review, "Saved.");
    assert_non_null(strstr(reviewed_screen(&fixture, &review, WIDTH), "Saved."));
    review_key(&review, 'q');
    assert_true(review.is_done);
    game_record_done(&record, &memory_heap);
    ui_destroy(fixture.ui);
}

static void a_seats_own_record_shows_its_own_eyes(void **state)
{
    (void)state;
    Fixture fixture;
    GameRecord record;
    Review review;
    play_reviewed(&fixture, &record);
    assert_int_equal(table_replay(&memory_heap, &kriegspiel_game, (const Rules *)&record.rules,
                                  record.clock, &record.entries, BLACK, &record.heard),
                     TABLE_OK);
    record.view = VIEW_BLACK;
    review_init(&review, &record);
    review_key(&review, KEY_PRESS_TAB); // there is no other board
    const char *screen = reviewed_screen(&fixture, &review, 120);
    assert_non_null(strstr(screen, "Black sees"));
    assert_null(strstr(screen, "e2d3")); // which Black did not hear of
    assert_non_null(strstr(screen, "e7d6  Illegal move."));
    game_record_done(&record, &memory_heap);
    ui_destroy(fixture.ui);
}

static void plain_pgn_may_go_on_after_the_end(void **state)
{
    (void)state;
    static const char *const played[] = {"f2f3", "e7e5", "g2g4", "d8h4", "a2a3"};
    Entry list[COUNT_OF(played)];
    GameRecord record = {.view = VIEW_UMPIRE, .entries = {list, COUNT_OF(played), 0}};
    Review review;
    Fixture fixture;
    assert_true(game_record_read_rules(&record, "kriegspiel"));
    for (unsigned i = 0; i < COUNT_OF(played); i++)
        list[i] = (Entry){EVENT_TRY, i % 2, try_from_text(slice_of(played[i]))};
    review_init(&review, &record);
    assert_non_null(strstr(reviewed_screen(&fixture, &review, 120), "a2a3   (the game is over)"));
    Cells small = CELLS_IN(fixture.memory, 30, 5);
    review_draw(&review, true, &small);
    assert_int_equal(small.cells[0].rune, 'P'); // "Please make the window ..."
}

static void a_record_is_read_out(void **state)
{
    (void)state;
    Fixture fixture;
    GameRecord record;
    char memory[2000];
    Text text = TEXT_IN(memory);
    play_reviewed(&fixture, &record);
    review_lines(&record, &text);
    assert_string_equal(
        memory, "1. White tries e2d3: w: Illegal move. b: -\n"
                "1.2. White tries e2e4: Black's move.\n"
                "1. Black tries e7d6: w: - b: Illegal move.\n"
                "1.2. Black tries d7d5: White's move. 1 pawn try.\n"
                "2. White tries e4d5: Black's move. Pawn at d5 captured.\n"
                "Black resigns.\n"
                "White's men: king e1; queen d1; rooks a1, h1; bishops c1, f1; knights b1, g1; "
                "pawns a2, b2, c2, d2, f2, g2, h2, d5.\n"
                "Black's men: king e8; queen d8; rooks a8, h8; bishops c8, f8; knights b8, g8; "
                "pawns a7, b7, c7, e7, f7, g7, h7.\n");
    game_record_done(&record, &memory_heap);
    ui_destroy(fixture.ui);
}

// --- The start screen ------------------------------------------------------------------------------

static const char *start_screen(Fixture *fixture, const Start *start)
{
    Cells cells = CELLS_IN(fixture->memory, WIDTH, HEIGHT);
    Text text = TEXT_IN(fixture->text);
    start_draw(start, &cells);
    cells_to_text(&cells, &text);
    return fixture->text;
}

static void enter_alone_begins_a_game(void **state)
{
    (void)state;
    Start start = start_default();
    start_key(&start, KEY_PRESS_ENTER);
    assert_true(start.wants_game);
    assert_string_equal(start_game(&start), "kriegspiel(rules=icc)");
    assert_int_equal(start_level(&start), LEVEL_DEFAULT);
    assert_string_equal(start_colour(&start), "white");
    assert_null(start_clock(&start));
}

static void every_row_can_be_changed(void **state)
{
    (void)state;
    Fixture fixture;
    Start start = start_default();
    assert_non_null(strstr(start_screen(&fixture, &start), "> Game      < Kriegspiel >"));
    start_key(&start, KEY_PRESS_RIGHT);
    assert_string_equal(start_game(&start), "phantom-go(size=9,komi=7.5)");
    start_key(&start, KEY_PRESS_LEFT);
    start_key(&start, '8');
    assert_non_null(strstr(start_screen(&fixture, &start), "level 8 of 8: master  (fog)"));
    start_key(&start, KEY_PRESS_DOWN);
    start_key(&start, KEY_PRESS_RIGHT);
    assert_non_null(strstr(start_screen(&fixture, &start), "as strong as it can"));
    start_key(&start, KEY_PRESS_RIGHT);
    assert_int_equal(start_level(&start), START_FRIEND);
    start_key(&start, KEY_PRESS_DOWN);
    start_key(&start, KEY_PRESS_RIGHT);
    assert_string_equal(start_colour(&start), "black");
    start_key(&start, KEY_PRESS_DOWN);
    start_key(&start, KEY_PRESS_RIGHT);
    assert_string_equal(start_clock(&start), "3+2");
    start_click(&start, 3 + 2 * START_RULES);
    start_click(&start, 3 + 2 * START_RULES);
    assert_string_equal(start_game(&start), "kriegspiel(rules=berkeley)");
    start_key(&start, 'q');
    assert_true(start.is_left && !start.wants_game);
}

static void choices_survive_as_text(void **state)
{
    (void)state;
    char memory[256], again[256];
    Text text = TEXT_IN(memory), second = TEXT_IN(again);
    Start start = start_default();
    start.chosen[START_GAME] = start.chosen[START_RULES] = start.chosen[START_CLOCK] = 1;
    start_to_text(&start, &text);
    const Start read = start_from_text(slice_of(memory));
    start_to_text(&read, &second);
    assert_string_equal(memory, again);
    const Start wrong = start_from_text(slice_of("opponent 77\nnonsense\nclock 3+2\nrules none"));
    const Start usual = start_default();
    assert_int_equal(start_level(&wrong), start_level(&usual));
    assert_string_equal(start_clock(&wrong), "3+2");
}

// --- Lessons -------------------------------------------------------------------------------------

// For each lesson what a person might type: the last line does it.
static const char *const solutions[COURSE_KIND_COUNT][LESSON_COUNT] = {
    [COURSE_KRIEGSPIEL] = {"a1a8|Ra6|Rxa5", "e4d5", "e2f1|Bd1", "e4d5|e4f5", "e1e2?|Nd5", "b1b8"},
    [COURSE_GO] = {"c3|c4", "a1|a2", "a1|a2", "b1|a1", "c3|b3", "pass"},
};

static const char *course_screen(Fixture *fixture, const Course *course)
{
    Cells cells = CELLS_IN(fixture->memory, WIDTH, HEIGHT);
    Text text = TEXT_IN(fixture->text);
    course_draw(course, (UiLook){.is_ascii = true}, 0, &cells);
    cells_to_text(&cells, &text);
    return fixture->text;
}

static void type_course(Course *course, Slice line)
{
    for (size_t i = 0; i < line.length; i++)
        course_key(course, (Key)line.start[i], 0);
    course_key(course, KEY_PRESS_ENTER, 0);
}

static void every_lesson_can_be_solved(void **state)
{
    (void)state;
    static const char *const captions[] = {"The umpire sees", "The referee sees"};
    Fixture fixture;
    for (unsigned at = 0; at < COURSE_KIND_COUNT * LESSON_COUNT; at++) {
        const unsigned kind = at / LESSON_COUNT, i = at % LESSON_COUNT;
        Course *course = course_create(&memory_heap, (CourseKind)kind, i, 0);
        const char *screen = course_screen(&fixture, course);
        assert_non_null(strstr(screen, words_of(lessons[kind][i].title)));
        assert_null(strstr(screen, "fen=")); // which would tell it all
        for (Slice rest = slice_of(solutions[kind][i]); rest.length;) {
            assert_null(strstr(course_screen(&fixture, course), "Done."));
            type_course(course, slice_take(&rest, "|"));
        }
        screen = course_screen(&fixture, course);
        assert_non_null(strstr(screen, "Done."));
        assert_non_null(strstr(screen, captions[kind]));
        assert_false(course_is_done(course));
        course_key(course, KEY_PRESS_ENTER, 0);
        assert_int_equal(course_is_done(course), i + 1 == LESSON_COUNT);
        course_destroy(course);
    }
}

// A stone of the enemy's is shown once the lesson is over, and not before.
static void a_lesson_of_go_hides_the_stones_until_its_end(void **state)
{
    (void)state;
    Fixture fixture;
    Course *course = course_create(&memory_heap, COURSE_GO, 0, 0);
    assert_null(strstr(course_screen(&fixture, course), " 4  .   .   O   .   ."));
    type_course(course, slice_of("d4"));
    assert_non_null(strstr(course_screen(&fixture, course), "That was another move."));
    assert_non_null(strstr(course_screen(&fixture, course), " 4  .   .   O   X   ."));
    course_key(course, KEY_PRESS_ENTER, 0);
    type_course(course, slice_of("c4"));
    assert_non_null(strstr(course_screen(&fixture, course), " 4  .   .   O   .   ."));
    course_destroy(course);
}

static void another_move_begins_the_lesson_again(void **state)
{
    (void)state;
    Fixture fixture;
    Course *course = course_create(&memory_heap, COURSE_KRIEGSPIEL, 3, 0);
    type_course(course, slice_of("e4e5"));
    assert_non_null(strstr(course_screen(&fixture, course), "That was another move."));
    course_key(course, KEY_PRESS_ENTER, 0);
    assert_non_null(
        strstr(course_screen(&fixture, course), words_of(lessons[COURSE_KRIEGSPIEL][3].title)));
    assert_null(strstr(course_screen(&fixture, course), "e4e5  "));
    type_course(course, slice_of("quit"));
    course_key(course, 'y', 0);
    assert_true(course_is_done(course));
    course_destroy(course);
}

static void a_lesson_is_spoken(void **state)
{
    (void)state;
    char memory[4000];
    Text text = TEXT_IN(memory);
    Course *course = course_create(&memory_heap, COURSE_KRIEGSPIEL, LESSON_COUNT - 1, 0);
    course_open_lines(course, &text);
    course_take_line(course, slice_of("b1b8"), 0, &text);
    course_take_line(course, slice_of(""), 0, &text);
    assert_true(course_is_done(course));
    assert_null(strstr(memory, "fen="));
    assert_non_null(strstr(memory, words_of(lessons[COURSE_KRIEGSPIEL][LESSON_COUNT - 1].reason)));
    assert_non_null(strstr(memory, "Black's men: king g8."));
    assert_non_null(strstr(memory, "That was the last lesson."));
    course_destroy(course);
}

static void a_lesson_of_go_is_spoken(void **state)
{
    (void)state;
    char memory[4000];
    Text text = TEXT_IN(memory);
    Course *course = course_create(&memory_heap, COURSE_GO, LESSON_COUNT - 1, 0);
    course_open_lines(course, &text);
    course_take_line(course, slice_of("pass"), 0, &text);
    assert_non_null(strstr(memory, words_of(lessons[COURSE_GO][LESSON_COUNT - 1].reason)));
    assert_non_null(strstr(memory, "White's stones: none."));
    assert_non_null(strstr(memory, "Black's stones: b1, a2, b3, c3."));
    course_take_line(course, slice_of(""), 0, &text);
    assert_true(course_is_done(course));
    assert_non_null(strstr(memory, "nebel play --lines --game phantom-go"));
    course_destroy(course);
}

static void a_lesson_can_be_missed_and_left_in_lines(void **state)
{
    (void)state;
    char memory[4000];
    Text text = TEXT_IN(memory);
    Course *course = course_create(&memory_heap, COURSE_KRIEGSPIEL, 3, 0);
    course_open_lines(course, &text);
    course_take_line(course, slice_of("e4e5"), 0, &text);
    assert_non_null(strstr(memory, "That was another move. Try again.\n"));
    assert_null(strstr(memory, words_of(lessons[COURSE_KRIEGSPIEL][3].reason)));
    course_take_line(course, slice_of(""), 0, &text);
    course_take_line(course, slice_of("e4f5"), 0, &text);
    assert_non_null(strstr(memory, words_of(lessons[COURSE_KRIEGSPIEL][3].reason)));
    course_take_line(course, slice_of("quit"), 0, &text);
    assert_true(course_is_done(course));
    assert_false(text.cut);
    course_destroy(course);
}

static void the_notes_of_all_lessons_fit_beside_the_board(void **state)
{
    (void)state;
    static const char *const headings[] = {"The umpire says", "The referee says"};
    Fixture fixture;
    for (unsigned i = 0; i < COURSE_KIND_COUNT * LESSON_COUNT; i++) {
        const unsigned kind = i / LESSON_COUNT;
        Course *course = course_create(&memory_heap, (CourseKind)kind, i % LESSON_COUNT, 0);
        Cells cells = CELLS_IN(fixture.memory, UI_WIDTH_MIN, UI_HEIGHT_MIN);
        Text text = TEXT_IN(fixture.text);
        course_draw(course, (UiLook){.is_ascii = true}, 0, &cells);
        cells_to_text(&cells, &text);
        assert_non_null(strstr(fixture.text, headings[kind]));
        course_destroy(course);
    }
}

// --- Anything ------------------------------------------------------------------------------------

static const Key odd_keys[] = {KEY_PRESS_ENTER, KEY_PRESS_ESCAPE,    KEY_PRESS_BACKSPACE,
                               KEY_PRESS_UP,    KEY_PRESS_DOWN,      KEY_PRESS_LEFT,
                               KEY_PRESS_RIGHT, KEY_PRESS_DELETE,    KEY_PRESS_TAB,
                               KEY_PRESS_HOME,  KEY_PRESS_PAGE_DOWN, 0x2654};

static Key draw_key(Rng *rng)
{
    static const char letters[] = "abcdefgh12345678NBRQK?ynq ";
    const uint32_t drawn = rng_below(rng, COUNT_OF(odd_keys) + sizeof letters - 1);
    return drawn < COUNT_OF(odd_keys) ? odd_keys[drawn] : (Key)letters[drawn - COUNT_OF(odd_keys)];
}

// A player that tries anything at all, now and then nonsense.
static void answer_by_chance(Fixture *fixture, Rng *rng)
{
    const Choice choice = {.kind = EVENT_TRY, .attempt = (Try)(1 + rng_below(rng, 0x7fff))};
    ui_choose(fixture->ui, &choice, fixture->now_ms);
}

static void no_keys_break_a_desk(void **state)
{
    (void)state;
    static const char *const games[] = {
        "kriegspiel", "kriegspiel(rules=english,board=losalamos6x6)",
        "kriegspiel(board=silverman4x4)", "chess", "kriegspiel(fen=4k3/P6P/8/8/8/8/8/4K3_w)"};
    Rng rng = rng_from_seed(5);
    for (unsigned game = 0; game < 40; game++) {
        Fixture fixture;
        sit(&fixture, games[game % COUNT_OF(games)], (ClockRule){(game % 2) * 60000, 0}, true,
            game % 3 == 0);
        for (unsigned i = 0; i < 500; i++) {
            press(&fixture, draw_key(&rng), 1);
            fixture.now_ms += rng_below(&rng, 100);
            for (unsigned tries = 0; tries < 20 && ui_awaits_player(fixture.ui); tries++)
                answer_by_chance(&fixture, &rng);
            draw_size(&fixture, 1 + rng_below(&rng, WIDTH_MAX), 1 + rng_below(&rng, HEIGHT_MAX));
        }
        ui_destroy(fixture.ui);
    }
}

// --- Memory --------------------------------------------------------------------------------------

// Sits down, plays a move and takes the record, with memory that may refuse.
static bool play_a_move(Miser *miser)
{
    AnyRules rules;
    const UiPlan plan = {.game = read_rules("kriegspiel", &rules),
                         .rules = (const Rules *)&rules,
                         .names = {"a", "b"},
                         .is_person = {true, false}};
    const Memory memory = miser_memory(miser);
    GameUi *ui = ui_create(&memory, &plan, 0);
    if (!ui)
        return false;
    ui_line(ui, slice_of("e2e4"), 0);
    const bool is_played = ui_awaits_player(ui);
    ui_line(ui, slice_of("quit"), 0);
    ui_line(ui, slice_of("y"), 0);
    GameRecord record;
    const bool is_recorded = is_played && ui_record(ui, &memory, &record);
    if (is_recorded)
        game_record_done(&record, &memory);
    ui_destroy(ui);
    return is_recorded;
}

// Solves a lesson and goes on to the next.
static bool take_a_lesson(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    Course *course = course_create(&memory, COURSE_KRIEGSPIEL, 0, 0);
    if (!course)
        return false;
    type_course(course, slice_of("a1a5"));
    course_key(course, KEY_PRESS_ENTER, 0);
    Fixture fixture;
    const bool goes_on =
        !course_is_done(course) && strstr(course_screen(&fixture, course),
                                          words_of(lessons[COURSE_KRIEGSPIEL][1].title)) != NULL;
    course_destroy(course);
    return goes_on;
}

static void a_refusal_of_memory_is_seen(void **state)
{
    (void)state;
    assert_refusals_are_seen(play_a_move, 5);
    assert_refusals_are_seen(take_a_lesson, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_are_read_as_players_write_them),
        cmocka_unit_test(a_typed_move_is_tried),
        cmocka_unit_test(san_is_read_against_own_men_alone),
        cmocka_unit_test(a_word_that_is_no_move_is_explained),
        cmocka_unit_test(what_is_typed_too_early_stays),
        cmocka_unit_test(a_status_ends_with_its_cause),
        cmocka_unit_test(a_man_that_is_taken_is_held_no_more),
        cmocka_unit_test(a_refusal_is_said_in_the_rulesets_words),
        cmocka_unit_test(backspace_takes_back_a_letter_and_escape_the_line),
        cmocka_unit_test(a_man_is_moved_with_the_arrow_keys),
        cmocka_unit_test(black_looks_from_the_other_side),
        cmocka_unit_test(the_cursor_stays_on_the_board),
        cmocka_unit_test(a_pawns_last_step_asks_what_it_becomes),
        cmocka_unit_test(a_mark_is_placed_moved_and_cleared),
        cmocka_unit_test(a_mark_that_cannot_be_is_explained),
        cmocka_unit_test(a_mark_goes_where_an_own_man_comes),
        cmocka_unit_test(resigning_asks_first),
        cmocka_unit_test(an_offer_is_answered),
        cmocka_unit_test(an_offer_of_the_others_is_pointed_out),
        cmocka_unit_test(an_offer_is_accepted_by_its_word),
        cmocka_unit_test(a_flag_falls_by_itself),
        cmocka_unit_test(a_move_after_the_flag_is_no_move),
        cmocka_unit_test(nothing_changes_by_itself_without_a_clock),
        cmocka_unit_test(thinking_is_counted_from_the_turn_not_from_the_try),
        cmocka_unit_test(a_player_that_fails_forfeits),
        cmocka_unit_test(an_aborted_game_is_not_drawn),
        cmocka_unit_test(leaving_asks_first_and_leaves_a_record),
        cmocka_unit_test(the_keyboard_changes_hands_unseen),
        cmocka_unit_test(two_hand_overs_look_alike),
        cmocka_unit_test(clocks_stand_still_while_the_keyboard_changes_hands),
        cmocka_unit_test(a_whole_screen),
        cmocka_unit_test(what_was_heard_is_on_the_board),
        cmocka_unit_test(a_game_that_begins_in_check_shows_its_line),
        cmocka_unit_test(a_check_is_on_the_king_if_its_kind_is_not_told),
        cmocka_unit_test(a_refusal_is_told_once),
        cmocka_unit_test(a_man_is_moved_with_the_mouse),
        cmocka_unit_test(a_stone_is_put_with_the_mouse_on_a_board_that_grows),
        cmocka_unit_test(a_small_window_asks_for_room),
        cmocka_unit_test(a_large_window_has_a_large_board),
        cmocka_unit_test(help_is_a_page_and_any_key_goes_back),
        cmocka_unit_test(open_chess_shows_everything),
        cmocka_unit_test(a_game_is_spoken),
        cmocka_unit_test(what_cannot_be_tried_is_not_listed),
        cmocka_unit_test(the_failure_of_a_player_is_spoken),
        cmocka_unit_test(open_chess_is_spoken_whole),
        cmocka_unit_test(every_word_of_line_mode_has_its_help),
        cmocka_unit_test(a_review_steps_through_every_try),
        cmocka_unit_test(a_review_has_one_board_or_three),
        cmocka_unit_test(a_review_points_at_the_try),
        cmocka_unit_test(a_review_shows_the_analysis_of_the_turn),
        cmocka_unit_test(a_review_leads_to_other_games),
        cmocka_unit_test(a_game_that_is_over_offers_what_comes_next),
        cmocka_unit_test(a_review_can_be_saved_and_left),
        cmocka_unit_test(a_seats_own_record_shows_its_own_eyes),
        cmocka_unit_test(plain_pgn_may_go_on_after_the_end),
        cmocka_unit_test(a_record_is_read_out),
        cmocka_unit_test(enter_alone_begins_a_game),
        cmocka_unit_test(every_row_can_be_changed),
        cmocka_unit_test(choices_survive_as_text),
        cmocka_unit_test(every_lesson_can_be_solved),
        cmocka_unit_test(another_move_begins_the_lesson_again),
        cmocka_unit_test(a_lesson_is_spoken),
        cmocka_unit_test(a_lesson_of_go_is_spoken),
        cmocka_unit_test(a_lesson_of_go_hides_the_stones_until_its_end),
        cmocka_unit_test(a_lesson_can_be_missed_and_left_in_lines),
        cmocka_unit_test(the_notes_of_all_lessons_fit_beside_the_board),
        cmocka_unit_test(no_keys_break_a_desk),
        cmocka_unit_test(a_refusal_of_memory_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
