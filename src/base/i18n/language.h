// The words of another language, from a file of Fluent messages: one file a language, for the terminal and the browser alike.
//
// A file has a message a line, `white-wins = Weiß gewinnt.`; a choice by number goes on in indented lines, and # begins a
// comment. What a file leaves out is said in English.
#ifndef NEBEL_I18N_LANGUAGE_H
#define NEBEL_I18N_LANGUAGE_H

#include "base/i18n/words.h"

typedef struct Language Language;

// Reads a whole file. `problems` gets a line for each message that is missing, unknown, told twice or cannot be read; these are
// said in English. NULL if out of memory. `*problem_count` is how many there are.
Language *language_read(const Memory *memory, Slice file, Text *problems, uint32_t *problem_count);
void language_destroy(Language *language); // accepts NULL; not the one in use

// From now on the program speaks it; NULL for English. Before other threads begin.
void language_use(const Language *language);

// The message of a name in a file, for callers outside the program; SAY_NOTHING if there is none. And how many arguments it has.
SayCode language_code(Slice name);
unsigned language_arguments(SayCode code);

// English as a file, to be translated.
void language_write_english(Text *file);

#endif
