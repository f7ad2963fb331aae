// nebel and nebel-server: finds the command, reads its options by its entry in the table, and runs it.
#include "base/cli/language_file.h"
#include "base/os/disk.h"
#include "base/suggest.h"
#include "cmd/command.h"
#include "version.h"

#include <assert.h>
#include <getopt.h>
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
        fprintf(to, "  %-13s %s\n", entry->name, entry->command->summary);
    fputs(
        "\n  nebel help COMMAND   what a command does, with an example; also COMMAND --help or -h\n"
        "  nebel --version      version, commit and behaviour signature; also -V\n",
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

// Writes the options of a command as getopt_long takes them: arguments are to come in their order, and a missing value is to be
// told from an unknown option.
static void list_options(const Command *command, struct option *names, char *letters)
{
    letters = stpcpy(letters, "-:h");
    *names++ = (struct option){"help", no_argument, NULL, 'h'};
    for (unsigned i = 0; i < COMMAND_OPTIONS_MAX && command->options[i].name; i++) {
        const char *name = command->options[i].name;
        const bool has_value = command->options[i].value != NULL;
        if (name[1] == '-')
            *names++ = (struct option){name + 2, has_value, NULL, 0};
        else
            letters += sprintf(letters, "%c%s", name[1], has_value ? ":" : "");
    }
    *names = (struct option){0};
}

// A value may begin with a dash, as one token in 64 does; only the name of an option is never a value, unless it comes after `=`.
static bool can_be_value(const Command *command, const char *word)
{
    return strcmp(word, "--help") != 0 && find_option(command, word) == COMMAND_OPTIONS_MAX;
}

// Takes the option that getopt_long has found in `word`; complains if there is none of this name. Abbreviations are none: the next
// option that a command gets would change what they mean.
static bool take_option(const Command *command, int found, char *const *words, const char *word,
                        Given *given)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", word[1] == '-' ? (int)strcspn(word, "=") : 2, word);
    const unsigned i = find_option(command, name);
    if (i == COMMAND_OPTIONS_MAX) {
        complain_of_option(command, word[1] == '-' ? name : word);
        return false;
    }
    const char *value = command->options[i].value;
    const bool is_next_word = optarg == words[optind - 1];
    if (!value && found == '?')
        complain("%s takes no value", name);
    else if (value && (found == ':' || (is_next_word && !can_be_value(command, optarg))))
        complain("%s needs a value: %s %s", name, name, value);
    else {
        given->options[i] = value ? optarg : "";
        return true;
    }
    return false;
}

static unsigned arguments_max(const Command *command)
{
    return command->arguments_max ? command->arguments_max : command->argument != NULL;
}

static bool take_argument(const Command *command, const char *word, Given *given)
{
    assert(arguments_max(command) <= COMMAND_ARGUMENTS_MAX);
    if (given->argument_count < arguments_max(command)) {
        given->arguments[given->argument_count++] = word;
        return true;
    }
    complain("%s: '%s' is one argument too many; see nebel %s --help", command->name, word,
             command->name);
    return false;
}

// Reads the words after the first. Returns false if it must not run: after a complaint, or, with `*wants_help`, for --help.
static bool read_words(const Command *command, int count, char **words, Given *given,
                       bool *wants_help)
{
    enum { ARGUMENT = 1 }; // as getopt_long calls it
    struct option names[COMMAND_OPTIONS_MAX + 2];
    char letters[2 * COMMAND_OPTIONS_MAX + 4];
    bool is_fine = true;
    list_options(command, names, letters);
    opterr = 0;
    while (is_fine && optind < count) {
        char *word = words[optind];
        int found = ARGUMENT;
        if (word[0] == '-' && word[1] >= '0' && word[1] <= '9') // a negative number
            optarg = words[optind++];
        else
            found = getopt_long(count, words, letters, names, NULL);
        if (found == -1) // the rest, after --, is arguments
            break;
        *wants_help = found == 'h';
        is_fine = found == ARGUMENT
                      ? take_argument(command, optarg, given)
                      : !*wants_help && take_option(command, found, words, word, given);
    }
    for (; is_fine && optind < count; optind++)
        is_fine = take_argument(command, words[optind], given);
    return is_fine;
}

// `words` begin with the name of the command, or its last word; `all` is the whole line.
static int run_command(const Command *command, int count, char **words, char **all)
{
    Given given = {.words = all, .command = command, .table = command_table};
    bool wants_help = false;
    if (!read_words(command, count, words, &given, &wants_help))
        return wants_help ? print_help(command) : EXIT_USAGE;
    if (!NEBEL_PURE && !command->run)
        return command_run_elsewhere(&given);
    return command->is_spoken && !language_speak() ? EXIT_USAGE : command->run(&given);
}

// Returns the entry whose name the words begin with, the longest, and how many words that takes; NULL if there is none.
static const CommandEntry *find_entry(char *const *words, int *taken)
{
    const CommandEntry *found = NULL;
    char both[64];
    snprintf(both, sizeof both, "%s %s", words[0], words[1] ? words[1] : "");
    for (const CommandEntry *entry = command_table; entry->name; entry++) {
        const bool has_both = strcmp(entry->name, both) == 0;
        if (!has_both && (found || strcmp(entry->name, words[0]) != 0))
            continue;
        found = entry;
        *taken = 1 + has_both;
    }
    return found;
}

static int complain_of_command(const char *name)
{
    char memory[MESSAGE_ROOM], below[MESSAGE_ROOM];
    Text hint = TEXT_IN(memory);
    Suggestion suggestion = suggest_for(slice_of(name));
    snprintf(below, sizeof below, "lab %s", name);
    for (const CommandEntry *entry = command_table; entry->name; entry++)
        if (strcmp(entry->name, below) == 0)
            return complain("nebel %s is nebel lab %s now", name, name);
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

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

static int dispatch(int count, char **words)
{
    if (count < 2) {
        print_overview(stderr);
        return EXIT_USAGE;
    }
    const bool wants_version = is_one_of(words[1], (const char *[]){"--version", "-V", NULL});
    const bool wants_help = is_one_of(words[1], (const char *[]){"help", "--help", "-h", NULL});
    if (wants_help && count == 2)
        return print_overview(stdout);
    const int first = wants_help ? 2 : 1;
    int taken = 1;
    const CommandEntry *entry = wants_version ? NULL : find_entry(words + first, &taken);
    if (!entry && !wants_version)
        return complain_of_command(words[first]);
    if ((wants_version || wants_help) && count > first + taken)
        return complain("'%s' is one word too many after %s", words[first + taken], words[1]);
    if (wants_version)
        return print_version();
    if (!entry->command)
        return complain_of_absence(entry->name);
    return wants_help ? print_help(entry->command)
                      : run_command(entry->command, count - taken, words + taken, words);
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
