// Shows the progress of long work on a terminal: one line, from two seconds on and at most ten times a second, or a block of several lines that
// is painted anew in its place.
#include "base/cli/progress.h"

#include "base/os/clocks.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINE_WIDTH = 40 }; // no progress line is longer
static const double quiet_seconds = 2.0, interval_seconds = 0.1;

Progress progress_begin(const char *unit, uint64_t total)
{
    assert(unit);
    return (Progress){
        .unit = unit, .total = total, .began = cpu_seconds(), .is_on = isatty(STDERR_FILENO)};
}

void progress_step(Progress *progress, uint64_t done)
{
    const double now = cpu_seconds();
    if (!progress->is_on || now - progress->began < quiet_seconds ||
        now - progress->shown < interval_seconds)
        return;
    progress->shown = now;
    progress->is_dirty = true;
    if (progress->total)
        fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " %s ", done, progress->total, progress->unit);
    else
        fprintf(stderr, "\r%" PRIu64 " %s ", done, progress->unit);
}

void progress_end(Progress *progress)
{
    if (progress->is_dirty)
        fprintf(stderr, "\r%*s\r", LINE_WIDTH, "");
}

static const double terminal_seconds = 0.25, plain_seconds = 10; // between two showings
enum { COLUMNS_DEFAULT = 80, ROWS_DEFAULT = 24 };                // if the terminal does not say

Live live_begin(void)
{
    return (Live){.is_terminal = isatty(STDERR_FILENO), .shown = wall_seconds()};
}

bool live_is_due(const Live *live)
{
    return wall_seconds() - live->shown >= (live->is_terminal ? terminal_seconds : plain_seconds);
}

// Also goes to the first column: a terminal prints ^C at the cursor.
static void move_up(unsigned lines)
{
    if (lines)
        fprintf(stderr, "\r\033[%uA", lines);
}

// How many columns a line and how many lines a block may have. A line that wraps or scrolls away could not be repainted.
static struct winsize terminal_size(void)
{
    struct winsize size = {0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2 || size.ws_row < 2)
        size = (struct winsize){.ws_col = COLUMNS_DEFAULT, .ws_row = ROWS_DEFAULT};
    return size;
}

// The first characters of a line of UTF-8.
static Slice clip(Slice line, unsigned columns)
{
    size_t bytes = 0;
    for (unsigned count = 0; bytes < line.length; bytes++) {
        count += (line.start[bytes] & 0xc0) != 0x80;
        if (count > columns)
            break;
    }
    return (Slice){line.start, bytes};
}

static void paint(Live *live, Slice block)
{
    const struct winsize size = terminal_size();
    assert(live->is_terminal && size.ws_row > 1);
    move_up(live->lines);
    for (live->lines = 0; block.length && live->lines + 1 < size.ws_row; live->lines++) {
        const Slice line = clip(slice_take(&block, "\n"), size.ws_col);
        fprintf(stderr, "\033[2K%.*s\n", (int)line.length, line.start);
    }
    fputs("\033[J", stderr); // the block before may have been longer
}

void live_show(Live *live, const char *block)
{
    live->shown = wall_seconds();
    Slice rest = slice_of(block);
    if (live->is_terminal) {
        paint(live, rest);
        return;
    }
    const Slice line = slice_take(&rest, "\n");
    fprintf(stderr, "%.*s\n", (int)line.length, line.start);
}

void live_end(Live *live)
{
    if (!live->is_terminal || !live->lines)
        return;
    move_up(live->lines);
    fputs("\033[J", stderr);
    live->lines = 0;
}
