// nebel players: lists the players and their options.
#include "cmd/command.h"
#include "engine/players/levels.h"
#include "engine/players/roster.h"
#include "engine/players/strength.h"
#include "engine/players/version.h"
#include "games/registry/games.h"

#include <inttypes.h>
#include <stdio.h>

static void print_kind(const PlayerKind *kind)
{
    printf("%s: %s\n\nplays:", kind->name, kind->summary);
    for (unsigned i = 0; game_list[i]; i++)
        if (kind->plays(game_list[i]))
            printf(" %s", game_list[i]->name);
    printf("\n");
    const PlayerVersion *version = roster_version(slice_of(kind->name));
    if (version)
        printf("version: %" PRIu32 ", signature %s\n", version->version, version->signature);
    for (unsigned i = 0; i < options_count(kind->options); i++) {
        const PlayerOption *option = &kind->options[i];
        char range[100], default_[80];
        Text range_text = TEXT_IN(range), default_text = TEXT_IN(default_);
        option_range_to_text(option, &range_text);
        option_value_to_text(option, option->default_, &default_text);
        if (option->paper) {
            text_add(&default_text, "; with paper=1 ");
            option_value_to_text(option, *option->paper, &default_text);
        }
        printf("%s  %-12s %s\n  %-12s %s (default %s)\n", i ? "" : "\noptions:\n", option->name,
               option->help, "", range, default_);
    }
}

// The ladder of each game that has one: who is strongest.
static void print_ladders(void)
{
    for (unsigned i = 0; game_list[i]; i++) {
        unsigned at = 0;
        const PlayerStrength *strength = roster_next_strength(game_list[i]->name, &at);
        if (strength)
            printf("\n%s by strength, Elo from the mean of its ladder (docs/results):\n",
                   game_list[i]->name);
        for (; strength; strength = roster_next_strength(game_list[i]->name, &at))
            printf("  %+5d (%+5d to %+5d)  %s\n", strength->elo, strength->low, strength->high,
                   strength->player);
    }
}

static int print_all(void)
{
    for (unsigned i = 0; roster_kinds[i]; i++) {
        const PlayerVersion *version = roster_version(slice_of(roster_kinds[i]->name));
        char number[16] = "";
        if (version)
            snprintf(number, sizeof number, "@%" PRIu32, version->version);
        printf("%-12s %-3s %s\n", roster_kinds[i]->name, number, roster_kinds[i]->summary);
    }
    printf("%-12s %-3s %s\n", "cmd:PROGRAM", "", "any program that speaks the bot protocol");
    print_ladders();
    printf("\nOptions follow in parentheses: capturer(pawn_tries=1); nebel players NAME lists "
           "them.\nA version names one behaviour: "
           "results are kept with it.\n");
    return EXIT_FINE;
}

enum { OPTION_LEVELS };

// The opponents of nebel play, a line each: game, level, nodes of a try, player, name.
static int print_levels(void)
{
    for (unsigned i = 0; game_list[i]; i++)
        for (unsigned number = 1; number <= LEVEL_STRONGEST; number++) {
            const Level *level = level_of(game_list[i], number);
            if (!level)
                break;
            printf("%-12s %u %6" PRIu64 "  %-24s %s\n", game_list[i]->name, number, level->nodes,
                   level->player, words_of(level->name));
        }
    return EXIT_FINE;
}

static int players_run(const Given *given)
{
    if (given->options[OPTION_LEVELS])
        return print_levels();
    const char *name = given->arguments[0];
    if (!name)
        return print_all();
    const PlayerKind *kind = roster_kind(slice_of(name));
    if (!kind) {
        char why[MESSAGE_ROOM];
        Text message = TEXT_IN(why);
        roster_add_unknown(name, &message);
        return complain("%s", why);
    }
    print_kind(kind);
    return EXIT_FINE;
}

const Command players_command = {
    .name = "players",
    .argument = "PLAYER",
    .summary = "list the players, or the options of one",
    .example = "nebel players capturer",
    .options = {[OPTION_LEVELS] = {"--levels", NULL, "list the opponents of nebel play by level"}},
    .run = players_run,
};
