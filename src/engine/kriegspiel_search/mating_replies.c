// Looks at checks alone.
#include "engine/kriegspiel_search/mating_replies.h"

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
