// The table's own side of a game once more, in few lines: offers, resignations, flags and clocks.
//
// Written from docs/rules/common.md, docs/protocol/bot.md and include/nebel/table.h; it shares no
// code with src/table. What both seats hear of such an event, and what is turned away, follows from
// what both have heard before. So this reference needs to know no truth but one: whether a seat has
// more than a bare king, which the captures have told to both.
#ifndef NEBEL_TESTS_MANNERS_H
#define NEBEL_TESTS_MANNERS_H

#include "games/core/table.h"

typedef struct Manners {
    ClockRule clock;
    uint64_t began_ms;    // the turn
    uint64_t left_ms[2];  // as it began
    uint64_t heard_ms[2]; // when each seat last heard something
    uint8_t mover;
    bool stands[2];      // an offer of this seat waits for an answer
    bool has_offered[2]; // since its last move
    bool is_over;
} Manners;

enum { MANNERS_HEARD_MAX = 64 };

void manners_open(Manners *manners, ClockRule clock, uint8_t mover);

// When the mover's flag falls; UINT64_MAX if never.
uint64_t manners_deadline_ms(const Manners *manners);

// What comes of an event: the error it is turned away with, or TABLE_OK and what both seats hear of
// it in `heard`. A try that is not turned away is the witness's business; then `heard` is empty, and
// so it is for a tick before its time.
TableError manners_foretell(const Manners *manners, const TableEvent *event, bool can_other_win,
                            char heard[MANNERS_HEARD_MAX]);

// Moves on by an event that was not turned away. `mover` and `is_over` are the witness's after it.
void manners_note(Manners *manners, const TableEvent *event, uint8_t mover, bool is_over);
// A seat has heard something of an event.
void manners_hear(Manners *manners, uint8_t seat, uint64_t at_ms);

#endif
