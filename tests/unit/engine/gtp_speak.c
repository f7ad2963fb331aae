// Our end of GTP: what it answers, to whom it tells what, and that a refused command changes nothing.
#include "engine/external/gtp_speak.h"
#include "engine/players/roster.h"
#include "unit/check.h"
#include "unit/miser.h"

#include <stdio.h>
#include <string.h>

enum { TRANSCRIPT_MAX = 1 << 16 };

// --- A conversation ------------------------------------------------------------------------------

typedef struct Talk {
    Player *player;
    GtpSpeaker *speaker;
    char answer[4096]; // the last one
} Talk;

static Talk open_talk(const char *string, uint64_t nodes, uint64_t seed)
{
    char why[200];
    Text message = TEXT_IN(why);
    Talk talk = {.player = roster_open(&memory_heap, string, &message)};
    if (!talk.player)
        fail_msg("%s", why);
    const GtpSpeakerPlan plan = {.name = string,
                                 .version = "7",
                                 .rules = {.size = 5, .has = {[PHANTOM_SUPERKO] = true}},
                                 .budget.nodes = nodes,
                                 .seed = seed};
    talk.speaker = gtp_speaker_create(talk.player, &plan);
    assert_non_null(talk.speaker);
    return talk;
}

static void close_talk(Talk *talk)
{
    gtp_speaker_destroy(talk->speaker);
    player_destroy(talk->player);
}

static const char *ask(Talk *talk, const char *line)
{
    Text answer = TEXT_IN(talk->answer);
    assert_true(gtp_speaker_take(talk->speaker, slice_of(line), &answer));
    return talk->answer;
}

// Lines by turns: what is said, and what must be answered, without the ends.
static void converse(Talk *talk, const char *const *lines, unsigned count)
{
    for (unsigned i = 0; i + 1 < count; i += 2) {
        char right[256];
        snprintf(right, sizeof right, "%s\n\n", lines[i + 1]);
        if (strcmp(ask(talk, lines[i]), right) != 0)
            fail_msg("%s is answered %s not %s", lines[i], talk->answer, right);
    }
}
#define CONVERSE(talk, ...)                                \
    do {                                                   \
        static const char *const lines_[] = {__VA_ARGS__}; \
        converse((talk), lines_, COUNT_OF(lines_));        \
    } while (0)

// --- The protocol --------------------------------------------------------------------------------

static void what_must_be_known_is_known(void **state)
{
    (void)state;
    static const char *const required[] = {
        "protocol_version", "name",        "version", "known_command", "list_commands", "quit",
        "boardsize",        "clear_board", "komi",    "play",          "genmove"};
    Talk talk = open_talk("go-random", 0, 1);
    for (unsigned i = 0; i < COUNT_OF(required); i++) {
        char line[64];
        snprintf(line, sizeof line, "known_command %s", required[i]);
        assert_string_equal(ask(&talk, line), "= true\n\n");
        assert_non_null(strstr(ask(&talk, "list_commands"), required[i]));
    }
    CONVERSE(&talk, "known_command fly", "= false", "fly", "? unknown command", "5 name",
             "=5 go-random", "version", "= 7", "protocol_version", "= 2");
    assert_string_equal(ask(&talk, "# a remark"), "");
    close_talk(&talk);
}

static void quit_is_answered_and_ends_it(void **state)
{
    (void)state;
    Talk talk = open_talk("go-random", 0, 1);
    Text answer = TEXT_IN(talk.answer);
    assert_false(gtp_speaker_take(talk.speaker, slice_of("3 quit"), &answer));
    assert_string_equal(talk.answer, "=3 \n\n");
    close_talk(&talk);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    Talk talk = open_talk("go-random", 0, 1);
    CONVERSE(&talk, "boardsize 4", "? unacceptable size", "boardsize 20", "? unacceptable size",
             "boardsize five", "? unacceptable size", "komi", "? syntax error", "komi 6.25",
             "? the komi must be whole or half points", "komi 400",
             "? the komi must be whole or half points", "play green a1",
             "? invalid color or coordinate", "play black", "? invalid color or coordinate",
             "play black f1", "? invalid color or coordinate", "genmove",
             "? invalid color or coordinate", "time_left black", "? syntax error", "time_left 3 0",
             "? invalid color or coordinate", "time_left black 3 many", "? syntax error",
             "time_settings 1 2", "? syntax error", "time_settings a 2 3", "? syntax error", "undo",
             "? cannot undo", "phantom-try a1", "? say phantom-seat or phantom-sit first",
             "phantom-seat", "? invalid color or coordinate", "phantom-sit mauve",
             "? invalid color or coordinate");
    close_talk(&talk);
}

static void clocks_are_taken_note_of(void **state)
{
    (void)state;
    Talk talk = open_talk("go-flat", 20, 1);
    CONVERSE(&talk, "time_settings 300 30 5", "= ", "time_left black 12.5 0", "= ",
             "time_left white 0 0", "= ", "time_left white 30 5", "= ", "time_settings 0 30 5",
             "= ", "time_settings 0 0 0", "= ");
    assert_int_equal(strncmp(ask(&talk, "genmove black"), "= ", 2), 0);
    close_talk(&talk);
}

// --- The table -----------------------------------------------------------------------------------

static void an_illegal_move_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    Talk talk = open_talk("go-flat", 50, 1), other = open_talk("go-flat", 50, 1);
    CONVERSE(&talk, "play b c3", "= ", "play w c3", "? illegal move", "play w C3", "? illegal move",
             "play w b1", "= ");
    CONVERSE(&other, "play b c3", "= ", "play w b1", "= ");
    char move[64];
    snprintf(move, sizeof move, "%s", ask(&talk, "genmove b"));
    assert_string_equal(ask(&other, "genmove b"), move);
    close_talk(&talk);
    close_talk(&other);
}

static void a_score_counts_the_true_board(void **state)
{
    (void)state;
    Talk talk = open_talk("go-random", 0, 1);
    CONVERSE(&talk, "final_score", "= 0", "play b c3", "= ", "final_score", "= B+25.0", "komi 0.5",
             "= ", "final_score", "= B+24.5", "komi -1", "= ", "final_score", "= B+26.0",
             "clear_board", "= ", "komi 7.5", "= ", "final_score", "= W+7.5");
    close_talk(&talk);
}

static void a_side_that_moves_twice_makes_the_other_pass(void **state)
{
    (void)state;
    Talk talk = open_talk("go-random", 0, 1);
    CONVERSE(&talk, "play b c3", "= ", "play b d3", "= ", "play w a1", "= ", "final_score",
             "= B+1.0", "undo", "= ", "undo", "= ", "undo", "= ", "final_score", "= B+25.0");
    close_talk(&talk);
}

static void two_passes_end_the_game(void **state)
{
    (void)state;
    Talk talk = open_talk("go-random", 0, 1);
    CONVERSE(&talk, "play b pass", "= ", "play b a1", "? illegal move", "play w PASS", "= ",
             "play b a1", "? illegal move", "genmove b", "? the game is over", "undo", "= ",
             "play w a1", "= ");
    close_talk(&talk);
}

static void what_was_taken_back_is_played_again_alike(void **state)
{
    (void)state;
    Talk talk = open_talk("go-best", 60, 5);
    char first[64], second[64];
    CONVERSE(&talk, "boardsize 9", "= ", "play b c3", "= ");
    snprintf(first, sizeof first, "%s", ask(&talk, "genmove w"));
    CONVERSE(&talk, "play b a1", "= ");
    snprintf(second, sizeof second, "%s", ask(&talk, "genmove w"));
    CONVERSE(&talk, "undo", "= ", "undo", "= ", "undo", "= ");
    assert_string_equal(ask(&talk, "genmove w"), first);
    CONVERSE(&talk, "play b a1", "= ");
    assert_string_equal(ask(&talk, "genmove w"), second);
    close_talk(&talk);
}

// Both sides by one player, which changes seats at every move.
static void a_player_finishes_a_game_against_itself(void **state)
{
    (void)state;
    Talk talk = open_talk("go-flat", 30, 2);
    unsigned passes = 0, turns = 0;
    for (; passes < 2 && turns < 200; turns++) {
        const char *move = ask(&talk, turns % 2 ? "genmove white" : "genmove black");
        assert_int_equal(move[0], '=');
        passes = strcmp(move, "= pass\n\n") == 0 ? passes + 1 : 0;
    }
    assert_int_equal(passes, 2);
    assert_true(turns > 20);
    CONVERSE(&talk, "genmove black", "? the game is over");
    close_talk(&talk);
}

// --- Silence -------------------------------------------------------------------------------------

// The controller's hidden stones lie elsewhere, and all that the player hears is the same.
static void a_player_does_not_see_what_is_played_through_the_table(void **state)
{
    (void)state;
    static const char *const here[] = {"play b a1", "play b a2", "play b b1"};
    static const char *const there[] = {"play b j9", "play b j8", "play b h9"};
    char moves[2][512];
    for (unsigned side = 0; side < 2; side++) {
        Talk talk = open_talk("go-best", 100, 3);
        Text text = TEXT_IN(moves[side]);
        (void)ask(&talk, "boardsize 9"); // it keeps off the edge there
        for (unsigned i = 0; i < COUNT_OF(here); i++) {
            assert_string_equal(ask(&talk, side ? here[i] : there[i]), "= \n\n");
            text_add(&text, ask(&talk, "genmove w"));
        }
        text_add(&text, ask(&talk, "showboard"));
        close_talk(&talk);
    }
    assert_string_equal(moves[0], moves[1]);
}

// A controller that only passes, against players that move elsewhere each time.
static void write_transcript(uint64_t seed, Text *transcript)
{
    Talk talk = open_talk("go-random", 0, seed);
    text_add(transcript, ask(&talk, "phantom-seat white"));
    for (unsigned i = 0; i < 8; i++) {
        static const char *const lines[] = {
            "phantom-turn", "showboard", "final_score",        "genmove white",   "genmove b",
            "play b a1",    "undo",      "phantom-hear moved", "phantom-try pass"};
        for (unsigned j = 0; j < COUNT_OF(lines); j++)
            text_add(transcript, ask(&talk, lines[j]));
    }
    close_talk(&talk);
}

static void a_controller_in_a_seat_learns_only_what_it_hears(void **state)
{
    (void)state;
    static char first[TRANSCRIPT_MAX], other[TRANSCRIPT_MAX];
    Text text = TEXT_IN(first);
    write_transcript(1, &text);
    for (uint64_t seed = 2; seed < 12; seed++) {
        text = TEXT_IN(other);
        write_transcript(seed, &text);
        assert_string_equal(other, first);
    }
    assert_null(strstr(first, "X"));
    assert_non_null(strstr(first, "= moved\n"));
}

static void a_seat_plays_to_the_end_and_then_sees_the_count(void **state)
{
    (void)state;
    Talk talk = open_talk("go-flat", 20, 4);
    CONVERSE(&talk, "phantom-seat black", "= opening own", "komi 0.5",
             "? not in phantom play; clear_board ends it", "phantom-turn",
             "? it is your turn: phantom-try", "phantom-try c3", "= played", "phantom-try c4",
             "? it is the player's turn: phantom-turn");
    const char *heard = "";
    for (unsigned i = 0; i < 200 && !strstr(heard, "over"); i++)
        heard = ask(&talk, i % 2 ? "phantom-try pass" : "phantom-turn");
    assert_non_null(strstr(heard, " pass over passes winner white"));
    CONVERSE(&talk, "phantom-turn", "? the game is over", "phantom-try a1", "? the game is over");
    assert_int_equal(strncmp(ask(&talk, "final_score"), "= W+", 4), 0);
    close_talk(&talk);
}

// --- The referee outside -------------------------------------------------------------------------

static void a_referee_outside_is_believed_as_far_as_it_can_be_true(void **state)
{
    (void)state;
    Talk talk = open_talk("go-best", 30, 4);
    CONVERSE(&talk, "play b a1", "= ", "phantom-sit white", "? a game has begun: clear_board first",
             "clear_board", "= ", "phantom-sit white", "= ", "phantom-hear played",
             "? that is no hearing, or it cannot have been heard now", "phantom-hear opening other",
             "= ", "phantom-genmove", "? it is not the player's turn", "phantom-hear moved", "= ");
    assert_int_equal(strncmp(ask(&talk, "phantom-genmove"), "= ", 2), 0);
    CONVERSE(&talk, "phantom-hear played stones 2",
             "? that is no hearing, or it cannot have been heard now");
    assert_int_equal(strncmp(ask(&talk, "phantom-genmove"), "= ", 2), 0);
    CONVERSE(&talk, "phantom-hear illegal", "= ");
    assert_int_equal(strncmp(ask(&talk, "phantom-genmove"), "= ", 2), 0);
    CONVERSE(&talk, "phantom-hear played", "= ", "phantom-hear moved stones 1 e1",
             "? that is no hearing, or it cannot have been heard now", "phantom-hear moved", "= ",
             "phantom-hear end other over resigned winner white", "= ", "phantom-genmove",
             "? the game is over", "play b a1", "? not in phantom play; clear_board ends it",
             "boardsize 5", "= ", "play b a1", "= ");
    close_talk(&talk);
}

// --- Players that fail, and memory ----------------------------------------------------------------

static PlayerError fail_to_choose(Player *player, const Budget *budget, Choice *choice)
{
    (void)budget, (void)choice;
    Text message = TEXT_IN(player->message);
    text_add(&message, "it fell ill");
    return PLAYER_ERR_GUEST;
}

static PlayerError resign(Player *player, const Budget *budget, Choice *choice)
{
    (void)player, (void)budget;
    *choice = (Choice){.kind = EVENT_RESIGN};
    return PLAYER_OK;
}

static PlayerError offer(Player *player, const Budget *budget, Choice *choice)
{
    (void)player, (void)budget;
    *choice = (Choice){.kind = EVENT_OFFER};
    return PLAYER_OK;
}

static bool plays_all(const Game *game)
{
    (void)game;
    return true;
}

static Talk open_kind(const PlayerKind *kind)
{
    Talk talk = {.player = player_create(&memory_heap, kind, &(OptionValues){{0}})};
    assert_non_null(talk.player);
    const GtpSpeakerPlan plan = {.name = "it", .version = "7", .rules = {.size = 5}};
    talk.speaker = gtp_speaker_create(talk.player, &plan);
    assert_non_null(talk.speaker);
    return talk;
}

static void a_player_that_fails_or_resigns_is_heard_of(void **state)
{
    (void)state;
    static const PlayerKind ill = {.name = "ill", .plays = plays_all, .choose = fail_to_choose};
    static const PlayerKind weary = {.name = "weary", .plays = plays_all, .choose = resign};
    static const PlayerKind odd = {.name = "odd", .plays = plays_all, .choose = offer};
    Talk talk = open_kind(&ill);
    CONVERSE(&talk, "genmove b", "? it fell ill", "play b a1", "= ");
    close_talk(&talk);
    talk = open_kind(&odd);
    CONVERSE(&talk, "genmove b", "? the player wants what GTP has no word for");
    close_talk(&talk);
    talk = open_kind(&weary);
    CONVERSE(&talk, "genmove b", "= resign", "genmove b", "? the game is over", "clear_board", "= ",
             "phantom-seat w", "= opening other", "phantom-turn",
             "= end other over resigned winner white", "phantom-turn", "? the game is over",
             "clear_board", "= ", "phantom-sit b", "= ", "phantom-genmove", "= resign");
    close_talk(&talk);
}

static bool speaks_with(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    const PlayerKind *kind = roster_kind(slice_of("go-random"));
    Player *player = player_create(&memory, kind, &(OptionValues){{0}});
    const GtpSpeakerPlan plan = {.name = "it", .version = "7", .rules = {.size = 5}};
    GtpSpeaker *speaker = player ? gtp_speaker_create(player, &plan) : NULL;
    static const char *const lines[] = {"play b a1", "genmove w", "play b b1"};
    bool is_fine = speaker;
    for (unsigned i = 0; i < COUNT_OF(lines) && is_fine; i++) {
        char memory_of_answer[200];
        Text answer = TEXT_IN(memory_of_answer);
        is_fine = gtp_speaker_take(speaker, slice_of(lines[i]), &answer) && answer.start[0] == '=';
    }
    gtp_speaker_destroy(speaker);
    player_destroy(player);
    return is_fine;
}

static void memory_that_is_refused_is_said(void **state)
{
    (void)state;
    assert_refusals_are_seen(speaks_with, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_must_be_known_is_known),
        cmocka_unit_test(quit_is_answered_and_ends_it),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(clocks_are_taken_note_of),
        cmocka_unit_test(an_illegal_move_is_refused_and_changes_nothing),
        cmocka_unit_test(a_score_counts_the_true_board),
        cmocka_unit_test(a_side_that_moves_twice_makes_the_other_pass),
        cmocka_unit_test(two_passes_end_the_game),
        cmocka_unit_test(what_was_taken_back_is_played_again_alike),
        cmocka_unit_test(a_player_finishes_a_game_against_itself),
        cmocka_unit_test(a_player_does_not_see_what_is_played_through_the_table),
        cmocka_unit_test(a_controller_in_a_seat_learns_only_what_it_hears),
        cmocka_unit_test(a_seat_plays_to_the_end_and_then_sees_the_count),
        cmocka_unit_test(a_referee_outside_is_believed_as_far_as_it_can_be_true),
        cmocka_unit_test(a_player_that_fails_or_resigns_is_heard_of),
        cmocka_unit_test(memory_that_is_refused_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
