// The umpire room: what golden dialogues cannot show. The rules themselves
// are tested by docs/rules/.
#include "base/rng.h"
#include "games/kriegspiel/kriegspiel.h"
#include "games/kriegspiel/random_games.h"
#include "unit/read_game.h"

#include <string.h>

static Umpire opened(const char *ruleset, const char *fen)
{
    Position start;
    Hearing to[2];
    Umpire umpire;
    assert_int_equal(position_from_fen(slice_of(fen), NULL, &start), FEN_OK);
    umpire_open(&umpire, ruleset_by_name(slice_of(ruleset)), &start, to);
    return umpire;
}

static void speaking_out_of_turn_is_an_error_and_changes_nothing(void **state)
{
    (void)state;
    Umpire umpire = opened("icc", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq");
    const Umpire before = umpire;
    Reply reply;
    const Try push = try_from_text(slice_of("e7e5"));
    memset(&reply, 7, sizeof reply);
    const Reply untouched = reply;
    assert_int_equal(umpire_try(&umpire, BLACK, push, &reply), UMPIRE_ERR_TURN);
    assert_memory_equal(&umpire, &before, sizeof umpire);
    assert_memory_equal(&reply, &untouched, sizeof reply);
    assert_string_equal(umpire_error_text(UMPIRE_ERR_TURN), "it is the other seat's turn");
}

static void nothing_can_be_tried_when_the_game_is_over(void **state)
{
    (void)state;
    Umpire umpire = opened("icc", "R5k1/5ppp/8/8/8/8/8/6K1 b");
    assert_int_equal(umpire.ending, ENDING_MATE);
    assert_int_equal(umpire.winner, WINNER_FIRST);
    Reply reply;
    assert_int_equal(umpire_try(&umpire, BLACK, try_from_text(slice_of("g8h8")), &reply),
                     UMPIRE_ERR_OVER);
}

static void a_fork_goes_its_own_way(void **state)
{
    (void)state;
    Umpire umpire = opened("icc", "4k3/8/8/8/8/8/4P3/4K3 w");
    Umpire fork = umpire;
    Reply reply;
    assert_int_equal(umpire_try(&fork, WHITE, try_from_text(slice_of("e2e4")), &reply), UMPIRE_OK);
    assert_int_equal(umpire.truth.to_move, WHITE);
    assert_int_equal(umpire.plies, 0);
    assert_int_equal(fork.plies, 1);
}

static void assert_other_codes_are_impossible(const char *fen)
{
    const Umpire umpire = opened("berkeley", fen);
    const Color mover = umpire.truth.to_move;
    Try tries[TRIES_MAX];
    const uint32_t count = umpire_tries(&umpire, tries);
    uint32_t possible = 0;
    for (unsigned code = 0; code <= UINT16_MAX; code++) {
        Umpire fork = umpire;
        Reply reply;
        assert_int_equal(umpire_try(&fork, mover, (Try)code, &reply), UMPIRE_OK);
        possible += reply.verdict != VERDICT_IMPOSSIBLE;
        if (reply.verdict != VERDICT_PLAYED)
            assert_memory_equal(&fork.truth, &umpire.truth, sizeof fork.truth);
    }
    assert_int_equal(possible, count);
}

static void every_code_that_is_no_possible_try_is_impossible(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6",
        "r3k2r/8/8/8/3pP3/8/1p6/R3K2R b KQkq e3",
        "4k3/P6P/8/8/8/8/p6p/4K3 w",
        "4k3/P6P/8/8/8/8/p6p/4K3 b",
        "k5/5P/6/6/5p/K5 w",
        "k5/5P/6/6/5p/K5 b",
        "3k/P2p/4/K3 w",
        "3k/4/P2p/K3 b",
    };
    for (unsigned i = 0; i < COUNT_OF(fens); i++)
        assert_other_codes_are_impossible(fens[i]);
}

// What a seat may try depends on its own men alone: take all enemies but the king away.
static void the_list_of_tries_does_not_see_the_enemy(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(11);
    Position position = position_start(&chess_boards[0]);
    for (unsigned ply = 0; ply < 400; ply++) {
        Umpire umpire;
        Hearing to[2];
        umpire_open(&umpire, &rulesets[0], &position, to);
        Position bare = position;
        const Bits gone = bare.color[bare.to_move ^ 1] & ~bare.kind[KING];
        bare.color[bare.to_move ^ 1] ^= gone;
        for (unsigned kind = 0; kind < KIND_COUNT; kind++)
            bare.kind[kind] &= ~gone;
        bare.passant = SQUARE_NONE;
        Umpire alone = umpire;
        alone.own = own_men_of(&bare, bare.to_move);
        Try seen[TRIES_MAX], unseen[TRIES_MAX];
        const uint32_t count = umpire_tries(&umpire, seen);
        assert_int_equal(umpire_tries(&alone, unseen), count);
        assert_memory_equal(seen, unseen, count * sizeof seen[0]);

        MoveList list;
        chess_list_legal(&position, &list);
        if (!list.count || chess_is_dead(&position)) {
            position = position_start(&chess_boards[0]);
            continue;
        }
        const Position before = position;
        position_after(&before, list.moves[rng_below(&rng, list.count)], &position);
    }
}

static void every_position_with_most_moves_fits_the_lists(void **state)
{
    (void)state;
    // 218 legal moves, the most known for a game of chess; and thirteen queens, which no game has.
    static const char *const fens[] = {
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w",
        "Q2Q2Q1/8/1Q2Q2Q/8/2Q2Q1Q/Q6Q/pp1Q4/kN3K1Q w",
    };
    static const uint32_t legal[] = {218, 181};
    for (unsigned i = 0; i < COUNT_OF(fens); i++) {
        const Umpire umpire = opened("icc", fens[i]);
        MoveList list;
        chess_list_legal(&umpire.truth, &list);
        Try tries[TRIES_MAX];
        assert_int_equal(list.count, chess_count_legal(&umpire.truth));
        assert_true(umpire_tries(&umpire, tries) >= list.count);
        assert_int_equal(list.count, legal[i]);
    }
}

static void game_strings_read_what_they_write(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written;
    } cases[] = {
        {"kriegspiel", "kriegspiel(rules=icc,board=8x8)"},
        {"kriegspiel(board=4x4)", "kriegspiel(rules=icc,board=silverman4x4)"},
        {"kriegspiel(board=8x8,rules=rand)", "kriegspiel(rules=rand,board=8x8)"},
        {"kriegspiel(fen=4k3/8/8/8/8/8/8/4K2R_w_K)",
         "kriegspiel(rules=icc,board=8x8,fen=4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1)"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char memory[200] = "", why[200];
        Text text = TEXT_IN(memory), message = TEXT_IN(why);
        Spec spec;
        KriegspielRules rules;
        const Game *game = game_find(cases[i].text, &spec, &message);
        assert_ptr_equal(game, &kriegspiel_game);
        assert_true(game->read(&spec, (Rules *)&rules, &message));
        game->write((const Rules *)&rules, &text);
        assert_string_equal(memory, cases[i].written);
    }
}

static void a_broken_game_string_says_what_would_be_right(void **state)
{
    (void)state;
    static const struct {
        const char *text, *hint;
    } cases[] = {
        {"kriegspiel(", "parentheses"},
        {"poker", "there are: kriegspiel chess"},
        {"kriegspiel(rules=x)", "nebel rules lists them"},
        {"kriegspiel(colour=x)", "rules, board and fen"},
        {"kriegspiel(board=x)", "nebel rules --boards"},
        {"kriegspiel(fen=8)", "4 to 8 squares"},
        {"chess(rules=icc)", "board and fen"},
        {"chess(board=x)", "nebel rules --boards"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char why[200];
        Text message = TEXT_IN(why);
        Spec spec;
        KriegspielRules rules;
        const Game *game = game_find(cases[i].text, &spec, &message);
        assert_false(game && game->read(&spec, (Rules *)&rules, &message));
        assert_non_null(strstr(why, cases[i].hint));
    }
}

// On one position: the short ways of imagining agree with the umpire on every move, and on whether two moves
// sound alike.
static void compare_short_ways(const Umpire *umpire)
{
    Try tries[TRIES_MAX];
    Hearing heard[TRIES_MAX];
    Move legal[TRIES_MAX];
    uint32_t count = 0;
    const uint32_t try_count = umpire_tries(umpire, tries);
    for (uint32_t i = 0; i < try_count; i++) {
        if (tries[i] == TRY_ANY)
            continue;
        Umpire fork = *umpire;
        Reply reply;
        const bool is_legal = try_set_has_legal(&umpire->legal, &umpire->own, tries[i]);
        assert_int_equal(chess_allows(&umpire->truth, tries[i]), is_legal);
        if (!is_legal || umpire->turn.asked == ASKED_BOUND)
            continue;
        assert_int_equal(umpire_try(&fork, umpire->truth.to_move, tries[i], &reply), UMPIRE_OK);
        legal[count] = tries[i];
        heard[count++] = reply.to[0];
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++) {
            const bool past =
                heard[i].ending == ENDING_REPETITION || heard[j].ending == ENDING_REPETITION;
            const bool is_same = memcmp(&heard[i], &heard[j], sizeof(Hearing)) == 0;
            Position after;
            const bool sounds =
                umpire_would_sound(umpire->rules, &umpire->truth, legal[i], &heard[j], &after);
            if (!past)
                assert_int_equal(sounds, is_same);
        }
}

static void the_short_ways_of_imagining_agree_with_the_umpire(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ruleset_count * 6; i++) {
        Rng rng = rng_from_seed(i);
        Umpire umpire;
        Reply reply;
        const Board *board = &chess_boards[i % chess_board_count];
        const Position start = position_start(board);
        umpire_open(&umpire, &rulesets[i % ruleset_count], &start, reply.to);
        for (unsigned step = 0; step < 150 && !umpire.ending; step++) {
            Try tries[TRIES_MAX];
            const uint32_t count = umpire_tries(&umpire, tries);
            compare_short_ways(&umpire);
            const Try attempt = tries[rng_below(&rng, count)];
            assert_int_equal(umpire_try(&umpire, umpire.truth.to_move, attempt, &reply), UMPIRE_OK);
        }
    }
}

static void the_same_seed_walks_the_same_games(void **state)
{
    (void)state;
    RandomGames a = {0}, b = {0}, c = {0};
    random_games_play(&a, &rulesets[0], &chess_boards[0], 5, 3);
    random_games_play(&b, &rulesets[0], &chess_boards[0], 5, 3);
    random_games_play(&c, &rulesets[0], &chess_boards[0], 6, 3);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(a.signature != c.signature);
    assert_true(a.attempts > a.plies && a.plies > 0);
    assert_true(umpire_signature() == umpire_signature());
}

// A seat that only listens must make the umpire's list for itself, at every moment of a game.
static void assert_views_keep_up(const char *game_string, uint64_t seed)
{
    KriegspielRules rules;
    const Game *game = read_game(game_string, &rules);
    Umpire umpire;
    KriegspielView views[2];
    Hearing to[2];
    Rng rng = rng_from_seed(seed);
    game->deal((const Rules *)&rules, &umpire, to);
    for (uint8_t seat = 0; seat < 2; seat++) {
        game->sit((const Rules *)&rules, seat, &views[seat]);
        game->hear((const Rules *)&rules, &views[seat], TRY_NONE, &to[seat]);
    }
    while (!umpire.ending) {
        Try ours[TRIES_MAX], theirs[TRIES_MAX];
        const unsigned seat = umpire.truth.to_move;
        const uint32_t count = umpire_tries(&umpire, ours);
        assert_int_equal(game->tries((const Rules *)&rules, &views[seat], theirs), count);
        assert_memory_equal(ours, theirs, count * sizeof ours[0]);
        const Try attempt = ours[rng_below(&rng, count)];
        game->judge((const Rules *)&rules, &umpire, attempt, to);
        for (unsigned ear = 0; ear < 2; ear++)
            game->hear((const Rules *)&rules, &views[ear], ear == seat ? attempt : TRY_NONE,
                       &to[ear]);
    }
}

static void a_seat_makes_the_umpires_list_for_itself(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ruleset_count * 8; i++) {
        static const char *const starts[] = {"board=8x8", "board=losalamos6x6",
                                             "fen=r3k2r/8/8/8/8/8/8/R3K2R_w_KQkq", "board=4x8"};
        char memory[120];
        Text text = TEXT_IN(memory);
        text_format(&text, "kriegspiel(rules=%s,%s)", rulesets[i / 8].name, starts[i % 4]);
        assert_views_keep_up(memory, i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speaking_out_of_turn_is_an_error_and_changes_nothing),
        cmocka_unit_test(nothing_can_be_tried_when_the_game_is_over),
        cmocka_unit_test(a_fork_goes_its_own_way),
        cmocka_unit_test(every_code_that_is_no_possible_try_is_impossible),
        cmocka_unit_test(the_list_of_tries_does_not_see_the_enemy),
        cmocka_unit_test(every_position_with_most_moves_fits_the_lists),
        cmocka_unit_test(game_strings_read_what_they_write),
        cmocka_unit_test(a_broken_game_string_says_what_would_be_right),
        cmocka_unit_test(a_seat_makes_the_umpires_list_for_itself),
        cmocka_unit_test(the_short_ways_of_imagining_agree_with_the_umpire),
        cmocka_unit_test(the_same_seed_walks_the_same_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
