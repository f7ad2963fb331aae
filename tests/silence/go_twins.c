// The two-run test of silence for Phantom Go: pairs of games that sound the same to one seat, though
// the truths differ, must give that seat the same bytes.
//
//     go_twins [--pairs N] [--seed S] [--from N]
//
// pair.h says how a pair is played and compared, surfaces.h where. Here is what belongs to Go: its
// witness, and steering. Some pairs begin with a script for each run, after which the truths differ
// in a ko or in a board that may not come back; others aim at an ending. The report counts twins by
// kind; a long run fails if it has seen too few of one, or a setting of the switches too seldom. Only a game of 2,000 turns is out of reach: the
// stones that differ are taken long before, and that is heard.
#include "engine/phantom_go/belief_model.h"
#include "games/core/truth.h"
#include "games/kriegspiel/judge.h"
#include "oracle/go_rules.h"
#include "oracle/options.h"
#include "pair.h"
#include "quotas.h"
#include "surfaces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CANDIDATES = 12, SHORT_STEPS = 24, WHOLE_STEPS = 160 };

typedef enum Seen {
    HIDDEN_STONES,   // the other's stones stand elsewhere
    HIDDEN_REASON,   // why an own try was refused
    HIDDEN_REFUSALS, // how often the other was refused
    HIDDEN_KO,       // what simple ko forbids
    HIDDEN_SUPERKO,  // what superko forbids
    HIDDEN_MARGIN,   // by how much the game is won
    HIDDEN_PREY,     // which stones the ear has taken
    HIDDEN_ATARI,    // whether a chain of either has one liberty, where that is not called
    OWN_LOSS,        // the ear loses stones while the other's stand elsewhere
    ENDED_PASSES,
    ENDED_ATTEMPTS,
    ENDED_RESIGNED,
    ENDED_AGREED,
    ENDED_FLAG,
    ENDED_FORFEIT,
    ENDED_ABORTED,
    SEEN_COUNT
} Seen;

static const char *const seen_names[SEEN_COUNT] = {
    "stones", "reason", "refusals", "ko",       "superko", "margin", "prey",    "atari",
    "loss",   "passes", "attempts", "resigned", "agreed",  "flag",   "forfeit", "aborted"};

static const uint8_t endings[SEEN_COUNT] = {
    [ENDED_PASSES] = ENDING_PASSES,     [ENDED_ATTEMPTS] = ENDING_ATTEMPTS,
    [ENDED_RESIGNED] = ENDING_RESIGNED, [ENDED_AGREED] = ENDING_AGREED,
    [ENDED_FLAG] = ENDING_FLAG,         [ENDED_FORFEIT] = ENDING_FORFEIT,
    [ENDED_ABORTED] = ENDING_ABORTED};

// Games that sound the same to the ear so far. Only the other's moves differ.
typedef struct Script {
    Seen seen;
    uint8_t ear;
    const char *moves[2];
} Script;

static const Script scripts[] = {
    // Black takes a1 by b1; White may take back in one of them only, where it has no stone on b2.
    {HIDDEN_KO, GO_BLACK, {"a2 a1 e2 c1 e3 b2 b1", "a2 a1 e2 c1 e3 e5 b1"}},
    {HIDDEN_KO, GO_WHITE, {"e5 a2 a1 e2 c1 e3 b2 b1", "e5 a2 a1 e2 d1 e3 b2 b1"}},
    // White takes c1; where Black has a2, it would bring a board back, elsewhere it would be suicide.
    {HIDDEN_SUPERKO, GO_WHITE, {"a2 c2 b2 d1 c1 a1 pass b1", "e5 c2 b2 d1 c1 a1 pass b1"}},
    {HIDDEN_SUPERKO, GO_WHITE, {"a2 c2 b2 d1 c1 a1 pass b1", "a2 c2 e4 d1 c1 a1 pass b1"}},
    // The ear takes b1 or d1 by c1, which leaves c2 one liberty if that is the other's.
    {HIDDEN_PREY, GO_BLACK, {"a1 c2 b2 d5 d2 a5 e1 b1 c1", "a1 c2 b2 d5 d2 a5 e1 d1 c1"}},
    {HIDDEN_PREY, GO_BLACK, {"a1 e5 b2 d5 d2 a5 e1 b1 c1", "a1 e5 b2 d5 d2 a5 e1 d1 c1"}},
    {HIDDEN_PREY, GO_WHITE, {"e4 a1 c2 b2 d5 d2 a5 e1 b1 c1", "e4 a1 c2 b2 d5 d2 a5 e1 d1 c1"}},
    {HIDDEN_PREY, GO_WHITE, {"e4 a1 c5 b2 d5 d2 a5 e1 b1 c1", "e4 a1 c5 b2 d5 d2 a5 e1 d1 c1"}},
    // Two stones, b1 and b2 or d1 and d2, by c1 or c2.
    {HIDDEN_PREY,
     GO_BLACK,
     {"a1 e5 a2 d5 b3 a5 d3 c5 e1 b5 e2 b1 c1 b2 c2",
      "a1 e5 a2 d5 b3 a5 d3 c5 e1 b5 e2 d1 c1 d2 c2"}},
};

// A row an aim: what shall be seen, how many steps it may take, how eagerly the seats pass (one time
// in so many), and how often it has its turn.
typedef struct Aim {
    Seen seen;
    PairEnd end;
    uint16_t steps, pass_one_in, every;
    bool has_script;
} Aim;

static const Aim aims[] = {
    {HIDDEN_STONES, END_BY_ITSELF, SHORT_STEPS, 0, 1, false},
    {HIDDEN_KO, END_BY_ITSELF, SHORT_STEPS, 0, 1, true},
    {HIDDEN_REASON, END_BY_ITSELF, SHORT_STEPS, 0, 1, false},
    {HIDDEN_SUPERKO, END_BY_ITSELF, SHORT_STEPS, 0, 1, true},
    {HIDDEN_PREY, END_BY_ITSELF, SHORT_STEPS, 0, 1, true},
    {HIDDEN_ATARI, END_BY_ITSELF, SHORT_STEPS, 0, 1, false},
    {OWN_LOSS, END_BY_ITSELF, 2 * SHORT_STEPS, 0, 1, false},
    {HIDDEN_STONES, END_BY_ITSELF, WHOLE_STEPS, 20, 8, false},
    {ENDED_PASSES, END_BY_ITSELF, SHORT_STEPS, 3, 1, false},
    {ENDED_ATTEMPTS, END_ATTEMPTS, SHORT_STEPS, 0, 6, false},
    {ENDED_ATTEMPTS, END_ALMOST, SHORT_STEPS, 0, 20, false},
    {ENDED_RESIGNED, END_RESIGNED, SHORT_STEPS, 0, 1, false},
    {ENDED_AGREED, END_AGREED, SHORT_STEPS, 0, 1, true},
    {ENDED_FLAG, END_FLAG, SHORT_STEPS, 0, 1, false},
    {ENDED_FORFEIT, END_FORFEIT, SHORT_STEPS, 0, 1, false},
    {ENDED_ABORTED, END_ABORTED, SHORT_STEPS, 0, 1, false},
};

typedef struct Notes {
    const Aim *aim;
    bool seen[SEEN_COUNT];
    GoSet others[2];   // the other's stones as the step began
    uint16_t taken[2]; // how many stones each colour had taken by then
} Notes;

static Notes *notes_of(const Pair *pair)
{
    return pair->notes;
}

static const PhantomTruth *truth_of(const Run *run)
{
    return table_truth(run->table);
}

// --- The witness -------------------------------------------------------------------------------------

static GoWitness *witness_of(const Run *run)
{
    return run->witnesses[run->listening];
}

// The past is long and mostly not there yet.
static void copy_witness(GoWitness *to, const GoWitness *from)
{
    memcpy(to, from, offsetof(GoWitness, past));
    memcpy(to->past, from->past, (size_t)(from->turns + 1) * sizeof from->past[0]);
}

static void foretell(Run *run, Try attempt)
{
    static GoWitnessHeard all;
    char words[8];
    Text text = TEXT_IN(words);
    GoWitness *next = run->witnesses[!run->listening];
    phantom_go_game.try_to_text(attempt, &text);
    copy_witness(next, witness_of(run));
    go_witness_try(next, words, &all);
    strcpy(run->words[GO_BLACK], all.black);
    strcpy(run->words[GO_WHITE], all.white);
}

static uint8_t mover(const Run *run)
{
    return witness_of(run)->to_move == 'X' ? GO_BLACK : GO_WHITE;
}

static bool is_over(const Run *run)
{
    return witness_of(run)->is_over;
}

// With one stone a board may still be counted.
static bool can_win(const Run *run, uint8_t seat)
{
    (void)run;
    (void)seat;
    return true;
}

static int attempts(const Run *run)
{
    return witness_of(run)->attempts;
}

static void count_attempts(Run *run, int more)
{
    witness_of(run)->attempts += more;
}

static void describe(const Run *run, Text *text)
{
    const GoWitness *witness = witness_of(run);
    for (int row = witness->rules.size - 1; row >= 0; row--)
        text_format(text, "%.*s%s", witness->rules.size, witness->now.at[row], row ? "/" : "");
}

// --- What differs in secret ------------------------------------------------------------------------

// The points that a verdict forbids to the seat to move.
static GoSet forbidden(const Run *run, GoVerdict verdict)
{
    const GoGame *game = &truth_of(run)->game;
    GoSet set = {0};
    for (unsigned i = 0; i < game->board.empty_count; i++)
        if (go_game_judge(game, game->board.empties[i]) == verdict)
            go_set_add(&set, go_spot(game->board.empties[i]));
    return set;
}

static bool sets_differ(GoSet a, GoSet b)
{
    return memcmp(&a, &b, sizeof a) != 0;
}

static void note_ending(Pair *pair)
{
    const SeatLog *log = &pair->runs[0].log;
    const uint8_t ending = log->list[log->count - 1].hearing.ending;
    Notes *notes = notes_of(pair);
    for (unsigned i = ENDED_PASSES; i < SEEN_COUNT; i++)
        notes->seen[i] |= ending == endings[i];
    notes->seen[HIDDEN_MARGIN] |=
        notes->seen[ENDED_PASSES] && go_witness_count(witness_of(&pair->runs[0])) !=
                                         go_witness_count(witness_of(&pair->runs[1]));
}

// The ear's stones whose chains have one liberty.
static GoSet in_atari(const Pair *pair, const Run *run)
{
    const GoBoard *board = &truth_of(run)->game.board;
    GoSet own, set = {0};
    go_board_stones(board, (GoColor)pair->ear, &own);
    for (unsigned spot = 0; spot < GO_SPOTS; spot++)
        if (go_set_has(&own, spot) && go_board_atari(board, go_point_at(spot)) != GO_NONE)
            go_set_add(&set, spot);
    return set;
}

// Stones that were taken in this step.
static void note_taken(Pair *pair, const GoSet others[2])
{
    Notes *notes = notes_of(pair);
    const GoBoard *board = &truth_of(&pair->runs[0])->game.board;
    GoSet prey[2];
    for (unsigned i = 0; i < 2; i++) {
        prey[i] = notes->others[i];
        go_set_subtract(&prey[i], &others[i]);
        notes->others[i] = others[i];
    }
    notes->seen[HIDDEN_PREY] |=
        board->taken[pair->ear] > notes->taken[pair->ear] && sets_differ(prey[0], prey[1]);
    notes->seen[OWN_LOSS] |=
        board->taken[!pair->ear] > notes->taken[!pair->ear] && sets_differ(others[0], others[1]);
    memcpy(notes->taken, board->taken, sizeof notes->taken);
}

static void note(Pair *pair)
{
    const Run *runs = pair->runs;
    bool *seen = notes_of(pair)->seen;
    GoSet others[2];
    for (unsigned i = 0; i < 2; i++)
        go_board_stones(&truth_of(&runs[i])->game.board, (GoColor)!pair->ear, &others[i]);
    seen[HIDDEN_STONES] |= sets_differ(others[0], others[1]);
    seen[HIDDEN_REFUSALS] |= runs[0].other_refusals != runs[1].other_refusals;
    seen[HIDDEN_KO] |= truth_of(&runs[0])->game.board.ko != truth_of(&runs[1])->game.board.ko;
    if (!seen[HIDDEN_SUPERKO] && pair->go.has[PHANTOM_SUPERKO])
        seen[HIDDEN_SUPERKO] =
            sets_differ(forbidden(&runs[0], GO_SUPERKO), forbidden(&runs[1], GO_SUPERKO));
    if (!seen[HIDDEN_ATARI] && !pair->go.has[PHANTOM_ATARI_CALLS])
        seen[HIDDEN_ATARI] = sets_differ(in_atari(pair, &runs[0]), in_atari(pair, &runs[1]));
    note_taken(pair, others);
    if (runs[0].manners.is_over)
        note_ending(pair);
}

static void note_reason(Pair *pair, Try attempt)
{
    if (attempt == PHANTOM_PASS)
        return;
    const GoVerdict a = go_game_judge(&truth_of(&pair->runs[0])->game, go_point_at(attempt - 1u));
    const GoVerdict b = go_game_judge(&truth_of(&pair->runs[1])->game, go_point_at(attempt - 1u));
    notes_of(pair)->seen[HIDDEN_REASON] |= a != b && a != GO_LEGAL && b != GO_LEGAL;
}

// --- Steering -----------------------------------------------------------------------------------------

static bool wants_pass(Pair *pair)
{
    const uint16_t one_in = notes_of(pair)->aim->pass_one_in;
    return one_in && rng_below(&pair->rng, one_in) == 0;
}

// One of the other's tries, from what it knows itself: its truth's own side of things. A pass is as rare as
// the aim has it, and all that is left to a seat that is not to move.
static Try draw_try(Pair *pair, const Run *run)
{
    PhantomBoard board;
    PhantomView view;
    Try tries[PAIR_TRIES_MAX];
    phantom_go_belief_model.imagine(pair_rules(pair), truth_of(run), &board);
    phantom_view_of(&pair->go, &board, !pair->ear, &view);
    const uint32_t count = phantom_go_game.tries(pair_rules(pair), &view, tries);
    return count ? tries[rng_below(&pair->rng, count)] : PHANTOM_PASS;
}

static bool draw_other(Pair *pair, Try drawn[2])
{
    drawn[0] = drawn[1] = PHANTOM_PASS;
    if (wants_pass(pair) && pair_sound_alike(pair, drawn))
        return true;
    for (unsigned candidate = 0; candidate < 2 * CANDIDATES; candidate++) {
        if (candidate % CANDIDATES == 0)
            drawn[0] = draw_try(pair, &pair->runs[0]);
        const bool is_last = candidate % CANDIDATES == CANDIDATES - 1;
        drawn[1] = is_last ? drawn[0] : draw_try(pair, &pair->runs[1]);
        if (pair_sound_alike(pair, drawn))
            return true;
    }
    return false;
}

// The ear draws until it finds a try that does not tell it which game it is in.
static bool draw_own(Pair *pair, Try *attempt)
{
    Try tries[PAIR_TRIES_MAX];
    const uint32_t count = pair_own_tries(pair, &pair->runs[0], tries);
    const bool passes = wants_pass(pair);
    for (unsigned candidate = 0; candidate < CANDIDATES; candidate++) {
        *attempt = passes && !candidate ? PHANTOM_PASS : tries[rng_below(&pair->rng, count)];
        if (!pair_sound_alike(pair, (const Try[2]){*attempt, *attempt}))
            continue;
        note_reason(pair, *attempt);
        return true;
    }
    return false;
}

// A point off every board that is played on here.
static Try draw_nonsense(const Pair *pair, const Run *run)
{
    (void)pair;
    (void)run;
    return GO_SPOTS;
}

static Try draw_illegal(Pair *pair, const Run *run)
{
    for (unsigned i = 0; i < 4 * CANDIDATES; i++) {
        const Try attempt = draw_try(pair, run);
        if (attempt == TRY_NONE)
            break;
        if (attempt != PHANTOM_PASS &&
            go_game_judge(&truth_of(run)->game, go_point_at(attempt - 1u)) != GO_LEGAL)
            return attempt;
    }
    return TRY_NONE;
}

static Try draw_refusal(Pair *pair, const Run *run)
{
    return rng_below(&pair->rng, 4) ? draw_try(pair, run)
                                    : (Try)(1 + rng_below(&pair->rng, GO_SPOTS));
}

static const PairGame go_pair = {
    .game = &phantom_go_game,
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
    .note = note,
    .describe = describe,
};

// --- Whole pairs ---------------------------------------------------------------------------------------

// An aim whose turn it is not gives way to the first.
static const Aim *aim_of(uint64_t number)
{
    const Aim *aim = &aims[number % COUNT_OF(aims)];
    return number / COUNT_OF(aims) % aim->every == 0 ? aim : &aims[0];
}

// A script that shows what is aimed at, or any.
static const Script *draw_script(Pair *pair, Seen seen)
{
    const Script *script;
    unsigned draws = 0;
    do
        script = &scripts[rng_below(&pair->rng, COUNT_OF(scripts))];
    while (script->seen != seen && ++draws < 4 * COUNT_OF(scripts));
    return script;
}

// Every setting of the switches has its turn; in half of the pairs few of them are on, since much
// that is told leaves little to hide.
static void draw_switches(Pair *pair)
{
    const uint32_t one_in = rng_below(&pair->rng, 2) ? 2 : 4;
    for (unsigned i = 0; i < PHANTOM_SWITCH_COUNT; i++)
        pair->go.has[i] = rng_below(&pair->rng, one_in) == 0;
}

static void draw_rules(Pair *pair, const Aim *aim)
{
    static const uint8_t sizes[] = {5, 6, 7, 5, 6, 7, 5, 6, 7, 5, 6, 7, 5, 6, 7, 9};
    static const int16_t komis[] = {15, 15, 0, -3, 7};
    const uint32_t drawn = aim->has_script ? 0 : rng_below(&pair->rng, COUNT_OF(sizes));
    pair->go = (PhantomRules){.size = sizes[drawn],
                              .half_komi = komis[rng_below(&pair->rng, COUNT_OF(komis))]};
    draw_switches(pair);
    pair->go.has[PHANTOM_SUPERKO] |= aim->seen == HIDDEN_KO || aim->seen == HIDDEN_SUPERKO;
    pair->go.has[PHANTOM_ATARI_CALLS] &=
        aim->seen != HIDDEN_KO && aim->seen != HIDDEN_SUPERKO && aim->seen != HIDDEN_ATARI;
    pair->go.has[PHANTOM_POINTS_TO_BOTH] &= aim->seen != HIDDEN_PREY;
    if (!aim->has_script)
        draw_handicap(&pair->rng, &pair->go);
}

// Plays the scripts as far as they sound alike, which under some switches is not to the end.
static void play_script(Pair *pair, const char *const moves[2])
{
    Slice rest[2] = {slice_of(moves[0]), slice_of(moves[1])};
    while (rest[0].length) {
        Try drawn[2];
        for (unsigned i = 0; i < 2; i++)
            drawn[i] = phantom_go_game.try_from_text(slice_take(&rest[i], " "));
        if (!pair_sound_alike(pair, drawn))
            return;
        pair_try_both(pair, drawn);
        note(pair);
    }
}

static void open_witnesses(Pair *pair)
{
    const GoWitnessRules theirs = witness_rules(&pair->go);
    for (unsigned i = 0; i < 2; i++) {
        static GoWitnessHeard heard;
        go_witness_open(witness_of(&pair->runs[i]), &theirs, &heard);
    }
}

static void play_pair(Pair *pair)
{
    const Aim *aim = aim_of(pair->number);
    const Script *script = draw_script(pair, aim->seen);
    *notes_of(pair) = (Notes){.aim = aim};
    draw_rules(pair, aim);
    pair->ear = aim->has_script ? script->ear : (uint8_t)rng_below(&pair->rng, 2);
    pair->end = aim->end;
    pair->steps_max = aim->steps;
    if (aim->end != END_BY_ITSELF)
        pair->steps_max = 1 + rng_below(&pair->rng, aim->steps);
    pair_draw_clock(pair);
    open_witnesses(pair);
    pair_open(pair);
    if (aim->has_script)
        play_script(pair, script->moves);
    pair_play(pair);
    pair_compare(pair);
    pair_close(pair);
}

static void name_quotas(Quotas *quotas)
{
    quotas->rows = 1;
    quotas->columns = SEEN_COUNT;
    quotas->row_names[0] = "phantom-go";
    for (unsigned seen = 0; seen < SEEN_COUNT; seen++)
        quotas->column_names[seen] = seen_names[seen];
    for (unsigned i = COUNT_OF(aims); i-- > 0;)
        quotas->one_in[0][aims[i].seen] = quota_for(COUNT_OF(aims) * aims[i].every);
    quotas->one_in[0][HIDDEN_REFUSALS] = quota_for(COUNT_OF(aims));
    quotas->one_in[0][HIDDEN_MARGIN] = quota_for(4 * COUNT_OF(aims));
}

// How often each setting of the switches was played.
static uint64_t settings[1 << PHANTOM_SWITCH_COUNT];

static void note_setting(const PhantomRules *rules)
{
    unsigned setting = 0;
    for (unsigned i = 0; i < PHANTOM_SWITCH_COUNT; i++)
        setting |= (unsigned)rules->has[i] << i;
    settings[setting]++;
}

static bool has_all_settings(uint64_t pairs)
{
    enum { ONE_IN = 2000 };
    bool is_enough = true;
    for (unsigned i = 0; i < COUNT_OF(settings); i++)
        if (settings[i] < pairs / ONE_IN) {
            printf("too few pairs with the switches %x: %llu\n", i,
                   (unsigned long long)settings[i]);
            is_enough = false;
        }
    return is_enough;
}

int main(int count, char **words)
{
    static Pair pair = {.kind = &go_pair, .is_go = true};
    static PhantomView views[2][2];
    static GoWitness witnesses[2][2];
    static Notes notes;
    static Quotas quotas;
    const uint64_t from = number_option(count, words, "--from", 0);
    const uint64_t pairs = number_option(count, words, "--pairs", 1000);
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
        note_setting(&pair.go);
        for (unsigned seen = 0; seen < SEEN_COUNT; seen++)
            quotas.counts[0][seen] += notes.seen[seen];
    }
    const bool has_all = has_all_settings(pairs);
    return quotas_report(&quotas, pairs) && has_all ? EXIT_SUCCESS : EXIT_FAILURE;
}
