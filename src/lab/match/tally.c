// Counting pairs.
#include "lab/match/tally.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

void tally_init(Tally *tally, const Plan *plan)
{
    assert(plan->player_count <= PLAN_PLAYERS_MAX);
    memset(tally, 0, sizeof *tally);
    tally->plan = plan;
    tally->hash = HASH_START;
}

// Returns the player of the job that lost a game.
static uint32_t loser(const PairResult *result, unsigned game)
{
    return pair_half_points(result, game) ? result->job.second : result->job.first;
}

static void count_game(Tally *tally, const PairResult *result, unsigned game)
{
    const GameResult *game_result = &result->games[game];
    const bool is_draw = game_result->winner == WINNER_NONE;
    Meeting *meeting = &tally->meetings[result->job.first][result->job.second];
    const unsigned half_points = pair_half_points(result, game);
    score_add_game(&meeting->games, half_points);
    score_add_game(&meeting->by_seat[game], half_points);
    (is_draw ? tally->draws_by_ending : tally->wins_by_ending)[game_result->ending]++;
    tally->attempts += game_result->attempts;
    tally->plies += game_result->plies;
    if (game_result->ending == ENDING_FLAG && !is_draw)
        tally->flags[loser(result, game)]++;
    if (game_result->ending == ENDING_FORFEIT) {
        tally->last_forfeiter = loser(result, game);
        tally->forfeits[tally->last_forfeiter]++;
        memcpy(tally->last_reason, game_result->reason, sizeof game_result->reason);
    }
}

void tally_add(Tally *tally, const PairResult *result)
{
    assert(result->job.first < result->job.second);
    assert(result->job.second < tally->plan->player_count);
    count_game(tally, result, 0);
    count_game(tally, result, 1);
    score_add_pair(&tally->meetings[result->job.first][result->job.second].pairs,
                   pair_half_points(result, 0), pair_half_points(result, 1));
    tally->pairs++;
    tally->hash = hash_word(tally->hash, result->hash);
    if (tally->pairs == (uint64_t)1 << tally->prefix_count && tally->prefix_count < PREFIXES_MAX)
        tally->prefix_hashes[tally->prefix_count++] = tally->hash;
}

SprtState tally_sprt(const Tally *tally)
{
    return sprt_state(&tally->plan->sprt, &tally_match(tally)->pairs);
}

bool tally_is_decided(const Tally *tally)
{
    return tally->plan->stops_by_sprt && tally_sprt(tally) != SPRT_GO_ON;
}

void tally_ratings(const Tally *tally, Estimate *estimates)
{
    RatingRow rows[PLAN_PLAYERS_MAX * PLAN_PLAYERS_MAX / 2];
    const uint32_t players = tally->plan->player_count;
    uint32_t count = 0;
    for (uint8_t first = 0; first < players; first++)
        for (uint8_t second = first + 1; second < players; second++)
            rows[count++] = (RatingRow){first, second, tally->meetings[first][second].games};
    assert(count <= COUNT_OF(rows));
    rating_fit(rows, count, players, RATING_MEAN, estimates);
}

Trinomial tally_player(const Tally *tally, uint32_t player)
{
    assert(player < tally->plan->player_count);
    Trinomial sum = {0};
    for (uint32_t other = 0; other < tally->plan->player_count; other++) {
        const Trinomial as_first = tally->meetings[player][other].games;
        const Trinomial as_second = tally->meetings[other][player].games;
        sum.wins += as_first.wins + as_second.losses;
        sum.losses += as_first.losses + as_second.wins;
        sum.draws += as_first.draws + as_second.draws;
    }
    return sum;
}
