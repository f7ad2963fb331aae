// Reading typed moves. Every try is written in each way that people write it, and compared with the text.
#include "ui/play/typed_move.h"

#include "games/chess/notation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const SayCode error_words[] = {
    [TYPED_OK] = SAY_NOTHING,
    [TYPED_ERR_WORD] = SAY_TYPED_WORD,
    [TYPED_ERR_NO_MAN] = SAY_TYPED_NO_MAN,
    [TYPED_ERR_AMBIGUOUS] = SAY_TYPED_AMBIGUOUS,
};
_Static_assert(COUNT_OF(error_words) == TYPED_ERR_COUNT, "every error needs a text");

SayCode typed_move_error_words(TypedMoveError error)
{
    assert(error < TYPED_ERR_COUNT);
    return error_words[error];
}

// Copies a text without the signs that have no meaning here.
static void strip(Slice text, Text *bare)
{
    for (size_t i = 0; i < text.length; i++)
        if (!slice_has(slice_of("+#!?=-x:"), text.start[i]))
            text_add_char(bare, text.start[i]);
}

static char upper_letter(Kind kind)
{
    return (char)(kind_letter(kind) - 'a' + 'A');
}

// The parts of a spelling that may be left out.
enum { SAYS_FILE = 1, SAYS_RANK = 2, SAYS_PROMOTION = 4, SPELLINGS = 8 };

// Writes a try with the parts that `says` names. False for a pawn's capture without its file, which nobody writes.
static bool spell(const OwnMen *own, Try attempt, unsigned says, Text *text)
{
    const unsigned from = move_from(attempt), to = move_to(attempt);
    const Kind kind = own_men_kind(own, from);
    assert(says < SPELLINGS && kind < KIND_COUNT);
    if (kind == PAWN && square_file(from) != square_file(to) && !(says & SAYS_FILE))
        return false;
    if (kind != PAWN)
        text_add_char(text, upper_letter(kind));
    if (says & SAYS_FILE)
        text_add_char(text, (char)('a' + square_file(from)));
    if (says & SAYS_RANK)
        text_add_char(text, (char)('1' + square_rank(from)));
    square_to_text(to, text);
    if (says & SAYS_PROMOTION && move_promotion(attempt) != PAWN)
        text_add_char(text, upper_letter(move_promotion(attempt)));
    return true;
}

// The try if one of its spellings is `bare`, without its promotion if that was left out; else TRY_NONE.
static Try match(const OwnMen *own, Try attempt, const char *bare)
{
    for (unsigned says = 0; says < SPELLINGS; says++) {
        char memory[MOVE_TEXT_MAX];
        Text text = TEXT_IN(memory);
        if (!spell(own, attempt, says, &text) || strcmp(memory, bare) != 0)
            continue;
        return says & SAYS_PROMOTION ? attempt
                                     : move_make(move_from(attempt), move_to(attempt), PAWN);
    }
    return TRY_NONE;
}

static bool has_square(const char *text)
{
    for (; text[0] && text[1]; text++)
        if (square_from_text(text) != SQUARE_NONE)
            return true;
    return false;
}

static TypedMoveError read_san(Slice text, const OwnMen *own, const Try *tries, uint32_t count,
                               Try *attempt)
{
    char memory[MOVE_TEXT_MAX];
    Text bare = TEXT_IN(memory);
    strip(text, &bare);
    if (bare.cut || !has_square(memory))
        return TYPED_ERR_WORD;
    Try found = TRY_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const Try fits = tries[i] == TRY_ANY ? TRY_NONE : match(own, tries[i], memory);
        if (fits != TRY_NONE && found != TRY_NONE && fits != found)
            return TYPED_ERR_AMBIGUOUS;
        found = fits != TRY_NONE ? fits : found;
    }
    if (found == TRY_NONE)
        return TYPED_ERR_NO_MAN;
    *attempt = found;
    return TYPED_OK;
}

// How many files a castling king moves to the right; 0 for any other word.
static int castling_steps(Slice text)
{
    static const struct {
        const char *word;
        int steps;
    } words[] = {{"O-O", 2}, {"0-0", 2}, {"o-o", 2}, {"O-O-O", -2}, {"0-0-0", -2}, {"o-o-o", -2}};
    for (unsigned i = 0; i < COUNT_OF(words); i++)
        if (slice_is(text, words[i].word))
            return words[i].steps;
    return 0;
}

static TypedMoveError find_castling(int steps, const OwnMen *own, const Try *tries, uint32_t count,
                                    Try *attempt)
{
    for (uint32_t i = 0; i < count; i++) {
        const unsigned from = move_from(tries[i]);
        if (tries[i] == TRY_ANY || !bits_has(own->kind[KING], from) ||
            (int)move_to(tries[i]) - (int)from != steps)
            continue;
        *attempt = tries[i];
        return TYPED_OK;
    }
    return TYPED_ERR_NO_MAN;
}

TypedMoveError typed_move_read(Slice text, const OwnMen *own, const Try *tries, uint32_t count,
                               Try *attempt)
{
    assert(count <= TRIES_MAX);
    const Try plain = try_from_text(text);
    if (plain != TRY_NONE) {
        *attempt = plain;
        return TYPED_OK;
    }
    const int steps = castling_steps(text);
    if (steps)
        return find_castling(steps, own, tries, count, attempt);
    return read_san(text, own, tries, count, attempt);
}
