// The lines of a seat at a server, and requests by HTTP: what reads, what is refused, what is written.
#include "formats/protocol/seat_line.h"

#include "formats/protocol/game_request.h"
#include "unit/check.h"

#include <string.h>

static void lines_read_and_are_written_the_same(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "join 1 abcXYZ-_09 0", "join 4294967295 t 4294967295",
        "1 0 try e2e4",        "7 12 try any-word",
        "3 2 ask any",         "4294967295 4294967295 draw",
        "5 4 accept",          "6 5 decline",
        "7 6 resign",          "8 7 abort",
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
        "1 0 abort now",
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
    seat_write_did(7, slice_of("any?"), &text);
    text_add(&text, "|");
    seat_write_joined(12, 350, &text);
    text_add(&text, "|");
    seat_write_error(4, "stale", "listen first", &text);
    text_add(&text, "|");
    seat_write_quit("token", "unknown", &text);
    text_add(&text, "|");
    seat_write_pause("store", "it cannot save", &text);
    text_add(&text, "|");
    seat_write_resume(&text);
    assert_string_equal(memory,
                        "nebel 1|12 3 182000 180000 hear illegal|7 did ask any|joined 12 350|"
                        "4 error stale listen first|quit token unknown|"
                        "pause store it cannot save|resume");
}

static void a_client_reads_what_a_server_writes(void **state)
{
    (void)state;
    SeatTold told;
    assert_int_equal(seat_told_read(slice_of("nebel 1"), &told), SEAT_LINE_OK);
    assert_int_equal(told.kind, SEAT_GREETING);
    assert_int_equal(told.version, 1);
    assert_int_equal(seat_told_read(slice_of("12 3 182000 180000 hear illegal"), &told),
                     SEAT_LINE_OK);
    assert_int_equal(told.kind, SEAT_HEAR);
    assert_int_equal(told.sequence, 12);
    assert_int_equal(told.ref, 3);
    assert_int_equal(told.clock_ms[1], 180000);
    assert_true(slice_is(told.text, "illegal"));
    assert_int_equal(seat_told_read(slice_of("3 did ask any"), &told), SEAT_LINE_OK);
    assert_int_equal(told.kind, SEAT_DID);
    assert_true(slice_is(told.text, "any?"));
    assert_int_equal(seat_told_read(slice_of("joined 12 5000000000"), &told), SEAT_LINE_OK);
    assert_true(told.elapsed_ms == 5000000000);
    assert_int_equal(seat_told_read(slice_of("4 error stale listen first"), &told), SEAT_LINE_OK);
    assert_true(slice_is(told.code, "stale") && slice_is(told.reason, "listen first"));
    assert_int_equal(seat_told_read(slice_of("quit token unknown"), &told), SEAT_LINE_OK);
    assert_int_equal(told.kind, SEAT_QUIT);
    assert_int_equal(seat_told_read(slice_of("pause store it cannot save"), &told), SEAT_LINE_OK);
    assert_int_equal(told.kind, SEAT_PAUSE);
    assert_true(slice_is(told.code, "store") && slice_is(told.reason, "it cannot save"));
    assert_int_equal(seat_told_read(slice_of("resume"), &told), SEAT_LINE_OK);
    assert_int_equal(told.kind, SEAT_RESUME);
    assert_int_equal(seat_told_read(slice_of("resume now"), &told), SEAT_LINE_ERR_FORM);
    const char *const newgame = "newgame chess seat black seed 7 clock 1000+10";
    assert_int_equal(seat_told_read(slice_of(newgame), &told), SEAT_LINE_OK);
    assert_int_equal(told.newgame.seat, 1);
    assert_int_equal(seat_told_read(slice_of("archive 5b0c3f6a91d27e48"), &told), SEAT_LINE_OK);
    assert_int_equal(told.kind, SEAT_ARCHIVE);
    assert_true(told.archive == 0x5b0c3f6a91d27e48);
}

static void what_no_server_writes_is_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {"",
                                        "nebel",
                                        "nebel 1 2",
                                        "joined 1",
                                        "joined 1 2 3",
                                        "1 2 3",
                                        "1 2 3 4 hear",
                                        "1 2 3 4 opening",
                                        "0 0 0 0 hear x",
                                        "1 error",
                                        "1 did",
                                        "1 did resign",
                                        "1 did try e2 e4",
                                        "quit",
                                        "newgame chess",
                                        "1 1 hear x",
                                        "archive",
                                        "archive 5b0c3f6a91d27e4",
                                        "archive 5b0c3f6a91d27e4X",
                                        "archive 0000000000000000",
                                        "archive 5b0c3f6a91d27e48 "};
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        SeatTold told = {.ref = 99};
        if (seat_told_read(slice_of(lines[i]), &told) != SEAT_LINE_ERR_FORM)
            fail_msg("taken: %s", lines[i]);
        assert_int_equal(told.ref, 99);
    }
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

static void the_tokens_of_a_new_game_are_read_back(void **state)
{
    (void)state;
    static const char *const others[] = {"", "[]", "{}", "{\"white\": \"W\"}",
                                         "{\"white\": 1, \"black\": \"B\"}"};
    char memory[400];
    Text text = TEXT_IN(memory);
    GameMade made;
    game_made_write(0xf3, "W", "B", &text);
    assert_true(game_made_read((Slice){text.start, text.length}, &made));
    assert_string_equal(made.tokens[0], "W");
    assert_string_equal(made.tokens[1], "B");
    for (unsigned i = 0; i < COUNT_OF(others); i++)
        assert_false(game_made_read(slice_of(others[i]), &made));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_read_and_are_written_the_same),
        cmocka_unit_test(what_is_no_line_is_refused_and_touches_nothing),
        cmocka_unit_test(a_server_writes_numbers_before_words),
        cmocka_unit_test(a_client_reads_what_a_server_writes),
        cmocka_unit_test(what_no_server_writes_is_refused),
        cmocka_unit_test(a_request_names_a_game_and_a_clock),
        cmocka_unit_test(other_requests_are_refused_with_a_reason),
        cmocka_unit_test(answers_to_requests_are_json),
        cmocka_unit_test(the_tokens_of_a_new_game_are_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
