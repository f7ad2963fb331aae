// A hash of bytes that is the same on every machine: FNV-1a, 64 bits (Fowler, Noll and Vo). For checksums of records and for
// fingerprints of whole matches; not for secrets.
#ifndef NEBEL_BASE_HASH_H
#define NEBEL_BASE_HASH_H

#include "base/base.h"

#define HASH_START UINT64_C(0xcbf29ce484222325)
#define HASH_PRIME UINT64_C(0x100000001b3)

// Continues from `hash`; the first call starts from HASH_START.
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ byte[i]) * HASH_PRIME;
    return hash;
}

// The same for a number, whatever the machine's byte order.
static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
    for (unsigned shift = 0; shift < 64; shift += 8)
        hash = (hash ^ (word >> shift & 0xff)) * HASH_PRIME;
    return hash;
}

#endif
