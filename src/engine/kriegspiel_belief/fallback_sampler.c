// Boards of Kriegspiel for a pool that has none left, under every ruleset and on every board. Each agrees with the
// metaposition of an own turn and with what was heard in that turn.
//
// A board is made in one of two ways. Boards of the pool that have just been contradicted get a few men on other squares or
// of other kinds: little was wrong with them. If there are no such boards, all men are placed by their weights.
#include "engine/kriegspiel_belief/belief_model.h"

#include "engine/kriegspiel_belief/metaposition_sampler.h"

#include <assert.h>

enum {
    CHANGES_MAX = 4,  // of one board
    CHANGE_AGAIN = 2, // after each change another follows with one chance in so many
    KIND_ONE_IN = 4,  // one change in so many is of a man's kind, the others are of its square
    AIMED_ONE_IN = 2, // one square in so many is drawn from `aims`, if one is possible
};

struct Fallback {
    Memory memory;
    Metaposition meta;
    PieceWeights piece_weights;
    LastTurnSampler last_turn;
    Bits aims; // squares on which enemies were taken later
};

static void fallback_hear(Fallback *fallback, const Heard *heard)
{
    const Metaposition before = fallback->meta;
    metaposition_hear(&fallback->meta, heard->own, &heard->hearing);
    piece_weights_hear(&fallback->piece_weights, &before, heard->own, &heard->hearing,
                       &fallback->meta);
    last_turn_hear(&fallback->last_turn, heard->own, &heard->hearing);
}

static Fallback *create(const Memory *memory, const FallbackPlan *plan)
{
    assert(plan->seat < 2 && plan->position <= plan->log->count);
    const KriegspielRules *rules = (const KriegspielRules *)plan->rules;
    Fallback *fallback = memory_resize(memory, NULL, sizeof *fallback);
    if (!fallback)
        return NULL;
    *fallback = (Fallback){.memory = *memory};
    metaposition_begin(&fallback->meta, rules, plan->seat);
    piece_weights_begin(&fallback->piece_weights, &fallback->meta);
    last_turn_begin(&fallback->last_turn, rules, plan->seat);
    for (uint32_t i = 0; i < plan->position; i++)
        fallback_hear(fallback, &plan->log->list[i]);
    for (uint32_t i = plan->position; i < plan->log->count; i++) {
        const Heard *later = &plan->log->list[i];
        if (hearing_answers(&later->hearing, plan->seat) && later->hearing.capture_at)
            fallback->aims |= bit(later->hearing.capture_at - 1u);
    }
    return fallback;
}

static void destroy(Fallback *fallback)
{
    if (!fallback)
        return;
    const Memory memory = fallback->memory;
    memory_resize(&memory, fallback, 0);
}

static unsigned draw_from(Bits set, Rng *rng)
{
    assert(set);
    return bits_nth(set, rng_below(rng, bits_count(set)));
}

// Makes a piece another kind of piece. Pawns stay: most rulesets tell whether a pawn or a piece is taken.
static void change_kind(const Fallback *fallback, Position *position, unsigned square, Rng *rng)
{
    const Kind kind = position_kind_at(position, square),
               other = KNIGHT + rng_below(rng, KING - KNIGHT);
    if (kind == PAWN || kind == KING || !bits_has(fallback->meta.men[other], square))
        return;
    position->kind[kind] &= ~bit(square);
    position->kind[other] |= bit(square);
}

// Moves a man to another square. If another enemy stands there, the two change places.
static void change_square(const Fallback *fallback, Position *position, unsigned from, Rng *rng)
{
    const Color enemy = metaposition_enemy(&fallback->meta);
    assert(bits_has(position->color[enemy], from));
    const Kind kind = position_kind_at(position, from);
    const Bits all = fallback->meta.men[kind] & ~bit(from), aimed = all & fallback->aims;
    if (!all)
        return;
    const unsigned to = draw_from(aimed && rng_below(rng, AIMED_ONE_IN) ? aimed : all, rng);
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

// One to CHANGES_MAX changes. The enemy's castling rights and en passant depended on where men stood, so they are dropped.
static void change(const Fallback *fallback, Position *position, Rng *rng)
{
    const Color enemy = metaposition_enemy(&fallback->meta);
    unsigned changes = 0;
    do {
        const unsigned square = draw_from(position->color[enemy], rng);
        (rng_below(rng, KIND_ONE_IN) ? change_square : change_kind)(fallback, position, square,
                                                                    rng);
    } while (++changes < CHANGES_MAX && rng_below(rng, CHANGE_AGAIN));
    position->castling &= fallback->meta.own.castling;
    position->passant = SQUARE_NONE;
}

static void draw_around(const Fallback *fallback, const KriegspielBoard *base, Rng *rng,
                        Boards *into)
{
    KriegspielBoard board = *base;
    change(fallback, &board.position, rng);
    if (!metaposition_holds(&fallback->meta, &board.position) ||
        !last_turn_agrees(&fallback->last_turn, &board.position))
        return;
    board.position.key = position_key(&board.position);
    (void)boards_add(into, &board, 1);
}

// Boards of a MetapositionSampler agree with the metaposition and with its turn.
static void draw_anywhere(const Fallback *fallback, uint32_t attempts, Rng *rng, Boards *into)
{
    const MetapositionSource source = {&fallback->meta, &fallback->piece_weights,
                                       &fallback->last_turn, NULL, 0};
    MetapositionSampler sampler;
    uint32_t left = attempts / PLACEMENT_ATTEMPTS + 1;
    while (left) {
        const uint32_t some = left < PLACEMENTS_MAX ? left : PLACEMENTS_MAX;
        metaposition_sampler_draw(&sampler, some, &source, rng);
        for (uint32_t i = 0; i < sampler.count; i++) {
            const KriegspielBoard board = {.position = sampler.boards[i],
                                           .asked = fallback->meta.asked,
                                           .lost_at = fallback->last_turn.last.capture_at};
            (void)boards_add(into, &board, 1);
        }
        left -= some;
    }
}

static void fallback_draw(const Fallback *fallback, const void *base, uint32_t count,
                          uint32_t attempts, Rng *rng, Boards *into)
{
    assert(base || !count);
    const KriegspielBoard *boards = base;
    if (!count)
        draw_anywhere(fallback, attempts, rng, into);
    for (uint32_t i = 0; count && i < attempts; i++)
        draw_around(fallback, &boards[rng_below(rng, count)], rng, into);
}

const FallbackKind kriegspiel_fallback = {create, destroy, fallback_draw};
