// A tally in words for people and in JSON for programs.
#ifndef NEBEL_REPORT_REPORT_H
#define NEBEL_REPORT_REPORT_H

#include "lab/match/tally.h"

// How long the games of a run took; those that were only read back from a match file do not count.
typedef struct Speed {
    double seconds;
    uint64_t games, attempts;
} Speed;

// Writes "2 h 05 min", "3 min 20 s" or "7 s".
void report_time(double seconds, Text *text);

// Writes the first player's Elo with its interval: "+12.3 (-4.0 to +28.6)".
void report_elo(const PairCounts *pairs, const Trinomial *games, Text *text);

// Writes a few lines that fit a terminal: score, Elo, likelihoods, draws by cause, speed, and while it
// goes on the time left.
void report_match(const Tally *tally, const Speed *speed, Text *text);
// Writes ratings and the cross table, the best player first.
void report_tournament(const Tally *tally, const Speed *speed, Text *text);

// Writes one object. An infinite Elo is null; so is the hash of a match that chance or the machine had a
// part in. False if there is no memory.
MUST_USE bool report_match_json(const Tally *tally, const Speed *speed, Text *text);
MUST_USE bool report_tournament_json(const Tally *tally, const Speed *speed, Text *text);

#endif
