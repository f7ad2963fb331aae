// Pools, from game strings alone: no game is asked which one it is.
#include "formats/protocol/rating_pool.h"

#include "games/registry/games.h"

#include <assert.h>
#include <string.h>

// The option `rules` of our own string of a game; empty if it has none.
static Slice ruleset_of(char string[GAME_TEXT_MAX], const Game *game, const Rules *rules)
{
    Text text = text_in(string, GAME_TEXT_MAX);
    Spec spec;
    game->write(rules, &text);
    const SpecError error = spec_parse(string, &spec);
    assert(!error);
    (void)error;
    for (uint32_t i = 0; i < spec.option_count; i++)
        if (slice_is(spec.options[i].key, "rules"))
            return spec.options[i].value;
    return (Slice){string, 0};
}

void rating_pool_name(const Game *game, const Rules *rules, Text *name)
{
    char string[GAME_TEXT_MAX];
    const Slice ruleset = ruleset_of(string, game, rules);
    text_add_slice(name, ruleset.length ? ruleset : slice_of(game->name));
}

bool rating_pool_is_rated(const Game *game, const Rules *rules)
{
    char string[GAME_TEXT_MAX], short_memory[GAME_TEXT_MAX], usual_memory[GAME_TEXT_MAX],
        message_memory[GAME_TEXT_MAX];
    Text shortest = TEXT_IN(short_memory), usual = TEXT_IN(usual_memory),
         message = TEXT_IN(message_memory);
    const Slice ruleset = ruleset_of(string, game, rules);
    AnyRules read;
    text_add(&shortest, game->name);
    if (ruleset.length) {
        text_add(&shortest, "(rules=");
        text_add_slice(&shortest, ruleset);
        text_add_char(&shortest, ')');
    }
    if (!game_read(short_memory, &read, &message))
        return false;
    game->write((const Rules *)&read, &usual);
    return strcmp(usual_memory, string) == 0;
}
