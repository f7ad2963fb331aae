// What the players of Kriegspiel share: which game they play, rows of options, the density with its model. For this
// module only.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_PLAYS_H
#define NEBEL_KRIEGSPIEL_PLAYER_PLAYS_H

#include "engine/core/player.h"
#include "engine/kriegspiel_belief/density.h"

// A try of a player whose budget has no limit at all: about what the paper of 2010 found to be enough.
enum { NODES_DEFAULT = 10000 };

// The slot `plays` of a player of Kriegspiel alone.
bool player__plays_kriegspiel(const Game *game);

// Whether nothing limits the time or the nodes of a try of `seat`.
bool player__is_unlimited(const Budget *budget, uint8_t seat);

// The milliseconds that are left for a try, by whichever limit comes first; UINT32_MAX if none is of time.
uint32_t player__try_ms(const Meter *meter);

// The limit of a pool: `wanted` boards, or fewer if a try could not update so many in its time, be it that of a clock. `per_ms` are
// the boards that a millisecond can update.
uint32_t player__pool_limit(const Meter *meter, uint32_t wanted, uint32_t per_ms);

// The words of an option `model`, and a tracker that begins with the model of that option. `model` must outlive it.
extern const char *const player__model_words[];
void player__begin_tracker(DensityTracker *tracker, Model *model, const Seating *seating,
                           bool has_model);

// Rows of a table of options.
#define NUMBER_OPTION(name, default_, min, max, help)       \
    {                                                       \
        name, OPTION_NUMBER, default_, min, max, NULL, help \
    }
#define REAL_OPTION(name, default_, min, max, help)       \
    {                                                     \
        name, OPTION_REAL, default_, min, max, NULL, help \
    }
#define SWITCH_OPTION(name, default_, help)             \
    {                                                   \
        name, OPTION_SWITCH, default_, 0, 1, NULL, help \
    }
#define CHOICE_OPTION(name, default_, words, help)       \
    {                                                    \
        name, OPTION_CHOICE, default_, 0, 0, words, help \
    }

#endif
