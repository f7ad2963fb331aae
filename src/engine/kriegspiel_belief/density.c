// What each hearing changes in a density, and the tracker that passes hearings on to it.
#include "engine/kriegspiel_belief/density.h"

#include "engine/kriegspiel_belief/internal.h"
#include "games/chess/fill.h"

#include <assert.h>
#include <string.h>

// Men: what is left of a count after a capture is rounding below this.
static const float count_min = 1e-3F;
// Chances: a density may be wrong, so an attack by some man is never less likely than this, and a refusal that was less
// likely says only that something stood on the path.
static const float attack_min = 1e-3F, refusal_min = 1e-3F;

static void clear_over(float at[SQUARE_COUNT], Bits squares)
{
    while (squares)
        at[bits_take(&squares)] = 0;
}

void density_begin(Density *density, const Position *start, Color enemy)
{
    const Bits men = start->color[enemy];
    assert(bits_count(men & start->kind[KING]) == 1);
    *density = (Density){.pawn_count = 0};
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        density->king[i] = (float)bits_has(men & start->kind[KING], i);
        density->pawns[i] = (float)bits_has(men & start->kind[PAWN], i);
        density->pieces[i] = (float)bits_has(men, i) - density->king[i] - density->pawns[i];
    }
    density->pawn_count = (float)bits_count(men & start->kind[PAWN]);
    density->piece_count = (float)bits_count(men) - density->pawn_count - 1;
}

// An own man stands on these squares now, or passed over them.
static void find_empty(Density *density, Bits squares)
{
    clear_over(density->king, squares);
    clear_over(density->pawns, squares);
    clear_over(density->pieces, squares);
}

// Takes one captured man off the counts. If less than one man of its kind is expected, the other kind loses the rest: some
// pawns have become pieces unheard.
static void lose_enemy(Density *density, uint8_t captured)
{
    assert(captured != CAPTURED_NOTHING);
    float *count = captured == CAPTURED_PAWN ? &density->pawn_count : &density->piece_count;
    float *other = captured == CAPTURED_PAWN ? &density->piece_count : &density->pawn_count;
    const float men = density->pawn_count + density->piece_count;
    const float gone = captured == CAPTURED_MAN ? *count / (men > 1 ? men : 1)
                       : *count < 1             ? *count
                                                : 1;
    *count -= gone;
    *other = men - 1 - *count > count_min ? men - 1 - *count : 0;
    assert(*count >= 0 && *other >= 0);
}

// Whether one of our men can have given a check of these kinds to a king on `square`.
static bool could_check(const OwnMen *own, unsigned square, uint8_t checks)
{
    assert(square < SQUARE_COUNT && checks);
    const Bits jumpers = chess_knight_steps[square] & own->kind[KNIGHT];
    const Bits others = own->all & ~own->kind[KNIGHT] & ~chess_knight_steps[square];
    return ((checks & (CHECK_KNIGHT | CHECK_PLAIN)) && jumpers) ||
           (own__check_squares(own_men_board(own), square, checks & ~CHECK_KNIGHT) & others);
}

// After an own move: where the king is if these checks were called. Without a call no own man gives check; with one, an
// own man does, along such a line.
static void learn_of_king(Density *density, const OwnMen *own, uint8_t checks)
{
    float attacks[SQUARE_COUNT], king[SQUARE_COUNT];
    density__own_attacks(density, own, attacks);
    float sum = 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        king[i] = density->king[i] * (checks ? attacks[i] : 1 - attacks[i]);
        if (checks && king[i] > 0 && !could_check(own, i, checks))
            king[i] = 0;
        sum += king[i];
    }
    if (sum > density__nothing)
        memcpy(density->king, king, sizeof king);
    density__settle_king(density, own, 0);
}

static void learn_played(Density *density, const OwnMen *own, Move move, const Hearing *heard)
{
    OwnMen after = *own;
    own_men_play(&after, move);
    find_empty(density, own__path_of(own, move) | after.all);
    if (heard->captured) {
        lose_enemy(density, heard->captured);
        if (heard->passant_at) // the captured pawn stood beside the landing square
            find_empty(density, bit(heard->capture_at - 1u));
    }
    density__settle_men(density, &after, 0);
    density__settle_king(density, &after, 0);
    learn_of_king(density, &after, heard->checks);
}

static void scale_at(Density *density, unsigned square, float factor)
{
    assert(square < SQUARE_COUNT && factor >= 0);
    density->king[square] *= factor;
    density->pawns[square] *= factor;
    density->pieces[square] *= factor;
}

// The squares from which an enemy pawn attacks `square`.
static Bits pawn_sources(const OwnMen *own, unsigned square)
{
    return chess_pawn_strikes[own->color][square];
}

// For each square the chance that a piece there can move to `target`: that it is of a kind that moves so, and that its way
// is clear.
static void weigh_sources(const Density *density, const OwnMen *own, unsigned target,
                          float pieces[SQUARE_COUNT])
{
    assert(target < SQUARE_COUNT);
    memset(pieces, 0, SQUARE_COUNT * sizeof *pieces);
    for (Bits jumps = chess_knight_steps[target] & own__free_squares(own); jumps;)
        pieces[bits_take(&jumps)] = density__jump_share;
    for (unsigned i = 0; i < COUNT_OF(density__steps); i++) {
        float sight = density__line_share;
        for (unsigned at = density__step_on(target, density__steps[i]);
             at < SQUARE_COUNT && bits_has(own__free_squares(own), at);
             at = density__step_on(at, density__steps[i])) {
            pieces[at] = sight;
            sight *= 1 - density__taken_at(density, at);
        }
    }
}

// Bayes' factor for a square on which `expected` men were believed, each of which attacks with chance `attacks`, now that
// somebody attacks, which had the chance `somebody`. At most one man is believed on the square afterwards.
static float more_likely(float expected, float attacks, float somebody)
{
    assert(somebody > 0 && attacks >= 0 && attacks <= 1);
    const float others = somebody - expected * attacks;
    const float factor = (attacks + (1 - attacks) * (others > 0 ? others : 0)) / somebody;
    return factor * expected <= 1 ? factor : 1 / expected;
}

// A step of the own king was refused: somebody attacks `target`.
static void learn_attacked(Density *density, const OwnMen *own, unsigned target)
{
    const Bits free = own__free_squares(own), beside = chess_king_steps[target] & free;
    const Bits strikers = pawn_sources(own, target) & free;
    float weights[SQUARE_COUNT], men = 0;
    weigh_sources(density, own, target, weights);
    for (Bits rest = free; rest;) {
        const unsigned at = bits_take(&rest);
        men +=
            density->pieces[at] * weights[at] + (bits_has(strikers, at) ? density->pawns[at] : 0);
    }
    const float by_men = float_min(1, men) + attack_min;
    const float by_king = density_sum_over(density->king, beside);
    const float somebody = float_min(1, by_men + by_king);
    for (Bits rest = free; rest;) {
        const unsigned at = bits_take(&rest);
        density->king[at] *= bits_has(beside, at) ? 1 : float_min(1, by_men);
        density->pieces[at] *= more_likely(density->pieces[at], weights[at], somebody);
        if (bits_has(strikers, at))
            density->pawns[at] *= more_likely(density->pawns[at], 1, somebody);
    }
    density__settle_men(density, own, 0);
    density__settle_king(density, own, 0);
}

// A refused try: by Bayes each square of the path becomes likelier to be taken, the more so the less likely the refusal was.
// The refusal of a man that shields its king may have another reason and teaches less.
static void learn_refused(Density *density, const OwnMen *own, Move move, const Hearing *heard)
{
    if (bits_has(own->kind[KING], move_from(move)) && !own__castle_of(own, move)) {
        learn_attacked(density, own, move_to(move));
        return;
    }
    DensityForecast forecast;
    forecast_init(&forecast, density, own, heard);
    const TryForecast predicted = forecast_try(&forecast, density, own, move);
    const float refused = 1 - predicted.legal;
    Bits path = own__path_of(own, move) & ~own->all;
    if (bits_has(own->kind[PAWN], move_from(move)) && own__is_diagonal(move)) {
        if (!bits_has(forecast.shields, move_from(move)))
            find_empty(density, bit(move_to(move)));
    } else if (refused > refusal_min) {
        for (Bits rest = path; rest;) {
            const unsigned at = bits_take(&rest);
            const float taken = density__taken_at(density, at);
            const float max = taken > 0 ? 1 / taken : 1;
            scale_at(density, at, 1 / refused < max ? 1 / refused : max);
        }
    } else if (path && !bits_are_many(path)) { // nothing was believed there, but something is
        density->pieces[bits_first(path)] = 1;
    }
    density__settle_men(density, own, path);
    density__settle_king(density, own, path);
}

// Where one man of the enemy is, or came from: the chance of each square, by the kind of the man. All together sum to 1,
// or to 0 if there is no such square.
typedef struct Sources {
    float pieces[SQUARE_COUNT], pawns[SQUARE_COUNT], king[SQUARE_COUNT];
} Sources;

static void normalise(Sources *sources, Bits fallback)
{
    const float sum = density__sum_of(sources->pieces) + density__sum_of(sources->pawns) +
                      density__sum_of(sources->king);
    if (sum <= density__nothing) {
        *sources = (Sources){.pieces = {0}};
        if (fallback)
            density__add_over(sources->pieces, fallback, 1);
        return;
    }
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        sources->pieces[i] /= sum;
        sources->pawns[i] /= sum;
        sources->king[i] /= sum;
    }
}

// We are in check: one man stands on one of the lines. A double check is treated as one man on either line.
static void learn_checked(Density *density, const OwnMen *own, uint8_t checks)
{
    const unsigned king = own__king_square(own);
    const Bits from = own__check_squares(own_men_board(own), king, checks) & own__free_squares(own);
    Sources sources = {.pieces = {0}};
    float weights[SQUARE_COUNT];
    weigh_sources(density, own, king, weights);
    for (Bits rest = from; rest;) {
        const unsigned i = bits_take(&rest);
        sources.pieces[i] = weights[i] * density->pieces[i];
        if (bits_has(pawn_sources(own, king), i))
            sources.pawns[i] = density->pawns[i];
    }
    normalise(&sources, from);
    for (Bits rest = from; rest;) {
        const unsigned i = bits_take(&rest);
        density->pieces[i] = sources.pieces[i];
        density->pawns[i] = sources.pawns[i];
        density->king[i] = 0;
    }
    density__settle_men(density, own, from);
    density__settle_king(density, own, 0);
}

// We are not in check: no pawn attacks our king, and by Bayes pieces on its lines are less likely. A man that is known to
// stand there stays: it is of a kind that does not move along the line.
static void learn_unchecked(Density *density, const OwnMen *own)
{
    const unsigned king = own__king_square(own);
    float weights[SQUARE_COUNT];
    weigh_sources(density, own, king, weights);
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        const float here = float_min(1, density->pieces[i]);
        density->pieces[i] *= (1 - weights[i]) / (1 - here * weights[i]);
    }
    clear_over(density->pawns, pawn_sources(own, king));
    density__settle_men(density, own, 0);
}

// The squares that own pawns attack.
static Bits strikes_of(const OwnMen *own, Bits pawns)
{
    return fill_strikes(pawns, own->color) & own__free_squares(own);
}

static void clear_men(Density *density, const OwnMen *own, Bits squares)
{
    clear_over(density->pawns, squares);
    clear_over(density->pieces, squares);
    density__settle_men(density, own, 0);
}

// At least `count` men stand on `strikes`, squares that own pawns attack.
static void learn_struck(Density *density, const OwnMen *own, Bits strikes, float count)
{
    assert(!(strikes & own->all));
    const float max = (float)bits_count(strikes);
    const float wanted = float_min(count, max);
    const float sum =
        density_sum_over(density->pawns, strikes) + density_sum_over(density->pieces, strikes);
    if (!strikes || sum >= wanted)
        return;
    for (Bits rest = strikes; rest;) {
        const unsigned i = bits_take(&rest);
        const float here = density->pawns[i] + density->pieces[i];
        const float factor = here > 0 ? wanted / sum : 0;
        const float scale = here * factor > 1 ? 1 / here : factor;
        density->pawns[i] *= scale;
        density->pieces[i] *= scale;
        if (sum <= density__nothing)
            density->pieces[i] = wanted / max;
    }
    density__settle_men(density, own, strikes);
}

static void learn_tries(Density *density, const OwnMen *own, const Ruleset *rules,
                        const Hearing *heard)
{
    const bool is_asked = ruleset_has_question(rules);
    if (rules->tries == TRIES_NEVER || heard->checks || is_asked != (heard->event == HEARD_ANSWER))
        return;
    const Bits pawns = own->kind[PAWN], unpinned = pawns & ~own__shields_of(own);
    if (rules->tries == TRIES_SQUARES) {
        clear_men(density, own, strikes_of(own, unpinned & ~heard->points[0]));
        for (Bits rest = heard->points[0] & pawns; rest;)
            learn_struck(density, own, strikes_of(own, bit(bits_take(&rest))), 1);
    } else if (!heard->count) {
        clear_men(density, own, strikes_of(own, unpinned));
    } else {
        learn_struck(density, own, strikes_of(own, pawns),
                     rules->tries == TRIES_COUNTED ? heard->count : 1);
    }
}

void density_answer(Density *density, const OwnMen *own, const Ruleset *rules, Try attempt,
                    const Hearing *heard)
{
    assert(attempt != TRY_NONE);
    if (heard->event == HEARD_MOVE)
        learn_played(density, own, attempt, heard);
    else if (heard->event == HEARD_REFUSAL && heard->verdict == VERDICT_ILLEGAL)
        learn_refused(density, own, attempt, heard);
    else if (heard->event == HEARD_ANSWER)
        learn_tries(density, own, rules, heard);
}

static void copy_over(float to[SQUARE_COUNT], const float from[SQUARE_COUNT], Bits squares)
{
    while (squares) {
        const unsigned i = bits_take(&squares);
        to[i] = from[i];
    }
}

// Takes `part` away, on no square more than there is.
static void subtract(float at[SQUARE_COUNT], const float part[SQUARE_COUNT])
{
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        at[i] -= float_min(part[i], at[i]);
}

// An enemy took our man on `square`: moves every man that may have done it there, in proportion to its chance.
static void move_taker(Density *density, const OwnMen *own, unsigned square)
{
    assert(square < SQUARE_COUNT && !bits_has(own->all, square));
    Sources sources = {.pieces = {0}};
    weigh_sources(density, own, square, sources.pieces);
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        sources.pieces[i] *= density->pieces[i];
    copy_over(sources.pawns, density->pawns, pawn_sources(own, square));
    copy_over(sources.king, density->king, chess_king_steps[square]);
    normalise(&sources, 0);
    const float pawns = density__sum_of(sources.pawns), king = density__sum_of(sources.king);
    subtract(density->pieces, sources.pieces);
    subtract(density->pawns, sources.pawns);
    subtract(density->king, sources.king);
    density->pawns[square] = density->pawn_count > 0 ? pawns : 0;
    density->king[square] = density->piece_count + density->pawn_count > 0 ? king : 1;
    density->pieces[square] =
        density->piece_count > 0 ? float_max(0, 1 - pawns - density->king[square]) : 0;
    density__settle_men(density, own, bit(square));
    density__settle_king(density, own, bit(square));
}

// A pawn took en passant and stands on `landing`.
static void move_passant(Density *density, const OwnMen *own, unsigned landing)
{
    assert(landing < SQUARE_COUNT);
    const Bits from = pawn_sources(own, landing);
    const float sum = density_sum_over(density->pawns, from);
    for (Bits rest = from; rest && sum > 0;) {
        const unsigned i = bits_take(&rest);
        density->pawns[i] *= sum > 1 ? 1 - 1 / sum : 0;
    }
    density->pawns[landing] = density->pawn_count > 0;
    density__settle_men(density, own, bit(landing));
}

void density_reply(Density *density, const OwnMen *own, const Ruleset *rules,
                   const MotionModel *motion, unsigned move_number, const Hearing *heard)
{
    if (heard->passant_at) {
        move_passant(density, own, heard->passant_at - 1u);
    } else if (heard->capture_at) {
        move_taker(density, own, heard->capture_at - 1u);
    } else {
        motion_move_men(density, own, motion, move_number);
    }
    if (heard->checks)
        learn_checked(density, own, heard->checks);
    else
        learn_unchecked(density, own);
    learn_tries(density, own, rules, heard);
}

void tracker_begin(DensityTracker *tracker, const KriegspielRules *rules, uint8_t seat,
                   const Model *model)
{
    assert(seat < 2);
    const Position *start = &rules->setup.start;
    const Color enemy = other_color(seat);
    tracker->rules = rules;
    tracker->last = (Hearing){.event = HEARD_NOTHING};
    tracker->move_number = 0;
    kriegspiel_game.sit((const Rules *)rules, seat, &tracker->view);
    density_begin(&tracker->density, start, enemy);
    motion_init(&tracker->motion, rules->setup.board, enemy,
                rules->setup.is_standard ? model : NULL);
}

void tracker_hear(DensityTracker *tracker, Try own, const Hearing *heard)
{
    assert(heard->seat < 2 && tracker->view.seat < 2);
    const Ruleset *rules = tracker->rules->ruleset;
    const OwnMen before = tracker->view.own;
    const bool is_own = heard->seat == tracker->view.seat;
    kriegspiel_game.hear((const Rules *)tracker->rules, &tracker->view, own, heard);
    if (heard->ending)
        return;
    if (is_own && own != TRY_NONE) {
        density_answer(&tracker->density, &before, rules, own, heard);
    } else if (heard->event == HEARD_MOVE) {
        tracker->move_number++;
        density_reply(&tracker->density, &tracker->view.own, rules, &tracker->motion,
                      tracker->move_number, heard);
    }
    if (heard->event == HEARD_OPENING || (heard->event == HEARD_MOVE && !is_own))
        tracker->last = *heard;
}
