// Phantom Go as text: game strings, tries, and hearings as sentences.
#include "games/core/saying.h"
#include "games/phantom_go/phantom_go.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIZE_DEFAULT = 9,
    HALF_KOMI_DEFAULT = 15, // half points: 7.5 points
    KOMI_MAX = GO_SPOTS,    // points
    HINT_BYTES = 40,        // of a hint like "it is area or territory"
};

static const struct {
    const char *key, *off, *on; // the name of the switch and of its two values
    bool default_;
} switches[] = {
    [PHANTOM_SUPERKO] = {"superko", "no", "yes", true},
    [PHANTOM_TERRITORY] = {"score", "area", "territory", false},
    [PHANTOM_TRIES_HEARD] = {"tries_heard", "no", "yes", false},
    [PHANTOM_REASONS_GIVEN] = {"reasons_given", "no", "yes", false},
    [PHANTOM_POINTS_TO_BOTH] = {"points_to_both", "no", "yes", false},
    [PHANTOM_ATARI_CALLS] = {"atari_calls", "no", "yes", false},
};
_Static_assert(COUNT_OF(switches) == PHANTOM_SWITCH_COUNT, "every switch is written somehow");

static const char *const handicap_keys[2] = {[GO_WHITE] = "white", [GO_BLACK] = "black"};

static bool reject(Text *message, const SpecOption *option, const char *right)
{
    text_format(message, "phantom-go has no %.*s=%.*s; %s", (int)option->key.length,
                option->key.start, (int)option->value.length, option->value.start, right);
    return false;
}

// Whole or half points, with a minus sign or without.
static bool read_komi(Slice value, int16_t *half_komi)
{
    uint64_t whole;
    const bool is_negative = value.length && value.start[0] == '-';
    Slice rest = {value.start + is_negative, value.length - is_negative};
    const bool has_half =
        rest.length > 2 && slice_is((Slice){rest.start + rest.length - 2, 2}, ".5");
    rest.length -= has_half ? 2 : 0;
    if (!slice_number(rest, KOMI_MAX, &whole) || (is_negative && !whole && !has_half))
        return false;
    const int sum = 2 * (int)whole + has_half;
    *half_komi = (int16_t)(is_negative ? -sum : sum);
    return true;
}

static bool read_switch(const SpecOption *option, PhantomRules *rules, Text *message)
{
    for (unsigned i = 0; i < COUNT_OF(switches); i++) {
        if (!slice_is(option->key, switches[i].key))
            continue;
        if (!slice_is(option->value, switches[i].on) && !slice_is(option->value, switches[i].off)) {
            char right[HINT_BYTES];
            Text text = TEXT_IN(right);
            text_format(&text, "it is %s or %s", switches[i].off, switches[i].on);
            return reject(message, option, right);
        }
        rules->has[i] = slice_is(option->value, switches[i].on);
        return true;
    }
    text_format(message, "phantom-go has no option '%.*s'; it has size, komi, black, white",
                (int)option->key.length, option->key.start);
    for (unsigned i = 0; i < COUNT_OF(switches); i++)
        text_format(message, ", %s", switches[i].key);
    return false;
}

// `d4+e5`: each point once.
static bool read_points(Slice value, GoSet *set)
{
    if (value.length && value.start[value.length - 1] == '+')
        return false;
    while (value.length) {
        const GoPoint point = go_point_from_text(slice_take(&value, "+"));
        if (point == GO_NONE || go_set_has(set, go_spot(point)))
            return false;
        go_set_add(set, go_spot(point));
    }
    return go_set_count(set) <= PHANTOM_HANDICAP_MAX;
}

// Whether the handicap fits the board; called when all options, the size among them, have been read.
static bool can_begin(const PhantomRules *rules)
{
    GoBoard board;
    go_board_init(&board, rules->size);
    for (unsigned seat = 0; seat < 2; seat++) {
        const GoSet *stones = &rules->handicap[seat];
        for (unsigned spot = 0; (spot = go_set_next(stones, spot)) < GO_SPOTS; spot++) {
            if (!go_board_may_put(&board, (GoColor)seat, go_point_at(spot)))
                return false;
            go_board_put(&board, (GoColor)seat, go_point_at(spot));
        }
    }
    return true;
}

static bool read_option(const SpecOption *option, PhantomRules *rules, Text *message)
{
    if (slice_is(option->key, "size")) {
        uint64_t size;
        if (!slice_number(option->value, GO_SIZE_MAX, &size) || size < GO_SIZE_MIN)
            return reject(message, option, "sizes are 5 to 19");
        rules->size = (uint8_t)size;
        return true;
    }
    if (slice_is(option->key, "komi"))
        return read_komi(option->value, &rules->half_komi) ||
               reject(message, option, "a komi is a number of points, halves allowed, as 7.5");
    for (unsigned seat = 0; seat < 2; seat++)
        if (slice_is(option->key, handicap_keys[seat]))
            return read_points(option->value, &rules->handicap[seat]) ||
                   reject(message, option, "a handicap is up to nine points, as d4+c3");
    return read_switch(option, rules, message);
}

bool phantom__read(const Spec *spec, Rules *rules, Text *message)
{
    PhantomRules read = {.size = SIZE_DEFAULT, .half_komi = HALF_KOMI_DEFAULT};
    for (unsigned i = 0; i < COUNT_OF(switches); i++)
        read.has[i] = switches[i].default_;
    for (uint32_t i = 0; i < spec->option_count; i++)
        if (!read_option(&spec->options[i], &read, message))
            return false;
    if (!can_begin(&read)) {
        text_add(
            message,
            "phantom-go cannot begin with these stones; black and white have points of their own "
            "on the board, and every chain a liberty");
        return false;
    }
    *(PhantomRules *)rules = read;
    return true;
}

// The points of a set, `before` the first and `between` the others.
static void phantom_add_points(const GoSet *set, const char *before, const char *between,
                               Text *text)
{
    for (unsigned spot = 0; (spot = go_set_next(set, spot)) < GO_SPOTS; spot++) {
        text_add(text, before);
        go_point_to_text(go_point_at(spot), text);
        before = between;
    }
}

void phantom__write(const Rules *rules, Text *text)
{
    const PhantomRules *own = phantom_rules(rules);
    assert(own->size >= GO_SIZE_MIN && own->size <= GO_SIZE_MAX);
    const int komi = abs(own->half_komi);
    text_format(text, "%s(size=%u,komi=%s%d%s", PHANTOM_GO_NAME, own->size,
                own->half_komi < 0 ? "-" : "", komi / 2, komi % 2 ? ".5" : "");
    for (unsigned i = 0; i < COUNT_OF(switches); i++)
        if (own->has[i] != switches[i].default_)
            text_format(text, ",%s=%s", switches[i].key,
                        own->has[i] ? switches[i].on : switches[i].off);
    phantom_add_points(&own->handicap[GO_BLACK], ",black=", "+", text);
    phantom_add_points(&own->handicap[GO_WHITE], ",white=", "+", text);
    text_add_char(text, ')');
}

void phantom__try_to_text(Try attempt, Text *text)
{
    if (attempt == PHANTOM_PASS)
        text_add(text, "pass");
    else if (attempt == TRY_NONE || attempt > PHANTOM_PASS)
        text_add_char(text, '?'); // a program sent a number that is no try
    else
        go_point_to_text(go_point_at(attempt - 1u), text);
}

Try phantom__try_from_text(Slice text)
{
    if (slice_is(text, "pass"))
        return PHANTOM_PASS;
    const GoPoint point = go_point_from_text(text);
    return point == GO_NONE ? TRY_NONE : (Try)(go_spot(point) + 1);
}

enum { POINTS_MAX = 5 * GO_SPOTS + 1 }; // bytes of a list: "t19, " takes five

static const SayCode reason_words[] = {
    [REASON_NONE] = SAY_NOTHING,
    [REASON_STONE] = SAY_GO_STONE,
    [REASON_SUICIDE] = SAY_GO_SUICIDE,
    [REASON_REPETITION] = SAY_GO_REPEATS,
};

// Both seats are told the handicap as the game begins.
static void say_handicap(const PhantomRules *rules, GoColor color, Text *text)
{
    char memory[POINTS_MAX];
    Text points = TEXT_IN(memory);
    phantom_add_points(&rules->handicap[color], "", ", ", &points);
    if (!points.length)
        return;
    text_add_char(text, ' ');
    WORDS_FILL(text, SAY_GO_HANDICAP, {words_color(color)}, {memory});
}

static void say_opening(const PhantomRules *rules, const Hearing *hearing, Text *text)
{
    assert(hearing->seat < 2);
    say_sentence_of(text, SAY_GO_TURN, words_color(hearing->seat));
    say_handicap(rules, GO_BLACK, text);
    say_handicap(rules, GO_WHITE, text);
}

// How many stones were taken, and to those who may know it which.
static void say_taken(const Hearing *hearing, Text *text)
{
    char memory[POINTS_MAX];
    Text points = TEXT_IN(memory);
    GoSet taken;
    memcpy(taken.words, hearing->points, sizeof taken.words);
    phantom_add_points(&taken, "", ", ", &points);
    text_add_char(text, ' ');
    if (points.length)
        WORDS_FILL(text, SAY_GO_TAKEN_AT, {.number = hearing->stones}, {memory});
    else
        WORDS_FILL(text, SAY_GO_TAKEN, {.number = hearing->stones});
}

static void say_move(const Hearing *hearing, Text *text)
{
    say_sentence_of(text, hearing->checks & CALL_PASS ? SAY_GO_PASSED : SAY_GO_PLAYED,
                    words_color(hearing->seat));
    if (hearing->stones)
        say_taken(hearing, text);
    if (hearing->checks & CALL_ATARI)
        say_sentence(text, SAY_GO_ATARI);
}

static void say_refusal(const Hearing *hearing, Text *text)
{
    say_sentence(text, hearing->verdict == VERDICT_ILLEGAL ? SAY_REFUSED_ILLEGAL
                                                           : SAY_REFUSED_IMPOSSIBLE);
    assert(hearing->reason < COUNT_OF(reason_words));
    if (hearing->reason)
        say_sentence(text, reason_words[hearing->reason]);
}

void phantom__say(const Rules *rules, const Hearing *hearing, Text *text)
{
    if (hearing->event == HEARD_NOTHING)
        text_add_char(text, '-');
    else if (hearing->event == HEARD_OPENING)
        say_opening(phantom_rules(rules), hearing, text);
    else if (hearing->event == HEARD_MOVE)
        say_move(hearing, text);
    else if (hearing->event == HEARD_REFUSAL)
        say_refusal(hearing, text);
    say_offer(hearing, text);
    say_end(hearing, text);
}
