// A turn of the call model: who attacks and guards which square, what exchanges cost, and the outcomes of each try.
#include "engine/kriegspiel_search/call_model_parts.h"

#include "base/portable_math.h"

#include <assert.h>
#include <string.h>

static const float DANGER_RATE = 3;     // per expected taker: 1 - e^-3 = 95 % reach of one; by hand
static const float SECOND_TAKER = 0.5F; // share of a retake that a second taker spoils; by hand
static const float CHANCE_MIN = 0.01F;  // a check or try less likely is not looked at for mate
static const float EXPOSURE_MIN = 1e-6F; // control: less is rounding
static const float BARE_COUNT = 0.5F;    // men besides his king: with fewer expected he is alone
static const float REFUSAL_COST = 0.1F;  // of a refused try against a bare king; by hand

// --- Exchanges -----------------------------------------------------------------------------------

static float enemy_worth(const CallModel *calls, const Density *density)
{
    return density->pawn_count * calls->pawn_worth + density->piece_count * calls->piece_worth;
}

static Takers takers_on(const TurnContext *context, unsigned square)
{
    const CallModel *calls = context->calls;
    const Density *density = &context->belief->density;
    const OwnMen *own = &context->belief->own;
    const Bits board = own_men_board(own)->squares;
    assert(bits_has(board, square));
    // An enemy pawn takes from where an own pawn on the square would.
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

// What is lost in an exchange that begins with this man. A guard retakes the taker, less surely if another enemy stands
// behind him. No exchange is a gain: an enemy who takes a guarded man mostly gains by it.
static float exchange_loss(float worth, const Takers *takers, unsigned guards)
{
    const float others = takers->control - takers->kings - 1;
    const float behind = float_min(1, others > 0 ? others : 0);
    const float retake = guards == 0   ? 0
                         : guards == 1 ? takers->worth * (1 - SECOND_TAKER * behind)
                                       : takers->worth;
    assert(guards <= GUARDS_MAX);
    return worth > retake ? worth - retake : 0;
}

// How many may take a man with so many guards: a king takes nothing that is guarded, which the paper does not have.
static float danger_of(const CallModel *calls, const Takers *takers, unsigned guards)
{
    const float others = takers->control - takers->kings;
    return guards == 0 || calls->is_paper ? takers->control : others > 0 ? others : 0;
}

static unsigned guards_of(const CallModel *calls, unsigned count)
{
    return !calls->guards ? 0 : count < GUARDS_MAX ? count : GUARDS_MAX;
}

static float expected_loss(const CallModel *calls, float exposure, float loss)
{
    return exposure > EXPOSURE_MIN ? call_model__capture_chance(calls, exposure) * loss / exposure
                                   : 0;
}

// --- A turn --------------------------------------------------------------------------------------

static void add_man(TurnContext *context, Kind kind, unsigned square)
{
    const OwnMen *own = &context->belief->own;
    const Bits blocked = own->all | ~own_men_board(own)->squares;
    const Bits attacks = man_attacks(kind, (Color)own->color, square, blocked);
    context->attacks[square] = attacks;
    for (Bits rest = attacks; rest;)
        context->guards[bits_take(&rest)]++;
    context->balance += kind == KING ? 0 : call_model__worth_of(context->calls, own, kind, square);
}

// What is lost if the man on `square` is taken, by the number of its guards.
static void weigh_man(const TurnContext *context, Kind kind, unsigned square,
                      float losses[GUARDS_MAX + 1])
{
    const Takers takers = takers_on(context, square);
    const float worth = call_model__worth_of(context->calls, &context->belief->own, kind, square);
    for (unsigned guards = 0; guards <= GUARDS_MAX; guards++)
        losses[guards] =
            danger_of(context->calls, &takers, guards) * exchange_loss(worth, &takers, guards);
}

// Without knowledge of control every square is as dangerous as the mean of all.
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
    return 1 - portable_expf(-sum);
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
    risks->is_bare =
        calls->mates_bare_king && density->pawn_count + density->piece_count < BARE_COUNT;
    assert(bits_count(risks->men) < MEN_MAX);
    unsigned index = 0;
    for (Bits men = risks->men; men; index++) {
        const unsigned at = bits_take(&men);
        const float control = context->forecast.control[at];
        const float loss = context->losses[at][guards_of(calls, context->guards[at])];
        risks->control[index] = control;
        risks->losses[index] = control > 0 ? loss / control : 0;
    }
}

static float refused_worth(const TurnContext *context)
{
    const float lost = context->risks.is_bare
                           ? REFUSAL_COST
                           : expected_loss(context->calls, context->exposure, context->loss);
    return balance_worth(context->calls, context->balance - lost);
}

void turn_context_init(TurnContext *context, const CallModel *calls, const BeliefState *belief)
{
    const OwnMen *own = &belief->own;
    const Density *density = &belief->density;
    assert(own->kind[KING] && !bits_are_many(own->kind[KING]));
    context->calls = calls;
    context->belief = belief;
    forecast_init(&context->forecast, density, own, &belief->last);
    if (calls->is_paper)
        context->forecast.pin_share = 1;
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
    context->refused_worth = refused_worth(context);
}

// --- A try ---------------------------------------------------------------------------------------

static MovedMan move_man(const TurnContext *context, Move move)
{
    const OwnMen *own = &context->belief->own;
    const unsigned from = move_from(move), to = move_to(move);
    const Kind kind = own_men_kind(own, from);
    const Kind becomes = move_promotion(move) ? move_promotion(move) : kind;
    const Bits blocked = (own->all & ~bit(from)) | bit(to) | ~own_men_board(own)->squares;
    const unsigned guards = context->guards[to] - bits_has(context->attacks[from], to);
    MovedMan moved = {
        .kind = becomes,
        .from = from,
        .to = to,
        .attacks = man_attacks(becomes, (Color)own->color, to, blocked),
        .guards = guards_of(context->calls, guards),
    };
    assert(kind < KIND_COUNT); // an own man moves
    if (becomes != KING) {
        moved.worth = call_model__worth_of(context->calls, own, becomes, to);
        moved.takers = takers_on(context, to);
        moved.left = exchange_loss(moved.worth, &moved.takers, moved.guards);
    }
    return moved;
}

// What an ordinary reply costs after the man has moved: the men it guarded and guards now, and the man itself.
static float loss_after(const TurnContext *context, const MovedMan *moved)
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
        loss += danger_of(context->calls, &moved->takers, moved->guards) * moved->left -
                context->losses[moved->from][guards];
        exposure += moved->takers.control - context->forecast.control[moved->from];
    }
    return expected_loss(context->calls, exposure, loss);
}

// Bounds the worths of a try that is played below that of mate; refused_worth has its bound.
static void bound_worths(const CallModel *calls, TryOutcomes *outcomes)
{
    outcomes->silent_worth = balance_worth(calls, outcomes->silent_worth);
    outcomes->check_worth = balance_worth(calls, outcomes->check_worth);
    outcomes->pawn_worth = balance_worth(calls, outcomes->pawn_worth);
    outcomes->piece_worth = balance_worth(calls, outcomes->piece_worth);
}

static void weigh_ends(const TurnContext *context, const MovedMan *moved, Move move,
                       TryOutcomes *outcomes)
{
    const bool may_mate = outcomes->check > CHANCE_MIN && outcomes->legal > CHANCE_MIN;
    const bool may_stalemate = call_model__may_stalemate(context);
    if ((!may_mate && !may_stalemate) || context->calls->is_paper)
        return;
    const Played played = call_model__play(&context->belief->own, move);
    if (may_mate)
        outcomes->mate = call_model__mate_chance(context, moved, &played);
    if (may_stalemate)
        call_model__find_stalemates(context, &played, moved->to, outcomes->stalemate);
}

// The chances that the reply takes the moved man, after a capture and after a check. The paper has constants, and control
// for a capture that is not the first of its string: then the enemy has just taken on the same square.
static void weigh_retaliation(const TurnContext *context, const MovedMan *moved,
                              float taken[TAKEN_COUNT])
{
    const CallModel *calls = context->calls;
    taken[TAKEN_CAPTURER] = taken[TAKEN_CHECKER] = 0;
    if (moved->kind == KING)
        return;
    const bool is_string = calls->is_paper && context->belief->last.capture_at == moved->to + 1;
    const float danger = danger_of(calls, &moved->takers, moved->guards);
    const float reach = calls->is_paper ? 1 : 1 - portable_expf(-DANGER_RATE * danger);
    taken[TAKEN_CAPTURER] =
        is_string ? float_min(1, moved->takers.control) : calls->retaliation * reach;
    taken[TAKEN_CHECKER] = calls->check_taken * reach;
}

static void weigh_try(const TurnContext *context, Move move, TryOutcomes *outcomes)
{
    const CallModel *calls = context->calls;
    const OwnMen *own = &context->belief->own;
    const TryForecast predicted =
        forecast_try(&context->forecast, &context->belief->density, own, move);
    const MovedMan moved = move_man(context, move);
    const float promoted = bits_has(own->kind[PAWN], moved.from)
                               ? moved.worth - call_model__worth_of(calls, own, PAWN, moved.from)
                               : 0;
    *outcomes = (TryOutcomes){.legal = predicted.legal,
                              .pawn = predicted.pawn,
                              .piece = predicted.piece,
                              .check = predicted.check,
                              .control = moved.takers.control,
                              .stalemate_worth = call_model__stalemate_worth(calls)};
    weigh_retaliation(context, &moved, outcomes->taken);
    const float after = context->balance + promoted;
    outcomes->calm = after;
    outcomes->left = moved.left;
    outcomes->silent_worth = after - loss_after(context, &moved);
    outcomes->check_worth = after - outcomes->taken[TAKEN_CHECKER] * moved.left;
    const float retaken = outcomes->taken[TAKEN_CAPTURER] * moved.left;
    outcomes->pawn_worth = after + calls->pawn_worth - retaken;
    outcomes->piece_worth = after + calls->piece_worth - retaken;
    weigh_ends(context, &moved, move, outcomes);
}

void turn_context_try(const TurnContext *context, Move move, TryOutcomes *outcomes)
{
    assert(move != TRY_NONE && move != TRY_ANY);
    assert(bits_has(context->belief->own.all, move_from(move)));
    if (context->risks.is_bare)
        call_model__bare_king_try(context, move, outcomes);
    else
        weigh_try(context, move, outcomes);
    bound_worths(context->calls, outcomes);
    outcomes->illegal_worth = context->refused_worth;
}

// --- The worth of a try --------------------------------------------------------------------------

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
