// The library as a program meets it: the public headers alone, linked to what is installed.
#include "unit/check.h"

#include <nebel/nebel.h>

#include <stdio.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static nebel_game *open_game(const char *game_string)
{
    char why[NEBEL_TEXT_BYTES];
    nebel_game *game = nebel_game_open(game_string, why, sizeof why);
    if (!game)
        fail_msg("%s", why);
    assert_string_equal(why, "");
    return game;
}

static void assert_line(const nebel_hearing *hearing, int seat, const char *expected)
{
    char line[NEBEL_TEXT_BYTES];
    assert_true(nebel_hearing_line(hearing, seat, line, sizeof line));
    assert_string_equal(line, expected);
}

// --- The library -------------------------------------------------------------------------------

static void headers_and_library_have_one_version(void **state)
{
    (void)state;
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", NEBEL_VERSION_MAJOR, NEBEL_VERSION_MINOR,
             NEBEL_VERSION_PATCH);
    assert_string_equal(nebel_version(), version);
}

static void every_error_has_a_text_of_its_own(void **state)
{
    (void)state;
    for (int a = NEBEL_OK; a <= NEBEL_ERR_SITTING + 1; a++)
        for (int b = NEBEL_OK; b < a; b++)
            assert_string_not_equal(nebel_error_text((nebel_error)a),
                                    nebel_error_text((nebel_error)b));
    assert_string_equal(nebel_error_text((nebel_error)-1), "there is no such error");
}

static void a_bad_game_string_gives_a_sentence(void **state)
{
    (void)state;
    static const struct {
        const char *game_string, *part_of_why;
    } cases[] = {
        {"", "cannot read the game"},
        {"tiddlywinks", "there is no game 'tiddlywinks'"},
        {"kriegspiel(rules=none)", "there is no ruleset 'none'"},
        {"kriegspiel(board=9x9)", "there is no such board"},
        {"kriegspiel(fen=nonsense)", "cannot read the position"},
        {"phantom-go(size=99)", "size"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char why[NEBEL_TEXT_BYTES], short_why[8];
        assert_null(nebel_game_open(cases[i].game_string, why, sizeof why));
        assert_non_null(strstr(why, cases[i].part_of_why));
        assert_null(nebel_game_open(cases[i].game_string, short_why, sizeof short_why));
        assert_memory_equal(short_why, why, sizeof short_why - 1);
        assert_int_equal(short_why[sizeof short_why - 1], '\0');
    }
}

static void nothing_can_be_ended(void **state)
{
    (void)state;
    nebel_game_close(NULL);
    nebel_umpire_destroy(NULL);
    nebel_table_destroy(NULL);
    nebel_record_destroy(NULL);
    nebel_state_destroy(NULL);
    nebel_batch_destroy(NULL);
    nebel_belief_destroy(NULL);
    nebel_player_close(NULL);
    nebel_free(NULL);
}

// --- The umpire --------------------------------------------------------------------------------

// A try that must be judged, whatever the judgement.
static void umpire_try(nebel_umpire *umpire, const char *attempt, nebel_hearing to[2])
{
    const int seat = nebel_umpire_seat_to_move(umpire);
    assert_int_equal(nebel_umpire_try(umpire, seat, attempt, to), NEBEL_OK);
}

static void an_umpire_referees_a_game_to_its_end(void **state)
{
    (void)state;
    nebel_game *game = open_game("kriegspiel");
    nebel_hearing to[2];
    nebel_umpire *umpire = nebel_umpire_create(game, to);
    assert_line(&to[NEBEL_WHITE], NEBEL_WHITE, "opening own");
    assert_line(&to[NEBEL_BLACK], NEBEL_BLACK, "opening other");
    static const char *const tries[] = {"f2f3", "e7e5", "g2g4", "d8h4"};
    for (unsigned i = 0; i < COUNT_OF(tries); i++) {
        assert_false(nebel_umpire_is_over(umpire));
        umpire_try(umpire, tries[i], to);
    }
    assert_true(nebel_umpire_is_over(umpire));
    assert_line(&to[NEBEL_WHITE], NEBEL_WHITE, "moved check short over mate winner black");
    assert_line(&to[NEBEL_BLACK], NEBEL_BLACK, "played check short over mate winner black");
    assert_int_equal(nebel_umpire_tries(umpire, NULL, 0), 0);
    nebel_umpire_destroy(umpire);
    nebel_game_close(game);
}

static void a_refusal_under_icc_reaches_the_mover_alone(void **state)
{
    (void)state;
    nebel_game *game = open_game("kriegspiel(rules=icc)");
    const nebel_hearing zero = {{0}};
    nebel_hearing to[2];
    nebel_umpire *umpire = nebel_umpire_create(game, to);
    umpire_try(umpire, "e2d3", to);
    assert_line(&to[NEBEL_WHITE], NEBEL_WHITE, "illegal");
    assert_false(nebel_hearing_is_silence(&to[NEBEL_WHITE]));
    assert_true(nebel_hearing_is_silence(&to[NEBEL_BLACK]));
    assert_memory_equal(&to[NEBEL_BLACK], &zero, sizeof zero);
    assert_line(&to[NEBEL_BLACK], NEBEL_BLACK, "");
    nebel_umpire_destroy(umpire);
    nebel_game_close(game);
}

static void hearings_speak_the_words_of_their_ruleset(void **state)
{
    (void)state;
    static const struct {
        const char *game_string, *words;
    } cases[] = {
        {"kriegspiel(rules=icc)", "Illegal move."},
        {"kriegspiel(rules=berkeley)", "No."},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        nebel_game *game = open_game(cases[i].game_string);
        nebel_hearing to[2];
        nebel_umpire *umpire = nebel_umpire_create(game, to);
        umpire_try(umpire, "e2d3", to);
        char words[NEBEL_TEXT_BYTES], cut[3];
        assert_true(nebel_hearing_words(game, &to[NEBEL_WHITE], words, sizeof words));
        assert_string_equal(words, cases[i].words);
        assert_false(nebel_hearing_words(game, &to[NEBEL_WHITE], cut, sizeof cut));
        assert_memory_equal(cut, words, 2);
        nebel_umpire_destroy(umpire);
        nebel_game_close(game);
    }
}

static void a_copied_umpire_goes_its_own_way(void **state)
{
    (void)state;
    nebel_game *game = open_game("kriegspiel");
    nebel_hearing to[2], to_copy[2];
    nebel_umpire *umpire = nebel_umpire_create(game, to);
    umpire_try(umpire, "e2e4", to);
    nebel_umpire *copy = nebel_umpire_copy(umpire);
    umpire_try(umpire, "d7d5", to);
    assert_int_equal(nebel_umpire_seat_to_move(umpire), NEBEL_WHITE);
    assert_int_equal(nebel_umpire_seat_to_move(copy), NEBEL_BLACK);
    umpire_try(copy, "a7a6", to_copy);
    umpire_try(umpire, "e4d5", to);
    umpire_try(copy, "e4d5", to_copy);
    assert_line(&to[NEBEL_WHITE], NEBEL_WHITE, "played capture pawn d5");
    assert_line(&to_copy[NEBEL_WHITE], NEBEL_WHITE, "illegal");
    nebel_umpire_destroy(umpire);
    nebel_umpire_destroy(copy);
    nebel_game_close(game);
}

static bool lists(const nebel_try *tries, uint32_t count, const char *attempt)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(tries[i].text, attempt) == 0)
            return true;
    return false;
}

static void the_list_of_tries_forgets_what_was_refused(void **state)
{
    (void)state;
    nebel_game *game = open_game("kriegspiel");
    nebel_hearing to[2];
    nebel_umpire *umpire = nebel_umpire_create(game, to);
    nebel_try tries[512];
    const uint32_t before = nebel_umpire_tries(umpire, tries, COUNT_OF(tries));
    assert_int_equal(before, 34); // twenty moves, fourteen captures by pawns
    assert_true(lists(tries, before, "e2d3"));
    umpire_try(umpire, "e2d3", to);
    assert_int_equal(nebel_umpire_tries(umpire, tries, COUNT_OF(tries)), before - 1);
    assert_false(lists(tries, before - 1, "e2d3"));
    strcpy(tries[1].text, "unread");
    assert_int_equal(nebel_umpire_tries(umpire, tries, 1), before - 1);
    assert_string_equal(tries[1].text, "unread");
    nebel_umpire_destroy(umpire);
    nebel_game_close(game);
}

static void an_error_changes_nothing_at_the_umpire(void **state)
{
    (void)state;
    nebel_game *game = open_game("kriegspiel(fen=7k/8/5KQ1/8/8/8/8/8_w)");
    nebel_hearing to[2], mark[2];
    nebel_umpire *umpire = nebel_umpire_create(game, to);
    memset(mark, 0x55, sizeof mark);
    memcpy(to, mark, sizeof to);
    assert_int_equal(nebel_umpire_try(umpire, NEBEL_WHITE, "hello", to), NEBEL_ERR_TRY);
    assert_int_equal(nebel_umpire_try(umpire, NEBEL_BLACK, "h8g8", to), NEBEL_ERR_TURN);
    assert_int_equal(nebel_umpire_try(umpire, NEBEL_UMPIRE, "g6g7", to), NEBEL_ERR_SEAT);
    assert_int_equal(nebel_umpire_try(umpire, 256, "g6g7", to), NEBEL_ERR_SEAT);
    assert_int_equal(nebel_umpire_try(umpire, -256, "g6g7", to), NEBEL_ERR_SEAT);
    assert_memory_equal(to, mark, sizeof to);
    umpire_try(umpire, "g6g7", to);
    memcpy(to, mark, sizeof to);
    assert_int_equal(nebel_umpire_try(umpire, NEBEL_BLACK, "h8g8", to), NEBEL_ERR_OVER);
    assert_memory_equal(to, mark, sizeof to);
    nebel_umpire_destroy(umpire);
    nebel_game_close(game);
}

// --- The wire ----------------------------------------------------------------------------------

static void a_line_reads_back_to_the_same_bytes(void **state)
{
    (void)state;
    static const char *const lines[] = {"opening own", "moved capture pawn d5 check file tries 2",
                                        "played over mate winner white"};
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        nebel_hearing hearing, again;
        char line[NEBEL_TEXT_BYTES];
        assert_int_equal(nebel_hearing_read(lines[i], NEBEL_BLACK, &hearing), NEBEL_OK);
        assert_line(&hearing, NEBEL_BLACK, lines[i]);
        assert_true(nebel_hearing_line(&hearing, NEBEL_WHITE, line, sizeof line));
        assert_int_equal(nebel_hearing_read(line, NEBEL_WHITE, &again), NEBEL_OK);
        assert_memory_equal(&hearing, &again, sizeof again);
    }
}

static void a_line_that_is_none_is_refused(void **state)
{
    (void)state;
    nebel_hearing hearing, mark;
    char line[NEBEL_TEXT_BYTES] = "unwritten";
    memset(&mark, 0x55, sizeof mark);
    hearing = mark;
    assert_int_equal(nebel_hearing_read("moved twice", NEBEL_WHITE, &hearing), NEBEL_ERR_LINE);
    assert_int_equal(nebel_hearing_read("moved", NEBEL_UMPIRE, &hearing), NEBEL_ERR_SEAT);
    assert_memory_equal(&hearing, &mark, sizeof mark);
    assert_int_equal(nebel_hearing_read("moved", NEBEL_WHITE, &hearing), NEBEL_OK);
    assert_false(nebel_hearing_line(&hearing, NEBEL_UMPIRE, line, sizeof line));
    assert_string_equal(line, "");
    assert_false(nebel_hearing_line(&hearing, NEBEL_WHITE, line, 4));
    assert_string_equal(line, "mov");
}

// --- The table ---------------------------------------------------------------------------------

// A table and the effects of its last event.
typedef struct Fixture {
    nebel_game *game;
    nebel_table *table;
    nebel_effects effects;
} Fixture;

static Fixture open_table(const char *game_string, uint32_t base_ms, uint32_t increment_ms)
{
    Fixture fixture = {.game = open_game(game_string)};
    fixture.table = nebel_table_create(fixture.game, base_ms, increment_ms, 1000, &fixture.effects);
    assert_non_null(fixture.table);
    return fixture;
}

static void close_table(Fixture *fixture)
{
    nebel_table_destroy(fixture->table);
    nebel_game_close(fixture->game);
}

static void table_try(Fixture *fixture, const char *attempt, uint64_t at_ms)
{
    const int seat = nebel_table_seat_to_move(fixture->table);
    assert_int_equal(nebel_table_try(fixture->table, seat, attempt, at_ms, &fixture->effects),
                     NEBEL_OK);
}

// One effect as text: whose it is, its number, what both clocks show, and the line.
static void assert_effect(const nebel_effect *effect, const char *expected)
{
    char line[NEBEL_TEXT_BYTES], said[NEBEL_TEXT_BYTES + 64];
    nebel_hearing_line(&effect->hearing, effect->seat, line, sizeof line);
    snprintf(said, sizeof said, "%c%u %u-%u %s", "wb"[effect->seat], (unsigned)effect -> sequence,
             (unsigned)effect -> clock_ms[0], (unsigned)effect -> clock_ms[1], line);
    assert_string_equal(said, expected);
}

static void a_table_tells_each_seat_its_own(void **state)
{
    (void)state;
    Fixture fixture = open_table("kriegspiel", 60000, 2000);
    const nebel_effect none = {0};
    assert_int_equal(fixture.effects.count, 2);
    assert_effect(&fixture.effects.effects[0], "w1 60000-60000 opening own");
    assert_effect(&fixture.effects.effects[1], "b1 60000-60000 opening other");
    table_try(&fixture, "e2d3", 4000);
    assert_int_equal(fixture.effects.count, 1);
    assert_effect(&fixture.effects.effects[0], "w2 57000-60000 illegal");
    assert_memory_equal(&fixture.effects.effects[1], &none, sizeof none);
    assert_int_equal(nebel_table_deadline_ms(fixture.table), 61000);
    table_try(&fixture, "e2e4", 6000);
    assert_int_equal(fixture.effects.count, 2);
    assert_effect(&fixture.effects.effects[0], "w3 57000-60000 played");
    assert_effect(&fixture.effects.effects[1], "b2 57000-60000 moved");
    close_table(&fixture);
}

static void a_fallen_flag_ends_the_game_at_a_tick(void **state)
{
    (void)state;
    Fixture fixture = open_table("kriegspiel", 60000, 0);
    assert_int_equal(nebel_table_tick(fixture.table, 60999, &fixture.effects), NEBEL_OK);
    assert_int_equal(fixture.effects.count, 0);
    assert_int_equal(nebel_table_tick(fixture.table, 61000, &fixture.effects), NEBEL_OK);
    assert_int_equal(fixture.effects.count, 2);
    assert_effect(&fixture.effects.effects[1], "b2 0-60000 end other over flag winner black");
    assert_true(nebel_table_is_over(fixture.table));
    assert_true(nebel_table_deadline_ms(fixture.table) == UINT64_MAX);
    close_table(&fixture);
}

static void offers_and_resignation_reach_both_seats(void **state)
{
    (void)state;
    Fixture fixture = open_table("kriegspiel", 0, 0);
    nebel_table *table = fixture.table;
    nebel_effects *effects = &fixture.effects;
    assert_int_equal(nebel_table_accept(table, NEBEL_BLACK, 1000, effects), NEBEL_ERR_NO_OFFER);
    assert_int_equal(nebel_table_offer(table, NEBEL_WHITE, 1000, effects), NEBEL_OK);
    assert_effect(&effects->effects[1], "b2 0-0 other offer");
    assert_int_equal(nebel_table_decline(table, NEBEL_BLACK, 2000, effects), NEBEL_OK);
    assert_effect(&effects->effects[0], "w3 0-0 other decline");
    assert_int_equal(nebel_table_offer(table, NEBEL_WHITE, 2000, effects), NEBEL_ERR_OFFERED);
    assert_int_equal(nebel_table_resign(table, NEBEL_BLACK, 3000, effects), NEBEL_OK);
    assert_effect(&effects->effects[0], "w4 0-0 end other over resigned winner white");
    close_table(&fixture);

    fixture = open_table("kriegspiel", 0, 0);
    assert_int_equal(nebel_table_offer(fixture.table, NEBEL_WHITE, 1000, effects), NEBEL_OK);
    assert_int_equal(nebel_table_accept(fixture.table, NEBEL_BLACK, 1000, effects), NEBEL_OK);
    assert_effect(&effects->effects[1], "b3 0-0 end own over agreed winner none");
    close_table(&fixture);

    fixture = open_table("kriegspiel", 0, 0);
    assert_int_equal(nebel_table_abort(fixture.table, NEBEL_BLACK, 1000, effects), NEBEL_OK);
    assert_effect(&effects->effects[0], "w2 0-0 end other over aborted winner none");
    close_table(&fixture);
}

static void an_error_changes_nothing_at_the_table(void **state)
{
    (void)state;
    Fixture fixture = open_table("kriegspiel", 0, 0);
    nebel_table *table = fixture.table;
    nebel_effects *effects = &fixture.effects, mark;
    memset(&mark, 0x55, sizeof mark);
    *effects = mark;
    assert_int_equal(nebel_table_try(table, NEBEL_WHITE, "hello", 1000, effects), NEBEL_ERR_TRY);
    assert_int_equal(nebel_table_try(table, NEBEL_BLACK, "e7e5", 1000, effects), NEBEL_ERR_TURN);
    assert_int_equal(nebel_table_try(table, 256, "e2e4", 1000, effects), NEBEL_ERR_SEAT);
    assert_int_equal(nebel_table_resign(table, -1, 1000, effects), NEBEL_ERR_SEAT);
    assert_int_equal(nebel_table_try(table, NEBEL_WHITE, "e2e4", 999, effects), NEBEL_ERR_TIME);
    assert_memory_equal(effects, &mark, sizeof mark);
    table_try(&fixture, "e2e4", 1000);
    assert_effect(&effects->effects[0], "w2 0-0 played");
    close_table(&fixture);
}

static void a_table_begins_before_the_last_moment(void **state)
{
    (void)state;
    const uint64_t last_ms = 1000000000000000;
    nebel_game *game = open_game("kriegspiel");
    nebel_effects effects, mark;
    memset(&mark, 0x55, sizeof mark);
    effects = mark;
    assert_null(nebel_table_create(game, 0, 0, last_ms + 1, &effects));
    assert_null(nebel_table_create(game, 1000, 0, UINT64_MAX, &effects));
    assert_memory_equal(&effects, &mark, sizeof mark);
    nebel_table *table = nebel_table_create(game, 1000, 0, last_ms, &effects);
    assert_non_null(table);
    assert_int_equal(nebel_table_tick(table, last_ms + 1, &effects), NEBEL_ERR_TIME);
    assert_int_equal(nebel_table_try(table, NEBEL_WHITE, "e2e4", last_ms, &effects), NEBEL_OK);
    nebel_table_destroy(table);
    nebel_game_close(game);
}

// --- Records -----------------------------------------------------------------------------------

// A short game with a refused try in it, resigned by White.
static nebel_record *short_record(void)
{
    Fixture fixture = open_table("kriegspiel(rules=icc)", 60000, 2000);
    table_try(&fixture, "e2d3", 2000);
    table_try(&fixture, "e2e4", 3000);
    table_try(&fixture, "d7d5", 4000);
    assert_int_equal(nebel_table_resign(fixture.table, NEBEL_WHITE, 5000, &fixture.effects),
                     NEBEL_OK);
    nebel_record *record = nebel_table_record(fixture.table);
    assert_non_null(record);
    close_table(&fixture); // a record needs neither table nor game
    return record;
}

static char *write_record(const nebel_record *record, int view, nebel_format format)
{
    char *text = NULL;
    assert_int_equal(nebel_record_write(record, view, format, &text), NEBEL_OK);
    assert_non_null(text);
    return text;
}

static nebel_record *read_record(nebel_format format, const char *source)
{
    char why[NEBEL_TEXT_BYTES];
    size_t used;
    nebel_record *record =
        nebel_record_read(format, source, strlen(source), &used, why, sizeof why);
    if (!record)
        fail_msg("%s", why);
    assert_string_equal(why, "");
    assert_int_equal(used, strlen(source));
    return record;
}

static void every_view_goes_out_and_comes_back_in_every_format(void **state)
{
    (void)state;
    nebel_record *record = short_record();
    for (int view = NEBEL_WHITE; view <= NEBEL_UMPIRE; view++)
        for (int format = NEBEL_PGN; format <= NEBEL_JSON; format++) {
            char *text = write_record(record, view, (nebel_format)format);
            nebel_record *again = read_record((nebel_format)format, text);
            assert_int_equal(nebel_record_view(again), view);
            assert_string_equal(nebel_record_result(again), "0-1");
            char *rewritten = write_record(again, view, (nebel_format)format);
            assert_string_equal(rewritten, text);
            nebel_free(rewritten);
            nebel_free(text);
            nebel_record_destroy(again);
        }
    nebel_record_destroy(record);
}

static void a_seats_record_holds_what_it_heard_and_no_more(void **state)
{
    (void)state;
    nebel_record *record = short_record();
    char *umpires = write_record(record, NEBEL_UMPIRE, NEBEL_PGN);
    char *whites = write_record(record, NEBEL_WHITE, NEBEL_PGN);
    char *blacks = write_record(record, NEBEL_BLACK, NEBEL_PGN);
    assert_non_null(strstr(umpires, "[TimeControl \"60.000+2.000\"]"));
    assert_non_null(strstr(umpires, "[%try e2d3 1.000]"));
    assert_non_null(strstr(whites, "[%own e2d3] [%hear 1.000 illegal]"));
    assert_null(strstr(blacks, "e2d3"));
    assert_null(strstr(blacks, "illegal"));
    nebel_record *own = read_record(NEBEL_PGN, blacks);
    char *text = umpires;
    assert_int_equal(nebel_record_write(own, NEBEL_UMPIRE, NEBEL_PGN, &text), NEBEL_ERR_VIEW);
    assert_int_equal(nebel_record_write(own, NEBEL_WHITE, NEBEL_PGN, &text), NEBEL_ERR_VIEW);
    assert_int_equal(nebel_record_write(record, 3, NEBEL_PGN, &text), NEBEL_ERR_VIEW);
    assert_int_equal(nebel_record_write(record, 256, NEBEL_PGN, &text), NEBEL_ERR_VIEW);
    assert_int_equal(nebel_record_write(record, NEBEL_WHITE, (nebel_format)2, &text),
                     NEBEL_ERR_FORMAT);
    assert_ptr_equal(text, umpires);
    nebel_free(umpires);
    nebel_free(whites);
    nebel_free(blacks);
    nebel_record_destroy(own);
    nebel_record_destroy(record);
}

static void names_are_written_and_bad_ones_refused(void **state)
{
    (void)state;
    nebel_record *record = short_record();
    char long_name[257];
    memset(long_name, 'a', sizeof long_name);
    long_name[256] = '\0';
    assert_int_equal(nebel_record_set_tag(record, NEBEL_TAG_WHITE, "Anna-Maria"), NEBEL_OK);
    assert_int_equal(nebel_record_set_tag(record, NEBEL_TAG_WHITE, "Anna"), NEBEL_OK);
    assert_int_equal(nebel_record_set_tag(record, NEBEL_TAG_WHITE, "two\nlines"), NEBEL_ERR_TAG);
    assert_int_equal(nebel_record_set_tag(record, NEBEL_TAG_WHITE, long_name), NEBEL_ERR_TAG);
    assert_int_equal(nebel_record_set_tag(record, (nebel_tag)6, "Otto"), NEBEL_ERR_TAG);
    assert_int_equal(nebel_record_set_tag(record, NEBEL_TAG_BLACK, long_name + 1), NEBEL_OK);
    char *text = write_record(record, NEBEL_UMPIRE, NEBEL_PGN);
    assert_non_null(strstr(text, "[White \"Anna\"]"));
    assert_non_null(strstr(text, long_name + 1));
    nebel_free(text);
    nebel_record_destroy(record);
}

static void the_games_of_a_file_are_read_one_after_the_other(void **state)
{
    (void)state;
    static const char file[] = "1. e4 e5 *\n\n1. d4 1-0\n\n1. e5 *\n";
    static const char *const results[] = {"*", "1-0"}; // as the file says, for want of a mate
    size_t at = 0, used;
    char why[NEBEL_TEXT_BYTES];
    for (unsigned i = 0; i < COUNT_OF(results); i++) {
        nebel_record *record =
            nebel_record_read(NEBEL_PGN, file + at, sizeof file - 1 - at, &used, why, sizeof why);
        assert_non_null(record);
        assert_string_equal(nebel_record_result(record), results[i]);
        nebel_record_destroy(record);
        at += used;
    }
    assert_null(
        nebel_record_read(NEBEL_PGN, file + at, sizeof file - 1 - at, &used, why, sizeof why));
    assert_string_equal(why, "this is no legal move here");
    assert_memory_equal(file + at + used, "e5", 2);
}

static void a_record_that_cannot_be_read_gives_a_sentence(void **state)
{
    (void)state;
    char why[NEBEL_TEXT_BYTES];
    assert_null(nebel_record_read(NEBEL_JSON, "{", 1, NULL, why, sizeof why));
    assert_non_null(strstr(why, "this is not JSON"));
    assert_null(nebel_record_read(NEBEL_PGN, "", 0, NULL, why, sizeof why));
    assert_string_equal(why, "there is no game here");
    assert_null(nebel_record_read((nebel_format)7, "", 0, NULL, why, sizeof why));
    assert_string_equal(why, nebel_error_text(NEBEL_ERR_FORMAT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_and_library_have_one_version),
        cmocka_unit_test(every_error_has_a_text_of_its_own),
        cmocka_unit_test(a_bad_game_string_gives_a_sentence),
        cmocka_unit_test(nothing_can_be_ended),
        cmocka_unit_test(an_umpire_referees_a_game_to_its_end),
        cmocka_unit_test(a_refusal_under_icc_reaches_the_mover_alone),
        cmocka_unit_test(hearings_speak_the_words_of_their_ruleset),
        cmocka_unit_test(a_copied_umpire_goes_its_own_way),
        cmocka_unit_test(the_list_of_tries_forgets_what_was_refused),
        cmocka_unit_test(an_error_changes_nothing_at_the_umpire),
        cmocka_unit_test(a_line_reads_back_to_the_same_bytes),
        cmocka_unit_test(a_line_that_is_none_is_refused),
        cmocka_unit_test(a_table_tells_each_seat_its_own),
        cmocka_unit_test(a_fallen_flag_ends_the_game_at_a_tick),
        cmocka_unit_test(offers_and_resignation_reach_both_seats),
        cmocka_unit_test(an_error_changes_nothing_at_the_table),
        cmocka_unit_test(a_table_begins_before_the_last_moment),
        cmocka_unit_test(every_view_goes_out_and_comes_back_in_every_format),
        cmocka_unit_test(a_seats_record_holds_what_it_heard_and_no_more),
        cmocka_unit_test(names_are_written_and_bad_ones_refused),
        cmocka_unit_test(the_games_of_a_file_are_read_one_after_the_other),
        cmocka_unit_test(a_record_that_cannot_be_read_gives_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
