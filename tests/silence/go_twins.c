// The two-run test of silence for Phantom Go: pairs of games that sound the same to one seat, though the truths differ, must
// give that seat the same bytes.
//
//     go_twins [--pairs N] [--seed S]
//
// As in twins.c two tables are played side by side, the ear makes the same tries at both, and the other seat is free to do
// different things as long as the ear cannot hear it. What it can hear is decided by the slow witness (tests/oracle). Compared
// is all that the ear receives: effects with their numbers and clocks, its list of tries, every line of the bot protocol,
// its view, its log in words for people and for programs, every line of line mode and the screen of `nebel play`.
//
// Half of the pairs begin with a script for each run, after which the truths differ in a ko or in a board that may not
// come back. The report counts twins by kind; a long run fails if it has seen too few of one.
#include "base/rng.h"
#include "exact/options.h"
#include "oracle/go_rules.h"
#include "play/lines.h"
#include "table/replay.h"
#include "table/truth.h"
#include "umpire/phantom_go.h"
#include "wire/bot.h"
#include "wire/hear.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCREEN_COLUMNS = 80,
    SCREEN_ROWS = 24,
    STEPS_MAX = 24,
    CANDIDATES = 12,
    LONG_RUN_PAIRS = 20000,
    TWINS_MIN = 1000
};

typedef enum Hidden {
    HIDDEN_STONES,   // the other's stones stand elsewhere
    HIDDEN_REASON,   // why an own try was refused
    HIDDEN_REFUSALS, // how often the other was refused
    HIDDEN_KO,       // what simple ko forbids
    HIDDEN_SUPERKO,  // what superko forbids
    HIDDEN_COUNT
} Hidden;

static const char *const hidden_names[HIDDEN_COUNT] = {"stones", "reason", "refusals", "ko",
                                                       "superko"};

// Games that sound the same to the ear so far. Only the other's moves differ.
static const struct {
    uint8_t ear;
    const char *moves[2];
} scripts[] = {
    // Black takes a1 by b1; White may take back in one of them only, where it has no stone on b2.
    {GO_BLACK, {"a2 a1 e2 c1 e3 b2 b1", "a2 a1 e2 c1 e3 e5 b1"}},
    {GO_WHITE, {"e5 a2 a1 e2 c1 e3 b2 b1", "e5 a2 a1 e2 d1 e3 b2 b1"}},
    // White takes c1; where Black has a2, it would bring a board back, elsewhere it would be suicide.
    {GO_WHITE, {"a2 c2 b2 d1 c1 a1 pass b1", "e5 c2 b2 d1 c1 a1 pass b1"}},
    {GO_WHITE, {"a2 c2 b2 d1 c1 a1 pass b1", "a2 c2 e4 d1 c1 a1 pass b1"}},
};

typedef struct Run {
    GoWitness witnesses[2]; // one listens to the game, the other to what might come next
    unsigned listening;
    Table *table;
    PhantomView view;
    unsigned other_refusals;
    uint32_t clock_ms[2];
    Text lines; // what a bot in the ear's seat would be told
} Run;

typedef struct Pair {
    Rng rng;
    uint64_t number;
    uint8_t ear;
    PhantomRules rules;
    ClockRule clock;
    uint64_t now_ms;
    Run runs[2];
    bool hidden[HIDDEN_COUNT];
} Pair;

static const Rules *plain(const Pair *pair)
{
    return (const Rules *)&pair->rules;
}

static const PhantomTruth *truth_of(const Run *run)
{
    return table_truth(run->table);
}

static void fail(Pair *pair, const char *what, const char *a, const char *b)
{
    char game[200];
    Text text = TEXT_IN(game);
    phantom_go_game.write(plain(pair), &text);
    printf(
        "pair %llu, %s, ear %u: %s differ\n--- one\n%s\n--- other\n%s\npairs %llu, differences 1\n",
        (unsigned long long)pair->number, game, pair->ear, what, a, b,
        (unsigned long long)pair->number + 1);
    exit(EXIT_FAILURE);
}

// --- What the ear would hear ---------------------------------------------------------------------

// The past is long and mostly not there yet.
static void copy_witness(GoWitness *to, const GoWitness *from)
{
    memcpy(to, from, offsetof(GoWitness, past));
    memcpy(to->past, from->past, (size_t)(from->turns + 1) * sizeof from->past[0]);
}

static void foretell(const Pair *pair, Run *run, Try attempt, char heard[GO_WITNESS_HEARD])
{
    static GoWitnessHeard all;
    char words[8];
    Text text = TEXT_IN(words);
    GoWitness *next = &run->witnesses[!run->listening];
    phantom_go_game.try_to_text(attempt, &text);
    copy_witness(next, &run->witnesses[run->listening]);
    go_witness_try(next, words, &all);
    memcpy(heard, pair->ear == GO_BLACK ? all.black : all.white, GO_WITNESS_HEARD);
}

// --- Sending -------------------------------------------------------------------------------------

static void tell_effect(Run *run, Try own, const TableEffect *effect)
{
    if (own != TRY_NONE)
        bot_write_opening(&phantom_go_game, own, &run->lines);
    bot_write_hear(&effect->hearing, effect->seat, &run->lines);
    memcpy(run->clock_ms, effect->clock_ms, sizeof run->clock_ms);
}

// Sends the attempt that was foretold last. What the ear receives goes into `received`, byte for byte.
static void send(Pair *pair, Run *run, Try attempt, TableEffects *received)
{
    const TableEvent event = {.kind = EVENT_TRY,
                              .seat = table_seat_to_move(run->table),
                              .attempt = attempt,
                              .at_ms = pair->now_ms};
    const unsigned turns = truth_of(run)->game.turns;
    TableEffects effects;
    run->listening = !run->listening;
    if (table_step(run->table, &event, &effects) != TABLE_OK)
        fail(pair, "the tables' willingness to go on", "", "");
    memset(received, 0, sizeof *received);
    for (uint32_t i = 0; i < effects.count; i++) {
        if (effects.effects[i].seat != pair->ear)
            continue;
        const Try own = event.seat == pair->ear ? attempt : TRY_NONE;
        received->effects[received->count++] = effects.effects[i];
        phantom_go_game.hear(plain(pair), &run->view, own, &effects.effects[i].hearing);
        tell_effect(run, own, &effects.effects[i]);
    }
    run->other_refusals += event.seat != pair->ear && truth_of(run)->game.turns == turns;
}

static void send_both(Pair *pair, const Try attempts[2])
{
    TableEffects received[2];
    for (unsigned i = 0; i < 2; i++)
        send(pair, &pair->runs[i], attempts[i], &received[i]);
    if (memcmp(&received[0], &received[1], sizeof received[0]) == 0)
        return;
    char words[2][HEARING_TEXT_MAX];
    for (unsigned i = 0; i < 2; i++) {
        Text text = TEXT_IN(words[i]);
        hearing_to_text(&received[i].effects[0].hearing, pair->ear, &text);
        text_format(&text, " (number %u)", received[i].effects[0].sequence);
    }
    fail(pair, "effects", words[0], words[1]);
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

static void note_hidden(Pair *pair)
{
    const Run *runs = pair->runs;
    GoSet others[2];
    for (unsigned i = 0; i < 2; i++)
        go_board_stones(&truth_of(&runs[i])->game.board, (GoColor)!pair->ear, &others[i]);
    pair->hidden[HIDDEN_STONES] |= sets_differ(others[0], others[1]);
    pair->hidden[HIDDEN_REFUSALS] |= runs[0].other_refusals != runs[1].other_refusals;
    pair->hidden[HIDDEN_KO] |=
        truth_of(&runs[0])->game.board.ko != truth_of(&runs[1])->game.board.ko;
    pair->hidden[HIDDEN_SUPERKO] |=
        sets_differ(forbidden(&runs[0], GO_SUPERKO), forbidden(&runs[1], GO_SUPERKO));
}

// --- Turns ---------------------------------------------------------------------------------------------

typedef struct TryList {
    uint32_t count;
    Try tries[PHANTOM_TRIES_MAX];
} TryList;

// The other's tries, from what it knows itself: its truth's own side of things.
static Try draw_other(Pair *pair, const Run *run)
{
    PhantomBoard board;
    PhantomView view;
    TryList list;
    phantom_go_game.imagine(plain(pair), truth_of(run), &board);
    phantom_view_of(&pair->rules, &board, !pair->ear, &view);
    list.count = phantom_go_game.tries(plain(pair), &view, list.tries);
    return list.tries[rng_below(&pair->rng, list.count)];
}

// Attempts that are refused unheard, by chance, in each run by itself.
static void refuse_some(Pair *pair)
{
    char heard[GO_WITNESS_HEARD];
    for (unsigned i = 0; i < 2; i++)
        for (uint32_t times = rng_below(&pair->rng, 4); times; times--) {
            Run *run = &pair->runs[i];
            const Try attempt = rng_below(&pair->rng, 4)
                                    ? draw_other(pair, run)
                                    : (Try)(1 + rng_below(&pair->rng, GO_SPOTS));
            foretell(pair, run, attempt, heard);
            if (*heard)
                continue;
            TableEffects received;
            send(pair, run, attempt, &received);
            if (received.count)
                fail(pair, "what is heard of nothing", "", "something");
        }
}

static bool other_turn(Pair *pair)
{
    char heard[2][GO_WITNESS_HEARD];
    Try attempts[2];
    refuse_some(pair);
    attempts[0] = draw_other(pair, &pair->runs[0]);
    foretell(pair, &pair->runs[0], attempts[0], heard[0]);
    for (unsigned candidate = 0; candidate < CANDIDATES; candidate++) {
        attempts[1] = candidate + 1 < CANDIDATES ? draw_other(pair, &pair->runs[1]) : attempts[0];
        foretell(pair, &pair->runs[1], attempts[1], heard[1]);
        if (strcmp(heard[0], heard[1]) == 0) {
            send_both(pair, attempts);
            return true;
        }
    }
    return false;
}

static TryList ears_tries(const Pair *pair, const Run *run)
{
    TryList list;
    memset(&list, 0, sizeof list);
    list.count = phantom_go_game.tries(plain(pair), &run->view, list.tries);
    return list;
}

static void tell_turn(Run *run, const TryList *list)
{
    const BotGo go = {.clock_ms = {run->clock_ms[0], run->clock_ms[1]}};
    bot_write_tries(&phantom_go_game, list->tries, list->count, &run->lines);
    bot_order_write(&(BotOrder){.kind = BOT_GO, .go = go}, &run->lines);
}

static void note_reason(Pair *pair, Try attempt)
{
    if (attempt == PHANTOM_PASS)
        return;
    const GoVerdict a = go_game_judge(&truth_of(&pair->runs[0])->game, go_point_at(attempt - 1u));
    const GoVerdict b = go_game_judge(&truth_of(&pair->runs[1])->game, go_point_at(attempt - 1u));
    pair->hidden[HIDDEN_REASON] |= a != b && a != GO_LEGAL && b != GO_LEGAL;
}

// The ear draws until it finds a try that does not tell it which game it is in.
static bool ear_turn(Pair *pair)
{
    char heard[2][GO_WITNESS_HEARD];
    const TryList lists[2] = {ears_tries(pair, &pair->runs[0]), ears_tries(pair, &pair->runs[1])};
    if (memcmp(&lists[0], &lists[1], sizeof lists[0]) != 0)
        fail(pair, "lists of tries", "", "");
    for (unsigned i = 0; i < 2; i++)
        tell_turn(&pair->runs[i], &lists[i]);
    for (unsigned candidate = 0; candidate < CANDIDATES; candidate++) {
        const Try attempt = lists[0].tries[rng_below(&pair->rng, lists[0].count)];
        for (unsigned i = 0; i < 2; i++)
            foretell(pair, &pair->runs[i], attempt, heard[i]);
        if (strcmp(heard[0], heard[1]) != 0)
            continue;
        note_reason(pair, attempt);
        send_both(pair, (const Try[]){attempt, attempt});
        return true;
    }
    return false;
}

// --- Whole pairs ---------------------------------------------------------------------------------------

static void draw_rules(Pair *pair, bool has_script)
{
    pair->rules = (PhantomRules){.size = has_script ? 5 : (uint8_t)(5 + rng_below(&pair->rng, 3)),
                                 .half_komi = 15};
    for (unsigned i = 0; i < PHANTOM_SWITCH_COUNT; i++)
        pair->rules.has[i] = rng_below(&pair->rng, 4) == 0;
    pair->rules.has[PHANTOM_SUPERKO] |= has_script;
    pair->rules.has[PHANTOM_ATARI_CALLS] &= !has_script;
    if (!has_script)
        draw_handicap(&pair->rng, &pair->rules);
}

static void open_run(Pair *pair, Run *run)
{
    const GoWitnessRules theirs = witness_rules(&pair->rules);
    GoWitnessHeard heard;
    TableEffects effects;
    go_witness_open(&run->witnesses[run->listening], &theirs, &heard);
    run->table =
        table_create(&memory_heap, &phantom_go_game, plain(pair), pair->clock, 0, &effects);
    if (!run->table)
        abort();
    phantom_go_game.sit(plain(pair), pair->ear, &run->view);
    run->other_refusals = 0;
    run->lines = text_growing(&memory_heap);
    bot_write_newgame(&phantom_go_game, plain(pair), pair->ear, pair->number, pair->clock,
                      &run->lines);
    tell_effect(run, TRY_NONE, &effects.effects[pair->ear]);
}

// Plays the scripts as far as they sound alike, which under some switches is not to the end.
static void play_script(Pair *pair, const char *const moves[2])
{
    Slice rest[2] = {slice_of(moves[0]), slice_of(moves[1])};
    while (rest[0].length) {
        char heard[2][GO_WITNESS_HEARD];
        Try attempts[2];
        for (unsigned i = 0; i < 2; i++) {
            attempts[i] = phantom_go_game.try_from_text(slice_take(&rest[i], " "));
            foretell(pair, &pair->runs[i], attempts[i], heard[i]);
        }
        if (strcmp(heard[0], heard[1]) != 0)
            return;
        send_both(pair, attempts);
        note_hidden(pair);
    }
}

static void add_log(const Pair *pair, const Run *run, Text *text)
{
    SeatLog log = {0};
    if (table_replay(&memory_heap, &phantom_go_game, plain(pair), pair->clock,
                     table_record(run->table), pair->ear, &log) != TABLE_OK)
        abort();
    for (uint32_t i = 0; i < log.count; i++) {
        const Heard *entry = &log.list[i];
        text_format(text, "%llu %u ", (unsigned long long)entry->delay_ms, entry->own);
        hearing_to_text(&entry->hearing, pair->ear, text);
        text_add(text, " | ");
        phantom_go_game.say(plain(pair), &entry->hearing, text);
        text_add_char(text, '\n');
    }
    seat_log_done(&log, &memory_heap);
}

// The game again at a desk with a person in the ear's seat, the other's tries made by a player: every line that is spoken
// and the whole screen at the end.
static void show_desk(const Pair *pair, const Run *run, Text *text, Cells *screen)
{
    DeskPlan plan = {.go = &pair->rules, .clock = pair->clock, .names = {"one", "other"}};
    plan.is_person[pair->ear] = true;
    Desk *desk = desk_create(&memory_heap, &plan, 0);
    Lines lines;
    uint64_t now_ms = 0;
    if (!desk)
        abort();
    lines_open(&lines, desk, text);
    const Entries *entries = table_record(run->table);
    for (uint32_t i = 0; i < entries->count; i++) {
        const Entry *entry = &entries->list[i];
        char memory[8];
        Text line = TEXT_IN(memory);
        now_ms += (uint64_t)entry->delay_ms;
        phantom_go_game.try_to_text(entry->attempt, &line);
        if (entry->seat == pair->ear)
            lines_take(&lines, slice_of(memory), now_ms, text);
        else
            desk_choose(desk, &(Choice){.kind = EVENT_TRY, .attempt = entry->attempt}, now_ms);
        lines_news(&lines, text);
    }
    lines_take(&lines, slice_of("board"), pair->now_ms, text);
    lines_take(&lines, slice_of("tries"), pair->now_ms, text);
    desk_draw(desk, (DeskLook){.is_ascii = true}, pair->now_ms, screen);
    desk_destroy(desk);
}

static void compare_desks(Pair *pair)
{
    static Cell memory[2][SCREEN_COLUMNS * SCREEN_ROWS];
    for (unsigned i = 0; i < 2; i++) {
        Cells screen = CELLS_IN(memory[i], SCREEN_COLUMNS, SCREEN_ROWS);
        show_desk(pair, &pair->runs[i], &pair->runs[i].lines, &screen);
    }
    if (memcmp(memory[0], memory[1], sizeof memory[0]) != 0)
        fail(pair, "screens", "", "");
}

static void close_pair(Pair *pair)
{
    compare_desks(pair);
    for (unsigned i = 0; i < 2; i++)
        add_log(pair, &pair->runs[i], &pair->runs[i].lines);
    const Text *lines[2] = {&pair->runs[0].lines, &pair->runs[1].lines};
    if (lines[0]->cut || lines[1]->cut || strcmp(lines[0]->start, lines[1]->start) != 0)
        fail(pair, "lines or logs", lines[0]->start, lines[1]->start);
    if (memcmp(&pair->runs[0].view, &pair->runs[1].view, sizeof pair->runs[0].view) != 0)
        fail(pair, "views", "", "");
    for (unsigned i = 0; i < 2; i++) {
        text_done(&pair->runs[i].lines);
        table_destroy(pair->runs[i].table);
    }
}

static void play_pair(Pair *pair)
{
    const bool has_script = pair->number % 2;
    const unsigned script = (unsigned)(pair->number / 2 % COUNT_OF(scripts));
    draw_rules(pair, has_script);
    pair->ear = has_script ? scripts[script].ear : (uint8_t)rng_below(&pair->rng, 2);
    pair->now_ms = 0;
    pair->clock = (ClockRule){rng_below(&pair->rng, 2) * 600000, 1000};
    memset(pair->hidden, 0, sizeof pair->hidden);
    for (unsigned i = 0; i < 2; i++)
        open_run(pair, &pair->runs[i]);
    if (has_script)
        play_script(pair, scripts[script].moves);
    bool goes_on = true;
    for (unsigned steps = 0; goes_on && steps < STEPS_MAX; steps++) {
        if (table_is_over(pair->runs[0].table) || table_is_over(pair->runs[1].table))
            break;
        pair->now_ms += rng_below(&pair->rng, 2000);
        goes_on = table_seat_to_move(pair->runs[0].table) == pair->ear ? ear_turn(pair)
                                                                       : other_turn(pair);
        note_hidden(pair);
    }
    close_pair(pair);
}

int main(int count, char **words)
{
    const uint64_t pairs = number_option(count, words, "--pairs", 1000);
    uint64_t twins[HIDDEN_COUNT] = {0};
    Pair *pair = calloc(1, sizeof *pair);
    if (!pair)
        return 1;
    pair->rng = rng_from_seed(number_option(count, words, "--seed", 1));
    for (; pair->number < pairs; pair->number++) {
        play_pair(pair);
        for (unsigned kind = 0; kind < HIDDEN_COUNT; kind++)
            twins[kind] += pair->hidden[kind];
    }
    bool are_enough = true;
    for (unsigned kind = 0; kind < HIDDEN_COUNT; kind++) {
        printf("%s %llu, ", hidden_names[kind], (unsigned long long)twins[kind]);
        are_enough &= twins[kind] >= (pairs < LONG_RUN_PAIRS ? 1 : TWINS_MIN);
    }
    printf("pairs %llu, differences 0%s\n", (unsigned long long)pairs,
           are_enough ? "" : ", too few twins");
    free(pair);
    return are_enough ? 0 : 1;
}
