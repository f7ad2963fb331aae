// A player: whoever sits in a seat, programs of our own and guests alike.
//
// It is told what its seat hears and asked for its next doing; it never sees a truth. Asking blocks until it has
// decided, within a Budget. Nothing here reads a clock, a file or chance of its own: the same seating, hearings and
// node budgets give the same game.
#ifndef NEBEL_PLAYER_PLAYER_H
#define NEBEL_PLAYER_PLAYER_H

#include "base/budget.h"
#include "base/crew.h"
#include "base/rng.h"
#include "game/record.h"
#include "player/option.h"

// What a player is told as it sits down.
typedef struct Seating {
    const Game *game;
    const Rules *rules; // outlives the game
    uint8_t seat;
    uint64_t seed; // of all its chance in this game
    ClockRule clock;
    uint32_t
        patience_ms; // for a guest: how late an answer may be before the program counts as failed
} Seating;

// What it decides to do: any event that a seat can send. The rest is for those who watch.
typedef struct Choice {
    uint8_t kind; // EventKind
    Try attempt;  // for EVENT_TRY
    uint64_t nodes;
    double value; // as it judges its game, 0 lost to 1 won
    uint32_t boards,
        guessed; // boards it asked, and those that agree with the last turn alone; 0 if
                 // it asks none
} Choice;

typedef enum PlayerError {
    PLAYER_OK = 0,
    PLAYER_ERR_GAME,   // it does not play this game
    PLAYER_ERR_MEMORY, // there was no memory
    PLAYER_ERR_GUEST,  // the program behind it failed; player_message says how
    PLAYER_ERR_COUNT
} PlayerError;

enum { PLAYER_MESSAGE_BYTES = 160 };

typedef struct Player Player;

// A kind of player: one row of data, one const table of all of them in the roster.
typedef struct PlayerKind {
    const char *name;
    const char *summary;         // one line for people
    const PlayerOption *options; // ended by a row without a name; NULL for none
    size_t self_bytes;           // what it keeps between calls; zeroed when it is created
    bool (*plays)(const Game *game);
    // Slots may be NULL where there is nothing to do. The view in the Player has already heard what
    // `hear` is told.
    PlayerError (*sit)(Player *player, const Seating *seating);
    PlayerError (*hear)(Player *player, Try own, const Hearing *heard);
    PlayerError (*choose)(Player *player, const Budget *budget, Choice *choice);
    void (*done)(Player *player);
} PlayerKind;

// For those who implement a kind: what every player has.
struct Player {
    const PlayerKind *kind;
    Memory memory;
    OptionValues options;
    const Crew
        *crew; // who does work for several hands; crew_alone unless somebody hands in another
    Seating seating;
    Rng rng;    // of this game
    void *view; // what the seat knows for certain, kept up to date
    Try *tries; // room for all tries of a turn
    void *self; // the kind's own
    char message[PLAYER_MESSAGE_BYTES];
};

// NULL if there is no memory.
Player *player_create(const Memory *memory, const PlayerKind *kind, const OptionValues *options);
void player_destroy(Player *player); // accepts NULL

// Begins a game. May be called again, after a game or in the middle of one.
MUST_USE PlayerError player_sit(Player *player, const Seating *seating);

// What the seat heard. `own` is the try it answers, TRY_NONE if it answers none of its own; a try that
// the player did not choose was made for it, as an opening.
MUST_USE PlayerError player_hear(Player *player, Try own, const Hearing *heard);

// Asks for the next doing; it is the player's turn.
MUST_USE PlayerError player_choose(Player *player, const Budget *budget, Choice *choice);

const char *player_error_text(PlayerError error);
// A sentence on the last PLAYER_ERR_GUEST; "" if there was none.
const char *player_message(const Player *player);

// The tries the seat can send now, in player->tries; returns how many.
uint32_t player_list_tries(Player *player);

// One of them, each as likely as another; it is the player's turn.
Try player_any_try(Player *player);

// How many nodes a budget allows: UINT64_MAX if it limits time alone, and PLAYER_NODES_DEFAULT if it limits nothing, because
// the player would never answer.
enum { PLAYER_NODES_DEFAULT = 10000 };
uint64_t player_nodes_max(const Budget *budget, uint8_t seat);

#endif
