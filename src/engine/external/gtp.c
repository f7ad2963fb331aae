// Numbered commands and their answers. A batch is sent at once: a board is set up by dozens of commands, and waiting for each
// answer would be slow. The numbers of the answers show that both ends speak of the same command.
#include "engine/external/gtp.h"

#include "formats/protocol/gtp.h"

#include <assert.h>

// With a fixed seed GNU Go gives the same answers again.
const GtpEngine gtp_engines[] = {
    {.name = "gnugo", .arguments = "--mode gtp --quiet --chinese-rules --seed 1"},
    {0},
};

const GtpEngine *gtp_engine(Slice name)
{
    for (const GtpEngine *engine = gtp_engines; engine->name; engine++)
        if (slice_is(name, engine->name))
            return engine;
    return NULL;
}

enum {
    NUMBER_MAX = 1000000000, // of a command; then numbers begin again
    VERSION_MAX = 64,        // bytes of an answer to protocol_version
};

struct Gtp {
    Engine engine;
    uint32_t asked; // the number of the last command
};

Gtp *gtp_create(const Memory *memory, const char *name, const char *command, uint32_t patience_ms)
{
    Gtp *gtp = memory_resize(memory, NULL, sizeof *gtp);
    if (!gtp)
        return NULL;
    *gtp = (Gtp){0};
    if (engine_init(&gtp->engine, memory, name, command, patience_ms))
        return gtp;
    memory_resize(memory, gtp, 0);
    return NULL;
}

void gtp_destroy(Gtp *gtp)
{
    if (!gtp)
        return;
    const Memory memory = gtp->engine.memory;
    engine_done(&gtp->engine);
    memory_resize(&memory, gtp, 0);
}

static bool is_empty(Slice line)
{
    return line.length == 0 || (line.length == 1 && line.start[0] == '\r');
}

static void add_line(Slice line, Text *text)
{
    if (text->length && line.length)
        text_add_char(text, ' ');
    for (size_t i = 0; i < line.length; i++)
        text_add_char(text, (char)(line.start[i] == '\r' ? ' ' : line.start[i]));
}

// Reads one answer to its end and writes its text. Lines between answers are skipped.
static ChildError read_answer(Engine *engine, uint64_t deadline_us, GtpAnswer *answer, Text *text)
{
    Slice line;
    ChildError error;
    do
        error = engine_read(engine, deadline_us, &line);
    while (!error && !gtp_answer_read(line, answer));
    *text = text_in(text->start, text->capacity);
    if (!error)
        add_line(answer->text, text);
    while (!error) {
        error = engine_read(engine, deadline_us, &line);
        if (!error && is_empty(line))
            break;
        if (!error)
            add_line(line, text);
    }
    answer->text = (Slice){text->start, text->length};
    return error;
}

// Returns how many commands there were.
static uint32_t number_commands(Gtp *gtp, Slice commands, Text *lines)
{
    uint32_t count = 0;
    if (gtp->asked > NUMBER_MAX)
        gtp->asked = 0;
    for (; commands.length; count++) {
        const GtpCommand command = {.id = {true, ++gtp->asked},
                                    .name = slice_take(&commands, "\n")};
        gtp_command_write(&command, lines);
    }
    assert(!lines->cut);
    return count;
}

bool gtp_ask(Gtp *gtp, Slice commands, GtpReply *reply, Text *message)
{
    char memory[2 * GTP_BATCH_MAX];
    Text lines = TEXT_IN(memory);
    bool is_refused = false;
    assert(gtp->engine.child && reply->text->capacity > 0);
    assert(commands.length > 0 && commands.length < GTP_BATCH_MAX);
    const uint64_t deadline_us = engine_deadline_us(&gtp->engine);
    const uint32_t count = number_commands(gtp, commands, &lines);
    ChildError error =
        child_send(gtp->engine.child, (Slice){lines.start, lines.length}, deadline_us);
    for (uint32_t i = count; i-- > 0 && !error;) {
        GtpAnswer answer;
        error = read_answer(&gtp->engine, deadline_us, &answer, reply->text);
        if (!error && (!answer.id.is_given || answer.id.number != gtp->asked - i))
            error = CHILD_ERR_TALK;
        if (!error && answer.is_refusal && !is_refused)
            text_format(message, "%s: it refused: %s", gtp->engine.name, reply->text->start);
        is_refused = is_refused || (!error && answer.is_refusal);
    }
    if (error)
        return engine_fail(&gtp->engine, error, message);
    reply->cpu_us = engine_used_cpu_us(&gtp->engine);
    return !is_refused;
}

static ChildError gtp_greet(Engine *engine, const void *context)
{
    (void)context;
    char memory[VERSION_MAX];
    Text version = TEXT_IN(memory);
    GtpAnswer answer;
    const uint64_t deadline_us = engine_deadline_us(engine);
    ChildError error = child_send(engine->child, slice_of("protocol_version\n"), deadline_us);
    if (!error)
        error = read_answer(engine, deadline_us, &answer, &version);
    return !error && !slice_is(answer.text, "2") ? CHILD_ERR_TALK : error;
}

bool gtp_start(Gtp *gtp, Text *message)
{
    return engine_start(&gtp->engine, gtp_greet, NULL, message);
}
