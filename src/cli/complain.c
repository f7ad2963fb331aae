// Messages on standard error.
#include "cli/complain.h"

#include "base/rune.h"

#include <stdarg.h>
#include <stdio.h>

enum { MESSAGE_MAX = 4096 };

// A message may quote a file that somebody else wrote, and a terminal must not obey it.
int complain(const char *format, ...)
{
    char said[MESSAGE_MAX], shown_memory[MESSAGE_MAX];
    Text shown = TEXT_IN(shown_memory);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    text_add_shown(&shown, slice_of(said));
    fprintf(stderr, "nebel: %s\n", shown.start);
    return EXIT_USAGE;
}
