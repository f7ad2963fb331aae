// A game as data: where it began and every event in order, refused tries included. All that is
// needed to play it again to the last byte. For the umpire's side of the table only.
#ifndef NEBEL_GAME_RECORD_H
#define NEBEL_GAME_RECORD_H

#include "base/memory.h"
#include "games/core/game.h"

typedef enum EventKind {
    EVENT_TRY,     // the seat to move attempts `attempt`
    EVENT_RESIGN,  // a seat gives up, in turn or not
    EVENT_OFFER,   // a seat offers a draw; if the other's offer stands, that accepts it
    EVENT_ACCEPT,  // a seat takes the other's offer
    EVENT_DECLINE, // a seat turns it down; playing a move does so too
    EVENT_TIME,    // time has passed; in a record, the flag of the seat to move has fallen
    EVENT_FORFEIT, // the keeper of the table ends the game: the seat's player has failed
    EVENT_ABORT,   // the keeper calls the game off: the seat asked for it, or did not come
    EVENT_COUNT
} EventKind;

// Whether a seat does it. Flags, forfeits and aborts come from the keeper of the table.
static inline bool event_is_of_seat(uint8_t kind)
{
    return kind == EVENT_TRY || kind == EVENT_RESIGN || kind == EVENT_OFFER ||
           kind == EVENT_ACCEPT || kind == EVENT_DECLINE;
}

// Whether a seat may ask for it: what it does itself, and that the game is called off, to which the keeper may say no.
static inline bool event_is_asked(uint8_t kind)
{
    return event_is_of_seat(kind) || kind == EVENT_ABORT;
}

// One event; its delay is counted from the event before it. It is negative if a seat sent the event before the other's
// last refusal, which it did not hear.
typedef struct Entry {
    uint8_t kind, seat; // EventKind
    Try attempt;        // TRY_NONE unless kind is EVENT_TRY
    uint32_t ref;       // the sender's own number for it, 0 if it gave none; no record keeps it
    int64_t delay_ms;
} Entry;
_Static_assert(sizeof(Entry) == 16, "an entry has no padding");

// No time of an event, and none between two events, is larger: some thirty thousand years.
#define RECORD_MS_MAX INT64_C(1000000000000000)

typedef struct ClockRule {
    uint32_t base_ms;      // each seat's time for the whole game; 0 for a game without clocks
    uint32_t increment_ms; // added after each move that was played
} ClockRule;

// A growing list of entries. A zeroed one is empty.
typedef struct Entries {
    Entry *list;
    uint32_t count, capacity;
} Entries;

// False, with nothing changed, if there is no memory.
MUST_USE bool entries_add(Entries *entries, const Memory *memory, Entry entry);
// Adds all entries of another list; false if there is no memory for some of them.
MUST_USE bool entries_add_all(Entries *entries, const Memory *memory, const Entries *others);
void entries_done(Entries *entries, const Memory *memory);

// What one seat received, with the own try it answers (TRY_NONE if it answers none). The delay is
// counted from what the seat received before. A seat may keep this much of a game.
typedef struct Heard {
    uint64_t delay_ms;
    Try own;
    uint8_t spare[6]; // always 0: no padding
    Hearing hearing;
} Heard;

typedef struct SeatLog {
    Heard *list;
    uint32_t count, capacity;
} SeatLog;

MUST_USE bool seat_log_add(SeatLog *log, const Memory *memory, Heard heard);
void seat_log_done(SeatLog *log, const Memory *memory);

#endif
