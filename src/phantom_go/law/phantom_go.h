// Phantom Go behind the seam, and its plain values for those who know that it is Phantom Go.
//
//     phantom-go(size=9,komi=7.5)          both are the defaults
//     phantom-go(size=7,superko=no,tries_heard=yes)
//     phantom-go(size=7,black=d4)          a handicap, which both know
//
// Seat 0 is White and seat 1 Black, as everywhere; Black begins. docs/rules/phantom-go.md is the law.
#ifndef NEBEL_PHANTOM_GO_LAW_PHANTOM_GO_H
#define NEBEL_PHANTOM_GO_LAW_PHANTOM_GO_H

#include "game/game.h"
#include "go/game.h"

typedef enum PhantomSwitch {
    PHANTOM_SUPERKO,        // no board may come back
    PHANTOM_TERRITORY,      // counted by territory and stones taken, not by area
    PHANTOM_TRIES_HEARD,    // the other seat hears that a try was refused, not which
    PHANTOM_REASONS_GIVEN,  // a refusal says why
    PHANTOM_POINTS_TO_BOTH, // the captor hears which stones it took
    PHANTOM_ATARI_CALLS,    // a move that leaves a chain beside it one liberty is called
    PHANTOM_SWITCH_COUNT
} PhantomSwitch;

typedef struct PhantomRules {
    uint8_t size;
    bool has[PHANTOM_SWITCH_COUNT];
    int16_t half_komi; // twice the komi
    GoSet handicap[2]; // stones that are there before the first turn; every chain has a liberty
} PhantomRules;

enum { PHANTOM_HANDICAP_MAX = 9 }; // of a colour

// How many stones there have been of each colour at once, as a set of hashes. Both seats can always work these numbers out;
// a board can only have come back if its numbers have been there before.
typedef struct PhantomCounts {
    Bits seen[4];
} PhantomCounts;

typedef struct PhantomTruth {
    GoGame game;
    GoSet legal;   // of the seat to move, known before its first attempt is read
    GoSet refused; // to the seat to move, this turn
    GoSet marked
        [2]; // refused to a seat at some time or the other's handicap, and no own stone there since
    GoSet lost; // the stones that the last move took
    PhantomCounts counts;
    uint16_t attempts; // of this turn
    uint8_t ending;
    uint8_t spare[5];
} PhantomTruth;

// A particle: the stones and what both seats know, without the past that superko needs.
typedef struct PhantomBoard {
    uint64_t key; // of the stones alone
    GoSet stones[2], marked[2], refused, lost;
    PhantomCounts counts;
    uint16_t taken[2];
    GoPoint ko;
    uint8_t to_move, passes;
} PhantomBoard;

typedef struct PhantomView {
    GoSet own, refused, marked;
    GoSet lost;       // own stones that the other's last move took
    uint16_t enemies; // how many enemy stones there are
    uint16_t taken;   // enemy stones, so far
    uint8_t size, seat, to_move, ending;
} PhantomView;

// Tries: one more than the place of a point in a GoSet; and a pass.
enum { PHANTOM_PASS = GO_SPOTS + 1, PHANTOM_TRIES_MAX = GO_SPOTS + 1 };

extern const Game phantom_go_game;

// The rules of a game of Phantom Go, by one who knows that it is one.
static inline const PhantomRules *phantom_rules(const Rules *rules)
{
    return (const PhantomRules *)rules;
}

// Whether a try is in the list of tries of the seat that has this view, were it to move.
bool phantom_may_try(const PhantomView *view, Try attempt);

// What a seat knows on an imagined board, and the board itself with its chains.
void phantom_view_of(const PhantomRules *rules, const PhantomBoard *board, uint8_t seat,
                     PhantomView *view);
void phantom_board_unpack(const PhantomRules *rules, const PhantomBoard *board, GoBoard *unpacked);

// Twice Black's points less White's, komi included.
int phantom_margin(const PhantomRules *rules, const GoBoard *board);

// For this room only: the text side, in words.c.
bool phantom__read(const Spec *spec, Rules *rules, Text *message);
void phantom__write(const Rules *rules, Text *text);
void phantom__say(const Rules *rules, const Hearing *hearing, Text *text);
void phantom__try_to_text(Try attempt, Text *text);
Try phantom__try_from_text(Slice text);

#endif
