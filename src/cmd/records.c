// Reading PGN, SGF and JSON files from disk.
#include "cmd/records.h"
#include "cmd/command.h"
#include "cmd/files.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

int records_open(Records *records, const char *path)
{
    Text text = text_growing(&memory_heap);
    if (!load_text(path, &text)) {
        complain("cannot open the record %s: %s", path, strerror(errno));
        text_done(&text);
        return EXIT_USAGE;
    }
    *records = (Records){.text = text, .rest = {text.start, text.length}};
    return EXIT_FINE;
}

void records_done(Records *records)
{
    text_done(&records->text);
}

static unsigned line_of(const Records *records)
{
    unsigned line = 1;
    for (const char *c = records->text.start; c < records->rest.start; c++)
        line += *c == '\n';
    return line;
}

static Slice skip_blanks(Slice rest)
{
    while (rest.length && strchr(" \t\r\n", rest.start[0]))
        rest = (Slice){rest.start + 1, rest.length - 1};
    return rest;
}

static bool begins_with(Slice rest, char c)
{
    return rest.length && rest.start[0] == c;
}

// An object opens with a brace and a key; a comment that PGN may begin with does not look like that.
static bool is_json(Slice rest)
{
    return begins_with(rest, '{') &&
           begins_with(skip_blanks((Slice){rest.start + 1, rest.length - 1}), '"');
}

static const char *read_json(Slice *rest, GameRecord *record)
{
    const Slice before = *rest;
    const JsonError error = game_record_from_json(json_take_object(rest), &memory_heap, record);
    if (error)
        *rest = before;
    return error ? json_error_text(error) : NULL;
}

static const char *read_sgf(Slice *rest, GameRecord *record)
{
    const SgfError error = sgf_read(rest, &memory_heap, record);
    return error ? sgf_error_text(error) : NULL;
}

// NULL if a game was read; "" if none is left; else what is wrong.
static const char *read_next(Records *records, GameRecord *record)
{
    const Slice rest = skip_blanks(records->rest);
    if (begins_with(rest, '('))
        return read_sgf(&records->rest, record);
    if (is_json(rest))
        return read_json(&records->rest, record);
    const PgnError error = pgn_read(&records->rest, &memory_heap, record);
    if (error == PGN_ERR_NO_GAME && records->count)
        return "";
    return error ? pgn_error_text(error) : NULL;
}

RecordsNext records_next(Records *records, GameRecord *record)
{
    const char *error = read_next(records, record);
    if (error && !*error)
        return RECORDS_END;
    if (error) {
        complain("line %u: %s", line_of(records), error);
        return RECORDS_BROKEN;
    }
    records->count++;
    return RECORDS_GAME;
}

// Reads on to the Nth game.
static int skip_to(Records *records, uint64_t number, GameRecord *record)
{
    for (;;) {
        const RecordsNext next = records_next(records, record);
        if (next == RECORDS_END)
            complain("there is no game %" PRIu64 " in this file, only %" PRIu64, number,
                     records->count);
        if (next != RECORDS_GAME)
            return EXIT_FAILED;
        if (records->count == number)
            return EXIT_FINE;
        game_record_done(record, &memory_heap);
    }
}

int records_read_one(const char *path, uint64_t number, GameRecord *record)
{
    Records records = {0};
    int status = records_open(&records, path);
    if (status)
        return status;
    status = skip_to(&records, number, record);
    records_done(&records);
    return status;
}

bool records_is_chess(const GameRecord *record, const char *command)
{
    if (record->is_go)
        complain("%s knows Kriegspiel alone, and this is a game of %s", command,
                 phantom_go_game.name);
    return !record->is_go;
}

int records_each(const char *path, uint64_t most, RecordsVisitor *visit, void *context)
{
    Records records = {0};
    int status = records_open(&records, path);
    if (status)
        return status;
    while (!status && records.count < most) {
        GameRecord record;
        const RecordsNext next = records_next(&records, &record);
        if (next == RECORDS_END)
            break;
        if (next == RECORDS_BROKEN) {
            status = EXIT_FAILED;
            break;
        }
        status = visit(context, &record);
        game_record_done(&record, &memory_heap);
    }
    records_done(&records);
    return status;
}

// A visitor who turns games of Go away.
typedef struct ChessVisit {
    const char *command;
    RecordsVisitor *visit;
    void *context;
} ChessVisit;

static int visit_chess(void *context, const GameRecord *record)
{
    const ChessVisit *chess = context;
    return records_is_chess(record, chess->command) ? chess->visit(chess->context, record)
                                                    : EXIT_USAGE;
}

int records_each_chess(const char *path, uint64_t most, const char *command, RecordsVisitor *visit,
                       void *context)
{
    ChessVisit chess = {command, visit, context};
    return records_each(path, most, visit_chess, &chess);
}
