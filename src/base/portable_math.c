// The series behind the exponential and the logarithm.
#include "base/portable_math.h"

// The sum of coefficients[i] * x^i.
static double polynomial(const double *coefficients, unsigned count, double x)
{
    double sum = 0;
    while (count)
        sum = sum * x + coefficients[--count];
    return sum;
}

double portable_exp(double x)
{
    static const double SMALLEST = -708, LARGEST = 709; // beyond them there is no normal result
    // Taylor's: 1 / n!. The next term is below 2^-56 of the sum.
    static const double series[] = {
        1,
        1,
        1. / 2,
        1. / 6,
        1. / 24,
        1. / 120,
        1. / 720,
        1. / 5040,
        1. / 40320,
        1. / 362880,
        1. / 3628800,
        1. / 39916800,
        1. / 479001600,
        1. / 6227020800,
    };
    assert(!isnan(x));
    if (x < SMALLEST || x > LARGEST)
        return x < 0 ? 0 : INFINITY;
    double rest;
    const double power = split_by_ln_2(x, &rest);
    return polynomial(series, COUNT_OF(series), rest) * power;
}

double portable_log(double x)
{
    static const double HALF_ROOT = 0x1.6a09e667f3bcdp-1; // the square root of 1/2
    // ln((1 + f) / (1 - f)) = 2f (1 + f^2/3 + f^4/5 + ...). The next term is below 2^-57 of the sum.
    static const double series[] = {1. / 3,  1. / 5,  1. / 7,  1. / 9,  1. / 11,
                                    1. / 13, 1. / 15, 1. / 17, 1. / 19, 1. / 21};
    assert(x > 0 && isfinite(x));
    int exponent;
    double part = frexp(x, &exponent); // exact: it only takes the number apart
    if (part < HALF_ROOT) {
        part *= 2;
        exponent--;
    }
    const double f = (part - 1) / (part + 1), f2 = f * f;
    const double tail = 2 * f * f2 * polynomial(series, COUNT_OF(series), f2);
    return exponent * LN_2_HIGH + (2 * f + (tail + exponent * LN_2_LOW));
}

double portable_pow(double x, double y)
{
    return portable_exp(y * portable_log(x));
}
