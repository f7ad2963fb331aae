// nebel and nebel-server: finds the command, reads its options by its entry in the table, and runs it.
#include "base/cli/language_file.h"
#include "base/os/disk.h"
#include "base/suggest.h"
#include "cmd/command.h"
#include "version.h"

#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int print_overview(FILE *to)
{
    fputs("Nebel, the umpire of phantom games\n\nusage: nebel COMMAND [OPTION...]\n\n", to);
    for (const CommandEntry *entry = command_from(command_table); entry->name;
         entry = command_from(entry + 1))
        fprintf(to, "  %-11s %s\n", entry->name, entry->command->summary);
    fputs("\n  nebel help COMMAND   what a command does, with an example; also COMMAND --help\n"
          "  nebel --version      version, commit and behaviour signature\n",
          to);
    return EXIT_FINE;
}

static int print_version(void)
{
    printf("nebel %s\ncommit %s\nsignature %016" PRIx64 "\n", NEBEL_VERSION, NEBEL_COMMIT,
           NEBEL_SIGNATURE);
    return EXIT_FINE;
}

static int print_help(const Command *command)
{
    printf("nebel %s: %s\n\nusage: nebel %s", command->name, command->summary, command->name);
    if (command->argument)
        printf(" [%s]", command->argument);
    printf(" [OPTION...]\n\n");
    for (unsigned i = 0; i < COMMAND_OPTIONS_MAX && command->options[i].name; i++) {
        const CommandOption *option = &command->options[i];
        char left[32];
        snprintf(left, sizeof left, "%s %s", option->name, option->value ? option->value : "");
        printf("  %-20s %s\n", left, option->help);
    }
    printf("  %-20s %s\n\nexample:\n  %s\n", "--help", "this text", command->example);
    return EXIT_FINE;
}

static unsigned find_option(const Command *command, const char *name)
{
    unsigned i = 0;
    while (i < COMMAND_OPTIONS_MAX && command->options[i].name &&
           strcmp(command->options[i].name, name) != 0)
        i++;
    return i < COMMAND_OPTIONS_MAX && command->options[i].name ? i : COMMAND_OPTIONS_MAX;
}

// A word with a dash is an option, unless it is a negative number.
static bool is_option(const char *word)
{
    return word[0] == '-' && !(word[1] >= '0' && word[1] <= '9');
}

static void complain_of_option(const Command *command, const char *word)
{
    char memory[MESSAGE_ROOM];
    Text hint = TEXT_IN(memory);
    Suggestion suggestion = suggest_for(slice_of(word));
    suggest_offer(&suggestion, "--help");
    for (unsigned i = 0; i < COMMAND_OPTIONS_MAX && command->options[i].name; i++)
        suggest_offer(&suggestion, command->options[i].name);
    suggest_add(&suggestion, &hint);
    if (!suggestion.best)
        text_format(&hint, "; see nebel %s --help", command->name);
    complain("%s has no option %s%s", command->name, word, memory);
}

// A value may begin with a dash, as one token in 64 does; only the name of an option is never a value.
static bool can_be_value(const Command *command, const char *word)
{
    return word && strcmp(word, "--help") != 0 && find_option(command, word) == COMMAND_OPTIONS_MAX;
}

// Reads one option, and its value from the next word. Returns the number of words read, or complains and returns 0.
static int read_option(const Command *command, char *const *words, Given *given)
{
    const unsigned i = find_option(command, words[0]);
    if (i == COMMAND_OPTIONS_MAX) {
        complain_of_option(command, words[0]);
        return 0;
    }
    const char *value = command->options[i].value;
    if (!value) {
        given->options[i] = "";
        return 1;
    }
    if (!can_be_value(command, words[1])) {
        complain("%s needs a value: %s %s", words[0], words[0], value);
        return 0;
    }
    given->options[i] = words[1];
    return 2;
}

static unsigned arguments_max(const Command *command)
{
    return command->arguments_max ? command->arguments_max : command->argument != NULL;
}

static int run_command(const Command *command, char **all)
{
    assert(arguments_max(command) <= COMMAND_ARGUMENTS_MAX);
    Given given = {.words = all, .command = command, .table = command_table};
    char **words = all + 2;
    while (*words) {
        if (strcmp(*words, "--help") == 0)
            return print_help(command);
        if (is_option(*words)) {
            const int taken = read_option(command, words, &given);
            if (!taken)
                return EXIT_USAGE;
            words += taken;
        } else if (given.argument_count < arguments_max(command)) {
            given.arguments[given.argument_count++] = *words++;
        } else {
            return complain("%s: '%s' is one argument too many; see nebel %s --help", command->name,
                            *words, command->name);
        }
    }
    if (!NEBEL_PURE && !command->run)
        return command_run_elsewhere(&given);
    return command->is_spoken && !language_speak() ? EXIT_USAGE : command->run(&given);
}

static const CommandEntry *find_entry(const char *name)
{
    const CommandEntry *entry = command_table;
    while (entry->name && strcmp(entry->name, name) != 0)
        entry++;
    return entry->name ? entry : NULL;
}

static int complain_of_command(const char *name)
{
    char memory[MESSAGE_ROOM];
    Text hint = TEXT_IN(memory);
    Suggestion suggestion = suggest_for(slice_of(name));
    for (const CommandEntry *entry = command_from(command_table); entry->name;
         entry = command_from(entry + 1))
        suggest_offer(&suggestion, entry->name);
    suggest_add(&suggestion, &hint);
    if (!suggestion.best)
        text_add(&hint, "; nebel --help lists them");
    return complain("there is no command '%s'%s", name, memory);
}

// Complains of a command that this build or this program does not have.
static int complain_of_absence(const char *name)
{
    return NEBEL_SERVER
               ? complain("nebel-server has only what needs a server; type nebel %s", name)
               : complain("nebel %s needs processes, threads and a terminal, which this nebel was "
                          "built without (-Dpure=true)",
                          name);
}

static int dispatch(int count, char **words)
{
    if (count < 2) {
        print_overview(stderr);
        return EXIT_USAGE;
    }
    const bool wants_version = strcmp(words[1], "--version") == 0;
    const bool wants_help = strcmp(words[1], "--help") == 0 || strcmp(words[1], "help") == 0;
    const int used = wants_help && count > 2 ? 3 : 2;
    if ((wants_version || wants_help) && count > used)
        return complain("'%s' is one word too many after %s", words[used], words[1]);
    if (wants_version)
        return print_version();
    if (wants_help && count == 2)
        return print_overview(stdout);

    const char *name = wants_help ? words[2] : words[1];
    const CommandEntry *entry = find_entry(name);
    if (!entry)
        return complain_of_command(name);
    if (!entry->command)
        return complain_of_absence(name);
    return wants_help ? print_help(entry->command) : run_command(entry->command, words);
}

int main(int count, char **words)
{
    commands_prepare();
    const int status = dispatch(count, words);
    // A full disk or a closed pipe must not look like success.
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    // Whoever read the output has left. Other programs end by SIGPIPE then; here it may be ignored because of guests.
    if (disk_is_closed_pipe(STDOUT_FILENO)) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    complain("cannot write the output; is the disk full?");
    return EXIT_FAILED;
}
