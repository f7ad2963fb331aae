// The slow witness: rules and umpire once more, as plainly as the law in docs/rules puts them, so
// that the fast umpire can be compared with it word by word. It shares no code with the fast one.
#ifndef NEBEL_WITNESS_H
#define NEBEL_WITNESS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    WITNESS_HEARD_SIZE = 160,
    // Fifteen queens with 27 squares each and a king with ten: no seat has more tries than 415.
    WITNESS_TRIES_MAX = 512,
    // The fifty-move rule ends a game before more than 101 positions have to be remembered.
    WITNESS_EARLIER_MAX = 128
};

// Files and ranks count from 0; file -1 is no square at all.
typedef struct WitnessSquare {
    int file, rank;
} WitnessSquare;

typedef struct WitnessMove {
    WitnessSquare from, to;
    char becomes; // the new man of a promotion as a small letter, '\0' for any other move
} WitnessMove;

typedef struct WitnessPosition {
    char squares[8][8]; // [rank][file], '.' is empty; squares outside a smaller board stay empty
    int files, ranks;
    int side;         // to move: 0 White, 1 Black
    bool castling[4]; // the rights K, Q, k, q
    WitnessSquare passant;
} WitnessPosition;

// Something the side to move could do on some board.
typedef struct WitnessTry {
    WitnessMove move;
    char text[8];
    bool pawn_diagonal;
    bool legal;   // on the true board
    bool refused; // in this turn
} WitnessTry;

typedef struct Witness {
    const struct WitnessRuleset *rules;
    WitnessPosition now;
    char becomes[5];                     // what a pawn may become, sorted
    WitnessTry tries[WITNESS_TRIES_MAX]; // of the side to move, in the order of their texts
    int try_count;
    WitnessPosition earlier[WITNESS_EARLIER_MAX]; // since the last capture or pawn move, and now
    int earlier_count;
    int clock, move_number, plies, attempts;
    bool asked;     // any? has been answered in this turn
    bool pawn_duty; // only a pawn's diagonal may be sent
    bool over;
} Witness;

// What the seats hear, in the sentences of the law, "-" for nothing; 0 White, 1 Black.
typedef struct WitnessHeard {
    char to[2][WITNESS_HEARD_SIZE];
} WitnessHeard;

// Opens a game: ruleset and board by name, fen NULL for the set-up. FEN as in chess, with as many
// ranks and files as the board; fields after the first may be missing (w - - 0 1). False if a name
// is unknown or the text is not a position the law allows.
bool witness_open(Witness *witness, const char *ruleset, const char *board, const char *fen,
                  WitnessHeard *heard);

// One attempt ("e2e4", "e7e8q", "any?", or any nonsense) by the side to move. When the game is over
// nobody hears anything and nothing changes.
void witness_try(Witness *witness, const char *attempt, WitnessHeard *heard);

bool witness_is_over(const Witness *witness);

// What the side to move may try now, sorted as text; returns how many were written, never more than
// room. A text has at most 5 characters. Nothing when the game is over.
int witness_tries(const Witness *witness, char tries[][8], int room);

// The legal moves on the true board, sorted as text, also when the game is over.
int witness_legal(const Witness *witness, char moves[][8], int room);

// The true position as FEN; the en passant square only if a legal en passant capture exists.
void witness_fen(const Witness *witness, char *fen, size_t size);

// Whether a side has more than a bare king, so that it wins when the other side's flag falls.
bool witness_can_win(const Witness *witness, int side);

// Questions about a board, for those who count what happens in a game. The squares of the men of
// `by_side` that attack a square go to `attackers`, which has room for 16; returns how many.
int witness_attackers(const WitnessPosition *position, WitnessSquare square, int by_side,
                      WitnessSquare attackers[16]);
WitnessSquare witness_king(const WitnessPosition *position, int side);
// Makes a move on a board, whether it is legal or not.
void witness_make(WitnessPosition *position, const WitnessMove *move);
// The pawn tries of the side to move.
int witness_pawn_tries(const Witness *witness);

// For tests that begin late: completed plies so far, and attempts already made this turn.
void witness_set_counters(Witness *witness, int plies, int attempts);

#endif
