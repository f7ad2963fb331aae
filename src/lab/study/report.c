// The row of each game.
#include "lab/study/report.h"

#include "engine/phantom_go/known.h"
#include "games/kriegspiel/open_chess.h"
#include "games/phantom_go/phantom_go.h"
#include "lab/study/belief.h"
#include "lab/study/turn.h"

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
