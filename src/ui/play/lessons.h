// Lessons: six short positions for each course, each about one thing that the umpire says. A Course leads a person through them, on a
// screen or in lines.
#ifndef NEBEL_PLAY_LESSONS_H
#define NEBEL_PLAY_LESSONS_H

#include "base/i18n/words.h"
#include "games/core/record.h"
#include "ui/play/game_ui.h"

// What the umpire must answer to a try of the person. Fields that are 0 or NULL do not matter.
typedef struct LessonGoal {
    uint8_t event;    // HEARD_MOVE or HEARD_REFUSAL
    bool is_capture;  // the try must capture
    uint8_t ending;   // the game must end in this way
    const char *from; // the try must be of the man on this square
    const char *at;   // the try must be this point of Go
} LessonGoal;

typedef struct Lesson {
    SayCode title;
    const char *game;
    uint8_t seat;       // of the person
    const char *before; // tries of both seats that come before the lesson; NULL for none
    SayCode picture;    // what the person sees
    SayCode task;
    SayCode reason; // the explanation after it is solved, beside the umpire's board
    LessonGoal goal;
} Lesson;

typedef enum CourseKind { COURSE_KRIEGSPIEL, COURSE_GO, COURSE_KIND_COUNT } CourseKind;

enum { LESSON_COUNT = 6 };
extern const Lesson lessons[COURSE_KIND_COUNT][LESSON_COUNT];

typedef struct Course Course;

typedef enum CourseState { COURSE_ASKS, COURSE_SOLVED, COURSE_MISSED, COURSE_DONE } CourseState;

// Begins with lesson `first`, counted from 0. NULL if out of memory.
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
