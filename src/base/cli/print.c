// Printing a whole text or JSON object.
#include "base/cli/print.h"

#include "base/cli/complain.h"

#include <stdio.h>
#include <stdlib.h>

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
