// Deductions about single points.
#include "engine/phantom_go/known.h"

#include <assert.h>

void go_known_begin(GoKnown *known, const PhantomView *view)
{
    *known = (GoKnown){.sure = view->marked};
}

// The neighbours of a point as a set.
static GoSet neighbours_of(unsigned spot, unsigned size)
{
    const unsigned column = spot % GO_SIZE_MAX, row = spot / GO_SIZE_MAX;
    assert(column < size && row < size);
    GoSet set = {0};
    if (column > 0)
        go_set_add(&set, spot - 1);
    if (column + 1 < size)
        go_set_add(&set, spot + 1);
    if (row > 0)
        go_set_add(&set, spot - GO_SIZE_MAX);
    if (row + 1 < size)
        go_set_add(&set, spot + GO_SIZE_MAX);
    return set;
}

static bool is_within(const GoSet *set, const GoSet *whole)
{
    GoSet rest = *set;
    go_set_subtract(&rest, whole);
    return go_set_is_empty(&rest);
}

// The point has a stone, unless it was just lost (ko) or all its neighbours are own stones or sure enemies (suicide).
static void hear_refused(GoKnown *known, const PhantomView *view, unsigned spot)
{
    GoSet around = neighbours_of(spot, view->size);
    GoSet walls = known->sure;
    go_set_unite(&walls, &view->own);
    if (!go_set_has(&view->lost, spot) && !is_within(&around, &walls))
        go_set_add(&known->sure, spot);
}

// The known chain of the stone at `spot`.
static GoSet group_of(const GoSet *stones, unsigned spot, unsigned size)
{
    GoSet group = {0}, open = {0};
    assert(go_set_has(stones, spot));
    go_set_add(&open, spot);
    while (!go_set_is_empty(&open)) {
        GoSet next = {0};
        go_set_unite(&group, &open);
        for (unsigned at = 0; (at = go_set_next(&open, at)) < GO_SPOTS; at++) {
            const GoSet around = neighbours_of(at, size);
            go_set_unite(&next, &around);
        }
        go_set_intersect(&next, stones);
        go_set_subtract(&next, &group);
        open = next;
    }
    return group;
}

static unsigned distance(unsigned a, unsigned b)
{
    const int columns = (int)(a % GO_SIZE_MAX) - (int)(b % GO_SIZE_MAX);
    const int rows = (int)(a / GO_SIZE_MAX) - (int)(b / GO_SIZE_MAX);
    return (unsigned)((columns < 0 ? -columns : columns) + (rows < 0 ? -rows : rows));
}

// Some captured stones were unseen. They may have connected any stones within `reach` of the move, so none of those is
// sure any more.
static void forget_near(GoKnown *known, unsigned spot, unsigned reach)
{
    for (unsigned i = 0; i < GO_SPOTS; i++)
        if (distance(i, spot) <= reach)
            go_set_drop(&known->sure, i);
}

// The umpire does not say which chains beside the move were captured. Those that are not too large may have been, so
// they are no longer sure.
static void hear_taken(GoKnown *known, const PhantomView *view, unsigned spot, unsigned taken)
{
    unsigned seen = 0;
    const GoSet around = neighbours_of(spot, view->size);
    for (unsigned stone = 0; (stone = go_set_next(&around, stone)) < GO_SPOTS; stone++) {
        if (!go_set_has(&known->sure, stone))
            continue;
        const GoSet group = group_of(&known->sure, stone, view->size);
        if (go_set_count(&group) > taken)
            continue;
        go_set_subtract(&known->sure, &group);
        seen += go_set_count(&group);
    }
    if (seen < taken)
        forget_near(known, spot, taken);
}

static void known_hear_own(GoKnown *known, const PhantomView *view, Try own, const Hearing *heard)
{
    if (own == PHANTOM_PASS)
        return;
    if (heard->event == HEARD_REFUSAL && heard->verdict == VERDICT_ILLEGAL)
        hear_refused(known, view, own - 1u);
    if (heard->event != HEARD_MOVE)
        return;
    go_set_drop(&known->sure, own - 1u);
    if (heard->stones)
        hear_taken(known, view, own - 1u, heard->stones);
}

static void hear_other(GoKnown *known, const PhantomView *view)
{
    known->clear = view->lost;
    for (unsigned spot = 0; (spot = go_set_next(&view->lost, spot)) < GO_SPOTS; spot++) {
        GoSet around = neighbours_of(spot, view->size);
        go_set_subtract(&around, &view->lost);
        go_set_subtract(&around, &view->own);
        go_set_unite(&known->sure, &around);
    }
}

void go_known_hear(GoKnown *known, const PhantomView *view, Try own, const Hearing *heard)
{
    if (own != TRY_NONE)
        known_hear_own(known, view, own, heard);
    else if (heard->event == HEARD_MOVE)
        hear_other(known, view);
}
