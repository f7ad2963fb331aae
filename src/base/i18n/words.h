// What people read, by code: the program names a message and hands in its arguments, and the words come from a table.
//
// The table of English is here (messages.h). The words of another language are a file (language.h), and the whole program
// speaks one language at a time: that of the person who sits at it. Programs read hearings, records and protocols, which have no
// language. Words that people type are commands and stay as they are.
#ifndef NEBEL_I18N_WORDS_H
#define NEBEL_I18N_WORDS_H

#include "base/text.h"

typedef enum SayCode {
    SAY_NOTHING, // for tables that have no words in one place; it has no text
#define PLAIN(code, text) SAY_##code,
#define FILLED(code, arguments, text) SAY_##code,
#include "base/i18n/messages.h"
#undef PLAIN
#undef FILLED
    SAY_COUNT
} SayCode;

// An argument: a text, or if that is NULL a number.
typedef struct SayArgument {
    const char *text;
    uint32_t number;
} SayArgument;

enum { SAY_ARGUMENTS_MAX = 4 };

// The words of a message without arguments. They stay until another language is used.
const char *words_of(SayCode code);

void words_say(Text *text, SayCode code);
// Adds a message with arguments: WORDS_FILL(&text, SAY_GO_HANDICAP, {"White"}, {points}), or {.number = 3}.
#define WORDS_FILL(text, code, ...)                                \
    words_fill((text), (code), (const SayArgument[]){__VA_ARGS__}, \
               sizeof((const SayArgument[]){__VA_ARGS__}) / sizeof(SayArgument))
void words_fill(Text *text, SayCode code, const SayArgument *arguments, size_t count);

// "White" or "Black", by seat.
const char *words_color(unsigned seat);

#endif
