// Reads a model from disk.
#include "lab/study/model_file.h"
#include "base/cli/output.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { BYTES_MAX = 2 * sizeof(Model) }; // every model file is shorter

static int read_bytes(const char *path, char *bytes, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return complain("cannot open the model %s: %s", path, strerror(errno));
    *length = fread(bytes, 1, BYTES_MAX, file);
    const bool is_read = !ferror(file);
    fclose(file);
    return is_read ? EXIT_FINE : complain("cannot read the model %s", path);
}

int model_file_read(const char *path, Model *model)
{
    char bytes[BYTES_MAX];
    Slice slice = {bytes, 0};
    if (!path)
        slice = model_default();
    else if (read_bytes(path, bytes, &slice.length))
        return EXIT_USAGE;
    assert(slice.length <= BYTES_MAX);
    const ModelError error = model_read(slice, model);
    if (!error)
        return EXIT_FINE;
    return complain_failed("%s: %s", path ? path : "the default model", model_error_text(error));
}

int model_file_load(const char *path, Model **model)
{
    *model = memory_resize(&memory_heap, NULL, sizeof **model);
    const int status = *model ? model_file_read(path, *model) : complain_of_memory("the model");
    if (status)
        *model = memory_resize(&memory_heap, *model, 0);
    return status;
}
