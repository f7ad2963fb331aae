// The stored result of a cell as JSON: counts and the circumstances of its run, read and written, and compared with a repetition of its games.
#include "lab/experiments/result.h"

#include "formats/records/hearing_text.h"
#include "lab/experiments/internal.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t result_games(const CellResult *result)
{
    assert(result);
    return result->is_there ? score_count_games(&result->meeting.games) : 0;
}

uint64_t lab__json_count(const json_t *number, uint64_t max, bool *is_fine)
{
    assert(max <= INT64_MAX);
    const json_int_t count = json_integer_value(number);
    *is_fine = *is_fine && json_is_integer(number) && count >= 0 && (uint64_t)count <= max;
    return *is_fine ? (uint64_t)count : 0;
}

bool lab__add_json_line(json_t *object, unsigned digits, Text *text)
{
    char *line = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(digits)) : NULL;
    json_decref(object);
    if (!line)
        return false;
    text_format(text, "%s\n", line);
    free(line);
    return !text->cut;
}

enum { SCALE_DIGITS = 6 }; // significant digits of a scale in JSON

static uint32_t count_at(const json_t *object, const char *key, bool *is_fine)
{
    return (uint32_t)lab__json_count(json_object_get(object, key), INT32_MAX, is_fine);
}

static uint64_t sum_at(const json_t *object, const char *key, bool *is_fine)
{
    return lab__json_count(json_object_get(object, key), INT64_MAX, is_fine);
}

static Trinomial read_trinomial(const json_t *object, bool *is_fine)
{
    return (Trinomial){.wins = count_at(object, "wins", is_fine),
                       .draws = count_at(object, "draws", is_fine),
                       .losses = count_at(object, "losses", is_fine)};
}

static void read_list(const json_t *list, uint32_t *counts, size_t size, bool *is_fine)
{
    *is_fine = *is_fine && json_array_size(list) == size;
    for (size_t i = 0; i < size && *is_fine; i++)
        counts[i] = (uint32_t)lab__json_count(json_array_get(list, i), INT32_MAX, is_fine);
}

static void read_causes(json_t *causes, uint32_t *by_ending, bool *is_fine)
{
    const char *name;
    json_t *count;
    *is_fine = *is_fine && json_is_object(causes);
    json_object_foreach(causes, name, count)
    {
        const uint8_t ending = ending_from_name(slice_of(name));
        *is_fine = *is_fine && ending;
        by_ending[ending] = (uint32_t)lab__json_count(count, INT32_MAX, is_fine);
    }
}

// Copies a string that fits; anything else sets `*is_fine` to false.
static void read_string(const json_t *value, char *string, size_t capacity, bool *is_fine)
{
    assert(capacity > 0);
    const char *read = json_string_value(value);
    *is_fine = *is_fine && read && strlen(read) < capacity;
    if (*is_fine)
        snprintf(string, capacity, "%s", read);
}

static uint64_t read_hash(const json_t *value, bool *is_fine)
{
    char digits[17] = "";
    char after;
    uint64_t hash = 0;
    read_string(value, digits, sizeof digits, is_fine);
    *is_fine =
        *is_fine && strlen(digits) == 16 && sscanf(digits, "%16" SCNx64 "%c", &hash, &after) == 1;
    return hash;
}

// Results from before there were such hashes have none.
static void read_prefixes(const json_t *list, CellResult *result, bool *is_fine)
{
    const size_t count = json_array_size(list);
    *is_fine =
        *is_fine && (!list || json_is_null(list) || json_is_array(list)) && count <= PREFIXES_MAX;
    for (size_t i = 0; i < count && *is_fine; i++)
        result->prefix_hashes[i] = read_hash(json_array_get(list, i), is_fine);
    result->prefix_count = *is_fine ? (uint32_t)count : 0;
}

// Results from before players had versions have none, and a program from outside has none.
static void read_versions(const json_t *list, CellResult *result, bool *is_fine)
{
    for (unsigned i = 0; i < 2 && list; i++) {
        const json_t *version = json_array_get(list, i);
        if (!json_is_null(version))
            read_string(version, result->versions[i], sizeof result->versions[i], is_fine);
    }
}

static bool read_result(const json_t *object, CellResult *result)
{
    bool is_fine = json_is_object(object);
    const json_t *hash = json_object_get(object, "hash");
    Meeting *meeting = &result->meeting;
    result->is_there = true;
    meeting->games = read_trinomial(object, &is_fine);
    meeting->by_seat[0] = read_trinomial(json_object_get(object, "as_white"), &is_fine);
    meeting->by_seat[1] = read_trinomial(json_object_get(object, "as_black"), &is_fine);
    read_list(json_object_get(object, "pentanomial"), meeting->pairs.count, PAIR_SCORES, &is_fine);
    read_list(json_object_get(object, "forfeits"), result->forfeits, 2, &is_fine);
    read_causes(json_object_get(object, "wins_by_cause"), result->wins_by_ending, &is_fine);
    read_causes(json_object_get(object, "draws_by_cause"), result->draws_by_ending, &is_fine);
    result->attempts = sum_at(object, "attempts", &is_fine);
    result->plies = sum_at(object, "plies", &is_fine);
    result->games_per_second = json_number_value(json_object_get(object, "games_per_second"));
    is_fine = is_fine && result->games_per_second >= 0;
    read_prefixes(json_object_get(object, "prefix_hashes"), result, &is_fine);
    read_versions(json_object_get(object, "versions"), result, &is_fine);
    if (!json_is_null(hash))
        read_string(hash, result->hash, sizeof result->hash, &is_fine);
    return is_fine;
}

bool result_from_json(Slice text, CellResult *result)
{
    CellResult read = {0};
    json_t *object = json_loadb(text.start, text.length, JSON_REJECT_DUPLICATES, NULL);
    const bool is_read = read_result(object, &read);
    json_decref(object);
    if (is_read)
        *result = read;
    return is_read;
}

bool run_to_json(const Run *run, Text *text)
{
    assert(run->scale > 0);
    json_t *object = json_pack("{s:s, s:s, s:s, s:I, s:I, s:f}", "date", run->date, "commit",
                               run->commit, "cpu", run->cpu, "cores", (json_int_t)run->cores,
                               "concurrency", (json_int_t)run->concurrency, "scale", run->scale);
    if (object && run->signature[0] &&
        json_object_set_new(object, "signature", json_string(run->signature)) != 0) {
        json_decref(object);
        object = NULL;
    }
    return lab__add_json_line(object, SCALE_DIGITS, text);
}

bool run_from_json(Slice line, Run *run)
{
    Run read = {0};
    json_t *object = json_loadb(line.start, line.length, JSON_REJECT_DUPLICATES, NULL);
    bool is_fine = json_is_object(object);
    read_string(json_object_get(object, "date"), read.date, sizeof read.date, &is_fine);
    read_string(json_object_get(object, "commit"), read.commit, sizeof read.commit, &is_fine);
    read_string(json_object_get(object, "cpu"), read.cpu, sizeof read.cpu, &is_fine);
    read.cores = count_at(object, "cores", &is_fine);
    read.concurrency = count_at(object, "concurrency", &is_fine);
    read.scale = json_number_value(json_object_get(object, "scale"));
    const json_t *signature = json_object_get(object, "signature");
    if (signature)
        read_string(signature, read.signature, sizeof read.signature, &is_fine);
    json_decref(object);
    is_fine = is_fine && read.scale > 0;
    if (is_fine)
        *run = read;
    return is_fine;
}

bool cell_can_be_verified(const ExperimentCell *cell)
{
    return plan_is_deterministic(&cell->plan) && !plan_has_external_programs(&cell->plan);
}

uint64_t verify_pairs(const CellResult *kept, double scale)
{
    assert(kept->is_there && scale > 0);
    const uint64_t all = score_count_pairs(&kept->meeting.pairs);
    if (scale >= 1)
        return all;
    const double wanted = (double)all * scale;
    uint64_t pairs = kept->prefix_count ? 1 : 0;
    for (uint32_t i = 1; i < kept->prefix_count && (double)((uint64_t)1 << i) <= wanted; i++)
        pairs = (uint64_t)1 << i;
    return pairs;
}

// Everything that is counted; a file whose hash is right may have been altered elsewhere.
static bool has_same_counts(const CellResult *kept, const Tally *tally)
{
    return memcmp(&kept->meeting, tally_match(tally), sizeof kept->meeting) == 0 &&
           memcmp(kept->wins_by_ending, tally->wins_by_ending, sizeof kept->wins_by_ending) == 0 &&
           memcmp(kept->draws_by_ending, tally->draws_by_ending, sizeof kept->draws_by_ending) ==
               0 &&
           kept->attempts == tally->attempts && kept->plies == tally->plies;
}

static bool has_same_hash(const CellResult *kept, const Tally *tally)
{
    char hash[sizeof kept->hash];
    Text digits = TEXT_IN(hash);
    text_format(&digits, "%016" PRIx64, tally->hash);
    return strcmp(kept->hash, hash) == 0;
}

// Returns the largest power of two of pairs whose hashes are the same.
static uint64_t count_same(const CellResult *kept, const Tally *tally)
{
    const uint32_t count =
        kept->prefix_count < tally->prefix_count ? kept->prefix_count : tally->prefix_count;
    uint64_t same = 0;
    for (uint32_t i = 0; i < count && kept->prefix_hashes[i] == tally->prefix_hashes[i]; i++)
        same = (uint64_t)1 << i;
    return same;
}

Verification verify_cell(const CellResult *kept, const Tally *tally)
{
    assert(kept->is_there && tally->pairs > 0);
    Verification verification = {.pairs = tally->pairs,
                                 .kept_pairs = score_count_pairs(&kept->meeting.pairs),
                                 .same_pairs = count_same(kept, tally)};
    assert(verification.pairs <= verification.kept_pairs);
    verification.is_identical = verification.pairs == verification.kept_pairs
                                    ? has_same_hash(kept, tally) && has_same_counts(kept, tally)
                                    : verification.same_pairs == verification.pairs;
    return verification;
}
