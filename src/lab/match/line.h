// Checksums of lines: each line after the head of a match file ends with " | " and a checksum of all bytes before it. It shows
// whether a line is torn or altered.
#ifndef NEBEL_MATCH_LINE_H
#define NEBEL_MATCH_LINE_H

#include "base/text.h"

// Between the parts of a line.
#define LINE_SEPARATOR " | "

// Adds the checksum of the line that begins at `start`, but no line feed.
void line_seal(Text *text, size_t start);

// Takes the checksum off the end. False, with the outputs untouched, if the checksum is wrong.
MUST_USE bool line_unseal(Slice line, Slice *body, uint64_t *hash);

#endif
