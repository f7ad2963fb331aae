// Files that survive a crash: opening never waits for a pipe, and closing waits until the disk has them. And the user's own folders for
// what nebel keeps, by the XDG standard.
#ifndef NEBEL_OS_DISK_H
#define NEBEL_OS_DISK_H

#include "base/base.h"
#include "base/text.h"

#include <stdio.h>

// Opens a file for writing, with the flags of open(2). A pipe is refused: opening it would wait for a reader, and it
// keeps nothing. -1 with errno, ESPIPE for a pipe.
int disk_open(const char *path, int flags);

// The same for a stream; the mode is "w" or "a". NULL with errno.
FILE *disk_fopen(const char *path, const char *mode);

// Returns whether a file can be written there; it is created if there is none. False with errno.
bool disk_can_keep(const char *path);

// Waits until the disk has what was written. True also where there is no disk, as behind /dev/null.
bool disk_sync(int file);
// The same for the name of a file that was made or renamed.
bool disk_sync_name(const char *path);

// Flushes, syncs and closes; false if any of it failed. The stream is closed in any case.
bool disk_fclose(FILE *file);

// Writes a whole file. False with errno.
bool disk_write(const char *path, Slice content);

// Returns whether a file is a pipe that nobody reads any more.
bool disk_is_closed_pipe(int file);

// Why a file cannot be written, in words; `error` is errno.
const char *disk_problem(int error);

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
