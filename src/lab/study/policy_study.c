// Maximum likelihood for a conditional logit.
//
// A decision is a move among all that were legal on the true board. The log-likelihood is concave, so that plain ascent finds its top; Adam
// (Kingma and Ba 2015) makes it quick. A small pull towards 0 keeps terms that few decisions have from running away. One game in
// five is left out of the fit and tells how good it is; a test leaves all out.
#include "lab/study/studies.h"

#include "base/cli/files.h"
#include "base/cli/output.h"
#include "engine/kriegspiel_belief/policy.h"
#include "games/core/replay.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    ROUNDS = 300,      // of the ascent
    HELD_OUT = 5,      // one game in so many
    OPENING_PLIES = 4, // random ones, in matches
};
static const double pull = 0.1, pull_of_places = 1.0; // towards 0: of the sum of squares, in nats
static const double step_size = 0.05, memory_1 = 0.9, memory_2 = 0.99;

typedef struct MoveTerms {
    uint8_t count;
    bool takes;
    uint16_t terms[POLICY_MOVE_TERMS];
} MoveTerms;

typedef struct Decision {
    size_t first; // of its moves
    uint32_t count, played;
    bool is_held_out;
} Decision;

typedef struct Decisions {
    const char *player;
    MoveTerms *moves;
    size_t move_count, move_capacity;
    Decision *list;
    size_t count, capacity;
    uint64_t games;
    bool is_test; // no decision is learnt from
} Decisions;

// Room for one more decision with so many moves.
static bool make_decision_room(Decisions *all, size_t moves)
{
    if (all->move_count + moves > all->move_capacity) {
        const size_t capacity = 2 * all->move_capacity + MOVES_MAX;
        MoveTerms *list = memory_resize(&memory_heap, all->moves, capacity * sizeof *list);
        if (!list)
            return false;
        all->moves = list;
        all->move_capacity = capacity;
    }
    if (all->count == all->capacity) {
        const size_t capacity = 2 * all->capacity + 64;
        Decision *list = memory_resize(&memory_heap, all->list, capacity * sizeof *list);
        if (!list)
            return false;
        all->list = list;
        all->capacity = capacity;
    }
    return true;
}

static bool add_decision(Decisions *all, const KriegspielBoard *board, Move played)
{
    MoveList legal;
    chess_list_legal(&board->position, &legal);
    if (legal.count < 2)
        return true;
    if (!make_decision_room(all, legal.count))
        return false;
    const PolicyMen men = policy_men(board);
    Decision decision = {.first = all->move_count,
                         .count = legal.count,
                         .is_held_out = all->is_test || all->games % HELD_OUT == 0};
    for (uint32_t i = 0; i < legal.count; i++) {
        MoveTerms *move = &all->moves[all->move_count++];
        move->count = (uint8_t)policy_terms(&men, board, legal.moves[i], move->terms);
        move->takes = bits_has(position_occupied(&board->position), move_to(legal.moves[i]));
        decision.played = legal.moves[i] == played ? i : decision.played;
    }
    all->list[all->count++] = decision;
    return true;
}

static bool is_wanted(const char *player, const char *name)
{
    return !player || strncmp(name, player, strlen(player)) == 0;
}

static bool was_played(const Replay *replay)
{
    const Entry *entry = replay_entry(replay);
    return entry->kind == EVENT_TRY && replay->is_judged &&
           replay->to[entry->seat].verdict == VERDICT_PLAYED;
}

// Returns the board after a move that was played, with what it remembers.
static KriegspielBoard next_board(const KriegspielBoard *board, Move move, const Umpire *umpire)
{
    const Facts *facts = &umpire->facts;
    KriegspielBoard next = {.position = umpire->truth,
                            .lost_at = facts->captured ? facts->captured_at + 1 : 0};
    kriegspiel_remember(board, move, next.lost_at, &next);
    return next;
}

static int read_record(void *context, GameRecord *record)
{
    Decisions *all = context;
    if (record->view != VIEW_UMPIRE || record->game != &kriegspiel_game)
        return EXIT_FINE;
    const bool wanted[2] = {is_wanted(all->player, record->tags.white),
                            is_wanted(all->player, record->tags.black)};
    Replay replay;
    replay_begin(&replay, record->game, game_record_rules(record), &record->entries);
    const Umpire *umpire = (const Umpire *)&replay.truth;
    KriegspielBoard board = {.position = umpire->truth, .still = position_occupied(&umpire->truth)};
    all->games++;
    for (unsigned plies = 0; !replay.outcome.is_over && replay_step(&replay);) {
        const Entry *entry = replay_entry(&replay);
        if (!was_played(&replay))
            continue;
        if (plies++ >= OPENING_PLIES && wanted[entry->seat] &&
            !add_decision(all, &board, entry->attempt))
            return complain_of_memory("the decisions");
        board = next_board(&board, entry->attempt, umpire);
    }
    return EXIT_FINE;
}

static double log_weight(const double *logs, const MoveTerms *move)
{
    double sum = 0;
    for (unsigned i = 0; i < move->count; i++)
        sum += logs[move->terms[i]];
    return sum;
}

// Returns the log-likelihood of one decision; adds its gradient if there is room for it.
static double learn_from(const Decisions *all, const Decision *decision, const double *logs,
                         double *gradient)
{
    double weights[MOVES_MAX], sum = 0;
    const MoveTerms *moves = all->moves + decision->first;
    for (uint32_t i = 0; i < decision->count; i++)
        sum += weights[i] = exp(log_weight(logs, &moves[i]));
    for (uint32_t i = 0; i < decision->count && gradient; i++) {
        const double pull_of = (i == decision->played) - weights[i] / sum;
        for (unsigned k = 0; k < moves[i].count; k++)
            gradient[moves[i].terms[k]] += pull_of;
    }
    return log(weights[decision->played] / sum);
}

// Returns the mean log-loss of the decisions that were held out, or of the others.
static double log_loss(const Decisions *all, const double *logs, bool held_out, uint64_t *count)
{
    double sum = 0;
    *count = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (all->list[i].is_held_out != held_out)
            continue;
        sum -= learn_from(all, &all->list[i], logs, NULL);
        ++*count;
    }
    return *count ? sum / (double)*count : 0;
}

// Returns the chance that a decision is a capture.
static double capture_chance(const Decisions *all, const Decision *decision, const double *logs)
{
    const MoveTerms *moves = all->moves + decision->first;
    double sum = 0, takes = 0;
    for (uint32_t i = 0; i < decision->count; i++) {
        const double weight = exp(log_weight(logs, &moves[i]));
        sum += weight;
        takes += moves[i].takes ? weight : 0;
    }
    return takes / sum;
}

// Prints how often a capture came where the policy gave it a certain chance.
static void print_calibration(const Decisions *all, const double *logs)
{
    enum { BINS = 10 };
    double chances[BINS] = {0};
    uint64_t counts[BINS] = {0}, taken[BINS] = {0};
    for (size_t i = 0; i < all->count; i++) {
        const Decision *decision = &all->list[i];
        const double chance = capture_chance(all, decision, logs);
        const unsigned bin = chance >= 1 ? BINS - 1 : (unsigned)(chance * BINS);
        chances[bin] += chance;
        counts[bin]++;
        taken[bin] += all->moves[decision->first + decision->played].takes;
    }
    puts("chance of a capture  captured  moves");
    for (unsigned i = 0; i < BINS; i++)
        if (counts[i])
            printf("%19.3f %9.3f %6" PRIu64 "\n", chances[i] / (double)counts[i],
                   (double)taken[i] / (double)counts[i], counts[i]);
}

static void fit(const Decisions *all, double logs[POLICY_TERMS])
{
    static double gradient[POLICY_TERMS], mean[POLICY_TERMS], square[POLICY_TERMS];
    double first = 1, second = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < POLICY_TERMS; i++)
            gradient[i] = -2 * (i < POLICY_FROM ? pull : pull_of_places) * logs[i];
        for (size_t i = 0; i < all->count; i++)
            if (!all->list[i].is_held_out)
                (void)learn_from(all, &all->list[i], logs, gradient);
        first *= memory_1;
        second *= memory_2;
        for (unsigned i = 0; i < POLICY_TERMS; i++) {
            mean[i] = memory_1 * mean[i] + (1 - memory_1) * gradient[i];
            square[i] = memory_2 * square[i] + (1 - memory_2) * gradient[i] * gradient[i];
            logs[i] +=
                step_size * (mean[i] / (1 - first)) / (sqrt(square[i] / (1 - second)) + 1e-8);
        }
    }
}

static void print_loss(const Decisions *all, const double *logs, bool held_out, const char *which)
{
    static const double none[POLICY_TERMS];
    uint64_t count;
    const double loss = log_loss(all, logs, held_out, &count),
                 uniform = log_loss(all, none, held_out, &count);
    if (count)
        printf("log-loss %.3f on %" PRIu64 " moves%s; of equally likely moves %.3f\n", loss, count,
               which, uniform);
}

static void print_losses(const Decisions *all, const double *logs)
{
    print_loss(all, logs, false, " of the fit");
    print_loss(all, logs, true, all->is_test ? "" : " held out");
}

static int finish_fit(const Decisions *all, const char *path)
{
    static double logs[POLICY_TERMS];
    PolicyLogs policy;
    fit(all, logs);
    print_losses(all, logs);
    for (unsigned i = 0; i < POLICY_TERMS; i++)
        policy.logs[i] = (float)logs[i];
    Text text = text_growing(&memory_heap);
    policy_write(&policy, &text);
    const bool is_saved = save_text(path, &text);
    text_done(&text);
    return is_saved ? EXIT_FINE : EXIT_FAILED;
}

static int gather(const PolicyPlan *plan, bool is_test, Decisions *all)
{
    *all = (Decisions){.player = plan->player, .is_test = is_test};
    const int status = records_each_of(&plan->files, read_record, all);
    if (!status && !all->count)
        return complain_failed("no game%s%s can be counted: a policy needs umpire's records",
                               plan->player ? " of " : "", plan->player ? plan->player : "");
    return status;
}

static void free_decisions(Decisions *all)
{
    memory_resize(&memory_heap, all->moves, 0);
    memory_resize(&memory_heap, all->list, 0);
}

int policy_fit(const PolicyPlan *plan)
{
    Decisions all;
    int status = gather(plan, false, &all);
    if (!status)
        status = finish_fit(&all, plan->output);
    free_decisions(&all);
    return status;
}

static int load_policy(const char *path, double logs[POLICY_TERMS])
{
    if (!path)
        return EXIT_FINE;
    Text text = text_growing(&memory_heap);
    char why[MESSAGE_ROOM];
    Text message = TEXT_IN(why);
    PolicyLogs policy = {0};
    int status = EXIT_FINE;
    if (!load_text(path, &text))
        status = complain("cannot read the policy %s: %s", path, strerror(errno));
    else if (!policy_read((Slice){text.start, text.length}, &policy, &message))
        status = complain_failed("%s: %s", path, why);
    for (unsigned i = 0; i < POLICY_TERMS; i++)
        logs[i] = (double)policy.logs[i];
    text_done(&text);
    return status;
}

int policy_test(const PolicyPlan *plan)
{
    static double logs[POLICY_TERMS];
    Decisions all = {0};
    int status = load_policy(plan->policy, logs);
    if (!status)
        status = gather(plan, true, &all);
    if (!status) {
        print_losses(&all, logs);
        print_calibration(&all, logs);
    }
    free_decisions(&all);
    return status;
}
