// The words room: the table of English, files of other languages, and that nothing is said past them.
#include "base/i18n/internal.h"
#include "base/i18n/language.h"
#include "games/registry/games.h"
#include "ui/play/lessons.h"
#include "ui/play/line_mode.h"
#include "ui/play/review.h"
#include "ui/play/start_screen.h"
#include "unit/check.h"
#include "unit/miser.h"

#include <string.h>

enum { WIDTH = 140, HEIGHT = 50, SCREEN_BYTES = CELLS_TEXT_BYTES(WIDTH, HEIGHT) };

// --- English -------------------------------------------------------------------------------------

static unsigned count_arguments(const char *names)
{
    unsigned count = 0;
    for (Slice rest = slice_of(names); rest.length; count++)
        assert_true(slice_take(&rest, " ").length > 0);
    return count;
}

static void every_code_has_an_english_text_that_uses_its_arguments(void **state)
{
    (void)state;
    for (unsigned code = SAY_NOTHING + 1; code < SAY_COUNT; code++) {
        const Message *message = &words__messages[code];
        const Slice pattern = slice_of(message->pattern);
        const unsigned count = count_arguments(message->arguments);
        uint32_t used;
        if (!pattern.length || slice_trim(pattern).length != pattern.length)
            fail_msg("%s has no text, or one with a blank at an end", message->name);
        assert_true(count <= SAY_ARGUMENTS_MAX);
        assert_int_equal(words__check_pattern(pattern, slice_of(message->arguments), &used),
                         PATTERN_OK);
        if (used != (1u << count) - 1)
            fail_msg("%s does not use all of '%s'", message->name, message->arguments);
        if (!count && slice_has(pattern, '{'))
            fail_msg("%s has braces and no arguments", message->name);
    }
}

static void arguments_are_filled_in(void **state)
{
    (void)state;
    char memory[200];
    Text text = TEXT_IN(memory);
    WORDS_FILL(&text, SAY_TRIES_COUNTED, {.number = 1});
    WORDS_FILL(&text, SAY_TRIES_COUNTED, {.number = 12});
    WORDS_FILL(&text, SAY_GO_TAKEN_AT, {.number = 2}, {"a1, b1"});
    WORDS_FILL(&text, SAY_HAND_TO, {"{$colour} [1] }"}); // an argument is no pattern
    assert_string_equal(memory, "1 pawn try.12 pawn tries.2 stones taken: a1, b1."
                                "Hand the keyboard to {$colour} [1] }.");
}

// --- Files ---------------------------------------------------------------------------------------

typedef struct Fixture {
    Language *language;
    uint32_t problem_count;
    char problems[32768];
} Fixture;

static void read_file(Fixture *fixture, const char *file)
{
    Text problems = TEXT_IN(fixture->problems);
    fixture->language =
        language_read(&memory_heap, slice_of(file), &problems, &fixture->problem_count);
    assert_non_null(fixture->language);
    assert_false(problems.cut);
    language_use(fixture->language);
}

static void leave(Fixture *fixture)
{
    language_use(NULL);
    language_destroy(fixture->language);
}

static void assert_problem(const Fixture *fixture, const char *line)
{
    if (!strstr(fixture->problems, line))
        fail_msg("'%s' is not among the problems:\n%s", line, fixture->problems);
}

static void english_as_a_file_is_complete(void **state)
{
    (void)state;
    Fixture fixture;
    Text file = text_growing(&memory_heap);
    language_write_english(&file);
    read_file(&fixture, file.start);
    assert_string_equal(fixture.problems, "");
    for (unsigned code = 0; code < SAY_COUNT; code++)
        assert_string_equal(words__pattern((SayCode)code), words__messages[code].pattern);
    leave(&fixture);
    text_done(&file);
}

static void a_message_that_a_file_leaves_out_is_said_in_english_and_named(void **state)
{
    (void)state;
    Fixture fixture;
    char memory[200];
    Text text = TEXT_IN(memory);
    read_file(&fixture, "# Deutsch\n"
                        "white = Weiß\r\n"
                        "icc-turn = {$colour} ist am Zug.\n"
                        "line-open = {$title}: {$name} hat {$other}, du hast {$own}.\n"
                        "promoted = {\" \"}Umwandlung{\"{\"}\n"
                        "tries-counted = {$count ->\n"
                        "    [1] Ein Bauer schlägt.\n"
                        "    [2] Zwei Bauern schlagen.\n"
                        "   *[other] {$count} Bauern schlagen.\n"
                        "}\n");
    words_say(&text, SAY_WHITE_WINS);
    words_say(&text, SAY_PROMOTED);
    for (uint32_t i = 1; i <= 3; i++)
        WORDS_FILL(&text, SAY_TRIES_COUNTED, {.number = i});
    WORDS_FILL(&text, SAY_ICC_TURN, {words_color(0)});
    WORDS_FILL(&text, SAY_LINE_OPEN, {"A"}, {"B"}, {"C"}, {"D"});
    assert_string_equal(memory, "White wins. Umwandlung{Ein Bauer schlägt.Zwei Bauern schlagen."
                                "3 Bauern schlagen.Weiß ist am Zug.A: D hat C, du hast B.");
    assert_int_equal(fixture.problem_count, SAY_COUNT - 1 - 5);
    assert_problem(&fixture, "missing: white-wins\n");
    assert_null(strstr(fixture.problems, "missing: white\n"));
    leave(&fixture);
    assert_string_equal(words_color(0), "White");
}

static void a_message_that_cannot_be_used_is_said_in_english_and_named(void **state)
{
    (void)state;
    static const struct {
        const char *line, *problem;
        SayCode code; // that is said in English; SAY_NOTHING for none
    } cases[] = {
        {"turn = {$color} ist am Zug.", "line 1: turn: it uses an argument that", SAY_TURN},
        {"turn = Am Zug.", "line 1: turn: it leaves out an argument", SAY_TURN},
        {"turn = {$colour am Zug.", "line 1: turn: braces hold", SAY_TURN},
        {"turn = $colour} am Zug.", "line 1: turn: braces hold", SAY_TURN},
        {"turn = {colour} am Zug.", "line 1: turn: braces hold", SAY_TURN},
        {"turn = {\"a\" b} {$colour}", "line 1: turn: braces hold", SAY_TURN},
        {"white = {$colour}", "line 1: white: it uses an argument", SAY_WHITE},
        {"white =", "line 1: white: it has no words", SAY_WHITE},
        {"call-tries = {$count ->\n [one] {$count}\n *[other] {$count}\n}",
         "line 1: call-tries: a choice has keys", SAY_CALL_TRIES},
        {"call-tries = {$count ->\n [1] {$count}\n}", "line 1: call-tries: a choice has keys",
         SAY_CALL_TRIES},
        {"call-tries = {$count ->\n [1] {$cont}\n *[other] {$count}\n}",
         "line 1: call-tries: it uses an argument", SAY_CALL_TRIES},
        {"call-tries = {$count -> *[a] {$count -> *[a] {$count -> *[a] {$count -> *[a] {$count ->"
         " *[a] {$count}}}}}}",
         "line 1: call-tries: it has more than four choices", SAY_CALL_TRIES},
        {"# a\n\nwhite = A\nwhite = B", "line 4: white: it is there twice", SAY_NOTHING},
        {"call-tries = {$count ->\n *[other] {$count}\n}\nwhit = A",
         "line 4: whit: there is no such message", SAY_NOTHING},
        {"white", "line 1: white: a line is a name", SAY_WHITE},
        {"-term = A", "line 1: -term: there is no such message", SAY_NOTHING},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        Fixture fixture;
        read_file(&fixture, cases[i].line);
        assert_problem(&fixture, cases[i].problem);
        const SayCode code = cases[i].code;
        assert_ptr_equal(words__pattern(code), words__messages[code].pattern);
        leave(&fixture);
    }
}

static bool read_with(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    char problems[32768];
    Text text = TEXT_IN(problems);
    uint32_t count;
    Language *language =
        language_read(&memory, slice_of("white = Weiß\nblack = Schwarz\n"), &text, &count);
    language_destroy(language);
    return language;
}

static void without_memory_there_is_no_language(void **state)
{
    (void)state;
    assert_refusals_are_seen(read_with, 2);
}

// --- Nothing is said past the table ----------------------------------------------------------------

static bool is_letter(char character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

// English with all its letters replaced by one that no English word has. What is then said in plain letters does not come from
// the table.
static void write_masked(const char *english, Text *file)
{
    bool is_name = true;
    for (const char *at = english; *at; at++) {
        const bool is_line_begin = at == english || at[-1] == '\n';
        is_name = is_line_begin ? *at != ' ' && *at != '}' : is_name && *at != '=';
        if (*at == '{' || *at == '[') { // an argument or a key
            const char *end = at + strcspn(at, "]}\n");
            text_add_slice(file, (Slice){at, (size_t)(end - at)});
            at = end;
        }
        if (is_letter(*at) && !is_name)
            text_add(file, "ж");
        else
            text_add_char(file, *at);
    }
}

static void mask(Fixture *fixture)
{
    Text english = text_growing(&memory_heap), file = text_growing(&memory_heap);
    language_write_english(&english);
    write_masked(english.start, &file);
    read_file(fixture, file.start);
    assert_string_equal(fixture->problems, "");
    text_done(&english);
    text_done(&file);
}

// What people type, and names that are the same in every language. What stands in parentheses are options of games and players.
static const char *const plain_words[] = {
    "Anna",   "Otto", "kriegspiel", "chess",   "phantom", "go",    "nd",   "any",   "all", "draw",
    "accept", "mark", "unmark",     "decline", "resign",  "quit",  "pass", "board", "log", "clocks",
    "tries",  "help", "nebel",      "play",    "game",    "lines", "Nf",   "queue",
};

static void assert_masked(const char *shown)
{
    enum { KNOWN = COUNT_OF(plain_words) };
    for (const char *at = shown; *at; at++) {
        if (*at == '(')
            at += strcspn(at, ")\n");
        size_t length = 0;
        while (is_letter(at[length]))
            length++;
        if (length > 1 && slice_find((Slice){at, length}, plain_words, KNOWN) == KNOWN)
            fail_msg("'%.*s' is not from the table:\n%s", (int)length, at, shown);
        at += length ? length - 1 : 0;
    }
}

static void assert_masked_cells(const Cells *cells)
{
    static char shown[SCREEN_BYTES];
    Text text = TEXT_IN(shown);
    cells_to_text(cells, &text);
    assert_masked(shown);
}

static Cell screen[WIDTH * HEIGHT];

static void check_screen(const GameUi *ui)
{
    Cells cells = CELLS_IN(screen, WIDTH, HEIGHT);
    ui_draw(ui, (UiLook){.is_ascii = true}, 5000, &cells);
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++) // men and coordinates are letters of their own
        if (cells.cells[i].style & STYLE_GROUND)
            cells.cells[i] = (Cell){RUNE_BLANK, 0};
    assert_masked_cells(&cells);
}

// Line by line, with the screen after each.
static void check_game(const char *game_string, ClockRule clock, const char *lines_)
{
    AnyRules rules;
    char why[200];
    Text message = TEXT_IN(why), text = text_growing(&memory_heap);
    const UiPlan plan = {.game = game_read(game_string, &rules, &message),
                         .rules = (const Rules *)&rules,
                         .clock = clock,
                         .names = {"Anna", "Otto"},
                         .is_person = {true, true}};
    GameUi *ui = ui_create(&memory_heap, &plan, 0);
    Lines lines;
    line_mode_open(&lines, ui, &text);
    for (Slice rest = slice_of(lines_); rest.length;) {
        line_mode_take(&lines, slice_take(&rest, "|"), 1000, &text);
        check_screen(ui);
    }
    ui_leave(ui);
    check_screen(ui);
    GameRecord record;
    assert_true(ui_record(ui, &memory_heap, &record));
    review_lines(&record, &text);
    Review review;
    review_init(&review, &record);
    for (const char *key = "xnaaq"; *key; key++) {
        Cells cells = CELLS_IN(screen, WIDTH, HEIGHT);
        review_key(&review, (Key)*key);
        review_draw(&review, true, &cells);
        for (uint32_t i = 0; i < WIDTH * (HEIGHT - 16); i++) // the boards
            cells.cells[i] = (Cell){RUNE_BLANK, 0};
        assert_masked_cells(&cells);
    }
    assert_masked(text.start);
    game_record_done(&record, &memory_heap);
    ui_destroy(ui);
    text_done(&text);
}

static void a_game_is_said_from_the_table(void **state)
{
    (void)state;
    Fixture fixture;
    mask(&fixture);
    static const char *const every =
        "help|board|log|clocks|tries|foo|mark|mark e1|unmark|draw|accept|";
    char memory[400];
    static const struct {
        const char *game, *moves;
    } cases[] = {
        {"kriegspiel", "e2e4|e2e4||x|d7d5|||e4d5|||d8d5|||b1c3|||d5e5|||any?|resign|y|"},
        {"kriegspiel(rules=berkeley-any)", "any?|e2e4|||any?|f7f5|||any?|e4f5|||draw|resign|y|"},
        {"kriegspiel(rules=rand,fen=4k3/P7/8/3p4/4P3/8/8/4K3_w)", "e4d5|||e8e7|||a7a8|q|||quit|n|"},
        {"kriegspiel(rules=english)", "e1e5|e2e4|||f7f5|||"},
        {"kriegspiel(rules=cincinnati)", "e1e5|e2e4|||f7f5|||"},
        {"chess", "mark nd5|e2e4|||e7e5|||"},
        {"phantom-go(size=5,black=a1+c3,reasons_given=yes,points_to_both=yes,atari_calls=yes)",
         "z9|e5|||a2|||pass|||b1|||c3|pass|||"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        Text text = TEXT_IN(memory);
        text_format(&text, "%s%s", every, cases[i].moves);
        check_game(cases[i].game, (ClockRule){i % 2 ? 60000 : 0, 0}, memory);
    }
    leave(&fixture);
}

static void lessons_and_the_start_are_said_from_the_table(void **state)
{
    (void)state;
    Fixture fixture;
    mask(&fixture);
    for (unsigned i = 0; i < COURSE_KIND_COUNT * LESSON_COUNT; i++) {
        Text text = text_growing(&memory_heap);
        Course *course =
            course_create(&memory_heap, (CourseKind)(i / LESSON_COUNT), i % LESSON_COUNT, 0);
        course_open_lines(course, &text);
        course_take_line(course, slice_of("help"), 0, &text);
        course_take_line(course, slice_of(i < LESSON_COUNT ? "b1b8" : "pass"), 0, &text);
        assert_masked(text.start);
        course_destroy(course);
        text_done(&text);
    }
    for (unsigned level = 0; level < 20; level++) {
        Start start = start_default();
        Cells cells = CELLS_IN(screen, WIDTH, HEIGHT);
        start.chosen[START_GAME] = level / 10;
        start.chosen[START_OPPONENT] = level % 10;
        start.chosen[START_CLOCK] = level % 5;
        start_draw(&start, &cells);
        assert_masked_cells(&cells);
    }
    leave(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_an_english_text_that_uses_its_arguments),
        cmocka_unit_test(arguments_are_filled_in),
        cmocka_unit_test(english_as_a_file_is_complete),
        cmocka_unit_test(a_message_that_a_file_leaves_out_is_said_in_english_and_named),
        cmocka_unit_test(a_message_that_cannot_be_used_is_said_in_english_and_named),
        cmocka_unit_test(without_memory_there_is_no_language),
        cmocka_unit_test(a_game_is_said_from_the_table),
        cmocka_unit_test(lessons_and_the_start_are_said_from_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
