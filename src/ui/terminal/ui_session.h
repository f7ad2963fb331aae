// A game that people play at this terminal: its user interface, the player in the other seat, and the file of its record.
#ifndef NEBEL_CONSOLE_UI_SESSION_H
#define NEBEL_CONSOLE_UI_SESSION_H

#include "ui/play/game_ui.h"
#include "ui/terminal/analysis_thread.h"
#include "ui/terminal/engine_thread.h"
#include "ui/terminal/screen.h"

typedef struct UiSessionPlan {
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
} UiSessionPlan;

enum { SESSION_PATH_MAX = 1024 };

enum { SESSION_NAME_MAX = 32 };

typedef struct UiSession {
    const UiSessionPlan *plan;
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
    bool is_kept;                   // the record was written, or nobody wants it
    char kept_as[SESSION_PATH_MAX]; // where; "" if nowhere
} UiSession;

// Begins the game. If that fails, it prints why and returns false. Else it is to be ended by session_done.
MUST_USE bool session_init(UiSession *session, const UiSessionPlan *plan, uint64_t player_seed,
                           uint64_t now_ms);
void session_done(UiSession *session);

// Tells the player new hearings, and asks it if it is its turn and time. To be called after every event.
void session_go_on(UiSession *session, uint64_t now_ms);
// Takes the answer of the player that was asked, waits for it if necessary, and plays it.
void session_take_answer(UiSession *session);
// To be called when session_next_ms is over.
void session_tick(UiSession *session, uint64_t now_ms);
// When something happens by itself: the clock changes, or the player is asked; UINT64_MAX for never.
uint64_t session_next_ms(const UiSession *session, uint64_t now_ms);

// The record of a game that is over, with names and date. False if there is no memory.
MUST_USE bool session_record(const UiSession *session, GameRecord *record);

// Writes the record of a game that is over to the file of the plan, or to one in the user's folder of games, named by date and
// time. A game without a try is not written there. Does it once. Returns NULL, or a sentence on what went wrong.
const char *session_keep(UiSession *session);

// Writes a record as PGN, or as SGF for Go. Returns NULL, or a sentence on what went wrong.
const char *save_record(const GameRecord *record, const char *path);
// The same. If `path` is NULL, the name is made from date and time: "nebel-20261115-041902.pgn". Writes a sentence on the
// result.
void save_record_as(const GameRecord *record, const char *path, Text *sentence);

#endif
