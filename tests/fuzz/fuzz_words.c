// Fuzzes the files of other languages: the input is such a file.
//
// Whatever the file holds, every message can be said afterwards: its own words or the English ones. A message that is not from
// the file is named among the problems.
#include "base/i18n/internal.h"
#include "base/i18n/language.h"
#include "fuzz.h"

static void say_all(void)
{
    static const SayArgument arguments[SAY_ARGUMENTS_MAX] = {
        {.number = 1}, {"{$colour}"}, {"a1, b1"}, {.number = 2}};
    Text text = text_growing(&memory_heap);
    for (unsigned code = SAY_NOTHING + 1; code < SAY_COUNT; code++) {
        const size_t before = text.length;
        if (words__messages[code].arguments[0])
            words_fill(&text, (SayCode)code, arguments, SAY_ARGUMENTS_MAX);
        else
            words_say(&text, (SayCode)code);
        LAW(strlen(text.start + before) == text.length - before, words__messages[code].name);
    }
    text_done(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t problem_count = 0, english = 0, lines = 0;
    Text problems = text_growing(&memory_heap);
    Language *language =
        language_read(&memory_heap, (Slice){(const char *)data, size}, &problems, &problem_count);
    LAW(language && !problems.cut, "no memory");
    language_use(language);
    say_all();
    for (unsigned code = SAY_NOTHING + 1; code < SAY_COUNT; code++)
        english += words__pattern((SayCode)code) == words__messages[code].pattern;
    for (size_t i = 0; i < problems.length; i++)
        lines += problems.start[i] == '\n';
    LAW(english <= problem_count && problem_count <= lines, problems.start);
    language_use(NULL);
    language_destroy(language);
    text_done(&problems);
    return 0;
}
