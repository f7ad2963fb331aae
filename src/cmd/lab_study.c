// nebel lab mistakes, model and policy: what files of games say of the players of these games.
#include "cmd/command.h"
#include "cmd/values.h"
#include "formats/records/game_record.h"
#include "lab/study/studies.h"

#include <string.h>

// nebel lab mistakes: what the moves of recorded games of Phantom Go cost, by phase of the game and by player.

enum { MISTAKES_PLAYOUTS, MISTAKES_SEED };
enum { PLAYOUTS_DEFAULT = 100, PLAYOUTS_MAX = 1000000 };

static int mistakes_run(const Given *given)
{
    uint64_t each = PLAYOUTS_DEFAULT;
    MistakesPlan plan = {
        .files = {.paths = given->arguments, .count = given->argument_count, .games = UINT64_MAX},
        .seed = 1};
    if (!read_number("--playouts", given->options[MISTAKES_PLAYOUTS], 1, PLAYOUTS_MAX, &each) ||
        !read_number("--seed", given->options[MISTAKES_SEED], 0, INT64_MAX, &plan.seed))
        return EXIT_USAGE;
    if (!plan.files.count)
        return complain("name one or more SGF files, as in examples/phantom-go.sgf");
    plan.playouts = (uint32_t)each;
    return mistakes_print(&plan);
}

const Command mistakes_command = {
    .name = "lab mistakes",
    .argument = "FILE...",
    .summary = "say what the moves of recorded games of Phantom Go cost, by phase of the game",
    .example = "nebel lab mistakes examples/phantom-go.sgf",
    .options =
        {
            [MISTAKES_PLAYOUTS] = {"--playouts", "N", "playouts for each point (default 100)"},
            [MISTAKES_SEED] = {"--seed", "N", "seed of all random choices (default 1)"},
        },
    .run = mistakes_run,
};

// nebel lab model: counts where the men of players tend to stand, and shows such a model.

enum { MODEL_PLAYER, MODEL_OUTPUT, MODEL_SEAT, MODEL_KIND, MODEL_AT };
enum { AT_DEFAULT = 10 };

static int build_model(const Given *given)
{
    const ModelPlan plan = {.files = {.paths = given->arguments + 1,
                                      .count = given->argument_count - 1,
                                      .games = UINT64_MAX,
                                      .command = "lab model"},
                            .player = given->options[MODEL_PLAYER],
                            .output = given->options[MODEL_OUTPUT]};
    if (given->argument_count < 2)
        return complain("name one or more PGN files, as in examples/game.pgn");
    if (!plan.output)
        return complain("name the file of the model with -o FILE");
    return model_build(&plan);
}

static bool read_picture(const Given *given, ModelPicture *picture)
{
    const char *seat = given->options[MODEL_SEAT], *kind = given->options[MODEL_KIND];
    *picture = (ModelPicture){.color = WHITE, .kind = KING, .move_number = AT_DEFAULT};
    const uint8_t view = view_from_name(slice_of(seat ? seat : "white"));
    if (view != VIEW_WHITE && view != VIEW_BLACK) {
        complain("--seat must be white or black, not '%s'", seat);
        return false;
    }
    picture->color = (Color)view;
    if (kind)
        picture->kind = kind[0] && !kind[1] ? kind_from_letter(kind[0]) : KIND_COUNT;
    if (picture->kind == KIND_COUNT) {
        complain("--kind takes one of the letters p n b r q k, not '%s'", kind);
        return false;
    }
    return read_number("--at", given->options[MODEL_AT], 1, MODEL_MOVES - 1, &picture->move_number);
}

static int show_model(const Given *given)
{
    ModelPicture picture;
    if (given->argument_count > 2)
        return complain("show takes one model; leave out the other files");
    return read_picture(given, &picture) ? model_show(given->arguments[1], &picture) : EXIT_USAGE;
}

static int model_run(const Given *given)
{
    const char *verb = given->arguments[0];
    if (verb && strcmp(verb, "build") == 0)
        return build_model(given);
    if (verb && strcmp(verb, "show") == 0)
        return show_model(given);
    return complain(
        "say what to do: nebel lab model build FILE... -o FILE, or nebel lab model show [FILE]");
}

const Command model_command = {
    .name = "lab model",
    .argument = "build|show",
    .arguments_max = COMMAND_ARGUMENTS_MAX,
    .summary = "make a model of an opponent from games, or show one as maps",
    .example = "nebel lab model show --seat black --kind k --at 12",
    .options =
        {
            [MODEL_PLAYER] = {"--player", "NAME", "build: count this player's men alone"},
            [MODEL_OUTPUT] = {"-o", "FILE", "build: the file of the model"},
            [MODEL_SEAT] = {"--seat", "white|black", "show: whose men (default white)"},
            [MODEL_KIND] = {"--kind", "p|n|b|r|q|k", "show: which men (default k)"},
            [MODEL_AT] = {"--at", "MOVE", "show: after this move (default 10)"},
        },
    .run = model_run,
};

// nebel lab policy: fits how a player replies to its games, and tests how well that foretells other games.

enum { POLICY_PLAYER, POLICY_FILE, POLICY_OUTPUT };

static int policy_run(const Given *given)
{
    const char *verb = given->arguments[0];
    const PolicyPlan plan = {
        .files = {.paths = given->arguments + 1,
                  .count = given->argument_count ? given->argument_count - 1 : 0,
                  .games = UINT64_MAX,
                  .command = "lab policy"},
        .player = given->options[POLICY_PLAYER],
        .policy = given->options[POLICY_FILE],
        .output = given->options[POLICY_OUTPUT]};
    const bool fits = verb && strcmp(verb, "fit") == 0;
    if (!fits && !(verb && strcmp(verb, "test") == 0))
        return complain("say what to do: nebel lab policy fit FILE... -o FILE, or nebel lab policy "
                        "test FILE...");
    if (given->argument_count < 2)
        return complain("name one or more PGN files, as in examples/game.pgn");
    if (fits && !plan.output)
        return complain("name the file of the policy with -o FILE");
    return fits ? policy_fit(&plan) : policy_test(&plan);
}

const Command policy_command = {
    .name = "lab policy",
    .argument = "fit|test",
    .arguments_max = COMMAND_ARGUMENTS_MAX,
    .summary = "fit how a player replies to its games, or test how well that foretells others",
    .example = "nebel lab policy test examples/game.pgn",
    .options =
        {
            [POLICY_PLAYER] = {"--player", "NAME",
                               "count the moves of players whose names begin so"},
            [POLICY_FILE] = {"--policy", "FILE",
                             "test: the policy (default all moves equally likely)"},
            [POLICY_OUTPUT] = {"-o", "FILE", "fit: the file of the policy"},
        },
    .run = policy_run,
};
