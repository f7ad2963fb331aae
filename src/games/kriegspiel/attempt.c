// Plausible attempts and the memory of a turn.
#include "games/kriegspiel/attempt.h"

#include "games/chess/notation.h"

#include <assert.h>
#include <string.h>

OwnMen own_men_of(const Position *position, Color color)
{
    assert(color <= BLACK);
    const uint8_t rights = color == WHITE ? WHITE_SHORT | WHITE_LONG : BLACK_SHORT | BLACK_LONG;
    OwnMen own = {
        .castling = position->castling & rights, .board = position->board, .color = (uint8_t)color};
    own.all = position->color[color];
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        own.kind[kind] = position_men(position, color, kind);
    return own;
}

static void lose_rights(OwnMen *own, unsigned square)
{
    for (unsigned right = 0; right < COUNT_OF(chess_castles); right++)
        if (chess_castles[right].king_from == square || chess_castles[right].rook_from == square)
            own->castling &= (uint8_t)~bit(right);
}

void own_men_play(OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Kind kind = own_men_kind(own, from);
    const Castle *castle = kind == KING ? chess_castle_of(from, to) : NULL;
    assert(kind != KIND_COUNT);
    own->all ^= bit(from) | bit(to);
    own->kind[kind] ^= bit(from);
    own->kind[move_promotion(move) == PAWN ? kind : move_promotion(move)] |= bit(to);
    if (castle) {
        own->all ^= bit(castle->rook_from) | bit(castle->rook_to);
        own->kind[ROOK] ^= bit(castle->rook_from) | bit(castle->rook_to);
    }
    lose_rights(own, from);
}

void own_men_lose(OwnMen *own, unsigned square)
{
    const Kind kind = own_men_kind(own, square);
    assert(kind != KIND_COUNT);
    own->all ^= bit(square);
    own->kind[kind] ^= bit(square);
    lose_rights(own, square);
}

// Where pawns could arrive: forward over squares without own men, diagonally
// wherever no own man stands.
static ALWAYS_INLINE Bits pawn_targets(const OwnMen *own, Color color, Bits open, PawnStep step)
{
    const Bits pawns = own->kind[PAWN];
    if (step != PAWN_TWO)
        return pawns_stepped(pawns, color, step) & open;
    const Bits halfway =
        pawns_stepped(pawns, color, PAWN_ONE) & open & own_men_board(own)->step_on[color];
    return pawns_stepped(halfway, color, PAWN_ONE) & open;
}

static ALWAYS_INLINE Bits castling_targets(const OwnMen *own, Bits men)
{
    Bits targets = 0;
    for (Bits rights = own->castling; rights;) {
        const Castle *castle = &chess_castles[bits_take(&rights)];
        if (!(castle->between & men))
            targets |= bit(castle->king_to);
    }
    return targets;
}

// Where a man other than a pawn could go, were the rest of the board empty.
static ALWAYS_INLINE Bits man_targets(const OwnMen *own, Kind kind, unsigned from, Bits open)
{
    Bits targets = man_attacks(kind, (Color)own->color, from, ~open);
    if (kind == KING)
        targets |= castling_targets(own, ~open);
    return targets & open;
}

// The squares of the board without own men: all that a seat knows of what is open.
static Bits open_squares(const OwnMen *own)
{
    return own_men_board(own)->squares & ~own->all;
}

// The step a pawn's move would be; PAWN_STEP_COUNT if none.
static PawnStep step_of(Color color, Move move)
{
    const int offset = (int)move_to(move) - (int)move_from(move);
    PawnStep step = PAWN_ONE;
    while (step < PAWN_STEP_COUNT && pawn_offset(color, step) != offset)
        step++;
    return step;
}

static inline bool promotion_fits(const OwnMen *own, Move move)
{
    const Board *board = own_men_board(own);
    const Kind promotion = move_promotion(move);
    if (bits_has(board->last_rank[own->color], move_to(move)))
        return bits_has(board->promotions, promotion);
    return promotion == PAWN;
}

static bool is_plausible(const OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Kind kind = own_men_kind(own, from);
    if (kind == KIND_COUNT)
        return false;
    const Bits open = open_squares(own);
    if (kind != PAWN)
        return move_promotion(move) == PAWN && bits_has(man_targets(own, kind, from, open), to);
    const PawnStep step = step_of(own->color, move);
    return step != PAWN_STEP_COUNT && promotion_fits(own, move) &&
           bits_has(pawn_targets(own, own->color, open, step), to);
}

static bool is_pawn_strike(const OwnMen *own, Move move)
{
    return bits_has(own->kind[PAWN], move_from(move)) &&
           square_file(move_from(move)) != square_file(move_to(move));
}

// Where in a TrySet a move of an own man is kept.
typedef struct Slot {
    unsigned word, member;
} Slot;

static Slot slot_of(const OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    if (!bits_has(own->kind[PAWN], from)) {
        return (Slot){try_set_man(own->all ^ own->kind[PAWN], from), to};
    }
    const PawnStep step = step_of(own->color, move);
    const Kind promotion = move_promotion(move);
    assert(step < PAWN_STEP_COUNT && promotion < KIND_COUNT);
    if (promotion == PAWN)
        return (Slot){TRY_SET_PAWNS + step, to};
    return (Slot){TRY_SET_PROMOTIONS + step, promotion * 8 + square_file(to)};
}

static bool set_has(const TrySet *set, Slot slot)
{
    return bits_has(set->words[slot.word], slot.member);
}

static bool was_refused(const Turn *turn, const OwnMen *own, Move move)
{
    return turn->attempts && set_has(&turn->refused, slot_of(own, move));
}

bool try_set_has_legal(const TrySet *legal, const OwnMen *own, Move move)
{
    const unsigned from = move_from(move);
    const Kind promotion = move_promotion(move);
    if (!bits_has(own->all, from))
        return false;
    if (!bits_has(own->kind[PAWN], from))
        return promotion == PAWN && set_has(legal, slot_of(own, move));
    if (step_of(own->color, move) == PAWN_STEP_COUNT || !promotion_fits(own, move))
        return false;
    // All promotions of one step are legal together, and kept as the step's target.
    return set_has(legal, slot_of(own, move_make(from, move_to(move), PAWN)));
}

void turn_begin(Turn *turn)
{
    if (turn->attempts)
        memset(turn, 0, sizeof *turn);
}

void turn_refuse(Turn *turn, const Ruleset *rules, const OwnMen *own, Move move)
{
    assert(turn->attempts); // else the next turn would not clear what is noted here
    const Slot slot = slot_of(own, move);
    turn->refused.words[slot.word] |= bit(slot.member);
    if (rules->tries == TRIES_ASKED_MUST_TRY && turn->asked == ASKED_BOUND)
        turn->asked = ASKED_FREE; // only a pawn's diagonal gets as far as a refusal while bound
}

void turn_answer(Turn *turn, bool yes)
{
    assert(turn->asked == ASKED_NOT);
    turn->asked = yes ? ASKED_BOUND : ASKED_FREE;
}

static bool may_ask(const Turn *turn, const Ruleset *rules)
{
    return ruleset_has_question(rules) && turn->asked == ASKED_NOT;
}

bool attempt_keeps_duty(const Turn *turn, const OwnMen *own, Move move)
{
    return turn->asked != ASKED_BOUND || is_pawn_strike(own, move);
}

bool attempt_is_possible(const Turn *turn, const Ruleset *rules, const OwnMen *own, Try attempt)
{
    if (attempt == TRY_ANY)
        return may_ask(turn, rules);
    return attempt_keeps_duty(turn, own, attempt) && is_plausible(own, attempt) &&
           !was_refused(turn, own, attempt);
}

// The listing is compiled twice, for turns with a refusal and for turns without one. Most turns have none, and there the
// compiler drops every test for it.
static ALWAYS_INLINE void list_kind(const OwnMen *own, const TrySet *refused, Kind kind, Bits open,
                                    ListContext *lister)
{
    for (Bits men = own->kind[kind]; men;) {
        const unsigned from = bits_take(&men);
        Bits targets = man_targets(own, kind, from, open);
        if (refused)
            targets &= ~refused->words[try_set_man(own->all ^ own->kind[PAWN], from)];
        list_man(lister, from, targets);
    }
}

// Promotions of one pawn can be refused one by one.
static void drop_refused(const OwnMen *own, const TrySet *refused, Try *first, ListContext *lister)
{
    assert(first <= lister->next);
    Try *kept = first;
    for (Try *next = first; next < lister->next; next++)
        if (!set_has(refused, slot_of(own, *next)))
            *kept++ = *next;
    lister->next = kept;
}

static ALWAYS_INLINE void list_step(const OwnMen *own, const TrySet *refused, Color color,
                                    PawnStep step, Bits open, ListContext *lister)
{
    Try *first = lister->next;
    Bits targets = pawn_targets(own, color, open, step);
    if (refused)
        targets &= ~refused->words[TRY_SET_PAWNS + step];
    list_pawns(lister, step, targets);
    if (refused && refused->words[TRY_SET_PROMOTIONS + step])
        drop_refused(own, refused, first, lister);
}

static ALWAYS_INLINE uint32_t list_plausible(const OwnMen *own, const TrySet *refused, Color color,
                                             bool strikes_only, Try *out)
{
    ListContext lister = {out, own_men_board(own), color};
    const Bits open = open_squares(own);
    for (PawnStep step = strikes_only ? PAWN_WEST : PAWN_ONE; step < PAWN_STEP_COUNT; step++)
        list_step(own, refused, color, step, open, &lister);
    if (!strikes_only) {
        list_kind(own, refused, KNIGHT, open, &lister);
        list_kind(own, refused, BISHOP, open, &lister);
        list_kind(own, refused, ROOK, open, &lister);
        list_kind(own, refused, QUEEN, open, &lister);
        list_kind(own, refused, KING, open, &lister);
    }
    return (uint32_t)(lister.next - out);
}

static ALWAYS_INLINE uint32_t list_for(const OwnMen *own, const TrySet *refused, bool strikes_only,
                                       Try *out)
{
    return own->color == WHITE ? list_plausible(own, refused, WHITE, strikes_only, out)
                               : list_plausible(own, refused, BLACK, strikes_only, out);
}

uint32_t attempts_list(const Turn *turn, const Ruleset *rules, const OwnMen *own, Try *out)
{
    const bool is_bound = turn->asked == ASKED_BOUND;
    uint32_t count = turn->attempts ? list_for(own, &turn->refused, is_bound, out)
                                    : list_for(own, NULL, is_bound, out);
    if (may_ask(turn, rules))
        out[count++] = TRY_ANY;
    assert(count <= TRIES_MAX);
    return count;
}

void try_to_text(Try attempt, Text *text)
{
    if (attempt == TRY_ANY)
        text_add(text, "any?");
    else
        move_to_uci(attempt, text);
}

Try try_from_text(Slice text)
{
    return slice_is(text, "any?") ? TRY_ANY : move_from_uci(text);
}
