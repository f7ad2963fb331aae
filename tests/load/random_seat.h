// A seat at a server that plays random tries: reads what it is told and writes what it sends. Pure: lines in, lines out.
//
// Its tries are real ones: it hears what the umpire says, and draws from the tries that its own men allow. So a server has the
// work that people make: moves, captures, calls, and refusals.
#ifndef NEBEL_LOAD_RANDOM_SEAT_H
#define NEBEL_LOAD_RANDOM_SEAT_H

#include "base/rng.h"
#include "games/core/game.h"

enum { RANDOM_SEAT_TRIES_MAX = 512 }; // no game with more tries is played

// The game that all seats of a load play.
typedef struct LoadGame {
    const Game *game;
    AnyRules rules;
} LoadGame;

// False, with a message, if this is no game string.
MUST_USE bool load_game_read(const char *text, LoadGame *game, Text *message);

typedef struct RandomSeat {
    AnyView view;
    uint8_t seat;
    bool is_joined, is_turn, is_over;
    Try sent;       // the try that has no answer yet; TRY_NONE
    uint32_t ref;   // of the last try
    uint32_t heard; // the number of what it heard last
} RandomSeat;

void random_seat_begin(RandomSeat *seat, const LoadGame *game, uint8_t index);

// What a line meant.
typedef enum SeatNews {
    SEAT_TOLD,     // it is not the answer to a try
    SEAT_READY,    // it has joined
    SEAT_PLAYED,   // its try was played
    SEAT_REFUSED,  // its try was refused by the umpire
    SEAT_ANSWERED, // its try was a question, or came after the end
    SEAT_BUSY,     // the server did not take its try; it must send the same one again
    SEAT_WRONG,    // nothing that a right server says to a right client
    SEAT_NEWS_COUNT
} SeatNews;

SeatNews random_seat_take(RandomSeat *seat, const LoadGame *game, Slice line);

// Whether it can send a try now.
static inline bool random_seat_can_try(const RandomSeat *seat)
{
    return seat->is_joined && seat->is_turn && !seat->is_over && seat->sent == TRY_NONE;
}

// Writes the line that joins, by the token of the seat.
void random_seat_join(const RandomSeat *seat, Slice token, Text *line);
// Draws a try and writes it; it can try.
void random_seat_try(RandomSeat *seat, const LoadGame *game, Rng *rng, Text *line);
// Writes the try that has no answer once more.
void random_seat_repeat(const RandomSeat *seat, const LoadGame *game, Text *line);

#endif
