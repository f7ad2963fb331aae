// nebel model: counts where the men of players tend to stand, and shows such a model.
#include "cmd/command.h"
#include "cmd/values.h"
#include "formats/records/game_record.h"
#include "lab/study/studies.h"

#include <string.h>

enum { OPTION_PLAYER, OPTION_OUTPUT, OPTION_SEAT, OPTION_KIND, OPTION_AT };
enum { AT_DEFAULT = 10 };

static int build(const Given *given)
{
    const ModelPlan plan = {.files = {.paths = given->arguments + 1,
                                      .count = given->argument_count - 1,
                                      .games = UINT64_MAX,
                                      .command = "model"},
                            .player = given->options[OPTION_PLAYER],
                            .output = given->options[OPTION_OUTPUT]};
    if (given->argument_count < 2)
        return complain("name one or more PGN files, as in examples/game.pgn");
    if (!plan.output)
        return complain("name the file of the model with -o FILE");
    return model_build(&plan);
}

static bool read_picture(const Given *given, ModelPicture *picture)
{
    const char *seat = given->options[OPTION_SEAT], *kind = given->options[OPTION_KIND];
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
    return read_number("--at", given->options[OPTION_AT], 1, MODEL_MOVES - 1,
                       &picture->move_number);
}

static int show(const Given *given)
{
    ModelPicture picture;
    if (given->argument_count > 2)
        return complain("show takes one model; leave out the other files");
    return read_picture(given, &picture) ? model_show(given->arguments[1], &picture) : EXIT_USAGE;
}

static int run(const Given *given)
{
    const char *verb = given->arguments[0];
    if (verb && strcmp(verb, "build") == 0)
        return build(given);
    if (verb && strcmp(verb, "show") == 0)
        return show(given);
    return complain(
        "say what to do: nebel model build FILE... -o FILE, or nebel model show [FILE]");
}

const Command model_command = {
    .name = "model",
    .argument = "build|show",
    .arguments_max = COMMAND_ARGUMENTS_MAX,
    .summary = "make a model of an opponent from games, or show one as maps",
    .example = "nebel model show --seat black --kind k --at 12",
    .options =
        {
            [OPTION_PLAYER] = {"--player", "NAME", "build: count this player's men alone"},
            [OPTION_OUTPUT] = {"-o", "FILE", "build: the file of the model"},
            [OPTION_SEAT] = {"--seat", "white|black", "show: whose men (default white)"},
            [OPTION_KIND] = {"--kind", "p|n|b|r|q|k", "show: which men (default k)"},
            [OPTION_AT] = {"--at", "MOVE", "show: after this move (default 10)"},
        },
    .run = run,
};
