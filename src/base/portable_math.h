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

// 2 to the power of a whole number, for exponents of normal numbers.
static inline double power_of_two(int exponent)
{
    enum { BIAS = 1023, MANTISSA_BITS = 52 };
    assert(exponent > -BIAS && exponent <= BIAS);
    const uint64_t bits = (uint64_t)(exponent + BIAS) << MANTISSA_BITS;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

// x = exponent * ln 2 + the result, which lies within half of ln 2 around 0.
static inline double split_by_ln_2(double x, int *exponent)
{
    *exponent = (int)(x * LOG2_E + (x < 0 ? -0.5 : 0.5));
    return (x - *exponent * LN_2_HIGH) - *exponent * LN_2_LOW;
}

// e^x with the precision of a float, for searches: a third of the time of portable_exp. What is too small for a
// float is 0.
static inline float portable_expf(float x)
{
    static const float SMALLEST = -87, LARGEST = 88; // beyond them a float has no normal result
    assert(!isnan(x));
    if (x < SMALLEST || x > LARGEST)
        return x < 0 ? 0 : INFINITY;
    int exponent;
    const double r = split_by_ln_2((double)x, &exponent), r2 = r * r, r4 = r2 * r2;
    // Taylor's series, in an order that lets the processor work on several terms at once.
    const double series = ((1 + r) + r2 * (1. / 2 + r * (1. / 6))) +
                          r4 * ((1. / 24 + r * (1. / 120)) + r2 * (1. / 720 + r * (1. / 5040)));
    return (float)(series * power_of_two(exponent));
}

// e^x and ln x, at most two units in the last place from the true value. x^y for x > 0 is a few units away.
double portable_exp(double x);
double portable_log(double x);
double portable_pow(double x, double y);

#endif
