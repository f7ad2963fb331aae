// The lines of a seat at a server, and requests by HTTP: what reads, what is refused, what is written.
#include "wire/seat_line.h"

#include "check.h"
#include "wire/game_request.h"

#include <string.h>

static void lines_read_and_are_written_the_same(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "join 1 abcXYZ-_09 0", "join 4294967295 t 4294967295", "1 0 try e2e4", "7 12 try any-word",
        "3 2 ask any",         "4294967295 4294967295 draw",   "5 4 accept",   "6 5 decline",
        "7 6 resign",
    };
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        char memory[SEAT_SAID_MAX];
        Text text = TEXT_IN(memory);
        SeatSaid said;
        assert_int_equal(seat_said_read(slice_of(lines[i]), &said), SEAT_LINE_OK);
        seat_said_write(&said, &text);
        assert_string_equal(memory, lines[i]);
    }
}

static void what_is_no_line_is_refused_and_touches_nothing(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        "join",
        "join 0 token 0",
        "join 01 token 0",
        "join 1 tok\ten 0",
        "join 1  0",
        "join 1 token",
        "join 1 token 0 0",
        "join 1 token -1",
        "join 4294967296 token 0",
        "join 1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 0",
        "try e2e4",
        "0 0 try e2e4",
        "1 try e2e4",
        "1 0 try",
        "1 0 try e2 e4",
        "1 0 ready",
        "1 0 info nodes 1",
        "1 0 resign now",
        "1 0 pong",
    };
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        SeatSaid said = {.ref = 99};
        if (seat_said_read(slice_of(lines[i]), &said) != SEAT_LINE_ERR_FORM)
            fail_msg("taken: %s", lines[i]);
        assert_int_equal(said.ref, 99);
    }
    char line[SEAT_SAID_MAX + 1];
    memset(line, 'x', sizeof line);
    SeatSaid said;
    assert_int_equal(seat_said_read((Slice){line, sizeof line}, &said), SEAT_LINE_ERR_LONG);
}

static void a_server_writes_numbers_before_words(void **state)
{
    (void)state;
    static const uint32_t clocks[2] = {182000, 180000};
    const Hearing hearing = {.event = HEARD_REFUSAL, .verdict = VERDICT_ILLEGAL};
    char memory[1000];
    Text text = TEXT_IN(memory);
    seat_write_greeting(&text);
    text_add(&text, "|");
    seat_write_hear(12, 3, clocks, &hearing, 0, &text);
    text_add(&text, "|");
    seat_write_joined(12, 350, &text);
    text_add(&text, "|");
    seat_write_error(4, "stale", "listen first", &text);
    text_add(&text, "|");
    seat_write_quit("token", "unknown", &text);
    assert_string_equal(memory, "nebel 1|12 3 182000 180000 hear illegal|joined 12 350|"
                                "4 error stale listen first|quit token unknown");
}

static void a_request_names_a_game_and_a_clock(void **state)
{
    (void)state;
    static const char body[] =
        "{\"game\": \"kriegspiel(rules=rand)\", \"base_ms\": 180000, \"increment_ms\": 2000}";
    char why[GAME_TEXT_MAX];
    Text message = TEXT_IN(why);
    JournalGame opening = {0};
    assert_true(game_request_read(slice_of(body), &opening, &message));
    assert_string_equal(opening.game->name, "kriegspiel");
    assert_int_equal(opening.clock.base_ms, 180000);
    assert_int_equal(opening.clock.increment_ms, 2000);
    assert_true(game_request_read(slice_of("{\"game\": \"phantom-go\"}"), &opening, &message));
    assert_int_equal(opening.clock.base_ms, 0);
}

static void other_requests_are_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        const char *body, *reason;
    } cases[] = {
        {"", "JSON object"},
        {"[]", "JSON object"},
        {"{\"game\": \"kriegspiel\", \"game\": \"chess\"}", "JSON object"},
        {"{}", "game string"},
        {"{\"game\": 7}", "game string"},
        {"{\"game\": \"kriegspeil\"}", "kriegspiel"},
        {"{\"game\": \"kriegspiel\", \"color\": 1}", "unknown key"},
        {"{\"game\": \"kriegspiel\", \"base_ms\": -1}", "base_ms"},
        {"{\"game\": \"kriegspiel\", \"base_ms\": 4294967296}", "base_ms"},
        {"{\"game\": \"kriegspiel\", \"base_ms\": 1.5}", "base_ms"},
        {"{\"game\": \"kriegspiel\", \"increment_ms\": 1}", "needs base_ms"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char why[2000];
        Text message = TEXT_IN(why);
        JournalGame opening = {.clock = {7, 7}};
        assert_false(game_request_read(slice_of(cases[i].body), &opening, &message));
        if (!strstr(why, cases[i].reason))
            fail_msg("%s: %s", cases[i].body, why);
        assert_int_equal(opening.clock.base_ms, 7);
    }
}

static void answers_to_requests_are_json(void **state)
{
    (void)state;
    char memory[400];
    Text text = TEXT_IN(memory);
    game_made_write(0xf3, "W", "B", &text);
    request_error_write("say \"what\"", &text);
    assert_string_equal(memory,
                        "{\"game\": \"00000000000000f3\", \"white\": \"W\", \"black\": \"B\"}\n"
                        "{\"error\": \"say \\\"what\\\"\"}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_read_and_are_written_the_same),
        cmocka_unit_test(what_is_no_line_is_refused_and_touches_nothing),
        cmocka_unit_test(a_server_writes_numbers_before_words),
        cmocka_unit_test(a_request_names_a_game_and_a_clock),
        cmocka_unit_test(other_requests_are_refused_with_a_reason),
        cmocka_unit_test(answers_to_requests_are_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
