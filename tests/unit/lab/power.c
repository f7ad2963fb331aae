// How many games decide a published figure or a claim, checked in simulated matches.
#include "base/rng.h"
#include "lab/experiments/cost.h"
#include "unit/check.h"

#include <math.h>

static const double margin_wanted = 0.05;

static Published read_published(const char *text)
{
    Published published = {0};
    assert_null(published_from_text(slice_of(text), &published));
    published.margin = margin_wanted;
    return published;
}

static Lead lead_of(const Trinomial *games, const Published *published)
{
    const Comparison comparison = compare_shares(games, published);
    return lead_of_comparison(&comparison, games);
}

static void a_lead_is_in_points_or_in_wins(void **state)
{
    (void)state;
    const Published points = read_published("50% 30% 20% of 400"), wins = read_published("50% - -");
    const Trinomial games = {.wins = 60, .draws = 20, .losses = 20}, none = {0};
    assert_true(fabs(lead_of(&games, &points).value - 0.1) < 1e-12);
    assert_true(fabs(lead_of(&games, &wins).value - 0.1) < 1e-12);
    assert_true(lead_of(&games, &points).paper_variance > 0);
    assert_true(lead_of(&games, &wins).paper_variance == 0);
    assert_true(lead_of(&none, &wins).value == 0);
    assert_true(fabs(lead_of(&none, &wins).game_variance - 0.25) < 1e-12);
}

enum { MATCHES = 4000 };

// The share of matches with a verdict, if the first player wins with this chance and there are no draws.
static double simulate(const Published *published, double chance, uint64_t games, Rng *rng)
{
    unsigned decided = 0;
    for (unsigned i = 0; i < MATCHES; i++) {
        Trinomial match = {0};
        for (uint64_t game = 0; game < games; game++)
            match.wins += rng_share(rng) < chance;
        match.losses = (uint32_t)games - match.wins;
        decided += compare_shares(&match, published).finding != FINDING_UNDECIDED;
    }
    return (double)decided / MATCHES;
}

// What the normal approximation may be wrong by: wins are whole, and near the 80 % point of the distribution, where its density
// is 0.28, one win more or less changes the chance so much. Four standard errors of the simulation come on top.
static double tolerance(const Lead *lead, uint64_t games)
{
    return 0.28 / sqrt((double)games * lead->game_variance) + 4 * sqrt(0.8 * 0.2 / MATCHES);
}

static void so_many_games_decide_four_matches_of_five(void **state)
{
    (void)state;
    static const double leads[] = {0, 0.01, -0.15, 0.12};
    const Published published = read_published("40% 60% 0%");
    const double chance = 0.4, margin = compare_shares(&(Trinomial){0}, &published).margin;
    Rng rng = rng_from_seed(5);
    for (unsigned i = 0; i < COUNT_OF(leads); i++) {
        const double truth = chance + leads[i];
        const Lead lead = {.value = leads[i], .game_variance = truth * (1 - truth)};
        const uint64_t games = power_games(&lead, margin);
        const double enough = simulate(&published, truth, games, &rng),
                     half = simulate(&published, truth, games / 2, &rng);
        if (fabs(enough - 0.8) > tolerance(&lead, games) || half > 0.65)
            fail_msg("lead %g: %g of matches of %u games, %g of half as long ones", leads[i],
                     enough, (unsigned)games, half);
    }
}

static void a_smaller_margin_takes_more_games(void **state)
{
    (void)state;
    const Lead lead = {.game_variance = 0.25};
    const uint64_t wide = power_games(&lead, 0.1), narrow = power_games(&lead, 0.05);
    assert_true(narrow > 3 * wide && narrow < 5 * wide); // as the square
}

static void a_paper_of_few_games_is_never_reproduced(void **state)
{
    (void)state;
    const Published few = read_published("30 10 0"), many = read_published("3000 1000 0");
    const Trinomial same = {.wins = 75, .losses = 25};
    const Lead hopeless = lead_of(&same, &few), fine = lead_of(&same, &many);
    assert_true(power_games(&hopeless, margin_wanted) == UINT64_MAX);
    assert_in_range(power_games(&fine, margin_wanted), 400, 4000);
    const Lead at_the_margin = {.value = margin_wanted, .game_variance = 0.25};
    assert_true(power_games(&at_the_margin, margin_wanted) == UINT64_MAX);
}

static void games_of_one_colour_count_twice(void **state)
{
    (void)state;
    const Published figure = read_published("50% 50% 0%");
    CellResult result = {.is_there = true};
    result.meeting.games = (Trinomial){.wins = 20, .losses = 20};
    result.meeting.by_seat[0] = result.meeting.by_seat[1] = result.meeting.games;
    const ExperimentCell all = {.published = {[PUBLISHED_ALL] = &figure}};
    const ExperimentCell white = {.published = {[PUBLISHED_FIRST_SEAT] = &figure}}, none = {0};
    const CellPower of_all = power_of_cell(&all, &result),
                    of_white = power_of_cell(&white, &result);
    assert_int_equal(of_all.figures, 1);
    assert_int_equal(of_all.undecided, 1);
    assert_int_equal(of_all.hopeless, 0);
    assert_int_equal(of_white.games, 2 * of_all.games);
    assert_int_equal(power_of_cell(&none, &result).figures, 0);
    result.meeting.games = (Trinomial){.wins = 2000, .losses = 2000};
    assert_int_equal(power_of_cell(&all, &result).undecided, 0);
}

// --- Claims --------------------------------------------------------------------------------------

// One cell with a claim.
static void make_claim(const char *claim, Experiment *experiment)
{
    static char memory[1024];
    Text text = TEXT_IN(memory);
    text_format(&text,
                "title A\nquestion B?\ngame kriegspiel\nlimits nodes 1\ngames 100\n"
                "opening random:0\nseed 1\nplayers capturer against random\nclaim %s: they say\n",
                claim);
    char why[200];
    Text message = TEXT_IN(why);
    if (!experiment_read(slice_of(memory), experiment, &message))
        fail_msg("%s", why);
}

static CellResult result_of(uint64_t wins, uint64_t losses)
{
    CellResult result = {.is_there = true};
    result.meeting.games = (Trinomial){.wins = (uint32_t)wins, .losses = (uint32_t)losses};
    return result;
}

static void so_many_times_the_games_decide_a_claim(void **state)
{
    (void)state;
    static const char *const claims[] = {"wins >= 40%", "wins <= 40%", "wins ~ 45% within 4%",
                                         "wins/losses >= 0.7", "elo >= 0"};
    Rng rng = rng_from_seed(7);
    for (unsigned i = 0; i < COUNT_OF(claims); i++) {
        static Experiment experiment;
        make_claim(claims[i], &experiment);
        const CellResult known = result_of(90, 110); // 45 %
        const ClaimPower power =
            power_of_claim(&experiment, &experiment.claims[0], (ClaimGames){&known, NULL});
        assert_int_equal(power.finding, FINDING_UNDECIDED);
        const uint64_t games = (uint64_t)(200 * power.factor);
        unsigned decided = 0;
        enum { TRIALS = 500 };
        for (unsigned trial = 0; trial < TRIALS; trial++) {
            uint64_t wins = 0;
            for (uint64_t game = 0; game < games; game++)
                wins += rng_share(&rng) < 0.45;
            const CellResult result = result_of(wins, games - wins);
            ClaimVerdict verdict;
            claim_test(&experiment, &experiment.claims[0], (ClaimGames){&result, NULL}, 1,
                       &verdict);
            decided += verdict.finding != FINDING_UNDECIDED;
        }
        if (decided < 0.7 * TRIALS || decided > 0.9 * TRIALS)
            fail_msg("%s: %u of %u matches of %u games", claims[i], decided, TRIALS,
                     (unsigned)games);
    }
}

static void some_claims_are_decided_by_no_number_of_games(void **state)
{
    (void)state;
    static Experiment experiment;
    make_claim("wins >= 45%", &experiment);
    const CellResult at_the_bound = result_of(90, 110), unplayed = {0}, sure = result_of(900, 100);
    const Claim *claim = &experiment.claims[0];
    assert_true(
        isinf(power_of_claim(&experiment, claim, (ClaimGames){&at_the_bound, NULL}).factor));
    assert_true(isnan(power_of_claim(&experiment, claim, (ClaimGames){&unplayed, NULL}).factor));
    experiment.claims[0].min = nextafter(0.45, 0); // as good as at it
    assert_true(
        isinf(power_of_claim(&experiment, claim, (ClaimGames){&at_the_bound, NULL}).factor));
    assert_int_equal(power_of_claim(&experiment, claim, (ClaimGames){&sure, NULL}).finding,
                     FINDING_REPRODUCED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lead_is_in_points_or_in_wins),
        cmocka_unit_test(so_many_games_decide_four_matches_of_five),
        cmocka_unit_test(a_smaller_margin_takes_more_games),
        cmocka_unit_test(a_paper_of_few_games_is_never_reproduced),
        cmocka_unit_test(games_of_one_colour_count_twice),
        cmocka_unit_test(so_many_times_the_games_decide_a_claim),
        cmocka_unit_test(some_claims_are_decided_by_no_number_of_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
