// Sentences about colours, offers and endings.
#include "game/saying.h"

#include <assert.h>

const char *const say_color_names[2] = {"White", "Black"};

static const char *const ending_words[] = {
    [ENDING_NONE] = "",
    [ENDING_MATE] = "Checkmate.",
    [ENDING_STALEMATE] = "Stalemate.",
    [ENDING_DEAD] = "Dead material.",
    [ENDING_FIFTY] = "Fifty moves.",
    [ENDING_REPETITION] = "Threefold repetition.",
    [ENDING_LENGTH] = "2000 plies.",
    [ENDING_ATTEMPTS] = "512 attempts in one turn.",
    [ENDING_PASSES] = "Two passes.",
};
_Static_assert(COUNT_OF(ending_words) == ENDING_COUNT, "every ending needs its words");

// By code from ENDING_RESIGNED on; %s is the colour that did it.
static const char *const table_ending_words[] = {"%s resigns.", "%s agrees.", "%s's flag falls.",
                                                 "%s forfeits."};

static const char *const result_words[] = {
    [WINNER_NONE] = "Draw.",
    [WINNER_FIRST] = "White wins.",
    [WINNER_SECOND] = "Black wins.",
};

void say_sentence(Text *text, const char *sentence, const char *filling)
{
    if (text->length)
        text_add_char(text, ' ');
    for (; *sentence; sentence++) {
        if (sentence[0] == '%' && sentence[1] == 's') {
            text_add(text, filling);
            sentence++;
        } else {
            text_add_char(text, *sentence);
        }
    }
}

void say_offer(const Hearing *hearing, Text *text)
{
    assert(hearing->seat < 2);
    if (hearing->event == HEARD_OFFER)
        say_sentence(text, "%s offers a draw.", say_color_names[hearing->seat]);
    else if (hearing->event == HEARD_DECLINE)
        say_sentence(text, "%s declines the draw.", say_color_names[hearing->seat]);
}

void say_end(const Hearing *hearing, Text *text)
{
    assert(hearing->ending < ENDING_COUNT ||
           (hearing->ending >= ENDING_RESIGNED && hearing->ending <= ENDING_FORFEIT));
    assert(hearing->winner < WINNER_COUNT);
    if (hearing->ending >= ENDING_RESIGNED)
        say_sentence(text, table_ending_words[hearing->ending - ENDING_RESIGNED],
                     say_color_names[hearing->seat]);
    else if (hearing->ending)
        say_sentence(text, ending_words[hearing->ending], "");
    if (hearing->ending)
        say_sentence(text, result_words[hearing->winner], "");
}
