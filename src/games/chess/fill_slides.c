// Fills the table of slides as the program starts, in some milliseconds: for WebAssembly, whose modules are fetched, and to which
// the table would add as much as half of the code (web/wasm).
#ifndef NEBEL_FILL_SLIDES
#define NEBEL_FILL_SLIDES // for tools that read this file in another build
#endif
#include "games/chess/tables.h"

Bits chess_slides[CHESS_SLIDES];

// The squares that a slider reaches: those of its rays to which no man stands in the way.
static Bits slides_from(unsigned from, Bits rays, Bits men)
{
    Bits reached = 0;
    while (rays) {
        const unsigned to = bits_take(&rays);
        if (!(chess_path[from][to] & ~bit(to) & men))
            reached |= bit(to);
    }
    return reached;
}

static void fill(const Magic *magic, unsigned from, Bits rays)
{
    Bits men = 0;
    do {
        chess_slides[magic->offset + (men * magic->factor >> magic->shift)] =
            slides_from(from, rays, men);
        men = (men - magic->mask) & magic->mask; // the next arrangement of the men that matter
    } while (men);
}

__attribute__((constructor)) static void fill_slides(void)
{
    for (unsigned from = 0; from < SQUARE_COUNT; from++) {
        fill(&chess_rook_magics[from], from, chess_rook_rays[from]);
        fill(&chess_bishop_magics[from], from, chess_bishop_rays[from]);
    }
}
