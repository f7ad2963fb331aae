// A chess engine as a PlayerKind.
#include "engine/external/uci_player.h"

#include "engine/external/program.h"
#include "engine/external/uci.h"
#include "engine/external/uci_check.h"
#include "engine/kriegspiel_search/evaluate.h"
#include "games/chess/ending.h"
#include "games/chess/fen.h"
#include "games/chess/legal.h"
#include "games/chess/notation.h"
#include "games/kriegspiel/open_chess.h"

#include <assert.h>

enum { ENGINE, DEPTH, NODES };
enum {
    ASK_TRIES = 3,    // an engine that died or hung is started and asked again
    WORDS_BYTES = 32, // of "position fen " and " moves"
    HISTORY_MAX = FEN_TEXT_MAX + UCI_MOVE_BYTES * QUIET_PLIES_MAX + WORDS_BYTES,
    ORDER_MAX = HISTORY_MAX + UCI_LIMIT_BYTES,
    US_PER_MS = 1000,
};

static const char *const engine_words[] = {"stockfish", "gnuchess", NULL};

static const PlayerOption options[] = {
    [ENGINE] = {"engine", OPTION_CHOICE, 0, 0, 1, engine_words, "the program that plays"},
    [DEPTH] = {"depth", OPTION_NUMBER, 0, 0, 100, NULL, "plies it looks ahead; 0 for no limit"},
    [NODES] = {"nodes", OPTION_NUMBER, 0, 0, 1000000000, NULL,
               "nodes a move, of stockfish; 0 for what the budget says"},
    {0},
};

typedef struct UciSeat {
    Uci *uci;
    const UciEngine *engine; // that `uci` runs
    Text
        history; // a `position` line: the board after the last capture or pawn move, and later moves
    char history_memory[HISTORY_MAX];
} UciSeat;

static bool plays_open_chess(const Game *game)
{
    return game == &open_chess_game;
}

// Begins a `position` line to which moves are added: from them the engine sees repetitions, which cannot go back beyond a
// capture or pawn move.
static void begin_history(UciSeat *self, const Position *position)
{
    self->history = TEXT_IN(self->history_memory);
    text_add(&self->history, "position fen ");
    position_to_fen(position, &self->history);
    text_add(&self->history, " moves");
    assert(!self->history.cut);
}

static PlayerError uci_player_hear(Player *player, Try own, const Hearing *heard)
{
    (void)own;
    UciSeat *self = player->self;
    const Position *now = &((const OpenView *)player->view)->position;
    if (heard->event != HEARD_MOVE)
        return PLAYER_OK;
    assert(heard->played != TRY_NONE);
    text_add_char(&self->history, ' ');
    move_to_uci(heard->played, &self->history);
    if (now->quiet_plies == 0 || self->history.cut)
        begin_history(self, now);
    return PLAYER_OK;
}

// An engine without any limit would think for ever, so it gets at least a depth.
static void add_limits(const Player *player, const Meter *meter, Text *order)
{
    const UciEngine *engine = ((const UciSeat *)player->self)->engine;
    const uint64_t left_us = meter_left_us(meter);
    unsigned depth = (unsigned)player->options.values[DEPTH];
    uint64_t nodes = (uint64_t)player->options.values[NODES];
    if (!nodes)
        nodes = meter->budget->nodes;
    if (!engine->counts_nodes)
        nodes = 0;
    if (!depth && !nodes && left_us == UINT64_MAX)
        depth = engine->play_depth;
    text_add(order, "\ngo");
    if (depth)
        text_format(order, " depth %u", depth);
    if (nodes)
        text_format(order, " nodes %llu", (unsigned long long)nodes);
    if (left_us != UINT64_MAX)
        text_format(order, " movetime %llu", (unsigned long long)left_us / US_PER_MS + 1);
    text_add_char(order, '\n');
}

static void close_engine(Player *player)
{
    UciSeat *self = player->self;
    uci_destroy(self->uci);
    self->uci = NULL;
}

static PlayerError open_engine(Player *player, const UciEngine *engine, Text *message)
{
    UciSeat *self = player->self;
    char memory[PROGRAM_COMMAND_MAX];
    Text command = TEXT_IN(memory);
    if (!uci_command(engine, &command, message))
        return PLAYER_ERR_GUEST;
    const UciPlan plan = {.engine = engine,
                          .command = memory,
                          .setting = "",
                          .patience_ms = player->seating.patience_ms};
    self->uci = uci_create(&player->memory, &plan);
    self->engine = engine;
    return self->uci ? PLAYER_OK : PLAYER_ERR_MEMORY;
}

// The process of an earlier game is used again if the engine is the same; uci_begin_game makes it forget that game.
static PlayerError uci_player_sit(Player *player, const Seating *seating)
{
    UciSeat *self = player->self;
    Text message = TEXT_IN(player->message);
    const Position *start = &((const KriegspielRules *)seating->rules)->setup.start;
    const UciFault fault = uci_check(start);
    if (fault) {
        text_add(&message, uci_fault_text(fault));
        return PLAYER_ERR_GAME;
    }
    const UciEngine *engine =
        uci_engine(slice_of(engine_words[(unsigned)player->options.values[ENGINE]]));
    assert(engine);
    if (self->engine != engine)
        close_engine(player);
    const PlayerError error = self->uci ? PLAYER_OK : open_engine(player, engine, &message);
    if (error)
        return error;
    begin_history(self, start);
    return uci_begin_game(self->uci, &message) ? PLAYER_OK : PLAYER_ERR_GUEST;
}

static void take_info(void *context, const UciInfo *info)
{
    if (info->has_value)
        *(int *)context = info->value;
}

static bool ask_once(Player *player, const Meter *meter, int *value, UciAnswer *answer,
                     Text *message)
{
    UciSeat *self = player->self;
    char memory[ORDER_MAX];
    Text order = TEXT_IN(memory);
    text_add(&order, self->history_memory);
    add_limits(player, meter, &order);
    assert(!order.cut);
    return uci_start(self->uci, message) &&
           uci_order(self->uci, (Slice){order.start, order.length}, message) &&
           uci_await(self->uci, meter, (UciSink){take_info, value}, answer, message);
}

static bool uci_player_ask(Player *player, const Meter *meter, int *value, UciAnswer *answer)
{
    for (unsigned i = 0; i < ASK_TRIES; i++) {
        Text message = TEXT_IN(player->message);
        if (ask_once(player, meter, value, answer, &message)) {
            player->message[0] = '\0';
            return true;
        }
    }
    return false;
}

static PlayerError uci_player_choose(Player *player, const Budget *budget, Choice *choice)
{
    const OpenView *view = player->view;
    const Meter meter = meter_begin(budget, view->seat);
    int value = 0;
    UciAnswer answer;
    if (!uci_player_ask(player, &meter, &value, &answer))
        return PLAYER_ERR_GUEST;
    if (!chess_is_legal(&view->position, answer.best)) {
        Text message = TEXT_IN(player->message);
        text_format(&message, "%s: it answered with an illegal move",
                    engine_words[(unsigned)player->options.values[ENGINE]]);
        return PLAYER_ERR_GUEST;
    }
    *choice = (Choice){.kind = EVENT_TRY,
                       .attempt = answer.best,
                       .nodes = answer.nodes,
                       .value = winning_chance(value)};
    return PLAYER_OK;
}

const PlayerKind uci_player = {
    .name = "uci",
    .summary = "a chess engine, stockfish or gnuchess, for open chess on 8x8",
    .options = options,
    .self_bytes = sizeof(UciSeat),
    .plays = plays_open_chess,
    .sit = uci_player_sit,
    .hear = uci_player_hear,
    .choose = uci_player_choose,
    .done = close_engine,
};
