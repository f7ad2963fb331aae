// The command lines of the load generators.
#ifndef NEBEL_LOAD_OPTIONS_H
#define NEBEL_LOAD_OPTIONS_H

#include "base/base.h"

// An option sets one of these: a number from `min` to `max`, a text, or a flag.
typedef struct LoadOption {
    const char *name; // without its dashes
    uint64_t *number, min, max;
    const char **text;
    bool *flag;
} LoadOption;

// Reads the words after the name of the program. Returns false if the program must end with `*status`: after --help, which prints
// `usage`, and after a word that is not understood, with a complaint.
MUST_USE bool load_options_read(const LoadOption *options, unsigned option_count, const char *usage,
                                int count, char **words, int *status);

#endif
