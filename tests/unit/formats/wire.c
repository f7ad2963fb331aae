// The wire room: every hearing and every record goes out as text and comes back as it was.
#include "base/rng.h"
#include "formats/records/hearing_text.h"
#include "formats/records/json.h"
#include "formats/records/pgn.h"
#include "formats/records/sgf.h"
#include "games/chess/fen.h"
#include "games/kriegspiel/judge.h"
#include "unit/check.h"
#include "unit/miser.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void assert_line_round_trips(const Hearing *hearing)
{
    for (uint8_t ear = 0; ear < 2; ear++) {
        char memory[HEARING_TEXT_MAX];
        Text line = TEXT_IN(memory);
        hearing_to_text(hearing, ear, &line);
        assert_false(line.cut);
        Hearing again;
        if (!hearing_from_text(slice_of(memory), ear, &again))
            fail_msg("'%s' does not read back", memory);
        assert_memory_equal(hearing, &again, sizeof again);
    }
}

static void every_hearing_of_random_games_reads_back(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ruleset_count * 12; i++) {
        Rng rng = rng_from_seed(i);
        const Position start = position_start(&chess_boards[i % chess_board_count]);
        Umpire umpire;
        Reply reply;
        umpire_open(&umpire, &rulesets[i % ruleset_count], &start, reply.to);
        assert_line_round_trips(&reply.to[0]);
        while (!umpire.ending) {
            Try tries[TRIES_MAX];
            const uint32_t count = umpire_tries(&umpire, tries);
            const Try attempt = rng_below(&rng, 9) ? tries[rng_below(&rng, count)] : (Try)77;
            assert_int_equal(umpire_try(&umpire, umpire.truth.to_move, attempt, &reply), UMPIRE_OK);
            for (unsigned seat = 0; seat < 2; seat++)
                if (reply.to[seat].event != HEARD_NOTHING)
                    assert_line_round_trips(&reply.to[seat]);
        }
    }
}

static void a_hearing_is_written_for_its_ear(void **state)
{
    (void)state;
    static const struct {
        Hearing hearing;
        const char *to_white, *to_black;
    } cases[] = {
        {{.event = HEARD_REFUSAL, .verdict = VERDICT_ILLEGAL, .seat = 0},
         "illegal",
         "other illegal"},
        {{.event = HEARD_MOVE,
          .verdict = VERDICT_PLAYED,
          .seat = 1,
          .captured = CAPTURED_PAWN,
          .capture_at = 36,
          .checks = CHECK_FILE,
          .count = 2},
         "moved capture pawn d5 check file tries 2",
         "played capture pawn d5 check file tries 2"},
        {{.event = HEARD_END, .seat = 1, .ending = ENDING_RESIGNED, .winner = WINNER_FIRST},
         "end other over resigned winner white",
         "end own over resigned winner white"},
        {{.event = HEARD_END, .ending = ENDING_ABORTED},
         "end own over aborted winner none",
         "end other over aborted winner none"},
        {{.event = HEARD_MOVE,
          .verdict = VERDICT_PLAYED,
          .seat = 0,
          .captured = CAPTURED_MAN,
          .capture_at = 36,
          .passant_at = 44,
          .promoted = 1,
          .points = {0x1800000000}},
         "played capture man d5 passant d6 promoted pawn d5 pawn e5",
         "moved capture man d5 passant d6 promoted pawn d5 pawn e5"},
        {{.event = HEARD_OFFER, .seat = 1}, "other offer", "offer"},
        {{.event = HEARD_DECLINE, .seat = 1}, "other decline", "decline"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        for (uint8_t ear = 0; ear < 2; ear++) {
            char memory[HEARING_TEXT_MAX];
            Text line = TEXT_IN(memory);
            hearing_to_text(&cases[i].hearing, ear, &line);
            assert_string_equal(memory, ear ? cases[i].to_black : cases[i].to_white);
        }
        assert_line_round_trips(&cases[i].hearing);
    }
}

static void a_broken_line_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        "nonsense",
        "illegal ",
        " illegal",
        "moved capture",
        "moved capture queen d5",
        "moved capture pawn d9",
        "moved capture pawn d55",
        "moved check",
        "moved check up",
        "moved check file check rank", // one hearing, one text: rank comes first
        "moved tries x",
        "moved tries 0",
        "moved tries 999",
        "moved pawn",
        "moved passant z1",
        "moved over",
        "moved over mate",
        "moved over mate winner red",
        "moved over hunger winner none",
        "moved promoted promoted",
        "movedcapture pawn d5",
    };
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        Hearing hearing = {.event = 77};
        if (hearing_from_text(slice_of(lines[i]), 0, &hearing))
            fail_msg("'%s' was read", lines[i]);
        assert_int_equal(hearing.event, 77);
    }
}

// --- PGN ----------------------------------------------------------------------------------------

static PgnError read_pgn(const char *text, GameRecord *game)
{
    Slice rest = slice_of(text);
    return pgn_read(&rest, &memory_heap, game);
}

// The moves of a game as UCI, refused tries in parentheses.
static void assert_entries(const char *pgn, const char *expected)
{
    GameRecord game;
    const PgnError error = read_pgn(pgn, &game);
    if (error)
        fail_msg("%s: %s", pgn, pgn_error_text(error));
    char memory[400];
    Text line = TEXT_IN(memory);
    for (uint32_t i = 0; i < game.entries.count; i++) {
        const Entry *entry = &game.entries.list[i];
        text_format(&line, "%s%c%u", i ? " " : "", "wb"[entry->seat], entry -> kind);
        if (entry->kind == EVENT_TRY)
            try_to_text(entry->attempt, &line);
        if (entry->delay_ms)
            text_format(&line, "@%lld", (long long)entry->delay_ms);
    }
    assert_string_equal(memory, expected);
    game_record_done(&game, &memory_heap);
}

static void plain_pgn_reads_as_servers_write_it(void **state)
{
    (void)state;
    assert_entries("1. e4 e5 2. Nf3 *", "w0e2e4 b0e7e5 w0g1f3");
    assert_entries("1.e4 e5 2.Nf3 Nc6 1/2-1/2", "w0e2e4 b0e7e5 w0g1f3 b0b8c6");
    assert_entries(
        "[Event \"x\"]\n[Variant \"wild16\"]\n\n1. e4! $14 (1. d4 (1. c4 {a)} ) d5) 1... e5?! "
        "; to the end of the line 2. d4\n% so is this\n2. Nf3 {a comment} 1-0\n",
        "w0e2e4 b0e7e5 w0g1f3");
    assert_entries("[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1\"]\n1... O-O-O 2. 0-0 0-1",
                   "b0e8c8 w0e1g1");
    assert_entries("1. e4 {[%emt 0:00:03] [%clk 0:59:57] [%eval 0.1]} e5 {[%emt 1.5]} *",
                   "w0e2e4@3000 b0e7e5@1500");
    assert_entries("*", "");
    // Threefold repetition ends our game, not theirs.
    assert_entries("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 {[%try e2d3 0]} *",
                   "w0g1f3 b0g8f6 w0f3g1 b0f6g8 w0g1f3 b0g8f6 w0f3g1 b0f6g8 w0e2e4 b0e2d3");
    assert_entries("1. e4", "w0e2e4");
}

static void our_commands_are_entries(void **state)
{
    (void)state;
    assert_entries("{[%try e2d3 0.250] [%try\nany? 1]} 1. e4 {[%emt 2.000]} {[%offer white 0.5]} "
                   "{[%decline black 0.001]} {[%try #77 0.000]} {[%resign black 3.000]} 1-0",
                   "w0e2d3@250 w0any?@1000 w0e2e4@2000 w2@500 b4@1 b0f2b1 b1@3000");
}

static void games_follow_one_another(void **state)
{
    (void)state;
    Slice rest =
        slice_of("[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4\n[White \"C\"] 1. c4 *\n");
    static const char *const names[] = {"A", "B", "C"};
    for (unsigned i = 0; i < 3; i++) {
        GameRecord game;
        assert_int_equal(pgn_read(&rest, &memory_heap, &game), PGN_OK);
        assert_string_equal(game.tags.white, names[i]);
        assert_int_equal(game.entries.count, 1);
        game_record_done(&game, &memory_heap);
    }
    GameRecord game;
    assert_int_equal(pgn_read(&rest, &memory_heap, &game), PGN_ERR_NO_GAME);
}

static void broken_pgn_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        PgnError error;
    } cases[] = {
        {" \n", PGN_ERR_NO_GAME},
        {"[White]", PGN_ERR_TAG},
        {"[White \"A]", PGN_ERR_TAG},
        {"[White \"A\"", PGN_ERR_TAG},
        {"[ \"A\"]", PGN_ERR_TAG},
        {"[White \"A\nB\"]", PGN_ERR_TAG},
        {"[Game \"poker\"] *", PGN_ERR_GAME},
        {"[Game \"kriegspiel(rules=x)\"] *", PGN_ERR_GAME},
        {"[FEN \"8/8\"] *", PGN_ERR_FEN},
        {"[TimeControl \"soon\"] *", PGN_ERR_CLOCK},
        {"[TimeControl \"60+.\"] *", PGN_ERR_CLOCK},
        {"1. e4 {never closed", PGN_ERR_COMMENT},
        {"1. e4 (1. d4", PGN_ERR_VARIATION},
        {"1. e4 (1. d4 {x", PGN_ERR_COMMENT},
        {"1. e5 *", PGN_ERR_MOVE},
        {"1. e4 <x> *", PGN_ERR_MOVE},
        {"{[%try z9z9 1.0]} *", PGN_ERR_COMMAND},
        {"{[%try #99999 1.0]} *", PGN_ERR_COMMAND},
        {"{[%try #0 1.0]} *", PGN_ERR_COMMAND},
        {"{[%try e2e4]} *", PGN_ERR_COMMAND},
        {"{[%try e2e4 1.0]} *", PGN_ERR_COMMAND}, // it is legal, so it cannot have been refused
        {"[Game \"kriegspiel(rules=berkeley-any)\"] 1. e4 d5 {[%try any? 1]} 2. Nf3 *",
         PGN_ERR_MOVE},
        {"[View \"red\"] *", PGN_ERR_VIEW},
        {"[View \"white\"] 1. e4 *", PGN_ERR_MOVE},
        {"[View \"white\"] {[%own z9]} *", PGN_ERR_COMMAND},
        {"[View \"white\"] {[%hear x illegal]} *", PGN_ERR_COMMAND},
        {"[View \"white\"] {[%hear 1.0 nonsense]} *", PGN_ERR_COMMAND},
        {"{[%offer red 1.0]} *", PGN_ERR_COMMAND},
        {"{[%offer white 1000000000000.0]} *", PGN_ERR_COMMAND},
        {"{[%offer white 1.x]} *", PGN_ERR_COMMAND},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        GameRecord game;
        const PgnError error = read_pgn(cases[i].text, &game);
        if (error != cases[i].error)
            fail_msg("'%s' gives '%s'", cases[i].text, pgn_error_text(error));
        assert_true(strlen(pgn_error_text(error)) > 5);
        assert_null(game.entries.list);
    }
}

static void a_clock_is_read_in_either_form(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        ClockRule clock;
    } cases[] = {
        {"[TimeControl \"180+2\"] *", {180000, 2000}},
        {"[TimeControl \"180.500+0.250\"] *", {180500, 250}},
        {"[TimeControl \"60\"] *", {60000, 0}},
        {"[TimeControl \"-\"] *", {0, 0}},
        {"[TimeControl \"?\"] *", {0, 0}},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        GameRecord game;
        assert_int_equal(read_pgn(cases[i].text, &game), PGN_OK);
        assert_memory_equal(&game.clock, &cases[i].clock, sizeof game.clock);
        game_record_done(&game, &memory_heap);
    }
}

static void broken_json_is_named(void **state)
{
    (void)state;
#define HEAD(version, view, game)                                                                 \
    "{\"format\":\"nebel-record\",\"version\":" version ",\"view\":\"" view "\",\"game\":\"" game \
    "\",\"tags\":{},\"clock\":{\"base_ms\":0,\"increment_ms\":0},\"result\":\"*\","
#define EVENT(event) HEAD("1", "umpire", "kriegspiel") "\"events\":[" event "]}"
#define GO_EVENT(event) HEAD("1", "umpire", "phantom-go") "\"events\":[" event "]}"
#define HEARING(heard) HEAD("1", "white", "kriegspiel") "\"heard\":[" heard "]}"
    static const struct {
        const char *text;
        JsonError error;
    } cases[] = {
        {"", JSON_ERR_SYNTAX},
        {"{\"a\":1,\"a\":2}", JSON_ERR_SYNTAX},
        // Not to be taken for a lack of memory, which jansson complains of in the same words.
        {"\"a\"", JSON_ERR_SYNTAX},
        {"nul", JSON_ERR_SYNTAX},
        {"{\"a\" \"b\"}", JSON_ERR_SYNTAX},
        {"{\"a\":1 \"b\"}", JSON_ERR_SYNTAX},
        {"{\"a\":1,}", JSON_ERR_SYNTAX},
        {"{1:2}", JSON_ERR_SYNTAX},
        {"[\"a\" \"b\"]", JSON_ERR_SYNTAX},
        {"[-\"a\"]", JSON_ERR_SYNTAX},
        {"[1e\"a\"]", JSON_ERR_SYNTAX},
        {"[\"\n\"]", JSON_ERR_SYNTAX},
        {"[\"\\\"]", JSON_ERR_SYNTAX},
        {"[\"\\q\"]", JSON_ERR_SYNTAX},
        {"[\"\\ud800\"]", JSON_ERR_SYNTAX},
        {"[\"\\u0000\"]", JSON_ERR_SYNTAX},
        {"[\"\xff\"]", JSON_ERR_SYNTAX},
        {"[99999999999999999999]", JSON_ERR_SYNTAX},
        {"{}", JSON_ERR_FORMAT},
        {"[]", JSON_ERR_FORMAT},
        {HEAD("2", "umpire", "kriegspiel") "\"events\":[]}", JSON_ERR_FORMAT},
        {HEAD("1", "red", "kriegspiel") "\"events\":[]}", JSON_ERR_FORMAT},
        {HEAD("1", "white", "kriegspiel") "\"events\":[]}", JSON_ERR_FORMAT},
        {HEAD("1", "umpire", "poker") "\"events\":[]}", JSON_ERR_GAME},
        {EVENT("{}"), JSON_ERR_EVENT},
        {EVENT("{\"kind\":\"try\",\"seat\":\"white\",\"after_ms\":1}"), JSON_ERR_EVENT},
        {EVENT("{\"kind\":\"try\",\"seat\":\"white\",\"after_ms\":-1000000000000001,\"try\":"
               "\"e2e4\"}"),
         JSON_ERR_EVENT},
        {EVENT("{\"kind\":\"try\",\"seat\":\"umpire\",\"after_ms\":1,\"try\":\"e2e4\"}"),
         JSON_ERR_EVENT},
        {EVENT("{\"kind\":\"dance\",\"seat\":\"white\",\"after_ms\":1}"), JSON_ERR_EVENT},
        {EVENT("{\"kind\":\"offer\",\"seat\":\"white\",\"after_ms\":1,\"x\":1}"), JSON_ERR_EVENT},
        {HEARING("{\"after_ms\":1,\"hear\":\"nonsense\"}"), JSON_ERR_EVENT},
        {HEARING("{\"after_ms\":1,\"hear\":\"illegal\",\"own\":\"z9\"}"), JSON_ERR_EVENT},
        {HEARING("{\"after_ms\":1,\"hear\":\"illegal\",\"own\":1}"), JSON_ERR_EVENT},
        {HEARING("{\"after_ms\":1,\"hear\":\"illegal\",\"x\":1}"), JSON_ERR_EVENT},
        {HEAD("1", "umpire", "phantom-go(size=4)") "\"events\":[]}", JSON_ERR_GAME},
        {GO_EVENT("{\"kind\":\"try\",\"seat\":\"black\",\"after_ms\":1,\"try\":\"e2e4\"}"),
         JSON_ERR_EVENT},
        {GO_EVENT("{\"kind\":\"try\",\"seat\":\"black\",\"after_ms\":1,\"try\":\"d4\"}"), JSON_OK},
        {EVENT(""), JSON_OK},
        {EVENT("") " ", JSON_OK},
        {HEAD("1", "umpire",
              "kriegspiel") "\"events\":[],\"\\u00e9\\/\":[\"\\u0041\\n\",1.5,null]}",
         JSON_OK},
        {EVENT("{\"kind\":\"try\",\"seat\":\"white\",\"after_ms\":1,\"try\":\"e2e4\"}"), JSON_OK},
        {HEARING("{\"after_ms\":1,\"hear\":\"illegal\",\"own\":\"e2d3\"}"), JSON_OK},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        GameRecord record;
        const JsonError error =
            game_record_from_json(slice_of(cases[i].text), &memory_heap, &record);
        if (error != cases[i].error)
            fail_msg("'%s' gives '%s'", cases[i].text, json_error_text(error));
        assert_true(strlen(json_error_text(error)) > 5);
        if (error)
            assert_null(record.entries.list);
        game_record_done(&record, &memory_heap);
    }
}

static void objects_are_taken_one_by_one(void **state)
{
    (void)state;
    static const char *const objects[] = {" {\"a\":{\"}\":1}}", "\n{\"\\\"}\":[{}]}", "{}", "} ",
                                          "{\"open"};
    char memory[200];
    Text text = TEXT_IN(memory);
    for (unsigned i = 0; i < COUNT_OF(objects); i++)
        text_add(&text, objects[i]);
    Slice rest = slice_of(memory);
    for (unsigned i = 0; i < 3; i++)
        assert_true(slice_is(json_take_object(&rest), objects[i]));
    assert_true(slice_is(json_take_object(&rest), "}"));
    assert_true(slice_is(json_take_object(&rest), " {\"open"));
    assert_int_equal(rest.length, 0);
    assert_int_equal(json_take_object(&rest).length, 0);
}

// --- Memory that refuses ------------------------------------------------------------------------

// Long enough for lists and texts to grow more than once. The game string and the name are longer
// than the room that jansson has for a string at first; none ends just where that room does, where
// jansson itself would fail (src/formats/records/json.c).
static const char umpires_pgn[] =
    "[White \"A name of Unicode: \xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80, and longer than all the "
    "words of a "
    "hearing together\"]\n"
    "{[%try e2d3 1]} 1. Nf3 Nf6 2. Ng1 Ng8 3. Na3 Na6 4. Nb1 Nb8 5. e4 e5 6. d4 d5 7. Nf3 Nf6 8. "
    "Ng1 Ng8 9. Nc3 Nc6 10. Nb1 Nb8 11. a3 a6 12. b3 b6 {[%offer white 1]} {[%resign black 1]} 1-0";

static const char seats_pgn[] =
    "[View \"white\"]\n"
    "{[%hear 0 opening own]} {[%own e2d3] [%hear 1 illegal]} {[%own e2e4] [%hear 1 played]}"
    "{[%hear 1 moved capture pawn e4 check file tries 2]} {[%own d2d3] [%hear 1 played]}"
    "{[%hear 1 moved]} {[%own d3d4] [%hear 1 played]} {[%hear 1 moved]} {[%own d4d5] [%hear 1 "
    "played]}"
    "{[%hear 1 moved]} {[%own a2a3] [%hear 1 played]} {[%hear 1 moved]} {[%own a3a4] [%hear 1 "
    "played]}"
    "{[%hear 1 moved]} {[%own a4a5] [%hear 1 played]} {[%hear 1 moved]} {[%hear 1 other offer]} *";

static bool reads_pgn(const char *pgn, Miser *miser)
{
    const Memory memory = miser_memory(miser);
    Slice rest = slice_of(pgn);
    GameRecord record;
    const PgnError error = pgn_read(&rest, &memory, &record);
    if (error) {
        assert_int_equal(error, PGN_ERR_MEMORY);
        assert_null(record.entries.list);
        assert_null(record.heard.list);
    }
    game_record_done(&record, &memory);
    return !error;
}

static bool reads_umpires_pgn(Miser *miser)
{
    return reads_pgn(umpires_pgn, miser);
}

static bool reads_seats_pgn(Miser *miser)
{
    return reads_pgn(seats_pgn, miser);
}

static bool writes_pgn(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    GameRecord record;
    assert_int_equal(read_pgn(umpires_pgn, &record), PGN_OK);
    Text text = text_growing(&memory);
    pgn_write(&record, &text);
    const bool is_whole = !text.cut;
    text_done(&text);
    game_record_done(&record, &memory_heap);
    return is_whole;
}

static void pgn_sees_every_refusal(void **state)
{
    (void)state;
    assert_refusals_are_seen(reads_umpires_pgn, 2);
    assert_refusals_are_seen(reads_seats_pgn, 2);
    assert_refusals_are_seen(writes_pgn, 3);
}

// jansson has its memory from functions that serve the whole process.
static Miser *janssons_miser;

static void *jansson_take(size_t bytes)
{
    if (miser_refuses(janssons_miser))
        return NULL;
    janssons_miser->held++;
    return malloc(bytes);
}

static void jansson_give(void *block)
{
    janssons_miser->held -= block != NULL;
    free(block);
}

// Calls `act` with a miser for jansson as well.
static bool with_jansson(bool (*act)(const char *pgn, Miser *miser), const char *pgn, Miser *miser)
{
    janssons_miser = miser;
    json_set_alloc_funcs(jansson_take, jansson_give);
    const bool is_done = act(pgn, miser);
    json_set_alloc_funcs(malloc, free);
    return is_done;
}

static bool writes_json(const char *pgn, Miser *miser)
{
    const Memory memory = miser_memory(miser);
    GameRecord record;
    assert_int_equal(read_pgn(pgn, &record), PGN_OK);
    Text text = text_growing(&memory);
    const bool is_written = game_record_to_json(&record, &text);
    assert_int_equal(text.cut, !is_written);
    text_done(&text);
    game_record_done(&record, &memory_heap);
    return is_written;
}

// Reads `text`, which a miser with an open hand has written; what is read must be all of it.
static bool reads_json(const char *text, Miser *miser)
{
    const Memory memory = miser_memory(miser);
    GameRecord record;
    const JsonError error = game_record_from_json(slice_of(text), &memory, &record);
    if (error) {
        assert_int_equal(error, JSON_ERR_MEMORY);
        assert_null(record.entries.list);
        assert_null(record.heard.list);
    }
    game_record_done(&record, &memory);
    return !error;
}

static char umpires_json[8000], seats_json[8000];

static void json_from_pgn(const char *pgn, char *memory, size_t bytes)
{
    GameRecord record;
    Text text = text_in(memory, bytes);
    assert_int_equal(read_pgn(pgn, &record), PGN_OK);
    assert_true(game_record_to_json(&record, &text));
    game_record_done(&record, &memory_heap);
}

static bool writes_umpires_json(Miser *miser)
{
    return with_jansson(writes_json, umpires_pgn, miser);
}

static bool writes_seats_json(Miser *miser)
{
    return with_jansson(writes_json, seats_pgn, miser);
}

static bool reads_umpires_json(Miser *miser)
{
    return with_jansson(reads_json, umpires_json, miser);
}

static bool reads_seats_json(Miser *miser)
{
    return with_jansson(reads_json, seats_json, miser);
}

static void json_sees_every_refusal(void **state)
{
    (void)state;
    json_from_pgn(umpires_pgn, umpires_json, sizeof umpires_json);
    json_from_pgn(seats_pgn, seats_json, sizeof seats_json);
    assert_refusals_are_seen(writes_umpires_json, 200);
    assert_refusals_are_seen(writes_seats_json, 100);
    assert_refusals_are_seen(reads_umpires_json, 200);
    assert_refusals_are_seen(reads_seats_json, 100);
}

// A record from elsewhere may say that a seat tried out of turn. That is no move, whoever could have made it.
static void a_try_out_of_turn_is_written_as_no_move(void **state)
{
    (void)state;
    GameRecord record = {.view = VIEW_UMPIRE};
    assert_true(game_record_read_rules(&record, "kriegspiel"));
    static const struct {
        uint8_t seat;
        const char *attempt;
    } tries[] = {{1, "e2e4"}, {0, "d2d4"}, {0, "g1f3"}, {1, "e7e5"}, {1, "d7d6"}, {0, "d4e5"}};
    for (unsigned i = 0; i < COUNT_OF(tries); i++) {
        const Entry entry = {.kind = EVENT_TRY,
                             .seat = tries[i].seat,
                             .attempt = try_from_text(slice_of(tries[i].attempt))};
        assert_true(entries_add(&record.entries, &memory_heap, entry));
    }
    Text text = text_growing(&memory_heap);
    pgn_write(&record, &text);
    assert_non_null(strstr(text.start, "{[%try e2e4 0.000]} 1. d4"));
    assert_non_null(strstr(text.start, "2. dxe5"));
    assert_null(strstr(text.start, "Nf3"));
    text_done(&text);
    game_record_done(&record, &memory_heap);
}

// --- What a seat cannot have heard ---------------------------------------------------------------

// Each list of hearings ends with one that the seat's own men contradict; without it the list is read.
typedef struct Claim {
    const char *game, *view, *before, *lie;
} Claim;

static const Claim lies[] = {
#define OWN(attempt, words) "{\"after_ms\":0,\"own\":\"" attempt "\",\"hear\":\"" words "\"}"
#define SAID(words) "{\"after_ms\":0,\"hear\":\"" words "\"}"
    // A man that does not stand there, goes there, or has gone.
    {"kriegspiel", "white", SAID("opening own"), OWN("e3e4", "played")},
    {"kriegspiel", "white", SAID("opening own"), OWN("g1e2", "played")},
    {"kriegspiel", "white", SAID("opening own"), OWN("#63244", "played")},
    {"kriegspiel", "white", SAID("opening own") "," OWN("e2e4", "played") "," SAID("moved"),
     OWN("e2e4", "played")},
    {"kriegspiel", "white", SAID("opening own") "," OWN("e2d3", "illegal"), OWN("e2d3", "played")},
    // Out of turn, on either side, and nobody's try.
    {"kriegspiel", "black", SAID("opening other"), OWN("e7e5", "played")},
    {"kriegspiel", "white", SAID("opening own"), SAID("moved")},
    {"kriegspiel", "white", SAID("opening own"), SAID("played")},
    {"kriegspiel", "white", SAID("opening own"), SAID("opening other")},
    // Losses of what was never there, of a king, of another kind, and outside the board.
    {"kriegspiel", "black", SAID("opening other"), SAID("moved capture pawn a1")},
    {"kriegspiel", "black", SAID("opening other"), SAID("moved capture piece e8")},
    {"kriegspiel", "black", SAID("opening other"), SAID("moved capture pawn a8")},
    {"kriegspiel", "black", SAID("opening other"), SAID("moved capture piece a7")},
    {"kriegspiel(board=silverman4x4)", "black", SAID("opening other"),
     SAID("moved capture piece h8")},
    // A capture elsewhere than where the own man went.
    {"kriegspiel", "white", SAID("opening own"), OWN("e2e4", "played capture pawn e5")},
    // Questions and answers.
    {"kriegspiel", "white", SAID("opening own"), OWN("any?", "any yes")},
    {"kriegspiel(rules=berkeley-any)", "white", SAID("opening own"), OWN("any?", "illegal")},
    {"kriegspiel(rules=berkeley-any)", "white", SAID("opening own"), OWN("e2e4", "any no")},
    {"kriegspiel(rules=berkeley-any)", "white", SAID("opening own"), OWN("any?", "played")},
    // Anything after the end.
    {"kriegspiel", "white", SAID("opening own") "," SAID("end own over resigned winner black"),
     OWN("e2e4", "played")},
    // In open chess every word can be checked.
    {"chess", "white", SAID("opening own"), OWN("e2e4", "played")},
    {"chess", "white", SAID("opening own"), OWN("e2e4", "played as d2d4")},
    {"chess", "white", SAID("opening own"), OWN("e2e4", "played as e2e4 capture pawn e4")},
    {"chess", "white", SAID("opening own") "," OWN("e2e4", "played as e2e4"),
     SAID("moved as e2e4")},
    // Stones that were never there, on either side; points twice; a pass that is none.
    {"phantom-go(size=5)", "black", SAID("opening own"), OWN("c3", "played stones 1")},
    {"phantom-go(size=5)", "white", SAID("opening other"), SAID("moved stones 1 c3")},
    {"phantom-go(size=5)", "black", SAID("opening own") "," OWN("c3", "played") "," SAID("moved"),
     OWN("c3", "played")},
    {"phantom-go(size=5)", "black", SAID("opening own"), OWN("c3", "played pass")},
    {"phantom-go(size=5)", "black", SAID("opening own"), OWN("#361", "played")},
    {"phantom-go(size=5)", "black", SAID("opening own"), OWN("#361", "illegal")},
};

static JsonError read_claim(const Claim *claim, bool with_lie)
{
    Text text = text_growing(&memory_heap);
    text_format(&text,
                "{\"format\":\"nebel-record\",\"version\":1,\"view\":\"%s\",\"game\":\"%s\","
                "\"tags\":{},\"clock\":{\"base_ms\":0,\"increment_ms\":0},\"result\":\"*\","
                "\"heard\":[%s%s%s]}",
                claim->view, claim->game, claim->before, with_lie ? "," : "",
                with_lie ? claim->lie : "");
    GameRecord record;
    const JsonError error = game_record_from_json(slice_of(text.start), &memory_heap, &record);
    if (!error)
        game_record_done(&record, &memory_heap);
    text_done(&text);
    return error;
}

static void what_a_seat_cannot_have_heard_is_refused(void **state)
{
    (void)state;
    for (unsigned i = 0; i < COUNT_OF(lies); i++) {
        if (read_claim(&lies[i], false) != JSON_OK)
            fail_msg("%s is refused", lies[i].before);
        const JsonError error = read_claim(&lies[i], true);
        if (error != JSON_ERR_HEARD)
            fail_msg("%s after %s: %s", lies[i].lie, lies[i].before, json_error_text(error));
    }
    GameRecord record;
    assert_int_equal(
        read_pgn("[View \"white\"]\n{[%hear 0 opening own]} {[%own g1e2] [%hear 0 played]} *",
                 &record),
        PGN_ERR_HEARD);
    Slice sgf = slice_of("(;GM[1]SZ[5]XV[white];XH[0 - opening other];XH[0 - moved stones 1 c3])");
    assert_int_equal(sgf_read(&sgf, &memory_heap, &record), SGF_ERR_HEARD);
}

// --- Names and results from elsewhere --------------------------------------------------------------

static void a_name_cannot_steer_a_terminal(void **state)
{
    (void)state;
    GameRecord record;
    assert_int_equal(
        read_pgn("[White \"\x1b]0;x\x07\x1b[31mAnna\xc2\x9b\"]\n[Black \"Jos\xe9\"] *", &record),
        PGN_OK);
    assert_string_equal(record.tags.white, " ]0;x  [31mAnna ");
    assert_string_equal(record.tags.black, "Jos\xef\xbf\xbd");
    game_record_done(&record, &memory_heap);
}

// A name that is too long is cut between two characters, so that it can be written again in every form.
static void a_long_name_is_cut_between_characters(void **state)
{
    (void)state;
    Text text = text_growing(&memory_heap), again = text_growing(&memory_heap);
    text_add(&text, "[White \"x");
    for (unsigned i = 0; i < 300; i++)
        text_add(&text, "\xc3\xa4");
    text_add(&text, "\"] *");
    GameRecord record;
    assert_int_equal(read_pgn(text.start, &record), PGN_OK);
    assert_int_equal(strlen(record.tags.white), TAG_VALUE_MAX - 1);
    assert_int_equal(record.tags.white[TAG_VALUE_MAX - 2], '\xa4');
    assert_true(game_record_to_json(&record, &again));
    game_record_done(&record, &memory_heap);
    text_done(&text);
    text_done(&again);
}

// Games of other programs end by resignation or time without a word among the moves.
static void a_result_from_elsewhere_is_kept(void **state)
{
    (void)state;
    static const struct {
        const char *text, *result;
    } cases[] = {
        {"1. e4 e5 1-0", "1-0"},
        {"[Result \"0-1\"]\n\n1. e4 e5", "0-1"},
        {"[Result \"0-1\"]\n\n1. e4 e5 1/2-1/2", "1/2-1/2"},
        {"1. e4 e5 *", "*"},
        {"1. f3 e5 2. g4 Qh4# 1-0", "0-1"}, // the moves know better
        {"1. e4 e5 {[%resign black 1]} *", "1-0"},
        {"1. e4 e5 {[%abort black 1]} 1-0", "*"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        GameRecord record, again;
        Text text = text_growing(&memory_heap);
        assert_int_equal(read_pgn(cases[i].text, &record), PGN_OK);
        assert_string_equal(game_record_result(&record), cases[i].result);
        assert_true(game_record_to_json(&record, &text));
        assert_int_equal(game_record_from_json(slice_of(text.start), &memory_heap, &again),
                         JSON_OK);
        assert_string_equal(game_record_result(&again), cases[i].result);
        game_record_done(&record, &memory_heap);
        game_record_done(&again, &memory_heap);
        text_done(&text);
    }
    static const char *const results[][2] = {{"W+3.5", "1-0"},    {"B+R", "0-1"}, {"0", "1/2-1/2"},
                                             {"Draw", "1/2-1/2"}, {"?", "*"},     {"Void", "*"}};
    for (unsigned i = 0; i < COUNT_OF(results); i++) {
        char memory[80];
        GameRecord record;
        snprintf(memory, sizeof memory, "(;GM[1]SZ[9]RE[%s];B[ee])", results[i][0]);
        Slice rest = slice_of(memory);
        assert_int_equal(sgf_read(&rest, &memory_heap, &record), SGF_OK);
        assert_string_equal(game_record_result(&record), results[i][1]);
        game_record_done(&record, &memory_heap);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hearing_of_random_games_reads_back),
        cmocka_unit_test(a_hearing_is_written_for_its_ear),
        cmocka_unit_test(a_broken_line_is_refused_and_changes_nothing),
        cmocka_unit_test(plain_pgn_reads_as_servers_write_it),
        cmocka_unit_test(our_commands_are_entries),
        cmocka_unit_test(games_follow_one_another),
        cmocka_unit_test(broken_pgn_is_named),
        cmocka_unit_test(a_clock_is_read_in_either_form),
        cmocka_unit_test(broken_json_is_named),
        cmocka_unit_test(objects_are_taken_one_by_one),
        cmocka_unit_test(pgn_sees_every_refusal),
        cmocka_unit_test(json_sees_every_refusal),
        cmocka_unit_test(a_try_out_of_turn_is_written_as_no_move),
        cmocka_unit_test(what_a_seat_cannot_have_heard_is_refused),
        cmocka_unit_test(a_name_cannot_steer_a_terminal),
        cmocka_unit_test(a_long_name_is_cut_between_characters),
        cmocka_unit_test(a_result_from_elsewhere_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
