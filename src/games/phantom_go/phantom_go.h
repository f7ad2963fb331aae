// Phantom Go as a Game, and its plain values for code that knows the game.
//
//     phantom-go(size=9,komi=7.5)          both are the defaults
//     phantom-go(size=7,superko=no,tries_heard=yes)
//     phantom-go(size=7,black=d4)          a handicap, which both seats know
//
// Seat 0 is White and seat 1 Black, as everywhere; Black begins. docs/rules/phantom-go.md is the law.
#ifndef NEBEL_PHANTOM_GO_LAW_PHANTOM_GO_H
#define NEBEL_PHANTOM_GO_LAW_PHANTOM_GO_H

#include "games/core/game.h"
#include "games/go/game.h"

typedef enum PhantomSwitch {
    PHANTOM_SUPERKO,        // no move may repeat an earlier board
    PHANTOM_TERRITORY,      // counted by territory and captured stones, not by area
    PHANTOM_TRIES_HEARD,    // the other seat hears that a try was refused, not which
    PHANTOM_REASONS_GIVEN,  // a refusal says why
    PHANTOM_POINTS_TO_BOTH, // the capturing seat hears which stones it captured
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

// Which pairs of numbers (white stones, black stones) the boards so far had, as a set of hashes. Both seats can work
// these numbers out. A move can repeat a board only if its pair is in the set.
typedef struct PhantomCounts {
    Bits seen[4];
} PhantomCounts;

typedef struct PhantomTruth {
    GoGame game;
    GoSet legal;   // of the seat to move, known before its first attempt is read
    GoSet refused; // to the seat to move, this turn
    // For each seat: points that were refused to it, or have the other's handicap, and have had no own stone since.
    GoSet marked[2];
    GoSet lost; // the stones that the last move captured
    PhantomCounts counts;
    uint16_t attempts; // of this turn
    uint8_t ending;
    uint8_t spare[5];
} PhantomTruth;

typedef struct PhantomView {
    GoSet own, refused, marked;
    GoSet lost;       // own stones that the other's last move captured
    uint16_t enemies; // how many enemy stones there are
    uint16_t taken;   // enemy stones captured so far
    uint8_t size, seat, to_move, ending;
} PhantomView;

// Tries: the spot of a point plus one; and a pass.
enum { PHANTOM_PASS = GO_SPOTS + 1, PHANTOM_TRIES_MAX = GO_SPOTS + 1 };

#define PHANTOM_GO_NAME "phantom-go"
extern const Game phantom_go_game;

// The rules of a game that is Phantom Go.
static inline const PhantomRules *phantom_rules(const Rules *rules)
{
    return (const PhantomRules *)rules;
}

// Whether the seat with this view could send a try, if it were its turn.
bool phantom_may_try(const PhantomView *view, Try attempt);

// Twice Black's points less White's, komi included.
int phantom_margin(const PhantomRules *rules, const GoBoard *board);

// For this module only: texts, in words.c.
bool phantom__read(const Spec *spec, Rules *rules, Text *message);
void phantom__write(const Rules *rules, Text *text);
void phantom__say(const Rules *rules, const Hearing *hearing, Text *text);
void phantom__try_to_text(Try attempt, Text *text);
Try phantom__try_from_text(Slice text);

#endif
