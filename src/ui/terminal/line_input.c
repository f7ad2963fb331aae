// Line mode at a terminal: waits for a line that the person types, and writes sentences of the game.
#include "ui/terminal/line_input.h"

#include "ui/terminal/screen_loop.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Takes the first line off the buffer. A rest without a line feed is taken only at the end of the input, or if the buffer is full.
static bool take_line(LineReader *reader, char line[LINE_READER_MAX])
{
    assert(reader->length < LINE_READER_MAX);
    const char *newline = memchr(reader->bytes, '\n', reader->length);
    const bool is_full = reader->length == LINE_READER_MAX - 1;
    if (!newline && !is_full && !(reader->is_ended && reader->length))
        return false;
    const size_t length = newline ? (size_t)(newline - reader->bytes) : reader->length;
    const size_t taken = newline ? length + 1 : length;
    memcpy(line, reader->bytes, length);
    line[length] = '\0';
    reader->length -= taken;
    memmove(reader->bytes, reader->bytes + taken, reader->length);
    return true;
}

LineNews line_wait(LineReader *reader, int wake, uint64_t until_ms, char line[LINE_READER_MAX])
{
    while (!take_line(reader, line)) {
        if (reader->is_ended)
            return LINE_ENDED;
        struct pollfd inputs[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                                  {.fd = wake, .events = POLLIN}};
        if (poll(inputs, COUNT_OF(inputs), screen_loop_timeout(screen_loop_now_ms(), until_ms)) ==
            0)
            return LINE_TIME;
        if (!inputs[0].revents && inputs[1].revents)
            return LINE_WOKEN;
        const ssize_t got = read(STDIN_FILENO, reader->bytes + reader->length,
                                 LINE_READER_MAX - 1 - reader->length);
        reader->is_ended = got <= 0;
        reader->length += got > 0 ? (size_t)got : 0;
    }
    return LINE_READ;
}

void speak(Text *text)
{
    fwrite(text->start, 1, text->length, stdout);
    fflush(stdout);
    text->length = 0;
}
