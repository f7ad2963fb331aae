// nebel explain: the tries of a recorded turn as mcts-c values them, and one of them outcome by outcome.
#include "cli/model_file.h"
#include "cli/records.h"
#include "cli/values.h"
#include "cmd/study_options.h"
#include "kriegspiel/search/call_model.h"
#include "study/density_study.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { OPTION_SEAT, OPTION_AT, OPTION_TRY, OPTION_GAME };
enum { TRIES_SHOWN = 12, GAMES_MAX = 1000000 };

// The turn that is asked for.
typedef struct Moment {
    uint64_t at; // the move; 0 for the last
    bool is_found;
    uint32_t move;
    Watch watch;
} Moment;

static void keep_turn(void *context, const Watch *watch, const Position *truth)
{
    Moment *moment = context;
    if (moment->at && truth->move_number != moment->at)
        return;
    moment->is_found = true;
    moment->move = truth->move_number;
    moment->watch = *watch;
}

static void pass_over(void *context, const WatchTry *attempt)
{
    (void)context;
    (void)attempt;
}

// --- Printing ------------------------------------------------------------------------------------------------

static void print_outcome(const char *branch, double chance, const char *name, double worth)
{
    printf("%s%5.1f %%  %-32s %+.3f\n", branch, 100 * chance, name, worth / REFEREE_WIN);
}

// The replies to something that is taken back with some chance.
static void print_taken(const char *branch, double chance, const Odds *odds, float gain,
                        unsigned which)
{
    char stay[32], lose[32];
    snprintf(stay, sizeof stay, "%s|- ", branch);
    snprintf(lose, sizeof lose, "%s`- ", branch);
    print_outcome(stay, chance * (1 - odds->taken[which]), "and nothing happens",
                  balance_worth(odds->calm + gain));
    print_outcome(lose, chance * odds->taken[which], "and our man is taken",
                  balance_worth(odds->calm + gain - odds->left));
}

static void print_tree(const Referee *referee, const Odds *odds, bool is_bare)
{
    const double legal = odds->legal, quiet = 1 - odds->pawn - odds->piece;
    const double silence = 1 - odds->check, check = (double)odds->check * (1 - odds->mate);
    const float *stuck = odds->stalemate;
    const double silent = legal * quiet * silence * (1 - stuck[TAKES_NOTHING]);
    const double pawn = legal * odds->pawn * (silence * (1 - stuck[TAKES_PAWN]) + check);
    const double piece = legal * odds->piece * (silence * (1 - stuck[TAKES_PIECE]) + check);
    const double stalemate = legal * silence *
                             (quiet * stuck[TAKES_NOTHING] + odds->pawn * stuck[TAKES_PAWN] +
                              odds->piece * stuck[TAKES_PIECE]);
    print_outcome("|- ", 1 - legal, "illegal", odds->illegal_worth);
    print_outcome("|- ", legal * odds->check * odds->mate, "mate", REFEREE_WIN);
    print_outcome("|- ", stalemate, "stalemate", odds->stalemate_worth);
    print_outcome("|- ", silent, "silent", odds->silent_worth);
    print_outcome("|- ", legal * quiet * check, "check", odds->check_worth);
    if (!is_bare)
        print_taken("|  ", legal * quiet * check, odds, 0, 1);
    print_outcome("|- ", pawn, "a pawn is taken", odds->pawn_worth);
    if (!is_bare)
        print_taken("|  ", pawn, odds, referee->pawn_worth, 0);
    print_outcome("`- ", piece, "a piece is taken", odds->piece_worth);
    if (!is_bare)
        print_taken("   ", piece, odds, referee->piece_worth, 0);
}

typedef struct Valued {
    Try attempt;
    Odds odds;
    float worth;
} Valued;

static int compare_worth(const void *left, const void *right)
{
    const float a = ((const Valued *)left)->worth, b = ((const Valued *)right)->worth;
    return (a < b) - (a > b);
}

static void print_table(const Valued *tries, uint32_t count)
{
    printf("try     value   legal  takes  check\n");
    for (uint32_t i = 0; i < count && i < TRIES_SHOWN; i++) {
        char memory[16];
        Text name = TEXT_IN(memory);
        try_to_text(tries[i].attempt, &name);
        printf("%-6s %+.3f  %5.1f  %5.1f  %5.1f\n", memory, (double)tries[i].worth / REFEREE_WIN,
               100 * (double)tries[i].odds.legal,
               100 * ((double)tries[i].odds.pawn + tries[i].odds.piece),
               100 * (double)tries[i].odds.check);
    }
}

// --- One turn ------------------------------------------------------------------------------------------------

static uint32_t value_tries(const Scene *scene, const Watch *watch, Valued *out)
{
    Try tries[TRIES_MAX];
    uint32_t count = kriegspiel_game.tries((const Rules *)watch->rules, &watch->view, tries);
    count = referee_keep_tries(watch->rules->setup.board, tries, count);
    for (uint32_t i = 0; i < count; i++) {
        out[i].attempt = tries[i];
        scene_try(scene, tries[i], &out[i].odds);
        out[i].worth = odds_worth(&out[i].odds);
    }
    qsort(out, count, sizeof *out, compare_worth);
    return count;
}

static int explain(const Moment *moment, const char *wanted)
{
    const Watch *watch = &moment->watch;
    const Stand stand = {watch->view.own, watch->density, watch->last, watch->time};
    Referee referee;
    Scene scene;
    Valued tries[TRIES_MAX];
    referee_init(&referee, watch->rules, &watch->drift);
    scene_init(&scene, &referee, &stand);
    const uint32_t count = value_tries(&scene, watch, tries);
    const Try attempt = wanted  ? try_from_text(slice_of(wanted))
                        : count ? tries[0].attempt
                                : TRY_NONE;
    uint32_t place = 0;
    while (place < count && tries[place].attempt != attempt)
        place++;
    if (place == count)
        return complain("%s is no try of this turn", wanted ? wanted : "there");
    char memory[16];
    Text name = TEXT_IN(memory);
    try_to_text(attempt, &name);
    printf("Move %u of %s. Values are of men, a sixteenth each.\n\n", moment->move,
           view_name(watch->view.seat));
    print_table(tries, count);
    printf("\n%s  %+.3f\n", memory, (double)tries[place].worth / REFEREE_WIN);
    print_tree(&referee, &tries[place].odds, scene.stakes.is_bare);
    return EXIT_FINE;
}

static int find_moment(const Following *following, const Model *model, Moment *moment)
{
    const WatchPlan plan = {following->plan.rules, following->plan.entries, following->plan.seat,
                            model};
    const WatchSink sink = {keep_turn, pass_over, moment};
    const FollowError error = watch_game(&plan, &sink);
    if (error) {
        complain("%s", follow_error_text(error));
        return EXIT_FAILED;
    }
    if (!moment->is_found)
        return complain("there is no such turn of %s after its first", view_name(plan.seat));
    return EXIT_FINE;
}

static int run_record(const Given *given, Following *following, const Model *model)
{
    const PoolPlan unused = {.limit = LIMIT_MIN};
    const char *at = given->options[OPTION_AT];
    Moment *moment = memory_resize(&memory_heap, NULL, sizeof *moment);
    if (!moment) {
        complain("there is not enough memory");
        return EXIT_FAILED;
    }
    *moment = (Moment){.at = 0};
    int status = EXIT_USAGE;
    if (!at || read_number("--at", at, 1, MOVES_MOST, &moment->at))
        status = following_plan(following, given->options[OPTION_SEAT], &unused);
    if (!status)
        status = find_moment(following, model, moment);
    if (!status)
        status = explain(moment, given->options[OPTION_TRY]);
    memory_resize(&memory_heap, moment, 0);
    return status;
}

static int run(const Given *given)
{
    const char *game = given->options[OPTION_GAME];
    uint64_t number = 1;
    static Model model;
    Following following;
    if (!given->arguments[0])
        return complain("which record? for example: examples/game.pgn");
    if (!given->options[OPTION_SEAT])
        return complain("whose turn? --seat white or --seat black");
    if (game && !read_number("--game", game, 1, GAMES_MAX, &number))
        return EXIT_USAGE;
    int status = model_file_read(NULL, &model);
    if (!status)
        status = records_read_one(given->arguments[0], number, &following.record);
    if (status)
        return status;
    status = records_is_chess(&following.record, "nebel explain")
                 ? run_record(given, &following, &model)
                 : EXIT_USAGE;
    following_done(&following);
    return status;
}

const Command explain_command = {
    .name = "explain",
    .argument = "FILE",
    .summary = "show what mcts-c makes of the tries of a recorded turn",
    .example = "nebel explain examples/game.pgn --seat white",
    .options =
        {
            [OPTION_SEAT] = {"--seat", "WHO", "white, black, or a player's name in the record"},
            [OPTION_AT] = {"--at", "MOVE", "the move (default: the last)"},
            [OPTION_TRY] = {"--try", "TRY", "the try to take apart (default: the best)"},
            [OPTION_GAME] = {"--game", "N", "the Nth game of the file (default 1)"},
        },
    .run = run,
};
