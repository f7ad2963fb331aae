// A desk: one person's place at a game, or two people's who share a keyboard, without a terminal.
//
// Keys, typed lines, the passing of time and the choices of a player go in; a whole screen of cells
// or lines of text come out. The picture is drawn from what the seat at the keyboard has heard and
// from its own notes, so it can show no more than the seat may know. Time is handed in, in
// milliseconds from some moment of the caller's.
#ifndef NEBEL_PLAY_GAME_UI_H
#define NEBEL_PLAY_GAME_UI_H

#include "player/player.h"
#include "table/table.h"
#include "view/cells.h"
#include "view/keys.h"
#include "wire/game_record.h"

typedef struct GameUi GameUi;

// Everything here outlives the desk.
typedef struct UiPlan {
    const Game *game;
    const Rules *rules;
    ClockRule clock;
    const char *names[2]; // by seat
    bool is_person[2];    // one or both; the other's choices come from ui_choose
    const char *title;    // NULL for the game string, which may hold a position
    const char *note;     // stands above the umpire's words; NULL for nothing
} UiPlan;

// What a person asked for that a desk cannot do itself.
typedef enum UiWish { WISH_NONE, WISH_REVIEW, WISH_SAVE, WISH_LEAVE } UiWish;

// The player for people who name none, as a player string.
const char *ui_default_player(const Game *game);

// NULL if there is no memory. The game must be one that can be played here.
GameUi *ui_create(const Memory *memory, const UiPlan *plan, uint64_t now_ms);
void ui_destroy(GameUi *ui); // accepts NULL

void ui_key(GameUi *ui, Key key, uint64_t now_ms);
// A whole line at once: a move, a command, or the answer to a question of the desk's.
void ui_line(GameUi *ui, Slice line, uint64_t now_ms);
// Lets a flag fall that is due.
void ui_tick(GameUi *ui, uint64_t now_ms);
// What the player in the seat to move has chosen; and that it failed, and how. A choice that the
// table does not take is a failure too.
void ui_choose(GameUi *ui, const Choice *choice, uint64_t now_ms);
void ui_fail(GameUi *ui, const char *reason, uint64_t now_ms);
// Ends the game here, unfinished if it is not over.
void ui_leave(GameUi *ui);
// Shows a sentence until the next key.
void ui_tell(GameUi *ui, const char *sentence);

// What is wished for, once.
UiWish ui_take_wish(GameUi *ui);

bool ui_is_over(const GameUi *ui);
// Whether the seat to move belongs to a player who should be asked.
bool ui_awaits_player(const GameUi *ui);
uint8_t ui_seat_to_move(const GameUi *ui);
uint8_t ui_seat(const GameUi *ui); // who sits at the keyboard
// What a seat has received. For its own occupant only.
const SeatLog *ui_log(const GameUi *ui, uint8_t seat);
// What a clock shows now.
uint32_t ui_clock_ms(const GameUi *ui, uint8_t seat, uint64_t now_ms);
// The sentence that ui_line or a key has left: an answer, a message or a question; "" if none.
const char *ui_message(const GameUi *ui);
// When the picture will change though nothing happens; UINT64_MAX for never.
uint64_t ui_next_ms(const GameUi *ui, uint64_t now_ms);

// The whole screen. Below UI_WIDTH_MIN by UI_HEIGHT_MIN it asks for more room instead, and so it does where a large board
// of Go needs more.
enum { UI_WIDTH_MIN = 64, UI_HEIGHT_MIN = 20 };
typedef struct UiLook {
    bool is_ascii; // no character beyond ASCII
} UiLook;
void ui_draw(const GameUi *ui, UiLook look, uint64_t now_ms, Cells *out);

// The umpire's record of a game that is over, or that its players have left: its entries, rules and
// clock; names and the like are for the caller. False, with `*record` untouched, if there is no
// memory. Ends with game_record_done.
MUST_USE bool ui_record(const GameUi *ui, const Memory *memory, GameRecord *record);

#endif
