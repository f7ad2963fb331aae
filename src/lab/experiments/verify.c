// Hashes and counts, then and now.
#include "lab/experiments/verify.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

bool cell_can_be_verified(const ExperimentCell *cell)
{
    return plan_is_deterministic(&cell->plan) && !plan_has_guests(&cell->plan);
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

// The largest power of two of pairs whose hashes are the same.
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
