// Looking for programs, and quotation marks.
#define _POSIX_C_SOURCE 200809L
#include "guest/program.h"

#include <limits.h>
#include <stdlib.h>
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
    const char *folders = getenv("PATH");
    return (folders && find_in(slice_of(folders), name, path)) ||
           find_in(slice_of("/usr/games"), name, path);
}

// The shell takes everything between single quotes as it is, but for the single quote.
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
