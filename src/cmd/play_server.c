// A person in the terminal at a table of a server: the screen or line mode, and the connection, in one loop.
#include "cmd/server_commands.h"
#include "cmd/server_options.h"
#include "cmd/values.h"

#include "base/i18n/words.h"
#include "server/client/client.h"
#include "ui/play/game_ui.h"
#include "ui/play/line_mode.h"
#include "ui/terminal/line_input.h"
#include "ui/terminal/screen_loop.h"

#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>

typedef struct ServerPlay {
    ServerOptions server;
    bool has_lines, is_ascii, has_letters;
    ScreenAlert alert; // for a refused try
} ServerPlay;

typedef struct Sitting {
    const ServerPlay *play;
    Client *client;
    UiServerLink server;
    GameUi *ui; // once the seat has joined for the first time
    bool is_left;
    bool is_told;    // line mode: the notice has changed
    uint32_t heard;  // hearings that the user interface has
    uint64_t now_ms; // of the turn, on the clock of the screen
} Sitting;

static bool can_send(void *context)
{
    const Sitting *sitting = context;
    return remote_can_act(client_remote(sitting->client));
}

static void send_action(void *context, EventKind kind, Try attempt)
{
    const Sitting *sitting = context;
    client_act(sitting->client, kind, attempt);
}

// Passes on what the seat has heard since the last time.
static void hear_news(Sitting *sitting)
{
    const Remote *remote = client_remote(sitting->client);
    const SeatLog *log = &remote->seat.log;
    bool is_heard = true;
    for (; is_heard && sitting->heard < log->count; sitting->heard++) {
        const Heard *heard = &log->list[sitting->heard];
        is_heard =
            ui_hear(sitting->ui, heard->own, &heard->hearing, remote->clock_ms, sitting->now_ms);
    }
    if (!is_heard)
        client_fail(sitting->client, "there is no memory for the game");
}

// Returns since when the clock of the seat to move has run, by the clock of the screen: that of the client differs by a constant.
static uint64_t run_since_ms(const Sitting *sitting)
{
    const uint64_t gone_ms =
        client_now_ms(sitting->client) - client_remote(sitting->client)->clock_at_ms;
    return sitting->now_ms > gone_ms ? sitting->now_ms - gone_ms : 0;
}

static void open_ui(Sitting *sitting)
{
    const Remote *remote = client_remote(sitting->client);
    const uint8_t seat = remote->seat.number;
    UiPlan plan = {.game = remote->game,
                   .rules = (const Rules *)&remote->rules,
                   .clock = remote->clock,
                   .server = &sitting->server};
    plan.names[seat] = words_of(SAY_YOU);
    plan.names[!seat] = words_of(SAY_AWAY_OPPONENT);
    plan.short_names[!seat] = words_of(SAY_AWAY_OPPONENT_BRIEF);
    plan.is_person[seat] = true;
    if (!ui_default_player(remote->game)) {
        client_fail(sitting->client, "this game cannot be shown here; nebel connect can play it");
        return;
    }
    sitting->ui = ui_create(&memory_heap, &plan, sitting->now_ms);
    if (!sitting->ui)
        client_fail(sitting->client, "there is no memory for the game");
}

static void on_news(void *context, RemoteNews news)
{
    Sitting *sitting = context;
    sitting->now_ms = screen_loop_now_ms();
    if (news == REMOTE_JOINED && !sitting->ui) {
        open_ui(sitting);
        client_stop(sitting->client); // from here on the loop of the screen runs
    }
    if (!sitting->ui)
        return;
    hear_news(sitting);
    if (news == REMOTE_JOINED)
        ui_run_clock_since(sitting->ui, run_since_ms(sitting));
    if (news == REMOTE_PAUSED)
        ui_pause(sitting->ui, sitting->now_ms);
    if (news == REMOTE_RESUMED)
        ui_resume(sitting->ui, run_since_ms(sitting));
    if (news == REMOTE_REJECTED)
        ui_tell(sitting->ui, client_remote(sitting->client)->reason);
    ui_send_queued(sitting->ui, sitting->now_ms);
}

static void on_link(void *context, ClientState state)
{
    Sitting *sitting = context;
    sitting->is_told = false;
    if (!sitting->ui)
        return;
    ui_set_notice(sitting->ui, state == CLIENT_LOST ? words_of(SAY_AWAY_LOST) : NULL);
    if (state == CLIENT_SEATED)
        ui_tell(sitting->ui, words_of(SAY_AWAY_BACK));
}

static void work(void *context, uint64_t now_ms, NetWaits *waits)
{
    (void)context;
    (void)now_ms;
    (void)waits;
}

static bool has_failed(const Sitting *sitting)
{
    return client_state(sitting->client) == CLIENT_FAILED;
}

static uint64_t client_next_ms(const Sitting *sitting, uint64_t now_ms)
{
    const uint64_t wait_ms = client_wait_ms(sitting->client);
    return wait_ms == UINT64_MAX ? UINT64_MAX : now_ms + wait_ms;
}

static void note_wish(Sitting *sitting)
{
    sitting->is_left |= ui_take_request(sitting->ui) == UI_REQUEST_LEAVE;
}

static void draw(const void *self, bool is_ascii, uint64_t now_ms, Cells *out)
{
    const Sitting *sitting = self;
    const UiLook look = {.is_ascii = is_ascii, .has_letters = sitting->play->has_letters};
    ui_draw(sitting->ui, look, now_ms, out);
}

// What was sent leaves with a turn of the client's loop.
static void press(void *self, Key key, uint64_t now_ms)
{
    Sitting *sitting = self;
    ui_key(sitting->ui, key, now_ms);
    note_wish(sitting);
    client_turn(sitting->client);
}

static void click(void *self, ScreenSize size, Key key, uint64_t now_ms)
{
    const Sitting *sitting = self;
    const UiClick where = {size.width, size.height, click_column(key), click_row(key),
                           click_is_second(key)};
    ui_click(sitting->ui, where, now_ms);
    client_turn(sitting->client);
}

static void tick(void *self, uint64_t now_ms)
{
    const Sitting *sitting = self;
    (void)now_ms;
    client_turn(sitting->client);
}

static void woken(void *self)
{
    const Sitting *sitting = self;
    client_turn(sitting->client);
}

static uint64_t next_ms(const void *self, uint64_t now_ms)
{
    const Sitting *sitting = self;
    const uint64_t ui_ms = ui_next_ms(sitting->ui, now_ms);
    const uint64_t client_ms = client_next_ms(sitting, now_ms);
    return ui_ms < client_ms ? ui_ms : client_ms;
}

static bool is_done(const void *self)
{
    const Sitting *sitting = self;
    return sitting->is_left || has_failed(sitting);
}

static ScreenAlert take_alert(void *self)
{
    const Sitting *sitting = self;
    return ui_take_refusal(sitting->ui) ? sitting->play->alert : ALERT_NONE;
}

static const ScreenKind server_screen = {.draw = draw,
                                         .key = press,
                                         .tick = tick,
                                         .next_ms = next_ms,
                                         .woken = woken,
                                         .is_done = is_done,
                                         .click = click,
                                         .take_alert = take_alert};

static int play_on_server_screen(Sitting *sitting)
{
    Screen *screen = screen_loop_open(sitting->play->is_ascii, "nebel play --lines needs none");
    if (!screen)
        return EXIT_USAGE;
    const ScreenLoop loop = {&server_screen, sitting, client_descriptor(sitting->client)};
    const bool goes_on = screen_loop_run(screen, sitting->play->is_ascii, &loop);
    const int signal_number = screen_loop_close(screen);
    if (signal_number)
        raise(signal_number);
    return goes_on ? EXIT_FINE : EXIT_FAILED;
}

static void say_notice(Sitting *sitting, Text *text)
{
    if (sitting->is_told)
        return;
    sitting->is_told = true;
    const bool is_lost = client_state(sitting->client) == CLIENT_LOST;
    text_format(text, "%s\n", words_of(is_lost ? SAY_AWAY_LOST : SAY_AWAY_BACK));
}

static int play_in_server_lines(Sitting *sitting)
{
    Lines lines;
    LineReader reader = {.length = 0};
    char line[LINE_READER_MAX];
    Text text = text_growing(&memory_heap);
    sitting->is_told = true;
    line_mode_open(&lines, sitting->ui, &text);
    speak(&text);
    while (!sitting->is_left && !has_failed(sitting)) {
        const LineNews news = line_wait(&reader, client_descriptor(sitting->client),
                                        client_next_ms(sitting, screen_loop_now_ms()), line);
        if (news == LINE_ENDED)
            break;
        if (news == LINE_READ) {
            line_mode_take(&lines, slice_of(line), screen_loop_now_ms(), &text);
            note_wish(sitting);
        }
        client_turn(sitting->client);
        say_notice(sitting, &text);
        line_mode_add_news(&lines, &text);
        speak(&text);
    }
    text_done(&text);
    return EXIT_FINE;
}

// The address of the game at the page of its server, which is where the server is: https for wss. A socket of this machine has no page.
static void write_address(const char *url, uint64_t id, Text *text)
{
    static const char *const schemes[][2] = {{"wss://", "https://"}, {"ws://", "http://"}};
    for (unsigned i = 0; i < COUNT_OF(schemes); i++)
        if (strncmp(url, schemes[i][0], strlen(schemes[i][0])) == 0)
            text_format(text, "%s%s/#/game/", schemes[i][1], url + strlen(schemes[i][0]));
    text_format(text, "%016" PRIx64, id);
}

// The closing line: the server has the record, and shows it to everybody.
static void say_archive(const Sitting *sitting)
{
    const Remote *remote = client_remote(sitting->client);
    char memory[MESSAGE_ROOM];
    Text address = TEXT_IN(memory), text = text_growing(&memory_heap);
    if (!remote->game || !remote->archive || !seat_is_over(&remote->seat))
        return;
    write_address(sitting->play->server.url, remote->archive, &address);
    WORDS_FILL(&text, SAY_AWAY_ARCHIVE, {memory});
    text_add_char(&text, '\n');
    speak(&text);
    text_done(&text);
}

static int play_server_sit(Sitting *sitting)
{
    client_run(sitting->client);
    int status = EXIT_FAILED;
    if (sitting->ui && !has_failed(sitting))
        status = sitting->play->has_lines ? play_in_server_lines(sitting)
                                          : play_on_server_screen(sitting);
    if (has_failed(sitting))
        status = complain_failed("%s", client_message(sitting->client));
    else
        say_archive(sitting);
    ui_destroy(sitting->ui);
    return status;
}

static int play_until_left(const ServerPlay *play)
{
    char token[TOKEN_ROOM], words[MESSAGE_ROOM];
    Text why = TEXT_IN(words);
    Sitting sitting = {.play = play};
    ClientPlan plan;
    if (!read_client_plan(&play->server, token, &plan))
        return EXIT_USAGE;
    sitting.server = (UiServerLink){can_send, send_action, &sitting};
    plan.owner = (ClientOwner){on_news, on_link, work, &sitting};
    sitting.client = client_create(&memory_heap, &plan, &why);
    if (!sitting.client)
        return complain("%s", words);
    const int status = play_server_sit(&sitting);
    client_destroy(sitting.client);
    return status;
}

// At a server the game, the seat and the clock are given.
int play_at_server(const Given *given)
{
    static const unsigned useless[] = {PLAY_GAME,  PLAY_SEAT,    PLAY_CLOCK, PLAY_HOTSEAT,
                                       PLAY_SEED,  PLAY_PGN,     PLAY_NODES, PLAY_MOVETIME,
                                       PLAY_LEVEL, PLAY_DISCARD, PLAY_PACE};
    const char *const *options = given->options;
    ServerPlay play = {.server = {options[PLAY_SERVER], options[PLAY_TOKEN],
                                  options[PLAY_AUTHORITY], options[PLAY_PATIENCE]},
                       .has_lines = options[PLAY_LINES],
                       .is_ascii = options[PLAY_ASCII],
                       .has_letters = options[PLAY_LETTERS]};
    if (!play.server.url)
        return complain("nebel-server plays at a server alone: name it by --server");
    if (given->arguments[0])
        return complain("--server has an opponent already; leave out '%s', or let it play there by "
                        "nebel connect",
                        given->arguments[0]);
    for (unsigned i = 0; i < COUNT_OF(useless); i++)
        if (options[useless[i]])
            return complain("the server has the game, its seats and its clock; leave out %s",
                            given->command->options[useless[i]].name);
    if (options[PLAY_ALERT] && !read_alert(options[PLAY_ALERT], &play.alert))
        return EXIT_USAGE;
    return play_until_left(&play);
}
