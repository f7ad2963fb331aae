// Loading the words of another language.
#include "base/cli/language_file.h"

#include "base/cli/files.h"
#include "base/cli/output.h"

#include <stdlib.h>

Language *language_load(const char *path, Text *problems, uint32_t *problem_count)
{
    Text file = text_growing(&memory_heap);
    if (!load_text(path, &file)) {
        text_done(&file);
        complain("cannot read %s; nebel words >%s makes such a file", path, path);
        return NULL;
    }
    Language *language =
        language_read(&memory_heap, (Slice){file.start, file.length}, problems, problem_count);
    text_done(&file);
    if (!language)
        complain("there is not enough memory for %s", path);
    return language;
}

bool language_speak(void)
{
    const char *path = getenv("NEBEL_WORDS");
    if (!path || !path[0])
        return true;
    uint32_t problem_count;
    Text problems = text_growing(&memory_heap); // `nebel words FILE` tells them
    const Language *language = language_load(path, &problems, &problem_count);
    text_done(&problems);
    language_use(language);
    return language;
}
