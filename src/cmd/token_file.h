// Files whose first line is a secret: the operator's token, and the secret of an office.
#ifndef NEBEL_CMD_TOKEN_FILE_H
#define NEBEL_CMD_TOKEN_FILE_H

#include "base/text.h"

enum { TOKEN_FILE_ROOM = 256 };

// Reads the secret into `memory`. `what` names it in messages: "the operator's token". False, with a message, if it cannot be read or is too short.
MUST_USE bool token_file_read(const char *path, const char *what, char memory[TOKEN_FILE_ROOM],
                              Slice *token, Text *message);
// Makes a secret that only its owner can read, unless there is one.
MUST_USE bool token_file_make(const char *path, const char *what, Text *message);

#endif
