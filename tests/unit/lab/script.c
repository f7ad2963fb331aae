// Scripts of games: every kind of event comes back, and what is damaged is refused.
#include "formats/records/game_record.h"
#include "games/kriegspiel/kriegspiel.h"
#include "lab/match/game_player.h"
#include "unit/miser.h"

static Try try_named(const char *name)
{
    Try attempt;
    assert_true(record_try_from_text(&kriegspiel_game, slice_of(name), &attempt));
    return attempt;
}

static void assert_script(const char *text, uint8_t first_seat, const Entry *entries,
                          uint32_t count)
{
    char memory[400];
    Text written = TEXT_IN(memory);
    Entries list = {0};
    for (uint32_t i = 0; i < count; i++)
        assert_true(entries_add(&list, &memory_heap, entries[i]));
    script_write(&kriegspiel_game, &list, first_seat, &written);
    assert_string_equal(memory, text);
    entries_done(&list, &memory_heap);

    list = (Entries){0};
    assert_true(script_read(&kriegspiel_game, slice_of(text), first_seat, &memory_heap, &list));
    assert_int_equal(list.count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(list.list[i].kind, entries[i].kind);
        assert_int_equal(list.list[i].seat, entries[i].seat);
        assert_int_equal(list.list[i].attempt, entries[i].attempt);
        assert_int_equal(list.list[i].delay_ms, entries[i].delay_ms);
    }
    entries_done(&list, &memory_heap);
}

static void every_kind_of_event_comes_back_from_a_script(void **state)
{
    (void)state;
    const Try e2e4 = try_named("e2e4"), odd = try_named("#65535");
    const Entry all[] = {
        {EVENT_TRY, 0, e2e4},
        {EVENT_TRY, 1, odd},
        {EVENT_TRY, 1, try_named("any?"), .delay_ms = 7},
        {EVENT_TRY, 1, try_named("a2a1q"), .delay_ms = RECORD_MS_MAX},
        {EVENT_OFFER, 0, TRY_NONE},
        {EVENT_DECLINE, 1, TRY_NONE, .delay_ms = -12},
        {EVENT_OFFER, 1, TRY_NONE},
        {EVENT_ACCEPT, 0, TRY_NONE},
        {EVENT_TIME, 0, TRY_NONE, .delay_ms = 60000},
        {EVENT_FORFEIT, 1, TRY_NONE},
        {EVENT_RESIGN, 0, TRY_NONE, .delay_ms = 1},
        {EVENT_ABORT, 1, TRY_NONE},
    };
    assert_script(
        "e2e4 #65535/any?@7/a2a1q@1000000000000000 offer decline@-12/offer accept/time@60000 "
        "forfeit resign@1 abort",
        0, all, COUNT_OF(all));
}

static void a_script_may_begin_with_either_seat(void **state)
{
    (void)state;
    const Entry black[] = {{EVENT_TRY, 1, try_named("e7e5")}, {EVENT_RESIGN, 0, TRY_NONE}};
    assert_script("e7e5 resign", 1, black, COUNT_OF(black));
    assert_script(" e7e5 resign", 0, black, COUNT_OF(black));
    assert_script("", 0, NULL, 0);
}

static void a_damaged_script_is_refused(void **state)
{
    (void)state;
    static const char *const damaged[] = {
        "e2e4@",
        "e2e4@x",
        "e2e4@1000000000000001",
        "e2e4@0",
        "e2e4@07",
        "e2e4@5@6",
        "nosuch",
        "e2e4//e7e5",
        "e2e4/",
        "/e2e4",
        "e2e4  e7e5",
        "e2e4 ",
        "try",
        "#",
        "#65536",
        "#065535",
        "e2e4 resign@",
        "  e2e4",
    };
    for (unsigned i = 0; i < COUNT_OF(damaged); i++) {
        Entries entries = {0};
        if (script_read(&kriegspiel_game, slice_of(damaged[i]), 0, &memory_heap, &entries))
            fail_msg("it read '%s'", damaged[i]);
        assert_null(entries.list);
        assert_int_equal(entries.count, 0);
    }
}

static bool read_script_meanly(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    Entries entries = {0};
    const bool is_read =
        script_read(&kriegspiel_game, slice_of("e2e4 e7e5 resign"), 0, &memory, &entries);
    entries_done(&entries, &memory);
    return is_read;
}

static void a_script_without_memory_is_refused(void **state)
{
    (void)state;
    assert_refusals_are_seen(read_script_meanly, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_event_comes_back_from_a_script),
        cmocka_unit_test(a_script_may_begin_with_either_seat),
        cmocka_unit_test(a_damaged_script_is_refused),
        cmocka_unit_test(a_script_without_memory_is_refused),
    };
    return cmocka_run_group_tests_name("script", tests, NULL, NULL);
}
