// How sure one can be of a pool's word.
#include "cmd/analyse_turn.h"

// A sample says "nearly": one board in a thousand may be missing from it, or wrong in it.
static const double nearly = 0.999;

// Weights are sums of many fractions; what is certain may miss 1 by a hair.
bool analyse__is_there(double weight, bool is_exact)
{
    return weight >= (is_exact ? 1 - 1e-9 : nearly);
}

bool analyse__is_none(double weight, bool is_exact)
{
    return weight <= (is_exact ? 0 : 1 - nearly);
}

void analyse__add_boards(uint32_t count, bool is_exact, Text *text)
{
    text_format(text, "%u board%s%s\n", count, count == 1 ? "" : "s",
                is_exact ? ", all there can be." : ", a sample.");
}
