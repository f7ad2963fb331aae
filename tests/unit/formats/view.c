// The view room: grids, boards and logs as pictures, and that a seat's picture tells only what the
// seat knows.
#include "formats/draw/chess_board.h"
#include "formats/draw/game_view.h"
#include "formats/draw/go_board.h"
#include "formats/draw/log.h"
#include "formats/draw/spot.h"
#include "games/kriegspiel/kriegspiel.h"
#include "unit/read_game.h"

#include <string.h>

enum { WIDTH_MAX = 140, HEIGHT_MAX = 20, HEARD_MAX = 40 };

// A game with what both seats know and have heard of it.
typedef struct Fixture {
    KriegspielRules rules;
    Umpire umpire;
    KriegspielView views[2];
    Heard heard[2][HEARD_MAX];
    uint32_t heard_count[2];
} Fixture;

static const Rules *rules_of(const Fixture *fixture)
{
    return (const Rules *)&fixture->rules;
}

static void hear(Fixture *fixture, uint8_t seat, Try own, const Hearing *heard)
{
    if (heard->event == HEARD_NOTHING)
        return;
    assert_true(fixture->heard_count[seat] < HEARD_MAX);
    kriegspiel_game.hear(rules_of(fixture), &fixture->views[seat], own, heard);
    fixture->heard[seat][fixture->heard_count[seat]++] = (Heard){.hearing = *heard, .own = own};
}

static void open_game(Fixture *fixture, const char *game_string)
{
    Hearing to[2];
    *fixture = (Fixture){0};
    const Game *game = read_game(game_string, &fixture->rules);
    game->deal(rules_of(fixture), &fixture->umpire, to);
    for (uint8_t seat = 0; seat < 2; seat++) {
        game->sit(rules_of(fixture), seat, &fixture->views[seat]);
        hear(fixture, seat, TRY_NONE, &to[seat]);
    }
}

static void attempt(Fixture *fixture, Try attempted)
{
    Hearing to[2];
    const uint8_t mover = fixture->umpire.truth.to_move;
    kriegspiel_game.judge(rules_of(fixture), &fixture->umpire, attempted, to);
    for (uint8_t seat = 0; seat < 2; seat++)
        hear(fixture, seat, seat == mover ? attempted : TRY_NONE, &to[seat]);
}

// Plays attempts given as words: "e2d3 e2e4".
static void play(Fixture *fixture, const char *attempts)
{
    for (Slice rest = slice_of(attempts); rest.length;)
        attempt(fixture, try_from_text(slice_take(&rest, " ")));
}

static ViewLog log_of(const Fixture *fixture, uint8_t seat)
{
    return (ViewLog){.game = &kriegspiel_game,
                     .rules = rules_of(fixture),
                     .entries = fixture->heard[seat],
                     .count = fixture->heard_count[seat]};
}

static void assert_picture(const Cells *cells, const char *expected)
{
    char memory[CELLS_TEXT_BYTES(WIDTH_MAX, HEIGHT_MAX)];
    Text text = TEXT_IN(memory);
    cells_to_text(cells, &text);
    assert_false(text.cut);
    assert_string_equal(memory, expected);
}

static void assert_seat_sees(const Fixture *fixture, uint8_t seat, ViewOptions options,
                             const char *expected)
{
    Cell memory[VIEW_BOARD_WIDTH_MAX * VIEW_BOARD_HEIGHT_MAX];
    const ViewSize size = view_scaled_size(fixture->rules.setup.board, VIEW_SMALL);
    Cells cells = CELLS_IN(memory, size.width, size.height);
    view_seat_board(&fixture->views[seat], options, &cells);
    assert_picture(&cells, expected);
}

static void assert_umpire_sees(const Fixture *fixture, ViewOptions options, const char *expected)
{
    Cell memory[VIEW_BOARD_WIDTH_MAX * VIEW_BOARD_HEIGHT_MAX];
    const ViewSize size = view_scaled_size(fixture->rules.setup.board, VIEW_SMALL);
    Cells cells = CELLS_IN(memory, size.width, size.height);
    view_truth_board(&fixture->umpire.truth, options, &cells);
    assert_picture(&cells, expected);
}

static void assert_log(const ViewLog *log, uint32_t width, uint32_t height, const char *expected)
{
    Cell memory[WIDTH_MAX * HEIGHT_MAX];
    Cells cells = CELLS_IN(memory, width, height);
    view_log(log, &cells);
    assert_picture(&cells, expected);
}

static void assert_replay(const Fixture *fixture, uint8_t seat, const char *expected)
{
    char memory[2000];
    Text text = TEXT_IN(memory);
    Heard list[HEARD_MAX];
    memcpy(list, fixture->heard[seat], sizeof list);
    const SeatLog log = {.list = list, .count = fixture->heard_count[seat]};
    view_seat_replay(&kriegspiel_game, rules_of(fixture), seat, &log, &text);
    assert_false(text.cut);
    assert_string_equal(memory, expected);
}

// --- Cells -------------------------------------------------------------------------------------

static void a_new_grid_is_blank(void **state)
{
    (void)state;
    Cell memory[6];
    memset(memory, 0xff, sizeof memory);
    const Cells cells = CELLS_IN(memory, 3, 2);
    const Cell blanks[6] = {0};
    assert_memory_equal(memory, blanks, sizeof memory);
    assert_picture(&cells, "\n\n");
}

static void a_text_is_clipped_at_every_edge(void **state)
{
    (void)state;
    // The grid lies in the middle of the memory; what is around it must stay as it was.
    Cell memory[30];
    memset(memory, 0x55, sizeof memory);
    const Cell untouched = memory[0];
    Cells cells = cells_in(memory + 10, 10, 5, 2);
    assert_int_equal(cells_put_text(&cells, 1, 0, slice_of("knight"), INK_PLAIN), 6);
    cells_put_text(&cells, 5, 0, slice_of("off"), INK_PLAIN);
    cells_put_text(&cells, UINT32_MAX, 0, slice_of("off"), INK_PLAIN);
    cells_put_text(&cells, 0, 2, slice_of("below"), INK_PLAIN);
    cells_put(&cells, 5, 1, 'x', INK_PLAIN);
    cells_put(&cells, 0, UINT32_MAX, 'x', INK_PLAIN);
    assert_picture(&cells, " knig\n\n");
    for (unsigned i = 0; i < 10; i++) {
        assert_memory_equal(&memory[i], &untouched, sizeof untouched);
        assert_memory_equal(&memory[20 + i], &untouched, sizeof untouched);
    }
}

static void a_small_grid_is_copied_into_a_large_one_and_clipped(void **state)
{
    (void)state;
    Cell small_memory[6], large_memory[20];
    Cells small = CELLS_IN(small_memory, 3, 2);
    Cells large = CELLS_IN(large_memory, 5, 4);
    cells_put_text(&small, 0, 0, slice_of("abc"), INK_TITLE);
    cells_put_text(&small, 0, 1, slice_of("def"), GROUND_LIGHT);
    cells_copy(&small, &large, 1, 0);
    cells_copy(&small, &large, 3, 3);
    cells_copy(&small, &large, 5, 0);
    cells_copy(&small, &large, 0, UINT32_MAX);
    assert_picture(&large, " abc\n"
                           " def\n"
                           "\n"
                           "   ab\n");
    assert_int_equal(large_memory[1].style, INK_TITLE);
    assert_int_equal(large_memory[6].style, GROUND_LIGHT);
}

static void there_is_one_blank(void **state)
{
    (void)state;
    Cell memory[4];
    Cells cells = CELLS_IN(memory, 4, 1);
    cells_put(&cells, 0, 0, ' ', INK_TITLE);
    cells_put(&cells, 1, 0, 0, INK_DIM);
    assert_memory_equal(&memory[0], &memory[2], sizeof memory[0]);
    assert_memory_equal(&memory[1], &memory[2], sizeof memory[0]);
    cells_put(&cells, 3, 0, ' ', INK_TITLE | GROUND_DARK);
    assert_int_equal(memory[3].style, GROUND_DARK);
}

static void utf8_goes_in_and_comes_out(void **state)
{
    (void)state;
    Cell memory[8];
    Cells cells = CELLS_IN(memory, 8, 1);
    const char *runes = "a\u00b7\u2654\u265f\U0001f0a1z";
    assert_int_equal(cells_put_text(&cells, 1, 0, slice_of(runes), INK_PLAIN), 6);
    assert_int_equal(memory[2].rune, 0xb7);
    assert_int_equal(memory[3].rune, 0x2654);
    assert_int_equal(memory[5].rune, 0x1f0a1);
    assert_picture(&cells, " a\u00b7\u2654\u265f\U0001f0a1z\n");
}

static void what_is_no_utf8_or_cannot_be_shown_is_a_broken_rune(void **state)
{
    (void)state;
    const char *const texts[] = {
        "\x80",             // a following byte that follows nothing
        "\xff",             // no first byte
        "\xe2\x99",         // the end comes too soon
        "\xc0\xaf",         // longer than it need be
        "\xed\xa0\x80",     // half of a surrogate pair
        "\xf4\x90\x80\x80", // beyond the last rune
        "\x1b",
        "\n",
        "\x7f",
        "\xc2\x9b",
    };
    for (unsigned i = 0; i < COUNT_OF(texts); i++) {
        Cell memory[4];
        Cells cells = CELLS_IN(memory, 4, 1);
        assert_int_equal(cells_put_text(&cells, 0, 0, slice_of(texts[i]), INK_PLAIN), 1);
        assert_picture(&cells, "\ufffd\n");
    }
    // The byte that breaks a rune off is read as what it is.
    Cell memory[4];
    Cells cells = CELLS_IN(memory, 4, 1);
    cells_put_text(&cells, 0, 0, slice_of("\xe2\x99K"), INK_PLAIN);
    assert_picture(&cells, "\ufffdK\n");
    cells_put(&cells, 0, 0, 0xd800, INK_PLAIN);
    cells_put(&cells, 1, 0, 0x110000, INK_PLAIN);
    assert_picture(&cells, "\ufffd\ufffd\n");
}

static void a_text_too_small_for_a_grid_ends_with_a_whole_rune(void **state)
{
    (void)state;
    Cell memory[6];
    Cells cells = CELLS_IN(memory, 3, 2);
    cells_put_text(&cells, 0, 0, slice_of("a\u2654\u2655"), INK_PLAIN);
    cells_put_text(&cells, 0, 1, slice_of("b"), INK_PLAIN);
    const char *const expected[] = {
        "", "a", "a", "a", "a\u2654", "a\u2654", "a\u2654", "a\u2654\u2655", "a\u2654\u2655\n",
    };
    for (size_t room = 0; room < COUNT_OF(expected); room++) {
        char small[16];
        Text text = text_in(small, room + 1);
        cells_to_text(&cells, &text);
        assert_true(text.cut);
        assert_string_equal(small, expected[room]);
    }
    char enough[CELLS_TEXT_BYTES(3, 2)];
    Text text = TEXT_IN(enough);
    cells_to_text(&cells, &text);
    assert_false(text.cut);
}

static void a_growing_text_takes_any_grid(void **state)
{
    (void)state;
    Cell memory[WIDTH_MAX * HEIGHT_MAX];
    Cells cells = CELLS_IN(memory, WIDTH_MAX, HEIGHT_MAX);
    for (uint32_t at = 0; at < WIDTH_MAX * HEIGHT_MAX; at++)
        cells_put(&cells, at % WIDTH_MAX, at / WIDTH_MAX, 0x1f0a1, INK_PLAIN);
    Text text = text_growing(&memory_heap);
    cells_to_text(&cells, &text);
    assert_false(text.cut);
    assert_int_equal(text.length + 1, CELLS_TEXT_BYTES(WIDTH_MAX, HEIGHT_MAX));
    text_done(&text);
}

// --- Boards ------------------------------------------------------------------------------------

static void the_set_up_as_white_sees_it(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel");
    assert_seat_sees(&fixture, WHITE, (ViewOptions){0},
                     "8 ? ? ? ? ? ? ? ?\n"
                     "7 ? ? ? ? ? ? ? ?\n"
                     "6 ? ? ? ? ? ? ? ?\n"
                     "5 ? ? ? ? ? ? ? ?\n"
                     "4 ? ? ? ? ? ? ? ?\n"
                     "3 ? ? ? ? ? ? ? ?\n"
                     "2 P P P P P P P P\n"
                     "1 R N B Q K B N R\n"
                     "  a b c d e f g h\n");
}

static void the_set_up_as_black_sees_it_turned_round(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel");
    assert_seat_sees(&fixture, BLACK, (ViewOptions){.turned = true},
                     "1 ? ? ? ? ? ? ? ?\n"
                     "2 ? ? ? ? ? ? ? ?\n"
                     "3 ? ? ? ? ? ? ? ?\n"
                     "4 ? ? ? ? ? ? ? ?\n"
                     "5 ? ? ? ? ? ? ? ?\n"
                     "6 ? ? ? ? ? ? ? ?\n"
                     "7 p p p p p p p p\n"
                     "8 r n b k q b n r\n"
                     "  h g f e d c b a\n");
}

static void the_set_up_as_the_umpire_sees_it(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel");
    assert_umpire_sees(&fixture, (ViewOptions){0},
                       "8 r n b q k b n r\n"
                       "7 p p p p p p p p\n"
                       "6 . . . . . . . .\n"
                       "5 . . . . . . . .\n"
                       "4 . . . . . . . .\n"
                       "3 . . . . . . . .\n"
                       "2 P P P P P P P P\n"
                       "1 R N B Q K B N R\n"
                       "  a b c d e f g h\n");
}

static void men_may_be_glyphs_and_fog_soft(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel(board=gardner5x5)");
    const ViewOptions options = {.glyphs = true, .soft_fog = true};
    assert_seat_sees(&fixture, WHITE, options,
                     "5 · · · · ·\n"
                     "4 · · · · ·\n"
                     "3 · · · · ·\n"
                     "2 ♙ ♙ ♙ ♙ ♙\n"
                     "1 ♖ ♘ ♗ ♕ ♔\n"
                     "  a b c d e\n");
    assert_umpire_sees(&fixture, options,
                       "5 ♜ ♞ ♝ ♛ ♚\n"
                       "4 ♟ ♟ ♟ ♟ ♟\n"
                       "3 . . . . .\n"
                       "2 ♙ ♙ ♙ ♙ ♙\n"
                       "1 ♖ ♘ ♗ ♕ ♔\n"
                       "  a b c d e\n");
}

static void a_seat_sees_what_it_played_and_lost(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel(board=5x8)");
    play(&fixture, "b2d3 b2b4 c7c5 b4c5");
    assert_seat_sees(&fixture, WHITE, (ViewOptions){0},
                     "8 ? ? ? ? ?\n"
                     "7 ? ? ? ? ?\n"
                     "6 ? ? ? ? ?\n"
                     "5 ? ? P ? ?\n"
                     "4 ? ? ? ? ?\n"
                     "3 ? ? ? ? ?\n"
                     "2 P ? P P P\n"
                     "1 R N B Q K\n"
                     "  a b c d e\n");
    assert_seat_sees(&fixture, BLACK, (ViewOptions){0},
                     "8 r n b q k\n"
                     "7 p p ? p p\n"
                     "6 ? ? ? ? ?\n"
                     "5 ? ? ? ? ?\n"
                     "4 ? ? ? ? ?\n"
                     "3 ? ? ? ? ?\n"
                     "2 ? ? ? ? ?\n"
                     "1 ? ? ? ? ?\n"
                     "  a b c d e\n");
}

static void every_board_fills_its_size_and_no_more(void **state)
{
    (void)state;
    for (unsigned i = 0; i < chess_board_count; i++) {
        const Board *board = &chess_boards[i];
        const Position truth = position_start(board);
        const ViewSize size = view_scaled_size(board, VIEW_SMALL);
        assert_true(size.width <= VIEW_BOARD_WIDTH_MAX && size.height <= VIEW_BOARD_HEIGHT_MAX);
        for (unsigned turned = 0; turned < 2; turned++) {
            Cell memory[(VIEW_BOARD_WIDTH_MAX + 1) * (VIEW_BOARD_HEIGHT_MAX + 1)];
            Cells cells = CELLS_IN(memory, size.width + 1, size.height + 1);
            view_truth_board(&truth, (ViewOptions){.turned = turned}, &cells);
            unsigned squares = 0, last_row = 0, last_column = 0;
            for (uint32_t at = 0; at < cells.width * cells.height; at++) {
                const Cell cell = memory[at];
                squares += (cell.style & STYLE_GROUND) && cell.rune;
                const unsigned column = at % cells.width;
                last_row = cell.rune ? at / cells.width : last_row;
                last_column =
                    (cell.style || cell.rune) && column > last_column ? column : last_column;
            }
            assert_int_equal(squares, board->files * board->ranks);
            assert_int_equal(last_row, size.height - 1);
            assert_int_equal(last_column, size.width - 1);
        }
    }
}

static void squares_have_their_ground_and_men_their_ink(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel(board=4x4)");
    Cell memory[10 * 5];
    Cells cells = CELLS_IN(memory, 10, 5);
    view_truth_board(&fixture.umpire.truth, (ViewOptions){.marked = bit(8)}, &cells);
    const Cell *bottom = &memory[3 * 10];
    assert_int_equal(bottom[0].style, INK_DIM);
    assert_int_equal(bottom[2].style, INK_WHITE_MAN | GROUND_DARK); // a1
    assert_int_equal(bottom[3].style, GROUND_DARK);
    assert_int_equal(bottom[4].style, INK_WHITE_MAN | GROUND_LIGHT);
    assert_int_equal(memory[2 * 10 + 2].style, INK_WHITE_MAN | GROUND_MARKED); // a2
    assert_int_equal(memory[2].style, INK_BLACK_MAN | GROUND_LIGHT);           // a4
    view_seat_board(&fixture.views[WHITE], (ViewOptions){0}, &cells);
    assert_int_equal(memory[2].style, INK_FOG | GROUND_LIGHT);
    view_seat_board(&fixture.views[BLACK], (ViewOptions){.turned = true}, &cells);
    assert_int_equal(bottom[8].style, INK_BLACK_MAN | GROUND_LIGHT); // a4
}

static void draw_three(const Fixture *fixture, const Position *truth, ViewOptions options,
                       Cells *out)
{
    const void *const views[] = {&fixture->views[WHITE], &fixture->views[BLACK]};
    view_three_boards(views, game_view_of(&kriegspiel_game)->draw_seat, truth, options, out);
}

static void three_boards_stand_side_by_side(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel");
    play(&fixture, "e2e4 d7d5 e4e5");
    Cell memory[80 * VIEW_THREE_HEIGHT_MAX];
    const ViewSize size = view_three_boards_size(fixture.rules.setup.board, VIEW_SMALL);
    Cells cells = CELLS_IN(memory, size.width, size.height);
    draw_three(&fixture, &fixture.umpire.truth, (ViewOptions){0}, &cells);
    assert_picture(&cells,
                   "         White sees                Black sees             The umpire sees\n"
                   "\n"
                   "    8 ? ? ? ? ? ? ? ?         8 r n b q k b n r         8 r n b q k b n r\n"
                   "    7 ? ? ? ? ? ? ? ?         7 p p p ? p p p p         7 p p p . p p p p\n"
                   "    6 ? ? ? ? ? ? ? ?         6 ? ? ? ? ? ? ? ?         6 . . . . . . . .\n"
                   "    5 ? ? ? ? P ? ? ?         5 ? ? ? p ? ? ? ?         5 . . . p P . . .\n"
                   "    4 ? ? ? ? ? ? ? ?         4 ? ? ? ? ? ? ? ?         4 . . . . . . . .\n"
                   "    3 ? ? ? ? ? ? ? ?         3 ? ? ? ? ? ? ? ?         3 . . . . . . . .\n"
                   "    2 P P P P ? P P P         2 ? ? ? ? ? ? ? ?         2 P P P P . P P P\n"
                   "    1 R N B Q K B N R         1 ? ? ? ? ? ? ? ?         1 R N B Q K B N R\n"
                   "      a b c d e f g h           a b c d e f g h           a b c d e f g h\n");
}

static void three_small_boards_keep_their_captions_apart(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel(board=4x4)");
    Cell memory[80 * VIEW_THREE_HEIGHT_MAX];
    const ViewSize size = view_three_boards_size(fixture.rules.setup.board, VIEW_SMALL);
    Cells cells = CELLS_IN(memory, size.width, size.height);
    draw_three(&fixture, &fixture.umpire.truth, (ViewOptions){.turned = true}, &cells);
    assert_picture(&cells,
                   "         White sees                Black sees             The umpire sees\n"
                   "\n"
                   "        1 R K Q R                 1 ? ? ? ?                 1 R K Q R\n"
                   "        2 P P P P                 2 ? ? ? ?                 2 P P P P\n"
                   "        3 ? ? ? ?                 3 p p p p                 3 p p p p\n"
                   "        4 ? ? ? ?                 4 r k q r                 4 r k q r\n"
                   "          d c b a                   d c b a                   d c b a\n");
}

// Every board at every width: three times its own squares, none lost at an edge or under another.
static void three_boards_fit_from_80_columns_on(void **state)
{
    (void)state;
    for (unsigned i = 0; i < chess_board_count; i++) {
        const Board *board = &chess_boards[i];
        Fixture fixture = {.rules.setup = {.board = board, .start = position_start(board)}};
        for (uint8_t seat = 0; seat < 2; seat++)
            kriegspiel_game.sit(rules_of(&fixture), seat, &fixture.views[seat]);
        for (uint32_t width = VIEW_THREE_WIDTH_MIN; width <= WIDTH_MAX; width++) {
            Cell memory[WIDTH_MAX * VIEW_THREE_HEIGHT_MAX];
            Cells cells = CELLS_IN(memory, width, view_three_boards_size(board, VIEW_SMALL).height);
            draw_three(&fixture, &fixture.rules.setup.start, (ViewOptions){0}, &cells);
            unsigned squares = 0, titles = 0;
            for (uint32_t at = 0; at < width * cells.height; at++) {
                squares += (memory[at].style & STYLE_GROUND) != 0;
                titles += memory[at].style == INK_TITLE;
                assert_true(at % width < VIEW_THREE_WIDTH_MAX || !memory[at].rune);
            }
            assert_int_equal(squares, 3 * 2 * board->files * board->ranks);
            assert_int_equal(titles, strlen("WhiteseesBlackseesTheumpiresees"));
        }
    }
}

// --- Signs ---------------------------------------------------------------------------------------

static void signs_stand_beside_the_men(void **state)
{
    (void)state;
    Fixture fixture;
    uint8_t signs[SIGN_SPOTS] = {0};
    open_game(&fixture, "kriegspiel(board=silverman4x4)");
    signs[0] = SIGN_MOVED;                  // a1
    signs[8] = SIGN_REFUSED | SIGN_CHECK;   // a2
    signs[9] = SIGN_CURSOR | SIGN_CAPTURED; // b2
    signs[16] = SIGN_PAWN;                  // a3
    Cell memory[WIDTH_MAX * HEIGHT_MAX];
    ViewOptions options = {.scale = VIEW_WIDE, .signs = signs};
    Cells wide = CELLS_IN(memory, 14, 5);
    view_seat_board(&fixture.views[WHITE], options, &wide);
    assert_picture(&wide, "4  ?  ?  ?  ?\n"
                          "3  ?^ ?  ?  ?\n"
                          "2 +Px[P] P  P\n"
                          "1  R> Q  K  R\n"
                          "   a  b  c  d\n");
    assert_int_equal(memory[2 * 14 + 3].style, INK_WHITE_MAN | GROUND_REFUSED);
    assert_int_equal(memory[2 * 14 + 6].style, INK_WHITE_MAN | GROUND_MARKED);
    assert_int_equal(memory[3 * 14 + 3].style, INK_WHITE_MAN | GROUND_MOVED);
    options.scale = VIEW_SMALL;
    options.soft_fog = true;
    Cells small = CELLS_IN(memory, 10, 5);
    view_seat_board(&fixture.views[WHITE], options, &small);
    assert_picture(&small, "4 \u00b7 \u00b7 \u00b7 \u00b7\n"
                           "3 \u00b7^\u00b7 \u00b7 \u00b7\n"
                           "2 P\u00d7P*P P\n"
                           "1 R\u203aQ K R\n"
                           "  a b c d\n");
}

static void large_squares_have_pictures_of_men(void **state)
{
    (void)state;
    Fixture fixture;
    uint8_t signs[SIGN_SPOTS] = {0};
    open_game(&fixture, "kriegspiel(fen=8/8/8/8/8/8/8/K6k_w)");
    signs[0] = SIGN_MOVED | SIGN_CURSOR | SIGN_CHECK;
    Cell memory[VIEW_LARGE_WIDTH_MAX * VIEW_LARGE_HEIGHT_MAX];
    Cells cells = CELLS_IN(memory, VIEW_LARGE_WIDTH_MAX, VIEW_LARGE_HEIGHT_MAX);
    view_truth_board(&fixture.umpire.truth,
                     (ViewOptions){.scale = VIEW_LARGE, .glyphs = true, .signs = signs}, &cells);
    char text[CELLS_TEXT_BYTES(VIEW_LARGE_WIDTH_MAX, VIEW_LARGE_HEIGHT_MAX)];
    Text drawn = TEXT_IN(text);
    cells_to_text(&cells, &drawn);
    assert_non_null(strstr(text, "  K \u2584\u2588\u2584 +"));
    assert_non_null(strstr(text, "1 [\u2597\u2584\u2588\u2584\u2596]"));
    assert_non_null(strstr(text, "k \u2584\u2588\u2584\n")); // Black's, by its letter
}

static void a_square_is_found_by_its_cells(void **state)
{
    (void)state;
    const Board *board = &chess_boards[0];
    assert_int_equal(board->files, 8);
    const ViewOptions large = {.scale = VIEW_LARGE}, turned = {.scale = VIEW_WIDE, .turned = true};
    assert_int_equal(view_square_at(board, large, 2, 23), 0);
    assert_int_equal(view_square_at(board, large, 2 + 7 * 8 - 1, 0), 63);
    assert_int_equal(view_square_at(board, large, 1, 0), SQUARE_NONE);
    assert_int_equal(view_square_at(board, large, 2 + 7 * 8, 0), SQUARE_NONE);
    assert_int_equal(view_square_at(board, large, 2, 24), SQUARE_NONE);
    assert_int_equal(view_square_at(board, turned, 2, 0), 7); // h1
}

static void boards_of_go_grow(void **state)
{
    (void)state;
    static GoBoard board;
    Cell memory[WIDTH_MAX * HEIGHT_MAX];
    uint8_t signs[SIGN_SPOTS] = {0};
    GoSet black = {0}, white = {0};
    go_board_init(&board, GO_SIZE_MIN);
    go_set_add(&black, go_spot(go_point(0, 0)));
    go_set_add(&white, go_spot(go_point(1, 0)));
    go_board_put_all(&board, GO_BLACK, &black);
    go_board_put_all(&board, GO_WHITE, &white);
    signs[go_spot(go_point(0, 0))] = SIGN_MOVED;
    signs[go_spot(go_point(0, 1))] = SIGN_REFUSED;
    ViewOptions options = {.scale = VIEW_WIDE, .signs = signs};
    Cells wide = CELLS_IN(memory, 23, 11);
    view_go_truth_board(&board, options, &wide);
    wide.cells += 6 * wide.width; // the two lowest rows of points
    wide.height = 5;
    assert_picture(&wide, " 2  .x  .   .   .   .\n"
                          "\n"
                          " 1  X>  O   .   .   .\n"
                          "\n"
                          "    a   b   c   d   e\n");
    options = (ViewOptions){.scale = VIEW_LARGE, .glyphs = true};
    Cells large = CELLS_IN(memory, 33, 16);
    view_go_truth_board(&board, options, &large);
    large.cells += 12 * large.width;
    large.height = 4;
    assert_picture(&large, "   \u2597\u2588\u2588\u2588\u2596 \u2597\u259b\u2580\u259c\u2596\n"
                           " 1 \u2590\u2588\u2588\u2588\u258c \u2590   \u258c   .     .     .\n"
                           "   \u259d\u2588\u2588\u2588\u2598 \u259d\u2599\u2584\u259f\u2598\n"
                           "     a     b     c     d     e\n");
    assert_int_equal(view_go_point_at(5, VIEW_LARGE, 3, 0), go_point(0, 4));
    assert_int_equal(view_go_point_at(5, VIEW_LARGE, 3 + 29, 14), go_point(4, 0));
    assert_int_equal(view_go_point_at(5, VIEW_LARGE, 2, 0), GO_NONE);
    assert_int_equal(view_go_point_at(5, VIEW_LARGE, 3, 15), GO_NONE);
}

// --- Logs --------------------------------------------------------------------------------------

static void a_log_puts_own_tries_before_what_was_heard(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel");
    play(&fixture, "e2d3 e2e4 d7d5 e4e5 d5e4 d5c4");
    const ViewLog white = log_of(&fixture, WHITE), black = log_of(&fixture, BLACK);
    assert_log(&white, 40, 5,
               "            White's move.\n"
               " 1    e2d3  Illegal move.\n"
               " 1.2  e2e4  Black's move.\n"
               " 1          White's move. 1 pawn try.\n"
               " 2    e4e5  Black's move.\n");
    assert_log(&black, 40, 7,
               "            White's move.\n"
               " 1          Black's move.\n"
               " 1    d7d5  White's move. 1 pawn try.\n"
               " 2          Black's move.\n"
               " 2    d5e4  Illegal move.\n"
               " 2.2  d5c4  Illegal move.\n"
               "\n");
}

static void a_log_shows_the_newest_that_fit(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel");
    play(&fixture, "e2d3 e2e4 d7d5 e4e5");
    ViewLog log = log_of(&fixture, WHITE);
    assert_log(&log, 40, 2,
               " 1          White's move. 1 pawn try.\n"
               " 2    e4e5  Black's move.\n");
    // So narrow, Black's move takes two rows: it is there whole or not at all.
    assert_log(&log, 32, 3,
               " 1          White's move. 1 pawn\n"
               "            try.\n"
               " 2    e4e5  Black's move.\n");
    assert_log(&log, 32, 2,
               " 2    e4e5  Black's move.\n"
               "\n");
    log.from = 4;
    assert_log(&log, 32, 4,
               " 2    e4e5  Black's move.\n"
               "\n"
               "\n"
               "\n");
    log.from = 0;
    log.count = 4;
    assert_log(&log, 32, 1, " 1          White's move. 1 pawn\n");
    log.count = 0;
    assert_log(&log, 32, 1, "\n");
}

static void a_log_wraps_between_words_and_cuts_what_is_too_long(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel(rules=rand,board=4x4)");
    const ViewLog log = log_of(&fixture, WHITE);
    assert_log(&log, 42, 2,
               "            White to move. Pawn tries from\n"
               "            a2, b2, c2, d2.\n");
    assert_log(&log, 41, 2,
               "            White to move. Pawn tries\n"
               "            from a2, b2, c2, d2.\n");
    assert_log(&log, 16, 7,
               "            Whit\n"
               "            e to\n"
               "            move\n"
               "            .\n"
               "            Pawn\n"
               "            trie\n"
               "            s\n");
    assert_log(&log, 3, 2, "\n\n");
    assert_log(&log, 0, 0, "");
}

static void the_try_stays_before_the_words(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel(fen=8/4P3/8/8/8/8/k7/2K5_w)");
    play(&fixture, "e7e8q a2b2");
    ViewLog log = log_of(&fixture, WHITE);
    assert_log(&log, 60, 2,
               "            White's move.\n"
               " 1    e7e8q Black's move.\n");
}

static void numbers_of_three_digits_make_the_column_wider(void **state)
{
    enum { MOVES = 100 };
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel");
    static Heard heard[2 * MOVES];
    for (unsigned i = 0; i < 2 * MOVES; i++)
        heard[i].hearing = (Hearing){.event = HEARD_MOVE, .seat = i % 2};
    const ViewLog log = {&kriegspiel_game, rules_of(&fixture), heard, 2 * MOVES, 0};
    assert_log(&log, 30, 2,
               "100          Black's move.\n"
               "100          White's move.\n");
}

static void moves_of_go_are_numbered_in_one_row(void **state)
{
    (void)state;
    const Heard heard[] = {
        {.hearing = {.event = HEARD_MOVE, .seat = GO_BLACK}},
        {.hearing = {.event = HEARD_REFUSAL, .verdict = VERDICT_ILLEGAL, .seat = GO_WHITE}},
        {.hearing = {.event = HEARD_MOVE, .seat = GO_WHITE}},
        {.hearing = {.event = HEARD_MOVE, .seat = GO_BLACK}}};
    const PhantomRules rules = {.size = 9};
    const ViewLog log = {&phantom_go_game, (const Rules *)&rules, heard, COUNT_OF(heard), 0};
    assert_log(&log, 30, 4,
               " 1          Black played.\n"
               " 2          Illegal.\n"
               " 2.2        White played.\n"
               " 3          Black played.\n");
}

// --- Replays -----------------------------------------------------------------------------------

static void a_replay_has_the_lines_of_a_seat_and_its_board(void **state)
{
    (void)state;
    Fixture fixture;
    open_game(&fixture, "kriegspiel(rules=icc,board=silverman4x4)");
    play(&fixture, "a2b3 d4d1 b4b3");
    assert_replay(&fixture, WHITE,
                  "            White's move. 6 pawn tries.\n"
                  " 1    a2b3  Black's move. Pawn at b3 captured. Long diagonal check.\n"
                  " 1          White's move. Pawn at b3 captured. 5 pawn tries.\n"
                  "\n"
                  "4 ? ? ? ?\n"
                  "3 ? ? ? ?\n"
                  "2 ? P P P\n"
                  "1 R Q K R\n"
                  "  a b c d\n");
    assert_replay(&fixture, BLACK,
                  "            White's move. 6 pawn tries.\n"
                  " 1          Black's move. Pawn at b3 captured. Long diagonal check.\n"
                  " 1    d4d1  Illegal move.\n"
                  " 1.2  b4b3  White's move. Pawn at b3 captured. 5 pawn tries.\n"
                  "\n"
                  "1 ? ? ? ?\n"
                  "2 ? ? ? ?\n"
                  "3 p p q p\n"
                  "4 r k ? r\n"
                  "  d c b a\n");
}

static void a_replay_names_the_players_or_their_colours(void **state)
{
    (void)state;
    Fixture fixture;
    char memory[200];
    Text text = TEXT_IN(memory);
    open_game(&fixture, "kriegspiel(rules=icc)");
    view_replay_head(&kriegspiel_game, rules_of(&fixture), (ViewTitle){"Anna", "", "1-0"}, &text);
    view_replay_head(&kriegspiel_game, rules_of(&fixture), (ViewTitle){"", "Otto", "*"}, &text);
    assert_string_equal(memory, "Anna - Black   1-0   kriegspiel(rules=icc,board=8x8)\n\n"
                                "White - Otto   *   kriegspiel(rules=icc,board=8x8)\n\n");
}

// --- Silence -----------------------------------------------------------------------------------

enum { LOG_WIDTH = 40, LOG_HEIGHT = 10 };

typedef struct Drawing {
    Cell board[VIEW_BOARD_WIDTH_MAX * VIEW_BOARD_HEIGHT_MAX];
    Cell log[LOG_WIDTH * LOG_HEIGHT];
} Drawing;

// Everything drawn for White, on grids that are full of `rubbish` before.
static void draw_for_white(const Fixture *fixture, int rubbish, Drawing *drawing)
{
    Cells board = CELLS_IN(drawing->board, VIEW_BOARD_WIDTH_MAX, VIEW_BOARD_HEIGHT_MAX);
    Cells log = CELLS_IN(drawing->log, LOG_WIDTH, LOG_HEIGHT);
    memset(drawing, rubbish, sizeof *drawing);
    const ViewLog heard = log_of(fixture, WHITE);
    view_seat_board(&fixture->views[WHITE], (ViewOptions){0}, &board);
    view_log(&heard, &log);
}

static void assert_looks_the_same_to_white(const Fixture *a, const Fixture *b)
{
    Drawing drawings[2];
    draw_for_white(a, 0x11, &drawings[0]);
    draw_for_white(b, 0x22, &drawings[1]);
    assert_memory_equal(&drawings[0], &drawings[1], sizeof drawings[0]);
}

static bool sounds_the_same_to_white(const Fixture *a, const Fixture *b)
{
    return memcmp(a->heard[WHITE], b->heard[WHITE], sizeof a->heard[WHITE]) == 0;
}

// The umpire's own board is where twins differ; or there would be nothing to keep silent about.
static bool looks_the_same_to_the_umpire(const Fixture *a, const Fixture *b)
{
    Cell memory[2][VIEW_BOARD_WIDTH_MAX * VIEW_BOARD_HEIGHT_MAX];
    Cells one = CELLS_IN(memory[0], VIEW_BOARD_WIDTH_MAX, VIEW_BOARD_HEIGHT_MAX);
    Cells other = CELLS_IN(memory[1], VIEW_BOARD_WIDTH_MAX, VIEW_BOARD_HEIGHT_MAX);
    view_truth_board(&a->umpire.truth, (ViewOptions){0}, &one);
    view_truth_board(&b->umpire.truth, (ViewOptions){0}, &other);
    return memcmp(memory[0], memory[1], sizeof memory[0]) == 0;
}

static void truths_that_sound_the_same_look_the_same(void **state)
{
    (void)state;
    Fixture before;
    open_game(&before, "kriegspiel");
    play(&before, "e2d3 e2e4 d7d5 e4e5");
    MoveList replies;
    chess_list_legal(&before.umpire.truth, &replies);
    Fixture first = before;
    play(&first, "a7a6");
    unsigned twins = 0;
    for (uint32_t i = 0; i < replies.count; i++) {
        Fixture other = before;
        attempt(&other, replies.moves[i]);
        if (!sounds_the_same_to_white(&first, &other))
            continue;
        assert_looks_the_same_to_white(&first, &other);
        twins += !looks_the_same_to_the_umpire(&first, &other);
    }
    assert_true(twins >= 20);
}

static void a_refusal_white_does_not_hear_of_is_not_drawn_for_white(void **state)
{
    (void)state;
    Fixture quick, slow;
    open_game(&quick, "kriegspiel(rules=icc)");
    open_game(&slow, "kriegspiel(rules=icc)");
    play(&quick, "e2e4 d7d6");
    play(&slow, "e2e4 d7e6 d7c6 d7d6");
    assert_looks_the_same_to_white(&quick, &slow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_stand_beside_the_men),
        cmocka_unit_test(large_squares_have_pictures_of_men),
        cmocka_unit_test(a_square_is_found_by_its_cells),
        cmocka_unit_test(boards_of_go_grow),
        cmocka_unit_test(a_new_grid_is_blank),
        cmocka_unit_test(a_text_is_clipped_at_every_edge),
        cmocka_unit_test(a_small_grid_is_copied_into_a_large_one_and_clipped),
        cmocka_unit_test(there_is_one_blank),
        cmocka_unit_test(utf8_goes_in_and_comes_out),
        cmocka_unit_test(what_is_no_utf8_or_cannot_be_shown_is_a_broken_rune),
        cmocka_unit_test(a_text_too_small_for_a_grid_ends_with_a_whole_rune),
        cmocka_unit_test(a_growing_text_takes_any_grid),
        cmocka_unit_test(the_set_up_as_white_sees_it),
        cmocka_unit_test(the_set_up_as_black_sees_it_turned_round),
        cmocka_unit_test(the_set_up_as_the_umpire_sees_it),
        cmocka_unit_test(men_may_be_glyphs_and_fog_soft),
        cmocka_unit_test(a_seat_sees_what_it_played_and_lost),
        cmocka_unit_test(every_board_fills_its_size_and_no_more),
        cmocka_unit_test(squares_have_their_ground_and_men_their_ink),
        cmocka_unit_test(three_boards_stand_side_by_side),
        cmocka_unit_test(three_small_boards_keep_their_captions_apart),
        cmocka_unit_test(three_boards_fit_from_80_columns_on),
        cmocka_unit_test(a_log_puts_own_tries_before_what_was_heard),
        cmocka_unit_test(a_log_shows_the_newest_that_fit),
        cmocka_unit_test(a_log_wraps_between_words_and_cuts_what_is_too_long),
        cmocka_unit_test(the_try_stays_before_the_words),
        cmocka_unit_test(numbers_of_three_digits_make_the_column_wider),
        cmocka_unit_test(moves_of_go_are_numbered_in_one_row),
        cmocka_unit_test(a_replay_has_the_lines_of_a_seat_and_its_board),
        cmocka_unit_test(a_replay_names_the_players_or_their_colours),
        cmocka_unit_test(truths_that_sound_the_same_look_the_same),
        cmocka_unit_test(a_refusal_white_does_not_hear_of_is_not_drawn_for_white),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
