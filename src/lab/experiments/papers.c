// Reads published figures, claims, and the list of tables and figures.
#include "lab/experiments/papers.h"

#include "lab/experiments/internal.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    ROUNDING_PERCENT = 1,     // rounded shares of a paper may add up to so much more than 100 %
    READING_PERCENT_MAX = 50, // a curve that is read with a larger error says nothing
};

// The three figures as written: shares with a percent sign, counts without, `-` for unknown.
typedef struct Figures {
    double numbers[RESULT_COUNT]; // below 0 for a `-`
    unsigned known, shares;
} Figures;

static bool read_figures(Slice *rest, Figures *figures)
{
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        Slice word = slice_word(rest);
        figures->numbers[i] = -1;
        if (slice_is(word, "-"))
            continue;
        const bool is_share = word.length && word.start[word.length - 1] == '%';
        word.length -= is_share;
        if (!slice_decimal(word, &figures->numbers[i]) || (!is_share && slice_has(word, '.')))
            return false;
        figures->known++;
        figures->shares += is_share;
    }
    const bool is_of_wins = figures->numbers[RESULT_WIN] >= 0 || figures->known == RESULT_COUNT - 1;
    return figures->known > 0 && is_of_wins &&
           (figures->shares == 0 || figures->shares == figures->known);
}

// Reads "white" or "black", the seat of the first player. False for anything else, with `*side` untouched.
static bool read_side(Slice word, PublishedSide *side)
{
    static const char *const names[PUBLISHED_SIDE_COUNT] = {
        [PUBLISHED_FIRST_SEAT] = "white", [PUBLISHED_SECOND_SEAT] = "black"};
    for (unsigned i = PUBLISHED_FIRST_SEAT; i < PUBLISHED_SIDE_COUNT; i++) {
        if (slice_is(word, names[i])) {
            *side = (PublishedSide)i;
            return true;
        }
    }
    return false;
}

// Reads "3%": the share was read off a curve, and may be so much larger or smaller.
static bool read_reading(Slice value, double *reading)
{
    double percent;
    if (!value.length || value.start[value.length - 1] != '%')
        return false;
    value.length--;
    if (!slice_decimal(value, &percent) || !(percent > 0 && percent <= READING_PERCENT_MAX))
        return false;
    *reading = percent / 100;
    return true;
}

static bool read_clause(Slice name, Slice value, Published *published)
{
    uint64_t games;
    if (slice_is(name, "of") && slice_number(value, UINT32_MAX, &games) && games > 0) {
        published->games = (uint32_t)games;
        return true;
    }
    if (slice_is(name, "where") && value.length > 0) {
        published->where = value;
        return true;
    }
    return (slice_is(name, "as") && read_side(value, &published->side)) ||
           (slice_is(name, "reading") && read_reading(value, &published->reading));
}

// Reads "of 400", "as white", "reading 3%", "where c=0.5,nodes=100", in any order.
static bool read_clauses(Slice rest, Published *published)
{
    for (rest = slice_trim(rest); rest.length; rest = slice_trim(rest)) {
        const Slice name = slice_word(&rest);
        if (!read_clause(name, slice_word(&rest), published))
            return false;
    }
    return true;
}

// Makes shares of the figures. If two of three are known, the third is the rest.
static bool settle_shares(const Figures *figures, Published *published)
{
    assert(figures->known >= 1 && figures->known <= RESULT_COUNT);
    assert(figures->shares == 0 || figures->shares == figures->known);
    double sum = 0;
    for (unsigned i = 0; i < RESULT_COUNT; i++)
        sum += figures->numbers[i] > 0 ? figures->numbers[i] : 0;
    double whole = figures->shares ? 100 : published->games;
    if (!figures->shares && !published->games && figures->known == RESULT_COUNT) {
        published->games = (uint32_t)sum;
        whole = sum;
    }
    if (!(whole > 0) || sum > whole + (figures->shares ? ROUNDING_PERCENT : 0))
        return false;
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        if (figures->numbers[i] > whole) // rounding is for a sum
            return false;
        const bool is_rest = figures->numbers[i] < 0 && figures->known == RESULT_COUNT - 1;
        const double rest = sum < whole ? whole - sum : 0;
        published->shares[i] = is_rest                    ? rest / whole
                               : figures->numbers[i] >= 0 ? figures->numbers[i] / whole
                                                          : -1;
    }
    return true;
}

const char *published_from_text(Slice text, Published *published)
{
    Published read = {0};
    Figures figures = {0};
    if (!read_figures(&text, &figures) || !read_clauses(text, &read))
        return "published figures are wins, losses and draws, as in 18 4 378 or 4.5% 1% 94.5% of "
               "400, then "
               "perhaps as white, reading 3% and where c=0.5";
    if (!settle_shares(&figures, &read))
        return "published figures add up, to 100% or to the games played";
    *published = read;
    return NULL;
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

static bool read_claim_value(Slice word, ClaimFigure figure, double *value)
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
        !read_claim_value(slice_trim(rest), claim->figure, &within))
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
    if (!read_claim_value(word, claim->figure, &value))
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

static bool add_claim_player(Claim *claim, Slice player)
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
        if (!add_claim_player(claim, player))
            return false;
    return add_claim_player(claim, rest) && claim->player_count >= 2 &&
           (claim->kind == CLAIM_ORDER || claim->player_count == 2);
}

const char *claim_from_text(Slice text, Claim *claim)
{
    static const char *const orders[CLAIM_KIND_COUNT] = {
        [CLAIM_ORDER] = "order", [CLAIM_NARROWS] = "narrows"};
    Claim read = {.max = INFINITY}; // a difference is at least 0
    static const char form[] = "a claim is elo, points, wins, losses, draws, wins/losses, tries, "
                               "calls or rise with >= N, <= N or ~ N "
                               "within M, or order A > B, or narrows A > B; then perhaps where "
                               "cpu=10; then a colon and what the paper says";
    Slice rule;
    if (!cut_at(text, ": ", &read.rule, &read.sentence) || !read.sentence.length)
        return "a claim ends with a colon and what the paper says, in other words";
    rule = read.rule;
    if (cut_at(read.rule, " where ", &rule, &read.where) && !read.where.length)
        return form;
    Slice rest = rule;
    const unsigned kind = slice_find(slice_word(&rest), orders, CLAIM_KIND_COUNT);
    if (kind < CLAIM_KIND_COUNT) {
        read.kind = (ClaimKind)kind;
        if (!read_players(slice_trim(rest), &read))
            return "the players of a claim stand in order, as in order a > b(k={1,3}) > c";
    } else if (!read_bound(rule, &read)) {
        return form;
    }
    *claim = read;
    return NULL;
}

typedef struct PapersReading {
    Papers *papers;
    Slice paper; // the items to come are of
    uint32_t line;
} PapersReading;

static PaperItem *last_item(PapersReading *reading)
{
    Papers *papers = reading->papers;
    return papers->item_count ? &papers->items[papers->item_count - 1] : NULL;
}

static const char *read_paper(PapersReading *reading, Slice value)
{
    reading->paper = value;
    return NULL;
}

static const char *read_item(PapersReading *reading, Slice value)
{
    Papers *papers = reading->papers;
    if (!reading->paper.length)
        return "an item follows the line of its paper";
    if (papers->item_count == PAPERS_ITEMS_MAX)
        return "there can be at most 64 items";
    papers->items[papers->item_count++] = (PaperItem){.paper = reading->paper, .name = value};
    return NULL;
}
_Static_assert(PAPERS_ITEMS_MAX == 64, "the sentence above says so");

static const char *read_note(PapersReading *reading, Slice value)
{
    PaperItem *item = last_item(reading);
    if (!item || item->note.length)
        return "a note follows the item it is about, once";
    item->note = value;
    return NULL;
}

static const char *read_from(PapersReading *reading, Slice value)
{
    Papers *papers = reading->papers;
    PaperSource source = {.line = reading->line, .experiment = slice_word(&value)};
    if (!last_item(reading))
        return "an experiment follows the item it answers";
    if (papers->source_count == PAPERS_SOURCES_MAX)
        return "there can be at most 128 experiments";
    source.item = papers->item_count - 1;
    for (value = slice_trim(value); value.length; value = slice_trim(value)) {
        const Slice name = slice_word(&value), given = slice_word(&value);
        if (slice_is(name, "by") && given.length)
            source.by = given;
        else if (slice_is(name, "where") && given.length)
            source.where = given;
        else if (!slice_is(name, "as") || !read_side(given, &source.side))
            return "after the experiment come perhaps by PLAYER, where WORDS and as white or as "
                   "black";
    }
    papers->sources[papers->source_count++] = source;
    return NULL;
}
_Static_assert(PAPERS_SOURCES_MAX == 128, "the sentence above says so");

static const struct ListKey {
    const char *name;
    const char *(*read)(PapersReading *reading, Slice value); // returns what is wrong, or NULL
} keys[] = {{"paper", read_paper}, {"item", read_item}, {"from", read_from}, {"note", read_note}};

static const char *read_list_line(PapersReading *reading, Slice line)
{
    Slice value = line;
    const Slice name = slice_word(&value);
    if (!name.length || name.start[0] == '#')
        return NULL;
    unsigned i = 0;
    while (i < COUNT_OF(keys) && !slice_is(name, keys[i].name))
        i++;
    if (i == COUNT_OF(keys))
        return "a line begins with paper, item, from, note or #";
    value = slice_trim(value);
    return value.length ? keys[i].read(reading, value) : "this key needs a value";
}

bool papers_read(Slice text, Papers *papers, Text *message)
{
    assert(papers);
    Papers read = {.item_count = 0};
    PapersReading reading = {.papers = &read};
    while (text.length) {
        reading.line++;
        const char *problem = read_list_line(&reading, slice_take(&text, "\n"));
        if (!problem)
            continue;
        text_format(message, "line %" PRIu32 ": %s", reading.line, problem);
        return false;
    }
    *papers = read;
    return true;
}
