// The stats room: moments, Elo, the sequential test, ratings, shares.
//
// Figures named below as fastchess's are those its own tests expect, to the digits it prints
// (app/tests/elo_test.cpp and sprt_test.cpp of Disservin/fastchess). All others were worked out
// apart, with 40 decimal digits and by another road than the code's: likelihoods by a search over
// the mean with both moments as linear constraints, ratings by Hunter's MM iterations (2004) or a
// line search, ranges with exact fractions.
#include "base/rng.h"
#include "base/stats/estimate.h"
#include "base/stats/glicko.h"
#include "base/stats/rating.h"
#include "base/stats/score.h"
#include "base/stats/sprt.h"
#include "base/stats/spsa.h"
#include "unit/binomial_range.h"
#include "unit/check.h"

#include <string.h>

// Fails unless `got` lies within `tolerance` of `want`, at the caller's line.
#define assert_near(got, want, tolerance) check_near(got, want, tolerance, __LINE__)

static void check_near(double got, double want, double tolerance, int line)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("line %d: got %.9f, not %.9f", line, got, want);
}

static void assert_estimate(Estimate got, Estimate want, double tolerance)
{
    assert_near(got.value, want.value, tolerance);
    assert_near(got.low, want.low, tolerance);
    assert_near(got.high, want.high, tolerance);
}

static bool is_negative_of(Estimate one, Estimate other)
{
    return one.value == -other.value && one.low == -other.high && one.high == -other.low;
}

static PairCounts swap_players(const PairCounts *pairs)
{
    PairCounts swapped;
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        swapped.count[i] = pairs->count[PAIR_SCORES - 1 - i];
    return swapped;
}

// Counts of every size, with empty cells.
static PairCounts random_pairs(Rng *rng)
{
    static const uint32_t limits[] = {1, 2, 10, 1000, 1000000};
    PairCounts pairs;
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        pairs.count[i] = rng_below(rng, limits[rng_below(rng, COUNT_OF(limits))]);
    return pairs;
}

static void games_and_pairs_are_counted_by_half_points(void **state)
{
    (void)state;
    Trinomial games = {0};
    PairCounts pairs = {0};
    static const uint8_t results[][2] = {{2, 0}, {1, 1}, {2, 1}, {0, 0}, {2, 2}, {0, 1}};
    for (unsigned i = 0; i < COUNT_OF(results); i++) {
        score_add_pair(&pairs, results[i][0], results[i][1]);
        score_add_game(&games, results[i][0]);
        score_add_game(&games, results[i][1]);
    }
    const PairCounts expected = {{1, 1, 2, 1, 1}};
    assert_memory_equal(&pairs, &expected, sizeof pairs);
    assert_int_equal(games.wins, 4);
    assert_int_equal(games.draws, 4);
    assert_int_equal(games.losses, 4);
    assert_int_equal(score_count_pairs(&pairs), 6);
    assert_int_equal(score_count_games(&games), 12);
}

static void pairs_speak_for_a_match_without_an_odd_game(void **state)
{
    (void)state;
    const PairCounts pairs = {{0, 1, 0, 2, 0}};
    Trinomial games = {2, 3, 1};
    assert_true(score_of_match(&pairs, &games).games_each == 2);
    score_add_game(&games, 2);
    const Score score = score_of_match(&pairs, &games);
    assert_true(score.games_each == 1 && score.samples == 7);
}

// Two pairs, lost 0-2 and won 2-0, swing as far as scores can; their mean has error 0.5 / sqrt 2.
// Their four games would give 0.5 / sqrt 4.
static void the_error_comes_from_pairs(void **state)
{
    (void)state;
    const PairCounts pairs = {{1, 0, 0, 0, 1}};
    const Trinomial games = {2, 0, 2};
    const Score by_pairs = score_of_pairs(&pairs), by_games = score_of_games(&games);
    assert_true(by_pairs.lead == 0 && by_games.lead == 0);
    assert_near(score_error(&by_pairs), 0.5 / sqrt(2), 1e-15);
    assert_near(score_error(&by_games), 0.25, 1e-15);
}

static void elo_and_score_are_two_ways_of_saying_it(void **state)
{
    (void)state;
    assert_near(elo_to_score(200), 0.759746927, 1e-9);
    assert_near(elo_from_score(0.64), 99.950989287, 1e-9);
    assert_near(elo_from_score(10.0 / 11), 400, 1e-9);
    assert_true(elo_from_score(0.5) == 0);
    assert_true(elo_from_score(1) == INFINITY && elo_from_score(0) == -INFINITY);
    for (double elo = -1000; elo <= 1000; elo += 12.5)
        assert_near(elo_from_score(elo_to_score(elo)), elo, 1e-9);
}

// A match with all its figures. fastchess: Elo 55.58 +- 27.65, nElo 57.94 +- 28.28; it leaves the
// error of the deviation out of the last one, as nElo itself is small here.
static void a_match_of_pairs_worked_through(void **state)
{
    (void)state;
    const PairCounts pairs = {{34, 54, 63, 64, 75}};
    const Score score = score_of_pairs(&pairs);
    assert_near(score.lead + 0.5, 0.579310, 5e-7);
    assert_near(score.variance, 0.113106421, 5e-10);
    const Estimate elo = elo_logistic(&score), normalized = elo_normalized(&score);
    assert_estimate(elo, (Estimate){55.579780, 28.276160, 83.583019}, 1e-6);
    assert_near((elo.high - elo.low) / 2, 27.65, 0.005);
    assert_estimate(normalized, (Estimate){57.935600, 28.702721, 87.168478}, 1e-6);
    assert_near(elo_los(&score), 0.999970393, 1e-9);
}

static void matches_come_out_as_in_fastchess(void **state)
{
    (void)state;
    static const struct {
        PairCounts pairs;
        double elo, elo_reach, normalized;
    } cases[] = {
        {{{332, 433, 498, 333, 334}}, -8.64, 10.33, -9.17},
        {{{7895, 8757, 5685, 568, 9999}}, -21.04, 2.95, -19.01},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const Score score = score_of_pairs(&cases[i].pairs);
        const Estimate elo = elo_logistic(&score);
        assert_near(elo.value, cases[i].elo, 0.005);
        assert_near((elo.high - elo.low) / 2, cases[i].elo_reach, 0.005);
        assert_near(elo_normalized(&score).value, cases[i].normalized, 0.005);
    }
}

// fastchess: nElo -20.76 and LOS 15.53 %; Elo 40.70 +- 30.43, nElo 49.77 and LOS 99.60 %.
static void single_games_worked_through(void **state)
{
    (void)state;
    const Trinomial worse = {76, 123, 89}, better = {136, 111, 96};
    Score score = score_of_games(&worse);
    assert_estimate(elo_logistic(&score), (Estimate){-15.693521, -46.272354, 14.643647}, 1e-6);
    assert_estimate(elo_normalized(&score), (Estimate){-20.756450, -60.985491, 19.472592}, 1e-6);
    assert_near(elo_los(&score), 0.155326435, 1e-9);
    score = score_of_games(&better);
    assert_estimate(elo_logistic(&score), (Estimate){40.702458, 10.586756, 71.441192}, 1e-6);
    assert_estimate(elo_normalized(&score), (Estimate){49.768415, 12.383904, 87.152927}, 1e-6);
    assert_near(elo_los(&score), 0.996010236, 1e-9);
}

static void swapping_the_players_negates_elo_exactly(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(1);
    for (unsigned i = 0; i < 20000; i++) {
        const PairCounts pairs = random_pairs(&rng), swapped = swap_players(&pairs);
        const Score score = score_of_pairs(&pairs), other = score_of_pairs(&swapped);
        assert_true(score.variance == other.variance);
        assert_true(is_negative_of(elo_logistic(&score), elo_logistic(&other)));
        assert_true(is_negative_of(elo_normalized(&score), elo_normalized(&other)));
        assert_near(elo_los(&score) + elo_los(&other), 1, 1e-15);
    }
}

static void an_interval_holds_its_value_and_more_games_narrow_it(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(2);
    for (unsigned i = 0; i < 5000; i++) {
        PairCounts pairs = random_pairs(&rng);
        const Score score = score_of_pairs(&pairs);
        for (unsigned k = 0; k < PAIR_SCORES; k++)
            pairs.count[k] *= 4;
        const Score longer = score_of_pairs(&pairs);
        const Estimate lead = score_lead(&score), narrow = score_lead(&longer);
        assert_true(lead.low <= lead.value && lead.value <= lead.high);
        if (score.variance > 0)
            assert_near(score_error(&longer), score_error(&score) / 2, 1e-12);
        if (score.samples > 0)
            assert_true(narrow.low >= lead.low && narrow.high <= lead.high);
    }
}

// By Wilson, 100 pairs won of 100 mean a score of at least 100 / (100 + z²).
static void a_clean_sweep_is_bounded_on_one_side(void **state)
{
    (void)state;
    const PairCounts pairs = {{0, 0, 0, 0, 100}};
    const Score score = score_of_pairs(&pairs);
    const Estimate elo = elo_logistic(&score), normalized = elo_normalized(&score);
    assert_true(elo.value == INFINITY && elo.high == INFINITY);
    assert_near(elo.low, 566.201527184, 1e-6);
    assert_true(normalized.value == INFINITY && normalized.low == -INFINITY);
    assert_true(elo_los(&score) > 0.999999);
}

static void nothing_played_and_nothing_but_draws_claim_nothing(void **state)
{
    (void)state;
    const PairCounts none = {0}, drawn = {{0, 0, 50, 0, 0}};
    const Score nothing = score_of_pairs(&none), even = score_of_pairs(&drawn);
    const Estimate elo = elo_logistic(&nothing), drawn_elo = elo_logistic(&even);
    assert_true(elo.value == 0 && elo.low == -INFINITY && elo.high == INFINITY);
    assert_true(drawn_elo.value == 0 && drawn_elo.low < -80 && drawn_elo.high > 80);
    assert_true(elo_normalized(&even).value == 0);
    assert_true(elo_los(&nothing) == 0.5 && elo_los(&even) == 0.5);
    assert_true(score_error(&nothing) == 0);
}

static void the_draw_ratio_counts_games(void **state)
{
    (void)state;
    const Trinomial games = {100, 263, 37};
    assert_estimate(score_draw_ratio(&games), (Estimate){0.6575, 0.609694646, 0.702308981}, 1e-9);
}

static void a_plan_is_checked_before_it_is_used(void **state)
{
    (void)state;
    static const struct {
        SprtPlan plan;
        SprtError error;
    } cases[] = {
        {{0, 5, 0.05, 0.05}, SPRT_OK},          {{-200, 200, 0.01, 0.49}, SPRT_OK},
        {{5, 5, 0.05, 0.05}, SPRT_ERR_ORDER},   {{5, 0, 0.05, 0.05}, SPRT_ERR_ORDER},
        {{0, 200.5, 0.05, 0.05}, SPRT_ERR_ELO}, {{NAN, 5, 0.05, 0.05}, SPRT_ERR_ELO},
        {{0, 5, 0, 0.05}, SPRT_ERR_RISK},       {{0, 5, 0.05, 0.5}, SPRT_ERR_RISK},
        {{0, 5, NAN, 0.05}, SPRT_ERR_RISK},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(sprt_check(&cases[i].plan), cases[i].error);
    for (unsigned i = 0; i < SPRT_ERR_COUNT; i++)
        assert_true(strlen(sprt_error_text((SprtError)i)) >= strlen("no error"));
}

static void five_percent_twice_is_the_bound_of_2_94(void **state)
{
    (void)state;
    const SprtBounds even = sprt_bounds(&(SprtPlan){0, 5, 0.05, 0.05});
    assert_near(even.upper, log(19), 1e-15);
    assert_near(even.lower, -log(19), 1e-15);
    const SprtBounds uneven = sprt_bounds(&(SprtPlan){0, 5, 0.01, 0.2});
    assert_near(uneven.upper, log(80), 1e-14);
    assert_near(uneven.lower, log(0.2 / 0.99), 1e-15);
}

// fastchess expects 2.25 and 3.01 for the first two. For the last its iteration stops at 2.94; but a
// law with the t-value of 5 nElo gives a pair won at most 0.5102, and 104 ln(0.5102 / 0.5) is 2.1.
static void likelihood_ratios_come_out_as_worked_apart(void **state)
{
    (void)state;
    static const struct {
        double elo0, elo1;
        PairCounts pairs;
        double llr;
    } cases[] = {
        {0, 2, {{365, 16618, 36229, 16974, 390}}, 2.25036770},
        {-1.75, 0.25, {{127, 4883, 10712, 5150, 104}}, 3.01015420},
        {0, 10, {{12, 50, 120, 70, 20}}, 1.30773192},
        {0, 40, {{0, 3, 20, 9, 0}}, 1.18523742},
        {-20, 20, {{40, 20, 5, 0, 0}}, -9.27432022},
        {0, 5, {{0, 0, 0, 0, 104}}, 2.09495453},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const SprtPlan plan = {cases[i].elo0, cases[i].elo1, 0.05, 0.05};
        assert_near(sprt_llr(&plan, &cases[i].pairs), cases[i].llr, 1e-8);
    }
}

// Swapping the players and the hypotheses tells the same story backwards.
static void the_test_takes_no_side(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(3);
    for (unsigned i = 0; i < 2000; i++) {
        const PairCounts pairs = random_pairs(&rng), swapped = swap_players(&pairs);
        const double low = rng_share(&rng) * 300 - 200, high = low + 1 + rng_share(&rng) * 99;
        const SprtPlan plan = {low, high, 0.05, 0.05}, mirrored = {-high, -low, 0.05, 0.05};
        const double llr = sprt_llr(&plan, &pairs);
        assert_near(llr + sprt_llr(&mirrored, &swapped), 0, 1e-5 * (1 + fabs(llr)));
    }
}

static void no_verdict_falls_before_pair_32(void **state)
{
    (void)state;
    const SprtPlan plan = {0, 40, 0.05, 0.05};
    PairCounts won = {{0, 0, 0, 0, 31}}, lost = {{31, 0, 0, 0, 0}};
    assert_true(sprt_llr(&plan, &won) > sprt_bounds(&plan).upper);
    assert_int_equal(sprt_state(&plan, &won), SPRT_GO_ON);
    assert_int_equal(sprt_state(&plan, &lost), SPRT_GO_ON);
    won.count[4]++;
    lost.count[0]++;
    assert_int_equal(sprt_state(&plan, &won), SPRT_ACCEPT_H1);
    assert_int_equal(sprt_state(&plan, &lost), SPRT_ACCEPT_H0);
    const PairCounts even = {{5, 10, 20, 11, 6}};
    assert_int_equal(sprt_state(&plan, &even), SPRT_GO_ON);
}

static void ratings_come_out_as_worked_apart(void **state)
{
    (void)state;
    static const RatingRow rows[] = {{0, 1, {6, 2, 2}}, {1, 2, {5, 0, 5}}, {0, 2, {7, 3, 0}}};
    static const Estimate from_mean[] = {{137.364555, 32.087472, 242.641639},
                                         {-50.106012, -145.992317, 45.780294},
                                         {-87.258543, -185.678101, 11.161014}};
    static const Estimate from_last[] = {
        {224.623099, 44.775487, 404.470711}, {37.152532, -126.181242, 200.486305}, {0, 0, 0}};
    Estimate got[3];
    rating_fit(rows, COUNT_OF(rows), 3, RATING_MEAN, got);
    for (unsigned i = 0; i < 3; i++)
        assert_estimate(got[i], from_mean[i], 1e-6);
    rating_fit(rows, COUNT_OF(rows), 3, 2, got);
    for (unsigned i = 0; i < 3; i++)
        assert_estimate(got[i], from_last[i], 1e-6);
}

// Player 0 won everything, and players 1 to 3 have more than one row between them.
static void a_clean_sweep_has_a_finite_rating(void **state)
{
    (void)state;
    static const RatingRow rows[] = {
        {0, 1, {20, 0, 0}}, {1, 2, {3, 4, 3}}, {2, 3, {10, 6, 4}}, {3, 1, {2, 7, 1}}};
    static const Estimate expected[] = {{476.553670, 195.043262, 758.064078},
                                        {-177.122115, -286.407927, -67.836303},
                                        {-111.641801, -231.234493, 7.950891},
                                        {-187.789754, -307.101231, -68.478277}};
    Estimate got[4];
    rating_fit(rows, COUNT_OF(rows), 4, RATING_MEAN, got);
    for (unsigned i = 0; i < 4; i++)
        assert_estimate(got[i], expected[i], 1e-6);
}

// Undamped, Newton's steps run away on this table.
static void ratings_settle_where_plain_newton_would_not(void **state)
{
    (void)state;
    static const RatingRow rows[] = {{1, 0, {0, 0, 410313}},
                                     {2, 0, {727895, 0, 3}},
                                     {2, 1, {578, 0, 1}},
                                     {3, 1, {1, 0, 2}},
                                     {3, 2, {0, 0, 782095}}};
    static const double expected[] = {541.758444, -1583.347291, 2625.301482, -1583.712635};
    Estimate got[4];
    rating_fit(rows, COUNT_OF(rows), 4, RATING_MEAN, got);
    for (unsigned i = 0; i < 4; i++)
        assert_near(got[i].value, expected[i], 1e-5);
}

// Each of sixty-four players beats all after him in game after game.
static void the_longest_and_most_lopsided_table_settles(void **state)
{
    (void)state;
    static RatingRow rows[RATING_PLAYERS_MAX * (RATING_PLAYERS_MAX - 1) / 2];
    uint32_t count = 0;
    for (uint8_t a = 0; a < RATING_PLAYERS_MAX; a++)
        for (uint8_t b = a + 1; b < RATING_PLAYERS_MAX; b++)
            rows[count++] = (RatingRow){a, b, {100000, 0, 0}};
    Estimate got[RATING_PLAYERS_MAX];
    rating_fit(rows, count, RATING_PLAYERS_MAX, RATING_MEAN, got);
    for (unsigned i = 0; i < RATING_PLAYERS_MAX; i++) {
        assert_true(isfinite(got[i].value) && isfinite(got[i].high - got[i].low));
        assert_true(i == 0 || got[i].value < got[i - 1].value);
        assert_near(got[i].value, -got[RATING_PLAYERS_MAX - 1 - i].value, 1e-5);
    }
}

// One game whose expected score is what the strengths say, drawn as often as the share allows.
static void play(Rng *rng, Trinomial *games, double elo, double draw_share)
{
    const double expected = elo_to_score(elo);
    const double draw = 2 * draw_share * fmin(expected, 1 - expected);
    const double at = rng_share(rng);
    score_add_game(games, at < draw ? 1 : at < expected + draw / 2 ? 2 : 0);
}

// In how many of 400 tournaments a player's true rating lay inside the interval; the player changes
// from one to the next, since ratings of the same tournament hang together.
static uint32_t count_covered(Rng *rng, double draw_share)
{
    static const double truth[] = {250, 130, 40, 0, -20, -50, -100, -250};
    enum { PLAYERS = COUNT_OF(truth), TOURNAMENTS = 400, GAMES = 60 };
    uint32_t covered = 0;
    for (unsigned i = 0; i < TOURNAMENTS; i++) {
        RatingRow rows[PLAYERS * PLAYERS] = {0};
        uint32_t count = 0;
        for (uint8_t a = 0; a < PLAYERS; a++)
            for (uint8_t b = 0; b < a; b++) {
                rows[count] = (RatingRow){a, b, {0}};
                for (unsigned game = 0; game < GAMES; game++)
                    play(rng, &rows[count].games, truth[a] - truth[b], draw_share);
                count++;
            }
        Estimate got[PLAYERS];
        rating_fit(rows, count, PLAYERS, RATING_MEAN, got);
        const unsigned player = i % PLAYERS;
        covered += got[player].low <= truth[player] && truth[player] <= got[player].high;
    }
    return covered;
}

static void true_ratings_lie_inside_at_the_right_rate(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(4);
    const BinomialRange range = binomial_range(400, 0.95, 0.999);
    static const double draw_shares[] = {0, 0.3, 0.7};
    for (unsigned i = 0; i < COUNT_OF(draw_shares); i++) {
        const uint32_t covered = count_covered(&rng, draw_shares[i]);
        print_message("# draws up to %2.0f %%: %u of 400 inside, %u to %u expected\n",
                      100 * draw_shares[i], covered, range.low, range.high);
        assert_in_range(covered, range.low, range.high);
    }
}

static void shares_have_wilsons_interval(void **state)
{
    (void)state;
    assert_estimate(binomial_share(8, 10), (Estimate){0.8, 0.490162472, 0.943317849}, 1e-9);
    assert_estimate(binomial_share(0, 10), (Estimate){0, 0, 0.277532800}, 1e-9);
    assert_true(binomial_share(0, 10).low == 0 && binomial_share(7, 7).high == 1);
    const Estimate nothing = binomial_share(0, 0);
    assert_true(nothing.value == 0.5 && nothing.low == 0 && nothing.high == 1);
}

static void a_ratio_has_the_scatter_between_games(void **state)
{
    (void)state;
    RatioSums sums = {0};
    ratio_add(&sums, 3, 2);
    const Estimate one = ratio_estimate(&sums, 1);
    assert_true(one.value == 1.5 && isinf(one.low) && isinf(one.high));
    ratio_add(&sums, 1, 2);
    // Both games are one try away from a ratio of 1: a scatter of 2, times 2 games over 1 less, is 2 squared; 4 moves.
    assert_estimate(ratio_estimate(&sums, 1), (Estimate){1, 0.5, 1.5}, 1e-12);
}

static void games_that_agree_bound_a_ratio_by_the_rule_of_three(void **state)
{
    (void)state;
    RatioSums sums = {0};
    for (unsigned game = 0; game < 3; game++)
        ratio_add(&sums, 20, 20);
    const Estimate few = ratio_estimate(&sums, NORMAL_95);
    // ln(1 / 0.05) is 2.9957: three tries more in 60 moves cannot be excluded.
    assert_estimate(few, (Estimate){1, 1 - 2.9957323 / 60, 1 + 2.9957323 / 60}, 1e-7);
    for (unsigned game = 3; game < 300; game++)
        ratio_add(&sums, 20, 20);
    assert_estimate(ratio_estimate(&sums, NORMAL_95),
                    (Estimate){1, 1 - 2.9957323 / 6000, 1 + 2.9957323 / 6000}, 1e-7);
    sums = (RatioSums){0};
    ratio_add(&sums, 0, 10);
    ratio_add(&sums, 0, 30);
    assert_true(ratio_estimate(&sums, NORMAL_95).high > 0.07); // of calls that never came
}

// Games of different lengths, each with a habit of its own; the interval holds the true ratio as often as it says.
static void a_ratio_is_inside_its_interval_at_the_right_rate(void **state)
{
    (void)state;
    enum { MATCHES = 1000, GAMES = 60 };
    Rng rng = rng_from_seed(5);
    uint32_t covered = 0;
    for (unsigned match = 0; match < MATCHES; match++) {
        RatioSums sums = {0};
        for (unsigned game = 0; game < GAMES; game++) {
            const uint32_t moves = 20 + rng_below(&rng, 60);
            const double habit =
                0.2 + 0.4 * rng_share(&rng); // of moves with another try; 0.4 on average
            uint32_t tries = moves;
            for (uint32_t i = 0; i < moves; i++)
                tries += rng_share(&rng) < habit;
            ratio_add(&sums, tries, moves);
        }
        const Estimate ratio = ratio_estimate(&sums, NORMAL_95);
        covered += ratio.low <= 1.4 && 1.4 <= ratio.high;
    }
    const BinomialRange range =
        binomial_range(MATCHES, 0.945, 0.999); // 60 games are a little short of normal
    print_message("# %u of %u inside, %u to %u expected\n", covered, MATCHES, range.low,
                  range.high);
    assert_in_range(covered, range.low, range.high);
}

static void ranges_of_chance_come_out_as_worked_apart(void **state)
{
    (void)state;
    static const struct {
        uint32_t trials;
        double chance, coverage;
        BinomialRange range;
    } cases[] = {{200, 0.95, 0.999, {179, 198}},
                 {2000, 0.05, 0.999, {69, 133}},
                 {10, 0.5, 0.95, {2, 8}},
                 {7, 0.01, 0.99, {0, 1}},
                 {1000, 0.95, 0.999, {926, 971}}};
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const BinomialRange range =
            binomial_range(cases[i].trials, cases[i].chance, cases[i].coverage);
        assert_int_equal(range.low, cases[i].range.low);
        assert_int_equal(range.high, cases[i].range.high);
    }
}

// --- Tuning ---------------------------------------------------------------------------------------

// A game whose result hangs on two values: best at 3 and -0.2, decided by a coin that leans by how far off one is.
static double score_of(const double *values)
{
    return exp(-(values[0] - 3) * (values[0] - 3) / 8 - (values[1] + 0.2) * (values[1] + 0.2) * 4);
}

static double play_by_chance(const double *plus, const double *minus, unsigned games, Rng *rng)
{
    const double share = 0.5 + (score_of(plus) - score_of(minus)) / 2;
    int won = 0;
    for (unsigned i = 0; i < games; i++)
        won += rng_share(rng) < share ? 1 : -1;
    return (double)won / games;
}

static const SpsaPlan two_values = {.count = 2,
                                    .min = {0, -1},
                                    .max = {10, 1},
                                    .start = {6, 0.6},
                                    .reach = 0.1,
                                    .steps = 400,
                                    .seed = 5};

static Spsa tune(const SpsaPlan *plan, uint32_t steps)
{
    Rng rng = rng_from_seed(9);
    Spsa spsa;
    spsa_init(&spsa, plan);
    while (spsa.taken < steps) {
        double plus[2], minus[2];
        spsa_ask(&spsa, plus, minus);
        spsa_take_result(&spsa, play_by_chance(plus, minus, 4, &rng));
    }
    return spsa;
}

static void tuning_finds_the_best_values_by_results_alone(void **state)
{
    (void)state;
    double values[2];
    for (uint64_t seed = 1; seed <= 10; seed++) {
        SpsaPlan plan = two_values;
        plan.seed = seed;
        const Spsa spsa = tune(&plan, plan.steps);
        spsa_answer(&spsa, values);
        assert_near(values[0], 3, 1.2);
        assert_near(values[1], -0.2, 0.25);
    }
}

static void tuning_never_leaves_a_range(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(3);
    Spsa spsa;
    spsa_init(&spsa, &two_values);
    for (unsigned step = 0; step < 1000; step++) {
        double tried[2][2];
        spsa_ask(&spsa, tried[0], tried[1]);
        for (unsigned i = 0; i < 4; i++) {
            assert_true(tried[i / 2][i % 2] >= two_values.min[i % 2]);
            assert_true(tried[i / 2][i % 2] <= two_values.max[i % 2]);
        }
        spsa_take_result(&spsa, rng_share(&rng) * 2 - 1);
    }
}

static void a_tuning_told_the_same_is_the_same(void **state)
{
    (void)state;
    const Spsa one = tune(&two_values, 50), other = tune(&two_values, 50);
    assert_memory_equal(one.share, other.share, sizeof one.share);
    double now[2], answer[2];
    spsa_now(&one, now);
    spsa_answer(&one, answer);
    assert_memory_equal(now, answer, sizeof now); // before half of its steps
}

// --- The chi-squared law --------------------------------------------------------------------------

// The chances are those of squares of normal figures, added up by numeric integration.
static double integrated_tail(double sum, unsigned degrees)
{
    enum { STEPS = 20000 };
    const double end = 200, step = (end - sum) / STEPS;
    double tail = 0;
    for (unsigned i = 0; i < STEPS; i++) {
        const double x = sum + (i + 0.5) * step;
        tail += step * exp((degrees / 2.0 - 1) * log(x) - x / 2 - degrees / 2.0 * log(2) -
                           lgamma(degrees / 2.0));
    }
    return tail;
}

static void the_chi_squared_law_comes_out_as_integrated(void **state)
{
    (void)state;
    static const double sums[] = {0.5, 3.841459, 5.991465, 20};
    for (unsigned degrees = 1; degrees <= 15; degrees++)
        for (unsigned i = 0; i < COUNT_OF(sums); i++)
            assert_near(chi_squared_tail(sums[i], degrees), integrated_tail(sums[i], degrees),
                        1e-5);
    assert_near(chi_squared_tail(3.841459, 1), 0.05, 1e-6);
    assert_true(chi_squared_tail(0, 3) == 1 && chi_squared_tail(INFINITY, 3) == 0);
}

// --- Glicko-2 ------------------------------------------------------------------------------------

// The example of Glickman (2013), to the digits that it prints.
static void glicko_is_as_published(void **state)
{
    (void)state;
    const GlickoGame games[] = {{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}};
    const Glicko after = glicko_play((Glicko){1500, 200, 0.06}, 1, games, COUNT_OF(games), 0.5);
    assert_near(after.rating, 1464.06, 0.01);
    assert_near(after.deviation, 151.52, 0.01);
    assert_near(after.volatility, 0.05999, 0.00001);
}

static void a_rating_without_games_only_grows_uncertain(void **state)
{
    (void)state;
    const Glicko played = {1700, 60, 0.06};
    const Glicko later = glicko_play(played, 10, NULL, 0, 0.5),
                 much_later = glicko_wait(played, 1e6);
    assert_near(later.rating, 1700, 0);
    assert_near(later.deviation, sqrt(60 * 60 + 10 * 10.423068 * 10.423068), 1e-4);
    assert_near(much_later.deviation, glicko_new().deviation, 0);
}

// Time counts the same whether it is waited for at once or in parts.
static void waiting_twice_is_waiting_longer(void **state)
{
    (void)state;
    const Glicko played = {1700, 60, 0.06};
    const Glicko once = glicko_wait(played, 3), twice = glicko_wait(glicko_wait(played, 1), 2);
    assert_near(once.deviation, twice.deviation, 1e-9);
}

static void a_surprise_moves_more_than_what_was_expected(void **state)
{
    (void)state;
    const Glicko weak = {1400, 80, 0.06}, strong = {1800, 80, 0.06};
    const GlickoGame win = {strong.rating, strong.deviation, 1};
    const GlickoGame loss = {strong.rating, strong.deviation, 0};
    const Glicko won = glicko_play(weak, 0.1, &win, 1, 0.5);
    const Glicko lost = glicko_play(weak, 0.1, &loss, 1, 0.5);
    assert_true(won.rating - weak.rating > 5 * (weak.rating - lost.rating));
    assert_true(lost.rating < weak.rating && won.deviation < weak.deviation);
    assert_true(won.volatility > lost.volatility);
}

static void expectations_of_both_sides_add_up(void **state)
{
    (void)state;
    const Glicko weak = {1400, 300, 0.06}, strong = {1800, 40, 0.06}, certain = {1400, 40, 0.06};
    assert_near(glicko_expected(weak, strong) + glicko_expected(strong, weak), 1, 1e-12);
    assert_true(glicko_expected(weak, strong) > glicko_expected(certain, strong));
    assert_near(glicko_expected(weak, weak), 0.5, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_and_pairs_are_counted_by_half_points),
        cmocka_unit_test(pairs_speak_for_a_match_without_an_odd_game),
        cmocka_unit_test(the_error_comes_from_pairs),
        cmocka_unit_test(elo_and_score_are_two_ways_of_saying_it),
        cmocka_unit_test(a_match_of_pairs_worked_through),
        cmocka_unit_test(matches_come_out_as_in_fastchess),
        cmocka_unit_test(single_games_worked_through),
        cmocka_unit_test(swapping_the_players_negates_elo_exactly),
        cmocka_unit_test(an_interval_holds_its_value_and_more_games_narrow_it),
        cmocka_unit_test(a_clean_sweep_is_bounded_on_one_side),
        cmocka_unit_test(nothing_played_and_nothing_but_draws_claim_nothing),
        cmocka_unit_test(the_draw_ratio_counts_games),
        cmocka_unit_test(a_plan_is_checked_before_it_is_used),
        cmocka_unit_test(five_percent_twice_is_the_bound_of_2_94),
        cmocka_unit_test(likelihood_ratios_come_out_as_worked_apart),
        cmocka_unit_test(the_test_takes_no_side),
        cmocka_unit_test(no_verdict_falls_before_pair_32),
        cmocka_unit_test(ratings_come_out_as_worked_apart),
        cmocka_unit_test(a_clean_sweep_has_a_finite_rating),
        cmocka_unit_test(ratings_settle_where_plain_newton_would_not),
        cmocka_unit_test(the_longest_and_most_lopsided_table_settles),
        cmocka_unit_test(true_ratings_lie_inside_at_the_right_rate),
        cmocka_unit_test(shares_have_wilsons_interval),
        cmocka_unit_test(a_ratio_has_the_scatter_between_games),
        cmocka_unit_test(games_that_agree_bound_a_ratio_by_the_rule_of_three),
        cmocka_unit_test(a_ratio_is_inside_its_interval_at_the_right_rate),
        cmocka_unit_test(ranges_of_chance_come_out_as_worked_apart),
        cmocka_unit_test(tuning_finds_the_best_values_by_results_alone),
        cmocka_unit_test(tuning_never_leaves_a_range),
        cmocka_unit_test(a_tuning_told_the_same_is_the_same),

        cmocka_unit_test(glicko_is_as_published),
        cmocka_unit_test(a_rating_without_games_only_grows_uncertain),
        cmocka_unit_test(waiting_twice_is_waiting_longer),
        cmocka_unit_test(a_surprise_moves_more_than_what_was_expected),
        cmocka_unit_test(expectations_of_both_sides_add_up),
        cmocka_unit_test(the_chi_squared_law_comes_out_as_integrated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
