// The list of all commands, and the paths of the engines that they may start.
#include "base/cli/config.h"
#include "cmd/command.h"
#include "engine/external/program.h"

static const Command *const list[] = {
    &admin_command,  &analyse_command,    &archive_command,   &belief_command,     &bench_command,
    &bot_command,    &bots_command,       &check_bot_command, &completion_command, &connect_command,
    &doctor_command, &explain_command,    &gtp_command,       &lab_command,        &learn_command,
    &match_command,  &mistakes_command,   &model_command,     &office_command,     &perft_command,
    &play_command,   &players_command,    &policy_command,    &replay_command,     &rules_command,
    &serve_command,  &tournament_command, &tune_command,      &words_command};
const CommandTable command_table = {list, COUNT_OF(list)};

void commands_prepare(void)
{
    static const char *const names[] = {
        [CONFIG_STOCKFISH] = "stockfish", [CONFIG_GNUCHESS] = "gnuchess", [CONFIG_GNUGO] = "gnugo"};
    _Static_assert(COUNT_OF(names) == CONFIG_ENGINE_COUNT, "every engine needs its name");
    const Config config = config_in_force();
    for (unsigned i = 0; i < COUNT_OF(names); i++)
        program_set_path(names[i], config.engines[i]);
}
