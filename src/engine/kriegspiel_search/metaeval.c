// Values metapositions: progress towards mate, the weights, and the terms of the value with one function each.
#include "engine/kriegspiel_search/metaeval.h"

#include "base/portable_math.h"
#include "engine/kriegspiel_search/bare_king.h"
#include "engine/kriegspiel_search/geometry.h"

// Hundredths of a pawn. Chosen by matches on seed 3 (docs/internals/tried/metapositions.md).
static const struct ProgressWeights {
    unsigned men_max;       // enemies with the king, at most, for mate to be the aim
    double mate, stalemate; // times the share of the squares where it happens
    double taken;           // times the worth of the man that his king can take
    double dead;            // in addition if the rest could not mate
    double men[KIND_COUNT];
    // Against a bare king:
    double square;  // each square on which it may stand and is not in check
    double edge;    // its steps from the edges, in the mean
    double near;    // steps between the kings, in the mean
    double freedom; // its moves, in the mean
} progress_weights = {
    .men_max = 4,
    .mate = 2000,
    .stalemate = 4000,
    .taken = 0.8,
    .dead = 2000,
    .men = {[PAWN] = 100, [KNIGHT] = 300, [BISHOP] = 300, [ROOK] = 500, [QUEEN] = 900},
    .square = 6,
    .edge = 25,
    .near = 20,
    .freedom = 30,
};

bool mating_is_aim(const Metaposition *meta)
{
    return meta->count <= progress_weights.men_max &&
           bare_king_can_win(meta->own.kind, meta->own.all);
}

// The worst that his king can take by a step onto one of `steps`.
static double worst_taken(const OwnMen *own, Bits steps)
{
    double worst = 0;
    for (Bits hanging = steps & own->all; hanging;) {
        const Bits taken = bit(bits_take(&hanging));
        double worth = bare_king_can_win(own->kind, own->all & ~taken) ? 0 : progress_weights.dead;
        for (Kind kind = PAWN; kind < KING; kind++)
            worth +=
                own->kind[kind] & taken ? progress_weights.taken * progress_weights.men[kind] : 0;
        worst = worth > worst ? worth : worst;
    }
    return worst;
}

// Sums over the squares of his king.
typedef struct MatingSums {
    unsigned mated, stuck; // squares without a move: in check, and not
    unsigned edge, near, freedom;
    double taken;
} MatingSums;

// `attacked`: what own men attack if all lines are open, `certain`: what they attack whoever stands in between.
static MatingSums sum_over(const Metaposition *after, Bits kings, Bits attacked, Bits certain)
{
    const Board *board = metaposition_board(after);
    const unsigned own_king = bits_first(after->own.kind[KING]);
    MatingSums sums = {0};
    while (kings) {
        const unsigned king = bits_take(&kings);
        const Bits steps = chess_king_steps[king] & board->squares & ~attacked;
        sums.edge += (unsigned)centrality(board, king);
        sums.near += (unsigned)square_distance(king, own_king);
        sums.freedom += bits_count(steps);
        sums.taken += worst_taken(&after->own, steps);
        *(bits_has(certain, king) ? &sums.mated : &sums.stuck) += !steps;
    }
    return sums;
}

// The squares that own men attack wherever his other men stand. A king on any other square may hide behind a man of its
// own; if it has no move then, and that man is pinned, he is stalemated and not mated.
static Bits certain_attacks(const Metaposition *after)
{
    Bits open = metaposition_board(after)->squares & ~after->own.all;
    for (Kind kind = PAWN; kind < KING; kind++)
        open &= ~after->men[kind];
    const Attacks attacks = metaposition_attacks(after, open);
    return attacks_all(&attacks);
}

MatingProgress mating_progress(const Metaposition *after, Bits kings)
{
    assert(after->count > 0 && after->own.kind[KING]);
    // Lines are taken to be open: few men are left to close one.
    const Bits open = metaposition_board(after)->squares & ~after->own.all;
    const Attacks attacks = metaposition_attacks(after, open);
    const Bits attacked = attacks_all(&attacks);
    const unsigned count = bits_count(kings);
    if (!count)
        return (MatingProgress){0};
    const MatingSums sums = sum_over(after, kings, attacked, certain_attacks(after));
    const bool is_bare = after->count == 1;
    // Each man besides the king spoils a mate, and has a move against stalemate, every other time.
    const double alone = 1.0 / (1u << (after->count - 1u));
    double sum =
        (progress_weights.mate * sums.mated - progress_weights.stalemate * sums.stuck) * alone -
        sums.taken;
    if (is_bare)
        sum -= progress_weights.edge * sums.edge + progress_weights.near * sums.near +
               progress_weights.freedom * sums.freedom;
    const double room = is_bare ? progress_weights.square * bits_count(kings & ~attacked) : 0;
    return (MatingProgress){sum / count - room, is_bare && sums.mated == count};
}

// The paper names the terms and gives no weights. Those of risk were chosen by matches on seed 3, the others by
// hand (docs/internals/tried/metapositions.md).
const MetaWeights meta_weights_2007 = {
    .men = {[PAWN] = 100, [KNIGHT] = 300, [BISHOP] = 300, [ROOK] = 500, [QUEEN] = 900},
    .enemy_pawn = 100,
    .enemy_piece = 400,
    .risk = 0.2,
    .risk_moved = 0.3,
    .risk_taker = 0.1,
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
    .aims_at_mate = true,
};

// Chosen by matches against `random` and `capturer(pawn_tries=1)` (docs/internals/tried/metapositions.md).
const MetaWeights meta_weights_checked = {
    .men = {[PAWN] = 100, [KNIGHT] = 300, [BISHOP] = 320, [ROOK] = 500, [QUEEN] = 900},
    .enemy_pawn = 100,
    .enemy_piece = 400,
    .risk = 0.2,
    .risk_moved = 0.3,
    .risk_taker = 0.95,
    .risk_pawn = 0.9,
    .risk_king = 160,
    .retaliation = 250,
    .advance = 4,
    .passed = 10,
    .open_file = 8,
    .queens = 100,
    .control = 2,
    .age = 0.4,
    .age_home = 0.6,
    .poor_pawn = 200,
    .chance = 1,
    .king_square = 12,
    .king_edge = 25,
    .king_near = 12,
    .mate = 2000,
    .stalemate = 4000,
    .stuck = 0.5,
    .quiet = 4,
    .home = 10,
};

// A protected man that is worth hardly more than its taker is nearly safe. All of these are set by hand.
static const double EXCHANGE_MARGIN = 1.25; // times the worth of the taker: up to this it is so
static const double EXCHANGE_REST = 0.2;    // share of its worth that such a man still loses
static const double PASSED_GROWTH = 0.25;   // of `passed`, for each step squared
static const double WEIGHT_MIN = 0.001;     // of men on a square: fewer are not worth a look
static const double NUMBER_MIN = 1e-6;      // of men of a kind: fewer are rounding

// What the terms need to know of a metaposition.
typedef struct Scales {
    const MetaWeights *weights;
    const Metaposition *meta;
    const PieceWeights *piece_weights;
    Bits closed; // squares that no line passes
    Bits kings;  // where his king may be, whatever the predicted call says
    double density[KIND_COUNT];
} Scales;

static Scales scales_of(const MetaEval *eval, const Metaposition *meta)
{
    Scales scales = {eval->weights, meta, eval->piece_weights, ~meta->empty, meta->men[KING], {0}};
    if (eval->piece_weights) {
        scales.closed |= eval->solid & metaposition_possible(meta);
        return scales;
    }
    // A man that may have been promoted is counted in every kind it may be; all kinds together have no more men than are
    // left.
    unsigned sum = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        sum += meta->max[kind];
    const double share = sum > meta->count - 1u ? (meta->count - 1.0) / sum : 1;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        const unsigned squares = bits_count(meta->men[kind]);
        const double number = (kind == KING ? 1 : share) * meta->max[kind];
        const double density = squares ? number / squares : 0;
        scales.density[kind] = density < 1 ? density : 1;
    }
    return scales;
}

// The weight of a kind of man on some squares.
static double weigh(const Scales *scales, Kind kind, Bits squares)
{
    squares &= kind == KING ? scales->kings : scales->meta->men[kind];
    if (!scales->piece_weights)
        return scales->density[kind] * bits_count(squares);
    double sum = 0;
    while (squares)
        sum += scales->piece_weights->at[kind][bits_take(&squares)];
    return sum;
}

static double at_most_one(double value)
{
    return value < 1 ? value : 1;
}

// The expected worth of the man that one may meet on a square. `*weight` is set to the chance to meet any.
static double met_on(const Scales *scales, unsigned square, double *weight)
{
    double pieces = 0;
    for (Kind kind = KNIGHT; kind < KING; kind++)
        pieces += weigh(scales, kind, bit(square));
    const double pawns = weigh(scales, PAWN, bit(square));
    const double sum = pieces + pawns, scale = sum > 1 ? 1 / sum : 1;
    *weight = sum * scale;
    return (pieces * scales->weights->enemy_piece + pawns * scales->weights->enemy_pawn) * scale;
}

// The weight of the enemy men that may attack a square.
typedef struct Exposure {
    double pawns, pieces; // at most 1 each
} Exposure;

static Exposure exposure_of(const Scales *scales, unsigned square, bool to_king)
{
    const Bits lines = rook_slides(square, scales->closed);
    const Bits diagonals = bishop_slides(square, scales->closed);
    double pieces = weigh(scales, KNIGHT, chess_knight_steps[square]) +
                    weigh(scales, BISHOP, diagonals) + weigh(scales, ROOK, lines) +
                    weigh(scales, QUEEN, lines | diagonals);
    if (to_king)
        pieces += weigh(scales, KING, chess_king_steps[square]);
    const Bits strikes = chess_pawn_strikes[scales->meta->own.color][square];
    return (Exposure){at_most_one(weigh(scales, PAWN, strikes)), at_most_one(pieces)};
}

static bool is_protected(const Scales *scales, unsigned square)
{
    const Metaposition *meta = scales->meta;
    const Bits *own = meta->own.kind;
    return (own[PAWN] & chess_pawn_strikes[metaposition_enemy(meta)][square]) ||
           (own[KNIGHT] & chess_knight_steps[square]) || (own[KING] & chess_king_steps[square]) ||
           ((own[ROOK] | own[QUEEN]) & rook_slides(square, scales->closed)) ||
           ((own[BISHOP] | own[QUEEN]) & bishop_slides(square, scales->closed));
}

// What is lost when a man is taken, less what is taken back.
static double loss_of(double worth, bool is_held, double retaliation)
{
    if (!is_held)
        return worth;
    return worth > retaliation * EXCHANGE_MARGIN ? worth - retaliation : worth * EXCHANGE_REST;
}

// The expected loss of a man on a square, if an enemy piece that may take it does so with the chance `risk`.
static double metaeval_expected_loss(const Scales *scales, unsigned square, double worth,
                                     double risk)
{
    assert(square < SQUARE_COUNT && risk >= 0 && risk <= 1);
    const MetaWeights *weights = scales->weights;
    const bool is_held = is_protected(scales, square);
    const Exposure exposure = exposure_of(scales, square, !is_held);
    const double to_pawn = exposure.pawns * (weights->risk_pawn > risk ? weights->risk_pawn : risk);
    return loss_of(worth, is_held, weights->enemy_pawn) * to_pawn +
           loss_of(worth, is_held, weights->retaliation) * exposure.pieces * risk * (1 - to_pawn);
}

static double own_material(const Scales *scales, unsigned moved_to, double moved_risk)
{
    const MetaWeights *weights = scales->weights;
    const OwnMen *own = &scales->meta->own;
    double sum = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        for (Bits men = own->kind[kind]; men;) {
            const unsigned square = bits_take(&men);
            const double risk = square == moved_to ? moved_risk : weights->risk;
            sum += weights->men[kind] -
                   metaeval_expected_loss(scales, square, weights->men[kind], risk);
        }
    const Exposure king = exposure_of(scales, bits_first(own->kind[KING]), false);
    return sum - weights->risk_king * king.pieces;
}

static double enemy_material(const MetaWeights *weights, const Metaposition *meta)
{
    const double pawns = (meta->pawns_min + meta->max[PAWN]) / 2.0;
    return pawns * weights->enemy_pawn + (meta->count - 1 - pawns) * weights->enemy_piece;
}

static Bits file_of(unsigned square)
{
    return FILE_A << square_file(square);
}

static double pawns_worth(const MetaWeights *weights, const Metaposition *meta)
{
    const Color us = (Color)meta->own.color;
    const Board *board = metaposition_board(meta);
    const Bits enemies = meta->men[PAWN], others = meta->own.all & ~meta->own.kind[PAWN];
    const double each = bare_king_can_win(meta->own.kind, others) ? 0 : weights->poor_pawn;
    double sum = 0;
    for (Bits pawns = meta->own.kind[PAWN]; pawns;) {
        const unsigned square = bits_take(&pawns);
        const int steps = pawn_steps(board, us, square);
        const bool is_free = !(squares_ahead(us, square) & enemies);
        const double step = is_free ? weights->advance + weights->passed : weights->advance;
        sum +=
            each + steps * step + steps * steps * (is_free ? weights->passed * PASSED_GROWTH : 0);
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

// Against a bare king: the number of its squares, their distances from the edge and from our king, and the share of them
// on which it has no move.
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
        edge += centrality(board, square);
        near += square_distance(square, king);
        stuck += !(chess_king_steps[square] & board->squares & ~attacked);
    }
    if (!count)
        return 0;
    return -weights->king_square * count - weights->king_edge * edge / count -
           weights->king_near * near / count - weights->stalemate * stuck / count;
}

// About how many moves his men besides the king have, if one of them is taken on `taken_on`; SQUARE_NONE for none.
static double moves_left(const MetaEval *eval, unsigned taken_on)
{
    const PieceWeights *piece_weights = eval->piece_weights;
    const double sum =
        taken_on == SQUARE_NONE ? 0 : piece_weights_occupied(piece_weights, taken_on);
    double moves = 0;
    for (Kind kind = PAWN; kind < KING; kind++) {
        const double number = piece_weights->number[kind];
        const double taken = sum > 0 ? piece_weights->at[kind][taken_on] / sum : 0;
        if (number > NUMBER_MIN)
            moves += eval->moves[kind] * (number > taken ? number - taken : 0) / number;
    }
    return moves;
}

// The chance that none of `men` men can move, if they are expected to have `moves` moves together. Each may be blocked or
// pinned where it is expected to be free.
static double stillness_of(const MetaEval *eval, double moves, unsigned men)
{
    const double expected = portable_exp(-moves);
    double stuck = 1;
    while (men--)
        stuck *= eval->weights->stuck;
    return expected > stuck ? expected : stuck;
}

// The chance that none of his `men` men besides the king can move after a move that captures with the chance `captures`.
static double stillness(const MetaEval *eval, unsigned to, double captures, unsigned men)
{
    assert(captures >= 0 && captures < 1.001); // apart from rounding
    const double kept = stillness_of(eval, moves_left(eval, SQUARE_NONE), men);
    const double taken =
        captures > 0 && men > 0 ? stillness_of(eval, moves_left(eval, to), men - 1) : 0;
    return captures * taken + (1 - captures) * kept;
}

// The squares on which his king would be mated, and those on which he would be stalemated if no other man can move.
static double king_worth(const MetaEval *eval, const Scales *scales, unsigned to, double captures,
                         unsigned men)
{
    const Metaposition *meta = scales->meta;
    const Bits board = metaposition_board(meta)->squares;
    const Bits hidden = eval->guards & metaposition_possible(meta);
    const Attacks attacks = metaposition_attacks(meta, board & ~meta->own.all & ~hidden);
    const Bits attacked = attacks_all(&attacks);
    double mated = 0, stuck = 0;
    for (Bits kings = scales->kings; kings;) {
        const unsigned king = bits_take(&kings);
        if (chess_king_steps[king] & board & ~attacked & ~hidden)
            continue;
        *(bits_has(attacked, king) ? &mated : &stuck) += eval->piece_weights->at[KING][king];
    }
    // If the man that gives check can be taken, it is no mate.
    const Exposure captor = exposure_of(scales, to, false);
    mated *= (1 - captor.pawns) * (1 - captor.pieces);
    const double still = stuck > 0 ? stillness(eval, to, captures, men) : 0;
    return eval->weights->mate * mated - eval->weights->stalemate * stuck * still;
}

// A move may meet a man that was not predicted. Its expected worth, less the higher risk of the captor, whose square the
// enemy then knows. `*weight` is set to the chance of it.
static double chance_worth(const MetaEval *eval, const Metaposition *before, const Scales *after,
                           Move move, double *weight)
{
    const MetaWeights *weights = eval->weights;
    const unsigned to = move_to(move);
    const Scales met = scales_of(eval, before);
    const double gain = met_on(&met, to, weight);
    if (*weight < WEIGHT_MIN)
        return 0;
    double worth = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        worth += bits_has(after->meta->own.kind[kind], to) ? weights->men[kind] : 0;
    const double more = metaeval_expected_loss(after, to, worth, weights->risk_taker) -
                        metaeval_expected_loss(after, to, worth, weights->risk_moved);
    return gain - *weight * more;
}

static bool may_capture(const Metaposition *before, Move move)
{
    return bits_has(metaposition_possible(before), move_to(move)) &&
           !bits_has(before->own.kind[PAWN], move_from(move));
}

double metaeval(const MetaEval *eval, const Metaposition *before, Move move, bool is_capture,
                const Metaposition *after)
{
    assert(eval->weights && eval->info <= META_INFO_COUNT);
    assert(before->own.color == after->own.color);
    const MetaWeights *weights = eval->weights;
    Scales scales = scales_of(eval, after);
    scales.kings = before->men[KING] & ~after->own.all;
    const double moved_risk = is_capture ? weights->risk_taker : weights->risk_moved;
    double value = own_material(&scales, move_to(move), moved_risk) -
                   enemy_material(weights, after) + position_worth(weights, after) -
                   ignorance(eval, after);
    double captures = is_capture;
    if (weights->chance > 0 && !is_capture && may_capture(before, move))
        value += weights->chance * chance_worth(eval, before, &scales, move, &captures);
    if (weights->aims_at_mate && mating_is_aim(after)) {
        const MatingProgress mating = mating_progress(after, scales.kings);
        if (mating.is_certain)
            return META_WON;
        value += mating.value;
    } else if (after->count == 1) {
        value += progress(weights, after);
    }
    if (eval->piece_weights && !eval->is_judged)
        value += king_worth(eval, &scales, move_to(move), captures, before->count - 1u);
    const int late = (int)after->quiet_max - QUIET_PLIES_MAX / 2;
    return value - (late > 0 ? weights->quiet * late : 0);
}
