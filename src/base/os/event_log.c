// Lines of a log.
#include "base/os/event_log.h"

#include <time.h>

enum { LINE_MAX_BYTES = 1024, STAMP_MAX = 32 };

// Messages are of libraries; characters that JSON would want escaped are not worth it.
static void add_plain(Text *line, const char *text)
{
    for (; *text; text++) {
        const bool is_plain = *text >= ' ' && *text != '"' && *text != '\\';
        text_add_char(line, is_plain ? *text : '\'');
    }
}

void event_log(FILE *log, const char *event, const char *fields, const char *text)
{
    char memory[LINE_MAX_BYTES], stamp[STAMP_MAX];
    Text line = TEXT_IN(memory);
    const time_t now = time(NULL);
    struct tm utc;
    if (!log || !gmtime_r(&now, &utc))
        return;
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &utc);
    text_format(&line, "{\"time\": \"%s\", ", stamp);
    if (fields)
        text_format(&line, "%s, ", fields);
    text_format(&line, "\"event\": \"%s\"", event);
    if (text) {
        text_add(&line, ", \"text\": \"");
        add_plain(&line, text);
        text_add(&line, "\"");
    }
    fprintf(log, "%s}\n", memory);
    fflush(log);
}
