// Finding programs, and quoting for the shell.
#include "engine/external/program.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool program_can_run(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

static bool find_in(Slice folders, const char *name, Text *found)
{
    while (folders.length) {
        char memory[PATH_MAX];
        Text path = TEXT_IN(memory);
        const Slice folder = slice_take(&folders, ":");
        text_format(&path, "%.*s/%s", (int)folder.length, folder.start, name);
        if (!folder.length || path.cut || !program_can_run(memory))
            continue;
        text_add(found, memory);
        return true;
    }
    return false;
}

bool program_find(const char *name, Text *path)
{
    assert(name[0]);
    const char *folders = getenv("PATH");
    return (folders && find_in(slice_of(folders), name, path)) ||
           find_in(slice_of("/usr/games"), name, path);
}

// Paths that the user gave. Written before there are threads, and only read afterwards.
enum { PATHS_MAX = 8 };
static struct {
    const char *name;
    char path[PATH_MAX];
} given_paths[PATHS_MAX];

void program_set_path(const char *name, const char *path)
{
    assert(name && path);
    unsigned i = 0;
    while (i < PATHS_MAX && given_paths[i].name && strcmp(given_paths[i].name, name) != 0)
        i++;
    assert(i < PATHS_MAX);
    given_paths[i].name = name;
    given_paths[i].path[0] = '\0';
    if (strlen(path) < PATH_MAX)
        memcpy(given_paths[i].path, path, strlen(path) + 1);
}

static const char *given_path(const char *name)
{
    for (unsigned i = 0; i < PATHS_MAX && given_paths[i].name; i++)
        if (strcmp(given_paths[i].name, name) == 0)
            return given_paths[i].path;
    return "";
}

bool program_command(const char *name, const char *arguments, Text *command, Text *message)
{
    assert(name && arguments);
    const char *given = given_path(name);
    char found_memory[PATH_MAX];
    Text found = TEXT_IN(found_memory);
    if (given[0] ? !program_can_run(given) : !program_find(name, &found)) {
        text_format(message, "there is no %s%s%s to run; nebel doctor says what to do", name,
                    given[0] ? " at " : "", given);
        return false;
    }
    text_add(command, "exec ");
    program_quote(given[0] ? given : found_memory, command);
    text_format(command, " %s", arguments);
    return true;
}

// Between single quotes the shell leaves every character as it is, except the single quote.
void program_quote(const char *word, Text *command)
{
    text_add_char(command, '\'');
    for (; *word; word++)
        if (*word == '\'')
            text_add(command, "'\\''");
        else
            text_add_char(command, *word);
    text_add_char(command, '\'');
}
