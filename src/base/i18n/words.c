// Saying a message in the language in use: the table of English, and patterns of Fluent as far as they are needed: arguments, texts in
// quotes, and choices by an exact number.
//
//     {$count ->
//         [1] {$count} pawn try.
//        *[other] {$count} pawn tries.
//     }
#include "base/i18n/internal.h"

#include <assert.h>
#include <string.h>

const Message words__messages[SAY_COUNT] = {
    [SAY_NOTHING] = {"", "", ""},
#define PLAIN(code, text) [SAY_##code] = {#code, "", text},
#define FILLED(code, arguments, text) [SAY_##code] = {#code, arguments, text},
#include "base/i18n/messages.h"
#undef PLAIN
#undef FILLED
};

static const char *const *patterns_in_use;

void words__use(const char *const *patterns)
{
    patterns_in_use = patterns;
}

const char *words__pattern(SayCode code)
{
    const char *pattern = patterns_in_use ? patterns_in_use[code] : NULL;
    return pattern ? pattern : words__messages[code].pattern;
}

enum {
    CHOICES_IN_CHOICES_MAX = 4
}; // an argument or two decide a sentence; more would only cost stack

// Looking through a pattern: to fill it in, or to check it.
typedef struct Walk {
    Slice names;
    const SayArgument *arguments;
    Text *text;     // what is filled in; NULL to check
    uint32_t used;  // arguments, as bits
    unsigned depth; // choices that it is inside of
} Walk;

static PatternError walk_through(Walk *walk, Slice pattern);

static void skip(Slice *rest, size_t length)
{
    rest->start += length;
    rest->length -= length;
}

// Takes a character off the front; false if it does not stand there.
static bool take(Slice *rest, char character)
{
    const bool is_there = rest->length && rest->start[0] == character;
    skip(rest, is_there);
    return is_there;
}

static bool is_same(Slice a, Slice b)
{
    return a.length == b.length && memcmp(a.start, b.start, a.length) == 0;
}

// The index of a named argument; SAY_ARGUMENTS_MAX if there is none.
static unsigned find_argument(Slice names, Slice name)
{
    for (unsigned i = 0; names.length && i < SAY_ARGUMENTS_MAX; i++)
        if (is_same(slice_take(&names, " "), name))
            return i;
    return SAY_ARGUMENTS_MAX;
}

// Takes off what stands between a brace and its partner; false if there is none. Braces in quotes do not count.
static bool take_braces(Slice *rest, Slice *inner)
{
    unsigned depth = 0;
    bool is_quoted = false;
    for (size_t i = 0; i < rest->length; i++) {
        const char next = rest->start[i];
        is_quoted ^= next == '"' && depth > 0;
        depth += !is_quoted && next == '{';
        depth -= !is_quoted && next == '}';
        if (depth == 0) {
            *inner = (Slice){rest->start + 1, i - 1};
            skip(rest, i + 1);
            return true;
        }
    }
    return false;
}

static void add_argument(Walk *walk, unsigned index)
{
    if (!walk->text)
        return;
    const SayArgument *argument = &walk->arguments[index];
    if (argument->text)
        text_add(walk->text, argument->text);
    else
        text_format(walk->text, "%u", argument->number);
}

// {"text"}
static PatternError quote(Walk *walk, Slice inner)
{
    const Slice text = slice_take(&inner, "\"");
    if (walk->text)
        text_add_slice(walk->text, text);
    return slice_trim(inner).length ? PATTERN_ERR_BRACE : PATTERN_OK;
}

// One row of a choice.
typedef struct Variant {
    bool is_default;
    uint64_t number; // unless it is the default
    Slice pattern;
} Variant;

static bool read_variant(Slice line, Variant *variant)
{
    variant->is_default = take(&line, '*');
    if (!take(&line, '[') || !slice_has(line, ']'))
        return false;
    const Slice key = slice_trim(slice_take(&line, "]"));
    variant->pattern = slice_trim(line);
    return variant->is_default || slice_number(key, UINT32_MAX, &variant->number);
}

static bool is_chosen(const Walk *walk, unsigned index, const Variant *variant)
{
    const SayArgument *argument = &walk->arguments[index];
    return !variant->is_default && !argument->text && variant->number == argument->number;
}

static PatternError choose_variant(Walk *walk, unsigned index, Slice variants)
{
    Slice chosen = {0}, otherwise = {0};
    unsigned defaults = 0;
    while (variants.length) {
        Variant variant;
        const Slice line = slice_trim(slice_take(&variants, "\n"));
        if (!line.length)
            continue;
        if (!read_variant(line, &variant))
            return PATTERN_ERR_DEFAULT;
        defaults += variant.is_default;
        if (variant.is_default)
            otherwise = variant.pattern;
        if (!walk->text) {
            const PatternError error = walk_through(walk, variant.pattern);
            if (error)
                return error;
        } else if (is_chosen(walk, index, &variant)) {
            chosen = variant.pattern;
        }
    }
    if (defaults != 1)
        return PATTERN_ERR_DEFAULT;
    return walk->text ? walk_through(walk, chosen.start ? chosen : otherwise) : PATTERN_OK;
}

static PatternError pattern_choose(Walk *walk, unsigned index, Slice variants)
{
    if (walk->depth == CHOICES_IN_CHOICES_MAX)
        return PATTERN_ERR_DEPTH;
    walk->depth++;
    const PatternError error = choose_variant(walk, index, variants);
    walk->depth--;
    return error;
}

// What stands between braces.
static PatternError fill_braces(Walk *walk, Slice inner)
{
    inner = slice_trim(inner);
    if (take(&inner, '"'))
        return quote(walk, inner);
    if (!take(&inner, '$'))
        return PATTERN_ERR_BRACE;
    const Slice name = slice_take(&inner, " \n");
    const unsigned index = find_argument(walk->names, name);
    if (index == SAY_ARGUMENTS_MAX)
        return PATTERN_ERR_ARGUMENT;
    walk->used |= 1u << index;
    inner = slice_trim(inner);
    if (!inner.length) {
        add_argument(walk, index);
        return PATTERN_OK;
    }
    return take(&inner, '-') && take(&inner, '>') ? pattern_choose(walk, index, inner)
                                                  : PATTERN_ERR_BRACE;
}

static PatternError walk_through(Walk *walk, Slice pattern)
{
    while (pattern.length) {
        Slice inner;
        if (pattern.start[0] == '{') {
            if (!take_braces(&pattern, &inner))
                return PATTERN_ERR_BRACE;
            const PatternError error = fill_braces(walk, inner);
            if (error)
                return error;
        } else if (pattern.start[0] == '}') {
            return PATTERN_ERR_BRACE;
        } else {
            if (walk->text)
                text_add_char(walk->text, pattern.start[0]);
            skip(&pattern, 1);
        }
    }
    return PATTERN_OK;
}

PatternError words__fill_pattern(Slice pattern, Slice names, const SayArgument *arguments,
                                 Text *text)
{
    Walk walk = {.names = names, .arguments = arguments, .text = text};
    return walk_through(&walk, pattern);
}

PatternError words__check_pattern(Slice pattern, Slice names, uint32_t *used)
{
    Walk walk = {.names = names};
    const PatternError error = walk_through(&walk, pattern);
    *used = walk.used;
    return error;
}

const char *words_of(SayCode code)
{
    assert(code < SAY_COUNT && !words__messages[code].arguments[0]);
    return words__pattern(code);
}

void words_say(Text *text, SayCode code)
{
    text_add(text, words_of(code));
}

void words_fill(Text *text, SayCode code, const SayArgument *arguments, size_t count)
{
    assert(code < SAY_COUNT && count > 0 && count <= SAY_ARGUMENTS_MAX);
    const Slice names = slice_of(words__messages[code].arguments);
    (void)count;
    const PatternError error =
        words__fill_pattern(slice_of(words__pattern(code)), names, arguments, text);
    assert(!error); // the table is tested, and a language keeps no pattern with an error
    (void)error;
}

const char *words_color(unsigned seat)
{
    assert(seat < 2);
    return words_of(seat ? SAY_BLACK : SAY_WHITE);
}
