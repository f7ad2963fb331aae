// The umpire: the one party who sees the whole board. Seats send tries, and each hears what it may.
//
// This is the judge alone, without clocks, offers or a record, and it can be copied in mid-game:
// for analysis, search and tests. For people who play, see nebel/table.h.
//
// The promise of silence: of two games that have sounded the same to a seat so far, that seat gets
// the same bytes, whatever the other seat did unheard.
#ifndef NEBEL_UMPIRE_H
#define NEBEL_UMPIRE_H

#include <nebel/base.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- Games -------------------------------------------------------------------------------------

// A game as one string names it: which rules, which board, which first position.
typedef struct nebel_game nebel_game;

// Reads a game string, such as "kriegspiel(rules=icc,board=8x8)" or "phantom-go(size=9)". NULL if it cannot be read, with a
// sentence in `text` that says what is wrong and what would be right; else `text` is empty.
NEBEL_API nebel_game *nebel_game_open(const char *game_string, char *text, size_t bytes);

// The umpires and tables of a game must be destroyed before it; records need it no more.
NEBEL_API void nebel_game_close(nebel_game *game);

// --- Hearings ----------------------------------------------------------------------------------

// What one seat hears of one event: the only thing that may ever reach it. A plain value. Two
// hearings sound the same if and only if their bytes are equal. What is inside has no place in the
// interface: nebel/wire.h turns it into a line for programs and back, the function below into
// words for people. Only hearings that came from this library may be handed to it.
typedef struct nebel_hearing {
    uint64_t bytes[8];
} nebel_hearing;

// Whether there is nothing to hear: such a hearing is all zero and must not be sent.
NEBEL_API bool nebel_hearing_is_silence(const nebel_hearing *hearing);

// In the game's own words, for people: "Black's move. Pawn at f7 captured."; "-" for silence.
NEBEL_API bool nebel_hearing_words(const nebel_game *game, const nebel_hearing *hearing, char *text,
                                   size_t bytes);

// --- Umpires -----------------------------------------------------------------------------------

typedef struct nebel_umpire nebel_umpire;

// Opens a game; `to` gets what each seat hears as it opens.
NEBEL_API nebel_umpire *nebel_umpire_create(const nebel_game *game, nebel_hearing to[2]);
// A second umpire in the same state, from now on independent of the first.
NEBEL_API nebel_umpire *nebel_umpire_copy(const nebel_umpire *umpire);
NEBEL_API void nebel_umpire_destroy(nebel_umpire *umpire);

// Judges a try of `seat`: "e2e4", "e7e8q" or "any?", in Go "d4" or "pass". `to` gets what each seat hears of it, silence
// included; nothing else that depends on the judgement may be told to anyone.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_umpire_try(nebel_umpire *umpire, int seat,
                                                      const char *attempt, nebel_hearing to[2]);

NEBEL_API int nebel_umpire_seat_to_move(const nebel_umpire *umpire);
NEBEL_API bool nebel_umpire_is_over(const nebel_umpire *umpire);

// A try as text, terminated.
typedef struct nebel_try {
    char text[8];
} nebel_try;

// The tries that the seat to move can send now, by what it knows itself; the others would be
// impossible. Returns how many there are and writes at most `room` of them, in no particular order.
// The list may be shown to that seat, and not to the other.
NEBEL_API uint32_t nebel_umpire_tries(const nebel_umpire *umpire, nebel_try *tries, uint32_t room);

#ifdef __cplusplus
}
#endif

#endif
