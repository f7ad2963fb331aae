// From options to a plan for following a record.
#include "cmd/following.h"
#include "cmd/contest.h"
#include "cmd/records.h"
#include "umpire/policy.h"

#include <string.h>

enum { GAMES_MAX = 1000000 };

bool following_read_pool(const Given *given, PoolPlan *pool)
{
    uint64_t limit = LIMIT_USUAL, seed = 1;
    const char *limit_text = given->options[FOLLOWING_LIMIT];
    const char *seed_text = given->options[FOLLOWING_SEED];
    if ((limit_text && !read_number("--limit", limit_text, LIMIT_MIN, LIMIT_MAX, &limit)) ||
        (seed_text && !read_number("--seed", seed_text, 0, INT64_MAX, &seed)))
        return false;
    const Policy *policy = NULL;
    const char *policy_text = given->options[FOLLOWING_POLICY];
    if (policy_text && !policy_find(slice_of(policy_text), &policy)) {
        complain("--policy must be uniform or capturer, not '%s'", policy_text);
        return false;
    }
    *pool = (PoolPlan){.limit = (uint32_t)limit, .policy = policy, .seed = seed};
    return true;
}

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

int following_read(Following *following, const Given *given)
{
    const char *who = given->options[FOLLOWING_SEAT], *game = given->options[FOLLOWING_GAME];
    uint64_t number = 1;
    PoolPlan pool;
    if (!given->arguments[0])
        return complain("which record? for example: examples/game.pgn");
    if (!who)
        return complain("whose belief? --seat white or --seat black");
    if (!following_read_pool(given, &pool) ||
        (game && !read_number("--game", game, 1, GAMES_MAX, &number)))
        return EXIT_USAGE;
    int status = records_read_one(given->arguments[0], number, &following->record);
    if (status)
        return status;
    status = following_plan(following, who, &pool);
    if (status)
        following_done(following);
    return status;
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
