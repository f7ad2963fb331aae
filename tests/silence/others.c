// What the other seat is given in the same process. It is thrown away: the ear never sees it, and
// nothing of it may stay behind in what the ear is given next.
#include "surfaces.h"

#include "view/board.h"
#include "view/go_board.h"
#include "wire/bot.h"
#include "wire/hear.h"

static void draw_board(const Pair *pair, const Run *run)
{
    enum { WIDTH = 80, HEIGHT = 40 }; // room for every board
    static Cell memory[WIDTH * HEIGHT];
    Cells cells = cells_in(memory, COUNT_OF(memory), WIDTH, HEIGHT);
    if (pair->is_go)
        view_go_seat_board(run->other_view, GO_NONE, &cells);
    else
        view_seat_board(run->other_view, (ViewOptions){.turned = pair->ear == WHITE}, &cells);
}

Text *surface_waste(void)
{
    static Text waste;
    if (!waste.memory)
        waste = text_growing(&memory_heap);
    waste.length = 0;
    waste.start[0] = '\0';
    return &waste;
}

void surface_serve_other(const Pair *pair, const Run *run)
{
    const Game *game = pair->kind->game;
    const SeatLog *log = &run->other_log;
    Text *waste = surface_waste();
    Try tries[PAIR_TRIES_MAX];
    const uint32_t count = game->tries(pair_rules(pair), run->other_view, tries);
    bot_write_tries(game, tries, count, waste);
    if (log->count) {
        const Hearing *last = &log->list[log->count - 1].hearing;
        bot_write_hear(last, !pair->ear, waste);
        hearing_to_text(last, !pair->ear, waste);
        game->say(pair_rules(pair), last, waste);
    }
    draw_board(pair, run);
}
