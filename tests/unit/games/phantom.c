// Phantom Go beside its law: game strings, views on imagined boards, pictures, and the first player.
#include "engine/phantom_go/belief_model.h"
#include "engine/players/roster.h"
#include "formats/draw/go_board.h"
#include "games/kriegspiel/judge.h"
#include "games/phantom_go/phantom_go.h"
#include "games/registry/games.h"
#include "lab/study/go_pool_turn.h"
#include "unit/check.h"

#include <string.h>

static bool read_rules(const char *text, PhantomRules *rules, Text *message)
{
    Spec spec;
    const Game *game = game_find(text, &spec, message);
    return game == &phantom_go_game && game->read(&spec, (Rules *)rules, message);
}

static void game_strings_come_back(void **state)
{
    (void)state;
    static const char *const strings[][2] = {
        {"phantom-go", "phantom-go(size=9,komi=7.5)"},
        {"phantom-go(komi=-0.5,size=19)", "phantom-go(size=19,komi=-0.5)"},
        {"phantom-go(komi=0)", "phantom-go(size=9,komi=0)"},
        {"phantom-go(white=e5+c3,black=d4,size=7)",
         "phantom-go(size=7,komi=7.5,black=d4,white=c3+e5)"},
        {"phantom-go(superko=no,score=territory,tries_heard=yes,reasons_given=yes,points_to_both="
         "yes,atari_calls=yes)",
         "phantom-go(size=9,komi=7.5,superko=no,score=territory,tries_heard=yes,reasons_given=yes,"
         "points_to_both=yes,"
         "atari_calls=yes)"},
    };
    for (unsigned i = 0; i < COUNT_OF(strings); i++) {
        char why[200] = "", memory[200];
        Text message = TEXT_IN(why), text = TEXT_IN(memory);
        PhantomRules rules;
        if (!read_rules(strings[i][0], &rules, &message))
            fail_msg("%s", why);
        phantom_go_game.write((const Rules *)&rules, &text);
        assert_string_equal(memory, strings[i][1]);
    }
}

static void a_broken_option_is_named(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"phantom-go(size=4)", "5 to 19"},
        {"phantom-go(size=20)", "5 to 19"},
        {"phantom-go(komi=x)", "7.5"},
        {"phantom-go(komi=7.25)", "7.5"},
        {"phantom-go(komi=-0)", "7.5"},
        {"phantom-go(superko=maybe)", "no or yes"},
        {"phantom-go(score=stones)", "area or territory"},
        {"phantom-go(board=9)", "black, white"},
        {"phantom-go(board=9)", "atari_calls"},
        {"phantom-go(black=d4+)", "d4+c3"},
        {"phantom-go(black=d4+d4)", "d4+c3"},
        {"phantom-go(white=z9)", "d4+c3"},
        {"phantom-go(white=a1+a2+a3+a4+a5+a6+a7+a8+a9+b1)", "up to nine"},
        {"phantom-go(size=7,white=h8)", "on the board"},
        {"phantom-go(black=d4,white=d4)", "points of their own"},
        {"phantom-go(black=a1,white=a2+b1)", "every chain a liberty"},
    };
    for (unsigned i = 0; i < COUNT_OF(wrong); i++) {
        char why[300];
        Text message = TEXT_IN(why);
        PhantomRules rules = {.size = 77};
        assert_false(read_rules(wrong[i][0], &rules, &message));
        assert_int_equal(rules.size, 77);
        if (!strstr(why, wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], why);
    }
}

typedef struct Play {
    PhantomRules rules;
    PhantomTruth truth;
    PhantomView views[2];
} Play;

static void hear(Play *play, uint8_t mover, Try own, const Hearing to[2])
{
    for (uint8_t seat = 0; seat < 2; seat++)
        if (to[seat].event)
            phantom_go_game.hear((const Rules *)&play->rules, &play->views[seat],
                                 seat == mover ? own : TRY_NONE, &to[seat]);
}

static void begin(Play *play, const char *game, const char *moves)
{
    char why[200];
    Text message = TEXT_IN(why);
    Hearing to[2];
    assert_true(read_rules(game, &play->rules, &message));
    const Rules *rules = (const Rules *)&play->rules;
    phantom_go_game.deal(rules, &play->truth, to);
    for (uint8_t seat = 0; seat < 2; seat++)
        phantom_go_game.sit(rules, seat, &play->views[seat]);
    hear(play, GO_BLACK, TRY_NONE, to);
    for (Slice rest = slice_of(moves); rest.length;) {
        const Try attempt = phantom_go_game.try_from_text(slice_take(&rest, " "));
        const uint8_t mover = phantom_go_game.seat_to_move(&play->truth);
        phantom_go_game.judge(rules, &play->truth, attempt, to);
        hear(play, mover, attempt, to);
    }
}

// A particle carries both views: what the seats have heard for themselves is what it says they know.
static void an_imagined_board_knows_what_both_seats_know(void **state)
{
    (void)state;
    Play play;
    begin(&play, "phantom-go(size=5)", "b1 b1 a1 e5 b2 e4 e1 a2 a1 a2 c3");
    PhantomBoard board;
    PhantomView view;
    phantom_go_belief_model.imagine((const Rules *)&play.rules, &play.truth, &board);
    for (uint8_t seat = 0; seat < 2; seat++) {
        phantom_view_of(&play.rules, &board, seat, &view);
        assert_memory_equal(&view, &play.views[seat], sizeof view);
    }
    assert_int_equal(play.views[GO_BLACK].taken, 1);
}

// A program at the other end of a pipe may claim it; no umpire says so.
static void a_pass_is_never_illegal(void **state)
{
    (void)state;
    Play play;
    begin(&play, "phantom-go(size=5)", "");
    const Rules *rules = (const Rules *)&play.rules;
    Hearing heard = {.event = HEARD_REFUSAL, .verdict = VERDICT_ILLEGAL, .seat = GO_BLACK};
    assert_true(phantom_go_game.can_hear(rules, &play.views[GO_BLACK], 1, &heard));
    assert_false(phantom_go_game.can_hear(rules, &play.views[GO_BLACK], PHANTOM_PASS, &heard));
    heard.verdict = VERDICT_IMPOSSIBLE;
    assert_true(phantom_go_game.can_hear(rules, &play.views[GO_BLACK], PHANTOM_PASS, &heard));
}

// The 512th attempt of a turn loses, whatever the reasons of the refusals were: a seat that counts must not learn them.
static void attempts_count_alike_whatever_refused_them(void **state)
{
    (void)state;
    enum { OFF_BOARD = GO_SPOTS };
    static const char *const firsts[] = {"a1", "a2"}; // suicide, and a stone
    for (unsigned i = 0; i < COUNT_OF(firsts); i++) {
        Play play;
        Hearing to[2];
        unsigned attempts = 1;
        begin(&play, "phantom-go(size=5,black=a2+b1)", "c3");
        phantom_go_game.judge((const Rules *)&play.rules, &play.truth,
                              phantom_go_game.try_from_text(slice_of(firsts[i])), to);
        assert_int_equal(to[GO_WHITE].verdict, VERDICT_ILLEGAL);
        for (; !play.truth.ending; attempts++)
            phantom_go_game.judge((const Rules *)&play.rules, &play.truth, OFF_BOARD, to);
        assert_int_equal(attempts, ATTEMPTS_MAX);
        assert_int_equal(to[GO_BLACK].ending, ENDING_ATTEMPTS);
    }
}

static void boards_are_drawn_for_each_ear(void **state)
{
    (void)state;
    Play play;
    begin(&play, "phantom-go(size=5)", "b1 b1 a1 e5 b2 e4 e1 a2");
    Cell memory[VIEW_GO_THREE_WIDTH_MAX * VIEW_GO_THREE_HEIGHT_MAX];
    const ViewSize size = view_go_three_size(5);
    Cells cells = CELLS_IN(memory, size.width, size.height);
    char text_memory[CELLS_TEXT_BYTES(VIEW_GO_THREE_WIDTH_MAX, VIEW_GO_THREE_HEIGHT_MAX)];
    Text text = TEXT_IN(text_memory);
    view_go_three_boards(play.views, &play.truth.game.board, (ViewOptions){0}, &cells);
    cells_to_text(&cells, &text);
    assert_string_equal(text_memory, "   White sees       Black sees       The truth\n"
                                     "\n"
                                     " 5 . . . . .      5 . . . . X      5 . . . . X\n"
                                     " 4 . . . . .      4 . . . . X      4 . . . . X\n"
                                     " 3 . . . . .      3 . . . . .      3 . . . . .\n"
                                     " 2 . O . . .      2 X . . . .      2 X O . . .\n"
                                     " 1 * ? . . O      1 . X . . .      1 . X . . O\n"
                                     "   a b c d e        a b c d e        a b c d e\n");
}

// The first player leaves its eyes alone and passes when nothing else is left.
static void go_random_fills_no_eye(void **state)
{
    (void)state;
    char why[200];
    Text message = TEXT_IN(why);
    Play play;
    begin(&play, "phantom-go(size=5)", "");
    Player *player = roster_open(&memory_heap, "go-random", &message);
    assert_non_null(player);
    assert_true(roster_check(&memory_heap, "go-random", &phantom_go_game, &message));
    assert_false(roster_check(&memory_heap, "go-random", game_list[0], &message));
    const Seating seating = {
        .game = &phantom_go_game, .rules = (const Rules *)&play.rules, .seat = GO_BLACK, .seed = 3};
    assert_int_equal(player_sit(player, &seating), PLAYER_OK);
    PhantomView *view = player->view;
    *view = play.views[GO_BLACK];
    // All but two points, which are eyes.
    for (unsigned row = 0; row < 5; row++)
        for (unsigned column = 0; column < 5; column++)
            if (!(row == 0 && column == 0) && !(row == 2 && column == 2))
                go_set_add(&view->own, go_spot(go_point(column, row)));
    Choice choice;
    const Budget budget = {0};
    assert_int_equal(player_choose(player, &budget, &choice), PLAYER_OK);
    assert_int_equal(choice.attempt, PHANTOM_PASS);
    go_set_drop(&view->own, go_spot(go_point(4, 4)));
    go_set_drop(&view->own, go_spot(go_point(3, 4)));
    assert_int_equal(player_choose(player, &budget, &choice), PLAYER_OK);
    assert_true(choice.attempt == go_spot(go_point(4, 4)) + 1 ||
                choice.attempt == go_spot(go_point(3, 4)) + 1);
    player_destroy(player);
}

// Both know of a handicap: the own stones are there, the other's are marked and counted, and so it is on imagined boards.
static void a_handicap_is_known_to_both(void **state)
{
    (void)state;
    char why[200];
    Text message = TEXT_IN(why);
    PhantomRules rules;
    PhantomTruth truth;
    PhantomBoard board;
    Hearing to[2];
    assert_true(read_rules("phantom-go(size=7,black=d4,white=c3+e5)", &rules, &message));
    phantom_go_game.deal((const Rules *)&rules, &truth, to);
    phantom_go_belief_model.imagine((const Rules *)&rules, &truth, &board);
    assert_memory_equal(&to[0], &to[1], sizeof to[0]);
    for (uint8_t seat = 0; seat < 2; seat++) {
        PhantomView view, imagined;
        phantom_go_game.sit((const Rules *)&rules, seat, &view);
        phantom_go_game.hear((const Rules *)&rules, &view, TRY_NONE, &to[seat]);
        phantom_view_of(&rules, &board, seat, &imagined);
        assert_memory_equal(&view, &imagined, sizeof view);
        assert_int_equal(view.enemies, seat == GO_BLACK ? 2 : 1);
        assert_memory_equal(&view.own, &rules.handicap[seat], sizeof view.own);
        assert_memory_equal(&view.marked, &rules.handicap[!seat], sizeof view.marked);
        // A pool that begins with these rules has one board, and it is the truth.
        Pool *pool = pool_create(&memory_heap, &phantom_go_belief_model, (const Rules *)&rules,
                                 seat, &(PoolPlan){.limit = 50, .seed = 1});
        assert_int_equal(pool_boards(pool)->count, 1);
        assert_int_equal(boards_find(pool_boards(pool), &board), 0);
        pool_destroy(pool);
    }
    PhantomTruth revived;
    phantom_go_belief_model.revive((const Rules *)&rules, &board, &revived);
    assert_memory_equal(&revived.game.board.key, &truth.game.board.key, sizeof(uint64_t));
    assert_int_equal(revived.game.board.stones[GO_WHITE], 2);
}

typedef struct Followed {
    unsigned turns, exact, found;
} Followed;

static bool count_turn(void *context, const StudyTurn *studied)
{
    GoPoolTurn judged;
    const GoPoolTurn *turn = &judged;
    go_pool_turn(studied, &judged);
    Followed *followed = context;
    followed->turns++;
    followed->exact += turn->is_exact;
    followed->found += turn->truth_weight > 0;
    assert_true(turn->brier >= 0 && turn->brier <= 1);
    // An exact pool holds the truth, and never believes in an enemy stone on an own one.
    assert_true(!turn->is_exact || turn->truth_weight > 0);
    for (unsigned spot = 0; spot < GO_SPOTS; spot++)
        assert_true(!go_set_has(&turn->view->own, spot) || turn->at[spot] == 0);
    return true;
}

// A pool follows a game of Go through the seam: exactly while it has room, and by a sample after that.
static void a_pool_follows_a_game_of_go(void **state)
{
    (void)state;
    static const char *const moves[] = {"c3", "c3", "b2", "b2", "d3",   "d3", "c4",
                                        "b3", "d2", "a1", "d4", "pass", "e5"};
    Play play;
    Entries entries = {0};
    begin(&play, "phantom-go(size=5)", "");
    for (unsigned i = 0; i < COUNT_OF(moves); i++) {
        const Try attempt = phantom_go_game.try_from_text(slice_of(moves[i]));
        const uint8_t seat = phantom_go_game.seat_to_move(&play.truth);
        Hearing to[2];
        phantom_go_game.judge((const Rules *)&play.rules, &play.truth, attempt, to);
        assert_true(entries_add(&entries, &memory_heap, (Entry){.seat = seat, .attempt = attempt}));
    }
    for (uint8_t seat = 0; seat < 2; seat++) {
        Followed followed = {0};
        const StudyPlan plan = {.game = &phantom_go_game,
                                .rules = (const Rules *)&play.rules,
                                .entries = &entries,
                                .seat = seat,
                                .pool = {.limit = 30, .seed = 1}};
        const StudySink sink = {.turn = count_turn, .context = &followed};
        assert_int_equal(study_game(&plan, &memory_heap, &sink), STUDY_OK);
        if (followed.turns < 4 || !followed.exact || followed.exact == followed.turns)
            fail_msg("seat %u: %u turns, %u exact", seat, followed.turns, followed.exact);
    }
    entries_done(&entries, &memory_heap);
}

typedef struct Told {
    unsigned count, heard;
    StudiedTry tries[8];
} Told;

static bool keep_try(void *context, const StudiedTry *tried)
{
    Told *told = context;
    told->tries[told->count++] = *tried;
    return true;
}

static bool count_heard(void *context, const void *view, Try own, const Hearing *heard)
{
    (void)view;
    (void)own;
    ((Told *)context)->heard += heard->event != HEARD_NOTHING;
    return true;
}

static bool is_near(double a, double b)
{
    return a > b - 1e-9 && a < b + 1e-9;
}

// Black has c3, White tries there. Of the 25 points one is Black's, each as likely as another; a refusal leaves one board,
// and a second try on the same point tells nothing.
static void a_refusal_of_go_tells_where_a_stone_is(void **state)
{
    (void)state;
    static const char *const moves[] = {"c3", "c3", "c3", "d4", "e5"};
    PhantomRules rules;
    char why[200];
    Text message = TEXT_IN(why);
    Entries entries = {0};
    Told told = {0};
    assert_true(read_rules("phantom-go(size=5)", &rules, &message));
    for (unsigned i = 0; i < COUNT_OF(moves); i++)
        assert_true(
            entries_add(&entries, &memory_heap,
                        (Entry){.seat = i == 0 || i == 4 ? GO_BLACK : GO_WHITE,
                                .attempt = phantom_go_game.try_from_text(slice_of(moves[i]))}));
    const StudyPlan plan = {.game = &phantom_go_game,
                            .rules = (const Rules *)&rules,
                            .entries = &entries,
                            .seat = GO_WHITE,
                            .pool = {.limit = 100, .seed = 1}};
    const StudySink sink = {.attempt = keep_try, .hear = count_heard, .context = &told};
    assert_int_equal(study_game(&plan, &memory_heap, &sink), STUDY_OK);
    assert_int_equal(told.count, 3);
    assert_int_equal(told.heard, 6); // the opening, Black's two moves and three answers
    assert_int_equal(told.tries[0].before, 25);
    assert_int_equal(told.tries[0].after, 1);
    assert_true(is_near(told.tries[0].legal_chance, 0.96));
    assert_true(is_near(told.tries[0].met_before, 0.04));
    assert_true(is_near(told.tries[0].met_after, 1));
    assert_true(is_near(told.tries[1].legal_chance, 0));
    assert_int_equal(told.tries[1].after, 1);
    assert_true(is_near(told.tries[2].legal_chance, 1));
    entries.list[4].seat = GO_WHITE;
    assert_int_equal(study_game(&plan, &memory_heap, &sink), STUDY_ERR_RECORD);
    entries_done(&entries, &memory_heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_strings_come_back),
        cmocka_unit_test(a_broken_option_is_named),
        cmocka_unit_test(an_imagined_board_knows_what_both_seats_know),
        cmocka_unit_test(boards_are_drawn_for_each_ear),
        cmocka_unit_test(go_random_fills_no_eye),
        cmocka_unit_test(a_handicap_is_known_to_both),
        cmocka_unit_test(a_pass_is_never_illegal),
        cmocka_unit_test(attempts_count_alike_whatever_refused_them),
        cmocka_unit_test(a_pool_follows_a_game_of_go),
        cmocka_unit_test(a_refusal_of_go_tells_where_a_stone_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
