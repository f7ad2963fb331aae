// What a person does at a desk: keys and typed words.
#include "play/inside.h"

#include "play/typed.h"

// --- Commands ------------------------------------------------------------------------------------

// A square of this board at the end of a text; SQUARE_NONE if there is none.
static Square last_square(const Desk *desk, Slice text)
{
    if (text.length < 2)
        return SQUARE_NONE;
    const Square square = square_from_text(text.start + text.length - 2);
    const bool is_there =
        square != SQUARE_NONE && bits_has(desk->plan.rules->setup.board->squares, square);
    return is_there ? square : SQUARE_NONE;
}

// "nd5": a knight is believed to stand on d5.
static void mark(Desk *desk, Slice rest)
{
    const Square square = last_square(desk, rest);
    const Kind kind =
        rest.length == 3 ? kind_from_letter((char)(rest.start[0] | 0x20)) : KIND_COUNT;
    if (square == SQUARE_NONE || kind == KIND_COUNT)
        desk_tell(desk, "Mark a man and a square, as in: mark nd5");
    else
        play__mark(desk, square, kind + 1u);
}

static void unmark(Desk *desk, Slice rest)
{
    const Square square = rest.length == 2 ? last_square(desk, rest) : SQUARE_NONE;
    if (slice_is(rest, "all"))
        desk->phantoms[desk->seat] = (ViewPhantoms){{0}};
    else if (square == SQUARE_NONE)
        desk_tell(desk, "Unmark a square, as in: unmark d5; or: unmark all");
    else
        desk->phantoms[desk->seat].at[square] = 0;
}

// Words that are sent to the table, that ask or show something first, and that change the notes.
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

static const struct {
    const char *word;
    void (*note)(Desk *desk, Slice rest);
} note_words[] = {
    {"mark", mark},
    {"unmark", unmark},
};

static void take_move(Desk *desk, Slice text, uint64_t now_ms)
{
    if (play__is_go(desk)) {
        play__go_line(desk, text, now_ms);
        return;
    }
    Try tries[TRIES_MAX], attempt;
    const OwnMen own = play__own(desk, desk->seat);
    const TypedError error = typed_read(text, &own, tries, play__tries(desk, tries), &attempt);
    if (!error)
        play__attempt(desk, attempt, now_ms);
    else if (error == TYPED_ERR_NO_MAN && desk_seat_to_move(desk) != desk->seat)
        play__say(desk, "It is %s's turn.", play__color_names[!desk->seat]);
    else
        desk_tell(desk, typed_error_text(error));
}

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
    if (play__is_go(desk))
        return play__go_note(desk, word, rest);
    for (unsigned i = 0; i < COUNT_OF(note_words); i++)
        if (slice_is(word, note_words[i].word)) {
            note_words[i].note(desk, rest);
            return true;
        }
    return false;
}

// --- By mode -------------------------------------------------------------------------------------

static void play_line(Desk *desk, Slice line, uint64_t now_ms)
{
    if (line.length && !take_command(desk, line, now_ms))
        take_move(desk, line, now_ms);
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

// The first arrow shows the cursor, in the middle of the person's own side.
static Square first_cursor(const Desk *desk)
{
    const Board *board = desk->plan.rules->setup.board;
    const unsigned rank = desk->seat == WHITE ? 1 : board->ranks - 2u;
    return (Square)(rank * 8 + board->files / 2);
}

static void move_cursor(Desk *desk, int right, int up)
{
    if (play__is_go(desk)) {
        play__go_move_cursor(desk, right, up);
        return;
    }
    const Board *board = desk->plan.rules->setup.board;
    if (desk->cursor == SQUARE_NONE) {
        desk->cursor = first_cursor(desk);
        return;
    }
    const int way = desk->seat == BLACK ? -1 : 1; // Black looks from the other side
    const int file = (int)square_file(desk->cursor) + way * right;
    const int rank = (int)square_rank(desk->cursor) + way * up;
    if (file >= 0 && file < board->files && rank >= 0 && rank < board->ranks)
        desk->cursor = (Square)(rank * 8 + file);
}

static void say_square(Desk *desk, const char *format, const char *man, unsigned square)
{
    char memory[4];
    Text name = TEXT_IN(memory);
    square_to_text(square, &name);
    play__say(desk, format, man, memory);
}

static void pick_up(Desk *desk)
{
    const OwnMen own = play__own(desk, desk->seat);
    const Kind kind = own_men_kind(&own, desk->cursor);
    const unsigned phantom = desk->phantoms[desk->seat].at[desk->cursor];
    if (kind != KIND_COUNT || phantom) {
        desk->held = desk->cursor;
        say_square(desk, "The %s of %s: go to a square and press Enter; Esc puts it back.",
                   kind != KIND_COUNT ? play__kind_names[kind] : "mark", desk->cursor);
    } else {
        say_square(desk, "You have no %s on %s. Space marks an enemy there.", "man", desk->cursor);
    }
}

static void put_down(Desk *desk, uint64_t now_ms)
{
    const OwnMen own = play__own(desk, desk->seat);
    const Square from = desk->held;
    ViewPhantoms *phantoms = &desk->phantoms[desk->seat];
    desk->held = SQUARE_NONE;
    if (desk->cursor == from)
        return;
    if (bits_has(own.all, from)) {
        play__attempt(desk, move_make(from, desk->cursor, PAWN), now_ms);
    } else if (!bits_has(own.all, desk->cursor)) {
        phantoms->at[desk->cursor] = phantoms->at[from];
        phantoms->at[from] = 0;
    }
}

static void press_enter(Desk *desk, uint64_t now_ms)
{
    if (desk->typed_length) {
        // What was typed too early stays, and can be sent when the turn has come.
        const bool is_early = desk_seat_to_move(desk) != desk->seat;
        play_line(desk, (Slice){desk->typed, desk->typed_length}, now_ms);
        if (!is_early || !desk->message[0])
            desk->typed_length = 0;
    } else if (play__is_go(desk)) {
        play__go_enter(desk, now_ms);
    } else if (desk->cursor == SQUARE_NONE) {
        desk_tell(desk, "Type a move, as in e2e4 or Nf3; or take the arrow keys.");
    } else if (desk->held == SQUARE_NONE) {
        pick_up(desk);
    } else {
        put_down(desk, now_ms);
    }
}

static void clear_mark(Desk *desk)
{
    if (play__is_go(desk))
        play__go_clear(desk);
    else if (desk->cursor != SQUARE_NONE)
        desk->phantoms[desk->seat].at[desk->cursor] = 0;
}

static void press_backspace(Desk *desk)
{
    if (desk->typed_length)
        desk->typed_length--;
    else
        clear_mark(desk);
}

static void press_escape(Desk *desk)
{
    desk->typed_length = 0;
    desk->held = SQUARE_NONE;
}

// Nothing, pawn, knight and so on to the king, and nothing again.
static void cycle_mark(Desk *desk)
{
    if (play__is_go(desk)) {
        play__go_toggle(desk);
        return;
    }
    if (desk->cursor == SQUARE_NONE) {
        desk->cursor = first_cursor(desk);
        return;
    }
    const unsigned now = desk->phantoms[desk->seat].at[desk->cursor];
    play__mark(desk, desk->cursor, (now + 1) % (KIND_COUNT + 1));
}

static void type(Desk *desk, char letter)
{
    if (desk->typed_length == 0 && letter == '?')
        desk->mode = MODE_HELP;
    else if (desk->typed_length == 0 && letter == ' ')
        cycle_mark(desk);
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
            move_cursor(desk, arrows[i].right, arrows[i].up);
    if (key == KEY_PRESS_ENTER)
        press_enter(desk, now_ms);
    else if (key == KEY_PRESS_BACKSPACE)
        press_backspace(desk);
    else if (key == KEY_PRESS_DELETE)
        clear_mark(desk);
    else if (key == KEY_PRESS_ESCAPE)
        press_escape(desk);
    else if (key_is_ascii(key))
        type(desk, (char)key);
}
