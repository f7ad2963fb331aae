// The terms, one function each, and the table.
#include "search/metaeval.h"

#include "chess/fill.h"

const MetaWeights meta_weights_2007 = {
    .men = {[PAWN] = 100, [KNIGHT] = 300, [BISHOP] = 300, [ROOK] = 500, [QUEEN] = 900},
    .enemy_pawn = 100,
    .enemy_piece = 400,
    .risk = 0.3,
    .risk_moved = 0.5,
    .risk_taker = 0.5,
    .risk_king = 60,
    .retaliation = 250,
    .advance = 6,
    .open_file = 8,
    .queens = 100,
    .control = 2,
    .age = 0.4,
    .age_home = 0.6,
    .pseudopiece = 1,
    .poor_pawn = 200,
    .king_square = 12,
    .king_edge = 25,
    .king_near = 12,
    .stalemate = 900,
};

const MetaWeights meta_weights_checked = {
    .men = {[PAWN] = 100, [KNIGHT] = 300, [BISHOP] = 320, [ROOK] = 500, [QUEEN] = 900},
    .enemy_pawn = 100,
    .enemy_piece = 400,
    .risk = 0.15,
    .risk_moved = 0.3,
    .risk_taker = 0.9,
    .risk_king = 80,
    .retaliation = 250,
    .advance = 4,
    .passed = 10,
    .open_file = 8,
    .queens = 100,
    .control = 2,
    .age = 0.4,
    .age_home = 0.6,
    .poor_pawn = 200,
    .chance = 0.5,
    .king_square = 12,
    .king_edge = 25,
    .king_near = 12,
    .stalemate = 900,
    .quiet = 4,
    .home = 10,
};

// --- Densities -----------------------------------------------------------------------------------

Densities metaeval_densities(const Metaposition *meta)
{
    Densities densities;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        const unsigned squares = bits_count(meta->men[kind]);
        const double density = squares ? (double)meta->most[kind] / squares : 0;
        densities.of[kind] = density < 1 ? density : 1;
    }
    return densities;
}

double metaeval_prey(const MetaWeights *weights, const Metaposition *meta,
                     const Densities *densities, unsigned square)
{
    double pieces = 0;
    for (Kind kind = KNIGHT; kind < KING; kind++)
        if (bits_has(meta->men[kind], square))
            pieces += densities->of[kind];
    const double pawns = bits_has(meta->men[PAWN], square) ? densities->of[PAWN] : 0;
    const double sum = pieces + pawns, scale = sum > 1 ? 1 / sum : 1;
    return (pieces * weights->enemy_piece + pawns * weights->enemy_pawn) * scale;
}

// --- Material, as far as it is safe --------------------------------------------------------------

// The weight of enemies that may attack a square, at most 1.
static double exposure(const Metaposition *meta, const Densities *densities, unsigned square,
                       bool to_king)
{
    const Bits *men = meta->men;
    const Bits lines = rook_slides(square, ~meta->empty);
    const Bits diagonals = bishop_slides(square, ~meta->empty);
    const double *of = densities->of;
    double sum = of[PAWN] * bits_count(men[PAWN] & chess_pawn_strikes[meta->own.color][square]) +
                 of[KNIGHT] * bits_count(men[KNIGHT] & chess_knight_steps[square]) +
                 of[BISHOP] * bits_count(men[BISHOP] & diagonals) +
                 of[ROOK] * bits_count(men[ROOK] & lines) +
                 of[QUEEN] * bits_count(men[QUEEN] & (lines | diagonals));
    if (to_king)
        sum += of[KING] * bits_count(men[KING] & chess_king_steps[square]);
    return sum < 1 ? sum : 1;
}

static bool is_protected(const Metaposition *meta, unsigned square)
{
    const Bits *own = meta->own.kind;
    return (own[PAWN] & chess_pawn_strikes[metaposition_enemy(meta)][square]) ||
           (own[KNIGHT] & chess_knight_steps[square]) || (own[KING] & chess_king_steps[square]) ||
           ((own[ROOK] | own[QUEEN]) & rook_slides(square, ~meta->empty)) ||
           ((own[BISHOP] | own[QUEEN]) & bishop_slides(square, ~meta->empty));
}

// Material safety: the part of a man's worth that is not given up for lost.
static double safe_worth(const MetaWeights *weights, const Metaposition *meta,
                         const Densities *densities, unsigned square, double worth, double risk)
{
    const bool is_held = is_protected(meta, square);
    const double exposed = exposure(meta, densities, square, !is_held);
    double loss = worth;
    if (is_held)
        loss = worth > weights->retaliation * 1.25 ? worth - weights->retaliation : worth * 0.2;
    return worth - loss * exposed * risk;
}

static double own_material(const MetaWeights *weights, const Metaposition *meta,
                           const Densities *densities, unsigned moved_to, double moved_risk)
{
    double sum = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        for (Bits men = meta->own.kind[kind]; men;) {
            const unsigned square = bits_take(&men);
            const double risk = square == moved_to ? moved_risk : weights->risk;
            sum += safe_worth(weights, meta, densities, square, weights->men[kind], risk);
        }
    return sum -
           weights->risk_king * exposure(meta, densities, bits_first(meta->own.kind[KING]), false);
}

static double enemy_material(const MetaWeights *weights, const Metaposition *meta)
{
    const double pawns = (meta->pawns_least + meta->most[PAWN]) / 2.0;
    return pawns * weights->enemy_pawn + (meta->count - 1 - pawns) * weights->enemy_piece;
}

// --- Position ------------------------------------------------------------------------------------

static Bits file_of(unsigned square)
{
    return FILE_A << square_file(square);
}

static Bits ahead_of(Color color, Bits pawn)
{
    const int by = color == WHITE ? 8 : -8;
    return fill_by(pawn, ~(Bits)0, by) & ~pawn;
}

static bool can_mate(const OwnMen *own)
{
    return own->kind[QUEEN] || own->kind[ROOK] || bits_are_many(own->kind[BISHOP]) ||
           (own->kind[BISHOP] && own->kind[KNIGHT]);
}

static double pawns_worth(const MetaWeights *weights, const Metaposition *meta)
{
    const Color us = (Color)meta->own.color;
    const Board *board = metaposition_board(meta);
    const Bits enemies = meta->men[PAWN];
    const double each = can_mate(&meta->own) ? 0 : weights->poor_pawn;
    double sum = 0;
    for (Bits pawns = meta->own.kind[PAWN]; pawns;) {
        const unsigned square = bits_take(&pawns);
        const int rank = (int)square_rank(square);
        const int steps = us == WHITE ? rank - 1 : board->ranks - 2 - rank;
        const bool is_free = !(ahead_of(us, bit(square)) & enemies);
        const double step = is_free ? weights->advance + weights->passed : weights->advance;
        sum += each + steps * step + steps * steps * (is_free ? weights->passed / 4 : 0);
        sum += file_of(square) & enemies ? 0 : weights->open_file;
    }
    return sum;
}

static double position_worth(const MetaWeights *weights, const Metaposition *meta)
{
    const Attacks attacks = metaposition_attacks(meta, meta->empty);
    const Bits controlled = attacks_all(&attacks) & metaposition_board(meta)->squares;
    const unsigned queens = bits_count(meta->own.kind[QUEEN]);
    const Bits first = metaposition_board(meta)->last_rank[metaposition_enemy(meta)];
    const unsigned home = bits_count(first & (meta->own.kind[KNIGHT] | meta->own.kind[BISHOP]));
    return pawns_worth(weights, meta) + weights->control * bits_count(controlled) +
           weights->queens * (queens > 1 ? queens - 1 : 0) - weights->home * home;
}

// --- Information ---------------------------------------------------------------------------------

static double ignorance(const MetaEval *eval, const Metaposition *meta)
{
    const MetaWeights *weights = eval->weights;
    const Board *board = metaposition_board(meta);
    if (eval->info == META_INFO_COUNT)
        return weights->pseudopiece * metaposition_pseudopieces(meta);
    const Color us = (Color)meta->own.color;
    const Bits home = pawns_stepped(board->last_rank[other_color(us)], us, PAWN_ONE);
    return weights->age * metaposition_age(meta, board->squares) +
           weights->age_home * metaposition_age(meta, home);
}

// --- Progress against a bare king ----------------------------------------------------------------

static int edge_distance(unsigned at, unsigned side)
{
    const int low = (int)at, high = (int)side - 1 - (int)at;
    return low < high ? low : high;
}

static int distance(unsigned a, unsigned b)
{
    const int files = (int)square_file(a) - (int)square_file(b);
    const int ranks = (int)square_rank(a) - (int)square_rank(b);
    const int across = files < 0 ? -files : files, along = ranks < 0 ? -ranks : ranks;
    return across > along ? across : along;
}

// The king squares, how far from the edge and from our king; and of those, where it has no move.
static double progress(const MetaWeights *weights, const Metaposition *meta)
{
    const Board *board = metaposition_board(meta);
    const unsigned king = bits_first(meta->own.kind[KING]);
    const Attacks attacks = metaposition_attacks(meta, board->squares & ~meta->own.all);
    const Bits attacked = attacks_all(&attacks);
    const unsigned count = bits_count(meta->men[KING]);
    double edge = 0, near = 0, stuck = 0;
    for (Bits squares = meta->men[KING]; squares;) {
        const unsigned square = bits_take(&squares);
        edge += edge_distance(square_file(square), board->files) +
                edge_distance(square_rank(square), board->ranks);
        near += distance(square, king);
        stuck += !(chess_king_steps[square] & board->squares & ~attacked);
    }
    if (!count)
        return 0;
    return -weights->king_square * count - weights->king_edge * edge / count -
           weights->king_near * near / count - weights->stalemate * stuck / count;
}

// --- The whole -----------------------------------------------------------------------------------

double metaeval(const MetaEval *eval, const Metaposition *before, Move move, bool is_capture,
                const Metaposition *after)
{
    const MetaWeights *weights = eval->weights;
    const unsigned to = move_to(move);
    const Densities densities = metaeval_densities(after);
    const double moved_risk = is_capture ? weights->risk_taker : weights->risk_moved;
    double value = own_material(weights, after, &densities, to, moved_risk) -
                   enemy_material(weights, after) + position_worth(weights, after) -
                   ignorance(eval, after);
    if (weights->chance > 0 && !is_capture && bits_has(metaposition_possible(before), to)) {
        const Densities met = metaeval_densities(before);
        value += weights->chance * metaeval_prey(weights, before, &met, to);
    }
    if (after->count == 1)
        value += progress(weights, after);
    const int late = (int)after->quiet_most - QUIET_PLIES_MAX / 2;
    return value - (late > 0 ? weights->quiet * late : 0);
}
