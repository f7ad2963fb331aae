// nebel words: prints all messages in English, to be translated, or checks a translation.
#include "base/cli/language_file.h"
#include "cmd/command.h"

#include <stdio.h>

static int print_english(void)
{
    Text file = text_growing(&memory_heap);
    language_write_english(&file);
    fwrite(file.start, 1, file.length, stdout);
    text_done(&file);
    return EXIT_FINE;
}

static int check(const char *path)
{
    Text problems = text_growing(&memory_heap);
    uint32_t count = 0;
    Language *language = language_load(path, &problems, &count);
    if (!language)
        return EXIT_FAILED;
    language_destroy(language);
    fwrite(problems.start, 1, problems.length, stdout);
    text_done(&problems);
    if (count)
        return complain_failed("%s: %u of %d messages are said in English or not at all", path,
                               count, SAY_COUNT - 1);
    printf("%s: every message is there\n", path);
    return EXIT_FINE;
}

static int words_run(const Given *given)
{
    return given->arguments[0] ? check(given->arguments[0]) : print_english();
}

const Command words_command = {
    .name = "words",
    .argument = "FILE",
    .summary = "print what the program says, to translate it, or check a translation",
    .example = "nebel words",
    .run = words_run,
};
