// Rounds of boards, and fewer tries in each.
#include "engine/kriegspiel_search/two_step.h"

#include "base/hash.h"
#include "games/kriegspiel/judge.h"

#include <assert.h>
#include <math.h>

// Set by hand; in hundredths of a pawn and in boards.
static const double margin = 150;   // a try that one step finds so much worse is not looked at
static const double probable = 0.5; // a try that is legal on fewer of the boards is not looked at
static const double leaning = 2;    // what all other boards count for, beside those of the group
static const double spread = 40;    // by which the gains of tries differ, about
enum {
    FIRST_SHARE = 8
}; // one board in so many is of the first round; each later one doubles what there is

static void begin_try(TwoStepTry *one, uint32_t index, Try attempt, const Ruleset *rules,
                      const OwnMen *own)
{
    const Turn fresh = {0};
    OwnMen after = *own;
    own_men_play(&after, attempt);
    one->index = index;
    one->gain = one->error = 0;
    one->boards = 0;
    one->next_count = attempts_list(&fresh, rules, &after, one->next);
    for (uint32_t i = 0; i < one->next_count;)
        if (one->next[i] == TRY_ANY)
            one->next[i] = one->next[--one->next_count];
        else
            i++;
}

static uint32_t draw_reply(const Policy *policy, const KriegspielBoard *board,
                           const MoveList *replies, float share)
{
    float chances[MOVES_MAX];
    uint32_t i = 0;
    policy_chances(policy, board, replies, chances);
    for (; i + 1 < replies->count && share >= chances[i]; i++)
        share -= chances[i];
    return i;
}

// Plays a legal move and remembers it; returns a number for what both seats hear of it.
static uint64_t play_on(const Ruleset *rules, const KriegspielBoard *board, Move move,
                        KriegspielBoard *after)
{
    *after = (KriegspielBoard){0};
    const Hearing heard = umpire_imagine_call(rules, &board->position, move, &after->position);
    after->lost_at = heard.capture_at;
    kriegspiel_remember(board, move, after->lost_at, after);
    return hash_bytes(HASH_START, &heard, sizeof heard);
}

// Whether our next try is legal on a board. He may have taken the man since the tries were listed, or the rook to castle with.
static bool is_legal_next(const KriegspielBoard *board, Move move)
{
    const Position *position = &board->position;
    const unsigned from = move_from(move);
    if (!bits_has(position->color[position->to_move], from))
        return false;
    const bool castles =
        bits_has(position->kind[KING], from) && chess_castle_of(from, move_to(move));
    return !(castles && board->lost_at) && chess_allows(position, move);
}

static void value_next(PolicyMemo *memo, TwoStepTry *one, const OneStepPlan *plan,
                       const KriegspielBoard *board, double before, Meter *meter)
{
    OneStepOutcome outcome;
    uint32_t valued = 0;
    one_step_begin_board(memo, board);
    for (uint32_t i = 0; i < one->next_count; i++) {
        float *gain = &one->gains[i][one->boards];
        *gain = NAN;
        if (!is_legal_next(board, one->next[i]))
            continue;
        one_step_play(plan, memo, board, one->next[i], &outcome);
        *gain = (float)(outcome.value - before);
        valued++;
    }
    (void)meter_charge(meter, valued, 0);
}

// Adds a board on which the try is legal.
static void two_step_add_board(const Ruleset *rules, PolicyMemo *memo, TwoStepTry *one,
                               const OneStepPlan *plan, Try attempt, const KriegspielBoard *board,
                               float share, Meter *meter)
{
    KriegspielBoard after, next;
    MoveList replies;
    const uint64_t own = play_on(rules, board, attempt, &after);
    chess_list_legal(&after.position, &replies);
    one->over[one->boards] = replies.count ? NAN : 0; // over, as one step has it
    if (replies.count) {
        const Move reply = replies.moves[draw_reply(plan->policy, &after, &replies, share)];
        const double before = one_step_after_reply(&after.position, reply);
        one->calls[one->boards] = own * 31 + play_on(rules, &after, reply, &next);
        if (chess_count_legal(&next.position))
            value_next(memo, one, plan, &next, before, meter);
        else
            one->over[one->boards] = 0;
    }
    one->boards++;
}

// The best next try on each board as the other boards see it, and what it gains there.
typedef struct Best {
    double score[TWO_STEP_BOARDS_MAX];
    float gain[TWO_STEP_BOARDS_MAX];
} Best;

// Gains of one next try, added up over some boards.
typedef struct TwoStepSum {
    double gains;
    uint32_t boards;
} TwoStepSum;

static void add(TwoStepSum *sum, float gain)
{
    sum->gains += (double)gain;
    sum->boards++;
}

static void compare_next(const TwoStepTry *one, uint32_t next, const uint16_t *groups, Best *best)
{
    const float *gains = one->gains[next];
    TwoStepSum all = {0}, of_group[TWO_STEP_BOARDS_MAX] = {0};
    for (uint32_t b = 0; b < one->boards; b++)
        if (isnan(one->over[b]) && !isnan(gains[b])) {
            add(&all, gains[b]);
            add(&of_group[groups[b]], gains[b]);
        }
    for (uint32_t b = 0; b < one->boards && all.boards > 1; b++) {
        if (!isnan(one->over[b]) || isnan(gains[b]))
            continue;
        const double gain = (double)gains[b], rest = (all.gains - gain) / (all.boards - 1);
        const TwoStepSum *group = &of_group[groups[b]];
        const double score = (leaning * rest + group->gains - gain) / (leaning + group->boards - 1);
        if (score > best->score[b]) {
            best->score[b] = score;
            best->gain[b] = gains[b];
        }
    }
}

// Boards with the same calls have the number of the first of them.
static void find_groups(const TwoStepTry *one, uint16_t groups[TWO_STEP_BOARDS_MAX])
{
    for (uint32_t b = 0; b < one->boards; b++) {
        uint32_t first = 0;
        while (first < b && (one->calls[first] != one->calls[b] || !isnan(one->over[first])))
            first++;
        groups[b] = (uint16_t)first;
    }
}

static void find_gain(TwoStepTry *one)
{
    uint16_t groups[TWO_STEP_BOARDS_MAX];
    Best best;
    double sum = 0, squares = 0;
    find_groups(one, groups);
    for (uint32_t b = 0; b < one->boards; b++) {
        best.score[b] = -INFINITY;
        best.gain[b] = 0;
    }
    for (uint32_t i = 0; i < one->next_count; i++)
        compare_next(one, i, groups, &best);
    for (uint32_t b = 0; b < one->boards; b++) {
        const double gain = (double)(isnan(one->over[b]) ? best.gain[b] : one->over[b]);
        sum += gain;
        squares += gain * gain;
    }
    const double count = one->boards > 1 ? one->boards : 2, mean = sum / count;
    one->gain = mean;
    one->error = sqrt(fmax(squares / count - mean * mean, 1) / (count - 1));
}

// The best tries by one step, in order.
static void find_candidates(TwoStep *two, const OneStep *one, uint32_t best, const OwnMen *own)
{
    bool is_taken[TRIES_MAX] = {false};
    two->count = 0;
    for (uint32_t next = best; two->count < TWO_STEP_TRIES_MAX && next < one->count;) {
        is_taken[next] = true;
        TwoStepTry *candidate = two->ranked[two->count] = &two->tries[two->count];
        begin_try(candidate, next, one->tries[next].attempt, two->rules, own);
        two->count++;
        next = one->count;
        for (uint32_t i = 0; i < one->count; i++)
            if (!is_taken[i] && one->tries[i].legal >= probable &&
                one->tries[i].worth >= one->tries[best].worth - margin &&
                (next == one->count || one->tries[i].worth > one->tries[next].worth))
                next = i;
    }
}

// Some boards for all tries.
typedef struct TwoStepRound {
    TwoStep *two;
    const OneStep *one;
    const TwoStepBoards *from;
    uint32_t begin, end; // of the boards
    unsigned threads;
    bool is_stopped[TEAM_MAX];     // by its meter, before the last board of a thread
    uint64_t last_nodes[TEAM_MAX]; // of that last board
} TwoStepRound;

// A thread's own tries.
static void add_share(void *context, unsigned thread, Meter *meter)
{
    TwoStepRound *round = context;
    const TwoStepBoards *from = round->from;
    for (uint32_t i = thread; i < round->two->count; i += round->threads) {
        TwoStepTry *candidate = round->two->ranked[i];
        const Try attempt = round->one->tries[candidate->index].attempt;
        for (uint32_t b = round->begin; b < round->end; b++) {
            if (meter->is_spent) {
                round->is_stopped[thread] = true;
                return;
            }
            const uint64_t before = meter->nodes;
            if (chess_allows(&from->boards[b]->position, attempt))
                two_step_add_board(round->two->rules, &round->two->memos[thread], candidate,
                                   &round->one->plan, attempt, from->boards[b], from->shares[b],
                                   meter);
            round->last_nodes[thread] = meter->nodes - before;
        }
    }
}

// False if the meter is spent before all tries have these boards. Of the nodes those of the very last board do not count, as if one
// thread had done all.
static bool add_round(TwoStepRound *round, const Team *team, Meter *meter)
{
    assert(round->two->count && round->threads);
    const uint64_t limit = meter->budget->nodes;
    const unsigned last = (round->two->count - 1) % round->threads;
    team_run(team, add_share, round, meter);
    for (unsigned i = 0; i < round->threads; i++)
        if (round->is_stopped[i])
            return false;
    return !limit || meter->nodes - round->last_nodes[last] < limit;
}

// The gain less the threat, which was to foretell it and does not count beside it.
static double surplus(const OneStep *one, const TwoStepTry *candidate)
{
    return candidate->gain - one->plan.threat * one->tries[candidate->index].threat;
}

// What a second step adds to a try more than to others. Before anything is known of it, that is `spread` about; so an uncertain one
// counts less.
static double advantage(const OneStep *one, const TwoStepTry *candidate, double mean)
{
    const double trust = spread * spread / (spread * spread + candidate->error * candidate->error);
    return trust * (surplus(one, candidate) - mean);
}

// What a try is worth two steps ahead, but for what is common to all. A refusal leads to another try, with the advantage `next`.
static double worth_of(const OneStep *one, const TwoStepTry *candidate, double mean, double next)
{
    const OneStepTry *of = &one->tries[candidate->index];
    return of->worth + of->legal * advantage(one, candidate, mean) + (1 - of->legal) * next;
}

// Finds the gains, and orders the tries by what they are worth.
static void rank(TwoStep *two, const OneStep *one)
{
    double mean = 0, next = 0;
    for (uint32_t i = 0; i < two->count; i++) {
        find_gain(two->ranked[i]);
        mean += surplus(one, two->ranked[i]) / two->count;
    }
    for (unsigned round = 0; round < 2; round++) { // the second knows what follows a refusal
        for (uint32_t i = 1; i < two->count; i++) {
            TwoStepTry *moved = two->ranked[i];
            const double worth = worth_of(one, moved, mean, next);
            uint32_t place = i;
            for (; place && worth > worth_of(one, two->ranked[place - 1], mean, next); place--)
                two->ranked[place] = two->ranked[place - 1];
            two->ranked[place] = moved;
        }
        next = advantage(one, two->ranked[0], mean);
    }
}

uint32_t two_step_choose(TwoStep *two, const OneStep *one, uint32_t best, const Ruleset *rules,
                         const OwnMen *own, const TwoStepBoards *from, const Team *team,
                         Meter *meter)
{
    assert(from->count <= TWO_STEP_BOARDS_MAX);
    two->rules = rules;
    two->count = 0;
    if (one->tries[best].legal < probable)
        return best; // most likely it is refused, which costs nothing
    find_candidates(two, one, best, own);
    uint32_t chosen = best;
    const uint32_t first = from->count > FIRST_SHARE ? from->count / FIRST_SHARE : from->count;
    for (uint32_t begin = 0, end = first; begin < from->count && two->count > 1;
         begin = end, end *= 2) {
        end = end < from->count ? end : from->count;
        TwoStepRound round = {.two = two,
                              .one = one,
                              .from = from,
                              .begin = begin,
                              .end = end,
                              .threads = team->threads};
        if (!add_round(&round, team, meter))
            break;
        rank(two, one);
        chosen = two->ranked[0]->index;
        two->count = two->count > 3 ? two->count / 2 : two->count;
    }
    return chosen;
}
