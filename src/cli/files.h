// Whole files, folders and paths, as commands need them.
#ifndef NEBEL_CLI_FILES_H
#define NEBEL_CLI_FILES_H

#include "base/text.h"

enum {
    PATH_ROOM = 1024,
    FILE_BYTES_MAX = 1 << 29, // some ten thousand games of a match; a file without an end is longer
};

// Reads a whole file. False, without a word but with errno, if it is not there, cannot be read or is too long.
MUST_USE bool load_text(const char *path, Text *text);
// Writes a file beside its place first, so that what was there stays until all is written.
// Complains if it cannot, as do the next two.
MUST_USE bool save_text(const char *path, const Text *text);
// Makes a folder and those above it.
MUST_USE bool make_folder(const char *path);
// Whether the path has something before this ending, as in "game.pgn" and ".pgn".
bool path_ends_in(const char *path, const char *ending);
// Whether a file can be written there; complains if not.
MUST_USE bool check_writable(const char *path);
MUST_USE bool join_path(char path[PATH_ROOM], const char *folder, const char *name,
                        const char *ending);

#endif
