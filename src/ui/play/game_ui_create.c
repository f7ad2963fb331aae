// Begins a game on a screen: chooses what belongs to its game and to its table.
#include "games/kriegspiel/open_chess.h"
#include "games/phantom_go/phantom_go.h"
#include "ui/play/internal.h"

#include <assert.h>
#include <string.h>

_Static_assert((int)PHANTOM_TRIES_MAX <= (int)TRIES_MAX, "one list serves all games");

static const struct Row {
    const Game *game;
    const UiKind *ui_kind;
    const char *default_player;
} rows[] = {
    {&kriegspiel_game, &play__chess_ui, "capturer"},
    {&open_chess_game, &play__chess_ui, "negamax"},
    {&phantom_go_game, &play__go_ui, "go-random"},
};

// NULL for a game that people cannot play here.
static const struct Row *row_of(const Game *game)
{
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].game == game)
            return &rows[i];
    return NULL;
}

const UiKind *play__ui_of(const Game *game)
{
    const struct Row *row = row_of(game);
    return row ? row->ui_kind : NULL;
}

const char *ui_default_player(const Game *game)
{
    const struct Row *row = row_of(game);
    return row ? row->default_player : NULL;
}

GameUi *ui_create(const Memory *memory, const UiPlan *plan, uint64_t now_ms)
{
    assert(plan->is_person[0] || plan->is_person[1]);
    GameUi *ui = memory_resize(memory, NULL, sizeof *ui);
    if (!ui)
        return NULL;
    memset(ui, 0, sizeof *ui);
    ui->memory = *memory;
    ui->plan = *plan;
    ui->game = plan->game;
    ui->kind = play__ui_of(plan->game);
    ui->at = plan->server ? &play__server_table : &play__local_table;
    assert(ui->kind);
    ui->cursor = ui->held = SQUARE_NONE;
    ui->turn_began_ms = now_ms;
    for (uint8_t seat = 0; seat < 2; seat++)
        seat_init(&ui->seats[seat], memory, plan->game, plan->rules, seat);
    if (ui->at->open(ui, now_ms))
        return ui;
    ui_destroy(ui);
    return NULL;
}
