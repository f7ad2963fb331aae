// Messages on standard error, results on standard output.
#include "base/cli/output.h"

#include "base/base.h"
#include "base/text.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAID_MAX = 4096 };

// A message may quote a file that somebody else wrote, and a terminal must not obey it.
static void complain_by(const char *format, va_list arguments)
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
    complain_by(format, arguments);
    va_end(arguments);
    return EXIT_USAGE;
}

int complain_failed(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain_by(format, arguments);
    va_end(arguments);
    return EXIT_FAILED;
}

int complain_of_memory(const char *what)
{
    return complain_failed("there is not enough memory for %s", what);
}

void complain_of_sandbox(const char *lack)
{
    static bool is_said;
    if (is_said || !lack)
        return;
    is_said = true;
    fprintf(stderr,
            "nebel: warning: guests run without a whole box (%s) and can harm this user's files "
            "and processes; nebel doctor says what to do\n",
            lack);
}

int print_text(const Text *text, const char *what)
{
    if (text->cut)
        return complain_of_memory(what);
    fputs(text->start, stdout);
    return EXIT_FINE;
}

int print_json(json_t *object, const char *what)
{
    char *line = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    if (!line)
        return complain_of_memory(what);
    puts(line);
    free(line);
    return EXIT_FINE;
}
