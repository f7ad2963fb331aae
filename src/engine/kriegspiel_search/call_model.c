// What the call model assumes, and what men are worth in it.
#include "engine/kriegspiel_search/call_model_parts.h"

#include "base/portable_math.h"
#include "engine/kriegspiel_search/geometry.h"

#include <math.h>

// The paper gives no numbers: it calls the first chance "very high", the second "constant", the third "fixed". These were
// chosen by matches, and a tuning run of 928 games found none better (docs/internals/tried/mcts.md).
static const CallModel defaults = {
    .retaliation = 0.8F,
    .check_taken = 0.3F,
    .capture = 0.8F,
    // In men. The paper counts every man as one; by kind 37 games of 60 were won instead of 29.
    .worth = {[PAWN] = 0.4F, [KNIGHT] = 1, [BISHOP] = 1, [ROOK] = 1.6F, [QUEEN] = 3},
    .pawn_worth = 0.4F,
    .piece_worth = 1.46F, // the mean of seven pieces: nobody knows which they are
    .advance = 0.02F,     // without it no pawn would be worth promoting
    .mates_bare_king = true,
    .weighs_control = true,
    .guards = true,
};

// Men count in full up to this balance, and less and less beyond it, so that mate is worth more than any men.
static const float BALANCE_IN_FULL = 6;

void call_model_init(CallModel *calls, const KriegspielRules *rules, const MotionModel *motion)
{
    assert(rules && motion);
    *calls = defaults;
    calls->rules = rules;
    calls->motion = motion;
}

void call_model_count_men(CallModel *calls)
{
    for (Kind kind = PAWN; kind < KING; kind++)
        calls->worth[kind] = 1;
    calls->pawn_worth = calls->piece_worth = 1;
}

void call_model_follow_paper(CallModel *calls)
{
    calls->is_paper = true;
}

// --- Worths --------------------------------------------------------------------------------------

float call_model__worth_of(const CallModel *calls, const OwnMen *own, Kind kind, unsigned square)
{
    assert(kind < KIND_COUNT && square < SQUARE_COUNT);
    const float worth = calls->worth[kind];
    if (kind != PAWN)
        return worth;
    const int steps = pawn_steps(own_men_board(own), (Color)own->color, square);
    assert(steps >= 0); // no pawn stands on its first rank
    return worth * (1 + calls->advance * (float)steps * (float)steps);
}

float call_model__stalemate_worth(const CallModel *calls)
{
    return calls->rules->ruleset->stalemate_loses ? CALL_MODEL_WIN : 0;
}

float call_model__capture_chance(const CallModel *calls, float exposure)
{
    assert(calls->capture >= 0 && calls->capture <= 1);
    if (exposure <= 0)
        return 0;
    if (calls->is_paper)
        return calls->capture;
    return calls->capture * (1 - portable_expf(-exposure));
}

float balance_worth(const CallModel *calls, float balance)
{
    assert(isfinite(balance));
    if (calls->is_paper)
        return balance;
    const float rest = CALL_MODEL_WIN - BALANCE_IN_FULL;
    const float more = fabsf(balance) - BALANCE_IN_FULL;
    return more > 0 ? copysignf(BALANCE_IN_FULL + rest * (1 - portable_expf(-more / rest)), balance)
                    : balance;
}

// --- Tries ---------------------------------------------------------------------------------------

uint32_t call_model_keep_tries(const Board *board, Try *tries, uint32_t count)
{
    assert(count <= TRIES_MAX);
    Kind best = PAWN;
    for (Bits kinds = board->promotions; kinds;)
        best = (Kind)bits_take(&kinds);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Kind promotion = move_promotion(tries[i]);
        if (tries[i] != TRY_ANY && (promotion == PAWN || promotion == best))
            tries[kept++] = tries[i];
    }
    return kept;
}

uint32_t call_model_fresh_tries(const CallModel *calls, const OwnMen *own, Try *tries)
{
    static const Turn fresh = {0};
    const uint32_t count = attempts_list(&fresh, calls->rules->ruleset, own, tries);
    return call_model_keep_tries(own_men_board(own), tries, count);
}
