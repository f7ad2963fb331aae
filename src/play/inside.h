// The inside of a desk, for the files of this room only.
#ifndef NEBEL_PLAY_INSIDE_H
#define NEBEL_PLAY_INSIDE_H

#include "play/desk.h"
#include "umpire/open_chess.h"
#include "view/go_board.h"

enum { TYPED_MAX = 24, MESSAGE_MAX = 160 };

_Static_assert((int)PHANTOM_TRIES_MAX <= (int)TRIES_MAX, "one list serves all games");

// Clocks count tenths of a second from here on, and whole seconds before.
enum { SECOND_MS = 1000, TENTH_MS = 100, TENTHS_BELOW_MS = 10000 };

// All screens of the room have a margin on both sides, a title and an empty row.
enum { MARGIN = 2, HEAD_ROWS = 2 };

// What is in front of the person at the keyboard.
typedef enum DeskMode {
    MODE_PLAY,
    MODE_PROMOTE, // which man shall the pawn become?
    MODE_RESIGN,  // really?
    MODE_QUIT,    // really?
    MODE_HELP,
    MODE_PASS, // two people: the move is made, its answer can be read
    MODE_HAND, // two people: the keyboard changes hands; nobody's men are shown
    MODE_OVER,
    MODE_COUNT
} DeskMode;

// What a seat knows, by game.
typedef union SeatView {
    KriegspielView fog;
    OpenView open;
    PhantomView go;
} SeatView;

struct Desk {
    Memory memory;
    DeskPlan plan;
    const Game *game;
    Table *table;
    SeatLog logs[2];
    SeatView views[2];
    uint32_t clock_ms[2][2]; // by ear: as the last effect that it heard showed them
    bool has_offer[2];       // a draw is offered to this seat
    ViewPhantoms phantoms[2];
    uint8_t seat; // who sits at the keyboard
    uint8_t mode; // DeskMode
    uint8_t wish; // DeskWish
    bool is_left; // before the end
    Square cursor, held;
    GoPoint point;     // the cursor on a board of Go; GO_NONE for none
    GoSet believed[2]; // where a seat has noted enemy stones for itself
    Try promoting;     // waits for its promotion
    char typed[TYPED_MAX];
    uint32_t typed_length;
    char message[MESSAGE_MAX];
    uint64_t turn_began_ms; // by the caller's clock
    uint64_t paused_ms;     // for which the table's time stood still
    uint64_t pause_began_ms;
};

static inline const Rules *play__rules(const Desk *desk)
{
    return desk->plan.go ? (const Rules *)desk->plan.go : (const Rules *)desk->plan.rules;
}

static inline bool play__is_go(const Desk *desk)
{
    return desk->plan.go != NULL;
}

static inline bool play__is_open(const Desk *desk)
{
    return desk->game == &open_chess_game;
}

static inline bool play__is_shared(const Desk *desk)
{
    return desk->plan.is_person[0] && desk->plan.is_person[1];
}

extern const char *const play__color_names[2];
extern const char *const play__kind_names[KIND_COUNT];

void play__say_title(const Desk *desk, Text *text);
void play__say(Desk *desk, const char *format, ...) PRINTF_LIKE(2, 3);
OwnMen play__own(const Desk *desk, uint8_t seat);
// The tries of the seat at the keyboard; `out` has room for TRIES_MAX.
uint32_t play__tries(const Desk *desk, Try *out);

// Doings of the seat at the keyboard.
void play__attempt(Desk *desk, Try attempt, uint64_t now_ms);
void play__send(Desk *desk, EventKind kind, uint64_t now_ms);
void play__promote(Desk *desk, char letter, uint64_t now_ms);
void play__answer(Desk *desk, bool is_yes, uint64_t now_ms);
void play__pass_on(Desk *desk, uint64_t now_ms); // from MODE_PASS to MODE_HAND to the other's turn
void play__mark(Desk *desk, unsigned square, unsigned phantom);

// How many men a seat has taken, as far as it was told.
typedef struct Taken {
    uint32_t men, pawns, pieces, stones;
} Taken;
Taken play__taken_by(const Desk *desk, uint8_t by);
void play__say_taken(Taken taken, Text *text);

// "White: king e1; rooks a1, h1." with `whose` before it and `nothing` if there are no men.
void play__say_side(const char *whose, const Bits kinds[KIND_COUNT], const char *nothing,
                    Text *text);

// All men of a position, a line a side.
void play__say_men(const Position *truth, Text *text);

// Keys and words of a person at a board of Go.
void play__go_line(Desk *desk, Slice text, uint64_t now_ms);
bool play__go_note(Desk *desk, Slice word, Slice rest); // false for a word that is no note
void play__go_move_cursor(Desk *desk, int right, int up);
void play__go_enter(Desk *desk, uint64_t now_ms);
void play__go_toggle(Desk *desk);
void play__go_clear(Desk *desk);
void play__go_say_board(const Desk *desk, Text *text);
void play__go_say_stones(const GoBoard *truth, Text *text); // all of them, a line a side
void play__go_draw_board(const Desk *desk, uint32_t column, uint32_t row, Cells *out);

void play__put(Cells *out, uint32_t column, uint32_t row, const char *words, CellStyle style);
// A text of lines, wrapped to the right edge; returns the row after it.
uint32_t play__draw_wrapped(const char *text, uint32_t column, uint32_t row, CellStyle style,
                            Cells *out);
// Asks for a window of at least DESK_WIDTH_MIN by DESK_HEIGHT_MIN.
void play__draw_too_small(Cells *out);

void play__say_clock(uint32_t left_ms, Text *text); // "2:59", "0:09.4"
void play__say_status(const Desk *desk, uint64_t now_ms, Text *text);

#endif
