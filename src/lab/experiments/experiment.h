// An experiment: a question, the matches that should answer it, and what a paper found. It is a text file of `key value` lines
// (docs/lab/experiments.md is the grammar). Its cells are matches.
//
// An Experiment points into the text it was read from. Nothing here opens a file or allocates.
#ifndef NEBEL_LAB_EXPERIMENTS_EXPERIMENT_H
#define NEBEL_LAB_EXPERIMENTS_EXPERIMENT_H

#include "lab/experiments/curves.h"
#include "lab/experiments/papers.h"

enum {
    EXPERIMENT_BYTES_MAX = 64 * 1024, // of a file
    EXPERIMENT_GAMES_MAX = 8,         // game strings
    EXPERIMENT_FIXTURES_MAX = 128,
    EXPERIMENT_LADDER_MAX = 32, // players of a ladder, as many as a match may have
    EXPERIMENT_ANCHORS = 3,     // the first players of a ladder: those on a rung meet them alone
    EXPERIMENT_NULLS_MAX = 16,  // players that meet themselves
    EXPERIMENT_LIMITS_MAX = 8,
    EXPERIMENT_PUBLISHED_MAX = 256,
    EXPERIMENT_CLAIMS_MAX = 32,
    EXPERIMENT_NOTES_MAX = 16,
    EXPERIMENT_CELLS_MAX = 512,
    EXPERIMENT_STRING_MAX = 256, // a player or game string, its terminator included
};

// A line of `players`, or two players of a ladder. A `{a,b}` in a player string stands for several strings.
typedef struct Fixture {
    Slice players[2];
    uint32_t line;
    bool is_null; // a player against itself, both under the first player's limits
    bool is_rung; // one of the players meets the anchors alone
} Fixture;

typedef struct Note {
    Slice text;
    bool is_hypothesis;
} Note;

typedef struct Experiment {
    Slice title, source, question; // the source may be empty
    uint32_t game_count, fixture_count, limits_count, published_count, claim_count, note_count;
    uint32_t null_count;   // players that meet themselves
    uint32_t ladder_count; // players of the ladder; 0 if there is none
    uint32_t
        rung_count; // the last of them, who meet the anchors alone; the others all meet one another
    Slice games[EXPERIMENT_GAMES_MAX];
    Fixture fixtures[EXPERIMENT_FIXTURES_MAX]; // then the null matches, then those of the ladder
    Fixture nulls[EXPERIMENT_NULLS_MAX];
    Slice ladder[EXPERIMENT_LADDER_MAX];
    PlanLimits limits[EXPERIMENT_LIMITS_MAX];
    Published published[EXPERIMENT_PUBLISHED_MAX];
    Claim claims[EXPERIMENT_CLAIMS_MAX];
    Note notes[EXPERIMENT_NOTES_MAX];
    double
        margin; // the largest difference from a published figure that counts as none, from 0 to 1
    uint64_t cell_games; // of each cell; a maximum if the sequential test may end the match
    uint64_t rung_games; // the same of a cell with a player on a rung
    uint64_t seed;
    uint32_t opening_moves;
    SprtPlan sprt;
    bool stops_by_sprt;
    CurvePlan curves;
} Experiment;

// One match. Its plan points into it, so it must not be copied.
typedef struct ExperimentCell {
    Plan plan;
    const Fixture *fixture;
    const Published *published[PUBLISHED_SIDE_COUNT]; // NULL if the paper has no figure
    char players[2][EXPERIMENT_STRING_MAX];
    Slice game_string;                // as the file has it
    char game[EXPERIMENT_STRING_MAX]; // as the game itself writes it
    AnyRules rules;
} ExperimentCell;

// Reads an experiment; its slices point into `text`. If the text is wrong: false, `*experiment` is untouched, and the message
// begins with the number of the line. Does not check whether the players exist.
MUST_USE bool experiment_read(Slice text, Experiment *experiment, Text *message);

// Returns the game of a game string, and its rules. If the string is wrong: NULL and a message.
const Game *experiment_game(Slice string, AnyRules *rules, Text *message);

uint32_t experiment_cell_count(const Experiment *experiment);
uint32_t fixture_cell_count(const Experiment *experiment, uint32_t fixture);

// Returns the number of the first cell of a null match; those of the others follow, then the ladder's. Without null matches, the number
// of the ladder's first cell.
uint32_t experiment_first_of_nulls(const Experiment *experiment);

// Returns whether two players of the ladder meet. `first` comes before `second` in the list.
bool experiment_ladder_meets(const Experiment *experiment, uint32_t first, uint32_t second);

// Returns the number of the ladder's first cell; its other cells follow. They pair each player with those of the players below it whom
// it meets. Without a ladder, the number of cells.
uint32_t experiment_first_of_ladder(const Experiment *experiment);

// Makes the cell with this number. Cells are ordered by fixture, then by swept options, games and limits.
void experiment_cell(const Experiment *experiment, uint32_t number, ExperimentCell *cell);

// "capturer against random, kriegspiel(rules=icc), nodes 1"
void experiment_cell_describe(const ExperimentCell *cell, Text *text);

// Returns whether the cell has all words of `where`, which commas separate: "c=0.5,rules=icc,nodes=100". They are among the options of
// its players and its game, and the first player's limits.
bool experiment_cell_fits(const ExperimentCell *cell, Slice where);

// Multiplies the number of games; at least one pair remains.
void experiment_cell_scale(ExperimentCell *cell, double scale);

enum { NAME_ROOM = 128 }; // for the name of an experiment or of a cell, with its terminator

// Writes the name of the cell's files, "capturer-random-1a2b3c4d". Equal settings give equal names.
void experiment_cell_file_name(const ExperimentCell *cell, Text *text);

enum { SWEEP_VALUES_MIN = 3 }; // two values are a comparison, not a curve

typedef struct Sweep {
    Slice option; // its name
    Slice values; // as the file has them, between commas
    uint32_t first, stride,
        count; // its cells: the number of the first, the step to the next, how many
} Sweep;

// Finds the sweep of a cell: its cells have the same game and limits. False, with `*sweep` untouched, if there is none.
MUST_USE bool sweep_of_cell(const Experiment *experiment, uint32_t number, Sweep *sweep);

// Adds a player string without its values: "ismcts1(c=…)".
void sweep_pattern_to_text(Slice pattern, Text *text);

#endif
