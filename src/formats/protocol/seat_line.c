// Reading and writing the lines of a seat at a server.
#include "formats/protocol/seat_line.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static const char joins[] = "join";
static const char question[] = "any?";
static const char aborts[] = "abort"; // an action of seats at a server alone

static bool seat_take_number(Slice *rest, uint32_t *number)
{
    const Slice word = slice_take(rest, " ");
    uint64_t large;
    if (!slice_number(word, UINT32_MAX, &large) || (word.start[0] == '0' && word.length > 1))
        return false;
    *number = (uint32_t)large;
    return true;
}

bool seat_is_token(Slice token)
{
    for (size_t i = 0; i < token.length; i++) {
        const char letter = token.start[i];
        const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        if (!is_letter && !(letter >= '0' && letter <= '9') && letter != '-' && letter != '_')
            return false;
    }
    return token.length > 0 && token.length <= SEAT_TOKEN_MAX;
}

static bool read_join(Slice rest, SeatSaid *said)
{
    *said = (SeatSaid){.kind = SEAT_JOIN};
    if (!seat_take_number(&rest, &said->version) || !said->version)
        return false;
    said->token = slice_take(&rest, " ");
    return seat_is_token(said->token) && seat_take_number(&rest, &said->since) && !rest.length;
}

static bool read_action(Slice rest, SeatSaid *said)
{
    static const uint8_t events[BOT_SAID_COUNT] = {
        [BOT_TRY] = EVENT_TRY,       [BOT_ASK] = EVENT_TRY,         [BOT_DRAW] = EVENT_OFFER,
        [BOT_ACCEPT] = EVENT_ACCEPT, [BOT_DECLINE] = EVENT_DECLINE, [BOT_RESIGN] = EVENT_RESIGN};
    BotSaid action;
    if (slice_is(rest, aborts)) {
        said->event = EVENT_ABORT;
        return true;
    }
    if (bot_said_read(rest, &action) || !bot_is_action(action.kind))
        return false;
    said->event = events[action.kind];
    if (action.kind == BOT_TRY)
        said->attempt = action.text;
    else if (action.kind == BOT_ASK)
        said->attempt = slice_of(question);
    return true;
}

static bool read_act(Slice rest, SeatSaid *said)
{
    *said = (SeatSaid){.kind = SEAT_ACT};
    return seat_take_number(&rest, &said->ref) && said->ref &&
           seat_take_number(&rest, &said->heard) && read_action(rest, said);
}

SeatLineError seat_said_read(Slice line, SeatSaid *said)
{
    SeatSaid read;
    Slice rest = line;
    if (line.length > SEAT_SAID_MAX)
        return SEAT_LINE_ERR_LONG;
    const bool is_join = slice_is(slice_take(&rest, " "), joins);
    if (is_join ? !read_join(rest, &read) : !read_act(line, &read))
        return SEAT_LINE_ERR_FORM;
    *said = read;
    return SEAT_LINE_OK;
}

// Lines of the bot protocol end with a line feed; frames do not.
static void cut_end(Text *text)
{
    if (!text->cut) {
        assert(text->length && text->start[text->length - 1] == '\n');
        text->start[--text->length] = '\0';
    }
}

static void write_try(Slice attempt, Text *text)
{
    BotSaid action = {.kind = BOT_TRY, .text = attempt};
    if (slice_is(attempt, question))
        action = (BotSaid){.kind = BOT_ASK};
    bot_said_write(&action, text);
    cut_end(text);
}

void seat_said_write(const SeatSaid *said, Text *text)
{
    static const BotSaidKind kinds[EVENT_COUNT] = {[EVENT_RESIGN] = BOT_RESIGN,
                                                   [EVENT_OFFER] = BOT_DRAW,
                                                   [EVENT_ACCEPT] = BOT_ACCEPT,
                                                   [EVENT_DECLINE] = BOT_DECLINE};
    if (said->kind == SEAT_JOIN) {
        text_format(text, "%s %" PRIu32 " ", joins, said->version);
        text_add_slice(text, said->token);
        text_format(text, " %" PRIu32, said->since);
        return;
    }
    text_format(text, "%" PRIu32 " %" PRIu32 " ", said->ref, said->heard);
    if (said->event == EVENT_TRY) {
        write_try(said->attempt, text);
        return;
    }
    if (said->event == EVENT_ABORT) {
        text_add(text, aborts);
        return;
    }
    bot_said_write(&(BotSaid){.kind = kinds[said->event]}, text);
    cut_end(text);
}

void seat_write_greeting(Text *text)
{
    text_format(text, "nebel %d", SEAT_PROTOCOL);
}

void seat_write_archive(uint64_t id, Text *text)
{
    text_format(text, "archive %016" PRIx64, id);
}

void seat_write_did(uint32_t ref, Slice attempt, Text *text)
{
    text_format(text, "%" PRIu32 " did ", ref);
    write_try(attempt, text);
}

void seat_write_hear(uint32_t sequence, uint32_t ref, const uint32_t clock_ms[2],
                     const Hearing *hearing, uint8_t seat, Text *text)
{
    text_format(text, "%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " ", sequence, ref,
                clock_ms[0], clock_ms[1]);
    bot_write_hear(hearing, seat, text);
    cut_end(text);
}

void seat_write_joined(uint32_t sequence, uint64_t elapsed_ms, Text *text)
{
    text_format(text, "joined %" PRIu32 " %" PRIu64, sequence, elapsed_ms);
}

void seat_write_error(uint32_t ref, const char *code, const char *reason, Text *text)
{
    text_format(text, "%" PRIu32 " error %s %s", ref, code, reason);
}

void seat_write_quit(const char *code, const char *reason, Text *text)
{
    text_format(text, "quit %s %s", code, reason);
}

void seat_write_pause(const char *code, const char *reason, Text *text)
{
    text_format(text, "pause %s %s", code, reason);
}

void seat_write_resume(Text *text)
{
    text_add(text, "resume");
}

static bool read_greeting(Slice rest, SeatTold *told)
{
    return seat_take_number(&rest, &told->version) && !rest.length;
}

static bool read_archive(Slice rest, SeatTold *told)
{
    return slice_hex(rest, &told->archive) && told->archive;
}

static bool read_joined(Slice rest, SeatTold *told)
{
    return seat_take_number(&rest, &told->sequence) &&
           slice_number(rest, RECORD_MS_MAX, &told->elapsed_ms);
}

static bool read_nothing(Slice rest, SeatTold *told)
{
    (void)told;
    return !rest.length;
}

// A word, and a sentence for people.
static bool read_reason(Slice rest, SeatTold *told)
{
    told->code = slice_take(&rest, " ");
    told->reason = rest;
    return told->code.length > 0;
}

static bool read_did(Slice rest, SeatTold *told)
{
    SeatSaid said = {.kind = SEAT_ACT};
    const bool is_try = read_action(rest, &said) && said.event == EVENT_TRY;
    told->text = said.attempt;
    return is_try;
}

// Of the bot protocol; the line is a whole one of it.
static bool read_order(Slice line, BotOrderKind kind, BotOrder *order)
{
    return bot_order_read(line, order) == BOT_OK && order->kind == kind;
}

static bool read_newgame(Slice line, SeatTold *told)
{
    BotOrder order;
    if (!read_order(line, BOT_NEWGAME, &order))
        return false;
    told->newgame = order.newgame;
    return true;
}

// After the number of what was heard.
static bool read_hear(Slice rest, SeatTold *told)
{
    BotOrder order;
    if (!seat_take_number(&rest, &told->ref) || !seat_take_number(&rest, &told->clock_ms[0]) ||
        !seat_take_number(&rest, &told->clock_ms[1]) || !read_order(rest, BOT_HEAR, &order))
        return false;
    told->text = order.text;
    return told->sequence > 0;
}

// A line that begins with a number.
static bool read_numbered(Slice line, SeatTold *told)
{
    Slice rest = line;
    if (!seat_take_number(&rest, &told->ref))
        return false;
    Slice after = rest;
    const Slice word = slice_take(&after, " ");
    if (slice_is(word, "did")) {
        told->kind = SEAT_DID;
        return read_did(after, told);
    }
    if (slice_is(word, "error")) {
        told->kind = SEAT_ERROR;
        return read_reason(after, told);
    }
    told->kind = SEAT_HEAR;
    told->sequence = told->ref;
    return read_hear(rest, told);
}

SeatLineError seat_told_read(Slice line, SeatTold *told)
{
    static const struct {
        const char *verb;
        bool (*read)(Slice rest, SeatTold *told);
        SeatToldKind kind;
        bool takes_all; // the verb included
    } verbs[] = {{"nebel", read_greeting, SEAT_GREETING, false},
                 {"newgame", read_newgame, SEAT_NEWGAME, true},
                 {"archive", read_archive, SEAT_ARCHIVE, false},
                 {"joined", read_joined, SEAT_JOINED, false},
                 {"quit", read_reason, SEAT_QUIT, false},
                 {"pause", read_reason, SEAT_PAUSE, false},
                 {"resume", read_nothing, SEAT_RESUME, false}};
    SeatTold read = {.kind = SEAT_HEAR};
    Slice rest = line;
    const Slice word = slice_take(&rest, " ");
    unsigned i = 0;
    while (i < COUNT_OF(verbs) && !slice_is(word, verbs[i].verb))
        i++;
    if (i < COUNT_OF(verbs))
        read.kind = (uint8_t)verbs[i].kind;
    if (i < COUNT_OF(verbs) ? !verbs[i].read(verbs[i].takes_all ? line : rest, &read)
                            : !read_numbered(line, &read))
        return SEAT_LINE_ERR_FORM;
    *told = read;
    return SEAT_LINE_OK;
}
