// What a hall holds, for the files of this room alone.
#ifndef NEBEL_HALL_INSIDE_H
#define NEBEL_HALL_INSIDE_H

#include "base/number_map.h"
#include "server/live/hall.h"

enum { SEATS = 2, BATCHES = 2 };
#define NO_ALARM UINT32_MAX

// What the hall knows of a seat.
typedef struct HallSeat {
    uint32_t mark;             // the number of the last move, offer or decline that it heard
    uint32_t ref;              // the largest that was taken
    uint32_t waiting[BATCHES]; // mail with something heard, in each batch
    bool is_here;              // somebody is in the seat
    uint64_t away_ms;          // else: of the game's time, since when nobody is
    uint32_t lags_ms[2];       // the last two that were noted; 0 at first
    uint32_t quota_ms;         // that the clocks may still wait for it
    Allowance tries;           // that it may send
} HallSeat;

// A game's own time: `at_ms` until the node's is `since_ms`. It stands still while rows are held.
typedef struct HallClock {
    uint64_t at_ms, since_ms;
    uint32_t held; // rows that both seats will hear of and that are not durable
} HallClock;

typedef struct HallGame {
    uint64_t number;
    JournalGame opening;
    Table *table;
    HallClock clock;
    HallSeat seats[SEATS];
    uint32_t moves;       // that were played; both seats have heard, or will hear, of each
    uint64_t turn_ms;     // of its own time: when the last of them was played
    uint64_t alarm_ms;    // of the node's time: when it ends if nothing happens
    uint32_t alarm_index; // in the alarms; NO_ALARM
    uint32_t rows;        // how many it has, the waiting ones included
    uint32_t waiting;     // how many of them are not durable
    bool is_ready;        // its open or resume is durable
    bool is_minded;       // the manners of the plan hold
} HallGame;

// --- alarms.c: which game ends next --------------------------------------------------------------

typedef struct HallAlarms {
    HallGame **heap; // the earliest first
    uint32_t count, capacity;
} HallAlarms;

// Room for one more game; false if there is no memory.
MUST_USE bool hall__reserve_alarm(HallAlarms *alarms, const Memory *memory, uint32_t games);
// Sets, moves or (UINT64_MAX) removes the alarm of a game.
void hall__set_alarm(HallAlarms *alarms, HallGame *game, uint64_t alarm_ms);

// --- outbox.c: rows and the mail that waits for them ---------------------------------------------

typedef struct HallBox {
    HallRow *rows;
    HallMail *mail;
    uint32_t row_count, row_capacity;
    uint32_t mail_count, mail_capacity;
    uint64_t since_ms; // when its first row came
} HallBox;

// Room for one more row and two mails.
MUST_USE bool hall__reserve_box(HallBox *box, const Memory *memory);
void hall__add_row(HallBox *box, HallGame *game, const JournalRow *row, bool is_held);
void hall__add_mail(HallBox *box, const HallMail *mail);
// Adds the content of another box, which is empty afterwards. False, with nothing changed, if there is no memory.
MUST_USE bool hall__append_box(HallBox *box, const Memory *memory, HallBox *other);
// Removes everything of a game.
void hall__purge_box(HallBox *box, uint64_t game);
void hall__box_done(HallBox *box, const Memory *memory);

// --- hall.c --------------------------------------------------------------------------------------

struct Hall {
    Memory memory;
    HallPlan plan;
    NumberMap games; // of HallGame
    HallAlarms alarms;
    HallBox boxes[BATCHES];
    unsigned filling; // the box that takes new rows; the other one may be out
    bool is_out;
    bool is_paused;
    uint64_t still_until_ms; // after a pause
    uint64_t lag;            // LAG_BATCHES times the mean age of the last batches in ms
    uint64_t now_ms;         // of the last call
    uint64_t node_ms;        // the node's time: the same without the pauses
};

// NULL if the game is not here.
static inline HallGame *hall__find(const Hall *hall, uint64_t number)
{
    return number_map_find(&hall->games, number);
}
// Moves the node's time on.
void hall__move_time(Hall *hall, uint64_t now_ms);
// The time of a game.
uint64_t hall__game_ms(const Hall *hall, const HallGame *game);
// Lets the table of a game take an event at its own time. On error nothing has changed.
HallError hall__take_event(Hall *hall, HallGame *game, EventKind kind, uint8_t seat, Try attempt,
                           uint32_t ref);
// Ends a game whose time has come: a flag falls, or its seat to move has stayed away too long. Before every event: a command that comes too late is then refused like any other after the end, and
// its number is not in the journal.
HallError hall__let_flag_fall(Hall *hall, HallGame *game);
// The number of what a seat was told last, durably.
uint32_t hall__told(const HallGame *game, uint8_t seat);

#endif
