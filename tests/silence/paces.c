// The ear as a person who looks at the clock while a player answers. The player is asked when the desk says so, and its answers
// are played at once, as `nebel play` does it. In both runs the player's own thinking between two matched doings takes the same
// time, however many tries it makes meanwhile. Shown is when each matched doing happens.
#include "sitting.h"

#include <inttypes.h>

enum { THOUGHT_MS = 840, PERSON_MS = 300 };

// There is no clock, so nothing comes too late; and what was turned away takes no time.
static bool has_place(const Pair *pair, const Doing *doing)
{
    const bool is_late = doing->event.kind == EVENT_TRY && !doing->is_judged;
    return !doing->error && !sitting_skips(pair, doing) && doing->event.kind != EVENT_TIME &&
           !is_late;
}

// How many doings there are up to the next matched one, which is counted too.
static uint32_t doings_ahead(const Pair *pair, const Run *run, uint32_t i)
{
    uint32_t count = 0;
    for (bool is_matched = false; i < run->doings.count && !is_matched; i++) {
        const Doing *doing = &run->doings.list[i];
        is_matched = doing->is_matched && has_place(pair, doing);
        count += has_place(pair, doing);
    }
    return count;
}

// When a doing happens. `*left_ms` is what remains of the player's thought.
static uint64_t moment_of(const Sitting *sitting, uint32_t i, uint64_t now_ms, uint64_t *left_ms)
{
    const uint64_t ask_ms = ui_ask_ms(sitting->ui);
    if (ask_ms == UINT64_MAX)
        return now_ms + PERSON_MS;
    const uint64_t thought_ms = *left_ms / doings_ahead(sitting->pair, sitting->run, i);
    *left_ms = sitting->run->doings.list[i].is_matched ? THOUGHT_MS : *left_ms - thought_ms;
    return (ask_ms > now_ms ? ask_ms : now_ms) + thought_ms;
}

static Pair without_clock(const Pair *pair)
{
    Pair unhurried = *pair;
    unhurried.clock = (ClockRule){0};
    return unhurried;
}

void show_pace(const Pair *pair, const Run *run, Text *text)
{
    const Pair unhurried = without_clock(pair);
    Sitting sitting =
        sitting_open(&unhurried, &unhurried.runs[run - pair->runs], false, surface_waste());
    uint64_t now_ms = 0, left_ms = THOUGHT_MS;
    bool goes_on = true;
    sitting.hand = BY_SQUARES;
    line_mode_open(&sitting.lines, sitting.ui, sitting.text);
    for (uint32_t i = 0; goes_on && i < run->doings.count && !ui_is_over(sitting.ui); i++) {
        const Doing *doing = &run->doings.list[i];
        if (!has_place(pair, doing))
            continue;
        now_ms = moment_of(&sitting, i, now_ms, &left_ms);
        sitting.late_ms = now_ms - doing->event.at_ms;
        goes_on =
            (doing->event.seat == pair->ear ? sitting_act : sitting_let_player)(&sitting, doing);
        if (doing->is_matched)
            text_format(text, "%" PRIu32 ": at %" PRIu64 ", the player is asked at %" PRIu64 "\n",
                        doing->number, now_ms, ui_ask_ms(sitting.ui));
    }
    ui_destroy(sitting.ui);
}
