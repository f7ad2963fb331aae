// Tables with clocks, and the records of their games in every view and format.
#include "unit/lib/matrix.h"

#include <string.h>

enum { BASE_MS = 60000 };

// --- The table ---------------------------------------------------------------------------------

typedef nebel_error TableCall(nebel_table *table, int seat, uint64_t at_ms, nebel_effects *effects);

static void check_effects(const nebel_game *game, const nebel_effects *effects)
{
    for (uint32_t i = 0; i < effects->count; i++)
        matrix_check_hearing(game, &effects->effects[i].hearing, effects->effects[i].seat);
}

// Plays by chance, with an offer now and then, and resigns.
static nebel_table *play(const nebel_game *game)
{
    static TableCall *const talk[] = {nebel_table_offer, nebel_table_decline};
    static nebel_try tries[TRIES_MAX];
    nebel_effects effects;
    nebel_hearing to[SEATS];
    uint64_t at_ms = 0;
    uint32_t chance = 2;
    nebel_table *table = nebel_table_create(game, BASE_MS, 100, at_ms, &effects);
    nebel_umpire *umpire = nebel_umpire_create(game, to); // for its list of tries
    check_effects(game, &effects);
    for (unsigned i = 0; i < ATTEMPTS && !nebel_table_is_over(table); i++) {
        const int seat = nebel_table_seat_to_move(table);
        const uint32_t count = nebel_umpire_tries(umpire, tries, TRIES_MAX);
        const char *attempt = tries[matrix_draw(&chance, count)].text;
        at_ms += 10;
        assert_true(nebel_table_deadline_ms(table) > at_ms);
        assert_int_equal(nebel_table_tick(table, at_ms, &effects), NEBEL_OK);
        assert_int_equal(effects.count, 0);
        if (i % 10 == 0)
            for (unsigned turn = 0; turn < 2; turn++)
                if (talk[turn](table, (seat + (int)turn) % SEATS, at_ms, &effects) == NEBEL_OK)
                    check_effects(game, &effects);
        assert_int_equal(nebel_table_try(table, seat, attempt, at_ms, &effects), NEBEL_OK);
        assert_int_equal(nebel_umpire_try(umpire, seat, attempt, to), NEBEL_OK);
        check_effects(game, &effects);
    }
    if (!nebel_table_is_over(table))
        assert_int_equal(nebel_table_resign(table, NEBEL_BLACK, at_ms, &effects), NEBEL_OK);
    assert_int_equal(nebel_table_accept(table, NEBEL_WHITE, at_ms, &effects), NEBEL_ERR_OVER);
    assert_int_equal(nebel_table_abort(table, NEBEL_WHITE, at_ms, &effects), NEBEL_ERR_OVER);
    nebel_umpire_destroy(umpire);
    return table;
}

// --- Records -----------------------------------------------------------------------------------

static char *write_record(const nebel_record *record, int view, int format)
{
    char *text = NULL;
    assert_int_equal(nebel_record_write(record, view, (nebel_format)format, &text), NEBEL_OK);
    assert_non_null(text);
    return text;
}

void matrix_check_record(unsigned number, const nebel_record *record, int view, int format)
{
    char why[NEBEL_TEXT_BYTES], *text = NULL;
    size_t used;
    if (!matrix_games[number].holds[format]) {
        assert_int_equal(nebel_record_write(record, view, (nebel_format)format, &text),
                         NEBEL_ERR_FORMAT);
        assert_null(text);
        return;
    }
    text = write_record(record, view, format);
    for (int other = 0; other < FORMATS; other++) {
        nebel_record *again =
            nebel_record_read((nebel_format)other, text, strlen(text), &used, why, sizeof why);
        assert_int_equal(again == NULL, why[0] != '\0');
        assert_true(again || other != format);
        if (other != format) { // what is JSON may be a comment of PGN
            nebel_record_destroy(again);
            continue;
        }
        assert_int_equal(used, strlen(text));
        assert_int_equal(nebel_record_view(again), view);
        assert_string_equal(nebel_record_result(again), nebel_record_result(record));
        char *second = write_record(again, view, format);
        assert_string_equal(text, second);
        nebel_free(second);
        if (view != NEBEL_UMPIRE)
            assert_int_equal(nebel_record_write(again, !view, (nebel_format)format, &second),
                             NEBEL_ERR_VIEW);
        nebel_record_destroy(again);
    }
    nebel_free(text);
}

void tables_and_records_carry_every_game(void **state)
{
    (void)state;
    for (unsigned number = 0; number < MATRIX_GAMES; number++) {
        nebel_game *game = matrix_open(number);
        nebel_table *table = play(game);
        nebel_record *record = nebel_table_record(table);
        assert_int_equal(nebel_record_set_tag(record, NEBEL_TAG_WHITE, "Anna"), NEBEL_OK);
        assert_int_equal(nebel_record_set_tag(record, NEBEL_TAG_BLACK, "a\nb"), NEBEL_ERR_TAG);
        for (int view = 0; view < VIEWS; view++)
            for (int format = 0; format < FORMATS; format++)
                matrix_check_record(number, record, view, format);
        nebel_record_destroy(record);
        nebel_table_destroy(table);
        nebel_game_close(game);
    }
}
