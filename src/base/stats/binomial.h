// Counts of yes and no: Wilson's interval for a share.
#ifndef NEBEL_STATS_BINOMIAL_H
#define NEBEL_STATS_BINOMIAL_H

#include "base/stats/estimate.h"

// The share of successes with Wilson's 95 % interval (1927), which stays within 0 and 1 and is
// honest at both ends. Without trials the estimate is one half, from 0 to 1.
Estimate binomial_share(uint64_t successes, uint64_t trials);
// The same for another interval, which reaches so many standard errors: NORMAL_90, for one.
Estimate binomial_share_at(uint64_t successes, uint64_t trials, double reach);

// Wilson's interval for a mean m of values between 0 and 1. Argument and result are m - 1/2, so that
// swapping yes and no flips signs and changes nothing else. It assumes the largest variance that such
// values can have, m(1 - m); they need not all be 0 or 1. It reaches `z` standard errors.
Estimate stats__wilson(double lead, double samples, double z);

#endif
