// The hall: the live games of one node. Commands of seats go in, rows for the journal come out in batches, and what a seat hears is
// held back until the store says that its batch is durable.
//
// Pure: no I/O, no threads, no clock of the machine. Every call says when it happens (`now_ms`, which never runs backwards), so a
// simulator can drive a hall from a seed. The hall never sees the truth of a game.
//
//     hall_send(hall, &command, now);             a seat tries e2e4: the table has judged it, and nobody hears of it yet
//     hall_take(hall, now, &batch);               the store writes batch.rows in one transaction
//     hall_durable(hall, now);                    the verdict and the call go to the post
//
// Time. The time of a game is what its clocks count. It stands still while a row that both seats will hear of waits for the store,
// while the hall is paused, and while the game has no node. It does not stand still for a refusal that the other seat does not
// hear: the time given back would tell that seat how often its opponent was refused.
//
// The way to a seat takes time too. So it stands still a little longer after a row that both seats hear of: as long as a ping to the seat to
// move took, within limits (HallLag). For a refusal that only one seat hears of it does not, as above.
//
// A node tells and reads at beats (HallLag.beat_ms). After such a row the clocks also wait for the beat at which its seats hear of it, and
// for the next one, at which an answer is read.
//
// Retries. A seat numbers its commands (`ref`) from 1 on and says what it heard last. A number that was taken is not taken again:
// its first answer is told again. A command that was sent before its seat had heard a move, an offer or a decline is stale
// and is refused, so a message that comes late does no harm.
//
// Who stays away. A seat may call its game off until both have played a move. In a game that is minded (hall_mind) the hall ends it for
// a seat that does not begin, or that is away too long in its turn. These rules look at moves, which both seats hear, and at
// who is in its seat, and at nothing else: a refused try changes no such moment, or the other seat could see it in the end.
//
// Pace. A seat may send so many tries a second, whatever the ruleset (HallPlan.pace), and is told alone when it sends more. So no seat
// can make a game long faster than that.
#ifndef NEBEL_HALL_HALL_H
#define NEBEL_HALL_HALL_H

#include "base/allowance.h"
#include "formats/records/game_journal.h"
#include "games/core/table_replay.h"

typedef struct Hall Hall;

typedef enum HallError {
    HALL_OK = 0,
    HALL_ERR_GAME, // the game is not here
    HALL_ERR_HERE, // it is here already
    HALL_ERR_BUSY, // the game is not ready yet, or too many rows wait for the store: send it again later
    HALL_ERR_FULL,     // the hall takes no more games
    HALL_ERR_COMMAND,  // there is no such event, seat or number
    HALL_ERR_STALE,    // the seat had not yet heard a move, an offer or a decline when it sent this
    HALL_ERR_REF,      // a later number of this seat was taken, and this one was not
    HALL_ERR_AHEAD,    // the seat says that it heard more than it was told
    HALL_ERR_OVER,     // as TableError has them:
    HALL_ERR_TURN,     //
    HALL_ERR_OFFERED,  //
    HALL_ERR_NO_OFFER, //
    HALL_ERR_BEGUN,    // both seats have played a move: it is too late to call the game off
    HALL_ERR_PACE,     // this seat sends tries faster than it may
    HALL_ERR_JOURNAL,  // no table takes the events of the journal
    HALL_ERR_MEMORY,
    HALL_ERR_COUNT
} HallError;

const char *hall_error_text(HallError error);

// What a seat is told: something it heard or, with an error, that its command `told.ref` was not taken.
typedef struct HallMail {
    uint64_t game;
    uint8_t seat;
    uint8_t error; // HallError; on any but HALL_OK only `told.ref` is set
    TableTold told;
} HallMail;

// Where mail goes. It must not call the hall.
typedef struct HallPost {
    void (*send)(void *context, const HallMail *mail);
    void *context;
} HallPost;

// How long a seat of a minded game may leave the other one waiting, in the time of the game. 0: for ever.
typedef struct HallManners {
    uint32_t first_ms; // for its first move; then the game is called off
    uint32_t away_ms;  // in its turn, while nobody is in the seat; then it has forfeited
    uint32_t turn_ms;  // in its turn, in a game without clocks; then it has forfeited
} HallManners;

// How long the clocks wait for the connection of the seat to move. A client can delay its pongs, so what it can gain by that has limits.
typedef struct HallLag {
    uint16_t most_ms;  // at a time; 0: the clocks never wait
    uint16_t turn_ms;  // each time so much is added to what the seat may still have,
    uint16_t saved_ms; // which is this at first and at most
    uint16_t beat_ms;  // from one beat of the node to the next; 0 without beats
} HallLag;

typedef struct HallPlan {
    uint32_t node;      // its number, in the journals: a new one each time a node starts
    uint32_t games_max; // more are refused
    uint32_t rows_max;  // commands are refused while so many rows wait for the next batch
    uint32_t
        late_ms; // batches that are older on average when they are durable make it late; 0: it never is
    HallManners manners;
    HallLag lag;
    AllowanceRule pace; // of the tries of a seat; zeroed for no limit
    HallPost post;
} HallPlan;

// NULL if there is no memory.
Hall *hall_create(const Memory *memory, const HallPlan *plan);
void hall_destroy(Hall *hall); // accepts NULL

// --- Games ---------------------------------------------------------------------------------------

// Opens a new game. Its seats hear the opening, and its clock starts, when the first row is durable.
MUST_USE HallError hall_open(Hall *hall, uint64_t number, const JournalGame *opening,
                             uint64_t now_ms);

// Takes over a game that another node has lost, or this one before it was started again. `alive_ms` is the time of the lost node in
// the last batch that is known of it (HallBatch), 0 if none is: so far its seat to move was thinking. The game takes commands when
// its resume row is durable, which also shuts the other node out.
MUST_USE HallError hall_adopt(Hall *hall, uint64_t number, const GameJournal *journal,
                              uint64_t alive_ms, uint64_t now_ms);

// Forgets a game that has another owner now, with its rows and its mail. A node that is given back a game which it had before forgets
// its own copy first. The store is not writing a batch meanwhile: none is out, or
// it was refused.
void hall_lose(Hall *hall, uint64_t number);

// Forgets a game that is over. HALL_ERR_BUSY while it is not, or while a row of it waits.
MUST_USE HallError hall_close(Hall *hall, uint64_t number);

// The keeper of the table ends the game for a seat: EVENT_FORFEIT or EVENT_ABORT.
MUST_USE HallError hall_end(Hall *hall, uint64_t number, EventKind kind, uint8_t seat,
                            uint64_t now_ms);

// From now on the manners of the plan hold in this game, if it is here. Nobody is in its seats until hall_note_presence says so.
void hall_mind(Hall *hall, uint64_t number);
// Somebody has come into a seat, or nobody is in it any more, at the time of the last call. No seat is told.
void hall_note_presence(Hall *hall, uint64_t number, uint8_t seat, bool is_here);

// A ping to a seat and back took so long. The smaller one of the last two counts.
void hall_note_lag(Hall *hall, uint64_t number, uint8_t seat, uint32_t lag_ms);

uint32_t hall_count(const Hall *hall);
// What everybody at the table knows: the game, its rules and its clock. NULL if the game is not here.
const JournalGame *hall_opening(const Hall *hall, uint64_t number);
// The bytes that a game takes, its record aside.
size_t hall_game_bytes(const Game *game);

// --- Seats ---------------------------------------------------------------------------------------

typedef struct HallCommand {
    uint64_t game;
    uint8_t seat;
    uint8_t
        kind; // EVENT_TRY, EVENT_RESIGN, EVENT_OFFER, EVENT_ACCEPT, EVENT_DECLINE or EVENT_ABORT
    Try attempt;
    uint32_t ref;   // larger with each command of the seat; not 0
    uint32_t heard; // the number of what the seat heard last
} HallCommand;

// Takes a command. The answer goes to the post: what the seat hears, when it is durable; or an error, behind whatever else is on
// its way to that seat.
void hall_send(Hall *hall, const HallCommand *command, uint64_t now_ms);

// Gives a reader of what a seat that comes, or comes back, was told after its number `since`. The caller destroys it.
MUST_USE HallError hall_join(Hall *hall, uint64_t number, uint8_t seat, uint32_t since,
                             TableReader **reader);

// Reads one mail more, of what the seat was told durably; what is told later goes to the post as well. False if it has read all of it, or
// the game is not here any more.
bool hall_read(const Hall *hall, uint64_t number, uint8_t seat, TableReader *reader,
               HallMail *mail);

// How long the clock of the seat to move has run since the last mail that `seat` was told; 0 while more is on its way.
uint64_t hall_elapsed_ms(Hall *hall, uint64_t number, uint8_t seat, uint64_t now_ms);

// --- Time ----------------------------------------------------------------------------------------

// Lets the flags fall that are due; and when the next one is, UINT64_MAX if never.
void hall_tick(Hall *hall, uint64_t now_ms);
uint64_t hall_next_ms(const Hall *hall);

// Stops the time of every game, while the store is away. Who calls this must watch the store by a beat of its own: it must not
// depend on what is in a batch, since a seat sees that its time stands still.
void hall_pause(Hall *hall, uint64_t now_ms);
// Time goes on, after `rest_ms` more: as long as it ran while the store was away and nobody knew.
void hall_go_on(Hall *hall, uint64_t now_ms, uint32_t rest_ms);

// --- The store -----------------------------------------------------------------------------------

typedef struct HallRow {
    uint64_t game;
    uint32_t number; // from 0 on; game and number are the key
    JournalRow row;
    // Both seats will hear of it, and the time of the game stands still until it is durable.
    bool is_held;
    bool is_last;               // the game is over with it
    const JournalGame *opening; // for journal_row_to_text; it lives as long as the game
} HallRow;

// What the store writes in one transaction: the rows, and that the node was alive at that time of its own. Of the latter it keeps
// the largest: a write may come late.
typedef struct HallBatch {
    const HallRow *rows;
    uint32_t count; // may be 0
    uint64_t alive_ms;
} HallBatch;

// How many rows wait for the next batch.
uint32_t hall_waiting(const Hall *hall);

// Whether the last batches were late, or the one that is out is very late: the node has as many games as it can serve, and whoever opens
// one more slows all others down. It depends on the load of the whole node and on its store. No seat is told.
bool hall_is_late(const Hall *hall, uint64_t now_ms);

// Hands out everything that waits; false if a batch is out already. Its rows stay where they are until hall_durable or hall_refused.
// If the store does not know whether the batch was written it must find out, or write the same batch again.
MUST_USE bool hall_take(Hall *hall, uint64_t now_ms, HallBatch *batch);

// The batch is durable: its mail goes to the post.
void hall_durable(Hall *hall, uint64_t now_ms);

// Nothing of the batch was written, because another node owns one of its games. After hall_lose of those games this puts the rest
// back, in front of what waits.
MUST_USE HallError hall_refused(Hall *hall);

#endif
