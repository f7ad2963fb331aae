// The inside of a pair, for pair.c, which sends and compares, and acts.c, which decides what is sent.
#ifndef NEBEL_TESTS_PAIR_INSIDE_H
#define NEBEL_TESTS_PAIR_INSIDE_H

#include "pair.h"

// What the reference says to an event that is no try.
TableError pair__foretell(const Pair *pair, const Run *run, const TableEvent *event,
                          char heard[MANNERS_HEARD_MAX]);

// Sends events that sound alike, one to each table, and compares what the ear receives. A try was
// foretold before, or is counted by the witness alone.
void pair__send_both(Pair *pair, const TableEvent events[2], bool is_foretold);

// Sends an event to one table. Whether the ear has heard something, which it must not.
bool pair__send_one(Pair *pair, Run *run, const TableEvent *event, bool is_foretold);

#endif
