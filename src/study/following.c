// From a record and a seat to a plan, and along it.
#include "study/following.h"

#include "cli/complain.h"
#include "kriegspiel/law/open_chess.h"

#include <string.h>

// The seat of a colour, or of a player named in the record; VIEW_COUNT if it is neither.
static uint8_t find_seat(const GameRecord *record, const char *who)
{
    const uint8_t view = view_from_name(slice_of(who));
    if (view == VIEW_WHITE || view == VIEW_BLACK)
        return view;
    if (strcmp(record->tags.white, who) == 0)
        return VIEW_WHITE;
    return strcmp(record->tags.black, who) == 0 ? VIEW_BLACK : VIEW_COUNT;
}

int following_plan(Following *following, const char *who, const PoolPlan *pool)
{
    const GameRecord *record = &following->record;
    const uint8_t seat = find_seat(record, who);
    if (seat == VIEW_COUNT)
        return complain("--seat must be white, black or a name in the record, not '%s'", who);
    if (record->view != VIEW_UMPIRE) {
        complain("this is %s's own record; the truth is only in the umpire's",
                 view_name(record->view));
        return EXIT_FAILED;
    }
    if (!game_is_on_chess_board(record->game) && pool->policy)
        return complain("--policy is for Kriegspiel; of Go only uniform play is known");
    following->plan = (FollowPlan){.rules = kriegspiel_rules(game_record_rules(record)),
                                   .entries = &record->entries,
                                   .seat = seat,
                                   .pool = *pool};
    return EXIT_FINE;
}

void following_done(Following *following)
{
    game_record_done(&following->record, &memory_heap);
}

static int status_of(FollowError error)
{
    if (!error)
        return EXIT_FINE;
    complain("%s", follow_error_text(error));
    return EXIT_FAILED;
}

int following_walk(const FollowPlan *plan, const FollowSink *sink)
{
    return status_of(follow_game(plan, &memory_heap, sink));
}

int following_walk_go(const Following *following, const GoFollowSink *sink)
{
    const GoFollowPlan plan = {.rules = phantom_rules(game_record_rules(&following->record)),
                               .entries = &following->record.entries,
                               .seat = following->plan.seat,
                               .pool = following->plan.pool};
    return status_of(go_follow_game(&plan, &memory_heap, sink));
}
