// The lessons. tests/unit/play.c solves each of them.
#include "play/lesson.h"

#include "kriegspiel/law/judge.h"
#include "phantom_go/law/phantom_go.h"

#include <assert.h>

const Lesson lessons[COURSE_KIND_COUNT][LESSON_COUNT] = {
    [COURSE_KRIEGSPIEL] =
        {
            {
                .title = "An illegal slide",
                .game = "kriegspiel(fen=4k3/8/8/p7/8/8/8/R3K3_w)",
                .picture =
                    "You see your own men and nothing else. Your rook on a1 looks up an empty "
                    "file; but is it empty?",
                .task = "Try a1a8. Then find what stands in the way, and take it.",
                .reason =
                    "\"Illegal\" said that a man stands somewhere before a8. Shorter slides find "
                    "out where: the longest that is allowed takes the man. In these rules a "
                    "refused "
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
                .reason =
                    "The square of a capture is said aloud to both. It is the moment when you "
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
                .reason =
                    "A rank check comes from the left or from the right. Only one of the two "
                    "blocks is allowed, so the answer to your try told you the side: the rook is "
                    "on a1.",
                .goal = {.event = HEARD_MOVE},
            },
            {
                .title = "Pawn tries",
                .game = "kriegspiel(fen=4k3/8/8/5p2/4P3/8/8/4K3_w)",
                .picture =
                    "Each turn the umpire counts the captures that your pawns can make. Here "
                    "you have one pawn, and one try.",
                .task = "Capture with the pawn: e4d5 or e4f5.",
                .reason =
                    "One pawn, one try, two diagonals: if the first is refused the second is "
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
                .reason =
                    "Nothing stands in a knight's way, and you were not in check. So one reason "
                    "is left: without the knight your king would be. An enemy looks down the "
                    "e-file, and you found it without seeing it.",
                .goal = {.event = HEARD_REFUSAL, .from = "e3"},
            },
            {
                .title = "Mate in the dark",
                .game = "kriegspiel(fen=6k1/R7/8/8/8/8/8/1R2K3_w)",
                .picture =
                    "Your rook on a7 shuts the seventh rank. Black has only the king, and your "
                    "last checks have told you that it is on the eighth.",
                .task = "Give mate.",
                .reason =
                    "You need not see a king to mate it. One rook holds the seventh rank, the "
                    "other sweeps the eighth: wherever the king stood, it was mate. That is how "
                    "Kriegspiel is won, by moves that are good on every board that could be the "
                    "true one.",
                .goal = {.event = HEARD_MOVE, .ending = ENDING_MATE},
            },
        },
    [COURSE_GO] =
        {
            {
                .title = "A stone you cannot see",
                .game = "phantom-go(size=5)",
                .seat = GO_BLACK,
                .before = "c3 c4",
                .picture = "You see your own stones and nothing else. White has put a stone "
                           "somewhere; above yours, perhaps.",
                .task = "Try c4, and think about the answer.",
                .reason = "\"Illegal\" most often says that an enemy stone is there, and from now "
                          "on a ? reminds you of it. A refused try costs nothing: White does not "
                          "hear it, and it is still your turn.",
                .goal = {.event = HEARD_REFUSAL, .at = "c4"},
            },
            {
                .title = "A capture you hear",
                .game = "phantom-go(size=5)",
                .seat = GO_BLACK,
                .before = "b1 a1 c3 d4 a1",
                .picture = "You have tried a1, and it was refused: a white stone is there. Beside "
                           "your stone on b1 it has one liberty left.",
                .task = "Take it.",
                .reason = "A chain without a liberty is taken. You heard how many stones that "
                          "were, and White heard which. Here there is no doubt; where several "
                          "chains may have gone you will have to guess.",
                .goal = {.event = HEARD_MOVE, .is_capture = true},
            },
            {
                .title = "Stones that are taken from you",
                .game = "phantom-go(size=5)",
                .seat = GO_BLACK,
                .before = "a1 a2 c3 b1",
                .picture = "White has taken your stone: you hear which, and the x shows where. Now "
                           "think of what it takes to take a stone in the corner.",
                .task = "Two points must be White's now. Try the upper one.",
                .reason = "A stone goes when its last liberty does. On a2 and b1 there were no "
                          "stones of yours, so both are White's, without a single try. Losing "
                          "stones tells you more than taking them.",
                .goal = {.event = HEARD_REFUSAL, .at = "a2"},
            },
            {
                .title = "A refusal without a stone",
                .game = "phantom-go(size=5)",
                .seat = GO_BLACK,
                .before = "e5 b1 e4 a2 b1 a2",
                .picture = "White has put two stones, and your two refused tries have found both: "
                           "b1 and a2. So the corner between them is empty.",
                .task = "Try a1.",
                .reason = "A stone on a1 would have no liberty: suicide, which is illegal and "
                          "sounds the same. So \"illegal\" does not prove a stone. When it takes "
                          "something, the same point may be played in a later turn.",
                .goal = {.event = HEARD_REFUSAL, .at = "a1"},
            },
            {
                .title = "Ko",
                .game = "phantom-go(size=5)",
                .seat = GO_WHITE,
                .before = "b4 c4 b2 c2 a3 d3 e1 b3 c3",
                .picture = "You are White. Black has just taken your stone on b3 with one that now "
                           "has no liberty but b3.",
                .task = "Try to take back at once, on b3.",
                .reason = "You know that b3 is empty, since your stone was just taken there; and "
                          "yet it is illegal: that is ko. Play elsewhere first, and it may be "
                          "tried again. A board that was there before may never come back, which "
                          "is refused in the same word.",
                .goal = {.event = HEARD_REFUSAL, .at = "b3"},
            },
            {
                .title = "Passing and counting",
                .game = "phantom-go(size=5)",
                .seat = GO_BLACK,
                .before = "c3 a1 b1 pass b3 pass a2 pass",
                .picture = "White has put one stone and passed three times; you took one stone. So "
                           "all White's stones are gone, though you never saw one.",
                .task = "Pass too, and the board is counted.",
                .reason =
                    "Two passes end the game. Your stones and the empty points that touch only "
                    "them are yours: all 25 here, against White's komi of 7.5. All stones that are "
                    "left count as alive, so take what is dead before you pass.",
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
