// Lines of standard input, and sentences to standard output.
#ifndef NEBEL_TERMINAL_LINE_INPUT_H
#define NEBEL_TERMINAL_LINE_INPUT_H

#include "base/text.h"

// Reads lines from standard input with a buffer of its own, so that line_wait can have a time limit.
enum { LINE_READER_MAX = 1024 };
typedef struct LineReader {
    char bytes[LINE_READER_MAX];
    size_t length;
    bool is_ended;
} LineReader;

typedef enum LineNews { LINE_READ, LINE_TIME, LINE_WOKEN, LINE_ENDED } LineNews;

// Waits for a line, at most until `until_ms` on the clock of screen_loop_now_ms (UINT64_MAX for ever). A line longer than
// LINE_READER_MAX comes in pieces. LINE_WOKEN: there is something to read at the descriptor `wake`, which is -1 for none.
LineNews line_wait(LineReader *reader, int wake, uint64_t until_ms, char line[LINE_READER_MAX]);

// Writes a text to standard output, flushes that, and empties the text.
void speak(Text *text);

#endif
