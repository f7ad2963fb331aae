// A model of an opponent: for each colour, move number and kind of man, the chance of such a man on each square, counted
// over games (the D matrices of Ciancarini and Favini 2010). It may be made from the games of all players or of one.
//
// Move number 0 is the first position; move number n is the moment after the side's own n-th move. Only games that start
// from chess's usual first position are counted. Games on other boards are played without a model.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_MODEL_H
#define NEBEL_KRIEGSPIEL_BELIEF_MODEL_H

#include "games/core/replay.h"
#include "games/kriegspiel/kriegspiel.h"

#include <assert.h>

enum {
    MODEL_MOVES = 49, // move numbers: the first position and 48 moves
    MODEL_GAMES_MIN =
        50,            // a move number that fewer games reached is left out: its chances are noise
    MODEL_ONE = 65535, // a chance of 1
};

// What was counted in games; zeroed, no game was. Some 150,000 bytes: keep it off the stack.
typedef struct ModelCounts {
    uint32_t games[2][MODEL_MOVES]; // games that reached the move number
    uint32_t at[2][MODEL_MOVES][KIND_COUNT][SQUARE_COUNT];
} ModelCounts;

// Whether a game with these rules can be counted.
bool model_can_count(const KriegspielRules *rules);

// Counts one game of the umpire's record for the colours in `colors`, a set of Colors; the rules can be counted. Returns
// false, with part of the game counted, if the record has a try out of turn.
MUST_USE bool model_count(ModelCounts *counts, const KriegspielRules *rules, const Entries *entries,
                          Bits colors);

// Chances, smoothed over move numbers and neighbouring squares: later moves are smoothed more. A plain value of some
// 75,000 bytes.
typedef struct Model {
    uint32_t games[2][MODEL_MOVES];
    uint16_t move_count[2]; // move numbers that are known, from 0 on; 0 if none is
    uint16_t at[2][MODEL_MOVES][KIND_COUNT][SQUARE_COUNT]; // in MODEL_ONEths
} Model;

void model_make(const ModelCounts *counts, Model *model);

// The chance of a man of `kind` on `square` after move `move_number` of `color`, which is known.
static inline float model_chance(const Model *model, Color color, unsigned move_number, Kind kind,
                                 unsigned square)
{
    assert(move_number < model->move_count[color]);
    assert(kind < KIND_COUNT && square < SQUARE_COUNT);
    return (float)model->at[color][move_number][kind][square] / MODEL_ONE;
}

// Adds to `men` the chances after move `move_number` of `color`, smoothed over squares as much as those of move
// `smooth_as`, which is not earlier. Two move numbers can be compared only if they are smoothed alike.
void model_expect(const Model *model, Color color, unsigned move_number, unsigned smooth_as,
                  Kind kind, float men[SQUARE_COUNT]);

typedef enum ModelError {
    MODEL_OK = 0,
    MODEL_ERR_MAGIC,    // not a model
    MODEL_ERR_VERSION,  // a later version
    MODEL_ERR_LENGTH,   // cut off, or too long
    MODEL_ERR_CHECKSUM, // damaged
    MODEL_ERR_CONTENT,  // impossible chances: a side has one king
    MODEL_ERR_COUNT
} ModelError;

// On error `*model` is untouched.
MUST_USE ModelError model_read(Slice bytes, Model *model);
void model_write(const Model *model, Text *bytes);
const char *model_error_text(ModelError error);

// The model that is built into the program, as bytes.
Slice model_default(void);

#endif
