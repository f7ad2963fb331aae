// A third game goes where the others go: matches, records, replays, what a seat is shown, and the bot protocol. Nothing
// outside tests/ knows of it: the list of games below takes the place of the program's. The pool and the search have it
// in unit/engine/belief.c and unit/engine/ismcts.c.
#include "engine/core/player.h"
#include "engine/external/speak.h"
#include "formats/draw/log.h"
#include "formats/protocol/bot.h"
#include "formats/records/format.h"
#include "games/core/table_replay.h"
#include "games/registry/games.h"
#include "lab/match/pair.h"
#include "tictactoe.h"
#include "ui/play/replay_words.h"
#include "unit/check.h"

#include <string.h>

enum { PAIRS = 20, TEXT_MAX = 8192 };

const Game *const game_list[] = {&tictactoe_game, NULL};

static const Game *open_rules(AnyRules *rules)
{
    char why[200];
    Text message = TEXT_IN(why);
    const Game *game = game_read("tictactoe(first=1)", rules, &message);
    if (!game)
        fail_msg("%s", why);
    return game;
}

// --- A match -----------------------------------------------------------------------------------

static void check_seat(const GameRecord *record, uint8_t seat)
{
    GameRecord seen = *record, again;
    SeatLog heard = {0};
    Text text = text_growing(&memory_heap), second = text_growing(&memory_heap);
    assert_int_equal(table_replay(&memory_heap, record->game, game_record_rules(record),
                                  record->clock, &record->entries, seat, &heard),
                     TABLE_OK);
    game_record_cut(&seen, seat, &heard);
    assert_true(game_record_can_be_heard(&seen));
    assert_true(record_format_of(seen.game)->write(&seen, &text));
    Slice rest = {text.start, text.length};
    assert_null(record_format_sniff(rest)->read(&rest, &memory_heap, &again));
    assert_int_equal(again.view, seat);
    assert_string_equal(game_record_result(&again), game_record_result(record));
    view_seat_replay(again.game, game_record_rules(&again), seat, &again.heard, &second);
    assert_true(second.length > 0);
    game_record_done(&again, &memory_heap);
    seat_log_done(&heard, &memory_heap);
    text_done(&second);
    text_done(&text);
}

// A game of a match, as it is kept and read: it plays again to the result it claims.
static void check_game(Slice *rest, const GameResult *result)
{
    GameRecord record;
    Text lines = text_growing(&memory_heap);
    Replay replay;
    assert_ptr_equal(record_format_sniff(*rest), &record_formats[FORMAT_JSON]);
    assert_null(record_format_sniff(*rest)->read(rest, &memory_heap, &record));
    assert_ptr_equal(record.game, &tictactoe_game);
    game_record_replay(&record, &replay);
    event_words_add_lines(&replay, &lines);
    assert_true(replay.outcome.is_over);
    assert_int_equal(replay.outcome.winner, result->winner);
    assert_int_equal(replay.outcome.ending, result->ending);
    assert_true(lines.length > 0);
    for (uint8_t seat = 0; seat < 2; seat++)
        check_seat(&record, seat);
    game_record_done(&record, &memory_heap);
    text_done(&lines);
}

static void a_match_is_played_kept_and_read(void **state)
{
    (void)state;
    AnyRules rules;
    char why[200];
    Text message = TEXT_IN(why);
    const Plan plan = {.player_count = 2,
                       .players = {"random", "random"},
                       .game = open_rules(&rules),
                       .rules = (const Rules *)&rules,
                       .seed = 3,
                       .rounds = PAIRS,
                       .limits.tries.nodes = 1};
    PairPlayer *pairs = pair_player_create(&memory_heap, &plan, NULL, &message);
    if (!pairs)
        fail_msg("%s", why);
    for (uint64_t number = 0; number < PAIRS; number++) {
        Text line = text_growing(&memory_heap), text = text_growing(&memory_heap);
        PairResult result, again;
        assert_true(pair_player_play(pairs, number, &line, &result));
        assert_true(pair_from_line(&plan, result.line, &again));
        assert_true(pair_to_pgn(&plan, &again, &memory_heap, &text));
        Slice rest = {text.start, text.length};
        for (unsigned game = 0; game < 2; game++)
            check_game(&rest, &again.games[game]);
        assert_int_equal(rest.length, 0);
        text_done(&text);
        text_done(&line);
    }
    pair_player_destroy(pairs);
}

// --- The bot protocol --------------------------------------------------------------------------

// Sends all lines of a text to a speaker and forgets them.
static void send_lines(Speaker *speaker, Text *lines, Text *answer)
{
    Slice rest = {lines->start, lines->length};
    while (rest.length)
        assert_true(speaker_take(speaker, slice_take(&rest, "\n"), answer));
    lines->length = 0;
}

// What the speaker answers to `go`, which must be a try.
static Try ask(Speaker *speaker, Text *lines)
{
    char memory[TEXT_MAX];
    Text answer = TEXT_IN(memory);
    BotSaid said;
    bot_order_write(&(BotOrder){.kind = BOT_GO, .go = {.nodes = 1}}, lines);
    send_lines(speaker, lines, &answer);
    Slice rest = slice_of(memory);
    do // what it has to tell of its thoughts comes first
        assert_int_equal(bot_said_read(slice_take(&rest, "\n"), &said), BOT_OK);
    while (said.kind == BOT_INFO);
    assert_int_equal(said.kind, BOT_TRY);
    return tictactoe_game.try_from_text(said.text);
}

static void a_bot_plays_a_whole_game_through_the_protocol(void **state)
{
    (void)state;
    AnyRules any;
    const Game *game = open_rules(&any);
    const Rules *rules = (const Rules *)&any;
    char memory[2][TEXT_MAX];
    Text lines[2] = {TEXT_IN(memory[0]), TEXT_IN(memory[1])};
    Player *players[2];
    Speaker speakers[2];
    AnyTruth truth;
    Hearing to[2];
    game->deal(rules, &truth, to);
    for (uint8_t seat = 0; seat < 2; seat++) {
        players[seat] = player_create(&memory_heap, &random_player, &(OptionValues){{0}});
        speaker_init(&speakers[seat], players[seat], "it", NULL, NULL);
        bot_write_newgame(game, rules, seat, seat + 1u, (ClockRule){0}, &lines[seat]);
        bot_write_hear(&to[seat], seat, &lines[seat]);
    }
    for (unsigned i = 0; i < 100 && !to[0].ending; i++) {
        const uint8_t mover = game->seat_to_move(&truth);
        game->judge(rules, &truth, ask(&speakers[mover], &lines[mover]), to);
        for (uint8_t seat = 0; seat < 2; seat++)
            if (to[seat].event != HEARD_NOTHING)
                bot_write_hear(&to[seat], seat, &lines[seat]);
    }
    assert_true(to[0].ending);
    for (uint8_t seat = 0; seat < 2; seat++)
        player_destroy(players[seat]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_is_played_kept_and_read),
        cmocka_unit_test(a_bot_plays_a_whole_game_through_the_protocol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
