// Text written into the caller's memory, or growing, and read from a slice of it.
//
// A Text never overruns: what does not fit is left out and `cut` says so. Its content is always
// terminated, so `text.start` is a C string at any moment. A Slice refers to characters that it does
// not own and that are not terminated.
//
// A rune is one character of UTF-8. Text from outside is made fit to be shown.
#ifndef NEBEL_BASE_TEXT_H
#define NEBEL_BASE_TEXT_H

#include "base/memory.h"

typedef struct Text {
    char *start;
    size_t length;
    size_t capacity; // bytes at `start`, the terminator's included
    bool cut;
    const Memory *memory; // grows from here; NULL for a text of fixed size
} Text;

typedef struct Slice {
    const char *start;
    size_t length;
} Slice;

// `memory` holds at least one byte.
Text text_in(char *memory, size_t capacity);
#define TEXT_IN(array) text_in((array), sizeof(array))

// A text that grows as it is written, and is cut only when memory is refused. Ends with text_done.
Text text_growing(const Memory *memory);
void text_done(Text *text);

void text_add(Text *text, const char *string);
void text_add_char(Text *text, char character);
void text_add_slice(Text *text, Slice slice);
void text_format(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);

Slice slice_of(const char *string);
bool slice_is(Slice slice, const char *string);

// Takes the characters up to the next of `separators` (or the end) off the front of `rest`, and
// that separator with them.
Slice slice_take(Slice *rest, const char *separators);
bool slice_has(Slice slice, char character);

// Without the blanks at both ends: spaces, tabs and ends of line.
Slice slice_trim(Slice slice);
// The next of the words that blanks separate, taken off `rest`; empty at the end.
Slice slice_word(Slice *rest);

// The index of a word in a list of `count`, `count` if it is not there. A list may have NULLs where it has no word.
unsigned slice_find(Slice word, const char *const *words, unsigned count);

// Reads all of `slice` as a decimal number of at most `limit`; false if it is anything else.
MUST_USE bool slice_number(Slice slice, uint64_t limit, uint64_t *number);
// Reads all of `slice` as 16 hexadecimal digits without capitals, as %016x writes a number.
MUST_USE bool slice_hex(Slice slice, uint64_t *number);
// Reads digits, optionally followed by a point and up to six digits: "20", "0.25". False if it is
// anything else, or above 1,000,000,000.
MUST_USE bool slice_decimal(Slice slice, double *number);

enum { RUNE_BROKEN = 0xfffd }; // stands for bytes that are no UTF-8, and for what cannot be shown

// Takes the first rune off a text that has one.
uint32_t rune_take(Slice *rest);

// Returns whether it is a character that can be shown: no surrogate and no control character.
bool rune_is_shown(uint32_t rune);

// Adds all of a rune or, if there is no room, nothing.
void text_add_rune(Text *text, uint32_t rune);

// Adds text from outside. Control characters become spaces, and broken UTF-8 becomes RUNE_BROKEN: what is added is valid
// UTF-8 and cannot control a terminal. A text that is too small ends with a whole rune.
void text_add_shown(Text *text, Slice slice);

#endif
