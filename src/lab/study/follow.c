// Hearings of a replay, told to a player.
#include "lab/study/follow.h"

PlayerError follow_begin(Player *player, const StudyPlan *plan, uint64_t seed, Replay *replay)
{
    const Seating seating = {
        .game = plan->game, .rules = plan->rules, .seat = plan->seat, .seed = seed};
    replay_begin(replay, plan->game, plan->rules, plan->entries);
    const PlayerError error = player_sit(player, &seating);
    return error ? error : player_hear(player, TRY_NONE, &replay->to[plan->seat]);
}

PlayerError follow_hear(Player *player, const StudyPlan *plan, const Replay *replay)
{
    const Entry *entry = replay_entry(replay);
    const Hearing *heard = &replay->to[plan->seat];
    if (entry->kind != EVENT_TRY || !replay->is_judged || heard->event == HEARD_NOTHING)
        return PLAYER_OK;
    return player_hear(player, entry->seat == plan->seat ? entry->attempt : TRY_NONE, heard);
}
