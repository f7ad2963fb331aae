// Who is apart: guests of whom one has blocked the other.
#include "server/lobby/inside.h"

bool lobby__has_blocked(Blocks blocks, uint64_t number)
{
    uint32_t i = 0;
    while (i < blocks.count && blocks.list[i] != number)
        i++;
    return i < blocks.count;
}

bool lobby__are_apart(const Guest *one, const Guest *other)
{
    return one && other &&
           (lobby__has_blocked(one->blocks, other->number) ||
            lobby__has_blocked(other->blocks, one->number));
}
