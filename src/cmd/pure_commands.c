// The commands that need no processes, no threads and no terminal: those of a build with -Dpure=true.
#include "cmd/command.h"

const Command *const command_table[] = {
    &analyse_command,  &belief_command, &bench_command, &completion_command, &explain_command,
    &mistakes_command, &model_command,  &perft_command, &players_command,    &rules_command};
const unsigned command_count = COUNT_OF(command_table);

void commands_prepare(void)
{
}
