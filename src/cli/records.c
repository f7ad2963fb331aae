// Reading PGN, SGF and JSON files from disk.
#include "cli/records.h"
#include "cli/complain.h"
#include "cli/files.h"

#include <assert.h>
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

RecordsNext records_next(Records *records, GameRecord *record)
{
    if (records->count && !slice_trim(records->rest).length)
        return RECORDS_END;
    const char *error =
        record_format_sniff(records->rest)->read(&records->rest, &memory_heap, record);
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
    assert(number > 0);
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
    const bool is_chess = game_is_on_chess_board(record->game);
    if (!is_chess)
        complain("%s knows Kriegspiel alone, and this is a game of %s", command,
                 record->game->name);
    return is_chess;
}

int records_each(const char *path, uint64_t max, RecordsVisitor *visit, void *context)
{
    assert(visit);
    Records records = {0};
    int status = records_open(&records, path);
    if (status)
        return status;
    while (!status && records.count < max) {
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

int records_each_chess(const char *path, uint64_t max, const char *command, RecordsVisitor *visit,
                       void *context)
{
    ChessVisit chess = {command, visit, context};
    return records_each(path, max, visit_chess, &chess);
}
