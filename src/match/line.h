// The end of every line after the head of a match file: " | " and a checksum of all bytes before
// it. A torn or altered line shows by it.
#ifndef NEBEL_MATCH_LINE_H
#define NEBEL_MATCH_LINE_H

#include "base/text.h"

// Between the parts of a line.
#define LINE_SEPARATOR " | "

// Ends the line that begins at `start`, but for its end of line.
void line_seal(Text *text, size_t start);

// Takes the checksum off the end. False, with the outputs untouched, if it is not that of the rest.
MUST_USE bool line_unseal(Slice line, Slice *body, uint64_t *hash);

#endif
