// Every call of the library over every game: each works, or is refused by the error that its header names. What the files of this
// test share: the games, and checks of what any call may hand out. tests/e2e/lib/symbols.py checks that no call is missing.
#ifndef NEBEL_TESTS_API_MATRIX_H
#define NEBEL_TESTS_API_MATRIX_H

#include "unit/check.h"

#include <nebel/nebel.h>

enum {
    SEATS = 2,
    VIEWS = 3,
    FORMATS = 3,
    MATRIX_GAMES = 4,
    TRIES_MAX = 1024,
    ATTEMPTS = 300,
    ACTIONS_MAX = 2048,
    PLANES_MAX = 2048
};

typedef struct MatrixGame {
    const char *game;
    bool holds[FORMATS]; // which formats hold it, by nebel_format
} MatrixGame;

extern const MatrixGame matrix_games[MATRIX_GAMES];
nebel_game *matrix_open(unsigned number);

// Chance that is the same everywhere.
uint32_t matrix_draw(uint32_t *state, uint32_t below);

// A hearing goes out as words and as a line, and comes back.
void matrix_check_hearing(const nebel_game *game, const nebel_hearing *hearing, int seat);
void matrix_check_hearings(const nebel_game *game, const nebel_hearing to[SEATS]);

// One view in one format, out and back and out again; a format that does not hold the game refuses it both ways.
void matrix_check_record(unsigned number, const nebel_record *record, int view, int format);

// The tests, by file.
void an_umpire_judges_every_game(void **state); // matrix_umpire.c
void seats_know_what_the_umpire_told_them(void **state);
void tables_and_records_carry_every_game(void **state); // matrix_tables.c
void states_carry_every_game(void **unused);            // matrix_states.c
void batches_step_as_states_do(void **unused);
void beliefs_follow_every_game(void **unused); // matrix_players.c
void every_player_plays_its_games(void **unused);

#endif
