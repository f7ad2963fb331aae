// Counts turns.
#include "engine/core/courtesy.h"

enum {
    LOST_TURNS = 6,   // before the game is given up
    LEVEL_TURNS = 30, // before a draw is offered, and again as many before the next
};
static const double level_low = 0.45, level_high = 0.55;

void courtesy_hear(Courtesy *courtesy, uint8_t seat, const Hearing *heard)
{
    const bool is_own = heard->seat == seat;
    if (heard->event == HEARD_OFFER)
        courtesy->has_offer = !is_own;
    if (heard->event != HEARD_MOVE)
        return;
    courtesy->has_offer = courtesy->has_offer && !is_own; // an own move turns it down
    if (!is_own)
        return;
    courtesy->has_offered = courtesy->is_counted = false;
    if (heard->captured || heard->capture_at)
        courtesy->level_turns = 0;
}

// A turn may be asked for several tries; the first counts.
static void count_turn(Courtesy *courtesy, double resign_below, double value)
{
    if (courtesy->is_counted)
        return;
    courtesy->is_counted = true;
    courtesy->lost_turns = value < resign_below ? courtesy->lost_turns + 1 : 0;
    const bool is_level = value > level_low && value < level_high;
    courtesy->level_turns = is_level ? courtesy->level_turns + 1 : 0;
}

void courtesy_choose(Courtesy *courtesy, double resign_below, Choice *choice)
{
    count_turn(courtesy, resign_below, choice->value);
    const bool is_given_up = courtesy->lost_turns >= LOST_TURNS,
               is_long_level = courtesy->level_turns >= LEVEL_TURNS;
    if (is_given_up) {
        choice->kind = EVENT_RESIGN;
    } else if (courtesy->has_offer && (choice->value < level_low || is_long_level)) {
        choice->kind = EVENT_ACCEPT;
    } else if (is_long_level && !courtesy->has_offered) {
        choice->kind = EVENT_OFFER;
        courtesy->has_offered = true;
        courtesy->level_turns = 0;
    }
    if (choice->kind != EVENT_TRY)
        choice->attempt = TRY_NONE;
}
