// The one form in which games and players are named: `name(key=value,key=value)`, or `name` alone.
//
// Names and keys are letters, digits, `-` and `_`; a value is anything without `(`, `)`, `,` and `=`. In
// values an underscore stands for a space, so that a whole specification can stay one word.
#ifndef NEBEL_BASE_SPEC_H
#define NEBEL_BASE_SPEC_H

#include "base/text.h"

enum { SPEC_OPTIONS_MAX = 16 };

typedef struct SpecOption {
    Slice key, value;
} SpecOption;

typedef struct Spec {
    Slice name;
    uint32_t option_count;
    SpecOption options[SPEC_OPTIONS_MAX];
} Spec;

typedef enum SpecError {
    SPEC_OK = 0,
    SPEC_ERR_NAME,     // no name, or a character that no name has
    SPEC_ERR_PARENS,   // parentheses that do not match, or text after them
    SPEC_ERR_OPTION,   // an option that is not key=value
    SPEC_ERR_TWICE,    // a key given twice
    SPEC_ERR_TOO_MANY, // more than SPEC_OPTIONS_MAX options
    SPEC_ERR_COUNT
} SpecError;

// The slices of `*spec` point into `text`. On error `*spec` is untouched.
MUST_USE SpecError spec_parse(const char *text, Spec *spec);
const char *spec_error_text(SpecError error);

#endif
