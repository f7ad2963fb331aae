// Reads record files from disk, makes the plan of a study from a record and a seat, and writes the cells of two maps as lines of a
// terminal.
#include "lab/study/records.h"
#include "base/cli/config.h"
#include "base/cli/files.h"
#include "base/cli/output.h"
#include "base/cli/progress.h"
#include "formats/draw/log.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

// Finds the seat of a colour, or of a player named in the record; VIEW_COUNT if it is neither.
static uint8_t find_seat(const GameRecord *record, const char *who)
{
    const uint8_t view = view_from_name(slice_of(who));
    if (view == VIEW_WHITE || view == VIEW_BLACK)
        return view;
    if (strcmp(record->tags.white, who) == 0)
        return VIEW_WHITE;
    return strcmp(record->tags.black, who) == 0 ? VIEW_BLACK : VIEW_COUNT;
}

int record_study_plan(RecordStudy *study, const char *who, const PoolPlan *pool)
{
    static const PoolPlan smallest = {.limit = LIMIT_MIN};
    pool = pool ? pool : &smallest;
    assert(who && pool->limit >= LIMIT_MIN && pool->limit <= LIMIT_MAX);
    const GameRecord *record = &study->record;
    const uint8_t seat = find_seat(record, who);
    if (seat == VIEW_COUNT)
        return complain("--seat must be white, black or a name in the record, not '%s'", who);
    if (record->view != VIEW_UMPIRE) {
        complain("this is %s's own record; give the umpire's, which has the truth",
                 view_name(record->view));
        return EXIT_FAILED;
    }
    const StudyKind *kind = study_kind(record->game);
    if (pool->policy && kind && !kind->has_policies)
        return complain("--policy is for Kriegspiel; leave it out for Go");
    study->plan = (StudyPlan){.game = record->game,
                              .rules = game_record_rules(record),
                              .entries = &record->entries,
                              .seat = seat,
                              .pool = *pool};
    return EXIT_FINE;
}

void record_study_done(RecordStudy *study)
{
    game_record_done(&study->record, &memory_heap);
}

int record_study_status(StudyError error)
{
    return error ? complain_failed("%s", study_error_text(error)) : EXIT_FINE;
}

int record_study_no_turn(const StudyPlan *plan, uint32_t turns, uint64_t at)
{
    const char *seat = view_name(plan->seat);
    if (!turns)
        return complain_failed("%s has no turn in this game", seat);
    return complain("there is no turn of %s at move %" PRIu64, seat, at);
}

void record_study_add_dead(const char *unit, uint32_t number, Text *text)
{
    text_format(
        text,
        "\n%s %u: no board is left that agrees with all that was heard, so there is no map; "
        "a higher --limit may keep some.\n",
        unit, number);
}

int record_study_run(const StudyPlan *plan, const StudySink *sink)
{
    return record_study_status(study_game(plan, &memory_heap, sink));
}

enum { MAP_GAP = 3, MAPS_WIDTH = 2 * HEAT_WIDTH_MAX + MAP_GAP }; // in columns

// Greys of the 256 terminal colours, by the ground of a cell.
static const char *const ground_colours[] = {"0", "38;5;255;48;5;238", "38;5;250;48;5;234",
                                             "1;38;5;231;48;5;243"};

static const char *colour_of(const Cell *cell)
{
    assert((cell->style & STYLE_GROUND) / GROUND_LIGHT < COUNT_OF(ground_colours));
    return ground_colours[(cell->style & STYLE_GROUND) / GROUND_LIGHT];
}

static void add_coloured(const Cells *cells, Text *text)
{
    for (uint32_t i = 0; i < cells->width * cells->height; i++) {
        const Cell *cell = &cells->cells[i];
        assert(cell->rune < 0x80);
        if (i % cells->width == 0 || colour_of(cell) != colour_of(cell - 1))
            text_format(text, "\033[0;%sm", colour_of(cell));
        text_add_char(text, cell->rune ? (char)cell->rune : ' ');
        if ((i + 1) % cells->width == 0)
            text_add(text, "\033[0m\n");
    }
}

// By the config file, the environment and the terminal.
static bool has_colour(void)
{
    return config_has_colour(config_in_force().colour, isatty(STDOUT_FILENO), getenv("NO_COLOR"),
                             getenv("TERM"));
}

void maps_to_text(const HeatMap maps[2], Text *text)
{
    assert(maps[0].board == maps[1].board);
    Cell memory[MAPS_WIDTH * HEAT_HEIGHT_MAX];
    Cells cells =
        CELLS_IN(memory, MAPS_WIDTH, maps[0].board->ranks + HEAT_HEIGHT_MAX - BOARD_SIDE_MAX);
    view_heat(&maps[0], 0, 0, &cells);
    view_heat(&maps[1], HEAT_WIDTH_MAX + MAP_GAP, 0, &cells);
    if (has_colour())
        add_coloured(&cells, text);
    else
        cells_to_text(&cells, text);
}
