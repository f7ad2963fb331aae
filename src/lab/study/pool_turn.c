// Compares a pool of Kriegspiel boards with the truth.
#include "lab/study/pool_turn.h"

#include "engine/kriegspiel_belief/belief_model.h"

#include <assert.h>

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

PoolTurn pool_turn(const StudyTurn *studied)
{
    assert(studied->plan->seat < 2 && studied->view && studied->truth);
    const uint8_t seat = studied->plan->seat;
    const Position *truth = &((const Umpire *)studied->truth)->truth;
    PoolTurn turn = {.move = studied->number,
                     .is_exact = pool_is_exact(studied->pool),
                     .is_guessed = pool_is_guessed(studied->pool),
                     .boards = pool_boards(studied->pool),
                     .counts = pool_counts(studied->pool),
                     .view = studied->view,
                     .truth = truth};
    turn.quality =
        turn.boards->count ? quality_of(turn.boards, seat, truth) : quality_of_none(seat, truth);
    assert(!turn.is_exact || !turn.is_guessed);
    return turn;
}

static uint32_t move_number(const void *truth)
{
    return ((const Umpire *)truth)->truth.move_number;
}

const StudyKind kriegspiel_study = {.model = &kriegspiel_belief_model,
                                    .allows = allows,
                                    .number = move_number,
                                    .has_policies = true};

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
