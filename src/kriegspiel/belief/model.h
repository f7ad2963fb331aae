// Where an opponent's men tend to be: for each colour, kind of man and number of moves made, the chance of such a man on
// each square, counted over games (the D matrices of Ciancarini and Favini 2010). Of everyone, or of one player: in the fog
// people do again what has served them.
//
// Time 0 is the first position, time t the moment after the side's own t-th move. Only games from chess's usual first
// position count; other boards are played without a model.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_MODEL_H
#define NEBEL_KRIEGSPIEL_BELIEF_MODEL_H

#include "game/replay.h"
#include "kriegspiel/law/kriegspiel.h"

enum {
    MODEL_TIMES = 49,
    MODEL_GAMES_MIN =
        50, // a time that fewer games reached is left out: it would tell of them, not of the player
    MODEL_ONE = 65535, // a chance of 1
};

// What was seen in games. Zeroed, there were none. Some 150,000 bytes: keep it off the stack.
typedef struct ModelCounts {
    uint32_t games[2][MODEL_TIMES]; // that reached the time
    uint32_t at[2][MODEL_TIMES][KIND_COUNT][SQUARE_COUNT];
} ModelCounts;

// Whether a game with these rules can be counted.
bool model_can_count(const KriegspielRules *rules);

// Counts one game of the umpire's record for the colours in `colors`, a set of Colors. False, with part of the game
// counted, if the record has a try out of turn.
MUST_USE bool model_count(ModelCounts *counts, const KriegspielRules *rules, const Entries *entries,
                          Bits colors);

// Chances, smoothed over times and neighbouring squares, the more so the later. A plain value of some 75,000 bytes.
typedef struct Model {
    uint32_t games[2][MODEL_TIMES];
    uint16_t times[2];                                     // how many are informative; 0 if none is
    uint16_t at[2][MODEL_TIMES][KIND_COUNT][SQUARE_COUNT]; // in MODEL_ONEths
} Model;

void model_make(const ModelCounts *counts, Model *model);

// The chance of a man of `kind` on `square` after `color`'s `time`-th move, which is informative.
static inline float model_chance(const Model *model, Color color, unsigned time, Kind kind,
                                 unsigned square)
{
    return (float)model->at[color][time][kind][square] / MODEL_ONE;
}

// Adds to `men` the chances after `color`'s `time`-th move, smoothed over squares as those of the time `as_at`, the same or
// later: two times can be compared only so.
void model_expect(const Model *model, Color color, unsigned time, unsigned as_at, Kind kind,
                  float men[SQUARE_COUNT]);

// --- As bytes: docs/formats/model.md ---------------------------------------------------------------

typedef enum ModelError {
    MODEL_OK = 0,
    MODEL_ERR_MAGIC,    // it is no model
    MODEL_ERR_VERSION,  // of a later version
    MODEL_ERR_LENGTH,   // cut off, or too long
    MODEL_ERR_CHECKSUM, // damaged
    MODEL_ERR_CONTENT,  // chances that cannot be: a side has one king
    MODEL_ERR_COUNT
} ModelError;

// On error `*model` is untouched.
MUST_USE ModelError model_read(Slice bytes, Model *model);
void model_write(const Model *model, Text *bytes);
const char *model_error_text(ModelError error);

// The model the program comes with, as bytes.
Slice model_default(void);

#endif
