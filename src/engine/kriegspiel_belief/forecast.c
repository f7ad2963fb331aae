// Predicts what a seat's tries meet.
#include "engine/kriegspiel_belief/internal.h"

#include <assert.h>
#include <string.h>

// The paper has 1; over recorded games that makes legal tries look impossible (docs/internals/tried/density.md).
static const float PIN_SHARE = 0.1F;

// Along ranks: adds to `pieces` and `king` what reaches each square from one side. The nearest square counts whole, those
// behind it as far as the squares before them are empty.
static void sweep_files(const Density *density, const float empty[SQUARE_COUNT], int file_by,
                        float pieces[SQUARE_COUNT], float king[SQUARE_COUNT])
{
    for (int rank = 0; rank < 8; rank++) {
        float piece_here = 0, king_here = 0;
        for (int f = 0, file = file_by > 0 ? 0 : 7; f < 8; f++, file += file_by) {
            const int at = rank * 8 + file;
            pieces[at] += piece_here;
            king[at] += king_here;
            piece_here = density->pieces[at] + empty[at] * piece_here;
            king_here = density->king[at] + empty[at] * king_here;
        }
    }
}

// Adds to `sums` what reaches a rank, and writes to `next` what leaves it.
static void pass_rank(const float *restrict men, const float *restrict empty,
                      const float *restrict here, float *restrict sums, float *restrict next)
{
    for (int file = 0; file < 8; file++) {
        sums[file] += here[file];
        next[file] = men[file] + empty[file] * here[file];
    }
}

// The same along files and diagonals, one rank after the other: what leaves a rank reaches the next, one file to the side on
// a diagonal. The rows have an empty column more at either end.
static void sweep_ranks(const Density *density, const float empty[SQUARE_COUNT], DensityStep step,
                        float pieces[SQUARE_COUNT], float king[SQUARE_COUNT])
{
    float piece_rows[2][10] = {0}, king_rows[2][10] = {0};
    for (int r = 0, rank = step.rank > 0 ? 0 : 7; r < 8; r++, rank += step.rank) {
        const int first = rank * 8, side = 1 - step.file, last = r % 2, next = 1 - last;
        pass_rank(&density->pieces[first], &empty[first], &piece_rows[last][side], &pieces[first],
                  &piece_rows[next][1]);
        pass_rank(&density->king[first], &empty[first], &king_rows[last][side], &king[first],
                  &king_rows[next][1]);
    }
}

static void sweep(const Density *density, const float empty[SQUARE_COUNT], DensityStep step,
                  float pieces[SQUARE_COUNT], float king[SQUARE_COUNT])
{
    if (step.rank)
        sweep_ranks(density, empty, step, pieces, king);
    else
        sweep_files(density, empty, step.file, pieces, king);
}

// A matrix with two empty rows and columns around it, so that no knight's jump leads out of it.
enum { WIDE = 12, WIDE_FIRST = 2 * WIDE + 2 };

typedef struct WideMap {
    float at[WIDE * WIDE];
} WideMap;

static void widen(const float at[SQUARE_COUNT], WideMap *wide)
{
    memset(wide, 0, sizeof *wide);
    for (unsigned rank = 0; rank < 8; rank++)
        memcpy(&wide->at[WIDE_FIRST + rank * WIDE], &at[rank * 8], 8 * sizeof *at);
}

// Adds to each square `share` of what stands on the squares at the given offsets.
static void add_around(const WideMap *wide, const int8_t *offsets, unsigned count, float share,
                       float sums[SQUARE_COUNT])
{
    for (int rank = 0; rank < 8; rank++) {
        const float *row = &wide->at[WIDE_FIRST + rank * WIDE];
        float sum[8] = {0};
        for (unsigned i = 0; i < count; i++)
            for (int file = 0; file < 8; file++)
                sum[file] += row[file + offsets[i]];
        for (int file = 0; file < 8; file++)
            sums[rank * 8 + file] += share * sum[file];
    }
}

// Kings beside a square, pawns that take on it, and pieces a knight's jump away.
static void add_near(const Density *density, Color us, float control[SQUARE_COUNT])
{
    static const int8_t king_offsets[] = {-WIDE - 1, -WIDE,    -WIDE + 1, -1,
                                          1,         WIDE - 1, WIDE,      WIDE + 1};
    static const int8_t jump_offsets[] = {-2 * WIDE - 1, -2 * WIDE + 1, -WIDE - 2,    -WIDE + 2,
                                          WIDE - 2,      WIDE + 2,      2 * WIDE - 1, 2 * WIDE + 1};
    static const int8_t pawn_offsets[2][2] = {
        [WHITE] = {WIDE - 1, WIDE + 1}, [BLACK] = {-WIDE - 1, -WIDE + 1}};
    WideMap wide;
    widen(density->king, &wide);
    add_around(&wide, king_offsets, COUNT_OF(king_offsets), 1, control);
    widen(density->pawns, &wide);
    add_around(&wide, pawn_offsets[us], 2, 1, control);
    widen(density->pieces, &wide);
    add_around(&wide, jump_offsets, COUNT_OF(jump_offsets), density__jump_share, control);
}

// In check: the chance that a man put on a square of the announced lines blocks or takes the checker, which stands there or
// beyond. Against two kinds of check at once only a move of the king helps.
static void find_rescue(DensityForecast *forecast, const Density *density, const OwnMen *own,
                        uint8_t checks)
{
    const unsigned king = own__king_square(own);
    const Bits lines = own__check_squares(own_men_board(own), king, checks);
    memset(forecast->rescue, 0, sizeof forecast->rescue);
    if (checks & (checks - 1))
        return;
    for (Bits jumps = lines & chess_knight_steps[king]; jumps;) {
        const unsigned at = bits_take(&jumps);
        forecast->rescue[at] = float_min(1, density->pieces[at]);
    }
    for (unsigned i = 0; i < COUNT_OF(density__steps); i++) {
        unsigned ray[BOARD_SIDE_MAX], length = 0;
        for (unsigned at = density__step_on(king, density__steps[i]);
             at < SQUARE_COUNT && bits_has(lines, at);
             at = density__step_on(at, density__steps[i])) {
            assert(length < COUNT_OF(ray));
            ray[length++] = at;
        }
        float beyond = 0;
        while (length--) {
            const unsigned at = ray[length];
            beyond += density->pieces[at] + density->pawns[at];
            forecast->rescue[at] = float_min(1, beyond);
        }
    }
}

void forecast_init(DensityForecast *forecast, const Density *density, const OwnMen *own,
                   const Hearing *last)
{
    assert(own->color <= BLACK);
    const Bits free = own__free_squares(own);
    float lines[SQUARE_COUNT] = {0};
    memset(forecast->control, 0, sizeof forecast->control);
    add_near(density, own->color, forecast->control);
    memset(forecast->rook_sees, 0, sizeof forecast->rook_sees);
    memset(forecast->bishop_sees, 0, sizeof forecast->bishop_sees);
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        forecast->empty[i] = bits_has(free, i) ? 1 - density__taken_at(density, i) : 0;
    for (unsigned i = 0; i < COUNT_OF(density__steps); i++)
        sweep(density, forecast->empty, density__steps[i], lines,
              i < DENSITY_ROOK_STEPS ? forecast->rook_sees : forecast->bishop_sees);
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        forecast->control[i] += density__line_share * lines[i];
    forecast->shields = own__shields_of(own);
    forecast->pin_share = PIN_SHARE;
    forecast->in_check = last->checks != 0;
    if (forecast->in_check)
        find_rescue(forecast, density, own, last->checks);
}

static float castling_chance(const DensityForecast *forecast, const Castle *castle)
{
    float chance = forecast->in_check ? 0 : 1;
    for (Bits rest = castle->between; rest;)
        chance *= forecast->empty[bits_take(&rest)];
    for (Bits rest = castle->crossed; rest;)
        chance *= 1 - float_min(1, forecast->control[bits_take(&rest)]);
    return chance;
}

static float legal_chance(const DensityForecast *forecast, const Density *density,
                          const OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const bool is_king = bits_has(own->kind[KING], from);
    const Castle *castle = own__castle_of(own, move);
    if (castle)
        return castling_chance(forecast, castle);
    float chance = 1;
    for (Bits rest = own__path_of(own, move); rest;)
        chance *= forecast->empty[bits_take(&rest)];
    if (bits_has(own->kind[PAWN], from) && own__is_diagonal(move))
        chance = float_min(1, density->pawns[to] + density->pieces[to]);
    if (is_king)
        chance -= forecast->control[to];
    else if (bits_has(forecast->shields, from))
        chance -= forecast->pin_share * forecast->control[from];
    if (forecast->in_check && !is_king)
        chance *= forecast->rescue[to];
    return chance < 0 ? 0 : chance;
}

// The chance that an own man of this kind on `at` gives check.
static float sees_king(const DensityForecast *forecast, const Density *density, const OwnMen *own,
                       Kind kind, unsigned at)
{
    switch (kind) {
    case PAWN:
        return density_sum_over(density->king, chess_pawn_strikes[own->color][at]);
    case KNIGHT:
        return density_sum_over(density->king, chess_knight_steps[at]);
    case BISHOP:
        return forecast->bishop_sees[at];
    case ROOK:
        return forecast->rook_sees[at];
    case QUEEN:
        return forecast->bishop_sees[at] + forecast->rook_sees[at];
    default:
        return 0;
    }
}

TryForecast forecast_try(const DensityForecast *forecast, const Density *density, const OwnMen *own,
                         Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Kind kind = own_men_kind(own, from);
    const Kind becomes = move_promotion(move) ? move_promotion(move) : kind;
    TryForecast predicted = {.legal = legal_chance(forecast, density, own, move)};
    predicted.check = float_min(1, sees_king(forecast, density, own, becomes, to));
    if (kind == PAWN) {
        const float men = density->pawns[to] + density->pieces[to];
        predicted.pawn = !own__is_diagonal(move) || men <= 0 ? 0 : density->pawns[to] / men;
        predicted.piece = own__is_diagonal(move) ? 1 - predicted.pawn : 0;
    } else if (!own__castle_of(own, move)) {
        predicted.pawn = float_min(1, density->pawns[to]);
        predicted.piece = float_min(1 - predicted.pawn, density->pieces[to]);
    }
    assert(density__is_chance(predicted.legal) && density__is_chance(predicted.check));
    assert(density__is_chance(predicted.pawn) && density__is_chance(predicted.piece));
    return predicted;
}
