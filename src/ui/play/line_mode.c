// Line mode: writes hearings as they come, and answers questions.
#include "ui/play/line_mode.h"

#include "games/core/move_number.h"
#include "ui/play/internal.h"
#include "ui/play/replay_words.h"

#include <assert.h>

enum { CLOCK_MAX = 16 }; // bytes of a clock

static void add_line(Text *text, SayCode code)
{
    words_say(text, code);
    text_add_char(text, '\n');
}

static void say_heard(const GameUi *ui, const Heard *heard, MoveNumber number, Text *text)
{
    char memory[EVENT_WORDS_MAX], attempt[EVENT_WORDS_TRY_MAX];
    Text words = TEXT_IN(memory), own = TEXT_IN(attempt);
    ui->game->say(ui->plan.rules, &heard->hearing, &words);
    move_number_to_text(number, text);
    text_add(text, number.move ? ". " : "");
    if (heard->own != TRY_NONE) {
        ui->game->try_to_text(heard->own, &own);
        WORDS_FILL(text, SAY_LINE_TRY, {attempt});
        text_add_char(text, ' ');
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

void line_mode_add_news(Lines *lines, Text *text)
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
    add_line(text, ui->plan.is_beside_page ? SAY_AWAY_OVER : ui->at->line_over);
}

static void say_board(const GameUi *ui, uint64_t now_ms, Text *text)
{
    (void)now_ms;
    ui->kind->say_board(ui, text);
    ui_say_taken(ui, text);
    text_add_char(text, '\n');
}

static void say_log(const GameUi *ui, uint64_t now_ms, Text *text)
{
    (void)now_ms;
    say_from(ui, 0, text);
}

static void say_clocks(const GameUi *ui, uint64_t now_ms, Text *text)
{
    if (!ui->plan.clock.base_ms) {
        add_line(text, SAY_LINE_NO_CLOCK);
        return;
    }
    char white[CLOCK_MAX], black[CLOCK_MAX];
    Text clocks[2] = {TEXT_IN(white), TEXT_IN(black)};
    for (uint8_t seat = 0; seat < 2; seat++)
        play__say_clock(ui_clock_ms(ui, seat, now_ms), &clocks[seat]);
    WORDS_FILL(text, SAY_LINE_CLOCKS, {white}, {black});
    text_add_char(text, '\n');
}

static void say_tries(const GameUi *ui, uint64_t now_ms, Text *text)
{
    (void)now_ms;
    Try tries[TRIES_MAX];
    char memory[EVENT_WORDS_TRY_MAX * TRIES_MAX];
    Text list = TEXT_IN(memory);
    const uint32_t count = seat_tries(play__seat(ui), tries);
    for (uint32_t i = 0; i < count; i++) {
        text_add(&list, i ? ", " : "");
        ui->game->try_to_text(tries[i], &list);
    }
    if (count)
        WORDS_FILL(text, SAY_LINE_TRIES, {.number = count}, {memory});
    else
        words_say(text, SAY_LINE_NO_TRY);
    text_add_char(text, '\n');
}

static void say_help(const GameUi *ui, uint64_t now_ms, Text *text);

// The words that people can type: what answers them here, and their help. A word without `say` is a command for ui_line.
static const struct {
    const char *word;
    void (*say)(const GameUi *ui, uint64_t now_ms, Text *text);
    SayCode help;
    bool is_abort; // only for a table that has it
} questions[] = {
    {"board", say_board, SAY_LINE_HELP_BOARD},
    {"log", say_log, SAY_LINE_HELP_LOG},
    {"clocks", say_clocks, SAY_LINE_HELP_CLOCKS},
    {"tries", say_tries, SAY_LINE_HELP_TRIES},
    {"queue", NULL, SAY_LINE_HELP_QUEUE},
    {"draw, accept, decline", NULL, SAY_LINE_HELP_DRAW},
    {"abort", NULL, SAY_AWAY_HELP_ABORT, .is_abort = true},
    {"resign", NULL, SAY_LINE_HELP_RESIGN},
    {"help", say_help, SAY_LINE_HELP_HELP},
    {"?", say_help, SAY_NOTHING},
    {"quit", NULL, SAY_LINE_HELP_QUIT},
};

static void add_help(const char *word, SayCode meaning, Text *text)
{
    WORDS_FILL(text, SAY_LINE_HELP, {word}, {words_of(meaning)});
    text_add_char(text, '\n');
}

static void say_help(const GameUi *ui, uint64_t now_ms, Text *text)
{
    (void)now_ms;
    for (const HelpRow *row = ui->kind->line_help; row->meaning; row++)
        add_help(row->typed, row->meaning, text);
    for (unsigned i = 0; i < COUNT_OF(questions); i++)
        if (questions[i].help && (!questions[i].is_abort || ui->at->has_abort))
            add_help(questions[i].word, questions[i].help, text);
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

void line_mode_open(Lines *lines, GameUi *ui, Text *text)
{
    assert(ui);
    *lines = (Lines){.ui = ui};
    char memory[GAME_TEXT_MAX];
    Text title = TEXT_IN(memory);
    play__say_title(ui, &title);
    WORDS_FILL(text, SAY_LINE_OPEN, {memory}, {words_color(ui->seat)}, {words_color(!ui->seat)},
               {ui->plan.names[!ui->seat]});
    text_add_char(text, '\n');
    if (ui->plan.note)
        text_format(text, "%s\n", ui->plan.note);
    line_mode_add_news(lines, text);
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

void line_mode_take(Lines *lines, Slice line, uint64_t now_ms, Text *text)
{
    GameUi *ui = lines->ui;
    while (line.length && slice_has(slice_of(" \t\r"), line.start[line.length - 1]))
        line.length--;
    const bool is_free = ui->mode == MODE_PLAY || ui->mode == MODE_OVER;
    if (is_free && (line.length == 0 || answer(ui, line, now_ms, text)))
        return;
    const size_t before = text->length;
    ui_line(ui, line, now_ms);
    line_mode_add_news(lines, text);
    say_reply(ui, now_ms, text);
    if (text->length == before && ui->mode == MODE_PLAY && !ui->plan.is_beside_page)
        add_line(text, ui->at->line_sent); // every line gets an answer
}
