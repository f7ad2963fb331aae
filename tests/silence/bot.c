// A bot that remembers every byte it was ever sent: a hash of them comes back with each answer, as
// its count of nodes. At each `go` it does what its next argument says, and resigns when there is
// none left.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int begins(const char *line, const char *words)
{
    return strncmp(line, words, strlen(words)) == 0;
}

// FNV-1a; a count of nodes has no sign.
static uint64_t remember(uint64_t hash, const char *line)
{
    for (; *line; line++)
        hash = (hash ^ (unsigned char)*line) * UINT64_C(0x100000001b3);
    return hash;
}

int main(int count, char **words)
{
    static char line[65536];
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    int next = 1;
    while (fgets(line, sizeof line, stdin)) {
        hash = remember(hash, line);
        if (begins(line, "nebel "))
            puts("id name remembering bot\nwant tries\nready");
        else if (begins(line, "ping"))
            puts("pong");
        else if (begins(line, "go"))
            printf("info nodes %" PRIu64 "\n%s\n", hash >> 2,
                   next < count ? words[next++] : "resign");
        else if (begins(line, "quit"))
            break;
        fflush(stdout);
    }
    return 0;
}
