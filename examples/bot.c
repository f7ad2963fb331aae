// The smallest complete bot: it plays any game of Nebel, by chance. Begin your own from here.
//
//     cc -O2 -o mybot examples/bot.c
//     nebel check-bot ./mybot
//     nebel match cmd:./mybot random --games 10
//
// docs/protocol/bot.md says what else it could hear and do.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int begins(const char *line, const char *words)
{
    return strncmp(line, words, strlen(words)) == 0;
}

// The words of "tries e2e3 e2e4 ...": answers with one of them, each as likely as another.
static void answer(const char *tries)
{
    unsigned count = 0;
    for (const char *space = strchr(tries, ' '); space; space = strchr(space + 1, ' '))
        count++;
    unsigned chosen = count ? (unsigned)rand() % count : 0;
    const char *word = strchr(tries, ' ');
    while (word && chosen--)
        word = strchr(word + 1, ' ');
    if (word)
        printf("try %.*s\n", (int)strcspn(word + 1, " \n"), word + 1);
    else
        puts("resign");
}

int main(void)
{
    static char line[4096], tries[4096];
    while (fgets(line, sizeof line, stdin)) {
        const char *seed = strstr(line, " seed ");
        if (begins(line, "nebel "))
            puts("id name smallest bot in C\nwant tries\nready");
        else if (begins(line, "newgame ") && seed)
            srand((unsigned)strtoul(seed + 6, NULL, 10));
        else if (begins(line, "tries "))
            strcpy(tries, line);
        else if (begins(line, "go"))
            answer(tries);
        else if (begins(line, "ping"))
            puts("pong");
        else if (begins(line, "quit"))
            break;
        fflush(stdout); // a runner cannot hear what waits in a buffer
    }
    return 0;
}
