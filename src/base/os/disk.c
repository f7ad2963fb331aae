// Writing files so that they survive a crash; folders by the environment.
#include "base/os/disk.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_pipe(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISFIFO(about.st_mode);
}

int disk_open(const char *path, int flags)
{
    assert((flags & O_ACCMODE) != O_RDONLY);
    if (is_pipe(path)) {
        errno = ESPIPE;
        return -1;
    }
    return open(path, flags | O_CLOEXEC, 0666);
}

FILE *disk_fopen(const char *path, const char *mode)
{
    assert(mode[0] == 'w' || mode[0] == 'a');
    const int flags = O_WRONLY | O_CREAT | (mode[0] == 'a' ? O_APPEND : O_TRUNC);
    const int file = disk_open(path, flags);
    FILE *stream = file < 0 ? NULL : fdopen(file, mode);
    if (!stream && file >= 0)
        close(file);
    return stream;
}

bool disk_can_keep(const char *path)
{
    FILE *file = disk_fopen(path, "a");
    return file && fclose(file) == 0;
}

// EINVAL and EROFS say that the file is not on a disk: there is nothing to wait for.
bool disk_sync(int file)
{
    assert(file >= 0);
    return fsync(file) == 0 || errno == EINVAL || errno == EROFS;
}

bool disk_sync_name(const char *path)
{
    char copy[PATH_MAX];
    if (snprintf(copy, sizeof copy, "%s", path) >= (int)sizeof copy)
        return false;
    const int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool is_synced = folder >= 0 && disk_sync(folder);
    if (folder >= 0)
        close(folder);
    return is_synced;
}

bool disk_fclose(FILE *file)
{
    const bool is_synced = fflush(file) == 0 && disk_sync(fileno(file));
    return fclose(file) == 0 && is_synced;
}

bool disk_write(const char *path, Slice content)
{
    FILE *file = disk_fopen(path, "w");
    const bool is_written =
        file && fwrite(content.start, 1, content.length, file) == content.length;
    return file && disk_fclose(file) && is_written;
}

bool disk_is_closed_pipe(int file)
{
    struct pollfd pipe = {.fd = file, .events = POLLOUT};
    return poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR);
}

const char *disk_problem(int error)
{
    if (error == ENOENT)
        return "there is no such place; does its folder exist?";
    return error == ESPIPE ? "it is a pipe, which keeps nothing; name a file" : strerror(error);
}

static const struct {
    const char *variable, *fallback, *name;
} folders[] = {
    [HOME_GAMES] = {"XDG_DATA_HOME", ".local/share", "nebel/games"},
    [HOME_STATE] = {"XDG_STATE_HOME", ".local/state", "nebel"},
};
_Static_assert(COUNT_OF(folders) == HOME_FOLDER_COUNT, "every folder has a row");

bool home_path(HomeFolder folder, Text *path)
{
    assert(folder < HOME_FOLDER_COUNT);
    const char *named = getenv(folders[folder].variable), *home = getenv("HOME");
    if (named && named[0] == '/') // the standard says to ignore relative paths
        text_format(path, "%s/%s", named, folders[folder].name);
    else if (home && home[0] == '/')
        text_format(path, "%s/%s/%s", home, folders[folder].fallback, folders[folder].name);
    else
        return false;
    return !path->cut;
}

static bool make_one(const char *path)
{
    return mkdir(path, S_IRWXU) == 0 || errno == EEXIST;
}

bool home_make(const char *path)
{
    char part[HOME_PATH_MAX];
    const int length = snprintf(part, sizeof part, "%s", path);
    if (length < 0 || (size_t)length >= sizeof part) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *slash = part + 1; *slash; slash++)
        if (*slash == '/') {
            *slash = '\0';
            if (!make_one(part))
                return false;
            *slash = '/';
        }
    return make_one(part);
}
