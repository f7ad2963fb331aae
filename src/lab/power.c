// Variances, and the games that make them small enough.
#include "lab/power.h"

#include "stats/estimate.h"

#include <assert.h>

static const double one_sided_5 = 1.6448536269514722; // of the normal distribution
static const double chance_wanted = 0.8;
static const uint64_t games_max = (uint64_t)1 << 40; // more than anybody plays
static const double variance_min =
    1e-4; // of a game, so that a paper's 100 % is not taken for certain

// Mean and variance of the points of one game.
typedef struct GamePoints {
    double mean, variance;
} GamePoints;

static GamePoints points_of_shares(double wins, double draws)
{
    const double mean = wins + draws / 2;
    return (GamePoints){mean, fmax(variance_min, wins + draws / 4 - mean * mean)};
}

// With one win and one loss more (Agresti and Caffo 2000): games that all ended alike have a variance too.
static double careful_variance(double wins, double draws, double games)
{
    return points_of_shares((wins * games + 1) / (games + 2), draws * games / (games + 2)).variance;
}

Lead lead_of_games(const Trinomial *games, const Published *published)
{
    const double *shares = published->shares;
    const bool is_of_points = shares[RESULT_WIN] >= 0 && shares[RESULT_DRAW] >= 0;
    const unsigned kind = shares[RESULT_WIN] >= 0    ? RESULT_WIN
                          : shares[RESULT_DRAW] >= 0 ? RESULT_DRAW
                                                     : RESULT_LOSS;
    const uint32_t counts[RESULT_COUNT] = {games->wins, games->losses, games->draws};
    const double their_draws = is_of_points ? shares[RESULT_DRAW] : 0;
    const double played = (double)score_count_games(games), theirs = published->games;
    const GamePoints paper = points_of_shares(shares[kind], their_draws);
    Lead lead = {.game_variance = paper.variance,
                 .paper_variance =
                     theirs > 0 ? careful_variance(shares[kind], their_draws, theirs) / theirs : 0};
    if (played > 0) {
        const double wins = counts[kind] / played,
                     draws = is_of_points ? counts[RESULT_DRAW] / played : 0;
        lead.value = points_of_shares(wins, draws).mean - paper.mean;
        lead.game_variance = careful_variance(wins, draws, played);
    }
    return lead;
}

// How far the interval reaches to either side.
static double reach_of(const Lead *lead, double games)
{
    return one_sided_5 * sqrt(lead->game_variance / games + lead->paper_variance);
}

bool power_is_decided(const Lead *lead, double games, double margin)
{
    assert(margin > 0);
    return games > 0 && fabs(fabs(lead->value) - margin) > reach_of(lead, games);
}

double power_chance(const Lead *lead, double games, double margin)
{
    assert(games > 0 && margin > 0 && lead->game_variance > 0);
    const double error = sqrt(lead->game_variance / games), reach = reach_of(lead, games);
    const double inner = margin - reach, outer = margin + reach;
    const double above = normal_cdf((lead->value - outer) / error);
    const double below = normal_cdf((-outer - lead->value) / error);
    const double inside =
        normal_cdf((inner - lead->value) / error) - normal_cdf((-inner - lead->value) / error);
    return above + below + fmax(0, inside);
}

uint64_t power_games(const Lead *lead, double margin)
{
    uint64_t enough = 1;
    while (enough < games_max && power_chance(lead, (double)enough, margin) < chance_wanted)
        enough *= 2;
    if (power_chance(lead, (double)enough, margin) < chance_wanted)
        return UINT64_MAX;
    uint64_t few = enough / 2; // not enough, or 0
    while (enough - few > 1) {
        const uint64_t middle = few + (enough - few) / 2;
        if (power_chance(lead, (double)middle, margin) < chance_wanted)
            few = middle;
        else
            enough = middle;
    }
    return enough;
}

// Adds a figure about these games, of which the cell has `share` times as many.
static void add_figure(CellPower *power, const Trinomial *games, const Published *published,
                       uint64_t share, double margin)
{
    const Lead lead = lead_of_games(games, published);
    power->figures++;
    if (power_is_decided(&lead, (double)score_count_games(games), margin))
        return;
    power->undecided++;
    const uint64_t needed = power_games(&lead, margin);
    if (needed == UINT64_MAX)
        power->hopeless++;
    else if (needed * share > power->games)
        power->games = needed * share;
}

CellPower power_of_cell(const ExperimentCell *cell, const CellResult *result, double margin)
{
    const Meeting *meeting = &result->meeting;
    CellPower power = {0};
    if (cell->published[PUBLISHED_ALL]) {
        add_figure(&power, &meeting->games, cell->published[PUBLISHED_ALL], 1, margin);
        return power;
    }
    for (unsigned seat = 0; seat < 2; seat++) {
        const Published *published = cell->published[PUBLISHED_FIRST_SEAT + seat];
        if (published)
            add_figure(&power, &meeting->by_seat[seat], published, 2, margin);
    }
    return power;
}
