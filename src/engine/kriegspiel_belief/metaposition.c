// Updates metapositions by moves: own men exactly, the enemy's as sets. What calls teach is in deduction.c.
#include "engine/kriegspiel_belief/metaposition.h"

#include "engine/kriegspiel_belief/internal.h"
#include "games/chess/fill.h"

#include <assert.h>

enum { TWO_RANKS = 16 }; // between a pawn's square and that two steps on

// As the umpire calls it: if both diagonals are equally long, the one parallel to a1-h8 is the long one.
static Bits find_long_rising(const Board *board)
{
    Bits found = 0;
    for (Bits squares = board->squares; squares;) {
        const unsigned square = bits_take(&squares);
        const unsigned rising =
            bits_count(attack_line(bit(square), board->squares, 9) & board->squares);
        const unsigned falling =
            bits_count(attack_line(bit(square), board->squares, 7) & board->squares);
        found |= rising >= falling ? bit(square) : 0;
    }
    return found;
}

void metaposition_begin(Metaposition *meta, const KriegspielRules *rules, uint8_t seat)
{
    assert(seat < 2 && rules->ruleset);
    const Position *start = &rules->setup.start;
    const Color enemy = other_color(seat);
    *meta = (Metaposition){.rules = rules->ruleset,
                           .own = own_men_of(start, seat),
                           .long_rising = find_long_rising(position_board(start)),
                           .stepped = SQUARE_NONE,
                           .quiet_max = start->quiet_plies};
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        meta->men[kind] = position_men(start, enemy, kind);
        meta->max[kind] = (uint8_t)bits_count(meta->men[kind]);
    }
    meta->count = (uint8_t)bits_count(start->color[enemy]);
    meta->pawns_min = meta->max[PAWN];
    meta->castling = start->castling & ~meta->own.castling;
    meta->empty = position_board(start)->squares & ~position_occupied(start);
    // A set-up may begin after a double step.
    if (start->passant != SQUARE_NONE && start->to_move == seat)
        meta->passed = bit(start->passant);
    else if (start->passant != SQUARE_NONE)
        meta->stepped = (uint8_t)(seat == WHITE ? start->passant + 8 : start->passant - 8);
    assert(metaposition__is_sound(meta));
}

// Adds 1 to the ages of all squares without an own man, in all planes at once.
static void grow_older(Metaposition *meta)
{
    Bits carry = own__free_squares(&meta->own), oldest = ~(Bits)0;
    for (unsigned i = 0; i < AGE_PLANES; i++)
        oldest &= meta->ages[i];
    carry &= ~oldest;
    for (unsigned i = 0; i < AGE_PLANES; i++) {
        const Bits digit = meta->ages[i];
        meta->ages[i] = digit ^ carry;
        carry &= digit;
    }
}

unsigned metaposition_age(const Metaposition *meta, Bits squares)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < AGE_PLANES; i++)
        sum += bits_count(meta->ages[i] & squares) << i;
    return sum;
}

unsigned metaposition_pseudopieces(const Metaposition *meta)
{
    unsigned sum = 0;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        sum += bits_count(meta->men[kind]);
    return sum;
}

// The one kind of piece that may stand on a square; KIND_COUNT for none, KING for several.
static Kind only_piece_at(const Metaposition *meta, unsigned square)
{
    Kind only = KIND_COUNT;
    for (Kind kind = KNIGHT; kind < KING; kind++)
        if (bits_has(meta->men[kind], square))
            only = only == KIND_COUNT ? kind : KING;
    return only;
}

// Takes a captured man off the counts. Its kind is not always told; what may have stood on the square limits it.
static void count_capture(Metaposition *meta, unsigned at, Captured captured)
{
    assert(at < SQUARE_COUNT && captured != CAPTURED_NOTHING);
    const Kind piece = only_piece_at(meta, at);
    const bool may_be_pawn = bits_has(meta->men[PAWN], at) && captured != CAPTURED_PIECE;
    const bool is_pawn = may_be_pawn && (captured == CAPTURED_PAWN || piece == KIND_COUNT);
    const Kind lost = is_pawn ? PAWN : may_be_pawn ? KING : piece;
    meta->count--;
    if (may_be_pawn && meta->pawns_min)
        meta->pawns_min--;
    if (lost < KING && meta->max[lost])
        meta->max[lost]--;
}

static void play_own(Metaposition *meta, Move move, const Hearing *heard)
{
    const unsigned from = move_from(move), to = move_to(move);
    assert(!heard->captured == !heard->capture_at);
    const bool is_pawn = bits_has(meta->own.kind[PAWN], from);
    const Bits before = meta->own.all;
    Bits known = own__path_of(&meta->own, move) | bit(to);
    if (heard->captured) {
        count_capture(meta, heard->capture_at - 1u, heard->captured);
        known |= bit(heard->capture_at - 1u);
    }
    own_men_play(&meta->own, move);
    known |= before & ~meta->own.all;
    metaposition__remove_men(meta, known);
    meta->empty = (meta->empty | known) & ~meta->own.all;
    metaposition__learn(meta, known | meta->own.all);
    meta->stepped = (uint8_t)(is_pawn && (from ^ to) == TWO_RANKS ? to : SQUARE_NONE);
    meta->quiet_max = is_pawn || heard->captured ? 0 : meta->quiet_max + 1;
    meta->passed = 0;
    meta->asked = ASKED_NOT;
    meta->checks = 0;
}

// Whether a refusal says something of the enemy. A try that own men or the answer to "any?" forbid is always refused.
static bool teaches(const Metaposition *meta, Try own, const Hearing *heard)
{
    const Turn turn = {.asked = meta->asked};
    return heard->verdict == VERDICT_ILLEGAL &&
           attempt_is_possible(&turn, meta->rules, &meta->own, own);
}

static void hear_refusal(Metaposition *meta, Move move, const Hearing *heard)
{
    if (!teaches(meta, move, heard))
        return;
    deduction__refused(meta, move);
    // While bound, only a pawn's diagonal can be refused so; where one diagonal must be tried, that ends the duty.
    if (meta->asked == ASKED_BOUND && meta->rules->tries == TRIES_ASKED_MUST_TRY)
        meta->asked = ASKED_FREE;
}

void metaposition_pseudo(Metaposition *meta, Try own, const Hearing *heard)
{
    assert(own != TRY_NONE);
    if (heard->event == HEARD_REFUSAL) {
        hear_refusal(meta, own, heard);
    } else if (heard->event == HEARD_ANSWER) {
        meta->asked = heard->count ? ASKED_BOUND : ASKED_FREE;
        deduction__own_tries(meta, heard);
    } else if (heard->event == HEARD_MOVE) {
        play_own(meta, own, heard);
        deduction__our_king(meta, 0);
        deduction__their_king(meta, heard->checks);
        if (!heard->ending && !ruleset_has_question(meta->rules))
            deduction__their_tries(meta, heard);
    }
    deduction__count(meta);
}

// The men that may leave their squares now, by a move onto one of `open`.
static Bits may_leave(const Metaposition *meta, Bits open, Color enemy)
{
    const Bits lines = step_by(open, 8) | step_by(open, -8) | step_by(open, 1) | step_by(open, -1);
    const Bits diagonals =
        step_by(open, 9) | step_by(open, -9) | step_by(open, 7) | step_by(open, -7);
    const Bits *men = meta->men;
    return (men[PAWN] & pawns_stepped_back(open, enemy, PAWN_ONE)) |
           (men[KNIGHT] & fill_knights(open)) | (men[BISHOP] & diagonals) | (men[ROOK] & lines) |
           ((men[QUEEN] | men[KING]) & (lines | diagonals));
}

// Kings and rooks that may have castled.
static void spread_castles(Metaposition *meta, Bits open, Bits *left)
{
    for (Bits rights = meta->castling; rights;) {
        const Castle *castle = &chess_castles[bits_take(&rights)];
        if (castle->between & ~open)
            continue;
        meta->men[KING] |= bit(castle->king_to);
        meta->men[ROOK] |= bit(castle->rook_to);
        *left |= bit(castle->king_from) | bit(castle->rook_from);
    }
}

// A pawn may have been promoted on these squares.
static void spread_promoted(Metaposition *meta, Bits squares)
{
    if (!squares)
        return;
    for (Bits kinds = metaposition_board(meta)->promotions; kinds;) {
        const Kind kind = (Kind)bits_take(&kinds);
        meta->men[kind] |= squares;
        meta->max[kind]++;
    }
    if (meta->pawns_min)
        meta->pawns_min--;
}

static void spread_pawns(Metaposition *meta, Bits open, Color enemy, bool may_promote)
{
    const Board *board = metaposition_board(meta);
    const Bits one = pawns_stepped(meta->men[PAWN], enemy, PAWN_ONE) & open;
    const Bits two = pawns_stepped(one & board->step_on[enemy], enemy, PAWN_ONE) & open;
    meta->passed = pawns_stepped_back(two, enemy, PAWN_ONE);
    meta->men[PAWN] |= (one | two) & ~board->last_rank[enemy];
    if (may_promote)
        spread_promoted(meta, one & board->last_rank[enemy]);
}

void metaposition_spread(Metaposition *meta, bool may_promote)
{
    assert(!(meta->empty & meta->own.all));
    const Color enemy = metaposition_enemy(meta);
    const Bits open = meta->empty;
    Bits *men = meta->men;
    Bits left = may_leave(meta, open, enemy);
    // A bare king must move.
    men[KING] = (fill_kings(men[KING]) & open) | (meta->count > 1 ? men[KING] : 0);
    men[KNIGHT] |= fill_knights(men[KNIGHT]) & open;
    men[BISHOP] = fill_diagonals(men[BISHOP], open);
    men[ROOK] = fill_lines(men[ROOK], open);
    men[QUEEN] = fill_lines(men[QUEEN], open) | fill_diagonals(men[QUEEN], open);
    spread_castles(meta, open, &left);
    spread_pawns(meta, open, enemy, may_promote);
    meta->empty |= left;
    grow_older(meta);
}

// It was announced that a pawn was promoted, without a capture. So no other man moved.
static void move_promoted(Metaposition *meta)
{
    const Color enemy = metaposition_enemy(meta);
    const Bits goals = pawns_stepped(meta->men[PAWN], enemy, PAWN_ONE) & meta->empty &
                       metaposition_board(meta)->last_rank[enemy];
    spread_promoted(meta, goals);
    meta->empty |= pawns_stepped_back(goals, enemy, PAWN_ONE) & meta->men[PAWN];
    meta->passed = 0;
    grow_older(meta);
}

// The pawns that may have taken en passant the own pawn on `at`, and where that led.
static Bits find_passant(const Metaposition *meta, unsigned at, unsigned *landing)
{
    if (at != meta->stepped)
        return 0;
    *landing = meta->own.color == WHITE ? at - 8 : at + 8;
    return meta->men[PAWN] & chess_pawn_strikes[meta->own.color][*landing];
}

// Puts the capturing man on `at`; a pawn is promoted on the last rank.
static void place_takers(Metaposition *meta, unsigned at, const Bits takers[KIND_COUNT],
                         bool is_last)
{
    for (unsigned kind = KNIGHT; kind < KIND_COUNT; kind++)
        if (takers[kind])
            meta->men[kind] |= bit(at);
    if (takers[PAWN] && is_last)
        spread_promoted(meta, bit(at));
    else if (takers[PAWN])
        meta->men[PAWN] |= bit(at);
}

// Removes the takers that what was called rules out. Returns the squares of those that are left.
static Bits sift_takers(const Metaposition *meta, const Hearing *heard, bool is_last,
                        Bits takers[KIND_COUNT])
{
    Bits movers = 0;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        const bool promotes = kind == PAWN && is_last;
        if (heard->passant_at || (meta->is_bound && kind != PAWN) ||
            (meta->rules->promotion_is_said && promotes != (heard->promoted != 0)))
            takers[kind] = 0;
        movers |= takers[kind];
    }
    return movers;
}

// One of `movers` has left its square, which may be empty now; it is empty if there is only one.
static void vacate_mover(Metaposition *meta, Bits movers)
{
    if (!movers)
        return;
    meta->empty |= movers;
    if (!bits_are_many(movers))
        metaposition__remove_men(meta, movers);
}

// The enemy has taken an own man.
static void lose_own(Metaposition *meta, const Hearing *heard)
{
    const unsigned at = heard->capture_at - 1u;
    assert(at < SQUARE_COUNT && bits_has(meta->own.all, at));
    const Bits last = metaposition_board(meta)->last_rank[metaposition_enemy(meta)];
    const bool is_last = bits_has(last, at);
    Bits takers[KIND_COUNT];
    unsigned landing = SQUARE_NONE;
    metaposition__attackers(meta, at, meta->empty, takers);
    const Bits movers = sift_takers(meta, heard, is_last, takers);
    const bool may_pass = heard->passant_at || !meta->rules->passant_is_named;
    const Bits passant = may_pass ? find_passant(meta, at, &landing) : 0;
    own_men_lose(&meta->own, at);
    vacate_mover(meta, movers | passant);
    place_takers(meta, at, takers, is_last);
    if (passant) {
        meta->men[PAWN] |= bit(landing);
        meta->empty |= bit(at);
        if (!movers)
            meta->empty &= ~bit(landing);
    }
    if (meta->count == 1)
        meta->men[KING] &= bit(at);
    meta->passed = 0;
    grow_older(meta);
    metaposition__learn(meta, bit(at));
}

void metaposition_meta(Metaposition *meta, const Hearing *heard)
{
    if (heard->captured)
        lose_own(meta, heard);
    else if (heard->promoted)
        move_promoted(meta);
    else
        metaposition_spread(meta, !meta->rules->promotion_is_said);
    meta->quiet_max = heard->captured || heard->promoted ? 0 : meta->quiet_max + 1;
    meta->stepped = SQUARE_NONE;
    meta->is_bound = 0;
    meta->checks = heard->checks;
    deduction__their_king_is_safe(meta);
    deduction__our_king(meta, heard->checks);
    if (!heard->ending && !ruleset_has_question(meta->rules))
        deduction__own_tries(meta, heard);
    deduction__count(meta);
}

static void hear_opening(Metaposition *meta, const Hearing *heard)
{
    const bool is_own = heard->seat == meta->own.color;
    if (is_own)
        meta->checks = heard->checks;
    if (heard->ending || ruleset_has_question(meta->rules))
        return;
    if (is_own)
        deduction__own_tries(meta, heard);
    else
        deduction__their_tries(meta, heard);
}

static void hear_their_answer(Metaposition *meta, const Hearing *heard)
{
    meta->is_bound = heard->count && meta->rules->tries == TRIES_ASKED_MUST_TAKE;
    deduction__their_tries(meta, heard);
    deduction__count(meta);
}

void metaposition_hear(Metaposition *meta, Try own, const Hearing *heard)
{
    if (own != TRY_NONE)
        metaposition_pseudo(meta, own, heard);
    else if (heard->event == HEARD_MOVE && heard->seat != meta->own.color)
        metaposition_meta(meta, heard);
    else if (heard->event == HEARD_OPENING)
        hear_opening(meta, heard);
    else if (heard->event == HEARD_ANSWER)
        hear_their_answer(meta, heard);
}

static bool holds_men(const Metaposition *meta, const Position *position)
{
    const Color enemy = metaposition_enemy(meta);
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        const Bits men = position_men(position, enemy, kind);
        if ((men & ~meta->men[kind]) || bits_count(men) > meta->max[kind] ||
            position_men(position, other_color(enemy), kind) != meta->own.kind[kind])
            return false;
    }
    return true;
}

bool metaposition_holds(const Metaposition *meta, const Position *position)
{
    assert(position->board == meta->own.board);
    const Color enemy = metaposition_enemy(meta);
    const Bits nobody = position_board(position)->squares & ~position_occupied(position);
    const unsigned pawns = bits_count(position_men(position, enemy, PAWN));
    const uint8_t rights = position->castling & (uint8_t)~meta->own.castling;
    const bool is_passant = position->passant != SQUARE_NONE && position->to_move != enemy;
    return holds_men(meta, position) && !(nobody & ~meta->empty) &&
           bits_count(position->color[enemy]) == meta->count && pawns >= meta->pawns_min &&
           !(rights & ~meta->castling) && position->quiet_plies <= meta->quiet_max &&
           (!is_passant || bits_has(meta->passed, position->passant));
}
