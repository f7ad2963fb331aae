// Finding other programs, and the shell commands that run them.
#ifndef NEBEL_GUEST_PROGRAM_H
#define NEBEL_GUEST_PROGRAM_H

#include "base/text.h"

// Whether there is a file at `path` that we may run.
bool program_can_run(const char *path);

// Writes the path of a program: from PATH, or else from /usr/games, where Debian puts engines and which not every PATH
// contains. False, with nothing written, if it is in neither.
MUST_USE bool program_find(const char *name, Text *path);

// Sets the file to run for a program; "" for the one that program_find finds. To be called before there are threads, for at
// most eight programs, whose names must stay valid. A path that is too long counts as "".
void program_set_path(const char *name, const char *path);

// Writes a command by which the shell execs a program: then the program is our own child, and its CPU time can be read.
// False, with a message, if the program is not there.
MUST_USE bool program_command(const char *name, const char *arguments, Text *command,
                              Text *message);

// Bytes that hold such a command: the longest path, a few quotation marks in it, and arguments.
enum { PROGRAM_COMMAND_MAX = 5200 };

// Writes a word so that the shell reads it unchanged, whatever characters it has.
void program_quote(const char *word, Text *command);

#endif
