// How nebel finds nebel-server and starts it, as git starts its commands.
#include "cmd/command.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char server_program[] = "nebel-server";

bool server_program_find(char *path)
{
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - sizeof server_program);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash) {
        strcpy(slash + 1, server_program);
        if (access(path, X_OK) == 0)
            return true;
    }
    snprintf(path, PATH_MAX, "%s/%s", NEBEL_LIBEXEC, server_program);
    return access(path, X_OK) == 0;
}

int command_run_elsewhere(const Given *given)
{
    char path[PATH_MAX];
    if (NEBEL_SERVER)
        return complain("%s has only what needs a server; type nebel %s", server_program,
                        given->words[1]);
    if (server_program_find(path))
        execv(path, given->words);
    else
        execvp(server_program, given->words);
    if (errno != ENOENT)
        return complain_failed("%s cannot be started: %s", server_program, strerror(errno));
    return complain_failed("nebel %s needs %s, which is not installed: " SERVER_PROGRAM_REMEDY,
                           given->words[1], server_program);
}
