// What the fuzz targets share: the entry point's shape, laws, and memory that
// ends where the input ends.
//
// Each target is linked either with libFuzzer, which invents inputs, or with replay.c, which runs
// stored ones. A broken law is a bug: it says so on stderr and aborts, which both notice.
#ifndef NEBEL_TESTS_FUZZ_FUZZ_H
#define NEBEL_TESTS_FUZZ_FUZZ_H

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// `about` is a C string that shows the case: a FEN, a move, a game string.
#define LAW(holds, about)                                                                      \
    do {                                                                                       \
        if (!(holds)) {                                                                        \
            fprintf(stderr, "%s:%d: broken law: %s: %s\n", __FILE__, __LINE__, #holds, about); \
            abort();                                                                           \
        }                                                                                      \
    } while (0)

// A copy on the heap of exactly its own length, so that AddressSanitizer sees a reader that looks
// one character past a slice. The caller frees `start`.
static inline Slice exact_copy(Slice text)
{
    char *copy = malloc(text.length ? text.length : 1);
    if (!copy)
        abort();
    if (text.length)
        memcpy(copy, text.start, text.length);
    return (Slice){copy, text.length};
}

static inline void free_copy(Slice copy)
{
    free((void *)(uintptr_t)copy.start);
}

typedef void FuzzCheck(Slice text);

// The first byte of an input says which check gets the rest.
static inline int check_by_first_byte(FuzzCheck *const *checks, size_t count, const uint8_t *data,
                                      size_t size)
{
    if (size == 0)
        return 0;
    const Slice text = exact_copy((Slice){(const char *)data + 1, size - 1});
    checks[data[0] % count](text);
    free_copy(text);
    return 0;
}

#endif
