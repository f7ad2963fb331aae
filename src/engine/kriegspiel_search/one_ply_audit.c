// Audits one try on one board, and takes the mean over all boards.
#include "engine/kriegspiel_search/one_ply_audit.h"

#include "engine/kriegspiel_search/bare_king.h"

#include <assert.h>

// They are the squares that men of the other side would attack from where its king stands.
Sights sights_of(const Position *position)
{
    const Color mated = other_color((Color)position->to_move);
    const unsigned king = bits_first(position_men(position, mated, KING));
    Sights sights = {0};
    for (Kind kind = PAWN; kind < KING; kind++)
        sights.of[kind] = man_attacks(kind, mated, king, position_occupied(position));
    return sights;
}

// By itself, or by leaving a line to the king.
static bool may_check(const Position *position, const Sights *sights, Move reply)
{
    const unsigned from = move_from(reply);
    const Kind promotion = move_promotion(reply);
    const Kind kind = promotion != PAWN ? promotion : position_kind_at(position, from);
    return bits_has(sights->of[kind], move_to(reply)) || bits_has(sights->of[QUEEN], from);
}

bool reply_mates(const Position *position, const Sights *sights, Move reply)
{
    if (!may_check(position, sights, reply))
        return false;
    Position after;
    position_after(position, reply, &after);
    return position_checkers(&after, (Color)after.to_move) && !chess_count_legal(&after);
}

// Hundredths of a pawn, if nothing else is said. `told` and `mated` were chosen by matches, the others by hand
// (docs/internals/tried/metapositions.md).
static const struct AuditWeights {
    double men[KIND_COUNT];
    double taker[KIND_COUNT]; // worth of the taker that a guard retakes, less for a dear one
    double dead;              // of having too few men left to mate
    double told;              // times: how much likelier a reply is that he is told of
    double mate, stalemate;
    double freedom; // for each move of his king
    double mated;   // of our own king: two hundred pawns times the share of the replies
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

// Whether the umpire's calls tell him of a capture: it is by a pawn, or takes the man that has just captured.
static bool is_told(const Position *position, Move reply, unsigned captor)
{
    return move_to(reply) == captor || bits_has(position->kind[PAWN], move_from(reply));
}

// What a reply that captures costs us.
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

// Adds what his replies take, how many of them mate, and how many are moves of his king.
static void add_replies(const Position *position, const MoveList *replies, unsigned captor,
                        OnePlyAudit *sum)
{
    assert(replies->count > 0);
    const Bits ours = position->color[other_color((Color)position->to_move)];
    const Sights sights = sights_of(position);
    double share = 0, loss = 0, mated = 0;
    for (uint32_t i = 0; i < replies->count; i++) {
        const Move reply = replies->moves[i];
        sum->freedom += bits_has(position->kind[KING], move_from(reply));
        const bool takes = bits_has(ours, move_to(reply));
        const double weight = takes && is_told(position, reply, captor) ? weights.told : 1;
        share += weight;
        loss += takes ? weight * loss_by(position, reply) : 0;
        mated += reply_mates(position, &sights, reply) ? weight : 0;
    }
    sum->loss += loss / share;
    sum->mated += mated / share;
}

static void audit_add_board(const Position *before, Move move, OnePlyAudit *sum)
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
    assert(sampler->count <= PLACEMENTS_MAX);
    OnePlyAudit sum = {0};
    for (uint32_t i = 0; i < sampler->count; i++)
        if (chess_allows(&sampler->boards[i], move))
            audit_add_board(&sampler->boards[i], move, &sum);
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
