// The list of players, and their strings.
#include "roster/roster.h"

#include "guest/gtp_evaluator.h"
#include "guest/guest.h"
#include "guest/program.h"
#include "guest/uci_evaluator.h"
#include "guest/uci_player.h"
#include "ismcts/players.h"
#include "kriegspiel/player/mcts.h"
#include "kriegspiel/player/meta.h"
#include "kriegspiel/player/sampling.h"
#include "kriegspiel/player/simple.h"
#include "phantom_go/player/players.h"
#include "player/random.h"

#include <string.h>

const PlayerKind *const roster_kinds[] = {
    &random_player,    &capturer_player, &negamax_player,   &los_player,
    &aosp_player,      &hs_player,       &pimc_player,      &ismcts1_player,
    &ismcts2_player,   &meta_player,     &mcts_a_player,    &mcts_b_player,
    &mcts_c_player,    &mcts_bc_player,  &uci_player,       &go_random_player,
    &go_flat_player,   &go_mcts_player,  &go_nested_player, &go_two_level_player,
    &go_hybrid_player, &go_best_player,  &go_pimc_player,   NULL};

const PlayerKind *roster_kind(Slice name)
{
    unsigned i = 0;
    while (roster_kinds[i] && !slice_is(name, roster_kinds[i]->name))
        i++;
    return roster_kinds[i];
}

static const char no_memory[] = "there is not enough memory for the player";

// --- Engines ----------------------------------------------------------------------------------

static bool open_adviser(const Memory *memory, const AdviserPlan *wanted, Adviser *adviser,
                         Text *complaint)
{
    const UciEngine *engine = uci_engine(slice_of(wanted->engine));
    char command_memory[PROGRAM_COMMAND_MAX];
    Text command = TEXT_IN(command_memory);
    if (wanted->nodes && !engine->counts_nodes) {
        text_format(complaint, "%s counts no nodes; say engine_depth", engine->name);
        return false;
    }
    if (!uci_command(engine, &command, complaint))
        return false;
    const UciEvaluatorPlan plan = {.uci = {.engine = engine, .command = command_memory},
                                   .depth = wanted->depth,
                                   .nodes = wanted->nodes,
                                   .children = wanted->children,
                                   .native_depth = wanted->native_depth};
    UciEvaluator *evaluator = uci_evaluator_create(memory, &plan);
    if (!evaluator) {
        text_add(complaint, no_memory);
        return false;
    }
    *adviser = (Adviser){.evaluator = uci_evaluator_interface(evaluator),
                         .begin = uci_evaluator_begin,
                         .has_failed = uci_evaluator_has_failed,
                         .destroy = uci_evaluator_destroy};
    return true;
}

static bool open_go_adviser(const Memory *memory, const GoAdviserPlan *wanted, GoAdviser *adviser,
                            Text *complaint)
{
    const GtpEngine *engine = gtp_engine(slice_of(wanted->engine));
    char command_memory[PROGRAM_COMMAND_MAX];
    Text command = TEXT_IN(command_memory);
    if (!program_command(engine->name, engine->arguments, &command, complaint))
        return false;
    const GtpEvaluatorPlan plan = {
        .engine = engine, .command = command_memory, .level = wanted->level};
    GtpEvaluator *evaluator = gtp_evaluator_create(memory, &plan);
    if (!evaluator) {
        text_add(complaint, no_memory);
        return false;
    }
    *adviser = gtp_evaluator_adviser(evaluator);
    return true;
}

// Whether the program is there that the option `engine` names, if it names one: better said now
// than in game 1.
static bool has_engine(const PlayerKind *kind, const OptionValues *options, Text *complaint)
{
    char unused[PROGRAM_COMMAND_MAX];
    Text command = TEXT_IN(unused);
    for (unsigned i = 0; i < options_count(kind->options); i++) {
        const PlayerOption *option = &kind->options[i];
        if (strcmp(option->name, "engine") != 0)
            continue;
        const char *name = option->words[(unsigned)options->values[i]];
        const bool is_program = uci_engine(slice_of(name)) || gtp_engine(slice_of(name));
        return !is_program || program_command(name, "", &command, complaint);
    }
    return true;
}

static Player *create(const Memory *memory, const PlayerKind *kind, const OptionValues *options,
                      Text *complaint)
{
    if (!has_engine(kind, options, complaint))
        return NULL;
    Player *player = player_create(memory, kind, options);
    if (!player)
        text_add(complaint, no_memory);
    else {
        sampling_set_opener(player, open_adviser);
        go_pimc_set_opener(player, open_go_adviser);
        player_set_crew(player, &crew_threads);
    }
    return player;
}

// --- Guests -----------------------------------------------------------------------------------

// Where the command of a guest begins, after `cmd:` or `cmd(key=value):`; NULL if the string names
// no guest. What stands before the colon is copied to `head`.
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
    for (const char *c = string; c < colon; c++)
        text_add_char(head, *c);
    return colon + 1;
}

static Player *open_guest(const Memory *memory, const char *command, const Text *head,
                          Text *complaint)
{
    Spec spec;
    const SpecError error = spec_parse(head->start, &spec);
    if (error || head->cut || !*command) {
        text_format(complaint, "cannot read the guest '%s:%s': %s", head->start, command,
                    error       ? spec_error_text(error)
                    : head->cut ? "its options are too long"
                                : "the command is missing, as in cmd:./mybot");
        return NULL;
    }
    Player *player = guest_create(memory, command, head->start);
    if (!player)
        text_add(complaint, no_memory);
    return player;
}

bool roster_is_guest(const char *string)
{
    char memory[512]; // a head that is too long for it is cut, and a guest's all the same
    Text head = TEXT_IN(memory);
    return guest_command(string, &head) != NULL;
}

// --- Everyone ---------------------------------------------------------------------------------

Player *roster_open(const Memory *memory, const char *string, Text *complaint)
{
    char head_memory[512];
    Text head = TEXT_IN(head_memory);
    const char *command = guest_command(string, &head);
    if (command)
        return open_guest(memory, command, &head, complaint);
    Spec spec;
    OptionValues options;
    const SpecError error = spec_parse(string, &spec);
    if (error) {
        text_format(complaint, "cannot read the player '%s': %s", string, spec_error_text(error));
        return NULL;
    }
    const PlayerKind *kind = roster_kind(spec.name);
    if (!kind) {
        text_format(complaint, "there is no player '%.*s'; nebel players lists them",
                    (int)spec.name.length, spec.name.start);
        return NULL;
    }
    if (!options_read(kind->options, &spec, &options, complaint))
        return NULL;
    return create(memory, kind, &options, complaint);
}

bool roster_check(const Memory *memory, const char *string, const Game *game, Text *complaint)
{
    Player *player = roster_open(memory, string, complaint);
    const bool plays = player && player->kind->plays(game);
    if (player && !plays)
        text_format(complaint, "%s does not play %s; see nebel players %s", string, game->name,
                    string);
    player_destroy(player);
    return plays;
}
