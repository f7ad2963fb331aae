// The question before an experiment starts programs of its own: its file may be a stranger's.
#include "cmd/lab.h"
#include "engine/players/roster.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// A file may hold control characters; a terminal must not obey them.
static void print_plain(const char *text)
{
    fputs("  ", stderr);
    for (; *text; text++)
        fputc((unsigned char)*text < ' ' || *text == '\x7f' ? '?' : *text, stderr);
    fputc('\n', stderr);
}

// Whether a player was printed before: it is in an earlier cell, or is the first side of this cell.
static bool is_repeated(const Experiment *experiment, uint32_t number, unsigned side,
                        const char *player)
{
    assert(side < 2);
    ExperimentCell cell;
    for (uint32_t i = 0; i <= number; i++) {
        experiment_cell(experiment, i, &cell);
        for (unsigned j = 0; j < (i < number ? 2 : side); j++)
            if (strcmp(cell.players[j], player) == 0)
                return true;
    }
    return false;
}

// Prints every guest of an experiment once. Returns how many there are.
static unsigned print_guests(const char *path, const Experiment *experiment)
{
    const uint32_t count = experiment_cell_count(experiment);
    unsigned guests = 0;
    for (uint32_t i = 0; i < count; i++) {
        ExperimentCell cell;
        experiment_cell(experiment, i, &cell);
        for (unsigned side = 0; side < 2; side++) {
            const char *player = cell.players[side];
            if (!roster_is_guest(player) || is_repeated(experiment, i, side, player))
                continue;
            if (!guests++)
                fprintf(stderr, "%s runs these programs on this machine:\n", path);
            print_plain(player);
        }
    }
    return guests;
}

static bool ask(void)
{
    char answer[16];
    fputs("Run them? [y/N] ", stderr);
    fflush(stderr);
    return fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

bool lab_may_start(const char *path, const Experiment *experiment, bool is_allowed, int *status)
{
    if (is_allowed || !print_guests(path, experiment))
        return true;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) {
        *status = complain("an experiment with programs of its own is run with --allow-commands, "
                           "or at a terminal");
        return false;
    }
    *status = EXIT_FAILED;
    if (ask())
        return true;
    complain("nothing was run");
    return false;
}
