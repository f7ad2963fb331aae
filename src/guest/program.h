// Where other programs are, and how the shell is told to run one.
#ifndef NEBEL_GUEST_PROGRAM_H
#define NEBEL_GUEST_PROGRAM_H

#include "base/text.h"

// Whether there is a file at `path` that we may run.
bool program_can_run(const char *path);

// Writes the path of a program that is in PATH, or else in /usr/games, where Debian keeps engines
// and which is not in everybody's PATH. False, with nothing written, if it is in neither.
MUST_USE bool program_find(const char *name, Text *path);

// Writes a word as the shell takes it back unchanged, whatever it holds.
void program_quote(const char *word, Text *command);

#endif
