// The umpire: the one party at the table who sees the whole board.
//
// Seats send attempts and hear words back; nothing here hands a seat the position. An illegal
// attempt is not an error. In Kriegspiel it is news, so it is a verdict; errors are for
// callers who speak out of turn.
//
// An Umpire is a plain value: no memory of its own, no clock, no I/O, no globals. `Umpire fork =
// *umpire;` forks the game, and search relies on that.
//
// The legal moves of a turn are known before its first attempt is read. So a verdict is a look into
// a set, and how long it takes tells nothing.
#ifndef NEBEL_KRIEGSPIEL_LAW_JUDGE_H
#define NEBEL_KRIEGSPIEL_LAW_JUDGE_H

#include "games/chess/ending.h"
#include "games/kriegspiel/attempt.h"

typedef enum UmpireError {
    UMPIRE_OK = 0,
    UMPIRE_ERR_TURN, // it is the other seat's turn
    UMPIRE_ERR_OVER, // the game has ended
    UMPIRE_ERR_COUNT
} UmpireError;

// All that could be announced of a played move, before a ruleset picks. For the
// umpire's side of the table only.
typedef struct Facts {
    Captured captured; // never CAPTURED_MAN: the umpire knows
    Square captured_at;
    bool is_passant, is_promotion;
    uint8_t checks; // kinds, of the side now to move
    uint8_t checker_count;
    uint8_t tries;  // pawn tries of the side now to move
    Bits try_pawns; // the pawns that have one
} Facts;

typedef struct Umpire {
    const Ruleset *rules;
    Position truth;
    OwnMen own;   // the men of the side to move
    TrySet legal; // its legal moves
    Turn turn;
    Past past;
    Facts facts;    // of the position on the board and the move that led to it
    uint16_t plies; // played moves since the opening
    uint8_t ending, winner;
    uint8_t spare[4];
} Umpire;

typedef struct Reply {
    Verdict verdict; // the true one, whatever the seats are told
    Hearing to[2];   // what each seat hears
} Reply;

// Opens a game at `start`; `to` gets what the seats hear as it opens.
void umpire_open(Umpire *umpire, const Ruleset *rules, const Position *start, Hearing to[2]);

// Judges one attempt by `seat`. On error neither `*umpire` nor `*reply` is touched.
MUST_USE UmpireError umpire_try(Umpire *umpire, Color seat, Try attempt, Reply *reply);
const char *umpire_error_text(UmpireError error);

// The tries the seat to move can send now; `out` has room for TRIES_MAX. Depends on nothing but its
// own men and this turn's answers.
uint32_t umpire_tries(const Umpire *umpire, Try *out);

// The pawn tries of the side to move as moves without promotions; `out` has room for TRIES_MAX.
uint32_t umpire_pawn_tries(const Umpire *umpire, Move *out);

// For belief and search, which imagine boards by the hundred thousand: whether `move`, which is legal on `before`, would
// be called as in `heard`, which is of a move. If so `*after` is the position it leads to. An ending that only the past
// decides excludes no board.
MUST_USE bool umpire_would_sound(const Ruleset *rules, const Position *before, Move move,
                                 const Hearing *heard, Position *after);

// Returns whether the umpire's answer on a board without a past is what was heard. If the past ended the game, the game must
// go on on the board, and the pawn tries that it calls for the next turn are not compared.
bool umpire_sounds_alike(const Hearing *answer, const Hearing *heard);

// What both seats would hear of a move that is legal on `before`, as far as a board without a past can tell; `*after` is the position it leads to.
Hearing umpire_imagine_call(const Ruleset *rules, const Position *before, Move move,
                            Position *after);

// The kind of a check that comes along a line. Long is the longer diagonal through the king's square; where the two are
// equal, the one parallel to a1-h8.
uint8_t umpire_check_line(const Board *board, unsigned king, unsigned checker);

// A hearing in the ruleset's own words: sentences for people, or "-" for nothing.
void umpire_say(const Ruleset *rules, const Hearing *hearing, Text *text);

#endif
