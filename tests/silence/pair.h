// A pair of games that sound the same to one seat, the ear, though their truths differ: what the
// two-run tests of both games share.
//
// Two tables are played side by side. The ear does the same at both; the other seat is free to do
// different things as long as the ear cannot hear it. What the ear can hear is decided by the slow
// witness of the game (tests/oracle) and by the reference for offers and clocks (manners.h), both
// written apart from src/.
//
// Whatever the ear does or hears has its like in the other run: such doings are *matched*. Between
// them each run has doings of its own: tries that are refused unheard, words of the other's that the
// table turns away, the passing of time. Once a pair is played, every surface (surfaces.h) plays
// both runs again and shows what the ear receives there, byte for byte.
#ifndef NEBEL_TESTS_PAIR_H
#define NEBEL_TESTS_PAIR_H

#include "base/rng.h"
#include "formats/records/game_record.h"
#include "games/kriegspiel/open_chess.h"
#include "games/phantom_go/phantom_go.h"
#include "manners.h"

enum { PAIR_HEARD_MAX = 2048, PAIR_TRIES_MAX = 512 };

// Something that was sent to a run's table.
typedef struct Doing {
    TableEvent event;
    TableError error;
    bool is_matched;
    bool is_judged;  // it is a try that came before the flag fell
    uint32_t number; // how many matched ones came before it
} Doing;

typedef struct Doings {
    Doing *list;
    uint32_t count, capacity;
} Doings;

typedef struct Run {
    void *witnesses[2]; // one listens to the game, the other to what might come next
    unsigned listening;
    Manners manners;
    Table *table;
    void *view;       // the ear's, moved on by what it hears at this table
    SeatLog log;      // the same as a log, kept at the table
    uint64_t log_ms;  // of its last entry
    void *other_view; // the same of the other's, whom nobody compares
    SeatLog other_log;
    Try other_tries[PAIR_TRIES_MAX]; // in its last turn
    uint32_t other_count;
    char words[2][PAIR_HEARD_MAX]; // what the seats would hear of the try that was foretold last
    uint32_t clock_ms[2];
    uint64_t now_ms; // of its last event
    unsigned other_refusals;
    Text lines; // what a bot in the ear's seat would be told
    Doings doings;
    uint32_t matched; // how many of them are
} Run;

typedef struct Pair Pair;

// What a game brings along. Those that take a run ask its witness alone.
typedef struct PairGame {
    const Game *game;
    // What both seats would hear of a try, into the run's words; "" for nothing. The run's second
    // witness has heard it.
    void (*foretell)(Run *run, Try attempt);
    uint8_t (*mover)(const Run *run);
    bool (*is_over)(const Run *run);
    bool (*can_win)(const Run *run, uint8_t seat);
    int (*attempts)(const Run *run); // made this turn
    void (*count_attempts)(Run *run, int more);
    // Steering: tries of a kind, which decide nothing. A try that is impossible and stays so; one
    // that is possible and illegal, TRY_NONE if there is none; one of the other's that is likely to
    // be refused; and tries that are foretold to sound alike, false if
    // none was found.
    Try (*draw_nonsense)(const Pair *pair, const Run *run);
    Try (*draw_illegal)(Pair *pair, const Run *run);
    Try (*draw_refusal)(Pair *pair, const Run *run);
    bool (*draw_other)(Pair *pair, Try attempts[2]);
    bool (*draw_own)(Pair *pair, Try *attempt);
    void (*note)(Pair *pair); // after each step
    void (*describe)(const Run *run, Text *text);
} PairGame;

// How a pair shall end, if it is not the game that ends it.
typedef enum PairEnd {
    END_BY_ITSELF,
    END_RESIGNED,
    END_AGREED,
    END_FLAG,
    END_FORFEIT,
    END_ABORTED,
    END_ATTEMPTS,
    END_ALMOST // one attempt less than that
} PairEnd;

struct Pair {
    const PairGame *kind;
    Rng rng;
    uint64_t number;
    uint8_t ear, first_seat; // who begins
    bool is_go;              // which of the rules there are
    union {
        KriegspielRules chess;
        PhantomRules go;
    };
    ClockRule clock;
    uint64_t now_ms; // of the last matched doing
    unsigned steps_max;
    PairEnd end;
    Run runs[2];
    void *notes; // the game's own
};

const Rules *pair_rules(const Pair *pair);

// No clock, a long one, or one that falls soon; of a long pair none that falls.
void pair_draw_clock(Pair *pair);

// Sits both runs down. The witnesses have been opened.
void pair_open(Pair *pair);
// Plays on to the end that is wanted, or as far as the runs sound alike.
void pair_play(Pair *pair);
// Foretells a try, and says what the ear would hear.
const char *pair_foretell(const Pair *pair, Run *run, Try attempt);
// Whether the ear would hear the same of these tries. They are foretold.
bool pair_sound_alike(Pair *pair, const Try attempts[2]);
// Plays these tries, which were foretold last, at both tables.
void pair_try_both(Pair *pair, const Try attempts[2]);
// Compares what was received in all, on every surface whose turn it is.
void pair_compare(Pair *pair);
void pair_close(Pair *pair);

// Something of the ear's differs: says what, and ends the program.
_Noreturn void pair_fail(const Pair *pair, const char *what, const char *one, const char *other);

// The tries of the ear, from its view.
uint32_t pair_own_tries(const Pair *pair, const Run *run, Try tries[PAIR_TRIES_MAX]);

#endif
