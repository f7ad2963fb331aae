// Messages about what went wrong, and the exit codes that go with them.
#ifndef NEBEL_CLI_COMPLAIN_H
#define NEBEL_CLI_COMPLAIN_H

#include "base/base.h"

// What every subcommand may return to the shell.
enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

enum { MESSAGE_ROOM = 256 }; // for a sentence that says what is wrong

// Says on standard error what is wrong and what to do next; returns EXIT_USAGE.
int complain(const char *format, ...) PRINTF_LIKE(1, 2);
// The same for a command that was given rightly and could not be carried out; returns EXIT_FAILED.
int complain_failed(const char *format, ...) PRINTF_LIKE(1, 2);
// Says that there is not enough memory for `what`, as in "the report"; returns EXIT_FAILED.
int complain_of_memory(const char *what);

#endif
