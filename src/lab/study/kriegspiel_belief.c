// Prints a line for each turn of Kriegspiel and maps of the enemy's men, or both as JSON.
#include "lab/study/belief.h"

#include "base/cli/output.h"
#include "lab/study/maps.h"
#include "lab/study/pool_turn.h"
#include "lab/study/records.h"

#include <assert.h>
#include <jansson.h>

// The turn whose maps are shown.
typedef struct Picture {
    uint32_t move; // 0 while there is none
    bool is_guessed;
    SquareMap king, men;
    OwnMen own;
    Position truth;
} Picture;

typedef struct Report {
    const StudyPlan *plan;
    uint64_t at;     // the move whose maps are wanted; 0 for the last
    uint32_t wanted; // the latest turn that is that move; 0 while there is none
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
                !turn->boards->count ? "dead"
                : turn->is_exact     ? "exact"
                : turn->is_guessed   ? "guessed"
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
    assert(report->plan->seat < 2);
    const Color enemy = other_color(report->plan->seat);
    report->picture = (Picture){.move = turn->move,
                                .is_guessed = turn->is_guessed,
                                .king = square_map(turn->boards, enemy, KING),
                                .men = square_map(turn->boards, enemy, KIND_COUNT),
                                .own = turn->view->own,
                                .truth = *turn->truth};
}

static bool report_turn(void *context, const StudyTurn *studied)
{
    const PoolTurn judged = pool_turn(studied), *turn = &judged;
    Report *report = context;
    pool_sums_add(&report->sums, turn);
    report->counts = turn->counts;
    if (report->rows)
        json_array_append_new(report->rows, row_json(turn));
    else
        add_row(&report->text, turn);
    if (report->at && turn->move != report->at)
        return true;
    report->wanted = turn->move;
    if (turn->boards->count)
        take_picture(report, turn);
    return true;
}

// --- Maps ----------------------------------------------------------------------------------------

static void add_maps(Report *report)
{
    const Picture *picture = &report->picture;
    if (picture->move != report->wanted)
        record_study_add_dead("Move", report->wanted, &report->text);
    if (!picture->move)
        return;
    const Color enemy = other_color(report->plan->seat);
    const HeatMap king = {.board = position_board(&picture->truth),
                          .own = &picture->own,
                          .at = picture->king.at,
                          .marked = position_men(&picture->truth, enemy, KING),
                          .caption = "the enemy king, per cent"};
    HeatMap men = king;
    men.at = picture->men.at;
    men.marked = picture->truth.color[enemy];
    men.caption = "enemy men, per cent";
    text_format(&report->text, "\nMove %u%s; * is where they truly are.\n\n", picture->move,
                picture->is_guessed ? ", from guessed boards" : "");
    maps_to_text((const HeatMap[]){king, men}, &report->text);
}

// --- One game ------------------------------------------------------------------------------------

static void add_head(const RecordStudy *study, Text *text)
{
    records_add_head(&study->record, text);
    text_format(text,
                "What %s could believe with at most %u boards.\n\n"
                "move   boards         truth     king log-loss    Brier\n",
                view_name(study->plan.seat), study->plan.pool.limit);
}

static void add_end(Report *report)
{
    const Quality mean = pool_sums_mean(&report->sums);
    assert(report->sums.turns > 0);
    text_format(&report->text,
                "mean of %-4u          %8.5f %8.3f %8.3f %8.4f\n%u deaths, %u revivals\n",
                report->sums.turns, mean.truth_weight, mean.king_chance, mean.king_log_loss,
                mean.brier, report->counts.deaths, report->counts.revivals);
    add_maps(report);
}

// The map of a picture, null if there is none.
static json_t *map_json(const Picture *picture, const SquareMap *map)
{
    if (!picture->move)
        return json_null();
    json_t *squares = json_object();
    for (Bits rest = position_board(&picture->truth)->squares; rest;) {
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
    const Quality mean = pool_sums_mean(&report->sums);
    return json_pack("{s:s, s:I, s:I, s:O, s:o, s:i, s:i, s:i, s:o, s:o}", "seat",
                     view_name(report->plan->seat), "limit", (json_int_t)report->plan->pool.limit,
                     "seed", (json_int_t)report->plan->pool.seed, "turns", report->rows, "mean",
                     quality_json(&mean), "deaths", (int)report->counts.deaths, "revivals",
                     (int)report->counts.revivals, "at",
                     (int)(picture->move ? picture->move : report->wanted), "king",
                     map_json(picture, &picture->king), "men", map_json(picture, &picture->men));
}

static int print(Report *report)
{
    static const char what[] = "the report";
    if (!report->wanted)
        return record_study_no_turn(report->plan, report->sums.turns, report->at);
    if (report->rows)
        return print_json(report_json(report), what);
    add_end(report);
    return print_text(&report->text, what);
}

int kriegspiel_belief(const RecordStudy *study, uint64_t at, bool is_json)
{
    Report report = {.plan = &study->plan,
                     .at = at,
                     .text = text_growing(&memory_heap),
                     .rows = is_json ? json_array() : NULL};
    add_head(study, &report.text);
    const StudySink sink = {.turn = report_turn, .context = &report};
    int status = record_study_run(&study->plan, &sink);
    if (!status)
        status = print(&report);
    json_decref(report.rows);
    text_done(&report.text);
    return status;
}
