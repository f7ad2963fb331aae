// Exponential and logarithm that give the same bits with every compiler and on every machine. The C library's do not: it picks
// other code by processor. So whatever decides in a game uses these; src/LAYERS names the rooms that may use the library's.
//
// They are made of IEEE additions, multiplications and divisions alone, which are exact to the last bit everywhere as long as
// none is fused (-ffp-contract=off). The square root of the C library is as exact, and is used as it is.
#ifndef NEBEL_BASE_PORTABLE_MATH_H
#define NEBEL_BASE_PORTABLE_MATH_H

#include "base/base.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// ln 2 in two parts: the first has so few digits that a product with an exponent is exact.
#define LN_2_HIGH 0x1.62e42fefa38p-1
#define LN_2_LOW 0x1.ef35793c7673p-45
#define LOG2_E 0x1.71547652b82fep+0

// x = n * ln 2 + the rest, which lies within half of ln 2 around 0. Gives 2^n.
static inline double split_by_ln_2(double x, double *rest)
{
    enum { BIAS = 1023, MANTISSA_BITS = 52 };
    // The last bit of a number of this size is worth 1, so the sum is rounded to a whole number and ends with its bits.
    static const double WHOLE = 0x1.8p52;
    const double sum = x * LOG2_E + WHOLE, n = sum - WHOLE;
    assert(n > -BIAS && n <= BIAS);
    *rest = (x - n * LN_2_HIGH) - n * LN_2_LOW;
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    bits = (bits + BIAS) << MANTISSA_BITS;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

// e^x with the precision of a float, for searches: a third of the time of portable_exp. What is too small for a
// float is 0.
static inline float portable_expf(float x)
{
    static const float SMALLEST = -87, LARGEST = 88; // beyond them a float has no normal result
    assert(!isnan(x));
    if (x < SMALLEST || x > LARGEST)
        return x < 0 ? 0 : INFINITY;
    double r;
    const double power = split_by_ln_2((double)x, &r), r2 = r * r, r4 = r2 * r2;
    // Taylor's series, in an order that lets the processor work on several terms at once.
    const double series = ((1 + r) + r2 * (1. / 2 + r * (1. / 6))) +
                          r4 * ((1. / 24 + r * (1. / 120)) + r2 * (1. / 720 + r * (1. / 5040)));
    return (float)(series * power);
}

// e^x and ln x, at most two units in the last place from the true value. x^y for x > 0 is a few units away.
double portable_exp(double x);
double portable_log(double x);
double portable_pow(double x, double y);

#endif
