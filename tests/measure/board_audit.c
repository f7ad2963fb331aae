// The audit is alpha-beta of two plies on the given board, with men as the only value.
#include "measure/board_audit.h"

#include "engine/kriegspiel_search/alphabeta.h"

#include <assert.h>

enum { AUDIT_DEPTH = 2 }; // the move and the reply; captures are followed beyond

void board_audit_init(BoardAudit *audit, const Position *position, int margin)
{
    assert(margin >= 0);
    const Budget unlimited = {0};
    Meter meter = meter_begin(&unlimited, 0);
    const AlphaBeta search = {.evaluate = evaluate_material, .is_quiet = true, .meter = &meter};
    chess_list_legal(position, &audit->legal);
    assert(audit->legal.count > 0); // the game is not over
    const bool is_done = alphabeta_moves(&search, position, audit->legal.moves, audit->legal.count,
                                         AUDIT_DEPTH, audit->values);
    assert(is_done); // nothing limits the meter
    (void)is_done;
    int best = audit->values[0];
    for (uint32_t i = 1; i < audit->legal.count; i++)
        if (audit->values[i] > best)
            best = audit->values[i];
    const int now = evaluate_material(position);
    audit->least = (best < now ? best : now) - margin;
}

static uint32_t index_of(const BoardAudit *audit, Move move)
{
    uint32_t i = 0;
    while (i < audit->legal.count && audit->legal.moves[i] != move)
        i++;
    return i;
}

bool board_audit_is_legal(const BoardAudit *audit, Move move)
{
    return index_of(audit, move) < audit->legal.count;
}

bool board_audit_vetoes(const BoardAudit *audit, Move move)
{
    const uint32_t index = index_of(audit, move);
    return index < audit->legal.count && audit->values[index] < audit->least;
}
