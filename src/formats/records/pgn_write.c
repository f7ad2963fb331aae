// Writing PGN: tags, then moves in lines of at most 80 columns, as PGN's export format has them.
#include "formats/records/hearing_text.h"
#include "formats/records/pgn.h"
#include "games/chess/notation.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum {
    COLUMNS = 79,       // PGN's export format has lines of fewer than 80
    COMMAND_MAX = 64,   // bytes of "{[%decline black -1000000000000.000]}"
    SENTENCE_MAX = 256, // bytes of what the umpire says of one move
    MOVE_MAX = 400,     // bytes of a move with its number, its time and such a sentence
    WORD_MAX = 128,     // bytes of a word, of which none has more than a command
    CLOCK_MAX = 40,     // bytes of "4294967.295+4294967.295"
};

// The moves are written word by word; a word that does not fit begins a new line.
typedef struct PgnLines {
    Text *text;
    size_t column;
} PgnLines;

static void add_word(PgnLines *lines, const char *word)
{
    const size_t length = strlen(word);
    if (lines->column && lines->column + 1 + length > COLUMNS) {
        text_add_char(lines->text, '\n');
        lines->column = 0;
    }
    if (lines->column) {
        text_add_char(lines->text, ' ');
        lines->column++;
    }
    text_add(lines->text, word);
    lines->column += length;
}

static void add_words(PgnLines *lines, const char *words)
{
    Slice rest = slice_of(words);
    while (rest.length) {
        char memory[WORD_MAX];
        Text word = TEXT_IN(memory);
        const Slice taken = slice_take(&rest, " ");
        text_format(&word, "%.*s", (int)taken.length, taken.start);
        add_word(lines, memory);
    }
}

static void add_tag(Text *text, const char *name, const char *value, const char *otherwise)
{
    text_format(text, "[%s \"", name);
    for (const char *c = value[0] ? value : otherwise; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_add_char(text, '\\');
        text_add_char(text, *c);
    }
    text_add(text, "\"]\n");
}

static void add_clock_tag(const ClockRule *clock, Text *text)
{
    char memory[CLOCK_MAX];
    Text value = TEXT_IN(memory);
    text_format(&value, "%u.%03u+%u.%03u", clock->base_ms / 1000, clock->base_ms % 1000,
                clock->increment_ms / 1000, clock->increment_ms % 1000);
    add_tag(text, "TimeControl", clock->base_ms ? memory : "-", "");
}

static void add_tags(const GameRecord *record, Text *text)
{
    for (unsigned tag = 0; tag < TAG_COUNT; tag++)
        add_tag(text, record_tag_names[tag].pgn, record_tag_value(&record->tags, tag),
                record_tag_names[tag].unknown);
    add_tag(text, "Result", game_record_result(record), "");
    if (record->view != VIEW_UMPIRE)
        add_tag(text, "View", view_name(record->view), "");
    char memory[GAME_TEXT_MAX];
    Text game_string = TEXT_IN(memory);
    record->game->write(game_record_rules(record), &game_string);
    assert(!game_string.cut);
    add_tag(text, "Game", memory, "");
    const Setup *setup = &pgn_rules(record)->setup;
    if (!setup->is_standard || setup->board != &chess_boards[0]) {
        Text fen = TEXT_IN(memory);
        position_to_fen(&setup->start, &fen);
        add_tag(text, "SetUp", "1", "");
        add_tag(text, "FEN", memory, "");
    }
    add_clock_tag(&record->clock, text);
    text_add_char(text, '\n');
}

static void add_delay(Text *words, int64_t delay_ms)
{
    assert(delay_ms > INT64_MIN);
    const int64_t length_ms = delay_ms < 0 ? -delay_ms : delay_ms;
    text_format(words, " %s%" PRId64 ".%03" PRId64, delay_ms < 0 ? "-" : "", length_ms / 1000,
                length_ms % 1000);
}

// "{[%try e2d3 0.250]}", "{[%offer black 1.000]}"
static void add_command(PgnLines *lines, const Entry *entry)
{
    char memory[COMMAND_MAX];
    Text words = TEXT_IN(memory);
    text_format(&words, "{[%%%s ", event_name(entry->kind));
    if (entry->kind == EVENT_TRY)
        record_try_to_text(&kriegspiel_game, entry->attempt, &words);
    else
        text_add(&words, view_name(entry->seat));
    add_delay(&words, entry->delay_ms);
    text_add(&words, "]}");
    assert(!words.cut);
    add_words(lines, memory);
}

// A played move in SAN, then the time it took and what was called.
static void add_move(PgnLines *lines, const Position *before, const Entry *entry,
                     const Ruleset *rules, const Hearing *call)
{
    char memory[MOVE_MAX];
    Text words = TEXT_IN(memory);
    if (before->to_move == WHITE)
        text_format(&words, "%u. ", before->move_number);
    else
        text_format(&words, "%u... ", before->move_number);
    move_to_san(before, entry->attempt, &words);
    text_add(&words, " {[%emt");
    add_delay(&words, entry->delay_ms);
    text_add_char(&words, ']');
    if (call) {
        char said[SENTENCE_MAX];
        Text sentence = TEXT_IN(said);
        umpire_say(rules, call, &sentence);
        assert(!sentence.cut);
        text_format(&words, " %s", said);
    }
    text_add_char(&words, '}');
    assert(!words.cut);
    add_words(lines, memory);
}

// Plain PGN may go on where our rules have ended the game; its moves stay moves, with nothing called.
static void add_entries(const GameRecord *record, PgnLines *lines)
{
    const KriegspielRules *rules = pgn_rules(record);
    Position position = rules->setup.start;
    Replay replay;
    game_record_replay(record, &replay);
    while (replay_step(&replay)) {
        const Entry *entry = replay_entry(&replay);
        const Position before = position;
        const bool goes_on =
            entry->kind == EVENT_TRY && replay.outcome.is_over && entry->seat == before.to_move;
        const bool is_played = replay.is_judged
                                   ? replay.to[entry->seat].verdict == VERDICT_PLAYED
                                   : goes_on && chess_is_legal(&before, entry->attempt);
        if (!is_played) {
            add_command(lines, entry);
            continue;
        }
        position_after(&before, entry->attempt, &position);
        add_move(lines, &before, entry, rules->ruleset, replay.is_judged ? &replay.to[0] : NULL);
    }
}

// "{[%own e2d3] [%hear 0.250 illegal]}"
static void add_heard(const GameRecord *record, PgnLines *lines)
{
    for (uint32_t i = 0; i < record->heard.count; i++) {
        const Heard *heard = &record->heard.list[i];
        char memory[HEARING_TEXT_MAX + COMMAND_MAX];
        Text words = TEXT_IN(memory);
        text_add_char(&words, '{');
        if (heard->own != TRY_NONE) {
            text_add(&words, "[%own ");
            record_try_to_text(&kriegspiel_game, heard->own, &words);
            text_add(&words, "] ");
        }
        text_add(&words, "[%hear");
        add_delay(&words, (int64_t)heard->delay_ms);
        text_add_char(&words, ' ');
        hearing_to_text(&heard->hearing, record->view, &words);
        text_add(&words, "]}");
        assert(!words.cut);
        add_words(lines, memory);
    }
}

void pgn_write(const GameRecord *record, Text *text)
{
    PgnLines lines = {text, 0};
    add_tags(record, text);
    if (record->view == VIEW_UMPIRE)
        add_entries(record, &lines);
    else
        add_heard(record, &lines);
    add_word(&lines, game_record_result(record));
    text_add(text, "\n\n");
}
