// nebel bot: one of our players as a bot, for programs that speak the bot protocol.
#include "base/cli/output.h"
#include "base/os/clocks.h"
#include "cmd/command.h"
#include "engine/external/speak.h"
#include "engine/players/roster.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

// A thread of its own reads the lines, so that `stop` is heard while the player thinks.
typedef struct Inbox {
    pthread_mutex_t lock;
    pthread_cond_t has_news;
    Text lines;    // complete lines with their ends; guarded by `lock`
    bool is_ended; // guarded by `lock`
    atomic_bool is_stopped;
} Inbox;

static bool begins_with(const Text *line, const char *verb)
{
    const size_t length = strlen(verb);
    return strncmp(line->start, verb, length) == 0 && strchr(" \r\n", line->start[length]);
}

// A `stop` stops the last `go` that was read, even if the player has not begun with it.
static void deliver(Inbox *inbox, const Text *line)
{
    if (begins_with(line, "stop"))
        atomic_store(&inbox->is_stopped, true);
    if (begins_with(line, "go"))
        atomic_store(&inbox->is_stopped, false);
    pthread_mutex_lock(&inbox->lock);
    text_add(&inbox->lines, line->start);
    inbox->is_ended = inbox->is_ended || inbox->lines.cut;
    pthread_cond_signal(&inbox->has_news);
    pthread_mutex_unlock(&inbox->lock);
}

static void *read_lines(void *context)
{
    Inbox *inbox = context;
    Text line = text_growing(&memory_heap);
    for (int c = getchar(); c != EOF; c = getchar()) {
        text_add_char(&line, (char)c);
        if (c != '\n')
            continue;
        deliver(inbox, &line);
        line.length = 0;
    }
    text_done(&line);
    atomic_store(&inbox->is_stopped, true); // nobody waits for the answer any more
    pthread_mutex_lock(&inbox->lock);
    inbox->is_ended = true;
    pthread_cond_signal(&inbox->has_news);
    pthread_mutex_unlock(&inbox->lock);
    return NULL;
}

// Waits for lines and swaps them for the empty `lines`. False at the end.
static bool fetch(Inbox *inbox, Text *lines)
{
    pthread_mutex_lock(&inbox->lock);
    while (!inbox->lines.length && !inbox->is_ended)
        pthread_cond_wait(&inbox->has_news, &inbox->lock);
    const Text fetched = inbox->lines;
    inbox->lines = *lines;
    *lines = fetched;
    pthread_mutex_unlock(&inbox->lock);
    return lines->length != 0;
}

static bool take_lines(Speaker *speaker, const Text *lines, Text *answer)
{
    Slice rest = {lines->start, lines->length};
    while (rest.length) {
        Slice line = slice_take(&rest, "\n");
        if (line.length && line.start[line.length - 1] == '\r')
            line.length--;
        const bool goes_on = speaker_take(speaker, line, answer);
        fwrite(answer->start, 1, answer->length, stdout);
        fflush(stdout);
        answer->length = 0;
        if (!goes_on)
            return false;
    }
    return true;
}

static int speak(Player *player, const char *name)
{
    static Inbox inbox = {.lock = PTHREAD_MUTEX_INITIALIZER, .has_news = PTHREAD_COND_INITIALIZER};
    Speaker speaker;
    pthread_t reader;
    Text lines = text_growing(&memory_heap), answer = text_growing(&memory_heap);
    inbox.lines = text_growing(&memory_heap);
    if (pthread_create(&reader, NULL, read_lines, &inbox))
        return complain_failed(
            "cannot start a thread that reads the input; are there too many processes?");
    // The reader may still wait for a line at the end; it ends with the process.
    pthread_detach(reader);
    speaker_init(&speaker, player, name, &system_clocks, &inbox.is_stopped);
    while (fetch(&inbox, &lines) && take_lines(&speaker, &lines, &answer))
        lines.length = 0;
    text_done(&answer);
    text_done(&lines);
    return EXIT_FINE;
}

static int bot_run(const Given *given)
{
    char memory[MESSAGE_ROOM];
    Text message = TEXT_IN(memory);
    if (!given->arguments[0])
        return complain("name a player, as in nebel bot random; nebel players lists them");
    complain_of_sandbox(roster_lack(given->arguments[0]));
    Player *player = roster_open(&memory_heap, given->arguments[0], &message);
    if (!player)
        return complain("%s", memory);
    const int status = speak(player, given->arguments[0]);
    player_destroy(player);
    return status;
}

const Command bot_command = {
    .name = "bot",
    .argument = "PLAYER",
    .summary = "speak the bot protocol for one of the players",
    .example = "nebel bot random",
    .run = bot_run,
};
