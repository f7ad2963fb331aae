// Sentences about colours, offers and endings.
#include "games/core/saying.h"

#include <assert.h>

static const SayCode endings[] = {
    [ENDING_NONE] = SAY_NOTHING,
    [ENDING_MATE] = SAY_END_MATE,
    [ENDING_STALEMATE] = SAY_END_STALEMATE,
    [ENDING_DEAD] = SAY_END_DEAD,
    [ENDING_FIFTY] = SAY_END_FIFTY,
    [ENDING_REPETITION] = SAY_END_REPETITION,
    [ENDING_LENGTH] = SAY_END_LENGTH,
    [ENDING_ATTEMPTS] = SAY_END_ATTEMPTS,
    [ENDING_PASSES] = SAY_END_PASSES,
};
_Static_assert(COUNT_OF(endings) == ENDING_COUNT, "every ending needs its words");

// By code from ENDING_RESIGNED on; each names the colour that did it.
static const SayCode table_endings[] = {SAY_RESIGNS, SAY_AGREES, SAY_FLAG_FALLS, SAY_FORFEITS};
_Static_assert(COUNT_OF(table_endings) == ENDING_ABORTED - ENDING_RESIGNED,
               "every ending that a colour brings about needs its words");

static const SayCode results[] = {
    [WINNER_NONE] = SAY_DRAW,
    [WINNER_FIRST] = SAY_WHITE_WINS,
    [WINNER_SECOND] = SAY_BLACK_WINS,
};

static void part(Text *text)
{
    if (text->length)
        text_add_char(text, ' ');
}

void say_sentence(Text *text, SayCode code)
{
    part(text);
    words_say(text, code);
}

void say_sentence_of(Text *text, SayCode code, const char *argument)
{
    part(text);
    WORDS_FILL(text, code, {argument});
}

void say_offer(const Hearing *hearing, Text *text)
{
    assert(hearing->seat < 2);
    if (hearing->event == HEARD_OFFER)
        say_sentence_of(text, SAY_OFFERS_DRAW, words_color(hearing->seat));
    else if (hearing->event == HEARD_DECLINE)
        say_sentence_of(text, SAY_DECLINES_DRAW, words_color(hearing->seat));
}

void say_end(const Hearing *hearing, Text *text)
{
    assert(hearing->ending < ENDING_COUNT ||
           (hearing->ending >= ENDING_RESIGNED && hearing->ending < ENDING_TABLE_END));
    assert(hearing->winner < WINNER_COUNT);
    if (hearing->ending == ENDING_ABORTED) {
        say_sentence(text, SAY_END_ABORTED);
        return;
    }
    if (hearing->ending >= ENDING_RESIGNED)
        say_sentence_of(text, table_endings[hearing->ending - ENDING_RESIGNED],
                        words_color(hearing->seat));
    else if (hearing->ending)
        say_sentence(text, endings[hearing->ending]);
    if (hearing->ending)
        say_sentence(text, results[hearing->winner]);
}
