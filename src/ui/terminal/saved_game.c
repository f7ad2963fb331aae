// Writes records of games to files of the person's.
#include "ui/terminal/saved_game.h"

#include "base/i18n/words.h"
#include "base/os/disk.h"
#include "formats/records/format.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FILE_NAME_MAX = 64 };

const char *save_record(const GameRecord *record, const char *path)
{
    assert(path);
    Text text = text_growing(&memory_heap);
    const char *problem = NULL;
    const bool is_written = record_format_of(record->game)->write(record, &text);
    FILE *file = is_written ? disk_fopen(path, "w") : NULL;
    if (!is_written)
        problem = words_of(SAY_RECORD_NO_MEMORY);
    else if (!file)
        problem = words_of(SAY_RECORD_NO_FILE);
    else if (fwrite(text.start, 1, text.length, file) != text.length)
        problem = words_of(SAY_RECORD_NOT_WRITTEN);
    if (file && !disk_fclose(file))
        problem = words_of(SAY_RECORD_NOT_WRITTEN);
    text_done(&text);
    return problem;
}

static void name_file(const GameRecord *record, Text *path)
{
    char name[FILE_NAME_MAX] = "nebel";
    const time_t now = time(NULL);
    struct tm date;
    if (localtime_r(&now, &date))
        strftime(name, sizeof name, "nebel-%Y%m%d-%H%M%S", &date);
    text_format(path, "%s.%s", name, record_format_of(record->game)->extension);
}

bool saved_game_name(const GameRecord *record, char path[SAVED_PATH_MAX])
{
    enum { SAME_SECOND_MAX = 100, SUFFIX_MAX = 8 };
    char folder[HOME_PATH_MAX], name[FILE_NAME_MAX];
    Text where = TEXT_IN(folder), file = TEXT_IN(name);
    if (!home_path(HOME_GAMES, &where) || !home_make(folder))
        return false;
    name_file(record, &file);
    const char *dot = strrchr(name, '.');
    assert(dot);
    for (unsigned number = 1; number < SAME_SECOND_MAX; number++) {
        char suffix[SUFFIX_MAX] = "";
        if (number > 1)
            snprintf(suffix, sizeof suffix, "-%u", number);
        Text whole = text_in(path, SAVED_PATH_MAX);
        text_format(&whole, "%s/%.*s%s%s", folder, (int)(dot - name), name, suffix, dot);
        if (!whole.cut && access(path, F_OK) != 0)
            return true;
    }
    return false;
}

void save_record_as(const GameRecord *record, const char *path, Text *sentence)
{
    char memory[FILE_NAME_MAX];
    Text name = TEXT_IN(memory);
    name_file(record, &name);
    const char *file = path ? path : memory;
    const char *problem = save_record(record, file);
    if (problem)
        WORDS_FILL(sentence, SAY_FAILED, {file}, {problem});
    else
        WORDS_FILL(sentence, SAY_SAVED, {file});
}
