// Live games of one node: takes commands of seats, returns rows for the journal in batches, and releases what a seat hears only
// after the store has reported its batch durable.
//
// Pure: no I/O, no threads, no clock of the machine. The caller passes `now_ms`, which never runs backwards, so a simulator can drive a node
// from a seed. This module never sees the truth of a game.
//
//     live_games_take_command(hall, &command, now);             a seat tries e2e4: the table has judged it, and no seat has heard of it yet
//     live_games_take_batch(hall, now, &batch);               the store writes batch.rows in one transaction
//     live_games_batch_durable(hall, now);                    the verdict and the call are sent to the seats
//
// Time. The time of a game is what its clocks count. It is paused while a row that both seats will hear of waits for the store,
// while the node is paused, and while the game has no node. It is not paused for a refusal that the other seat does not
// hear: the time given back would tell that seat how often its opponent was refused.
//
// The way to a seat takes time too. So the time of a game is paused a little longer after a row that both seats hear of: as long as a ping to the
// seat to move took, within limits (LagRules). For a refusal that only one seat hears of it is not, as above.
//
// A node sends and reads at beats (LagRules.beat_ms). After such a row the clocks also wait for the beat at which its seats hear of it, and
// for the next one, at which an answer is read.
//
// Retries. A seat numbers its commands (`ref`) from 1 on and says which hearing it heard last. A number that was taken is not taken again:
// its first answer is sent again. A command that was sent before its seat had heard a move, an offer or a decline is stale
// and is refused, so a message that comes late does no harm.
//
// Absence. A seat may call its game off until both have played a move. In a game with absence rules (live_games_watch_absence) the node ends it for
// a seat that does not begin, or that is away too long in its turn. These rules look at moves, which both seats hear, and at
// which seats have a connection, and at nothing else: a refused try changes no such moment, or the other seat could see it in the end.
//
// Pace. A seat may send so many tries a second, whatever the ruleset (LiveGamesPlan.pace), and it alone is sent an error when it sends more. So
// no seat can make a game long faster than that.
#ifndef NEBEL_LIVE_LIVE_GAMES_H
#define NEBEL_LIVE_LIVE_GAMES_H

#include "base/allowance.h"
#include "formats/records/game_journal.h"
#include "games/core/table_replay.h"

typedef struct LiveGames LiveGames;

typedef enum LiveError {
    LIVE_OK = 0,
    LIVE_ERR_GAME, // the game is not here
    LIVE_ERR_HERE, // it is here already
    LIVE_ERR_BUSY, // the game is not ready yet, or too many rows wait for the store: send it again later
    LIVE_ERR_FULL,     // no more games are taken
    LIVE_ERR_COMMAND,  // there is no such event, seat or number
    LIVE_ERR_STALE,    // the seat had not yet heard a move, an offer or a decline when it sent this
    LIVE_ERR_REF,      // a later number of this seat was taken, and this one was not
    LIVE_ERR_AHEAD,    // the seat says that it heard more than it was sent
    LIVE_ERR_OVER,     // as TableError has them:
    LIVE_ERR_TURN,     //
    LIVE_ERR_OFFERED,  //
    LIVE_ERR_NO_OFFER, //
    LIVE_ERR_BEGUN,    // both seats have played a move: it is too late to call the game off
    LIVE_ERR_PACE,     // this seat sends tries faster than it may
    LIVE_ERR_JOURNAL,  // no table takes the events of the journal
    LIVE_ERR_MEMORY,
    LIVE_ERR_COUNT
} LiveError;

const char *live_error_text(LiveError error);

// What is sent to a seat: a hearing or, with an error, that its command `told.ref` was not taken.
typedef struct LiveMail {
    uint64_t game;
    uint8_t seat;
    uint8_t error; // LiveError; on any but LIVE_OK only `told.ref` is set
    TableTold told;
} LiveMail;

// The callback that sends mail. It must not call this module.
typedef struct LiveMailCallback {
    void (*send)(void *context, const LiveMail *mail);
    void *context;
} LiveMailCallback;

// How long a seat may leave the other one waiting in a game with absence rules, in the time of the game. 0: for ever.
typedef struct AbsenceRules {
    uint32_t first_ms; // for its first move; then the game is called off
    uint32_t away_ms;  // in its turn, while the seat has no connection; then it has forfeited
    uint32_t turn_ms;  // in its turn, in a game without clocks; then it has forfeited
} AbsenceRules;

// How long the clocks wait for the connection of the seat to move. A client can delay its pongs, so what it can gain by that has limits.
typedef struct LagRules {
    uint16_t most_ms;  // at a time; 0: the clocks never wait
    uint16_t turn_ms;  // each time so much is added to what the seat may still have,
    uint16_t saved_ms; // which is this at first and at most
    uint16_t beat_ms;  // from one beat of the node to the next; 0 without beats
} LagRules;

typedef struct LiveGamesPlan {
    uint32_t node;      // its number, in the journals: a new one each time a node starts
    uint32_t games_max; // more are refused
    uint32_t rows_max;  // commands are refused while so many rows wait for the next batch
    uint32_t
        late_ms; // batches that are older on average when they are durable make the node late; 0: never
    AbsenceRules absence;
    LagRules lag;
    AllowanceRule pace; // of the tries of a seat; zeroed for no limit
    LiveMailCallback post;
} LiveGamesPlan;

// Returns NULL if out of memory.
LiveGames *live_games_create(const Memory *memory, const LiveGamesPlan *plan);
void live_games_destroy(LiveGames *hall); // accepts NULL

// Opens a new game. Its seats hear the opening, and its clock starts, when the first row is durable.
MUST_USE LiveError live_games_open(LiveGames *hall, uint64_t number, const JournalGame *opening,
                                   uint64_t now_ms);

// Takes over a game that another node has lost, or this one before it was started again. `alive_ms` is the time of the lost node in
// the last batch that is known of it (LiveBatch), 0 if none is: so far its seat to move was thinking. The game takes commands when
// its resume row is durable, which also shuts the other node out.
MUST_USE LiveError live_games_adopt(LiveGames *hall, uint64_t number, const GameJournal *journal,
                                    uint64_t alive_ms, uint64_t now_ms);

// Forgets a game that has another owner now, with its rows and its mail. A node that is given back a game which it had before forgets
// its own copy first. The store is not writing a batch meanwhile: none is out, or it was refused.
void live_games_lose(LiveGames *hall, uint64_t number);

// Forgets a game that is over. Returns LIVE_ERR_BUSY while it is not, or while a row of it waits.
MUST_USE LiveError live_games_close(LiveGames *hall, uint64_t number);

// Ends a game for a seat on behalf of the node: EVENT_FORFEIT or EVENT_ABORT.
MUST_USE LiveError live_games_end(LiveGames *hall, uint64_t number, EventKind kind, uint8_t seat,
                                  uint64_t now_ms);

// Applies the absence rules of the plan to a game from now on, if it is here. Its seats have no connection until live_games_note_presence says so.
void live_games_watch_absence(LiveGames *hall, uint64_t number);
// Notes that a seat has a connection, or has none any more, at the time of the last call. Nothing is sent to a seat.
void live_games_note_presence(LiveGames *hall, uint64_t number, uint8_t seat, bool is_here);

// Notes how long a ping to a seat and back took. The smaller one of the last two counts.
void live_games_note_lag(LiveGames *hall, uint64_t number, uint8_t seat, uint32_t lag_ms);

uint32_t live_games_count(const LiveGames *hall);
// Returns what both seats know: the game, its rules and its clock. NULL if the game is not here.
const JournalGame *live_games_opening(const LiveGames *hall, uint64_t number);
// Returns the bytes that a game takes, its record aside.
size_t live_games_game_bytes(const Game *game);

typedef struct LiveCommand {
    uint64_t game;
    uint8_t seat;
    uint8_t
        kind; // EVENT_TRY, EVENT_RESIGN, EVENT_OFFER, EVENT_ACCEPT, EVENT_DECLINE or EVENT_ABORT
    Try attempt;
    uint32_t ref;   // larger with each command of the seat; not 0
    uint32_t heard; // the number of what the seat heard last
} LiveCommand;

// Takes a command. The answer is sent by LiveMailCallback: what the seat hears, when it is durable; or an error, behind whatever else is on
// its way to that seat.
void live_games_take_command(LiveGames *hall, const LiveCommand *command, uint64_t now_ms);

// Gives a reader of what a seat that joins was sent after its number `since`. The caller destroys it.
MUST_USE LiveError live_games_join(LiveGames *hall, uint64_t number, uint8_t seat, uint32_t since,
                                   TableReader **reader);

// Reads one mail more of what is durable; what becomes durable later is sent by LiveMailCallback as well. Returns false if the reader has read all of it,
// or the game is not here any more.
bool live_games_read(const LiveGames *hall, uint64_t number, uint8_t seat, TableReader *reader,
                     LiveMail *mail);

// Returns how long the clock of the seat to move has run since the last mail that `seat` was sent; 0 while more is on its way.
uint64_t live_games_elapsed_ms(LiveGames *hall, uint64_t number, uint8_t seat, uint64_t now_ms);

// Lets the flags fall that are due.
void live_games_tick(LiveGames *hall, uint64_t now_ms);
// Returns when the next one is due, UINT64_MAX if never.
uint64_t live_games_next_ms(const LiveGames *hall);

// Pauses the time of every game, while the store is away. The caller must watch the store by a beat of its own: a pause must not
// depend on what is in a batch, since a seat sees that its time is paused.
void live_games_pause(LiveGames *hall, uint64_t now_ms);
// Lets time go on, after `rest_ms` more: as long as it ran while the store was away and the node did not know.
void live_games_resume(LiveGames *hall, uint64_t now_ms, uint32_t rest_ms);

typedef struct LiveRow {
    uint64_t game;
    uint32_t number; // from 0 on; game and number are the key
    JournalRow row;
    // Both seats will hear of it, and the time of the game is paused until it is durable.
    bool is_held;
    bool is_last;               // the game is over with it
    const JournalGame *opening; // for journal_row_to_text; it lives as long as the game
} LiveRow;

// What the store writes in one transaction: the rows, and that the node was alive at that time of its own. The store keeps the largest
// such time: a write may come late.
typedef struct LiveBatch {
    const LiveRow *rows;
    uint32_t count; // may be 0
    uint64_t alive_ms;
} LiveBatch;

// Returns how many rows wait for the next batch.
uint32_t live_games_waiting_rows(const LiveGames *hall);

// Returns whether the last batches were late, or the one that is out is very late: the node has as many games as it can serve, and one
// more would slow all others down. This depends on the load of the whole node and on its store. Nothing of it is sent to a seat.
bool live_games_is_late(const LiveGames *hall, uint64_t now_ms);

// Hands out everything that waits; returns false if a batch is out already. Its rows stay where they are until live_games_batch_durable or live_games_batch_refused.
// If the store does not know whether the batch was written it must find out, or write the same batch again.
MUST_USE bool live_games_take_batch(LiveGames *hall, uint64_t now_ms, LiveBatch *batch);

// Sends the mail of the batch, which is durable.
void live_games_batch_durable(LiveGames *hall, uint64_t now_ms);

// Puts a batch back, in front of what waits, after live_games_lose of games that another node owns: nothing of it was written.
MUST_USE LiveError live_games_batch_refused(LiveGames *hall);

#endif
