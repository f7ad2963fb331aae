// The list of games.
#include "umpire/game.h"

#include "umpire/open_chess.h"

static const Game *const games[] = {&kriegspiel_game, &open_chess_game};

const Game *game_by_name(Slice name)
{
    for (unsigned i = 0; i < COUNT_OF(games); i++)
        if (slice_is(name, games[i]->name))
            return games[i];
    return NULL;
}

const Game *game_find(const char *text, Spec *spec, Text *complaint)
{
    const SpecError error = spec_parse(text, spec);
    if (error) {
        text_format(complaint, "cannot read the game '%s': %s", text, spec_error_text(error));
        return NULL;
    }
    const Game *game = game_by_name(spec->name);
    if (!game) {
        text_format(complaint, "there is no game '%.*s'; there are:", (int)spec->name.length,
                    spec->name.start);
        for (unsigned i = 0; i < COUNT_OF(games); i++)
            text_format(complaint, " %s", games[i]->name);
    }
    return game;
}
