// GTP: its lines, and Go engines as guests. GNU Go is real here; those that hang, lie and crash are a few lines of shell.
#include "formats/protocol/gtp.h"
#include "engine/external/gtp_evaluator.h"
#include "engine/external/program.h"
#include "engine/players/roster.h"
#include "games/phantom_go/phantom_go.h"
#include "unit/children.h"
#include "unit/miser.h"

#include <signal.h>

enum { SHORT_MS = 200, LONG_MS = 60000 };

// --- Lines ---------------------------------------------------------------------------------------

static void reads_as(const char *line, const char *right)
{
    char room_memory[64], read_memory[80];
    Text room = TEXT_IN(room_memory), read = TEXT_IN(read_memory);
    GtpCommand command;
    if (gtp_command_read(slice_of(line), &room, &command))
        gtp_command_write(&command, &read);
    assert_string_equal(read_memory, right);
}

static void a_command_is_read_as_the_protocol_says(void **state)
{
    (void)state;
    reads_as("play black d4", "play black d4\n");
    reads_as("  17\tplay  black d4 \r", "17 play black d4\n");
    reads_as("quit # for today", "quit\n");
    reads_as("na\x01me\x7f", "name\n");
    reads_as("2147483647 name", "2147483647 name\n");
    reads_as("2147483648 name", "2147483648 name\n"); // no number, and no command that we know
    reads_as("", "");
    reads_as(" \t\r", "");
    reads_as("# only a remark", "");
    reads_as("12", "");
    reads_as("a line that is longer than the room that there is for it, by far", "");
}

static void a_number_that_is_too_large_is_a_name(void **state)
{
    (void)state;
    char memory[64];
    Text room = TEXT_IN(memory);
    GtpCommand command;
    assert_true(gtp_command_read(slice_of("2147483648 name"), &room, &command));
    assert_false(command.id.is_given);
    assert_true(slice_is(command.name, "2147483648"));
}

static void an_answer_is_read_and_written(void **state)
{
    (void)state;
    static const struct {
        const char *line, *right;
    } cases[] = {
        {"= d4", "= d4\n\n"},       {"=17", "=17 \n\n"},
        {"=17 d4\r", "=17 d4\n\n"}, {"? illegal move", "? illegal move\n\n"},
        {"?3 no", "?3 no\n\n"},     {"= 12", "= 12\n\n"}, // a text, not a number
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char memory[64];
        Text text = TEXT_IN(memory);
        GtpAnswer answer;
        assert_true(gtp_answer_read(slice_of(cases[i].line), &answer));
        gtp_answer_write(&answer, &text);
        assert_string_equal(memory, cases[i].right);
    }
    GtpAnswer untouched = {.id = {true, 77}};
    assert_false(gtp_answer_read(slice_of("chatter"), &untouched));
    assert_false(gtp_answer_read(slice_of(""), &untouched));
    assert_int_equal(untouched.id.number, 77);
}

static void an_answer_has_no_empty_line_but_its_last(void **state)
{
    (void)state;
    char memory[64];
    Text text = TEXT_IN(memory);
    gtp_answer_write(&(GtpAnswer){.text = slice_of("\n\na\n\n\nb\n\n")}, &text);
    assert_string_equal(memory, "= \na\nb\n\n");
}

static void colours_and_vertices_are_read_in_any_case(void **state)
{
    (void)state;
    static const char *const black[] = {"b", "B", "black", "BlAcK"};
    uint8_t seat = 7;
    for (unsigned i = 0; i < COUNT_OF(black); i++) {
        assert_true(gtp_color_read(slice_of(black[i]), &seat));
        assert_int_equal(seat, GO_BLACK);
    }
    assert_true(gtp_color_read(slice_of("White"), &seat));
    assert_int_equal(seat, GO_WHITE);
    assert_false(gtp_color_read(slice_of("blac"), &seat));
    assert_false(gtp_color_read(slice_of(""), &seat));
    assert_int_equal(gtp_vertex_read(slice_of("PASS"), 9), PHANTOM_PASS);
    assert_int_equal(gtp_vertex_read(slice_of("J9"), 9),
                     phantom_go_game.try_from_text(slice_of("j9")));
    assert_int_equal(gtp_vertex_read(slice_of("k9"), 9), TRY_NONE);
    assert_int_equal(gtp_vertex_read(slice_of("a10"), 9), TRY_NONE);
    assert_int_equal(gtp_vertex_read(slice_of("i5"), 9), TRY_NONE);
    assert_int_equal(gtp_vertex_read(slice_of("passport"), 9), TRY_NONE);
}

// --- Engines -------------------------------------------------------------------------------------

static Gtp *open_command(const char *command, uint32_t patience_ms)
{
    Gtp *gtp = gtp_create(&memory_heap, "it", command, patience_ms);
    assert_non_null(gtp);
    return gtp;
}

static Gtp *start_gnugo(void)
{
    char memory[PROGRAM_COMMAND_MAX], why[200] = "";
    Text command = TEXT_IN(memory), message = TEXT_IN(why);
    if (!program_command("gnugo", "--mode gtp --level 0", &command, &message))
        fail_msg("%s", why);
    Gtp *gtp = open_command(memory, LONG_MS);
    if (!gtp_start(gtp, &message))
        fail_msg("%s", why);
    return gtp;
}

// Asks, and compares the answer or the message, whichever there is.
static void answers(Gtp *gtp, const char *commands, const char *right)
{
    char memory[200], why[200];
    Text text = TEXT_IN(memory), message = TEXT_IN(why);
    GtpReply reply = {.text = &text};
    const bool is_fine =
        gtp_start(gtp, &message) && gtp_ask(gtp, slice_of(commands), &reply, &message);
    assert_string_equal(is_fine ? memory : why, right);
}

static void a_batch_is_answered_by_its_last_answer(void **state)
{
    (void)state;
    Gtp *gtp = start_gnugo();
    answers(gtp, "boardsize 5\nplay black a1\nlist_stones black\n", "A1");
    answers(gtp, "clear_board\nlist_stones black\n", "");
    answers(gtp, "play black c3\nplay white c4\nlist_stones white", "C4");
    gtp_destroy(gtp);
    assert_int_equal(find_child(0), 0);
}

static void a_refused_command_is_said_and_the_engine_stays(void **state)
{
    (void)state;
    Gtp *gtp = start_gnugo();
    const int before = find_child(0);
    answers(gtp, "boardsize 5\nplay black a1\nplay white a1\nlist_stones black\n",
            "it: it refused: illegal move");
    answers(gtp, "list_stones black", "A1");
    assert_int_equal(find_child(0), before);
    gtp_destroy(gtp);
}

static void an_engine_that_was_killed_is_started_again(void **state)
{
    (void)state;
    Gtp *gtp = start_gnugo();
    const int killed = find_child(0);
    kill(killed, SIGKILL);
    answers(gtp, "name", "it: it crashed (signal 9)");
    answers(gtp, "name", "GNU Go");
    assert_int_not_equal(find_child(killed), 0);
    gtp_destroy(gtp);
    assert_int_equal(find_child(0), 0);
}

static void the_time_an_engine_takes_is_told(void **state)
{
    (void)state;
    char memory[64], why[200];
    Text text = TEXT_IN(memory), message = TEXT_IN(why);
    GtpReply reply = {.text = &text};
    Gtp *gtp = start_gnugo();
    assert_true(
        gtp_ask(gtp, slice_of("boardsize 9\nplay black e5\nreg_genmove white"), &reply, &message));
    assert_true(reply.cpu_us > 1000 && reply.cpu_us < LONG_MS * UINT64_C(1000));
    gtp_destroy(gtp);
}

// An engine of few words; DO is what it does at other commands than the greeting. The number is in $i.
#define FAKE(DO) \
    "while read -r i v w; do case $i in protocol_version) echo = 2; echo;; *) " DO ";; esac; done"

static void engines_that_misbehave_are_named_and_end(void **state)
{
    (void)state;
    static const struct {
        const char *command, *right;
    } cases[] = {
        {"echo '= 1'; echo; sleep 9", "it: it talks nonsense"},
        {"exit 3;", "it: it exited with status 3"},
        {"sleep 9", "it: it did not answer in time"},
        {"while :; do echo nothing; done", "it: it did not answer in time"},
        {FAKE("echo = text; echo"), "it: it talks nonsense"},
        {FAKE("echo =$((i + 1)); echo"), "it: it talks nonsense"},
        {FAKE("echo =$i a; while :; do echo b; done"), "it: it did not answer in time"},
        {FAKE("kill -SEGV $$"), "it: it crashed (signal 11)"},
        {FAKE("echo remark; echo; echo =$i a; echo b; echo"), "a b"},
        {FAKE("printf '=%s a\\r\\n\\r\\n' $i"), "a"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        Gtp *gtp = open_command(cases[i].command, SHORT_MS);
        answers(gtp, "name", cases[i].right);
        gtp_destroy(gtp);
        assert_int_equal(find_child(0), 0);
    }
}

static bool opens_with(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    char why[200];
    Text message = TEXT_IN(why);
    Gtp *gtp = gtp_create(&memory, "it", FAKE(":"), LONG_MS);
    const bool is_open = gtp && gtp_start(gtp, &message);
    gtp_destroy(gtp);
    return is_open;
}

static void memory_that_is_refused_leaves_nothing_behind(void **state)
{
    (void)state;
    for (unsigned refuse_at = 1; refuse_at < 8; refuse_at++) {
        Miser miser = {.refuse_at = refuse_at, .stays_shut = true};
        const bool is_open = opens_with(&miser);
        assert_int_equal(is_open, miser.asked < refuse_at);
        assert_int_equal(miser.held, 0);
    }
}

// --- Boards --------------------------------------------------------------------------------------

static const PhantomRules rules = {.size = 5, .half_komi = 1, .has = {[PHANTOM_SUPERKO] = true}};
static GoNative native = {.rules = &rules, .playouts = 2};

// White to save or Black to take: c3 hangs.
static GoBoard hanging_board(GoColor to_move)
{
    static const struct {
        const char *at;
        GoColor color;
    } stones[] = {{"c3", GO_WHITE}, {"b3", GO_BLACK}, {"d3", GO_BLACK}, {"c4", GO_BLACK}};
    GoBoard board;
    go_board_init(&board, 9);
    for (unsigned i = 0; i < COUNT_OF(stones); i++)
        go_board_put(&board, stones[i].color, go_point_from_text(slice_of(stones[i].at)));
    board.to_move = (uint8_t)to_move;
    return board;
}

static GtpEvaluator *open_evaluator(const char *command, uint32_t patience_ms)
{
    const GtpEvaluatorPlan plan = {
        .engine = &gtp_engines[0], .command = command, .patience_ms = patience_ms};
    GtpEvaluator *evaluator = gtp_evaluator_create(&memory_heap, &plan);
    assert_non_null(evaluator);
    return evaluator;
}

static bool advised(GtpEvaluator *evaluator, const GoBoard *board, GoAdvice *advice)
{
    static const Budget endless = {0};
    Meter meter = meter_begin(&endless, 0);
    Rng rng = rng_from_seed(1);
    const GoEvaluator interface = gtp_evaluator_adviser(evaluator).evaluator;
    return interface.advise(interface.context, board, &rng, &meter, advice);
}

static void close_evaluator(GtpEvaluator *evaluator)
{
    gtp_evaluator_adviser(evaluator).destroy(evaluator);
    assert_int_equal(find_child(0), 0);
}

static void begin_game(GtpEvaluator *evaluator)
{
    char why[200];
    Text message = TEXT_IN(why);
    if (!gtp_evaluator_adviser(evaluator).begin(evaluator, &native, &message))
        fail_msg("%s", why);
}

static void gnu_go_sees_what_hangs(void **state)
{
    (void)state;
    char memory[PROGRAM_COMMAND_MAX], why[200] = "";
    Text command = TEXT_IN(memory), message = TEXT_IN(why);
    assert_true(program_command("gnugo", gtp_engines[0].arguments, &command, &message));
    GtpEvaluator *evaluator = open_evaluator(memory, LONG_MS);
    begin_game(evaluator);
    for (GoColor color = GO_WHITE; color <= GO_BLACK; color++) {
        const GoBoard board = hanging_board(color);
        GoAdvice advice;
        assert_true(advised(evaluator, &board, &advice));
        assert_true(advice.count > 0);
        assert_true(color == GO_WHITE || advice.points[0] == go_point_from_text(slice_of("c2")));
        assert_true(advice.values[0] == 1);
        assert_true(advice.cpu_us > 0);
        for (uint32_t i = 0; i < advice.count; i++)
            assert_true(advice.values[i] > 0 && advice.values[i] <= 1);
    }
    assert_int_equal(gtp_evaluator_counts(evaluator).valued, 2);
    close_evaluator(evaluator);
}

// What an engine says at top_moves; "=$i" answers the rest.
#define TOP(SAYS) FAKE("case $v in top_moves*) echo \"=$i " SAYS "\";; *) echo =$i;; esac; echo")

static void only_legal_moves_with_values_are_taken(void **state)
{
    (void)state;
    const GoBoard board = hanging_board(GO_BLACK);
    GoAdvice advice;
    GtpEvaluator *evaluator = open_evaluator(TOP("C3 9 C2 4.0  A1 1 E5 0"), LONG_MS);
    begin_game(evaluator);
    assert_true(advised(evaluator, &board, &advice));
    assert_int_equal(advice.count, 2);
    assert_int_equal(advice.points[0], go_point_from_text(slice_of("c2")));
    assert_true(advice.values[0] == 1 && advice.values[1] == 0.25);
    close_evaluator(evaluator);
    evaluator = open_evaluator(TOP(""), LONG_MS);
    begin_game(evaluator);
    assert_true(advised(evaluator, &board, &advice));
    assert_int_equal(advice.count, 0);
    close_evaluator(evaluator);
}

static void an_engine_that_fails_again_and_again_has_failed(void **state)
{
    (void)state;
    static const struct {
        const char *command, *why;
    } cases[] = {{TOP("nonsense"), "gnugo: it names no moves with values"},
                 {TOP("C2"), "gnugo: it names no moves with values"},
                 {FAKE("exit 5"), "gnugo: it exited with status 5"},
                 {FAKE("echo ?$i no; echo"), "gnugo: it refused: no"},
                 {FAKE(":"), "gnugo: it did not answer in time"}};
    const GoBoard board = hanging_board(GO_BLACK);
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char why[200];
        Text message = TEXT_IN(why);
        GoAdvice advice;
        GtpEvaluator *evaluator = open_evaluator(cases[i].command, SHORT_MS);
        const GoAdviser adviser = gtp_evaluator_adviser(evaluator);
        begin_game(evaluator);
        for (unsigned j = 0; j < 4; j++) {
            assert_true(advised(evaluator, &board, &advice)); // natively
            assert_true(advice.count > 10);
            assert_false(adviser.has_failed(evaluator, &message));
        }
        assert_false(advised(evaluator, &board, &advice));
        assert_true(adviser.has_failed(evaluator, &message));
        assert_string_equal(why, cases[i].why);
        assert_false(advised(evaluator, &board, &advice));
        assert_int_equal(gtp_evaluator_counts(evaluator).failed, 5);
        close_evaluator(evaluator);
    }
}

// --- The player ----------------------------------------------------------------------------------

static Player *open_player(const char *string)
{
    char why[200] = "";
    Text message = TEXT_IN(why);
    Player *player = roster_open(&memory_heap, string, &message);
    if (!player)
        fail_msg("%s", why);
    return player;
}

static void tell(Player *const players[2], uint8_t mover, Try own, const Hearing to[2])
{
    for (uint8_t seat = 0; seat < 2; seat++)
        if (to[seat].event)
            assert_int_equal(player_hear(players[seat], seat == mover ? own : TRY_NONE, &to[seat]),
                             PLAYER_OK);
}

// A game of two players, turn by turn.
typedef struct Sitting {
    Player *players[2];
    PhantomRules rules;
    PhantomTruth truth;
} Sitting;

static void open_sitting(Sitting *sitting, const char *white, const char *black, uint8_t size)
{
    Hearing to[2];
    *sitting = (Sitting){.players = {open_player(white), open_player(black)},
                         .rules = {.size = size, .has = {[PHANTOM_SUPERKO] = true}}};
    const Rules *plain = (const Rules *)&sitting->rules;
    phantom_go_game.deal(plain, &sitting->truth, to);
    for (uint8_t seat = 0; seat < 2; seat++) {
        const Seating seating = {.game = &phantom_go_game, .rules = plain, .seat = seat, .seed = 1};
        assert_int_equal(player_sit(sitting->players[seat], &seating), PLAYER_OK);
    }
    tell(sitting->players, 2, TRY_NONE, to);
}

// Whoever is to move tries once; returns how many boards it asked.
static uint32_t step(Sitting *sitting, const Budget *budget)
{
    const uint8_t seat = phantom_go_game.seat_to_move(&sitting->truth);
    Hearing to[2];
    Choice choice;
    assert_int_equal(player_choose(sitting->players[seat], budget, &choice), PLAYER_OK);
    phantom_go_game.judge((const Rules *)&sitting->rules, &sitting->truth, choice.attempt, to);
    tell(sitting->players, seat, choice.attempt, to);
    return choice.boards;
}

static void close_sitting(Sitting *sitting)
{
    player_destroy(sitting->players[0]);
    player_destroy(sitting->players[1]);
    assert_int_equal(find_child(0), 0);
}

static void a_game_goes_on_when_its_engine_is_killed(void **state)
{
    (void)state;
    static Sitting sitting;
    uint32_t boards = 0, kills = 0;
    open_sitting(&sitting, "go-pimc(engine=gnugo,boards=2,playouts=1)", "go-random", 5);
    for (unsigned tries = 0; !sitting.truth.ending; tries++) {
        const int child = find_child(0);
        if (tries % 8 == 0 && child)
            kills += kill(child, SIGKILL) == 0;
        boards += step(&sitting, &(Budget){0});
    }
    assert_true(boards > 10 && kills > 2);
    close_sitting(&sitting);
}

static void a_node_is_a_board_that_the_engine_has_valued(void **state)
{
    (void)state;
    static Sitting sitting;
    open_sitting(&sitting, "go-random", "go-pimc(engine=gnugo)", 5);
    assert_int_equal(step(&sitting, &(Budget){.nodes = 3}), 3);
    close_sitting(&sitting);
}

// A millisecond is less than GNU Go needs for a board with stones on it. Once it has shown that, it is not asked again.
static void time_that_holds_no_board_is_thought_natively(void **state)
{
    (void)state;
    static Sitting sitting;
    const Budget little = {.cpu_ms = 1, .clocks = &clocks};
    uint32_t late = 0;
    open_sitting(&sitting, "go-random", "go-pimc(engine=gnugo)", 9);
    for (unsigned tries = 0; tries < 24; tries++) {
        const uint32_t boards = step(&sitting, &little);
        late += tries < 16 ? 0 : boards;
    }
    assert_int_equal(late, 0);
    assert_false(sitting.truth.ending);
    close_sitting(&sitting);
}

static void an_engine_that_is_not_there_is_said_at_once(void **state)
{
    (void)state;
    char why[200];
    Text message = TEXT_IN(why);
    program_set_path("gnugo", "/nonexistent/engine");
    assert_null(roster_open(&memory_heap, "go-pimc(engine=gnugo)", &message));
    assert_string_equal(
        why, "there is no gnugo at /nonexistent/engine to run; nebel doctor says what to do");
    program_set_path("gnugo", "");
}

static bool advises_with(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    const GtpEvaluatorPlan plan = {.engine = &gtp_engines[0], .command = FAKE(":")};
    GtpEvaluator *evaluator = gtp_evaluator_create(&memory, &plan);
    if (evaluator)
        gtp_evaluator_adviser(evaluator).destroy(evaluator);
    return evaluator;
}

static void an_evaluator_without_memory_says_so(void **state)
{
    (void)state;
    assert_refusals_are_seen(advises_with, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_is_read_as_the_protocol_says),
        cmocka_unit_test(a_number_that_is_too_large_is_a_name),
        cmocka_unit_test(an_answer_is_read_and_written),
        cmocka_unit_test(an_answer_has_no_empty_line_but_its_last),
        cmocka_unit_test(colours_and_vertices_are_read_in_any_case),
        cmocka_unit_test(a_batch_is_answered_by_its_last_answer),
        cmocka_unit_test(a_refused_command_is_said_and_the_engine_stays),
        cmocka_unit_test(an_engine_that_was_killed_is_started_again),
        cmocka_unit_test(the_time_an_engine_takes_is_told),
        cmocka_unit_test(engines_that_misbehave_are_named_and_end),
        cmocka_unit_test(memory_that_is_refused_leaves_nothing_behind),
        cmocka_unit_test(gnu_go_sees_what_hangs),
        cmocka_unit_test(only_legal_moves_with_values_are_taken),
        cmocka_unit_test(an_engine_that_fails_again_and_again_has_failed),
        cmocka_unit_test(a_game_goes_on_when_its_engine_is_killed),
        cmocka_unit_test(a_node_is_a_board_that_the_engine_has_valued),
        cmocka_unit_test(time_that_holds_no_board_is_thought_natively),
        cmocka_unit_test(an_engine_that_is_not_there_is_said_at_once),
        cmocka_unit_test(an_evaluator_without_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
