// Where the pairs of Kriegspiel begin and which attempts they draw first. All of it is steering: it
// looks at the boards, and decides nothing.
#include "krieg_pair.h"

enum { SHORT_STEPS = 14, LONG_STEPS = 110, WHOLE_STEPS = 400, LENGTH_STEPS = 3000 };

const char *const krieg_seen_names[SEEN_COUNT] = {
    "men",
    "passant w",
    "passant b",
    "taken",
    "castling",
    "castled",
    "promotion",
    "refusals",
    "reason",
    "counters",
    "late",
    "checks",
    "captured",
    "captor",
    "block",
    "refused in check",
    "refused in double check",
    "takes w",
    "takes b",
    "castles",
    "promotes",
    "asks",
    "mate",
    "stalemate",
    "dead",
    "fifty",
    "repetition",
    "length",
    "attempts",
    "resigned",
    "agreed",
    "flag",
    "forfeit",
    "aborted",
};

const uint8_t krieg_endings[SEEN_COUNT] = {
    [ENDED_MATE] = ENDING_MATE,         [ENDED_STALEMATE] = ENDING_STALEMATE,
    [ENDED_DEAD] = ENDING_DEAD,         [ENDED_FIFTY] = ENDING_FIFTY,
    [ENDED_LENGTH] = ENDING_LENGTH,     [ENDED_REPETITION] = ENDING_REPETITION,
    [ENDED_ATTEMPTS] = ENDING_ATTEMPTS, [ENDED_RESIGNED] = ENDING_RESIGNED,
    [ENDED_AGREED] = ENDING_AGREED,     [ENDED_FLAG] = ENDING_FLAG,
    [ENDED_FORFEIT] = ENDING_FORFEIT,   [ENDED_ABORTED] = ENDING_ABORTED};

// Where every refusal is said aloud,
// illegal or impossible, the ear counts the other's refusals itself.
bool krieg_can_see(const Ruleset *rules, Seen seen)
{
    if (seen == HIDDEN_REFUSALS || seen == REFUSED_CHECK || seen == REFUSED_DOUBLE)
        return rules->illegal_heard_by == HEARD_BY_MOVER ||
               rules->impossible_heard_by == HEARD_BY_MOVER;
    if (seen == HIDDEN_CHECKS)
        return !rules->check_tells_kind;
    if (seen == HIDDEN_TAKEN)
        return !rules->passant_is_named;
    if (seen == OWN_ASKED)
        return ruleset_has_question(rules);
    if (seen == ENDED_FIFTY || seen == ENDED_REPETITION)
        return rules->counters_draw;
    return true;
}

// --- Where games begin -----------------------------------------------------------------------------

// The set-up for NULL, and places from which the differences come up soon. The side to move is
// drawn.
static const char *const any_starts[] = {
    NULL,
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R %c KQkq - 0 1",
    "4k3/P6p/8/8/8/8/p6P/4K3 %c - - 0 1",
    "4k3/pp4pp/8/8/8/8/PP4PP/4K3 %c - - 0 1",
    "r3k2r/p6p/8/2pp4/3PP3/8/P6P/R3K2R %c KQkq - 0 1",
    "4k3/1p1p1p1p/8/P1P1P1P1/1p1p1p1p/8/P1P1P1P1/4K3 %c - - 0 1",
    "2r1k3/1P1b4/8/8/8/8/1p1B4/2R1K3 %c - - 30 40",
    "4k3/8/4r3/8/8/4N3/8/4K3 %c - - 10 20",
    "r2qk2r/8/2n2n2/b3b3/4B2B/2N2N2/8/R2QK2R %c - - 0 1",
    "q3k2q/3r1r2/4n3/8/8/4N3/3R1R2/Q3K2Q %c - - 0 1",
};

// A double step beside a pawn and a step before it: the same pawn can capture either way, so that
// even those rulesets sound alike that call pawn tries.
static const char *const passant_starts[] = {
    "4k3/p2p1p1p/8/4P3/4p3/8/P2P1P1P/4K3 %c - - 0 1",
    "r3k2r/1p1p2p1/8/2P2P2/2p2p2/8/1P1P2P1/R3K2R %c KQkq - 0 1",
};

// After a double step the pawn can be taken en passant, or by a rook.
static const char *const taken_starts[] = {
    "4k3/3p1p2/8/R3P2R/r3p2r/8/3P1P2/4K3 %c - - 0 1",
    "4k3/2p1p3/8/R2P3R/r2p3r/8/2P1P3/4K3 %c - - 0 1",
};

static const char *const castling_starts[] = {
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R %c KQkq - 0 1",
    "r3k2r/pppbbppp/2n2n2/3pp3/3PP3/2N2N2/PPPBBPPP/R3K2R %c KQkq - 0 1",
};

// Pawns that stand before each other: nothing is taken for a long time.
static const char *const late_starts[] = {
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R %c KQkq - 0 1",
    "r3k2r/8/p1p1p1p1/P1P1P1P1/8/8/8/R3K2R %c KQkq - 0 1",
    "r3k2r/p1p2p1p/P1P2P1P/8/8/p1p2p1p/P1P2P1P/R3K2R %c KQkq - 0 1",
};

static const char *const promotion_starts[] = {
    "4k3/P6p/8/8/8/8/p6P/4K3 %c - - 0 1",
    "8/PP3k2/8/8/8/8/pp3K2/8 %c - - 0 1",
};

// Open lines and bare kings: a man may be pinned in one truth and blocked in the other.
static const char *const reason_starts[] = {
    "3rkr2/3p1p2/1b4b1/q7/Q7/1B4B1/3P1P2/3RKR2 %c - - 0 1",
    "q3k2q/3r1r2/4n3/8/8/4N3/3R1R2/Q3K2Q %c - - 0 1",
};

// Checks of every kind, discovered and double, and mates.
static const char *const check_starts[] = {
    "r3k3/8/8/n7/4N3/8/8/K3R3 %c - - 0 1",
    "r3k1q1/8/8/n7/4N3/8/8/K3R1Q1 %c - - 0 1",
    "q3k2q/3r1r2/4n3/8/8/4N3/3R1R2/Q3K2Q %c - - 0 1",
    "6k1/5ppp/q2r4/8/8/Q2R4/5PPP/6K1 %c - - 0 1",
};

// Men of every kind that can go to the same squares, where another waits for them.
static const char *const capture_starts[] = {
    "r2qk2r/8/2n2n2/b3b3/4B2B/2N2N2/8/R2QK2R %c - - 0 1",
    "4k3/2ppp3/1n1b1n2/8/8/1N1B1N2/2PPP3/4K3 %c - - 0 1",
    "3rk3/2p1p3/1n3n2/2b1b3/2B1B3/1N3N2/2P1P3/3RK3 %c - - 0 1",
};

// A rook can stand before the pawn or beside it.
static const char *const block_starts[] = {
    "3rk3/P6p/8/8/8/8/p6P/3RK3 %c - - 0 1",
    "3r1k2/P5p1/8/8/8/8/p5P1/3R1K2 %c - - 0 1",
};

static const char *const setup_starts[] = {NULL};

static const char *const mate_starts[] = {
    "6k1/5ppp/8/rr6/RR6/8/5PPP/6K1 %c - - 0 1",
    "6k1/5ppp/q2r4/8/8/Q2R4/5PPP/6K1 %c - - 0 1",
};

// Whoever moves may leave the bare king without a move, and has another man to move before.
static const char *const stalemate_starts[] = {
    "7k/8/5K2/8/8/8/2Q5/1N6 %c - - 0 1",
    "7K/8/5k2/8/8/8/2q5/1n6 %c - - 0 1",
    "k7/8/1K6/8/5p2/5P2/2Q5/6N1 %c - - 0 1",
    "K7/8/1k6/5p2/5P2/8/2q5/6n1 %c - - 0 1",
};

static const char *const dead_starts[] = {
    "4k3/P7/8/8/8/8/8/4K3 %c - - 0 1",    "4k3/8/8/8/8/8/p7/4K3 %c - - 0 1",
    "8/8/3k4/4N3/8/3n4/4K3/8 %c - - 0 1", "8/1P3k2/8/8/8/8/8/3K4 %c - - 0 1",
    "8/3k4/8/8/8/8/1p3K2/8 %c - - 0 1",   "8/8/3k4/3P4/8/8/8/4K3 %c - - 0 1",
    "4k3/8/8/8/3p4/3K4/8/8 %c - - 0 1",   "8/8/2k5/3R4/8/8/8/4K3 %c - - 0 1",
    "4k3/8/8/8/3r4/2K5/8/8 %c - - 0 1",
};

static const char *const fifty_starts[] = {
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R %c - - 94 60",
    "4k1nr/5ppp/8/8/8/8/5PPP/4K1NR %c - - 96 70",
};

// Men enough to walk about behind their pawns.
static const char *const calm_starts[] = {
    "rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR %c - - 0 1",
    "r2nk2r/pp4pp/8/8/8/8/PP4PP/R2NK2R %c - - 0 1",
};

// --- What is drawn first -----------------------------------------------------------------------------

// How the game would end by a legal move.
static uint8_t ending_by(const Run *run, Move move)
{
    Umpire fork = *truth_of(run);
    Reply reply;
    return umpire_try(&fork, fork.truth.to_move, move, &reply) == UMPIRE_OK ? fork.ending
                                                                            : ENDING_NONE;
}

// What ends the game as it shall end.
static bool likes_end(const Pair *pair, const Run *run, Try attempt)
{
    return attempt != TRY_ANY && chess_is_legal(position_of(run), attempt) &&
           ending_by(run, attempt) == krieg_endings[notes_of(pair)->aim->seen];
}

// Neither a capture nor a pawn's move.
static bool likes_calm(const Pair *pair, const Run *run, Try attempt)
{
    (void)pair;
    const Position *position = position_of(run);
    return attempt != TRY_ANY && chess_is_legal(position, attempt) &&
           !krieg_is_pawn_move(position, attempt) &&
           !bits_has(position->color[!position->to_move], move_to(attempt));
}

// Calm, behind the own pawns; and now and then a pawn's single step, so that the fifty moves begin
// anew.
static bool likes_long(const Pair *pair, const Run *run, Try attempt)
{
    enum { PAWN_AFTER_PLIES = 84, HOME_RANKS = 2 };
    const Position *position = position_of(run);
    const unsigned rank = square_rank(move_to(attempt));
    const bool is_home = position->to_move == WHITE ? rank < HOME_RANKS : rank >= 8 - HOME_RANKS;
    const uint8_t wanted = krieg_endings[notes_of(pair)->aim->seen];
    if (attempt == TRY_ANY || !chess_is_legal(position, attempt))
        return false;
    const uint8_t ending = ending_by(run, attempt);
    if (ending && ending != wanted)
        return false;
    if (position->quiet_plies < PAWN_AFTER_PLIES || !truth_of(run)->rules->counters_draw)
        return is_home && likes_calm(pair, run, attempt);
    const int step = (int)move_to(attempt) - (int)move_from(attempt);
    return krieg_is_pawn_move(position, attempt) && (step == 8 || step == -8);
}

// The way back of the own last move; before there is one, a calm one.
static bool likes_back(const Pair *pair, const Run *run, Try attempt)
{
    const Try last = notes_of(pair)->last[run == &pair->runs[1]][position_of(run)->to_move];
    if (!likes_calm(pair, run, attempt))
        return false;
    return last == TRY_NONE ||
           (move_from(attempt) == move_to(last) && move_to(attempt) == move_from(last));
}

static bool is_double_step(const Position *position, Try attempt)
{
    const int step = (int)move_to(attempt) - (int)move_from(attempt);
    return krieg_is_pawn_move(position, attempt) && (step == 16 || step == -16);
}

// Of the ear, a pawn's double step; of the other, to take en passant in one run and with another
// man in the other.
static bool likes_taking(const Pair *pair, const Run *run, Try attempt)
{
    const Position *position = position_of(run);
    if (attempt == TRY_ANY || !chess_is_legal(position, attempt))
        return false;
    if (position->to_move == pair->ear)
        return is_double_step(position, attempt);
    return run == &pair->runs[0] ? krieg_is_passant(position, attempt)
                                 : bits_has(position->color[pair->ear], move_to(attempt));
}

// What keeps the castling rights as they are, once they differ, and takes nothing.
static bool likes_rights(const Pair *pair, const Run *run, Try attempt)
{
    const Position *position = position_of(run);
    Position after;
    if (!notes_of(pair)->seen[HIDDEN_CASTLING] || attempt == TRY_ANY ||
        !chess_is_legal(position, attempt) ||
        bits_has(position->color[!position->to_move], move_to(attempt)))
        return false;
    position_after(position, attempt, &after);
    return after.castling == position->castling;
}

// How many men would give check after a move; 0 for what is not legal.
static unsigned checkers_after(const Run *run, Try attempt)
{
    Umpire fork = *truth_of(run);
    Reply reply;
    if (attempt == TRY_ANY || !chess_is_legal(&fork.truth, attempt) ||
        umpire_try(&fork, fork.truth.to_move, attempt, &reply) != UMPIRE_OK)
        return 0;
    return fork.facts.checker_count;
}

// Of the other, whatever gives check.
static bool likes_checking(const Pair *pair, const Run *run, Try attempt)
{
    return position_of(run)->to_move != pair->ear && checkers_after(run, attempt) > 0;
}

// Of the ear, check or double check.
static bool likes_to_check(const Pair *pair, const Run *run, Try attempt)
{
    const unsigned wanted = notes_of(pair)->aim->seen == REFUSED_DOUBLE ? 2 : 1;
    return position_of(run)->to_move == pair->ear && checkers_after(run, attempt) >= wanted;
}

static bool is_capture(const Position *position, Try attempt)
{
    return attempt != TRY_ANY && chess_is_legal(position, attempt) &&
           bits_has(position->color[!position->to_move], move_to(attempt));
}

// Of the ear, to take what is one thing in one truth and another in the other.
static bool likes_prey(const Pair *pair, const Run *run, Try attempt)
{
    const Position *a = position_of(&pair->runs[0]), *b = position_of(&pair->runs[1]);
    return position_of(run)->to_move == pair->ear && is_capture(a, attempt) &&
           is_capture(b, attempt) &&
           krieg_kind_at(a, move_to(attempt)) != krieg_kind_at(b, move_to(attempt));
}

// Of the other, to take; with a pawn in one run and with another man in the other, if it can.
static bool likes_captor(const Pair *pair, const Run *run, Try attempt)
{
    return position_of(run)->to_move != pair->ear && is_capture(position_of(run), attempt);
}

// Whether a legal move is what the ear shall do.
static bool is_own_doing(const Position *position, Seen seen, Move move)
{
    Position after;
    if (seen == OWN_PROMOTED)
        return move_promotion(move) != PAWN;
    if (seen != OWN_CASTLED)
        return krieg_is_passant(position, move);
    position_after(position, move, &after);
    return krieg_is_castling(&after, move);
}

static bool permits_passant(const Position *position, Move move)
{
    Position after;
    position_after(position, move, &after);
    return after.passant != SQUARE_NONE;
}

// Once something is hidden, what the ear shall do; of the other, double steps that can be taken.
static bool likes_own(const Pair *pair, const Run *run, Try attempt)
{
    const Seen seen = notes_of(pair)->aim->seen;
    const Position *position = position_of(run);
    const bool is_ears = position->to_move == pair->ear;
    if (seen == OWN_ASKED)
        return is_ears && attempt == TRY_ANY && krieg_has_secret(pair);
    if (attempt == TRY_ANY || !chess_is_legal(position, attempt))
        return false;
    if (is_ears)
        return krieg_has_secret(pair) && is_own_doing(position, seen, attempt);
    return (seen == OWN_PASSANT_W || seen == OWN_PASSANT_B) && krieg_has_secret(pair) &&
           permits_passant(position, attempt);
}

// --- Aims --------------------------------------------------------------------------------------------

#define STARTS(list)         \
    {                        \
        list, COUNT_OF(list) \
    }

static const Aim aims[] = {
    {HIDDEN_MEN, END_BY_ITSELF, SHORT_STEPS, 1, NULL, STARTS(any_starts)},
    {HIDDEN_PASSANT_W, END_BY_ITSELF, SHORT_STEPS, 1, NULL, STARTS(passant_starts)},
    {HIDDEN_PASSANT_B, END_BY_ITSELF, SHORT_STEPS, 1, NULL, STARTS(passant_starts)},
    {HIDDEN_TAKEN, END_BY_ITSELF, SHORT_STEPS, 1, likes_taking, STARTS(taken_starts)},
    {HIDDEN_CASTLING, END_BY_ITSELF, SHORT_STEPS, 1, NULL, STARTS(castling_starts)},
    {HIDDEN_CASTLED, END_BY_ITSELF, SHORT_STEPS, 1, NULL, STARTS(castling_starts)},
    {HIDDEN_PROMOTION, END_BY_ITSELF, SHORT_STEPS, 1, NULL, STARTS(promotion_starts)},
    {HIDDEN_REFUSALS, END_BY_ITSELF, SHORT_STEPS, 1, NULL, STARTS(any_starts)},
    {HIDDEN_REASON, END_BY_ITSELF, SHORT_STEPS, 1, NULL, STARTS(reason_starts)},
    {HIDDEN_COUNTERS, END_BY_ITSELF, SHORT_STEPS, 1, NULL, STARTS(any_starts)},
    {HIDDEN_LATE, END_BY_ITSELF, LONG_STEPS, 2, likes_rights, STARTS(late_starts)},
    {HIDDEN_CHECKS, END_BY_ITSELF, SHORT_STEPS, 1, likes_checking, STARTS(check_starts)},
    {HIDDEN_CAPTURED, END_BY_ITSELF, SHORT_STEPS, 1, likes_prey, STARTS(capture_starts)},
    {HIDDEN_CAPTOR, END_BY_ITSELF, SHORT_STEPS, 1, likes_captor, STARTS(capture_starts)},
    {HIDDEN_BLOCK, END_BY_ITSELF, SHORT_STEPS, 1, NULL, STARTS(block_starts)},
    {REFUSED_CHECK, END_BY_ITSELF, SHORT_STEPS, 1, likes_to_check, STARTS(check_starts)},
    {REFUSED_DOUBLE, END_BY_ITSELF, SHORT_STEPS, 1, likes_to_check, STARTS(check_starts)},
    {HIDDEN_MEN, END_BY_ITSELF, WHOLE_STEPS, 6, NULL, STARTS(setup_starts)},
    {OWN_PASSANT_W, END_BY_ITSELF, SHORT_STEPS, 1, likes_own, STARTS(passant_starts)},
    {OWN_PASSANT_B, END_BY_ITSELF, SHORT_STEPS, 1, likes_own, STARTS(passant_starts)},
    {OWN_CASTLED, END_BY_ITSELF, SHORT_STEPS, 1, likes_own, STARTS(castling_starts)},
    {OWN_PROMOTED, END_BY_ITSELF, SHORT_STEPS, 1, likes_own, STARTS(promotion_starts)},
    {OWN_ASKED, END_BY_ITSELF, SHORT_STEPS, 1, likes_own, STARTS(any_starts)},
    {ENDED_MATE, END_BY_ITSELF, SHORT_STEPS, 1, likes_end, STARTS(mate_starts)},
    {ENDED_STALEMATE, END_BY_ITSELF, SHORT_STEPS, 1, likes_end, STARTS(stalemate_starts)},
    {ENDED_DEAD, END_BY_ITSELF, SHORT_STEPS, 1, likes_end, STARTS(dead_starts)},
    {ENDED_FIFTY, END_BY_ITSELF, SHORT_STEPS, 1, likes_calm, STARTS(fifty_starts)},
    {ENDED_REPETITION, END_BY_ITSELF, 2 * SHORT_STEPS, 1, likes_back, STARTS(calm_starts)},
    {ENDED_LENGTH, END_BY_ITSELF, LENGTH_STEPS, 40, likes_long, STARTS(calm_starts)},
    {ENDED_ATTEMPTS, END_ATTEMPTS, SHORT_STEPS, 2, NULL, STARTS(any_starts)},
    {ENDED_ATTEMPTS, END_ALMOST, SHORT_STEPS, 6, NULL, STARTS(any_starts)},
    {ENDED_RESIGNED, END_RESIGNED, SHORT_STEPS, 1, NULL, STARTS(any_starts)},
    {ENDED_AGREED, END_AGREED, SHORT_STEPS, 1, NULL, STARTS(any_starts)},
    {ENDED_FLAG, END_FLAG, SHORT_STEPS, 1, NULL, STARTS(any_starts)},
    {ENDED_FORFEIT, END_FORFEIT, SHORT_STEPS, 1, NULL, STARTS(any_starts)},
    {ENDED_ABORTED, END_ABORTED, SHORT_STEPS, 1, NULL, STARTS(any_starts)},
};

const Aim *krieg_aim_of(uint64_t number)
{
    const uint64_t round = number / ruleset_count / COUNT_OF(aims);
    const Aim *aim = &aims[number / ruleset_count % COUNT_OF(aims)];
    const bool has_turn = round % aim->every == 0;
    return has_turn && krieg_can_see(&rulesets[number % ruleset_count], aim->seen) ? aim : &aims[0];
}

uint64_t krieg_aimed_one_in(Seen seen)
{
    for (unsigned i = 0; i < COUNT_OF(aims); i++)
        if (aims[i].seen == seen)
            return (uint64_t)ruleset_count * COUNT_OF(aims) * aims[i].every;
    return 0;
}
