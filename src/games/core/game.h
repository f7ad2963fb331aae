// Game: the law of a phantom game, for modules that must not care which game it is. What umpires, tables, records, seats
// and formats need is here; what a seat may imagine of a truth is a BeliefModel (engine/core/belief_model.h).
//
// Three kinds of plain values pass through it, each of a size the game states and copied by memcpy:
//
//   rules   what a game string says: ruleset, board, komi
//   truth   the umpire's whole knowledge of one game in play, its past included
//   view    what one seat knows for certain: its own men, and this turn's answers
//
// Code that knows its game includes that game's own headers instead.
#ifndef NEBEL_GAME_GAME_H
#define NEBEL_GAME_GAME_H

#include "base/spec.h"
#include "games/core/hearing.h"

typedef struct Rules Rules; // each game's own

// Room for a value of any game, so that it can stand in a struct. Each game asserts that its own fit.
enum { RULES_BYTES_MAX = 128, TRUTH_BYTES_MAX = 25600, VIEW_BYTES_MAX = 288 };

// Bytes that hold any game string, any start and any try as text.
enum { GAME_TEXT_MAX = 512, START_TEXT_MAX = 128, TRY_TEXT_MAX = 16 };

typedef struct AnyRules {
    _Alignas(max_align_t) unsigned char bytes[RULES_BYTES_MAX];
} AnyRules;

typedef struct AnyTruth {
    _Alignas(max_align_t) unsigned char bytes[TRUTH_BYTES_MAX];
} AnyTruth;

typedef struct AnyView {
    _Alignas(max_align_t) unsigned char bytes[VIEW_BYTES_MAX];
} AnyView;

// For the file that defines a Game.
#define ASSERT_FITS_ANY(rules_type, truth_type, view_type)      \
    _Static_assert(sizeof(rules_type) <= RULES_BYTES_MAX &&     \
                       sizeof(truth_type) <= TRUTH_BYTES_MAX && \
                       sizeof(view_type) <= VIEW_BYTES_MAX,     \
                   "rules, truth or view do not fit AnyRules, AnyTruth or AnyView")

typedef struct Game {
    const char *name;
    size_t rules_bytes, truth_bytes, view_bytes;
    uint32_t tries_max;  // no seat ever has more tries to choose from
    bool counts_jointly; // players number the moves of both seats in one row, as in Go

    // Reads the options of a game string. On failure `*rules` is untouched, and `message` says
    // what is wrong and what would be right.
    bool (*read)(const Spec *spec, Rules *rules, Text *message);
    // Writes the game string that reads as these rules.
    void (*write)(const Rules *rules, Text *text);

    // The first position, which both seats know, as one word of less than START_TEXT_MAX bytes; NULL for a game that
    // always begins with the same one.
    void (*write_start)(const Rules *rules, Text *text);

    // Begins a game: the truth, and what the seats hear as it opens.
    void (*deal)(const Rules *rules, void *truth, Hearing to[2]);
    // Judges an attempt by the seat to move in a game that is not over.
    void (*judge)(const Rules *rules, void *truth, Try attempt, Hearing to[2]);
    uint8_t (*seat_to_move)(const void *truth);
    // Whether a seat could still win; if not, the other's fallen flag is a draw.
    bool (*can_win)(const Rules *rules, const void *truth, uint8_t seat);

    // A seat's first view, before it has heard anything.
    void (*sit)(const Rules *rules, uint8_t seat, void *view);

    // The tries a seat can send now, in no particular order; never sees a truth.
    uint32_t (*tries)(const Rules *rules, const void *view, Try *out);
    // Moves a view on by what its seat heard; `own` is the seat's try that it answers, or TRY_NONE.
    // What comes from outside must pass can_hear first.
    void (*hear)(const Rules *rules, void *view, Try own, const Hearing *heard);
    // Whether the seat can have heard this next, as far as its view can tell. A record, or a program
    // at the other end of a pipe, may claim what never happened; a view that heard it would break.
    bool (*can_hear)(const Rules *rules, const void *view, Try own, const Hearing *heard);

    // For people, and for every text in which tries are written.
    void (*say)(const Rules *rules, const Hearing *hearing, Text *text);
    void (*try_to_text)(Try attempt, Text *text);
    Try (*try_from_text)(Slice text); // TRY_NONE for what is no try
} Game;

// Lets the views of both seats hear the answers to a try, or the opening (TRY_NONE).
void game_hear_both(const Game *game, const Rules *rules, void *const views[2], Try attempt,
                    const Hearing to[2]);

// The seat that has the first turn.
uint8_t game_first_seat(const Game *game, const Rules *rules);

#endif
