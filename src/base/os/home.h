// The user's own folders for what nebel keeps, by the XDG standard.
#ifndef NEBEL_SYSTEM_HOME_H
#define NEBEL_SYSTEM_HOME_H

#include "base/text.h"

typedef enum HomeFolder {
    HOME_GAMES, // $XDG_DATA_HOME/nebel/games, or ~/.local/share/nebel/games
    HOME_STATE, // $XDG_STATE_HOME/nebel, or ~/.local/state/nebel
    HOME_FOLDER_COUNT
} HomeFolder;

enum { HOME_PATH_MAX = 1024 };

// Writes the path of a folder, without a slash at its end; false if the environment names no home.
MUST_USE bool home_path(HomeFolder folder, Text *path);
// Makes that folder and all above it, for the user alone. False with errno if it cannot be made.
MUST_USE bool home_make(const char *path);

#endif
