// A course: it leads a person through the lessons, on a screen or in lines.
#ifndef NEBEL_PLAY_COURSE_H
#define NEBEL_PLAY_COURSE_H

#include "ui/play/game_ui.h"
#include "ui/play/lesson.h"

typedef struct Course Course;

typedef enum CourseState { COURSE_ASKS, COURSE_SOLVED, COURSE_MISSED, COURSE_DONE } CourseState;

// Begins with lesson `first`, counted from 0. NULL if there is no memory.
Course *course_create(const Memory *memory, CourseKind kind, unsigned first, uint64_t now_ms);
void course_destroy(Course *course); // accepts NULL

void course_key(Course *course, Key key, uint64_t now_ms);
void course_draw(const Course *course, UiLook look, uint64_t now_ms, Cells *out);

// The same in lines: the first text, and the answer to a line.
void course_open_lines(Course *course, Text *text);
void course_take_line(Course *course, Slice line, uint64_t now_ms, Text *text);

bool course_is_done(const Course *course);

// For surfaces that draw a lesson themselves: where the course is, and the game of its lesson. While the lesson asks, only what its own
// seat heard may be shown.
CourseState course_state(const Course *course);
const Lesson *course_lesson(const Course *course);
unsigned course_number(const Course *course); // of the lesson, from 0
const char *course_title(const Course *course);
const GameUi *course_ui(const Course *course);

#endif
