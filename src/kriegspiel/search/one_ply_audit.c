// One try on one board, and the mean over all.
#include "kriegspiel/search/one_ply_audit.h"

#include "kriegspiel/search/bare_king_search.h"

static const struct AuditWeights {
    double men[KIND_COUNT];
    double taker[KIND_COUNT]; // what is taken back
    double dead;              // to be left without means to mate
    double told;              // how much readier he takes where he knows that he can
    double mate, stalemate, freedom;
    double mated; // our own king
} weights = {
    .men = {[PAWN] = 100, [KNIGHT] = 300, [BISHOP] = 320, [ROOK] = 500, [QUEEN] = 900},
    .taker = {[PAWN] = 100, [KNIGHT] = 300, [BISHOP] = 300, [ROOK] = 400, [QUEEN] = 600},
    .dead = 2000,
    .told = 5,
    .mate = 1000,
    .stalemate = 6000,
    .freedom = 12,
    .mated = 20000,
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
    return loss +
           (bare_king_can_win(position->kind, position->color[us] & ~bit(to)) ? 0 : weights.dead);
}

// From where his men of each kind would check our king.
typedef struct Sights {
    Bits of[KIND_COUNT];
} Sights;

static Sights sights_on(const Position *position)
{
    const Color us = other_color((Color)position->to_move);
    const unsigned king = bits_first(position_men(position, us, KING));
    const Bits lines = rook_slides(king, position_occupied(position));
    const Bits diagonals = bishop_slides(king, position_occupied(position));
    return (Sights){{[PAWN] = chess_pawn_strikes[us][king],
                     [KNIGHT] = chess_knight_steps[king],
                     [BISHOP] = diagonals,
                     [ROOK] = lines,
                     [QUEEN] = lines | diagonals}};
}

// Whether a reply may check: on its own, or by leaving a line. Castling is no concern.
static bool may_check(const Position *position, const Sights *sights, Move reply)
{
    const unsigned from = move_from(reply);
    const Kind promotion = move_promotion(reply);
    const Kind kind = promotion != PAWN ? promotion : position_kind_at(position, from);
    return bits_has(sights->of[kind], move_to(reply)) || bits_has(sights->of[QUEEN], from);
}

static bool is_mate(const Position *position, Move reply)
{
    Position after;
    position_after(position, reply, &after);
    return position_checkers(&after, (Color)after.to_move) && !chess_count_legal(&after);
}

// His replies, none of which is certain: adds what they take and how free the king is.
static void add_replies(const Position *position, const MoveList *replies, unsigned captor,
                        OnePlyAudit *sum)
{
    const Bits ours = position->color[other_color((Color)position->to_move)];
    const Sights sights = sights_on(position);
    double share = 0, loss = 0, mated = 0;
    for (uint32_t i = 0; i < replies->count; i++) {
        const Move reply = replies->moves[i];
        sum->freedom += bits_has(position->kind[KING], move_from(reply));
        const bool takes = bits_has(ours, move_to(reply));
        const double weight = takes && is_told(position, reply, captor) ? weights.told : 1;
        share += weight;
        loss += takes ? weight * loss_by(position, reply) : 0;
        mated += may_check(position, &sights, reply) && is_mate(position, reply) ? weight : 0;
    }
    sum->loss += loss / share;
    sum->mated += mated / share;
}

static void add_board(const Position *before, Move move, OnePlyAudit *sum)
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

OnePlyAudit audit_of(const MetapositionSampler *sampler, Move move)
{
    OnePlyAudit sum = {0};
    for (uint32_t i = 0; i < sampler->count; i++)
        if (chess_allows(&sampler->boards[i], move))
            add_board(&sampler->boards[i], move, &sum);
    const double share = sum.legal ? 1.0 / sum.legal : 0;
    sum.mate *= share;
    sum.stalemate *= share;
    sum.loss *= share;
    sum.mated *= share;
    sum.freedom *= share;
    return sum;
}

double audit_value(const OnePlyAudit *audit)
{
    return weights.mate * audit->mate - weights.stalemate * audit->stalemate -
           weights.mated * audit->mated - audit->loss - weights.freedom * audit->freedom;
}
