// The command line of a program of tests/measure: options that each take one value.
#ifndef NEBEL_TESTS_LAB_WORDS_H
#define NEBEL_TESTS_LAB_WORDS_H

#include "base/text.h"

enum { LAB_OPTIONS_MAX = 16 };

typedef struct LabOption {
    const char *name, *default_;
    uint64_t max; // of a number; 0 for a text
} LabOption;

typedef struct LabWords {
    const char *texts[LAB_OPTIONS_MAX]; // by option
    uint64_t numbers[LAB_OPTIONS_MAX];  // of those that take one
} LabWords;

// Reads the words after the name of `program`. False, with a complaint, if one is not understood.
MUST_USE bool lab_read_words(const char *program, const LabOption *options, unsigned option_count,
                             int count, char **words, LabWords *given);

#endif
