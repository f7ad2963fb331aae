// Places the enemy's men at random until the board agrees with the last turn.
#include "engine/kriegspiel_belief/last_turn_sampler.h"

#include "games/chess/generate.h"

#include <assert.h>
#include <string.h>

enum {
    DRAWS_MAX = 400, // attempts at one board
    MARK_BITS = 24,  // random bits of a mark: as many as a float holds
};

void last_turn_begin(LastTurnSampler *last_turn, const KriegspielRules *rules, uint8_t seat)
{
    assert(seat < 2);
    const Position *start = &rules->setup.start;
    const Bits enemies = start->color[other_color(seat)];
    const unsigned pawns = bits_count(enemies & start->kind[PAWN]);
    *last_turn = (LastTurnSampler){.rules = rules,
                                   .seat = seat,
                                   .pawns = (uint8_t)pawns,
                                   .pieces = (uint8_t)(bits_count(enemies) - pawns - 1)};
}

// One of the enemy's men is gone.
static void note_capture(LastTurnSampler *last_turn, uint8_t captured)
{
    if (captured == CAPTURED_MAN)
        last_turn->untold++;
    else if (captured == CAPTURED_PIECE && last_turn->pieces)
        last_turn->pieces--;
    else if (captured && last_turn->pawns) // a pawn, or the piece it was promoted to
        last_turn->pawns--;
}

void last_turn_hear(LastTurnSampler *last_turn, Try own, const Hearing *heard)
{
    assert(heard->seat < 2 && last_turn->refused_count <= ATTEMPTS_MAX);
    const bool is_own = heard->seat == last_turn->seat;
    if (heard->event == HEARD_MOVE && is_own) {
        note_capture(last_turn, heard->captured);
    } else if (heard->event == HEARD_MOVE || (heard->event == HEARD_OPENING && is_own)) {
        last_turn->last = *heard;
        last_turn->refused_count = 0;
    } else if (heard->event == HEARD_REFUSAL && is_own && heard->verdict == VERDICT_ILLEGAL &&
               last_turn->refused_count < ATTEMPTS_MAX) {
        last_turn->refused[last_turn->refused_count++] = own;
    }
}

// A square of `free` in proportion to `weights`; SQUARE_NONE if they are all 0 there.
static unsigned draw_by_weight(Bits free, const float weights[SQUARE_COUNT], Rng *rng)
{
    float sum = 0;
    for (Bits rest = free; rest;)
        sum += weights[bits_take(&rest)];
    float mark = (float)(rng_next(rng) >> (64 - MARK_BITS)) / (1 << MARK_BITS) * sum;
    unsigned at = SQUARE_NONE;
    for (Bits rest = free; rest && sum > 0 && mark >= 0;) {
        at = bits_take(&rest);
        mark -= weights[at];
    }
    return at;
}

// A free square among `squares`, in proportion to `weights`; evenly if these are NULL or all 0 there. SQUARE_NONE if no
// square is free.
static unsigned draw_square(const Position *position, Bits squares,
                            const float weights[SQUARE_COUNT], Rng *rng)
{
    const Bits free = squares & ~position_occupied(position);
    const unsigned weighed = weights ? draw_by_weight(free, weights, rng) : SQUARE_NONE;
    if (weighed != SQUARE_NONE || !free)
        return weighed;
    return bits_nth(free, rng_below(rng, bits_count(free)));
}

Position last_turn_own_half(const LastTurnSampler *last_turn, const OwnMen *own)
{
    Position position = {.board = own->board,
                         .to_move = last_turn->seat,
                         .castling = own->castling,
                         .passant = SQUARE_NONE,
                         .move_number = 1};
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        position.kind[kind] = own->kind[kind];
    position.color[last_turn->seat] = own->all;
    return position;
}

// Lists the kinds of the pieces with which the enemy began. Returns how many there are.
static unsigned list_pieces(const LastTurnSampler *last_turn, Kind pieces[MEN_MAX])
{
    const Position *start = &last_turn->rules->setup.start;
    unsigned count = 0;
    for (Kind kind = KNIGHT; kind < KING; kind++)
        for (Bits men = position_men(start, other_color(last_turn->seat), kind); men;
             bits_take(&men)) {
            assert(count < MEN_MAX);
            pieces[count++] = kind;
        }
    return count;
}

// Decides at random, in proportion to what there is, which captures of an untold kind were pawns and which were pieces.
static void settle_untold(const LastTurnSampler *last_turn, Rng *rng, unsigned *pawns,
                          unsigned *pieces)
{
    *pawns = last_turn->pawns;
    *pieces = last_turn->pieces;
    for (unsigned i = 0; i < last_turn->untold && *pawns + *pieces; i++) {
        const bool is_pawn = rng_below(rng, *pawns + *pieces) < *pawns;
        *pawns -= is_pawn;
        *pieces -= !is_pawn;
    }
    assert(*pawns <= last_turn->pawns && *pieces <= last_turn->pieces);
}

// The square where our man was just taken, if it is still free: a man must have taken it. Else a random square.
static unsigned draw_man_square(const LastTurnSampler *last_turn, const Position *position,
                                Bits squares, const float weights[SQUARE_COUNT], Rng *rng)
{
    const Hearing *last = &last_turn->last;
    const unsigned taker = last->passant_at ? last->passant_at - 1u : last->capture_at - 1u;
    if (last->capture_at && bits_has(squares, taker) &&
        !bits_has(position_occupied(position), taker))
        return taker;
    return draw_square(position, squares, weights, rng);
}

// Places one man of the enemy's. False if there is no square for it.
static bool place_man(const LastTurnSampler *last_turn, Position *position, Kind kind, Bits squares,
                      const float weights[SQUARE_COUNT], Rng *rng)
{
    const unsigned square = kind == KING
                                ? draw_square(position, squares, weights, rng)
                                : draw_man_square(last_turn, position, squares, weights, rng);
    if (square == SQUARE_NONE)
        return false;
    last_turn__put_man(position, other_color(last_turn->seat), kind, square);
    return true;
}

// The files on which these men stand, as squares of the first rank.
static Bits files_of(Bits men)
{
    enum { RANK = 8 };
    men |= men >> 4 * RANK;
    men |= men >> 2 * RANK;
    men |= men >> RANK;
    return men & UINT8_MAX;
}

// Pawns beyond the first of their files.
static unsigned doubled_of(Bits pawns)
{
    return bits_count(pawns) - bits_count(files_of(pawns));
}

// The squares for one more pawn. A pawn leaves its file only by taking one of our men, so as many more are doubled than at
// the start as we have lost men, at most.
static Bits pawn_squares(const LastTurnSampler *last_turn, const Position *position)
{
    const Board *board = position_board(position);
    const Bits squares = board->squares & ~(board->last_rank[WHITE] | board->last_rank[BLACK]);
    if (!last_turn->limits_files)
        return squares;
    const Position *start = &last_turn->rules->setup.start;
    const Color us = last_turn->seat, enemy = other_color(us);
    const Bits pawns = position_men(position, enemy, PAWN);
    const unsigned lost = bits_count(start->color[us]) - bits_count(position->color[us]);
    const unsigned doubled_max = doubled_of(position_men(start, enemy, PAWN)) + lost;
    assert(bits_count(position->color[us]) <= bits_count(start->color[us]));
    return doubled_of(pawns) < doubled_max ? squares : squares & ~(files_of(pawns) * FILE_A);
}

static bool place_enemies(const LastTurnSampler *last_turn, const Density *density,
                          Position *position, Rng *rng)
{
    const Board *board = position_board(position);
    unsigned pawns, pieces;
    Kind kinds[MEN_MAX];
    settle_untold(last_turn, rng, &pawns, &pieces);
    unsigned left = list_pieces(last_turn, kinds);
    const unsigned own_king = bits_first(position_men(position, last_turn->seat, KING));
    if (!place_man(last_turn, position, KING, board->squares & ~chess_king_steps[own_king],
                   density ? density->king : NULL, rng))
        return false;
    for (unsigned i = 0; i < pieces && left; i++) {
        const unsigned chosen = rng_below(rng, left);
        const Kind kind = kinds[chosen];
        kinds[chosen] = kinds[--left];
        if (!place_man(last_turn, position, kind, board->squares, density ? density->pieces : NULL,
                       rng))
            return false;
    }
    for (unsigned i = 0; i < pawns; i++)
        if (!place_man(last_turn, position, PAWN, pawn_squares(last_turn, position),
                       density ? density->pawns : NULL, rng))
            return false;
    return true;
}

bool last_turn_agrees(const LastTurnSampler *last_turn, const Position *position)
{
    assert(position->to_move == last_turn->seat);
    const Color enemy = other_color(last_turn->seat);
    if (position_checkers(position, enemy))
        return false; // it is our turn: the enemy cannot be in check
    const Hearing *last = &last_turn->last;
    if ((position_checkers(position, last_turn->seat) != 0) != (last->checks != 0))
        return false;
    Umpire umpire;
    Hearing to[2];
    umpire_open(&umpire, last_turn->rules->ruleset, position, to);
    if (umpire.ending || to[0].checks != last->checks || to[0].count != last->count ||
        to[0].points[0] != last->points[0])
        return false;
    for (uint32_t i = 0; i < last_turn->refused_count; i++)
        if (try_set_has_legal(&umpire.legal, &umpire.own, last_turn->refused[i]))
            return false;
    return true;
}

bool last_turn_draw(const LastTurnSampler *last_turn, const KriegspielView *view,
                    const Density *density, Rng *rng, KriegspielBoard *board)
{
    assert(view->seat == last_turn->seat);
    for (unsigned i = 0; i < DRAWS_MAX; i++) {
        Position position = last_turn_own_half(last_turn, &view->own);
        if (!place_enemies(last_turn, density, &position, rng) ||
            !last_turn_agrees(last_turn, &position))
            continue;
        position.key = position_key(&position);
        *board = (KriegspielBoard){.position = position, .lost_at = last_turn->last.capture_at};
        return true;
    }
    return false;
}

static bool has_same_men(const Position *a, const Position *b)
{
    return memcmp(a->color, b->color, sizeof a->color) == 0 &&
           memcmp(a->kind, b->kind, sizeof a->kind) == 0;
}

// A linear scan: there are few draws, and a hash table would have to be built at every turn.
static bool is_inside(const Boards *exact, const Position *position)
{
    for (uint32_t i = 0; i < exact->count; i++)
        if (has_same_men(&((const KriegspielBoard *)boards_at(exact, i))->position, position))
            return true;
    return false;
}

Consistency consistency_of(const LastTurnSampler *last_turn, const KriegspielView *view,
                           const Boards *exact, uint32_t draws, Rng *rng)
{
    Consistency consistency = {0};
    for (uint32_t i = 0; i < draws; i++) {
        KriegspielBoard board;
        if (!last_turn_draw(last_turn, view, NULL, rng, &board))
            continue;
        consistency.drawn++;
        consistency.inside += is_inside(exact, &board.position);
    }
    assert(consistency.inside <= consistency.drawn && consistency.drawn <= draws);
    return consistency;
}
