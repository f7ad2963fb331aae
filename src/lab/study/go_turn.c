// Describes a turn of Phantom Go: certain enemy stones, certainly empty points, and likely points.
#include "lab/study/turn.h"

#include "engine/phantom_go/known.h"
#include "lab/study/go_pool_turn.h"

#include <assert.h>
#include <string.h>

enum { LIKELY_POINTS = 3 };

static void add_point(unsigned spot, Text *text)
{
    assert(spot < GO_SPOTS);
    go_point_to_text(go_point_at(spot), text);
}

// Points row by row; a run of neighbours is written as "a3-e3".
static void add_points(const GoSet *points, Text *text)
{
    if (go_set_is_empty(points))
        text_add(text, " none");
    for (unsigned spot = 0; spot < GO_SPOTS; spot++) {
        const unsigned first = spot;
        if (!go_set_has(points, first))
            continue;
        while ((spot + 1) % GO_SIZE_MAX && go_set_has(points, spot + 1))
            spot++;
        text_add_char(text, ' ');
        add_point(first, text);
        if (spot > first) {
            text_add_char(text, '-');
            add_point(spot, text);
        }
    }
    text_add(text, ".\n");
}

// The points without own stones: certain enemy stones, certainly empty, and open.
typedef struct Points {
    GoSet stones, empty, open;
} Points;

static void sort_point(const GoPoolTurn *turn, const GoKnown *known, unsigned spot, Points *points)
{
    const double weight = turn->at[spot];
    const bool has_boards = turn->boards > 0;
    if (go_set_has(&known->sure, spot) || (has_boards && study_is_there(weight, turn->is_exact)))
        go_set_add(&points->stones, spot);
    else if (go_set_has(&known->clear, spot) ||
             (has_boards && study_is_none(weight, turn->is_exact)))
        go_set_add(&points->empty, spot);
    else
        go_set_add(&points->open, spot);
}

// An exact pool has all that can be known, so deductions are used only with a sample. Deductions can be wrong.
static Points sort_points(const GoPoolTurn *turn, const GoKnown *known)
{
    const GoKnown nothing = {0};
    Points points = {0};
    for (unsigned row = 0; row < turn->view->size; row++)
        for (unsigned column = 0; column < turn->view->size; column++) {
            const unsigned spot = go_spot(go_point(column, row));
            if (!go_set_has(&turn->view->own, spot))
                sort_point(turn, turn->is_exact ? &nothing : known, spot, &points);
        }
    return points;
}

static void add_likely(const GoPoolTurn *turn, GoSet open, Text *text)
{
    for (unsigned i = 0; i < LIKELY_POINTS && !go_set_is_empty(&open); i++) {
        unsigned best = GO_SPOTS;
        for (unsigned spot = 0; spot < GO_SPOTS; spot++)
            if (go_set_has(&open, spot) && (best == GO_SPOTS || turn->at[spot] > turn->at[best]))
                best = spot;
        text_add(text, i ? ", " : " ");
        add_point(best, text);
        text_format(text, " %.2f", turn->at[best]);
        go_set_drop(&open, best);
    }
    text_add(text, ".\n");
}

void go_note(void *notes, const void *view, Try own, const Hearing *heard)
{
    if (heard->event == HEARD_OPENING)
        go_known_begin(notes, view);
    go_known_hear(notes, view, own, heard);
}

void go_describe(const StudyTurn *studied, const void *notes, Text *text)
{
    assert(notes);
    GoPoolTurn judged;
    const GoPoolTurn *turn = &judged;
    go_pool_turn(studied, &judged);
    const Points points = sort_points(turn, notes);
    const char *adverb = turn->is_exact ? "Certainly" : "Nearly certainly";
    text_format(text, "\nTurn %u: ", turn->turn);
    analyse__add_boards(turn->boards, analyse__kind(turn->is_exact), text);
    text_format(text, "  %s empty, besides your own stones' points:", adverb);
    add_points(&points.empty, text);
    text_format(text, "  %s enemy stones, of %u:", adverb, turn->view->enemies);
    add_points(&points.stones, text);
    if (go_set_is_empty(&points.open) || turn->boards == 0)
        return;
    text_add(text, "  The likeliest of the other points:");
    add_likely(turn, points.open, text);
}

bool go_chances(const StudyTurn *studied, double enemy[SIGN_SPOTS])
{
    GoPoolTurn turn;
    go_pool_turn(studied, &turn);
    memcpy(enemy, turn.at, sizeof turn.at);
    return turn.boards > 0;
}
