// Fuzzes the bot protocol, both directions and the speaker's end. The first byte chooses.
//
// What reads is written in a form that reads and is written the same. A refusal touches nothing. A
// speaker takes any lines, says only what the protocol has, and one action for each `go`.
#include "engine/core/player.h"
#include "engine/external/speak.h"
#include "formats/protocol/bot.h"
#include "fuzz.h"

static Slice line_of(const Text *text)
{
    LAW(text->length && text->start[text->length - 1] == '\n', text->start);
    return (Slice){text->start, text->length - 1};
}

static void check_order(Slice line)
{
    BotOrder order = {.version = 77}, again;
    if (bot_order_read(line, &order)) {
        LAW(order.version == 77 && order.kind == BOT_NEBEL, "a refused order");
        return;
    }
    Text first = text_growing(&memory_heap), second = text_growing(&memory_heap);
    bot_order_write(&order, &first);
    LAW(bot_order_read(line_of(&first), &again) == BOT_OK, first.start);
    bot_order_write(&again, &second);
    LAW(first.length == second.length && !memcmp(first.start, second.start, first.length),
        second.start);
    text_done(&first);
    text_done(&second);
}

static void check_said(Slice line)
{
    BotSaid said = {.info.nodes = 77}, again;
    if (bot_said_read(line, &said)) {
        LAW(said.info.nodes == 77, "a refused line");
        return;
    }
    Text first = text_growing(&memory_heap), second = text_growing(&memory_heap);
    bot_said_write(&said, &first);
    LAW(bot_said_read(line_of(&first), &again) == BOT_OK, first.start);
    bot_said_write(&again, &second);
    LAW(first.length == second.length && !memcmp(first.start, second.start, first.length),
        second.start);
    text_done(&first);
    text_done(&second);
}

// How many actions a speaker's answer has; every line of it must be the protocol's.
static unsigned count_actions(const Text *answer)
{
    unsigned actions = 0;
    for (Slice rest = {answer->start, answer->length}; rest.length;) {
        BotSaid said;
        LAW(bot_said_read(slice_take(&rest, "\n"), &said) == BOT_OK, answer->start);
        actions += bot_is_action(said.kind);
    }
    return actions;
}

static void check_conversation(Slice lines)
{
    Player *player = player_create(&memory_heap, &random_player, &(OptionValues){{0}});
    Speaker speaker;
    if (!player)
        abort();
    speaker_init(&speaker, player, "fuzzed", NULL, NULL);
    for (bool goes_on = true; goes_on && lines.length;) {
        const Slice line = slice_take(&lines, "\n");
        BotOrder order;
        const bool is_go = bot_order_read(line, &order) == BOT_OK && order.kind == BOT_GO;
        Text answer = text_growing(&memory_heap);
        goes_on = speaker_take(&speaker, line, &answer);
        LAW(count_actions(&answer) == is_go, answer.start);
        text_done(&answer);
    }
    player_destroy(player);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FuzzCheck *const checks[] = {check_order, check_said, check_conversation};
    return check_by_first_byte(checks, COUNT_OF(checks), data, size);
}
