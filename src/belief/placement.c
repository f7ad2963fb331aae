// Men placed one by one: the king, those whose square is known to be occupied, the rest.
#include "belief/placement.h"

enum { ATTEMPTS_FOR_EACH = 20 };
// Nowhere possible is ruled out for being unlikely.
#define WEIGHT_LEAST 0.002

// How many men of his are still to be placed, the king apart.
typedef struct Hand {
    unsigned pawns, pieces;
} Hand;

typedef struct Spot {
    Kind kind;
    unsigned square; // SQUARE_NONE: there is none
} Spot;

static bool may_hold(const Hand *hand, Kind kind)
{
    return kind == PAWN ? hand->pawns : hand->pieces;
}

static double weight_at(const Shading *shading, Kind kind, unsigned square)
{
    const double weight = shading->at[kind][square];
    return weight > WEIGHT_LEAST ? weight : WEIGHT_LEAST;
}

// Where the mark falls when all that is possible on some squares is laid end to end.
static Spot spot_at(const Metaposition *meta, const Shading *shading, const Hand *hand,
                    Bits squares, double *mark)
{
    for (Kind kind = PAWN; kind < KING; kind++)
        for (Bits rest = may_hold(hand, kind) ? meta->men[kind] & squares : 0; rest;) {
            const unsigned square = bits_take(&rest);
            *mark -= weight_at(shading, kind, square);
            if (*mark < 0)
                return (Spot){kind, square};
        }
    return (Spot){PAWN, SQUARE_NONE};
}

static Spot draw_spot(const Metaposition *meta, const Shading *shading, const Hand *hand,
                      Bits squares, Rng *rng)
{
    double mark = 1e9, end = 1e9;
    (void)spot_at(meta, shading, hand, squares, &end); // nowhere: measures the whole
    mark = rng_share(rng) * (mark - end);
    return spot_at(meta, shading, hand, squares, &mark);
}

static unsigned draw_king(const Metaposition *meta, const Shading *shading, Rng *rng)
{
    double sum = 0;
    for (Bits kings = meta->men[KING]; kings;)
        sum += weight_at(shading, KING, bits_take(&kings));
    double mark = rng_share(rng) * sum;
    unsigned square = SQUARE_NONE;
    for (Bits kings = meta->men[KING]; kings && mark >= 0;) {
        square = bits_take(&kings);
        mark -= weight_at(shading, KING, square);
    }
    return square;
}

static void put(Position *position, Color color, Spot spot)
{
    position->color[color] |= bit(spot.square);
    position->kind[spot.kind] |= bit(spot.square);
}

// One man more, on one of some squares. False if nobody can stand there.
static bool place_on(Position *position, const Metaposition *meta, const Shading *shading,
                     Hand *hand, Bits squares, Rng *rng)
{
    const Bits free = squares & ~position_occupied(position);
    const Spot spot = draw_spot(meta, shading, hand, free, rng);
    if (spot.square == SQUARE_NONE)
        return false;
    put(position, metaposition_enemy(meta), spot);
    *(spot.kind == PAWN ? &hand->pawns : &hand->pieces) -= 1;
    return true;
}

static bool place_all(Position *position, const Metaposition *meta, const Shading *shading,
                      Rng *rng)
{
    const unsigned king = draw_king(meta, shading, rng);
    if (king == SQUARE_NONE)
        return false;
    put(position, metaposition_enemy(meta), (Spot){KING, king});
    const unsigned others = meta->count - 1u;
    const unsigned most = meta->most[PAWN] < others ? meta->most[PAWN] : others;
    const unsigned least = meta->pawns_least < most ? meta->pawns_least : most;
    Hand hand = {.pawns = least + rng_below(rng, most - least + 1)};
    hand.pieces = others - hand.pawns;
    for (Bits certain = metaposition_certain(meta) & ~bit(king); certain;)
        if (!place_on(position, meta, shading, &hand, bit(bits_take(&certain)), rng))
            return false;
    while (hand.pawns + hand.pieces)
        if (!place_on(position, meta, shading, &hand, ~(Bits)0, rng))
            return false;
    return true;
}

void placements_draw(Placements *placements, uint32_t wanted, const Metaposition *meta,
                     const Shading *shading, const Observation *observation, Rng *rng)
{
    const Position half = observation_own_half(observation, &meta->own);
    placements->count = 0;
    for (uint32_t i = 0; i < wanted * ATTEMPTS_FOR_EACH && placements->count < wanted; i++) {
        Position position = half;
        if (!place_all(&position, meta, shading, rng) ||
            !observation_agrees(observation, &position))
            continue;
        position.key = position_key(&position);
        placements->boards[placements->count++] = position;
    }
}
