// A process that plays many games at a node over sockets, at a fixed rate.
//
// The rate is open-loop: the n-th try of a game is due at a moment that depends on n alone, and its latency is counted from that
// moment, whenever it could be sent. So a slow server does not slow the asking, and what waited is counted (no coordinated omission).
//
// The same process can send frames to a server that echoes them, for comparison.
#ifndef NEBEL_LOAD_GENERATOR_H
#define NEBEL_LOAD_GENERATOR_H

#include "load/histogram.h"
#include "load/load.h"
#include "load/opener.h"
#include "load/random_seat.h"

// Frames for a server that echoes.
typedef struct EchoPlan {
    uint32_t in_bytes;  // of a frame to the server
    double twice_share; // of the frames that are answered by two, not by one
} EchoPlan;

typedef struct GeneratorPlan {
    const char *url;  // of the proxy
    const char *path; // of the WebSockets, as the proxy has it: "/n/0/seat"
    const LoadGame *game;
    const GameMade
        *made; // the games; the first `playing` of them play, in the others both seats are silent
    uint32_t games, playing;
    uint32_t games_max; // with those that are opened while it runs
    uint64_t seed;
    OpenPlan open;
    const int *core;      // the only one it may use; NULL for any
    const EchoPlan *echo; // if not NULL there are no games, but so many connections to an echo
} GeneratorPlan;

// After a pause of the database many games end at once: new ones connect while the old connections are being closed.
enum { LOAD_SPARE_CONNECTIONS = 1024 };

// One stretch at one rate, on the clock of load__now_us.
typedef struct LoadOrder {
    uint64_t start_us, count_us, end_us; // tries that are due from count_us to end_us are counted
    double tries_a_second;               // of all games that play at the start
    double games_a_second;               // new ones that are asked for
} LoadOrder;

typedef struct LoadReport {
    Histogram latency_us; // from the moment a try was due to its verdict
    uint64_t played, refused, answered;
    uint64_t busy;       // tries that the server did not take at once
    uint64_t wrong;      // lines that a right server does not say, and connections that it closed
    uint64_t unanswered; // in the histogram by how long they waited
    uint64_t frames_in, bytes_in, frames_out, bytes_out; // of the generator
    Opened opened;                                       // while it ran
    uint32_t playing;                                    // games, in the end
    LoadLate late;
    char fault[LOAD_FAULT_MAX]; // the first of those that `wrong` counts
} LoadReport;

typedef struct Generator {
    int process; // 0 if there is none
    int socket;
} Generator;

// Starts a process that connects all seats. False if there is none.
MUST_USE bool generator_start(const GeneratorPlan *plan, Generator *generator);
// Whether it has said that all seats have joined, or what an order brought, before the time is over. `report` is NULL for the former.
MUST_USE bool generator_wait(const Generator *generator, uint64_t until_us, LoadReport *report);
MUST_USE bool generator_order(const Generator *generator, const LoadOrder *order);
// Ends the process; accepts a zeroed one.
void generator_end(Generator *generator);

#endif
