// Writing and reading the lines of runs.
#include "lab/match/runs.h"

#include "lab/match/line.h"

#include <inttypes.h>

void run_to_line(uint64_t from, const Secret *secret, Text *text)
{
    const size_t start = text->length;
    const Commitment commitment = secret_commit(secret);
    text_format(text, "run %" PRIu64 LINE_SEPARATOR, from);
    commitment_to_text(&commitment, text);
    line_seal(text, start);
}

void secret_to_line(const Secret *secret, Text *text)
{
    const size_t start = text->length;
    text_add(text, "secret ");
    secret_to_text(secret, text);
    line_seal(text, start);
}

static bool take_run(Runs *runs, Slice rest, uint64_t next)
{
    uint64_t from;
    Commitment commitment;
    if (!slice_number(slice_take(&rest, " "), UINT64_MAX, &from) || from != next ||
        !slice_is(slice_take(&rest, " "), "|") || !commitment_from_text(rest, &commitment))
        return false;
    *runs = (Runs){.is_open = true, .commitment = commitment, .secretless = runs_secretless(runs)};
    return true;
}

static bool take_secret(Runs *runs, Slice rest)
{
    Secret secret;
    if (!runs->is_open || !secret_from_text(rest, &secret) ||
        !secret_is_committed(&secret, &runs->commitment))
        return false;
    *runs = (Runs){.secretless = runs->secretless};
    return true;
}

bool runs_take_line(Runs *runs, Slice line, uint64_t next)
{
    Slice body;
    uint64_t hash;
    if (!line_unseal(line, &body, &hash))
        return false;
    const Slice word = slice_take(&body, " ");
    if (slice_is(word, "run"))
        return take_run(runs, body, next);
    return slice_is(word, "secret") && take_secret(runs, body);
}

bool runs_take_pair(Runs *runs)
{
    runs->pairs += runs->is_open;
    return runs->is_open;
}

uint64_t runs_secretless(const Runs *runs)
{
    return runs->secretless + runs->pairs;
}
