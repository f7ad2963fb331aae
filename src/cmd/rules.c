// nebel rules: prints the rulesets and boards.
#include "chess/board.h"
#include "cmd/command.h"
#include "kriegspiel/law/ruleset.h"

#include <stdio.h>

enum { OPTION_BOARDS };

static void print_ruleset(const Ruleset *rules)
{
    printf("%s: %s\n\n", rules->name, rules->origin);
    RulesetClause clauses[RULESET_CLAUSES_MAX];
    const unsigned count = ruleset_clauses(rules, clauses);
    for (unsigned i = 0; i < count; i++)
        printf("  %-15s %s\n", clauses[i].about, clauses[i].sentence);
    const RulesetWords *words = rules->words;
    printf("\n  It refuses with \"%s\"", words->illegal);
    if (!rules->impossible_is_illegal)
        printf(" and answers the impossible with \"%s\"", words->impossible);
    printf("\n\nThe whole law, with a board and a dialogue for each clause: docs/rules/%s.md\n",
           rules->name);
}

static void print_rulesets(void)
{
    puts("Kriegspiel as Nebel umpires it. From the umpire's view it is chess; a seat sees its own\n"
         "men and hears what its ruleset allows.\n");
    for (unsigned i = 0; i < ruleset_count; i++)
        printf("  %-13s %s\n", rulesets[i].name, rulesets[i].origin);
    printf("\nA game that names no ruleset is played under %s.\n", rulesets[0].name);
    puts("\n  nebel rules NAME       what one of them says, point by point\n"
         "  nebel rules --boards   the boards it can be played on");
}

static void print_boards(void)
{
    printf("  %-14s %-6s %-8s %s\n", "board", "size", "promotes", "set-up");
    for (unsigned i = 0; i < chess_board_count; i++) {
        const Board *board = &chess_boards[i];
        char size[8], promotions[8];
        Text kinds = TEXT_IN(promotions);
        for (Kind kind = QUEEN; kind >= KNIGHT; kind--)
            if (bits_has(board->promotions, kind))
                text_add_char(&kinds, kind_letter(kind));
        snprintf(size, sizeof size, "%ux%u", board->files, board->ranks);
        printf("  %-14s %-6s %-8s %s\n", board->name, size, promotions, board->setup);
    }
    puts("\nPawns promote to q queen, r rook, b bishop, n knight. A size names the first board of "
         "that\n"
         "size in this list: 4x4 is silverman4x4.");
}

static int run(const Given *given)
{
    if (given->options[OPTION_BOARDS] && given->arguments[0])
        return complain("give a ruleset or --boards, not both");
    if (given->options[OPTION_BOARDS]) {
        print_boards();
        return EXIT_FINE;
    }
    if (!given->arguments[0]) {
        print_rulesets();
        return EXIT_FINE;
    }
    const Ruleset *rules = ruleset_by_name(slice_of(given->arguments[0]));
    if (!rules)
        return complain("there is no ruleset '%s'; nebel rules lists them", given->arguments[0]);
    print_ruleset(rules);
    return EXIT_FINE;
}

const Command rules_command = {
    .name = "rules",
    .argument = "RULESET",
    .summary = "the rulesets and boards, what each of them means",
    .example = "nebel rules berkeley-any",
    .options =
        {
            [OPTION_BOARDS] = {"--boards", NULL, "list the boards instead"},
        },
    .run = run,
};
