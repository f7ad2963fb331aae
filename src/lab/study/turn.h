// What `nebel analyse` says about a turn before its first try, for each game.
#ifndef NEBEL_STUDY_TURN_H
#define NEBEL_STUDY_TURN_H

#include "games/core/signs.h"
#include "lab/study/study.h"

// The chance of an enemy man on each spot; see StudyReport.
bool kriegspiel_chances(const StudyTurn *studied, double enemy[SIGN_SPOTS]);
bool go_chances(const StudyTurn *studied, double enemy[SIGN_SPOTS]);

void kriegspiel_describe(const StudyTurn *studied, const void *notes, Text *text);

// In most long games of Go the sample dies. So points that can be deduced are listed too, with a sample and without one. The
// notes are a GoKnown.
void go_describe(const StudyTurn *studied, const void *notes, Text *text);
void go_note(void *notes, const void *view, Try own, const Hearing *heard);

// "24 boards, all there can be."; for both games.
static inline void analyse__add_boards(uint32_t count, const char *kind, Text *text)
{
    text_format(text, "%u board%s, %s.\n", count, count == 1 ? "" : "s", kind);
}

static inline const char *analyse__kind(bool is_exact)
{
    return is_exact ? "all there can be" : "a sample";
}

#endif
