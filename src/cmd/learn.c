// nebel learn: lessons for beginners, on the screen or in lines.
#include "cmd/command.h"
#include "cmd/match.h"
#include "cmd/values.h"
#include "ui/play/lessons.h"
#include "ui/terminal/line_input.h"
#include "ui/terminal/screen_loop.h"

#include <signal.h>

enum { OPTION_GAME, OPTION_LINES, OPTION_ASCII };

static void draw(const void *self, bool is_ascii, uint64_t now_ms, Cells *out)
{
    course_draw(self, (UiLook){.is_ascii = is_ascii}, now_ms, out);
}

static void press(void *self, Key key, uint64_t now_ms)
{
    course_key(self, key, now_ms);
}

static bool is_done(const void *self)
{
    return course_is_done(self);
}

static const ScreenKind course_screen = {.draw = draw, .key = press, .is_done = is_done};

static int learn_on_screen(Course *course, bool is_ascii)
{
    Screen *screen = screen_loop_open(is_ascii, "nebel learn --lines needs none");
    if (!screen)
        return EXIT_USAGE;
    const bool goes_on =
        screen_loop_run(screen, is_ascii, &(ScreenLoop){&course_screen, course, -1});
    const int signal_number = screen_loop_close(screen);
    if (signal_number)
        raise(signal_number);
    return goes_on ? EXIT_FINE : EXIT_FAILED;
}

static int learn_in_lines(Course *course)
{
    LineReader reader = {.length = 0};
    char line[LINE_READER_MAX];
    Text text = text_growing(&memory_heap);
    course_open_lines(course, &text);
    speak(&text);
    while (!course_is_done(course) && line_wait(&reader, -1, UINT64_MAX, line) == LINE_READ) {
        course_take_line(course, slice_of(line), screen_loop_now_ms(), &text);
        speak(&text);
    }
    text_done(&text);
    return EXIT_FINE;
}

static const char *const game_names[COURSE_KIND_COUNT] = {
    [COURSE_KRIEGSPIEL] = "kriegspiel", [COURSE_GO] = "phantom-go"};

static unsigned find_kind(const char *name)
{
    unsigned kind = 0;
    while (name && kind < COURSE_KIND_COUNT && !slice_is(slice_of(name), game_names[kind]))
        kind++;
    return kind;
}

static int learn_run(const Given *given)
{
    uint64_t number = 1;
    const unsigned kind = find_kind(given->options[OPTION_GAME]);
    if (kind == COURSE_KIND_COUNT)
        return complain("--game must be kriegspiel or phantom-go, not '%s'",
                        given->options[OPTION_GAME]);
    if (given->arguments[0] && !read_number("learn", given->arguments[0], 1, LESSON_COUNT, &number))
        return EXIT_USAGE;
    Course *course =
        course_create(&memory_heap, (CourseKind)kind, (unsigned)number - 1, screen_loop_now_ms());
    if (!course)
        return complain("there is not enough memory for a lesson");
    const int status = given->options[OPTION_LINES]
                           ? learn_in_lines(course)
                           : learn_on_screen(course, given->options[OPTION_ASCII] != NULL);
    course_destroy(course);
    return status;
}

const Command learn_command = {
    .name = "learn",
    .argument = "N",
    .summary = "six short lessons on what the umpire says",
    .example = "nebel learn 1 --lines",
    .options =
        {
            [OPTION_GAME] = {"--game", "GAME", "kriegspiel (default) or phantom-go"},
            [OPTION_LINES] = {"--lines", NULL,
                              "speak in lines of text, for screen readers and pipes"},
            [OPTION_ASCII] = {"--ascii", NULL, "no colours, nothing but ASCII"},
        },
    .is_spoken = true,
    .run = learn_run,
};
