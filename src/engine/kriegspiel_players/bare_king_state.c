// What a player of endings against a bare king keeps during a game: the metaposition with weights of the squares where the king may stand, from
// which it chooses, and how often each arrangement of own men has stood, by 64-bit keys, so that it does not repeat itself.
#include "engine/kriegspiel_players/bare_king_state.h"

#include "engine/kriegspiel_search/evaluate.h"
#include "engine/kriegspiel_search/maximax.h"

#include <assert.h>
#include <math.h>

static uint64_t key_of(const Arrangements *arrangements, const OwnMen *own)
{
    uint64_t key = arrangements->ignores_castling ? 0 : chess_castling_keys[own->castling];
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        for (Bits men = own->kind[kind]; men;)
            key ^= chess_man_keys[WHITE][kind][bits_take(&men)];
    return key;
}

void arrangements_note(Arrangements *arrangements, const OwnMen *own, bool is_first)
{
    if (is_first)
        arrangements->count = 0;
    arrangements->keys[arrangements->count++ % ARRANGEMENTS_MAX] = key_of(arrangements, own);
}

uint32_t arrangements_times(const Arrangements *arrangements, const OwnMen *own, uint32_t max)
{
    assert(max <= ARRANGEMENTS_MAX);
    const uint32_t count = arrangements->count, looked = count < max ? count : max;
    const uint64_t key = key_of(arrangements, own);
    uint32_t times = 0;
    for (uint32_t i = 1; i <= looked; i++)
        times += arrangements->keys[(count - i) % ARRANGEMENTS_MAX] == key;
    return times;
}

void arrangements_hear(Arrangements *arrangements, const KriegspielView *view, uint8_t seat,
                       const Hearing *heard)
{
    assert(seat < 2);
    const bool is_move = heard->event == HEARD_MOVE;
    const bool is_first =
        heard->event == HEARD_OPENING || (is_move && (heard->captured || heard->capture_at));
    if (is_first || (is_move && heard->seat == seat))
        arrangements_note(arrangements, &view->own, is_first);
}

uint32_t arrangements_before(const Arrangements *arrangements, const KriegspielView *view,
                             Try attempt)
{
    assert(attempt != TRY_NONE && attempt != TRY_ANY);
    OwnMen after = view->own;
    own_men_play(&after, attempt);
    return arrangements_times(arrangements, &after, ARRANGEMENTS_LAST);
}

// Hundredths of a pawn, times the square of how often an own arrangement would come back; set by hand.
static const double REPETITION_COST = 60;

// In values of tables, times the cube: the third time may be a draw.
static const double TABLE_REPETITION_COST = 0.02;

void bare_king_state_begin(BareKingState *king_state, const KriegspielRules *rules, uint8_t seat,
                           BareKingMeans means)
{
    assert(seat < 2);
    *king_state = (BareKingState){.means = means, .arrangements = {.ignores_castling = true}};
    metaposition_begin(&king_state->meta, rules, seat);
    piece_weights_begin(&king_state->piece_weights, &king_state->meta);
}

void bare_king_state_hear(BareKingState *king_state, Try own, const Hearing *heard)
{
    Arrangements *arrangements = &king_state->arrangements;
    const Metaposition before = king_state->meta;
    metaposition_hear(&king_state->meta, own, heard);
    if (king_state->means >= BARE_KING_SEARCH)
        piece_weights_hear(&king_state->piece_weights, &before, own, heard, &king_state->meta);
    if (king_state->means >= BARE_KING_TABLES)
        ending_belief_hear(&king_state->belief, king_state->piece_weights.at[KING], &before, heard,
                           &king_state->meta);
    const bool is_full = arrangements->count == ARRANGEMENTS_MAX;
    if (heard->event == HEARD_MOVE && heard->seat == before.own.color)
        arrangements_note(arrangements, &king_state->meta.own,
                          is_full || king_state->meta.quiet_max == 0);
    else if (heard->event == HEARD_MOVE && heard->captured)
        arrangements->count = 0;
}

uint32_t bare_king_state_times(const BareKingState *king_state, Move move)
{
    OwnMen after = king_state->meta.own;
    assert(bits_has(after.all, move_from(move)));
    own_men_play(&after, move);
    return arrangements_times(&king_state->arrangements, &after, ARRANGEMENTS_MAX);
}

// The tries that can be legal; returns how many.
static uint32_t allowed_tries(const BareKingState *king_state, const Try *tries, uint32_t count,
                              Move allowed[TRIES_MAX])
{
    uint32_t kept = 0;
    assert(count <= TRIES_MAX);
    for (uint32_t i = 0; i < count; i++)
        if (tries[i] != TRY_ANY && maximax_allows(&king_state->meta, tries[i]))
            allowed[kept++] = tries[i];
    return kept;
}

static void choose_by_search(const BareKingState *king_state, Meter *meter, const Move *moves,
                             uint32_t count, BareKingTry *best)
{
    BareKingSearch bare_king;
    BareKingTry valued[TRIES_MAX];
    for (uint32_t i = 0; i < count; i++)
        valued[i].move = moves[i];
    bare_king_begin(&bare_king, &king_state->meta, &king_state->piece_weights);
    bare_king_search(&bare_king, meter, valued, count);
    *best = (BareKingTry){.value = -INFINITY};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t times = bare_king_state_times(king_state, valued[i].move);
        valued[i].value -= times * times * REPETITION_COST;
        if (valued[i].value > best->value)
            *best = valued[i];
    }
}

// False if there is no table for our men.
static bool choose_by_table(const BareKingState *king_state, Meter *meter, const Move *moves,
                            uint32_t count, BareKingTry *best)
{
    EndingTry valued[TRIES_MAX];
    if (king_state->means < BARE_KING_TABLES || !king_state->belief.is_known)
        return false;
    for (uint32_t i = 0; i < count; i++)
        valued[i].move = moves[i];
    const uint32_t kept =
        ending_value_tries(&king_state->meta, &king_state->belief, meter, valued, count);
    *best = (BareKingTry){.value = -INFINITY};
    for (uint32_t i = 0; i < kept; i++) {
        const uint32_t times = bare_king_state_times(king_state, valued[i].move);
        const double cost = times * times * times * TABLE_REPETITION_COST * valued[i].legal;
        const double value = BARE_KING_MATE * (valued[i].value - cost);
        if (valued[i].legal > 0 && value > best->value)
            *best = (BareKingTry){valued[i].move, valued[i].legal, value};
    }
    return kept && best->legal > 0;
}

bool bare_king_state_choose(const BareKingState *king_state, Meter *meter, const Try *tries,
                            uint32_t count, BareKingTry *best)
{
    Move moves[TRIES_MAX];
    assert(king_state->means >= BARE_KING_SEARCH);
    const uint32_t kept = allowed_tries(king_state, tries, count, moves);
    if (kept && !choose_by_table(king_state, meter, moves, kept, best))
        choose_by_search(king_state, meter, moves, kept, best);
    return kept > 0;
}

bool bare_king_state_decide(const BareKingState *king_state, const Player *player, uint32_t count,
                            Meter *meter, Choice *choice)
{
    BareKingTry best;
    if (!bare_king_state_choose(king_state, meter, player->tries, count, &best))
        return false;
    *choice = (Choice){.kind = EVENT_TRY,
                       .attempt = best.move,
                       .nodes = meter->nodes,
                       .value = winning_chance(best.value)};
    return true;
}
