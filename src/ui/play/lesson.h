// The lessons: six short positions for each course, each about one thing that the umpire says. One row of data each.
#ifndef NEBEL_PLAY_LESSON_H
#define NEBEL_PLAY_LESSON_H

#include "base/i18n/words.h"
#include "games/core/record.h"

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

// Whether a hearing of the person's seat is the goal of the lesson.
bool lesson_is_done(const Lesson *lesson, const Game *game, const Heard *heard);

#endif
