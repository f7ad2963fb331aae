// meta: weighted maximax over metapositions.
//
// As it stands it has the terms of Ciancarini and Favini (2007) and nothing else. With checks=1 it is the stronger
// program that their paper of 2010 measures against, as far as its text tells, and what else was found to help: see
// docs/engines/metapositions.md.
//
// What it hears it takes in at once; a metamove is cheaper than reading a clock.
#include "kriegspiel/player/meta.h"

#include "kriegspiel/player/bare_king_state.h"
#include "kriegspiel/player/plays.h"
#include "kriegspiel/search/evaluate.h"
#include "kriegspiel/search/maximax.h"
#include "kriegspiel/search/one_ply_audit.h"

#include <assert.h>
#include <math.h>

enum { CHECKS, ALPHA, DYNAMIC, DEPTH, INFO };

static const char *const info_words[] = {"age", "count", NULL};

static const PlayerOption options[] = {
    [CHECKS] = {"checks", OPTION_SWITCH, 0, 0, 1, NULL,
                "look for blunders and repetitions, value chances, hunt a bare king exactly"},
    [ALPHA] = {"alpha", OPTION_REAL, 0.6, 0.05, 1, NULL,
               "how much the next move counts beside all that may follow it"},
    [DYNAMIC] = {"dynamic", OPTION_SWITCH, 0, 0, 1, NULL,
                 "make alpha larger when behind and smaller when ahead"},
    [DEPTH] = {"depth", OPTION_NUMBER, 4, 0, 8, NULL, "moves to look ahead at most"},
    [INFO] = {"info", OPTION_CHOICE, META_INFO_AGE, 0, 1, info_words,
              "what counts as ignorance: ages of squares, or pseudopieces"},
    {0},
};

enum { NODES_DEFAULT = 10000 };

typedef struct MetaPlayer {
    BareKingState king_state;  // shades with checks=1
    LastTurnSampler last_turn; // likewise
    Move refused;              // last in this turn
    bool has_strikes;          // pawn tries were called for this turn
    MaximaxTry tries[TRIES_MAX];
} MetaPlayer;

static PlayerError sit(Player *player, const Seating *seating)
{
    MetaPlayer *self = player->self;
    *self = (MetaPlayer){0};
    bare_king_state_begin(&self->king_state, (const KriegspielRules *)seating->rules, seating->seat,
                          player->options.values[CHECKS] != 0);
    last_turn_begin(&self->last_turn, (const KriegspielRules *)seating->rules, seating->seat);
    return PLAYER_OK;
}

// --- Hearing -------------------------------------------------------------------------------------

static PlayerError hear(Player *player, Try own, const Hearing *heard)
{
    MetaPlayer *self = player->self;
    const bool is_own = heard->seat == player->seating.seat;
    bare_king_state_hear(&self->king_state, own, heard);
    if (player->options.values[CHECKS])
        last_turn_hear(&self->last_turn, own, heard);
    self->refused = own && heard->event == HEARD_REFUSAL ? own : MOVE_NONE;
    if (heard->event == HEARD_MOVE || heard->event == HEARD_OPENING ||
        (heard->event == HEARD_ANSWER && is_own))
        self->has_strikes = heard->count || heard->points[0];
    return PLAYER_OK;
}

// --- Choosing ------------------------------------------------------------------------------------

static bool is_strike(const OwnMen *own, Move move)
{
    return bits_has(own->kind[PAWN], move_from(move)) &&
           square_file(move_from(move)) != square_file(move_to(move));
}

// What is worth a thought: not the question, not what is certain to be refused, no pawn's capture that nobody
// announced, no promotion to less than a queen.
static bool is_candidate(const MetaPlayer *self, Try attempt)
{
    const Metaposition *meta = &self->king_state.meta;
    const Kind promotion = move_promotion(attempt);
    if (attempt == TRY_ANY || !maximax_allows(meta, attempt))
        return false;
    if (promotion != PAWN && promotion != QUEEN &&
        bits_has(metaposition_board(meta)->promotions, QUEEN))
        return false;
    return !is_strike(&meta->own, attempt) || self->has_strikes ||
           bits_has(metaposition_certain(meta), move_to(attempt));
}

static uint32_t list_candidates(Player *player)
{
    MetaPlayer *self = player->self;
    const uint32_t all = player_list_tries(player);
    uint32_t count = 0;
    for (uint32_t i = 0; i < all; i++)
        if (is_candidate(self, player->tries[i]))
            self->tries[count++] = (MaximaxTry){.move = player->tries[i]};
    if (count)
        return count;
    // Nothing sensible is left, but something must be sent.
    for (uint32_t i = 0; i < all; i++)
        self->tries[count++] = (MaximaxTry){.move = player->tries[i]};
    return count;
}

// The hard-coded opinions of checks=1.
static void check_tries(MetaPlayer *self, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const unsigned times = self->tries[i].move == TRY_ANY
                                   ? 0
                                   : bare_king_state_times(&self->king_state, self->tries[i].move);
        self->tries[i].fixed -= times * 20.0 + (times > 1 ? 200 : 0);
    }
}

// How many boards half of the budget allows for so many tries; a node takes a microsecond at most.
static uint32_t boards_within(const Meter *meter, uint32_t count)
{
    const uint64_t default_ = meter->budget->nodes ? meter->budget->nodes : NODES_DEFAULT;
    const uint64_t left = meter_left_us(meter);
    assert(count > 0); // who is asked has something to try
    const uint64_t boards = (left < default_ ? left : default_) / 2 * AUDITS_A_NODE / count;
    return boards < PLACEMENTS_MAX ? (uint32_t)boards : PLACEMENTS_MAX;
}

// Each try is looked at on boards; drawing them takes a quarter of the time that is left at most. False if none was found.
static bool judge_tries(Player *player, Meter *meter, uint32_t count)
{
    MetaPlayer *self = player->self;
    const uint64_t left = meter_left_us(meter);
    const MetapositionSource source = {&self->king_state.meta, &self->king_state.piece_weights,
                                       &self->last_turn, meter, left - left / 4};
    MetapositionSampler boards;
    metaposition_sampler_draw(&boards, boards_within(meter, count), &source, &player->rng);
    for (uint32_t i = 0; i < count && boards.count; i++) {
        const OnePlyAudit after = audit_of(&boards, self->tries[i].move);
        self->tries[i].fixed += audit_value(&after);
    }
    (void)meter_charge(meter, (uint64_t)boards.count * count / AUDITS_A_NODE, 0);
    return boards.count > 0;
}

// A bare king is hunted by a search of its own.
static void bare_king(MetaPlayer *self, Meter *meter, uint32_t count)
{
    Try tries[TRIES_MAX];
    for (uint32_t i = 0; i < count; i++)
        tries[i] = self->tries[i].move;
    const BareKingTry best = bare_king_state_choose(&self->king_state, meter, tries, count);
    self->tries[0] = (MaximaxTry){.move = best.move, .value = best.value};
}

static double alpha_of(const Player *player, const Metaposition *meta)
{
    const double alpha = player->options.values[ALPHA];
    if (!player->options.values[DYNAMIC])
        return alpha;
    const double ahead = (double)bits_count(meta->own.all) - meta->count;
    const double moved = alpha - 0.02 * ahead;
    return fmin(fmax(moved, 0.3), 0.9);
}

// The nodes of a try when nobody says how many: about as many as the paper of 2010 found to be enough, and as the clock
// runs down a thousandth of what it shows. There are some tries to a move, and a larger share would leave nothing for
// the end.
static uint64_t nodes_by(uint32_t clock_ms)
{
    return clock_ms && clock_ms < NODES_DEFAULT ? clock_ms : NODES_DEFAULT;
}

static PlayerError choose(Player *player, const Budget *budget, Choice *choice)
{
    MetaPlayer *self = player->self;
    const double *values = player->options.values;
    Budget bounded = *budget;
    if (!budget->nodes && !budget->cpu_ms && !budget->move_ms)
        bounded.nodes = nodes_by(budget->clock_ms[player->seating.seat]);
    Meter meter = meter_begin(&bounded, player->seating.seat);
    const uint32_t count = list_candidates(player);
    if (values[CHECKS])
        check_tries(self, count);
    const MetaEval faithful = {.weights = &meta_weights_2007, .info = (MetaInfo)values[INFO]};
    MetaEval checked = {
        .weights = &meta_weights_checked,
        .info = (MetaInfo)values[INFO],
        .piece_weights = &self->king_state.piece_weights,
        .solid = piece_weights_solid(&self->king_state.piece_weights, &self->king_state.meta),
        .guards = piece_weights_guards(&self->king_state.piece_weights, &self->king_state.meta),
    };
    piece_weights_moves(&self->king_state.piece_weights, &self->king_state.meta, checked.moves);
    const bool is_question = self->tries[0].move == TRY_ANY;
    const bool is_bare = self->king_state.meta.count == 1;
    const Maximax search = {
        .eval = values[CHECKS] ? checked : faithful,
        .alpha = alpha_of(player, &self->king_state.meta),
        .depth_max = (unsigned)values[DEPTH],
        .meter = &meter,
        .refused = self->refused,
        .is_judged =
            values[CHECKS] && !is_question && !is_bare && judge_tries(player, &meter, count),
    };
    if (values[CHECKS] && is_bare && !is_question)
        bare_king(self, &meter, count);
    else if (!is_question)
        (void)maximax(&search, &self->king_state.meta, self->tries, count);
    *choice = (Choice){.kind = EVENT_TRY,
                       .attempt = self->tries[0].move,
                       .nodes = meter.nodes,
                       .value = winning_chance(self->tries[0].value)};
    return PLAYER_OK;
}

const PlayerKind meta_player = {
    .name = "meta",
    .summary = "metapositions: everything possible as one board, searched by weighted maximax",
    .options = options,
    .self_bytes = sizeof(MetaPlayer),
    .plays = player__plays_kriegspiel,
    .sit = sit,
    .hear = hear,
    .choose = choose,
};
