// Studies of Kriegspiel: compares a pool of boards with the truth, describes a turn (certainly empty squares, certain men, and where the
// king may be), prints a line for each turn and maps of the enemy's men, and makes the tables over many games: how good pools
// are, and how many last-observation boards agree with the whole game.
#include "lab/study/kriegspiel_study.h"

#include "base/cli/output.h"
#include "base/stats/bands.h"
#include "base/stats/estimate.h"
#include "base/stats/sizes.h"
#include "engine/kriegspiel_belief/last_turn_sampler.h"
#include "lab/study/internal.h"
#include "lab/study/records.h"
#include "lab/study/study_games.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

// The weight of the boards that have a man on each square.
typedef struct SquareMap {
    double at[SQUARE_COUNT];
} SquareMap;

// Returns the map of one kind of `color`'s men; KIND_COUNT for any of them.
static SquareMap square_map(const Boards *boards, Color color, unsigned kind)
{
    assert(color < 2 && kind <= KIND_COUNT);
    SquareMap map = {{0}};
    for (uint32_t i = 0; i < boards->count; i++) {
        const Position *position = &((const KriegspielBoard *)boards_at(boards, i))->position;
        Bits men =
            kind == KIND_COUNT ? position->color[color] : position_men(position, color, (Kind)kind);
        while (men)
            map.at[bits_take(&men)] += boards->weights[i];
    }
    return map;
}

static double weight_of(const Boards *boards, const Position *truth)
{
    double sum = 0;
    for (uint32_t i = 0; i < boards->count; i++)
        if (((const KriegspielBoard *)boards_at(boards, i))->position.key == truth->key)
            sum += boards->weights[i];
    return sum;
}

static double brier_of(const SquareMap *map, Bits squares, Bits men)
{
    const unsigned count = bits_count(squares);
    double sum = 0;
    while (squares) {
        const unsigned square = bits_take(&squares);
        const double error = map->at[square] - (double)bits_has(men, square);
        sum += error * error;
    }
    return sum / count;
}

double king_log_loss(double chance, unsigned squares)
{
    assert(chance >= 0 && squares > 0);
    return -log((1 - KING_FLOOR) * chance + KING_FLOOR / squares);
}

static double expected_king_loss(const SquareMap *kings, Bits squares)
{
    const unsigned count = bits_count(squares);
    double sum = 0;
    while (squares) {
        const double chance = kings->at[bits_take(&squares)];
        sum += chance * king_log_loss(chance, count);
    }
    return sum;
}

// Measures a pool with at least one board.
static Quality quality_of(const Boards *boards, uint8_t seat, const Position *truth)
{
    assert(boards->count > 0 && seat < 2);
    const Color enemy = other_color(seat);
    const Bits squares = position_board(truth)->squares;
    const SquareMap kings = square_map(boards, enemy, KING);
    const SquareMap men = square_map(boards, enemy, KIND_COUNT);
    const double chance = kings.at[bits_first(position_men(truth, enemy, KING))];
    return (Quality){.truth_weight = weight_of(boards, truth),
                     .king_chance = chance,
                     .king_log_loss = king_log_loss(chance, bits_count(squares)),
                     .king_entropy = expected_king_loss(&kings, squares),
                     .brier = brier_of(&men, squares, truth->color[enemy])};
}

static Quality quality_of_none(uint8_t seat, const Position *truth)
{
    const unsigned squares = bits_count(position_board(truth)->squares);
    const double loss = king_log_loss(0, squares);
    return (Quality){.king_log_loss = loss,
                     .king_entropy = loss,
                     .brier = bits_count(truth->color[other_color(seat)]) / (double)squares};
}

PoolTurn pool_turn(const StudyTurn *studied)
{
    assert(studied->plan->seat < 2 && studied->view && studied->truth);
    const uint8_t seat = studied->plan->seat;
    const Position *truth = &((const Umpire *)studied->truth)->truth;
    PoolTurn turn = {.move = studied->number,
                     .is_exact = pool_is_exact(studied->pool),
                     .is_guessed = pool_is_guessed(studied->pool),
                     .boards = pool_boards(studied->pool),
                     .counts = pool_counts(studied->pool),
                     .view = studied->view,
                     .truth = truth};
    turn.quality =
        turn.boards->count ? quality_of(turn.boards, seat, truth) : quality_of_none(seat, truth);
    assert(!turn.is_exact || !turn.is_guessed);
    return turn;
}

void pool_sums_add(PoolSums *sums, const PoolTurn *turn)
{
    const Quality *quality = &turn->quality;
    sums->turns++;
    sums->exact += turn->is_exact;
    sums->found += quality->truth_weight > 0;
    sums->empty += turn->boards->count == 0;
    sums->guessed += turn->is_guessed;
    sums->sum.truth_weight += quality->truth_weight;
    sums->sum.king_chance += quality->king_chance;
    sums->sum.king_log_loss += quality->king_log_loss;
    sums->sum.king_entropy += quality->king_entropy;
    sums->sum.brier += quality->brier;
}

Quality pool_sums_mean(const PoolSums *sums)
{
    const double turns = sums->turns ? sums->turns : 1;
    return (Quality){.truth_weight = sums->sum.truth_weight / turns,
                     .king_chance = sums->sum.king_chance / turns,
                     .king_log_loss = sums->sum.king_log_loss / turns,
                     .king_entropy = sums->sum.king_entropy / turns,
                     .brier = sums->sum.brier / turns};
}

static const Band quality_bands[] = {
    {"1-5", 5},    {"6-10", 10},  {"11-15", 15}, {"16-20", 20},
    {"21-30", 30}, {"31-40", 40}, {"41-60", 60}, {"61 on", UINT32_MAX},
};
enum { BAND_COUNT = COUNT_OF(quality_bands) };

typedef struct QualityTable {
    PoolSums sums[BAND_COUNT], all;
    uint64_t deaths[BAND_COUNT];
    PoolCounts before;      // at the turn before, in the current game
    PoolCounts counts;      // of all games
    uint32_t games_empty;   // games in which the pool had no board at some turn
    bool is_empty;          // so in the current game
    uint32_t games_guessed; // games in which its boards were guessed at some turn
    bool is_guessed;        // so in the current game
} QualityTable;

static void quality_begin(void *context, const StudyPlan *plan)
{
    QualityTable *table = context;
    (void)plan;
    table->before = (PoolCounts){0};
    table->is_empty = table->is_guessed = false;
}

static bool quality_add_turn(void *context, const StudyTurn *studied)
{
    const PoolTurn judged = pool_turn(studied), *turn = &judged;
    QualityTable *table = context;
    const unsigned band = band_of(quality_bands, turn->move);
    const PoolCounts counts = turn->counts;
    assert(band < BAND_COUNT);
    assert(counts.deaths >= table->before.deaths && counts.revivals >= table->before.revivals);
    pool_sums_add(&table->sums[band], turn);
    pool_sums_add(&table->all, turn);
    table->deaths[band] += counts.deaths - table->before.deaths;
    table->counts.deaths += counts.deaths - table->before.deaths;
    table->counts.revivals += counts.revivals - table->before.revivals;
    table->before = counts;
    table->is_empty |= turn->boards->count == 0;
    table->is_guessed |= turn->is_guessed;
    return true;
}

static void quality_end(void *context)
{
    QualityTable *table = context;
    table->games_empty += table->is_empty;
    table->games_guessed += table->is_guessed;
}

static void add_sums(const char *name, const PoolSums *sums, uint64_t deaths, Text *text)
{
    const Quality mean = pool_sums_mean(sums);
    const double turns = sums->turns;
    text_format(text,
                "| %s | %u | %.2f | %.2f | %.4f | %.3f | %.3f | %.3f | %.4f | %" PRIu64 " |\n",
                name, sums->turns, sums->exact / turns, sums->found / turns, mean.truth_weight,
                mean.king_chance, mean.king_log_loss, mean.king_entropy, mean.brier, deaths);
}

static void quality_to_text(void *context, uint64_t games, Text *text)
{
    const QualityTable *table = context;
    assert(games > 0);
    text_add(text, "| moves | turns | exact | truth found | its weight | king chance "
                   "| king log-loss | expected | Brier | deaths "
                   "|\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < BAND_COUNT; i++)
        if (table->sums[i].turns)
            add_sums(quality_bands[i].name, &table->sums[i], table->deaths[i], text);
    if (table->all.turns)
        add_sums("all", &table->all, table->counts.deaths, text);
    text_format(text,
                "\nA game: %.2f deaths, %.2f revivals. Without a board: %u turns, in %u games. "
                "Guessed: %u turns, in %u games.\n",
                (double)table->counts.deaths / (double)games,
                (double)table->counts.revivals / (double)games, table->all.empty,
                table->games_empty, table->all.guessed, table->games_guessed);
}

const StudyTable kriegspiel_quality_table = {.bytes = sizeof(QualityTable),
                                             .begin = quality_begin,
                                             .turn = quality_add_turn,
                                             .end = quality_end,
                                             .to_text = quality_to_text};

// The first ten moves have a row each; later rows have more moves.
enum { OBSERVED_ROWS = 16 };

typedef struct ObservedRow {
    uint32_t outgrown; // games whose set was too large at this move or earlier
    uint64_t drawn, inside;
    Sizes sizes; // of the exact sets, one a turn
} ObservedRow;

typedef struct ObservedTable {
    ObservedRow rows[OBSERVED_ROWS];
    LastTurnSampler last_turn; // of the game that is followed
    Rng rng;
    bool is_short; // of memory
} ObservedTable;

enum { DRAWS = 50 }; // a turn

static const Band observed_bands[] = {
    {"1", 1},      {"2", 2},      {"3", 3},      {"4", 4},
    {"5", 5},      {"6", 6},      {"7", 7},      {"8", 8},
    {"9", 9},      {"10", 10},    {"11-15", 15}, {"16-20", 20},
    {"21-30", 30}, {"31-40", 40}, {"41-60", 60}, {"61 on", UINT32_MAX},
};
_Static_assert(COUNT_OF(observed_bands) == OBSERVED_ROWS, "every row has its moves");

static void observed_done(void *context)
{
    ObservedTable *table = context;
    for (unsigned i = 0; i < OBSERVED_ROWS; i++)
        sizes_done(&table->rows[i].sizes);
}

static void observed_begin(void *context, const StudyPlan *plan)
{
    ObservedTable *table = context;
    last_turn_begin(&table->last_turn, kriegspiel_rules(plan->rules), plan->seat);
    table->rng = rng_from_seed(plan->pool.seed);
}

static bool observed_hear(void *context, const void *view, Try own, const Hearing *heard)
{
    (void)view;
    ObservedTable *table = context;
    last_turn_hear(&table->last_turn, own, heard);
    return true;
}

// The game ends for this table when its set outgrows the limit.
static bool observed_add_turn(void *context, const StudyTurn *turn)
{
    ObservedTable *table = context;
    const Boards *boards = pool_boards(turn->pool);
    const unsigned row = band_of(observed_bands, turn->number);
    assert(row < OBSERVED_ROWS);
    if (!pool_is_exact(turn->pool)) {
        for (unsigned i = row; i < OBSERVED_ROWS; i++)
            table->rows[i].outgrown++;
        return false;
    }
    const Consistency consistency =
        consistency_of(&table->last_turn, turn->view, boards, DRAWS, &table->rng);
    table->rows[row].drawn += consistency.drawn;
    table->rows[row].inside += consistency.inside;
    table->is_short |= !sizes_add(&table->rows[row].sizes, boards->count);
    return !table->is_short;
}

static void observed_add_row(const char *name, ObservedRow *row, Text *text)
{
    assert(row->inside <= row->drawn);
    sizes_sort(&row->sizes);
    text_format(text, "| %s | %" PRIu32 " | %" PRIu32 " | ", name, row->sizes.count, row->outgrown);
    sizes_add_quartile(&row->sizes, 2, text);
    text_format(text, " | %" PRIu64 " | %" PRIu64 " | ", row->drawn, row->inside);
    if (row->drawn) {
        const Estimate share = binomial_share(row->inside, row->drawn);
        text_format(text, "%.1f %% (%.1f to %.1f)", 100 * share.value, 100 * share.low,
                    100 * share.high);
    }
    text_add(text, " |\n");
}

static bool observed_is_short(const void *table)
{
    return ((const ObservedTable *)table)->is_short;
}

static void observed_to_text(void *context, uint64_t games, Text *text)
{
    ObservedTable *table = context;
    (void)games;
    text_add(text, "| moves | turns | outgrown | median size | drawn | consistent | share, 95 % |\n"
                   "|---|--:|--:|--:|--:|--:|---|\n");
    for (unsigned i = 0; i < OBSERVED_ROWS; i++)
        if (table->rows[i].sizes.count)
            observed_add_row(observed_bands[i].name, &table->rows[i], text);
}

const StudyTable observed_table = {.bytes = sizeof(ObservedTable),
                                   .begin = observed_begin,
                                   .turn = observed_add_turn,
                                   .hear = observed_hear,
                                   .is_short = observed_is_short,
                                   .to_text = observed_to_text,
                                   .done = observed_done};

enum { KING_SQUARES = 3 };

// Squares rank by rank; a run of neighbours is written as "a3-e3".
static void add_squares(Bits squares, Text *text)
{
    while (squares) {
        const unsigned first = bits_take(&squares);
        unsigned last = first;
        while (square_file(last) < 7 && bits_has(squares, last + 1))
            squares &= ~bit(++last);
        text_add_char(text, ' ');
        square_to_text(first, text);
        if (last > first) {
            text_add_char(text, '-');
            square_to_text(last, text);
        }
    }
}

static void add_empty(const PoolTurn *turn, const SquareMap *men, Text *text)
{
    const Bits free = position_board(turn->truth)->squares & ~turn->view->own.all;
    Bits empty = 0;
    for (Bits rest = free; rest;) {
        const unsigned square = bits_take(&rest);
        if (study_is_none(men->at[square], turn->is_exact))
            empty |= bit(square);
    }
    text_format(text, "  %s empty, besides your own men's squares:",
                turn->is_exact ? "Certainly" : "Nearly certainly");
    if (empty)
        add_squares(empty, text);
    else
        text_add(text, " none");
    text_add(text, ".\n");
}

static const char *const kind_names[KIND_COUNT] = {"pawn", "knight", "bishop",
                                                   "rook", "queen",  "king"};

static void add_certain_men(const PoolTurn *turn, Color enemy, Text *text)
{
    unsigned count = 0;
    text_format(text, "  %s:", turn->is_exact ? "Certain" : "Nearly certain");
    for (Kind kind = KING; (int)kind >= PAWN; kind--) {
        const SquareMap map = square_map(turn->boards, enemy, kind);
        for (unsigned square = 0; square < SQUARE_COUNT; square++) {
            if (!study_is_there(map.at[square], turn->is_exact))
                continue;
            text_format(text, "%s %s ", count++ ? "," : "", kind_names[kind]);
            square_to_text(square, text);
        }
    }
    text_add(text, count ? ".\n" : " no enemy man.\n");
}

static void add_certainties(const PoolTurn *turn, Color enemy, Text *text)
{
    assert(turn->boards->count > 0 && !turn->is_guessed);
    const SquareMap men = square_map(turn->boards, enemy, KIND_COUNT);
    add_empty(turn, &men, text);
    add_certain_men(turn, enemy, text);
}

static unsigned likeliest(const SquareMap *map)
{
    unsigned best = 0;
    for (unsigned square = 1; square < SQUARE_COUNT; square++)
        if (map->at[square] > map->at[best])
            best = square;
    return best;
}

static void add_king(const PoolTurn *turn, Color enemy, Text *text)
{
    assert(turn->boards->count > 0);
    SquareMap kings = square_map(turn->boards, enemy, KING);
    text_add(text, "  The enemy king:");
    for (unsigned i = 0; i < KING_SQUARES; i++) {
        const unsigned square = likeliest(&kings);
        if (kings.at[square] <= 0)
            break;
        text_add(text, i ? ", " : " ");
        square_to_text(square, text);
        text_format(text, " %.2f", kings.at[square]);
        kings.at[square] = 0;
    }
    text_add(text, ".\n");
}

void kriegspiel_describe(const StudyTurn *studied, const void *notes, Text *text)
{
    const PoolTurn judged = pool_turn(studied), *turn = &judged;
    (void)notes;
    const Color enemy = other_color(turn->view->seat);
    text_format(text, "\nMove %u: ", turn->move);
    analyse__add_boards(turn->boards->count,
                        turn->is_guessed ? "guessed, for no history was found that leads to one"
                                         : analyse__kind(turn->is_exact),
                        text);
    if (turn->boards->count == 0)
        return;
    if (!turn->is_guessed) // guesses make nothing nearly certain
        add_certainties(turn, enemy, text);
    add_king(turn, enemy, text);
}

bool kriegspiel_chances(const StudyTurn *studied, double enemy[SIGN_SPOTS])
{
    const PoolTurn turn = pool_turn(studied);
    if (!turn.boards->count)
        return false;
    const SquareMap map = square_map(turn.boards, other_color(studied->plan->seat), KIND_COUNT);
    memcpy(enemy, map.at, sizeof map.at);
    return true;
}

// The turn whose maps are shown.
typedef struct Picture {
    uint32_t move; // 0 while there is none
    bool is_guessed;
    SquareMap king, men;
    OwnMen own;
    Position truth;
} Picture;

typedef struct BeliefReport {
    const StudyPlan *plan;
    uint64_t at;     // the move whose maps are wanted; 0 for the last
    uint32_t wanted; // the latest turn that is that move; 0 while there is none
    Text text;
    json_t *rows; // NULL: as text
    PoolSums sums;
    PoolCounts counts;
    Picture picture;
} BeliefReport;

static void add_turn_row(Text *text, const PoolTurn *turn)
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

static void take_picture(BeliefReport *report, const PoolTurn *turn)
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
    BeliefReport *report = context;
    pool_sums_add(&report->sums, turn);
    report->counts = turn->counts;
    if (report->rows)
        json_array_append_new(report->rows, row_json(turn));
    else
        add_turn_row(&report->text, turn);
    if (report->at && turn->move != report->at)
        return true;
    report->wanted = turn->move;
    if (turn->boards->count)
        take_picture(report, turn);
    return true;
}

static void add_maps(BeliefReport *report)
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

static void add_head(const RecordStudy *study, Text *text)
{
    records_add_head(&study->record, text);
    text_format(text,
                "What %s could believe with at most %u boards.\n\n"
                "move   boards         truth     king log-loss    Brier\n",
                view_name(study->plan.seat), study->plan.pool.limit);
}

static void add_end(BeliefReport *report)
{
    const Quality mean = pool_sums_mean(&report->sums);
    assert(report->sums.turns > 0);
    text_format(&report->text,
                "mean of %-4u          %8.5f %8.3f %8.3f %8.4f\n%u deaths, %u revivals\n",
                report->sums.turns, mean.truth_weight, mean.king_chance, mean.king_log_loss,
                mean.brier, report->counts.deaths, report->counts.revivals);
    add_maps(report);
}

// Returns the map of a picture, null if there is none.
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

static json_t *report_json(const BeliefReport *report)
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

static int print_report(BeliefReport *report)
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
    BeliefReport report = {.plan = &study->plan,
                           .at = at,
                           .text = text_growing(&memory_heap),
                           .rows = is_json ? json_array() : NULL};
    add_head(study, &report.text);
    const StudySink sink = {.turn = report_turn, .context = &report};
    int status = record_study_run(&study->plan, &sink);
    if (!status)
        status = print_report(&report);
    json_decref(report.rows);
    text_done(&report.text);
    return status;
}
