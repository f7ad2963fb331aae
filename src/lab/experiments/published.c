// Reads figures and clauses, and makes shares of the figures.
#include "lab/experiments/published.h"

#include <assert.h>

static const char *const error_texts[] = {
    [PUBLISHED_OK] = "no error",
    [PUBLISHED_ERR_FORM] =
        ("published figures are wins, losses and draws, as in 18 4 378 or "
         "4.5% 1% 94.5% of 400, then perhaps as white, reading 3% and where c=0.5"),
    [PUBLISHED_ERR_SUM] = "published figures add up, to 100% or to the games played",
};
_Static_assert(COUNT_OF(error_texts) == PUBLISHED_ERR_COUNT, "every error needs a text");

const char *published_error_text(PublishedError error)
{
    assert(error < PUBLISHED_ERR_COUNT);
    return error_texts[error];
}

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

bool published_side_from_text(Slice word, PublishedSide *side)
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

static bool read_of(Slice value, Published *published)
{
    uint64_t games;
    if (!slice_number(value, UINT32_MAX, &games) || games == 0)
        return false;
    published->games = (uint32_t)games;
    return true;
}

static bool read_as(Slice value, Published *published)
{
    return published_side_from_text(value, &published->side);
}

// "3%": the share was read off a curve, and may be so much larger or smaller.
static bool read_reading(Slice value, Published *published)
{
    double percent;
    if (!value.length || value.start[value.length - 1] != '%')
        return false;
    value.length--;
    if (!slice_decimal(value, &percent) || !(percent > 0 && percent <= READING_PERCENT_MAX))
        return false;
    published->reading = percent / 100;
    return true;
}

static bool read_where(Slice value, Published *published)
{
    published->where = value;
    return value.length > 0;
}

static const struct Clause {
    const char *name;
    bool (*read)(Slice value, Published *published);
} clauses[] = {{"of", read_of}, {"as", read_as}, {"reading", read_reading}, {"where", read_where}};

// "of 400", "as white", "reading 3%", "where c=0.5,nodes=100", in any order.
static bool read_clauses(Slice rest, Published *published)
{
    for (rest = slice_trim(rest); rest.length; rest = slice_trim(rest)) {
        const Slice name = slice_word(&rest), value = slice_word(&rest);
        unsigned i = 0;
        while (i < COUNT_OF(clauses) && !slice_is(name, clauses[i].name))
            i++;
        if (i == COUNT_OF(clauses) || !clauses[i].read(value, published))
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

PublishedError published_from_text(Slice text, Published *published)
{
    Published read = {0};
    Figures figures = {0};
    if (!read_figures(&text, &figures) || !read_clauses(text, &read))
        return PUBLISHED_ERR_FORM;
    if (!settle_shares(&figures, &read))
        return PUBLISHED_ERR_SUM;
    *published = read;
    return PUBLISHED_OK;
}
