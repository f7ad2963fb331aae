// A game that people play at this terminal: its user interface, the player in the other seat, and the file of its record.
#ifndef NEBEL_TERMINAL_GAME_SESSION_H
#define NEBEL_TERMINAL_GAME_SESSION_H

#include "ui/play/game_ui.h"
#include "ui/terminal/engine_thread.h"
#include "ui/terminal/review_screen.h"
#include "ui/terminal/saved_game.h"

typedef struct GameSessionPlan {
    const Game *game;
    AnyRules rules;
    ClockRule clock;
    const char *player; // a player string; NULL if people sit on both sides
    unsigned level;     // whose player it is; 0 for none
    uint8_t seat;       // of the person, if there is a player
    uint64_t seed;      // of all randomness in the game
    uint64_t nodes;     // limits of a try of the player; 0 for none
    uint32_t move_ms;
    uint32_t pace_ms;  // how long a turn has lasted before the player thinks
    bool has_letters;  // men as letters, not as figurines
    ScreenAlert alert; // for a refused try
    const char *pgn;   // file for the record at the end; NULL for one in the user's folder of games
    bool is_discarded; // no record is kept unless `pgn` names a file
    AnalyseGame *analyse; // of a finished game
} GameSessionPlan;

enum { SESSION_NAME_MAX = 32 };

typedef struct GameSession {
    const GameSessionPlan *plan;
    char name[SESSION_NAME_MAX], short_name[SESSION_NAME_MAX]; // of a level
    GameUi *ui;
    Player *player; // NULL if there is none
    EngineThread *engine;
    uint32_t told; // how many hearings of its seat the player was told
    bool is_asked;
    bool is_left;      // the person wants to leave
    bool wants_review; // the person wants to see the game again
    bool wants_analysis;
    bool wants_rematch;
    bool is_kept;                 // the record was written, or nobody wants it
    char kept_as[SAVED_PATH_MAX]; // where; "" if nowhere
} GameSession;

// Begins the game. If that fails, it prints why and returns false. Else it is to be ended by session_done.
MUST_USE bool session_init(GameSession *session, const GameSessionPlan *plan, uint64_t player_seed,
                           uint64_t now_ms);
void session_done(GameSession *session);

// Writes the record of a game that is over to the file of the plan, or to one in the user's folder of games, named by date and
// time. A game without a try is not written there. Does it once. Returns NULL, or a sentence on what went wrong.
const char *session_keep(GameSession *session);

// Plays on the screen, with its review as often as the person asks for it, until the person leaves or wants a rematch; the session says
// which. False if the screen was ended from outside.
MUST_USE bool play_on_screen(GameSession *session, Screen *screen, bool is_ascii);
// Plays in lines until the person leaves or the input ends.
void play_in_lines(GameSession *session);

#endif
