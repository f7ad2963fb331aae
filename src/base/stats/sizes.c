// Sorts and counts sizes.
#include "base/stats/sizes.h"

#include <assert.h>
#include <stdlib.h>

void sizes_done(Sizes *sizes)
{
    memory_resize(&memory_heap, sizes->list, 0);
}

bool sizes_add(Sizes *sizes, uint32_t size)
{
    if (!memory_reserve(&memory_heap, &sizes->list, sizes->count, &sizes->capacity, sizeof size))
        return false;
    sizes->list[sizes->count++] = size;
    return true;
}

static int compare(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

void sizes_sort(Sizes *sizes)
{
    if (sizes->count)
        qsort(sizes->list, sizes->count, sizeof *sizes->list, compare);
}

uint32_t sizes_count_exact(const Sizes *sizes)
{
    uint32_t exact = sizes->count;
    while (exact && sizes->list[exact - 1] == OUTGROWN)
        exact--;
    return exact;
}

void sizes_add_quartile(const Sizes *sizes, uint32_t quarters, Text *text)
{
    assert(sizes->count > 0 && quarters >= 1 && quarters <= 3);
    const uint32_t size = sizes->list[(sizes->count * quarters + 3) / 4 - 1];
    if (size == OUTGROWN)
        text_add(text, "more");
    else
        text_format(text, "%u", size);
}
