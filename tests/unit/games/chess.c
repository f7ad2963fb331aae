// The chess room: boards, FEN, moves, notation, endings, set-ups.
#include "base/rng.h"
#include "games/chess/ending.h"
#include "games/chess/legal.h"
#include "games/chess/notation.h"
#include "games/chess/setup.h"
#include "unit/check.h"

#include <string.h>

static Position from_fen(const char *fen)
{
    Position position;
    const FenError error = position_from_fen(slice_of(fen), NULL, &position);
    if (error)
        fail_msg("%s: %s", fen, fen_error_text(error));
    return position;
}

static void assert_fen(const Position *position, const char *expected)
{
    char memory[FEN_TEXT_MAX];
    Text fen = TEXT_IN(memory);
    position_to_fen(position, &fen);
    assert_false(fen.cut);
    assert_string_equal(memory, expected);
}

static void assert_same(const Position *a, const Position *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

static Position play(Position position, const char *uci)
{
    const Move move = move_from_uci(slice_of(uci));
    assert_true(chess_is_legal(&position, move));
    Position after;
    position_after(&position, move, &after);
    return after;
}

static void every_board_has_a_sound_setup_under_its_name_and_size(void **state)
{
    (void)state;
    for (unsigned i = 0; i < chess_board_count; i++) {
        const Board *board = &chess_boards[i];
        assert_ptr_equal(board_by_name(slice_of(board->name)), board);
        assert_int_equal(board_index(board), i);
        assert_int_equal(bits_count(board->squares), board->files * board->ranks);
        const Position start = position_start(board);
        assert_true(chess_count_legal(&start) > 0);
        char memory[FEN_TEXT_MAX];
        Text fen = TEXT_IN(memory);
        position_to_fen(&start, &fen);
        Position again;
        assert_int_equal(position_from_fen(slice_of(memory), board, &again), FEN_OK);
        assert_same(&start, &again);
    }
    for (unsigned files = 4; files <= 8; files++)
        for (unsigned ranks = 4; ranks <= 8; ranks++)
            assert_non_null(board_by_size(files, ranks));
    assert_string_equal(board_by_name(slice_of("4x4"))->name, "silverman4x4");
    assert_null(board_by_name(slice_of("9x9")));
    assert_null(board_by_size(3, 8));
}

static void a_broken_fen_is_named_and_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        FenError error;
    } cases[] = {
        {"", FEN_ERR_SIZE},
        {"k2/3/2K", FEN_ERR_SIZE},
        {"k3/4/4/2K", FEN_ERR_SIZE},
        {"k2/3/3/2K", FEN_ERR_SIZE},
        {"k7p/8/8/8", FEN_ERR_SIZE},
        {"8k/8/8/8/8/8/8/K7", FEN_ERR_SIZE},
        {"k3/4/4/4/4/4/4/4/3K", FEN_ERR_SIZE},
        {"k3/4/4/2XK", FEN_ERR_MAN},
        {"k3/4/4/2 K", FEN_ERR_SIZE},
        {"k3/4/4/4", FEN_ERR_KINGS},
        {"k3/4/4/2KK", FEN_ERR_KINGS},
        {"k7/NNNNNNNN/NNNNNNNN/8/8/8/8/K7", FEN_ERR_TOO_MANY_MEN},
        {"kP2/4/4/3K", FEN_ERR_PAWN_RANK},
        {"k3/4/4/p2K", FEN_ERR_PAWN_RANK},
        {"k3/4/4/3K x", FEN_ERR_TURN},
        {"k3/4/4/3K wb", FEN_ERR_TURN},
        {"k3/4/4/3K w K", FEN_ERR_CASTLING},
        {"4k3/8/8/8/8/8/8/4K2R w Q", FEN_ERR_CASTLING},
        {"4k3/8/8/8/8/8/8/4K2R w KK", FEN_ERR_CASTLING},
        {"4k3/8/8/8/8/8/8/4K2R w KX", FEN_ERR_CASTLING},
        {"4k3/8/8/8/8/8/8/4K2R w  -", FEN_ERR_CASTLING},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d5", FEN_ERR_PASSANT},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - z6", FEN_ERR_PASSANT},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d66", FEN_ERR_PASSANT},
        {"4k3/8/8/4P3/8/8/8/4K3 w - d6", FEN_ERR_PASSANT},
        {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6", FEN_ERR_PASSANT},
        {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6", FEN_ERR_PASSANT},
        {"4k3/8/8/8/8/8/8/4K3 w - - x", FEN_ERR_NUMBER},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", FEN_ERR_NUMBER},
        {"4k3/8/8/8/8/8/8/4K3 w - - 60001", FEN_ERR_NUMBER},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", FEN_ERR_TRAILING},
        {"4k3/4R3/8/8/8/8/8/4K3 w", FEN_ERR_IN_CHECK},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        Position position = {.key = 77};
        const FenError error = position_from_fen(slice_of(cases[i].fen), NULL, &position);
        if (error != cases[i].error)
            fail_msg("'%s' gives '%s'", cases[i].fen, fen_error_text(error));
        assert_true(position.key == 77);
    }
    Position position;
    const Board *small = board_by_name(slice_of("4x4"));
    assert_int_equal(position_from_fen(slice_of("4k3/8/8/8/8/8/8/4K3"), small, &position),
                     FEN_ERR_BOARD);
}

static void fields_left_out_have_their_usual_values(void **state)
{
    (void)state;
    const Position position = from_fen("4k3/8/8/8/8/8/8/4K3");
    assert_fen(&position, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

static void an_en_passant_square_is_kept_only_if_it_can_be_used(void **state)
{
    (void)state;
    const Position usable = from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_fen(&usable, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    const Position alone = from_fen("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1");
    assert_fen(&alone, "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1");
    const Position bared = from_fen("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1");
    assert_fen(&bared, "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1");

    // The same by play.
    const Position jumped = play(from_fen("4k3/3p4/8/4P3/8/8/8/4K3 b"), "d7d5");
    assert_int_equal(jumped.passant, square_from_text("d6"));
    const Position pinned = play(from_fen("8/3p4/8/K3P2r/8/8/8/4k3 b"), "d7d5");
    assert_int_equal(pinned.passant, SQUARE_NONE);
}

static void a_special_move_does_all_of_its_parts(void **state)
{
    (void)state;
    static const struct {
        const char *before, *move, *after;
    } cases[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 5", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 5"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 5", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 5"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 5", "e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 4 6"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 5", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 6"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 5", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 5"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 9"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9", "d4e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 10"},
        {"3nk3/4P3/8/8/8/8/8/4K3 w - - 7 9", "e7d8n", "3Nk3/8/8/8/8/8/8/4K3 b - - 0 9"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const Position after = play(from_fen(cases[i].before), cases[i].move);
        assert_fen(&after, cases[i].after);
    }
}

// The laws that every move must keep, on every board, along random games.
static void the_key_and_the_text_keep_up_with_every_move(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(3);
    for (unsigned i = 0; i < chess_board_count * 20; i++) {
        Position position = position_start(&chess_boards[i % chess_board_count]);
        for (unsigned ply = 0; ply < 150; ply++) {
            MoveList list;
            chess_list_legal(&position, &list);
            assert_int_equal(list.count, chess_count_legal(&position));
            if (!list.count)
                break;
            Position after;
            position_after(&position, list.moves[rng_below(&rng, list.count)], &after);
            assert_true(after.key == position_key(&after));
            char memory[FEN_TEXT_MAX];
            Text fen = TEXT_IN(memory);
            position_to_fen(&after, &fen);
            Position again;
            assert_int_equal(position_from_fen(slice_of(memory), position_board(&after), &again),
                             FEN_OK);
            assert_same(&after, &again);
            position = after;
        }
    }
}

static void perft_of_depth_zero_is_one(void **state)
{
    (void)state;
    const Position start = position_start(&chess_boards[0]);
    assert_int_equal(chess_perft(&start, 0), 1);
    assert_int_equal(chess_perft(&start, 3), 8902);
}

static void uci_reads_what_it_writes_and_nothing_else(void **state)
{
    (void)state;
    static const char *const good[] = {"e2e4", "a7a8q", "h2h1n", "a1h8"};
    for (unsigned i = 0; i < COUNT_OF(good); i++) {
        char memory[MOVE_TEXT_MAX];
        Text text = TEXT_IN(memory);
        move_to_uci(move_from_uci(slice_of(good[i])), &text);
        assert_string_equal(memory, good[i]);
    }
    char odd[MOVE_TEXT_MAX];
    Text text = TEXT_IN(odd);
    move_to_uci(UINT16_MAX, &text); // a code that is no move has a text that is none
    assert_string_equal(odd, "h8h8?");
    static const char *const bad[] = {"",      "e2",    "e2e9",   "i2e4", "e2e2", "e7e8k",
                                      "e7e8p", "e7e8x", "e7e8qq", "E2E4", "e2-e4"};
    for (unsigned i = 0; i < COUNT_OF(bad); i++)
        assert_int_equal(move_from_uci(slice_of(bad[i])), MOVE_NONE);
}

static void san_says_the_least_that_is_unique(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci, *san;
    } cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
        {"3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"},
        {"6k1/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"},
        {"6k1/8/8/8/8/8/1K6/R6R w - - 0 1", "a1d1", "Rad1"},
        {"7k/R7/8/8/8/8/1K6/R7 w - - 0 1", "a1a4", "R1a4"},
        {"k7/8/8/2Q1Q3/8/2Q5/8/6K1 w - - 0 1", "c5d4", "Qc5d4"},
        {"k7/8/8/2Q1Q3/8/2Q5/8/6K1 w - - 0 1", "e5d4", "Qed4"},
        {"k7/8/8/2Q1Q3/8/2Q5/8/6K1 w - - 0 1", "c3d4", "Q3d4"},
        {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"},
        // A pinned rival needs no distinction.
        {"4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const Position position = from_fen(cases[i].fen);
        const Move move = move_from_uci(slice_of(cases[i].uci));
        char memory[MOVE_TEXT_MAX];
        Text text = TEXT_IN(memory);
        move_to_san(&position, move, &text);
        assert_string_equal(memory, cases[i].san);
        assert_int_equal(move_from_san(&position, slice_of(memory)), move);
    }
}

static void san_reads_what_people_write(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *san, *uci; // "" for no move
    } cases[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "e1g1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0!?", "e1c1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O", ""},
        {"4k3/4P3/8/8/8/8/8/K7 w - - 0 1", "e8Q", ""},
        {"3nk3/4P3/8/8/8/8/8/K7 w - - 0 1", "exd8Q", "e7d8q"},
        {"3nk3/4P3/8/8/8/8/8/K7 w - - 0 1", "e7xd8=R+!", "e7d8r"},
        {"3nk3/4P3/8/8/8/8/8/K7 w - - 0 1", "exd8", ""},
        {"6k1/8/8/8/8/8/1K6/R6R w - - 0 1", "Rd1", ""},
        {"6k1/8/8/8/8/8/1K6/R6R w - - 0 1", "Ra1-d1", "a1d1"},
        {"6k1/8/8/8/8/8/1K6/R6R w - - 0 1", "Rzd1", ""},
        {"6k1/8/8/8/8/8/1K6/R6R w - - 0 1", "R", ""},
        {"6k1/8/8/8/8/8/1K6/R6R w - - 0 1", "", ""},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4=P", ""},
        {"6k1/8/8/8/8/8/1K6/R6R w - - 0 1", "Rd9", ""},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const Position position = from_fen(cases[i].fen);
        const Move move = move_from_san(&position, slice_of(cases[i].san));
        assert_int_equal(move, move_from_uci(slice_of(cases[i].uci)));
    }
    const Position start = position_start(&chess_boards[0]);
    assert_int_equal(move_from_san(&start, (Slice){"e4\0", 3}), MOVE_NONE);
    assert_int_equal(move_from_san(&start, (Slice){"e\0e4", 4}), MOVE_NONE);
}

static void san_of_every_legal_move_reads_back(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(5);
    for (unsigned i = 0; i < chess_board_count * 4; i++) {
        Position position = position_start(&chess_boards[i % chess_board_count]);
        MoveList list;
        for (chess_list_legal(&position, &list); list.count && position.quiet_plies < 60;
             chess_list_legal(&position, &list)) {
            for (uint32_t m = 0; m < list.count; m++) {
                char memory[MOVE_TEXT_MAX];
                Text text = TEXT_IN(memory);
                move_to_san(&position, list.moves[m], &text);
                assert_false(text.cut);
                assert_int_equal(move_from_san(&position, slice_of(memory)), list.moves[m]);
            }
            const Position before = position;
            position_after(&before, list.moves[rng_below(&rng, list.count)], &position);
        }
    }
}

static void material_alone_can_be_dead(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        bool is_dead;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K3", true},      {"4k3/8/8/8/8/8/8/4KN2", true},
        {"4k3/8/8/8/8/8/8/3BK3", true},     {"4k3/8/8/8/8/8/8/4KNN1", false},
        {"4kn2/8/8/8/8/8/8/4KN2", false},   {"4kb2/8/8/8/8/8/8/2B1K3", true},
        {"2b1k3/8/8/8/8/8/8/2B1K3", false}, {"4kb2/8/8/8/8/8/8/4KN2", false},
        {"4k3/8/8/8/8/8/4P3/4K3", false},   {"4k3/8/8/8/8/8/8/R3K3", false},
        {"4k3/8/8/8/8/8/8/Q3K3", false},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const Position position = from_fen(cases[i].fen);
        assert_int_equal(chess_is_dead(&position), cases[i].is_dead);
    }
}

static void the_past_forgets_at_captures_and_pawn_moves(void **state)
{
    (void)state;
    Past past = {0};
    Position position = from_fen("4k3/8/8/8/8/8/4P3/4K3");
    past_add(&past, &position);
    static const char *const shuffle[] = {"e1d1", "e8d8", "d1e1", "d8e8"};
    for (unsigned i = 0; i < 8; i++) {
        assert_false(past_is_threefold(&past, &position));
        position = play(position, shuffle[i % 4]);
        past_add(&past, &position);
    }
    assert_true(past_is_threefold(&past, &position));
    assert_int_equal(past.count, 9);
    position = play(position, "e2e3");
    past_add(&past, &position);
    assert_int_equal(past.count, 1);
}

static void a_past_longer_than_fifty_moves_starts_anew(void **state)
{
    (void)state;
    Past past = {0};
    Position position = from_fen("4k3/8/8/8/8/8/4P3/4K3");
    for (unsigned i = 0; i < 250; i++) {
        position.quiet_plies = (uint16_t)(i + 1);
        past_add(&past, &position);
        assert_in_range(past.count, 1, QUIET_PLIES_MAX + 1);
    }
}

static void a_setup_reads_what_it_writes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written;
    } cases[] = {
        {"chess", "board=8x8"},
        {"chess(board=6x6)", "board=losalamos6x6"},
        {"chess(board=reduced4x4,other=1)", "board=reduced4x4"},
        {"chess(fen=3k/4/4/KR2 w)", "board=silverman4x4,fen=3k/4/4/KR2_w_-_-_0_1"},
        {"chess(board=reduced4x4,fen=3k/4/4/KR2_b_-_-_7_9)",
         "board=reduced4x4,fen=3k/4/4/KR2_b_-_-_7_9"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        Spec spec;
        Setup setup;
        FenError error;
        char memory[160];
        Text text = TEXT_IN(memory);
        assert_int_equal(spec_parse(cases[i].text, &spec), SPEC_OK);
        assert_int_equal(setup_from_spec(&spec, &setup, &error), SETUP_OK);
        setup_to_text(&setup, &text);
        assert_string_equal(memory, cases[i].written);
    }
}

static void a_broken_setup_is_named(void **state)
{
    (void)state;
    static const char *const texts[] = {"chess(board=x)", "chess(fen=8)",
                                        "chess(board=4x4,fen=8/8/8/8)"};
    static const SetupError errors[] = {SETUP_ERR_BOARD, SETUP_ERR_FEN, SETUP_ERR_FEN};
    Spec spec;
    Setup setup;
    FenError error;
    for (unsigned i = 0; i < COUNT_OF(texts); i++) {
        assert_int_equal(spec_parse(texts[i], &spec), SPEC_OK);
        assert_int_equal(setup_from_spec(&spec, &setup, &error), errors[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_board_has_a_sound_setup_under_its_name_and_size),
        cmocka_unit_test(a_broken_fen_is_named_and_changes_nothing),
        cmocka_unit_test(fields_left_out_have_their_usual_values),
        cmocka_unit_test(an_en_passant_square_is_kept_only_if_it_can_be_used),
        cmocka_unit_test(a_special_move_does_all_of_its_parts),
        cmocka_unit_test(the_key_and_the_text_keep_up_with_every_move),
        cmocka_unit_test(perft_of_depth_zero_is_one),
        cmocka_unit_test(uci_reads_what_it_writes_and_nothing_else),
        cmocka_unit_test(san_says_the_least_that_is_unique),
        cmocka_unit_test(san_reads_what_people_write),
        cmocka_unit_test(san_of_every_legal_move_reads_back),
        cmocka_unit_test(material_alone_can_be_dead),
        cmocka_unit_test(the_past_forgets_at_captures_and_pawn_moves),
        cmocka_unit_test(a_past_longer_than_fifty_moves_starts_anew),
        cmocka_unit_test(a_setup_reads_what_it_writes),
        cmocka_unit_test(a_broken_setup_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
