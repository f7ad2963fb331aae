// Runs gnuplot as a child process.
#include "base/cli/gnuplot.h"

#include "base/cli/files.h"
#include "base/cli/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Starts gnuplot with its standard output in a file. Returns an errno.
static int gnuplot_start(const char *script, const char *output, pid_t *child)
{
    char program[] = "gnuplot", path[PATH_ROOM], *words[] = {program, path, NULL};
    posix_spawn_file_actions_t actions;
    snprintf(path, sizeof path, "%s", script);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_CREAT | O_WRONLY | O_TRUNC,
                                     0666);
    const int error = posix_spawnp(child, program, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

GnuplotError gnuplot_draw(const char *script, const char *picture)
{
    assert(strlen(script) < PATH_ROOM && strlen(picture) < PATH_ROOM);
    char beside[PATH_ROOM + 8];
    pid_t child;
    int status = 0;
    snprintf(beside, sizeof beside, "%s.new", picture);
    const int error = gnuplot_start(script, beside, &child);
    if (error) {
        (void)remove(beside);
        if (error == ENOENT)
            return GNUPLOT_ERR_MISSING;
        complain("gnuplot cannot be started to draw %s: %s", picture, strerror(error));
        return GNUPLOT_ERR_FAILED;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && rename(beside, picture) == 0)
        return GNUPLOT_OK;
    complain("gnuplot cannot draw %s; what it said is above", script);
    return GNUPLOT_ERR_FAILED;
}
