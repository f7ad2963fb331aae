// Spreads weights by unheard moves and fits them to the metaposition.
#include "engine/kriegspiel_belief/piece_weights.h"

#include "engine/kriegspiel_belief/internal.h"
#include "games/chess/fill.h"

#include <assert.h>

// How much likelier a pawn is to have captured than another man: its owner was told that it could.
#define PAWN_TAKES 4
#define LIKELY 0.5        // men: a square with this weight counts as occupied
#define NO_WEIGHT 1e-9    // men: a smaller sum over squares or kinds is rounding
#define NO_OCCUPANT 1e-12 // men: the same on one square
enum { PIECE_KINDS = KING - KNIGHT };

void piece_weights_begin(PieceWeights *piece_weights, const Metaposition *meta)
{
    *piece_weights = (PieceWeights){0};
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        piece_weights->number[kind] = meta->max[kind];
        for (Bits men = meta->men[kind]; men;)
            piece_weights->at[kind][bits_take(&men)] = 1;
    }
}

double piece_weights_occupied(const PieceWeights *piece_weights, unsigned square)
{
    assert(square < SQUARE_COUNT);
    double sum = 0;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        sum += piece_weights->at[kind][square];
    return sum;
}

// The squares on which the weights of the enemies, or of those other than the king, come to at least a half.
static Bits likely_squares(const PieceWeights *piece_weights, const Metaposition *meta,
                           bool counts_king)
{
    Bits likely = 0;
    for (Bits squares = metaposition_possible(meta); squares;) {
        const unsigned square = bits_take(&squares);
        const double king = counts_king ? 0 : piece_weights->at[KING][square];
        const double weight = piece_weights_occupied(piece_weights, square) - king;
        likely |= weight >= LIKELY ? bit(square) : 0;
    }
    return likely;
}

Bits piece_weights_solid(const PieceWeights *piece_weights, const Metaposition *meta)
{
    return likely_squares(piece_weights, meta, true);
}

Bits piece_weights_guards(const PieceWeights *piece_weights, const Metaposition *meta)
{
    return likely_squares(piece_weights, meta, false);
}

// Where an enemy man on `from` may go without capturing; `open` are the squares it may pass.
static Bits targets_of(Kind kind, unsigned from, Color color, const Board *board, Bits open)
{
    assert(kind < KIND_COUNT && from < SQUARE_COUNT);
    if (kind != PAWN)
        return man_attacks(kind, color, from, ~open) & open;
    const Bits one = pawns_stepped(bit(from), color, PAWN_ONE) & open;
    return one | (pawns_stepped(one & board->step_on[color], color, PAWN_ONE) & open);
}

static double count_moves(const PieceWeights *piece_weights, const Metaposition *meta, Kind kind,
                          Bits open)
{
    const Color enemy = metaposition_enemy(meta);
    double moves = 0;
    for (Bits men = meta->men[kind]; men;) {
        const unsigned from = bits_take(&men);
        const Bits targets = targets_of(kind, from, enemy, metaposition_board(meta), open);
        moves += piece_weights->at[kind][from] * bits_count(targets);
    }
    return moves;
}

void piece_weights_moves(const PieceWeights *piece_weights, const Metaposition *meta,
                         double moves[KIND_COUNT])
{
    const Bits open = meta->empty & ~piece_weights_solid(piece_weights, meta);
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        moves[kind] = count_moves(piece_weights, meta, kind, open);
}

// Moves one man: each target gets `share` of its weight, and all together no more than there is.
static void spread_from(PieceWeights *piece_weights, const PieceWeights *before,
                        const Metaposition *meta, Kind kind, unsigned from, Bits targets,
                        double share)
{
    const Bits last = metaposition_board(meta)->last_rank[metaposition_enemy(meta)];
    assert(share > 0 && share <= 1);
    const double count = bits_count(targets);
    const double moved = before->at[kind][from] * (share * count < 1 ? share : 1 / count);
    piece_weights->at[kind][from] -= moved * count;
    while (targets) {
        const unsigned to = bits_take(&targets);
        piece_weights->at[kind == PAWN && bits_has(last, to) ? QUEEN : kind][to] += moved;
    }
}

// All moves are equally likely, so each takes the same share of the weight on its first square.
static void spread(PieceWeights *piece_weights, const Metaposition *meta)
{
    const Board *board = metaposition_board(meta);
    const Color enemy = metaposition_enemy(meta);
    const Bits open = meta->empty & ~piece_weights_solid(piece_weights, meta);
    double moves = 0;
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        moves += count_moves(piece_weights, meta, kind, open);
    const double share = moves > 1 ? 1 / moves : 1;
    const PieceWeights before = *piece_weights;
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        for (Bits men = meta->men[kind]; men;) {
            const unsigned from = bits_take(&men);
            spread_from(piece_weights, &before, meta, kind, from,
                        targets_of(kind, from, enemy, board, open), share);
        }
}

// A bare king must move, and does not move into check.
static void spread_bare_king(PieceWeights *piece_weights, const Metaposition *meta)
{
    const Attacks attacks = metaposition_attacks(meta, meta->empty | meta->men[KING]);
    const Bits open = metaposition_board(meta)->squares & ~meta->own.all & ~attacks_all(&attacks);
    double *at = piece_weights->at[KING], moved[SQUARE_COUNT] = {0};
    for (Bits kings = meta->men[KING]; kings;) {
        const unsigned from = bits_take(&kings);
        const Bits targets = chess_king_steps[from] & open;
        for (Bits rest = targets; rest;)
            moved[bits_take(&rest)] += at[from] / bits_count(targets);
    }
    for (unsigned square = 0; square < SQUARE_COUNT; square++)
        at[square] = moved[square];
}

// An enemy took on `at`: it is each man that may have moved there, in proportion to its weight.
static void place_taker(PieceWeights *piece_weights, const Metaposition *before, unsigned at)
{
    assert(at < SQUARE_COUNT);
    double sum = 0;
    Bits takers[KIND_COUNT];
    metaposition__attackers(before, at, before->empty, takers);
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        for (Bits rest = takers[kind]; rest;)
            sum += piece_weights->at[kind][bits_take(&rest)] * (kind == PAWN ? PAWN_TAKES : 1);
    if (sum <= 0)
        return;
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++) {
        double arrived = 0;
        for (Bits rest = takers[kind]; rest;) {
            double *weight = &piece_weights->at[kind][bits_take(&rest)];
            const double share = *weight * (kind == PAWN ? PAWN_TAKES : 1) / sum;
            arrived += share;
            *weight = *weight > share ? *weight - share : 0;
        }
        piece_weights->at[kind][at] = arrived;
    }
}

// We took a man on `at`: the number of each kind falls by the chance that it was one.
static void count_capture(PieceWeights *piece_weights, unsigned at, Captured captured)
{
    assert(at < SQUARE_COUNT && captured != CAPTURED_NOTHING);
    const unsigned first = captured == CAPTURED_PIECE ? KNIGHT : PAWN;
    const unsigned last = captured == CAPTURED_PAWN ? PAWN : QUEEN;
    double sum = 0;
    for (unsigned kind = first; kind <= last; kind++)
        sum += piece_weights->at[kind][at];
    for (unsigned kind = first; kind <= last; kind++) {
        const double share = sum > 0 ? piece_weights->at[kind][at] / sum : 1.0 / (last - first + 1);
        const double left = piece_weights->number[kind] - share;
        piece_weights->number[kind] = left > 0 ? left : 0;
    }
}

// Removes the weights of a kind where it cannot be, and scales the others to its number.
static void fit_kind(PieceWeights *piece_weights, const Metaposition *meta, Kind kind)
{
    double *at = piece_weights->at[kind], sum = 0;
    const Bits men = meta->men[kind];
    const unsigned squares = bits_count(men);
    for (unsigned square = 0; square < SQUARE_COUNT; square++) {
        at[square] = bits_has(men, square) && at[square] > 0 ? at[square] : 0;
        sum += at[square];
    }
    const double number = piece_weights->number[kind];
    for (Bits rest = men; rest;) {
        const unsigned square = bits_take(&rest);
        const double weight = sum > NO_WEIGHT ? at[square] * number / sum : number / squares;
        at[square] = weight < 1 ? weight : 1;
    }
}

// A square that is certainly occupied gets weight 1; no other has more.
static void fit_squares(PieceWeights *piece_weights, const Metaposition *meta)
{
    const Bits certain = metaposition_certain(meta);
    for (Bits squares = metaposition_possible(meta); squares;) {
        const unsigned square = bits_take(&squares);
        const double sum = piece_weights_occupied(piece_weights, square);
        if (sum < NO_OCCUPANT || (sum <= 1 && !bits_has(certain, square)))
            continue;
        for (unsigned kind = 0; kind < KIND_COUNT; kind++)
            piece_weights->at[kind][square] /= sum;
    }
}

// The numbers of pawns and of pieces follow from the metaposition; the shares of the kinds of piece stay.
static void fit_numbers(PieceWeights *piece_weights, const Metaposition *meta)
{
    double *number = piece_weights->number, pieces = 0;
    number[KING] = 1;
    number[PAWN] = (meta->pawns_min + meta->max[PAWN]) / 2.0;
    for (Kind kind = KNIGHT; kind < KING; kind++)
        pieces += number[kind];
    const double left = meta->count - 1 - number[PAWN];
    for (Kind kind = KNIGHT; kind < KING; kind++)
        number[kind] = pieces > NO_WEIGHT ? number[kind] * left / pieces : left / PIECE_KINDS;
}

static void fit(PieceWeights *piece_weights, const Metaposition *meta)
{
    fit_numbers(piece_weights, meta);
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        fit_kind(piece_weights, meta, kind);
    fit_squares(piece_weights, meta);
}

void piece_weights_hear(PieceWeights *piece_weights, const Metaposition *before, Try own,
                        const Hearing *heard, const Metaposition *after)
{
    assert(before->own.color == after->own.color && before->own.board == after->own.board);
    const bool is_move = heard->event == HEARD_MOVE;
    if (is_move && own != TRY_NONE && heard->captured)
        count_capture(piece_weights, heard->capture_at - 1u, heard->captured);
    else if (is_move && own == TRY_NONE && heard->captured)
        place_taker(piece_weights, before, heard->capture_at - 1u);
    else if (is_move && own == TRY_NONE && before->count == 1)
        spread_bare_king(piece_weights, before);
    else if (is_move && own == TRY_NONE)
        spread(piece_weights, before);
    fit(piece_weights, after);
}
