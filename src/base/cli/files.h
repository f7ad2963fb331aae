// Whole files, folders and paths.
#ifndef NEBEL_CLI_FILES_H
#define NEBEL_CLI_FILES_H

#include "base/text.h"

enum {
    PATH_ROOM = 1024,
    FILE_BYTES_MAX =
        1 << 29, // about ten thousand games of a match; stops at endless files such as /dev/zero
};

// Reads a whole file. If it is missing, cannot be read or is too long: false with errno, and no message.
MUST_USE bool load_text(const char *path, Text *text);
// Writes to a new file and renames it, so that an old file stays until all is written; a device is written to. Complains if that fails, as do make_folder,
// check_writable and join_path.
MUST_USE bool save_text(const char *path, const Text *text);
// Makes a folder and its parents.
MUST_USE bool make_folder(const char *path);
// Returns whether the path has something before this ending, as in "game.pgn" and ".pgn".
bool path_ends_in(const char *path, const char *ending);
// Returns whether a file can be written there; complains if not.
MUST_USE bool check_writable(const char *path);
MUST_USE bool join_path(char path[PATH_ROOM], const char *folder, const char *name,
                        const char *ending);

#endif
