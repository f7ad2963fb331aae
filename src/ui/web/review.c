// Reviews: a record played again once, and what each seat heard of every event kept.
#include "ui/web/internal.h"

#include "formats/records/format.h"
#include "formats/records/game_journal.h"
#include "games/core/move_number.h"
#include "games/registry/games.h"
#include "ui/play/replay_words.h"

#include <assert.h>
#include <string.h>

// After one event: where its words begin, and how many hearings each seat has had.
typedef struct ReviewStep {
    size_t words;
    uint32_t heard[2];
} ReviewStep;

struct page_review {
    GameRecord record;
    SeatLog logs[2];
    ReviewStep *steps; // of each event, oldest first
    uint32_t count;
    Text words; // of all steps, each with its terminator
    Text said;
};

// The lines of a journal, as a game that was played here hands them out. Returns what is wrong, or NULL.
static const char *read_journal(Slice text, GameRecord *record)
{
    GameJournal journal = {0};
    GameJournalError error = GAME_JOURNAL_OK;
    while (text.length && !error)
        error = game_journal_add(&journal, &memory_heap, slice_take(&text, "\n"));
    if (!error && journal.count) {
        const JournalGame *opening = &journal.opening;
        *record = game_record_of(opening->game, (const Rules *)&opening->rules, opening->clock);
        if (!game_journal_entries(&journal, &memory_heap, &record->entries))
            error = GAME_JOURNAL_ERR_MEMORY;
    }
    game_journal_done(&journal, &memory_heap);
    return error ? game_journal_error_text(error) : NULL;
}

static const char *read_record(Slice text, GameRecord *record)
{
    Slice first = text;
    if (slice_is(slice_take(&first, " "), "open"))
        return read_journal(text, record);
    return record_format_sniff(text)->read(&text, &memory_heap, record);
}

static void say_step(const Replay *replay, const Shown *shown, Text *words)
{
    const Entry *entry = replay_entry(replay);
    const char *colour = words_color(entry->seat);
    move_number_to_text(shown->number, words);
    text_add(words, shown->number.move ? ". " : "");
    if (shown->attempt[0])
        WORDS_FILL(words, SAY_REVIEW_TRIES, {colour}, {shown->attempt}, {shown->words});
    else
        WORDS_FILL(words, SAY_REVIEW_DOES, {colour}, {shown->words});
    text_add_char(words, '\0');
}

// Notes what the seats heard of the event that was just played, or of the opening, which is no try. False if out of memory.
static bool note_heard(page_review *review, const Replay *replay, Try attempt)
{
    for (uint8_t seat = 0; seat < 2; seat++) {
        const Hearing *to = &replay->to[seat];
        const Heard heard = {.own = hearing_own(to, seat, attempt), .hearing = *to};
        if (to->event != HEARD_NOTHING && !seat_log_add(&review->logs[seat], &memory_heap, heard))
            return false;
    }
    return true;
}

static bool play_again(page_review *review)
{
    Replay replay;
    Shown shown;
    game_record_replay(&review->record, &replay);
    if (!note_heard(review, &replay, TRY_NONE))
        return false;
    while (event_words_step(&replay, &shown)) {
        ReviewStep *step = &review->steps[review->count++];
        step->words = review->words.length;
        say_step(&replay, &shown, &review->words);
        if (replay.is_judged && !note_heard(review, &replay, replay_entry(&replay)->attempt))
            return false;
        for (unsigned seat = 0; seat < 2; seat++)
            step->heard[seat] = review->logs[seat].count;
    }
    return !review->words.cut;
}

// The record of a seat: each hearing is a step, and the other seat heard nothing.
static bool list_heard(page_review *review)
{
    const SeatLog *heard = &review->record.heard;
    const uint8_t seat = review->record.view;
    assert(seat < 2);
    for (uint32_t i = 0; i < heard->count; i++) {
        ReviewStep *step = &review->steps[review->count++];
        step->words = review->words.length;
        review->record.game->say(game_record_rules(&review->record), &heard->list[i].hearing,
                                 &review->words);
        text_add_char(&review->words, '\0');
        if (!seat_log_add(&review->logs[seat], &memory_heap, heard->list[i]))
            return false;
        step->heard[seat] = i + 1;
    }
    return !review->words.cut;
}

static bool review_prepare(page_review *review)
{
    const GameRecord *record = &review->record;
    const bool is_umpires = record->view == VIEW_UMPIRE;
    const uint32_t count = is_umpires ? record->entries.count : record->heard.count;
    review->steps = page__make((count + 1) * sizeof *review->steps);
    return review->steps && (is_umpires ? play_again(review) : list_heard(review));
}

page_review *page_review_open(const char *source, char *text, size_t bytes)
{
    Text message = text_in(text, bytes);
    page_review *made = page__make(sizeof *made);
    if (!made) {
        words_say(&message, SAY_NO_MEMORY);
        return NULL;
    }
    made->words = made->said = text_growing(&memory_heap);
    const char *fault = read_record(slice_trim(slice_of(source)), &made->record);
    if (fault)
        text_add(&message, fault);
    else if (!review_prepare(made))
        words_say(&message, SAY_NO_MEMORY);
    else
        return made;
    page_review_close(made);
    return NULL;
}

void page_review_close(page_review *review)
{
    if (!review)
        return;
    for (unsigned seat = 0; seat < 2; seat++)
        seat_log_done(&review->logs[seat], &memory_heap);
    game_record_done(&review->record, &memory_heap);
    memory_resize(&memory_heap, review->steps, 0);
    text_done(&review->words);
    text_done(&review->said);
    memory_resize(&memory_heap, review, 0);
}

const char *page_review_game(page_review *review)
{
    review->record.game->write(game_record_rules(&review->record), page__fresh(&review->said));
    return review->said.start;
}

uint32_t page_review_view(const page_review *review)
{
    return review->record.view;
}

const char *page_review_name(const page_review *review, int seat)
{
    return record_tag_value(&review->record.tags, seat ? TAG_BLACK : TAG_WHITE);
}

bool page_review_tag(page_review *review, const char *name, const char *value)
{
    unsigned tag = 0;
    while (tag < TAG_COUNT && strcmp(record_tag_names[tag].json, name) != 0)
        tag++;
    if (tag == TAG_COUNT)
        return false;
    record_tag_set(record_tag(&review->record.tags, tag), slice_of(value));
    return true;
}

const char *page_review_result(const page_review *review)
{
    return game_record_result(&review->record);
}

uint32_t page_review_steps(const page_review *review)
{
    return review->count;
}

const char *page_review_words(const page_review *review, uint32_t step)
{
    return step < review->count ? review->words.start + review->steps[step].words : "";
}

uint32_t page_review_heard(const page_review *review, int seat, uint32_t step)
{
    return step < review->count ? review->steps[step].heard[seat != 0] : 0;
}

uint32_t page_review_heard_in_all(const page_review *review, int seat)
{
    return review->logs[seat != 0].count;
}

const char *page_review_hearing(page_review *review, int seat, uint32_t index)
{
    return page__hearing(&review->logs[seat != 0], seat != 0, index, &review->said);
}

const char *page_review_own_try(page_review *review, int seat, uint32_t index)
{
    return page__own_try(&review->logs[seat != 0], review->record.game, index, &review->said);
}

const char *page_review_write(page_review *review)
{
    Text *said = page__fresh(&review->said);
    if (!record_format_of(review->record.game)->write(&review->record, said))
        page__fresh(said);
    return said->start;
}

const char *page_review_extension(const page_review *review)
{
    return record_format_of(review->record.game)->extension;
}
