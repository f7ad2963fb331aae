// A density kept up to date through a game by what one seat hears; and a recorded game gone through by it, its predictions
// beside what came true.
#ifndef NEBEL_BELIEF_WATCH_H
#define NEBEL_BELIEF_WATCH_H

#include "belief/density.h"
#include "belief/follow.h"

// A plain value, but for what the rules point at. Some 40,000 bytes.
typedef struct Watch {
    const KriegspielRules *rules;
    KriegspielView view;
    Density density;
    Hearing last;  // the call that began the turn, or will
    uint32_t time; // moves the enemy has played
    Drift drift;
} Watch;

// `model` may be NULL.
void watch_begin(Watch *watch, const KriegspielRules *rules, uint8_t seat, const Model *model);
void watch_hear(Watch *watch, Try own, const Hearing *heard);

// An own try as it was predicted and as it turned out.
typedef struct WatchTry {
    Prospect predicted;
    bool is_legal, takes, gives_check;
} WatchTry;

typedef struct WatchPlan {
    const KriegspielRules *rules;
    const Entries *entries; // the umpire's
    uint8_t seat;
    const Model *model; // of the opponent, or NULL
} WatchPlan;

typedef struct WatchSink {
    void (*turn)(void *context, const Watch *watch, const Position *truth); // before its first try
    void (*attempt)(void *context, const WatchTry *attempt);
    void *context;
} WatchSink;

MUST_USE FollowError watch_game(const WatchPlan *plan, const WatchSink *sink);

// How near a density is to the truth, as quality_of has it for a pool; the true position has no weight of its own.
Quality density_quality(const Density *density, uint8_t seat, const Position *truth);

#endif
