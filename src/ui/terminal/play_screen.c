// A game as a screen of screen_loop.
#include "ui/terminal/play_screen.h"

#include "base/i18n/words.h"
#include "ui/terminal/review_screen.h"

static void draw(const void *self, bool is_ascii, uint64_t now_ms, Cells *out)
{
    const UiSession *session = self;
    ui_draw(session->ui, (UiLook){.is_ascii = is_ascii, .has_letters = session->plan->has_letters},
            now_ms, out);
}

static void save(UiSession *session)
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

static void fulfil_wish(UiSession *session)
{
    const UiWish wish = ui_take_wish(session->ui);
    if (wish == WISH_SAVE)
        save(session);
    session->wants_review |= wish == WISH_REVIEW || wish == WISH_ANALYSE;
    session->wants_analysis = wish == WISH_ANALYSE;
    session->wants_rematch |= wish == WISH_REMATCH;
    session->is_left |= wish == WISH_LEAVE;
}

static void press(void *self, Key key, uint64_t now_ms)
{
    UiSession *session = self;
    ui_key(session->ui, key, now_ms);
    session_go_on(session, now_ms);
    fulfil_wish(session);
}

static void click(void *self, ScreenSize size, Key click, uint64_t now_ms)
{
    UiSession *session = self;
    ui_click(session->ui,
             (UiClick){size.width, size.height, click_column(click), click_row(click),
                       click_is_second(click)},
             now_ms);
    session_go_on(session, now_ms);
}

static ScreenAlert take_alert(void *self)
{
    UiSession *session = self;
    return ui_take_refusal(session->ui) ? session->plan->alert : ALERT_NONE;
}

static void tick(void *self, uint64_t now_ms)
{
    session_tick(self, now_ms);
}

static uint64_t next_ms(const void *self, uint64_t now_ms)
{
    return session_next_ms(self, now_ms);
}

static void woken(void *self)
{
    session_take_answer(self);
}

static bool is_done(const void *self)
{
    const UiSession *session = self;
    return session->is_left || session->wants_review || session->wants_rematch;
}

static const ScreenKind game_screen = {.draw = draw,
                                       .key = press,
                                       .tick = tick,
                                       .next_ms = next_ms,
                                       .woken = woken,
                                       .is_done = is_done,
                                       .click = click,
                                       .take_alert = take_alert};

// Shows the game again; false if a signal ended it.
static bool review(UiSession *session, Screen *screen, bool is_ascii)
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

bool play_on_screen(UiSession *session, Screen *screen, bool is_ascii)
{
    const ScreenLoop loop = {&game_screen, session,
                             session->engine ? engine_thread_wake(session->engine) : -1};
    bool goes_on = true;
    while (goes_on && !session->is_left && !session->wants_rematch) {
        goes_on = screen_loop_run(screen, is_ascii, &loop);
        if (goes_on && session->wants_review)
            goes_on = review(session, screen, is_ascii);
    }
    return goes_on;
}
