// Dumps: pages of rows out of the database, records into a compressed stream.
#include "server/archive/dump.h"

#include "base/crypto/digest.h"
#include "base/os/clocks.h"
#include "formats/records/json.h"
#include "server/archive/archive.h"
#include "server/store/caller.h"

#include <errno.h>
#include <string.h>
#include <zstd.h>

enum {
    LEVEL = 19,
    BUFFER_BYTES = 1 << 17,
    PATIENCE_MS = 60000,
    GIVE_UP_MS = 5000,
    CURSOR_ROOM = 24,
    MONTH_LENGTH = 7,
};

// The games that ended in the month that begins with the day $1, oldest first, behind the moment $2, in microseconds, and the id $3.
static const StoreStatement dump_page = {
    "dump",
    "SELECT encode(finished.record, 'hex'), white.name, black.name,"
    " to_char(finished.began AT TIME ZONE 'UTC', 'YYYY.MM.DD'), finished.is_rated,"
    " lpad(to_hex(finished.id), 16, '0'), (extract(epoch FROM finished.ended) * 1000000)::bigint,"
    " finished.id FROM nebel.finished"
    " LEFT JOIN nebel.person AS white ON white.number = finished.white"
    " LEFT JOIN nebel.person AS black ON black.number = finished.black"
    " WHERE finished.ended >= $1::timestamp AT TIME ZONE 'UTC'"
    "  AND finished.ended < ($1::timestamp + interval '1 month') AT TIME ZONE 'UTC'"
    "  AND (finished.ended, finished.id)"
    "   > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)"
    "  AND (finished.is_rated OR $4::boolean)"
    " ORDER BY finished.ended, finished.id LIMIT 500",
    4};

// The columns of a row.
enum { ROW_RECORD, ROW_WHITE, ROW_BLACK, ROW_DATE, ROW_IS_RATED, ROW_ID, ROW_MOMENT, ROW_NUMBER };

typedef struct Dump {
    const Memory *memory;
    const DumpPlan *plan;
    DumpReport *report;
    Text *message;
    StoreCaller *caller;
    ZSTD_CCtx *stream;
    Digest digest;
    char moment[CURSOR_ROOM], number[CURSOR_ROOM]; // of the last game: where the next page begins
    char buffer[BUFFER_BYTES];
} Dump;

bool dump_is_month(const char *text)
{
    Slice rest = slice_of(text);
    const Slice year = slice_take(&rest, "-");
    uint64_t number, month;
    return strlen(text) == MONTH_LENGTH && year.length == 4 && slice_number(year, 9999, &number) &&
           number && slice_number(rest, 12, &month) && month;
}

static bool dump_fail(const Dump *dump, const char *why)
{
    text_add(dump->message, why);
    return false;
}

// Compresses what is given, and writes what comes out. At the end everything comes out.
static bool write_part(Dump *dump, Slice part, bool is_end)
{
    ZSTD_inBuffer in = {part.start, part.length, 0};
    size_t left = 1;
    while (is_end ? left > 0 : in.pos < in.size) {
        ZSTD_outBuffer out = {dump->buffer, sizeof dump->buffer, 0};
        left = ZSTD_compressStream2(dump->stream, &out, &in, is_end ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left))
            return dump_fail(dump, ZSTD_getErrorName(left));
        if (fwrite(dump->buffer, 1, out.pos, dump->plan->file) != out.pos)
            return dump_fail(dump, strerror(errno));
        digest_add(&dump->digest, dump->buffer, out.pos);
        dump->report->bytes += out.pos;
    }
    return true;
}

static bool write_line(Dump *dump, const GameRecord *record)
{
    Text line = text_growing(dump->memory);
    const bool is_done = game_record_to_json(record, &line)
                             ? write_part(dump, (Slice){line.start, line.length}, false)
                             : dump_fail(dump, "there is no memory");
    text_done(&line);
    return is_done;
}

static bool write_game(Dump *dump, uint32_t row)
{
    const StoreCaller *caller = dump->caller;
    const ArchiveTags tags = {.id = store_call_field(caller, row, ROW_ID),
                              .date = store_call_field(caller, row, ROW_DATE),
                              .white = store_call_field(caller, row, ROW_WHITE),
                              .black = store_call_field(caller, row, ROW_BLACK),
                              .is_rated = store_call_field(caller, row, ROW_IS_RATED)[0] == 't'};
    GameRecord record;
    const ArchiveError error =
        archive_unpack(slice_of(store_call_field(caller, row, ROW_RECORD)), dump->memory, &record);
    if (error) {
        text_format(dump->message, "game %s: %s", tags.id, archive_error_text(error));
        return false;
    }
    archive_set_tags(&record, &tags);
    const bool is_done = write_line(dump, &record);
    game_record_done(&record, dump->memory);
    dump->report->games += is_done;
    return is_done;
}

static void keep_cursor(char room[CURSOR_ROOM], const char *text)
{
    Text kept = text_in(room, CURSOR_ROOM);
    text_add(&kept, text);
}

// Writes the next page; `*is_last` if no other follows.
static bool write_page(Dump *dump, bool *is_last)
{
    char day_memory[MONTH_LENGTH + 4];
    Text day = TEXT_IN(day_memory);
    text_format(&day, "%s-01", dump->plan->month);
    const char *const values[] = {day_memory, dump->moment, dump->number,
                                  dump->plan->has_casual ? "true" : "false"};
    if (store_call(dump->caller, 0, values) != STORE_CALL_OK)
        return dump_fail(dump, store_caller_problem(dump->caller));
    const uint32_t count = store_call_rows(dump->caller);
    *is_last = count == 0;
    for (uint32_t row = 0; row < count; row++)
        if (!write_game(dump, row))
            return false;
    if (count) {
        keep_cursor(dump->moment, store_call_field(dump->caller, count - 1, ROW_MOMENT));
        keep_cursor(dump->number, store_call_field(dump->caller, count - 1, ROW_NUMBER));
    }
    return true;
}

static bool write_pages(Dump *dump)
{
    bool is_last = false;
    while (!is_last)
        if (!write_page(dump, &is_last))
            return false;
    return write_part(dump, (Slice){"", 0}, true);
}

static bool open_dump(Dump *dump)
{
    const StoreCallerPlan plan = {.database = dump->plan->database,
                                  .role = "nebel_office",
                                  .statements = &dump_page,
                                  .statement_count = 1,
                                  .clocks = &system_clocks,
                                  .patience_ms = PATIENCE_MS};
    dump->caller = store_caller_create(dump->memory, &plan);
    dump->stream = ZSTD_createCCtx();
    if (!dump->caller || !dump->stream)
        return dump_fail(dump, "there is no memory");
    store_caller_limit(dump->caller, GIVE_UP_MS);
    ZSTD_CCtx_setParameter(dump->stream, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(dump->stream, ZSTD_c_checksumFlag, 1);
    digest_begin(&dump->digest);
    return true;
}

bool archive_dump(const Memory *memory, const DumpPlan *plan, DumpReport *report, Text *message)
{
    Dump *dump = memory_resize(memory, NULL, sizeof *dump);
    if (!dump) {
        text_add(message, "there is no memory");
        return false;
    }
    *report = (DumpReport){0};
    *dump = (Dump){.memory = memory,
                   .plan = plan,
                   .report = report,
                   .message = message,
                   .moment = "0",
                   .number = "0"};
    const bool is_done = open_dump(dump) && write_pages(dump);
    if (is_done) {
        Text digest = TEXT_IN(report->digest);
        digest_end(&dump->digest, &digest);
    }
    ZSTD_freeCCtx(dump->stream);
    store_caller_destroy(dump->caller);
    memory_resize(memory, dump, 0);
    return is_done;
}
