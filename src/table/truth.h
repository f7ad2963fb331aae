// What a table must not show to a seat: the truth and the record of every event. For matches,
// replays and tests alone; src/LAYERS says who may include this.
#ifndef NEBEL_TABLE_TRUTH_H
#define NEBEL_TABLE_TRUTH_H

#include "table/table.h"

// One event of the record; the time is counted from the event before it.
typedef struct TableEntry {
    uint8_t kind, seat;
    Try attempt;
    uint32_t delay_ms;
} TableEntry;

const void *table_truth(const Table *table);
const TableEntry *table_record(const Table *table, uint32_t *count);

#endif
