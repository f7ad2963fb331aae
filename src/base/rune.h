// UTF-8, one character at a time, and text from outside made fit to be shown.
#ifndef NEBEL_BASE_RUNE_H
#define NEBEL_BASE_RUNE_H

#include "base/text.h"

enum { RUNE_BROKEN = 0xfffd }; // stands for bytes that are no UTF-8, and for what cannot be shown

// Takes the first rune off a text that has one.
uint32_t rune_take(Slice *rest);

// Whether it is a character that can be shown: no surrogate and no control character.
bool rune_is_shown(uint32_t rune);

// Adds all of a rune or, if there is no room, nothing.
void text_add_rune(Text *text, uint32_t rune);

// Adds text from outside. Control characters become spaces, and broken UTF-8 becomes RUNE_BROKEN: what is added is valid
// UTF-8 and cannot control a terminal. A text that is too small ends with a whole rune.
void text_add_shown(Text *text, Slice slice);

#endif
