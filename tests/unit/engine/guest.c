// The guest room: children and their deadlines, guests as players, and players that speak.
#include "engine/external/guest.h"
#include "engine/core/player.h"
#include "engine/external/box.h"
#include "engine/external/child.h"
#include "engine/external/speak.h"
#include "engine/kriegspiel_players/players.h"
#include "engine/players/roster.h"
#include "formats/protocol/bot.h"
#include "games/kriegspiel/kriegspiel.h"
#include "unit/miser.h"
#include "unit/read_game.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONG_US = 60000000, SHORT_US = 50000 };

static KriegspielRules rules;
static Seating seating;

static int read_rules(void **state)
{
    (void)state;
    seating = (Seating){.game = read_game("kriegspiel(rules=icc)", &rules),
                        .rules = (const Rules *)&rules,
                        .seed = 1};
    return 0;
}

// --- Children ------------------------------------------------------------------------------------

// Whether the next children are trusted: the tests of children run with both sorts.
static bool is_trusted;

static int trust(void **state)
{
    (void)state;
    is_trusted = true;
    return 0;
}

static int distrust(void **state)
{
    (void)state;
    is_trusted = false;
    return 0;
}

static Child *start(const char *command)
{
    char why[200];
    Text message = TEXT_IN(why);
    const ChildPlan plan = {.command = command, .line_max = 16, .is_trusted = is_trusted};
    Child *child = child_create(&memory_heap, &plan, &message);
    if (!child)
        fail_msg("%s", why);
    return child;
}

static uint64_t soon(uint64_t us)
{
    return child_now_us() + us;
}

static void expect_line(Child *child, const char *expected)
{
    Slice line;
    assert_int_equal(child_read(child, soon(LONG_US), &line), CHILD_OK);
    assert_true(slice_is(line, expected));
}

static void expect_error(const char *command, ChildError error, uint64_t wait_us,
                         const char *sentence)
{
    char why[200];
    Text message = TEXT_IN(why);
    Slice line;
    Child *child = start(command);
    assert_int_equal(child_read(child, soon(wait_us), &line), error);
    child_complain(child, error, &message);
    assert_string_equal(why, sentence);
    child_destroy(child);
}

static void a_child_answers_in_lines(void **state)
{
    (void)state;
    Child *child = start("cat");
    assert_int_equal(child_send(child, slice_of("one\ntwo\nthr"), soon(LONG_US)), CHILD_OK);
    expect_line(child, "one");
    expect_line(child, "two");
    assert_int_equal(child_send(child, slice_of("ee\n"), soon(LONG_US)), CHILD_OK);
    expect_line(child, "three");
    assert_true(child_wait(child, soon(LONG_US)));
    child_destroy(child);
}

static void a_line_may_have_its_limit_and_no_more(void **state)
{
    (void)state;
    Child *child = start("echo 123456789012345"); // 16 bytes with its end
    expect_line(child, "123456789012345");
    child_destroy(child);
    expect_error("echo 1234567890123456", CHILD_ERR_LONG, LONG_US,
                 "it sent a line of more than 16 bytes");
    expect_error("printf 12345678901234567", CHILD_ERR_LONG, LONG_US,
                 "it sent a line of more than 16 bytes");
}

static void every_failure_has_its_sentence(void **state)
{
    (void)state;
    expect_error("printf 'a\\0b\\n'", CHILD_ERR_NUL, LONG_US, "it sent a NUL byte");
    expect_error("sleep 1000", CHILD_ERR_TIME, SHORT_US, "it did not answer in time");
    expect_error("exit 3;", CHILD_ERR_GONE, LONG_US, "it exited with status 3");
    expect_error("kill -SEGV $$", CHILD_ERR_GONE, LONG_US, "it crashed (signal 11)");
    expect_error("exec >&-; sleep 1000", CHILD_ERR_GONE, LONG_US, "it closed its output");
    expect_error("/nonexistent", CHILD_ERR_GONE, LONG_US,
                 "it was not found (the shell ended with status 127)");
}

static void a_child_that_does_not_read_is_not_waited_for(void **state)
{
    (void)state;
    static char much[1 << 20];
    memset(much, 'x', sizeof much);
    Child *child = start("sleep 1000");
    assert_int_equal(child_send(child, (Slice){much, sizeof much}, soon(SHORT_US)), CHILD_ERR_DEAF);
    child_destroy(child);
}

static void writing_to_the_dead_is_an_error_and_no_signal(void **state)
{
    (void)state;
    const uint64_t deadline_us = soon(LONG_US);
    Child *child = start("exec <&-; echo; sleep 1000");
    expect_line(child, "");
    ChildError error;
    while ((error = child_send(child, slice_of("hello\n"), deadline_us)) == CHILD_OK) {
        assert_true(child_now_us() < deadline_us);
        usleep(1000); // the init of a box closes its copy of the pipe when it comes to it
    }
    assert_int_equal(error, CHILD_ERR_GONE);
    child_destroy(child);
}

static bool is_alive(const char *pid)
{
    return kill((pid_t)atoi(pid), 0) == 0;
}

// A grandchild in another session outlives its parent, and our own child, until we end it.
static void nothing_of_a_child_is_left(void **state)
{
    (void)state;
    Slice line;
    char pid[16];
    Child *child = start("setsid sh -c 'echo $$; sleep 1000' & sleep 1000");
    assert_int_equal(child_read(child, soon(LONG_US), &line), CHILD_OK);
    snprintf(pid, sizeof pid, "%.*s", (int)line.length, line.start);
    assert_true(is_alive(pid));
    child_destroy(child);
    assert_false(is_alive(pid));
}

static void an_orphan_of_a_living_child_is_left_alone(void **state)
{
    (void)state;
    Slice line;
    char pid[16];
    Child *family = start("(setsid sh -c 'echo $$; exec sleep 1000' &); sleep 1000");
    assert_int_equal(child_read(family, soon(LONG_US), &line), CHILD_OK);
    snprintf(pid, sizeof pid, "%.*s", (int)line.length, line.start);
    child_destroy(start("exit 0"));
    assert_true(is_alive(pid));
    child_destroy(family);
    assert_false(is_alive(pid));
}

static void *talk_and_end(void *failures)
{
    enum { ROUNDS = 20 };
    for (unsigned i = 0; i < ROUNDS; i++) {
        char why[200];
        Text message = TEXT_IN(why);
        const ChildPlan plan = {.command = "cat", .line_max = 64, .is_trusted = is_trusted};
        Slice line;
        Child *child = child_create(&memory_heap, &plan, &message);
        if (!child || child_send(child, slice_of("hello\n"), soon(LONG_US)) ||
            child_read(child, soon(LONG_US), &line) || !slice_is(line, "hello"))
            ++*(unsigned *)failures;
        child_destroy(child);
    }
    return NULL;
}

static void several_threads_have_children_at_once(void **state)
{
    (void)state;
    pthread_t threads[4];
    unsigned failures[4] = {0};
    for (unsigned i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, talk_and_end, &failures[i]), 0);
    for (unsigned i = 0; i < COUNT_OF(threads); i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(failures[i], 0);
    }
}

// --- Boxes ---------------------------------------------------------------------------------------

// A machine without boxes is said to have none; that is no success.
static void need_box(void)
{
    is_trusted = false;
    if (!box_lack())
        return;
    print_message("not run: there is no box here: %s\n", box_lack());
    skip();
}

static void expect_answer(const char *command, const char *answer)
{
    Child *child = start(command);
    Slice line;
    assert_int_equal(child_read(child, soon(LONG_US), &line), CHILD_OK);
    if (!slice_is(line, answer))
        fail_msg("%s: '%.*s', not '%s'", command, (int)line.length, line.start, answer);
    child_destroy(child);
}

static void a_box_has_an_environment_of_its_own(void **state)
{
    (void)state;
    need_box();
    setenv("NEBEL_TEST_SECRET", "seed 42", 1);
    expect_answer("echo ${NEBEL_TEST_SECRET-none}", "none");
    unsetenv("NEBEL_TEST_SECRET");
    expect_answer("echo $HOME $TMPDIR", "/tmp /tmp");
    expect_answer("echo $NEBEL_GUEST", "1"); // no count of others
    expect_answer("hostname", "box");
}

static void a_box_has_processes_of_its_own(void **state)
{
    (void)state;
    need_box();
    expect_answer("set -- /proc/[0-9]*; echo $#", "2");  // its init and this shell
    expect_answer("set -- /proc/$$/fd/*; echo $#", "4"); // the last for looking
    expect_answer("kill -9 1; kill -9 -1; echo on", "on");
}

static void a_box_writes_to_its_home_and_nowhere_else(void **state)
{
    (void)state;
    need_box();
    const int here =
        open(".", O_RDONLY | O_CLOEXEC); // which may lie in /tmp, and would be kept there
    assert_int_equal(chdir("/"), 0);
    expect_answer("echo x >/tmp/nebel-written && cat /tmp/nebel-written", "x");
    expect_answer("ls -A /tmp | wc -l", "0");
    expect_answer("(: >x) 2>/dev/null || echo no", "no");
    expect_answer("(: >/proc/self/comm) 2>/dev/null || echo no", "no");
    expect_answer("head -c99M /dev/zero >/tmp/nebel-written; stat -c %s /tmp/nebel-written",
                  "67108864");
    expect_answer("i=0; while true >/tmp/$i; do i=$((i+1)); done 2>/dev/null; echo $i", "4095");
    assert_int_equal(fchdir(here), 0);
    close(here);
}

// What a command line names below /tmp is there, read-only, with all that lies beside it.
static void a_box_keeps_the_folder_of_its_program(void **state)
{
    (void)state;
    need_box();
    char folder[] = "/tmp/nebel-box-XXXXXX", path[64], command[256];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/said", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("kept\n", file);
    fclose(file);
    snprintf(command, sizeof command, "cat %s", path);
    expect_answer(command, "kept");
    snprintf(command, sizeof command, "(: >%s) 2>/dev/null || echo no", path);
    expect_answer(command, "no");
    const int here = open(".", O_RDONLY | O_CLOEXEC);
    assert_int_equal(chdir("/tmp"), 0);
    snprintf(command, sizeof command, "cat .%s", path + strlen("/tmp"));
    expect_answer(command, "kept");
    expect_answer("pwd", "/tmp");
    assert_int_equal(chdir(folder), 0);
    expect_answer("cat said $PWD/said | wc -l", "2");
    assert_int_equal(fchdir(here), 0);
    close(here);
    assert_int_equal(remove(path), 0);
    assert_int_equal(remove(folder), 0);
}

static void what_a_box_uses_up_is_measured(void **state)
{
    (void)state;
    need_box();
    expect_error("exec perl -e 'push @kept, \"x\" x (1 << 28) while 1'", CHILD_ERR_GONE, LONG_US,
                 box_excess_text(BOX_EXCESS_MEMORY));
}

// --- Guests --------------------------------------------------------------------------------------

// A bot of few words; DO is what it does at `go`.
#define BOT(DO)                                                                             \
    "while read v w; do case $v in nebel) echo id name shell; "                             \
    "echo option name k type number default 3 min 1 max 9; echo ready;; ping) echo pong;; " \
    "go) " DO ";; quit) exit;; esac; done"

static Player *open_guest(const char *string)
{
    char why[200];
    Text message = TEXT_IN(why);
    Player *player = roster_open(&memory_heap, string, &message);
    if (!player)
        fail_msg("%s", why);
    return player;
}

// What white does with its first turn.
static PlayerError first_choice(Player *player, const Budget *budget, Choice *choice)
{
    Umpire umpire;
    Hearing to[2];
    PlayerError error = player_sit(player, &seating);
    kriegspiel_game.deal(seating.rules, &umpire, to);
    if (!error)
        error = player_hear(player, TRY_NONE, &to[0]);
    return error ? error : player_choose(player, budget, choice);
}

static void a_guest_answers_go(void **state)
{
    (void)state;
    Choice choice;
    Player *player = open_guest("cmd:" BOT("echo info nodes 5 value 0.25; echo try e2e4"));
    assert_int_equal(first_choice(player, &(Budget){0}, &choice), PLAYER_OK);
    assert_int_equal(choice.kind, EVENT_TRY);
    assert_int_equal(choice.attempt, try_from_text(slice_of("e2e4")));
    assert_int_equal(choice.nodes, 5);
    assert_true(choice.value == 0.25);
    player_destroy(player);
}

static void every_action_is_an_event(void **state)
{
    (void)state;
    static const struct {
        const char *string;
        EventKind kind;
    } actions[] = {
        {"cmd:" BOT("echo ask any"), EVENT_TRY},     {"cmd:" BOT("echo draw"), EVENT_OFFER},
        {"cmd:" BOT("echo accept"), EVENT_ACCEPT},   {"cmd:" BOT("echo resign"), EVENT_RESIGN},
        {"cmd:" BOT("echo decline"), EVENT_DECLINE},
    };
    for (unsigned i = 0; i < COUNT_OF(actions); i++) {
        Choice choice;
        Player *player = open_guest(actions[i].string);
        assert_int_equal(first_choice(player, &(Budget){0}, &choice), PLAYER_OK);
        assert_int_equal(choice.kind, actions[i].kind);
        player_destroy(player);
    }
}

static void a_failed_guest_says_why_and_comes_back(void **state)
{
    (void)state;
    Choice choice;
    Player *player = open_guest("cmd:" BOT("echo castles"));
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(first_choice(player, &(Budget){0}, &choice), PLAYER_ERR_GUEST);
        assert_string_equal(player_message(player), "it answered 'castles', which is no action");
    }
    assert_int_equal(player_choose(player, &(Budget){0}, &choice), PLAYER_ERR_GUEST);
    player_destroy(player);
}

// A bot that plays one game and refuses the next, if the next finds it still there.
static const char one_game_bot[] =
    "cmd:n=0; while read v w; do case $v in nebel) echo ready;; newgame) n=$((n+1));; "
    "ping) if [ $n = 1 ]; then echo pong; else echo refuse game $n; fi;; quit) exit;; esac; done";

static void a_guest_plays_every_game_in_a_process_of_its_own(void **state)
{
    (void)state;
    Player *player = open_guest(one_game_bot);
    for (unsigned game = 0; game < 3; game++)
        if (player_sit(player, &seating) != PLAYER_OK)
            fail_msg("game %u: %s", game, player_message(player));
    player_destroy(player);
}

static bool has_children(void)
{
    siginfo_t unused;
    return waitid(P_ALL, 0, &unused, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static void a_guest_leaves_at_the_end_of_its_game(void **state)
{
    (void)state;
    Player *player = open_guest(one_game_bot);
    const Hearing end = {.event = HEARD_END, .ending = ENDING_RESIGNED, .winner = WINNER_SECOND};
    assert_int_equal(player_sit(player, &seating), PLAYER_OK);
    assert_true(has_children());
    assert_int_equal(player_hear(player, TRY_NONE, &end), PLAYER_OK);
    assert_false(has_children());
    player_destroy(player);
}

static void an_impatient_seating_is_obeyed(void **state)
{
    (void)state;
    Choice choice;
    Player *player = open_guest("cmd:" BOT("sleep 1000"));
    seating.patience_ms = 300;
    assert_int_equal(first_choice(player, &(Budget){.move_ms = 20}, &choice), PLAYER_ERR_GUEST);
    seating.patience_ms = 0;
    assert_string_equal(player_message(player), "it did not answer within 320 ms");
    player_destroy(player);
}

static void a_guest_is_stopped_when_an_answer_is_wanted_now(void **state)
{
    (void)state;
    Choice choice;
    const atomic_bool is_stopped = true;
    Player *player = open_guest("cmd:" BOT("read s; echo try $s")); // waits for the next line
    assert_int_equal(first_choice(player, &(Budget){.is_stopped = &is_stopped}, &choice),
                     PLAYER_ERR_GUEST);
    assert_string_equal(player_message(player), "it answered 'try stop', which is no try");
    player_destroy(player);
}

static void options_of_a_guest_are_set_or_missed(void **state)
{
    (void)state;
    Choice choice;
    Player *player = open_guest("cmd(k=4):" BOT("echo resign"));
    assert_int_equal(first_choice(player, &(Budget){0}, &choice), PLAYER_OK);
    player_destroy(player);
    player = open_guest("cmd(depth=4):" BOT("echo resign"));
    assert_int_equal(first_choice(player, &(Budget){0}, &choice), PLAYER_ERR_GUEST);
    assert_string_equal(player_message(player), "it has no option 'depth'");
    player_destroy(player);
}

static void a_string_that_names_no_guest_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"cmd:", "cmd(k):./bot", "cmd", "cmd(k=1)"};
    for (unsigned i = 0; i < COUNT_OF(wrong); i++) {
        char why[200];
        Text message = TEXT_IN(why);
        assert_null(roster_open(&memory_heap, wrong[i], &message));
        assert_true(message.length > 0);
    }
}

static bool create_guest(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    Player *player = guest_create(&memory, "exit 0", "cmd(k=1)");
    player_destroy(player);
    return player != NULL;
}

static void a_guest_without_memory_is_none(void **state)
{
    (void)state;
    assert_refusals_are_seen(create_guest, 4);
}

// --- Speaking ------------------------------------------------------------------------------------

// What a speaker for `kind` answers to some lines; of a try, as much as is expected.
static void expect_answers(const PlayerKind *kind, const char *lines, const char *answers)
{
    OptionValues values = {{0}};
    for (unsigned i = 0; i < options_count(kind->options); i++)
        values.values[i] = kind->options[i].default_;
    Player *player = player_create(&memory_heap, kind, &values);
    Speaker speaker;
    char memory[1024];
    Text answer = TEXT_IN(memory);
    Slice rest = slice_of(lines);
    bool goes_on = true;
    speaker_init(&speaker, player, "it", NULL, NULL);
    while (rest.length && goes_on)
        goes_on = speaker_take(&speaker, slice_take(&rest, "\n"), &answer);
    if (answers[strlen(answers) - 1] != '\n')
        memory[strlen(answers)] = '\0';
    assert_string_equal(memory, answers);
    player_destroy(player);
}

static void a_speaker_greets_with_its_options(void **state)
{
    (void)state;
    expect_answers(&capturer_player, "nebel 1\nping\n",
                   "id name it\noption name recapture type switch default 1\n"
                   "option name pawn_tries type switch default 0\nready\npong\n");
    expect_answers(&negamax_player,
                   "setoption name depth value 3\nsetoption name depth value x\n"
                   "nebel 1\n",
                   "id name it\noption name depth type number default 3 min 1 max 20\nready\n");
    expect_answers(&random_player, "nebel 2\n",
                   "refuse only version 1 of the protocol is spoken here\n");
}

static void a_speaker_passes_over_what_it_does_not_understand(void **state)
{
    (void)state;
    expect_answers(&random_player,
                   "no-such-verb\n\ngo nowhere\nhear nothing\nhear played\nopening e2e4\nstop\n"
                   "ping\nquit\nping\n",
                   "pong\n");
}

static void a_speaker_refuses_what_it_cannot_play(void **state)
{
    (void)state;
    expect_answers(&negamax_player, "newgame kriegspiel seat white seed 1\nping\ngo\n",
                   "refuse this player does not play this game\npong\nresign\n");
    expect_answers(&random_player, "newgame kriegspiel(board=9x9) seat white seed 1\n",
                   "refuse there is no such board; nebel rules --boards lists them\n");
}

// After a king's step away from it, every try of a lone king is from its new square.
static void a_speaker_plays_on_from_an_opening(void **state)
{
    (void)state;
    expect_answers(
        &random_player,
        "newgame kriegspiel(fen=4k3/8/8/8/8/8/8/K7_w) seat white seed 1\nhear opening own\n"
        "opening a1a2\nhear played\nhear moved\ngo\n",
        "info nodes 1 value 0.5000\ntry a2");
}

static void a_speaker_survives_a_runner_that_lies(void **state)
{
    (void)state;
    expect_answers(
        &random_player,
        "newgame kriegspiel(fen=4k3/8/8/8/8/8/8/K7_w) seat white seed 1\nhear opening own\n"
        "opening h1h2\nhear played\nopening any?\nhear played\n"
        "hear moved capture pawn c4\nhear moved capture piece a1\ngo\n",
        "info nodes 1 value 0.5000\ntry a1");
    expect_answers(&negamax_player,
                   "newgame chess seat black seed 1\nhear opening other\nhear moved as e2e5\n"
                   "hear moved as e7e5\nhear moved\ngo\n",
                   "resign\n"); // it is still the other's turn
}

// A test with children that are trusted, and again with such that are not.
#define BOTH_SORTS(TEST)                               \
    {#TEST " (trusted)", TEST, trust, distrust, NULL}, \
    {                                                  \
#TEST " (boxed)", TEST, NULL, NULL, NULL       \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH_SORTS(a_child_answers_in_lines),
        BOTH_SORTS(a_line_may_have_its_limit_and_no_more),
        BOTH_SORTS(every_failure_has_its_sentence),
        BOTH_SORTS(a_child_that_does_not_read_is_not_waited_for),
        BOTH_SORTS(writing_to_the_dead_is_an_error_and_no_signal),
        cmocka_unit_test_setup_teardown(nothing_of_a_child_is_left, trust, distrust),
        cmocka_unit_test_setup_teardown(an_orphan_of_a_living_child_is_left_alone, trust, distrust),
        BOTH_SORTS(several_threads_have_children_at_once),
        cmocka_unit_test(a_box_has_an_environment_of_its_own),
        cmocka_unit_test(a_box_has_processes_of_its_own),
        cmocka_unit_test(a_box_writes_to_its_home_and_nowhere_else),
        cmocka_unit_test(a_box_keeps_the_folder_of_its_program),
        cmocka_unit_test(what_a_box_uses_up_is_measured),
        cmocka_unit_test(a_guest_answers_go),
        cmocka_unit_test(every_action_is_an_event),
        cmocka_unit_test(a_failed_guest_says_why_and_comes_back),
        cmocka_unit_test(a_guest_plays_every_game_in_a_process_of_its_own),
        cmocka_unit_test(a_guest_leaves_at_the_end_of_its_game),
        cmocka_unit_test(an_impatient_seating_is_obeyed),
        cmocka_unit_test(a_guest_is_stopped_when_an_answer_is_wanted_now),
        cmocka_unit_test(options_of_a_guest_are_set_or_missed),
        cmocka_unit_test(a_string_that_names_no_guest_is_refused),
        cmocka_unit_test(a_guest_without_memory_is_none),
        cmocka_unit_test(a_speaker_greets_with_its_options),
        cmocka_unit_test(a_speaker_passes_over_what_it_does_not_understand),
        cmocka_unit_test(a_speaker_refuses_what_it_cannot_play),
        cmocka_unit_test(a_speaker_plays_on_from_an_opening),
        cmocka_unit_test(a_speaker_survives_a_runner_that_lies),
    };
    return cmocka_run_group_tests_name("guest", tests, read_rules, NULL);
}
