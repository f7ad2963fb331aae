// How the boards of a game are drawn, for rooms that must not care which game it is: one row a game.
#ifndef NEBEL_DRAW_GAME_VIEW_H
#define NEBEL_DRAW_GAME_VIEW_H

#include "base/i18n/words.h"
#include "formats/draw/chess_board.h"
#include "games/core/replay.h"

// Room for one board of any game at its largest scale, and for three at the smallest.
enum { VIEW_ONE_CELLS_MAX = 8192, VIEW_THREE_CELLS_MAX = 4096 };

typedef struct GameView {
    const Game *game;
    SayCode umpire_sees, umpire_says; // captions: "The umpire sees"
    // The cells that one board takes, and three with their captions.
    ViewSize (*size)(const Rules *rules, ViewScale scale);
    ViewSize (*three_size)(const Rules *rules, ViewScale scale);
    uint32_t wide_columns; // of one spot, when three boards are drawn at VIEW_WIDE
    // What a seat knows, from its view alone; everything; and both seats' boards beside the truth.
    void (*draw_seat)(const void *view, ViewOptions options, Cells *out);
    void (*draw_truth)(const void *truth, ViewOptions options, Cells *out);
    void (*draw_three)(const Replay *replay, ViewOptions options, Cells *out);
    // A map of chances (formats/draw/heat.h) for a seat, with the truth marked; `enemy` is by spot.
    ViewSize (*heat_size)(const Rules *rules);
    void (*draw_heat)(const Replay *replay, uint8_t seat, const double *enemy, Cells *out);
    // How the game stands, by the truth: "White 39, Black 36".
    void (*say_score)(const Replay *replay, Text *text);
} GameView;

// NULL for a game that has no drawings.
const GameView *game_view_of(const Game *game);

#endif
