// nebel rules: prints the rulesets and boards of Kriegspiel, and what the other games are.
#include "cmd/command.h"
#include "games/chess/board.h"
#include "games/kriegspiel/ruleset.h"
#include "games/phantom_go/phantom_go.h"

#include <stdio.h>
#include <string.h>

enum { OPTION_BOARDS };

static void print_ruleset(const Ruleset *rules)
{
    printf("%s: %s\n\n", rules->name, rules->origin);
    RulesetClause clauses[RULESET_CLAUSES_MAX];
    const unsigned count = ruleset_clauses(rules, clauses);
    for (unsigned i = 0; i < count; i++)
        printf("  %-15s %s\n", clauses[i].about, clauses[i].sentence);
    const RulesetWords *words = rules->words;
    printf("\n  It refuses with \"%s\"", words_of(words->illegal));
    if (!rules->impossible_is_illegal)
        printf(" and answers the impossible with \"%s\"", words_of(words->impossible));
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
         "  nebel rules --boards   the boards it can be played on\n"
         "  nebel rules phantom-go, nebel rules chess   the other games");
}

static void print_chess(void)
{
    puts("chess: open chess, where nothing is hidden\n\n"
         "  chess                  on the usual board\n"
         "  chess(board=6x6)       on another; nebel rules --boards lists them\n"
         "  chess(fen=...)         from a position, with _ for its spaces\n\n"
         "The laws of chess: docs/rules/common.md and docs/rules/boards.md");
}

// What a game string of Phantom Go can say.
static const struct {
    const char *option, *meaning;
} phantom_options[] = {
    {"size=9", "points on a side, 5 to 19"},
    {"komi=7.5", "points for White; halves and negative ones are allowed"},
    {"black=d4", "stones that are there before the first turn; also white=c3+e5"},
    {"superko=yes", "no board may come back; no: only ko is forbidden"},
    {"score=area", "stones and surrounded points count; territory: points and captives"},
    {"tries_heard=no", "yes: both hear that a try was refused, not which"},
    {"reasons_given=no", "yes: whoever tried hears why it was refused"},
    {"points_to_both=no", "yes: the captor hears which stones it took, too"},
    {"atari_calls=no", "yes: a move that leaves a chain beside it one liberty is called"},
};

static void print_phantom_go(void)
{
    puts(
        "phantom-go: Go in which each player sees only its own stones\n\n"
        "Black begins. A try on an enemy stone, suicide and ko are refused in the same words, and\n"
        "the same player tries again; the other hears nothing of it. Whoever takes stones hears\n"
        "how many, and whoever loses them sees which. Two passes end the game.\n\n"
        "A game string names what differs, as in phantom-go(size=7,komi=5.5); the defaults are:\n");
    for (unsigned i = 0; i < COUNT_OF(phantom_options); i++)
        printf("  %-18s %s\n", phantom_options[i].option, phantom_options[i].meaning);
    puts("\nThe whole law, with a board and a dialogue for each clause: docs/rules/phantom-go.md");
}

static const struct {
    const char *name;
    void (*print)(void);
} games[] = {
    {"kriegspiel", print_rulesets}, {"chess", print_chess}, {PHANTOM_GO_NAME, print_phantom_go}};

// Prints what a game of this name is; false if there is none.
static bool print_game(const char *name)
{
    for (unsigned i = 0; i < COUNT_OF(games); i++)
        if (strcmp(name, games[i].name) == 0) {
            games[i].print();
            return true;
        }
    return false;
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

static int rules_run(const Given *given)
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
    const Slice name = slice_of(given->arguments[0]);
    const Ruleset *rules = ruleset_by_name(name);
    if (rules) {
        print_ruleset(rules);
    } else if (!print_game(name.start)) {
        char why[MESSAGE_ROOM];
        Text message = TEXT_IN(why);
        ruleset_add_unknown(name, &message);
        return complain("%s", why);
    }
    return EXIT_FINE;
}

const Command rules_command = {
    .name = "rules",
    .argument = "RULESET",
    .summary = "the rulesets, boards and games, what each of them means",
    .example = "nebel rules berkeley-any",
    .options =
        {
            [OPTION_BOARDS] = {"--boards", NULL, "list the boards instead"},
        },
    .run = rules_run,
};
