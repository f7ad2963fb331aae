// nebel match: measures which of two players is stronger.
#include "cmd/match_options.h"

#include <stdio.h>

enum { OPTION_SPRT = MATCH_OPTION_COUNT, OPTION_LIMITS_B };

static bool read_sprt(const char *text, Plan *plan)
{
    SprtPlan sprt = plan->sprt;
    char after;
    if (sscanf(text, "%lf,%lf%c", &sprt.elo0, &sprt.elo1, &after) != 2) {
        complain("--sprt takes two bounds in normalized Elo, as in 0,10, not '%s'", text);
        return false;
    }
    const SprtError error = sprt_check(&sprt);
    if (error) {
        complain("--sprt %s: %s", text, sprt_error_text(error));
        return false;
    }
    plan->sprt = sprt;
    plan->stops_by_sprt = true;
    return true;
}

static bool read_limits_b(const char *text, PlanLimits *limits)
{
    if (limits->clock.base_ms) {
        complain("--limits-b and --clock do not go together: a clock is for both sides alike");
        return false;
    }
    const bool is_read = try_limits_from_text(slice_of(text), &limits->second);
    if (!is_read)
        complain("--limits-b takes nodes N, cpu MS or movetime MS, as in 'cpu 20', not '%s'", text);
    return is_read;
}

static int run(const Given *given)
{
    MatchCommand match = {.report = report_match, .report_json = report_match_json};
    Plan *plan = &match.plan;
    if (given->argument_count != 2)
        return complain("match needs two players, as in nebel match random capturer");
    match_command_seat(&match, given);
    const char *sprt = given->options[OPTION_SPRT];
    if (sprt && !read_sprt(sprt, plan))
        return EXIT_USAGE;
    const int status = match_command_read(&match, given);
    const char *limits_b = given->options[OPTION_LIMITS_B];
    if (!status && limits_b && !read_limits_b(limits_b, &plan->limits))
        return EXIT_USAGE;
    return status ? status : match_command_run(&match);
}

const Command match_command = {
    .name = "match",
    .argument = "A B",
    .arguments_max = 2,
    .summary = "play two players against each other and measure who is stronger",
    .example = "nebel match random capturer --games 1000 --concurrency 2",
    .options =
        {
            MATCH_OPTIONS("games to play, in pairs with colours swapped (default 100)"),
            [OPTION_SPRT] = {"--sprt", "E0,E1",
                             "stop when it is decided between these normalized Elo"},
            [OPTION_LIMITS_B] = {"--limits-b", "LIMITS",
                                 "B's own limits of a try, as in 'cpu 20' (default those of A)"},
        },
    .run = run,
};
