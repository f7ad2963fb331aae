// The audit of the oracle match: which tries it vetoes on a full board.
#include "measure/board_audit.h"
#include "games/chess/fen.h"
#include "games/kriegspiel/attempt.h"
#include "unit/check.h"

enum { MARGIN = 150 }; // the default of the oracle match

static BoardAudit audit_of(const char *fen)
{
    Position position;
    BoardAudit audit;
    assert_int_equal(position_from_fen(slice_of(fen), NULL, &position), FEN_OK);
    board_audit_init(&audit, &position, MARGIN);
    return audit;
}

static bool vetoes(const BoardAudit *audit, const char *move)
{
    return board_audit_vetoes(audit, try_from_text(slice_of(move)));
}

static bool is_legal(const BoardAudit *audit, const char *move)
{
    return board_audit_is_legal(audit, try_from_text(slice_of(move)));
}

static void a_man_put_en_prise_is_vetoed(void **state)
{
    (void)state;
    const BoardAudit audit = audit_of("r5k1/5ppp/8/8/8/8/1Q3PPP/6K1 w - - 0 1");
    assert_true(vetoes(&audit, "b2a2"));  // the rook takes the queen
    assert_true(vetoes(&audit, "b2b8"));  // also here
    assert_false(vetoes(&audit, "h2h3")); // air for the king
}

static void captures_are_counted_to_their_end(void **state)
{
    (void)state;
    const BoardAudit audit = audit_of("r5k1/5ppp/8/8/8/7P/3R1PP1/3R2K1 w - - 0 1");
    assert_false(vetoes(&audit, "d2d8")); // the other rook takes back
    assert_true(vetoes(&audit, "d2a2"));
    assert_true(vetoes(&audit, "d1a1"));
}

static void a_move_that_allows_mate_is_vetoed(void **state)
{
    (void)state;
    const BoardAudit audit = audit_of("r5k1/5ppp/8/8/3N4/8/5PPP/6K1 w - - 0 1");
    assert_true(vetoes(&audit, "d4b5"));  // the rook mates on a1
    assert_false(vetoes(&audit, "d4b3")); // which guards a1
    assert_false(vetoes(&audit, "g2g3"));
}

static void a_stalemate_loses_a_lead(void **state)
{
    (void)state;
    const BoardAudit audit = audit_of("7k/8/8/6Q1/8/8/8/K7 w - - 0 1");
    assert_true(vetoes(&audit, "g5g6"));
    assert_false(vetoes(&audit, "g5f5"));
}

static void a_refusal_loses_nothing(void **state)
{
    (void)state;
    const BoardAudit audit = audit_of("r5k1/5ppp/8/8/8/8/1Q3PPP/6K1 w - - 0 1");
    assert_false(is_legal(&audit, "b2h8")); // the pawn on g7 stands between
    assert_false(vetoes(&audit, "b2h8"));
    assert_true(is_legal(&audit, "b2a2"));
}

static void the_best_move_passes_if_all_lose(void **state)
{
    (void)state;
    // The pawn on d4 attacks both rooks.
    const BoardAudit audit = audit_of("8/5pkp/6p1/2p5/3p4/2R1R3/5PPP/6K1 w - - 0 1");
    const int now = 800; // two rooks less two pawns
    for (uint32_t i = 0; i < audit.legal.count; i++)
        assert_true(audit.values[i] < now - MARGIN);
    assert_false(vetoes(&audit, "c3c5")); // two pawns for the rook
    assert_true(vetoes(&audit, "e3e1"));  // nothing for it
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_man_put_en_prise_is_vetoed),
        cmocka_unit_test(captures_are_counted_to_their_end),
        cmocka_unit_test(a_move_that_allows_mate_is_vetoed),
        cmocka_unit_test(a_stalemate_loses_a_lead),
        cmocka_unit_test(a_refusal_loses_nothing),
        cmocka_unit_test(the_best_move_passes_if_all_lose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
