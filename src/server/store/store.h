// The store: journals of live games, tokens of seats, persons and their sessions in PostgreSQL. The only module with libpq.
//
// Nothing here waits. The caller's loop waits for the sockets that store_waits names and for the moment that store_next_ms names,
// and then calls store_run, which tells what happened by the calls of StoreOwner. These may call the store again, except
// store_run and store_destroy.
//
//     store_write(store, &batch);             one transaction; one batch at a time
//     owner.durable(context)                  PostgreSQL has it on disk: live_games_batch_durable
//     owner.refused(context, lost, 1)         another node owns that game: live_games_lose, then live_games_batch_refused
//
// There are two connections. One writes batches, by the rules of server/live/commit_state.h: if its answer is lost, what the batch did is
// read back and never guessed. The other one reads, and watches whether the database is there. The watch has its own beat and never
// sees a batch, so it depends on nothing that a seat did.
#ifndef NEBEL_STORE_STORE_H
#define NEBEL_STORE_STORE_H

#include "server/live/live_games.h"

typedef struct Store Store;

enum {
    STORE_HASH_BYTES = 32,
    STORE_NAME_MAX = 40,
    STORE_POOL_ROOM = 32,
    STORE_RATINGS_MAX = 16,   // of a person
    STORE_ADDRESSES_MAX = 16, //
    STORE_BLOCKS_MAX = 200,   //
    STORE_WORDS_MAX = 4,      // of a request
};

// The hash of a token, which alone the database has.
typedef struct StoreHash {
    uint8_t bytes[STORE_HASH_BYTES];
} StoreHash;

typedef enum StoreAsk {
    STORE_LIST,       // which games are not over
    STORE_JOURNAL,    // the journal of a game
    STORE_ADD_TOKENS, // keeps the tokens of both seats of a game for some seconds, and which persons sit there; removes some
                      // that have expired
    STORE_FIND_TOKEN, // the seat of a token, unless it has expired
    STORE_ADD_ANONYMOUS, // keeps a new guest with a session, STORE_ERR_NONE if its name is taken; removes some that have expired
    STORE_FIND_PERSON, // the person with the token of a session that may play; keeps session and guest for some more seconds
    STORE_RATINGS,     // the ratings of a person
    STORE_PERSON_GAMES, // the games of a person that are not over; keeps a session's tokens of them for some more seconds
    STORE_KEEP_SEAT, // keeps a session's token of a seat for some more seconds
    STORE_FIND_SEAT, // a seat of a person by its token, also of a game that is over
    STORE_LIST_BOTS, // the server bots
    STORE_BOOK_BOT, // books a game of a person with a house bot, with the token of the person's seat for some seconds
    STORE_BOTS_ENROL, // requests of a worker of bots (docs/protocol/bots.md),, answered by a line
    STORE_BOTS_LEASE,
    STORE_BOTS_RENEW,
    STORE_BOTS_DONE,
    STORE_BOTS_LEAVE,
    STORE_FIND_BLOCKS, // the persons whom a person has blocked
    STORE_LIST_ENDS,   // games that an operator wants to end
    STORE_ASK_COUNT
} StoreAsk;

// Every question may be sent twice without harm, and it is if its answer is lost.
typedef struct StoreQuestion {
    uint8_t ask;       // StoreAsk
    uint64_t id, mark; // the caller's own, for the answer
    uint64_t game;
    uint8_t seat;          // of STORE_KEEP_SEAT; of STORE_BOOK_BOT the person's
    StoreHash hashes[2];   // of the tokens of both seats; of any other token, the first
    StoreHash sessions[2]; // of the persons in both seats; of any other question, the first
    uint32_t life_s;       // of tokens, sessions and guests
    bool is_rated;         // of STORE_ADD_TOKENS and STORE_BOOK_BOT: the game is to move ratings
    uint64_t persons[2];   // of both seats, 0 for none; of any other question, the first
    char name[STORE_NAME_MAX +
              1]; // of an added guest; STORE_KEEP_SEAT hands it back; of STORE_BOOK_BOT the bot's
    uint32_t base_ms;  // of STORE_BOOK_BOT: of its clock
    const char *rules; // and its game string, which lives until the answer
    const char *words
        [STORE_WORDS_MAX]; // of STORE_BOTS_…: the words of the request, which live until the answer
} StoreQuestion;

typedef enum StoreError {
    STORE_OK = 0,
    STORE_ERR_NONE, // there is no such game, no such token any more, or the name of a guest is taken
    STORE_ERR_JOURNAL, // the journal cannot be read
    STORE_ERR_REFUSED, // the database refuses these values
    STORE_ERR_MEMORY,
} StoreError;

// The answer of a bot to a game.
typedef enum StoreBooking {
    STORE_BOOKED,
    STORE_BOT_NONE,  // there is no such bot
    STORE_BOT_GAME,  // it does not play this game
    STORE_BOT_CLOCK, // or not with this clock
    STORE_BOT_MANY,  // the guest has as many games with bots as it may
    STORE_BOT_BUSY,
    STORE_BOOKING_COUNT
} StoreBooking;

typedef struct StoreBot {
    const char *name;
    uint32_t rating, level;
    bool is_provisional;
    const char *game; // the name of its game
    bool is_free;
    const char *words; // for people
} StoreBot;

// A game that is not over.
typedef struct StoreLiveGame {
    uint64_t game;
    bool has_persons; // persons of the lobby sit there
} StoreLiveGame;

// A seat of a person in such a game.
typedef struct StorePersonGame {
    uint64_t game;
    uint8_t seat;
    bool is_kept;         // the session's token of it is there
    const char *opponent; // its name
} StorePersonGame;

// The rating of a person in a pool (deploy/schema/deploy/ratings.sql).
typedef struct StoreRating {
    char pool[STORE_POOL_ROOM];
    uint32_t rating;
    bool is_provisional;
} StoreRating;

// The answer to a question. What it points to is valid during the call.
typedef struct StoreAnswer {
    uint8_t ask; // and id and mark: of the question
    uint8_t error;
    uint64_t id, mark;
    uint64_t game;            // of STORE_FIND_TOKEN, STORE_KEEP_SEAT, STORE_FIND_SEAT
    uint8_t seat;             //
    const StoreHash *session; // of STORE_FIND_TOKEN: whose token it is; NULL for an operator's game
    const StoreLiveGame *games;   // of STORE_LIST, STORE_LIST_ENDS
    const StorePersonGame *seats; // of STORE_PERSON_GAMES
    uint32_t game_count;          // of either
    const GameJournal *journal;   // of STORE_JOURNAL; of STORE_FIND_SEAT its first row
    uint64_t alive_ms; // and how long its node is known to have lived, for live_games_adopt
    uint64_t
        person; // of STORE_FIND_PERSON and STORE_RATINGS; of STORE_FIND_SEAT the one in the other seat
    const char *name;           // of STORE_FIND_PERSON, STORE_KEEP_SEAT
    const StoreRating *ratings; // of STORE_FIND_PERSON, STORE_RATINGS
    const uint64_t *addresses;  // of STORE_FIND_PERSON: a mark of each by which it has logged in
    const uint64_t *blocks;     // of STORE_FIND_PERSON, STORE_FIND_BLOCKS: whom it has blocked
    uint32_t rating_count, address_count, block_count;
    bool has_account; // of STORE_FIND_PERSON
    bool is_live;     // of STORE_FIND_SEAT: the game is not over
    bool is_rated;    // and it was to move ratings
    const char
        *bot; // of STORE_FIND_SEAT: the name of the house bot in the other seat; NULL for none
    const StoreBot *bots; // of STORE_LIST_BOTS
    uint32_t bot_count;   //
    uint8_t booking;      // of STORE_BOOK_BOT: StoreBooking
    const char *line;     // of STORE_BOTS_…
} StoreAnswer;

typedef struct StoreOwner {
    void (*started)(void *context,
                    uint32_t node); // once: the number of this node. Batches are taken from now on
    void (*durable)(void *context);
    void (*refused)(void *context, const uint64_t *lost, uint32_t count);
    void (*watch)(void *context, bool is_away); // whenever that changes; at first it is away
    void (*answer)(void *context, const StoreAnswer *answer);
    // A session has ended: connections that came by its token must be closed. `suspended` says until when and why, if that is the reason; else
    // it is NULL. May be called twice, and for sessions that are not known here.
    void (*revoked)(void *context, const StoreHash *session, const char *suspended);
    // A rating of a person has moved. While the connection is away some calls are left out.
    void (*rated)(void *context, uint64_t person);
    // A person has blocked another one, or does not any more; with 0 it may be any person, since notices may have been lost.
    void (*blocked)(void *context, uint64_t person);
    // An operator may want a game to end: STORE_LIST_ENDS has it.
    void (*wished)(void *context);
    void *context;
} StoreOwner;

typedef struct StorePlan {
    const char
        *database; // as libpq takes it: "host=/run/postgresql dbname=nebel"; it outlives the store
    const char *
        trusted; // logins of its cluster, divided by commas, that there may be besides the node's own and superusers
    uint32_t asks_max;    // questions that may wait
    uint32_t beat_ms;     // between two looks whether the database is there
    uint32_t watch_ms;    // without an answer for so long it counts as away
    uint32_t patience_ms; // and after so long the connection is given up
    StoreOwner owner;
} StorePlan;

// Returns NULL if out of memory. The store connects in store_run. It does not start while its cluster has logins that are not trusted: PostgreSQL lets every login
// see how much is written.
Store *store_create(const Memory *memory, const StorePlan *plan);
void store_destroy(Store *store); // accepts NULL; a batch that is out is written or not

// A socket to wait for: always for reading, and for writing too if it says so.
typedef struct StoreWait {
    int socket;
    uint32_t
        serial; // another one each time that the socket is another, though it may have the same number
    bool wants_write;
} StoreWait;

enum { STORE_WAITS_MAX = 2 };

// Returns whether the cluster has got logins that are not trusted since the start; store_problem names them.
bool store_is_seen(const Store *store);

unsigned store_waits(const Store *store, StoreWait waits[STORE_WAITS_MAX]);
uint64_t store_next_ms(const Store *store);

// Does what can be done without waiting. `now_ms` never runs backwards.
void store_run(Store *store, uint64_t now_ms);

// Takes a batch, unless one is out. Its rows stay as they are until it is durable or refused. Returns false, with nothing changed, if
// out of memory.
MUST_USE bool store_write(Store *store, const LiveBatch *batch);
// Returns whether a batch is out, or the store takes none because it has not started or has halted.
bool store_is_busy(const Store *store);

// Asks a question. Returns false, with nothing changed, if too many wait.
MUST_USE bool store_ask(Store *store, const StoreQuestion *question);

// Returns the statement that writes a batch, for measuring what it costs alone. Its values are the number of the node, the node's time, and
// arrays of games, numbers, lines and whether a row is the last one.
const char *store_batch_statement(void);

// Returns what went wrong last, for the log; "" if nothing did. It never holds a line of a journal.
const char *store_problem(const Store *store);

#endif
