// nebel belief: a recorded game as a seat could have believed it, and how near that was to the
// truth.
#include "cli/maps.h"
#include "cli/values.h"
#include "cmd/study_options.h"
#include "kriegspiel/law/open_chess.h"
#include "study/density_table.h"
#include "study/go_belief.h"
#include "study/metaboard.h"
#include "study/pool_table.h"
#include "view/heat.h"
#include "view/replay.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    OPTION_AT = STUDY_OPTION_OPTION_COUNT,
    OPTION_JSON,
    OPTION_TABLE,
    OPTION_LIMITS,
    OPTION_GAMES,
    OPTION_SIZES,
    OPTION_METAPOSITION,
    OPTION_OBSERVED,
    OPTION_DENSITY,
    OPTION_MODEL,
};
enum { MAP_GAP = 3, MAPS_WIDTH = 2 * HEAT_WIDTH_MAX + MAP_GAP };

// The turn whose maps are shown.
typedef struct Picture {
    uint32_t move; // 0 while there is none
    SquareMap king, men;
    OwnMen own;
    Position truth;
} Picture;

typedef struct Report {
    const PoolStudyPlan *plan;
    uint64_t at; // the move whose maps are wanted; 0 for the last
    Text text;
    json_t *rows; // NULL: as text
    PoolSums sums;
    PoolCounts counts;
    Picture picture;
} Report;

// --- By turn -------------------------------------------------------------------------------------

static void add_row(Text *text, const PoolTurn *turn)
{
    const Quality *quality = &turn->quality;
    text_format(text, "%4u %8u %-7s %8.5f %8.3f %8.3f %8.4f\n", turn->move, turn->boards->count,
                turn->is_exact     ? "exact"
                : turn->is_guessed ? "guessed"
                                   : "sampled",
                quality->truth_weight, quality->king_chance, quality->king_log_loss,
                quality->brier);
}

static json_t *quality_json(const Quality *quality)
{
    return json_pack("{s:f, s:f, s:f, s:f}", "truth_weight", quality->truth_weight, "king_chance",
                     quality->king_chance, "king_log_loss", quality->king_log_loss, "brier",
                     quality->brier);
}

static json_t *row_json(const PoolTurn *turn)
{
    return json_pack("{s:i, s:i, s:b, s:b, s:o}", "move", (int)turn->move, "boards",
                     (int)turn->boards->count, "exact", (int)turn->is_exact, "guessed",
                     (int)turn->is_guessed, "quality", quality_json(&turn->quality));
}

static void take_picture(Report *report, const PoolTurn *turn)
{
    const Color enemy = other_color(report->plan->seat);
    report->picture = (Picture){.move = turn->move,
                                .king = square_map(turn->boards, enemy, KING),
                                .men = square_map(turn->boards, enemy, KIND_COUNT),
                                .own = turn->view->own,
                                .truth = *turn->truth};
}

static bool report_turn(void *context, const PoolTurn *turn)
{
    Report *report = context;
    pool_sums_add(&report->sums, turn);
    report->counts = turn->counts;
    if (report->rows)
        json_array_append_new(report->rows, row_json(turn));
    else
        add_row(&report->text, turn);
    if (!report->at || turn->move == report->at)
        take_picture(report, turn);
    return true;
}

// --- Maps ----------------------------------------------------------------------------------------

static void add_maps(Report *report)
{
    const Picture *picture = &report->picture;
    const Color enemy = other_color(report->plan->seat);
    const Board *board = position_board(&picture->truth);
    HeatMap map = {.board = board, .own = &picture->own};
    Cell memory[MAPS_WIDTH * HEAT_HEIGHT_MAX];
    Cells cells = CELLS_IN(memory, MAPS_WIDTH, board->ranks + 3u);
    map.at = picture->king.at;
    map.marked = position_men(&picture->truth, enemy, KING);
    map.caption = "the enemy king, per cent";
    view_heat(&map, 0, 0, &cells);
    map.at = picture->men.at;
    map.marked = picture->truth.color[enemy];
    map.caption = "enemy men, per cent";
    view_heat(&map, HEAT_WIDTH_MAX + MAP_GAP, 0, &cells);
    text_format(&report->text, "\nMove %u; * is where they truly are.\n\n", picture->move);
    maps_to_text(&cells, &report->text);
}

// --- One game ------------------------------------------------------------------------------------

static void add_head(const RecordStudy *study, Text *text)
{
    const GameRecord *record = &study->record;
    const ViewTitle title = {record->tags.white, record->tags.black, game_record_result(record)};
    view_replay_head(record->game, game_record_rules(record), title, text);
    text_format(text,
                "What %s could believe with at most %u boards.\n\n"
                "move   boards         truth     king log-loss    Brier\n",
                view_name(study->plan.seat), study->plan.pool.limit);
}

static void add_end(Report *report)
{
    const Quality mean = pool_sums_mean(&report->sums);
    text_format(&report->text,
                "mean of %-4u          %8.5f %8.3f %8.3f %8.4f\n%u deaths, %u revivals\n",
                report->sums.turns, mean.truth_weight, mean.king_chance, mean.king_log_loss,
                mean.brier, report->counts.deaths, report->counts.revivals);
    add_maps(report);
}

static json_t *map_json(const SquareMap *map, const Board *board)
{
    json_t *squares = json_object();
    for (Bits rest = board->squares; rest;) {
        char memory[8];
        Text name = TEXT_IN(memory);
        const unsigned square = bits_take(&rest);
        square_to_text(square, &name);
        if (map->at[square] > 0)
            json_object_set_new(squares, memory, json_real(map->at[square]));
    }
    return squares;
}

static json_t *report_json(const Report *report)
{
    const Picture *picture = &report->picture;
    const Board *board = position_board(&picture->truth);
    const Quality mean = pool_sums_mean(&report->sums);
    return json_pack("{s:s, s:I, s:I, s:O, s:o, s:i, s:i, s:i, s:o, s:o}", "seat",
                     view_name(report->plan->seat), "limit", (json_int_t)report->plan->pool.limit,
                     "seed", (json_int_t)report->plan->pool.seed, "turns", report->rows, "mean",
                     quality_json(&mean), "deaths", (int)report->counts.deaths, "revivals",
                     (int)report->counts.revivals, "at", (int)picture->move, "king",
                     map_json(&picture->king, board), "men", map_json(&picture->men, board));
}

static int print_json(const Report *report)
{
    json_t *object = report_json(report);
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (text)
        puts(text);
    else
        complain("there is not enough memory for the report");
    free(text);
    json_decref(object);
    return text ? EXIT_FINE : EXIT_FAILED;
}

static int print_text(Report *report)
{
    add_end(report);
    if (report->text.cut) {
        complain("there is not enough memory for the report");
        return EXIT_FAILED;
    }
    fputs(report->text.start, stdout);
    return EXIT_FINE;
}

static int print(Report *report)
{
    if (report->picture.move)
        return report->rows ? print_json(report) : print_text(report);
    if (!report->sums.turns) {
        complain("%s has no turn in this game", view_name(report->plan->seat));
        return EXIT_FAILED;
    }
    return complain("there is no turn of %s at move %" PRIu64, view_name(report->plan->seat),
                    report->at);
}

static int run_game(const Given *given)
{
    const char *at = given->options[OPTION_AT];
    RecordStudy study;
    Report report = {.plan = &study.plan, .text = text_growing(&memory_heap)};
    if (at && !read_number("--at", at, 1, MOVE_NUMBER_MAX, &report.at))
        return EXIT_USAGE;
    int status = record_study_read(&study, given);
    if (status)
        return status;
    if (!game_is_on_chess_board(study.record.game)) {
        status = given->options[OPTION_METAPOSITION]
                     ? complain("--metaposition is for Kriegspiel")
                     : belief_go(&study, report.at, given->options[OPTION_JSON] != NULL);
        record_study_done(&study);
        return status;
    }
    if (given->options[OPTION_METAPOSITION]) {
        status = metaboard_print(&study, report.at);
        record_study_done(&study);
        return status;
    }
    report.rows = given->options[OPTION_JSON] ? json_array() : NULL;
    add_head(&study, &report.text);
    const PoolSink sink = {.turn = report_turn, .context = &report};
    status = record_study_walk(&study.plan, &sink);
    if (!status)
        status = print(&report);
    json_decref(report.rows);
    text_done(&report.text);
    record_study_done(&study);
    return status;
}

// --- The command ---------------------------------------------------------------------------------

static int run_table(const Given *given)
{
    const char *games = given->options[OPTION_GAMES];
    BeliefTable table = {.paths = given->arguments,
                         .path_count = given->argument_count,
                         .who = given->options[STUDY_OPTION_SEAT],
                         .limits = given->options[OPTION_LIMITS],
                         .games = UINT64_MAX,
                         .kind = given->options[OPTION_OBSERVED] ? TABLE_OF_OBSERVED
                                 : given->options[OPTION_SIZES]  ? TABLE_OF_SIZES
                                                                 : TABLE_OF_QUALITY};
    if (!table.path_count)
        return complain("which records? name one or more files");
    if (!table.who)
        return complain("whose belief? --seat white, --seat black or a name in the records");
    if (given->options[OPTION_AT] || given->options[OPTION_JSON] ||
        given->options[STUDY_OPTION_GAME] || given->options[OPTION_METAPOSITION])
        return complain("--table is of all games; leave out --at, --json, --game and "
                        "--metaposition");
    if (given->options[OPTION_OBSERVED] && given->options[OPTION_SIZES])
        return complain("--sizes or --observed, one table at a time");
    if (!record_study_read_pool(given, &table.pool) ||
        (games && !read_number("--games", games, 1, UINT32_MAX, &table.games)))
        return EXIT_USAGE;
    return belief_table(&table);
}

static int run_density(const Given *given)
{
    const char *games = given->options[OPTION_GAMES];
    BeliefDensity density = {.paths = given->arguments,
                             .path_count = given->argument_count,
                             .who = given->options[STUDY_OPTION_SEAT],
                             .model = given->options[OPTION_MODEL],
                             .games = UINT64_MAX};
    if (!density.path_count)
        return complain("which records? name one or more files");
    if (!density.who)
        return complain("whose belief? --seat white, --seat black or a name in the records");
    if (games && !read_number("--games", games, 1, UINT32_MAX, &density.games))
        return EXIT_USAGE;
    return belief_density(&density);
}

static int run(const Given *given)
{
    if (given->options[OPTION_DENSITY])
        return run_density(given);
    if (given->options[OPTION_MODEL])
        return complain("--model is for --density");
    if (given->options[OPTION_TABLE])
        return run_table(given);
    if (given->options[OPTION_LIMITS] || given->options[OPTION_GAMES] ||
        given->options[OPTION_SIZES] || given->options[OPTION_OBSERVED])
        return complain(
            "--limits, --games, --sizes and --observed are for --table, --games for --density too");
    if (given->options[OPTION_METAPOSITION] && given->options[OPTION_JSON])
        return complain("--metaposition is a drawing; leave out --json");
    if (given->argument_count > 1)
        return complain("one record at a time; --table takes several");
    return run_game(given);
}

const Command belief_command = {
    .name = "belief",
    .argument = "FILE",
    .arguments_max = COMMAND_ARGUMENTS_MAX,
    .summary = "show what a seat of a recorded game could believe, and how true it was",
    .example = "nebel belief examples/game.pgn --seat white",
    .options =
        {
            STUDY_OPTION_OPTIONS,
            [OPTION_AT] = {"--at", "MOVE", "the move whose maps are shown (default: the last)"},
            [OPTION_JSON] = {"--json", NULL, "print one JSON object"},
            [OPTION_TABLE] = {"--table", NULL, "average over all games of the files"},
            [OPTION_LIMITS] = {"--limits", "N,N,...", "for --table: a table for each limit"},
            [OPTION_GAMES] = {"--games", "N",
                              "for --table and --density: at most N games of each file"},
            [OPTION_SIZES] = {"--sizes", NULL, "for --table: sizes of exact sets by move"},
            [OPTION_OBSERVED] = {"--observed", NULL,
                                 "for --table: the share of last-observation boards in exact sets"},
            [OPTION_METAPOSITION] = {"--metaposition", NULL,
                                     "draw what no hearing has ruled out, square by square"},
            [OPTION_DENSITY] = {"--density", NULL,
                                "how reliable a density's predictions are over all games"},
            [OPTION_MODEL] = {"--model", "FILE",
                              "for --density: a model of the opponent, or none (default: ours)"},
        },
    .run = run,
};
