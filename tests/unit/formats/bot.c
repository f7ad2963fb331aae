// The lines of the bot protocol, in both directions, and the page that is their law.
#include "formats/protocol/bot.h"
#include "games/kriegspiel/kriegspiel.h"
#include "unit/read_game.h"

#include <stdio.h>
#include <string.h>

static KriegspielRules rules_of(const char *string)
{
    KriegspielRules rules;
    read_game(string, &rules);
    return rules;
}

// --- Orders --------------------------------------------------------------------------------------

static void every_order_comes_back_as_it_was(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "nebel 1",
        "setoption name k value 3",
        "newgame kriegspiel(rules=icc,board=8x8) seat white seed 7",
        "newgame chess(board=8x8) seat black seed 18446744073709551615 clock 180000+2000",
        "newgame chess seat black seed 0 start 4k3/8/8/8/8/8/8/4K3_w_-_-_0_1",
        "newgame go seat white seed 1 clock 1+0 start 4k3_w",
        "opening e2e4",
        "hear moved capture pawn d5 check file tries 2",
        "tries e2e4 e2e3 any?",
        "go",
        "go wtime 180000 btime 180000",
        "go wtime 0 btime 5 winc 1 binc 2 movetime 3 cpu 4 nodes 5",
        "go nodes 18446744073709551615",
        "stop",
        "ping",
        "quit",
    };
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        BotOrder order;
        char memory[BOT_ORDER_MAX];
        Text text = TEXT_IN(memory);
        assert_int_equal(bot_order_read(slice_of(lines[i]), &order), BOT_OK);
        bot_order_write(&order, &text);
        assert_int_equal(text.start[text.length - 1], '\n');
        text.start[text.length - 1] = '\0';
        assert_string_equal(text.start, lines[i]);
    }
}

static void a_wrong_order_is_refused_and_touches_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        BotError error;
    } wrong[] = {
        {"", BOT_ERR_VERB},
        {"Go", BOT_ERR_VERB},
        {"try e2e4", BOT_ERR_VERB}, // the other direction
        {"nebel", BOT_ERR_ARGUMENTS},
        {"nebel one", BOT_ERR_ARGUMENTS},
        {"setoption name k", BOT_ERR_ARGUMENTS},
        {"setoption name k value two words", BOT_ERR_ARGUMENTS},
        {"newgame chess seat red seed 1", BOT_ERR_ARGUMENTS},
        {"newgame chess seat white", BOT_ERR_ARGUMENTS},
        {"newgame chess seed 1 seat white", BOT_ERR_ARGUMENTS},
        {"newgame chess seat white seed 1 clock 0+0", BOT_ERR_ARGUMENTS},
        {"newgame chess seat white seed 1 clock 5", BOT_ERR_ARGUMENTS},
        {"newgame chess seat white seed 1 more", BOT_ERR_ARGUMENTS},
        {"opening", BOT_ERR_ARGUMENTS},
        {"opening e2e4 e7e5", BOT_ERR_ARGUMENTS},
        {"hear", BOT_ERR_ARGUMENTS},
        {"go wtime 5", BOT_ERR_ARGUMENTS},
        {"go btime 5", BOT_ERR_ARGUMENTS},
        {"go movetime soon", BOT_ERR_ARGUMENTS},
        {"go nodes 18446744073709551616", BOT_ERR_ARGUMENTS},
        {"stop now", BOT_ERR_ARGUMENTS},
    };
    for (unsigned i = 0; i < COUNT_OF(wrong); i++) {
        BotOrder order = {.version = 77};
        assert_int_equal(bot_order_read(slice_of(wrong[i].line), &order), wrong[i].error);
        assert_int_equal(order.version, 77);
        assert_true(bot_error_text(wrong[i].error)[0]);
    }
}

static void a_line_with_a_nul_is_no_line(void **state)
{
    (void)state;
    BotOrder order;
    BotSaid said;
    assert_int_equal(bot_order_read((Slice){"hear a\0b", 8}, &order), BOT_ERR_NUL);
    assert_int_equal(bot_said_read((Slice){"try a\0b", 7}, &said), BOT_ERR_NUL);
}

static void a_game_is_announced_with_its_first_position(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("kriegspiel(rules=rand,board=losalamos6x6)");
    char memory[BOT_ORDER_MAX];
    Text text = TEXT_IN(memory);
    bot_write_newgame(&kriegspiel_game, (const Rules *)&rules, 1, 9, (ClockRule){1000, 10}, &text);
    assert_string_equal(memory,
                        "newgame kriegspiel(rules=rand,board=losalamos6x6) seat black seed 9 "
                        "clock 1000+10 start rnqknr/pppppp/6/6/PPPPPP/RNQKNR_w_-_-_0_1\n");
}

static void the_longest_list_of_tries_fits_a_line(void **state)
{
    (void)state;
    static Try tries[TRIES_MAX];
    static char memory[BOT_ORDER_MAX];
    Text text = TEXT_IN(memory);
    for (unsigned i = 0; i < TRIES_MAX; i++)
        tries[i] = try_from_text(slice_of("a7b8q"));
    bot_write_tries(&kriegspiel_game, tries, TRIES_MAX, &text);
    assert_false(text.cut);
}

// --- What a bot says -----------------------------------------------------------------------------

static void every_word_of_a_bot_comes_back_as_it_was(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "id name My Bot 0.3",
        "option name k type number default 3 min 1 max 20",
        "option name vote type choice default mean var mean var vote",
        "option name loud type switch default 0",
        "want tries",
        "ready",
        "refuse this game is not played here",
        "pong",
        "info",
        "info nodes 51200 value 0.1200 text trying the b-file",
        "info value 1.0000",
        "try e2e4",
        "try any?",
        "ask any",
        "draw",
        "accept",
        "decline",
        "resign",
    };
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        BotSaid said;
        char memory[BOT_SAID_MAX];
        Text text = TEXT_IN(memory);
        assert_int_equal(bot_said_read(slice_of(lines[i]), &said), BOT_OK);
        bot_said_write(&said, &text);
        text.start[text.length - 1] = '\0';
        assert_string_equal(text.start, lines[i]);
    }
}

static void a_wrong_word_of_a_bot_is_refused_and_touches_nothing(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "e2e4",
        "go",
        "try",
        "try e2e4 e7e5",
        "ask",
        "ask all",
        "draw please",
        "id",
        "id name",
        "option k",
        "option name k type spin default 3",
        "option name k type number",
        "want everything",
        "info value 7",
        "info value -1",
        "info value 0x1",
        "info value .",
        "info nodes many",
        "info text",
        "info depth 3",
        "refuse",
    };
    for (unsigned i = 0; i < COUNT_OF(wrong); i++) {
        BotSaid said = {.info.nodes = 77};
        assert_int_not_equal(bot_said_read(slice_of(wrong[i]), &said), BOT_OK);
        assert_int_equal(said.info.nodes, 77);
    }
}

static void actions_are_told_from_other_words(void **state)
{
    (void)state;
    assert_false(bot_is_action(BOT_INFO) || bot_is_action(BOT_PONG) || bot_is_action(BOT_REFUSE));
    assert_true(bot_is_action(BOT_TRY) && bot_is_action(BOT_ASK) && bot_is_action(BOT_RESIGN));
}

// --- The page ------------------------------------------------------------------------------------

static Text read_page(void)
{
    FILE *file = fopen(PROTOCOL_PAGE, "rb");
    assert_non_null(file);
    Text text = text_growing(&memory_heap);
    for (int c = fgetc(file); c != EOF; c = fgetc(file))
        text_add_char(&text, (char)c);
    fclose(file);
    return text;
}

static void expect_rows(const char *page, const BotVerb *verbs, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char row[512];
        snprintf(row, sizeof row, "| `%s%s%s` | %s |\n", verbs[i].name,
                 *verbs[i].arguments ? " " : "", verbs[i].arguments, verbs[i].help);
        const char *found = strstr(page, row);
        if (!found)
            fail_msg("the page has no row %s", row);
    }
}

static void the_page_has_every_verb(void **state)
{
    (void)state;
    Text page = read_page();
    expect_rows(page.start, bot_orders, BOT_ORDER_COUNT);
    expect_rows(page.start, bot_said, BOT_SAID_COUNT);
    text_done(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_comes_back_as_it_was),
        cmocka_unit_test(a_wrong_order_is_refused_and_touches_nothing),
        cmocka_unit_test(a_line_with_a_nul_is_no_line),
        cmocka_unit_test(a_game_is_announced_with_its_first_position),
        cmocka_unit_test(the_longest_list_of_tries_fits_a_line),
        cmocka_unit_test(every_word_of_a_bot_comes_back_as_it_was),
        cmocka_unit_test(a_wrong_word_of_a_bot_is_refused_and_touches_nothing),
        cmocka_unit_test(actions_are_told_from_other_words),
        cmocka_unit_test(the_page_has_every_verb),
    };
    return cmocka_run_group_tests_name("bot", tests, NULL, NULL);
}
