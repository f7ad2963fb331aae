// Writing the events of a record in words.
#include "ui/play/replay_words.h"

#include "base/i18n/words.h"
#include "formats/records/game_record.h"

#include <assert.h>
#include <string.h>

static const SayCode event_words[EVENT_COUNT] = {
    [EVENT_RESIGN] = SAY_DOES_RESIGN, [EVENT_OFFER] = SAY_DOES_OFFER,
    [EVENT_ACCEPT] = SAY_DOES_ACCEPT, [EVENT_DECLINE] = SAY_DOES_DECLINE,
    [EVENT_TIME] = SAY_DOES_FLAG,     [EVENT_FORFEIT] = SAY_DOES_FORFEIT,
    [EVENT_ABORT] = SAY_DOES_ABORT,
};

static void say_heard(const Replay *replay, Text *words)
{
    char to_white[EVENT_WORDS_MAX], to_black[EVENT_WORDS_MAX];
    Text white = TEXT_IN(to_white), black = TEXT_IN(to_black);
    replay->game->say(replay->rules, &replay->to[0], &white);
    replay->game->say(replay->rules, &replay->to[1], &black);
    if (strcmp(to_white, to_black) == 0)
        text_add(words, to_white);
    else
        WORDS_FILL(words, SAY_REVIEW_BOTH_HEAR, {to_white}, {to_black});
}

bool event_words_step(Replay *replay, Shown *shown)
{
    const bool was_over = replay->outcome.is_over;
    if (!replay_step(replay))
        return false;
    Text attempt = TEXT_IN(shown->attempt), words = TEXT_IN(shown->words);
    const Entry *entry = replay_entry(replay);
    assert(entry->kind < EVENT_COUNT);
    shown->number = replay->number;
    if (entry->kind == EVENT_TRY)
        record_try_to_text(replay->game, entry->attempt, &attempt);
    if (replay->is_judged)
        say_heard(replay, &words);
    else if (entry->kind != EVENT_TRY)
        words_say(&words, event_words[entry->kind]);
    else
        words_say(&words, was_over ? SAY_DOES_TOO_LATE : SAY_DOES_OUT_OF_TURN);
    return true;
}

void event_words_add_number(MoveNumber number, Text *text)
{
    enum { MOVE_COLUMNS = 4 };
    char move[MOVE_NUMBER_TEXT_MAX], attempt[MOVE_NUMBER_TEXT_MAX] = "";
    Text digits = TEXT_IN(move), part = TEXT_IN(attempt);
    move_number_to_text((MoveNumber){.move = number.move}, &digits);
    move_number_to_text((MoveNumber){.attempt = number.attempt}, &part);
    text_format(text, "%*s%-*s", MOVE_COLUMNS, move, EVENT_WORDS_NUMBER_COLUMNS - MOVE_COLUMNS,
                attempt);
}

void event_words_add_lines(Replay *replay, Text *text)
{
    Shown shown;
    while (event_words_step(replay, &shown)) {
        const Entry *entry = replay_entry(replay);
        event_words_add_number(shown.number, text);
        text_format(text, "  %s  ", view_name(entry->seat));
        if (entry->kind == EVENT_TRY)
            text_format(text, "%-6s ", shown.attempt);
        text_format(text, "%s\n", shown.words);
    }
}
