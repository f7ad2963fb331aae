// Reads and writes files, and makes folders and paths.
#include "base/cli/files.h"

#include "base/cli/output.h"
#include "base/os/disk.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { BLOCK_BYTES = 1 << 16, FOLDER_MODE = 0777 };

bool load_text(const char *path, Text *text)
{
    FILE *file = fopen(path, "rbe");
    if (!file)
        return false;
    char block[BLOCK_BYTES];
    for (size_t count = 1; count && text->length <= FILE_BYTES_MAX && !text->cut;) {
        count = fread(block, 1, sizeof block, file);
        text_add_slice(text, (Slice){block, count});
    }
    int error = ferror(file) ? EIO : 0;
    if (text->cut)
        error = ENOMEM;
    else if (text->length > FILE_BYTES_MAX)
        error = EFBIG;
    fclose(file);
    errno = error;
    return error == 0;
}

// Returns whether another file may take the place of what is there: a device or a pipe must stay.
static bool is_replaceable(const char *path)
{
    struct stat there;
    return stat(path, &there) != 0 || S_ISREG(there.st_mode);
}

// Whoever reads the file meets the old one or the whole new one.
static bool replace(const char *path, Slice whole)
{
    assert(strlen(path) < PATH_ROOM);
    char beside[PATH_ROOM + 8];
    snprintf(beside, sizeof beside, "%s.new", path);
    return disk_write(beside, whole) && rename(beside, path) == 0 && disk_sync_name(path);
}

bool save_text(const char *path, const Text *text)
{
    const Slice whole = {text->start, text->length};
    errno = ENOMEM; // for a text that is cut
    const bool is_fine =
        !text->cut && (is_replaceable(path) ? replace(path, whole) : disk_write(path, whole));
    if (!is_fine)
        complain("cannot write %s: %s", path, disk_problem(errno));
    return is_fine;
}

bool make_folder(const char *path)
{
    char part[PATH_ROOM];
    snprintf(part, sizeof part, "%s", path);
    for (char *c = part + 1; *c; c++) {
        if (*c != '/')
            continue;
        *c = '\0';
        (void)mkdir(part, FOLDER_MODE); // a failure shows at the last one
        *c = '/';
    }
    const bool is_there = mkdir(part, FOLDER_MODE) == 0 || errno == EEXIST;
    if (!is_there)
        complain("cannot make the folder %s: %s", path, strerror(errno));
    return is_there;
}

bool join_path(char path[PATH_ROOM], const char *folder, const char *name, const char *ending)
{
    Text text = text_in(path, PATH_ROOM);
    text_format(&text, "%s/%s%s", folder, name, ending);
    if (text.cut)
        complain("the path %s… is too long", path);
    return !text.cut;
}

bool path_ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

bool check_writable(const char *path)
{
    const bool can_keep = disk_can_keep(path);
    if (!can_keep)
        complain("cannot write '%s': %s", path, disk_problem(errno));
    return can_keep;
}
