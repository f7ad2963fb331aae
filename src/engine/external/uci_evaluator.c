// Asking an engine for the values of all moves of a board, and what to do when it fails.
//
// Stockfish values all moves of one search (MultiPV), so each process gets a share of the moves. GNU Chess values only the best
// move, so it is asked about the position after each move.
#include "engine/external/uci_evaluator.h"

#include "engine/external/engine.h"
#include "engine/external/uci_check.h"
#include "engine/kriegspiel_search/alphabeta.h"
#include "games/chess/ending.h"
#include "games/chess/fen.h"
#include "games/chess/legal.h"
#include "games/chess/notation.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

enum {
    NO_VALUE = INT_MIN,
    ORDER_MAX = FEN_TEXT_MAX + MOVES_MAX * UCI_MOVE_BYTES + UCI_LIMIT_BYTES,
};

struct UciEvaluator {
    Memory memory;
    UciEvaluatorPlan plan;
    NativeEvaluator native;
    Uci *children[UCI_CHILDREN_MAX];
    uint32_t failures; // since the last board that was valued
    bool has_failed;   // for the whole game
    char message[ENGINE_MESSAGE_MAX];
    UciCounts counts;
    uint32_t quarantine_count;
    uint64_t quarantine[UCI_QUARANTINE_MAX]; // keys of positions
};

void uci_evaluator_destroy(void *context)
{
    UciEvaluator *self = context;
    if (!self)
        return;
    const Memory memory = self->memory;
    for (unsigned i = 0; i < UCI_CHILDREN_MAX; i++)
        uci_destroy(self->children[i]);
    memory_resize(&memory, self, 0);
}

UciEvaluator *uci_evaluator_create(const Memory *memory, const UciEvaluatorPlan *plan)
{
    assert(plan->uci.engine);
    assert(plan->children > 0 && plan->children <= UCI_CHILDREN_MAX);
    UciEvaluator *self = memory_resize(memory, NULL, sizeof *self);
    if (!self)
        return NULL;
    memset(self, 0, sizeof *self);
    self->memory = *memory;
    self->plan = *plan;
    self->native.depth = plan->native_depth;
    const UciEngine *engine = plan->uci.engine;
    self->plan.uci.setting = engine->values_setting ? engine->values_setting : "";
    if (!plan->depth && !plan->nodes)
        self->plan.depth = engine->value_depth;
    for (unsigned i = 0; i < plan->children; i++) {
        self->children[i] = uci_create(memory, &self->plan.uci);
        if (!self->children[i]) {
            uci_evaluator_destroy(self);
            return NULL;
        }
    }
    return self;
}

bool uci_evaluator_has_failed(void *context, Text *message)
{
    const UciEvaluator *self = context;
    if (self->has_failed)
        text_add(message, self->message);
    return self->has_failed;
}

// Calls `make_ready` for each child. If one cannot be started, the engine has failed.
static bool have_children(UciEvaluator *self, bool (*make_ready)(Uci *uci, Text *message))
{
    for (unsigned i = 0; i < self->plan.children && !self->has_failed; i++) {
        Text why = TEXT_IN(self->message);
        self->has_failed = !make_ready(self->children[i], &why);
    }
    return !self->has_failed;
}

bool uci_evaluator_begin(void *context, Text *message)
{
    UciEvaluator *self = context;
    self->has_failed = self->quarantine_count == UCI_QUARANTINE_MAX;
    self->failures = 0;
    (void)have_children(self, uci_begin_game);
    return !uci_evaluator_has_failed(self, message);
}

UciCounts uci_evaluator_counts(const UciEvaluator *self)
{
    return self->counts;
}

// What one child is asked: the values of some moves, or with `is_reply` the value of the position after one move.
typedef struct Question {
    const Move *moves;
    int *values;
    uint32_t count;
    bool is_reply;
} Question;

static void take_info(void *context, const UciInfo *info)
{
    const Question *question = context;
    if (!info->has_value)
        return;
    if (question->is_reply) {
        question->values[0] = -info->value;
        return;
    }
    for (uint32_t i = 0; i < question->count; i++)
        if (question->moves[i] == info->move)
            question->values[i] = info->value;
}

static void add_moves(const char *word, const Question *question, Text *order)
{
    text_add(order, word);
    for (uint32_t i = 0; i < question->count; i++) {
        text_add_char(order, ' ');
        move_to_uci(question->moves[i], order);
    }
}

static void write_order(const UciEvaluator *self, const Position *position,
                        const Question *question, Text *order)
{
    text_add(order, "position fen ");
    position_to_fen(position, order);
    if (question->is_reply)
        add_moves(" moves", question, order);
    text_add(order, "\ngo");
    if (self->plan.depth)
        text_format(order, " depth %u", self->plan.depth);
    if (self->plan.nodes)
        text_format(order, " nodes %u", self->plan.nodes);
    if (!question->is_reply)
        add_moves(" searchmoves", question, order);
    text_add_char(order, '\n');
}

typedef enum UciOutcome { OUTCOME_VALUED, OUTCOME_SPENT, OUTCOME_FAILED } UciOutcome;

static bool send_all(UciEvaluator *self, const Position *position, const Question *questions,
                     unsigned count, unsigned *sent)
{
    Text why = TEXT_IN(self->message);
    for (*sent = 0; *sent < count; ++*sent) {
        char memory[ORDER_MAX];
        Text order = TEXT_IN(memory);
        write_order(self, position, &questions[*sent], &order);
        assert(!order.cut);
        if (!uci_order(self->children[*sent], (Slice){order.start, order.length}, &why))
            return false;
    }
    return true;
}

// Reads the answer of every child that was asked, even if another failed: an answer that is left would be taken for the
// answer to the next question.
static UciOutcome ask_round(UciEvaluator *self, const Position *position, Question *questions,
                            unsigned count, Meter *meter)
{
    unsigned sent;
    assert(count > 0 && count <= self->plan.children);
    UciOutcome outcome =
        send_all(self, position, questions, count, &sent) ? OUTCOME_VALUED : OUTCOME_FAILED;
    for (unsigned i = 0; i < sent; i++) {
        char why_memory[sizeof self->message];
        Text why = TEXT_IN(why_memory);
        UciAnswer answer;
        const UciSink sink = {take_info, &questions[i]};
        if (!uci_await(self->children[i], meter, sink, &answer, &why)) {
            memcpy(self->message, why_memory, sizeof why_memory);
            outcome = OUTCOME_FAILED;
            continue;
        }
        meter_charge(meter, answer.nodes ? answer.nodes : 1, answer.cpu_us);
        if (answer.is_stopped && outcome == OUTCOME_VALUED)
            outcome = OUTCOME_SPENT;
    }
    return outcome;
}

static UciOutcome ask_in_shares(UciEvaluator *self, const Position *position, const Move *moves,
                                uint32_t count, Meter *meter, int *values)
{
    Question questions[UCI_CHILDREN_MAX];
    const unsigned children = count < self->plan.children ? count : self->plan.children;
    uint32_t begin = 0;
    for (unsigned i = 0; i < children; i++) {
        const uint32_t end = count * (i + 1) / children;
        questions[i] =
            (Question){.moves = moves + begin, .values = values + begin, .count = end - begin};
        begin = end;
    }
    assert(begin == count);
    return ask_round(self, position, questions, children, meter);
}

static bool is_over_after(const Position *position, Move move, int *value)
{
    Position after;
    position_after(position, move, &after);
    if (chess_count_legal(&after) == 0)
        *value = position_checkers(&after, after.to_move) ? MATE_VALUE : 0;
    else if (chess_is_dead(&after))
        *value = 0;
    else
        return false;
    return true;
}

static UciOutcome ask_one_by_one(UciEvaluator *self, const Position *position, const Move *moves,
                                 uint32_t count, Meter *meter, int *values)
{
    Question questions[UCI_CHILDREN_MAX];
    UciOutcome outcome = OUTCOME_VALUED;
    unsigned asked = 0;
    for (uint32_t i = 0; i < count && outcome == OUTCOME_VALUED; i++) {
        questions[asked++] =
            (Question){.moves = &moves[i], .values = &values[i], .count = 1, .is_reply = true};
        if (asked < self->plan.children && i + 1 < count)
            continue;
        outcome = ask_round(self, position, questions, asked, meter);
        asked = 0;
        if (outcome == OUTCOME_VALUED && meter->is_spent && i + 1 < count)
            outcome = OUTCOME_SPENT;
    }
    return outcome;
}

// Values the moves that end the game, and puts them first; returns how many. Engines are not asked about them: at low depth
// Stockfish values a queen move that stalemates at six pawns, and after a mate GNU Chess answers with a move from a1 to a1.
static uint32_t value_ends(const Position *position, Move *moves, uint32_t count, int *values)
{
    uint32_t ends = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Move move = moves[i];
        int value;
        if (!is_over_after(position, move, &value))
            continue;
        moves[i] = moves[ends];
        moves[ends] = move;
        values[ends++] = value;
    }
    return ends;
}

// Puts the moves without a value first; returns how many.
static uint32_t gather_unvalued(Move *moves, uint32_t count, int *values)
{
    uint32_t unvalued = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (values[i] != NO_VALUE)
            continue;
        const Move move = moves[i];
        moves[i] = moves[unvalued];
        values[i] = values[unvalued];
        moves[unvalued] = move;
        values[unvalued++] = NO_VALUE;
    }
    return unvalued;
}

// With few nodes Stockfish may not come to every move, since it searches for the best move, then for the second best, and so
// on. The moves that are left are asked again, one ply deep and without a limit of nodes.
static UciOutcome ask_the_rest(UciEvaluator *self, const Position *position, Move *moves,
                               uint32_t count, Meter *meter, int *values)
{
    const UciEvaluatorPlan plan = self->plan;
    self->plan.depth = 1;
    self->plan.nodes = 0;
    const UciOutcome outcome = ask_in_shares(self, position, moves, count, meter, values);
    self->plan = plan;
    return outcome;
}

static UciOutcome uci_evaluator_ask(UciEvaluator *self, const Position *position, Move *moves,
                                    uint32_t count, Meter *meter, int *values)
{
    const uint32_t ends = value_ends(position, moves, count, values);
    moves += ends, values += ends, count -= ends;
    for (uint32_t i = 0; i < count; i++)
        values[i] = NO_VALUE;
    if (!count)
        return OUTCOME_VALUED;
    UciOutcome outcome = self->plan.uci.engine->values_setting
                             ? ask_in_shares(self, position, moves, count, meter, values)
                             : ask_one_by_one(self, position, moves, count, meter, values);
    uint32_t unvalued = gather_unvalued(moves, count, values);
    if (outcome == OUTCOME_VALUED && unvalued && self->plan.nodes) {
        outcome = ask_the_rest(self, position, moves, unvalued, meter, values);
        unvalued = gather_unvalued(moves, count, values);
    }
    assert(unvalued <= count);
    if (outcome != OUTCOME_VALUED || !unvalued)
        return outcome;
    Text why = TEXT_IN(self->message);
    text_format(&why, "%s: it left moves without a value", self->plan.uci.engine->name);
    return OUTCOME_FAILED;
}

static bool is_quarantined(const UciEvaluator *self, uint64_t key)
{
    uint32_t i = 0;
    while (i < self->quarantine_count && self->quarantine[i] != key)
        i++;
    return i < self->quarantine_count;
}

// If the quarantine is full, the engine has failed too.
static void note_failure(UciEvaluator *self, uint64_t key)
{
    assert(self->quarantine_count < UCI_QUARANTINE_MAX);
    self->counts.failed++;
    self->quarantine[self->quarantine_count++] = key;
    self->has_failed =
        ++self->failures >= ENGINE_FAILURES_MAX || self->quarantine_count == UCI_QUARANTINE_MAX;
}

static bool value_natively(UciEvaluator *self, const Position *position, Move *moves,
                           uint32_t count, Meter *meter, int *values)
{
    const Evaluator native = evaluator_native(&self->native);
    return native.value_moves(native.context, position, moves, count, meter, values);
}

static bool value_by_engine(UciEvaluator *self, const Position *position, Move *moves,
                            uint32_t count, Meter *meter, int *values)
{
    const UciOutcome outcome = uci_evaluator_ask(self, position, moves, count, meter, values);
    if (outcome == OUTCOME_VALUED) {
        self->failures = 0;
        self->counts.valued++;
        return true;
    }
    if (outcome == OUTCOME_SPENT) {
        meter->is_spent = true;
        return false;
    }
    note_failure(self, position->key);
    return !self->has_failed && value_natively(self, position, moves, count, meter, values);
}

static bool value_moves(void *context, const Position *position, Move *moves, uint32_t count,
                        Meter *meter, int *values)
{
    UciEvaluator *self = context;
    assert(count <= MOVES_MAX);
    if (!count)
        return true;
    const UciFault fault = uci_check(position);
    const bool is_bad = !fault && is_quarantined(self, position->key);
    self->counts.faulty += fault != UCI_FAULT_NONE;
    self->counts.quarantined += is_bad;
    if (is_bad || fault == UCI_FAULT_EIGHT)
        return value_natively(self, position, moves, count, meter, values);
    if (fault || !have_children(self, uci_start))
        return false;
    return value_by_engine(self, position, moves, count, meter, values);
}

Evaluator uci_evaluator_interface(UciEvaluator *self)
{
    return (Evaluator){value_moves, self};
}
