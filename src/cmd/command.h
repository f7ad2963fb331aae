// A command is a subject in a file and an entry in the table of commands.c, from which come dispatch, help, completion and what
// is said where it is not built in.
//
// Two programs share the table and main.c. nebel needs no library of a server; nebel-server runs what needs one, and nebel starts
// it with the same words, in the same process.
#ifndef NEBEL_CMD_COMMAND_H
#define NEBEL_CMD_COMMAND_H

#include "base/cli/output.h"

enum { COMMAND_OPTIONS_MAX = 24, COMMAND_ARGUMENTS_MAX = 64 };

typedef struct CommandOption {
    const char *name;  // with its dashes
    const char *value; // the name of its value, or NULL if it takes none
    const char *help;
} CommandOption;

// The words of the command line: the plain arguments, and the value of each option: NULL if the option is absent, "" if it takes
// no value.
typedef struct Given {
    unsigned argument_count;
    const char *arguments[COMMAND_ARGUMENTS_MAX];
    const char *options[COMMAND_OPTIONS_MAX]; // by index in the command's own
    char **words;                             // all, from the name of the program to a NULL
    const struct Command *command;            // what was asked for
    const struct CommandEntry *table;         // all commands, by name, ended by a NULL name
} Given;

typedef struct Command {
    const char *name;     // of two words for a part of another command that has its own options
    const char *argument; // the name of its plain arguments, or NULL
    const char
        *later_argument; // what the arguments after the first are, if it is something else; or NULL
    unsigned arguments_max; // 0 means one, if `argument` names it
    const char *summary;
    const char *example;                        // a whole line to type
    CommandOption options[COMMAND_OPTIONS_MAX]; // ended by a NULL name if fewer
    bool is_spoken;                 // it speaks to people in the language of NEBEL_WORDS
    int (*run)(const Given *given); // NULL: the other program has it
} Command;

// What a command needs, which decides which builds and programs have it.
typedef enum CommandNeed {
    NEEDS_NOTHING,         // even a build with -Dpure=true has it
    NEEDS_SYSTEM,          // processes, threads and a terminal
    NEEDS_SERVER_IN_PARTS, // so, and for some of its words nebel-server
    NEEDS_SERVER,          // nebel-server
} CommandNeed;

typedef struct CommandEntry {
    const char *name;
    CommandNeed need;
    const Command *command; // NULL if this program does not have it
} CommandEntry;

extern const CommandEntry command_table[]; // by name, ended by a NULL name

// Returns the first entry from this one on whose command this program has; the end of the table if there is none.
static inline const CommandEntry *command_from(const CommandEntry *entry)
{
    while (entry->name && !entry->command)
        entry++;
    return entry;
}

// Functions of one program. Meson sets NEBEL_SERVER to 1 for nebel-server.
#define IN_NEBEL(function) (NEBEL_SERVER ? NULL : (function))
#define IN_SERVER(function) (NEBEL_SERVER ? (function) : NULL)

void commands_prepare(void); // must be called before the first command runs

// Runs the command line in nebel-server, which takes the place of this process. Returns what to exit with, after a complaint, if
// that is not possible.
int command_run_elsewhere(const Given *given);

// Looks for nebel-server beside this program and where it is installed, but not in PATH. The path is of PATH_MAX bytes.
MUST_USE bool server_program_find(char *path);
#define SERVER_PROGRAM_REMEDY \
    "build nebel again with libpq, libwebsockets, libuv, libcurl and libzstd and their headers"

#endif
