// Putting unseen stones on a board.
#include "engine/phantom_go/sampler.h"

#include <assert.h>
#include <string.h>

static void go_sampler_begin_with(GoSampler *sampler, const PhantomView *view)
{
    assert(view->seat < 2);
    assert(view->size >= GO_SIZE_MIN && view->size <= GO_SIZE_MAX);
    sampler->them = (GoColor)!view->seat;
    sampler->enemies = view->enemies;
    sampler->sure_count = sampler->doubtful_count = sampler->open_count = 0;
    sampler->is_weighted = false;
    go_board_init(&sampler->own, view->size);
    go_board_put_all(&sampler->own, (GoColor)view->seat, &view->own);
    sampler->own.to_move = view->seat;
}

// Refused points are marked, too, so with GO_REFUSED_STONE none is left in doubt.
void go_sampler_begin(GoSampler *sampler, const PhantomView *view, GoRefused refused)
{
    const GoSet none = {0};
    const GoSet *sure = refused == GO_REFUSED_STONE ? &view->marked : &none;
    go_sampler_begin_knowing(sampler, view, sure, &none, NULL);
}

void go_sampler_begin_knowing(GoSampler *sampler, const PhantomView *view, const GoSet *sure,
                              const GoSet *clear, const uint16_t *weights)
{
    go_sampler_begin_with(sampler, view);
    sampler->is_weighted = weights != NULL;
    for (unsigned i = 0; i < sampler->own.empty_count; i++) {
        const GoPoint point = sampler->own.empties[i];
        const unsigned spot = go_spot(point);
        if (go_set_has(sure, spot)) {
            sampler->sure[sampler->sure_count++] = point;
        } else if (go_set_has(&view->refused, spot)) {
            sampler->doubtful[sampler->doubtful_count++] = point;
        } else if (!go_set_has(clear, spot)) {
            assert(!weights || weights[spot] > 0);
            if (weights)
                sampler->weights[sampler->open_count] = weights[spot];
            sampler->open[sampler->open_count++] = point;
        }
    }
}

// A board that is being drawn; `left` stones are still to be put.
typedef struct SamplerDraw {
    const GoSampler *sampler;
    GoBoard *board;
    Rng *rng;
    unsigned left;
} SamplerDraw;

static void put(SamplerDraw *draw, GoPoint point)
{
    if (!go_board_may_put(draw->board, draw->sampler->them, point))
        return;
    go_board_put(draw->board, draw->sampler->them, point);
    draw->left--;
}

// Puts stones on `points` in random order.
static void put_sure(SamplerDraw *draw, const GoPoint *points, unsigned count)
{
    assert(count <= GO_SPOTS);
    GoPoint bag[GO_SPOTS];
    memcpy(bag, points, count * sizeof *bag);
    while (count && draw->left) {
        const unsigned at = rng_below(draw->rng, count);
        put(draw, bag[at]);
        bag[at] = bag[--count];
    }
}

// Puts stones on open points until only `reserve` are left to put. The first `*count` points of the bag are still free.
static void put_anywhere(SamplerDraw *draw, GoPoint *bag, uint16_t *weights, unsigned *count,
                         unsigned reserve)
{
    const bool is_weighted = draw->sampler->is_weighted;
    while (*count && draw->left > reserve) {
        const unsigned at = rng_below(draw->rng, *count);
        if (is_weighted && rng_below(draw->rng, GO_SAMPLER_WEIGHT_ONE) >= weights[at])
            continue;
        put(draw, bag[at]);
        bag[at] = bag[--*count];
        weights[at] = weights[*count];
    }
}

static void put_doubtful(SamplerDraw *draw)
{
    const GoSampler *sampler = draw->sampler;
    for (unsigned i = 0; i < sampler->doubtful_count && draw->left; i++)
        if (go_board_judge(draw->board, sampler->doubtful[i]) == GO_LEGAL)
            put(draw, sampler->doubtful[i]);
}

void go_sampler_draw(const GoSampler *sampler, Rng *rng, GoBoard *board)
{
    SamplerDraw draw = {sampler, board, rng, sampler->enemies};
    GoPoint bag[GO_SPOTS];
    uint16_t weights[GO_SPOTS];
    unsigned count = sampler->open_count;
    memcpy(bag, sampler->open, count * sizeof *bag);
    memcpy(weights, sampler->weights, count * sizeof *weights);
    *board = sampler->own;
    put_sure(&draw, sampler->sure, sampler->sure_count);
    put_anywhere(&draw, bag, weights, &count, sampler->doubtful_count);
    put_doubtful(&draw);
    put_anywhere(&draw, bag, weights, &count, 0);
    assert(board->stones[sampler->them] + draw.left == sampler->enemies);
}

void go_sampler_draw_from(const void *sampler, Rng *rng, GoBoard *board)
{
    go_sampler_draw(sampler, rng, board);
}

void go_sampler_pack(const PhantomView *view, const GoBoard *board, PhantomBoard *packed)
{
    *packed = (PhantomBoard){.key = board->key,
                             .refused = view->refused,
                             .lost = view->lost,
                             .ko = board->ko,
                             .to_move = board->to_move,
                             .passes = board->passes};
    packed->marked[view->seat] = view->marked;
    packed->taken[view->seat] = view->taken;
    for (unsigned seat = 0; seat < 2; seat++)
        go_board_stones(board, (GoColor)seat, &packed->stones[seat]);
}
