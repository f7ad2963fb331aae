// The table of games that `nebel belief` can study: for each game its tables, and how large the sets of possible boards are in its turns.
#include "lab/study/study_games.h"

#include "base/stats/sizes.h"
#include "engine/phantom_go/known.h"
#include "games/kriegspiel/open_chess.h"
#include "games/phantom_go/phantom_go.h"
#include "lab/study/internal.h"

#include <assert.h>

enum { SIZE_MOVES = 15 };

typedef struct SizeTable {
    Sizes moves[SIZE_MOVES];
    bool is_short; // of memory
} SizeTable;

// Once a set has outgrown the limit its size is unknown; it counts as larger at every later move. False if there is nothing more
// to note in this game.
static bool note_size(SizeTable *table, uint32_t move, bool is_exact, uint32_t boards)
{
    assert(move >= 1);
    if (move > SIZE_MOVES)
        return false;
    const uint32_t last = is_exact ? move : SIZE_MOVES;
    for (; move <= last; move++)
        table->is_short |= !sizes_add(&table->moves[move - 1], is_exact ? boards : OUTGROWN);
    return is_exact && !table->is_short;
}

static bool note_turn(void *context, const StudyTurn *turn)
{
    return note_size(context, turn->number, pool_is_exact(turn->pool),
                     pool_boards(turn->pool)->count);
}

// In Go a turn is numbered among the turns of both seats.
static bool note_go_turn(void *context, const StudyTurn *turn)
{
    return note_size(context, (turn->number + 1) / 2, pool_is_exact(turn->pool),
                     pool_boards(turn->pool)->count);
}

static bool sizes_are_short(const void *table)
{
    return ((const SizeTable *)table)->is_short;
}

static void sizes_to_text(void *context, uint64_t games, Text *text)
{
    SizeTable *table = context;
    (void)games;
    text_add(text, "| move | games | exact | lower quartile | median | upper quartile |\n"
                   "|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < SIZE_MOVES && table->moves[i].count; i++) {
        Sizes *sizes = &table->moves[i];
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

static void free_sizes(void *context)
{
    SizeTable *table = context;
    for (unsigned i = 0; i < SIZE_MOVES; i++)
        sizes_done(&table->moves[i]);
}

#define SIZE_TABLE(turn_)                                                       \
    {                                                                           \
        .bytes = sizeof(SizeTable), .turn = turn_, .is_short = sizes_are_short, \
        .to_text = sizes_to_text, .done = free_sizes                            \
    }

static const StudyTable kriegspiel_size_table = SIZE_TABLE(note_turn);
static const StudyTable go_size_table = SIZE_TABLE(note_go_turn);

#define ON_CHESS_BOARD(game_)                                                                \
    {                                                                                        \
        .game = game_, .belief = kriegspiel_belief, .metaposition = kriegspiel_metaposition, \
        .describe = kriegspiel_describe, .chances = kriegspiel_chances,                      \
        .tables = {&kriegspiel_quality_table, &kriegspiel_size_table, &observed_table},      \
        .adviser = "mcts-c", .adviser_nodes = 2000, .question = TRY_ANY                      \
    }

static const StudyReport reports[] = {
    ON_CHESS_BOARD(&kriegspiel_game),
    ON_CHESS_BOARD(&open_chess_game),
    {.game = &phantom_go_game,
     .belief = go_belief,
     .describe = go_describe,
     .chances = go_chances,
     .note = go_note,
     .notes_bytes = sizeof(GoKnown),
     .tables = {&go_quality_table, &go_size_table},
     .adviser = "go-flat",
     .adviser_nodes = 200,
     .met = "a stone"},
};

const StudyReport *study_report(const Game *game)
{
    unsigned i = 0;
    while (i < COUNT_OF(reports) && reports[i].game != game)
        i++;
    if (i < COUNT_OF(reports))
        return &reports[i];
    complain("beliefs about %s cannot be studied; nebel replay shows its records", game->name);
    return NULL;
}
