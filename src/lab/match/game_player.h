// Plays one game between two players at a table, each within its budget. A player that fails forfeits the game. Writes and reads
// the game as a script, one short line that has all that is needed to play it again:
//
//     e2e4 e7e5/a7a6 d1h5@1530 offer/b8c6 resign
//
// After a space comes an event of the other seat, after a stroke one of the same seat. The first event is of the seat that opens
// the game. `@` gives the milliseconds since the event before, if there were any.
#ifndef NEBEL_LAB_MATCH_GAME_PLAYER_H
#define NEBEL_LAB_MATCH_GAME_PLAYER_H

#include "lab/match/plan.h"

#include <stdatomic.h>

enum { REASON_MAX = 160 }; // bytes of a sentence on why a player forfeited

// Shows how far a game is, for another thread that watches it.
typedef struct GameWatch {
    atomic_uint_fast64_t game; // the number of the game in play, counted from 1; 0 for none
    atomic_uint plies;         // moves of both seats so far, the opening's included
} GameWatch;

typedef struct GamePlayer {
    const Plan *plan;
    const Clocks *clocks; // real time; not read in a deterministic plan
    Player *players[2];   // by seat
    uint32_t numbers[2];  // by seat: the index of the player in the plan
    uint64_t seeds[2];    // by seat
    const Try *opening;
    uint32_t opening_count;
    const DialogueLog *logs[2]; // by seat: take the dialogues of external programs; NULL for nobody
    GameWatch *watch;           // NULL if nobody watches
} GamePlayer;

typedef struct GameResult {
    uint8_t winner, ending;
    uint32_t attempts; // of the players themselves, without the opening
    uint32_t plies;
    char reason[REASON_MAX]; // why a player forfeited; "" if none did
} GameResult;

// Plays a game to its end and writes the script of the game. False if there is no memory; then `*result` is untouched and the script
// may be cut.
MUST_USE bool game_player_play(const GamePlayer *game_player, const Memory *memory,
                               GameResult *result, Text *script);

// Memory for drawing an opening: two views and two truths of the game, and the tries of a turn. All are overwritten.
typedef struct OpeningRoom {
    void *views[2], *truths[2];
    Try *tries;
} OpeningRoom;

// Draws an opening of the plan's length: legal moves in turn, none of which ends the game. The moves of a seat come from its
// `chance`; both seats may share one. Returns how many moves; fewer than planned if there is no such move.
uint32_t opening_draw(const Plan *plan, Rng *const chance[2], const OpeningRoom *room,
                      Try *opening);

void script_write(const Game *game, const Entries *entries, uint8_t first_seat, Text *text);

// Fills `entries`, which must be empty. False, with `entries` empty, if script_write would not write this text, or if there is
// no memory.
MUST_USE bool script_read(const Game *game, Slice text, uint8_t first_seat, const Memory *memory,
                          Entries *entries);

#endif
