// Results on standard output: all of a result, or a message and none of it.
#ifndef NEBEL_CLI_PRINT_H
#define NEBEL_CLI_PRINT_H

#include "base/text.h"

#include <jansson.h>

// Print a text that was not cut, or one line of JSON. Return EXIT_FINE, or complain that there is no memory for `what` and return
// EXIT_FAILED.
MUST_USE int print_text(const Text *text, const char *what);
MUST_USE int print_json(json_t *object, const char *what); // takes the object; NULL is no memory

#endif
