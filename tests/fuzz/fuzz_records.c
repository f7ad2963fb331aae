// Fuzzes the reading of records: PGN, SGF, JSON, and the lines of hearings. The first byte chooses.
//
// What reads is written in a form that reads and is written the same. A refusal leaves nothing behind.
#include "formats/records/hearing_text.h"
#include "formats/records/json.h"
#include "formats/records/pgn.h"
#include "formats/records/sgf.h"
#include "fuzz.h"

static void check_pgn_again(const GameRecord *record)
{
    Text first = text_growing(&memory_heap), second = text_growing(&memory_heap);
    GameRecord again;
    pgn_write(record, &first);
    Slice rest = {first.start, first.length};
    LAW(pgn_read(&rest, &memory_heap, &again) == PGN_OK, first.start);
    LAW(rest.length == 0, first.start);
    LAW(again.entries.count == record->entries.count, first.start);
    LAW(again.heard.count == record->heard.count, first.start);
    pgn_write(&again, &second);
    LAW(strcmp(first.start, second.start) == 0, second.start);
    game_record_done(&again, &memory_heap);
    text_done(&first);
    text_done(&second);
}

static void check_pgn(Slice text)
{
    GameRecord record;
    for (size_t before = text.length + 1; text.length < before;) {
        before = text.length;
        if (pgn_read(&text, &memory_heap, &record) != PGN_OK) {
            LAW(!record.entries.list && !record.heard.list, "a refused game");
            return;
        }
        check_pgn_again(&record);
        game_record_done(&record, &memory_heap);
    }
}

static void check_sgf(Slice text)
{
    GameRecord record, again;
    if (sgf_read(&text, &memory_heap, &record) != SGF_OK)
        return;
    Text first = text_growing(&memory_heap), second = text_growing(&memory_heap);
    sgf_write(&record, &first);
    Slice rest = {first.start, first.length};
    LAW(sgf_read(&rest, &memory_heap, &again) == SGF_OK, first.start);
    LAW(again.entries.count == record.entries.count, first.start);
    LAW(again.heard.count == record.heard.count, first.start);
    sgf_write(&again, &second);
    LAW(strcmp(first.start, second.start) == 0, second.start);
    game_record_done(&record, &memory_heap);
    game_record_done(&again, &memory_heap);
    text_done(&first);
    text_done(&second);
}

static void check_json(Slice text)
{
    GameRecord record, again;
    if (game_record_from_json(text, &memory_heap, &record) != JSON_OK) {
        LAW(!record.entries.list && !record.heard.list, "a refused record");
        return;
    }
    Text first = text_growing(&memory_heap), second = text_growing(&memory_heap);
    LAW(game_record_to_json(&record, &first), first.start);
    LAW(game_record_from_json(slice_of(first.start), &memory_heap, &again) == JSON_OK, first.start);
    LAW(game_record_to_json(&again, &second), second.start);
    LAW(strcmp(first.start, second.start) == 0, second.start);
    game_record_done(&record, &memory_heap);
    game_record_done(&again, &memory_heap);
    text_done(&first);
    text_done(&second);
}

static void check_hearing(Slice text)
{
    Hearing hearing;
    char memory[HEARING_TEXT_MAX];
    Text again = TEXT_IN(memory);
    if (!hearing_from_text(text, 1, &hearing))
        return;
    hearing_to_text(&hearing, 1, &again);
    LAW(again.length == text.length && memcmp(memory, text.start, text.length) == 0, memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FuzzCheck *const checks[] = {check_pgn, check_json, check_hearing, check_sgf};
    return check_by_first_byte(checks, COUNT_OF(checks), data, size);
}
