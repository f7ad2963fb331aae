// What several verbs of `nebel lab` share: values of options, the check of players, times, and the program that results name.
#include "cmd/lab.h"
#include "cmd/match_options.h"
#include "games/kriegspiel/random_games.h"
#include "lab/match/workers.h"
#include "lab/report/report.h"
#include "version.h"

#include <inttypes.h>
#include <stdio.h>

static const double scale_max = 1000;

void lab_time(uint64_t games, double seconds, Text *text)
{
    if (games)
        report_time(seconds, text);
    else
        text_add_char(text, '-');
}

Program lab_program(void)
{
    return (Program){.commit = NEBEL_COMMIT, .signature = umpire_signature()};
}

bool lab_read_scale(const Given *given, double *scale)
{
    const char *text = given->options[LAB_SCALE];
    char after;
    double read;
    if (!text)
        return true;
    if (sscanf(text, "%lf%c", &read, &after) != 1 || !(read > 0 && read <= scale_max)) {
        complain("--scale takes a number above 0, as in 0.1 for a tenth of the games, not '%s'",
                 text);
        return false;
    }
    *scale = read;
    return true;
}

bool lab_read_concurrency(const Given *given, unsigned *concurrency)
{
    uint64_t threads = 1;
    if (!read_number("--concurrency", given->options[LAB_CONCURRENCY], 1, WORKERS_THREADS_MAX,
                     &threads))
        return false;
    *concurrency = (unsigned)threads;
    return true;
}

bool lab_check_cells(const ExperimentFile *file)
{
    const uint32_t count = experiment_cell_count(&file->experiment);
    for (uint32_t i = 0; i < count; i++) {
        char why[MESSAGE_ROOM];
        Text message = TEXT_IN(why);
        ExperimentCell cell;
        experiment_cell(&file->experiment, i, &cell);
        if (check_players(&cell.plan, &message))
            continue;
        complain("%s: line %" PRIu32 ": %s", file->path, cell.fixture->line, why);
        return false;
    }
    return true;
}
