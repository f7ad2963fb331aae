// Playing a record again.
#include "games/core/replay.h"

#include <assert.h>

Outcome outcome_heard(const Hearing *last)
{
    return (Outcome){.is_over = last->ending != 0, .winner = last->winner, .ending = last->ending};
}

static void hear_both(Replay *replay, Try attempt)
{
    void *const views[2] = {&replay->views[0], &replay->views[1]};
    game_hear_both(replay->game, replay->rules, views, attempt, replay->to);
}

void replay_begin(Replay *replay, const Game *game, const Rules *rules, const Entries *entries)
{
    assert(game->truth_bytes <= sizeof replay->truth &&
           game->view_bytes <= sizeof replay->views[0]);
    replay->game = game;
    replay->rules = rules;
    replay->entries = entries;
    replay->next = 0;
    replay->is_judged = false;
    replay->count = move_count_of(game);
    replay->number = (MoveNumber){0};
    game->deal(rules, &replay->truth, replay->to);
    for (uint8_t seat = 0; seat < 2; seat++)
        game->sit(rules, seat, &replay->views[seat]);
    hear_both(replay, TRY_NONE);
    replay->outcome = outcome_heard(&replay->to[0]);
}

const Entry *replay_next(const Replay *replay)
{
    return replay->next < replay->entries->count ? &replay->entries->list[replay->next] : NULL;
}

const Entry *replay_entry(const Replay *replay)
{
    assert(replay->next > 0 && replay->next <= replay->entries->count);
    return &replay->entries->list[replay->next - 1];
}

uint8_t replay_seat_to_move(const Replay *replay)
{
    return replay->game->seat_to_move(&replay->truth);
}

static void play_try(Replay *replay, const Entry *entry)
{
    replay->is_judged = true;
    replay->game->judge(replay->rules, &replay->truth, entry->attempt, replay->to);
    hear_both(replay, entry->attempt);
    replay->number = move_count_take(&replay->count, &replay->to[entry->seat]);
    replay->outcome = outcome_heard(&replay->to[entry->seat]);
}

// An end that the table decides.
static void end_by_table(Replay *replay, const Entry *entry)
{
    static const uint8_t endings[EVENT_COUNT] = {[EVENT_RESIGN] = ENDING_RESIGNED,
                                                 [EVENT_ACCEPT] = ENDING_AGREED,
                                                 [EVENT_TIME] = ENDING_FLAG,
                                                 [EVENT_FORFEIT] = ENDING_FORFEIT,
                                                 [EVENT_ABORT] = ENDING_ABORTED};
    assert(entry->kind < EVENT_COUNT && entry->kind != EVENT_TRY);
    const uint8_t ending = endings[entry->kind];
    const uint8_t mover = replay_seat_to_move(replay);
    replay->outcome = (Outcome){.is_over = ending != 0, .ending = ending};
    if (ending == ENDING_RESIGNED || ending == ENDING_FORFEIT)
        replay->outcome.winner = winner_is(!entry->seat);
    if (ending == ENDING_FLAG && replay->game->can_win(replay->rules, &replay->truth, !mover))
        replay->outcome.winner = winner_is(!mover);
}

bool replay_step(Replay *replay)
{
    const Entry *entry = replay_next(replay);
    if (!entry)
        return false;
    replay->next++;
    replay->is_judged = false;
    replay->number = (MoveNumber){0};
    if (replay->outcome.is_over)
        return true;
    if (entry->kind != EVENT_TRY)
        end_by_table(replay, entry);
    else if (entry->seat == replay_seat_to_move(replay))
        play_try(replay, entry);
    return true;
}

void replay_finish(Replay *replay)
{
    while (replay_step(replay))
        continue;
}
