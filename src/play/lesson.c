// The lessons. tests/unit/play.c solves each of them.
#include "play/lesson.h"

#include "umpire/umpire.h"

const Lesson lessons[LESSON_COUNT] = {
    {
        .title = "An illegal slide",
        .game = "kriegspiel(fen=4k3/8/8/p7/8/8/8/R3K3_w)",
        .picture = "You see your own men and nothing else. Your rook on a1 looks up an empty "
                   "file; but is it empty?",
        .task = "Try a1a8. Then find what stands in the way, and take it.",
        .reason = "\"Illegal\" said that a man stands somewhere before a8. Shorter slides find "
                  "out where: the longest that is allowed takes the man. In these rules a refused "
                  "try costs nothing, and your opponent does not hear it.",
        .goal = {.event = HEARD_MOVE, .is_capture = true},
    },
    {
        .title = "A capture",
        .game = "kriegspiel(fen=4k3/8/4p3/3P4/4P3/8/8/4K3_b)",
        .before = "e6d5",
        .picture = "The umpire has said where you lost a man, and what it was. The man who "
                   "took it stands there now.",
        .task = "Take back.",
        .reason = "The square of a capture is said aloud to both. It is the moment when you "
                  "know where an enemy stands; so taking back is the first thing to try. \"1 "
                  "pawn try\" even told you that a pawn could.",
        .goal = {.event = HEARD_MOVE, .is_capture = true},
    },
    {
        .title = "A check by its line",
        .game = "kriegspiel(fen=r3k3/8/8/8/8/8/3PBP2/4K3_b)",
        .before = "a8a1",
        .picture = "You are in check. The umpire has named the line it comes on: a rank, a "
                   "file, the long or the short diagonal, or a knight's jump.",
        .task = "Get out of check. Your bishop can step in, on one side or on the other.",
        .reason = "A rank check comes from the left or from the right. Only one of the two "
                  "blocks is allowed, so the answer to your try told you the side: the rook is "
                  "on a1.",
        .goal = {.event = HEARD_MOVE},
    },
    {
        .title = "Pawn tries",
        .game = "kriegspiel(fen=4k3/8/8/5p2/4P3/8/8/4K3_w)",
        .picture = "Each turn the umpire counts the captures that your pawns can make. Here "
                   "you have one pawn, and one try.",
        .task = "Capture with the pawn: e4d5 or e4f5.",
        .reason = "One pawn, one try, two diagonals: if the first is refused the second is "
                  "certain. Other rules say less; under some you must ask \"any?\", and under "
                  "some nobody tells you.",
        .goal = {.event = HEARD_MOVE, .is_capture = true},
    },
    {
        .title = "A pin you discover",
        .game = "kriegspiel(fen=4r2k/8/8/8/8/4N3/8/4K3_w)",
        .picture = "No check was called. Your knight on e3 can jump to eight squares, and "
                   "nothing can block a knight.",
        .task = "Try to move the knight, and think about the answer.",
        .reason = "Nothing stands in a knight's way, and you were not in check. So one reason "
                  "is left: without the knight your king would be. An enemy looks down the "
                  "e-file, and you found it without seeing it.",
        .goal = {.event = HEARD_REFUSAL, .from = "e3"},
    },
    {
        .title = "Mate in the dark",
        .game = "kriegspiel(fen=6k1/R7/8/8/8/8/8/1R2K3_w)",
        .picture = "Your rook on a7 shuts the seventh rank. Black has only the king, and your "
                   "last checks have told you that it is on the eighth.",
        .task = "Give mate.",
        .reason = "You need not see a king to mate it. One rook holds the seventh rank, the "
                  "other sweeps the eighth: wherever the king stood, it was mate. That is how "
                  "Kriegspiel is won, by moves that are good on every board that could be the "
                  "true one.",
        .goal = {.event = HEARD_MOVE, .ending = ENDING_MATE},
    },
};

bool lesson_is_done(const Lesson *lesson, const Heard *heard)
{
    const LessonGoal *goal = &lesson->goal;
    const Hearing *hearing = &heard->hearing;
    return heard->own != TRY_NONE && hearing->event == goal->event &&
           (!goal->is_capture || hearing->captured) &&
           (!goal->ending || hearing->ending == goal->ending) &&
           (!goal->from || move_from(heard->own) == square_from_text(goal->from));
}
