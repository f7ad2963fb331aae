// The umpire plays the record, and a density listens with one seat.
#include "study/density_study.h"

#include "kriegspiel/law/open_chess.h"

#include <math.h>

typedef struct Walker {
    const WatchPlan *plan;
    const WatchSink *sink;
    Replay replay;
    Watch watch;
} Walker;

static const Umpire *umpire_of(const Walker *walker)
{
    return (const Umpire *)&walker->replay.truth;
}

static void tell_try(Walker *walker, Try attempt, Verdict verdict)
{
    const Watch *watch = &walker->watch;
    const OwnMen *own = &watch->view.own;
    if (attempt == TRY_ANY ||
        !attempt_is_possible(&watch->view.turn, watch->rules->ruleset, own, attempt))
        return;
    Outlook outlook;
    outlook_init(&outlook, &watch->density, own, &watch->last);
    const Facts *facts = &umpire_of(walker)->facts;
    const bool is_legal = verdict == VERDICT_PLAYED;
    const WatchTry told = {.predicted = outlook_try(&outlook, &watch->density, own, attempt),
                           .is_legal = is_legal,
                           .takes = is_legal && facts->captured,
                           .gives_check = is_legal && facts->checks};
    walker->sink->attempt(walker->sink->context, &told);
}

static FollowError take_entry(Walker *walker, const Entry *entry)
{
    const Replay *replay = &walker->replay;
    const uint8_t seat = walker->plan->seat;
    const bool is_own = entry->seat == seat;
    if (entry->kind != EVENT_TRY)
        return FOLLOW_OK;
    if (!replay->is_judged)
        return replay->outcome.is_over ? FOLLOW_OK : FOLLOW_ERR_RECORD;
    const Verdict verdict = replay->to[entry->seat].verdict;
    if (is_own)
        tell_try(walker, entry->attempt, verdict);
    if (replay->to[seat].event != HEARD_NOTHING)
        watch_hear(&walker->watch, is_own ? entry->attempt : TRY_NONE, &replay->to[seat]);
    if (!is_own && verdict == VERDICT_PLAYED && !replay->outcome.is_over)
        walker->sink->turn(walker->sink->context, &walker->watch, &umpire_of(walker)->truth);
    return FOLLOW_OK;
}

FollowError watch_game(const WatchPlan *plan, const WatchSink *sink)
{
    if (kriegspiel_rules_game(plan->rules) != &kriegspiel_game)
        return FOLLOW_ERR_GAME;
    Walker walker = {.plan = plan, .sink = sink};
    Replay *replay = &walker.replay;
    replay_begin(replay, &kriegspiel_game, (const Rules *)plan->rules, plan->entries);
    watch_begin(&walker.watch, plan->rules, plan->seat, plan->model);
    watch_hear(&walker.watch, TRY_NONE, &replay->to[plan->seat]);
    FollowError error = FOLLOW_OK;
    while (!error && replay_step(replay))
        error = take_entry(&walker, replay_entry(replay));
    return error;
}

Quality density_quality(const Density *density, uint8_t seat, const Position *truth)
{
    const Color enemy = other_color(seat);
    const Bits squares = position_board(truth)->squares;
    const double count = bits_count(squares);
    const unsigned king = bits_first(position_men(truth, enemy, KING));
    Quality quality = {.king_chance = density->king[king]};
    quality.king_log_loss = -log((1 - KING_FLOOR) * quality.king_chance + KING_FLOOR / count);
    for (Bits rest = squares; rest;) {
        const unsigned i = bits_take(&rest);
        const double sum = (double)density->king[i] + density->pawns[i] + density->pieces[i];
        const double error = (sum < 1 ? sum : 1) - bits_has(truth->color[enemy], i);
        quality.brier += error * error / count;
    }
    return quality;
}
