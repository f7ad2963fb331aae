// What a seat needs of one game beyond its Game: one entry a game. For this module only.
#ifndef NEBEL_SEAT_KINDS_H
#define NEBEL_SEAT_KINDS_H

#include "games/seat/seat.h"

typedef struct SeatKind {
    const Game *game;
    bool is_open; // nothing is hidden
    bool (*has_spot)(const Rules *rules, unsigned spot);
    // The man of `side` on a spot that a view sees; 0 for none.
    SeatMan (*man_at)(const void *view, uint8_t side, unsigned spot);
    void (*man_to_text)(unsigned spot, SeatMan man, Text *text);
    void (*spot_to_text)(unsigned spot, Text *text);
    // Reads text whatever the size of the board. False, with the outputs untouched, if it names no man or no spot.
    bool (*man_from_text)(Slice text, unsigned *spot, SeatMan *man);
    bool (*spot_from_text)(Slice text, unsigned *spot);
    // The spots that a try leaves and comes to, `*from` being `*to` if it leaves none. False if it has no spot.
    bool (*spots_of_try)(Try attempt, unsigned *from, unsigned *to);
    // Signs for what was called after the last move, to be added to `signs`.
    void (*sign_call)(const Seat *seat, const Hearing *call, uint8_t signs[SEAT_SPOTS]);
    uint32_t (*pawn_tries)(const Hearing *call); // that were called; NULL where there are no pawns
} SeatKind;

// A game without a row has no spots: its seats hear and try, and list no men.
const SeatKind *seat__kind_of(const Game *game);

#endif
