// One seat's hearings, one after the other.
#include "kriegspiel/belief/density_tracker.h"

void watch_begin(Watch *watch, const KriegspielRules *rules, uint8_t seat, const Model *model)
{
    const Position *start = &rules->setup.start;
    const Color enemy = other_color(seat);
    watch->rules = rules;
    watch->last = (Hearing){.event = HEARD_NOTHING};
    watch->time = 0;
    kriegspiel_game.sit((const Rules *)rules, seat, &watch->view);
    density_begin(&watch->density, start, enemy);
    drift_init(&watch->drift, rules->setup.board, enemy, rules->setup.is_usual ? model : NULL);
}

void watch_hear(Watch *watch, Try own, const Hearing *heard)
{
    const Ruleset *rules = watch->rules->ruleset;
    const OwnMen before = watch->view.own;
    const bool is_own = heard->seat == watch->view.seat;
    kriegspiel_game.hear((const Rules *)watch->rules, &watch->view, own, heard);
    if (heard->ending)
        return;
    if (is_own && own != TRY_NONE) {
        density_answer(&watch->density, &before, rules, own, heard);
    } else if (heard->event == HEARD_MOVE) {
        watch->time++;
        density_reply(&watch->density, &watch->view.own, rules, &watch->drift, watch->time, heard);
    }
    if (heard->event == HEARD_OPENING || (heard->event == HEARD_MOVE && !is_own))
        watch->last = *heard;
}
