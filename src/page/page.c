// Handles over play's line mode, courses and levels.
#include "page/page.h"

#include "games/games.h"
#include "play/course.h"
#include "play/levels.h"
#include "play/lines.h"
#include "wire/game_record.h"
#include "wire/hear.h"
#include "words/language.h"

#include <assert.h>
#include <string.h>

enum { NAME_MAX = 64 };

struct page_game {
    const Game *game;
    AnyRules rules;
    char names[2][NAME_MAX];
    GameUi *ui;
    Lines lines;
    Text said;
};

struct page_course {
    Course *course;
    Text said;
};

static void *make(size_t bytes)
{
    void *made = memory_resize(&memory_heap, NULL, bytes);
    if (made)
        memset(made, 0, bytes);
    return made;
}

// --- Games ---------------------------------------------------------------------------------------

static GameUi *sit(page_game *made, uint8_t seat, const char *opponent, ClockRule clock,
                   double now_ms)
{
    UiPlan plan = {.game = made->game,
                   .rules = (const Rules *)&made->rules,
                   .clock = clock,
                   .is_person = {seat == 0, seat == 1}};
    for (uint8_t i = 0; i < 2; i++) {
        Text name = TEXT_IN(made->names[i]);
        text_add(&name, i == seat ? words_of(SAY_YOU) : opponent);
        plan.names[i] = made->names[i];
    }
    return ui_create(&memory_heap, &plan, (uint64_t)now_ms);
}

page_game *page_game_open(const char *game_string, int seat, const char *opponent, uint32_t base_ms,
                          uint32_t increment_ms, double now_ms, char *text, size_t bytes)
{
    Text message = text_in(text, bytes);
    page_game *made = make(sizeof *made);
    if (!made) {
        words_say(&message, SAY_NO_MEMORY);
        return NULL;
    }
    made->said = text_growing(&memory_heap);
    made->game = game_read(game_string, &made->rules, &message);
    if (made->game)
        made->ui = sit(made, seat != 0, opponent, (ClockRule){base_ms, increment_ms}, now_ms);
    if (made->ui)
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

// Empties a text before something new is said.
static Text *fresh(Text *said)
{
    said->length = 0;
    text_add_slice(said, (Slice){"", 0}); // ends it here
    return said;
}

const char *page_game_line(page_game *game, const char *line, double now_ms)
{
    Text *said = fresh(&game->said);
    if (line)
        lines_take(&game->lines, slice_of(line), (uint64_t)now_ms, said);
    else
        lines_open(&game->lines, game->ui, said);
    return said->start;
}

const char *page_game_tick(page_game *game, double now_ms)
{
    ui_tick(game->ui, (uint64_t)now_ms);
    lines_news(&game->lines, fresh(&game->said));
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
    lines_news(&game->lines, fresh(&game->said));
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

// --- What a seat heard ---------------------------------------------------------------------------

uint32_t page_game_heard(const page_game *game, int seat)
{
    return ui_log(game->ui, seat != 0)->count;
}

const char *page_game_hearing(page_game *game, int seat, uint32_t index)
{
    const SeatLog *log = ui_log(game->ui, seat != 0);
    Text *said = fresh(&game->said);
    if (index < log->count)
        hearing_to_text(&log->list[index].hearing, seat != 0, said);
    return said->start;
}

const char *page_game_own_try(page_game *game, int seat, uint32_t index)
{
    const SeatLog *log = ui_log(game->ui, seat != 0);
    Text *said = fresh(&game->said);
    if (index < log->count && log->list[index].own != TRY_NONE)
        game->game->try_to_text(log->list[index].own, said);
    return said->start;
}

// --- Lessons -------------------------------------------------------------------------------------

page_course *page_course_open(uint32_t kind, uint32_t first)
{
    const bool is_there = kind < COURSE_KIND_COUNT && first < LESSON_COUNT;
    page_course *made = is_there ? make(sizeof *made) : NULL;
    if (!made)
        return NULL;
    made->said = text_growing(&memory_heap);
    made->course = course_create(&memory_heap, (CourseKind)kind, first, 0);
    if (made->course)
        return made;
    page_course_close(made);
    return NULL;
}

void page_course_close(page_course *course)
{
    if (!course)
        return;
    course_destroy(course->course);
    text_done(&course->said);
    memory_resize(&memory_heap, course, 0);
}

const char *page_course_line(page_course *course, const char *line)
{
    Text *said = fresh(&course->said);
    if (line)
        course_take_line(course->course, slice_of(line), 0, said);
    else
        course_open_lines(course->course, said);
    return said->start;
}

bool page_course_is_done(const page_course *course)
{
    return course_is_done(course->course);
}

// --- Levels and words ----------------------------------------------------------------------------

static const Level *find_level(const char *game_string, uint32_t level)
{
    AnyRules rules;
    char memory[256];
    Text message = TEXT_IN(memory);
    const Game *game = game_read(game_string, &rules, &message);
    return game && level >= 1 && level <= LEVEL_STRONGEST ? level_of(game, level) : NULL;
}

const char *page_level_player(const char *game_string, uint32_t level)
{
    const Level *found = find_level(game_string, level);
    return found ? found->player : NULL;
}

uint32_t page_level_nodes(const char *game_string, uint32_t level)
{
    const Level *found = find_level(game_string, level);
    return found ? (uint32_t)found->nodes : 0;
}

bool page_speak(const char *file)
{
    static Language *spoken;
    uint32_t problem_count;
    Text problems = text_growing(&memory_heap); // `nebel words FILE` tells them
    Language *language =
        file ? language_read(&memory_heap, slice_of(file), &problems, &problem_count) : NULL;
    text_done(&problems);
    if (file && !language)
        return false;
    language_use(language);
    language_destroy(spoken);
    spoken = language;
    return true;
}
