// The trail of a game of Kriegspiel, and how good its pool was at each turn.
#include "study/pool_study.h"

#include "kriegspiel/belief/fallback_sampler.h"

#include "kriegspiel/law/open_chess.h"

static bool allows(const Rules *rules, const void *view, const void *board, Try attempt)
{
    const KriegspielView *seen = view;
    const KriegspielBoard *imagined = board;
    const Ruleset *ruleset = ((const KriegspielRules *)rules)->ruleset;
    return attempt_is_possible(&seen->turn, ruleset, &seen->own, attempt) &&
           (attempt == TRY_ANY || chess_allows(&imagined->position, attempt));
}

static Quality quality_of_none(uint8_t seat, const Position *truth)
{
    const unsigned squares = bits_count(position_board(truth)->squares);
    const double loss = king_log_loss(0, squares);
    return (Quality){.king_log_loss = loss,
                     .king_entropy = loss,
                     .brier = bits_count(truth->color[other_color(seat)]) / (double)squares};
}

// Who is told, of whose game.
typedef struct Follower {
    const PoolStudyPlan *plan;
    const PoolSink *sink;
} Follower;

static bool tell_turn(void *context, const StudyTurn *trail)
{
    const Follower *follower = context;
    const uint8_t seat = follower->plan->seat;
    const Position *truth = &((const Umpire *)trail->truth)->truth;
    PoolTurn turn = {.move = truth->move_number,
                     .is_exact = pool_is_exact(trail->pool),
                     .is_guessed = pool_is_guessed(trail->pool),
                     .boards = pool_boards(trail->pool),
                     .counts = pool_counts(trail->pool),
                     .view = trail->view,
                     .truth = truth};
    turn.quality =
        turn.boards->count ? quality_of(turn.boards, seat, truth) : quality_of_none(seat, truth);
    return follower->sink->turn(follower->sink->context, &turn);
}

StudyError pool_study(const PoolStudyPlan *plan, const Memory *memory, const PoolSink *sink)
{
    static const StudyKind kriegspiel = {
        .game = &kriegspiel_game, .allows = allows, .fallback = &kriegspiel_fallback};
    if (kriegspiel_rules_game(plan->rules) != &kriegspiel_game)
        return STUDY_ERR_GAME;
    Follower follower = {plan, sink};
    const StudyPlan trail = {.kind = &kriegspiel,
                             .rules = (const Rules *)plan->rules,
                             .entries = plan->entries,
                             .seat = plan->seat,
                             .pool = plan->pool};
    return study_replay(&trail, memory,
                        &(StudySink){.turn = sink->turn ? tell_turn : NULL,
                                     .turn_context = &follower,
                                     .attempt = sink->attempt,
                                     .hear = sink->hear,
                                     .context = sink->context});
}

// --- Sums ----------------------------------------------------------------------------------------

void pool_sums_add(PoolSums *sums, const PoolTurn *turn)
{
    const Quality *quality = &turn->quality;
    sums->turns++;
    sums->exact += turn->is_exact;
    sums->found += quality->truth_weight > 0;
    sums->empty += turn->boards->count == 0;
    sums->guessed += turn->is_guessed;
    sums->sum.truth_weight += quality->truth_weight;
    sums->sum.king_chance += quality->king_chance;
    sums->sum.king_log_loss += quality->king_log_loss;
    sums->sum.king_entropy += quality->king_entropy;
    sums->sum.brier += quality->brier;
}

Quality pool_sums_mean(const PoolSums *sums)
{
    const double turns = sums->turns ? sums->turns : 1;
    return (Quality){.truth_weight = sums->sum.truth_weight / turns,
                     .king_chance = sums->sum.king_chance / turns,
                     .king_log_loss = sums->sum.king_log_loss / turns,
                     .king_entropy = sums->sum.king_entropy / turns,
                     .brier = sums->sum.brier / turns};
}
