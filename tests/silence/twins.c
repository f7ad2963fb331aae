// The two-run test of silence for Kriegspiel: pairs of games that sound the same to one seat, though
// the truths differ, must give that seat the same bytes.
//
//     twins [--pairs N] [--seed S] [--from N]
//
// pair.h says how a pair is played and compared, surfaces.h where. Here is what belongs to
// Kriegspiel: its witness, and the drawing of attempts. Each pair has an aim (krieg_aims.c): a kind
// of hidden difference, something that the ear does, an ending, or a long game. Steering looks at
// the boards, and it decides nothing: whatever it draws goes through the witness and is compared.
//
// The report counts twins by ruleset, hidden difference and ending; a long run
// fails if it has seen too few of one.
#include "krieg_pair.h"
#include "oracle/options.h"
#include "oracle/witness.h"
#include "quotas.h"
#include "surfaces.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CANDIDATES = 8, // attempts of the second run that are put before the witness
    DRAWS_MAX = 24, // attempts that steering looks at for each of them
};

// --- The witness ----------------------------------------------------------------------------------------

static Witness *witness_of(const Run *run)
{
    return run->witnesses[run->listening];
}

static void foretell(Run *run, Try attempt)
{
    char words[16];
    Text text = TEXT_IN(words);
    WitnessHeard all;
    Witness *next = run->witnesses[!run->listening];
    try_to_text(attempt, &text);
    *next = *witness_of(run);
    witness_try(next, words, &all);
    for (unsigned seat = 0; seat < 2; seat++)
        strcpy(run->words[seat], strcmp(all.to[seat], "-") == 0 ? "" : all.to[seat]);
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

// Draws one of the attempts that the aim likes; TRY_NONE if there is none.
static Try draw_liked(Pair *pair, const Run *run, const TryList *choice)
{
    const Aim *aim = notes_of(pair)->aim;
    TryList liked = {0};
    for (uint32_t i = 0; aim->likes && i < choice->count; i++)
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
    return krieg_is_passant(position, attempt) ? square_rank(from) * 8 + square_file(to)
                                               : GUESS_QUIET;
}

// Whether some try of the side to move is refused on both boards for different reasons.
static bool has_two_reasons(const Pair *pair, const Position *a, const Position *b)
{
    const OwnMen own = own_men_of(a, a->to_move);
    const Turn turn = {0};
    TryList choice;
    choice.count = attempts_list(&turn, pair->chess.ruleset, &own, choice.tries);
    for (uint32_t i = 0; i < choice.count; i++)
        if (krieg_reasons_differ(a, b, choice.tries[i]))
            return true;
    return false;
}

// Whether two attempts of the other's, if they are played, bring the wanted difference about.
static bool would_hide(const Pair *pair, const Try drawn[2])
{
    const Seen seen = notes_of(pair)->aim->seen;
    Position after[2];
    const Position *before[2];
    for (unsigned i = 0; i < 2; i++) {
        before[i] = position_of(&pair->runs[i]);
        if (drawn[i] == TRY_ANY || !chess_is_legal(before[i], drawn[i]))
            return false;
        position_after(before[i], drawn[i], &after[i]);
    }
    bool is_shown;
    const bool differs = krieg_differs(seen, &after[0], &after[1], !pair->ear, &is_shown);
    if (is_shown)
        return differs;
    if (seen == HIDDEN_PROMOTION)
        return move_promotion(drawn[0]) != move_promotion(drawn[1]);
    if (seen == HIDDEN_CASTLED)
        return krieg_is_castling(&after[0], drawn[0]) != krieg_is_castling(&after[1], drawn[1]);
    if (seen == HIDDEN_CAPTURED) // once the ear takes it
        return move_to(drawn[0]) == move_to(drawn[1]) &&
               krieg_kind_at(&after[0], move_to(drawn[0])) !=
                   krieg_kind_at(&after[1], move_to(drawn[1]));
    if (seen == HIDDEN_TAKEN)
        return krieg_is_passant(before[0], drawn[0]) != krieg_is_passant(before[1], drawn[1]);
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

// For each run an attempt of the other's that the aim likes.
static bool draw_other_liked(Pair *pair, const TryList choices[2], Try drawn[2])
{
    for (unsigned candidate = 0; candidate < CANDIDATES; candidate++) {
        for (unsigned i = 0; i < 2; i++)
            drawn[i] = draw_liked(pair, &pair->runs[i], &choices[i]);
        if (drawn[0] == TRY_NONE || drawn[1] == TRY_NONE)
            return false;
        if (pair_sound_alike(pair, drawn))
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
        if (pair_sound_alike(pair, drawn))
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
        if (krieg_reasons_differ(a, b, choice->tries[i]))
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
        if (!pair_sound_alike(pair, (const Try[2]){*attempt, *attempt}))
            continue;
        notes_of(pair)->seen[OWN_ASKED] |= *attempt == TRY_ANY && krieg_has_secret(pair);
        notes_of(pair)->seen[HIDDEN_REASON] |= krieg_reasons_differ(
            position_of(&pair->runs[0]), position_of(&pair->runs[1]), *attempt);
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
    return move_promotion(attempt) == PAWN && krieg_is_pawn_move(position, attempt) &&
           bits_has(board->last_rank[position->to_move], move_to(attempt));
}

static Try draw_illegal(Pair *pair, const Run *run)
{
    TryList choice = choice_of(run);
    uint32_t count = 0;
    for (uint32_t i = 0; i < choice.count; i++)
        if (choice.tries[i] != TRY_ANY && !chess_is_legal(position_of(run), choice.tries[i]))
            choice.tries[count++] = choice.tries[i];
    return count ? choice.tries[rng_below(&pair->rng, count)] : TRY_NONE;
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
    .draw_illegal = draw_illegal,
    .draw_refusal = draw_refusal,
    .draw_other = draw_other,
    .draw_own = draw_own,
    .note = krieg_note,
    .describe = describe,
};

// --- Whole pairs ------------------------------------------------------------------------------------------

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
    const Aim *aim = krieg_aim_of(pair->number);
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
static uint32_t one_in(const Ruleset *ruleset, Seen seen)
{
    const uint64_t aimed = krieg_aimed_one_in(seen);
    return krieg_can_see(ruleset, seen) && aimed ? quota_for(aimed) : 0;
}

static void name_quotas(Quotas *quotas)
{
    quotas->rows = ruleset_count;
    quotas->columns = SEEN_COUNT;
    for (unsigned seen = 0; seen < SEEN_COUNT; seen++) {
        quotas->column_names[seen] = krieg_seen_names[seen];
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
    static KriegspielView views[2][2];
    static Notes notes;
    static Quotas quotas;
    const uint64_t from = number_option(count, words, "--from", 0);
    const uint64_t pairs = number_option(count, words, "--pairs", 3000);
    const uint64_t seed = number_option(count, words, "--seed", 1);
    surfaces_find_bot(words[0]);
    pair.notes = &notes;
    for (unsigned i = 0; i < 2; i++) {
        pair.runs[i].view = &views[i][0];
        pair.runs[i].other_view = &views[i][1];
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
