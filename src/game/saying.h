// Sentences that are the same in every game. For the games' own rooms only.
#ifndef NEBEL_GAME_SAYING_H
#define NEBEL_GAME_SAYING_H

#include "base/text.h"
#include "game/hearing.h"

extern const char *const say_color_names[2]; // by seat

// Adds a sentence with %s filled in, after a space if something stands before it.
void say_sentence(Text *text, const char *sentence, const char *filling);

// Offers of a draw and their refusal; and how the game ended and who won. Nothing if the hearing says no such thing.
void say_offer(const Hearing *hearing, Text *text);
void say_end(const Hearing *hearing, Text *text);

#endif
