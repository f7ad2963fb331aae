// A user interface whose table is elsewhere, beside one whose table is here: the same game draws the same screens.
#include "base/rng.h"
#include "games/registry/games.h"
#include "ui/play/game_ui.h"
#include "unit/check.h"

#include <string.h>

enum { WIDTH = 90, HEIGHT = 30, TURNS_MAX = 60, WORD_MAX = 32 };

typedef struct Sent {
    unsigned count;
    uint8_t kind;
    Try attempt;
} Sent;

typedef struct Fixture {
    AnyRules rules;
    const Game *game;
    UiServerLink server;
    GameUi *here, *away;
    bool can_send;
    Sent sent;
    uint32_t heard; // hearings that `away` has
    uint64_t now_ms;
    Rng chance;
} Fixture;

static bool can_send(void *context)
{
    const Fixture *fixture = context;
    return fixture->can_send;
}

static void take_action(void *context, EventKind kind, Try attempt)
{
    Fixture *fixture = context;
    fixture->sent = (Sent){fixture->sent.count + 1, (uint8_t)kind, attempt};
    fixture->can_send = false;
}

// Tells `away` what the seat at `here` has heard, as a server would.
static void pass_on(Fixture *fixture)
{
    const SeatLog *log = ui_log(fixture->here, 0);
    const uint32_t clock_ms[2] = {ui_clock_ms(fixture->here, 0, fixture->now_ms),
                                  ui_clock_ms(fixture->here, 1, fixture->now_ms)};
    fixture->can_send = true;
    for (; fixture->heard < log->count; fixture->heard++) {
        const Heard *heard = &log->list[fixture->heard];
        assert_true(ui_hear(fixture->away, heard->own, &heard->hearing, clock_ms, fixture->now_ms));
    }
}

static void open_both(Fixture *fixture, const char *game, uint64_t seed)
{
    char why[200];
    Text message = TEXT_IN(why);
    memset(fixture, 0, sizeof *fixture);
    fixture->chance = rng_from_seed(seed);
    fixture->now_ms = 1000;
    fixture->game = game_read(game, &fixture->rules, &message);
    assert_non_null(fixture->game);
    UiPlan plan = {.game = fixture->game,
                   .rules = (const Rules *)&fixture->rules,
                   .clock = {60000, 500},
                   .names = {"Anna", "Otto"},
                   .is_person = {true, false}};
    fixture->here = ui_create(&memory_heap, &plan, fixture->now_ms);
    fixture->server = (UiServerLink){can_send, take_action, fixture};
    plan.server = &fixture->server;
    fixture->away = ui_create(&memory_heap, &plan, fixture->now_ms);
    assert_true(fixture->here && fixture->away);
    pass_on(fixture);
}

static void close_both(Fixture *fixture)
{
    ui_destroy(fixture->here);
    ui_destroy(fixture->away);
}

static void assert_same_screens(const Fixture *fixture)
{
    static Cell memory[2][WIDTH * HEIGHT];
    static char texts[2][CELLS_TEXT_BYTES(WIDTH, HEIGHT)];
    const GameUi *uis[2] = {fixture->here, fixture->away};
    for (unsigned i = 0; i < 2; i++) {
        Cells cells = CELLS_IN(memory[i], WIDTH, HEIGHT);
        Text text = TEXT_IN(texts[i]);
        ui_draw(uis[i], (UiLook){0}, fixture->now_ms, &cells);
        cells_to_text(&cells, &text);
    }
    assert_string_equal(texts[0], texts[1]);
}

static void type_to(GameUi *ui, const char *line, uint64_t now_ms)
{
    ui_line(ui, slice_of(line), now_ms);
}

// Any try that a seat can make, from what it has heard.
static Try any_try(Fixture *fixture, uint8_t seat)
{
    static Try tries[4000];
    const Rules *rules = (const Rules *)&fixture->rules;
    const SeatLog *log = ui_log(fixture->here, seat);
    AnyView view;
    fixture->game->sit(rules, seat, &view);
    for (uint32_t i = 0; i < log->count; i++)
        fixture->game->hear(rules, &view, log->list[i].own, &log->list[i].hearing);
    const uint32_t count = fixture->game->tries(rules, &view, tries);
    return tries[rng_below(&fixture->chance, count)];
}

// The person tries something; `here` has the answer at once, `away` later.
static void try_something(Fixture *fixture)
{
    char word[WORD_MAX];
    Text text = TEXT_IN(word);
    const Try attempt = any_try(fixture, 0);
    fixture->game->try_to_text(attempt, &text);
    type_to(fixture->here, word, fixture->now_ms);
    type_to(fixture->away, word, fixture->now_ms);
    assert_int_equal(fixture->sent.kind, EVENT_TRY);
    assert_int_equal(fixture->sent.attempt, attempt);
}

static void answer(Fixture *fixture)
{
    const Choice choice = {.kind = EVENT_TRY, .attempt = any_try(fixture, 1)};
    ui_choose(fixture->here, &choice, fixture->now_ms);
}

static void play_both(Fixture *fixture)
{
    for (unsigned i = 0; i < TURNS_MAX && !ui_is_over(fixture->here); i++) {
        fixture->now_ms += rng_below(&fixture->chance, 400);
        if (ui_seat_to_move(fixture->here) == 0)
            try_something(fixture);
        else
            answer(fixture);
        pass_on(fixture);
        assert_int_equal(ui_is_over(fixture->here), ui_is_over(fixture->away));
        if (ui_is_over(fixture->here))
            return;
        assert_same_screens(fixture);
        fixture->now_ms += 700; // a clock runs
        assert_same_screens(fixture);
    }
}

static void a_table_elsewhere_draws_the_same_screens(void **state)
{
    (void)state;
    static const char *const games[] = {"kriegspiel(board=silverman4x4)", "kriegspiel(rules=rand)",
                                        "phantom-go(size=5)", "chess"};
    for (unsigned i = 0; i < COUNT_OF(games); i++)
        for (uint64_t seed = 1; seed <= 10; seed++) {
            Fixture fixture;
            open_both(&fixture, games[i], seed);
            assert_same_screens(&fixture);
            if (ui_seat_to_move(fixture.here) == 1)
                answer(&fixture);
            pass_on(&fixture);
            play_both(&fixture);
            close_both(&fixture);
        }
}

static void a_try_waits_for_its_answer(void **state)
{
    (void)state;
    Fixture fixture;
    open_both(&fixture, "kriegspiel(board=silverman4x4)", 1);
    type_to(fixture.away, "b2a3", fixture.now_ms);
    assert_int_equal(fixture.sent.count, 1);
    type_to(fixture.away, "a1a4", fixture.now_ms);
    assert_int_equal(fixture.sent.count, 1);
    assert_non_null(strstr(ui_message(fixture.away), "Wait for the answer"));
    close_both(&fixture);
}

static void a_queue_goes_out_one_by_one(void **state)
{
    (void)state;
    Fixture fixture;
    open_both(&fixture, "kriegspiel(board=silverman4x4)", 1);
    type_to(fixture.away, "queue a1a4 b2a3", fixture.now_ms);
    assert_int_equal(fixture.sent.count, 1);
    assert_string_equal(ui_queue(fixture.away), "b2a3");
    type_to(fixture.here, "a1a4", fixture.now_ms); // is refused
    pass_on(&fixture);
    ui_send_queued(fixture.away, fixture.now_ms);
    assert_int_equal(fixture.sent.count, 2);
    assert_int_equal(fixture.sent.attempt, fixture.game->try_from_text(slice_of("b2a3")));
    assert_string_equal(ui_queue(fixture.away), "");
    close_both(&fixture);
}

static void it_is_not_the_turn_before_the_server_says_so(void **state)
{
    (void)state;
    Fixture fixture;
    open_both(&fixture, "kriegspiel(board=silverman4x4)", 1);
    type_to(fixture.here, "b2a3", fixture.now_ms);
    pass_on(&fixture);
    type_to(fixture.away, "a1a4", fixture.now_ms);
    assert_int_equal(fixture.sent.count, 0);
    type_to(fixture.away, "draw", fixture.now_ms); // an offer needs no turn
    assert_int_equal(fixture.sent.count, 1);
    assert_int_equal(fixture.sent.kind, EVENT_OFFER);
    close_both(&fixture);
}

static void a_notice_stands_in_place_of_the_status(void **state)
{
    (void)state;
    static Cell memory[WIDTH * HEIGHT];
    static char picture[CELLS_TEXT_BYTES(WIDTH, HEIGHT)];
    Fixture fixture;
    open_both(&fixture, "kriegspiel", 1);
    ui_set_notice(fixture.away, "lost");
    Cells cells = CELLS_IN(memory, WIDTH, HEIGHT);
    Text text = TEXT_IN(picture);
    ui_draw(fixture.away, (UiLook){0}, fixture.now_ms, &cells);
    cells_to_text(&cells, &text);
    assert_non_null(strstr(picture, "\n  lost"));
    ui_set_notice(fixture.away, NULL);
    assert_same_screens(&fixture);
    close_both(&fixture);
}

static void clocks_can_be_held(void **state)
{
    (void)state;
    Fixture fixture;
    open_both(&fixture, "kriegspiel", 1);
    const uint64_t now_ms = fixture.now_ms;
    const uint32_t shown_ms = ui_clock_ms(fixture.away, 0, now_ms + 1000);
    ui_pause(fixture.away, now_ms + 1000);
    assert_int_equal(ui_clock_ms(fixture.away, 0, now_ms + 9000), shown_ms);
    ui_resume(fixture.away, now_ms + 8000);
    assert_int_equal(ui_clock_ms(fixture.away, 0, now_ms + 9000), shown_ms);
    close_both(&fixture);
}

static void only_a_game_elsewhere_is_aborted_by_a_word(void **state)
{
    (void)state;
    Fixture fixture;
    open_both(&fixture, "kriegspiel", 1);
    type_to(fixture.away, "abort", fixture.now_ms);
    assert_int_equal(fixture.sent.count, 1);
    assert_int_equal(fixture.sent.kind, EVENT_ABORT);
    type_to(fixture.here, "abort", fixture.now_ms);
    assert_false(ui_is_over(fixture.here));
    close_both(&fixture);
}

static void after_the_end_a_person_can_only_leave(void **state)
{
    (void)state;
    Fixture fixture;
    open_both(&fixture, "kriegspiel", 1);
    type_to(fixture.here, "resign", fixture.now_ms);
    type_to(fixture.here, "y", fixture.now_ms);
    pass_on(&fixture);
    assert_true(ui_is_over(fixture.away));
    static const char *const others[] = {"", "a", "r", "s", "review"};
    for (unsigned i = 0; i < COUNT_OF(others); i++) {
        type_to(fixture.away, others[i], fixture.now_ms);
        assert_int_equal(ui_take_request(fixture.away), UI_REQUEST_NONE);
    }
    type_to(fixture.away, "q", fixture.now_ms);
    assert_int_equal(ui_take_request(fixture.away), UI_REQUEST_LEAVE);
    close_both(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_elsewhere_draws_the_same_screens),
        cmocka_unit_test(a_try_waits_for_its_answer),
        cmocka_unit_test(a_queue_goes_out_one_by_one),
        cmocka_unit_test(it_is_not_the_turn_before_the_server_says_so),
        cmocka_unit_test(a_notice_stands_in_place_of_the_status),
        cmocka_unit_test(clocks_can_be_held),
        cmocka_unit_test(only_a_game_elsewhere_is_aborted_by_a_word),
        cmocka_unit_test(after_the_end_a_person_can_only_leave),
    };
    return cmocka_run_group_tests_name("elsewhere", tests, NULL, NULL);
}
