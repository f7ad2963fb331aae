// Playing a pair, and comparing what the ear receives at the table: effects with their numbers and
// clocks, errors, deadlines, its tries, its view and the lines of the bot protocol.
#include "pair.h"

#include "surfaces.h"
#include "table/truth.h"
#include "umpire/umpire.h"
#include "wire/bot.h"
#include "wire/hear.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHOWN_BEFORE = 200, // bytes of a text that are shown before a difference, and after
    SHOWN_AFTER = 400,
    STEP_MS = 2000,
    LONG_STEP_MS = 20000,
    ATTEMPTS_BUT_ONE = ATTEMPTS_MAX - 1,
    LONG_STEPS = 100, // from here on a pair is to end by itself, not by its manners
};

const Rules *pair_rules(const Pair *pair)
{
    return pair->is_go ? (const Rules *)&pair->go : (const Rules *)&pair->chess;
}

uint32_t pair_own_tries(const Pair *pair, const Run *run, Try tries[PAIR_TRIES_MAX])
{
    return pair->kind->game->tries(pair_rules(pair), run->view, tries);
}

static bool is_long(const Pair *pair)
{
    return pair->steps_max > LONG_STEPS;
}

void pair_draw_clock(Pair *pair)
{
    static const ClockRule clocks[] = {{0, 0}, {600000, 1000}, {600000, 1000}, {9000, 300}};
    static const ClockRule patient = {600000, 10000};
    const uint32_t first = pair->end == END_FLAG;
    pair->clock = clocks[first + rng_below(&pair->rng, COUNT_OF(clocks) - first)];
    if (pair->clock.base_ms && is_long(pair))
        pair->clock = patient;
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

// --- What a bot is told ----------------------------------------------------------------------------

// An own try is told of as if it had been made for the bot, so that this line is compared too.
static void tell_effect(const Pair *pair, Run *run, Try own, const TableEffect *effect)
{
    if (own != TRY_NONE)
        bot_write_opening(pair->kind->game, own, &run->lines);
    bot_write_hear(&effect->hearing, effect->seat, &run->lines);
}

static void tell_turn(const Pair *pair, Run *run)
{
    Try tries[PAIR_TRIES_MAX];
    const uint32_t count = pair_own_tries(pair, run, tries);
    const uint32_t increment_ms = pair->clock.increment_ms;
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

static void hear(const Pair *pair, Run *run, Try own, const TableEffect *effect)
{
    const Heard heard = {
        .delay_ms = (uint32_t)(run->now_ms - run->log_ms), .own = own, .hearing = effect->hearing};
    pair->kind->game->hear(pair_rules(pair), run->view, own, &effect->hearing);
    memcpy(run->clock_ms, effect->clock_ms, sizeof run->clock_ms);
    tell_effect(pair, run, own, effect);
    run->log_ms = run->now_ms;
    if (!seat_log_add(&run->log, &memory_heap, heard))
        abort();
}

static void take_effects(const Pair *pair, Run *run, const TableEvent *event,
                         const TableEffects *effects, Received *received)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        if (effect->seat != pair->ear)
            continue;
        // A try that comes after the flag has fallen is answered by the end alone.
        const bool is_answer = event->kind == EVENT_TRY && event->seat == pair->ear &&
                               effect->hearing.event != HEARD_END;
        received->place = i;
        received->effects.effects[received->effects.count++] = *effect;
        hear(pair, run, is_answer ? event->attempt : TRY_NONE, effect);
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

static TableError foretell_manners(const Pair *pair, const Run *run, const TableEvent *event,
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
    const TableError expected = foretell_manners(pair, run, event, heard);
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
    if (is_judged && is_foretold)
        run->listening = !run->listening;
    else if (is_judged)
        pair->kind->count_attempts(run, 1);
    manners_note(&run->manners, event, pair->kind->mover(run), pair->kind->is_over(run));
    run->now_ms = event->at_ms;
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

// Sends events that sound alike, one to each table.
static void send_both(Pair *pair, const TableEvent events[2], bool is_foretold)
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
        send(pair, &pair->runs[i], &events[i], true, is_foretold, &received[i]);
    }
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
    send_both(pair, events, true);
}

// --- Doings of one run that the ear does not hear ----------------------------------------------------

// Sends what the ear must not notice.
static void send_unheard(Pair *pair, Run *run, const TableEvent *event, bool is_foretold)
{
    Received received;
    send(pair, run, event, false, is_foretold, &received);
    if (received.effects.count)
        pair_fail(pair, "what is heard of nothing", "", "something");
}

// A moment between the run's last event and `until_ms`, before any flag falls.
static uint64_t draw_moment(Pair *pair, const Run *run, uint64_t until_ms)
{
    const uint64_t deadline_ms = manners_deadline_ms(&run->manners);
    const uint64_t end_ms = until_ms < deadline_ms ? until_ms : deadline_ms - 1;
    return end_ms > run->now_ms
               ? run->now_ms + rng_below(&pair->rng, (uint32_t)(end_ms - run->now_ms + 1))
               : run->now_ms;
}

static bool is_flag_down(const Run *run)
{
    return run->now_ms >= manners_deadline_ms(&run->manners);
}

static void refuse_unheard(Pair *pair, Run *run, uint64_t until_ms)
{
    char heard[PAIR_HEARD_MAX];
    const Try attempt = pair->kind->draw_refusal(pair, run);
    pair->kind->foretell(pair, run, attempt, heard);
    if (heard[0] || is_flag_down(run))
        return;
    const TableEvent event = {.kind = EVENT_TRY,
                              .seat = run->manners.mover,
                              .attempt = attempt,
                              .at_ms = draw_moment(pair, run, until_ms)};
    send_unheard(pair, run, &event, true);
}

// Words of the other's that the table turns away, and the time: neither leaves a trace.
static void murmur(Pair *pair, Run *run, uint64_t until_ms)
{
    static const uint8_t kinds[] = {EVENT_TRY, EVENT_OFFER, EVENT_ACCEPT, EVENT_DECLINE,
                                    EVENT_TIME};
    char heard[MANNERS_HEARD_MAX];
    const TableEvent event = {.kind = kinds[rng_below(&pair->rng, COUNT_OF(kinds))],
                              .seat = !pair->ear,
                              .attempt = pair->kind->draw_nonsense(pair, run),
                              .at_ms = draw_moment(pair, run, until_ms)};
    const bool is_tick = event.kind == EVENT_TIME;
    const TableError error = foretell_manners(pair, run, &event, heard);
    if (is_flag_down(run) || (is_tick ? heard[0] != '\0' : error == TABLE_OK))
        return;
    Received received;
    const uint64_t now_ms = run->now_ms;
    send(pair, run, &event, false, false, &received);
    run->now_ms = now_ms; // nothing has happened
}

// What each run does by itself before the next matched doing.
static void stray(Pair *pair, uint64_t until_ms)
{
    for (unsigned i = 0; i < 2; i++) {
        Run *run = &pair->runs[i];
        for (uint32_t times = rng_below(&pair->rng, 4); times; times--)
            if (run->manners.mover != pair->ear)
                refuse_unheard(pair, run, until_ms);
        if (rng_below(&pair->rng, 8) == 0)
            murmur(pair, run, until_ms);
    }
}

// --- Matched doings -----------------------------------------------------------------------------------

// The same word at both tables; false, with nothing done, if it would not sound alike.
static bool say_both(Pair *pair, EventKind kind, uint8_t seat, Try attempt, uint64_t at_ms)
{
    char heard[2][MANNERS_HEARD_MAX];
    const TableEvent event = {
        .kind = (uint8_t)kind, .seat = seat, .attempt = attempt, .at_ms = at_ms};
    TableError errors[2];
    for (unsigned i = 0; i < 2; i++)
        errors[i] = foretell_manners(pair, &pair->runs[i], &event, heard[i]);
    if (errors[0] != errors[1] || strcmp(heard[0], heard[1]) != 0)
        return false;
    send_both(pair, (const TableEvent[2]){event, event}, false);
    return true;
}

// A try of the ear's when it is not its turn.
static Try draw_early(Pair *pair)
{
    if (pair->is_go)
        return (Try)(1 + rng_below(&pair->rng, GO_SPOTS));
    const unsigned from = rng_below(&pair->rng, SQUARE_COUNT);
    return move_make(from, (from + 1 + rng_below(&pair->rng, SQUARE_COUNT - 1)) % SQUARE_COUNT,
                     PAWN);
}

// Offers and answers of either seat; of the ear's also what the table must turn away, so that its
// errors are compared. Few of them end the game.
static void speak(Pair *pair, uint64_t at_ms)
{
    static const uint8_t kinds[] = {EVENT_OFFER, EVENT_OFFER,  EVENT_DECLINE, EVENT_DECLINE,
                                    EVENT_TRY,   EVENT_ACCEPT, EVENT_TIME};
    const uint8_t kind = kinds[rng_below(&pair->rng, COUNT_OF(kinds))];
    uint8_t seat = rng_below(&pair->rng, 3) ? pair->ear : !pair->ear;
    const Manners *manners = &pair->runs[0].manners;
    const bool would_end = manners->stands[!seat] && (kind == EVENT_ACCEPT || kind == EVENT_OFFER);
    const bool is_judged = kind == EVENT_TRY && seat == manners->mover;
    if (is_judged || (would_end && (is_long(pair) || rng_below(&pair->rng, 8))))
        return;
    if (seat == pair->ear && rng_below(&pair->rng, 40) == 0)
        seat = 2; // no such seat
    say_both(pair, kind, seat, draw_early(pair), at_ms);
}

static bool try_on(Pair *pair)
{
    Try attempts[2];
    if (pair->runs[0].manners.mover == pair->ear) {
        if (!pair->kind->draw_own(pair, &attempts[0]))
            return false;
        attempts[1] = attempts[0];
    } else if (!pair->kind->draw_other(pair, attempts)) {
        return false;
    }
    pair_try_both(pair, attempts);
    return true;
}

// --- Ends -----------------------------------------------------------------------------------------------

static void agree(Pair *pair, uint64_t at_ms)
{
    const Manners *manners = &pair->runs[0].manners;
    uint8_t seat = (uint8_t)rng_below(&pair->rng, 2);
    if (manners->has_offered[seat])
        seat = !seat;
    if (!manners->stands[0] && !manners->stands[1] && !manners->has_offered[seat])
        say_both(pair, EVENT_OFFER, seat, TRY_NONE, at_ms);
    else
        seat = manners->stands[0] ? 0 : 1;
    if (manners->stands[seat])
        say_both(pair, rng_below(&pair->rng, 2) ? EVENT_ACCEPT : EVENT_OFFER, !seat, TRY_NONE,
                 at_ms);
}

// Whatever comes after the flag has fallen is answered by that.
static void fall(Pair *pair)
{
    static const uint8_t kinds[] = {EVENT_TIME, EVENT_TRY, EVENT_OFFER, EVENT_RESIGN, EVENT_ACCEPT};
    const uint64_t deadline_ms = manners_deadline_ms(&pair->runs[0].manners);
    if (deadline_ms == UINT64_MAX)
        return;
    stray(pair, deadline_ms - 1);
    say_both(pair, kinds[rng_below(&pair->rng, COUNT_OF(kinds))], (uint8_t)rng_below(&pair->rng, 2),
             draw_early(pair), deadline_ms + rng_below(&pair->rng, 500));
}

// One attempt after the other that was never possible, in one run or at both tables, until `left`
// of the turn's are left.
static void burn_one(Pair *pair, Run *run)
{
    const TableEvent event = {.kind = EVENT_TRY,
                              .seat = run->manners.mover,
                              .attempt = pair->kind->draw_nonsense(pair, run),
                              .at_ms = run->now_ms};
    send_unheard(pair, run, &event, false);
}

static void burn_both(Pair *pair)
{
    TableEvent events[2];
    for (unsigned i = 0; i < 2; i++)
        events[i] = (TableEvent){.kind = EVENT_TRY,
                                 .seat = pair->runs[i].manners.mover,
                                 .attempt = pair->kind->draw_nonsense(pair, &pair->runs[i]),
                                 .at_ms = pair->now_ms};
    send_both(pair, events, false);
}

static bool is_heard_by_ear(Pair *pair, Try attempt)
{
    char heard[PAIR_HEARD_MAX];
    pair->kind->foretell(pair, &pair->runs[0], attempt, heard);
    return pair->runs[0].manners.mover == pair->ear || heard[0];
}

// Leaves the seat to move one attempt. False if the flag has fallen, or the ear would hear that the
// runs differ.
static bool burn(Pair *pair)
{
    const PairGame *kind = pair->kind;
    Run *runs = pair->runs;
    const Try nonsense = kind->draw_nonsense(pair, &runs[0]);
    if (pair->now_ms >= manners_deadline_ms(&runs[0].manners))
        return false;
    if (!is_heard_by_ear(pair, nonsense)) {
        for (unsigned i = 0; i < 2; i++)
            while (kind->attempts(&runs[i]) < ATTEMPTS_BUT_ONE)
                burn_one(pair, &runs[i]);
        return true;
    }
    if (kind->attempts(&runs[0]) != kind->attempts(&runs[1]))
        return false;
    while (kind->attempts(&runs[0]) < ATTEMPTS_BUT_ONE)
        burn_both(pair);
    return true;
}

static bool sound_alike(Pair *pair, const Try attempts[2])
{
    char heard[2][PAIR_HEARD_MAX];
    for (unsigned i = 0; i < 2; i++)
        pair->kind->foretell(pair, &pair->runs[i], attempts[i], heard[i]);
    return strcmp(heard[0], heard[1]) == 0;
}

// The last attempt of the turn: impossible in one run and illegal in the other, if the ear cannot
// tell; else impossible in both.
static void burn_last(Pair *pair)
{
    enum { DRAWS = 16 };
    const unsigned first = rng_below(&pair->rng, 2);
    const Try nonsense = pair->kind->draw_nonsense(pair, &pair->runs[first]);
    Try attempts[2];
    for (unsigned i = 0; i < 2; i++)
        attempts[i] = pair->kind->draw_nonsense(pair, &pair->runs[i]);
    for (unsigned i = 0; i < DRAWS && pair->runs[0].manners.mover != pair->ear; i++) {
        attempts[first] = pair->kind->draw_refusal(pair, &pair->runs[first]);
        if (attempts[first] != nonsense && sound_alike(pair, attempts))
            break;
        attempts[first] = nonsense;
    }
    if (sound_alike(pair, attempts))
        pair_try_both(pair, attempts);
}

// Does what ends the pair; whether it does.
static bool end_pair(Pair *pair, uint64_t at_ms)
{
    const PairEnd end = pair->end;
    const uint8_t seat = (uint8_t)rng_below(&pair->rng, 2);
    pair->end = END_BY_ITSELF;
    if (end == END_RESIGNED || end == END_FORFEIT)
        say_both(pair, end == END_RESIGNED ? EVENT_RESIGN : EVENT_FORFEIT, seat, TRY_NONE, at_ms);
    else if (end == END_AGREED)
        agree(pair, at_ms);
    else if (end == END_FLAG)
        fall(pair);
    else if (burn(pair) && end == END_ATTEMPTS)
        burn_last(pair);
    return end != END_ALMOST;
}

// --- The whole -------------------------------------------------------------------------------------------

static bool is_over(const Pair *pair)
{
    return pair->runs[0].manners.is_over || pair->runs[1].manners.is_over;
}

void pair_play(Pair *pair)
{
    enum { STEPS_AFTER_ALMOST = 4 };
    bool goes_on = true;
    for (unsigned step = 0; goes_on && !is_over(pair) && step < pair->steps_max; step++) {
        const uint32_t pace_ms = rng_below(&pair->rng, 16) ? STEP_MS : LONG_STEP_MS;
        const uint64_t at_ms = pair->now_ms + rng_below(&pair->rng, pace_ms);
        const bool is_last = step + 1 == pair->steps_max && pair->end != END_BY_ITSELF;
        stray(pair, at_ms);
        pair->now_ms = at_ms;
        if (is_last && !end_pair(pair, at_ms))
            pair->steps_max += STEPS_AFTER_ALMOST;
        else if (!is_last && rng_below(&pair->rng, 8) == 0)
            speak(pair, at_ms);
        else if (!is_last)
            goes_on = try_on(pair);
        pair->kind->note(pair);
    }
}

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
    run->log = (SeatLog){0};
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
        table_destroy(pair->runs[i].table);
    }
}
