// How much work one try may take. Players read no clock: they ask a Meter whether the budget is spent, and the caller
// hands in the clocks.
#ifndef NEBEL_BASE_BUDGET_H
#define NEBEL_BASE_BUDGET_H

#include "base/base.h"

#include <stdatomic.h>

// Clocks to read; each counts microseconds from some moment of its own.
typedef struct Clocks {
    uint64_t (*wall_us)(void *context);
    uint64_t (*cpu_us)(void *context); // of the calling thread
    void *context;
} Clocks;

// The limits of one try; 0 is no limit. A player stops at the first limit that it reaches. Only `nodes`
// gives the same try on every machine.
typedef struct Budget {
    uint64_t nodes;
    uint32_t cpu_ms;
    uint32_t move_ms;
    uint32_t clock_ms[2]; // what both clocks show, in a game with clocks
    uint32_t increment_ms;
    const Clocks *clocks;          // NULL if there is no limit of time
    const atomic_bool *is_stopped; // NULL, or a flag that another thread sets to get an answer now
} Budget;

// A budget being spent. Reading a clock costs more than a node, so the clocks are read once in this many nodes.
enum { NODES_BETWEEN_CLOCKS = 1024 };

typedef struct Meter {
    const Budget *budget;
    uint64_t nodes;
    uint64_t wall_end_us, cpu_end_us; // UINT64_MAX for never
    bool is_spent;
} Meter;

// Begins to spend. `seat` says whose clock counts: a try may use a sixtieth of it and most of the increment.
Meter meter_begin(const Budget *budget, uint8_t seat);

// Counts one node; true once the budget is spent.
bool meter_step(Meter *meter);

// Counts several nodes at once, and CPU time of another program, which the calling thread's clock does not show. Reads the
// clocks, so it suits nodes that take long; true once the budget is spent.
bool meter_charge(Meter *meter, uint64_t nodes, uint64_t cpu_us);

// How long another program may work, in microseconds of wall time; UINT64_MAX for no limit. A program of one thread
// uses no more CPU time than that.
uint64_t meter_left_us(const Meter *meter);

#endif
