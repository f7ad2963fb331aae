// Measures a whole server under load: nodes, PostgreSQL and nginx on this machine, and processes that play games at them.
//
// A bench is made once: everything is started, games are opened, and all seats join. Then stretches at various rates can be measured, and
// in the end the same work without our own code: the statement by pgbench, the frames by bare libwebsockets.
#ifndef NEBEL_LOAD_LOAD_H
#define NEBEL_LOAD_LOAD_H

#include "base/text.h"

#include <stdatomic.h>

typedef struct LoadPlan {
    const char *program; // nebel
    const char *schema;  // the folder deploy/schema of the sources
    const char *game;    // a game string
    unsigned nodes;
    uint32_t games;     // that play, with two sockets each
    uint32_t idle;      // sockets of seats that are silent
    uint32_t games_max; // with those that are opened while it runs; at least `games`
    bool
        is_apart; // the players have a core of their own; on the others PostgreSQL and nginx go first
    uint64_t seed;
    const atomic_bool *is_stopped; // ends a measurement early; NULL: nothing does
} LoadPlan;

typedef struct Load Load;

// NULL, with a message that says what to do, if something does not start.
Load *load_create(const Memory *memory, const LoadPlan *plan, Text *message);
// Ends all processes and removes all files. Accepts NULL.
void load_destroy(Load *load);

uint32_t load_sockets(const Load *load);
// Bytes of the nodes' own memory that came with each connection, and with each game before it was joined.
double load_bytes_a_connection(const Load *load);
double load_proxy_bytes_a_connection(const Load *load); // of nginx
double load_bytes_a_game(const Load *load);

// One stretch at one rate.
typedef struct LoadStretch {
    double tries_a_second; // of all games
    double games_a_second; // new ones that are asked for
    double warm_seconds;   // before anything is counted
    double seconds;
} LoadStretch;

// Tries that took more than LOAD_LATE_MS, by the second of the stretch in which they were due; the last place has all seconds from there on.
enum { LOAD_LATE_MS = 60, LOAD_SECONDS_MAX = 1024 };
typedef uint32_t LoadLate[LOAD_SECONDS_MAX];

// The first fault of a server or a connection, in words; empty if there was none.
enum { LOAD_FAULT_MAX = 120 };

typedef struct LoadFigures {
    double seconds;
    double tries_a_second;         // verdicts
    double p50_ms, p99_ms, max_ms; // from the moment a try was due to its verdict
    uint64_t tries, played, refused;
    uint64_t busy, wrong, unanswered; // as LoadReport
    uint32_t games_opened, games_busy, games_failed;
    uint32_t playing; // games, in the end
    // Microseconds of CPU a try.
    double server_us, database_us, proxy_us, generator_us;
    double batches_a_second, rows_a_batch;
    double frames_in, frames_out; // of the nodes, a try
    double in_bytes, out_bytes;   // of such a frame
    double load_average;          // of the machine, the load of this included
    double stolen_share;          // of the machine's CPU time: its host gave it to others
    LoadLate late;
    char fault[LOAD_FAULT_MAX];
} LoadFigures;

// False, with a message, if a process has ended or the measurement was stopped.
MUST_USE bool load_run(Load *load, const LoadStretch *stretch, LoadFigures *figures, Text *message);

// The same work bare: microseconds of CPU a try.
typedef struct LoadBare {
    double database_us; // PostgreSQL, with the statement of the store from pgbench
    double client_us;   // pgbench itself
    double echo_us;     // libwebsockets
    double ratio;       // node and PostgreSQL beside PostgreSQL and libwebsockets here
    uint64_t row_bytes; // on disk of a row of the journal, its index included
} LoadBare;

// Measures it at the batch size, the rates and the lengths of frames of the stretch that was played, for a minute at most. The games end:
// no stretch can follow.
MUST_USE bool load_run_bare(Load *load, const LoadStretch *played, const LoadFigures *figures,
                            LoadBare *bare, Text *message);

#endif
