// What each game contributes to `nebel belief` and `nebel analyse`: the functions and tables of its entry in study_games.c.
#ifndef NEBEL_LAB_STUDY_INTERNAL_H
#define NEBEL_LAB_STUDY_INTERNAL_H

#include "lab/study/study_games.h"

// Print a line for each turn of the seat, and the maps of one turn: of number `at`, or of the last turn that has a board if `at`
// is 0. Without a board there is nothing to draw, and a sentence says so.
int kriegspiel_belief(const RecordStudy *study, uint64_t at, bool is_json);
int go_belief(const RecordStudy *study, uint64_t at, bool is_json);

// Prints a line for each turn, and the metaposition of move `at` (the last if `at` is 0): which men may stand on each square.
int kriegspiel_metaposition(const RecordStudy *study, uint64_t at);

// Return the chance of an enemy man on each spot; see StudyReport.
bool kriegspiel_chances(const StudyTurn *studied, double enemy[SIGN_SPOTS]);
bool go_chances(const StudyTurn *studied, double enemy[SIGN_SPOTS]);

void kriegspiel_describe(const StudyTurn *studied, const void *notes, Text *text);

// Describes a turn. In most long games of Go the sample dies. So points that can be deduced are listed too, with a sample and without one. The
// notes are a GoKnown.
void go_describe(const StudyTurn *studied, const void *notes, Text *text);
void go_note(void *notes, const void *view, Try own, const Hearing *heard);

extern const StudyTable kriegspiel_quality_table, go_quality_table; // how good pools are
extern const StudyTable
    observed_table; // how many last-observation boards agree with the whole game

// Adds "24 boards, all there can be."; for both games.
static inline void analyse__add_boards(uint32_t count, const char *kind, Text *text)
{
    text_format(text, "%u board%s, %s.\n", count, count == 1 ? "" : "s", kind);
}

static inline const char *analyse__kind(bool is_exact)
{
    return is_exact ? "all there can be" : "a sample";
}

#endif
