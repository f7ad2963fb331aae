// How a game may end with a try: mate, stalemate, and the hunt for a bare king.
#include "kriegspiel/search/call_model_parts.h"

#include <math.h>

// --- Mate -----------------------------------------------------------------------------------------------------

Played call_model__play(const OwnMen *own, Move move)
{
    Played played = {.own = *own};
    own_men_play(&played.own, move);
    const Bits blocked = played.own.all | ~own_men_board(own)->squares;
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        for (Bits men = played.own.kind[kind]; men;)
            played.attacks |= call_model__attacks_of(kind, own->color, bits_take(&men), blocked);
    return played;
}

// How many of the enemy's men, the king on `king` aside, may come to a square, at most one.
static float helpers_on(const TurnContext *context, unsigned king, unsigned square)
{
    const float own =
        bits_has(chess_king_steps[king], square) ? context->belief->density.king[king] : 0;
    const float helpers = context->forecast.control[square] - own;
    return helpers > 0 ? float_min(1, helpers) : 0;
}

// The chance that a king on `king` in check by the moved man has no way out: every square beside him attacked or held by
// his own, none left to him that we have just left or where he would take, and nobody there who comes between or takes the
// checker.
static float no_way_out(const TurnContext *context, const Moved *moved, const Played *played,
                        unsigned king)
{
    const Bits board = own_men_board(&played->own)->squares;
    const Bits flights = chess_king_steps[king] & board & ~played->attacks;
    if (flights & (played->own.all | bit(moved->from)))
        return 0;
    float mate = 1 - helpers_on(context, king, moved->to);
    for (Bits rest = flights; rest && mate > 1e-3F;)
        mate *= 1 - context->forecast.empty[bits_take(&rest)];
    const Bits between = moved->kind == KNIGHT ? 0 : chess_path[moved->to][king] & ~bit(king);
    for (Bits rest = between; rest && mate > 1e-3F;)
        mate *= 1 - helpers_on(context, king, bits_take(&rest));
    return mate;
}

float call_model__mate_chance(const TurnContext *context, const Moved *moved, const Played *played)
{
    const float *kings = context->belief->density.king;
    const Bits board = own_men_board(&played->own)->squares;
    float sum = 0, mates = 0;
    for (Bits rest = moved->attacks & board & ~played->own.all; rest;) {
        const unsigned king = bits_take(&rest);
        if (kings[king] < 0.002F)
            continue;
        sum += kings[king];
        mates += kings[king] * no_way_out(context, moved, played, king);
    }
    return sum > 0 ? mates / sum : 0;
}

// --- Stalemate ------------------------------------------------------------------------------------------------

float call_model__stalemate_worth(const CallModel *calls)
{
    return calls->rules->ruleset->stalemate_loses ? CALL_MODEL_WIN : 0;
}

// The chance that a king who is not in check has no step, once the move is played.
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
        if (flights & played->own.all) // who hangs beside him can be taken
            continue;
        for (Bits open = flights; open && chance > 1e-4F;)
            chance *= 1 - context->forecast.empty[bits_take(&open)];
        stuck += chance;
    }
    return sum > 1e-4F ? stuck / sum : 0;
}

// How many pawns of the enemy's can step on, if each is where it is believed to be.
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
    return context->belief->density.piece_count <= 1.5F;
}

// Pieces that are left can move, pawns may be blocked.
void call_model__find_stalemates(const TurnContext *context, const Played *played, unsigned to,
                                 float stalemate[TAKES_COUNT])
{
    const Density *density = &context->belief->density;
    const float stuck = stuck_chance(context, played);
    if (stuck < 1e-4F)
        return;
    const float free = free_pawns(context, played->own.all);
    const float elsewhere = density->pawn_count - density->pawns[to];
    const float share = elsewhere > 0.01F ? 1 / elsewhere : 0; // of each pawn that is left
    for (unsigned takes = 0; takes < TAKES_COUNT; takes++) {
        const float pawns = float_max(0, density->pawn_count - (takes == TAKES_PAWN));
        const float pieces = float_max(0, density->piece_count - (takes == TAKES_PIECE));
        stalemate[takes] = stuck * expf(-3 * (pieces + pawns * share * free));
    }
}

// --- Hunting a bare king -------------------------------------------------------------------------------------

static unsigned distance(unsigned a, unsigned b)
{
    const int ranks = (int)square_rank(a) - (int)square_rank(b);
    const int files = (int)square_file(a) - (int)square_file(b);
    const unsigned rank_steps = (unsigned)(ranks < 0 ? -ranks : ranks);
    const unsigned file_steps = (unsigned)(files < 0 ? -files : files);
    return rank_steps > file_steps ? rank_steps : file_steps;
}

static unsigned to_edge(const Board *board, unsigned square)
{
    const unsigned rank = square_rank(square), file = square_file(square);
    const unsigned far_rank = board->ranks - 1u - rank, far_file = board->files - 1u - file;
    const unsigned ranks = rank < far_rank ? rank : far_rank;
    const unsigned files = file < far_file ? file : far_file;
    return ranks < files ? ranks : files;
}

// One square on which the king may stand after our move.
typedef struct Quarry {
    Bits flights, attacks;
    unsigned square;
} Quarry;

// How near he is to being caught there, less than one man's worth: few flights, an edge, our king near.
static float closeness(const OwnMen *after, const Quarry *quarry)
{
    const unsigned own_king = bits_first(after->kind[KING]);
    return 0.05F * (float)(8 - bits_count(quarry->flights)) -
           0.08F * (float)to_edge(own_men_board(after), quarry->square) -
           0.05F * (float)distance(own_king, quarry->square);
}

static float least_worth(const CallModel *calls, const OwnMen *after, Bits hanging)
{
    float worst = 0;
    while (hanging) {
        const unsigned at = bits_take(&hanging);
        const float worth = call_model__worth_of(calls, after, own_men_kind(after, at), at);
        worst = worth > worst ? worth : worst;
    }
    return worst;
}

typedef struct BareKingSearch {
    float legal, check, mates, stalemates, silent_sum, check_sum;
} BareKingSearch;

// Adds one square of the king's: without a step he is mated or stalemated, and what hangs beside him is lost.
static void add_quarry(const TurnContext *context, const OwnMen *after, float balance,
                       const Quarry *quarry, BareKingSearch *bare_king)
{
    const CallModel *calls = context->calls;
    const float chance = context->belief->density.king[quarry->square];
    const bool in_check = bits_has(quarry->attacks, quarry->square);
    bare_king->legal += chance;
    bare_king->check += in_check ? chance : 0;
    if (!quarry->flights) {
        *(in_check ? &bare_king->mates : &bare_king->stalemates) += chance;
        return;
    }
    const Bits hanging = quarry->flights & after->all;
    const float worth =
        balance + closeness(after, quarry) - 0.8F * least_worth(calls, after, hanging);
    *(in_check ? &bare_king->check_sum : &bare_king->silent_sum) += chance * worth;
}

static Bits path_between(const OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    return bits_has(own->kind[KNIGHT], from) ? bit(to) : chess_path[from][to];
}

// Every square on which the king may stand is looked at by itself: with no other man on the board this is exact.
void call_model__hunt_try(const TurnContext *context, Move move, TryOutcomes *outcomes)
{
    const BeliefState *belief = context->belief;
    const Played played = call_model__play(&belief->own, move);
    const OwnMen *after = &played.own;
    const Bits board = own_men_board(after)->squares;
    const Bits out =
        path_between(&belief->own, move) | chess_king_steps[bits_first(after->kind[KING])];
    const bool is_strike = bits_has(belief->own.kind[PAWN], move_from(move)) &&
                           square_file(move_from(move)) != square_file(move_to(move));
    float balance = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        for (Bits men = after->kind[kind]; men;)
            balance += call_model__worth_of(context->calls, after, kind, bits_take(&men));
    BareKingSearch bare_king = {0};
    for (unsigned i = 0; i < SQUARE_COUNT && !is_strike; i++) {
        if (belief->density.king[i] < 1e-3F || bits_has(out, i))
            continue;
        const Quarry quarry = {chess_king_steps[i] & board & ~played.attacks, played.attacks, i};
        add_quarry(context, after, balance, &quarry, &bare_king);
    }
    const float silent = bare_king.legal - bare_king.check,
                checks = bare_king.check - bare_king.mates;
    *outcomes = (TryOutcomes){.legal = float_min(1, bare_king.legal),
                              .control = context->forecast.control[move_to(move)],
                              .check = bare_king.legal > 0 ? bare_king.check / bare_king.legal : 0,
                              .mate = bare_king.check > 0 ? bare_king.mates / bare_king.check : 0,
                              .stalemate = {silent > 0 ? bare_king.stalemates / silent : 0},
                              .stalemate_worth = call_model__stalemate_worth(context->calls),
                              .illegal_worth = context->balance - 0.1F};
    const float goes_on = silent - bare_king.stalemates;
    outcomes->silent_worth = goes_on > 1e-4F ? bare_king.silent_sum / goes_on : balance;
    outcomes->check_worth = checks > 1e-4F ? bare_king.check_sum / checks : balance;
}
