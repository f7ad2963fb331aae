// Codes of keys, for the module that reads the keyboard and those that answer it. A printable key is its Unicode code point; every
// other key has a code above all of those.
#ifndef NEBEL_PLAY_KEYS_H
#define NEBEL_PLAY_KEYS_H

#include "base/base.h"

typedef uint32_t Key;

enum {
    KEY_TEXT_MIN = ' ',
    KEY_TEXT_MAX = 0x10ffff,
    KEY_PRESS_ENTER,
    KEY_PRESS_ESCAPE,
    KEY_PRESS_BACKSPACE,
    KEY_PRESS_DELETE,
    KEY_PRESS_TAB,
    KEY_PRESS_LEFT,
    KEY_PRESS_RIGHT,
    KEY_PRESS_UP,
    KEY_PRESS_DOWN,
    KEY_PRESS_HOME,
    KEY_PRESS_END,
    KEY_PRESS_PAGE_UP,
    KEY_PRESS_PAGE_DOWN,
};

// A press of a mouse button on a cell of the screen is a key too.
enum { CLICK_SIDE_MAX = 4095 };
static const Key click_bit = 0x80000000, click_second_bit = 0x40000000;

static inline Key key_of_click(uint32_t column, uint32_t row, bool is_second)
{
    return click_bit | (is_second ? click_second_bit : 0) | (column & CLICK_SIDE_MAX) << 12 |
           (row & CLICK_SIDE_MAX);
}

static inline bool key_is_click(Key key)
{
    return key & click_bit;
}

static inline bool click_is_second(Key key)
{
    return key & click_second_bit;
}

static inline uint32_t click_column(Key key)
{
    return key >> 12 & CLICK_SIDE_MAX;
}

static inline uint32_t click_row(Key key)
{
    return key & CLICK_SIDE_MAX;
}

// Returns whether a key writes one ASCII character.
static inline bool key_is_ascii(Key key)
{
    return key >= KEY_TEXT_MIN && key < 0x7f;
}

#endif
