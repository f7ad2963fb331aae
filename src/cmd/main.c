// nebel: finds the subcommand, reads its options by its row, and hands over.
#include "cmd/command.h"
#include "umpire/walk.h"
#include "version.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const Command *const commands[] = {&bench_command, &perft_command, &rules_command};

int complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("nebel: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return EXIT_USAGE;
}

static int print_overview(FILE *to)
{
    fputs("Nebel, the umpire of phantom games\n\nusage: nebel COMMAND [OPTION...]\n\n", to);
    for (unsigned i = 0; i < COUNT_OF(commands); i++)
        fprintf(to, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n  nebel COMMAND --help   what a command does, with an example\n"
          "  nebel --version        version, commit and behaviour signature\n",
          to);
    return EXIT_FINE;
}

static int print_version(void)
{
    printf("nebel %s\ncommit %s\nsignature %016" PRIx64 "\n", NEBEL_VERSION, NEBEL_COMMIT,
           walk_signature());
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
        printf("  %-16s %s\n", left, option->help);
    }
    printf("  %-16s %s\n\nexample:\n  %s\n", "--help", "this text", command->example);
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

static int run(const Command *command, char *const *words)
{
    Given given = {0};
    for (; *words; words++) {
        if (strcmp(*words, "--help") == 0)
            return print_help(command);
        if (**words != '-') {
            if (!command->argument || given.argument)
                return complain("%s: '%s' is one argument too many; see nebel %s --help",
                                command->name, *words, command->name);
            given.argument = *words;
            continue;
        }
        const unsigned i = find_option(command, *words);
        if (i == COMMAND_OPTIONS_MAX)
            return complain("%s has no option %s; see nebel %s --help", command->name, *words,
                            command->name);
        const bool takes_value = command->options[i].value != NULL;
        if (takes_value && !words[1])
            return complain("%s needs a value: %s %s", *words, *words, command->options[i].value);
        given.options[i] = takes_value ? *++words : "";
    }
    return command->run(&given);
}

static const Command *find_command(const char *name)
{
    for (unsigned i = 0; i < COUNT_OF(commands); i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int dispatch(int count, char **words)
{
    if (count < 2) {
        print_overview(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(words[1], "--version") == 0)
        return print_version();
    if (strcmp(words[1], "--help") == 0)
        return print_overview(stdout);
    if (strcmp(words[1], "help") == 0 && count == 2)
        return print_overview(stdout);

    const bool wants_help = strcmp(words[1], "help") == 0;
    const char *name = wants_help ? words[2] : words[1];
    const Command *command = find_command(name);
    if (!command)
        return complain("there is no command '%s'; nebel --help lists them", name);
    return wants_help ? print_help(command) : run(command, words + 2);
}

int main(int count, char **words)
{
    const int status = dispatch(count, words);
    // A full disk or a closed pipe must not look like success.
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    complain("cannot write the output; is the disk full?");
    return EXIT_FAILED;
}
