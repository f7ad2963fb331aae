// The call model: what it assumes and what men are worth in it; how a game may end with a try, by mate, by stalemate or against a
// bare king; and a turn: who attacks and guards which square, what exchanges cost, and the outcomes of each try.
#include "engine/kriegspiel_search/call_model.h"

#include "base/portable_math.h"
#include "engine/kriegspiel_search/geometry.h"

#include <assert.h>
#include <math.h>
#include <string.h>

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

// The worth of an own man on a square.
static float own_worth(const CallModel *calls, const OwnMen *own, Kind kind, unsigned square)
{
    assert(kind < KIND_COUNT && square < SQUARE_COUNT);
    const float worth = calls->worth[kind];
    if (kind != PAWN)
        return worth;
    const int steps = pawn_steps(own_men_board(own), (Color)own->color, square);
    assert(steps >= 0); // no pawn stands on its first rank
    return worth * (1 + calls->advance * (float)steps * (float)steps);
}

// The worth of a game that ends by stalemate.
static float stalemate_worth(const CallModel *calls)
{
    return calls->rules->ruleset->stalemate_loses ? CALL_MODEL_WIN : 0;
}

float call_model_capture_chance(const CallModel *calls, float exposure)
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

// The enemy men that may take on a square: how many are expected, how many of them are kings, who take nothing that is
// guarded, and the mean worth of the others.
typedef struct Takers {
    float control, kings, worth;
} Takers;

// A man that has moved: where it stands, what it attacks now and who guards it.
typedef struct MovedMan {
    Kind kind; // what it is now
    unsigned from, to;
    Bits attacks;
    unsigned guards;
    float worth, left; // of the man; and what is lost with it
    Takers takers;
} MovedMan;

// The own men after a try is played, and every square they attack then.
typedef struct PlayedTry {
    OwnMen own;
    Bits attacks;
} PlayedTry;

// Chances below these change no worth that could decide between two tries; they only save time.
static const float MATE_MIN = 1e-3F;      // of a mate that is still possible
static const float KING_MIN = 0.002F;     // of the king on a square where a check may mate him
static const float BARE_KING_MIN = 1e-3F; // of a bare king on a square
static const float STUCK_MIN = 1e-4F;     // of a king without a step, and of any of his answers
static const float PAWNS_MIN = 0.01F;     // expected pawns: with fewer none is left elsewhere

// Men: with more pieces he always has a move. Half a man more than one, because counts are expectations.
static const float STALEMATE_PIECES = 1.5F;
static const float MOBILITY_RATE = 3; // per man that can move: 1 - e^-3 = 95 % that one has a move

// Worths against a bare king, in men, set by hand. Together they stay below the worth of one man.
static const float FLIGHT_WORTH = 0.05F;   // a square beside him that is taken from him
static const float EDGE_WORTH = 0.08F;     // a step of his from the edge
static const float NEARNESS_WORTH = 0.05F; // a step between the kings
static const float HANGING_LOST = 0.8F;    // chance that he takes a man that hangs beside him
enum { FLIGHTS_MAX = 8 };                  // squares beside a king

static PlayedTry play_try(const OwnMen *own, Move move)
{
    assert(bits_has(own->all, move_from(move)));
    PlayedTry played = {.own = *own};
    own_men_play(&played.own, move);
    const Bits blocked = played.own.all | ~own_men_board(own)->squares;
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        for (Bits men = played.own.kind[kind]; men;)
            played.attacks |= man_attacks(kind, (Color)own->color, bits_take(&men), blocked);
    return played;
}

// How many enemy men besides the king on `king` may come to a square, at most one.
static float helpers_on(const TurnContext *context, unsigned king, unsigned square)
{
    const float own =
        bits_has(chess_king_steps[king], square) ? context->belief->density.king[king] : 0;
    const float helpers = context->forecast.control[square] - own;
    return helpers > 0 ? float_min(1, helpers) : 0;
}

// The chance that a king on `king` in check by the moved man has no way out. Every square beside him must be attacked or
// held by his own men; none of them may be the square that the man has left or hold an own man he could take; and nobody
// may come between or take the checker.
static float no_way_out(const TurnContext *context, const MovedMan *moved, const PlayedTry *played,
                        unsigned king)
{
    const Bits board = own_men_board(&played->own)->squares;
    const Bits flights = chess_king_steps[king] & board & ~played->attacks;
    if (flights & (played->own.all | bit(moved->from)))
        return 0;
    float mate = 1 - helpers_on(context, king, moved->to);
    for (Bits rest = flights; rest && mate > MATE_MIN;)
        mate *= 1 - context->forecast.empty[bits_take(&rest)];
    const Bits between = moved->kind == KNIGHT ? 0 : chess_path[moved->to][king] & ~bit(king);
    for (Bits rest = between; rest && mate > MATE_MIN;)
        mate *= 1 - helpers_on(context, king, bits_take(&rest));
    return mate;
}

// The chance that a check by the moved man is mate, over all squares on which the king may be in check.
static float mate_chance(const TurnContext *context, const MovedMan *moved, const PlayedTry *played)
{
    const float *kings = context->belief->density.king;
    const Bits board = own_men_board(&played->own)->squares;
    assert(bits_has(played->own.all, moved->to));
    float sum = 0, mates = 0;
    for (Bits rest = moved->attacks & board & ~played->own.all; rest;) {
        const unsigned king = bits_take(&rest);
        if (kings[king] < KING_MIN)
            continue;
        sum += kings[king];
        mates += kings[king] * no_way_out(context, moved, played, king);
    }
    return sum > 0 ? mates / sum : 0;
}

// The chance that a king who is not in check has no step after the move.
static float stuck_chance(const TurnContext *context, const PlayedTry *played)
{
    const float *kings = context->belief->density.king;
    const Bits board = own_men_board(&played->own)->squares;
    float stuck = 0, sum = 0;
    for (Bits rest = board & ~played->own.all & ~played->attacks; rest;) {
        const unsigned king = bits_take(&rest);
        const Bits flights = chess_king_steps[king] & board & ~played->attacks;
        float chance = kings[king];
        sum += chance;
        if (flights & played->own.all) // an own man that hangs beside him can be taken
            continue;
        for (Bits open = flights; open && chance > STUCK_MIN;)
            chance *= 1 - context->forecast.empty[bits_take(&open)];
        stuck += chance;
    }
    return sum > STUCK_MIN ? stuck / sum : 0;
}

// How many enemy pawns can step forward, if each is where it is believed to be.
static float free_pawns(const TurnContext *context, Bits men)
{
    const BeliefState *belief = context->belief;
    const int forward = belief->own.color == WHITE ? -8 : 8; // the enemy's
    float free = 0;
    for (Bits rest = own_men_board(&belief->own)->squares & ~men; rest;) {
        const unsigned at = bits_take(&rest), to = (unsigned)((int)at + forward);
        if (to < SQUARE_COUNT && !bits_has(men, to))
            free += belief->density.pawns[at] *
                    (1 - float_min(1, belief->density.pawns[to] + belief->density.king[to]));
    }
    return free;
}

// Returns whether the enemy has so few men that he may be stalemated.
static bool can_be_stalemated(const TurnContext *context)
{
    return context->belief->density.piece_count <= STALEMATE_PIECES;
}

// Pieces that are left can move; pawns may be blocked.
// Finds the chance that a try onto `to` stalemates him, by what it takes.
static void find_stalemates(const TurnContext *context, const PlayedTry *played, unsigned to,
                            float stalemate[TAKES_COUNT])
{
    assert(to < SQUARE_COUNT && can_be_stalemated(context));
    const Density *density = &context->belief->density;
    const float stuck = stuck_chance(context, played);
    if (stuck < STUCK_MIN)
        return;
    const float free = free_pawns(context, played->own.all);
    const float elsewhere = density->pawn_count - density->pawns[to];
    const float share = elsewhere > PAWNS_MIN ? 1 / elsewhere : 0; // of each pawn that is left
    for (unsigned takes = 0; takes < TAKES_COUNT; takes++) {
        const float pawns = float_max(0, density->pawn_count - (takes == TAKES_PAWN));
        const float pieces = float_max(0, density->piece_count - (takes == TAKES_PIECE));
        stalemate[takes] = stuck * portable_expf(-MOBILITY_RATE * (pieces + pawns * share * free));
    }
}

// One square on which the king may stand after our move.
typedef struct KingSquare {
    Bits flights, attacks; // where he can go, and what we attack
    unsigned square;
} KingSquare;

// How near he is to mate there: few flights, an edge, our king near.
static float closeness(const OwnMen *after, const KingSquare *king)
{
    const Board *board = own_men_board(after);
    const int files = file_edge_distance(board, king->square);
    const int ranks = rank_edge_distance(board, king->square);
    const int distance = square_distance(bits_first(after->kind[KING]), king->square);
    assert(bits_count(king->flights) <= FLIGHTS_MAX);
    return FLIGHT_WORTH * (float)(FLIGHTS_MAX - bits_count(king->flights)) -
           EDGE_WORTH * (float)(ranks < files ? ranks : files) - NEARNESS_WORTH * (float)distance;
}

static float dearest_worth(const CallModel *calls, const OwnMen *after, Bits hanging)
{
    float dearest = 0;
    while (hanging) {
        const unsigned at = bits_take(&hanging);
        const float worth = own_worth(calls, after, own_men_kind(after, at), at);
        dearest = worth > dearest ? worth : dearest;
    }
    return dearest;
}

// Chances added up over the squares of the king, and worths times chances.
typedef struct BareKingSums {
    float legal, check, mates, stalemates, silent_worth, check_worth;
} BareKingSums;

// Adds one square of the king: without a step he is mated or stalemated, and a man that hangs beside him is lost.
static void add_square(const TurnContext *context, const OwnMen *after, float balance,
                       const KingSquare *king, BareKingSums *sums)
{
    const CallModel *calls = context->calls;
    const float chance = context->belief->density.king[king->square];
    const bool in_check = bits_has(king->attacks, king->square);
    sums->legal += chance;
    sums->check += in_check ? chance : 0;
    if (!king->flights) {
        *(in_check ? &sums->mates : &sums->stalemates) += chance;
        return;
    }
    const Bits hanging = king->flights & after->all;
    const float worth =
        balance + closeness(after, king) - HANGING_LOST * dearest_worth(calls, after, hanging);
    *(in_check ? &sums->check_worth : &sums->silent_worth) += chance * worth;
}

static BareKingSums sum_squares(const TurnContext *context, const PlayedTry *played, Move move,
                                float balance)
{
    const OwnMen *own = &context->belief->own, *after = &played->own;
    const Bits board = own_men_board(after)->squares;
    const unsigned from = move_from(move), to = move_to(move);
    const Bits path = bits_has(own->kind[KNIGHT], from) ? bit(to) : chess_path[from][to];
    const Bits out = path | chess_king_steps[bits_first(after->kind[KING])];
    BareKingSums sums = {0};
    if (is_strike(own->kind[PAWN], move)) // there is nobody to take
        return sums;
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        if (context->belief->density.king[i] < BARE_KING_MIN || bits_has(out, i))
            continue;
        const KingSquare king = {chess_king_steps[i] & board & ~played->attacks, played->attacks,
                                 i};
        add_square(context, after, balance, &king, &sums);
    }
    return sums;
}

// Every square on which the king may stand is looked at by itself: with no other man on the board this is exact.
// The outcomes of a try against a bare king.
static void bare_king_try(const TurnContext *context, Move move, TryOutcomes *outcomes)
{
    const PlayedTry played = play_try(&context->belief->own, move);
    const OwnMen *after = &played.own;
    float balance = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        for (Bits men = after->kind[kind]; men;)
            balance += own_worth(context->calls, after, kind, bits_take(&men));
    const BareKingSums sums = sum_squares(context, &played, move, balance);
    const float silent = sums.legal - sums.check, checks = sums.check - sums.mates;
    *outcomes = (TryOutcomes){.legal = float_min(1, sums.legal),
                              .control = context->forecast.control[move_to(move)],
                              .check = sums.legal > 0 ? sums.check / sums.legal : 0,
                              .mate = sums.check > 0 ? sums.mates / sums.check : 0,
                              .stalemate = {silent > 0 ? sums.stalemates / silent : 0},
                              .stalemate_worth = stalemate_worth(context->calls)};
    const float goes_on = silent - sums.stalemates;
    outcomes->silent_worth = goes_on > STUCK_MIN ? sums.silent_worth / goes_on : balance;
    outcomes->check_worth = checks > STUCK_MIN ? sums.check_worth / checks : balance;
}

static const float DANGER_RATE = 3;     // per expected taker: 1 - e^-3 = 95 % reach of one; by hand
static const float SECOND_TAKER = 0.5F; // share of a retake that a second taker spoils; by hand
static const float CHANCE_MIN = 0.01F;  // a check or try less likely is not looked at for mate
static const float EXPOSURE_MIN = 1e-6F; // control: less is rounding
static const float BARE_COUNT = 0.5F;    // men besides his king: with fewer expected he is alone
static const float REFUSAL_COST = 0.1F;  // of a refused try against a bare king; by hand

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

static float call_model_expected_loss(const CallModel *calls, float exposure, float loss)
{
    return exposure > EXPOSURE_MIN ? call_model_capture_chance(calls, exposure) * loss / exposure
                                   : 0;
}

static void add_man(TurnContext *context, Kind kind, unsigned square)
{
    const OwnMen *own = &context->belief->own;
    const Bits blocked = own->all | ~own_men_board(own)->squares;
    const Bits attacks = man_attacks(kind, (Color)own->color, square, blocked);
    context->attacks[square] = attacks;
    for (Bits rest = attacks; rest;)
        context->guards[bits_take(&rest)]++;
    context->balance += kind == KING ? 0 : own_worth(context->calls, own, kind, square);
}

// What is lost if the man on `square` is taken, by the number of its guards.
static void weigh_man(const TurnContext *context, Kind kind, unsigned square,
                      float losses[GUARDS_MAX + 1])
{
    const Takers takers = takers_on(context, square);
    const float worth = own_worth(context->calls, &context->belief->own, kind, square);
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
    const float lost =
        context->risks.is_bare
            ? REFUSAL_COST
            : call_model_expected_loss(context->calls, context->exposure, context->loss);
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
        moved.worth = own_worth(context->calls, own, becomes, to);
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
    return call_model_expected_loss(context->calls, exposure, loss);
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
    const bool may_stalemate = can_be_stalemated(context);
    if ((!may_mate && !may_stalemate) || context->calls->is_paper)
        return;
    const PlayedTry played = play_try(&context->belief->own, move);
    if (may_mate)
        outcomes->mate = mate_chance(context, moved, &played);
    if (may_stalemate)
        find_stalemates(context, &played, moved->to, outcomes->stalemate);
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
                               ? moved.worth - own_worth(calls, own, PAWN, moved.from)
                               : 0;
    *outcomes = (TryOutcomes){.legal = predicted.legal,
                              .pawn = predicted.pawn,
                              .piece = predicted.piece,
                              .check = predicted.check,
                              .control = moved.takers.control,
                              .stalemate_worth = stalemate_worth(calls)};
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
        bare_king_try(context, move, outcomes);
    else
        weigh_try(context, move, outcomes);
    bound_worths(context->calls, outcomes);
    outcomes->illegal_worth = context->refused_worth;
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
