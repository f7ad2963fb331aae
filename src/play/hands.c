// What a person does at a desk, whatever the game: keys and typed words.
#include "play/inside.h"

// --- Commands ------------------------------------------------------------------------------------

// Words that are sent to the table, and that ask or show something first.
static const struct {
    const char *word;
    EventKind event;
} sent_words[] = {
    {"draw", EVENT_OFFER},
    {"accept", EVENT_ACCEPT},
    {"decline", EVENT_DECLINE},
};

static const struct {
    const char *word;
    DeskMode mode;
} mode_words[] = {
    {"resign", MODE_RESIGN},
    {"quit", MODE_QUIT},
    {"help", MODE_HELP},
    {"?", MODE_HELP},
};

// Takes a line that begins with one of the words; false if it begins with none.
static bool take_command(Desk *desk, Slice line, uint64_t now_ms)
{
    Slice rest = line;
    const Slice word = slice_take(&rest, " ");
    for (unsigned i = 0; i < COUNT_OF(sent_words); i++)
        if (slice_is(word, sent_words[i].word)) {
            play__send(desk, sent_words[i].event, now_ms);
            return true;
        }
    for (unsigned i = 0; i < COUNT_OF(mode_words); i++)
        if (slice_is(word, mode_words[i].word)) {
            desk->mode = (uint8_t)mode_words[i].mode;
            return true;
        }
    return desk->ui->take_note(desk, word, rest);
}

// --- By mode -------------------------------------------------------------------------------------

static void play_line(Desk *desk, Slice line, uint64_t now_ms)
{
    if (line.length && !take_command(desk, line, now_ms))
        desk->ui->take_move(desk, line, now_ms);
}

static void promote_line(Desk *desk, Slice line, uint64_t now_ms)
{
    if (line.length == 1)
        play__promote(desk, (char)(line.start[0] | 0x20), now_ms);
    else
        desk->mode = MODE_PLAY;
}

static void confirm_line(Desk *desk, Slice line, uint64_t now_ms)
{
    play__answer(desk, line.length && (line.start[0] | 0x20) == 'y', now_ms);
}

static void help_line(Desk *desk, Slice line, uint64_t now_ms)
{
    (void)line;
    (void)now_ms;
    desk->mode = MODE_PLAY;
}

static void pass_line(Desk *desk, Slice line, uint64_t now_ms)
{
    (void)line;
    play__pass_on(desk, now_ms);
}

static void over_line(Desk *desk, Slice line, uint64_t now_ms)
{
    (void)now_ms;
    static const struct {
        const char *word;
        DeskWish wish;
    } wishes[] = {{"", WISH_REVIEW},      {"r", WISH_REVIEW},   {"s", WISH_SAVE},
                  {"q", WISH_LEAVE},      {"quit", WISH_LEAVE}, {"save", WISH_SAVE},
                  {"review", WISH_REVIEW}};
    for (unsigned i = 0; i < COUNT_OF(wishes); i++)
        if (slice_is(line, wishes[i].word))
            desk->wish = (uint8_t)wishes[i].wish;
}

static void play_key(Desk *desk, Key key, uint64_t now_ms);

// A key where one key is the whole answer.
static void answer_key(Desk *desk, Key key, uint64_t now_ms);

static const struct {
    void (*line)(Desk *desk, Slice line, uint64_t now_ms);
    void (*key)(Desk *desk, Key key, uint64_t now_ms);
} modes[] = {
    [MODE_PLAY] = {play_line, play_key},        [MODE_PROMOTE] = {promote_line, answer_key},
    [MODE_RESIGN] = {confirm_line, answer_key}, [MODE_QUIT] = {confirm_line, answer_key},
    [MODE_HELP] = {help_line, answer_key},      [MODE_PASS] = {pass_line, answer_key},
    [MODE_HAND] = {pass_line, answer_key},      [MODE_OVER] = {over_line, answer_key},
};
_Static_assert(COUNT_OF(modes) == MODE_COUNT, "every mode needs its hands");

void desk_line(Desk *desk, Slice line, uint64_t now_ms)
{
    desk->message[0] = '\0';
    desk_tick(desk, now_ms); // what comes after the flag comes too late
    modes[desk->mode].line(desk, line, now_ms);
}

void desk_key(Desk *desk, Key key, uint64_t now_ms)
{
    desk->message[0] = '\0';
    desk_tick(desk, now_ms);
    modes[desk->mode].key(desk, key, now_ms);
}

// --- Keys ----------------------------------------------------------------------------------------

static bool passes_by_enter_only(const Desk *desk)
{
    return desk->mode == MODE_PASS || desk->mode == MODE_HAND;
}

static void answer_key(Desk *desk, Key key, uint64_t now_ms)
{
    const char letter = key_is_ascii(key) ? (char)key : ' ';
    if (passes_by_enter_only(desk) && key != KEY_PRESS_ENTER)
        return;
    if (desk->mode == MODE_PROMOTE && key != KEY_PRESS_ESCAPE && letter == ' ')
        return;
    if (key == KEY_PRESS_ENTER || key == KEY_PRESS_ESCAPE)
        modes[desk->mode].line(desk, (Slice){"", 0}, now_ms);
    else
        modes[desk->mode].line(desk, (Slice){&letter, 1}, now_ms);
}

static void press_enter(Desk *desk, uint64_t now_ms)
{
    if (!desk->typed_length) {
        desk->ui->enter(desk, now_ms);
        return;
    }
    // What was typed too early stays, and can be sent when the turn has come.
    const bool is_early = desk_seat_to_move(desk) != desk->seat;
    play_line(desk, (Slice){desk->typed, desk->typed_length}, now_ms);
    if (!is_early || !desk->message[0])
        desk->typed_length = 0;
}

static void press_backspace(Desk *desk)
{
    if (desk->typed_length)
        desk->typed_length--;
    else
        desk->ui->clear_mark(desk);
}

static void press_escape(Desk *desk)
{
    desk->typed_length = 0;
    desk->held = SQUARE_NONE;
}

static void type(Desk *desk, char letter)
{
    if (desk->typed_length == 0 && letter == '?')
        desk->mode = MODE_HELP;
    else if (desk->typed_length == 0 && letter == ' ')
        desk->ui->cycle_mark(desk);
    else if (desk->typed_length < TYPED_MAX)
        desk->typed[desk->typed_length++] = letter;
}

static void play_key(Desk *desk, Key key, uint64_t now_ms)
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
            desk->ui->move_cursor(desk, arrows[i].right, arrows[i].up);
    if (key == KEY_PRESS_ENTER)
        press_enter(desk, now_ms);
    else if (key == KEY_PRESS_BACKSPACE)
        press_backspace(desk);
    else if (key == KEY_PRESS_DELETE)
        desk->ui->clear_mark(desk);
    else if (key == KEY_PRESS_ESCAPE)
        press_escape(desk);
    else if (key_is_ascii(key))
        type(desk, (char)key);
}
