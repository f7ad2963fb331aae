// A game that people play at this terminal: its beginning, the turns of the player in the other seat, and its record; the same on the
// screen and in lines.
#include "ui/terminal/game_session.h"

#include "base/cli/output.h"
#include "base/i18n/words.h"
#include "base/os/clocks.h"
#include "engine/players/levels.h"
#include "engine/players/roster.h"
#include "ui/play/line_mode.h"
#include "ui/play/review.h"
#include "ui/terminal/line_input.h"
#include "ui/terminal/screen_loop.h"

#include <assert.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { WHY_MAX = 256 }; // bytes of a sentence

static const Rules *session_rules(const GameSessionPlan *plan)
{
    return (const Rules *)&plan->rules;
}

static uint8_t player_seat(const GameSession *session)
{
    return !session->plan->seat;
}

static bool session_seat_player(GameSession *session, uint64_t seed)
{
    const GameSessionPlan *plan = session->plan;
    char why[WHY_MAX];
    Text message = TEXT_IN(why);
    complain_of_sandbox(roster_lack(plan->player));
    session->player = roster_open(&memory_heap, plan->player, &message);
    if (!session->player) {
        complain("%s", why);
        return false;
    }
    const Seating seating = {.game = plan->game,
                             .rules = session_rules(plan),
                             .seat = player_seat(session),
                             .seed = seed,
                             .clock = plan->clock};
    const PlayerError error = player_sit(session->player, &seating);
    if (error) {
        complain("%s: %s; nebel players lists others", plan->player,
                 player_reason(session->player, error));
        return false;
    }
    session->engine = engine_thread_create(session->player);
    if (!session->engine)
        complain("cannot start a thread to think in");
    return session->engine != NULL;
}

// Names the player in the other seat by its level, if it has one.
static void name_player(GameSession *session, UiPlan *ui)
{
    const GameSessionPlan *plan = session->plan;
    const uint8_t seat = player_seat(session);
    ui->is_person[seat] = false;
    ui->names[seat] = plan->player;
    if (!plan->level)
        return;
    const Level *level = level_of(plan->game, plan->level);
    Text name = TEXT_IN(session->name), brief = TEXT_IN(session->short_name);
    level_say(level, plan->level, &name);
    level_say_briefly(level, plan->level, &brief);
    ui->names[seat] = session->name;
    ui->short_names[seat] = session->short_name;
}

// The budget of a try, by options and clocks. If only nodes count, no clock is read, so that the game can be replayed.
static Budget budget_of(const GameSession *session, uint64_t now_ms)
{
    const GameSessionPlan *plan = session->plan;
    Budget budget = {.nodes = plan->nodes,
                     .move_ms = plan->move_ms,
                     .increment_ms = plan->clock.increment_ms,
                     .clocks = plan->move_ms || plan->clock.base_ms ? &system_clocks : NULL};
    if (plan->clock.base_ms)
        for (uint8_t seat = 0; seat < 2; seat++)
            budget.clock_ms[seat] = ui_clock_ms(session->ui, seat, now_ms);
    return budget;
}

// Sends new hearings to the player, and asks it if it is its turn and time. To be called after every event.
static void session_go_on(GameSession *session, uint64_t now_ms)
{
    if (!session->player)
        return;
    const SeatLog *log = ui_log(session->ui, player_seat(session));
    assert(session->told <= log->count);
    for (; session->told < log->count; session->told++)
        if (!engine_thread_notify(session->engine, &log->list[session->told])) {
            ui_fail(session->ui, words_of(SAY_NO_MEMORY), now_ms);
            return;
        }
    if (!session->is_asked && now_ms >= ui_ask_ms(session->ui)) {
        const Budget budget = budget_of(session, now_ms);
        engine_thread_ask(session->engine, &budget);
        session->is_asked = true;
    }
}

// Takes the answer of the player that was asked, waits for it if necessary, and plays it.
static void session_take_answer(GameSession *session)
{
    assert(session->is_asked);
    const Thought thought = engine_thread_answer(session->engine);
    const uint64_t now_ms = screen_loop_now_ms();
    session->is_asked = false;
    if (thought.error)
        ui_fail(session->ui, thought.reason, now_ms);
    else
        ui_choose(session->ui, &thought.choice, now_ms);
    session_go_on(session, now_ms);
}

// To be called when session_next_ms is over.
static void session_tick(GameSession *session, uint64_t now_ms)
{
    ui_tick(session->ui, now_ms);
    session_go_on(session, now_ms);
}

// Returns when something happens by itself: the clock changes, or the player is asked; UINT64_MAX for never.
static uint64_t session_next_ms(const GameSession *session, uint64_t now_ms)
{
    const uint64_t next_ms = ui_next_ms(session->ui, now_ms);
    const uint64_t ask_ms = session->is_asked ? UINT64_MAX : ui_ask_ms(session->ui);
    return ask_ms < next_ms ? ask_ms : next_ms;
}

bool session_init(GameSession *session, const GameSessionPlan *plan, uint64_t player_seed,
                  uint64_t now_ms)
{
    assert(!plan->player || plan->seat < 2);
    *session = (GameSession){.plan = plan};
    UiPlan ui = {.game = plan->game,
                 .rules = session_rules(plan),
                 .clock = plan->clock,
                 .pace_ms = plan->pace_ms,
                 .names = {words_of(SAY_YOU), words_of(SAY_YOU)},
                 .is_person = {true, true}};
    if (plan->player)
        name_player(session, &ui);
    const bool is_seated = !plan->player || session_seat_player(session, player_seed);
    if (is_seated)
        session->ui = ui_create(&memory_heap, &ui, now_ms);
    if (is_seated && !session->ui)
        complain("there is not enough memory for the game");
    if (session->ui)
        session_go_on(session, now_ms);
    else
        session_done(session);
    return session->ui != NULL;
}

void session_done(GameSession *session)
{
    engine_thread_destroy(session->engine);
    player_destroy(session->player);
    ui_destroy(session->ui);
}

// Makes the record of a game that is over, with names and date. False if out of memory.
static bool session_record(const GameSession *session, GameRecord *record)
{
    const GameSessionPlan *plan = session->plan;
    if (!ui_record(session->ui, &memory_heap, record))
        return false;
    RecordTags *tags = &record->tags;
    char *const names[2] = {tags->white, tags->black};
    for (uint8_t seat = 0; seat < 2; seat++)
        snprintf(names[seat], TAG_VALUE_MAX, "%s",
                 plan->player && seat != plan->seat ? plan->player : "a person");
    snprintf(tags->event, sizeof tags->event, "nebel play --seed %" PRIu64, plan->seed);
    const time_t now = time(NULL);
    struct tm date;
    if (localtime_r(&now, &date))
        strftime(tags->date, sizeof tags->date, "%Y.%m.%d", &date);
    return true;
}

static bool has_try(const GameRecord *record)
{
    for (uint32_t i = 0; i < record->entries.count; i++)
        if (record->entries.list[i].kind == EVENT_TRY)
            return true;
    return false;
}

static const char *keep_record(GameSession *session, const GameRecord *record)
{
    char path[SAVED_PATH_MAX];
    const char *named = session->plan->pgn;
    if (!named && (session->plan->is_discarded || !has_try(record)))
        return NULL;
    if (!named && !saved_game_name(record, path))
        return words_of(SAY_RECORD_NO_FOLDER);
    const char *file = named ? named : path;
    const char *problem = save_record(record, file);
    if (!problem)
        snprintf(session->kept_as, sizeof session->kept_as, "%s", file);
    return problem;
}

const char *session_keep(GameSession *session)
{
    if (session->is_kept)
        return NULL;
    session->is_kept = true;
    GameRecord record;
    if (!session_record(session, &record))
        return words_of(SAY_RECORD_NO_MEMORY);
    const char *problem = keep_record(session, &record);
    game_record_done(&record, &memory_heap);
    return problem;
}

static void session_screen_draw(const void *self, bool is_ascii, uint64_t now_ms, Cells *out)
{
    const GameSession *session = self;
    ui_draw(session->ui, (UiLook){.is_ascii = is_ascii, .has_letters = session->plan->has_letters},
            now_ms, out);
}

static void save_session(GameSession *session)
{
    char words[256];
    Text sentence = TEXT_IN(words);
    GameRecord record;
    if (session_record(session, &record)) {
        save_record_as(&record, session->plan->pgn, &sentence);
        game_record_done(&record, &memory_heap);
    } else {
        words_say(&sentence, SAY_RECORD_NO_MEMORY);
    }
    ui_tell(session->ui, words);
}

static void fulfil_wish(GameSession *session)
{
    const UiRequest wish = ui_take_request(session->ui);
    if (wish == UI_REQUEST_SAVE)
        save_session(session);
    session->wants_review |= wish == UI_REQUEST_REVIEW || wish == UI_REQUEST_ANALYSE;
    session->wants_analysis = wish == UI_REQUEST_ANALYSE;
    session->wants_rematch |= wish == UI_REQUEST_REMATCH;
    session->is_left |= wish == UI_REQUEST_LEAVE;
}

static void session_screen_press(void *self, Key key, uint64_t now_ms)
{
    GameSession *session = self;
    ui_key(session->ui, key, now_ms);
    session_go_on(session, now_ms);
    fulfil_wish(session);
}

static void session_screen_click(void *self, ScreenSize size, Key click, uint64_t now_ms)
{
    GameSession *session = self;
    ui_click(session->ui,
             (UiClick){size.width, size.height, click_column(click), click_row(click),
                       click_is_second(click)},
             now_ms);
    session_go_on(session, now_ms);
}

static ScreenAlert session_screen_take_alert(void *self)
{
    GameSession *session = self;
    return ui_take_refusal(session->ui) ? session->plan->alert : ALERT_NONE;
}

static void session_screen_tick(void *self, uint64_t now_ms)
{
    session_tick(self, now_ms);
}

static uint64_t session_screen_next_ms(const void *self, uint64_t now_ms)
{
    return session_next_ms(self, now_ms);
}

static void session_screen_woken(void *self)
{
    session_take_answer(self);
}

static bool session_screen_is_done(const void *self)
{
    const GameSession *session = self;
    return session->is_left || session->wants_review || session->wants_rematch;
}

static const ScreenKind session_screen = {.draw = session_screen_draw,
                                          .key = session_screen_press,
                                          .tick = session_screen_tick,
                                          .next_ms = session_screen_next_ms,
                                          .woken = session_screen_woken,
                                          .is_done = session_screen_is_done,
                                          .click = session_screen_click,
                                          .take_alert = session_screen_take_alert};

// Shows the game again; false if a signal ended it.
static bool review_session(GameSession *session, Screen *screen, bool is_ascii)
{
    GameRecord record;
    session->wants_review = false;
    if (!session_record(session, &record)) {
        ui_tell(session->ui, words_of(SAY_RECORD_NO_MEMORY));
        return true;
    }
    const ReviewPlan plan = {.record = &record,
                             .path = session->plan->pgn,
                             .analyse = session->plan->analyse,
                             .analyst = session->plan->seat,
                             .is_analysed = session->wants_analysis};
    const ReviewEnd end = review_on_screen(screen, is_ascii, &plan);
    game_record_done(&record, &memory_heap);
    return end != REVIEW_ENDED;
}

bool play_on_screen(GameSession *session, Screen *screen, bool is_ascii)
{
    const ScreenLoop loop = {&session_screen, session,
                             session->engine ? engine_thread_wake(session->engine) : -1};
    bool goes_on = true;
    while (goes_on && !session->is_left && !session->wants_rematch) {
        goes_on = screen_loop_run(screen, is_ascii, &loop);
        if (goes_on && session->wants_review)
            goes_on = review_session(session, screen, is_ascii);
    }
    return goes_on;
}

// Waits until the player is asked, or its time is over.
static void wait_for_question(GameSession *session)
{
    while (ui_awaits_player(session->ui) && !session->is_asked) {
        const uint64_t now_ms = screen_loop_now_ms();
        poll(NULL, 0, screen_loop_timeout(now_ms, session_next_ms(session, now_ms)));
        session_tick(session, screen_loop_now_ms());
    }
}

// Waits for the player's choices until it is the person's turn.
static void play_engine_turns(GameSession *session, Lines *lines, Text *text)
{
    while (ui_awaits_player(session->ui)) {
        wait_for_question(session);
        if (session->is_asked)
            session_take_answer(session);
        line_mode_add_news(lines, text);
        speak(text);
    }
}

static bool add_words(void *context, const char *words, const double *enemy)
{
    (void)enemy;
    text_add(context, words);
    return true;
}

// What the person could have known, in words.
static void analyse_session(const GameSession *session, const GameRecord *record, Text *text)
{
    const char *problem = session->plan->analyse(record, session->plan->seat, add_words, text);
    if (problem)
        text_format(text, "%s\n", problem);
}

// Shows or saves the record of a game that is over.
static void show_or_save(const GameSession *session, UiRequest wish, Text *text)
{
    GameRecord record;
    if (!session_record(session, &record)) {
        text_format(text, "%s\n", words_of(SAY_LINE_NO_MEMORY));
        return;
    }
    if (wish == UI_REQUEST_REVIEW) {
        review_lines(&record, text);
    } else if (wish == UI_REQUEST_ANALYSE) {
        analyse_session(session, &record, text);
    } else {
        save_record_as(&record, session->plan->pgn, text);
        text_add_char(text, '\n');
    }
    game_record_done(&record, &memory_heap);
}

static void session_take_line(GameSession *session, Lines *lines, const char *line, Text *text)
{
    const uint64_t now_ms = screen_loop_now_ms();
    line_mode_take(lines, slice_of(line), now_ms, text);
    session_go_on(session, now_ms);
    const UiRequest wish = ui_take_request(session->ui);
    if (wish == UI_REQUEST_SAVE || wish == UI_REQUEST_REVIEW || wish == UI_REQUEST_ANALYSE)
        show_or_save(session, wish, text);
    session->is_left |= wish == UI_REQUEST_LEAVE || wish == UI_REQUEST_REMATCH;
    session->wants_rematch |= wish == UI_REQUEST_REMATCH;
    speak(text);
}

void play_in_lines(GameSession *session)
{
    Lines lines;
    LineReader reader = {.length = 0};
    char line[LINE_READER_MAX];
    Text text = text_growing(&memory_heap);
    line_mode_open(&lines, session->ui, &text);
    speak(&text);
    while (!session->is_left) {
        play_engine_turns(session, &lines, &text);
        const LineNews news =
            line_wait(&reader, -1, ui_next_ms(session->ui, screen_loop_now_ms()), line);
        if (news == LINE_ENDED)
            break;
        if (news == LINE_READ) {
            session_take_line(session, &lines, line, &text);
        } else {
            ui_tick(session->ui, screen_loop_now_ms());
            line_mode_add_news(&lines, &text);
            speak(&text);
        }
    }
    ui_leave(session->ui);
    text_done(&text);
}
