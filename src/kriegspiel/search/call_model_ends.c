// How a game may end with a try: mate, stalemate, and the hunt for a bare king.
#include "kriegspiel/search/call_model_parts.h"

#include <math.h>

// --- Mate -----------------------------------------------------------------------------------------------------

Played referee__play(const OwnMen *own, Move move)
{
    Played played = {.own = *own};
    own_men_play(&played.own, move);
    const Bits blocked = played.own.all | ~own_men_board(own)->squares;
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        for (Bits men = played.own.kind[kind]; men;)
            played.attacks |= referee__attacks_of(kind, own->color, bits_take(&men), blocked);
    return played;
}

// How many of the enemy's men, the king on `king` aside, may come to a square, at most one.
static float helpers_on(const Scene *scene, unsigned king, unsigned square)
{
    const float own =
        bits_has(chess_king_steps[king], square) ? scene->stand->density.king[king] : 0;
    const float helpers = scene->outlook.control[square] - own;
    return helpers > 0 ? float_min(1, helpers) : 0;
}

// The chance that a king on `king` in check by the moved man has no way out: every square beside him attacked or held by
// his own, none left to him that we have just left or where he would take, and nobody there who comes between or takes the
// checker.
static float no_way_out(const Scene *scene, const Moved *moved, const Played *played, unsigned king)
{
    const Bits board = own_men_board(&played->own)->squares;
    const Bits flights = chess_king_steps[king] & board & ~played->attacks;
    if (flights & (played->own.all | bit(moved->from)))
        return 0;
    float mate = 1 - helpers_on(scene, king, moved->to);
    for (Bits rest = flights; rest && mate > 1e-3F;)
        mate *= 1 - scene->outlook.empty[bits_take(&rest)];
    const Bits between = moved->kind == KNIGHT ? 0 : chess_path[moved->to][king] & ~bit(king);
    for (Bits rest = between; rest && mate > 1e-3F;)
        mate *= 1 - helpers_on(scene, king, bits_take(&rest));
    return mate;
}

float referee__mate_chance(const Scene *scene, const Moved *moved, const Played *played)
{
    const float *kings = scene->stand->density.king;
    const Bits board = own_men_board(&played->own)->squares;
    float sum = 0, mates = 0;
    for (Bits rest = moved->attacks & board & ~played->own.all; rest;) {
        const unsigned king = bits_take(&rest);
        if (kings[king] < 0.002F)
            continue;
        sum += kings[king];
        mates += kings[king] * no_way_out(scene, moved, played, king);
    }
    return sum > 0 ? mates / sum : 0;
}

// --- Stalemate ------------------------------------------------------------------------------------------------

float referee__stalemate_worth(const Referee *referee)
{
    return referee->rules->ruleset->stalemate_loses ? REFEREE_WIN : 0;
}

// The chance that a king who is not in check has no step, once the move is played.
static float stuck_chance(const Scene *scene, const Played *played)
{
    const float *kings = scene->stand->density.king;
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
            chance *= 1 - scene->outlook.empty[bits_take(&open)];
        stuck += chance;
    }
    return sum > 1e-4F ? stuck / sum : 0;
}

// How many pawns of the enemy's can step on, if each is where it is believed to be.
static float free_pawns(const Scene *scene, Bits men)
{
    const Stand *stand = scene->stand;
    const int forward = stand->own.color == WHITE ? -8 : 8; // the enemy's
    float free = 0;
    for (Bits rest = own_men_board(&stand->own)->squares & ~men; rest;) {
        const unsigned at = bits_take(&rest), to = (unsigned)((int)at + forward);
        if (to < SQUARE_COUNT && !bits_has(men, to))
            free += stand->density.pawns[at] *
                    (1 - float_min(1, stand->density.pawns[to] + stand->density.king[to]));
    }
    return free;
}

bool referee__may_stalemate(const Scene *scene)
{
    return scene->stand->density.piece_count <= 1.5F;
}

// Pieces that are left can move, pawns may be blocked.
void referee__find_stalemates(const Scene *scene, const Played *played, unsigned to,
                              float stalemate[TAKES_COUNT])
{
    const Density *density = &scene->stand->density;
    const float stuck = stuck_chance(scene, played);
    if (stuck < 1e-4F)
        return;
    const float free = free_pawns(scene, played->own.all);
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
    const unsigned hunter = bits_first(after->kind[KING]);
    return 0.05F * (float)(8 - bits_count(quarry->flights)) -
           0.08F * (float)to_edge(own_men_board(after), quarry->square) -
           0.05F * (float)distance(hunter, quarry->square);
}

static float least_worth(const Referee *referee, const OwnMen *after, Bits hanging)
{
    float worst = 0;
    while (hanging) {
        const unsigned at = bits_take(&hanging);
        const float worth = referee__worth_of(referee, after, own_men_kind(after, at), at);
        worst = worth > worst ? worth : worst;
    }
    return worst;
}

typedef struct Hunt {
    float legal, check, mates, stalemates, silent_sum, check_sum;
} Hunt;

// Adds one square of the king's: without a step he is mated or stalemated, and what hangs beside him is lost.
static void add_quarry(const Scene *scene, const OwnMen *after, float balance, const Quarry *quarry,
                       Hunt *hunt)
{
    const Referee *referee = scene->referee;
    const float chance = scene->stand->density.king[quarry->square];
    const bool in_check = bits_has(quarry->attacks, quarry->square);
    hunt->legal += chance;
    hunt->check += in_check ? chance : 0;
    if (!quarry->flights) {
        *(in_check ? &hunt->mates : &hunt->stalemates) += chance;
        return;
    }
    const Bits hanging = quarry->flights & after->all;
    const float worth =
        balance + closeness(after, quarry) - 0.8F * least_worth(referee, after, hanging);
    *(in_check ? &hunt->check_sum : &hunt->silent_sum) += chance * worth;
}

static Bits path_between(const OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    return bits_has(own->kind[KNIGHT], from) ? bit(to) : chess_path[from][to];
}

// Every square on which the king may stand is looked at by itself: with no other man on the board this is exact.
void referee__hunt_try(const Scene *scene, Move move, Odds *odds)
{
    const Stand *stand = scene->stand;
    const Played played = referee__play(&stand->own, move);
    const OwnMen *after = &played.own;
    const Bits board = own_men_board(after)->squares;
    const Bits out =
        path_between(&stand->own, move) | chess_king_steps[bits_first(after->kind[KING])];
    const bool is_strike = bits_has(stand->own.kind[PAWN], move_from(move)) &&
                           square_file(move_from(move)) != square_file(move_to(move));
    float balance = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        for (Bits men = after->kind[kind]; men;)
            balance += referee__worth_of(scene->referee, after, kind, bits_take(&men));
    Hunt hunt = {0};
    for (unsigned i = 0; i < SQUARE_COUNT && !is_strike; i++) {
        if (stand->density.king[i] < 1e-3F || bits_has(out, i))
            continue;
        const Quarry quarry = {chess_king_steps[i] & board & ~played.attacks, played.attacks, i};
        add_quarry(scene, after, balance, &quarry, &hunt);
    }
    const float silent = hunt.legal - hunt.check, checks = hunt.check - hunt.mates;
    *odds = (Odds){.legal = float_min(1, hunt.legal),
                   .control = scene->outlook.control[move_to(move)],
                   .check = hunt.legal > 0 ? hunt.check / hunt.legal : 0,
                   .mate = hunt.check > 0 ? hunt.mates / hunt.check : 0,
                   .stalemate = {silent > 0 ? hunt.stalemates / silent : 0},
                   .stalemate_worth = referee__stalemate_worth(scene->referee),
                   .illegal_worth = scene->balance - 0.1F};
    const float goes_on = silent - hunt.stalemates;
    odds->silent_worth = goes_on > 1e-4F ? hunt.silent_sum / goes_on : balance;
    odds->check_worth = checks > 1e-4F ? hunt.check_sum / checks : balance;
}
