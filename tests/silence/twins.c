// The two-run test of silence: pairs of games that sound the same to one seat, though the truths
// differ, must give that seat the same bytes.
//
//     twins [--pairs N] [--seed S]
//
// Two tables are played side by side. The listening seat, the ear, makes the same tries at both;
// the other seat is free to do different things as long as the ear cannot hear it. What the ear can
// hear is decided by the slow witness (tests/oracle), written apart from the umpire. Compared is
// all that the ear receives: effects with their numbers and clocks, every line of the bot protocol,
// its record as PGN and as JSON, the text of `nebel replay`, the cells of its board and its log,
// the whole screen of `nebel play` in two sizes, every line of its line mode, and the page on which
// two people hand over a keyboard.
//
// A test that never hides a castling right proves nothing about castling rights. So each pair wants
// one kind of hidden difference, and the walk is steered towards it: by where the game begins and
// by which attempts are drawn first. Steering looks at the boards alone, never at what the umpire
// says, and it decides nothing: whatever it draws goes through the witness and is compared. The
// report counts twins by ruleset and kind; a long run fails if it has seen too few of one.
#include "base/rng.h"
#include "exact/options.h"
#include "oracle/witness.h"
#include "play/lines.h"
#include "table/replay.h"
#include "table/truth.h"
#include "view/board.h"
#include "view/log.h"
#include "view/replay.h"
#include "wire/bot.h"
#include "wire/hear.h"
#include "wire/json.h"
#include "wire/pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS_MAX = 12,
    CANDIDATES = 8,          // attempts of the second run that are put before the witness
    DRAWS_MAX = 24,          // attempts that steering looks at for each of them
    LONG_RUN_PAIRS = 100000, // from here on the report must show enough
    TWINS_MIN = 1000,        // of each kind in each ruleset
    LOG_COLUMNS = 60,
    LOG_ROWS = 24,
    SMALL_COLUMNS = 80,
    SMALL_ROWS = 24,
    LARGE_COLUMNS = 120,
    LARGE_ROWS = 40,
};

typedef enum Hidden {
    HIDDEN_MEN,       // a quiet move: the other's men stand elsewhere
    HIDDEN_PASSANT,   // an en passant capture is possible in one truth only
    HIDDEN_CASTLING,  // the other's castling rights
    HIDDEN_PROMOTION, // what a pawn became
    HIDDEN_REFUSALS,  // how often the other was refused
    HIDDEN_REASON,    // why an own try was refused
    HIDDEN_COUNTERS,  // how far the fifty moves have run
    HIDDEN_COUNT
} Hidden;

static const char *const hidden_names[HIDDEN_COUNT] = {
    "men", "passant", "castling", "promotion", "refusals", "reason", "counters",
};

// Whether a ruleset lets a difference stay hidden at all. Where every refusal is said aloud,
// illegal or impossible, the ear counts the other's refusals itself; all else can be hidden
// everywhere.
static bool can_hide(const Ruleset *rules, Hidden kind)
{
    return kind != HIDDEN_REFUSALS || rules->illegal_heard_by == HEARD_BY_MOVER ||
           rules->impossible_heard_by == HEARD_BY_MOVER;
}

// One of the two runs.
typedef struct Run {
    Witness witnesses[2]; // one listens to the game, the other to what might come next
    unsigned listening;
    Table *table;
    KriegspielView view; // the ear's, moved on by what it hears at this table
    unsigned other_refusals;
    unsigned promoted; // a set of kinds the other's pawns became
    uint32_t clock_ms[2];
    Text lines; // what a bot in the ear's seat would be told
} Run;

typedef struct Pair {
    Rng rng;
    uint64_t number;
    uint8_t ear;
    Hidden wanted; // the walk is steered towards it until it is there
    KriegspielRules rules;
    ClockRule clock;
    uint64_t now_ms;
    Run runs[2];
    bool hidden[HIDDEN_COUNT];
} Pair;

// Where games begin: the set-up for NULL, and places from which the differences come up soon. The
// side to move is drawn.
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

typedef struct Starts {
    const char *const *list;
    uint32_t count;
} Starts;

static const Starts starts[HIDDEN_COUNT] = {
    [HIDDEN_MEN] = {any_starts, COUNT_OF(any_starts)},
    [HIDDEN_PASSANT] = {passant_starts, COUNT_OF(passant_starts)},
    [HIDDEN_CASTLING] = {castling_starts, COUNT_OF(castling_starts)},
    [HIDDEN_PROMOTION] = {promotion_starts, COUNT_OF(promotion_starts)},
    [HIDDEN_REFUSALS] = {any_starts, COUNT_OF(any_starts)},
    [HIDDEN_REASON] = {reason_starts, COUNT_OF(reason_starts)},
    [HIDDEN_COUNTERS] = {any_starts, COUNT_OF(any_starts)},
};

static Witness *witness_of(Run *run)
{
    return &run->witnesses[run->listening];
}

static void fail(Pair *pair, const char *what, const char *a, const char *b)
{
    char fen[2][FEN_TEXT_MAX];
    witness_fen(witness_of(&pair->runs[0]), fen[0], sizeof fen[0]);
    witness_fen(witness_of(&pair->runs[1]), fen[1], sizeof fen[1]);
    printf("pair %llu, %s, ear %s: %s differ\n  %s\n  %s\n--- one\n%s\n--- other\n%s\npairs %llu, "
           "differences 1\n",
           (unsigned long long)pair->number, pair->rules.ruleset->name, view_name(pair->ear), what,
           fen[0], fen[1], a, b, (unsigned long long)pair->number + 1);
    exit(EXIT_FAILURE);
}

// Draws ruleset, board and first position. The start, as FEN, goes into `fen`; NULL for the set-up.
static const char *draw_game(Pair *pair, char fen[FEN_TEXT_MAX])
{
    const Ruleset *ruleset = &rulesets[pair->number % ruleset_count];
    pair->wanted = (Hidden)(pair->number / ruleset_count % HIDDEN_COUNT);
    const Starts *from = &starts[pair->wanted];
    const char *start = from->list[rng_below(&pair->rng, from->count)];
    const Board *board = &chess_boards[start ? 0 : rng_below(&pair->rng, 8)];
    pair->rules = (KriegspielRules){ruleset, {board, position_start(board), !start}};
    if (!start)
        return NULL;
    snprintf(fen, FEN_TEXT_MAX, start, "wb"[rng_below(&pair->rng, 2)]);
    if (position_from_fen(slice_of(fen), board, &pair->rules.setup.start) != FEN_OK)
        abort();
    return fen;
}

// --- What a bot is told ------------------------------------------------------------------------

// An own try is told of as if it had been made for the bot, so that this line is compared too.
static void tell_effect(Run *run, Try own, const TableEffect *effect)
{
    if (own != TRY_NONE)
        bot_write_opening(&kriegspiel_game, own, &run->lines);
    bot_write_hear(&effect->hearing, effect->seat, &run->lines);
    memcpy(run->clock_ms, effect->clock_ms, sizeof run->clock_ms);
}

static void tell_game(const Pair *pair, Run *run, const TableEffects *effects)
{
    run->lines = text_growing(&memory_heap);
    bot_write_newgame(&kriegspiel_game, (const Rules *)&pair->rules, pair->ear, pair->number,
                      pair->clock, &run->lines);
    for (uint32_t i = 0; i < effects->count; i++)
        if (effects->effects[i].seat == pair->ear)
            tell_effect(run, TRY_NONE, &effects->effects[i]);
}

static void tell_turn(const Pair *pair, Run *run)
{
    Try tries[TRIES_MAX];
    const uint32_t count = kriegspiel_game.tries((const Rules *)&pair->rules, &run->view, tries);
    const uint32_t increment_ms = pair->clock.increment_ms;
    const BotGo go = {.clock_ms = {run->clock_ms[0], run->clock_ms[1]},
                      .increment_ms = {increment_ms, increment_ms}};
    bot_write_tries(&kriegspiel_game, tries, count, &run->lines);
    bot_order_write(&(BotOrder){.kind = BOT_GO, .go = go}, &run->lines);
}

static void open_pair(Pair *pair)
{
    char fen[FEN_TEXT_MAX];
    const char *start = draw_game(pair, fen);
    pair->ear = (uint8_t)rng_below(&pair->rng, 2);
    pair->now_ms = 0;
    pair->clock = (ClockRule){rng_below(&pair->rng, 2) * 600000, 1000};
    memset(pair->hidden, 0, sizeof pair->hidden);
    for (unsigned i = 0; i < 2; i++) {
        Run *run = &pair->runs[i];
        WitnessHeard heard;
        TableEffects effects;
        if (!witness_open(witness_of(run), pair->rules.ruleset->name, pair->rules.setup.board->name,
                          start, &heard))
            abort();
        run->table = table_create(&memory_heap, &kriegspiel_game, (const Rules *)&pair->rules,
                                  pair->clock, 0, &effects);
        if (!run->table)
            abort();
        kriegspiel_game.sit((const Rules *)&pair->rules, pair->ear, &run->view);
        run->other_refusals = run->promoted = 0;
        tell_game(pair, run, &effects);
    }
}

static const Umpire *truth_of(const Run *run)
{
    return table_truth(run->table);
}

static const Position *position_of(const Run *run)
{
    return &truth_of(run)->truth;
}

// Sends an attempt to a run's table. What the ear receives of it goes into `received`, byte for
// byte.
static void send(Pair *pair, Run *run, Try attempt, TableEffects *received)
{
    const Umpire before = *truth_of(run);
    const TableEvent event = {.kind = EVENT_TRY,
                              .seat = table_seat_to_move(run->table),
                              .attempt = attempt,
                              .at_ms = pair->now_ms};
    TableEffects effects;
    if (table_step(run->table, &event, &effects) != TABLE_OK)
        fail(pair, "the tables' willingness to go on", "", "");
    memset(received, 0, sizeof *received);
    for (uint32_t i = 0; i < effects.count; i++) {
        if (effects.effects[i].seat != pair->ear)
            continue;
        const Try own = event.seat == pair->ear ? event.attempt : TRY_NONE;
        received->effects[received->count++] = effects.effects[i];
        kriegspiel_game.hear((const Rules *)&pair->rules, &run->view, own,
                             &effects.effects[i].hearing);
        tell_effect(run, own, &effects.effects[i]);
    }
    const bool is_played = truth_of(run)->plies > before.plies;
    if (event.seat == pair->ear)
        return;
    run->other_refusals += !is_played;
    if (is_played && move_promotion(event.attempt) != PAWN)
        run->promoted |= 1u << move_promotion(event.attempt);
}

static void assert_same_effects(Pair *pair, const TableEffects received[2])
{
    if (memcmp(&received[0], &received[1], sizeof received[0]) == 0)
        return;
    char words[2][HEARING_TEXT_MAX];
    for (unsigned i = 0; i < 2; i++) {
        Text text = TEXT_IN(words[i]);
        umpire_say(pair->rules.ruleset, &received[i].effects[0].hearing, &text);
        text_format(&text, " (number %u)", received[i].effects[0].sequence);
    }
    fail(pair, "effects", words[0], words[1]);
}

// --- What differs in secret --------------------------------------------------------------------

static bool men_differ(const Position *a, const Position *b, Color other)
{
    return a->color[other] != b->color[other];
}

static bool passants_differ(const Position *a, const Position *b, Color other)
{
    (void)other;
    return a->passant != b->passant;
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
static bool (*const differ[HIDDEN_COUNT])(const Position *a, const Position *b, Color other) = {
    [HIDDEN_MEN] = men_differ,
    [HIDDEN_PASSANT] = passants_differ,
    [HIDDEN_CASTLING] = rights_differ,
    [HIDDEN_COUNTERS] = counters_differ,
};

static void note_hidden(Pair *pair)
{
    const Run *runs = pair->runs;
    for (unsigned kind = 0; kind < HIDDEN_COUNT; kind++)
        pair->hidden[kind] |=
            differ[kind] && differ[kind](position_of(&runs[0]), position_of(&runs[1]), !pair->ear);
    pair->hidden[HIDDEN_PROMOTION] |= runs[0].promoted != runs[1].promoted;
    pair->hidden[HIDDEN_REFUSALS] |= runs[0].other_refusals != runs[1].other_refusals;
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
static bool reasons_differ(const Position *a, const Position *b, Try attempt)
{
    return attempt != TRY_ANY && is_pseudo_legal(a, attempt) != is_pseudo_legal(b, attempt) &&
           !chess_is_legal(a, attempt) && !chess_is_legal(b, attempt);
}

// --- Steering ----------------------------------------------------------------------------------

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
    const bool is_passant =
        bits_has(position->kind[PAWN], from) && square_file(from) != square_file(to);
    return is_passant ? square_rank(from) * 8 + square_file(to) : GUESS_QUIET;
}

// Whether some try of the side to move is refused on both boards for different reasons.
static bool has_two_reasons(const Pair *pair, const Position *a, const Position *b)
{
    const OwnMen own = own_men_of(a, a->to_move);
    const Turn turn = {0};
    TryList choice;
    choice.count = attempts_list(&turn, pair->rules.ruleset, &own, choice.tries);
    for (uint32_t i = 0; i < choice.count; i++)
        if (reasons_differ(a, b, choice.tries[i]))
            return true;
    return false;
}

// Whether two attempts of the other's, if they are played, bring the wanted difference about.
static bool would_hide(const Pair *pair, const Try attempts[2])
{
    Position after[2];
    for (unsigned i = 0; i < 2; i++) {
        const Position *before = position_of(&pair->runs[i]);
        if (attempts[i] == TRY_ANY || !chess_is_legal(before, attempts[i]))
            return false;
        position_after(before, attempts[i], &after[i]);
    }
    if (differ[pair->wanted])
        return differ[pair->wanted](&after[0], &after[1], !pair->ear);
    if (pair->wanted == HIDDEN_PROMOTION)
        return move_promotion(attempts[0]) != move_promotion(attempts[1]);
    return pair->wanted != HIDDEN_REASON || has_two_reasons(pair, &after[0], &after[1]);
}

// Draws an attempt for each run, the first too if `both`: if one of the draws promises the wanted
// difference, that; else one whose attempts may sound alike.
static void draw_attempts(Pair *pair, const TryList choices[2], bool both, Try attempts[2])
{
    Try drawn[2] = {attempts[0], attempts[1]};
    bool has_alike = false;
    for (unsigned i = 0; i < DRAWS_MAX; i++) {
        if (both)
            drawn[0] = draw(&pair->rng, &choices[0]);
        drawn[1] = draw(&pair->rng, &choices[1]);
        const bool is_alike = guess(position_of(&pair->runs[0]), drawn[0]) ==
                              guess(position_of(&pair->runs[1]), drawn[1]);
        if (has_alike && !is_alike)
            continue;
        const bool is_wanted = is_alike && (pair->hidden[pair->wanted] || would_hide(pair, drawn));
        if (!has_alike || is_wanted)
            memcpy(attempts, drawn, sizeof drawn);
        has_alike |= is_alike;
        if (is_wanted)
            return;
    }
}

// Draws a try of the ear's: one that is refused for different reasons, if that is wanted and there
// is one; else one that may be answered alike.
static Try draw_own(Pair *pair)
{
    const Position *a = position_of(&pair->runs[0]), *b = position_of(&pair->runs[1]);
    const TryList choice = choice_of(&pair->runs[0]);
    if (pair->wanted == HIDDEN_REASON && !pair->hidden[HIDDEN_REASON])
        for (uint32_t i = 0; i < choice.count; i++)
            if (reasons_differ(a, b, choice.tries[i]))
                return choice.tries[i];
    Try attempt = draw(&pair->rng, &choice);
    for (unsigned i = 0; i < DRAWS_MAX && guess(a, attempt) != guess(b, attempt); i++)
        attempt = draw(&pair->rng, &choice);
    return attempt;
}

// --- The other's turn: different doings that sound alike ---------------------------------------

// What the ear would hear of an attempt, by the run's second witness.
static void foretell(const Pair *pair, Run *run, Try attempt, char heard[WITNESS_HEARD_SIZE])
{
    char words[16];
    Text text = TEXT_IN(words);
    WitnessHeard all;
    Witness *next = &run->witnesses[!run->listening];
    try_to_text(attempt, &text);
    *next = *witness_of(run);
    witness_try(next, words, &all);
    memcpy(heard, all.to[pair->ear], WITNESS_HEARD_SIZE);
}

// Sends the attempt that was foretold last.
static void send_foretold(Pair *pair, Run *run, Try attempt, TableEffects *received)
{
    run->listening = !run->listening;
    send(pair, run, attempt, received);
}

// An attempt that is refused, now and then, in one run only: an illegal one or plain nonsense.
static void refuse_unheard(Pair *pair, Run *run)
{
    char heard[WITNESS_HEARD_SIZE];
    const TryList choice = choice_of(run);
    Try attempt = draw(&pair->rng, &choice);
    if (rng_below(&pair->rng, 2))
        attempt = move_make(rng_below(&pair->rng, SQUARE_COUNT), move_to(attempt), PAWN);
    if (move_from(attempt) == move_to(attempt) || chess_is_legal(position_of(run), attempt))
        return;
    foretell(pair, run, attempt, heard);
    if (strcmp(heard, "-") != 0)
        return; // it would be heard
    TableEffects received;
    send_foretold(pair, run, attempt, &received);
    if (received.count)
        fail(pair, "what is heard of nothing", "-", "something");
}

// Refusals that the ear does not hear: by chance or, where they are wanted, in the first run.
static void refuse_some(Pair *pair)
{
    if (!can_hide(pair->rules.ruleset, HIDDEN_REFUSALS))
        return;
    const bool is_wanted = pair->wanted == HIDDEN_REFUSALS && !pair->hidden[HIDDEN_REFUSALS];
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t wanted_times = i ? 0 : CANDIDATES;
        for (uint32_t times = is_wanted ? wanted_times : rng_below(&pair->rng, 3); times; times--)
            refuse_unheard(pair, &pair->runs[i]);
    }
}

// Chooses for each run an attempt of the other's that sounds the same to the ear, and sends it.
// False if none was found.
static bool other_turn(Pair *pair)
{
    char heard[2][WITNESS_HEARD_SIZE];
    Try attempts[2];
    refuse_some(pair);
    const TryList choices[2] = {choice_of(&pair->runs[0]), choice_of(&pair->runs[1])};
    for (unsigned candidate = 0; candidate < CANDIDATES; candidate++) {
        draw_attempts(pair, choices, candidate == 0, attempts);
        if (candidate == 0)
            foretell(pair, &pair->runs[0], attempts[0], heard[0]);
        if (candidate == CANDIDATES - 1)
            attempts[1] = attempts[0];
        foretell(pair, &pair->runs[1], attempts[1], heard[1]);
        if (strcmp(heard[0], heard[1]) != 0)
            continue;
        TableEffects received[2];
        for (unsigned i = 0; i < 2; i++)
            send_foretold(pair, &pair->runs[i], attempts[i], &received[i]);
        assert_same_effects(pair, received);
        return true;
    }
    return false;
}

// --- The ear's turn: the same try at both ------------------------------------------------------

static void assert_same_tries(Pair *pair)
{
    const TryList a = choice_of(&pair->runs[0]), b = choice_of(&pair->runs[1]);
    if (a.count != b.count || memcmp(a.tries, b.tries, a.count * sizeof(Try)) != 0)
        fail(pair, "lists of tries", "", "");
}

static bool ear_turn(Pair *pair)
{
    char heard[2][WITNESS_HEARD_SIZE];
    const Try attempt = draw_own(pair);
    for (unsigned i = 0; i < 2; i++)
        foretell(pair, &pair->runs[i], attempt, heard[i]);
    if (strcmp(heard[0], heard[1]) != 0)
        return false; // here the ear learns which game it is in
    assert_same_tries(pair);
    pair->hidden[HIDDEN_REASON] |=
        reasons_differ(position_of(&pair->runs[0]), position_of(&pair->runs[1]), attempt);
    TableEffects received[2];
    for (unsigned i = 0; i < 2; i++) {
        tell_turn(pair, &pair->runs[i]);
        send_foretold(pair, &pair->runs[i], attempt, &received[i]);
    }
    assert_same_effects(pair, received);
    return true;
}

// --- What must not differ ----------------------------------------------------------------------

// All that is shown to the ear at the end: its record in every form, and pictures.
typedef struct Shown {
    Text text;
    Cell board[VIEW_BOARD_WIDTH_MAX * VIEW_BOARD_HEIGHT_MAX];
    Cell log[LOG_COLUMNS * LOG_ROWS];
    Cell small[SMALL_COLUMNS * SMALL_ROWS];
    Cell large[LARGE_COLUMNS * LARGE_ROWS];
    Cell hand_over[SMALL_COLUMNS * SMALL_ROWS];
} Shown;

// --- What a person at the ear's seat would be shown ---------------------------------------------

static Desk *open_desk(const Pair *pair, bool is_shared)
{
    DeskPlan plan = {.rules = &pair->rules,
                     .clock = pair->clock,
                     .names = {"one", "other"},
                     .is_person = {true, true}};
    plan.is_person[!pair->ear] = is_shared;
    Desk *desk = desk_create(&memory_heap, &plan, 0);
    if (!desk)
        abort();
    return desk;
}

static void type_try(Desk *desk, const Entry *entry, uint64_t now_ms)
{
    char memory[16];
    Text line = TEXT_IN(memory);
    try_to_text(entry->attempt, &line);
    desk_line(desk, slice_of(memory), now_ms);
}

// The game again, the ear's tries typed in line mode and the other's made by a player.
static void show_desk(const Pair *pair, const Entries *entries, Shown *shown)
{
    Lines lines;
    uint64_t now_ms = 0;
    Desk *desk = open_desk(pair, false);
    lines_open(&lines, desk, &shown->text);
    for (uint32_t i = 0; i < entries->count; i++) {
        const Entry *entry = &entries->list[i];
        now_ms += (uint64_t)entry->delay_ms;
        if (entry->seat == pair->ear)
            type_try(desk, entry, now_ms);
        else
            desk_choose(desk, &(Choice){.kind = EVENT_TRY, .attempt = entry->attempt}, now_ms);
        lines_news(&lines, &shown->text);
    }
    static const char *const questions[] = {"board", "log", "clocks", "tries"};
    for (unsigned i = 0; i < COUNT_OF(questions); i++)
        lines_take(&lines, slice_of(questions[i]), pair->now_ms, &shown->text);
    Cells small = CELLS_IN(shown->small, SMALL_COLUMNS, SMALL_ROWS);
    Cells large = CELLS_IN(shown->large, LARGE_COLUMNS, LARGE_ROWS);
    desk_draw(desk, (DeskLook){.is_ascii = true}, pair->now_ms, &small);
    desk_draw(desk, (DeskLook){.is_ascii = false}, pair->now_ms, &large);
    desk_destroy(desk);
}

// The game again between two people at one keyboard; the page on which it changes hands after the
// last move that was played, which both have heard.
static void show_hand_over(const Pair *pair, const Entries *entries, Shown *shown)
{
    uint64_t now_ms = 0;
    Desk *desk = open_desk(pair, true);
    Cells page = CELLS_IN(shown->hand_over, SMALL_COLUMNS, SMALL_ROWS);
    for (uint32_t i = 0; i < entries->count; i++) {
        const Entry *entry = &entries->list[i];
        now_ms += (uint64_t)entry->delay_ms;
        type_try(desk, entry, now_ms);
        const bool has_passed = desk_seat_to_move(desk) != entry->seat && !desk_is_over(desk);
        if (!has_passed) {
            // A desk asks what a pawn becomes even if it could not get there; then say nothing.
            desk_line(desk, slice_of("--"), now_ms);
            continue;
        }
        desk_key(desk, KEY_PRESS_ENTER, now_ms);
        desk_draw(desk, (DeskLook){.is_ascii = true}, now_ms, &page);
        desk_key(desk, KEY_PRESS_ENTER, now_ms);
    }
    desk_destroy(desk);
}

static void show_text(const GameRecord *record, Text *text)
{
    const ViewTitle title = {"", "", game_record_result(record)};
    pgn_write(record, text);
    if (!game_record_to_json(record, text))
        abort();
    view_replay_head(&record->rules, title, text);
    view_seat_replay(&record->rules, record->view, &record->heard, text);
}

static void show_all(const Pair *pair, const Run *run, Shown *shown)
{
    GameRecord record = {.rules = pair->rules, .clock = pair->clock, .view = pair->ear};
    if (table_replay(&memory_heap, &kriegspiel_game, (const Rules *)&pair->rules, pair->clock,
                     table_record(run->table), pair->ear, &record.heard) != TABLE_OK)
        abort();
    *shown = (Shown){.text = text_growing(&memory_heap)};
    show_text(&record, &shown->text);
    const ViewSize size = view_board_size(pair->rules.setup.board);
    Cells board = CELLS_IN(shown->board, size.width, size.height);
    view_seat_board(&run->view, (ViewOptions){0}, &board);
    Cells lines = CELLS_IN(shown->log, LOG_COLUMNS, LOG_ROWS);
    const ViewLog log = {.game = &kriegspiel_game,
                         .rules = (const Rules *)&pair->rules,
                         .entries = record.heard.list,
                         .count = record.heard.count,
                         .first = 1};
    view_log(&log, &lines);
    game_record_done(&record, &memory_heap);
    show_desk(pair, table_record(run->table), shown);
    show_hand_over(pair, table_record(run->table), shown);
}

static void close_pair(Pair *pair)
{
    static Shown shown[2];
    for (unsigned i = 0; i < 2; i++)
        show_all(pair, &pair->runs[i], &shown[i]);
    const Text *texts[2] = {&shown[0].text, &shown[1].text};
    if (texts[0]->cut || texts[1]->cut || strcmp(texts[0]->start, texts[1]->start) != 0)
        fail(pair, "records or replays", texts[0]->start, texts[1]->start);
    if (memcmp(shown[0].board, shown[1].board, sizeof shown[0].board) != 0 ||
        memcmp(shown[0].log, shown[1].log, sizeof shown[0].log) != 0)
        fail(pair, "pictures", texts[0]->start, texts[1]->start);
    if (memcmp(shown[0].small, shown[1].small, sizeof shown[0].small) != 0 ||
        memcmp(shown[0].large, shown[1].large, sizeof shown[0].large) != 0)
        fail(pair, "screens", texts[0]->start, texts[1]->start);
    if (memcmp(shown[0].hand_over, shown[1].hand_over, sizeof shown[0].hand_over) != 0)
        fail(pair, "pages of a hand-over", texts[0]->start, texts[1]->start);
    if (memcmp(&pair->runs[0].view, &pair->runs[1].view, sizeof pair->runs[0].view) != 0)
        fail(pair, "views", "", "");
    const Text *lines[2] = {&pair->runs[0].lines, &pair->runs[1].lines};
    if (lines[0]->cut || lines[1]->cut || strcmp(lines[0]->start, lines[1]->start) != 0)
        fail(pair, "lines for a bot", lines[0]->start, lines[1]->start);
    for (unsigned i = 0; i < 2; i++) {
        text_done(&pair->runs[i].lines);
        text_done(&shown[i].text);
        table_destroy(pair->runs[i].table);
    }
}

static void play_pair(Pair *pair)
{
    open_pair(pair);
    bool goes_on = true;
    for (unsigned steps = 0; goes_on && steps < STEPS_MAX; steps++) {
        if (table_is_over(pair->runs[0].table) || table_is_over(pair->runs[1].table))
            break;
        pair->now_ms += rng_below(&pair->rng, 2000);
        const bool is_ears = table_seat_to_move(pair->runs[0].table) == pair->ear;
        goes_on = is_ears ? ear_turn(pair) : other_turn(pair);
        note_hidden(pair);
    }
    close_pair(pair);
}

// --- The report --------------------------------------------------------------------------------

typedef uint64_t TwinCounts[HIDDEN_COUNT]; // of one ruleset

static void print_counts(const Ruleset *ruleset, const TwinCounts counts)
{
    printf("%-12s", ruleset->name);
    for (unsigned kind = 0; kind < HIDDEN_COUNT; kind++)
        if (can_hide(ruleset, kind))
            printf(" %9llu", (unsigned long long)counts[kind]);
        else
            printf(" %9s", "-");
    printf("\n");
}

// Whether every kind that a ruleset can hide was hidden often enough.
static bool are_enough(const Ruleset *ruleset, const TwinCounts counts)
{
    for (unsigned kind = 0; kind < HIDDEN_COUNT; kind++)
        if (can_hide(ruleset, kind) && counts[kind] < TWINS_MIN)
            return false;
    return true;
}

static bool report(TwinCounts twins[], uint64_t pairs)
{
    bool is_enough = true;
    printf("%-12s", "twins");
    for (unsigned kind = 0; kind < HIDDEN_COUNT; kind++)
        printf(" %9s", hidden_names[kind]);
    printf("\n");
    for (unsigned i = 0; i < ruleset_count; i++) {
        print_counts(&rulesets[i], twins[i]);
        is_enough &= pairs < LONG_RUN_PAIRS || are_enough(&rulesets[i], twins[i]);
    }
    if (!is_enough)
        printf("fewer than %u twins of a kind in a ruleset\n", TWINS_MIN);
    printf("pairs %llu, differences 0\n", (unsigned long long)pairs);
    return is_enough;
}

int main(int count, char **words)
{
    static Pair pair;
    const uint64_t pairs = number_option(count, words, "--pairs", 3000);
    TwinCounts *twins = calloc(ruleset_count, sizeof *twins);
    if (!twins)
        abort();
    pair.rng = rng_from_seed(number_option(count, words, "--seed", 1));
    for (pair.number = 0; pair.number < pairs; pair.number++) {
        play_pair(&pair);
        for (unsigned kind = 0; kind < HIDDEN_COUNT; kind++)
            twins[pair.number % ruleset_count][kind] += pair.hidden[kind];
    }
    const bool is_enough = report(twins, pairs);
    free(twins);
    return is_enough ? EXIT_SUCCESS : EXIT_FAILURE;
}
