// A seat at a server: a Remote, and line mode over what it hears.
#include "ui/web/internal.h"

#include "formats/protocol/remote.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { NOTICE_MAX = 160 }; // bytes

struct page_seat {
    Remote remote;
    UiServerLink server;
    page_game *game; // once the seat has joined for the first time
    bool is_out_of_memory;
    bool is_rejected;           // the last action was not taken, and nobody has been told
    uint32_t heard;             // hearings that the game has
    char notice[NOTICE_MAX];    // while the connection is lost
    char sends[SEAT_SAID_MAX];  // the line for the server
    char handed[SEAT_SAID_MAX]; // the one that was handed out last
    Text said;
};

static bool can_send(void *context)
{
    const page_seat *seat = context;
    return remote_can_act(&seat->remote);
}

static void send_action(void *context, EventKind kind, Try attempt)
{
    page_seat *seat = context;
    Text sends = TEXT_IN(seat->sends);
    remote_act(&seat->remote, kind, attempt, &sends);
}

page_seat *page_seat_open(const char *token, double chance, char *text, size_t bytes)
{
    Text message = text_in(text, bytes);
    page_seat *made = page__make(sizeof *made);
    if (!made) {
        words_say(&message, SAY_NO_MEMORY);
        return NULL;
    }
    if (!remote_init(&made->remote, &memory_heap, slice_of(token), (uint64_t)chance)) {
        words_say(&message, SAY_AWAY_QUIT_TOKEN);
        memory_resize(&memory_heap, made, 0);
        return NULL;
    }
    made->server = (UiServerLink){can_send, send_action, made};
    made->said = text_growing(&memory_heap);
    return made;
}

void page_seat_close(page_seat *seat)
{
    if (!seat)
        return;
    page_game_close(seat->game);
    remote_done(&seat->remote);
    text_done(&seat->said);
    memory_resize(&memory_heap, seat, 0);
}

void page_seat_begin(page_seat *seat)
{
    remote_begin(&seat->remote);
}

void page_seat_lose(page_seat *seat)
{
    Text notice = TEXT_IN(seat->notice);
    remote_lose(&seat->remote);
    seat->sends[0] = '\0';
    words_say(&notice, SAY_AWAY_LOST);
    if (seat->game && !ui_is_over(seat->game->ui))
        ui_set_notice(seat->game->ui, seat->notice);
}

// False if out of memory.
static bool seat_open_game(page_seat *seat, uint64_t now_ms)
{
    const Remote *remote = &seat->remote;
    const UiPlan plan = {.clock = remote->clock, .server = &seat->server, .is_beside_page = true};
    page_game *made = page__make(sizeof *made);
    if (!made)
        return false;
    made->game = remote->game;
    made->rules = remote->rules;
    made->said = text_growing(&memory_heap);
    if (page__sit(made, remote->seat.number, words_of(SAY_AWAY_OPPONENT), plan, (double)now_ms))
        seat->game = made;
    else
        page_game_close(made);
    return seat->game != NULL;
}

// Passes on what the seat has heard since the last time. False if out of memory.
static bool hear_news(page_seat *seat, uint64_t now_ms)
{
    const Remote *remote = &seat->remote;
    const SeatLog *log = &remote->seat.log;
    for (; seat->heard < log->count; seat->heard++) {
        const Heard *heard = &log->list[seat->heard];
        if (!ui_hear(seat->game->ui, heard->own, &heard->hearing, remote->clock_ms, now_ms))
            return false;
    }
    return true;
}

static bool pass_on(page_seat *seat, RemoteNews news, uint64_t now_ms)
{
    if (!hear_news(seat, now_ms))
        return false;
    GameUi *ui = seat->game->ui;
    if (news == REMOTE_JOINED) {
        ui_run_clock_since(ui, seat->remote.clock_at_ms);
        ui_set_notice(ui, NULL);
    }
    if (news == REMOTE_PAUSED)
        ui_pause(ui, now_ms);
    if (news == REMOTE_RESUMED)
        ui_resume(ui, seat->remote.clock_at_ms);
    seat->is_rejected |= news == REMOTE_REJECTED;
    ui_send_queued(ui, now_ms);
    return true;
}

uint32_t page_seat_take(page_seat *seat, const char *line, double now_ms)
{
    const uint64_t at_ms = (uint64_t)now_ms;
    Text sends = TEXT_IN(seat->sends);
    const RemoteNews news = remote_take(&seat->remote, slice_of(line), at_ms, &sends);
    const RemoteNext next = remote_next(&seat->remote, news);
    bool has_memory = true;
    if (!seat->game && (news == REMOTE_JOINED || next == REMOTE_LEAVE))
        has_memory = seat_open_game(seat, at_ms);
    if (seat->game && has_memory)
        has_memory = pass_on(seat, news, at_ms);
    seat->is_out_of_memory |= !has_memory;
    return has_memory ? next : REMOTE_GIVE_UP;
}

void page_seat_repeat(page_seat *seat)
{
    Text sends = TEXT_IN(seat->sends);
    if (page_seat_has_open(seat) && page_seat_is_seated(seat))
        remote_repeat(&seat->remote, &sends);
}

uint32_t page_seat_busy_ms(void)
{
    return REMOTE_BUSY_MS;
}

const char *page_seat_sends(page_seat *seat)
{
    memcpy(seat->handed, seat->sends, sizeof seat->handed);
    seat->sends[0] = '\0';
    return seat->handed;
}

bool page_seat_is_seated(const page_seat *seat)
{
    return seat->remote.state == REMOTE_SEATED;
}

bool page_seat_has_open(const page_seat *seat)
{
    return seat->remote.is_open;
}

uint32_t page_seat_wait_ms(uint32_t failures, double chance)
{
    return remote_wait_ms(failures, (uint64_t)chance);
}

const char *page_seat_code(const page_seat *seat)
{
    return seat->remote.code;
}

// Why the server closed, or did not take an action. A word that is not here comes from a newer server, whose own sentence is better
// than none.
static const char *reason_of(const Remote *remote)
{
    static const struct {
        const char *code;
        SayCode words;
    } rows[] = {
        {"token", SAY_AWAY_QUIT_TOKEN},
        {"version", SAY_AWAY_QUIT_VERSION},
        {"elsewhere", SAY_AWAY_QUIT_ELSEWHERE},
        {"game", SAY_AWAY_QUIT_GAME},
        {"stale", SAY_AWAY_STALE},
        {"offered", SAY_AWAY_OFFERED},
        {"nooffer", SAY_AWAY_NO_OFFER},
        {"begun", SAY_AWAY_BEGUN},
    };
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        if (strcmp(rows[i].code, remote->code) == 0)
            return words_of(rows[i].words);
    return remote->reason;
}

const char *page_seat_reason(const page_seat *seat)
{
    return seat->is_out_of_memory ? words_of(SAY_NO_MEMORY) : reason_of(&seat->remote);
}

const char *page_seat_said(page_seat *seat)
{
    Text *said = page__fresh(&seat->said);
    if (seat->is_rejected)
        text_format(said, "%s\n", reason_of(&seat->remote));
    seat->is_rejected = false;
    if (seat->game)
        line_mode_add_news(&seat->game->lines, said);
    return said->start;
}

page_game *page_seat_game(page_seat *seat)
{
    return seat->game;
}

const char *page_seat_name(page_seat *seat)
{
    assert(seat->game);
    seat->game->game->write((const Rules *)&seat->game->rules, page__fresh(&seat->said));
    return seat->said.start;
}

int page_seat_number(const page_seat *seat)
{
    assert(seat->game);
    return seat->remote.seat.number;
}

uint32_t page_seat_base_ms(const page_seat *seat)
{
    return seat->remote.clock.base_ms;
}

const char *page_seat_archive(page_seat *seat)
{
    Text *said = page__fresh(&seat->said);
    if (seat->remote.archive)
        text_format(said, "%016" PRIx64, seat->remote.archive);
    return said->start;
}
