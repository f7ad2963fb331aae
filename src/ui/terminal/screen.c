// The terminal by ncurses.
//
// A signal handler only writes a byte into a pipe. screen_wait reads that pipe, so no signal is lost and all work is done outside
// of handlers. After a crash the handler itself restores the terminal, from bytes and modes that were prepared when the
// screen was opened; then the signal has its usual effect.
#include "ui/terminal/screen.h"

#include <assert.h>
#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

enum {
    ESCAPE_DELAY_MS = 25, // after which Esc is a key and not the beginning of one
    RESTORE_MAX = 128,    // bytes that give a terminal back
    GROUND_COUNT = 8,     // by GROUND_… / GROUND_LIGHT
    MANY_COLORS = 256,    // that a terminal must have for the first palette
};

// Signals that screen_wait reports, and signals of a crash.
static const int news_signals[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGINT, SIGHUP, SIGQUIT};
static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

struct Screen {
    SCREEN *terminal;
    bool has_colors, has_unicode;
    int ending_signal;
    struct sigaction news_before[COUNT_OF(news_signals)];
    struct sigaction crash_before[COUNT_OF(crash_signals)];
};

// Signal handlers can only use globals. There is one terminal, so there is one of these.
static struct {
    Screen screen;
    bool is_open;
    int pipe[2]; // signals, one byte each
    struct termios modes;
    char restore[RESTORE_MAX];
    size_t restore_bytes;
} state;

typedef struct Palette {
    short inks[INK_COUNT];
    short grounds[GROUND_COUNT];
} Palette;

// By the numbers of xterm's 256 colours; -1 is what the terminal has without us. Inks that stand without a ground are in the middle
// between black and white, so that they can be read on a dark terminal and on a light one.
static const Palette many_colors = {
    .inks = {[INK_PLAIN] = -1,
             [INK_DIM] = 244,
             [INK_TITLE] = -1,
             [INK_TRY] = 32,
             [INK_WHITE_MAN] = 231,
             [INK_BLACK_MAN] = 16,
             [INK_EMPTY] = 152,
             [INK_FOG] = 152,
             [INK_PHANTOM] = 226,
             [INK_ALERT] = 166,
             [INK_SIGN] = 231},
    .grounds = {-1, 66, 60, 131, 160, 166, 64, -1},
};

static const Palette few_colors = {
    .inks = {[INK_PLAIN] = -1,
             [INK_DIM] = -1,
             [INK_TITLE] = -1,
             [INK_TRY] = COLOR_MAGENTA,
             [INK_WHITE_MAN] = COLOR_WHITE,
             [INK_BLACK_MAN] = COLOR_BLACK,
             [INK_EMPTY] = COLOR_WHITE,
             [INK_FOG] = COLOR_WHITE,
             [INK_PHANTOM] = COLOR_YELLOW,
             [INK_ALERT] = COLOR_RED,
             [INK_SIGN] = COLOR_WHITE},
    .grounds = {-1, COLOR_CYAN, COLOR_BLUE, COLOR_RED, COLOR_RED, COLOR_MAGENTA, COLOR_GREEN, -1},
};

static const attr_t ink_attributes[INK_COUNT] = {
    [INK_TITLE] = A_BOLD,   [INK_WHITE_MAN] = A_BOLD, [INK_BLACK_MAN] = A_BOLD,
    [INK_PHANTOM] = A_BOLD, [INK_SIGN] = A_BOLD,      [INK_ALERT] = A_BOLD,
};

static short pair_of(CellStyle style)
{
    assert((style & STYLE_INK) < INK_COUNT);
    return (short)(1 + (style & STYLE_INK) * GROUND_COUNT + (style & STYLE_GROUND) / GROUND_LIGHT);
}

static void open_colors(Screen *screen)
{
    if (!has_colors() || start_color() == ERR || use_default_colors() == ERR)
        return;
    const Palette *palette = COLORS >= MANY_COLORS ? &many_colors : &few_colors;
    for (CellStyle ink = 0; ink < INK_COUNT; ink++)
        for (CellStyle ground = 0; ground <= STYLE_GROUND; ground += GROUND_LIGHT)
            init_pair(pair_of(ink | ground), palette->inks[ink],
                      palette->grounds[ground / GROUND_LIGHT]);
    screen->has_colors = true;
}

static void screen_on_signal(int signal_number)
{
    const int before = errno;
    const unsigned char byte = (unsigned char)signal_number;
    if (write(state.pipe[1], &byte, 1) < 0) {
        // The pipe is full of signals that were not read yet; one more is not needed.
    }
    errno = before;
}

static void screen_on_crash(int signal_number)
{
    if (write(STDOUT_FILENO, state.restore, state.restore_bytes) < 0) {
        // Nothing can be done about it.
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &state.modes);
    raise(signal_number); // SA_RESETHAND has restored its default action
}

static void install_handlers(const int *signals, unsigned count, void (*handler)(int), int flags,
                             struct sigaction *before)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < count; i++)
        sigaction(signals[i], &action, &before[i]);
}

static void restore_handlers(const int *signals, unsigned count, const struct sigaction *before)
{
    for (unsigned i = 0; i < count; i++)
        sigaction(signals[i], &before[i], NULL);
}

// Adds a control sequence to the restore bytes, without the delays of old terminals ("$<5>"), since a crash handler does not wait.
static void add_restore(const char *bytes)
{
    while (*bytes && state.restore_bytes < RESTORE_MAX) {
        const char *end = strncmp(bytes, "$<", 2) == 0 ? strchr(bytes, '>') : NULL;
        if (end)
            bytes = end + 1;
        else
            state.restore[state.restore_bytes++] = *bytes++;
    }
}

// The bytes that stop reports of the mouse. A terminal that has a mouse and no sequence of its own takes xterm's, as curses does.
static const char *mouse_off(void)
{
    const char *own = tigetstr("XM"), *keys = tigetstr("kmous");
    if (own && (intptr_t)own != -1)
        return tiparm(own, 0);
    return keys && (intptr_t)keys != -1 ? "\033[?1000l" : "";
}

// Prepares the bytes that restore the terminal after a crash: mouse, colours, cursor, keypad, the other screen.
static void prepare_restore(void)
{
    static const char *const names[] = {"op", "sgr0", "cnorm", "rmkx", "rmcup"};
    state.restore_bytes = 0;
    add_restore(mouse_off());
    for (unsigned i = 0; i < COUNT_OF(names); i++) {
        const char *bytes = tigetstr(names[i]);
        if (bytes && (intptr_t)bytes != -1)
            add_restore(bytes);
    }
}

static bool open_pipe(void)
{
    if (pipe(state.pipe) != 0)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        fcntl(state.pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(state.pipe[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static void close_pipe(void)
{
    close(state.pipe[0]);
    close(state.pipe[1]);
}

static void set_modes(void)
{
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_DELAY_MS);
    curs_set(0);
    mouseinterval(0); // a press counts at once
    mousemask(BUTTON1_PRESSED | BUTTON3_PRESSED, NULL);
}

// Returns whether there is a terminal, and it can move its cursor.
static bool has_terminal(void)
{
    int error;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) ||
        setupterm(NULL, STDOUT_FILENO, &error) == ERR)
        return false;
    const char *bytes = tigetstr("cup");
    const bool moves_cursor = bytes && (intptr_t)bytes != -1;
    del_curterm(cur_term); // newterm makes its own
    return moves_cursor;
}

Screen *screen_open(bool is_plain)
{
    if (state.is_open || !has_terminal() || tcgetattr(STDIN_FILENO, &state.modes) != 0 ||
        !open_pipe())
        return NULL;
    Screen *screen = &state.screen;
    *screen = (Screen){0};
    setlocale(LC_CTYPE, "");
    // Before newterm, since curses leaves signals alone that already have a handler.
    install_handlers(news_signals, COUNT_OF(news_signals), screen_on_signal, SA_RESTART,
                     screen->news_before);
    screen->terminal = newterm(NULL, stdout, stdin);
    if (!screen->terminal) {
        restore_handlers(news_signals, COUNT_OF(news_signals), screen->news_before);
        close_pipe();
        return NULL;
    }
    state.is_open = true;
    prepare_restore();
    assert(state.restore_bytes <= RESTORE_MAX);
    install_handlers(crash_signals, COUNT_OF(crash_signals), screen_on_crash,
                     (int)SA_RESETHAND | SA_NODEFER, screen->crash_before);
    screen->has_unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    set_modes();
    if (!is_plain)
        open_colors(screen);
    return screen;
}

void screen_close(Screen *screen)
{
    if (!screen)
        return;
    assert(screen == &state.screen && state.is_open);
    endwin();
    restore_handlers(crash_signals, COUNT_OF(crash_signals), screen->crash_before);
    restore_handlers(news_signals, COUNT_OF(news_signals), screen->news_before);
    delscreen(screen->terminal);
    close_pipe();
    state.is_open = false;
}

bool screen_has_unicode(const Screen *screen)
{
    return screen->has_unicode;
}

int screen_signal(const Screen *screen)
{
    return screen->ending_signal;
}

ScreenSize screen_size(const Screen *screen)
{
    assert(state.is_open);
    (void)screen;
    return (ScreenSize){(uint32_t)getmaxx(stdscr), (uint32_t)getmaxy(stdscr)};
}

static void paint_cell(const Screen *screen, int column, int row, Cell cell)
{
    const wchar_t rune[2] = {(wchar_t)(cell.rune == RUNE_BLANK ? ' ' : cell.rune), 0};
    cchar_t character;
    const short pair = screen->has_colors ? pair_of(cell.style) : 0;
    setcchar(&character, rune, ink_attributes[cell.style & STYLE_INK], pair, NULL);
    mvadd_wch(row, column, &character);
}

void screen_alert(Screen *screen, ScreenAlert alert)
{
    assert(screen == &state.screen && state.is_open);
    (void)screen;
    if (alert == ALERT_BELL)
        beep();
    else if (alert == ALERT_FLASH)
        flash();
}

void screen_paint(Screen *screen, const Cells *cells)
{
    assert(screen == &state.screen && state.is_open);
    const ScreenSize size = screen_size(screen);
    for (uint32_t row = 0; row < cells->height && row < size.height; row++)
        for (uint32_t column = 0; column < cells->width && column < size.width; column++)
            paint_cell(screen, (int)column, (int)row, cells->cells[row * cells->width + column]);
    refresh();
}

typedef struct KeyRow {
    wint_t code;
    Key key;
} KeyRow;

static const KeyRow key_codes[] = {
    {KEY_ENTER, KEY_PRESS_ENTER},     {KEY_BACKSPACE, KEY_PRESS_BACKSPACE},
    {KEY_DC, KEY_PRESS_DELETE},       {KEY_LEFT, KEY_PRESS_LEFT},
    {KEY_RIGHT, KEY_PRESS_RIGHT},     {KEY_UP, KEY_PRESS_UP},
    {KEY_DOWN, KEY_PRESS_DOWN},       {KEY_HOME, KEY_PRESS_HOME},
    {KEY_END, KEY_PRESS_END},         {KEY_PPAGE, KEY_PRESS_PAGE_UP},
    {KEY_NPAGE, KEY_PRESS_PAGE_DOWN},
};

static const KeyRow key_characters[] = {
    {'\r', KEY_PRESS_ENTER},     {'\n', KEY_PRESS_ENTER},     {0x1b, KEY_PRESS_ESCAPE},
    {0x7f, KEY_PRESS_BACKSPACE}, {'\b', KEY_PRESS_BACKSPACE}, {'\t', KEY_PRESS_TAB},
};

static bool find_key(const KeyRow *rows, size_t count, wint_t code, Key *key)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].code == code) {
            *key = rows[i].key;
            return true;
        }
    return false;
}

// Takes a press of a button; false for any other event of the mouse.
static bool read_click(Key *key)
{
    MEVENT event;
    if (getmouse(&event) != OK || !(event.bstate & (BUTTON1_PRESSED | BUTTON3_PRESSED)) ||
        event.x < 0 || event.x > CLICK_SIDE_MAX || event.y < 0 || event.y > CLICK_SIDE_MAX)
        return false;
    *key = key_of_click((uint32_t)event.x, (uint32_t)event.y, event.bstate & BUTTON3_PRESSED);
    return true;
}

// Reads one key that we have a name for; false if there is none now.
static bool read_key(Key *key)
{
    wint_t code;
    for (int kind = get_wch(&code); kind != ERR; kind = get_wch(&code)) {
        const bool is_code = kind == KEY_CODE_YES;
        if (is_code ? find_key(key_codes, COUNT_OF(key_codes), code, key)
                    : find_key(key_characters, COUNT_OF(key_characters), code, key))
            return true;
        if (is_code && code == KEY_MOUSE && read_click(key))
            return true;
        if (!is_code && code >= KEY_TEXT_MIN && code <= KEY_TEXT_MAX) {
            *key = (Key)code;
            return true;
        }
    }
    return false;
}

static void fit_to_window(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col)
        resizeterm(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);
}

// Restores the terminal and stops; take_signal takes it over again when the job continues.
static void suspend(void)
{
    struct sigaction ours, default_ = {.sa_handler = SIG_DFL};
    endwin();
    sigemptyset(&default_.sa_mask);
    sigaction(SIGTSTP, &default_, &ours);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
}

// Handles a signal outside of its handler.
static ScreenNews take_signal(Screen *screen, int signal_number)
{
    if (signal_number == SIGTSTP)
        suspend();
    if (signal_number == SIGTSTP || signal_number == SIGCONT || signal_number == SIGWINCH) {
        reset_prog_mode();
        fit_to_window();
        return SCREEN_RESIZED;
    }
    screen->ending_signal = signal_number;
    return SCREEN_ENDED;
}

ScreenNews screen_wait(Screen *screen, int wake, int timeout_ms, Key *key)
{
    assert(state.is_open && timeout_ms >= -1);
    unsigned char signal_number;
    if (read_key(key))
        return SCREEN_KEY;
    struct pollfd watched[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                               {.fd = state.pipe[0], .events = POLLIN},
                               {.fd = wake, .events = POLLIN}};
    const int ready = poll(watched, COUNT_OF(watched), timeout_ms);
    if (read(state.pipe[0], &signal_number, 1) == 1)
        return take_signal(screen, signal_number);
    if (ready <= 0)
        return SCREEN_TIME;
    if (watched[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        return SCREEN_ENDED;
    if (watched[0].revents && read_key(key))
        return SCREEN_KEY;
    return watched[2].revents ? SCREEN_WOKEN : SCREEN_TIME;
}
