// Games between the program that is checked and a random player.
#include "engine/external/check_game.h"

#include "engine/core/player.h"
#include "games/core/table.h"
#include "games/registry/games.h"

#include <assert.h>
#include <string.h>

enum {
    TURNS_MAX = 40,    // of the bot in a game that has not ended by then
    SLACK_SHARE = 5,   // an answer may be late by this part of the patience, for busy machines
    MESSAGE_MAX = 256, // bytes of a sentence
    US_PER_MS = 1000,
};

static bool is_pong_or_refuse(BotSaidKind kind)
{
    return kind == BOT_PONG || kind == BOT_REFUSE;
}

static bool expect_action(Checker *checker, Slice *line, BotSaid *said)
{
    return checker_expect(checker, bot_is_action,
                          "one action: try, ask any, draw, accept, decline or resign", line, said);
}

// A game in play, the bot in one seat and a random player in the other.
typedef struct Play {
    Checker *checker;
    const GameScript *script;
    const Game *game;
    AnyRules game_rules;
    const Rules *rules; // points to game_rules
    Table *table;
    TableEffects effects;
    Player *other;
    AnyView view; // of the bot's seat
    Try *tries;
    uint8_t seat; // the bot's
    uint64_t now_ms;
    uint32_t clock_ms[2];
    Text pending; // lines that wait to be sent to the bot
} Play;

static bool read_game(Play *play)
{
    char memory[MESSAGE_MAX];
    Text message = TEXT_IN(memory);
    play->game = game_read(play->script->game, &play->game_rules, &message);
    play->rules = (const Rules *)&play->game_rules;
    if (!play->game)
        return checker_fault_system(play->checker, memory);
    const Memory *from = &play->checker->memory;
    play->tries = memory_resize(from, NULL, play->game->tries_max * sizeof(Try));
    play->other = player_create(from, &random_player, &(OptionValues){{0}});
    if (!play->tries || !play->other)
        return checker_fault_system(play->checker, "there is not enough memory");
    return true;
}

static void play_done(Play *play)
{
    const Memory *from = &play->checker->memory;
    table_destroy(play->table);
    player_destroy(play->other);
    memory_resize(from, play->tries, 0);
    text_done(&play->pending);
}

// Lets both seats hear the effects of an event: the other player at once, the bot with its next `go`.
static bool deliver(Play *play, Try own)
{
    assert(play->effects.count <= COUNT_OF(play->effects.effects));
    for (uint32_t i = 0; i < play->effects.count; i++) {
        const TableEffect *effect = &play->effects.effects[i];
        const Try answered = hearing_own(&effect->hearing, effect->seat, own);
        memcpy(play->clock_ms, effect->clock_ms, sizeof play->clock_ms);
        if (effect->seat == play->seat) {
            play->game->hear(play->rules, &play->view, answered, &effect->hearing);
            bot_write_hear(&effect->hearing, play->seat, &play->pending);
        } else if (player_hear(play->other, answered, &effect->hearing)) {
            return checker_fault_system(play->checker, "the other player failed");
        }
    }
    return true;
}

static bool check_game_step(Play *play, uint8_t kind, Try attempt)
{
    const TableEvent event = {.kind = kind,
                              .seat = table_seat_to_move(play->table),
                              .attempt = attempt,
                              .at_ms = play->now_ms};
    const TableError error = table_step(play->table, &event, &play->effects);
    if (error)
        return checker_fault_system(play->checker, table_error_text(error));
    return deliver(play, attempt);
}

static bool flush(Play *play)
{
    const bool is_sent =
        checker_send(play->checker, (Slice){play->pending.start, play->pending.length});
    play->pending.length = 0;
    return is_sent;
}

// Seats both players; the bot says `pong` when it is ready.
static bool open_play(Play *play, uint64_t seed)
{
    const GameScript *script = play->script;
    Slice line;
    BotSaid said;
    const Seating seating = {.game = play->game,
                             .rules = play->rules,
                             .seat = !play->seat,
                             .seed = seed,
                             .clock = script->clock};
    play->table = table_create(&play->checker->memory, play->game, play->rules, script->clock, 0,
                               &play->effects);
    if (!play->table || player_sit(play->other, &seating))
        return checker_fault_system(play->checker, "there is not enough memory");
    play->game->sit(play->rules, play->seat, &play->view);
    bot_write_newgame(play->game, play->rules, play->seat, seed, script->clock, &play->pending);
    bot_order_write(&(BotOrder){.kind = BOT_PING}, &play->pending);
    if (!flush(play) || !checker_expect(play->checker, is_pong_or_refuse, "'pong'", &line, &said))
        return false;
    if (said.kind == BOT_REFUSE)
        return checker_refused(play->checker, said.text);
    return deliver(play, TRY_NONE);
}

static bool play_opening(Play *play)
{
    Slice rest = slice_of(play->script->opening ? play->script->opening : "");
    while (rest.length) {
        const Try attempt = play->game->try_from_text(slice_take(&rest, " "));
        if (table_seat_to_move(play->table) == play->seat)
            bot_write_opening(play->game, attempt, &play->pending);
        if (!check_game_step(play, EVENT_TRY, attempt))
            return false;
    }
    return true;
}

static bool play_other(Play *play)
{
    Choice choice;
    if (play->script->offers_draw) {
        const TableEvent offer = {.kind = EVENT_OFFER, .seat = !play->seat, .at_ms = play->now_ms};
        // An error means that an earlier offer still stands; the bot has heard that one.
        if (table_step(play->table, &offer, &play->effects) == TABLE_OK && !deliver(play, TRY_NONE))
            return false;
        if (table_is_over(play->table))
            return true;
    }
    if (player_choose(play->other, &(Budget){0}, &choice))
        return checker_fault_system(play->checker, "the other player failed");
    return check_game_step(play, choice.kind, choice.attempt);
}

static bool has_try(const Play *play, uint32_t count, Try attempt)
{
    uint32_t i = 0;
    while (i < count && play->tries[i] != attempt)
        i++;
    return i < count;
}

// A try must be possible by the bot's own men and by the answers of this turn.
static bool judge_try(Play *play, Slice line, Try attempt, uint32_t count)
{
    const char *expected = "a try that is left in this turn";
    if (attempt == TRY_NONE)
        return checker_fault_line(play->checker, line, "this is no try", expected);
    if (!has_try(play, count, attempt))
        return checker_fault_line(play->checker, line,
                                  "its own men, or the answers of this turn, have ruled that out",
                                  expected);
    return check_game_step(play, EVENT_TRY, attempt);
}

static bool judge_other_action(Play *play, Slice line, uint8_t kind)
{
    const TableEvent event = {.kind = kind, .seat = play->seat, .at_ms = play->now_ms};
    const TableError error = table_step(play->table, &event, &play->effects);
    if (error)
        return checker_fault_line(play->checker, line, table_error_text(error), "another action");
    return deliver(play, TRY_NONE);
}

static bool judge(Play *play, Slice line, const BotSaid *said, uint32_t count)
{
    assert(bot_is_action(said->kind));
    static const uint8_t kinds[BOT_SAID_COUNT] = {[BOT_DRAW] = EVENT_OFFER,
                                                  [BOT_ACCEPT] = EVENT_ACCEPT,
                                                  [BOT_DECLINE] = EVENT_DECLINE,
                                                  [BOT_RESIGN] = EVENT_RESIGN};
    if (said->kind == BOT_TRY || said->kind == BOT_ASK) {
        const Slice word = said->kind == BOT_ASK ? slice_of("any?") : said->text;
        return judge_try(play, line, play->game->try_from_text(word), count);
    }
    return judge_other_action(play, line, kinds[said->kind]);
}

static uint32_t limit_of(const Play *play, const BotGo *go)
{
    const uint32_t own_ms = go->clock_ms[play->seat];
    return play->script->stops ? 0 : own_ms ? own_ms : go->move_ms ? go->move_ms : go->cpu_ms;
}

static bool judge_time(Checker *checker, uint64_t used_ms)
{
    const uint32_t limit_ms = checker->limit_ms;
    checker->limit_ms = 0;
    if (!limit_ms || used_ms <= limit_ms + checker->patience_ms / SLACK_SHARE)
        return true;
    return checker_fault_late(checker, used_ms, limit_ms);
}

// Plays a turn of the bot: `go`, one action in time, silence after it, and the umpire's answer.
static bool play_bot(Play *play)
{
    Checker *checker = play->checker;
    BotGo go = play->script->go;
    Slice line;
    BotSaid said;
    const uint32_t count = play->game->tries(play->rules, &play->view, play->tries);
    assert(count <= play->game->tries_max);
    memcpy(go.clock_ms, play->clock_ms, sizeof go.clock_ms);
    if (checker->wants_tries)
        bot_write_tries(play->game, play->tries, count, &play->pending);
    bot_order_write(&(BotOrder){.kind = BOT_GO, .go = go}, &play->pending);
    if (play->script->stops)
        bot_order_write(&(BotOrder){.kind = BOT_STOP}, &play->pending);
    checker->limit_ms = limit_of(play, &go);
    const uint64_t began_us = child_now_us();
    if (!flush(play) || !expect_action(checker, &line, &said))
        return false;
    char memory[BOT_SAID_MAX], sent[SENT_SHOWN_MAX];
    assert(line.length < sizeof memory);
    const Slice kept = {memcpy(memory, line.start, line.length), line.length};
    memcpy(sent, checker->sent, sizeof sent);
    if (said.text.length)
        said.text.start = memory + (said.text.start - line.start);
    const uint64_t used_ms = (child_now_us() - began_us) / US_PER_MS;
    if (!judge_time(checker, used_ms) || !checker_expect_silence(checker))
        return false;
    memcpy(checker->sent, sent,
           sizeof sent); // a fault in the answer shows the `go`, not the `ping` after it
    play->now_ms += used_ms;
    return judge(play, kept, &said, count);
}

static bool play_turns(Play *play)
{
    const unsigned turns_max = play->script->turns ? play->script->turns : TURNS_MAX;
    for (unsigned turns = 0; turns < turns_max && !table_is_over(play->table);) {
        const bool is_bots = table_seat_to_move(play->table) == play->seat;
        turns += is_bots;
        if (!(is_bots ? play_bot(play) : play_other(play)))
            return false;
    }
    if (!table_is_over(play->table))
        return true; // the next game may begin in the middle of this one
    return flush(play) && checker_expect_silence(play->checker);
}

bool check_game_play(Checker *checker, const GameScript *script, uint64_t seed)
{
    assert(script->game && script->seat < 2 && seed > 0);
    Play play = {.checker = checker,
                 .script = script,
                 .seat = script->seat ^ (seed > 1 && script->games),
                 .pending = text_growing(&checker->memory)};
    const bool is_fine =
        read_game(&play) && open_play(&play, seed) && play_opening(&play) && play_turns(&play);
    play_done(&play);
    return is_fine;
}
