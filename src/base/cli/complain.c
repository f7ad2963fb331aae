// Messages on standard error.
#include "base/cli/complain.h"

#include "base/rune.h"

#include <stdarg.h>
#include <stdio.h>

enum { SAID_MAX = 4096 };

// A message may quote a file that somebody else wrote, and a terminal must not obey it.
static void say(const char *format, va_list arguments)
{
    char said[SAID_MAX], shown_memory[SAID_MAX];
    Text shown = TEXT_IN(shown_memory);
    vsnprintf(said, sizeof said, format, arguments);
    text_add_shown(&shown, slice_of(said));
    fprintf(stderr, "nebel: %s\n", shown.start);
}

int complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    return EXIT_USAGE;
}

int complain_failed(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    return EXIT_FAILED;
}

int complain_of_memory(const char *what)
{
    return complain_failed("there is not enough memory for %s", what);
}
