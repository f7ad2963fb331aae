// The file with the words of another language.
#ifndef NEBEL_CLI_LANGUAGE_FILE_H
#define NEBEL_CLI_LANGUAGE_FILE_H

#include "base/i18n/language.h"

// Reads a file, with its problems as language_read tells them. NULL, after a complaint, if there is no such file or no memory.
Language *language_load(const char *path, Text *problems, uint32_t *problem_count);

// Speaks the language of the file that NEBEL_WORDS names; English if it names none. Complains if the file cannot be read.
MUST_USE bool language_speak(void);

#endif
