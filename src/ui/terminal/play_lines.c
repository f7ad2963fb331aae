// Line mode: reads lines and writes sentences.
#include "ui/terminal/play_lines.h"

#include "base/i18n/words.h"
#include "ui/play/lines.h"
#include "ui/play/review.h"
#include "ui/terminal/screen_loop.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// --- Reading -------------------------------------------------------------------------------------

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

// --- The game ------------------------------------------------------------------------------------

void speak(Text *text)
{
    fwrite(text->start, 1, text->length, stdout);
    fflush(stdout);
    text->length = 0;
}

// Waits until the player is asked, or its time is over.
static void wait_for_question(UiSession *session)
{
    while (ui_awaits_player(session->ui) && !session->is_asked) {
        const uint64_t now_ms = screen_loop_now_ms();
        poll(NULL, 0, screen_loop_timeout(now_ms, session_next_ms(session, now_ms)));
        session_tick(session, screen_loop_now_ms());
    }
}

// Waits for the player's choices until it is the person's turn.
static void play_engine_turns(UiSession *session, Lines *lines, Text *text)
{
    while (ui_awaits_player(session->ui)) {
        wait_for_question(session);
        if (session->is_asked)
            session_take_answer(session);
        lines_news(lines, text);
        speak(text);
    }
}

static bool add_words(void *context, const char *words, const double *enemy)
{
    (void)enemy;
    text_add(context, words);
    return true;
}

// What the person could have known, in words.
static void analyse(const UiSession *session, const GameRecord *record, Text *text)
{
    const char *problem = session->plan->analyse(record, session->plan->seat, add_words, text);
    if (problem)
        text_format(text, "%s\n", problem);
}

// Shows or saves the record of a game that is over.
static void show_or_save(const UiSession *session, UiWish wish, Text *text)
{
    GameRecord record;
    if (!session_record(session, &record)) {
        text_format(text, "%s\n", words_of(SAY_LINE_NO_MEMORY));
        return;
    }
    if (wish == WISH_REVIEW) {
        review_lines(&record, text);
    } else if (wish == WISH_ANALYSE) {
        analyse(session, &record, text);
    } else {
        save_record_as(&record, session->plan->pgn, text);
        text_add_char(text, '\n');
    }
    game_record_done(&record, &memory_heap);
}

static void take(UiSession *session, Lines *lines, const char *line, Text *text)
{
    const uint64_t now_ms = screen_loop_now_ms();
    lines_take(lines, slice_of(line), now_ms, text);
    session_go_on(session, now_ms);
    const UiWish wish = ui_take_wish(session->ui);
    if (wish == WISH_SAVE || wish == WISH_REVIEW || wish == WISH_ANALYSE)
        show_or_save(session, wish, text);
    session->is_left |= wish == WISH_LEAVE || wish == WISH_REMATCH;
    session->wants_rematch |= wish == WISH_REMATCH;
    speak(text);
}

void play_in_lines(UiSession *session)
{
    Lines lines;
    LineReader reader = {.length = 0};
    char line[LINE_READER_MAX];
    Text text = text_growing(&memory_heap);
    lines_open(&lines, session->ui, &text);
    speak(&text);
    while (!session->is_left) {
        play_engine_turns(session, &lines, &text);
        const LineNews news =
            line_wait(&reader, -1, ui_next_ms(session->ui, screen_loop_now_ms()), line);
        if (news == LINE_ENDED)
            break;
        if (news == LINE_READ) {
            take(session, &lines, line, &text);
        } else {
            ui_tick(session->ui, screen_loop_now_ms());
            lines_news(&lines, &text);
            speak(&text);
        }
    }
    ui_leave(session->ui);
    text_done(&text);
}
