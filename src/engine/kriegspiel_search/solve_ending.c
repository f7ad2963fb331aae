// Makes a table of an ending against a bare king: point-based value iteration.
//
//     solve_ending KRK FILE
//
// For some beliefs of each placement it finds the best move by the plans that the placements after it have now; the plan "this move,
// then those" replaces the plans that are worse (Perseus, Spaan and Vlassis 2005). Between rounds, games played with the plans of the
// day bring beliefs that come up. All numbers come from a fixed seed, so that a table can be made again.
//
// FILE gets the name on a line, the number of plans of each placement, a byte each, and the plans. docs/engines/endings.md has
// what came of it.
#include "base/rng.h"
#include "engine/kriegspiel_search/bare_king.h"
#include "engine/kriegspiel_search/ending_table.h"
#include "engine/kriegspiel_search/geometry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLANS_MAX = 8,     // of a placement
    BELIEFS_MAX = 16,  // of a placement, by which its plans are chosen
    MOVES_OF_MEN = 64, // of a king and two pieces, at most
    GAME_MOVES = 50,
    CLASSES_MAX = 8, // answers of the umpire to a move
};

static const double random_moves = 0.1; // their share in games that bring beliefs
static const double apart = 0.15;       // by which two beliefs differ, as a sum over squares

static const struct Order {
    EndingMaterial material;
    unsigned plans;         // of a placement at most: the size of the table
    unsigned rounds, games; // in each round
} orders[] = {
    {{"KQK", 1, {QUEEN}}, 8, 24, 100},
    {{"KRK", 1, {ROOK}}, 8, 40, 100},
    {{"KBBK", 2, {BISHOP, BISHOP}}, 4, 32, 400},
};

// One number for each square.
typedef struct Vector {
    float at[SQUARE_COUNT];
} Vector;

// A move to another placement.
typedef struct MenMove {
    uint32_t to;
    uint32_t turn;
    Bits forbidden; // the king's squares on which it is refused, before the turn
} MenMove;

typedef struct Placement {
    bool is_real; // no two men on a square
    Bits men;
    Bits possible;                // the king's squares at our turn
    Bits escapes[SQUARE_COUNT];   // of the king before its move; captures are among them
    uint8_t checks[SQUARE_COUNT]; // that it hears
    uint32_t move_count;
    MenMove moves[MOVES_OF_MEN];
    unsigned plan_count, belief_count;
    Vector plans[PLANS_MAX];
    Vector replies[PLANS_MAX]; // what a plan is worth before the king's move
    Vector beliefs[BELIEFS_MAX];
} Placement;

typedef struct Solver {
    const struct Order *order;
    uint32_t count;
    Placement *placements;
    Metaposition standard; // of the 8x8 board under icc; placements differ in the own men
    Rng rng;
} Solver;

static OwnMen own_men(const Solver *solver, unsigned king, const unsigned pieces[ENDING_PIECES_MAX])
{
    const EndingMaterial *material = &solver->order->material;
    OwnMen own = {.board = solver->standard.own.board, .color = WHITE};
    own.kind[KING] = bit(king);
    for (unsigned i = 0; i < material->piece_count; i++)
        own.kind[material->pieces[i]] |= bit(pieces[i]);
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        own.all |= own.kind[kind];
    return own;
}

static EndingPlacement placement_of(const EndingMaterial *material, const OwnMen *own)
{
    unsigned pieces[ENDING_PIECES_MAX] = {0};
    Bits men = own->kind[material->pieces[0]];
    for (unsigned i = 0; i < material->piece_count; i++)
        pieces[i] = bits_take(&men);
    return ending_placement_of(material, bits_first(own->kind[KING]), pieces);
}

static void find_moves(const Solver *solver, const OwnMen *own, Placement *placement)
{
    static const Turn fresh = {0};
    Try tries[TRIES_MAX];
    const uint32_t count = attempts_list(&fresh, solver->standard.rules, own, tries);
    for (uint32_t i = 0; i < count; i++) {
        if (tries[i] == TRY_ANY)
            continue;
        OwnMen after = *own;
        own_men_play(&after, tries[i]);
        const EndingPlacement to = placement_of(&solver->order->material, &after);
        assert(placement->move_count < MOVES_OF_MEN);
        placement->moves[placement->move_count++] =
            (MenMove){to.index, to.turn, bare_king_forbids(own, tries[i])};
    }
}

// What a plan is worth before the king's move, given what it is worth after it.
static Vector reply_to(const Placement *placement, const Vector *plan)
{
    Vector reply = {0};
    for (Bits kings = ~(placement->men | placement->possible);
         kings;) // in check, or beside our king
    {
        const unsigned king = bits_take(&kings);
        if (!placement->escapes[king] && placement->checks[king])
            reply.at[king] = 1;
    }
    for (Bits kings = ~placement->men; kings;) {
        const unsigned king = bits_take(&kings);
        Bits escapes = placement->escapes[king];
        double chances[KING_STEPS_MAX], sum = 0;
        bare_king_usual_chances(board_by_size(8, 8), escapes, chances);
        for (unsigned i = 0; escapes; i++) {
            const unsigned to = bits_take(&escapes); // a man that is taken ends it: the plan has 0
            sum += chances[i] * (double)plan->at[to];
        }
        reply.at[king] += (float)(ENDING_MOVE_FACTOR * sum);
    }
    return reply;
}

static void set_plan(Placement *placement, unsigned number, const Vector *plan)
{
    placement->plans[number] = *plan;
    placement->replies[number] = reply_to(placement, plan);
}

static double sum_of(const Vector *vector)
{
    double sum = 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        sum += (double)vector->at[i];
    return sum;
}

static void normalise(Vector *belief)
{
    const double sum = sum_of(belief);
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        belief->at[i] = (float)((double)belief->at[i] / sum);
}

static Vector ignorance(Bits kings)
{
    Vector belief = {0};
    while (kings)
        belief.at[bits_take(&kings)] = 1;
    normalise(&belief);
    return belief;
}

// Each placement begins with one plan, which never mates, and one belief, which knows nothing.
static void begin_placement(const Solver *solver, uint32_t index, Placement *placement)
{
    unsigned king, pieces[ENDING_PIECES_MAX];
    if (!ending_placement_squares(&solver->order->material, index, &king, pieces))
        return;
    const OwnMen own = own_men(solver, king, pieces);
    Metaposition meta = solver->standard;
    BareKingBoard board;
    meta.own = own;
    bare_king_stand(&meta, &board);
    placement->is_real = true;
    placement->men = own.all;
    placement->possible = ~(own.all | board.attacked);
    for (unsigned square = 0; square < SQUARE_COUNT; square++) {
        placement->escapes[square] = bare_king_escapes(&board, square);
        placement->checks[square] = (uint8_t)bare_king_checks(&board, square);
    }
    find_moves(solver, &own, placement);
    const Vector nothing = {0};
    set_plan(placement, placement->plan_count++, &nothing);
    placement->beliefs[placement->belief_count++] = ignorance(placement->possible);
}

static double mean_of(const Vector *belief, const Vector *values)
{
    double sum = 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        sum += (double)(belief->at[i] * values->at[i]);
    return sum;
}

// The plan that is best for a belief.
static unsigned best_plan(const Placement *placement, const Vector *belief, double *value)
{
    unsigned best = 0;
    *value = -1;
    for (unsigned i = 0; i < placement->plan_count; i++) {
        const double mean = mean_of(belief, &placement->plans[i]);
        if (mean > *value) {
            *value = mean;
            best = i;
        }
    }
    return best;
}

// The answers to a move, each with the plan that is then followed.
typedef struct Answers {
    unsigned count;
    unsigned checks[CLASSES_MAX];
    unsigned plans[CLASSES_MAX];
    unsigned after_refusal;
    double value, legal;
} Answers;

static unsigned class_of(Answers *answers, unsigned checks)
{
    unsigned i = 0;
    while (i < answers->count && answers->checks[i] != checks)
        i++;
    assert(i < CLASSES_MAX);
    answers->count += i == answers->count;
    answers->checks[i] = checks;
    return i;
}

static Answers answers_to(const Solver *solver, const Placement *placement, const MenMove *move,
                          const Vector *belief)
{
    const Placement *to = &solver->placements[move->to];
    Answers answers = {0};
    double sums[CLASSES_MAX][PLANS_MAX] = {0}, refused = 0;
    Vector still = {0};
    for (Bits kings = placement->possible; kings;) {
        const unsigned king = bits_take(&kings), turned = ending_turn_square(king, move->turn);
        const double weight = (double)belief->at[king];
        if (bits_has(move->forbidden, king)) {
            still.at[king] = belief->at[king];
            refused += weight;
            continue;
        }
        const unsigned class = class_of(&answers, to->checks[turned]);
        answers.legal += weight;
        for (unsigned i = 0; i < to->plan_count; i++)
            sums[class][i] += weight * (double)to->replies[i].at[turned];
    }
    for (unsigned class = 0; class < answers.count; class ++) {
        for (unsigned i = 1; i < to->plan_count; i++)
            if (sums[class][i] > sums[class][answers.plans[class]])
                answers.plans[class] = i;
        answers.value += sums[class][answers.plans[class]];
    }
    double value;
    answers.after_refusal = best_plan(placement, &still, &value);
    answers.value += refused > 0 ? ENDING_REFUSAL_FACTOR * value : 0;
    return answers;
}

// The plan: this move, and after each answer the plan that was best for it.
static Vector plan_of(const Solver *solver, const Placement *placement, const MenMove *move,
                      Answers *answers)
{
    const Placement *to = &solver->placements[move->to];
    Vector plan = {0};
    for (Bits kings = placement->possible; kings;) {
        const unsigned king = bits_take(&kings), turned = ending_turn_square(king, move->turn);
        plan.at[king] =
            bits_has(move->forbidden, king)
                ? (float)(ENDING_REFUSAL_FACTOR *
                          (double)placement->plans[answers->after_refusal].at[king])
                : to->replies[answers->plans[class_of(answers, to->checks[turned])]].at[turned];
    }
    return plan;
}

// The best move, and what it is worth; `plan` may be NULL.
static const MenMove *best_move(const Solver *solver, const Placement *placement,
                                const Vector *belief, double *value, Vector *plan)
{
    const MenMove *best = NULL;
    Answers best_answers = {0};
    *value = -1;
    for (uint32_t i = 0; i < placement->move_count; i++) {
        const Answers answers = answers_to(solver, placement, &placement->moves[i], belief);
        if (answers.legal > 0 && answers.value > *value) {
            *value = answers.value;
            best = &placement->moves[i];
            best_answers = answers;
        }
    }
    if (best && plan)
        *plan = plan_of(solver, placement, best, &best_answers);
    return best;
}

// New plans for the beliefs of a placement, until each belief has one that is no worse than before.
static void improve(Solver *solver, Placement *placement)
{
    Vector plans[PLANS_MAX];
    bool is_done[BELIEFS_MAX] = {false};
    unsigned count = 0, left = placement->belief_count;
    while (left && count < solver->order->plans) {
        unsigned at = rng_below(&solver->rng, placement->belief_count);
        while (is_done[at])
            at = (at + 1) % placement->belief_count;
        double now, before;
        const unsigned old = best_plan(placement, &placement->beliefs[at], &before);
        if (!best_move(solver, placement, &placement->beliefs[at], &now, &plans[count]) ||
            now < before)
            plans[count] = placement->plans[old];
        for (unsigned i = 0; i < placement->belief_count; i++) {
            (void)best_plan(placement, &placement->beliefs[i], &before);
            if (!is_done[i] &&
                (i == at || mean_of(&placement->beliefs[i], &plans[count]) >= before)) {
                is_done[i] = true;
                left--;
            }
        }
        count++;
    }
    placement->plan_count = count;
    for (unsigned i = 0; i < count; i++)
        set_plan(placement, i, &plans[i]);
}

static double distance(const Vector *a, const Vector *b)
{
    double sum = 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        sum += fabs((double)(a->at[i] - b->at[i]));
    return sum;
}

// Keeps a belief that came up, if it is unlike those that are kept. The first, ignorance, stays.
static void keep_belief(Solver *solver, Placement *placement, const Vector *belief)
{
    for (unsigned i = 0; i < placement->belief_count; i++)
        if (distance(&placement->beliefs[i], belief) < apart)
            return;
    const unsigned at = placement->belief_count < BELIEFS_MAX
                            ? placement->belief_count++
                            : 1 + rng_below(&solver->rng, BELIEFS_MAX - 1);
    placement->beliefs[at] = *belief;
}

typedef struct SolverPlay {
    uint32_t at;     // the placement
    unsigned king;   // the truth
    Vector belief;   // normalised
    bool is_central; // the king goes towards the middle, else anywhere
} SolverPlay;

// A random placement, with the king somewhere within some steps of where it stands.
static SolverPlay begin_play(Solver *solver, bool is_central)
{
    SolverPlay play = {.is_central = is_central};
    do
        play.at = rng_below(&solver->rng, solver->count);
    while (!solver->placements[play.at].is_real);
    const Bits possible = solver->placements[play.at].possible;
    do
        play.king = rng_below(&solver->rng, SQUARE_COUNT);
    while (!bits_has(possible, play.king));
    Bits near = bit(play.king);
    for (unsigned steps = rng_below(&solver->rng, SQUARE_COUNT / 8); steps; steps--)
        near |= fill_kings(near);
    play.belief = ignorance(near & possible);
    return play;
}

// Where the king goes; SQUARE_NONE if it cannot move.
static unsigned king_goes(Solver *solver, const SolverPlay *play)
{
    const Bits escapes = solver->placements[play->at].escapes[play->king];
    double best = -1;
    unsigned to = SQUARE_NONE;
    for (Bits rest = escapes; rest;) {
        const unsigned square = bits_take(&rest);
        const double wish = (play->is_central ? centrality(board_by_size(8, 8), square) : 0) +
                            rng_share(&solver->rng);
        if (wish > best) {
            best = wish;
            to = square;
        }
    }
    return to;
}

// Only the squares stay on which a move is refused, if the true king forbids it; else the move is made, and only those stay from which
// the umpire says the same.
static void hear_answer(const Solver *solver, SolverPlay *play, const MenMove *move)
{
    const Placement *to = &solver->placements[move->to];
    const bool is_refused = bits_has(move->forbidden, play->king);
    const unsigned king = ending_turn_square(play->king, move->turn);
    Vector belief = {0};
    for (unsigned square = 0; square < SQUARE_COUNT; square++) {
        const unsigned turned = is_refused ? square : ending_turn_square(square, move->turn);
        const bool agrees = bits_has(move->forbidden, square) == is_refused &&
                            (is_refused || to->checks[turned] == to->checks[king]);
        belief.at[turned] = agrees ? play->belief.at[square] : 0;
    }
    normalise(&belief);
    play->belief = belief;
    if (!is_refused) {
        play->at = move->to;
        play->king = king;
    }
}

// The king has moved; we know only how it is taken to move.
static void spread_belief(const Placement *placement, Vector *belief)
{
    Vector next = {0};
    for (unsigned king = 0; king < SQUARE_COUNT; king++) {
        Bits escapes = placement->escapes[king];
        double chances[KING_STEPS_MAX];
        if (!(belief->at[king] > 0))
            continue;
        bare_king_usual_chances(board_by_size(8, 8), escapes, chances);
        for (unsigned i = 0; escapes; i++)
            next.at[bits_take(&escapes)] += (float)((double)belief->at[king] * chances[i]);
    }
    for (Bits men = placement->men; men;)
        next.at[bits_take(&men)] = 0;
    normalise(&next);
    *belief = next;
}

static void solve_ending_play_game(Solver *solver, bool is_central)
{
    SolverPlay play = begin_play(solver, is_central);
    for (unsigned moves = 0; moves < GAME_MOVES;) {
        Placement *placement = &solver->placements[play.at];
        double value;
        keep_belief(solver, placement, &play.belief);
        const MenMove *move = best_move(solver, placement, &play.belief, &value, NULL);
        if (!move || rng_share(&solver->rng) < random_moves)
            move = &placement->moves[rng_below(&solver->rng, placement->move_count)];
        const bool is_refused = bits_has(move->forbidden, play.king);
        hear_answer(solver, &play, move);
        if (is_refused)
            continue;
        const unsigned to = king_goes(solver, &play);
        if (to == SQUARE_NONE || bits_has(solver->placements[play.at].men, to))
            return; // mate, stalemate, or a man is lost
        spread_belief(&solver->placements[play.at], &play.belief);
        play.king = to;
        moves++;
    }
}

static void solve(Solver *solver)
{
    for (uint32_t i = 0; i < solver->count; i++)
        begin_placement(solver, i, &solver->placements[i]);
    for (unsigned round = 0; round < solver->order->rounds; round++) {
        for (uint32_t i = 0; i < solver->count; i++)
            if (solver->placements[i].is_real)
                improve(solver, &solver->placements[i]);
        for (unsigned game = 0; game < solver->order->games; game++)
            solve_ending_play_game(solver, game % 2);
    }
}

static void write_table(const Solver *solver, FILE *file)
{
    fprintf(file, "%s\n", solver->order->material.name);
    for (uint32_t i = 0; i < solver->count; i++)
        fputc((int)solver->placements[i].plan_count, file);
    for (uint32_t i = 0; i < solver->count; i++)
        for (unsigned k = 0; k < solver->placements[i].plan_count; k++)
            for (unsigned square = 0; square < SQUARE_COUNT; square++) {
                const double value = (double)solver->placements[i].plans[k].at[square];
                fputc((int)(value * ENDING_SCALE + 0.5), file);
            }
}

int main(int count, char **words)
{
    const struct Order *order = NULL;
    for (unsigned i = 0; i < COUNT_OF(orders) && count == 3; i++)
        if (strcmp(orders[i].material.name, words[1]) == 0)
            order = &orders[i];
    if (!order) {
        fputs("usage: solve_ending KQK|KRK|KBBK FILE\n", stderr);
        return 2;
    }
    Solver solver = {.order = order, .rng = rng_from_seed(1)};
    const Board *board = board_by_size(8, 8);
    const KriegspielRules rules = {
        .ruleset = ruleset_by_name(slice_of("icc")),
        .setup = {.board = board, .start = position_start(board), .is_standard = true}};
    metaposition_begin(&solver.standard, &rules, WHITE);
    solver.count = ending_placement_count(&order->material);
    solver.placements = calloc(solver.count, sizeof *solver.placements);
    FILE *file = solver.placements ? fopen(words[2], "wb") : NULL;
    if (file) {
        solve(&solver);
        write_table(&solver, file);
    }
    const bool is_written = file && !ferror(file) && fclose(file) == 0;
    free(solver.placements);
    if (!is_written)
        perror(words[2]);
    return !is_written;
}
