// Texts and memory of the handles.
#include "ui/web/inside.h"

#include "formats/records/hear.h"

#include <string.h>

void *page__make(size_t bytes)
{
    void *made = memory_resize(&memory_heap, NULL, bytes);
    if (made)
        memset(made, 0, bytes);
    return made;
}

Text *page__fresh(Text *said)
{
    said->length = 0;
    text_add_slice(said, (Slice){"", 0}); // ends it here
    return said;
}

const char *page__hearing(const SeatLog *log, uint8_t seat, uint32_t index, Text *said)
{
    page__fresh(said);
    if (index < log->count)
        hearing_to_text(&log->list[index].hearing, seat, said);
    return said->start;
}

const char *page__own_try(const SeatLog *log, const Game *game, uint32_t index, Text *said)
{
    page__fresh(said);
    if (index < log->count && log->list[index].own != TRY_NONE)
        game->try_to_text(log->list[index].own, said);
    return said->start;
}
