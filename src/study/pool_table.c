// Averages by move. Games are followed one after the other; the text is printed when all is well.
#include "study/pool_table.h"
#include "cli/progress.h"
#include "cli/records.h"
#include "study/bands.h"
#include "study/go_table.h"
#include "study/observed_table.h"
#include "study/pool_turn.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIMITS_MAX = 8, SIZE_MOVES = 15 };

// Moves that are averaged together, up to `last`.
static const Band bands[] = {
    {"1-5", 5},    {"6-10", 10},  {"11-15", 15}, {"16-20", 20},
    {"21-30", 30}, {"31-40", 40}, {"41-60", 60}, {"61 on", UINT32_MAX},
};
enum { BAND_COUNT = COUNT_OF(bands) };

typedef struct Averages {
    uint64_t games;
    PoolSums sums[BAND_COUNT], all;
    uint64_t deaths[BAND_COUNT];
    PoolCounts before;       // as of the turn before, in the game that is followed
    PoolCounts counts;       // of all games
    uint32_t games_empty;    // games in which the pool had no board at some turn
    bool is_empty;           // this game is one
    uint32_t games_guessed;  // games in which its boards were guessed at some turn
    bool is_guessed;         // this game is one
    Sizes sizes[SIZE_MOVES]; // of exact sets, by move
    bool has_no_memory;
    const Game *game; // one table is of one game
    GoTable go;
    ObservedTable observed;
} Averages;

// --- One turn ------------------------------------------------------------------------------------

static bool average_turn(void *context, const StudyTurn *studied)
{
    const PoolTurn judged = pool_turn(studied), *turn = &judged;
    Averages *averages = context;
    const unsigned band = band_of(bands, turn->move);
    const PoolCounts counts = turn->counts;
    pool_sums_add(&averages->sums[band], turn);
    pool_sums_add(&averages->all, turn);
    averages->deaths[band] += counts.deaths - averages->before.deaths;
    averages->counts.deaths += counts.deaths - averages->before.deaths;
    averages->counts.revivals += counts.revivals - averages->before.revivals;
    averages->before = counts;
    averages->is_empty |= turn->boards->count == 0;
    averages->is_guessed |= turn->is_guessed;
    return true;
}

// Once a set has outgrown the limit nobody can say what it is; it counts as larger at every later
// move. False if there is nothing more to note.
static bool note_size(Averages *averages, uint32_t move, bool is_exact, uint32_t boards)
{
    if (move > SIZE_MOVES)
        return false;
    const uint32_t last = is_exact ? move : SIZE_MOVES;
    for (; move <= last; move++)
        averages->has_no_memory |=
            !sizes_add(&averages->sizes[move - 1], is_exact ? boards : OUTGROWN);
    return is_exact && !averages->has_no_memory;
}

static bool note_turn(void *context, const StudyTurn *turn)
{
    return note_size(context, turn->number, pool_is_exact(turn->pool),
                     pool_boards(turn->pool)->count);
}

// In Go the turns of both are counted, moves by each seat.
static bool note_go_turn(void *context, const StudyTurn *turn)
{
    return note_size(context, (turn->number + 1) / 2, pool_is_exact(turn->pool),
                     pool_boards(turn->pool)->count);
}

static bool average_go_turn(void *context, const StudyTurn *turn)
{
    go_table_add(&((Averages *)context)->go, turn);
    return true;
}

// --- All games -----------------------------------------------------------------------------------

// Games on their way into a table.
typedef struct Tabling {
    const BeliefTable *table;
    Averages *averages;
    Progress progress;
} Tabling;

static int follow_go(const Tabling *tabling, const RecordStudy *study)
{
    const StudySink sinks[] = {
        [TABLE_OF_QUALITY] = {.turn = average_go_turn, .context = tabling->averages},
        [TABLE_OF_SIZES] = {.turn = note_go_turn, .context = tabling->averages},
    };
    if (tabling->table->kind == TABLE_OF_OBSERVED)
        return complain("--observed is for Kriegspiel");
    return record_study_walk(&study->plan, &sinks[tabling->table->kind]);
}

static int follow_chess(const Tabling *tabling, const RecordStudy *study)
{
    Averages *averages = tabling->averages;
    const StudySink sinks[] = {
        [TABLE_OF_QUALITY] = {.turn = average_turn, .context = averages},
        [TABLE_OF_SIZES] = {.turn = note_turn, .context = averages},
        [TABLE_OF_OBSERVED] = {.turn = observed_turn,
                               .hear = observed_hear,
                               .context = &averages->observed},
    };
    observed_begin(&averages->observed, &study->plan);
    averages->before = (PoolCounts){0};
    averages->is_empty = averages->is_guessed = false;
    const int status = record_study_walk(&study->plan, &sinks[tabling->table->kind]);
    averages->games_empty += averages->is_empty;
    averages->games_guessed += averages->is_guessed;
    return status;
}

static int follow_one(void *context, const GameRecord *record)
{
    Tabling *tabling = context;
    const BeliefTable *table = tabling->table;
    Averages *averages = tabling->averages;
    RecordStudy study = {.record = *record};
    PoolPlan pool = table->pool;
    if (averages->games && averages->game != record->game)
        return complain("a table is of Kriegspiel or of Go; the files hold both");
    averages->game = record->game;
    pool.seed += averages->games++;
    int status = record_study_plan(&study, table->who, &pool);
    if (status)
        return status;
    status = (game_is_on_chess_board(record->game) ? follow_chess : follow_go)(tabling, &study);
    if (!status && (averages->has_no_memory || averages->observed.has_no_memory)) {
        complain("there is not enough memory");
        status = EXIT_FAILED;
    }
    progress_step(&tabling->progress, averages->games);
    return status;
}

static int follow_all(const BeliefTable *table, Averages *averages)
{
    Tabling tabling = {table, averages, progress_begin("games", 0)};
    int status = EXIT_FINE;
    for (unsigned i = 0; i < table->path_count && !status; i++)
        status = records_each(table->paths[i], table->games, follow_one, &tabling);
    progress_end(&tabling.progress);
    return status;
}

// --- Printing ------------------------------------------------------------------------------------

static void add_sums(const char *name, const PoolSums *sums, uint64_t deaths, Text *text)
{
    const Quality mean = pool_sums_mean(sums);
    const double turns = sums->turns;
    text_format(text,
                "| %s | %u | %.2f | %.2f | %.4f | %.3f | %.3f | %.3f | %.4f | %" PRIu64 " |\n",
                name, sums->turns, sums->exact / turns, sums->found / turns, mean.truth_weight,
                mean.king_chance, mean.king_log_loss, mean.king_entropy, mean.brier, deaths);
}

static void add_qualities(const Averages *averages, Text *text)
{
    text_add(text, "| moves | turns | exact | truth found | its weight | king chance "
                   "| king log-loss | expected | Brier | deaths "
                   "|\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < BAND_COUNT; i++)
        if (averages->sums[i].turns)
            add_sums(bands[i].name, &averages->sums[i], averages->deaths[i], text);
    if (averages->all.turns)
        add_sums("all", &averages->all, averages->counts.deaths, text);
    text_format(text,
                "\nA game: %.2f deaths, %.2f revivals. Without a board: %u turns, in %u games. "
                "Guessed: %u turns, in %u games.\n",
                (double)averages->counts.deaths / (double)averages->games,
                (double)averages->counts.revivals / (double)averages->games, averages->all.empty,
                averages->games_empty, averages->all.guessed, averages->games_guessed);
}

static void add_sizes(Averages *averages, Text *text)
{
    text_add(text, "| move | games | exact | lower quartile | median | upper quartile |\n"
                   "|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < SIZE_MOVES && averages->sizes[i].count; i++) {
        Sizes *sizes = &averages->sizes[i];
        sizes_sort(sizes);
        text_format(text, "| %u | %u | %.2f |", i + 1, sizes->count,
                    (double)sizes_count_exact(sizes) / sizes->count);
        for (uint32_t quarters = 1; quarters <= 3; quarters++) {
            text_add_char(text, ' ');
            sizes_add_quartile(sizes, quarters, text);
            text_add(text, " |");
        }
        text_add_char(text, '\n');
    }
}

static void averages_done(Averages *averages)
{
    for (unsigned i = 0; i < SIZE_MOVES; i++)
        sizes_done(&averages->sizes[i]);
    observed_done(&averages->observed);
    memory_resize(&memory_heap, averages, 0);
}

// One limit: its heading and its table.
static int add_table(const BeliefTable *table, Text *text)
{
    Averages *averages = memory_resize(&memory_heap, NULL, sizeof *averages);
    if (!averages) {
        complain("there is not enough memory");
        return EXIT_FAILED;
    }
    *averages = (Averages){0};
    const int status = follow_all(table, averages);
    text_format(text, "%sSeat %s, %" PRIu64 " games, at most %u boards:\n\n",
                text->length ? "\n" : "", table->who, averages->games, table->pool.limit);
    if (table->kind == TABLE_OF_SIZES)
        add_sizes(averages, text);
    else if (table->kind == TABLE_OF_OBSERVED)
        observed_to_text(&averages->observed, text);
    else if (!game_is_on_chess_board(averages->game))
        go_table_to_text(&averages->go, text);
    else
        add_qualities(averages, text);
    averages_done(averages);
    return status;
}

// --- The limits ----------------------------------------------------------------------------------

// Returns how many there are; 0 if it complained.
static unsigned read_limits(const BeliefTable *table, uint32_t limits[LIMITS_MAX])
{
    unsigned count = 0;
    Slice rest = slice_of(table->limits ? table->limits : "");
    if (!table->limits)
        limits[count++] = table->pool.limit;
    while (rest.length) {
        const Slice word = slice_take(&rest, ",");
        uint64_t limit;
        if (count == LIMITS_MAX || !slice_number(word, LIMIT_MAX, &limit) || limit < LIMIT_MIN) {
            complain("--limits takes at most %d numbers from %d to %d, as in 1000,10000",
                     LIMITS_MAX, LIMIT_MIN, LIMIT_MAX);
            return 0;
        }
        limits[count++] = (uint32_t)limit;
    }
    return count;
}

int belief_table(const BeliefTable *table)
{
    uint32_t limits[LIMITS_MAX];
    const unsigned count = read_limits(table, limits);
    if (!count)
        return EXIT_USAGE;
    Text text = text_growing(&memory_heap);
    int status = EXIT_FINE;
    for (unsigned i = 0; i < count && !status; i++) {
        BeliefTable one = *table;
        one.pool.limit = limits[i];
        status = add_table(&one, &text);
    }
    if (!status)
        fputs(text.start, stdout);
    text_done(&text);
    return status;
}
