// Figures with their intervals, as text and as JSON.
#include "lab/report/report.h"

#include "base/stats/score.h"
#include "engine/players/version.h"
#include "formats/records/hearing_text.h"
#include "lab/report/ladder.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>

static double per_second(double count, const Speed *speed)
{
    return speed->seconds > 0 ? count / speed->seconds : 0;
}

static Score match_score(const Meeting *meeting)
{
    return score_of_match(&meeting->pairs, &meeting->games);
}

// Lines are made to fit 80 columns; long names alone may exceed them, and stand last.

// Adds "+12.3 (-4.0 to +28.6)"; what no sample can bound is called infinite.
static void add_signed(double value, Text *text)
{
    if (isinf(value))
        text_add(text, value > 0 ? "+infinite" : "-infinite");
    else
        text_format(text, "%+.1f", value);
}

static void add_estimate(Estimate estimate, Text *text)
{
    add_signed(estimate.value, text);
    text_add(text, " (");
    add_signed(estimate.low, text);
    text_add(text, " to ");
    add_signed(estimate.high, text);
    text_add_char(text, ')');
}

void report_elo(const PairCounts *pairs, const Trinomial *games, Text *text)
{
    const Score score = score_of_match(pairs, games);
    add_estimate(elo_logistic(&score), text);
}

static void add_causes(const char *what, const uint32_t *by_ending, Text *text)
{
    const char *before = what;
    for (unsigned ending = 1; ending < ENDINGS_MAX; ending++) {
        if (!by_ending[ending])
            continue;
        text_format(text, "%s%s %u", before, ending_name((uint8_t)ending), by_ending[ending]);
        before = ", ";
    }
    if (before != what)
        text_add_char(text, '\n');
}

void report_time(double seconds, Text *text)
{
    assert(seconds >= 0 && seconds < UINT_MAX);
    const unsigned whole = (unsigned)seconds;
    if (whole >= 3600)
        text_format(text, "%u h %02u min", whole / 3600, whole / 60 % 60);
    else if (whole >= 60)
        text_format(text, "%u min %02u s", whole / 60, whole % 60);
    else
        text_format(text, "%u s", whole);
}

static void add_speed(const Tally *tally, const Speed *speed, Text *text)
{
    const uint64_t pairs = plan_job_count(tally->plan);
    text_format(text, "speed    %.1f games/s, %.0f attempts/s",
                per_second((double)speed->games, speed),
                per_second((double)speed->attempts, speed));
    if (tally->pairs < pairs && !tally_is_decided(tally) && speed->games) {
        text_add(text, ", time left ");
        report_time((double)(pairs - tally->pairs) * 2 / per_second((double)speed->games, speed),
                    text);
    }
    text_add_char(text, '\n');
}

static void add_progress(const Tally *tally, Text *text)
{
    text_format(text, "%" PRIu64 " of %" PRIu64 " games", tally->pairs * 2,
                plan_job_count(tally->plan) * 2);
}

// Adds "forfeits cmd:./mybot 3"; nothing if no player has any.
static void add_by_player(const Tally *tally, const char *what, const uint32_t *counts, Text *text)
{
    const char *before = what;
    for (uint32_t i = 0; i < tally->plan->player_count; i++) {
        if (!counts[i])
            continue;
        text_format(text, "%s%s %u", before, tally->plan->players[i], counts[i]);
        before = ", ";
    }
    if (before != what)
        text_add_char(text, '\n');
}

// Adds who lost for want of time or by failing, and how the last failed.
static void add_failures(const Tally *tally, Text *text)
{
    add_by_player(tally, "on time  lost by ", tally->flags, text);
    add_by_player(tally, "forfeits ", tally->forfeits, text);
    if (tally->last_reason[0])
        text_format(text, "last by  %s: %s\n", tally->plan->players[tally->last_forfeiter],
                    tally->last_reason);
}

static void add_hash(const Tally *tally, Text *text)
{
    if (plan_is_deterministic(tally->plan))
        text_format(text, "hash     %016" PRIx64 "\n", tally->hash);
}

// Adds how the match can be played again, if it was one with external programs.
static void add_secret(const Tally *tally, Text *text)
{
    if (tally->secret) {
        text_add(text, "secret   ");
        secret_to_text(tally->secret, text);
        text_add_char(text, '\n');
    }
    if (tally->secretless)
        text_format(text, "secret   lost for %" PRIu64 " pairs: they cannot be derived again\n",
                    tally->secretless);
}

static void add_sprt(const Tally *tally, Text *text)
{
    static const char *const words[] = {[SPRT_GO_ON] = "undecided",
                                        [SPRT_ACCEPT_H0] = "H0 accepted",
                                        [SPRT_ACCEPT_H1] = "H1 accepted"};
    const SprtPlan *plan = &tally->plan->sprt;
    const PairCounts *pairs = &tally_match(tally)->pairs;
    const SprtBounds bounds = sprt_bounds(plan);
    text_format(text, "LLR      %.2f (%.2f to %.2f) for nElo %g against %g: %s\n",
                sprt_llr(plan, pairs), bounds.lower, bounds.upper, plan->elo1, plan->elo0,
                words[tally_sprt(tally)]);
}

void report_match(const Tally *tally, const Speed *speed, Text *text)
{
    const Plan *plan = tally->plan;
    const Meeting *meeting = tally_match(tally);
    const Trinomial *games = &meeting->games;
    const Score score = match_score(meeting);
    const uint32_t *count = meeting->pairs.count;
    add_progress(tally, text);
    text_format(text, ": %s against %s\n", plan->players[0], plan->players[1]);
    text_format(text, "score    %u wins, %u losses, %u draws\n", games->wins, games->losses,
                games->draws);
    text_format(text, "pairs    %u with 0 points, %u with 0.5, %u with 1, %u with 1.5, %u with 2\n",
                count[0], count[1], count[2], count[3], count[4]);
    text_format(text, "as White %u-%u-%u, as Black %u-%u-%u (wins-losses-draws)\n",
                meeting->by_seat[0].wins, meeting->by_seat[0].losses, meeting->by_seat[0].draws,
                meeting->by_seat[1].wins, meeting->by_seat[1].losses, meeting->by_seat[1].draws);
    if (tally->pairs) {
        text_add(text, "Elo      ");
        add_estimate(elo_logistic(&score), text);
        text_add(text, "\nnElo     ");
        add_estimate(elo_normalized(&score), text);
        text_format(text, ", Elo scaled by how results vary\nLOS      %.1f %%, draws %.1f %%\n",
                    100 * elo_los(&score), 100 * score_draw_ratio(games).value);
        if (plan->stops_by_sprt)
            add_sprt(tally, text);
    }
    add_causes("draws by ", tally->draws_by_ending, text);
    add_causes("wins by  ", tally->wins_by_ending, text);
    add_failures(tally, text);
    add_speed(tally, speed, text);
    add_secret(tally, text);
    add_hash(tally, text);
}

static void add_player(const Tally *tally, uint32_t player, Estimate rating, Text *text)
{
    const Trinomial games = tally_player(tally, player);
    text_format(text, "%+7.1f  %+7.1f to %+7.1f  %6.1f %7" PRIu64 "  %s\n", rating.value,
                rating.low, rating.high, ladder_percent(&games), score_count_games(&games),
                tally->plan->players[player]);
}

// Adds what the row's player made of the column's.
static void add_meeting_cell(const Tally *tally, uint32_t row, uint32_t column, Text *text)
{
    double percent;
    if (ladder_meeting(tally, row, column, &percent))
        text_format(text, " %5.1f", percent);
    else
        text_format(text, " %5s", row == column ? "." : "-");
}

static void add_cross_table(const Tally *tally, const uint32_t *order, Text *text)
{
    const uint32_t players = tally->plan->player_count;
    text_add(text, "\nscore of the row against the column, in %\n   ");
    for (uint32_t place = 0; place < players; place++)
        text_format(text, " %5u", place + 1);
    text_add_char(text, '\n');
    for (uint32_t place = 0; place < players; place++) {
        text_format(text, "%2u ", place + 1);
        for (uint32_t other = 0; other < players; other++)
            add_meeting_cell(tally, order[place], order[other], text);
        text_add_char(text, '\n');
    }
}

void report_tournament(const Tally *tally, const Speed *speed, Text *text)
{
    const uint32_t players = tally->plan->player_count;
    Ladder ladder;
    ladder_init(&ladder, tally);
    add_progress(tally, text);
    text_add(text, "\n\n     rating     95 % interval    score %   games  player\n");
    for (uint32_t place = 0; place < players; place++) {
        text_format(text, "%2u  ", place + 1);
        add_player(tally, ladder.order[place], ladder.ratings[ladder.order[place]], text);
    }
    add_cross_table(tally, ladder.order, text);
    text_add_char(text, '\n');
    add_causes("draws by ", tally->draws_by_ending, text);
    add_failures(tally, text);
    add_speed(tally, speed, text);
    add_secret(tally, text);
    add_hash(tally, text);
}

static json_t *number_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

// Adds a figure and the ends of its interval under three keys.
static bool add_estimate_json(json_t *object, const char *key, Estimate estimate)
{
    char low[32], high[32];
    Text low_key = TEXT_IN(low), high_key = TEXT_IN(high);
    text_format(&low_key, "%s_low", key);
    text_format(&high_key, "%s_high", key);
    return json_object_set_new(object, key, number_or_null(estimate.value)) == 0 &&
           json_object_set_new(object, low, number_or_null(estimate.low)) == 0 &&
           json_object_set_new(object, high, number_or_null(estimate.high)) == 0;
}

static json_t *causes_json(const uint32_t *by_ending)
{
    json_t *object = json_object();
    for (unsigned ending = 1; ending < ENDINGS_MAX; ending++)
        if (by_ending[ending])
            json_object_set_new(object, ending_name((uint8_t)ending),
                                json_integer(by_ending[ending]));
    return object;
}

static json_t *trinomial_json(const Trinomial *games)
{
    return json_pack("{s:i, s:i, s:i}", "wins", (int)games->wins, "losses", (int)games->losses,
                     "draws", (int)games->draws);
}

// Adds the seed, or what a match with external programs has in its place.
static bool add_chance(json_t *object, const Tally *tally)
{
    char memory[2 * SECRET_BYTES + 1];
    Text secret = TEXT_IN(memory);
    const Plan *plan = tally->plan;
    if (tally->secret)
        secret_to_text(tally->secret, &secret);
    json_t *more = json_pack(
        "{s:o, s:o, s:I}", "seed",
        plan_has_external_programs(plan) ? json_null() : json_integer((json_int_t)plan->seed),
        "secret", tally->secret ? json_string(memory) : json_null(), "secretless_pairs",
        (json_int_t)tally->secretless);
    const bool is_added = more && json_object_update(object, more) == 0;
    json_decref(more);
    return is_added;
}

// Returns the hashes of the first 1, 2, 4 ... pairs, so that a part of a match can be compared.
static json_t *prefixes_json(const Tally *tally)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < tally->prefix_count; i++) {
        char hash[17];
        Text digits = TEXT_IN(hash);
        text_format(&digits, "%016" PRIx64, tally->prefix_hashes[i]);
        json_array_append_new(list, json_string(hash));
    }
    return list;
}

// Returns the versions of all players: "mcts-c@1 0123456789abcdef", or null for an external program.
static json_t *versions_json(const Plan *plan)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < plan->player_count; i++) {
        char version[VERSION_ROOM];
        Text text = TEXT_IN(version);
        roster_version_to_text(plan->players[i], &text);
        json_array_append_new(list, version[0] ? json_string(version) : json_null());
    }
    return list;
}

// Adds what a match and a tournament have in common: settings, causes, speed, hash.
static bool add_common(json_t *object, const Tally *tally, const Speed *speed)
{
    char memory[256], hash[17];
    Text game = TEXT_IN(memory), digits = TEXT_IN(hash);
    const Plan *plan = tally->plan;
    plan->game->write(plan->rules, &game);
    text_format(&digits, "%016" PRIx64, tally->hash);
    json_t *more = json_pack(
        "{s:s, s:o, s:I, s:o, s:o, s:I, s:I, s:f, s:f, s:f, s:o, s:o}", "game", memory, "versions",
        versions_json(plan), "games", (json_int_t)tally->pairs * 2, "draws_by_cause",
        causes_json(tally->draws_by_ending), "wins_by_cause", causes_json(tally->wins_by_ending),
        "attempts", (json_int_t)tally->attempts, "plies", (json_int_t)tally->plies, "seconds",
        speed->seconds, "games_per_second", per_second((double)speed->games, speed),
        "attempts_per_second", per_second((double)speed->attempts, speed), "hash",
        plan_is_deterministic(plan) ? json_string(hash) : json_null(), "prefix_hashes",
        plan_is_deterministic(plan) ? prefixes_json(tally) : json_null());
    const bool is_added = more && json_object_update(object, more) == 0;
    json_decref(more);
    return is_added && add_chance(object, tally);
}

static int add_bytes(const char *bytes, size_t count, void *text)
{
    text_format(text, "%.*s", (int)count, bytes);
    return ((Text *)text)->cut ? -1 : 0;
}

// Writes the object as a line and gives it back.
static bool write_json(json_t *object, bool is_whole, Text *text)
{
    const bool is_written =
        is_whole &&
        json_dump_callback(object, add_bytes, text, JSON_COMPACT | JSON_REAL_PRECISION(10)) == 0;
    json_decref(object);
    text_add_char(text, '\n');
    return is_written && !text->cut;
}

static bool add_match(json_t *object, const Tally *tally)
{
    static const char *const states[] = {
        [SPRT_GO_ON] = "undecided", [SPRT_ACCEPT_H0] = "h0", [SPRT_ACCEPT_H1] = "h1"};
    const Plan *plan = tally->plan;
    const Meeting *meeting = tally_match(tally);
    const uint32_t *count = meeting->pairs.count;
    const Score score = match_score(meeting);
    json_t *more = json_pack(
        "{s:[s, s], s:i, s:i, s:i, s:[i, i, i, i, i], s:o, s:o, s:f, s:f, s:f, s:s, s:[i, i]}",
        "players", plan->players[0], plan->players[1], "wins", (int)meeting->games.wins, "losses",
        (int)meeting->games.losses, "draws", (int)meeting->games.draws, "pentanomial",
        (int)count[0], (int)count[1], (int)count[2], (int)count[3], (int)count[4], "as_white",
        trinomial_json(&meeting->by_seat[0]), "as_black", trinomial_json(&meeting->by_seat[1]),
        "los", elo_los(&score), "draw_ratio", score_draw_ratio(&meeting->games).value, "llr",
        sprt_llr(&plan->sprt, &meeting->pairs), "sprt", states[tally_sprt(tally)], "forfeits",
        (int)tally->forfeits[0], (int)tally->forfeits[1]);
    const bool is_added = more && json_object_update(object, more) == 0;
    json_decref(more);
    return is_added && add_estimate_json(object, "elo", elo_logistic(&score)) &&
           add_estimate_json(object, "normalized_elo", elo_normalized(&score));
}

bool report_match_json(const Tally *tally, const Speed *speed, Text *text)
{
    json_t *object = json_object();
    const bool is_whole = object && add_match(object, tally) && add_common(object, tally, speed);
    return write_json(object, is_whole, text);
}

static json_t *player_json(const Tally *tally, uint32_t player, Estimate rating)
{
    const Trinomial games = tally_player(tally, player);
    json_t *object = trinomial_json(&games);
    const bool is_whole =
        object &&
        json_object_set_new(object, "player", json_string(tally->plan->players[player])) == 0 &&
        json_object_set_new(object, "forfeits", json_integer(tally->forfeits[player])) == 0 &&
        add_estimate_json(object, "rating", rating);
    if (is_whole)
        return object;
    json_decref(object);
    return NULL;
}

static json_t *meeting_json(const Tally *tally, uint32_t first, uint32_t second)
{
    const Meeting *meeting = &tally->meetings[first][second];
    const Score score = match_score(meeting);
    json_t *object = trinomial_json(&meeting->games);
    const bool is_whole = object &&
                          json_object_set_new(object, "first", json_integer(first)) == 0 &&
                          json_object_set_new(object, "second", json_integer(second)) == 0 &&
                          add_estimate_json(object, "elo", elo_logistic(&score));
    if (is_whole)
        return object;
    json_decref(object);
    return NULL;
}

static bool add_tournament(json_t *object, const Tally *tally)
{
    const uint32_t count = tally->plan->player_count;
    Estimate ratings[PLAN_PLAYERS_MAX];
    json_t *players = json_array(), *meetings = json_array();
    tally_ratings(tally, ratings);
    bool is_whole = json_object_set_new(object, "players", players) == 0;
    is_whole = json_object_set_new(object, "meetings", meetings) == 0 && is_whole;
    for (uint32_t i = 0; i < count && is_whole; i++)
        is_whole = json_array_append_new(players, player_json(tally, i, ratings[i])) == 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count && is_whole; j++)
            if (score_count_games(&tally->meetings[i][j].games))
                is_whole = json_array_append_new(meetings, meeting_json(tally, i, j)) == 0;
    return is_whole;
}

bool report_tournament_json(const Tally *tally, const Speed *speed, Text *text)
{
    json_t *object = json_object();
    const bool is_whole =
        object && add_tournament(object, tally) && add_common(object, tally, speed);
    return write_json(object, is_whole, text);
}
