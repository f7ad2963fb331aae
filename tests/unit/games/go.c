// Boards, games and playouts of Go, against pictures and against the slow witness.
#include "games/go/game.h"
#include "games/go/playout.h"
#include "games/go/random_games.h"
#include "oracle/go_witness.h"
#include "unit/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static GoPoint at(const char *name)
{
    return go_point_from_text(slice_of(name));
}

// A picture from the top row down: X Black, O White. Black is to move.
static GoBoard picture(const char *rows)
{
    GoBoard board;
    const unsigned size = (unsigned)strcspn(rows, " ");
    go_board_init(&board, size);
    for (unsigned row = 0; row < size; row++)
        for (unsigned column = 0; column < size; column++) {
            const char stone = rows[(size - 1 - row) * (size + 1) + column];
            if (stone != '.')
                go_board_put(&board, stone == 'X' ? GO_BLACK : GO_WHITE, go_point(column, row));
        }
    return board;
}

static void points_have_names_without_i(void **state)
{
    (void)state;
    for (unsigned spot = 0; spot < GO_SPOTS; spot++) {
        char name[8];
        Text text = TEXT_IN(name);
        go_point_to_text(go_point_at(spot), &text);
        assert_int_equal(at(name), go_point_at(spot));
        assert_int_equal(go_spot(go_point_at(spot)), spot);
    }
    assert_int_equal(at("J9"), go_point(8, 8));
    static const char *const wrong[] = {"", "a", "i5", "a0", "a20", "u1", "a01", "aa", "5a", "a1 "};
    for (unsigned i = 0; i < COUNT_OF(wrong); i++)
        assert_int_equal(at(wrong[i]), GO_NONE);
}

static void a_chain_without_liberties_is_taken(void **state)
{
    (void)state;
    GoBoard board = picture(".XX.. XOO.. .XX.. ..... .....");
    assert_int_equal(go_board_atari(&board, at("b4")), at("d4"));
    GoSet captured;
    go_board_captured(&board, at("d4"), &captured);
    assert_int_equal(go_set_count(&captured), 2);
    assert_int_equal(go_board_play(&board, at("d4")), 2);
    assert_int_equal(go_board_at(&board, at("b4")), GO_EMPTY);
    assert_int_equal(board.taken[GO_BLACK], 2);
    const GoBoard same = picture(".XX.. X..X. .XX.. ..... .....");
    assert_true(board.key == same.key);
}

static void suicide_is_forbidden_unless_it_takes(void **state)
{
    (void)state;
    GoBoard board = picture(".O... O.... ..... ..... .....");
    assert_int_equal(go_board_judge(&board, at("a5")), GO_SUICIDE);
    board = picture(".OX.. OX... X.... ..... .....");
    assert_int_equal(go_board_judge(&board, at("a5")), GO_LEGAL);
    assert_int_equal(go_board_play(&board, at("a5")), 2);
    // Of a whole chain: the last liberty may not be filled.
    board = picture(".XO.. XXO.. OOO.. ..... .....");
    assert_int_equal(go_board_judge(&board, at("a5")), GO_SUICIDE);
    assert_int_equal(go_board_judge(&board, at("c3")), GO_OCCUPIED);
}

static void ko_is_forbidden_for_one_move(void **state)
{
    (void)state;
    GoBoard board = picture(".XO.. XO.O. .XO.. ..... .....");
    assert_int_equal(go_board_play(&board, at("c4")), 1);
    assert_int_equal(go_board_judge(&board, at("b4")), GO_KO);
    go_board_play(&board, at("e1"));
    go_board_play(&board, at("a1"));
    assert_int_equal(go_board_judge(&board, at("b4")), GO_LEGAL);
    assert_int_equal(go_board_play(&board, at("b4")), 1);
    assert_int_equal(go_board_judge(&board, at("c4")), GO_KO);
    go_board_pass(&board);
    go_board_pass(&board);
    assert_int_equal(go_board_judge(&board, at("c4")), GO_LEGAL);
}

// Taking two stones back by one is no ko.
static void a_stone_that_took_two_may_be_taken_back(void **state)
{
    (void)state;
    GoBoard board = picture(".OX.. OXX.. XO... X.... .....");
    assert_int_equal(go_board_play(&board, at("a5")), 1 + 1);
    assert_int_equal(board.ko, GO_NONE);
}

static void areas_and_territories_are_counted(void **state)
{
    (void)state;
    const GoBoard board = picture(".X.O. XX.OO .X.O. XX.OO .X.O.");
    assert_int_equal(go_board_area(&board), 0);
    const GoBoard wide = picture("..X.O ..X.O ..X.O ..X.O ..X.O");
    assert_int_equal(go_board_area(&wide), 10 + 5 - 5);
    assert_int_equal(go_board_territory(&wide), 10);
    GoBoard empty;
    go_board_init(&empty, 9);
    assert_int_equal(go_board_area(&empty), 0);
}

static void eyes_are_what_playouts_leave(void **state)
{
    (void)state;
    const GoBoard board = picture(".X.O. XX.OO .X.O. XX.OO .X.OX");
    assert_true(go_board_is_eye(&board, GO_BLACK, at("a5")));
    assert_false(go_board_is_eye(&board, GO_WHITE, at("a5")));
    assert_true(go_board_is_eye(&board, GO_BLACK, at("a3")));
    assert_false(go_board_is_eye(&board, GO_BLACK, at("c3")));
    const GoBoard false_eye = picture("..... .OXO. .X.X. .XXX. .....");
    assert_false(go_board_is_eye(&false_eye, GO_BLACK, at("c3")));
}

// White sends two stones in to take one, and Black, who passed once, would take both: no single take is a ko, but the
// board of three turns ago would stand there again.
static void superko_looks_at_the_whole_past(void **state)
{
    (void)state;
    static const char *const setting[] = {"a2", "c2", "b2", "d1", "c1", "a1"};
    for (unsigned has_superko = 0; has_superko < 2; has_superko++) {
        GoGame game;
        go_game_init(&game, 5, has_superko);
        for (unsigned i = 0; i < COUNT_OF(setting); i++)
            go_game_play(&game, at(setting[i]));
        go_game_pass(&game);
        assert_int_equal(go_game_play(&game, at("b1")), 1);
        assert_int_equal(go_game_judge(&game, at("c1")), has_superko ? GO_SUPERKO : GO_LEGAL);
        go_game_play(&game, at("e5"));
        go_game_play(&game, at("e4"));
        assert_int_equal(go_game_judge(&game, at("c1")), GO_LEGAL);
        assert_int_equal(go_game_play(&game, at("c1")), 2);
    }
}

static void a_game_ends_after_two_passes(void **state)
{
    (void)state;
    GoGame game;
    go_game_init(&game, 9, true);
    go_game_pass(&game);
    assert_false(go_game_is_over(&game));
    go_game_play(&game, at("e5"));
    go_game_pass(&game);
    assert_false(go_game_is_over(&game));
    go_game_pass(&game);
    assert_true(go_game_is_over(&game));
    assert_int_equal(game.turns, 4);
}

// --- Against the witness -----------------------------------------------------------------------------

static GoVerdict verdict_of(const char *fault)
{
    static const char *const faults[] = {[GO_LEGAL] = "",
                                         [GO_OCCUPIED] = "stone",
                                         [GO_SUICIDE] = "suicide",
                                         [GO_KO] = "ko",
                                         [GO_SUPERKO] = "superko"};
    unsigned i = 0;
    while (strcmp(faults[i], fault) != 0)
        i++;
    return (GoVerdict)i;
}

// Compares every point; returns how many of them are forbidden by superko.
static unsigned compare_boards(const GoGame *game, const GoWitness *witness)
{
    unsigned superkos = 0;
    for (int row = 0; row < game->board.size; row++)
        for (int column = 0; column < game->board.size; column++) {
            const GoPoint point = go_point((unsigned)column, (unsigned)row);
            const char stone = witness->now.at[row][column];
            assert_int_equal(go_board_at(&game->board, point), stone == 'X'   ? GO_BLACK
                                                               : stone == 'O' ? GO_WHITE
                                                                              : GO_EMPTY);
            const GoVerdict verdict = go_game_judge(game, point);
            assert_int_equal(verdict, verdict_of(go_witness_fault(witness, row, column)));
            if (stone == '.')
                assert_int_equal(go_board_is_eye(&game->board, (GoColor)game->board.to_move, point),
                                 go_witness_is_eye(witness, row, column));
            superkos += verdict == GO_SUPERKO;
        }
    assert_int_equal(go_board_area(&game->board), go_witness_count(witness));
    return superkos;
}

static unsigned play_beside_witness(GoGame *game, GoWitness *witness, unsigned size, Rng *rng,
                                    unsigned turns)
{
    const GoWitnessRules rules = {.size = (int)size, .superko = true};
    GoWitnessHeard heard;
    unsigned superkos = 0;
    go_game_init(game, size, true);
    go_witness_open(witness, &rules, &heard);
    while (!go_game_is_over(game) && game->turns < turns) {
        superkos += compare_boards(game, witness);
        const unsigned draw = rng_below(rng, game->board.empty_count + 1u);
        const GoPoint point = draw < game->board.empty_count ? game->board.empties[draw] : GO_NONE;
        if (point && go_game_judge(game, point) == GO_LEGAL) {
            go_game_play(game, point);
            go_witness_play(witness, (int)go_row(point), (int)go_column(point));
        } else if (!point && rng_below(rng, 8) == 0) {
            go_game_pass(game);
            go_witness_play(witness, -1, -1);
        }
    }
    return superkos;
}

static void the_witness_agrees_on_every_point(void **state)
{
    (void)state;
    static const unsigned sizes[] = {5, 6, 7, 9, 19}, turns[] = {300, 100, 80, 60, 8};
    GoGame *game = malloc(sizeof *game);
    GoWitness *witness = malloc(sizeof *witness);
    assert_true(game && witness);
    Rng rng = rng_from_seed(4);
    unsigned superkos = 0;
    for (unsigned i = 0; i < COUNT_OF(sizes); i++)
        for (unsigned round = 0; round < (i ? 1 : 20); round++)
            superkos += play_beside_witness(game, witness, sizes[i], &rng, turns[i]);
    assert_true(superkos > 0); // else nothing was tested
    free(witness);
    free(game);
}

typedef struct Sums {
    double count, sum, squares;
} Sums;

static void sums_add(Sums *sums, double value)
{
    sums->count++;
    sums->sum += value;
    sums->squares += value * value;
}

static void assert_within_three_sigma(const Sums *a, const Sums *b)
{
    const double mean_a = a->sum / a->count, mean_b = b->sum / b->count;
    const double variance = (a->squares / a->count - mean_a * mean_a) / a->count +
                            (b->squares / b->count - mean_b * mean_b) / b->count;
    assert_true(fabs(mean_a - mean_b) < 3 * sqrt(variance));
}

// A place drawn evenly among those that a light playout may choose: out of a bag, until one will do; -1 if none does.
static int draw_place(const GoWitness *witness, int size, Rng *rng)
{
    int bag[GO_SPOTS], count = 0;
    for (int place = 0; place < size * size; place++)
        bag[count++] = place;
    while (count) {
        const uint32_t drawn = rng_below(rng, (uint32_t)count);
        const int place = bag[drawn];
        bag[drawn] = bag[--count];
        if (*go_witness_fault(witness, place / size, place % size) == '\0' &&
            !go_witness_is_eye(witness, place / size, place % size))
            return place;
    }
    return -1;
}

static int slow_playout(GoWitness *witness, int size, Rng *rng)
{
    const GoWitnessRules rules = {.size = size};
    GoWitnessHeard heard;
    go_witness_open(witness, &rules, &heard);
    while (!witness->is_over && witness->turns < 3 * size * size) {
        const int place = draw_place(witness, size, rng);
        go_witness_play(witness, place < 0 ? -1 : place / size, place % size);
    }
    return go_witness_count(witness);
}

// Mean length and mean margin of light playouts, drawn by the fast board and by the slow one.
static void light_playouts_are_those_of_the_definition(void **state)
{
    (void)state;
    static const struct {
        unsigned size, slow, fast;
    } rounds[] = {{5, 600, 20000}, {7, 200, 5000}, {9, 80, 3000}, {13, 20, 1000}};
    GoWitness *witness = malloc(sizeof *witness);
    assert_non_null(witness);
    for (unsigned at = 0; at < COUNT_OF(rounds); at++) {
        const unsigned size = rounds[at].size;
        Sums lengths[2] = {0}, margins[2] = {0};
        Rng rng = rng_from_seed(size);
        for (unsigned i = 0; i < rounds[at].slow; i++) {
            sums_add(&margins[0], slow_playout(witness, (int)size, &rng));
            sums_add(&lengths[0], witness->turns);
        }
        for (unsigned i = 0; i < rounds[at].fast; i++) {
            GoBoard board;
            go_board_init(&board, size);
            sums_add(&lengths[1], go_playout_light(&board, &rng));
            sums_add(&margins[1], go_board_area(&board));
        }
        assert_within_three_sigma(&lengths[0], &lengths[1]);
        assert_within_three_sigma(&margins[0], &margins[1]);
    }
    free(witness);
}

// A playout of the stronger kind saves, cuts and takes before it draws.
static void mogo_playouts_save_a_chain_in_atari(void **state)
{
    (void)state;
    unsigned light = 0, mogo = 0;
    Rng rng = rng_from_seed(1);
    for (unsigned i = 0; i < 400; i++) {
        GoBoard a, b;
        go_board_init(&a, 9);
        go_board_init(&b, 9);
        light += go_playout_light(&a, &rng);
        mogo += go_playout_mogo(&b, &rng);
        assert_true(a.passes == 2 && b.passes == 2);
    }
    assert_true(light != mogo);
    assert_true(go_signature() == go_signature());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_have_names_without_i),
        cmocka_unit_test(a_chain_without_liberties_is_taken),
        cmocka_unit_test(suicide_is_forbidden_unless_it_takes),
        cmocka_unit_test(ko_is_forbidden_for_one_move),
        cmocka_unit_test(a_stone_that_took_two_may_be_taken_back),
        cmocka_unit_test(areas_and_territories_are_counted),
        cmocka_unit_test(eyes_are_what_playouts_leave),
        cmocka_unit_test(superko_looks_at_the_whole_past),
        cmocka_unit_test(a_game_ends_after_two_passes),
        cmocka_unit_test(the_witness_agrees_on_every_point),
        cmocka_unit_test(light_playouts_are_those_of_the_definition),
        cmocka_unit_test(mogo_playouts_save_a_chain_in_atari),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
