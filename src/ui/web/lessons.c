// Lessons: handles over play's courses.
#include "ui/web/internal.h"

#include "ui/play/lessons.h"

#include <assert.h>

struct page_course {
    Course *course;
    Text said;
};

page_course *page_course_open(uint32_t kind, uint32_t first)
{
    const bool is_there = kind < COURSE_KIND_COUNT && first < LESSON_COUNT;
    page_course *made = is_there ? page__make(sizeof *made) : NULL;
    if (!made)
        return NULL;
    made->said = text_growing(&memory_heap);
    made->course = course_create(&memory_heap, (CourseKind)kind, first, 0);
    if (made->course)
        return made;
    page_course_close(made);
    return NULL;
}

void page_course_close(page_course *course)
{
    if (!course)
        return;
    course_destroy(course->course);
    text_done(&course->said);
    memory_resize(&memory_heap, course, 0);
}

const char *page_course_line(page_course *course, const char *line)
{
    Text *said = page__fresh(&course->said);
    if (line)
        course_take_line(course->course, slice_of(line), 0, said);
    else
        course_open_lines(course->course, said);
    return said->start;
}

bool page_course_is_done(const page_course *course)
{
    return course_is_done(course->course);
}

const char *page_lesson_title(uint32_t kind, uint32_t index)
{
    const bool is_there = kind < COURSE_KIND_COUNT && index < LESSON_COUNT;
    return is_there ? words_of(lessons[kind][index].title) : NULL;
}

uint32_t page_course_number(const page_course *course)
{
    return course_number(course->course);
}

uint32_t page_course_state(const page_course *course)
{
    return course_state(course->course);
}

const char *page_course_game(const page_course *course)
{
    return course_lesson(course->course)->game;
}

int page_course_seat(const page_course *course)
{
    return course_lesson(course->course)->seat;
}

const char *page_course_text(const page_course *course, uint32_t part)
{
    const Lesson *lesson = course_lesson(course->course);
    const CourseState state = course_state(course->course);
    const bool is_solved = state == COURSE_SOLVED;
    const SayCode codes[PAGE_LESSON_TEXTS] = {
        [PAGE_LESSON_PICTURE] = lesson->picture,
        [PAGE_LESSON_TASK] = lesson->task,
        [PAGE_LESSON_VERDICT] = is_solved                ? SAY_LESSON_SOLVED
                                : state == COURSE_MISSED ? SAY_LESSON_MISSED
                                                         : SAY_NOTHING,
        [PAGE_LESSON_REASON] = is_solved ? lesson->reason : SAY_NOTHING,
    };
    assert(part < PAGE_LESSON_TEXTS);
    return part == PAGE_LESSON_TITLE ? course_title(course->course) : words_of(codes[part]);
}

// What a seat heard in the lesson; NULL if that is not to be told yet.
static const SeatLog *told_log(const page_course *course, int seat)
{
    const bool is_told =
        seat == page_course_seat(course) || course_state(course->course) != COURSE_ASKS;
    return is_told ? ui_log(course_ui(course->course), seat != 0) : NULL;
}

uint32_t page_course_heard(const page_course *course, int seat)
{
    const SeatLog *log = told_log(course, seat);
    return log ? log->count : 0;
}

const char *page_course_hearing(page_course *course, int seat, uint32_t index)
{
    const SeatLog *log = told_log(course, seat);
    return log ? page__hearing(log, seat != 0, index, &course->said) : "";
}

const char *page_course_own_try(page_course *course, int seat, uint32_t index)
{
    const SeatLog *log = told_log(course, seat);
    return log ? page__own_try(log, ui_game(course_ui(course->course)), index, &course->said) : "";
}
