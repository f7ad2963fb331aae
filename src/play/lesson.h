// The first lessons: six short positions of each game, each about one thing the umpire says. A row of data each.
#ifndef NEBEL_PLAY_LESSON_H
#define NEBEL_PLAY_LESSON_H

#include "game/record.h"

// What must come of an own try: the umpire's word for it, and more where it is set.
typedef struct LessonGoal {
    uint8_t event;    // HEARD_MOVE or HEARD_REFUSAL
    bool is_capture;  // something must be taken
    uint8_t ending;   // the game must end so
    const char *from; // by the man that stands there; NULL for any
    const char *at;   // on this point of Go; NULL for any
} LessonGoal;

typedef struct Lesson {
    const char *title;
    const char *game;
    uint8_t seat;        // the person's
    const char *before;  // the tries of both seats that went before; NULL for none
    const char *picture; // what there is to see
    const char *task;
    const char *reason; // told when it is done, beside the umpire's board
    LessonGoal goal;
} Lesson;

typedef enum CourseKind { COURSE_KRIEGSPIEL, COURSE_GO, COURSE_KIND_COUNT } CourseKind;

enum { LESSON_COUNT = 6 };
extern const Lesson lessons[COURSE_KIND_COUNT][LESSON_COUNT];

// Whether that is what the lesson wants of the person's seat, which received it.
bool lesson_is_done(const Lesson *lesson, const Game *game, const Heard *heard);

#endif
