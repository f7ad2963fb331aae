// Sets of up to 64 members as the bits of one word.
#ifndef NEBEL_BASE_BITS_H
#define NEBEL_BASE_BITS_H

#include "base/base.h"

#include <assert.h>

typedef uint64_t Bits;

static inline Bits bit(unsigned member)
{
    return (Bits)1 << member;
}

static inline bool bits_has(Bits set, unsigned member)
{
    return set >> member & 1;
}

// Sideways addition, in two halves, so that a sum over many sets needs the second half only once.
// It is written out because the portable x86-64 build has no popcount instruction, and there the
// compiler would call a function. For a CPU that has one, the compiler recognises bits_count.
//
// First half: eight counts, one in each byte. Lanes of several sets may be
// added while no byte overflows.
static inline Bits bits_count_lanes(Bits set)
{
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    return (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f;
}

// Second half: the sum of the eight bytes.
static inline unsigned bits_sum_lanes(Bits lanes)
{
    const Bits pairs = (lanes & 0x00ff00ff00ff00ff) + (lanes >> 8 & 0x00ff00ff00ff00ff);
    return (unsigned)(pairs * 0x0001000100010001 >> 48);
}

static inline unsigned bits_count(Bits set)
{
    return (unsigned)(bits_count_lanes(set) * 0x0101010101010101 >> 56);
}

static inline bool bits_are_many(Bits set)
{
    return (set & (set - 1)) != 0;
}

// The lowest member of a set that has one.
static inline unsigned bits_first(Bits set)
{
    assert(set);
    return (unsigned)__builtin_ctzll(set);
}

// Takes the lowest member out of a set that has one.
static inline unsigned bits_take(Bits *set)
{
    const unsigned member = bits_first(*set);
    *set &= *set - 1;
    return member;
}

// The member that has exactly `lower` members below it. The set must have one.
static inline unsigned bits_nth(Bits set, uint32_t lower)
{
    while (lower--)
        set &= set - 1;
    return bits_first(set);
}

#endif
