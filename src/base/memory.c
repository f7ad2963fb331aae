// The heap behind the interface.
#include "base/memory.h"

#include <stdlib.h>

static void *heap_resize(void *context, void *block, size_t bytes)
{
    (void)context;
    if (bytes)
        return realloc(block, bytes);
    free(block);
    return NULL;
}

const Memory memory_heap = {heap_resize, NULL};
