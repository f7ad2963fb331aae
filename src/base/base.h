// Words used in every room: a few attributes and array arithmetic. Knows nothing of games.
#ifndef NEBEL_BASE_BASE_H
#define NEBEL_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MUST_USE __attribute__((warn_unused_result))
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

// For the few hot functions that exist to be specialised by constant arguments.
#define ALWAYS_INLINE inline __attribute__((always_inline))

// fminf and fmaxf, which take care of numbers that are none, and time for it.
static inline float float_min(float a, float b)
{
    return a < b ? a : b;
}

static inline float float_max(float a, float b)
{
    return a > b ? a : b;
}

// Checks a text against its arguments at compile time, as printf's are.
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))

#endif
