// Moves the enemy's men by chance, and fits the bias of a model.
//
// Without a model each man is as likely to move as another, and each square in its reach as likely as another. A model
// multiplies staying and going by the weights of the squares, so it says how often a man moves as well as where to.
#include "engine/kriegspiel_belief/internal.h"

#include <assert.h>
#include <string.h>

// Tuned over recorded games (docs/internals/tried/density.md).
static const float piece_pace = 0.5F;     // of density__line_share: pieces along a line
static const float jump_pace = 1;         // of density__jump_share: pieces by knights' jumps
static const float castling_share = 0.5F; // a castling beside a step of 1: men must first make room

// The weight of a square in a bias. Beyond these, little is gained against the player whose model it is, and much is lost
// against others.
static const float weight_max = 8, weight_min = 1.0F / 8;
static const float slack_parts = 1000; // one of so many parts of the men is added to each square
enum { FIT_ROUNDS = 12 };              // more change hardly anything

static const float open_min = 1e-9F; // expected squares: a king with fewer to go to stays

typedef struct KingWalk {
    float open[SQUARE_COUNT];   // chance that the king may go there
    float weight[SQUARE_COUNT]; // the same, times the weight of the square
    float castling[2];          // the same for the two castlings
    float moving[SQUARE_COUNT]; // what leaves a square for each unit of weight
} KingWalk;

static float castling_weight(const KingWalk *walk, const MoveBias *bias, const Castle *castle)
{
    float way = bias->castling;
    for (Bits rest = castle->between | castle->crossed; rest && way > 0;)
        way *= walk->open[bits_take(&rest)];
    return way * bias->king[castle->king_to];
}

static void find_weights(KingWalk *walk, const MoveBias *bias, const Castle castles[2], Bits free,
                         const float attacks[SQUARE_COUNT])
{
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        walk->open[i] = bits_has(free, i) ? 1 - attacks[i] : 0;
        walk->weight[i] = bias->king[i] * walk->open[i];
    }
    for (unsigned i = 0; i < 2; i++)
        walk->castling[i] = castling_weight(walk, bias, &castles[i]);
}

// Splits the king's chance on each square into what stays there and what leaves.
static void leave_squares(KingWalk *walk, const MoveBias *bias, unsigned home, float chance,
                          float king[SQUARE_COUNT])
{
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        const Bits steps = chess_king_steps[i];
        const float open_steps = king[i] > 0 ? density_sum_over(walk->open, steps) : 0;
        walk->moving[i] = 0;
        if (open_steps <= open_min)
            continue;
        const float castling = i == home ? walk->castling[0] + walk->castling[1] : 0;
        const float goes = chance / open_steps, stays = (1 - chance) * bias->king[i];
        const float each =
            king[i] / (stays + goes * (density_sum_over(walk->weight, steps) + castling));
        walk->moving[i] = goes * each;
        king[i] = stays * each;
    }
}

// The king goes to a neighbouring square that is not attacked, or castles if the bias knows castling.
static void walk_king(Density *density, const OwnMen *own, const MotionModel *motion,
                      const MoveBias *bias, float chance)
{
    const Castle *castles = &chess_castles[2 * motion->enemy];
    const unsigned home = castles[0].king_from;
    float attacks[SQUARE_COUNT];
    KingWalk walk;
    density__own_attacks(density, own, attacks);
    find_weights(&walk, bias, castles, own__free_squares(own), attacks);
    leave_squares(&walk, bias, home, chance, density->king);
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        if (walk.weight[i] > 0)
            density->king[i] += walk.weight[i] * density_sum_over(walk.moving, chess_king_steps[i]);
    for (unsigned i = 0; i < 2; i++)
        density->king[castles[i].king_to] += walk.castling[i] * walk.moving[home];
    // After a move of the enemy his king is not in check, so it stands on no square that we attack.
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        density->king[i] *= 1 - attacks[i];
    density__settle_king(density, own, 0);
}

// Promotions are not announced: a pawn before the last rank becomes a piece as often as a man moves.
static void promote_pawns(Density *density, const OwnMen *own, const MotionModel *motion,
                          float chance)
{
    const int back = motion->enemy == WHITE ? -8 : 8;
    float sum = 0;
    for (Bits rest = motion->board->last_rank[motion->enemy] & own__free_squares(own); rest;) {
        const unsigned to = bits_take(&rest), from = (unsigned)((int)to + back);
        const float part = density->pawns[from] * chance * (1 - density__taken_at(density, to));
        density->pawns[from] -= part;
        density->pieces[to] += part;
        sum += part;
    }
    density->pawn_count -= sum;
    density->piece_count += sum;
}

// A pawn goes one step on if the square is free, from its first square sometimes two.
static void walk_pawns(Density *density, const OwnMen *own, const MotionModel *motion,
                       const MoveBias *bias, float chance)
{
    const int forward = motion->enemy == WHITE ? 8 : -8;
    const Bits open = density__pawn_squares(own);
    const Bits first_steps = motion->board->step_on[motion->enemy];
    float next[SQUARE_COUNT];
    memcpy(next, density->pawns, sizeof next);
    for (Bits rest = open; rest;) {
        const unsigned from = bits_take(&rest);
        const unsigned to = (unsigned)((int)from + forward), far = (unsigned)((int)to + forward);
        if (density->pawns[from] <= 0 || to >= SQUARE_COUNT || !bits_has(open, to))
            continue;
        const bool can_jump =
            bits_has(first_steps, to) && far < SQUARE_COUNT && bits_has(open, far);
        const float far_open = can_jump ? 1 - density__taken_at(density, far) : 0;
        const float goes = chance * (1 - density__taken_at(density, to));
        const float one = goes / (1 + far_open) * bias->pawns[to];
        const float two = far_open > 0 ? goes * far_open / (1 + far_open) * bias->pawns[far] : 0;
        const float each = density->pawns[from] / ((1 - goes) * bias->pawns[from] + one + two);
        next[from] -= (one + two) * each;
        next[to] += one * each;
        if (two > 0)
            next[far] += two * each;
    }
    memcpy(density->pawns, next, sizeof next);
}

// A row of squares: the first one, the step to the next, and how many there are.
typedef struct MotionLine {
    uint8_t start, step, length;
} MotionLine;

// Ranks, files, and diagonals in either direction.
static const MotionLine board_lines[] = {
    {0, 1, 8},  {8, 1, 8},  {16, 1, 8}, {24, 1, 8}, {32, 1, 8}, {40, 1, 8}, {48, 1, 8},
    {56, 1, 8}, {0, 8, 8},  {1, 8, 8},  {2, 8, 8},  {3, 8, 8},  {4, 8, 8},  {5, 8, 8},
    {6, 8, 8},  {7, 8, 8},  {0, 9, 8},  {1, 9, 7},  {2, 9, 6},  {3, 9, 5},  {4, 9, 4},
    {5, 9, 3},  {6, 9, 2},  {8, 9, 7},  {16, 9, 6}, {24, 9, 5}, {32, 9, 4}, {40, 9, 3},
    {48, 9, 2}, {1, 7, 2},  {2, 7, 3},  {3, 7, 4},  {4, 7, 5},  {5, 7, 6},  {6, 7, 7},
    {7, 7, 8},  {15, 7, 7}, {23, 7, 6}, {31, 7, 5}, {39, 7, 4}, {47, 7, 3}, {55, 7, 2},
};

// Moves pieces along a run of free squares: what leaves a square goes to the others, in proportion to their weights.
static void spread_run(float *pieces, const float *weight, unsigned start, unsigned step,
                       unsigned length, float chance)
{
    assert(length >= 2 && length <= BOARD_SIDE_MAX);
    assert(start + (length - 1) * step < SQUARE_COUNT);
    const float stays = (1 - chance) * (float)(length - 1);
    float weights = 0, moving = 0, parts[BOARD_SIDE_MAX];
    for (unsigned i = 0; i < length; i++)
        weights += weight[start + i * step];
    for (unsigned i = 0; i < length; i++) {
        const unsigned at = start + i * step;
        parts[i] = chance * pieces[at] / (stays * weight[at] + chance * (weights - weight[at]));
        moving += parts[i];
    }
    for (unsigned i = 0; i < length; i++) {
        const unsigned at = start + i * step;
        pieces[at] += weight[at] * moving - weights * parts[i];
    }
}

// Splits a line into runs of free squares.
static void spread_line(float *pieces, const float *weight, MotionLine line, Bits free,
                        float chance)
{
    unsigned run = 0;
    for (unsigned i = 0; i <= line.length; i++) {
        if (i < line.length && bits_has(free, line.start + i * line.step)) {
            run++;
            continue;
        }
        if (run >= 2)
            spread_run(pieces, weight, line.start + (i - run) * line.step, line.step, run, chance);
        run = 0;
    }
}

// The same by knights' jumps.
static void spread_jumps(float *pieces, const float *weight, Bits free, float chance)
{
    float next[SQUARE_COUNT];
    memcpy(next, pieces, sizeof next);
    for (Bits rest = free; rest;) {
        const unsigned from = bits_take(&rest);
        const Bits to = chess_knight_steps[from] & free;
        if (!to)
            continue;
        const float goes = chance / (float)bits_count(to), sum = density_sum_over(weight, to);
        const float each = pieces[from] * goes / ((1 - chance) * weight[from] + goes * sum);
        next[from] -= each * sum;
        for (Bits targets = to; targets;) {
            const unsigned at = bits_take(&targets);
            next[at] += each * weight[at];
        }
    }
    memcpy(pieces, next, sizeof next);
}

static void spread_pieces(Density *density, const OwnMen *own, const MotionModel *motion,
                          const MoveBias *bias, float chance)
{
    const Bits free = own__free_squares(own);
    for (unsigned i = 0; i < COUNT_OF(board_lines); i++)
        spread_line(density->pieces, bias->pieces, board_lines[i], free,
                    density__line_share * motion->pace * chance);
    if (motion->jumps > 0)
        spread_jumps(density->pieces, bias->pieces, free,
                     density__jump_share * motion->jumps * chance);
}

static void move_men(Density *density, const OwnMen *own, const MotionModel *motion,
                     const MoveBias *bias)
{
    assert(motion->speed >= 0 && motion->speed <= 1);
    // The chance of each of the enemy's men to be the one that moves.
    const float chance = motion->speed / (1 + density->pawn_count + density->piece_count);
    walk_king(density, own, motion, bias, chance);
    if (density->pawn_count > 0) {
        promote_pawns(density, own, motion, chance);
        walk_pawns(density, own, motion, bias, chance);
    }
    if (density->piece_count > 0)
        spread_pieces(density, own, motion, bias, chance);
}

void motion_move_men(Density *density, const OwnMen *own, const MotionModel *motion,
                     unsigned move_number)
{
    assert(motion->board == own_men_board(own) && motion->enemy != own->color);
    move_men(density, own, motion,
             move_number < motion->bias_count ? &motion->biases[move_number] : &motion->flat);
}

// The model's men after move `move_number`, smoothed as much as those after move `smooth_as`.
static void expect_men(Density *density, const Model *model, Color enemy, unsigned move_number,
                       unsigned smooth_as)
{
    const Bits board = chess_boards[0].squares;
    *density = (Density){.pawn_count = 0};
    model_expect(model, enemy, move_number, smooth_as, KING, density->king);
    model_expect(model, enemy, move_number, smooth_as, PAWN, density->pawns);
    for (Kind kind = KNIGHT; kind < KING; kind++)
        model_expect(model, enemy, move_number, smooth_as, kind, density->pieces);
    density->pawn_count = density_sum_over(density->pawns, board);
    density->piece_count = density_sum_over(density->pieces, board);
}

// Raises the weights of squares that got too few men and lowers the others. `men` were moved and `wanted_men` are in the
// model; the difference, men that were taken, is shared among all squares.
static void adjust_weights(float weight[SQUARE_COUNT], const float moved[SQUARE_COUNT], float men,
                           const float wanted[SQUARE_COUNT], float wanted_men)
{
    if (men <= 0 || wanted_men <= 0)
        return;
    const float scale = men / wanted_men, slack = men / slack_parts;
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        weight[i] *= (wanted[i] * scale + slack) / (moved[i] + slack);
        weight[i] = weight[i] > weight_max   ? weight_max
                    : weight[i] < weight_min ? weight_min
                                             : weight[i];
    }
}

// Finds the bias with which the men, from the model's chances of one move number, arrive at those of the next, if nothing
// is heard and no own man is in the way: iterative proportional fitting (Deming and Stephan 1940).
static void fit_bias(MotionModel *motion, const Model *model, unsigned move_number)
{
    assert(move_number > 0 && move_number < motion->bias_count);
    const OwnMen nobody = {.color = (uint8_t)other_color(motion->enemy)};
    MoveBias *bias = &motion->biases[move_number];
    Density before, wanted;
    expect_men(&before, model, motion->enemy, move_number - 1, move_number);
    expect_men(&wanted, model, motion->enemy, move_number, move_number);
    *bias = motion->flat;
    bias->castling = castling_share;
    for (unsigned i = 0; i < FIT_ROUNDS; i++) {
        Density moved = before;
        move_men(&moved, &nobody, motion, bias);
        adjust_weights(bias->king, moved.king, 1, wanted.king, 1);
        adjust_weights(bias->pawns, moved.pawns, moved.pawn_count, wanted.pawns, wanted.pawn_count);
        adjust_weights(bias->pieces, moved.pieces, moved.piece_count, wanted.pieces,
                       wanted.piece_count);
    }
}

void motion_init(MotionModel *motion, const Board *board, Color enemy, const Model *model)
{
    assert(board && enemy <= BLACK);
    motion->board = board;
    motion->enemy = enemy;
    motion->speed = 1;
    motion->pace = piece_pace;
    motion->jumps = jump_pace;
    motion->flat.castling = 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        motion->flat.king[i] = motion->flat.pawns[i] = motion->flat.pieces[i] = 1;
    motion->bias_count = model && board == &chess_boards[0] ? model->move_count[enemy] : 0;
    for (unsigned move_number = 1; move_number < motion->bias_count; move_number++)
        fit_bias(motion, model, move_number);
    motion->biases[0] = motion->flat; // nothing has moved
}
