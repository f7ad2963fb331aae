// Tables over all games of some files, summed turn by turn. Each kind of table is a row.
#ifndef NEBEL_STUDY_TABLE_H
#define NEBEL_STUDY_TABLE_H

#include "lab/study/study.h"

// `table` is zeroed memory of `bytes`. Slots may be NULL if there is nothing to do.
typedef struct StudyTable {
    size_t bytes;
    void (*begin)(void *table, const StudyPlan *plan); // of a game
    bool (*turn)(void *table, const StudyTurn *turn);  // this and the next as a StudySink has them
    bool (*hear)(void *table, const void *view, Try own, const Hearing *heard);
    void (*end)(void *table);                                 // of a game
    bool (*is_short)(const void *table);                      // of memory
    void (*to_text)(void *table, uint64_t games, Text *text); // in Markdown; may sort
    void (*done)(void *table);
} StudyTable;

extern const StudyTable kriegspiel_quality_table, go_quality_table; // how good pools are
extern const StudyTable kriegspiel_size_table, go_size_table;       // how large exact sets are
extern const StudyTable
    observed_table; // how many last-observation boards agree with the whole game

#endif
