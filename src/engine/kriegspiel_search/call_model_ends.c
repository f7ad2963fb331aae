// How a game may end with a try: mate, stalemate, and the outcomes of a try against a bare king.
#include "engine/kriegspiel_search/call_model_parts.h"

#include "base/portable_math.h"
#include "engine/kriegspiel_search/geometry.h"

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

// --- Mate ----------------------------------------------------------------------------------------

Played call_model__play(const OwnMen *own, Move move)
{
    assert(bits_has(own->all, move_from(move)));
    Played played = {.own = *own};
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
static float no_way_out(const TurnContext *context, const MovedMan *moved, const Played *played,
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

float call_model__mate_chance(const TurnContext *context, const MovedMan *moved,
                              const Played *played)
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

// --- Stalemate -----------------------------------------------------------------------------------

// The chance that a king who is not in check has no step after the move.
static float stuck_chance(const TurnContext *context, const Played *played)
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

bool call_model__may_stalemate(const TurnContext *context)
{
    return context->belief->density.piece_count <= STALEMATE_PIECES;
}

// Pieces that are left can move; pawns may be blocked.
void call_model__find_stalemates(const TurnContext *context, const Played *played, unsigned to,
                                 float stalemate[TAKES_COUNT])
{
    assert(to < SQUARE_COUNT && call_model__may_stalemate(context));
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

// --- A bare king ---------------------------------------------------------------------------------

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
        const float worth = call_model__worth_of(calls, after, own_men_kind(after, at), at);
        dearest = worth > dearest ? worth : dearest;
    }
    return dearest;
}

// Chances added up over the squares of the king, and worths times chances.
typedef struct KingSums {
    float legal, check, mates, stalemates, silent_worth, check_worth;
} KingSums;

// Adds one square of the king: without a step he is mated or stalemated, and a man that hangs beside him is lost.
static void add_square(const TurnContext *context, const OwnMen *after, float balance,
                       const KingSquare *king, KingSums *sums)
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

static KingSums sum_squares(const TurnContext *context, const Played *played, Move move,
                            float balance)
{
    const OwnMen *own = &context->belief->own, *after = &played->own;
    const Bits board = own_men_board(after)->squares;
    const unsigned from = move_from(move), to = move_to(move);
    const Bits path = bits_has(own->kind[KNIGHT], from) ? bit(to) : chess_path[from][to];
    const Bits out = path | chess_king_steps[bits_first(after->kind[KING])];
    KingSums sums = {0};
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
void call_model__bare_king_try(const TurnContext *context, Move move, TryOutcomes *outcomes)
{
    const Played played = call_model__play(&context->belief->own, move);
    const OwnMen *after = &played.own;
    float balance = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        for (Bits men = after->kind[kind]; men;)
            balance += call_model__worth_of(context->calls, after, kind, bits_take(&men));
    const KingSums sums = sum_squares(context, &played, move, balance);
    const float silent = sums.legal - sums.check, checks = sums.check - sums.mates;
    *outcomes = (TryOutcomes){.legal = float_min(1, sums.legal),
                              .control = context->forecast.control[move_to(move)],
                              .check = sums.legal > 0 ? sums.check / sums.legal : 0,
                              .mate = sums.check > 0 ? sums.mates / sums.check : 0,
                              .stalemate = {silent > 0 ? sums.stalemates / silent : 0},
                              .stalemate_worth = call_model__stalemate_worth(context->calls)};
    const float goes_on = silent - sums.stalemates;
    outcomes->silent_worth = goes_on > STUCK_MIN ? sums.silent_worth / goes_on : balance;
    outcomes->check_worth = checks > STUCK_MIN ? sums.check_worth / checks : balance;
}
