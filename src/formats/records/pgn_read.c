// Reading PGN: a small scanner over a slice, and a position in which SAN is read.
//
// The reader steps the game by itself, and not through games/core/replay.h, because a SAN move has a meaning only in the
// position before it: no list of entries exists until the moves are read. The position goes on where our rules end the
// game, since plain PGN may do so too.
#include "formats/records/hearing_text.h"
#include "formats/records/pgn.h"
#include "games/chess/notation.h"

#include <assert.h>
#include <string.h>

static const char *const error_texts[] = {
    [PGN_OK] = "no error",
    [PGN_ERR_NO_GAME] = "there is no game here",
    [PGN_ERR_TAG] = "a tag must read [Name \"value\"]",
    [PGN_ERR_GAME] = "the Game tag does not name a game of Kriegspiel",
    [PGN_ERR_FEN] = "the FEN tag does not give a position",
    [PGN_ERR_CLOCK] = "the TimeControl tag must be - or read seconds+seconds",
    [PGN_ERR_VIEW] = "the View tag must be white, black or umpire",
    [PGN_ERR_COMMENT] = "a comment is not closed",
    [PGN_ERR_VARIATION] = "a variation is not closed",
    [PGN_ERR_MOVE] = "this is no legal move here",
    [PGN_ERR_COMMAND] = "a command in a comment cannot be read",
    [PGN_ERR_HEARD] = "its seat cannot have heard what it says: the own men contradict it",
    [PGN_ERR_MEMORY] = "there is not enough memory",
};
_Static_assert(COUNT_OF(error_texts) == PGN_ERR_COUNT, "every error needs a text");

const char *pgn_error_text(PgnError error)
{
    assert(error < PGN_ERR_COUNT);
    return error_texts[error];
}

// A game being read.
typedef struct PgnReader {
    Slice rest;
    const Memory *memory;
    GameRecord *record;
    Position position; // where SAN is read
    Umpire umpire;     // judges until our rules end the game; plain PGN may go on after that
    char game_string[TAG_VALUE_MAX], fen[TAG_VALUE_MAX], time_control[TAG_VALUE_MAX];
    char view[TAG_VALUE_MAX], result[TAG_VALUE_MAX];
    Try own; // a seat's try whose answer comes next
} PgnReader;

static const char white_space[] = " \t\r\n\v\f";

static void skip(PgnReader *reader, size_t count)
{
    assert(count <= reader->rest.length);
    reader->rest = (Slice){reader->rest.start + count, reader->rest.length - count};
}

static bool next_is(const PgnReader *reader, char character)
{
    return reader->rest.length && reader->rest.start[0] == character;
}

static void skip_space(PgnReader *reader)
{
    while (reader->rest.length && slice_has(slice_of(white_space), reader->rest.start[0]))
        skip(reader, 1);
}

// Returns whether a character can be part of a move, a number or a result.
static bool is_symbol_char(char c)
{
    return c && !strchr(" \t\r\n\v\f[]{}();$<>\"", c);
}

static Slice take_symbol(PgnReader *reader)
{
    size_t length = 0;
    while (length < reader->rest.length && is_symbol_char(reader->rest.start[length]))
        length++;
    const Slice symbol = {reader->rest.start, length};
    skip(reader, length);
    return symbol;
}

// Reads a quoted value. A value that is too long is cut; no tag that is interpreted is that long.
static bool pgn_read_value(PgnReader *reader, char value[TAG_VALUE_MAX])
{
    char memory[2 * TAG_VALUE_MAX]; // larger than the tag, so that a rune cut here is not kept
    Text text = TEXT_IN(memory);
    if (!next_is(reader, '"'))
        return false;
    skip(reader, 1);
    while (reader->rest.length && !next_is(reader, '"')) {
        if (next_is(reader, '\\') && reader->rest.length > 1)
            skip(reader, 1);
        if (next_is(reader, '\n') || next_is(reader, '\0'))
            return false;
        text_add_char(&text, reader->rest.start[0]);
        skip(reader, 1);
    }
    if (!reader->rest.length)
        return false;
    skip(reader, 1);
    record_tag_set(value, slice_of(memory));
    return true;
}

// Where the value of a tag is kept; NULL for one that is not.
static char *find_tag(PgnReader *reader, Slice name)
{
    const struct {
        const char *name;
        char *value;
    } tags[] = {
        {"Game", reader->game_string},
        {"FEN", reader->fen},
        {"View", reader->view},
        {"Result", reader->result},
        {"TimeControl", reader->time_control},
    };
    for (unsigned tag = 0; tag < TAG_COUNT; tag++)
        if (slice_is(name, record_tag_names[tag].pgn))
            return record_tag(&reader->record->tags, tag);
    for (unsigned i = 0; i < COUNT_OF(tags); i++)
        if (slice_is(name, tags[i].name))
            return tags[i].value;
    return NULL;
}

static bool read_tag(PgnReader *reader)
{
    char ignored[TAG_VALUE_MAX];
    assert(next_is(reader, '['));
    skip(reader, 1);
    skip_space(reader);
    const Slice name = take_symbol(reader);
    skip_space(reader);
    char *value = find_tag(reader, name);
    if (!name.length || !pgn_read_value(reader, value ? value : ignored))
        return false;
    skip_space(reader);
    if (!next_is(reader, ']'))
        return false;
    skip(reader, 1);
    skip_space(reader);
    return true;
}

// An unknown tag is written as "?" or "????.??.??" and read as empty.
static void forget_unknown(char *value)
{
    if (strspn(value, "?.") == strlen(value))
        memset(value, 0, TAG_VALUE_MAX);
}

enum { DECIMALS = 3 }; // of a second that are kept: milliseconds

// Reads "12", "12.345" or "1:02:03.5" as milliseconds.
static bool read_seconds(Slice text, uint64_t *ms)
{
    const uint64_t seconds_max = (uint64_t)RECORD_MS_MAX / 1000 - 1;
    Slice fraction = text;
    Slice whole = slice_take(&fraction, ".");
    const bool has_point = whole.length < text.length;
    uint64_t seconds = 0, part;
    while (whole.length) {
        if (!slice_number(slice_take(&whole, ":"), seconds_max, &part))
            return false;
        seconds = seconds * 60 + part;
        if (seconds > seconds_max)
            return false;
    }
    if (text.length == 0 || text.start[0] == '.' || (has_point && fraction.length == 0))
        return false;
    uint64_t thousandths = 0;
    for (size_t i = 0; i < DECIMALS; i++) {
        const char digit = i < fraction.length ? fraction.start[i] : '0';
        if (digit < '0' || digit > '9')
            return false;
        thousandths = thousandths * 10 + (unsigned)(digit - '0');
    }
    *ms = seconds * 1000 + thousandths;
    return true;
}

// The same, optionally with a minus in front.
static bool read_delay(Slice text, int64_t *ms)
{
    uint64_t length_ms;
    if (!text.length)
        return false; // its start may be NULL
    const bool is_back = text.start[0] == '-';
    if (!read_seconds((Slice){text.start + is_back, text.length - is_back}, &length_ms))
        return false;
    *ms = is_back ? -(int64_t)length_ms : (int64_t)length_ms;
    return true;
}

static bool read_clock_part(Slice text, uint32_t *ms)
{
    uint64_t read_ms;
    if (!read_seconds(text, &read_ms) || read_ms > UINT32_MAX)
        return false;
    *ms = (uint32_t)read_ms;
    return true;
}

static bool pgn_read_clock(const char *text, ClockRule *clock)
{
    *clock = (ClockRule){0};
    if (!text[0] || strcmp(text, "-") == 0 || strcmp(text, "?") == 0)
        return true;
    Slice increment = slice_of(text);
    const Slice base = slice_take(&increment, "+");
    return read_clock_part(base, &clock->base_ms) &&
           (!increment.length || read_clock_part(increment, &clock->increment_ms));
}

// Takes note of how the game ended, if the text is a result.
static bool claim_result(PgnReader *reader, Slice text)
{
    const RecordClaim claim = record_claim_from_text(text);
    if (claim != CLAIM_COUNT)
        reader->record->claim = (uint8_t)claim;
    return claim != CLAIM_COUNT;
}

static PgnError pgn_open_game(PgnReader *reader)
{
    char plain[TAG_VALUE_MAX + GAME_TEXT_MAX]; // a FEN, and the game string around it
    Text text = TEXT_IN(plain);
    if (reader->game_string[0])
        text_add(&text, reader->game_string);
    else if (reader->fen[0])
        text_format(&text, "%s(fen=%s)", kriegspiel_game.name, reader->fen);
    else
        text_add(&text, kriegspiel_game.name);
    if (!game_record_read_rules(reader->record, plain) ||
        !game_is_on_chess_board(reader->record->game))
        return reader->game_string[0] ? PGN_ERR_GAME : PGN_ERR_FEN;
    const KriegspielRules *rules = pgn_rules(reader->record);
    Hearing unheard[2];
    reader->position = rules->setup.start;
    umpire_open(&reader->umpire, rules->ruleset, &reader->position, unheard);
    reader->record->view = reader->view[0] ? view_from_name(slice_of(reader->view)) : VIEW_UMPIRE;
    if (reader->record->view == VIEW_COUNT)
        return PGN_ERR_VIEW;
    (void)claim_result(reader, slice_of(reader->result)); // a result after the moves counts more
    return pgn_read_clock(reader->time_control, &reader->record->clock) ? PGN_OK : PGN_ERR_CLOCK;
}

static PgnError add_entry(PgnReader *reader, Entry entry)
{
    return entries_add(&reader->record->entries, reader->memory, entry) ? PGN_OK : PGN_ERR_MEMORY;
}

// What the umpire says of an attempt; `otherwise` when it no longer judges.
static Verdict pgn_judge(PgnReader *reader, Try attempt, Verdict otherwise)
{
    Reply reply;
    assert(reader->umpire.ending || reader->umpire.truth.key == reader->position.key);
    const Color seat = reader->position.to_move;
    return umpire_try(&reader->umpire, seat, attempt, &reply) ? otherwise : reply.verdict;
}

static PgnError read_move(PgnReader *reader, Slice symbol)
{
    if (reader->record->view != VIEW_UMPIRE)
        return PGN_ERR_MOVE; // a seat does not know the moves
    const Move move = move_from_san(&reader->position, symbol);
    if (move == MOVE_NONE || pgn_judge(reader, move, VERDICT_PLAYED) != VERDICT_PLAYED)
        return PGN_ERR_MOVE;
    const Entry entry = {.kind = EVENT_TRY, .seat = reader->position.to_move, .attempt = move};
    const Position before = reader->position;
    position_after(&before, move, &reader->position);
    return add_entry(reader, entry);
}

// The next word of a command, whatever white space stands before it.
static Slice take_command_word(Slice *command)
{
    Slice word = {0};
    while (command->length && !word.length)
        word = slice_take(command, white_space);
    return word;
}

static PgnError read_emt(PgnReader *reader, Slice command)
{
    const Entries *entries = &reader->record->entries;
    int64_t ms;
    // Other programs have forms of their own; what cannot be read as a time is ignored.
    if (entries->count && read_delay(take_command_word(&command), &ms))
        entries->list[entries->count - 1].delay_ms = ms;
    return PGN_OK;
}

static PgnError read_own(PgnReader *reader, Slice command)
{
    return record_try_from_text(&kriegspiel_game, take_command_word(&command), &reader->own)
               ? PGN_OK
               : PGN_ERR_COMMAND;
}

// A line of words, which may have been broken where a space was.
static PgnError read_hear(PgnReader *reader, Slice command)
{
    char memory[HEARING_TEXT_MAX];
    Text line = TEXT_IN(memory);
    Heard heard = {.own = reader->own};
    if (!read_seconds(take_command_word(&command), &heard.delay_ms))
        return PGN_ERR_COMMAND;
    for (Slice word = take_command_word(&command); word.length; word = take_command_word(&command))
        text_format(&line, "%s%.*s", line.length ? " " : "", (int)word.length, word.start);
    if (!hearing_from_text(slice_of(memory), reader->record->view, &heard.hearing))
        return PGN_ERR_COMMAND;
    reader->own = TRY_NONE;
    return seat_log_add(&reader->record->heard, reader->memory, heard) ? PGN_OK : PGN_ERR_MEMORY;
}

// One command of a comment: the text between "[%" and "]". Those of other
// programs are ignored.
static PgnError read_command(PgnReader *reader, Slice command)
{
    const Slice name = take_command_word(&command);
    if (slice_is(name, "emt"))
        return read_emt(reader, command);
    if (reader->record->view != VIEW_UMPIRE) {
        if (slice_is(name, "own"))
            return read_own(reader, command);
        return slice_is(name, "hear") ? read_hear(reader, command) : PGN_OK;
    }
    const uint8_t kind = event_from_name(name);
    if (kind == EVENT_COUNT)
        return PGN_OK;
    Entry entry = {.kind = kind, .seat = reader->position.to_move};
    const Slice who = take_command_word(&command);
    if (kind != EVENT_TRY)
        entry.seat = view_from_name(who);
    const bool is_read = kind == EVENT_TRY
                             ? record_try_from_text(&kriegspiel_game, who, &entry.attempt)
                             : entry.seat < VIEW_UMPIRE;
    if (!is_read || !read_delay(take_command_word(&command), &entry.delay_ms))
        return PGN_ERR_COMMAND;
    // A try is written as a command because it was refused; one that would be played is a mistake.
    if (kind == EVENT_TRY && pgn_judge(reader, entry.attempt, VERDICT_ILLEGAL) == VERDICT_PLAYED)
        return PGN_ERR_COMMAND;
    return add_entry(reader, entry);
}

static PgnError read_comment(PgnReader *reader)
{
    assert(next_is(reader, '{'));
    const char *end = memchr(reader->rest.start, '}', reader->rest.length);
    if (!end)
        return PGN_ERR_COMMENT;
    Slice inside = {reader->rest.start + 1, (size_t)(end - reader->rest.start) - 1};
    while (inside.length) {
        slice_take(&inside, "[");
        if (!inside.length || inside.start[0] != '%')
            continue;
        Slice command = slice_take(&inside, "]");
        const PgnError error = read_command(reader, (Slice){command.start + 1, command.length - 1});
        if (error)
            return error;
    }
    skip(reader, (size_t)(end - reader->rest.start) + 1);
    return PGN_OK;
}

// A variation was not played: it is skipped with all that is inside it.
static PgnError skip_variation(PgnReader *reader)
{
    unsigned depth = 0;
    assert(next_is(reader, '('));
    do {
        if (!reader->rest.length)
            return PGN_ERR_VARIATION;
        if (next_is(reader, '{')) {
            const char *end = memchr(reader->rest.start, '}', reader->rest.length);
            if (!end)
                return PGN_ERR_COMMENT;
            skip(reader, (size_t)(end - reader->rest.start));
        }
        depth += next_is(reader, '(');
        depth -= next_is(reader, ')');
        skip(reader, 1);
    } while (depth);
    return PGN_OK;
}

static void skip_line(PgnReader *reader)
{
    while (reader->rest.length && !next_is(reader, '\n'))
        skip(reader, 1);
}

// "12.", "12...", "12": only their order counts.
static bool is_number(Slice symbol)
{
    for (size_t i = 0; i < symbol.length; i++)
        if (symbol.start[i] != '.' && (symbol.start[i] < '0' || symbol.start[i] > '9'))
            return false;
    return true;
}

// A symbol without the move number that may stand before it without a space ("1.e4").
static Slice without_number(Slice symbol)
{
    const char *dot = memchr(symbol.start, '.', symbol.length);
    if (!dot || !is_number((Slice){symbol.start, (size_t)(dot - symbol.start)}))
        return symbol;
    while (symbol.length && (symbol.start[0] == '.' || symbol.start <= dot))
        symbol = (Slice){symbol.start + 1, symbol.length - 1};
    return symbol;
}

static PgnError read_symbol(PgnReader *reader, bool *is_end)
{
    const PgnReader before = *reader;
    const Slice symbol = take_symbol(reader);
    *is_end = claim_result(reader, symbol);
    if (*is_end || (symbol.length && is_number(symbol)))
        return PGN_OK;
    const PgnError error = symbol.length ? read_move(reader, without_number(symbol)) : PGN_ERR_MOVE;
    if (error)
        reader->rest = before.rest;
    return error;
}

// One element of the moves.
static PgnError read_element(PgnReader *reader, bool *is_end)
{
    if (next_is(reader, '{'))
        return read_comment(reader);
    if (next_is(reader, '('))
        return skip_variation(reader);
    if (next_is(reader, ';') || next_is(reader, '%')) {
        skip_line(reader);
        return PGN_OK;
    }
    if (next_is(reader, '$')) {
        skip(reader, 1);
        take_symbol(reader);
        return PGN_OK;
    }
    *is_end = next_is(reader, '['); // the next game, after one without a result
    return *is_end ? PGN_OK : read_symbol(reader, is_end);
}

static PgnError pgn_read_game(PgnReader *reader)
{
    skip_space(reader);
    if (!reader->rest.length)
        return PGN_ERR_NO_GAME;
    while (next_is(reader, '['))
        if (!read_tag(reader))
            return PGN_ERR_TAG;
    for (unsigned tag = 0; tag < TAG_COUNT; tag++)
        forget_unknown(record_tag(&reader->record->tags, tag));
    PgnError error = pgn_open_game(reader);
    bool is_end = false;
    for (skip_space(reader); !error && !is_end && reader->rest.length; skip_space(reader))
        error = read_element(reader, &is_end);
    return error || game_record_can_be_heard(reader->record) ? error : PGN_ERR_HEARD;
}

PgnError pgn_read(Slice *rest, const Memory *memory, GameRecord *record)
{
    *record = (GameRecord){0};
    PgnReader reader = {.rest = *rest, .memory = memory, .record = record};
    const PgnError error = pgn_read_game(&reader);
    *rest = reader.rest;
    if (error)
        game_record_done(record, memory);
    return error;
}
