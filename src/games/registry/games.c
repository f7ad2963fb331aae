// Finding and reading games by their strings.
#include "games/registry/games.h"

#include "base/suggest.h"

#include <assert.h>

const Game *game_by_name(Slice name)
{
    unsigned i = 0;
    while (game_list[i] && !slice_is(name, game_list[i]->name))
        i++;
    return game_list[i];
}

const Game *game_find(const char *text, Spec *spec, Text *message)
{
    const SpecError error = spec_parse(text, spec);
    if (error) {
        text_format(message, "cannot read the game '%s': %s", text, spec_error_text(error));
        return NULL;
    }
    const Game *game = game_by_name(spec->name);
    if (!game) {
        text_format(message, "there is no game '%.*s'; there are:", (int)spec->name.length,
                    spec->name.start);
        Suggestion suggestion = suggest_for(spec->name);
        for (unsigned i = 0; game_list[i]; i++) {
            text_format(message, " %s", game_list[i]->name);
            suggest_offer(&suggestion, game_list[i]->name);
        }
        suggest_add(&suggestion, message);
    }
    return game;
}

const Game *game_read(const char *text, AnyRules *rules, Text *message)
{
    Spec spec;
    const Game *game = game_find(text, &spec, message);
    assert(!game || game->rules_bytes <= sizeof *rules);
    return game && game->read(&spec, (Rules *)rules, message) ? game : NULL;
}
