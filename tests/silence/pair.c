// MatchRun a pair, and comparing what the ear receives at the table: effects with their numbers and
// clocks, errors, deadlines, its tries, its view and the lines of the bot protocol.
#include "pair_inside.h"

#include "base/hash.h"
#include "formats/protocol/bot.h"
#include "formats/records/hearing_text.h"
#include "games/core/truth.h"
#include "games/kriegspiel/judge.h"
#include "phrases.h"
#include "surfaces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHOWN_BEFORE = 200, // bytes of a text that are shown before a difference, and after
    SHOWN_AFTER = 400,
};

const Rules *pair_rules(const Pair *pair)
{
    return pair->is_go ? (const Rules *)&pair->go : (const Rules *)&pair->chess;
}

uint32_t pair_own_tries(const Pair *pair, const Run *run, Try tries[PAIR_TRIES_MAX])
{
    return pair->kind->game->tries(pair_rules(pair), run->view, tries);
}

// --- A difference --------------------------------------------------------------------------------

static void print_around(const char *title, const char *text, size_t place)
{
    const size_t from = place > SHOWN_BEFORE ? place - SHOWN_BEFORE : 0;
    printf("--- %s\n%.*s\n", title, SHOWN_BEFORE + SHOWN_AFTER, text + from);
}

// The last doings of a run; those that the ear does or hears have a star.
static void print_doings(const Pair *pair, const Run *run)
{
    enum { LAST = 16 };
    const Doings *doings = &run->doings;
    for (uint32_t i = doings->count > LAST ? doings->count - LAST : 0; i < doings->count; i++) {
        const Doing *doing = &doings->list[i];
        char memory[16];
        Text attempt = TEXT_IN(memory);
        if (doing->event.kind == EVENT_TRY)
            pair->kind->game->try_to_text(doing->event.attempt, &attempt);
        printf("   %c %llu ms, seat %u: %s %s%s%s\n", doing->is_matched ? '*' : ' ',
               (unsigned long long)doing->event.at_ms, doing->event.seat,
               event_name(doing->event.kind), memory, doing->error ? ", turned away: " : "",
               doing->error ? table_error_text(doing->error) : "");
    }
}

void pair_fail(const Pair *pair, const char *what, const char *one, const char *other)
{
    char memory[PAIR_HEARD_MAX];
    Text game = TEXT_IN(memory);
    size_t place = 0;
    while (one[place] && one[place] == other[place])
        place++;
    pair->kind->game->write(pair_rules(pair), &game);
    printf("pair %llu, %s, ear %s: %s differ\n", (unsigned long long)pair->number, memory,
           view_name(pair->ear), what);
    for (unsigned i = 0; i < 2; i++) {
        Text truth = TEXT_IN(memory);
        pair->kind->describe(&pair->runs[i], &truth);
        printf("  %s\n", memory);
        print_doings(pair, &pair->runs[i]);
    }
    print_around("one", one, place);
    print_around("other", other, place);
    printf("pairs %llu, differences 1\n", (unsigned long long)pair->number + 1);
    exit(EXIT_FAILURE);
}

// --- What the reference says of a try -------------------------------------------------------------

const char *pair_foretell(const Pair *pair, Run *run, Try attempt)
{
    pair->kind->foretell(run, attempt);
    return run->words[pair->ear];
}

bool pair_sound_alike(Pair *pair, const Try attempts[2])
{
    return strcmp(pair_foretell(pair, &pair->runs[0], attempts[0]),
                  pair_foretell(pair, &pair->runs[1], attempts[1])) == 0;
}

static uint64_t rules_key(const Pair *pair)
{
    const char *name = pair->is_go ? "phantom-go" : pair->chess.ruleset->name;
    const uint64_t key = hash_bytes(HASH_START, name, strlen(name));
    return pair->is_go ? hash_bytes(key, pair->go.has, sizeof pair->go.has) : key;
}

static const TableEffect *effect_for(const TableEffects *effects, uint8_t seat)
{
    for (uint32_t i = 0; i < effects->count; i++)
        if (effects->effects[i].seat == seat)
            return &effects->effects[i];
    return NULL;
}

_Noreturn static void fail_words(const Pair *pair, uint8_t seat, const char *words,
                                 const Hearing *heard, const Hearing *before)
{
    const Hearing *both[2] = {heard, before};
    char texts[2][HEARING_TEXT_MAX + 2 * sizeof(Hearing) + 2] = {"nothing", "nothing"};
    for (unsigned i = 0; i < 2; i++) {
        Text text = TEXT_IN(texts[i]);
        if (!both[i])
            continue;
        hearing_to_text(both[i], seat, &text);
        text_add_char(&text, '\n');
        surface_add_bytes(both[i], sizeof *heard, &text);
    }
    pair_fail(pair, words, texts[0], texts[1]);
}

// A seat receives something if the reference has words for it, and the same as when it had the same
// words before.
static void check_words(const Pair *pair, const TableEffects *effects, PhraseEar ear,
                        const char *words)
{
    const TableEffect *effect = effect_for(effects, ear.seat);
    if (!effect != !words[0])
        fail_words(pair, ear.seat, "words and bytes", effect ? &effect->hearing : NULL, NULL);
    for (unsigned is_blurred = 0; effect && is_blurred < 2; is_blurred++) {
        const Hearing heard = is_blurred ? phrase_blur(&effect->hearing) : effect->hearing;
        const Hearing *before = phrase_recall(ear, words, &effect->hearing, is_blurred);
        if (before && memcmp(before, &heard, sizeof heard) != 0)
            fail_words(pair, ear.seat, "the bytes of the same words", &heard, before);
    }
}

// The opening is the first that a seat receives, and each has the next number.
static void check_numbers(const Pair *pair, const Run *run, const TableEffects *effects)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        const SeatLog *log = effect->seat == pair->ear ? &run->log : &run->other_log;
        if (effect->sequence != log->count + 1)
            pair_fail(pair, "the numbers of effects and how many there were", "", "");
    }
}

// --- What a bot is told ----------------------------------------------------------------------------

// An own try is told of as if it had been made for the bot, so that this line is compared too.
static void tell_effect(const Pair *pair, Run *run, Try own, const TableEffect *effect)
{
    if (own != TRY_NONE)
        bot_write_opening(pair->kind->game, own, &run->lines);
    bot_write_hear(&effect->hearing, effect->seat, &run->lines);
}

static void list_others_tries(const Pair *pair, Run *run)
{
    run->other_count = pair->kind->game->tries(pair_rules(pair), run->other_view, run->other_tries);
}

static void tell_turn(const Pair *pair, Run *run)
{
    Try tries[PAIR_TRIES_MAX];
    const uint32_t count = pair_own_tries(pair, run, tries);
    const uint32_t increment_ms = pair->clock.increment_ms;
    surface_serve_other(pair, run);
    const BotGo go = {.clock_ms = {run->clock_ms[0], run->clock_ms[1]},
                      .increment_ms = {increment_ms, increment_ms}};
    bot_write_tries(pair->kind->game, tries, count, &run->lines);
    bot_order_write(&(BotOrder){.kind = BOT_GO, .go = go}, &run->lines);
}

// --- What the ear receives at the table ------------------------------------------------------------

// All of it, of one event; the rest is zero, so that equal answers are equal bytes.
typedef struct Received {
    uint32_t error; // only of its own events
    uint32_t place; // of its effect among all of them
    TableEffects effects;
} Received;

static void hear(const Pair *pair, Run *run, Try own, uint64_t at_ms, const TableEffect *effect)
{
    const Heard heard = {
        .delay_ms = (uint32_t)(at_ms - run->log_ms), .own = own, .hearing = effect->hearing};
    pair->kind->game->hear(pair_rules(pair), run->view, own, &effect->hearing);
    memcpy(run->clock_ms, effect->clock_ms, sizeof run->clock_ms);
    tell_effect(pair, run, own, effect);
    run->log_ms = at_ms;
    if (!seat_log_add(&run->log, &memory_heap, heard))
        abort();
}

static void hear_other(const Pair *pair, Run *run, const TableEvent *event,
                       const TableEffect *effect)
{
    const bool is_answer =
        event->kind == EVENT_TRY && hearing_answers(&effect->hearing, !pair->ear);
    const Heard heard = {.own = is_answer ? event->attempt : TRY_NONE, .hearing = effect->hearing};
    pair->kind->game->hear(pair_rules(pair), run->other_view, heard.own, &heard.hearing);
    if (!seat_log_add(&run->other_log, &memory_heap, heard))
        abort();
}

static void take_effects(const Pair *pair, Run *run, const TableEvent *event,
                         const TableEffects *effects, Received *received)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        if (effect->seat != pair->ear) {
            hear_other(pair, run, event, effect);
            continue;
        }
        // A try that comes after the flag has fallen is answered by the end alone.
        const bool is_answer = event->kind == EVENT_TRY && event->seat == pair->ear &&
                               effect->hearing.event != HEARD_END;
        received->place = i;
        received->effects.effects[received->effects.count++] = *effect;
        hear(pair, run, is_answer ? event->attempt : TRY_NONE, event->at_ms, effect);
    }
}

static void note_doing(Run *run, Doing doing)
{
    Doings *doings = &run->doings;
    if (!memory_reserve(&memory_heap, &doings->list, doings->count, &doings->capacity,
                        sizeof doings->list[0]))
        abort();
    doing.number = run->matched;
    doings->list[doings->count++] = doing;
    run->matched += doing.is_matched;
}

TableError pair__foretell(const Pair *pair, const Run *run, const TableEvent *event,
                          char heard[MANNERS_HEARD_MAX])
{
    const bool can_other_win = pair->kind->can_win(run, !run->manners.mover);
    return manners_foretell(&run->manners, event, can_other_win, heard);
}

// The table must take and turn away what the reference does.
static void check_error(const Pair *pair, TableError error, TableError expected)
{
    if (error != expected)
        pair_fail(pair, "a table and the reference", table_error_text(error),
                  table_error_text(expected));
}

// Sends an event to a run's table. A try was foretold before, or is counted by the witness alone.
static void send(Pair *pair, Run *run, const TableEvent *event, bool is_matched, bool is_foretold,
                 Received *received)
{
    char heard[MANNERS_HEARD_MAX];
    TableEffects effects = {0};
    const uint8_t mover = run->manners.mover;
    const TableError expected = pair__foretell(pair, run, event, heard);
    const TableError error = table_step(run->table, event, &effects);
    *received = (Received){0};
    received->error = event->seat == pair->ear ? error : TABLE_OK;
    const bool is_judged = event->kind == EVENT_TRY && !error && !heard[0];
    if (error && event->seat == pair->ear)
        received->effects = effects; // which must be untouched
    note_doing(run, (Doing){*event, error, is_matched, is_judged, 0});
    check_error(pair, error, expected);
    if (error)
        return;
    for (uint8_t seat = 0; seat < 2 && (!is_judged || is_foretold); seat++)
        check_words(pair, &effects, (PhraseEar){rules_key(pair), seat, mover},
                    is_judged ? run->words[seat] : heard);
    check_numbers(pair, run, &effects);
    if (is_judged && is_foretold)
        run->listening = !run->listening;
    else if (is_judged)
        pair->kind->count_attempts(run, 1);
    manners_note(&run->manners, event, pair->kind->mover(run), pair->kind->is_over(run));
    run->now_ms = event->at_ms > run->now_ms ? event->at_ms : run->now_ms;
    for (uint32_t i = 0; i < effects.count; i++)
        manners_hear(&run->manners, effects.effects[i].seat, event->at_ms);
    run->other_refusals += is_judged && mover != pair->ear && run->manners.mover == mover;
    take_effects(pair, run, event, &effects, received);
}

// --- What must not differ at the table ------------------------------------------------------------

static void compare_received(Pair *pair, const Received received[2])
{
    if (memcmp(&received[0], &received[1], sizeof received[0]) == 0)
        return;
    char words[2][HEARING_TEXT_MAX + 128];
    for (unsigned i = 0; i < 2; i++) {
        const TableEffect *effect = &received[i].effects.effects[0];
        Text text = TEXT_IN(words[i]);
        text_format(&text, "%s; effects %u, number %u, clocks %u %u: ",
                    table_error_text((TableError)received[i].error), received[i].effects.count,
                    effect->sequence, effect->clock_ms[0], effect->clock_ms[1]);
        hearing_to_text(&effect->hearing, pair->ear, &text);
    }
    pair_fail(pair, "effects or errors", words[0], words[1]);
}

// What everyone may ask a table for, as the table says it or as the reference does.
typedef struct Public {
    uint64_t deadline_ms;
    bool is_over;
    uint8_t mover;
} Public;

static void say_public(Public known, char text[64])
{
    snprintf(text, 64, "deadline %llu, over %d, to move %u", (unsigned long long)known.deadline_ms,
             known.is_over, known.mover);
}

// Both tables must say what the reference for one of them says.
static void compare_public(const Pair *pair)
{
    const Manners *manners = &pair->runs[0].manners;
    const Public expected = {manners_deadline_ms(manners), manners->is_over, manners->mover};
    for (unsigned i = 0; i < 2; i++) {
        const Table *table = pair->runs[i].table;
        const Public said = {table_deadline_ms(table), table_is_over(table),
                             table_seat_to_move(table)};
        if (said.deadline_ms == expected.deadline_ms && said.is_over == expected.is_over &&
            said.mover == expected.mover)
            continue;
        char texts[2][64];
        say_public(said, texts[0]);
        say_public(expected, texts[1]);
        pair_fail(pair, "deadlines, ends or turns", texts[0], texts[1]);
    }
}

// The ear's list of tries as it makes it itself, and as the umpire of the library would.
static void compare_tries(const Pair *pair)
{
    Try tries[2][PAIR_TRIES_MAX];
    uint32_t counts[2];
    for (unsigned i = 0; i < 2; i++)
        counts[i] = pair_own_tries(pair, &pair->runs[i], tries[i]);
    if (counts[0] != counts[1] || memcmp(tries[0], tries[1], counts[0] * sizeof(Try)) != 0)
        pair_fail(pair, "lists of tries", "", "");
    if (pair->is_go || pair->runs[0].manners.mover != pair->ear)
        return;
    for (unsigned i = 0; i < 2; i++)
        counts[i] = umpire_tries(table_truth(pair->runs[i].table), tries[i]);
    if (counts[0] != counts[1] || memcmp(tries[0], tries[1], counts[0] * sizeof(Try)) != 0)
        pair_fail(pair, "the umpire's lists of tries", "", "");
}

static void compare_views(const Pair *pair)
{
    if (memcmp(pair->runs[0].view, pair->runs[1].view, pair->kind->game->view_bytes) != 0)
        pair_fail(pair, "views", "", "");
}

bool pair__send_one(Pair *pair, Run *run, const TableEvent *event, bool is_foretold)
{
    Received received;
    send(pair, run, event, false, is_foretold, &received);
    return received.effects.count > 0;
}

void pair__send_both(Pair *pair, const TableEvent events[2], bool is_foretold)
{
    Received received[2];
    const bool is_ears_turn =
        pair->runs[0].manners.mover == pair->ear && !pair->runs[0].manners.is_over;
    compare_public(pair);
    if (is_ears_turn)
        compare_tries(pair);
    for (unsigned i = 0; i < 2; i++) {
        if (is_ears_turn && events[i].seat == pair->ear && events[i].kind == EVENT_TRY)
            tell_turn(pair, &pair->runs[i]);
        else if (!is_ears_turn)
            list_others_tries(pair, &pair->runs[i]);
        send(pair, &pair->runs[i], &events[i], true, is_foretold, &received[i]);
    }
    if (events[0].at_ms > pair->now_ms)
        pair->now_ms = events[0].at_ms;
    compare_received(pair, received);
    compare_public(pair);
    compare_views(pair);
}

void pair_try_both(Pair *pair, const Try attempts[2])
{
    TableEvent events[2];
    for (unsigned i = 0; i < 2; i++)
        events[i] = (TableEvent){.kind = EVENT_TRY,
                                 .seat = pair->runs[i].manners.mover,
                                 .attempt = attempts[i],
                                 .at_ms = pair->now_ms};
    pair__send_both(pair, events, true);
}

// --- Beginning and end --------------------------------------------------------------------------------

static void open_run(Pair *pair, Run *run)
{
    const Game *game = pair->kind->game;
    TableEffects effects;
    run->table = table_create(&memory_heap, game, pair_rules(pair), pair->clock, 0, &effects);
    if (!run->table)
        abort();
    manners_open(&run->manners, pair->clock, pair->kind->mover(run));
    run->manners.is_over = pair->kind->is_over(run);
    game->sit(pair_rules(pair), pair->ear, run->view);
    game->sit(pair_rules(pair), !pair->ear, run->other_view);
    run->log = run->other_log = (SeatLog){0};
    run->other_count = 0;
    run->log_ms = run->now_ms = 0;
    run->other_refusals = 0;
    run->doings.count = run->matched = 0;
    run->lines = text_growing(&memory_heap);
    bot_write_newgame(game, pair_rules(pair), pair->ear, pair->number, pair->clock, &run->lines);
    Received received = {0};
    take_effects(pair, run, &(TableEvent){.kind = EVENT_TIME}, &effects, &received);
}

void pair_open(Pair *pair)
{
    pair->now_ms = 0;
    for (unsigned i = 0; i < 2; i++)
        open_run(pair, &pair->runs[i]);
    pair->first_seat = pair->runs[0].manners.mover;
    compare_public(pair);
    compare_views(pair);
}

void pair_compare(Pair *pair)
{
    const Text *lines[2] = {&pair->runs[0].lines, &pair->runs[1].lines};
    if (lines[0]->cut || lines[1]->cut || strcmp(lines[0]->start, lines[1]->start) != 0)
        pair_fail(pair, "lines for a bot", lines[0]->start, lines[1]->start);
    surfaces_compare(pair);
}

void pair_close(Pair *pair)
{
    for (unsigned i = 0; i < 2; i++) {
        text_done(&pair->runs[i].lines);
        seat_log_done(&pair->runs[i].log, &memory_heap);
        seat_log_done(&pair->runs[i].other_log, &memory_heap);
        table_destroy(pair->runs[i].table);
    }
}
