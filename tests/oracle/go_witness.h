// The slow witness of Go and Phantom Go: rules and referee once more, as plainly as docs/rules/phantom-go.md puts them:
// a board of characters, every chain flooded anew, every earlier board kept whole. It shares no code with the fast one.
#ifndef NEBEL_GO_WITNESS_H
#define NEBEL_GO_WITNESS_H

#include <stdbool.h>

enum {
    GO_WITNESS_MAX = 19,
    GO_WITNESS_TURNS = 2000,
    GO_WITNESS_ATTEMPTS = 512,
    GO_WITNESS_HEARD = 2048
};

// Rows from the top would be for people; here [row][column] count from the bottom left, as the names of points do.
typedef struct GoWitnessBoard {
    char at[GO_WITNESS_MAX][GO_WITNESS_MAX]; // '.', 'X' Black, 'O' White
} GoWitnessBoard;

typedef struct GoWitnessRules {
    int size;
    int half_komi; // twice the komi
    bool superko, territory, tries_heard, reasons_given, points_to_both, atari_calls;
    char handicap[GO_WITNESS_MAX]
                 [GO_WITNESS_MAX]; // 'X' or 'O' where a stone is from the beginning, else 0
} GoWitnessRules;

typedef struct GoWitness {
    GoWitnessRules rules;
    GoWitnessBoard now;
    char to_move;
    int turns, passes, attempts, taken_by_black, taken_by_white;
    int ko_row, ko_column;                        // -1: none
    bool refused[GO_WITNESS_MAX][GO_WITNESS_MAX]; // this turn
    bool is_over;
    GoWitnessBoard past[GO_WITNESS_TURNS + 1];
} GoWitness;

typedef struct GoWitnessHeard {
    char black[GO_WITNESS_HEARD], white[GO_WITNESS_HEARD];
} GoWitnessHeard;

void go_witness_open(GoWitness *witness, const GoWitnessRules *rules, GoWitnessHeard *heard);

// What is wrong with a stone of the side to move there: "", "stone", "suicide", "ko" or "superko".
const char *go_witness_fault(const GoWitness *witness, int row, int column);

// The board after a stone of the side to move there, legal or not.
GoWitnessBoard go_witness_after(const GoWitness *witness, int row, int column);

// Judges one attempt of the side to move: a point or "pass".
void go_witness_try(GoWitness *witness, const char *attempt, GoWitnessHeard *heard);

// Black's points less White's, komi left out.
int go_witness_count(const GoWitness *witness);

// Whether it is an eye of the side to move in the sense of light playouts.
bool go_witness_is_eye(const GoWitness *witness, int row, int column);

// Plays without asking, as playouts do: row -1 is a pass.
void go_witness_play(GoWitness *witness, int row, int column);

#endif
