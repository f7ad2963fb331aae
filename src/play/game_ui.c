// Which games can be played here.
#include "play/inside.h"

#include "umpire/open_chess.h"
#include "umpire/phantom_go.h"

_Static_assert((int)PHANTOM_TRIES_MAX <= (int)TRIES_MAX, "one list serves all games");

static const struct {
    const Game *game;
    const GameUi *ui;
} rows[] = {
    {&kriegspiel_game, &play__chess_ui},
    {&open_chess_game, &play__chess_ui},
    {&phantom_go_game, &play__go_ui},
};

const GameUi *play__ui_of(const Game *game)
{
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].game == game)
            return rows[i].ui;
    return NULL;
}
