// Attributes and small helpers that every module uses. Knows nothing of games.
#ifndef NEBEL_BASE_BASE_H
#define NEBEL_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MUST_USE __attribute__((warn_unused_result))
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

// For the few hot functions that exist to be specialised by constant arguments.
#define ALWAYS_INLINE inline __attribute__((always_inline))

// Faster than fminf and fmaxf, which also have rules for NaN.
static inline float float_min(float a, float b)
{
    return a < b ? a : b;
}

static inline float float_max(float a, float b)
{
    return a > b ? a : b;
}

// The compiler checks a format text against its arguments, as it does for printf.
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))

#endif
