// An allocator, handed to whatever needs to grow. Tests hand in one that fails.
#ifndef NEBEL_BASE_MEMORY_H
#define NEBEL_BASE_MEMORY_H

#include "base/base.h"

typedef struct Memory {
    // As realloc: a NULL block asks for a new one, 0 bytes give it back (and return NULL). On
    // failure returns NULL and leaves the block as it was.
    void *(*resize)(void *context, void *block, size_t bytes);
    void *context;
} Memory;

// The process's heap.
extern const Memory memory_heap;

static inline void *memory_resize(const Memory *memory, void *block, size_t bytes)
{
    return memory->resize(memory->context, block, bytes);
}

// Makes room for one more item in a list that doubles when it is full. False, with nothing changed,
// if out of memory.
MUST_USE bool memory_reserve(const Memory *memory, void *list_pointer, uint32_t count,
                             uint32_t *capacity, size_t item_bytes);

#endif
