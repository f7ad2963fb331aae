// Records of Go out as SGF and back, and what others write.
#include "formats/records/sgf.h"
#include "base/rng.h"
#include "formats/records/hearing_text.h"
#include "games/core/table.h"
#include "games/core/table_replay.h"
#include "games/core/truth.h"
#include "unit/read_game.h"

#include <string.h>

static PhantomRules rules_from(const char *text)
{
    PhantomRules rules;
    assert_ptr_equal(read_game(text, &rules), &phantom_go_game);
    return rules;
}

static void send(Table *table, Entries *entries, Entry entry, uint64_t *now_ms)
{
    TableEffects effects;
    *now_ms += (uint64_t)entry.delay_ms;
    const TableEvent event = {entry.kind, entry.seat, entry.attempt, *now_ms};
    assert_int_equal(table_step(table, &event, &effects), TABLE_OK);
    assert_true(entries_add(entries, &memory_heap, entry));
}

// A game of random tries, with nonsense and offers among them, some resigned.
static GameRecord random_record(const char *game, uint64_t seed)
{
    const PhantomRules rules = rules_from(game);
    GameRecord record = game_record_of(&phantom_go_game, (const Rules *)&rules, (ClockRule){0});
    Rng rng = rng_from_seed(seed);
    TableEffects effects;
    uint64_t now_ms = 0;
    if (seed % 2)
        record.clock = (ClockRule){600000, 100};
    strcpy(record.tags.black, "An]na \\ [x]");
    Table *table = table_create(&memory_heap, &phantom_go_game, game_record_rules(&record),
                                record.clock, 0, &effects);
    assert_non_null(table);
    for (unsigned i = 0; i < 300 && !table_is_over(table); i++) {
        const uint8_t seat = table_seat_to_move(table);
        Entry entry = {.kind = EVENT_TRY, .seat = seat, .delay_ms = rng_below(&rng, 3) * 7};
        entry.attempt = (Try)(1 + rng_below(&rng, GO_SPOTS));
        if (rng_below(&rng, 60) == 0)
            entry.attempt = PHANTOM_PASS;
        if (i == 280) {
            entry.kind = EVENT_RESIGN;
            entry.attempt = TRY_NONE;
        }
        send(table, &record.entries, entry, &now_ms);
    }
    table_destroy(table);
    return record;
}

static void assert_comes_back(const GameRecord *record)
{
    Text out = text_growing(&memory_heap), again = text_growing(&memory_heap);
    GameRecord read;
    sgf_write(record, &out);
    Slice rest = {out.start, out.length};
    assert_int_equal(sgf_read(&rest, &memory_heap, &read), SGF_OK);
    assert_int_equal(rest.length, 1); // the last newline
    assert_memory_equal(&read.rules, &record->rules, sizeof(PhantomRules));
    assert_int_equal(read.entries.count, record->entries.count);
    assert_int_equal(read.heard.count, record->heard.count);
    if (read.entries.count)
        assert_memory_equal(read.entries.list, record->entries.list,
                            read.entries.count * sizeof(Entry));
    if (read.heard.count)
        assert_memory_equal(read.heard.list, record->heard.list, read.heard.count * sizeof(Heard));
    assert_string_equal(read.tags.black, record->tags.black);
    assert_int_equal(read.clock.base_ms, record->clock.base_ms);
    sgf_write(&read, &again);
    assert_string_equal(out.start, again.start);
    game_record_done(&read, &memory_heap);
    text_done(&out);
    text_done(&again);
}

static void records_of_all_sizes_come_back(void **state)
{
    (void)state;
    static const char *const games[] = {
        "phantom-go(size=5)", "phantom-go(size=7,komi=-3.5,superko=no,tries_heard=yes)",
        "phantom-go(size=19,reasons_given=yes,atari_calls=yes,points_to_both=yes,score=territory)"};
    for (unsigned i = 0; i < 12; i++) {
        GameRecord record = random_record(games[i % 3], i);
        assert_comes_back(&record);
        for (uint8_t seat = 0; seat < 2; seat++) {
            GameRecord own =
                game_record_of(&phantom_go_game, game_record_rules(&record), record.clock);
            own.view = seat;
            assert_int_equal(table_replay(&memory_heap, &phantom_go_game, game_record_rules(&own),
                                          own.clock, &record.entries, seat, &own.heard),
                             TABLE_OK);
            assert_comes_back(&own);
            game_record_done(&own, &memory_heap);
        }
        game_record_done(&record, &memory_heap);
    }
}

static SgfError read_text(const char *text, GameRecord *record)
{
    Slice rest = slice_of(text);
    return sgf_read(&rest, &memory_heap, record);
}

static void what_others_write_is_read(void **state)
{
    (void)state;
    GameRecord record;
    assert_int_equal(
        read_text(
            "  (;GM[1]FF[4]\nKM[6.50]SZ[9]C[a \\] b]PB[Anna](;B[cg];W [gc]LB[aa:1]\n(;B[];W[tt])"
            "(;B[aa]))(;B[bb])) tail",
            &record),
        SGF_OK);
    assert_int_equal(sgf_rules(&record)->size, 9);
    assert_int_equal(sgf_rules(&record)->half_komi, 13);
    assert_string_equal(record.tags.black, "Anna");
    assert_int_equal(record.entries.count, 4);
    assert_int_equal(record.entries.list[0].attempt, 2 * GO_SIZE_MAX + 2 + 1);
    assert_int_equal(record.entries.list[0].seat, GO_BLACK);
    assert_int_equal(record.entries.list[3].attempt, PHANTOM_PASS);
    const Outcome outcome = game_record_outcome(&record);
    assert_true(outcome.is_over);
    assert_int_equal(outcome.winner, winner_is(GO_WHITE));
    game_record_done(&record, &memory_heap);
}

static void what_is_no_record_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        SgfError error;
    } wrong[] = {
        {"", SGF_ERR_NO_GAME},
        {" \n", SGF_ERR_NO_GAME},
        {"1. e4", SGF_ERR_SYNTAX},
        {"(;SZ[9];B[cc]", SGF_ERR_SYNTAX},
        {"(;SZ[9];B[cc", SGF_ERR_SYNTAX},
        {"(;SZ[9];B)", SGF_ERR_SYNTAX},
        {"()", SGF_ERR_SYNTAX},
        {"(;GM[2]SZ[9])", SGF_ERR_GAME},
        {"(;SZ[4])", SGF_ERR_GAME},
        {"(;XG[kriegspiel])", SGF_ERR_GAME},
        {"(;SZ[9]AB[cc])", SGF_ERR_SETUP},
        {"(;SZ[9];AW[cc])", SGF_ERR_SETUP},
        {"(;XG[phantom-go(size=7,black=d4)]AB[dd])", SGF_OK},
        {"(;AB[dd]XG[phantom-go(size=7,black=d4)])", SGF_OK},
        {"(;XG[phantom-go(size=7,black=d4)])", SGF_ERR_SETUP},
        {"(;XG[phantom-go(size=7,black=d4)]AB[dc])", SGF_ERR_SETUP},
        {"(;XG[phantom-go(size=7,black=d4)]AB[dd][ss])", SGF_ERR_SETUP},
        {"(;XG[phantom-go(size=7,black=d4)]AB[dd:de])", SGF_ERR_SETUP},
        {"(;XG[phantom-go(size=7,black=d4)]AB[dd]AW[aa])", SGF_ERR_SETUP},
        {"(;SZ[9];AE[cc])", SGF_ERR_SETUP},
        {"(;SZ[9];B[jj])", SGF_ERR_MOVE},
        {"(;SZ[9];B[c])", SGF_ERR_MOVE},
        {"(;SZ[9];XE[umpire try c3])", SGF_ERR_EVENT},
        {"(;SZ[9];XE[black try])", SGF_ERR_EVENT},
        {"(;SZ[9];XE[black resign c3])", SGF_ERR_EVENT},
        {"(;SZ[9];XE[black try c3@x])", SGF_ERR_EVENT},
        {"(;SZ[9];XH[0 - moved])", SGF_ERR_EVENT},
        {"(;SZ[9];B[cc]XD[x])", SGF_ERR_EVENT},
        {"(;SZ[9]XV[umpire])", SGF_ERR_VIEW},
        {"(;SZ[9]XC[5])", SGF_ERR_CLOCK},
    };
    for (unsigned i = 0; i < COUNT_OF(wrong); i++) {
        GameRecord record;
        if (read_text(wrong[i].text, &record) != wrong[i].error)
            fail_msg("%s", wrong[i].text);
        assert_true(strlen(sgf_error_text(wrong[i].error)) > 0);
    }
}

static void results_are_those_of_the_end(void **state)
{
    (void)state;
    static const struct {
        const char *nodes, *result;
    } ends[] = {
        {";B[cc];W[];B[]", "RE[B+17.5]"},
        {";B[];W[]", "RE[W+7.5]"},
        {";B[cc]", "RE[?]"},
        {";B[cc]\n;XE[white resign]", "RE[B+R]"},
        {";B[cc]\n;XE[white time]", "RE[B+T]"},
        {";B[cc]\n;XE[black forfeit]", "RE[W+F]"},
        {";B[cc]\n;XE[black abort]", "RE[Void]"},
        {";B[cc]\n;XE[white offer][black accept]", "RE[0]"},
    };
    for (unsigned i = 0; i < COUNT_OF(ends); i++) {
        char memory[200];
        Text text = TEXT_IN(memory);
        GameRecord record;
        text_format(&text, "(;XG[phantom-go(size=5)]%s)", ends[i].nodes);
        assert_int_equal(read_text(memory, &record), SGF_OK);
        Text out = text_growing(&memory_heap);
        sgf_write(&record, &out);
        if (!strstr(out.start, ends[i].result))
            fail_msg("%s in %s", ends[i].result, out.start);
        text_done(&out);
        game_record_done(&record, &memory_heap);
    }
}

static void hearings_of_go_have_one_line(void **state)
{
    (void)state;
    static const char *const lines[] = {"moved pass",
                                        "illegal reason suicide",
                                        "played stones 2",
                                        "moved stones 1 d4",
                                        "moved stones 2 a1 t19 atari",
                                        "played pass over passes winner black",
                                        "other illegal",
                                        "illegal reason stone over attempts winner white"};
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        Hearing hearing;
        char memory[HEARING_TEXT_MAX];
        Text text = TEXT_IN(memory);
        if (!hearing_from_text(slice_of(lines[i]), GO_BLACK, &hearing))
            fail_msg("%s", lines[i]);
        hearing_to_text(&hearing, GO_BLACK, &text);
        assert_string_equal(memory, lines[i]);
    }
    static const char *const wrong[] = {"moved atari pass", "illegal reason none", "moved stones 0",
                                        "moved stones 362", "moved stones 2 t19 a1"};
    for (unsigned i = 0; i < COUNT_OF(wrong); i++) {
        Hearing hearing;
        if (hearing_from_text(slice_of(wrong[i]), GO_BLACK, &hearing))
            fail_msg("%s", wrong[i]);
    }
}

// A record that somebody made up may claim anything. What its seat cannot have heard is refused; a refused try that is no
// point is no lie, since a program may have tried it.
static void a_seats_claims_off_the_board_are_refused(void **state)
{
    (void)state;
#define SEATS(lines) "(;XG[phantom-go(size=5,komi=7.5)]XV[black];XH[0 - opening own]" lines ")"
    static const struct {
        const char *text;
        SgfError error;
    } cases[] = {
        {SEATS(";XH[20 c6 played]"), SGF_ERR_HEARD},
        {SEATS(";XH[20 c3 played];XH[1 - moved stones 2 c3 t19]"), SGF_ERR_HEARD},
        {SEATS(";XH[20 c3 played];XH[1 - moved];XH[2 #700 played]"), SGF_ERR_HEARD},
        {SEATS(";XH[3 #9000 illegal]"), SGF_ERR_HEARD},
        {SEATS(";XH[3 #9000 impossible]"), SGF_OK},
        {SEATS(";XH[20 c3 played];XH[1 - moved stones 1 c3]"), SGF_OK},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        GameRecord record;
        const SgfError error = read_text(cases[i].text, &record);
        if (error != cases[i].error)
            fail_msg("%s: %s", cases[i].text, sgf_error_text(error));
        if (error)
            continue;
        assert_comes_back(&record);
        game_record_done(&record, &memory_heap);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_of_all_sizes_come_back),
        cmocka_unit_test(what_others_write_is_read),
        cmocka_unit_test(what_is_no_record_is_refused),
        cmocka_unit_test(results_are_those_of_the_end),
        cmocka_unit_test(hearings_of_go_have_one_line),
        cmocka_unit_test(a_seats_claims_off_the_board_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
