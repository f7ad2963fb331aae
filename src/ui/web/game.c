// Games of a person against a player: handles over line mode; and the texts and memory of all handles.
#include "ui/web/internal.h"

#include "formats/records/game_journal.h"
#include "formats/records/hearing_text.h"
#include "games/registry/games.h"

#include <string.h>

void *page__make(size_t bytes)
{
    void *made = memory_resize(&memory_heap, NULL, bytes);
    if (made)
        memset(made, 0, bytes);
    return made;
}

Text *page__fresh(Text *said)
{
    said->length = 0;
    text_add_slice(said, (Slice){"", 0}); // ends it here
    return said;
}

const char *page__hearing(const SeatLog *log, uint8_t seat, uint32_t index, Text *said)
{
    page__fresh(said);
    if (index < log->count)
        hearing_to_text(&log->list[index].hearing, seat, said);
    return said->start;
}

const char *page__own_try(const SeatLog *log, const Game *game, uint32_t index, Text *said)
{
    page__fresh(said);
    if (index < log->count && log->list[index].own != TRY_NONE)
        game->try_to_text(log->list[index].own, said);
    return said->start;
}

bool page__sit(page_game *game, uint8_t seat, const char *opponent, UiPlan plan, double now_ms)
{
    plan.game = game->game;
    plan.rules = (const Rules *)&game->rules;
    plan.is_person[seat] = true;
    for (uint8_t i = 0; i < 2; i++) {
        Text name = TEXT_IN(game->names[i]);
        text_add(&name, i == seat ? words_of(SAY_YOU) : opponent);
        plan.names[i] = game->names[i];
    }
    game->ui = ui_create(&memory_heap, &plan, (uint64_t)now_ms);
    return game->ui != NULL;
}

page_game *page_game_open(const char *game_string, int seat, const char *opponent, uint32_t base_ms,
                          uint32_t increment_ms, double now_ms, char *text, size_t bytes)
{
    Text message = text_in(text, bytes);
    page_game *made = page__make(sizeof *made);
    if (!made) {
        words_say(&message, SAY_NO_MEMORY);
        return NULL;
    }
    made->said = text_growing(&memory_heap);
    made->game = game_read(game_string, &made->rules, &message);
    const UiPlan plan = {.clock = {base_ms, increment_ms}};
    if (made->game && page__sit(made, seat != 0, opponent, plan, now_ms))
        return made;
    if (made->game)
        words_say(&message, SAY_NO_MEMORY);
    page_game_close(made);
    return NULL;
}

void page_game_close(page_game *game)
{
    if (!game)
        return;
    ui_destroy(game->ui);
    text_done(&game->said);
    memory_resize(&memory_heap, game, 0);
}

const char *page_game_line(page_game *game, const char *line, double now_ms)
{
    Text *said = page__fresh(&game->said);
    if (line)
        line_mode_take(&game->lines, slice_of(line), (uint64_t)now_ms, said);
    else
        line_mode_open(&game->lines, game->ui, said);
    return said->start;
}

const char *page_game_tick(page_game *game, double now_ms)
{
    ui_tick(game->ui, (uint64_t)now_ms);
    line_mode_add_news(&game->lines, page__fresh(&game->said));
    return game->said.start;
}

bool page_game_awaits_player(const page_game *game)
{
    return ui_awaits_player(game->ui);
}

// What is no word of a seat is a try.
static Choice choice_of(const Game *game, Slice word)
{
    const uint8_t event = event_from_name(word);
    if (event != EVENT_TRY && event_is_of_seat(event))
        return (Choice){.kind = event};
    return (Choice){.kind = EVENT_TRY, .attempt = game->try_from_text(word)};
}

const char *page_game_choose(page_game *game, const char *choice, double now_ms)
{
    const Choice chosen = choice_of(game->game, slice_of(choice));
    if (ui_awaits_player(game->ui)) // the person may have ended the game meanwhile
        ui_choose(game->ui, &chosen, (uint64_t)now_ms);
    line_mode_add_news(&game->lines, page__fresh(&game->said));
    return game->said.start;
}

bool page_game_is_over(const page_game *game)
{
    return ui_is_over(game->ui);
}

uint32_t page_game_clock_ms(const page_game *game, int seat, double now_ms)
{
    return ui_clock_ms(game->ui, seat != 0, (uint64_t)now_ms);
}

const char *page_game_taken(page_game *game)
{
    ui_say_taken(game->ui, page__fresh(&game->said));
    return game->said.start;
}

const char *page_game_marks(page_game *game)
{
    ui_say_marks(game->ui, page__fresh(&game->said));
    return game->said.start;
}

const char *page_game_queue(page_game *game)
{
    text_add(page__fresh(&game->said), ui_queue(game->ui));
    return game->said.start;
}

static void add_journal(const GameRecord *record, Text *text)
{
    const JournalGame opening = {record->game, record->rules, record->clock};
    const JournalRow first = {.kind = JOURNAL_OPEN};
    journal_row_to_text(&opening, &first, text);
    text_add_char(text, '\n');
    int64_t at_ms = 0;
    for (uint32_t i = 0; i < record->entries.count; i++) {
        const Entry *entry = &record->entries.list[i];
        at_ms += entry->delay_ms;
        const JournalRow row = {.kind = JOURNAL_EVENT,
                                .event = entry->kind,
                                .seat = entry->seat,
                                .attempt = entry->attempt,
                                .at_ms = (uint64_t)at_ms};
        journal_row_to_text(&opening, &row, text);
        text_add_char(text, '\n');
    }
}

const char *page_game_journal(page_game *game)
{
    GameRecord record;
    Text *said = page__fresh(&game->said);
    if (ui_is_over(game->ui) && ui_record(game->ui, &memory_heap, &record)) {
        add_journal(&record, said);
        game_record_done(&record, &memory_heap);
    }
    return said->start;
}

uint32_t page_game_heard(const page_game *game, int seat)
{
    return ui_log(game->ui, seat != 0)->count;
}

const char *page_game_hearing(page_game *game, int seat, uint32_t index)
{
    return page__hearing(ui_log(game->ui, seat != 0), seat != 0, index, &game->said);
}

const char *page_game_own_try(page_game *game, int seat, uint32_t index)
{
    return page__own_try(ui_log(game->ui, seat != 0), game->game, index, &game->said);
}
