// Fuzzes the journal of live games: the input is read line by line, as a node reads the rows of a game that it takes over.
//
// What reads as a row is written as the very same line, and what does not leaves the journal as it was. A table that comes back
// from the events says the same again, all of it and from any number on.
#include "formats/records/game_journal.h"
#include "fuzz.h"
#include "games/core/table_replay.h"

static void check_line(GameJournal *journal, Slice line)
{
    const uint32_t before = journal->count;
    const Slice copy = exact_copy(line);
    const GameJournalError error = game_journal_add(journal, &memory_heap, copy);
    free_copy(copy);
    if (error) {
        LAW(journal->count == before && (before > 0) == (journal->opening.game != NULL),
            game_journal_error_text(error));
        return;
    }
    char memory[JOURNAL_LINE_MAX];
    Text text = TEXT_IN(memory);
    LAW(journal->count == before + 1, "the row that was read");
    journal_row_to_text(&journal->opening, &journal->rows[before], &text);
    LAW(text.length == line.length && memcmp(memory, line.start, line.length) == 0, memory);
}

static void check_table(const Table *table)
{
    for (uint8_t seat = 0; seat < 2; seat++) {
        const uint32_t last = table_sequence(table, seat);
        for (uint32_t since = last > 2 ? last - 2 : 0; since <= last; since++) {
            TableReader *reader = table_reader_create(table, seat, since);
            TableTold told;
            for (uint32_t next = since + 1; next <= last; next++)
                LAW(reader && table_reader_next(reader, table, &told) &&
                        told.effect.sequence == next,
                    "what was told, by the numbers of the seat");
            LAW(!table_reader_next(reader, table, &told), "no more");
            table_reader_destroy(reader);
        }
    }
}

static void check_restore(const GameJournal *journal)
{
    Entries entries = {0};
    Table *table = NULL;
    if (!journal->count || !game_journal_entries(journal, &memory_heap, &entries))
        return;
    const JournalGame *opening = &journal->opening;
    const TableError error =
        table_restore(&memory_heap, opening->game, (const Rules *)&opening->rules, opening->clock,
                      0, &entries, NULL, &table);
    LAW((error == TABLE_OK) == (table != NULL), "a table that came back");
    if (table)
        check_table(table);
    table_destroy(table);
    entries_done(&entries, &memory_heap);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    GameJournal journal = {0};
    Slice rest = {(const char *)data, size};
    while (rest.length)
        check_line(&journal, slice_take(&rest, "\n"));
    check_restore(&journal);
    game_journal_done(&journal, &memory_heap);
    return 0;
}
