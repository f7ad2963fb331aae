// The loop: paint, wait for news, pass it on.
#include "ui/terminal/screen_loop.h"

#include "base/cli/output.h"
#include "base/os/clocks.h"

#include <assert.h>
#include <limits.h>

uint64_t screen_loop_now_ms(void)
{
    return (uint64_t)(wall_seconds() * 1000);
}

int screen_loop_timeout(uint64_t now_ms, uint64_t until_ms)
{
    if (until_ms == UINT64_MAX)
        return -1;
    const uint64_t wait_ms = until_ms > now_ms ? until_ms - now_ms : 0;
    return wait_ms < INT_MAX ? (int)wait_ms : INT_MAX;
}

static uint64_t next_ms(const ScreenLoop *loop, uint64_t now_ms)
{
    return loop->kind->next_ms ? loop->kind->next_ms(loop->self, now_ms) : UINT64_MAX;
}

// Paints the screen as it is now; false if out of memory.
static bool paint(Screen *screen, bool is_ascii, const ScreenLoop *loop, Cell **memory)
{
    const ScreenSize size = screen_size(screen);
    const size_t count = (size_t)size.width * size.height;
    Cell *room = memory_resize(&memory_heap, *memory, count * sizeof(Cell));
    if (!room)
        return false;
    *memory = room;
    Cells cells = cells_in(room, count, size.width, size.height);
    loop->kind->draw(loop->self, is_ascii, screen_loop_now_ms(), &cells);
    screen_paint(screen, &cells);
    return true;
}

// Waits for news and passes it on; false if the loop was ended from outside.
static bool pass_news(Screen *screen, const ScreenLoop *loop)
{
    Key key;
    const uint64_t before_ms = screen_loop_now_ms();
    const int timeout_ms = screen_loop_timeout(before_ms, next_ms(loop, before_ms));
    const ScreenNews news = screen_wait(screen, loop->wake, timeout_ms, &key);
    const uint64_t now_ms = screen_loop_now_ms();
    assert(news != SCREEN_WOKEN || loop->kind->woken);
    if (news == SCREEN_KEY && key_is_click(key)) {
        if (loop->kind->click)
            loop->kind->click(loop->self, screen_size(screen), key, now_ms);
    } else if (news == SCREEN_KEY)
        loop->kind->key(loop->self, key, now_ms);
    else if (news == SCREEN_WOKEN)
        loop->kind->woken(loop->self);
    else if (news == SCREEN_TIME && loop->kind->tick)
        loop->kind->tick(loop->self, now_ms);
    return news != SCREEN_ENDED;
}

bool screen_loop_run(Screen *screen, bool is_ascii, const ScreenLoop *loop)
{
    assert(loop->kind->draw && loop->kind->key && loop->kind->is_done);
    Cell *memory = NULL;
    bool goes_on = true;
    while (goes_on && !loop->kind->is_done(loop->self)) {
        if (loop->kind->take_alert)
            screen_alert(screen, loop->kind->take_alert(loop->self));
        goes_on = paint(screen, is_ascii || !screen_has_unicode(screen), loop, &memory) &&
                  pass_news(screen, loop);
    }
    memory_resize(&memory_heap, memory, 0);
    return goes_on;
}

Screen *screen_loop_open(bool is_ascii, const char *instead)
{
    Screen *screen = screen_open(is_ascii);
    if (!screen)
        complain("there is no terminal to paint on; %s", instead);
    return screen;
}

int screen_loop_close(Screen *screen)
{
    const int signal_number = screen_signal(screen);
    screen_close(screen);
    return signal_number;
}
