// The loop of the screen: paint, sleep until there is news, pass it on.
#include "console/screen_loop.h"

#include "cli/complain.h"
#include "system/stopwatch.h"

#include <limits.h>

uint64_t stage_now_ms(void)
{
    return (uint64_t)(wall_seconds() * 1000);
}

static int timeout_of(const Stage *stage, uint64_t now_ms)
{
    const uint64_t next_ms =
        stage->kind->next_ms ? stage->kind->next_ms(stage->self, now_ms) : UINT64_MAX;
    if (next_ms == UINT64_MAX)
        return -1;
    const uint64_t wait_ms = next_ms > now_ms ? next_ms - now_ms : 0;
    return wait_ms < INT_MAX ? (int)wait_ms : INT_MAX;
}

// Paints the stage as it is now; false if there is no memory for the cells.
static bool paint(Screen *screen, bool is_ascii, const Stage *stage, Cell **memory)
{
    const ScreenSize size = screen_size(screen);
    const size_t count = (size_t)size.width * size.height;
    Cell *room = memory_resize(&memory_heap, *memory, count * sizeof(Cell));
    if (!room)
        return false;
    *memory = room;
    Cells cells = cells_in(room, count, size.width, size.height);
    stage->kind->draw(stage->self, is_ascii, stage_now_ms(), &cells);
    screen_paint(screen, &cells);
    return true;
}

// Waits for news and passes it on; false if the stage was ended from outside.
static bool pass_news(Screen *screen, const Stage *stage)
{
    Key key;
    const ScreenNews news =
        screen_wait(screen, stage->wake, timeout_of(stage, stage_now_ms()), &key);
    const uint64_t now_ms = stage_now_ms();
    if (news == SCREEN_KEY)
        stage->kind->key(stage->self, key, now_ms);
    else if (news == SCREEN_WOKEN)
        stage->kind->woken(stage->self);
    else if (news == SCREEN_TIME && stage->kind->tick)
        stage->kind->tick(stage->self, now_ms);
    return news != SCREEN_ENDED;
}

bool stage_run(Screen *screen, bool is_ascii, const Stage *stage)
{
    Cell *memory = NULL;
    bool goes_on = true;
    while (goes_on && !stage->kind->is_done(stage->self))
        goes_on = paint(screen, is_ascii || !screen_has_unicode(screen), stage, &memory) &&
                  pass_news(screen, stage);
    memory_resize(&memory_heap, memory, 0);
    return goes_on;
}

Screen *stage_open(bool is_ascii, const char *instead)
{
    Screen *screen = screen_open(is_ascii);
    if (!screen)
        complain("there is no terminal to paint on; %s", instead);
    return screen;
}

int stage_close(Screen *screen)
{
    const int signal_number = screen_signal(screen);
    screen_close(screen);
    return signal_number;
}
