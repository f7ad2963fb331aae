// Men put elsewhere until the board agrees with its turn.
#include "kriegspiel/belief/fallback_sampler.h"

#include "kriegspiel/belief/metaposition_sampler.h"

enum {
    CHANGES_MAX = 4,  // of one board
    KINDS_CHANGE = 4, // one change in so many is of a man's kind
};

struct Fallback {
    Memory memory;
    Metaposition meta;
    PieceWeights piece_weights;
    LastTurnSampler last_turn;
    Bits aims; // where men of his were taken later
};

// --- The moment ----------------------------------------------------------------------------------

static void hear(Fallback *guess, const Heard *heard)
{
    const Metaposition before = guess->meta;
    metaposition_hear(&guess->meta, heard->own, &heard->hearing);
    piece_weights_hear(&guess->piece_weights, &before, heard->own, &heard->hearing, &guess->meta);
    last_turn_hear(&guess->last_turn, heard->own, &heard->hearing);
}

static Fallback *create(const Memory *memory, const FallbackPlan *plan)
{
    const KriegspielRules *rules = (const KriegspielRules *)plan->rules;
    Fallback *guess = memory_resize(memory, NULL, sizeof *guess);
    if (!guess)
        return NULL;
    *guess = (Fallback){.memory = *memory};
    metaposition_begin(&guess->meta, rules, plan->seat);
    piece_weights_begin(&guess->piece_weights, &guess->meta);
    last_turn_begin(&guess->last_turn, rules, plan->seat);
    for (uint32_t i = 0; i < plan->position; i++)
        hear(guess, &plan->log->list[i]);
    for (uint32_t i = plan->position; i < plan->log->count; i++) {
        const Heard *later = &plan->log->list[i];
        if (hearing_answers(&later->hearing, plan->seat) && later->hearing.capture_at)
            guess->aims |= bit(later->hearing.capture_at - 1u);
    }
    return guess;
}

static void destroy(Fallback *guess)
{
    if (!guess)
        return;
    const Memory memory = guess->memory;
    memory_resize(&memory, guess, 0);
}

// --- A few men elsewhere -------------------------------------------------------------------------

static unsigned draw_from(Bits set, Rng *rng)
{
    return bits_nth(set, rng_below(rng, bits_count(set)));
}

// A piece may be another than was thought; a pawn is told from a piece when it is taken.
static void change_kind(const Fallback *guess, Position *position, unsigned square, Rng *rng)
{
    const Kind kind = position_kind_at(position, square),
               other = KNIGHT + rng_below(rng, KING - KNIGHT);
    if (kind == PAWN || kind == KING || !bits_has(guess->meta.men[other], square))
        return;
    position->kind[kind] &= ~bit(square);
    position->kind[other] |= bit(square);
}

// If another man of his is in the way, the two change places.
static void change_square(const Fallback *guess, Position *position, unsigned from, Rng *rng)
{
    const Color enemy = metaposition_enemy(&guess->meta);
    const Kind kind = position_kind_at(position, from);
    const Bits all = guess->meta.men[kind] & ~bit(from), aimed = all & guess->aims;
    if (!all)
        return;
    const unsigned to = draw_from(aimed && rng_below(rng, 2) ? aimed : all, rng);
    position->kind[kind] &= ~bit(from);
    position->color[enemy] &= ~bit(from);
    if (bits_has(position->color[enemy], to)) {
        const Kind other = position_kind_at(position, to);
        position->kind[other] ^= bit(to) | bit(from);
        position->color[enemy] |= bit(from);
    }
    position->kind[kind] |= bit(to);
    position->color[enemy] |= bit(to);
}

// One change, and half as often another. What rested on where men stood is no longer sure.
static void change(const Fallback *guess, Position *position, Rng *rng)
{
    const Color enemy = metaposition_enemy(&guess->meta);
    unsigned changes = 0;
    do {
        const unsigned square = draw_from(position->color[enemy], rng);
        (rng_below(rng, KINDS_CHANGE) ? change_square : change_kind)(guess, position, square, rng);
    } while (++changes < CHANGES_MAX && rng_below(rng, 2));
    position->castling &= guess->meta.own.castling;
    position->passant = SQUARE_NONE;
}

static void draw_around(const Fallback *guess, const KriegspielBoard *base, Rng *rng, Boards *into)
{
    KriegspielBoard board = *base;
    change(guess, &board.position, rng);
    if (!metaposition_holds(&guess->meta, &board.position) ||
        !last_turn_agrees(&guess->last_turn, &board.position))
        return;
    board.position.key = position_key(&board.position);
    (void)boards_add(into, &board, 1);
}

// --- All men anywhere ----------------------------------------------------------------------------

// MetapositionSampler are within the metaposition and agree with its turn.
static void draw_anywhere(const Fallback *guess, uint32_t attempts, Rng *rng, Boards *into)
{
    const MetapositionSource source = {&guess->meta, &guess->piece_weights, &guess->last_turn, NULL,
                                       0};
    MetapositionSampler sampler;
    uint32_t left = attempts / PLACEMENT_ATTEMPTS + 1;
    while (left) {
        const uint32_t some = left < PLACEMENTS_MAX ? left : PLACEMENTS_MAX;
        metaposition_sampler_draw(&sampler, some, &source, rng);
        for (uint32_t i = 0; i < sampler.count; i++) {
            const KriegspielBoard board = {.position = sampler.boards[i],
                                           .asked = guess->meta.asked,
                                           .lost_at = guess->last_turn.last.capture_at};
            (void)boards_add(into, &board, 1);
        }
        left -= some;
    }
}

static void draw(const Fallback *guess, const void *base, uint32_t count, uint32_t attempts,
                 Rng *rng, Boards *into)
{
    const KriegspielBoard *boards = base;
    if (!count)
        draw_anywhere(guess, attempts, rng, into);
    for (uint32_t i = 0; count && i < attempts; i++)
        draw_around(guess, &boards[rng_below(rng, count)], rng, into);
}

const FallbackKind kriegspiel_fallback = {create, destroy, draw};
