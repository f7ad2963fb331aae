// Speaking for a player: one function for each order of the protocol.
#include "engine/external/speak.h"

#include "formats/protocol/bot.h"
#include "formats/records/hearing_text.h"
#include "games/registry/games.h"

#include <assert.h>
#include <string.h>

enum {
    OPTION_DEFAULT_MAX = 64, // bytes of a default as text
    OPTION_RANGE_MAX = 256,  // bytes of `min 1 max 20` or of all words of a choice
    MESSAGE_MAX = 256,       // bytes of a sentence
};

void speaker_init(Speaker *speaker, Player *player, const char *name, const Clocks *clocks,
                  const atomic_bool *is_stopped)
{
    assert(player && name);
    *speaker =
        (Speaker){.player = player, .name = name, .clocks = clocks, .is_stopped = is_stopped};
}

static void say(BotSaidKind kind, Text *answer)
{
    bot_said_write(&(BotSaid){.kind = kind}, answer);
}

static void refuse(const char *reason, Text *answer)
{
    bot_said_write(&(BotSaid){.kind = BOT_REFUSE, .text = slice_of(reason)}, answer);
}

static void add_range(const PlayerOption *option, Text *range)
{
    if (option->type == OPTION_CHOICE) {
        for (unsigned i = 0; option->words[i]; i++)
            text_format(range, "%svar %s", i ? " " : "", option->words[i]);
    } else if (option->type != OPTION_SWITCH) {
        text_add(range, "min ");
        option_value_to_text(option, option->min, range);
        text_add(range, " max ");
        option_value_to_text(option, option->max, range);
    }
}

static void say_option(const PlayerOption *option, double value, Text *answer)
{
    char default_memory[OPTION_DEFAULT_MAX], range_memory[OPTION_RANGE_MAX];
    Text default_ = TEXT_IN(default_memory), range = TEXT_IN(range_memory);
    option_value_to_text(option, value, &default_);
    add_range(option, &range);
    const BotOption said = {.name = slice_of(option->name),
                            .type = slice_of(option_type_name(option->type)),
                            .default_ = {default_.start, default_.length},
                            .range = {range.start, range.length}};
    bot_said_write(&(BotSaid){.kind = BOT_OPTION, .option = said}, answer);
}

static void on_nebel(Speaker *speaker, const BotOrder *order, Text *answer)
{
    const Player *player = speaker->player;
    if (order->version != BOT_PROTOCOL) {
        refuse("only version 1 of the protocol is spoken here", answer);
        return;
    }
    bot_said_write(&(BotSaid){.kind = BOT_ID, .text = slice_of(speaker->name)}, answer);
    for (unsigned i = 0; i < options_count(player->kind->options); i++)
        say_option(&player->kind->options[i], player->options.values[i], answer);
    say(BOT_READY, answer);
}

// If the name or the value is wrong, no option changes.
static void on_setoption(Speaker *speaker, const BotOrder *order, Text *answer)
{
    (void)answer;
    Player *player = speaker->player;
    const PlayerOption *options = player->kind->options;
    const Spec spec = {.name = slice_of(player->kind->name),
                       .option_count = 1,
                       .options = {{order->name, order->value}}};
    OptionValues read;
    char memory[MESSAGE_MAX];
    Text unsaid = TEXT_IN(memory);
    if (!options_read(options, &spec, &read, &unsaid))
        return;
    for (unsigned i = 0; i < options_count(options); i++)
        if (slice_is(order->name, options[i].name))
            player->options.values[i] = read.values[i];
}

// Reads a game string. NULL, with a message, if it is none.
static const Game *open_game(Speaker *speaker, Slice string, Text *message)
{
    char memory[BOT_ORDER_MAX];
    Text name = TEXT_IN(memory);
    text_format(&name, "%.*s", (int)string.length, string.start);
    return game_read(name.start, &speaker->rules, message);
}

static PlayerError speak_sit(Speaker *speaker, const Game *game, const BotNewgame *newgame)
{
    assert(newgame->seat < 2);
    const Seating seating = {.game = game,
                             .rules = (const Rules *)&speaker->rules,
                             .seat = newgame->seat,
                             .seed = newgame->seed,
                             .clock = newgame->clock};
    return player_sit(speaker->player, &seating);
}

static void on_newgame(Speaker *speaker, const BotOrder *order, Text *answer)
{
    char memory[MESSAGE_MAX];
    Text message = TEXT_IN(memory);
    speaker->is_seated = false;
    speaker->sent = TRY_NONE;
    const Game *game = open_game(speaker, order->newgame.game, &message);
    if (!game) {
        refuse(message.start, answer);
        return;
    }
    const PlayerError error = speak_sit(speaker, game, &order->newgame);
    speaker->is_seated = !error;
    if (error)
        refuse(player_error_text(error), answer);
}

static void on_opening(Speaker *speaker, const BotOrder *order, Text *answer)
{
    (void)answer;
    if (speaker->is_seated)
        speaker->sent = speaker->player->seating.game->try_from_text(order->text);
}

static bool can_try(Player *player, Try attempt)
{
    const uint32_t count = player_list_tries(player);
    uint32_t i = 0;
    while (i < count && player->tries[i] != attempt)
        i++;
    return i < count;
}

static bool is_question(const Player *player, Try attempt)
{
    return attempt == player->seating.game->try_from_text(slice_of("any?"));
}

// A runner may be wrong or lie, so what cannot have happened is ignored. The refusal of a try that was not possible says
// nothing, so it is ignored too.
static bool is_believable(Player *player, Try own, const Hearing *heard)
{
    const Seating *seating = &player->seating;
    return (own == TRY_NONE || can_try(player, own)) &&
           seating->game->can_hear(seating->rules, player->view, own, heard);
}

bool speaker_hear(Speaker *speaker, Slice line)
{
    assert(speaker->player);
    Player *player = speaker->player;
    Hearing heard;
    if (!speaker->is_seated || !hearing_from_text(line, player->seating.seat, &heard))
        return false;
    const bool answers = hearing_answers(&heard, player->seating.seat);
    const Try own = answers ? speaker->sent : TRY_NONE;
    if (answers)
        speaker->sent = TRY_NONE;
    if (answers && own == TRY_NONE)
        return false; // there was no try to answer
    const bool is_taken = is_believable(player, own, &heard);
    const PlayerError error = is_taken ? player_hear(player, own, &heard) : PLAYER_OK;
    speaker->is_seated = !error && !heard.ending;
    return is_taken && !error;
}

static void on_hear(Speaker *speaker, const BotOrder *order, Text *answer)
{
    (void)answer;
    (void)speaker_hear(speaker, order->text);
}

static const BotSaidKind event_said[] = {
    [EVENT_TRY] = BOT_TRY,       [EVENT_RESIGN] = BOT_RESIGN,   [EVENT_OFFER] = BOT_DRAW,
    [EVENT_ACCEPT] = BOT_ACCEPT, [EVENT_DECLINE] = BOT_DECLINE,
};

static void say_choice(Speaker *speaker, const Choice *choice, Text *answer)
{
    assert(choice->kind < COUNT_OF(event_said));
    char memory[TRY_TEXT_MAX];
    Text attempt = TEXT_IN(memory);
    BotSaid said = {.kind = event_said[choice->kind]};
    const BotInfo info = {.nodes = choice->nodes, .value = choice->value, .has_value = true};
    bot_said_write(&(BotSaid){.kind = BOT_INFO, .info = info}, answer);
    if (choice->kind == EVENT_TRY) {
        speaker->sent = choice->attempt;
        speaker->player->seating.game->try_to_text(choice->attempt, &attempt);
        said.text = (Slice){attempt.start, attempt.length};
    }
    if (choice->kind == EVENT_TRY && is_question(speaker->player, choice->attempt))
        said = (BotSaid){.kind = BOT_ASK};
    bot_said_write(&said, answer);
}

// Each `go` gets one action as its answer. A player that cannot go on resigns.
static void on_go(Speaker *speaker, const BotOrder *order, Text *answer)
{
    const BotGo *go = &order->go;
    Choice choice;
    const Budget budget = {
        .nodes = go->nodes,
        .cpu_ms = go->cpu_ms,
        .move_ms = go->move_ms,
        .clock_ms = {go->clock_ms[0], go->clock_ms[1]},
        .increment_ms = go->increment_ms[speaker->player->seating.seat],
        .clocks = speaker->clocks,
        .is_stopped = speaker->is_stopped,
    };
    if (!speaker->is_seated || !player_list_tries(speaker->player) ||
        player_choose(speaker->player, &budget, &choice))
        say(BOT_RESIGN, answer);
    else
        say_choice(speaker, &choice, answer);
}

static void on_ping(Speaker *speaker, const BotOrder *order, Text *answer)
{
    (void)speaker;
    (void)order;
    say(BOT_PONG, answer);
}

// Orders without a function need none: `stop` sets a flag, and the player knows its tries itself.
static void (*const handlers[BOT_ORDER_COUNT])(Speaker *, const BotOrder *, Text *) = {
    [BOT_NEBEL] = on_nebel,     [BOT_SETOPTION] = on_setoption, [BOT_NEWGAME] = on_newgame,
    [BOT_OPENING] = on_opening, [BOT_HEAR] = on_hear,           [BOT_GO] = on_go,
    [BOT_PING] = on_ping,
};

bool speaker_take(Speaker *speaker, Slice line, Text *answer)
{
    BotOrder order;
    if (bot_order_read(line, &order))
        return true;
    assert(order.kind < BOT_ORDER_COUNT);
    if (handlers[order.kind])
        handlers[order.kind](speaker, &order, answer);
    return order.kind != BOT_QUIT;
}
