// What the files of server/store share: connections that do not wait, statements and questions.
#ifndef NEBEL_STORE_INTERNAL_H
#define NEBEL_STORE_INTERNAL_H

#include "server/live/commit_state.h"
#include "server/store/caller.h"
#include "server/store/store.h"

#include <libpq-fe.h>

enum { PROBLEM_MAX = 256 };

typedef enum WriterStatement { WRITE_BATCH, FIND_BATCH, WRITER_STATEMENTS } WriterStatement;
typedef enum ReaderStatement {
    START_NODE,
    LISTEN,
    REVOKED,
    BEAT,
    ASK_FIRST, // then one for each StoreAsk
    READER_STATEMENTS = ASK_FIRST + STORE_ASK_COUNT
} ReaderStatement;

enum { STATEMENT_VALUES_MAX = 10 };

extern const StoreStatement store__writer_statements[WRITER_STATEMENTS];
extern const StoreStatement store__reader_statements[READER_STATEMENTS];

typedef enum LinkState {
    LINK_DOWN,
    LINK_CONNECTING,
    LINK_PREPARING, // its statements
    LINK_READY,
    LINK_BUSY, // a statement runs
} LinkState;

typedef enum LinkNews { LINK_NOTHING, LINK_UP, LINK_LOST, LINK_ANSWERED } LinkNews;

// One connection that never waits, made again whenever it is lost.
typedef struct StoreLink {
    const char *database;
    const char *application; // its name in the database's list of connections
    const char *role;        // with whose rights; NULL for those of the login
    const StoreStatement *statements;
    unsigned statement_count, prepared;
    uint32_t patience_ms;
    PGconn *connection; // NULL while it is down
    uint32_t serial;    // of its socket
    PGresult *result;   // of the last statement
    uint8_t state;      // LinkState
    bool wants_write;
    uint32_t failures; // since the owner last said that all is well
    uint64_t sent_ms;  // when what it waits for was sent
    uint64_t retry_ms; // while it is down
    char problem[PROBLEM_MAX];
} StoreLink;

// Moves on as far as it can without waiting, at most to the next news.
LinkNews store__link_run(StoreLink *link, uint64_t now_ms);
// Sends a statement, if the link is ready. If that fails, the next run finds the connection lost.
void store__link_send(StoreLink *link, unsigned statement, const char *const *values,
                      uint64_t now_ms);
// Closes the connection and connects again after a while. The message says why; NULL if the last result does.
void store__link_drop(StoreLink *link, const char *message, uint64_t now_ms);
// Notes what an error of the last statement means as the problem of the connection, which stays.
void store__link_note(StoreLink *link);
// Notes that the last statement did what it should.
void store__link_is_well(StoreLink *link);
bool store__link_is_up(const StoreLink *link);
// Returns when it must run again even if nothing comes.
uint64_t store__link_next_ms(const StoreLink *link);
void store__link_done(StoreLink *link);

void store__question_send(const StoreQuestion *question, StoreLink *link, uint64_t now_ms);
// Hands the answer to the owner. Returns false if the database did not answer and must be asked again.
MUST_USE bool store__question_answer(const StoreQuestion *question, const PGresult *result,
                                     const Memory *memory, const StoreOwner *owner);
// Reads a hash of 64 hexadecimal digits; returns false if it is anything else.
MUST_USE bool store__hash_read(const char *text, StoreHash *hash);

#endif
