// Phantom Go as a Game: what a seat knows. The law itself is in judge.c, the texts are in words.c.
#include "games/phantom_go/phantom_go.h"

#include "games/phantom_go/judge.h"

#include <assert.h>
#include <string.h>

static void deal(const Rules *rules, void *truth, Hearing to[2])
{
    phantom__begin_game(phantom_rules(rules), truth);
    to[0] = to[1] = (Hearing){.event = HEARD_OPENING, .seat = GO_BLACK};
}

static void phantom_judge(const Rules *rules, void *truth, Try attempt, Hearing to[2])
{
    phantom__judge(phantom_rules(rules), truth, attempt, to);
}

static uint8_t seat_to_move(const void *truth)
{
    return ((const PhantomTruth *)truth)->game.board.to_move;
}

static bool can_win(const Rules *rules, const void *truth, uint8_t seat)
{
    (void)rules;
    (void)truth;
    (void)seat;
    return true; // a board on which a seat has no stone may still be counted in its favour
}

static void phantom_sit(const Rules *rules, uint8_t seat, void *view)
{
    const PhantomRules *own = phantom_rules(rules);
    assert(seat < 2);
    *(PhantomView *)view = (PhantomView){.own = own->handicap[seat],
                                         .marked = own->handicap[!seat],
                                         .enemies = (uint16_t)go_set_count(&own->handicap[!seat]),
                                         .size = own->size,
                                         .seat = seat,
                                         .to_move = GO_BLACK};
}

bool phantom_may_try(const PhantomView *view, Try attempt)
{
    return !phantom__is_impossible(view->size, attempt, &view->own, &view->refused);
}

static uint32_t tries(const Rules *rules, const void *view, Try *out)
{
    (void)rules;
    const PhantomView *seen = view;
    uint32_t count = 0;
    if (seen->ending || seen->seat != seen->to_move)
        return 0;
    for (unsigned row = 0; row < seen->size; row++)
        for (unsigned column = 0; column < seen->size; column++) {
            const Try attempt = (Try)(row * GO_SIZE_MAX + column + 1);
            if (phantom_may_try(seen, attempt))
                out[count++] = attempt;
        }
    out[count++] = PHANTOM_PASS;
    assert(count <= PHANTOM_TRIES_MAX);
    return count;
}

static GoSet points_of(const Hearing *heard)
{
    GoSet points;
    memcpy(points.words, heard->points, sizeof points.words);
    return points;
}

// A refused try may be no point at all; the view then stays as it is.
static void phantom_hear_own(PhantomView *view, Try own, const Hearing *heard)
{
    const bool is_point = own <= GO_SPOTS;
    if (is_point && heard->event == HEARD_REFUSAL && heard->verdict == VERDICT_ILLEGAL) {
        go_set_add(&view->refused, own - 1u);
        go_set_add(&view->marked, own - 1u);
    }
    if (heard->event != HEARD_MOVE)
        return;
    if (is_point) {
        go_set_add(&view->own, own - 1u);
        go_set_drop(&view->marked, own - 1u);
    }
    assert(heard->stones <= view->enemies);
    view->refused = view->lost = (GoSet){0};
    view->enemies = (uint16_t)(view->enemies - heard->stones);
    view->taken = (uint16_t)(view->taken + heard->stones);
}

static void hear_other(PhantomView *view, const Hearing *heard)
{
    if (heard->event != HEARD_MOVE)
        return;
    view->lost = points_of(heard);
    go_set_subtract(&view->own, &view->lost);
    view->enemies = (uint16_t)(view->enemies + !(heard->checks & CALL_PASS));
}

static bool can_be_answered(const PhantomView *view, Try own, const Hearing *heard)
{
    if (heard->event == HEARD_REFUSAL && heard->verdict == VERDICT_ILLEGAL)
        return own != PHANTOM_PASS && phantom_may_try(view, own);
    if (heard->event == HEARD_REFUSAL)
        return true;
    return heard->event == HEARD_MOVE && phantom_may_try(view, own) &&
           (own == PHANTOM_PASS) == ((heard->checks & CALL_PASS) != 0) &&
           heard->stones <= view->enemies;
}

// Whether all stones that are said to be captured are own stones, and their number is right.
static bool can_lose(const PhantomView *view, const Hearing *heard)
{
    GoSet rest = points_of(heard);
    const bool is_counted = go_set_count(&rest) == heard->stones;
    go_set_subtract(&rest, &view->own);
    return is_counted && go_set_is_empty(&rest);
}

static bool can_hear(const Rules *rules, const void *view, Try own, const Hearing *heard)
{
    (void)rules;
    const PhantomView *seen = view;
    const bool is_turn = heard->seat == seen->to_move;
    if (seen->ending)
        return false;
    if (own != TRY_NONE)
        return is_turn && heard->seat == seen->seat && can_be_answered(seen, own, heard);
    if (heard->event == HEARD_OPENING)
        return is_turn;
    if (heard->event == HEARD_MOVE || heard->event == HEARD_REFUSAL)
        return is_turn && heard->seat != seen->seat && can_lose(seen, heard);
    return heard->event != HEARD_NOTHING && heard->event != HEARD_ANSWER;
}

static void phantom_hear(const Rules *rules, void *view, Try own, const Hearing *heard)
{
    (void)rules;
    PhantomView *seen = view;
    if (own != TRY_NONE)
        phantom_hear_own(seen, own, heard);
    else
        hear_other(seen, heard);
    if (heard->event == HEARD_MOVE)
        seen->to_move = !heard->seat;
    seen->ending = heard->ending;
}

ASSERT_FITS_ANY(PhantomRules, PhantomTruth, PhantomView);

const Game phantom_go_game = {
    .name = PHANTOM_GO_NAME,
    .rules_bytes = sizeof(PhantomRules),
    .truth_bytes = sizeof(PhantomTruth),
    .view_bytes = sizeof(PhantomView),
    .tries_max = PHANTOM_TRIES_MAX,
    .counts_jointly = true,
    .read = phantom__read,
    .write = phantom__write,
    .deal = deal,
    .judge = phantom_judge,
    .seat_to_move = seat_to_move,
    .can_win = can_win,
    .sit = phantom_sit,
    .tries = tries,
    .hear = phantom_hear,
    .can_hear = can_hear,
    .say = phantom__say,
    .try_to_text = phantom__try_to_text,
    .try_from_text = phantom__try_from_text,
};
