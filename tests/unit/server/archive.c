// Finished games: from a journal to a packed record and back, and what makes no record.
#include "server/archive/archive.h"
#include "server/archive/filing.h"

#include "formats/protocol/rating_pool.h"
#include "formats/records/json.h"
#include "unit/check.h"
#include "unit/miser.h"

#include <string.h>

enum { LINES_MAX = 8 };

static GameJournal journal_of(const char *const lines[LINES_MAX])
{
    GameJournal journal = {0};
    for (unsigned i = 0; i < LINES_MAX && lines[i]; i++)
        assert_int_equal(game_journal_add(&journal, &memory_heap, slice_of(lines[i])),
                         GAME_JOURNAL_OK);
    return journal;
}

static ArchiveError record_of(const char *const lines[LINES_MAX], GameRecord *record)
{
    GameJournal journal = journal_of(lines);
    const ArchiveError error = archive_record(&journal, &memory_heap, record);
    game_journal_done(&journal, &memory_heap);
    return error;
}

static const char *const resigned[LINES_MAX] = {
    "open 1 7 5000 180000+2000 kriegspiel(rules=icc,board=8x8)",
    "white try e2d3 1 2510 7515",
    "white try e2e4 2 2510 7515",
    "resume 1 9 300 4020",
    "black try e7e5 1 6020 2310",
    "white resign 3 7000 3300",
};

static void a_journal_that_ends_its_game_is_packed_and_read(void **state)
{
    (void)state;
    GameRecord record, again;
    Text first = text_growing(&memory_heap), second = first, digits = first;
    assert_int_equal(record_of(resigned, &record), ARCHIVE_OK);
    assert_string_equal(game_record_result(&record), "0-1");
    assert_int_equal(record.entries.count, 4);
    assert_int_equal(archive_pack(&record, &memory_heap, &digits), ARCHIVE_OK);
    assert_int_equal(archive_unpack((Slice){digits.start, digits.length}, &memory_heap, &again),
                     ARCHIVE_OK);
    assert_true(game_record_to_json(&record, &first) && game_record_to_json(&again, &second));
    assert_string_equal(first.start, second.start);
    assert_non_null(strstr(first.start, "{\"kind\":\"try\",\"seat\":\"white\",\"after_ms\":2510,"
                                        "\"try\":\"e2d3\"}"));
    game_record_done(&record, &memory_heap);
    game_record_done(&again, &memory_heap);
    text_done(&first);
    text_done(&second);
    text_done(&digits);
}

static void a_running_game_has_no_record(void **state)
{
    (void)state;
    static const char *const journals[][LINES_MAX] = {
        {NULL},
        {"open 1 7 0 0+0 kriegspiel(rules=icc,board=8x8)"},
        {"open 1 7 0 0+0 kriegspiel(rules=icc,board=8x8)", "white try e2e4 1 10 10",
         "black offer 1 20 20"},
        {"open 1 7 0 0+0 phantom-go(size=5,komi=7.5)", "black try pass 1 10 10"},
    };
    GameRecord record;
    for (unsigned i = 0; i < COUNT_OF(journals); i++)
        assert_int_equal(record_of(journals[i], &record), ARCHIVE_ERR_RUNNING);
}

static void what_no_table_takes_has_no_record(void **state)
{
    (void)state;
    static const char *const journals[][LINES_MAX] = {
        {"open 1 7 0 0+0 kriegspiel(rules=icc,board=8x8)", "black try e7e5 1 10 10",
         "white resign 1 20 20"}, // out of turn
        {"open 1 7 0 0+0 kriegspiel(rules=icc,board=8x8)", "white resign 1 20 20",
         "white try e2e4 2 30 30"}, // after the end
    };
    GameRecord record;
    for (unsigned i = 0; i < COUNT_OF(journals); i++)
        assert_int_equal(record_of(journals[i], &record), ARCHIVE_ERR_JOURNAL);
}

static void what_is_not_packed_is_refused(void **state)
{
    (void)state;
    GameRecord record;
    Text digits = text_growing(&memory_heap);
    assert_int_equal(record_of(resigned, &record), ARCHIVE_OK);
    assert_int_equal(archive_pack(&record, &memory_heap, &digits), ARCHIVE_OK);
    game_record_done(&record, &memory_heap);
    for (size_t length = 0; length < digits.length; length++) // cut anywhere
        assert_int_equal(archive_unpack((Slice){digits.start, length}, &memory_heap, &record),
                         ARCHIVE_ERR_PACKED);
    digits.start[digits.length / 2] = 'x';
    static const char *const others[] = {"", "00", "{}"};
    assert_int_equal(archive_unpack((Slice){digits.start, digits.length}, &memory_heap, &record),
                     ARCHIVE_ERR_PACKED);
    for (unsigned i = 0; i < COUNT_OF(others); i++)
        assert_int_equal(archive_unpack(slice_of(others[i]), &memory_heap, &record),
                         ARCHIVE_ERR_PACKED);
    text_done(&digits);
}

static void a_pool_is_a_ruleset_and_rates_its_usual_board(void **state)
{
    (void)state;
    static const struct {
        const char *game, *ruleset;
        bool is_rated;
    } cases[] = {
        {"kriegspiel", "icc", true},
        {"kriegspiel(rules=rand)", "rand", true},
        {"kriegspiel(rules=berkeley-any,board=5x5)", "berkeley-any", false},
        {"kriegspiel(fen=4k3/8/8/8/8/8/4P3/4K3_w)", "icc", false},
        {"phantom-go(size=9,komi=7.5)", "phantom-go", true},
        {"phantom-go(size=9,komi=0.5)", "phantom-go", false},
        {"phantom-go(size=19)", "phantom-go", false},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char memory[64];
        Text text = TEXT_IN(memory);
        GameRecord record = {0};
        assert_true(game_record_read_rules(&record, cases[i].game));
        rating_pool_name(record.game, game_record_rules(&record), &text);
        assert_string_equal(memory, cases[i].ruleset);
        assert_int_equal(rating_pool_is_rated(record.game, game_record_rules(&record)),
                         cases[i].is_rated);
    }
}

// How a game ended does not matter, and what was tried does not: only moves that both seats heard of.
static void a_game_counts_when_each_seat_has_played_twice(void **state)
{
    (void)state;
#define GAME_OPEN "open 1 7 0 60000+0 kriegspiel(rules=icc,board=8x8)"
#define THREE_MOVES "white try e2e4 1 10 10", "black try e7e5 1 20 20", "white try d2d4 2 30 30"
    static const struct {
        const char *lines[LINES_MAX];
        bool counts;
    } cases[] = {
        {{GAME_OPEN, THREE_MOVES, "black try d7d5 2 40 40", "white resign 3 50 50"}, true},
        {{GAME_OPEN, THREE_MOVES, "black try d7d5 2 40 40", "white forfeit 0 50 50"}, true},
        {{GAME_OPEN, THREE_MOVES, "black try d7d5 2 40 40", "white time 0 70000 70000"}, true},
        {{GAME_OPEN, THREE_MOVES, "black resign 2 40 40"}, false},
        {{GAME_OPEN, THREE_MOVES, "black try a7a1 2 35 35", "black try a7b2 3 36 36",
          "black resign 4 40 40"},
         false},
        {{GAME_OPEN, "white try e2e4 1 10 10", "black resign 1 20 20"}, false},
        {{GAME_OPEN, "white abort 1 20 20"}, false},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        GameRecord record;
        assert_int_equal(record_of(cases[i].lines, &record), ARCHIVE_OK);
        assert_int_equal(archive_counts(&record), cases[i].counts);
        game_record_done(&record, &memory_heap);
    }
}

// --- Pictures ------------------------------------------------------------------------------------

static unsigned count_of(const char *text, const char *part)
{
    unsigned count = 0;
    while ((text = strstr(text, part))) {
        count++;
        text += strlen(part);
    }
    return count;
}

static void a_picture_shows_three_boards_and_the_end(void **state)
{
    (void)state;
    GameRecord record;
    Text svg = text_growing(&memory_heap);
    assert_int_equal(record_of(resigned, &record), ARCHIVE_OK);
    record_tag_set(record.tags.white, slice_of("<ann&a>"));
    assert_true(archive_picture(&record, &svg));
    assert_non_null(strstr(svg.start, "<title>&lt;ann&amp;a&gt; - Black  0-1</title>"));
    assert_int_equal(count_of(svg.start, "<rect class="), 3 * 64);
    assert_int_equal(count_of(svg.start, "<rect class=\"f"), 2 * (64 - 16)); // each seat's fog
    assert_int_equal(count_of(svg.start, "class=\"w\""), 2 * 16); // own board, and the truth
    assert_int_equal(count_of(svg.start, "class=\"b\""), 2 * 16);
    game_record_done(&record, &memory_heap);
    text_done(&svg);
}

static void a_picture_of_go_has_its_stones(void **state)
{
    (void)state;
    static const char *const lines[LINES_MAX] = {"open 1 7 0 0+0 phantom-go(size=5,komi=7.5)",
                                                 "black try c3 1 10 10", "white try c3 1 20 20",
                                                 "white try d4 2 30 30", "black resign 2 40 40"};
    GameRecord record;
    Text svg = text_growing(&memory_heap);
    assert_int_equal(record_of(lines, &record), ARCHIVE_OK);
    assert_true(archive_picture(&record, &svg));
    assert_int_equal(count_of(svg.start, "<circle class=\"b s\""), 2);
    assert_int_equal(count_of(svg.start, "<circle class=\"w s\""), 2);
    assert_int_equal(count_of(svg.start, ">?</text>"), 1); // what was refused to White
    game_record_done(&record, &memory_heap);
    text_done(&svg);
}

static void a_running_game_has_no_picture(void **state)
{
    (void)state;
    GameRecord record;
    Text svg = text_growing(&memory_heap);
    assert_int_equal(record_of(resigned, &record), ARCHIVE_OK);
    record.entries.count--;
    assert_false(archive_picture(&record, &svg));
    assert_int_equal(svg.length, 0);
    record.view = VIEW_WHITE;
    assert_false(archive_picture(&record, &svg));
    record.view = VIEW_UMPIRE;
    game_record_done(&record, &memory_heap);
    text_done(&svg);
}

// --- Memory --------------------------------------------------------------------------------------

static bool pack_with(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    GameJournal journal = journal_of(resigned);
    GameRecord record;
    Text digits = text_growing(&memory);
    ArchiveError error = archive_record(&journal, &memory, &record);
    if (!error) {
        error = archive_pack(&record, &memory, &digits);
        game_record_done(&record, &memory);
    }
    text_done(&digits);
    game_journal_done(&journal, &memory_heap);
    assert_true(!error || error == ARCHIVE_ERR_MEMORY);
    return !error;
}

static void without_memory_nothing_is_made(void **state)
{
    (void)state;
    assert_refusals_are_seen(pack_with, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_journal_that_ends_its_game_is_packed_and_read),
        cmocka_unit_test(a_running_game_has_no_record),
        cmocka_unit_test(what_no_table_takes_has_no_record),
        cmocka_unit_test(what_is_not_packed_is_refused),
        cmocka_unit_test(a_pool_is_a_ruleset_and_rates_its_usual_board),
        cmocka_unit_test(a_game_counts_when_each_seat_has_played_twice),
        cmocka_unit_test(a_picture_shows_three_boards_and_the_end),
        cmocka_unit_test(a_picture_of_go_has_its_stones),
        cmocka_unit_test(a_running_game_has_no_picture),
        cmocka_unit_test(without_memory_nothing_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
