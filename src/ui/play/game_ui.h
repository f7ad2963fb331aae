// The user interface of one game, without a terminal: for one person, or for two who share a keyboard.
//
// Keys, typed lines, time and the choices of a player go in; a screen of cells or lines of text comes out. The screen is drawn
// from what the seat at the keyboard has heard and from its own marks, so it shows no more than the seat may know.
// All times are in milliseconds, on a clock of the caller's.
#ifndef NEBEL_PLAY_GAME_UI_H
#define NEBEL_PLAY_GAME_UI_H

#include "engine/core/player.h"
#include "formats/draw/cells.h"
#include "formats/records/game_record.h"
#include "games/core/table.h"
#include "ui/play/keys.h"

typedef struct GameUi GameUi;

// The connection to a table at a server: actions of the person are sent there, and ui_hear brings what the seat hears.
typedef struct UiServerLink {
    // False while the last action has no answer, or there is no connection.
    bool (*can_send)(void *context);
    void (*send)(void *context, EventKind kind, Try attempt);
    void *context;
} UiServerLink;

// Everything that this points to must outlive the GameUi.
typedef struct UiPlan {
    const Game *game;
    const Rules *rules;
    ClockRule clock;
    const char *names[2];       // by seat
    const char *short_names[2]; // where a name does not fit; NULL if it is to be cut
    bool is_person[2];          // by seat, at least one; the choices of a player come by ui_choose
    uint32_t pace_ms;           // how long a turn has lasted before its player is asked
    const char *title;          // NULL for the game string
    const char *note;           // shown above the umpire's words; NULL for none
    const UiServerLink *server; // NULL for a table in this process. Else one seat is a person's
    bool is_beside_page;        // line mode: a page shows what was sent and what can be done
} UiPlan;

// What a person asked for that the caller must do.
typedef enum UiRequest {
    UI_REQUEST_NONE,
    UI_REQUEST_REVIEW,
    UI_REQUEST_ANALYSE,
    UI_REQUEST_REMATCH,
    UI_REQUEST_SAVE,
    UI_REQUEST_LEAVE
} UiRequest;

// The player string of the opponent if the person names none; NULL for a game that has no user interface.
const char *ui_default_player(const Game *game);

// NULL if out of memory. The game must be one that people can play here (game_ui_create.c).
GameUi *ui_create(const Memory *memory, const UiPlan *plan, uint64_t now_ms);
void ui_destroy(GameUi *ui); // accepts NULL

void ui_key(GameUi *ui, Key key, uint64_t now_ms);
// Takes a whole line: a move, a command, or the answer to a question.
void ui_line(GameUi *ui, Slice line, uint64_t now_ms);
// Ends the game if the time of the seat to move is over.
void ui_tick(GameUi *ui, uint64_t now_ms);
// The choice of the player in the seat to move, or its failure. A choice that the table does not accept is a failure too.
void ui_choose(GameUi *ui, const Choice *choice, uint64_t now_ms);
void ui_fail(GameUi *ui, const char *reason, uint64_t now_ms);
// Ends the game here, unfinished if it is not over.
void ui_leave(GameUi *ui);
// Shows a sentence below the board until the next key, or until the seat at the keyboard hears something.
void ui_tell(GameUi *ui, const char *sentence);

// For a table at a server. After ui_create the seat must hear its opening before anything else happens.
//
// What the seat heard, and what both clocks show; `own` is the own try that it answers. False if out of memory.
MUST_USE bool ui_hear(GameUi *ui, Try own, const Hearing *hearing, const uint32_t clock_ms[2],
                      uint64_t now_ms);
// The clock of the seat to move has run since `at_ms`.
void ui_run_clock_since(GameUi *ui, uint64_t at_ms);
// The server has paused all clocks at `at_ms`, and the seat is told why. They run again as if the clock of the seat to move had run
// since `since_ms`.
void ui_pause(GameUi *ui, uint64_t at_ms);
void ui_resume(GameUi *ui, uint64_t since_ms);
// Shows a sentence in place of the status, as long as it is so: the connection is lost. NULL for none.
void ui_set_notice(GameUi *ui, const char *sentence);
// Sends tries from the queue, which waits while can_send is false.
void ui_send_queued(GameUi *ui, uint64_t now_ms);

// A click on a cell of a screen of that size. The first button does what Enter does there, the second marks.
typedef struct UiClick {
    uint32_t width, height; // of the screen
    uint32_t column, row;
    bool is_second; // button
} UiClick;
void ui_click(GameUi *ui, UiClick click, uint64_t now_ms);

// Returns whether a try of the person at the keyboard was refused since the last call.
bool ui_take_refusal(GameUi *ui);

// Returns the wish of the person and clears it.
UiRequest ui_take_request(GameUi *ui);

bool ui_is_over(const GameUi *ui);
// Returns whether it is the turn of a player, which should be asked.
bool ui_awaits_player(const GameUi *ui);
uint8_t ui_seat_to_move(const GameUi *ui);
// From when on the player of the turn should be asked; UINT64_MAX if it is not the turn of a player. All tries of a turn have the
// same moment. So what we add to the player's own time is the same whether its first try is played or refused, and tells nothing.
uint64_t ui_ask_ms(const GameUi *ui);
uint8_t ui_seat(const GameUi *ui); // of the person at the keyboard
const Game *ui_game(const GameUi *ui);
// All that a seat has heard. Only for the player or person in that seat.
const SeatLog *ui_log(const GameUi *ui, uint8_t seat);
// The time that a seat has left.
uint32_t ui_clock_ms(const GameUi *ui, uint8_t seat, uint64_t now_ms);
// The sentence below the board that ui_line or ui_key wrote; "" if none.
const char *ui_message(const GameUi *ui);
// Tries that the person has queued for the next turn, with a blank between two; "" if none.
const char *ui_queue(const GameUi *ui);
// What the seat at the keyboard has taken and lost, in a sentence; and the enemy men that it believes in, with a blank between two.
void ui_say_taken(const GameUi *ui, Text *text);
void ui_say_marks(const GameUi *ui, Text *text);
// When the screen next changes because time passes; UINT64_MAX for never.
uint64_t ui_next_ms(const GameUi *ui, uint64_t now_ms);

// Draws the whole screen. If that is smaller than UI_WIDTH_MIN by UI_HEIGHT_MIN, or than a large board of Go needs, the screen
// only asks for a larger window.
enum { UI_WIDTH_MIN = 64, UI_HEIGHT_MIN = 20 };
typedef struct UiLook {
    bool is_ascii;    // only ASCII characters
    bool has_letters; // men as letters where figurines could be shown
} UiLook;
void ui_draw(const GameUi *ui, UiLook look, uint64_t now_ms, Cells *out);

// Makes the umpire's record of a game that is over or was left: entries, rules and clock. Names and other tags are left to the caller.
// False, with `*record` untouched, if out of memory, and for a game at a server, which keeps the record. To be freed by
// game_record_done.
MUST_USE bool ui_record(const GameUi *ui, const Memory *memory, GameRecord *record);

#endif
