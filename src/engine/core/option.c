// Reading and writing the options of players.
#include "engine/core/option.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REAL_BYTES_MAX = 32 }; // of a number as text, with its final 0

static const char *const type_names[] = {
    [OPTION_NUMBER] = "number",
    [OPTION_REAL] = "real",
    [OPTION_SWITCH] = "switch",
    [OPTION_CHOICE] = "choice",
};
_Static_assert(COUNT_OF(type_names) == OPTION_TYPE_COUNT, "every type needs a name");

const char *option_type_name(OptionType type)
{
    assert(type < OPTION_TYPE_COUNT);
    return type_names[type];
}

unsigned options_count(const PlayerOption *options)
{
    unsigned count = 0;
    while (options && options[count].name)
        count++;
    assert(count <= PLAYER_OPTIONS_MAX);
    return count;
}

static bool read_choice(const PlayerOption *option, Slice text, double *value)
{
    for (unsigned i = 0; option->words[i]; i++)
        if (slice_is(text, option->words[i])) {
            *value = i;
            return true;
        }
    return false;
}

// strtod also accepts nan and hexadecimal numbers, which are no values of an option.
static bool read_real(Slice text, double *value)
{
    char memory[REAL_BYTES_MAX];
    Text digits = TEXT_IN(memory);
    for (size_t i = 0; i < text.length; i++) {
        if (!strchr("+-.0123456789e", text.start[i]))
            return false;
        text_add_char(&digits, text.start[i]);
    }
    char *end;
    errno = 0;
    *value = strtod(memory, &end);
    return !digits.cut && digits.length && *end == '\0' && errno == 0;
}

static bool option_read_value(const PlayerOption *option, Slice text, double *value)
{
    if (option->type == OPTION_CHOICE)
        return read_choice(option, text, value);
    assert(option->min <= option->default_ && option->default_ <= option->max);
    double number;
    if (!read_real(text, &number) || number < option->min || number > option->max)
        return false;
    if (option->type != OPTION_REAL && number != floor(number))
        return false;
    *value = number;
    return true;
}

void option_value_to_text(const PlayerOption *option, double value, Text *text)
{
    if (option->type == OPTION_CHOICE)
        text_add(text, option->words[(unsigned)value]);
    else
        text_format(text, "%.15g", value);
}

void option_range_to_text(const PlayerOption *option, Text *text)
{
    if (option->type == OPTION_CHOICE) {
        for (unsigned i = 0; option->words[i]; i++)
            text_format(text, "%s%s", i ? " or " : "", option->words[i]);
        return;
    }
    option_value_to_text(option, option->min, text);
    text_add(text, option->type == OPTION_SWITCH ? " or " : " to ");
    option_value_to_text(option, option->max, text);
}

static unsigned option_find(const PlayerOption *options, Slice key)
{
    unsigned i = 0;
    while (i < options_count(options) && !slice_is(key, options[i].name))
        i++;
    return i;
}

static void report_unknown_option(const PlayerOption *options, const Spec *spec, Slice key,
                                  Text *message)
{
    text_format(message, "%.*s has no option '%.*s'", (int)spec->name.length, spec->name.start,
                (int)key.length, key.start);
    if (!options_count(options)) {
        text_add(message, "; it has none");
        return;
    }
    for (unsigned i = 0; i < options_count(options); i++)
        text_format(message, "%s%s", i ? ", " : "; it has ", options[i].name);
}

// Whether the switch `paper` is on, after which some options have other defaults. A table need not have one.
static bool follows_paper(const PlayerOption *options, const double *values)
{
    const unsigned paper = option_find(options, slice_of("paper"));
    return paper < options_count(options) && values[paper] != 0;
}

static double default_of(const PlayerOption *option, bool is_paper)
{
    return is_paper && option->paper ? *option->paper : option->default_;
}

// Reads what the spec says over the values that are there.
static bool read_given(const PlayerOption *options, const Spec *spec, OptionValues *values,
                       Text *message)
{
    for (uint32_t i = 0; i < spec->option_count; i++) {
        const SpecOption *given = &spec->options[i];
        const unsigned index = option_find(options, given->key);
        if (index == options_count(options)) {
            report_unknown_option(options, spec, given->key, message);
            return false;
        }
        if (!option_read_value(&options[index], given->value, &values->values[index])) {
            text_format(message, "the option %s takes ", options[index].name);
            option_range_to_text(&options[index], message);
            text_format(message, ", not '%.*s'", (int)given->value.length, given->value.start);
            return false;
        }
    }
    return true;
}

bool options_read(const PlayerOption *options, const Spec *spec, OptionValues *values,
                  Text *message)
{
    OptionValues read = {{0}};
    for (unsigned i = 0; i < options_count(options); i++)
        read.values[i] = options[i].default_;
    if (!read_given(options, spec, &read, message))
        return false;
    const bool is_paper = follows_paper(options, read.values);
    for (unsigned i = 0; i < options_count(options); i++)
        read.values[i] = default_of(&options[i], is_paper);
    *values = read;
    return read_given(options, spec, values, message);
}

void options_write(const char *name, const PlayerOption *options, const OptionValues *values,
                   Text *text)
{
    const bool is_paper = follows_paper(options, values->values);
    bool has_any = false;
    text_add(text, name);
    for (unsigned i = 0; i < options_count(options); i++) {
        if (values->values[i] == default_of(&options[i], is_paper))
            continue;
        text_format(text, "%c%s=", has_any ? ',' : '(', options[i].name);
        option_value_to_text(&options[i], values->values[i], text);
        has_any = true;
    }
    if (has_any)
        text_add_char(text, ')');
}
