// What the journal says, for the simulator of a hall: every row that the store has taken is read from its text and played at a table
// of the witness's own. What a seat hears must be a prefix of what the witness would tell it, and the times in the rows must be those of
// a plain second account of the time of a game.
#ifndef NEBEL_TESTS_WITNESS_H
#define NEBEL_TESTS_WITNESS_H

#include "formats/records/game_journal.h"
#include "games/core/table.h"
#include "server/live/live_games.h"

enum { WITNESS_REFS_MAX = 512, WITNESS_NODES_MAX = 64 };

// What the simulator knows of a row that a hall has made.
typedef struct Handed {
    uint32_t node;
    uint64_t
        ack_ms; // of that node's time; UINT64_MAX as long as the hall was not told that the row is durable
} Handed;

typedef struct Witness {
    uint64_t seed;
    GameJournal journal;
    Handed *handed; // for each row
    uint32_t handed_count, handed_capacity;
    Table *table;
    TableTold *told[2]; // everything that each seat is to hear
    uint32_t told_count[2], told_capacity[2];
    uint32_t last_held; // the row that both heard last
    uint64_t left_ms[2], turn_began_ms;
    LagRules lag; // of the halls
    uint32_t lags_ms[2],
        quota_ms[2]; // of the seats: what every ping takes, and what the clocks may still wait
    bool is_taken[2][WITNESS_REFS_MAX];   // the seat's command with this number is in the journal
    bool is_refused[2][WITNESS_REFS_MAX]; // the seat was told that it was not taken
    // By the node that took the game over: how long the node before it was known to be alive.
    uint64_t alive_ms[WITNESS_NODES_MAX];
} Witness;

// Says what is wrong, with the seed that shows it, and ends the program.
_Noreturn void witness_fail(const Witness *witness, const char *format, ...) PRINTF_LIKE(2, 3);

// The store has taken a row of a node.
void witness_take_row(Witness *witness, uint32_t node, const char *line);
// The hall was told that its row is durable.
void witness_acknowledge(Witness *witness, uint32_t number, uint64_t node_ms);
bool witness_is_over(const Witness *witness);

// A seat has heard something: it must be in the journal, word for word.
void witness_hear(const Witness *witness, uint8_t seat, const TableTold *told);
// A seat was told that its command was not taken.
void witness_refuse(Witness *witness, uint8_t seat, uint32_t ref);

void witness_done(Witness *witness);

#endif
