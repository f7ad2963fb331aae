// Predictions, the tree, and what is pruned from it.
#include "engine/kriegspiel_search/maximax.h"

#include "engine/kriegspiel_search/geometry.h"

// Set by hand; the paper does not say how its tree is pruned.
enum {
    DEPTH_LIMIT = 8,    // full moves: the largest value of the option `depth`
    WIDTH = 8,          // tries below the root that are searched deeper: the best by static value
    HOPELESS_GAP = 400, // hundredths of a pawn: a try so far below the best is not searched deeper
};

// The squares that must be empty for a move to be legal.
static Bits way_of(const OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Bits path = chess_path[from][to];
    const bool is_pawn = bits_has(own->kind[PAWN], from);
    if (bits_has(own->kind[KNIGHT], from) || is_strike(own->kind[PAWN], move))
        return 0;
    return is_pawn ? path : path & ~bit(to);
}

bool maximax_allows(const Metaposition *meta, Move move)
{
    assert(move != TRY_NONE && bits_has(metaposition_board(meta)->squares, move_to(move)));
    const unsigned to = move_to(move);
    if (meta->men[KING] == bit(to)) // his king, known to be there
        return false;
    if (is_strike(meta->own.kind[PAWN], move))
        return bits_has(metaposition_possible(meta) | meta->passed, to);
    return !(way_of(&meta->own, move) & metaposition_certain(meta));
}

// Whether a try goes one square less far than the refused one: the man that blocked that one may stand there.
static bool is_one_shorter(Move move, Move refused)
{
    const unsigned from = move_from(move), to = move_to(move);
    if (!refused || move_from(refused) != from || move_to(refused) == to)
        return false;
    const Bits path = chess_path[from][move_to(refused)];
    return bits_has(path, to) && (path & ~chess_path[from][to]) == bit(move_to(refused));
}

// The square on which a capture is predicted; SQUARE_NONE for none.
static unsigned predicted_capture(const Metaposition *meta, Move move, Move refused)
{
    const unsigned to = move_to(move);
    const bool is_passant =
        bits_has(meta->passed, to) && !bits_has(metaposition_possible(meta), to);
    if (is_strike(meta->own.kind[PAWN], move))
        return is_passant ? (meta->own.color == WHITE ? to - 8 : to + 8) : to;
    const bool is_pawn = bits_has(meta->own.kind[PAWN], move_from(move));
    if (!is_pawn && meta->count > 1 &&
        (bits_has(metaposition_certain(meta), to) ||
         (is_one_shorter(move, refused) && bits_has(metaposition_possible(meta), to))))
        return to;
    return SQUARE_NONE;
}

// Whether an enemy pawn may take the man that has just moved.
static bool has_tries(const Metaposition *meta, unsigned to)
{
    return (meta->men[PAWN] & chess_pawn_strikes[meta->own.color][to]) != 0;
}

Hearing maximax_predict(const Metaposition *meta, Move move, Move refused)
{
    Hearing heard = {.event = HEARD_MOVE, .verdict = VERDICT_PLAYED, .seat = meta->own.color};
    const unsigned at = predicted_capture(meta, move, refused);
    if (at != SQUARE_NONE) {
        const bool tells = meta->rules->capture_tells_kind;
        const bool is_pawn = bits_has(meta->men[PAWN], at);
        heard.captured = !tells ? CAPTURED_MAN : is_pawn ? CAPTURED_PAWN : CAPTURED_PIECE;
        heard.capture_at = (uint8_t)(at + 1);
    }
    const TriesCall call = meta->rules->tries;
    if (call == TRIES_COUNTED || call == TRIES_EXIST)
        heard.count = has_tries(meta, move_to(move));
    else if (call == TRIES_SQUARES)
        heard.points[0] = meta->men[PAWN] & chess_pawn_strikes[meta->own.color][move_to(move)];
    return heard;
}

static const Hearing silence[2] = {
    {.event = HEARD_MOVE, .verdict = VERDICT_PLAYED, .seat = WHITE},
    {.event = HEARD_MOVE, .verdict = VERDICT_PLAYED, .seat = BLACK},
};

typedef struct MaximaxNode {
    Metaposition meta; // after the own move
    Move move;
    double value; // static
} MaximaxNode;

// If every square of his king is attacked, silence is impossible: the check on one of them is predicted instead.
static void hear_check(const Metaposition *meta, Move move, Hearing *heard, Metaposition *after)
{
    const Bits kings = meta->men[KING] & ~bit(move_to(move));
    if (!kings)
        return;
    heard->checks = metaposition_checks_on(after, bits_first(kings));
    *after = *meta;
    metaposition_pseudo(after, move, heard);
}

// Advances by the predicted answer to a try. Returns the static value after it.
static double advance(const Maximax *search, const Metaposition *meta, Move move, Move refused,
                      Metaposition *after)
{
    Hearing heard = maximax_predict(meta, move, refused);
    *after = *meta;
    metaposition_pseudo(after, move, &heard);
    if (!after->men[KING])
        hear_check(meta, move, &heard, after);
    (void)meter_step(search->meter);
    return metaeval(&search->eval, meta, move, heard.captured != CAPTURED_NOTHING, after);
}

static double best_after(const Maximax *search, const Metaposition *meta, unsigned depth);

static double maximax_value_of(const Maximax *search, const Metaposition *after, double value,
                               unsigned depth)
{
    if (depth == 0 || value >= META_WON || value <= META_LOST)
        return value;
    Metaposition next = *after;
    metaposition_meta(&next, &silence[metaposition_enemy(after)]);
    const double best = best_after(search, &next, depth - 1);
    return search->alpha * value + (1 - search->alpha) * best;
}

// Keeps the `WIDTH` best nodes in order.
static unsigned keep_best(MaximaxNode *nodes, unsigned count, const MaximaxNode *node)
{
    assert(count <= WIDTH);
    unsigned index = count < WIDTH ? count : WIDTH - 1;
    if (count == WIDTH && nodes[index].value >= node->value)
        return count;
    for (; index > 0 && nodes[index - 1].value < node->value; index--)
        nodes[index] = nodes[index - 1];
    nodes[index] = *node;
    return count < WIDTH ? count + 1 : count;
}

// The best value of any try. Tries that cannot be legal are left out, and so are pawn captures of men that are only
// possible: such tries are never predicted to be played.
static double best_after(const Maximax *search, const Metaposition *meta, unsigned depth)
{
    static const Turn fresh = {0};
    Try tries[TRIES_MAX];
    MaximaxNode nodes[WIDTH], node;
    unsigned kept = 0;
    const uint32_t count = attempts_list(&fresh, meta->rules, &meta->own, tries);
    for (uint32_t i = 0; i < count && !search->meter->is_spent; i++) {
        const Move move = tries[i];
        if (move == TRY_ANY || is_lesser_promotion(metaposition_board(meta), move) ||
            !maximax_allows(meta, move) ||
            (is_strike(meta->own.kind[PAWN], move) &&
             !bits_has(metaposition_certain(meta), move_to(move))))
            continue;
        node.move = move;
        node.value = advance(search, meta, move, MOVE_NONE, &node.meta);
        kept = keep_best(nodes, kept, &node);
    }
    if (!kept)
        return 0;
    double best = META_LOST;
    for (unsigned i = 0; i < kept && !search->meter->is_spent; i++) {
        if (nodes[i].value + HOPELESS_GAP < best)
            break;
        const double value = maximax_value_of(search, &nodes[i].meta, nodes[i].value, depth);
        best = value > best ? value : best;
    }
    return best > META_LOST ? best : nodes[0].value;
}

static int compare_tries(const void *left, const void *right)
{
    const MaximaxTry *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->move > b->move) - (a->move < b->move);
}

// Values the tries in their present order to one depth. False, with nothing changed, if the budget ended first; depth 0 is
// always finished.
static bool deepen(const Maximax *search, const Metaposition *meta, MaximaxTry *tries,
                   uint32_t count, unsigned depth)
{
    assert(count <= TRIES_MAX);
    double best = META_LOST, values[TRIES_MAX];
    uint32_t done = 0;
    Maximax root = *search;
    root.eval.is_judged = search->is_judged;
    for (; done < count; done++) {
        Metaposition after;
        if (depth && tries[done].value + HOPELESS_GAP < best)
            break;
        const double value = advance(&root, meta, tries[done].move, search->refused, &after);
        values[done] = maximax_value_of(search, &after, value, depth) + tries[done].fixed;
        if (depth && search->meter->is_spent)
            return false;
        best = values[done] > best ? values[done] : best;
    }
    // Tries that were pruned stay behind all others.
    for (uint32_t i = 0; i < count; i++)
        tries[i].value = i < done ? values[i] : tries[i].value - HOPELESS_GAP;
    qsort(tries, count, sizeof *tries, compare_tries);
    return true;
}

unsigned maximax(const Maximax *search, const Metaposition *meta, MaximaxTry *tries, uint32_t count)
{
    assert(search->meter && search->eval.weights);
    assert(search->alpha > 0 && search->alpha <= 1);
    unsigned depth = 0;
    const unsigned max = search->depth_max < DEPTH_LIMIT ? search->depth_max : DEPTH_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        tries[i].value = META_LOST;
    while (depth <= max && deepen(search, meta, tries, count, depth))
        depth++;
    return depth;
}
