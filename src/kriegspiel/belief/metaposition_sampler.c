// Men placed one by one: the king, those whose square is known to be occupied, the rest.
#include "kriegspiel/belief/metaposition_sampler.h"

enum {
    MARKS_MAX = 100, // for one man; beyond, nobody is taken to be able to stand anywhere
    SPOTS_MAX = KING * SQUARE_COUNT,
    GUIDES = 256,
    ATTEMPTS_BETWEEN_CLOCKS = 64,
};
// Nowhere possible is ruled out for being unlikely.
#define WEIGHT_LEAST 0.002
// Nor is one man more of a kind than there should be by the weights.
#define SHARE_LEAST 0.02

typedef struct Spot {
    Kind kind;
    unsigned square; // SQUARE_NONE: there is none
} Spot;

// All that is possible, laid end to end by its weight: once for all boards.
typedef struct Spread {
    const Metaposition *meta;
    const PieceWeights *piece_weights;
    unsigned count;
    Spot spots[SPOTS_MAX];
    double ends[SPOTS_MAX];
    uint16_t guides[GUIDES]; // where to begin to look for a mark in each equal part of the whole
} Spread;

// How many men of his are still to be placed, the king apart, and how many of each kind were.
typedef struct Hand {
    unsigned pawns, pieces;
    unsigned placed[KIND_COUNT];
} Hand;

static double weight_at(const PieceWeights *piece_weights, Kind kind, unsigned square)
{
    const double weight = piece_weights->at[kind][square];
    return weight > WEIGHT_LEAST ? weight : WEIGHT_LEAST;
}

static void lay_out(Spread *spread, const Metaposition *meta, const PieceWeights *piece_weights)
{
    double end = 0;
    *spread = (Spread){.meta = meta, .piece_weights = piece_weights};
    for (Kind kind = PAWN; kind < KING; kind++)
        for (Bits squares = meta->men[kind]; squares;) {
            const unsigned square = bits_take(&squares);
            end += weight_at(piece_weights, kind, square);
            spread->spots[spread->count] = (Spot){kind, square};
            spread->ends[spread->count++] = end;
        }
    for (unsigned i = 0, first = 0; i < GUIDES && spread->count; i++) {
        while (spread->ends[first] <= end * i / GUIDES)
            first++;
        spread->guides[i] = (uint16_t)first;
    }
}

// How much of a kind's weight is left when some of its men are on the board.
static double share_left(const Spread *spread, const Hand *hand, Kind kind)
{
    const unsigned placed = hand->placed[kind];
    if (kind == PAWN)
        return hand->pawns > 0;
    if (!hand->pieces || placed >= spread->meta->max[kind])
        return 0;
    const double number = spread->piece_weights->number[kind];
    const double left = number - placed;
    return left > SHARE_LEAST * number ? left / number : SHARE_LEAST;
}

// The first spot that ends beyond a share of the whole.
static Spot spot_at(const Spread *spread, double share)
{
    const unsigned last = spread->count - 1;
    const double mark = share * spread->ends[last];
    unsigned i = spread->guides[(unsigned)(share * GUIDES)];
    while (i < last && spread->ends[i] <= mark)
        i++;
    return spread->spots[i];
}

static Spot draw_spot(const Spread *spread, const Hand *hand, Bits occupied, Rng *rng)
{
    for (unsigned i = 0; i < MARKS_MAX && spread->count; i++) {
        const Spot spot = spot_at(spread, rng_share(rng));
        if (!bits_has(occupied, spot.square) &&
            rng_share(rng) < share_left(spread, hand, spot.kind))
            return spot;
    }
    return (Spot){PAWN, SQUARE_NONE};
}

// Who stands on a square that is known to be occupied.
static Spot draw_kind(const Spread *spread, const Hand *hand, unsigned square, Rng *rng)
{
    double weights[KIND_COUNT] = {0}, sum = 0;
    for (Kind kind = PAWN; kind < KING; kind++) {
        if (bits_has(spread->meta->men[kind], square))
            weights[kind] =
                weight_at(spread->piece_weights, kind, square) * share_left(spread, hand, kind);
        sum += weights[kind];
    }
    double mark = rng_share(rng) * sum;
    for (Kind kind = PAWN; kind < KING; kind++) {
        mark -= weights[kind];
        if (mark < 0)
            return (Spot){kind, square};
    }
    return (Spot){PAWN, SQUARE_NONE};
}

static unsigned draw_king(const Metaposition *meta, const PieceWeights *piece_weights, Rng *rng)
{
    double sum = 0;
    for (Bits kings = meta->men[KING]; kings;)
        sum += weight_at(piece_weights, KING, bits_take(&kings));
    double mark = rng_share(rng) * sum;
    unsigned square = SQUARE_NONE;
    for (Bits kings = meta->men[KING]; kings && mark >= 0;) {
        square = bits_take(&kings);
        mark -= weight_at(piece_weights, KING, square);
    }
    return square;
}

// One man more. False if there is no spot.
static bool place(Position *position, const Spread *spread, Hand *hand, Spot spot)
{
    if (spot.square == SQUARE_NONE)
        return false;
    last_turn__put_man(position, metaposition_enemy(spread->meta), spot.kind, spot.square);
    hand->placed[spot.kind]++;
    *(spot.kind == PAWN ? &hand->pawns : &hand->pieces) -= 1;
    return true;
}

static bool place_all(Position *position, const Spread *spread, Rng *rng)
{
    const Metaposition *meta = spread->meta;
    const unsigned king = draw_king(meta, spread->piece_weights, rng);
    if (king == SQUARE_NONE)
        return false;
    last_turn__put_man(position, metaposition_enemy(meta), KING, king);
    const unsigned others = meta->count - 1u;
    const unsigned max = meta->max[PAWN] < others ? meta->max[PAWN] : others;
    const unsigned min = meta->pawns_least < max ? meta->pawns_least : max;
    Hand hand = {.pawns = min + rng_below(rng, max - min + 1)};
    hand.pieces = others - hand.pawns;
    for (Bits certain = metaposition_certain(meta) & ~bit(king); certain;)
        if (!place(position, spread, &hand, draw_kind(spread, &hand, bits_take(&certain), rng)))
            return false;
    while (hand.pawns + hand.pieces)
        if (!place(position, spread, &hand,
                   draw_spot(spread, &hand, position_occupied(position), rng)))
            return false;
    return true;
}

// A clock is read now and then: an attempt takes a microsecond or two.
static bool is_late(const MetapositionSource *source, uint32_t attempts)
{
    return source->meter && attempts % ATTEMPTS_BETWEEN_CLOCKS == 0 &&
           meter_left_us(source->meter) <= source->reserve_us;
}

void metaposition_sampler_draw(MetapositionSampler *sampler, uint32_t wanted,
                               const MetapositionSource *source, Rng *rng)
{
    const LastTurnSampler *last_turn = source->last_turn;
    const Position half = last_turn_own_half(last_turn, &source->meta->own);
    Spread spread;
    lay_out(&spread, source->meta, source->piece_weights);
    sampler->count = 0;
    for (uint32_t i = 0; i < wanted * PLACEMENT_ATTEMPTS && sampler->count < wanted; i++) {
        Position position = half;
        if (is_late(source, i))
            break;
        if (!place_all(&position, &spread, rng) || !last_turn_agrees(last_turn, &position))
            continue;
        position.key = position_key(&position);
        sampler->boards[sampler->count++] = position;
    }
}
