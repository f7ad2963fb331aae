// Starting engines, and starting them again.
#include "engine/external/engine.h"

#include <assert.h>

enum { START_TRIES = 3 }; // a machine under load may fail once or twice

bool engine_init(Engine *engine, const Memory *memory, const char *name, const char *command,
                 uint32_t patience_ms)
{
    assert(name && command);
    char *copy = guest__copy_text(memory, command);
    if (!copy)
        return false;
    *engine = (Engine){.memory = *memory,
                       .name = name,
                       .command = copy,
                       .patience_ms = patience_ms ? patience_ms : ENGINE_PATIENCE_MS};
    return true;
}

// The engine is killed without a "quit": GNU Chess crashes on it, and no engine has anything to save.
void engine_done(Engine *engine)
{
    if (!engine->command)
        return;
    child_destroy(engine->child);
    memory_resize(&engine->memory, engine->command, 0);
    *engine = (Engine){0};
}

uint64_t engine_deadline_us(const Engine *engine)
{
    assert(engine->patience_ms > 0);
    return child_now_us() + (uint64_t)engine->patience_ms * 1000;
}

bool engine_fail(Engine *engine, ChildError error, Text *message)
{
    assert(engine->child && error != CHILD_OK);
    text_format(message, "%s: ", engine->name);
    child_complain(engine->child, error, message);
    child_destroy(engine->child);
    engine->child = NULL;
    return false;
}

static bool start_once(Engine *engine, EngineGreet *greet, const void *context, Text *message)
{
    assert(engine->command && !engine->child);
    const ChildPlan plan = {
        .command = engine->command, .line_max = CHILD_LINE_MAX, .is_trusted = true};
    engine->child = child_create(&engine->memory, &plan, message);
    if (!engine->child)
        return false;
    const ChildError error = greet(engine, context);
    if (error)
        return engine_fail(engine, error, message);
    engine->cpu_us = child_cpu_us(engine->child);
    return true;
}

bool engine_start(Engine *engine, EngineGreet *greet, const void *context, Text *message)
{
    assert(greet);
    if (engine->child)
        return true;
    for (unsigned i = 0; i < START_TRIES; i++) {
        char memory[ENGINE_MESSAGE_MAX];
        Text why = TEXT_IN(memory);
        if (start_once(engine, greet, context, &why))
            return true;
        if (i + 1 == START_TRIES)
            text_add(message, memory);
    }
    return false;
}

ChildError engine_read(Engine *engine, uint64_t deadline_us, Slice *line)
{
    return child_now_us() < deadline_us ? child_read(engine->child, deadline_us, line)
                                        : CHILD_ERR_TIME;
}

uint64_t engine_used_cpu_us(Engine *engine)
{
    assert(engine->child);
    const uint64_t before_us = engine->cpu_us, now_us = child_cpu_us(engine->child);
    engine->cpu_us = now_us;
    return now_us > before_us ? now_us - before_us : 0;
}
