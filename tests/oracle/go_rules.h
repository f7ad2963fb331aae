// For tests that play Phantom Go by chance: a handicap, and the rules as the slow witness has them.
#ifndef NEBEL_GO_RULES_H
#define NEBEL_GO_RULES_H

#include "base/rng.h"
#include "games/phantom_go/phantom_go.h"
#include "go_witness.h"

// A handicap of so many stones, or fewer. They may stand side by side, but every chain keeps a liberty.
static inline void draw_stones(Rng *rng, PhantomRules *rules, uint32_t count)
{
    GoBoard board;
    go_board_init(&board, rules->size);
    for (uint32_t left = count; left; left--) {
        const GoColor color = (GoColor)(left % 2);
        const GoPoint point = board.empties[rng_below(rng, board.empty_count)];
        if (!go_board_may_put(&board, color, point))
            continue;
        go_board_put(&board, color, point);
        go_set_add(&rules->handicap[color], go_spot(point));
    }
}

// Up to three stones of each colour, now and then.
static inline void draw_handicap(Rng *rng, PhantomRules *rules)
{
    draw_stones(rng, rules, rng_below(rng, 3) ? 0 : rng_below(rng, 7));
}

static inline GoWitnessRules witness_rules(const PhantomRules *rules)
{
    GoWitnessRules theirs = {.size = rules->size,
                             .half_komi = rules->half_komi,
                             .superko = rules->has[PHANTOM_SUPERKO],
                             .territory = rules->has[PHANTOM_TERRITORY],
                             .tries_heard = rules->has[PHANTOM_TRIES_HEARD],
                             .reasons_given = rules->has[PHANTOM_REASONS_GIVEN],
                             .points_to_both = rules->has[PHANTOM_POINTS_TO_BOTH],
                             .atari_calls = rules->has[PHANTOM_ATARI_CALLS]};
    for (unsigned row = 0; row < rules->size; row++)
        for (unsigned column = 0; column < rules->size; column++) {
            const unsigned spot = go_spot(go_point(column, row));
            theirs.handicap[row][column] = go_set_has(&rules->handicap[GO_BLACK], spot)   ? 'X'
                                           : go_set_has(&rules->handicap[GO_WHITE], spot) ? 'O'
                                                                                          : '\0';
        }
    return theirs;
}

#endif
