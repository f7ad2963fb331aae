// Keys and typed words, for every game.
#include "ui/play/internal.h"

#include <assert.h>

// Words that are events, and words that ask or show something first.
static const struct {
    const char *word;
    UiMode mode;     // MODE_PLAY if the word is sent as an event
    EventKind event; // if it is
    bool is_abort;   // only for a table that has it; at others people just quit
} commands[] = {
    {"draw", MODE_PLAY, EVENT_OFFER},        {"accept", MODE_PLAY, EVENT_ACCEPT},
    {"decline", MODE_PLAY, EVENT_DECLINE},   {"abort", MODE_PLAY, EVENT_ABORT, .is_abort = true},
    {.word = "resign", .mode = MODE_RESIGN}, {.word = "quit", .mode = MODE_QUIT},
    {.word = "help", .mode = MODE_HELP},     {.word = "?", .mode = MODE_HELP},
};

// "mark nd5", "unmark d5" or "unmark all"; false for any other word.
static bool take_mark(GameUi *ui, Slice word, Slice rest)
{
    const bool is_mark = slice_is(word, "mark");
    if (!is_mark && !slice_is(word, "unmark"))
        return false;
    if (is_mark) {
        ui->kind->mark(ui, rest);
    } else if (slice_is(rest, "all")) {
        seat_unmark_all(&ui->seats[ui->seat]);
    } else {
        ui->kind->unmark(ui, rest);
    }
    return true;
}

// Takes a line that begins with a command; false if it does not.
static bool take_command(GameUi *ui, Slice line, uint64_t now_ms)
{
    Slice rest = line;
    const Slice word = slice_take(&rest, " ");
    for (unsigned i = 0; i < COUNT_OF(commands); i++) {
        if (!slice_is(word, commands[i].word) || (commands[i].is_abort && !ui->at->has_abort))
            continue;
        if (commands[i].mode == MODE_PLAY)
            ui->at->send(ui, commands[i].event, TRY_NONE, now_ms);
        else
            ui->mode = (uint8_t)commands[i].mode;
        return true;
    }
    if (!slice_is(word, "queue"))
        return take_mark(ui, word, rest);
    play__queue(ui, rest, now_ms);
    return true;
}

static void play_line(GameUi *ui, Slice line, uint64_t now_ms)
{
    if (line.length && !take_command(ui, line, now_ms))
        ui->kind->take_move(ui, line, now_ms);
}

static void promote_line(GameUi *ui, Slice line, uint64_t now_ms)
{
    if (line.length == 1)
        play__promote(ui, play__lower(line.start[0]), now_ms);
    else
        ui->mode = MODE_PLAY;
}

static void confirm_line(GameUi *ui, Slice line, uint64_t now_ms)
{
    play__answer(ui, line.length && play__lower(line.start[0]) == 'y', now_ms);
}

static void help_line(GameUi *ui, Slice line, uint64_t now_ms)
{
    (void)line;
    (void)now_ms;
    ui->mode = MODE_PLAY;
}

static void pass_line(GameUi *ui, Slice line, uint64_t now_ms)
{
    (void)line;
    play__pass_on(ui, now_ms);
}

static void over_line(GameUi *ui, Slice line, uint64_t now_ms)
{
    (void)now_ms;
    static const struct {
        const char *word;
        UiRequest wish;
    } wishes[] = {{"", UI_REQUEST_REVIEW},   {"review", UI_REQUEST_REVIEW},
                  {"a", UI_REQUEST_ANALYSE}, {"analysis", UI_REQUEST_ANALYSE},
                  {"r", UI_REQUEST_REMATCH}, {"rematch", UI_REQUEST_REMATCH},
                  {"s", UI_REQUEST_SAVE},    {"save", UI_REQUEST_SAVE},
                  {"q", UI_REQUEST_LEAVE},   {"quit", UI_REQUEST_LEAVE}};
    for (unsigned i = 0; i < COUNT_OF(wishes); i++)
        if (slice_is(line, wishes[i].word) &&
            (wishes[i].wish == UI_REQUEST_LEAVE || ui->at->has_record))
            ui->wish = (uint8_t)wishes[i].wish;
}

static void play_key(GameUi *ui, Key key, uint64_t now_ms);

// A key in a mode where one key is the whole answer.
static void answer_key(GameUi *ui, Key key, uint64_t now_ms);

static const struct {
    void (*line)(GameUi *ui, Slice line, uint64_t now_ms);
    void (*key)(GameUi *ui, Key key, uint64_t now_ms);
} modes[] = {
    [MODE_PLAY] = {play_line, play_key},        [MODE_PROMOTE] = {promote_line, answer_key},
    [MODE_RESIGN] = {confirm_line, answer_key}, [MODE_QUIT] = {confirm_line, answer_key},
    [MODE_HELP] = {help_line, answer_key},      [MODE_PASS] = {pass_line, answer_key},
    [MODE_HAND] = {pass_line, answer_key},      [MODE_OVER] = {over_line, answer_key},
};
_Static_assert(COUNT_OF(modes) == MODE_COUNT, "every mode needs its functions");

void ui_line(GameUi *ui, Slice line, uint64_t now_ms)
{
    assert(ui->mode < MODE_COUNT);
    ui->message[0] = '\0';
    ui_tick(ui, now_ms); // a move after the flag fell comes too late
    modes[ui->mode].line(ui, line, now_ms);
}

void ui_key(GameUi *ui, Key key, uint64_t now_ms)
{
    assert(ui->mode < MODE_COUNT);
    ui->message[0] = '\0';
    ui_tick(ui, now_ms);
    modes[ui->mode].key(ui, key, now_ms);
}

static void answer_key(GameUi *ui, Key key, uint64_t now_ms)
{
    const char letter = key_is_ascii(key) ? (char)key : ' ';
    if (play__is_paused(ui) && key != KEY_PRESS_ENTER)
        return;
    if (ui->mode == MODE_PROMOTE && key != KEY_PRESS_ESCAPE && letter == ' ')
        return;
    if (key == KEY_PRESS_ENTER || key == KEY_PRESS_ESCAPE)
        modes[ui->mode].line(ui, (Slice){"", 0}, now_ms);
    else
        modes[ui->mode].line(ui, (Slice){&letter, 1}, now_ms);
}

static void press_enter(GameUi *ui, uint64_t now_ms)
{
    if (!ui->typed_length) {
        ui->kind->enter(ui, now_ms);
        return;
    }
    // A move that is typed before the turn has come stays, and can be sent later.
    const bool is_early = ui_seat_to_move(ui) != ui->seat;
    play_line(ui, (Slice){ui->typed, ui->typed_length}, now_ms);
    if (!is_early || !ui->message[0])
        ui->typed_length = 0;
}

static void press_backspace(GameUi *ui)
{
    if (ui->typed_length)
        ui->typed_length--;
    else
        ui->kind->clear_mark(ui);
}

static void press_escape(GameUi *ui)
{
    ui->typed_length = 0;
    ui->held = SQUARE_NONE;
}

static void type_letter(GameUi *ui, char letter)
{
    assert(ui->typed_length <= TYPED_MAX);
    if (ui->typed_length == 0 && letter == '?')
        ui->mode = MODE_HELP;
    else if (ui->typed_length == 0 && letter == ' ')
        ui->kind->cycle_mark(ui);
    else if (ui->typed_length < TYPED_MAX)
        ui->typed[ui->typed_length++] = letter;
}

static void play_key(GameUi *ui, Key key, uint64_t now_ms)
{
    static const struct {
        Key key;
        int right, up;
    } arrows[] = {{KEY_PRESS_LEFT, -1, 0},
                  {KEY_PRESS_RIGHT, 1, 0},
                  {KEY_PRESS_UP, 0, 1},
                  {KEY_PRESS_DOWN, 0, -1}};
    for (unsigned i = 0; i < COUNT_OF(arrows); i++)
        if (key == arrows[i].key)
            ui->kind->move_cursor(ui, arrows[i].right, arrows[i].up);
    if (key == KEY_PRESS_ENTER)
        press_enter(ui, now_ms);
    else if (key == KEY_PRESS_BACKSPACE)
        press_backspace(ui);
    else if (key == KEY_PRESS_DELETE)
        ui->kind->clear_mark(ui);
    else if (key == KEY_PRESS_ESCAPE)
        press_escape(ui);
    else if (key_is_ascii(key))
        type_letter(ui, (char)key);
}
