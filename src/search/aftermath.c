// One try on one board, and the mean over all.
#include "search/aftermath.h"

#include "search/hunt.h"

static const struct AftermathWeights {
    double men[KIND_COUNT];
    double taker[KIND_COUNT]; // what is taken back
    double dead;              // to be left without means to mate
    double told;              // how much readier he takes where he knows that he can
    double mate, stalemate, freedom;
} weights = {
    .men = {[PAWN] = 100, [KNIGHT] = 300, [BISHOP] = 320, [ROOK] = 500, [QUEEN] = 900},
    .taker = {[PAWN] = 100, [KNIGHT] = 300, [BISHOP] = 300, [ROOK] = 400, [QUEEN] = 600},
    .dead = 2000,
    .told = 5,
    .mate = 1000,
    .stalemate = 6000,
    .freedom = 12,
};

// Whether his reply is a capture that the umpire has as good as offered: by a pawn, or of what has just captured.
static bool is_told(const Position *position, Move reply, unsigned captor)
{
    return move_to(reply) == captor || bits_has(position->kind[PAWN], move_from(reply));
}

// What a reply that takes costs us.
static double loss_by(const Position *position, Move reply)
{
    const unsigned from = move_from(reply), to = move_to(reply);
    const Color us = other_color((Color)position->to_move);
    const Kind taken = position_kind_at(position, to);
    const Kind taker = position_kind_at(position, from);
    const Bits occupied = position_occupied(position) & ~bit(from);
    const bool is_held = position_attackers(position, to, us, occupied) & ~bit(to);
    const double back = is_held ? weights.taker[taker] : 0;
    const double loss = weights.men[taken] > back ? weights.men[taken] - back : 0;
    return loss + (hunt_can_win(position->kind, position->color[us] & ~bit(to)) ? 0 : weights.dead);
}

// His replies, none of which is certain: adds what they take and how free the king is.
static void add_replies(const Position *position, const MoveList *replies, unsigned captor,
                        Aftermath *sum)
{
    const Bits ours = position->color[other_color((Color)position->to_move)];
    double share = 0, loss = 0;
    for (uint32_t i = 0; i < replies->count; i++) {
        const Move reply = replies->moves[i];
        sum->freedom += bits_has(position->kind[KING], move_from(reply));
        const bool takes = bits_has(ours, move_to(reply));
        const double weight = takes && is_told(position, reply, captor) ? weights.told : 1;
        share += weight;
        loss += takes ? weight * loss_by(position, reply) : 0;
    }
    sum->loss += loss / share;
}

static void add_board(const Position *before, Move move, Aftermath *sum)
{
    MoveList replies;
    Position after;
    position_after(before, move, &after);
    chess_list_legal(&after, &replies);
    sum->legal++;
    const bool takes = bits_has(position_occupied(before), move_to(move));
    if (replies.count)
        add_replies(&after, &replies, takes ? move_to(move) : SQUARE_NONE, sum);
    else
        *(position_checkers(&after, (Color)after.to_move) ? &sum->mate : &sum->stalemate) += 1;
}

Aftermath aftermath_of(const Placements *placements, Move move)
{
    Aftermath sum = {0};
    for (uint32_t i = 0; i < placements->count; i++)
        if (chess_allows(&placements->boards[i], move))
            add_board(&placements->boards[i], move, &sum);
    const double share = sum.legal ? 1.0 / sum.legal : 0;
    sum.mate *= share;
    sum.stalemate *= share;
    sum.loss *= share;
    sum.freedom *= share;
    return sum;
}

double aftermath_value(const Aftermath *aftermath)
{
    return weights.mate * aftermath->mate - weights.stalemate * aftermath->stalemate -
           aftermath->loss - weights.freedom * aftermath->freedom;
}
