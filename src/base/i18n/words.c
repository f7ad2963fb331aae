// Saying a message in the language in use.
#include "base/i18n/inside.h"

#include <assert.h>

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
