// What the commands about beliefs need from each game: one entry a game.
#ifndef NEBEL_LAB_STUDY_STUDY_GAMES_H
#define NEBEL_LAB_STUDY_STUDY_GAMES_H

#include "games/core/signs.h"
#include "lab/study/records.h"

// A table over all games of some files, summed turn by turn. `table` is zeroed memory of `bytes`. Slots may be NULL if there is nothing to do.
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

typedef enum BeliefTableKind {
    TABLE_OF_QUALITY,  // how good pools are
    TABLE_OF_SIZES,    // how large exact sets are
    TABLE_OF_OBSERVED, // how many last-observation boards lie in exact sets
    TABLE_KINDS
} BeliefTableKind;

typedef struct StudyReport {
    const Game *game;
    // What a seat could believe, and the sets of what no hearing has ruled out (NULL for none): see internal.h.
    int (*belief)(const RecordStudy *study, uint64_t at, bool is_json);
    int (*metaposition)(const RecordStudy *study, uint64_t at);
    // Writes what could be known at a turn as sentences. `notes` is memory of `notes_bytes` that `note` updates at each hearing;
    // `note` is NULL if the game keeps no notes.
    void (*describe)(const StudyTurn *turn, const void *notes, Text *text);
    // The chance of an enemy man on each spot of the board; false if the pool has no board to tell it by.
    bool (*chances)(const StudyTurn *turn, double enemy[SIGN_SPOTS]);
    void (*note)(void *notes, const void *view, Try own, const Hearing *heard);
    size_t notes_bytes;
    const StudyTable *tables[TABLE_KINDS]; // NULL where there is none
    const char *adviser;                   // a player that finds better tries at once
    uint32_t adviser_nodes;
    Try question;    // the try that is a question, as "any?"; TRY_NONE if there is none
    const char *met; // what may stand where a refused try led; NULL if a refusal tells little of it
} StudyReport;

// Returns the entry of a game; NULL, with a message to the user, if it has none.
const StudyReport *study_report(const Game *game);

#endif
