// Lets people of known strength play each other, rates every game as a server does, and compares ratings with strengths: the order must be nearly the
// same, and an interval of two deviations must hold the strength about as often as it says.
//
//     ratings [--players N] [--games N] [--seed S]       10,000 players unless told, 60 games each
//
// Opponents are drawn among those with near ratings, as a lobby pairs them, which is harder than drawing from all.
#include "base/rng.h"
#include "base/stats/glicko.h"
#include "oracle/options.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double spread = 300;   // of the strengths around 1500
static const double tau = 0.5;      //
static const double periods = 0.1;  // between two games of one person
static const double nearness = 100; // how far ratings of a pair are apart, about
static const double draws = 0.2;    // of equals a tenth of the games
// The right formula has 0.985 to 0.986 and 0.952 to 0.961 (seeds 1 to 12). Expectations that ignore the uncertainty of the opponent hold
// 0.901, half the information 0.708, half the gain 0.561; Glickman's example (tests/unit/base/stats.c) finds what is finer.
static const double order_min = 0.98, held_min = 0.94, held_max = 0.97;

typedef struct Person {
    double strength;
    Glicko glicko;
    double place; // by which pairs are made
} Person;

// The sum of twelve shares is nearly normal.
static double draw_normal(Rng *rng)
{
    double sum = -6;
    for (unsigned i = 0; i < 12; i++)
        sum += rng_share(rng);
    return sum;
}

static int by_place(const void *one, const void *other)
{
    const double a = ((const Person *)one)->place, b = ((const Person *)other)->place;
    return (a > b) - (a < b);
}

// The mean is that of the logistic law, whatever the share of draws.
static double draw_score(const Person *first, const Person *second, Rng *rng)
{
    const double mean = 1 / (1 + pow(10, (second->strength - first->strength) / 400));
    const double drawn = draws * fmin(mean, 1 - mean), luck = rng_share(rng);
    if (luck < drawn)
        return 0.5;
    return luck < mean + drawn / 2 ? 1 : 0;
}

static void play(Person *first, Person *second, Rng *rng)
{
    const double score = draw_score(first, second, rng);
    const GlickoGame games[] = {{second->glicko.rating, second->glicko.deviation, score},
                                {first->glicko.rating, first->glicko.deviation, 1 - score}};
    first->glicko = glicko_play(first->glicko, periods, &games[0], 1, tau);
    second->glicko = glicko_play(second->glicko, periods, &games[1], 1, tau);
}

static void play_round(Person *people, uint64_t count, Rng *rng)
{
    for (uint64_t i = 0; i < count; i++)
        people[i].place = people[i].glicko.rating + nearness * draw_normal(rng);
    qsort(people, count, sizeof *people, by_place);
    for (uint64_t i = 0; i + 1 < count; i += 2)
        play(&people[i], &people[i + 1], rng);
}

// --- What came of it -----------------------------------------------------------------------------

// Spearman's coefficient: how well ratings order people as their strengths do. In place of a strength its rank is left.
static double rank_correlation(Person *people, uint64_t count)
{
    double squares = 0;
    for (uint64_t i = 0; i < count; i++)
        people[i].place = people[i].strength;
    qsort(people, count, sizeof *people, by_place);
    for (uint64_t i = 0; i < count; i++) {
        people[i].strength = (double)i;
        people[i].place = people[i].glicko.rating;
    }
    qsort(people, count, sizeof *people, by_place);
    for (uint64_t i = 0; i < count; i++)
        squares += (people[i].strength - (double)i) * (people[i].strength - (double)i);
    const double n = (double)count;
    return 1 - 6 * squares / (n * (n * n - 1));
}

static double share_held(const Person *people, uint64_t count)
{
    uint64_t held = 0;
    for (uint64_t i = 0; i < count; i++)
        held +=
            fabs(people[i].glicko.rating - people[i].strength) <= 1.96 * people[i].glicko.deviation;
    return (double)held / (double)count;
}

int main(int word_count, char **words)
{
    const uint64_t count = number_option(word_count, words, "--players", 10000);
    const uint64_t games = number_option(word_count, words, "--games", 60);
    Rng rng = rng_from_seed(number_option(word_count, words, "--seed", 1));
    Person *people = calloc(count, sizeof *people);
    if (!people)
        return EXIT_FAILURE;
    for (uint64_t i = 0; i < count; i++)
        people[i] = (Person){1500 + spread * draw_normal(&rng), glicko_new(), 0};
    for (uint64_t round = 0; round < games; round++)
        play_round(people, count, &rng);
    const double held = share_held(people, count), order = rank_correlation(people, count);
    // Fisher's transformation; Spearman's coefficient has about 1.06 times the variance of Pearson's.
    const double margin = 1.96 * sqrt(1.06 / ((double)count - 3));
    printf("%" PRIu64 " players, %" PRIu64 " games each: rank correlation %.4f (%.4f to %.4f); "
           "%.1f %% of the strengths within 1.96 deviations\n",
           count, games, order, tanh(atanh(order) - margin), tanh(atanh(order) + margin),
           100 * held);
    free(people);
    return order >= order_min && held >= held_min && held <= held_max ? EXIT_SUCCESS : EXIT_FAILURE;
}
