// negamax: alpha-beta on material for open chess, on every board (Foret 2019's perfect-information player).
//
// It deepens ply by ply until its depth or its budget is reached. Of equally good moves it plays a random one, so that two
// such players do not always play the same game.
#include "engine/kriegspiel_players/players.h"

#include "engine/kriegspiel_players/plays.h"
#include "engine/kriegspiel_search/alphabeta.h"
#include "games/kriegspiel/open_chess.h"

#include <assert.h>

enum { DEPTH };

static const PlayerOption options[] = {
    [DEPTH] = NUMBER_OPTION("depth", 3, 1, 20, "plies it looks ahead, captures included"),
    {0},
};

static bool plays_open_chess(const Game *game)
{
    return game == &open_chess_game;
}

// Searches every move to `depth`. The window begins one point below the best value, so that equal moves are found equal.
// Returns the move; MOVE_NONE if the budget was spent before the end.
static Move search_root(const AlphaBeta *search, const Position *position, const MoveList *legal,
                        unsigned depth, Rng *rng, int *value)
{
    assert(depth > 0);
    int best = -VALUE_MAX;
    Move chosen = MOVE_NONE;
    uint32_t equals = 0;
    for (uint32_t i = 0; i < legal->count; i++) {
        Position after;
        position_after(position, legal->moves[i], &after);
        const int its = -alphabeta_value(search, &after, -VALUE_MAX, -(best - 1), depth - 1);
        if (search->meter->is_spent)
            return MOVE_NONE;
        equals = its > best ? 1 : equals + (its == best);
        if (its > best || (its == best && rng_below(rng, equals) == 0))
            chosen = legal->moves[i];
        best = its > best ? its : best;
    }
    *value = best;
    return chosen;
}

static PlayerError negamax_choose(Player *player, const Budget *budget, Choice *choice)
{
    const OpenView *view = player->view;
    Meter meter = meter_begin(budget, view->seat);
    const AlphaBeta search = {.evaluate = evaluate_material, .meter = &meter};
    MoveList legal;
    chess_list_legal(&view->position, &legal);
    assert(legal.count > 0); // the game goes on
    sort_moves(&view->position, legal.moves, legal.count);
    Move best = legal.moves[0];
    int value = 0;
    const unsigned depth_max = (unsigned)player->options.values[DEPTH];
    for (unsigned depth = 1; depth <= depth_max && !meter.is_spent; depth++) {
        const Move deeper =
            search_root(&search, &view->position, &legal, depth, &player->rng, &value);
        best = deeper ? deeper : best;
    }
    *choice = (Choice){
        .kind = EVENT_TRY, .attempt = best, .nodes = meter.nodes, .value = winning_chance(value)};
    return PLAYER_OK;
}

const PlayerKind negamax_player = {
    .name = "negamax",
    .summary = "alpha-beta on material, for open chess on every board",
    .options = options,
    .plays = plays_open_chess,
    .choose = negamax_choose,
};
