// Writing and reading the lines of a live game's journal.
#include "formats/records/game_journal.h"

#include "formats/records/game_record.h"
#include "games/registry/games.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static const char open_word[] = "open", resume_word[] = "resume";

static const char *const error_texts[] = {
    [GAME_JOURNAL_OK] = "no error",
    [GAME_JOURNAL_ERR_LINE] = "this is no line of a journal",
    [GAME_JOURNAL_ERR_VERSION] = "another version of Nebel wrote this line",
    [GAME_JOURNAL_ERR_GAME] = "the game string of this line cannot be read",
    [GAME_JOURNAL_ERR_ORDER] = "this line cannot follow the lines before it",
    [GAME_JOURNAL_ERR_MEMORY] = "there is no memory for the journal",
};
_Static_assert(COUNT_OF(error_texts) == GAME_JOURNAL_ERR_COUNT, "every error needs a text");

const char *game_journal_error_text(GameJournalError error)
{
    assert(error < GAME_JOURNAL_ERR_COUNT);
    return error_texts[error];
}

void game_journal_done(GameJournal *journal, const Memory *memory)
{
    memory_resize(memory, journal->rows, 0);
    *journal = (GameJournal){0};
}

static void add_event(const JournalGame *opening, const JournalRow *row, Text *text)
{
    text_format(text, "%s %s ", view_name(row->seat), event_name(row->event));
    if (row->event == EVENT_TRY) {
        record_try_to_text(opening->game, row->attempt, text);
        text_add_char(text, ' ');
    }
    text_format(text, "%" PRIu32 " %" PRIu64 " %" PRIu64, row->ref, row->at_ms, row->now_ms);
    if (row->wait_ms)
        text_format(text, " %" PRIu16, row->wait_ms);
}

void journal_row_to_text(const JournalGame *opening, const JournalRow *row, Text *text)
{
    assert(opening->game && row->kind <= JOURNAL_EVENT && row->seat < 2);
    if (row->kind == JOURNAL_EVENT) {
        add_event(opening, row, text);
        return;
    }
    const bool is_open = row->kind == JOURNAL_OPEN;
    text_format(text, "%s %d %" PRIu32 " %" PRIu64 " ", is_open ? open_word : resume_word,
                JOURNAL_VERSION, row->node, row->now_ms);
    if (is_open) {
        text_format(text, "%" PRIu32 "+%" PRIu32 " ", opening->clock.base_ms,
                    opening->clock.increment_ms);
        opening->game->write((const Rules *)&opening->rules, text);
    } else {
        text_format(text, "%" PRIu64, row->at_ms);
    }
}

static bool journal_take_number(Slice *rest, const char *separators, uint64_t limit,
                                uint64_t *number)
{
    return slice_number(slice_take(rest, separators), limit, number);
}

static bool take_word32(Slice *rest, const char *separators, uint32_t *number)
{
    uint64_t read = 0;
    const bool is_read = journal_take_number(rest, separators, UINT32_MAX, &read);
    *number = (uint32_t)read;
    return is_read;
}

static bool take_ms(Slice *rest, uint64_t *ms)
{
    return journal_take_number(rest, " ", (uint64_t)RECORD_MS_MAX, ms);
}

// What open and resume have in common, after their word.
static GameJournalError read_owner(Slice *rest, JournalRow *row)
{
    uint32_t version;
    if (!take_word32(rest, " ", &version))
        return GAME_JOURNAL_ERR_LINE;
    if (version != JOURNAL_VERSION)
        return GAME_JOURNAL_ERR_VERSION;
    return take_word32(rest, " ", &row->node) && take_ms(rest, &row->now_ms)
               ? GAME_JOURNAL_OK
               : GAME_JOURNAL_ERR_LINE;
}

static GameJournalError read_open(Slice rest, JournalGame *opening, JournalRow *row)
{
    char string[GAME_TEXT_MAX], why[GAME_TEXT_MAX];
    Text text = TEXT_IN(string), message = TEXT_IN(why);
    const GameJournalError error = read_owner(&rest, row);
    if (error)
        return error;
    if (!take_word32(&rest, "+", &opening->clock.base_ms) ||
        !take_word32(&rest, " ", &opening->clock.increment_ms))
        return GAME_JOURNAL_ERR_LINE;
    text_add_slice(&text, rest);
    if (text.cut || strlen(string) != rest.length)
        return GAME_JOURNAL_ERR_GAME;
    opening->game = game_read(string, &opening->rules, &message);
    return opening->game ? GAME_JOURNAL_OK : GAME_JOURNAL_ERR_GAME;
}

static GameJournalError read_resume(Slice rest, JournalRow *row)
{
    const GameJournalError error = read_owner(&rest, row);
    if (error)
        return error;
    return take_ms(&rest, &row->at_ms) ? GAME_JOURNAL_OK : GAME_JOURNAL_ERR_LINE;
}

// Nothing stands for 0.
static bool take_wait(Slice *rest, JournalRow *row)
{
    uint64_t wait_ms = 0;
    const bool is_read = !rest->length || journal_take_number(rest, " ", UINT16_MAX, &wait_ms);
    row->wait_ms = (uint16_t)wait_ms;
    return is_read;
}

static bool read_event(Slice rest, const JournalGame *opening, JournalRow *row)
{
    row->seat = view_from_name(slice_take(&rest, " "));
    row->event = event_from_name(slice_take(&rest, " "));
    return row->seat < VIEW_UMPIRE && row->event < EVENT_COUNT &&
           (row->event != EVENT_TRY ||
            record_try_from_text(opening->game, slice_take(&rest, " "), &row->attempt)) &&
           take_word32(&rest, " ", &row->ref) && take_ms(&rest, &row->at_ms) &&
           take_ms(&rest, &row->now_ms) && take_wait(&rest, row);
}

static GameJournalError read_row(Slice line, JournalGame *opening, JournalRow *row)
{
    Slice rest = line;
    const Slice word = slice_take(&rest, " ");
    const bool is_first = !opening->game;
    row->kind = slice_is(word, open_word)     ? JOURNAL_OPEN
                : slice_is(word, resume_word) ? JOURNAL_RESUME
                                              : JOURNAL_EVENT;
    if (is_first != (row->kind == JOURNAL_OPEN))
        return GAME_JOURNAL_ERR_ORDER;
    if (row->kind == JOURNAL_OPEN)
        return read_open(rest, opening, row);
    if (row->kind == JOURNAL_RESUME)
        return read_resume(rest, row);
    return read_event(line, opening, row) ? GAME_JOURNAL_OK : GAME_JOURNAL_ERR_LINE;
}

// One row has one line: a leading zero, a stray space or another order of options is refused.
static bool is_written_so(Slice line, const JournalGame *opening, const JournalRow *row)
{
    char memory[JOURNAL_LINE_MAX];
    Text again = TEXT_IN(memory);
    journal_row_to_text(opening, row, &again);
    assert(!again.cut);
    return line.length == again.length && memcmp(line.start, memory, again.length) == 0;
}

// The time of the game never runs backwards, nor that of a node as long as it owns the game.
static bool can_follow(const GameJournal *journal, const JournalRow *row)
{
    if (!journal->count)
        return true;
    const JournalRow *last = &journal->rows[journal->count - 1];
    return row->at_ms >= last->at_ms &&
           (row->kind == JOURNAL_RESUME || row->now_ms >= last->now_ms);
}

GameJournalError game_journal_add(GameJournal *journal, const Memory *memory, Slice line)
{
    JournalGame opening = journal->opening;
    JournalRow row = {0};
    const GameJournalError error = read_row(line, &opening, &row);
    if (error)
        return error;
    if (!is_written_so(line, &opening, &row))
        return GAME_JOURNAL_ERR_LINE;
    if (!can_follow(journal, &row))
        return GAME_JOURNAL_ERR_ORDER;
    if (!memory_reserve(memory, &journal->rows, journal->count, &journal->capacity, sizeof row))
        return GAME_JOURNAL_ERR_MEMORY;
    journal->rows[journal->count++] = row;
    journal->opening = opening;
    return GAME_JOURNAL_OK;
}

bool game_journal_entries(const GameJournal *journal, const Memory *memory, Entries *entries)
{
    assert(!entries->count);
    uint64_t at_ms = 0;
    for (uint32_t i = 0; i < journal->count; i++) {
        const JournalRow *row = &journal->rows[i];
        if (row->kind != JOURNAL_EVENT)
            continue;
        const Entry entry = {.kind = row->event,
                             .seat = row->seat,
                             .attempt = row->attempt,
                             .ref = row->ref,
                             .delay_ms = (int64_t)(row->at_ms - at_ms)};
        at_ms = row->at_ms;
        if (!entries_add(entries, memory, entry)) {
            entries_done(entries, memory);
            return false;
        }
    }
    return true;
}
