// What a program asks of a server by HTTP, and is answered: JSON. docs/protocol/server.md describes it.
#ifndef NEBEL_PROTOCOL_GAME_REQUEST_H
#define NEBEL_PROTOCOL_GAME_REQUEST_H

#include "formats/protocol/seat_line.h"
#include "formats/records/game_journal.h"

// Bytes of the longest request.
enum { GAME_REQUEST_MAX = 2048 };

// Reads {"game": "kriegspiel(rules=icc)", "base_ms": 180000, "increment_ms": 2000}; the times may be left out. False, with a
// message and `*opening` untouched, if it is anything else.
MUST_USE bool game_request_read(Slice body, JournalGame *opening, Text *message);

// {"game": "00f3…", "white": "TOKEN", "black": "TOKEN"}. Everything in it has one length, whatever the game.
void game_made_write(uint64_t game, const char *white, const char *black, Text *text);

// Its tokens, for programs that open games.
typedef struct GameMade {
    char tokens[2][SEAT_TOKEN_MAX + 1];
} GameMade;

// False, with `*made` untouched, if the answer is anything else.
MUST_USE bool game_made_read(Slice body, GameMade *made);

// {"error": "…"}; the reason is text of ours or a message of this file.
void request_error_write(const char *reason, Text *text);

#endif
