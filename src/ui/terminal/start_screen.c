// The start screen as a screen of screen_loop, and the file of its choices.
#include "ui/terminal/start_screen.h"

#include "base/os/disk.h"

#include <stdio.h>

enum { CHOICES_MAX = 1024 }; // bytes of the file

static void start_screen_draw(const void *self, bool is_ascii, uint64_t now_ms, Cells *out)
{
    (void)is_ascii;
    (void)now_ms;
    start_draw(self, out);
}

static void start_screen_press(void *self, Key key, uint64_t now_ms)
{
    (void)now_ms;
    start_key(self, key);
}

static void start_screen_click(void *self, ScreenSize size, Key click, uint64_t now_ms)
{
    (void)size;
    (void)now_ms;
    start_click(self, click_row(click));
}

static bool start_screen_is_done(const void *self)
{
    const Start *start = self;
    return start->wants_game || start->is_left;
}

static const ScreenKind start_kind = {.draw = start_screen_draw,
                                      .key = start_screen_press,
                                      .is_done = start_screen_is_done,
                                      .click = start_screen_click};

// The path of the file; false if there is no home for it.
static bool find_file(Text *path)
{
    const bool is_found = home_path(HOME_STATE, path);
    text_add(path, "/play");
    return is_found && !path->cut;
}

static Start recall(void)
{
    char path[HOME_PATH_MAX], bytes[CHOICES_MAX];
    Text name = TEXT_IN(path);
    FILE *file = find_file(&name) ? fopen(path, "r") : NULL;
    if (!file)
        return start_default();
    const size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return start_from_text((Slice){bytes, length});
}

// Without a place to write to, the choices are forgotten; the game matters more.
static void remember(const Start *start)
{
    char folder[HOME_PATH_MAX], path[HOME_PATH_MAX], memory[CHOICES_MAX];
    Text where = TEXT_IN(folder), name = TEXT_IN(path), text = TEXT_IN(memory);
    if (!home_path(HOME_STATE, &where) || !home_make(folder) || !find_file(&name))
        return;
    start_to_text(start, &text);
    FILE *file = fopen(path, "w");
    if (!file)
        return;
    fwrite(text.start, 1, text.length, file);
    fclose(file);
}

bool start_on_screen(Screen *screen, bool is_ascii, Start *start)
{
    *start = recall();
    const bool goes_on = screen_loop_run(screen, is_ascii, &(ScreenLoop){&start_kind, start, -1});
    if (!goes_on || !start->wants_game)
        return false;
    remember(start);
    return true;
}
