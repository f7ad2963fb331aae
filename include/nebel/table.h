// The table: one game in play, with clocks, offers, resignation and a record. It owns the truth.
//
// Events go in, effects come out, at most one for each seat. Nothing but its effects may be sent to
// a seat: not the other's effects, not their number, not that an event was taken at all. An event
// of which a seat hears nothing gives it no effect and moves none of its numbers.
//
// Time is virtual: every event says when it happened, in milliseconds from any beginning, so a game
// can be played again from its record to the last byte.
#ifndef NEBEL_TABLE_H
#define NEBEL_TABLE_H

#include <nebel/wire.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nebel_table nebel_table;

// What one seat receives of one event. Plain values without padding: equal effects are equal bytes.
typedef struct nebel_effect {
    uint32_t sequence;    // of this seat: 1 for the opening, then one more each time
    uint32_t clock_ms[2]; // what both clocks show at this moment; 0 without clocks
    uint8_t seat;
    uint8_t spare[3]; // always 0
    nebel_hearing hearing;
} nebel_effect;

typedef struct nebel_effects {
    uint32_t count;
    nebel_effect effects[2]; // those beyond `count` are all zero
} nebel_effects;

// Seats two players at `at_ms`. Each has `base_ms` for the game, 0 for a game without clocks, and
// gains `increment_ms` with each move it plays. Returns NULL, with `*effects` untouched, if there is no memory or `at_ms` is after the
// year 30000, where every event would be NEBEL_ERR_TIME.
NEBEL_API nebel_table *nebel_table_create(const nebel_game *game, uint32_t base_ms,
                                          uint32_t increment_ms, uint64_t at_ms,
                                          nebel_effects *effects);
NEBEL_API void nebel_table_destroy(nebel_table *table);

// The seat to move tries "e2e4", "e7e8q" or "any?", in Go "d4" or "pass". This and every event below that comes after the
// mover's flag has fallen is answered by the end of the game instead.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_table_try(nebel_table *table, int seat,
                                                     const char *attempt, uint64_t at_ms,
                                                     nebel_effects *effects);
NEBEL_API NEBEL_MUST_USE nebel_error nebel_table_resign(nebel_table *table, int seat,
                                                        uint64_t at_ms, nebel_effects *effects);
// Offers a draw; if the other's offer stands, that accepts it.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_table_offer(nebel_table *table, int seat, uint64_t at_ms,
                                                       nebel_effects *effects);
NEBEL_API NEBEL_MUST_USE nebel_error nebel_table_accept(nebel_table *table, int seat,
                                                        uint64_t at_ms, nebel_effects *effects);
// Playing a move declines an offer too.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_table_decline(nebel_table *table, int seat,
                                                         uint64_t at_ms, nebel_effects *effects);
// For whoever keeps the table: calls the game off, because `seat` asked for it or did not come. Nobody wins, and it is no draw.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_table_abort(nebel_table *table, int seat, uint64_t at_ms,
                                                       nebel_effects *effects);
// Time has passed. No effects, unless the mover's flag has fallen.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_table_tick(nebel_table *table, uint64_t at_ms,
                                                      nebel_effects *effects);

// Public to everyone at the table.
NEBEL_API bool nebel_table_is_over(const nebel_table *table);
NEBEL_API int nebel_table_seat_to_move(const nebel_table *table);
// When the flag of the seat to move will fall, and a tick is due; UINT64_MAX if never.
NEBEL_API uint64_t nebel_table_deadline_ms(const nebel_table *table);

// A copy of the umpire's record so far. It holds the truth: while the game is in play it is for no
// seat, nor is anything made from it but that seat's own view.
NEBEL_API nebel_record *nebel_table_record(const nebel_table *table);

#ifdef __cplusplus
}
#endif

#endif
