// The state of a seat at a server, line by line.
#include "formats/protocol/remote.h"

#include "formats/records/hearing_text.h"
#include "games/registry/games.h"

#include <assert.h>
#include <string.h>

static bool is_token(Slice token)
{
    char line[SEAT_TOKEN_MAX + sizeof "join 1  0"];
    Text text = TEXT_IN(line);
    SeatSaid said;
    text_add(&text, "join 1 ");
    text_add_slice(&text, token);
    text_add(&text, " 0");
    return !text.cut && seat_said_read((Slice){line, text.length}, &said) == SEAT_LINE_OK;
}

bool remote_init(Remote *remote, const Memory *memory, Slice token, uint64_t chance)
{
    enum { FIRST_STEP_MAX = 1 << 16 };
    if (!is_token(token))
        return false;
    memset(remote, 0, sizeof *remote);
    remote->memory = *memory;
    remote->step = 1 + (uint32_t)(chance % FIRST_STEP_MAX);
    Text own = TEXT_IN(remote->token);
    text_add_slice(&own, token);
    return true;
}

void remote_done(Remote *remote)
{
    if (remote->game)
        seat_done(&remote->seat);
}

void remote_begin(Remote *remote)
{
    remote->state = REMOTE_AWAY;
    remote->did = TRY_NONE;
}

void remote_lose(Remote *remote)
{
    remote->state = REMOTE_AWAY;
}

bool remote_can_act(const Remote *remote)
{
    return remote->state == REMOTE_SEATED && !remote->is_open && !seat_is_over(&remote->seat);
}

void remote_repeat(const Remote *remote, Text *say)
{
    assert(remote->is_open);
    char memory[TRY_TEXT_MAX];
    Text attempt = TEXT_IN(memory);
    if (remote->kind == EVENT_TRY)
        remote->game->try_to_text(remote->attempt, &attempt);
    seat_said_write(&(SeatSaid){.kind = SEAT_ACT,
                                .event = remote->kind,
                                .ref = remote->ref,
                                .heard = remote->since,
                                .attempt = {memory, attempt.length}},
                    say);
}

void remote_act(Remote *remote, EventKind kind, Try attempt, Text *say)
{
    assert(remote_can_act(remote) && event_is_asked((uint8_t)kind));
    assert((kind == EVENT_TRY) == (attempt != TRY_NONE));
    remote->is_open = true;
    remote->kind = (uint8_t)kind;
    remote->attempt = attempt;
    remote->since = remote->heard;
    remote->ref += remote->step;
    remote->step = 1;
    remote_repeat(remote, say);
}

static void remote_note(Remote *remote, Slice code, Slice reason)
{
    Text word = TEXT_IN(remote->code), sentence = TEXT_IN(remote->reason);
    text_add_slice(&word, code);
    text_add_slice(&sentence, reason);
}

static RemoteNews fault(Remote *remote, const char *reason)
{
    remote_note(remote, slice_of("fault"), slice_of(reason));
    return REMOTE_FAULT;
}

static RemoteNews take_greeting(Remote *remote, const SeatTold *told, uint64_t now_ms, Text *say)
{
    (void)now_ms;
    if (told->version != SEAT_PROTOCOL)
        return fault(remote, "the server speaks another version of the protocol");
    seat_said_write(&(SeatSaid){.kind = SEAT_JOIN,
                                .version = SEAT_PROTOCOL,
                                .token = slice_of(remote->token),
                                .since = remote->heard},
                    say);
    remote->state = REMOTE_JOINING;
    return REMOTE_NOTHING;
}

// Each join brings it; only the first is news.
static RemoteNews take_newgame(Remote *remote, const SeatTold *told, uint64_t now_ms, Text *say)
{
    char name[BOT_ORDER_MAX], why[REMOTE_REASON_MAX];
    Text string = TEXT_IN(name), message = TEXT_IN(why);
    (void)now_ms;
    (void)say;
    if (remote->game)
        return REMOTE_NOTHING;
    text_add_slice(&string, told->newgame.game);
    remote->game = game_read(name, &remote->rules, &message);
    if (!remote->game)
        return fault(remote, why);
    remote->clock = told->newgame.clock;
    remote->seed = told->newgame.seed;
    seat_init(&remote->seat, &remote->memory, remote->game, (const Rules *)&remote->rules,
              told->newgame.seat);
    return REMOTE_BEGUN;
}

static RemoteNews take_archive(Remote *remote, const SeatTold *told, uint64_t now_ms, Text *say)
{
    (void)now_ms;
    (void)say;
    remote->archive = told->archive;
    return REMOTE_NOTHING;
}

static RemoteNews take_did(Remote *remote, const SeatTold *told, uint64_t now_ms, Text *say)
{
    (void)now_ms;
    (void)say;
    if (!remote->game)
        return fault(remote, "the server told a try before its game");
    remote->did = remote->game->try_from_text(told->text);
    return REMOTE_NOTHING;
}

// The own try that a hearing answers; TRY_NONE if it answers none, or one that is not known.
static Try own_of(const Remote *remote, const SeatTold *told, const Hearing *hearing)
{
    if (!hearing_answers(hearing, remote->seat.number))
        return TRY_NONE;
    const bool is_open = remote->is_open && told->ref == remote->ref;
    return is_open && remote->kind == EVENT_TRY ? remote->attempt : remote->did;
}

static bool is_believable(const Remote *remote, Try own, const Hearing *hearing)
{
    return !seat_is_over(&remote->seat) && seat_can_hear(&remote->seat, own, hearing);
}

static RemoteNews remote_hear(Remote *remote, const SeatTold *told, uint64_t now_ms)
{
    Hearing hearing;
    if (!hearing_from_text(told->text, remote->seat.number, &hearing))
        return fault(remote, "the server told something that is no hearing");
    const Try own = own_of(remote, told, &hearing);
    const bool is_unknown = own == TRY_NONE && hearing_answers(&hearing, remote->seat.number);
    if (is_unknown && remote->state == REMOTE_SEATED && told->ref)
        return REMOTE_AGAIN;
    if (is_unknown || !is_believable(remote, own, &hearing))
        return fault(remote, "the server told something that this seat cannot have heard");
    if (!seat_hear(&remote->seat, own, &hearing))
        return fault(remote, "there is no memory");
    remote->heard = told->sequence;
    memcpy(remote->clock_ms, told->clock_ms, sizeof remote->clock_ms);
    remote->clock_at_ms = now_ms;
    remote->paused_ms = remote->paused_ms ? now_ms : 0;
    remote->did = TRY_NONE;
    remote->is_open &= !hearing.ending;
    return REMOTE_HEARD;
}

// The answer to an action that was sent again may have been heard already.
static RemoteNews take_hear(Remote *remote, const SeatTold *told, uint64_t now_ms, Text *say)
{
    (void)say;
    if (!remote->game)
        return fault(remote, "the server told a hearing before its game");
    if (told->sequence > remote->heard + 1)
        return fault(remote, "the server left something out");
    const RemoteNews news =
        told->sequence <= remote->heard ? REMOTE_NOTHING : remote_hear(remote, told, now_ms);
    if (news == REMOTE_AGAIN)
        return news;
    if (told->ref == remote->ref)
        remote->is_open = false;
    else if (told->ref > remote->ref)
        remote->ref = told->ref; // of this seat before it forgot
    return news;
}

static RemoteNews take_joined(Remote *remote, const SeatTold *told, uint64_t now_ms, Text *say)
{
    if (!remote->heard || told->sequence != remote->heard)
        return fault(remote, "the server left something out");
    remote->state = REMOTE_SEATED;
    remote->clock_at_ms = now_ms > told->elapsed_ms ? now_ms - told->elapsed_ms : 0;
    remote->paused_ms = 0; // it is told after this
    if (remote->is_open)
        remote_repeat(remote, say);
    return REMOTE_JOINED;
}

static RemoteNews take_error(Remote *remote, const SeatTold *told, uint64_t now_ms, Text *say)
{
    (void)now_ms;
    (void)say;
    if (!remote->is_open || told->ref != remote->ref)
        return REMOTE_NOTHING; // of an action that was answered before
    remote_note(remote, told->code, told->reason);
    if (slice_is(told->code, "busy") || slice_is(told->code, "pace"))
        return REMOTE_BUSY;
    remote->is_open = false;
    return REMOTE_REJECTED;
}

static RemoteNews take_quit(Remote *remote, const SeatTold *told, uint64_t now_ms, Text *say)
{
    (void)now_ms;
    (void)say;
    remote_note(remote, told->code, told->reason);
    return REMOTE_QUIT;
}

static RemoteNews take_pause(Remote *remote, const SeatTold *told, uint64_t now_ms, Text *say)
{
    (void)say;
    remote_note(remote, told->code, told->reason);
    remote->paused_ms = now_ms ? now_ms : 1;
    return REMOTE_PAUSED;
}

// Moves the moment of the last clocks on, by as long as they stood.
static RemoteNews take_resume(Remote *remote, const SeatTold *told, uint64_t now_ms, Text *say)
{
    (void)told;
    (void)say;
    if (!remote->paused_ms)
        return REMOTE_NOTHING;
    remote->clock_at_ms += now_ms > remote->paused_ms ? now_ms - remote->paused_ms : 0;
    remote->paused_ms = 0;
    return REMOTE_RESUMED;
}

RemoteNews remote_take(Remote *remote, Slice line, uint64_t now_ms, Text *say)
{
    static RemoteNews (*const takers[SEAT_TOLD_COUNT])(Remote *, const SeatTold *, uint64_t,
                                                       Text *) = {
        [SEAT_GREETING] = take_greeting, [SEAT_NEWGAME] = take_newgame,
        [SEAT_ARCHIVE] = take_archive,   [SEAT_DID] = take_did,
        [SEAT_HEAR] = take_hear,         [SEAT_JOINED] = take_joined,
        [SEAT_ERROR] = take_error,       [SEAT_QUIT] = take_quit,
        [SEAT_PAUSE] = take_pause,       [SEAT_RESUME] = take_resume,
    };
    SeatTold told;
    if (seat_told_read(line, &told) != SEAT_LINE_OK)
        return fault(remote, "the server said something that is none of the protocol");
    return takers[told.kind](remote, &told, now_ms, say);
}

RemoteNext remote_next(const Remote *remote, RemoteNews news)
{
    if (news == REMOTE_FAULT)
        return REMOTE_GIVE_UP;
    if (remote->game && seat_is_over(&remote->seat))
        return REMOTE_LEAVE;
    if (news == REMOTE_QUIT)
        return remote_may_return(remote) ? REMOTE_COME_BACK : REMOTE_GIVE_UP;
    if (news == REMOTE_AGAIN)
        return REMOTE_COME_BACK;
    return news == REMOTE_BUSY ? REMOTE_SEND_AGAIN : REMOTE_STAY;
}

uint32_t remote_clock_ms(const Remote *remote, uint8_t seat, uint64_t now_ms)
{
    assert(seat < 2 && remote->heard);
    const uint32_t shown_ms = remote->clock_ms[seat];
    if (seat_is_over(&remote->seat) || !remote->clock.base_ms ||
        seat != seat_to_move(&remote->seat))
        return shown_ms;
    const uint64_t until_ms = remote->paused_ms ? remote->paused_ms : now_ms;
    const uint64_t gone_ms = until_ms > remote->clock_at_ms ? until_ms - remote->clock_at_ms : 0;
    return gone_ms < shown_ms ? (uint32_t)(shown_ms - gone_ms) : 0;
}

bool remote_may_return(const Remote *remote)
{
    static const char *const passing[] = {"busy", "late", "flood"};
    return slice_find(slice_of(remote->code), passing, COUNT_OF(passing)) < COUNT_OF(passing);
}

uint32_t remote_wait_ms(unsigned failures, uint64_t chance)
{
    enum { FIRST_MS = 200, DOUBLINGS_MAX = 6 };
    const unsigned doublings = failures < DOUBLINGS_MAX ? failures : DOUBLINGS_MAX;
    const uint32_t most_ms = FIRST_MS << doublings;
    return most_ms / 2 + (uint32_t)(chance % (most_ms / 2));
}
