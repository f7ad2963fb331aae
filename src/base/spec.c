// Reading `name(key=value,…)`.
#include "base/spec.h"

#include <assert.h>
#include <string.h>

static const char *const error_texts[] = {
    [SPEC_OK] = "no error",
    [SPEC_ERR_NAME] = "it must begin with a name of letters, digits, '-' and '_'",
    [SPEC_ERR_PARENS] = "its parentheses must match and close it, as in name(key=value)",
    [SPEC_ERR_OPTION] = "each option must read key=value",
    [SPEC_ERR_TWICE] = "an option is given twice",
    [SPEC_ERR_TOO_MANY] = "it has too many options",
};
_Static_assert(COUNT_OF(error_texts) == SPEC_ERR_COUNT, "every error needs a text");

const char *spec_error_text(SpecError error)
{
    assert(error < SPEC_ERR_COUNT);
    return error_texts[error];
}

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
}

static bool is_word(Slice slice)
{
    for (size_t i = 0; i < slice.length; i++)
        if (!is_word_char(slice.start[i]))
            return false;
    return slice.length > 0;
}

static bool has_key(const Spec *spec, Slice key)
{
    assert(spec->option_count <= SPEC_OPTIONS_MAX);
    for (uint32_t i = 0; i < spec->option_count; i++) {
        const Slice other = spec->options[i].key;
        if (other.length == key.length && memcmp(other.start, key.start, key.length) == 0)
            return true;
    }
    return false;
}

static SpecError parse_option(Slice text, Spec *spec)
{
    Slice value = text;
    const Slice key = slice_take(&value, "=");
    if (!is_word(key) || key.length == text.length || value.length == 0 || slice_has(value, '='))
        return SPEC_ERR_OPTION;
    if (has_key(spec, key))
        return SPEC_ERR_TWICE;
    if (spec->option_count == SPEC_OPTIONS_MAX)
        return SPEC_ERR_TOO_MANY;
    spec->options[spec->option_count++] = (SpecOption){key, value};
    return SPEC_OK;
}

SpecError spec_parse(const char *text, Spec *spec)
{
    Slice inside = slice_of(text);
    Spec parsed = {.name = slice_take(&inside, "(")};
    if (!is_word(parsed.name))
        return SPEC_ERR_NAME;

    const bool has_parens = text[parsed.name.length] == '(';
    if (has_parens) {
        if (inside.length == 0 || inside.start[inside.length - 1] != ')')
            return SPEC_ERR_PARENS;
        inside.length--;
        if (slice_has(inside, '(') || slice_has(inside, ')'))
            return SPEC_ERR_PARENS;
    }
    while (inside.length > 0) {
        const bool ends_in_comma = inside.start[inside.length - 1] == ',';
        const SpecError error =
            ends_in_comma ? SPEC_ERR_OPTION : parse_option(slice_take(&inside, ","), &parsed);
        if (error)
            return error;
    }
    *spec = parsed;
    return SPEC_OK;
}
