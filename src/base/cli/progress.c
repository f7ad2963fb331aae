// Prints the progress line after two seconds, at most ten times a second.
#include "base/cli/progress.h"

#include "base/os/clocks.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
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
