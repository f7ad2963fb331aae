// The page room: what a web page calls, without a page. web/tests has the same through WebAssembly.
#include "page/page.h"

#include "check.h"

#include <string.h>

static page_game *open_game(const char *game, int seat)
{
    char why[200];
    page_game *made = page_game_open(game, seat, "Otto", 0, 0, 0, why, sizeof why);
    if (!made)
        fail_msg("%s", why);
    return made;
}

static void a_game_says_what_the_person_may_hear(void **state)
{
    (void)state;
    page_game *game = open_game("kriegspiel", 0);
    assert_string_equal(page_game_line(game, NULL, 0),
                        "kriegspiel(rules=icc,board=8x8). You are White; Black is Otto. "
                        "Type help for help.\nWhite's move.\n");
    assert_string_equal(page_game_line(game, "e2d3", 0), "1. You try e2d3. Illegal move.\n");
    assert_string_equal(page_game_line(game, "e2e4", 0), "1.2. You try e2e4. Black's move.\n");
    assert_true(page_game_awaits_player(game));
    assert_string_equal(page_game_tick(game, 1), "");
    assert_string_equal(page_game_choose(game, "e7d6", 2), ""); // refused: that is Black's alone
    assert_string_equal(page_game_choose(game, "e7e5", 3), "1. White's move.\n");
    assert_false(page_game_is_over(game));
    assert_string_equal(page_game_choose(game, "resign", 4), ""); // it is the person's turn
    page_game_close(game);
}

static void a_player_may_speak_of_a_draw(void **state)
{
    (void)state;
    page_game *game = open_game("kriegspiel", 0);
    page_game_line(game, NULL, 0);
    page_game_line(game, "e2e4", 0);
    assert_non_null(strstr(page_game_choose(game, "offer", 1), "Black offers a draw."));
    assert_true(page_game_awaits_player(game));
    assert_non_null(strstr(page_game_choose(game, "e7e5", 2), "White's move."));
    page_game_line(game, "decline", 3);
    page_game_line(game, "draw", 3);
    page_game_line(game, "d2d4", 3);
    assert_non_null(strstr(page_game_choose(game, "accept", 4), "Black agrees. Draw."));
    assert_true(page_game_is_over(game));
    page_game_close(game);
}

static void a_seat_gets_its_own_hearings_alone(void **state)
{
    (void)state;
    page_game *game = open_game("kriegspiel", 1);
    page_game_line(game, NULL, 0);
    page_game_choose(game, "e2d3", 0);
    page_game_choose(game, "e2e4", 0);
    assert_int_equal(page_game_heard(game, 0), 3);
    assert_int_equal(page_game_heard(game, 1), 2);
    assert_string_equal(page_game_own_try(game, 0, 1), "e2d3");
    assert_string_equal(page_game_hearing(game, 0, 1), "illegal");
    assert_string_equal(page_game_own_try(game, 1, 1), "");
    assert_string_equal(page_game_hearing(game, 1, 1), "moved");
    assert_string_equal(page_game_hearing(game, 1, 2), "");
    page_game_close(game);
}

static void a_flag_falls(void **state)
{
    (void)state;
    char why[200];
    page_game *game = page_game_open("kriegspiel", 0, "Otto", 1000, 0, 0, why, sizeof why);
    page_game_line(game, NULL, 0);
    assert_int_equal(page_game_clock_ms(game, 0, 400), 600);
    assert_non_null(strstr(page_game_tick(game, 1001), "White's flag falls."));
    assert_true(page_game_is_over(game));
    page_game_close(game);
}

static void what_cannot_be_opened_is_explained(void **state)
{
    (void)state;
    char why[200];
    assert_null(page_game_open("ludo", 0, "Otto", 0, 0, 0, why, sizeof why));
    assert_non_null(strstr(why, "ludo"));
    assert_null(page_course_open(2, 0));
    assert_null(page_course_open(0, 6));
    page_game_close(NULL);
    page_course_close(NULL);
}

static void a_lesson_is_led_by_lines(void **state)
{
    (void)state;
    page_course *course = page_course_open(0, 5);
    assert_non_null(strstr(page_course_line(course, NULL), "Lesson 6 of 6: Mate in the dark"));
    assert_non_null(strstr(page_course_line(course, "b1b8"), "Done.\n"));
    page_course_line(course, "");
    assert_true(page_course_is_done(course));
    page_course_close(course);
}

static void levels_and_languages_are_there(void **state)
{
    (void)state;
    assert_string_equal(page_level_player("kriegspiel", 1), "random");
    assert_null(page_level_player("kriegspiel", 10));
    assert_null(page_level_player("chess", 1));
    assert_null(page_level_player("ludo", 1));
    assert_true(page_level_nodes("phantom-go(size=9)", 4) > 1);
    page_game *game = open_game("phantom-go(size=5)", 1);
    assert_true(page_speak("black = Schwarz\ngo-turn = {$colour} ist am Zug.\n"));
    assert_non_null(strstr(page_game_line(game, NULL, 0), "\nSchwarz ist am Zug.\n"));
    assert_true(page_speak("black = Noir\n"));
    assert_non_null(strstr(page_game_line(game, "log", 0), "Noir to play."));
    assert_true(page_speak(NULL));
    assert_non_null(strstr(page_game_line(game, "log", 0), "Black to play."));
    page_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_says_what_the_person_may_hear),
        cmocka_unit_test(a_player_may_speak_of_a_draw),
        cmocka_unit_test(a_seat_gets_its_own_hearings_alone),
        cmocka_unit_test(a_flag_falls),
        cmocka_unit_test(what_cannot_be_opened_is_explained),
        cmocka_unit_test(a_lesson_is_led_by_lines),
        cmocka_unit_test(levels_and_languages_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
