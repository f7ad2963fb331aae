// Reading and writing the bot protocol, by tables that both directions share.
#include "formats/protocol/bot.h"

#include "formats/records/game_record.h"
#include "formats/records/hearing_text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const BotVerb bot_orders[BOT_ORDER_COUNT] = {
    [BOT_NEBEL] = {"nebel", "VERSION", "the runner greets; say who you are, then `ready`"},
    [BOT_SETOPTION] = {"setoption", "name NAME value VALUE", "one of your options, between games"},
    [BOT_NEWGAME] = {"newgame", "GAME seat SEAT seed N [clock BASE+INC] [start FEN]",
                     "a game begins, and with it a new fog"},
    [BOT_OPENING] = {"opening", "TRY", "this try was made for you; what you hear of it follows"},
    [BOT_HEAR] = {"hear", "HEARING", "the umpire spoke"},
    [BOT_TRIES] = {"tries", "TRY...", "every try you can send now, if you want to be told"},
    [BOT_GO] = {"go", "[wtime MS btime MS] [winc MS binc MS] [movetime MS] [cpu MS] [nodes N]",
                "it is your turn; answer with one action"},
    [BOT_STOP] = {"stop", "", "answer the `go` now"},
    [BOT_PING] = {"ping", "", "say `pong` when all before it is done"},
    [BOT_QUIT] = {"quit", "", "leave"},
};

const BotVerb bot_said[BOT_SAID_COUNT] = {
    [BOT_ID] = {"id", "name NAME", "who you are"},
    [BOT_OPTION] = {"option", "name NAME type TYPE default VALUE [min N max N] [var WORD]...",
                    "what can be set"},
    [BOT_WANT] = {"want", "tries", "send a `tries` line before each `go`"},
    [BOT_READY] = {"ready", "", "the greeting is answered"},
    [BOT_REFUSE] = {"refuse", "REASON", "before the `pong` after `newgame`: not this game"},
    [BOT_PONG] = {"pong", "", "the answer to `ping`"},
    [BOT_INFO] = {"info", "[nodes N] [value V] [text WORDS]", "for those who watch"},
    [BOT_TRY] = {"try", "TRY", "attempt a move"},
    [BOT_ASK] = {"ask", "any", "the question any?, where the ruleset has it"},
    [BOT_DRAW] = {"draw", "", "offer a draw"},
    [BOT_ACCEPT] = {"accept", "", "take the other's offer"},
    [BOT_DECLINE] = {"decline", "", "turn it down"},
    [BOT_RESIGN] = {"resign", "", "give up"},
};

const char *const bot_option_types[] = {"number", "real", "switch", "choice", NULL};

static const char *const error_texts[] = {
    [BOT_OK] = "no error",
    [BOT_ERR_VERB] = "it is no verb of the protocol",
    [BOT_ERR_ARGUMENTS] = "what follows the verb is wrong",
    [BOT_ERR_NUL] = "it holds a NUL byte",
};
_Static_assert(COUNT_OF(error_texts) == BOT_ERR_COUNT, "every error needs a text");

const char *bot_error_text(BotError error)
{
    assert(error < BOT_ERR_COUNT);
    return error_texts[error];
}

static Slice take_word(Slice *rest)
{
    return slice_take(rest, " ");
}

// Takes `word` off the front; false, with nothing taken, if another stands there.
static bool take_this(Slice *rest, const char *word)
{
    Slice after = *rest;
    if (!slice_is(take_word(&after), word))
        return false;
    *rest = after;
    return true;
}

static bool bot_take_number(Slice *rest, uint64_t limit, uint64_t *number)
{
    return slice_number(take_word(rest), limit, number);
}

static unsigned find_verb(Slice word, const BotVerb *verbs, unsigned count)
{
    unsigned i = 0;
    while (i < count && !slice_is(word, verbs[i].name))
        i++;
    return i;
}

static void add_slice(Text *text, const char *before, Slice slice)
{
    text_format(text, "%s%.*s", before, (int)slice.length, slice.start);
}

static bool is_one_word(Slice text)
{
    return text.length && !slice_has(text, ' ');
}

// What follows a verb that has no reader of its own.
typedef enum BotTail { TAIL_NONE, TAIL_WORD, TAIL_TEXT } BotTail;

static bool read_tail(BotTail tail, Slice rest, Slice *text)
{
    if (tail == TAIL_NONE)
        return !rest.length;
    *text = rest;
    return tail == TAIL_WORD ? is_one_word(rest) : rest.length != 0;
}

static bool read_nebel(Slice rest, BotOrder *order)
{
    uint64_t version;
    if (!slice_number(rest, UINT32_MAX, &version))
        return false;
    order->version = (uint32_t)version;
    return true;
}

static bool read_setoption(Slice rest, BotOrder *order)
{
    if (!take_this(&rest, "name"))
        return false;
    order->name = take_word(&rest);
    if (!take_this(&rest, "value"))
        return false;
    order->value = rest;
    return order->name.length && is_one_word(order->value);
}

static bool read_seat(Slice word, BotNewgame *newgame)
{
    newgame->seat = view_from_name(word);
    return newgame->seat < VIEW_UMPIRE;
}

static bool read_seed(Slice word, BotNewgame *newgame)
{
    return slice_number(word, UINT64_MAX, &newgame->seed);
}

static bool bot_read_clock(Slice word, BotNewgame *newgame)
{
    uint64_t base, increment;
    if (!slice_number(slice_take(&word, "+"), UINT32_MAX, &base) || !base ||
        !slice_number(word, UINT32_MAX, &increment))
        return false;
    newgame->clock = (ClockRule){(uint32_t)base, (uint32_t)increment};
    return true;
}

static bool read_start(Slice word, BotNewgame *newgame)
{
    newgame->start = word;
    return word.length != 0;
}

static const struct {
    const char *name;
    bool is_needed;
    bool (*read)(Slice word, BotNewgame *newgame);
} newgame_parts[] = {
    {"seat", true, read_seat},
    {"seed", true, read_seed},
    {"clock", false, bot_read_clock},
    {"start", false, read_start},
};

// The parts come in their order, so that one order has one text.
static bool read_newgame(Slice rest, BotOrder *order)
{
    BotNewgame newgame = {.game = take_word(&rest)};
    for (unsigned i = 0; i < COUNT_OF(newgame_parts); i++) {
        const bool is_there = take_this(&rest, newgame_parts[i].name);
        if (is_there ? !newgame_parts[i].read(take_word(&rest), &newgame)
                     : newgame_parts[i].is_needed)
            return false;
    }
    order->newgame = newgame;
    return newgame.game.length && !rest.length;
}

// The two halves of a pair (`wtime`, `btime`) come together or not at all.
static const struct {
    const char *name;
    size_t offset;
    bool is_second; // of a pair
} go_limits[] = {
    {"wtime", offsetof(BotGo, clock_ms[0]), false},
    {"btime", offsetof(BotGo, clock_ms[1]), true},
    {"winc", offsetof(BotGo, increment_ms[0]), false},
    {"binc", offsetof(BotGo, increment_ms[1]), true},
    {"movetime", offsetof(BotGo, move_ms), false},
    {"cpu", offsetof(BotGo, cpu_ms), false},
};

static uint32_t *go_limit(BotGo *go, unsigned i)
{
    assert(i < COUNT_OF(go_limits));
    return (uint32_t *)(void *)((char *)go + go_limits[i].offset);
}

static bool read_go_limit(Slice *rest, BotGo *go, bool *was_there, unsigned i)
{
    uint64_t number;
    const bool is_there = take_this(rest, go_limits[i].name);
    if (go_limits[i].is_second && is_there != *was_there)
        return false;
    *was_there = is_there;
    if (!is_there)
        return true;
    if (!bot_take_number(rest, UINT32_MAX, &number))
        return false;
    *go_limit(go, i) = (uint32_t)number;
    return true;
}

static bool read_go(Slice rest, BotOrder *order)
{
    BotGo go = {0};
    bool was_there = false;
    for (unsigned i = 0; i < COUNT_OF(go_limits); i++)
        if (!read_go_limit(&rest, &go, &was_there, i))
            return false;
    if (take_this(&rest, "nodes") && !bot_take_number(&rest, UINT64_MAX, &go.nodes))
        return false;
    order->go = go;
    return !rest.length;
}

static const struct {
    BotTail tail;
    bool (*read)(Slice rest, BotOrder *order); // NULL if the tail says it all
} order_forms[] = {
    [BOT_NEBEL] = {.read = read_nebel},     [BOT_SETOPTION] = {.read = read_setoption},
    [BOT_NEWGAME] = {.read = read_newgame}, [BOT_OPENING] = {TAIL_WORD, NULL},
    [BOT_HEAR] = {TAIL_TEXT, NULL},         [BOT_TRIES] = {TAIL_TEXT, NULL},
    [BOT_GO] = {.read = read_go},           [BOT_STOP] = {TAIL_NONE, NULL},
    [BOT_PING] = {TAIL_NONE, NULL},         [BOT_QUIT] = {TAIL_NONE, NULL},
};
_Static_assert(COUNT_OF(order_forms) == BOT_ORDER_COUNT, "every order needs a form");

BotError bot_order_read(Slice line, BotOrder *order)
{
    Slice rest = line;
    if (slice_has(line, '\0'))
        return BOT_ERR_NUL;
    const unsigned kind = find_verb(take_word(&rest), bot_orders, BOT_ORDER_COUNT);
    if (kind == BOT_ORDER_COUNT)
        return BOT_ERR_VERB;
    BotOrder read = {.kind = (BotOrderKind)kind};
    const bool is_read = order_forms[kind].read
                             ? order_forms[kind].read(rest, &read)
                             : read_tail(order_forms[kind].tail, rest, &read.text);
    if (!is_read)
        return BOT_ERR_ARGUMENTS;
    *order = read;
    return BOT_OK;
}

static void write_newgame(const BotNewgame *newgame, Text *text)
{
    assert(newgame->game.length && newgame->seat < VIEW_UMPIRE);
    add_slice(text, " ", newgame->game);
    text_format(text, " seat %s seed %" PRIu64, view_name(newgame->seat), newgame->seed);
    if (newgame->clock.base_ms)
        text_format(text, " clock %" PRIu32 "+%" PRIu32, newgame->clock.base_ms,
                    newgame->clock.increment_ms);
    if (newgame->start.length)
        add_slice(text, " start ", newgame->start);
}

static void write_pair(const char *const names[2], const uint32_t values[2], Text *text)
{
    if (values[0] || values[1])
        text_format(text, " %s %" PRIu32 " %s %" PRIu32, names[0], values[0], names[1], values[1]);
}

static void write_go(const BotGo *go, Text *text)
{
    static const char *const times[] = {"wtime", "btime"}, *const incs[] = {"winc", "binc"};
    write_pair(times, go->clock_ms, text);
    write_pair(incs, go->increment_ms, text);
    if (go->move_ms)
        text_format(text, " movetime %" PRIu32, go->move_ms);
    if (go->cpu_ms)
        text_format(text, " cpu %" PRIu32, go->cpu_ms);
    if (go->nodes)
        text_format(text, " nodes %" PRIu64, go->nodes);
}

void bot_order_write(const BotOrder *order, Text *text)
{
    assert(order->kind < BOT_ORDER_COUNT);
    text_add(text, bot_orders[order->kind].name);
    if (order->kind == BOT_NEBEL)
        text_format(text, " %" PRIu32, order->version);
    if (order->kind == BOT_SETOPTION) {
        add_slice(text, " name ", order->name);
        add_slice(text, " value ", order->value);
    }
    if (order->kind == BOT_NEWGAME)
        write_newgame(&order->newgame, text);
    if (order->kind == BOT_GO)
        write_go(&order->go, text);
    if (order->text.length)
        add_slice(text, " ", order->text);
    text_add_char(text, '\n');
}

void bot_write_newgame(const Game *game, const Rules *rules, uint8_t seat, uint64_t seed,
                       ClockRule clock, Text *text)
{
    char name[GAME_TEXT_MAX], start[START_TEXT_MAX];
    Text game_text = TEXT_IN(name), start_text = TEXT_IN(start);
    game->write(rules, &game_text);
    if (game->write_start)
        game->write_start(rules, &start_text);
    assert(!game_text.cut && !start_text.cut);
    const BotNewgame newgame = {.game = {name, game_text.length},
                                .seat = seat,
                                .seed = seed,
                                .clock = clock,
                                .start = {start, start_text.length}};
    bot_order_write(&(BotOrder){.kind = BOT_NEWGAME, .newgame = newgame}, text);
}

// Lines that are written for every attempt skip the struct: there are many of them.
static void begin_line(BotOrderKind kind, Text *text)
{
    text_add(text, bot_orders[kind].name);
    text_add_char(text, ' ');
}

void bot_write_opening(const Game *game, Try attempt, Text *text)
{
    assert(attempt != TRY_NONE);
    begin_line(BOT_OPENING, text);
    game->try_to_text(attempt, text);
    text_add_char(text, '\n');
}

void bot_write_hear(const Hearing *heard, uint8_t listener, Text *text)
{
    assert(heard->event != HEARD_NOTHING);
    begin_line(BOT_HEAR, text);
    hearing_to_text(heard, listener, text);
    text_add_char(text, '\n');
}

void bot_write_tries(const Game *game, const Try *tries, uint32_t count, Text *text)
{
    assert(count <= game->tries_max);
    text_add(text, bot_orders[BOT_TRIES].name);
    for (uint32_t i = 0; i < count; i++) {
        text_add_char(text, ' ');
        game->try_to_text(tries[i], text);
    }
    text_add_char(text, '\n');
}

static bool read_id(Slice rest, BotSaid *said)
{
    if (!take_this(&rest, "name"))
        return false;
    said->text = rest;
    return rest.length != 0;
}

static bool is_option_type(Slice word)
{
    unsigned i = 0;
    while (bot_option_types[i] && !slice_is(word, bot_option_types[i]))
        i++;
    return bot_option_types[i] != NULL;
}

static bool read_option(Slice rest, BotSaid *said)
{
    BotOption *option = &said->option;
    if (!take_this(&rest, "name"))
        return false;
    option->name = take_word(&rest);
    if (!option->name.length || !take_this(&rest, "type"))
        return false;
    option->type = take_word(&rest);
    if (!is_option_type(option->type) || !take_this(&rest, "default"))
        return false;
    option->default_ = take_word(&rest);
    option->range = rest;
    return option->default_.length != 0;
}

static bool read_want(Slice rest, BotSaid *said)
{
    (void)said;
    return slice_is(rest, "tries");
}

// A decimal number from 0 to 1. Plain decimals only, since strtod reads those the same everywhere.
static bool bot_read_value(Slice word, double *value)
{
    enum { VALUE_TEXT_MAX = 32 }; // more digits than a double has
    char memory[VALUE_TEXT_MAX];
    if (!word.length || word.length >= sizeof memory)
        return false;
    for (size_t i = 0; i < word.length; i++)
        if (!strchr(".0123456789", word.start[i]) || !word.start[i])
            return false;
    memcpy(memory, word.start, word.length);
    memory[word.length] = '\0';
    char *end;
    const double number = strtod(memory, &end);
    if (*end || end == memory || number > 1)
        return false;
    *value = number;
    return true;
}

static bool read_info(Slice rest, BotSaid *said)
{
    BotInfo *info = &said->info;
    if (take_this(&rest, "nodes") && !bot_take_number(&rest, UINT64_MAX, &info->nodes))
        return false;
    info->has_value = take_this(&rest, "value");
    if (info->has_value && !bot_read_value(take_word(&rest), &info->value))
        return false;
    if (take_this(&rest, "text")) {
        info->text = rest;
        return rest.length != 0;
    }
    return !rest.length;
}

static bool read_ask(Slice rest, BotSaid *said)
{
    (void)said;
    return slice_is(rest, "any");
}

static const struct {
    BotTail tail;
    bool (*read)(Slice rest, BotSaid *said); // NULL if the tail says it all
} said_forms[] = {
    [BOT_ID] = {.read = read_id},     [BOT_OPTION] = {.read = read_option},
    [BOT_WANT] = {.read = read_want}, [BOT_READY] = {TAIL_NONE, NULL},
    [BOT_REFUSE] = {TAIL_TEXT, NULL}, [BOT_PONG] = {TAIL_NONE, NULL},
    [BOT_INFO] = {.read = read_info}, [BOT_TRY] = {TAIL_WORD, NULL},
    [BOT_ASK] = {.read = read_ask},   [BOT_DRAW] = {TAIL_NONE, NULL},
    [BOT_ACCEPT] = {TAIL_NONE, NULL}, [BOT_DECLINE] = {TAIL_NONE, NULL},
    [BOT_RESIGN] = {TAIL_NONE, NULL},
};
_Static_assert(COUNT_OF(said_forms) == BOT_SAID_COUNT, "every verb needs a form");

BotError bot_said_read(Slice line, BotSaid *said)
{
    Slice rest = line;
    if (slice_has(line, '\0'))
        return BOT_ERR_NUL;
    const unsigned kind = find_verb(take_word(&rest), bot_said, BOT_SAID_COUNT);
    if (kind == BOT_SAID_COUNT)
        return BOT_ERR_VERB;
    BotSaid read = {.kind = (BotSaidKind)kind};
    const bool is_read = said_forms[kind].read ? said_forms[kind].read(rest, &read)
                                               : read_tail(said_forms[kind].tail, rest, &read.text);
    if (!is_read)
        return BOT_ERR_ARGUMENTS;
    *said = read;
    return BOT_OK;
}

static void write_option(const BotOption *option, Text *text)
{
    assert(option->name.length && is_option_type(option->type));
    add_slice(text, " name ", option->name);
    add_slice(text, " type ", option->type);
    add_slice(text, " default ", option->default_);
    if (option->range.length)
        add_slice(text, " ", option->range);
}

static void write_info(const BotInfo *info, Text *text)
{
    if (info->nodes)
        text_format(text, " nodes %" PRIu64, info->nodes);
    if (info->has_value)
        text_format(text, " value %.4f", info->value);
    if (info->text.length)
        add_slice(text, " text ", info->text);
}

void bot_said_write(const BotSaid *said, Text *text)
{
    static const char *const words[BOT_SAID_COUNT] = {
        [BOT_ID] = " name", [BOT_WANT] = " tries", [BOT_ASK] = " any"};
    assert(said->kind < BOT_SAID_COUNT);
    text_add(text, bot_said[said->kind].name);
    if (words[said->kind])
        text_add(text, words[said->kind]);
    if (said->kind == BOT_OPTION)
        write_option(&said->option, text);
    if (said->kind == BOT_INFO)
        write_info(&said->info, text);
    if (said->text.length)
        add_slice(text, " ", said->text);
    text_add_char(text, '\n');
}
