// nebel gtp: one of our players of Phantom Go, for programs that speak GTP.
#include "formats/protocol/gtp.h"
#include "base/cli/output.h"
#include "base/crypto/secret.h"
#include "base/os/clocks.h"
#include "cmd/command.h"
#include "cmd/values.h"
#include "engine/external/gtp_speak.h"
#include "engine/players/roster.h"
#include "games/registry/games.h"
#include "version.h"

#include <stdio.h>

enum { OPTION_GAME, OPTION_SEED, OPTION_NODES, OPTION_CPU };

// False at the end of the input. Cuts a line that is too long; the rest is still too long for the speaker, which refuses it.
static bool read_line(Text *line)
{
    int c = getchar();
    *line = text_in(line->start, line->capacity);
    for (; c != EOF && c != '\n'; c = getchar())
        if (c) // GTP ignores control characters
            text_add_char(line, (char)c);
    return c != EOF || line->length;
}

static int speak(GtpSpeaker *speaker)
{
    char line_memory[2 * GTP_LINE_MAX];
    Text line = TEXT_IN(line_memory), answer = text_growing(&memory_heap);
    bool goes_on = true;
    while (goes_on && read_line(&line)) {
        goes_on = gtp_speaker_take(speaker, (Slice){line.start, line.length}, &answer);
        fwrite(answer.start, 1, answer.length, stdout);
        fflush(stdout);
        answer.length = 0;
    }
    text_done(&answer);
    return EXIT_FINE;
}

static bool read_rules(const char *string, PhantomRules *rules)
{
    char memory[MESSAGE_ROOM];
    Text message = TEXT_IN(memory);
    AnyRules read;
    const Game *game = game_read(string, &read, &message);
    if (game && game != &phantom_go_game)
        text_format(&message, "%s is not played by GTP; say for example phantom-go(size=9)",
                    game->name);
    if (game == &phantom_go_game)
        *rules = *phantom_rules((const Rules *)&read);
    else
        complain("%s", memory);
    return game == &phantom_go_game;
}

static bool read_options(const Given *given, GtpSpeakerPlan *plan)
{
    const char *const *options = given->options;
    uint64_t cpu_ms = 0;
    if (!read_rules(options[OPTION_GAME] ? options[OPTION_GAME] : "phantom-go", &plan->rules) ||
        !read_number("--seed", options[OPTION_SEED], 0, INT64_MAX, &plan->seed) ||
        !read_number("--nodes", options[OPTION_NODES], 1, INT64_MAX, &plan->budget.nodes) ||
        !read_number("--cpu", options[OPTION_CPU], 1, UINT32_MAX, &cpu_ms))
        return false;
    plan->budget.cpu_ms = (uint32_t)cpu_ms;
    return true;
}

static int gtp_run(const Given *given)
{
    const char *name = given->arguments[0];
    char memory[MESSAGE_ROOM];
    Text message = TEXT_IN(memory);
    GtpSpeakerPlan plan = {.name = name, .version = NEBEL_VERSION, .budget.clocks = &system_clocks};
    if (!name)
        return complain("name a player, as in nebel gtp go-best; nebel players lists them");
    // The default seed is random, so that the opponent cannot guess it.
    if (!given->options[OPTION_SEED] && !seed_draw(&plan.seed)) {
        complain("the system gives no random numbers; name a seed with --seed");
        return EXIT_FAILED;
    }
    if (!read_options(given, &plan))
        return EXIT_USAGE;
    if (!roster_check(&memory_heap, name, &phantom_go_game, &message))
        return complain("%s", memory);
    complain_of_sandbox(roster_lack(name));
    Player *player = roster_open(&memory_heap, name, &message);
    GtpSpeaker *speaker = player ? gtp_speaker_create(player, &plan) : NULL;
    const int status = speaker ? speak(speaker) : complain("there is not enough memory");
    gtp_speaker_destroy(speaker);
    player_destroy(player);
    return status;
}

const Command gtp_command = {
    .name = "gtp",
    .argument = "PLAYER",
    .summary = "speak GTP, the Go Text Protocol, for a player of Phantom Go",
    .example = "nebel gtp go-best",
    .options =
        {
            [OPTION_GAME] = {"--game", "GAME", "its rules, until it is told a size and a komi"},
            [OPTION_SEED] =
                {"--seed", "N",
                 "seed of the player's random choices (default: drawn from the system)"},
            [OPTION_NODES] = {"--nodes", "N", "limit a try to N nodes"},
            [OPTION_CPU] = {"--cpu", "MS", "limit a try to MS milliseconds of CPU time"},
        },
    .run = gtp_run,
};
