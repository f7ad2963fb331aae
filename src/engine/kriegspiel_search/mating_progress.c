// Adds up, over the squares of his king, what each of them promises and threatens.
#include "engine/kriegspiel_search/mating_progress.h"

#include "engine/kriegspiel_search/bare_king_search.h"
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
} weights = {
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
    return meta->count <= weights.men_max && bare_king_can_win(meta->own.kind, meta->own.all);
}

// The worst that his king can take by a step onto one of `steps`.
static double worst_taken(const OwnMen *own, Bits steps)
{
    double worst = 0;
    for (Bits hanging = steps & own->all; hanging;) {
        const Bits taken = bit(bits_take(&hanging));
        double worth = bare_king_can_win(own->kind, own->all & ~taken) ? 0 : weights.dead;
        for (Kind kind = PAWN; kind < KING; kind++)
            worth += own->kind[kind] & taken ? weights.taken * weights.men[kind] : 0;
        worst = worth > worst ? worth : worst;
    }
    return worst;
}

// Sums over the squares of his king.
typedef struct KingSums {
    unsigned mated, stuck; // squares without a move: in check, and not
    unsigned edge, near, freedom;
    double taken;
} KingSums;

// `attacked`: what own men attack if all lines are open, `certain`: what they attack whoever stands in between.
static KingSums sum_over(const Metaposition *after, Bits kings, Bits attacked, Bits certain)
{
    const Board *board = metaposition_board(after);
    const unsigned own_king = bits_first(after->own.kind[KING]);
    KingSums sums = {0};
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
    const KingSums sums = sum_over(after, kings, attacked, certain_attacks(after));
    const bool is_bare = after->count == 1;
    // Each man besides the king spoils a mate, and has a move against stalemate, every other time.
    const double alone = 1.0 / (1u << (after->count - 1u));
    double sum = (weights.mate * sums.mated - weights.stalemate * sums.stuck) * alone - sums.taken;
    if (is_bare)
        sum -= weights.edge * sums.edge + weights.near * sums.near + weights.freedom * sums.freedom;
    const double room = is_bare ? weights.square * bits_count(kings & ~attacked) : 0;
    return (MatingProgress){sum / count - room, is_bare && sums.mated == count};
}
