// Where other programs are, and how the shell is told to run one.
#ifndef NEBEL_GUEST_PROGRAM_H
#define NEBEL_GUEST_PROGRAM_H

#include "base/text.h"

// Whether there is a file at `path` that we may run.
bool program_can_run(const char *path);

// Writes the path of a program that is in PATH, or else in /usr/games, where Debian keeps engines
// and which is not in everybody's PATH. False, with nothing written, if it is in neither.
MUST_USE bool program_find(const char *name, Text *path);

// Names the file to run as a program; "" for the one that is found. Set before there are threads, for a few programs with
// names that last; a path that is too long is not taken.
void program_set_path(const char *name, const char *path);

// Writes the command that runs a program in the shell's place, so that it is our own child and its CPU time can be read.
// False, with a message, if it is not there.
MUST_USE bool program_command(const char *name, const char *arguments, Text *command,
                              Text *message);

// Bytes that hold any such command: a path whose every character is a quotation mark, and arguments.
enum { PROGRAM_COMMAND_MAX = 5200 };

// Writes a word as the shell takes it back unchanged, whatever it holds.
void program_quote(const char *word, Text *command);

#endif
