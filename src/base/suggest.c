// The distance of Damerau and Levenshtein between short words, where no letter is moved twice.
#include "base/suggest.h"

static size_t letters_of(Slice word)
{
    return word.length < SUGGEST_LETTERS_MAX ? word.length : SUGGEST_LETTERS_MAX;
}

static unsigned min_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned suggest_distance(Slice a, Slice b)
{
    enum { ROWS = SUGGEST_LETTERS_MAX + 1 };
    unsigned steps[ROWS][ROWS]; // [i][j]: between the first i letters of a and the first j of b
    const size_t rows = letters_of(a), columns = letters_of(b);
    for (size_t i = 0; i <= rows; i++)
        steps[i][0] = (unsigned)i;
    for (size_t j = 0; j <= columns; j++)
        steps[0][j] = (unsigned)j;
    for (size_t i = 1; i <= rows; i++)
        for (size_t j = 1; j <= columns; j++) {
            const unsigned change = steps[i - 1][j - 1] + (a.start[i - 1] != b.start[j - 1]);
            steps[i][j] = min_of(change, min_of(steps[i - 1][j], steps[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a.start[i - 1] == b.start[j - 2] &&
                a.start[i - 2] == b.start[j - 1])
                steps[i][j] = min_of(steps[i][j], steps[i - 2][j - 2] + 1);
        }
    return steps[rows][columns];
}

// A third of the letters may be wrong, and at least one, or every short word would be near every other.
Suggestion suggest_for(Slice typed)
{
    const unsigned allowed = (unsigned)letters_of(typed) / 3;
    return (Suggestion){.typed = typed, .distance = allowed ? allowed + 1 : 2};
}

void suggest_offer(Suggestion *suggestion, const char *word)
{
    const unsigned distance = suggest_distance(suggestion->typed, slice_of(word));
    if (distance >= suggestion->distance)
        return;
    suggestion->distance = distance;
    suggestion->best = word;
}

void suggest_add(const Suggestion *suggestion, Text *text)
{
    if (suggestion->best)
        text_format(text, "; did you mean %s?", suggestion->best);
}
