// Replays the record; a density hears what one seat hears.
#include "lab/study/density_study.h"

#include "games/kriegspiel/open_chess.h"

#include <assert.h>

typedef struct StudyReplay {
    const DensityStudyPlan *plan;
    const DensityStudySink *sink;
    Replay replay;
    DensityTracker tracker;
} StudyReplay;

static const Umpire *umpire_of(const StudyReplay *study)
{
    return (const Umpire *)&study->replay.truth;
}

static void tell_try(StudyReplay *study, Try attempt, Verdict verdict)
{
    const DensityTracker *tracker = &study->tracker;
    const OwnMen *own = &tracker->view.own;
    if (attempt == TRY_ANY ||
        !attempt_is_possible(&tracker->view.turn, tracker->rules->ruleset, own, attempt))
        return;
    DensityForecast forecast;
    forecast_init(&forecast, &tracker->density, own, &tracker->last);
    const Facts *facts = &umpire_of(study)->facts;
    const bool is_legal = verdict == VERDICT_PLAYED;
    const DensityStudyTry told = {.predicted =
                                      forecast_try(&forecast, &tracker->density, own, attempt),
                                  .is_legal = is_legal,
                                  .takes = is_legal && facts->captured,
                                  .gives_check = is_legal && facts->checks};
    study->sink->attempt(study->sink->context, &told);
}

static StudyError take_entry(StudyReplay *study, const Entry *entry)
{
    assert(entry->seat < 2);
    const Replay *replay = &study->replay;
    const uint8_t seat = study->plan->seat;
    const bool is_own = entry->seat == seat;
    if (entry->kind != EVENT_TRY)
        return STUDY_OK;
    if (!replay->is_judged)
        return replay->outcome.is_over ? STUDY_OK : STUDY_ERR_RECORD;
    const Verdict verdict = replay->to[entry->seat].verdict;
    if (is_own)
        tell_try(study, entry->attempt, verdict);
    if (replay->to[seat].event != HEARD_NOTHING)
        tracker_hear(&study->tracker, is_own ? entry->attempt : TRY_NONE, &replay->to[seat]);
    if (!is_own && verdict == VERDICT_PLAYED && !replay->outcome.is_over)
        study->sink->turn(study->sink->context, &study->tracker, &umpire_of(study)->truth);
    return STUDY_OK;
}

StudyError density_study_game(const DensityStudyPlan *plan, const DensityStudySink *sink)
{
    assert(plan->seat < 2 && plan->entries);
    assert(sink->turn && sink->attempt);
    if (kriegspiel_rules_game(plan->rules) != &kriegspiel_game)
        return STUDY_ERR_GAME;
    StudyReplay study = {.plan = plan, .sink = sink};
    Replay *replay = &study.replay;
    replay_begin(replay, &kriegspiel_game, (const Rules *)plan->rules, plan->entries);
    tracker_begin(&study.tracker, plan->rules, plan->seat, plan->model);
    tracker_hear(&study.tracker, TRY_NONE, &replay->to[plan->seat]);
    StudyError error = STUDY_OK;
    while (!error && replay_step(replay))
        error = take_entry(&study, replay_entry(replay));
    return error;
}

Quality density_quality(const Density *density, uint8_t seat, const Position *truth)
{
    assert(seat < 2);
    const Color enemy = other_color(seat);
    const Bits squares = position_board(truth)->squares;
    const double count = bits_count(squares);
    const unsigned king = bits_first(position_men(truth, enemy, KING));
    assert(bits_has(squares, king) && density->king[king] >= 0);
    Quality quality = {.king_chance = density->king[king],
                       .king_log_loss = king_log_loss(density->king[king], bits_count(squares))};
    for (Bits rest = squares; rest;) {
        const unsigned i = bits_take(&rest);
        const double sum = (double)density->king[i] + density->pawns[i] + density->pieces[i];
        const double error = (sum < 1 ? sum : 1) - bits_has(truth->color[enemy], i);
        quality.brier += error * error / count;
    }
    return quality;
}
