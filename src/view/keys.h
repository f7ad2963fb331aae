// Codes of keys, shared by the room that reads the keyboard and the rooms that answer it. A printable
// key is its Unicode code point; every other key has a code above all of those.
#ifndef NEBEL_VIEW_KEYS_H
#define NEBEL_VIEW_KEYS_H

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

// Whether a key writes one ASCII character.
static inline bool key_is_ascii(Key key)
{
    return key >= KEY_TEXT_MIN && key < 0x7f;
}

#endif
