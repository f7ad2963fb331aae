// Phantom Go as numbers. Actions: the points, row by row from the bottom, and the pass.
#include "engine/phantom_go/belief_model.h"
#include "lib/kinds.h"
#include "lib/planes.h"

static void list_actions(const Rules *rules, TryList *list)
{
    const unsigned size = phantom_rules(rules)->size;
    for (unsigned row = 0; row < size; row++)
        for (unsigned column = 0; column < size; column++)
            try_list_add(list, (Try)(row * GO_SIZE_MAX + column + 1));
    try_list_add(list, PHANTOM_PASS);
}

static void mark(uint8_t *plane, unsigned size, const GoSet *points, uint8_t number)
{
    for (unsigned spot = 0; (spot = go_set_next(points, spot)) < GO_SPOTS; spot++)
        plane[spot / GO_SIZE_MAX * size + spot % GO_SIZE_MAX] = number;
}

static void add_points(PlaneWriter *writer, unsigned size, const GoSet *points)
{
    mark(planes_empty(writer), size, points, 1);
}

static const char *const plane_names[] = {"own stones",
                                          "refused since the last own stone there",
                                          "refused in this turn",
                                          "own stones taken by the last move",
                                          "said aloud of the own last move",
                                          "is Black",
                                          "has the turn",
                                          "enemy stones",
                                          "stones taken",
                                          "stones lost",
                                          "the other passed",
                                          "the other called atari",
                                          "refusals of this turn",
                                          NULL};

static void observe(const Rules *rules, const void *view, const Ear *ear, uint8_t *planes)
{
    const PhantomView *seen = view;
    const unsigned size = phantom_rules(rules)->size;
    const uint8_t seat = seen->seat, other = !seat;
    PlaneWriter writer = {planes, size * size};
    GoSet said;
    memcpy(said.words, ear->calls[seat].points, sizeof said.words);
    add_points(&writer, size, &seen->own);
    add_points(&writer, size, &seen->marked);
    add_points(&writer, size, &seen->refused);
    add_points(&writer, size, &seen->lost);
    add_points(&writer, size, &said);
    planes_fill(&writer, seat);
    planes_fill(&writer, !seen->ending && seen->to_move == seat);
    planes_fill(&writer, seen->enemies);
    planes_fill(&writer, ear->taken[seat]);
    planes_fill(&writer, ear->taken[other]);
    planes_fill(&writer, (ear->calls[other].checks & CALL_PASS) != 0);
    planes_fill(&writer, (ear->calls[other].checks & CALL_ATARI) != 0);
    planes_fill(&writer, ear->refusals);
}

static NumericShape shape(const Rules *rules)
{
    const uint32_t size = phantom_rules(rules)->size;
    return (NumericShape){
        .planes = COUNT_OF(plane_names) - 1, .ranks = size, .files = size, .kinds = 1};
}

static void men(const Rules *rules, const void *board, uint8_t *cells)
{
    const unsigned size = phantom_rules(rules)->size;
    const PhantomBoard *imagined = board;
    memset(cells, 0, (size_t)size * size);
    for (unsigned seat = 0; seat < 2; seat++)
        mark(cells, size, &imagined->stones[seat], (uint8_t)(1 + seat));
}

static void view_of(const Rules *rules, const void *board, uint8_t seat, void *view)
{
    phantom_view_of(phantom_rules(rules), board, seat, view);
}

const NumericKind numeric_go = {.game = &phantom_go_game,
                                .planes = plane_names,
                                .shape = shape,
                                .list_actions = list_actions,
                                .observe = observe,
                                .men = men,
                                .view_of = view_of};
