// How likely each move of the other seat is, on an imagined board: a weight for every legal move, and the chances that
// follow. If a player orders its tries at random by weight and plays the first that is legal, the chance of a move is
// its weight among the legal ones. So the refusals that were not heard need not be imagined.
//
// Only what that seat itself can see may enter a weight: its men, the board, and what was said aloud. That a move captures
// a man which was never shown is an exception in form alone: the seat aims at squares where it expects men, and the term
// says how much more often than chance it is right.
//
// The logarithm of a weight is a sum of terms, so a policy is a vector and can be fitted by maximum likelihood.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_POLICY_H
#define NEBEL_KRIEGSPIEL_BELIEF_POLICY_H

#include "base/rng.h"
#include "engine/core/boards.h"
#include "engine/kriegspiel_belief/belief_model.h"

// Squares as the mover sees them, the wings mirrored: 4 files by 8 ranks from the own side. On smaller boards too.
enum { POLICY_PLACES = 32 };

// The part of a game, by the men of the mover alone: three of his pieces or more have not moved yet; later; and when he has three or fewer
// beside king and pawns.
enum { POLICY_PHASES = 3 };

// Squares a man reaches more or fewer than before its move: bounds in policy.c.
enum { POLICY_REACHES = 6 };

// Where the terms of a kind of move are; those with a kind of man have KIND_COUNT of them. A man is guarded if its side could take back where it
// stands, as far as that side sees: men of the other side are not in the way.
enum {
    POLICY_RECAPTURE = 0, // onto the square where a man was just lost
    POLICY_TAKE_SHOWN =
        POLICY_RECAPTURE + KIND_COUNT, // a man that has shown itself and not moved since
    POLICY_TAKE_STILL = POLICY_TAKE_SHOWN + KIND_COUNT,   // one that has never moved
    POLICY_TAKE_FRESH = POLICY_TAKE_STILL + KIND_COUNT,   // one that has just moved
    POLICY_TAKE_RECENT = POLICY_TAKE_FRESH + KIND_COUNT,  // one that moved two or three moves ago
    POLICY_TAKE_HIDDEN = POLICY_TAKE_RECENT + KIND_COUNT, // any other man
    POLICY_CHECK = POLICY_TAKE_HIDDEN + KIND_COUNT,       // gives check with this man
    POLICY_TO_PAWN_GUARD = POLICY_CHECK + KIND_COUNT,     // to where a pawn guards it,
    POLICY_TO_GUARD = POLICY_TO_PAWN_GUARD + KIND_COUNT,  // or another man
    POLICY_FROM_GUARD = POLICY_TO_GUARD + KIND_COUNT,     // from where a man guards it
    POLICY_AGAIN = POLICY_FROM_GUARD + KIND_COUNT,        // of the man that moved last,
    POLICY_AGAIN_LATER = POLICY_AGAIN + KIND_COUNT,       // or in the move before
    POLICY_REACH = POLICY_AGAIN_LATER + KIND_COUNT,       // by how many squares more it reaches
    POLICY_LEAVE =
        POLICY_REACH + POLICY_REACHES,  // takes away the only guard of one man, of several
    POLICY_GUARD = POLICY_LEAVE + 2,    // guards one man that nothing guarded, several
    POLICY_CHEAPEST = POLICY_GUARD + 2, // a recapture for which there is no cheaper man
    POLICY_PROMOTE,                     // to a queen
    POLICY_UNDERPROMOTE,
    POLICY_CASTLE,
    POLICY_RETREAT,     // of a man that has shown itself
    POLICY_CHECK_TAKE,  // out of check: the checking man,
    POLICY_CHECK_BLOCK, // with another man than the king,
    POLICY_CHECK_KING,  // with the king
    POLICY_FROM,        // by kind and place
    POLICY_TO = POLICY_FROM + KIND_COUNT * POLICY_PLACES,
    POLICY_PHASE_FROM = POLICY_TO + KIND_COUNT * POLICY_PLACES, // by phase, kind and place
    POLICY_PHASE_TO = POLICY_PHASE_FROM + POLICY_PHASES * KIND_COUNT * POLICY_PLACES,
    POLICY_TERMS = POLICY_PHASE_TO + POLICY_PHASES * KIND_COUNT * POLICY_PLACES,
};

// One way to play, as it is fitted and written down.
typedef struct PolicyLogs {
    float logs[POLICY_TERMS]; // 0 for a term that says nothing
} PolicyLogs;

// Several ways to play, each with a share; one of them may be meant without our knowing which. What is left of 1 goes to all moves
// alike, so that nothing legal is impossible.
enum { POLICY_PARTS_MAX = 8 };

struct Policy {
    uint32_t count;
    float shares[POLICY_PARTS_MAX];
    float factors[POLICY_TERMS][POLICY_PARTS_MAX]; // exp of the logs; 0 beyond the count
};

// Adds a way to play with this share; there is room for it.
void policy_add(Policy *policy, const PolicyLogs *logs, float share);

// Ways to play that were fitted to games, ended by one without a name: the files of policies/.
typedef struct FittedPolicy {
    const char *name;
    PolicyLogs logs;
} FittedPolicy;
extern const FittedPolicy fitted_policies[];

// The ways to play that have a name: "uniform" is NULL; "capturer" is the player of that name with its default options; the others
// were fitted to games (docs/engines/fog.md). False, with `*logs` untouched, for another name.
MUST_USE bool policy_find(Slice name, const PolicyLogs **logs);

// What a side sees of its own men. Guards are squares that it attacks.
typedef struct PolicyMen {
    Bits guards, two_guards;    // with one man or more, with two or more
    Bits pawn_guards;           // with a pawn
    Bits reaches[SQUARE_COUNT]; // by the man on each square
    unsigned phase;
} PolicyMen;

PolicyMen policy_men(const KriegspielBoard *board);

// The terms of a move, at most POLICY_MOVE_TERMS; returns how many. `men` are those of the side to move.
enum { POLICY_MOVE_TERMS = 20 };
unsigned policy_terms(const PolicyMen *men, const KriegspielBoard *board, Move move,
                      uint16_t terms[POLICY_MOVE_TERMS]);

// Remembers what the mover's own men say of its moves, for boards that differ in the other side's last move alone: most terms are the
// same on all of them. Some 150 kilobytes.
typedef struct PolicyMemo {
    PolicyMen men;
    uint32_t serial;                               // of the boards at hand
    uint32_t serials[SQUARE_COUNT * SQUARE_COUNT]; // for which a weight was found
    float weights[SQUARE_COUNT * SQUARE_COUNT][POLICY_PARTS_MAX];
} PolicyMemo;

// Forgets everything before; the side to move on `board` is the mover.
void policy_memo_begin(PolicyMemo *memo, const KriegspielBoard *board);

// Fills in the chance of each reply of the side to move. Without a policy all are equal.
void policy_chances(const Policy *policy, const KriegspielBoard *board, const MoveList *replies,
                    float *chances);

// The same with a memo that was begun on a board with the same men of the mover.
void policy_chances_by_memo(const Policy *policy, PolicyMemo *memo, const KriegspielBoard *board,
                            const MoveList *replies, float *chances);

// The same for each way to play by itself: `chances` has a row for each reply.
void policy_chances_by_part(const Policy *policy, const KriegspielBoard *board,
                            const MoveList *replies, float chances[][POLICY_PARTS_MAX]);

// A policy as text: a line for each term, or for the terms of all places of a kind of man. docs/formats/policy.md has the form.
// Reads all terms; those that are not named are 0. If the text is wrong: false, `*policy` is untouched, and the message says why.
MUST_USE bool policy_read(Slice text, PolicyLogs *policy, Text *message);
void policy_write(const PolicyLogs *policy, Text *text);

// What an opponent is taken to be: several ways to play, with shares that follow what is heard of him in the game.
typedef struct OpponentModel {
    Policy policy; // what he is taken to do now
    const Ruleset *rules;
    uint8_t seat; // his
    Rng rng;
} OpponentModel;

// Begins with all fitted ways to play, equally likely.
void opponent_model_begin(OpponentModel *model, const Ruleset *rules, uint8_t seat, uint64_t seed);

// Moves the shares towards the ways to play that foretold what was heard. `boards` are those of before it.
void opponent_model_hear(OpponentModel *model, const Boards *boards, const Hearing *heard);

#endif
