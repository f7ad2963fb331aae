// A bare king: one move against it, and the search for its mate.
#include "engine/kriegspiel_search/bare_king.h"

#include "engine/kriegspiel_search/geometry.h"

#include <string.h>

Bits bare_king_forbids(const OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    if (bits_has(own->kind[KING], from))
        return chess_king_steps[to] | bit(to);
    if (!bits_has(own->kind[PAWN], from))
        return 0;
    return is_strike(own->kind[PAWN], move) ? ~(Bits)0 : chess_path[from][to];
}

void bare_king_stand(const Metaposition *meta, BareKingBoard *board)
{
    const Bits squares = metaposition_board(meta)->squares;
    board->meta = *meta;
    const Attacks attacks = metaposition_attacks(meta, squares & ~meta->own.all);
    board->attacked = attacks_all(&attacks);
    metaposition_sort_checks(meta, &attacks, board->kinds);
}

void bare_king_move(const Metaposition *meta, Move move, BareKingBoard *moved)
{
    Metaposition after = *meta;
    after.men[KING] &= ~bare_king_forbids(&meta->own, move);
    own_men_play(&after.own, move);
    bare_king_stand(&after, moved);
}

Bits bare_king_escapes(const BareKingBoard *board, unsigned king)
{
    return chess_king_steps[king] & metaposition_board(&board->meta)->squares & ~board->attacked;
}

unsigned bare_king_checks(const BareKingBoard *board, unsigned king)
{
    unsigned checks = 0;
    for (unsigned i = 0; i < CHECK_KINDS; i++)
        checks |= (unsigned)bits_has(board->kinds[i], king) << i;
    return checks;
}

void bare_king_chances(const Board *board, BareKingHabit habit, Bits escapes,
                       double chances[KING_STEPS_MAX])
{
    enum { CENTRALITY_MAX = 6 };
    static const double attraction[CENTRALITY_MAX + 1] = {1, 3, 9, 27, 81, 243, 729}; // set by hand
    const unsigned count = bits_count(escapes);
    double sum = 0;
    assert(count <= KING_STEPS_MAX);
    for (unsigned i = 0; i < count; i++) {
        const unsigned square = bits_take(&escapes);
        chances[i] = habit == KING_GOES_ANYWHERE ? 1 : attraction[centrality(board, square)];
        sum += chances[i];
    }
    for (unsigned i = 0; i < count; i++)
        chances[i] /= sum;
}

void bare_king_usual_chances(const Board *board, Bits escapes, double chances[KING_STEPS_MAX])
{
    const unsigned count = bits_count(escapes);
    bare_king_chances(board, KING_GOES_TO_THE_MIDDLE, escapes, chances);
    for (unsigned i = 0; i < count; i++)
        chances[i] = 0.5 / count + 0.5 * chances[i];
}

void bare_king_spread(const BareKingBoard *board, BareKingHabit habit,
                      const double at[SQUARE_COUNT], Bits kings, double next[SQUARE_COUNT])
{
    while (kings) {
        const unsigned king = bits_take(&kings);
        Bits escapes = bare_king_escapes(board, king);
        const unsigned count = bits_count(escapes);
        double chances[KING_STEPS_MAX];
        if (!(at[king] > 0))
            continue;
        bare_king_chances(metaposition_board(&board->meta), habit, escapes, chances);
        for (unsigned i = 0; i < count; i++)
            next[bits_take(&escapes)] += at[king] * chances[i];
    }
}

enum {
    ROOT_WIDTH = 8,  // tries of the root that are searched deeper
    WIDTH = 4,       // and of every other turn: the tree grows by this factor a move
    DEPTH_MAX = 4,   // own moves after the first
    CLASSES_MAX = 8, // answers that are told apart; the last class takes all further ones
};

static const double UNIFORM_SHARE = 0.02;  // of all weight, so that no possible square has none
static const double CERTAIN = 0.999;       // chance: such a try is taken to be legal
static const double DEPTH_DISCOUNT = 0.95; // for each further move: a mate sooner is better

// The terms of a leaf. All values are hundredths of a pawn or so, set by hand in games against a random bare king
// (docs/engines/metapositions.md, Limits).
static const struct BareKingWeights {
    double men[KIND_COUNT];
    double enough;  // material beyond this adds nothing
    double cage;    // for each square that the king can ever reach
    double square;  // for each square on which it may be
    double freedom; // for each move it has, in the mean
    double edge;    // for each of its steps from the edge
    double near;    // for each step between the kings
    double pawn_step;
    double taken; // chance that it finds a man it can take
} weights = {
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
    assert(meta->own.kind[KING]);
    double sum = 0;
    bare_king->meta = *meta;
    memset(bare_king->at, 0, sizeof bare_king->at);
    for (Bits kings = meta->men[KING]; kings;)
        sum += piece_weights->at[KING][bits_take(&kings)];
    for (Bits kings = meta->men[KING]; kings;) {
        const unsigned square = bits_take(&kings);
        const double weight = sum > 0 ? piece_weights->at[KING][square] / sum : 0;
        bare_king->at[square] =
            weight * (1 - UNIFORM_SHARE) + UNIFORM_SHARE / bits_count(meta->men[KING]);
    }
}

// The board after an own move, and the chance that the move is legal.
typedef struct AfterMove {
    BareKingBoard board;
    double legal;
} AfterMove;

static void move_own(const BareKingSearch *bare_king, Move move, AfterMove *moved)
{
    bare_king_move(&bare_king->meta, move, &moved->board);
    moved->legal = 0;
    for (Bits kings = moved->board.meta.men[KING]; kings;)
        moved->legal += bare_king->at[bits_take(&kings)];
}

static double material_of(const OwnMen *own, const Board *board)
{
    double sum = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        sum += weights.men[kind] * bits_count(own->kind[kind]);
    for (Bits pawns = own->kind[PAWN]; pawns;)
        sum += weights.pawn_step * pawn_steps(board, (Color)own->color, bits_take(&pawns));
    return sum < weights.enough ? sum : weights.enough;
}

// Every square that the king can reach while our men stand still.
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

// The expected loss if the king may take one of our men: the worst it can take. If too few are left to mate with, that is
// the win.
static double capture_loss(const AfterMove *moved, Bits escapes)
{
    const OwnMen *own = &moved->board.meta.own;
    double worst = 0;
    for (Bits hanging = escapes & own->all; hanging;) {
        const Bits taken = bit(bits_take(&hanging));
        double worth = bare_king_can_win(own->kind, own->all & ~taken) ? 0 : BARE_KING_MATE;
        for (Kind kind = PAWN; kind < KING; kind++)
            worth += own->kind[kind] & taken ? weights.men[kind] : 0;
        worst = worth > worst ? worth : worst;
    }
    return worst * weights.taken;
}

// The terms of a leaf that depend on the square of a king that can move.
static double square_value(const AfterMove *moved, unsigned king, Bits escapes)
{
    const Board *board = metaposition_board(&moved->board.meta);
    const unsigned own_king = bits_first(moved->board.meta.own.kind[KING]);
    return -weights.freedom * bits_count(escapes) - weights.edge * centrality(board, king) -
           weights.near * square_distance(king, own_king) - capture_loss(moved, escapes);
}

// A king without a move is mated or stalemated.
static double end_value(const AfterMove *moved, unsigned king)
{
    return bits_has(moved->board.attacked, king) ? BARE_KING_MATE : -BARE_KING_MATE;
}

static double leaf_value(const BareKingSearch *bare_king, const AfterMove *moved)
{
    assert(moved->legal > 0);
    const Board *board = metaposition_board(&moved->board.meta);
    const Bits open = board->squares & ~moved->board.meta.own.all & ~moved->board.attacked;
    const Bits kings = moved->board.meta.men[KING];
    const double common = material_of(&moved->board.meta.own, board) -
                          weights.cage * bits_count(cage_of(kings, open)) -
                          weights.square * bits_count(kings);
    double sum = 0;
    for (Bits rest = kings; rest;) {
        const unsigned king = bits_take(&rest);
        const Bits escapes = bare_king_escapes(&moved->board, king);
        sum += bare_king->at[king] *
               (escapes ? common + square_value(moved, king, escapes) : end_value(moved, king));
    }
    return sum / moved->legal;
}

// The next own turn: a king on one of `kings` has made one of its moves, each as likely as another.
static void king_moves(const BareKingSearch *bare_king, const AfterMove *moved, Bits kings,
                       BareKingSearch *next)
{
    double sum = 0;
    next->meta = moved->board.meta;
    next->meta.men[KING] = 0;
    memset(next->at, 0, sizeof next->at);
    while (kings) {
        const unsigned king = bits_take(&kings);
        const Bits escapes = bare_king_escapes(&moved->board, king) & ~moved->board.meta.own.all;
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

// The squares of the king by the check that would be called. Mates and stalemates end the game and are added up apart.
typedef struct Classes {
    unsigned count;
    unsigned checks[CLASSES_MAX];
    Bits kings[CLASSES_MAX];
    double ended; // values of games that end, by their chances
    double lost;  // what the king may take, by its chance
} Classes;

static void classify(const BareKingSearch *bare_king, const AfterMove *moved, Classes *classes)
{
    *classes = (Classes){0};
    for (Bits kings = moved->board.meta.men[KING]; kings;) {
        const unsigned king = bits_take(&kings), checks = bare_king_checks(&moved->board, king);
        const Bits escapes = bare_king_escapes(&moved->board, king);
        if (!escapes) {
            classes->ended += bare_king->at[king] * end_value(moved, king);
            continue;
        }
        classes->lost += bare_king->at[king] * capture_loss(moved, escapes);
        unsigned i = 0;
        while (i < classes->count && classes->checks[i] != checks)
            i++;
        if (i == CLASSES_MAX)
            i = CLASSES_MAX - 1;
        assert(i <= classes->count);
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

static double deep_value(const BareKingSearch *bare_king, const AfterMove *moved, Meter *meter,
                         unsigned depth)
{
    assert(depth > 0 && moved->legal > 0);
    Classes classes;
    classify(bare_king, moved, &classes);
    double sum = classes.ended - classes.lost;
    for (unsigned i = 0; i < classes.count && !meter->is_spent; i++) {
        BareKingSearch next;
        king_moves(bare_king, moved, classes.kings[i], &next);
        const double weight = weight_of(bare_king, classes.kings[i]);
        sum += weight * (next.meta.men[KING] ? best_value(&next, meter, depth - 1) : 0);
    }
    return sum / moved->legal;
}

static int compare_tries(const void *left, const void *right)
{
    const BareKingTry *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->move > b->move) - (a->move < b->move);
}

// A refused try is followed by another: by the best of those that are certain to be legal.
static void allow_for_refusals(BareKingTry *tries, uint32_t count)
{
    double sure = -BARE_KING_MATE;
    for (uint32_t i = 0; i < count; i++)
        if (tries[i].legal > CERTAIN && tries[i].value > sure)
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
        AfterMove moved;
        move_own(bare_king, tries[i].move, &moved);
        tries[i].legal = moved.legal;
        tries[i].value = moved.legal > 0 ? leaf_value(bare_king, &moved) : 0;
    }
    allow_for_refusals(tries, count);
}

// Values the best tries by what follows them.
static void value_deeper(const BareKingSearch *bare_king, Meter *meter, BareKingTry *tries,
                         uint32_t count, unsigned depth)
{
    for (uint32_t i = 0; i < count && !meter->is_spent; i++) {
        AfterMove moved;
        move_own(bare_king, tries[i].move, &moved);
        if (moved.legal > 0)
            tries[i].value = deep_value(bare_king, &moved, meter, depth) * DEPTH_DISCOUNT;
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
        if (list[i] != TRY_ANY &&
            !is_lesser_promotion(metaposition_board(&bare_king->meta), list[i]))
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
    assert(count > 0 && count <= TRIES_MAX);
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
