// The two-run test of silence: pairs of games that sound the same to one seat, though the truths differ,
// must give that seat the same bytes.
//
//     twins [--pairs N] [--seed S]
//
// Two tables are played side by side. The listening seat, the ear, makes the same tries at both; the other seat
// is free to do different things as long as the ear cannot hear it. What the ear can hear is decided by the slow
// witness (tests/oracle), written apart from the umpire. Compared is everything the ear receives: effects with
// their numbers and clocks, its record as PGN and as JSON, the cells of its board and its log.
//
// The report counts pairs by the kind of hidden difference, since a test that never hides a castling right proves
// nothing about castling rights.
#include "base/rng.h"
#include "exact/options.h"
#include "oracle/witness.h"
#include "table/replay.h"
#include "table/truth.h"
#include "view/board.h"
#include "view/log.h"
#include "wire/hear.h"
#include "wire/json.h"
#include "wire/pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 24, CANDIDATES = 12, LOG_COLUMNS = 60, LOG_ROWS = 30 };

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
    "quiet move",
    "en passant",
    "castling right",
    "promotion",
    "number of refused tries",
    "reason of a refusal",
    "draw counters",
};

// One of the two runs.
typedef struct Run {
    Witness witness;
    Table *table;
    KriegspielView view; // the ear's, moved on by what it hears at this table
    unsigned other_refusals;
    unsigned promoted; // a set of kinds the other's pawns became
} Run;

typedef struct Pair {
    Rng rng;
    uint64_t number;
    uint8_t ear;
    KriegspielRules rules;
    const Board *board;
    ClockRule clock;
    uint64_t now_ms;
    Run runs[2];
    bool hidden[HIDDEN_COUNT];
} Pair;

// Starts from which the rare differences come up soon.
static const char *const starts[] = {
    NULL, // the set-up
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1",
    "4k3/pp4pp/8/8/8/8/PP4PP/4K3 b - - 0 1",
    "r3k2r/p6p/8/2pp4/3PP3/8/P6P/R3K2R b KQkq - 0 1",
    "4k3/1p1p1p1p/8/P1P1P1P1/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
    "2r1k3/1P1b4/8/8/8/8/1p1B4/2R1K3 w - - 30 40",
    "4k3/8/4r3/8/8/4N3/8/4K3 w - - 10 20",
    "r2qk2r/8/2n2n2/b3b3/4B2B/2N2N2/8/R2QK2R w - - 0 1",
    "q3k2q/3r1r2/4n3/8/8/4N3/3R1R2/Q3K2Q b - - 0 1",
};

static void fail(const Pair *pair, const char *what, const char *a, const char *b)
{
    char fen[2][FEN_TEXT_MAX];
    witness_fen(&pair->runs[0].witness, fen[0], sizeof fen[0]);
    witness_fen(&pair->runs[1].witness, fen[1], sizeof fen[1]);
    printf("pair %llu, %s, ear %s: %s differ\n  %s\n  %s\n--- one\n%s\n--- other\n%s\npairs %llu, "
           "differences 1\n",
           (unsigned long long)pair->number, pair->rules.ruleset->name, view_name(pair->ear), what,
           fen[0], fen[1], a, b, (unsigned long long)pair->number + 1);
    exit(EXIT_FAILURE);
}

static void open_pair(Pair *pair)
{
    const char *start = starts[rng_below(&pair->rng, COUNT_OF(starts))];
    pair->board = &chess_boards[start ? 0 : rng_below(&pair->rng, 8)];
    pair->ear = (uint8_t)rng_below(&pair->rng, 2);
    pair->now_ms = 0;
    pair->clock = (ClockRule){rng_below(&pair->rng, 2) * 600000, 1000};
    const Ruleset *ruleset = &rulesets[pair->number % ruleset_count];
    pair->rules = (KriegspielRules){ruleset, {pair->board, position_start(pair->board), !start}};
    if (start &&
        position_from_fen(slice_of(start), pair->board, &pair->rules.setup.start) != FEN_OK)
        abort();
    memset(pair->hidden, 0, sizeof pair->hidden);
    for (unsigned i = 0; i < 2; i++) {
        Run *run = &pair->runs[i];
        WitnessHeard heard;
        TableEffects effects;
        if (!witness_open(&run->witness, ruleset->name, pair->board->name, start, &heard))
            abort();
        run->table = table_create(&memory_heap, &kriegspiel_game, (const Rules *)&pair->rules,
                                  pair->clock, 0, &effects);
        if (!run->table)
            abort();
        kriegspiel_game.sit((const Rules *)&pair->rules, pair->ear, &run->view);
        run->other_refusals = run->promoted = 0;
    }
}

static const Umpire *truth_of(const Run *run)
{
    return table_truth(run->table);
}

static void random_try(Pair *pair, const Run *run, char words[16])
{
    Try tries[TRIES_MAX];
    Text text = text_in(words, 16);
    const uint32_t count = umpire_tries(truth_of(run), tries);
    try_to_text(tries[rng_below(&pair->rng, count)], &text);
}

// Sends an attempt to a run's table. What the ear receives of it goes into `received`, a byte for byte copy.
static void send(Pair *pair, Run *run, const char *words, TableEffects *received)
{
    const Umpire before = *truth_of(run);
    const TableEvent event = {.kind = EVENT_TRY,
                              .seat = table_seat_to_move(run->table),
                              .attempt = try_from_text(slice_of(words)),
                              .at_ms = pair->now_ms};
    TableEffects effects;
    if (table_step(run->table, &event, &effects) != TABLE_OK)
        fail(pair, "the tables' willingness to go on", words, words);
    memset(received, 0, sizeof *received);
    for (uint32_t i = 0; i < effects.count; i++) {
        if (effects.effects[i].seat != pair->ear)
            continue;
        received->effects[received->count++] = effects.effects[i];
        kriegspiel_game.hear((const Rules *)&pair->rules, &run->view,
                             event.seat == pair->ear ? event.attempt : TRY_NONE,
                             &effects.effects[i].hearing);
    }
    const bool is_played = truth_of(run)->plies > before.plies;
    if (event.seat == pair->ear)
        return;
    run->other_refusals += !is_played;
    if (is_played && move_promotion(event.attempt) != PAWN)
        run->promoted |= 1u << move_promotion(event.attempt);
}

static void assert_same_effects(const Pair *pair, const TableEffects received[2])
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

// --- The other's turn: different doings that sound alike ------------------------------------------

// An unheard refusal, now and then, in one run only.
static void refuse_unheard(Pair *pair, Run *run)
{
    char words[16];
    random_try(pair, run, words);
    Witness after = run->witness;
    WitnessHeard heard;
    witness_try(&after, words, &heard);
    if (strcmp(heard.to[pair->ear], "-") != 0 || witness_is_over(&after))
        return; // it would be heard
    TableEffects received;
    run->witness = after;
    send(pair, run, words, &received);
    if (received.count)
        fail(pair, "what is heard of nothing", "-", words);
}

// Chooses for each run an attempt of the other's that sounds the same to the ear, and sends it. False if
// none was found.
static bool other_turn(Pair *pair)
{
    for (unsigned i = 0; i < 2; i++)
        for (uint32_t times = rng_below(&pair->rng, 3); times; times--)
            refuse_unheard(pair, &pair->runs[i]);
    char first[16], second[16];
    WitnessHeard heard[2];
    Witness after = pair->runs[0].witness;
    random_try(pair, &pair->runs[0], first);
    witness_try(&after, first, &heard[0]);
    if (strcmp(heard[0].to[pair->ear], "-") == 0)
        return true; // an unheard refusal of the first run is enough for this step
    for (unsigned candidate = 0; candidate < CANDIDATES; candidate++) {
        Witness other = pair->runs[1].witness;
        random_try(pair, &pair->runs[1], second);
        if (candidate == CANDIDATES - 1)
            memcpy(second, first, sizeof second);
        witness_try(&other, second, &heard[1]);
        if (strcmp(heard[0].to[pair->ear], heard[1].to[pair->ear]) != 0)
            continue;
        TableEffects received[2];
        pair->runs[0].witness = after;
        pair->runs[1].witness = other;
        send(pair, &pair->runs[0], first, &received[0]);
        send(pair, &pair->runs[1], second, &received[1]);
        assert_same_effects(pair, received);
        return true;
    }
    return false;
}

// --- The ear's turn: the same try at both ---------------------------------------------------------

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

static bool ear_turn(Pair *pair)
{
    char words[16];
    WitnessHeard heard[2];
    Witness after[2] = {pair->runs[0].witness, pair->runs[1].witness};
    random_try(pair, &pair->runs[0], words);
    for (unsigned i = 0; i < 2; i++)
        witness_try(&after[i], words, &heard[i]);
    if (strcmp(heard[0].to[pair->ear], heard[1].to[pair->ear]) != 0)
        return false; // here the ear learns which game it is in
    Try tries[2][TRIES_MAX];
    const uint32_t counts[2] = {umpire_tries(truth_of(&pair->runs[0]), tries[0]),
                                umpire_tries(truth_of(&pair->runs[1]), tries[1])};
    if (counts[0] != counts[1] || memcmp(tries[0], tries[1], counts[0] * sizeof(Try)) != 0)
        fail(pair, "lists of tries", words, words);
    const Move move = try_from_text(slice_of(words));
    const uint16_t plies = truth_of(&pair->runs[0])->plies;
    const bool reasons[2] = {is_pseudo_legal(&truth_of(&pair->runs[0])->truth, move),
                             is_pseudo_legal(&truth_of(&pair->runs[1])->truth, move)};
    TableEffects received[2];
    for (unsigned i = 0; i < 2; i++) {
        pair->runs[i].witness = after[i];
        send(pair, &pair->runs[i], words, &received[i]);
    }
    assert_same_effects(pair, received);
    if (truth_of(&pair->runs[0])->plies == plies && move != TRY_ANY && reasons[0] != reasons[1])
        pair->hidden[HIDDEN_REASON] = true;
    return true;
}

// --- What differs in secret, and what must not differ ---------------------------------------------

static void note_hidden(Pair *pair)
{
    const Position *a = &truth_of(&pair->runs[0])->truth, *b = &truth_of(&pair->runs[1])->truth;
    const uint8_t rights = pair->ear == WHITE ? BLACK_SHORT | BLACK_LONG : WHITE_SHORT | WHITE_LONG;
    pair->hidden[HIDDEN_MEN] |= a->color[!pair->ear] != b->color[!pair->ear];
    pair->hidden[HIDDEN_PASSANT] |= a->passant != b->passant;
    pair->hidden[HIDDEN_CASTLING] |= ((a->castling ^ b->castling) & rights) != 0;
    pair->hidden[HIDDEN_COUNTERS] |= a->quiet_plies != b->quiet_plies;
    pair->hidden[HIDDEN_PROMOTION] |= pair->runs[0].promoted != pair->runs[1].promoted;
    pair->hidden[HIDDEN_REFUSALS] |= pair->runs[0].other_refusals != pair->runs[1].other_refusals;
}

// The ear's own record of a run, as PGN and JSON, and its board and log as cells.
static void show_all(const Pair *pair, const Run *run, Text *text)
{
    GameRecord record = {.rules = pair->rules, .clock = pair->clock, .view = pair->ear};
    if (table_replay(&memory_heap, &kriegspiel_game, (const Rules *)&pair->rules, pair->clock,
                     table_record(run->table), pair->ear, &record.heard) != TABLE_OK)
        abort();
    pgn_write(&record, text);
    if (!game_record_to_json(&record, text))
        abort();
    static Cell memory[LOG_COLUMNS * LOG_ROWS];
    const ViewSize size = view_board_size(pair->board);
    Cells board = CELLS_IN(memory, size.width, size.height);
    view_seat_board(&run->view, (ViewOptions){0}, &board);
    cells_to_text(&board, text);
    Cells lines = CELLS_IN(memory, LOG_COLUMNS, LOG_ROWS);
    const ViewLog log = {.game = &kriegspiel_game,
                         .rules = (const Rules *)&pair->rules,
                         .entries = record.heard.list,
                         .count = record.heard.count,
                         .first = 1};
    view_log(&log, &lines);
    cells_to_text(&lines, text);
    game_record_done(&record, &memory_heap);
}

static void close_pair(Pair *pair)
{
    Text shown[2] = {text_growing(&memory_heap), text_growing(&memory_heap)};
    for (unsigned i = 0; i < 2; i++)
        show_all(pair, &pair->runs[i], &shown[i]);
    if (shown[0].cut || shown[1].cut || strcmp(shown[0].start, shown[1].start) != 0)
        fail(pair, "records or pictures", shown[0].start, shown[1].start);
    if (memcmp(&pair->runs[0].view, &pair->runs[1].view, sizeof pair->runs[0].view) != 0)
        fail(pair, "views", "", "");
    for (unsigned i = 0; i < 2; i++) {
        text_done(&shown[i]);
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

int main(int count, char **words)
{
    static Pair pair;
    static uint64_t twins[HIDDEN_COUNT];
    const uint64_t pairs = number_option(count, words, "--pairs", 3000);
    pair.rng = rng_from_seed(number_option(count, words, "--seed", 1));
    for (pair.number = 0; pair.number < pairs; pair.number++) {
        play_pair(&pair);
        for (unsigned kind = 0; kind < HIDDEN_COUNT; kind++)
            twins[kind] += pair.hidden[kind];
    }
    for (unsigned kind = 0; kind < HIDDEN_COUNT; kind++)
        printf("  %-24s %llu\n", hidden_names[kind], (unsigned long long)twins[kind]);
    printf("pairs %llu, differences 0\n", (unsigned long long)pairs);
    return EXIT_SUCCESS;
}
