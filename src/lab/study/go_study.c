// Studies of Phantom Go: compares a pool of boards with the truth, point by point, describes a turn (certain enemy stones, certainly
// empty points, and likely points), prints a line for each turn and a map of the enemy's stones, and makes the table of how good
// pools are over many games.
#include "lab/study/go_study.h"

#include "base/stats/bands.h"
#include "engine/phantom_go/known.h"
#include "lab/study/internal.h"
#include "lab/study/records.h"
#include "lab/study/study_games.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void add_weights(const Boards *boards, uint8_t enemy, double at[GO_SPOTS])
{
    assert(enemy < 2);
    for (uint32_t i = 0; i < boards->count; i++) {
        const PhantomBoard *board = boards_at(boards, i);
        for (unsigned word = 0; word < GO_SET_WORDS; word++)
            for (Bits left = board->stones[enemy].words[word]; left;)
                at[word * 64 + bits_take(&left)] += boards->weights[i];
    }
}

// Compares the weight of every point with the truth.
static void judge_points(GoPoolTurn *turn, uint8_t enemy)
{
    const unsigned size = turn->truth->size;
    for (unsigned row = 0; row < size; row++)
        for (unsigned column = 0; column < size; column++) {
            const GoPoint point = go_point(column, row);
            const double weight = turn->at[go_spot(point)];
            assert(weight >= 0);
            const bool is_there = go_board_at(turn->truth, point) == (GoColor)enemy;
            const bool is_held = study_is_there(weight, turn->is_exact);
            turn->known += is_held && is_there;
            turn->wrong += is_held && !is_there;
            turn->brier += (weight - is_there) * (weight - is_there) / (size * size);
            turn->expected += weight * (1 - weight) / (size * size);
        }
}

void go_pool_turn(const StudyTurn *studied, GoPoolTurn *turn)
{
    const uint8_t enemy = !studied->plan->seat;
    const PhantomTruth *truth = studied->truth;
    const Boards *boards = pool_boards(studied->pool);
    PhantomBoard imagined;
    phantom_go_belief_model.imagine(studied->plan->rules, truth, &imagined);
    const uint32_t found = boards_find(boards, &imagined);
    *turn = (GoPoolTurn){.turn = studied->number,
                         .boards = boards->count,
                         .is_exact = pool_is_exact(studied->pool),
                         .truth_weight = found < boards->count ? boards->weights[found] : 0,
                         .view = studied->view,
                         .truth = &truth->game.board};
    add_weights(boards, enemy, turn->at);
    judge_points(turn, enemy);
    assert(turn->boards || turn->truth_weight <= 0);
    assert(turn->known <= turn->view->enemies);
}

enum { GO_TABLE_ROWS = 8 };

// Turns added up.
typedef struct GoTableRow {
    uint32_t turns;
    uint32_t exact;                // turns with an exact pool
    uint32_t found;                // with the truth among the boards
    uint32_t empty;                // with no board at all
    uint64_t stones, known, wrong; // of the enemy; held certain rightly and wrongly
    double truth_weight, brier, expected;
} GoTableRow;

// A zeroed one is empty.
typedef struct GoTable {
    GoTableRow rows[GO_TABLE_ROWS], all;
} GoTable;

// Numbers count the turns of both seats.
static const Band go_bands[GO_TABLE_ROWS] = {
    {"1-10", 10},  {"11-20", 20}, {"21-30", 30},   {"31-40", 40},
    {"41-60", 60}, {"61-80", 80}, {"81-120", 120}, {"121 on", UINT32_MAX},
};

static void add_to_row(GoTableRow *row, const GoPoolTurn *turn)
{
    row->turns++;
    row->exact += turn->is_exact;
    row->found += turn->truth_weight > 0;
    row->empty += turn->boards == 0;
    row->stones += turn->view->enemies;
    row->known += turn->known;
    row->wrong += turn->wrong;
    row->truth_weight += turn->truth_weight;
    row->brier += turn->brier;
    row->expected += turn->expected;
}

static bool go_table_add(void *context, const StudyTurn *studied)
{
    GoTable *table = context;
    GoPoolTurn judged;
    const GoPoolTurn *turn = &judged;
    go_pool_turn(studied, &judged);
    add_to_row(&table->rows[band_of(go_bands, turn->turn)], turn);
    add_to_row(&table->all, turn);
    return true;
}

static double share_of(double part, double whole)
{
    assert(part >= 0);
    return whole > 0 ? part / whole : 0;
}

static void add_table_row(const char *name, const GoTableRow *row, Text *text)
{
    const double turns = row->turns;
    if (!row->turns)
        return;
    text_format(text, "| %s | %u | %.2f | %.2f | %.4f | %.3f | %.3f | %.4f | %.4f | %u |\n", name,
                row->turns, row->exact / turns, row->found / turns, row->truth_weight / turns,
                share_of((double)row->known, (double)row->stones),
                share_of((double)row->wrong, (double)(row->known + row->wrong)), row->brier / turns,
                row->expected / turns, row->empty);
}

static void go_table_to_text(void *context, uint64_t games, Text *text)
{
    const GoTable *table = context;
    (void)games;
    text_add(text,
             "| turns | own turns | exact | truth found | its weight | stones known | wrongly "
             "| Brier | expected | without a board |\n"
             "|---|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < GO_TABLE_ROWS; i++)
        add_table_row(go_bands[i].name, &table->rows[i], text);
    add_table_row("all", &table->all, text);
}

const StudyTable go_quality_table = {
    .bytes = sizeof(GoTable), .turn = go_table_add, .to_text = go_table_to_text};

enum { LIKELY_POINTS = 3 };

static void add_point(unsigned spot, Text *text)
{
    assert(spot < GO_SPOTS);
    go_point_to_text(go_point_at(spot), text);
}

// Points row by row; a run of neighbours is written as "a3-e3".
static void add_point_runs(const GoSet *points, Text *text)
{
    if (go_set_is_empty(points))
        text_add(text, " none");
    for (unsigned spot = 0; spot < GO_SPOTS; spot++) {
        const unsigned first = spot;
        if (!go_set_has(points, first))
            continue;
        while ((spot + 1) % GO_SIZE_MAX && go_set_has(points, spot + 1))
            spot++;
        text_add_char(text, ' ');
        add_point(first, text);
        if (spot > first) {
            text_add_char(text, '-');
            add_point(spot, text);
        }
    }
    text_add(text, ".\n");
}

// The points without own stones: certain enemy stones, certainly empty, and open.
typedef struct SortedPoints {
    GoSet stones, empty, open;
} SortedPoints;

static void sort_point(const GoPoolTurn *turn, const GoKnown *known, unsigned spot,
                       SortedPoints *points)
{
    const double weight = turn->at[spot];
    const bool has_boards = turn->boards > 0;
    if (go_set_has(&known->sure, spot) || (has_boards && study_is_there(weight, turn->is_exact)))
        go_set_add(&points->stones, spot);
    else if (go_set_has(&known->clear, spot) ||
             (has_boards && study_is_none(weight, turn->is_exact)))
        go_set_add(&points->empty, spot);
    else
        go_set_add(&points->open, spot);
}

// An exact pool has all that can be known, so deductions are used only with a sample. Deductions can be wrong.
static SortedPoints sort_points(const GoPoolTurn *turn, const GoKnown *known)
{
    const GoKnown nothing = {0};
    SortedPoints points = {0};
    for (unsigned row = 0; row < turn->view->size; row++)
        for (unsigned column = 0; column < turn->view->size; column++) {
            const unsigned spot = go_spot(go_point(column, row));
            if (!go_set_has(&turn->view->own, spot))
                sort_point(turn, turn->is_exact ? &nothing : known, spot, &points);
        }
    return points;
}

static void add_likely(const GoPoolTurn *turn, GoSet open, Text *text)
{
    for (unsigned i = 0; i < LIKELY_POINTS && !go_set_is_empty(&open); i++) {
        unsigned best = GO_SPOTS;
        for (unsigned spot = 0; spot < GO_SPOTS; spot++)
            if (go_set_has(&open, spot) && (best == GO_SPOTS || turn->at[spot] > turn->at[best]))
                best = spot;
        text_add(text, i ? ", " : " ");
        add_point(best, text);
        text_format(text, " %.2f", turn->at[best]);
        go_set_drop(&open, best);
    }
    text_add(text, ".\n");
}

void go_note(void *notes, const void *view, Try own, const Hearing *heard)
{
    if (heard->event == HEARD_OPENING)
        go_known_begin(notes, view);
    go_known_hear(notes, view, own, heard);
}

void go_describe(const StudyTurn *studied, const void *notes, Text *text)
{
    assert(notes);
    GoPoolTurn judged;
    const GoPoolTurn *turn = &judged;
    go_pool_turn(studied, &judged);
    const SortedPoints points = sort_points(turn, notes);
    const char *adverb = turn->is_exact ? "Certainly" : "Nearly certainly";
    text_format(text, "\nTurn %u: ", turn->turn);
    analyse__add_boards(turn->boards, analyse__kind(turn->is_exact), text);
    text_format(text, "  %s empty, besides your own stones' points:", adverb);
    add_point_runs(&points.empty, text);
    text_format(text, "  %s enemy stones, of %u:", adverb, turn->view->enemies);
    add_point_runs(&points.stones, text);
    if (go_set_is_empty(&points.open) || turn->boards == 0)
        return;
    text_add(text, "  The likeliest of the other points:");
    add_likely(turn, points.open, text);
}

bool go_chances(const StudyTurn *studied, double enemy[SIGN_SPOTS])
{
    GoPoolTurn turn;
    go_pool_turn(studied, &turn);
    memcpy(enemy, turn.at, sizeof turn.at);
    return turn.boards > 0;
}

enum { HEAD_ROOM = 1024 }; // for the players and the rules

typedef struct GoReport {
    uint64_t at;     // the turn whose map is wanted; 0 for the last
    uint32_t wanted; // the latest turn that is that one; 0 while there is none
    uint32_t drawn;  // the turn of the map; 0 while there is none
    bool is_json;
    Text rows, map;
    uint32_t turns;
    double truth_sum, brier_sum;
} GoReport;

static void add_json_map(Text *text, const GoPoolTurn *turn)
{
    const char *before = "";
    for (unsigned spot = 0; spot < GO_SPOTS; spot++)
        if (turn->at[spot] > 0) {
            text_format(text, "%s\"", before);
            go_point_to_text(go_point_at(spot), text);
            text_format(text, "\":%.6f", turn->at[spot]);
            before = ",";
        }
}

// Per cent on every point, X or O for own stones, and a star where an enemy stone really is.
static void add_map(Text *text, const GoPoolTurn *turn)
{
    const unsigned size = turn->view->size;
    const uint8_t seat = turn->view->seat;
    assert(size > 0 && size <= GO_SIZE_MAX && seat < 2);
    text_format(text, "\nTurn %u: enemy stones, per cent; * is where they truly are.\n\n",
                turn->turn);
    for (unsigned row = size; row-- > 0;) {
        text_format(text, "%2u", row + 1);
        for (unsigned column = 0; column < size; column++) {
            const GoPoint point = go_point(column, row);
            const unsigned spot = go_spot(point);
            if (go_set_has(&turn->view->own, spot))
                text_format(text, "   %c ", seat == GO_BLACK ? 'X' : 'O');
            else
                text_format(text, " %3.0f%c", 100 * turn->at[spot],
                            go_board_at(turn->truth, point) == (GoColor)!seat ? '*' : ' ');
        }
        text_add_char(text, '\n');
    }
    text_add(text, "  ");
    for (unsigned column = 0; column < size; column++)
        text_format(text, "   %c ", "abcdefghjklmnopqrst"[column]);
    text_add_char(text, '\n');
}

// Draws the map of a turn that is wanted, unless its pool is dead.
static void draw_map(GoReport *report, const GoPoolTurn *turn)
{
    report->wanted = turn->turn;
    if (!turn->boards)
        return;
    report->drawn = turn->turn;
    report->map.length = 0;
    (report->is_json ? add_json_map : add_map)(&report->map, turn);
}

static bool take_turn(void *context, const StudyTurn *studied)
{
    GoReport *report = context;
    GoPoolTurn judged;
    const GoPoolTurn *turn = &judged;
    go_pool_turn(studied, &judged);
    report->truth_sum += turn->truth_weight;
    report->brier_sum += turn->brier;
    if (report->is_json)
        text_format(
            &report->rows,
            "%s{\"turn\":%u,\"boards\":%u,\"exact\":%s,\"truth_weight\":%.6f,\"brier\":%.6f}",
            report->turns ? "," : "", turn->turn, turn->boards, turn->is_exact ? "true" : "false",
            turn->truth_weight, turn->brier);
    else
        text_format(&report->rows, "%4u %8u %-7s %8.5f %8.4f\n", turn->turn, turn->boards,
                    !turn->boards    ? "dead"
                    : turn->is_exact ? "exact"
                                     : "sampled",
                    turn->truth_weight, turn->brier);
    report->turns++;
    if (!report->at || report->at == turn->turn)
        draw_map(report, turn);
    return true;
}

static void print_report(const RecordStudy *study, const GoReport *report)
{
    assert(report->turns > 0);
    char memory[HEAD_ROOM], dead_memory[HEAD_ROOM];
    Text head = TEXT_IN(memory), dead = TEXT_IN(dead_memory);
    records_add_head(&study->record, &head);
    if (report->drawn != report->wanted)
        record_study_add_dead("Turn", report->wanted, &dead);
    printf("%sWhat %s could believe with at most %u boards.\n\nturn   boards            truth    "
           "Brier\n%s"
           "mean of %-4u          %8.5f %8.4f\n%s%s",
           memory, view_name(study->plan.seat), study->plan.pool.limit, report->rows.start,
           report->turns, report->truth_sum / report->turns, report->brier_sum / report->turns,
           dead_memory, report->map.length ? report->map.start : "");
}

static void print_object(const RecordStudy *study, const GoReport *report)
{
    printf("{\"seat\":\"%s\",\"limit\":%u,\"seed\":%" PRIu64
           ",\"turns\":[%s],\"at\":%u,\"stones\":",
           view_name(study->plan.seat), study->plan.pool.limit, study->plan.pool.seed,
           report->rows.start, report->drawn ? report->drawn : report->wanted);
    if (report->drawn)
        printf("{%s}}\n", report->map.length ? report->map.start : "");
    else
        puts("null}");
}

static int print_go_report(const RecordStudy *study, const GoReport *report)
{
    if (report->rows.cut || report->map.cut)
        return complain_of_memory("the report");
    if (!report->wanted)
        return record_study_no_turn(&study->plan, report->turns, report->at);
    (report->is_json ? print_object : print_report)(study, report);
    return EXIT_FINE;
}

int go_belief(const RecordStudy *study, uint64_t at, bool is_json)
{
    GoReport report = {.at = at,
                       .is_json = is_json,
                       .rows = text_growing(&memory_heap),
                       .map = text_growing(&memory_heap)};
    const StudySink sink = {.turn = take_turn, .context = &report};
    int status = record_study_run(&study->plan, &sink);
    if (!status)
        status = print_go_report(study, &report);
    text_done(&report.rows);
    text_done(&report.map);
    return status;
}
