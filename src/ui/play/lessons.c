// Lessons and the way through them. Each lesson is a GameUi without a player in the other seat. The moves before it are played for both
// sides; the lesson ends with the first move of the person. tests/unit/ui/play.c solves each of them.
#include "ui/play/lessons.h"

#include "formats/draw/game_view.h"
#include "games/kriegspiel/judge.h"
#include "games/phantom_go/phantom_go.h"
#include "ui/play/internal.h"
#include "ui/play/line_mode.h"

#include <assert.h>
#include <string.h>

// The messages of a lesson, by its name in base/i18n/messages.h.
#define LESSON_WORDS(name)                                              \
    .title = SAY_LESSON_##name, .picture = SAY_LESSON_##name##_PICTURE, \
    .task = SAY_LESSON_##name##_TASK, .reason = SAY_LESSON_##name##_REASON

const Lesson lessons[COURSE_KIND_COUNT][LESSON_COUNT] = {
    [COURSE_KRIEGSPIEL] =
        {
            {
                LESSON_WORDS(SLIDE),
                .game = "kriegspiel(fen=4k3/8/8/p7/8/8/8/R3K3_w)",
                .goal = {.event = HEARD_MOVE, .is_capture = true},
            },
            {
                LESSON_WORDS(RETAKE),
                .game = "kriegspiel(fen=4k3/8/4p3/3P4/4P3/8/8/4K3_b)",
                .before = "e6d5",
                .goal = {.event = HEARD_MOVE, .is_capture = true},
            },
            {
                LESSON_WORDS(CHECK_LINE),
                .game = "kriegspiel(fen=r3k3/8/8/8/8/8/3PBP2/4K3_b)",
                .before = "a8a1",
                .goal = {.event = HEARD_MOVE},
            },
            {
                LESSON_WORDS(PAWN_TRIES),
                .game = "kriegspiel(fen=4k3/8/8/5p2/4P3/8/8/4K3_w)",
                .goal = {.event = HEARD_MOVE, .is_capture = true},
            },
            {
                LESSON_WORDS(PIN),
                .game = "kriegspiel(fen=4r2k/8/8/8/8/4N3/8/4K3_w)",
                .goal = {.event = HEARD_REFUSAL, .from = "e3"},
            },
            {
                LESSON_WORDS(MATE),
                .game = "kriegspiel(fen=6k1/R7/8/8/8/8/8/1R2K3_w)",
                .goal = {.event = HEARD_MOVE, .ending = ENDING_MATE},
            },
        },
    [COURSE_GO] =
        {
            {
                LESSON_WORDS(STONE),
                .game = "phantom-go(size=5)",
                .seat = GO_BLACK,
                .before = "c3 c4",
                .goal = {.event = HEARD_REFUSAL, .at = "c4"},
            },
            {
                LESSON_WORDS(TAKE),
                .game = "phantom-go(size=5)",
                .seat = GO_BLACK,
                .before = "b1 a1 c3 d4 a1",
                .goal = {.event = HEARD_MOVE, .is_capture = true},
            },
            {
                LESSON_WORDS(TAKEN),
                .game = "phantom-go(size=5)",
                .seat = GO_BLACK,
                .before = "a1 a2 c3 b1",
                .goal = {.event = HEARD_REFUSAL, .at = "a2"},
            },
            {
                LESSON_WORDS(NO_STONE),
                .game = "phantom-go(size=5)",
                .seat = GO_BLACK,
                .before = "e5 b1 e4 a2 b1 a2",
                .goal = {.event = HEARD_REFUSAL, .at = "a1"},
            },
            {
                LESSON_WORDS(KO),
                .game = "phantom-go(size=5)",
                .seat = GO_WHITE,
                .before = "b4 c4 b2 c2 a3 d3 e1 b3 c3",
                .goal = {.event = HEARD_REFUSAL, .at = "b3"},
            },
            {
                LESSON_WORDS(PASS),
                .game = "phantom-go(size=5)",
                .seat = GO_BLACK,
                .before = "c3 a1 b1 pass b3 pass a2 pass",
                .goal = {.event = HEARD_MOVE, .ending = ENDING_PASSES},
            },
        },
};

// Returns whether a hearing of the person's seat is the goal of the lesson.
static bool lesson_is_done(const Lesson *lesson, const Game *game, const Heard *heard)
{
    const LessonGoal *goal = &lesson->goal;
    const Hearing *hearing = &heard->hearing;
    assert(goal->event == HEARD_MOVE || goal->event == HEARD_REFUSAL);
    return heard->own != TRY_NONE && hearing->event == goal->event &&
           (!goal->is_capture || hearing->captured || hearing->stones) &&
           (!goal->ending || hearing->ending == goal->ending) &&
           (!goal->from || move_from(heard->own) == square_from_text(goal->from)) &&
           (!goal->at || heard->own == game->try_from_text(slice_of(goal->at)));
}

enum {
    TITLE_MAX = 160,    // bytes
    NOTE_MAX = 1200,    // bytes of a lesson's picture and task
    KEYS_MAX = 160,     // bytes of the row that names the keys
    SIDE_GAP = 4,       // columns between the board and the words
    CAPTION_WIDTH = 18, // columns for "The umpire sees"
};

struct Course {
    Memory memory;
    uint8_t kind;    // CourseKind
    uint8_t state;   // CourseState
    unsigned number; // of the lesson, from 0
    GameRecord game; // only its rules are used
    char title[TITLE_MAX], note[NOTE_MAX];
    GameUi *ui;
    uint32_t judged; // how many hearings were compared with the goal
    Lines lines;
};

static void write_texts(Course *course)
{
    const Lesson *lesson = course_lesson(course);
    Text title = TEXT_IN(course->title), note = TEXT_IN(course->note);
    WORDS_FILL(&title, SAY_LESSON_TITLE, {.number = course->number + 1}, {.number = LESSON_COUNT},
               {words_of(lesson->title)});
    text_format(&note, "%s\n%s", words_of(lesson->picture), words_of(lesson->task));
}

static void play_before(Course *course, Slice tries, uint64_t now_ms)
{
    while (tries.length) {
        const Choice choice = {.kind = EVENT_TRY,
                               .attempt =
                                   course->game.game->try_from_text(slice_take(&tries, " "))};
        ui_choose(course->ui, &choice, now_ms);
    }
}

// Begins the current lesson; false if out of memory.
static bool course_begin(Course *course, uint64_t now_ms)
{
    const Lesson *lesson = course_lesson(course);
    ui_destroy(course->ui);
    course->ui = NULL;
    if (!game_record_read_rules(&course->game, lesson->game))
        return false;
    write_texts(course);
    UiPlan plan = {.game = course->game.game,
                   .rules = game_record_rules(&course->game),
                   .title = course->title,
                   .note = course->note};
    for (uint8_t seat = 0; seat < 2; seat++) {
        plan.is_person[seat] = seat == lesson->seat;
        plan.names[seat] = words_of(seat == lesson->seat ? SAY_YOU : SAY_LESSON_NOBODY);
    }
    course->ui = ui_create(&course->memory, &plan, now_ms);
    if (!course->ui)
        return false;
    play_before(course, slice_of(lesson->before ? lesson->before : ""), now_ms);
    course->judged = ui_log(course->ui, lesson->seat)->count;
    course->state = COURSE_ASKS;
    return !ui_is_over(course->ui) && !ui_awaits_player(course->ui);
}

Course *course_create(const Memory *memory, CourseKind kind, unsigned first, uint64_t now_ms)
{
    assert(kind < COURSE_KIND_COUNT && first < LESSON_COUNT);
    Course *course = memory_resize(memory, NULL, sizeof *course);
    if (!course)
        return NULL;
    memset(course, 0, sizeof *course);
    course->memory = *memory;
    course->kind = (uint8_t)kind;
    course->number = first;
    if (course_begin(course, now_ms))
        return course;
    course_destroy(course);
    return NULL;
}

void course_destroy(Course *course)
{
    if (!course)
        return;
    const Memory memory = course->memory;
    ui_destroy(course->ui);
    memory_resize(&memory, course, 0);
}

bool course_is_done(const Course *course)
{
    return course->state == COURSE_DONE;
}

CourseState course_state(const Course *course)
{
    return (CourseState)course->state;
}

const Lesson *course_lesson(const Course *course)
{
    assert(course->number < LESSON_COUNT);
    return &lessons[course->kind][course->number];
}

unsigned course_number(const Course *course)
{
    return course->number;
}

const char *course_title(const Course *course)
{
    return course->title;
}

const GameUi *course_ui(const Course *course)
{
    return course->ui;
}

// Ends a lesson: now the umpire's board is shown.
static void reveal(Course *course, CourseState state)
{
    ui_leave(course->ui);
    course->state = (uint8_t)state;
}

// Compares new hearings with the goal of the lesson. Another move misses it.
static void course_judge(Course *course)
{
    const SeatLog *log = ui_log(course->ui, course_lesson(course)->seat);
    for (; course->judged < log->count && course->state == COURSE_ASKS; course->judged++) {
        const Heard *heard = &log->list[course->judged];
        if (lesson_is_done(course_lesson(course), course->game.game, heard))
            reveal(course, COURSE_SOLVED);
        else if (heard->hearing.event == HEARD_MOVE || heard->hearing.ending)
            reveal(course, COURSE_MISSED);
    }
    if (ui_take_request(course->ui) == UI_REQUEST_LEAVE)
        course->state = COURSE_DONE;
}

// After a lesson: the next one, or the same again.
static void go_on(Course *course, uint64_t now_ms)
{
    assert(course->state != COURSE_ASKS);
    const bool is_end = course->state == COURSE_SOLVED && course->number + 1 == LESSON_COUNT;
    course->number += course->state == COURSE_SOLVED && !is_end;
    if (is_end || !course_begin(course, now_ms))
        course->state = COURSE_DONE;
}

void course_key(Course *course, Key key, uint64_t now_ms)
{
    if (course->state == COURSE_ASKS) {
        ui_key(course->ui, key, now_ms);
        course_judge(course);
    } else if (key == KEY_PRESS_ENTER) {
        go_on(course, now_ms);
    } else if (key == 'q') {
        course->state = COURSE_DONE;
    }
}

static const char *verdict_of(const Course *course)
{
    return words_of(course->state == COURSE_SOLVED ? SAY_LESSON_SOLVED : SAY_LESSON_MISSED);
}

// How to play the game of the course.
static void say_play(const Course *course, SayCode code, const char *command, Text *text)
{
    char memory[KEYS_MAX];
    Text whole = TEXT_IN(memory);
    text_format(&whole, "%s%s", command, play__ui_of(course->game.game)->play_options);
    WORDS_FILL(text, code, {memory});
}

static void say_keys(const Course *course, Text *text)
{
    if (course->state == COURSE_MISSED)
        words_say(text, SAY_LESSON_KEYS_AGAIN);
    else if (course->number + 1 < LESSON_COUNT)
        words_say(text, SAY_LESSON_KEYS_NEXT);
    else
        say_play(course, SAY_LESSON_KEYS_END, "nebel play", text);
}

// Draws the umpire's board; returns the column after it.
static uint32_t draw_truth(const Course *course, UiLook look, Cells *out)
{
    Cell memory[VIEW_ONE_CELLS_MAX];
    const GameView *drawing = game_view_of(course->game.game);
    const ViewSize size = drawing->size(game_record_rules(&course->game), VIEW_WIDE);
    Cells board = CELLS_IN(memory, size.width, size.height);
    drawing->draw_truth(play__truth(course->ui),
                        (ViewOptions){.scale = VIEW_WIDE,
                                      .glyphs = !look.is_ascii && !look.has_letters,
                                      .soft_fog = !look.is_ascii},
                        &board);
    cells_copy(&board, out, MARGIN, HEAD_ROWS + 2);
    return MARGIN + size.width;
}

static void draw_end(const Course *course, UiLook look, Cells *out)
{
    const uint32_t end = draw_truth(course, look, out), caption_end = MARGIN + CAPTION_WIDTH;
    const uint32_t column = (end > caption_end ? end : caption_end) + SIDE_GAP;
    play__put(out, MARGIN, 0, course->title, INK_DIM);
    play__put_words(out, MARGIN + 2, HEAD_ROWS, game_view_of(course->game.game)->umpire_sees,
                    INK_TITLE);
    play__put(out, column, HEAD_ROWS, verdict_of(course), INK_ALERT);
    if (course->state == COURSE_SOLVED)
        play__draw_wrapped(words_of(course_lesson(course)->reason), column, HEAD_ROWS + 2,
                           INK_PLAIN, out);
    char memory[KEYS_MAX];
    Text keys = TEXT_IN(memory);
    say_keys(course, &keys);
    play__put(out, MARGIN, out->height - 1, memory, INK_DIM);
}

void course_draw(const Course *course, UiLook look, uint64_t now_ms, Cells *out)
{
    const bool is_small = out->width < UI_WIDTH_MIN || out->height < UI_HEIGHT_MIN;
    if (course->state == COURSE_ASKS || is_small) {
        ui_draw(course->ui, look, now_ms, out);
        return;
    }
    cells_clear(out);
    draw_end(course, look, out);
}

void course_open_lines(Course *course, Text *text)
{
    line_mode_open(&course->lines, course->ui, text);
}

static void say_end(const Course *course, Text *text)
{
    const bool is_solved = course->state == COURSE_SOLVED;
    text_format(text, "%s\n", verdict_of(course));
    if (is_solved)
        text_format(text, "%s\n", words_of(course_lesson(course)->reason));
    play__ui_of(course->game.game)->say_truth(play__truth(course->ui), text);
    words_say(text, is_solved ? SAY_LESSON_LINE_NEXT : SAY_LESSON_LINE_AGAIN);
    text_add_char(text, '\n');
}

void course_take_line(Course *course, Slice line, uint64_t now_ms, Text *text)
{
    if (course->state == COURSE_ASKS) {
        line_mode_take(&course->lines, line, now_ms, text);
        course_judge(course);
        if (course->state == COURSE_SOLVED || course->state == COURSE_MISSED)
            say_end(course, text);
    } else if (line.length) {
        course->state = COURSE_DONE;
    } else {
        go_on(course, now_ms);
        if (course->state == COURSE_ASKS) {
            course_open_lines(course, text);
            return;
        }
        say_play(course, SAY_LESSON_LINE_END, "nebel play --lines", text);
        text_add_char(text, '\n');
    }
}
