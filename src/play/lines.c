// Line mode: writes hearings as they come, and answers questions.
#include "play/lines.h"

#include "game/move_number.h"
#include "play/inside.h"
#include "play/showing.h"

#include <assert.h>

// --- What was heard ------------------------------------------------------------------------------

static void say_heard(const GameUi *ui, const Heard *heard, MoveNumber number, Text *text)
{
    char memory[SHOWN_WORDS_MAX], attempt[SHOWN_TRY_MAX];
    Text words = TEXT_IN(memory), own = TEXT_IN(attempt);
    ui->game->say(ui->plan.rules, &heard->hearing, &words);
    move_number_to_text(number, text);
    text_add(text, number.move ? ". " : "");
    if (heard->own != TRY_NONE) {
        ui->game->try_to_text(heard->own, &own);
        text_format(text, "You try %s. ", attempt);
    }
    text_format(text, "%s\n", memory);
}

// All that was heard from `first` on.
static void say_from(const GameUi *ui, uint32_t first, Text *text)
{
    const SeatLog *log = &play__seat(ui)->log;
    MoveCount count = move_count_of(ui->game);
    for (uint32_t i = 0; i < log->count; i++) {
        const MoveNumber number = move_count_take(&count, &log->list[i].hearing);
        if (i >= first)
            say_heard(ui, &log->list[i], number, text);
    }
}

void lines_news(Lines *lines, Text *text)
{
    const GameUi *ui = lines->ui;
    const uint32_t count = play__seat(ui)->log.count;
    const bool is_news = lines->spoken < count;
    say_from(ui, lines->spoken, text);
    lines->spoken = count;
    if (!is_news || !ui_is_over(ui) || ui->plan.note)
        return;
    if (ui->message[0]) // why a player failed
        text_format(text, "%s\n", ui->message);
    text_add(text, "The game is over. Type review, analysis, rematch, save or quit.\n");
}

// --- Questions -----------------------------------------------------------------------------------

static void say_board(const GameUi *ui, uint64_t now_ms, Text *text)
{
    (void)now_ms;
    ui->kind->say_board(ui, text);
    text_add(text, "You have taken ");
    play__say_taken(ui, ui->seat, text);
    text_add(text, "; you have lost ");
    play__say_taken(ui, !ui->seat, text);
    text_add(text, ".\n");
}

static void say_log(const GameUi *ui, uint64_t now_ms, Text *text)
{
    (void)now_ms;
    say_from(ui, 0, text);
}

static void say_clocks(const GameUi *ui, uint64_t now_ms, Text *text)
{
    if (!ui->plan.clock.base_ms) {
        text_add(text, "There is no clock.\n");
        return;
    }
    for (uint8_t seat = 0; seat < 2; seat++) {
        text_format(text, "%s%s has ", seat ? ", " : "", play__color_names[seat]);
        play__say_clock(ui_clock_ms(ui, seat, now_ms), text);
    }
    text_add(text, ".\n");
}

static void say_tries(const GameUi *ui, uint64_t now_ms, Text *text)
{
    (void)now_ms;
    Try tries[TRIES_MAX];
    const uint32_t count = seat_tries(play__seat(ui), tries);
    text_format(text, "You can try %u %s", count, count == 1 ? "thing" : "things");
    for (uint32_t i = 0; i < count; i++) {
        text_add(text, i ? ", " : ": ");
        ui->game->try_to_text(tries[i], text);
    }
    text_add(text, ".\n");
}

static void say_help(const GameUi *ui, uint64_t now_ms, Text *text);

// The words that people can type: what answers them here, and their help. A word without `say` is a command for ui_line.
static const struct {
    const char *word;
    void (*say)(const GameUi *ui, uint64_t now_ms, Text *text);
    const char *help;
} questions[] = {
    {"board", say_board, "where your men or stones and your marks are, and what was taken"},
    {"log", say_log, "all that you have heard"},
    {"clocks", say_clocks, "what both clocks show"},
    {"tries", say_tries, "what you can try now"},
    {"draw, accept, decline", NULL, "offer a draw, or answer an offer"},
    {"resign", NULL, "give up"},
    {"help", say_help, "these lines"},
    {"?", say_help, NULL},
    {"quit", NULL, "leave"},
};

static void say_help(const GameUi *ui, uint64_t now_ms, Text *text)
{
    (void)now_ms;
    for (const HelpRow *row = ui->kind->line_help; row->key; row++)
        text_format(text, "%s: %s.\n", row->key, row->meaning);
    for (unsigned i = 0; i < COUNT_OF(questions); i++)
        if (questions[i].help)
            text_format(text, "%s: %s.\n", questions[i].word, questions[i].help);
}

static bool answer(const GameUi *ui, Slice line, uint64_t now_ms, Text *text)
{
    for (unsigned i = 0; i < COUNT_OF(questions); i++)
        if (questions[i].say && slice_is(line, questions[i].word)) {
            questions[i].say(ui, now_ms, text);
            return true;
        }
    return false;
}

// --- Lines ---------------------------------------------------------------------------------------

void lines_open(Lines *lines, GameUi *ui, Text *text)
{
    assert(ui);
    *lines = (Lines){.ui = ui};
    play__say_title(ui, text);
    text_format(text, ". You are %s; %s is %s. Type help for help.\n", play__color_names[ui->seat],
                play__color_names[!ui->seat], ui->plan.names[!ui->seat]);
    if (ui->plan.note)
        text_format(text, "%s\n", ui->plan.note);
    lines_news(lines, text);
}

// Writes the question that waits for an answer, or the message about the last line.
static void say_reply(const GameUi *ui, uint64_t now_ms, Text *text)
{
    const bool asks = ui->mode == MODE_PROMOTE || ui->mode == MODE_RESIGN || ui->mode == MODE_QUIT;
    if (!asks && !ui->message[0])
        return;
    play__say_status(ui, now_ms, text);
    text_add_char(text, '\n');
}

void lines_take(Lines *lines, Slice line, uint64_t now_ms, Text *text)
{
    GameUi *ui = lines->ui;
    while (line.length && slice_has(slice_of(" \t\r"), line.start[line.length - 1]))
        line.length--;
    const bool is_free = ui->mode == MODE_PLAY || ui->mode == MODE_OVER;
    if (is_free && (line.length == 0 || answer(ui, line, now_ms, text)))
        return;
    const size_t before = text->length;
    ui_line(ui, line, now_ms);
    lines_news(lines, text);
    say_reply(ui, now_ms, text);
    if (text->length == before && ui->mode == MODE_PLAY)
        text_add(text, "Done.\n"); // every line gets an answer
}
