// What ISMCTS needs of Phantom Go.
#include "engine/phantom_go/ismcts_game.h"

#include "engine/phantom_go/flat.h"

#include <assert.h>

uint32_t go_truth_list_open(const Rules *rules, const void *truth, Try *out)
{
    (void)rules;
    const PhantomTruth *own = truth;
    const GoBoard *board = &own->game.board;
    uint32_t count = 0;
    if (own->ending)
        return 0;
    for (unsigned spot = 0; (spot = go_set_next(&own->legal, spot)) < GO_SPOTS; spot++)
        if (!go_board_is_eye(board, (GoColor)board->to_move, go_point_at(spot)))
            out[count++] = (Try)(spot + 1);
    if (!count)
        out[count++] = PHANTOM_PASS;
    assert(count <= PHANTOM_TRIES_MAX);
    return count;
}

double go_truth_value_end(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                          Rng *rng, Meter *meter)
{
    (void)context;
    GoBoard board = ((const PhantomTruth *)truth)->game.board;
    const unsigned moves = go_playout_light(&board, rng);
    (void)meter_charge(meter, moves, 0);
    return go_result(phantom_rules(rules), &board, seat);
}
