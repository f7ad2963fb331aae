// The games that people can play here, one row each.
#include "ui/play/inside.h"

#include "games/kriegspiel/open_chess.h"
#include "games/phantom_go/phantom_go.h"

_Static_assert((int)PHANTOM_TRIES_MAX <= (int)TRIES_MAX, "one list serves all games");

static const struct Row {
    const Game *game;
    const UiKind *ui_kind;
    const char *default_player;
} rows[] = {
    {&kriegspiel_game, &play__chess_ui, "capturer"},
    {&open_chess_game, &play__chess_ui, "negamax"},
    {&phantom_go_game, &play__go_ui, "go-random"},
};

// NULL for a game that people cannot play here.
static const struct Row *row_of(const Game *game)
{
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].game == game)
            return &rows[i];
    return NULL;
}

const UiKind *play__ui_of(const Game *game)
{
    const struct Row *row = row_of(game);
    return row ? row->ui_kind : NULL;
}

const char *ui_default_player(const Game *game)
{
    const struct Row *row = row_of(game);
    return row ? row->default_player : NULL;
}
