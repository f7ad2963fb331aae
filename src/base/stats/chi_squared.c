// The tail by its recurrence, two degrees at a time from one or two: each step adds
// (x/2)^(k/2) e^(-x/2) / gamma(k/2 + 1).
#include "base/stats/chi_squared.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

double chi_squared_tail(double sum, unsigned degrees)
{
    assert(degrees >= 1);
    const double half = sum / 2;
    const bool is_odd = degrees % 2;
    if (!(sum > 0))
        return 1;
    if (isinf(sum))
        return 0;
    double tail = is_odd ? erfc(sqrt(half)) : exp(-half);
    for (unsigned have = is_odd ? 1 : 2; have < degrees; have += 2)
        tail += exp(have / 2.0 * log(half) - half - lgamma(have / 2.0 + 1));
    assert(tail >= 0);
    return tail < 1 ? tail : 1;
}
