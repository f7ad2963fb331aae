// A subcommand is one file and one const row: parsing, help and dispatch all read the row.
#ifndef NEBEL_CMD_COMMAND_H
#define NEBEL_CMD_COMMAND_H

#include "base/base.h"

// What every subcommand may return to the shell.
enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

enum { COMMAND_OPTIONS_MAX = 8 };

typedef struct CommandOption {
    const char *name;  // with its dashes
    const char *value; // what its value is called, or NULL if it takes none
    const char *help;
} CommandOption;

// What was given: the plain argument and each option's value, NULL where
// absent ("" for a bare option).
typedef struct Given {
    const char *argument;
    const char *options[COMMAND_OPTIONS_MAX]; // by place in the command's row
} Given;

typedef struct Command {
    const char *name;
    const char *argument; // what its one plain argument is called, or NULL
    const char *summary;
    const char *example;                        // a whole line to type
    CommandOption options[COMMAND_OPTIONS_MAX]; // ended by a NULL name if fewer
    int (*run)(const Given *given);
} Command;

extern const Command bench_command, perft_command, replay_command, rules_command;

// Says on standard error what is wrong and what to do next; returns EXIT_USAGE.
int complain(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
