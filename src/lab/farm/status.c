// Figures and the log of the farm as text.
#include "lab/farm/status.h"

#include "lab/report/report.h"

#include <inttypes.h>
#include <string.h>

enum {
    WINDOW_SECONDS = 600, // over which speed is measured
    CELLS_SHOWN = 8,      // of those in play
    BAR_WIDTH = 20,
    EXPERIMENTS_MAX = 16, // in one picture
    NAME_ROOM_SHOWN = 128,
};

// An experiment that is shown.
typedef struct ShownExperiment {
    uint64_t id;
    char name[NAME_ROOM_SHOWN], state[16], submitted[32];
} ShownExperiment;

// The workers that hold a lease, and the games of the last minutes.
typedef struct Workforce {
    uint64_t workers, machines, threads, refused; // machines that are refused
    double games_a_second;
} Workforce;

static void copy_field(char *memory, size_t capacity, const char *field)
{
    Text text = text_in(memory, capacity);
    text_add(&text, field ? field : "");
}

static bool read_experiments(FarmDatabase *owner, const char *name, ShownExperiment *shown,
                             uint32_t *count)
{
    const char *const values[] = {name};
    if (!farm_call(owner, FARM_LIST, values))
        return false;
    *count = store_call_rows(owner->caller);
    if (*count > EXPERIMENTS_MAX)
        *count = EXPERIMENTS_MAX;
    for (uint32_t i = 0; i < *count; i++) {
        shown[i].id = store_call_number(owner->caller, i, 0);
        copy_field(shown[i].name, sizeof shown[i].name, store_call_field(owner->caller, i, 1));
        copy_field(shown[i].state, sizeof shown[i].state, store_call_field(owner->caller, i, 2));
        copy_field(shown[i].submitted, sizeof shown[i].submitted,
                   store_call_field(owner->caller, i, 3));
    }
    return true;
}

static bool read_workforce(FarmDatabase *owner, Workforce *workforce)
{
    const FarmNumber window = farm_number(WINDOW_SECONDS);
    const char *const values[] = {window.text};
    if (!farm_call(owner, FARM_WORKERS, values))
        return false;
    const StoreCaller *caller = owner->caller;
    const uint64_t games = store_call_number(caller, 0, 3);
    const uint64_t seconds = store_call_number(caller, 0, 5);
    *workforce = (Workforce){.workers = store_call_number(caller, 0, 0),
                             .machines = store_call_number(caller, 0, 1),
                             .threads = store_call_number(caller, 0, 2),
                             .refused = store_call_number(caller, 0, 4),
                             .games_a_second = seconds ? (double)games / (double)seconds : 0};
    return true;
}

// The fields of a row of FARM_CELLS.
enum {
    CELL_LABEL,
    CELL_PAIRS,
    CELL_OVER,
    CELL_COUNTS,
    CELL_GAMES = CELL_COUNTS + PAIR_SCORES,
    CELL_REPORTED = CELL_GAMES + 3,
    CELL_LEASED
};

typedef struct CellState {
    const char *label;
    uint64_t pairs, reported, leased;
    bool is_over;
    PairCounts counts;
    Trinomial games;
} CellState;

static CellState read_cell(const StoreCaller *caller, uint32_t row)
{
    CellState cell = {.label = store_call_field(caller, row, CELL_LABEL),
                      .pairs = store_call_number(caller, row, CELL_PAIRS),
                      .is_over = store_call_field(caller, row, CELL_OVER)[0] == 't',
                      .reported = store_call_number(caller, row, CELL_REPORTED),
                      .leased = store_call_number(caller, row, CELL_LEASED)};
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        cell.counts.count[i] = (uint32_t)store_call_number(caller, row, CELL_COUNTS + i);
    cell.games = (Trinomial){.wins = (uint32_t)store_call_number(caller, row, CELL_GAMES),
                             .draws = (uint32_t)store_call_number(caller, row, CELL_GAMES + 1),
                             .losses = (uint32_t)store_call_number(caller, row, CELL_GAMES + 2)};
    return cell;
}

static void draw_bar(uint64_t done, uint64_t all, Text *text)
{
    const uint64_t full = all ? done * BAR_WIDTH / all : 0;
    text_add_char(text, '[');
    for (uint64_t i = 0; i < BAR_WIDTH; i++)
        text_add_char(text, i < full ? '#' : '.');
    text_add_char(text, ']');
}

static void draw_cell(const CellState *cell, uint32_t row, Text *text)
{
    const uint64_t kept = score_count_pairs(&cell->counts);
    text_format(text, "%3" PRIu32 " %s\n    ", row + 1, cell->label);
    draw_bar(cell->is_over ? cell->pairs : cell->reported, cell->pairs, text);
    text_format(text, " %" PRIu64 " of %" PRIu64 " games reported, %" PRIu64 " in play%s\n",
                2 * cell->reported, 2 * cell->pairs, 2 * cell->leased,
                cell->is_over ? "; over" : "");
    if (!kept)
        return;
    text_format(text, "    %" PRIu64 " checked: +%" PRIu32 " =%" PRIu32 " -%" PRIu32 ", Elo ",
                2 * kept, cell->games.wins, cell->games.draws, cell->games.losses);
    report_elo(&cell->counts, &cell->games, text);
    text_add_char(text, '\n');
}

// The sums of the cells of an experiment.
typedef struct Sums {
    uint64_t cells, over, pairs, reported, left;
} Sums;

static void add_cell(Sums *sums, const CellState *cell)
{
    sums->cells++;
    sums->over += cell->is_over;
    sums->pairs += cell->pairs;
    sums->reported += cell->reported;
    if (!cell->is_over && cell->reported < cell->pairs)
        sums->left += cell->pairs - cell->reported;
}

// Returns whether a cell is shown: of few cells all, of many those in play.
static bool is_shown(const CellState *cell, uint32_t count)
{
    return count <= CELLS_SHOWN || (!cell->is_over && (cell->reported || cell->leased));
}

static void draw_head(const ShownExperiment *shown, const Sums *sums, const Workforce *workforce,
                      Text *text)
{
    text_format(text,
                "%s: %" PRIu64 " of %" PRIu64 " games reported, %" PRIu64 " of %" PRIu64
                " cells over",
                shown->name, 2 * sums->reported, 2 * sums->pairs, sums->over, sums->cells);
    if (strcmp(shown->state, "open") != 0) {
        text_format(text, "; %s\n", shown->state);
        return;
    }
    if (sums->left && workforce->games_a_second > 0) {
        text_add(text, ", time left ");
        report_time(2 * (double)sums->left / workforce->games_a_second, text);
    }
    text_format(text, "\n    submitted %s\n", shown->submitted);
}

static bool draw_experiment(FarmDatabase *owner, const ShownExperiment *shown,
                            const Workforce *workforce, Text *picture)
{
    const FarmNumber id = farm_number(shown->id);
    const char *const values[] = {id.text};
    Sums sums = {0};
    uint32_t drawn = 0;
    if (!farm_call(owner, FARM_CELLS, values))
        return false;
    const uint32_t count = store_call_rows(owner->caller);
    for (uint32_t i = 0; i < count; i++) {
        const CellState cell = read_cell(owner->caller, i);
        add_cell(&sums, &cell);
    }
    draw_head(shown, &sums, workforce, picture);
    for (uint32_t i = 0; i < count && drawn < CELLS_SHOWN; i++) {
        const CellState cell = read_cell(owner->caller, i);
        if (!is_shown(&cell, count))
            continue;
        draw_cell(&cell, i, picture);
        drawn++;
    }
    return true;
}

static void draw_workforce(const Workforce *workforce, Text *text)
{
    text_format(
        text,
        "%" PRIu64 " workers on %" PRIu64 " machines, %" PRIu64 " games at a time, %.2f games/s",
        workforce->workers, workforce->machines, workforce->threads, workforce->games_a_second);
    if (workforce->refused)
        text_format(text, ", machines refused: %" PRIu64, workforce->refused);
    text_add_char(text, '\n');
}

bool farm_status(FarmDatabase *owner, const char *name, Text *picture, bool *is_open)
{
    ShownExperiment shown[EXPERIMENTS_MAX];
    uint32_t count;
    Workforce workforce;
    *is_open = false;
    if (!read_experiments(owner, name, shown, &count) || !read_workforce(owner, &workforce))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        *is_open |= strcmp(shown[i].state, "open") == 0;
        if (!draw_experiment(owner, &shown[i], &workforce, picture))
            return false;
    }
    if (*is_open)
        draw_workforce(&workforce, picture);
    return true;
}

bool farm_log(FarmDatabase *owner, const char *name, Text *text)
{
    const char *const values[] = {name};
    if (!farm_call(owner, FARM_EVENTS, values))
        return false;
    const StoreCaller *caller = owner->caller;
    for (uint32_t i = 0; i < store_call_rows(caller); i++) {
        const char *unit = store_call_field(caller, i, 4);
        const char *who = store_call_field(caller, i, 3);
        text_format(text, "%s  %-9s", store_call_field(caller, i, 0),
                    store_call_field(caller, i, 1));
        if (unit)
            text_format(text, " unit %s:", unit);
        text_format(text, " %s", store_call_field(caller, i, 5));
        if (unit && who[0])
            text_format(text, " (%s)", who);
        text_add_char(text, '\n');
    }
    return true;
}
