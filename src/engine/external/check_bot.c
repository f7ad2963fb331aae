// The list of checks: short conversations, and games.
#include "engine/external/check_bot.h"

#include "engine/external/check_game.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    MOVE_TIME_MS = 50,       // in games, so that a slow program does not make the check long
    STOPPED_TIME_MS = 60000, // of a `go` that a `stop` cuts short; none may wait for its end
    TIMEOUTS_MAX = 3,        // checks without an answer, after which the rest is not tried
    STATUS_MAX = 64,         // bytes of a sentence on how a program ended
};

static bool read_number(Slice word, double *number)
{
    char memory[NAME_MAX_BYTES], after;
    Text text = TEXT_IN(memory);
    text_add_slice(&text, word);
    return sscanf(memory, "%lf%c", number, &after) == 1;
}

// `min 1` or `max 20`.
static bool take_number(Slice *rest, const char *name, double *number)
{
    return slice_is(slice_take(rest, " "), name) && read_number(slice_take(rest, " "), number);
}

static bool is_number_range(const BotOption *option)
{
    double default_, min, max;
    Slice range = option->range;
    return read_number(option->default_, &default_) && take_number(&range, "min", &min) &&
           take_number(&range, "max", &max) && !range.length && min <= default_ && default_ <= max;
}

static bool is_choice_range(const BotOption *option)
{
    Slice range = option->range;
    bool has_default = false;
    while (range.length) {
        if (!slice_is(slice_take(&range, " "), "var"))
            return false;
        const Slice word = slice_take(&range, " ");
        has_default = has_default || (word.length == option->default_.length &&
                                      memcmp(word.start, option->default_.start, word.length) == 0);
    }
    return has_default;
}

static bool is_switch_range(const BotOption *option)
{
    return !option->range.length &&
           (slice_is(option->default_, "0") || slice_is(option->default_, "1"));
}

// What is wrong with an `option` line; NULL if nothing is.
static const char *option_problem(const Checker *checker, const BotOption *option)
{
    for (unsigned i = 0; i < checker->option_count; i++)
        if (slice_is(option->name, checker->options[i][0]))
            return "it has said this option already";
    if (slice_is(option->type, "choice"))
        return is_choice_range(option) ? NULL : "its default is not among the words after 'var'";
    if (slice_is(option->type, "switch"))
        return is_switch_range(option) ? NULL : "a switch has the default 0 or 1 and no range";
    return is_number_range(option) ? NULL : "its default does not lie between 'min' and 'max'";
}

static bool take_option(Checker *checker, Slice line, const BotOption *option)
{
    const char *problem = option_problem(checker, option);
    if (!problem && checker->option_count == OPTIONS_MAX)
        problem = "these are too many options";
    if (problem)
        return checker_fault_line(checker, line, problem, "another 'option', or 'ready'");
    assert(checker->option_count < OPTIONS_MAX);
    char(*kept)[NAME_MAX_BYTES] = checker->options[checker->option_count++];
    snprintf(kept[0], NAME_MAX_BYTES, "%.*s", (int)option->name.length, option->name.start);
    snprintf(kept[1], NAME_MAX_BYTES, "%.*s", (int)option->default_.length, option->default_.start);
    return true;
}

static bool is_greeting(BotSaidKind kind)
{
    return kind == BOT_ID || kind == BOT_OPTION || kind == BOT_WANT || kind == BOT_READY;
}

static bool check_bot_greet(Checker *checker)
{
    const char *expected = "'id name', 'option' or 'want' lines and then 'ready'";
    Slice line;
    BotSaid said = {.kind = BOT_ID};
    if (!checker_send_text(checker, "nebel 1\n"))
        return false;
    while (said.kind != BOT_READY) {
        if (!checker_expect(checker, is_greeting, expected, &line, &said) ||
            (said.kind == BOT_OPTION && !take_option(checker, line, &said.option)))
            return false;
        checker->has_name = checker->has_name || said.kind == BOT_ID;
        checker->wants_tries = checker->wants_tries || said.kind == BOT_WANT;
    }
    if (!checker->has_name)
        return checker_fault_line(checker, line, "it has not said who it is",
                                  "'id name' before it");
    return true;
}

static bool play_script(Checker *checker, const GameScript *script)
{
    if (!check_bot_greet(checker))
        return false;
    for (unsigned i = 0; i < (script->games ? script->games : 1); i++)
        if (!check_game_play(checker, script, i + 1))
            return false;
    return true;
}

static bool set_option(Checker *checker, const char *name, const char *value)
{
    char memory[3 * NAME_MAX_BYTES];
    Text text = TEXT_IN(memory);
    bot_order_write(
        &(BotOrder){.kind = BOT_SETOPTION, .name = slice_of(name), .value = slice_of(value)},
        &text);
    assert(!text.cut);
    return checker_send(checker, (Slice){text.start, text.length}) &&
           checker_expect_silence(checker);
}

static bool check_options(Checker *checker)
{
    if (!check_bot_greet(checker))
        return false;
    for (unsigned i = 0; i < checker->option_count; i++)
        if (!set_option(checker, checker->options[i][0], checker->options[i][1]))
            return false;
    return set_option(checker, "no-such-option", "1");
}

static bool check_ping(Checker *checker)
{
    return check_bot_greet(checker) && checker_expect_silence(checker) &&
           checker_expect_silence(checker);
}

static bool check_unknown(Checker *checker)
{
    return check_bot_greet(checker) && checker_send_text(checker, "no-such-verb with words\n") &&
           checker_expect_silence(checker);
}

static bool check_stray_stop(Checker *checker)
{
    return check_bot_greet(checker) && checker_send_text(checker, "stop\n") &&
           checker_expect_silence(checker);
}

static bool wait_end(Checker *checker)
{
    Slice line;
    const char *expected = "an end with status 0 and not a word more";
    if (!child_wait(checker->child, checker_deadline(checker)))
        return checker_fault_time(checker, "it was still there after", expected);
    const ChildError error = child_read(checker->child, child_now_us(), &line);
    if (!error)
        return checker_fault_line(checker, line, "", expected);
    Text status = TEXT_IN((char[STATUS_MAX]){0});
    child_complain(checker->child, error, &status);
    if (slice_is((Slice){status.start, status.length}, "it exited with status 0"))
        return true;
    return checker_fault_child(checker, error, expected);
}

static bool check_quit(Checker *checker)
{
    return check_bot_greet(checker) && checker_send_text(checker, "quit\n") && wait_end(checker);
}

static bool check_end_of_input(Checker *checker)
{
    if (!check_bot_greet(checker))
        return false;
    snprintf(checker->sent, sizeof checker->sent, "the end of its input");
    return wait_end(checker);
}

static const struct {
    const char *name;
    bool (*run)(Checker *checker);
} conversations[] = {
    {"the greeting", check_bot_greet},
    {"options", check_options},
    {"ping", check_ping},
    {"a verb it does not know", check_unknown},
    {"a stop without a go", check_stray_stop},
    {"quit", check_quit},
    {"the end of its input", check_end_of_input},
};

// In this position most tries are refused, since pawns are blocked.
#define BLOCKED "fen=4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3_w"
// The next move ends the game by the fifty-move rule.
#define ENDING "fen=4k3/8/8/8/8/8/8/R3K3_w_-_-_99_80"
#define IN_GAMES .go = {.move_ms = MOVE_TIME_MS}
#define BOTH_SEATS(game_)                  \
    {.game = game_, IN_GAMES},             \
    {                                      \
        .game = game_, .seat = 1, IN_GAMES \
    }

static const GameScript scripts[] = {
    BOTH_SEATS("kriegspiel(rules=icc,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=berkeley,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=berkeley-any,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=cincinnati,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=english,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=rand,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=parker2005,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=foret2019,board=8x8)"),
    BOTH_SEATS("chess(board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=icc,board=losalamos6x6)"),
    BOTH_SEATS("kriegspiel(rules=rand,board=silverman4x4)"),
    BOTH_SEATS("phantom-go(size=9,komi=7.5)"),
    {"every call of phantom-go",
     "phantom-go(size=5,komi=0,tries_heard=yes,reasons_given=yes,points_to_both=yes,atari_calls="
     "yes)",
     IN_GAMES},
    {"refusals", "kriegspiel(rules=icc," BLOCKED ")", IN_GAMES},
    {"the end of a game", "kriegspiel(rules=icc," ENDING ")", IN_GAMES},
    {"the end of a game by the other", "kriegspiel(rules=icc," ENDING ")", IN_GAMES, .seat = 1},
    {"refusals that both hear", "kriegspiel(rules=cincinnati," BLOCKED ")", IN_GAMES},
    {"an opening as black", "kriegspiel(rules=icc)", IN_GAMES,
     .opening = "e2e4 e7e5 g1f3 b8c6 d1e2", .seat = 1, .turns = 8},
    {"an opening as white", "kriegspiel(rules=icc)", IN_GAMES, .opening = "e2e4 e7e5 g1f3 b8c6",
     .turns = 8},
    {"draw offers", "kriegspiel(rules=icc)", IN_GAMES, .offers_draw = true, .turns = 8},
    {"a clock", "kriegspiel(rules=icc)", .clock = {2000, 10}, .go = {.increment_ms = {10, 10}},
     .turns = 4},
    {"a limit of nodes", "kriegspiel(rules=icc)", .go = {.nodes = 100}, .turns = 4},
    {"a limit of CPU time", "kriegspiel(rules=icc)", .go = {.cpu_ms = MOVE_TIME_MS}, .turns = 4},
    {"stop", "kriegspiel(rules=icc)", .go = {.move_ms = STOPPED_TIME_MS}, .stops = true,
     .turns = 4},
    {"games one after another", "kriegspiel(rules=icc,board=8x8)", IN_GAMES, .turns = 5,
     .games = 3},
};

// Starts the program and makes one check.
static CheckVerdict run(const Checker *first, const char *name, bool (*conversation)(Checker *),
                        const GameScript *script, const CheckSink *sink)
{
    assert(conversation || script);
    Checker checker = *first;
    checker.fault = TEXT_IN(checker.fault_memory);
    const ChildPlan child = {
        .command = first->command, .line_max = BOT_SAID_MAX, .messages = child_messages_shown};
    checker.child = child_create(&first->memory, &child, &checker.fault);
    const bool is_fine =
        checker.child && (conversation ? conversation(&checker) : play_script(&checker, script));
    const CheckVerdict verdict = is_fine               ? CHECK_FINE
                                 : checker.has_refused ? CHECK_REFUSED
                                                       : CHECK_FAULT;
    sink->take(sink->context, name, verdict, checker.fault.start);
    child_destroy(checker.child);
    return verdict;
}

// All checks in their order: conversations, then games.
enum { CHECKS = COUNT_OF(conversations) + COUNT_OF(scripts) };

static void name_check(unsigned index, Text *name)
{
    assert(index < CHECKS);
    if (index < COUNT_OF(conversations)) {
        text_add(name, conversations[index].name);
        return;
    }
    const GameScript *script = &scripts[index - COUNT_OF(conversations)];
    if (script->name)
        text_add(name, script->name);
    else
        text_format(name, "%s as %s", script->game, script->seat ? "black" : "white");
}

static bool is_named(unsigned index, const char *wanted)
{
    char memory[NAME_MAX_BYTES];
    Text name = TEXT_IN(memory);
    name_check(index, &name);
    return strcmp(memory, wanted) == 0;
}

bool check_bot_has(const char *name)
{
    unsigned index = 0;
    while (index < CHECKS && !is_named(index, name))
        index++;
    return index < CHECKS;
}

static CheckVerdict run_at(const Checker *first, unsigned index, const CheckSink *sink)
{
    char memory[NAME_MAX_BYTES];
    Text name = TEXT_IN(memory);
    name_check(index, &name);
    if (index < COUNT_OF(conversations))
        return run(first, memory, conversations[index].run, NULL, sink);
    return run(first, memory, NULL, &scripts[index - COUNT_OF(conversations)], sink);
}

unsigned check_bot(const Memory *memory, const CheckPlan *plan, const CheckSink *sink)
{
    assert(plan->command && sink->take);
    unsigned counts[CHECK_VERDICT_COUNT] = {0}, timeouts = 0, done = 0;
    const Checker first = {.memory = *memory,
                           .command = plan->command,
                           .patience_ms = plan->patience_ms,
                           .timeouts = &timeouts};
    for (; done < CHECKS && timeouts < TIMEOUTS_MAX && !(done == 1 && counts[CHECK_FAULT]); done++)
        if (!plan->only || is_named(done, plan->only))
            counts[run_at(&first, done, sink)]++;
    if (counts[CHECK_REFUSED] == COUNT_OF(scripts)) {
        sink->take(sink->context, "a game", CHECK_FAULT,
                   "it refused every game; expected one that it plays");
        counts[CHECK_FAULT]++;
    }
    if (done < CHECKS)
        sink->take(sink->context, "the rest", CHECK_UNTRIED, "");
    return counts[CHECK_FAULT];
}
