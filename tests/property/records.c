// Plays random games at a table, writes each as a record, reads it back and plays it again: every byte that
// either seat received must be the same.
//
//     records [--games N] [--go N] [--seed S]  compare, games of Kriegspiel and then of Go
//     records --print N                        write N games on 8x8 as PGN to standard output instead
//
// Games go round all rulesets and boards, those of Go round sizes and switches, with and without clocks, with offers, resignations,
// flags, aborts and nonsense among the tries.
#include "base/rng.h"
#include "formats/records/json.h"
#include "formats/records/pgn.h"
#include "formats/records/sgf.h"
#include "games/core/table_replay.h"
#include "games/core/truth.h"
#include "oracle/go_rules.h"
#include "oracle/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EFFECTS_KEPT = 20000 };

// Everything the seats received in one game.
typedef struct Log {
    uint32_t count;
    TableEffect effects[EFFECTS_KEPT];
} Log;

static void log_effects(Log *log, const TableEffects *effects)
{
    for (uint32_t i = 0; i < effects->count && log->count < EFFECTS_KEPT; i++)
        log->effects[log->count++] = effects->effects[i];
}

static void fail(const char *what, uint64_t game, const char *detail)
{
    printf("game %llu: %s\n%s\n", (unsigned long long)game, what, detail);
    exit(EXIT_FAILURE);
}

// What every game may have, whichever it is.
static void choose_rest(Rng *rng, GameRecord *game)
{
    if (rng_below(rng, 2))
        game->clock = (ClockRule){1000 + rng_below(rng, 200000), rng_below(rng, 3000)};
    snprintf(game->tags.white, sizeof game->tags.white, "A \"quoted\" \\ name] %u",
             rng_below(rng, 9));
}

static void choose_go(Rng *rng, GameRecord *game)
{
    static const uint8_t sizes[] = {5, 6, 7, 9, 13, 19};
    PhantomRules rules = {.size = sizes[rng_below(rng, COUNT_OF(sizes))],
                          .half_komi = (int16_t)((int)rng_below(rng, 40) - 10)};
    for (unsigned i = 0; i < PHANTOM_SWITCH_COUNT; i++)
        rules.has[i] = rng_below(rng, 2);
    draw_handicap(rng, &rules);
    *game = game_record_of(&phantom_go_game, (const Rules *)&rules, (ClockRule){0});
    choose_rest(rng, game);
}

static void choose_game(uint64_t number, Rng *rng, GameRecord *game)
{
    char text[120];
    Text string = TEXT_IN(text);
    *game = (GameRecord){.view = VIEW_UMPIRE};
    const char *rules = rulesets[number % ruleset_count].name;
    const Board *board = &chess_boards[number / ruleset_count % chess_board_count];
    if (rng_below(rng, 8) == 0)
        text_format(&string,
                    "kriegspiel(rules=%s,fen=r3k2r/1P5p/8/3pP3/8/8/p6P/R3K2R_w_KQkq_d6_3_9)",
                    rules);
    else
        text_format(&string, "kriegspiel(rules=%s,board=%s)", rules, board->name);
    if (!game_record_read_rules(game, text))
        fail("cannot be chosen", number, text);
    choose_rest(rng, game);
}

// The tries of the seat to move. Of Go all points and now and then a pass; what is not possible there is refused.
static uint32_t list_tries(const GameRecord *game, Rng *rng, const Table *table, Try *tries)
{
    uint32_t count = 0;
    if (game->game != &phantom_go_game)
        return umpire_tries(table_truth(table), tries);
    for (unsigned row = 0; row < sgf_rules(game)->size; row++)
        for (unsigned column = 0; column < sgf_rules(game)->size; column++)
            tries[count++] = (Try)(go_spot(go_point(column, row)) + 1);
    if (rng_below(rng, 8) == 0)
        tries[count++] = PHANTOM_PASS;
    return count;
}

static TableEvent random_event(const GameRecord *game, Rng *rng, const Table *table,
                               uint64_t now_ms)
{
    Try tries[TRIES_MAX];
    const uint32_t count = list_tries(game, rng, table, tries);
    TableEvent event = {.kind = EVENT_TRY,
                        .seat = table_seat_to_move(table),
                        .attempt = tries[rng_below(rng, count)],
                        .at_ms = now_ms + rng_below(rng, 900)};
    if (rng_below(rng, 20) == 0)
        event.attempt = (Try)rng_next(rng);
    if (rng_below(rng, 25) == 0) {
        static const uint8_t kinds[] = {EVENT_OFFER,  EVENT_OFFER, EVENT_DECLINE,
                                        EVENT_ACCEPT, EVENT_TIME,  EVENT_TRY};
        event.kind = kinds[rng_below(rng, COUNT_OF(kinds))];
        event.seat = (uint8_t)rng_below(rng, 2);
    }
    if (rng_below(rng, 2000) == 0)
        event.kind = rng_below(rng, 4) ? EVENT_RESIGN : EVENT_ABORT;
    return event;
}

// A new table for a game; the log begins with what the seats hear as it opens.
static Table *open_table(uint64_t number, const GameRecord *game, Log *log)
{
    TableEffects effects;
    Table *table =
        table_create(&memory_heap, game->game, game_record_rules(game), game->clock, 0, &effects);
    if (!table)
        fail("no memory", number, "");
    log->count = 0;
    log_effects(log, &effects);
    return table;
}

// Plays a game by chance; its record goes into `game`.
static void play(uint64_t number, Rng *rng, GameRecord *game, Log *log)
{
    Table *table = open_table(number, game, log);
    uint64_t now_ms = 0;
    for (unsigned steps = 0; !table_is_over(table) && steps < 3000; steps++) {
        const TableEvent event = random_event(game, rng, table, now_ms);
        TableEffects effects;
        if (table_step(table, &event, &effects) != TABLE_OK)
            continue;
        if (effects.count)
            now_ms = event.at_ms;
        log_effects(log, &effects);
    }
    const Entries *record = table_record(table);
    for (uint32_t i = 0; i < record->count; i++)
        if (!entries_add(&game->entries, &memory_heap, record->list[i]))
            fail("no memory", number, "");
    table_destroy(table);
}

static void replay(uint64_t number, const GameRecord *game, Log *log)
{
    Table *table = open_table(number, game, log);
    uint64_t now_ms = 0;
    for (uint32_t i = 0; i < game->entries.count; i++) {
        const Entry *entry = &game->entries.list[i];
        TableEffects effects;
        now_ms += (uint64_t)entry->delay_ms;
        const TableEvent event = {entry->kind, entry->seat, entry->attempt, now_ms};
        const TableError error = table_step(table, &event, &effects);
        if (error)
            fail("cannot be replayed", number, table_error_text(error));
        log_effects(log, &effects);
    }
    table_destroy(table);
}

static void assert_sounds_alike(uint64_t number, const Log *played, const Log *replayed)
{
    if (played->count != replayed->count ||
        memcmp(played->effects, replayed->effects, played->count * sizeof(TableEffect)) != 0)
        fail("sounds otherwise when it is replayed", number, "");
}

// Out as PGN and back; the text must be the same the second time too.
static void through_pgn(uint64_t number, const GameRecord *game, GameRecord *again)
{
    Text text = text_growing(&memory_heap), second = text_growing(&memory_heap);
    pgn_write(game, &text);
    Slice rest = slice_of(text.start);
    const PgnError error = pgn_read(&rest, &memory_heap, again);
    if (error || rest.length)
        fail(error ? pgn_error_text(error) : "text is left over", number, rest.start);
    pgn_write(again, &second);
    if (strcmp(text.start, second.start) != 0)
        fail("is written otherwise the second time", number, second.start);
    text_done(&text);
    text_done(&second);
}

// The same as SGF, which leaves the line's end behind.
static void through_sgf(uint64_t number, const GameRecord *game, GameRecord *again)
{
    Text text = text_growing(&memory_heap), second = text_growing(&memory_heap);
    sgf_write(game, &text);
    Slice rest = slice_of(text.start);
    const SgfError error = sgf_read(&rest, &memory_heap, again);
    if (error || rest.length > 1)
        fail(error ? sgf_error_text(error) : "text is left over", number, rest.start);
    sgf_write(again, &second);
    if (strcmp(text.start, second.start) != 0)
        fail("is written otherwise the second time", number, second.start);
    text_done(&text);
    text_done(&second);
}

// Out and back as people keep it.
static void through_text(uint64_t number, const GameRecord *game, GameRecord *again)
{
    (game->game == &phantom_go_game ? through_sgf : through_pgn)(number, game, again);
}

// Out as JSON and back.
static void through_json(uint64_t number, const GameRecord *game, GameRecord *again)
{
    Text text = text_growing(&memory_heap), second = text_growing(&memory_heap);
    if (!game_record_to_json(game, &text))
        fail("cannot be written as JSON", number, text.start);
    const JsonError error = game_record_from_json(slice_of(text.start), &memory_heap, again);
    if (error)
        fail(json_error_text(error), number, text.start);
    if (!game_record_to_json(again, &second) || strcmp(text.start, second.start) != 0)
        fail("is written otherwise the second time", number, second.start);
    text_done(&text);
    text_done(&second);
}

static void assert_same_log(uint64_t number, const SeatLog *a, const SeatLog *b)
{
    if (a->count != b->count || memcmp(a->list, b->list, a->count * sizeof(Heard)) != 0)
        fail("a seat's record does not read back", number, "");
}

// A seat's own record, out and back: what it heard must be the same bytes, and what was sent to it.
static void check_seat(uint64_t number, const GameRecord *game, uint8_t seat, const Log *log)
{
    GameRecord own = *game, again;
    own.view = seat;
    own.entries = (Entries){0};
    if (table_replay(&memory_heap, game->game, game_record_rules(game), game->clock, &game->entries,
                     seat, &own.heard) != TABLE_OK)
        fail("cannot be replayed for a seat", number, "");
    uint32_t received = 0;
    for (uint32_t i = 0; i < log->count; i++) {
        if (log->effects[i].seat != seat)
            continue;
        if (received >= own.heard.count ||
            memcmp(&own.heard.list[received++].hearing, &log->effects[i].hearing, sizeof(Hearing)))
            fail("a seat's log is not what was sent to it", number, "");
    }
    if (received != own.heard.count)
        fail("a seat's log holds more than was sent to it", number, "");
    through_text(number, &own, &again);
    assert_same_log(number, &again.heard, &own.heard);
    game_record_done(&again, &memory_heap);
    through_json(number, &own, &again);
    assert_same_log(number, &again.heard, &own.heard);
    game_record_done(&again, &memory_heap);
    game_record_done(&own, &memory_heap);
}

static void print_games(uint64_t games, Rng *rng, Log *log)
{
    for (uint64_t number = 0; number < games; number++) {
        GameRecord game;
        Text text = text_growing(&memory_heap);
        choose_game(number % ruleset_count, rng, &game); // the first board is 8x8
        play(number, rng, &game, log);
        pgn_write(&game, &text);
        fputs(text.start, stdout);
        text_done(&text);
        game_record_done(&game, &memory_heap);
    }
}

int main(int count, char **words)
{
    static Log played, replayed;
    const uint64_t games = number_option(count, words, "--games", 500);
    const uint64_t all = games + number_option(count, words, "--go", games / 4);
    Rng rng = rng_from_seed(number_option(count, words, "--seed", 1));
    uint64_t effects = 0;
    const uint64_t printed = number_option(count, words, "--print", 0);
    if (printed) {
        print_games(printed, &rng, &played);
        return EXIT_SUCCESS;
    }
    for (uint64_t number = 0; number < all; number++) {
        GameRecord game, again;
        if (number < games)
            choose_game(number, &rng, &game);
        else
            choose_go(&rng, &game);
        play(number, &rng, &game, &played);
        through_text(number, &game, &again);
        replay(number, &again, &replayed);
        assert_sounds_alike(number, &played, &replayed);
        game_record_done(&again, &memory_heap);
        through_json(number, &game, &again);
        replay(number, &again, &replayed);
        assert_sounds_alike(number, &played, &replayed);
        check_seat(number, &game, 0, &played);
        check_seat(number, &game, 1, &played);
        effects += played.count;
        game_record_done(&game, &memory_heap);
        game_record_done(&again, &memory_heap);
    }
    printf("%llu games, %llu effects, 0 differences\n", (unsigned long long)all,
           (unsigned long long)effects);
    return EXIT_SUCCESS;
}
