// The legal generator with the sinks that list and count.
#include "games/chess/legal.h"

void chess_list_legal(const Position *position, MoveList *list)
{
    static const Sink sink = {list_man, list_pawns};
    ListContext context = {list->moves, position_board(position), position->to_move};
    (void)generate_legal(position, &sink, &context);
    list->count = (uint32_t)(context.next - list->moves);
    assert(list->count <= MOVES_MAX);
}

// Counting is most of a perft, so pawns are counted in one go: their pushes go to empty squares,
// their captures westward to enemies, and their captures eastward are counted where they come from,
// on own squares. The four sets never overlap. The other men's counts are summed in lanes, one a
// rank: sixteen men have at most seven targets each on one rank, so no lane overflows.
typedef struct CountContext {
    Bits lanes;
    Color us;
    Bits pawn_moves; // the disjoint sets, added up
    Bits promoting;  // arrivals on the last rank; eastward ones again where they come from
    Bits last_rank;
} CountContext;

static ALWAYS_INLINE void count_man(void *context, unsigned from, Bits targets)
{
    (void)from;
    ((CountContext *)context)->lanes += bits_count_lanes(targets);
}

static ALWAYS_INLINE void count_pawns(void *context, PawnStep step, Bits targets)
{
    CountContext *counter = context;
    const Bits promoting = targets & counter->last_rank;
    if (step == PAWN_EAST) {
        counter->pawn_moves |= pawns_stepped_back(targets, counter->us, step);
        counter->promoting |= pawns_stepped_back(promoting, counter->us, step);
    } else {
        counter->pawn_moves |= targets;
        counter->promoting |= promoting;
    }
}

uint32_t chess_count_legal(const Position *position)
{
    static const Sink sink = {count_man, count_pawns};
    const Board *board = position_board(position);
    CountContext context = {.us = position->to_move,
                            .last_rank = board->last_rank[position->to_move]};
    (void)generate_legal(position, &sink, &context);
    uint32_t count = bits_sum_lanes(context.lanes + bits_count_lanes(context.pawn_moves));
    if (context.promoting)
        count += bits_count(context.promoting) * (bits_count(board->promotions) - 1);
    return count;
}

bool chess_is_legal(const Position *position, Move move)
{
    MoveList list;
    chess_list_legal(position, &list);
    for (uint32_t i = 0; i < list.count; i++)
        if (list.moves[i] == move)
            return true;
    return false;
}

static bool castle_is_allowed(const Position *position, Color us, unsigned to, Bits occupied)
{
    const Color them = other_color(us);
    for (unsigned right = us * 2; right < us * 2 + 2; right++) {
        const Castle *castle = &chess_castles[right];
        if (castle->king_to != to)
            continue;
        if (castle->between & occupied)
            return false;
        for (Bits crossed = castle->crossed | bit(castle->king_from); crossed;)
            if (position_attackers(position, bits_take(&crossed), them, occupied))
                return false;
    }
    return true;
}

static bool pawn_is_allowed(const Position *position, Color us, unsigned from, unsigned to,
                            Bits occupied)
{
    if (square_file(from) == square_file(to))
        return !bits_has(occupied, to);
    return bits_has(position->color[other_color(us)], to);
}

bool chess_allows(const Position *position, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Color us = position->to_move;
    assert(bits_has(position->color[us], from) && !bits_has(position->color[us], to));
    const Bits occupied = position_occupied(position) | ~position_board(position)->squares;
    const bool is_pawn = bits_has(position->kind[PAWN], from);
    const bool is_king = bits_has(position->kind[KING], from);
    if (is_king && !bits_has(chess_king_steps[from], to))
        return castle_is_allowed(position, us, to, occupied);
    if (is_pawn && to == position->passant && square_file(from) != square_file(to))
        return position_passant_is_legal(position, from, to);
    if ((chess_path[from][to] & ~bit(to) & occupied) ||
        (is_pawn && !pawn_is_allowed(position, us, from, to, occupied)))
        return false;
    const unsigned king = is_king ? to : bits_first(position_men(position, us, KING));
    const Bits after = (occupied & ~bit(from)) | bit(to);
    return !(position_attackers(position, king, other_color(us), after) & ~bit(to));
}

// Plain recursion: no table of positions seen, every inner move made with its key.
uint64_t chess_perft(const Position *position, unsigned depth)
{
    if (depth == 0)
        return 1;
    if (depth == 1)
        return chess_count_legal(position);

    MoveList list;
    chess_list_legal(position, &list);
    uint64_t nodes = 0;
    for (uint32_t i = 0; i < list.count; i++) {
        Position after;
        position_after(position, list.moves[i], &after);
        nodes += chess_perft(&after, depth - 1);
    }
    return nodes;
}
