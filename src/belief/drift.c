// The enemy's silent moves: each of his men may have gone on, drawn by the changes of a model.
#include "belief/density_parts.h"

#include <string.h>

// The king's random walk: to a neighbouring square in proportion to what attracts him there, if it is not attacked.
static void walk_king(Density *density, const OwnMen *own, const Trend *trend, float chance)
{
    float attacks[SQUARE_COUNT], pull[SQUARE_COUNT], moving[SQUARE_COUNT], next[SQUARE_COUNT];
    const Bits free = density__free_squares(own);
    density_own_attacks(density, own, attacks);
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        pull[i] = bits_has(free, i) ? trend->king[i] * (1 - attacks[i]) : 0;
        next[i] = density->king[i];
        moving[i] = 0;
    }
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        const float sum = density->king[i] > 0 ? density__sum_over(pull, chess_king_steps[i]) : 0;
        if (sum <= 1e-9F)
            continue;
        moving[i] = chance * density->king[i] / sum;
        next[i] -= chance * density->king[i];
    }
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        if (pull[i] > 0)
            next[i] += pull[i] * density__sum_over(moving, chess_king_steps[i]);
    // What he was in check from he has left, or it was taken; so no square that we attack is his now.
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        density->king[i] = next[i] * (1 - attacks[i]);
    density__settle_king(density, own, 0);
}

// Pawns go one way: each a step on with its chance if the way is free, from their first squares sometimes two. The last
// but one rank keeps them, since promotions are not announced.
static void walk_pawns(Density *density, const OwnMen *own, const Drift *drift, const Trend *trend,
                       float chance)
{
    const int forward = drift->enemy == WHITE ? 8 : -8;
    const Bits open = density__pawn_squares(own);
    const Bits first_steps = drift->board->step_on[drift->enemy];
    float next[SQUARE_COUNT];
    memcpy(next, density->pawns, sizeof next);
    for (Bits rest = open; rest;) {
        const unsigned from = bits_take(&rest);
        const unsigned to = (unsigned)((int)from + forward), far = (unsigned)((int)to + forward);
        if (density->pawns[from] <= 0 || to >= SQUARE_COUNT || !bits_has(open, to))
            continue;
        const float here = density->pawns[from] * chance * (1 - density__taken_at(density, to));
        const bool can_jump =
            bits_has(first_steps, to) && far < SQUARE_COUNT && bits_has(open, far);
        const float pull = trend->pawns[to];
        const float far_pull =
            can_jump ? trend->pawns[far] * (1 - density__taken_at(density, far)) : 0;
        const float share = pull + far_pull > 0 ? far_pull / (pull + far_pull) : 0;
        next[from] -= here;
        next[to] += here * (1 - share);
        if (share > 0)
            next[far] += here * share;
    }
    memcpy(density->pawns, next, sizeof next);
}

// A row of squares: the first, the step and how many.
typedef struct Line {
    uint8_t start, step, length;
} Line;

#define RISING(start, length) \
    {                         \
        start, 9, length      \
    }
#define FALLING(start, length) \
    {                          \
        start, 7, length       \
    }
static const Line board_lines[] = {
    {0, 1, 8},      {8, 1, 8},      {16, 1, 8},     {24, 1, 8},     {32, 1, 8},     {40, 1, 8},
    {48, 1, 8},     {56, 1, 8},     {0, 8, 8},      {1, 8, 8},      {2, 8, 8},      {3, 8, 8},
    {4, 8, 8},      {5, 8, 8},      {6, 8, 8},      {7, 8, 8},      RISING(0, 8),   RISING(1, 7),
    RISING(2, 6),   RISING(3, 5),   RISING(4, 4),   RISING(5, 3),   RISING(6, 2),   RISING(8, 7),
    RISING(16, 6),  RISING(24, 5),  RISING(32, 4),  RISING(40, 3),  RISING(48, 2),  FALLING(1, 2),
    FALLING(2, 3),  FALLING(3, 4),  FALLING(4, 5),  FALLING(5, 6),  FALLING(6, 7),  FALLING(7, 8),
    FALLING(15, 7), FALLING(23, 6), FALLING(31, 5), FALLING(39, 4), FALLING(47, 3), FALLING(55, 2),
};

// A run of free squares: what moves on it leaves each square for the others, in proportion to what attracts it there.
static void spread_run(float *pieces, const float *pull, unsigned start, unsigned step,
                       unsigned length, float chance)
{
    float pulls = 0, moving = 0, parts[BOARD_SIDE_MAX];
    for (unsigned i = 0; i < length; i++)
        pulls += pull[start + i * step];
    for (unsigned i = 0; i < length; i++) {
        const unsigned at = start + i * step;
        parts[i] = chance * pieces[at] / (pulls - pull[at]);
        moving += parts[i];
    }
    for (unsigned i = 0; i < length; i++) {
        const unsigned at = start + i * step;
        pieces[at] += pull[at] * (moving - parts[i]) - chance * pieces[at];
    }
}

static void spread_line(float *pieces, const float *pull, Line line, Bits free, float chance)
{
    unsigned run = 0;
    for (unsigned i = 0; i <= line.length; i++) {
        if (i < line.length && bits_has(free, line.start + i * line.step)) {
            run++;
            continue;
        }
        if (run >= 2)
            spread_run(pieces, pull, line.start + (i - run) * line.step, line.step, run, chance);
        run = 0;
    }
}

static void spread_jumps(float *pieces, const float *pull, Bits free, float chance)
{
    float next[SQUARE_COUNT];
    memcpy(next, pieces, sizeof next);
    for (Bits rest = free; rest;) {
        const unsigned from = bits_take(&rest);
        const Bits to = chess_knight_steps[from] & free;
        const float sum = density__sum_over(pull, to), moving = chance * pieces[from];
        if (sum <= 0)
            continue;
        next[from] -= moving;
        for (Bits targets = to; targets;) {
            const unsigned at = bits_take(&targets);
            next[at] += moving * pull[at] / sum;
        }
    }
    memcpy(pieces, next, sizeof next);
}

static void spread_pieces(Density *density, const OwnMen *own, const Drift *drift,
                          const Trend *trend, float chance)
{
    const Bits free = density__free_squares(own);
    for (unsigned i = 0; i < COUNT_OF(board_lines); i++)
        spread_line(density->pieces, trend->pieces, board_lines[i], free,
                    density__line_share * drift->pace * chance);
    if (drift->jumps > 0)
        spread_jumps(density->pieces, trend->pieces, free,
                     density__jump_share * drift->jumps * chance);
}

void density__drift(Density *density, const OwnMen *own, const Drift *drift, unsigned time)
{
    const Trend *trend = time < drift->times ? &drift->trends[time] : &drift->flat;
    // Of each of his men.
    const float chance = drift->speed / (1 + density->pawn_count + density->piece_count);
    walk_king(density, own, trend, chance);
    if (density->pawn_count > 0)
        walk_pawns(density, own, drift, trend, chance);
    if (density->piece_count > 0)
        spread_pieces(density, own, drift, trend, chance);
}

// --- Trends ------------------------------------------------------------------------------------------------

static const float least_pull = 0.05F; // nowhere is out of bounds

// Changes, shifted by what would be nothing to 1, and scaled by the chance that a square has on the average: late in the
// game, when nothing is certain any more, little pulls.
static void pull_of_changes(float pull[SQUARE_COUNT], float men)
{
    const float scale = SQUARE_COUNT / (men > 1 ? men : 1);
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        pull[i] = 1 + pull[i] * scale;
        if (pull[i] < least_pull)
            pull[i] = least_pull;
    }
}

static Trend trend_at(const Model *model, Color enemy, unsigned time)
{
    Trend trend;
    float pawns = 0, pieces = 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        float change[KIND_COUNT];
        for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
            change[kind] = model_chance(model, enemy, time, kind, i) -
                           model_chance(model, enemy, time - 1, kind, i);
        for (Kind kind = KNIGHT; kind < KING; kind++)
            pieces += model_chance(model, enemy, time, kind, i);
        pawns += model_chance(model, enemy, time, PAWN, i);
        trend.king[i] = change[KING];
        trend.pawns[i] = change[PAWN];
        trend.pieces[i] = change[KNIGHT] + change[BISHOP] + change[ROOK] + change[QUEEN];
    }
    pull_of_changes(trend.king, 1);
    pull_of_changes(trend.pawns, pawns);
    pull_of_changes(trend.pieces, pieces);
    return trend;
}

void drift_init(Drift *drift, const Board *board, Color enemy, const Model *model)
{
    drift->board = board;
    drift->enemy = enemy;
    drift->speed = 1;
    drift->pace = 0.5F;
    drift->jumps = 1;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        drift->flat.king[i] = drift->flat.pawns[i] = drift->flat.pieces[i] = 1;
    drift->times = model && board == &chess_boards[0] ? model->times[enemy] : 0;
    for (unsigned time = 1; time < drift->times; time++)
        drift->trends[time] = trend_at(model, enemy, time);
    drift->trends[0] = drift->flat; // nobody has moved
}
