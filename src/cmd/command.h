// A subcommand is one file and one const row, which parsing, help and dispatch read.
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
    const char *options[COMMAND_OPTIONS_MAX]; // by index in the command's row
    const struct CommandTable *table;         // all commands
} Given;

typedef struct Command {
    const char *name;
    const char *argument; // the name of its plain arguments, or NULL
    const char
        *later_argument; // what the arguments after the first are, if it is something else; or NULL
    unsigned arguments_max; // 0 means one, if `argument` names it
    const char *summary;
    const char *example;                        // a whole line to type
    CommandOption options[COMMAND_OPTIONS_MAX]; // ended by a NULL name if fewer
    bool is_spoken; // it speaks to people in the language of NEBEL_WORDS
    int (*run)(const Given *given);
} Command;

extern const Command admin_command, analyse_command, archive_command, belief_command, bench_command,
    bot_command, bots_command, check_bot_command, completion_command, connect_command,
    doctor_command, explain_command, gtp_command, lab_command, learn_command, match_command,
    mistakes_command, model_command, office_command, perft_command, policy_command, play_command,
    players_command, replay_command, rules_command, serve_command, tournament_command, tune_command,
    words_command;

// The commands that this build has, by name.
typedef struct CommandTable {
    const Command *const *list;
    unsigned count;
} CommandTable;

extern const CommandTable command_table;
void commands_prepare(void); // must be called before the first command runs

#endif
