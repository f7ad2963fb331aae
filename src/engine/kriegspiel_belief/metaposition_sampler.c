// Places men one by one: the king, then men on squares that are certainly occupied, then the rest.
#include "engine/kriegspiel_belief/metaposition_sampler.h"

#include <assert.h>

enum {
    MARKS_MAX = 100,                 // draws for one man, then the board is given up
    SPOTS_MAX = KING * SQUARE_COUNT, // of all kinds but the king
    GUIDES = 256, // equal parts of the whole weight, each with an index to start from
    ATTEMPTS_BETWEEN_CLOCKS = 64, // an attempt takes a microsecond or two
};
#define WEIGHT_MIN 0.002 // of a spot: nothing possible is ruled out because it is unlikely
#define SHARE_MIN 0.02   // of a kind: one man more than its number says is not ruled out either

typedef struct Spot {
    Kind kind;
    unsigned square; // SQUARE_NONE if there is none
} Spot;

// All possible spots, with the running sum of their weights; made once for all boards.
typedef struct SpotTable {
    const Metaposition *meta;
    const PieceWeights *piece_weights;
    unsigned count;
    Spot spots[SPOTS_MAX];
    double ends[SPOTS_MAX];
    uint16_t guides[GUIDES]; // the first spot that ends beyond each part
} SpotTable;

// The enemy's men that are still to be placed, without the king, and those of each kind that were.
typedef struct MenLeft {
    unsigned pawns, pieces;
    unsigned placed[KIND_COUNT];
} MenLeft;

static double weight_at(const PieceWeights *piece_weights, Kind kind, unsigned square)
{
    const double weight = piece_weights->at[kind][square];
    return weight > WEIGHT_MIN ? weight : WEIGHT_MIN;
}

static void fill_table(SpotTable *table, const Metaposition *meta,
                       const PieceWeights *piece_weights)
{
    double end = 0;
    *table = (SpotTable){.meta = meta, .piece_weights = piece_weights};
    for (Kind kind = PAWN; kind < KING; kind++)
        for (Bits squares = meta->men[kind]; squares;) {
            const unsigned square = bits_take(&squares);
            end += weight_at(piece_weights, kind, square);
            table->spots[table->count] = (Spot){kind, square};
            table->ends[table->count++] = end;
        }
    for (unsigned i = 0, first = 0; i < GUIDES && table->count; i++) {
        while (table->ends[first] <= end * i / GUIDES)
            first++;
        assert(first < table->count);
        table->guides[i] = (uint16_t)first;
    }
}

// The share of a kind's weight that is left after some of its men were placed.
static double share_left(const SpotTable *table, const MenLeft *men_left, Kind kind)
{
    const unsigned placed = men_left->placed[kind];
    if (kind == PAWN)
        return men_left->pawns > 0;
    if (!men_left->pieces || placed >= table->meta->max[kind])
        return 0;
    const double number = table->piece_weights->number[kind];
    const double left = number - placed;
    return left > SHARE_MIN * number ? left / number : SHARE_MIN;
}

// The first spot that ends beyond `share` of the whole weight.
static Spot spot_at(const SpotTable *table, double share)
{
    assert(table->count && share >= 0 && share < 1);
    const unsigned last = table->count - 1;
    const double mark = share * table->ends[last];
    unsigned i = table->guides[(unsigned)(share * GUIDES)];
    while (i < last && table->ends[i] <= mark)
        i++;
    return table->spots[i];
}

static Spot draw_spot(const SpotTable *table, const MenLeft *men_left, Bits occupied, Rng *rng)
{
    for (unsigned i = 0; i < MARKS_MAX && table->count; i++) {
        const Spot spot = spot_at(table, rng_share(rng));
        if (!bits_has(occupied, spot.square) &&
            rng_share(rng) < share_left(table, men_left, spot.kind))
            return spot;
    }
    return (Spot){PAWN, SQUARE_NONE};
}

// The man on a square that is certainly occupied.
static Spot draw_kind(const SpotTable *table, const MenLeft *men_left, unsigned square, Rng *rng)
{
    double weights[KIND_COUNT] = {0}, sum = 0;
    for (Kind kind = PAWN; kind < KING; kind++) {
        if (bits_has(table->meta->men[kind], square))
            weights[kind] =
                weight_at(table->piece_weights, kind, square) * share_left(table, men_left, kind);
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

// Places one man. Returns false if there is no spot.
static bool place(Position *position, const SpotTable *table, MenLeft *men_left, Spot spot)
{
    if (spot.square == SQUARE_NONE)
        return false;
    last_turn__put_man(position, metaposition_enemy(table->meta), spot.kind, spot.square);
    men_left->placed[spot.kind]++;
    unsigned *left = spot.kind == PAWN ? &men_left->pawns : &men_left->pieces;
    assert(*left > 0);
    --*left;
    return true;
}

static bool place_all(Position *position, const SpotTable *table, Rng *rng)
{
    const Metaposition *meta = table->meta;
    const unsigned king = draw_king(meta, table->piece_weights, rng);
    if (king == SQUARE_NONE)
        return false;
    last_turn__put_man(position, metaposition_enemy(meta), KING, king);
    const unsigned others = meta->count - 1u;
    const unsigned max = meta->max[PAWN] < others ? meta->max[PAWN] : others;
    const unsigned min = meta->pawns_min < max ? meta->pawns_min : max;
    MenLeft men_left = {.pawns = min + rng_below(rng, max - min + 1)};
    men_left.pieces = others - men_left.pawns;
    for (Bits certain = metaposition_certain(meta) & ~bit(king); certain;)
        if (!place(position, table, &men_left,
                   draw_kind(table, &men_left, bits_take(&certain), rng)))
            return false;
    while (men_left.pawns + men_left.pieces)
        if (!place(position, table, &men_left,
                   draw_spot(table, &men_left, position_occupied(position), rng)))
            return false;
    return true;
}

// Reads the clock once in ATTEMPTS_BETWEEN_CLOCKS.
static bool is_late(const MetapositionSource *source, uint32_t attempts)
{
    return source->meter && attempts % ATTEMPTS_BETWEEN_CLOCKS == 0 &&
           meter_left_us(source->meter) <= source->reserve_us;
}

void metaposition_sampler_draw(MetapositionSampler *sampler, uint32_t wanted,
                               const MetapositionSource *source, Rng *rng)
{
    assert(wanted <= PLACEMENTS_MAX);
    assert(source->meta->own.color == source->last_turn->seat);
    const LastTurnSampler *last_turn = source->last_turn;
    const Position half = last_turn_own_half(last_turn, &source->meta->own);
    SpotTable table;
    fill_table(&table, source->meta, source->piece_weights);
    sampler->count = 0;
    for (uint32_t i = 0; i < wanted * PLACEMENT_ATTEMPTS && sampler->count < wanted; i++) {
        Position position = half;
        if (is_late(source, i))
            break;
        if (!place_all(&position, &table, rng) || !last_turn_agrees(last_turn, &position))
            continue;
        position.key = position_key(&position);
        sampler->boards[sampler->count++] = position;
    }
}
