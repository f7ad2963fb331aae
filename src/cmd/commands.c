// The table of all commands, and what must be ready before one runs.
#include "cmd/command.h"

#include "base/cli/config.h"
#if !NEBEL_PURE
#include "engine/external/program.h"
#endif

extern const Command admin_command, analyse_command, archive_command, belief_command, bench_command,
    bot_command, bots_command, check_bot_command, completion_command, connect_command,
    doctor_command, explain_command, gtp_command, lab_command, learn_command, match_command,
    mistakes_command, model_command, office_command, perft_command, policy_command, play_command,
    players_command, replay_command, rules_command, serve_command, tournament_command, tune_command,
    words_command;

// Folded by the compiler, so that a program links only what it has.
#define HAS(need) \
    (NEBEL_SERVER ? (need) >= NEEDS_SERVER_IN_PARTS : NEBEL_PURE ? (need) == NEEDS_NOTHING : true)
#define ENTRY(name, need, command)                    \
    {                                                 \
        (name), (need), HAS(need) ? &(command) : NULL \
    }

const CommandEntry command_table[] = {
    ENTRY("admin", NEEDS_SERVER, admin_command),
    ENTRY("analyse", NEEDS_NOTHING, analyse_command),
    ENTRY("archive", NEEDS_SERVER, archive_command),
    ENTRY("belief", NEEDS_NOTHING, belief_command),
    ENTRY("bench", NEEDS_NOTHING, bench_command),
    ENTRY("bot", NEEDS_SYSTEM, bot_command),
    ENTRY("bots", NEEDS_SERVER, bots_command),
    ENTRY("check-bot", NEEDS_SYSTEM, check_bot_command),
    ENTRY("completion", NEEDS_NOTHING, completion_command),
    ENTRY("connect", NEEDS_SERVER, connect_command),
    ENTRY("doctor", NEEDS_SYSTEM, doctor_command),
    ENTRY("explain", NEEDS_NOTHING, explain_command),
    ENTRY("gtp", NEEDS_SYSTEM, gtp_command),
    ENTRY("lab", NEEDS_SERVER_IN_PARTS, lab_command),
    ENTRY("lab mistakes", NEEDS_NOTHING, mistakes_command),
    ENTRY("lab model", NEEDS_NOTHING, model_command),
    ENTRY("lab policy", NEEDS_NOTHING, policy_command),
    ENTRY("lab tune", NEEDS_SYSTEM, tune_command),
    ENTRY("learn", NEEDS_SYSTEM, learn_command),
    ENTRY("match", NEEDS_SYSTEM, match_command),
    ENTRY("office", NEEDS_SERVER, office_command),
    ENTRY("perft", NEEDS_NOTHING, perft_command),
    ENTRY("play", NEEDS_SERVER_IN_PARTS, play_command),
    ENTRY("players", NEEDS_NOTHING, players_command),
    ENTRY("replay", NEEDS_SYSTEM, replay_command),
    ENTRY("rules", NEEDS_NOTHING, rules_command),
    ENTRY("serve", NEEDS_SERVER, serve_command),
    ENTRY("tournament", NEEDS_SYSTEM, tournament_command),
    ENTRY("words", NEEDS_NOTHING, words_command),
    {0},
};

void commands_prepare(void)
{
#if !NEBEL_PURE
    static const char *const names[] = {
        [CONFIG_STOCKFISH] = "stockfish", [CONFIG_GNUCHESS] = "gnuchess", [CONFIG_GNUGO] = "gnugo"};
    _Static_assert(COUNT_OF(names) == CONFIG_ENGINE_COUNT, "every engine needs its name");
    const Config config = config_in_force();
    for (unsigned i = 0; i < COUNT_OF(names); i++)
        program_set_path(names[i], config.engines[i]);
#endif
}
