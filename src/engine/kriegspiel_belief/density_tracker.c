// Passes each hearing of a seat to its view and its density.
#include "engine/kriegspiel_belief/density_tracker.h"

#include <assert.h>

void tracker_begin(DensityTracker *tracker, const KriegspielRules *rules, uint8_t seat,
                   const Model *model)
{
    assert(seat < 2);
    const Position *start = &rules->setup.start;
    const Color enemy = other_color(seat);
    tracker->rules = rules;
    tracker->last = (Hearing){.event = HEARD_NOTHING};
    tracker->move_number = 0;
    kriegspiel_game.sit((const Rules *)rules, seat, &tracker->view);
    density_begin(&tracker->density, start, enemy);
    motion_init(&tracker->motion, rules->setup.board, enemy,
                rules->setup.is_standard ? model : NULL);
}

void tracker_hear(DensityTracker *tracker, Try own, const Hearing *heard)
{
    assert(heard->seat < 2 && tracker->view.seat < 2);
    const Ruleset *rules = tracker->rules->ruleset;
    const OwnMen before = tracker->view.own;
    const bool is_own = heard->seat == tracker->view.seat;
    kriegspiel_game.hear((const Rules *)tracker->rules, &tracker->view, own, heard);
    if (heard->ending)
        return;
    if (is_own && own != TRY_NONE) {
        density_answer(&tracker->density, &before, rules, own, heard);
    } else if (heard->event == HEARD_MOVE) {
        tracker->move_number++;
        density_reply(&tracker->density, &tracker->view.own, rules, &tracker->motion,
                      tracker->move_number, heard);
    }
    if (heard->event == HEARD_OPENING || (heard->event == HEARD_MOVE && !is_own))
        tracker->last = *heard;
}
