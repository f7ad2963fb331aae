// How much somebody may do: so much a second on average, and so much at once. What is allowed grows by the millisecond.
#ifndef NEBEL_BASE_ALLOWANCE_H
#define NEBEL_BASE_ALLOWANCE_H

#include "base/base.h"

typedef struct AllowanceRule {
    uint32_t a_second, at_once;
} AllowanceRule;

typedef struct Allowance {
    uint64_t thousandths; // of what may still be done
    uint64_t since_ms;    // when that was so
} Allowance;

static inline Allowance allowance_full(AllowanceRule rule, uint64_t now_ms)
{
    return (Allowance){(uint64_t)1000 * rule.at_once, now_ms};
}

// Takes `cost` off; false, with nothing taken, if that is more than is left. `now_ms` never runs backwards.
static inline MUST_USE bool allowance_take(Allowance *allowance, AllowanceRule rule, uint32_t cost,
                                           uint64_t now_ms)
{
    const uint64_t max = (uint64_t)1000 * rule.at_once;
    const uint64_t wanted = (uint64_t)1000 * cost;
    allowance->thousandths += (now_ms - allowance->since_ms) * rule.a_second;
    allowance->thousandths = allowance->thousandths < max ? allowance->thousandths : max;
    allowance->since_ms = now_ms;
    if (allowance->thousandths < wanted)
        return false;
    allowance->thousandths -= wanted;
    return true;
}

#endif
