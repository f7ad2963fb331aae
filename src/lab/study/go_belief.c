// Prints a line for each turn of Phantom Go and a map of the enemy's stones, or both as JSON.
#include "lab/study/belief.h"

#include "lab/study/go_pool_turn.h"
#include "lab/study/records.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

enum { HEAD_ROOM = 1024 }; // for the players and the rules

typedef struct Report {
    uint64_t at;     // the turn whose map is wanted; 0 for the last
    uint32_t wanted; // the latest turn that is that one; 0 while there is none
    uint32_t drawn;  // the turn of the map; 0 while there is none
    bool is_json;
    Text rows, map;
    uint32_t turns;
    double truth_sum, brier_sum;
} Report;

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
static void draw(Report *report, const GoPoolTurn *turn)
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
    Report *report = context;
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
        draw(report, turn);
    return true;
}

static void print_report(const RecordStudy *study, const Report *report)
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

static void print_object(const RecordStudy *study, const Report *report)
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

static int print(const RecordStudy *study, const Report *report)
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
    Report report = {.at = at,
                     .is_json = is_json,
                     .rows = text_growing(&memory_heap),
                     .map = text_growing(&memory_heap)};
    const StudySink sink = {.turn = take_turn, .context = &report};
    int status = record_study_run(&study->plan, &sink);
    if (!status)
        status = print(study, &report);
    text_done(&report.rows);
    text_done(&report.map);
    return status;
}
