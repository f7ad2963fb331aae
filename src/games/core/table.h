// The table: one game in play. It owns the truth, keeps the clocks and the record, and lets out
// nothing but what each seat may hear.
//
// One event goes in, at most one effect a seat comes out. A server turns effects into frames, a
// match into log lines, a test into a diff; none of them sees the truth. Time is virtual: every
// event says when it happened, so a game replays from its record to the last byte.
//
// What a seat receives is numbered for that seat alone. An attempt that the other seat does not
// hear of gives it no effect and moves none of its numbers.
#ifndef NEBEL_TABLE_TABLE_H
#define NEBEL_TABLE_TABLE_H

#include "games/core/record.h"

typedef struct Table Table;

typedef struct TableEvent {
    uint8_t kind; // EventKind
    uint8_t seat;
    Try attempt;
    uint64_t at_ms; // never before what its seat heard last, and at most RECORD_MS_MAX
    uint32_t ref;   // the sender's own number for it, kept in the record; 0 if it gave none
} TableEvent;

// What one seat receives of one event. No padding: equal effects are equal bytes.
typedef struct TableEffect {
    uint32_t sequence;    // of this seat: 1 for the opening, then one more each time
    uint32_t clock_ms[2]; // what both clocks show at this moment; 0 without clocks
    uint8_t seat;
    uint8_t spare[3]; // always 0
    Hearing hearing;
} TableEffect;
_Static_assert(sizeof(TableEffect) == 80, "an effect has no padding");

typedef struct TableEffects {
    uint32_t count;
    TableEffect effects[2];
} TableEffects;

// An effect and what its seat sent for it: the try that the hearing answers and the number that the seat gave its event;
// TRY_NONE and 0 if the other seat or the keeper sent it.
typedef struct TableTold {
    TableEffect effect;
    uint32_t ref;
    Try own;
} TableTold;

static inline TableTold table_told(const TableEffect *effect, uint8_t sender, Try attempt,
                                   uint32_t ref)
{
    return (TableTold){.effect = *effect,
                       .ref = sender == effect->seat ? ref : 0,
                       .own = hearing_own(&effect->hearing, effect->seat, attempt)};
}

typedef enum TableError {
    TABLE_OK = 0,
    TABLE_ERR_OVER,     // the game has ended
    TABLE_ERR_TURN,     // it is the other seat's turn
    TABLE_ERR_OFFERED,  // this seat has offered a draw since its last move
    TABLE_ERR_NO_OFFER, // there is no offer to answer
    TABLE_ERR_TIME,     // the event lies before what its seat heard last
    TABLE_ERR_EVENT,    // no such event or seat
    TABLE_ERR_MEMORY,   // there was no memory for the record
    TABLE_ERR_COUNT
} TableError;

// Seats two players to a game at `at_ms`, at most RECORD_MS_MAX. The rules must outlive the table.
// NULL if there is no memory.
Table *table_create(const Memory *memory, const Game *game, const Rules *rules, ClockRule clock,
                    uint64_t at_ms, TableEffects *effects);
void table_destroy(Table *table); // accepts NULL

// Takes one event. On error nothing has changed and `*effects` is untouched. An event that comes
// after the mover's flag has fallen is answered by the end of the game instead.
MUST_USE TableError table_step(Table *table, const TableEvent *event, TableEffects *effects);
const char *table_error_text(TableError error);

// Public to everyone at the table.
bool table_is_over(const Table *table);
uint8_t table_seat_to_move(const Table *table);
// When the flag of the seat to move will fall; UINT64_MAX if never.
uint64_t table_deadline_ms(const Table *table);

// The number of what `seat` received last, and when it did; for that seat alone.
uint32_t table_sequence(const Table *table, uint8_t seat);
uint64_t table_heard_ms(const Table *table, uint8_t seat);

// The bytes a table takes, its record aside.
size_t table_bytes(const Game *game);

#endif
