// What a table must not show to a seat: the truth and the record of every event. For matches,
// replays and tests alone; src/LAYERS says who may include this.
#ifndef NEBEL_TABLE_TRUTH_H
#define NEBEL_TABLE_TRUTH_H

#include "games/core/table.h"

const void *table_truth(const Table *table);
const Entries *table_record(const Table *table);

#endif
