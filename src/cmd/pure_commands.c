// The list of commands of a build with -Dpure=true: those that need no processes, threads or terminal.
#include "cmd/command.h"

static const Command *const list[] = {&analyse_command,    &belief_command,  &bench_command,
                                      &completion_command, &explain_command, &mistakes_command,
                                      &model_command,      &perft_command,   &players_command,
                                      &policy_command,     &rules_command,   &words_command};
const CommandTable command_table = {list, COUNT_OF(list)};

void commands_prepare(void)
{
}
