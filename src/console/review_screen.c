// The review as a stage.
#include "console/review_screen.h"

#include "console/ui_session.h"
#include "play/review.h"

#include <assert.h>

typedef struct Reviewing {
    Review review;
    const char *path;
} Reviewing;

static void draw(const void *self, bool is_ascii, uint64_t now_ms, Cells *out)
{
    (void)now_ms;
    review_draw(&((const Reviewing *)self)->review, is_ascii, out);
}

static void press(void *self, Key key, uint64_t now_ms)
{
    (void)now_ms;
    Reviewing *reviewing = self;
    review_key(&reviewing->review, key);
    if (!review_take_save(&reviewing->review))
        return;
    char words[REVIEW_MESSAGE_MAX];
    Text sentence = TEXT_IN(words);
    save_record_as(reviewing->review.record, reviewing->path, &sentence);
    review_tell(&reviewing->review, words);
}

static bool is_done(const void *self)
{
    return ((const Reviewing *)self)->review.is_done;
}

static const ScreenKind review_stage = {.draw = draw, .key = press, .is_done = is_done};

bool review_on_screen(Screen *screen, bool is_ascii, const GameRecord *record, const char *path)
{
    assert(screen && record);
    Reviewing reviewing = {.path = path};
    review_init(&reviewing.review, record);
    return screen_loop_run(screen, is_ascii, &(ScreenLoop){&review_stage, &reviewing, -1});
}
