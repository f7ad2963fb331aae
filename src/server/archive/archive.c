// Records of finished games from journals, their compression, and their pictures.
#include "server/archive/archive.h"

#include "formats/draw/game_view.h"
#include "formats/draw/svg.h"
#include "formats/records/hearing_text.h"
#include "formats/records/json.h"
#include "games/core/table_replay.h"

#include <assert.h>
#include <zstd.h>

enum {
    LEVEL = 19,                 // small games: the best level takes a few milliseconds
    RECORD_BYTES_MAX = 1 << 26, // of a record that is read; more is no game
    HEX = 16,
    DIGITS_A_BYTE = 2,
};

static const char *const error_texts[] = {
    [ARCHIVE_OK] = "no error",
    [ARCHIVE_ERR_RUNNING] = "the game of this journal is not over",
    [ARCHIVE_ERR_JOURNAL] = "no table takes the events of this journal",
    [ARCHIVE_ERR_PACKED] = "these bytes are no packed record",
    [ARCHIVE_ERR_MEMORY] = "there is no memory",
};
_Static_assert(COUNT_OF(error_texts) == ARCHIVE_ERR_COUNT, "every error needs a text");

const char *archive_error_text(ArchiveError error)
{
    assert(error < ARCHIVE_ERR_COUNT);
    return error_texts[error];
}

// Checks a record. A replay passes over events that no table takes, so a table judges them first.
static ArchiveError check(const GameRecord *record, const Memory *memory)
{
    static const TableVisitor nobody = {0};
    const TableError error = table_replay_visit(memory, record->game, game_record_rules(record),
                                                record->clock, &record->entries, &nobody);
    if (error)
        return error == TABLE_ERR_MEMORY ? ARCHIVE_ERR_MEMORY : ARCHIVE_ERR_JOURNAL;
    return game_record_outcome(record).is_over ? ARCHIVE_OK : ARCHIVE_ERR_RUNNING;
}

ArchiveError archive_record(const GameJournal *journal, const Memory *memory, GameRecord *record)
{
    const JournalGame *opening = &journal->opening;
    if (!journal->count)
        return ARCHIVE_ERR_RUNNING;
    *record = game_record_of(opening->game, (const Rules *)&opening->rules, opening->clock);
    const ArchiveError error = game_journal_entries(journal, memory, &record->entries)
                                   ? check(record, memory)
                                   : ARCHIVE_ERR_MEMORY;
    if (error)
        game_record_done(record, memory);
    return error;
}

void archive_set_tags(GameRecord *record, const ArchiveTags *tags)
{
    const struct {
        unsigned tag;
        const char *value;
    } rows[] = {{TAG_EVENT, tags->is_rated ? "rated game" : "casual game"},
                {TAG_SITE, tags->id},
                {TAG_DATE, tags->date},
                {TAG_WHITE, tags->white},
                {TAG_BLACK, tags->black}};
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        record_tag_set(record_tag(&record->tags, rows[i].tag),
                       slice_of(rows[i].value ? rows[i].value : ""));
}

static void add_digits(Text *digits, const uint8_t *bytes, size_t count)
{
    static const char names[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        text_add_char(digits, names[bytes[i] / HEX]);
        text_add_char(digits, names[bytes[i] % HEX]);
    }
}

static ArchiveError compress(const Text *json, const Memory *memory, Text *digits)
{
    const size_t room = ZSTD_compressBound(json->length);
    uint8_t *bytes = memory_resize(memory, NULL, room);
    if (!bytes)
        return ARCHIVE_ERR_MEMORY;
    const size_t count = ZSTD_compress(bytes, room, json->start, json->length, LEVEL);
    if (!ZSTD_isError(count))
        add_digits(digits, bytes, count);
    memory_resize(memory, bytes, 0);
    return ZSTD_isError(count) || digits->cut ? ARCHIVE_ERR_MEMORY : ARCHIVE_OK;
}

ArchiveError archive_pack(const GameRecord *record, const Memory *memory, Text *digits)
{
    Text json = text_growing(memory);
    const ArchiveError error =
        game_record_to_json(record, &json) ? compress(&json, memory, digits) : ARCHIVE_ERR_MEMORY;
    text_done(&json);
    return error;
}

static unsigned digit_value(char digit)
{
    return digit >= '0' && digit <= '9'   ? (unsigned)(digit - '0')
           : digit >= 'a' && digit <= 'f' ? (unsigned)(digit - 'a') + HEX - 6
                                          : HEX;
}

static bool read_digits(Slice digits, uint8_t *bytes)
{
    for (size_t i = 0; i < digits.length / DIGITS_A_BYTE; i++) {
        const unsigned high = digit_value(digits.start[DIGITS_A_BYTE * i]),
                       low = digit_value(digits.start[DIGITS_A_BYTE * i + 1]);
        if (high == HEX || low == HEX)
            return false;
        bytes[i] = (uint8_t)(HEX * high + low);
    }
    return digits.length % DIGITS_A_BYTE == 0;
}

static ArchiveError decompress(const uint8_t *bytes, size_t count, const Memory *memory,
                               GameRecord *record)
{
    const unsigned long long length = ZSTD_getFrameContentSize(bytes, count);
    if (length == ZSTD_CONTENTSIZE_ERROR || length > RECORD_BYTES_MAX) // or unknown, which is more
        return ARCHIVE_ERR_PACKED;
    char *json = memory_resize(memory, NULL, (size_t)length + 1);
    if (!json)
        return ARCHIVE_ERR_MEMORY;
    ArchiveError error = ARCHIVE_ERR_PACKED;
    if (ZSTD_decompress(json, (size_t)length, bytes, count) == length) {
        const JsonError read = game_record_from_json((Slice){json, (size_t)length}, memory, record);
        error = !read                     ? ARCHIVE_OK
                : read == JSON_ERR_MEMORY ? ARCHIVE_ERR_MEMORY
                                          : ARCHIVE_ERR_PACKED;
    }
    memory_resize(memory, json, 0);
    return error;
}

ArchiveError archive_unpack(Slice digits, const Memory *memory, GameRecord *record)
{
    uint8_t *bytes = memory_resize(memory, NULL, digits.length / DIGITS_A_BYTE + 1);
    if (!bytes)
        return ARCHIVE_ERR_MEMORY;
    const ArchiveError error =
        read_digits(digits, bytes)
            ? decompress(bytes, digits.length / DIGITS_A_BYTE, memory, record)
            : ARCHIVE_ERR_PACKED;
    memory_resize(memory, bytes, 0);
    return error;
}

enum {
    WORD_ROWS = 3, // and one that is empty
    CELLS_MAX = VIEW_THREE_CELLS_MAX + WORD_ROWS * VIEW_THREE_CELLS_MAX / 8,
    PICTURE_LINE_MAX = 2 * TAG_VALUE_MAX + 64,
};

static const char *name_of(const GameRecord *record, unsigned tag)
{
    const char *name = record_tag_value(&record->tags, tag);
    return name[0] ? name : words_of(tag == TAG_WHITE ? SAY_WHITE : SAY_BLACK);
}

static void say_players(const GameRecord *record, Text *line)
{
    text_format(line, "%s - %s  %s", name_of(record, TAG_WHITE), name_of(record, TAG_BLACK),
                game_record_result(record));
}

static void say_game(const GameRecord *record, uint8_t ending, Text *line)
{
    record->game->write(game_record_rules(record), line);
    text_format(line, "  %s", ending_name(ending));
    if (record->tags.date[0])
        text_format(line, "  %s", record->tags.date);
}

// Two lines of words stand above the three boards.
bool archive_picture(const GameRecord *record, Text *svg)
{
    const GameView *view = game_view_of(record->game);
    Replay replay;
    if (record->view != VIEW_UMPIRE || !view)
        return false;
    game_record_replay(record, &replay);
    replay_finish(&replay);
    if (!replay.outcome.is_over)
        return false;
    char players_memory[PICTURE_LINE_MAX], game_memory[LINE_MAX + GAME_TEXT_MAX];
    Text players = TEXT_IN(players_memory), game = TEXT_IN(game_memory);
    say_players(record, &players);
    say_game(record, replay.outcome.ending, &game);
    Cell memory[CELLS_MAX], boards_memory[VIEW_THREE_CELLS_MAX];
    const ViewSize size = view->three_size(game_record_rules(record), VIEW_WIDE);
    Cells boards = CELLS_IN(boards_memory, size.width, size.height);
    Cells all = CELLS_IN(memory, size.width, size.height + WORD_ROWS);
    view->draw_three(&replay, (ViewOptions){.scale = VIEW_WIDE, .glyphs = true, .soft_fog = true},
                     &boards);
    cells_put_text(&all, 1, 0, slice_of(players_memory), INK_TITLE);
    cells_put_text(&all, 1, 1, slice_of(game_memory), INK_DIM);
    cells_copy(&boards, &all, 0, WORD_ROWS);
    cells_to_svg(&all, SVG_CELL_WIDTH * view->wide_columns, slice_of(players_memory), svg);
    return true;
}
