// Reads PGN, SGF and JSON files from disk.
#include "lab/study/records.h"
#include "base/cli/files.h"
#include "base/cli/output.h"
#include "base/cli/progress.h"
#include "formats/draw/log.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

// An open file.
typedef struct Records {
    Text text;      // the whole file
    Slice rest;     // what has not been read
    uint64_t count; // games read so far
} Records;

typedef enum RecordsNext { RECORDS_GAME, RECORDS_END, RECORDS_BROKEN } RecordsNext;

// Returns EXIT_FINE, or complains and returns EXIT_USAGE; the text must be given back only if it is fine.
static int open_records(Records *records, const char *path)
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

static unsigned line_of(const Records *records)
{
    unsigned line = 1;
    for (const char *c = records->text.start; c < records->rest.start; c++)
        line += *c == '\n';
    return line;
}

// Reads the next game, which ends with game_record_done. A file without any game is broken; what is broken has been
// complained of.
static RecordsNext read_next(Records *records, GameRecord *record)
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
        const RecordsNext next = read_next(records, record);
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
    int status = open_records(&records, path);
    if (status)
        return status;
    status = skip_to(&records, number, record);
    text_done(&records.text);
    return status;
}

bool records_is_chess(const GameRecord *record, const char *command)
{
    const bool is_chess = game_is_on_chess_board(record->game);
    if (!is_chess)
        complain("%s is for Kriegspiel alone, and this is a game of %s", command,
                 record->game->name);
    return is_chess;
}

// The visits to the games of several files.
typedef struct Visits {
    const RecordFiles *files;
    RecordsVisitor *visit;
    void *context;
    Progress progress;
    uint64_t done; // games of all files
} Visits;

static int visit_up_to(const char *path, uint64_t max, RecordsVisitor *visit, void *context)
{
    Records records = {0};
    int status = open_records(&records, path);
    if (status)
        return status;
    while (!status && records.count < max) {
        GameRecord record;
        const RecordsNext next = read_next(&records, &record);
        if (next == RECORDS_END)
            break;
        if (next == RECORDS_BROKEN) {
            status = EXIT_FAILED;
            break;
        }
        status = visit(context, &record);
        game_record_done(&record, &memory_heap);
    }
    text_done(&records.text);
    return status;
}

int records_each(const char *path, RecordsVisitor *visit, void *context)
{
    return visit_up_to(path, UINT64_MAX, visit, context);
}

static int visit_one(void *context, GameRecord *record)
{
    Visits *visits = context;
    const char *command = visits->files->command;
    if (command && !records_is_chess(record, command))
        return EXIT_USAGE;
    const int status = visits->visit(visits->context, record);
    progress_step(&visits->progress, ++visits->done);
    return status;
}

int records_each_of(const RecordFiles *files, RecordsVisitor *visit, void *context)
{
    Visits visits = {files, visit, context, progress_begin("games", 0), 0};
    int status = EXIT_FINE;
    for (unsigned i = 0; i < files->count && !status; i++)
        status = visit_up_to(files->paths[i], files->games, visit_one, &visits);
    progress_end(&visits.progress);
    return status;
}

void records_add_head(const GameRecord *record, Text *text)
{
    const ViewTitle title = {record->tags.white, record->tags.black, game_record_result(record)};
    view_replay_head(record->game, game_record_rules(record), title, text);
}
