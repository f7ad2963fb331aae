// Reading and making secrets in files.
#include "cmd/token_file.h"

#include "base/crypto/token.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TOKEN_CHARACTERS_MIN = 32 }; // fewer could be guessed

bool token_file_read(const char *path, const char *what, char memory[TOKEN_FILE_ROOM], Slice *token,
                     Text *message)
{
    FILE *file = fopen(path, "re");
    if (!file) {
        text_format(message, "%s cannot be read from %s: %s", what, path, strerror(errno));
        return false;
    }
    const bool is_read = fgets(memory, TOKEN_FILE_ROOM, file) != NULL;
    fclose(file);
    *token = is_read ? slice_trim(slice_of(memory)) : (Slice){memory, 0};
    if (token->length >= TOKEN_CHARACTERS_MIN)
        return true;
    text_format(message,
                "%s must hold a token of at least %d characters in its first line, such as one of "
                "openssl rand -hex 32",
                path, TOKEN_CHARACTERS_MIN);
    return false;
}

bool token_file_make(const char *path, const char *what, Text *message)
{
    Token token;
    if (access(path, F_OK) == 0)
        return true;
    const mode_t mask = umask(S_IRWXG | S_IRWXO);
    FILE *file = fopen(path, "wxe");
    umask(mask);
    const bool is_written = file && token_draw(&token) && fprintf(file, "%s\n", token.text) > 0;
    const bool is_kept = file && fclose(file) == 0 && is_written;
    if (!is_kept)
        text_format(message, "%s cannot be written to %s", what, path);
    return is_kept;
}
