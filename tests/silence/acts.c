// What the two seats of a pair do: tries that sound alike, tries that are refused unheard, offers and
// answers, words that the table turns away, and all that ends a game but the game itself.
#include "pair_inside.h"

#include "games/kriegspiel/judge.h"

#include <string.h>

enum {
    STEP_MS = 2000,
    LONG_STEP_MS = 20000,
    ATTEMPTS_BUT_ONE = ATTEMPTS_MAX - 1,
    LONG_STEPS = 100, // from here on a pair is to end by itself, not by its manners
};

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

// --- Doings of one run that the ear does not hear ----------------------------------------------------

// Sends what the ear must not notice.
static void send_unheard(Pair *pair, Run *run, const TableEvent *event, bool is_foretold)
{
    if (pair__send_one(pair, run, event, is_foretold))
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
    const Try attempt = pair->kind->draw_refusal(pair, run);
    if (pair_foretell(pair, run, attempt)[0] || is_flag_down(run))
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
    const TableError error = pair__foretell(pair, run, &event, heard);
    if (is_flag_down(run) || (is_tick ? heard[0] != '\0' : error == TABLE_OK))
        return;
    const uint64_t now_ms = run->now_ms;
    pair__send_one(pair, run, &event, false);
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
        errors[i] = pair__foretell(pair, &pair->runs[i], &event, heard[i]);
    if (errors[0] != errors[1] || strcmp(heard[0], heard[1]) != 0)
        return false;
    pair__send_both(pair, (const TableEvent[2]){event, event}, false);
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
    // A word of the ear's may arrive after tries of the other's that were made later and refused
    // unheard. That must not matter: it is late for nothing that the ear has heard.
    const uint64_t heard_ms = pair->runs[0].log_ms;
    if (seat == pair->ear && kind != EVENT_TIME && rng_below(&pair->rng, 2))
        at_ms = heard_ms + rng_below(&pair->rng, (uint32_t)(at_ms - heard_ms + 1));
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
    pair__send_both(pair, events, false);
}

static bool is_heard_by_ear(Pair *pair, Try attempt)
{
    return pair->runs[0].manners.mover == pair->ear ||
           pair_foretell(pair, &pair->runs[0], attempt)[0];
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

// The last attempt of the turn: impossible in one run and illegal in the other, if the ear cannot
// tell; else impossible in both.
static void burn_last(Pair *pair)
{
    const unsigned first = rng_below(&pair->rng, 2);
    const Try illegal = pair->kind->draw_illegal(pair, &pair->runs[first]);
    Try attempts[2];
    for (unsigned i = 0; i < 2; i++)
        attempts[i] = pair->kind->draw_nonsense(pair, &pair->runs[i]);
    const Try nonsense = attempts[first];
    if (pair->runs[0].manners.mover != pair->ear && illegal != TRY_NONE)
        attempts[first] = illegal;
    if (!pair_sound_alike(pair, attempts))
        attempts[first] = nonsense;
    if (pair_sound_alike(pair, attempts))
        pair_try_both(pair, attempts);
}

// Does what ends the pair; whether it does.
static bool end_pair(Pair *pair, uint64_t at_ms)
{
    static const EventKind words[] = {
        [END_RESIGNED] = EVENT_RESIGN, [END_FORFEIT] = EVENT_FORFEIT, [END_ABORTED] = EVENT_ABORT};
    const PairEnd end = pair->end;
    const uint8_t seat = (uint8_t)rng_below(&pair->rng, 2);
    pair->end = END_BY_ITSELF;
    if (end == END_RESIGNED || end == END_FORFEIT || end == END_ABORTED)
        say_both(pair, words[end], seat, TRY_NONE, at_ms);
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

// What the other burns the ear may not hear of; what it burns itself it knows.
static bool waits_for_other(Pair *pair)
{
    return pair->end == END_ATTEMPTS && pair->runs[0].manners.mover == pair->ear &&
           rng_below(&pair->rng, 8) != 0;
}

void pair_play(Pair *pair)
{
    enum { STEPS_AFTER_ALMOST = 4 };
    bool goes_on = true;
    for (unsigned step = 0; goes_on && !is_over(pair) && step < pair->steps_max; step++) {
        const uint32_t pace_ms = rng_below(&pair->rng, 16) ? STEP_MS : LONG_STEP_MS;
        const uint64_t at_ms = pair->now_ms + rng_below(&pair->rng, pace_ms);
        pair->steps_max += step + 1 == pair->steps_max && waits_for_other(pair);
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
