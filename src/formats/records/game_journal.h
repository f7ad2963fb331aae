// The journal of a live game: one line for each thing that happened, numbered from 0 on, from which a table comes back after its
// node was lost. docs/formats/journal.md describes it. For the umpire's side of the table only.
//
//     open 1 7 5000 180000+2000 kriegspiel(rules=icc,board=8x8)
//     white try e2e4 1 2510 7515 120
//     resume 1 9 300 4020
//     black try e7e5 1 6020 2310
//
// One row has one line: a reader accepts what a writer writes and nothing else.
#ifndef NEBEL_RECORDS_GAME_JOURNAL_H
#define NEBEL_RECORDS_GAME_JOURNAL_H

#include "games/core/record.h"

enum { JOURNAL_VERSION = 1 };

// Bytes that hold any line.
enum { JOURNAL_LINE_MAX = GAME_TEXT_MAX + 128 };

typedef enum JournalKind {
    JOURNAL_OPEN,   // a node opens the game; the first row
    JOURNAL_RESUME, // a node takes the game over; the time before it was charged to no clock
    JOURNAL_EVENT,  // the table took an event
} JournalKind;

// Of an open row the game's own time is 0. Fields that a kind does not use are 0.
typedef struct JournalRow {
    uint8_t kind;     // JournalKind
    uint8_t event;    // EventKind
    uint8_t seat;     // who did it
    uint8_t spare;    // always 0: no padding
    uint16_t wait_ms; // after it the clocks wait so long for the connection of the seat to move
    Try attempt;      // of a try
    uint32_t ref;     // the seat's own number for it; 0 if the keeper of the table did it
    uint32_t node;    // of an open and a resume: who owns the game from here on
    uint64_t at_ms;   // the time of the game: what its clocks count
    uint64_t now_ms;  // the time of the node as the row was made
} JournalRow;
_Static_assert(sizeof(JournalRow) == 32, "a row has no padding");

// What an open row says of the game.
typedef struct JournalGame {
    const Game *game; // NULL before the open row is read
    AnyRules rules;
    ClockRule clock;
} JournalGame;

// A whole journal. A zeroed one is empty.
typedef struct GameJournal {
    JournalGame opening;
    JournalRow *rows;
    uint32_t count, capacity;
} GameJournal;

typedef enum GameJournalError {
    GAME_JOURNAL_OK = 0,
    GAME_JOURNAL_ERR_LINE,    // it is no line of a journal
    GAME_JOURNAL_ERR_VERSION, // it was written by another version of the format
    GAME_JOURNAL_ERR_GAME,    // its game string cannot be read
    GAME_JOURNAL_ERR_ORDER,   // it cannot follow the rows before it
    GAME_JOURNAL_ERR_MEMORY,
    GAME_JOURNAL_ERR_COUNT
} GameJournalError;

const char *game_journal_error_text(GameJournalError error);

// Writes a row of a game, without an end of line.
void journal_row_to_text(const JournalGame *opening, const JournalRow *row, Text *text);

// Reads the next line of a journal. On error the journal is unchanged.
MUST_USE GameJournalError game_journal_add(GameJournal *journal, const Memory *memory, Slice line);

// Adds the events of a journal to `entries`, which is empty. False, with `entries` empty, if out of memory.
MUST_USE bool game_journal_entries(const GameJournal *journal, const Memory *memory,
                                   Entries *entries);

void game_journal_done(GameJournal *journal, const Memory *memory);

#endif
