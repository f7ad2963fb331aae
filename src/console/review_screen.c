// The review as a screen of screen_loop.
#include "console/review_screen.h"

#include "console/ui_session.h"
#include "play/review.h"

#include <assert.h>

typedef struct ReviewScreen {
    Review review;
    const char *path;
} ReviewScreen;

static void draw(const void *self, bool is_ascii, uint64_t now_ms, Cells *out)
{
    (void)now_ms;
    review_draw(&((const ReviewScreen *)self)->review, is_ascii, out);
}

static void press(void *self, Key key, uint64_t now_ms)
{
    (void)now_ms;
    ReviewScreen *review_screen = self;
    review_key(&review_screen->review, key);
    if (!review_take_save(&review_screen->review))
        return;
    char words[REVIEW_MESSAGE_MAX];
    Text sentence = TEXT_IN(words);
    save_record_as(review_screen->review.record, review_screen->path, &sentence);
    review_tell(&review_screen->review, words);
}

static bool is_done(const void *self)
{
    return ((const ReviewScreen *)self)->review.is_done;
}

static const ScreenKind review_kind = {.draw = draw, .key = press, .is_done = is_done};

bool review_on_screen(Screen *screen, bool is_ascii, const GameRecord *record, const char *path)
{
    assert(screen && record);
    ReviewScreen review_screen = {.path = path};
    review_init(&review_screen.review, record);
    return screen_loop_run(screen, is_ascii, &(ScreenLoop){&review_kind, &review_screen, -1});
}
