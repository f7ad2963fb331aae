// Removes pseudopieces that calls rule out. If either of two men explains a call, both stay.
//
// Two sets of empty squares are used. `meta->empty` are the squares that *may* be empty: a man that is not seen through
// them is not seen at all. Squares on which no enemy may stand are *certain* to be empty: a man that is seen through them
// is seen.
#include "engine/kriegspiel_belief/internal.h"

#include "games/chess/fill.h"

#include <assert.h>

// No enemy stands on these squares.
static void vacate(Metaposition *meta, Bits squares)
{
    assert(!(squares & meta->own.all));
    metaposition__remove_men(meta, squares);
    meta->empty |= squares;
    metaposition__learn(meta, squares);
}

// An enemy stands on each of these squares.
static void occupy(Metaposition *meta, Bits squares)
{
    meta->empty &= ~squares;
    metaposition__learn(meta, squares);
}

// Only men of these kinds, a set of Kinds, stand on the squares.
static void restrict_to(Metaposition *meta, Bits squares, unsigned kinds)
{
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        if (!bits_has(kinds, kind))
            meta->men[kind] &= ~squares;
}

void deduction__their_king_is_safe(Metaposition *meta)
{
    const Attacks attacks = metaposition_attacks(meta, metaposition__open_lines(meta));
    meta->men[KING] &= ~attacks_all(&attacks);
}

void deduction__their_king(Metaposition *meta, uint8_t checks)
{
    const Attacks certain = metaposition_attacks(meta, metaposition__open_lines(meta));
    meta->given = checks;
    meta->men[KING] &= ~certain.king;
    if (!checks) {
        meta->men[KING] &= ~attacks_all(&certain);
        return;
    }
    const Attacks possible = metaposition_attacks(meta, meta->empty);
    Bits must[CHECK_KINDS], may[CHECK_KINDS];
    metaposition_sort_checks(meta, &certain, must);
    metaposition_sort_checks(meta, &possible, may);
    if (checks == CHECK_PLAIN) {
        meta->men[KING] &= may[0] | may[1] | may[2] | may[3] | may[4];
        return;
    }
    for (unsigned i = 0; i < CHECK_KINDS; i++)
        meta->men[KING] &= bits_has(checks, i) ? may[i] : ~must[i];
}

// One line through the own king, or the knights' jumps to it: the squares from which a check of that kind comes.
typedef struct KingSight {
    Bits squares;        // on the line, seen through what may be empty
    Bits certain;        // on the line, seen through what is certainly empty
    Bits pawns;          // from which a pawn gives this check
    unsigned long_kinds; // the other kinds that give it, as a set of Kinds
} KingSight;

static void find_sights(const Metaposition *meta, KingSight sights[CHECK_KINDS])
{
    const unsigned king = own__king_square(&meta->own);
    const Bits sure = metaposition__open_lines(meta) & ~meta->men[KING];
    const Bits strikes = chess_pawn_strikes[meta->own.color][king];
    const Bits rank = UINT64_C(0xff) << (king & 56);
    const Bits lines = rook_slides(king, ~meta->empty), sure_lines = rook_slides(king, ~sure);
    const Bits diagonals = bishop_slides(king, ~meta->empty);
    const Bits sure_diagonals = bishop_slides(king, ~sure);
    const Bits rising = attack_line(bit(king), ~(Bits)0, 9);
    const Bits longer = bits_has(meta->long_rising, king) ? rising : ~rising;
    const unsigned rooks = 1u << ROOK | 1u << QUEEN, bishops = 1u << BISHOP | 1u << QUEEN;
    const Bits jumps = chess_knight_steps[king];
    sights[0] = (KingSight){lines & rank, sure_lines & rank, 0, rooks};
    sights[1] = (KingSight){lines & ~rank, sure_lines & ~rank, 0, rooks};
    sights[2] = (KingSight){diagonals & longer, sure_diagonals & longer, strikes & longer, bishops};
    sights[3] =
        (KingSight){diagonals & ~longer, sure_diagonals & ~longer, strikes & ~longer, bishops};
    sights[4] = (KingSight){jumps, jumps, 0, 1u << KNIGHT};
}

static Bits men_of(const Metaposition *meta, unsigned kinds)
{
    assert(kinds < 1u << KIND_COUNT);
    Bits men = 0;
    while (kinds) {
        men |= meta->men[__builtin_ctz(kinds)];
        kinds &= kinds - 1;
    }
    return men;
}

// No such check was called.
static void rule_out(Metaposition *meta, const KingSight *sight)
{
    for (unsigned kind = KNIGHT; kind < KING; kind++)
        if (bits_has(sight->long_kinds, kind))
            meta->men[kind] &= ~sight->certain;
    meta->men[PAWN] &= ~sight->pawns;
}

// Such a check was called. If it can come from one square only, the checker stands there.
static void find_checker(Metaposition *meta, const KingSight *sight)
{
    const Bits far = men_of(meta, sight->long_kinds) & sight->squares;
    const Bits pawns = meta->men[PAWN] & sight->pawns, checkers = far | pawns;
    if (!checkers || bits_are_many(checkers))
        return;
    const unsigned checker = bits_first(checkers);
    assert(!bits_has(meta->own.all, checker));
    restrict_to(meta, checkers, (far ? sight->long_kinds : 0) | (pawns ? 1u << PAWN : 0));
    vacate(meta, chess_path[own__king_square(&meta->own)][checker] & ~checkers);
    occupy(meta, checkers);
}

void deduction__our_king(Metaposition *meta, uint8_t checks)
{
    KingSight sights[CHECK_KINDS];
    meta->men[KING] &= ~chess_king_steps[own__king_square(&meta->own)];
    if (checks == CHECK_PLAIN)
        return;
    find_sights(meta, sights);
    for (unsigned i = 0; i < CHECK_KINDS; i++) {
        if (!bits_has(checks, i))
            rule_out(meta, &sights[i]);
        else
            find_checker(meta, &sights[i]);
    }
}

// The own men on lines through the king that a slider beyond them may pin: `seen` are the squares seen from the king,
// `beyond` those seen without the own men in between.
static Bits pinned_on(Bits seen, Bits beyond, Bits sliders, Bits own, unsigned king)
{
    Bits pinned = 0;
    for (Bits pinners = beyond & ~seen & sliders; pinners;)
        pinned |= chess_path[king][bits_take(&pinners)] & seen & own;
    return pinned;
}

// The own men that some enemy may pin.
static Bits may_be_pinned(const Metaposition *meta)
{
    const unsigned king = own__king_square(&meta->own);
    const Bits own = meta->own.all, closed = ~meta->empty;
    const Bits *men = meta->men;
    const Bits lines = rook_slides(king, closed), diagonals = bishop_slides(king, closed);
    const Bits lines_beyond = rook_slides(king, closed & ~(lines & own));
    const Bits diagonals_beyond = bishop_slides(king, closed & ~(diagonals & own));
    return pinned_on(lines, lines_beyond, men[ROOK] | men[QUEEN], own, king) |
           pinned_on(diagonals, diagonals_beyond, men[BISHOP] | men[QUEEN], own, king);
}

// What was called about a seat's pawn tries.
typedef struct TriesHeard {
    bool is_told;
    bool are_named; // `pawns` are those that have a try
    Bits pawns;
    unsigned min;  // number of tries, at least
    bool is_exact; // there are no more than `min`
} TriesHeard;

static TriesHeard tries_heard(const Ruleset *rules, const Hearing *heard)
{
    if (heard->event == HEARD_ANSWER || rules->tries == TRIES_EXIST)
        return (TriesHeard){true, false, 0, heard->count != 0, false};
    if (rules->tries == TRIES_COUNTED)
        return (TriesHeard){true, false, 0, heard->count, true};
    if (rules->tries == TRIES_SQUARES)
        return (TriesHeard){true, true, heard->points[0], bits_count(heard->points[0]), false};
    return (TriesHeard){0};
}

// Whether the call is true only if all `possible` tries are legal.
static bool needs_all(const TriesHeard *tries, unsigned possible)
{
    return tries->is_exact ? tries->min == possible : possible == 1 && tries->min;
}

// Pawns that have a try attack an enemy, or take en passant.
static void find_struck(Metaposition *meta, Bits pawns, const TriesHeard *tries)
{
    const Color us = (Color)meta->own.color;
    const Bits targets = metaposition_men_but_king(meta) | meta->passed;
    const Bits west = pawns_stepped(pawns, us, PAWN_WEST) & targets;
    const Bits east = pawns_stepped(pawns, us, PAWN_EAST) & targets;
    if (needs_all(tries, bits_count(west) + bits_count(east)))
        occupy(meta, (west | east) & ~meta->passed);
}

void deduction__own_tries(Metaposition *meta, const Hearing *heard)
{
    const TriesHeard tries = tries_heard(meta->rules, heard);
    const Bits pawns = meta->own.kind[PAWN];
    if (!tries.is_told || !pawns)
        return;
    // Silence says nothing of a pawn that may be pinned, and nothing at all in check.
    const Bits idle = tries.are_named ? pawns & ~tries.pawns : tries.min ? 0 : pawns;
    if (idle && !meta->checks) {
        const Bits nobody = fill_strikes(idle & ~may_be_pinned(meta), (Color)meta->own.color);
        vacate(meta, nobody & own__free_squares(&meta->own));
        meta->passed &= ~nobody;
    }
    if (!tries.are_named) {
        find_struck(meta, pawns, &tries);
        return;
    }
    static const TriesHeard one = {.min = 1};
    for (Bits named = tries.pawns; named;)
        find_struck(meta, bit(bits_take(&named)), &one);
}

// Enemy pawns that attack an own man, and the number of such pairs. En passant is left out.
static Bits strikers_of(const Metaposition *meta, Color enemy, unsigned *pairs)
{
    const Bits west = pawns_stepped(meta->men[PAWN], enemy, PAWN_WEST) & meta->own.all;
    const Bits east = pawns_stepped(meta->men[PAWN], enemy, PAWN_EAST) & meta->own.all;
    *pairs = bits_count(west) + bits_count(east);
    return pawns_stepped_back(west, enemy, PAWN_WEST) | pawns_stepped_back(east, enemy, PAWN_EAST);
}

// Enemy pawns stand on these squares.
static void find_pawns(Metaposition *meta, Bits pawns)
{
    restrict_to(meta, pawns, 1u << PAWN);
    occupy(meta, pawns);
}

// The lines on which an own slider may pin one of the enemy's men.
static Bits may_pin(const Metaposition *meta)
{
    const Attacks attacks = metaposition_attacks(meta, meta->empty);
    return attacks.rank | attacks.file | attacks.rising | attacks.falling;
}

void deduction__their_tries(Metaposition *meta, const Hearing *heard)
{
    const TriesHeard tries = tries_heard(meta->rules, heard);
    const Color enemy = metaposition_enemy(meta);
    unsigned pairs;
    if (!tries.is_told || !meta->men[PAWN])
        return;
    const Bits strikers = strikers_of(meta, enemy, &pairs);
    const Bits idle = tries.are_named ? strikers & ~tries.pawns : tries.min ? 0 : strikers;
    if (idle && !meta->given)
        meta->men[PAWN] &= ~(idle & ~may_pin(meta));
    if (tries.are_named)
        find_pawns(meta, tries.pawns);
    else if (meta->stepped == SQUARE_NONE && needs_all(&tries, pairs))
        find_pawns(meta, strikers);
}

// The own king was refused a step: `to` is attacked once the king has left `from`.
static void king_refused(Metaposition *meta, unsigned from, unsigned to)
{
    assert(from != to && !bits_has(meta->own.all, to));
    Bits attackers[KIND_COUNT];
    metaposition__attackers(meta, to, meta->empty | bit(from), attackers);
    const Bits kings = attackers[KING];
    const Bits others = attackers[PAWN] | attackers[KNIGHT] | attackers[BISHOP] | attackers[ROOK] |
                        attackers[QUEEN];
    if (!others && kings)
        meta->men[KING] = kings;
    if ((others | kings) && !bits_are_many(others | kings))
        occupy(meta, others | kings);
}

void deduction__refused(Metaposition *meta, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    assert(bits_has(meta->own.all, from));
    if (bits_has(meta->own.kind[KING], from)) {
        if (bits_has(chess_king_steps[from], to))
            king_refused(meta, from, to);
        return;
    }
    if (meta->checks || bits_has(may_be_pinned(meta), from))
        return;
    if (bits_has(meta->own.kind[PAWN], from) && own__is_diagonal(move)) {
        vacate(meta, bit(to));
        meta->passed &= ~bit(to);
        return;
    }
    const Bits blockers = own__path_of(&meta->own, move) & metaposition_possible(meta);
    if (blockers && !bits_are_many(blockers))
        occupy(meta, blockers);
}

// Lowers the upper bounds of each kind. If all men of a kind are on known squares, they are nowhere else.
static void count_kinds(Metaposition *meta)
{
    const uint8_t pieces = (uint8_t)(meta->count - 1 - meta->pawns_min);
    Bits once = 0, twice = 0;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        const uint8_t bound = kind == KING ? 1 : kind == PAWN ? meta->count - 1 : pieces;
        if (meta->max[kind] > bound)
            meta->max[kind] = bound;
        if (!meta->max[kind])
            meta->men[kind] = 0;
        twice |= once & meta->men[kind];
        once |= meta->men[kind];
    }
    const Bits known = once & ~twice & ~meta->empty;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        const Bits of_kind = known & meta->men[kind];
        if (of_kind && of_kind != meta->men[kind] && bits_count(of_kind) >= meta->max[kind])
            meta->men[kind] = of_kind;
    }
}

static void keep_castling(Metaposition *meta)
{
    assert(meta->castling < 1u << COUNT_OF(chess_castles));
    for (Bits rights = meta->castling; rights;) {
        const unsigned right = bits_take(&rights);
        if (!bits_has(meta->men[KING], chess_castles[right].king_from) ||
            !bits_has(meta->men[ROOK], chess_castles[right].rook_from))
            meta->castling &= (uint8_t)~bit(right);
    }
}

void deduction__count(Metaposition *meta)
{
    count_kinds(meta);
    const Bits king = meta->men[KING];
    if (king && !bits_are_many(king)) {
        restrict_to(meta, king, 1u << KING);
        meta->empty &= ~king;
    }
    // A square without a possible enemy is empty.
    const Bits possible = metaposition_possible(meta);
    meta->empty |= own__free_squares(&meta->own) & ~possible;
    const Bits certain = metaposition_certain(meta);
    if (certain != possible && bits_count(certain) >= meta->count)
        vacate(meta, possible & ~certain);
    else if (certain != possible && bits_count(possible) <= meta->count)
        occupy(meta, possible);
    if (meta->castling)
        keep_castling(meta);
    assert(metaposition__is_sound(meta));
}
