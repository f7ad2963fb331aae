// Other programs as players, and as advisers of players.
#include "engine/players/outside.h"

#include "base/os/threads.h"
#include "engine/external/box.h"
#include "engine/external/gtp_evaluator.h"
#include "engine/external/guest.h"
#include "engine/external/program.h"
#include "engine/external/uci_evaluator.h"
#include "engine/kriegspiel_players/sampling.h"
#include "engine/phantom_go/players.h"
#include "engine/players/roster.h"

#include <assert.h>
#include <string.h>

enum { HEAD_MAX = 512 }; // bytes of what stands before the colon of a guest's player string

static const char no_memory[] = "there is not enough memory for the player";

static bool open_adviser(const Memory *memory, const AdviserPlan *wanted, Adviser *adviser,
                         Text *message)
{
    const UciEngine *engine = uci_engine(slice_of(wanted->engine));
    char command_memory[PROGRAM_COMMAND_MAX];
    Text command = TEXT_IN(command_memory);
    assert(engine);
    if (wanted->nodes && !engine->counts_nodes) {
        text_format(message, "%s counts no nodes; say engine_depth", engine->name);
        return false;
    }
    if (!uci_command(engine, &command, message))
        return false;
    const UciEvaluatorPlan plan = {.uci = {.engine = engine, .command = command_memory},
                                   .depth = wanted->depth,
                                   .nodes = wanted->nodes,
                                   .children = wanted->children,
                                   .native_depth = wanted->native_depth};
    UciEvaluator *evaluator = uci_evaluator_create(memory, &plan);
    if (!evaluator) {
        text_add(message, no_memory);
        return false;
    }
    *adviser = (Adviser){.evaluator = uci_evaluator_interface(evaluator),
                         .begin = uci_evaluator_begin,
                         .has_failed = uci_evaluator_has_failed,
                         .destroy = uci_evaluator_destroy};
    return true;
}

static bool open_go_adviser(const Memory *memory, const GoAdviserPlan *wanted, GoAdviser *adviser,
                            Text *message)
{
    const GtpEngine *engine = gtp_engine(slice_of(wanted->engine));
    char command_memory[PROGRAM_COMMAND_MAX];
    Text command = TEXT_IN(command_memory);
    assert(engine);
    if (!program_command(engine->name, engine->arguments, &command, message))
        return false;
    const GtpEvaluatorPlan plan = {
        .engine = engine, .command = command_memory, .level = wanted->level};
    GtpEvaluator *evaluator = gtp_evaluator_create(memory, &plan);
    if (!evaluator) {
        text_add(message, no_memory);
        return false;
    }
    *adviser = gtp_evaluator_adviser(evaluator);
    return true;
}

bool roster__has_engine(const PlayerKind *kind, const OptionValues *options, Text *message)
{
    char unused[PROGRAM_COMMAND_MAX];
    Text command = TEXT_IN(unused);
    for (unsigned i = 0; i < options_count(kind->options); i++) {
        const PlayerOption *option = &kind->options[i];
        if (strcmp(option->name, "engine") != 0)
            continue;
        const char *name = option->words[(unsigned)options->values[i]];
        const bool is_program = uci_engine(slice_of(name)) || gtp_engine(slice_of(name));
        return !is_program || program_command(name, "", &command, message);
    }
    return true;
}

// The command of a guest, after `cmd:` or `cmd(key=value):`; NULL if the string names no guest. The part before the colon is
// copied to `head`.
static const char *guest_command(const char *string, Text *head)
{
    const size_t length = strlen(guest_player.name);
    if (strncmp(string, guest_player.name, length) != 0 || !strchr("(:", string[length]) ||
        !string[length])
        return NULL;
    const char *colon = string[length] == ':' ? string + length : strstr(string, "):");
    if (!colon)
        return NULL;
    colon += *colon == ')';
    assert(*colon == ':');
    for (const char *c = string; c < colon; c++)
        text_add_char(head, *c);
    return colon + 1;
}

static Player *open_guest(const Memory *memory, const char *command, const Text *head,
                          Text *message)
{
    Spec spec;
    const SpecError error = spec_parse(head->start, &spec);
    if (error || head->cut || !*command) {
        text_format(message, "cannot read the guest '%s:%s': %s", head->start, command,
                    error       ? spec_error_text(error)
                    : head->cut ? "its options are too long"
                                : "the command is missing, as in cmd:./mybot");
        return NULL;
    }
    Player *player = guest_create(memory, command, head->start);
    if (!player)
        text_add(message, no_memory);
    return player;
}

bool roster_is_guest(const char *string)
{
    char memory[HEAD_MAX]; // a longer head is cut; the answer is the same
    Text head = TEXT_IN(memory);
    return guest_command(string, &head) != NULL;
}

bool roster__open_guest(const Memory *memory, const char *string, Player **player, Text *message)
{
    char head_memory[HEAD_MAX];
    Text head = TEXT_IN(head_memory);
    const char *command = guest_command(string, &head);
    if (command)
        *player = open_guest(memory, command, &head, message);
    return command != NULL;
}

const char *roster_lack(const char *string)
{
    return roster_is_guest(string) ? box_lack() : NULL;
}

const Crew *const roster_crew = &crew_threads;

void roster__equip(Player *player)
{
    sampling_set_opener(player, open_adviser);
    go_pimc_set_opener(player, open_go_adviser);
    player->crew = roster_crew;
}
