// nebel completion: prints scripts with which a shell completes nebel's commands, options and values.
//
// Everything comes from the table of commands. The name of a value there tells what it can be: FILE a file, PLAYER a player, and
// `bash|zsh|fish` one of these words. Experiments are looked up when a word is completed: they are files of the folder
// `experiments`, called by their names, or files elsewhere.
#include "cmd/command.h"
#include "engine/players/roster.h"
#include "formats/records/game_record.h"
#include "games/chess/board.h"
#include "games/kriegspiel/open_chess.h"
#include "games/kriegspiel/ruleset.h"
#include "games/registry/games.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const CommandOption help_option = {"--help", NULL, "what the command does, with an example"};
static const CommandOption first_options[] = {
    {"--help", NULL, "list the commands"},
    {"--version", NULL, "version, commit and behaviour signature"},
};
static const char help_summary[] = "what a command does, with an example";

static void add_word(Text *words, const char *word)
{
    text_format(words, "%s%s", words->length ? " " : "", word);
}

static void list_games(Text *words)
{
    for (unsigned i = 0; game_list[i]; i++)
        add_word(words, game_list[i]->name);
}

static void list_players(Text *words)
{
    for (unsigned i = 0; roster_kinds[i]; i++)
        add_word(words, roster_kinds[i]->name);
}

static void list_rulesets(Text *words)
{
    for (unsigned i = 0; i < ruleset_count; i++)
        add_word(words, rulesets[i].name);
}

static void list_boards(Text *words)
{
    for (unsigned i = 0; i < chess_board_count; i++)
        add_word(words, chess_boards[i].name);
}

static void list_views(Text *words)
{
    for (unsigned view = 0; view < VIEW_COUNT; view++)
        add_word(words, view_name((uint8_t)view));
}

static const struct Source {
    const char *called;
    void (*list)(Text *words); // NULL: files
} sources[] = {
    {"FILE", NULL},           {"DIR", NULL},          {"COMMAND", NULL},
    {"GAME", list_games},     {"A B", list_players},  {"A B C...", list_players},
    {"PLAYER", list_players}, {"BOARD", list_boards}, {"RULESET", list_rulesets},
    {"VIEW", list_views},
};

typedef struct Values {
    bool are_files;
    char words[2048]; // separated by spaces; "" if the value can be anything
} Values;

static void add_choices(const char *called, Text *words)
{
    Slice rest = slice_of(called);
    while (rest.length) {
        const Slice word = slice_take(&rest, "|");
        text_format(words, "%s%.*s", words->length ? " " : "", (int)word.length, word.start);
    }
}

// The possible values for a value of this name; `called` may be NULL.
static Values values_of(const char *called)
{
    Values values = {0};
    Text words = TEXT_IN(values.words);
    for (unsigned i = 0; called && i < COUNT_OF(sources); i++)
        if (strcmp(sources[i].called, called) == 0) {
            values.are_files = !sources[i].list;
            if (sources[i].list)
                sources[i].list(&words);
        }
    if (called && strchr(called, '|'))
        add_choices(called, &words);
    assert(!words.cut);
    return values;
}

// The options of a command, --help last; NULL after that.
static const CommandOption *option_at(const Command *command, unsigned i)
{
    unsigned count = 0;
    while (count < COMMAND_OPTIONS_MAX && command->options[count].name)
        count++;
    return i < count ? &command->options[i] : i == count ? &help_option : NULL;
}

// Prints a text inside single quotes. Puts a backslash before each character of `special`, and writes `quote` for a single
// quote.
static void print_quoted(const char *text, const char *special, const char *quote)
{
    for (; *text; text++) {
        if (*text == '\'') {
            fputs(quote, stdout);
            continue;
        }
        if (strchr(special, *text))
            putchar('\\');
        putchar(*text);
    }
}

enum { LABEL_ROOM = 32 };

// Writes the name of a command as one word: lab-tune.
static const char *label_of(const Command *command, char label[LABEL_ROOM])
{
    snprintf(label, LABEL_ROOM, "%s", command->name);
    for (char *c = label; *c; c++)
        *c = *c == ' ' ? '-' : *c;
    return label;
}

// Prints the names of two words, each in quotes, with what is to stand between them.
static void print_double_names(const CommandEntry *table, const char *between)
{
    const char *before = "";
    for (const CommandEntry *entry = command_from(table); entry->name;
         entry = command_from(entry + 1))
        if (strchr(entry->name, ' ')) {
            printf("%s'%s'", before, entry->name);
            before = between;
        }
}

static void print_command_names(const CommandEntry *table)
{
    char memory[1024];
    Text words = TEXT_IN(memory);
    for (const CommandEntry *entry = command_from(table); entry->name;
         entry = command_from(entry + 1))
        if (!strchr(entry->name, ' ')) // a part of a command is completed after it
            add_word(&words, entry->name);
    assert(!words.cut);
    fputs(memory, stdout);
}

static void print_bash_values(const char *before, const Values *values)
{
    printf("            %s)", before);
    if (values->are_files)
        printf(" files=1 ;;\n");
    else
        printf(" words='%s' ;;\n", values->words);
}

// After the first argument of `nebel lab` experiments take the place of its words.
static void print_bash_later(const Command *command)
{
    if (!command->later_argument)
        return;
    printf("        ((COMP_CWORD == 2)) || [[ -z $arguments ]] || experiments=1 files=1 words='");
    for (unsigned i = 0; option_at(command, i); i++)
        printf("%s%s", i ? " " : "", option_at(command, i)->name);
    printf("'\n");
}

static void print_bash_command(const Command *command)
{
    char label[LABEL_ROOM];
    printf("    %s)\n        case $before in\n", label_of(command, label));
    for (unsigned i = 0; option_at(command, i); i++) {
        const CommandOption *option = option_at(command, i);
        const Values values = values_of(option->value);
        if (option->value)
            print_bash_values(option->name, &values);
    }
    const Values arguments = values_of(command->argument);
    printf("            *) arguments=1 files=%d words='%s", arguments.are_files, arguments.words);
    for (unsigned i = 0; option_at(command, i); i++)
        printf(" %s", option_at(command, i)->name);
    printf("' ;;\n        esac\n");
    print_bash_later(command);
    printf("        ;;\n");
}

static void print_bash(const CommandEntry *table)
{
    printf("# Completion of nebel for bash, written by: nebel completion bash\n"
           "_nebel() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local command=${COMP_WORDS[1]} words='' files=0 arguments='' experiments='' file\n"
           "    ((COMP_CWORD > 1)) || command=help\n"
           "    ((COMP_CWORD > 2)) && case \"$command ${COMP_WORDS[2]}\" in\n"
           "    ");
    print_double_names(table, " | ");
    printf(") command+=-${COMP_WORDS[2]} ;;\n"
           "    esac\n"
           "    case $command in\n"
           "    help)\n        words='");
    print_command_names(table);
    printf("'\n        ((COMP_CWORD > 1)) || words+=' help");
    for (unsigned i = 0; i < COUNT_OF(first_options); i++)
        printf(" %s", first_options[i].name);
    printf("' ;;\n");
    for (const CommandEntry *entry = command_from(table); entry->name;
         entry = command_from(entry + 1))
        print_bash_command(entry->command);
    printf("    esac\n"
           "    for file in ${experiments:+experiments/*.txt}; do\n"
           "        [[ -e $file ]] && file=${file##*/} && words+=\" ${file%%.txt}\"\n"
           "    done\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "    if ((files)); then\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$word\")\n"
           "    fi\n"
           "}\n"
           "complete -F _nebel nebel\n");
}

static void print_zsh_text(const char *text)
{
    print_quoted(text, "\\[]:", "'\\''");
}

static void print_zsh_values(const char *called)
{
    const Values values = values_of(called);
    printf(":");
    print_zsh_text(called);
    if (values.are_files)
        printf(":_files'");
    else if (values.words[0])
        printf(":(%s)'", values.words);
    else
        printf(": '"); // only its name can be shown
}

static void print_zsh_command(const Command *command)
{
    char label[LABEL_ROOM];
    printf("    %s)\n        _arguments", label_of(command, label));
    for (unsigned i = 0; option_at(command, i); i++) {
        const CommandOption *option = option_at(command, i);
        printf(" \\\n            '%s[", option->name);
        print_zsh_text(option->help);
        printf("]");
        if (option->value)
            print_zsh_values(option->value);
        else
            printf("'");
    }
    const Values arguments = values_of(command->argument);
    // An argument without values would keep zsh from completing options.
    if (arguments.are_files || arguments.words[0]) {
        const bool is_repeated = command->arguments_max > 1 && !command->later_argument;
        printf(" \\\n            '%s", is_repeated ? "*" : "1");
        print_zsh_values(command->argument);
    }
    if (command->later_argument)
        printf(" \\\n            '*:%s:_nebel_experiments'", command->later_argument);
    printf(" ;;\n");
}

static void print_zsh_item(const char *name, const char *about)
{
    printf("        '%s:", name);
    print_quoted(about, "", "'\\''");
    printf("'\n");
}

static void print_zsh(const CommandEntry *table)
{
    printf("#compdef nebel\n"
           "# Completion of nebel for zsh, written by: nebel completion zsh\n"
           "_nebel_experiments() {\n"
           "    local -a names=(experiments/*.txt(N:t:r))\n"
           "    compadd -a names\n"
           "    _files\n"
           "}\n"
           "_nebel() {\n"
           "    local -a commands=(\n");
    for (const CommandEntry *entry = command_from(table); entry->name;
         entry = command_from(entry + 1))
        if (!strchr(entry->name, ' '))
            print_zsh_item(entry->name, entry->command->summary);
    printf("    ) others=(\n");
    print_zsh_item("help", help_summary);
    for (unsigned i = 0; i < COUNT_OF(first_options); i++)
        print_zsh_item(first_options[i].name, first_options[i].help);
    printf("    )\n"
           "    if ((CURRENT == 2)); then\n"
           "        _describe command commands -- others\n"
           "        return\n"
           "    fi\n"
           "    shift words\n"
           "    ((CURRENT--))\n"
           "    ((CURRENT > 2)) && case \"$words[1] $words[2]\" in\n"
           "    ");
    print_double_names(table, "|");
    printf(") words[1,2]=(\"$words[1]-$words[2]\"); ((CURRENT--)) ;;\n"
           "    esac\n"
           "    case $words[1] in\n"
           "    help) _describe command commands ;;\n");
    for (const CommandEntry *entry = command_from(table); entry->name;
         entry = command_from(entry + 1))
        print_zsh_command(entry->command);
    printf("    esac\n"
           "}\n"
           "if [[ $funcstack[1] == _nebel ]]; then\n" // found in fpath, so called at once
           "    _nebel \"$@\"\n"
           "else\n"
           "    compdef _nebel nebel\n"
           "fi\n");
}

static void print_fish_about(const char *about)
{
    printf(" -d '");
    print_quoted(about, "\\", "\\'");
    printf("'\n");
}

static void print_fish_option(const char *when, const CommandOption *option)
{
    const bool is_long = option->name[1] == '-';
    const Values values = values_of(option->value);
    printf("complete -c nebel -n '%s' %s", when, is_long ? "-l " : "-s ");
    printf("%s", option->name + (is_long ? 2 : 1));
    if (values.are_files)
        printf(" -r -F");
    else if (values.words[0])
        printf(" -x -a '%s'", values.words);
    else if (option->value)
        printf(" -x");
    print_fish_about(option->help);
}

static void print_fish_command(const Command *command)
{
    char when[64], label[LABEL_ROOM];
    snprintf(when, sizeof when, "__nebel_is %s", label_of(command, label));
    const Values arguments = values_of(command->argument);
    if (command->later_argument) {
        printf("complete -c nebel -n '%s; and __nebel_has 2' -a '%s'\n", when, arguments.words);
        printf("complete -c nebel -n '%s; and not __nebel_has 2' -F -a '(__nebel_experiments)'\n",
               when);
    } else if (arguments.are_files)
        printf("complete -c nebel -n '%s' -F\n", when);
    else if (arguments.words[0])
        printf("complete -c nebel -n '%s' -a '%s'\n", when, arguments.words);
    for (unsigned i = 0; option_at(command, i); i++)
        print_fish_option(when, option_at(command, i));
}

static void print_fish_name(const char *name, const char *summary)
{
    printf("complete -c nebel -n __nebel_begins -a %s", name);
    print_fish_about(summary);
}

static void print_fish(const CommandEntry *table)
{
    printf("# Completion of nebel for fish, written by: nebel completion fish\n"
           "function __nebel_has\n"
           "    test (count (commandline -opc)) -eq $argv[1]\n"
           "end\n"
           "function __nebel_begins\n"
           "    __nebel_has 1\n"
           "end\n"
           "function __nebel_experiments\n"
           "    for file in experiments/*.txt\n"
           "        string replace -r '^.*/(.*)\\.txt$' '$1' $file\n"
           "    end\n"
           "end\n"
           "function __nebel_is\n"
           "    set -l words (commandline -opc)\n"
           "    test (count $words) -ge 2; or return 1\n"
           "    set -l name $words[2]\n"
           "    switch \"$words[2] $words[3]\"\n"
           "        case ");
    print_double_names(table, " ");
    printf("\n"
           "            set name $words[2]-$words[3]\n"
           "    end\n"
           "    test $name = $argv[1]\n"
           "end\n"
           "complete -c nebel -f\n");
    print_fish_name("help", help_summary);
    for (unsigned i = 0; i < COUNT_OF(first_options); i++)
        print_fish_option("__nebel_begins", &first_options[i]);
    printf("complete -c nebel -n '__nebel_is help' -a '");
    print_command_names(table);
    printf("'\n");
    for (const CommandEntry *entry = command_from(table); entry->name;
         entry = command_from(entry + 1)) {
        if (!strchr(entry->name, ' '))
            print_fish_name(entry->name, entry->command->summary);
        print_fish_command(entry->command);
    }
}

static const struct Shell {
    const char *name;
    void (*print)(const CommandEntry *table);
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

static int completion_run(const Given *given)
{
    const char *name = given->arguments[0];
    if (!name)
        return complain("name a shell, as in nebel completion bash");
    for (unsigned i = 0; i < COUNT_OF(shells); i++)
        if (strcmp(shells[i].name, name) == 0) {
            shells[i].print(given->table);
            return EXIT_FINE;
        }
    return complain("there is no completion for '%s'; there is for bash, zsh and fish", name);
}

const Command completion_command = {
    .name = "completion",
    .argument = "bash|zsh|fish",
    .summary = "print a script with which a shell completes nebel's commands",
    .example = "nebel completion bash",
    .run = completion_run,
};
