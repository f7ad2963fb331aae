// Points as text.
#include "games/go/point.h"

#include <assert.h>

static const char columns[] = "abcdefghjklmnopqrst";

void go_point_to_text(GoPoint point, Text *text)
{
    assert(go_column(point) < GO_SIZE_MAX && go_row(point) < GO_SIZE_MAX);
    text_format(text, "%c%u", columns[go_column(point)], go_row(point) + 1);
}

GoPoint go_point_from_text(Slice text)
{
    uint64_t row;
    if (text.length < 2 || text.start[1] == '0' ||
        !slice_number((Slice){text.start + 1, text.length - 1}, GO_SIZE_MAX, &row))
        return GO_NONE;
    for (unsigned column = 0; columns[column]; column++)
        if ((text.start[0] | 0x20) == columns[column])
            return go_point(column, (unsigned)row - 1);
    return GO_NONE;
}
