// The start screen: rows of choices, and clocks as players write them.
#include "ui/play/start_screen.h"

#include "engine/players/levels.h"
#include "games/kriegspiel/kriegspiel.h"
#include "games/phantom_go/phantom_go.h"
#include "ui/play/internal.h"

#include <assert.h>

enum { MS_PER_SECOND = 1000, MS_PER_MINUTE = 60000 };

static const double plain_minutes_max = 60;     // from here on a unit is needed
static const double base_ms_max = 86400000;     // a day
static const double increment_ms_max = 3600000; // an hour

typedef struct Duration {
    double number;
    char unit; // 'm' or 's'; 0 if there is none
} Duration;

static bool read_duration(Slice text, Duration *duration)
{
    Duration read = {0};
    const char last = text.length ? text.start[text.length - 1] : 0;
    if (last == 'm' || last == 's') {
        read.unit = last;
        text.length--;
    }
    if (!slice_decimal(text, &read.number))
        return false;
    *duration = read;
    return true;
}

static double to_ms(Duration duration, char unit)
{
    const char known = duration.unit ? duration.unit : unit;
    return duration.number * (known == 'm' ? MS_PER_MINUTE : MS_PER_SECOND);
}

// Both readings of a number that could be either.
static void say_ambiguous(const char *text, Duration base, double increment_s, Text *message)
{
    text_format(
        message,
        "%s would be %g minutes; for %g seconds say %g+%g or %gs+%gs, for %g minutes %gm+%gs", text,
        base.number, base.number, base.number / 60, increment_s, base.number, increment_s,
        base.number, base.number, increment_s);
}

bool play_clock_from_text(const char *text, ClockRule *clock, Text *message)
{
    Slice rest = slice_of(text);
    const Slice before = slice_take(&rest, "+");
    Duration base, increment;
    const bool is_read = read_duration(before, &base) && read_duration(rest, &increment);
    if (is_read && !base.unit && base.number >= plain_minutes_max) {
        say_ambiguous(text, base, to_ms(increment, 's') / MS_PER_SECOND, message);
        return false;
    }
    if (!is_read || to_ms(base, 'm') < 1 || to_ms(base, 'm') > base_ms_max ||
        to_ms(increment, 's') > increment_ms_max) {
        text_format(message,
                    "a clock is minutes and seconds added a move, as in 3+2 or 180s+2s, not '%s'",
                    text);
        return false;
    }
    *clock =
        (ClockRule){(uint32_t)(to_ms(base, 'm') + 0.5), (uint32_t)(to_ms(increment, 's') + 0.5)};
    return true;
}

enum { CHOICES_MAX = 10, VALUE_COLUMN = 14, FIRST_ROW = 3, NAME_MAX_BYTES = 128 };

// What a row can be: words for people, and the words of the options.
typedef struct StartChoice {
    SayCode shown;
    const char *value;
} StartChoice;

typedef struct StartList {
    const StartChoice *list;
    unsigned count;
} StartList;

static const StartChoice colours[] = {
    {SAY_WHITE, "white"}, {SAY_BLACK, "black"}, {SAY_START_BY_LOT, "random"}};
static const StartChoice clocks[] = {{SAY_NONE, "none"},
                                     {SAY_START_CLOCK_3_2, "3+2"},
                                     {SAY_START_CLOCK_5_5, "5+5"},
                                     {SAY_START_CLOCK_10, "10+0"},
                                     {SAY_START_CLOCK_15_10, "15+10"}};
// The value of a ruleset is the whole game string.
static const StartChoice chess_rules[] = {
    {SAY_START_ICC, "kriegspiel(rules=icc)"},
    {SAY_START_BERKELEY, "kriegspiel(rules=berkeley)"},
    {SAY_START_BERKELEY_ANY, "kriegspiel(rules=berkeley-any)"},
    {SAY_START_CINCINNATI, "kriegspiel(rules=cincinnati)"},
    {SAY_START_ENGLISH, "kriegspiel(rules=english)"},
    {SAY_START_RAND, "kriegspiel(rules=rand)"},
    {SAY_START_SMALL_BOARD, "kriegspiel(board=silverman4x4)"}};
static const StartChoice go_rules[] = {
    {SAY_START_KOMI, "phantom-go(size=9,komi=7.5)"},
    {SAY_START_KOMI_HEARD, "phantom-go(size=9,komi=7.5,tries_heard=yes)"}};
static const StartChoice opponents[] = {
    {SAY_START_FRIEND, "friend"}, {SAY_NOTHING, "1"}, {SAY_NOTHING, "2"}, {SAY_NOTHING, "3"},
    {SAY_NOTHING, "4"},           {SAY_NOTHING, "5"}, {SAY_NOTHING, "6"}, {SAY_NOTHING, "7"},
    {SAY_NOTHING, "8"},           {SAY_NOTHING, "9"}};
_Static_assert(COUNT_OF(opponents) == LEVEL_STRONGEST + 1, "every level can be chosen");

#define LIST(array)            \
    {                          \
        array, COUNT_OF(array) \
    }

static const StartChoice games[] = {{SAY_START_KRIEGSPIEL, "kriegspiel"},
                                    {SAY_START_GO, "phantom-go"}};

// What belongs to each of them.
static const struct GameRow {
    const Game *game;
    StartList rules;
} game_rows[] = {{&kriegspiel_game, LIST(chess_rules)}, {&phantom_go_game, LIST(go_rules)}};
_Static_assert(COUNT_OF(game_rows) == COUNT_OF(games), "every game has a row");

static const SayCode row_names[START_ROWS] = {SAY_START_GAME, SAY_START_OPPONENT, SAY_START_COLOUR,
                                              SAY_START_CLOCK, SAY_START_RULES};
static const char *const row_words[START_ROWS] = {"game", "opponent", "colour", "clock", "rules"};

static const struct GameRow *game_row(const Start *start)
{
    assert(start->chosen[START_GAME] < COUNT_OF(game_rows));
    return &game_rows[start->chosen[START_GAME]];
}

static StartList list_of(const Start *start, unsigned row)
{
    static const StartList lists[START_ROWS] = {[START_GAME] = LIST(games),
                                                [START_OPPONENT] = LIST(opponents),
                                                [START_COLOUR] = LIST(colours),
                                                [START_CLOCK] = LIST(clocks)};
    return row == START_RULES ? game_row(start)->rules : lists[row];
}

static const StartChoice *choice_of(const Start *start, unsigned row)
{
    const StartList list = list_of(start, row);
    assert(start->chosen[row] < list.count);
    return &list.list[start->chosen[row]];
}

Start start_default(void)
{
    return (Start){.chosen = {[START_OPPONENT] = LEVEL_DEFAULT}};
}

static void change(Start *start, int by)
{
    const unsigned row = start->row, count = list_of(start, row).count;
    assert(count > 0);
    start->chosen[row] = (uint8_t)((start->chosen[row] + count + (unsigned)by) % count);
    if (row == START_GAME)
        start->chosen[START_RULES] = 0; // each game has its own
}

void start_key(Start *start, Key key)
{
    assert(start->row < START_ROWS);
    if (key == KEY_PRESS_UP)
        start->row = (uint8_t)((start->row + START_ROWS - 1) % START_ROWS);
    else if (key == KEY_PRESS_DOWN || key == KEY_PRESS_TAB)
        start->row = (uint8_t)((start->row + 1) % START_ROWS);
    else if (key == KEY_PRESS_LEFT)
        change(start, -1);
    else if (key == KEY_PRESS_RIGHT || key == ' ')
        change(start, 1);
    else if (key >= '1' && key <= '9')
        start->chosen[START_OPPONENT] = (uint8_t)(key - '0');
    start->wants_game |= key == KEY_PRESS_ENTER;
    start->is_left |= key == 'q' || key == KEY_PRESS_ESCAPE;
}

void start_click(Start *start, uint32_t row)
{
    if (row < FIRST_ROW || row >= FIRST_ROW + 2 * (uint32_t)START_ROWS || (row - FIRST_ROW) % 2)
        return;
    const uint8_t clicked = (uint8_t)((row - FIRST_ROW) / 2);
    if (clicked == start->row)
        change(start, 1);
    start->row = clicked;
}

const char *start_game(const Start *start)
{
    return choice_of(start, START_RULES)->value;
}

unsigned start_level(const Start *start)
{
    return start->chosen[START_OPPONENT];
}

const char *start_colour(const Start *start)
{
    return choice_of(start, START_COLOUR)->value;
}

const char *start_clock(const Start *start)
{
    return start->chosen[START_CLOCK] ? choice_of(start, START_CLOCK)->value : NULL;
}

static void say_value(const Start *start, unsigned row, Text *text)
{
    const unsigned level = start_level(start);
    if (row != START_OPPONENT || level == START_FRIEND) {
        words_say(text, choice_of(start, row)->shown);
        return;
    }
    const Level *chosen = level_of(game_row(start)->game, level);
    if (level < LEVEL_STRONGEST)
        WORDS_FILL(text, SAY_START_LEVEL, {.number = level}, {.number = LEVEL_COUNT},
                   {words_of(chosen->name)}, {chosen->player});
    else
        WORDS_FILL(text, SAY_START_STRONGEST, {words_of(chosen->name)}, {chosen->player});
}

void start_draw(const Start *start, Cells *out)
{
    cells_clear(out);
    if (out->width < UI_WIDTH_MIN || out->height < UI_HEIGHT_MIN) {
        play__draw_too_small(out);
        return;
    }
    play__put_words(out, MARGIN, 1, SAY_START_TITLE, INK_TITLE);
    for (unsigned row = 0; row < START_ROWS; row++) {
        char memory[NAME_MAX_BYTES];
        Text value = TEXT_IN(memory);
        const bool is_here = row == start->row;
        const uint32_t y = FIRST_ROW + 2 * row;
        say_value(start, row, &value);
        play__put(out, MARGIN, y, is_here ? ">" : " ", INK_TITLE);
        play__put_words(out, MARGIN + 2, y, row_names[row], is_here ? INK_TITLE : INK_PLAIN);
        play__put(out, VALUE_COLUMN, y, is_here ? "<" : " ", INK_TITLE);
        play__put(out, VALUE_COLUMN + 2, y, memory, is_here ? INK_TITLE : INK_PLAIN);
        play__put(out, VALUE_COLUMN + 3 + cells_width(slice_of(memory)), y, is_here ? ">" : " ",
                  INK_TITLE);
    }
    play__put_words(out, MARGIN, FIRST_ROW + 2 * START_ROWS + 1, SAY_START_PLAY, INK_ALERT);
    play__put_words(out, MARGIN, FIRST_ROW + 2 * START_ROWS + 3, SAY_START_KEYS, INK_DIM);
}

void start_to_text(const Start *start, Text *text)
{
    for (unsigned row = 0; row < START_ROWS; row++)
        text_format(text, "%s %s\n", row_words[row], choice_of(start, row)->value);
}

static void start_take_line(Start *start, Slice word, Slice value)
{
    for (unsigned row = 0; row < START_ROWS; row++) {
        const StartList list = list_of(start, row);
        for (unsigned i = 0; slice_is(word, row_words[row]) && i < list.count; i++)
            if (slice_is(value, list.list[i].value))
                start->chosen[row] = (uint8_t)i;
    }
}

Start start_from_text(Slice text)
{
    Start start = start_default();
    while (text.length) {
        Slice line = slice_take(&text, "\n");
        const Slice word = slice_take(&line, " ");
        start_take_line(&start, word, line);
    }
    return start;
}
