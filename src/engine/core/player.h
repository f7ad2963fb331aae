// A player: whatever sits in a seat, our own programs and guests alike.
//
// It is told what its seat hears, and is asked for its next action; it never sees a truth. Asking blocks until it has
// decided, within a Budget. Players read no clock, no file and no chance of their own: the same seating, hearings and
// node budgets give the same game.
#ifndef NEBEL_PLAYER_PLAYER_H
#define NEBEL_PLAYER_PLAYER_H

#include "base/budget.h"
#include "base/crew.h"
#include "base/rng.h"
#include "engine/core/option.h"
#include "games/core/record.h"

// Whose words a dialogue has: what a program from outside was told, what it said, and what it wrote to standard error.
typedef enum DialogueVoice { VOICE_TOLD, VOICE_SAID, VOICE_STDERR } DialogueVoice;

// Takes the dialogue with such a program, for people who write one. `bytes` are one or more lines, of which the last may have no
// end.
typedef struct DialogueLog {
    void (*add)(void *context, DialogueVoice voice, Slice bytes);
    void *context;
} DialogueLog;

// What a player is told at the beginning of a game.
typedef struct Seating {
    const Game *game;
    const Rules *rules; // outlives the game
    uint8_t seat;
    uint64_t seed; // of its random numbers in this game
    ClockRule clock;
    uint32_t patience_ms;   // for a guest: how late an answer may be before the program has failed
    const DialogueLog *log; // for a guest: takes its dialogue; NULL for nobody. Outlives the player
} Seating;

// What it decides to do: any event that a seat can send. The other fields are for display.
typedef struct Choice {
    uint8_t kind; // EventKind
    Try attempt;  // for EVENT_TRY
    uint64_t nodes;
    uint64_t board_nodes; // those of them that a search of beliefs spent on full boards
    double value;         // its own estimate, from 0 for lost to 1 for won
    uint32_t boards;      // that it evaluated; 0 if it uses none
    uint32_t guessed;     // those of them that agree with the last turn alone
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

// A kind of player, as one row of data. The roster has a table of all kinds.
typedef struct PlayerKind {
    const char *name;
    const char *summary;         // one line for people
    const PlayerOption *options; // ended by a row without a name; NULL for none
    size_t self_bytes;           // what it keeps between calls; zeroed when it is created
    bool (*plays)(const Game *game);
    // sit, hear and done may be NULL. When `hear` is called, the view in the Player has already heard the same.
    PlayerError (*sit)(Player *player, const Seating *seating);
    PlayerError (*hear)(Player *player, Try own, const Hearing *heard);
    PlayerError (*choose)(Player *player, const Budget *budget, Choice *choice);
    void (*done)(Player *player);
} PlayerKind;

// What every player has, for those who implement a kind.
struct Player {
    const PlayerKind *kind;
    Memory memory;
    OptionValues options;
    const Crew *crew; // runs jobs of several threads; crew_alone unless the owner sets another
    Seating seating;
    Rng rng;    // of this game
    void *view; // what the seat knows for certain; kept up to date
    Try *tries; // room for all tries of a turn
    void *self; // the kind's own
    char message[PLAYER_MESSAGE_BYTES];
};

// NULL if there is no memory.
Player *player_create(const Memory *memory, const PlayerKind *kind, const OptionValues *options);
void player_destroy(Player *player); // accepts NULL

// Begins a game. May be called again, after a game or in the middle of one.
MUST_USE PlayerError player_sit(Player *player, const Seating *seating);

// Tells what the seat heard. `own` is the own try it answers, or TRY_NONE. A try that the player did not choose was
// made for it, as in an opening.
MUST_USE PlayerError player_hear(Player *player, Try own, const Hearing *heard);

// Asks for the next action; it is the player's turn.
MUST_USE PlayerError player_choose(Player *player, const Budget *budget, Choice *choice);

const char *player_error_text(PlayerError error);
// A sentence on the last PLAYER_ERR_GUEST; "" if there was none.
const char *player_message(const Player *player);
// Why a player failed: its message, or else what the error means.
const char *player_reason(const Player *player, PlayerError error);

// The tries the seat can send now, in player->tries; returns how many.
uint32_t player_list_tries(Player *player);

// One of them at random; it is the player's turn.
Try player_any_try(Player *player);

// How many nodes a budget allows: UINT64_MAX if it limits only time. If it limits nothing, PLAYER_NODES_DEFAULT,
// because the player would never answer.
enum { PLAYER_NODES_DEFAULT = 10000 };
uint64_t player_nodes_max(const Budget *budget, uint8_t seat);

// Any try that is left, each as likely as another: the player against which all others are measured, in every game.
extern const PlayerKind random_player;

#endif
