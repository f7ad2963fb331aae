// Data structures that live_games.c and exchange.c share: live games, their alarms and pending batches.
#ifndef NEBEL_LIVE_INTERNAL_H
#define NEBEL_LIVE_INTERNAL_H

#include "base/number_map.h"
#include "server/live/live_games.h"

enum { SEATS = 2, BATCHES = 2 };
#define NO_ALARM UINT32_MAX

// A seat of a live game.
typedef struct LiveSeat {
    uint32_t mark;             // number of the last move, offer or decline that the seat heard
    uint32_t ref;              // largest ref of a command that was taken
    uint32_t waiting[BATCHES]; // hearings that wait in each batch
    bool is_here;              // a connection is in the seat
    uint64_t away_ms;          // else: since when, in the time of the game
    uint32_t lags_ms[2];       // the last two that were noted; 0 at first
    uint32_t quota_ms;         // for which the clocks may still wait for this seat
    Allowance tries;           // that the seat may send
} LiveSeat;

// The time of a game: `at_ms` until the node's time is `since_ms`. It is paused while rows are held.
typedef struct LiveClock {
    uint64_t at_ms, since_ms;
    uint32_t held; // rows that both seats will hear of and that are not durable
} LiveClock;

typedef struct LiveGame {
    uint64_t number;
    JournalGame opening;
    Table *table;
    LiveClock clock;
    LiveSeat seats[SEATS];
    uint32_t moves;       // that were played; both seats have heard, or will hear, of each
    uint64_t turn_ms;     // when the last of them was played, in the time of the game
    uint64_t alarm_ms;    // when the game ends if nothing happens, in the node's time
    uint32_t alarm_index; // in the heap of alarms; NO_ALARM
    uint32_t rows;        // of its journal, the waiting ones included
    uint32_t waiting;     // rows that are not durable
    bool is_ready;        // its open or resume is durable
    bool is_minded;       // the absence rules of the plan hold
} LiveGame;

typedef struct AlarmHeap {
    LiveGame **heap; // the earliest first
    uint32_t count, capacity;
} AlarmHeap;

// Rows of a batch, and the mail that is sent when the batch is durable.
typedef struct PendingBatch {
    LiveRow *rows;
    LiveMail *mail;
    uint32_t row_count, row_capacity;
    uint32_t mail_count, mail_capacity;
    uint64_t since_ms; // when its first row came
} PendingBatch;

struct LiveGames {
    Memory memory;
    LiveGamesPlan plan;
    NumberMap games; // of LiveGame
    AlarmHeap alarms;
    PendingBatch batches[BATCHES];
    unsigned filling; // the batch that takes new rows; the other one may be out
    bool is_out;
    bool is_paused;
    uint64_t still_until_ms; // after a pause
    uint64_t lag;            // LAG_BATCHES times the mean age of the last batches in ms
    uint64_t now_ms;         // of the last call
    uint64_t node_ms;        // the node's time: the same without the pauses
};

// Returns NULL if the game is not here.
LiveGame *live__find(const LiveGames *hall, uint64_t number);
// Moves the node's time on.
void live__move_time(LiveGames *hall, uint64_t now_ms);
// Sets the alarm of a game for the moment at which it ends if nothing happens.
void live__update_alarm(LiveGames *hall, LiveGame *game);

// Makes room for so many rows and mails more.
MUST_USE bool live__reserve_rows(PendingBatch *pending, const Memory *memory, uint32_t rows,
                                 uint32_t mail);
void live__add_mail(PendingBatch *pending, const LiveMail *mail);

// Returns the time of a game.
uint64_t live__game_ms(const LiveGames *hall, const LiveGame *game);
// Lets the table of a game take an event at the time of the game. On error nothing has changed.
LiveError live__take_event(LiveGames *hall, LiveGame *game, EventKind kind, uint8_t seat,
                           Try attempt, uint32_t ref);
// Ends a game whose time has come: a flag falls, or the seat to move has stayed away too long. Runs before every event: a command that
// comes too late is then refused like any other after the end, and its number is not in the journal.
LiveError live__end_if_due(LiveGames *hall, LiveGame *game);
// Returns the number of the last hearing that a seat was sent, durably.
uint32_t live__heard(const LiveGame *game, uint8_t seat);

#endif
