// Sentences that are the same in every game. For the games' own rooms only.
#ifndef NEBEL_GAME_SAYING_H
#define NEBEL_GAME_SAYING_H

#include "base/i18n/words.h"
#include "games/core/hearing.h"

// Adds a sentence without arguments or with one, after a space if something stands before it.
void say_sentence(Text *text, SayCode code);
void say_sentence_of(Text *text, SayCode code, const char *argument);

// Offers of a draw and their refusal; and how the game ended and who won. Nothing if the hearing says no such thing.
void say_offer(const Hearing *hearing, Text *text);
void say_end(const Hearing *hearing, Text *text);

#endif
