// A table that comes back: cut at every entry, the rebuilt table is equal to the lost one in its state, its clocks and its
// sequence numbers, and says the same from there on; and what a seat missed is told again to the byte.
#include "base/rng.h"
#include "games/core/internal.h"
#include "games/core/table_replay.h"
#include "games/kriegspiel/ruleset.h"
#include "games/registry/games.h"
#include "unit/check.h"
#include "unit/miser.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 160, EFFECTS_MAX = 2 * STEPS_MAX + 2 };

// Memory that is zeroed, so that what a table never writes is equal too.
static void *clean_resize(void *context, void *block, size_t bytes)
{
    (void)context;
    if (block || !bytes)
        return memory_heap.resize(NULL, block, bytes);
    return calloc(1, bytes);
}

static const Memory clean_memory = {clean_resize, NULL};

// A game in play, as it stood after each entry.
typedef struct Played {
    const Game *game;
    AnyRules rules;
    ClockRule clock;
    uint64_t began_ms;
    Table *table;
    unsigned char *snapshots[STEPS_MAX + 1]; // the bytes of the table after so many entries
    TableTold told[EFFECTS_MAX];
    uint32_t told_count;
    uint32_t told_before[STEPS_MAX + 1]; // how many effects there were by then
} Played;

static unsigned char *copy_bytes(const Table *table)
{
    const size_t bytes = table_bytes(table->game);
    Table *copy = malloc(bytes);
    assert_non_null(copy);
    memcpy(copy, table, bytes);
    copy->record = (Entries){.count = table->record.count}; // where it lies is its own
    return (unsigned char *)copy;
}

static void note_effects(Played *played, const TableEvent *event, const TableEffects *effects)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        assert_true(played->told_count < EFFECTS_MAX);
        TableTold *told = &played->told[played->told_count++];
        memset(told, 0, sizeof *told);
        *told = event ? table_told(&effects->effects[i], event->seat, event->attempt, event->ref)
                      : table_told(&effects->effects[i], NOBODY, TRY_NONE, 0);
    }
}

static void note_state(Played *played)
{
    const uint32_t count = played->table->record.count;
    played->snapshots[count] = copy_bytes(played->table);
    played->told_before[count] = played->told_count;
}

// Anything that a seat or the keeper may send; mostly tries of the seat to move, by its own list and now and then nonsense.
static TableEvent draw_event(const Played *played, AnyView views[2], Rng *rng, uint64_t now_ms,
                             uint32_t ref)
{
    static const uint8_t kinds[] = {EVENT_OFFER,  EVENT_OFFER, EVENT_DECLINE,
                                    EVENT_ACCEPT, EVENT_TIME,  EVENT_TRY};
    static Try tries[1024];
    TableEvent event = {.kind = EVENT_TRY,
                        .seat = table_seat_to_move(played->table),
                        .at_ms = now_ms + rng_below(rng, 700),
                        .ref = ref};
    const Rules *rules = (const Rules *)&played->rules;
    const uint32_t count = played->game->tries(rules, &views[event.seat], tries);
    event.attempt = rng_below(rng, 20) ? tries[rng_below(rng, count)] : (Try)rng_next(rng);
    if (rng_below(rng, 10) == 0) {
        event.kind = kinds[rng_below(rng, COUNT_OF(kinds))];
        event.seat = (uint8_t)rng_below(rng, 2);
    }
    if (rng_below(rng, 400) == 0)
        event.kind = (uint8_t)(rng_below(rng, 2) ? EVENT_RESIGN : EVENT_ABORT);
    return event;
}

static void hear(const Played *played, AnyView views[2], const TableEvent *event,
                 const TableEffects *effects)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        const Try own =
            hearing_own(&effect->hearing, effect->seat, event ? event->attempt : TRY_NONE);
        played->game->hear((const Rules *)&played->rules, &views[effect->seat], own,
                           &effect->hearing);
    }
}

static void play(Played *played, Rng *rng)
{
    AnyView views[2];
    TableEffects effects;
    const Rules *rules = (const Rules *)&played->rules;
    uint64_t now_ms = played->began_ms;
    played->table =
        table_create(&clean_memory, played->game, rules, played->clock, now_ms, &effects);
    assert_non_null(played->table);
    for (uint8_t seat = 0; seat < 2; seat++)
        played->game->sit(rules, seat, &views[seat]);
    note_effects(played, NULL, &effects);
    hear(played, views, NULL, &effects);
    note_state(played);
    for (uint32_t ref = 1; !table_is_over(played->table) && ref <= 3 * STEPS_MAX &&
                           played->table->record.count < STEPS_MAX;
         ref++) {
        const TableEvent event = draw_event(played, views, rng, now_ms, ref);
        if (table_step(played->table, &event, &effects) != TABLE_OK || !effects.count)
            continue;
        now_ms = event.at_ms;
        note_effects(played, &event, &effects);
        hear(played, views, &event, &effects);
        note_state(played);
    }
}

// What the visitor of a table that comes back is told, against what was told while it was played.
typedef struct Listener {
    const Played *played;
    uint32_t next;
} Listener;

static void compare_told(Listener *listener, const TableTold *told)
{
    while (listener->next < listener->played->told_count &&
           listener->played->told[listener->next].effect.seat != told->effect.seat)
        listener->next++;
    assert_true(listener->next < listener->played->told_count);
    const TableTold *before = &listener->played->told[listener->next++];
    assert_memory_equal(&told->effect, &before->effect, sizeof told->effect);
    assert_int_equal(told->own, before->own);
    assert_int_equal(told->ref, before->ref);
}

// The number of effects of a seat among the first `count`.
static uint32_t count_told(const Played *played, uint8_t seat, uint32_t count)
{
    uint32_t own = 0;
    for (uint32_t i = 0; i < count; i++)
        own += played->told[i].effect.seat == seat;
    return own;
}

static void assert_told_since(const Played *played, const Table *table, uint32_t cut, Rng *rng)
{
    for (uint8_t seat = 0; seat < 2; seat++) {
        const uint32_t last = count_told(played, seat, played->told_before[cut]);
        assert_int_equal(table_sequence(table, seat), last);
        const uint32_t since = rng_below(rng, last + 1);
        Listener listener = {.played = played};
        for (uint32_t heard = 0; heard < since; listener.next++)
            heard += played->told[listener.next].effect.seat == seat;
        TableReader *reader = table_reader_create(table, seat, since);
        assert_non_null(reader);
        for (TableTold told; table_reader_next(reader, table, &told);)
            compare_told(&listener, &told);
        assert_int_equal(table_reader_sequence(reader), last);
        table_reader_destroy(reader);
        assert_int_equal(count_told(played, seat, listener.next),
                         since == last ? since : last); // all of it, and nothing more
    }
}

// The rest of the game at the rebuilt table, against what was told at the lost one.
static void assert_goes_on(const Played *played, Table *table, uint32_t cut)
{
    const Entries *record = &played->table->record;
    uint64_t now_ms = table->now_ms;
    uint32_t next = played->told_before[cut];
    for (uint32_t i = cut; i < record->count; i++) {
        const Entry *entry = &record->list[i];
        TableEffects effects;
        now_ms += (uint64_t)entry->delay_ms;
        const TableEvent event = {entry->kind, entry->seat, entry->attempt, now_ms, entry->ref};
        assert_int_equal(table_step(table, &event, &effects), TABLE_OK);
        for (uint32_t k = 0; k < effects.count; k++)
            assert_memory_equal(&effects.effects[k], &played->told[next++].effect,
                                sizeof effects.effects[k]);
        assert_int_equal(next, played->told_before[i + 1]);
    }
    const unsigned char *end = played->snapshots[record->count];
    unsigned char *bytes = copy_bytes(table);
    assert_memory_equal(bytes, end, table_bytes(played->game));
    free(bytes);
}

static void cut_everywhere(Played *played, Rng *rng)
{
    const Entries *record = &played->table->record;
    for (uint32_t cut = 0; cut <= record->count; cut++) {
        const Entries entries = {.list = record->list, .count = cut};
        Table *again = NULL;
        assert_int_equal(table_restore(&clean_memory, played->game, (const Rules *)&played->rules,
                                       played->clock, played->began_ms, &entries, NULL, &again),
                         TABLE_OK);
        unsigned char *bytes = copy_bytes(again);
        assert_memory_equal(bytes, played->snapshots[cut], table_bytes(played->game));
        free(bytes);
        assert_told_since(played, again, cut, rng);
        assert_goes_on(played, again, cut);
        table_destroy(again);
    }
}

static uint32_t play_and_cut(const char *game_string, unsigned number)
{
    static Played played;
    char why[GAME_TEXT_MAX];
    Text message = TEXT_IN(why);
    Rng rng = rng_from_seed(number);
    played = (Played){.clock = {number % 3 ? 5000 + rng_below(&rng, 20000) : 0, number % 200},
                      .began_ms = number % 2 ? 0 : rng_below(&rng, 100000)};
    played.game = game_read(game_string, &played.rules, &message);
    if (!played.game)
        fail_msg("%s", why);
    play(&played, &rng);
    cut_everywhere(&played, &rng);
    const uint32_t entries = played.table->record.count;
    for (uint32_t i = 0; i <= entries; i++)
        free(played.snapshots[i]);
    table_destroy(played.table);
    return entries;
}

static void a_table_of_kriegspiel_comes_back_after_every_entry(void **state)
{
    (void)state;
    static const char *const boards[] = {"8x8", "4x4", "losalamos6x6", "5x8"};
    unsigned number = 0;
    uint32_t entries = 0;
    for (unsigned i = 0; i < ruleset_count; i++)
        for (unsigned k = 0; k < COUNT_OF(boards); k++) {
            char memory[100];
            Text text = TEXT_IN(memory);
            text_format(&text, "kriegspiel(rules=%s,board=%s)", rulesets[i].name, boards[k]);
            entries += play_and_cut(memory, number++);
        }
    assert_true(entries > ruleset_count * COUNT_OF(boards) * 40);
}

static void a_table_of_other_games_comes_back_after_every_entry(void **state)
{
    (void)state;
    static const char *const games[] = {
        "chess", "phantom-go(size=5)", "phantom-go(size=7,black=d4,superko=no)",
        "phantom-go(size=9,tries_heard=yes)", "phantom-go(size=19)"};
    for (unsigned i = 0; i < COUNT_OF(games); i++)
        assert_true(play_and_cut(games[i], 100 + i) > 5);
}

// A game of 16 moves of each side and some 8,000 tries, of which nearly all are refused: five before each move of White's, 500 before each of
// Black's.
enum { LONG_TURNS = 32, LONG_ENTRIES = LONG_TURNS / 2 * (6 + 501) };

typedef struct LongGame {
    AnyRules rules;
    Table *table;
    TableTold *told[2]; // by number, from 1 on
} LongGame;

static void play_long(LongGame *game, uint8_t seat, Try attempt, uint32_t ref)
{
    TableEffects effects;
    const TableEvent event = {EVENT_TRY, seat, attempt, 10 * (uint64_t)ref, ref};
    assert_int_equal(table_step(game->table, &event, &effects), TABLE_OK);
    assert_true(effects.count > 0);
    for (uint32_t i = 0; i < effects.count; i++) {
        const TableEffect *effect = &effects.effects[i];
        game->told[effect->seat][effect->sequence] =
            table_told(effect, event.seat, event.attempt, event.ref);
    }
}

static void make_long(LongGame *game, const Memory *memory)
{
    char why[GAME_TEXT_MAX];
    Text message = TEXT_IN(why);
    TableEffects effects;
    *game = (LongGame){0};
    const Game *kind = game_read("kriegspiel(rules=icc)", &game->rules, &message);
    assert_non_null(kind);
    game->table =
        table_create(memory, kind, (const Rules *)&game->rules, (ClockRule){0}, 0, &effects);
    for (unsigned seat = 0; seat < 2; seat++) {
        game->told[seat] = calloc(LONG_ENTRIES + 8, sizeof *game->told[seat]);
        game->told[seat][1] = table_told(&effects.effects[seat], NOBODY, TRY_NONE, 0);
    }
    const Try refused = kind->try_from_text(slice_of("a1h8"));
    uint32_t ref = 0;
    for (unsigned turn = 0; turn < LONG_TURNS; turn++) {
        const uint8_t seat = turn % 2;
        for (unsigned i = 0; i < (seat ? 500 : 5); i++)
            play_long(game, seat, refused, ++ref);
        // Each pawn goes one step, then each another one.
        const char file = (char)('a' + turn / 2 % 8), step = (char)(turn / 16);
        const char from = (char)(seat ? '7' - step : '2' + step),
                   to = (char)(from + (seat ? -1 : 1));
        const char move[] = {file, from, file, to, 0};
        play_long(game, seat, kind->try_from_text(slice_of(move)), ++ref);
    }
}

static void end_long(LongGame *game)
{
    table_destroy(game->table);
    free(game->told[0]);
    free(game->told[1]);
}

static void assert_reads(const LongGame *game, uint8_t seat, uint32_t since, uint32_t most)
{
    TableReader *reader = table_reader_create(game->table, seat, since);
    TableTold told;
    uint32_t sequence = since;
    assert_non_null(reader);
    while (sequence < since + most && table_reader_next(reader, game->table, &told)) {
        const TableTold *before = &game->told[seat][++sequence];
        assert_memory_equal(&told.effect, &before->effect, sizeof told.effect);
        assert_int_equal(told.ref, before->ref);
        assert_int_equal(told.own, before->own);
    }
    const uint32_t last = table_sequence(game->table, seat);
    assert_int_equal(sequence, since + most < last ? since + most : last);
    table_reader_destroy(reader);
}

static void a_long_game_is_read_from_every_number(void **state)
{
    (void)state;
    LongGame game;
    make_long(&game, &memory_heap);
    assert_true(game.table->record.count > 5 * MARK_ENTRIES);
    assert_int_equal(game.table->mark_count, game.table->record.count / MARK_ENTRIES);
    for (uint8_t seat = 0; seat < 2; seat++) {
        assert_reads(&game, seat, 0, UINT32_MAX / 2);
        for (uint32_t since = 0; since <= table_sequence(game.table, seat); since += 7)
            assert_reads(&game, seat, since, 3);
    }
    end_long(&game);
}

static void an_answer_is_found_by_its_number(void **state)
{
    (void)state;
    LongGame game;
    make_long(&game, &memory_heap);
    for (uint8_t seat = 0; seat < 2; seat++)
        for (uint32_t sequence = 2; sequence <= table_sequence(game.table, seat); sequence += 3) {
            const TableTold *before = &game.told[seat][sequence];
            TableTold told;
            if (!before->ref)
                continue;
            assert_int_equal(table_answer_to(game.table, seat, before->ref, &told), TABLE_OK);
            assert_memory_equal(&told.effect, &before->effect, sizeof told.effect);
            assert_int_equal(told.own, before->own);
            assert_int_equal(table_answer_to(game.table, !seat, before->ref, &told),
                             TABLE_ERR_EVENT);
        }
    end_long(&game);
}

static void without_memory_a_long_game_is_not_read(void **state)
{
    (void)state;
    Miser miser = {0};
    const Memory memory = miser_memory(&miser);
    LongGame game;
    make_long(&game, &memory);
    TableTold told;
    for (unsigned refuse_at = 1; refuse_at <= 2; refuse_at++) {
        const int held = miser.held;
        miser.asked = 0;
        miser.refuse_at = refuse_at;
        assert_null(table_reader_create(game.table, 1, 2000));
        miser.asked = 0;
        assert_int_equal(table_answer_to(game.table, 1, game.told[1][2000].ref, &told),
                         TABLE_ERR_MEMORY);
        assert_int_equal(miser.held, held);
    }
    end_long(&game);
    assert_int_equal(miser.held, 0);
}

// Memory may have been refused for a mark, and then for none after it.
static void a_long_game_is_read_with_fewer_marks(void **state)
{
    (void)state;
    LongGame game;
    make_long(&game, &memory_heap);
    TableTold told;
    while (game.table->mark_count) {
        table_destroy(game.table->marks[--game.table->mark_count]);
        const uint32_t last = table_sequence(game.table, 1);
        assert_reads(&game, 1, last - 5, 10);
        assert_int_equal(table_answer_to(game.table, 1, game.told[1][last - 1].ref, &told),
                         TABLE_OK);
        assert_int_equal(told.effect.sequence, last - 1);
    }
    end_long(&game);
}

static void entries_that_no_table_takes_bring_none_back(void **state)
{
    (void)state;
    AnyRules rules;
    char why[GAME_TEXT_MAX];
    Text message = TEXT_IN(why);
    const Game *game = game_read("kriegspiel", &rules, &message);
    Entry list[] = {{EVENT_RESIGN, 0, TRY_NONE}, {EVENT_RESIGN, 1, TRY_NONE}};
    const Entries entries = {.list = list, .count = COUNT_OF(list)};
    const Entries one = {.list = list, .count = 1};
    Table *table = NULL;
    assert_int_equal(table_restore(&memory_heap, game, (const Rules *)&rules, (ClockRule){0}, 0,
                                   &entries, NULL, &table),
                     TABLE_ERR_OVER);
    assert_null(table);
    for (unsigned refuse_at = 1; refuse_at <= 2; refuse_at++) {
        Miser miser = {.refuse_at = refuse_at};
        const Memory memory = miser_memory(&miser);
        assert_int_equal(table_restore(&memory, game, (const Rules *)&rules, (ClockRule){0}, 0,
                                       &one, NULL, &table),
                         TABLE_ERR_MEMORY);
        assert_null(table);
        assert_int_equal(miser.held, 0);
    }
    assert_int_equal(table_restore(&memory_heap, game, (const Rules *)&rules, (ClockRule){0}, 0,
                                   &one, NULL, &table),
                     TABLE_OK);
    table_destroy(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_of_kriegspiel_comes_back_after_every_entry),
        cmocka_unit_test(a_table_of_other_games_comes_back_after_every_entry),
        cmocka_unit_test(entries_that_no_table_takes_bring_none_back),
        cmocka_unit_test(a_long_game_is_read_from_every_number),
        cmocka_unit_test(an_answer_is_found_by_its_number),
        cmocka_unit_test(without_memory_a_long_game_is_not_read),
        cmocka_unit_test(a_long_game_is_read_with_fewer_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
