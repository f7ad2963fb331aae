// BeliefModel: what a seat of one game can hold possible, and how a hearing changes it. The Game has the law; this is
// the rest that a belief needs. Each game's model is a const table beside its beliefs (engine/kriegspiel_belief,
// engine/phantom_go), and whoever creates a pool or a search passes it in, so nothing here knows which games there are.
//
// A board is a particle: what can be held of a truth by someone who only imagines it. It has no past and no count of
// attempts, but what was said aloud in the turn. It is a plain value of `board_bytes`, copied by memcpy.
//
// Calls that are made by the hundred thousand take whole batches, so the indirect call is not in the inner loop.
#ifndef NEBEL_ENGINE_BELIEF_MODEL_H
#define NEBEL_ENGINE_BELIEF_MODEL_H

#include "base/rng.h"
#include "games/core/game.h"
#include "games/core/record.h"

typedef struct Policy Policy; // each game's own: what a seat is likely to do

typedef struct Boards Boards; // boards.h: what a pool keeps

// Receives the boards that a call makes. `chance` is the probability of the move that led to the board, among all moves
// that were possible on the board before it.
typedef struct BoardSink {
    void (*take)(void *context, const void *board, float chance);
    void *context;
} BoardSink;

// How a pool that has no board left gets new ones. Such a board agrees with what was heard in one own turn, but perhaps no history
// leads to it. So it is called a guess, never proven.
typedef struct FallbackPlan {
    const Rules *rules;
    uint8_t seat;
    const SeatLog *log; // all that was heard; later entries are only hints where to look
    uint32_t position;  // log entries before the moment of the boards, which is in an own turn
} FallbackPlan;

typedef struct Fallback Fallback; // each game's own: what it needs to make boards of one moment

typedef struct FallbackKind {
    // NULL if there is no memory.
    Fallback *(*create)(const Memory *memory, const FallbackPlan *plan);
    void (*destroy)(Fallback *fallback); // accepts NULL
    // Makes `attempts` attempts and adds the boards they find to `into`, with equal weights, while there is room.
    // `base` has `count` boards of the same moment; new boards are variations of them, or are made from nothing if
    // count is 0.
    void (*draw)(const Fallback *fallback, const void *base, uint32_t count, uint32_t attempts,
                 Rng *rng, Boards *into);
} FallbackKind;

typedef struct BeliefModel {
    const Game *game;
    size_t board_bytes;

    // From truth to board and, without its past, back.
    void (*imagine)(const Rules *rules, const void *truth, void *board);
    void (*revive)(const Rules *rules, const void *board, void *truth);

    // Keeps, of `count` boards, those on which the try `own` would have been answered like this, each
    // moved on by it, in order; returns how many. An ending that only the past decides excludes no board.
    size_t (*keep)(const Rules *rules, void *boards, size_t count, Try own, const Hearing *heard);
    // For each board, every board to which the other seat's unseen action can have led, given what was heard of it.
    // Without a policy all legal moves are equally likely.
    void (*expand)(const Rules *rules, const void *boards, size_t count, const Hearing *heard,
                   const Policy *policy, const BoardSink *sink);
    // Equal boards have equal keys.
    uint64_t (*key)(const void *board);

    const FallbackKind *fallback; // NULL if a pool that has run dry makes no guesses
} BeliefModel;

#endif
