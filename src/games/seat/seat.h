// What one seat knows of a game, from its own hearings alone: its men, what it can try, what was refused to it in this turn,
// what was taken, everything it heard by turns, and the enemy men that it believes in.
//
// A Seat has never seen a truth or a hearing of the other seat. Whatever is drawn for a seat, on a terminal, in a browser or
// at a remote table, is drawn from it, so it shows no more than the seat may know. Equal hearings and marks make equal Seats.
//
// A spot is a square of a chess board or a point of a Go board, by the numbers of its game.
#ifndef NEBEL_SEAT_SEAT_H
#define NEBEL_SEAT_SEAT_H

#include "games/core/record.h"
#include "games/core/signs.h"

enum { SEAT_SPOTS = SIGN_SPOTS }; // enough for the largest board of any game

// A man by its kind, 0 for none. On a chess board it is one more than the Kind; in Go every stone is 1.
typedef uint8_t SeatMan;

typedef struct Seat {
    const Game *game;
    const Rules *rules;
    Memory memory;
    uint8_t number;               // 0 or 1
    bool has_offer;               // the other seat offers a draw, and this one has not answered
    AnyView view;                 // own men and this turn's answers, as the game keeps them
    SeatLog log;                  // everything heard, oldest first
    SeatMan phantoms[SEAT_SPOTS]; // enemy men that the seat believes in; its own notes
} Seat;

// Rules must outlive the seat. A seat that was initialised owns memory until seat_done, which accepts a zeroed one.
void seat_init(Seat *seat, const Memory *memory, const Game *game, const Rules *rules,
               uint8_t number);
void seat_done(Seat *seat);

// Whether the seat can have heard this next, as far as it knows. For hearings that come from outside.
bool seat_can_hear(const Seat *seat, Try own, const Hearing *heard);
// Takes what the seat heard; `own` is its try that this answers, or TRY_NONE. Phantoms that it proves wrong vanish. False, with
// nothing changed, if there is no memory.
MUST_USE bool seat_hear(Seat *seat, Try own, const Hearing *heard);

bool seat_is_over(const Seat *seat);
// Who has the turn, or had the last one. The seat must have heard the opening.
uint8_t seat_to_move(const Seat *seat);

// What the seat could try if it were its turn; `out` has room for the game's tries_max. Returns how many.
uint32_t seat_tries(const Seat *seat, Try *out);

// Its own tries that were refused in the turn in progress, oldest first, each once: at most ATTEMPTS_MAX, for
// which `out` has room.
uint32_t seat_refusals(const Seat *seat, Try *out);

// Signs (games/core/signs.h) for what the seat heard, as long as it matters: its tries that were refused in the turn in progress, what
// was called after the last move, and the last move whose spots it knows. In a game that hides its moves that is its own.
void seat_signs(const Seat *seat, uint8_t signs[SEAT_SPOTS]);

// Pawn tries of the side to move as they were called after the last move: how many, or 1 where only their existence is called,
// or on the question any?. 0 if there are none or the rules do not call them.
uint32_t seat_pawn_tries(const Seat *seat);

// A turn as the seat heard it: `count` entries of its log from `first` on. The entry that ends a turn is its move.
typedef struct SeatTurn {
    uint32_t first, count;
    uint32_t number; // 1 for the first turn of each seat
    uint8_t seat;    // whose turn it was
} SeatTurn;

// Goes to the next turn, from an all-zero one to the first. The last is the turn in progress, which may have no entries yet.
// False, with `*turn` untouched, if there is none.
bool seat_next_turn(const Seat *seat, SeatTurn *turn);

// What one side has taken, as far as this seat was told.
typedef struct SeatTaken {
    uint32_t men;           // on a chess board, whatever their kind
    uint32_t pawns, pieces; // those of them whose kind was told
    uint32_t stones;        // in Go
} SeatTaken;
SeatTaken seat_taken(const Seat *seat, uint8_t by);

// Whether the board of this game has that spot.
bool seat_has_spot(const Seat *seat, unsigned spot);
// The man of `side` that the seat sees on a spot: its own, and in open chess also the other's.
SeatMan seat_man_at(const Seat *seat, uint8_t side, unsigned spot);

typedef enum SeatError {
    SEAT_OK = 0,
    SEAT_ERR_OPEN, // nothing is hidden in this game
    SEAT_ERR_OWN,  // one of the seat's own men is there
} SeatError;

// Notes that the seat believes in an enemy man on a spot of the board; 0 removes the note. On error nothing has changed.
MUST_USE SeatError seat_mark(Seat *seat, unsigned spot, SeatMan man);
void seat_unmark(Seat *seat, unsigned spot);
void seat_unmark_all(Seat *seat);

enum { SEAT_MAN_TEXT_MAX = 8 };

// "nd5" for a knight on d5; in Go "d4".
void seat_man_to_text(const Seat *seat, unsigned spot, SeatMan man, Text *text);
// Reads that. False, with the outputs untouched, for anything else and for a spot that this board does not have.
MUST_USE bool seat_man_from_text(const Seat *seat, Slice text, unsigned *spot, SeatMan *man);
// The same for a spot alone: "d5".
void seat_spot_to_text(const Seat *seat, unsigned spot, Text *text);
MUST_USE bool seat_spot_from_text(const Seat *seat, Slice text, unsigned *spot);

#endif
