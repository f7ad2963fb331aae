// A record played again, event by event: the truth, what both seats heard and know, and how the game
// ended. For the umpire's side of the table only.
//
//     Replay replay;
//     replay_begin(&replay, game, rules, entries);
//     while (replay_step(&replay))
//         ... replay_entry(&replay), replay.to, replay.truth, replay.views
//
// A record may come from outside and hold anything. An event that no table would accept changes nothing: a
// try out of turn, and every event after the end.
#ifndef NEBEL_GAME_REPLAY_H
#define NEBEL_GAME_REPLAY_H

#include "games/core/move_number.h"
#include "games/core/record.h"

typedef struct Outcome {
    bool is_over;
    uint8_t winner, ending;
} Outcome;

// How the game stands after what a seat heard last.
Outcome outcome_heard(const Hearing *last);

typedef struct Replay {
    const Game *game;
    const Rules *rules;
    const Entries *entries;
    uint32_t next;   // the entry that comes next
    bool is_judged;  // the entry before it was a try that the umpire judged
    Hearing to[2];   // what the seats heard of that try, or of the opening
    Outcome outcome; // so far
    MoveCount count;
    MoveNumber number; // of the entry before the next, as its own seat counts
    AnyTruth truth;
    AnyView views[2];
} Replay;

// Begins before the first entry. Rules and entries must outlive the replay.
void replay_begin(Replay *replay, const Game *game, const Rules *rules, const Entries *entries);

// Plays the next entry; false if there is none.
bool replay_step(Replay *replay);

// Plays all entries that are left.
void replay_finish(Replay *replay);

// The entry that comes next, NULL if there is none; and the one that was played last, which there must be.
const Entry *replay_next(const Replay *replay);
const Entry *replay_entry(const Replay *replay);

// The seat to move.
uint8_t replay_seat_to_move(const Replay *replay);

#endif
