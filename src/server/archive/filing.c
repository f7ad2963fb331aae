// One game after the other, from its journal to its record; and the end of old journals.
#include "server/archive/filing.h"

#include "base/crypto/token.h"
#include "formats/protocol/rating_pool.h"
#include "formats/records/hearing_text.h"
#include "server/archive/packed.h"
#include "server/archive/rating.h"
#include "server/archive/statements.h"

#include <inttypes.h>

enum { NUMBER_ROOM = 24, STEPS_ROOM = 1024 };

typedef struct Number {
    char text[NUMBER_ROOM];
} Number;

static Number number_of(uint64_t value)
{
    Number number;
    Text text = TEXT_IN(number.text);
    text_format(&text, "%" PRIu64, value);
    return number;
}

// The record of the journal that the last call brought.
static ArchiveError read_journal(const StoreCaller *caller, const Memory *memory,
                                 GameRecord *record)
{
    GameJournal journal = {0};
    ArchiveError error = ARCHIVE_OK;
    for (uint32_t row = 0; row < store_call_rows(caller) && !error; row++) {
        const bool follows = store_call_number(caller, row, 1) == row;
        const GameJournalError wrong =
            follows ? game_journal_add(&journal, memory, slice_of(store_call_field(caller, row, 2)))
                    : GAME_JOURNAL_ERR_ORDER;
        if (wrong)
            error = wrong == GAME_JOURNAL_ERR_MEMORY ? ARCHIVE_ERR_MEMORY : ARCHIVE_ERR_JOURNAL;
    }
    if (!error)
        error = archive_record(&journal, memory, record);
    game_journal_done(&journal, memory);
    return error;
}

// The new ratings of its players.
static StoreCallError rate(StoreCaller *caller, const Number *number, const GameRecord *record,
                           const char *pool, Text *steps)
{
    const char *const values[] = {number->text, pool};
    const StoreCallError called = store_call(caller, FILING_STANDINGS, values);
    if (!called)
        archive_rate(caller, record, steps);
    return called;
}

// Keeps the record and the ratings. If these have moved meanwhile, the game stays to be filed again.
static StoreCallError keep(StoreCaller *caller, uint64_t game, const GameRecord *record,
                           const Text *packed)
{
    char rules_memory[GAME_TEXT_MAX], pool_memory[POOL_NAME_ROOM], steps_memory[STEPS_ROOM];
    Text rules = TEXT_IN(rules_memory), pool = TEXT_IN(pool_memory), steps = TEXT_IN(steps_memory);
    const Number number = number_of(game), id = number_of(public_number(game)),
                 base = number_of(record->clock.base_ms),
                 increment = number_of(record->clock.increment_ms);
    record->game->write(game_record_rules(record), &rules);
    pool_name(record->game, game_record_rules(record), &pool);
    const StoreCallError called = rate(caller, &number, record, pool_memory, &steps);
    if (called)
        return called;
    const char *const values[] = {number.text,
                                  id.text,
                                  rules_memory,
                                  pool_memory,
                                  base.text,
                                  increment.text,
                                  game_record_result(record),
                                  ending_name(game_record_outcome(record).ending),
                                  packed->start,
                                  steps_memory};
    return store_call(caller, FILING_KEEP, values);
}

static StoreCallError set_aside(StoreCaller *caller, uint64_t game, const Text *why)
{
    const Number number = number_of(game);
    const char *const values[] = {number.text, why->start};
    return store_call(caller, FILING_ASIDE, values);
}

// Files the game of the journal that the last call brought; `why` stays empty if that worked.
static StoreCallError file(StoreCaller *caller, const Memory *memory, uint64_t game, Text *why)
{
    GameRecord record;
    Text packed = text_growing(memory);
    ArchiveError error = read_journal(caller, memory, &record);
    if (error) {
        text_add(why, archive_error_text(error));
        return STORE_CALL_OK;
    }
    StoreCallError called = STORE_CALL_OK;
    error = archive_pack(&record, memory, &packed);
    if (error)
        text_add(why, archive_error_text(error));
    else
        called = keep(caller, game, &record, &packed);
    if (called == STORE_CALL_REFUSED)
        text_add(why, store_caller_problem(caller));
    text_done(&packed);
    game_record_done(&record, memory);
    return called;
}

FilingNews archive_file_next(StoreCaller *caller, const Memory *memory, uint64_t *game, Text *why)
{
    if (store_call(caller, FILING_NEXT, NULL) != STORE_CALL_OK)
        return FILING_ENDED;
    if (!store_call_rows(caller))
        return FILING_NOTHING;
    *game = store_call_number(caller, 0, 0);
    StoreCallError called = file(caller, memory, *game, why);
    if (why->length)
        called = set_aside(caller, *game, why);
    return called != STORE_CALL_OK ? FILING_ENDED : why->length ? FILING_PROBLEM : FILING_DONE;
}

bool archive_drop_journals(StoreCaller *caller)
{
    return store_call(caller, FILING_DROP, NULL) == STORE_CALL_OK &&
           store_call_number(caller, 0, 0);
}
