// nebel doctor: what is missing on this machine, and how to install it.
#include "cmd/command.h"
#include "cmd/doctor.h"
#include "version.h"

enum { OPTION_JSON };

static int run(const Given *given)
{
    return doctor_run(NEBEL_VERSION, NEBEL_COMMIT, given->options[OPTION_JSON] != NULL);
}

const Command doctor_command = {
    .name = "doctor",
    .summary = "say what is missing on this machine and how to install it",
    .example = "nebel doctor",
    .options = {[OPTION_JSON] = {"--json", NULL, "print one JSON object"}},
    .run = run,
};
