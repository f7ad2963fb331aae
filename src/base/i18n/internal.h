// What the files of this module share. For this module only.
#ifndef NEBEL_I18N_INSIDE_H
#define NEBEL_I18N_INSIDE_H

#include "base/i18n/words.h"

// A row of messages.h.
typedef struct Message {
    const char *name;      // "WHITE_WINS"
    const char *arguments; // their names, with a blank between two; "" for none
    const char *pattern;
} Message;

extern const Message words__messages[SAY_COUNT];

// From now on the program says these patterns, SAY_COUNT of them; a message whose pattern is NULL is said in English, and with NULL all are.
void words__use(const char *const *patterns);
// Returns the pattern of a message in the language in use.
const char *words__pattern(SayCode code);

typedef enum PatternError {
    PATTERN_OK = 0,
    PATTERN_ERR_BRACE,    // a brace is missing, or what it holds is not understood
    PATTERN_ERR_ARGUMENT, // the message has no such argument
    PATTERN_ERR_DEFAULT,  // a choice has no default, or one of its keys is no number
    PATTERN_ERR_DEPTH,    // choices inside choices, too many
    PATTERN_ERR_COUNT
} PatternError;

// Fills in a pattern. On error part of the text may have been written.
MUST_USE PatternError words__fill_pattern(Slice pattern, Slice names, const SayArgument *arguments,
                                          Text *text);
// Looks through a pattern, through all its choices, and notes which of the named arguments it uses as bits of `*used`.
MUST_USE PatternError words__check_pattern(Slice pattern, Slice names, uint32_t *used);

#endif
