// Paths from the environment, and folders.
#include "base/os/home.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

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
