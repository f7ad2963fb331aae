// A desk: one person's place at a game, or two people's who share a keyboard, without a terminal.
//
// Keys, typed lines, the passing of time and the choices of a player go in; a whole screen of cells
// or lines of text come out. The picture is drawn from what the seat at the keyboard has heard and
// from its own notes, so it can show no more than the seat may know. Time is handed in, in
// milliseconds from some moment of the caller's.
#ifndef NEBEL_PLAY_DESK_H
#define NEBEL_PLAY_DESK_H

#include "player/player.h"
#include "table/table.h"
#include "view/cells.h"
#include "view/keys.h"
#include "wire/game_record.h"

typedef struct Desk Desk;

// Everything here outlives the desk.
typedef struct DeskPlan {
    const Game *game;
    const Rules *rules;
    ClockRule clock;
    const char *names[2]; // by seat
    bool is_person[2];    // one or both; the other's choices come from desk_choose
    const char *title;    // NULL for the game string, which may hold a position
    const char *note;     // stands above the umpire's words; NULL for nothing
} DeskPlan;

// What a person asked for that a desk cannot do itself.
typedef enum DeskWish { WISH_NONE, WISH_REVIEW, WISH_SAVE, WISH_LEAVE } DeskWish;

// The player for people who name none, as a player string.
const char *desk_usual_player(const Game *game);

// NULL if there is no memory. The game must be one that can be played here.
Desk *desk_create(const Memory *memory, const DeskPlan *plan, uint64_t now_ms);
void desk_destroy(Desk *desk); // accepts NULL

void desk_key(Desk *desk, Key key, uint64_t now_ms);
// A whole line at once: a move, a command, or the answer to a question of the desk's.
void desk_line(Desk *desk, Slice line, uint64_t now_ms);
// Lets a flag fall that is due.
void desk_tick(Desk *desk, uint64_t now_ms);
// What the player in the seat to move has chosen; and that it failed, and how. A choice that the
// table does not take is a failure too.
void desk_choose(Desk *desk, const Choice *choice, uint64_t now_ms);
void desk_fail(Desk *desk, const char *reason, uint64_t now_ms);
// Ends the game here, unfinished if it is not over.
void desk_leave(Desk *desk);
// Shows a sentence until the next key.
void desk_tell(Desk *desk, const char *sentence);

// What is wished for, once.
DeskWish desk_take_wish(Desk *desk);

bool desk_is_over(const Desk *desk);
// Whether the seat to move belongs to a player who should be asked.
bool desk_awaits_player(const Desk *desk);
uint8_t desk_seat_to_move(const Desk *desk);
uint8_t desk_seat(const Desk *desk); // who sits at the keyboard
// What a seat has received. For its own occupant only.
const SeatLog *desk_log(const Desk *desk, uint8_t seat);
// What a clock shows now.
uint32_t desk_clock_ms(const Desk *desk, uint8_t seat, uint64_t now_ms);
// The sentence that desk_line or a key has left: an answer, a complaint or a question; "" if none.
const char *desk_message(const Desk *desk);
// When the picture will change though nothing happens; UINT64_MAX for never.
uint64_t desk_next_ms(const Desk *desk, uint64_t now_ms);

// The whole screen. Below DESK_WIDTH_MIN by DESK_HEIGHT_MIN it asks for more room instead, and so it does where a large board
// of Go needs more.
enum { DESK_WIDTH_MIN = 64, DESK_HEIGHT_MIN = 20 };
typedef struct DeskLook {
    bool is_ascii; // no character beyond ASCII
} DeskLook;
void desk_draw(const Desk *desk, DeskLook look, uint64_t now_ms, Cells *out);

// The umpire's record of a game that is over, or that its players have left: its entries, rules and
// clock; names and the like are for the caller. False, with `*record` untouched, if there is no
// memory. Ends with game_record_done.
MUST_USE bool desk_record(const Desk *desk, const Memory *memory, GameRecord *record);

#endif
