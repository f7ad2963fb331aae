// Sentences about a game in play, for the screen and for line mode.
#include "play/inside.h"

#include <assert.h>

void play__say_title(const GameUi *ui, Text *text)
{
    if (ui->plan.title)
        text_add(text, ui->plan.title);
    else
        ui->game->write(ui->plan.rules, text);
}

// --- Men taken -----------------------------------------------------------------------------------

static void add_count(uint32_t count, const char *what, const char *before, Text *text)
{
    if (count)
        text_format(text, "%s%u %s%s", before, count, what, count == 1 ? "" : "s");
}

void play__say_taken(const GameUi *ui, uint8_t by, Text *text)
{
    const SeatTaken taken = seat_taken(play__seat(ui), by);
    if (taken.stones) {
        add_count(taken.stones, "stone", "", text);
    } else if (!taken.men) {
        text_add(text, "nothing");
    } else if (!taken.pawns && !taken.pieces) { // the ruleset does not tell what was captured
        text_format(text, "%u %s", taken.men, taken.men == 1 ? "man" : "men");
    } else {
        add_count(taken.pawns, "pawn", "", text);
        add_count(taken.pieces, "piece", taken.pawns ? ", " : "", text);
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
    static const char *const results[] = {
        [WINNER_NONE] = "Drawn.",
        [WINNER_FIRST] = "White has won.",
        [WINNER_SECOND] = "Black has won.",
    };
    assert(last->winner < COUNT_OF(results));
    text_add(text, ui->is_left ? "The game was left." : results[last->winner]);
}

static void say_turn(const GameUi *ui, uint64_t now_ms, Text *text)
{
    const uint8_t mover = ui_seat_to_move(ui);
    if (play__seat(ui)->has_offer)
        text_format(text, "%s offers a draw: accept, decline, or play on.",
                    play__color_names[!ui->seat]);
    else if (ui->held != SQUARE_NONE)
        ui->kind->say_held(ui, text);
    else if (mover == ui->seat)
        text_add(text, "Your move.");
    else
        // Counted from the beginning of the turn, so that it does not show how often the other
        // was refused.
        text_format(text, "%s is thinking, %u s", play__color_names[mover],
                    (unsigned)((now_ms - ui->turn_began_ms) / SECOND_MS));
}

void play__say_status(const GameUi *ui, uint64_t now_ms, Text *text)
{
    assert(ui->mode < MODE_COUNT);
    static const char *const questions[MODE_COUNT] = {
        [MODE_RESIGN] = "Resign the game?  y: yes  n: no",
        [MODE_QUIT] = "Leave the game unfinished?  y: yes  n: no",
        [MODE_PASS] = "Your move is made. Press Enter, then hand the keyboard over.",
    };
    if (ui->message[0])
        text_add(text, ui->message);
    else if (questions[ui->mode])
        text_add(text, questions[ui->mode]);
    else if (ui->mode == MODE_PROMOTE)
        play__say_promotions(ui, text);
    else if (ui->mode == MODE_OVER)
        say_over(ui, text);
    else
        say_turn(ui, now_ms, text);
}
