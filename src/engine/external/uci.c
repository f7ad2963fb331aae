// The table of known engines, the lines of UCI, and a search from `go` to `bestmove`.
#include "engine/external/uci.h"

#include "engine/external/engine.h"
#include "engine/external/program.h"
#include "engine/kriegspiel_search/alphabeta.h"
#include "games/chess/notation.h"

#include <assert.h>
#include <string.h>

// GNU Chess never answers a `go nodes`, ignores `searchmoves`, and answers from its book without a value.
const UciEngine uci_engines[] = {
    {
        .name = "stockfish",
        .arguments = "",
        .settings = "setoption name Threads value 1\nsetoption name Hash value 16\n",
        .values_setting = "setoption name MultiPV value 500\n",
        .counts_nodes = true,
        .value_depth = 1,
        .play_depth = 8,
    },
    {
        .name = "gnuchess",
        .arguments = "-u",
        .settings = "setoption name Hash value 16\nsetoption name OwnBook value false\n",
        .value_depth = 1,
        .play_depth = 5,
    },
    {0},
};

enum {
    VALUE_LIMIT = 20000,     // hundredths of a pawn, for what is no mate; below every mate
    MATE_MOVES_MAX = 1000,   // mates in more moves count as mates in so many
    NUMBER_MAX = 1000000000, // the largest number that is read from a line
};

const UciEngine *uci_engine(Slice name)
{
    for (const UciEngine *engine = uci_engines; engine->name; engine++)
        if (slice_is(name, engine->name))
            return engine;
    return NULL;
}

bool uci_command(const UciEngine *engine, Text *command, Text *message)
{
    assert(engine && engine->name);
    return program_command(engine->name, engine->arguments, command, message);
}

static bool read_signed(Slice text, int *number)
{
    const bool is_negative = text.length && text.start[0] == '-';
    const Slice digits = {text.start + is_negative, text.length - is_negative};
    uint64_t read;
    if (!slice_number(digits, NUMBER_MAX, &read))
        return false;
    *number = is_negative ? -(int)read : (int)read;
    return true;
}

static int clamp(int number, int limit)
{
    return number < -limit ? -limit : number > limit ? limit : number;
}

// `cp 31`, or `mate -2` in moves; `mate 0` is of a side that is mated already.
static bool read_score(Slice *rest, int *value)
{
    const Slice unit = slice_take(rest, " ");
    int number;
    if (!read_signed(slice_take(rest, " "), &number))
        return false;
    if (slice_is(unit, "cp")) {
        *value = clamp(number, VALUE_LIMIT);
        return true;
    }
    const int moves = clamp(number, MATE_MOVES_MAX);
    *value = moves > 0 ? MATE_VALUE - (moves - 1) : -(MATE_VALUE + moves);
    return slice_is(unit, "mate");
}

static uint32_t read_nodes(Slice *rest)
{
    uint64_t nodes;
    return slice_number(slice_take(rest, " "), NUMBER_MAX, &nodes) ? (uint32_t)nodes : 0;
}

bool uci_read_info(Slice line, UciInfo *info)
{
    UciInfo read = {0};
    bool is_bound = false;
    if (!slice_is(slice_take(&line, " "), "info"))
        return false;
    while (line.length) {
        const Slice word = slice_take(&line, " ");
        if (slice_is(word, "string"))
            break; // free text
        if (slice_is(word, "score"))
            read.has_value = read_score(&line, &read.value);
        else if (slice_is(word, "nodes"))
            read.nodes = read_nodes(&line);
        else if (slice_is(word, "upperbound") || slice_is(word, "lowerbound"))
            is_bound = true;
        else if (slice_is(word, "pv")) {
            read.move = move_from_uci(slice_take(&line, " "));
            break; // the moves after the first are what it expects; we do not need them
        }
    }
    read.has_value = read.has_value && !is_bound;
    *info = read;
    return true;
}

static Slice trim(Slice line)
{
    while (line.length && strchr(" \r\t", line.start[line.length - 1]))
        line.length--;
    return line;
}

struct Uci {
    Engine engine;
    UciPlan plan;
};

Uci *uci_create(const Memory *memory, const UciPlan *plan)
{
    assert(plan->engine && plan->command && plan->setting);
    Uci *uci = memory_resize(memory, NULL, sizeof *uci);
    if (!uci)
        return NULL;
    *uci = (Uci){.plan = *plan};
    if (engine_init(&uci->engine, memory, plan->engine->name, plan->command, plan->patience_ms))
        return uci;
    memory_resize(memory, uci, 0);
    return NULL;
}

void uci_destroy(Uci *uci)
{
    if (!uci)
        return;
    const Memory memory = uci->engine.memory;
    engine_done(&uci->engine);
    memory_resize(&memory, uci, 0);
}

// Skips lines up to the one that is this word.
static ChildError wait_for(Engine *engine, const char *word, uint64_t deadline_us)
{
    Slice line;
    ChildError error;
    do
        error = engine_read(engine, deadline_us, &line);
    while (!error && !slice_is(trim(line), word));
    return error;
}

static ChildError uci_greet(Engine *engine, const void *context)
{
    const UciPlan *plan = context;
    const uint64_t deadline_us = engine_deadline_us(engine);
    const char *const settings[] = {plan->engine->settings, plan->setting, "isready\n"};
    ChildError error = child_send(engine->child, slice_of("uci\n"), deadline_us);
    if (!error)
        error = wait_for(engine, "uciok", deadline_us);
    for (unsigned i = 0; i < COUNT_OF(settings) && !error; i++)
        error = child_send(engine->child, slice_of(settings[i]), deadline_us);
    return error ? error : wait_for(engine, "readyok", deadline_us);
}

bool uci_start(Uci *uci, Text *message)
{
    return engine_start(&uci->engine, uci_greet, &uci->plan, message);
}

bool uci_begin_game(Uci *uci, Text *message)
{
    Engine *engine = &uci->engine;
    if (!engine->child)
        return uci_start(uci, message);
    const uint64_t deadline_us = engine_deadline_us(engine);
    ChildError error = child_send(engine->child, slice_of("ucinewgame\nisready\n"), deadline_us);
    if (!error)
        error = wait_for(engine, "readyok", deadline_us);
    if (!error) {
        (void)engine_used_cpu_us(engine);
        return true;
    }
    char memory[ENGINE_MESSAGE_MAX];
    Text unsaid = TEXT_IN(memory); // it may have died long ago; a new one is as good
    (void)engine_fail(engine, error, &unsaid);
    return uci_start(uci, message);
}

bool uci_order(Uci *uci, Slice lines, Text *message)
{
    assert(uci->engine.child && lines.length > 0);
    const ChildError error = child_send(uci->engine.child, lines, engine_deadline_us(&uci->engine));
    return error ? engine_fail(&uci->engine, error, message) : true;
}

// When a search is told to stop, and when the engine counts as hung.
typedef struct Wait {
    uint64_t stop_us; // UINT64_MAX if it was told to stop, or need not be
    uint64_t deadline_us;
    bool is_stopped;
} Wait;

static Wait begin_wait(const Uci *uci, const Meter *meter)
{
    const uint64_t now_us = child_now_us(), left_us = meter_left_us(meter);
    const bool has_end = left_us < UINT64_MAX - now_us;
    return (Wait){.stop_us = has_end ? now_us + left_us : UINT64_MAX,
                  .deadline_us = engine_deadline_us(&uci->engine) + (has_end ? left_us : 0)};
}

static bool is_wanted_now(const Meter *meter)
{
    const atomic_bool *stopped = meter->budget->is_stopped;
    return stopped && atomic_load_explicit(stopped, memory_order_relaxed);
}

static ChildError stop(Uci *uci, Wait *wait)
{
    assert(!wait->is_stopped);
    *wait = (Wait){
        .stop_us = UINT64_MAX, .deadline_us = engine_deadline_us(&uci->engine), .is_stopped = true};
    return child_send(uci->engine.child, slice_of("stop\n"), wait->deadline_us);
}

// Reads a line, or an error. Meanwhile it may tell the engine to stop.
static ChildError next_line(Uci *uci, const Meter *meter, Wait *wait, Slice *line)
{
    for (;;) {
        const uint64_t now_us = child_now_us();
        if (now_us >= wait->deadline_us)
            return CHILD_ERR_TIME;
        if (!wait->is_stopped && (now_us >= wait->stop_us || is_wanted_now(meter))) {
            const ChildError deaf = stop(uci, wait);
            if (deaf)
                return deaf;
        }
        uint64_t until_us = wait->stop_us < wait->deadline_us ? wait->stop_us : wait->deadline_us;
        if (meter->budget->is_stopped && until_us > now_us + CHILD_STOP_LOOK_US)
            until_us = now_us + CHILD_STOP_LOOK_US;
        const ChildError error = child_read(uci->engine.child, until_us, line);
        if (error != CHILD_ERR_TIME)
            return error;
    }
}

bool uci_await(Uci *uci, const Meter *meter, UciSink sink, UciAnswer *answer, Text *message)
{
    assert(uci->engine.child && meter->budget && sink.take);
    Wait wait = begin_wait(uci, meter);
    uint32_t nodes = 0;
    for (;;) {
        Slice line;
        UciInfo info;
        const ChildError error = next_line(uci, meter, &wait, &line);
        if (error)
            return engine_fail(&uci->engine, error, message);
        line = trim(line);
        if (uci_read_info(line, &info)) {
            nodes = info.nodes > nodes ? info.nodes : nodes;
            sink.take(sink.context, &info);
        } else if (slice_is(slice_take(&line, " "), "bestmove")) {
            *answer = (UciAnswer){.best = move_from_uci(slice_take(&line, " ")),
                                  .nodes = nodes,
                                  .cpu_us = engine_used_cpu_us(&uci->engine),
                                  .is_stopped = wait.is_stopped};
            return true;
        }
    }
}
