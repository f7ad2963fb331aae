// nebel model: counts where the men of players tend to be, and shows what came of it.
#include "kriegspiel/belief/model.h"
#include "cli/maps.h"
#include "cli/model_file.h"
#include "cli/progress.h"
#include "cli/records.h"
#include "cli/values.h"
#include "cmd/command.h"
#include "system/disk.h"
#include "view/heat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { OPTION_PLAYER, OPTION_OUTPUT, OPTION_SEAT, OPTION_KIND, OPTION_AT };
enum { MAP_GAP = 3, MAPS_WIDTH = 2 * HEAT_WIDTH_MAX + MAP_GAP, AT_DEFAULT = 10 };

static int complain_of_memory(void)
{
    complain("there is not enough memory for the model");
    return EXIT_FAILED;
}

// --- build -----------------------------------------------------------------------------------------

typedef struct Building {
    const char *player; // NULL for everyone
    ModelCounts *counts;
    uint64_t games, used;
    Progress progress;
} Building;

// The colours that count in a game.
static Bits wanted_colors(const Building *building, const GameRecord *record)
{
    if (record->view != VIEW_UMPIRE ||
        !model_can_count(kriegspiel_rules(game_record_rules(record))))
        return 0;
    if (!building->player)
        return bit(WHITE) | bit(BLACK);
    return (strcmp(record->tags.white, building->player) == 0 ? bit(WHITE) : 0) |
           (strcmp(record->tags.black, building->player) == 0 ? bit(BLACK) : 0);
}

static int count_record(void *context, const GameRecord *record)
{
    Building *building = context;
    const Bits colors = wanted_colors(building, record);
    building->games++;
    building->used += colors != 0;
    progress_step(&building->progress, building->games);
    if (!colors || model_count(building->counts, kriegspiel_rules(game_record_rules(record)),
                               &record->entries, colors))
        return EXIT_FINE;
    complain("game %" PRIu64 " has a try out of turn", building->games);
    return EXIT_FAILED;
}

static int write_file(const Text *bytes, const char *path)
{
    FILE *file = disk_fopen(path, "w");
    const bool is_written =
        file && !bytes->cut && fwrite(bytes->start, 1, bytes->length, file) == bytes->length;
    if (file && disk_fclose(file) && is_written)
        return EXIT_FINE;
    complain("cannot write the model %s: %s", path, disk_problem(errno));
    return EXIT_FAILED;
}

static int finish(const Building *building, const char *path)
{
    if (!building->used) {
        complain(
            "no game%s%s can be counted: a model needs umpire's records of games from the usual "
            "first position on 8x8",
            building->player ? " of " : "", building->player ? building->player : "");
        return EXIT_FAILED;
    }
    Model *model = memory_resize(&memory_heap, NULL, sizeof *model);
    if (!model)
        return complain_of_memory();
    Text bytes = text_growing(&memory_heap);
    model_make(building->counts, model);
    model_write(model, &bytes);
    const int status = write_file(&bytes, path);
    if (!status)
        printf("%" PRIu64 " of %" PRIu64 " games, White to move %u, Black to move %u, %zu bytes\n",
               building->used, building->games, model->times[WHITE] ? model->times[WHITE] - 1u : 0,
               model->times[BLACK] ? model->times[BLACK] - 1u : 0, bytes.length);
    text_done(&bytes);
    memory_resize(&memory_heap, model, 0);
    return status;
}

static int build(const Given *given)
{
    const char *output = given->options[OPTION_OUTPUT];
    if (given->argument_count < 2)
        return complain("from which games? name one or more PGN files");
    if (!output)
        return complain("where to? -o FILE names the model's file");
    Building building = {.player = given->options[OPTION_PLAYER],
                         .counts = memory_resize(&memory_heap, NULL, sizeof *building.counts),
                         .progress = progress_begin("games", 0)};
    if (!building.counts)
        return complain_of_memory();
    *building.counts = (ModelCounts){{{0}}};
    int status = EXIT_FINE;
    for (unsigned i = 1; i < given->argument_count && !status; i++)
        status = records_each_chess(given->arguments[i], UINT64_MAX, "nebel model", count_record,
                                    &building);
    progress_end(&building.progress);
    if (!status)
        status = finish(&building, output);
    memory_resize(&memory_heap, building.counts, 0);
    return status;
}

// --- show ------------------------------------------------------------------------------------------

typedef struct Picture {
    Color color;
    Kind kind;
    uint64_t time;
} Picture;

static const char *const kind_names[] = {"pawns", "knights", "bishops", "rooks", "queens", "king"};
_Static_assert(COUNT_OF(kind_names) == KIND_COUNT, "every kind needs a name");

static bool read_picture(const Given *given, Picture *picture)
{
    const char *seat = given->options[OPTION_SEAT], *kind = given->options[OPTION_KIND];
    const char *at = given->options[OPTION_AT];
    *picture = (Picture){.color = WHITE, .kind = KING, .time = AT_DEFAULT};
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
    return !at || read_number("--at", at, 1, MODEL_TIMES - 1, &picture->time);
}

// The chances at a time, and how they differ from those a move before.
static void fill_maps(const Model *model, const Picture *picture, double at[SQUARE_COUNT],
                      double change[SQUARE_COUNT])
{
    const unsigned time = (unsigned)picture->time;
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        at[i] = model_chance(model, picture->color, time, picture->kind, i);
        change[i] = at[i] - model_chance(model, picture->color, time - 1, picture->kind, i);
    }
}

static void add_maps(const Model *model, const Picture *picture, Text *text)
{
    double at[SQUARE_COUNT], change[SQUARE_COUNT];
    Cell memory[MAPS_WIDTH * HEAT_HEIGHT_MAX];
    Cells cells = CELLS_IN(memory, MAPS_WIDTH, HEAT_HEIGHT_MAX);
    fill_maps(model, picture, at, change);
    const HeatMap absolute = {.board = &chess_boards[0], .at = at, .caption = "per cent"};
    const HeatMap delta = {.board = &chess_boards[0],
                           .at = change,
                           .caption = "change from the move before, in thousandths",
                           .is_change = true};
    view_heat(&absolute, 0, 0, &cells);
    view_heat(&delta, HEAT_WIDTH_MAX + MAP_GAP, 0, &cells);
    text_format(text, "%s's %s after move %" PRIu64 ", over %u games\n\n",
                picture->color == WHITE ? "White" : "Black", kind_names[picture->kind],
                picture->time, model->games[picture->color][picture->time]);
    maps_to_text(&cells, text);
}

static int show_model(const Model *model, const Picture *picture)
{
    const unsigned times = model->times[picture->color];
    if (picture->time >= times)
        return complain("the model knows %s up to move %u only", view_name(picture->color),
                        times ? times - 1 : 0);
    Text text = text_growing(&memory_heap);
    add_maps(model, picture, &text);
    fputs(text.start, stdout);
    text_done(&text);
    return EXIT_FINE;
}

static int show(const Given *given)
{
    Picture picture;
    if (given->argument_count > 2)
        return complain("one model at a time");
    if (!read_picture(given, &picture))
        return EXIT_USAGE;
    Model *model = memory_resize(&memory_heap, NULL, sizeof *model);
    if (!model)
        return complain_of_memory();
    int status = model_file_read(given->arguments[1], model);
    if (!status)
        status = show_model(model, &picture);
    memory_resize(&memory_heap, model, 0);
    return status;
}

// --- The command -----------------------------------------------------------------------------------

static int run(const Given *given)
{
    const char *verb = given->arguments[0];
    if (verb && strcmp(verb, "build") == 0)
        return build(given);
    if (verb && strcmp(verb, "show") == 0)
        return show(given);
    return complain("model what? nebel model build FILE... -o FILE, or nebel model show [FILE]");
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
            [OPTION_OUTPUT] = {"-o", "FILE", "build: where the model goes"},
            [OPTION_SEAT] = {"--seat", "white|black", "show: whose men (default white)"},
            [OPTION_KIND] = {"--kind", "p|n|b|r|q|k", "show: which men (default k)"},
            [OPTION_AT] = {"--at", "MOVE", "show: after this move (default 10)"},
        },
    .run = run,
};
