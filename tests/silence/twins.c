// The two-run test of silence for Kriegspiel: pairs of games that sound the same to one seat, though
// the truths differ, must give that seat the same bytes.
//
//     twins [--pairs N] [--seed S] [--from N]
//
// pair.h says how a pair is played and compared, surfaces.h where. Here is what belongs to
// Kriegspiel: its witness, and steering. Each pair has an aim: a kind of hidden difference, or an
// ending, or a long game. Where the game begins and which attempts are drawn first follows from it.
// Steering looks at the boards, and it decides nothing: whatever it draws goes through the witness
// and is compared. The report counts twins by ruleset, hidden difference and ending; a long run
// fails if it has seen too few of one.
#include "exact/options.h"
#include "oracle/witness.h"
#include "pair.h"
#include "quotas.h"
#include "surfaces.h"
#include "table/truth.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CANDIDATES = 8, // attempts of the second run that are put before the witness
    DRAWS_MAX = 24, // attempts that steering looks at for each of them
    SHORT_STEPS = 14,
    LONG_STEPS = 110,
    WHOLE_STEPS = 400,
    LENGTH_STEPS = 3000,
};

typedef enum Hidden {
    HIDDEN_MEN,       // a quiet move: the other's men stand elsewhere
    HIDDEN_PASSANT_W, // White can capture en passant in one truth only
    HIDDEN_PASSANT_B, // Black can
    HIDDEN_TAKEN,     // a pawn was taken en passant in one run and otherwise in the other
    HIDDEN_CASTLING,  // the other's castling rights
    HIDDEN_CASTLED,   // the other has castled in one run only
    HIDDEN_PROMOTION, // what a pawn became
    HIDDEN_REFUSALS,  // how often the other was refused
    HIDDEN_REASON,    // why an own try was refused
    HIDDEN_COUNTERS,  // how far the fifty moves have run
    HIDDEN_LATE,      // castling rights after the fortieth ply
    // And what the ear does while something is hidden: White and Black take en passant, ...
    OWN_PASSANT_W,
    OWN_PASSANT_B,
    OWN_CASTLED,
    OWN_PROMOTED,
    OWN_ASKED,
    HIDDEN_COUNT
} Hidden;

// What a game of a pair can end by, and then how it was ended at the table.
enum { ENDED_BY = HIDDEN_COUNT, ENDED_COUNT = 11, SEEN_COUNT = ENDED_BY + ENDED_COUNT };

static const char *const seen_names[SEEN_COUNT] = {
    "men",      "passant w", "passant b", "taken",     "castling", "castled", "promotion",
    "refusals", "reason",    "counters",  "late",      "takes w",  "takes b", "castles",
    "promotes", "asks",      "mate",      "stalemate", "dead",     "fifty",   "repetition",
    "length",   "attempts",  "resigned",  "agreed",    "flag",     "forfeit",
};

static const uint8_t endings[ENDED_COUNT] = {ENDING_MATE,     ENDING_STALEMATE,  ENDING_DEAD,
                                             ENDING_FIFTY,    ENDING_REPETITION, ENDING_LENGTH,
                                             ENDING_ATTEMPTS, ENDING_RESIGNED,   ENDING_AGREED,
                                             ENDING_FLAG,     ENDING_FORFEIT};

// Whether a ruleset lets something be seen in twins at all. Where every refusal is said aloud,
// illegal or impossible, the ear counts the other's refusals itself.
static bool can_see(const Ruleset *rules, unsigned seen)
{
    if (seen == HIDDEN_REFUSALS)
        return rules->illegal_heard_by == HEARD_BY_MOVER ||
               rules->impossible_heard_by == HEARD_BY_MOVER;
    if (seen == HIDDEN_TAKEN)
        return !rules->passant_is_named;
    if (seen == OWN_ASKED)
        return ruleset_has_question(rules);
    if (seen >= ENDED_BY &&
        (endings[seen - ENDED_BY] == ENDING_FIFTY || endings[seen - ENDED_BY] == ENDING_REPETITION))
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

static const char *const promotion_starts[] = {
    "4k3/P6p/8/8/8/8/p6P/4K3 %c - - 0 1",
    "8/PP3k2/8/8/8/8/pp3K2/8 %c - - 0 1",
};

// Open lines and bare kings: a man may be pinned in one truth and blocked in the other.
static const char *const reason_starts[] = {
    "3rkr2/3p1p2/1b4b1/q7/Q7/1B4B1/3P1P2/3RKR2 %c - - 0 1",
    "q3k2q/3r1r2/4n3/8/8/4N3/3R1R2/Q3K2Q %c - - 0 1",
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
    "8/3k4/8/8/8/8/1p3K2/8 %c - - 0 1",
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

// --- Aims --------------------------------------------------------------------------------------------

typedef struct Starts {
    const char *const *list;
    uint32_t count;
} Starts;

#define STARTS(list)         \
    {                        \
        list, COUNT_OF(list) \
    }

static bool likes_any(const Pair *pair, const Run *run, Try attempt);
static bool likes_end(const Pair *pair, const Run *run, Try attempt);
static bool likes_calm(const Pair *pair, const Run *run, Try attempt);
static bool likes_long(const Pair *pair, const Run *run, Try attempt);
static bool likes_back(const Pair *pair, const Run *run, Try attempt);
static bool likes_taking(const Pair *pair, const Run *run, Try attempt);
static bool likes_rights(const Pair *pair, const Run *run, Try attempt);
static bool likes_own(const Pair *pair, const Run *run, Try attempt);

// A row an aim: what shall be seen, where it begins, how many steps it may take, which attempts are
// drawn first, and how often it has its turn.
typedef struct Aim {
    unsigned seen; // Hidden, or an ending
    PairEnd end;
    uint16_t steps, every;
    bool (*likes)(const Pair *pair, const Run *run, Try attempt);
    Starts starts;
} Aim;

static const Aim aims[] = {
    {HIDDEN_MEN, END_BY_ITSELF, SHORT_STEPS, 1, likes_any, STARTS(any_starts)},
    {HIDDEN_PASSANT_W, END_BY_ITSELF, SHORT_STEPS, 1, likes_any, STARTS(passant_starts)},
    {HIDDEN_PASSANT_B, END_BY_ITSELF, SHORT_STEPS, 1, likes_any, STARTS(passant_starts)},
    {HIDDEN_TAKEN, END_BY_ITSELF, SHORT_STEPS, 1, likes_taking, STARTS(taken_starts)},
    {HIDDEN_CASTLING, END_BY_ITSELF, SHORT_STEPS, 1, likes_any, STARTS(castling_starts)},
    {HIDDEN_CASTLED, END_BY_ITSELF, SHORT_STEPS, 1, likes_any, STARTS(castling_starts)},
    {HIDDEN_PROMOTION, END_BY_ITSELF, SHORT_STEPS, 1, likes_any, STARTS(promotion_starts)},
    {HIDDEN_REFUSALS, END_BY_ITSELF, SHORT_STEPS, 1, likes_any, STARTS(any_starts)},
    {HIDDEN_REASON, END_BY_ITSELF, SHORT_STEPS, 1, likes_any, STARTS(reason_starts)},
    {HIDDEN_COUNTERS, END_BY_ITSELF, SHORT_STEPS, 1, likes_any, STARTS(any_starts)},
    {HIDDEN_LATE, END_BY_ITSELF, LONG_STEPS, 2, likes_rights, STARTS(castling_starts)},
    {HIDDEN_MEN, END_BY_ITSELF, WHOLE_STEPS, 6, likes_any, STARTS(setup_starts)},
    {OWN_PASSANT_W, END_BY_ITSELF, SHORT_STEPS, 1, likes_own, STARTS(passant_starts)},
    {OWN_PASSANT_B, END_BY_ITSELF, SHORT_STEPS, 1, likes_own, STARTS(passant_starts)},
    {OWN_CASTLED, END_BY_ITSELF, SHORT_STEPS, 1, likes_own, STARTS(castling_starts)},
    {OWN_PROMOTED, END_BY_ITSELF, SHORT_STEPS, 1, likes_own, STARTS(promotion_starts)},
    {OWN_ASKED, END_BY_ITSELF, SHORT_STEPS, 1, likes_own, STARTS(any_starts)},
    {ENDED_BY + 0, END_BY_ITSELF, SHORT_STEPS, 1, likes_end, STARTS(mate_starts)},
    {ENDED_BY + 1, END_BY_ITSELF, SHORT_STEPS, 1, likes_end, STARTS(stalemate_starts)},
    {ENDED_BY + 2, END_BY_ITSELF, SHORT_STEPS, 1, likes_end, STARTS(dead_starts)},
    {ENDED_BY + 3, END_BY_ITSELF, SHORT_STEPS, 1, likes_calm, STARTS(fifty_starts)},
    {ENDED_BY + 4, END_BY_ITSELF, 2 * SHORT_STEPS, 1, likes_back, STARTS(calm_starts)},
    {ENDED_BY + 5, END_BY_ITSELF, LENGTH_STEPS, 300, likes_long, STARTS(calm_starts)},
    {ENDED_BY + 6, END_ATTEMPTS, SHORT_STEPS, 6, likes_any, STARTS(any_starts)},
    {ENDED_BY + 6, END_ALMOST, SHORT_STEPS, 12, likes_any, STARTS(any_starts)},
    {ENDED_BY + 7, END_RESIGNED, SHORT_STEPS, 1, likes_any, STARTS(any_starts)},
    {ENDED_BY + 8, END_AGREED, SHORT_STEPS, 1, likes_any, STARTS(any_starts)},
    {ENDED_BY + 9, END_FLAG, SHORT_STEPS, 1, likes_any, STARTS(any_starts)},
    {ENDED_BY + 10, END_FORFEIT, SHORT_STEPS, 1, likes_any, STARTS(any_starts)},
};

// What the pair in play has shown.
typedef struct Notes {
    const Aim *aim;
    bool seen[SEEN_COUNT];
    unsigned plies[2];
    unsigned promoted[2]; // a set of kinds the other's pawns became
    unsigned castled[2];  // how often the other has
    Try last[2][2];       // by run and seat: the last move that was played
} Notes;

static Notes *notes_of(const Pair *pair)
{
    return pair->notes;
}

// --- The witness ----------------------------------------------------------------------------------------

static Witness *witness_of(const Run *run)
{
    return run->witnesses[run->listening];
}

static void foretell(const Pair *pair, Run *run, Try attempt, char heard[PAIR_HEARD_MAX])
{
    char words[16];
    Text text = TEXT_IN(words);
    WitnessHeard all;
    Witness *next = run->witnesses[!run->listening];
    try_to_text(attempt, &text);
    *next = *witness_of(run);
    witness_try(next, words, &all);
    strcpy(heard, strcmp(all.to[pair->ear], "-") == 0 ? "" : all.to[pair->ear]);
}

static uint8_t mover(const Run *run)
{
    return (uint8_t)witness_of(run)->now.side;
}

static bool is_over(const Run *run)
{
    return witness_is_over(witness_of(run));
}

// A bare king cannot win.
static bool can_win(const Run *run, uint8_t seat)
{
    const WitnessPosition *position = &witness_of(run)->now;
    unsigned men = 0;
    for (int rank = 0; rank < position->ranks; rank++)
        for (int file = 0; file < position->files; file++) {
            const unsigned char man = (unsigned char)position->squares[rank][file];
            men += seat == WHITE ? isupper(man) != 0 : islower(man) != 0;
        }
    return men > 1;
}

static int attempts(const Run *run)
{
    return witness_of(run)->attempts;
}

static void count_attempts(Run *run, int more)
{
    Witness *witness = witness_of(run);
    witness_set_counters(witness, witness->plies, witness->attempts + more);
}

static void describe(const Run *run, Text *text)
{
    char fen[FEN_TEXT_MAX];
    witness_fen(witness_of(run), fen, sizeof fen);
    text_add(text, fen);
}

static const Umpire *truth_of(const Run *run)
{
    return table_truth(run->table);
}

static const Position *position_of(const Run *run)
{
    return &truth_of(run)->truth;
}

// --- What differs in secret ----------------------------------------------------------------------------

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

// The kinds that two positions show; the others are a matter of what was done.
static bool (*const differ[SEEN_COUNT])(const Position *a, const Position *b, Color other) = {
    [HIDDEN_MEN] = men_differ,
    [HIDDEN_PASSANT_W] = white_passants_differ,
    [HIDDEN_PASSANT_B] = black_passants_differ,
    [HIDDEN_CASTLING] = rights_differ,
    [HIDDEN_LATE] = rights_differ,
    [HIDDEN_COUNTERS] = counters_differ,
};

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
static bool reasons_differ(const Position *a, const Position *b, Try attempt)
{
    return attempt != TRY_ANY && is_pseudo_legal(a, attempt) != is_pseudo_legal(b, attempt) &&
           !chess_is_legal(a, attempt) && !chess_is_legal(b, attempt);
}

// A king moves two files only to castle.
static bool is_castling(const Position *after, Move move)
{
    const int files = (int)square_file(move_to(move)) - (int)square_file(move_from(move));
    return bits_has(after->kind[KING], move_to(move)) && (files == 2 || files == -2);
}

static bool has_secret(const Pair *pair)
{
    return men_differ(position_of(&pair->runs[0]), position_of(&pair->runs[1]), !pair->ear);
}

// A move of the ear's that was played.
static void note_own(Pair *pair, const Run *run, Move move)
{
    bool *seen = notes_of(pair)->seen;
    if (!has_secret(pair))
        return;
    seen[pair->ear == WHITE ? OWN_PASSANT_W : OWN_PASSANT_B] |= truth_of(run)->facts.is_passant;
    seen[OWN_CASTLED] |= is_castling(position_of(run), move);
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
    if (last->event.seat == pair->ear) {
        note_own(pair, run, last->event.attempt);
        return true;
    }
    if (move_promotion(last->event.attempt) != PAWN)
        notes->promoted[i] |= 1u << move_promotion(last->event.attempt);
    notes->castled[i] += is_castling(position_of(run), last->event.attempt);
    return true;
}

static void note_ending(Pair *pair)
{
    const SeatLog *log = &pair->runs[0].log;
    const uint8_t ending = log->list[log->count - 1].hearing.ending;
    for (unsigned i = 0; i < ENDED_COUNT; i++)
        notes_of(pair)->seen[ENDED_BY + i] |= ending == endings[i];
}

static void note(Pair *pair)
{
    enum { LATE_PLIES = 40 };
    Notes *notes = notes_of(pair);
    const Run *runs = pair->runs;
    const Position *a = position_of(&runs[0]), *b = position_of(&runs[1]);
    const bool is_played =
        runs[0].doings.count && runs[1].doings.count && note_move(pair, 0) && note_move(pair, 1);
    for (unsigned kind = 0; kind < HIDDEN_LATE; kind++)
        notes->seen[kind] |= differ[kind] && differ[kind](a, b, !pair->ear);
    notes->seen[HIDDEN_LATE] |= notes->plies[0] >= LATE_PLIES && rights_differ(a, b, !pair->ear);
    notes->seen[HIDDEN_PROMOTION] |= notes->promoted[0] != notes->promoted[1];
    notes->seen[HIDDEN_CASTLED] |= notes->castled[0] != notes->castled[1];
    notes->seen[HIDDEN_REFUSALS] |= runs[0].other_refusals != runs[1].other_refusals;
    notes->seen[HIDDEN_TAKEN] |=
        is_played && truth_of(&runs[0])->facts.is_passant != truth_of(&runs[1])->facts.is_passant;
    if (runs[0].manners.is_over)
        note_ending(pair);
}

// --- Steering ------------------------------------------------------------------------------------------

// What can be tried at a run's table.
typedef struct TryList {
    uint32_t count;
    Try tries[TRIES_MAX];
} TryList;

static TryList choice_of(const Run *run)
{
    TryList choice;
    choice.count = umpire_tries(truth_of(run), choice.tries);
    return choice;
}

static Try draw(Rng *rng, const TryList *choice)
{
    return choice->tries[rng_below(rng, choice->count)];
}

static bool likes_any(const Pair *pair, const Run *run, Try attempt)
{
    (void)pair;
    (void)run;
    (void)attempt;
    return false; // more than another
}

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
           ending_by(run, attempt) == endings[notes_of(pair)->aim->seen - ENDED_BY];
}

static bool is_pawn_move(const Position *position, Try attempt)
{
    return bits_has(position->kind[PAWN], move_from(attempt));
}

static bool is_passant(const Position *position, Try attempt)
{
    return is_pawn_move(position, attempt) &&
           square_file(move_from(attempt)) != square_file(move_to(attempt)) &&
           !bits_has(position->color[!position->to_move], move_to(attempt));
}

// Neither a capture nor a pawn's move.
static bool likes_calm(const Pair *pair, const Run *run, Try attempt)
{
    (void)pair;
    const Position *position = position_of(run);
    return attempt != TRY_ANY && chess_is_legal(position, attempt) &&
           !is_pawn_move(position, attempt) &&
           !bits_has(position->color[!position->to_move], move_to(attempt));
}

// Calm, behind the own pawns; and now and then a pawn's single step, so that the fifty moves begin
// anew.
static bool likes_long(const Pair *pair, const Run *run, Try attempt)
{
    enum { PAWN_AFTER_PLIES = 70, HOME_RANKS = 2 };
    const Position *position = position_of(run);
    const unsigned rank = square_rank(move_to(attempt));
    const bool is_home = position->to_move == WHITE ? rank < HOME_RANKS : rank >= 8 - HOME_RANKS;
    const uint8_t wanted = endings[notes_of(pair)->aim->seen - ENDED_BY];
    if (attempt == TRY_ANY || !chess_is_legal(position, attempt))
        return false;
    const uint8_t ending = ending_by(run, attempt);
    if (ending && ending != wanted)
        return false;
    if (position->quiet_plies < PAWN_AFTER_PLIES || !truth_of(run)->rules->counters_draw)
        return is_home && likes_calm(pair, run, attempt);
    const int step = (int)move_to(attempt) - (int)move_from(attempt);
    return is_pawn_move(position, attempt) && (step == 8 || step == -8);
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
    return is_pawn_move(position, attempt) && (step == 16 || step == -16);
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
    return run == &pair->runs[0] ? is_passant(position, attempt)
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

// Whether a legal move is what the ear shall do.
static bool is_own_doing(const Position *position, unsigned seen, Move move)
{
    Position after;
    if (seen == OWN_PROMOTED)
        return move_promotion(move) != PAWN;
    if (seen != OWN_CASTLED)
        return is_passant(position, move);
    position_after(position, move, &after);
    return is_castling(&after, move);
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
    const unsigned seen = notes_of(pair)->aim->seen;
    const Position *position = position_of(run);
    const bool is_ears = position->to_move == pair->ear;
    if (seen == OWN_ASKED)
        return is_ears && attempt == TRY_ANY && has_secret(pair);
    if (attempt == TRY_ANY || !chess_is_legal(position, attempt))
        return false;
    if (is_ears)
        return has_secret(pair) && is_own_doing(position, seen, attempt);
    return (seen == OWN_PASSANT_W || seen == OWN_PASSANT_B) && has_secret(pair) &&
           permits_passant(position, attempt);
}

// Draws one of the attempts that the aim likes; TRY_NONE if there is none.
static Try draw_liked(Pair *pair, const Run *run, const TryList *choice)
{
    const Aim *aim = notes_of(pair)->aim;
    TryList liked = {0};
    for (uint32_t i = 0; aim->likes != likes_any && i < choice->count; i++)
        if (aim->likes(pair, run, choice->tries[i]))
            liked.tries[liked.count++] = choice->tries[i];
    return liked.count ? draw(&pair->rng, &liked) : TRY_NONE;
}

// A guess from the board what an attempt will sound like: refused, an answer, a quiet move, or a
// capture on a square. Every ruleset tells these apart, so attempts that are guessed to differ are
// never twins; whether those guessed alike are, the witness says.
enum { GUESS_QUIET = SQUARE_COUNT, GUESS_REFUSAL, GUESS_ANSWER };

static unsigned guess(const Position *position, Try attempt)
{
    if (attempt == TRY_ANY)
        return GUESS_ANSWER;
    if (!chess_is_legal(position, attempt))
        return GUESS_REFUSAL;
    const unsigned from = move_from(attempt), to = move_to(attempt);
    if (bits_has(position->color[!position->to_move], to))
        return to;
    return is_passant(position, attempt) ? square_rank(from) * 8 + square_file(to) : GUESS_QUIET;
}

// Whether some try of the side to move is refused on both boards for different reasons.
static bool has_two_reasons(const Pair *pair, const Position *a, const Position *b)
{
    const OwnMen own = own_men_of(a, a->to_move);
    const Turn turn = {0};
    TryList choice;
    choice.count = attempts_list(&turn, pair->chess.ruleset, &own, choice.tries);
    for (uint32_t i = 0; i < choice.count; i++)
        if (reasons_differ(a, b, choice.tries[i]))
            return true;
    return false;
}

// Whether two attempts of the other's, if they are played, bring the wanted difference about.
static bool would_hide(const Pair *pair, const Try drawn[2])
{
    const unsigned seen = notes_of(pair)->aim->seen;
    Position after[2];
    const Position *before[2];
    for (unsigned i = 0; i < 2; i++) {
        before[i] = position_of(&pair->runs[i]);
        if (drawn[i] == TRY_ANY || !chess_is_legal(before[i], drawn[i]))
            return false;
        position_after(before[i], drawn[i], &after[i]);
    }
    if (differ[seen])
        return differ[seen](&after[0], &after[1], !pair->ear);
    if (seen == HIDDEN_PROMOTION)
        return move_promotion(drawn[0]) != move_promotion(drawn[1]);
    if (seen == HIDDEN_CASTLED)
        return is_castling(&after[0], drawn[0]) != is_castling(&after[1], drawn[1]);
    if (seen == HIDDEN_TAKEN)
        return is_passant(before[0], drawn[0]) != is_passant(before[1], drawn[1]);
    return seen != HIDDEN_REASON || has_two_reasons(pair, &after[0], &after[1]);
}

// Draws an attempt for each run, the first too if `both`: if one of the draws promises the wanted
// difference, that; else one whose attempts may sound alike.
static void draw_attempts(Pair *pair, const TryList choices[2], bool both, Try drawn_out[2])
{
    const Notes *notes = notes_of(pair);
    Try drawn[2] = {drawn_out[0], drawn_out[1]};
    bool has_alike = false;
    for (unsigned i = 0; i < DRAWS_MAX; i++) {
        if (both)
            drawn[0] = draw(&pair->rng, &choices[0]);
        drawn[1] = draw(&pair->rng, &choices[1]);
        const bool is_alike = guess(position_of(&pair->runs[0]), drawn[0]) ==
                              guess(position_of(&pair->runs[1]), drawn[1]);
        if (has_alike && !is_alike)
            continue;
        const bool is_wanted =
            is_alike && (notes->seen[notes->aim->seen] || would_hide(pair, drawn));
        if (!has_alike || is_wanted)
            memcpy(drawn_out, drawn, sizeof drawn);
        has_alike |= is_alike;
        if (is_wanted)
            return;
    }
}

static bool sound_alike(Pair *pair, const Try drawn[2])
{
    char heard[2][PAIR_HEARD_MAX];
    for (unsigned i = 0; i < 2; i++)
        foretell(pair, &pair->runs[i], drawn[i], heard[i]);
    return strcmp(heard[0], heard[1]) == 0;
}

// For each run an attempt of the other's that the aim likes.
static bool draw_other_liked(Pair *pair, const TryList choices[2], Try drawn[2])
{
    for (unsigned candidate = 0; candidate < CANDIDATES; candidate++) {
        for (unsigned i = 0; i < 2; i++)
            drawn[i] = draw_liked(pair, &pair->runs[i], &choices[i]);
        if (drawn[0] == TRY_NONE || drawn[1] == TRY_NONE)
            return false;
        if (sound_alike(pair, drawn))
            return true;
    }
    return false;
}

// Chooses for each run an attempt of the other's that sounds the same to the ear; the last that is
// tried is the same in both.
static bool draw_other(Pair *pair, Try drawn[2])
{
    const TryList choices[2] = {choice_of(&pair->runs[0]), choice_of(&pair->runs[1])};
    if (draw_other_liked(pair, choices, drawn))
        return true;
    for (unsigned candidate = 0; candidate < 2 * CANDIDATES; candidate++) {
        draw_attempts(pair, choices, candidate % CANDIDATES == 0, drawn);
        if (candidate % CANDIDATES == CANDIDATES - 1)
            drawn[1] = drawn[0];
        if (sound_alike(pair, drawn))
            return true;
    }
    return false;
}

// A try of the ear's that is refused for different reasons, if that is wanted and there is one.
static Try find_two_reasons(const Pair *pair, const TryList *choice)
{
    const Notes *notes = notes_of(pair);
    const Position *a = position_of(&pair->runs[0]), *b = position_of(&pair->runs[1]);
    if (notes->aim->seen != HIDDEN_REASON || notes->seen[HIDDEN_REASON])
        return TRY_NONE;
    for (uint32_t i = 0; i < choice->count; i++)
        if (reasons_differ(a, b, choice->tries[i]))
            return choice->tries[i];
    return TRY_NONE;
}

// Draws a try of the ear's: what the aim likes, or one that may be answered alike.
static Try draw_one_own(Pair *pair, unsigned candidate)
{
    const Position *a = position_of(&pair->runs[0]), *b = position_of(&pair->runs[1]);
    const TryList choice = choice_of(&pair->runs[0]);
    Try attempt = candidate == 0 ? find_two_reasons(pair, &choice) : TRY_NONE;
    if (attempt == TRY_NONE && candidate < CANDIDATES / 2)
        attempt = draw_liked(pair, &pair->runs[0], &choice);
    if (attempt != TRY_NONE)
        return attempt;
    attempt = draw(&pair->rng, &choice);
    for (unsigned i = 0; i < DRAWS_MAX && guess(a, attempt) != guess(b, attempt); i++)
        attempt = draw(&pair->rng, &choice);
    return attempt;
}

// The ear draws until it finds a try that does not tell it which game it is in.
static bool draw_own(Pair *pair, Try *attempt)
{
    for (unsigned candidate = 0; candidate < CANDIDATES; candidate++) {
        *attempt = draw_one_own(pair, candidate);
        if (!sound_alike(pair, (const Try[2]){*attempt, *attempt}))
            continue;
        notes_of(pair)->seen[OWN_ASKED] |= *attempt == TRY_ANY && has_secret(pair);
        notes_of(pair)->seen[HIDDEN_REASON] |=
            reasons_differ(position_of(&pair->runs[0]), position_of(&pair->runs[1]), *attempt);
        return true;
    }
    return false;
}

// No king goes two ranks.
static Try draw_nonsense(const Pair *pair, const Run *run)
{
    (void)pair;
    const Position *position = position_of(run);
    Bits kings = position->kind[KING] & position->color[position->to_move];
    const unsigned from = bits_take(&kings);
    return move_make(from, from >= 16 ? from - 16 : from + 16, PAWN);
}

// Whether a desk would ask for a promotion first.
static bool lacks_promotion(const Position *position, Try attempt)
{
    const Board *board = position_board(position);
    return move_promotion(attempt) == PAWN && is_pawn_move(position, attempt) &&
           bits_has(board->last_rank[position->to_move], move_to(attempt));
}

// An illegal try, or one that was never possible.
static Try draw_refusal(Pair *pair, const Run *run)
{
    const Position *position = position_of(run);
    const TryList choice = choice_of(run);
    Try attempt = draw(&pair->rng, &choice);
    if (rng_below(&pair->rng, 2))
        attempt = move_make(rng_below(&pair->rng, SQUARE_COUNT), move_to(attempt), PAWN);
    if (move_from(attempt) == move_to(attempt) || chess_is_legal(position, attempt) ||
        lacks_promotion(position, attempt))
        return draw_nonsense(pair, run);
    return attempt;
}

static const PairGame kriegspiel_pair = {
    .game = &kriegspiel_game,
    .foretell = foretell,
    .mover = mover,
    .is_over = is_over,
    .can_win = can_win,
    .attempts = attempts,
    .count_attempts = count_attempts,
    .draw_nonsense = draw_nonsense,
    .draw_refusal = draw_refusal,
    .draw_other = draw_other,
    .draw_own = draw_own,
    .note = note,
    .describe = describe,
};

// --- Whole pairs ------------------------------------------------------------------------------------------

// Ruleset and aim by number; an aim whose turn it is not gives way to the first.
static const Aim *aim_of(uint64_t number)
{
    const uint64_t round = number / ruleset_count / COUNT_OF(aims);
    const Aim *aim = &aims[number / ruleset_count % COUNT_OF(aims)];
    const bool has_turn = round % aim->every == 0;
    return has_turn && can_see(&rulesets[number % ruleset_count], aim->seen) ? aim : &aims[0];
}

// Draws board and first position. The start, as FEN, goes into `fen`; NULL for the set-up.
static const char *draw_start(Pair *pair, const Aim *aim, char fen[FEN_TEXT_MAX])
{
    const char *start = aim->starts.list[rng_below(&pair->rng, aim->starts.count)];
    const Board *board = &chess_boards[start ? 0 : rng_below(&pair->rng, 8)];
    const Ruleset *ruleset = &rulesets[pair->number % ruleset_count];
    pair->chess = (KriegspielRules){ruleset, {board, position_start(board), !start}};
    if (!start)
        return NULL;
    snprintf(fen, FEN_TEXT_MAX, start, "wb"[rng_below(&pair->rng, 2)]);
    if (position_from_fen(slice_of(fen), board, &pair->chess.setup.start) != FEN_OK)
        abort();
    return fen;
}

static void play_pair(Pair *pair)
{
    char fen[FEN_TEXT_MAX];
    Notes *notes = notes_of(pair);
    const Aim *aim = aim_of(pair->number);
    *notes = (Notes){.aim = aim};
    const char *start = draw_start(pair, aim, fen);
    pair->ear = (uint8_t)rng_below(&pair->rng, 2);
    if (aim->seen == OWN_PASSANT_W || aim->seen == OWN_PASSANT_B)
        pair->ear = aim->seen == OWN_PASSANT_W ? WHITE : BLACK;
    pair->end = aim->end;
    pair->steps_max = aim->steps;
    if (aim->end != END_BY_ITSELF)
        pair->steps_max = 1 + rng_below(&pair->rng, aim->steps);
    pair_draw_clock(pair);
    for (unsigned i = 0; i < 2; i++) {
        WitnessHeard heard;
        if (!witness_open(witness_of(&pair->runs[i]), pair->chess.ruleset->name,
                          pair->chess.setup.board->name, start, &heard))
            abort();
    }
    pair_open(pair);
    pair_play(pair);
    pair_compare(pair);
    pair_close(pair);
}

// --- The report ---------------------------------------------------------------------------------------------

// Of so many pairs one must show it.
static uint32_t one_in(const Ruleset *ruleset, unsigned seen)
{
    uint32_t pairs = QUOTA_PAIRS_MAX;
    for (unsigned i = COUNT_OF(aims); i-- > 0;)
        if (aims[i].seen == seen)
            pairs = quota_for(ruleset_count * COUNT_OF(aims) * aims[i].every);
    return can_see(ruleset, seen) ? pairs : 0;
}

static void name_quotas(Quotas *quotas)
{
    quotas->rows = ruleset_count;
    quotas->columns = SEEN_COUNT;
    for (unsigned seen = 0; seen < SEEN_COUNT; seen++) {
        quotas->column_names[seen] = seen_names[seen];
        for (unsigned i = 0; i < ruleset_count; i++)
            quotas->one_in[i][seen] = one_in(&rulesets[i], seen);
    }
    for (unsigned i = 0; i < ruleset_count; i++)
        quotas->row_names[i] = rulesets[i].name;
}

int main(int count, char **words)
{
    static Pair pair = {.kind = &kriegspiel_pair};
    static Witness witnesses[2][2];
    static KriegspielView views[2];
    static Notes notes;
    static Quotas quotas;
    const uint64_t from = number_option(count, words, "--from", 0);
    const uint64_t pairs = number_option(count, words, "--pairs", 3000);
    const uint64_t seed = number_option(count, words, "--seed", 1);
    surfaces_find_bot(words[0]);
    pair.notes = &notes;
    for (unsigned i = 0; i < 2; i++) {
        pair.runs[i].view = &views[i];
        for (unsigned j = 0; j < 2; j++)
            pair.runs[i].witnesses[j] = &witnesses[i][j];
    }
    name_quotas(&quotas);
    for (pair.number = from; pair.number < from + pairs; pair.number++) {
        pair.rng = rng_from_seed(seed ^ pair.number << 20);
        play_pair(&pair);
        for (unsigned seen = 0; seen < SEEN_COUNT; seen++)
            quotas.counts[pair.number % ruleset_count][seen] += notes.seen[seen];
    }
    return quotas_report(&quotas, pairs) ? EXIT_SUCCESS : EXIT_FAILURE;
}
