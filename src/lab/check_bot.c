// The checks: conversations with a script, and games that are looked at move by move.
#include "lab/check_bot.h"

#include "guest/child.h"
#include "player/simple.h"
#include "table/table.h"
#include "umpire/kriegspiel.h"
#include "umpire/open_chess.h"
#include "wire/bot.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    FAULT_MAX = 640,
    NAME_MAX_BYTES = 96,
    SENT_SHOWN_MAX = 120,
    CAME_SHOWN_MAX = 60,
    OPTIONS_MAX = 64,
    LINES_MAX = 10000, // before an answer
    TURNS_MAX = 40,    // of a game that has no other end
    MOVE_TIME_MS = 50, // in games, so that a thinker does not make the check long
    SLACK_SHARE = 5,   // of the patience, that an answer may be late on a busy machine
    TIMEOUTS_MAX = 3,  // checks without an answer, after which the rest is not tried
};

typedef struct Checker {
    Memory memory;
    const char *command;
    uint32_t patience_ms;
    uint32_t limit_ms;  // of the `go` now being answered, which comes before patience
    unsigned *timeouts; // of all checks
    Child *child;
    bool wants_tries;
    bool has_name;
    bool has_refused; // and the reason stands where a fault would
    unsigned option_count;
    char options[OPTIONS_MAX][2][NAME_MAX_BYTES]; // name and default
    char sent[SENT_SHOWN_MAX];                    // the last lines, for the sentences
    Text fault;
    char fault_memory[FAULT_MAX];
} Checker;

// --- Faults -----------------------------------------------------------------------------------

static void add_shown(Text *text, Slice line, size_t shown_max)
{
    const size_t shown = line.length < shown_max ? line.length : shown_max;
    text_add_char(text, '\'');
    for (size_t i = 0; i < shown; i++)
        text_add_char(text, line.start[i] >= ' ' && line.start[i] < 127 ? line.start[i] : '?');
    text_add(text, shown < line.length ? "...'" : "'");
}

// Every fault begins with what was sent last. Returns false, for the check that found it.
static bool begin_fault(Checker *checker)
{
    text_format(&checker->fault, "after '%s' ", checker->sent);
    return false;
}

static bool fault_line(Checker *checker, Slice line, const char *problem, const char *expected)
{
    begin_fault(checker);
    text_add(&checker->fault, "it said ");
    add_shown(&checker->fault, line, CAME_SHOWN_MAX);
    text_format(&checker->fault, "%s%s; expected %s", *problem ? ": " : "", problem, expected);
    return false;
}

static uint64_t waiting_ms(const Checker *checker)
{
    return (uint64_t)checker->limit_ms + checker->patience_ms;
}

static bool fault_time(Checker *checker, const char *problem, const char *expected)
{
    ++*checker->timeouts;
    begin_fault(checker);
    text_format(&checker->fault, "%s %llu ms; expected %s", problem,
                (unsigned long long)waiting_ms(checker), expected);
    return false;
}

static bool fault_child(Checker *checker, ChildError error, const char *expected)
{
    if (error == CHILD_ERR_TIME)
        return fault_time(checker, "it did not answer within", expected);
    begin_fault(checker);
    child_complain(checker->child, error, &checker->fault);
    text_format(&checker->fault, "; expected %s", expected);
    return false;
}

// --- Conversation -----------------------------------------------------------------------------

static uint64_t deadline(const Checker *checker)
{
    return child_now_us() + waiting_ms(checker) * 1000;
}

// Keeps the end of what is sent, its lines set apart by "; ".
static void remember(Checker *checker, Slice lines)
{
    Text sent = TEXT_IN(checker->sent);
    const size_t length = lines.length ? lines.length - 1 : 0;
    const size_t room = SENT_SHOWN_MAX / 2; // a line end is shown as two characters
    size_t from = length > room ? length - room : 0;
    if (from)
        text_add(&sent, "...");
    for (; from < length; from++)
        text_add(&sent, lines.start[from] == '\n' ? "; " : (char[]){lines.start[from], '\0'});
}

static bool send_lines(Checker *checker, Slice lines)
{
    remember(checker, lines);
    const ChildError error = child_send(checker->child, lines, deadline(checker));
    return error ? fault_child(checker, error, "it to read on") : true;
}

static bool send_text(Checker *checker, const char *lines)
{
    return send_lines(checker, slice_of(lines));
}

// The next line that is not empty, without a carriage return at its end.
static bool next_line(Checker *checker, uint64_t deadline_us, const char *expected, Slice *line)
{
    do {
        const ChildError error = child_read(checker->child, deadline_us, line);
        if (error)
            return fault_child(checker, error, expected);
        if (line->length && line->start[line->length - 1] == '\r')
            line->length--;
    } while (!line->length);
    return true;
}

static bool fault_flood(Checker *checker, const char *expected)
{
    begin_fault(checker);
    text_format(&checker->fault, "it sent more than %d lines; expected %s", LINES_MAX, expected);
    return false;
}

// Reads until a line of a wanted kind; only `info` may come before it.
typedef bool (*IsWanted)(BotSaidKind kind);

static bool expect(Checker *checker, IsWanted is_wanted, const char *expected, Slice *line,
                   BotSaid *said)
{
    const uint64_t deadline_us = deadline(checker);
    for (unsigned i = 0; i < LINES_MAX; i++) {
        if (!next_line(checker, deadline_us, expected, line))
            return false;
        const BotError error = bot_said_read(*line, said);
        if (error)
            return fault_line(checker, *line, bot_error_text(error), expected);
        if (is_wanted(said->kind))
            return true;
        if (said->kind != BOT_INFO)
            return fault_line(checker, *line, "", expected);
    }
    return fault_flood(checker, expected);
}

static bool is_pong(BotSaidKind kind)
{
    return kind == BOT_PONG;
}

static bool is_pong_or_refuse(BotSaidKind kind)
{
    return kind == BOT_PONG || kind == BOT_REFUSE;
}

// Between its answers a program is silent: a `pong` must come, and nothing but `info` before it.
static bool expect_silence(Checker *checker)
{
    Slice line;
    BotSaid said;
    return send_text(checker, "ping\n") &&
           expect(checker, is_pong, "nothing but 'pong'", &line, &said);
}

static bool expect_action(Checker *checker, Slice *line, BotSaid *said)
{
    return expect(checker, bot_is_action,
                  "one action: try, ask any, draw, accept, decline or resign", line, said);
}

// --- The greeting -----------------------------------------------------------------------------

static bool take_number(Slice *rest, const char *name, double *number)
{
    char memory[NAME_MAX_BYTES], after;
    Text text = TEXT_IN(memory);
    if (!slice_is(slice_take(rest, " "), name))
        return false;
    const Slice word = slice_take(rest, " ");
    text_format(&text, "%.*s", (int)word.length, word.start);
    return sscanf(memory, "%lf%c", number, &after) == 1;
}

static bool is_number_range(const BotOption *option)
{
    char memory[NAME_MAX_BYTES];
    Text text = TEXT_IN(memory);
    double usual, least, most;
    text_format(&text, "usual %.*s", (int)option->usual.length, option->usual.start);
    Slice usual_words = {text.start, text.length}, range = option->range;
    return take_number(&usual_words, "usual", &usual) && take_number(&range, "min", &least) &&
           take_number(&range, "max", &most) && !range.length && least <= usual && usual <= most;
}

static bool is_choice_range(const BotOption *option)
{
    Slice range = option->range;
    bool has_usual = false;
    while (range.length) {
        if (!slice_is(slice_take(&range, " "), "var"))
            return false;
        const Slice word = slice_take(&range, " ");
        has_usual = has_usual || (word.length == option->usual.length &&
                                  memcmp(word.start, option->usual.start, word.length) == 0);
    }
    return has_usual;
}

static bool is_switch_range(const BotOption *option)
{
    return !option->range.length && (slice_is(option->usual, "0") || slice_is(option->usual, "1"));
}

// What is wrong with an option's line; NULL if nothing is.
static const char *option_problem(const Checker *checker, const BotOption *option)
{
    for (unsigned i = 0; i < checker->option_count; i++)
        if (slice_is(option->name, checker->options[i][0]))
            return "it has said this option already";
    if (slice_is(option->type, "choice"))
        return is_choice_range(option) ? NULL : "its default is not among the words after 'var'";
    if (slice_is(option->type, "switch"))
        return is_switch_range(option) ? NULL : "a switch has the default 0 or 1 and no range";
    return is_number_range(option) ? NULL : "its default does not lie between 'min' and 'max'";
}

static bool take_option(Checker *checker, Slice line, const BotOption *option)
{
    const char *problem = option_problem(checker, option);
    if (!problem && checker->option_count == OPTIONS_MAX)
        problem = "these are too many options";
    if (problem)
        return fault_line(checker, line, problem, "another 'option', or 'ready'");
    char(*kept)[NAME_MAX_BYTES] = checker->options[checker->option_count++];
    snprintf(kept[0], NAME_MAX_BYTES, "%.*s", (int)option->name.length, option->name.start);
    snprintf(kept[1], NAME_MAX_BYTES, "%.*s", (int)option->usual.length, option->usual.start);
    return true;
}

static bool is_greeting(BotSaidKind kind)
{
    return kind == BOT_ID || kind == BOT_OPTION || kind == BOT_WANT || kind == BOT_READY;
}

static bool greet(Checker *checker)
{
    const char *expected = "'id name', 'option' or 'want' lines and then 'ready'";
    Slice line;
    BotSaid said = {.kind = BOT_ID};
    if (!send_text(checker, "nebel 1\n"))
        return false;
    while (said.kind != BOT_READY) {
        if (!expect(checker, is_greeting, expected, &line, &said) ||
            (said.kind == BOT_OPTION && !take_option(checker, line, &said.option)))
            return false;
        checker->has_name = checker->has_name || said.kind == BOT_ID;
        checker->wants_tries = checker->wants_tries || said.kind == BOT_WANT;
    }
    if (!checker->has_name)
        return fault_line(checker, line, "it has not said who it is", "'id name' before it");
    return true;
}

// --- Games ------------------------------------------------------------------------------------

typedef struct GameScript {
    const char *name; // of the check; NULL for the game and the seat
    const char *game;
    const char *opening; // tries in turn, in one text
    BotGo go;
    ClockRule clock;
    unsigned turns;   // of the bot; 0 for TURNS_MAX
    unsigned games;   // one after another by the same program; 0 is 1
    uint8_t seat;     // of the bot
    bool offers_draw; // the other, before each of its moves
    bool stops;       // every `go` is followed by `stop`
} GameScript;

// A game in play with the bot in one seat and chance in the other.
typedef struct Play {
    Checker *checker;
    const GameScript *script;
    const Game *game;
    Rules *rules;
    Table *table;
    TableEffects effects;
    Player *other;
    void *view; // of the bot's seat
    Try *tries;
    uint8_t seat; // the bot's
    uint64_t now_ms;
    uint32_t clock_ms[2];
    Text pending; // for the bot
} Play;

static bool fault_system(Checker *checker, const char *reason)
{
    text_format(&checker->fault, "the check could not be made: %s", reason);
    return false;
}

static bool read_game(Play *play)
{
    char memory[256];
    Text complaint = TEXT_IN(memory);
    Spec spec;
    play->game = game_find(play->script->game, &spec, &complaint);
    if (!play->game)
        return fault_system(play->checker, memory);
    const Memory *from = &play->checker->memory;
    play->rules = memory_resize(from, NULL, play->game->rules_bytes);
    play->view = memory_resize(from, NULL, play->game->view_bytes);
    play->tries = memory_resize(from, NULL, play->game->tries_max * sizeof(Try));
    play->other = player_create(from, &random_player, &(OptionValues){{0}});
    if (!play->rules || !play->view || !play->tries || !play->other)
        return fault_system(play->checker, "there is not enough memory");
    if (!play->game->read(&spec, play->rules, &complaint))
        return fault_system(play->checker, memory);
    return true;
}

static void play_done(Play *play)
{
    const Memory *from = &play->checker->memory;
    table_destroy(play->table);
    player_destroy(play->other);
    memory_resize(from, play->rules, 0);
    memory_resize(from, play->view, 0);
    memory_resize(from, play->tries, 0);
    text_done(&play->pending);
}

// Lets both hear what an event made: the other at once, the bot with its next `go`.
static bool deliver(Play *play, uint8_t mover, Try own)
{
    for (uint32_t i = 0; i < play->effects.count; i++) {
        const TableEffect *effect = &play->effects.effects[i];
        const Try answered = effect->seat == mover ? own : TRY_NONE;
        memcpy(play->clock_ms, effect->clock_ms, sizeof play->clock_ms);
        if (effect->seat == play->seat) {
            play->game->hear(play->rules, play->view, answered, &effect->hearing);
            bot_write_hear(&effect->hearing, play->seat, &play->pending);
        } else if (player_hear(play->other, answered, &effect->hearing)) {
            return fault_system(play->checker, "the other player failed");
        }
    }
    return true;
}

static bool step(Play *play, uint8_t kind, Try attempt)
{
    const TableEvent event = {.kind = kind,
                              .seat = table_seat_to_move(play->table),
                              .attempt = attempt,
                              .at_ms = play->now_ms};
    const TableError error = table_step(play->table, &event, &play->effects);
    if (error)
        return fault_system(play->checker, table_error_text(error));
    return deliver(play, event.seat, attempt);
}

static bool flush(Play *play)
{
    const bool is_sent =
        send_lines(play->checker, (Slice){play->pending.start, play->pending.length});
    play->pending.length = 0;
    return is_sent;
}

// Seats both; the bot says `pong` once it is ready to play.
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
        return fault_system(play->checker, "there is not enough memory");
    play->game->sit(play->rules, play->seat, play->view);
    bot_write_newgame(play->game, play->rules, play->seat, seed, script->clock, &play->pending);
    bot_order_write(&(BotOrder){.kind = BOT_PING}, &play->pending);
    if (!flush(play) || !expect(play->checker, is_pong_or_refuse, "'pong'", &line, &said))
        return false;
    if (said.kind == BOT_REFUSE) {
        play->checker->has_refused = true;
        add_shown(&play->checker->fault, said.text, CAME_SHOWN_MAX);
        return false;
    }
    return deliver(play, 0, TRY_NONE);
}

static bool play_opening(Play *play)
{
    Slice rest = slice_of(play->script->opening ? play->script->opening : "");
    while (rest.length) {
        const Try attempt = play->game->try_from_text(slice_take(&rest, " "));
        if (table_seat_to_move(play->table) == play->seat)
            bot_write_opening(play->game, attempt, &play->pending);
        if (!step(play, EVENT_TRY, attempt))
            return false;
    }
    return true;
}

static bool play_other(Play *play)
{
    Choice choice;
    if (play->script->offers_draw) {
        const TableEvent offer = {.kind = EVENT_OFFER, .seat = !play->seat, .at_ms = play->now_ms};
        // It may stand already; then the bot has heard of it.
        if (table_step(play->table, &offer, &play->effects) == TABLE_OK &&
            !deliver(play, !play->seat, TRY_NONE))
            return false;
        if (table_is_over(play->table))
            return true;
    }
    if (player_choose(play->other, &(Budget){0}, &choice))
        return fault_system(play->checker, "the other player failed");
    return step(play, choice.kind, choice.attempt);
}

static bool has_try(const Play *play, uint32_t count, Try attempt)
{
    uint32_t i = 0;
    while (i < count && play->tries[i] != attempt)
        i++;
    return i < count;
}

// A try must be one that the bot's own men and the answers of this turn allow.
static bool judge_try(Play *play, Slice line, Try attempt, uint32_t count)
{
    const char *expected = "a try that is left in this turn";
    if (attempt == TRY_NONE)
        return fault_line(play->checker, line, "this is no try", expected);
    if (!has_try(play, count, attempt))
        return fault_line(play->checker, line,
                          "its own men, or the answers of this turn, have ruled that out",
                          expected);
    return step(play, EVENT_TRY, attempt);
}

static bool judge_other_action(Play *play, Slice line, uint8_t kind)
{
    const TableEvent event = {.kind = kind, .seat = play->seat, .at_ms = play->now_ms};
    const TableError error = table_step(play->table, &event, &play->effects);
    if (error)
        return fault_line(play->checker, line, table_error_text(error), "another action");
    return deliver(play, play->seat, TRY_NONE);
}

static bool judge(Play *play, Slice line, const BotSaid *said, uint32_t count)
{
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
    begin_fault(checker);
    text_format(&checker->fault, "it took %llu ms; expected an answer in %u ms",
                (unsigned long long)used_ms, (unsigned)limit_ms);
    return false;
}

// A turn: `go`, one action in time, silence after it, and the umpire's judgement.
static bool play_bot(Play *play)
{
    Checker *checker = play->checker;
    BotGo go = play->script->go;
    Slice line;
    BotSaid said;
    const uint32_t count = play->game->tries(play->rules, play->view, play->tries);
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
    const Slice kept = {memcpy(memory, line.start, line.length), line.length};
    memcpy(sent, checker->sent, sizeof sent);
    if (said.text.length)
        said.text.start = memory + (said.text.start - line.start);
    const uint64_t used_ms = (child_now_us() - began_us) / 1000;
    if (!judge_time(checker, used_ms) || !expect_silence(checker))
        return false;
    memcpy(checker->sent, sent, sizeof sent); // the answer is judged by what came before it
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
    return flush(play) && expect_silence(play->checker);
}

static bool play_game(Checker *checker, const GameScript *script, uint64_t seed)
{
    Play play = {.checker = checker,
                 .script = script,
                 .seat = script->seat ^ (seed > 1 && script->games),
                 .pending = text_growing(&checker->memory)};
    const bool is_fine =
        read_game(&play) && open_play(&play, seed) && play_opening(&play) && play_turns(&play);
    play_done(&play);
    return is_fine;
}

static bool play_script(Checker *checker, const GameScript *script)
{
    if (!greet(checker))
        return false;
    for (unsigned i = 0; i < (script->games ? script->games : 1); i++)
        if (!play_game(checker, script, i + 1))
            return false;
    return true;
}

// --- Other conversations ----------------------------------------------------------------------

static bool set_option(Checker *checker, const char *name, const char *value)
{
    char memory[3 * NAME_MAX_BYTES];
    Text text = TEXT_IN(memory);
    bot_order_write(
        &(BotOrder){.kind = BOT_SETOPTION, .name = slice_of(name), .value = slice_of(value)},
        &text);
    return send_lines(checker, (Slice){text.start, text.length}) && expect_silence(checker);
}

static bool check_options(Checker *checker)
{
    if (!greet(checker))
        return false;
    for (unsigned i = 0; i < checker->option_count; i++)
        if (!set_option(checker, checker->options[i][0], checker->options[i][1]))
            return false;
    return set_option(checker, "no-such-option", "1");
}

static bool check_ping(Checker *checker)
{
    return greet(checker) && expect_silence(checker) && expect_silence(checker);
}

static bool check_unknown(Checker *checker)
{
    return greet(checker) && send_text(checker, "no-such-verb with words\n") &&
           expect_silence(checker);
}

static bool check_stray_stop(Checker *checker)
{
    return greet(checker) && send_text(checker, "stop\n") && expect_silence(checker);
}

static bool wait_end(Checker *checker)
{
    Slice line;
    const char *expected = "an end with status 0 and not a word more";
    if (!child_wait(checker->child, deadline(checker)))
        return fault_time(checker, "it was still there after", expected);
    const ChildError error = child_read(checker->child, child_now_us(), &line);
    if (!error)
        return fault_line(checker, line, "", expected);
    Text status = TEXT_IN((char[64]){0});
    child_complain(checker->child, error, &status);
    if (slice_is((Slice){status.start, status.length}, "it exited with status 0"))
        return true;
    return fault_child(checker, error, expected);
}

static bool check_quit(Checker *checker)
{
    return greet(checker) && send_text(checker, "quit\n") && wait_end(checker);
}

static bool check_end_of_input(Checker *checker)
{
    if (!greet(checker))
        return false;
    snprintf(checker->sent, sizeof checker->sent, "the end of its input");
    return wait_end(checker);
}

// --- The list ---------------------------------------------------------------------------------

static const struct {
    const char *name;
    bool (*run)(Checker *checker);
} conversations[] = {
    {"the greeting", greet},
    {"options", check_options},
    {"ping", check_ping},
    {"a verb it does not know", check_unknown},
    {"a stop without a go", check_stray_stop},
    {"quit", check_quit},
    {"the end of its input", check_end_of_input},
};

// Pawns that cannot move make most tries of this position refusals.
#define BLOCKED "fen=4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3_w"
// The fiftieth quiet move of both is the next one.
#define ENDING "fen=4k3/8/8/8/8/8/8/R3K3_w_-_-_99_80"
#define IN_GAMES .go = {.move_ms = MOVE_TIME_MS}
#define BOTH_SEATS(game_)                  \
    {.game = game_, IN_GAMES},             \
    {                                      \
        .game = game_, .seat = 1, IN_GAMES \
    }

static const GameScript scripts[] = {
    BOTH_SEATS("kriegspiel(rules=icc,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=berkeley,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=berkeley-any,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=cincinnati,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=english,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=rand,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=parker2005,board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=foret2019,board=8x8)"),
    BOTH_SEATS("chess(board=8x8)"),
    BOTH_SEATS("kriegspiel(rules=icc,board=losalamos6x6)"),
    BOTH_SEATS("kriegspiel(rules=rand,board=silverman4x4)"),
    {"refusals", "kriegspiel(rules=icc," BLOCKED ")", IN_GAMES},
    {"the end of a game", "kriegspiel(rules=icc," ENDING ")", IN_GAMES},
    {"the end of a game by the other", "kriegspiel(rules=icc," ENDING ")", IN_GAMES, .seat = 1},
    {"refusals that both hear", "kriegspiel(rules=cincinnati," BLOCKED ")", IN_GAMES},
    {"an opening as black", "kriegspiel(rules=icc)", IN_GAMES,
     .opening = "e2e4 e7e5 g1f3 b8c6 d1e2", .seat = 1, .turns = 8},
    {"an opening as white", "kriegspiel(rules=icc)", IN_GAMES, .opening = "e2e4 e7e5 g1f3 b8c6",
     .turns = 8},
    {"draw offers", "kriegspiel(rules=icc)", IN_GAMES, .offers_draw = true, .turns = 8},
    {"a clock", "kriegspiel(rules=icc)", .clock = {2000, 10}, .go = {.increment_ms = {10, 10}},
     .turns = 4},
    {"a limit of nodes", "kriegspiel(rules=icc)", .go = {.nodes = 100}, .turns = 4},
    {"a limit of CPU time", "kriegspiel(rules=icc)", .go = {.cpu_ms = MOVE_TIME_MS}, .turns = 4},
    {"stop", "kriegspiel(rules=icc)", .go = {.move_ms = 60000}, .stops = true, .turns = 4},
    {"games one after another", "kriegspiel(rules=icc,board=8x8)", IN_GAMES, .turns = 5,
     .games = 3},
};

static void name_script(const GameScript *script, Text *name)
{
    if (script->name)
        text_add(name, script->name);
    else
        text_format(name, "%s as %s", script->game, script->seat ? "black" : "white");
}

// One check with a program of its own.
static CheckVerdict run(const Checker *first, const char *name, bool (*conversation)(Checker *),
                        const GameScript *script, const CheckSink *sink)
{
    assert(conversation || script);
    Checker checker = *first;
    checker.fault = TEXT_IN(checker.fault_memory);
    const ChildPlan child = {
        .command = first->command, .line_max = BOT_SAID_MAX, .shows_stderr = true};
    checker.child = child_create(&first->memory, &child, &checker.fault);
    const bool is_fine =
        checker.child && (conversation ? conversation(&checker) : play_script(&checker, script));
    const CheckVerdict verdict = is_fine               ? CHECK_FINE
                                 : checker.has_refused ? CHECK_REFUSED
                                                       : CHECK_FAULT;
    sink->take(sink->context, name, verdict, checker.fault.start);
    child_destroy(checker.child);
    return verdict;
}

// Checks of both kinds in their order: conversations, then games.
enum { CHECKS = COUNT_OF(conversations) + COUNT_OF(scripts) };

static void name_check(unsigned place, Text *name)
{
    if (place < COUNT_OF(conversations))
        text_add(name, conversations[place].name);
    else
        name_script(&scripts[place - COUNT_OF(conversations)], name);
}

static bool is_named(unsigned place, const char *wanted)
{
    char memory[NAME_MAX_BYTES];
    Text name = TEXT_IN(memory);
    name_check(place, &name);
    return strcmp(memory, wanted) == 0;
}

bool check_bot_has(const char *name)
{
    unsigned place = 0;
    while (place < CHECKS && !is_named(place, name))
        place++;
    return place < CHECKS;
}

static CheckVerdict run_at(const Checker *first, unsigned place, const CheckSink *sink)
{
    char memory[NAME_MAX_BYTES];
    Text name = TEXT_IN(memory);
    name_check(place, &name);
    if (place < COUNT_OF(conversations))
        return run(first, memory, conversations[place].run, NULL, sink);
    return run(first, memory, NULL, &scripts[place - COUNT_OF(conversations)], sink);
}

unsigned check_bot(const Memory *memory, const CheckPlan *plan, const CheckSink *sink)
{
    unsigned counts[CHECK_VERDICT_COUNT] = {0}, timeouts = 0, done = 0;
    const Checker first = {.memory = *memory,
                           .command = plan->command,
                           .patience_ms = plan->patience_ms,
                           .timeouts = &timeouts};
    for (; done < CHECKS && timeouts < TIMEOUTS_MAX && !(done == 1 && counts[CHECK_FAULT]); done++)
        if (!plan->only || is_named(done, plan->only))
            counts[run_at(&first, done, sink)]++;
    if (counts[CHECK_REFUSED] == COUNT_OF(scripts)) {
        sink->take(sink->context, "a game", CHECK_FAULT,
                   "it refused every game; expected one that it plays");
        counts[CHECK_FAULT]++;
    }
    if (done < CHECKS)
        sink->take(sink->context, "the rest", CHECK_UNTRIED, "");
    return counts[CHECK_FAULT];
}
