// Reading records of Go from SGF.
#include "formats/records/hearing_text.h"
#include "formats/records/sgf.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const error_texts[] = {
    [SGF_OK] = "no error",
    [SGF_ERR_NO_GAME] = "there is no game",
    [SGF_ERR_SYNTAX] = "this is no SGF: a game is (;... with properties NAME[value]",
    [SGF_ERR_GAME] = "this is no game of Go that Nebel knows; SZ is 5 to 19, XG a game string",
    [SGF_ERR_SETUP] = "stones are set up that the game string in XG does not name",
    [SGF_ERR_MOVE] = "this is no point of the board",
    [SGF_ERR_EVENT] = "this is no event or hearing of a record",
    [SGF_ERR_HEARD] = "its seat cannot have heard what it says: the own stones contradict it",
    [SGF_ERR_VIEW] = "XV must be black or white, before the first move",
    [SGF_ERR_CLOCK] = "XC must be milliseconds+milliseconds",
    [SGF_ERR_MEMORY] = "there is not enough memory",
};
_Static_assert(COUNT_OF(error_texts) == SGF_ERR_COUNT, "every error needs a text");

const char *sgf_error_text(SgfError error)
{
    assert(error < SGF_ERR_COUNT);
    return error_texts[error];
}

enum { NUMBER_MAX = 16 }; // bytes of a size or a komi; a longer one names no game

typedef struct SgfReader {
    const Memory *memory;
    Slice rest;
    Text value; // of the property being read
    char game[TAG_VALUE_MAX], size[NUMBER_MAX], komi[NUMBER_MAX];
    bool has_rules;
    GoSet setup[2];            // stones that the root sets up, rows from the top
    Entry move;                // of the node being read; kind EVENT_COUNT if there is none
    unsigned column, from_top; // where it goes: the size of the board may come after it
    GameRecord record;
} SgfReader;

// Returns whether the stones that the root sets up are the handicap of the game string.
static bool is_setup_named(const SgfReader *reader)
{
    const unsigned size = sgf_rules(&reader->record)->size;
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned row = 0; row < GO_SIZE_MAX; row++)
            for (unsigned column = 0; column < GO_SIZE_MAX; column++) {
                const bool is_on = row < size && column < size;
                const unsigned spot = is_on ? go_spot(go_point(column, size - 1 - row)) : 0;
                const bool is_named =
                    is_on && go_set_has(&sgf_rules(&reader->record)->handicap[seat], spot);
                if (go_set_has(&reader->setup[seat], row * GO_SIZE_MAX + column) != is_named)
                    return false;
            }
    return true;
}

// The root's properties may come in any order, so the rules are read when its node is over.
static SgfError end_root(SgfReader *reader)
{
    char memory[TAG_VALUE_MAX];
    Text text = TEXT_IN(memory);
    if (reader->game[0])
        text_add(&text, reader->game);
    else
        text_format(&text, "%s(size=%s,komi=%s)", phantom_go_game.name,
                    reader->size[0] ? reader->size : "19", reader->komi[0] ? reader->komi : "7.5");
    if (!game_record_read_rules(&reader->record, memory) || reader->record.game != &phantom_go_game)
        return SGF_ERR_GAME;
    if (!is_setup_named(reader))
        return SGF_ERR_SETUP;
    reader->has_rules = true;
    return SGF_OK;
}

static SgfError end_node(SgfReader *reader)
{
    if (!reader->has_rules) {
        const SgfError error = end_root(reader);
        if (error)
            return error;
    }
    const unsigned size = sgf_rules(&reader->record)->size;
    assert(size <= GO_SIZE_MAX);
    Entry move = reader->move;
    reader->move = (Entry){.kind = EVENT_COUNT};
    if (move.kind == EVENT_COUNT || reader->record.view != VIEW_UMPIRE)
        return SGF_OK;
    if (reader->column >= size || reader->from_top >= size)
        return SGF_ERR_MOVE;
    if (move.attempt == TRY_NONE)
        move.attempt = (Try)((size - 1 - reader->from_top) * GO_SIZE_MAX + reader->column + 1);
    return entries_add(&reader->record.entries, reader->memory, move) ? SGF_OK : SGF_ERR_MEMORY;
}

static void copy(char *to, size_t bytes, const Text *value)
{
    snprintf(to, bytes, "%s", value->start ? value->start : "");
}

static Slice sgf_value_of(const SgfReader *reader)
{
    return (Slice){reader->value.start, reader->value.length};
}

// A komi as others write it: 6.50, 7.
static SgfError read_komi(SgfReader *reader)
{
    Text *value = &reader->value;
    while (value->length > 1 && strchr(value->start, '.') &&
           strchr("0.", value->start[value->length - 1])) {
        const bool is_point = value->start[--value->length] == '.';
        value->start[value->length] = '\0';
        if (is_point)
            break;
    }
    copy(reader->komi, sizeof reader->komi, value);
    return SGF_OK;
}

// Two letters from the upper left corner; an empty value is a pass, and so is "tt" in older files.
static SgfError read_move(SgfReader *reader, uint8_t seat)
{
    const Slice value = sgf_value_of(reader);
    const bool is_pass = !value.length || slice_is(value, "tt");
    if (!is_pass && value.length != 2)
        return SGF_ERR_MOVE;
    reader->move.kind = EVENT_TRY;
    reader->move.seat = seat;
    reader->move.attempt = is_pass ? PHANTOM_PASS : TRY_NONE;
    reader->column = is_pass ? 0 : (unsigned)(value.start[0] - 'a');
    reader->from_top = is_pass ? 0 : (unsigned)(value.start[1] - 'a');
    return SGF_OK;
}

static SgfError read_delay(SgfReader *reader)
{
    return record_ms_from_text(sgf_value_of(reader), &reader->move.delay_ms) ? SGF_OK
                                                                             : SGF_ERR_EVENT;
}

// `black try d4@120`, `white resign`.
static SgfError read_event(SgfReader *reader)
{
    Slice delay = sgf_value_of(reader), rest = slice_take(&delay, "@");
    const bool has_delay = rest.length < reader->value.length;
    const uint8_t seat = view_from_name(slice_take(&rest, " "));
    const uint8_t kind = event_from_name(slice_take(&rest, " "));
    Entry entry = {.kind = kind, .seat = seat};
    if (seat >= VIEW_UMPIRE || kind == EVENT_COUNT ||
        (has_delay && !record_ms_from_text(delay, &entry.delay_ms)) ||
        (kind == EVENT_TRY ? !record_try_from_text(&phantom_go_game, rest, &entry.attempt)
                           : rest.length > 0))
        return SGF_ERR_EVENT;
    return entries_add(&reader->record.entries, reader->memory, entry) ? SGF_OK : SGF_ERR_MEMORY;
}

// `120 d4 illegal`, `0 - moved`.
static SgfError read_heard(SgfReader *reader)
{
    Slice rest = sgf_value_of(reader);
    const Slice delay = slice_take(&rest, " "), own = slice_take(&rest, " ");
    uint64_t delay_ms;
    Heard heard = {0};
    if (reader->record.view == VIEW_UMPIRE ||
        !slice_number(delay, (uint64_t)RECORD_MS_MAX, &delay_ms) ||
        (!slice_is(own, "-") && !record_try_from_text(&phantom_go_game, own, &heard.own)) ||
        !hearing_from_text(rest, reader->record.view, &heard.hearing))
        return SGF_ERR_EVENT;
    heard.delay_ms = delay_ms;
    return seat_log_add(&reader->record.heard, reader->memory, heard) ? SGF_OK : SGF_ERR_MEMORY;
}

// Whose record it is must be known before the first move: an umpire's moves are no hearings of a seat.
static SgfError read_view(SgfReader *reader)
{
    if (reader->record.entries.count || reader->record.heard.count)
        return SGF_ERR_VIEW;
    reader->record.view = view_from_name(sgf_value_of(reader));
    return reader->record.view < VIEW_UMPIRE ? SGF_OK : SGF_ERR_VIEW;
}

static SgfError sgf_read_clock(SgfReader *reader)
{
    uint64_t base_ms, increment_ms;
    Slice rest = sgf_value_of(reader);
    const Slice base = slice_take(&rest, "+");
    if (!slice_number(base, UINT32_MAX, &base_ms) || !slice_number(rest, UINT32_MAX, &increment_ms))
        return SGF_ERR_CLOCK;
    reader->record.clock = (ClockRule){(uint32_t)base_ms, (uint32_t)increment_ms};
    return SGF_OK;
}

static SgfError sgf_read_game(SgfReader *reader)
{
    copy(reader->game, sizeof reader->game, &reader->value);
    return SGF_OK;
}

static SgfError read_size(SgfReader *reader)
{
    copy(reader->size, sizeof reader->size, &reader->value);
    return SGF_OK;
}

// `B+3.5`, `W+R`, `0`, `Draw`: who won, and not by how much.
static SgfError read_result(SgfReader *reader)
{
    const Slice value = sgf_value_of(reader);
    const bool has_winner = value.length > 1 && value.start[1] == '+';
    if (slice_is(value, "0") || slice_is(value, "Draw"))
        reader->record.claim = CLAIM_DRAW;
    else if (has_winner && value.start[0] == 'W')
        reader->record.claim = CLAIM_DRAW + winner_is(GO_WHITE);
    else if (has_winner && value.start[0] == 'B')
        reader->record.claim = CLAIM_DRAW + winner_is(GO_BLACK);
    return SGF_OK;
}

static SgfError read_kind(SgfReader *reader)
{
    return slice_is(sgf_value_of(reader), "1") ? SGF_OK : SGF_ERR_GAME;
}

static SgfError read_black(SgfReader *reader)
{
    return read_move(reader, GO_BLACK);
}

static SgfError read_white(SgfReader *reader)
{
    return read_move(reader, GO_WHITE);
}

static SgfError read_setup(SgfReader *reader, uint8_t seat)
{
    const Slice value = sgf_value_of(reader);
    const unsigned column = value.length == 2 ? (unsigned)(value.start[0] - 'a') : GO_SIZE_MAX;
    const unsigned from_top = value.length == 2 ? (unsigned)(value.start[1] - 'a') : GO_SIZE_MAX;
    if (reader->has_rules || column >= GO_SIZE_MAX || from_top >= GO_SIZE_MAX)
        return SGF_ERR_SETUP;
    go_set_add(&reader->setup[seat], from_top * GO_SIZE_MAX + column);
    return SGF_OK;
}

static SgfError read_black_setup(SgfReader *reader)
{
    return read_setup(reader, GO_BLACK);
}

static SgfError read_white_setup(SgfReader *reader)
{
    return read_setup(reader, GO_WHITE);
}

// A seat's record takes stones off the board when the seat hears of their capture; no other record may.
static SgfError read_gone(SgfReader *reader)
{
    return reader->record.view == VIEW_UMPIRE ? SGF_ERR_SETUP : SGF_OK;
}

static const struct {
    const char *name;
    SgfError (*read)(SgfReader *reader);
} properties[] = {
    {"GM", read_kind},        {"SZ", read_size},      {"KM", read_komi},   {"XG", sgf_read_game},
    {"XV", read_view},        {"XC", sgf_read_clock}, {"B", read_black},   {"W", read_white},
    {"XD", read_delay},       {"XE", read_event},     {"XH", read_heard},  {"AB", read_black_setup},
    {"AW", read_white_setup}, {"AE", read_gone},      {"RE", read_result},
};

static SgfError take_value(SgfReader *reader, Slice name)
{
    for (unsigned i = 0; i < COUNT_OF(properties); i++)
        if (slice_is(name, properties[i].name))
            return properties[i].read(reader);
    for (unsigned tag = 0; tag < TAG_COUNT; tag++)
        if (slice_is(name, record_tag_names[tag].sgf))
            record_tag_set(record_tag(&reader->record.tags, tag), sgf_value_of(reader));
    return SGF_OK; // properties that are not known are ignored
}

static char peek(const SgfReader *reader)
{
    return reader->rest.length ? reader->rest.start[0] : '\0';
}

static void skip(SgfReader *reader)
{
    assert(reader->rest.length);
    reader->rest = (Slice){reader->rest.start + 1, reader->rest.length - 1};
}

static void skip_blanks(SgfReader *reader)
{
    while (reader->rest.length && isspace((unsigned char)peek(reader)))
        skip(reader);
}

// Reads up to the closing bracket, which it takes, into the value.
static SgfError sgf_read_value(SgfReader *reader)
{
    assert(peek(reader) == '[');
    reader->value.length = 0;
    text_add(&reader->value, ""); // an empty value is a string too
    for (skip(reader); reader->rest.length && peek(reader) != ']'; skip(reader)) {
        if (peek(reader) == '\\' && reader->rest.length > 1)
            skip(reader);
        text_add_char(&reader->value, peek(reader));
    }
    if (reader->value.cut)
        return SGF_ERR_MEMORY;
    if (!reader->rest.length)
        return SGF_ERR_SYNTAX;
    skip(reader);
    return SGF_OK;
}

static SgfError read_property(SgfReader *reader)
{
    Slice name = {reader->rest.start, 0};
    for (; isalpha((unsigned char)peek(reader)); skip(reader))
        name.length++;
    skip_blanks(reader);
    if (!name.length || peek(reader) != '[')
        return SGF_ERR_SYNTAX;
    SgfError error = SGF_OK;
    while (!error && peek(reader) == '[') {
        const Slice here = reader->rest;
        error = sgf_read_value(reader);
        if (!error)
            error = take_value(reader, name);
        if (error)
            reader->rest = here;
        else
            skip_blanks(reader);
    }
    return error;
}

// The first line of play: the first variation is entered where it begins, and the others are not read.
static SgfError read_nodes(SgfReader *reader, unsigned *depth)
{
    SgfError error = SGF_OK;
    bool has_node = false;
    while (!error) {
        skip_blanks(reader);
        const char next = peek(reader);
        if (next == ')' && has_node)
            return end_node(reader);
        if (next == '(' || next == ';') {
            *depth += next == '(';
            if (has_node && next == ';')
                error = end_node(reader);
            has_node |= next == ';';
            skip(reader);
        } else {
            error = has_node ? read_property(reader) : SGF_ERR_SYNTAX;
        }
    }
    return error;
}

static SgfError skip_to_end(SgfReader *reader, unsigned depth)
{
    while (depth && reader->rest.length) {
        const char next = peek(reader);
        if (next == '[') {
            const SgfError error = sgf_read_value(reader);
            if (error)
                return error;
            continue;
        }
        depth += next == '(';
        depth -= next == ')';
        skip(reader);
    }
    return depth ? SGF_ERR_SYNTAX : SGF_OK;
}

SgfError sgf_read(Slice *rest, const Memory *memory, GameRecord *record)
{
    SgfReader reader = {.memory = memory,
                        .rest = *rest,
                        .value = text_growing(memory),
                        .move = {.kind = EVENT_COUNT},
                        .record = {.game = &phantom_go_game, .view = VIEW_UMPIRE}};
    unsigned depth = 0;
    skip_blanks(&reader);
    SgfError error = !reader.rest.length    ? SGF_ERR_NO_GAME
                     : peek(&reader) == '(' ? read_nodes(&reader, &depth)
                                            : SGF_ERR_SYNTAX;
    if (!error)
        error = skip_to_end(&reader, depth);
    if (!error && !game_record_can_be_heard(&reader.record))
        error = SGF_ERR_HEARD;
    text_done(&reader.value);
    *rest = reader.rest;
    if (error)
        game_record_done(&reader.record, memory);
    else
        *record = reader.record;
    return error;
}
