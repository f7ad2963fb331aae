// Seeding of the replayable generator; its steps are in the header, where hot loops can see them.
#include "base/rng.h"

uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

Rng rng_from_seed(uint64_t seed)
{
    Rng rng;
    for (unsigned i = 0; i < COUNT_OF(rng.state); i++)
        rng.state[i] = splitmix64(&seed);
    return rng;
}
