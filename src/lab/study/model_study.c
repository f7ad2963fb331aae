// Reads a model of opponents from disk, makes one by counting where men stand, and draws the counts.
#include "lab/study/studies.h"

#include "base/cli/output.h"
#include "base/os/disk.h"
#include "lab/study/records.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { BYTES_MAX = 2 * sizeof(Model) }; // every model file is shorter

static int read_bytes(const char *path, char *bytes, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return complain("cannot open the model %s: %s", path, strerror(errno));
    *length = fread(bytes, 1, BYTES_MAX, file);
    const bool is_read = !ferror(file);
    fclose(file);
    return is_read ? EXIT_FINE : complain("cannot read the model %s", path);
}

int model_file_read(const char *path, Model *model)
{
    char bytes[BYTES_MAX];
    Slice slice = {bytes, 0};
    if (!path)
        slice = model_default();
    else if (read_bytes(path, bytes, &slice.length))
        return EXIT_USAGE;
    assert(slice.length <= BYTES_MAX);
    const ModelError error = model_read(slice, model);
    if (!error)
        return EXIT_FINE;
    return complain_failed("%s: %s", path ? path : "the default model", model_error_text(error));
}

int model_file_load(const char *path, Model **model)
{
    *model = memory_resize(&memory_heap, NULL, sizeof **model);
    const int status = *model ? model_file_read(path, *model) : complain_of_memory("the model");
    if (status)
        *model = memory_resize(&memory_heap, *model, 0);
    return status;
}

typedef struct ModelBuild {
    const char *player; // NULL for everyone
    ModelCounts *counts;
    uint64_t games, used;
} ModelBuild;

// Returns the colours that count in a game.
static Bits wanted_colors(const ModelBuild *build, const GameRecord *record)
{
    if (record->view != VIEW_UMPIRE ||
        !model_can_count(kriegspiel_rules(game_record_rules(record))))
        return 0;
    if (!build->player)
        return bit(WHITE) | bit(BLACK);
    return (strcmp(record->tags.white, build->player) == 0 ? bit(WHITE) : 0) |
           (strcmp(record->tags.black, build->player) == 0 ? bit(BLACK) : 0);
}

static int count_record(void *context, GameRecord *record)
{
    ModelBuild *build = context;
    assert(build->used <= build->games);
    const Bits colors = wanted_colors(build, record);
    build->games++;
    build->used += colors != 0;
    if (!colors || model_count(build->counts, kriegspiel_rules(game_record_rules(record)),
                               &record->entries, colors))
        return EXIT_FINE;
    return complain_failed("game %" PRIu64 " has a try out of turn", build->games);
}

static int write_file(const Text *bytes, const char *path)
{
    FILE *file = disk_fopen(path, "w");
    const bool is_written =
        file && !bytes->cut && fwrite(bytes->start, 1, bytes->length, file) == bytes->length;
    if (file && disk_fclose(file) && is_written)
        return EXIT_FINE;
    return complain_failed("cannot write the model %s: %s", path, disk_problem(errno));
}

static int finish(const ModelBuild *build, const char *path)
{
    if (!build->used)
        return complain_failed(
            "no game%s%s can be counted: a model needs umpire's records of games from the usual "
            "first position on 8x8",
            build->player ? " of " : "", build->player ? build->player : "");
    Model *model = memory_resize(&memory_heap, NULL, sizeof *model);
    if (!model)
        return complain_of_memory("the model");
    Text bytes = text_growing(&memory_heap);
    model_make(build->counts, model);
    model_write(model, &bytes);
    const int status = write_file(&bytes, path);
    if (!status)
        printf("%" PRIu64 " of %" PRIu64 " games, White to move %u, Black to move %u, %zu bytes\n",
               build->used, build->games,
               model->move_count[WHITE] ? model->move_count[WHITE] - 1u : 0,
               model->move_count[BLACK] ? model->move_count[BLACK] - 1u : 0, bytes.length);
    text_done(&bytes);
    memory_resize(&memory_heap, model, 0);
    return status;
}

int model_build(const ModelPlan *plan)
{
    assert(plan->files.count > 0 && plan->output);
    ModelBuild build = {.player = plan->player,
                        .counts = memory_resize(&memory_heap, NULL, sizeof *build.counts)};
    if (!build.counts)
        return complain_of_memory("the model");
    *build.counts = (ModelCounts){{{0}}};
    int status = records_each_of(&plan->files, count_record, &build);
    if (!status)
        status = finish(&build, plan->output);
    memory_resize(&memory_heap, build.counts, 0);
    return status;
}

static const char *const kind_names[] = {"pawns", "knights", "bishops", "rooks", "queens", "king"};
_Static_assert(COUNT_OF(kind_names) == KIND_COUNT, "every kind needs a name");

// Fills the chances after a move, and how they differ from those a move before.
static void fill_maps(const Model *model, const ModelPicture *picture, double at[SQUARE_COUNT],
                      double change[SQUARE_COUNT])
{
    assert(picture->move_number >= 1 && picture->move_number < model->move_count[picture->color]);
    assert(picture->kind < KIND_COUNT);
    const unsigned move_number = (unsigned)picture->move_number;
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        at[i] = model_chance(model, picture->color, move_number, picture->kind, i);
        change[i] = at[i] - model_chance(model, picture->color, move_number - 1, picture->kind, i);
    }
}

static void add_maps(const Model *model, const ModelPicture *picture, Text *text)
{
    double at[SQUARE_COUNT], change[SQUARE_COUNT];
    fill_maps(model, picture, at, change);
    const HeatMap absolute = {.board = &chess_boards[0], .at = at, .caption = "per cent"};
    const HeatMap delta = {.board = &chess_boards[0],
                           .at = change,
                           .caption = "change from the move before, in thousandths",
                           .is_change = true};
    text_format(text, "%s's %s after move %" PRIu64 ", over %u games\n\n",
                picture->color == WHITE ? "White" : "Black", kind_names[picture->kind],
                picture->move_number, model->games[picture->color][picture->move_number]);
    maps_to_text((const HeatMap[]){absolute, delta}, text);
}

static int show_model(const Model *model, const ModelPicture *picture)
{
    const unsigned times = model->move_count[picture->color];
    if (picture->move_number >= times)
        return complain("the model knows %s up to move %u only; give an earlier move with --at",
                        view_name(picture->color), times ? times - 1 : 0);
    Text text = text_growing(&memory_heap);
    add_maps(model, picture, &text);
    const int status = print_text(&text, "the maps");
    text_done(&text);
    return status;
}

int model_show(const char *path, const ModelPicture *picture)
{
    Model *model;
    int status = model_file_load(path, &model);
    if (!status)
        status = show_model(model, picture);
    memory_resize(&memory_heap, model, 0);
    return status;
}
