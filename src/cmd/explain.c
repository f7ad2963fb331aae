// nebel explain: the tries of a recorded turn as mcts-c or fog values them, and the outcomes of one of them.
#include "lab/study/explain.h"
#include "cmd/study_options.h"
#include "cmd/values.h"
#include "lab/study/records.h"
#include "lab/study/studies.h"

#include <string.h>

enum { OPTION_SEAT, OPTION_PLAYER, OPTION_AT, OPTION_TRY, OPTION_GAME };

// Who can be asked, the default first.
static const struct {
    const char *player;
    int (*explain)(const RecordStudy *study, const ExplainPlan *plan);
} explainers[] = {{"mcts-c", explain_turn}, {"fog", explain_turn_by_fog}};

// The index of the one that is wanted; COUNT_OF(explainers) if there is none.
static unsigned find_explainer(const char *wanted)
{
    unsigned i = 0;
    while (wanted && i < COUNT_OF(explainers) && strcmp(explainers[i].player, wanted) != 0)
        i++;
    return i;
}

static int run_record(const Given *given, RecordStudy *study)
{
    static Model model;
    ExplainPlan plan = {.attempt = given->options[OPTION_TRY], .model = &model};
    const unsigned who = find_explainer(given->options[OPTION_PLAYER]);
    if (who == COUNT_OF(explainers))
        return complain("--player is mcts-c or fog, not '%s'", given->options[OPTION_PLAYER]);
    if (!read_number("--at", given->options[OPTION_AT], 1, MOVE_NUMBER_MAX, &plan.at))
        return EXIT_USAGE;
    int status = model_file_read(NULL, &model);
    if (!status)
        status = record_study_plan(study, given->options[OPTION_SEAT], NULL);
    return status ? status : explainers[who].explain(study, &plan);
}

static int run(const Given *given)
{
    uint64_t number = 1;
    RecordStudy study;
    if (!given->arguments[0])
        return complain("name a record, as in examples/game.pgn");
    if (!given->options[OPTION_SEAT])
        return complain("name the seat: --seat white or --seat black");
    if (!read_number("--game", given->options[OPTION_GAME], 1, RECORDS_GAMES_MAX, &number))
        return EXIT_USAGE;
    int status = records_read_one(given->arguments[0], number, &study.record);
    if (status)
        return status;
    status = records_is_chess(&study.record, "explain") ? run_record(given, &study) : EXIT_USAGE;
    record_study_done(&study);
    return status;
}

const Command explain_command = {
    .name = "explain",
    .argument = "FILE",
    .summary = "show how mcts-c or fog values the tries of a recorded turn",
    .example = "nebel explain examples/game.pgn --seat white",
    .options =
        {
            [OPTION_SEAT] = {"--seat", "WHO", "white, black, or a player's name in the record"},
            [OPTION_PLAYER] = {"--player", "NAME", "who values them: mcts-c (default) or fog"},
            [OPTION_AT] = {"--at", "MOVE", "the move (default: the last)"},
            [OPTION_TRY] = {"--try", "TRY", "the try whose outcomes are shown (default: the best)"},
            [OPTION_GAME] = {"--game", "N", "the Nth game of the file (default 1)"},
        },
    .run = run,
};
