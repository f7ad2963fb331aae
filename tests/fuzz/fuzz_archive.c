// Fuzzes the archive: the first byte says whether the rest is a journal of a game, a record as JSON that somebody has packed, or a packed
// record as it stands.
//
// A journal has a record only if its game is over. What is packed comes back as the same record, whoever its players are said to be, and
// every record of a finished game has a picture.
#include "formats/records/json.h"
#include "fuzz.h"
#include "server/archive/archive.h"

#include <zstd.h>

static bool is_same(const Text *one, const Text *other)
{
    return one->length == other->length && memcmp(one->start, other->start, one->length) == 0;
}

// What is made of a record that was unpacked, with tags that a page must not take for its own.
static void check_uses(GameRecord *record)
{
    Text json = text_growing(&memory_heap), svg = text_growing(&memory_heap);
    const bool is_over = record->view == VIEW_UMPIRE && game_record_outcome(record).is_over;
    archive_set_tags(record, &(ArchiveTags){"0123456789abcdef", "2026.01.01", "<a onload='x'>",
                                            "b\"]&\\", true});
    LAW(archive_picture(record, &svg) == is_over || svg.cut, "the picture");
    LAW(!svg.length || !strstr(svg.start, "<a onload"), svg.start);
    LAW(game_record_to_json(record, &json), "JSON with tags");
    text_done(&svg);
    text_done(&json);
}

// Unpacks what was packed: it is the same record, which packs to the same digits.
static void check_packing(const GameRecord *record)
{
    Text digits = text_growing(&memory_heap), again = text_growing(&memory_heap);
    GameRecord unpacked;
    LAW(archive_pack(record, &memory_heap, &digits) == ARCHIVE_OK, "packing");
    LAW(archive_unpack((Slice){digits.start, digits.length}, &memory_heap, &unpacked) == ARCHIVE_OK,
        digits.start);
    LAW(archive_pack(&unpacked, &memory_heap, &again) == ARCHIVE_OK, "packing once more");
    LAW(is_same(&digits, &again), again.start);
    check_uses(&unpacked);
    game_record_done(&unpacked, &memory_heap);
    text_done(&digits);
    text_done(&again);
}

static void check_journal(Slice text)
{
    GameJournal journal = {0};
    GameRecord record;
    while (text.length && !game_journal_add(&journal, &memory_heap, slice_take(&text, "\n")))
        continue;
    if (archive_record(&journal, &memory_heap, &record) == ARCHIVE_OK) {
        LAW(game_record_outcome(&record).is_over, "the game of a record");
        check_packing(&record);
        game_record_done(&record, &memory_heap);
    }
    game_journal_done(&journal, &memory_heap);
}

static void check_digits(Slice digits)
{
    GameRecord record;
    if (archive_unpack(digits, &memory_heap, &record) != ARCHIVE_OK)
        return;
    check_packing(&record);
    game_record_done(&record, &memory_heap);
}

static void check_json(Slice json)
{
    const size_t room = ZSTD_compressBound(json.length);
    uint8_t *bytes = malloc(room);
    Text digits = text_growing(&memory_heap);
    const size_t count = bytes ? ZSTD_compress(bytes, room, json.start, json.length, 1) : 0;
    for (size_t i = 0; i < count; i++)
        text_format(&digits, "%02x", bytes[i]);
    const Slice copy = exact_copy((Slice){digits.start, digits.length});
    check_digits(copy);
    free_copy(copy);
    text_done(&digits);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FuzzCheck *const checks[] = {check_journal, check_json, check_digits};
    return check_by_first_byte(checks, COUNT_OF(checks), data, size);
}
