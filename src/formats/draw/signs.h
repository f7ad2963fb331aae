// How signs are drawn: each has a character and a ground of its own, so nobody needs colours to read them.
#ifndef NEBEL_VIEW_SIGNS_H
#define NEBEL_VIEW_SIGNS_H

#include "base/i18n/words.h"
#include "formats/draw/cells.h"
#include "games/core/signs.h"

typedef struct SignLook {
    uint8_t sign;
    char ascii;
    uint32_t rune; // where more than ASCII can be shown
    CellStyle ground;
    SayCode word; // for a legend
} SignLook;

// All but the cursor, which is drawn as brackets. The first that a spot has gives its ground.
enum { VIEW_SIGN_COUNT = 5 };
extern const SignLook view_sign_looks[VIEW_SIGN_COUNT];

// The ground of a spot with these signs; `plain` if it has none.
CellStyle view_sign_ground(uint8_t signs, CellStyle plain);

// A legend of the signs that `signs` has, on one row: "x refused  + check". Returns the columns it takes.
uint32_t view_sign_legend(uint8_t signs, bool is_ascii, uint32_t column, uint32_t row, Cells *out);

#endif
