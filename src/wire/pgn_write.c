// Writing PGN: tags, then moves in lines of at most 80 columns, as PGN's export format has them.
#include "chess/notation.h"
#include "wire/hear.h"
#include "wire/pgn.h"

#include <assert.h>
#include <string.h>

enum { COLUMNS = 79 };

// The moves are written word by word; a word that does not fit begins a new line.
typedef struct Lines {
    Text *text;
    size_t column;
} Lines;

static void add_word(Lines *lines, const char *word)
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

static void add_words(Lines *lines, const char *words)
{
    Slice rest = slice_of(words);
    while (rest.length) {
        char memory[128];
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
    char memory[40];
    Text value = TEXT_IN(memory);
    text_format(&value, "%u.%03u+%u.%03u", clock->base_ms / 1000, clock->base_ms % 1000,
                clock->increment_ms / 1000, clock->increment_ms % 1000);
    add_tag(text, "TimeControl", clock->base_ms ? memory : "-", "");
}

static const char *result_of(const Hearing *last)
{
    static const char *const results[] = {"1/2-1/2", "1-0", "0-1"};
    return last->ending ? results[last->winner] : "*";
}

static void add_tags(const PgnGame *game, const Hearing *last, Text *text)
{
    const PgnTags *tags = &game->tags;
    add_tag(text, "Event", tags->event, "?");
    add_tag(text, "Site", tags->site, "?");
    add_tag(text, "Date", tags->date, "????.??.??");
    add_tag(text, "Round", tags->round, "?");
    add_tag(text, "White", tags->white, "?");
    add_tag(text, "Black", tags->black, "?");
    add_tag(text, "Result", result_of(last), "*");
    char memory[HEARING_TEXT_MAX];
    Text game_string = TEXT_IN(memory);
    kriegspiel_game.write((const Rules *)&game->rules, &game_string);
    add_tag(text, "Game", memory, "");
    if (!game->rules.setup.is_usual || game->rules.setup.board != &chess_boards[0]) {
        Text fen = TEXT_IN(memory);
        position_to_fen(&game->rules.setup.start, &fen);
        add_tag(text, "SetUp", "1", "");
        add_tag(text, "FEN", memory, "");
    }
    add_clock_tag(&game->clock, text);
    text_add_char(text, '\n');
}

// What each event is called in a comment.
static const char *const command_names[EVENT_COUNT] = {
    [EVENT_TRY] = "try",       [EVENT_RESIGN] = "resign",   [EVENT_OFFER] = "offer",
    [EVENT_ACCEPT] = "accept", [EVENT_DECLINE] = "decline", [EVENT_TIME] = "time",
};

// A try by its text; one that has no text by its number.
static void add_attempt(Try attempt, Text *text)
{
    const size_t before = text->length;
    try_to_text(attempt, text);
    const Slice written = {text->start + before, text->length - before};
    if (try_from_text(written) == attempt && attempt != TRY_NONE)
        return;
    text->length = before;
    text_format(text, "#%u", attempt);
}

// "{[%try e2d3 0.250]}", "{[%offer black 1.000]}"
static void add_command(Lines *lines, const Entry *entry)
{
    char memory[64];
    Text words = TEXT_IN(memory);
    text_format(&words, "{[%%%s ", command_names[entry->kind]);
    if (entry->kind == EVENT_TRY)
        add_attempt(entry->attempt, &words);
    else
        text_add(&words, entry->seat ? "black" : "white");
    text_format(&words, " %u.%03u]}", entry->delay_ms / 1000, entry->delay_ms % 1000);
    add_words(lines, memory);
}

// A played move in SAN, then the time it took and what was called.
static void add_move(Lines *lines, const Position *before, const Entry *entry, const Ruleset *rules,
                     const Hearing *call)
{
    char memory[400];
    Text words = TEXT_IN(memory);
    if (before->to_move == WHITE)
        text_format(&words, "%u. ", before->move_number);
    else
        text_format(&words, "%u... ", before->move_number);
    move_to_san(before, entry->attempt, &words);
    text_format(&words, " {[%%emt %u.%03u] ", entry->delay_ms / 1000, entry->delay_ms % 1000);
    char said[256];
    Text sentence = TEXT_IN(said);
    umpire_say(rules, call, &sentence);
    text_format(&words, "%s}", said);
    add_words(lines, memory);
}

static uint8_t winner_by_flag(const Umpire *umpire)
{
    const uint8_t other = !umpire->truth.to_move;
    if (!kriegspiel_game.can_win(NULL, umpire, other))
        return WINNER_NONE;
    return other ? WINNER_SECOND : WINNER_FIRST;
}

// The last hearing of the game, if it has ended: by the game itself, or by an event of the table.
static void note_end(const Umpire *umpire, const Entry *entry, Hearing *last)
{
    if (umpire->ending)
        *last = (Hearing){.ending = umpire->ending, .winner = umpire->winner};
    else if (entry->kind == EVENT_RESIGN)
        *last = (Hearing){.ending = ENDING_RESIGNED,
                          .winner = entry->seat ? WINNER_FIRST : WINNER_SECOND};
    else if (entry->kind == EVENT_ACCEPT)
        *last = (Hearing){.ending = ENDING_AGREED};
    else if (entry->kind == EVENT_TIME)
        *last = (Hearing){.ending = ENDING_FLAG, .winner = winner_by_flag(umpire)};
}

static void add_entries(const PgnGame *game, Lines *lines, Hearing *last)
{
    Umpire umpire;
    Reply reply;
    umpire_open(&umpire, game->rules.ruleset, &game->rules.setup.start, reply.to);
    for (uint32_t i = 0; i < game->entries.count; i++) {
        const Entry *entry = &game->entries.list[i];
        const Position before = umpire.truth;
        const bool is_played =
            entry->kind == EVENT_TRY &&
            umpire_try(&umpire, entry->seat, entry->attempt, &reply) == UMPIRE_OK &&
            reply.verdict == VERDICT_PLAYED;
        if (is_played)
            add_move(lines, &before, entry, game->rules.ruleset, &reply.to[0]);
        else
            add_command(lines, entry);
        note_end(&umpire, entry, last);
    }
}

void pgn_write(const PgnGame *game, Text *text)
{
    Hearing last = {0};
    char scratch[1];
    Text nowhere = TEXT_IN(scratch);
    Lines unseen = {&nowhere, 0};
    add_entries(game, &unseen, &last); // the result stands before the moves that lead to it
    add_tags(game, &last, text);
    Lines lines = {text, 0};
    add_entries(game, &lines, &last);
    add_word(&lines, result_of(&last));
    text_add(text, "\n\n");
}
