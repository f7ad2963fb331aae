// Bradley–Terry by Newton's method. A strength is the natural logarithm of a player's odds against
// a player of strength 0; the expected score of a game is the logistic of the difference.
//
// The log-likelihood is concave, and the virtual games make it strictly so: there is one maximum,
// and the matrix solved below is never singular.
#include "base/stats/rating.h"

#include "base/stats/score.h"

#include <assert.h>
#include <string.h>

// Ordinary tables settle in ten steps; 64 players who each beat all after them 100,000 to nothing
// took 173. The tolerance is far below a millionth of an Elo.
enum { STEPS_MAX = 1000 };
#define TOLERANCE 1e-10

// Strengths are in units of 400 / ln 10 Elo, half of what a deviation of a game is.
#define ELO_OF_STRENGTH (ELO_OF_DEVIATION / 2)

typedef struct Fit {
    uint32_t players;
    double strength[RATING_PLAYERS_MAX];
    double gradient[RATING_PLAYERS_MAX];
    // The information: minus the second derivatives. factor() overwrites its lower half.
    double matrix[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
    // The sum of the squared deviations of the scores from their expectation, and its value without draws.
    double squares, squares_expected;
} Fit;

static double logistic(double strength)
{
    return 0.5 + tanh(strength / 2) / 2;
}

static void add_virtual_game(Fit *fit, uint32_t player)
{
    const double expected = logistic(fit->strength[player]);
    const double information = expected * (1 - expected);
    fit->gradient[player] += 0.5 - expected;
    fit->matrix[player][player] += information;
    // It counts as a game without draws, so that it makes no interval narrower.
    fit->squares += information;
    fit->squares_expected += information;
}

static void rating_add_row(Fit *fit, const RatingRow *row)
{
    const uint32_t a = row->first, b = row->second;
    assert(a < fit->players && b < fit->players && a != b);
    const double wins = row->games.wins, draws = row->games.draws, losses = row->games.losses;
    const double games = wins + draws + losses;
    const double expected = logistic(fit->strength[a] - fit->strength[b]);
    const double surplus = wins + draws / 2 - games * expected;
    const double information = games * expected * (1 - expected);
    fit->gradient[a] += surplus;
    fit->gradient[b] -= surplus;
    fit->matrix[a][a] += information;
    fit->matrix[b][b] += information;
    fit->matrix[a][b] -= information;
    fit->matrix[b][a] -= information;
    fit->squares += wins * (1 - expected) * (1 - expected) +
                    draws * (0.5 - expected) * (0.5 - expected) + losses * expected * expected;
    fit->squares_expected += information;
}

// Takes gradient and information at the present strengths.
static void differentiate(Fit *fit, const RatingRow *rows, uint32_t row_count)
{
    memset(fit->gradient, 0, sizeof fit->gradient);
    memset(fit->matrix, 0, sizeof fit->matrix);
    fit->squares = fit->squares_expected = 0;
    for (uint32_t i = 0; i < fit->players; i++)
        add_virtual_game(fit, i);
    for (uint32_t i = 0; i < row_count; i++)
        rating_add_row(fit, &rows[i]);
}

// Cholesky: the lower half becomes L, with L times its transpose the matrix.
static void factor(Fit *fit)
{
    double(*const m)[RATING_PLAYERS_MAX] = fit->matrix;
    for (uint32_t i = 0; i < fit->players; i++)
        for (uint32_t j = 0; j <= i; j++) {
            double rest = m[i][j];
            for (uint32_t k = 0; k < j; k++)
                rest -= m[i][k] * m[j][k];
            m[i][j] = i == j ? sqrt(rest) : rest / m[j][j];
        }
}

// Divides by L, in place.
static void solve_lower(const Fit *fit, double *vector)
{
    for (uint32_t i = 0; i < fit->players; i++) {
        for (uint32_t k = 0; k < i; k++)
            vector[i] -= fit->matrix[i][k] * vector[k];
        vector[i] /= fit->matrix[i][i];
    }
}

// Divides by the transpose of L, in place.
static void solve_upper(const Fit *fit, double *vector)
{
    for (uint32_t i = fit->players; i-- > 0;) {
        for (uint32_t k = i + 1; k < fit->players; k++)
            vector[i] -= fit->matrix[k][i] * vector[k];
        vector[i] /= fit->matrix[i][i];
    }
}

// One damped step of Newton's; returns the longest move of a player.
//
// A logistic likelihood changes its curvature at most e-fold as a difference of strengths changes
// by 1. A step shortened to log(1 + d) / d, where d bounds how far it moves a difference, then
// always climbs (Sun and Tran-Dinh 2019), and near the top it is Newton's own.
static double rating_step(Fit *fit)
{
    double *const move = fit->gradient;
    factor(fit);
    solve_lower(fit, move);
    solve_upper(fit, move);
    double longest = 0;
    for (uint32_t i = 0; i < fit->players; i++)
        longest = fmax(longest, fabs(move[i]));
    const double reach = 2 * longest;
    const double damping = reach > 0 ? log1p(reach) / reach : 1;
    for (uint32_t i = 0; i < fit->players; i++)
        fit->strength[i] += damping * move[i];
    return longest;
}

// The weight of a player in the anchor that is subtracted: 1 for a single anchor, equal shares for the mean.
static double weight_of_anchor(const Fit *fit, uint32_t anchor, uint32_t player)
{
    if (anchor == RATING_MEAN)
        return 1.0 / fit->players;
    return anchor == player;
}

// A player's strength above the anchor, with its standard error. Without draws the variance is the
// squared length of the contrast divided by L.
static Estimate estimate(const Fit *fit, uint32_t anchor, uint32_t player, double dispersion)
{
    double contrast[RATING_PLAYERS_MAX];
    double value = 0, variance = 0;
    for (uint32_t i = 0; i < fit->players; i++) {
        contrast[i] = (i == player) - weight_of_anchor(fit, anchor, i);
        value += contrast[i] * fit->strength[i];
    }
    solve_lower(fit, contrast);
    for (uint32_t i = 0; i < fit->players; i++)
        variance += contrast[i] * contrast[i];
    return estimate_around(ELO_OF_STRENGTH * value, ELO_OF_STRENGTH * sqrt(dispersion * variance));
}

void rating_fit(const RatingRow *rows, uint32_t row_count, uint32_t players, uint32_t anchor,
                Estimate *estimates)
{
    assert(players > 0 && players <= RATING_PLAYERS_MAX);
    assert(anchor < players || anchor == RATING_MEAN);
    Fit fit = {.players = players};
    double moved = INFINITY;
    for (unsigned i = 0; i < STEPS_MAX && moved > TOLERANCE; i++) {
        differentiate(&fit, rows, row_count);
        moved = rating_step(&fit);
    }
    differentiate(&fit, rows, row_count);
    factor(&fit);
    // A draw varies less than the win or loss it is counted for: the information alone would make
    // intervals too wide. Squares tell by how much (Wedderburn 1974, quasi-likelihood).
    const double dispersion = fit.squares / fit.squares_expected;
    for (uint32_t i = 0; i < players; i++)
        estimates[i] = estimate(&fit, anchor, i, dispersion);
}
