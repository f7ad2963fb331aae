// Guests: the runner's side of the bot protocol, as a PlayerKind.
#include "engine/external/guest.h"

#include "engine/external/child.h"
#include "formats/protocol/bot.h"

#include <assert.h>
#include <string.h>

enum {
    QUOTE_MAX = 48,     // characters of a line of the program's that a message shows
    PENDING_MAX = 8192, // bytes of hearings that wait for the next `go`
    LINES_MAX = 100000, // that may come before an answer
    LEAVE_US = 1000000, // that a program may take to leave when it is asked to
    US_PER_MS = 1000,
};

typedef struct Guest {
    Child *child; // of the game in play; NULL between games, and after a failure
    char *command, *spec_text;
    Spec spec;          // the options to set; points into spec_text
    uint32_t announced; // a bit for each of them that the program has announced
    Text pending;       // lines that go out with the next `go`
    bool wants_tries;
    Choice choice; // being read, line by line
    Try chosen;    // its last try, until that is answered
} Guest;

static uint64_t patience_us(const Player *player)
{
    const uint32_t given_ms = player->seating.patience_ms;
    return (given_ms ? given_ms : GUEST_PATIENCE_MS) * (uint64_t)US_PER_MS;
}

static void note(const Player *player, DialogueVoice voice, Slice bytes)
{
    const DialogueLog *log = player->seating.log;
    if (log)
        log->add(log->context, voice, bytes);
}

static void note_message(void *context, Slice bytes)
{
    note(context, VOICE_STDERR, bytes);
}

// Sends bytes, and notes them.
static ChildError guest_tell(Player *player, Slice bytes, uint64_t deadline_us)
{
    const Guest *guest = player->self;
    assert(guest->child);
    note(player, VOICE_TOLD, bytes);
    return child_send(guest->child, bytes, deadline_us);
}

static Text message_of(Player *player)
{
    return TEXT_IN(player->message);
}

static PlayerError end_child(Player *player)
{
    Guest *guest = player->self;
    child_destroy(guest->child);
    guest->child = NULL;
    return PLAYER_ERR_GUEST;
}

// Asks the program to quit, gives it LEAVE_US to do so, and ends it.
static void quit_child(Player *player)
{
    Guest *guest = player->self;
    if (!guest->child)
        return;
    if (guest_tell(player, slice_of("quit\n"), child_now_us()) == CHILD_OK)
        child_wait(guest->child, child_now_us() + LEAVE_US);
    (void)end_child(player);
}

static PlayerError fail_saying(Player *player, const char *before, Slice line, const char *after)
{
    Text message = message_of(player);
    text_add(&message, before);
    child_quote(line, QUOTE_MAX, &message);
    text_add(&message, after);
    return end_child(player);
}

// `waited_us` is the time that the program had.
static PlayerError fail_child(Player *player, ChildError error, uint64_t waited_us)
{
    assert(error != CHILD_OK);
    Guest *guest = player->self;
    Text message = message_of(player);
    if (error == CHILD_ERR_TIME)
        text_format(&message, "it did not answer within %llu ms",
                    (unsigned long long)(waited_us / US_PER_MS));
    else
        child_complain(guest->child, error, &message);
    return end_child(player);
}

static PlayerError fail_flood(Player *player)
{
    Text message = message_of(player);
    text_format(&message, "it sent more than %d lines without an answer", LINES_MAX);
    return end_child(player);
}

// Sends all pending lines.
static PlayerError send_pending(Player *player)
{
    Guest *guest = player->self;
    assert(guest->child);
    if (guest->pending.cut)
        return PLAYER_ERR_MEMORY;
    const Slice bytes = {guest->pending.start, guest->pending.length};
    const ChildError error = guest_tell(player, bytes, child_now_us() + patience_us(player));
    guest->pending.length = 0;
    return error ? fail_child(player, error, patience_us(player)) : PLAYER_OK;
}

static bool is_blank(Slice line)
{
    return line.length == 0 || slice_is(line, "\r");
}

static Slice without_return(Slice line)
{
    const bool has_return = line.length && line.start[line.length - 1] == '\r';
    return (Slice){line.start, line.length - has_return};
}

// Reads a line of the program, or an error. If somebody stops the budget meanwhile, the program is told `stop`, once.
static ChildError next_line(Player *player, const Budget *budget, uint64_t deadline_us,
                            bool *is_stopping, Slice *line)
{
    Guest *guest = player->self;
    assert(guest->child);
    for (;;) {
        const bool is_watched = budget->is_stopped && !*is_stopping;
        const uint64_t look_us = is_watched ? child_now_us() + CHILD_STOP_LOOK_US : deadline_us;
        const ChildError error =
            child_read(guest->child, look_us < deadline_us ? look_us : deadline_us, line);
        if (error != CHILD_ERR_TIME || look_us >= deadline_us)
            return error;
        assert(is_watched);
        if (atomic_load_explicit(budget->is_stopped, memory_order_relaxed)) {
            *is_stopping = true;
            const ChildError deaf = guest_tell(player, slice_of("stop\n"), deadline_us);
            if (deaf)
                return deaf;
        }
    }
}

// What a line of the program means in a conversation.
typedef enum LineRole { LINE_WRONG, LINE_TAKEN, LINE_LAST } LineRole;

// What is expected of the program.
typedef struct Expected {
    LineRole (*take)(Player *player, const BotSaid *said);
    const char *otherwise; // what a message adds to a line that is LINE_WRONG
    uint64_t wait_us;      // for all lines together
    const Budget *budget;  // who may stop it
} Expected;

// Reads lines up to the one that ends the conversation; `*said` points into `*line`.
static PlayerError converse(Player *player, const Expected *expected, Slice *line, BotSaid *said)
{
    const uint64_t deadline_us = child_now_us() + expected->wait_us;
    bool is_stopping = false;
    for (unsigned i = 0; i < LINES_MAX; i++) {
        const ChildError error =
            next_line(player, expected->budget, deadline_us, &is_stopping, line);
        if (error)
            return fail_child(player, error, expected->wait_us);
        note(player, VOICE_SAID, *line);
        if (is_blank(*line))
            continue;
        *line = without_return(*line);
        const LineRole role =
            bot_said_read(*line, said) ? LINE_WRONG : expected->take(player, said);
        if (role == LINE_WRONG)
            return fail_saying(player, "it answered ", *line, expected->otherwise);
        if (role == LINE_LAST)
            return PLAYER_OK;
    }
    return fail_flood(player);
}

// A conversation outside of a turn, which nobody stops.
static PlayerError converse_freely(Player *player, LineRole (*take)(Player *, const BotSaid *),
                                   BotSaid *last)
{
    Slice line;
    const Expected expected = {.take = take,
                               .otherwise = ", which has no place here",
                               .wait_us = patience_us(player),
                               .budget = &(Budget){0}};
    return converse(player, &expected, &line, last);
}

_Static_assert(SPEC_OPTIONS_MAX <= 32, "a set of options is one word");

static void note_option(Guest *guest, Slice name)
{
    assert(guest->spec.option_count <= SPEC_OPTIONS_MAX);
    for (uint32_t i = 0; i < guest->spec.option_count; i++) {
        const Slice key = guest->spec.options[i].key;
        if (key.length == name.length && memcmp(key.start, name.start, name.length) == 0)
            guest->announced |= 1u << i;
    }
}

static LineRole take_greeting(Player *player, const BotSaid *said)
{
    Guest *guest = player->self;
    if (said->kind == BOT_OPTION)
        note_option(guest, said->option.name);
    if (said->kind == BOT_WANT)
        guest->wants_tries = true;
    if (said->kind == BOT_READY || said->kind == BOT_REFUSE)
        return LINE_LAST;
    return said->kind == BOT_ID || said->kind == BOT_WANT || said->kind == BOT_OPTION ||
                   said->kind == BOT_INFO
               ? LINE_TAKEN
               : LINE_WRONG;
}

static PlayerError set_options(Player *player)
{
    Guest *guest = player->self;
    for (uint32_t i = 0; i < guest->spec.option_count; i++) {
        const SpecOption *option = &guest->spec.options[i];
        if (!(guest->announced & 1u << i))
            return fail_saying(player, "it has no option ", option->key, "");
        bot_order_write(
            &(BotOrder){.kind = BOT_SETOPTION, .name = option->key, .value = option->value},
            &guest->pending);
    }
    return PLAYER_OK;
}

static PlayerError guest_greet(Player *player)
{
    Guest *guest = player->self;
    BotSaid last;
    guest->wants_tries = false;
    guest->announced = 0;
    bot_order_write(&(BotOrder){.kind = BOT_NEBEL, .version = BOT_PROTOCOL}, &guest->pending);
    PlayerError error = send_pending(player);
    if (!error)
        error = converse_freely(player, take_greeting, &last);
    if (!error && last.kind == BOT_REFUSE)
        error = fail_saying(player, "it refused to play: ", last.text, "");
    return error ? error : set_options(player);
}

static PlayerError start(Player *player)
{
    assert(!((const Guest *)player->self)->child);
    Guest *guest = player->self;
    Text message = message_of(player);
    ChildPlan plan = {.command = guest->command, .line_max = BOT_SAID_MAX};
    if (player->seating.log)
        plan.messages = (ChildMessages){note_message, player};
    guest->child = child_create(&player->memory, &plan, &message);
    return guest->child ? guest_greet(player) : PLAYER_ERR_GUEST;
}

// Any valid line may come before the `pong`.
static LineRole take_pong(Player *player, const BotSaid *said)
{
    (void)player;
    return said->kind == BOT_PONG || said->kind == BOT_REFUSE ? LINE_LAST : LINE_TAKEN;
}

static PlayerError guest_sit(Player *player, const Seating *seating)
{
    Guest *guest = player->self;
    BotSaid last;
    guest->pending.length = 0;
    guest->pending.cut = false;
    guest->chosen = TRY_NONE;
    quit_child(player); // it still runs if the last game was broken off
    PlayerError error = start(player);
    if (error)
        return error;
    bot_write_newgame(seating->game, seating->rules, seating->seat, seating->seed, seating->clock,
                      &guest->pending);
    bot_order_write(&(BotOrder){.kind = BOT_PING}, &guest->pending);
    error = send_pending(player);
    if (!error)
        error = converse_freely(player, take_pong, &last);
    if (!error && last.kind == BOT_REFUSE)
        error = fail_saying(player, "it refused the game: ", last.text, "");
    return error;
}

// Hearings are sent with the next `go`, since a program needs them only when it must decide; earlier if they are many, and
// at the end of the game. Then the program ends: it must not remember this game in the next.
static PlayerError guest_hear(Player *player, Try own, const Hearing *heard)
{
    Guest *guest = player->self;
    const Seating *seating = &player->seating;
    if (own != TRY_NONE && own != guest->chosen)
        bot_write_opening(seating->game, own, &guest->pending);
    bot_write_hear(heard, seating->seat, &guest->pending);
    if (own != TRY_NONE)
        guest->chosen = TRY_NONE;
    PlayerError error = PLAYER_OK;
    if (!guest->child) // it failed; the game goes on to its end without it
        guest->pending.length = 0;
    else if (heard->ending || guest->pending.length > PENDING_MAX)
        error = send_pending(player);
    if (heard->ending)
        quit_child(player);
    return error;
}

static const struct {
    BotSaidKind said;
    EventKind event;
} actions[] = {
    {BOT_TRY, EVENT_TRY},       {BOT_ASK, EVENT_TRY},         {BOT_DRAW, EVENT_OFFER},
    {BOT_ACCEPT, EVENT_ACCEPT}, {BOT_DECLINE, EVENT_DECLINE}, {BOT_RESIGN, EVENT_RESIGN},
};

static EventKind event_of(BotSaidKind said)
{
    assert(bot_is_action(said));
    unsigned i = 0;
    while (actions[i].said != said)
        i++;
    return actions[i].event;
}

// The smaller of two limits, of which 0 is none.
static uint64_t smaller_limit(uint64_t a, uint64_t b)
{
    return b && (!a || b < a) ? b : a;
}

// How long an answer may take: the smallest limit, and patience.
static uint64_t answer_us(const Player *player, const Budget *budget)
{
    const uint64_t limit_ms = smaller_limit(smaller_limit(budget->move_ms, budget->cpu_ms),
                                            budget->clock_ms[player->seating.seat]);
    return limit_ms * US_PER_MS + patience_us(player);
}

static void add_go(Player *player, const Budget *budget)
{
    assert(player->seating.seat < 2);
    Guest *guest = player->self;
    const BotGo go = {
        .clock_ms = {budget->clock_ms[0], budget->clock_ms[1]},
        .increment_ms = {budget->increment_ms, budget->increment_ms},
        .move_ms = budget->move_ms,
        .cpu_ms = budget->cpu_ms,
        .nodes = budget->nodes,
    };
    if (guest->wants_tries)
        bot_write_tries(player->seating.game, player->tries, player_list_tries(player),
                        &guest->pending);
    bot_order_write(&(BotOrder){.kind = BOT_GO, .go = go}, &guest->pending);
}

// A program must be silent before `go`: an early action would be taken for the answer to it.
static PlayerError check_silence(Player *player)
{
    Guest *guest = player->self;
    Slice line;
    BotSaid said;
    while (child_read_received(guest->child, &line)) {
        note(player, VOICE_SAID, line);
        if (!is_blank(line) &&
            (bot_said_read(without_return(line), &said) || said.kind != BOT_INFO))
            return fail_saying(player, "it said ", line, " without being asked");
    }
    return PLAYER_OK;
}

static bool read_choice(const Player *player, const BotSaid *said, Choice *choice)
{
    const Slice any = slice_of("any?");
    choice->kind = (uint8_t)event_of(said->kind);
    if (choice->kind != EVENT_TRY)
        return true;
    choice->attempt = player->seating.game->try_from_text(said->kind == BOT_ASK ? any : said->text);
    return choice->attempt != TRY_NONE;
}

static LineRole take_answer(Player *player, const BotSaid *said)
{
    Choice *choice = &((Guest *)player->self)->choice;
    if (said->kind != BOT_INFO)
        return bot_is_action(said->kind) ? LINE_LAST : LINE_WRONG;
    choice->nodes = said->info.nodes ? said->info.nodes : choice->nodes;
    choice->value = said->info.has_value ? said->info.value : choice->value;
    return LINE_TAKEN;
}

static PlayerError read_answer(Player *player, const Budget *budget, Choice *choice)
{
    Guest *guest = player->self;
    const Expected expected = {.take = take_answer,
                               .otherwise = ", which is no action",
                               .wait_us = answer_us(player, budget),
                               .budget = budget};
    Slice line;
    BotSaid said;
    guest->choice = (Choice){0};
    const PlayerError error = converse(player, &expected, &line, &said);
    if (error)
        return error;
    if (!read_choice(player, &said, &guest->choice))
        return fail_saying(player, "it answered ", line, ", which is no try");
    *choice = guest->choice;
    return PLAYER_OK;
}

static PlayerError guest_choose(Player *player, const Budget *budget, Choice *choice)
{
    Guest *guest = player->self;
    if (!guest->child)
        return PLAYER_ERR_GUEST;
    PlayerError error = check_silence(player);
    if (error)
        return error;
    add_go(player, budget);
    error = send_pending(player);
    if (!error)
        error = read_answer(player, budget, choice);
    if (!error)
        guest->chosen = choice->kind == EVENT_TRY ? choice->attempt : TRY_NONE;
    return error;
}

static void done(Player *player)
{
    Guest *guest = player->self;
    quit_child(player);
    if (guest->pending.start)
        text_done(&guest->pending);
    memory_resize(&player->memory, guest->command, 0);
    memory_resize(&player->memory, guest->spec_text, 0);
}

static bool plays_all(const Game *game)
{
    (void)game;
    return true;
}

const PlayerKind guest_player = {
    .name = "cmd",
    .summary = "any program that speaks the bot protocol: cmd:COMMAND",
    .self_bytes = sizeof(Guest),
    .plays = plays_all,
    .sit = guest_sit,
    .hear = guest_hear,
    .choose = guest_choose,
    .done = done,
};

Player *guest_create(const Memory *memory, const char *command, const char *options)
{
    assert(command && options);
    Player *player = player_create(memory, &guest_player, &(OptionValues){{0}});
    if (!player)
        return NULL;
    Guest *guest = player->self;
    guest->pending = text_growing(&player->memory);
    guest->command = guest__copy_text(memory, command);
    guest->spec_text = guest__copy_text(memory, options);
    if (guest->command && guest->spec_text && spec_parse(guest->spec_text, &guest->spec) == SPEC_OK)
        return player;
    player_destroy(player);
    return NULL;
}
