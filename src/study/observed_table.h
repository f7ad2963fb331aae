// nebel belief --table --observed: how many last-observation boards agree with the whole game, by move.
#ifndef NEBEL_STUDY_OBSERVED_TABLE_H
#define NEBEL_STUDY_OBSERVED_TABLE_H

#include "study/consistency.h"
#include "study/sizes.h"
#include "study/study.h"

// Moves that are counted together: each of the first ten alone, then more and more.
enum { OBSERVED_ROWS = 16 };

typedef struct ObservedRow {
    uint32_t outgrown; // games whose set was too large by then, or before
    uint64_t drawn, inside;
    Sizes sizes; // of the exact sets, one a turn
} ObservedRow;

typedef struct ObservedTable {
    ObservedRow rows[OBSERVED_ROWS];
    LastTurnSampler last_turn; // of the game that is followed
    Rng rng;
    bool has_no_memory;
} ObservedTable;

void observed_done(ObservedTable *table);

// A game begins; then its hearings and turns as a StudySink has them, with the table as context. It has
// enough when the set outgrows the limit.
void observed_begin(ObservedTable *table, const StudyPlan *plan);
bool observed_hear(void *context, const void *view, Try own, const Hearing *heard);
bool observed_turn(void *context, const StudyTurn *turn);

// Sorts, and writes the table in Markdown.
void observed_to_text(ObservedTable *table, Text *text);

#endif
