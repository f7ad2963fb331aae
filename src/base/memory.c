// The heap as an allocator, and lists that grow.
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void *heap_resize(void *context, void *block, size_t bytes)
{
    (void)context;
    if (bytes)
        return realloc(block, bytes);
    free(block);
    return NULL;
}

const Memory memory_heap = {heap_resize, NULL};

bool memory_reserve(const Memory *memory, void *list_pointer, uint32_t count, uint32_t *capacity,
                    size_t item_bytes)
{
    enum { FIRST_CAPACITY = 16 };
    assert(count <= *capacity);
    assert(item_bytes > 0);
    if (count < *capacity)
        return true;
    void *list;
    memcpy(&list, list_pointer, sizeof list); // whatever type it points to
    const uint32_t larger = *capacity ? *capacity * 2 : FIRST_CAPACITY;
    list = memory_resize(memory, list, larger * item_bytes);
    if (!list)
        return false;
    memcpy(list_pointer, &list, sizeof list);
    *capacity = larger;
    return true;
}
