// The struct GameUi and what the files of this module share. For this module only.
#ifndef NEBEL_PLAY_INTERNAL_H
#define NEBEL_PLAY_INTERNAL_H

#include "base/i18n/words.h"
#include "formats/draw/chess_board.h"
#include "games/go/point.h"
#include "games/seat/seat.h"
#include "ui/play/game_ui.h"

enum {
    TYPED_MAX = 24,    // letters of a line that is typed key by key
    MESSAGE_MAX = 160, // bytes of a sentence below the board
    QUEUE_MAX = 80,    // bytes of the tries for the next turn
};

// A clock shows whole seconds, and tenths of a second below TENTHS_BELOW_MS.
enum { SECOND_MS = 1000, TENTH_MS = 100, TENTHS_BELOW_MS = 10000 };

// Every screen has a margin on both sides, and begins with a title and an empty row.
enum { MARGIN = 2, HEAD_ROWS = 2 };

// What the screen shows or asks.
typedef enum UiMode {
    MODE_PLAY,
    MODE_PROMOTE, // asks what a pawn becomes
    MODE_RESIGN,  // asks for confirmation
    MODE_QUIT,    // asks for confirmation
    MODE_HELP,
    MODE_PASS, // two people: after a move, so that its answer can be read
    MODE_HAND, // two people: the keyboard changes hands; no board is shown
    MODE_OVER,
    MODE_COUNT
} UiMode;

// What can be typed or pressed; an empty row on the screen if there is no meaning.
typedef struct HelpRow {
    const char *typed; // NULL for a key that has a name
    SayCode key;       // if nothing is typed
    SayCode meaning;
} HelpRow;

enum { HELP_ROWS = 13 };

// What the user interface needs of one game; Kriegspiel and open chess share theirs. Functions are about the seat at the
// keyboard, unless they have a parameter `seat`.
typedef struct UiKind {
    SayCode typing_hint;
    const HelpRow *help;      // HELP_ROWS of them
    const HelpRow *line_help; // what can be typed in line mode; ended by a row without a meaning
    const char *play_options; // of `nebel play` for this game: " --game phantom-go"
    // A typed move, and what follows "mark" and "unmark".
    void (*take_move)(GameUi *ui, Slice text, uint64_t now_ms);
    void (*mark)(GameUi *ui, Slice text);
    void (*unmark)(GameUi *ui, Slice text);
    bool (*needs_promotion)(const GameUi *ui, Try attempt); // NULL where no man is promoted
    void (*say_held)(const GameUi *ui, Text *text);         // NULL where no man is held
    void (*move_cursor)(GameUi *ui, int right, int up);
    void (*enter)(GameUi *ui, uint64_t now_ms);
    void (*cycle_mark)(GameUi *ui);
    void (*clear_mark)(GameUi *ui);
    void (*say_board)(const GameUi *ui, Text *text);
    void (*say_truth)(const void *truth, Text *text);
    // Calls about this turn that have no place on the board: "2 pawn tries". NULL where there are none.
    void (*say_calls)(const GameUi *ui, Text *text);
    // Adds the signs of the cursor and of the man in hand.
    void (*sign_cursor)(const GameUi *ui, uint8_t signs[SEAT_SPOTS]);
    // Moves the cursor to the spot at a cell of the board; false if there is none.
    bool (*point_at)(GameUi *ui, ViewScale scale, uint32_t column, uint32_t row);
} UiKind;

extern const UiKind play__chess_ui, play__go_ui;

// The table at which the game of a screen is played: in this process (local_table.c) or at a server (server_table.c). No other
// file asks where it is. Who has the turn, and whether the game is over, follows from what the seat has heard, so both
// kinds have it in common.
typedef struct ScreenTable {
    // Begins the game of a new GameUi and chooses the seat at its keyboard; false if out of memory.
    bool (*open)(GameUi *ui, uint64_t now_ms);
    // Sends an action of the person at the keyboard to the table, unless it cannot be taken; then a message says why.
    void (*send)(GameUi *ui, EventKind kind, Try attempt, uint64_t now_ms);
    bool (*can_send)(const GameUi *ui);
    // Returns the time left to a seat that is on move.
    uint32_t (*clock_ms)(const GameUi *ui, uint8_t seat, uint64_t now_ms);
    // Ends the game if the time of the seat to move is over.
    void (*tick)(GameUi *ui, uint64_t now_ms);
    bool has_abort; // whether a person may ask to end the game without a result
    bool
        has_record; // whether a game that is over can be reviewed, analysed, saved and played again
    SayCode ask_quit;  // the question before the person leaves
    SayCode over_keys; // what can be pressed after the game
    SayCode line_over; // the same in line mode
    SayCode line_sent; // the answer of line mode to an action that makes no other words
} ScreenTable;

extern const ScreenTable play__local_table, play__server_table;

// NULL for a game that people cannot play here.
const UiKind *play__ui_of(const Game *game);

struct GameUi {
    Memory memory;
    UiPlan plan;
    const Game *game;
    const UiKind *kind;
    const ScreenTable *at;
    Table *table;            // of a local table; else NULL
    Seat seats[2];           // what each seat knows
    uint32_t clock_ms[2][2]; // [a][b]: the clock of seat b at the last effect that seat a heard
    uint8_t seat;            // who sits at the keyboard
    uint8_t mode;            // UiMode
    uint8_t wish;            // UiRequest
    bool is_left;            // the game was left before its end
    bool is_refused;         // a try was refused to the person, and nobody has asked for it yet
    Square cursor, held;     // on a chess board; SQUARE_NONE for none
    GoPoint go_cursor;       // GO_NONE for none
    Try promoting;           // the try of MODE_PROMOTE
    char typed[TYPED_MAX];
    uint32_t typed_length;
    char message[MESSAGE_MAX];
    char queue[QUEUE_MAX]; // tries for the next turn, with a blank between two
    uint64_t turn_began_ms;
    uint64_t paused_ms; // how long all pauses took, which do not count at a local table
    uint64_t pause_began_ms;
    uint64_t clock_at_ms;   // at a server: when the clocks showed clock_ms
    uint64_t clock_held_ms; // at a server: since when the clocks are paused; 0 if they run
    const char *notice;     // shown in place of the status; NULL for none
};

// Returns whether the keyboard changes hands; clocks stand still then.
static inline bool play__is_paused(const GameUi *ui)
{
    return ui->mode == MODE_PASS || ui->mode == MODE_HAND;
}

// What the person at the keyboard knows; everything that is shown comes from it.
static inline const Seat *play__seat(const GameUi *ui)
{
    return &ui->seats[ui->seat];
}

static inline bool play__is_shared(const GameUi *ui)
{
    return ui->plan.is_person[0] && ui->plan.is_person[1];
}

// A letter in lower case; other characters may change, but to no letter.
static inline char play__lower(char letter)
{
    enum { LOWER_CASE = 0x20 }; // the bit by which ASCII's letters differ
    return (char)(letter | LOWER_CASE);
}

void play__say_title(const GameUi *ui, Text *text);
// The place of the sentence below the board, emptied.
Text play__message(GameUi *ui);
void play__tell(GameUi *ui, SayCode code);
void play__tell_turn(GameUi *ui); // that it is the other's turn
// Gives an effect to its seat; `own` is its try that the effect answers. False if out of memory.
MUST_USE bool play__hear(GameUi *ui, Try own, const TableEffect *effect);
// What the seat at the keyboard heard last.
const Hearing *play__last_heard(const GameUi *ui);
// After an event: notes a new turn, and what the screen shows next.
void play__update_mode(GameUi *ui, uint8_t mover_before, uint64_t now_ms);
// Returns the truth of a game at a local table that is over or was left.
const void *play__truth(const GameUi *ui);

// Actions of the person at the keyboard. The two about promotions are for chess men only.
void play__attempt(GameUi *ui, Try attempt, uint64_t now_ms);
void play__promote(GameUi *ui, char letter, uint64_t now_ms);
void play__answer(GameUi *ui, bool is_yes, uint64_t now_ms);
void play__pass_on(GameUi *ui, uint64_t now_ms); // MODE_PASS, then MODE_HAND, then the other's turn
void play__say_promotions(const GameUi *ui, Text *text);

// The queue: tries for the next turn, in an order that the person chose: "Bxh7, else Nf3". They are sent as soon as the turn comes,
// one after the other until one is played. They are the person's own notes: only what the seat at the keyboard hears
// touches them. play__queue sets them, and sends them if it is the person's turn.
void play__queue(GameUi *ui, Slice tries, uint64_t now_ms);
void play__queue_run(GameUi *ui, uint64_t now_ms);

void play__put(Cells *out, uint32_t column, uint32_t row, const char *words, CellStyle style);
void play__put_words(Cells *out, uint32_t column, uint32_t row, SayCode code, CellStyle style);
// Draws lines of text, wrapped at the right edge; returns the row after them.
uint32_t play__draw_wrapped(const char *text, uint32_t column, uint32_t row, CellStyle style,
                            Cells *out);
// Asks for a window of at least UI_WIDTH_MIN by UI_HEIGHT_MIN.
void play__draw_too_small(Cells *out);

void play__say_clock(uint32_t left_ms, Text *text); // "2:59", "0:09.4"
void play__say_status(const GameUi *ui, uint64_t now_ms, Text *text);

#endif
