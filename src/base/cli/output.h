// What a command prints: messages about what went wrong on standard error, with the exit codes that go with them; and results on standard
// output, all of a result or a message and none of it.
#ifndef NEBEL_CLI_OUTPUT_H
#define NEBEL_CLI_OUTPUT_H

#include "base/base.h"
#include "base/text.h"

// What every subcommand may return to the shell.
enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

enum { MESSAGE_ROOM = 256 }; // for a sentence that says what is wrong

// Says on standard error what is wrong and what to do next; returns EXIT_USAGE.
int complain(const char *format, ...) PRINTF_LIKE(1, 2);
// The same for a command that was given rightly and could not be carried out; returns EXIT_FAILED.
int complain_failed(const char *format, ...) PRINTF_LIKE(1, 2);
// Says that there is not enough memory for `what`, as in "the report"; returns EXIT_FAILED.
int complain_of_memory(const char *what);

void complain_of_sandbox(const char *lack);

struct json_t; // of jansson

// Print a text that was not cut, or one line of JSON. Return EXIT_FINE, or complain that there is no memory for `what` and return
// EXIT_FAILED.
MUST_USE int print_text(const Text *text, const char *what);
MUST_USE int print_json(struct json_t *object,
                        const char *what); // takes the object; NULL is no memory

#endif
