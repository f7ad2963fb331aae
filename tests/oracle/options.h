// The one kind of option the comparing programs have: a name and a number.
#ifndef NEBEL_TESTS_OPTIONS_H
#define NEBEL_TESTS_OPTIONS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline uint64_t number_option(int count, char **words, const char *name, uint64_t otherwise)
{
    for (int i = 1; i + 1 < count; i++) {
        if (strcmp(words[i], name) != 0)
            continue;
        char *end;
        const uint64_t number = strtoull(words[i + 1], &end, 10);
        if (end != words[i + 1] && !*end)
            return number;
        fprintf(stderr, "%s takes a number, not '%s'\n", name, words[i + 1]);
        exit(2);
    }
    return otherwise;
}

#endif
