// What the pairs of Kriegspiel have hidden from the ear, and what the ear has done meanwhile.
#include "krieg_pair.h"

static bool men_differ(const Position *a, const Position *b, Color other)
{
    return a->color[other] != b->color[other];
}

static bool passants_differ(const Position *a, const Position *b, Color side)
{
    return a->passant != b->passant && a->to_move == side && b->to_move == side;
}

static bool white_passants_differ(const Position *a, const Position *b, Color other)
{
    (void)other;
    return passants_differ(a, b, WHITE);
}

static bool black_passants_differ(const Position *a, const Position *b, Color other)
{
    (void)other;
    return passants_differ(a, b, BLACK);
}

static bool rights_differ(const Position *a, const Position *b, Color other)
{
    const uint8_t rights = other == WHITE ? WHITE_SHORT | WHITE_LONG : BLACK_SHORT | BLACK_LONG;
    return ((a->castling ^ b->castling) & rights) != 0;
}

static bool counters_differ(const Position *a, const Position *b, Color other)
{
    (void)other;
    return a->quiet_plies != b->quiet_plies;
}

// The squares on which a pawn may promote with its next step, and where one of the other's stands.
static Bits blocked_promotions(const Position *position, Color other)
{
    const Color us = !other;
    const Bits pawns = position->kind[PAWN] & position->color[us];
    return (us == WHITE ? pawns << 8 : pawns >> 8) & position_board(position)->last_rank[us] &
           position->color[other];
}

static bool blocks_differ(const Position *a, const Position *b, Color other)
{
    return blocked_promotions(a, other) != blocked_promotions(b, other);
}

// The kinds that two positions show; the others are a matter of what was done.
static bool (*const differ[SEEN_COUNT])(const Position *a, const Position *b, Color other) = {
    [HIDDEN_MEN] = men_differ,
    [HIDDEN_PASSANT_W] = white_passants_differ,
    [HIDDEN_PASSANT_B] = black_passants_differ,
    [HIDDEN_CASTLING] = rights_differ,
    [HIDDEN_LATE] = rights_differ,
    [HIDDEN_COUNTERS] = counters_differ,
    [HIDDEN_BLOCK] = blocks_differ,
};

bool krieg_differs(Seen seen, const Position *a, const Position *b, Color other, bool *is_shown)
{
    *is_shown = differ[seen] != NULL;
    return *is_shown && differ[seen](a, b, other);
}

// Whether the move would be one of chess but for the safety of the king.
static bool is_pseudo_legal(const Position *position, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Bits occupied = position_occupied(position);
    const Color us = position->to_move;
    if (bits_has(position->kind[PAWN], from)) {
        if (square_file(from) != square_file(to))
            return bits_has(position->color[!us], to);
        return !((chess_path[from][to]) & occupied);
    }
    return !(chess_path[from][to] & occupied & ~bit(to)) && !bits_has(position->color[us], to);
}

// Whether a try is refused on both boards, but because of the king on one of them only.
bool krieg_reasons_differ(const Position *a, const Position *b, Try attempt)
{
    return attempt != TRY_ANY && is_pseudo_legal(a, attempt) != is_pseudo_legal(b, attempt) &&
           !chess_is_legal(a, attempt) && !chess_is_legal(b, attempt);
}

// A king moves two files only to castle.
bool krieg_is_castling(const Position *after, Move move)
{
    const int files = (int)square_file(move_to(move)) - (int)square_file(move_from(move));
    return bits_has(after->kind[KING], move_to(move)) && (files == 2 || files == -2);
}

Kind krieg_kind_at(const Position *position, unsigned square)
{
    unsigned kind = 0;
    while (kind < KIND_COUNT && !bits_has(position->kind[kind], square))
        kind++;
    return (Kind)kind;
}

bool krieg_is_pawn_move(const Position *position, Try attempt)
{
    return bits_has(position->kind[PAWN], move_from(attempt));
}

bool krieg_is_passant(const Position *position, Try attempt)
{
    return krieg_is_pawn_move(position, attempt) &&
           square_file(move_from(attempt)) != square_file(move_to(attempt)) &&
           !bits_has(position->color[!position->to_move], move_to(attempt));
}

bool krieg_has_secret(const Pair *pair)
{
    return men_differ(position_of(&pair->runs[0]), position_of(&pair->runs[1]), !pair->ear);
}

// A move of the ear's that was played.
static void note_own(Pair *pair, const Run *run, Move move)
{
    bool *seen = notes_of(pair)->seen;
    if (!krieg_has_secret(pair))
        return;
    seen[pair->ear == WHITE ? OWN_PASSANT_W : OWN_PASSANT_B] |= truth_of(run)->facts.is_passant;
    seen[OWN_CASTLED] |= krieg_is_castling(position_of(run), move);
    seen[OWN_PROMOTED] |= truth_of(run)->facts.is_promotion;
}

// Notes the move that a run's last step played, if it did.
static bool note_move(Pair *pair, unsigned i)
{
    Notes *notes = notes_of(pair);
    const Run *run = &pair->runs[i];
    const Doing *last = &run->doings.list[run->doings.count - 1];
    if (truth_of(run)->plies == notes->plies[i])
        return false;
    notes->plies[i] = truth_of(run)->plies;
    notes->last[i][last->event.seat] = last->event.attempt;
    notes->mover[i] = krieg_kind_at(position_of(run), move_to(last->event.attempt));
    notes->captured[i] = krieg_kind_at(&notes->before[i], move_to(last->event.attempt));
    if (last->event.seat == pair->ear) {
        note_own(pair, run, last->event.attempt);
        return true;
    }
    if (move_promotion(last->event.attempt) != PAWN)
        notes->promoted[i] |= 1u << move_promotion(last->event.attempt);
    notes->castled[i] += krieg_is_castling(position_of(run), last->event.attempt);
    return true;
}

static void note_ending(Pair *pair)
{
    const SeatLog *log = &pair->runs[0].log;
    const uint8_t ending = log->list[log->count - 1].hearing.ending;
    for (unsigned seen = ENDED_MATE; seen < SEEN_COUNT; seen++)
        notes_of(pair)->seen[seen] |= ending == krieg_endings[seen];
}

// A move that both runs have played.
static void note_moves(Pair *pair)
{
    Notes *notes = notes_of(pair);
    const Facts *a = &truth_of(&pair->runs[0])->facts, *b = &truth_of(&pair->runs[1])->facts;
    const bool is_ears = pair->runs[0].manners.mover != pair->ear;
    bool *seen = notes->seen;
    seen[HIDDEN_TAKEN] |= a->is_passant != b->is_passant;
    seen[HIDDEN_CHECKS] |=
        !is_ears && (a->checks != b->checks || a->checker_count != b->checker_count);
    seen[HIDDEN_CAPTURED] |= is_ears && a->captured && notes->captured[0] != notes->captured[1];
    seen[HIDDEN_CAPTOR] |= !is_ears && a->captured && notes->mover[0] != notes->mover[1];
}

// What the other was refused since the last step.
static void note_refusals(Pair *pair)
{
    Notes *notes = notes_of(pair);
    for (unsigned i = 0; i < 2; i++) {
        const Run *run = &pair->runs[i];
        const bool is_refused = run->other_refusals > notes->refusals[i];
        notes->seen[REFUSED_CHECK] |= is_refused && notes->checkers[i] > 0;
        notes->seen[REFUSED_DOUBLE] |= is_refused && notes->checkers[i] > 1;
        notes->refusals[i] = run->other_refusals;
        notes->checkers[i] = truth_of(run)->facts.checker_count;
    }
    notes->seen[HIDDEN_REFUSALS] |= notes->refusals[0] != notes->refusals[1];
}

void krieg_note(Pair *pair)
{
    enum { LATE_PLIES = 40 };
    Notes *notes = notes_of(pair);
    const Run *runs = pair->runs;
    const Position *a = position_of(&runs[0]), *b = position_of(&runs[1]);
    bool is_played = runs[0].doings.count && runs[1].doings.count;
    for (unsigned i = 0; i < 2; i++)
        is_played = is_played && note_move(pair, i);
    for (unsigned kind = 0; kind < REFUSED_CHECK; kind++)
        if (kind != HIDDEN_LATE || notes->plies[0] >= LATE_PLIES)
            notes->seen[kind] |= differ[kind] && differ[kind](a, b, !pair->ear);
    notes->seen[HIDDEN_PROMOTION] |= notes->promoted[0] != notes->promoted[1];
    notes->seen[HIDDEN_CASTLED] |= notes->castled[0] != notes->castled[1];
    note_refusals(pair);
    if (is_played)
        note_moves(pair);
    for (unsigned i = 0; i < 2; i++)
        notes->before[i] = *position_of(&runs[i]);
    if (runs[0].manners.is_over)
        note_ending(pair);
}
