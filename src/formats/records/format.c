// One row for each form: its reader and its writer behind one signature.
#include "formats/records/format.h"

#include "formats/records/json.h"
#include "formats/records/pgn.h"
#include "formats/records/sgf.h"

#include <assert.h>

static bool holds_all(const Game *game)
{
    (void)game;
    return true;
}

static bool holds_go(const Game *game)
{
    return game == &phantom_go_game;
}

static bool begins_with(Slice text, char c)
{
    return text.length && text.start[0] == c;
}

static bool is_any(Slice text)
{
    (void)text;
    return true;
}

static bool is_sgf(Slice text)
{
    return begins_with(text, '(');
}

// An object begins with a brace and a key. PGN may begin with a comment, which has a brace but no key.
static bool is_json(Slice text)
{
    return begins_with(text, '{') &&
           begins_with(slice_trim((Slice){text.start + 1, text.length - 1}), '"');
}

static const char *read_pgn(Slice *rest, const Memory *memory, GameRecord *record)
{
    const PgnError error = pgn_read(rest, memory, record);
    return error ? pgn_error_text(error) : NULL;
}

// Without the blanks behind it, nothing is left after the last game.
static void skip_blanks(Slice *rest)
{
    while (rest->length && slice_has(slice_of(" \t\r\n"), rest->start[0]))
        *rest = (Slice){rest->start + 1, rest->length - 1};
}

static const char *read_sgf(Slice *rest, const Memory *memory, GameRecord *record)
{
    const SgfError error = sgf_read(rest, memory, record);
    if (!error)
        skip_blanks(rest);
    return error ? sgf_error_text(error) : NULL;
}

static const char *read_json(Slice *rest, const Memory *memory, GameRecord *record)
{
    const Slice before = *rest;
    const JsonError error = game_record_from_json(json_take_object(rest), memory, record);
    assert(rest->length <= before.length);
    if (error)
        *rest = before;
    else
        skip_blanks(rest);
    return error ? json_error_text(error) : NULL;
}

static bool write_pgn(const GameRecord *record, Text *text)
{
    pgn_write(record, text);
    return !text->cut;
}

static bool write_sgf(const GameRecord *record, Text *text)
{
    sgf_write(record, text);
    return !text->cut;
}

const RecordFormat record_formats[FORMAT_COUNT] = {
    [FORMAT_PGN] = {"pgn", game_is_on_chess_board, is_any, read_pgn, write_pgn},
    [FORMAT_SGF] = {"sgf", holds_go, is_sgf, read_sgf, write_sgf},
    [FORMAT_JSON] = {"json", holds_all, is_json, read_json, game_record_to_json},
};

const RecordFormat *record_format_of(const Game *game)
{
    unsigned kind = 0;
    while (!record_formats[kind].holds(game))
        kind++;
    assert(kind < FORMAT_COUNT);
    return &record_formats[kind];
}

// Rows are tried from the last, since anything may be PGN, the first.
const RecordFormat *record_format_sniff(Slice text)
{
    const Slice begun = slice_trim(text);
    unsigned kind = FORMAT_COUNT - 1;
    while (!record_formats[kind].is_begun(begun))
        kind--;
    return &record_formats[kind];
}
