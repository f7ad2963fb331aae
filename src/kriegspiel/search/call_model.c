// Chances and worths, from control and guards.
#include "kriegspiel/search/call_model_parts.h"

#include <math.h>
#include <string.h>

Bits call_model__attacks_of(Kind kind, Color color, unsigned from, Bits blocked)
{
    switch (kind) {
    case PAWN:
        return chess_pawn_strikes[color][from];
    case KNIGHT:
        return chess_knight_steps[from];
    case BISHOP:
        return bishop_slides(from, blocked);
    case ROOK:
        return rook_slides(from, blocked);
    case QUEEN:
        return bishop_slides(from, blocked) | rook_slides(from, blocked);
    default:
        return chess_king_steps[from];
    }
}

// --- Assumptions ---------------------------------------------------------------------------------------------

void call_model_init(CallModel *calls, const KriegspielRules *rules, const MotionModel *motion)
{
    *calls = (CallModel){
        .rules = rules,
        .motion = motion,
        .retaliation = 0.8F,
        .check_taken = 0.3F,
        .capture = 0.8F,
        .worth = {[PAWN] = 0.4F, [KNIGHT] = 1, [BISHOP] = 1, [ROOK] = 1.6F, [QUEEN] = 3},
        .pawn_worth = 0.4F,
        .piece_worth = 1.46F, // the mean of seven: nobody knows which they are
        .advance = 0.02F,
        .hunts = true,
        .weighs_control = true,
        .guards = true,
    };
}

void call_model_count_men(CallModel *calls)
{
    for (Kind kind = PAWN; kind < KING; kind++)
        calls->worth[kind] = 1;
    calls->pawn_worth = calls->piece_worth = 1;
}

// --- Worth ---------------------------------------------------------------------------------------------------

float call_model__worth_of(const CallModel *calls, const OwnMen *own, Kind kind, unsigned square)
{
    const float worth = calls->worth[kind];
    if (kind != PAWN)
        return worth;
    const unsigned rank = square_rank(square), ranks = own_men_board(own)->ranks;
    const unsigned gone = own->color == WHITE ? rank - 1 : ranks - 2 - rank;
    return worth * (1 + calls->advance * (float)gone * (float)gone);
}

static float enemy_worth(const CallModel *calls, const Density *density)
{
    return density->pawn_count * calls->pawn_worth + density->piece_count * calls->piece_worth;
}

// --- Exchanges -----------------------------------------------------------------------------------------------

static Takers takers_on(const TurnContext *context, unsigned square)
{
    const CallModel *calls = context->calls;
    const Density *density = &context->belief->density;
    const OwnMen *own = &context->belief->own;
    const Bits board = own_men_board(own)->squares;
    // An enemy's pawn takes from where an own one on the square would.
    const float pawns =
        density_sum_over(density->pawns, chess_pawn_strikes[own->color][square] & board);
    const float kings = density_sum_over(density->king, chess_king_steps[square] & board);
    Takers takers = {context->forecast.control[square], kings, calls->piece_worth};
    const float pieces = takers.control - pawns - kings;
    if (pawns > 0 && pieces > 0)
        takers.worth = (pawns * calls->pawn_worth + pieces * calls->piece_worth) / (pawns + pieces);
    else if (pawns > 0)
        takers.worth = calls->pawn_worth;
    return takers;
}

// What is lost in an exchange that begins with this man: with a guard the taker is taken, half as surely if another enemy
// stands behind him. No exchange is a gain: who takes what is guarded has mostly seen to it.
static float lost(float worth, const Takers *takers, unsigned guards)
{
    const float others = takers->control - takers->kings - 1;
    const float retake = guards == 0 ? 0
                         : guards == 1
                             ? takers->worth * (1 - 0.5F * float_min(1, others > 0 ? others : 0))
                             : takers->worth;
    return worth > retake ? worth - retake : 0;
}

// How many may take a man with so many guards.
static float danger_of(const Takers *takers, unsigned guards)
{
    const float others = takers->control - takers->kings;
    return guards == 0 ? takers->control : others > 0 ? others : 0;
}

// --- A turn --------------------------------------------------------------------------------------------------

static void add_man(TurnContext *context, Kind kind, unsigned square)
{
    const OwnMen *own = &context->belief->own;
    const Bits blocked = own->all | ~own_men_board(own)->squares;
    const Bits attacks = call_model__attacks_of(kind, own->color, square, blocked);
    context->attacks[square] = attacks;
    for (Bits rest = attacks; rest;)
        context->guards[bits_take(&rest)]++;
    context->balance += kind == KING ? 0 : call_model__worth_of(context->calls, own, kind, square);
}

// What is lost if the man on `square` is, by who guards it.
static void weigh_man(const TurnContext *context, Kind kind, unsigned square, float losses[3])
{
    const Takers takers = takers_on(context, square);
    const float worth = call_model__worth_of(context->calls, &context->belief->own, kind, square);
    for (unsigned guards = 0; guards < 3; guards++)
        losses[guards] = danger_of(&takers, guards) * lost(worth, &takers, guards);
}

// More than two guards are as good as two.
static unsigned guards_of(const CallModel *calls, unsigned count)
{
    return !calls->guards ? 0 : count < 2 ? count : 2;
}

// Every square as dangerous as the mean of all, were it not known which are attacked.
static void level_control(DensityForecast *forecast, Bits board)
{
    const float mean = density_sum_over(forecast->control, board) / (float)bits_count(board);
    while (board)
        forecast->control[bits_take(&board)] = mean;
}

static float tries_chance(const TurnContext *context)
{
    const OwnMen *own = &context->belief->own;
    const Density *density = &context->belief->density;
    float sum = 0;
    for (Bits pawns = own->kind[PAWN]; pawns;)
        for (Bits strikes = context->attacks[bits_take(&pawns)] & ~own->all; strikes;) {
            const unsigned at = bits_take(&strikes);
            sum += density->pawns[at] + density->pieces[at];
        }
    return 1 - expf(-sum);
}

static void set_risks(TurnContext *context)
{
    const CallModel *calls = context->calls;
    const OwnMen *own = &context->belief->own;
    const Density *density = &context->belief->density;
    ReplyRisks *risks = &context->risks;
    risks->calls = calls;
    risks->king = own->kind[KING];
    risks->men = own->all & ~own->kind[KING];
    risks->tries = tries_chance(context);
    risks->is_bare = calls->hunts && density->pawn_count + density->piece_count < 0.5F;
    unsigned place = 0;
    for (Bits men = risks->men; men; place++) {
        const unsigned at = bits_take(&men);
        const float control = context->forecast.control[at];
        const float loss = context->losses[at][guards_of(calls, context->guards[at])];
        risks->control[place] = control;
        risks->losses[place] = control > 0 ? loss / control : 0;
    }
}

void turn_context_init(TurnContext *context, const CallModel *calls, const BeliefState *belief)
{
    const OwnMen *own = &belief->own;
    const Density *density = &belief->density;
    context->calls = calls;
    context->belief = belief;
    forecast_init(&context->forecast, density, own, &belief->last);
    if (!calls->weighs_control)
        level_control(&context->forecast, own_men_board(own)->squares);
    memset(context->guards, 0, sizeof context->guards);
    context->balance = -enemy_worth(calls, density);
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        for (Bits men = own->kind[kind]; men;)
            add_man(context, kind, bits_take(&men));
    context->exposure = context->loss = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        for (Bits men = own->kind[kind]; men;) {
            const unsigned at = bits_take(&men);
            weigh_man(context, kind, at, context->losses[at]);
            context->exposure += context->forecast.control[at];
            context->loss += context->losses[at][guards_of(calls, context->guards[at])];
        }
    set_risks(context);
}

// The chance that the enemy takes something in a turn in which nothing provokes him.
float call_model__capture_chance(const CallModel *calls, float exposure)
{
    if (exposure <= 0)
        return 0;
    return calls->capture * (1 - expf(-exposure));
}

static float expected_loss(const CallModel *calls, float exposure, float loss)
{
    return exposure > 1e-6F ? call_model__capture_chance(calls, exposure) * loss / exposure : 0;
}

// --- A try ---------------------------------------------------------------------------------------------------

static Moved move_man(const TurnContext *context, Move move)
{
    const OwnMen *own = &context->belief->own;
    const unsigned from = move_from(move), to = move_to(move);
    const Kind kind = own_men_kind(own, from);
    const Kind becomes = move_promotion(move) ? move_promotion(move) : kind;
    const Bits blocked = (own->all & ~bit(from)) | bit(to) | ~own_men_board(own)->squares;
    Moved moved = {
        .kind = becomes,
        .from = from,
        .to = to,
        .attacks = call_model__attacks_of(becomes, own->color, to, blocked),
        .guards =
            guards_of(context->calls, context->guards[to] - bits_has(context->attacks[from], to)),
    };
    if (becomes != KING) {
        moved.worth = call_model__worth_of(context->calls, own, becomes, to);
        moved.takers = takers_on(context, to);
        moved.left = lost(moved.worth, &moved.takers, moved.guards);
    }
    return moved;
}

// What an ordinary reply costs once the man has moved: those it guarded and guards now, and itself.
static float loss_after(const TurnContext *context, const Moved *moved)
{
    const OwnMen *own = &context->belief->own;
    const Bits men = own->all & ~own->kind[KING] & ~bit(moved->from);
    const Bits before = context->attacks[moved->from];
    float loss = context->loss, exposure = context->exposure;
    for (Bits changed = (before ^ moved->attacks) & men; changed;) {
        const unsigned at = bits_take(&changed);
        const unsigned guards = context->guards[at];
        const unsigned now = guards - bits_has(before, at) + bits_has(moved->attacks, at);
        loss += context->losses[at][guards_of(context->calls, now)] -
                context->losses[at][guards_of(context->calls, guards)];
    }
    if (moved->kind != KING) {
        const unsigned guards = guards_of(context->calls, context->guards[moved->from]);
        loss += danger_of(&moved->takers, moved->guards) * moved->left -
                context->losses[moved->from][guards];
        exposure += moved->takers.control - context->forecast.control[moved->from];
    }
    return expected_loss(context->calls, exposure, loss);
}

// Men are men up to six, and less and less beyond.
float balance_worth(float balance)
{
    const float plain = 6, rest = CALL_MODEL_WIN - plain;
    const float more = fabsf(balance) - plain;
    return more > 0 ? copysignf(plain + rest * (1 - expf(-more / rest)), balance) : balance;
}

static void settle(TryOutcomes *outcomes)
{
    outcomes->illegal_worth = balance_worth(outcomes->illegal_worth);
    outcomes->silent_worth = balance_worth(outcomes->silent_worth);
    outcomes->check_worth = balance_worth(outcomes->check_worth);
    outcomes->pawn_worth = balance_worth(outcomes->pawn_worth);
    outcomes->piece_worth = balance_worth(outcomes->piece_worth);
}

static void weigh_ends(const TurnContext *context, const Moved *moved, Move move,
                       TryOutcomes *outcomes)
{
    const bool may_mate = outcomes->check > 0.01F && outcomes->legal > 0.01F;
    const bool may_stalemate = call_model__may_stalemate(context);
    if (!may_mate && !may_stalemate)
        return;
    const Played played = call_model__play(&context->belief->own, move);
    if (may_mate)
        outcomes->mate = call_model__mate_chance(context, moved, &played);
    if (may_stalemate)
        call_model__find_stalemates(context, &played, moved->to, outcomes->stalemate);
}

static void weigh_try(const TurnContext *context, Move move, TryOutcomes *outcomes)
{
    const CallModel *calls = context->calls;
    const OwnMen *own = &context->belief->own;
    const TryForecast predicted =
        forecast_try(&context->forecast, &context->belief->density, own, move);
    const Moved moved = move_man(context, move);
    const float before = context->balance;
    const float promoted = bits_has(own->kind[PAWN], moved.from)
                               ? moved.worth - call_model__worth_of(calls, own, PAWN, moved.from)
                               : 0;
    const float reach = 1 - expf(-3 * danger_of(&moved.takers, moved.guards));
    *outcomes = (TryOutcomes){.legal = predicted.legal,
                              .pawn = predicted.pawn,
                              .piece = predicted.piece,
                              .check = predicted.check,
                              .control = moved.takers.control,
                              .stalemate_worth = call_model__stalemate_worth(calls),
                              .taken = {moved.kind == KING ? 0 : calls->retaliation * reach,
                                        moved.kind == KING ? 0 : calls->check_taken * reach}};
    const float after = before + promoted;
    outcomes->calm = after;
    outcomes->left = moved.left;
    outcomes->illegal_worth = before - expected_loss(calls, context->exposure, context->loss);
    outcomes->silent_worth = after - loss_after(context, &moved);
    outcomes->check_worth = after - outcomes->taken[1] * moved.left;
    outcomes->pawn_worth = after + calls->pawn_worth - outcomes->taken[0] * moved.left;
    outcomes->piece_worth = after + calls->piece_worth - outcomes->taken[0] * moved.left;
    weigh_ends(context, &moved, move, outcomes);
}

void turn_context_try(const TurnContext *context, Move move, TryOutcomes *outcomes)
{
    if (context->risks.is_bare)
        call_model__hunt_try(context, move, outcomes);
    else
        weigh_try(context, move, outcomes);
    settle(outcomes);
}

float outcomes_played_worth(const TryOutcomes *outcomes)
{
    const float chances[TAKES_COUNT] = {1 - outcomes->pawn - outcomes->piece, outcomes->pawn,
                                        outcomes->piece};
    const float silent[TAKES_COUNT] = {outcomes->silent_worth, outcomes->pawn_worth,
                                       outcomes->piece_worth};
    const float checks[TAKES_COUNT] = {outcomes->check_worth, outcomes->pawn_worth,
                                       outcomes->piece_worth};
    float sum = 0;
    for (unsigned takes = 0; takes < TAKES_COUNT; takes++) {
        const float stuck = outcomes->stalemate[takes];
        const float quiet = (1 - stuck) * silent[takes] + stuck * outcomes->stalemate_worth;
        sum += chances[takes] * ((1 - outcomes->check) * quiet +
                                 outcomes->check * (1 - outcomes->mate) * checks[takes]);
    }
    return outcomes->legal * (sum + outcomes->check * outcomes->mate * CALL_MODEL_WIN);
}

float outcomes_worth(const TryOutcomes *outcomes)
{
    return (1 - outcomes->legal) * outcomes->illegal_worth + outcomes_played_worth(outcomes);
}

// --- Tries ---------------------------------------------------------------------------------------------------

uint32_t call_model_keep_tries(const Board *board, Try *tries, uint32_t count)
{
    Kind best = PAWN;
    for (Bits kinds = board->promotions; kinds;)
        best = (Kind)bits_take(&kinds);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Kind promotion = tries[i] == TRY_ANY ? PAWN : move_promotion(tries[i]);
        if (tries[i] != TRY_ANY && (promotion == PAWN || promotion == best))
            tries[kept++] = tries[i];
    }
    return kept;
}

uint32_t call_model_fresh_tries(const CallModel *calls, const OwnMen *own, Try *tries)
{
    Turn fresh;
    turn_begin(&fresh);
    const uint32_t count = attempts_list(&fresh, calls->rules->ruleset, own, tries);
    return call_model_keep_tries(own_men_board(own), tries, count);
}
