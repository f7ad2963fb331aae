// The search: own tries, the classes of answers to them, the king's moves.
#include "kriegspiel/search/bare_king_search.h"

#include "chess/fill.h"

#include <stdlib.h>
#include <string.h>

enum { ROOT_WIDTH = 8, WIDTH = 4, DEPTH_MAX = 4, CLASSES_MAX = 8 };

// What a leaf is worth: all parameters of the hunt.
static const struct BareKingWeights {
    double men[KIND_COUNT];
    double enough;  // material beyond this adds nothing
    double cage;    // a square in which the king can ever be
    double square;  // a square on which it may be
    double freedom; // a move it has, in the mean
    double edge;    // its steps from the edge
    double near;    // steps between the kings
    double pawn_step;
    double taken; // chance that it finds a man it can take
} bare_king_weights = {
    .men = {[PAWN] = 150, [KNIGHT] = 150, [BISHOP] = 200, [ROOK] = 400, [QUEEN] = 700},
    .enough = 1500,
    .cage = 8,
    .square = 4,
    .freedom = 20,
    .edge = 12,
    .near = 14,
    .pawn_step = 25,
    .taken = 0.8,
};

void bare_king_begin(BareKingSearch *bare_king, const Metaposition *meta,
                     const PieceWeights *piece_weights)
{
    double sum = 0;
    bare_king->meta = *meta;
    memset(bare_king->at, 0, sizeof bare_king->at);
    for (Bits kings = meta->men[KING]; kings;)
        sum += piece_weights->at[KING][bits_take(&kings)];
    for (Bits kings = meta->men[KING]; kings;) {
        const unsigned square = bits_take(&kings);
        const double weight = sum > 0 ? piece_weights->at[KING][square] / sum : 0;
        // None is ruled out for being unlikely.
        bare_king->at[square] = weight * 0.98 + 0.02 / bits_count(meta->men[KING]);
    }
}

// --- One own move --------------------------------------------------------------------------------

// The squares from which a king may have to be absent for a move to be legal.
static Bits forbidden_to_king(const Metaposition *meta, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    if (bits_has(meta->own.kind[KING], from))
        return chess_king_steps[to] | bit(to);
    if (!bits_has(meta->own.kind[PAWN], from))
        return 0;
    return square_file(from) == square_file(to) ? chess_path[from][to] : ~(Bits)0;
}

// The board after an own move, and the king's squares on it.
typedef struct Moved {
    Metaposition meta; // men[KING]: where the move was legal
    Bits attacked;     // the king hides nothing
    Bits kinds[CHECK_KINDS];
    double legal; // weight
} Moved;

static void move_own(const BareKingSearch *bare_king, Move move, Moved *moved)
{
    const Bits board = metaposition_board(&bare_king->meta)->squares;
    moved->meta = bare_king->meta;
    moved->meta.men[KING] &= ~forbidden_to_king(&bare_king->meta, move);
    own_men_play(&moved->meta.own, move);
    const Attacks attacks = metaposition_attacks(&moved->meta, board & ~moved->meta.own.all);
    moved->attacked = attacks_all(&attacks);
    metaposition_sort_checks(&moved->meta, &attacks, moved->kinds);
    moved->legal = 0;
    for (Bits kings = moved->meta.men[KING]; kings;)
        moved->legal += bare_king->at[bits_take(&kings)];
}

static Bits escapes_of(const Moved *moved, unsigned king)
{
    return chess_king_steps[king] & metaposition_board(&moved->meta)->squares & ~moved->attacked;
}

static unsigned checks_of(const Moved *moved, unsigned king)
{
    unsigned checks = 0;
    for (unsigned i = 0; i < CHECK_KINDS; i++)
        checks |= (unsigned)bits_has(moved->kinds[i], king) << i;
    return checks;
}

// --- Leaves --------------------------------------------------------------------------------------

static int edge_distance(unsigned at, unsigned side)
{
    const int low = (int)at, high = (int)side - 1 - (int)at;
    return low < high ? low : high;
}

static int distance(unsigned a, unsigned b)
{
    const int files = abs((int)square_file(a) - (int)square_file(b));
    const int ranks = abs((int)square_rank(a) - (int)square_rank(b));
    return files > ranks ? files : ranks;
}

static double material_of(const OwnMen *own, const Board *board)
{
    double sum = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        sum += bare_king_weights.men[kind] * bits_count(own->kind[kind]);
    for (Bits pawns = own->kind[PAWN]; pawns;) {
        const int rank = (int)square_rank(bits_take(&pawns));
        sum += bare_king_weights.pawn_step *
               (own->color == WHITE ? rank - 1 : board->ranks - 2 - rank);
    }
    return sum < bare_king_weights.enough ? sum : bare_king_weights.enough;
}

// Every square the king can come to while our men stand still.
static Bits cage_of(Bits kings, Bits open)
{
    Bits cage = kings, before = 0;
    while (cage != before) {
        before = cage;
        cage |= fill_kings(cage) & open;
    }
    return cage;
}

bool bare_king_can_win(const Bits kind[KIND_COUNT], Bits men)
{
    const Bits minors = (kind[BISHOP] | kind[KNIGHT]) & men;
    return ((kind[PAWN] | kind[ROOK] | kind[QUEEN]) & men) ||
           (bits_are_many(minors) && (kind[BISHOP] & men));
}

// What it costs if the king takes the worst it can: if nobody is left to mate with, the win.
static double prey_of(const Moved *moved, Bits escapes)
{
    const OwnMen *own = &moved->meta.own;
    double worst = 0;
    for (Bits prey = escapes & own->all; prey;) {
        const Bits taken = bit(bits_take(&prey));
        double worth = bare_king_can_win(own->kind, own->all & ~taken) ? 0 : HUNT_MATE;
        for (Kind kind = PAWN; kind < KING; kind++)
            worth += own->kind[kind] & taken ? bare_king_weights.men[kind] : 0;
        worst = worth > worst ? worth : worst;
    }
    return worst * bare_king_weights.taken;
}

// What it is worth to have a king that can move on a square; material and cage apart.
static double square_value(const Moved *moved, unsigned king, Bits escapes)
{
    const Board *board = metaposition_board(&moved->meta);
    const int edge = edge_distance(square_file(king), board->files) +
                     edge_distance(square_rank(king), board->ranks);
    return -bare_king_weights.freedom * bits_count(escapes) - bare_king_weights.edge * edge -
           bare_king_weights.near * distance(king, bits_first(moved->meta.own.kind[KING])) -
           prey_of(moved, escapes);
}

// A king without a move is mated or stalemated.
static double end_value(const Moved *moved, unsigned king)
{
    return bits_has(moved->attacked, king) ? HUNT_MATE : -HUNT_MATE;
}

static double leaf_value(const BareKingSearch *bare_king, const Moved *moved)
{
    const Board *board = metaposition_board(&moved->meta);
    const Bits open = board->squares & ~moved->meta.own.all & ~moved->attacked;
    const Bits kings = moved->meta.men[KING];
    const double common = material_of(&moved->meta.own, board) -
                          bare_king_weights.cage * bits_count(cage_of(kings, open)) -
                          bare_king_weights.square * bits_count(kings);
    double sum = 0;
    for (Bits rest = kings; rest;) {
        const unsigned king = bits_take(&rest);
        const Bits escapes = escapes_of(moved, king);
        sum += bare_king->at[king] *
               (escapes ? common + square_value(moved, king, escapes) : end_value(moved, king));
    }
    return sum / moved->legal;
}

// --- Answers -------------------------------------------------------------------------------------

// All squares that sound alike after a move, moved on by the king: the next own turn.
static void king_moves(const BareKingSearch *bare_king, const Moved *moved, Bits kings,
                       BareKingSearch *next)
{
    double sum = 0;
    next->meta = moved->meta;
    next->meta.men[KING] = 0;
    memset(next->at, 0, sizeof next->at);
    while (kings) {
        const unsigned king = bits_take(&kings);
        const Bits escapes = escapes_of(moved, king) & ~moved->meta.own.all;
        const double share = bare_king->at[king] / (escapes ? bits_count(escapes) : 1);
        for (Bits rest = escapes; rest;) {
            next->at[bits_take(&rest)] += share;
            sum += share;
        }
        next->meta.men[KING] |= escapes;
    }
    for (Bits rest = next->meta.men[KING]; rest;)
        next->at[bits_take(&rest)] /= sum;
}

static double best_value(const BareKingSearch *bare_king, Meter *meter, unsigned depth);

// The squares by the check that would be called; mates and stalemates apart, since the game is then over.
typedef struct Classes {
    unsigned count;
    unsigned checks[CLASSES_MAX];
    Bits kings[CLASSES_MAX];
    double ended; // sum of what ended values are worth, by weight
    double prey;  // what the king may take meanwhile, by weight
} Classes;

static void classify(const BareKingSearch *bare_king, const Moved *moved, Classes *classes)
{
    *classes = (Classes){0};
    for (Bits kings = moved->meta.men[KING]; kings;) {
        const unsigned king = bits_take(&kings), checks = checks_of(moved, king);
        const Bits escapes = escapes_of(moved, king);
        if (!escapes) {
            classes->ended += bare_king->at[king] * end_value(moved, king);
            continue;
        }
        classes->prey += bare_king->at[king] * prey_of(moved, escapes);
        unsigned i = 0;
        while (i < classes->count && classes->checks[i] != checks)
            i++;
        if (i == CLASSES_MAX)
            i = CLASSES_MAX - 1;
        classes->count += i == classes->count;
        classes->checks[i] = checks;
        classes->kings[i] |= bit(king);
    }
}

static double weight_of(const BareKingSearch *bare_king, Bits kings)
{
    double sum = 0;
    while (kings)
        sum += bare_king->at[bits_take(&kings)];
    return sum;
}

static double deep_value(const BareKingSearch *bare_king, const Moved *moved, Meter *meter,
                         unsigned depth)
{
    Classes classes;
    classify(bare_king, moved, &classes);
    double sum = classes.ended - classes.prey;
    for (unsigned i = 0; i < classes.count && !meter->is_spent; i++) {
        BareKingSearch next;
        king_moves(bare_king, moved, classes.kings[i], &next);
        const double weight = weight_of(bare_king, classes.kings[i]);
        sum += weight * (next.meta.men[KING] ? best_value(&next, meter, depth - 1) : 0);
    }
    return sum / moved->legal;
}

// --- The tree ------------------------------------------------------------------------------------

static bool is_lesser(const Metaposition *meta, Move move)
{
    const Kind kind = move_promotion(move);
    return kind != PAWN && kind != QUEEN && bits_has(metaposition_board(meta)->promotions, QUEEN);
}

static int compare_tries(const void *left, const void *right)
{
    const BareKingTry *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->move > b->move) - (a->move < b->move);
}

// A refused try is followed by another: by the best of those that no square forbids.
static void allow_for_refusals(BareKingTry *tries, uint32_t count)
{
    double sure = -HUNT_MATE;
    for (uint32_t i = 0; i < count; i++)
        if (tries[i].legal > 0.999 && tries[i].value > sure)
            sure = tries[i].value;
    for (uint32_t i = 0; i < count; i++)
        tries[i].value = tries[i].legal * tries[i].value + (1 - tries[i].legal) * sure;
    qsort(tries, count, sizeof *tries, compare_tries);
}

static void value_leaves(const BareKingSearch *bare_king, Meter *meter, BareKingTry *tries,
                         uint32_t count)
{
    (void)meter_step(meter);
    for (uint32_t i = 0; i < count; i++) {
        Moved moved;
        move_own(bare_king, tries[i].move, &moved);
        tries[i].legal = moved.legal;
        tries[i].value = moved.legal > 0 ? leaf_value(bare_king, &moved) : 0;
    }
    allow_for_refusals(tries, count);
}

// Values the best tries by what follows. A mate found sooner is better.
static void value_deeper(const BareKingSearch *bare_king, Meter *meter, BareKingTry *tries,
                         uint32_t count, unsigned depth)
{
    for (uint32_t i = 0; i < count && !meter->is_spent; i++) {
        Moved moved;
        move_own(bare_king, tries[i].move, &moved);
        if (moved.legal > 0)
            tries[i].value = deep_value(bare_king, &moved, meter, depth) * 0.95;
    }
    allow_for_refusals(tries, count);
}

static double best_value(const BareKingSearch *bare_king, Meter *meter, unsigned depth)
{
    static const Turn fresh = {0};
    Try list[TRIES_MAX];
    BareKingTry tries[TRIES_MAX];
    uint32_t count = 0;
    const uint32_t all = attempts_list(&fresh, bare_king->meta.rules, &bare_king->meta.own, list);
    for (uint32_t i = 0; i < all; i++)
        if (list[i] != TRY_ANY && !is_lesser(&bare_king->meta, list[i]))
            tries[count++].move = list[i];
    if (!count)
        return 0;
    value_leaves(bare_king, meter, tries, count);
    if (!depth)
        return tries[0].value;
    const uint32_t width = count < WIDTH ? count : WIDTH;
    value_deeper(bare_king, meter, tries, width, depth);
    return tries[0].value;
}

void bare_king_search(const BareKingSearch *bare_king, Meter *meter, BareKingTry *tries,
                      uint32_t count)
{
    value_leaves(bare_king, meter, tries, count);
    for (unsigned depth = 1; depth <= DEPTH_MAX && !meter->is_spent; depth++) {
        BareKingTry deeper[TRIES_MAX];
        const uint32_t width = count < ROOT_WIDTH ? count : ROOT_WIDTH;
        memcpy(deeper, tries, width * sizeof *deeper);
        value_deeper(bare_king, meter, deeper, width, depth);
        if (meter->is_spent)
            break;
        memcpy(tries, deeper, width * sizeof *deeper);
    }
}
