// The analysis of a finished game for its review.
#ifndef NEBEL_CMD_REVIEW_ANALYSIS_H
#define NEBEL_CMD_REVIEW_ANALYSIS_H

#include "ui/terminal/review_screen.h"

// An AnalyseGame: what `nebel analyse` says, with fewer boards and with a player that answers at once.
const char *review_analysis(const GameRecord *record, uint8_t seat, TakeTurn *take, void *context);

#endif
