// The page room: what a web page calls, without a page. web/tests has the same through WebAssembly.
#include "ui/web/page.h"

#include "formats/protocol/remote.h"
#include "unit/check.h"

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

static void a_page_says_messages_by_their_names(void **state)
{
    (void)state;
    const SayArgument colour = {.text = "White"}, two[] = {{.number = 1}, {.text = "a"}};
    assert_string_equal(page_words("page-play", NULL, 0), "Play");
    assert_string_equal(page_words("icc-turn", &colour, 1), "White's move.");
    assert_string_equal(page_words("line-tries", two, 2), "You can try 1 thing: a.");
    assert_null(page_words("page-nonsense", NULL, 0));
    assert_null(page_words("icc-turn", NULL, 0)); // it has an argument
    assert_null(page_words("page-play", &colour, 1));
    assert_true(page_speak("page-play = Los!\n"));
    assert_string_equal(page_words("page-play", NULL, 0), "Los!");
    assert_true(page_speak(NULL));
}

static void queued_tries_are_sent_when_the_turn_comes(void **state)
{
    (void)state;
    page_game *game = open_game("kriegspiel", 0);
    page_game_line(game, NULL, 0);
    page_game_line(game, "e2e4", 0);
    assert_string_equal(page_game_line(game, "queue e4d5, Nf3", 0), "Queued: e4d5 Nf3.\n");
    assert_string_equal(page_game_queue(game), "e4d5 Nf3");
    assert_string_equal(page_game_choose(game, "a7a6", 1), "1. White's move.\n"
                                                           "2. You try e4d5. Illegal move.\n"
                                                           "2.2. You try g1f3. Black's move.\n");
    assert_string_equal(page_game_queue(game), "");
    assert_string_equal(page_game_line(game, "queue", 2), "Nothing is queued.\n");
    char large[200] = "queue ";
    memset(large + 6, 'a', sizeof large - 7);
    large[sizeof large - 1] = '\0';
    assert_string_equal(page_game_line(game, large, 2), "That is too much for one queue.\n");
    page_game_close(game);
}

static void any_call_but_a_plain_move_cancels_the_queue(void **state)
{
    (void)state;
    page_game *game = open_game("kriegspiel", 0);
    page_game_line(game, NULL, 0);
    page_game_line(game, "e2e4", 0);
    page_game_line(game, "queue Nf3", 0);
    assert_string_equal(page_game_choose(game, "d7d5", 1), "1. White's move. 1 pawn try.\n");
    assert_string_equal(page_game_queue(game), "");
    page_game_line(game, "a2a3", 2);
    page_game_line(game, "queue Nf3", 2);
    page_game_choose(game, "offer", 3);
    assert_string_equal(page_game_queue(game), "");
    page_game_close(game);
}

static void a_page_knows_marks_material_and_the_journal(void **state)
{
    (void)state;
    page_game *game = open_game("kriegspiel", 0);
    page_game_line(game, NULL, 0);
    page_game_line(game, "mark pd5", 0);
    page_game_line(game, "mark ke8", 0);
    assert_string_equal(page_game_marks(game), "pd5 ke8");
    page_game_line(game, "e2e4", 0);
    page_game_choose(game, "d7d5", 1);
    page_game_line(game, "e4d5", 2);
    assert_string_equal(page_game_marks(game), "ke8");
    assert_string_equal(page_game_taken(game), "You have taken 1 pawn; you have lost nothing.");
    assert_string_equal(page_game_journal(game), ""); // it goes on
    page_game_choose(game, "resign", 3);
    assert_string_equal(page_game_journal(game), "open 1 0 0 0+0 kriegspiel(rules=icc,board=8x8)\n"
                                                 "white try e2e4 0 0 0\nblack try d7d5 0 1 0\n"
                                                 "white try e4d5 0 2 0\nblack resign 0 3 0\n");
    page_game_close(game);
}

static void a_lesson_can_be_drawn(void **state)
{
    (void)state;
    page_course *course = page_course_open(0, 4);
    page_course_line(course, NULL);
    assert_string_equal(page_lesson_title(0, 4), "A pin you discover");
    assert_null(page_lesson_title(0, 6));
    assert_null(page_lesson_title(2, 0));
    assert_non_null(strstr(page_course_text(course, PAGE_LESSON_TITLE), "Lesson 5 of 6"));
    assert_non_null(strstr(page_course_text(course, PAGE_LESSON_PICTURE), "knight"));
    assert_non_null(strstr(page_course_text(course, PAGE_LESSON_TASK), "knight"));
    assert_string_equal(page_course_text(course, PAGE_LESSON_VERDICT), "");
    assert_int_equal(page_course_number(course), 4);
    assert_int_equal(page_course_seat(course), 0);
    assert_non_null(strstr(page_course_game(course), "kriegspiel("));
    assert_int_equal(page_course_heard(course, 0), 1);
    assert_int_equal(page_course_heard(course, 1), 0); // not before the end
    assert_string_equal(page_course_hearing(course, 1, 0), "");
    assert_string_equal(page_course_own_try(course, 1, 0), "");
    page_course_line(course, "e3d5");
    assert_int_equal(page_course_state(course), 1);
    assert_string_equal(page_course_text(course, PAGE_LESSON_VERDICT), "Done.");
    assert_non_null(strstr(page_course_text(course, PAGE_LESSON_REASON), "king"));
    assert_string_equal(page_course_own_try(course, 0, 1), "e3d5");
    assert_string_equal(page_course_hearing(course, 0, 1), "illegal");
    assert_int_equal(page_course_heard(course, 1), 1);
    page_course_line(course, "");
    assert_int_equal(page_course_number(course), 5);
    page_course_line(course, "a7a8");
    assert_non_null(strstr(page_course_text(course, PAGE_LESSON_VERDICT), "another move"));
    assert_string_equal(page_course_text(course, PAGE_LESSON_REASON), "");
    page_course_close(course);
}

static void what_can_be_played_has_names(void **state)
{
    (void)state;
    assert_string_equal(page_ruleset(0), "icc");
    assert_non_null(strstr(page_ruleset_words(0), "tries counted"));
    assert_string_equal(page_ruleset(6), "parker2005");
    assert_string_equal(page_ruleset_words(6), "parker2005");
    assert_null(page_ruleset(1000));
    assert_null(page_ruleset_words(1000));
    assert_non_null(page_board(0));
    assert_null(page_board(1000));
    assert_string_equal(page_level_words("kriegspiel", 2), "level 2, casual");
    assert_null(page_level_words("kriegspiel", 0));
}

static const char pgn[] =
    "[White \"Anna\"]\n[Game \"kriegspiel(rules=icc,board=8x8)\"]\n\n1. e4 d5 2. exd5 *\n";

static void a_record_is_played_again_for_a_review(void **state)
{
    (void)state;
    char why[200];
    page_review *review = page_review_open(pgn, why, sizeof why);
    if (!review)
        fail_msg("%s", why);
    assert_string_equal(page_review_game(review), "kriegspiel(rules=icc,board=8x8)");
    assert_int_equal(page_review_view(review), 2);
    assert_string_equal(page_review_name(review, 0), "Anna");
    assert_string_equal(page_review_name(review, 1), "");
    assert_string_equal(page_review_result(review), "*");
    assert_int_equal(page_review_steps(review), 3);
    assert_string_equal(page_review_words(review, 2),
                        "2. White tries e4d5: Black's move. Pawn at d5 captured.");
    assert_string_equal(page_review_words(review, 3), "");
    assert_int_equal(page_review_heard(review, 1, 2), 4);
    assert_int_equal(page_review_heard(review, 1, 3), 0);
    assert_int_equal(page_review_heard_in_all(review, 0), 4);
    assert_string_equal(page_review_own_try(review, 0, 3), "e4d5");
    assert_string_equal(page_review_hearing(review, 1, 3), "moved capture pawn d5");
    assert_non_null(strstr(page_review_write(review), "exd5"));
    page_review_close(review);
    page_review_close(NULL);
}

static void a_game_that_was_played_here_is_reviewed_by_its_journal(void **state)
{
    (void)state;
    char why[200];
    page_game *game = open_game("kriegspiel", 0);
    page_game_line(game, NULL, 0);
    page_game_line(game, "e2d3", 0);
    page_game_line(game, "e2e4", 0);
    page_game_choose(game, "resign", 1);
    page_review *review = page_review_open(page_game_journal(game), why, sizeof why);
    assert_non_null(review);
    assert_int_equal(page_review_steps(review), 3);
    assert_string_equal(page_review_words(review, 2), "Black resigns.");
    assert_string_equal(page_review_result(review), "1-0");
    assert_int_equal(page_review_heard_in_all(review, 0), 3);
    assert_int_equal(page_review_heard_in_all(review, 1), 2);
    page_review_close(review);
    page_game_close(game);
}

static void what_is_no_record_is_explained(void **state)
{
    (void)state;
    char why[200];
    static const char *const texts[] = {"open 1 0", "1. e4 Zz9", "(;GM[9])",
                                        "open 9 0 0 0+0 chess"};
    for (unsigned i = 0; i < COUNT_OF(texts); i++) {
        assert_null(page_review_open(texts[i], why, sizeof why));
        assert_true(why[0]);
    }
}

// --- A seat at a server --------------------------------------------------------------------------

enum { NOW_MS = 1000 };

static uint32_t tell(page_seat *seat, const char *line)
{
    return page_seat_take(seat, line, NOW_MS);
}

// A connection is open, and all that was said is told up to number `heard`.
static void join(page_seat *seat, const char *heard)
{
    page_seat_begin(seat);
    assert_int_equal(tell(seat, "nebel 1"), REMOTE_STAY);
    assert_non_null(strstr(page_seat_sends(seat), "join 1 token "));
    assert_int_equal(tell(seat, "newgame kriegspiel seat white seed 42 clock 60000+0"),
                     REMOTE_STAY);
    if (*heard)
        assert_int_equal(tell(seat, heard), REMOTE_STAY);
    assert_int_equal(tell(seat, "joined 1 300"), REMOTE_STAY);
}

static page_seat *sit_down(void)
{
    char why[200];
    page_seat *seat = page_seat_open("token", 0, why, sizeof why);
    assert_non_null(seat);
    assert_null(page_seat_game(seat));
    join(seat, "1 0 60000 60000 hear opening own");
    assert_non_null(page_seat_game(seat));
    assert_non_null(strstr(page_game_line(page_seat_game(seat), NULL, NOW_MS), "You are White"));
    return seat;
}

static void a_seat_at_a_server_sends_and_hears(void **state)
{
    (void)state;
    page_seat *seat = sit_down();
    page_game *game = page_seat_game(seat);
    assert_string_equal(page_seat_name(seat), "kriegspiel(rules=icc,board=8x8)");
    assert_int_equal(page_seat_number(seat), 0);
    assert_int_equal(page_seat_base_ms(seat), 60000);
    assert_int_equal(page_game_clock_ms(game, 0, NOW_MS), 59700);
    assert_string_equal(page_seat_sends(seat), "");
    assert_string_equal(page_game_line(game, "e2e4", NOW_MS), ""); // its call says enough
    assert_true(page_seat_has_open(seat));
    assert_string_equal(page_seat_sends(seat), "1 1 try e2e4");
    assert_string_equal(page_seat_sends(seat), ""); // once
    assert_int_equal(tell(seat, "2 1 59000 60000 hear played"), REMOTE_STAY);
    assert_string_equal(page_seat_said(seat), "1. You try e2e4. Black's move.\n");
    assert_string_equal(page_seat_said(seat), "");
    assert_string_equal(page_game_own_try(game, 0, 1), "e2e4");
    page_game_line(game, "draw", NOW_MS);
    assert_string_equal(page_seat_sends(seat), "2 2 draw");
    assert_int_equal(tell(seat, "2 error offered a draw was offered before"), REMOTE_STAY);
    assert_string_equal(page_seat_said(seat), "You have offered a draw before.\n");
    assert_int_equal(tell(seat, "3 0 59000 60000 hear end other over resigned winner white"),
                     REMOTE_LEAVE);
    assert_string_equal(page_seat_said(seat), "Black resigns. White wins.\nThe game is over.\n");
    assert_string_equal(page_game_journal(game), ""); // it is at the server
    page_seat_close(seat);
    page_seat_close(NULL);
}

static void a_seat_that_lost_its_connection_goes_on(void **state)
{
    (void)state;
    page_seat *seat = sit_down();
    page_game *game = page_seat_game(seat);
    page_game_line(game, "e2e4", NOW_MS);
    page_seat_lose(seat);
    assert_string_equal(page_seat_sends(seat), "");
    assert_string_equal(page_game_line(game, "d2d4", NOW_MS),
                        "The connection is lost; it is being tried again.\n");
    assert_true(page_seat_wait_ms(0, 12345) <= 200);
    join(seat, "");
    assert_string_equal(page_seat_sends(seat), "1 1 try e2e4"); // the same number
    assert_int_equal(tell(seat, "1 error busy later"), REMOTE_SEND_AGAIN);
    assert_true(page_seat_busy_ms() > 0);
    page_seat_repeat(seat);
    assert_string_equal(page_seat_sends(seat), "1 1 try e2e4");
    assert_int_equal(tell(seat, "2 1 59000 60000 hear played"), REMOTE_STAY);
    assert_string_equal(page_seat_said(seat), "1. You try e2e4. Black's move.\n");
    page_seat_repeat(seat); // nothing is open
    assert_string_equal(page_seat_sends(seat), "");
    page_seat_close(seat);
}

static void queued_tries_go_to_the_server_one_by_one(void **state)
{
    (void)state;
    page_seat *seat = sit_down();
    page_game *game = page_seat_game(seat);
    page_game_line(game, "queue e2d3 e2f3 e2e4", NOW_MS);
    assert_string_equal(page_seat_sends(seat), "1 1 try e2d3");
    assert_int_equal(tell(seat, "2 1 59000 60000 hear illegal"), REMOTE_STAY);
    assert_string_equal(page_seat_sends(seat), "2 2 try e2f3");
    assert_int_equal(tell(seat, "3 2 59000 60000 hear illegal"), REMOTE_STAY);
    assert_string_equal(page_seat_sends(seat), "3 3 try e2e4");
    assert_int_equal(tell(seat, "4 3 59000 60000 hear played"), REMOTE_STAY);
    assert_string_equal(page_seat_sends(seat), "");
    page_seat_close(seat);
}

static void a_game_that_is_over_is_shown_to_who_comes_back(void **state)
{
    (void)state;
    char why[200];
    page_seat *seat = page_seat_open("token", 0, why, sizeof why);
    page_seat_begin(seat);
    tell(seat, "nebel 1");
    tell(seat, "newgame kriegspiel seat black seed 42");
    assert_int_equal(tell(seat, "1 0 0 0 hear opening other"), REMOTE_STAY);
    assert_int_equal(tell(seat, "2 0 0 0 hear end other over resigned winner black"), REMOTE_LEAVE);
    assert_non_null(page_seat_game(seat));
    assert_non_null(strstr(page_game_line(page_seat_game(seat), NULL, NOW_MS), "Black wins."));
    page_seat_close(seat);
}

static void who_cannot_sit_is_told_what_to_do(void **state)
{
    (void)state;
    char why[200];
    assert_null(page_seat_open("two words", 0, why, sizeof why));
    assert_non_null(strstr(why, "no seat for this address"));
    page_seat *seat = sit_down();
    assert_int_equal(tell(seat, "quit elsewhere you sit there"), REMOTE_GIVE_UP);
    assert_string_equal(page_seat_code(seat), "elsewhere");
    assert_non_null(strstr(page_seat_reason(seat), "another window"));
    assert_int_equal(tell(seat, "quit newword something new"), REMOTE_GIVE_UP);
    assert_string_equal(page_seat_reason(seat), "something new");
    page_seat_close(seat);
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
        cmocka_unit_test(a_page_says_messages_by_their_names),
        cmocka_unit_test(queued_tries_are_sent_when_the_turn_comes),
        cmocka_unit_test(any_call_but_a_plain_move_cancels_the_queue),
        cmocka_unit_test(a_page_knows_marks_material_and_the_journal),
        cmocka_unit_test(a_lesson_can_be_drawn),
        cmocka_unit_test(what_can_be_played_has_names),
        cmocka_unit_test(a_record_is_played_again_for_a_review),
        cmocka_unit_test(a_game_that_was_played_here_is_reviewed_by_its_journal),
        cmocka_unit_test(what_is_no_record_is_explained),
        cmocka_unit_test(a_seat_at_a_server_sends_and_hears),
        cmocka_unit_test(a_seat_that_lost_its_connection_goes_on),
        cmocka_unit_test(queued_tries_go_to_the_server_one_by_one),
        cmocka_unit_test(a_game_that_is_over_is_shown_to_who_comes_back),
        cmocka_unit_test(who_cannot_sit_is_told_what_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
