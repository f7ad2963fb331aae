// What the other seat is given in the same process. It is thrown away: the ear never sees it, and
// nothing of it may stay behind in what the ear is given next.
#include "surfaces.h"

#include "formats/draw/chess_board.h"
#include "formats/draw/go_board.h"
#include "formats/protocol/bot.h"
#include "formats/records/hearing_text.h"

static void draw_board(const Pair *pair, const Run *run)
{
    Cell memory[VIEW_GO_WIDTH_MAX * VIEW_GO_HEIGHT_MAX];
    const ViewSize size = pair->is_go ? view_go_size(pair->go.size, VIEW_SMALL)
                                      : (ViewSize){VIEW_BOARD_WIDTH_MAX, VIEW_BOARD_HEIGHT_MAX};
    Cells cells = CELLS_IN(memory, size.width, size.height);
    if (pair->is_go)
        view_go_seat_board(run->other_view, (ViewOptions){0}, &cells);
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
    bot_write_tries(game, run->other_tries, run->other_count, waste);
    if (log->count) {
        const Hearing *last = &log->list[log->count - 1].hearing;
        bot_write_hear(last, !pair->ear, waste);
        hearing_to_text(last, !pair->ear, waste);
        game->say(pair_rules(pair), last, waste);
    }
    draw_board(pair, run);
}
