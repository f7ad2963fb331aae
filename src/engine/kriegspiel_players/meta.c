// meta: weighted maximax over metapositions.
//
// By default it has the terms of Ciancarini and Favini (2007) and nothing else. With checks=1 it looks for
// blunders, as the program does that their paper of 2010 measures against, and has what else was found to help against
// simple players: see docs/engines/metapositions.md.
//
// It takes in a hearing at once: a metamove is cheaper than reading a clock.
#include "engine/kriegspiel_players/players.h"

#include "engine/kriegspiel_players/bare_king_state.h"
#include "engine/kriegspiel_players/plays.h"
#include "engine/kriegspiel_search/evaluate.h"
#include "engine/kriegspiel_search/geometry.h"
#include "engine/kriegspiel_search/maximax.h"
#include "engine/kriegspiel_search/one_ply_audit.h"

#include <assert.h>
#include <math.h>

enum { CHECKS, ALPHA, DYNAMIC, DEPTH, INFO };

static const char *const info_words[] = {"age", "count", NULL};

static const PlayerOption options[] = {
    [CHECKS] = SWITCH_OPTION(
        "checks", 0, "look for blunders and repetitions, value chances, hunt a bare king exactly"),
    [ALPHA] = REAL_OPTION("alpha", 0.6, 0.05, 1,
                          "how much the next move counts beside all that may follow it"),
    [DYNAMIC] = SWITCH_OPTION("dynamic", 0, "make alpha larger when behind and smaller when ahead"),
    [DEPTH] = NUMBER_OPTION("depth", 4, 0, 8, "moves to look ahead at most"),
    [INFO] = CHOICE_OPTION("info", META_INFO_AGE, info_words,
                           "what counts as ignorance: ages of squares, or pseudopieces"),
    {0},
};

// Set by hand, like most numbers of checks=1. Costs are hundredths of a pawn.
static const double REPEATED_COST = 20; // each time that an own arrangement has been there
static const double THIRD_COST = 200;   // more if a third time may draw
static const double ALPHA_A_MAN = 0.02; // dynamic=1: change of alpha for each man ahead
static const double ALPHA_MIN = 0.3, ALPHA_MAX = 0.9; // and its bounds
enum {
    AUDIT_SHARE = 2, // one part in so many of the nodes goes to boards
    DRAW_SHARE = 4,  // one part in so many of the time left, at most, to drawing them
};

typedef struct MetaPlayer {
    BareKingState king_state;  // has weights with checks=1
    LastTurnSampler last_turn; // used with checks=1
    Move refused;              // last in this turn
    uint64_t board_nodes;      // spent on full boards in this try
    bool has_strikes;          // pawn tries were called for this turn
    MaximaxTry tries[TRIES_MAX];
} MetaPlayer;

static PlayerError meta_sit(Player *player, const Seating *seating)
{
    MetaPlayer *self = player->self;
    *self = (MetaPlayer){0};
    const KriegspielRules *rules = kriegspiel_rules(seating->rules);
    bare_king_state_begin(&self->king_state, rules, seating->seat,
                          player->options.values[CHECKS] ? BARE_KING_SEARCH : BARE_KING_SQUARES);
    last_turn_begin(&self->last_turn, rules, seating->seat);
    return PLAYER_OK;
}

static PlayerError meta_hear(Player *player, Try own, const Hearing *heard)
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

// Whether a try is searched: not the question, not a try that cannot be legal, not a pawn capture that was not announced,
// not a promotion to less than a queen.
static bool is_candidate(const MetaPlayer *self, Try attempt)
{
    const Metaposition *meta = &self->king_state.meta;
    if (attempt == TRY_ANY || !maximax_allows(meta, attempt) ||
        is_lesser_promotion(metaposition_board(meta), attempt))
        return false;
    return !is_strike(meta->own.kind[PAWN], attempt) || self->has_strikes ||
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
    assert(all > 0); // a player that is asked has a try
    // No candidate is left, but something must be sent: any try, and the question only if it is the last.
    for (uint32_t i = 0; i < all; i++)
        if (player->tries[i] != TRY_ANY || all == 1)
            self->tries[count++] = (MaximaxTry){.move = player->tries[i]};
    return count;
}

// checks=1: what it costs to bring the own men back.
static void punish_repeats(MetaPlayer *self, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (self->tries[i].move == TRY_ANY)
            continue;
        const uint32_t times = bare_king_state_times(&self->king_state, self->tries[i].move);
        self->tries[i].fixed -= times * REPEATED_COST + (times > 1 ? THIRD_COST : 0);
    }
}

// How many boards the share of the budget allows for so many tries; a node takes a microsecond at most.
static uint32_t boards_within(const Meter *meter, uint32_t count)
{
    const uint64_t default_ = meter->budget->nodes ? meter->budget->nodes : NODES_DEFAULT;
    const uint64_t left = meter_left_us(meter);
    assert(count > 0);
    const uint64_t boards =
        (left < default_ ? left : default_) / AUDIT_SHARE * AUDITS_A_NODE / count;
    return boards < PLACEMENTS_MAX ? (uint32_t)boards : PLACEMENTS_MAX;
}

// checks=1: audits each try on boards. False if no board was found.
static bool audit_tries(Player *player, Meter *meter, uint32_t count)
{
    MetaPlayer *self = player->self;
    const uint64_t left = meter_left_us(meter);
    const MetapositionSource source = {&self->king_state.meta, &self->king_state.piece_weights,
                                       &self->last_turn, meter, left - left / DRAW_SHARE};
    MetapositionSampler boards;
    metaposition_sampler_draw(&boards, boards_within(meter, count), &source, &player->rng);
    for (uint32_t i = 0; i < count && boards.count; i++) {
        const OnePlyAudit audit = audit_of(&boards, self->tries[i].move);
        self->tries[i].fixed += audit_value(&audit);
    }
    self->board_nodes = (uint64_t)boards.count * count / AUDITS_A_NODE;
    (void)meter_charge(meter, self->board_nodes, 0);
    return boards.count > 0;
}

// checks=1: chooses against a bare king by a search of its own.
static void choose_against_bare_king(MetaPlayer *self, Meter *meter, uint32_t count)
{
    Try tries[TRIES_MAX];
    for (uint32_t i = 0; i < count; i++)
        tries[i] = self->tries[i].move;
    BareKingTry best;
    if (bare_king_state_choose(&self->king_state, meter, tries, count, &best))
        self->tries[0] = (MaximaxTry){.move = best.move, .value = best.value};
}

static double alpha_of(const Player *player, const Metaposition *meta)
{
    const double alpha = player->options.values[ALPHA];
    if (!player->options.values[DYNAMIC])
        return alpha;
    const double ahead = (double)bits_count(meta->own.all) - meta->count;
    const double moved = alpha - ALPHA_A_MAN * ahead;
    return fmin(fmax(moved, ALPHA_MIN), ALPHA_MAX);
}

// The nodes of a try if only a clock limits it: the default, and as the clock runs down one for each millisecond that it
// shows. A move takes some tries, and a larger share would leave nothing for the end.
static uint64_t nodes_by(uint32_t clock_ms)
{
    return clock_ms && clock_ms < NODES_DEFAULT ? clock_ms : NODES_DEFAULT;
}

static MetaEval eval_of(const Player *player)
{
    const MetaPlayer *self = player->self;
    const MetaInfo info = (MetaInfo)player->options.values[INFO];
    const Metaposition *meta = &self->king_state.meta;
    const PieceWeights *piece_weights = &self->king_state.piece_weights;
    if (!player->options.values[CHECKS])
        return (MetaEval){.weights = &meta_weights_2007, .info = info};
    MetaEval eval = {
        .weights = &meta_weights_checked,
        .info = info,
        .piece_weights = piece_weights,
        .solid = piece_weights_solid(piece_weights, meta),
        .guards = piece_weights_guards(piece_weights, meta),
    };
    piece_weights_moves(piece_weights, meta, eval.moves);
    return eval;
}

// Brings the best try to the front. If the question is all that is left, there is nothing to search.
static void search_tries(Player *player, Meter *meter, uint32_t count)
{
    MetaPlayer *self = player->self;
    const Metaposition *meta = &self->king_state.meta;
    const bool has_checks = player->options.values[CHECKS] != 0;
    if (self->tries[0].move == TRY_ANY)
        return;
    if (has_checks && meta->count == 1) {
        choose_against_bare_king(self, meter, count);
        return;
    }
    const Maximax search = {
        .eval = eval_of(player),
        .alpha = alpha_of(player, meta),
        .depth_max = (unsigned)player->options.values[DEPTH],
        .meter = meter,
        .refused = self->refused,
        .is_judged = has_checks && audit_tries(player, meter, count),
    };
    (void)maximax(&search, meta, self->tries, count);
}

static PlayerError meta_choose(Player *player, const Budget *budget, Choice *choice)
{
    MetaPlayer *self = player->self;
    Budget bounded = *budget;
    if (!budget->nodes && !budget->cpu_ms && !budget->move_ms)
        bounded.nodes = nodes_by(budget->clock_ms[player->seating.seat]);
    Meter meter = meter_begin(&bounded, player->seating.seat);
    const uint32_t count = list_candidates(player);
    if (player->options.values[CHECKS])
        punish_repeats(self, count);
    self->board_nodes = 0;
    search_tries(player, &meter, count);
    *choice = (Choice){.kind = EVENT_TRY,
                       .attempt = self->tries[0].move,
                       .nodes = meter.nodes,
                       .board_nodes = self->board_nodes,
                       .value = winning_chance(self->tries[0].value)};
    return PLAYER_OK;
}

const PlayerKind meta_player = {
    .name = "meta",
    .summary = "metapositions: everything possible as one board, searched by weighted maximax",
    .options = options,
    .self_bytes = sizeof(MetaPlayer),
    .plays = player__plays_kriegspiel,
    .sit = meta_sit,
    .hear = meta_hear,
    .choose = meta_choose,
};
