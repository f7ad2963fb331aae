// The paper's steps 2 to 8, on its own scale: (rating - 1500) / 173.7178.
#include "base/stats/glicko.h"

#include <math.h>

#define SCALE 173.71779276130073 // 400 / ln 10
#define PI 3.14159265358979323846

static const double first_rating = 1500, first_deviation = 350, first_volatility = 0.06;
static const double tolerance = 1e-6; // of the logarithm of the squared volatility
enum { STEPS_MAX = 100 };

Glicko glicko_new(void)
{
    return (Glicko){first_rating, first_deviation, first_volatility};
}

// How much a game counts against an opponent whose rating is so uncertain.
static double weight(double deviation)
{
    return 1 / sqrt(1 + 3 * deviation * deviation / (PI * PI));
}

static double expected(double lead, double opponent_deviation)
{
    return 1 / (1 + exp(-weight(opponent_deviation) * lead));
}

Glicko glicko_wait(Glicko glicko, double periods)
{
    const double deviation = glicko.deviation / SCALE;
    const double grown =
        SCALE * sqrt(deviation * deviation + periods * glicko.volatility * glicko.volatility);
    glicko.deviation = fmin(grown, fmax(first_deviation, glicko.deviation));
    return glicko;
}

// What the new volatility solves, in x = ln of its square.
typedef struct Volatility {
    double surprise;  // squared distance between results and expectation
    double certainty; // squared deviation and variance of the results together
    double start;     // x of the old one
    double constraint;
} Volatility;

static double imbalance(const Volatility *v, double x)
{
    const double square = exp(x), sum = v->certainty + square;
    return square * (v->surprise - sum) / (2 * sum * sum) -
           (x - v->start) / (v->constraint * v->constraint);
}

// Finds the root by the false position; an end that stays twice counts half (the Illinois rule).
static double new_volatility(const Volatility *v)
{
    double near = v->start, far;
    if (v->surprise > v->certainty) {
        far = log(v->surprise - v->certainty);
    } else {
        far = v->start - v->constraint;
        while (imbalance(v, far) < 0)
            far -= v->constraint;
    }
    double near_value = imbalance(v, near), far_value = imbalance(v, far);
    for (unsigned step = 0; step < STEPS_MAX && fabs(far - near) > tolerance; step++) {
        const double middle = near + (near - far) * near_value / (far_value - near_value);
        const double value = imbalance(v, middle);
        if (value * far_value <= 0) {
            near = far;
            near_value = far_value;
        } else {
            near_value /= 2;
        }
        far = middle;
        far_value = value;
    }
    return exp(near / 2);
}

Glicko glicko_play(Glicko glicko, double periods, const GlickoGame *games, uint32_t count,
                   double constraint)
{
    if (!count)
        return glicko_wait(glicko, periods);
    const double rating = (glicko.rating - first_rating) / SCALE;
    const double deviation = glicko.deviation / SCALE;
    double information = 0, gain = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double opponent = games[i].deviation / SCALE, g = weight(opponent);
        const double e = expected(rating - (games[i].rating - first_rating) / SCALE, opponent);
        information += g * g * e * (1 - e);
        gain += g * (games[i].score - e);
    }
    const double variance = 1 / information, difference = variance * gain;
    const Volatility v = {.surprise = difference * difference,
                          .certainty = deviation * deviation + variance,
                          .start = log(glicko.volatility * glicko.volatility),
                          .constraint = constraint};
    const double volatility = new_volatility(&v);
    const double grown = deviation * deviation + periods * volatility * volatility;
    const double square = 1 / (1 / grown + information);
    return (Glicko){.rating = first_rating + SCALE * (rating + square * gain),
                    .deviation = SCALE * sqrt(square),
                    .volatility = volatility};
}

double glicko_expected(Glicko first, Glicko second)
{
    const double one = first.deviation / SCALE, other = second.deviation / SCALE;
    return expected((first.rating - second.rating) / SCALE, sqrt(one * one + other * other));
}
