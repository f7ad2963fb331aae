// The log of a server: a JSON object a line.
#ifndef NEBEL_OS_EVENT_LOG_H
#define NEBEL_OS_EVENT_LOG_H

#include "base/text.h"

#include <stdio.h>

// Writes one line: {"time": …, FIELDS, "event": EVENT, "text": TEXT}. `fields` is JSON, such as "\"node\": 3"; fields and text are left out if
// they are NULL, and without a log nothing is written.
void event_log(FILE *log, const char *event, const char *fields, const char *text);

#endif
