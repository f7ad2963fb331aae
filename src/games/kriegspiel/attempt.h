// What a seat may try: plausible attempts, judged from its own men alone, and
// what this turn has used up.
//
// Nothing here can see an enemy man: OwnMen is all there is. The umpire and a player's own view
// call the same functions, so the list a seat can make for itself is the umpire's list.
#ifndef NEBEL_KRIEGSPIEL_LAW_ATTEMPT_H
#define NEBEL_KRIEGSPIEL_LAW_ATTEMPT_H

#include "games/chess/legal.h"
#include "games/core/hearing.h"
#include "games/kriegspiel/ruleset.h"

// The question "any?" as a try: no move goes from a square to itself.
enum { TRY_ANY = 1 | 1 << 6, TRIES_MAX = MOVES_MAX + 1 };

typedef struct OwnMen {
    Bits all;
    Bits kind[KIND_COUNT];
    uint8_t castling; // own rights, as in Position
    uint8_t board;
    uint8_t color;
    uint8_t spare[5]; // always 0: no padding
} OwnMen;

static inline const Board *own_men_board(const OwnMen *own)
{
    return &chess_boards[own->board];
}

// The kind of the own man on `square`; KIND_COUNT if none stands there. Sums rather than branches, as in position_kind_at.
static inline Kind own_men_kind(const OwnMen *own, unsigned square)
{
    unsigned kind = KIND_COUNT;
    for (unsigned k = PAWN; k < KIND_COUNT; k++)
        kind -= (unsigned)(own->kind[k] >> square & 1) * (KIND_COUNT - k);
    return (Kind)kind;
}

OwnMen own_men_of(const Position *position, Color color);
// The own men after an own move that was played, and after the loss of the man on `square`.
void own_men_play(OwnMen *own, Move move);
void own_men_lose(OwnMen *own, unsigned square);

// A set of attempts of one side in one turn, small enough to keep in every umpire: one word of
// targets for each step of the pawns, one of promotions for each (bit 8 * kind + file), and one for
// each other man, in the order of their squares.
enum {
    TRY_SET_PAWNS = 0,
    TRY_SET_PROMOTIONS = TRY_SET_PAWNS + PAWN_STEP_COUNT,
    TRY_SET_MEN = TRY_SET_PROMOTIONS + PAWN_STEP_COUNT,
    TRY_SET_WORDS = TRY_SET_MEN + MEN_MAX,
};

typedef struct TrySet {
    Bits words[TRY_SET_WORDS];
} TrySet;

// The word of the man on `from`; `men` are the side's men that are not pawns.
static inline unsigned try_set_man(Bits men, unsigned from)
{
    return TRY_SET_MEN + bits_count(men & (bit(from) - 1));
}

typedef enum Asked {
    ASKED_NOT,
    ASKED_FREE,  // answered, and free to try anything
    ASKED_BOUND, // answered yes: only a pawn's diagonal will do
} Asked;

// What has happened in the turn so far.
typedef struct Turn {
    TrySet refused;
    uint16_t attempts;
    uint8_t asked; // Asked
    uint8_t spare[5];
} Turn;

// Forgets the turn before. A first Turn is all zero and needs no call.
void turn_begin(Turn *turn);
// After an attempt: what the turn remembers of a refusal, and of an answer to the question.
void turn_refuse(Turn *turn, const Ruleset *rules, const OwnMen *own, Move move);
void turn_answer(Turn *turn, bool yes);

// Whether `attempt` may be sent now: plausible, not refused before in this turn, allowed by the
// answer to "any?". Everything else is impossible.
bool attempt_is_possible(const Turn *turn, const Ruleset *rules, const OwnMen *own, Try attempt);

// Lists them all; returns how many. `out` has room for TRIES_MAX.
uint32_t attempts_list(const Turn *turn, const Ruleset *rules, const OwnMen *own, Try *out);

// Whether `move` respects the duty to capture with a pawn, where the answer to "any?" imposes it.
bool attempt_keeps_duty(const Turn *turn, const OwnMen *own, Move move);

// For the umpire, who knows the legal moves before it is asked: is this one of them? Any code may
// be asked for. What is legal is plausible, and was never refused.
bool try_set_has_legal(const TrySet *legal, const OwnMen *own, Move move);

// "e2e4", "any?"; TRY_NONE for what is neither.
void try_to_text(Try attempt, Text *text);
Try try_from_text(Slice text);

#endif
