// Reads claims.
#include "lab/experiments/claim.h"

#include "lab/experiments/pattern.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const char *const error_texts[] = {
    [CLAIM_OK] = "no error",
    [CLAIM_ERR_FORM] = ("a claim is elo, points, wins, losses, draws, wins/losses, tries, calls or "
                        "rise with >= N, <= N or ~ N within M, "
                        "or order A > B, or narrows A > B; then perhaps where cpu=10; then a colon "
                        "and what the paper says"),
    [CLAIM_ERR_SENTENCE] = "a claim ends with a colon and what the paper says, in other words",
    [CLAIM_ERR_PLAYERS] = "the players of a claim stand in order, as in order a > b(k={1,3}) > c",
};
_Static_assert(COUNT_OF(error_texts) == CLAIM_ERR_COUNT, "every error needs a text");

const char *claim_error_text(ClaimError error)
{
    assert(error < CLAIM_ERR_COUNT);
    return error_texts[error];
}

// Cuts `text` at the first `mark`: what is before it, and in `*after` what follows. False if there is none.
static bool cut_at(Slice text, const char *mark, Slice *before, Slice *after)
{
    const size_t length = strlen(mark);
    for (size_t i = 0; i + length <= text.length; i++) {
        if (memcmp(text.start + i, mark, length) != 0)
            continue;
        *before = slice_trim((Slice){text.start, i});
        *after = slice_trim((Slice){text.start + i + length, text.length - i - length});
        return true;
    }
    return false;
}

// --- Bounds --------------------------------------------------------------------------------------

static const struct Figure {
    const char *name;
    bool is_share; // written with a percent sign
    bool is_ratio; // about a number means so many times larger or smaller
} figures[FIGURE_COUNT] = {
    [FIGURE_ELO] = {"elo", false, false},    [FIGURE_POINTS] = {"points", true, false},
    [FIGURE_WINS] = {"wins", true, false},   [FIGURE_LOSSES] = {"losses", true, false},
    [FIGURE_DRAWS] = {"draws", true, false}, [FIGURE_RATIO] = {"wins/losses", false, true},
    [FIGURE_TRIES] = {"tries", false, true}, [FIGURE_CALLS] = {"calls", true, false},
    [FIGURE_RISE] = {"rise", true, false},
};

static bool read_value(Slice word, ClaimFigure figure, double *value)
{
    const bool is_share = word.length && word.start[word.length - 1] == '%';
    word.length -= is_share;
    if (is_share != figures[figure].is_share || !slice_decimal(word, value))
        return false;
    *value /= is_share ? 100 : 1;
    return true;
}

// "~ 3 within 1.5": a ratio may be so many times larger or smaller, anything else so much.
static bool set_about(Claim *claim, double value, Slice rest)
{
    double within;
    if (!slice_is(slice_word(&rest), "within") ||
        !read_value(slice_trim(rest), claim->figure, &within))
        return false;
    const bool is_ratio = figures[claim->figure].is_ratio;
    claim->min = is_ratio ? value / within : value - within;
    claim->max = is_ratio ? value * within : value + within;
    return is_ratio ? within > 1 : within > 0;
}

static bool read_bound(Slice rule, Claim *claim)
{
    const Slice name = slice_word(&rule);
    while (claim->figure < FIGURE_COUNT && !slice_is(name, figures[claim->figure].name))
        claim->figure++;
    if (claim->figure == FIGURE_COUNT)
        return false;
    const Slice relation = slice_word(&rule), word = slice_word(&rule);
    double value;
    if (!read_value(word, claim->figure, &value))
        return false;
    claim->min = -INFINITY;
    claim->max = INFINITY;
    if (slice_is(relation, "~"))
        return set_about(claim, value, slice_trim(rule));
    if (slice_is(relation, ">="))
        claim->min = value;
    else if (slice_is(relation, "<="))
        claim->max = value;
    else
        return false;
    return slice_trim(rule).length == 0;
}

// --- Orders --------------------------------------------------------------------------------------

static bool add_player(Claim *claim, Slice player)
{
    if (claim->player_count == CLAIM_PLAYERS_MAX || pattern_count(player, PATTERN_MAX) == 0 ||
        pattern_count(player, PATTERN_MAX) > PATTERN_MAX)
        return false;
    claim->players[claim->player_count++] = player;
    return player.length > 0;
}

static bool read_players(Slice rest, Claim *claim)
{
    Slice player;
    while (cut_at(rest, " > ", &player, &rest))
        if (!add_player(claim, player))
            return false;
    return add_player(claim, rest) && claim->player_count >= 2 &&
           (claim->kind == CLAIM_ORDER || claim->player_count == 2);
}

// --- The line ------------------------------------------------------------------------------------

ClaimError claim_from_text(Slice text, Claim *claim)
{
    static const char *const orders[CLAIM_KIND_COUNT] = {
        [CLAIM_ORDER] = "order", [CLAIM_NARROWS] = "narrows"};
    Claim read = {.max = INFINITY}; // a difference is at least 0
    Slice rule;
    if (!cut_at(text, ": ", &read.rule, &read.sentence) || !read.sentence.length)
        return CLAIM_ERR_SENTENCE;
    rule = read.rule;
    if (cut_at(read.rule, " where ", &rule, &read.where) && !read.where.length)
        return CLAIM_ERR_FORM;
    Slice rest = rule;
    const unsigned kind = slice_find(slice_word(&rest), orders, CLAIM_KIND_COUNT);
    if (kind < CLAIM_KIND_COUNT) {
        read.kind = (ClaimKind)kind;
        if (!read_players(slice_trim(rest), &read))
            return CLAIM_ERR_PLAYERS;
    } else if (!read_bound(rule, &read)) {
        return CLAIM_ERR_FORM;
    }
    *claim = read;
    return CLAIM_OK;
}
