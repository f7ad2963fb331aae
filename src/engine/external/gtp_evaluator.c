// Sends boards to GNU Go and reads its best moves.
//
// A board is set up by ordinary moves, in any order. Every chain of a legal board has a liberty, and so has every chain of a
// part of it. So no such move captures, is suicide or repeats a board, and the engine's rules allow all of them.
#include "engine/external/gtp_evaluator.h"

#include <assert.h>

enum {
    ANSWER_MAX = 1024,   // bytes of a list of moves with values
    PATIENCE_MS = 30000, // a board of 19x19 may need it
};

struct GtpEvaluator {
    Memory memory;
    unsigned level;
    const char *name;
    Gtp *gtp;
    GoNative *native; // of the player, for boards on which the engine failed
    unsigned failures;
    bool has_failed; // for the whole game
    char message[ENGINE_MESSAGE_MAX];
    GtpCounts counts;
};

static const char *const color_names[] = {[GO_WHITE] = "white", [GO_BLACK] = "black"};

static void add_stones(const GoBoard *board, GoColor color, Text *commands)
{
    for (unsigned spot = 0; spot < GO_SPOTS; spot++) {
        const GoPoint point = go_point_at(spot);
        if (go_board_at(board, point) != color)
            continue;
        text_format(commands, "play %s ", color_names[color]);
        go_point_to_text(point, commands);
        text_add_char(commands, '\n');
    }
}

// The opponent's stones come last, since the opponent moved last.
static void write_question(const GtpEvaluator *self, const GoBoard *board, Text *commands)
{
    const GoColor us = (GoColor)board->to_move;
    text_format(commands, "boardsize %u\nlevel %u\nkomi %.1f\n", board->size, self->level,
                self->native->rules->half_komi / 2.0);
    add_stones(board, us, commands);
    add_stones(board, go_other(us), commands);
    text_format(commands, "top_moves_%s\n", color_names[us]);
}

// The engine's values are in points. They become shares of the best value, so that every board has the same weight.
bool gtp_moves_read(Slice text, const GoBoard *board, GoAdvice *advice)
{
    double best = 0;
    advice->count = 0;
    while (text.length) {
        const Slice word = slice_take(&text, " ");
        if (!word.length)
            continue;
        const GoPoint point = go_point_from_text(word);
        double value;
        if (!point || !slice_decimal(slice_take(&text, " "), &value) || advice->count == GO_SPOTS)
            return false;
        if (value <= 0 || go_board_judge(board, point) != GO_LEGAL)
            continue;
        best = value > best ? value : best;
        advice->points[advice->count] = point;
        advice->values[advice->count++] = value;
    }
    assert(best > 0 || advice->count == 0);
    for (uint32_t i = 0; i < advice->count; i++)
        advice->values[i] /= best;
    return true;
}

static bool gtp_evaluator_ask(GtpEvaluator *self, const GoBoard *board, Meter *meter,
                              GoAdvice *advice)
{
    char command_memory[GTP_BATCH_MAX], answer_memory[ANSWER_MAX];
    Text commands = TEXT_IN(command_memory), answer = TEXT_IN(answer_memory);
    Text why = TEXT_IN(self->message);
    GtpReply reply = {.text = &answer};
    write_question(self, board, &commands);
    assert(!commands.cut);
    if (!gtp_start(self->gtp, &why) ||
        !gtp_ask(self->gtp, (Slice){commands.start, commands.length}, &reply, &why))
        return false;
    meter_charge(meter, 1, reply.cpu_us);
    advice->cpu_us = reply.cpu_us;
    if (gtp_moves_read((Slice){answer.start, answer.length}, board, advice))
        return true;
    text_format(&why, "%s: it names no moves with values", self->name);
    return false;
}

static bool advise(void *context, const GoBoard *board, Rng *rng, Meter *meter, GoAdvice *advice)
{
    GtpEvaluator *self = context;
    assert(self->native);
    if (self->has_failed)
        return false;
    if (gtp_evaluator_ask(self, board, meter, advice)) {
        self->failures = 0;
        self->counts.valued++;
        return true;
    }
    self->counts.failed++;
    self->has_failed = ++self->failures >= ENGINE_FAILURES_MAX;
    const GoEvaluator native = go_native_evaluator(self->native);
    return !self->has_failed && native.advise(native.context, board, rng, meter, advice);
}

static bool begin(void *context, GoNative *native, Text *message)
{
    assert(native && native->rules);
    GtpEvaluator *self = context;
    self->native = native;
    self->failures = 0;
    self->has_failed = !gtp_start(self->gtp, message);
    return !self->has_failed;
}

static bool has_failed(void *context, Text *message)
{
    const GtpEvaluator *self = context;
    if (self->has_failed)
        text_add(message, self->message);
    return self->has_failed;
}

static void destroy(void *context)
{
    GtpEvaluator *self = context;
    const Memory memory = self->memory;
    gtp_destroy(self->gtp);
    memory_resize(&memory, self, 0);
}

GtpEvaluator *gtp_evaluator_create(const Memory *memory, const GtpEvaluatorPlan *plan)
{
    assert(plan->engine && plan->command);
    GtpEvaluator *self = memory_resize(memory, NULL, sizeof *self);
    Gtp *gtp = gtp_create(memory, plan->engine->name, plan->command,
                          plan->patience_ms ? plan->patience_ms : PATIENCE_MS);
    if (!self || !gtp) {
        memory_resize(memory, self, 0);
        gtp_destroy(gtp);
        return NULL;
    }
    *self = (GtpEvaluator){
        .memory = *memory, .level = plan->level, .name = plan->engine->name, .gtp = gtp};
    return self;
}

GoAdviser gtp_evaluator_adviser(GtpEvaluator *self)
{
    return (GoAdviser){
        .evaluator = {advise, self}, .begin = begin, .has_failed = has_failed, .destroy = destroy};
}

GtpCounts gtp_evaluator_counts(const GtpEvaluator *self)
{
    return self->counts;
}
