// A game that people play here: a desk, the player on the other side, and the file where the game
// is kept.
#ifndef NEBEL_CONSOLE_UI_SESSION_H
#define NEBEL_CONSOLE_UI_SESSION_H

#include "console/engine_thread.h"
#include "play/game_ui.h"

typedef struct UiSessionPlan {
    const Game *game;
    AnyRules rules;
    ClockRule clock;
    const char *player; // a player string; NULL if people sit on both sides
    uint8_t seat;       // the person's, if there is a player
    uint64_t seed;      // of all chance in the game
    uint64_t nodes;     // limits of a player's try, 0 for none
    uint32_t move_ms;
    const char *pgn; // where the game is kept at its end; NULL for nowhere
} UiSessionPlan;

typedef struct UiSession {
    const UiSessionPlan *plan;
    GameUi *ui;
    Player *player; // NULL if there is none
    EngineThread *engine;
    uint32_t told; // how much of what its seat received the player has been told
    bool is_asked;
    bool is_left;      // whoever sat here wants to go
    bool wants_review; // or to see the game again
    int signal_number; // that ended it; 0 if none did
} UiSession;

// Seats everyone; complains and returns false if that cannot be. Ends with session_done.
MUST_USE bool session_init(UiSession *session, const UiSessionPlan *plan, uint64_t player_seed,
                           uint64_t now_ms);
void session_done(UiSession *session);

// Tells the player what is new, and asks it when it is its turn. To be called after every event.
void session_go_on(UiSession *session, uint64_t now_ms);
// Takes the player's answer, waiting for it if need be, and goes on from the moment it came.
void session_take_answer(UiSession *session);

// The record of a game that is over, with its names. False if there is no memory.
MUST_USE bool session_record(const UiSession *session, GameRecord *record);

// Writes a record as PGN, or as SGF for Go; NULL, or a sentence on what went wrong.
const char *save_record(const GameRecord *record, const char *path);
// The same, under a name of its own ("nebel-20261115-041902.pgn") if `path` is NULL. One sentence
// says how it went.
void save_record_as(const GameRecord *record, const char *path, Text *sentence);

#endif
