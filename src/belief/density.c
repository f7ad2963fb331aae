// Three matrices and what is done with them.
#include "belief/density.h"

#include <string.h>

// --- Sums ----------------------------------------------------------------------------------------------

static const float line_share =
    3.0F / 7; // pieces of seven that go along a rank or file, or along a diagonal
static const float jump_share = 2.0F / 7; // knights among them

// Of the men that attack a shield, those that would attack the king behind it. The paper has 1; over recorded games that
// makes legal tries look impossible (docs/belief/density.md).
static const float pin_share = 0.1F;

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float sum_of(const float at[SQUARE_COUNT])
{
    float sums[8] = {0};
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        sums[i % 8] += at[i];
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) +
           ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

static float sum_over(const float at[SQUARE_COUNT], Bits squares)
{
    float sum = 0;
    while (squares)
        sum += at[bits_take(&squares)];
    return sum;
}

static void clear_over(float at[SQUARE_COUNT], Bits squares)
{
    while (squares)
        at[bits_take(&squares)] = 0;
}

static void add_over(float at[SQUARE_COUNT], Bits squares, float sum)
{
    const float each = sum / (float)bits_count(squares);
    while (squares)
        at[bits_take(&squares)] += each;
}

// Brings the whole to `sum` by scaling the squares that are not in `fixed`. What then has no place goes to the `possible`
// squares alike, and where there are none, to the fixed ones.
static void settle(float at[SQUARE_COUNT], Bits fixed, Bits possible, float sum)
{
    const float held = sum_over(at, fixed);
    const float loose = sum_of(at) - held;
    const float wanted = sum - held;
    const Bits open = possible & ~fixed;
    float kept[SQUARE_COUNT];
    memcpy(kept, at, sizeof kept);
    const float factor = loose > 1e-6F && wanted > 0 ? wanted / loose : 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        at[i] *= factor;
    for (Bits rest = fixed; rest;) {
        const unsigned i = bits_take(&rest);
        at[i] = wanted < 0 ? kept[i] * sum / held : kept[i];
    }
    if (wanted > 0 && factor == 0)
        add_over(at, open ? open : fixed ? fixed : possible, wanted);
}

// --- Where men can be ------------------------------------------------------------------------------------

static const Board *board_of(const OwnMen *own)
{
    return &chess_boards[own->board];
}

static Bits free_squares(const OwnMen *own)
{
    return board_of(own)->squares & ~own->all;
}

static Bits pawn_squares(const OwnMen *own)
{
    const Board *board = board_of(own);
    return free_squares(own) & ~(board->last_rank[WHITE] | board->last_rank[BLACK]);
}

static void settle_king(Density *density, const OwnMen *own, Bits fixed)
{
    settle(density->king, fixed, free_squares(own), 1);
}

// Pawns and pieces, neither on an own man.
static void settle_men(Density *density, const OwnMen *own, Bits fixed)
{
    settle(density->pawns, fixed & pawn_squares(own), pawn_squares(own), density->pawn_count);
    settle(density->pieces, fixed, free_squares(own), density->piece_count);
}

// The chance that somebody stands on a square.
static float taken_at(const Density *density, unsigned square)
{
    const float sum = density->king[square] + density->pawns[square] + density->pieces[square];
    return least(1, sum);
}

void density_begin(Density *density, const Position *start, Color enemy)
{
    const Bits men = start->color[enemy];
    *density = (Density){.pawn_count = 0};
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        density->king[i] = (float)bits_has(men & start->kind[KING], i);
        density->pawns[i] = (float)bits_has(men & start->kind[PAWN], i);
        density->pieces[i] = (float)bits_has(men, i) - density->king[i] - density->pawns[i];
    }
    density->pawn_count = (float)bits_count(men & start->kind[PAWN]);
    density->piece_count = (float)bits_count(men) - density->pawn_count - 1;
}

// --- Lines -----------------------------------------------------------------------------------------------

typedef struct Step {
    int8_t rank, file;
} Step;

static const Step steps[8] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
enum { ROOK_STEPS = 4 }; // the first

// The square one step on; SQUARE_NONE off the square of 8x8.
static unsigned step_on(unsigned square, Step step)
{
    const int rank = (int)square_rank(square) + step.rank;
    const int file = (int)square_file(square) + step.file;
    return rank >= 0 && rank < 8 && file >= 0 && file < 8 ? (unsigned)(rank * 8 + file)
                                                          : SQUARE_NONE;
}

// How likely a man on `from` sees each square of its rays: added up in `attacks` as the chance that someone does.
static void look_along(const Density *density, const OwnMen *own, unsigned from, unsigned first,
                       unsigned last, float attacks[SQUARE_COUNT])
{
    const Bits board = board_of(own)->squares;
    for (unsigned i = first; i < last; i++) {
        float sight = 1;
        for (unsigned at = step_on(from, steps[i]); at < SQUARE_COUNT && bits_has(board, at);
             at = step_on(at, steps[i])) {
            attacks[at] += (1 - attacks[at]) * sight;
            if (bits_has(own->all, at))
                break;
            // The king does not shield himself: he cannot flee along the line.
            sight *= 1 - taken_at(density, at) + density->king[at];
            if (sight <= 0)
                break;
        }
    }
}

static Bits steps_of_own(const OwnMen *own)
{
    Bits set = 0;
    for (Bits men = own->kind[PAWN]; men;)
        set |= chess_pawn_strikes[own->color][bits_take(&men)];
    for (Bits men = own->kind[KNIGHT]; men;)
        set |= chess_knight_steps[bits_take(&men)];
    for (Bits men = own->kind[KING]; men;)
        set |= chess_king_steps[bits_take(&men)];
    return set;
}

void density_own_attacks(const Density *density, const OwnMen *own, float attacks[SQUARE_COUNT])
{
    const Bits near = steps_of_own(own);
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        attacks[i] = (float)bits_has(near, i);
    for (Bits men = own->kind[ROOK] | own->kind[QUEEN]; men;)
        look_along(density, own, bits_take(&men), 0, ROOK_STEPS, attacks);
    for (Bits men = own->kind[BISHOP] | own->kind[QUEEN]; men;)
        look_along(density, own, bits_take(&men), ROOK_STEPS, COUNT_OF(steps), attacks);
}

// --- Our tries -------------------------------------------------------------------------------------------

static Kind own_kind(const OwnMen *own, unsigned square)
{
    Kind kind = PAWN;
    while (!bits_has(own->kind[kind], square))
        kind++;
    return kind;
}

static bool is_castling(const OwnMen *own, Move move)
{
    const int step = (int)move_to(move) - (int)move_from(move);
    return bits_has(own->kind[KING], move_from(move)) && (step == 2 || step == -2);
}

static bool is_diagonal(Move move)
{
    return square_file(move_from(move)) != square_file(move_to(move));
}

static const Castle *castle_of(Move move)
{
    unsigned i = 0;
    while (chess_castles[i].king_from != move_from(move) ||
           chess_castles[i].king_to != move_to(move))
        i++;
    return &chess_castles[i];
}

// The squares that must be empty for a try to be legal.
static Bits path_of(const OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    if (is_castling(own, move))
        return castle_of(move)->between;
    if (bits_has(own->kind[KNIGHT], from))
        return 0;
    const bool is_pawn = bits_has(own->kind[PAWN], from);
    if (is_pawn && is_diagonal(move))
        return 0;
    return is_pawn ? chess_path[from][to] : chess_path[from][to] & ~bit(to);
}

// An own man has been put on `squares`, or passed over them.
static void find_empty(Density *density, Bits squares)
{
    clear_over(density->king, squares);
    clear_over(density->pawns, squares);
    clear_over(density->pieces, squares);
}

// One of his men is gone. Captured promotions may have made pieces of pawns.
static void lose_enemy(Density *density, uint8_t captured)
{
    float *count = captured == CAPTURED_PAWN ? &density->pawn_count : &density->piece_count;
    float *other = captured == CAPTURED_PAWN ? &density->piece_count : &density->pawn_count;
    if (captured == CAPTURED_MAN) {
        const float men = density->pawn_count + density->piece_count;
        if (men >= 1) {
            density->pawn_count -= density->pawn_count / men;
            density->piece_count = men - 1 - density->pawn_count;
        }
    } else if (*count >= 1) {
        *count -= 1;
    } else if (*other >= 1) {
        *other -= 1;
    }
}

static Bits check_squares(const Board *board, unsigned king, uint8_t checks);

// Whether one of our men can have given a check of these kinds to a king on `square`.
static bool could_check(const OwnMen *own, unsigned square, uint8_t checks)
{
    const Bits jumpers = chess_knight_steps[square] & own->kind[KNIGHT];
    const Bits others = own->all & ~own->kind[KNIGHT] & ~chess_knight_steps[square];
    return ((checks & (CHECK_KNIGHT | CHECK_PLAIN)) && jumpers) ||
           (check_squares(board_of(own), square, checks & ~CHECK_KNIGHT) & others);
}

// No man of ours gives check to him unless it is said, and if it is, one of ours does, along such a line.
static void learn_of_king(Density *density, const OwnMen *own, uint8_t checks)
{
    float attacks[SQUARE_COUNT], king[SQUARE_COUNT];
    density_own_attacks(density, own, attacks);
    float sum = 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        king[i] = density->king[i] * (checks ? attacks[i] : 1 - attacks[i]);
        if (checks && king[i] > 0 && !could_check(own, i, checks))
            king[i] = 0;
        sum += king[i];
    }
    if (sum > 1e-6F)
        memcpy(density->king, king, sizeof king);
    settle_king(density, own, 0);
}

static void learn_played(Density *density, const OwnMen *own, Move move, const Hearing *heard)
{
    OwnMen after = *own;
    own_men_play(&after, move);
    find_empty(density, path_of(own, move) | after.all);
    if (heard->captured) {
        lose_enemy(density, heard->captured);
        if (heard->passant_at) // the captured pawn stood beside the landing square
            find_empty(density, bit(heard->capture_at - 1u));
    }
    settle_men(density, &after, 0);
    settle_king(density, &after, 0);
    learn_of_king(density, &after, heard->checks);
}

static void scale_at(Density *density, unsigned square, float factor)
{
    density->king[square] *= factor;
    density->pawns[square] *= factor;
    density->pieces[square] *= factor;
}

// A refusal, by Bayes along the path: each of its squares becomes likelier to be taken, by as much as the refusal was
// surprising. The refusal of a king's step, or of a shield's, may have other reasons, and so they tell less.
static void learn_refused(Density *density, const OwnMen *own, Move move, const Hearing *heard)
{
    Outlook outlook;
    outlook_init(&outlook, density, own, heard);
    const Prospect prospect = outlook_try(&outlook, density, own, move);
    const float refused = 1 - prospect.legal;
    Bits path = path_of(own, move) & ~own->all;
    if (bits_has(own->kind[PAWN], move_from(move)) && is_diagonal(move)) {
        if (!bits_has(outlook.shields, move_from(move)))
            find_empty(density, bit(move_to(move)));
    } else if (refused > 1e-3F) {
        for (Bits rest = path; rest;) {
            const unsigned at = bits_take(&rest);
            const float taken = taken_at(density, at);
            const float most = taken > 0 ? 1 / taken : 1;
            scale_at(density, at, 1 / refused < most ? 1 / refused : most);
        }
    } else if (path && !bits_are_many(path)) { // nothing was thought to be there, and yet
        density->pieces[bits_first(path)] = 1;
    }
    settle_men(density, own, path);
    settle_king(density, own, path);
}

static void learn_tries(Density *density, const OwnMen *own, const Ruleset *rules,
                        const Hearing *heard);

void density_answer(Density *density, const OwnMen *own, const Ruleset *rules, Try attempt,
                    const Hearing *heard)
{
    if (heard->event == HEARD_MOVE)
        learn_played(density, own, attempt, heard);
    else if (heard->event == HEARD_REFUSAL && heard->verdict == VERDICT_ILLEGAL)
        learn_refused(density, own, attempt, heard);
    else if (heard->event == HEARD_ANSWER)
        learn_tries(density, own, rules, heard);
}

// --- What the umpire says at the beginning of our turn ------------------------------------------------------

// The squares from which a check of one of these kinds can come to `king`, were the board empty.
static Bits check_squares(const Board *board, unsigned king, uint8_t checks)
{
    const Bits lines = (chess_rook_rays[king] | chess_bishop_rays[king]) & board->squares;
    Bits squares = checks & (CHECK_KNIGHT | CHECK_PLAIN) ? chess_knight_steps[king] : 0;
    if (checks & CHECK_PLAIN)
        return (squares | lines) & board->squares;
    for (Bits rest = lines; rest && checks != CHECK_KNIGHT;) {
        const unsigned from = bits_take(&rest);
        if (umpire_check_line(board, king, from) & checks)
            squares |= bit(from);
    }
    return squares & board->squares;
}

static unsigned king_square(const OwnMen *own)
{
    return bits_first(own->kind[KING]);
}

// The squares from which an enemy's pawn attacks `square`.
static Bits pawn_sources(const OwnMen *own, unsigned square)
{
    return chess_pawn_strikes[own->color][square];
}

// For each square the chance that a piece or pawn there has a clear way to `target` and goes it, if it stands there.
static void weigh_sources(const Density *density, const OwnMen *own, unsigned target,
                          float pieces[SQUARE_COUNT])
{
    memset(pieces, 0, SQUARE_COUNT * sizeof *pieces);
    for (Bits jumps = chess_knight_steps[target] & free_squares(own); jumps;)
        pieces[bits_take(&jumps)] = jump_share;
    for (unsigned i = 0; i < COUNT_OF(steps); i++) {
        float sight = line_share;
        for (unsigned at = step_on(target, steps[i]);
             at < SQUARE_COUNT && bits_has(free_squares(own), at); at = step_on(at, steps[i])) {
            pieces[at] = sight;
            sight *= 1 - taken_at(density, at);
        }
    }
}

// From where one man of the enemy's has come: the chance of each square, by what he is. Sums to 1, or to 0 where nobody
// can have come.
typedef struct Sources {
    float pieces[SQUARE_COUNT], pawns[SQUARE_COUNT], king[SQUARE_COUNT];
} Sources;

static void normalise(Sources *sources, Bits fallback)
{
    const float sum = sum_of(sources->pieces) + sum_of(sources->pawns) + sum_of(sources->king);
    if (sum <= 1e-6F) {
        *sources = (Sources){.pieces = {0}};
        if (fallback)
            add_over(sources->pieces, fallback, 1);
        return;
    }
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        sources->pieces[i] /= sum;
        sources->pawns[i] /= sum;
        sources->king[i] /= sum;
    }
}

// We are in check: one man stands on one of the lines. Not to be told of kinds of more than one checker.
static void learn_checked(Density *density, const OwnMen *own, uint8_t checks)
{
    const unsigned king = king_square(own);
    const Bits from = check_squares(board_of(own), king, checks) & free_squares(own);
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
    settle_men(density, own, from);
    settle_king(density, own, 0);
}

// We are not in check: no pawn attacks our king, and pieces on its lines are less likely, by Bayes: a man that is known to
// stand there stays, and is none that goes along the line.
static void learn_unchecked(Density *density, const OwnMen *own)
{
    const unsigned king = king_square(own);
    float weights[SQUARE_COUNT];
    weigh_sources(density, own, king, weights);
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        const float here = least(1, density->pieces[i]);
        density->pieces[i] *= (1 - weights[i]) / (1 - here * weights[i]);
    }
    clear_over(density->pawns, pawn_sources(own, king));
    settle_men(density, own, 0);
}

// Own men that stand alone between their king and the open, in some direction.
static Bits shields_of(const OwnMen *own)
{
    const unsigned king = king_square(own);
    const Bits blocked = own->all | ~board_of(own)->squares;
    return (rook_slides(king, blocked) | bishop_slides(king, blocked)) & own->all;
}

// What our pawns could take, were there no pins.
static Bits strikes_of(const OwnMen *own, Bits pawns)
{
    Bits strikes = 0;
    while (pawns)
        strikes |= chess_pawn_strikes[own->color][bits_take(&pawns)];
    return strikes & free_squares(own);
}

static void clear_men(Density *density, const OwnMen *own, Bits squares)
{
    clear_over(density->pawns, squares);
    clear_over(density->pieces, squares);
    settle_men(density, own, 0);
}

// So many men, at least, stand on squares that our pawns attack.
static void learn_struck(Density *density, const OwnMen *own, Bits strikes, float count)
{
    const float most = (float)bits_count(strikes);
    const float wanted = least(count, most);
    const float sum = sum_over(density->pawns, strikes) + sum_over(density->pieces, strikes);
    if (!strikes || sum >= wanted)
        return;
    for (Bits rest = strikes; rest;) {
        const unsigned i = bits_take(&rest);
        const float here = density->pawns[i] + density->pieces[i];
        const float factor = here > 0 ? wanted / sum : 0;
        const float scale = here * factor > 1 ? 1 / here : factor;
        density->pawns[i] *= scale;
        density->pieces[i] *= scale;
        if (sum <= 1e-6F)
            density->pieces[i] = wanted / most;
    }
    settle_men(density, own, strikes);
}

static void learn_tries(Density *density, const OwnMen *own, const Ruleset *rules,
                        const Hearing *heard)
{
    const bool is_asked = ruleset_has_question(rules);
    if (rules->tries == TRIES_NEVER || heard->checks || is_asked != (heard->event == HEARD_ANSWER))
        return;
    const Bits pawns = own->kind[PAWN], unpinned = pawns & ~shields_of(own);
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

// --- The enemy's move --------------------------------------------------------------------------------------

// Someone has taken our man on `square`: from where, and who?
static void move_taker(Density *density, const OwnMen *own, unsigned square)
{
    Sources sources = {.pieces = {0}};
    weigh_sources(density, own, square, sources.pieces);
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        sources.pieces[i] *= density->pieces[i];
    for (Bits rest = pawn_sources(own, square); rest;) {
        const unsigned i = bits_take(&rest);
        sources.pawns[i] = density->pawns[i];
    }
    for (Bits rest = chess_king_steps[square]; rest;) {
        const unsigned i = bits_take(&rest);
        sources.king[i] = density->king[i];
    }
    normalise(&sources, 0);
    const bool is_told = sum_of(sources.pieces) + sum_of(sources.pawns) + sum_of(sources.king) > 0;
    const float pawns = sum_of(sources.pawns), king = sum_of(sources.king);
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        density->pieces[i] -=
            sources.pieces[i] < density->pieces[i] ? sources.pieces[i] : density->pieces[i];
        density->pawns[i] -=
            sources.pawns[i] < density->pawns[i] ? sources.pawns[i] : density->pawns[i];
        density->king[i] -= sources.king[i] < density->king[i] ? sources.king[i] : density->king[i];
    }
    density->pawns[square] = density->pawn_count > 0 ? pawns : 0;
    density->king[square] = density->piece_count + density->pawn_count > 0 ? king : 1;
    density->pieces[square] =
        density->piece_count > 0 ? (is_told ? 1 - pawns - density->king[square] : 1) : 0;
    if (density->pieces[square] < 0)
        density->pieces[square] = 0;
    settle_men(density, own, bit(square));
    settle_king(density, own, bit(square));
}

// A pawn took en passant and has landed.
static void move_passant(Density *density, const OwnMen *own, unsigned landing)
{
    const Bits from = pawn_sources(own, landing);
    const float sum = sum_over(density->pawns, from);
    for (Bits rest = from; rest && sum > 0;) {
        const unsigned i = bits_take(&rest);
        density->pawns[i] *= sum > 1 ? 1 - 1 / sum : 0;
    }
    density->pawns[landing] = density->pawn_count > 0;
    settle_men(density, own, bit(landing));
}

// The king's random walk: to a neighbouring square in proportion to what attracts him there, if it is not attacked.
static void walk_king(Density *density, const OwnMen *own, const Trend *trend, float chance)
{
    float attacks[SQUARE_COUNT], pull[SQUARE_COUNT], moving[SQUARE_COUNT], next[SQUARE_COUNT];
    const Bits free = free_squares(own);
    density_own_attacks(density, own, attacks);
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        pull[i] = bits_has(free, i) ? trend->king[i] * (1 - attacks[i]) : 0;
        next[i] = density->king[i];
        moving[i] = 0;
    }
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        const float sum = density->king[i] > 0 ? sum_over(pull, chess_king_steps[i]) : 0;
        if (sum <= 1e-9F)
            continue;
        moving[i] = chance * density->king[i] / sum;
        next[i] -= chance * density->king[i];
    }
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        if (pull[i] > 0)
            next[i] += pull[i] * sum_over(moving, chess_king_steps[i]);
    // What he was in check from he has left, or it was taken; so no square that we attack is his now.
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        density->king[i] = next[i] * (1 - attacks[i]);
    settle_king(density, own, 0);
}

// Pawns go one way: each a step on with its chance if the way is free, from their first squares sometimes two. The last
// but one rank keeps them, since promotions are not announced.
static void walk_pawns(Density *density, const OwnMen *own, const Drift *drift, const Trend *trend,
                       float chance)
{
    const int forward = drift->enemy == WHITE ? 8 : -8;
    const Bits open = pawn_squares(own);
    const Bits first_steps = drift->board->step_on[drift->enemy];
    float next[SQUARE_COUNT];
    memcpy(next, density->pawns, sizeof next);
    for (Bits rest = open; rest;) {
        const unsigned from = bits_take(&rest);
        const unsigned to = (unsigned)((int)from + forward), far = (unsigned)((int)to + forward);
        if (density->pawns[from] <= 0 || to >= SQUARE_COUNT || !bits_has(open, to))
            continue;
        const float here = density->pawns[from] * chance * (1 - taken_at(density, to));
        const bool can_jump =
            bits_has(first_steps, to) && far < SQUARE_COUNT && bits_has(open, far);
        const float pull = trend->pawns[to];
        const float far_pull = can_jump ? trend->pawns[far] * (1 - taken_at(density, far)) : 0;
        const float share = pull + far_pull > 0 ? far_pull / (pull + far_pull) : 0;
        next[from] -= here;
        next[to] += here * (1 - share);
        if (share > 0)
            next[far] += here * share;
    }
    memcpy(density->pawns, next, sizeof next);
}

// A row of squares: the first, the step and how many.
typedef struct Line {
    uint8_t start, step, length;
} Line;

#define RISING(start, length) \
    {                         \
        start, 9, length      \
    }
#define FALLING(start, length) \
    {                          \
        start, 7, length       \
    }
static const Line board_lines[] = {
    {0, 1, 8},      {8, 1, 8},      {16, 1, 8},     {24, 1, 8},     {32, 1, 8},     {40, 1, 8},
    {48, 1, 8},     {56, 1, 8},     {0, 8, 8},      {1, 8, 8},      {2, 8, 8},      {3, 8, 8},
    {4, 8, 8},      {5, 8, 8},      {6, 8, 8},      {7, 8, 8},      RISING(0, 8),   RISING(1, 7),
    RISING(2, 6),   RISING(3, 5),   RISING(4, 4),   RISING(5, 3),   RISING(6, 2),   RISING(8, 7),
    RISING(16, 6),  RISING(24, 5),  RISING(32, 4),  RISING(40, 3),  RISING(48, 2),  FALLING(1, 2),
    FALLING(2, 3),  FALLING(3, 4),  FALLING(4, 5),  FALLING(5, 6),  FALLING(6, 7),  FALLING(7, 8),
    FALLING(15, 7), FALLING(23, 6), FALLING(31, 5), FALLING(39, 4), FALLING(47, 3), FALLING(55, 2),
};

// A run of free squares: what moves on it leaves each square for the others, in proportion to what attracts it there.
static void spread_run(float *pieces, const float *pull, unsigned start, unsigned step,
                       unsigned length, float chance)
{
    float pulls = 0, moving = 0, parts[BOARD_SIDE_MAX];
    for (unsigned i = 0; i < length; i++)
        pulls += pull[start + i * step];
    for (unsigned i = 0; i < length; i++) {
        const unsigned at = start + i * step;
        parts[i] = chance * pieces[at] / (pulls - pull[at]);
        moving += parts[i];
    }
    for (unsigned i = 0; i < length; i++) {
        const unsigned at = start + i * step;
        pieces[at] += pull[at] * (moving - parts[i]) - chance * pieces[at];
    }
}

static void spread_line(float *pieces, const float *pull, Line line, Bits free, float chance)
{
    unsigned run = 0;
    for (unsigned i = 0; i <= line.length; i++) {
        if (i < line.length && bits_has(free, line.start + i * line.step)) {
            run++;
            continue;
        }
        if (run >= 2)
            spread_run(pieces, pull, line.start + (i - run) * line.step, line.step, run, chance);
        run = 0;
    }
}

static void spread_jumps(float *pieces, const float *pull, Bits free, float chance)
{
    float next[SQUARE_COUNT];
    memcpy(next, pieces, sizeof next);
    for (Bits rest = free; rest;) {
        const unsigned from = bits_take(&rest);
        const Bits to = chess_knight_steps[from] & free;
        const float sum = sum_over(pull, to), moving = chance * pieces[from];
        if (sum <= 0)
            continue;
        next[from] -= moving;
        for (Bits targets = to; targets;) {
            const unsigned at = bits_take(&targets);
            next[at] += moving * pull[at] / sum;
        }
    }
    memcpy(pieces, next, sizeof next);
}

static void spread_pieces(Density *density, const OwnMen *own, const Drift *drift,
                          const Trend *trend, float chance)
{
    const Bits free = free_squares(own);
    for (unsigned i = 0; i < COUNT_OF(board_lines); i++)
        spread_line(density->pieces, trend->pieces, board_lines[i], free,
                    line_share * drift->pace * chance);
    if (drift->jumps > 0)
        spread_jumps(density->pieces, trend->pieces, free, jump_share * drift->jumps * chance);
}

void density_reply(Density *density, const OwnMen *own, const Ruleset *rules, const Drift *drift,
                   unsigned time, const Hearing *heard)
{
    const Trend *trend = time < drift->times ? &drift->trends[time] : &drift->flat;
    // Of each of his men.
    const float chance = drift->speed / (1 + density->pawn_count + density->piece_count);
    if (heard->passant_at) {
        move_passant(density, own, heard->passant_at - 1u);
    } else if (heard->capture_at) {
        move_taker(density, own, heard->capture_at - 1u);
    } else {
        walk_king(density, own, trend, chance);
        if (density->pawn_count > 0)
            walk_pawns(density, own, drift, trend, chance);
        if (density->piece_count > 0)
            spread_pieces(density, own, drift, trend, chance);
    }
    if (heard->checks)
        learn_checked(density, own, heard->checks);
    else
        learn_unchecked(density, own);
    learn_tries(density, own, rules, heard);
}

// --- Trends ------------------------------------------------------------------------------------------------

static const float least_pull = 0.05F; // nowhere is out of bounds

// Changes, shifted by what would be nothing to 1, and scaled by the chance that a square has on the average: late in the
// game, when nothing is certain any more, little pulls.
static void pull_of_changes(float pull[SQUARE_COUNT], float men)
{
    const float scale = SQUARE_COUNT / (men > 1 ? men : 1);
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        pull[i] = 1 + pull[i] * scale;
        if (pull[i] < least_pull)
            pull[i] = least_pull;
    }
}

static Trend trend_at(const Model *model, Color enemy, unsigned time)
{
    Trend trend;
    float pawns = 0, pieces = 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        float change[KIND_COUNT];
        for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
            change[kind] = model_chance(model, enemy, time, kind, i) -
                           model_chance(model, enemy, time - 1, kind, i);
        for (Kind kind = KNIGHT; kind < KING; kind++)
            pieces += model_chance(model, enemy, time, kind, i);
        pawns += model_chance(model, enemy, time, PAWN, i);
        trend.king[i] = change[KING];
        trend.pawns[i] = change[PAWN];
        trend.pieces[i] = change[KNIGHT] + change[BISHOP] + change[ROOK] + change[QUEEN];
    }
    pull_of_changes(trend.king, 1);
    pull_of_changes(trend.pawns, pawns);
    pull_of_changes(trend.pieces, pieces);
    return trend;
}

void drift_init(Drift *drift, const Board *board, Color enemy, const Model *model)
{
    drift->board = board;
    drift->enemy = enemy;
    drift->speed = 1;
    drift->pace = 0.5F;
    drift->jumps = 1;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        drift->flat.king[i] = drift->flat.pawns[i] = drift->flat.pieces[i] = 1;
    drift->times = model && board == &chess_boards[0] ? model->times[enemy] : 0;
    for (unsigned time = 1; time < drift->times; time++)
        drift->trends[time] = trend_at(model, enemy, time);
    drift->trends[0] = drift->flat; // nobody has moved
}

// --- Predictions -------------------------------------------------------------------------------------------

// Along a rank: adds to `pieces` and `king` what reaches each square from one side, the nearest square whole, those behind
// it as far as nobody stands before them.
static void sweep_files(const Density *density, const float empty[SQUARE_COUNT], int file_by,
                        float pieces[SQUARE_COUNT], float king[SQUARE_COUNT])
{
    for (int rank = 0; rank < 8; rank++) {
        float piece_here = 0, king_here = 0;
        for (int f = 0, file = file_by > 0 ? 0 : 7; f < 8; f++, file += file_by) {
            const int at = rank * 8 + file;
            pieces[at] += piece_here;
            king[at] += king_here;
            piece_here = density->pieces[at] + empty[at] * piece_here;
            king_here = density->king[at] + empty[at] * king_here;
        }
    }
}

// The same along files and diagonals, a rank at a time: what leaves a rank reaches the next, a file to the side for a
// diagonal. The rows have a column more at either end, where nothing is.
static void sweep_ranks(const Density *density, const float empty[SQUARE_COUNT], Step step,
                        float pieces[SQUARE_COUNT], float king[SQUARE_COUNT])
{
    float piece_row[10] = {0}, king_row[10] = {0};
    for (int r = 0, rank = step.rank > 0 ? 0 : 7; r < 8; r++, rank += step.rank) {
        const int first = rank * 8;
        float piece_here[8], king_here[8];
        for (int file = 0; file < 8; file++) {
            piece_here[file] = piece_row[file + 1 - step.file];
            king_here[file] = king_row[file + 1 - step.file];
        }
        for (int file = 0; file < 8; file++) {
            const int at = first + file;
            pieces[at] += piece_here[file];
            king[at] += king_here[file];
            piece_row[file + 1] = density->pieces[at] + empty[at] * piece_here[file];
            king_row[file + 1] = density->king[at] + empty[at] * king_here[file];
        }
    }
}

static void sweep(const Density *density, const float empty[SQUARE_COUNT], Step step,
                  float pieces[SQUARE_COUNT], float king[SQUARE_COUNT])
{
    if (step.rank)
        sweep_ranks(density, empty, step, pieces, king);
    else
        sweep_files(density, empty, step.file, pieces, king);
}

// A matrix with two rows and columns of nothing around it, so that no step leads out of it.
enum { WIDE = 12, WIDE_FIRST = 2 * WIDE + 2 };

typedef struct WideMap {
    float at[WIDE * WIDE];
} WideMap;

static void widen(const float at[SQUARE_COUNT], WideMap *wide)
{
    memset(wide, 0, sizeof *wide);
    for (unsigned rank = 0; rank < 8; rank++)
        memcpy(&wide->at[WIDE_FIRST + rank * WIDE], &at[rank * 8], 8 * sizeof *at);
}

// Adds for each square `share` of what stands on the squares so many places off.
static void add_around(const WideMap *wide, const int8_t *offsets, unsigned count, float share,
                       float sums[SQUARE_COUNT])
{
    for (int rank = 0; rank < 8; rank++) {
        const float *row = &wide->at[WIDE_FIRST + rank * WIDE];
        float sum[8] = {0};
        for (unsigned i = 0; i < count; i++)
            for (int file = 0; file < 8; file++)
                sum[file] += row[file + offsets[i]];
        for (int file = 0; file < 8; file++)
            sums[rank * 8 + file] += share * sum[file];
    }
}

// Kings beside a square, pawns that take on it, and pieces a knight's jump away.
static void add_near(const Density *density, Color us, float control[SQUARE_COUNT])
{
    static const int8_t king_offsets[] = {-WIDE - 1, -WIDE,    -WIDE + 1, -1,
                                          1,         WIDE - 1, WIDE,      WIDE + 1};
    static const int8_t jump_offsets[] = {-2 * WIDE - 1, -2 * WIDE + 1, -WIDE - 2,    -WIDE + 2,
                                          WIDE - 2,      WIDE + 2,      2 * WIDE - 1, 2 * WIDE + 1};
    static const int8_t pawn_offsets[2][2] = {
        [WHITE] = {WIDE - 1, WIDE + 1}, [BLACK] = {-WIDE - 1, -WIDE + 1}};
    WideMap wide;
    widen(density->king, &wide);
    add_around(&wide, king_offsets, COUNT_OF(king_offsets), 1, control);
    widen(density->pawns, &wide);
    add_around(&wide, pawn_offsets[us], 2, 1, control);
    widen(density->pieces, &wide);
    add_around(&wide, jump_offsets, COUNT_OF(jump_offsets), jump_share, control);
}

// In check: chance that a man put on each square of the announced lines blocks or takes the checker, which is there or
// beyond. Of two kinds at once nothing but the king helps.
static void find_rescue(Outlook *outlook, const Density *density, const OwnMen *own, uint8_t checks)
{
    const unsigned king = king_square(own);
    const Bits lines = check_squares(board_of(own), king, checks);
    memset(outlook->rescue, 0, sizeof outlook->rescue);
    if (checks & (checks - 1))
        return;
    for (Bits jumps = lines & chess_knight_steps[king]; jumps;) {
        const unsigned at = bits_take(&jumps);
        outlook->rescue[at] = least(1, density->pieces[at]);
    }
    for (unsigned i = 0; i < COUNT_OF(steps); i++) {
        unsigned ray[BOARD_SIDE_MAX], length = 0;
        for (unsigned at = step_on(king, steps[i]); at < SQUARE_COUNT && bits_has(lines, at);
             at = step_on(at, steps[i]))
            ray[length++] = at;
        float beyond = 0;
        while (length--) {
            const unsigned at = ray[length];
            beyond += density->pieces[at] + density->pawns[at];
            outlook->rescue[at] = least(1, beyond);
        }
    }
}

void outlook_init(Outlook *outlook, const Density *density, const OwnMen *own, const Hearing *last)
{
    const Bits free = free_squares(own);
    float lines[SQUARE_COUNT] = {0};
    memset(outlook->control, 0, sizeof outlook->control);
    add_near(density, own->color, outlook->control);
    memset(outlook->rook_sees, 0, sizeof outlook->rook_sees);
    memset(outlook->bishop_sees, 0, sizeof outlook->bishop_sees);
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        outlook->empty[i] = bits_has(free, i) ? 1 - taken_at(density, i) : 0;
    for (unsigned i = 0; i < COUNT_OF(steps); i++)
        sweep(density, outlook->empty, steps[i], lines,
              i < ROOK_STEPS ? outlook->rook_sees : outlook->bishop_sees);
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        outlook->control[i] += line_share * lines[i];
    outlook->shields = shields_of(own);
    outlook->in_check = last->checks != 0;
    if (outlook->in_check)
        find_rescue(outlook, density, own, last->checks);
}

static float castling_chance(const Outlook *outlook, Move move)
{
    const Castle *castle = castle_of(move);
    float chance = outlook->in_check ? 0 : 1;
    for (Bits rest = castle->between; rest;)
        chance *= outlook->empty[bits_take(&rest)];
    for (Bits rest = castle->crossed; rest;)
        chance *= 1 - least(1, outlook->control[bits_take(&rest)]);
    return chance;
}

static float legal_chance(const Outlook *outlook, const Density *density, const OwnMen *own,
                          Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const bool is_king = bits_has(own->kind[KING], from);
    if (is_castling(own, move))
        return castling_chance(outlook, move);
    float chance = 1;
    for (Bits rest = path_of(own, move); rest;)
        chance *= outlook->empty[bits_take(&rest)];
    if (bits_has(own->kind[PAWN], from) && is_diagonal(move))
        chance = least(1, density->pawns[to] + density->pieces[to]);
    if (is_king)
        chance -= outlook->control[to];
    else if (bits_has(outlook->shields, from))
        chance -= pin_share * outlook->control[from];
    if (outlook->in_check && !is_king)
        chance *= outlook->rescue[to];
    return chance < 0 ? 0 : chance;
}

// The chance that a man of this kind on `at` sees the enemy king.
static float sees_king(const Outlook *outlook, const Density *density, const OwnMen *own, Kind kind,
                       unsigned at)
{
    switch (kind) {
    case PAWN:
        return sum_over(density->king, chess_pawn_strikes[own->color][at]);
    case KNIGHT:
        return sum_over(density->king, chess_knight_steps[at]);
    case BISHOP:
        return outlook->bishop_sees[at];
    case ROOK:
        return outlook->rook_sees[at];
    case QUEEN:
        return outlook->bishop_sees[at] + outlook->rook_sees[at];
    default:
        return 0;
    }
}

Prospect outlook_try(const Outlook *outlook, const Density *density, const OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Kind kind = own_kind(own, from);
    const Kind becomes = move_promotion(move) ? move_promotion(move) : kind;
    Prospect prospect = {.legal = legal_chance(outlook, density, own, move)};
    prospect.check = least(1, sees_king(outlook, density, own, becomes, to));
    if (kind == PAWN) {
        const float men = density->pawns[to] + density->pieces[to];
        prospect.pawn = !is_diagonal(move) || men <= 0 ? 0 : density->pawns[to] / men;
        prospect.piece = is_diagonal(move) ? 1 - prospect.pawn : 0;
    } else if (!is_castling(own, move)) {
        prospect.pawn = least(1, density->pawns[to]);
        prospect.piece = least(1 - prospect.pawn, density->pieces[to]);
    }
    return prospect;
}
