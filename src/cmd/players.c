// nebel players: lists the players and their options.
#include "cmd/command.h"
#include "games/games.h"
#include "roster/roster.h"

#include <stdio.h>

static void print_kind(const PlayerKind *kind)
{
    printf("%s: %s\n\nplays:", kind->name, kind->summary);
    for (unsigned i = 0; game_list[i]; i++)
        if (kind->plays(game_list[i]))
            printf(" %s", game_list[i]->name);
    printf("\n");
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

static int print_all(void)
{
    for (unsigned i = 0; roster_kinds[i]; i++)
        printf("%-10s %s\n", roster_kinds[i]->name, roster_kinds[i]->summary);
    printf("%-10s %s\n", "cmd:PROGRAM", "any program that speaks the bot protocol");
    printf("\nOptions follow in parentheses: capturer(pawn_tries=1); nebel players NAME lists "
           "them.\n");
    return EXIT_FINE;
}

static int run(const Given *given)
{
    const char *name = given->arguments[0];
    if (!name)
        return print_all();
    const PlayerKind *kind = roster_kind(slice_of(name));
    if (!kind)
        return complain("there is no player '%s'; nebel players lists them", name);
    print_kind(kind);
    return EXIT_FINE;
}

const Command players_command = {
    .name = "players",
    .argument = "PLAYER",
    .summary = "list the players, or the options of one",
    .example = "nebel players capturer",
    .run = run,
};
