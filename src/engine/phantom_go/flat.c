// Flat Monte Carlo: choosing a candidate, one playout, and the results.
#include "engine/phantom_go/flat.h"

#include "base/portable_math.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void go_flat_begin(GoFlat *flat, const GoFlatPlan *plan)
{
    assert(plan->rules && plan->source.draw);
    assert(plan->amaf >= 0 && plan->amaf <= 1 && plan->rave >= 0 && plan->ucb >= 0);
    flat->plan = *plan;
    flat->playouts = 0;
    flat->count = 0;
    for (unsigned spot = 0; (spot = go_set_next(&plan->candidates, spot)) < GO_SPOTS; spot++)
        flat->points[flat->count++] = go_point_at(spot);
    memset(flat->arms, 0, sizeof flat->arms);
    memset(flat->replies, 0, sizeof flat->replies);
    memset(flat->seen, 0, sizeof flat->seen);
}

GoSet go_flat_open_points(const GoBoard *board)
{
    GoSet open = {0};
    for (unsigned i = 0; i < board->empty_count; i++)
        if (go_flat_is_open(board, board->empties[i]))
            go_set_add(&open, go_spot(board->empties[i]));
    return open;
}

// --- Which candidate -------------------------------------------------------------------------------

double go_arm_value(const GoFlatPlan *plan, const GoArm *arm)
{
    const double direct = arm->visits ? arm->sum / arm->visits : 0;
    const double amaf = arm->amaf_visits ? arm->amaf_sum / arm->amaf_visits : 0;
    double share = plan->rave ? fmin(1, arm->visits / plan->rave) : plan->amaf;
    if (!arm->visits)
        share = 0;
    else if (!arm->amaf_visits)
        share = 1;
    return share * direct + (1 - share) * amaf;
}

static bool learns_amaf(const GoFlatPlan *plan)
{
    return plan->rave > 0 || plan->amaf < 1;
}

// The candidate with the highest priority is played next. One that was never played comes first; without UCB, then the
// one played least.
static double priority_of(const GoFlat *flat, const GoArm *arm, double log_playouts)
{
    if (!flat->plan.ucb || !arm->visits)
        return arm->visits ? -(double)arm->visits : INFINITY;
    return go_arm_value(&flat->plan, arm) + flat->plan.ucb * sqrt(2 * log_playouts / arm->visits);
}

// The open candidate of highest priority; among equals, the first from a random start. GO_NONE if none is open.
static GoPoint choose(const GoFlat *flat, const GoBoard *board, Rng *rng)
{
    const double log_playouts = flat->plan.ucb ? portable_log((double)flat->playouts + 1) : 0;
    GoPoint chosen = GO_NONE;
    double max = 0;
    if (!flat->count)
        return GO_NONE;
    for (uint32_t i = 0, at = rng_below(rng, flat->count); i < flat->count; i++, at++) {
        const GoPoint point = flat->points[at % flat->count];
        const double value = priority_of(flat, &flat->arms[point], log_playouts);
        if ((chosen && value <= max) || !go_flat_is_open(board, point))
            continue;
        chosen = point;
        max = value;
    }
    return chosen;
}

// --- One playout -----------------------------------------------------------------------------------

static int margin_of(const PhantomRules *rules, const GoBoard *board, uint8_t seat)
{
    return phantom_margin(rules, board) * (seat == GO_BLACK ? 1 : -1);
}

double go_result(const PhantomRules *rules, const GoBoard *board, uint8_t seat)
{
    const int margin = margin_of(rules, board, seat);
    return margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
}

// The result of a playout from 0 to 1: who wins, or the margin.
static double result_of(const GoFlatPlan *plan, const GoBoard *board, uint8_t seat)
{
    if (!plan->counts_points)
        return go_result(plan->rules, board, seat);
    const int margin = margin_of(plan->rules, board, seat);
    // Margins are in half points: a seat that owns the whole board has 2 * size * size.
    const double range = 4.0 * board->size * board->size;
    return fmax(0, fmin(1, 0.5 + margin / range));
}

static unsigned play_out(GoFlat *flat, GoBoard *board, Rng *rng)
{
    const GoFinish *finish = &flat->plan.finish;
    if (finish->play)
        return finish->play(finish->context, board, rng, flat->trace);
    if (flat->plan.is_mogo)
        return go_playout_mogo_traced(board, rng, flat->trace);
    return go_playout_light_traced(board, rng, flat->trace);
}

// Every point counts for the side that played there first. The trace begins with the enemy's reply.
static void learn_amaf(GoFlat *flat, GoPoint first, unsigned moves, double result)
{
    const uint32_t now = (uint32_t)flat->playouts;
    assert(moves <= GO_PLAYOUT_MOVES_MAX);
    flat->seen[first] = now;
    for (unsigned i = 0; i < moves; i++) {
        const GoPoint point = flat->trace[i];
        if (!point || flat->seen[point] == now)
            continue;
        GoArm *arm = i % 2 ? &flat->arms[point] : &flat->replies[point];
        flat->seen[point] = now;
        arm->amaf_visits++;
        arm->amaf_sum += i % 2 ? result : 1 - result;
    }
}

void go_flat_step(GoFlat *flat, Rng *rng)
{
    GoBoard board;
    flat->plan.source.draw(flat->plan.source.context, rng, &board);
    const uint8_t seat = board.to_move;
    assert(board.passes < 2);
    const GoPoint first = choose(flat, &board, rng);
    flat->playouts++;
    if (!first)
        return;
    go_board_play(&board, first);
    const unsigned moves = play_out(flat, &board, rng);
    const double result = result_of(&flat->plan, &board, seat);
    assert(result >= 0 && result <= 1);
    flat->arms[first].visits++;
    flat->arms[first].sum += result;
    if (learns_amaf(&flat->plan))
        learn_amaf(flat, first, moves, result);
}

// --- Results -------------------------------------------------------------------------------

static void add_arms(GoArm *arms, const GoArm *others)
{
    for (unsigned i = 0; i < GO_POINTS; i++) {
        arms[i].sum += others[i].sum;
        arms[i].amaf_sum += others[i].amaf_sum;
        arms[i].visits += others[i].visits;
        arms[i].amaf_visits += others[i].amaf_visits;
    }
}

void go_flat_add(GoFlat *flat, const GoFlat *other)
{
    assert(flat->count == other->count);
    flat->playouts += other->playouts;
    add_arms(flat->arms, other->arms);
    add_arms(flat->replies, other->replies);
}

bool go_flat_value_of(const GoFlat *flat, GoPoint point, double *value)
{
    assert(point < GO_POINTS);
    const GoArm *arm = &flat->arms[point];
    if (!arm->visits)
        return false;
    *value = go_arm_value(&flat->plan, arm);
    return true;
}

GoPoint go_flat_best(const GoFlat *flat, Rng *rng, double *value)
{
    GoPoint best = GO_NONE;
    uint32_t equals = 0;
    *value = 0;
    for (uint32_t i = 0; i < flat->count; i++) {
        double next;
        if (!go_flat_value_of(flat, flat->points[i], &next))
            continue;
        equals = !best || next > *value ? 1 : equals + (next == *value);
        if (!best || next > *value || (next == *value && rng_below(rng, equals) == 0)) {
            best = flat->points[i];
            *value = next;
        }
    }
    return best;
}
