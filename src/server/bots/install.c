// Installs the levels of each game as server bots.
#include "server/bots/bots.h"

#include "engine/players/levels.h"
#include "engine/players/roster.h"
#include "games/chess/board.h"
#include "games/kriegspiel/ruleset.h"
#include "games/registry/games.h"
#include "server/store/caller.h"

#include <inttypes.h>

enum {
    PATIENCE_MS = 20000, // for an answer
    GIVE_UP_MS = 15000,  // without a connection
    MOVE_MS = 1000,      // of a try at most, also where nodes limit it
    GAMES_MAX = 20,      // of a bot at once
    STRONGEST_GAMES_MAX = 4,
    GO_SIZE_MIN = 5,
    GO_SIZE_MAX = 19,
    NAME_ROOM = 64,
    WORDS_ROOM = 200,
    NUMBER_ROOM = 24,
};

static const StoreStatement keep_bot = {
    "keep_bot", "SELECT house.keep_bot($1, $2, $3, $4, $5, $6, $7, $8, $9)", 9};

// What follows the name of a game, by number; false after the last. Most games take only some of them.
static bool write_options(unsigned number, Text *text)
{
    const unsigned boards = ruleset_count * chess_board_count;
    if (number < boards)
        text_format(text, "(rules=%s,board=%s)", rulesets[number / chess_board_count].name,
                    chess_boards[number % chess_board_count].name);
    else
        text_format(text, "(size=%u)", GO_SIZE_MIN + number - boards);
    return number <= boards + GO_SIZE_MAX - GO_SIZE_MIN;
}

static bool can_sit(Player *player, const Game *game, const AnyRules *rules)
{
    const Seating seating = {.game = game, .rules = (const Rules *)rules, .seed = 1};
    return player_sit(player, &seating) == PLAYER_OK;
}

// An array of the game strings, in PostgreSQL's spelling; how many there are.
static unsigned add_games(Player *player, const Game *game, Text *array)
{
    char options[GAME_TEXT_MAX], string[GAME_TEXT_MAX], why[GAME_TEXT_MAX];
    unsigned count = 0;
    text_add_char(array, '{');
    for (unsigned number = 0;; number++) {
        Text text = TEXT_IN(options), whole = TEXT_IN(string), message = TEXT_IN(why);
        AnyRules rules;
        text_add(&text, game->name);
        if (!write_options(number, &text))
            break;
        if (game_read(options, &rules, &message) != game || !can_sit(player, game, &rules))
            continue;
        game->write((const Rules *)&rules, &whole);
        text_format(array, "%s\"%s\"", count++ ? "," : "", string);
    }
    text_add_char(array, '}');
    return count;
}

typedef struct Install {
    const BotInstallPlan *plan;
    Memory memory;
    StoreCaller *caller;
    Text *message;
} Install;

typedef struct Bot {
    const Game *game;
    const Level *level;
    unsigned number; // of the level
    char name[NAME_ROOM], words[WORDS_ROOM];
} Bot;

static bool keep_bot_games(Install *install, const Bot *bot, const Text *games)
{
    char level[NUMBER_ROOM], nodes[NUMBER_ROOM], move_ms[NUMBER_ROOM], games_max[NUMBER_ROOM];
    Text level_text = TEXT_IN(level), nodes_text = TEXT_IN(nodes);
    Text move_text = TEXT_IN(move_ms), max_text = TEXT_IN(games_max);
    text_format(&level_text, "%u", bot->number);
    text_format(&nodes_text, "%" PRIu64, bot->level->nodes);
    text_format(&move_text, "%d", MOVE_MS);
    text_format(&max_text, "%d", bot->level->nodes ? GAMES_MAX : STRONGEST_GAMES_MAX);
    const char *const values[] = {bot->name,  bot->game->name,    level,
                                  bot->words, bot->level->player, nodes,
                                  move_ms,    games->start,       games_max};
    const StoreCallError error = store_call(install->caller, 0, values);
    if (error)
        store_caller_explain(install->caller, error, install->message);
    return !error;
}

static bool install_bot(Install *install, const Bot *bot)
{
    Player *player = roster_open(&install->memory, bot->level->player, install->message);
    if (!player)
        return false;
    Text games = text_growing(&install->memory);
    const unsigned count = add_games(player, bot->game, &games);
    const bool is_kept = !games.cut && keep_bot_games(install, bot, &games);
    text_done(&games);
    player_destroy(player);
    if (is_kept && install->plan->kept)
        install->plan->kept(install->plan->context, bot->name, bot->words, count);
    return is_kept;
}

static bool install_level(Install *install, const Game *game, unsigned number)
{
    Bot bot = {.game = game, .level = level_of(game, number), .number = number};
    Text name = TEXT_IN(bot.name), words = TEXT_IN(bot.words);
    if (!bot.level)
        return true; // a game without levels
    text_format(&name, "bot-%s-%u", game->name, number);
    level_say(bot.level, number, &words);
    return install_bot(install, &bot);
}

static bool install_all(Install *install)
{
    for (unsigned i = 0; game_list[i]; i++)
        for (unsigned number = 1; number <= LEVEL_STRONGEST; number++)
            if (!install_level(install, game_list[i], number))
                return false;
    return true;
}

bool bots_install(const Memory *memory, const BotInstallPlan *plan, Text *message)
{
    const StoreCallerPlan caller = {.database = plan->database,
                                    .statements = &keep_bot,
                                    .statement_count = 1,
                                    .clocks = plan->clocks,
                                    .patience_ms = PATIENCE_MS};
    Install install = {.plan = plan,
                       .memory = *memory,
                       .caller = store_caller_create(memory, &caller),
                       .message = message};
    if (!install.caller) {
        text_add(message, "there is no memory");
        return false;
    }
    store_caller_limit(install.caller, GIVE_UP_MS);
    const bool is_done = install_all(&install);
    store_caller_destroy(install.caller);
    return is_done;
}
