// Sentences about a game in play, for the screen and for line mode.
#include "ui/play/inside.h"

#include <assert.h>

void play__say_title(const GameUi *ui, Text *text)
{
    if (ui->plan.title)
        text_add(text, ui->plan.title);
    else
        ui->game->write(ui->plan.rules, text);
}

// --- Men taken -----------------------------------------------------------------------------------

static void say_kinds(SeatTaken taken, Text *text)
{
    if (taken.pawns)
        WORDS_FILL(text, SAY_TAKEN_PAWNS, {.number = taken.pawns});
    text_add(text, taken.pawns && taken.pieces ? ", " : "");
    if (taken.pieces)
        WORDS_FILL(text, SAY_TAKEN_PIECES, {.number = taken.pieces});
}

void play__say_taken(const GameUi *ui, uint8_t by, Text *text)
{
    const SeatTaken taken = seat_taken(play__seat(ui), by);
    if (taken.stones)
        WORDS_FILL(text, SAY_TAKEN_STONES, {.number = taken.stones});
    else if (!taken.men)
        words_say(text, SAY_TAKEN_NOTHING);
    else if (!taken.pawns && !taken.pieces) // the ruleset does not tell what was captured
        WORDS_FILL(text, SAY_TAKEN_MEN, {.number = taken.men});
    else
        say_kinds(taken, text);
}

void ui_say_taken(const GameUi *ui, Text *text)
{
    enum { TAKEN_MAX = 128 }; // bytes of "5 pawns, 3 pieces"
    char taken[TAKEN_MAX], lost[TAKEN_MAX];
    Text own = TEXT_IN(taken), other = TEXT_IN(lost);
    play__say_taken(ui, ui->seat, &own);
    play__say_taken(ui, !ui->seat, &other);
    WORDS_FILL(text, SAY_LINE_TAKEN, {taken}, {lost});
}

void ui_say_marks(const GameUi *ui, Text *text)
{
    const Seat *seat = play__seat(ui);
    const char *before = "";
    for (unsigned spot = 0; spot < SEAT_SPOTS; spot++)
        if (seat->phantoms[spot]) {
            text_add(text, before);
            seat_man_to_text(seat, spot, seat->phantoms[spot], text);
            before = " ";
        }
}

// --- Clocks --------------------------------------------------------------------------------------

// Rounded up, so that a clock shows zero only when its time is over.
void play__say_clock(uint32_t left_ms, Text *text)
{
    if (left_ms <= TENTHS_BELOW_MS) {
        const uint32_t tenths = (left_ms + TENTH_MS - 1) / TENTH_MS;
        text_format(text, "0:%02u.%u", tenths / 10, tenths % 10);
        return;
    }
    const uint32_t seconds = (uint32_t)(((uint64_t)left_ms + SECOND_MS - 1) / SECOND_MS);
    enum { MINUTE = 60, HOUR = 60 * MINUTE }; // in seconds
    if (seconds >= HOUR)
        text_format(text, "%u:", seconds / HOUR);
    text_format(text, seconds >= HOUR ? "%02u:%02u" : "%u:%02u", seconds % HOUR / MINUTE,
                seconds % MINUTE);
}

// --- The status line ----------------------------------------------------------------------------

static void say_over(const GameUi *ui, Text *text)
{
    const Hearing *last = play__last_heard(ui);
    static const SayCode results[] = {
        [WINNER_NONE] = SAY_STATUS_DRAWN,
        [WINNER_FIRST] = SAY_STATUS_WHITE_WON,
        [WINNER_SECOND] = SAY_STATUS_BLACK_WON,
    };
    assert(last->winner < COUNT_OF(results));
    const bool is_aborted = last->ending == ENDING_ABORTED;
    words_say(text, is_aborted    ? SAY_STATUS_ABORTED
                    : ui->is_left ? SAY_STATUS_LEFT
                                  : results[last->winner]);
}

static void say_turn(const GameUi *ui, uint64_t now_ms, Text *text)
{
    const uint8_t mover = ui_seat_to_move(ui);
    if (play__seat(ui)->has_offer)
        WORDS_FILL(text, SAY_STATUS_OFFER, {words_color(!ui->seat)});
    else if (ui->held != SQUARE_NONE)
        ui->kind->say_held(ui, text);
    else if (mover == ui->seat)
        words_say(text, SAY_STATUS_YOUR_MOVE);
    else
        // Counted from the beginning of the turn, so that it does not show how often the other
        // was refused.
        WORDS_FILL(text, SAY_STATUS_THINKING, {words_color(mover)},
                   {.number = (uint32_t)((now_ms - ui->turn_began_ms) / SECOND_MS)});
}

void play__say_status(const GameUi *ui, uint64_t now_ms, Text *text)
{
    assert(ui->mode < MODE_COUNT);
    static const SayCode questions[MODE_COUNT] = {
        [MODE_RESIGN] = SAY_ASK_RESIGN,
        [MODE_PASS] = SAY_HAND_MADE,
    };
    if (ui->notice)
        text_add(text, ui->notice);
    else if (ui->message[0])
        text_add(text, ui->message);
    else if (ui->mode == MODE_QUIT)
        words_say(text, ui->at->ask_quit);
    else if (questions[ui->mode])
        words_say(text, questions[ui->mode]);
    else if (ui->mode == MODE_PROMOTE)
        play__say_promotions(ui, text);
    else if (ui->mode == MODE_OVER)
        say_over(ui, text);
    else
        say_turn(ui, now_ms, text);
}
