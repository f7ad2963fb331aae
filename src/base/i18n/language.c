// Files of other languages.
#include "base/i18n/language.h"

#include "base/i18n/internal.h"

#include <assert.h>
#include <string.h>

struct Language {
    Memory memory;
    const char *patterns[SAY_COUNT]; // NULL where English is said
    Text kept;                       // the patterns, each with its terminator
};

static const Language *in_use;

void language_use(const Language *language)
{
    in_use = language;
    words__use(language ? language->patterns : NULL);
}

// WHITE_WINS is `white-wins` in a file.
static char file_letter(char letter)
{
    return (char)(letter == '_'                    ? '-'
                  : letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a'
                                                   : letter);
}

static void language_add_name(SayCode code, Text *text)
{
    for (const char *letter = words__messages[code].name; *letter; letter++)
        text_add_char(text, file_letter(*letter));
}

SayCode language_code(Slice name)
{
    for (unsigned code = SAY_NOTHING + 1; code < SAY_COUNT; code++) {
        const char *letters = words__messages[code].name;
        size_t i = 0;
        while (i < name.length && letters[i] && file_letter(letters[i]) == name.start[i])
            i++;
        if (i == name.length && !letters[i])
            return (SayCode)code;
    }
    return SAY_NOTHING;
}

typedef struct Reading {
    Slice rest;
    unsigned line;        // of what was taken last, from 1
    size_t at[SAY_COUNT]; // where each pattern begins in `kept`, plus 1; 0 for none
    Text *kept, *problems;
    uint32_t problem_count;
} Reading;

static void language_report(Reading *reading, Slice name, const char *problem)
{
    reading->problem_count++;
    text_format(reading->problems, "line %u: %.*s: %s\n", reading->line, (int)name.length,
                name.start, problem);
}

static const char *const pattern_errors[] = {
    [PATTERN_OK] = "no error",
    [PATTERN_ERR_BRACE] = "braces hold an argument, as in {$square}, or a text in quotes",
    [PATTERN_ERR_ARGUMENT] = "it uses an argument that this message does not have",
    [PATTERN_ERR_DEFAULT] = "a choice has keys like [1] and one default, *[other], a line each",
    [PATTERN_ERR_DEPTH] = "it has more than four choices inside each other",
};
_Static_assert(COUNT_OF(pattern_errors) == PATTERN_ERR_COUNT, "every error needs a text");

unsigned language_arguments(SayCode code)
{
    assert(code < SAY_COUNT);
    Slice names = slice_of(words__messages[code].arguments);
    unsigned count = 0;
    for (; names.length; count++)
        slice_take(&names, " ");
    return count;
}

// Why a pattern cannot be used; NULL if it can.
static const char *fault_of(SayCode code, Slice pattern)
{
    uint32_t used;
    const Slice names = slice_of(words__messages[code].arguments);
    if (memchr(pattern.start, '\0', pattern.length))
        return "it has a byte of zero";
    const PatternError error = words__check_pattern(pattern, names, &used);
    if (error)
        return pattern_errors[error];
    if (used != (1u << language_arguments(code)) - 1)
        return "it leaves out an argument of the message";
    return pattern.length ? NULL : "it has no words";
}

// Keeps a pattern. One without arguments is filled in at once, so that words_of can hand it out.
static void language_keep(Reading *reading, SayCode code, Slice pattern)
{
    const Slice names = slice_of(words__messages[code].arguments);
    reading->at[code] = reading->kept->length + 1;
    if (names.length)
        text_add_slice(reading->kept, pattern);
    else
        (void)!words__fill_pattern(pattern, names, NULL, reading->kept);
    text_add_char(reading->kept, '\0');
}

static void take_message(Reading *reading, Slice name, Slice pattern)
{
    const SayCode code = language_code(name);
    const char *fault = code == SAY_NOTHING ? "there is no such message"
                        : reading->at[code] ? "it is there twice"
                                            : fault_of(code, pattern);
    if (fault)
        language_report(reading, name, fault);
    else
        language_keep(reading, code, pattern);
}

// Takes a line, and the indented lines that go on with it; `*lines` says how many.
static Slice language_take_entry(Slice *rest, unsigned *lines)
{
    Slice entry = slice_take(rest, "\n");
    for (*lines = 1; rest->length && slice_has(slice_of(" }"), rest->start[0]); ++*lines) {
        const Slice more = slice_take(rest, "\n");
        entry.length = (size_t)(more.start + more.length - entry.start);
    }
    return entry;
}

static void read_entries(Reading *reading)
{
    unsigned lines = 0;
    for (reading->line = 1; reading->rest.length; reading->line += lines) {
        const Slice entry = language_take_entry(&reading->rest, &lines);
        Slice pattern = entry;
        if (!slice_trim(entry).length || entry.start[0] == '#')
            continue;
        const Slice name = slice_trim(slice_take(&pattern, "="));
        if (slice_has(entry, '='))
            take_message(reading, name, slice_trim(pattern));
        else
            language_report(reading, slice_trim(entry), "a line is a name, = and the words");
    }
}

static void report_missing(Reading *reading)
{
    for (unsigned code = SAY_NOTHING + 1; code < SAY_COUNT; code++) {
        if (reading->at[code])
            continue;
        reading->problem_count++;
        text_add(reading->problems, "missing: ");
        language_add_name((SayCode)code, reading->problems);
        text_add_char(reading->problems, '\n');
    }
}

Language *language_read(const Memory *memory, Slice file, Text *problems, uint32_t *problem_count)
{
    Language *language = memory_resize(memory, NULL, sizeof *language);
    if (!language)
        return NULL;
    *language = (Language){.memory = *memory};
    language->kept = text_growing(&language->memory);
    Reading reading = {.rest = file, .kept = &language->kept, .problems = problems};
    read_entries(&reading);
    if (language->kept.cut) {
        language_destroy(language);
        return NULL;
    }
    for (unsigned code = 0; code < SAY_COUNT; code++)
        if (reading.at[code])
            language->patterns[code] = language->kept.start + reading.at[code] - 1;
    report_missing(&reading);
    *problem_count = reading.problem_count;
    return language;
}

void language_destroy(Language *language)
{
    if (!language)
        return;
    assert(language != in_use);
    const Memory memory = language->memory;
    text_done(&language->kept);
    memory_resize(&memory, language, 0);
}

void language_write_english(Text *file)
{
    for (unsigned code = SAY_NOTHING + 1; code < SAY_COUNT; code++) {
        language_add_name((SayCode)code, file);
        text_format(file, " = %s\n", words__messages[code].pattern);
    }
}
