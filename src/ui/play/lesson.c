// The lessons. tests/unit/ui/play.c solves each of them.
#include "ui/play/lesson.h"

#include "games/kriegspiel/judge.h"
#include "games/phantom_go/phantom_go.h"

#include <assert.h>

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

bool lesson_is_done(const Lesson *lesson, const Game *game, const Heard *heard)
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
