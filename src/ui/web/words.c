// What can be played, and the words of a language.
#include "ui/web/internal.h"

#include "base/i18n/language.h"
#include "engine/players/levels.h"
#include "games/chess/board.h"
#include "games/kriegspiel/ruleset.h"
#include "games/registry/games.h"

const char *page_ruleset(uint32_t index)
{
    return index < ruleset_count ? rulesets[index].name : NULL;
}

// In the words of the start screen, or by its name if that does not offer it.
const char *page_ruleset_words(uint32_t index)
{
    if (index >= ruleset_count)
        return NULL;
    char memory[PAGE_NAME_MAX];
    Text name = TEXT_IN(memory);
    text_format(&name, "start-%s", rulesets[index].name);
    const SayCode code = language_code(slice_of(memory));
    return code ? words_of(code) : rulesets[index].name;
}

const char *page_board(uint32_t index)
{
    return index < chess_board_count ? chess_boards[index].name : NULL;
}

static const Level *find_level(const char *game_string, uint32_t level)
{
    AnyRules rules;
    char memory[256];
    Text message = TEXT_IN(memory);
    const Game *game = game_read(game_string, &rules, &message);
    return game && level >= 1 && level <= LEVEL_STRONGEST ? level_of(game, level) : NULL;
}

const char *page_level_player(const char *game_string, uint32_t level)
{
    const Level *found = find_level(game_string, level);
    return found ? found->player : NULL;
}

uint32_t page_level_nodes(const char *game_string, uint32_t level)
{
    const Level *found = find_level(game_string, level);
    return found ? (uint32_t)found->nodes : 0;
}

const char *page_level_words(const char *game_string, uint32_t level)
{
    static char memory[PAGE_NAME_MAX];
    const Level *found = find_level(game_string, level);
    Text text = TEXT_IN(memory);
    if (found)
        level_say(found, level, &text);
    return found ? memory : NULL;
}

const char *page_words(const char *name, const SayArgument *arguments, uint32_t count)
{
    static Text said;
    const SayCode code = language_code(slice_of(name));
    if (code == SAY_NOTHING || language_arguments(code) != count)
        return NULL;
    if (!said.memory)
        said = text_growing(&memory_heap);
    if (count)
        words_fill(page__fresh(&said), code, arguments, count);
    else
        words_say(page__fresh(&said), code);
    return said.start;
}

bool page_speak(const char *file)
{
    static Language *spoken;
    uint32_t problem_count;
    Text problems = text_growing(&memory_heap); // `nebel words FILE` tells them
    Language *language =
        file ? language_read(&memory_heap, slice_of(file), &problems, &problem_count) : NULL;
    text_done(&problems);
    if (file && !language)
        return false;
    language_use(language);
    language_destroy(spoken);
    spoken = language;
    return true;
}
