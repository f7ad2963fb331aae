// What the players of Phantom Go share, and go-random: any remaining try that does not fill an own eye, and a pass only if there
// is none. It plays like a light playout, but judges eyes by its own stones, which is all that a seat sees.
#include "engine/phantom_go/players.h"

#include <assert.h>

const char *const player__playout_words[] = {"light", "mogo", NULL};
const char *const player__refused_words[] = {"stone", "unknown", NULL};

bool player__plays_phantom_go(const Game *game)
{
    return game == &phantom_go_game;
}

GoSet player__candidates(Player *player)
{
    const uint32_t count = player_list_tries(player);
    GoSet set = {0};
    for (uint32_t i = 0; i < count; i++)
        if (player->tries[i] != PHANTOM_PASS)
            go_set_add(&set, player->tries[i] - 1u);
    return set;
}

Choice player__choice_at(GoPoint point, uint64_t nodes, double value)
{
    assert(value >= 0 && value <= 1);
    const Try attempt = point ? (Try)(go_spot(point) + 1) : PHANTOM_PASS;
    return (Choice){
        .kind = EVENT_TRY, .attempt = attempt, .nodes = nodes, .value = point ? value : 0.5};
}

static bool is_own(const PhantomView *view, int column, int row)
{
    assert(column >= 0 && row >= 0);
    return go_set_has(&view->own, (unsigned)row * GO_SIZE_MAX + (unsigned)column);
}

static bool is_on(const PhantomView *view, int column, int row)
{
    return column >= 0 && column < view->size && row >= 0 && row < view->size;
}

// Every neighbour is an own stone or the edge. Of the diagonal points at most one is not own, and none at the edge.
static bool is_eye(const PhantomView *view, Try attempt)
{
    const int column = (attempt - 1) % GO_SIZE_MAX, row = (attempt - 1) / GO_SIZE_MAX;
    unsigned strangers = 0, edges = 0;
    for (int x = column - 1; x <= column + 1; x++)
        for (int y = row - 1; y <= row + 1; y++) {
            const bool is_side = (x == column) != (y == row);
            if (!is_on(view, x, y))
                edges += !is_side;
            else if (is_side && !is_own(view, x, y))
                return false;
            else if (x != column && y != row)
                strangers += !is_own(view, x, y);
        }
    return strangers + (edges > 0) < 2;
}

static PlayerError go_random_choose(Player *player, const Budget *budget, Choice *choice)
{
    (void)budget;
    const uint32_t count = player_list_tries(player);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (player->tries[i] != PHANTOM_PASS && !is_eye(player->view, player->tries[i]))
            player->tries[kept++] = player->tries[i];
    const Try attempt = kept ? player->tries[rng_below(&player->rng, kept)] : PHANTOM_PASS;
    *choice = (Choice){.kind = EVENT_TRY, .attempt = attempt, .nodes = 1, .value = 0.5};
    return PLAYER_OK;
}

const PlayerKind go_random_player = {
    .name = "go-random",
    .summary = "Phantom Go: any try that is left and fills no own eye",
    .plays = player__plays_phantom_go,
    .choose = go_random_choose,
};
